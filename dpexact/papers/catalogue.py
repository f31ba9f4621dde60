"""The papers, ours in the order of their pages, then those of other installed packages.

Only the front ends import this module. They pass papers down to the engines, which know none.
"""

from dpexact.audit.paper import Paper, installed_papers
from dpexact.papers import axioms, count_queries, gradual_release, rainbow

OURS: tuple[Paper, ...] = (count_queries.PAPER, axioms.PAPER, rainbow.PAPER, gradual_release.PAPER)


def papers() -> tuple[Paper, ...]:
    """Return ours, and those that the entry point group `dpexact.papers` names besides. Raises ParameterError."""
    return (*OURS, *(paper for paper in installed_papers() if paper not in OURS))
