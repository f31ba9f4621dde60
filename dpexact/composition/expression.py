"""Compositions as text, with laws of noise and their parameters, products with `*` and powers with `**`.

    composition = factor ("*" factor)*
    factor      = atom ("**" count)?
    atom        = law "(" parameters ")" | "(" composition ")"
    parameters  = (name "=")? value ("," name "=" value)*      ("finite" and events take all of them without names)
    value       = a number as formulas have it | "[" values separated by commas "]" | a composition, for a law

A count is a number or a power, such as 10**4. Other operators stand in parentheses, as in (5*1000).

A law is also an event of dp_accounting, as its `repr` has it, and a list is a history of an accountant of Opacus.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from inspect import signature
from typing import Any, NoReturn

from dpexact.composition.dominating import DominatingPair
from dpexact.composition.event import EVENTS, MAX_RUNS, REFUSED, history
from dpexact.composition.named import (
    LAWS,
)
from dpexact.composition.written import FACTORS, NAMES_ELSEWHERE, parameters_error, position_error
from dpexact.errors import DPExactError, NumberSyntaxError, ParameterError, TooLargeError, need
from dpexact.laws.parameters import integer, value
from dpexact.numbers.exact import Exact
from dpexact.numbers.formula import closed_text
from dpexact.numbers.grammar import caret
from dpexact.numbers.typography import did_you_mean, excerpt

COMPOSITIONS = "law", "event"  # parameters that are compositions themselves; "events" is a list of them
LISTS = "events", "p", "q", "sensitivities", "weights", "sampling_probs"
OPEN = "?"  # a number that is asked for
MAX_TEXT = 100_000
MAX_DEPTH = 50
_NAME = re.compile(r"(?:\w+\.)*(\w*DpEvent)\b|([A-Za-z_][A-Za-z_0-9]*)")
_COUNT = re.compile(r"[0-9]+")
_IN_COUNT, _SIGNED = re.compile(r"[\w.\s(\[]|\*\*"), re.compile(r"(\*|[0-9][eE])\s*\Z")
_NAMED = re.compile(r"\s*([A-Za-z_][A-Za-z_0-9]*)\s*=(?!=)")
_NUMPY = re.compile(r"np\.(?:float64|u?int\d+)\((.*)\)", re.DOTALL)  # around a number in a repr


BY_POSITION = "finite", *EVENTS  # laws whose parameters may all be given without their names


class OpenNumberError(ParameterError):
    """A question mark in place of a parameter of the law at `start` to `end`, or of a count, for which `law` is ""."""

    law: str = ""
    parameter: str = ""
    start: int = 0
    end: int = 0


def parse_composition(text: str) -> DominatingPair:
    """Return the composition of an expression, of the `repr` of an event of dp_accounting or of a history of Opacus.

    Raises NumberSyntaxError, ParameterError, TooLargeError, InexactInputError, each with the place in the text.

    >>> parse_composition("randomized_response(truth=3/4)**2").delta(3)
    exact('3/8')
    >>> str(parse_composition("SelfComposedDpEvent(event=GaussianDpEvent(noise_multiplier=1.1), count=3)"))
    'gaussian(sigma=11/10, sensitivity=1, rate=1)**3'
    >>> str(parse_composition("[(1.1, 0.01, 500)]"))
    'gaussian(sigma=11/10, sensitivity=1, rate=1/100)**500'
    >>> parse_composition("gaussian(sigma=0)")
    Traceback (most recent call last):
    ...
    dpexact.errors.ParameterError: sigma: expected a number > 0, got 0, at character 10 of the composition
        gaussian(sigma=0)
                 ^
    """
    source = need.text(text, "expression", "a composition as text")
    if len(source) > MAX_TEXT:
        raise TooLargeError(f"composition of {len(source)} characters", remedy=f"the limit is {MAX_TEXT}")
    return _Reader(source).whole()


class _Reader:
    """Recursive descent over one text."""

    def __init__(self, text: str) -> None:
        self.text, self.place, self.depth = text, 0, 0

    def error(self, error: DPExactError, place: int) -> DPExactError:
        """Return the error at a place of this text."""
        spot = f"at character {place + 1} of the composition"
        return error.changed(text=self.text, position=place, spot=spot, note=caret(self.text, place))

    def fail(self, expected: str, remedy: str = "") -> NoReturn:
        came = excerpt(self.text[self.place :].strip()) or "the end"
        hint = "a power is written **" if came.startswith("^") else remedy
        raise self.error(NumberSyntaxError(repr(came), expected=expected, remedy=hint), self.place)

    def skip(self) -> None:
        while self.place < len(self.text) and self.text[self.place].isspace():
            self.place += 1

    def take(self, mark: str) -> bool:
        """Move on past a mark, if it comes next."""
        self.skip()
        comes = self.text.startswith(mark, self.place)
        if comes and mark == "*" and self.text.startswith("**", self.place):
            return False
        self.place += len(mark) * comes
        return comes

    def whole(self) -> DominatingPair:
        pair = self.product()
        self.skip()
        if self.place < len(self.text):
            self.fail("*, ** or the end")
        return pair

    def product(self) -> DominatingPair:
        pair = self.factor()
        while self.take("*"):
            pair = pair * self.factor()
        return pair

    def factor(self) -> DominatingPair:
        self.skip()
        before, pair = self.place, self.atom()
        if not self.take("**"):
            return pair
        self.skip()
        start = self.place
        text = self.span(stop=lambda text, place: place > start and not _counts(text, place))
        if text == OPEN:
            if self.text[self.place : self.place + 1] not in "*),]":
                self.fail("*, ** or the end")
            raise self.open_number("", "count", start, before)
        several: DominatingPair = self.guarded(start, lambda: pair ** _count(text))
        return several

    def atom(self) -> DominatingPair:
        self.skip()
        start = self.place
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error(TooLargeError(f"nested more than {MAX_DEPTH} deep", remedy="write it flatter"), start)
        if self.text.startswith("[", start):
            entries = self.items("history", lambda _: self.items("a step", lambda _: self.number("history")))
            pair: DominatingPair = self.guarded(start, lambda: history(entries))
        elif self.take("("):
            pair = self.product()
            if not self.take(")"):
                self.fail("*, ** or )")
        else:
            pair = self.law(self.name(), start)
        self.depth -= 1
        return pair

    def name(self) -> str:
        """Return the name of a law, and continue behind its parenthesis."""
        match = _NAME.match(self.text, self.place)
        event, law = map(str, match.groups("")) if match else ("", "")
        if event and event not in EVENTS:
            remedy = REFUSED.get(event, "name what is known of it: epsilon_delta(epsilon, delta=...)")
            expected = f"an event with a law here, one of {', '.join(EVENTS)}"
            raise self.error(ParameterError(event, place="event", expected=expected, remedy=remedy), self.place)
        if match is None or not (event or law in LAWS):
            hint = did_you_mean(law, tuple(LAWS)).removeprefix("; ") if law else ""
            if count := _COUNT.match(self.text, self.place):
                hint = f"how often a law runs stands behind it: gaussian(sigma=1)**{excerpt(count.group())}"
            self.fail(f"one of {', '.join(LAWS)}, or (", hint)
        self.place = match.end()
        if not self.take("("):
            self.fail("( and the parameters")
        return event or law

    def law(self, name: str, start: int) -> DominatingPair:
        made = LAWS.get(name) or EVENTS[name]
        parameters = signature(made).parameters
        values, places = self.parameters(name, tuple(parameters))
        for key, parameter in parameters.items():
            if parameter.default is parameter.empty and key not in values:
                raise self.error(ParameterError(f"expected {key}=..., which has no default", place=name), start)
        for key, number in values.items():
            if number is OPEN:
                raise self.open_number(name, key, places[key], start)
        try:
            return made(**values)
        except DPExactError as error:
            ours = re.split(r"\W", error.place, maxsplit=1)[0]
            key = next((key for key in values if ours in (key, NAMES_ELSEWHERE.get(key))), ours)
            error = error.changed(place=key + error.place.removeprefix(ours))
            raise self.error(error, places.get(key, start)) from None

    def parameters(self, name: str, known: Sequence[str]) -> tuple[dict[str, Any], dict[str, int]]:
        """Read the parameters of a law up to its parenthesis, and return their values and places by name."""
        values: dict[str, Any] = {}
        places: dict[str, int] = {}
        parts: list[tuple[str, str]] = []
        unnamed: list[int] = []  # places of values that need a name
        while not self.take(")"):
            if parts and not self.take(","):
                self.fail(", or )")
            self.skip()
            place, named = self.place, _NAMED.match(self.text, self.place)
            self.place = first = named.end() if named else place
            if not named and len(parts) >= (len(known) if name in BY_POSITION else 1):
                unnamed.append(place)
                self.span()
            else:
                key = named.group(1) if named else known[len(parts)]
                if key not in known or key in values:
                    raise self.error(parameters_error(name, key, known), place)
                values[key], places[key] = self.value(key), place
            parts.append((named.group(1) if named else "", self.text[first : self.place].strip()))
        if unnamed:
            raise self.error(position_error(name, parts, known), unnamed[0])
        return values, places

    def open_number(self, law: str, parameter: str, place: int, start: int) -> DPExactError:
        parts = {"law": law, "parameter": parameter, "start": start, "end": self.place}
        return self.error(OpenNumberError(repr(OPEN), place=parameter, expected="a number", **parts), place)

    def value(self, name: str) -> Any:
        """Read a composition, a list, or a number."""
        if name in COMPOSITIONS:
            return self.product()
        self.skip()
        if name in LISTS or self.text.startswith("[", self.place):
            return self.items(name, lambda n: self.product() if name == "events" else self.number(f"{name}[{n}]"))
        return self.number(name)

    def items(self, name: str, item: Callable[[int], Any]) -> list[Any]:
        """Read a list in brackets, or in parentheses. It holds no open number."""
        self.skip()
        close = {"[": "]", "(": ")"}.get(self.text[self.place : self.place + 1], "")
        if not close:
            self.fail(f"[ for {name}")
        self.place += 1
        read: list[Any] = []
        while not self.take(close):
            start = self.place
            read.append(item(len(read)))
            if read[-1] is OPEN:
                law = "a law with the open number as a parameter of its own, such as gaussian(sigma=?, rate=1/100)**500"
                raise self.error(ParameterError(f"expected {law}", place=name), start)
            if not self.take(",") and not self.text.startswith(close, self.place):
                self.fail(f", or {close}")
        return read

    def number(self, name: str) -> Any:
        """Read an exact number, and keep the text of one that is an exponent of e."""
        self.skip()
        place, text = self.place, self.span()
        if text == OPEN:
            return OPEN
        if OPEN in text:
            expected = f"the {OPEN} alone"
            raise self.error(ParameterError(repr(excerpt(text)), place=name, expected=expected), place)
        if name in FACTORS.values():
            return text
        if numpy := _NUMPY.fullmatch(text):
            text = numpy[1]
        number = self.guarded(place, lambda: value(name, closed_text(name, text)))
        if isinstance(number, Exact):
            return number
        remedy = "write a decimal or a fraction"
        raise self.error(
            ParameterError(repr(excerpt(text)), place=name, expected="an exact number", remedy=remedy), place
        )

    def span(self, stop: Callable[[str, int], bool] = lambda text, place: text[place] == ",") -> str:
        """Return the text up to a mark outside of all parentheses, and continue from the mark."""
        self.skip()
        start, depth = self.place, 0
        while self.place < len(self.text):
            letter = self.text[self.place]
            if depth == 0 and (letter in ")]" or stop(self.text, self.place)):
                break
            depth += (letter in "([") - (letter in ")]")
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
            raise self.error(error, place) from None


def _count(text: str) -> int:
    """Read a count, and refuse one that is too large to be written out as too large."""
    with suppress(DPExactError):
        return integer("count", closed_text("count", text), 0, MAX_RUNS)
    raise ParameterError(repr(excerpt(text)), place="count", expected=f"an integer from 0 to {MAX_RUNS}")


def _counts(text: str, place: int) -> bool:
    """Tell whether a sign goes on with a count: of a name, a number or a power, or in front of one of these."""
    return bool(_IN_COUNT.match(text, place) or _SIGNED.search(text, max(0, place - 9), place))
