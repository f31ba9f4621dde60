"""The exact value of a number or of a formula, if it lies in a field that dpexact decides.

A value is a number, or a LogSum r + s log(q) + ..., the form of logarithms of single terms. Sums of these are compared
by their exponentials. One evaluation serves both languages. A value without an exact form is refused with its place in
the text of a number, and is a NotExactError in a formula, which leaves it to an enclosure (`evaluate_balls`).
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cmp_to_key
from typing import cast

from flint import arb, fmpz

from dpexact.errors import (
    DivisionByZeroError,
    DPExactError,
    IncompatibleFieldsError,
    NumberSyntaxError,
    ParameterError,
    TooLargeError,
    UndecidedError,
)
from dpexact.numbers.grammar import COMPARISONS, FORMULAS, Language, Term
from dpexact.numbers.powers import AnyNumber, ExactNumber, LogSum, log_of_term, log_quotient, rational_of
from dpexact.numbers.rounding import WHOLE, WHOLE_BITS, rounded_ball
from dpexact.numbers.typography import excerpt

ExactForm = ExactNumber | LogSum
IntegerBindings = Mapping[str, int]  # the bound variables of the sums around a term

MAX_BITS = 1 << 16  # of an irrational value of a formula: beyond it an enclosure is more useful
MAX_RATIONAL_BITS = 1 << 20
MAX_POWER = 1 << 12  # of a sum of several terms
MAX_INK = 1 << 25  # of all intermediate results of the text of a number
MAX_WORK = 2_000_000  # operations of one evaluation of a formula
LOG_QUOTIENT_WORK = 1000  # operations
BITS_OF_AN_OPERATION = 256  # a value of this many bits costs one operation more
ZERO_DIVISION = "division by zero"

AT_ZERO: Mapping[str, Fraction | int] = {"Phi": Fraction(1, 2), "erfc": 1, "erf": 0}


class NotExactError(DPExactError):
    """The value lacks an exact form here, or its exact form is too large."""


class Work:
    """The operations that are left to one evaluation, which charges sums and roots before they start.

    `known` are the balls of closed sums by their id and the precision, with the sums, so that no other has their id.
    """

    __slots__ = ("known", "left")

    def __init__(self, allowed: int = MAX_WORK) -> None:
        self.left = allowed
        self.known: dict[tuple[int, int], tuple[Term, arb]] = {}

    def charge(self, operations: int, term: Term) -> None:
        """Spend some. Raises TooLargeError, before the work is done."""
        if operations > self.left:
            raise term.error(TooLargeError, f"more than {MAX_WORK} operations", "shorten the sums")
        self.left -= operations


class Evaluation:
    """The exact value of a tree of one of the languages, one method for each kind of node.

    A value that is not exact is refused as `inexact`, and a value for which a function is not defined as `undefined`.
    """

    def __init__(self, made: type[ExactNumber], language: Language, work: Work, text: str = "") -> None:
        self.made, self.language, self.work, self.text = made, language, work, text
        self.ink = 0  # bits of all intermediate results
        self.inexact: type[DPExactError] = NotExactError if language.formulas else NumberSyntaxError
        self.undefined: type[DPExactError] = ParameterError if language.formulas else NumberSyntaxError

    def value(self, term: Term, bound: IntegerBindings) -> ExactForm:
        """Return the value of a term whose free names are bound.

        A value of a formula that lies in no field, or is too large, is left to an enclosure by a NotExactError.
        """
        if not self.language.formulas:
            return self.node(term, bound)
        self.work.charge(1, term)
        try:
            value = self.node(term, bound)
        except (IncompatibleFieldsError, UndecidedError, TooLargeError, ParameterError) as error:
            if error.position is not None:  # raised here, for a term
                raise
            raise NotExactError(str(error)) from error
        if not isinstance(value, LogSum):
            self.work.charge(value.bits() // BITS_OF_AN_OPERATION, term)
        return value

    def node(self, term: Term, bound: IntegerBindings) -> ExactForm:
        """Return the value by the kind of the term."""
        match term.kind:
            case "numeral":
                return self.sized(self.made.of_rational(term.value))
            case "number" if isinstance(term.value, self.made):
                return self.sized(term.value)
            case "name" if term.name in bound:
                return self.made.of_rational(bound[term.name])
            case "neg":
                return -self.value(term.below[0], bound)
            case "+":
                return self.total(term.below, [self.value(part, bound) for part in term.below])
            case "*":
                return self.product(term, bound)
            case "**":
                return self.power(term, bound)
            case "call":
                return self.call(term, bound)
            case "sum":
                return self.sum(term, bound)
            case "if":
                left, right = (self.value(part, bound) for part in term.below[:2])
                holds = self.sign(self.total(term.below[:2], [left, -right])) in COMPARISONS[term.name]
                return self.value(term.below[2 if holds else 3], bound)
        raise self.refuse(self.inexact, term, "a number in a field that dpexact decides", term.name or term.kind)

    def sized(self, value: ExactNumber) -> ExactNumber:
        """Return the value, if it is not too large, in the text of a number together with those before it."""
        size = value.bits()
        self.ink += size
        if self.language.formulas and size > (MAX_RATIONAL_BITS if value.is_rational() else MAX_BITS):
            message = "an exact value that is too large"
            raise NotExactError(message)
        if not self.language.formulas and self.ink > MAX_INK:
            raise TooLargeError(f"number text {excerpt(self.text)!r}: intermediate results of more than {MAX_INK} bits")
        return value

    def refuse(self, kind: type[DPExactError], term: Term, expected: str, came: str) -> DPExactError:
        """Return the error with the expectation in the place of a term."""
        return self.language.error(kind, term.text, term.place, excerpt(came), expected=expected)

    def number(self, term: Term, value: ExactForm) -> ExactNumber:
        """Return a value as a number, which a sum of logarithms is if it is rational."""
        if not isinstance(value, LogSum):
            return value
        rational = rational_of(self.made, value)
        if rational is None:
            raise self.refuse(self.inexact, term, "a number", "a logarithm")
        return self.made.of_rational(rational)

    def fraction(self, term: Term, value: ExactForm) -> Fraction:
        """Return a value that must be rational."""
        number = self.number(term, value)
        if not number.is_rational():
            raise self.refuse(self.inexact, term, "a rational number", str(number))
        return number.as_fraction()

    def sign(self, value: ExactForm) -> int:
        """Return -1, 0 or 1. The exponential of a logarithm decides its sign."""
        return (self.made.exp(value) - 1).sign() if isinstance(value, LogSum) else value.sign()

    def linear(self, term: Term, value: ExactForm) -> LogSum:
        """Return the value as a sum of a rational and of logarithms."""
        return value if isinstance(value, LogSum) else LogSum(self.fraction(term, value))

    def integer(self, term: Term, bound: IntegerBindings, what: str) -> int:
        """Return the value of a term that must be an integer."""
        try:
            value = self.value(term, bound)
        except NotExactError:
            if term.is_chosen():
                raise
            value = LogSum(Fraction(0))
        if isinstance(value, LogSum) or not value.is_rational() or value.as_fraction().denominator != 1:
            came = "a number that is not known to be rational" if isinstance(value, LogSum) else str(value)
            raise self.refuse(self.undefined, term, f"an integer as {what}", came)
        return int(value.as_fraction())

    def divisor(self, term: Term, bound: IntegerBindings) -> ExactForm:
        """Return the divisor of an inverse, as a logarithm if it is irrational, and so not 0.

        Raises DivisionByZeroError.
        """
        value = self.value(term.below[0], bound)
        rational = rational_of(self.made, value) if isinstance(value, LogSum) else None
        divisor = value if rational is None else self.made.of_rational(rational)
        if not isinstance(divisor, LogSum) and divisor == 0:
            raise self.refuse(DivisionByZeroError, term, "", ZERO_DIVISION)
        return divisor

    def total(self, terms: tuple[Term, ...], values: list[ExactForm]) -> ExactForm:
        """Return the sum, with numbers added by pairs, so that the parts of a long sum stay small."""
        numbers = [value for value in values if not isinstance(value, LogSum)]
        if len(numbers) < len(values):
            logarithms = LogSum(Fraction(0))
            for term, value in zip(terms, values, strict=True):
                logarithms = logarithms.plus(self.linear(term, value))
            return logarithms
        while len(numbers) > 1:
            pairs = zip(numbers[::2], numbers[1::2], strict=False)
            numbers = [self.sized(a + b) for a, b in pairs] + numbers[len(numbers) & ~1 :]
        return numbers[0]

    def product(self, term: Term, bound: IntegerBindings) -> ExactForm:
        """Return the product of factors and inverses, with logarithms divided if their quotient is rational."""
        rest = self.made.of_rational(1)
        logarithms: list[tuple[Term, LogSum]] = []
        below: list[tuple[Term, LogSum]] = []
        for place, part in enumerate(term.below):  # one node may stand in several places, for a name
            inverse = part.kind == "inverse"
            value = self.divisor(part, bound) if inverse else self.value(part, bound)
            if isinstance(value, LogSum):
                (below if inverse else logarithms).append((part, value))
            elif place == 0:
                rest = value
            else:
                rest = self.sized(rest / value if inverse else rest * value)
        if rest == 0:
            return rest
        for part, divisor in below:
            self.work.charge(LOG_QUOTIENT_WORK, term)
            rest = self.sized(rest * self.quotient(part, logarithms, divisor))
        if not logarithms:
            return rest
        if len(logarithms) > 1:
            raise self.refuse(
                self.inexact, logarithms[1][0], "a rational number here: logarithms are only added and scaled", "log"
            )
        return logarithms[0][1].times(self.fraction(term, rest))

    def quotient(self, part: Term, logarithms: list[tuple[Term, LogSum]], divisor: LogSum) -> ExactNumber:
        """Take one of the logarithms away, and return its quotient by the divisor, a rational number."""
        for place, (_, logarithm) in enumerate(logarithms):
            ratio = log_quotient(self.made, logarithm, divisor)
            if ratio is not None:
                del logarithms[place]
                return self.made.of_rational(ratio)
        raise self.refuse(self.inexact, part, "a rational number here: logarithms are only added and scaled", "log")

    def power(self, term: Term, bound: IntegerBindings) -> ExactNumber:
        """Return a rational power of a number."""
        base, exponent = (self.number(term, self.value(part, bound)) for part in term.below)
        power = self.fraction(term, exponent)
        if base == 0 and power < 0:
            raise self.refuse(DivisionByZeroError, term, "", ZERO_DIVISION)
        if self.language.formulas:
            if base < 0 and power.denominator != 1:
                raise self.refuse(self.undefined, term, "a base >= 0 under a fractional exponent", str(base))
            limit, rational = (MAX_RATIONAL_BITS, True) if base.is_rational() else (MAX_BITS, False)
            if base not in (0, 1, -1) and base.bits() * abs(power) > limit and (rational or abs(power) > MAX_POWER):
                message = "a power that is too large"
                raise NotExactError(message)
        return self.sized(base**power)

    def call(self, term: Term, bound: IntegerBindings) -> ExactForm:
        """Return the value of a function."""
        if term.name == "binomial":
            n, k = (self.integer(part, bound, f"argument of {term.name}") for part in term.below)
            return self.made.of_rational(self.binomial(term, n, k))
        if term.name in ("factorial", "gamma"):
            return self.made.of_rational(self.factorial(term, bound))
        values = [self.value(part, bound) for part in term.below]
        first = values[0]
        match term.name:
            case "floor" | "ceil" | "round":
                return self.made.of_rational(self.whole(term, first))
            case "exp":
                return self.sized(self.made.exp(self.linear(term, first)))
            case "log":
                return self.logarithm(term, self.number(term, first))
            case "sqrt":
                return self.root(term, self.number(term, first))
            case "abs":
                return first if self.sign(first) >= 0 else -first
            case "min" | "max":
                pick: Callable[..., ExactForm] = max if term.name == "max" else min
                return pick(values, key=cmp_to_key(lambda a, b: self.sign(self.total((term, term), [a, -b]))))
        if term.name in AT_ZERO and first == 0:
            return self.made.of_rational(AT_ZERO[term.name])
        if term.name == "Phi_inverse":
            return self.normal_quantile(term, first)
        raise self.refuse(self.inexact, term, "a number in a field that dpexact decides", term.name)

    def binomial(self, term: Term, n: int, k: int) -> fmpz:
        """Return the number of ways to choose k of n."""
        if n < 0:
            raise self.refuse(self.undefined, term, "n >= 0", str(n))
        if not 0 <= k <= n:
            return fmpz(0)
        if min(k, n - k) * n.bit_length() > MAX_RATIONAL_BITS:
            raise self.refuse(self.inexact, term, "a binomial coefficient that is not too large", "more")
        return fmpz.bin_uiui(n, k)

    def factorial(self, term: Term, bound: IntegerBindings) -> fmpz:
        """Return the factorial of an integer n, or gamma(n + 1)."""
        try:
            n = self.integer(term.below[0], bound, f"argument of {term.name}") - (term.name == "gamma")
        except ParameterError:
            if term.name == "gamma":
                raise self.refuse(self.inexact, term, "an integer as argument of gamma", "another number") from None
            raise
        if n < 0 and term.name == "gamma":
            raise self.refuse(self.undefined, term, "another argument of gamma than 0, -1, -2, ...", str(n + 1))
        if n < 0:
            raise self.refuse(self.undefined, term, "an integer >= 0 as argument of factorial", str(n))
        if n * n.bit_length() > MAX_RATIONAL_BITS:
            raise self.refuse(self.inexact, term, f"a {term.name} that is not too large", "more")
        return fmpz.fac_ui(fmpz(n))

    def normal_quantile(self, term: Term, value: ExactForm) -> ExactNumber:
        """Return the point at which the standard normal distribution function has this value, if the point is 0."""
        if self.sign(value) <= 0 or self.sign(self.total((term, term), [value, self.made.of_rational(-1)])) >= 0:
            came = "a logarithm" if isinstance(value, LogSum) else str(value)
            raise self.refuse(self.undefined, term, "a number between 0 and 1 inside Phi_inverse(...)", came)
        if not isinstance(value, LogSum) and value == Fraction(1, 2):
            return self.made.of_rational(0)
        raise self.refuse(self.inexact, term, "a number in a field that dpexact decides", term.name)

    def whole(self, term: Term, value: ExactForm) -> int:
        """Return floor, ceil or round of a number. An irrational number lies on no integer and on no half of one."""
        rational = rational_of(self.made, value)
        rounding = WHOLE[term.name]
        integer = rounded_ball(value.ball, rounding, WHOLE_BITS) if rational is None else rounding(rational)
        if integer is None:
            raise self.refuse(self.inexact, term, "a number that is not as close to an integer", term.name)
        return integer

    def logarithm(self, term: Term, number: ExactNumber) -> LogSum:
        """Return the logarithm of a positive single term."""
        if (self.language.formulas or number.is_rational()) and not number > 0:
            raise self.refuse(self.undefined, term, "a number > 0 inside log(...)", str(number))
        logarithm = log_of_term(number)
        if logarithm is None:
            raise self.refuse(self.inexact, term, "a single term c*exp(r)*b**s inside log(...)", str(number))
        return logarithm

    def root(self, term: Term, number: ExactNumber) -> ExactNumber:
        """Return the square root of a single term that is not negative."""
        if (self.language.formulas or number.is_rational()) and number < 0:
            raise self.refuse(self.undefined, term, "a number >= 0 inside sqrt(...)", str(number))
        return self.sized(number ** Fraction(1, 2))

    def sum(self, term: Term, bound: IntegerBindings) -> ExactForm:
        """Return the sum over the values of a variable, both ends counted."""
        inner, first, last = term.below
        low, high = (self.integer(end, bound, f"an end of the sum over {term.name}") for end in (first, last))
        self.work.charge(max(0, high - low + 1), term)
        values = [self.value(inner, {**bound, term.name: k}) for k in range(low, high + 1)]
        return self.total((inner,) * len(values), values) if values else self.made.of_rational(0)


def exact_value(made: type[AnyNumber], term: Term, bound: IntegerBindings, work: Work) -> AnyNumber:
    """Return the value of a term of a formula whose free names are bound.

    Raises NotExactError, ParameterError, DivisionByZeroError, TooLargeError past the work.
    """
    evaluation = Evaluation(made, FORMULAS, work)
    return cast("AnyNumber", evaluation.number(term, evaluation.value(term, bound)))
