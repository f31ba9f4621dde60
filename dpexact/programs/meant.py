"""The distribution that a program is meant to have: how far each probability is from it, at least and at most.

With known probability k of an output, unfinished mass u in all, and an intended value between l and h, the output has a
probability from k to k + u. So it is off by at least max(k - h, l - k - u, 0), and by at most max(k + u - l, h - k).
Outputs without a value of their own form one row. Its probability may be at most the rest that the values leave of 1.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpexact.errors import IncompatibleFieldsError, ParameterError, TooLargeError, need
from dpexact.numbers.enclosure import Enclosure, bounds
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.typography import value_excerpt
from dpexact.programs.distribution import ByOutput, Distribution, is_error, outcomes_of

ZERO, ONE = Exact.of_rational(0), Exact.of_rational(1)
SHORT_DIGITS = 4
BITS = 64  # for values given as enclosures
SIZE_BITS = 256  # for the sort key of rows
EXPECTED = "a mapping {output: probability}, or a function from an output to its probability"


class _Others:
    """A stand-in for all outputs without a value of their own."""

    def __repr__(self) -> str:
        return "all other outputs"


OTHERS = _Others()


@dataclass(frozen=True)
class Gap:
    """An output (or OTHERS) with its known probability and the intended one, for OTHERS an upper limit."""

    output: Any
    known: Exact
    meant: Exact | Enclosure
    least: Exact
    most: Exact

    @property
    def order(self) -> tuple[bool, Fraction, bool, Fraction]:
        """Return the sort key of gaps: certain gaps first, and a gap of 0 after all others."""
        return self.least != 0, size(self.least), self.most != 0, size(self.most)


@dataclass(frozen=True)
class Meant:
    """The gaps of a program for each of its inputs."""

    rows: Mapping[Any, tuple[Gap, ...]]

    @property
    def matches(self) -> bool | None:
        """Return whether every probability is the intended one, or None if that depends on unfinished paths."""
        every = [gap for rows in self.rows.values() for gap in rows]
        if any(gap.least != 0 for gap in every):
            return False
        return True if all(gap.most == 0 for gap in every) else None

    @property
    def largest(self) -> tuple[Any, Gap]:
        """Return the input and output with the largest certain gap or, if none is certain, the largest possible one."""
        every = [(label, gap) for label, rows in self.rows.items() for gap in rows]
        return max(every, key=lambda item: item[1].order)

    def said(self, text: Callable[[Any], str]) -> str:
        """Say whether the distribution is as meant."""
        if self.matches:
            named = all(gap.meant == 0 for rows in self.rows.values() for gap in rows if gap.output is OTHERS)
            return "yes, every probability" if named else "yes, every probability that has a value"
        label, gap = self.largest
        number = (gap.least if self.matches is False else gap.most).decimal(SHORT_DIGITS)
        where = f"{repr(OTHERS) if gap.output is OTHERS else text(gap.output)}, for the input {text(label)}"
        if self.matches is False:
            return f"no (largest gap {number} at {where})"
        return f"undecided (a gap of up to {number} at {where} may be the unfinished mass)"


def gaps(distribution: Distribution, expected: object, name: str = "expected") -> tuple[Gap, ...]:
    """Return a gap for each output that is seen or has a value, and one for all others, the largest first.

    `expected` is {output: value}, whose values may sum to less than 1, or a function, which is called on the outputs
    that are seen. An exception that the program raises is the output ("raised", name), and is meant only if a mapping
    names it. A value may be an Enclosure.

    The answer is exact. Raises ParameterError if values are below 0 or sum to more than 1, and if the program returns
    ("raised", name) itself, which would look the same as an exception.
    """
    is_mapping = isinstance(expected, Mapping)
    if isinstance(expected, Mapping):
        items = list(expected.items())
        if not items:
            raise need.refusal(name, "at least one output with its probability", expected)
    else:
        value = need.function(expected, name, EXPECTED)
        items = [(output, value(output)) for output in distribution.probabilities]
    meant = ByOutput((output, _value(value, f"{name}[{output!r}]")) for output, value in items)
    known = outcomes_of(distribution)
    for error in {*distribution.errors, *(output[1] for output in meant if is_error(output))}:
        if ("raised", error) in distribution.probabilities:
            message = f"it returns {('raised', error)!r}, which stands here for an exception of that name"
            raise ParameterError(message, place="program", remedy="let label= return something else for it")
    total = _total(meant.values())
    if total[0] > 1:
        message = f"{value_excerpt(expected)}, sum {value_excerpt(str(total[0]))[1:-1]}"
        raise ParameterError(message, place=name, expected="probabilities that sum to at most 1")
    every = not is_mapping or total == (ONE, ONE)  # the intended value of each output is known
    raised = {("raised", error) for error in distribution.errors}
    seen = ByOutput((output, output in meant or output in raised) for output in (*known, *meant))
    rows = [
        _gap(output, known.get(output, ZERO), meant.get(output, ZERO), distribution.unfinished)
        for output, has_value in seen.items()
        if every or has_value
    ]
    others = ZERO if every else sum((known[output] for output, has_value in seen.items() if not has_value), ZERO)
    rows.append(_others(others, total, distribution.unfinished, is_mapping))
    return tuple(sorted(rows, key=lambda row: row.order, reverse=True))


def _value(value: object, place: str) -> Exact | Enclosure:
    number = value if isinstance(value, Enclosure) else exact_at(value, place)
    if bounds(number, BITS)[1] < 0 if isinstance(number, Enclosure) else number < 0:
        raise need.refusal(place, "a probability, at least 0", value)
    return number


def _ends(value: Exact | Enclosure) -> tuple[Exact, Exact]:
    if isinstance(value, Exact):
        return value, value
    lower, upper = bounds(value, BITS)
    return exact(lower), exact(upper)


def _total(values: Iterable[Exact | Enclosure]) -> tuple[Exact, Exact]:
    """Return two numbers between which the sum is, twice the same if it is known."""
    ends = [_ends(value) for value in values]
    try:
        return sum((low for low, _ in ends), ZERO), sum((high for _, high in ends), ZERO)
    except (IncompatibleFieldsError, TooLargeError):
        lower, upper = (sum(end[side].enclosure(BITS)[side] for end in ends) for side in (0, 1))
        return exact(lower), exact(upper)


def _gap(output: Any, known: Exact, meant: Exact | Enclosure, unfinished: Exact) -> Gap:
    low, high = _ends(meant)
    least = max(ZERO, known - high, low - known - unfinished)
    return Gap(output, known, meant, least, max(ZERO, known + unfinished - low, high - known))


def _others(known: Exact, total: tuple[Exact, Exact], unfinished: Exact, is_mapping: bool) -> Gap:  # noqa: FBT001 - one of two forms
    """Return the row of the outputs without a value, which may have at most the rest of 1 beyond the values.

    A function has a value for unseen outputs too. The program may lack these outputs, or their value may be 0.
    """
    room, most = max(ZERO, ONE - total[1]), max(ZERO, ONE - total[0])
    beyond = known + unfinished - (room if is_mapping else ZERO)
    return Gap(OTHERS, known, most, max(ZERO, known - most), max(ZERO, beyond, ZERO if is_mapping else most))


def size(number: Exact) -> Fraction:
    """Return the approximate size of a number, as a sort key."""
    return number.enclosure(SIZE_BITS)[0]
