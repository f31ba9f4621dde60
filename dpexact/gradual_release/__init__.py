"""Gradual release: noise for several privacy levels, coupled so that the later answer loses nothing.

Reference: Koufogiannis, Han, Pappas, "Gradual Release of Sensitive Data under Differential Privacy".
"""

from __future__ import annotations

from dpexact.gradual_release.paper import PAPER
from dpexact.gradual_release.process import relax_privacy, sample_path
from dpexact.gradual_release.symbolic import (
    algorithm_branches,
    joint_density,
    markov_density,
    relax_kernel,
    tighten_kernel,
)

__all__ = [
    "PAPER",
    "algorithm_branches",
    "joint_density",
    "markov_density",
    "relax_kernel",
    "relax_privacy",
    "sample_path",
    "tighten_kernel",
]
