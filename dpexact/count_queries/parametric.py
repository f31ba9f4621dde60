"""EtaPiece: the optimum of the program (9)-(13) as a function of eta, piece by piece."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from dpexact.count_queries.program import program_at
from dpexact.errors import DPExactError
from dpexact.linear_programs import Optimum, solve
from dpexact.linear_programs.number import exact_number
from dpexact.numbers.exact import Exact, exact

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.linear_programs import LinearProgram


@dataclass(frozen=True)
class EtaPiece:
    """The optimum is intercept + slope eta for eta from `first` to `last`."""

    first: Exact
    last: Exact
    intercept: Exact
    slope: Exact

    def at(self, eta: Exact) -> Exact:
        """The line at eta, which is the optimum between `first` and `last` and a lower bound elsewhere."""
        return self.intercept + self.slope * eta


def delta_in_eta(
    exp_epsilon: object, D: int, first: int, last: int, events: Literal["singletons", "all"] = "singletons"
) -> tuple[EtaPiece, ...]:
    """The optimum of the program on n in [first : last] for every eta from 0 to 1: convex, piecewise linear.

    eta occurs in the bounds of the rows only. So a dual solution found at one eta gives a line that lies nowhere above
    the optimum. A piece is a line that meets the optimum at both ends: by convexity it is the optimum between them.
    This does for numbers E what the paper leaves to Fourier-Motzkin elimination.

    Guarantee: exact.
    Raises: ParameterError; TooLargeError from the solution of a program over a large field.
    Reference: Sadeghi, Asoodeh, Calmon (2020), Proposition 2.

    >>> [(str(piece.last), str(piece.intercept), str(piece.slope)) for piece in delta_in_eta(2, 1, 1, 2)]
    [('3/5', '1/2', '-1/2'), ('1', '-1', '2')]
    """

    def line(eta: Exact) -> EtaPiece:
        def program(at: Exact) -> LinearProgram:
            return program_at(at, exp_epsilon, D, first, last, events)

        return _tangent(program, eta)

    low, high = line(exact(0)), line(exact(1))
    return tuple(_joined(_pieces(low, high, line)))


def _tangent(program: Callable[[Exact], LinearProgram], eta: Exact) -> EtaPiece:
    """The value of the dual solution at eta as a function of eta, with eta as both ends."""
    outcome = solve(program(eta))
    if not isinstance(outcome, Optimum):
        message = f"the program at eta = {eta}: expected an optimum, got {outcome}; please report it"
        raise DPExactError(message)
    at_0, at_1 = (
        sum((y * exact_number(row.bound) for y, row in zip(outcome.dual, program(end).rows, strict=True)), exact(0))
        for end in (exact(0), exact(1))
    )
    return EtaPiece(eta, eta, at_0, at_1 - at_0)


def _pieces(low: EtaPiece, high: EtaPiece, line: Callable[[Exact], EtaPiece]) -> list[EtaPiece]:
    """The pieces between two tangents, each of which touches the optimum at its `first`."""
    start, end = low.first, high.first
    for tangent in (low, high):
        if tangent.at(start) == low.at(start) and tangent.at(end) == high.at(end):
            return [EtaPiece(start, end, tangent.intercept, tangent.slope)]
    middle = line((high.intercept - low.intercept) / (low.slope - high.slope))
    return [*_pieces(low, middle, line), *_pieces(middle, high, line)]


def _joined(pieces: list[EtaPiece]) -> list[EtaPiece]:
    """Neighboring pieces on one line as one piece."""
    joined = pieces[:1]
    for piece in pieces[1:]:
        last = joined[-1]
        if (last.intercept, last.slope) == (piece.intercept, piece.slope):
            joined[-1] = EtaPiece(last.first, piece.last, piece.intercept, piece.slope)
        else:
            joined.append(piece)
    return joined
