"""is_maximally_sufficient: whether a private mechanism can be made to say more at the same privacy."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from dpexact.certificates.certificate import Certificate
from dpexact.errors import UndecidedError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact
from dpexact.numbers.generators import Free
from dpexact.numbers.notebook import shown
from dpexact.numbers.typography import value_excerpt
from dpexact.privacy.claim import PrivacyClaim, claim_at
from dpexact.privacy.verdict import Proved, Refuted
from dpexact.sufficiency.intervals import points_of
from dpexact.sufficiency.row_graphs import Bounds
from dpexact.sufficiency.splitting import split_output
from dpexact.sufficiency.verdict import maximal_certificate, not_maximal_certificate


@dataclass(frozen=True)
class Maximality:
    """The claim that every private mechanism that is sufficient for this one is also equivalent to it."""

    mechanism: Mechanism
    neighbors: NeighborGraph = field(repr=False)
    exp_epsilon: Exact


@dataclass(frozen=True)
class Connected:
    """Shows that a mechanism is maximally sufficient, since tight pairs connect the inputs of each output."""

    def said(self, claim: Maximality) -> str:
        """Return the claim as a sentence."""
        del claim
        return "every private mechanism with finitely many outputs that is sufficient for it is equivalent to it"

    def table(self, claim: Maximality) -> tuple[str, list[list[str]]]:
        """Return E in a row."""
        return ": maximally sufficient", [["E", shown(claim.exp_epsilon)]]

    def certificate(self, claim: Maximality) -> Certificate:
        """Make one of the kind `maximally-sufficient`. Raises: CertificateError for a free E."""
        return maximal_certificate(claim.mechanism, claim.neighbors, claim.exp_epsilon)


@dataclass(frozen=True)
class Split:
    """Shows that a private mechanism says more, `better`, in which `output` is split between `part` and the rest.

    No tight pair leads out of `part`.
    """

    output: Label
    part: tuple[Label, ...]
    claim: Maximality = field(repr=False)

    @property
    def better(self) -> Mechanism:
        """A private mechanism that is sufficient for this one, but not the other way round."""
        at = self.claim
        return split_output(at.mechanism, at.neighbors, at.exp_epsilon, self.output)

    def said(self, claim: Maximality) -> str:
        """Say which output can be split."""
        del claim
        return f"the output {self.output!r} can be split at {list(self.part)!r:.200}"

    def table(self, claim: Maximality) -> tuple[str, list[list[str]]]:
        """Return E, the output and the part in rows."""
        rows = [["output", repr(self.output)], ["is split at", value_excerpt(self.part)]]
        return ": not maximally sufficient", [["E", shown(claim.exp_epsilon)], *rows]

    def certificate(self, claim: Maximality) -> Certificate:
        """Make one of the kind `not-maximally-sufficient`."""
        return not_maximal_certificate(claim.mechanism, claim.neighbors, claim.exp_epsilon, self.output, self.part)


Maximal = Proved[Maximality, Connected]
NotMaximal = Refuted[Maximality, Split]


def is_maximally_sufficient(
    mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: object = None, *, epsilon: object = None
) -> Maximal | NotMaximal:
    """Decide whether every private mechanism that is sufficient for this private one is equivalent to it.

    That is so if and only if, for every output, tight pairs connect the inputs with positive probability. (If the
    relation is connected, that is Theorem 3.3.2, by which the row graphs are connected.) A claim with a free E is
    decided for all E of the interval, or refuted at a concrete one.

    Guarantee: exact.
    Raises: ParameterError for a mechanism that is not private at E with delta = 0, an infinite E, or a relation that is
    not symmetric, MechanismError.
    Reference: Kifer and Lin, Definition 3.1.3 and Theorem 3.3.2. docs/axioms.md has the proof.
    """
    factor = one_factor(exp_epsilon, epsilon)
    bounds = Bounds.of_private(mechanism, neighbors, factor)
    for output, column in zip(mechanism.outputs, mechanism.column_stochastic(), strict=True):
        parts = bounds.parts(column)
        if len(parts) > 1:
            claim = PrivacyClaim.of(mechanism, neighbors, factor, 0)
            if claim.free_intervals:
                return _at_some_point(claim, bounds.factor, claim.free_intervals[0])
            part = tuple(mechanism.inputs[i] for i in parts[0])
            maximality = Maximality(mechanism, neighbors, bounds.factor)
            return Refuted(maximality, Split(output, part, maximality))
    return Proved(Maximality(mechanism, neighbors, bounds.factor), Connected())


def _at_some_point(claim: PrivacyClaim, factor: Exact, interval: Free) -> Maximal | NotMaximal:
    """Refute it at a number of the interval. Pairs that are not tight for every E are tight for finitely many."""
    maximality = Maximality(claim.mechanism, claim.neighbors, factor)
    for point in points_of(interval):
        concrete = claim_at(claim, point)
        verdict = is_maximally_sufficient(concrete.mechanism, concrete.neighbors, concrete.exp_epsilon)
        if isinstance(verdict, Refuted):
            return replace(verdict, claim=maximality, point=point)
    raise UndecidedError(
        f"a free E: the mechanism is maximally sufficient at some E of {interval}, and at others not",
        remedy="ask at one",
    )
