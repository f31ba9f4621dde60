"""Verdicts on generic privacy and on the axioms: proved, refuted with a counterexample, undecided.

They are registered with those about privacy: `isinstance(verdict, dpexact.Proved)` holds of a Proved here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from dpexact.decide import verdict as privacy
from dpexact.errors import VerdictError
from dpexact.numbers.excerpt import value_excerpt
from dpexact.words import html_table, shown

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

    def certificate(self) -> Certificate:
        """The certificate, where it is one. Raises: VerdictError where it is none or several, which say it together."""
        if len(self.evidence) != 1:
            message = (
                f"this verdict rests on {len(self.evidence)} certificates, not on one: {self.reason}; "
                "see .certificates()"
            )
            raise VerdictError(message)
        return self.evidence[0].certificate()

    def __bool__(self) -> bool:
        """Raises: VerdictError."""
        _no_truth_value("Proved")

    def require(self) -> Proved:
        """The verdict itself."""
        return self


@privacy.Refuted.register
@dataclass(frozen=True)
class Refuted:
    """False, as `counterexample` shows; with a free E at `point`. `evidence`: the verdict of `verify`, if it is one."""

    counterexample: Any
    proved: bool = False
    evidence: tuple[privacy.Refuted, ...] = ()
    point: Exact | None = None

    def certificates(self) -> tuple[Certificate, ...]:
        """That one of the (epsilon, delta)-bounds fails; none where it is no such bound that does."""
        return tuple(verdict.certificate() for verdict in self.evidence)

    def certificate(self) -> Certificate:
        """The certificate. Raises: VerdictError where the counterexample is all there is."""
        if not self.evidence:
            message = (
                "it is no (epsilon, delta)-bound that fails, so there is no certificate; the counterexample can be "
                f"added up by hand: {self.counterexample!r}"
            )
            raise VerdictError(message)
        return self.evidence[0].certificate()

    def _repr_html_(self) -> str:
        """For notebooks."""
        rows = [
            ["by", value_excerpt(self.counterexample)],
            *([["E", shown(self.point)]] if self.point is not None else []),
        ]
        return html_table("Refuted", (), rows)

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

    def certificates(self) -> tuple[Certificate, ...]:
        """None."""
        return ()

    def certificate(self) -> NoReturn:
        """Raises: VerdictError: there is no evidence either way."""
        message = f"an undecided claim has no certificate: {self.reason}"
        raise VerdictError(message)


PredicateVerdict = Proved | Refuted | Undecided
