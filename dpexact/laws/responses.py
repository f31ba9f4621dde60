"""Randomized response and RAPPOR."""

from __future__ import annotations

import math

from dpexact.numbers.grammar import term_of_text
from dpexact.quantities.given import Number, formula, integer, is_exactly, numeral, probability, value

TRUTH = term_of_text("abs(log(truth*(categories - 1)/(1 - truth)))")
HEARD = term_of_text("f*(p + q)/2 + (1 - f)*bit")
REPORT = term_of_text("hashes*abs(log(heard*(1 - noise)/(noise*(1 - heard))))")


def randomized_response_epsilon(truth: str, categories: str) -> Number | float:
    """k-ary randomized response that tells the truth with this probability: abs(log(truth (k-1)/(1-truth)))."""
    said = probability("truth", truth)
    count = integer("categories", categories, 2)
    number = value("truth", truth)
    if is_exactly(number, 0) or is_exactly(number, 1):
        return math.inf
    return formula(TRUTH, truth=said, categories=numeral(count))


def rappor_epsilon(f: str, p: str, q: str, hashes: str) -> Number | float:
    """One report: h times the logarithm of the odds ratio of a set bit for the two values of the true bit."""
    given = {name: probability(name, text) for name, text in (("f", f), ("p", p), ("q", q))}
    count = integer("hashes", hashes, 1)
    noise, heard = (HEARD.substituted({**given, "bit": given[bit]}) for bit in ("p", "q"))
    low, high = formula(noise), formula(heard)
    if is_exactly(high - low, 0):
        return high - low
    if any(is_exactly(number, end) for number in (low, high) for end in (0, 1)):
        return math.inf
    return formula(REPORT, hashes=numeral(count), heard=heard, noise=noise)
