"""Every public name of the installed libraries stands in dev/crosscheck-coverage.md."""

import re
from importlib import import_module, util
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "dev" / "crosscheck-coverage.md"
MODULES = {
    "dp_accounting": (
        "dp_event",
        "gaussian_mechanism",
        "mechanism_calibration",
        "rdp.rdp_privacy_accountant",
        "pld.accountant",
        "pld.common",
        "pld.pld_privacy_accountant",
        "pld.pld_pmf",
        "pld.privacy_loss_distribution",
        "pld.privacy_loss_mechanism",
    ),
    "opendp": ("measurements", "combinators", "accuracy"),
    "diffprivlib": (
        "accountant",
        *(
            f"mechanisms.{name}"
            for name in (
                "base",
                "binary",
                "exponential",
                "gaussian",
                "geometric",
                "laplace",
                "snapping",
                "staircase",
                "uniform",
                "vector",
            )
        ),
    ),
    "autodp": (
        "mechanism_zoo",
        "transformer_zoo",
        "calibrator_zoo",
        "privacy_calibrator",
        "rdp_bank",
        "dp_bank",
        "dp_acct",
    ),
    "prv_accountant": (
        "accountant",
        "dpsgd",
        "other_accountants",
        "privacy_random_variables.approximate_dp",
        "privacy_random_variables.gaussian_mechanism",
        "privacy_random_variables.laplace_mechanism",
        "privacy_random_variables.poisson_subsampled_gaussian_mechanism",
        "privacy_random_variables.pure_dp_mechanism",
    ),
}
PIECES = {  # of other functions
    "stable_log_diff_exp",
    "log",
    "then",
    "bernoulli_neg_exp",
}


def section(library: str) -> str:
    pages = [PAGE, *PAGE.parents[1].glob("disclosure/withheld/coverage.md")]  # the latter is not published
    parts = [part for page in pages for part in re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)]
    return "\n".join(part for part in parts if part.startswith(library))


@pytest.mark.parametrize(("library", "module"), [(name, module) for name, given in MODULES.items() for module in given])
def test_every_public_name_is_entered(library: str, module: str) -> None:
    if util.find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    found = import_module(f"{library}.{module}")
    names = {
        name
        for name, value in vars(found).items()
        if callable(value) and getattr(value, "__module__", "") == found.__name__ and name[0] != "_"
    }
    entered = set(re.findall(r"`(\w+)`", section(library)))
    assert {name for name in names - entered - PIECES if not name.startswith("then_")} == set()
