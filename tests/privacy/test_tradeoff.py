"""The trade-off curve against the errors of all 2^m tests."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from dpexact import ParameterError, exact, tradeoff_curve
from tests.each import each
from tests.oracle import MP, REALS, agrees, event_sums, number
from tests.refusals import refuses
from tests.samples import SAMPLES, all_pairs, exacts

CASES = [(name, i, j) for name in SAMPLES for i, j in all_pairs(name)] + [("one by one", 0, 0), ("response", 0, 0)]


def below(curve: Sequence[tuple[Fraction, Fraction]], alpha: Fraction) -> Fraction:
    """The height of a curve at alpha, by interpolation between its vertices."""
    for (a, b), (c, d) in pairwise(curve):
        if a <= alpha <= c:
            return b + (d - b) * (alpha - a) / (c - a)
    assert [alpha] == [a for a, _ in curve]
    return curve[0][1]


@each(("name", "i", "j"), CASES)
def test_every_vertex_is_a_test_and_no_test_is_below_the_curve(name: str, i: int, j: int) -> None:
    p, q = SAMPLES[name][i], SAMPLES[name][j]
    curve = [(a.as_fraction(), b.as_fraction()) for a, b in tradeoff_curve(p, q)]
    tests = {(reject, 1 - power) for reject, power in zip(event_sums(p), event_sums(q), strict=True)}
    assert set(curve) <= tests
    assert all(beta >= below(curve, alpha) for alpha, beta in tests)
    assert curve[0][0] == 0
    assert curve[-1] == (Fraction(1), Fraction(0))
    slopes = [(d - b) / (c - a) for (a, b), (c, d) in pairwise(curve)]
    assert all(first < second for first, second in pairwise(slopes))  # no vertex is idle


def test_curve_by_hand() -> None:
    # Rejecting output 2 of Q = (0, 1/2, 1/2) against P = (1/2, 1/2, 0) costs nothing.
    assert tradeoff_curve(["1/2", "1/2", 0], [0, "1/2", "1/2"]) == (
        exacts(0, "1/2"),
        exacts("1/2", 0),
        exacts(1, 0),
    )
    assert tradeoff_curve([1], [1]) == (exacts(0, 1), exacts(1, 0))
    assert tradeoff_curve([1, 0], [0, 1]) == (exacts(0, 0), exacts(1, 0))


def test_irrational_distributions() -> None:
    e = exact("exp(1/2)")
    curve = tradeoff_curve([e / (1 + e), 1 / (1 + e)], [1 / (1 + e), e / (1 + e)])
    real = REALS["exp(1/2)"]
    expected = [(number(Fraction(0)), MP.mpf(1)), (1 / (1 + real), 1 / (1 + real)), (MP.mpf(1), MP.mpf(0))]
    assert len(curve) == 3
    for (alpha, beta), (a, b) in zip(curve, expected, strict=True):
        assert agrees(alpha, a)
        assert agrees(beta, b)


def test_what_is_no_pair_of_distributions() -> None:
    refuses(ParameterError, "same outcomes", tradeoff_curve, [1], ["1/2", "1/2"])
    refuses(ParameterError, "sum to 1", tradeoff_curve, ["1/2", "1/2"], ["1/2", "1/3"])
