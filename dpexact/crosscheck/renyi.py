"""Renyi divergences of simple laws. Beside each stands its text in mpmath, as in truths.py."""

from __future__ import annotations

from dpexact.crosscheck import truths
from dpexact.crosscheck.library import Truth
from dpexact.numbers.exact import Exact, exact


def laplace(scale: Exact, order: Exact) -> Truth:
    """Return that of Laplace noise of sensitivity 1."""
    text = "log(a/(2*a - 1)*exp((a - 1)/b) + (a - 1)/(2*a - 1)*exp(-a/b))/(a - 1)"
    return truths.formula(text, b=scale, a=order)


LAPLACE = """b, a = mpf({scale}), mpf({order})
truth = log(a/(2*a - 1)*exp((a - 1)/b) + (a - 1)/(2*a - 1)*exp(-a/b))/(a - 1)"""


def response(p: Exact, order: Exact) -> Truth:
    """Return that of randomized response that tells the truth with probability p."""
    return truths.formula("log(p**a*(1 - p)**(1 - a) + (1 - p)**a*p**(1 - a))/(a - 1)", p=p, a=order)


RESPONSE = """p, a = mpf({p}), mpf({order})
truth = log(p**a*(1 - p)**(1 - a) + (1 - p)**a*p**(1 - a))/(a - 1)"""


def pure(epsilon: Exact, order: Exact) -> Truth:
    """Return that of the worst epsilon-private mechanism: randomized response."""
    return truths.formula("log((exp(e*a) + exp(e*(1 - a)))/(1 + exp(e)))/(a - 1)", e=epsilon, a=order)


PURE = """e, a = mpf({epsilon}), mpf({order})
truth = log((exp(e*a) + exp(e*(1 - a)))/(1 + exp(e)))/(a - 1)"""


def buckets(noise: Exact, buckets: Exact, order: Exact) -> Truth:
    """Return that of k-ary randomized response, random with probability `noise`, another value against it."""
    x, y = _answers(noise, buckets)
    text = "log(x**a*y**(1 - a) + y**a*x**(1 - a) + (k - 2)*y)/(a - 1)"
    return truths.formula(text, x=x, y=y, k=buckets, a=order)


def _answers(noise: Exact, buckets: Exact) -> tuple[Exact, Exact]:
    """Return the probabilities of the true answer and of each other one."""
    return 1 - noise + noise / buckets, noise / buckets


BUCKETS = """p, k, a = mpf({noise}), {buckets}, mpf({order})
x, y = 1 - p + p/k, p/k
truth = log(x**a*y**(1 - a) + y**a*x**(1 - a) + (k - 2)*y)/(a - 1)"""


def uniform_buckets(noise: Exact, buckets: Exact, order: Exact) -> Truth:
    """Return the same against the uniform answer, the larger of both directions."""
    x, y = _answers(noise, buckets)
    one = truths.part("(x**a + (k - 1)*y**a)*u**(1 - a)", x=x, y=y, u=1 / buckets, k=buckets, a=order)
    other = truths.part("u**a*(x**(1 - a) + (k - 1)*y**(1 - a))", x=x, y=y, u=1 / buckets, k=buckets, a=order)
    return truths.formula("max(log(one), log(other))/(a - 1)", one=one, other=other, a=order)


UNIFORM_BUCKETS = """p, k, a = mpf({noise}), {buckets}, mpf({order})
x, y, u = 1 - p + p/k, p/k, mpf(1)/k
power = lambda one, other: sum(v**a*w**(1 - a) for v, w in zip(one, other))
laws = [x] + [y]*(k - 1), [u]*k
truth = log(max(power(*laws), power(*reversed(laws))))/(a - 1)"""


def tree(sigma: Exact, steps: Exact, order: Exact) -> Truth:
    """Return that of Gaussian noise on a binary tree over the steps: a record is in at most one node of a level."""
    levels = int(steps.as_fraction()).bit_length()
    return exact(levels) * order / (exact(2) * sigma * sigma)


TREE = """levels = max(sum(1 for size in (2**i for i in range(64)) if leaf//size*size + size <= {steps})
    for leaf in range({steps}))  # complete nodes that hold the leaf
truth = levels*mpf({order})/(2*mpf({sigma})**2)"""


def gaussians(first: Exact, second: Exact, shift: Exact, order: Exact) -> Truth:
    """Return that of normal laws of these variances, means `shift` apart; their mixture has to have a variance."""
    mixed = (1 - order) * first + order * second
    text = "a*m**2/(2*mixed) - (log(mixed) - (1 - a)*log(v) - a*log(w))/(2*(a - 1))"
    return truths.formula(text, v=first, w=second, m=shift, a=order, mixed=mixed)


GAUSSIANS = """v, w, m, a = mpf({first}), mpf({second}), mpf({shift}), mpf({order})
mixed = (1 - a)*v + a*w
truth = a*m**2/(2*mixed) - (log(mixed) - (1 - a)*log(v) - a*log(w))/(2*(a - 1))"""


def screening(logp: Exact, logq: Exact) -> Truth:
    """Return that of order infinity: the largest loss of a coin of probability e^logp against one of e^logq."""
    return truths.formula("max(p - q, log((1 - exp(p))/(1 - exp(q))))", p=logp, q=logq)


SCREENING = """p, q = mpf({logp}), mpf({logq})
truth = max(p - q, log(expm1(p)/expm1(q)))"""
