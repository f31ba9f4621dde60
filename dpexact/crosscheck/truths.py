"""Compute what libraries are asked for from the exact values of their floats, exactly, and again in mpmath.

A truth takes exact numbers (a float stands for its binary value). Beside it stands its text in mpmath, the second
route: it uses no line of dpexact, and the tests compare the two.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.composition.optimal import optimal_delta, optimal_epsilon
from dpexact.crosscheck.library import Truth
from dpexact.laws.concentrated import subsampled_gaussian, zcdp_epsilon
from dpexact.laws.discrete_gaussian import discrete_gaussian_delta
from dpexact.laws.gaussian import gaussian_delta, gaussian_epsilon
from dpexact.laws.laplace import discrete_laplace_delta, laplace_delta
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.formula import Real, closed_term, formula_value
from dpexact.numbers.grammar import Term

ZERO, ONE = exact(0), exact(1)


def formula(expression: str, **names: Real) -> Truth:
    """Return an expression with numbers for its names."""
    return formula_value(expression, names)


def part(expression: str, **names: Real) -> Term:
    """Return a part of a formula: an expression with numbers for its names, not yet computed."""
    return closed_term(expression, names)


def log_odds(p: Exact) -> Term:
    """Return the epsilon of randomized response that tells the truth with probability p."""
    return part("log(p/(1 - p))", p=p)


GAUSSIAN_CURVE = """def curve(sigma, epsilon):
    m, e = 1/mpf(sigma), mpf(epsilon)
    return ncdf(m/2 - e/m) - exp(e)*ncdf(-m/2 - e/m)
"""
ROOT = """def root(f, low, high):  # f falls from above 0 to below 0
    for _ in range(230):
        middle = (low + high)/2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return low
"""


def noise_delta(output: Exact, sensitivity: Exact, epsilon: Exact) -> Truth:
    """Return the least delta of Gaussian noise of the scale that a library chose."""
    return gaussian_delta(output, sensitivity, epsilon)


NOISE_DELTA = GAUSSIAN_CURVE + "truth = curve(mpf({output})/mpf({sensitivity}), {epsilon})"


def curve_delta(sigma: Exact, epsilon: Real) -> Exact | Enclosure:
    """Return the least delta of Gaussian noise of sensitivity 1."""
    return gaussian_delta(sigma, 1, epsilon)


CURVE_DELTA = GAUSSIAN_CURVE + "truth = curve({sigma}, {epsilon})"


def calibrated_delta(output: Exact, epsilon: Exact) -> Truth:
    """Return the least delta of Gaussian noise of the scale that a library chose; sensitivity 1."""
    return curve_delta(output, epsilon)


def _composed(sigma: Exact, count: Exact) -> Exact:
    """Return the scale of one round of Gaussian noise that is as good as count rounds."""
    return sigma / count ** Fraction(1, 2)


def composed_curve_delta(sigma: Exact, epsilon: Exact, count: Exact) -> Truth:
    """Return the least delta of count rounds of Gaussian noise of sensitivity 1: noise of sigma/sqrt(count)."""
    return gaussian_delta(_composed(sigma, count), 1, epsilon)


def composed_calibrated_delta(output: Exact, epsilon: Exact, count: Exact) -> Truth:
    """Return the least delta of count rounds of Gaussian noise of the scale that a library chose; sensitivity 1."""
    return composed_curve_delta(output, epsilon, count)


COMPOSED_CURVE_DELTA = GAUSSIAN_CURVE + "truth = curve(mpf({sigma})/sqrt(mpf({count})), {epsilon})"


def curve_epsilon(sigma: Exact, delta: Exact) -> Truth:
    """Return the least epsilon of Gaussian noise of sensitivity 1."""
    return gaussian_epsilon(sigma, 1, delta)


CURVE_EPSILON = (
    GAUSSIAN_CURVE
    + ROOT
    + "far = 1/(2*mpf({sigma})**2) + sqrt(2*log(1/mpf({delta})))/mpf({sigma}) + 1\n"
    + "truth = root(lambda e: curve({sigma}, e) - mpf({delta}), mpf(0), far)"
)


def composed_curve_epsilon(sigma: Exact, delta: Exact, count: Exact) -> Truth:
    """Return the least epsilon of count rounds of Gaussian noise of sensitivity 1."""
    return gaussian_epsilon(_composed(sigma, count), 1, delta)


COMPOSED_CURVE_EPSILON = (
    GAUSSIAN_CURVE
    + ROOT
    + "s = mpf({sigma})/sqrt(mpf({count}))\n"
    + "far = 1/(2*s**2) + sqrt(2*log(1/mpf({delta})))/s + 1\n"
    + "truth = root(lambda e: curve(s, e) - mpf({delta}), mpf(0), far)"
)


def noise_epsilon(output: Exact, delta: Exact) -> Truth:
    """Return the least epsilon at delta of Gaussian noise of the scale that a library chose; sensitivity 1."""
    return gaussian_epsilon(output, 1, delta)


NOISE_EPSILON = CURVE_EPSILON.replace("{sigma}", "{output}")


def discrete_noise_delta(output: Exact, sensitivity: Exact, epsilon: Exact) -> Truth:
    """Return the least delta of discrete Gaussian noise of the scale that a library chose."""
    return discrete_gaussian_delta(output, sensitivity, epsilon)


DISCRETE_NOISE_DELTA = """s, k, e = mpf({output}), int({sensitivity}), mpf({epsilon})
weight = lambda z: exp(-mpf(z)**2/(2*s**2))
reach = range(-int(20*s) - 40 - k, int(20*s) + 40 + k)
parts = [weight(z) - exp(e)*weight(z - k) for z in reach]
truth = fsum(part for part in parts if part > 0)/fsum(weight(z) for z in reach)"""


def discrete_curve_delta(sigma: Exact, sensitivity: Exact, epsilon: Exact) -> Truth:
    """Return the least delta of discrete Gaussian noise."""
    return discrete_gaussian_delta(sigma, sensitivity, epsilon)


DISCRETE_CURVE_DELTA = DISCRETE_NOISE_DELTA.replace("{output}", "{sigma}")


def laplace_curve(scale: Exact, epsilon: Exact) -> Truth:
    """Return the least delta of Laplace noise of sensitivity 1."""
    return laplace_delta(scale, 1, epsilon)


def laplace_calibrated_delta(output: Exact, epsilon: Exact) -> Truth:
    """Return the least delta of Laplace noise of the scale that a library chose; sensitivity 1."""
    return laplace_curve(output, epsilon)


LAPLACE_CURVE = "truth = max(mpf(0), 1 - exp((mpf({epsilon}) - 1/mpf({scale}))/2))"


def laplace_epsilon(scale: Exact, delta: Exact) -> Truth:
    """Return the least epsilon at delta of Laplace noise of sensitivity 1."""
    return formula("max(0, 1/scale + 2*log(1 - delta))", scale=scale, delta=delta)


LAPLACE_EPSILON = "truth = max(mpf(0), 1/mpf({scale}) + 2*log(1 - mpf({delta})))"


def discrete_laplace_curve(decay: Exact, sensitivity: Exact, epsilon: Exact) -> Truth:
    """Return the least delta of discrete Laplace noise."""
    return discrete_laplace_delta(decay, sensitivity, epsilon)


def calibrated_discrete_laplace(output: Exact, sensitivity: Exact, epsilon: Exact) -> Truth:
    """Return the least delta of discrete Laplace noise of the parameter that a library chose."""
    return discrete_laplace_curve(output, sensitivity, epsilon)


DISCRETE_LAPLACE_CURVE = """a, k, e = mpf({decay}), int({sensitivity}), mpf({epsilon})
weight = lambda z: exp(-a*abs(z))
reach = range(-int(200/a) - 40 - k, int(200/a) + 40 + k)
parts = [weight(z) - exp(e)*weight(z - k) for z in reach]
truth = fsum(part for part in parts if part > 0)*(1 - exp(-a))/(1 + exp(-a))"""


def kov_delta(epsilon: Real, delta: Exact, count: Exact, total_epsilon: Exact) -> Truth:
    """Return the least delta of count mechanisms that are each (epsilon, delta)-private (Kairouz, Oh, Viswanath)."""
    return optimal_delta(epsilon, delta, count, total_epsilon)


KOV = """def kov(epsilon, delta, k, total):
    E, T, k = exp(mpf(epsilon)), exp(mpf(total)), int(k)
    parts = [binomial(k, l)*(E**(k - l) - T*E**l) for l in range(k + 1)]
    return 1 - (1 - mpf(delta))**k*(1 - fsum(part for part in parts if part > 0)/(1 + E)**k)
"""
KOV_DELTA = KOV + "truth = kov({epsilon}, {delta}, {count}, {total_epsilon})"


def kov_epsilon(epsilon: Real, delta: Exact, count: Exact, total_delta: Exact) -> Truth:
    """Return the least total epsilon of count mechanisms that are each (epsilon, delta)-private, at a total delta."""
    return optimal_epsilon(epsilon, delta, count, total_delta)


def split_epsilon(output: Exact, delta: Exact, count: Exact, total_delta: Exact) -> Truth:
    """Return the least total epsilon of count mechanisms of the epsilon that a library chose."""
    return kov_epsilon(output, delta, count, total_delta)


KOV_EPSILON = KOV + (
    ROOT
    + "far = mpf({epsilon})*int({count})\n"
    + "f = lambda t: kov({epsilon}, {delta}, {count}, t) - mpf({total_delta})\n"
    + "truth = inf if f(far) > 0 else root(f, mpf(0), far) if f(mpf(0)) > 0 else mpf(0)"
)


def zcdp(rho: Exact, delta: Exact) -> Truth:
    """Return the least epsilon that the bound of Canonne, Kamath and Steinke gives for rho-zCDP at delta."""
    return zcdp_epsilon(rho, delta, "optimal")


ZCDP = (
    "r, d = mpf({rho}), mpf({delta})\n"
    + ROOT
    + "a = root(lambda a: -(r*(a - 1)**2 + log(a*d)), mpf(1), min(1/d, 1 + sqrt(log(1/d)/r)))\n"
    + "truth = max(mpf(0), r*a + log(1/(a*d))/(a - 1) + log(1 - 1/a))"
)


def renyi_subsampled(order: Exact, rate: Exact, sigma: Exact) -> Truth:
    """Return the Renyi divergence of the Poisson-subsampled Gaussian mechanism at an integer order."""
    return subsampled_gaussian(order, rate, sigma)


RENYI_SUBSAMPLED = """a, q, s = int({order}), mpf({rate}), mpf({sigma})
parts = [binomial(a, k)*(1 - q)**(a - k)*q**k*exp((k*k - k)/(2*s**2)) for k in range(a + 1)]
truth = log(fsum(parts))/(a - 1)"""
