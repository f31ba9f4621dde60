"""The least delta and the tails of discrete Gaussian noise, without or with a truncation, enclosed."""

from functools import partial

from flint import arb

from dpexact.errors import TooLargeError
from dpexact.laws.gaussian_sums import cut_of, span, tail, tail_excess, total
from dpexact.laws.parameters import Number, floors, formula, integer, positive, real
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.evaluate_balls import ball_value
from dpexact.numbers.exact import exact
from dpexact.numbers.formula import Real
from dpexact.numbers.grammar import Term, term_of_text

MAX_TERMS = 1_000_000
LAST = term_of_text("k/2 - epsilon*sigma**2/k")
NONE = term_of_text("max(0, 1 - exp(epsilon))")


def discrete_gaussian_delta(sigma: Real, sensitivity: Real, epsilon: Real, truncation: Real | None = None) -> Number:
    """Return the least delta of noise proportional to e^(-z^2/(2 sigma^2)) on the integers, or up to a truncation.

    The ratio p(z)/p(z - k) falls in z, so the best event is z <= c for the last c with p(c) >= E p(c - k). All z of p
    alone belong to it. At a tie both choices give the same.
    """
    width, k = positive("sigma", sigma), integer("sensitivity", sensitivity)
    E = real("epsilon", epsilon)
    if k == 0:
        return formula(NONE, epsilon=E)
    cuts = sorted({*floors(formula(LAST, k=k, epsilon=E, sigma=width))})
    if truncation is None:
        _check_terms(cuts[0], cuts[-1])
        laws = [partial(_whole_excess, cut, k) for cut in cuts]
    else:
        edge = integer("truncation", truncation, 0, MAX_TERMS)
        if k > 2 * edge:
            return exact(1)
        laws = [partial(_truncated_excess, cut, k, edge) for cut in cuts]
    return Enclosure(partial(_largest, laws, width, E))


def discrete_gaussian_tail(sigma: Real, first: int) -> Number:
    """Return P(Z >= first) of noise proportional to e^(-z^2/(2 sigma^2)) on the integers, for an integer from 1 on."""
    return Enclosure(partial(_tail_probability, positive("sigma", sigma), first))


def _tail_probability(width: Term, first: int) -> arb:
    s = ball_value(width) ** 2
    _check_terms(cut_of(s, 0))
    return tail(s, first) / total(s)


def _check_terms(*cuts: int) -> None:
    if any(abs(cut) > MAX_TERMS for cut in cuts):
        raise TooLargeError("a wider one", place="sigma", expected=f"a law of which at most {MAX_TERMS} terms count")


def _largest(laws: list[partial[arb]], width: Term, epsilon: Term) -> arb:
    s, ratio = ball_value(width) ** 2, ball_value(epsilon).exp()
    best = arb(0)
    for law in laws:
        best = best.max(law(s, ratio))
    return best


def _whole_excess(cut: int, k: int, s: arb, ratio: arb) -> arb:
    """Return P(Z <= cut) minus the ratio times P(Z <= cut - k), by the upper tails of the symmetric law."""
    _check_terms(cut_of(s, 0))
    return tail_excess(-cut, k, s, ratio)


def _truncated_excess(cut: int, k: int, edge: int, s: arb, ratio: arb) -> arb:
    """Return the mass of p up to the cut and outside of q, minus the ratio times the mass of q there."""
    last = min(edge, max(cut, k - edge - 1))
    return (span(s, -edge, last) - ratio * span(s, -edge, last - k)) / span(s, -edge, edge)
