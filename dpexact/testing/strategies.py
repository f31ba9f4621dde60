"""Strategies for hypothesis: distributions, mechanisms, and pairs that are nearly tied at E. Needs hypothesis."""

from __future__ import annotations

from fractions import Fraction

try:
    from hypothesis import strategies as st
except ImportError as error:
    message = "dpexact.testing.strategies needs hypothesis, which is not installed: pip install hypothesis"
    raise ImportError(message, name=error.name) from error

from dpexact import need
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.epsilon import one_factor, privacy_factor
from dpexact.numbers.exact import Exact, exact

__all__ = ["distributions", "mechanisms", "near_ties"]

WEIGHT = 12
NEAR = 60
MOST = 1000  # outcomes, inputs or outputs: hypothesis draws no longer lists
MOST_BITS = 1 << 14  # of a weight, or of how near a tie is


@st.composite
def distributions(draw: st.DrawFn, size: int | None = None, weight: int = WEIGHT) -> list[Fraction]:
    """Draw a distribution on `size` outcomes (1 to 5 where none is given), zeros included.

    Raises: ParameterError for a size outside 1..1000, or a weight outside 1..2^16384.
    """
    length = draw(st.integers(1, 5)) if size is None else need.integer(size, "size", 1, MOST)
    heaviest = need.integer(weight, "weight", 1, 1 << MOST_BITS)
    weights = draw(st.lists(st.integers(0, heaviest), min_size=length, max_size=length).filter(any))
    return [Fraction(part, sum(weights)) for part in weights]


@st.composite
def mechanisms(draw: st.DrawFn, inputs: int | None = None, outputs: int | None = None) -> Mechanism:
    """Draw a mechanism with inputs 0, 1, ... and outputs 0, 1, ...; 1 to 4 and 1 to 5 where no number is given.

    Raises: ParameterError for a number outside 1..1000.
    """
    rows = draw(st.integers(1, 4)) if inputs is None else need.integer(inputs, "inputs", 1, MOST)
    columns = draw(st.integers(1, 5)) if outputs is None else need.integer(outputs, "outputs", 1, MOST)
    return Mechanism.from_rows(range(rows), range(columns), [draw(distributions(columns)) for _ in range(rows)])


@st.composite
def near_ties(
    draw: st.DrawFn, exp_epsilon: object = None, bits: int = NEAR, *, epsilon: object = None
) -> tuple[list[Exact], list[Exact]]:
    """Draw two distributions on two outcomes whose ratio at the first is E, or off by at most 2^-bits of it.

    E >= 1; p(0) = E q(0) (1 + s 2^-k) with s in -1, 0, 1: what a float comparison gets wrong.

    Raises: ParameterError for E < 1, or bits outside 0..16384.
    """
    E = privacy_factor(one_factor(exp_epsilon, epsilon))
    near = need.integer(bits, "bits", 0, MOST_BITS)
    share = draw(st.fractions(Fraction(1, 100), Fraction(9, 10), max_denominator=100))
    shift = draw(st.sampled_from((-1, 0, 1))) * Fraction(1, 2 ** draw(st.integers(near, 2 * near)))
    q = exact(share) / (2 * E)
    p = E * q * (1 + exact(shift))
    return [p, 1 - p], [q, 1 - q]
