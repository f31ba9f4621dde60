"""Numbers from text and back: the grammar of `exact` and of `exp_of_epsilon`.

    sum     = product { ("+" | "-") product }
    product = signed { ("*" | "/") signed }
    signed  = { "+" | "-" } power
    power   = atom [ "**" signed ]                      right-associative, binds tighter than a sign to its left
    atom    = number | "(" sum ")" | "exp(" sum ")" | "sqrt(" sum ")" | "log(" sum ")" | "ln(" sum ")"
    number  = digits [ "." digits ] [ ("e" | "E") ["+" | "-"] digits ]       also ".5" and "5."; ASCII digits only

A logarithm of a positive rational stands only where a sum r + s log(q) with rational r, s is expected: inside
exp(...), and in an epsilon. An exponent of ** is a rational; a fractional one needs a positive single term below it.
White space separates tokens. Limits: MAX_TEXT characters, MAX_DEPTH nested parentheses and signs, decimal exponents
up to MAX_EXPONENT, and the size limit of powers in `exact`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn

from flint import fmpq, fmpz

from dpexact.errors import DivisionByZeroError, NumberSyntaxError, TooLargeError
from dpexact.numbers.exact import Exact
from dpexact.numbers.generators import Free, Generators

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_TEXT = 1_000_000
MAX_DEPTH = 100
MAX_EXPONENT = 100_000
SHOWN = 60

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|(?P<name>[A-Za-z_]+)|(?P<mark>\*\*|[-+*/()]))",
)
_PLAIN = re.compile(r"([+-]?)([0-9]+)(?:/([0-9]+))?", re.ASCII)


@dataclass(frozen=True)
class LogSum:
    """rational + sum of s log(q) over the items q: s; what exp(...) takes."""

    rational: Fraction
    logs: Mapping[Fraction, Fraction] = field(default_factory=dict)

    def plus(self, other: LogSum, factor: int) -> LogSum:
        """self + factor * other."""
        logs = dict(self.logs)
        for number, power in other.logs.items():
            logs[number] = logs.get(number, Fraction(0)) + factor * power
        return LogSum(self.rational + factor * other.rational, logs)

    def times(self, factor: Fraction) -> LogSum:
        """Factor * self."""
        return LogSum(self.rational * factor, {number: power * factor for number, power in self.logs.items()})

    def exp(self) -> Exact:
        """The exact number exp(self)."""
        from dpexact.numbers.powers import exp_of_logs

        return exp_of_logs(self.rational, self.logs)


class _Reader:
    """Recursive descent over the tokens of one text; every problem is an error that shows the place."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, str, int]] = []
        position = 0
        while text[position:].strip() if len(text) - position < SHOWN else True:
            match = _TOKEN.match(text, position)
            if match is None:
                rest = len(text) - len(text[position:].lstrip())
                self.fail("a number, a name, an operator or a parenthesis", text[rest : rest + 1], rest)
            kind = match.lastgroup or ""
            self.tokens.append((kind, match.group(kind), match.start(kind)))
            position = match.end()
        self.place = 0
        self.depth = 0

    def fail(self, expected: str, came: str, position: int) -> NoReturn:
        shown = self.text if len(self.text) <= SHOWN else self.text[:SHOWN] + "..."
        message = (
            f"number text {shown!r}, character {position + 1}: expected {expected}, got {came!r}; "
            'write numbers like "0.25", "1/3", "exp(1/2)", "2**(1/2)"'
        )
        raise NumberSyntaxError(message, self.text, position)

    def peek(self) -> tuple[str, str, int]:
        return self.tokens[self.place] if self.place < len(self.tokens) else ("end", "the end", len(self.text))

    def take(self, *marks: str) -> str | None:
        kind, text, _ = self.peek()
        if kind == "mark" and text in marks:
            self.place += 1
            return text
        return None

    def need(self, mark: str) -> None:
        if self.take(mark) is None:
            self.fail(repr(mark), *self.peek()[1:])

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            message = f"number text is nested more than {MAX_DEPTH} deep at character {self.peek()[2] + 1}; write it flatter"
            raise TooLargeError(message)

    def whole(self) -> Exact | LogSum:
        value = self.sum()
        if self.place < len(self.tokens):
            self.fail("an operator or the end", *self.peek()[1:])
        return value

    def sum(self) -> Exact | LogSum:
        self.deeper()
        value = self.product()
        while (mark := self.take("+", "-")) is not None:
            right, factor = self.product(), 1 if mark == "+" else -1
            if isinstance(value, Exact) and isinstance(right, Exact):
                value = value + factor * right
            else:
                value = self.linear(value).plus(self.linear(right), factor)
        self.depth -= 1
        return value

    def product(self) -> Exact | LogSum:
        value = self.signed()
        while (mark := self.take("*", "/")) is not None:
            place = self.peek()[2]
            right = self.signed()
            if isinstance(right, LogSum):
                if mark == "/" or isinstance(value, LogSum):
                    self.fail("a rational number here: logarithms are only added and scaled", "log", place)
                value, right = right, value
            if isinstance(value, Exact):
                value = value * right if mark == "*" else self.quotient(value, right, place)
            else:
                factor = self.rational(right, place)
                value = value.times(factor if mark == "*" else 1 / self.nonzero(factor, place))
        return value

    def signed(self) -> Exact | LogSum:
        sign = 1
        while (mark := self.take("+", "-")) is not None:
            sign = -sign if mark == "-" else sign
        value = self.power()
        if sign > 0:
            return value
        return -value if isinstance(value, Exact) else value.times(Fraction(-1))

    def power(self) -> Exact | LogSum:
        base = self.atom()
        place = self.peek()[2]
        if self.take("**") is None:
            return base
        self.deeper()
        exponent = self.rational(self.signed(), place)
        self.depth -= 1
        if not isinstance(base, Exact):
            self.fail("a number below **: logarithms are only added and scaled", "log", place)
        if base == 0 and exponent < 0:
            self.nonzero(Fraction(0), place)
        return base ** Exact.of_rational(exponent)

    def atom(self) -> Exact | LogSum:
        kind, text, position = self.peek()
        self.place += 1
        if kind == "number":
            return Exact.of_rational(_literal(text))
        if kind == "name":
            return self.function(text, position)
        if text != "(" or kind != "mark":
            self.fail('a number, "(", exp, sqrt, log or ln', text, position)
        value = self.sum()
        self.need(")")
        return value

    def function(self, name: str, position: int) -> Exact | LogSum:
        if name not in ("exp", "sqrt", "log", "ln"):
            self.fail("a number or one of exp, sqrt, log, ln", name, position)
        self.need("(")
        argument = self.sum()
        self.need(")")
        if name == "exp":
            return self.linear(argument, position).exp()
        if not isinstance(argument, Exact):
            self.fail(f"a number inside {name}(...)", "a logarithm", position)
        if name == "sqrt":
            if argument.is_rational() and argument < 0:
                self.fail("a number >= 0 inside sqrt(...)", str(argument)[:SHOWN], position)
            return argument ** Exact.of_rational(Fraction(1, 2))
        number = self.rational(argument, position)
        if number <= 0:
            self.fail(f"a positive rational inside {name}(...)", str(argument)[:SHOWN], position)
        return LogSum(Fraction(0), {number: Fraction(1)})

    def linear(self, value: Exact | LogSum, position: int = 0) -> LogSum:
        return value if isinstance(value, LogSum) else LogSum(self.rational(value, position))

    def rational(self, value: Exact | LogSum, position: int) -> Fraction:
        if isinstance(value, Exact) and value.is_rational():
            return value.as_fraction()
        came = "a logarithm" if isinstance(value, LogSum) else str(value)[:SHOWN]
        self.fail("a rational number", came, position)

    def nonzero(self, value: Fraction, position: int) -> Fraction:
        if not value:
            message = f"number text {self.text[:SHOWN]!r}, character {position + 1}: division by zero"
            raise DivisionByZeroError(message)
        return value

    def quotient(self, value: Exact, right: Exact, position: int) -> Exact:
        if right == 0:
            self.nonzero(Fraction(0), position)
        return value / right


def _literal(text: str) -> Any:
    """The rational of a decimal literal, sizes checked before anything is computed."""
    mantissa, _, exponent = text.lower().partition("e")
    whole, _, decimals = mantissa.partition(".")
    if len(exponent.lstrip("+-").lstrip("0")) > len(str(MAX_EXPONENT)) or (exponent and abs(int(exponent)) > MAX_EXPONENT):
        message = f"the decimal exponent of {text[:SHOWN]!r} is beyond {MAX_EXPONENT}; numbers that large are refused"
        raise TooLargeError(message)
    shift = int(exponent or 0) - len(decimals)
    digits = fmpz(whole + decimals)
    return fmpq(digits * fmpz(10) ** shift) if shift >= 0 else fmpq(digits, fmpz(10) ** -shift)


def _checked(text: str) -> str:
    if len(text) > MAX_TEXT:
        message = f"number text of {len(text)} characters; the limit is {MAX_TEXT}"
        raise TooLargeError(message)
    if not text.strip():
        message = f'expected a number, got the empty text {text!r}; write numbers like "0.25" or "1/3"'
        raise NumberSyntaxError(message, text, 0)
    return text


def number_of_text(text: str) -> Exact:
    """The exact number that a text stands for; the grammar is at the head of this module.

    Raises: NumberSyntaxError, TooLargeError, DivisionByZeroError, IncompatibleFieldsError.
    """
    plain = _PLAIN.fullmatch(_checked(text))
    if plain is not None:
        sign, top, bottom = plain.groups()
        if bottom is None or bottom.strip("0"):
            read = int if len(text) < SHOWN else fmpz  # int is faster, fmpz has no limit of digits
            value = fmpq(read(top), read(bottom or "1"))
            return Exact.of_rational(-value if sign == "-" else value)
    value = _Reader(text).whole()
    if isinstance(value, LogSum):
        message = f"number text {text[:SHOWN]!r}: a logarithm by itself is not in a field that dpexact decides; write exp(...)"
        raise NumberSyntaxError(message, text, 0)
    return value


def log_sum_of_text(text: str) -> LogSum:
    """The r + sum of s log(q) that an epsilon's text stands for."""
    reader = _Reader(_checked(text))
    return reader.linear(reader.whole())


def text_of(number: Exact) -> str:
    """Text of the grammar that stands for the number (E for a free E); `number_of_text` reads it back."""
    field_, num, den = number.parts()
    top = _sum_text(field_, num)
    if den == {(0, 0): 1}:
        return top
    bottom = _sum_text(field_, den)
    if field_ == Generators():
        return f"{top}/{bottom}"
    return f"{_bracket(top)}/{_bracket(bottom)}"


def _bracket(text: str) -> str:
    return f"({text})" if re.search(r"[-+*/ ]", text) else text


def _sum_text(field_: Generators | Free, terms: dict[tuple[int, int], int]) -> str:
    texts = []
    for (i, j), coefficient in sorted(terms.items(), reverse=True):
        factors = [_power_text(field_, i)] if i else []
        if j and isinstance(field_, Generators):
            base = str(field_.base) if field_.base.denominator == 1 else f"({field_.base})"
            factors.append(f"{base}**({Fraction(j, field_.degree)})")
        if abs(coefficient) != 1 or not factors:
            factors.insert(0, fmpz(abs(coefficient)).str())
        texts.append(("-" if coefficient < 0 else "+") + "*".join(factors))
    joined = " ".join(f"{text[0]} {text[1:]}" for text in texts) or "+ 0"
    return joined[2:] if joined[0] == "+" else "-" + joined[2:]


def _power_text(field_: Generators | Free, power: int) -> str:
    if isinstance(field_, Free):
        return "E" if power == 1 else f"E**{power}"
    return f"exp({field_.exponent * power})"


