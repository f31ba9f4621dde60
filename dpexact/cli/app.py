"""The command line: options and their help; each command's work is in its own module, imported when it runs."""

# ruff: noqa: FBT002 - typer reads the options of a command from its signature
from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated

import typer

from dpexact.cli.options import (
    Composed,
    Epsilon,
    ExpEpsilon,
    File,
    Form,
    Format,
    Html,
    Junit,
    Kind,
    Level,
    Neighbors,
    Only,
    PlainCommand,
    Relation,
    Sarif,
    Selection,
    TableForm,
    TableFormat,
    one_of,
    word_option,
)
from dpexact.cli.outcome import ends_with_status

app = typer.Typer(
    name="dpexact",
    help="Decide claims about differentially private mechanisms, exactly.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 holds, 1 refuted or rejected, 2 bad usage or bad input, 3 undecided.",
)


def _offered(what: str) -> Callable[[str], list[str]]:
    """Return the completion of this name in `dpexact.cli.offered`, imported when a shell asks."""

    def offered(incomplete: str) -> list[str]:
        from dpexact.cli import offered as names

        return getattr(names, what)(incomplete)  # type: ignore[no-any-return]

    return offered


def _version(wanted: bool) -> None:  # noqa: FBT001 - the signature of a typer callback
    if wanted:
        from dpexact.version import __version__

        sys.stdout.write(f"dpexact {__version__}\n")
        raise typer.Exit


@app.callback()
def dpexact(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Decide claims about differentially private mechanisms, exactly."""


@app.command(cls=PlainCommand)
@ends_with_status
def verify(
    file: File,
    epsilon: Epsilon = None,
    exp_epsilon: ExpEpsilon = None,
    delta: Annotated[str, typer.Option("--delta", metavar="TEXT", help="delta, taken exactly as written.")] = "0",
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


@app.command(cls=PlainCommand)
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


@app.command(cls=PlainCommand)
@ends_with_status
def plot(
    file: File,
    claim: Annotated[
        str | None,
        typer.Option("--claim", metavar="EPSILON,DELTA", help="A claim to judge and to show: 1,1e-5 ..."),
    ] = None,
    output: Annotated[
        str, typer.Option("--output", metavar="OUT", help="Where to draw it: a name that ends in .svg or .png.")
    ] = "plot.svg",
    neighbors: Relation = None,
    form: Form = Format.text,
) -> int:
    """Draw the least delta over epsilon, and a claim on its side.

    Beside a claim that is refuted stands the event that shows it. The verdict and the exit status are those of verify.
    Needs matplotlib: the extra "plots".
    """
    from dpexact.cli.plot import run

    return run(file, claim, output, form, neighbors)


@app.command(cls=PlainCommand)
@ends_with_status
def compose(
    file: Composed,
    count: Annotated[
        int | None, typer.Option("--count", metavar="K", min=0, help="How many times it runs; for a file it is needed.")
    ] = None,
    epsilon: Epsilon = None,
    exp_epsilon: ExpEpsilon = None,
    delta: Annotated[
        str | None, typer.Option("--delta", metavar="TEXT", help="Find the least epsilon for this delta.")
    ] = None,
    certificate: Annotated[
        str | None,
        typer.Option("--certificate", metavar="OUT", help="Write a certificate: of the tight delta, or of a bound."),
    ] = None,
    neighbors: Relation = None,
    form: Form = Format.text,
) -> int:
    """Print the least delta, or epsilon, of K independent runs.

    All runs see the same data, each with noise of its own. What names no file is an expression: laws of noise, products
    and powers, such as "gaussian(sigma=1.1, rate=256/60000)**3516 * laplace(scale=20)". Decimals are rounded up where
    they say so; where the exact number is not at hand, both bounds are printed.
    """
    from dpexact.cli.compose import run

    return run(file, count, Level(epsilon, exp_epsilon), delta, certificate, form, neighbors)


@app.command(cls=PlainCommand)
@ends_with_status
def sharpen(
    file: File,
    epsilon: Epsilon = None,
    exp_epsilon: ExpEpsilon = None,
    out: Annotated[str | None, typer.Option("--out", metavar="OUT", help="Write the mechanism that is found.")] = None,
    certificate: Annotated[
        str | None,
        typer.Option(
            "--certificate", metavar="OUT", help="Write both certificates: to OUT, and to OUT-maximal beside it."
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


@app.command(cls=PlainCommand)
@ends_with_status
def program(
    function: Annotated[
        str, typer.Argument(metavar="FILE.py:FUNCTION", help="A Python function of a generator and of the input.")
    ],
    inputs: Annotated[
        str, typer.Option("--inputs", metavar="LABELS", help="The inputs: 0,1,2 or 0..10 or no,yes, each an argument.")
    ],
    epsilon: Epsilon = None,
    exp_epsilon: ExpEpsilon = None,
    delta: Annotated[str, typer.Option("--delta", metavar="TEXT", help="delta, taken exactly as written.")] = "0",
    neighbors: Annotated[
        Neighbors | None, word_option("--neighbors", Neighbors, "Which inputs are neighbors; all if not given.")
    ] = None,
    label: Annotated[
        str | None,
        typer.Option(
            "--label", metavar="NAME", help="A function of the file that rounds an output or asks for an event."
        ),
    ] = None,
    intended: Annotated[
        str | None,
        typer.Option(
            "--intended",
            metavar="NAME",
            help="A function of the file: from an input to the probabilities that are meant.",
        ),
    ] = None,
    subprograms: Annotated[
        list[str] | None,
        typer.Option("--subprogram", metavar="NAME", help="A function of the file that only draws. Repeatable."),
    ] = None,
    paths: Annotated[int, typer.Option("--paths", metavar="N", min=1, help="Follow N paths at most.")] = 100_000,
    mass: Annotated[
        str, typer.Option("--mass", metavar="TEXT", help="Stop when no more than this mass is left.")
    ] = "0",
    certificate: Annotated[
        str | None, typer.Option("--certificate", metavar="OUT", help="Write a certificate of the verdict.")
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", metavar="OUT", help="Write the matrix as a mechanism document.")
    ] = None,
    html: Html = None,
    form: Form = Format.text,
) -> int:
    """Decide about the program that runs: find its exact matrix first.

    The file is run, so it has to be trusted. Every path of its draws is followed, rounding of its arithmetic included.
    """
    from dpexact.cli.programs import Asked, run

    asked = Asked(function, inputs, label, intended, tuple(subprograms or ()), paths, mass)
    return run(asked, Level(epsilon, exp_epsilon), delta, neighbors, certificate, out, html, form)


@app.command(cls=PlainCommand)
@ends_with_status
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Certificate; - is the standard input.")],
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="MECHANISM", help="Require it to be about this document, every pair of it."),
    ] = None,
    expect: Annotated[
        str | None,
        typer.Option(
            "--expect",
            metavar="KIND",
            autocompletion=_offered("kinds"),
            help="Require this kind: private, not-private, tight-delta ...; with --against, private by default.",
        ),
    ] = None,
    epsilon: Epsilon = None,
    exp_epsilon: ExpEpsilon = None,
    delta: Annotated[
        str | None, typer.Option("--delta", metavar="TEXT", help="Require it to imply its claim for this delta.")
    ] = None,
    second: Annotated[bool, typer.Option("--second", help="Use the second, independent checker.")] = False,
    seconds: Annotated[
        int, typer.Option("--seconds", metavar="N", min=1, help="Stop after N seconds of processor time.")
    ] = 60,
    megabytes: Annotated[int, typer.Option("--megabytes", metavar="N", min=1, help="Stop at N MB of memory.")] = 1024,
    html: Annotated[
        str | None,
        typer.Option("--html", metavar="OUT", help="Write a page that checks it in any browser, by another checker."),
    ] = None,
    form: Form = Format.text,
) -> int:
    """Check a certificate and print what it proves.

    Exits with 0 if that implies what the options ask for; what is not asked is not compared.
    """
    from dpexact.cli.check import Limits, run

    limits = Limits(seconds, megabytes)
    return run(file, against, expect, Level(epsilon, exp_epsilon), delta, form, limits, second=second, html=html)


@app.command(cls=PlainCommand)
@ends_with_status
def audit(
    tables: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="TABLE",
            autocompletion=_offered("tables"),
            help="Claim tables, or texts (.md, .tex) with claims in comments: files, or names of bundled tables; all "
            "bundled ones by default.",
        ),
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="Print the names of the bundled tables instead.")] = False,
    html: Html = None,
    junit: Junit = None,
    sarif: Sarif = None,
    quantities: Annotated[
        list[str] | None,
        typer.Option(
            "--quantities", metavar="FILE.py", help="Your own quantities: a Python file with QUANTITIES. Repeatable."
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
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 on any wrong number, recorded or not.")] = False,
    only: Annotated[Only | None, word_option("--only", Only, "Print only what is wrong.")] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Print every row; otherwise several tables give an overview.")
    ] = False,
    fix: Annotated[
        str | None,
        typer.Option(
            "--fix",
            metavar="OUT",
            help="Write a copy of the one TABLE with what is wrong printed right; rows with a recorded verdict stay.",
        ),
    ] = None,
    may_be_empty: Annotated[
        bool, typer.Option("--pass-with-no-claims", help="Exit with 0, not 3, where texts hold no claim at all.")
    ] = False,
    form: TableForm = TableFormat.text,
) -> int:
    """Audit printed numbers against exact computation.

    Exits with 0 when every verdict is the recorded one.
    """
    from dpexact.cli.audit import Effort, list_tables, run
    from dpexact.cli.reports import Reports

    reports, effort = Reports(html, junit, sarif), Effort(jobs, scheduler, cache)
    if listed:
        return list_tables(tables or (), reports, form)
    wrong = only is not None
    own = quantities or ()
    ways = {"strict": strict, "wrong": wrong, "every": every, "may_be_empty": may_be_empty}
    return run(tables or (), reports, form, own=own, effort=effort, fix=fix, **ways)


@app.command(cls=PlainCommand)
@ends_with_status
def quantities(
    word: Annotated[
        str | None,
        typer.Argument(
            metavar="WORD",
            autocompletion=_offered("quantities"),
            help="Only those with this word in the name or, where none has, in what is said of them; in full.",
        ),
    ] = None,
    own: Annotated[
        list[str] | None,
        typer.Option(
            "--quantities", metavar="FILE.py", help="Your own quantities: a Python file with QUANTITIES. Repeatable."
        ),
    ] = None,
    form: Form = Format.text,
) -> int:
    """List the quantities that a claim can name.

    With a word: parameters, safe side, source, and an example row to paste into a table or behind a number.
    """
    from dpexact.cli.quantities import run

    return run(word, own or (), form)


@app.command(cls=PlainCommand)
@ends_with_status
def new(
    kind: Annotated[
        Kind,
        typer.Argument(
            parser=one_of(Kind),
            metavar="table|paper|tests",
            autocompletion=_offered("beginnings"),
            help="A claim table, a package for a paper, or a test file.",
        ),
    ],
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is called; nothing that exists is replaced.")],
) -> int:
    """Begin a claim table, a paper or a test file.

    What is written passes as it stands: write your own numbers over those that are there.
    """
    from dpexact.cli.new import run

    return run(kind, name)


@app.command(cls=PlainCommand)
@ends_with_status
def ledger(
    theory: Annotated[
        str | None,
        typer.Option(
            "--theory",
            metavar="NAME",
            autocompletion=_offered("theories"),
            help="Only this paper: count_queries, rainbow ...",
        ),
    ] = None,
    page: Annotated[
        str | None, typer.Option("--page", metavar="OUT", help="Write the page of all claims as Markdown.")
    ] = None,
    lock: Annotated[
        bool, typer.Option("--lock", help="Write what the claims rely on now into ledger.lock.toml, to be reviewed.")
    ] = False,
    html: Html = None,
    junit: Junit = None,
    sarif: Sarif = None,
    strict: Annotated[bool, typer.Option("--strict", help="End with 1 on any refuted claim, recorded or not.")] = False,
    form: TableForm = TableFormat.text,
) -> int:
    """List every claim of the papers with its verdict.

    Exits with 0 when the evidence supports every one.
    """
    from dpexact.cli.ledger import run
    from dpexact.cli.reports import Reports

    return run(theory, page, Reports(html, junit, sarif), form, strict=strict, lock=lock)


@app.command(cls=PlainCommand)
@ends_with_status
def prove(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME",
            autocompletion=_offered("proofs"),
            help="count_queries/remark_2, rainbow, rocq, rocq/Events#attained, ... or a file; all by default.",
        ),
    ] = None,
    rocq: Annotated[
        bool,
        typer.Option("--rocq", help="Re-check the Rocq theorems with Rocq; exit with 3 where that is not possible."),
    ] = False,
    form: Form = Format.text,
) -> int:
    """Run the proofs and print what was computed.

    The Rocq theorems are listed and compared; those that are named are re-checked, where Rocq is installed.
    """
    from dpexact.cli.prove import run

    return run(names or (), form, rocq=rocq)


@app.command(cls=PlainCommand)
@ends_with_status
def reproduce(
    paper: Annotated[
        str,
        typer.Argument(
            metavar="PAPER",
            autocompletion=_offered("figures"),
            help="count_queries, axioms, rainbow or gradual_release.",
        ),
    ],
    out: Annotated[str, typer.Option("--out", metavar="DIR", help="The folder to write the figures to.")],
    form: Form = Format.text,
) -> int:
    """Draw the figures of a paper again, with their data.

    Needs matplotlib: the extra "plots".
    """
    from dpexact.cli.reproduce import run

    return run(paper, out, form)


@app.command(cls=PlainCommand)
@ends_with_status
def crosscheck(
    library: Annotated[
        str | None,
        typer.Argument(
            metavar="LIBRARY",
            autocompletion=_offered("libraries"),
            help="dp_accounting, opendp, diffprivlib ...; all by default.",
        ),
    ] = None,
    case: Annotated[
        str | None, typer.Option("--case", metavar="ID", help="Show one case, with the lines that reproduce it.")
    ] = None,
    only: Annotated[
        Selection | None,
        word_option(
            "--only",
            Selection,
            "Print only what is on the unsafe side, what is materially wrong (by 0.1 % or more), or what is not as "
            "recorded.",
        ),
    ] = None,
    samplers: Annotated[
        bool,
        typer.Option("--samplers", help="Run the samplers of libraries in place of asking for numbers."),
    ] = False,
    html: Html = None,
    junit: Junit = None,
    sarif: Sarif = None,
    form: TableForm = TableFormat.text,
) -> int:
    """Compare other libraries with exact computation.

    Exits with 0 when every answer is judged as recorded (other last digits are a remark), 3 where a library is missing.
    """
    from dpexact.cli.crosscheck import run, run_samplers
    from dpexact.cli.reports import Reports

    if samplers:
        return run_samplers(library, case, form)
    return run(library, case, Reports(html, junit, sarif), form, only)
