"""The mechanism of Theorem 4 on a line: dataset d answers with T applied d times to the boundary's distribution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.mechanisms.mechanism import Mechanism
from dpexact.rainbow.iteration import step, step_count
from dpexact.rainbow.prefix_sums import differences, prefix_sums

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.rainbow.transition import Variant


def line_mechanism(
    p: Sequence[object],
    exp_epsilon: object,
    delta: object,
    length: int,
    variant: Variant = "corrected",
) -> Mechanism:
    """The mechanism on datasets 0..length of a line with boundary 0, where dataset d has the distribution T^d(p).

    Inputs: 0, 1, ..., length. Outputs: 1, ..., q in preference order. Neighbors are `NeighborGraph.path(inputs)`.
    With the corrected T it is (epsilon, delta)-DP and dominates every other such mechanism with M(0) = p.

    Guarantee: exact.
    Raises: ParameterError as `iterate`.
    Reference: rainbow paper, Definition 7 and Theorem 4.
    """
    rows = [differences(prefix_sums(p))]
    for _ in range(step_count(length)):
        rows.append(step(rows[-1], exp_epsilon, delta, variant))
    return Mechanism.from_rows(tuple(range(len(rows))), tuple(range(1, len(rows[0]) + 1)), rows)
