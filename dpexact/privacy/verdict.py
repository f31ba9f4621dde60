"""Proved, Refuted and Undecided are the three answers to any claim, none of which has a truth value.

A verdict is a claim and the evidence for the answer, `by` for a proof and `counterexample` for a refutation. Both are
values of the room whose question it is, and have their own sentence and certificate (`Shown`). A counterexample without
them is added up by hand. A verdict has the attributes of its evidence, so `verdict.kernel` of the order of sufficiency
is `verdict.by.kernel`.
"""
# ruff: noqa: D102 - the methods of evidence are those of `Shown`, which describes them

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, Protocol, TypeVar, cast

from dpexact.certificates.certificate import Certificate, privacy_certificate
from dpexact.errors import VerdictError, need
from dpexact.mechanisms.graph import NO_PAIR, NeighborGraph
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import epsilon_of, rational_epsilon
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.generators import Free
from dpexact.numbers.notebook import html_table, shown
from dpexact.numbers.typography import counted, excerpt, value_excerpt
from dpexact.privacy.claim import PrivacyClaim

if TYPE_CHECKING:
    from typing_extensions import TypeVar as DefaultingTypeVar

    Claim = DefaultingTypeVar("Claim", default=Any)
    By = DefaultingTypeVar("By", default=Any)
else:  # the defaults, which only a type checker reads, are of Python 3.13
    Claim, By = TypeVar("Claim"), TypeVar("By")

VERIFY = "verify(mechanism, neighbors, exp_epsilon, delta)"
DIGITS = 6
SHORT_DIGITS = 4
SHORT = 24  # characters of a rational number that needs no decimal beside it
BITS = 256  # of the parts of an event
BOUND = "P(S | i) <= E P(S | j) + delta"
EVERYTHING = "neighbors i, j and events S"
WHEREVER = "wherever the unfinished mass lies"


class Shown(Protocol):
    """Evidence of an answer, with a sentence, rows of a table, and a certificate."""

    def said(self, claim: Any, /) -> str:
        """Return a sentence about the claim."""

    def table(self, claim: Any, /) -> tuple[str, list[list[str]]]:
        """Return a caption and rows for notebooks."""

    def certificate(self, claim: Any, /) -> Certificate:
        """Make the certificate. Raises VerdictError if there is none."""


@dataclass(frozen=True)
class ByHand:
    """A counterexample to add up by hand, unless it names verdicts as its `evidence`, which have certificates."""

    found: object

    def said(self, _: object) -> str:
        return repr(self.found)

    def table(self, _: object) -> tuple[str, list[list[str]]]:
        return "", [["by", value_excerpt(self.found)]]

    def certificates(self) -> tuple[Certificate, ...]:
        return tuple(verdict.certificate() for verdict in getattr(self.found, "evidence", ()))

    def certificate(self, _: object) -> Certificate:
        """Make the first certificate. Raises VerdictError without any."""
        for certificate in self.certificates():
            return certificate
        remedy = f"the counterexample can be added up by hand: {self.found!r}"
        raise VerdictError("what fails is not an (epsilon, delta)-bound, so there is no certificate", remedy=remedy)


class _Verdict:
    proved: ClassVar[bool] = False

    def __bool__(self) -> bool:
        """Raise VerdictError, since a verdict is matched, not tested for truth."""
        message = f"a verdict has no truth value (this one is {type(self).__name__})"
        raise VerdictError(message, remedy="look at .proved, or match on Proved, Refuted, Undecided")


class _Settled(_Verdict):
    """A verdict with evidence about a claim, the attributes of which `_parts` names."""

    _parts: ClassVar[tuple[str, str]]

    @property
    def _evidence(self) -> tuple[Shown, Any]:
        evidence, claim = (getattr(self, name) for name in self._parts)
        return cast("Shown", evidence if hasattr(evidence, "said") else ByHand(evidence)), claim

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the evidence, or else of the claim that it is about."""
        if not name.startswith("_"):
            for value in map(self.__dict__.get, self._parts):
                if hasattr(value, name):
                    return getattr(value, name)
        has = "it has .proved, .claim, and the attributes of its evidence and of its claim"
        message = f"a verdict has no {name!r}; {has}"
        raise AttributeError(message)

    @property
    def sentence(self) -> str:
        """The claim, as its evidence says it."""
        evidence, claim = self._evidence
        return f"{evidence.said(claim)}{_asked(claim)}"

    def __repr__(self) -> str:
        mark = ", but" if self.proved and getattr(self._evidence[1], "vacuous", False) else ":"
        return f"<{type(self).__name__}{mark} {self.sentence}>"

    def _repr_html_(self) -> str:
        evidence, claim = self._evidence
        caption, rows = evidence.table(claim)
        return html_table(f"{type(self).__name__}{caption}", (), rows)

    def certificate(self) -> Certificate:
        """Make the certificate of the answer. Raises VerdictError if there is none, or more than one."""
        evidence, claim = self._evidence
        return evidence.certificate(claim)

    def certificates(self) -> tuple[Certificate, ...]:
        """Make all certificates on which the answer rests: one, one for each (epsilon, delta)-bound, or none."""
        several = getattr(self._evidence[0], "certificates", None)
        return (self.certificate(),) if several is None else several()


@need.made_by(VERIFY)
@dataclass(frozen=True, repr=False)
class Proved(_Settled, Generic[Claim, By]):
    """The claim is true, and `.certificate()` is evidence that the kernel re-checks.

    For a relation without a pair, every claim is true and says nothing. Then `.vacuous` is True, `.require()` raises,
    and on the command line nothing was claimed (exit status 3).
    """

    claim: Claim
    by: By
    proved: ClassVar[bool] = True
    _parts: ClassVar[tuple[str, str]] = ("by", "claim")

    @property
    def vacuous(self) -> bool:
        """Return whether the relation lacks a pair of neighbors, so that nothing was claimed."""
        return bool(getattr(self.claim, "vacuous", False))

    def require(self) -> Proved[Claim, By]:
        """Return the verdict itself. Raises VerdictError without a pair of neighbors, since nothing was claimed."""
        if self.vacuous:
            raise VerdictError(f"nothing was claimed: {NO_PAIR}", remedy="name the neighbors of the mechanism")
        return self


@need.made_by(VERIFY)
@dataclass(frozen=True, repr=False)
class Refuted(_Settled, Generic[Claim, By]):
    """The claim is false, as `.counterexample` shows.

    `concrete` is the claim that the counterexample is about, the claim itself or, for a free E, the claim read at
    `point`, a number of the interval (None if nothing is free).
    """

    claim: Claim
    counterexample: By
    concrete: Claim = None  # type: ignore[assignment]
    point: Exact | None = None
    _parts: ClassVar[tuple[str, str]] = ("counterexample", "concrete")

    def __post_init__(self) -> None:
        if self.concrete is None:
            object.__setattr__(self, "concrete", self.claim)

    def require(self) -> NoReturn:
        """Raise VerdictError with the counterexample."""
        evidence, claim = self._evidence
        at = _level(claim) or ("" if self.point is None else f"E = {self.point}")
        raise VerdictError(evidence.said(claim), place=f"refuted at {at}" if at else "refuted")


@need.made_by(VERIFY, reason=str)
@dataclass(frozen=True, repr=False)
class Undecided(_Verdict, Generic[Claim]):
    """Neither proved nor refuted. `reason` says why, and names a remedy."""

    claim: Claim
    reason: str

    @property
    def sentence(self) -> str:
        """The reason and the claim."""
        return f"{self.reason}{_asked(self.claim)}"

    def __repr__(self) -> str:
        return f"<Undecided: {self.sentence}>"

    def _repr_html_(self) -> str:
        rows = _claim_rows(self.claim) if isinstance(self.claim, PrivacyClaim) else []
        return html_table("Undecided", (), [*rows, ["why", self.reason]])

    def require(self) -> NoReturn:
        """Raise VerdictError with the reason."""
        raise VerdictError(f"{self.reason}", place="undecided")

    def certificates(self) -> tuple[Certificate, ...]:
        """Return the empty tuple, since evidence is missing either way."""
        return ()

    def certificate(self) -> NoReturn:
        """Raise VerdictError, since evidence is missing either way."""
        raise VerdictError(f"an undecided claim has no certificate: {self.reason}")


@dataclass(frozen=True)
class EveryPair:
    """The bound of a privacy claim holds for all pairs and events. The kernel adds them up again.

    With `completions`, the claim is about the worst completion of a partial mechanism, and holds for all of them.
    """

    completions: bool = False

    def said(self, claim: PrivacyClaim) -> str:
        if claim.neighbors.is_empty:
            return f"nothing was claimed: {NO_PAIR}"
        return f"{BOUND} for all {EVERYTHING}{f', {WHEREVER}' if self.completions else ''}"

    def table(self, claim: PrivacyClaim) -> tuple[str, list[list[str]]]:
        return (f", but nothing was claimed: {NO_PAIR}" if claim.neighbors.is_empty else ""), _claim_rows(claim)

    def certificate(self, claim: PrivacyClaim) -> Certificate:
        """Certify the claim at its E, or for all E of its interval."""
        kind, pairs = "private-for-all" if claim.free_intervals else "private", claim.neighbors.ordered_pairs()
        return privacy_certificate(kind, claim.mechanism, pairs, claim.exp_epsilon, claim.delta)


@dataclass(frozen=True)
class Counterexample:
    """An ordered pair (i, j) and an event S with excess = P_i(S) - E P_j(S) - delta > 0 (infinity times 0 is 0).

    The excess is an Enclosure if dpexact does not compute in a common field of these numbers. With `completions`,
    the claim is about the completion of a partial mechanism that is best for it, and fails for all of them.
    """

    pair: tuple[Label, Label]
    event: tuple[Label, ...]
    excess: Exact | Enclosure
    completions: bool = False

    def said(self, claim: PrivacyClaim) -> str:
        i, j = (value_excerpt(name) for name in self.pair)
        masses = [in_text(claim.mechanism.probability(name, self.event)) for name in self.pair]
        best = f"{WHEREVER} (where it is best: that of {j} in S, that of {i} outside): " if self.completions else ""
        return (
            f"{best}S = {value_excerpt(self.event)} has P(S | {i}) = {masses[0]} and P(S | {j}) = {masses[1]}, "
            f"so P(S | {i}) - E P(S | {j}) - delta = {in_text(self.excess)} > 0"
        )

    def by_contribution(self, claim: PrivacyClaim) -> list[tuple[Label, Fraction]]:
        """Return the outputs of the event with P_i(o) - E P_j(o), the largest first.

        The numbers are within 2^-250 (1 + E) of the true ones.
        """
        E = claim.exp_epsilon
        factor = E.enclosure(BITS)[0] if isinstance(E, Exact) else Fraction(0)  # infinity times 0 is 0

        def mass(name: Label, output: Label) -> Fraction:
            return claim.mechanism.probability(name, (output,)).enclosure(BITS)[0]

        first, second = self.pair
        parts = [(output, mass(first, output) - factor * mass(second, output)) for output in self.event]
        return sorted(parts, key=lambda part: part[1], reverse=True)

    def table(self, claim: PrivacyClaim) -> tuple[str, list[list[str]]]:
        first, second = self.pair
        masses = ([f"P(S | {name!r})", shown(claim.mechanism.probability(name, self.event))] for name in self.pair)
        return "", [
            *_claim_rows(claim),
            ["pair (i, j)", f"({first!r}, {second!r})"],
            ["event S", value_excerpt(self.event)],
            *masses,
            ["excess P(S | i) - E P(S | j) - delta > 0", shown(self.excess)],
        ]

    def certificate(self, claim: PrivacyClaim) -> Certificate:
        """Certify that the bound fails for this pair and event, at one concrete E."""
        pairs = claim.neighbors.ordered_pairs()
        return privacy_certificate(
            "not-private", claim.mechanism, pairs, claim.exp_epsilon, claim.delta, self.pair, self.event
        )


def contribution_text(parts: Sequence[tuple[Label, Fraction]], text_of: Callable[[object], str]) -> str:
    """Say which output contributes most to an event, of `Counterexample.by_contribution`, or "" for one output."""
    if len(parts) < 2:
        return ""
    output, most = parts[0]
    total, alone = (exact(value).decimal(SHORT_DIGITS) for value in (sum(value for _, value in parts), most))
    return f"of {total}, the output {text_of(output)} alone gives {alone}"


def levels_text(claim: PrivacyClaim) -> str:
    """Write E, epsilon and delta of a claim in a line of text."""
    E, delta = claim.exp_epsilon, claim.delta
    if not isinstance(E, Exact):
        text = "E = infinity, epsilon = infinity"
    elif isinstance(E.field, Free):
        text = f"E = {excerpt(str(E))}"
    else:
        rational = rational_epsilon(E)
        epsilon = f"in {epsilon_of(E).decimal(DIGITS)}" if rational is None else f"= {excerpt(str(exact(rational)))}"
        text = f"E = {in_text(E)}, epsilon {epsilon}"
    return f"{text}, delta = {in_text(delta)}"


def in_text(number: Exact | Enclosure) -> str:
    """Return a number, with a decimal beside it if it is long or irrational."""
    if not isinstance(number, Exact):
        return f"a number in {number.decimal(DIGITS)}"
    text = str(number)
    if isinstance(number.field, Free) or (number.is_rational() and len(text) <= SHORT):
        return excerpt(text)
    return f"{excerpt(text)} (about {number.decimal(DIGITS)})"


def size_text(mechanism: Mechanism, neighbors: NeighborGraph) -> str:
    """Say in words the size of a mechanism and of the relation of its neighbors."""
    sizes = {"input": len(mechanism.inputs), "output": len(mechanism.outputs), "ordered pair": neighbors.count_pairs()}
    text = ", ".join(counted(size, noun) for noun, size in sizes.items())
    some = "all" if len(neighbors.inputs) == len(mechanism.inputs) else len(neighbors.inputs)
    return text + (f" ({some} inputs are neighbors)" if neighbors.edges is None else "")


def _level(claim: object) -> str:
    """Return the E at which a claim is made, with epsilon and delta of a claim of privacy, or "" without an E."""
    if isinstance(claim, PrivacyClaim):
        return levels_text(claim)
    return f"E = {excerpt(str(claim.exp_epsilon))}" if hasattr(claim, "exp_epsilon") else ""


def _asked(claim: object) -> str:
    """Return the E that was asked about, and the size of a claim of privacy."""
    size = size_text(claim.mechanism, claim.neighbors) if isinstance(claim, PrivacyClaim) else ""
    return "".join(f"; {part}" for part in (_level(claim), size) if part)


def _claim_rows(claim: PrivacyClaim) -> list[list[str]]:
    rows = [["claim", BOUND], ["mechanism", size_text(claim.mechanism, claim.neighbors)]]
    return [*rows, ["E", shown(claim.exp_epsilon)], ["delta", shown(claim.delta)]]


Private = Proved[PrivacyClaim, EveryPair]
NotPrivate = Refuted[PrivacyClaim, Counterexample]
Verdict = Private | NotPrivate | Undecided[PrivacyClaim]
