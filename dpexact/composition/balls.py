"""The composed pair with balls for masses: delta and the least E to any width, where the exact masses are too large."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flint import arb, ctx

from dpexact.composition.expansion import ball_masses
from dpexact.composition.threshold import split_by
from dpexact.errors import UndecidedError
from dpexact.numbers.balls import rational_bounds
from dpexact.numbers.exact import Exact
from dpexact.numbers.precision import WorkingPrecision

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.composition.expansion import Plan

STEPS = 400
GUESS_BITS = 192


class Cells:
    """The cells of the box with their masses, at the current flint working precision."""

    def __init__(self, plan: Plan) -> None:
        import numpy as np

        self.plan = plan
        _, first, second = ball_masses(plan)
        places = [n for n in range(len(first)) if not first[n] == 0]  # noqa: SIM201  (a ball around 0 is not equal to 0)
        self.masses = [(first[n], second[n]) for n in places]
        self.grid = np.zeros((len(places), plan.rank), dtype=np.int64)
        left = np.array(places, dtype=np.int64)
        for axis, size in reversed(list(enumerate(plan.box))):
            self.grid[:, axis] = left % size
            left //= size
        self.grid *= np.array(plan.steps, dtype=np.int64).reshape(1, plan.rank)
        self.grid += np.array(plan.corner(), dtype=np.int64).reshape(1, plan.rank)

    def sums(self, factor: Any) -> tuple[Any, Any, Any]:
        """(P(S), Q(S), rest): S are the cells certainly above E, the rest is what others add to the divergence."""
        import numpy as np

        certain, unsure = split_by(self.plan.lattice, self.grid, lambda: factor)
        first = second = rest = arb(0)
        for place in np.flatnonzero(certain):
            a, b = self.masses[place]
            first, second = first + a, second + b
        for place in np.flatnonzero(unsure):
            a, b = self.masses[place]
            rest += (a - factor * b).max(arb(0))
        return first, second, rest

    def lower_factor(self, allowed: Any) -> Any:
        """The largest (P(S) - allowed) / Q(S), at least 1, over the prefixes S in the order of falling ratios."""
        import numpy as np

        logs = np.array([float(log.mid()) for log in self.plan.lattice.logarithms()], dtype=np.float64)
        best, first, second = arb(1), arb(0), arb(0)
        for place in np.argsort(-(self.grid @ logs), kind="stable"):  # whatever the order, each of them is an event
            a, b = self.masses[place]
            first, second = first + a, second + b
            if second > 0:
                best = best.max(((first - allowed) / second).lower())
        return arb(best.lower())

    def divergence(self, factor: Any) -> Any:
        """The sum of the positive parts of P - E Q over the cells."""
        first, second, rest = self.sums(factor)
        return first - factor * second + rest


def delta_ball(plan: Plan, certain: Exact, factor: Callable[[], Any]) -> Any:
    """The least delta at E: what is certain, and the divergence of the rest."""
    return certain.ball() + Cells(plan).divergence(factor())


def least_factor_ball(plan: Plan, certain: Exact, delta: Exact) -> Any:
    """The least E >= 1 with divergence at most delta - certain, which is positive.

    From below: (P(S) - what is allowed) / Q(S) for every event S. From above: a larger E at which the divergence is
    certainly allowed.
    """
    cells, allowed = Cells(plan), delta.ball() - certain.ball()
    low = cells.lower_factor(allowed)
    gap = low * arb(2) ** -(ctx.prec // 2)
    for _ in range(STEPS):
        high = (low + gap).mid()
        if cells.divergence(high) <= allowed:
            return low.union(high)
        gap *= 2
    message = "the least E is not enclosed at this precision; refine with more bits"
    raise UndecidedError(message)


def lower_factor(plan: Plan, allowed: Exact) -> Exact:
    """A rational number >= 1 that is at most the least E for this divergence, and close to it."""
    with WorkingPrecision(GUESS_BITS):
        return Exact.of_rational(rational_bounds(Cells(plan).lower_factor(allowed.ball()))[0])
