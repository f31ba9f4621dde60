"""Mechanisms on a Poisson sample of the data: their least delta and epsilon for the removal of a record.

With the sampled mechanism's (1 - q) Q + q P against Q, the least delta at epsilon is q times that of P against Q at
log(1 + (e^epsilon - 1)/q) (Balle, Barthe, Gaboardi 2018, Theorem 2). Adding a record needs no more from epsilon = 0 on.
Beside each stands its text in mpmath, as in truths.py.
"""

from __future__ import annotations

from dpexact.crosscheck import truths
from dpexact.crosscheck.library import Truth
from dpexact.laws.laplace import laplace_delta
from dpexact.numbers.exact import Exact, exact


def gaussian(rate: Exact, sigma: Exact, epsilon: Exact) -> Truth:
    """Return the least delta of sampled Gaussian noise of sensitivity 1."""
    inner = truths.part("log(1 + (exp(epsilon) - 1)/rate)", rate=rate, epsilon=epsilon)
    return rate * truths.curve_delta(sigma, inner)


GAUSSIAN = truths.GAUSSIAN_CURVE + "q = mpf({rate})\ntruth = q*curve({sigma}, log1p(expm1(mpf({epsilon}))/q))"


def calibrated_gaussian(output: Exact, rate: Exact, epsilon: Exact) -> Truth:
    """Return the least delta of sampled Gaussian noise of the scale that a library chose."""
    return gaussian(rate, output, epsilon)


CALIBRATED_GAUSSIAN = GAUSSIAN.replace("{sigma}", "{output}")


def gaussian_epsilon(rate: Exact, sigma: Exact, delta: Exact) -> Truth:
    """Return the least epsilon of sampled Gaussian noise at a delta."""
    if delta >= rate:
        return exact(0)
    base = truths.curve_epsilon(sigma, delta / rate)
    if isinstance(base, float):
        return base
    return truths.formula("log(1 + rate*(exp(base) - 1))", rate=rate, base=base)


GAUSSIAN_EPSILON = (
    truths.GAUSSIAN_CURVE
    + truths.ROOT
    + "q, s, d = mpf({rate}), mpf({sigma}), mpf({delta})\n"
    + "far = 1/(2*s**2) + sqrt(2*log(max(q/d, mpf(1))))/s + 1\n"
    + "f = lambda e: curve(s, e) - d/q\n"
    + "truth = log1p(q*expm1(root(f, mpf(0), far))) if f(mpf(0)) > 0 else mpf(0)"
)


def calibrated_gaussian_epsilon(output: Exact, rate: Exact, delta: Exact) -> Truth:
    """Return the least epsilon of sampled Gaussian noise of the scale that a library chose."""
    return gaussian_epsilon(rate, output, delta)


CALIBRATED_GAUSSIAN_EPSILON = GAUSSIAN_EPSILON.replace("{sigma}", "{output}")


def laplace(rate: Exact, scale: Exact, epsilon: Exact) -> Truth:
    """Return the least delta of sampled Laplace noise of sensitivity 1, for the removal of a record."""
    return laplace_delta(scale, 1, epsilon, rate, "remove")


LAPLACE = """q, e = mpf({rate}), mpf({epsilon})
truth = q*max(mpf(0), 1 - exp((log1p(expm1(e)/q) - 1/mpf({scale}))/2))"""


def mixture(sigma: Exact, weights: tuple[Exact, ...], epsilon: Exact) -> Truth:
    """Return the least delta of Gaussian noise with sensitivity 0, 1 or 2 at random, with these weights."""
    given = dict(zip("uvw", weights, strict=True)) | {"sigma": sigma, "epsilon": epsilon}
    ratio = "u + v*exp((2*t - 1)/(2*sigma**2)) + w*exp((2*t - 2)/sigma**2) - exp(epsilon)"
    t = truths.part(f"root({ratio}, t, 1/2, 1 + sigma**2*(epsilon - log(w))/2)", **given)
    text = "(u - exp(epsilon))*Phi(-t/sigma) + v*Phi((1 - t)/sigma) + w*Phi((2 - t)/sigma)"
    return truths.formula(text, t=t, **given)


MIXTURE = (
    truths.ROOT
    + "(u, v, w), s, e = map(mpf, {weights}), mpf({sigma}), mpf({epsilon})\n"
    + "lack = lambda t: exp(e) - u - v*exp((2*t - 1)/(2*s**2)) - w*exp((2*t - 2)/s**2)\n"
    + "t = root(lack, mpf(1)/2, 1 + s**2*(e - log(w))/2)\n"
    + "truth = (u - exp(e))*ncdf(-t/s) + v*ncdf((1 - t)/s) + w*ncdf((2 - t)/s)"
)


def renyi_laplace(order: Exact, rate: Exact, scale: Exact) -> Truth:
    """Return the Renyi divergence of sampled Laplace noise at an integer order, of the sampled law from the other."""
    moment = "(k/(2*k - 1)*exp((k - 1)/scale) + (k - 1)/(2*k - 1)*exp(-k/scale))"
    rest = f"sum(binomial(order, k)*(1 - rate)**(order - k)*rate**k*{moment}, k, 1, order)"
    text = f"log((1 - rate)**order + {rest})/(order - 1)"
    return truths.formula(text, order=order, rate=rate, scale=scale)


RENYI_LAPLACE = """a, q, b = int({order}), mpf({rate}), mpf({scale})
moment = lambda k: (k*exp((k - 1)/b) + (k - 1)*exp(-k/b))/(2*k - 1)
parts = [binomial(a, k)*(1 - q)**(a - k)*q**k*moment(k) for k in range(1, a + 1)]
truth = log((1 - q)**a + fsum(parts))/(a - 1)"""


def renyi_response(epsilon: Exact, prob: Exact, order: Exact) -> Truth:
    """Return the larger Renyi divergence between randomized response and the same on a sample of the data."""
    if prob == 0:
        return exact(0)
    w = truths.part("exp(e)/(1 + exp(e))", e=epsilon)
    y = truths.part("1 - w", w=w)
    x, v = (truths.part("(1 - q)*p + q*(1 - p)", q=prob, p=p) for p in (y, w))
    text = "max(log(x**a*y**(1 - a) + v**a*w**(1 - a)), log(y**a*x**(1 - a) + w**a*v**(1 - a)))/(a - 1)"
    return truths.formula(text, x=x, y=y, v=v, w=w, a=order)


RENYI_RESPONSE = """e, q, a = mpf({epsilon}), mpf({prob}), mpf({order})
p = exp(e)/(1 + exp(e))
sampled, plain = ((1 - q)*(1 - p) + q*p, (1 - q)*p + q*(1 - p)), (1 - p, p)
power = lambda one, other: fsum(x**a*y**(1 - a) for x, y in zip(one, other))
truth = log(max(power(sampled, plain), power(plain, sampled)))/(a - 1)"""
