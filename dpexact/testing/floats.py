"""The hockey-stick divergence of vectors of floats at their binary values, by integers."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from flint import fmpq

from dpexact.errors import InexactInputError, ParameterError, need
from dpexact.numbers.epsilon import is_infinite, one_factor
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.floats import plain_array, plain_scalar
from dpexact.numbers.typography import value_excerpt

MANTISSA = 53  # bits of a double
BITS = 128
Pairs = list[tuple[int, int]]
EXACT_TYPES = ("Fraction", "Decimal", "Exact", "fmpq", "fmpz")


def hockey_stick_of_floats(
    p: Iterable[float], q: Iterable[float], exp_epsilon: object = None, *, epsilon: object = None
) -> Exact:
    """Return the sum of the positive parts of p(o) - E q(o) for E >= 0 or `math.inf`, whatever p and q sum to.

    At infinity it is the sum of the p(o) > 0 with q(o) = 0, as infinity times 0 is 0. Then q must not be negative.

    The answer is exact, at the binary values of the floats.
    Raises InexactInputError for an entry that is neither an int nor a finite float (of Python or numpy, of any
    length), or an E that is a finite float, and ParameterError for anything that is not a sequence, for vectors of
    different lengths, series of different indexes, and for E < 0.

    >>> hockey_stick_of_floats([0.5, 0.5], [0.25, 0.75], 1)
    exact('1/4')
    """
    p, q = plain_array(p, "p"), plain_array(q, "q")
    refuse_other_labels(p, q, ("p", "q"))
    factor = one_factor(exp_epsilon, epsilon, least=None)
    infinite = is_infinite(factor)
    if not infinite:
        E = exact_at(factor, "exp_epsilon")
        if E < 0:
            raise ParameterError(repr(E), place="exp_epsilon", expected="E >= 0")
    first, second = _entries(p, "p"), _entries(q, "q")
    if len(first) != len(second):
        raise ParameterError(f"{len(second)}", place="q", expected=f"{len(first)} entries, as many as p has")
    least = min((exponent for _, exponent in (*first, *second)), default=0)
    left, right = ([top << (exponent - least) for top, exponent in entries] for entries in (first, second))
    pairs = list(zip(left, right, strict=True))
    above, below = (_outside(pairs), 0) if infinite else _positive(pairs, E)
    unit = Exact.of_rational(fmpq(1, 1 << -least))
    return above * unit - E * (below * unit) if below else above * unit


def refuse_other_labels(one: Any, other: Any, names: tuple[str, str]) -> None:
    """Require equal labels of two series or tables, which are compared by position. Raises ParameterError."""
    first, second = names
    for axis, argument in (("index", ""), ("columns", "columns=")):
        if not all(hasattr(law, name) for law in (one, other) for name in ("iloc", axis)):
            continue
        mine, theirs = (list(getattr(law, axis)) for law in (one, other))
        if mine != theirs:
            expected = f"the {axis} of {first} in its order, {value_excerpt(mine)}"
            remedy = f"align them with {second}.reindex({argument}{first}.{axis}), or pass .to_numpy() of both if "
            remedy += "the labels mean nothing"
            raise ParameterError(value_excerpt(theirs), place=second, expected=expected, remedy=remedy)


def _entries(law: Any, name: str) -> list[tuple[int, int]]:
    """Return each entry as an integer times a power of 2, whose exponent is at most 0.

    Raises InexactInputError, ParameterError.
    """
    unordered = isinstance(law, (str, bytes, bytearray, AbstractSet, Mapping))
    shape = getattr(law, "shape", None)
    if isinstance(shape, tuple) and len(shape) > 1:
        remedy = "take a row or a column of it, or numpy.asarray(...).ravel() where there is only one"
        raise ParameterError(f"{type(law).__name__} of shape {shape}", place=name, expected="one vector", remedy=remedy)
    if unordered or not hasattr(law, "__iter__") or shape == ():
        raise need.refusal(name, "a sequence of floats", law)
    if type(law).__module__ == "numpy" and law.dtype.kind == "f" and law.dtype.itemsize <= 8:
        import numpy as np

        mantissas, exponents = np.frexp(law.astype(np.float64))
        if np.isfinite(mantissas).all() and (exponents <= MANTISSA).all():
            return list(
                zip((mantissas * 2.0**MANTISSA).astype(np.int64).tolist(), (exponents - MANTISSA).tolist(), strict=True)
            )
    return [_binary(value, f"{name}[{place}]") for place, value in enumerate(law)]


def _binary(value: object, place: str) -> tuple[int, int]:
    """Return the binary value of a float, or an int, as an integer times a power of 2. Raises InexactInputError."""
    value = plain_scalar(value, place)
    numpy = type(value).__module__ == "numpy"
    name = type(value).__name__
    if type(value) is int or (numpy and name.startswith(("int", "uint", "longlong", "ulonglong"))):
        return int(value), 0  # type: ignore[call-overload]
    if isinstance(value, float) or (numpy and name.startswith(("float", "longdouble"))):
        try:
            top, bottom = value.as_integer_ratio()  # type: ignore[attr-defined]
            return int(top), 1 - int(bottom).bit_length()
        except (ValueError, OverflowError):
            pass  # NaN and the infinities
    hint = "; dpexact.hockey_stick takes vectors of exact numbers" if name in EXACT_TYPES else ""
    came = f"{value_excerpt(value)} of type {name}{hint}"
    raise InexactInputError(came, place=place, expected="a finite float or an int")


def _outside(pairs: Pairs) -> int:
    """Return the sum of the positive p at the zeros of q. Raises ParameterError for a negative entry of q."""
    place = next((place for place, (_, b) in enumerate(pairs) if b < 0), None)
    if place is not None:
        raise ParameterError("one below", place=f"q[{place}]", expected="a number >= 0, since exp_epsilon is infinite")
    return sum(a for a, b in pairs if b == 0 and a > 0)


def _positive(pairs: Pairs, E: Exact) -> tuple[int, int]:
    """Return the sums of p and of q over p - E q > 0. Bounds of E decide most entries, exact comparison the rest."""
    low, high = (bound.as_integer_ratio() for bound in E.enclosure(BITS))
    above = below = 0
    for a, b in pairs:
        least, most = (low, high) if b >= 0 else (high, low)  # least: the bound at which a - E b is largest
        if a * least[1] <= b * least[0]:
            continue
        if a * most[1] > b * most[0] or a > E * b:
            above, below = above + a, below + b
    return above, below
