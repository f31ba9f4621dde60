"""Declare and read the options that commands share, those of reports among them."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperOption

from dpexact.certificates.certificate import checker_page
from dpexact.certificates.writing import check_target, write_file
from dpexact.errors import DPExactError, ParameterError
from dpexact.numbers.epsilon import INFINITE, exp_of_epsilon
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import excerpt, power_hint
from dpexact.report.formats import junit, sarif
from dpexact.report.page import Page, page_html
from dpexact.report.row import Row, Verdict
from dpexact.version import __version__

FORMS = ("text", "json")  # in which results are printed
TABLE_FORMS = (*FORMS, "markdown")  # of an audit, a crosscheck or the ledger, of which it is the summary for the README
NEIGHBORS = ("all", "path")  # of a CSV matrix, which says nothing of them


class OnceEach(TyperCommand):
    """A command that refuses an option with a value the second time, where typer would silently take the last one."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return the arguments that are left. Raises BadParameter for an option that is given twice."""
        words = list(args)
        left = super().parse_args(ctx, args)
        if ctx.resilient_parsing:  # as completion parses what is half typed
            return left
        _, _, order = self.make_parser(ctx).parse_args(args=words)
        for parameter, count in Counter(order).items():
            if count > 1 and isinstance(parameter, TyperOption) and not (parameter.multiple or parameter.is_flag):
                message = f"expected it at most once, got it {count} times; give it once"
                raise typer.BadParameter(message, ctx=ctx, param=parameter)
        return left


def _word_parser(words: Sequence[str]) -> Callable[[str], str]:
    """Return the parser of an option or an argument that takes one of a few words."""

    def parse(text: str) -> str:
        if text not in words:
            message = f"expected {' or '.join(words)}, got {text!r}"
            raise typer.BadParameter(message)
        return text

    return parse


def completion(names: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Return the completion of a shell that offers those of the names that begin with the typed text."""

    def offered(incomplete: str) -> list[str]:
        return [str(name) for name in names() if name.startswith(incomplete)]

    return offered


def text_option(metavar: str, says: str, names: Callable[[], Iterable[str]] | None = None) -> Any:
    """Return an option, called as its parameter, that takes a text, perhaps one of the names that shells offer."""
    return typer.Option(metavar=metavar, help=says, autocompletion=None if names is None else completion(names))


def word_option(words: Sequence[str], says: str, *name: str) -> Any:
    """Return an option that takes one of a few words, which its help and the completion of shells name."""
    offered = completion(lambda: words)
    return typer.Option(*name, parser=_word_parser(words), autocompletion=offered, metavar="|".join(words), help=says)


def argument(
    metavar: str, says: str, names: Callable[[], Iterable[str]] | None = None, words: Sequence[str] = ()
) -> Any:
    """Return an argument that takes a text, perhaps one of the names that shells offer, or one of a few words only."""
    offered = (lambda: words) if words else names
    return typer.Argument(
        parser=_word_parser(words) if words else None,
        metavar=metavar,
        help=says,
        autocompletion=None if offered is None else completion(offered),
    )


def integer_option(metavar: str, says: str, least: int | None = None) -> Any:
    """Return an option that takes an integer, of at least this size."""

    def parse(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = None
        if number is None or (least is not None and number < least):
            message = f"expected an integer{'' if least is None else f' >= {least}'}, got {text!r}"
            raise typer.BadParameter(message)
        return number

    return typer.Option(parser=parse, metavar=metavar, help=says)


def flag(name: str, says: str) -> Any:
    """Return an option without a value, which typer would otherwise give a `--no-` too."""
    return typer.Option(name, help=says)


File = Annotated[str, argument("FILE", "Mechanism document (JSON or CSV); - is the standard input.")]
Epsilon = Annotated[str | None, text_option("TEXT", "epsilon: log(2), 1, 2.18, 1+log(3), inf ...")]
ExpEpsilon = Annotated[str | None, text_option("TEXT", "E = e^epsilon itself: 2, 6/5 ...")]
Delta = Annotated[str, text_option("TEXT", "delta, taken exactly as written.")]
DeltaOfEpsilon = Annotated[str | None, text_option("TEXT", "Find the least epsilon for this delta.")]
Certificate = Annotated[str | None, text_option("OUT", "Write a certificate of the verdict.")]
Relation = Annotated[
    str | None, word_option(NEIGHBORS, "Neighbors for a CSV matrix, which names none; all if not given.")
]
OwnQuantities = Annotated[
    list[str] | None, text_option("FILE.py", "Your own quantities: a Python file with QUANTITIES. Repeatable.")
]
Html = Annotated[str | None, text_option("OUT", "Write a report as one HTML file.")]
Junit = Annotated[str | None, text_option("OUT", "Write a report as JUnit XML.")]
Sarif = Annotated[str | None, text_option("OUT", "Write a report as SARIF 2.1.0.")]


def number_option(option: str, text: str, parse: Callable[[str], Exact]) -> Exact:
    """Return the number of an option. Raises ParameterError that names the option."""
    try:
        return parse(text)
    except DPExactError as error:
        outer = error.at(option)
        outer.remedy += power_hint(text).removeprefix("" if outer.remedy else "; ")
        raise outer from None


def delta_option(text: str, option: str = "--delta") -> Exact:
    """Return delta from an option. Raises ParameterError unless it is a number from 0 to 1."""
    delta = number_option(option, text, exact)
    if not 0 <= delta <= 1:
        raise ParameterError(excerpt(text), place=option, expected="a number from 0 to 1")
    return delta


def exp_epsilon_option(epsilon: str | None, exp_epsilon: str | None, *, any_factor: bool = False) -> Exact | float:
    """Return E from --epsilon or --exp-epsilon, a number or infinity ("inf" or "infinity").

    Raises ParameterError unless exactly one of the two is there, with E >= 1, or with any E > 0.
    """
    if epsilon is not None and exp_epsilon is None:
        return epsilon_option(epsilon, any_factor=any_factor)
    if exp_epsilon is not None and epsilon is None:
        expected = "E = e^epsilon > 0" if any_factor else "E = e^epsilon >= 1"
        return _factor("--exp-epsilon", exp_epsilon, exact, expected, any_factor=any_factor)
    came, expected = "neither" if epsilon is None else "both", "exactly one of --epsilon and --exp-epsilon"
    raise ParameterError(came, expected=expected, remedy="for example --epsilon 'log(2)'")


def epsilon_option(text: str, option: str = "--epsilon", *, any_factor: bool = False) -> Exact | float:
    """Return E of an epsilon, a number or infinity ("inf" or "infinity"). Raises ParameterError for one below 0."""
    return _factor(option, text, exp_of_epsilon, "0 or more", any_factor=any_factor)


def _factor(option: str, text: str, parse: Callable[[str], Exact], expected: str, *, any_factor: bool) -> Exact | float:
    if text.strip().lower() in INFINITE:
        return math.inf
    factor = number_option(option, text, parse)
    if not (factor > 0 if any_factor else factor >= 1):
        raise ParameterError(excerpt(text), place=option, expected=expected)
    return factor


def one_side(
    epsilon: str | None, exp_epsilon: str | None, delta: str | None, *, any_factor: bool = False
) -> tuple[Exact | float | None, Exact | None]:
    """Return E or delta, the other as None, from exactly one of --epsilon, --exp-epsilon and --delta.

    Raises ParameterError.
    """
    texts = {"--epsilon": epsilon, "--exp-epsilon": exp_epsilon, "--delta": delta}
    came = [option for option, text in texts.items() if text is not None]
    if len(came) != 1:
        expected, remedy = "exactly one of --epsilon, --exp-epsilon and --delta", "dpexact computes the other side"
        raise ParameterError(" and ".join(came) or "none of them", expected=expected, remedy=remedy)
    if delta is not None:
        return None, delta_option(delta)
    return exp_epsilon_option(epsilon, exp_epsilon, any_factor=any_factor), None


@dataclass(frozen=True)
class Reports:
    """The files of the reports that are wanted, as given by --html, --junit and --sarif."""

    html: str | None = None
    junit: str | None = None
    sarif: str | None = None

    def targets(self) -> list[tuple[str, str]]:
        """Return the options that are given, with their files."""
        files = (("--html", self.html), ("--junit", self.junit), ("--sarif", self.sarif))
        return [(option, file) for option, file in files if file is not None]

    def write(
        self, name: str, verdicts: Sequence[Verdict], page: Callable[[], Page], rows: Callable[[], Iterable[Row]]
    ) -> None:
        """Make and write each report that is wanted, whole, the page or the rows and their verdicts.

        Raises DocumentError, OutputError.
        """
        texts: tuple[tuple[str | None, Callable[[], str]], ...] = (
            (self.html, lambda: page_html(page(), __version__, checker_page)),
            (self.junit, lambda: junit(f"dpexact {name}", list(rows()))),
            (self.sarif, lambda: sarif(list(rows()), verdicts, __version__)),
        )
        for file, text in texts:
            if file is not None:
                write_file(file, text())


def check_targets(targets: Iterable[tuple[str, str | None]], sources: Sequence[str] = ()) -> None:
    """Refuse, before any work, options whose files could not be written, or that name one file twice."""
    used = list(sources)
    for option, file in targets:
        if file is not None:
            check_target(option, file, used)
            used.append(file)
