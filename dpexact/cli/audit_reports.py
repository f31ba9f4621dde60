"""The files that an audit is written to, besides what it prints."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dpexact import __version__
from dpexact.certificates.writing import check_target, write_text
from dpexact.report.audit_html import audit_html
from dpexact.report.audit_junit import audit_junit
from dpexact.report.audit_sarif import audit_sarif

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.audit.auditor import Audit
    from dpexact.audit.registry import Quantities


@dataclass(frozen=True)
class Reports:
    """Where the reports go that are wanted: the values of --html, --junit and --sarif."""

    html: str | None = None
    junit: str | None = None
    sarif: str | None = None

    def targets(self) -> list[tuple[str, str]]:
        """The options that are given, with their files."""
        given = (("--html", self.html), ("--junit", self.junit), ("--sarif", self.sarif))
        return [(option, file) for option, file in given if file is not None]


def check_reports(reports: Reports, sources: Sequence[str]) -> None:
    """Refuse, before any work, files that could not be written afterwards. Raises: DocumentError."""
    used = list(sources)
    for option, file in reports.targets():
        check_target(option, file, used)
        used.append(file)


def write_reports(reports: Reports, result: Audit, quantities: Quantities, own: Sequence[str] = ()) -> None:
    """Write each report whole; `own` are the files of own quantities. Raises: DocumentError, OutputError."""
    if reports.html is not None:
        options = [
            word for file in own for word in ("--quantities", Path(file).name if Path(file).is_absolute() else file)
        ]
        write_text(reports.html, audit_html(result, __version__, quantities, options))
    if reports.junit is not None:
        write_text(reports.junit, audit_junit(result))
    if reports.sarif is not None:
        write_text(reports.sarif, audit_sarif(result, __version__))
