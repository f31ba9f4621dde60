"""Proved, Refuted, Undecided: three answers, none of which has a truth value.

They are about privacy; the same answers to other questions register with them, so that `isinstance` and `match` see
them as what they are.
"""

from __future__ import annotations

from abc import ABCMeta
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from dpexact.decide.verdict_certificates import proved_certificate, refuted_certificate
from dpexact.errors import VerdictError
from dpexact.numbers.counted import counted
from dpexact.numbers.excerpt import value_excerpt
from dpexact.numbers.notebook import html_table, shown

if TYPE_CHECKING:
    from dpexact.certificates.certificate import Certificate
    from dpexact.mechanisms.labels import Label
    from dpexact.numbers.enclosure import Enclosure
    from dpexact.numbers.exact import Exact
    from dpexact.privacy.privacy_claim import PrivacyClaim


def truth_error(name: str) -> VerdictError:
    """The error of whoever asks a verdict for its truth."""
    message = (
        f"a verdict has no truth value (this one is {name}); look at .proved, or match on Proved, Refuted, Undecided"
    )
    return VerdictError(message)


@dataclass(frozen=True)
class Counterexample:
    """An ordered pair (i, j) and an event S with excess = P_i(S) - E P_j(S) - delta > 0 (infinity times 0 is 0).

    The excess is an Enclosure where these numbers have no common field in which dpexact computes.
    """

    pair: tuple[Label, Label]
    event: tuple[Label, ...]
    excess: Exact | Enclosure


@dataclass(frozen=True)
class Proved(metaclass=ABCMeta):
    """The claim is true; `.certificate()` is evidence that the kernel re-checks."""

    claim: PrivacyClaim
    proved: bool = True

    def _repr_html_(self) -> str:
        """For notebooks."""
        return html_table("Proved", (), _claim_rows(self.claim))

    def __bool__(self) -> bool:
        """Raises: VerdictError; a verdict is matched, not tested for truth."""
        raise truth_error("Proved")

    def require(self) -> Proved:
        """The verdict itself."""
        return self

    def certificate(self) -> Certificate:
        """A certificate of the claim, built on demand."""
        return proved_certificate(self.claim)


@dataclass(frozen=True)
class Refuted(metaclass=ABCMeta):
    """The claim is false, as `.counterexample` shows.

    `concrete` is the claim that the counterexample is about: the claim itself or, for a free E, the claim read at
    `point`, a number of the interval (None where nothing is free).
    """

    claim: PrivacyClaim
    counterexample: Counterexample
    concrete: PrivacyClaim
    point: Exact | None = None
    proved: bool = False

    def _repr_html_(self) -> str:
        """For notebooks."""
        first, second = self.counterexample.pair
        event = self.counterexample.event
        mechanism = self.concrete.mechanism
        rows = [
            *_claim_rows(self.concrete),
            ["pair (i, j)", f"({first!r}, {second!r})"],
            ["event S", value_excerpt(event)],
            *([f"P(S | {name!r})", shown(mechanism.probability(name, event))] for name in (first, second)),
            ["excess P(S | i) - E P(S | j) - delta > 0", shown(self.counterexample.excess)],
        ]
        return html_table("Refuted", (), rows)

    @property
    def exp_epsilon(self) -> Exact | float:
        """The concrete E at which the claim is refuted."""
        return self.concrete.exp_epsilon

    def __bool__(self) -> bool:
        """Raises: VerdictError; a verdict is matched, not tested for truth."""
        raise truth_error("Refuted")

    def require(self) -> NoReturn:
        """Raises: VerdictError, saying what refutes the claim."""
        example = self.counterexample
        shown = "infinity" if isinstance(self.exp_epsilon, float) else str(self.exp_epsilon)
        message = (
            f"refuted at E = {shown}: P({example.event!r} | {example.pair[0]!r}) exceeds "
            f"E P({example.event!r} | {example.pair[1]!r}) + delta by {example.excess!r}"
        )
        raise VerdictError(message)

    def certificate(self) -> Certificate:
        """A certificate that the claim is false, built on demand."""
        return refuted_certificate(self)


@dataclass(frozen=True)
class Undecided(metaclass=ABCMeta):
    """Neither proved nor refuted; `reason` says why and what would help."""

    claim: PrivacyClaim
    reason: str
    proved: bool = False

    def _repr_html_(self) -> str:
        """For notebooks."""
        return html_table("Undecided", (), [*_claim_rows(self.claim), ["why", self.reason]])

    def __bool__(self) -> bool:
        """Raises: VerdictError; a verdict is matched, not tested for truth."""
        raise truth_error("Undecided")

    def require(self) -> NoReturn:
        """Raises: VerdictError with the reason."""
        message = f"undecided: {self.reason}"
        raise VerdictError(message)

    def certificate(self) -> NoReturn:
        """Raises: VerdictError: there is no evidence either way."""
        message = f"an undecided claim has no certificate: {self.reason}"
        raise VerdictError(message)


def _claim_rows(claim: PrivacyClaim) -> list[list[str]]:
    mechanism, pairs = claim.mechanism, claim.neighbors.edges
    size = f"{counted(len(mechanism.inputs), 'input')}, {counted(len(mechanism.outputs), 'output')}"
    everyone = "all inputs are neighbors" if pairs is None else f"{counted(len(pairs), 'pair')} of neighbors"
    said = [["claim", "P(S | i) <= E P(S | j) + delta"], ["mechanism", f"{size}, {everyone}"]]
    return [*said, ["E", shown(claim.exp_epsilon)], ["delta", shown(claim.delta)]]


Verdict = Proved | Refuted | Undecided
