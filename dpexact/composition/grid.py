"""Enclose delta by losses on a grid.

Factors multiplied out as far as they are small: each block is a list of (mass of the first, loss), and how often.

The loss of an outcome is the logarithm of its likelihood ratio. Both numbers are balls. Fewer blocks lose less when
losses are rounded to a grid (`grid.py`): each is rounded once for each time that it is taken.

Blocks whose losses are split on a grid, and the products of their masses: integers over 2^bits, rounded down.

What is split, and why, is said in `grid.py`.

The composed pair with its losses on a grid: delta between two bounds that the step of the grid makes narrow.

The grid is i h for the integers i, h = 2^-step. Let X be the loss of the composition (log of the likelihood ratio)
under the first distribution P, where the second is not 0; c the mass of P where it is 0; eps = log E and

    phi(x) = max(0, 1 - e^(eps - x)),    so that    delta(E) = c + E[phi(X)].

Splitting. An outcome with the masses a of P and b of Q and the ratio a/b = r, g_i <= r <= g_{i+1}, g_i = e^(ih), is
replaced by two: ratio g_i with masses g_i x, x, and ratio g_{i+1} with g_{i+1} y, y, where x + y = b and
g_i x + g_{i+1} y = a. So the part u = (1 - e^(ih - log r)) / (1 - e^-h) of its mass of P goes up, the rest down. Both
are >= 0 and no mass is lost: the original forgets which of the two it was, a post-processing. With D the change of the
loss, e^-D is 1 in the mean:

    (1)  E[e^-D | outcome] = (x + y) r / a = 1,    and D lies in an interval of length h.

The composition of n blocks, each split, has the loss X + D, D = D_1 + ... + D_n, independent given the outcomes.

Upper bound. delta(E) <= c + E[phi(X + D)]: phi is convex in e^-x, and (1); Jensen.

Lower bound. Let k > 1 and M >= E[e^(kD) | outcomes], E[e^(-kD) | outcomes]. Then for every outcome, with t = X - eps,

    (2)  E[phi(X + D)] - phi(X) <= G e^(-k|t|),  G = M / (e (k - 1)).

If t <= 0, phi(X) = 0 and phi(X + D) <= (t + D)^+ <= e^(k(t + D)) / (e k), as z <= e^(kz) / (ek) for all z. If t > 0,
phi(X) = 1 - e^-t = E[1 - e^(-t - D)] by (1), so the left side is E[(e^(-t - D) - 1)^+], and e^z - 1 <=
e^(kz) / (e (k - 1)) for all z: the largest (e^z - 1) e^(-kz) is (1 - 1/k)^k / (k - 1) <= 1 / (e (k - 1)).
Further, by Jensen for 1/z,

    (3)  E[e^(-k|t + D|)] >= e^(-k|t|) E[e^(-k|D|)] >= e^(-k|t|) / E[e^(k|D|)] >= e^(-k|t|) / (2M).

With A = 2MG: A E[e^(-k|X + D - eps|)] is at least the sum of the left sides of (2), so

    delta(E) >= c + E[phi(X + D)] - A E[e^(-k|X + D - eps|)].

Outcomes that are at ratio 1 in every factor have D = 0: their left side in (2) is 0, and they are left out of the last
sum (the mass `still`, at the loss 0).

M. By Hoeffding's lemma E[e^(s(D_j - E D_j))] <= e^(s^2 h^2 / 8). With s = -1 and (1): E D_j <= h^2 / 8; by Jensen and
(1): E D_j >= 0. So M = e^(n (k^2 + k) h^2 / 8) will do. With k = 2 / (h sqrt(n)) the bounds are about n h^2 times the
density of the loss at eps apart: the square of the step.

Arithmetic. Every computed mass is an integer over 2^bits, rounded down from the mass that it stands for, also after
each product; what is below 1 is lost. All masses of the true split sum to 1 - c, so what was lost, in all, is
d = 1 - c - (the sum of those computed), exactly. phi lies in [0, 1] and e^(-k|.|) in [0, 1]: d is added to the upper
bound, and A d taken from the lower one.

Reference: the splitting is that of Doroshenko, Ghazi, Kamath, Kumar and Manurangsi, "Connect the Dots: Tighter
Discrete Approximations of Privacy Loss Distributions", 2022; the lower bound is ours.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any

from flint import arb, ctx, fmpz, fmpz_poly

from dpexact.errors import TooLargeError
from dpexact.numbers.precision import WorkingPrecision

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dpexact.composition.factors import Factors


Atoms = list[tuple[Any, Any]]


def blocks_of(factors: Factors, bits: int, most: int) -> list[tuple[Atoms, int]]:
    """Return the blocks, at the current flint working precision; atoms with a mass below 2^-bits are left out.

    Guarantee: enclosure; no block has more than `most` atoms, but for a single pair that has more by itself.
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
    """Return (times, repeated): the power `count` of `size` atoms by few powers of at most `most` atoms."""
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

    A mass that is below `tiny` half way is no larger at the end: its part is left out.
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


MAX_LENGTH = 1 << 22  # of one polynomial, whatever its masses are


@dataclass(frozen=True)
class Masses:
    """Masses over 2^bits at the points low, low + 1, ... of a grid."""

    low: int
    values: Sequence[Any]

    @classmethod
    def of(cls, low: int, values: Sequence[Any]) -> Masses:
        """Make the masses without the zeros at both ends."""
        places = range(len(values))
        first = next((n for n in places if values[n]), len(values))
        last = next((n for n in reversed(places) if values[n]), first - 1)
        return cls(low + first, values[first : last + 1])

    def times(self, other: Masses, bits: int) -> Masses:
        """Return the independent sum, rounded down."""
        if not self.values or not other.values:
            return Masses(0, [])
        length = len(self.values) + len(other.values)
        if length > MAX_LENGTH:
            message = f"composition: a grid of {length} losses, more than {MAX_LENGTH}"
            raise TooLargeError(message)
        product = fmpz_poly(self.values) * fmpz_poly(other.values)
        return Masses.of(self.low + other.low, [value >> bits for value in product.coeffs()])

    def power(self, count: int, bits: int) -> Masses:
        """Return the independent sum of `count` >= 1."""
        if count == 1:
            return self
        half = self.power(count // 2, bits)
        square = half.times(half, bits)
        return square.times(self, bits) if count % 2 else square


def split(atoms: Iterable[tuple[Any, Any]], step: int, bits: int) -> Masses:
    """Return the masses of a block on the grid, each rounded down.

    A loss that cannot be told from a grid point i h, |x| <= d for their difference x, stays there but for the part
    (1 - e^-d) / (1 - e^-h); for d > h none does. The true split gives no less to i: for x >= 0 the part
    (1 - e^-x) / (1 - e^-h) goes up; for x = -y < 0 the part 1 - (1 - e^-(h - y)) / (1 - e^-h) goes down, which is
    e^(y - h) (1 - e^-y) / (1 - e^-h) and at most (1 - e^-y) / (1 - e^-h), as y <= h.
    """
    width = arb(2) ** -step
    scale, whole = arb(2) ** step, -(-width).expm1()
    cells: dict[int, Any] = {}
    for mass, loss in atoms:
        place = math.floor(float(loss * scale))  # a guess: what is beside it is corrected below
        place, beyond = _place(place, loss, width)
        if beyond >= 0 and beyond <= width:
            up = mass * (-(-beyond).expm1() / whole)
            cells[place + 1] = cells.get(place + 1, 0) + _down(up, bits)
            cells[place] = cells.get(place, 0) + _down(mass - up, bits)
            continue
        place = place + 1 if beyond > width / 2 else place
        distance = arb(abs(loss - place * width).upper())
        cells[place] = cells.get(place, 0) + _down(mass * (1 + (-distance).expm1() / whole), bits)
    low, high = min(cells, default=0), max(cells, default=-1)
    if high - low >= MAX_LENGTH:
        message = f"composition: a grid of {high - low + 1} losses, more than {MAX_LENGTH}"
        raise TooLargeError(message)
    return Masses.of(low, [cells.get(n, fmpz(0)) for n in range(low, high + 1)])


def _place(place: int, loss: Any, width: Any) -> tuple[int, Any]:
    """Return a grid point and how far the loss is above it; the one below or above where that is certain."""
    beyond = loss - place * width
    if beyond < 0:
        place, beyond = place - 1, beyond + width
    elif beyond > width:
        place, beyond = place + 1, beyond - width
    return place, beyond


def _down(ball: Any, bits: int) -> Any:
    """Return the largest integer n with n 2^-bits certainly at most the number, which is >= 0."""
    mantissa, exponent = ball.lower().man_exp()
    if mantissa <= 0:
        return fmpz(0)
    shift = int(exponent) + bits
    return mantissa << shift if shift >= 0 else mantissa >> -shift


def product(parts: list[Masses], bits: int) -> Masses:
    """Return the product, the two shortest first."""
    heap = [(len(part.values), n, part) for n, part in enumerate(parts)]
    heapq.heapify(heap)
    count = len(heap)
    while len(heap) > 1:
        (_, _, first), (_, _, second) = heapq.heappop(heap), heapq.heappop(heap)
        both, count = first.times(second, bits), count + 1
        heapq.heappush(heap, (len(both.values), count, both))
    return heap[0][2] if heap else Masses(0, [fmpz(1) << bits])


CHUNK = 1 << 10


GUARD_BITS = 32


MAX_LOSS = 1 << 32


class Grid:
    """The composed pair, split: masses on the grid with h = 2^-step, and sums of them.

    Guarantee: enclosure.
    """

    def __init__(self, factors: Factors, step: int, bits: int, most: int) -> None:
        """Raise TooLargeError for losses past 2^32, or more than 2^22 grid points."""
        self.step, self.bits = step, bits
        self.precision = bits + GUARD_BITS
        with WorkingPrecision(self.precision):
            blocks = blocks_of(factors, bits, most)
            if any(not abs(loss) < MAX_LOSS for atoms, _ in blocks for _, loss in atoms):
                message = f"composition: a loss past {MAX_LOSS}"
                raise TooLargeError(message)
            self.rounded = sum(count for _, count in blocks)
            self.still = _still(factors)
            self.top = largest_loss(factors).upper()
            parts = [(split(atoms, step, bits), count) for atoms, count in blocks]
            self.masses = product([part.power(count, bits) for part, count in parts], bits)
            self.longest = max(len(masses.values) for masses in (self.masses, *(part for part, _ in parts)))
            self.certain = _certain(factors)
            self._sum_up()
            self._sharpen()

    def _sharpen(self) -> None:
        """Compute the numbers k and A of the lower bound."""
        width, rounded = arb(2) ** -self.step, self.rounded
        self.sharp = (2 / (width * arb(max(1, rounded)).sqrt())).max(arb(2)).mid()
        bound = (rounded * (self.sharp + self.sharp**2) * width**2 / 8).exp()
        self.height = 2 * bound**2 / (arb(1).exp() * (self.sharp - 1))

    def _sum_up(self) -> None:
        """Sum masses from each chunk on: of P, and of P e^-(loss), that is Q, relative to the chunk's start."""
        values, self.ratio = self.masses.values, (-(arb(2) ** -self.step)).exp()
        self.chunks = [fmpz_poly(values[n : n + CHUNK]) for n in range(0, len(values), CHUNK)]
        self.first, self.second = [fmpz(0)], [arb(0)]
        leap = self.ratio**CHUNK
        for chunk in reversed(self.chunks):
            self.first.append(self.first[-1] + chunk(1))
            self.second.append(self.second[-1] * leap + chunk(self.ratio))
        self.first.reverse()
        self.second.reverse()
        self.unit = arb(2) ** -self.bits
        self.lost = 1 - self.certain - self.first[0] * self.unit

    def _from(self, start: int) -> tuple[Any, Any]:
        """Return (P, Q e^(loss of start)) of the points from `start` >= 0 on, times 2^bits."""
        number, within = divmod(start, CHUNK)
        if number >= len(self.chunks):
            return fmpz(0), arb(0)
        part = self.chunks[number].right_shift(within)
        rest = self.ratio ** (CHUNK - within) * self.second[number + 1]
        return part(1) + self.first[number + 1], part(self.ratio) + rest

    def bounds(self, epsilon: Any) -> tuple[Any, Any]:
        """Return a lower and an upper bound of the least delta at E = exp(epsilon), epsilon a ball >= 0."""
        with WorkingPrecision(max(self.precision, ctx.prec)):
            middle = self._middle(epsilon)
            if middle is None:
                return self.certain.lower(), arb(1)
            excess, near = self._excess(epsilon, middle), self._near(epsilon, middle)
            near -= self.height * self.still * (-self.sharp * epsilon).exp()
            lower = (self.certain + excess - near - self.height * self.lost).lower()
            least = max(arb(0), self.certain.lower())
            return max(least, lower), (self.certain + excess + self.lost).upper()

    def is_coarse(self, epsilon: Any) -> bool:
        """Return whether the step, not the masses that were rounded down, makes the bounds at exp(epsilon) wide."""
        with WorkingPrecision(max(self.precision, ctx.prec)):
            middle = self._middle(epsilon)
            return middle is not None and bool(self._near(epsilon, middle) > 8 * self.lost)

    def _middle(self, epsilon: Any) -> int | None:
        """Return a place from the lowest: those two further on are certainly above epsilon, those before below."""
        place = epsilon * arb(2) ** self.step - self.masses.low
        if not place.is_finite() or place.rad() > 0.25:
            return None
        found = int(place.mid().floor().unique_fmpz())
        return max(-2, min(found, len(self.masses.values)))

    def _excess(self, epsilon: Any, middle: int) -> Any:
        """Return the sum of phi."""
        start = max(0, middle + 2)
        first, second = self._from(start)
        total = first - (epsilon - self._loss(start)).exp() * second
        for place in (middle, middle + 1):
            if 0 <= place < len(self.masses.values):
                part = 1 - (epsilon - self._loss(place)).exp()
                total += self.masses.values[place] * part.nonnegative_part()
        return total * self.unit

    def _near(self, epsilon: Any, middle: int) -> Any:
        """Return at least A times the sum of e^(-k |loss - epsilon|); far from epsilon its largest for all masses."""
        values, base = self.masses.values, (-self.sharp * arb(2) ** -self.step).exp()
        reach = 1 + int(self.precision / -float(base.log()) * math.log(2))
        after, before = max(0, middle + 1), min(len(values), middle + 1)
        total = 2 * base ** (reach - 1)
        if after < len(values):
            part = fmpz_poly(values[after : after + reach])(base) * self.unit
            total += part * (self.sharp * (epsilon - self._loss(after))).exp()
        if before > 0:
            part = fmpz_poly(list(reversed(values[max(0, before - reach) : before])))(base) * self.unit
            total += part * (self.sharp * (self._loss(before - 1) - epsilon)).exp()
        return self.height * total

    def _loss(self, place: int) -> Any:
        return (self.masses.low + place) * arb(2) ** -self.step


def _certain(factors: Factors) -> Any:
    """Return a ball around the mass of the first where the second is 0."""
    left = arb(1)
    for pair, count in factors:
        left *= (1 - pair.certain.ball()) ** count
    return 1 - left


def _still(factors: Factors) -> Any:
    """Return a ball around the mass of what is at ratio 1 in every factor."""
    mass = arb(1)
    for pair, count in factors:
        mass *= sum((a.ball() for ratio, a, _ in pair.common if ratio == 1), arb(0)) ** count
    return mass


def largest_loss(factors: Factors) -> Any:
    """Return a ball around the largest loss; 0 where it is less."""
    return sum((count * pair.common[0][0].ball().log() for pair, count in factors), arb(0)).nonnegative_part()


@lru_cache(maxsize=2)
def grid_of(factors: Factors, step: int, bits: int, most: int) -> Grid:
    """Return the grid, kept for the next E."""
    return Grid(factors, step, bits, most)
