"""The claim tables of four papers: the second route gives the verdicts, and the audit agrees on the numbers."""

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import mpmath
import pytest

from dpexact.audit import audit
from dpexact.audit.paper import registered
from dpexact.errors import DPExactError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.papers import axioms, count_queries, gradual_release, rainbow
from tests.beside import beside
from tests.refusals import refuses
from tests.second_routes import printed
from tests.second_routes.scripts import STANDARD, imported
from tests.values import of_type, written

BESIDE = beside(__file__)

HERE = Path(__file__).parent
PAPERS = ("axioms", "count_queries", "gradual_release", "rainbow")
QUANTITIES = registered([axioms.PAPER, count_queries.PAPER, gradual_release.PAPER, rainbow.PAPER])


def routes_of(paper: str) -> dict[str, Callable[..., Any]]:
    routes: dict[str, Callable[..., Any]] = import_module(f"tests.second_routes.{paper}.recompute").ROUTES
    return routes


@pytest.mark.parametrize("paper", PAPERS)
def test_every_row(paper: str) -> None:
    routes = routes_of(paper)
    for row in printed.rows(printed.of_paper(paper)):
        with mpmath.workdps(printed.DIGITS):
            number = routes[row["quantity"]](**row["parameters"])
            assert printed.verdict(number, row["printed"], row["meaning"]) == row["expected"], row["id"]
        value = QUANTITIES[row["quantity"]].compute(**row["parameters"])
        assert agrees(value if isinstance(value, Enclosure) else exact(value), number), row["id"]


def agrees(value: Exact | Enclosure, number: Any) -> bool:
    """A fraction must be equal; of another number 40 digits."""
    if isinstance(number, Fraction):
        return value == number
    near = Fraction(mpmath.nstr(number, 50))
    return near - abs(near) / 10**40 <= value <= near + abs(near) / 10**40


@pytest.mark.parametrize("paper", PAPERS)
def test_the_second_route_does_not_use_dpexact(paper: str) -> None:
    for file in ("printed.py", "../oracle.py", f"{paper}/recompute.py"):
        ours = {"tests.oracle", "tests.second_routes.printed"}
        assert imported(HERE / file) <= {"mpmath", "mpmath.libmp", *ours, *STANDARD}


def test_every_quantity_is_printed() -> None:
    used = {row["quantity"] for paper in PAPERS for row in printed.rows(printed.of_paper(paper))}
    assert used == {name for name in QUANTITIES if name.startswith(PAPERS)}


def test_only_floors_or_the_first_hit_for_the_printed_vector_give_every_caption() -> None:
    readings: dict[str, set[str]] = {}
    for row in printed.rows(printed.of_paper("rainbow")):
        figure, _, reading = row["id"].partition("-tau")
        if reading:
            readings.setdefault(figure + reading[1:], set()).add(row["expected"])
    ways = ("floor", "first-hit", "corrected")
    later = {f"fig{n}-{way}-{m}-m" for n in (4, 5) for way in ways for m in ("printed", "unrounded")}
    fitting = {reading for reading, verdicts in readings.items() if verdicts == {"correct"}}
    assert fitting == {"fig3-floor-printed-m", "fig3-first-hit-printed-m", *later}


OTHERS: tuple[tuple[str, dict[str, str]], ...] = BESIDE["others"]


@pytest.mark.parametrize(("name", "parameters"), OTHERS)
def test_parameters_that_the_paper_does_not_print(name: str, parameters: dict[str, str]) -> None:
    with mpmath.workdps(printed.DIGITS):
        number = routes_of(name.partition(".")[0])[name](**parameters)
    assert QUANTITIES[name].compute(**parameters) == exact(number)


def test_a_wrong_number_is_noticed(tmp_path: Path) -> None:
    assert gradual_release.PAPER.printed is not None
    text = gradual_release.PAPER.printed.read_text(encoding="utf-8")
    text = text.replace("establishes", "# establishes").replace("expected", "# expected")
    for old, new in (("2", "3"), ("1/2", "1/3"), (".5", ".6")):
        text = text.replace(f'printed = "{old}"', f'printed = "{new}"')
    table = written(tmp_path / "printed.toml", text)
    verdicts = {row.claim.id: row.judgement.verdict for row in audit([table]).rows}
    assert [name for name, verdict in verdicts.items() if verdict == "correct"] == ["figure-3-first", "tight-alpha"]


ONE = "\N{ARABIC-INDIC DIGIT ONE}"
MATRIX, LOSS = {"matrix": "1/2, 1/2; 1/2, 1/2"}, {"loss": "0, 1; 1, 0"}
LINE = {"m": "1/2, 1/2", "exp_epsilon": "2", "delta": "0"}
WALK = {**LINE, "variant": "printed"}
FIGURE_1 = {"exp_epsilon": "exp(2.18)", "eta": "0.8", "D": "6"}
GAUSSIAN = {**FIGURE_1, "match": "parameter"}
REFUSED: dict[str, tuple[tuple[dict[str, str], str], ...]] = {  # a quantity: parameters, and words of the refusal
    "axioms.volume": (
        ({"matrix": "1, 0; 1"}, "matrix: expected rows of one length"),
        ({"matrix": "1, x"}, r"matrix\[0\]\[1\]: "),
        ({"matrix": "1, 0; 1, 1"}, "sum"),
    ),
    "axioms.expected_loss": (
        ({**MATRIX, "loss": "0, 1", "prior": "1, 0"}, "loss: expected a number for every"),
        ({**MATRIX, **LOSS, "prior": "1"}, "prior: expected a weight for every input"),
        ({**MATRIX, **LOSS, "prior": "1, 1"}, "prior: expected weights with"),
    ),
    "axioms.product_entry": (
        ({**MATRIX, "kernel": "1", "row": "1", "column": "1"}, "kernel: expected a column"),
        ({**MATRIX, "kernel": "1, 1", "row": "2", "column": "1"}, "row: expected an integer"),
        ({**MATRIX, "kernel": "1, 1", "row": "1", "column": "0"}, "column: expected"),
    ),
    "axioms.good_probability": (
        ({"matrix": "1", "exp_epsilon": "2", "column": "1"}, "matrix: expected two columns"),
        ({**MATRIX, "exp_epsilon": "1/2", "column": "1"}, "exp_epsilon: expected E"),
        ({**MATRIX, "exp_epsilon": "2", "column": ONE}, "column: number text"),
    ),
    "axioms.bad_probability": (({**MATRIX, "exp_epsilon": "2", "column": "9" * 5000}, "column: expected"),),
    "count_queries.noise_probability": (
        ({**FIGURE_1, "z": "1", "D": "1/2"}, "D: expected an integer"),
        ({**FIGURE_1, "z": "1/2"}, "z: expected an integer"),
    ),
    "count_queries.required_epsilon": (({**FIGURE_1, "delta": "mean"}, "delta: expected"),),
    "count_queries.gaussian_ratio": (({**FIGURE_1, "match": "mean"}, "match: expected"),),
    "count_queries.epsilon_threshold": (  # D = 1: 3 delta~ is 3 (1 - eta)/2 for every large E
        ({"delta": "1/2", "eta": "1/2", "D": "1"}, "stays above"),
    ),
    "count_queries.support_size": (({"D": "1" * 5000}, "at most 100 digits"),),
    "count_queries.crossover": (({"k": "1e5000", "exp_epsilon": "2"}, "at most 100 digits"),),
    "count_queries.gaussian_probability": (({**GAUSSIAN, "z": "-1e5000"}, "at most 100 digits"),),
    "rainbow.printed_transition": (
        ({**LINE, "k": "3"}, "k: expected an integer from 1 to 2"),
        ({**LINE, "m": "0, 1", "k": "1"}, "tau_k: expected a finite time"),
        ({**LINE, "k": "1" * 5000}, "k: expected an integer of at most 100 digits"),
        ({**LINE, "k": ONE}, "k: number text"),
    ),
    "rainbow.line_delta": (
        ({**WALK, "steps": "x"}, "steps: "),
        ({**WALK, "steps": "9" * 50}, "from 0 to 1000"),
        ({**WALK, "steps": "1000000000"}, "from 0 to 1000"),
    ),
    "rainbow.first_hit": (({**WALK, "m": "1/2, 1/3", "k": "1"}, "the sum 5/6"),),
    "rainbow.last_below": (({**LINE, "m": "1/2, 1/3", "k": "1"}, "the sum 5/6"),),
    "rainbow.degenerate_phase": (
        ({"m": "1/2, 1/2", "exp_epsilon": "2", "phase": "second"}, 'phase: expected "first" or "third"'),
        ({"m": "1/2, 1/2", "exp_epsilon": "2", "phase": "first"}, "phase: expected one k with a degenerate first"),
        ({"m": "1/2, 1/3", "exp_epsilon": "2", "phase": "first"}, "the sum 5/6"),
    ),
    "gradual_release.level": (
        ({"levels": "2, 1"}, "in increasing order"),
        ({"levels": "1, 1"}, "in increasing order"),
        ({"levels": "0"}, "positive"),
        ({"levels": "1, 2, 3, 4, 5"}, "1 to 4"),
        ({"levels": ""}, "number"),
    ),
    "gradual_release.squared_error": (
        ({"epsilon": "0", "dimension": "1"}, "positive"),
        ({"epsilon": "1", "dimension": "0"}, "from 1 to 1000"),
        ({"epsilon": "1", "dimension": "1" * 50}, "from 1 to 1000"),
        ({"epsilon": "1", "dimension": ONE}, "dimension: "),
    ),
    "gradual_release.flip_share": (
        ({"alpha": "1", "threshold": "1/2"}, "0 < alpha < 1"),
        ({"alpha": "0", "threshold": "1/2"}, "0 < alpha < 1"),
        ({"alpha": "1/2", "threshold": "1/3"}, "multiple of 1/2"),
        ({"alpha": "1/2", "threshold": "-1/2"}, "multiple of 1/2"),
        ({"alpha": "1/2", "threshold": "101"}, "from 0 to 100"),
    ),
    "gradual_release.tight": (
        ({"parameter": "delta"}, "alpha, beta, gamma"),
        ({"parameter": "beta", "other": "3/2"}, "from 0 to 1"),
        ({"parameter": "beta", "other": "-1/2"}, "from 0 to 1"),
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_parameters_that_make_no_sense(name: str) -> None:
    for parameters, words in REFUSED[name]:
        assert len(refuses(DPExactError, words, QUANTITIES[name].compute, **parameters)) < 300, parameters


def test_a_probability_that_no_bits_hold_has_bounds() -> None:
    value = of_type(Enclosure, QUANTITIES["count_queries.gaussian_probability"].compute(**GAUSSIAN, z="1" + "0" * 20))
    small = Fraction(1, 10**1000)  # it is about e^-(10^38)
    assert all(x < y for x, y in ((-small, value.lower), (value.lower, value.upper), (value.upper, small)))
