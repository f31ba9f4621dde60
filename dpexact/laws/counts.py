"""Noise of counts: binomial, a difference of Poisson numbers, discrete Gaussian, or shuffled answers.

In each law the ratio of a pair's masses is monotone in the outcome, and the least delta is a sum of positive parts.
"""

from functools import partial
from math import comb

from flint import arb

from dpexact.laws.discrete_gaussian import MAX_TERMS, NONE
from dpexact.laws.noise import BinomialNoise, DiscreteGaussianNoise, Noise, SkellamNoise
from dpexact.laws.parameters import Number, exceeds, formula, integer, nonnegative, positive, real, value
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.evaluate_balls import ball_value
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.formula import Real
from dpexact.numbers.grammar import Term, term_of_text

MAX_TRIALS = 100_000
MAX_USERS = 100_000
EXACT_TRIALS = 2000
FACTOR = term_of_text("exp(epsilon)")


def binomial_delta(trials: Real, sensitivity: Real, epsilon: Real) -> Number:
    """Return the least delta of Z + s against Z, where Z counts the heads of fair coins and s is the sensitivity.

    The mass at z is C(trials, z)/2^trials. It is symmetric, so both directions are alike.
    """
    number, shift = integer("trials", trials, 1, MAX_TRIALS), integer("sensitivity", sensitivity)
    tree = nonnegative("epsilon", epsilon)
    E = formula(FACTOR, epsilon=tree)
    if shift == 0:
        return exact(0)
    if shift > number:
        return exact(1)
    masses = [comb(number, z) for z in range(number + 1 if number <= EXACT_TRIALS else 0)]
    if masses and masses[shift] <= E:  # the ratio at z = shift, and it falls
        return exact(sum(masses[:shift])) / (1 << number)
    if masses and isinstance(E, Exact) and E.is_rational():
        moved = [0] * shift + masses
        parts = (mass - E * other for mass, other in zip(masses, moved, strict=False))
        total: Exact = sum((part for part in parts if part > 0), exact(0))
        return total / (1 << number)
    return Enclosure(partial(_excess, BinomialNoise(number, shift), tree))


def _excess(noise: Noise, epsilon: Term) -> arb:
    return noise.excess()(ball_value(epsilon).exp())


def skellam_delta(variance: Real, sensitivity: Real, epsilon: Real) -> Number:
    """Return the least delta of Z + s against Z, where Z is the difference of two Poisson numbers of mean variance/2.

    The mass at z is e^-v I_z(v), with v the variance and I the modified Bessel function.
    """
    positive("variance", variance)
    spread, shift = value("variance", variance), integer("sensitivity", sensitivity)
    tree = nonnegative("epsilon", epsilon)
    return exact(0) if shift == 0 else Enclosure(partial(_excess, SkellamNoise(spread, shift), tree))


def discrete_gaussian_delta(sigma: Real, sensitivity: Real, epsilon: Real, truncation: Real | None = None) -> Number:
    """Return the least delta of noise proportional to e^(-z^2/(2 sigma^2)) on the integers, or up to a truncation."""
    positive("sigma", sigma)
    width, k = value("sigma", sigma), integer("sensitivity", sensitivity)
    E = real("epsilon", epsilon)
    if k == 0:
        return formula(NONE, epsilon=E)
    edge = None if truncation is None else integer("truncation", truncation, 0, MAX_TERMS)
    if edge is not None and k > 2 * edge:
        return exact(1)
    return Enclosure(partial(_excess, DiscreteGaussianNoise(width, k, edge), E))


def shuffled_delta(local_epsilon: Real, users: Real, epsilon: Real) -> Number:
    """Return the least delta of the stronger clones: shuffled answers of users, each private at the local epsilon.

    With e = e^local_epsilon, each of the n - 1 others gives either answer of the changed user with probability
    1/(e + 1). If s answers are of these two kinds and a of them are ones, then P/Q at (a, s) is
    (e a + s - a)/(a + e (s - a)). It rises in a, and is E at a = s t with t = (E e - 1)/((e - 1)(E + 1)). So the part
    of s = c + 1 is P(c) ((e - E) T(a - 1) - (E e - 1) T(a))/(e + 1), where T is the upper tail of c fair coins and a
    the least integer from s t on. At a tie a + 1 gives the same.

    A pair of private answers is e/(e + 1) a + 1/(e + 1) b and its mirror image. So if every randomizer is at least
    (R(x0) + R(x1))/(e + 1) at every answer, as k-ary randomized response is, each of the others is a and b with
    probability 1/(e + 1). The authors' erratum says that their proof fails for other randomizers.

    Reference: Feldman, McMillan, Talwar, Stronger Privacy Amplification by Shuffling for Renyi and Approximate
    Differential Privacy (2022), Theorem 3.1 with its erratum.
    """
    local, tree = nonnegative("local_epsilon", local_epsilon), nonnegative("epsilon", epsilon)
    number = integer("users", users, 1, MAX_USERS)
    if not exceeds(local, tree):
        return exact(0)
    return Enclosure(partial(_shuffled_excess, local, number, tree))


def _shuffled_excess(local: Term, users: int, epsilon: Term) -> arb:
    """Return the sum over c, with T(a) and the mass at a - 1 of c coins each from those of c - 1."""
    e, E = ball_value(local).exp(), ball_value(epsilon).exp()
    gain, loss = (e - E) / (e + 1), (E * e - 1) / (e + 1)
    turn = (E * e - 1) / ((e - 1) * (E + 1))
    odds, chance = 2 / (e - 1), ((e - 1) / (e + 1)) ** (users - 1)  # chance is P(c)
    total, place, tail, mass = arb(0), 1, arb(0), arb(1)
    for c in range(users):
        least, most = ((c + 1) * turn).lower().ceil().unique_fmpz(), ((c + 1) * turn).upper().ceil().unique_fmpz()
        if least is None or most is None or most > least + 1:
            return arb("nan")
        if place < least:
            mass *= arb(c + 1 - place) / place
            tail -= mass
            place += 1
        part = gain * (tail + mass) - loss * tail
        if most > least:
            part = part.max(gain * tail - loss * (tail - mass * (c + 1 - place) / place))
        total += chance * part
        tail += mass / 2
        mass *= arb(c + 1) / (2 * (c + 2 - place))
        chance *= odds * (users - 1 - c) / (c + 1)
    return total
