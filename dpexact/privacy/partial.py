"""What holds of a mechanism of which some mass is not known: of every completion, or of none.

For an ordered pair (i, j) let k be the known parts, u the unfinished masses, and D the sum of the positive parts of
k_i(o) - E k_j(o). For every completion and every event S, with K its known outputs,

    P_i(S) - E P_j(S) <= k_i(K) + u_i - E k_j(K) <= D + u_i,

and the completion with an output of its own for u_i attains it. For S = {o : k_i(o) > E k_j(o)}, whatever is missing,

    P_i(S) - E P_j(S) >= k_i(S) - E (k_j(S) + u_j) = D - E u_j,

attained where u_j lies in S and u_i outside. So the claim holds of all completions if D + u_i <= delta for all pairs,
and of none if D - E u_j > delta for one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpexact.mechanisms.partial import UNFINISHED
from dpexact.numbers.enclosure import START_BITS, Enclosure
from dpexact.numbers.exact import Exact
from dpexact.privacy.claim import PrivacyClaim, pair_places
from dpexact.privacy.layout import layout_of
from dpexact.privacy.verdict import Counterexample, EveryPair, Proved, Refuted, Undecided, in_text
from dpexact.words import counted

if TYPE_CHECKING:
    from fractions import Fraction

    from dpexact.mechanisms.graph import NeighborGraph
    from dpexact.mechanisms.labels import Label
    from dpexact.mechanisms.partial import PartialMechanism
    from dpexact.privacy.verdict import NotPrivate, Verdict


def tight_delta_of_partial(mechanism: PartialMechanism, neighbors: NeighborGraph, factor: object) -> Enclosure:
    """Return bounds between which the tight delta of every completion lies, both attained or 0."""
    claim = PrivacyClaim.of(mechanism.completion(), neighbors, factor, 0)
    upper = lower = Exact.of_rational(0)
    for i, j in pair_places(claim.mechanism, neighbors):
        worst = layout_of(claim.mechanism, claim.exp_epsilon).worst(i, [j])[1]
        upper = max(upper, worst)
        lower = max(lower, worst - _in_doubt(mechanism, claim, i, j))
    found = Enclosure.computed(_Between(), lower, upper)
    found.lower, found.upper = _bounds(lower)[0], _bounds(upper)[1]  # the ball's own are rounded
    return found


def _bounds(number: Exact) -> tuple[Fraction, Fraction]:
    return (number.as_fraction(),) * 2 if number.is_rational() else number.enclosure(START_BITS)


class _Between:
    """The rule of a number that lies between two others, and of which nothing more is known."""

    def __call__(self, lower: Any, upper: Any) -> Any:
        """Return a ball that holds two balls."""
        return lower.union(upper)

    def spent(self, precision: int, bits: int) -> str:
        """Say why a higher precision does not help."""
        del precision, bits
        return "what is left depends on paths of the program that were not followed; follow more (paths=, mass=)"


def _in_doubt(mechanism: PartialMechanism, claim: PrivacyClaim, i: int, j: int) -> Exact:
    """Return u_i + E u_j, by how much D + u_i is above D - E u_j; for E = infinity 1, unless u_j = 0."""
    first, second = (mechanism.unfinished[claim.mechanism.inputs[place]] for place in (i, j))
    if isinstance(claim.exp_epsilon, Exact):
        return first + claim.exp_epsilon * second
    return first if second == 0 else Exact.of_rational(1)


def verify_partial(mechanism: PartialMechanism, neighbors: NeighborGraph, factor: object, delta: object) -> Verdict:
    """Decide whether every completion keeps the bound (Proved), none does (Refuted), or that depends (Undecided)."""
    from dpexact.privacy.verify import verify

    verdict = verify(mechanism.completion(), neighbors, factor, delta)
    if isinstance(verdict, Proved):
        return Proved(verdict.claim, EveryPair(completions=True))
    if isinstance(verdict, Undecided):
        return verdict
    claim = verdict.concrete
    rows = layout_of(claim.mechanism, claim.exp_epsilon)
    for i, j in pair_places(claim.mechanism, neighbors):
        if rows.exceeding(i, [j], claim.delta + _in_doubt(mechanism, claim, i, j)) is not None:
            names = (claim.mechanism.inputs[i], claim.mechanism.inputs[j])
            event = tuple(claim.mechanism.outputs[o] for o in rows.positive(i, j))
            return _refuted(mechanism, verdict, names, tuple(o for o in event if o != (UNFINISHED, names[0])))
    left = max(mechanism.unfinished.values())
    unknown = counted(sum(1 for mass in mechanism.unfinished.values() if mass != 0), "input")
    reason = (
        f"mass of up to {in_text(left)} is unfinished for {unknown}: the claim holds of some completions and fails of "
        f"others ({verdict.counterexample.said(claim)}, if it lies worst); follow more paths (paths=, mass=), or name "
        "subprograms="
    )
    return Undecided(verdict.claim, reason)


def _refuted(
    mechanism: PartialMechanism, verdict: NotPrivate, pair: tuple[Label, Label], event: tuple[Label, ...]
) -> NotPrivate:
    """Return the refutation by an event for which the claim fails even in the completion that is best for it."""
    old = verdict.concrete
    best = mechanism.completion({pair[1]: event[0]})
    claim = PrivacyClaim(best, old.neighbors, old.exp_epsilon, old.delta)
    first, second = (best.probability(name, event) for name in pair)
    excess = (
        first - old.delta if not isinstance(old.exp_epsilon, Exact) else first - old.exp_epsilon * second - old.delta
    )
    return Refuted(claim, Counterexample(pair, event, excess, completions=True))
