"""Bounds of delta and the least E from ever finer grids, if masses and boxes of them are too large to write out."""

import math
from bisect import bisect_left
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from flint import arb, ctx, fmpq

from dpexact.composition.closed import closed_delta
from dpexact.composition.expansion import Plan
from dpexact.composition.factors import Factors, certain_mass, laws_of
from dpexact.composition.grid import (
    COARSER,
    Grid,
    deviation,
    finest_step,
    grid_of,
    line_grid,
    sharpness,
    sharpness_at,
    sketched,
)
from dpexact.composition.powers import spread_guess
from dpexact.errors import TooLargeError, UndecidedError
from dpexact.numbers.balls import START_BITS, WorkingPrecision, ball_between
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact

MAX_WORK = 1 << 26  # bits of all masses of a grid
LAW_WORK = 1 << 24  # the same for laws of noise, which take longer for each bit
MAX_RUNS = 10**12
SMALL_BITS = 1100  # the first bounds do not tell numbers below 2^-1100 from 0
LEAST_SEEN = 100  # or 10^-30, of a delta of laws of noise
FINER = 16  # steps of the guess of a step in a doubling
DEVIATIONS = 40  # around the mean of the loss, in which almost all masses lie
SPREAD = 0.2  # the most that the lower bound allows
DEEP_POINTS = 64  # in the square, so many times fewer if delta is below the first bounds, which may then be wide
LEAST_GUESS = 2.0**-10  # of an epsilon, as bounds need to be no narrower than 10^-6
DEEP = 4  # a delta that seems to be this many bits below the first bounds is only said to be below them
LEAST_PLACES = 16  # at least as many within a standard deviation
NEARER, CLOSEST = 8, 4  # an epsilon that is too small is looked for at the shares 1 - 8^-n of one that is enough
MORE_BITS = 1 << 12  # of a mass, beyond the width and the masses that matter, for a least E up to 2^1024
LEAP = 4  # at most this many halvings of the step at once
LEAST_START = -56
WIDEST, FAR_OFF = 0.0015, 8  # the width of a first epsilon, relatively, and so many times it
RARER = 96  # bounds of epsilon are wider by this part of -log of the mass that is left out
MAX_SMALL = 1 << 14
NOTHING = 1 << 30  # stands for -log2(0)
Bounds = tuple[Any, Any, bool]  # from below, from above, and whether the step makes them wide


class Width(NamedTuple):
    """The width of first bounds, at most 2^-bits of the number or 2^-most, and the share that the first step is for.

    Masses that are left out are smaller than delta by the bits `out`, and lost parts of a mass by `lost`, about.
    """

    bits: int
    most: int
    share: float
    out: int
    lost: int


PAIRS = Width(16, SMALL_BITS, 2.0**-17, 32, 52)
LAW_DELTA = Width(6, LEAST_SEEN, 0.01, 16, 28)
LAW_EPSILON = Width(8, 20, 0.00114, 14, 26)


@dataclass(eq=False)
class GridRule:
    """A ball around a number of the composition, at the current flint working precision, as narrow as work allows.

    `measured(grid)` gives bounds of the number. A step finer by 1 makes them about 4 times as narrow.
    """

    factors: Factors
    measured: Callable[[Grid], Bounds]
    small: int = 0  # about -log2 of the masses that matter
    sharp: float = 8.0  # about how fast the logarithm of delta falls in epsilon
    depth: int = 0  # about -log2 of delta
    other: float | None = None  # the first step of the other direction, if this one may well be the smaller number
    floor: Fraction = Fraction(0)  # the number is no less
    guess: float = 1.0  # about an epsilon
    best: tuple[Any, Any] = field(default=(arb(0), arb.pos_inf()), init=False)
    reached: int | None = field(default=None, init=False)  # the bounds are no narrower than 2^-reached
    margin: int = field(default=0, init=False)  # bits of a mass, where each doubling of the runs doubles the lost mass
    first: float = field(default=0.0, init=False)  # step
    known: tuple[float, int, bool, int] = field(init=False)  # step, bits, coarse, length

    def __post_init__(self) -> None:
        """Find the first step and the size of the number, so that its first bounds are informative."""
        with WorkingPrecision(START_BITS):
            self.best = arb(fmpq(self.floor.numerator, self.floor.denominator)).lower(), arb.pos_inf()
        laws, count = bool(laws_of(self.factors)), sum(times for _, times in self.factors)
        self.first_width = (LAW_EPSILON if self.small else LAW_DELTA) if laws else PAIRS
        self.margin = self.first_width.lost + count.bit_length()
        if count > MAX_RUNS:
            raise TooLargeError(f"{count} pairs, more than {MAX_RUNS}", place="composition")
        if self.small > MAX_SMALL:
            message = f"no more than 2^-{self.small} above what is certain"
            raise TooLargeError(message, place="delta", remedy=f"at most 2^-{MAX_SMALL} here")
        if self.other is None:
            self._take_step()
        else:
            self.first = self.other - COARSER
        self._measure(self.first, self._digits)
        if laws and self.small and self.other is None:
            self._correct_step()

    def _correct_step(self) -> None:
        """Take a finer step if the first guess of epsilon, or of the fall of delta there, was somewhat wrong."""
        wide = float((self.best[1] - self.best[0]) / self.best[1]) / WIDEST
        if 1 < wide < FAR_OFF:
            with suppress(TooLargeError):
                self._measure(self.first + math.log2(wide) / 2 + 1 / FINER, self._digits)

    def _take_step(self) -> None:
        """Find the step from the fall of delta, whose bounds are about V a (a + 1) / 2 apart, relatively.

        The rate of the fall is a, and V is in `grid.py`. Those of epsilon are a times narrower.
        """
        fall, share = self.sharp, self.first_width.share
        rare = math.log(2) * self._sure(self.margin + self.depth + self.small)
        wanted = share * self.guess / (1 + rare / RARER) if self.small else share / fall
        most = max(min(2 / (fall + 1) * wanted, SPREAD), 2 / rare * wanted**2)
        if not self.small and laws_of(self.factors) and self.depth > LEAST_SEEN + DEEP:
            most *= DEEP_POINTS
        spread = deviation(sketched(self.factors))
        finest = min(finest_step(self.factors), math.floor(math.log2(MAX_WORK / (self._digits * DEVIATIONS * spread))))
        steps = range(min(FINER * finest, math.ceil(FINER * math.log2(LEAST_PLACES / spread))), FINER * finest)
        with WorkingPrecision(START_BITS):
            place = bisect_left(steps, x=True, key=lambda step: not self._is_wide(step / FINER, most))
        self.first = (steps.start + place) / FINER

    @property
    def _digits(self) -> int:
        """The bits of a mass for the first step."""
        return self.margin + min(self.depth, self.first_width.most) + self.small

    def _is_wide(self, step: float, most: float) -> bool:
        """Guess whether V is too large. The bounds are wider than by the first order in V, which is added."""
        sharp, sure = 4 / math.sqrt(LAW_DELTA.share), self._sure(self.margin + self.depth + self.small)
        several = ((list(zip(*points, strict=True)), count) for *points, count in sketched(self.factors))
        spread = sum(spread_guess(points, count, step, sharp, sure) for points, count in several)
        return spread * (1 + spread) > most

    @property
    def start(self) -> int:
        """The bits that make bounds narrow enough for a first answer, as far as the number is known."""
        bits, most, *_ = self.first_width
        upper = self.best[1]
        return min(most, bits + max(LEAST_START, _smallness(upper))) if 0 < upper < 2**LEAST_SEEN else most

    def settle(self) -> None:
        """Narrow the bounds to a first answer, which may be smaller than it seemed."""
        last = -NOTHING
        while (start := self.start) > last:
            self._narrow(start)
            last = start

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the rule without the known bounds, because balls are not pickled."""
        return GridRule, tuple(getattr(self, part.name) for part in fields(self) if part.init)

    def __call__(self) -> Any:
        """Return the ball, or the best ball so far if the work ends before it is as narrow as the precision asks."""
        bits = ctx.prec - START_BITS
        if self.reached is None or bits < self.reached:
            self._narrow(bits)
        return ball_between(*self.best)

    def spent(self, precision: int, bits: int) -> str | None:
        """Say why a higher precision would not narrow the ball, if so, and give the grid that 2^-bits would need."""
        if self.reached is None or precision < self.reached + START_BITS:
            return None
        size = (self.known[-1] - 1).bit_length()
        needed = size + (bits - self.reached + 1) // 2
        return (
            f"the composition has losses of no small lattice; rounded to a grid of about 2^{size} they give bounds "
            f"2^{-self.reached} apart, and 2^-{bits} would need about 2^{needed}, which is too much work"
        )

    def _measure(self, step: float, digits: int) -> None:
        """Take the better bounds from one more grid."""
        merged = 1 if self.other is None or step != self.first else 1 << COARSER
        grid = grid_of(self.factors, step, digits, self._sure(digits), merged)
        lower, upper, coarse = self.measured(grid)
        with WorkingPrecision(grid.precision):
            self.best = lower.max(self.best[0]).lower(), upper.min(self.best[1]).upper()
        self.known = step, digits, coarse, max(1, grid.longest)

    def _width(self) -> int:
        with WorkingPrecision(START_BITS):
            width = self.best[1] - self.best[0]
            return _smallness(width) if width.is_finite() else -NOTHING

    def _sure(self, digits: int) -> int:
        """Return the bits of the mass that is left out, which costs little of the number in all."""
        return digits - self.margin + self.first_width.out

    def _narrow(self, bits: int) -> None:
        got = self._width()
        while got < bits:
            step, digits, coarse, length = self.known
            work = LAW_WORK if laws_of(self.factors) else MAX_WORK
            finest: float = step + (work // (length * digits)).bit_length() - 1
            if not coarse and length * 2 * digits <= work and digits < max(0, bits) + self.small + MORE_BITS:
                least = min(max(0, bits), SMALL_BITS) + self.margin + self.small
                digits = least if digits < least else digits + digits // 2
            elif coarse and step < finest:
                step = min(finest, step + max(1, min(LEAP, (bits - got + 1) // 2)))
                digits = max(
                    self.depth + self.margin,
                    min(digits, max(got + 2 * int(finest - step) + 16, 0) + self.margin + self.small),
                )
            else:
                self.reached = got
                return
            try:
                self._measure(step, digits)
            except TooLargeError:
                self.reached = got
                return
            got = self._width()


def _smallness(ball: Any) -> int:
    """Return the largest n with number <= 2^-n for all numbers >= 0 of the ball."""
    mantissa, exponent = ball.upper().man_exp()
    return NOTHING if mantissa <= 0 else -int(exponent) - int((mantissa - 1).bit_length())


def delta_bounds(factor: Exact, grid: Grid) -> Bounds:
    """Return bounds of the least delta at E."""
    with WorkingPrecision(grid.precision):
        epsilon = factor.ball().log()
        return grid.lower(epsilon), grid.upper(epsilon).min(arb(1)), grid.is_coarse(epsilon)


def epsilon_bounds(allowed: Exact, grid: Grid) -> Bounds:
    """Return bounds of the least epsilon >= 0 with delta at most `allowed`, which is above the certain mass.

    The bounds of delta fall as epsilon grows. An epsilon whose delta is certainly allowed is enough, and so is any
    larger one. An epsilon whose delta is certainly more is too small, and so is any smaller one. The lower bound of
    delta need not fall, and may be 0 at a small epsilon near to which almost all losses are.
    """
    with WorkingPrecision(grid.precision):
        delta = allowed.ball()
        enough = _least(grid, grid.upper, delta, lambda bound: bool(bound <= delta), arb(0), grid.reach)
        upper = grid.top if enough is None else enough[1]
        end = upper.min(grid.reach).mid()
        several = (end * (1 - arb(NEARER) ** -n) for n in reversed(range(CLOSEST)))  # ever further away, and 0
        start = next((x.mid() for x in several if grid.lower(x.mid()) > delta), arb(0))
        too_small = _least(grid, grid.lower, delta, lambda bound: not bound > delta, start, end)
        lower = arb(0) if too_small is None else too_small[0]
        return lower, upper, grid.is_coarse(lower)


def _least(
    grid: Grid, bound: Callable[[Any], Any], delta: Any, holds: Callable[[Any], bool], start: Any, end: Any
) -> tuple[Any, Any] | None:
    """Return neighbors low <= high, for whose bounds a condition is false at low (unless it is 0) and true at high.

    It is false at the start, or the start is 0. Return None if it is always false. The method is that of Illinois, on
    the logarithm of the bound over delta.
    """
    ends = [start, end]
    values = [bound(end) for end in ends]
    if holds(values[0]):
        return ends[0], ends[0]
    if not holds(values[1]):
        return None
    logs = [_logarithm(value / delta) for value in values]
    last = None
    while ends[1] - ends[0] > grid.near:
        part = logs[0] / (logs[0] - logs[1]) if math.isfinite(logs[0] - logs[1]) and logs[0] > logs[1] else 0.5
        middle = ends[0] + (ends[1] - ends[0]) * arb(part)
        middle = middle.max(ends[0] + grid.near / 2).min(ends[1] - grid.near / 2).mid()
        value = bound(middle)
        side = int(holds(value))
        ends[side], logs[side] = middle, _logarithm(value / delta)
        if side == last:
            logs[1 - side] /= 2
        last = side
    return ends[0], ends[1]


def _logarithm(ball: Any) -> float:
    return float(ball.log().mid()) if ball > 0 else -math.inf


def rounded_delta(factors: Factors, factor: Exact, other: float | None = None) -> GridRule:
    """Return the rule of the least delta at an E below the largest ratio. The answer is an enclosure."""
    with WorkingPrecision(2 * START_BITS):
        epsilon = factor.ball().log()
        sharp, depth = sharpness(factors, float(epsilon.mid()))
        if depth > MAX_SMALL:  # smaller than any number here, so the guess has failed
            sharp, depth = GridRule.sharp, 0
    return GridRule(factors, partial(delta_bounds, factor), 0, sharp, depth, other, _one_run(factors, factor))


def _one_run(factors: Factors, factor: Exact) -> Fraction:
    """Return the delta > 0 of one run of Gaussian noise, a lower bound since the other runs may be forgotten."""
    delta = Fraction(0)
    for law, _ in laws_of(factors):
        if law.noise.squared is not None:
            with suppress(TooLargeError, UndecidedError):
                delta = max(delta, Enclosure.of(closed_delta(law, factor)).lower)
    return delta


def rounded_epsilon(
    factors: Factors, certain: Exact | Enclosure, allowed: Exact, other: float | None = None
) -> GridRule:
    """Return the rule of the least epsilon >= 0 for a delta above the certain mass. The answer is an enclosure."""
    left = allowed - certain
    with WorkingPrecision(START_BITS):
        sharp, guess = sharpness_at(factors, float(left.ball().mid()))
        small = max(0, _smallness(left.ball()))
    bounds, least = partial(epsilon_bounds, allowed), max(guess, LEAST_GUESS)
    return GridRule(factors, bounds, small, sharp, 0, other, Fraction(0), least)


def line_delta(plan: Plan, factors: Factors, factor: Exact) -> Any:
    """Return a ball around the least delta at E on a line, as narrow as the working precision, also beside delta."""
    with WorkingPrecision(2 * START_BITS):
        depth = sharpness(factors, float(factor.ball().log().mid()))[1]
    grid = line_grid(plan, factors, ctx.prec + min(depth, MAX_SMALL))
    return ball_between(*delta_bounds(factor, grid)[:2])


def line_epsilon(plan: Plan, factors: Factors, allowed: Exact) -> Any:
    """Return a ball around the least epsilon >= 0 on a line, for a delta above the certain mass."""
    with WorkingPrecision(START_BITS):
        small = max(0, _smallness(allowed.ball() - certain_mass(factors).ball()))
    return ball_between(*epsilon_bounds(allowed, line_grid(plan, factors, ctx.prec + small))[:2])
