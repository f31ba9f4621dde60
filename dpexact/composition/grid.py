"""Enclose delta by losses on a grid.

The loss of an outcome is the logarithm of its likelihood ratio. The losses of each pair and of each law are split on a
grid. The masses and their products are integers over 2^bits, rounded down. The losses of the composition on the grid
give two bounds of delta, and a smaller step makes them narrower.

The grid is i h for the integers i. Let X be the loss of the composition (log of the likelihood ratio) under the first
distribution P on the outcomes with positive mass in the second. Let c be the mass of P on all others, eps = log E and

    phi(x) = max(0, 1 - e^(eps - x)),    so that    delta(E) = c + E[phi(X)].

Splitting. An outcome with the masses a of P and b of Q and the ratio a/b = r, g_i <= r <= g_{i+1}, g_i = e^(ih), is
replaced by two. One has the ratio g_i and the masses g_i x, x, the other the ratio g_{i+1} and the masses g_{i+1} y, y,
with x + y = b and g_i x + g_{i+1} y = a. So the part u = (1 - e^(ih - log r)) / (1 - e^-h) of its mass of P goes up,
the rest down. Both are >= 0 and all mass is kept. The original forgets which of the two it was, a post-processing.
With D the change of the loss, e^-D is 1 in the mean:

    (1)  E[e^-D | outcome] = (x + y) r / a = 1,    and D lies in an interval of length h.

The composition of n blocks, each split, has the loss X + D, D = D_1 + ... + D_n. Each D_j has (1) and its interval,
whatever the outcomes and the changes before are.

Upper bound. delta(E) <= c + E[phi(X + D)] by (1) and Jensen, since phi is convex in e^-x.

Lower bound. Let t = X - eps and y = e^-t for an outcome, and Z = e^-D, with the mean 1. The part that splitting adds is

    g = E[phi(X + D)] - phi(X) = E[(1 - y Z)^+] - (1 - y)^+ = (E|1 - y Z| - |1 - y|) / 2.

Let V_j be the least of h^2 and of 4 u (1 - u) h^2 e^(kh). The second one needs h <= 1/2 and k >= 2. If the V_j that
are known before each change sum to at most V, there are two bounds of g.

    (2)  E|1 - y Z| <= sqrt((1 - y)^2 + y^2 v),  v = e^(V/4) - 1 >= Var Z,
    (3)  g <= G e^(-k|t|) for k > 1,  G = M / (e (k - 1)),  M = e^(V (k^2 + k) / 8).

Line (2). Z_j lies in some [m, m e^h] with the mean 1, so that E[Z_j^2] <= m (1 + e^h) - m^2 e^h <= cosh(h/2)^2 <=
e^(h^2/4). Further Var Z_j = u (1 - u) (e^a - e^(a-h))^2 for some a <= h, which is at most u (1 - u) (e^h - 1)^2, and
(e^h - 1)^2 = 4 e^h sinh(h/2)^2 <= h^2 e^(2h). So E[Z_j^2] <= e^(V_j/4) in both cases.

Line (3). E[e^(s(D_j - E D_j))] <= e^(s^2 V_j / 8) for |s| <= k: by Hoeffding's lemma with h^2, and by Bennett's
inequality with the variance B = u (1 - u) h^2, as it is at most e^(B (e^(|s|h) - 1 - |s|h) / h^2) and e^x - 1 - x <=
x^2 e^x / 2. Also 0 <= E D_j <= V_j / 8: Jensen and (1) give the first. The second follows from s = -1 and (1) for h^2,
and from E D_j = E[e^(-D_j) - 1 + D_j] <= e^h E[D_j^2] / 2 = e^h (B + (E D_j)^2) / 2, E D_j <= h^2 / 8 otherwise: E D_j
<= e^h B / (2 - e^h h^2 / 8) <= e^(2h) B / 2 for h <= 1/2. So E[e^(kD)] and E[e^(-kD)] are at most M. If t <= 0, g =
E[(1 - e^(-t - D))^+] <= E[(t + D)^+] <= E[e^(k(t + D))] / (e k), as z <= e^(kz) / (ek) for all z. If t > 0, g =
E[(e^(-t - D) - 1)^+], and e^z - 1 <= e^(kz) / (e (k - 1)) for all z, as the largest (e^z - 1) e^(-kz) is (1 - 1/k)^k /
(k - 1).

The V_j of runs that are alike are independent, at most h^2, and have a mean of at most 4 U (1 - U) h^2 e^(kh) on cells
of which the part U goes up in all, since u (1 - u) is concave. Chernoff's bound is a number that their sum exceeds with
a probability of 2^-b only (`Moves`). V is the sum of these bounds, and r the sum of their probabilities. Let D' be D
without the changes that would lift the sum above V. All of the above holds for D', and D' = D with a probability of 1 -
r at least. So the lower bound is that of D' less (1 + s) r, since phi is at most 1 and w, below, at most s.

Let s = sqrt(v) / (1 - 2 sqrt(v)) for v < 1/4, so that s = sqrt(v) (1 + 2s), and let

    (4)  6 G (1 + 4s/3)^-k <= s < 3/4.

For x = 1 - u let C(x) = 2s if |x| <= 4s/3, and further out the larger of 2s and |x| + 4 G e^(-k |log u|). The last
number is convex in x on each side, and at most 2s at |x| = 4s/3 by (4), since (1 - x)^k <= (1 + x)^-k. So C is convex,
and it is at least |1 - y| + 4g at x = 1 - y: further out by (3), and for |x| <= 4s/3 since (2) and y <= 1 + 2s give

    |x| + 4g <= 2 sqrt(x^2 + s^2) - |x| <= 2s,  as 4 (x^2 + s^2) <= (2s + |x|)^2 for |x| <= 4s/3.

Let w(u) = (C(1 - u) - |1 - u|) / 2 >= 0. By Jensen 2 E[w(y Z)] >= C(1 - y) - E|1 - y Z| = C(1 - y) - |1 - y| - 2g >=
2g. So g <= E[w(e^(eps - X - D))], a sum over the split pair. Further w <= s, and w(u) is at most the sum of
(s - |1 - u| / 2)^+ and, for |1 - u| > 4s/3, of 2 G e^(-k |log u|). The first has three corners. It is half of
(1 + 2s - u)^+ - 2 (1 - u)^+ + (1 - 2s - u)^+. With S(E) = E[phi(X + D)] at E this gives

    delta(E) >= c + 2 S(E) - ((1 + 2s) S(E / (1 + 2s)) + (1 - 2s) S(E / (1 - 2s))) / 2 - the sum of 2 G e^(-k |log u|).

Outcomes that are at ratio 1 in every factor have D = 0, so that g = 0, and are left out of the sum of w.

The bounds are about V/2 times the density of the loss at eps apart, which falls as the square of the step (k is
4 / sqrt(V), with V for k = 0). Without (4), or if v >= 1/4, there is a simpler one. By the bounds of line (3), with T =
sqrt(b V log(2) / 2) and the order 4 T / V, at most k >= 2, D' is more than T + V/8 with a probability of 2^-b
only. Otherwise phi at X is at least phi at X + D' for an eps that is larger by as much, so that

    (5)  delta(E) >= c + S(E e^(T + V/8)) - 2^-b - r.

Arithmetic. Every computed mass is an integer over 2^bits, rounded down from the true mass, also after each product,
and a mass below 1 is lost. All masses of the true split sum to 1 - c, so the lost mass in all is d = 1 - c - (the sum
of those computed), exactly. As phi lies in [0, 1] and w in [0, s], the upper bound gains d and the lower loses s d.

Reference: the splitting is by Doroshenko, Ghazi, Kamath, Kumar and Manurangsi, "Connect the Dots: Tighter Discrete
Approximations of Privacy Loss Distributions", 2022. The lower bound is ours.
"""

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from flint import arb, ctx, fmpq

from dpexact.composition.expansion import Plan
from dpexact.composition.factors import Factors, Pair, certain_mass, laws_of, pairs_of
from dpexact.composition.masses import Masses, Sums, down, product, split
from dpexact.composition.powers import Moves, Power, halvings_of, width_of
from dpexact.composition.sampled import Sampled, line_of
from dpexact.errors import TooLargeError
from dpexact.numbers.balls import START_BITS, WorkingPrecision

GUARD_BITS = 16
STEPS = 10  # of bisection within a cell of the grid
COARSER = 2  # halvings of the step, for a first look at the other direction
COARSE = 10  # times as wide as by masses that are lost
SPARE = 4  # bits of the ends of masses that are left out, beyond the other things that are
LARGEST_LOSS = 1e9  # of a law of noise
TOO_LARGE_LOSS = "composition: a law of noise with losses past 10^9; it promises nothing that could be of use"
LEAST_DEVIATION = 2.0**-100
SAMPLES = 64
POWERS = range(-24, 29)  # of 2^(1/4), of orders
Sketch = tuple[Any, Any, float]  # arrays of losses and of their masses, and how often


class Grid:
    """The masses of the composed pair, and sums of them, on a grid of the width h = 2^-step or a little less.

    The answer is an enclosure.
    """

    def __init__(self, factors: Factors, step: float, bits: int, sure: int | None = None, merged: int = 1) -> None:
        """Leave out losses with a probability of about 2^-sure.

        Cells of laws of noise are merged from so many smaller ones, which may be known from a finer grid.
        """
        self.step, self.bits, self.sure = step, bits, bits if sure is None else sure
        self.precision = bits + GUARD_BITS + max(0, 2 * math.ceil(step + math.log2(merged)))
        with WorkingPrecision(self.precision):
            self.width = width_of(step)
            self.near = arb(self.width) / 2**STEPS
            self.still = arb(0)  # the mass of the outcomes at ratio 1 in every factor
            if not laws_of(factors):
                still = (
                    sum((a.ball() for r, a, _ in pair.common if r == 1), arb(0)) ** n for pair, n in pairs_of(factors)
                )
                self.still = math.prod(still, start=arb(1))
            self.top = largest_loss(factors).upper()
            self.certain = certain_mass(factors).ball()
            self.moves: list[Moves] = []
            powers = [self._power(factor, count, merged) for factor, count in factors]
            self.masses = product(powers, bits, self.width)
            self.longest = len(self.masses.row)
            self._sum_up()
            self._blur()

    def _power(self, run: Pair | Sampled, count: int, merged: int) -> Masses:
        halvings, tail = halvings_of(count), None
        width = self.width / (1 << halvings)
        if isinstance(run, Pair):
            atoms = [(a.ball(), ratio.ball().log()) for ratio, a, _ in run.common]
            core = split(atoms, width, fmpq(0), self.bits)  # so that losses of 0 stay
        else:
            law = Sampled(run.noise, run.rate)
            line = line_of(law, count, width / merged, self.sure, 1 << COARSER, self.precision)
            core, tail = (line.coarser(merged) if merged > 1 else line).masses(run, self.bits)
        power = Power.of(core, tail, count, self.bits, halvings, self.bits - self.sure - SPARE)
        self.moves += power.moves
        return power.found

    def spread(self, sharp: Any) -> Any:
        """Return a ball above V, except with a probability that `missed` counts."""
        return sum((move.spread(self.sure, sharp) for move in self.moves), arb(0))

    def _blur(self) -> None:
        """Compute the numbers s, k and 2 G of the lower bound, or s = None if there is none, or 0 without a split."""
        self.sharp, self.height = arb(2), arb(0)
        self.blur: Any = arb(0)
        self.missed = arb(0)
        if not self.moves:
            return
        self.missed = (1 + len(self.moves)) * arb(2) ** -self.sure
        first, rare = self.spread(arb(0)), self.sure * arb.const_log2()
        wide = self.spread((8 * rare / first).sqrt().max(arb(2)))
        self.jump = (wide * rare / 2).sqrt() + wide / 8
        self.sharp = (4 / first.sqrt()).max(arb(2)).mid()
        spread = self.spread(self.sharp)
        root = (spread / 4).expm1().sqrt()
        self.blur = None
        blur = (root / (1 - 2 * root)).upper()
        if root < 0.5 and blur < 0.75:
            bound = (spread * (self.sharp + self.sharp**2) / 8 - 1).exp() / (self.sharp - 1)
            if 6 * bound * (1 + 4 * blur / 3) ** -self.sharp <= blur:
                self.blur, self.height = blur, 2 * bound

    def _sum_up(self) -> None:
        """Sum the masses, and count the lost ones."""
        self.sums = Sums(self.masses, self.bits)
        self.lost = 1 - self.certain - self.sums.first[0] * self.sums.unit
        if self.lost < 0:
            message = f"composition: masses that sum to more than 1 on a grid of the width {self.width}"
            raise ArithmeticError(message)

    def upper(self, epsilon: Any) -> Any:
        """Return an upper bound of the least delta at E = exp(epsilon), epsilon a ball >= 0."""
        with WorkingPrecision(max(self.precision, ctx.prec)):
            total = self.sums.excess(epsilon)
            return arb(1) if total is None else (self.certain + total + self.lost).upper()

    def lower(self, epsilon: Any) -> Any:
        """Return a lower bound of the least delta at E = exp(epsilon)."""
        with WorkingPrecision(max(self.precision, ctx.prec)):
            least = max(arb(0), self.certain.lower())
            total = self.sums.excess(epsilon + self.jump if self.blur is None else epsilon)
            if total is None:
                return least
            less = self.missed if self.blur is None else self._added(epsilon, total)
            return least if less is None else max(least, (self.certain + total - less).lower())

    def is_coarse(self, epsilon: Any) -> bool:
        """Return whether the step, not the rounding down of masses, makes the bounds at exp(epsilon) wide."""
        return bool(self.upper(epsilon) - self.lower(epsilon) > COARSE * (self.lost + self.missed))

    def _added(self, epsilon: Any, total: Any) -> Any | None:
        """Return no less than splitting, by the sum of w, and lost masses add, or None if epsilon is too wide."""
        if not self.moves:
            return arb(0)
        wide, inner = 2 * self.blur, 4 * self.blur / 3
        low, high = (self.sums.excess(epsilon - (1 + x).log()) for x in (wide, -wide))
        below, above = (self.sums.middle(epsilon - (1 + x).log()) for x in (inner, -inner))
        if low is None or high is None or below is None or above is None:
            return None
        near = ((1 + wide) * low + (1 - wide) * high) / 2 - total
        near -= self.still * (self.blur - abs(1 - epsilon.exp()) / 2).nonnegative_part()
        near += self.height * self.sums.outside(epsilon, below + 1, above, self.sharp, self.precision)
        return near + self.blur * self.lost + (1 + self.blur) * self.missed

    @property
    def reach(self) -> Any:
        """A ball above the largest loss of a point of the grid, at least 0."""
        return self.sums.loss(len(self.sums.values)).nonnegative_part().upper()


class LineGrid(Grid):
    """The masses on a line, which the powers of one number are, so that no loss is rounded.

    The answer is an enclosure, and as narrow as the bits say.
    """

    def __init__(self, plan: Plan, factors: Factors, bits: int) -> None:
        """Compute bounds about 2^-bits apart. Raises TooLargeError."""
        runs = 2 * sum(count for _, count in plan.factors).bit_length()
        self.bits = bits + runs + GUARD_BITS
        self.precision, self.moves = self.bits + GUARD_BITS + runs, []
        with WorkingPrecision(self.precision):
            unit = sum(plan.lattice.logarithms(), arb(0))
            sign, step = (-1 if unit < 0 else 1), sum(plan.steps) or 1
            width = step * abs(unit) if plan.rank else arb(1)
            powers, top = [], 0
            for groups, count in plan.factors:
                masses = {sign * sum(point): down(a.ball(), self.bits) for point, a, _ in groups}
                low, top = min(masses), top + count * max(masses)
                cells = {(place - low) // step: mass for place, mass in masses.items()}
                core = Masses.of_cells(cells, self.bits, low * abs(unit), width, 0)
                powers.append(Power.of(core, None, count, self.bits, 0, runs).found)
            self.masses = product(powers, self.bits, width)
            self.certain, self.near = certain_mass(factors).ball(), arb(2) ** -bits
            self.top = (top * abs(unit)).nonnegative_part().upper()
            self._sum_up()
            self._blur()


def largest_loss(factors: Factors) -> Any:
    """Return a ball around the largest loss, or around 0 if the loss is less."""
    return sum((count * run.largest() for run, count in factors), arb(0)).nonnegative_part()


@lru_cache(maxsize=16)
def outline(run: Pair | Sampled, bits: int, samples: int) -> list[tuple[float, float, float]]:
    """Guess (loss, mass of the first, mass of the second) of some outcomes, apart from masses of about 2^-bits."""
    if isinstance(run, Pair):
        return [(float(ratio.ball().log().mid()), float(a), float(b)) for ratio, a, b in run.common]
    if run.added:
        return [(-x, b, a) for x, a, b in outline(run.reversed(), bits, samples)]
    reach, noise = run.noise.reach(bits), run.noise
    points = [(run.loss(plain), (q, p)) for plain, q, p in noise.points(bits)]
    ends = [reach * (fmpq(place, samples) - 1) for place in range(2 * samples + 1)]
    points += zip(map(run.loss, ends[1::2]), noise.between(ends[::2]), strict=True)
    masses = run.both(both for _, both in points)
    several = [(float(x.mid()), float(a.mid()), float(b.mid())) for (x, _), (a, b) in zip(points, masses, strict=True)]
    return [(x, a, b) for x, a, b in several if a > 0 or b > 0]


@lru_cache(maxsize=16)
def sketched(factors: Factors) -> tuple[tuple[Any, Any, int], ...]:
    """Guess the losses of each factor with their masses, for noise with a mean of e^-loss of 1, and its count."""
    import numpy as np

    sketches = []
    with WorkingPrecision(START_BITS):
        for run, count in factors:
            losses, masses = np.array([(x, a) for x, a, _ in outline(run, 60, SAMPLES) if a > 0]).T
            if isinstance(run, Sampled):
                off = float(masses @ np.exp(np.minimum(-losses, 700.0)) / masses.sum())
                losses = losses + math.log(off) if 1 / 2 < off < 2 else losses
            sketches.append((losses, masses, count))
    return tuple(sketches)


def deviation(several: Iterable[Sketch]) -> float:
    """Guess the standard deviation of the loss of a composition, at least 1/1024 of its mean."""
    total = middle = 0.0
    for losses, masses, count in several:
        if not (abs(losses) < LARGEST_LOSS).all():
            raise TooLargeError(TOO_LARGE_LOSS)
        mean = float(masses @ losses)
        total += count * float(masses @ (losses - mean) ** 2)
        middle += count * mean
    return max(math.sqrt(total), abs(middle) / 1024, LEAST_DEVIATION)


def orders_of(several: Iterable[Sketch]) -> Any:
    """Return the orders a at which moments E[e^(a loss)] are taken."""
    import numpy as np

    return 2.0 ** (np.array(POWERS) / 4) / min(deviation(several), 1.0)


def finest_step(factors: Factors) -> int:
    """Guess the step at which the losses of one run of a pair or a law lie at about 2^18 places."""
    ranges = (
        (max(float(losses.max() - losses.min()), LEAST_DEVIATION), count) for losses, _, count in sketched(factors)
    )
    return min((18 - halvings_of(count) - math.ceil(math.log2(losses)) for losses, count in ranges), default=0)


def sharpness(factors: Factors, epsilon: float) -> tuple[float, int]:
    """Guess the rate at which the logarithm of delta falls in epsilon, and -log2 of delta.

    The rate is the order a at which the sum of log E[e^(a loss)], less a epsilon, is least.
    """
    value, order = min((saddle.total - saddle.order * epsilon, saddle.order) for saddle in _saddles(factors))
    return order, max(0, math.ceil(-value / math.log(2)))


def sharpness_at(factors: Factors, delta: float) -> tuple[float, float]:
    """Guess the rate at which the logarithm of delta falls in epsilon, and epsilon, by the saddle point."""
    wanted, low = math.log(max(delta, 1e-300)), None
    for high in _saddles(factors):
        if high.logarithm <= wanted:
            break
        low = high
    if low is None or high.logarithm >= low.logarithm:
        return high.order, high.mean
    part = min(1.0, (low.logarithm - wanted) / (low.logarithm - high.logarithm))
    return low.order + part * (high.order - low.order), low.mean + part * (high.mean - low.mean)


class Saddle(NamedTuple):
    """About the sum of log E[e^(a loss)] at an order a, and its first two derivatives."""

    order: float
    total: float
    mean: float
    variance: float

    @property
    def logarithm(self) -> float:
        """About log delta at the epsilon that is the mean."""
        scale = self.order * (self.order + 1) * math.sqrt(2 * math.pi * max(self.variance, LEAST_DEVIATION))
        return self.total - self.order * self.mean - math.log(scale)


@lru_cache(maxsize=16)
def _saddles(factors: Factors) -> list[Saddle]:
    import numpy as np

    orders = orders_of(sketched(factors))
    total = mean = variance = np.zeros(len(orders))
    for losses, masses, count in sketched(factors):
        tilted = orders[:, None] * losses
        top = tilted.max(axis=1)
        weights = masses * np.exp(tilted - top[:, None])
        moment = weights.sum(axis=1)
        middle = weights @ losses / moment
        square = (weights * (losses - middle[:, None]) ** 2).sum(axis=1) / moment
        total, mean = total + count * (top + np.log(moment)), mean + count * middle
        variance = variance + count * square
    return [Saddle(*map(float, row)) for row in zip(orders, total, mean, variance, strict=True)]


grid_of, line_grid = lru_cache(maxsize=2)(Grid), lru_cache(maxsize=2)(LineGrid)  # for the next E, the other bound
