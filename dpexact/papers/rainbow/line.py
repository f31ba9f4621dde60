"""The mechanism of Theorem 4 on a line, whose dataset d answers with T applied d times to the boundary's distribution.

The distributions along a line are as large as they are long. They are bounded from below before the walk, and counted
during it.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpz

from dpexact.errors import TooLargeError
from dpexact.errors.need import MISSING
from dpexact.mechanisms.mechanism import Mechanism, answering
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import value_excerpt
from dpexact.papers.rainbow.phases import first_hit, first_power
from dpexact.papers.rainbow.transition import (
    MAX_IRRATIONAL_STEPS,
    Transition,
    Variant,
    prefix_sums,
    step_count,
    transition,
    walk,
)

Row = tuple[Exact, ...]

FINE = 16
MAX_BITS = 1 << 31  # of all distinct probabilities together
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
    """Make the mechanism on datasets 0..length of a line with boundary 0, in which dataset d has the law T^d(p).

    Inputs: 0, 1, ..., length. Outputs: 1, ..., q in preference order. Neighbors are `NeighborGraph.path(inputs)`.
    With the corrected T it is (epsilon, delta)-DP and dominates every other such mechanism with M(0) = p.

    Guarantee: exact.
    Raises: ParameterError as `iterate`, TooLargeError for more than 10^6 steps and as `optimal_mechanism`.
    Reference: rainbow paper, Definition 7 and Theorem 4.
    """
    sums, rule = prefix_sums(p), transition(one_factor(exp_epsilon, epsilon), delta, variant)
    end = step_count(length, "length")
    if end > MAX_LENGTH:
        expected, remedy = f"at most {MAX_LENGTH}", "closed_form gives one distribution"
        raise TooLargeError(value_excerpt(end), place="length", expected=expected, remedy=remedy)
    (rows,) = distributions([(sums, end)], rule, "length")
    line = Mechanism.from_rows(range(len(rows)), range(1, len(sums) + 1), rows)
    return answering(line, tuple(range(end + 1)), [min(distance, len(rows) - 1) for distance in range(end + 1)])


def distributions(lines: Sequence[tuple[Row, int]], rule: Transition, place: str) -> list[list[Row]]:
    """Return the distributions along each line, given by its prefix sums at distance 0 and its largest distance.

    A list ends with the distribution that holds for all larger distances as well.

    Raises: TooLargeError.
    """
    if rule.variant == "corrected":  # twice: s_k is the sum of p_1, ..., p_k, and 1 - s_k that of the others
        needed = 2 * sum(max(least_bits(s, rule, end) for s in sums) for sums, end in lines)
        if needed > MAX_BITS:
            raise _too_large(place, max(end for _, end in lines))
    bits = 0
    along: list[list[Row]] = []
    for sums, end in lines:
        along.append([])
        for distance, row in enumerate(walk(sums, rule, end)):
            along[-1].append(row)
            rationals = [value.as_fmpq() for value in row if value.is_rational()]
            bits += sum(int(value.q.bit_length()) for value in rationals)
            if bits > MAX_BITS or (len(rationals) < len(row) and distance >= MAX_IRRATIONAL_STEPS):
                raise _too_large(place, distance)
    return along


def _too_large(place: str, distance: int) -> TooLargeError:
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


def least_bits(s: Exact, rule: Transition, end: int) -> int:
    """Bound the bits of s^0, ..., s^end together from below, for the corrected T applied 0 to `end` times to s.

    Let E = a/b > 1 in lowest terms, rho and tau as in `closed_form`. Before tau, s^t + rho = (a/b)^t (s + rho). With
    the numerator u of s + rho, the denominator is at least b^t / u, and at least b^t / (u v) for s^t itself, with the
    denominator v of rho. After tau, 1 + rho - s^t = (b/a)^(t - tau) gap in the same way, until s^t = 1. The bound is 0
    for an irrational number and for E = 1, at which nothing grows. It stops counting past MAX_BITS.

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


def _growth(base: fmpz, factor: Exact, rho: Exact, steps: int) -> int:
    """Return a lower bound of the sum over t = 1..steps of log2(base^t / (u v)), terms below 0 counted as 0."""
    each = int((base**FINE).bit_length()) - 1  # in FINE-ths of a bit
    if each == 0:
        return 0
    lost = int(factor.as_fmpq().p.bit_length() + rho.as_fmpq().q.bit_length())
    growing = max(0, steps - FINE * lost // each - 1)
    return each * growing * (growing + 1) // (2 * FINE)
