"""The least parameter of a composition that keeps delta, with its neighbor that does not.

A parameter that makes the mechanism more private as it grows has a least value, any other one a greatest value. Where
that is proved, the claim is decided at both sides of a bisection. Elsewhere every multiple of the step from the first
one on is decided, since a larger one may be broken again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from dpexact.certificates.certificate import Certificate
from dpexact.composition.certified import certificate_at
from dpexact.composition.dominating import DominatingPair
from dpexact.composition.expression import parse_composition
from dpexact.composition.named import LAWS
from dpexact.errors import ParameterError, TooLargeError, UndecidedError, need
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import claimed_factor, one_factor, probability
from dpexact.numbers.exact import Exact, exact_at

# More noise is less noise with more noise added to it, or more users are fewer users with another one. A smaller rate
# mixes with the pair that gives nothing away, a smaller sensitivity is more noise, and fewer runs forget some answers.
LEAST = {
    "gaussian": ("sigma",),
    "laplace": ("scale",),
    "gaussian_mixture": ("sigma",),
    "binomial": ("trials",),
    "skellam": ("variance",),
    "dp_sgd": ("noise_multiplier",),
    "shuffled": ("users",),
}
GREATEST = {
    "gaussian": ("rate", "sensitivity"),
    "laplace": ("rate", "sensitivity"),
    "discrete_laplace": ("decay", "rate"),
    "discrete_gaussian": ("rate",),
    "finite": ("rate",),
    "epsilon_delta": ("epsilon", "delta"),
    "pure": ("epsilon",),
    "permute_and_flip": ("epsilon",),
    "gdp": ("mu",),
    "dp_sgd": ("steps", "epochs"),
    "shuffled": ("local_epsilon",),
}
UNSURE = {"discrete_gaussian": ("sigma",)}  # more of it may give more away, on a sample
INTEGERS = ("trials", "users", "steps", "count")
MOST = 1 << 40  # multiples of a step
MOST_TRIED = 2000  # one by one
BITS = 96  # of bounds that decide
STEP_BITS = 4096  # numerator and denominator of a step

_HOLE = re.compile(r"\?")


@dataclass(frozen=True)
class Hole:
    """The place of a number that an expression leaves open, a parameter of a law or the count."""

    before: str
    after: str
    law: str
    parameter: str

    @classmethod
    def of(cls, expression: str) -> Hole:
        """Find the one question mark. Raises ParameterError."""
        if len(_HOLE.findall(expression)) != 1:
            raise ParameterError(repr(expression), place="expression", expected="one ? where a number stands")
        before, after = expression.split("?")
        if re.search(r"\*\*\s*$", before):
            return cls(before, after, "", "count")
        depth, place = 0, len(before)
        while place and (depth or before[place - 1] != "("):
            place -= 1
            depth += (before[place] in ")]") - (before[place] in "([")
        found = re.search(r"(\w+)\s*$", before[: max(0, place - 1)])
        named = re.search(r"(\w+)\s*=\s*$", before)
        law = found.group(1) if found else ""
        if law not in LAWS:
            raise ParameterError(
                repr(expression), place="expression", expected="the ? as a parameter of a law, or a count"
            )
        from inspect import signature

        first = next(iter(signature(LAWS[law]).parameters))
        return cls(before, after, law, named.group(1) if named else first)

    def pair(self, value: Fraction) -> DominatingPair:
        """Return the composition with a number in this place."""
        text = f"({value})" if self.parameter == "count" else str(value)
        return parse_composition(f"{self.before}{text}{self.after}")


@dataclass(frozen=True)
class Least:
    """The value for which the claim holds, and its neighbor for which it fails, or None if there is none."""

    value: Fraction
    neighbor: Fraction | None
    is_greatest: bool
    monotone: bool
    hole: Hole
    factor: Exact
    delta: Exact

    @property
    def composition(self) -> DominatingPair:
        """The composition for which the claim holds."""
        return self.hole.pair(self.value)

    def certificate(self) -> Certificate:
        """Certify that the claim holds at the value. Raises the errors of `DominatingPair.certificate`."""
        return certificate_at(self.composition.runs(), self.factor, self.delta)

    def refutation(self) -> Certificate | None:
        """Certify that it fails at the neighbor. Raises the errors of `DominatingPair.refutation`."""
        return (
            None if self.neighbor is None else self.hole.pair(self.neighbor).refutation(self.factor, delta=self.delta)
        )


def least(
    expression: str, *, delta: object, epsilon: object = None, exp_epsilon: object = None, step: object = None
) -> Least:
    """Return the least multiple of the step for which the composition keeps delta, with its neighbor that does not.

    The expression has one `?` in place of a number. A count, a rate and whatever else gives more away as it grows has
    a greatest value in place of a least one. The step is 1 for integers.

    Both sides are decided. `monotone` says whether all larger (smaller) values hold as well.
    Raises ParameterError, UndecidedError if a value is not decided, TooLargeError if none is found.

    >>> found = least("binomial(?)", epsilon="1", delta="1/1000")
    >>> found.value, found.neighbor
    (Fraction(30, 1), Fraction(29, 1))
    """
    hole = Hole.of(need.text(expression, "expression", "a composition as text"))
    factor, allowed = claimed_factor(one_factor(exp_epsilon, epsilon)), probability(delta, "delta")
    if not isinstance(factor, Exact):
        raise ParameterError("infinity", place="epsilon", expected="a finite epsilon")
    if step is None and hole.parameter not in INTEGERS:
        raise ParameterError(
            "none", place="step", expected=f"the step of {hole.parameter}", remedy="name a step, such as 0.01"
        )
    unit = Fraction(1) if step is None else exact_at(step, "step").as_fraction()
    if unit.numerator.bit_length() + unit.denominator.bit_length() > STEP_BITS:
        raise TooLargeError("a step of too many digits", place="step", expected=f"at most {STEP_BITS} bits")
    if unit <= 0:
        raise ParameterError(str(unit), place="step", expected="a number > 0")
    grows, is_greatest, unsure = (hole.parameter in table.get(hole.law, ()) for table in (LEAST, GREATEST, UNSURE))
    is_greatest = is_greatest or hole.parameter == "count"
    if not (grows or is_greatest or unsure):
        raise ParameterError(
            f"{hole.parameter} of {hole.law}", place="expression", expected="a parameter of noise, or a count"
        )

    def holds(multiple: int) -> bool:
        return is_kept(hole.pair(multiple * unit), factor, allowed)

    def made(value: int, neighbor: int) -> Least:
        known = None if neighbor < 1 and not is_greatest else neighbor * unit
        return Least(value * unit, known, is_greatest, not unsure, hole, factor, allowed)

    if unsure:
        found = next((n for n in range(1, MOST_TRIED) if holds(n)), None)
        if found is None:
            raise TooLargeError(
                f"none of {MOST_TRIED} multiples of the step holds", place="step", remedy="name a larger step"
            )
        return made(found, found - 1)
    low, high = bisected(lambda n: holds(n) is not is_greatest)
    return made(low, high) if is_greatest else made(high, low)


def bisected(is_past: Callable[[int], bool]) -> tuple[int, int]:
    """Return neighbors n, n + 1 with the condition false at n (or n = 0) and true at n + 1. Raises TooLargeError."""
    low, high = 0, 1
    while not is_past(high):
        low, high = high, 2 * high
        if high > MOST:
            raise TooLargeError(f"none of the first {MOST} multiples of the step changes the claim", place="step")
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_past(middle) else (middle, high)
    return low, high


def is_kept(pair: DominatingPair, factor: Exact, allowed: Exact) -> bool:
    """Return whether a composition keeps delta at E. Raises UndecidedError."""
    found = pair.delta(factor)
    if isinstance(found, Exact):
        return found <= allowed
    bits, bounds = 16, found
    while bits <= BITS:
        if bounds.upper <= allowed:
            return True
        if bounds.lower > allowed:
            return False
        bits *= 2
        try:
            bounds = Enclosure.of(bounds).refine(bits)
        except TooLargeError as error:
            if error.lower is None or error.upper is None:
                raise
            if error.upper <= allowed or error.lower > allowed:
                return bool(error.upper <= allowed)
            break
    raise UndecidedError(f"{pair!r} keeps a delta that is not told from this one", bounds.lower, bounds.upper)
