"""LogSum, a rational plus rational multiples of logarithms of rationals, the exponents that dpexact decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from flint import arb, fmpq


@dataclass(frozen=True)
class LogSum:
    """rational + sum of s log(q) over the items (q, s), q > 0, the logarithms of single terms c exp(r) b^s."""

    rational: Fraction
    logs: Mapping[Fraction, Fraction] = field(default_factory=dict)

    def plus(self, other: LogSum, factor: int = 1) -> LogSum:
        """Return the sum self + factor * other."""
        logs = dict(self.logs)
        for number, power in other.logs.items():
            logs[number] = logs.get(number, Fraction(0)) + factor * power
        return LogSum(self.rational + factor * other.rational, logs)

    def times(self, factor: Fraction) -> LogSum:
        """Return factor * self."""
        return LogSum(self.rational * factor, {number: power * factor for number, power in self.logs.items()})

    def __neg__(self) -> LogSum:
        return self.times(Fraction(-1))

    def ball(self) -> arb:
        """Return a ball that contains the sum, at the current flint working precision."""
        total = arb(fmpq(self.rational.numerator, self.rational.denominator))
        for number, power in self.logs.items():
            scale = fmpq(power.numerator, power.denominator)
            total += arb(fmpq(number.numerator, number.denominator)).log() * scale
        return total
