"""The printed T is the broken twin of the corrected one: its delta is not divided by E past the breakpoint."""

from fractions import Fraction

from dpexact import Mechanism, NeighborGraph, Refuted, check, exact, free_exp_epsilon, verify
from dpexact.papers.rainbow import line_mechanism, step
from tests.each import each
from tests.values import of_type

HALVES = ("1/2", "1/2")
CAPTION_M = ("0.0005", "0.0081", "0.1364", "0.2727", "0.5823")
STARTS = [
    # p, E, delta with a prefix sum past the breakpoint, so that the variants differ
    (HALVES, "2", "1/4"),
    (HALVES, "2", "1/1000000000000000000000000"),
    (("0.2", "0.1", "0.7"), "2", "1/10"),
    (("1/3", "1/3", "1/3"), "sqrt(2)", "1/50"),
    (HALVES, "exp(1/10)", "1/100"),
    (HALVES, "exp(1+log(2)/2)", "1/100"),
    (CAPTION_M, "1.2", "0.001"),
    (CAPTION_M, "1.2", "0.01"),
]


def path(mechanism: Mechanism) -> NeighborGraph:
    """Return the neighbors of a line."""
    return NeighborGraph.path(mechanism.inputs)


def test_smallest_counterexample() -> None:
    twin = line_mechanism(HALVES, 2, "1/4", 1, variant="printed")
    assert twin.rows() == ((exact("1/2"), exact("1/2")), (exact(1), exact(0)))
    verdict = of_type(Refuted, verify(twin, path(twin), 2, "1/4"))
    # P_0({2}) = 1/2 > 2 * P_1({2}) + 1/4 = 1/4
    assert verdict.counterexample.pair == (0, 1)
    assert verdict.counterexample.event == (2,)
    assert verdict.counterexample.excess == Fraction(1, 4)
    check(verdict.certificate())


@each(("p", "exp_epsilon", "delta"), STARTS)
def test_printed_is_refuted_and_corrected_is_proved(p: tuple[str, ...], exp_epsilon: str, delta: str) -> None:
    big_e, steps = exact(exp_epsilon), 3
    twin = line_mechanism(p, big_e, delta, steps, variant="printed")
    refuted = of_type(Refuted, verify(twin, path(twin), big_e, delta))
    (first, second), event = refuted.counterexample.pair, refuted.counterexample.event
    excess = twin.probability(first, event) - big_e * twin.probability(second, event) - exact(delta)
    assert refuted.counterexample.excess == excess
    assert excess > 0
    check(refuted.certificate())
    right = line_mechanism(p, big_e, delta, steps)
    proved = verify(right, path(right), big_e, delta)
    assert proved.proved
    check(proved.certificate())


def test_the_corrected_step_is_proved_for_all_e_at_once() -> None:
    e = free_exp_epsilon()
    # 1/2 is past the breakpoint (3/4)/(E + 1) for every E >= 1: T(p) = (1 - 1/(4 E), 1/(4 E)).
    assert step(HALVES, e, "1/4") == (1 - 1 / (4 * e), 1 / (4 * e))
    line = line_mechanism(HALVES, e, "1/4", 1)
    verdict = verify(line, path(line), e, "1/4")
    assert verdict.proved
    check(verdict.certificate())
