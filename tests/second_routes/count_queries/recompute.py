"""Second route for dpexact/papers/count_queries/printed.toml: every row again, without dpexact.

Usage: python tests/second_routes/count_queries/recompute.py

Prints, for each row of the table, the number that is meant to 30 digits and the verdict; exits with 1 when a verdict
differs from the recorded one. Only the standard library and mpmath are used, and other formulas than those of the
package wherever there is a choice:

* delta~ and the alphas by bisection on the inequalities (17)-(19), not by (23), (32), (37)-(39);
* the sums of powers of E in (34) by their geometric closed forms;
* the tight delta as the largest of all 2^m events, not as a sum of positive parts;
* the discrete Gaussian by a Jacobi theta function, not by summing exponentials;
* the two-point noise of Proposition 1 from its two equations, total 1 - eta and mean 0.
"""

import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from mpmath import exp, findroot, jtheta, log, mpf

MARGIN = mpf(10) ** -40  # what is nearer than this to zero is zero
HALVINGS = 300

Number = Any  # a Fraction where everything is rational, an mpf otherwise


def number(exp_epsilon: str) -> Number:
    """A rational as a Fraction, exp(rational) as an mpf."""
    if exp_epsilon.startswith("exp("):
        return exp(real(Fraction(exp_epsilon[4:-1])))
    return Fraction(exp_epsilon)


def real(value: Number) -> mpf:
    """The value as an mpf."""
    return mpf(value.numerator) / value.denominator if isinstance(value, Fraction) else mpf(value)


# The design of Definition 2, from its inequalities.


def sequences(e: mpf, c: mpf, b_delta: mpf, d: int) -> tuple[list[mpf], list[mpf]]:
    """The least alphas that (18), (19) allow, and the greatest that (17), (18) allow."""
    least = [max(mpf(0), (c - b_delta) / e)]
    greatest = [b_delta]
    for _ in range(d - 1):
        least.append(max(mpf(0), (least[-1] - b_delta) / e))
        greatest.insert(0, e * greatest[0] + b_delta)
    return least, greatest


def is_enough(delta: mpf, e: mpf, eta: str, d: int) -> bool:
    """Return whether (17)-(19) have a solution of total 1: the least total is <= 1, the greatest >= 1."""
    b, c = b_and_c(eta)
    least, greatest = sequences(e, c, b * delta, d)
    return bool(sum(least) <= 1 <= sum(greatest))


def bisect(holds: Callable[[mpf], bool], high: mpf) -> mpf:
    """The least point of [0, high] from which on the condition holds."""
    low = mpf(0)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


@cache
def design(exp_epsilon: str, eta: str, D: str) -> tuple[mpf, list[mpf]]:
    """delta~ and the alphas: at the least delta one of the two sequences has the total 1, and that is the solution."""
    e, (b, c), d = real(number(exp_epsilon)), b_and_c(eta), int(D)
    delta = bisect(lambda middle: is_enough(middle, e, eta, d), mpf(1))
    alphas = min(sequences(e, c, b * delta, d), key=lambda sequence: abs(sum(sequence) - 1))
    return delta, [mpf(0) if alpha < MARGIN else alpha for alpha in alphas]


def b_and_c(eta: str) -> tuple[mpf, mpf]:
    """B = 2 / (1 - eta) and C = eta B."""
    correct = real(number(eta))
    return 2 / (1 - correct), 2 * correct / (1 - correct)


def noise(exp_epsilon: str, eta: str, D: str) -> dict[int, mpf]:
    """{z: p_Z(z)} on [-D : D], equation (14)."""
    _, alphas = design(exp_epsilon, eta, D)
    correct = real(number(eta))
    law = {0: correct}
    for i, alpha in enumerate(alphas, start=1):
        law[i] = law[-i] = alpha * (1 - correct) / 2
    return law


def losses(exp_epsilon: str, law: dict[int, mpf]) -> list[mpf]:
    """p_Z(z) - E p_Z(z - 1) for every z; the other direction gives the same list, since the noise is symmetric."""
    e = real(number(exp_epsilon))
    return [law[z] - e * law.get(z - 1, mpf(0)) for z in law]


@cache
def tight_delta(exp_epsilon: str, eta: str, D: str) -> mpf:
    """The largest P(S) - E Q(S) over all events S, by listing all of them."""
    sums = [mpf(0)]
    for loss in losses(exp_epsilon, noise(exp_epsilon, eta, D)):
        sums += [total + loss for total in sums]
    return max(sums)


def epsilon_threshold(delta: str, eta: str, D: str) -> mpf:
    """The epsilon at which (2D+1) delta~ has come down to delta (it decreases in epsilon)."""
    d, target = int(D), real(number(delta)) / (2 * int(D) + 1)
    return bisect(lambda epsilon: is_enough(target, exp(epsilon), eta, d), mpf(8))


def crossover(k: str, exp_epsilon: str) -> Number:
    """C_k of (34) with both sums of powers in closed form."""
    e, index = number(exp_epsilon), int(k)
    numerator = (e ** (index + 1) - 1) / (e - 1)
    denominator = (e * (e**index - 1) / (e - 1) - index) / (e - 1)
    return numerator / denominator


def knee_eta(exp_epsilon: str, D: str) -> Number:
    """The eta at which C = 2 eta / (1 - eta) is C_D."""
    crossing = crossover(D, exp_epsilon)
    return crossing / (2 + crossing)


# The discrete Gaussian of equation (1) of [12].


def gaussian(parameter: mpf) -> Callable[[int], mpf]:
    """Z -> probability, proportional to exp(-z^2 / (2 parameter))."""
    nome = exp(-1 / (2 * parameter))
    total = jtheta(3, 0, nome)
    return lambda z: nome ** (z * z) / total


def variance(parameter: mpf) -> mpf:
    """The variance of the discrete Gaussian: the logarithmic derivative of the theta function."""
    law = gaussian(parameter)
    return 2 * sum(z * z * law(z) for z in range(1, 80))


def design_variance(exp_epsilon: str, eta: str, D: str) -> mpf:
    """(1 - eta) sum of i^2 alpha_i, the variance of the designed noise."""
    return sum(z * z * probability for z, probability in noise(exp_epsilon, eta, D).items())


@cache
def matched(exp_epsilon: str, eta: str, D: str, match: str) -> Callable[[int], mpf]:
    """The discrete Gaussian whose parameter, or whose true variance, is the variance of the design."""
    target = design_variance(exp_epsilon, eta, D)
    if match == "parameter":
        return gaussian(target)
    parameter = findroot(lambda t: variance(t) - target, (target, 2 * target), solver="anderson", tol=mpf(10) ** -140)
    return gaussian(parameter)


def epsilon_from(larger: Number, smaller: Number, delta: Number) -> mpf:
    """The least epsilon with larger <= e^epsilon smaller + delta."""
    return log((real(larger) - real(delta)) / real(smaller))


def two_point(i1: str, i2: str, eta: str, z: str) -> Fraction:
    """Proposition 1: a + b = 1 - eta and i1 a + i2 b = 0, by Cramer's rule."""
    left, right, rest = int(i1), int(i2), 1 - Fraction(eta)
    law = {left: rest * right / (right - left), right: -rest * left / (right - left), 0: Fraction(eta)}
    return law.get(int(z), Fraction(0))


def gaussian_epsilon(exp_epsilon: str, eta: str, D: str, match: str, delta: str) -> mpf:
    """The least epsilon with p_G(1) <= e^epsilon p_G(2) + delta."""
    law = matched(exp_epsilon, eta, D, match)
    return epsilon_from(law(1), law(2), delta_of(exp_epsilon, eta, D, delta))


def own_epsilon(exp_epsilon: str, eta: str, D: str, delta: str) -> Number:
    """The same for the design's own p_Z(1) and p_Z(2).

    At the unrounded delta~ it is the epsilon of the design itself, by hand: (39) says p_Z(1) = E p_Z(2) + delta~.
    """
    law = noise(exp_epsilon, eta, D)
    computed = epsilon_from(law[1], law[2], delta_of(exp_epsilon, eta, D, delta))
    if delta != "design":
        return computed
    by_hand = Fraction(exp_epsilon[4:-1])
    if abs(computed - real(by_hand)) > MARGIN:
        raise ArithmeticError(exp_epsilon)
    return by_hand


def delta_of(exp_epsilon: str, eta: str, D: str, delta: str) -> Number:
    """The text delta as a number; "design" is the unrounded delta~."""
    return design(exp_epsilon, eta, D)[0] if delta == "design" else number(delta)


def gaussian_ratio(exp_epsilon: str, eta: str, D: str, match: str) -> mpf:
    """p_G(1) / p_G(2)."""
    law = matched(exp_epsilon, eta, D, match)
    return law(1) / law(2)


QUANTITIES: dict[str, Callable[..., Number]] = {
    "quotient": lambda numerator, denominator: Fraction(numerator) / Fraction(denominator),
    "exp_epsilon": number,
    "odds": lambda eta: 2 / (1 / Fraction(eta) - 1),
    "support_size": lambda D: Fraction(len(range(-int(D), int(D) + 1))),
    "left_reach": lambda n, D: Fraction(min(int(n), int(D))),
    "largest_output": lambda N, D: Fraction(max(n + z for n in range(1, int(N) + 1) for z in range(int(D) + 1))),
    "two_point_count": lambda n, D: Fraction(
        sum(1 for i1 in range(-int(D), 0) for i2 in range(1, int(D) + 1) if int(n) + i1 >= 0)
    ),
    "two_point_probability": two_point,
    "crossover": crossover,
    "knee_eta": knee_eta,
    "maximising_index": lambda exp_epsilon, eta, D: Fraction(
        sum(1 for alpha in design(exp_epsilon, eta, D)[1] if alpha > 0)
    ),
    "design_delta": lambda exp_epsilon, eta, D: design(exp_epsilon, eta, D)[0],
    "union_delta": lambda exp_epsilon, eta, D: (2 * int(D) + 1) * design(exp_epsilon, eta, D)[0],
    "singleton_delta": lambda exp_epsilon, eta, D: max(losses(exp_epsilon, noise(exp_epsilon, eta, D))),
    "tight_delta": tight_delta,
    "epsilon_threshold": epsilon_threshold,
    "noise_probability": lambda exp_epsilon, eta, D, z: noise(exp_epsilon, eta, D)[int(z)],
    "noise_reach": lambda exp_epsilon, eta, D: Fraction(max(z for z, p in noise(exp_epsilon, eta, D).items() if p > 0)),
    "noise_ratio": lambda exp_epsilon, eta, D: noise(exp_epsilon, eta, D)[1] / noise(exp_epsilon, eta, D)[2],
    "central_probability": lambda exp_epsilon, eta, D, reach: sum(
        p for z, p in noise(exp_epsilon, eta, D).items() if abs(z) <= int(reach)
    ),
    "required_epsilon": own_epsilon,
    "epsilon_of_probabilities": lambda larger, smaller, delta: epsilon_from(
        Fraction(larger), Fraction(smaller), Fraction(delta)
    ),
    "gaussian_probability": lambda exp_epsilon, eta, D, match, z: matched(exp_epsilon, eta, D, match)(int(z)),
    "gaussian_ratio": gaussian_ratio,
    "gaussian_required_epsilon": gaussian_epsilon,
}
ROUTES = {f"count_queries.{name}": route for name, route in QUANTITIES.items()}


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[3]))
    from tests.second_routes.printed import main

    raise SystemExit(main("count_queries", ROUTES))
