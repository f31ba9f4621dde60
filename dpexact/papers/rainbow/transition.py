"""The map T of Theorem 4 for one step along a line, as printed and corrected, on a distribution and its prefix sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, pairwise, repeat
from typing import Any, Literal, cast

from dpexact.errors import IrrationalError, ParameterError, TooLargeError, need
from dpexact.errors.need import MISSING
from dpexact.numbers.epsilon import one_factor, privacy_factor, probability
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.typography import excerpt, value_excerpt

Variant = Literal["corrected", "printed"]
Entries = Sequence[object]  # of a distribution

MAX_WORK = 1 << 35  # bit operations of one prefix sum: t^2 times the bits of E; ten seconds at most
MAX_IRRATIONAL_STEPS = 1000


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
        """The rho = delta/(E - 1) of (5.3), with E s + delta + rho = E (s + rho). Raises: ParameterError for E = 1."""
        if self.exp_epsilon == 1:
            raise ParameterError("E = 1, where delta/(E - 1) has no value", place="rho of (5.3)", expected="E > 1")
        return self.delta / (self.exp_epsilon - 1)


def transition(exp_epsilon: object, delta: object, variant: str = "corrected") -> Transition:
    """Check the parameters of T and make it.

    Raises: ParameterError for E < 1, delta outside [0, 1] or an unknown variant, InexactInputError for floats.
    """
    if not isinstance(variant, str) or variant not in ("corrected", "printed"):
        raise need.refusal("variant", "'corrected' or 'printed'", variant)
    return Transition(privacy_factor(exp_epsilon), probability(delta, "delta"), cast("Variant", variant))


def prefix_sums(p: Sequence[object]) -> tuple[Exact, ...]:
    """Check that p is a distribution and return s_1, ..., s_q with s_k = p_1 + ... + p_k.

    Guarantee: exact, with s_q = 1.
    Raises: ParameterError for anything that is not a sequence, for no entries, a negative entry or a sum other than 1,
    InexactInputError for floats.
    """
    listed = need.values(p, "p", "a sequence of probabilities, most preferred first")
    entries = [exact_at(entry, f"p, entry {k}") for k, entry in enumerate(listed, 1)]
    if not entries:
        raise ParameterError("none", place="p", expected="at least one probability")
    for k, entry in enumerate(entries, 1):
        if entry < 0:
            raise ParameterError(f"{excerpt(str(entry))} as entry {k}", place="p", expected="probabilities >= 0")
    sums = tuple(accumulate(entries))
    if sums[-1] != 1:
        came, remedy = f"the sum {excerpt(str(sums[-1]))}", f"it is off by {excerpt(str(sums[-1] - 1))}"
        raise ParameterError(came, place="p", expected="probabilities that sum to 1", remedy=remedy)
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

    Guarantee: exact. Raises: ParameterError (p not a distribution, E < 1, delta outside [0, 1], unknown variant).
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

    Guarantee: exact.
    Raises: ParameterError as `step`, and for t that is not an integer >= 0, TooLargeError past about 50000 steps for a
    rational E of four digits (the result has about t times the bits of E) and past 1000 steps for another E.
    Reference: rainbow paper, Theorem 4.
    """
    sums, rule, steps = prefix_sums(p), transition(one_factor(exp_epsilon, epsilon), delta, variant), step_count(t)
    for s in sums:
        _require_walkable(s, rule, steps)
    return differences([next(islice(_states(s, rule), steps, None)).value() for s in sums])


def step_count(t: object, name: str = "t") -> int:
    """Check a number of steps. Raises: ParameterError."""
    return need.integer(t, name, 0)


def _require_walkable(s: Exact, rule: Transition, steps: int) -> None:
    """Raise TooLargeError for a walk that takes long."""
    if not (s.is_rational() and rule.exp_epsilon.is_rational() and rule.delta.is_rational()):
        if steps > MAX_IRRATIONAL_STEPS:
            expected = f"at most {MAX_IRRATIONAL_STEPS} steps for irrational numbers"
            raise TooLargeError(value_excerpt(steps), place="t", expected=expected, remedy="use closed_form")
        return
    ratio = rule.exp_epsilon.as_fraction()
    bits = max(ratio.numerator, ratio.denominator).bit_length()
    if steps * steps * bits > MAX_WORK:
        came, expected = f"t = {value_excerpt(steps)} with {bits} bits", f"t^2 * bits of E <= {MAX_WORK}"
        raise TooLargeError(came, place="t", expected=expected, remedy="use closed_form")


def walk(sums: tuple[Exact, ...], rule: Transition, end: int) -> Iterator[tuple[Exact, ...]]:
    """Yield the distributions after 0, 1, ..., end steps of T, ending when T changes nothing any more."""
    previous: tuple[Exact, ...] = ()
    for states in islice(zip(*(_states(s, rule) for s in sums), strict=True), end + 1):
        current = tuple(state.value() for state in states)
        if current == previous:
            return
        yield differences(current)
        previous = current


def _states(s: Exact, rule: Transition) -> Iterator[_Scaled]:
    """Walk from a prefix sum by T. Once past the breakpoint it stays there, and at 1 it stays 1."""
    state, past = _scaled(s, rule), False
    while True:
        yield state
        past = past or state.past(rule.variant)
        state = state.above_step(rule.variant) if past else state.below_step()
        if state.top >= state.bottom:
            yield from repeat(_Scaled(1, 1, 0, 1, 1))


def _scaled(s: Exact, rule: Transition) -> _Scaled:
    """Return the start of a walk, over integers if possible."""
    try:
        start, ratio, delta = s.as_fraction(), rule.exp_epsilon.as_fraction(), rule.delta.as_fraction()
    except IrrationalError:
        return _Scaled(s, exact(1), rule.delta, rule.exp_epsilon, exact(1))
    top, delta_top = start.numerator * delta.denominator, start.denominator * delta.numerator
    return _Scaled(top, start.denominator * delta.denominator, delta_top, ratio.numerator, ratio.denominator)


@dataclass(frozen=True, slots=True)
class _Scaled:
    """A prefix sum s = top / bottom and delta = delta_top / bottom, never reduced, for E = over / under.

    All are integers if everything is rational, so that a step costs a few products by a short integer and no gcd.
    Otherwise they are Exact, and under = 1 keeps every step free of divisions.
    """

    top: Any
    bottom: Any
    delta_top: Any
    over: Any
    under: Any

    def past(self, variant: Variant) -> bool:
        """Return whether s is at or past the breakpoint."""
        room = self.bottom - self.delta_top if variant == "corrected" else self.bottom
        return bool(self.top * (self.over + self.under) >= self.under * room)

    def below_step(self) -> _Scaled:
        """Return E s + delta."""
        a, b = self.over, self.under
        return _Scaled(a * self.top + b * self.delta_top, b * self.bottom, b * self.delta_top, a, b)

    def above_step(self, variant: Variant) -> _Scaled:
        """Return 1 - (1 - s - delta)/E, or as printed 1 - (1 - s)/E + delta."""
        a, b = self.over, self.under
        bottom, delta_top, rest = a * self.bottom, a * self.delta_top, self.bottom - self.top
        if variant == "corrected":
            return _Scaled(bottom - b * (rest - self.delta_top), bottom, delta_top, a, b)
        return _Scaled(bottom - b * rest + delta_top, bottom, delta_top, a, b)

    def value(self) -> Exact:
        """Return the prefix sum."""
        return exact(self.top) / exact(self.bottom)
