"""Findings of an assertion of dpexact, carried by its AssertionError, and how many assertions held and failed so far.

The plugin reads both: only an assertion that was shown to be false says that a claim is not true.
"""

from __future__ import annotations

NOT_TRUE = "not true"
TOO_LOOSE = "too loose"
UNDECIDED = "undecided"
FINDINGS = (NOT_TRUE, TOO_LOOSE, UNDECIDED)
TRUE = "true"
PASSED_ONLY = "passed outside dpexact"
EXPECTED = "not true as expected"
OTHERWISE = "failed as marked"
UNEXPECTED = "passed though marked xfail"
FAILED = "failed outside dpexact"
ERROR = "error"
SKIPPED = "skipped"
NOT_RUN = "not run"


class Asked:
    """The numbers of assertions that held and that failed, in this process."""

    held = 0
    failed = 0


def held() -> None:
    """Count an assertion that held."""
    Asked.held += 1


def failure(message: str, finding: str) -> AssertionError:
    """Return an AssertionError that says what was found."""
    Asked.failed += 1
    error = AssertionError(message)
    error.dpexact_finding = finding  # type: ignore[attr-defined]
    return error


def finding_of(error: BaseException) -> str:
    """Return what an exception says of a claim: a finding; FAILED for another assertion; ERROR for any other."""
    if isinstance(error, BaseExceptionGroup):
        parts = {finding_of(part) for part in error.exceptions}
        return next((name for name in (NOT_TRUE, ERROR, FAILED, UNDECIDED, TOO_LOOSE) if name in parts), ERROR)
    found = getattr(error, "dpexact_finding", None)
    if found in FINDINGS:
        return str(found)
    return FAILED if isinstance(error, AssertionError) or type(error).__name__ == "Failed" else ERROR


def verdict(outcome: str, found: str) -> str:
    """Return what the outcome of a test says of its claim; the outcome itself where another plugin has made it."""
    match outcome:
        case "passed":
            return found or PASSED_ONLY
        case "failed":
            return UNEXPECTED if found in (TRUE, PASSED_ONLY) else found or FAILED  # a strict xfail that passed
        case "xfailed":
            return EXPECTED if found == NOT_TRUE else OTHERWISE
        case "xpassed":
            return UNEXPECTED
        case _:
            return outcome
