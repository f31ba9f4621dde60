"""Likelihoods: the rows of the paper's matrix, for each output o the vector P(o | .) over the inputs."""

from __future__ import annotations

from dpexact.errors import MechanismError, ParameterError
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact
from dpexact.numbers.excerpt import value_excerpt

Likelihood = tuple[Exact, ...]


def checked(mechanism: object) -> Mechanism:
    """The mechanism, if it is one whose rows sum to 1. Raises: ParameterError, MechanismError."""
    if not isinstance(mechanism, Mechanism):
        message = f"mechanism: expected a Mechanism, got {value_excerpt(mechanism)}; Mechanism.from_rows makes one"
        raise ParameterError(message)
    if mechanism.defects:
        message = "mechanism: its rows do not sum to 1 (see .defects), so it has no utility"
        raise MechanismError(message, "rows")
    return mechanism


def likelihoods(mechanism: Mechanism) -> tuple[Likelihood, ...]:
    """The rows of the column-stochastic matrix, one for each output, in the order of outputs and inputs.

    Guarantee: exact. Raises: ParameterError, MechanismError.
    Reference: axioms paper, Convention 3.1.1 and Figure 9.
    """
    return checked(mechanism).column_stochastic()
