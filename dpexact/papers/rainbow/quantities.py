"""The quantities of the rainbow paper that its text, captions and examples print numbers for."""

from __future__ import annotations

import math
from collections.abc import Sequence

from dpexact.audit.quantity import QuantityList
from dpexact.errors import ParameterError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import excerpt
from dpexact.papers.rainbow.line import line_mechanism
from dpexact.papers.rainbow.transition import Variant, first_hit, phase_transitions, prefix_sums, step, transition
from dpexact.privacy.worst_case import tight_delta

QUANTITIES = QuantityList("rainbow", "Generalized Rainbow Differential Privacy")
MAX_STEPS = 1000  # of a line whose rows are all computed and compared


def vector(text: str) -> list[Exact]:
    """Return the entries of "1/2, 1/4, 1/4"."""
    return [exact(entry.strip()) for entry in text.split(",")]


def integer(name: str, text: str, least: int, greatest: int) -> int:
    """Return the integer that digits stand for. Raises: ParameterError."""
    digits = len(str(greatest))
    if not (text.isascii() and text.isdecimal() and len(text) <= digits and least <= int(text) <= greatest):
        raise ParameterError(
            repr(excerpt(text)), place=name, expected=f"an integer from {least} to {greatest} in digits 0 to 9"
        )
    return int(text)


def entry(values: Sequence[Exact], k: str) -> Exact:
    """Return entry k, counted from 1. Raises: ParameterError."""
    return values[integer("k", k, 1, len(values)) - 1]


def finite(time: float) -> Exact:
    """Return a number of steps as an exact number. Raises: ParameterError for infinity."""
    if math.isinf(time):
        raise ParameterError(
            "infinity: this prefix sum has no phase transition", place="tau_k", expected="a finite time"
        )
    return exact(int(time))


@QUANTITIES.add("Section 5.3: weight * E/(1 + E)")
def boundary_weight(weight: str, exp_epsilon: str) -> Exact:
    """Return weight * E/(1 + E)."""
    big_e = exact(exp_epsilon)
    return exact(weight) * big_e / (1 + big_e)


@QUANTITIES.add("(2.1): the sum of the entries")
def total(values: str) -> Exact:
    """Return the sum of the values."""
    return sum(vector(values), exact(0))


@QUANTITIES.add("Section 5.3: 1 minus the other values")
def remainder(values: str) -> Exact:
    """Return 1 minus the sum of the values."""
    return 1 - total(values)


@QUANTITIES.add("(5.1) and (5.4): tau_k as printed, with ceilings")
def printed_transition(m: str, exp_epsilon: str, delta: str, k: str) -> Exact:
    """Return tau_k of (5.1) or (5.4) as printed, with ceilings."""
    taus = phase_transitions(vector(m), exp_epsilon, delta, variant="printed")
    return entry([finite(tau) for tau in taus], k)


@QUANTITIES.add("prose after (5.1): the first t with s_k^t at or past the breakpoint", name="first_hit")
def hit(m: str, exp_epsilon: str, delta: str, k: str, variant: Variant) -> Exact:
    """Return the first t at which s_k^t is at or past the breakpoint of the variant."""
    s = entry(prefix_sums(vector(m)), k)
    return finite(first_hit(s, transition(exp_epsilon, delta, variant)))


@QUANTITIES.add("prose after (5.4): the last t with s_k^t <= 1/(E + 1), -1 if there is none")
def last_below(m: str, exp_epsilon: str, delta: str, k: str) -> Exact:
    """Return the last t with s_k^t <= 1/(E + 1) under the printed T (E > 1), -1 if there is none."""
    rule = transition(exp_epsilon, delta, "printed")
    reached = hit(m, exp_epsilon, delta, k, "printed")
    there = rule.exp_epsilon**reached * (entry(prefix_sums(vector(m)), k) + rule.drift) - rule.drift
    return reached if there == rule.breakpoint else reached - 1


@QUANTITIES.add("(5.1) and (5.4): tau_k with floors in place of the ceilings")
def floor_transition(m: str, exp_epsilon: str, delta: str, k: str) -> Exact:
    """Return tau_k of (5.1) or (5.4) with floors: 1 more than the last t with s_k^t <= 1/(E + 1), or 0."""
    return last_below(m, exp_epsilon, delta, k) + 1


@QUANTITIES.add("Section 5.3: the k whose first or third phase is degenerate")
def degenerate_phase(m: str, exp_epsilon: str, phase: str) -> Exact:
    """Return the k whose first phase (tau_k = 0) or third phase (tau_{k-1} infinite) is degenerate for delta = 0."""
    rule = transition(exp_epsilon, 0)
    taus = [first_hit(s, rule) for s in (exact(0), *prefix_sums(vector(m)))]
    match phase:
        case "first":
            found = [k for k, tau in enumerate(taus) if k > 0 and tau == 0]
        case "third":
            found = [k + 1 for k, tau in enumerate(taus[:-1]) if math.isinf(tau)]
        case _:
            raise ParameterError(repr(phase), place="phase", expected="'first' or 'third'")
    if len(found) != 1:
        raise ParameterError(f"{found}", place="phase", expected=f"one k with a degenerate {phase} phase")
    return exact(found[0])


@QUANTITIES.add("Definition 2: the least delta of two distributions", "larger-is-safe")
def closeness_delta(p: str, q: str, exp_epsilon: str) -> Exact:
    """Return the least delta with which p and q are (epsilon, delta)-close, over all events and both directions."""
    rows = [vector(p), vector(q)]
    mechanism = Mechanism.from_rows(("p", "q"), tuple(range(1, len(rows[0]) + 1)), rows)
    return tight_delta(mechanism, NeighborGraph.path(mechanism.inputs), exp_epsilon)


@QUANTITIES.add("Theorem 4: the least delta between neighbors of a line", "larger-is-safe")
def line_delta(m: str, exp_epsilon: str, delta: str, variant: Variant, steps: str) -> Exact:
    """Return the least delta with which all neighbors of the line 0..steps are close at E."""
    length = integer("steps", steps, 0, MAX_STEPS)
    mechanism = line_mechanism(vector(m), exp_epsilon, delta, length, variant)
    return tight_delta(mechanism, NeighborGraph.path(mechanism.inputs), exp_epsilon)


@QUANTITIES.add("(4.2) and (4.3): an entry of T(p)")
def step_entry(p: str, exp_epsilon: str, delta: str, variant: Variant, k: str) -> Exact:
    """Return entry k of T(p)."""
    return entry(list(step(vector(p), exp_epsilon, delta, variant)), k)


@QUANTITIES.add("Example 1: p_k - E q_k - delta")
def coordinate_excess(p: str, q: str, exp_epsilon: str, delta: str, k: str) -> Exact:
    """Return p_k - E q_k - delta."""
    return entry(vector(p), k) - exact(exp_epsilon) * entry(vector(q), k) - exact(delta)
