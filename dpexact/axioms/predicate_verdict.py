"""Verdicts on generic privacy and on the axioms: proved, refuted with a counterexample, undecided.

They are registered with those about privacy: `isinstance(verdict, dpexact.Proved)` holds of a Proved here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from dpexact.decide import verdict as privacy
from dpexact.errors import VerdictError
from dpexact.numbers.excerpt import value_excerpt
from dpexact.numbers.notebook import html_table

if TYPE_CHECKING:
    from dpexact.certificates.certificate import Certificate
    from dpexact.mechanisms.labels import Label
    from dpexact.numbers.exact import Exact


def _no_truth_value(name: str) -> NoReturn:
    message = f"a verdict has no truth value (this one is {name}); look at .proved"
    raise VerdictError(message)


@dataclass(frozen=True)
class DisallowedEvent:
    """An ordered pair (i, j) and an event S with (P_i(S), P_j(S)) = (a, b) not allowed.

    `side`: b is "above" M(a), "below" m(a), or, where there is no M, the pair is "not allowed".
    """

    pair: tuple[Label, Label]
    event: tuple[Label, ...]
    a: Exact
    b: Exact
    side: Literal["above", "below", "not allowed"]


@privacy.Proved.register
@dataclass(frozen=True)
class Proved:
    """True; `reason` says by what. `evidence`: the verdicts of `verify` that it rests on."""

    reason: str
    evidence: tuple[privacy.Proved, ...] = ()
    proved: bool = True

    def _repr_html_(self) -> str:
        """For notebooks."""
        return html_table("Proved", (), [["by", self.reason]])

    def certificates(self) -> tuple[Certificate, ...]:
        """What the kernel re-checks, one for each (epsilon, delta)-bound; none where the predicate is no such bound."""
        return tuple(verdict.certificate() for verdict in self.evidence)

    def __bool__(self) -> bool:
        """Raises: VerdictError."""
        _no_truth_value("Proved")

    def require(self) -> Proved:
        """The verdict itself."""
        return self


@privacy.Refuted.register
@dataclass(frozen=True)
class Refuted:
    """False, as `counterexample` shows."""

    counterexample: Any
    proved: bool = False

    def _repr_html_(self) -> str:
        """For notebooks."""
        return html_table("Refuted", (), [["by", value_excerpt(self.counterexample)]])

    def __bool__(self) -> bool:
        """Raises: VerdictError."""
        _no_truth_value("Refuted")

    def require(self) -> NoReturn:
        """Raises: VerdictError with the counterexample."""
        message = f"refuted: {self.counterexample!r}"
        raise VerdictError(message)


@privacy.Undecided.register
@dataclass(frozen=True)
class Undecided:
    """Neither; `reason` says why."""

    reason: str
    proved: bool = False

    def _repr_html_(self) -> str:
        """For notebooks."""
        return html_table("Undecided", (), [["why", self.reason]])

    def __bool__(self) -> bool:
        """Raises: VerdictError."""
        _no_truth_value("Undecided")

    def require(self) -> NoReturn:
        """Raises: VerdictError with the reason."""
        message = f"undecided: {self.reason}"
        raise VerdictError(message)


PredicateVerdict = Proved | Refuted | Undecided
