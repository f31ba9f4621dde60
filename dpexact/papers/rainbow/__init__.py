"""Rainbow differential privacy, the map T of Theorem 4, its closed form, rainbow graphs and their optimal mechanisms.

Reference: Gu, Zhou, Gunlu, D'Oliveira, Sadeghi, Medard, Schaefer, "Generalized Rainbow Differential Privacy".
"""

from dpexact.audit.paper import Paper
from dpexact.papers.rainbow.graph import RainbowGraph, is_morphism, is_rainbow_preserving, pullback
from dpexact.papers.rainbow.greatest import GreatestMechanism, greatest_mechanism, lexicographic_mechanism
from dpexact.papers.rainbow.optimal import line_mechanism, optimal_mechanism
from dpexact.papers.rainbow.transition import (
    PowerSum,
    closed_distribution,
    closed_form,
    iterate,
    phase_transitions,
    step,
)

PAPER = Paper.of_room(__name__, "Generalized Rainbow Differential Privacy")

__all__ = [
    "PAPER",
    "GreatestMechanism",
    "PowerSum",
    "RainbowGraph",
    "closed_distribution",
    "closed_form",
    "greatest_mechanism",
    "is_morphism",
    "is_rainbow_preserving",
    "iterate",
    "lexicographic_mechanism",
    "line_mechanism",
    "optimal_mechanism",
    "phase_transitions",
    "pullback",
    "step",
]
