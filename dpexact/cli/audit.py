"""`dpexact audit` judges claim tables row by row, and writes reports in HTML, JUnit and SARIF."""

import os
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated, Any

from dpexact.audit import formats
from dpexact.audit.auditor import Audit, AuditInterrupted, audit
from dpexact.audit.claim_table import read_claim_table
from dpexact.audit.corrected import check_correctable, corrected_table
from dpexact.audit.page import audit_page
from dpexact.audit.paper import Paper, bundled_tables, own_quantities, registered, table_file
from dpexact.audit.quantity import Quantity
from dpexact.audit.row import AuditRow
from dpexact.audit.sentences import GLOSSARY, row_name
from dpexact.audit.workers import DaskClient
from dpexact.certificates.writing import check_target, write_file
from dpexact.cli import options
from dpexact.cli.answer import Answer, Views
from dpexact.cli.options import flag, integer_option, text_option, word_option
from dpexact.cli.outcome import BAD_INPUT, HOLDS, INTERRUPTED, REFUTED, UNDECIDED, complain, count_line, long_work
from dpexact.errors import ParameterError
from dpexact.numbers.typography import counted, excerpt
from dpexact.papers.catalogue import papers
from dpexact.report.installation import install_command
from dpexact.report.text import markdown_table

NOTHING_CLAIMED = (
    "nothing was claimed; write a claim beside a number (docs/claim-table.md, Claims in text), or say "
    "--pass-with-no-claims if files without any are in order"
)
WAIT = 15  # seconds for a scheduler to answer
WAIT_FOR_PORT = 3  # seconds for anything at all to listen there
FORMS = options.TABLE_FORMS
MOST_NAMES = 8
Tables = Annotated[
    list[str] | None,
    options.argument(
        "TABLE",
        "Claim tables, texts of any kind with claims in them, folders of both, or names of bundled tables; all "
        "bundled ones by default.",
        lambda: bundled_tables(papers()),
    ),
]
Fixed = Annotated[
    str | None,
    text_option(
        "OUT",
        "Write a copy of the one table or text with what is wrong printed right; rows with a recorded verdict stay.",
    ),
]


def audit_with(
    sources: Sequence[str],
    papers: Sequence[Paper],
    own: Sequence[Quantity],
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    cache: str | None = None,
) -> Audit:
    """Return the audit. If Ctrl-C interrupts it, the rows that it has not reached have failed.

    Raises the errors of `audit`, and ParameterError for a scheduler that does not answer, or without Dask.
    """
    with long_work("auditing the claim tables"), _workers(jobs, scheduler) as workers:
        try:
            result = audit(sources, count_line, papers=papers, quantities=own, jobs=workers, cache=cache)
        except AuditInterrupted as interruption:
            result = interruption.audit
    for note in result.notes:
        complain(note, 0)
    return result


@contextmanager
def _workers(jobs: int | None, scheduler: str | None) -> Iterator[int | DaskClient]:
    """Yield the number of processes, or the client of the Dask cluster if a scheduler is named."""
    if scheduler is None:
        yield 1 if jobs is None else jobs
        return
    try:
        from distributed import Client
        from distributed.comm.addressing import get_address_host_port
    except ImportError:
        raise ParameterError("none", place="--scheduler", expected="Dask", remedy=install_command("cluster")) from None
    try:
        with socket.create_connection(get_address_host_port(scheduler), timeout=WAIT_FOR_PORT) as connection:
            if scheduler.partition("://")[0] not in ("tls", "ws", "wss"):  # over TCP a scheduler speaks first
                connection.settimeout(WAIT)
                if not connection.recv(1):
                    message = "it hung up"
                    raise ConnectionError(message)  # noqa: TRY301 - told as every other reason
        client: Any = Client(scheduler, timeout=WAIT)
    except Exception as error:  # noqa: BLE001 - whatever an answer that is none of a scheduler does to Dask
        came = f"{excerpt(repr(scheduler))} ({type(error).__name__}: {excerpt(str(error))})"
        expected = "the address of a Dask scheduler that answers, such as tcp://host:8786"
        remedy = "start one with `dask scheduler`, or leave the option out"
        raise ParameterError(came, place="--scheduler", expected=expected, remedy=remedy) from None
    with client:
        yield client


def _check_fix(out: str, tables: Sequence[str], used: Sequence[str]) -> None:
    """Refuse, before any work, a copy that could not be written or that has not exactly one original.

    Raises ParameterError, DocumentError.
    """
    if len(tables) != 1:
        expected = "one TABLE or text, of which a corrected copy is written"
        raise ParameterError(f"{len(tables)}", place="--fix", expected=expected, remedy="name one")
    check_correctable(used[0])
    suffix = Path(used[0]).suffix.lower()
    if suffix in (".csv", ".toml") and Path(out).suffix.lower() != suffix:
        expected = f"a file that ends in {suffix}, as the table does"
        raise ParameterError(repr(excerpt(out)), place="--fix", expected=expected, remedy="rename it")
    check_target("--fix", out, used)


def _write_corrected(table: str, out: str, result: Audit) -> None:
    """Write the corrected copy, and name the corrected rows and the other ones. Raises DocumentError, OutputError."""
    copy = corrected_table(table, result.entries)
    write_file(out, copy.text)
    complain(f"{out}: {counted(len(copy.corrected), 'row')} corrected{_names(copy.corrected)}", HOLDS)
    if copy.left:
        why = "on record, undecided, not readable, without a right text, or in several places of a text"
        complain(f"{out}: {counted(len(copy.left), 'row')} left as printed{_names(copy.left)}: {why}", HOLDS)


def _names(rows: Sequence[AuditRow]) -> str:
    names = [excerpt(row_name(row)) for row in rows[:MOST_NAMES]]
    return f" ({', '.join([*names, *(['...'] if len(rows) > MOST_NAMES else [])])})" if names else ""


def run(
    tables: Tables = None,
    *,
    listed: Annotated[bool, flag("--list", "Print the names of the bundled tables instead.")] = False,
    html: options.Html = None,
    junit: options.Junit = None,
    sarif: options.Sarif = None,
    quantities: options.OwnQuantities = None,
    jobs: Annotated[int | None, integer_option("N", "Compute in N processes; -1: one for each processor.")] = None,
    scheduler: Annotated[str | None, text_option("ADDRESS", "Compute on the Dask cluster at ADDRESS.")] = None,
    cache: Annotated[str | None, text_option("DIR", "Keep true numbers in DIR, for the next audit.")] = None,
    strict: Annotated[bool, flag("--strict", "Exit with 1 on any wrong number, recorded or not.")] = False,
    only: Annotated[str | None, word_option(("wrong",), "Print only what is wrong.")] = None,
    every: Annotated[bool, flag("--all", "Print every row; otherwise several tables give an overview.")] = False,
    fix: Fixed = None,
    may_be_empty: Annotated[
        bool, flag("--pass-with-no-claims", "Exit with 0, not 3, if no text holds a claim at all.")
    ] = False,
) -> Answer:
    """Audit printed numbers against exact computation.

    Exits with 0 if every verdict is the recorded one.
    """
    tables, own = tables or [], quantities or []
    reports = options.Reports(html, junit, sarif)
    if listed:
        return list_tables(tables, reports)
    known, wrong = papers(), only is not None
    bundled = bundled_tables(known)
    sources = [table_file(table, bundled) for table in tables] or [*map(str, bundled.values())]
    options.check_targets(reports.targets(), [*sources, *own])
    if fix is not None:
        _check_fix(fix, tables, [*sources, *own, *(file for _, file in reports.targets())])
    added = [quantity for file in own for quantity in own_quantities(file)]
    result = audit_with(sources, known, added, jobs=jobs, scheduler=scheduler, cache=cache)

    def ended() -> int:
        named = [Path(file).name if Path(file).is_absolute() else file for file in own]
        again = [word for file in named for word in ("--quantities", file)]
        page = partial(audit_page, result, registered(known, added), again)
        reports.write("audit", GLOSSARY.verdicts, page, lambda: formats.audit_rows(result))
        if fix is not None and not result.unfinished:
            _write_corrected(sources[0], fix, result)
        if not result.entries:
            return HOLDS if may_be_empty else complain(NOTHING_CLAIMED, UNDECIDED)
        if not result.unfinished:
            return _status(result, strict=strict)
        left = f"{len(result.unfinished)} of {counted(len(result.entries), 'row')}"
        are = f"{left} {'is' if len(result.unfinished) == 1 else 'are'} not computed"
        remedy = "run it again" if cache is None else "run it again with the same --cache: only those are computed"
        return complain(f"interrupted: {are}; {remedy}", INTERRUPTED)

    is_many = len(sources) > 1 or (sources[0] != "-" and Path(sources[0]).is_dir())
    views = Views(
        lambda: _text(result.finished, wrong=wrong, overview=is_many and not (wrong or every)),
        json=lambda: map(formats.row_json, formats.listed(result, refuted=wrong)),
        markdown=lambda: formats.audit_markdown(result.finished, refuted=wrong),
    )
    return Answer(ended, views)


def _text(result: Audit, *, wrong: bool, overview: bool) -> str:
    color = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    width = get_terminal_size().columns  # COLUMNS, the terminal, or else 80
    if overview:
        return formats.audit_overview(result, width=width, color=color)
    return formats.audit_plain(result, refuted=wrong, width=width, color=color)


def list_tables(tables: Sequence[str], reports: options.Reports) -> Answer:
    """Return the names of the bundled tables, with the number of their rows.

    Raises ParameterError with tables or reports, since nothing is audited.
    """
    came = [*(("TABLE", table) for table in tables), *reports.targets()]
    if came:
        expected, remedy = "no tables and no reports, since it only lists", "leave one of the two out"
        raise ParameterError(came[0][0], place="--list", expected=expected, remedy=remedy)
    known = papers()
    every = registered(known)
    rows = [(name, len(read_claim_table(path, every).rows), str(path)) for name, path in bundled_tables(known).items()]
    widest = max(len(name) for name, _, _ in rows)
    views = Views(
        lambda: "\n".join(f"{name.ljust(widest)}  {counted(count, 'row')}" for name, count, _ in rows),
        json=lambda: [{"name": name, "rows": count, "file": file} for name, count, file in rows],
        markdown=lambda: "\n".join(markdown_table(("table", "rows"), ((name, str(n)) for name, n, _ in rows))),
    )
    return Answer(HOLDS, views)


def _status(result: Audit, *, strict: bool) -> int:
    """Return 2 for a row that cannot be read, before 1 for one not as it should be, before 3 for one that is open."""
    if result.failed:
        first = f"{len(result.failed)} of {counted(len(result.entries), 'row')} cannot be read or computed; the first"
        return complain(f"{first}: {result.failed[0].error}", BAD_INPUT)
    if any(not row.as_expected and not row.open for row in result.rows) or (strict and result.refuted):
        return REFUTED
    return UNDECIDED if any(row.open for row in result.rows) else HOLDS
