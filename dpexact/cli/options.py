"""Read what the commands share: options, numbers and pairs of the command line."""

from __future__ import annotations

import json
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from shutil import get_terminal_size
from textwrap import indent
from typing import Annotated, Any

import typer
from typer import BadParameter
from typer.core import TyperArgument, TyperCommand, TyperOption

from dpexact.errors import DPExactError, ParameterError
from dpexact.mechanisms.graph import NO_PAIR, NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.epsilon import INFINITE, exp_of_epsilon, privacy_factor, probability
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import counted, excerpt, power_hint
from dpexact.report.wrapping import wrapped


class PlainCommand(TyperCommand):
    """A command whose help calls its arguments FILE or TABLE ..., without the types that typer puts after the name.

    An option with a value is refused the second time, where typer would take the last one without a word.
    """

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for parameter in self.params:
            if isinstance(parameter, TyperArgument):
                setattr(parameter, "display_type_rich", _plural if parameter.nargs == -1 else _nothing)  # noqa: B010

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return the arguments that are left. Raises: BadParameter for an option that is given twice."""
        given = list(args)
        try:
            left = super().parse_args(ctx, args)
        except BadParameter as error:
            raise self._shown_integer(ctx, given, error) from error
        if not ctx.resilient_parsing:  # as completion parses what is half typed
            self._refuse_repeated(ctx, given)
        return left

    def _shown_integer(self, ctx: Any, args: list[str], error: BadParameter) -> BadParameter:
        """Return the refusal of an option that takes an integer, with what came; any other refusal as it is."""
        option = error.param
        least = getattr(option, "min", getattr(getattr(option, "type", None), "min", None))  # typer 0.29; before
        if not isinstance(option, TyperOption) or (least is None and "integer" not in error.message):
            return error
        came = self.make_parser(ctx).parse_args(args=list(args))[0].get(option.name)
        message = f"expected an integer{'' if least is None else f' >= {least}'}, got {came!r}"
        return BadParameter(message, ctx=ctx, param=option)

    def _refuse_repeated(self, ctx: Any, args: list[str]) -> None:
        _, _, given = self.make_parser(ctx).parse_args(args=args)
        for parameter, count in Counter(given).items():
            if count > 1 and isinstance(parameter, TyperOption) and not (parameter.multiple or parameter.is_flag):
                message = f"expected it at most once, got it {count} times; give it once"
                raise BadParameter(message, ctx=ctx, param=parameter)


def _plural(ctx: object) -> str:  # noqa: ARG001 - typer calls it so
    return "..."


def _nothing(ctx: object) -> str:  # noqa: ARG001 - typer calls it so
    return ""


MAX_LABELS = 12


class Format(StrEnum):
    """The forms in which results are printed."""

    text = "text"
    json = "json"


class TableFormat(StrEnum):
    """The forms of an audit, a crosscheck or the ledger: as other results, or in Markdown.

    For the ledger, Markdown is the summary that stands in the README.
    """

    text = "text"
    json = "json"
    markdown = "markdown"


class Only(StrEnum):
    """The rows of an audit that may be asked for alone: those that are wrong and the bounds that are violated."""

    wrong = "wrong"


class Selection(StrEnum):
    """The cases of a crosscheck that may be asked for alone: a library claims too little, or not what is recorded."""

    unsafe = "unsafe"
    material = "material"
    different = "different"


class Kind(StrEnum):
    """The scaffolds that `dpexact new` writes."""

    table = "table"
    paper = "paper"
    tests = "tests"


class Neighbors(StrEnum):
    """The neighbors of a CSV matrix, which says nothing of them."""

    all = "all"
    path = "path"


def number_option(option: str, text: str, parse: Callable[[str], Exact]) -> Exact:
    """Return the number of an option. Raises: ParameterError that names the option."""
    try:
        return parse(text)
    except DPExactError as error:
        outer = error.at(option)
        outer.remedy += power_hint(text).removeprefix("" if outer.remedy else "; ")
        raise outer from None


def delta_option(text: str, option: str = "--delta") -> Exact:
    """Return delta from an option. Raises: ParameterError unless it is a number from 0 to 1."""
    delta = number_option(option, text, exact)
    try:
        return probability(delta, option)
    except ParameterError:  # said in the words of the user
        raise ParameterError(excerpt(text), place=option, expected="a number from 0 to 1") from None


@dataclass(frozen=True)
class Level:
    """The two ways to say how much privacy: --epsilon TEXT or --exp-epsilon TEXT."""

    epsilon: str | None
    exp_epsilon: str | None


def exp_epsilon_option(level: Level) -> Exact | float:
    """Return E from --epsilon or --exp-epsilon: a number, or infinity ("inf" or "infinity").

    Raises: ParameterError unless exactly one of the two is there, with E >= 1.
    """
    if (level.epsilon is None) == (level.exp_epsilon is None):
        came = "neither" if level.epsilon is None else "both"
        raise ParameterError(
            came, expected="exactly one of --epsilon and --exp-epsilon", remedy="for example --epsilon 'log(2)'"
        )
    if level.epsilon is not None:
        return epsilon_option(level.epsilon)
    return _factor("--exp-epsilon", str(level.exp_epsilon), exact, "E = e^epsilon >= 1")


def epsilon_option(text: str, option: str = "--epsilon") -> Exact | float:
    """Return E of an epsilon: a number, or infinity ("inf" or "infinity"). Raises: ParameterError for one below 0."""
    return _factor(option, text, exp_of_epsilon, "0 or more")


def _factor(option: str, text: str, parse: Callable[[str], Exact], expected: str) -> Exact | float:
    if text.strip().lower() in INFINITE:
        return math.inf
    factor = number_option(option, text, parse)
    try:
        return privacy_factor(factor)
    except ParameterError:  # said in the words of the user
        raise ParameterError(excerpt(text), place=option, expected=f"{expected}") from None


def require_one_side(level: Level, delta: str | None) -> None:
    """Require exactly one of --epsilon, --exp-epsilon and --delta. Raises: ParameterError."""
    given = {"--epsilon": level.epsilon, "--exp-epsilon": level.exp_epsilon, "--delta": delta}
    came = [option for option, text in given.items() if text is not None]
    if len(came) != 1:
        raise ParameterError(
            f"{' and '.join(came) or 'none of them'}",
            expected="exactly one of --epsilon, --exp-epsilon and --delta",
            remedy="dpexact computes the other side",
        )


def some_exp_epsilon_option(level: Level) -> Exact | float | None:
    """Return E as `exp_epsilon_option` does, or None where none is asked for. Raises: ParameterError."""
    return None if level.epsilon is None and level.exp_epsilon is None else exp_epsilon_option(level)


def print_json(value: object) -> None:
    """Print one JSON value on the standard output, in ASCII so that every terminal and pipe carries it."""
    sys.stdout.write(json.dumps(value, indent=2) + "\n")
    sys.stdout.flush()  # what is written next may be a file that is the same terminal or pipe


def print_json_list(values: Iterable[object]) -> None:
    """Print a list of JSON values as `print_json` does, one after the other: only one of them is held as text."""
    before = "["
    for value in values:
        sys.stdout.write(f"{before}\n{indent(json.dumps(value, indent=2), '  ')}")
        before = ","
    sys.stdout.write("[]\n" if before == "[" else "\n]\n")
    sys.stdout.flush()


def print_lines(lines: Sequence[str]) -> None:
    """Print lines of text on the standard output."""
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


def print_text(text: str) -> None:
    """Print text on the standard output; on a terminal its long lines are wrapped."""
    if sys.stdout.isatty():
        text = wrapped(text, get_terminal_size().columns)
    print_lines([text])


def count_pairs(neighbors: NeighborGraph) -> int:
    """Return the number of ordered pairs of neighbors."""
    size = len(neighbors.inputs)
    return size * (size - 1) if neighbors.edges is None else sum(1 for _ in neighbors.ordered_pairs())


def nothing_claimed(neighbors: NeighborGraph) -> str | None:
    """Return what is said first where a relation has no pair of neighbors; None where it has one."""
    if not neighbors.is_empty:
        return None
    why = "and there is one input only" if len(neighbors.inputs) == 1 else "so every epsilon and delta would hold"
    return f"nothing was claimed: {NO_PAIR}, {why}"


def size_json(mechanism: Mechanism, neighbors: NeighborGraph) -> dict[str, int]:
    """Return the size of what was read."""
    return {
        "inputs": len(mechanism.inputs),
        "outputs": len(mechanism.outputs),
        "ordered_pairs": count_pairs(neighbors),
    }


def size_text(mechanism: Mechanism, neighbors: NeighborGraph) -> str:
    """Say in words the size of what was read."""
    inputs, outputs, pairs = size_json(mechanism, neighbors).values()
    everyone = " (all inputs are neighbors)" if neighbors.edges is None else ""
    return f"{counted(inputs, 'input')}, {counted(outputs, 'output')}, {counted(pairs, 'ordered pair')}{everyone}"


def label_text(label: object) -> str:
    """Return a label as JSON, so that 1 and "1" look different.

    What does not print, or turns the writing, is escaped.
    """
    text = json.dumps(label, ensure_ascii=False)
    return text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def event_text(event: Sequence[object]) -> str:
    """Return an event as a set of labels, cut where it is long."""
    shown = ", ".join(label_text(label) for label in event[:MAX_LABELS])
    more = f", ... ({len(event)} outputs)" if len(event) > MAX_LABELS else ""
    return f"{{{shown}{more}}}"


def one_of(kind: type[StrEnum]) -> Callable[[str], StrEnum]:
    """Return the parser of an option that takes one of a few words."""

    def parse(text: str) -> StrEnum:
        try:
            return kind(text)
        except ValueError:
            message = f"expected {' or '.join(kind)}, got {text!r}"
            raise typer.BadParameter(message) from None

    return parse


def word_option(name: str, kind: type[StrEnum], says: str) -> Any:
    """Return an option that takes one of a few words, which its help and the completion of shells name."""
    return typer.Option(name, parser=one_of(kind), autocompletion=_beginning(kind), metavar="|".join(kind), help=says)


def _beginning(kind: type[StrEnum]) -> Callable[[str], list[str]]:
    """Return what completion offers of the words."""

    def offered(incomplete: str) -> list[str]:
        return [str(word) for word in kind if word.startswith(incomplete)]

    return offered


File = Annotated[str, typer.Argument(metavar="FILE", help="Mechanism document (JSON or CSV); - is the standard input.")]
Composed = Annotated[
    str,
    typer.Argument(
        metavar="FILE|EXPRESSION",
        help="Mechanism document (JSON or CSV; - is the standard input), or laws of noise: gaussian(sigma=1)**10.",
    ),
]
Epsilon = Annotated[
    str | None, typer.Option("--epsilon", metavar="TEXT", help="epsilon: log(2), 1, 2.18, 1+log(3), inf ...")
]
ExpEpsilon = Annotated[
    str | None, typer.Option("--exp-epsilon", metavar="TEXT", help="E = e^epsilon itself: 2, 6/5 ...")
]
Relation = Annotated[
    Neighbors | None,
    word_option("--neighbors", Neighbors, "Neighbors for a CSV matrix, which names none; all if not given."),
]
Form = Annotated[Format, word_option("--format", Format, "How results are printed.")]
TableForm = Annotated[TableFormat, word_option("--format", TableFormat, "How results are printed.")]
Html = Annotated[str | None, typer.Option("--html", metavar="OUT", help="Write a report as one HTML file.")]
Junit = Annotated[str | None, typer.Option("--junit", metavar="OUT", help="Write a report as JUnit XML.")]
Sarif = Annotated[str | None, typer.Option("--sarif", metavar="OUT", help="Write a report as SARIF 2.1.0.")]
