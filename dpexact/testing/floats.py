"""The hockey-stick divergence of vectors of floats at their binary values, by integers.

Of long arrays doubles decide the entries for which a bound on their rounding error leaves no doubt.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from flint import fmpq, fmpz

from dpexact.errors import InexactInputError, ParameterError, need
from dpexact.numbers.epsilon import is_infinite, one_factor
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.floats import plain_array, plain_scalar
from dpexact.numbers.typography import value_excerpt

LEAST = 256  # entries that are worth an array
MOST = 1 << 34  # entries whose sums of 27 bits fit in 64
ERROR = 2.0**-50  # of p - E q, relative to abs(p) + abs(E q): five roundings of 2^-53
UNDERFLOW = 2.0**-1000
SMALLEST = 2.0**-900  # of E
MANTISSA, LOW = 53, 26
BITS = 128
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
        quick = _of_arrays(p, q, E)
        if quick is not None:
            return quick
    first, second = _entries(p, "p"), _entries(q, "q")
    if len(first) != len(second):
        raise ParameterError(f"{len(second)}", place="q", expected=f"{len(first)} entries, as many as p has")
    scale = max((bottom.bit_length() - 1 for _, bottom in (*first, *second)), default=0)

    def integer(top: int, bottom: int) -> fmpz:
        return fmpz(top) * (fmpz(1) << (scale - (bottom.bit_length() - 1)))

    pairs = [(integer(*a), integer(*b)) for a, b in zip(first, second, strict=True)]
    above, below = (_outside(pairs), fmpz(0)) if infinite else _positive(pairs, E)
    whole = Exact.of_rational(fmpq(above, fmpz(1) << scale))
    return whole - E * Exact.of_rational(fmpq(below, fmpz(1) << scale)) if below else whole


def _of_arrays(p: Any, q: Any, E: Exact) -> Exact | None:
    """Return the sum for two long arrays of doubles, or None for other vectors."""
    first, second = as_doubles(p), as_doubles(q)
    if first is None or second is None or len(first) != len(second):
        return None
    entries = decided(first, second, E)
    if entries is None:
        return None
    positive, undecided = entries
    above, below = exact_sum_of_doubles(first[positive]), exact_sum_of_doubles(second[positive])
    certain = Exact.of_rational(above) - E * Exact.of_rational(below)
    return certain + hockey_stick_of_floats(first[undecided].tolist(), second[undecided].tolist(), E)


def as_doubles(law: Any) -> Any:
    """Return a long one-dimensional numpy array of finite floats of at most 64 bits as doubles, else None."""
    if type(law).__module__ != "numpy" or type(law).__name__ != "ndarray" or law.ndim != 1:
        return None
    if law.dtype.kind != "f" or law.dtype.itemsize > 8 or not LEAST <= len(law) < MOST:
        return None
    import numpy as np

    doubles = law.astype(np.float64)
    return doubles if bool(np.isfinite(doubles).all()) else None


def decided(p: Any, q: Any, E: Exact) -> tuple[Any, Any] | None:
    """Return (p - E q is certainly positive, doubles do not tell) by entry, or None for an E beyond doubles."""
    import numpy as np

    try:
        factor = float(E)
    except OverflowError:
        return None
    if E != 0 and factor < SMALLEST:  # a double that is far from E
        return None
    with np.errstate(all="ignore"):
        product = factor * q
        difference = p - product
        doubt = ERROR * (np.abs(p) + np.abs(product)) + UNDERFLOW
        positive, negative = difference > doubt, difference < -doubt  # neither for NaN, and beside an infinite doubt
    return positive, ~(positive | negative)


def exact_sum_of_doubles(values: Any) -> fmpq:
    """Return the sum of finite doubles. The answer is exact, by integers of 53 bits, added for each exponent apart."""
    import numpy as np

    values = values[values != 0]
    if not len(values):
        return fmpq(0)
    mantissas, exponents = np.frexp(values)
    integers = (mantissas * 2.0**MANTISSA).astype(np.int64)
    order = np.argsort(exponents, kind="stable")
    integers, exponents = integers[order], exponents[order]
    starts = np.flatnonzero(np.diff(exponents, prepend=exponents[0] - 1))
    high = np.add.reduceat(integers >> LOW, starts)
    low = np.add.reduceat(integers & ((1 << LOW) - 1), starts)
    least = int(exponents[0])
    total = fmpz(0)
    for top, bottom, exponent in zip(high.tolist(), low.tolist(), exponents[starts].tolist(), strict=True):
        total += ((fmpz(top) << LOW) + bottom) << (exponent - least)
    shift = least - MANTISSA
    return fmpq(total << shift) if shift >= 0 else fmpq(total, fmpz(1) << -shift)


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


def _entries(law: Iterable[float], name: str) -> list[tuple[int, int]]:
    """Return each entry as an integer over a power of two. Raises InexactInputError, ParameterError."""
    unordered = isinstance(law, (str, bytes, bytearray, AbstractSet, Mapping))
    shape = getattr(law, "shape", None)
    if isinstance(shape, tuple) and len(shape) > 1:
        remedy = "take a row or a column of it, or numpy.asarray(...).ravel() where there is only one"
        raise ParameterError(f"{type(law).__name__} of shape {shape}", place=name, expected="one vector", remedy=remedy)
    if unordered or not hasattr(law, "__iter__") or shape == ():
        raise need.refusal(name, "a sequence of floats", law)
    return [_ratio(value, f"{name}[{place}]") for place, value in enumerate(law)]


def _ratio(value: object, place: str) -> tuple[int, int]:
    """Return the binary value of a float, or an int. Raises InexactInputError."""
    value = plain_scalar(value, place)
    numpy = type(value).__module__ == "numpy"
    name = type(value).__name__
    if type(value) is int or (numpy and name.startswith(("int", "uint", "longlong", "ulonglong"))):
        return int(value), 1  # type: ignore[call-overload]
    if isinstance(value, float) or (numpy and name.startswith(("float", "longdouble"))):
        try:
            top, bottom = value.as_integer_ratio()  # type: ignore[attr-defined]
            return int(top), int(bottom)
        except (ValueError, OverflowError):
            pass  # NaN and the infinities
    hint = "; dpexact.hockey_stick takes vectors of exact numbers" if name in EXACT_TYPES else ""
    came = f"{value_excerpt(value)} of type {name}{hint}"
    raise InexactInputError(came, place=place, expected="a finite float or an int")


def _outside(pairs: list[tuple[fmpz, fmpz]]) -> fmpz:
    """Return the sum of the positive p at the zeros of q. Raises ParameterError for a negative entry of q."""
    place = next((place for place, (_, b) in enumerate(pairs) if b < 0), None)
    if place is not None:
        raise ParameterError("one below", place=f"q[{place}]", expected="a number >= 0, since exp_epsilon is infinite")
    return sum((a for a, b in pairs if b == 0 and a > 0), fmpz(0))


def _positive(pairs: list[tuple[fmpz, fmpz]], E: Exact) -> tuple[fmpz, fmpz]:
    """Return the sums of p and of q over p - E q > 0. Bounds of E decide most entries, exact comparison the rest."""
    low, high = E.enclosure(BITS)
    above, below = fmpz(0), fmpz(0)
    for a, b in pairs:
        least, most = (low, high) if b >= 0 else (high, low)  # least: the bound at which a - E b is largest
        if a * least.denominator <= b * least.numerator:
            continue
        if a * most.denominator > b * most.numerator or Exact.of_rational(a) > E * Exact.of_rational(b):
            above, below = above + a, below + b
    return above, below
