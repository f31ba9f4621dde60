"""Floats as they are: their format, their exact value, how many units in the last place apart, and arrays of them.

Doubles decide an entry only where a bound on their rounding error leaves no doubt; the sums are of integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpz

from dpexact.errors import InexactInputError, ParameterError, need
from dpexact.numbers.arrays import plain_array, plain_scalar
from dpexact.numbers.epsilon import is_infinite, one_factor
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.typography import value_excerpt


@dataclass(frozen=True)
class FloatFormat:
    """A binary format of IEEE 754: numbers of `digits` bits, normal from 2^least on, the largest below 2^(most + 1)."""

    name: str
    digits: int
    least: int
    most: int

    @property
    def smallest_ulp(self) -> Fraction:
        """The distance of subnormal numbers."""
        return _power(self.least - self.digits + 1)

    def ulp(self, number: Fraction) -> Fraction:
        """Return the distance of numbers of the format at the one nearest to this, upwards in size.

        For a number past the largest, it is the distance at the largest.
        """
        size = abs(number)
        if not size:
            return self.smallest_ulp
        unit = self._unit(_exponent(size))
        return self._unit(_exponent(max(round(size / unit) * unit, unit)))

    def _unit(self, exponent: int) -> Fraction:
        return _power(min(max(exponent, self.least), self.most) - self.digits + 1)


DOUBLE = FloatFormat("float64", 53, -1022, 1023)


def format_of(value: object) -> FloatFormat:
    """Return the format of a floating number of numpy; of any other number that of doubles."""
    if isinstance(value, float) or type(value).__module__ != "numpy" or not hasattr(value, "as_integer_ratio"):
        return DOUBLE
    import numpy as np

    if not isinstance(value, np.floating):
        return DOUBLE
    found = np.finfo(type(value))
    return FloatFormat(type(value).__name__, int(found.nmant) + 1, int(found.minexp), int(found.maxexp) - 1)


def _power(exponent: int) -> Fraction:
    return Fraction(1 << exponent) if exponent >= 0 else Fraction(1, 1 << -exponent)


def _exponent(size: Fraction) -> int:
    """Return the k with 2^k <= size < 2^(k + 1)."""
    guess = size.numerator.bit_length() - size.denominator.bit_length()
    return guess if size >= _power(guess) else guess - 1


LEAST = 256  # entries for which this is worth it
MOST = 1 << 34  # entries of which sums of 27 bits fit in 64
ERROR = 2.0**-50  # of p - E q, relative to abs(p) + abs(E q): five roundings of 2^-53
UNDERFLOW = 2.0**-1000
SMALLEST = 2.0**-900  # of E
MANTISSA, LOW = 53, 26


def as_doubles(law: Any) -> Any:
    """Return a long one-dimensional numpy array of finite floats of at most 64 bits, as doubles.

    None for anything else.
    """
    if type(law).__module__ != "numpy" or type(law).__name__ != "ndarray" or law.ndim != 1:
        return None
    if law.dtype.kind != "f" or law.dtype.itemsize > 8 or not LEAST <= len(law) < MOST:
        return None
    import numpy as np

    doubles = law.astype(np.float64)
    return doubles if bool(np.isfinite(doubles).all()) else None


def decided(p: Any, q: Any, E: Exact) -> tuple[Any, Any] | None:
    """Return (where p - E q is certainly positive, where doubles do not tell); None for an E beyond doubles."""
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
    """Return the sum of finite doubles. Guarantee: exact: integers of 53 bits, added for each exponent apart."""
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


BITS = 128
EXACT_TYPES = ("Fraction", "Decimal", "Exact", "fmpq", "fmpz")


def hockey_stick_of_floats(
    p: Iterable[float], q: Iterable[float], exp_epsilon: object = None, *, epsilon: object = None
) -> Exact:
    """Return the sum of the positive parts of p(o) - E q(o), whatever the sums of p and q are; E >= 0, or `math.inf`.

    At infinity it is the sum of p(o) > 0 where q(o) is 0, as infinity times 0 is 0; q is not negative there.

    Guarantee: exact, at the binary values of the floats.
    Raises: InexactInputError for an entry that is neither an int nor a finite float (of Python or numpy, of any
    length), or an E that is a finite float; ParameterError for anything that is not a sequence, for vectors of
    different lengths, series of different indexes, and for E < 0.

    >>> hockey_stick_of_floats([0.5, 0.5], [0.25, 0.75], 1)
    exact('1/4')
    """
    p, q = plain_array(p, "p"), plain_array(q, "q")
    refuse_other_labels(p, q, ("p", "q"))
    given = one_factor(exp_epsilon, epsilon, least=None)
    infinite = is_infinite(given)
    if not infinite:
        E = exact_at(given, "exp_epsilon")
        if E < 0:
            raise ParameterError(repr(E), place="exp_epsilon", expected="E >= 0")
        quick = _of_arrays(p, q, E)
        if quick is not None:
            return quick
    first, second = _entries(p, "p"), _entries(q, "q")
    if len(first) != len(second):
        raise ParameterError(f"{len(second)}", place="q", expected=f"{len(first)} entries, as many as p has")
    scale = max((bottom.bit_length() - 1 for _, bottom in (*first, *second)), default=0)
    pairs = [(_integer(a, scale), _integer(b, scale)) for a, b in zip(first, second, strict=True)]
    above, below = (_outside(pairs), fmpz(0)) if infinite else _positive(pairs, E)
    whole = Exact.of_rational(fmpq(above, fmpz(1) << scale))
    return whole - E * Exact.of_rational(fmpq(below, fmpz(1) << scale)) if below else whole


def _of_arrays(p: Any, q: Any, E: Exact) -> Exact | None:
    """Return the sum for two long arrays of doubles; None for other vectors."""
    first, second = as_doubles(p), as_doubles(q)
    if first is None or second is None or len(first) != len(second):
        return None
    found = decided(first, second, E)
    if found is None:
        return None
    positive, open_ = found
    above, below = exact_sum_of_doubles(first[positive]), exact_sum_of_doubles(second[positive])
    sum_ = Exact.of_rational(above) - E * Exact.of_rational(below)
    return sum_ + hockey_stick_of_floats(first[open_].tolist(), second[open_].tolist(), E)


def refuse_other_labels(one: Any, other: Any, names: tuple[str, str]) -> None:
    """Require that the labels of two series or tables agree, for they are compared by position.

    Raises: ParameterError.
    """
    first, second = names
    for axis, argument in (("index", ""), ("columns", "columns=")):
        if not all(hasattr(law, name) for law in (one, other) for name in ("iloc", axis)):
            continue
        mine, theirs = (list(getattr(law, axis)) for law in (one, other))
        if mine != theirs:
            raise ParameterError(
                value_excerpt(theirs),
                place=f"{second}",
                expected=f"the {axis} of {first} in its order, {value_excerpt(mine)}",
                remedy=(
                    f"align them with {second}.reindex({argument}{first}.{axis}), or pass .to_numpy() of both if "
                    "the labels mean nothing"
                ),
            )


def _entries(law: Iterable[float], name: str) -> list[tuple[int, int]]:
    """Return each entry as an integer over a power of two. Raises: InexactInputError, ParameterError."""
    unordered = isinstance(law, (str, bytes, bytearray, AbstractSet, Mapping))
    shape = getattr(law, "shape", None)
    if isinstance(shape, tuple) and len(shape) > 1:
        raise ParameterError(
            f"{type(law).__name__} of shape {shape}",
            place=name,
            expected="one vector",
            remedy="take a row or a column of it, or numpy.asarray(...).ravel() where there is only one",
        )
    if unordered or not hasattr(law, "__iter__") or shape == ():
        raise need.refusal(name, "a sequence of floats", law)
    return [_ratio(value, f"{name}[{place}]") for place, value in enumerate(law)]


def _ratio(value: object, place: str) -> tuple[int, int]:
    """Return the binary value of a float, or an int. Raises: InexactInputError."""
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
    raise InexactInputError(
        f"{value_excerpt(value)} of type {name}{hint}", place=place, expected="a finite float or an int"
    )


def _integer(value: tuple[int, int], scale: int) -> fmpz:
    return fmpz(value[0]) * (fmpz(1) << (scale - (value[1].bit_length() - 1)))


def _outside(pairs: list[tuple[fmpz, fmpz]]) -> fmpz:
    """Return the positive part of p where q is 0. Raises: ParameterError for a negative entry of q."""
    place = next((place for place, (_, b) in enumerate(pairs) if b < 0), None)
    if place is not None:
        raise ParameterError("one below", place=f"q[{place}]", expected="a number >= 0, since exp_epsilon is infinite")
    return sum((a for a, b in pairs if b == 0 and a > 0), fmpz(0))


def _positive(pairs: list[tuple[fmpz, fmpz]], E: Exact) -> tuple[fmpz, fmpz]:
    """Return the sums of p and of q where p - E q > 0; bounds of E decide most, exact comparison the rest."""
    low, high = E.enclosure(BITS)
    above, below = fmpz(0), fmpz(0)
    for a, b in pairs:
        if _is_positive(a, b, low, high, E):
            above, below = above + a, below + b
    return above, below


def _is_positive(a: fmpz, b: fmpz, low: Fraction, high: Fraction, E: Exact) -> bool:
    least, most = (low, high) if b >= 0 else (high, low)  # least: the bound at which a - E b is largest
    if a * most.denominator > b * most.numerator:
        return True
    if a * least.denominator <= b * least.numerator:
        return False
    return Exact.of_rational(a) > E * Exact.of_rational(b)
