"""is_maximally_sufficient: whether a private mechanism can be made to say more at the same privacy."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NoReturn

from dpexact.decide.substitution import claim_at
from dpexact.decide.verdict import Proved, Refuted, truth_error
from dpexact.errors import UndecidedError, VerdictError
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.excerpt import value_excerpt
from dpexact.privacy.privacy_claim import PrivacyClaim
from dpexact.sufficiency.intervals import points_of
from dpexact.sufficiency.row_graphs import Bounds
from dpexact.sufficiency.splitting import split_output
from dpexact.sufficiency.verdict import maximal_certificate, not_maximal_certificate
from dpexact.words import html_table, shown

if TYPE_CHECKING:
    from dpexact.certificates.certificate import Certificate
    from dpexact.mechanisms.graph import NeighborGraph
    from dpexact.mechanisms.labels import Label
    from dpexact.mechanisms.mechanism import Mechanism
    from dpexact.numbers.exact import Exact
    from dpexact.numbers.field import Free


@Proved.register
@dataclass(frozen=True)
class Maximal:
    """Every private mechanism that is sufficient for this one is also equivalent to it."""

    mechanism: Mechanism
    neighbors: NeighborGraph = field(repr=False)
    exp_epsilon: Exact
    proved: bool = True

    def _repr_html_(self) -> str:
        """For notebooks."""
        return html_table("Proved: maximally sufficient", (), [["E", shown(self.exp_epsilon)]])

    def __bool__(self) -> bool:
        """Raises: VerdictError; a verdict is matched, not tested for truth."""
        raise truth_error("Proved")

    def require(self) -> Maximal:
        """The verdict itself."""
        return self

    def certificate(self) -> Certificate:
        """A certificate of the kind `maximally-sufficient`, built on demand. Raises: CertificateError for a free E."""
        return maximal_certificate(self.mechanism, self.neighbors, self.exp_epsilon)


@Refuted.register
@dataclass(frozen=True)
class NotMaximal:
    """A private mechanism says more: `.better`, in which `output` is split between `part` and its other inputs.

    No tight pair leads out of `part`. With a free E the mechanism is the one at `point`, which `exp_epsilon` is.
    """

    mechanism: Mechanism
    neighbors: NeighborGraph = field(repr=False)
    exp_epsilon: Exact
    output: Label
    part: tuple[Label, ...]
    point: Exact | None = None
    proved: bool = False

    def _repr_html_(self) -> str:
        """For notebooks."""
        rows = [
            ["E", shown(self.exp_epsilon)],
            ["output", repr(self.output)],
            ["is split at", value_excerpt(self.part)],
        ]
        return html_table("Refuted: not maximally sufficient", (), rows)

    @property
    def better(self) -> Mechanism:
        """A private mechanism that is sufficient for this one, but not the other way round."""
        return split_output(self.mechanism, self.neighbors, self.exp_epsilon, self.output)

    def __bool__(self) -> bool:
        """Raises: VerdictError; a verdict is matched, not tested for truth."""
        raise truth_error("Refuted")

    def require(self) -> NoReturn:
        """Raises: VerdictError, naming the output that can be split."""
        message = (
            f"refuted at E = {self.exp_epsilon}: the output {self.output!r} can be split at {list(self.part)!r:.200}"
        )
        raise VerdictError(message)

    def certificate(self) -> Certificate:
        """A certificate of the kind `not-maximally-sufficient`, built on demand."""
        return not_maximal_certificate(self.mechanism, self.neighbors, self.exp_epsilon, self.output, self.part)


def is_maximally_sufficient(
    mechanism: Mechanism, neighbors: NeighborGraph, exp_epsilon: object = None, *, epsilon: object = None
) -> Maximal | NotMaximal:
    """Whether every private mechanism that is sufficient for this private one is equivalent to it.

    That is so if and only if, for every output, tight pairs connect the inputs with positive probability. (Where the
    relation is connected, that is Theorem 3.3.2: the row graphs are connected.) With a free E: for all E of the
    interval, or refuted at a concrete one.

    Guarantee: exact.
    Raises: ParameterError for a mechanism that is not private at E with delta = 0, an infinite E, or a relation that is
    not symmetric; MechanismError.
    Reference: Kifer and Lin, Definition 3.1.3 and Theorem 3.3.2; docs/axioms.md has the proof.
    """
    factor = one_factor(exp_epsilon, epsilon)
    bounds = Bounds.of_private(mechanism, neighbors, factor)
    for output, column in zip(mechanism.outputs, mechanism.column_stochastic(), strict=True):
        parts = bounds.parts(column)
        if len(parts) > 1:
            claim = PrivacyClaim.of(mechanism, neighbors, factor, 0)
            if claim.free_intervals:
                return _at_some_point(claim, claim.free_intervals[0])
            part = tuple(mechanism.inputs[i] for i in parts[0])
            return NotMaximal(mechanism, neighbors, bounds.factor, output, part)
    return Maximal(mechanism, neighbors, bounds.factor)


def _at_some_point(claim: PrivacyClaim, interval: Free) -> Maximal | NotMaximal:
    """Refute it at a number of the interval: the pairs that are not tight for every E are tight for finitely many."""
    for point in points_of(interval):
        concrete = claim_at(claim, point)
        verdict = is_maximally_sufficient(concrete.mechanism, concrete.neighbors, concrete.exp_epsilon)
        if isinstance(verdict, NotMaximal):
            return replace(verdict, point=point)
    message = f"a free E: the mechanism is maximally sufficient at some E of {interval}, and at others not; ask at one"
    raise UndecidedError(message)
