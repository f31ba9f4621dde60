"""The program (9)-(13): against z3 on the program as it is printed, closed forms, and the noise that it gives."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, Literal, get_args

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from dpexact.errors import ParameterError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.papers.count_queries import optimal_design, program, two_point_noise
from dpexact.papers.count_queries.program import DataDependentNoise, delta_in_eta, linear_program
from tests.beside import beside
from tests.each import each
from tests.refusals import refuses

BESIDE = beside(__file__)

RATIOS = st.one_of(st.just(Fraction(1)), st.fractions(1, 8, max_denominator=12))
ETAS = st.fractions(Fraction(1, 40), Fraction(39, 40), max_denominator=40)
Events = Literal["singletons", "all"]
EVENTS: tuple[Events, ...] = get_args(Events)


def z3_optimum(ratio: Fraction, eta: Fraction, reach: int, first: int, last: int, events: str) -> Fraction:
    """The optimum of (9)-(13) in the alphas, as printed, by z3."""
    solver, delta = z3.Optimize(), z3.Real("delta")
    laws: dict[int, dict[int, Any]] = {}
    for n in range(first, last + 1):
        pairs = list(product(range(-min(n, reach), 0), range(1, reach + 1)))
        alphas = [z3.Real(f"alpha_{i1}_{i2}_{n}") for i1, i2 in pairs]
        solver.add(*(alpha >= 0 for alpha in alphas), z3.Sum(alphas) == 1)
        laws[n] = {
            z: z3.Sum([rational(two_point_noise(*pair, eta).get(z, exact(0)).as_fraction()) * alpha
                       for pair, alpha in zip(pairs, alphas, strict=True)])
            for z in range(-reach, reach + 1)
        }  # fmt: skip
    zero = rational(Fraction(0))
    for n, other in [(a, b) for a in laws for b in (a - 1, a + 1) if b in laws]:
        losses = [
            laws[n].get(y - n, zero) - rational(ratio) * laws[other].get(y - other, zero)
            for y in range(last + reach + 1)
        ]
        if events == "singletons":
            solver.add(*(loss <= delta for loss in losses))
        else:
            solver.add(z3.Sum([z3.If(loss > 0, loss, 0) for loss in losses]) <= delta)
    solver.minimize(delta)
    assert solver.check() == z3.sat
    return Fraction(str(solver.model()[delta]))


def rational(number: Fraction) -> Any:
    return z3.RealVal(str(number))


PROGRAMS: tuple[tuple[str, str, int, int, int, Events], ...] = BESIDE["programs"]


@pytest.mark.slow
def test_z3_has_the_same_optimum() -> None:
    for ratio, eta, reach, first, last, events in PROGRAMS:
        found = linear_program(ratio, eta, reach, first, last, events)
        assert found.value == z3_optimum(Fraction(ratio), Fraction(eta), reach, first, last, events), (
            ratio,
            eta,
            events,
        )


def worst(noise: Mapping[int, Mapping[int, Exact]], ratio: Exact, events: str) -> Exact:
    """The least delta of the noise, over single outcomes or over all events, by looking at every output."""
    worst_of_all = exact(0)
    for n, law in noise.items():
        for other in (n - 1, n + 1):
            if other in noise:
                losses = [p - ratio * noise[other].get(n + z - other, exact(0)) for z, p in law.items()]
                positive = [loss for loss in losses if loss > 0]
                found = max(positive, default=exact(0)) if events == "singletons" else sum(positive, start=exact(0))
                worst_of_all = max(worst_of_all, found)
    return worst_of_all


def check_noise(found: DataDependentNoise, ratio: Exact, eta: object, reach: int, counts: range, events: str) -> None:
    assert list(found.noise) == list(counts)
    for n, law in found.noise.items():
        assert list(law) == list(range(-min(n, reach), reach + 1))
        assert sum(law.values(), start=exact(0)) == 1
        assert sum((z * p for z, p in law.items()), start=exact(0)) == 0
        assert law[0] == exact(eta)
        assert min(law.values()) >= 0
    if isinstance(found.value, Exact):
        assert worst(found.noise, ratio, events) == found.value


@pytest.mark.slow
@settings(max_examples=25)
@given(RATIOS, ETAS, st.integers(1, 3), st.integers(1, 3), st.integers(0, 4), st.sampled_from(EVENTS))
def test_the_noise_has_p1_to_p3_and_attains_the_optimum(
    ratio: Fraction, eta: Fraction, reach: int, first: int, more: int, events: Events
) -> None:
    found = linear_program(ratio, eta, reach, first, first + more, events)
    check_noise(found, exact(ratio), eta, reach, range(first, first + more + 1), events)


@pytest.mark.slow
@settings(max_examples=25)
@given(RATIOS, ETAS, st.integers(1, 3))
def test_from_3_d_on_it_is_symmetric_noise(ratio: Fraction, eta: Fraction, reach: int) -> None:
    best = optimal_design(ratio, eta, reach).delta
    assert linear_program(ratio, eta, reach, reach, 3 * reach).value == best
    assert linear_program(ratio, eta, reach, reach, 3 * reach - 1).value <= best
    assert linear_program(ratio, eta, reach, 1, 3 * reach).value >= best


@pytest.mark.slow
@settings(max_examples=25)
@given(RATIOS, ETAS, st.integers(1, 3))
def test_over_all_events_it_is_symmetric_noise_or_a_limit(ratio: Fraction, eta: Fraction, reach: int) -> None:
    scale, odds = 2 / (1 - eta), 2 * eta / (1 - eta)
    best = optimal_design(ratio, eta, reach, events="all").delta
    value = linear_program(ratio, eta, reach, reach, 3 * reach, events="all").value
    at_the_limit = best * scale == odds + 1 - ratio
    if not at_the_limit:
        assert value == best
    steps = sum(ratio**j for j in range(reach))
    assert best - 1 / (scale * steps) <= value <= best


def seven(ratio: Fraction, odds: Fraction) -> Fraction:
    e, c = ratio, odds
    return max(
        (1 - e * c) / 2,
        (4 - e * c) / (3 * e + 4),
        (2 * e + 1) / (2 * (e**2 + e + 1)),
        ((2 * e**2 + 1) * c - 2 * e**2 * (e - 1)) / (4 * e**2 + e + 1),
        ((2 * e + 3) * c - 2 * e**2) / (5 * e + 3),
        (2 * e + 1) * ((2 * e - 1) * c - 2 * e * (e - 2)) / (19 * e**2 + 3 * e - 1),
        c - e,
    )


@pytest.mark.slow
@settings(max_examples=25)
@given(RATIOS, ETAS, st.integers(3, 6))
def test_two_steps_of_noise_for_every_count(ratio: Fraction, eta: Fraction, last: int) -> None:
    odds = 2 * eta / (1 - eta)
    assert linear_program(ratio, eta, 2, 1, last).value == seven(ratio, odds) * (1 - eta) / 2


@pytest.mark.slow
@given(RATIOS, ETAS, st.integers(2, 4))
def test_one_step_of_noise(ratio: Fraction, eta: Fraction, last: int) -> None:
    odds = 2 * eta / (1 - eta)
    assert linear_program(ratio, eta, 1, 1, last).value == max(Fraction(1), odds - ratio) * (1 - eta) / 2


def test_one_count_has_no_neighbor() -> None:
    assert linear_program(2, "1/2", 3, 2, 2).value == 0


@each("text", ["exp(1)", "exp(1/3)", "sqrt(2)", "exp(2.18)"])
@each("events", EVENTS)
def test_irrational_epsilon(text: str, events: Events) -> None:
    ratio = exact(text)
    found = linear_program(text, "1/5", 2, 1, 4, events)
    assert isinstance(found.value, Exact)
    check_noise(found, ratio, "1/5", 2, range(1, 5), events)
    low, high = ratio.enclosure(200)
    above, below = (linear_program(end, "1/5", 2, 1, 4, events).value for end in (low, high))
    assert below <= found.value <= above


@pytest.mark.parametrize("events", EVENTS)
def test_a_large_program_is_enclosed(monkeypatch: pytest.MonkeyPatch, events: Events) -> None:
    truth = linear_program("exp(1)", "1/5", 2, 1, 4, events).value
    monkeypatch.setattr(program, "MAX_FIELD_VARIABLES", 3)
    found = linear_program("exp(1)", "1/5", 2, 1, 4, events)
    assert isinstance(found.value, Enclosure)
    refined = found.value.refine(150)
    assert refined.lower <= truth <= refined.upper
    assert refined.upper - refined.lower < Fraction(1, 2**150)
    check_noise(found, exact("exp(1)"), "1/5", 2, range(1, 5), events)
    assert worst(found.noise, exact("exp(1)"), events) <= refined.upper + Fraction(1, 2**60)


@pytest.mark.slow
@settings(max_examples=25)
@given(RATIOS, st.lists(ETAS, min_size=1, max_size=4), st.sampled_from([(1, 3), (2, 4), (2, 6)]))
def test_pieces_in_eta(ratio: Fraction, etas: list[Fraction], counts: tuple[int, int]) -> None:
    pieces = delta_in_eta(ratio, 2, *counts)
    assert pieces[0].first == 0
    assert pieces[-1].last == 1
    assert all(one.last == other.first and one.slope < other.slope for one, other in pairwise(pieces))
    for eta in etas:
        (value, *same) = {piece.at(exact(eta)) for piece in pieces if piece.first <= eta <= piece.last}
        assert same == []
        assert linear_program(ratio, eta, 2, *counts).value == value
        assert all(piece.at(exact(eta)) <= value for piece in pieces)


@pytest.mark.slow
def test_pieces_for_a_transcendental_epsilon() -> None:
    pieces = delta_in_eta("exp(1)", 2, 1, 3)
    e = exact("exp(1)")
    # (1 - E C)/(2 B) = (1 - eta)/4 - E eta/2, and (2E + 1)(1 - eta)/(4 (E^2 + E + 1))
    assert (pieces[0].intercept, pieces[0].slope) == (exact("1/4"), exact("-1/4") - e / 2)
    assert pieces[2].intercept == -pieces[2].slope == (2 * e + 1) / (4 * (e**2 + e + 1))
    assert pieces[-1].last == 1


def test_the_counts_and_the_family_of_events_are_checked() -> None:
    refuses(ParameterError, "^first: expected an integer >= 1, got 0", linear_program, 2, "1/2", 2, 0, 3)
    refuses(ParameterError, "^last: expected an integer >= 2, got 1", linear_program, 2, "1/2", 2, 2, 1)
    refuses(ParameterError, 'events: expected "singletons" or "all"', linear_program, 2, "1/2", 2, 1, 3, "pairs")
