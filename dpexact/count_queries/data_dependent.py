"""linear_program: the best noise that may depend on the count, the program (9)-(13) solved exactly."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Literal

from flint import arb, ctx, fmpq

from dpexact.count_queries.parameters import correct_probability
from dpexact.count_queries.program import noise_program
from dpexact.errors import DPExactError, TooLargeError
from dpexact.linear_programs import LinearProgram, Optimum, solve
from dpexact.numbers.enclosure import START_BITS, Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.parameters import privacy_factor

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dpexact.certificates.certificate import Certificate

MAX_FIELD_VARIABLES = 160  # for an irrational E; larger programs are bracketed, in seconds instead of minutes


@dataclass(frozen=True)
class DataDependentNoise:
    """The least delta of noise that may depend on the count, and noise {n: {z: probability}} that has it.

    `value` is an Exact, or an Enclosure where the program is large and E irrational. In that case `noise` is the best
    noise for a rational E0 < E with E - E0 < 2^-64: it has at most the least delta for E0 at E, too.

    Guarantee: exact; enclosure where the value is one.
    """

    value: Exact | Enclosure
    noise: Mapping[int, Mapping[int, Exact]] = field(repr=False)
    outcome: Optimum = field(repr=False)

    def certificate(self) -> Certificate:
        """A certificate of the optimum of the program; for an Enclosure, of the program for E0, an upper bound."""
        return self.outcome.certificate()


def linear_program(
    exp_epsilon: object,
    eta: object,
    D: int,
    first: int,
    last: int,
    events: Literal["singletons", "all"] = "singletons",
) -> DataDependentNoise:
    """The optimum of the program (9)-(13) for noise with P1-P3 on the counts n in [first : last], first >= 1.

    events = "singletons" is the program of the paper; events = "all" has the sum of the positive parts of
    p_n(y-n) - E p_o(y-o) for every ordered pair n, o of neighboring counts in place of each single one.

    For first = D, last >= 3D the optimum is that of `optimal_design(..., events="singletons")`, and for events = "all"
    that of `optimal_design(..., events="all")` wherever this is not (C + 1 - E)/B, which is reached in the limit only.
    For first = 1, D = 2, last >= 3 it is a maximum of seven functions (proofs/count_queries/program_d2).

    Guarantee: exact; an enclosure of the value for an irrational E and more than 160 variables.
    Raises: ParameterError for E < 1, eta outside (0, 1), D < 1, first < 1, last < first, another word for events.
    Reference: Sadeghi, Asoodeh, Calmon (2020), Proposition 2.

    >>> optimum = linear_program(2, "1/5", 2, 1, 4)
    >>> optimum.value, optimum.noise[1][0]
    (exact('1/7'), exact('1/5'))
    """
    ratio, correct = privacy_factor(exp_epsilon), correct_probability(eta)

    program = partial(noise_program, eta=correct, D=D, first=first, last=last, events=events)
    found = _exact_optimum(program(ratio))
    if found is not None:
        return DataDependentNoise(found.value, _noise(found, correct, D), found)
    low, _ = _rational_bracket(ratio, START_BITS)
    outcome = _optimum(program(low))
    value = Enclosure.computed(partial(_value_ball, program, ratio))
    return DataDependentNoise(value, _noise(outcome, correct, D), outcome)


def _exact_optimum(program: LinearProgram) -> Optimum | None:
    """The optimum in the field of the program, unless that would take long."""
    rational = all(not isinstance(value, Exact) for row in program.rows for value in row.coefficients.values())
    if not rational and len(program.variables) > MAX_FIELD_VARIABLES:
        return None
    try:
        return _optimum(program)
    except TooLargeError:
        return None


def _optimum(program: LinearProgram) -> Optimum:
    outcome = solve(program)
    if not isinstance(outcome, Optimum):
        message = f"the program (9)-(13): expected an optimum, got {outcome}; please report it"
        raise DPExactError(message)
    return outcome


def _value_ball(program: Callable[[Exact], LinearProgram], ratio: Exact) -> arb:
    """The optimum does not increase with E, so the optima for two rational E around it enclose it."""
    ends = [_optimum(program(end)).value.as_fraction() for end in _rational_bracket(ratio, ctx.prec)]
    return arb(fmpq(*ends[0].as_integer_ratio())).union(arb(fmpq(*ends[1].as_integer_ratio())))


def _rational_bracket(ratio: Exact, bits: int) -> tuple[Exact, Exact]:
    """Rational numbers >= 1 below and above E, closer to each other than 2^-bits."""
    low, high = ratio.enclosure(bits)
    return max(exact(1), exact(low)), exact(high)


def _noise(outcome: Optimum, correct: Exact, D: int) -> dict[int, dict[int, Exact]]:
    found: dict[int, dict[int, Exact]] = {}
    for label, probability in outcome.point.items():
        match label:
            case (int(n), int(z)):
                law = found.setdefault(n, dict.fromkeys(range(-min(n, D), D + 1), correct))
                law[z] = probability
    return found
