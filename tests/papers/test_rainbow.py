"""The rainbow room on cases small enough to be computed by hand; every expected value is."""

import math
from fractions import Fraction
from typing import Any

import pytest

from dpexact.errors import InexactInputError, IrrationalError, ParameterError, SignChangesError, TooLargeError
from dpexact.numbers.epsilon import free_exp_epsilon
from dpexact.numbers.exact import Exact, exact
from dpexact.papers.rainbow import closed_form, iterate, line_mechanism, phase_transitions, quantities, step
from tests.refusals import refuses

HALVES = ("1/2", "1/2")
CAPTION_M = ("0.0005", "0.0081", "0.1364", "0.2727", "0.5823")


def values(*entries: object) -> tuple[Exact, ...]:
    """Return the expected entries."""
    return tuple(exact(entry) for entry in entries)


STEPS: tuple[tuple[Any, ...], ...] = (  # p, E, delta, variant, T(p)
    (HALVES, 2, "1/4", "corrected", ("7/8", "1/8")),  # s = 1/2 is past (1 - 1/4)/3: 1 - (1/2 - 1/4)/2 = 7/8
    (HALVES, 2, "1/4", "printed", (1, 0)),  # 1 - (1/2)/2 + 1/4 = 1: the whole delta is added
    (("1/10", "9/10"), 2, "1/10", "corrected", ("3/10", "7/10")),  # below 1/3 and below 9/30: 2/10 + 1/10
    (("1/10", "9/10"), 2, "1/10", "printed", ("3/10", "7/10")),
    (("0.2", "0.1", "0.7"), 2, 0, "corrected", ("2/5", "1/5", "2/5")),  # Example 1
    (("0.4", "0.1", "0.5"), 2, 0, "corrected", ("7/10", "1/20", "1/4")),
    (("0", "0", "1"), 2, 1, "corrected", (1, 0, 0)),  # delta = 1 allows everything at once
    (("0", "0", "1"), 2, 1, "printed", (1, 0, 0)),
    ([1], 2, "1/3", "corrected", (1,)),
)
THIRDS = ("0", "1/3", "2/3")
WALKS: tuple[tuple[Any, ...], ...] = (  # p, E, delta, t, T^t(p)
    (THIRDS, 1, "1/10", 3, ("3/10", "1/3", "11/30")),  # E = 1 moves delta to the most preferred color
    (THIRDS, 1, "1/10", 8, ("8/10", "2/10", 0)),
    (THIRDS, 1, 0, 9, THIRDS),
    (CAPTION_M, "1.2", "0.01", 0, ("0.0005", "0.0081", "0.1364", "0.2727", "0.5823")),
    (HALVES, 2, 0, 0, HALVES),
    (("0", "0", "1"), 2, 1, 1, (1, 0, 0)),
    ((0, "1/2", "1/2"), 2, 0, 5, (0, "63/64", "1/64")),  # 0 stays 0 without delta; s_2: 1/2, then 1 - (1/2)/2^5
    ([1], 2, "1/3", 9, (1,)),
    ((0, 1), 2, "1/8", 2, ("3/8", "5/8")),  # delta moves 1/8 of mass per step below the breakpoint: s: 0, 1/8, 3/8
    (HALVES, 2, "1/4", 3, (1, 0)),
)
PHASES: tuple[tuple[Any, ...], ...] = (  # p, E, delta, variant, the times tau_k
    (("0", "1/12", "1/12", "5/6"), 2, 0, "corrected", (math.inf, 2, 1, 0)),  # 1/6 * 2 = 1/12 * 4 = 1/3 exactly, 0 never
    (("1/12", "1/12", "5/6"), 2, 0, "printed", (3, 2, 0)),
    (THIRDS, 1, "1/10", "corrected", (5, 2, 0)),  # breakpoint (1 - 1/10)/2 = 9/20: 0 + 5/10, 1/3 + 2/10
    (THIRDS, 1, 0, "corrected", (math.inf, math.inf, 0)),
    (("1/4", "3/4"), 1, "1/10", "corrected", (2, 0)),  # 1/4 + 2/10 = 9/20 exactly
    ((0, 1), 2, 1, "corrected", (0, 0)),
    ([1], 2, 0, "corrected", (0,)),
    (HALVES, 2, 0, "printed", (1, 0)),  # s = 1/2 > 1/3 at t = 0 already, but ceil(log2(2/3) + 1) = 1
    (("3/4", "1/4"), 2, 0, "printed", (0, 0)),  # and 3/4 > 2/3 gives ceil(log2(4/9) + 1) = 0
)


def test_steps_walks_and_phases() -> None:
    for p, factor, delta, variant, after in STEPS:
        assert step(p, factor, delta, variant=variant) == values(*after), (p, factor, delta, variant)
    for start, factor, delta, t, end in WALKS:
        assert iterate(start, factor, delta, t) == values(*end), (start, factor, delta, t)
        assert closed_form(start, factor, delta, t) == values(*end), (start, factor, delta, t)
    for p, factor, delta, variant, times in PHASES:
        assert phase_transitions(p, factor, delta, variant=variant) == times, (p, factor, delta, variant)


def test_branches_agree_at_the_corrected_breakpoint() -> None:
    # s = (1 - delta)/(E + 1) with E = 3: 3 s + delta = (3 + delta)/4.
    for delta in (Fraction(0), Fraction(1, 7), Fraction(1, 2), Fraction(1)):
        s = (1 - delta) / 4
        assert step((s, 1 - s), 3, delta)[0] == (3 + delta) / 4
        assert phase_transitions((s, 1 - s), 3, delta)[0] == 0


def test_saturation_is_reached_and_kept() -> None:
    # s = 1/2, delta = 1/4, E = 2: 7/8 >= 1 - delta, so the next step is 1.
    for t in (2, 3, 10**9):
        assert closed_form(HALVES, 2, "1/4", t) == values(1, 0)


def test_exp_of_a_rational() -> None:
    # 1/4 < (99/100)/(E + 1) = 0.470 and E/4 + 1/100 = 0.286 too: two steps on the first branch.
    e = exact("exp(1/10)")
    assert iterate(("1/4", "3/4"), e, "1/100", 2)[0] == e * (e / 4 + Fraction(1, 100)) + Fraction(1, 100)
    # 1/2 is past it: 1 - (1/2 - 1/100)/E.
    assert step(HALVES, e, "1/100") == values(1 - Fraction(49, 100) / e, Fraction(49, 100) / e)


def test_root_of_a_rational() -> None:
    # E = sqrt(2), s = 1/4 < 1/(E + 1) = 0.414: E/4 = 0.354, then E^2/4 = 1/2, then 1 - (1/2)/E.
    assert iterate(("1/4", "3/4"), "sqrt(2)", 0, 2) == values(Fraction(1, 2), Fraction(1, 2))
    assert iterate(("1/4", "3/4"), "sqrt(2)", 0, 3)[0] == 1 - exact("sqrt(2)") / 4
    assert phase_transitions(("1/4", "3/4"), "sqrt(2)", 0) == (2, 0)


def test_free_e_is_answered_for_all_e_at_once() -> None:
    e = free_exp_epsilon()
    # 1/2 >= (3/4)/(E + 1) for all E >= 1.
    assert step(HALVES, e, "1/4") == values(1 - 1 / (4 * e), 1 / (4 * e))
    refuses(SignChangesError, "", step, ("1/4", "3/4"), e, 0)  # 1/4 passes 1/(E + 1) at E = 3
    refuses(SignChangesError, "", closed_form, ("1/4", "3/4"), e, 0, 1)
    assert closed_form(HALVES, e, 0, 3) == values(1 - 1 / (2 * e**3), 1 / (2 * e**3))
    refuses(IrrationalError, "", closed_form, HALVES, e, "1/4", 3)  # when 1 is reached depends on E


def test_phase_transition_next_to_a_tie() -> None:
    # E^2 s against 1/3, off by 1e-400 either way.
    tiny = exact("1e-400")
    for change, tau in ((tiny, 2), (-tiny, 3), (0, 2)):
        s = Fraction(1, 12) + change
        assert phase_transitions((s, 1 - s), 2, 0)[0] == tau


def test_phase_transition_of_a_tiny_epsilon() -> None:
    e = 1 + exact("1e-9")
    tau = phase_transitions(("1/4", "3/4"), e, 0)[0]
    # (1 + x)^n >= 2/(1 + x/2) with x = 1e-9: n log(1 + x) >= log 2 - log(1 + x/2), n >= 693147180.406.
    assert tau == 693147181


def test_captions_are_first_hits_and_the_formulas_are_one_later() -> None:
    # The captions of Figures 3 to 5; the formulas exceed them by one wherever the first hit is not at t = 0.
    for delta, captions in {"0": (38, 22, 7, 1, 0), "0.001": (25, 20, 7, 1, 0), "0.01": (13, 12, 6, 1, 0)}.items():
        assert phase_transitions(CAPTION_M, "1.2", delta) == captions
        assert phase_transitions(CAPTION_M, "1.2", delta, variant="printed") == (*(tau + 1 for tau in captions[:4]), 0)


def test_a_time_is_printed_beside_one_that_is_infinite() -> None:
    # s_1 = 0 stays 0; s_2 = 1/2 is past 1/3 at once, and ceil(log2(2/3) + 1) = 1.
    assert phase_transitions(("0", "1/2", "1/2"), 2, 0, variant="printed")[:2] == (math.inf, 1)
    asked = values("0", "1/2", "1/2"), exact(2), exact(0)
    assert quantities._printed_transition(*asked, 2) == 1
    refuses(ParameterError, "infinity", quantities._printed_transition, *asked, 1)


@pytest.mark.slow
def test_ten_thousand_steps() -> None:
    walked = iterate(CAPTION_M, "1001/1000", 0, 10_000)
    # s_4 = 4177/10000 passes 1/(E + 1) = 1000/2001 at the first n with E^n >= 1.1965...: n = 180.
    assert walked[4] == (1 - Fraction(4177, 10_000) * Fraction(1001, 1000) ** 180) * Fraction(1000, 1001) ** 9820


def test_absurd_sizes_are_refused() -> None:
    refuses(TooLargeError, "use closed_form", iterate, CAPTION_M, "1001/1000", 0, 10**7)
    refuses(TooLargeError, "use closed_form", iterate, CAPTION_M, "exp(1/1000)", 0, 10**5)
    refuses(TooLargeError, "", closed_form, CAPTION_M, "1001/1000", 0, 10**12)
    assert closed_form(CAPTION_M, "1001/1000", "1e-6", 10**12) == values(1, 0, 0, 0, 0)
    refuses(
        TooLargeError, r"at most 131072 steps for such numbers, got 1000+\.\.\.", iterate, CAPTION_M, 2, 0, 10**5000
    )
    refuses(TooLargeError, r"got 1000+\.\.\.", iterate, CAPTION_M, "exp(1)", 0, 10**5000)
    for length in (10**6 + 1, 10**9, 10**5000):
        refuses(TooLargeError, "length: expected at most 1000000", line_mechanism, HALVES, 2, "1/8", length)


NO_PARAMETERS: tuple[tuple[Any, Any, Any, str], ...] = (
    (("1/2", "1/3"), 2, 0, "sum 5/6"),
    (("3/2", "-1/2"), 2, 0, "entry 1: expected a number from 0 to 1"),
    ((), 2, 0, "at least one"),
    ("1/2", 2, 0, "a sequence"),
    (1, 2, 0, "a sequence"),
    ({"red": 1}, 2, 0, "a sequence"),
    (HALVES, "1/2", 0, "exp_epsilon"),
    (HALVES, 2, "-1e-80", "delta"),
    (HALVES, 2, "1.0000001", "delta"),
)


def test_what_is_refused() -> None:
    for *parameters, message in NO_PARAMETERS:
        for call, more in ((step, ()), (iterate, (1,)), (closed_form, (1,)), (phase_transitions, ())):
            refuses(ParameterError, message, call, *parameters, *more)
    for t in (-1, True, "2", Fraction(1, 2), None):
        for call in (iterate, closed_form):
            refuses(ParameterError, "t: expected an integer", call, HALVES, 2, 0, t)
    refuses(InexactInputError, "", step, (0.5, 0.5), 2, 0)
    refuses(InexactInputError, "", step, HALVES, 2.0, 0)
    refuses(ParameterError, '"corrected" or "printed"', step, HALVES, 2, 0, variant="right")
    refuses(ParameterError, "expected E > 1", phase_transitions, HALVES, 1, 0, variant="printed")
