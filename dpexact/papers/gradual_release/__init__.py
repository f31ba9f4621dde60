"""Gradual release, noise for several privacy levels that is coupled so that the later answer loses nothing.

Reference: Koufogiannis, Han, Pappas, "Gradual Release of Sensitive Data under Differential Privacy".
"""

from dpexact.audit import paper
from dpexact.mechanisms.families import range_restricted_geometric as range_restricted_geometric
from dpexact.papers.gradual_release.discrete import discrete_laplace_probability as discrete_laplace_probability
from dpexact.papers.gradual_release.discrete import joint_probability as joint_probability
from dpexact.papers.gradual_release.discrete import multi_level_release as multi_level_release
from dpexact.papers.gradual_release.discrete import relax_conditional as relax_conditional
from dpexact.papers.gradual_release.discrete import release_probability as release_probability
from dpexact.papers.gradual_release.discrete import renormalized_geometric as renormalized_geometric
from dpexact.papers.gradual_release.discrete import sample_release as sample_release
from dpexact.papers.gradual_release.discrete import tighten_probability as tighten_probability
from dpexact.papers.gradual_release.discrete import tighten_weight as tighten_weight
from dpexact.papers.gradual_release.discrete import tightening_matrix as tightening_matrix
from dpexact.papers.gradual_release.laws import algorithm_branches as algorithm_branches
from dpexact.papers.gradual_release.laws import joint_density as joint_density
from dpexact.papers.gradual_release.laws import markov_density as markov_density
from dpexact.papers.gradual_release.laws import relax_kernel as relax_kernel
from dpexact.papers.gradual_release.laws import tighten_kernel as tighten_kernel
from dpexact.papers.gradual_release.process import relax_privacy as relax_privacy
from dpexact.papers.gradual_release.process import sample_path as sample_path
from dpexact.papers.gradual_release.release import Release as Release
from dpexact.papers.gradual_release.release import lossless_kernel as lossless_kernel
from dpexact.papers.gradual_release.release import lossless_release as lossless_release
from dpexact.public_names import exported

PAPER = paper.Paper.of_room(__name__, "Gradual Release of Sensitive Data under Differential Privacy")
__all__ = exported(globals())  # noqa: PLE0605
