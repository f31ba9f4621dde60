"""Evidence of an answer (a verdict of `dpexact.privacy`) about generic privacy and the axioms."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from dpexact.certificates.certificate import Certificate
from dpexact.errors import VerdictError
from dpexact.mechanisms.labels import Label
from dpexact.numbers.exact import Exact
from dpexact.privacy.verdict import ByHand, NotPrivate, Private, Proved, Refuted, Undecided


@dataclass(frozen=True)
class Reason:
    """An argument that shows a claim, and the verdicts of `verify` that it rests on, the `evidence`."""

    reason: str
    evidence: tuple[Private, ...] = ()

    def said(self, claim: object) -> str:
        """Say the argument."""
        del claim
        return self.reason

    def table(self, claim: object) -> tuple[str, list[list[str]]]:
        """Return the argument in a row."""
        del claim
        return "", [["by", self.reason]]

    def certificates(self) -> tuple[Certificate, ...]:
        """Make a certificate for each (epsilon, delta)-bound, which the kernel re-checks."""
        return tuple(verdict.certificate() for verdict in self.evidence)

    def certificate(self, claim: object) -> Certificate:
        """Make the only certificate. Raises: VerdictError if there is none or there are several."""
        del claim
        if len(self.evidence) != 1:
            raise VerdictError(
                f"this verdict rests on {len(self.evidence)} certificates, not on one: {self.reason}",
                remedy="see .certificates()",
            )
        return self.evidence[0].certificate()


@dataclass(frozen=True)
class DisallowedEvent:
    """An ordered pair (i, j) and an event S with (P_i(S), P_j(S)) = (a, b) not allowed.

    By `side` b is "above" M(a), "below" m(a), or, without an M, the pair is "not allowed". `evidence` is the verdict of
    `verify`, if a bound fails.
    """

    pair: tuple[Label, Label]
    event: tuple[Label, ...]
    a: Exact
    b: Exact
    side: Literal["above", "below", "not allowed"]
    evidence: tuple[NotPrivate, ...] = field(default=(), repr=False)

    def said(self, claim: object) -> str:
        """Say the event."""
        return ByHand(self).said(claim)

    def table(self, claim: object) -> tuple[str, list[list[str]]]:
        """Return the event in a row."""
        return ByHand(self).table(claim)

    def certificates(self) -> tuple[Certificate, ...]:
        """Make the certificate that one of the (epsilon, delta)-bounds fails, if one does."""
        return tuple(verdict.certificate() for verdict in self.evidence)

    def certificate(self, claim: object) -> Certificate:
        """Make the certificate. Raises: VerdictError if the event is all the evidence."""
        return self.evidence[0].certificate() if self.evidence else ByHand(self).certificate(claim)


Granted = Proved[Any, Reason]
PredicateVerdict = Granted | Refuted[Any, Any] | Undecided[Any]
