"""diffprivlib's Bingham mechanism: the probability with which its sampler accepts a direction.

For a symmetric V the mechanism means the density exp(-x'Ax) on the unit sphere, A = epsilon (v I - V)/(4 sensitivity)
with v the largest eigenvalue. It draws x from the angular central Gaussian law, of density (x'Wx)^(-d/2) with
W = I + 2A/b, and accepts it; Kent, Ganeiber and Mardia accept with probability exp(-x'Ax) (x'Wx)^(d/2)/M.
"""

from __future__ import annotations

from dpexact.crosscheck import truths
from dpexact.crosscheck.library import Truth
from dpexact.numbers.enclosure import bounds
from dpexact.numbers.exact import Exact, exact

DIGITS = 9  # the library finds the root b in floats, which settles so many
BITS = 128

BINGHAM = """import numpy as np
from diffprivlib.mechanisms import Bingham
seen = []
class Chance(float):
    def __le__(self, probability):  # with which the sampler accepts
        seen.append(float(probability))
        return True
class Source:
    def multivariate_normal(self, mean, covariance, size):  # always the last axis
        return np.tile(np.eye(len(mean))[-1], (size, 1))
    def random(self):
        return Chance(0.5)
mechanism = Bingham(epsilon={epsilon}, sensitivity=1.0)
mechanism._rng = Source()
mechanism.randomise(np.diag([{gap}, {gap}] + [0.0]*({dimension} - 2)))
output = float('%.9g' % seen[0])"""
ACCEPTANCE = """d, lam = {dimension}, mpf({epsilon})*mpf({gap})/4
b = findroot(lambda b: 2/b + (d - 2)/(b + 2*lam) - 1, (mpf(1), mpf(d)), solver='anderson')
truth = exp(-lam)*(1 + 2*lam/b)**(mpf(d)/2)*exp((d - b)/2)*(b/d)**(mpf(d)/2)
truth = mpf(nstr(truth, 9))"""


def acceptance(epsilon: Exact, dimension: Exact, gap: Exact) -> Truth:
    """Return the probability with which a Bingham sampler accepts the last axis, for V = diag(gap, gap, 0, ..., 0).

    Guarantee: exact, of the number rounded to DIGITS digits; the enclosure itself if it does not settle them.
    """
    given = {"lam": epsilon * gap / 4, "d": dimension}
    b = truths.part("root(1 - 2/b - (d - 2)/(b + 2*lam), b, 1, d)", **given)
    number = truths.formula("exp(-lam)*(1 + 2*lam/b)**(d/2)*exp((d - b)/2)*(b/d)**(d/2)", b=b, **given)
    if isinstance(number, float):
        return number
    lower, upper = (exact(bound).decimal(DIGITS) for bound in bounds(number, BITS))
    return exact(lower) if lower == upper else number
