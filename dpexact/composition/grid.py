"""Enclose delta by losses on a grid.

Factors are multiplied out while they are small. Each block is a list of (mass of the first, loss) with its count.

The loss of an outcome is the logarithm of its likelihood ratio. Both numbers are balls. Fewer blocks lose less when
losses are rounded to a grid, because each block is rounded once for each time that it is taken.

The losses of blocks are split on a grid. The masses and their products are integers over 2^bits, rounded down.

The losses of the composed pair on the grid give two bounds of delta, and a smaller step makes them narrower.

The grid is i h for the integers i, h = 2^-step. Let X be the loss of the composition (log of the likelihood ratio)
under the first distribution P on the outcomes with positive mass in the second. Let c be the mass of P on all others,
eps = log E and

    phi(x) = max(0, 1 - e^(eps - x)),    so that    delta(E) = c + E[phi(X)].

Splitting. An outcome with the masses a of P and b of Q and the ratio a/b = r, g_i <= r <= g_{i+1}, g_i = e^(ih), is
replaced by two. One has the ratio g_i and the masses g_i x, x, the other the ratio g_{i+1} and the masses g_{i+1} y, y,
with x + y = b and g_i x + g_{i+1} y = a. So the part u = (1 - e^(ih - log r)) / (1 - e^-h) of its mass of P goes up,
the rest down. Both are >= 0 and all mass is kept. The original forgets which of the two it was, a post-processing.
With D the change of the loss, e^-D is 1 in the mean:

    (1)  E[e^-D | outcome] = (x + y) r / a = 1,    and D lies in an interval of length h.

The composition of n blocks, each split, has the loss X + D, D = D_1 + ... + D_n, independent given the outcomes.

Upper bound. delta(E) <= c + E[phi(X + D)] by (1) and Jensen, since phi is convex in e^-x.

Lower bound. Let k > 1 and M >= E[e^(kD) | outcomes], E[e^(-kD) | outcomes]. Then for every outcome, with t = X - eps,

    (2)  E[phi(X + D)] - phi(X) <= G e^(-k|t|),  G = M / (e (k - 1)).

If t <= 0, phi(X) = 0 and phi(X + D) <= (t + D)^+ <= e^(k(t + D)) / (e k), as z <= e^(kz) / (ek) for all z. If t > 0,
phi(X) = 1 - e^-t = E[1 - e^(-t - D)] by (1), so the left side is E[(e^(-t - D) - 1)^+]. Then e^z - 1 <=
e^(kz) / (e (k - 1)) for all z, as the largest (e^z - 1) e^(-kz) is (1 - 1/k)^k / (k - 1) <= 1 / (e (k - 1)).
Further, by Jensen for 1/z,

    (3)  E[e^(-k|t + D|)] >= e^(-k|t|) E[e^(-k|D|)] >= e^(-k|t|) / E[e^(k|D|)] >= e^(-k|t|) / (2M).

Let A = 2MG. Then A E[e^(-k|X + D - eps|)] is at least the sum of the left sides of (2), so

    delta(E) >= c + E[phi(X + D)] - A E[e^(-k|X + D - eps|)].

Outcomes that are at ratio 1 in every factor have D = 0. Their left side in (2) is 0, and they are left out of the last
sum (the mass `still`, at the loss 0).

The number M. If lengths differ, n h^2 is the sum of their squares. By Hoeffding's lemma E[e^(s(D_j - E D_j))] <=
e^(s^2 h^2 / 8). For s = -1, (1) gives E D_j <= h^2 / 8. Jensen and (1) give E D_j >= 0. So M = e^(n (k^2 + k) h^2 / 8)
is large enough. With k = 2 / (h sqrt(n)) the bounds are about n h^2 times the density of the loss at eps apart, which
falls as the square of the step.

Arithmetic. Every computed mass is an integer over 2^bits, rounded down from the true mass, also after each product,
and a mass below 1 is lost. All masses of the true split sum to 1 - c, so the lost mass in all is d = 1 - c - (the sum
of those computed), exactly. As phi and e^(-k|.|) lie in [0, 1], the upper bound gains d and the lower one loses A d.

Reference: the splitting is by Doroshenko, Ghazi, Kamath, Kumar and Manurangsi, "Connect the Dots: Tighter Discrete
Approximations of Privacy Loss Distributions", 2022. The lower bound is ours.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from math import comb
from typing import Any

from flint import arb, ctx, fmpq, fmpz

from dpexact.composition.factors import Factors, Pairs, laws_of, pairs_of
from dpexact.composition.masses import Sums, product, split
from dpexact.composition.sampled import halvings_of, runs_of, sketch, spread_of, width_of
from dpexact.errors import TooLargeError
from dpexact.numbers.balls import WorkingPrecision

Atoms = list[tuple[Any, Any]]
GUARD_BITS = 32
LARGEST_LOSS = 1e9  # of a law of noise
TOO_LARGE_LOSS = "composition: a law of noise with losses past 10^9; it promises nothing that could be of use"
START_BITS = 64
LEAST_DEVIATION = 2.0**-100
MAX_LOSS = 1 << 32


def blocks_of(factors: Pairs, bits: int, most: int) -> list[tuple[Atoms, int]]:
    """Return the blocks, at the current flint working precision, without atoms of a mass below 2^-bits.

    Guarantee: enclosure. A block has at most `most` atoms, except a single pair that has more by itself.
    """
    tiny = arb(2) ** -bits
    once: list[Atoms] = []
    often: list[tuple[Atoms, int]] = []
    for pair, count in factors:
        atoms = [(a.ball(), ratio.ball().log()) for ratio, a, _ in pair.common]
        for times, repeated in _runs(len(atoms), count, most):
            block = _power(atoms, times, tiny)
            if repeated == 1:
                once.append(block)
            else:
                often.append((block, repeated))
    return often + [(block, 1) for block in _merged(once, tiny, most)]


def _runs(size: int, count: int, most: int) -> list[tuple[int, int]]:
    """Return (times, repeated) for the power `count` of `size` atoms by few powers of at most `most` atoms."""
    low, high = 1, count
    while low < high:  # the largest number of times that is small enough
        middle = (low + high + 1) // 2
        if comb(middle + size - 1, min(middle, size - 1)) <= most:
            low = middle
        else:
            high = middle - 1
    groups = -(-count // low)
    times, left = divmod(count, groups)  # times + 1 of them in `left` groups, times in the others
    return [(n, r) for n, r in ((times + 1, left), (times, groups - left)) if n and r]


def _power(atoms: Atoms, times: int, tiny: Any) -> Atoms:
    """Return the multinomial expansion.

    A mass below `tiny` half way is at most as large at the end, so its part is left out.
    """
    if times == 1 or len(atoms) == 1:
        return [(mass**times, loss * times) for mass, loss in atoms]
    states = [(times, arb(1), arb(0))]
    for place, (mass, loss) in enumerate(atoms):
        last = place == len(atoms) - 1
        powers, losses = [arb(1)], [arb(0)]
        for _ in range(times):
            powers.append(powers[-1] * mass)
            losses.append(losses[-1] + loss)
        found = []
        for left, known, sum_ in states:
            for n in (left,) if last else range(left + 1):
                product = known * powers[n] * fmpz(comb(left, n))
                if not product < tiny:
                    found.append((left - n, product, sum_ + losses[n]))
        states = found
    return [(mass, loss) for _, mass, loss in states]


def _merged(blocks: list[Atoms], tiny: Any, most: int) -> list[Atoms]:
    """Multiply blocks together, as long as the products are small."""
    done: list[Atoms] = []
    for block in sorted(blocks, key=len):
        if done and len(done[-1]) * len(block) <= most:
            done[-1] = [
                (product, loss + more)
                for mass, loss in done[-1]
                for other, more in block
                if not (product := mass * other) < tiny
            ]
        else:
            done.append(block)
    return done


class Grid:
    """The masses of the composed pair, and sums of them, on a grid of the width h = 2^-step or a little less.

    Guarantee: enclosure.
    """

    def __init__(self, factors: Factors, step: int, bits: int, most: int, sharp: float = 8.0) -> None:
        """Raise TooLargeError for losses past 2^32, or more than 2^22 grid points."""
        self.step, self.bits = step, bits
        self.precision = bits + GUARD_BITS + (max(0, 2 * step) if laws_of(factors) else 0)
        with WorkingPrecision(self.precision):
            pairs, laws = pairs_of(factors), laws_of(factors)
            blocks = blocks_of(pairs, bits, most)
            if any(not abs(loss) < MAX_LOSS for atoms, _ in blocks for _, loss in atoms):
                raise TooLargeError(f"a loss past {MAX_LOSS}", place="composition")
            self.rounded = sum(count for _, count in blocks)
            self.width = width_of(laws, step)
            self.still = arb(0) if laws else _still(pairs)
            self.top = largest_loss(factors).upper()
            self.certain = _certain(pairs)
            parts = [(split(atoms, self.width, fmpq(0), bits), count) for atoms, count in blocks]
            powers = [part.power(count, bits) for part, count in parts]
            runs = [runs_of(law, count, self.width, bits, sharp) for law, count in laws]
            self.spread = self.rounded * self.width**2 + sum(spread_of(law, n, self.width) for law, n in laws)
            self.masses = product([*powers, *(above for above, _ in runs)], bits, self.width)
            self.merged = (
                self.masses
                if all(above is below for above, below in runs)
                else product([*powers, *(below for _, below in runs)], bits, self.width)
            )
            every = (self.masses, self.merged, *(part for part, _ in parts))
            self.longest = max(len(masses.values) for masses in every)
            self._sum_up()
            self._sharpen()

    def _sharpen(self) -> None:
        """Compute the numbers k and A of the lower bound, with A = 0 if all losses are unsplit."""
        self.sharp = (2 / arb(self.spread or self.width**2).sqrt()).max(arb(2)).mid()
        bound = (arb(self.spread) * (self.sharp + self.sharp**2) / 8).exp()
        self.height = 2 * bound**2 / (arb(1).exp() * (self.sharp - 1)) if self.spread else arb(0)

    def _sum_up(self) -> None:
        """Sum the masses from above and from below, and the lost mass of each."""
        self.sums = Sums(self.masses, self.bits)
        self.lower_sums = self.sums if self.merged is self.masses else Sums(self.merged, self.bits)
        self.lost = 1 - self.certain - self.sums.all
        self.lower_lost = 1 - self.certain - self.lower_sums.all
        if self.lost < 0 or self.lower_lost < 0:
            message = f"composition: masses that sum to more than 1 on a grid of the width {self.width}"
            raise ArithmeticError(message)

    def bounds(self, epsilon: Any) -> tuple[Any, Any]:
        """Return a lower and an upper bound of the least delta at E = exp(epsilon), epsilon a ball >= 0."""
        with WorkingPrecision(max(self.precision, ctx.prec)):
            above, below = self.sums.middle(epsilon), self.lower_sums.middle(epsilon)
            if above is None or below is None:
                return self.certain.lower(), arb(1)
            near = self._near(epsilon, below)
            near -= self.height * self.still * (-self.sharp * epsilon).exp()
            lower = self.certain + self.lower_sums.excess(epsilon, below) - near - self.height * self.lower_lost
            least = max(arb(0), self.certain.lower())
            upper = self.certain + self.sums.excess(epsilon, above) + self.lost
            return max(least, lower.lower()), upper.upper()

    def is_coarse(self, epsilon: Any) -> bool:
        """Return whether the step, not the rounding down of masses, makes the bounds at exp(epsilon) wide."""
        with WorkingPrecision(max(self.precision, ctx.prec)):
            middle = self.lower_sums.middle(epsilon)
            if middle is None:
                return False
            if self.sums is self.lower_sums:
                return bool(self._near(epsilon, middle) > 8 * self.lost)
            lower, upper = self.bounds(epsilon)
            return bool(upper - lower > 8 * (self.lost + self.height * self.lower_lost))

    def _near(self, epsilon: Any, middle: int) -> Any:
        """Return at least A times the sum of e^(-k |loss - epsilon|)."""
        if not self.spread:
            return arb(0)
        return self.height * self.lower_sums.near(epsilon, middle, self.sharp, self.precision)

    @property
    def reach(self) -> Any:
        """A ball above the largest loss of a point of the grid, at least 0."""
        return self.sums.loss(len(self.masses.values)).nonnegative_part().upper()


def _certain(factors: Pairs) -> Any:
    """Return a ball around the mass of the first where the second is 0."""
    left = arb(1)
    for pair, count in factors:
        left *= (1 - pair.certain.ball()) ** count
    return 1 - left


def _still(factors: Pairs) -> Any:
    """Return a ball around the mass of the outcomes at ratio 1 in every factor."""
    mass = arb(1)
    for pair, count in factors:
        mass *= sum((a.ball() for ratio, a, _ in pair.common if ratio == 1), arb(0)) ** count
    return mass


def largest_loss(factors: Factors) -> Any:
    """Return a ball around the largest loss, or around 0 if the loss is less."""
    ends = [(count, pair.common[0][0].ball().log()) for pair, count in pairs_of(factors)]
    ends += [(count, law.largest()) for law, count in laws_of(factors)]
    return sum((count * end for count, end in ends), arb(0)).nonnegative_part()


@lru_cache(maxsize=16)
def sketched(factors: Factors) -> tuple[tuple[tuple[tuple[float, float], ...], int], ...]:
    """Guess the losses of each factor with their masses, and its count."""
    with WorkingPrecision(START_BITS):
        found = [(tuple(sketch(law)), count) for law, count in laws_of(factors)]
        for pair, count in pairs_of(factors):
            points = ((float(ratio.ball().log().mid()), float(a.ball().mid())) for ratio, a, _ in pair.common)
            found.append((tuple(points), count))
        return tuple(found)


def deviation_of(factors: Factors) -> float:
    """Guess the standard deviation of the loss of a composition, at least 1/1024 of its mean."""
    total = middle = 0.0
    for points, count in sketched(factors):
        if any(not abs(loss) < LARGEST_LOSS for loss, _ in points):
            raise TooLargeError(TOO_LARGE_LOSS)
        mean = sum(mass * loss for loss, mass in points)
        total += count * sum(mass * (loss - mean) ** 2 for loss, mass in points)
        middle += count * mean
    return max(math.sqrt(total), abs(middle) / 1024, LEAST_DEVIATION)


def finest_step(factors: Factors) -> int:
    """Guess the step at which the losses of one run of a law of noise lie at about 2^18 places."""
    with WorkingPrecision(START_BITS):
        found = []
        for law, count in laws_of(factors):
            reach = law.noise.reach(START_BITS)
            losses = abs(float((law.loss(reach) - law.loss(-reach)).mid()))
            found.append(18 - halvings_of(count) - math.ceil(math.log2(max(losses, LEAST_DEVIATION))))
        return min(found)


def sharpness(factors: Factors, epsilon: float | None, delta: float | None) -> tuple[float, float]:
    """Guess the rate at which the logarithm of delta falls in epsilon, and the logarithm itself, or epsilon.

    The rate at an epsilon is the order a at which the sum of log E[e^(a loss)], less a epsilon, is least. The rate at a
    delta is the order a at which that sum plus log(1/delta), divided by a, is least.
    """
    best = (math.inf, 1.0)
    for order, total in _moments(factors):
        value = total - order * epsilon if epsilon is not None else (total - math.log(delta or 1e-300)) / order
        best = min(best, (value, order))
    return best[1], best[0]


def enough_sharpness(factors: Factors, epsilon: float, least: float) -> float:
    """Guess the least order a that shows -log delta to be at least this, or 0 if all orders fail."""
    return next((order for order, total in _moments(factors) if order * epsilon - total >= least), 0.0)


def _moments(factors: Factors) -> Iterator[tuple[float, float]]:
    """Yield rising orders a, and about the sum of log E[e^(a loss)] at each."""
    deviation = deviation_of(factors)
    for power in range(-24, 25):
        order, total = 2.0 ** (power / 4) / min(deviation, 1.0), 0.0
        for points, count in sketched(factors):
            top = max(order * loss for loss, mass in points if mass)
            moment = sum(mass * math.exp(order * loss - top) for loss, mass in points if mass)
            total += count * (top + math.log(moment))
        yield order, total


@lru_cache(maxsize=2)
def grid_of(factors: Factors, step: int, bits: int, most: int, sharp: float) -> Grid:
    """Return the grid, which is cached for the next E."""
    return Grid(factors, step, bits, most, sharp)
