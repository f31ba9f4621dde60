"""Formulas of noise: Gaussian, Laplace, also Poisson-subsampled, discrete Laplace, of counts, and at thresholds.

Gaussian noise has Balle and Wang's exact curve and its inverses. With m = sensitivity/sigma the least delta is
Phi(m/2 - epsilon/m) - e^epsilon Phi(-m/2 - epsilon/m), for every real epsilon. It falls in epsilon and in sigma.

Of Laplace noise, with E = e^epsilon and t = sensitivity/scale, the least delta is max(0, 1 - E, 1 - sqrt(E e^-t)). The
middle term is the event of all outputs, and the last is the event of the outputs up to the point at which the
densities' ratio is E. For the mixture m = (1-r) f + r g against f the positive part is r (g - E' f) with
E' = (E - 1 + r)/r, and for f against m it is a (f - (E r/a) g) with a = 1 - E (1-r).

Noise that counts get from many is binomial, a difference of Poisson numbers, or the answers of others, shuffled. The
ratio of a pair's masses is monotone in the outcome, and the least delta is a sum of positive parts.

The probability that a count of one passes a threshold once noise is added is the delta of a key that one person brings.
It makes a difference whether a count at the threshold itself passes, if the noise is an integer.
"""

import math
from fractions import Fraction
from functools import partial
from math import comb

from flint import arb, ctx

from dpexact.errors import TooLargeError
from dpexact.laws.discrete_gaussian import NONE, discrete_gaussian_tail
from dpexact.laws.noise import BinomialNoise, SkellamNoise
from dpexact.laws.parameters import (
    Number,
    choice,
    enclosed,
    exceeds,
    first_from,
    floors,
    formula,
    integer,
    is_exactly,
    nonnegative,
    positive,
    probability,
    real,
    substituted,
    value,
)
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.evaluate_balls import ball_value
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.formula import Real, tree_of
from dpexact.numbers.grammar import Term, term_of_text

CURVE = (
    "Phi(sensitivity/(2*sigma) - epsilon*sigma/sensitivity)"
    " - exp(epsilon)*Phi(-sensitivity/(2*sigma) - epsilon*sigma/sensitivity)"
)
CURVE_TERM = term_of_text(CURVE)
EXCESS = term_of_text(f"{CURVE} - delta")
FAR = term_of_text("(sensitivity/sigma)**2/2 + sensitivity/sigma*sqrt(2*log(1/delta)) + 1")  # delta is smaller there
CLASSICAL = term_of_text("sensitivity*sqrt(2*log(1.25/delta))/epsilon")
MAX_DOUBLINGS = 1400  # of a sigma: past 10^400 in either direction
MAX_EXPONENT = 400  # of 10, for a ratio of sensitivity to sigma, and for the sensitivity in `gaussian_sigma`
RATIO = term_of_text("sensitivity/sigma")
PLAIN = "max(0, 1 - exp(epsilon), 1 - exp((epsilon - sensitivity/scale)/2))"
REMOVE = "max(0, 1 - exp(epsilon), rate - sqrt(max(0, rate*(exp(epsilon) - 1 + rate)*exp(-sensitivity/scale))))"
ADD = (
    "max(0, 1 - exp(epsilon), 1 - exp(epsilon)*(1 - rate)"
    " - sqrt(max(0, (1 - exp(epsilon)*(1 - rate))*exp(epsilon)*rate*exp(-sensitivity/scale))))"
)
LAWS = {"remove": REMOVE, "add": ADD, "larger": f"max({REMOVE}, {ADD})"}
EVENT = term_of_text("1 - r**(c + 1)/(1 + r) - exp(epsilon)*r**(k - c)/(1 + r)")
DECAY = term_of_text("exp(-decay)")
LAST = term_of_text("(k - epsilon/decay)/2")
COMPARISONS = (">", ">=")
LAPLACE_ABOVE = term_of_text("exp((1 - threshold)/scale)/2")
LAPLACE_BELOW = term_of_text("1 - exp((threshold - 1)/scale)/2")
GAUSSIAN = term_of_text("Phi((1 - threshold)/sigma)")
GEOMETRIC_TAIL = term_of_text("exp(-decay*first)/(1 + exp(-decay))")
GEOMETRIC_HEAD = term_of_text("1 - exp(-decay*(1 - first))/(1 + exp(-decay))")
INNER = term_of_text("(1 - exp(-decay))*exp(-decay*distance)/(1 + exp(-decay))")
MAX_TRIALS = 100_000
MAX_USERS = 100_000
EXACT_TRIALS = 2000
FACTOR = term_of_text("exp(epsilon)")


def gaussian_delta(sigma: Real, sensitivity: Real, epsilon: Real) -> Number:
    """Return the least delta of Gaussian noise at an epsilon."""
    parameters = {"sigma": positive("sigma", sigma), "sensitivity": nonnegative("sensitivity", sensitivity)}
    parameters["epsilon"] = real("epsilon", epsilon)
    if is_exactly("sensitivity", sensitivity, 0):
        return formula(NONE, epsilon=parameters["epsilon"])
    return enclosed(CURVE_TERM.substituted(parameters))


def gaussian_epsilon(sigma: Real, sensitivity: Real, delta: Real) -> Number | float:
    """Return the least epsilon >= 0 of Gaussian noise at a delta."""
    parameters = {
        "sigma": positive("sigma", sigma),
        "sensitivity": nonnegative("sensitivity", sensitivity),
        "delta": probability("delta", delta),
    }
    if is_exactly("sensitivity", sensitivity, 0):
        return exact(0)
    if is_exactly("delta", delta, 0):
        return math.inf
    _refuse_extremes("sensitivity", "sensitivity/sigma", formula(RATIO, sensitivity=sensitivity, sigma=sigma))
    excess = EXCESS.substituted(parameters)
    if enclosed(substituted(excess, epsilon=0)) < 0:
        return exact(0)
    return enclosed(Term("root", (excess, tree_of(0), FAR.substituted(parameters)), "epsilon"))


def gaussian_sigma(epsilon: Real, delta: Real, sensitivity: Real) -> Number | float:
    """Return the least sigma of Gaussian noise for an epsilon >= 0 and a delta, or infinity at delta 0.

    An epsilon below 0, which no promise of privacy has, is refused, although there is a delta for it.
    """
    parameters = {
        "epsilon": nonnegative("epsilon", epsilon),
        "delta": probability("delta", delta),
        "sensitivity": nonnegative("sensitivity", sensitivity),
    }
    if is_exactly("sensitivity", sensitivity, 0) or is_exactly("delta", delta, 1):
        return exact(0)
    if is_exactly("delta", delta, 0):
        return math.inf
    _refuse_extremes("sensitivity", "a number", value("sensitivity", sensitivity), least=Fraction(1, 10**MAX_EXPONENT))
    excess = EXCESS.substituted(parameters)
    low = high = tree_of(1)
    power = 0
    while enclosed(excess.substituted({"sigma": high})) >= 0:
        power += 1
        high = _power_of_two(power)
    while power <= 0 and enclosed(excess.substituted({"sigma": low})) <= 0:
        power -= 1
        low = _power_of_two(power)
    low = _power_of_two(power - 1) if power > 0 else low
    return enclosed(Term("root", (excess, low, high), "sigma"))


def _refuse_extremes(name: str, what: str, number: Number, least: Fraction = Fraction(0)) -> None:
    """Raise TooLargeError for a number whose answer would need thousands of digits."""
    if least <= number <= 10**MAX_EXPONENT:
        return
    low = f" and >= 1e-{MAX_EXPONENT}" if least else ""
    raise TooLargeError("one beyond", place=name, expected=f"{what} <= 1e{MAX_EXPONENT}{low}")


def _power_of_two(power: int) -> Term:
    if abs(power) > MAX_DOUBLINGS:
        raise TooLargeError(
            "one beyond", place="sigma", expected=f"a value between 2^-{MAX_DOUBLINGS} and 2^{MAX_DOUBLINGS}"
        )
    return tree_of(Fraction(2) ** power)


def gaussian_classical_sigma(epsilon: Real, delta: Real, sensitivity: Real) -> Number:
    """Return sensitivity * sqrt(2 ln(1.25/delta)) / epsilon, which is a theorem for 0 < epsilon < 1 only."""
    probability("delta", delta)
    return formula(
        CLASSICAL,
        epsilon=positive("epsilon", epsilon),
        delta=positive("delta", delta),
        sensitivity=nonnegative("sensitivity", sensitivity),
    )


def laplace_delta(
    scale: Real, sensitivity: Real, epsilon: Real, rate: Real | None = None, relation: str | None = None
) -> Number:
    """Return the least delta of Laplace noise, or of the sampled mechanism if a rate is given."""
    parameters = {
        "epsilon": real("epsilon", epsilon),
        "scale": positive("scale", scale),
        "sensitivity": nonnegative("sensitivity", sensitivity),
    }
    if rate is None:
        if relation is not None:
            choice("relation", relation, ("remove", "add"))
        return formula(term_of_text(PLAIN), **parameters)
    law = "larger" if relation is None else choice("relation", relation, ("remove", "add"))
    return formula(term_of_text(LAWS[law]), **parameters, rate=probability("rate", rate))


def discrete_laplace_delta(decay: Real, sensitivity: Real, epsilon: Real) -> Number:
    """Return the least delta of noise proportional to e^(-decay abs(z)) on the integers against itself shifted by k.

    The ratio of the two falls, so the best event is z <= c. P(z <= c) - E P(z <= c - k) is concave in c from 0 to
    k - 1, and smaller outside than at an end or for the events of none or all.
    """
    rate, k = positive("decay", decay), integer("sensitivity", sensitivity)
    E, r = real("epsilon", epsilon), substituted(DECAY, decay=rate)
    lower, upper = floors(formula(LAST, k=k, epsilon=E, decay=rate))  # with their neighbors
    first, last = (max(0, min(c, k - 1)) for c in (lower - 1, upper + 1))
    events = [substituted(EVENT, r=r, epsilon=E, c=c, k=k) for c in range(first, min(last + 1, k))]
    return formula(Term("call", (substituted(NONE, epsilon=E), *events), "max"))


def laplace_threshold(scale: Real, threshold: Real) -> Number:
    """Return the probability that 1 plus Laplace noise is above a threshold, or at it, which is the same."""
    parameters = {"scale": positive("scale", scale), "threshold": real("threshold", threshold)}
    return formula(LAPLACE_ABOVE if value("threshold", threshold) >= 1 else LAPLACE_BELOW, **parameters)


def gaussian_threshold(sigma: Real, threshold: Real) -> Number:
    """Return the probability that 1 plus Gaussian noise is above a threshold, or at it, which is the same."""
    return formula(GAUSSIAN, sigma=positive("sigma", sigma), threshold=real("threshold", threshold))


def discrete_laplace_threshold(decay: Real, threshold: Real, comparison: str) -> Number:
    """Return the probability that 1 + Z passes, where the mass of Z at z is proportional to e^(-decay abs(z))."""
    rate, first = positive("decay", decay), _first(threshold, comparison)
    return formula(GEOMETRIC_TAIL if first > 0 else GEOMETRIC_HEAD, decay=rate, first=first)


def discrete_gaussian_threshold(sigma: Real, threshold: Real, comparison: str) -> Number:
    """Return the probability that 1 + Z passes, where the mass of Z at z is proportional to e^(-z^2/(2 sigma^2))."""
    positive("sigma", sigma)
    first = _first(threshold, comparison)
    return discrete_gaussian_tail(sigma, first) if first > 0 else 1 - discrete_gaussian_tail(sigma, 1 - first)


def _first(threshold: Real, comparison: str) -> int:
    """Return the least integer z for which 1 + z passes."""
    choice("comparison", comparison, COMPARISONS)
    return first_from(value("threshold", threshold), beyond=comparison == ">") - 1


def truncated_geometric_probability(decay: Real, upper: Real, value: Real, output: Real) -> Number:
    """Return the probability of an output of value + Z, which is cut off at 0 and at the upper end."""
    rate, end = positive("decay", decay), integer("upper", upper, 1)
    distance = abs(integer("output", output, 0, end) - integer("value", value, 0, end))
    at_end = integer("output", output) in (0, end)
    return (
        formula(GEOMETRIC_TAIL, decay=rate, first=distance) if at_end else formula(INNER, decay=rate, distance=distance)
    )


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


def _excess(noise: BinomialNoise | SkellamNoise, epsilon: Term) -> arb:
    """Return the mass of P where Q has none, the positive parts of P - E Q of the points, and at most P of the rest."""
    E, certain, points = ball_value(epsilon).exp(), noise.certain[0].ball(), noise.points(ctx.prec)
    left = 1 - certain - sum((p for _, _, p in points), arb(0))
    parts = ((p - E * q).nonnegative_part() for _, q, p in points)
    return certain + sum(parts, arb(0)) + arb(0).union(left.nonnegative_part())


def skellam_delta(variance: Real, sensitivity: Real, epsilon: Real) -> Number:
    """Return the least delta of Z + s against Z, where Z is the difference of two Poisson numbers of mean variance/2.

    The mass at z is e^-v I_z(v), with v the variance and I the modified Bessel function.
    """
    positive("variance", variance)
    spread, shift = value("variance", variance), integer("sensitivity", sensitivity)
    tree = nonnegative("epsilon", epsilon)
    return exact(0) if shift == 0 else Enclosure(partial(_excess, SkellamNoise(spread, shift), tree))


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
