"""Sums of many exact numbers as a balanced tree, so that the operands of each addition are of like size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flint import fmpq, fmpz

from dpexact.numbers.exact import Exact

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def unreduced_sum(values: Iterable[Any]) -> tuple[Any, Any]:
    """(num, den) with num / den the sum of fmpq numbers, not in lowest terms; den > 0.

    Equal denominators are added first, the rest as a balanced tree without any gcd: with distinct 64-bit
    denominators that is the difference between a fraction of a second and many seconds.
    """
    groups: dict[int, Any] = {}
    for value in values:
        bottom = int(value.q)
        groups[bottom] = groups.get(bottom, 0) + value.p
    level = [(top, fmpz(bottom)) for bottom, top in groups.items()]
    while len(level) > 1:
        paired = [(a * d + c * b, b * d) for (a, b), (c, d) in zip(level[::2], level[1::2], strict=False)]
        level = paired + level[-1:] if len(level) % 2 else paired
    return level[0] if level else (fmpz(0), fmpz(1))


def exact_sum(values: Iterable[Exact]) -> Exact:
    """The sum of exact numbers; 0 for none. Guarantee: exact."""
    level = list(values)
    if all(value.is_rational() for value in level):
        return Exact.of_rational(fmpq(*unreduced_sum(value.as_fmpq() for value in level)))
    while len(level) > 1:
        paired = [a + b for a, b in zip(level[::2], level[1::2], strict=False)]
        level = paired + level[-1:] if len(level) % 2 else paired
    return level[0]


def sums_to_one(values: Sequence[Exact]) -> bool:
    """Whether the numbers sum to 1; rationals are compared without reducing their sum."""
    if all(value.is_rational() for value in values):
        top, bottom = unreduced_sum(value.as_fmpq() for value in values)
        return bool(top == bottom)
    return exact_sum(values) == 1
