"""Rainbow differential privacy, the map T of Theorem 4, its closed form, rainbow graphs and their optimal mechanisms.

Reference: Gu, Zhou, Gunlu, D'Oliveira, Sadeghi, Medard, Schaefer, "Generalized Rainbow Differential Privacy".
"""

from dpexact.audit import paper
from dpexact.papers.rainbow.graph import RainbowGraph as RainbowGraph
from dpexact.papers.rainbow.graph import is_morphism as is_morphism
from dpexact.papers.rainbow.graph import is_rainbow_preserving as is_rainbow_preserving
from dpexact.papers.rainbow.graph import pullback as pullback
from dpexact.papers.rainbow.greatest import GreatestMechanism as GreatestMechanism
from dpexact.papers.rainbow.greatest import greatest_mechanism as greatest_mechanism
from dpexact.papers.rainbow.greatest import lexicographic_mechanism as lexicographic_mechanism
from dpexact.papers.rainbow.optimal import line_mechanism as line_mechanism
from dpexact.papers.rainbow.optimal import optimal_mechanism as optimal_mechanism
from dpexact.papers.rainbow.transition import PowerSum as PowerSum
from dpexact.papers.rainbow.transition import closed_distribution as closed_distribution
from dpexact.papers.rainbow.transition import closed_form as closed_form
from dpexact.papers.rainbow.transition import iterate as iterate
from dpexact.papers.rainbow.transition import phase_transitions as phase_transitions
from dpexact.papers.rainbow.transition import step as step
from dpexact.public_names import exported

PAPER = paper.Paper.of_room(__name__, "Generalized Rainbow Differential Privacy")
__all__ = exported(globals())  # noqa: PLE0605
