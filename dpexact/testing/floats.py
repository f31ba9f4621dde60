"""hockey_stick_of_floats: the sum of positive parts of two float vectors at their binary values, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from flint import fmpq, fmpz

from dpexact.errors import InexactInputError, ParameterError
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.excerpt import value_excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

BITS = 128


def hockey_stick_of_floats(p: Iterable[float], q: Iterable[float], exp_epsilon: object) -> Exact:
    """The sum of the positive parts of p(o) - E q(o), whatever the sums of p and q are; E >= 0.

    Guarantee: exact, at the binary values of the floats.
    Raises: InexactInputError for an entry that is no int and no finite float (of Python or numpy, of any length);
    ParameterError for what is no sequence, for vectors of different lengths and for E < 0.

    >>> hockey_stick_of_floats([0.5, 0.5], [0.25, 0.75], 1)
    exact('1/4')
    """
    first, second = _entries(p, "p"), _entries(q, "q")
    if len(first) != len(second):
        message = f"q: expected {len(first)} entries, as many as p has, got {len(second)}"
        raise ParameterError(message)
    E = exact(exp_epsilon)
    if E < 0:
        message = f"exp_epsilon: expected E >= 0, got {E!r}"
        raise ParameterError(message)
    scale = max((bottom.bit_length() - 1 for _, bottom in (*first, *second)), default=0)
    pairs = [(_integer(a, scale), _integer(b, scale)) for a, b in zip(first, second, strict=True)]
    above, below = _positive(pairs, E)
    return Exact.of_rational(fmpq(above, fmpz(1) << scale)) - E * Exact.of_rational(fmpq(below, fmpz(1) << scale))


def _entries(law: Iterable[float], name: str) -> list[tuple[int, int]]:
    """Each entry as an integer over a power of two. Raises: InexactInputError, ParameterError."""
    unordered = isinstance(law, (str, bytes, bytearray, AbstractSet, Mapping))
    if unordered or not hasattr(law, "__iter__") or getattr(law, "shape", None) == ():
        message = f"{name}: expected a sequence of floats, got {value_excerpt(law)} of type {type(law).__name__}"
        raise ParameterError(message)
    return [_ratio(value, f"{name}[{place}]") for place, value in enumerate(law)]


def _ratio(value: object, place: str) -> tuple[int, int]:
    """The binary value of a float, or an int. Raises: InexactInputError."""
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
    message = f"{place}: expected a finite float or an int, got {value_excerpt(value)} of type {name}"
    raise InexactInputError(message)


def _integer(value: tuple[int, int], scale: int) -> fmpz:
    return fmpz(value[0]) * (fmpz(1) << (scale - (value[1].bit_length() - 1)))


def _positive(pairs: list[tuple[fmpz, fmpz]], E: Exact) -> tuple[fmpz, fmpz]:
    """The sums of p and of q where p - E q > 0; bounds of E decide most, exact comparison the rest."""
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
