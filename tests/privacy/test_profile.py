"""The hockey-stick divergence and the privacy profile against brute force over all events."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

from dpexact import (
    DPExactError,
    InexactInputError,
    Mechanism,
    MechanismError,
    NeighborGraph,
    ParameterError,
    exact,
    hockey_stick,
    privacy_profile,
    tight_delta,
)
from tests.each import each
from tests.oracle import REALS, agrees, excesses, least_delta
from tests.refusals import refuses
from tests.samples import SAMPLES, all_pairs, complete, exacts, sample

FACTORS: dict[str, Any] = {text: Fraction(text) for text in ("1", "6/5", "3/2", "2", "7/3", "40")} | REALS


@each("factor", ["0", "1/3", "99/100", *FACTORS, "exp(-2)"])
@each("name", ["response", "disjoint supports", "tiny entry", "many outputs", "zero columns"])
def test_hockey_stick_is_the_largest_excess(name: str, factor: str) -> None:
    p, q = SAMPLES[name]
    number = 1 / REALS["exp(1/2)"] ** 4 if factor == "exp(-2)" else FACTORS.get(factor) or Fraction(factor)
    for one, other in ((p, q), (q, p)):
        assert agrees(hockey_stick(one, other, factor), max(excesses(one, other, number)))


@each(
    ("p", "q", "factor", "error"),
    [
        (["1/2", "1/2"], [1], 2, ParameterError),
        ([], [], 2, ParameterError),
        (["1/2", "1/3"], ["1/2", "1/2"], 2, ParameterError),
        (["1/2", "1/2"], ["1/2", f"{Fraction(1, 2) + Fraction(1, 10**50)}"], 2, ParameterError),
        (["3/2", "-1/2"], ["1/2", "1/2"], 2, ParameterError),
        (["1/2", "1/2"], ["1/2", "1/2"], "-1e-80", ParameterError),
        ([0.5, 0.5], ["1/2", "1/2"], 2, InexactInputError),
        (["1/2", "1/2"], ["1/2", "1/2"], 2.0, InexactInputError),
    ],
)
def test_hockey_stick_refuses(p: Any, q: Any, factor: Any, error: type[Exception]) -> None:
    refuses(error, "", hockey_stick, p, q, factor)


@each("name", SAMPLES)
def test_profile_is_the_least_delta_at_every_e(name: str) -> None:
    profile = privacy_profile(sample(name), complete(name))
    places = [*(Fraction(text) for text in ("1", "1001/1000", "3/2", "100")), *(k.as_fraction() for k in profile.knots)]
    places += [(a + b) / 2 for a, b in pairwise(sorted(places))]
    for e in places:
        assert profile(e) == least_delta(SAMPLES[name], all_pairs(name), e)
    for text, number in REALS.items():
        assert agrees(profile(text), least_delta(SAMPLES[name], all_pairs(name), number))


@each("name", SAMPLES)
def test_profile_is_in_lowest_terms(name: str) -> None:
    profile = privacy_profile(sample(name), complete(name))
    assert profile.knots[0] == 1
    assert len(profile.knots) == len(profile.slopes) == len(profile.values)
    assert all(a < b for a, b in pairwise(profile.knots))
    assert all(a < b for a, b in pairwise(profile.slopes))
    assert profile.slopes[-1] == 0
    assert all(profile(knot) == value for knot, value in zip(profile.knots, profile.values, strict=True))


def test_profile_by_hand() -> None:
    # P = (3/4, 1/4), Q = (1/4, 3/4): the event {0} gives 3/4 - E/4 up to E = 3, then 0.
    profile = privacy_profile(sample("response"), complete("response"))
    assert profile.knots == exacts(1, 3)
    assert profile.slopes == exacts("-1/4", 0)
    assert profile.values == exacts("1/2", 0)
    flat = privacy_profile(sample("disjoint supports"), complete("disjoint supports"))
    assert (flat.knots, flat.slopes, flat.values) == (exacts(1), exacts(0), exacts(1))


def test_profile_with_irrational_knots() -> None:
    e = exact("exp(1/2)")
    rows = [[e / (1 + e), 1 / (1 + e)], [1 / (1 + e), e / (1 + e)]]
    m = Mechanism.from_rows([0, 1], [0, 1], rows)
    profile = privacy_profile(m, NeighborGraph.complete([0, 1]))
    assert profile.knots == exacts(1, e)
    assert profile.slopes == exacts(-1 / (1 + e), 0)
    assert profile("3/2") == tight_delta(m, NeighborGraph.complete([0, 1]), "3/2") == (e - Fraction(3, 2)) / (1 + e)


@each(("larger", "smaller"), [("sqrt(3)", "sqrt(2)"), ("2**(1/30)", "2**(1/49)")])  # the second degree is too high
def test_profiles_of_pairs_without_a_common_field_are_compared_by_enclosures(larger: str, smaller: str) -> None:
    a, b = exact(larger), exact(smaller)
    rows = []
    for ratio in (a, b):
        total = 1 + ratio + ratio**2 + ratio**3
        rows += [[ratio**n / total for n in places] for places in ((0, 1, 2, 3), (3, 2, 1, 0))]
    m = Mechanism.from_rows(range(4), range(4), rows)
    profile, alone = (
        privacy_profile(m, NeighborGraph.from_edges(range(4), edges)) for edges in ([(0, 1), (2, 3)], [(0, 1)])
    )
    assert profile == alone
    assert profile.knots == exacts(1, a, a**3)


def test_profile_without_a_pair_is_0_and_of_a_directed_edge_one_sided() -> None:
    m = Mechanism.from_rows([0, 1], [0, 1], [[1, 0], ["1/2", "1/2"]])
    nothing = privacy_profile(m, NeighborGraph.from_edges([0, 1], []))
    assert (nothing.knots, nothing.slopes, nothing.values) == (exacts(1), exacts(0), exacts(0))
    forward = privacy_profile(m, NeighborGraph.from_edges([0, 1], [(0, 1)], directed=True))
    assert (forward.knots, forward.slopes, forward.values) == (exacts(1, 2), exacts("-1/2", 0), exacts("1/2", 0))


def test_profile_refuses() -> None:
    profile = privacy_profile(sample("response"), complete("response"))
    for value, error in (("0.999", ParameterError), (1.5, InexactInputError), ("two", DPExactError)):
        refuses(error, "", profile, value)
    refuses(MechanismError, "'c'", privacy_profile, sample("response"), NeighborGraph.from_edges([0, "c"], [(0, "c")]))
    floats = Mechanism.from_floats([0, 1], [0, 1], [[0.1, 0.2], [0.5, 0.5]], row_sums="report")
    refuses(ParameterError, "do not sum to 1", privacy_profile, floats, NeighborGraph.complete([0, 1]))
