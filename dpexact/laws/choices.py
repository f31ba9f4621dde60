"""Answers and choices at random: randomized response, RAPPOR, the exponential mechanism and permute-and-flip.

The weight of a candidate is e^(epsilon score/(2 sensitivity)). The exponential mechanism chooses in proportion to the
weights. Permute-and-flip goes through the candidates in random order and takes each with its weight divided by the
largest one, w. Let candidate j come at a time that is uniform in [0, 1]. Then i is taken if it is taken at its time u
and none before it is, and the probability is w_i times the integral over u of the product of (1 - w_j u) over all j
but i (McKenna and Sheldon, Permute-and-Flip, 2020).
"""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from flint import arb

from dpexact.errors import ParameterError
from dpexact.laws.parameters import (
    Number,
    exceeds,
    formula,
    integer,
    is_exactly,
    nonnegative,
    positive,
    probability,
    real,
    substituted,
)
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.evaluate_balls import ball_value
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.formula import Real
from dpexact.numbers.grammar import Term, term_of_text

TRUTH = term_of_text("abs(log(truth*(categories - 1)/(1 - truth)))")
HEARD = term_of_text("f*(p + q)/2 + (1 - f)*bit")
REPORT = term_of_text("hashes*abs(log(heard*(1 - noise)/(noise*(1 - heard))))")
Numbers = Any  # Exact or arb
Rule = Callable[[Sequence[Numbers], Numbers, int], Numbers]
MAX_SCORES = 1000
WEIGHT = term_of_text("exp(epsilon*(score - best)/(2*sensitivity))")


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


def exponential_probability(epsilon: Real, sensitivity: Real, scores: Sequence[Real], index: Real) -> Number:
    """Return the probability that the exponential mechanism chooses the candidate at an index, counted from 0."""
    return _chosen(
        lambda weights, one, chosen: weights[chosen] / sum(weights, one - one), epsilon, sensitivity, scores, index
    )


def permute_and_flip_probability(epsilon: Real, sensitivity: Real, scores: Sequence[Real], index: Real) -> Number:
    """Return the probability that permute-and-flip chooses the candidate at an index, counted from 0."""
    return _chosen(_first_taken, epsilon, sensitivity, scores, index)


def _chosen(rule: Rule, epsilon: Real, sensitivity: Real, scores: Sequence[Real], index: Real) -> Number:
    if not 1 <= len(scores) <= MAX_SCORES:
        raise ParameterError(f"{len(scores)}", place="scores", expected=f"from 1 to {MAX_SCORES} of them")
    parameters = {"epsilon": nonnegative("epsilon", epsilon), "sensitivity": positive("sensitivity", sensitivity)}
    chosen = integer("index", index, 0, len(scores) - 1)
    trees = [real(f"scores[{place}]", score) for place, score in enumerate(scores)]
    best = trees[0]
    for tree in trees[1:]:
        best = tree if exceeds(tree, best) else best
    weights = [substituted(WEIGHT, **parameters, score=tree, best=best) for tree in trees]
    known = [formula(weight) for weight in weights]
    if all(isinstance(weight, Exact) and weight.is_rational() for weight in known):
        number: Exact = rule(known, exact(1), chosen)
        return number
    return Enclosure(partial(_ball, rule, weights, chosen))


def _ball(rule: Rule, weights: Sequence[Term], chosen: int) -> arb:
    ball: arb = rule([ball_value(weight) for weight in weights], arb(1), chosen)
    return ball


def _first_taken(weights: Sequence[Numbers], one: Numbers, chosen: int) -> Numbers:
    """Integrate the product of (1 - w_j u), by its coefficients."""
    coefficients = [one]
    for place, weight in enumerate(weights):
        if place != chosen:
            above, below = [*coefficients, one - one], [one - one, *coefficients]
            coefficients = [a - weight * b for a, b in zip(above, below, strict=True)]
    return weights[chosen] * sum((c / (power + 1) for power, c in enumerate(coefficients)), one - one)
