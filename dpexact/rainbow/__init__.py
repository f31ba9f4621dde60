"""Rainbow differential privacy on a line: the map T of Theorem 4, its iterates, closed form and phase transitions.

Reference: Gu, Zhou, Gunlu, D'Oliveira, Sadeghi, Medard, Schaefer, "Generalized Rainbow Differential Privacy".
"""

from __future__ import annotations

from dpexact.rainbow.closed_form import closed_form
from dpexact.rainbow.iteration import iterate, step
from dpexact.rainbow.line import line_mechanism
from dpexact.rainbow.phases import phase_transitions

__all__ = ["closed_form", "iterate", "line_mechanism", "phase_transitions", "step"]
