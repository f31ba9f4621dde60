"""The facts of a command are told once, and one printer writes them as text or as JSON."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from inspect import Parameter, signature
from shutil import get_terminal_size
from textwrap import indent
from typing import Annotated, Any

import typer

from dpexact.cli.options import FORMS, word_option
from dpexact.cli.outcome import UNDECIDED, complain, status_of, write_error
from dpexact.errors import DPExactError
from dpexact.numbers.exact import Exact
from dpexact.report.decimals import Side, epsilon_json, epsilon_text, number_json, number_text
from dpexact.report.text import wrapped


@dataclass(frozen=True)
class Field:
    """One fact of an answer, with a key and a value in JSON, and with a label and a line in text.

    A form leaves out a fact without a key, or without a text. A heading stands above the other lines.
    """

    key: str | None = None
    value: Any = None
    label: str = ""
    text: str | None = None
    heading: bool = False

    def line(self, column: int) -> str:
        """Return the line of text, which begins at this column after a label."""
        start = self.label if self.heading else f"  {self.label}"
        return f"{start:<{column - 1}} {self.text}" if self.label else f"{start}{self.text}"


@dataclass(frozen=True)
class Views:
    """The makers of the forms of an answer with many rows. An iterator of JSON values is printed value by value."""

    text: Callable[[], str]
    json: Callable[[], object]
    markdown: Callable[[], str] | None = None


@dataclass(frozen=True)
class Answer:
    """The exit status of a command and its facts. The texts of fields begin at a column.

    Work that is left until the answer is printed, such as writing a certificate, returns the status.
    """

    status: int | Callable[[], int]
    content: Sequence[Field] | Views = ()
    column: int = 15

    def end(self) -> int:
        """Do the work that is left and return the exit status."""
        return self.status if isinstance(self.status, int) else self.status()


def undecided(reason: str) -> Answer:
    """Return the answer of a command that only complains that it cannot tell."""
    return Answer(partial(complain, f"undecided: {reason}", UNDECIDED))


def heading(text: str, key: str | None = None, value: Any = None) -> Field:
    """Return a line above the others, without a label."""
    return Field(key, value, text=text, heading=True)


def number_field(key: str, label: str, number: Exact | float, side: Side = "up", *, heading: bool = False) -> Field:
    """Return an exact number with its decimal."""
    return Field(key, number_json(number, side), label, number_text(number, side), heading)


def epsilon_field(
    key: str, label: str, factor: Exact | float, written: str | None = None, side: Side = "up", *, heading: bool = False
) -> Field:
    """Return epsilon = log E, also as the user wrote it."""
    return Field(key, epsilon_json(factor, written, side), label, epsilon_text(factor, written, side), heading)


def level_fields(factor: Exact | float, written: str | None, side: Side = "up") -> list[Field]:
    """Return E and epsilon, also as the user wrote it."""
    return [number_field("exp_epsilon", "E", factor, side), epsilon_field("epsilon", "epsilon", factor, written, side)]


def show(answer: Answer, form: str) -> None:
    """Print an answer in a form."""
    content = answer.content
    if isinstance(content, Views):
        view = getattr(content, form)()
        if form != "json":
            _write(view)
        elif isinstance(view, Iterator):
            _write_json_list(view)
        else:
            _write(json.dumps(view, indent=2))
    elif form == "json":
        values = {field.key: field.value for field in content if field.key is not None}
        if values:
            _write(json.dumps(values, indent=2))
    else:
        ordered = sorted(content, key=lambda field: not field.heading)
        lines = [field.line(answer.column) for field in ordered if field.text is not None]
        if lines:
            _write(fitted("\n".join(lines)))


def fitted(text: str) -> str:
    """Return a text with the long lines wrapped if it is printed on a terminal."""
    return wrapped(text, get_terminal_size().columns) if sys.stdout.isatty() else text


def _write(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()  # what is written next may be a file that is the same terminal or pipe


def _write_json_list(values: Iterable[object]) -> None:
    """Print a list of JSON values one after the other, so that only one of them is held as text."""
    before = "["
    for value in values:
        sys.stdout.write(f"{before}\n{indent(json.dumps(value, indent=2), '  ')}")
        before = ","
    _write("[]" if before == "[" else "\n]")


def ends_with_answer(run: Callable[..., Answer], forms: Sequence[str] = FORMS) -> Callable[..., None]:
    """Return a typer command with --format that prints the answer of `run`, and ends with a status in any case."""

    @wraps(run)
    def command(*, form: str, **options: Any) -> None:
        is_printed = False
        try:
            answer = run(**options)
            show(answer, form)
            is_printed = True
            status = answer.end()
        except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - Python's status for a crash is 1: "refuted"
            if isinstance(error, DPExactError) and form == "json" and not is_printed:  # one value in JSON, not two
                write_error(error)
            status = status_of(error)
        raise typer.Exit(status)

    option: Any = Annotated[str, word_option(forms, "How results are printed.", "--format")]
    declared = signature(run, eval_str=True)
    last = Parameter("form", Parameter.KEYWORD_ONLY, default=forms[0], annotation=option)
    parameters = [*declared.parameters.values(), last]
    command.__signature__ = declared.replace(parameters=parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return command
