"""Discrete Gaussian noise against itself shifted by an integer, also truncated: the least delta, enclosed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from flint import arb, ctx, fmpz

from dpexact.errors import TooLargeError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.evaluate_balls import ball_value
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.grammar import term_of_text
from dpexact.quantities.given import Number, formula, integer, numeral, positive, term, value

if TYPE_CHECKING:
    from dpexact.numbers.grammar import Term

MAX_TERMS = 1_000_000
LAST = term_of_text("k/2 - epsilon*sigma**2/k")
NONE = term_of_text("max(0, 1 - exp(epsilon))")


def discrete_gaussian_delta(sigma: str, sensitivity: str, epsilon: str, truncation: str | None = None) -> Number:
    """The least delta of noise proportional to e^(-z^2/(2 sigma^2)) on the integers, or on -truncation..truncation.

    The ratio p(z)/p(z - k) falls in z, so the best event is z <= c where p(z) >= E p(z - k) last; all z where only p
    lies belong to it. At a tie both choices give the same.
    """
    width, k = positive("sigma", sigma), integer("sensitivity", sensitivity)
    value("epsilon", epsilon)
    E = term("epsilon", epsilon)
    if k == 0:
        return formula(NONE, epsilon=E)
    last = formula(LAST, k=numeral(k), epsilon=E, sigma=width)
    bounds = last.enclosure(64) if isinstance(last, Exact) else (last.lower, last.upper)
    cuts = sorted({bound.__floor__() for bound in bounds})
    if truncation is None:
        _check_terms(cuts[0], cuts[-1])
        laws = [partial(_whole, width, E, k, cut) for cut in cuts]
    else:
        edge = integer("truncation", truncation, 0, MAX_TERMS)
        if k > 2 * edge:
            return exact(1)
        laws = [partial(_truncated, width, E, k, cut, edge) for cut in cuts]
    return Enclosure(partial(_largest, laws))


def discrete_gaussian_tail(sigma: str, first: int) -> Number:
    """P(Z >= first) of noise proportional to e^(-z^2/(2 sigma^2)) on the integers, for an integer from 1 on."""
    return Enclosure(partial(_tail, positive("sigma", sigma), first))


def _tail(width: Term, first: int) -> arb:
    rate = _weights(width)
    return _above(rate, first) / _below_all(rate)


def _check_terms(*cuts: int) -> None:
    if any(abs(cut) > MAX_TERMS for cut in cuts):
        message = f"sigma: expected a law of which at most {MAX_TERMS} terms count, got a wider one"
        raise TooLargeError(message)


def _largest(laws: list[partial[arb]]) -> arb:
    best = arb(0)
    for law in laws:
        best = best.max(law())
    return best


def _weights(width: Term) -> arb:
    """1/(2 sigma^2)."""
    return 1 / (2 * ball_value(width) ** fmpz(2))


def _truncated(width: Term, epsilon: Term, k: int, cut: int, edge: int) -> arb:
    """The mass of p up to the cut, and where only p lies, less E times that of q there."""
    rate, E = _weights(width), ball_value(epsilon).exp()
    last = min(edge, max(cut, k - edge - 1))
    total = _partial(rate, -edge, edge)
    return (_partial(rate, -edge, last) - E * _partial(rate, -edge, last - k)) / total


def _whole(width: Term, epsilon: Term, k: int, cut: int) -> arb:
    """P(Z <= c) - E P(Z <= c - k) on all integers, by the upper tails of the symmetric law."""
    rate, E = _weights(width), ball_value(epsilon).exp()
    return (_below(rate, cut) - E * _below(rate, cut - k)) / _below_all(rate)


def _below_all(rate: arb) -> arb:
    return 1 + 2 * _above(rate, 1)


def _below(rate: arb, last: int) -> arb:
    """The sum of the weights of z <= last."""
    return _above(rate, -last) if last <= 0 else _below_all(rate) - _above(rate, last + 1)


def _above(rate: arb, first: int) -> arb:
    """The sum of the weights of z >= first, first >= 0; the rest is less than a geometric series."""
    total, z = arb(0), first
    while True:
        weight = (-rate * fmpz(z) ** 2).exp()
        ratio = (-rate * (2 * z + 1)).exp()
        if weight < total * arb(2) ** (-ctx.prec) * (1 - ratio) or weight < arb(2) ** (-64 * ctx.prec):
            rest = weight / (1 - ratio)
            return total + rest.union(arb(0))
        total += weight
        z += 1
        _check_terms(z - first)


def _partial(rate: arb, first: int, last: int) -> arb:
    total = arb(0)
    for z in range(first, last + 1):
        total += (-rate * fmpz(z) ** 2).exp()
    return total
