"""The options and arguments that several commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from dpexact.cli.values import Format, Neighbors, TableFormat

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import StrEnum


def one_of(kind: type[StrEnum]) -> Callable[[str], StrEnum]:
    """The parser of an option that takes one of a few words."""

    def parse(text: str) -> StrEnum:
        try:
            return kind(text)
        except ValueError:
            message = f"expected {' or '.join(kind)}, got {text!r}"
            raise typer.BadParameter(message) from None

    return parse


def word_option(name: str, kind: type[StrEnum], says: str) -> Any:
    """An option that takes one of a few words, which its help and the completion of shells name."""
    return typer.Option(name, parser=one_of(kind), autocompletion=_beginning(kind), metavar="|".join(kind), help=says)


def _beginning(kind: type[StrEnum]) -> Callable[[str], list[str]]:
    """What completion offers of the words."""

    def offered(incomplete: str) -> list[str]:
        return [str(word) for word in kind if word.startswith(incomplete)]

    return offered


File = Annotated[str, typer.Argument(metavar="FILE", help="Mechanism document (JSON or CSV); - is the standard input.")]
Epsilon = Annotated[
    str | None, typer.Option("--epsilon", metavar="TEXT", help="epsilon: log(2), 1, 2.18, 1+log(3), inf ...")
]
ExpEpsilon = Annotated[
    str | None, typer.Option("--exp-epsilon", metavar="TEXT", help="E = e^epsilon itself: 2, 6/5 ...")
]
Relation = Annotated[
    Neighbors | None,
    word_option("--neighbors", Neighbors, "Neighbors of a CSV matrix, which names none: all if not given."),
]
Form = Annotated[Format, word_option("--format", Format, "How results are printed.")]
TableForm = Annotated[TableFormat, word_option("--format", TableFormat, "How results are printed.")]
Html = Annotated[str | None, typer.Option("--html", metavar="OUT", help="Write a report as one HTML file.")]
