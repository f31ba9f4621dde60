"""The grammar of numbers and of formulas, by which a text becomes a tree of operations, or an error with its place.

    sum     = product { ("+" | "-") product }
    product = signed { ("*" | "/") signed }
    signed  = { "+" | "-" } power
    power   = atom [ "**" signed ]          right-associative, binds tighter than a sign to its left, as in Python
    atom    = number | name | "pi" | "(" sum ")" | call
    call    = function "(" sum { "," sum } ")"
            | "sum(" sum "," name "," sum "," sum ")"       the term, its variable, from, to (both ends count)
            | "root(" sum "," name "," sum "," sum ")"      the expression, its variable, low, high
            | "minimize(" sum "," name "," sum "," sum ")"  the same; the least value between low and high
            | "if(" sum comparison sum "," sum "," sum ")"  what it is if that holds, and what else
    comparison = "<" | "<=" | ">" | ">=" | "==" | "!="
    number  = digits [ "." digits ] [ ("e" | "E") ["+" | "-"] digits ]      also ".5" and "5."; ASCII digits only
    name    = a letter or "_", then letters, digits and "_"; not "pi", not followed by "(", and not exp, log, ln,
              sqrt, Phi, erfc, abs, binomial, min, max, sum, root

White space separates tokens. The minus sign and the multiplication signs of print are read as - and *, and the signs of
print for <=, >= and != as these.

Texts of numbers (`exact`, `exp_of_epsilon`) have the functions exp, sqrt, log and ln only, and no names. A logarithm
of a positive single term c*exp(r)*b**s is allowed only in a sum r + s log(q) with rational r, s, which is inside
exp(...) or an epsilon. An exponent of ** is a rational. A fractional exponent needs a positive single term below it.

Formulas have exp, log and ln (natural, and log(x, base) to a base), log2, log10, sqrt, Phi (standard normal
distribution function) and its inverse Phi_inverse, erf, erfc, gamma, factorial, abs, floor, ceil, round (ties to even),
binomial(n, k), min and max of one or more, sums, roots, least values, conditions, pi and names.

NUMBERS and FORMULAS have the limits of characters, tokens, nested parentheses and powers. Decimal exponents are at most
MAX_EXPONENT.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NoReturn, TypeVar

from flint import fmpq, fmpz

from dpexact.errors import DPExactError, NumberSyntaxError, TooLargeError
from dpexact.numbers.typography import ascii_signs, code_points, excerpt, greek_name, power_hint

Arguments = Mapping[str, int | tuple[int, ...] | None]

MAX_EXPONENT = 100_000
SHOWN = 80  # characters of a text above a caret
BINDERS = ("sum", "root", "minimize")

Error = TypeVar("Error", bound=DPExactError)
NUMBER_FUNCTIONS = {"exp": 1, "sqrt": 1, "log": 1, "ln": 1}
CLASSIC: Arguments = {**NUMBER_FUNCTIONS, "Phi": 1, "erfc": 1, "abs": 1, "binomial": 2, "min": None, "max": None}
FURTHER: Arguments = {"log": (1, 2), "log2": 1, "log10": 1, "Phi_inverse": 1, "erf": 1, "gamma": 1, "factorial": 1}
FUNCTIONS: Arguments = {**CLASSIC, **FURTHER, **dict.fromkeys(("floor", "ceil", "round"), 1)}
ROUNDED = ("floor", "ceil", "round")
LOGARITHMS, BASES = ("log", "log2", "log10"), {"log2": 2, "log10": 10}
RESERVED = {*CLASSIC, "sum", "root"}  # the others are also names, without a parenthesis behind them
COMPARISONS = {"<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (1, 0), "==": (0,), "!=": (-1, 1)}  # the signs of a - b
PRINTED_COMPARISONS = {
    "\N{LESS-THAN OR EQUAL TO}": "<=",
    "\N{GREATER-THAN OR EQUAL TO}": ">=",
    "\N{NOT EQUAL TO}": "!=",
}
_TOKEN = re.compile(
    r"(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)|(?P<name>[A-Za-z_][A-Za-z_0-9]*)"
    r"|(?P<mark>\*\*|[-+*/(),])|(?P<comparison>[<>=!]=|[<>\u2264\u2265\u2260])|(?P<bad>\S)"
)
_UNCLEAR = re.compile(  # a power of print without its superscript, and a raised decimal point
    "[\u00d7\u00b7\u22c5]\\s*10[\u2212-]([0-9]{1,9})|\\A\\s*[-+\u2212]?([0-9]{1,30})\u00b7([0-9]{1,30})\\s*\\Z"
)
_NAMES = "exp, sqrt, log or ln"


@dataclass(frozen=True)
class Language:
    """The texts of one kind, with their functions, their limits and the words of their messages.

    `functions` gives the number of arguments, or numbers, None for one or more. With `formulas` there are names, pi,
    sums, roots and commas. A message then begins with the cause, and shows the line and the place in it. Otherwise it
    begins with the text.
    """

    what: str
    functions: Arguments
    max_text: int
    max_tokens: int
    max_depth: int
    formulas: bool = False

    def error(
        self, kind: type[Error], text: str, position: int, came: str, remedy: str = "", *, expected: str = ""
    ) -> Error:
        """Return the error with the place in a text, the expectation, the token that came, and the remedy."""
        if not text:  # of a tree that was never a text
            error = kind(came, expected=expected)
        elif self.formulas:
            spot = f"at character {position + 1} of the {self.what}"
            error = kind(came, expected=expected, remedy=remedy, spot=spot, note=caret(text, position))
        else:
            place = f"{self.what} {excerpt(text)!r}, character {position + 1}"
            error = kind(came, place=place, expected=expected, remedy=remedy or self.hint("", text))
        error.text, error.position = text, position
        return error

    def hint(self, came: str, text: str) -> str:
        """Return the end of a message, for the token that came and the whole text."""
        if not self.formulas:
            return f'{_own_number(came, text)}write numbers like "0.25", "1/3", "exp(1/2)", "2**(1/2)"'
        return f"{_own_number(came, text)}docs/claim-table.md has the grammar" + (
            power_hint(text) if came == "^" else ""
        )


def caret(text: str, position: int) -> str:
    """Return two lines, the part of the text around the position and a caret below the position.

    >>> print("expected a number" + caret("1 + x", 4))
    expected a number
        1 + x
            ^
    """
    first = max(0, min(position - SHOWN // 2, len(text) - SHOWN))
    line = "".join(sign if sign.isprintable() else " " for sign in text[first : first + SHOWN])
    before, after = "..." if first else "", "..." if first + SHOWN < len(text) else ""
    return f"\n    {before}{line}{after}\n    {' ' * (len(before) + position - first)}^"


def _own_number(came: str, text: str) -> str:
    """Return the remedy for a comma, a percentage, or a function without its parentheses."""
    if came == "," and (match := re.fullmatch(r"([+-]?[0-9]{1,30}),([0-9]{1,30})", text.strip())):
        thousands = f"thousands have no comma: {match[1]}{match[2]}, " if len(match[2]) == 3 else ""
        return f"{thousands}a decimal has a point: {match[1]}.{match[2]}; "
    if came == "%" and (match := re.fullmatch(r"([0-9.]{1,30})\s*%", text.strip())):
        return f"write {match[1]}/100; "
    if match := re.fullmatch(r"(exp|sqrt|log|ln)\s+([0-9./]{1,30})", text.strip()):
        return f"write {match[1]}({match[2]}); "
    return ""


NUMBERS = Language("number text", NUMBER_FUNCTIONS, 1_000_000, 50_000, 50)
FORMULAS = Language("formula", FUNCTIONS, 100_000, 20_000, 50, formulas=True)


@dataclass(frozen=True)
class Term:
    """A node with its kind, the nodes below it, and its place in a text (for messages).

    kind       below                       name
    "numeral"  -                           the rational is `value`
    "number"   -                           an Exact or an Enclosure, which no text has to stand for, is `value`
    "name"     -                           of a parameter or a bound variable
    "pi"       -
    "neg"      a                           -a
    "inverse"  a                           1/a
    "+", "*"   two or more
    "**"       a, b
    "call"     arguments                   the function
    "sum"      term, from, to              the bound variable
    "root"     expression, low, high       the bound variable
    "minimize" expression, low, high       the bound variable
    "if"       left, right, then, else     the comparison
    """

    kind: str
    below: tuple[Term, ...] = ()
    name: str = ""
    value: Any = None  # an fmpq, or the Exact or Enclosure of a "number"
    place: int = field(default=0, compare=False)
    text: str = field(default="", compare=False)

    def nodes(self) -> Iterator[Term]:
        """Yield itself and everything below it."""
        pending = [self]
        while pending:
            term = pending.pop()
            yield term
            pending.extend(term.below)

    def is_chosen(self) -> bool:
        """Return whether a number is rounded or chosen in it, so that it may be an integer that no field decides."""
        return any(node.kind == "if" or node.name in (*ROUNDED, "min", "max") for node in self.nodes())

    def free_names(self) -> frozenset[str]:
        """Return the names that are not bound by a sum or a root inside it."""
        if self.kind == "name":
            return frozenset({self.name})
        if self.kind in BINDERS:
            inner, *bounds = (term.free_names() for term in self.below)
            return (inner - {self.name}).union(*bounds)
        return frozenset().union(*(term.free_names() for term in self.below))

    def substituted(self, terms: Mapping[str, Term]) -> Term:
        """Return the term with closed terms for free names."""
        if self.kind == "name":
            return terms.get(self.name, self)
        below = tuple(term.substituted(terms) for term in self.below)
        if self.kind in BINDERS:
            inner = {name: term for name, term in terms.items() if name != self.name}
            below = (self.below[0].substituted(inner), *below[1:])
        return replace(self, below=below) if below != self.below else self

    def error(self, kind: type[Error], came: str, remedy: str = "", *, expected: str = "") -> Error:
        """Return the error for a fault in this node of a formula."""
        return FORMULAS.error(kind, self.text, self.place, came, remedy, expected=expected)


class _Reader:
    """Recursive descent over the tokens of one text, each (kind, text, position)."""

    def __init__(self, text: str, language: Language) -> None:
        self.text, self.language = text, language
        self.place = self.depth = 0
        self.tokens: list[tuple[str, str, int]] = []
        self.node = partial(Term, text=text)
        if unclear := _UNCLEAR.search(text):
            power, whole, tail = unclear.groups()
            remedy = f"write {whole}.{tail}, or {whole}*{tail} for a product"
            remedy = f"write 10**-{power}, or 10 - {power} for a difference" if power else remedy
            came = repr(unclear[0])
            raise language.error(NumberSyntaxError, text, unclear.start(), came, remedy, expected="one reading")
        for match in _TOKEN.finditer(ascii_signs(text)):
            kind = match.lastgroup or ""
            foreign = match.group() == "," or kind == "comparison"
            if kind == "bad" or (foreign and not language.formulas):
                marks = "an operator, a comma" if language.formulas else "an operator"
                self.fail(f"a number, a name, {marks} or a parenthesis", text[match.start()], match.start())
            self.tokens.append((kind, match.group(), match.start()))
            if len(self.tokens) > language.max_tokens:
                limit = f"more than {language.max_tokens} numbers, names and operators"
                raise TooLargeError(f"{language.what} {excerpt(text)!r}: {limit}")
        self.tokens.append(("end", "the end", len(text)))

    # -- tokens ------------------------------------------------------------------------------------------------

    def fail(self, expected: str, came: str, position: int) -> NoReturn:
        """Raise the error with the place, the expectation and the token that came."""
        token = f"{excerpt(came)!r}{code_points(came[:1])}"
        hint = f"{_foreign_hint(came, names=self.language.formulas)}{self.language.hint(came, self.text)}"
        raise self.language.error(NumberSyntaxError, self.text, position, token, hint, expected=expected)

    @property
    def position(self) -> int:
        """Return the position of the next token."""
        return self.tokens[self.place][2]

    def take(self, *marks: str) -> str | None:
        """Return the next token and go on if it is one of the marks, else return None."""
        kind, text, _ = self.tokens[self.place]
        if kind == "mark" and text in marks:
            self.place += 1
            return text
        return None

    def need(self, mark: str) -> None:
        """Move on past this mark."""
        if self.take(mark) is None:
            self.fail(repr(mark), *self.tokens[self.place][1:])

    def another(self) -> Term:
        """Return the sum behind a comma."""
        self.need(",")
        return self.sum()

    def deeper(self) -> None:
        """Count one more level of nesting."""
        self.depth += 1
        if self.depth > self.language.max_depth:
            limit = f"nested more than {self.language.max_depth} deep at character {self.position + 1}"
            raise TooLargeError(f"{self.language.what} is {limit}", remedy="write it flatter")

    # -- the grammar, one method for each line -----------------------------------------------------------------

    def whole(self) -> Term:
        term = self.sum()
        kind, text, position = self.tokens[self.place]
        if kind != "end":
            self.fail("an operator or the end", text, position)
        return term

    def sum(self) -> Term:
        self.deeper()
        term = self.chain(self.product, "+", ("-", "neg"))
        self.depth -= 1
        return term

    def product(self) -> Term:
        return self.chain(self.signed, "*", ("/", "inverse"))

    def chain(self, part: Callable[[], Term], kind: str, inverse: tuple[str, str]) -> Term:
        """Return parts behind one mark or its inverse, which is a sign and the kind of a node."""
        place = self.position
        terms = [part()]
        while (mark := self.take(kind, inverse[0])) is not None:
            position = self.position
            term = part()
            terms.append(term if mark == kind else self.node(inverse[1], (term,), place=position))
        return self.node(kind, tuple(terms), place=place) if len(terms) > 1 else terms[0]

    def signed(self) -> Term:
        negative, place = False, self.position
        while (mark := self.take("+", "-")) is not None:
            negative ^= mark == "-"
        term = self.power()
        return self.node("neg", (term,), place=place) if negative else term

    def power(self) -> Term:
        base = self.atom()
        place = self.position
        if self.take("**") is None:
            return base
        self.deeper()
        exponent = self.signed()
        self.depth -= 1
        return self.node("**", (base, exponent), place=place)

    def atom(self) -> Term:
        kind, text, position = self.tokens[self.place]
        self.place += 1
        if kind == "number":
            return self.node("numeral", value=literal(text), place=position)
        if kind == "name":
            return self.named(text, position)
        if text != "(":
            atoms = 'a number, a name, a function or "("' if self.language.formulas else f'a number, "(", {_NAMES}'
            self.fail(atoms, text, position)
        term = self.sum()
        self.need(")")
        return term

    def named(self, name: str, position: int) -> Term:
        formulas = self.language.formulas
        called = self.tokens[self.place][1] == "("
        known = name in self.language.functions or (formulas and name in (*BINDERS, "if"))
        if not known or (formulas and not called and name not in RESERVED):
            if not formulas:
                self.fail(f"a number or one of {', '.join(NUMBER_FUNCTIONS)}", name, position)
            if name == "pi":
                return self.node("pi", place=position)
            if called:
                self.fail(f"one of the functions {', '.join(sorted({*FUNCTIONS, *BINDERS, 'if'}))}", name, position)
            return self.node("name", name=name, place=position)
        self.need("(")
        read = self.binder if name in BINDERS else self.condition if name == "if" else self.call
        term = read(name, position)
        self.need(")")
        return term

    def call(self, name: str, position: int) -> Term:
        arguments, wanted = [self.sum()], self.language.functions[name]
        while self.take(",") is not None:
            arguments.append(self.sum())
        counts = (wanted,) if isinstance(wanted, int) else wanted
        if counts is not None and len(arguments) not in counts:
            plural = "s" * (counts[-1] > 1)
            self.fail(f"{' or '.join(map(str, counts))} argument{plural} of {name}", str(len(arguments)), position)
        if name in BASES:
            arguments.append(self.node("numeral", value=fmpq(BASES[name]), place=position))
        if len(arguments) == 2 and name in LOGARITHMS:
            above, below = (self.node("call", (part,), "log", place=part.place) for part in arguments)
            return self.node("*", (above, self.node("inverse", (below,), place=below.place)), place=position)
        return self.node("call", tuple(arguments), "log" if name == "ln" else name, place=position)

    def condition(self, name: str, position: int) -> Term:
        left = self.sum()
        kind, text, place = self.tokens[self.place]
        self.place += 1
        comparison = PRINTED_COMPARISONS.get(text, text)
        if kind != "comparison" or comparison not in COMPARISONS:
            self.fail(f"one of {' '.join(COMPARISONS)} in {name}(a < b, then, else)", text, place)
        return self.node("if", (left, self.sum(), self.another(), self.another()), comparison, place=position)

    def binder(self, name: str, position: int) -> Term:
        inner = self.sum()
        self.need(",")
        kind, variable, place = self.tokens[self.place]
        self.place += 1
        if kind != "name" or variable in RESERVED or variable == "pi":
            self.fail(f"the name of the variable of {name}(...)", variable, place)
        return self.node(name, (inner, self.another(), self.another()), variable, place=position)


def _foreign_hint(came: str, *, names: bool) -> str:
    """Return the remedy for a sign that is pasted from print, and for a Greek letter if there are `names`."""
    if names and (greek := greek_name(came)):
        return f"write {greek}; "
    if came[:1] == "\N{SQUARE ROOT}":
        return "write sqrt(...); "
    dash = not came.isascii() and unicodedata.category(came[0]) == "Pd"
    return "write - for a minus; " if dash else ""


def literal(text: str) -> fmpq:
    """Return the rational of a decimal literal, sizes checked before anything is computed."""
    mantissa, _, exponent = text.lower().partition("e")
    whole, _, decimals = mantissa.partition(".")
    size = exponent.lstrip("+-").lstrip("0") or "0"
    if len(size) > len(str(MAX_EXPONENT)) or int(size) > MAX_EXPONENT:
        message = f"the decimal exponent of {excerpt(text)!r} is beyond {MAX_EXPONENT}"
        raise TooLargeError(message, remedy="numbers that large are refused")
    shift = (-int(size) if exponent.startswith("-") else int(size)) - len(decimals)
    digits = fmpz(whole + decimals)
    return fmpq(digits * fmpz(10) ** shift) if shift >= 0 else fmpq(digits, fmpz(10) ** -shift)


def term_of_text(text: str, language: Language = FORMULAS) -> Term:
    """Return the tree of a text. Raises NumberSyntaxError with the place, TooLargeError."""
    if len(text) > language.max_text:
        raise TooLargeError(f"{language.what} of {len(text)} characters", remedy=f"the limit is {language.max_text}")
    if not text.strip():
        what = "a formula" if language.formulas else "a number"
        hint = "" if language.formulas else f"; {language.hint('', text)}"
        raise NumberSyntaxError(f"the empty text {excerpt(text)!r}{hint}", text=text, position=0, expected=what)
    return _Reader(text, language).whole()
