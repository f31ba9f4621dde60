"""Hockey-stick divergence of two distributions, exactly, and their outputs in the order of likelihood ratios."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key

from dpexact.errors import ParameterError, need
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.epsilon import is_infinite, one_factor
from dpexact.numbers.exact import Exact, exact_at


def distributions(p: Sequence[object], q: Sequence[object]) -> tuple[list[Exact], list[Exact]]:
    """Read two distributions on the same outcomes, as exact numbers. Raises: ParameterError."""
    first, second = _numbers("p", p), _numbers("q", q)
    if len(first) != len(second) or not first:
        raise ParameterError(
            f"{len(first)} and {len(second)} values", place="p and q", expected="two distributions on the same outcomes"
        )
    for name, values in (("p", first), ("q", second)):
        for place, value in enumerate(values):
            if value < 0:
                raise ParameterError(repr(value), place=f"{name}[{place}]", expected="a probability")
        if (total := exact_sum(values)) != 1:
            raise ParameterError(f"the sum {total!r}", place=name, expected="values that sum to 1 exactly")
    return first, second


def _numbers(name: str, values: Sequence[object]) -> list[Exact]:
    listed = need.values(values, name, "a sequence of probabilities")
    return [exact_at(value, f"{name}[{place}]") for place, value in enumerate(listed)]


def hockey_stick(
    p: Sequence[object], q: Sequence[object], exp_epsilon: object = None, *, epsilon: object = None
) -> Exact:
    """Return the sum of the positive parts of p(o) - E q(o), the largest P(S) - E Q(S) over all events S, for E >= 0.

    E = math.inf is accepted, and infinity times 0 is 0: the mass of p where q is 0.

    Guarantee: exact. Raises: ParameterError.

    >>> hockey_stick(["3/4", "1/4"], ["1/4", "3/4"], 2)
    exact('1/4')
    """
    first, second = distributions(p, q)
    level = one_factor(exp_epsilon, epsilon, least=None)
    if is_infinite(level):
        return exact_sum(a for a, b in zip(first, second, strict=True) if not b)
    factor = exact_at(level, "exp_epsilon")
    if not factor >= 0:
        raise ParameterError(repr(factor), place="exp_epsilon", expected="E >= 0")
    differences = (a - factor * b for a, b in zip(first, second, strict=True))
    return exact_sum(difference for difference in differences if difference > 0)


def ratio_groups(p: Sequence[Exact], q: Sequence[Exact]) -> list[tuple[Exact, Exact]]:
    """Return [(P(G), Q(G))] for the groups G of outcomes with equal ratio p/q, largest ratio (q = 0) first.

    Outcomes with p = q = 0 belong to no group. Ties are found by exact comparison of p q' and p' q.
    """
    pairs = [(a, b) for a, b in zip(p, q, strict=True) if a != 0 or b != 0]

    def order(first: tuple[Exact, Exact], second: tuple[Exact, Exact]) -> int:
        left, right = first[0] * second[1], second[0] * first[1]
        return -1 if left > right else int(left < right)

    groups: list[tuple[Exact, Exact]] = []
    last: tuple[Exact, Exact] | None = None
    for pair in sorted(pairs, key=cmp_to_key(order)):
        if last is not None and order(last, pair) == 0:
            groups[-1] = (groups[-1][0] + pair[0], groups[-1][1] + pair[1])
        else:
            groups.append(pair)
        last = pair
    return groups
