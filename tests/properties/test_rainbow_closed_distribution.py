"""The closed form kept as a sum of powers: against the walk, and against mpmath where it cannot be expanded."""

from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpexact.errors import ParameterError
from dpexact.numbers.exact import exact
from dpexact.papers.rainbow import closed_distribution, iterate
from tests.refusals import refuses

CAPTION_M = ("0.0005", "0.0081", "0.1364", "0.2727", "0.5823")


@given(
    st.lists(st.sampled_from((0, 1, 2, 7, 500)), min_size=2, max_size=4).filter(any),
    st.sampled_from(("1", "6/5", "2", "1001/1000", "sqrt(2)", "exp(1/10)")),
    st.sampled_from((Fraction(0), Fraction(1, 1000), Fraction(1, 6), Fraction(1))),
    st.integers(0, 30),
)
def test_expanded_it_is_the_walk(weights: list[int], e: str, delta: Fraction, t: int) -> None:
    p = [Fraction(w, sum(weights)) for w in weights]
    walked = iterate(p, e, delta, t)
    kept = closed_distribution(p, e, delta, t)
    assert tuple(value.exact() for value in kept) == walked
    assert [value.sign() for value in kept] == [value.sign() for value in walked]
    assert [value.decimal(12) for value in kept] == [value.decimal(12) for value in walked]


@pytest.mark.parametrize("e", ["6/5", "exp(1/10)", "sqrt(2)", "1000001/1000000"])
def test_fifty_digits_after_a_million_steps(e: str) -> None:
    """The recursion solved in mpmath: up to the first hit of 1/(E + 1) by E, from there the rest shrinks by E."""
    with mpmath.workdps(120):
        big_e = mpmath.mpf(1000001) / 1000000 if e.startswith("1000001") else _number(e)
        rests, total = [mpmath.mpf(1)], Fraction(0)
        for entry in CAPTION_M[:4]:
            total += Fraction(entry)
            s = mpmath.mpf(total.numerator) / total.denominator
            tau = max(0, int(mpmath.ceil(-mpmath.log(s * (big_e + 1)) / mpmath.log(big_e))))
            turn = min(tau, 10**6)
            rests.append(big_e ** (turn - 10**6) * (1 - big_e**turn * s))  # 1 - s^t
        rests.append(mpmath.mpf(0))
        expected = [mpmath.nstr(a - b, 50) for a, b in pairwise(rests)]
        got = [value.decimal(50) for value in closed_distribution(CAPTION_M, e, 0, 10**6)]
        for text, wanted in zip(got, expected, strict=True):
            assert abs(mpmath.mpf(text) / mpmath.mpf(wanted) - 1) < mpmath.mpf(10) ** -48


def _number(text: str) -> mpmath.mpf:
    return {"6/5": mpmath.mpf(6) / 5, "exp(1/10)": mpmath.exp(mpmath.mpf(1) / 10), "sqrt(2)": mpmath.sqrt(2)}[text]


def test_cancellation_and_ends() -> None:
    kept = closed_distribution(["1/2", 0, "1/2"], "6/5", 0, 10**6)
    assert kept[1].terms == {}
    assert (kept[1].sign(), kept[1].decimal(5), kept[1].exact()) == (0, "0", exact(0))
    saturated = closed_distribution(CAPTION_M, "6/5", "1/1000", 10**9)
    assert [value.exact() for value in saturated] == [1, 0, 0, 0, 0]
    assert closed_distribution(["1/4", "3/4"], 2, 0, 5)[1].enclosure() < exact("1/20")


def test_numbers_over_two_bases_have_no_difference() -> None:
    one, other = (closed_distribution(["1/2", "1/2"], e, 0, 4)[0] for e in (2, "3/2"))
    assert one.minus(one).exact() == 0
    refuses(ParameterError, r"other: expected powers of exact\('2'\), got exact\('3/2'\)", one.minus, other)


def test_a_first_ball_too_wide_to_be_written() -> None:
    # (1 + 10^-36)^(10^35) = exp(1/10) to about 37 digits, which is 1.10517...
    tiny = closed_distribution(["1/10", "9/10"], exact(1) + exact(Fraction(1, 10**36)), 0, 10**35)
    assert tiny[0].decimal(20) == "0.11051709180756476248"
    assert mpmath.nstr(mpmath.exp(mpmath.mpf(1) / 10) / 10, 12) == "0.110517091808"
