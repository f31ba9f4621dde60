"""Every public name of the installed libraries stands in dev/crosscheck-coverage.md."""

import re
from importlib import import_module, util
from pathlib import Path

import pytest

from tests.beside import beside

BESIDE = beside(__file__)

PAGE = Path(__file__).parents[2] / "dev" / "crosscheck-coverage.md"
MODULES = BESIDE["modules"]
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
