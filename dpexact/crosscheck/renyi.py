"""Renyi divergences of simple laws. Beside each stands its text in mpmath, as in truths.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.crosscheck import truths
from dpexact.numbers.exact import exact

if TYPE_CHECKING:
    from dpexact.crosscheck.library import Truth
    from dpexact.numbers.exact import Exact


def laplace(scale: Exact, order: Exact) -> Truth:
    """Of Laplace noise of sensitivity 1."""
    text = "log(a/(2*a - 1)*exp((a - 1)/b) + (a - 1)/(2*a - 1)*exp(-a/b))/(a - 1)"
    return truths.formula(text, b=scale, a=order)


LAPLACE = """b, a = mpf({scale}), mpf({order})
truth = log(a/(2*a - 1)*exp((a - 1)/b) + (a - 1)/(2*a - 1)*exp(-a/b))/(a - 1)"""


def response(p: Exact, order: Exact) -> Truth:
    """Of randomized response that tells the truth with probability p."""
    return truths.formula("log(p**a*(1 - p)**(1 - a) + (1 - p)**a*p**(1 - a))/(a - 1)", p=p, a=order)


RESPONSE = """p, a = mpf({p}), mpf({order})
truth = log(p**a*(1 - p)**(1 - a) + (1 - p)**a*p**(1 - a))/(a - 1)"""


def pure(epsilon: Exact, order: Exact) -> Truth:
    """Of the worst epsilon-private mechanism: randomized response."""
    return truths.formula("log((exp(e*a) + exp(e*(1 - a)))/(1 + exp(e)))/(a - 1)", e=epsilon, a=order)


PURE = """e, a = mpf({epsilon}), mpf({order})
truth = log((exp(e*a) + exp(e*(1 - a)))/(1 + exp(e)))/(a - 1)"""


def buckets(noise: Exact, buckets: Exact, order: Exact) -> Truth:
    """Of k-ary randomized response that answers at random with probability `noise`, another value against it."""
    text = "log((1 - p + p/k)**a*(p/k)**(1 - a) + (p/k)**a*(1 - p + p/k)**(1 - a) + (k - 2)*p/k)/(a - 1)"
    return truths.formula(text, p=noise, k=buckets, a=order)


BUCKETS = """p, k, a = mpf({noise}), {buckets}, mpf({order})
x, y = 1 - p + p/k, p/k
truth = log(x**a*y**(1 - a) + y**a*x**(1 - a) + (k - 2)*y)/(a - 1)"""


def uniform_buckets(noise: Exact, buckets: Exact, order: Exact) -> Truth:
    """The same against the uniform answer, the larger of both directions."""
    one = "(1 - p + p/k)**a*(1/k)**(1 - a) + (k - 1)*(p/k)**a*(1/k)**(1 - a)"
    other = "(1/k)**a*(1 - p + p/k)**(1 - a) + (k - 1)*(1/k)**a*(p/k)**(1 - a)"
    return truths.formula(f"max(log({one}), log({other}))/(a - 1)", p=noise, k=buckets, a=order)


UNIFORM_BUCKETS = """p, k, a = mpf({noise}), {buckets}, mpf({order})
x, y, u = 1 - p + p/k, p/k, mpf(1)/k
power = lambda one, other: sum(v**a*w**(1 - a) for v, w in zip(one, other))
laws = [x] + [y]*(k - 1), [u]*k
truth = log(max(power(*laws), power(*reversed(laws))))/(a - 1)"""


def tree(sigma: Exact, steps: Exact, order: Exact) -> Truth:
    """Of Gaussian noise on the nodes of a binary tree over the steps: a record is in at most one node a level."""
    levels = int(steps.as_fraction()).bit_length()
    return exact(levels) * order / (exact(2) * sigma * sigma)


TREE = """levels = max(sum(1 for size in (2**i for i in range(64)) if leaf//size*size + size <= {steps})
    for leaf in range({steps}))  # complete nodes that hold the leaf
truth = levels*mpf({order})/(2*mpf({sigma})**2)"""


def gaussians(first: Exact, second: Exact, shift: Exact, order: Exact) -> Truth:
    """Of normal laws of these variances whose means are `shift` apart; their mixture has to have a variance."""
    mixed = "((1 - a)*v + a*w)"
    text = f"a*m**2/(2*{mixed}) - (log({mixed}) - (1 - a)*log(v) - a*log(w))/(2*(a - 1))"
    return truths.formula(text, v=first, w=second, m=shift, a=order)


GAUSSIANS = """v, w, m, a = mpf({first}), mpf({second}), mpf({shift}), mpf({order})
mixed = (1 - a)*v + a*w
truth = a*m**2/(2*mixed) - (log(mixed) - (1 - a)*log(v) - a*log(w))/(2*(a - 1))"""


def screening(logp: Exact, logq: Exact) -> Truth:
    """Of order infinity: the largest loss of a coin of probability e^logp against one of e^logq."""
    return truths.formula("max(p - q, log((1 - exp(p))/(1 - exp(q))))", p=logp, q=logq)


SCREENING = """p, q = mpf({logp}), mpf({logq})
truth = max(p - q, log(expm1(p)/expm1(q)))"""
