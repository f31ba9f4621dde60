"""What completion in a shell offers beside options: the names of papers, tables, libraries, proofs and kinds.

Everything is imported inside, so that the options of the command line cost nothing until a shell asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from enum import StrEnum


def figures(incomplete: str) -> list[str]:
    """The papers whose figures are drawn again."""
    from dpexact.papers import papers

    return _beginning(incomplete, (paper.name for paper in papers() if paper.figures is not None))


def theories(incomplete: str) -> list[str]:
    """The papers that have a ledger."""
    from dpexact.papers import papers

    return _beginning(incomplete, (paper.name for paper in papers() if paper.ledger is not None))


def tables(incomplete: str) -> list[str]:
    """The bundled claim tables; where none begins so, the shell offers files."""
    from dpexact.audit.published import bundled_tables
    from dpexact.papers import papers

    return _beginning(incomplete, bundled_tables(papers()))


def proofs(incomplete: str) -> list[str]:
    """The papers that have proofs and, once one of them is typed, its proofs."""
    from dpexact.papers import papers
    from dpexact.proving.library import proof_names

    names = proof_names(papers())
    theory, slash, _ = incomplete.partition("/")
    if slash:
        return _beginning(incomplete, (name for name in names if name.startswith(f"{theory}/")))
    return _beginning(incomplete, [*dict.fromkeys(name.partition("/")[0] for name in names), "rocq"])


def libraries(incomplete: str) -> list[str]:
    """The libraries that crosscheck asks."""
    from dpexact.crosscheck.libraries import LIBRARIES

    return _beginning(incomplete, (library.name for library in LIBRARIES))


def kinds(incomplete: str) -> list[str]:
    """The kinds of statements that a certificate may prove."""
    from dpexact.certificates.implication import KINDS

    return _beginning(incomplete, KINDS)


def words(kind: type[StrEnum]) -> Callable[[str], list[str]]:
    """The words that an option takes."""

    def offered(incomplete: str) -> list[str]:
        return _beginning(incomplete, (str(word) for word in kind))

    return offered


def _beginning(incomplete: str, known: Iterable[str]) -> list[str]:
    return [name for name in known if name.startswith(incomplete)]
