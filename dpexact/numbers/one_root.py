"""Decide by subdivision, with slopes, whether a root of a formula is the only one between its bounds.

A piece of the interval is free of roots if a ball around the expression excludes 0. It has at most one root if a ball
around its slope excludes 0, and has it if the signs at its ends differ. The other pieces are halved, up to a limit of
pieces, and those that remain leave the question open. A second change of sign between points whose signs are certain is
refused in any case.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from flint import arb

from dpexact.errors import DPExactError, ParameterError
from dpexact.numbers.evaluate import Work
from dpexact.numbers.evaluate_balls import Constants, ball_of, ball_value, series_of
from dpexact.numbers.exact import Exact
from dpexact.numbers.grammar import Term
from dpexact.numbers.precision import WorkingPrecision
from dpexact.numbers.sign_change import ONE_CHANGE

MAX_PIECES = 1000
MAX_WORK = 1_000_000  # operations for one root
BITS = 128
SHARE = arb("0.4637")  # the cut of a piece, away from any root that people write
REFUSED = (DPExactError, ArithmeticError, ValueError)  # of flint too: the inverse of a series that is 0
WRITERS_WORD = "that there is one root between the bounds of {} rests on the writer's word: it could not be shown"


def unshown_roots(term: Term) -> tuple[str, ...]:
    """Return a remark for each root in a closed term that could not be shown to be the only one.

    Raises: ParameterError for a root with others between its bounds.
    """
    open_names = {node.name: None for node in term.nodes() if node.kind == "root" and not _only_root(node)}
    return tuple(WRITERS_WORD.format(name) for name in open_names)


def _only_root(root: Term) -> bool:
    """Return whether an expression has certainly one root between its bounds. False does not decide it."""
    if root.free_names():  # it depends on the variable of a sum or of another root
        return False
    with WorkingPrecision(BITS):
        low, high = (ball_value(end) for end in root.below[1:])
        return _Search(root, low.lower(), high.upper()).one_root() if low < high else False


class _Search:
    """The pieces into which the interval of a root is cut, and the signs at their ends."""

    def __init__(self, root: Term, low: arb, high: arb) -> None:
        self.root, self.low, self.high = root, low, high
        self.work = Work(MAX_WORK)
        self.constants: Constants = {}  # of the terms without the variable, by their id
        self.signs: dict[Any, tuple[arb, int]] = {}

    def one_root(self) -> bool:
        """Return whether there is certainly one root. Raises: ParameterError for several."""
        is_shown, pending = True, [(self.low, self.high)]
        for _ in range(MAX_PIECES):
            if not pending:
                break
            low, high = pending.pop(0)
            if not self._settled(low, high):
                middle = _between(low, high)
                if not low < middle < high:
                    is_shown = False
                    continue
                pending += [(low, middle), (middle, high)]
        self._refuse_several()
        return is_shown and not pending

    def sign(self, x: arb) -> int:
        """Return the sign of the expression at a point, or 0 if it does not show or the value is undefined."""
        key = x.man_exp()
        if key not in self.signs:
            try:
                ball = ball_of(self.root.below[0], {self.root.name: x}, self.work)
            except REFUSED:
                ball = arb("nan")
            self.signs[key] = (x, int(ball > 0) - int(ball < 0))
        return self.signs[key][1]

    def _settled(self, low: arb, high: arb) -> bool:
        """Return whether a piece is free of roots, or has at most one, which the signs at its ends show."""
        ends = self.sign(low), self.sign(high)
        piece = low.union(high)
        try:
            at = (self.root.name, piece)
            value, slope = series_of(self.root.below[0], at, {}, self.work, self.constants)
        except REFUSED:
            return False
        if value > 0 or value < 0:
            return True
        if slope > 0 or slope < 0:
            return 0 not in ends
        middle = piece.mid()
        try:
            around = ball_of(self.root.below[0], {self.root.name: middle}, self.work) + slope * (piece - middle)
        except REFUSED:
            return False
        return bool(around > 0 or around < 0)

    def _refuse_several(self) -> None:
        """Raise ParameterError, with the places of two, where signs that are certain change more than once."""
        known = sorted(((x, sign) for x, sign in self.signs.values() if sign), key=lambda point: point[0].fmpq())
        changes = [(x, y) for (x, sign), (y, other) in pairwise(known) if sign != other]
        if len(changes) > 1:
            name = self.root.name
            places = " and ".join(f"one for {name} in {_shown(*ends)}" for ends in changes[:2])
            came, remedy = f"{len(changes)} or more, {places}", "move the bounds closer to the root that is meant"
            raise self.root.error(ParameterError, came, remedy, expected=ONE_CHANGE.format(name))


def _between(low: arb, high: arb) -> arb:
    """Return a point between two others that is not a likely root.

    For ends that are far apart it is the geometric mean.
    """
    if high > 16 * low and low > 0:
        return (low * high).sqrt().mid()
    return (low + (high - low) * SHARE).mid()


def _shown(low: arb, high: arb) -> str:
    """Return an interval in decimals, rounded outwards."""
    lower, upper = (Exact.of_rational(end.fmpq()) for end in (low, high))
    return f"[{lower.decimal(8, 'down')}, {upper.decimal(8, 'up')}]"
