"""The pytest plugin: the marker `dp_claim(id)`, and `--dp-report FILE` for a report of all claims of a run.

    @pytest.mark.dp_claim("laplace-pure")
    def test_laplace(): ...

FILE ends with .json ({"claims": [{"id", "test", "outcome", "message"}], "not_collected": [a module]}); any other suffix
gives one HTML page.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

MARKER = "dp_claim"
OPTION = "--dp-report"
OUTPUT_ERROR = 74  # as the command line ends where an answer could not be written
KEY = pytest.StashKey[list[dict[str, str]]]()
MISSING = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --dp-report."""
    group = parser.getgroup("dpexact", "claims about differentially private mechanisms")
    group.addoption(OPTION, metavar="FILE", default=None, help="Report the claims of marked tests: .json, else HTML.")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker; refuse a report that could not be written."""
    config.addinivalue_line("markers", f"{MARKER}(id): the claim that the test checks; see {OPTION}")
    config.stash[KEY] = []
    config.stash[MISSING] = []
    target = config.getoption(OPTION)
    if target is not None and (Path(target).is_dir() or not Path(target).absolute().parent.is_dir()):
        message = f"{OPTION}: expected a file in a folder that exists, got {target}"
        raise pytest.UsageError(message)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Note the claims of each test where reports carry them, also across processes."""
    for item in items:
        for marker in item.iter_markers(MARKER):
            if len(marker.args) != 1 or marker.kwargs or not isinstance(marker.args[0], str):
                message = f"{item.nodeid}: expected {MARKER}(id) with one text, got {MARKER}{marker.args!r}"
                raise pytest.UsageError(message)
            item.user_properties.append((MARKER, marker.args[0]))


@pytest.hookimpl
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Keep what became of each claim: of the call, or of a set-up that failed or skipped it."""
    config = _Session.config
    if config is None or (report.when != "call" and report.outcome == "passed"):
        return
    outcome = _outcome(report)
    for name, claim in report.user_properties:
        if name == MARKER:
            row = {"id": str(claim), "test": report.nodeid, "outcome": outcome, "message": _message(report)}
            config.stash[KEY].append(row)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Note a module that could not be collected: its claims are in no report."""
    config = _Session.config
    if config is not None and report.failed and report.nodeid not in config.stash[MISSING]:
        config.stash[MISSING].append(report.nodeid)


class _Session:
    """The configuration of the run, for hooks that are not given one."""

    config: pytest.Config | None = None


def pytest_sessionstart(session: pytest.Session) -> None:
    """Remember the run."""
    _Session.config = session.config


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the report, in the process that has all results."""
    target = session.config.getoption(OPTION)
    if target is None or hasattr(session.config, "workerinput"):
        return
    from dpexact.testing.report import claims_html, claims_json

    claims, missing = session.config.stash[KEY], session.config.stash[MISSING]
    text = claims_json(claims, missing) if str(target).endswith(".json") else claims_html(claims, missing)
    from dpexact.documents.writing import write_text
    from dpexact.errors import DPExactError

    try:
        write_text(target, text)
    except DPExactError as error:
        sys.stderr.write(f"dpexact: {OPTION}: {error}\n")
        session.exitstatus = OUTPUT_ERROR


def _outcome(report: pytest.TestReport) -> str:
    if hasattr(report, "wasxfail"):
        return "xfailed" if report.skipped else "xpassed"
    if report.when != "call" and report.failed:
        return "error"
    return report.outcome


def _message(report: pytest.TestReport) -> str:
    if report.passed:
        return ""
    crash: Any = getattr(report.longrepr, "reprcrash", None)
    if crash is not None:
        return str(crash.message)
    if isinstance(report.longrepr, tuple):
        return str(report.longrepr[2])
    return str(report.longrepr or "")
