"""Numbers from text: the grammar of `exact` and of `exp_of_epsilon`. And back: `text_of`.

    sum     = product { ("+" | "-") product }
    product = signed { ("*" | "/") signed }
    signed  = { "+" | "-" } power
    power   = atom [ "**" signed ]                      right-associative, binds tighter than a sign to its left
    atom    = number | "(" sum ")" | "exp(" sum ")" | "sqrt(" sum ")" | "log(" sum ")" | "ln(" sum ")"
    number  = digits [ "." digits ] [ ("e" | "E") ["+" | "-"] digits ]       also ".5" and "5."; ASCII digits only

A logarithm of a positive single term c*exp(r)*b**s stands only where a sum r + s log(q) with rational r, s is
expected: inside exp(...), and in an epsilon. An exponent of ** is a rational; a fractional one needs a positive single
term below it. White space separates tokens. Limits: MAX_TEXT characters, MAX_TOKENS tokens, MAX_DEPTH nested
parentheses and powers, decimal exponents up to MAX_EXPONENT, MAX_INK bits of intermediate results altogether.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from flint import fmpq, fmpz

from dpexact.errors import DivisionByZeroError, NumberSyntaxError, TooLargeError
from dpexact.numbers.excerpt import excerpt, rational_text
from dpexact.numbers.generators import Free
from dpexact.numbers.powers import LogSum, log_of_term
from dpexact.numbers.tokens import Language, Tokens

if TYPE_CHECKING:
    from dpexact.numbers.exact import Exact
    from dpexact.numbers.generators import Field
    from dpexact.numbers.quotients import Terms

MAX_TEXT = 1_000_000
MAX_TOKENS = 50_000
MAX_DEPTH = 50
MAX_EXPONENT = 100_000
MAX_INK = 1 << 25
SHORT = 1000  # digits that Python's int reads

_TOKEN = re.compile(
    r"(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|(?P<name>[A-Za-z_]+)|(?P<mark>\*\*|[-+*/()])|(?P<bad>\S)",
)
_FRACTION = re.compile(r"([+-]?[0-9]+)(?:/([0-9]+))?")
_DECIMAL = re.compile(r"([+-]?)((?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)")
_HINT = 'write numbers like "0.25", "1/3", "exp(1/2)", "2**(1/2)"'
_NUMBERS = Language(
    "number text", _TOKEN, "a number, a name, an operator or a parenthesis", lambda _, __: _HINT, MAX_TOKENS, MAX_DEPTH
)

Value: TypeAlias = "Exact | LogSum"


class _Reader:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str, made: type[Exact]) -> None:
        self.tokens = Tokens(text, _NUMBERS)
        self.made = made
        self.ink = 0

    def fail(self, expected: str, came: str, position: int) -> NoReturn:
        self.tokens.fail(expected, came, position)

    def spend(self, value: Exact) -> Exact:
        self.ink += value.bits()
        if self.ink > MAX_INK:
            message = f"number text {excerpt(self.tokens.text)!r}: intermediate results of more than {MAX_INK} bits"
            raise TooLargeError(message)
        return value

    # -- the grammar, one method for each line -----------------------------------------------------------------

    def whole(self) -> Value:
        value = self.sum()
        self.tokens.end()
        return value

    def sum(self) -> Value:
        self.tokens.deeper()
        values, places = [self.product()], [0]
        while (mark := self.tokens.take("+", "-")) is not None:
            places.append(self.tokens.here()[2])
            right = self.product()
            values.append(right if mark == "+" else _negative(right))
        self.tokens.higher()
        if len(values) == 1:
            return values[0]
        numbers = [value for value in values if not isinstance(value, LogSum)]
        if len(numbers) == len(values):
            return self.total(numbers)
        total = LogSum(Fraction(0))
        for value, place in zip(values, places, strict=True):
            total = total.plus(self.linear(value, place))
        return total

    def total(self, numbers: list[Exact]) -> Exact:
        """The sum, by pairs: the parts of a long sum stay small."""
        while len(numbers) > 1:
            pairs = zip(numbers[::2], numbers[1::2], strict=False)
            numbers = [self.spend(a + b) for a, b in pairs] + numbers[len(numbers) & ~1 :]
        return numbers[0]

    def product(self) -> Value:
        value = self.signed()
        while (mark := self.tokens.take("*", "/")) is not None:
            place = self.tokens.here()[2]
            right = self.signed()
            if isinstance(right, LogSum):
                if mark == "/" or isinstance(value, LogSum):
                    self.fail("a rational number here: logarithms are only added and scaled", "log", place)
                value, right = right, value
            if mark == "/" and right == 0:
                self.division_by_zero(place)
            if isinstance(value, LogSum):
                factor = self.rational(right, place)
                value = value.times(factor if mark == "*" else 1 / factor)
            else:
                value = self.spend(value * right if mark == "*" else value / right)
        return value

    def signed(self) -> Value:
        negative = False
        while (mark := self.tokens.take("+", "-")) is not None:
            negative ^= mark == "-"
        value = self.power()
        return _negative(value) if negative else value

    def power(self) -> Value:
        base = self.atom()
        place = self.tokens.here()[2]
        if self.tokens.take("**") is None:
            return base
        self.tokens.deeper()
        exponent = self.rational(self.signed(), place)
        self.tokens.higher()
        if isinstance(base, LogSum):
            self.fail("a number below **: logarithms are only added and scaled", "log", place)
        if base == 0 and exponent < 0:
            self.division_by_zero(place)
        return self.spend(base**exponent)

    def atom(self) -> Value:
        kind, text, position = self.tokens.next()
        if kind == "number":
            return self.spend(self.made.of_rational(literal(text)))
        if kind == "name":
            return self.function(text, position)
        if text != "(":
            self.fail('a number, "(", exp, sqrt, log or ln', text, position)
        value = self.sum()
        self.tokens.need(")")
        return value

    def function(self, name: str, position: int) -> Value:
        if name not in ("exp", "sqrt", "log", "ln"):
            self.fail("a number or one of exp, sqrt, log, ln", name, position)
        self.tokens.need("(")
        argument = self.sum()
        self.tokens.need(")")
        if name == "exp":
            return self.spend(self.made.exp(self.linear(argument, position)))
        if isinstance(argument, LogSum):
            self.fail(f"a number inside {name}(...)", "a logarithm", position)
        if argument.is_rational() and (argument < 0 or (argument == 0 and name != "sqrt")):
            bound = ">= 0" if name == "sqrt" else "> 0"
            self.fail(f"a number {bound} inside {name}(...)", str(argument), position)
        if name == "sqrt":
            return self.spend(argument ** Fraction(1, 2))
        logarithm = log_of_term(argument)
        if logarithm is None:
            self.fail(f"a single term c*exp(r)*b**s inside {name}(...)", str(argument), position)
        return logarithm

    def linear(self, value: Value, position: int) -> LogSum:
        return value if isinstance(value, LogSum) else LogSum(self.rational(value, position))

    def rational(self, value: Value, position: int) -> Fraction:
        if isinstance(value, LogSum) or not value.is_rational():
            self.fail("a rational number", "a logarithm" if isinstance(value, LogSum) else str(value), position)
        return value.as_fraction()

    def division_by_zero(self, position: int) -> NoReturn:
        message = f"number text {excerpt(self.tokens.text)!r}, character {position + 1}: division by zero"
        raise DivisionByZeroError(message)


def _negative(value: Value) -> Value:
    return value.times(Fraction(-1)) if isinstance(value, LogSum) else -value


def literal(text: str) -> Any:
    """The rational of a decimal literal, sizes checked before anything is computed."""
    mantissa, _, exponent = text.lower().partition("e")
    whole, _, decimals = mantissa.partition(".")
    size = exponent.lstrip("+-").lstrip("0") or "0"
    if len(size) > len(str(MAX_EXPONENT)) or int(size) > MAX_EXPONENT:
        message = f"the decimal exponent of {excerpt(text)!r} is beyond {MAX_EXPONENT}; numbers that large are refused"
        raise TooLargeError(message)
    shift = (-int(size) if exponent.startswith("-") else int(size)) - len(decimals)
    digits = fmpz(whole + decimals)
    return fmpq(digits * fmpz(10) ** shift) if shift >= 0 else fmpq(digits, fmpz(10) ** -shift)


def _checked(text: str) -> str:
    if len(text) > MAX_TEXT:
        message = f"number text of {len(text)} characters; the limit is {MAX_TEXT}"
        raise TooLargeError(message)
    if not text.strip():
        message = f"expected a number, got the empty text {excerpt(text)!r}; {_HINT}"
        raise NumberSyntaxError(message, text, 0)
    return text


def number_of_text(text: str, made: type[Exact]) -> Exact:
    """The exact number that a text stands for, made by the class; the grammar is at the head of this module.

    Raises: NumberSyntaxError, TooLargeError, DivisionByZeroError, IncompatibleFieldsError, ParameterError.
    """
    if len(text) < SHORT and (fraction := _FRACTION.fullmatch(text)) is not None:
        top, bottom = fraction.groups("1")
        if denominator := int(bottom):
            return made.of_rational(fmpq(int(top), denominator))
    elif len(text) < SHORT and (decimal := _DECIMAL.fullmatch(text)) is not None:
        value = literal(decimal[2])
        return made.of_rational(-value if decimal[1] == "-" else value)
    value = _Reader(_checked(text), made).whole()
    if isinstance(value, LogSum):
        message = (
            f"number text {excerpt(text)!r}: a logarithm by itself is not in a field that dpexact decides; "
            "write exp(...), or pass it as an epsilon"
        )
        raise NumberSyntaxError(message, text, 0)
    return value


def log_sum_of_text(text: str, made: type[Exact]) -> LogSum:
    """The r + sum of s log(q) that an epsilon's text stands for."""
    reader = _Reader(_checked(text), made)
    return reader.linear(reader.whole(), 0)


def text_of(number: Exact) -> str:
    """Text of the grammar that stands for the number (E for a free E); `number_of_text` reads it back."""
    if number.is_rational():
        text: str = number.as_fmpq().str()
        return text
    field, num, den = number.parts()
    top = _sum_text(field, num)
    if den == {(0, 0): 1}:
        return top
    top = f"({top})" if len(num) > 1 else top
    bottom = _sum_text(field, den)
    return f"{top}/({bottom})" if len(den) > 1 or "*" in bottom else f"{top}/{bottom}"


def _sum_text(field: Field, terms: Terms) -> str:
    texts = []
    for (i, j), coefficient in terms.items():
        factors = [_power_text(field, i)] if i else []
        if j and not isinstance(field, Free):
            base = rational_text(field.base)
            factors.append(f"{base if field.base.denominator == 1 else f'({base})'}**({Fraction(j, field.degree)})")
        if abs(coefficient) != 1 or not factors:
            factors.insert(0, fmpz(abs(coefficient)).str())
        texts.append(("- " if coefficient < 0 else "+ ") + "*".join(factors))
    joined = " ".join(texts)
    return joined[2:] if joined[0] == "+" else "-" + joined[2:]


def _power_text(field: Field, power: int) -> str:
    if isinstance(field, Free):
        return "E" if power == 1 else f"E**{power}"
    return f"exp({rational_text(field.exponent * power)})"
