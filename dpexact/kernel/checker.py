"""The table of kinds, the one entry point, and the cost of a check."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpexact.kernel.document import Budget, Rejected, read
from dpexact.kernel.free import check_private_for_all
from dpexact.kernel.given import check_not_private, check_private, check_tight_delta
from dpexact.kernel.greatest import check_greatest_mechanism
from dpexact.kernel.linear_program import check_infeasible, check_optimum, check_unbounded
from dpexact.kernel.maximal import check_maximally_sufficient, check_not_maximally_sufficient
from dpexact.kernel.sufficiency import check_not_post_processing, check_post_processing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

KINDS: dict[str, Callable[[object, object, Budget], Iterator[None]]] = {
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
}


def check(certificate: str | dict[str, Any]) -> dict[str, Any]:
    """Check a certificate (JSON text, or its dictionary) and return the statement that it proves.

    Guarantee: exact; the statement returned is true, as `docs/certificate-format.md` reads it.

    Raises:
        Rejected: the certificate is malformed, its evidence does not prove its statement, or ("size", which is no
            verdict) the work is more than the budget.

    """
    statement, _ = proved(certificate)
    return statement


def proved(certificate: str | dict[str, Any]) -> tuple[dict[str, Any], Any]:
    """Check a certificate like `check`; return its statement and its evidence."""
    return _run(certificate, Budget(), to_the_end=True)


def cost(certificate: str | dict[str, Any]) -> int:
    """Compute the steps that are known before the work, as the format defines them; `BUDGET` of them are accepted.

    Raises:
        Rejected: the certificate is malformed. Nothing is decided about its statement.

    """
    budget = Budget(None)
    _run(certificate, budget, to_the_end=False)
    return budget.spent


def _run(certificate: str | dict[str, Any], budget: Budget, *, to_the_end: bool) -> tuple[dict[str, Any], Any]:
    """Read, decode and price the certificate (up to the `yield` of its kind); do the work if asked to."""
    try:
        statement, evidence = read(certificate, budget)
        kind = statement.get("kind") if isinstance(statement, dict) else None
        if not isinstance(statement, dict) or not isinstance(kind, str) or kind not in KINDS:
            raise Rejected(
                "kind", f"expected a statement of one of the kinds {sorted(KINDS)} but got {str(kind)[:40]!r}"
            )
        steps = KINDS[kind](statement, evidence, budget)
        next(steps)
        if to_the_end:
            next(steps, None)
    except (MemoryError, OverflowError, RecursionError) as error:
        raise Rejected("size", f"the work exceeds this machine: {type(error).__name__}") from error
    return statement, evidence
