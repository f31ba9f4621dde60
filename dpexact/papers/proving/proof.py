"""Proof: a statement in words and the conclusions that are checked for it; and the run that checks them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from dpexact.papers.proving.evidence import KINDS, Exhaustive, ProofError, Shown


@dataclass(frozen=True)
class Conclusion:
    """A conclusion that was checked: its name and words, the function that gives the evidence, what that showed."""

    name: str
    text: str
    evidence: Callable[[], Any]
    kind: str
    shown: Shown


@dataclass(frozen=True)
class ProofRun:
    """An accepted proof: its statement in words, and its conclusions in order."""

    statement: str
    conclusions: tuple[Conclusion, ...]


@dataclass(slots=True)
class Proof:
    """A proof under construction: `@proof.conclusion` adds a function that returns evidence.

    The name of the function is that of the conclusion, its docstring says what is shown.
    """

    statement: str
    functions: dict[str, Callable[[], Any]] = field(default_factory=dict)
    claims: dict[str, dict[str, str]] = field(default_factory=dict)

    def conclusion(self, evidence: Callable[[], Any]) -> Callable[[], Any]:
        """Add a conclusion (a decorator). Raises: ProofError for a name that is taken, or one without a docstring."""
        name = evidence.__name__
        if name in self.functions or not (name.isascii() and name.isidentifier()):
            raise ProofError(f"expected a new name, such as equation_3, got {name!r}", "name")
        if inspect.signature(evidence).parameters:
            raise ProofError("expected a function without parameters", "name", name)
        if not all(line.isprintable() for line in _text_of(evidence).splitlines() or ["\n"]):
            raise ProofError("expected a docstring that says what is shown", "text", name)
        self.functions[name] = evidence
        return evidence

    def establishes(self, claims: dict[str, str], *conclusions: str) -> None:
        """Say for which claims of the ledger, and with which verdict, conclusions are evidence: {"lemma-1": "holds"}.

        Without conclusions the proof as a whole is meant. It is the second book of the ledger (docs/ledger-format.md);
        a claim of another paper is "paper/claim".

        Raises: ProofError for what is not a conclusion above, what is named before, or claims that are not texts.
        """
        for name in conclusions or ("",):
            if name and name not in self.functions:
                raise ProofError("expected a conclusion that stands above", "establishes", name)
            if name in self.claims:
                raise ProofError("expected each conclusion once", "establishes", name or "the proof as a whole")
            if not claims or not all(isinstance(text, str) and text for pair in claims.items() for text in pair):
                raise ProofError('expected claims and verdicts, such as {"lemma-1": "holds"}', "establishes", name)
            self.claims[name] = dict(claims)

    def run(self, *, twice: bool = True) -> ProofRun:
        """Check all conclusions; enumerations once forwards and, with `twice`, once backwards.

        Raises: ProofError for the first one whose evidence fails.
        """
        if not self.functions:
            raise ProofError("expected at least one conclusion", "conclusion")
        return ProofRun(self.statement, tuple(_checked(name, one, twice=twice) for name, one in self.functions.items()))


def _checked(name: str, function: Callable[[], Any], *, twice: bool) -> Conclusion:
    try:
        evidence = function()
        if type(evidence) not in KINDS:
            kinds = ", ".join(kind.__name__ for kind in KINDS)
            raise ProofError(f"expected one of {kinds}, got {type(evidence).__name__}", "evidence")  # noqa: TRY301
        shown = evidence.shown(twice=twice) if type(evidence) is Exhaustive else evidence.shown()
    except ProofError as error:
        raise ProofError(error.message, error.check, name) from error
    except Exception as error:  # a conclusion is code of a proof, and its mistakes are the proof's
        raise ProofError(f"{type(error).__name__}: {error}", "evidence", name) from error
    return Conclusion(name, _text_of(function), function, type(evidence).__name__, shown)


def _text_of(function: Callable[[], Any]) -> str:
    return inspect.getdoc(function) or ""
