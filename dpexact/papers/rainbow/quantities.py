"""The quantities of the rainbow paper that its text, captions and examples print numbers for."""

import math
from collections.abc import Sequence
from typing import TypeVar

from dpexact.audit.quantities.given import PaperQuantities, integer, numbers, word
from dpexact.errors import ParameterError, need
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact, exact
from dpexact.papers.rainbow.optimal import line_mechanism
from dpexact.papers.rainbow.transition import Variant, first_hit, phase_transitions, prefix_sums, step, transition
from dpexact.privacy.worst_case import tight_delta

QUANTITIES = PaperQuantities(
    "rainbow",
    "Generalized Rainbow Differential Privacy",
    **dict.fromkeys(("m", "p", "q", "values"), numbers),
    **dict.fromkeys(("k", "steps"), integer),
    **dict.fromkeys(("variant", "phase"), word),
)
Entry = TypeVar("Entry")
MAX_STEPS = 1000  # of a line whose rows are all computed and compared


def entry(values: Sequence[Entry], k: int) -> Entry:
    """Return entry k, counted from 1. Raises ParameterError."""
    return values[need.integer(k, "k", 1, len(values)) - 1]


def finite(time: float) -> Exact:
    """Return a number of steps as an exact number. Raises ParameterError for infinity."""
    if math.isinf(time):
        came = "infinity: this prefix sum has no phase transition"
        raise ParameterError(came, place="tau_k", expected="a finite time")
    return exact(int(time))


@QUANTITIES.add("Section 5.3: weight * E/(1 + E)")
def _boundary_weight(weight: Exact, exp_epsilon: Exact) -> Exact:
    return weight * exp_epsilon / (1 + exp_epsilon)


@QUANTITIES.add("(2.1): the sum of the entries")
def _total(values: Sequence[Exact]) -> Exact:
    return sum(values, exact(0))


@QUANTITIES.add("Section 5.3: 1 minus the other values")
def _remainder(values: Sequence[Exact]) -> Exact:
    return 1 - _total(values)


@QUANTITIES.add("(5.1) and (5.4): tau_k as printed, with ceilings")
def _printed_transition(m: Sequence[Exact], exp_epsilon: Exact, delta: Exact, k: int) -> Exact:
    return finite(entry(phase_transitions(m, exp_epsilon, delta, variant="printed"), k))


@QUANTITIES.add("prose after (5.1): the first t with s_k^t at or past the breakpoint", name="first_hit")
def _hit(m: Sequence[Exact], exp_epsilon: Exact, delta: Exact, k: int, variant: Variant) -> Exact:
    return finite(first_hit(entry(prefix_sums(m), k), transition(exp_epsilon, delta, variant)))


@QUANTITIES.add("prose after (5.4): the last t with s_k^t <= 1/(E + 1), -1 if there is none")
def last_below(m: Sequence[Exact], exp_epsilon: Exact, delta: Exact, k: int) -> Exact:
    """Return the last t with s_k^t <= 1/(E + 1) under the printed T (E > 1), -1 if there is none."""
    rule = transition(exp_epsilon, delta, "printed")
    reached = _hit(m, exp_epsilon, delta, k, "printed")
    there = rule.exp_epsilon**reached * (entry(prefix_sums(m), k) + rule.drift) - rule.drift
    return reached if there == rule.breakpoint else reached - 1


@QUANTITIES.add("(5.1) and (5.4): tau_k with floors in place of the ceilings")
def floor_transition(m: Sequence[Exact], exp_epsilon: Exact, delta: Exact, k: int) -> Exact:
    """Return tau_k of (5.1) or (5.4) with floors, 1 more than the last t with s_k^t <= 1/(E + 1), or 0."""
    return last_below(m, exp_epsilon, delta, k) + 1


@QUANTITIES.add("Section 5.3: the k whose first or third phase is degenerate")
def degenerate_phase(m: Sequence[Exact], exp_epsilon: Exact, phase: str) -> Exact:
    """Return the k whose first phase (tau_k = 0) or third phase (tau_{k-1} infinite) is degenerate for delta = 0."""
    rule = transition(exp_epsilon, 0)
    taus = [first_hit(s, rule) for s in (exact(0), *prefix_sums(m))]
    if need.one_of(phase, ("first", "third"), "phase") == "first":
        degenerate = [k for k, tau in enumerate(taus) if k > 0 and tau == 0]
    else:
        degenerate = [k + 1 for k, tau in enumerate(taus[:-1]) if math.isinf(tau)]
    if len(degenerate) != 1:
        raise ParameterError(f"{degenerate}", place="phase", expected=f"one k with a degenerate {phase} phase")
    return exact(degenerate[0])


@QUANTITIES.add("Definition 2: the least delta of two distributions", "larger-is-safe")
def _closeness_delta(p: Sequence[Exact], q: Sequence[Exact], exp_epsilon: Exact) -> Exact:
    mechanism = Mechanism.from_rows(("p", "q"), range(1, len(p) + 1), [p, q])
    return tight_delta(mechanism, NeighborGraph.path(mechanism.inputs), exp_epsilon)


@QUANTITIES.add("Theorem 4: the least delta between neighbors of a line", "larger-is-safe")
def _line_delta(m: Sequence[Exact], exp_epsilon: Exact, delta: Exact, variant: Variant, steps: int) -> Exact:
    length = need.integer(steps, "steps", 0, MAX_STEPS)
    mechanism = line_mechanism(m, exp_epsilon, delta, length, variant)
    return tight_delta(mechanism, NeighborGraph.path(mechanism.inputs), exp_epsilon)


@QUANTITIES.add("(4.2) and (4.3): an entry of T(p)")
def _step_entry(p: Sequence[Exact], exp_epsilon: Exact, delta: Exact, variant: Variant, k: int) -> Exact:
    return entry(step(p, exp_epsilon, delta, variant), k)


@QUANTITIES.add("Example 1: p_k - E q_k - delta")
def _coordinate_excess(p: Sequence[Exact], q: Sequence[Exact], exp_epsilon: Exact, delta: Exact, k: int) -> Exact:
    return entry(p, k) - exp_epsilon * entry(q, k) - delta
