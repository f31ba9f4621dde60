"""Rules: for each function of a number, the parts of its domain on which it is monotone, and the reason.

A row holds for finite numbers of one type. The keys of `splits` are monotone themselves, so that bisection finds the
parts. The proofs, in the order of the tables:

- Integers and fractions: + - * // << >> are exact, so the mathematics decides. c / x and c // x rise or fall on either
  side of 0. x % c rises between two multiples of c, or is constant on a class of remainders. So is x & c for c >= 0 on
  a class modulo a power of 2 above c, on which x | c and x ^ c only add a constant. x & -2^m is x - x % 2^m. x ** n is
  monotone on either side of 0. numpy's integers count as exact if the results at both ends are, since between them
  nothing can wrap then.
- Doubles and numpy's floats: the result is the rounded exact result, and rounding is monotone (ties, subnormals and
  overflow to infinity included). So x + c, x - c, c - x, x * c and x / c are monotone in the order in which -0.0 comes
  before 0.0, and c / x on either side of 0. Integers are rounded to doubles first, which is monotone too. x % c is
  monotone between two multiples of c, where x // c is constant. With c infinite, NaN or, in a quotient, 0, the result
  is constant on either side of 0, if it is the same at both ends. Powers are not: 1 ** NaN is 1, and -inf ** x has the
  sign of an odd x.
- floor, ceil, round (to digits too: the nearest multiple of a power of 10), trunc and sqrt are rounded once. abs and
  copysign are monotone on either side of 0. The side decides the sign that copysign takes.
- Other functions of the mathematical library, and powers of doubles, are assumed monotone between -1, 0 and 1 if
  mathematics says so, and computed (`unknown`): at all values if there are at most 2^24, else near each boundary. cos
  and sin are split where the double next to pi puts their extremes, less than half way to another double. So no double
  is nearer to an extreme than one between the two.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from dpexact.programs.kinds import number_kind, pure

Function = Callable[[Any], Any]
Key = Callable[[Any], Hashable]

WIDEST = 10**5  # of the shifts that keep a stride
NO_STRIDE, EVERY = Fraction(0), Fraction(1)  # the latter of integers that follow one another
SIGNED = ("truediv", "floordiv", "mod", "pow")  # with 0 on their right side, they are constant or raise
WRAPS = "wraps around, as numpy's integers do"


class Trust(Enum):
    """The reason why a function is monotone on each part of its domain."""

    EXACT = "the result is exact"
    ROUNDED = "the exact result is rounded once"
    CONSTANT = "if the results at both ends are equal, so are all between"
    ASSUMED = "mathematics says so, and the platform's function is computed"


@dataclass(frozen=True)
class Rule:
    """A row: the splits of the domain, the reason, and the same function of Python's integers, for those of numpy.

    Integers (a + b k) // c, for some a, have the stride b / c. If it is known, that of the results is `factor` times as
    large, unless an integer that was rounded is multiplied. Outside of `domain`, the function is listed. With
    `residues`, the function is monotone on each class of remainders modulo this number. If the classes are too many,
    the rule `otherwise` holds, or none.
    """

    splits: tuple[Key, ...] = ()
    trust: Trust = Trust.ROUNDED
    exact: Function | None = None
    factor: Fraction = NO_STRIDE
    domain: Key | None = None
    residues: int = 0
    otherwise: Rule | None = None

    def keys(self, kind: str) -> tuple[Key, ...]:
        """Return the splits of the domain of numbers of a kind, infinity and minus infinity set apart."""
        return (finite_class, *self.splits) if kind == "float" else self.splits

    def stride(self, before: Fraction) -> Fraction:
        """Return the stride of the results for integers with another one, or none if it is not known."""
        return before * self.factor if before.denominator == 1 or abs(self.factor.numerator) == 1 else NO_STRIDE

    def doubt(self, kind: str, values: tuple[Any, Any], results: Sequence[Any]) -> str:
        """Return the reason why it may not hold for numpy's types between two values with these results, or ""."""
        low, high = results
        if type(low) is not type(high):
            return "gives numbers of two types"
        if self.exact is None or kind != "exact":
            return ""
        if number_kind(low) != "exact":
            return "mixes two types of numpy's integers" if self.trust is Trust.EXACT else ""
        if not any(hasattr(value, "dtype") for value in (low, *values)):
            return ""
        for value, result in zip(values, results, strict=True):
            if tried(self.exact, pure(value))[1] or pure(result) != pure(self.exact(pure(value))):
                return WRAPS
        return ""


def tried(function: Function, value: Any) -> tuple[Any, type | None]:
    """Return the result of a function, and the class of the exception that it raises."""
    try:
        return function(value), None
    except Exception as error:  # noqa: BLE001 - whatever it raises, the program gets it
        return None, type(error)


def side_of(x: Any, other: Any) -> int:
    """Return 0 for an equal number, -1 for a smaller and 1 for a larger one, and 2 for a NaN or a complex number."""
    if x == other:
        return 0
    return 2 if tried(lambda y: y < other, x)[1] else -1 if x < other else 1 if x > other else 2


def sign_class(value: Any) -> int:
    """Return 0 for x < 0, 1 for -0.0, 2 for 0, 3 for x > 0, which is monotone if -0.0 comes before 0.0."""
    if value < 0:
        return 0
    if value > 0:
        return 3
    return 1 if number_kind(value) == "float" and math.copysign(1, value) < 0 else 2


def finite_class(value: Any) -> int:
    """Return 0 for minus infinity, 2 for infinity, 1 for all other numbers."""
    return 0 if not -math.inf < value else 1 if value < math.inf else 2


def unit_class(value: Any) -> int:
    """Return the part of the line between -1 and 1, in which the functions of the library have one direction."""
    return int(value >= -1) + int(value > -1) + int(value >= 1) + int(value > 1)


def quarter_turn(value: Any) -> float:
    """Return the number of a quarter turn, of the last one that is a double's for all beyond."""
    return 2.0 * float(max(-1e300, min(value, 1e300))) // math.pi


def _integers(c: Any, python: Callable[[Any, Any], Any], factor: Any, *splits: Key, reflected: bool = False) -> Rule:
    """Return the rule of an exact operation, whose stride is kept only by integers.

    That of a sum is kept by a difference, since c - v // d = (c d + d - 1 - v) // d.
    """
    exact: Function = (lambda x: python(pure(c), pure(x))) if reflected else (lambda x: python(pure(x), pure(c)))
    trust = Trust.ROUNDED if python is operator.truediv else Trust.EXACT
    return Rule(splits, trust, exact, Fraction(0 if isinstance(c, Fraction) else factor))


def _remainder(c: Any) -> Rule:
    between = _integers(c, operator.mod, 0, lambda x: x // c)
    if isinstance(c, Fraction):
        return between
    return Rule((), Trust.EXACT, between.exact, residues=abs(pure(c)), otherwise=between)


def _bits(c: Any, python: Any) -> Rule | None:
    mask = None if isinstance(c, Fraction) else pure(c)
    if mask is None or (mask < 0 and (python is not operator.and_ or -mask & (-mask - 1))):
        return None
    rule = _integers(c, python, 0)
    return rule if mask < 0 else Rule((), Trust.EXACT, rule.exact, residues=1 << mask.bit_length())


EXACT: dict[tuple[str, bool], Callable[[Any], Rule | None]] = {  # by operation, and whether it is c op x
    ("add", False): lambda c: _integers(c, operator.add, 1),
    ("add", True): lambda c: _integers(c, operator.add, 1, reflected=True),
    ("sub", False): lambda c: _integers(c, operator.sub, 1),
    ("sub", True): lambda c: _integers(c, operator.sub, 1, reflected=True),
    ("mul", False): lambda c: _integers(c, operator.mul, pure(c)),
    ("mul", True): lambda c: _integers(c, operator.mul, pure(c), reflected=True),
    ("truediv", False): lambda c: _integers(c, operator.truediv, 0),
    ("truediv", True): lambda c: _integers(c, operator.truediv, 0, sign_class, reflected=True),
    ("floordiv", False): lambda c: _integers(c, operator.floordiv, Fraction(1, pure(c)) if pure(c) > 0 else 0),
    ("floordiv", True): lambda c: _integers(c, operator.floordiv, 0, sign_class, reflected=True),
    ("lshift", False): lambda c: _integers(c, operator.lshift, Fraction(2) ** pure(c) if 0 <= pure(c) <= WIDEST else 0),
    ("rshift", False): lambda c: _integers(
        c, operator.rshift, Fraction(2) ** -pure(c) if 0 <= pure(c) <= WIDEST else 0
    ),
    ("mod", False): _remainder,
    ("pow", False): lambda c: _integers(c, operator.pow, 0, sign_class) if type(c) is int and c >= 1 else None,
    **{
        (name, reflected): lambda c, python=python: _bits(c, python)  # type: ignore[misc]
        for name, python in (("and", operator.and_), ("or", operator.or_), ("xor", operator.xor))
        for reflected in (False, True)
    },
}


def _between_multiples(c: Any, kind: type, trust: Trust) -> Rule:
    """Return the rule of x % c and x // c. Both numbers are rounded to the type of the result before the division."""
    exact_c = Fraction(float(kind(c)))

    def quotient(x: Any) -> Hashable:
        rounded = float(kind(x))
        return Fraction(rounded) // exact_c if math.isfinite(rounded) else rounded

    return Rule((sign_class, quotient), trust)


FLOATS: dict[tuple[str, bool], Callable[[Any, type], Rule | None]] = {  # of c and the type of the result
    **{(name, side): lambda *_: Rule() for name in ("add", "sub", "mul") for side in (False, True)},
    ("truediv", False): lambda *_: Rule(),
    ("truediv", True): lambda *_: Rule((sign_class,)),
    ("floordiv", False): lambda c, kind: _between_multiples(c, kind, Trust.CONSTANT),
    ("mod", False): lambda c, kind: _between_multiples(c, kind, Trust.ROUNDED),
    ("pow", False): lambda *_: Rule((sign_class,), Trust.ASSUMED, domain=lambda x: x > 0),
    ("pow", True): lambda c, _: Rule((sign_class,), Trust.ASSUMED) if c > 0 else None,
}
SIDES = Rule((sign_class,), Trust.CONSTANT)  # for c that is infinite, NaN or, in a quotient, 0

_LIBRARY = Rule((sign_class, unit_class), Trust.ASSUMED)
_NEAREST = Rule(exact=operator.pos, factor=EVERY)
FUNCTIONS: dict[str, Rule] = {
    **dict.fromkeys(("log", "log2", "log10", "log1p", "exp", "exp2", "expm1", "erf", "erfc"), _LIBRARY),
    **dict.fromkeys(("sinh", "cosh", "tanh", "atan", "asinh", "acosh", "asin", "acos", "atanh"), _LIBRARY),
    **dict.fromkeys(("arctan", "arcsinh", "arccosh", "arcsin", "arccos", "arctanh"), _LIBRARY),
    "cos": Rule((lambda x: quarter_turn(x) // 2.0,), Trust.ASSUMED),
    "sin": Rule((lambda x: (quarter_turn(x) + 1.0) // 2.0,), Trust.ASSUMED),
    **dict.fromkeys(("sqrt", "fabs", "bit_length", "round"), Rule((sign_class,))),
    **dict.fromkeys(("floor", "ceil", "trunc", "rint", "positive"), _NEAREST),
    "negative": Rule(exact=operator.neg, factor=EVERY),
    "invert": Rule(exact=operator.invert, factor=EVERY),
    "absolute": Rule((sign_class,), exact=operator.abs, factor=EVERY),
    **dict.fromkeys(("sign", "signbit"), SIDES),
    **dict.fromkeys(("isnan", "isinf", "isfinite"), Rule((), Trust.CONSTANT)),
}


def of_operator(key: tuple[str, bool], c: Any, kind: str, ends: tuple[Any, Any], function: Function) -> Rule | None:
    """Return the rule of a function x op c (or c op x) of numbers of one kind between two ends.

    It has none if numpy would round an operand to nothing or to infinity.
    """
    if number_kind(c) == "float" and not math.isfinite(c):
        return None if key[0] == "pow" else SIDES
    if not key[1] and key[0] in SIGNED and not c:
        return SIDES  # the result is constant on either side of 0, if it does not raise
    if kind == "exact" == number_kind(c):
        return EXACT[key](c) if key in EXACT else None
    result = next((result for value in ends if (result := tried(function, value)[0]) is not None), 0.0)
    if not kind or number_kind(result) != "float" or key not in FLOATS:
        return None
    of = type(result)
    return FLOATS[key](c, of) if of is float or _is_kept(of, key[0], c, kind, ends) else None


def _is_kept(of: Any, name: str, c: Any, kind: str, ends: tuple[Any, Any]) -> bool:
    """Return whether a type of numpy rounds no operand to nothing or to infinity."""
    rounded = of(c)
    if not math.isfinite(rounded) or (not rounded and c):
        return False
    if kind == "exact" and not all(abs(x) < 2**63 for x in ends):
        return False
    return name not in ("floordiv", "mod") or all(math.isfinite(of(x)) for x in ends)


def of_two(name: str, place: int, other: Any) -> Rule | None:
    """Return the rule of a function of the library by the first (0) or last (1) of two arguments."""
    if not number_kind(other) or not math.isfinite(other):
        return None
    if name == "log" and place == 0:
        return _LIBRARY if other > 1 else None
    if name == "copysign":
        return Rule((sign_class,))
    return FLOATS["pow", bool(place)](other, float) if name == "pow" and other else None
