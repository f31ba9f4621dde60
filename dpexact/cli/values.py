"""Options that hold numbers, and how results are printed."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from dpexact.errors import DPExactError, ParameterError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dpexact.numbers.exact import Exact

MAX_LABELS = 12


class Format(StrEnum):
    """How results are printed."""

    text = "text"
    json = "json"


def number_option(option: str, text: str, parse: Callable[[str], Exact]) -> Exact:
    """The number of an option. Raises: ParameterError that names the option."""
    try:
        return parse(text)
    except DPExactError as error:
        message = f"{option}: {error}"
        raise ParameterError(message) from None


@dataclass(frozen=True)
class Level:
    """The two ways to say how much privacy: --epsilon TEXT or --exp-epsilon TEXT."""

    epsilon: str | None
    exp_epsilon: str | None


def exp_epsilon_option(level: Level) -> Exact:
    """E from --epsilon or --exp-epsilon. Raises: ParameterError unless exactly one of the two is there."""
    from dpexact.numbers.epsilon import exp_of_epsilon
    from dpexact.numbers.exact import exact

    if (level.epsilon is None) == (level.exp_epsilon is None):
        came = "neither" if level.epsilon is None else "both"
        message = f"expected exactly one of --epsilon and --exp-epsilon, got {came}; for example --epsilon 'log(2)'"
        raise ParameterError(message)
    if level.epsilon is not None:
        return number_option("--epsilon", level.epsilon, exp_of_epsilon)
    return number_option("--exp-epsilon", str(level.exp_epsilon), exact)


def print_json(value: object) -> None:
    """One JSON value on the standard output, in ASCII so that every terminal and pipe carries it."""
    sys.stdout.write(json.dumps(value, indent=2) + "\n")


def print_lines(lines: Sequence[str]) -> None:
    """Lines of text on the standard output."""
    sys.stdout.write("\n".join(lines) + "\n")


def label_text(label: object) -> str:
    """A label as JSON, so that 1 and "1" look different."""
    return json.dumps(label, ensure_ascii=False)


def event_text(event: Sequence[object]) -> str:
    """An event as a set of labels, cut where it is long."""
    shown = ", ".join(label_text(label) for label in event[:MAX_LABELS])
    more = f", ... ({len(event)} outputs)" if len(event) > MAX_LABELS else ""
    return f"{{{shown}{more}}}"
