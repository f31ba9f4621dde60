"""Gradual release, noise for several privacy levels that is coupled so that the later answer loses nothing.

Reference: Koufogiannis, Han, Pappas, "Gradual Release of Sensitive Data under Differential Privacy".
"""

from dpexact.audit.paper import Paper
from dpexact.mechanisms.families import range_restricted_geometric
from dpexact.papers.gradual_release.discrete import (
    discrete_laplace_probability,
    joint_probability,
    multi_level_release,
    relax_conditional,
    release_probability,
    renormalized_geometric,
    sample_release,
    tighten_probability,
    tighten_weight,
    tightening_matrix,
)
from dpexact.papers.gradual_release.laws import (
    algorithm_branches,
    joint_density,
    markov_density,
    relax_kernel,
    tighten_kernel,
)
from dpexact.papers.gradual_release.process import relax_privacy, sample_path
from dpexact.papers.gradual_release.release import Release, lossless_kernel, lossless_release

PAPER = Paper.of_room(__name__, "Gradual Release of Sensitive Data under Differential Privacy")

__all__ = [
    "PAPER",
    "Release",
    "algorithm_branches",
    "discrete_laplace_probability",
    "joint_density",
    "joint_probability",
    "lossless_kernel",
    "lossless_release",
    "markov_density",
    "multi_level_release",
    "range_restricted_geometric",
    "relax_conditional",
    "relax_kernel",
    "relax_privacy",
    "release_probability",
    "renormalized_geometric",
    "sample_path",
    "sample_release",
    "tighten_kernel",
    "tighten_probability",
    "tighten_weight",
    "tightening_matrix",
]
