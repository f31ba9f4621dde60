"""Private selection by scores, with the exponential mechanism and permute-and-flip."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dpexact.errors import ParameterError, need
from dpexact.errors.need import MISSING
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.rows import errors_at, exact_sum
from dpexact.numbers.epsilon import one_factor, privacy_factor
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import value_excerpt

Scores = Mapping[Any, Mapping[Any, object]]  # scores[input][output]

MAX_CANDIDATES = 100  # of permute-and-flip, whose formula expands a polynomial of that degree


def exponential_mechanism(
    scores: Scores, exp_epsilon: object = None, sensitivity: object = MISSING, *, epsilon: object = None
) -> Mechanism:
    """Select an output with probability proportional to E^(score / (2 sensitivity)).

    `scores[i][o]` is the score of output o on input i, a rational. Every input scores the same outputs. With
    w_i(o) = E^(scores[i][o] / (2 sensitivity)) and Z_i the sum of all w_i(o), P(o | i) = w_i(o) / Z_i.

    E-private on every pair of inputs whose scores differ by at most `sensitivity` at every output. The tight E of an
    ordered pair (i, j) is the maximum over o of (w_i(o) / w_j(o)) (Z_j / Z_i). With R = E^(1/2), between an input
    with one output at 1 and m at 0, and one with that output at 0 and the others at 1 (sensitivity 1), it is
    R (1 + m R) / (R + m), so no smaller E holds for all m. Half exponents need square roots, so E is a rational, a
    root or an exponential. A free E goes with scores that are multiples of 2 sensitivity apart.

    Guarantee: exact.
    Raises: ParameterError, IrrationalError (scores), IncompatibleFieldsError (a power of E outside the decided fields).
    Reference: F. McSherry, K. Talwar, Mechanism design via differential privacy, 2007, Theorem 6.

    >>> exponential_mechanism({"a": {"x": 2, "y": 0}, "b": {"x": 1, "y": 1}}, 4, 1).rows()
    ((exact('4/5'), exact('1/5')), (exact('1/2'), exact('1/2')))
    """
    factor, unit = privacy_factor(one_factor(exp_epsilon, epsilon)), positive_sensitivity(sensitivity)
    return select_by_scores(scores, lambda gaps: normalized(coins_of(gaps, factor, unit)))


def permute_and_flip(
    scores: Scores, exp_epsilon: object = None, sensitivity: object = MISSING, *, epsilon: object = None
) -> Mechanism:
    """Visit the outputs in random order, flip a coin for each, and take the first that shows heads.

    The coins are p(o) = E^((scores[i][o] - max score of i) / (2 sensitivity)), so the best outputs have p = 1 and
    some output is always taken. With the visits at independent uniform times u in [0, 1],

        P(o | i) = p(o) * integral over u from 0 to 1 of the product over s != o of (1 - p(s) u),

    computed from the coefficients of the product over all s (quadratic in their number).
    E-private on every pair of inputs whose scores differ by at most `sensitivity` at every output. Between an input
    with one output at 1 and m at 0, and one with that output at 0 and the others at 1 (sensitivity 1), the tight E
    is E (1 - (1 - E^(-1/2))^(m + 1)), so no smaller E holds for all m.

    Guarantee: exact. At most 100 outputs.
    Raises: ParameterError, IrrationalError (scores), IncompatibleFieldsError (a power of E outside the decided fields).
    Reference: R. McKenna, D. Sheldon, Permute-and-flip: a new mechanism for differentially private selection, 2020,
    Algorithm 1.

    >>> permute_and_flip({"a": {"x": 1, "y": 0}, "b": {"x": 0, "y": 1}}, 4, 1).rows()
    ((exact('3/4'), exact('1/4')), (exact('1/4'), exact('3/4')))
    """
    factor, unit = privacy_factor(one_factor(exp_epsilon, epsilon)), positive_sensitivity(sensitivity)
    return select_by_scores(scores, lambda gaps: first_heads(coins_of(gaps, factor, unit)), MAX_CANDIDATES)


def select_by_scores(
    scores: Scores,
    distribution: Callable[[list[Exact]], list[Exact]],
    most: int | None = None,
) -> Mechanism:
    """Return the mechanism with rows `distribution` of the gaps score - best score, and the first input's outputs."""
    need.mapping(scores, "scores", "{input: {output: score}}")
    for label, row in scores.items():
        need.mapping(row, f"scores[{value_excerpt(label)}]", "{output: score}")
    if not scores:
        raise ParameterError("none", place="scores", expected="at least one input with its scores")
    outputs = tuple(next(iter(scores.values())))
    if most is not None and len(outputs) > most:
        raise ParameterError(f"{len(outputs)}", place="scores", expected=f"at most {most} outputs")
    rows = []
    for label, row in scores.items():
        if set(row) != set(outputs) or not outputs:
            raise ParameterError(
                repr(list(row)), place=f"scores[{label!r}]", expected=f"a score for each of {list(outputs)!r}"
            )
        values = [_rational(row[output], f"scores[{value_excerpt(label)}]") for output in outputs]
        best = max(values)
        rows.append(distribution([value - best for value in values]))
    return Mechanism.from_rows(tuple(scores), outputs, rows)


def positive_sensitivity(sensitivity: object) -> Exact:
    """Return the sensitivity of the scores as a rational. Raises: ParameterError unless it is positive."""
    unit = _rational(sensitivity, "sensitivity")
    if not unit > 0:
        raise ParameterError(repr(unit), place="sensitivity", expected="a rational > 0")
    return unit


def _rational(value: object, name: str) -> Exact:
    """Return a value as a rational number. Raises: IrrationalError."""
    with errors_at(name):
        return Exact.of_rational(exact(value).as_fraction())


def coins_of(gaps: list[Exact], factor: Exact, unit: Exact) -> list[Exact]:
    """Return E^(gap / (2 sensitivity)) for the gaps score - best score, in (0, 1], and 1 for the best."""
    known = {gap: factor ** (gap / (2 * unit)) for gap in set(gaps)}
    return [known[gap] for gap in gaps]


def normalized(weights: list[Exact]) -> list[Exact]:
    """Return the weights divided by their sum."""
    total = exact_sum(weights)
    return [weight / total for weight in weights]


def first_heads(coins: list[Exact]) -> list[Exact]:
    """Return for each coin the probability that it is the first to show heads, in a random order of the coins."""
    product = [Exact.of_rational(1)]  # of all 1 - p u, coefficients of u^0, u^1, ...
    for p in coins:
        product = [a - p * b for a, b in zip([*product, 0], [0, *product], strict=True)]
    heads: dict[Exact, Exact] = {}
    for p in coins:
        if p not in heads:
            others = product[:1]  # the product divided by 1 - p u
            for coefficient in product[1:-1]:
                others.append(coefficient + p * others[-1])
            heads[p] = p * exact_sum(coefficient / (k + 1) for k, coefficient in enumerate(others))
    return [heads[p] for p in coins]
