"""Offer completion in a shell: the names of papers, tables, quantities, proofs, libraries and kinds of certificates."""

from __future__ import annotations

from collections.abc import Iterable

from dpexact.audit.paper import bundled_tables
from dpexact.audit.registry import registered
from dpexact.certificates.implication import KINDS
from dpexact.cli.options import Kind
from dpexact.crosscheck.libraries import LIBRARIES
from dpexact.papers.catalogue import papers
from dpexact.papers.proving.library import proof_names


def figures(incomplete: str) -> list[str]:
    """Return the papers whose figures are drawn again."""
    return beginning(incomplete, (paper.name for paper in papers() if paper.figures is not None))


def theories(incomplete: str) -> list[str]:
    """Return the papers that have a ledger."""
    return beginning(incomplete, (paper.name for paper in papers() if paper.ledger is not None))


def tables(incomplete: str) -> list[str]:
    """Return the bundled claim tables; where none begins like that, the shell offers files."""
    return beginning(incomplete, bundled_tables(papers()))


def quantities(incomplete: str) -> list[str]:
    """Return the quantities that a claim can name."""
    return beginning(incomplete, registered(papers()))


def proofs(incomplete: str) -> list[str]:
    """Return the papers that have proofs and, once one of them is typed with a slash, its proofs."""
    names = proof_names(papers())
    theory, slash, _ = incomplete.partition("/")
    if slash:
        return beginning(incomplete, (name for name in names if name.startswith(f"{theory}/")))
    return beginning(incomplete, [*dict.fromkeys(name.partition("/")[0] for name in names), "rocq"])


def libraries(incomplete: str) -> list[str]:
    """Return the libraries that crosscheck asks."""
    return beginning(incomplete, (library.name for library in LIBRARIES))


def kinds(incomplete: str) -> list[str]:
    """Return the kinds of statements that a certificate may prove."""
    return beginning(incomplete, KINDS)


def beginnings(incomplete: str) -> list[str]:
    """Return what `dpexact new` begins."""
    return beginning(incomplete, Kind)


def beginning(incomplete: str, known: Iterable[str]) -> list[str]:
    """Return the known names that begin with what is typed."""
    return [name for name in known if name.startswith(incomplete)]
