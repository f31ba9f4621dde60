"""Rainbow differential privacy: the map T of Theorem 4, its closed form, rainbow graphs and their optimal mechanisms.

Reference: Gu, Zhou, Gunlu, D'Oliveira, Sadeghi, Medard, Schaefer, "Generalized Rainbow Differential Privacy".
"""

from __future__ import annotations

from dpexact.rainbow.closed_form import closed_form
from dpexact.rainbow.graph import RainbowGraph
from dpexact.rainbow.greatest import GreatestMechanism, greatest_mechanism, lexicographic_mechanism
from dpexact.rainbow.iteration import iterate, step
from dpexact.rainbow.line import line_mechanism
from dpexact.rainbow.morphism import is_morphism, is_rainbow_preserving, pullback
from dpexact.rainbow.optimal import optimal_mechanism
from dpexact.rainbow.paper import PAPER
from dpexact.rainbow.phases import phase_transitions
from dpexact.rainbow.power_sum import PowerSum, closed_distribution

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
