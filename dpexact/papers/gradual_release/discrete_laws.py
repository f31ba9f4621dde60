"""Discrete Laplace noise of several ratios p = e^-epsilon on the integers, coupled without loss."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from dpexact.errors import ParameterError, need
from dpexact.numbers.exact import Exact, exact, exact_at


def discrete_laplace_probability(k: object, p: object) -> Exact:
    """Return P(V = k) = (1 - p)/(1 + p) p^|k|, the discrete Laplace law on the integers of ratio p = e^-epsilon.

    Guarantee: exact. Raises: ParameterError unless 0 < p < 1 and k is an integer, TooLargeError for a large power.

    >>> discrete_laplace_probability(-2, "1/2")
    exact('1/12')
    """
    return _law(need.integer(k, "k"), _ratio(p, "p"))


def tighten_weight(p1: object, p2: object) -> Exact:
    """Return W = (p2/p1) ((1 - p1)/(1 - p2))^2, the weight of "V1 is V2" in the mixture (28) on integers, p1 >= p2.

    V1 = V2 + W with W independent of V2, whose law is w times the atom at 0 plus 1 - w times the discrete Laplace law
    of ratio p1. The weight w of the mixture is in (28) also the probability that V1 is V2. On the integers noise drawn
    anew can be 0 too, and that probability is larger,

        P(W = 0) = w + (1 - w)(1 - p1)/(1 + p1) = tighten_probability(0, p1, p2).

    For p1 = 1/2, p2 = 1/3 they are 3/8 and 7/12.

    Guarantee: exact. Raises: ParameterError unless 0 < p2 <= p1 < 1.
    Reference: (28) of the paper, on the integers, and proofs/rocq/GradualDiscrete.v.

    >>> tighten_weight("1/2", "1/3"), tighten_probability(0, "1/2", "1/3")
    (exact('3/8'), exact('7/12'))
    """
    return _weight(*ratios_of((p1, p2)))


def tighten_probability(k: object, p1: object, p2: object) -> Exact:
    """Return P(W = k) = P(V1 = y + k given V2 = y), whatever y is, the tightening kernel.

    Guarantee: exact. Raises: as `tighten_weight`.

    >>> tighten_probability(0, "1/2", "1/3"), tighten_probability(1, "1/2", "1/3")
    (exact('7/12'), exact('5/48'))
    """
    ratios = ratios_of((p1, p2))
    return _kernel(need.integer(k, "k"), *ratios)


def joint_probability(x: object, y: object, p1: object, p2: object) -> Exact:
    """Return P(V1 = x, V2 = y), the noise of both answers, p1 >= p2.

    The answers (u + V1, u + V2) are private with E = 1/p2 for neighbors u, u + 1, and with no smaller E.

    Guarantee: exact. Raises: as `tighten_weight`.
    Reference: (20) of the paper, on the integers.

    >>> joint_probability(0, 0, "1/2", "1/3")
    exact('7/24')
    """
    return _release((need.integer(x, "x"), need.integer(y, "y")), ratios_of((p1, p2)))


def release_probability(noises: Sequence[object], ratios: Sequence[object]) -> Exact:
    """Return P(V_1 = noises[0], ..., V_m = noises[m - 1]), Markov both ways, for levels of ratios p_1 >= ... >= p_m.

    Guarantee: exact. Raises: ParameterError unless 1 > p_1 >= ... >= p_m > 0, with one integer for each.
    Reference: (36) of the paper, on the integers.

    >>> release_probability((0, 0, 1), ("1/2", "1/3", "1/4"))
    exact('77/12960')
    """
    levels, listed = listed_ratios(ratios), need.values(noises, "noises")
    if len(listed) != len(levels) or not levels:
        came = f"{len(listed)} for {len(levels)} ratios"
        raise ParameterError(came, place="noises", expected="one integer for each of the ratios")
    return _release([need.integer(noise, f"noises[{i}]") for i, noise in enumerate(listed)], levels)


def relax_conditional(y: object, x: object, p1: object, p2: object) -> Exact:
    """Return P(V2 = y given V1 = x), p1 >= p2. The noise of the second answer is drawn from it once the first is out.

    Guarantee: exact. Raises: as `tighten_weight`.
    Reference: (25) of the paper, on the integers.

    >>> relax_conditional(0, 1, "1/2", "1/3"), relax_conditional(0, 0, "1/2", "1/2")
    (exact('5/16'), exact('1'))
    """
    ratios = ratios_of((p1, p2))
    noise = need.integer(x, "x")
    return _release((noise, need.integer(y, "y")), ratios) / _law(noise, ratios[0])


def _release(noises: Sequence[int], ratios: Sequence[Exact]) -> Exact:
    """Return the last noise, then the others from the last to the first, each from the next."""
    total = _law(noises[-1], ratios[-1])
    for i in range(len(noises) - 1):
        total *= _kernel(noises[i] - noises[i + 1], ratios[i], ratios[i + 1])
    return total


def _law(k: int, p: Exact) -> Exact:
    return (1 - p) / (1 + p) * p ** abs(k)


def _weight(p1: Exact, p2: Exact) -> Exact:
    return p2 / p1 * ((1 - p1) / (1 - p2)) ** 2


def _kernel(k: int, p1: Exact, p2: Exact) -> Exact:
    weight = _weight(p1, p2)
    anew = (1 - weight) * _law(k, p1)
    return anew if k else weight + anew


def _ratio(value: object, name: str) -> Exact:
    ratio = exact_at(value, name)
    if not exact(0) < ratio < 1:
        raise ParameterError(repr(ratio), place=name, expected=f"a ratio 0 < {name} < 1 ({name} = e^-epsilon)")
    return ratio


def ratios_of(values: Sequence[object]) -> tuple[Exact, ...]:
    """Read ratios that do not increase, p1 >= p2 >= ..., so that epsilon does not fall."""
    ratios = tuple(_ratio(value, f"p{i}") for i, value in enumerate(values, 1))
    for i, (first, second) in enumerate(pairwise(ratios), 1):
        if not first >= second:
            expected = f"p{i} >= p{i + 1} (privacy is relaxed, so p = e^-epsilon falls)"
            raise ParameterError(f"{first!r} and {second!r}", place=f"p{i}, p{i + 1}", expected=expected)
    return ratios


def listed_ratios(values: Sequence[object]) -> tuple[Exact, ...]:
    """Read a sequence of ratios that do not increase."""
    return ratios_of([exact_at(value, f"ratios[{n}]") for n, value in enumerate(need.values(values, "ratios"))])
