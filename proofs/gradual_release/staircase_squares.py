"""Staircase noise that is optimal for the mean-squared error, e^epsilon_2 <= 15/2: no gradual release, for all levels.

Koufogiannis et al., Section 5 and Figure 2. Noise of sensitivity 1 with b = e^-epsilon has the density h on [0, c),
h b^m on [m - 1 + c, m + c) for m >= 1, and is even. With w = c + b (1 - c) its variance is

    (w^2 + b (1 + b)/w)/(3 (1 - b)^2) + a number that does not depend on c,

by the closed form of its sums (variance in rocq/GradualSteps.v); so it is least where 2 w^3 = b (1 + b)
(longer_stairs_are_worse, shorter_stairs_are_worse): Geng and Viswanath's stair for the mean-squared error. That c is
below 1/2 (below_a_half), at least 1/3 if b is at least 2/15 (above_a_third), and increases with b (stair_grows).

Its characteristic function is, stair by stair, a positive number times F(s)/s, where

    F(s) = sin(s c) + b sin(s (1 - c)),

the imaginary part of e^(isc) (1 - b e^(-is)) (`transform_of_the_stairs`, for some s and b).

Let 1/3 <= c < 1/2. F(2 pi) = (1 - b) sin(2 pi c) > 0, and F(pi/c) = - b sin(pi/c) <= 0, as 2 pi < pi/c <= 3 pi; so F
has a zero s in (2 pi, pi/c]. Let B > b, 1/2 > C > c: for these F is negative at s. Let x = s C and y = s (1 - C). pi <
s/2 < y < s (1 - c) <= 2 pi, so sin y < 0. If x >= pi, sin x <= 0 too (x < s/2 <= 3 pi/2).

If x < pi, for every g from c to C the numbers s g and s (1 - g) lie in (2 pi/3, pi) and (2 pi - s g, 2 pi], so the
cosine of the first is negative and below that of the second, and below b times it (falls): sin(s g) + b sin(s (1 - g))
falls with g. So at C it is below 0, and B in place of b adds (B - b) sin y < 0.

So phi_2 has a zero where phi_1 has none, for every epsilon_1 < epsilon_2 (`zero_of_one_only`: pairs of levels, by
rational bounds of the sine). By the argument of `staircase`, steps (1) and (2), there is no pair of answers with these
laws. The stair that is optimal for the expected absolute value, c = r/(1 + r), r^2 = b, increases with b and is in
[1/3, 1/2) if b is in [1/4, 1): the same is true of it for e^epsilon_2 <= 4.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial

from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)

proof = Proof(__doc__)


@proof.conclusion
def least_at_level_100() -> Exhaustive:
    """E = 100: the w of the optimal stair is between two millionths, and its variance is 0.0402..., not 0.0414....

    2 w^3 = b (1 + b) brackets w, the stair c = (w - b)/(1 - b) is 0.163..., and there the variance, which is w^2/(1 -
    b)^2 and the number that depends on b alone (variance in GradualSteps.v, with b (1 + b) = 2 w^3), lies between those
    of both ends.
    """

    def holds(low: Fraction, high: Fraction) -> bool:
        ratio = Fraction(1, 100)
        rest = ratio / (1 - ratio) ** 2
        least, most = (x**2 / (1 - ratio) ** 2 + rest for x in (low, high))
        stairs = [(x - ratio) / (1 - ratio) for x in (low, high)]
        bracketed = 2 * low**3 < ratio * (1 + ratio) < 2 * high**3
        digits = Fraction(402, 10**4) < least < most < Fraction(403, 10**4)
        return bracketed and digits and all(Fraction(163, 1000) < stair < Fraction(164, 1000) for stair in stairs)

    domain = {"low": [Fraction(171565, 10**6)], "high": [Fraction(171566, 10**6)]}
    return Exhaustive("at E = 100 the least variance is 0.0402..., with the stair 0.163...", domain, holds)


def optimal_stair(decay: Fraction) -> Fraction:
    """The c with 2 w^3 = b (1 + b) to less than 2^-30, by bisection: 2 w^3 grows with c."""
    low, high = Fraction(0), Fraction(1)
    for _ in range(31):
        c = (low + high) / 2
        short = 2 * (c + decay * (1 - c)) ** 3 < decay * (1 + decay)
        low, high = (c, high) if short else (low, c)
    return low


def sine(x: Fraction) -> Fraction:
    """The sine of x to less than 10^-9, for 0 <= x <= 12 in 2^-30: the terms up to x^59/59!, rounded."""
    fine = Fraction(round(x * 2**30), 2**30)
    return sum(((-1) ** n * fine ** (2 * n + 1) / factorial(2 * n + 1) for n in range(30)), Fraction(0))


def transform(s: Fraction, decay: Fraction) -> Fraction:
    """F(s), within 2 (s 2^-30 + 2^-31 + 10^-9) < 10^-6 for s <= 10."""
    c = optimal_stair(decay)
    return sine(s * c) + decay * sine(s * (1 - c))


ERROR = Fraction(1, 10**6)


@proof.conclusion
def transform_of_the_stairs() -> Exhaustive:
    """Twelve stairs, s <= 1: the sum of b^k (integrals of the cosine) times s (1 - 2 b cos s + b^2)/(1 - b) is F(s).

    What is left out, and the rounding, are below 10^-4.
    """

    def holds(s: Fraction, decay: Fraction) -> bool:
        c = optimal_stair(decay)
        whole = Fraction(0)
        for k in range(12):
            start, step, end = sine(s * k), sine(s * (k + c)), sine(s * (k + 1))
            whole += decay**k * (step - start + decay * (end - step))
        cosine = 1 - 2 * sine(s / 2) ** 2
        scaled = whole * (1 - 2 * decay * cosine + decay**2) / (1 - decay)
        return abs(scaled - transform(s, decay)) < Fraction(1, 10**4)

    domain = {"s": [Fraction(1, 2), Fraction(3, 4), Fraction(1)], "decay": [Fraction(1, 4), Fraction(1, 8)]}
    return Exhaustive("the integrals over the stairs add up to F", domain, holds)


def bracket(decay: Fraction) -> tuple[Fraction, Fraction]:
    """Numbers less than 1/1000 apart, F > 0 at the first and F < 0 at the second: s in (2 pi, 3 pi] lies between."""
    low, high = Fraction(6), Fraction(10)
    while high - low >= Fraction(1, 1000):
        middle = (low + high) / 2
        low, high = (middle, high) if transform(middle, decay) > 0 else (low, middle)
    return low, high


def vanishes(decay: Fraction) -> bool:
    """Whether F is shown to change its sign in its bracket."""
    low, high = bracket(decay)
    return transform(low, decay) > ERROR and transform(high, decay) < -ERROR


def negative(decay: Fraction, other: Fraction) -> bool:
    """Whether F is shown to be negative in the bracket of the other noise: it grows by at most 2 |s - s'|."""
    low, high = bracket(other)
    return transform(low, decay) < -2 * (high - low) - ERROR


@proof.conclusion
def no_quotient() -> Counterexample:
    """e^epsilon_1 = 2, e^epsilon_2 = 4: phi_2(s) = 0 and phi_1(s) < 0 for an s near 7.54."""

    def levels(first: Fraction, second: Fraction) -> bool:
        return 1 < first < second

    def quotient(first: Fraction, second: Fraction) -> bool:
        return not (vanishes(1 / second) and negative(1 / first, 1 / second))

    instance = {"first": Fraction(2), "second": Fraction(4)}
    return Counterexample("for every s some m has phi_2(s) m = phi_1(s)", instance, levels, quotient)


@proof.conclusion
def zero_of_one_only() -> Exhaustive:
    """e^epsilon_2 in halves from 2 to 15/2, e^epsilon_1 in halves from 3/2 on below."""
    levels = [Fraction(n, 2) for n in range(3, 16)]

    def below(first: Fraction, second: Fraction) -> bool:
        return first < second

    def holds(first: Fraction, second: Fraction) -> bool:
        return vanishes(1 / second) and negative(1 / first, 1 / second)

    text = "phi_2 has a zero where phi_1 is negative"
    return Exhaustive(text, {"first": levels, "second": levels}, holds, where=below)


proof.establishes({"abstract-differential": "holds-if, fails"}, "least_at_level_100")
proof.establishes({"conjecture-staircase-squares": "refuted"}, "transform_of_the_stairs")
proof.establishes({"conjecture-staircase-squares": "refuted"}, "no_quotient")
proof.establishes({"conjecture-staircase-squares": "refuted"}, "zero_of_one_only")
