"""The parameters of families, checked."""

from __future__ import annotations

from operator import index

from dpexact.errors import ParameterError
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.excerpt import value_excerpt


def factor_of(exp_epsilon: object) -> Exact:
    """E = e^epsilon. Raises: ParameterError for E < 1."""
    factor = exact(exp_epsilon)
    if not factor >= 1:
        message = f"exp_epsilon: expected E = e^epsilon >= 1, got {factor!r}"
        raise ParameterError(message)
    return factor


def probability_of(value: object, name: str) -> Exact:
    """A probability. Raises: ParameterError outside [0, 1]."""
    probability = exact(value)
    if not 0 <= probability <= 1:
        message = f"{name}: expected a number from 0 to 1, got {probability!r}"
        raise ParameterError(message)
    return probability


def count_of(value: object, name: str, least: int, most: int) -> int:
    """A whole number from `least` to `most`. Raises: ParameterError."""
    if not isinstance(value, bool):
        try:
            count = index(value)  # type: ignore[arg-type]
        except TypeError:
            count = least - 1
        if least <= count <= most:
            return count
    message = f"{name}: expected a whole number from {least} to {most}, got {value_excerpt(value)}"
    raise ParameterError(message)
