"""Gradual release of integers: discrete Laplace noise of several ratios p = e^-epsilon, coupled without loss."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING

from dpexact.errors import ParameterError
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.excerpt import value_excerpt

if TYPE_CHECKING:
    from collections.abc import Sequence


def discrete_laplace_probability(k: object, p: object) -> Exact:
    """P(V = k) = (1 - p)/(1 + p) p^|k|, the discrete Laplace law on the integers of ratio p = e^-epsilon.

    Guarantee: exact.
    Raises: ParameterError unless 0 < p < 1 and k is an integer; TooLargeError for a power past its size limit.

    >>> discrete_laplace_probability(-2, "1/2")
    exact('1/12')
    """
    return _law(_integer(k, "k"), _ratio(p, "p"))


def tighten_weight(p1: object, p2: object) -> Exact:
    """W = (p2/p1) ((1 - p1)/(1 - p2))^2, the weight of "V1 is V2" in the mixture (28), on the integers; p1 >= p2.

    V1 = V2 + W, where W is independent of V2 and its law is w times the atom at 0 plus 1 - w times the discrete Laplace
    law of ratio p1. There are two numbers: w is the weight of the mixture, which in (28) is also the probability
    that V1 is V2. On the integers noise drawn anew can be 0 too, and that probability is larger:

        P(W = 0) = w + (1 - w)(1 - p1)/(1 + p1) = tighten_probability(0, p1, p2).

    For p1 = 1/2, p2 = 1/3 they are 3/8 and 7/12.

    Guarantee: exact.
    Raises: ParameterError unless 0 < p2 <= p1 < 1.
    Reference: (28) of the paper, on the integers; proofs/rocq/GradualDiscrete.v.

    >>> tighten_weight("1/2", "1/3"), tighten_probability(0, "1/2", "1/3")
    (exact('3/8'), exact('7/12'))
    """
    return _weight(*ratios_of((p1, p2)))


def tighten_probability(k: object, p1: object, p2: object) -> Exact:
    """P(W = k) = P(V1 = y + k given V2 = y), whatever y is: the tightening kernel.

    Guarantee: exact. Raises: as `tighten_weight`.

    >>> tighten_probability(0, "1/2", "1/3"), tighten_probability(1, "1/2", "1/3")
    (exact('7/12'), exact('5/48'))
    """
    ratios = ratios_of((p1, p2))
    return _kernel(_integer(k, "k"), *ratios)


def joint_probability(x: object, y: object, p1: object, p2: object) -> Exact:
    """P(V1 = x, V2 = y), the noise of both answers; p1 >= p2.

    The answers (u + V1, u + V2) are private with E = 1/p2 for neighbors u, u + 1, and with no smaller E.

    Guarantee: exact. Raises: as `tighten_weight`.
    Reference: (20) of the paper, on the integers.

    >>> joint_probability(0, 0, "1/2", "1/3")
    exact('7/24')
    """
    return _release((_integer(x, "x"), _integer(y, "y")), ratios_of((p1, p2)))


def release_probability(noises: Sequence[object], ratios: Sequence[object]) -> Exact:
    """P(V_1 = noises[0], ..., V_m = noises[m - 1]) for levels of ratios p_1 >= ... >= p_m; a Markov chain both ways.

    Guarantee: exact. Raises: ParameterError unless 1 > p_1 >= ... >= p_m > 0, with one integer for each.
    Reference: (36) of the paper, on the integers.

    >>> release_probability((0, 0, 1), ("1/2", "1/3", "1/4"))
    exact('77/12960')
    """
    levels = ratios_of(ratios)
    if len(noises) != len(levels) or not levels:
        message = f"noises: expected one integer for each ratio, got {len(noises)} for {len(levels)} ratios"
        raise ParameterError(message)
    return _release([_integer(noise, f"noises[{i}]") for i, noise in enumerate(noises)], levels)


def relax_conditional(y: object, x: object, p1: object, p2: object) -> Exact:
    """P(V2 = y given V1 = x): what the second answer's noise is drawn from once the first is out; p1 >= p2.

    Guarantee: exact. Raises: as `tighten_weight`.
    Reference: (25) of the paper, on the integers.

    >>> relax_conditional(0, 1, "1/2", "1/3"), relax_conditional(0, 0, "1/2", "1/2")
    (exact('5/16'), exact('1'))
    """
    ratios = ratios_of((p1, p2))
    noise = _integer(x, "x")
    return _release((noise, _integer(y, "y")), ratios) / _law(noise, ratios[0])


def _release(noises: Sequence[int], ratios: Sequence[Exact]) -> Exact:
    """The last noise, then the others from the last to the first, each from the next."""
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


def _integer(value: object, name: str) -> int:
    if not isinstance(value, bool):
        try:
            return index(value)  # type: ignore[arg-type]
        except TypeError:
            pass
    message = f"{name}: expected an integer, got {value_excerpt(value)}"
    raise ParameterError(message)


def _ratio(value: object, name: str) -> Exact:
    ratio = exact_at(value, name)
    if not exact(0) < ratio < 1:
        message = f"{name}: expected a ratio 0 < {name} < 1 ({name} = e^-epsilon), got {ratio!r}"
        raise ParameterError(message)
    return ratio


def ratios_of(values: Sequence[object]) -> tuple[Exact, ...]:
    """Ratios that do not increase, p1 >= p2 >= ...: epsilon does not fall."""
    ratios = tuple(_ratio(value, f"p{i}") for i, value in enumerate(values, 1))
    for i in range(len(ratios) - 1):
        if not ratios[i] >= ratios[i + 1]:
            message = (
                f"p{i + 1}, p{i + 2}: expected p{i + 1} >= p{i + 2} (privacy is relaxed, so p = e^-epsilon falls), got "
                f"{ratios[i]!r} and {ratios[i + 1]!r}"
            )
            raise ParameterError(message)
    return ratios
