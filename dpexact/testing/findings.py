"""Findings of assertions, carried by their AssertionErrors, and the count of assertions that held and failed so far.

The plugin reads both. A claim is reported as not true only if an assertion of dpexact was shown to be false.
"""

from collections.abc import Mapping

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


class Assertions:
    """The numbers of assertions that held and that failed, in this process."""

    held = 0
    failed = 0


def held() -> None:
    """Count an assertion that held."""
    Assertions.held += 1


def failure(message: str, finding: str, parts: Mapping[str, str] | None = None) -> AssertionError:
    """Return an AssertionError that carries a finding and the parts of its message."""
    Assertions.failed += 1
    error = AssertionError(message)
    error.dpexact_finding, error.dpexact_parts = finding, dict(parts or {})  # type: ignore[attr-defined]
    return error


def parts_of(error: BaseException) -> dict[str, str]:
    """Return the parts of the message of an assertion of dpexact: the true value, the gap, and keys to sort them by."""
    parts = getattr(error, "dpexact_parts", {})
    return parts if isinstance(parts, dict) else {}


def finding_of(error: BaseException) -> str:
    """Return the finding that an exception carries, FAILED for another assertion, or ERROR for any other exception."""
    if isinstance(error, BaseExceptionGroup):
        parts = {finding_of(part) for part in error.exceptions}
        return next((name for name in (NOT_TRUE, ERROR, FAILED, UNDECIDED, TOO_LOOSE) if name in parts), ERROR)
    finding = getattr(error, "dpexact_finding", None)
    if finding in FINDINGS:
        return str(finding)
    return FAILED if isinstance(error, AssertionError) or type(error).__name__ == "Failed" else ERROR


def verdict(outcome: str, finding: str) -> str:
    """Return the verdict on a claim by the outcome of its test, which is the verdict if another plugin has made it."""
    match outcome:
        case "passed":
            return finding or PASSED_ONLY
        case "failed":
            return UNEXPECTED if finding in (TRUE, PASSED_ONLY) else finding or FAILED  # a strict xfail that passed
        case "xfailed":
            return EXPECTED if finding == NOT_TRUE else OTHERWISE
        case "xpassed":
            return UNEXPECTED
        case _:
            return outcome
