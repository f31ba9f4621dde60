"""The table of kinds, and the one entry point."""

from collections.abc import Callable
from typing import Any

from dpexact.kernel.budget import Budget, Rejected
from dpexact.kernel.composition import check_composition, check_composition_refuted
from dpexact.kernel.document import read
from dpexact.kernel.free import check_private_for_all
from dpexact.kernel.given import (
    check_maximally_sufficient,
    check_not_maximally_sufficient,
    check_not_private,
    check_private,
    check_tight_delta,
)
from dpexact.kernel.greatest import check_greatest_mechanism
from dpexact.kernel.linear_program import check_infeasible, check_optimum, check_unbounded
from dpexact.kernel.sufficiency import check_not_post_processing, check_post_processing

KINDS: dict[str, Callable[[object, object, Budget], None]] = {
    "private": check_private,
    "not-private": check_not_private,
    "tight-delta": check_tight_delta,
    "private-for-all": check_private_for_all,
    "linear-program-optimum": check_optimum,
    "linear-program-infeasible": check_infeasible,
    "linear-program-unbounded": check_unbounded,
    "greatest-mechanism": check_greatest_mechanism,
    "post-processing": check_post_processing,
    "not-post-processing": check_not_post_processing,
    "maximally-sufficient": check_maximally_sufficient,
    "not-maximally-sufficient": check_not_maximally_sufficient,
    "composition": check_composition,
    "composition-refuted": check_composition_refuted,
}


def check(certificate: str | dict[str, Any]) -> dict[str, Any]:
    """Check a certificate (JSON text, or its dictionary) and return the statement that it proves.

    The answer is exact. The statement returned is true, as `docs/certificate-format.md` reads it.

    Raises:
        Rejected: the certificate is malformed, its evidence does not prove its statement, or ("size", which is
            not a verdict) it is too large, or too much work.

    """
    statement, _ = proved(certificate)
    return statement


def proved(certificate: str | dict[str, Any]) -> tuple[dict[str, Any], Any]:
    """Check a certificate like `check`, and return its statement and its evidence."""
    try:
        statement, evidence = read(certificate)
        kind = statement.get("kind") if isinstance(statement, dict) else None
        if not isinstance(statement, dict) or not isinstance(kind, str) or kind not in KINDS:
            raise Rejected("kind", f"expected one of the kinds {sorted(KINDS)} but got {str(kind)[:40]!r}")
        KINDS[kind](statement, evidence, Budget())
    except (MemoryError, OverflowError, RecursionError) as error:
        raise Rejected("size", f"the work exceeds this machine: {type(error).__name__}") from error
    return statement, evidence
