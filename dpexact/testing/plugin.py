"""The pytest plugin with the marker `dp_claim(id)`, and `--dp-report FILE` for a report of all claims of a run.

    @pytest.mark.dp_claim("laplace-pure")
    def test_laplace(): ...

FILE ends with .json ({"claims": [{"id", "test", "outcome", "message", "verdict"}], "not_collected": [a module]}), or
with .html or .htm for one HTML page. `outcome` is pytest's word, or "not run" if the run ended before the test.
`verdict` is the conclusion about the claim, "not true" only if an assertion of dpexact was shown to be false. Then
`parts` has the claimed and the true number, the gap and its side, as texts.

An existing file is replaced only if it is empty or a report of dpexact. A device or a pipe takes the page.
"""

import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from dpexact.testing.findings import NOT_RUN, PASSED_ONLY, TRUE, Assertions, finding_of, parts_of, verdict

MARKER = "dp_claim"
OPTION = "--dp-report"
OUTPUT_ERROR = 74  # as the command line ends if an answer could not be written
SUFFIXES = (".json", ".html", ".htm")
START = 2000  # characters of a file, by which a report of dpexact is known
FINDING, WORKER = "dp_found", "dp_planned"
BEFORE = pytest.StashKey[tuple[int, int]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --dp-report."""
    group = parser.getgroup("dpexact", "claims about differentially private mechanisms")
    group.addoption(OPTION, metavar="FILE", default=None, help="Report the claims of marked tests: .json or .html.")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, refuse a report that could not be written, and gather the claims of the run."""
    config.addinivalue_line("markers", f"{MARKER}(id): the claim that the test checks; see {OPTION}")
    target = config.getoption(OPTION)
    if target is not None and not hasattr(config, "workerinput"):
        _check_report(target)
    config.pluginmanager.register(ClaimsOfRun(config))


def _check_report(target: str) -> None:
    """Refuse a target that cannot take a report, or that is another file, such as a test or a source."""
    from dpexact.certificates.writing import check_target
    from dpexact.errors import DPExactError

    try:
        check_target(OPTION, target)
    except DPExactError as error:
        raise pytest.UsageError(str(error)) from None
    path = Path(target)
    if path.exists() and not path.is_file():  # a device or a pipe: nothing there is replaced
        return
    refusal = f"expected a file that ends with {', '.join(SUFFIXES)}, got {target}; nothing was written"
    if path.suffix.lower() in SUFFIXES:
        came = f"got {target}, which is something else; choose another file, or remove it first"
        refusal = f"expected a new file or a report of dpexact to replace, {came}"
    if path.suffix.lower() not in SUFFIXES or (path.exists() and not _is_report(path)):
        raise pytest.UsageError(f"{OPTION}: {refusal}")


def _is_report(path: Path) -> bool:
    """Return whether a file is empty or looks like a report that dpexact wrote."""
    try:
        with path.open(encoding="utf-8") as stream:
            start = stream.read(START)
    except (OSError, ValueError):
        return False
    return not start or start.startswith('{\n  "claims": [') or '<meta name="generator" content="dpexact ' in start


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Note the claims of each test in its properties, which reports carry, also across processes."""
    for item in items:
        for marker in item.iter_markers(MARKER):
            item.user_properties.append((MARKER, _claim(item, marker)))


def _claim(item: pytest.Item, marker: pytest.Mark) -> str:
    """Return the id of a claim, by its place or by its name. Raises UsageError."""
    values = [*marker.args, *(value for name, value in marker.kwargs.items() if name == "id")]
    if len(values) == 1 == len(marker.args) + len(marker.kwargs) and isinstance(values[0], str):
        return values[0]
    came = ", ".join([*map(repr, marker.args), *(f"{name}={value!r}" for name, value in marker.kwargs.items())])
    message = f"{item.nodeid}: expected {MARKER}(id) with one text, got {MARKER}({came})"
    raise pytest.UsageError(message)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Note the count of assertions that held and failed before the test."""
    item.stash[BEFORE] = (Assertions.held, Assertions.failed)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note the finding of the test in its report, since the exception itself does not travel."""
    report = yield
    if not any(name == MARKER for name, _ in item.user_properties):
        return report
    if call.excinfo is not None:
        finding = finding_of(call.excinfo.value)
        report.dpexact_parts = parts_of(call.excinfo.value)  # type: ignore[attr-defined]
    else:
        held, failed = item.stash[BEFORE]
        finding = TRUE if Assertions.held > held and Assertions.failed == failed else PASSED_ONLY
    report.user_properties.append((FINDING, finding))
    return report


class ClaimsOfRun:
    """The claims of a run: those to be checked, the results of those that were, and the modules without their own."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.planned: list[tuple[str, str]] = []
        self.results: list[dict[str, Any]] = []
        self.missing: list[str] = []
        self.summary = ""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Note the claims to be checked, after all plugins that leave tests out."""
        claims = ((item.nodeid, name, str(claim)) for item in session.items for name, claim in item.user_properties)
        self.planned = [(test, claim) for test, name, claim in claims if name == MARKER]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the result of each claim by the call, or by a set-up that failed or skipped it."""
        claims = [claim for name, claim in report.user_properties if name == MARKER]
        if not claims or (report.when != "call" and report.outcome == "passed"):
            return
        outcome = _outcome(report)
        finding = next((str(value) for name, value in report.user_properties if name == FINDING), "")
        row: dict[str, Any] = {
            "test": report.nodeid,
            "outcome": outcome,
            "message": _message(report),
            "verdict": verdict(outcome, finding),
        }
        parts = getattr(report, "dpexact_parts", {})
        row |= {"parts": parts} if parts else {}
        self.results += [{"id": str(claim), **row} for claim in claims]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Collect the claims that a process of pytest-xdist was to check."""
        planned = getattr(node, "workeroutput", {}).get(WORKER, [])
        self.planned += [claim for claim in map(tuple, planned) if claim not in self.planned]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a module that could not be collected, whose claims are missing in the report."""
        if report.failed and report.nodeid not in self.missing:
            self.missing.append(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the report, in the process that has all results."""
        target = self.config.getoption(OPTION)
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput[WORKER] = self.planned
        if target is None or hasattr(self.config, "workerinput"):
            return
        from dpexact.certificates.writing import write_file
        from dpexact.errors import DPExactError
        from dpexact.report.page import page_html
        from dpexact.testing.report import claims_json, claims_page, claims_summary
        from dpexact.version import __version__

        reached = {(claim["test"], claim["id"]) for claim in self.results}
        missed = [{"id": claim, "test": test} for test, claim in self.planned if (test, claim) not in reached]
        not_run = {"outcome": NOT_RUN, "message": "", "verdict": NOT_RUN}
        claims = [*self.results, *({**row, **not_run} for row in missed)]
        self.summary = claims_summary(claims, self.missing)
        if str(target).lower().endswith(".json"):
            text = claims_json(claims, self.missing)
        else:
            text = page_html(claims_page(claims, self.missing), __version__)
        try:
            write_file(target, text)
        except DPExactError as error:
            sys.stderr.write(f"dpexact: {OPTION}: {error}\n")
            session.exitstatus = OUTPUT_ERROR

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Summarize the report, above all if it is empty."""
        if self.summary:
            terminalreporter.write_line(f"dpexact: {self.config.getoption(OPTION)}: {self.summary}")


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
