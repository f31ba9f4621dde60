"""The command audit: claim tables row by row, and its reports in HTML, JUnit and SARIF."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import get_terminal_size
from typing import Any

from dpexact.audit.auditor import Audit, AuditInterrupted, audit
from dpexact.audit.claim_table import read_claim_table
from dpexact.audit.corrected import check_correctable, corrected_table
from dpexact.audit.paper import Paper, bundled_tables, published_tables, table_file
from dpexact.audit.quantity import Quantity
from dpexact.audit.registry import Quantities, own_quantities, registered
from dpexact.audit.row import AuditRow
from dpexact.audit.views.formats import audit_json_rows, audit_junit, audit_sarif
from dpexact.audit.views.page import audit_html
from dpexact.audit.views.sentences import row_name
from dpexact.audit.views.text import audit_markdown, audit_overview, audit_plain
from dpexact.certificates.writing import check_target, write_text
from dpexact.cli.options import TableFormat, print_json, print_json_list, print_lines
from dpexact.cli.outcome import BAD_INPUT, HOLDS, INTERRUPTED, REFUTED, UNDECIDED, complain, count_line, long_work
from dpexact.cli.reports import Reports, check_reports, write_reports
from dpexact.errors import ParameterError
from dpexact.numbers.typography import excerpt
from dpexact.papers.catalogue import papers
from dpexact.report.installation import install_command
from dpexact.report.markdown import markdown_table
from dpexact.version import __version__
from dpexact.words import counted

NOTHING_CLAIMED = (
    "nothing was claimed; write a claim behind a number (docs/claim-table.md, Claims in text), or say "
    "--pass-with-no-claims where files without any are in order"
)
WAIT = 15  # seconds for a scheduler to answer
WAIT_FOR_PORT = 3  # seconds for anything at all to listen there


@dataclass(frozen=True)
class Effort:
    """The options of `dpexact audit` that change how fast the answer comes, and not the answer."""

    jobs: int | None = None
    scheduler: str | None = None
    cache: str | None = None


def audit_with(effort: Effort, sources: Sequence[str], papers: Sequence[Paper], own: Sequence[Quantity]) -> Audit:
    """Return the audit; one that Ctrl-C interrupts has all rows too, those not yet reached as failed.

    Raises: as `audit`; ParameterError for a scheduler that does not answer, or where Dask is not installed.
    """
    jobs = effort.jobs if effort.jobs is not None else (1 if effort.scheduler is None else -1)
    with long_work("auditing the claim tables"), _cluster(effort.scheduler):
        try:
            result = audit(sources, count_line, papers=papers, quantities=own, jobs=jobs, cache=effort.cache)
        except AuditInterrupted as interruption:
            result = interruption.audit
    for note in result.notes:
        complain(note, 0)
    return result


def interrupted(result: Audit, effort: Effort) -> int:
    """Say how much of an audit is missing; return the exit status."""
    again = "run it again" if effort.cache is None else "run it again with the same --cache: only those are computed"
    count = len(result.unfinished)
    missing = f"{count} of {counted(len(result.entries), 'row')} {'is' if count == 1 else 'are'} not computed"
    return complain(f"interrupted: {missing}; {again}", INTERRUPTED)


@contextmanager
def _cluster(scheduler: str | None) -> Iterator[None]:
    """Make the Dask cluster of this scheduler the backend of joblib, where one is named."""
    if scheduler is None:
        yield
        return
    try:
        from distributed import Client
        from distributed.comm.addressing import get_address_host_port
        from joblib import parallel_config
    except ImportError:
        raise ParameterError(
            "none", place="--scheduler", expected="Dask", remedy=f"{install_command('cluster')}"
        ) from None
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
        raise ParameterError(
            came,
            place="--scheduler",
            expected="the address of a Dask scheduler that answers, such as tcp://host:8786",
            remedy="start one with `dask scheduler`, or leave the option out",
        ) from None
    with client, parallel_config(backend="dask"):
        yield


def _write_reports(reports: Reports, result: Audit, quantities: Quantities, own: Sequence[str]) -> None:
    """Write the reports that are wanted; `own` are the files of own quantities."""
    named = [Path(file).name if Path(file).is_absolute() else file for file in own]
    options = [word for file in named for word in ("--quantities", file)]
    write_reports(
        reports,
        html=lambda: audit_html(result, __version__, quantities, options),
        junit=lambda: audit_junit(result),
        sarif=lambda: audit_sarif(result, __version__),
    )


def _check_fix(out: str, tables: Sequence[str], used: Sequence[str]) -> None:
    """Refuse, before any work, a copy that could not be written, or of which it is not clear what it is a copy of.

    Raises: ParameterError, DocumentError.
    """
    if len(tables) != 1:
        raise ParameterError(
            f"{len(tables)}",
            place="--fix",
            expected="one TABLE, of which a corrected copy is written",
            remedy="name one",
        )
    check_correctable(used[0])
    suffix = Path(used[0]).suffix.lower()
    if suffix in (".csv", ".toml") and Path(out).suffix.lower() != suffix:
        raise ParameterError(
            repr(excerpt(out)),
            place="--fix",
            expected=f"a file that ends in {suffix}, as the table does",
            remedy="rename it",
        )
    check_target("--fix", out, used)


def _write_corrected(table: str, out: str, result: Audit) -> None:
    """Write the corrected copy, and say what was corrected and what was not. Raises: DocumentError, OutputError."""
    copy = corrected_table(table, result.entries)
    write_text(out, copy.text)
    complain(f"{out}: {counted(len(copy.corrected), 'row')} corrected{_names(copy.corrected)}", HOLDS)
    if copy.left:
        why = "on record, undecided, not readable, or without a right text"
        complain(f"{out}: {counted(len(copy.left), 'row')} left as printed{_names(copy.left)}: {why}", HOLDS)


MOST_NAMES = 8


def _names(rows: Sequence[AuditRow]) -> str:
    names = [excerpt(row_name(row)) for row in rows[:MOST_NAMES]]
    return f" ({', '.join([*names, *(['...'] if len(rows) > MOST_NAMES else [])])})" if names else ""


ONE_PROCESS = Effort()


def run(
    tables: Sequence[str],
    reports: Reports,
    form: TableFormat,
    *,
    strict: bool,
    wrong: bool = False,
    every: bool = False,
    own: Sequence[str] = (),
    effort: Effort = ONE_PROCESS,
    may_be_empty: bool = False,
    fix: str | None = None,
) -> int:
    """Audit, print, write the reports and the corrected copy that are wanted; return the exit status.

    Several tables are printed as an overview unless `every` row is asked for. Texts without any claim are no success
    unless the audit `may_be_empty`.
    """
    known = papers()
    shipped = [*(paper.printed for paper in known if paper.printed is not None), *published_tables()]
    bundled = bundled_tables(known)
    sources = [table_file(given, bundled) for given in tables] or [str(path) for path in shipped]
    check_reports(reports, [*sources, *own])
    if fix is not None:
        _check_fix(fix, tables, [*sources, *own, *(file for _, file in reports.targets())])
    quantities = [quantity for file in own for quantity in own_quantities(file)]
    result = audit_with(effort, sources, known, quantities)
    match form:
        case TableFormat.json:
            print_json_list(audit_json_rows(result, refuted=wrong))
        case TableFormat.markdown:
            print_lines([audit_markdown(result.finished, refuted=wrong)])
        case TableFormat.text:
            color = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
            width = get_terminal_size().columns  # COLUMNS, the terminal, or else 80
            if len(sources) > 1 and not (wrong or every):
                print_lines([audit_overview(result.finished, width=width, color=color)])
            else:
                print_lines([audit_plain(result.finished, refuted=wrong, width=width, color=color)])
    _write_reports(reports, result, registered(known, quantities), own)
    if fix is not None and not result.unfinished:
        _write_corrected(sources[0], fix, result)
    if not result.entries:
        return HOLDS if may_be_empty else complain(NOTHING_CLAIMED, UNDECIDED)
    return interrupted(result, effort) if result.unfinished else _status(result, strict=strict)


def list_tables(tables: Sequence[str], reports: Reports, form: TableFormat) -> int:
    """Print the names of the bundled tables, with the number of their rows; return the exit status.

    Raises: ParameterError with tables or reports, for which there is no audit.
    """
    given = [*(("TABLE", table) for table in tables), *reports.targets()]
    if given:
        came = given[0][0]
        raise ParameterError(
            came,
            place="--list",
            expected="no tables and no reports, since it only lists",
            remedy="leave one of the two out",
        )
    known = papers()
    rows = [
        (name, len(read_claim_table(path, registered(known)).rows), str(path))
        for name, path in bundled_tables(known).items()
    ]
    match form:
        case TableFormat.json:
            print_json([{"name": name, "rows": count, "file": file} for name, count, file in rows])
        case TableFormat.markdown:
            print_lines(markdown_table(("table", "rows"), ((name, str(count)) for name, count, _ in rows)))
        case TableFormat.text:
            widest = max(len(name) for name, _, _ in rows)
            print_lines([f"{name.ljust(widest)}  {counted(count, 'row')}" for name, count, _ in rows])
    return HOLDS


def _status(result: Audit, *, strict: bool) -> int:
    """Return 2 for a row that cannot be read, before 1 for one not as it should be, before 3 for one that is open."""
    if result.failed:
        first = f"{len(result.failed)} of {counted(len(result.entries), 'row')} cannot be read or computed; the first"
        return complain(f"{first}: {result.failed[0].error}", BAD_INPUT)
    if any(not row.as_expected and not row.open for row in result.rows) or (strict and result.refuted):
        return REFUTED
    return UNDECIDED if any(row.open for row in result.rows) else HOLDS


__all__ = ["Effort", "Reports", "audit_with", "interrupted", "list_tables", "run"]
