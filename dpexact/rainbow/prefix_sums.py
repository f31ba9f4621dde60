"""Prefix sums of a distribution in preference order: the coordinates in which T acts entry by entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from dpexact.errors import ParameterError
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.excerpt import excerpt, value_excerpt

if TYPE_CHECKING:
    from collections.abc import Sequence


def prefix_sums(p: Sequence[object]) -> tuple[Exact, ...]:
    """Check that p is a distribution and return s_1, ..., s_q, where s_k = p_1 + ... + p_k.

    Guarantee: exact; s_q = 1.
    Raises: ParameterError for what is no sequence, no entries, a negative entry or a sum other than 1;
    InexactInputError for floats.
    """
    if isinstance(p, (str, bytes, Mapping, AbstractSet)) or not isinstance(p, Iterable):
        shown = value_excerpt(p)
        message = f"p: expected a sequence of probabilities, got {shown}; write them as a list, most preferred first"
        raise ParameterError(message)
    entries = [exact_at(entry, f"p, entry {k}") for k, entry in enumerate(p, 1)]
    if not entries:
        message = "p: expected at least one probability, got none"
        raise ParameterError(message)
    for k, entry in enumerate(entries, 1):
        if entry < 0:
            message = f"p: expected probabilities >= 0, got {excerpt(str(entry))} as entry {k}"
            raise ParameterError(message)
    sums = tuple(accumulate(entries))
    if sums[-1] != 1:
        total, off = excerpt(str(sums[-1])), excerpt(str(sums[-1] - 1))
        message = f"p: expected probabilities that sum to 1, got the sum {total}; it is off by {off}"
        raise ParameterError(message)
    return sums


def differences(sums: Sequence[Exact]) -> tuple[Exact, ...]:
    """The distribution with these prefix sums: p_k = s_k - s_{k-1} with s_0 = 0 (4.2)."""
    return tuple(after - before for before, after in pairwise((exact(0), *sums)))
