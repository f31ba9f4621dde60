"""The delta that is needed at an epsilon that a library claims. Beside each stands its text in mpmath.

An epsilon below 0 promises more than 0 does, and is taken for 0.
"""

from __future__ import annotations

from dpexact.crosscheck import truths
from dpexact.crosscheck.library import Truth
from dpexact.numbers.exact import Exact, exact


def _from_0(epsilon: Exact) -> Exact:
    return epsilon if epsilon > 0 else truths.ZERO


def event(first: Exact, second: Exact, claimed: Exact) -> Truth:
    """Return that of one event that this many of 2^53 draws lead to under either input; the mechanism may need more."""
    text = "max(0, a - exp(e)*b, b - exp(e)*a)/2**53"
    return truths.formula(text, a=first, b=second, e=claimed)


EVENT = "max(mpf(0), {first} - exp(mpf(claimed))*{second}, {second} - exp(mpf(claimed))*{first})/2**53"


def flipped(flips: Exact, claimed: Exact) -> Truth:
    """Return that of a bit that this many of 2^53 draws flip."""
    return truths.formula("max(0, 2**53 - n - exp(e)*n)/2**53", n=flips, e=claimed)


FLIPPED = "max(mpf(0), 2**53 - {flips} - exp(mpf(claimed))*{flips})/2**53"


def squares(output: Exact, lower: Exact, upper: Exact, claimed: Exact) -> Truth:
    """Return that of Laplace noise on a sum of squares, one record changed; without noise everything is told."""
    if output == 0:
        return exact(1)
    change = upper * upper - lower * lower
    return truths.formula("max(0, 1 - exp((e - abs(d)/b)/2))", e=claimed, d=change, b=output)


SQUARES = (
    "max(mpf(0), 1 - exp((claimed - abs(mpf({upper})**2 - mpf({lower})**2)/mpf({output}))/2)) if {output} else mpf(1)"
)


def screening(logp: Exact, logq: Exact, claimed: Exact) -> Truth:
    """Return that of a coin of probability e^logp against one of e^logq."""
    text = "max(0, exp(p) - exp(e + q), 1 - exp(p) - exp(e)*(1 - exp(q)))"
    return truths.formula(text, p=logp, q=logq, e=claimed)


SCREENING = "max(mpf(0), exp(p) - exp(claimed + q), 1 - exp(p) - exp(mpf(claimed))*(1 - exp(q)))"


def pure(epsilon: Exact, count: Exact, claimed: Exact) -> Truth:
    """Return that of count epsilon-private mechanisms, by Kairouz, Oh and Viswanath."""
    return truths.kov_delta(epsilon, truths.ZERO, count, _from_0(claimed))


PURE = "kov({epsilon}, 0, {count}, max(claimed, 0))"


def approximate(epsilon: Exact, delta: Exact, count: Exact, claimed: Exact) -> Truth:
    """Return that of count (epsilon, delta)-private mechanisms."""
    return truths.kov_delta(epsilon, delta, count, _from_0(claimed))


APPROXIMATE = "kov({epsilon}, {delta}, {count}, max(claimed, 0))"


def response(p: Exact, count: Exact, claimed: Exact) -> Truth:
    """Return that of count rounds of randomized response."""
    return truths.kov_delta(truths.log_odds(p), truths.ZERO, count, _from_0(claimed))


RESPONSE = "kov(log(mpf({p})/(1 - mpf({p}))), 0, {count}, max(claimed, 0))"


def gaussian(sigma: Exact, count: Exact, claimed: Exact) -> Truth:
    """Return that of count rounds of Gaussian noise of sensitivity 1."""
    return truths.composed_curve_delta(sigma, _from_0(claimed), count)


GAUSSIAN = "curve(mpf({sigma})/sqrt(mpf({count})), max(claimed, 0))"
