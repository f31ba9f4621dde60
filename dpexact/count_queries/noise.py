"""The two-point noise of Proposition 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.count_queries.parameters import correct_probability, integer

if TYPE_CHECKING:
    from dpexact.numbers.exact import Exact


def two_point_noise(i1: int, i2: int, eta: object) -> dict[int, Exact]:
    """The law {z: probability} on i1 < 0 < i2 and 0 that has mean 0 and weight eta at 0.

    p(i1) = (1 - eta) i2 / (i2 + |i1|), p(0) = eta, p(i2) = (1 - eta) |i1| / (i2 + |i1|); keys in increasing order.

    Guarantee: exact.
    Raises: ParameterError unless i1 <= -1, i2 >= 1 and 0 < eta < 1.
    Reference: Sadeghi, Asoodeh, Calmon (2020), Proposition 1, equation (2). Their Example 1 leaves out p(1) = 1/4 of
    `two_point_noise(-1, 1, "1/2")` in equation (4).

    >>> two_point_noise(-1, 2, "1/2")
    {-1: exact('1/3'), 0: exact('1/2'), 2: exact('1/6')}
    """
    i1, i2 = integer("i1", i1, greatest=-1), integer("i2", i2, 1)
    correct = correct_probability(eta)
    unit = (1 - correct) / (i2 - i1)
    return {i1: unit * i2, 0: correct, i2: unit * -i1}
