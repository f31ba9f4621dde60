"""Mechanisms on a Poisson sample of the data: their least delta and epsilon for the removal of a record.

With the sampled mechanism's (1 - q) Q + q P against Q, the least delta at epsilon is q times that of P against Q at
log(1 + (e^epsilon - 1)/q) (Balle, Barthe, Gaboardi 2018, Theorem 2). Adding a record needs no more from epsilon = 0 on.
Beside each stands its text in mpmath, as in truths.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.crosscheck import truths
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import exact
from dpexact.quantities.laplace import laplace_delta

if TYPE_CHECKING:
    from dpexact.crosscheck.library import Truth
    from dpexact.numbers.exact import Exact

CURVE = "(Phi(1/(2*sigma) - x*sigma) - exp(x)*Phi(-1/(2*sigma) - x*sigma))"
INNER = "log(1 + (exp(epsilon) - 1)/rate)"
FAR = "(1/(2*sigma**2) + sqrt(2*log(rate/delta))/sigma + 1)"
EVENT = "t, 1/2, 1 + sigma**2*(epsilon - log(w))/2"


def gaussian(rate: Exact, sigma: Exact, epsilon: Exact) -> Truth:
    """The least delta of sampled Gaussian noise of sensitivity 1."""
    text = f"rate*(Phi(1/(2*sigma) - {INNER}*sigma) - exp({INNER})*Phi(-1/(2*sigma) - {INNER}*sigma))"
    return truths.formula(text, rate=rate, sigma=sigma, epsilon=epsilon)


GAUSSIAN = truths.GAUSSIAN_CURVE + "q = mpf({rate})\ntruth = q*curve({sigma}, log1p(expm1(mpf({epsilon}))/q))"


def calibrated_gaussian(output: Exact, rate: Exact, epsilon: Exact) -> Truth:
    """The least delta of sampled Gaussian noise of the scale that a library chose."""
    return gaussian(rate, output, epsilon)


CALIBRATED_GAUSSIAN = GAUSSIAN.replace("{sigma}", "{output}")


def gaussian_epsilon(rate: Exact, sigma: Exact, delta: Exact) -> Truth:
    """The least epsilon of sampled Gaussian noise at a delta."""
    if delta >= rate:
        return exact(0)
    base = truths.curve_epsilon(sigma, delta / rate)
    if not isinstance(base, Enclosure):
        return base
    root = f"root({CURVE} - delta/rate, x, 0, {FAR})"
    return truths.formula(f"log(1 + rate*(exp({root}) - 1))", rate=rate, sigma=sigma, delta=delta)


GAUSSIAN_EPSILON = (
    truths.GAUSSIAN_CURVE
    + truths.ROOT
    + "q, s, d = mpf({rate}), mpf({sigma}), mpf({delta})\n"
    + "far = 1/(2*s**2) + sqrt(2*log(max(q/d, mpf(1))))/s + 1\n"
    + "f = lambda e: curve(s, e) - d/q\n"
    + "truth = log1p(q*expm1(root(f, mpf(0), far))) if f(mpf(0)) > 0 else mpf(0)"
)


def calibrated_gaussian_epsilon(output: Exact, rate: Exact, delta: Exact) -> Truth:
    """The least epsilon of sampled Gaussian noise of the scale that a library chose."""
    return gaussian_epsilon(rate, output, delta)


CALIBRATED_GAUSSIAN_EPSILON = GAUSSIAN_EPSILON.replace("{sigma}", "{output}")


def laplace(rate: Exact, scale: Exact, epsilon: Exact) -> Truth:
    """The least delta of sampled Laplace noise of sensitivity 1, for the removal of a record."""
    return laplace_delta(str(scale), "1", str(epsilon), str(rate), "remove")


LAPLACE = """q, e = mpf({rate}), mpf({epsilon})
truth = q*max(mpf(0), 1 - exp((log1p(expm1(e)/q) - 1/mpf({scale}))/2))"""


def mixture(sigma: Exact, weights: tuple[Exact, ...], epsilon: Exact) -> Truth:
    """The least delta of Gaussian noise with sensitivity 0, 1 or 2 at random, with these weights."""
    u, v, w = weights
    ratio = "u + v*exp((2*t - 1)/(2*sigma**2)) + w*exp((2*t - 2)/sigma**2) - exp(epsilon)"
    t = f"root({ratio}, {EVENT})"
    text = f"(u - exp(epsilon))*Phi(-{t}/sigma) + v*Phi((1 - {t})/sigma) + w*Phi((2 - {t})/sigma)"
    return truths.formula(text, u=u, v=v, w=w, sigma=sigma, epsilon=epsilon)


MIXTURE = (
    truths.ROOT
    + "(u, v, w), s, e = map(mpf, {weights}), mpf({sigma}), mpf({epsilon})\n"
    + "lack = lambda t: exp(e) - u - v*exp((2*t - 1)/(2*s**2)) - w*exp((2*t - 2)/s**2)\n"
    + "t = root(lack, mpf(1)/2, 1 + s**2*(e - log(w))/2)\n"
    + "truth = (u - exp(e))*ncdf(-t/s) + v*ncdf((1 - t)/s) + w*ncdf((2 - t)/s)"
)


def renyi_laplace(order: Exact, rate: Exact, scale: Exact) -> Truth:
    """The Renyi divergence of sampled Laplace noise at an integer order, of the sampled law from the other."""
    moment = "(k/(2*k - 1)*exp((k - 1)/scale) + (k - 1)/(2*k - 1)*exp(-k/scale))"
    rest = f"sum(binomial(order, k)*(1 - rate)**(order - k)*rate**k*{moment}, k, 1, order)"
    text = f"log((1 - rate)**order + {rest})/(order - 1)"
    return truths.formula(text, order=order, rate=rate, scale=scale)


RENYI_LAPLACE = """a, q, b = int({order}), mpf({rate}), mpf({scale})
moment = lambda k: (k*exp((k - 1)/b) + (k - 1)*exp(-k/b))/(2*k - 1)
parts = [binomial(a, k)*(1 - q)**(a - k)*q**k*moment(k) for k in range(1, a + 1)]
truth = log((1 - q)**a + fsum(parts))/(a - 1)"""


def renyi_response(epsilon: Exact, prob: Exact, order: Exact) -> Truth:
    """The larger Renyi divergence between randomized response and the same on a sample of the data."""
    if prob == 0:
        return exact(0)
    p = "exp(e)/(1 + exp(e))"
    names = {"x": f"((1 - q)*(1 - {p}) + q*{p})", "y": f"(1 - {p})", "v": f"((1 - q)*{p} + q*(1 - {p}))", "w": p}
    one, other = "x**a*y**(1 - a) + v**a*w**(1 - a)", "y**a*x**(1 - a) + w**a*v**(1 - a)"
    text = f"max(log({one}), log({other}))/(a - 1)"
    for name, stands in names.items():
        text = text.replace(f"{name}**", f"({stands})**")
    return truths.formula(text, e=epsilon, q=prob, a=order)


RENYI_RESPONSE = """e, q, a = mpf({epsilon}), mpf({prob}), mpf({order})
p = exp(e)/(1 + exp(e))
sampled, plain = ((1 - q)*(1 - p) + q*p, (1 - q)*p + q*(1 - p)), (1 - p, p)
power = lambda one, other: fsum(x**a*y**(1 - a) for x, y in zip(one, other))
truth = log(max(power(sampled, plain), power(plain, sampled)))/(a - 1)"""
