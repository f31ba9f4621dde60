"""The reports that audit, ledger and crosscheck write into files as HTML, JUnit and SARIF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dpexact.certificates.writing import check_target, write_text


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


def check_reports(reports: Reports, sources: Sequence[str] = ()) -> None:
    """Refuse, before any work, files that could not be written afterwards. Raises: DocumentError."""
    used = list(sources)
    for option, file in reports.targets():
        check_target(option, file, used)
        used.append(file)


def write_reports(
    reports: Reports, html: Callable[[], str], junit: Callable[[], str], sarif: Callable[[], str]
) -> None:
    """Make and write each report that is wanted, whole. Raises: DocumentError, OutputError."""
    for file, text in ((reports.html, html), (reports.junit, junit), (reports.sarif, sarif)):
        if file is not None:
            write_text(file, text())
