"""opendp: the probability with which the sampler of private eigenvectors accepts a direction.

It is the method of Kent, Ganeiber and Mardia for the Bingham law, as in bingham.py, by the same formula with the
matrix of sums of squares in place of V and its epsilon for one record changed.
"""

from __future__ import annotations

from dpexact.crosscheck.adapters.bingham import ACCEPTANCE, acceptance
from dpexact.crosscheck.probe import Probe

EIGENVECTOR = """import numpy as np
import opendp.prelude as dp
from opendp.extras.numpy import _sscp_domain
from opendp.extras.sklearn import _make_eigenvector as module
dp.enable_features('contrib', 'honest-but-curious', 'idealized-numerics')
seen = []
class Chance(float):
    def __lt__(self, probability):  # with which the sampler accepts
        seen.append(float(probability))
        return True
class Source:
    def multivariate_normal(self, mean, cov):  # always the last axis
        return np.eye(len(mean))[-1]
    def random(self):
        return Chance(0.5)
plain = module.get_np_csprng
module.get_np_csprng = Source  # the package randomgen is not needed
try:
    space = _sscp_domain(num_features={dimension}, norm=1.0, p=2), dp.symmetric_distance()
    release = module.make_private_eigenvector(*space, {epsilon})
finally:
    module.get_np_csprng = plain
release(np.diag([{gap}, {gap}] + [0.0]*({dimension} - 2)))
output = float('%.9g' % seen[0])"""

EIGENVECTORS: tuple[Probe, ...] = (
    Probe(
        "private_eigenvector.acceptance",
        "value",
        "the probability with which the sampler accepts the last axis, for sums of squares diag(gap, gap, 0, ...) of "
        "rows of norm 1, to 9 digits",
        EIGENVECTOR,
        acceptance,
        ACCEPTANCE,
        "neither",
        "opendp/extras/sklearn/_make_eigenvector: criteria of Kent, Ganeiber, Mardia, 3.4 and 3.6",
    ),
)
