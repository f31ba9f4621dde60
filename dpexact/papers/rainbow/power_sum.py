"""PowerSum: a number c_1 E^n_1 + c_2 E^n_2 + ... kept in this form, for exponents far too large to expand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dpexact.errors import TooLargeError, UndecidedError, need
from dpexact.errors.need import MISSING
from dpexact.numbers.balls import ball_sign
from dpexact.numbers.enclosure import Enclosure, rational_bounds
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.precision import refined_until
from dpexact.numbers.rounding import MAX_DIGITS
from dpexact.papers.rainbow.transition import Transition, first_hit, prefix_sums, step_count, transition

FIRST_BITS = 64
MOST_BITS = 8192  # from here on signs and decimals are settled by the expanded number


@dataclass(frozen=True)
class PowerSum:
    """The sum of `terms[n]` E^n over integers n; signs, balls and decimals never expand E^n unless balls do not settle.

    Guarantee: exact.
    Raises: TooLargeError where only the expanded number can settle a question, and it is too large.

    >>> tail = closed_distribution(["1/2", "1/2"], "6/5", 0, 10**6)[1]
    >>> tail.sign(), tail.decimal(10)
    (1, '2.837411859e-79182')
    """

    exp_epsilon: Exact
    terms: Mapping[int, Exact]

    def ball(self) -> Any:
        """Return a ball that contains the number, at the current flint working precision."""
        if not self.terms:
            return exact(0).ball()
        base, most = self.exp_epsilon.ball(), max(self.terms)
        rest = sum((c.ball() * base ** (n - most) for n, c in self.terms.items()), exact(0).ball())
        return rest * base**most

    def enclosure(self) -> Enclosure:
        """Return the number as an Enclosure, for arithmetic and comparisons with others."""
        return Enclosure(self.ball)

    def sign(self) -> int:
        """Return -1, 0 or 1, decided."""
        if len(self.terms) <= 1:
            return next(iter(self.terms.values())).sign() if self.terms else 0
        return ball_sign(self.ball, MOST_BITS) or self.exact().sign()

    def decimal(self, digits: int = 15, rounding: Literal["half-even", "up", "down"] = "half-even") -> str:
        """Return the number rounded to significant digits, as `Exact.decimal` does it."""
        digits = need.integer(digits, "digits", 1, MAX_DIGITS)

        def decimal(_: int) -> str | None:
            texts = self._decimals(digits, rounding)
            return texts.pop() if len(texts) == 1 else None

        first = 4 * digits + FIRST_BITS
        if self.terms and (text := refined_until(decimal, first, 4 * digits + MOST_BITS)) is not None:
            return text
        return self.exact().decimal(digits, rounding)

    def _decimals(self, digits: int, rounding: Literal["half-even", "up", "down"]) -> set[str]:
        """Return the decimals of both ends of a ball; none for a ball too wide to have ends that can be written."""
        try:
            ends = rational_bounds(self.ball())
        except (TooLargeError, UndecidedError):
            return set()
        return {exact(end).decimal(digits, rounding) for end in ends}

    def exact(self) -> Exact:
        """Return the number expanded. Raises: TooLargeError."""
        return sum((c * self.exp_epsilon**n for n, c in self.terms.items()), exact(0))

    def minus(self, other: PowerSum) -> PowerSum:
        """Return the difference of two numbers over the same E."""
        need.instance(other, PowerSum, "other")
        return _power_sum(self.exp_epsilon, [*self.terms.items(), *((n, -c) for n, c in other.terms.items())])


def closed_distribution(
    p: Sequence[object], exp_epsilon: object = None, delta: object = 0, t: int = MISSING, *, epsilon: object = None
) -> tuple[PowerSum, ...]:
    """Apply the corrected T t times to p, each probability a PowerSum: equal to `closed_form`, not expanded.

    With s^tau = E^tau (s + rho) - rho put into the second line of `closed_form`, for t >= tau

        s^t = min{1, 1 + rho - (1 + 2 rho) E^(tau - t) + (s + rho) E^(2 tau - t)}.

    Guarantee: exact.
    Raises: ParameterError as `closed_form`; IrrationalError or SignChangesError for a free E.
    Reference: rainbow paper, (5.5), corrected.
    """
    rule, steps = transition(one_factor(exp_epsilon, epsilon), delta), step_count(t)
    sums = [power_after(s, rule, steps) for s in prefix_sums(p)]
    return tuple(
        after.minus(before) for before, after in zip([_power_sum(rule.exp_epsilon, []), *sums], sums, strict=False)
    )


def power_after(s: Exact, rule: Transition, steps: int) -> PowerSum:
    """Return the prefix sum after `steps` steps from s, not expanded: both lines of `closed_form`."""
    base = rule.exp_epsilon
    if base == 1:
        return _power_sum(base, [(0, min(exact(1), s + steps * rule.delta))])
    rho = rule.drift
    start = s + rho
    if start == 0 or s == 1:
        return _power_sum(base, [(0, s)])
    tau = int(first_hit(s, rule))
    if steps <= tau:
        return _power_sum(base, [(0, -rho), (steps, start)])
    value = _power_sum(base, [(0, 1 + rho), (tau - steps, -(1 + 2 * rho)), (2 * tau - steps, start)])
    one = _power_sum(base, [(0, exact(1))])
    return one if value.minus(one).sign() >= 0 else value


def _power_sum(base: Exact, terms: Sequence[tuple[int, Exact]]) -> PowerSum:
    """Add up like powers, and drop zeros."""
    collected: dict[int, Exact] = {}
    for n, c in terms:
        collected[n] = collected.get(n, exact(0)) + c
    return PowerSum(base, {n: c for n, c in collected.items() if c != 0})
