"""Randomized response and RAPPOR."""

import math

from dpexact.laws.parameters import Number, formula, integer, is_exactly, probability, substituted
from dpexact.numbers.formula import Real
from dpexact.numbers.grammar import term_of_text

TRUTH = term_of_text("abs(log(truth*(categories - 1)/(1 - truth)))")
HEARD = term_of_text("f*(p + q)/2 + (1 - f)*bit")
REPORT = term_of_text("hashes*abs(log(heard*(1 - noise)/(noise*(1 - heard))))")


def randomized_response_epsilon(truth: Real, categories: Real) -> Number | float:
    """Return abs(log(truth (k-1)/(1-truth))), the epsilon of k-ary randomized response that is true this often."""
    chance = probability("truth", truth)
    count = integer("categories", categories, 2)
    if is_exactly("truth", truth, 0) or is_exactly("truth", truth, 1):
        return math.inf
    return formula(TRUTH, truth=chance, categories=count)


def rappor_epsilon(f: Real, p: Real, q: Real, hashes: Real) -> Number | float:
    """Return the epsilon of one report, h times the log odds ratio of a set bit for both values of the true bit."""
    chances = {name: probability(name, number) for name, number in (("f", f), ("p", p), ("q", q))}
    count = integer("hashes", hashes, 1)
    noise, heard = (substituted(HEARD, **chances, bit=chances[bit]) for bit in ("p", "q"))
    low, high = formula(noise), formula(heard)
    if high - low == 0:
        return high - low
    if any(number == end for number in (low, high) for end in (0, 1)):
        return math.inf
    return formula(REPORT, hashes=count, heard=heard, noise=noise)
