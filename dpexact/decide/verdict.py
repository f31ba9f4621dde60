"""Proved, Refuted, Undecided: three answers, none of which has a truth value.

They are about privacy; the same answers to other questions register with them, so that `isinstance` and `match` see
them as what they are.
"""

from __future__ import annotations

from abc import ABCMeta
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from dpexact import need
from dpexact.decide.verdict_certificates import proved_certificate, refuted_certificate
from dpexact.errors import VerdictError
from dpexact.mechanisms.graph import NO_PAIR
from dpexact.numbers.epsilon import epsilon_of, rational_epsilon
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.excerpt import excerpt, value_excerpt
from dpexact.numbers.field import Free
from dpexact.privacy.privacy_claim import PrivacyClaim
from dpexact.words import counted, html_table, shown

if TYPE_CHECKING:
    from dpexact.certificates.certificate import Certificate
    from dpexact.mechanisms.labels import Label
    from dpexact.numbers.enclosure import Enclosure

VERIFY = "verify(mechanism, neighbors, exp_epsilon, delta)"
DIGITS = 6
SHORT = 24  # characters of a rational number that needs no decimal beside it


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


def levels_text(claim: PrivacyClaim) -> str:
    """E, epsilon and delta of a claim in a line of text."""
    E, delta = claim.exp_epsilon, claim.delta
    if not isinstance(E, Exact):
        said = "E = infinity, epsilon = infinity"
    elif isinstance(E.field, Free):
        said = f"E = {excerpt(str(E))}"
    else:
        rational = rational_epsilon(E)
        epsilon = f"in {epsilon_of(E).decimal(DIGITS)}" if rational is None else f"= {excerpt(str(exact(rational)))}"
        said = f"E = {_in_text(E)}, epsilon {epsilon}"
    return f"{said}, delta = {_in_text(delta)}"


def _in_text(number: Exact | Enclosure) -> str:
    """A number, with a decimal beside it where it is long or irrational."""
    if not isinstance(number, Exact):
        return f"a number in {number.decimal(DIGITS)}"
    said = str(number)
    if isinstance(number.field, Free) or (number.is_rational() and len(said) <= SHORT):
        return excerpt(said)
    return f"{excerpt(said)} (about {number.decimal(DIGITS)})"


def _size_text(claim: PrivacyClaim) -> str:
    mechanism, pairs = claim.mechanism, claim.neighbors.edges
    size = f"{counted(len(mechanism.inputs), 'input')}, {counted(len(mechanism.outputs), 'output')}"
    if claim.neighbors.is_empty:
        return f"{size}, no pair of neighbors"
    everyone = "all inputs are neighbors" if pairs is None else f"{counted(len(pairs), 'pair')} of neighbors"
    return f"{size}, {everyone}"


@need.made_by(VERIFY, claim=PrivacyClaim)
@dataclass(frozen=True)
class Proved(metaclass=ABCMeta):
    """The claim is true; `.certificate()` is evidence that the kernel re-checks.

    Of a relation without a pair every claim is true and says nothing: then `.vacuous` is True, `.require()` raises, and
    on the command line nothing was claimed (exit status 3).
    """

    claim: PrivacyClaim
    proved: bool = True

    @property
    def vacuous(self) -> bool:
        """Whether there is no pair of neighbors, so that nothing was claimed."""
        return self.claim.neighbors.is_empty

    def __repr__(self) -> str:
        """In a line: what is proved."""
        if self.vacuous:
            return f"<Proved, but nothing was claimed: {NO_PAIR}; {levels_text(self.claim)}; {_size_text(self.claim)}>"
        said = "P(S | i) <= E P(S | j) + delta for all neighbors i, j and events S"
        return f"<Proved: {said}; {levels_text(self.claim)}; {_size_text(self.claim)}>"

    def _repr_html_(self) -> str:
        """For notebooks."""
        caption = f"Proved, but nothing was claimed: {NO_PAIR}" if self.vacuous else "Proved"
        return html_table(caption, (), _claim_rows(self.claim))

    def __bool__(self) -> bool:
        """Raises: VerdictError; a verdict is matched, not tested for truth."""
        raise truth_error("Proved")

    def require(self) -> Proved:
        """The verdict itself. Raises: VerdictError where there is no pair of neighbors: nothing was claimed."""
        if self.vacuous:
            message = f"nothing was claimed: {NO_PAIR}; name the neighbors of the mechanism"
            raise VerdictError(message)
        return self

    def certificate(self) -> Certificate:
        """A certificate of the claim, built on demand."""
        return proved_certificate(self.claim)


@need.made_by(VERIFY, claim=PrivacyClaim, counterexample=Counterexample, concrete=PrivacyClaim)
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

    def __repr__(self) -> str:
        """In a line: the counterexample first, then what was asked."""
        (first, second), event = self.counterexample.pair, self.counterexample.event
        i, j = value_excerpt(first), value_excerpt(second)
        masses = [_in_text(self.concrete.mechanism.probability(name, event)) for name in (first, second)]
        return (
            f"<Refuted: S = {value_excerpt(event)} has P(S | {i}) = {masses[0]} and P(S | {j}) = {masses[1]}, "
            f"so P(S | {i}) - E P(S | {j}) - delta = {_in_text(self.counterexample.excess)} > 0; "
            f"{levels_text(self.concrete)}; {_size_text(self.concrete)}>"
        )

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
        message = (
            f"refuted at {levels_text(self.concrete)}: P({example.event!r} | {example.pair[0]!r}) exceeds "
            f"E P({example.event!r} | {example.pair[1]!r}) + delta by {example.excess!r}"
        )
        raise VerdictError(message)

    def certificate(self) -> Certificate:
        """A certificate that the claim is false, built on demand."""
        return refuted_certificate(self)


@need.made_by(VERIFY, claim=PrivacyClaim)
@dataclass(frozen=True)
class Undecided(metaclass=ABCMeta):
    """Neither proved nor refuted; `reason` says why and what would help."""

    claim: PrivacyClaim
    reason: str
    proved: bool = False

    def __repr__(self) -> str:
        """In a line: why, and what was asked."""
        return f"<Undecided: {self.reason}; {levels_text(self.claim)}; {_size_text(self.claim)}>"

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
    said = [["claim", "P(S | i) <= E P(S | j) + delta"], ["mechanism", _size_text(claim)]]
    return [*said, ["E", shown(claim.exp_epsilon)], ["delta", shown(claim.delta)]]


Verdict = Proved | Refuted | Undecided
