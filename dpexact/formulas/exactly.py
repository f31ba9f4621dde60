"""The exact value of a formula, where it lies in a field that dpexact decides; else NotExactError, and `balls` has it.

A value is an Exact, or a LogSum r + s log(q) + ..., which is what logarithms of single terms are; sums of these are
compared by their exponentials.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from flint import fmpz

from dpexact.errors import (
    DivisionByZeroError,
    DPExactError,
    IncompatibleFieldsError,
    ParameterError,
    TooLargeError,
    UndecidedError,
)
from dpexact.formulas.log_quotient import log_quotient
from dpexact.numbers.epsilon import rational_epsilon
from dpexact.numbers.exact import Exact
from dpexact.numbers.excerpt import excerpt
from dpexact.numbers.powers import LogSum, log_of_term

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpexact.formulas.term import Term
    from dpexact.formulas.work import Work

    Value = Exact | LogSum
    Bound = Mapping[str, int]  # the bound variables of the sums around a term

MAX_BITS = 1 << 16  # of an irrational value: beyond it an enclosure is what is wanted
MAX_RATIONAL_BITS = 1 << 20
MAX_POWER = 1 << 12  # of a sum of several terms
LOG_QUOTIENT_WORK = 1000  # operations
BITS_OF_AN_OPERATION = 256  # a value of so many bits costs one operation more


class NotExactError(DPExactError):
    """The value has no exact form here, or one that is too large."""


def exact_value(term: Term, bound: Bound, work: Work) -> Value:
    """The value of a term whose free names are bound. Raises: NotExactError, ParameterError, DivisionByZeroError."""
    work.charge(1, place_of(term))
    try:
        value = _checked(_value(term, bound, work))
    except (IncompatibleFieldsError, UndecidedError) as error:
        raise NotExactError(str(error)) from error
    if not isinstance(value, LogSum):
        work.charge(value.bits() // BITS_OF_AN_OPERATION, place_of(term))
    return value


def exact_integer(term: Term, bound: Bound, work: Work, what: str) -> int:
    """The value of a term that has to be an integer. Raises: ParameterError."""
    try:
        value = exact_value(term, bound, work)
    except NotExactError:
        value = LogSum(Fraction(0))
    if isinstance(value, LogSum) or not value.is_rational() or value.as_fraction().denominator != 1:
        came = (
            "a logarithm or another number that is not rational" if isinstance(value, LogSum) else excerpt(str(value))
        )
        message = f"{place_of(term)}: expected an integer as {what}, got {came}"
        raise ParameterError(message)
    return int(value.as_fraction())


def place_of(term: Term) -> str:
    """Where in its text a term stands."""
    what = term.name or term.kind
    return f"formula, character {term.place + 1} ({what})"


def number(value: Value) -> Exact:
    """The value where it is no logarithm. Raises: NotExactError."""
    if not isinstance(value, LogSum):
        return value
    if not value.logs:
        return Exact.of_rational(value.rational)
    rational = rational_epsilon(Exact.exp(value))
    if rational is None:
        message = "a logarithm"
        raise NotExactError(message)
    return Exact.of_rational(rational)


def _checked(value: Value) -> Value:
    return value if isinstance(value, LogSum) else _sized(value)


def _sized(value: Exact) -> Exact:
    if value.bits() > (MAX_RATIONAL_BITS if value.is_rational() else MAX_BITS):
        message = "an exact value that is too large"
        raise NotExactError(message)
    return value


def _value(term: Term, bound: Bound, work: Work) -> Value:
    match term.kind:
        case "numeral":
            return Exact.of_rational(term.value)
        case "name":
            if term.name in bound:
                return Exact.of_rational(bound[term.name])
            message = f"the variable {term.name} of a root"
            raise NotExactError(message)
        case "neg":
            value = exact_value(term.below[0], bound, work)
            return value.times(Fraction(-1)) if isinstance(value, LogSum) else -value
        case "inverse":
            return 1 / number(_divisor(term.below[0], bound, work))
        case "+":
            return _total([exact_value(part, bound, work) for part in term.below])
        case "*":
            return _quotient(term, bound, work)
        case "**":
            return _power(term, bound, work)
        case "call":
            return _call(term, bound, work)
        case "sum":
            return _sum(term, bound, work)
    message = f"{term.kind} has no exact value"
    raise NotExactError(message)


def _quotient(term: Term, bound: Bound, work: Work) -> Value:
    """A product whose factors may be inverses; logarithms are divided where their quotient is rational."""
    factors: list[Value] = []
    divisors: list[LogSum] = []
    for part in term.below:
        if part.kind != "inverse":
            factors.append(exact_value(part, bound, work))
            continue
        divisor = _divisor(part.below[0], bound, work)
        if isinstance(divisor, LogSum):
            divisors.append(divisor)
        else:
            factors.append(1 / divisor)
    if any(not isinstance(factor, LogSum) and factor == 0 for factor in factors):
        return Exact.of_rational(0)
    for divisor in divisors:
        work.charge(LOG_QUOTIENT_WORK, place_of(term))
        _divide(factors, divisor)
    return _product(factors)


def _divide(factors: list[Value], divisor: LogSum) -> None:
    """Put the quotient in the place of a factor that is a rational multiple of the divisor. Raises: NotExactError."""
    for place, factor in enumerate(factors):
        found = log_quotient(factor, divisor) if isinstance(factor, LogSum) else None
        if found is not None:
            factors[place] = Exact.of_rational(found)
            return
    message = "a number divided by a logarithm"
    raise NotExactError(message)


def _divisor(term: Term, bound: Bound, work: Work) -> Value:
    """A divisor: a logarithm where it is irrational, and so not 0. Raises: DivisionByZeroError."""
    value = exact_value(term, bound, work)
    try:
        divisor = number(value)
    except NotExactError:
        return value
    if divisor == 0:
        message = f"{place_of(term)}: expected a divisor that is not 0, got 0"
        raise DivisionByZeroError(message)
    return divisor


def _total(values: list[Value]) -> Value:
    numbers = [value for value in values if not isinstance(value, LogSum)]
    if len(numbers) == len(values):
        while len(numbers) > 1:  # by pairs: the parts of a long sum stay small
            pairs = zip(numbers[::2], numbers[1::2], strict=False)
            numbers = [_sized(a + b) for a, b in pairs] + numbers[len(numbers) & ~1 :]
        return numbers[0]
    logs = LogSum(Fraction(0))
    for value in values:
        logs = logs.plus(value if isinstance(value, LogSum) else LogSum(_fraction(value)))
    return logs


def _product(values: list[Value]) -> Value:
    logs = [value for value in values if isinstance(value, LogSum)]
    rest = Exact.of_rational(1)
    for value in values:
        if not isinstance(value, LogSum):
            rest = _sized(rest * value)
    if not logs:
        return rest
    if rest == 0:
        return rest
    if len(logs) > 1:
        message = "a product of logarithms"
        raise NotExactError(message)
    return logs[0].times(_fraction(rest))


def _fraction(value: Exact) -> Fraction:
    if not value.is_rational():
        message = "a logarithm beside an irrational number"
        raise NotExactError(message)
    return value.as_fraction()


def _power(term: Term, bound: Bound, work: Work) -> Exact:
    base, exponent = (number(exact_value(part, bound, work)) for part in term.below)
    power = _fraction(exponent)
    if base == 0 and power < 0:
        message = f"{place_of(term)}: expected an exponent >= 0 above 0, got {excerpt(str(power))}"
        raise DivisionByZeroError(message)
    if base < 0 and power.denominator != 1:
        message = f"{place_of(term)}: expected a base >= 0 below a fraction, got {excerpt(str(base))}"
        raise ParameterError(message)
    limit = MAX_RATIONAL_BITS if base.is_rational() else MAX_BITS
    if base not in (0, 1, -1) and base.bits() * abs(power) > limit and (base.is_rational() or abs(power) > MAX_POWER):
        message = "a power that is too large"
        raise NotExactError(message)
    try:
        return base**power
    except (TooLargeError, ParameterError) as error:
        raise NotExactError(str(error)) from error


def _call(term: Term, bound: Bound, work: Work) -> Value:
    if term.name == "binomial":
        n, k = (exact_integer(part, bound, work, f"argument of {term.name}") for part in term.below)
        return Exact.of_rational(_binomial(term, n, k))
    values = [exact_value(part, bound, work) for part in term.below]
    first = values[0]
    try:
        match term.name:
            case "exp":
                return Exact.exp(first if isinstance(first, LogSum) else LogSum(_fraction(first)))
            case "log":
                return _log(term, number(first))
            case "sqrt":
                return _sqrt(term, number(first))
            case "abs":
                return _total([first]) if sign(first) >= 0 else _product([Exact.of_rational(-1), first])
            case "min" | "max":
                return _extreme(values, 1 if term.name == "max" else -1)
    except TooLargeError as error:
        raise NotExactError(str(error)) from error
    if first == 0 and term.name in ("Phi", "erfc"):
        return Exact.of_rational(Fraction(1, 2) if term.name == "Phi" else 1)
    message = f"{term.name} has no exact value"
    raise NotExactError(message)


def _binomial(term: Term, n: int, k: int) -> fmpz:
    if n < 0:
        message = f"{place_of(term)}: expected n >= 0, got {n}"
        raise ParameterError(message)
    if not 0 <= k <= n:
        return fmpz(0)
    if min(k, n - k) * n.bit_length() > MAX_RATIONAL_BITS:
        message = "a binomial coefficient that is too large"
        raise NotExactError(message)
    return fmpz.bin_uiui(n, k)


def _log(term: Term, value: Exact) -> LogSum:
    if not value > 0:
        message = f"{place_of(term)}: expected the logarithm of a number > 0, got {excerpt(str(value))}"
        raise ParameterError(message)
    logarithm = log_of_term(value)
    if logarithm is None:
        message = "the logarithm of a sum"
        raise NotExactError(message)
    return logarithm


def _sqrt(term: Term, value: Exact) -> Exact:
    if value < 0:
        message = f"{place_of(term)}: expected the square root of a number >= 0, got {excerpt(str(value))}"
        raise ParameterError(message)
    try:
        return value ** Fraction(1, 2)
    except ParameterError as error:  # of a sum of several terms
        raise NotExactError(str(error)) from error


def sign(value: Value) -> int:
    """-1, 0 or 1; that of a logarithm is decided by its exponential."""
    if not isinstance(value, LogSum):
        return value.sign()
    return (Exact.exp(value) - 1).sign()


def _extreme(values: list[Value], direction: int) -> Value:
    best = values[0]
    for value in values[1:]:
        if sign(_total([value, _product([Exact.of_rational(-1), best])])) == direction:
            best = value
    return best


def _sum(term: Term, bound: Bound, work: Work) -> Value:
    inner, first, last = term.below
    low, high = (exact_integer(end, bound, work, f"an end of the sum over {term.name}") for end in (first, last))
    work.charge(max(0, high - low + 1), place_of(term))
    return _total(
        [exact_value(inner, {**bound, term.name: k}, work) for k in range(low, high + 1)] or [Exact.of_rational(0)]
    )
