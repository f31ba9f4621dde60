"""Strategies for hypothesis that draw distributions, mechanisms, near ties at E, and ill-conditioned parameters.

Needs hypothesis.
"""

import math
from fractions import Fraction

try:
    from hypothesis import strategies as st
except ImportError as error:
    message = "dpexact.testing.strategies needs hypothesis, which is not installed: pip install hypothesis"
    raise ImportError(message, name=error.name) from error

from collections.abc import Sequence

from dpexact.errors import InexactInputError, ParameterError, need
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.epsilon import one_factor, privacy_factor
from dpexact.numbers.exact import Exact, exact, exact_of_float
from dpexact.numbers.typography import value_excerpt
from dpexact.testing.compared import claimed_value

__all__ = ["distributions", "ill_conditioned", "mechanisms", "near_ties"]

WEIGHT = 12
NEAR = 60
MOST = 1000  # outcomes, inputs or outputs: hypothesis draws no longer lists
LAST_BIT = 1074  # the smallest double is 2^-1074
MOST_BITS = 1 << 14  # of a weight, or of the nearness of a tie
BITS = st.integers(1, 60) | st.integers(1, LAST_BIT)


@st.composite
def distributions(draw: st.DrawFn, size: int | None = None, weight: int = WEIGHT) -> list[Fraction]:
    """Draw a distribution on `size` outcomes (1 to 5 by default), zeros included.

    Raises ParameterError for a size outside 1..1000, or a weight outside 1..2^16384.
    """
    length = draw(st.integers(1, 5)) if size is None else need.integer(size, "size", 1, MOST)
    heaviest = need.integer(weight, "weight", 1, 1 << MOST_BITS)
    weights = draw(st.lists(st.integers(0, heaviest), min_size=length, max_size=length).filter(any))
    return [Fraction(part, sum(weights)) for part in weights]


@st.composite
def mechanisms(draw: st.DrawFn, inputs: int | None = None, outputs: int | None = None) -> Mechanism:
    """Draw a mechanism with inputs 0, 1, ... and outputs 0, 1, ... (1 to 4 and 1 to 5 by default).

    Raises ParameterError for a number outside 1..1000.
    """
    rows = draw(st.integers(1, 4)) if inputs is None else need.integer(inputs, "inputs", 1, MOST)
    columns = draw(st.integers(1, 5)) if outputs is None else need.integer(outputs, "outputs", 1, MOST)
    return Mechanism.from_rows(range(rows), range(columns), [draw(distributions(columns)) for _ in range(rows)])


@st.composite
def near_ties(
    draw: st.DrawFn, exp_epsilon: object = None, bits: int = NEAR, *, epsilon: object = None
) -> tuple[list[Exact], list[Exact]]:
    """Draw two distributions on two outcomes whose ratio at the first is E, or off by at most 2^-bits of it.

    E >= 1 and p(0) = E q(0) (1 + s 2^-k) with s in -1, 0, 1, which a comparison of floats gets wrong.

    Raises ParameterError for E < 1, or bits outside 0..16384.
    """
    E = privacy_factor(one_factor(exp_epsilon, epsilon))
    near = need.integer(bits, "bits", 0, MOST_BITS)
    share = draw(st.fractions(Fraction(1, 100), Fraction(9, 10), max_denominator=100))
    shift = draw(st.sampled_from((-1, 0, 1))) * Fraction(1, 2 ** draw(st.integers(near, 2 * near)))
    q = exact(share) / (2 * E)
    p = E * q * (1 + exact(shift))
    return [p, 1 - p], [q, 1 - q]


@st.composite
def ill_conditioned(draw: st.DrawFn, low: object, high: object, *, near: Sequence[object] = (0, 1)) -> float:
    """Draw a double from `low` to `high` at which programs in floats lose digits, such as an epsilon of 2^-40.

    It is an end, or c, c + 2^-k, c - 2^-k for a c of `near` or an end, or the double next to one of these, or one of
    any magnitude, as likely between 10^-300 and 10^-299 as between 1 and 10. A draw outside becomes the nearer end.
    To mean the double itself, pass `exact_of_float` of it to `exact_reference`.

    Raises ParameterError if no double lies between the ends, InexactInputError for an end that is not finite.

    >>> from hypothesis import find
    >>> find(ill_conditioned(0, 20), lambda epsilon: 0 < epsilon < 1e-12) < 1e-12
    True
    """
    first, last = _double(low, "low", math.inf), _double(high, "high", -math.inf)
    if first > last:
        raise ParameterError(f"{low!r} and {high!r}", place="low", expected="a double from low to high")
    points = need.values(near, "near", "a sequence of numbers")
    centers = [first, last, *(_double(value, f"near[{n}]", 0) for n, value in enumerate(points))]
    if draw(st.booleans()):
        value = draw(st.sampled_from(centers)) + draw(st.sampled_from((0, 1, -1))) * 2.0 ** -draw(BITS)
    else:
        least, most = sorted((abs(first), abs(last)))
        ends = (0.0 if first <= 0 <= last else least, most)
        exponents = (math.frexp(end)[1] - 1 if end else -LAST_BIT for end in ends)
        value = math.ldexp(draw(st.floats(1, 2, exclude_max=True)), draw(st.integers(*exponents)))
        value = value if first >= 0 or (last > 0 and draw(st.booleans())) else -value
    value = math.nextafter(value, draw(st.sampled_from((value, math.inf, -math.inf))))
    return min(max(value, first), last)


def _double(value: object, name: str, side: float) -> float:
    """Return the double nearest to a number, on this side of it, or on either side for 0."""
    number = claimed_value(value, name)
    if isinstance(number, float):
        raise InexactInputError(repr(value), place=name, expected="a finite number")
    try:
        double = float(number)
    except OverflowError:
        expected = "a number within the range of doubles"
        raise InexactInputError(value_excerpt(value), place=name, expected=expected) from None
    beyond = (exact_of_float(double) < number) if side > 0 else (exact_of_float(double) > number)
    return math.nextafter(double, side) if side and beyond else double
