"""Where the printed deltas of the count-query paper promise less noise than privacy needs: Theorem 3 and Remark 2.

Both are false for some small eta. Each function says so at given parameters, and is empty where the promise holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.count_queries.design import printed_design

if TYPE_CHECKING:
    from dpexact.numbers.exact import Exact

DIGITS = 6


def design_caution(exp_epsilon: Exact, eta: Exact, D: int) -> str:
    """Whether single outcomes of the printed design need more than the printed delta~."""
    design = printed_design(exp_epsilon, eta, D)
    return _said("delta~", design.delta, design.singleton_delta(exp_epsilon), "Theorem 3", "singleton_delta")


def union_caution(exp_epsilon: Exact, eta: Exact, D: int) -> str:
    """Whether events of the printed design need more than (2D+1) delta~."""
    design, many = printed_design(exp_epsilon, eta, D), 2 * D + 1
    return _said("(2D+1) delta~", many * design.delta, design.tight_delta(exp_epsilon), "Remark 2", "tight_delta")


def _said(what: str, promised: Exact, needed: Exact, place: str, ask: str) -> str:
    if needed <= promised:
        return ""
    return (
        f"no privacy bound: {place} of the paper is false at these parameters, where the design needs the delta "
        f"{needed.decimal(DIGITS)}, more than {what} = {promised.decimal(DIGITS)}; ask count_queries.{ask}"
    )
