"""The command line: options and their help; each command's work is in its own module, imported when it runs."""

# ruff: noqa: FBT002 - typer reads the options of a command from its signature
from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dpexact.cli.outcome import ends_with_status
from dpexact.cli.plain_command import plain_command
from dpexact.cli.values import Format, Level, Neighbors, Only, Selection, TableFormat

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import StrEnum

PLAIN: Any = plain_command  # typer expects a class and calls it

app = typer.Typer(
    name="dpexact",
    help="Decide, exactly, what is said about differentially private mechanisms.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 holds, 1 refuted or rejected, 2 bad usage or bad input, 3 undecided.",
)


def _one_of(kind: type[StrEnum]) -> Callable[[str], StrEnum]:
    """The parser of an option that takes one of a few words."""

    def parse(text: str) -> StrEnum:
        try:
            return kind(text)
        except ValueError:
            message = f"expected {' or '.join(kind)}, got {text!r}"
            raise typer.BadParameter(message) from None

    return parse


File = Annotated[str, typer.Argument(metavar="FILE", help="Mechanism document (JSON or CSV); - is the standard input.")]
Epsilon = Annotated[
    str | None, typer.Option("--epsilon", metavar="TEXT", help="epsilon: log(2), 1, 2.18, 1+log(3), inf ...")
]
ExpEpsilon = Annotated[
    str | None, typer.Option("--exp-epsilon", metavar="TEXT", help="E = e^epsilon itself: 2, 6/5 ...")
]
Relation = Annotated[
    Neighbors | None,
    typer.Option(
        "--neighbors",
        parser=_one_of(Neighbors),
        metavar="all|path",
        help="Neighbors of a CSV matrix, which names none: all if not given.",
    ),
]
Form = Annotated[
    Format,
    typer.Option("--format", parser=_one_of(Format), metavar="text|json", help="How results are printed."),
]

TableForm = Annotated[
    TableFormat,
    typer.Option(
        "--format", parser=_one_of(TableFormat), metavar="text|json|markdown", help="How results are printed."
    ),
]


def _version(wanted: bool) -> None:  # noqa: FBT001 - the signature of a typer callback
    if wanted:
        from dpexact import __version__

        sys.stdout.write(f"dpexact {__version__}\n")
        raise typer.Exit


@app.callback()
def dpexact(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Decide, exactly, what is said about differentially private mechanisms."""


@app.command(cls=PLAIN)
@ends_with_status
def verify(
    file: File,
    epsilon: Epsilon = None,
    exp_epsilon: ExpEpsilon = None,
    delta: Annotated[str, typer.Option("--delta", metavar="TEXT", help="delta, exactly as written.")] = "0",
    certificate: Annotated[
        str | None, typer.Option("--certificate", metavar="OUT", help="Write a certificate of the verdict.")
    ] = None,
    neighbors: Relation = None,
    form: Form = Format.text,
) -> int:
    """Decide whether the mechanism is (epsilon, delta)-private.

    Decimals are rounded where they say so: up for a claim that holds, down for one that is refuted.
    """
    from dpexact.cli.verify import run

    return run(file, Level(epsilon, exp_epsilon), delta, certificate, form, neighbors)


@app.command(cls=PLAIN)
@ends_with_status
def tight(
    file: File,
    epsilon: Epsilon = None,
    exp_epsilon: ExpEpsilon = None,
    delta: Annotated[
        str | None, typer.Option("--delta", metavar="TEXT", help="Find the least epsilon for this delta.")
    ] = None,
    neighbors: Relation = None,
    form: Form = Format.text,
) -> int:
    """Print the least delta, or the least epsilon.

    Decimals are rounded up where they say so; nothing else is rounded.
    """
    from dpexact.cli.tight import run

    return run(file, Level(epsilon, exp_epsilon), delta, form, neighbors)


@app.command(cls=PLAIN)
@ends_with_status
def compose(
    file: File,
    count: Annotated[int, typer.Option("--count", metavar="K", min=0, help="How often the mechanism runs.")],
    epsilon: Epsilon = None,
    exp_epsilon: ExpEpsilon = None,
    delta: Annotated[
        str | None, typer.Option("--delta", metavar="TEXT", help="Find the least epsilon for this delta.")
    ] = None,
    certificate: Annotated[
        str | None, typer.Option("--certificate", metavar="OUT", help="Write a certificate of the tight delta.")
    ] = None,
    neighbors: Relation = None,
    form: Form = Format.text,
) -> int:
    """Print the least delta, or epsilon, of K independent runs.

    All runs see the same data, each with noise of its own. Decimals are rounded up where they say so; where the exact
    number is too large, both bounds are printed.
    """
    from dpexact.cli.compose import run

    return run(file, count, Level(epsilon, exp_epsilon), delta, certificate, form, neighbors)


@app.command(cls=PLAIN)
@ends_with_status
def sharpen(
    file: File,
    epsilon: Epsilon = None,
    exp_epsilon: ExpEpsilon = None,
    out: Annotated[str | None, typer.Option("--out", metavar="OUT", help="Write the mechanism that is found.")] = None,
    certificate: Annotated[
        str | None,
        typer.Option(
            "--certificate", metavar="OUT", help="Write both certificates: to OUT, and to OUT-maximal beside."
        ),
    ] = None,
    neighbors: Relation = None,
    form: Form = Format.text,
) -> int:
    """Find a mechanism that is as private and says more.

    It is maximally sufficient, and the mechanism of the document, which has to be (epsilon, 0)-private, is a
    post-processing of it.
    """
    from dpexact.cli.sharpen import run

    return run(file, Level(epsilon, exp_epsilon), out, certificate, form, neighbors)


@app.command(cls=PLAIN)
@ends_with_status
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Certificate; - is the standard input.")],
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="MECHANISM", help="It must be about this document, every pair of it."),
    ] = None,
    expect: Annotated[
        str | None,
        typer.Option("--expect", metavar="KIND", help="private, not-private, tight-delta ...; --against: private."),
    ] = None,
    epsilon: Epsilon = None,
    exp_epsilon: ExpEpsilon = None,
    delta: Annotated[
        str | None, typer.Option("--delta", metavar="TEXT", help="It must imply its claim for this delta.")
    ] = None,
    second: Annotated[bool, typer.Option("--second", help="Use the second, independent checker.")] = False,
    form: Form = Format.text,
) -> int:
    """Check a certificate and print what it proves.

    Ends with 0 if that implies what the options ask for; what is not asked is not compared.
    """
    from dpexact.cli.check import run

    return run(file, against, expect, Level(epsilon, exp_epsilon), delta, form, second=second)


@app.command(cls=PLAIN)
@ends_with_status
def audit(
    tables: Annotated[
        list[str] | None, typer.Argument(metavar="TABLE", help="Claim tables; all bundled ones by default.")
    ] = None,
    html: Annotated[str | None, typer.Option("--html", metavar="OUT", help="Write a report as one HTML file.")] = None,
    junit: Annotated[str | None, typer.Option("--junit", metavar="OUT", help="Write a report as JUnit XML.")] = None,
    sarif: Annotated[str | None, typer.Option("--sarif", metavar="OUT", help="Write a report as SARIF 2.1.0.")] = None,
    quantities: Annotated[
        list[str] | None,
        typer.Option(
            "--quantities", metavar="FILE.py", help="Own quantities: a Python file with QUANTITIES. Repeatable."
        ),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="N", help="Compute in N processes; -1: one for each processor.")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", metavar="ADDRESS", help="Compute on the Dask cluster at ADDRESS.")
    ] = None,
    cache: Annotated[
        str | None, typer.Option("--cache", metavar="DIR", help="Keep true numbers in DIR, for the next audit.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="End with 1 on any wrong number, recorded or not.")] = False,
    only: Annotated[
        Only | None, typer.Option("--only", parser=_one_of(Only), metavar="wrong", help="Print only what is wrong.")
    ] = None,
    form: TableForm = TableFormat.text,
) -> int:
    """Audit printed numbers against exact computation.

    Ends with 0 when every verdict is the recorded one.
    """
    from dpexact.cli.audit import Reports, run
    from dpexact.cli.effort import Effort

    reports, effort = Reports(html, junit, sarif), Effort(jobs, scheduler, cache)
    wrong = only is not None
    return run(tables or (), reports, form, strict=strict, wrong=wrong, own=quantities or (), effort=effort)


@app.command(cls=PLAIN)
@ends_with_status
def ledger(
    theory: Annotated[
        str | None, typer.Option("--theory", metavar="NAME", help="One paper: count_queries, rainbow ...")
    ] = None,
    page: Annotated[
        str | None, typer.Option("--page", metavar="OUT", help="Write the page of all claims as Markdown.")
    ] = None,
    html: Annotated[str | None, typer.Option("--html", metavar="OUT", help="Write a report as one HTML file.")] = None,
    strict: Annotated[bool, typer.Option("--strict", help="End with 1 on any refuted claim, recorded or not.")] = False,
    form: TableForm = TableFormat.text,
) -> int:
    """List every claim of the papers with its verdict.

    Ends with 0 when the evidence supports every one.
    """
    from dpexact.cli.ledger import run

    return run(theory, page, html, form, strict=strict)


@app.command(cls=PLAIN)
@ends_with_status
def prove(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME",
            help="Such as count_queries/lemma_3, rainbow, rocq, rocq/Events#attained, or a file; all by default.",
        ),
    ] = None,
    rocq: Annotated[
        bool, typer.Option("--rocq", help="Re-check the theorems of Rocq with Rocq; 3 where that is not possible.")
    ] = False,
    form: Form = Format.text,
) -> int:
    """Run the proofs and print what each rests on.

    The theorems of Rocq are listed and compared; those that are named are re-checked, where Rocq is installed.
    """
    from dpexact.cli.prove import run

    return run(names or (), form, rocq=rocq)


@app.command(cls=PLAIN)
@ends_with_status
def reproduce(
    paper: Annotated[str, typer.Argument(metavar="PAPER", help="count_queries, rainbow or gradual_release.")],
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="The folder that the figures go to.")],
    form: Form = Format.text,
) -> int:
    """Draw the figures of a paper again, with their data.

    Needs matplotlib: the extra "plots".
    """
    from dpexact.cli.reproduce import run

    return run(paper, out, form)


@app.command(cls=PLAIN)
@ends_with_status
def crosscheck(
    library: Annotated[
        str | None, typer.Argument(metavar="LIBRARY", help="dp_accounting, opendp, diffprivlib ...; all by default.")
    ] = None,
    case: Annotated[
        str | None, typer.Option("--case", metavar="ID", help="One case, with the lines that reproduce it.")
    ] = None,
    only: Annotated[
        Selection | None,
        typer.Option(
            "--only",
            parser=_one_of(Selection),
            metavar="unsafe|material|different",
            help="Print only what is on the unsafe side (material: by more than 0.1 %), or what is not as recorded.",
        ),
    ] = None,
    html: Annotated[str | None, typer.Option("--html", metavar="OUT", help="Write a report as one HTML file.")] = None,
    form: Annotated[
        TableFormat,
        typer.Option(
            "--format", parser=_one_of(TableFormat), metavar="text|json|markdown", help="How results are printed."
        ),
    ] = TableFormat.text,
) -> int:
    """Compare other libraries with exact computation.

    Ends with 0 when every answer is the recorded one, 3 where a library is not installed.
    """
    from dpexact.cli.crosscheck import run

    return run(library, case, html, form, only)
