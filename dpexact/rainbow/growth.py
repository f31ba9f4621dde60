"""How large the exact distributions along a line are: counted, and bounded from below without walking there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpexact.errors import TooLargeError
from dpexact.numbers.excerpt import value_excerpt
from dpexact.rainbow.iteration import MAX_IRRATIONAL_STEPS
from dpexact.rainbow.phases import first_hit, first_power

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.numbers.exact import Exact
    from dpexact.rainbow.transition import Transition

FINE = 16
MAX_BITS = 1 << 31  # of all distinct probabilities together


def least_bits(s: Exact, rule: Transition, end: int) -> int:
    """A lower bound of the bits of s^0, ..., s^end together: one prefix sum, the corrected T applied 0 to `end` times.

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
    """A lower bound of the sum over t = 1..steps of log2(base^t / (u v)), terms below 0 counted as 0."""
    each = int((base**FINE).bit_length()) - 1  # in FINE-ths of a bit
    if each == 0:
        return 0
    lost = int(factor.as_fmpq().p.bit_length() + rho.as_fmpq().q.bit_length())
    growing = max(0, steps - FINE * lost // each - 1)
    return each * growing * (growing + 1) // (2 * FINE)


def counted(row: Sequence[Exact], distance: int, bits: int, place: str) -> int:
    """The bits so far, and those of the distribution at one more distance. Raises: TooLargeError."""
    rationals = [value.as_fmpq() for value in row if value.is_rational()]
    bits += sum(int(value.q.bit_length()) for value in rationals)
    if bits > MAX_BITS or (len(rationals) < len(row) and distance >= MAX_IRRATIONAL_STEPS):
        raise too_large(place, distance)
    return bits


def too_large(place: str, distance: int) -> TooLargeError:
    """The error for a line whose distributions together are too large."""
    return TooLargeError(
        f"{place}: expected probabilities of at most {MAX_BITS} bits together, and irrational ones at distances below "
        f"{MAX_IRRATIONAL_STEPS}, got more up to distance {value_excerpt(distance)}; closed_form gives the "
        "distribution at one distance, closed_distribution its signs and digits, and RainbowGraph.boundary_graph the "
        "distances of a graph"
    )
