"""The optimum of the program (9)-(13) as a function of eta, piece by piece."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from dpexact.linear_programs import LinearProgram
from dpexact.linear_programs.number import exact_number
from dpexact.mechanisms.rows import exact_sum
from dpexact.need import MISSING
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.papers.count_queries.program import optimum, program_at


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

    Guarantee: exact. Raises: ParameterError, TooLargeError from the solution of a program over a large field.
    Reference: Sadeghi, Asoodeh, Calmon (2020), Proposition 2.

    >>> [(str(piece.last), str(piece.intercept), str(piece.slope)) for piece in delta_in_eta(2, 1, 1, 2)]
    [('3/5', '1/2', '-1/2'), ('1', '-1', '2')]
    """

    def line(eta: Exact) -> EtaPiece:
        def program(at: Exact) -> LinearProgram:
            return program_at(at, one_factor(exp_epsilon, epsilon), D, first, last, events)

        return _tangent(program, eta)

    low, high = line(exact(0)), line(exact(1))
    return tuple(_joined(_pieces(low, high, line)))


def _tangent(program: Callable[[Exact], LinearProgram], eta: Exact) -> EtaPiece:
    """Return the value of the dual solution at eta as a function of eta, with eta as both ends."""
    dual = optimum(program(eta)).dual
    at_0, at_1 = (
        exact_sum(y * exact_number(row.bound) for y, row in zip(dual, program(end).rows, strict=True))
        for end in (exact(0), exact(1))
    )
    return EtaPiece(eta, eta, at_0, at_1 - at_0)


def _pieces(low: EtaPiece, high: EtaPiece, line: Callable[[Exact], EtaPiece]) -> list[EtaPiece]:
    """Return the pieces between two tangents, each of which touches the optimum at its `first`."""
    start, end = low.first, high.first
    for tangent in (low, high):
        if tangent.at(start) == low.at(start) and tangent.at(end) == high.at(end):
            return [EtaPiece(start, end, tangent.intercept, tangent.slope)]
    middle = line((high.intercept - low.intercept) / (low.slope - high.slope))
    return [*_pieces(low, middle, line), *_pieces(middle, high, line)]


def _joined(pieces: list[EtaPiece]) -> list[EtaPiece]:
    """Join neighboring pieces on one line into one piece."""
    joined = pieces[:1]
    for piece in pieces[1:]:
        last = joined[-1]
        if (last.intercept, last.slope) == (piece.intercept, piece.slope):
            joined[-1] = EtaPiece(last.first, piece.last, piece.intercept, piece.slope)
        else:
            joined.append(piece)
    return joined
