"""opendp: keys that are released when their noisy count reaches a threshold.

A count that equals the threshold is released (the documentation says: excluded are counts that are less). So a key that
one data set has and its neighbor has not is released where its count and noise reach the threshold.
"""

from __future__ import annotations

from dpexact.crosscheck import tails
from dpexact.crosscheck.probe import Probe

KEYS = """import opendp.prelude as dp
dp.enable_features('contrib', 'honest-but-curious')
counts = dp.map_domain(dp.atom_domain(T=str), dp.atom_domain(T=int))
"""
LAPLACE = (
    KEYS
    + "space = counts, dp.l01inf_distance(dp.absolute_distance(T=int))\n"
    + "release = dp.m.make_laplace_threshold(*space, {scale}, {threshold})\n"
    + "output = release.map(({keys}, {keys}*{largest}, {largest}))[1]"
)
GAUSSIAN = LAPLACE.replace("l01inf", "l02inf").replace("laplace", "gaussian")
THRESHOLD_SAYS = (
    "the delta of releasing keys whose noisy count reaches the threshold: that some key of the other data is released"
)
FOUND = "make_{}_threshold: d_out is an upper bound; reported as https://github.com/opendp/opendp/issues/2922"

THRESHOLD: tuple[Probe, ...] = (
    Probe(
        "laplace_threshold",
        "delta",
        THRESHOLD_SAYS,
        LAPLACE,
        tails.released_laplace,
        tails.RELEASED_LAPLACE,
        "larger",
        FOUND.format("laplace"),
    ),
    Probe(
        "gaussian_threshold",
        "delta",
        THRESHOLD_SAYS,
        GAUSSIAN,
        tails.released_gaussian,
        tails.RELEASED_GAUSSIAN,
        "larger",
        FOUND.format("gaussian"),
    ),
)
