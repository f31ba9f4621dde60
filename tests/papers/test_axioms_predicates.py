"""Predicates, satisfies, check_predicate and the axioms as decisions: edges, refusals, hand-made examples."""

from fractions import Fraction
from typing import Any

import mpmath
import pytest

import dpexact
from dpexact import Mechanism, NeighborGraph, check, exact, exp_of_epsilon, free_exp_epsilon
from dpexact.errors import MechanismError, ParameterError, UndecidedError, VerdictError
from dpexact.papers.axioms.bounds import (
    ApproxDPPredicate,
    GaussianPredicate,
    LaplacePredicate,
    LinePredicate,
    LogisticPredicate,
    PiecewiseLinearPredicate,
    PiecewiseRationalPredicate,
    exponential_predicate,
)
from dpexact.papers.axioms.conditions import check_predicate
from dpexact.papers.axioms.definitions import (
    anonymous,
    cosine,
    generic,
    probabilistic,
    second_moment,
    singletons,
    strict,
)
from dpexact.papers.axioms.events import event_above
from dpexact.papers.axioms.predicate import Conjunction, RawPredicate, minimum, symmetrised
from dpexact.papers.axioms.satisfaction import satisfies
from dpexact.papers.axioms.search import break_convexity, break_transformation
from tests.each import each
from tests.refusals import refuses

PAIR = NeighborGraph.path([0, 1])
FORTH = NeighborGraph.from_edges([0, 1], [(0, 1)], directed=True)
NO_PAIRS = NeighborGraph.from_edges([0, 1], [])


def two(first: list[Any], second: list[Any]) -> Mechanism:
    return Mechanism.from_rows([0, 1], [f"o{n}" for n in range(len(first))], [first, second])


TABLE = two(["0.89", "0.1", "0.01", 0], ["0.79", "0.2", 0, "0.01"])


def test_verdicts_are_those_of_dpexact() -> None:
    response = Mechanism.from_rows("ab", "xy", [["3/4", "1/4"], ["1/4", "3/4"]])
    everyone = NeighborGraph.complete("ab")
    assert isinstance(satisfies(response, everyone, ApproxDPPredicate(3, 0)), dpexact.Proved)
    refuted = satisfies(response, everyone, ApproxDPPredicate(2, 0))
    assert isinstance(refuted, dpexact.Refuted)
    assert not isinstance(refuted, dpexact.Proved)


def test_the_papers_table() -> None:
    assert satisfies(TABLE, PAIR, ApproxDPPredicate(2, "0.01")).proved
    verdict: Any = satisfies(TABLE, PAIR, ApproxDPPredicate(2, "0.0099"))
    assert (verdict.counterexample.a, verdict.counterexample.b) in [(0, exact("0.01")), (exact("0.01"), 0)]
    assert probabilistic(2, "0.01").holds(TABLE, PAIR)
    assert not probabilistic(2, "0.0099").holds(TABLE, PAIR)


def test_m_of_0_counts() -> None:
    jump = two([0, 1], ["1/10", "9/10"])
    allowed = PiecewiseLinearPredicate([(0, "1/10"), (1, 1)])
    refused = PiecewiseLinearPredicate([(0, "1/10"), (1, 1)], at_zero="1/11")
    assert satisfies(jump, FORTH, allowed).proved
    proved: Any = satisfies(jump, FORTH, allowed)
    refutation: Any = satisfies(jump, FORTH, refused)
    found = refutation.counterexample
    assert (found.pair, found.event, found.side) == ((0, 1), ("o0",), "above")
    assert [check(one)["kind"] for one in proved.certificates()] == ["private"]


def test_a_jump_downwards_makes_no_convex_set() -> None:
    down = PiecewiseLinearPredicate([(0, 0), (1, 1)], at_zero="1/2")  # the corners (0, 1/2), (1, 1) are allowed
    verdict: Any = satisfies(two([0, "1/2", "1/2"], ["1/2", "1/4", "1/4"]), FORTH, down)
    assert not down.convex
    assert not verdict.proved
    assert verdict.counterexample.a == exact("1/2")


def test_the_empty_event_counts() -> None:
    constant = two([1], [1])
    verdict: Any = satisfies(constant, PAIR, RawPredicate.of_pairs([("1/2", "1/2"), (1, 1)]))
    assert (verdict.counterexample.event, verdict.counterexample.side) == ((), "not allowed")
    assert satisfies(constant, PAIR, RawPredicate.of_pairs([(0, 0), (1, 1)])).proved
    below = PiecewiseLinearPredicate([(0, 0), (1, "1/2")])  # M(1) < 1: the whole space is not allowed
    assert not satisfies(constant, PAIR, below).proved


def test_directions() -> None:
    for predicate in (RawPredicate.of_pairs([]), ApproxDPPredicate(1, 0)):  # without a pair nothing is claimed
        assert satisfies(two([1, 0], [0, 1]), NO_PAIRS, predicate).proved, predicate
    m = two(["1/2", "1/2"], [1, 0])  # P_1 <= 2 P_0, and P_0({o1}) = 1/2 > 0
    assert satisfies(m, FORTH, ApproxDPPredicate(2, 0, "backward")).proved
    assert satisfies(m, FORTH, exponential_predicate(2)).proved
    assert not satisfies(m, FORTH, ApproxDPPredicate(2, 0, "forward")).proved
    assert not satisfies(m, FORTH, ApproxDPPredicate(2, 0)).proved
    assert not satisfies(m, PAIR, ApproxDPPredicate(2, 0, "backward")).proved


def test_equality_is_allowed_and_a_hair_more_is_not() -> None:
    e = exp_of_epsilon("1")
    response = two([e / (1 + e), 1 / (1 + e)], [1 / (1 + e), e / (1 + e)])
    assert satisfies(response, PAIR, ApproxDPPredicate(e, 0)).proved
    assert not satisfies(response, PAIR, ApproxDPPredicate(e * (1 - exact("1e-30")), 0)).proved
    assert not satisfies(response, PAIR, LaplacePredicate(e)).proved  # its M is smaller at 1/(E + 1)


@each("shift", ["0", "1", "1/3", "7"])
@each("a", ["1e-20", "0.3", "1/2", "0.999"])
def test_gaussian_against_mpmath(shift: str, a: str) -> None:
    with mpmath.workdps(60):
        x, t = (mpmath.mpf(Fraction(v).numerator) / Fraction(v).denominator for v in (a, shift))
        boundary = mpmath.findroot(
            lambda y: mpmath.erfc(y / mpmath.sqrt(2)) / 2 - x, -mpmath.sqrt(2) * mpmath.erfinv(2 * x - 1)
        )
        expected = mpmath.erfc((boundary - t) / mpmath.sqrt(2)) / 2
        value: Any = GaussianPredicate(shift).upper(a)
        low, high = value.enclosure(150) if shift == "0" else (value.refine(150).lower, value.refine(150).upper)
        for bound, sign in ((low, 1), (high, -1)):
            given = mpmath.mpf(bound.numerator) / bound.denominator
            assert sign * (expected - given) > -(mpmath.mpf(10) ** -38)
            assert abs(expected - given) < mpmath.mpf(10) ** -35


def test_gaussian_decisions() -> None:
    assert satisfies(two(["1/2", "1/2"], ["0.8413", "0.1587"]), PAIR, GaussianPredicate(1)).proved
    assert not satisfies(two(["1/2", "1/2"], ["0.8414", "0.1586"]), PAIR, GaussianPredicate(1)).proved
    assert satisfies(two(["1/2", "1/2"], ["0.8413", "0.1587"]), PAIR, symmetrised(GaussianPredicate(1))).proved
    assert not satisfies(two([0, 1], ["1/100", "99/100"]), PAIR, GaussianPredicate(100)).proved
    assert satisfies(two(["1/2", "1/2"], ["1/2", "1/2"]), PAIR, GaussianPredicate(0)).proved


DENT = PiecewiseLinearPredicate([(0, 0), ("1/2", "6/10"), ("3/4", "7/10"), (1, 1)])  # not concave, below a at 3/4


def spread(size: int) -> Mechanism:
    rows = [[Fraction(1 + n**3 % 97 + n, 1) for n in range(size)], [Fraction(1 + n**2 % 89, 1) for n in range(size)]]
    return Mechanism.from_rows([0, 1], range(size), [[v / sum(row) for v in row] for row in rows])


@pytest.mark.seldom
def test_what_cannot_be_listed_is_undecided() -> None:
    lazy = Mechanism.from_rows([0, 1], range(40), [[Fraction(1 << n, (1 << 40) - 1) for n in range(40)]] * 2)
    always = RawPredicate.of_function(lambda a, b: bool(a == b))
    verdict: Any = satisfies(lazy, FORTH, always)
    assert type(verdict).__name__ == "Undecided"
    assert "131072" in verdict.reason
    refuses(VerdictError, "undecided", verdict.require)
    refuses(VerdictError, "truth value", bool, verdict)
    refuses(VerdictError, "no certificate", verdict.certificate)
    assert verdict.certificates() == ()
    assert not satisfies(spread(40), FORTH, always).proved  # an early event is enough
    assert satisfies(spread(40), FORTH, PiecewiseLinearPredicate([(0, 1), (1, 1)])).proved


@pytest.mark.slow
def test_the_halves_of_many_outputs() -> None:
    """An M that is not concave: 2^32 events, 2^16 sums of each half."""
    touching = PiecewiseLinearPredicate([(0, 0), ("1/2", "1/2"), ("3/4", 1), (1, 1)])
    lazy = Mechanism.from_rows([0, 1], range(32), [[Fraction(1 << n, (1 << 32) - 1) for n in range(32)]] * 2)
    assert satisfies(lazy, PAIR, touching).proved  # M(a) >= a, and every event has b = a
    verdict: Any = satisfies(spread(32), FORTH, touching)
    found = verdict.counterexample
    assert (found.b > touching.upper(found.a)) == (found.side == "above")
    assert not touching.allows(found.a, found.b)
    assert [spread(32).probability(i, found.event) for i in found.pair] == [found.a, found.b]
    wide = Mechanism.from_rows([0, 1], range(34), [[Fraction(1 << n, (1 << 34) - 1) for n in range(34)]] * 2)
    open_: Any = satisfies(wide, PAIR, touching)
    assert "65536" in open_.reason  # one more is refused, before it is held


def test_the_halves_at_a_jump() -> None:
    """M(0) = 1/2, then M(a) = a: at a = 0 the limit 0 is no bound, from there on 1/2 is none."""
    zero, quarter, half, one = (exact(n) / 4 for n in (0, 1, 2, 4))
    knots, jump = [(zero, zero), (one, one)], half
    assert event_above([zero, one], [quarter, 1 - quarter], knots, jump) is None
    assert event_above([zero, one], [1 - quarter, quarter], knots, jump) == (0,)
    assert event_above([zero, half, half], [quarter, half, quarter], knots, jump) == (0, 1)
    assert event_above([zero, one], [quarter, 1 - quarter], knots, None) == (0,)
    falling = [(zero, one), (one, half)]
    assert event_above([one], [one], falling, None) == (0,)  # both ends belong to the pieces


def test_concave_pieces_of_many_outputs() -> None:
    """2a - a^2 is concave: its corners decide, for any number of outputs."""
    square = PiecewiseRationalPredicate([("1/3", [0, 2, -1], [1]), (1, [0, 2, -1], [1])])
    assert check_predicate(square)[3].proved
    assert satisfies(Mechanism.from_rows([0, 1], range(60), [[Fraction(1, 60)] * 60] * 2), PAIR, square).proved
    irrational = two(["exp(-1)", "1 - exp(-1)"], ["1/2", "1/2"])  # 2/e - 1/e^2 = 0.6004..., 1 - 1/e^2 = 0.8646...
    assert satisfies(irrational, FORTH, square).proved
    assert square.upper("exp(-1)") == exact("2*exp(-1) - exp(-2)")
    halved = PiecewiseRationalPredicate([("1/3", [0, 1], [1]), (1, [0, 3], [2, 1])])  # 3a/(2 + a) from 1/3 on
    assert halved.upper("exp(-1)") == exact("3*exp(-1)/(2 + exp(-1))")
    bent = PiecewiseRationalPredicate([("1/2", [0, 1], [1]), (1, [-1, 4, -2], [1])])
    jump = PiecewiseRationalPredicate([("1/2", [0, 1], [1]), (1, ["1/2", "1/2"], [1])])
    down = PiecewiseRationalPredicate([(1, [1, 1], [2])], at_zero=1)
    up = PiecewiseRationalPredicate([(1, [1, 1], [2])], at_zero=0)
    assert [check_predicate(one)[3].proved for one in (bent, jump, down, up)] == [False, False, False, True]
    dented = PiecewiseRationalPredicate([("1/2", [0, 1], [1]), ("3/4", ["-1/2", 2], [1]), (1, [1], [1])])
    inner = two(["1/2", "1/4", "1/4"], ["2/3", "1/3", 0])  # the corner (3/4, 1) is allowed, (1/2, 2/3) is not
    assert not satisfies(inner, FORTH, dented).proved


def test_a_combined_predicate_needs_no_inverse_and_no_m() -> None:
    square, raw = PiecewiseRationalPredicate([(1, [0, 0, 1], [1])]), RawPredicate.of_pairs([(0, 0), (1, 1)])
    halves, equal = two(["1/2", "1/2"], ["1/4", "3/4"]), two([1], [1])
    first: Any = satisfies(halves, FORTH, symmetrised(square))  # b = 3/4 at a = 1/2 is above a^2
    assert first.counterexample.a == exact("1/2")
    assert first.counterexample.b in (exact("3/4"), exact("1/4"))
    second: Any = satisfies(halves, FORTH, minimum(raw, ApproxDPPredicate(4, 0)))
    assert second.counterexample.side == "not allowed"
    for one in (symmetrised(raw), minimum(raw, ApproxDPPredicate(2, 0)), minimum(ApproxDPPredicate(2, 0), raw)):
        assert satisfies(equal, PAIR, one).proved
        assert not satisfies(equal, PAIR, one).certificates()  # the bound alone is not the whole
        assert not check_predicate(one)[1].proved  # raw pairs are no M
    assert satisfies(equal, PAIR, symmetrised(PiecewiseRationalPredicate([(1, [0, 1], [1])]))).proved


def test_exchanged_is_asked_the_other_way_round() -> None:
    """M = a up to 1/2, then 2a - 1/2, then 1: (3/4, 1) and (1/4, 0) are allowed, (1, 3/4) is not, as m(1) = 1."""
    dented = PiecewiseLinearPredicate([(0, 0), ("1/2", "1/2"), ("3/4", 1), (1, 1)])
    up, down = two(["3/4", "1/4"], [1, 0]), two([1, 0], ["3/4", "1/4"])
    assert [satisfies(one, FORTH, dented).proved for one in (up, down)] == [True, False]
    assert [satisfies(one, FORTH, Conjunction(((dented, True),))).proved for one in (up, down)] == [False, True]
    assert not satisfies(up, FORTH, symmetrised(dented)).proved


@pytest.mark.seldom
def test_what_one_part_leaves_open_another_one_may_refute() -> None:
    said = RawPredicate.of_function(lambda a, b: bool(a <= b or b <= a))
    shifted: Any = satisfies(spread(20), FORTH, minimum(said, DENT))  # 2^20 events are not listed
    assert not DENT.allows(shifted.counterexample.a, shifted.counterexample.b)


E_FREE = free_exp_epsilon()
FREE = Mechanism.from_rows(
    [0, 1], "xy", [[E_FREE / (1 + E_FREE), 1 / (1 + E_FREE)], [1 / (1 + E_FREE), E_FREE / (1 + E_FREE)]]
)


@pytest.mark.parametrize("direction", ["both", "forward", "backward"])
def test_a_free_e_from_1_on(direction: Any) -> None:
    proved: Any = satisfies(FREE, PAIR, ApproxDPPredicate(E_FREE, 0, direction))
    assert proved.proved
    assert check(proved.certificate())["kind"] == "private-for-all"
    assert satisfies(FREE, PAIR, symmetrised(exponential_predicate(E_FREE))).proved
    refuted: Any = satisfies(FREE, PAIR, ApproxDPPredicate(2, 0, direction))
    assert refuted.point > 2
    ends = (1 / (1 + refuted.point), refuted.point / (1 + refuted.point))
    assert (refuted.counterexample.a, refuted.counterexample.b) in (ends, ends[::-1])
    assert check(refuted.certificate())["kind"] == "not-private"


def test_a_free_e_and_other_predicates() -> None:
    # randomized response at E has b = E a at a = 1/(1 + E): above 1 - 1/(4 E a) for every E > 1, equal at 1
    verdict: Any = satisfies(FREE, PAIR, LaplacePredicate(E_FREE))
    at = verdict.point
    assert at > 1
    assert not LaplacePredicate(at).allows(verdict.counterexample.a, verdict.counterexample.b)
    assert not satisfies(FREE, PAIR, LogisticPredicate(E_FREE)).proved  # E a/(1 - a + E a) is 1/2 at that a
    assert satisfies(FREE, PAIR, LogisticPredicate(E_FREE**2)).proved  # the odds times E^2, exactly
    slope = LinePredicate(((E_FREE / 2, exact(1)),))  # a slope below and above 1, and M = 1
    assert satisfies(FREE, PAIR, slope).proved
    assert satisfies(FREE, PAIR, LaplacePredicate(E_FREE**2)).proved  # 2 E^2 a >= 1, 1 - (1 + E)/(4 E^2) >= E/(1 + E)


def test_the_certificate_of_a_verdict() -> None:
    one: Any = satisfies(TABLE, PAIR, ApproxDPPredicate(2, "0.01"))
    assert check(one.certificate())["kind"] == "private"
    assert len(one.certificates()) == 1  # both directions of both pairs in one
    forth: Any = satisfies(TABLE, FORTH, ApproxDPPredicate(2, "0.01"))
    assert sorted(check(forth.certificate())["pairs"]) == [[0, 1], [1, 0]]
    none: Any = satisfies(two([1], [1]), PAIR, LaplacePredicate(2))
    refuses(VerdictError, "0 certificates", none.certificate)
    several: Any = satisfies(TABLE, PAIR, minimum(ApproxDPPredicate(2, "0.01"), ApproxDPPredicate(3, "0.01")))
    refuses(VerdictError, "2 certificates", several.certificate)
    refuted: Any = satisfies(TABLE, PAIR, LaplacePredicate(2))
    refuses(VerdictError, "by hand", refuted.certificate)
    assert refuted.certificates() == ()


def test_float_rows_are_undecided() -> None:
    m = Mechanism.from_floats([0, 1], ["a", "b"], [[0.1, 0.9], [0.3, 0.7]], row_sums="report")
    verdict: Any = satisfies(m, PAIR, ApproxDPPredicate(3, 0))
    assert m.defects
    assert type(verdict).__name__ == "Undecided"


REFUSALS: tuple[tuple[Any, str], ...] = (
    (lambda: ApproxDPPredicate("1/2", 0), "expected E ="),
    (lambda: ApproxDPPredicate(2, 2), "delta"),
    (lambda: ApproxDPPredicate(2, 0, "sideways"), "direction"),  # type: ignore[arg-type]
    (lambda: ApproxDPPredicate(2, 0).upper("3/2"), "a: expected a number from 0 to 1"),
    (lambda: PiecewiseLinearPredicate([(0, 0)]), "knots"),
    (lambda: PiecewiseLinearPredicate([(0, 0), ("1/2", 1)]), "knots"),
    (lambda: PiecewiseLinearPredicate([(0, 0), (1, 1), ("1/2", 1)]), "knots"),
    (lambda: PiecewiseLinearPredicate([(0, 0), (1, 2)]), "knots"),
    (lambda: PiecewiseLinearPredicate([(0, 0), ("1/2", "1/4"), (1, 1)]).inverse(1), "no inverse"),
    (lambda: LinePredicate(((exact(1) / 2, exact(0)),)), "lines"),
    (lambda: LinePredicate(((exact(2), exact("1/4")),), at_zero=exact("1/2")), "at_zero"),
    (lambda: PiecewiseRationalPredicate([("1/2", [0, 1], [1])]), "end at 1"),
    (lambda: PiecewiseRationalPredicate([(1, [0, 1], ["-1/2", 1])]), "zero"),
    (lambda: PiecewiseRationalPredicate([(1, [0, 2], [1])]), "values from 0 to 1"),
    (lambda: PiecewiseRationalPredicate([("1/2", [0, 1], [1]), ("1/2", [1], [1])]), "expected an end after"),
    (lambda: GaussianPredicate(-1), "shift"),
    (minimum, "at least one"),
    (lambda: minimum(ApproxDPPredicate(2, 0), 3), r"predicates\[1\]"),  # type: ignore[arg-type]
    (lambda: symmetrised(3), "predicate: expected one with .allows"),  # type: ignore[arg-type]
    (lambda: symmetrised(LaplacePredicate), "the class LaplacePredicate; call it"),  # type: ignore[arg-type]
    (lambda: satisfies(TABLE, PAIR, ApproxDPPredicate), "the class ApproxDPPredicate; call it"),  # type: ignore[arg-type]
    (lambda: minimum(RawPredicate.of_pairs([])).upper(0), "has no M"),
    (lambda: symmetrised(RawPredicate.of_pairs([])).lower(0), "has no M"),
    (lambda: RawPredicate.of_function(7), "function"),  # type: ignore[arg-type]
    (lambda: RawPredicate.of_pairs([(2, 0)]), "pairs"),
    (lambda: satisfies(TABLE, PAIR, RawPredicate.of_function(lambda _a, _b: None)), "True or False"),  # type: ignore[arg-type, return-value]
    (lambda: satisfies(TABLE, PAIR, 7), "predicate"),  # type: ignore[arg-type]
    (lambda: check_predicate(7), "predicate"),  # type: ignore[arg-type]
    (lambda: anonymous(0), "k: expected"),
)


def test_refusals() -> None:
    for make, words in REFUSALS:
        refuses(ParameterError, words, make)


# -- conditions -------------------------------------------------------------------------------------------------------


def failing(predicate: Any) -> list[int]:
    report = check_predicate(predicate)
    return [n for n in range(1, 7) if not report[n].proved]


def test_conditions_of_rational_pieces() -> None:
    assert failing(PiecewiseRationalPredicate([(1, [0, 2, -1], [1])])) == []  # 2a - a^2
    assert failing(PiecewiseRationalPredicate([(1, [0, 0, 1], [1])])) == [3, 6]  # a^2
    assert failing(PiecewiseRationalPredicate([("1/2", [0, 2], [1]), (1, [1], [1])])) == []
    assert failing(PiecewiseRationalPredicate([("1/2", ["3/4"], [1]), (1, [1], [1])])) == [3, 4, 5]
    assert failing(PiecewiseRationalPredicate([("1/2", [0, 1], [1]), (1, [-1, 4, -2], [1])])) == [3]
    assert failing(PiecewiseRationalPredicate([(1, [1, 1], [2])], at_zero=1)) == [3]  # down at 0, from 1
    assert failing(PiecewiseRationalPredicate([(1, [1, 1], [2])], at_zero="3/4")) == [3, 4]
    assert failing(PiecewiseRationalPredicate([(1, [1, 1], [2])], at_zero="sqrt(2)/2")) == [3, 4]
    assert failing(PiecewiseRationalPredicate([(1, [1, 1], [2])], at_zero="exp(-1)")) == []
    assert failing(PiecewiseRationalPredicate([(1, [1, 1], [2])], at_zero=0)) == []
    # 3 a^2 - 2 a^3 is convex, then concave, and below a at first
    assert failing(PiecewiseRationalPredicate([(1, [0, 0, 3, -2], [1])])) == [3, 6]
    # a bend of even multiplicity: a - (a - 1/2)^4 + 1/16 has M'' = -12 (a - 1/2)^2 <= 0
    bend = [0, "3/2", "-3/2", 2, -1]
    assert failing(PiecewiseRationalPredicate([(1, bend, [1])])) == []


def test_raw_predicates() -> None:
    assert failing(RawPredicate.of_pairs([(0, 0), (1, 1), ("1/2", "1/2")])) == [1]  # (1/3, 1/3) is not allowed
    assert 1 in failing(RawPredicate.of_pairs([("1/2", 0), ("1/2", 1)]))
    assert failing(RawPredicate.of_pairs([("1/2", 0)])) == [1]  # its complement is not allowed, nor is (1/2, 1/2)
    assert failing(RawPredicate.of_function(lambda a, b: bool(a == b))) == [1, 2, 3, 4, 5, 6]


def test_a_jump_down_from_one_is_seen() -> None:
    report: Any = check_predicate(PiecewiseRationalPredicate([("1/2", ["1/2", 1], [1]), (1, [0, 1], [1])]))
    before, after = report[4].counterexample.values
    assert after <= before < 1


def test_a_fall_past_a_piece_at_one_is_seen() -> None:
    """M(3/10) = 43/50 > M(7/10) = 16/25, with M = 1 between them; M(0) = 3/4 > M(3/5) = 3/5 in the second one."""
    high, low = ("1/3", ["1/2", "6/5"], [1]), (1, ["-1/5", "6/5"], [1])
    assert 4 in failing(PiecewiseRationalPredicate([high, ("2/3", [1], [1]), low]))
    assert 4 in failing(PiecewiseRationalPredicate([("1/2", [1], [1]), (1, [0, 1], [1])], at_zero="3/4"))


@pytest.mark.parametrize(
    "predicate",
    [
        PiecewiseLinearPredicate([(0, "1/2"), ("3/4", "1/4"), ("11/12", "2/3"), (1, 1)], at_zero=0),
        PiecewiseLinearPredicate([(0, 1), ("1/2", "1/2"), (1, 1)], at_zero=0),
        PiecewiseLinearPredicate([(0, "1/4"), (1, 1)], at_zero="1/2"),  # near to 0 M is below M(0)
        PiecewiseRationalPredicate([("1/2", ["1/2", 1], [1]), (1, ["3/10", "1/10"], [1])], at_zero=0),
        PiecewiseRationalPredicate([("1/4", [0, "1/10"], [1]), ("1/2", ["1/2", 1], [1]), (1, ["3/10", "1/10"], [1])]),
    ],
)
def test_a_witness_beside_a_jump_has_the_values_of_m(predicate: Any) -> None:
    report: Any = check_predicate(predicate)
    fall, bend = report[4].counterexample, report[3].counterexample
    assert fall.values == tuple(map(predicate.upper, fall.points))
    assert fall.points[0] < fall.points[1]
    assert fall.values[1] <= fall.values[0] < 1
    if len(bend.points) == 3:  # else a jump, of which one value is a limit
        (x, y, z), (low, middle, high) = bend.points, bend.values
        assert bend.values == tuple(map(predicate.upper, bend.points))
        assert (middle - low) * (z - x) < (high - low) * (y - x)


def test_a_bound_that_exchanging_forbids_is_not_proved_allowed() -> None:
    jump = PiecewiseLinearPredicate([(0, 1), (1, 1)], at_zero=0)
    for exchanged in (symmetrised(jump), symmetrised(minimum(jump)), minimum(Conjunction(((jump, True),)), jump)):
        assert exchanged.upper("1/2") == 1
        assert not exchanged.allows(exact("1/2"), exact(1))
        assert not check_predicate(exchanged)[1].proved
        assert check_predicate(exchanged)[3].proved
    twice = symmetrised(Conjunction(((jump, True),)))
    assert twice == Conjunction(((jump, True), (jump, False)))
    refuses(VerdictError, "", bool, check_predicate(ApproxDPPredicate(2, 0)))


DEFINITIONS = (
    *(generic(ApproxDPPredicate(2, 0)), strict(2), cosine()),
    *(probabilistic(2), singletons(2), second_moment(2), anonymous(1)),
)


# -- the axioms -------------------------------------------------------------------------------------------------------


def test_definitions_that_keep_the_axioms() -> None:
    for definition in (generic(ApproxDPPredicate(2, "1/10")), cosine(), strict(2), second_moment(2)):
        assert break_transformation(definition).proved
        assert break_convexity(definition).proved
    assert not cosine().holds(two([1], [1]), PAIR)
    assert not strict(2).holds(two([1], [1]), PAIR)
    assert strict(2, but_impossible=True).holds(two([1, 0], [1, 0]), PAIR)
    assert not strict(2, but_impossible=True).holds(two(["2/3", "1/3"], ["1/3", "2/3"]), PAIR)


@pytest.mark.seldom
@pytest.mark.parametrize("definition", [probabilistic(2, "1/10"), singletons(2, "1/10"), anonymous(2)])
def test_broken_by_post_processing(definition: Any) -> None:
    verdict: Any = break_transformation(definition)
    found = verdict.counterexample
    assert definition.holds(found.mechanism, NeighborGraph.complete([0, 1]))
    assert found.mechanism.postprocess(found.kernel) == found.result
    assert not definition.holds(found.result, NeighborGraph.complete([0, 1]))


@pytest.mark.slow
def test_broken_by_mixing() -> None:
    dent = generic(PiecewiseLinearPredicate([(0, 0), ("1/2", "1/2"), ("3/4", 1), (1, 1)]))
    verdict: Any = break_convexity(dent, neighbors=FORTH)
    found = verdict.counterexample
    assert dent.holds(found.first, FORTH)
    assert dent.holds(found.second, FORTH)
    assert not dent.holds(found.result, FORTH)
    both: Any = break_transformation(dent, neighbors=FORTH)  # each axiom fails where the other does
    assert not dent.holds(both.counterexample.result, FORTH)


def test_what_the_search_leaves_undecided() -> None:
    always = generic(RawPredicate.of_function(lambda _a, _b: True))
    verdict: Any = break_transformation(always, mechanisms=[two([1, 0], [0, 1])])
    assert type(verdict).__name__ == "Undecided"
    assert not verdict.proved
    m = Mechanism.from_floats([0, 1], ["a", "b"], [[0.1, 0.9], [0.3, 0.7]], row_sums="report")
    for definition in DEFINITIONS:
        refuses(UndecidedError, "sum to 1", definition.holds, m, PAIR)
        refuses(MechanismError, "not an input", definition.holds, two([1], [1]), NeighborGraph.path([0, 2]))
