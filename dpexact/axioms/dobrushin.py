"""Dobrushin's coefficient, the contraction of the L1 distance, and the discrimination between all inputs."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from dpexact.axioms.likelihoods import checked
from dpexact.axioms.weak_order import maximum_of, minimum_of, weak_order
from dpexact.errors import MechanismError
from dpexact.mechanisms.summation import exact_sum
from dpexact.numbers.exact import Exact, exact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpexact.mechanisms.mechanism import Mechanism


def overlaps(mechanism: Mechanism) -> Iterator[Exact]:
    """The sum over outputs of min(P(o | j), P(o | k)) for each pair of distinct inputs j, k: from 0 to 1."""
    for p, q in combinations(checked(mechanism).rows(), 2):
        yield exact_sum(minimum_of(pair) for pair in zip(p, q, strict=True))


def dobrushin(mechanism: Mechanism) -> Exact:
    """The negative of the least overlap of two inputs: from -1 (all alike, or one input) to 0.

    1 + dobrushin(M) = max over inputs of the total variation distance of P(. | j) and P(. | k), and that is the
    largest factor of a contraction, attained: max ||M x - M y|| / ||x - y|| in the L1 norm over distinct
    distributions x, y with positive entries, if there are two inputs (with one there is no such pair). It respects
    post-processing and is continuous; it is a branching measure for two inputs and not for more.

    Guarantee: exact; with a free E as a function of E.
    Raises: SignChangesError where it is not the same pair of inputs and the same outputs for all E.
    Reference: axioms paper, Example 3.2.3 and Appendix D.

    >>> from dpexact import Mechanism
    >>> dobrushin(Mechanism.from_rows("YN", "YN", [["2/3", "1/3"], ["1/3", "2/3"]]))
    exact('-2/3')
    """
    return -minimum_of([*overlaps(mechanism)] or [exact(1)])


def discrimination(mechanism: Mechanism) -> Exact:
    """The negative of the greatest overlap of two distinct inputs: from -1 (some two are alike) to 0.

    As printed the inputs need not be distinct (or are not bound at all), and then it is -1 for every mechanism. It
    respects post-processing and is continuous; it is a branching measure for two inputs and not for more.

    Guarantee: exact. Raises: MechanismError for one input, where there is nothing to compare; SignChangesError as for
    the coefficient.
    Reference: axioms paper, Example 3.2.4 and Appendix D.
    """
    if len(checked(mechanism).inputs) == 1:
        message = "mechanism: expected two inputs or more to discriminate between, got one"
        raise MechanismError(message, "inputs")
    return -maximum_of(overlaps(mechanism))


def contraction(mechanism: Mechanism) -> Exact:
    """The largest total variation distance of P(. | j) and P(. | k) over all inputs: half an L1 distance.

    Guarantee: exact; 0 for one input. Raises: SignChangesError as for the coefficient.
    Reference: axioms paper, Example 3.2.3: it is 1 + dobrushin(M).
    """
    half, rows = exact("1/2"), checked(mechanism).rows()
    distances = [half * exact_sum(_apart(a, b) for a, b in zip(p, q, strict=True)) for p, q in combinations(rows, 2)]
    return maximum_of(distances or [exact(0)])


def _apart(a: Exact, b: Exact) -> Exact:
    return (a - b) * weak_order(a, b)
