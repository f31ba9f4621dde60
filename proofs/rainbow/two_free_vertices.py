"""Every number of colors q, every real E >= 1, delta = 0, two free vertices: no scenario as in Section 6.3.

Let x and y be the distributions of the two free vertices, neighbors of each other (otherwise each is free by itself,
and its bounds are bounds for each color). For delta = 0 closeness is color by color: for each color i, (x_i, y_i) lies
in K_i, where x_i and y_i lie between the bounds that the fixed neighbors give, x_i <= E y_i and y_i <= E x_i. Given
x_i, the least y_i is the larger of a number and x_i/E, the largest y_i the smaller of a number and E x_i.

Sums over a set of colors have the same form: given d, the sum of x_i over the set B, the least sum of y_i is a_B +
max{0, d - k_B}/E and the largest b_B - E max{0, e_B - d}, for what has slope 0 is used before what has slope 1/E, and
what has slope E before what has slope 0. So if the colors are split into layers B_1, ..., B_n, sums d_1, ..., d_n that
total 1 belong to a valid mechanism if and only if each d_j lies between bounds, the sum of all max{0, d_j - k_j} is at
most a number, and that of all max{0, e_j - d_j} is. Both say (a_sum_of_positive_parts_bounds_each_set): for each set T
of layers, d(T), the sum of its d_j, is at most a number f(T) (for the second one, by way of the layers outside T).

Let m_1 <= ... <= m_(n-1) be the largest sums of x over the first 1, ..., n - 1 layers, and m_n = 1. They can be had
together: by induction on n. For n = 2 there is one. For n >= 3 let d_j = m_j - m_(j-1). Each set T of layers is a union
of blocks i, ..., j with gaps between them, so the ends j < n of its blocks leave out one of 1, ..., n - 1
(`one_is_left_out`), and by induction, with fewer layers, some valid mechanism z has the largest sums at these ends.
Then z(T) >= d(T), block by block (two_free_vertices_block in rocq/RainbowSteps.v), and d(T) <= z(T) <= f(T). So
d belongs to a valid mechanism.

With the layers {1}, ..., {q}: each vertex can have all its largest prefix sums together, so its lexicographic maximum
has them, and an optimum in one order is one in the other. With three free vertices there are scenarios
(proofs/rainbow/open_question_pure.py).
"""

from __future__ import annotations

from itertools import chain, combinations
from typing import TYPE_CHECKING

from dpexact.papers.proving import Exhaustive, Proof

if TYPE_CHECKING:
    from collections.abc import Sequence


proof = Proof(__doc__)


@proof.conclusion
def one_is_left_out() -> Exhaustive:
    """For n = 3, ..., 9 layers and every set T of them, the ends j < n of its blocks are not all of 1, ..., n - 1.

    In general: two neighboring numbers are not both ends of blocks, and n - 1 >= 2.
    """

    def are_layers(layers: int, chosen: tuple[int, ...]) -> bool:
        return all(j <= layers for j in chosen)

    def left_out(layers: int, chosen: tuple[int, ...]) -> bool:
        ends = {j for j in chosen if j < layers and j + 1 not in chosen}
        return len(ends) < layers - 1 and not any(j + 1 in ends for j in ends)

    subsets = list(chain.from_iterable(combinations(range(1, 10), size) for size in range(10)))
    domain: dict[str, Sequence[object]] = {"layers": range(3, 10), "chosen": subsets}
    return Exhaustive("one is left out", domain, left_out, where=are_layers)


proof.establishes({"section-6-3-open": "holds-if, fails"})
