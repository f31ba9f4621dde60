"""The program (9)-(13): noise that depends on the count n, on n in [first : last], best for delta."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from dpexact.count_queries.parameters import correct_probability, event_family, integer, support_bound
from dpexact.linear_programs.program import LinearProgram
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.parameters import privacy_factor

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dpexact.mechanisms.labels import Label

DELTA = "delta"

Term = tuple[dict["Label", Exact], Exact]
Row = tuple["Mapping[Label, object]", str, object]


def noise_program(
    exp_epsilon: object, eta: object, D: int, first: int, last: int, events: Literal["singletons", "all"]
) -> LinearProgram:
    """The program (9)-(13) as data, with the probabilities p_n(z), z != 0, in place of their two-point coefficients.

    All noise with P1-P3 is a mixture of two-point noise and conversely (`equation_3_general` in
    proofs/rocq/CountPropositions.v), so the variable (n, z) is p_n(z) for z in [-min(n, D) : D] without 0; its rows
    are the total 1 - eta and the mean 0. For every ordered pair n, o of neighboring counts and every output y:
    p_n(y-n) - E p_o(y-o) <= delta ("singletons"), or <= the variable (n, o, y) >= 0, and the sum of these over y is
    <= delta ("all").

    Guarantee: exact.
    Raises: ParameterError; TooLargeError for D past the bound of designs.
    """
    return program_at(correct_probability(eta), exp_epsilon, D, first, last, events)


def program_at(
    correct: Exact, exp_epsilon: object, D: int, first: int, last: int, events: Literal["singletons", "all"]
) -> LinearProgram:
    """The same for every eta from 0 to 1, which are the ends of `delta_in_eta`."""
    ratio, reach = privacy_factor(exp_epsilon), support_bound(D)
    family, counts = event_family(events), _counts(first, last)
    supports = {n: range(-min(n, reach), reach + 1) for n in counts}
    variables: list[Label] = [(n, z) for n in counts for z in supports[n] if z]
    rows = [row for n in counts for row in _distribution(n, supports[n], correct)]
    for n in counts:
        for other in (n - 1, n + 1):
            if other in supports:
                losses = dict(_losses(n, other, supports, correct, ratio))
                if family == "all":
                    parts: list[Label] = [(n, other, y) for y in losses]
                    variables += parts
                    rows += [_at_most(loss, part) for part, loss in zip(parts, losses.values(), strict=True)]
                    rows.append(({**dict.fromkeys(parts, 1), DELTA: -1}, "<=", 0))
                else:
                    rows += [_at_most(loss, DELTA) for loss in losses.values()]
    return LinearProgram.from_rows([*variables, DELTA], {DELTA: 1}, rows)


def _counts(first: object, last: object) -> range:
    start = integer("first", first, 1)
    return range(start, integer("last", last, start) + 1)


def _distribution(n: int, support: range, correct: Exact) -> Iterator[Row]:
    """Total 1 - eta beside 0, and mean 0."""
    yield {(n, z): 1 for z in support if z}, "=", 1 - correct
    yield {(n, z): z for z in support if z}, "=", 0


def _losses(
    n: int, other: int, supports: Mapping[int, range], correct: Exact, ratio: Exact
) -> Iterator[tuple[int, Term]]:
    """p_n(y-n) - E p_other(y-other) for each y that is possible at n."""
    for z in supports[n]:
        y = n + z
        coefficients: dict[Label, Exact] = {}
        constant = exact(0)
        for count, weight in ((n, exact(1)), (other, -ratio)):
            if y == count:
                constant = weight * correct
            elif y - count in supports[count]:
                coefficients[count, y - count] = weight
        yield y, (coefficients, constant)


def _at_most(loss: Term, bound: Label) -> Row:
    coefficients, constant = loss
    return {**coefficients, bound: exact(-1)}, "<=", -constant
