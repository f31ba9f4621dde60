"""Compositions as text, with laws of noise and their parameters, products with `*` and powers with `**`.

    composition = factor ("*" factor)*
    factor      = atom ("**" count)?
    atom        = law "(" parameters ")" | "(" composition ")"
    parameters  = (name "=")? value ("," name "=" value)*      ("finite" takes both of its lists without names)
    value       = a number as formulas have it | "[" numbers separated by commas "]" | a composition, for "law"

A count is a number or a power, such as 10**4. Other operators stand in parentheses, as in (5*1000).
"""

import re
from collections.abc import Callable
from inspect import signature
from typing import Any, NoReturn

from dpexact.composition.dominating import DominatingPair
from dpexact.composition.event import MAX_RUNS, is_event, read_event
from dpexact.composition.named import LAWS
from dpexact.composition.written import FACTORS, parameters_error, position_error, written_number
from dpexact.errors import DPExactError, NumberSyntaxError, ParameterError, TooLargeError, need
from dpexact.laws.parameters import integer
from dpexact.numbers.formula import closed_text
from dpexact.numbers.grammar import caret
from dpexact.numbers.typography import did_you_mean, excerpt

BY_POSITION = ("finite",)  # laws whose parameters may all be given without their names
MAX_TEXT = 100_000
MAX_DEPTH = 50
OPEN, CLOSED = "([", ")]"
_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_COUNT = re.compile(r"[0-9]+")
_IN_COUNT, _SIGNED = re.compile(r"[\w.\s(\[]|\*\*"), re.compile(r"(\*|[0-9][eE])\s*\Z")
_NAMED = re.compile(r"\s*([A-Za-z_][A-Za-z_0-9]*)\s*=(?!=)")


def parse_composition(text: str) -> DominatingPair:
    """Return the composition of a text: an expression, the `repr` of an event of dp_accounting, a history of Opacus.

    Raises NumberSyntaxError, ParameterError, TooLargeError, InexactInputError, each with the place in the text.

    >>> parse_composition("randomized_response(truth=3/4)**2").delta(3)
    exact('3/8')
    >>> parse_composition("gaussian(sigma=0)")
    Traceback (most recent call last):
    ...
    dpexact.errors.ParameterError: sigma: expected a number > 0, got 0, at character 10 of the composition
        gaussian(sigma=0)
                 ^
    """
    given = need.text(text, "expression", "a composition as text")
    if len(given) > MAX_TEXT:
        raise TooLargeError(f"composition of {len(given)} characters", remedy=f"the limit is {MAX_TEXT}")
    return read_event(given) if is_event(given) else _Reader(given).whole()


class _Reader:
    """Recursive descent over one text."""

    def __init__(self, text: str) -> None:
        self.text, self.place, self.depth = text, 0, 0

    def error(self, kind: type[DPExactError], said: str, place: int) -> DPExactError:
        """Return the error with its message and its place."""
        cause = re.sub(r", at character \d+ of the formula$", "", said.split("\n", maxsplit=1)[0])
        error = kind(f"{cause}, at character {place + 1} of the composition", note=caret(self.text, place))
        error.text, error.position = self.text, place
        return error

    def fail(self, expected: str, more: str = "") -> NoReturn:
        came = excerpt(self.text[self.place :].strip()) or "the end"
        raise self.error(NumberSyntaxError, f"expected {expected}, got {came!r}{more}", self.place)

    def skip(self) -> None:
        while self.place < len(self.text) and self.text[self.place].isspace():
            self.place += 1

    def take(self, mark: str) -> bool:
        """Move on past a mark, if it comes next."""
        self.skip()
        found = self.text.startswith(mark, self.place)
        if found and mark == "*" and self.text.startswith("**", self.place):
            return False
        self.place += len(mark) * found
        return found

    def whole(self) -> DominatingPair:
        found = self.product()
        self.skip()
        if self.place < len(self.text):
            self.fail("*, ** or the end", "; a power is written **" if self.text[self.place] == "^" else "")
        return found

    def product(self) -> DominatingPair:
        found = self.factor()
        while self.take("*"):
            found = found * self.factor()
        return found

    def factor(self) -> DominatingPair:
        found = self.atom()
        if not self.take("**"):
            return found
        self.skip()
        start = self.place
        text = self.span(stop=lambda text, place: place > start and not _counts(text, place))
        several: DominatingPair = self.guarded(start, lambda: found ** _count(text))
        return several

    def atom(self) -> DominatingPair:
        self.skip()
        start = self.place
        if self.take("("):
            self.depth += 1
            if self.depth > MAX_DEPTH:
                raise self.error(TooLargeError, f"nested more than {MAX_DEPTH} deep; write it flatter", start)
            found = self.product()
            self.depth -= 1
            if not self.take(")"):
                self.fail("*, ** or )", "; a power is written **" if self.text.startswith("^", self.place) else "")
            return found
        name = _NAME.match(self.text, self.place)
        if name is None or name.group() not in LAWS:
            hint = did_you_mean(name.group(), tuple(LAWS)) if name else ""
            if count := _COUNT.match(self.text, self.place):
                hint = f"; how often a law runs stands behind it: gaussian(sigma=1)**{excerpt(count.group())}"
            self.fail(f"one of {', '.join(LAWS)}, or (", hint)
        self.place = name.end()
        if not self.take("("):
            self.fail("( and the parameters")
        return self.law(name.group(), start)

    def law(self, name: str, start: int) -> DominatingPair:
        known = tuple(signature(LAWS[name]).parameters)
        needed = [key for key, one in signature(LAWS[name]).parameters.items() if one.default is one.empty]
        given: dict[str, Any] = {}
        places: dict[str, int] = {}
        parts: list[tuple[str, str]] = []
        unnamed: int | None = None
        while not self.take(")"):
            if parts and not self.take(","):
                self.fail(", or )")
            self.skip()
            place, named = self.place, _NAMED.match(self.text, self.place)
            self.place = named.end() if named else place
            text = self.span(stop=lambda text, place: text[place] == ",")
            parts.append((named.group(1) if named else "", text))
            if not named and len(parts) > (len(known) if name in BY_POSITION else 1):
                unnamed = place if unnamed is None else unnamed
                continue
            key = named.group(1) if named else known[len(parts) - 1]
            if key not in known or key in given:
                raise self.error(ParameterError, str(parameters_error(name, key, known)), place)
            given[key] = self.guarded(place, lambda: _value(key, text))  # noqa: B023 - called at once
            places[key] = place
        if unnamed is not None:
            raise self.error(ParameterError, str(position_error(name, parts, known)), unnamed)
        missing = [key for key in needed if key not in given]
        if missing:
            raise self.error(ParameterError, f"{name}: expected {missing[0]}=..., which has no default", start)
        try:
            return LAWS[name](**given)
        except DPExactError as error:
            key = re.split(r"\W", str(error), maxsplit=1)[0]
            raise self.error(type(error), str(error), places.get(key, start)) from None

    def span(self, stop: Callable[[str, int], bool]) -> str:
        """Return the text up to a mark outside of all parentheses, and continue from the mark."""
        self.skip()
        start, depth = self.place, 0
        while self.place < len(self.text):
            letter = self.text[self.place]
            if depth == 0 and (letter in CLOSED or stop(self.text, self.place)):
                break
            depth += (letter in OPEN) - (letter in CLOSED)
            self.place += 1
        if not self.text[start : self.place].strip():
            self.place = start
            self.fail("a number")
        return self.text[start : self.place].strip()

    def guarded(self, place: int, compute: Callable[[], Any]) -> Any:
        """Return the computed value, or raise the error with the place added."""
        try:
            return compute()
        except DPExactError as error:
            raise self.error(type(error), str(error), place) from None


def _count(text: str) -> int:
    """Read a count, and refuse one that is too large to be written out as too large."""
    try:
        return integer("count", closed_text("count", text), 0, MAX_RUNS)
    except DPExactError as error:
        if not str(error).startswith("count: expected"):
            expected = f"an integer from 0 to {MAX_RUNS}"
            raise ParameterError(repr(excerpt(text)), place="count", expected=expected) from None
        raise


def _counts(text: str, place: int) -> bool:
    """Tell whether a sign goes on with a count: of a name, a number or a power, or in front of one of these."""
    return bool(_IN_COUNT.match(text, place) or _SIGNED.search(text, max(0, place - 9), place))


def _value(name: str, text: str) -> Any:
    """Read a number, or a list of numbers."""
    if name == "law":
        return parse_composition(text)
    if not text.startswith("["):
        return _number(name, text)
    if not text.endswith("]"):
        raise ParameterError(repr(excerpt(text)), place=name, expected="a list like [3/4, 1/4]")
    parts, depth, start = [], 0, 1
    for place in range(1, len(text)):
        letter = text[place]
        if depth == 0 and letter in ",]":
            parts.append(text[start:place])
            start = place + 1
        depth += (letter in OPEN) - (letter in CLOSED and place < len(text) - 1)
    return [_number(f"{name}[{place}]", part) for place, part in enumerate(parts)]


def _number(name: str, text: str) -> Any:
    """Read an exact number, and refuse any other as it was written."""
    return text if name in FACTORS.values() else written_number(name, text)
