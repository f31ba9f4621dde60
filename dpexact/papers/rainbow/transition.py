"""The map T of Theorem 4 for one step along a line, as printed and corrected, step by step and in closed form.

T acts on a distribution by its prefix sums. A phase transition tau_k is the time at which a prefix sum passes from one
branch of T to the other. In closed form a distribution is kept as sums c_1 E^n_1 + c_2 E^n_2 + ... of powers of E
(PowerSum), for exponents far too large to expand.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, pairwise, repeat
from typing import Any, Literal, cast

from dpexact.errors import ParameterError, TooLargeError, need
from dpexact.errors.need import MISSING
from dpexact.numbers.balls import MAX_BITS, ball_sign, refined_until
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import one_factor, privacy_factor, probability
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.rounding import MAX_DIGITS, ROUNDINGS, decimal_of_ball
from dpexact.numbers.typography import excerpt, value_excerpt

Variant = Literal["corrected", "printed"]
Entries = Sequence[object]  # of a distribution
MAX_WORK = 1 << 35  # bit operations of one prefix sum: t^2 times the bits of E; half a minute at most
MAX_IRRATIONAL_STEPS = 1000
EXACT_BITS = 1024  # from here on a ball that still holds one integer is settled by exact arithmetic
FIRST_BITS = 64
MOST_BITS = 8192  # from here on signs and decimals are settled by the expanded number


@dataclass(frozen=True)
class Transition:
    """T for one E = exp(epsilon) and delta, made by `transition`, which checks them.

    T acts on each prefix sum s of a distribution by itself. The corrected T has, with M of the axioms paper,

        s' = M(s) = min{1, E s + delta, 1 - (1 - s - delta)/E}.

    M(s) is the largest prefix sum that (epsilon, delta)-closeness allows. The event {1..k} gives s' <= E s + delta, its
    complement gives 1 - s <= E (1 - s') + delta, which is s' <= 1 - (1 - s - delta)/E. The printed (4.3) has

        s' = min{1, E s + delta, 1 - (1 - s)/E + delta},

    so its last branch is too large by delta (1 - 1/E), and closeness fails if that branch is the smallest.

    Reference: rainbow paper, Theorem 4 and (4.3). Axioms paper, Section 2.1 (M).
    """

    exp_epsilon: Exact
    delta: Exact
    variant: Variant

    @property
    def breakpoint(self) -> Exact:
        """The s at which the two branches meet, (1 - delta)/(E + 1) corrected, 1/(E + 1) printed.

        Below it the branch E s + delta is the smaller one, above it the other. From it on, s never comes back below.
        """
        top = 1 - self.delta if self.variant == "corrected" else exact(1)
        return top / (self.exp_epsilon + 1)

    @property
    def drift(self) -> Exact:
        """The rho = delta/(E - 1) of (5.3), with E s + delta + rho = E (s + rho). Raises ParameterError for E = 1."""
        if self.exp_epsilon == 1:
            raise ParameterError("E = 1, where delta/(E - 1) has no value", place="rho of (5.3)", expected="E > 1")
        return self.delta / (self.exp_epsilon - 1)


def transition(exp_epsilon: object, delta: object, variant: str = "corrected") -> Transition:
    """Check the parameters of T and make it.

    Raises ParameterError for E < 1, delta outside [0, 1] or an unknown variant, InexactInputError for floats.
    """
    known = cast("Variant", need.one_of(variant, ("corrected", "printed"), "variant"))
    return Transition(privacy_factor(exp_epsilon), probability(delta, "delta"), known)


def prefix_sums(p: Sequence[object], place: str = "p") -> tuple[Exact, ...]:
    """Check that p is a distribution and return s_1, ..., s_q with s_k = p_1 + ... + p_k.

    The answer is exact, with s_q = 1.
    Raises ParameterError for anything that is not a sequence, for no entries, a negative entry or a sum other than 1,
    InexactInputError for floats.
    """
    listed = need.values(p, place, "a sequence of probabilities, most preferred first")
    entries = [probability(entry, f"{place}, entry {k}") for k, entry in enumerate(listed, 1)]
    if not entries:
        raise ParameterError("none", place=place, expected="at least one probability")
    sums = tuple(accumulate(entries))
    if sums[-1] != 1:
        came, remedy = f"the sum {excerpt(str(sums[-1]))}", f"it is off by {excerpt(str(sums[-1] - 1))}"
        raise ParameterError(came, place=place, expected="probabilities that sum to 1", remedy=remedy)
    return sums


def differences(sums: Sequence[Exact]) -> tuple[Exact, ...]:
    """Return the distribution with these prefix sums, p_k = s_k - s_{k-1} with s_0 = 0 (4.2)."""
    return tuple(after - before for before, after in pairwise((exact(0), *sums)))


def step(
    p: Entries, exp_epsilon: object = None, delta: object = 0, variant: Variant = "corrected", *, epsilon: object = None
) -> tuple[Exact, ...]:
    """Return T(p), the greatest distribution in dominance order that is (epsilon, delta)-close to p.

    p is in preference order, most preferred first. With prefix sums s_k of p, T(p) has the prefix sums

        s'_k = min{1, E s_k + delta, 1 - (1 - s_k - delta)/E}                     (corrected).

    It is the greatest, since every distribution close to p has prefix sums <= s'_k, as `Transition` says. It is close.
    The map M from s to s' is concave with slopes between 0 and E, so T(p)_k <= E p_k for k >= 2 and
    T(p)_1 <= E p_1 + delta, hence T(p)(S) <= E p(S) + delta for all S. The other way, let j be the first k with
    s'_k = 1. For k < j the slopes of M are at least 1/E, so p_k <= E T(p)_k. For k > j T(p)_k = 0. So the largest
    p(S) - E T(p)(S) is either
    p_j + p_{j+1} + ... - E T(p)_j = (1 - s_{j-1}) - E (1 - s'_{j-1}) <= delta by the third term of M at s_{j-1}
    (for j = 1 it is 1 - E <= 0), or 1 - s_j, and that is at most delta since M(s_j) = 1 needs s_j >= 1 - delta.

    `variant="printed"` is (4.3) as printed, whose last branch has delta instead of delta/E. T(p) is then only
    (epsilon, E delta)-close to p. For p = (1/2, 1/2), E = 2, delta = 1/4 it is (1, 0), and p(2) = 1/2 > 2 * 0 + 1/4.

    The answer is exact. Raises ParameterError (p not a distribution, E < 1, delta outside [0, 1], unknown variant).
    Reference: rainbow paper, Lemma 1, (4.2) and (4.3). Axioms paper, Section 2.1 (M).

    >>> step(["1/2", "1/2"], 2, "1/4")
    (exact('7/8'), exact('1/8'))
    >>> step(["1/2", "1/2"], 2, "1/4", variant="printed")
    (exact('1'), exact('0'))
    """
    return iterate(p, one_factor(exp_epsilon, epsilon), delta, 1, variant)


def iterate(
    p: Sequence[object],
    exp_epsilon: object = None,
    delta: object = 0,
    t: int = MISSING,
    variant: Variant = "corrected",
    *,
    epsilon: object = None,
) -> tuple[Exact, ...]:
    """Apply T t times to p, which gives the distribution at distance t from the boundary of a line (Theorem 4).

    Each prefix sum is walked step by step. `closed_form` gives the same in a few operations.

    The answer is exact.
    Raises ParameterError as `step`, and for t that is not an integer >= 0, TooLargeError past about 50000 steps for a
    rational E of four digits (the result has about t times the bits of E) and past 1000 steps for another E.
    Reference: rainbow paper, Theorem 4.
    """
    sums, rule = prefix_sums(p), transition(one_factor(exp_epsilon, epsilon), delta, variant)
    steps, most = need.integer(t, "t", 0), MAX_IRRATIONAL_STEPS
    if all(number.is_rational() for number in (*sums, rule.exp_epsilon, rule.delta)):
        ratio = rule.exp_epsilon.as_fraction()
        most = math.isqrt(MAX_WORK // max(ratio.numerator, ratio.denominator).bit_length())
    if steps > most:
        expected = f"at most {most} steps for such numbers"
        raise TooLargeError(value_excerpt(steps), place="t", expected=expected, remedy="use closed_form")
    return differences([next(islice(_states(s, rule), steps, None)) for s in sums])


def walk(sums: tuple[Exact, ...], rule: Transition, end: int) -> Iterator[tuple[Exact, ...]]:
    """Yield the distributions after 0, 1, ..., end steps of T, ending when T changes nothing any more."""
    previous: tuple[Exact, ...] = ()
    for current in islice(zip(*(_states(s, rule) for s in sums), strict=True), end + 1):
        if current == previous:
            return
        yield differences(current)
        previous = current


def _states(s: Exact, rule: Transition) -> Iterator[Exact]:
    """Walk from a prefix sum by T. Once past the breakpoint it stays there, and at 1 it stays 1.

    The branch past the breakpoint is s/E plus a number. E and delta are short, so a step takes time linear in s.
    """
    fall, edge = 1 / rule.exp_epsilon, rule.breakpoint
    more = 1 - fall + rule.delta * (fall if rule.variant == "corrected" else 1)
    while s < edge:
        yield s
        s = rule.exp_epsilon * s + rule.delta
    while s < 1:
        yield s
        s = fall * s + more
    yield from repeat(exact(1))


def phase_transitions(
    p: Entries, exp_epsilon: object = None, delta: object = 0, variant: Variant = "corrected", *, epsilon: object = None
) -> tuple[int | float, ...]:
    """Return tau_1, ..., tau_q for the line that starts at p, each an integer, or `math.inf` without a transition.

    Corrected, tau_k is the first t >= 0 with s_k^t >= (1 - delta)/(E + 1), at which the two branches of T meet. With
    rho = delta/(E - 1), s_k^t + rho = E^t (s_k^0 + rho) up to then, so for E > 1

        tau_k = max{0, ceil(log(((1 - delta)/(E + 1) + rho)/(s_k^0 + rho))/epsilon)}.

    For E = 1 it is the first t with s_k^0 + t delta >= (1 - delta)/2. It is infinite only if s_k^0 + rho = 0, or if
    E = 1, delta = 0 and s_k^0 < 1/2.

    Printed, they are the ceilings of (5.1) and (5.4), which have 1/(E + 1) for the breakpoint and one "+ 1" too many.
    For s_k^0 < E/(E + 1) they give 1 + the first t with s_k^t >= 1/(E + 1), but the captions of Figures 3 to 5 list the
    first t. For p = (1/2, 1/2), E = 2, delta = 0 printed is (1, 0), though s_1^0 = 1/2 is past 1/3 at t = 0.

    The answer is exact. A ceiling is taken from a ball only if the ball leaves no choice, otherwise E^t is compared.
    Raises ParameterError as `step`, and for the printed formulas at E = 1, SignChangesError or IrrationalError for a
    free E on which they depend.
    Reference: rainbow paper, (5.1), (5.3), (5.4).

    >>> m = ["0.0005", "0.0081", "0.1364", "0.2727", "0.5823"]
    >>> phase_transitions(m, "1.2", 0)
    (38, 22, 7, 1, 0)
    >>> phase_transitions(m, "1.2", 0, variant="printed")
    (39, 23, 8, 2, 0)
    """
    rule = transition(one_factor(exp_epsilon, epsilon), delta, variant)
    sums = prefix_sums(p)
    if variant == "corrected":
        return tuple(first_hit(s, rule) for s in sums)
    rho = rule.drift
    return tuple(max(0, first_power(rule.exp_epsilon, rule.breakpoint + rho, s + rho) + 1) for s in sums)


def first_hit(s: Exact, rule: Transition) -> int | float:
    """Return the first t >= 0 at which the prefix sum that starts at s is at or past the breakpoint, or `math.inf`."""
    if s >= rule.breakpoint:
        return 0
    if rule.exp_epsilon != 1:
        return first_power(rule.exp_epsilon, rule.breakpoint + rule.drift, s + rule.drift)
    if rule.delta == 0:
        return math.inf
    return math.ceil((rule.breakpoint - s) / rule.delta)


def first_power(base: Exact, goal: Exact, start: Exact) -> int | float:
    """Return the least integer n, maybe negative, with base^n * start >= goal, or `math.inf` for start = 0.

    A ball around the logarithm of goal / start to this base leaves one n, or two that a power of the base tells apart.
    """
    if start == 0:
        return math.inf
    ratio = goal / start

    def least(bits: int) -> int | None:
        exponent = ratio.ball().log() / base.ball().log()
        ceiling, candidate = exponent.ceil().unique_fmpz(), exponent.unique_fmpz()
        if ceiling is not None:
            return int(ceiling)
        if candidate is not None and bits >= EXACT_BITS:
            return int(candidate) if base ** int(candidate) >= ratio else int(candidate) + 1
        return None

    integer = refined_until(least, FIRST_BITS, MAX_BITS)
    if integer is None:
        came = f"the least integer that is not smaller does not show with {MAX_BITS} bits of working precision"
        raise TooLargeError(came)
    return integer


@dataclass(frozen=True)
class PowerSum:
    """The sum of `terms[n]` E^n over integers n. Signs, balls and decimals expand E^n only if balls do not settle.

    The answer is exact. Raises TooLargeError if only the expanded number can settle a question, and it is too large.

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
            return sum(c.sign() for c in self.terms.values())
        return ball_sign(self.ball, MOST_BITS) or self.exact().sign()

    def decimal(self, digits: int = 15, rounding: Literal["half-even", "up", "down"] = "half-even") -> str:
        """Return the number rounded to significant digits, as `Exact.decimal` does it."""
        digits = need.integer(digits, "digits", 1, MAX_DIGITS)
        need.one_of(rounding, ROUNDINGS, "rounding")
        text = decimal_of_ball(self.ball, digits, rounding, 4 * digits + MOST_BITS) if self.terms else None
        return self.exact().decimal(digits, rounding) if text is None else text

    def exact(self) -> Exact:
        """Return the number expanded. Raises TooLargeError."""
        return sum((c * self.exp_epsilon**n for n, c in self.terms.items()), exact(0))

    def minus(self, other: PowerSum) -> PowerSum:
        """Return the difference of two numbers over the same E. Raises ParameterError."""
        if need.instance(other, PowerSum, "other").exp_epsilon != self.exp_epsilon:
            raise ParameterError(f"{other.exp_epsilon!r}", place="other", expected=f"powers of {self.exp_epsilon!r}")
        return _power_sum(self.exp_epsilon, [*self.terms.items(), *((n, -c) for n, c in other.terms.items())])


def closed_form(
    p: Sequence[object], exp_epsilon: object = None, delta: object = 0, t: int = MISSING, *, epsilon: object = None
) -> tuple[Exact, ...]:
    """Return the corrected T applied t times to p, in closed form, equal to `iterate(p, exp_epsilon, delta, t)`.

    For E > 1 let rho = delta/(E - 1), and let tau = tau_k be the first t with s_k^t >= (1 - delta)/(E + 1). Then

        s_k^t = E^t (s_k^0 + rho) - rho                                    for t <= tau,
        s_k^t = min{1, 1 + rho - E^-(t - tau) (1 + rho - s_k^tau)}          for t >= tau.

    Proof. M acts on each prefix sum by itself. Up to the breakpoint b = (1 - delta)/(E + 1), M(s) = E s + delta, since
    the other branch minus this one is (E^2 - 1)(b - s)/E >= 0, and E s + delta <= E b + delta = (E + delta)/(E + 1)
    <= 1. Adding rho on both sides, s' + rho = E (s + rho). By induction the first line holds up to tau.
    From b on, M(s) = min{1, 1 - (1 - s - delta)/E} >= s, because (1 - s) E >= 1 - s >= 1 - s - delta. So s stays at or
    past b, and 1 + rho - s' = (1 + rho - s)/E, again by induction, until the right side reaches rho, at which
    s' = 1, and M(1) = 1. For E = 1 both branches are s + delta, so s_k^t = min{1, s_k^0 + t delta}.

    (5.5) as printed differs in the second line (E rho for rho, from the misplaced delta), and in tau (see
    `phase_transitions`). For E = 2, delta = 0, s^0 = 3/5 its tau is 1, so (5.2) gives s^1 = 6/5, but T gives 4/5.

    The answer is exact.
    Raises ParameterError as `iterate`, TooLargeError if the result itself is too large, SignChangesError or
    IrrationalError for a free E on which tau or the time of reaching 1 depends.
    Reference: rainbow paper, (5.2) and (5.5), corrected.

    >>> closed_form(["1/2", "1/2"], 2, "1/4", 1)
    (exact('7/8'), exact('1/8'))
    """
    return tuple(value.exact() for value in closed_distribution(p, one_factor(exp_epsilon, epsilon), delta, t))


def closed_distribution(
    p: Sequence[object], exp_epsilon: object = None, delta: object = 0, t: int = MISSING, *, epsilon: object = None
) -> tuple[PowerSum, ...]:
    """Apply the corrected T t times to p, each probability a PowerSum, equal to `closed_form`, not expanded.

    With s^tau = E^tau (s + rho) - rho put into the second line of `closed_form`, for t >= tau

        s^t = min{1, 1 + rho - (1 + 2 rho) E^(tau - t) + (s + rho) E^(2 tau - t)}.

    The answer is exact. Raises ParameterError as `closed_form`, IrrationalError or SignChangesError for a free E.
    Reference: rainbow paper, (5.5), corrected.
    """
    rule, steps = transition(one_factor(exp_epsilon, epsilon), delta), need.integer(t, "t", 0)
    sums = [power_after(s, rule, steps) for s in prefix_sums(p)]
    return tuple(after.minus(before) for before, after in pairwise([_power_sum(rule.exp_epsilon, []), *sums]))


def power_after(s: Exact, rule: Transition, steps: int) -> PowerSum:
    """Return the prefix sum after `steps` steps from s by both lines of `closed_form`, not expanded."""
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
    most = _power_sum(base, [(0, exact(1))])
    return most if value.minus(most).sign() >= 0 else value


def _power_sum(base: Exact, terms: Sequence[tuple[int, Exact]]) -> PowerSum:
    """Add up like powers, and drop zeros."""
    collected: dict[int, Exact] = {}
    for n, c in terms:
        collected[n] = collected.get(n, exact(0)) + c
    return PowerSum(base, {n: c for n, c in collected.items() if c != 0})
