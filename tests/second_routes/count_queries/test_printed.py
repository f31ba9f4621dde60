"""The claim table of the count-query paper: the second route gives the verdicts, and the audit agrees."""

import runpy
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from dpexact.audit.auditor import Audit, audit
from dpexact.errors import ParameterError, TooLargeError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.papers.count_queries import PAPER
from dpexact.papers.count_queries.quantities import QUANTITIES
from tests.refusals import refuses

SCRIPT = Path(__file__).parent / "recompute.py"
BY_NAME = {quantity.name.removeprefix("count_queries."): quantity for quantity in QUANTITIES}
FIGURE_1 = {"exp_epsilon": "exp(2.18)", "eta": "0.8", "D": "6"}


@pytest.fixture(scope="module")
def audited() -> Audit:
    return audit(papers=[PAPER])


@pytest.fixture(scope="module")
def second_route() -> dict[str, str]:
    """{row id: number} as the script prints them; the script itself compares verdicts and says so by its status."""
    run = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return dict(line.split(" -> ")[0].split(": ") for line in run.stdout.splitlines())


def test_every_verdict_is_the_recorded_one(audited: Audit) -> None:
    assert [row.claim.id for row in audited.rows if not row.as_expected] == []


def test_the_second_route_does_not_use_dpexact() -> None:
    loaded = runpy.run_path(str(SCRIPT), run_name="second_route")
    assert not [name for name, value in loaded.items() if getattr(value, "__module__", "").startswith("dpexact")]
    assert "import dpexact" not in SCRIPT.read_text(encoding="utf-8")
    assert "from dpexact" not in SCRIPT.read_text(encoding="utf-8")


def test_every_number_is_that_of_the_second_route(audited: Audit, second_route: dict[str, str]) -> None:
    assert {row.claim.id for row in audited.rows} == set(second_route)
    for row in audited.rows:
        assert row.number is not None
        assert not isinstance(row.number, float)
        assert agrees(row.number, second_route[row.claim.id]), row.claim.id


def agrees(number: Exact | Enclosure, text: str) -> bool:
    """A fraction must be equal; of a decimal all but the last of its 30 digits."""
    other = Fraction(text)
    if "." not in text:
        return number == other
    unit = Fraction(1, 10 ** len(text.partition(".")[2]))
    return other - unit <= number <= other + 2 * unit


def test_every_quantity_is_used(audited: Audit) -> None:
    assert {row.claim.quantity for row in audited.rows} == {quantity.name for quantity in QUANTITIES}


@pytest.mark.parametrize("name", ["D", "z"])
def test_an_integer_parameter_must_be_one(name: str) -> None:
    with pytest.raises(ParameterError, match=f"^{name}: expected an integer"):
        BY_NAME["noise_probability"].compute(**{**FIGURE_1, "z": "1", name: "1/2"})


def test_match_must_be_known() -> None:
    refuses(ParameterError, "match: expected", BY_NAME["gaussian_ratio"].compute, **FIGURE_1, match="mean")


def test_a_threshold_that_is_never_reached() -> None:
    # D = 1: 3 delta~ is 3 (1 - eta)/2 for every large E.
    refuses(ParameterError, "stays above", BY_NAME["epsilon_threshold"].compute, delta="1/2", eta="1/2", D="1")


def test_required_epsilon_of_the_design_is_exactly_its_own() -> None:
    assert BY_NAME["required_epsilon"].compute(**FIGURE_1, delta="design") == exact("2.18")


def test_required_epsilon_that_is_a_logarithm() -> None:
    # (1/2 - 0)/(1/8) = 4 = E; log 4 lies between 1.386 and 1.387.
    value = BY_NAME["epsilon_of_probabilities"].compute(larger="1/2", smaller="1/8", delta="0")
    assert isinstance(value, Enclosure)
    assert Fraction(1386, 1000) < value < Fraction(1387, 1000)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("support_size", {"D": "1" * 5000}),
        ("crossover", {"k": "1e5000", "exp_epsilon": "2"}),
        ("gaussian_probability", {**FIGURE_1, "match": "parameter", "z": "-1e5000"}),
    ],
)
def test_an_integer_of_thousands_of_digits_is_refused(name: str, parameters: dict[str, str]) -> None:
    refuses(ParameterError, "at most 100 digits", BY_NAME[name].compute, **parameters)


def test_a_probability_too_small_to_be_written_out() -> None:
    with pytest.raises(TooLargeError, match="close to zero"):
        BY_NAME["gaussian_probability"].compute(**FIGURE_1, match="parameter", z="100000000000000000000")
