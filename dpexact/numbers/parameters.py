"""The privacy parameters E = e^epsilon >= 1 and 0 <= delta <= 1, and other probabilities, checked."""

from __future__ import annotations

import math
from typing import TypeGuard

from dpexact.errors import ParameterError
from dpexact.numbers.exact import Exact, exact_at


def privacy_factor(exp_epsilon: object, name: str = "exp_epsilon") -> Exact:
    """E as an exact number. Raises: ParameterError for E < 1."""
    number = exact_at(exp_epsilon, name)
    if not number >= 1:
        message = f"{name}: expected E = e^epsilon >= 1, got {number!r}; exp_of_epsilon turns an epsilon into E"
        raise ParameterError(message)
    return number


def claimed_factor(exp_epsilon: object) -> Exact | float:
    """E as a claim has it: an exact number, or math.inf. Raises: ParameterError for E < 1."""
    return math.inf if is_infinite(exp_epsilon) else privacy_factor(exp_epsilon)


def is_infinite(exp_epsilon: object) -> TypeGuard[float]:
    """Whether E is plus infinity, the one float that has an exact meaning."""
    return isinstance(exp_epsilon, float) and exp_epsilon == math.inf


def probability(value: object, name: str) -> Exact:
    """A probability, such as delta, as an exact number. Raises: ParameterError outside [0, 1]."""
    number = exact_at(value, name)
    if not 0 <= number <= 1:
        message = f"{name}: expected a number from 0 to 1, got {number!r}"
        raise ParameterError(message)
    return number
