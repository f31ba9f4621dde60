"""Laws of the optimal designs, by routes that know nothing of the closed forms."""

from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st

from dpexact.numbers.exact import exact
from dpexact.papers.count_queries import CountQueryDesign, optimal_design, printed_design, privacy_gap, real_delta
from tests.oracle import excesses

RATIOS = st.one_of(st.just(Fraction(1)), st.fractions(1, 4, max_denominator=20), st.fractions(4, 40, max_denominator=3))
ODDS = st.one_of(
    st.fractions(Fraction(1, 5000), Fraction(1, 2), max_denominator=5000), st.fractions(Fraction(1, 50), 12)
)
SMALL_D = st.integers(1, 4)
MEDIUM_D = st.integers(1, 9)


def correct(odds: Fraction) -> Fraction:
    """The eta with C = 2 eta / (1 - eta)."""
    return odds / (2 + odds)


def can_have(share: Fraction, ratio: Fraction, odds: Fraction, reach: int) -> bool:
    """Return whether alphas of total 1 keep all outcomes to B delta = share.

    a_i <= E a_(i+1) + share, a_(i+1) <= E a_i + share with a_0 = C, a_(D+1) = 0: the sequences with this property are
    closed under minimum and maximum, so the least and the greatest are found by relaxing until nothing moves, and every
    total between theirs is had by a mixture.
    """
    least, greatest = [odds] + [Fraction(0)] * (reach + 1), [odds] + [Fraction(10**9)] * reach + [Fraction(0)]
    for _ in range(reach + 2):
        for i in range(reach + 1):
            least[i + 1] = max(least[i + 1], (least[i] - share) / ratio)
            greatest[i + 1] = min(greatest[i + 1], ratio * greatest[i] + share)
        for i in range(reach, -1, -1):
            least[i] = max(least[i], (least[i + 1] - share) / ratio)
            greatest[i] = min(greatest[i], ratio * greatest[i + 1] + share)
    fits = (
        least[0] <= odds <= greatest[0] and least[-1] <= 0 and all(a <= b for a, b in zip(least, greatest, strict=True))
    )
    return fits and sum(least[1:-1]) <= 1 <= sum(greatest[1:-1])


def largest_event(design: CountQueryDesign, ratio: Fraction) -> Fraction:
    """The largest, over all 2^m events, of P(S) - E Q(S) for neighboring counts."""
    law = {z: p.as_fraction() for z, p in design.noise.items()}
    here, beside = ([law.get(z - k, Fraction(0)) for z in range(min(law), max(law) + 2)] for k in (0, 1))
    return Fraction(max(excesses(here, beside, ratio)))


@example(Fraction(5), Fraction(1, 14), 2)
@example(Fraction(2), Fraction(1, 4), 2)  # C = S_(D-1) / T_D: Definition 2 and the folded design meet
@example(Fraction(7), Fraction(1, 4000), 9)
@given(RATIOS, ODDS, MEDIUM_D)
def test_no_smaller_delta_over_single_outcomes(ratio: Fraction, odds: Fraction, reach: int) -> None:
    eta = correct(odds)
    design = optimal_design(ratio, eta, reach)
    share = design.delta.as_fraction() * 2 / (1 - eta)
    assert can_have(share, ratio, odds, reach)
    assert not can_have(share - Fraction(1, 10**60), ratio, odds, reach)


@given(RATIOS, ODDS, MEDIUM_D)
def test_the_alphas_attain_it(ratio: Fraction, odds: Fraction, reach: int) -> None:
    eta = correct(odds)
    for events in ("singletons", "all"):
        design = optimal_design(ratio, eta, reach, events=events)
        assert len(design.alpha) == reach
        assert sum(design.alpha) == 1
        assert min(design.alpha) >= 0
        assert design.noise[0] == eta
        has = design.singleton_delta(ratio) if events == "singletons" else design.tight_delta(ratio)
        assert has == design.delta


@given(RATIOS, ODDS, MEDIUM_D)
def test_the_index_is_that_of_definition_2_or_none(ratio: Fraction, odds: Fraction, reach: int) -> None:
    eta = correct(odds)
    best, printed = optimal_design(ratio, eta, reach), printed_design(ratio, eta, reach)
    if printed.singleton_delta(ratio) == printed.delta:
        assert best == printed
    else:
        assert best.k is None
        assert printed.delta < best.delta < printed.singleton_delta(ratio)


@given(RATIOS, ODDS, SMALL_D)
def test_all_events_by_brute_force_and_the_other_designs_are_no_better(
    ratio: Fraction, odds: Fraction, reach: int
) -> None:
    eta = correct(odds)
    best = optimal_design(ratio, eta, reach, events="all")
    assert best.k is None
    assert largest_event(best, ratio) == best.delta
    for other in (optimal_design(ratio, eta, reach), printed_design(ratio, eta, reach)):
        assert largest_event(other, ratio) >= best.delta
        assert best.singleton_delta(ratio) >= optimal_design(ratio, eta, reach).delta


@example(Fraction(5), Fraction(1, 14), 2)
@given(RATIOS, ODDS, MEDIUM_D)
def test_reach_plus_1_single_outcomes_are_enough_for_all_events(ratio: Fraction, odds: Fraction, reach: int) -> None:
    design = optimal_design(ratio, correct(odds), reach)
    assert design.tight_delta(ratio) <= (reach + 1) * design.delta


@given(RATIOS, ODDS, SMALL_D)
def test_the_closed_form_of_the_real_delta(ratio: Fraction, odds: Fraction, reach: int) -> None:
    eta = correct(odds)
    assert real_delta(ratio, eta, reach) == largest_event(printed_design(ratio, eta, reach), ratio)


@given(RATIOS, ODDS, MEDIUM_D)
def test_where_definition_2_is_optimal_over_all_events(ratio: Fraction, odds: Fraction, reach: int) -> None:
    gap = privacy_gap(ratio, correct(odds), reach)
    powers = sum(ratio**j for j in range(reach))
    triangle = sum(ratio**j * (reach - j) for j in range(reach))
    assert gap.wasted >= 1
    assert (gap.wasted == 1) == (reach == 1 or odds >= ratio * powers / triangle)
    if odds >= powers / (ratio * triangle):
        assert gap.wasted <= reach * powers / triangle


@given(st.sampled_from(["exp(1/3)", "exp(2.18)", "sqrt(2)", "2**(2/3)", "3*exp(1)/2"]), ODDS, MEDIUM_D)
def test_every_field(text: str, odds: Fraction, reach: int) -> None:
    ratio, eta = exact(text), correct(odds)
    best, widest = optimal_design(ratio, eta, reach), optimal_design(ratio, eta, reach, events="all")
    assert sum(best.alpha, start=exact(0)) == sum(widest.alpha, start=exact(0)) == 1
    assert best.singleton_delta(ratio) == best.delta
    assert widest.tight_delta(ratio) == widest.delta
    low, high = ratio.enclosure(200)  # delta does not increase with E
    assert optimal_design(high, eta, reach).delta <= best.delta <= optimal_design(low, eta, reach).delta
    least, greatest = (optimal_design(end, eta, reach, events="all").delta for end in (high, low))
    assert least <= widest.delta <= greatest
