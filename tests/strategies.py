"""Hypothesis strategies: distributions, mechanisms on a few inputs, and values of E of every field."""

from fractions import Fraction

from hypothesis import strategies as st

from dpexact import Mechanism

WEIGHTS = (0, 0, 1, 1, 2, 3, 4, 6, 9, 250, 10**25)
RATIONAL_FACTORS = tuple(Fraction(text) for text in ("1", "6/5", "3/2", "2", "3", "1001/1000", "250"))
FACTORS = (*RATIONAL_FACTORS, "sqrt(2)", "sqrt(8)", "1 + sqrt(2)/9", "exp(1/10)", "exp(3/2)", "exp(1)/2")


@st.composite
def distributions(draw: st.DrawFn, size: int) -> tuple[Fraction, ...]:
    """A rational distribution on `size` outcomes; zeros, ties and very unlike weights are frequent."""
    weights = draw(st.lists(st.sampled_from(WEIGHTS), min_size=size, max_size=size).filter(any))
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


@st.composite
def pairs_of_distributions(draw: st.DrawFn) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """Two distributions on the same 1 to 6 outcomes."""
    size = draw(st.integers(1, 6))
    return draw(distributions(size)), draw(distributions(size))


@st.composite
def mechanisms(draw: st.DrawFn, inputs: int = 3, outputs: int | None = None) -> Mechanism:
    """A mechanism on inputs 0, 1, ... with outputs 0, 1, ..."""
    size = draw(st.integers(1, 5)) if outputs is None else outputs
    rows = [draw(distributions(size)) for _ in range(inputs)]
    return Mechanism.from_rows(range(inputs), range(size), rows)


factors = st.sampled_from(FACTORS)
rational_factors = st.sampled_from(RATIONAL_FACTORS)
deltas = st.sampled_from([Fraction(text) for text in ("0", "1/1000", "1/10", "1/3", "1/2", "1")])
