"""A Proof, which is a statement in words and the conclusions checked for it, and the run that checks them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from dpexact.papers.proving.evidence import KINDS, Exhaustive, ProofError, Shown
from dpexact.papers.proving.reached import Reached


@dataclass(frozen=True)
class Conclusion:
    """A checked conclusion with its name and words, the function that returns the evidence, and the result."""

    name: str
    text: str
    evidence: Callable[[], Any]
    kind: str
    shown: Shown


@dataclass(frozen=True)
class ProofRun:
    """An accepted proof, with its statement in words and its conclusions in order."""

    statement: str
    conclusions: tuple[Conclusion, ...]


@dataclass(slots=True)
class Proof:
    """A proof under construction, to which `@proof.conclusion` adds a function that returns evidence.

    The function gives its name to the conclusion, and its docstring states the conclusion in words.
    """

    statement: str
    functions: dict[str, Callable[[], Any]] = field(default_factory=dict)
    claims: dict[str, dict[str, str]] = field(default_factory=dict)
    reached: Reached | None = None  # the places of a file that must be reached

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
        """Name the claims of the ledger, with their verdicts, for which conclusions are evidence.

        Without conclusions the proof as a whole is the evidence. This is the second book of the ledger
        (docs/ledger-format.md). `{"lemma-1": "holds"}` is an example, and "paper/claim" a claim of another paper.

        Raises: ProofError for a name that is not a conclusion above or was used before, or claims that are not texts.
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
        """Check all conclusions, enumerations once forwards and, with `twice`, once backwards.

        Raises: ProofError for the first one whose evidence fails, or for places of the file never reached.
        """
        if not self.functions:
            raise ProofError("expected at least one conclusion", "conclusion")
        conclusions = tuple(_checked(name, function, twice=twice) for name, function in self.functions.items())
        if self.reached is not None:
            self.reached.require()
        return ProofRun(self.statement, conclusions)


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
