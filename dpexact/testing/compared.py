"""Claimed and true values of an assertion, read exactly, compared, and written for messages."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from dpexact.audit.judgement import is_between, is_near, order, side_of
from dpexact.errors import InexactInputError, TooLargeError, UndecidedError, need
from dpexact.numbers.enclosure import Enclosure, at_hand, bounds
from dpexact.numbers.exact import Exact, exact, exact_at, exact_of_float, is_inexact_scalar
from dpexact.numbers.floats import FIRST_BITS, FloatFormat, plain_scalar, ulps_of
from dpexact.numbers.typography import value_excerpt
from dpexact.testing.findings import NOT_TRUE, TOO_LOOSE, UNDECIDED

True_ = Exact | Enclosure | float  # the float is infinity
DIGITS = 20
KNOWN_DIGITS = 10  # of bounds that cost much
MAX_EXPONENT = 1 << 20  # of a number of mpmath
MAX_SHOWN = 20  # outputs of an event
BITS = 64  # of sizes that only say which tolerance is tried first
Kind: TypeAlias = Literal["upper", "lower", "close"]
BOUNDS = {"upper": "an upper bound", "lower": "a lower bound", "close": "close"}


def claimed_value(claimed: object, name: str = "claimed") -> Exact | float:
    """Return a claimed float of any format at its binary value, but NaN and the infinities as floats.

    Raises InexactInputError for truth values, complex numbers, balls, and several numbers.
    """
    value = _binary_of_mpmath(plain_scalar(claimed, name), name)
    _refuse_vector(value, name)
    is_other = isinstance(value, (bool, complex)) or type(value).__name__ in ("bool_", "bool", "timedelta64")
    is_float = isinstance(value, float) or is_inexact_scalar(value)
    if is_other or (is_float and not hasattr(value, "as_integer_ratio")):
        raise need.refusal(name, "a real number", value, error=InexactInputError)
    if not is_float:
        return exact_at(value, name)
    try:
        return exact_of_float(value)  # type: ignore[arg-type]
    except InexactInputError:
        return float(value)  # type: ignore[arg-type]


def _binary_of_mpmath(value: object, name: str) -> object:
    """Return the binary value of an mpf of mpmath, its infinities and NaN as floats, and anything else unchanged."""
    if type(value).__module__.partition(".")[0] != "mpmath" or type(value).__name__ != "mpf":
        return value
    mantissa, exponent = value.man_exp  # type: ignore[attr-defined]
    if not mantissa and exponent:
        return float(value)  # type: ignore[arg-type]
    if abs(exponent) > MAX_EXPONENT:
        expected = f"a number between 2^-{MAX_EXPONENT} and 2^{MAX_EXPONENT}"
        raise TooLargeError("one beyond", place=name, expected=expected)
    size = Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return -size if value < 0 < size else size  # type: ignore[operator]


def _refuse_vector(value: object, name: str) -> None:
    """Raise InexactInputError for several numbers, since one is expected."""
    if isinstance(value, (str, bytes, Enclosure, Exact)) or not hasattr(value, "__len__"):
        return
    shape = getattr(value, "shape", None)
    try:
        size = f"of shape {tuple(shape)}" if isinstance(shape, tuple) else f"of {len(value)}"
    except TypeError:  # something of one entry that has no length
        return
    remedy = "an assertion takes lists and arrays of one shape as claimed and true, and one number for each tolerance"
    raise InexactInputError(f"{type(value).__name__} {size}", place=name, expected="one number", remedy=remedy)


def true_value(true: object, name: str = "true") -> True_:
    """Return a true value, which may be anything that `exact` accepts, an enclosure, or infinity.

    Raises InexactInputError for other floats.
    """
    if isinstance(true, Enclosure) or (isinstance(true, float) and true == math.inf):
        return true
    _refuse_vector(number := plain_scalar(true, name), name)
    return exact_at(number, name)


def tolerances(options: Mapping[str, object]) -> dict[str, Exact]:
    """Return the tolerances among the options as numbers. Raises the errors of `tolerance`."""
    return {name: tolerance(value, name) for name, value in options.items() if value is not None}


def tolerance(value: object, name: str) -> Exact:
    """Return a tolerance, a number >= 0, or a float at its binary value. Raises InexactInputError."""
    number = claimed_value(value, name)
    if isinstance(number, float) or number < 0:
        raise InexactInputError(value_excerpt(value), place=name, expected="a finite number >= 0")
    return number


def pasted(value: object, name: str) -> str:
    """Return a tolerance as Python text without imports, a number or a text in quotes."""
    if isinstance(value, float):
        return repr(float(value))
    return repr(value) if type(value) in (int, str) else f'"{tolerance(value, name)}"'


def number_text(number: Exact | Enclosure | float) -> str:
    """Return a float as Python prints it, or a true value to 20 digits or as far as it is known."""
    if isinstance(number, float):
        return repr(number)
    if isinstance(number, Exact):
        text = str(number)
        decimal = number.decimal(DIGITS)
        return text if text == decimal or len(text) <= DIGITS else f"{decimal}..."
    if number.is_costly:
        return f"in [{number.decimal(KNOWN_DIGITS, 'down')}, {number.decimal(KNOWN_DIGITS, 'up')}]"
    return f"in {number.decimal(DIGITS)}"


def ulps_number(gap: Exact | Enclosure, unit: Fraction) -> Exact:
    """Return how many units a distance is, or the middle of the bounds of that."""
    quotient = gap / unit
    if isinstance(quotient, Exact):
        return abs(quotient)
    lower, upper = sorted(abs(bound) for bound in bounds(quotient, FIRST_BITS))
    return exact((lower + upper) / 2)


def table(rows: Iterable[tuple[str, str]], blanks: int = 3) -> list[str]:
    """Return the rows of a message, with the names in one column and the texts in the next."""
    rows = list(rows)
    width = max(len(name) for name, _ in rows) + blanks
    return [f"  {name.ljust(width)}{text}" for name, text in rows]


def event_text(event: Sequence[object]) -> str:
    """Return the first outputs of an event, and how many more there are."""
    more = f" and {len(event) - MAX_SHOWN} more" if len(event) > MAX_SHOWN else ""
    return f"{value_excerpt(event[:MAX_SHOWN])}{more}"


@dataclass(frozen=True)
class Comparison:
    """The question about a claimed value, its number (infinity and NaN as floats), a true one and tolerances by name.

    The ulps are of the float format `form`. `place` is the index of an element, empty for a single number.
    """

    kind: Kind
    claimed: object
    number: Exact | float
    truth: True_
    tolerances: Mapping[str, Exact]
    form: FloatFormat
    place: tuple[int, ...]


@dataclass(frozen=True)
class Fault:
    """The reason why an assertion fails, as a finding and the relation of the claimed number to the true one."""

    finding: str
    relation: str


def compared(comparison: Comparison) -> Fault | None:
    """Return the fault, or None if the assertion holds. The answer is exact, or "undecided"."""
    number, truth, close = comparison.number, comparison.truth, comparison.kind == "close"
    bound = BOUNDS[comparison.kind]
    if isinstance(number, float) and math.isnan(number):
        return Fault(NOT_TRUE, f"is not {bound} {'to' if close else 'of'}")
    infinite = isinstance(number, float) or isinstance(truth, float)
    if infinite and number == truth:
        return None
    if close:
        within = Fault(NOT_TRUE, "is not close to" if infinite else "is further than the tolerance from")
    else:
        direction = order_of(comparison)
        if direction is None:
            return Fault(UNDECIDED, f"is {bound} of")
        if side_of(direction, "larger" if comparison.kind == "upper" else "smaller") == "unsafe":
            return Fault(NOT_TRUE, f"is not {bound} of")
        if not comparison.tolerances:
            return None
        within = Fault(TOO_LOOSE, f"is {bound}, but too loose, of")
    holds = _within(comparison)
    if holds is None:
        return Fault(UNDECIDED, "is within the tolerance of")
    return None if holds else within


def order_of(comparison: Comparison) -> int | None:
    """Return -1, 0 or 1 for below, equal to and above the truth, or None for NaN and if 4096 bits do not tell."""
    try:
        return order(comparison.number, comparison.truth)
    except UndecidedError:
        return None


def _within(comparison: Comparison) -> bool | None:
    """Return whether the distance is at most one of the tolerances, or None if 4096 bits do not tell.

    The loosest comes first, as far as the bounds at hand tell, so that a costly number is narrowed for no stricter one.
    """
    number, truth, form = comparison.number, comparison.truth, comparison.form
    if isinstance(number, float) or isinstance(truth, float):
        return False
    lower, upper = at_hand(truth) if isinstance(truth, Enclosure) else truth.enclosure(BITS)
    scales = {"abs": Fraction(1), "rel": abs(lower + upper) / 2, "ulps": ulps_of(truth, form, refines=False)[0]}
    undecided = False
    for name, size in sorted(
        comparison.tolerances.items(), key=lambda pair: -pair[1].enclosure(BITS)[0] * scales[pair[0]]
    ):
        tolerated = _is_tolerated(number, truth, name, size, form)
        if tolerated:
            return True
        undecided = undecided or tolerated is None
    return None if undecided else False


def _is_tolerated(number: Exact, truth: Exact | Enclosure, name: str, size: Exact, form: FloatFormat) -> bool | None:
    """Return whether the distance is at most this tolerance, None if undecided or if two possible ulps disagree."""
    try:
        if name == "rel":
            return is_near(number, truth, size, ends=True)
        if name == "abs":
            return is_between(number - size, truth, number + size, ends=True)
        for refines in (False, True):
            units = ulps_of(truth, form, refines=refines)
            least, most = (is_between(number - size * unit, truth, number + size * unit, ends=True) for unit in units)
            if least == most:
                return least
    except UndecidedError:
        pass
    return None
