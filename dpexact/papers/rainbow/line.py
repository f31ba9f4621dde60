"""Answer along a line: the closed form, its size, and the mechanism.

The corrected closed form of (5.5): the distribution at distance t from the boundary without walking there.

How large the exact distributions along a line are: counted, and bounded from below without walking there.

The mechanism of Theorem 4 on a line: dataset d answers with T applied d times to the boundary's distribution.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dpexact.errors import TooLargeError
from dpexact.errors.need import MISSING
from dpexact.mechanisms.combinators import answering
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import value_excerpt
from dpexact.papers.rainbow.power_sum import power_after
from dpexact.papers.rainbow.transition import (
    MAX_IRRATIONAL_STEPS,
    Transition,
    Variant,
    differences,
    first_hit,
    first_power,
    prefix_sums,
    step_count,
    transition,
)


def closed_form(
    p: Sequence[object], exp_epsilon: object = None, delta: object = 0, t: int = MISSING, *, epsilon: object = None
) -> tuple[Exact, ...]:
    """Return the corrected T applied t times to p, in closed form; equal to `iterate(p, exp_epsilon, delta, t)`.

    For E > 1 let rho = delta/(E - 1), and let tau = tau_k be the first t with s_k^t >= (1 - delta)/(E + 1). Then

        s_k^t = E^t (s_k^0 + rho) - rho                                    for t <= tau,
        s_k^t = min{1, 1 + rho - E^-(t - tau) (1 + rho - s_k^tau)}          for t >= tau.

    Proof. M acts on each prefix sum by itself. Up to the breakpoint b = (1 - delta)/(E + 1), M(s) = E s + delta: the
    other branch minus this one is (E^2 - 1)(b - s)/E >= 0, and E s + delta <= E b + delta = (E + delta)/(E + 1) <= 1.
    Adding rho on both sides, s' + rho = E (s + rho); by induction the first line holds up to tau.
    From b on, M(s) = min{1, 1 - (1 - s - delta)/E} >= s, because (1 - s) E >= 1 - s >= 1 - s - delta; so once at or
    past b, always. There 1 + rho - s' = (1 + rho - s)/E, again by induction, until the right side reaches rho, where
    s' = 1; and M(1) = 1. For E = 1 both branches are s + delta, so s_k^t = min{1, s_k^0 + t delta}.

    (5.5) as printed differs in the second line (E rho for rho, from the misplaced delta), and in tau (see
    `phase_transitions`): for E = 2, delta = 0, s^0 = 3/5 its tau is 1, so (5.2) gives s^1 = 6/5 where T gives 4/5.

    Guarantee: exact.
    Raises: ParameterError as `iterate`; TooLargeError where the result itself is too large; SignChangesError or
    IrrationalError for a free E on which tau or the time of reaching 1 depends.
    Reference: rainbow paper, (5.2) and (5.5), corrected.

    >>> closed_form(["1/2", "1/2"], 2, "1/4", 1)
    (exact('7/8'), exact('1/8'))
    """
    sums, rule, steps = prefix_sums(p), transition(one_factor(exp_epsilon, epsilon), delta), step_count(t)
    return differences([power_after(s, rule, steps).exact() for s in sums])


FINE = 16


MAX_BITS = 1 << 31  # of all distinct probabilities together


def least_bits(s: Exact, rule: Transition, end: int) -> int:
    """Bound the bits of s^0, ..., s^end together from below: one prefix sum, the corrected T applied 0 to `end` times.

    Let E = a/b > 1 in lowest terms, rho and tau as in `closed_form`. Before tau, s^t + rho = (a/b)^t (s + rho): with u
    the numerator of s + rho, the denominator is at least b^t / u, and at least b^t / (u v) for s^t itself, v that of
    rho. After tau, 1 + rho - s^t = (b/a)^(t - tau) gap in the same way, until s^t = 1. For an irrational number and
    for E = 1, where nothing grows, the bound is 0. It stops counting past MAX_BITS.

    Guarantee: exact.
    """
    ratio = rule.exp_epsilon
    if not all(number.is_rational() for number in (s, ratio, rule.delta)) or ratio == 1:
        return 0
    rho = rule.drift
    if s + rho == 0 or s == 1:
        return 0
    tau = min(first_hit(s, rule), end)
    bits = _growth(ratio.as_fmpq().q, s + rho, rho, int(tau))
    if tau == end or bits > MAX_BITS:
        return bits
    gap = 1 + 2 * rho - ratio ** int(tau) * (s + rho)
    steps = min(end - tau, first_power(ratio, gap, rho) - 1)
    return bits + _growth(ratio.as_fmpq().p, gap, rho, int(steps))


def _growth(base: Any, factor: Exact, rho: Exact, steps: int) -> int:
    """Return a lower bound of the sum over t = 1..steps of log2(base^t / (u v)), terms below 0 counted as 0."""
    each = int((base**FINE).bit_length()) - 1  # in FINE-ths of a bit
    if each == 0:
        return 0
    lost = int(factor.as_fmpq().p.bit_length() + rho.as_fmpq().q.bit_length())
    growing = max(0, steps - FINE * lost // each - 1)
    return each * growing * (growing + 1) // (2 * FINE)


def counted(row: Sequence[Exact], distance: int, bits: int, place: str) -> int:
    """Return the bits so far, and those of the distribution at one more distance. Raises: TooLargeError."""
    rationals = [value.as_fmpq() for value in row if value.is_rational()]
    bits += sum(int(value.q.bit_length()) for value in rationals)
    if bits > MAX_BITS or (len(rationals) < len(row) and distance >= MAX_IRRATIONAL_STEPS):
        raise too_large(place, distance)
    return bits


def too_large(place: str, distance: int) -> TooLargeError:
    """Return the error for a line whose distributions together are too large."""
    return TooLargeError(
        f"more up to distance {value_excerpt(distance)}",
        place=place,
        expected=(
            f"probabilities of at most {MAX_BITS} bits together, irrational ones only at distances below "
            f"{MAX_IRRATIONAL_STEPS}"
        ),
        remedy=(
            "closed_form gives the distribution at one distance, closed_distribution its signs and digits, "
            "and RainbowGraph.boundary_graph the distances of a graph"
        ),
    )


MAX_LENGTH = 10**6


def line_mechanism(
    p: Sequence[object],
    exp_epsilon: object = None,
    delta: object = 0,
    length: int = MISSING,
    variant: Variant = "corrected",
    *,
    epsilon: object = None,
) -> Mechanism:
    """Make the mechanism on datasets 0..length of a line with boundary 0, where dataset d has the law T^d(p).

    Inputs: 0, 1, ..., length. Outputs: 1, ..., q in preference order. Neighbors are `NeighborGraph.path(inputs)`.
    With the corrected T it is (epsilon, delta)-DP and dominates every other such mechanism with M(0) = p.

    Guarantee: exact.
    Raises: ParameterError as `iterate`; TooLargeError for more than 10^6 steps and as
    `optimal_mechanism`.
    Reference: rainbow paper, Definition 7 and Theorem 4.
    """
    sums, rule, end = (
        prefix_sums(p),
        transition(one_factor(exp_epsilon, epsilon), delta, variant),
        step_count(length, "length"),
    )
    if end > MAX_LENGTH:
        raise TooLargeError(
            value_excerpt(end),
            place="length",
            expected=f"at most {MAX_LENGTH}",
            remedy="closed_form gives one distribution",
        )
    if variant == "corrected" and 2 * max(least_bits(s, rule, end) for s in sums) > MAX_BITS:
        raise too_large("length", end)
    rows, bits = [], 0
    for distance, row in enumerate(walk(sums, rule, end)):
        rows.append(row)
        bits = counted(row, distance, bits, "length")
    line = Mechanism.from_rows(range(len(rows)), range(1, len(sums) + 1), rows)
    return answering(line, tuple(range(end + 1)), [min(distance, len(rows) - 1) for distance in range(end + 1)])


def walk(sums: tuple[Exact, ...], rule: Transition, end: int) -> Iterator[tuple[Exact, ...]]:
    """Yield the distributions after 0, 1, ..., end steps of T, ending where T changes nothing any more."""
    yield differences(sums)
    for _ in range(end):
        following = tuple(rule.after(s) for s in sums)
        if following == sums:
            return
        sums = following
        yield differences(sums)
