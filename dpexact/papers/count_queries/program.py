"""The best noise that may depend on the count n in [first : last], by the program (9)-(13), at one or every eta."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Literal

from flint import arb, ctx

from dpexact.certificates.certificate import Certificate
from dpexact.errors import DPExactError, TooLargeError, need
from dpexact.errors.need import MISSING
from dpexact.linear_programs import LinearProgram, Optimum, solve
from dpexact.linear_programs.number import exact_number
from dpexact.linear_programs.program import Linear, loss_rows
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.enclosure import START_BITS, Enclosure
from dpexact.numbers.epsilon import one_factor, privacy_factor
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.typography import value_excerpt
from dpexact.papers.count_queries.design import correct_probability, event_family, support_bound

Row = tuple[Mapping[Label, object], str, object]
DELTA = "delta"
MAX_COUNTS = 100_000  # of a program, which has variables and rows for each
MAX_FIELD_VARIABLES = 160  # for an irrational E; larger programs are bracketed, in seconds instead of minutes


def noise_program(
    exp_epsilon: object, eta: object, D: int, first: int, last: int, events: Literal["singletons", "all"]
) -> LinearProgram:
    """Return the program (9)-(13) as data, with p_n(z), z != 0, in place of their two-point coefficients.

    All noise with P1-P3 is a mixture of two-point noise and conversely (`equation_3_general` in
    proofs/rocq/papers/count_queries/CountPropositions.v), so the variable (n, z) is p_n(z) for z in [-min(n, D) : D]
    without 0. Its rows are the total 1 - eta and the mean 0. For every ordered pair n, o of neighboring counts and
    every output y, p_n(y-n) - E p_o(y-o) <= delta ("singletons"), or <= the variable (n, o, y) >= 0, and the sum of
    these over y is <= delta ("all").

    eta is a number from 0 to 1, the ends among them.

    The answer is exact. Raises ParameterError, TooLargeError for D past the bound of designs.
    """
    correct = exact_at(eta, "eta")
    ratio, reach = privacy_factor(exp_epsilon), support_bound(D)
    family, counts = event_family(events), _counts(first, last)
    supports = {n: range(-min(n, reach), reach + 1) for n in counts}
    variables: list[Label] = [(n, z) for n in counts for z in supports[n] if z]
    rows: list[Row] = []
    for n, support in supports.items():  # the total without 0, and the mean
        rows += [({(n, z): 1 for z in support if z}, "=", 1 - correct), ({(n, z): z for z in support if z}, "=", 0)]
    neighbors = [pair for n in counts for pair in ((n, n - 1), (n, n + 1)) if pair[1] in supports]
    for n, other in neighbors:
        outputs = [n + z for z in supports[n]]
        own, theirs = ([_probability(y, count, supports[count], correct) for y in outputs] for count in (n, other))
        if family == "all":
            parts: list[Label] = [(n, other, y) for y in outputs]
            variables += parts
            rows += [*loss_rows(own, theirs, ratio, parts), ({**dict.fromkeys(parts, 1), DELTA: -1}, "<=", 0)]
        else:
            rows += loss_rows(own, theirs, ratio, [DELTA] * len(outputs))
    return LinearProgram.from_rows([*variables, DELTA], {DELTA: 1}, rows)


def _counts(first: object, last: object) -> range:
    start = need.integer(first, "first", 1)
    end = need.integer(last, "last", start)
    if end - start >= MAX_COUNTS:
        came = f"those from {value_excerpt(start)} to {value_excerpt(end)}"
        raise TooLargeError(came, place="last", expected=f"at most {MAX_COUNTS} counts")
    return range(start, end + 1)


def _probability(output: int, count: int, support: range, correct: Exact) -> Linear:
    """Return p_n(y-n), which is eta at n, a variable elsewhere in the support, and 0 outside of it."""
    if output == count:
        return {}, correct
    return ({(count, output - count): exact(1)} if output - count in support else {}), exact(0)


@dataclass(frozen=True)
class DataDependentNoise:
    """The least delta of noise that may depend on the count, and noise {n: {z: probability}} that has it.

    `value` is an Exact, or an Enclosure if the program is large and E irrational. In that case `noise` is the best
    noise for a rational E0 < E with E - E0 < 2^-64, which has at most the least delta for E0 at E, too.

    The answer is exact, or enclosure if the value is one.
    """

    value: Exact | Enclosure
    noise: Mapping[int, Mapping[int, Exact]] = field(repr=False)
    outcome: Optimum = field(repr=False)

    def certificate(self) -> Certificate:
        """Return a certificate of the optimum, for an Enclosure of the program for E0, an upper bound."""
        return self.outcome.certificate()


def linear_program(
    exp_epsilon: object = None,
    eta: object = MISSING,
    D: int = MISSING,
    first: int = MISSING,
    last: int = MISSING,
    events: Literal["singletons", "all"] = "singletons",
    *,
    epsilon: object = None,
) -> DataDependentNoise:
    """Return the optimum of the program (9)-(13) for noise with P1-P3 on the counts n in [first : last], first >= 1.

    events = "singletons" is the program of the paper. events = "all" has the sum of the positive parts of
    p_n(y-n) - E p_o(y-o) for every ordered pair n, o of neighboring counts instead of each single one.

    For first = D, last >= 3D the optimum is the one of `optimal_design` over the same events, unless it is
    (C + 1 - E)/B for events = "all", which is reached in the limit only.
    For first = 1, D = 2, last >= 3 it is a maximum of seven functions (proofs/count_queries/program_d2_attained).

    The answer is exact, an enclosure of the value for an irrational E and more than 160 variables.
    Raises ParameterError for E < 1, eta outside (0, 1), D < 1, first < 1, last < first, another word for events.
    Reference: Sadeghi, Asoodeh, Calmon (2020), Proposition 2.

    >>> optimum = linear_program(2, "1/5", 2, 1, 4)
    >>> optimum.value, optimum.noise[1][0]
    (exact('1/7'), exact('1/5'))
    """
    ratio, correct = privacy_factor(one_factor(exp_epsilon, epsilon)), correct_probability(eta)

    program = partial(noise_program, eta=correct, D=D, first=first, last=last, events=events)
    outcome = _exact_optimum(program(ratio))
    if outcome is not None:
        return DataDependentNoise(outcome.value, _noise(outcome, correct, D), outcome)
    low, _ = _rational_bracket(ratio, START_BITS)
    outcome = optimum(program(low))
    value = Enclosure.computed(partial(_value_ball, program, ratio))
    return DataDependentNoise(value, _noise(outcome, correct, D), outcome)


def _exact_optimum(program: LinearProgram) -> Optimum | None:
    """Return the optimum in the field of the program, unless that would take long."""
    rational = all(not isinstance(value, Exact) for row in program.rows for value in row.coefficients.values())
    if not rational and len(program.variables) > MAX_FIELD_VARIABLES:
        return None
    try:
        return optimum(program)
    except TooLargeError:
        return None


def optimum(program: LinearProgram) -> Optimum:
    """Solve a program that has an optimum."""
    outcome = solve(program)
    if not isinstance(outcome, Optimum):
        raise DPExactError(f"{outcome}", place="the program (9)-(13)", expected="an optimum", remedy="please report it")
    return outcome


def _value_ball(program: Callable[[Exact], LinearProgram], ratio: Exact) -> arb:
    """Enclose the optimum, which does not increase with E, by those for two rational E around it."""
    low, high = (arb(optimum(program(end)).value.as_fmpq()) for end in _rational_bracket(ratio, ctx.prec))
    return low.union(high)


def _rational_bracket(ratio: Exact, bits: int) -> tuple[Exact, Exact]:
    """Return rational numbers >= 1 below and above E, closer to each other than 2^-bits."""
    low, high = map(exact, ratio.enclosure(bits))
    return max(exact(1), low), high


def _noise(outcome: Optimum, correct: Exact, D: int) -> dict[int, dict[int, Exact]]:
    """Return {n: {z: probability}} at the optimum. The variables of a noise are (n, z) with z != 0."""
    laws: dict[int, dict[int, Exact]] = {}
    for label, probability in outcome.point.items():
        match label:
            case (int(n), int(z)):
                laws.setdefault(n, dict.fromkeys(range(-min(n, D), D + 1), correct))[z] = probability
    return laws


@dataclass(frozen=True)
class EtaPiece:
    """The optimum is intercept + slope eta for eta from `first` to `last`."""

    first: Exact
    last: Exact
    intercept: Exact
    slope: Exact

    def at(self, eta: Exact) -> Exact:
        """Return the line at eta, which is the optimum between `first` and `last` and a lower bound elsewhere."""
        return self.intercept + self.slope * exact_at(eta, "eta")


def delta_in_eta(
    exp_epsilon: object = None,
    D: int = MISSING,
    first: int = MISSING,
    last: int = MISSING,
    events: Literal["singletons", "all"] = "singletons",
    *,
    epsilon: object = None,
) -> tuple[EtaPiece, ...]:
    """Return the optimum of the program on n in [first : last] for every eta from 0 to 1, convex and piecewise linear.

    eta occurs in the bounds of the rows only. So a dual solution found at one eta gives a line that lies nowhere above
    the optimum. A piece is a line that meets the optimum at both ends, and by convexity it is the optimum between them.
    For numbers E this replaces the Fourier-Motzkin elimination of the paper.

    The answer is exact. Raises ParameterError, TooLargeError from the solution of a program over a large field.
    Reference: Sadeghi, Asoodeh, Calmon (2020), Proposition 2.

    >>> [(str(piece.last), str(piece.intercept), str(piece.slope)) for piece in delta_in_eta(2, 1, 1, 2)]
    [('3/5', '1/2', '-1/2'), ('1', '-1', '2')]
    """

    def program(eta: Exact) -> LinearProgram:
        return noise_program(one_factor(exp_epsilon, epsilon), eta, D, first, last, events)

    def tangent(eta: Exact) -> EtaPiece:
        """Return the value of the dual solution at eta as a function of eta, with eta as both ends."""
        dual = optimum(program(eta)).dual
        bounds = ([exact_number(row.bound) for row in program(exact(end)).rows] for end in (0, 1))
        at_0, at_1 = (exact_sum(y * bound for y, bound in zip(dual, ends, strict=True)) for ends in bounds)
        return EtaPiece(eta, eta, at_0, at_1 - at_0)

    pieces = groupby(_pieces(tangent(exact(0)), tangent(exact(1)), tangent), attrgetter("intercept", "slope"))
    on_lines = [list(neighbors) for _, neighbors in pieces]
    return tuple(replace(line[0], last=line[-1].last) for line in on_lines)


def _pieces(low: EtaPiece, high: EtaPiece, line: Callable[[Exact], EtaPiece]) -> list[EtaPiece]:
    """Return the pieces between two tangents, each of which touches the optimum at its `first`."""
    start, end = low.first, high.first
    for tangent in (low, high):
        if tangent.at(start) == low.at(start) and tangent.at(end) == high.at(end):
            return [EtaPiece(start, end, tangent.intercept, tangent.slope)]
    middle = line((high.intercept - low.intercept) / (low.slope - high.slope))
    return [*_pieces(low, middle, line), *_pieces(middle, high, line)]
