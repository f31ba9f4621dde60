"""Laws of T: greatest close distribution by brute force over all events, closed form equal to the walk, first hits."""

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpexact.numbers.exact import exact
from dpexact.papers.rainbow import closed_form, iterate, phase_transitions, step
from tests.oracle import least_delta

BOTH = ((0, 1), (1, 0))
SIDE = 6  # distributions with entries in sixths are listed completely
RATIONALS = (Fraction(1), Fraction(6, 5), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(1001, 1000))
FIELDS = (*RATIONALS, "sqrt(2)", "(6/5)**(1/3)", "exp(1/10)", "exp(2)", "exp(1+log(2)/2)", "1+sqrt(2)/9")
DELTAS = (Fraction(0), Fraction(1, 1000), Fraction(1, 12), Fraction(1, 6), Fraction(1, 2), Fraction(5, 6), Fraction(1))


def close(p: Sequence[Fraction], q: Sequence[Fraction], e: Fraction, delta: Fraction) -> bool:
    """Definition 2, event by event."""
    return bool(least_delta([p, q], BOTH, e) <= delta)


def grid(size: int) -> list[tuple[Fraction, ...]]:
    """Every distribution on `size` outcomes with entries in sixths."""
    cuts = combinations(range(1, SIDE + size), size - 1)
    return [tuple(Fraction(b - a - 1, SIDE) for a, b in pairwise((0, *cut, SIDE + size))) for cut in cuts]


def fractions(p: Sequence[object]) -> tuple[Fraction, ...]:
    """The entries as Fractions."""
    return tuple(exact(entry).as_fraction() for entry in p)


@st.composite
def distributions(draw: st.DrawFn, size: st.SearchStrategy[int]) -> tuple[Fraction, ...]:
    """A rational distribution; zeros, ties and tiny entries are frequent."""
    weights = draw(st.lists(st.sampled_from((0, 0, 1, 1, 2, 3, 7, 500)), min_size=(n := draw(size)), max_size=n))
    total = sum(weights)
    return tuple(Fraction(w, total) for w in weights) if total else (*(Fraction(0) for _ in weights[1:]), Fraction(1))


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("e", [Fraction(1), Fraction(3, 2), Fraction(3)])
@pytest.mark.parametrize("delta", [Fraction(0), Fraction(1, 6), Fraction(1, 4), Fraction(1)])
def test_greatest_among_all_close_distributions_of_a_grid(size: int, e: Fraction, delta: Fraction) -> None:
    everything = grid(size)
    for p in everything:
        best = fractions(step(p, e, delta))
        assert close(p, best, e, delta)
        for other in everything:
            if close(p, other, e, delta):
                assert all(a >= b for a, b in zip(accumulate(best), accumulate(other), strict=True))


@given(distributions(st.integers(1, 5)), st.sampled_from(RATIONALS), st.sampled_from(DELTAS))
def test_printed_step_is_close_with_e_times_delta_and_never_smaller(
    p: tuple[Fraction, ...], e: Fraction, delta: Fraction
) -> None:
    printed = fractions(step(p, e, delta, variant="printed"))
    corrected = fractions(step(p, e, delta))
    assert close(p, printed, e, e * delta)
    assert all(a >= b for a, b in zip(accumulate(printed), accumulate(corrected), strict=True))
    assert close(p, printed, e, delta) == (printed == corrected)


@given(
    distributions(st.integers(1, 4)),
    st.sampled_from(FIELDS),
    st.sampled_from(DELTAS),
    st.integers(0, 40),
)
def test_closed_form_is_the_walk(p: tuple[Fraction, ...], e: object, delta: Fraction, t: int) -> None:
    assert closed_form(p, exact(e), delta, t) == iterate(p, exact(e), delta, t)


@given(
    distributions(st.integers(1, 4)),
    st.sampled_from(RATIONALS),
    st.sampled_from(DELTAS),
    st.integers(0, 12),
    st.sampled_from(("corrected", "printed")),
)
def test_walk_in_fractions(p: tuple[Fraction, ...], e: Fraction, delta: Fraction, t: int, variant: str) -> None:
    sums = list(accumulate(p))
    for _ in range(t):
        gain = delta / e if variant == "corrected" else delta
        sums = [min(Fraction(1), e * s + delta, 1 - (1 - s) / e + gain) for s in sums]
    assert tuple(accumulate(fractions(iterate(p, e, delta, t, variant)))) == tuple(sums)  # type: ignore[arg-type]


@given(distributions(st.integers(1, 4)), st.sampled_from(FIELDS), st.sampled_from(DELTAS))
def test_corrected_transition_is_the_first_hit_of_the_walk(p: tuple[Fraction, ...], e: object, delta: Fraction) -> None:
    big_e = exact(e)
    for k, tau in enumerate(phase_transitions(p, big_e, delta)):
        if math.isinf(tau):
            assert sum(p[: k + 1]) == 0 or big_e == 1
            assert delta == 0
        elif tau < 100:
            sums = [
                sum(iterate(p, big_e, delta, t)[: k + 1], exact(0)) for t in range(max(0, int(tau) - 1), int(tau) + 1)
            ]
            meeting = (1 - delta) / (big_e + 1)
            assert sums[-1] >= meeting
            assert tau == 0 or sums[0] < meeting


@given(distributions(st.integers(1, 4)), st.sampled_from(RATIONALS[1:]), st.sampled_from(DELTAS))
def test_printed_transition_by_powers(p: tuple[Fraction, ...], e: Fraction, delta: Fraction) -> None:
    rho = delta / (e - 1)
    for s, tau in zip(accumulate(p), phase_transitions(p, e, delta, variant="printed"), strict=True):
        if math.isinf(tau):
            assert s + rho == 0
            continue
        # ceil(max(x + 1, 0)) = n, for the x with e^x (s + rho) = 1/(e + 1) + rho
        n, goal = int(tau), 1 / (e + 1) + rho
        assert e ** (n - 1) * (s + rho) >= goal
        assert n == 0 or e ** (n - 2) * (s + rho) < goal


@given(distributions(st.integers(2, 4)), st.sampled_from((Fraction(6, 5), Fraction(3, 2), Fraction(2), Fraction(3))))
def test_long_lines_of_the_printed_t_need_e_delta(p: tuple[Fraction, ...], e: Fraction) -> None:
    """If delta < 1/(E + 1)^2 and a prefix sum is before 1 - E delta, all events together need E delta, no less."""
    delta = Fraction(3, 4) / (e + 1) ** 2
    rows, steps = [p], math.ceil(1 / delta)
    for _ in range(steps):
        rows.append(fractions(step(rows[-1], e, delta, variant="printed")))
    needed = max(least_delta(pair, BOTH, e) for pair in pairwise(rows))
    if any(s < 1 - e * delta for s in list(accumulate(p))[:-1]):
        assert needed == e * delta
    assert needed <= e * delta
