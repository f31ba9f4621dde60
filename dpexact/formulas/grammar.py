"""Formulas from text. No code is executed: a text becomes a tree of the operations below, or an error with its place.

    sum     = product { ("+" | "-") product }
    product = signed { ("*" | "/") signed }
    signed  = { "+" | "-" } power
    power   = atom [ "**" signed ]          right-associative, binds tighter than a sign to its left, as in Python
    atom    = number | name | "pi" | "(" sum ")" | call
    call    = function "(" sum { "," sum } ")"
            | "sum(" sum "," name "," sum "," sum ")"       the term, its variable, from, to (both ends count)
            | "root(" sum "," name "," sum "," sum ")"      the expression, its variable, low, high
    number  = digits [ "." digits ] [ ("e" | "E") ["+" | "-"] digits ]      also ".5" and "5."; ASCII digits only
    name    = a letter or "_", then letters, digits and "_"; none of the functions, and not "pi"

Functions: exp, log and ln (natural), sqrt, Phi (standard normal distribution function), erfc, abs, binomial(n, k), and
min and max of one or more. Limits: MAX_TEXT characters, MAX_TOKENS tokens, MAX_DEPTH nested parentheses and powers,
decimal exponents up to 100000.
"""

from __future__ import annotations

import re

from dpexact.documents.fault import power_hint
from dpexact.errors import NumberSyntaxError, TooLargeError
from dpexact.formulas.term import Term
from dpexact.numbers.excerpt import excerpt
from dpexact.numbers.text import literal
from dpexact.numbers.tokens import Language, Tokens

MAX_TEXT = 100_000
MAX_TOKENS = 20_000
MAX_DEPTH = 50

ARGUMENTS = {"exp": 1, "log": 1, "ln": 1, "sqrt": 1, "Phi": 1, "erfc": 1, "abs": 1, "binomial": 2}
ANY_NUMBER = ("min", "max")
BINDERS = ("sum", "root")
RESERVED = frozenset({*ARGUMENTS, *ANY_NUMBER, *BINDERS, "pi"})

_TOKEN = re.compile(
    r"(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|(?P<name>[A-Za-z_][A-Za-z_0-9]*)"
    r"|(?P<mark>\*\*|[-+*/(),])|(?P<bad>\S)"
)


def _hint(came: str, text: str) -> str:
    return "docs/claim-table.md has the grammar" + (power_hint(text) if came == "^" else "")


_FORMULAS = Language(
    "formula", _TOKEN, "a number, a name, an operator, a comma or a parenthesis", _hint, MAX_TOKENS, MAX_DEPTH
)


class _Reader:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str) -> None:
        self.tokens = Tokens(text, _FORMULAS)

    # -- the grammar, one method for each line -----------------------------------------------------------------

    def whole(self) -> Term:
        term = self.sum()
        self.tokens.end()
        return term

    def sum(self) -> Term:
        self.tokens.deeper()
        place = self.tokens.here()[2]
        terms = [self.product()]
        while (mark := self.tokens.take("+", "-")) is not None:
            position = self.tokens.all[self.tokens.place - 1][2]
            term = self.product()
            terms.append(term if mark == "+" else Term("neg", (term,), place=position))
        self.tokens.higher()
        return Term("+", tuple(terms), place=place) if len(terms) > 1 else terms[0]

    def product(self) -> Term:
        place = self.tokens.here()[2]
        factors = [self.signed()]
        while (mark := self.tokens.take("*", "/")) is not None:
            position = self.tokens.here()[2]
            factor = self.signed()
            factors.append(factor if mark == "*" else Term("inverse", (factor,), place=position))
        return Term("*", tuple(factors), place=place) if len(factors) > 1 else factors[0]

    def signed(self) -> Term:
        negative, place = False, self.tokens.here()[2]
        while (mark := self.tokens.take("+", "-")) is not None:
            negative ^= mark == "-"
        term = self.power()
        return Term("neg", (term,), place=place) if negative else term

    def power(self) -> Term:
        base = self.atom()
        place = self.tokens.here()[2]
        if self.tokens.take("**") is None:
            return base
        self.tokens.deeper()
        exponent = self.signed()
        self.tokens.higher()
        return Term("**", (base, exponent), place=place)

    def atom(self) -> Term:
        kind, text, position = self.tokens.next()
        if kind == "number":
            return Term("numeral", value=literal(text), place=position)
        if kind == "name":
            return self.named(text, position)
        if text != "(":
            self.tokens.fail('a number, a name, a function or "("', text, position)
        term = self.sum()
        self.tokens.need(")")
        return term

    def named(self, name: str, position: int) -> Term:
        if name == "pi":
            return Term("pi", place=position)
        following = self.tokens.here()[1]
        if name not in RESERVED:
            if following == "(":
                self.tokens.fail(f"one of the functions {', '.join(sorted(RESERVED - {'pi'}))}", name, position)
            return Term("name", name=name, place=position)
        self.tokens.need("(")
        term = self.binder(name, position) if name in BINDERS else self.call(name, position)
        self.tokens.need(")")
        return term

    def call(self, name: str, position: int) -> Term:
        arguments = [self.sum()]
        while self.tokens.take(",") is not None:
            arguments.append(self.sum())
        if name in ARGUMENTS and len(arguments) != ARGUMENTS[name]:
            self.tokens.fail(
                f"{ARGUMENTS[name]} argument{'s' * (ARGUMENTS[name] > 1)} of {name}", str(len(arguments)), position
            )
        return Term("call", tuple(arguments), "log" if name == "ln" else name, place=position)

    def binder(self, name: str, position: int) -> Term:
        inner = self.sum()
        self.tokens.need(",")
        kind, variable, place = self.tokens.next()
        if kind != "name" or variable in RESERVED:
            self.tokens.fail(f"the name of the variable of {name}(...)", variable, place)
        self.tokens.need(",")
        first = self.sum()
        self.tokens.need(",")
        return Term(name, (inner, first, self.sum()), variable, place=position)


def term_of_text(text: str) -> Term:
    """The tree of a formula. Raises: NumberSyntaxError with the place, TooLargeError."""
    if len(text) > MAX_TEXT:
        message = f"a formula of {len(text)} characters; the limit is {MAX_TEXT}"
        raise TooLargeError(message)
    if not text.strip():
        message = f"expected a formula, got the empty text {excerpt(text)!r}"
        raise NumberSyntaxError(message, text, 0)
    return _Reader(text).whole()
