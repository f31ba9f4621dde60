"""The trade-off curve of two distributions: the errors of the best tests between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.numbers.exact import Exact
from dpexact.privacy.hockey_stick import distributions
from dpexact.privacy.likelihood import ratio_groups

if TYPE_CHECKING:
    from collections.abc import Sequence


def tradeoff_curve(p: Sequence[object], q: Sequence[object]) -> tuple[tuple[Exact, Exact], ...]:
    """The vertices (alpha, beta) of the trade-off curve, from alpha = 0 to alpha = 1.

    alpha = p(reject) and beta = q(accept) of a test that rejects p in favour of q; beta as a function of alpha is
    the least attainable one, convex and piecewise linear between the vertices. Outcomes are rejected in descending
    order of q/p; the curve starts at (0, q(p > 0)) and ends at (1, 0).

    Guarantee: exact.
    Reference: Neyman-Pearson lemma.

    >>> tradeoff_curve(["3/4", "1/4"], ["1/4", "3/4"])
    ((exact('0'), exact('1')), (exact('1/4'), exact('1/4')), (exact('1'), exact('0')))
    """
    first, second = distributions(p, q)
    alpha, beta = Exact.of_rational(0), Exact.of_rational(1)
    vertices = []
    groups = ratio_groups(second, first)
    if groups[0][1] != 0:
        vertices.append((alpha, beta))
    for rejected_q, rejected_p in groups:
        alpha, beta = alpha + rejected_p, beta - rejected_q
        vertices.append((alpha, beta))
    return tuple(vertices)
