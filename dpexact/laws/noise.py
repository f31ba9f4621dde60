"""Named noise as a composition needs it: the masses of both laws above a loss, and the points with a mass.

P is the law of the noise around the sensitivity, Q around 0. The loss l = log(dP/dQ) of an outcome does not fall as the
outcome rises. All numbers are balls at the current flint working precision.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import accumulate, pairwise, starmap
from operator import mul
from typing import Any

from flint import arb, arb_poly, ctx, fmpz

from dpexact.errors import TooLargeError
from dpexact.laws.discrete_gaussian import require_terms, terms, total
from dpexact.numbers.balls import WorkingPrecision
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.evaluate_balls import erfc_ball
from dpexact.numbers.exact import Exact

Both = tuple[arb, arb]  # the masses of Q and of P
Point = tuple[arb, arb, arb]  # a loss, and the masses of Q and of P
MAX_POINTS = 1 << 17
NEWTON = 400  # steps at most, of which the first may each be short
GUARD = 8  # bits
MAX_PAIRS = 1 << 19  # of answers of shuffled users
CIRCLE = 4.0  # radius of the circle on which a series is bounded, divided by the distance from 0
CLOSER = (6, 5, 4, 3)  # a series is used at most 2^-6 of the radius from its center, if each term is to give 6 bits
MANY, ENOUGH = 128, 16  # edges of one series
ROOM = 16  # bits of the bound on the circle
FEW = 4  # edges of a series that is worth its terms


class Noise:
    """A law of noise P against another Q, by default with losses without a limit, no masses and no points."""

    certain = Exact.of_rational(0), Exact.of_rational(0)  # the masses of P where Q is 0, and of Q where P is 0
    is_symmetric = True  # P against Q gives away the same as Q against P
    squared: Exact | None = None  # m^2, if P is N(m, 1) and Q is N(0, 1)

    def largest(self) -> arb:
        """Return the largest loss."""
        factor = self.factor_at_end()
        return arb.pos_inf() if factor is None else factor.ball().log()

    def least(self) -> arb:
        """Return the least loss."""
        return -self.largest()

    def factor_at_end(self) -> Exact | None:
        """Return the largest likelihood ratio, the inverse of the least one, or None if no field holds it."""
        return None

    def span(self, bits: float) -> Both:
        """Return two losses, with a mass of at most about 2^-bits beyond both, under both laws."""
        if self.largest().is_finite():
            return self.least(), self.largest()
        points = self.points(math.ceil(bits))
        return points[0][0], points[-1][0]

    def reach(self, bits: int) -> arb:
        """Return a bound that the absolute loss exceeds with a mass of at most about 2^-bits, under both laws."""
        return max(map(abs, self.span(bits)), key=float)

    def above(self, loss: arb) -> Both:
        """Return the masses of the outcomes, without those of `points`, whose loss is at least this."""
        del loss
        return arb(0), arb(0)

    def between(self, losses: list[arb]) -> list[Both]:
        """Return the masses between neighbors of these rising losses, without those of `points`."""
        ends = [self.above(loss) for loss in losses]
        return [(q - d, p - e) for (q, p), (d, e) in pairwise(ends)]

    def points(self, bits: int) -> list[Point]:
        """Return the points with a mass, sorted by loss, apart from masses of at most 2^-bits."""
        del bits
        return []

    def excess(self, *, turned: bool = False) -> Callable[[arb], arb]:
        """Return the least delta of P against Q, or of Q against P, as a function of a ball around an E > 0."""
        points, certain = self.points(ctx.prec), self.certain[turned].ball()
        points = [(-loss, p, q) for loss, q, p in reversed(points)] if turned else points
        line = self.above(arb.neg_inf())
        below = [*accumulate((loss for loss, _, _ in points), arb.max)]  # from a place on, none is below these:
        above = [*accumulate((loss for loss, _, _ in reversed(points)), arb.min)][::-1]
        sums = [[*accumulate((x[side] for x in reversed(points)), initial=arb(0))][::-1] for side in (1, 2)]
        left = 1 - certain - line[not turned] - sums[1][0]
        rest = certain + arb(0).union(left.nonnegative_part())

        def delta(factor: arb) -> arb:
            epsilon = factor.log()
            q, p = self.above(-epsilon if turned else epsilon)
            q, p = (line[1] - p, line[0] - q) if turned else (q, p)
            first = bisect_left(below, x=True, key=lambda loss: not loss < epsilon)
            last = bisect_left(above, x=True, lo=first, key=lambda loss: bool(loss > epsilon))
            near = sum(((a - factor * b).nonnegative_part() for _, b, a in points[first:last]), arb(0))
            far = (sums[1][last] - factor * sums[0][last]).nonnegative_part()
            return ((p - factor * q).nonnegative_part() + near + far + rest).nonnegative_part()

        return delta


def normal_above(x: arb) -> arb:
    """Return the standard normal mass above a number or minus infinity."""
    if x.is_finite() or x > 0:
        return erfc_ball(x / arb(2).sqrt()) / 2
    return arb(1) if x < 0 else arb(0).union(arb(1))


def normal_masses(edges: list[arb]) -> list[arb]:
    """Return the standard normal masses between neighbors of these rising numbers, by a series for some at a time.

    The density at c + u is phi(c) times the sum of a_n u^n, a_0 = 1, a_1 = -c, a_(n+1) = -(c a_n + a_(n-1))/(n + 1).
    On the circle of radius r the sum is at most e^(|c| r + r^2/2). So by Cauchy the terms from N on are at most that
    times (R/r)^N / (1 - R/r), if |u| <= R.
    """
    masses: list[arb] = []
    above = cache(lambda place: normal_above(edges[place]))
    places, start = [float(edge.mid()) for edge in edges], 0
    while start < len(edges) - 1:
        radius = CIRCLE / max(1.0, abs(places[start]))
        for closer in CLOSER:
            end = bisect_right(places, places[start] + 2 * radius / 2**closer, start, min(len(edges), start + MANY)) - 1
            if end - start >= ENOUGH:
                break
        if end - start < FEW or not edges[start].is_finite():
            end = max(end, start + 1)
            masses += [x - y for x, y in pairwise(map(above, range(start, end + 1)))]
            start = end
            continue
        middle, terms = arb((places[start] + places[end]) / 2), (ctx.prec + ROOM) // closer + 2
        far = abs(edges[start] - middle).max(abs(edges[end] - middle)) / radius
        rest = (abs(middle) * radius + arb(radius) ** 2 / 2).exp() * far**terms / (1 - far)
        series = [arb(1), -middle]
        for n in range(1, terms - 1):
            series.append(-(middle * series[n] + series[n - 1]) / (n + 1))
        density = (-middle * middle / 2).exp() / (2 * arb.pi()).sqrt()
        sums = arb_poly([0, *(density * a / (n + 1) for n, a in enumerate(series))])
        error = arb(0, (density * rest * (edges[end] - edges[start])).upper())
        values = [sums(edge - middle) for edge in edges[start : end + 1]]
        masses += [b - a + error for a, b in pairwise(values)]
        start = end
    return masses


@dataclass(frozen=True)
class NormalNoise(Noise):
    """The sum of w_i N(c_i, 1) against N(0, 1), with the loss log of the sum of w_i e^(c_i x - c_i^2/2) at x.

    The weights w_i are positive, and the c_i >= 0, in units of sigma, are given by their squares, not all 0. So the
    loss rises in x. One c_i is Gaussian noise.
    """

    squares: tuple[Exact, ...]
    weights: tuple[Exact, ...] = (Exact.of_rational(1),)

    @property
    def is_symmetric(self) -> bool:  # type: ignore[override]
        """Whether there is one c_i."""
        return len(self.squares) == 1

    @property
    def squared(self) -> Exact | None:  # type: ignore[override]
        """The square of the only c_i."""
        return self.squares[0] if self.is_symmetric else None

    def bells(self) -> list[Both]:
        """Return the weights with their centers."""
        return [(w.ball(), square.ball().sqrt()) for w, square in zip(self.weights, self.squares, strict=True)]

    def least(self) -> arb:
        """Return the logarithm of the weight of the center 0, or minus infinity."""
        still = [weight for weight, square in zip(self.weights, self.squares, strict=True) if square == 0]
        return sum(still, Exact.of_rational(0)).ball().log() if still else arb.neg_inf()

    def span(self, bits: float) -> Both:
        """Return the losses at t below 0 and at t above the last center, as P(|z| > t) <= e^(-t^2/2)."""
        far, bells = (2 * bits * arb.const_log2()).sqrt(), self.bells()
        low, high = (_loss_at(bells, end)[0] for end in (-far, far + max(self.squares).ball().sqrt()))
        return low, high

    def places(self, losses: list[arb]) -> list[arb]:
        """Return the outcomes of some losses."""
        bells = self.bells()
        if self.is_symmetric:
            unit, middle = 1 / bells[0][1], bells[0][1] / 2
            return [loss * unit + middle for loss in losses]
        least = self.least()
        return [_place(bells, loss) if loss > least else arb.neg_inf() for loss in losses]

    def above(self, loss: arb) -> Both:
        """Return the masses of all outcomes whose loss is at least this, which may be minus infinity."""
        (place,) = self.places([loss])
        return normal_above(place), sum((w * normal_above(place - c) for w, c in self.bells()), arb(0))

    def between(self, losses: list[arb]) -> list[Both]:
        """Return the masses between neighbors of these losses."""
        edges = self.places(losses)
        parts = ([w * mass for mass in normal_masses([edge - c for edge in edges])] for w, c in self.bells())
        return list(zip(normal_masses(edges), (sum(part, arb(0)) for part in zip(*parts, strict=True)), strict=True))


def _loss_at(bells: list[Both], x: arb) -> Both:
    """Return the loss at an outcome, and its slope, by each bell relative to the largest one."""
    _, top = max(bells, key=lambda bell: float(bell[1] * (x - bell[1] / 2)))
    parts = [(w if c is top else w * ((c - top) * (x - (c + top) / 2)).exp(), c) for w, c in bells]
    whole = sum((part for part, _ in parts), arb(0))
    return top * (x - top / 2) + whole.log(), sum(starmap(mul, parts), arb(0)) / whole


def _place(bells: list[Both], loss: arb) -> arb:
    """Return the outcome of a loss, by Newton's steps. The ends of the ball have a smaller and a larger loss."""
    last = max((center for _, center in bells), key=float)
    x = (loss / last + last).mid()  # right of it, where steps fall
    for _ in range(NEWTON):
        known, slope = _loss_at(bells, x)
        step = (known - loss) / slope
        x = (x - step).mid()
        if abs(step) < arb(2) ** (-ctx.prec // 2):
            radius = abs(step).upper() ** 2 + (1 + abs(x) + 1 / slope) * arb(2) ** (GUARD - ctx.prec)
            low, high = (x - radius).mid(), (x + radius).mid()
            if _loss_at(bells, low)[0] < loss < _loss_at(bells, high)[0]:
                return low.union(high)
    return arb.neg_inf().union(arb.pos_inf())


@dataclass(frozen=True)
class LaplaceNoise(Noise):
    """Laplace noise of this scale, or its law conditional on at most `bound` in absolute value.

    With t = sensitivity/scale and outcomes in scales the loss is t from t on, -t up to 0, and 2x - t between. The two
    ends have masses of their own, and `above` counts the outcomes between. Beyond the bound, b scales, P or Q is alone.
    """

    scale: Exact
    sensitivity: Exact
    bound: Exact | None = None

    @cached_property
    def certain(self) -> tuple[Exact, Exact]:  # type: ignore[override]
        """Return the mass of P above the bound, (e^(t - b) - e^-b) / (2 - 2 e^-b), and that of Q below, the same."""
        if self.bound is None:
            return Noise.certain
        end = exp_of_epsilon(self.bound / self.scale)
        mass = (exp_of_epsilon(self.sensitivity / self.scale) - 1) / (2 * end - 2)
        return mass, mass

    def largest(self) -> arb:
        """Return the largest loss, t."""
        return self.sensitivity.ball() / self.scale.ball()

    def factor_at_end(self) -> Exact | None:
        """Return e^t."""
        shift = self.sensitivity / self.scale
        return exp_of_epsilon(shift) if shift.is_rational() else None

    def places(self, losses: list[arb]) -> list[arb]:
        """Return the outcomes of some losses, (loss + t)/2."""
        end = self.largest()
        return [(loss + end) / 2 for loss in losses]

    def _cut(self) -> arb:
        """Return e^-b, or 0 without a bound."""
        return arb(0) if self.bound is None else (-self.bound.ball() / self.scale.ball()).exp()

    def above(self, loss: arb) -> Both:
        """Return the masses of the outcomes between the ends whose loss is at least this.

        From x = (loss + t)/2 in [0, t] on, Q has (e^-x - e^-t)/(2 - 2 e^-b) and P has (1 - e^(x-t))/(2 - 2 e^-b).
        """
        end, (place,), whole = self.largest(), self.places([loss]), 2 - 2 * self._cut()
        place = place.max(arb(0)).min(end)
        return ((-place).exp() - (-end).exp()) / whole, -(place - end).expm1() / whole

    def points(self, bits: int) -> list[Point]:
        """Return both ends, up to the bound."""
        del bits
        end, cut = self.largest(), self._cut()
        near, far = (1 - cut * end.exp()) / (2 - 2 * cut), ((-end).exp() - cut) / (2 - 2 * cut)
        return [(-end, near, far), (end, far, near)]


@dataclass(frozen=True)
class DiscreteGaussianNoise(Noise):
    """The law on the integers, or up to a truncation, proportional to e^(-z^2/(2 sigma^2)), with s the sensitivity.

    The loss at z is (2 z s - s^2)/(2 sigma^2), or infinite where P or Q is alone.
    """

    sigma: Exact | Enclosure
    sensitivity: int
    truncation: int | None = None

    def span(self, bits: float) -> Both:
        """Return the losses -b and b.

        The law is subgaussian: P(|Z| > t) <= 2 e^(-t^2/(2 sigma^2)) (Canonne, Kamath, Steinke, Corollary 9).
        """
        shift = self.sensitivity / self.sigma.ball()
        end = shift * (2 * (bits + 1) * arb.const_log2()).sqrt() + shift**2 / 2
        return -end, end

    def points(self, bits: int) -> list[Point]:
        """Return the integers, apart from masses of at most 2^-bits."""
        square, s, end = self.sigma.ball() ** 2, self.sensitivity, self.truncation
        far = (2 * (bits + 1) * arb.const_log2() * square).sqrt().upper()
        require_terms(far if end is None else end)
        last = int(far.ceil().fmpz()) + 1 if end is None else end
        with WorkingPrecision(ctx.prec + 2 * last.bit_length()):
            whole = total(square) if end is None else 2 * sum(terms(square, 1, end), arb(0)) + 1
            masses = [mass / whole for mass in terms(square, 0, last + (min(s, 2 * last) if end is None else 0))]
            beyond = arb(0) if end is not None else arb(0).union(masses[-1])
        places = sorted({*range(-last, last + 1), *range(s - last, s + last + 1)})

        def law(center: int) -> list[arb]:
            return [masses[abs(z - center)] if abs(z - center) < len(masses) else beyond for z in places]

        unit, edge = s / (2 * square), last if end is not None else last + s
        losses = ((2 * z - s) * (unit if s - edge <= z <= edge else arb.pos_inf()) for z in places)
        return list(zip(losses, law(0), law(s), strict=True))


def geometric_masses(r: Any, shift: int) -> list[Any]:
    """Return masses proportional to r^z of 0, ..., s > 0. Each end has those of everything beyond it, too."""
    end = 1 / (1 + r)
    return [end, *((1 - r) * end * r**z for z in range(1, shift)), end * r**shift]


@dataclass(frozen=True)
class DiscreteLaplaceNoise(Noise):
    """The law on the integers proportional to E^-abs(z), with s the sensitivity.

    The loss at z from 0 to s is (2z - s) log E. Further out it is the loss of the end.
    """

    base: Exact
    sensitivity: int

    def factor_at_end(self) -> Exact:
        """Return E^s."""
        return self.base**self.sensitivity

    def points(self, bits: int) -> list[Point]:
        """Return 0, ..., s, where each end has the masses of everything beyond it."""
        del bits
        shift, step = self.sensitivity, self.base.ball().log()
        masses = geometric_masses(1 / self.base.ball(), shift)
        return [((2 * z - shift) * step, masses[z], masses[shift - z]) for z in range(shift + 1)]


@dataclass(frozen=True)
class BinomialNoise(Noise):
    """Binomial(n, 1/2) with s the sensitivity. The ratio of P to Q at z is C(n, z - s) / C(n, z)."""

    trials: int
    sensitivity: int

    @cached_property
    def certain(self) -> tuple[Exact, Exact]:  # type: ignore[override]
        """Return the mass of P past n, and that of Q below s."""
        lost = sum(int(fmpz.bin_uiui(self.trials, z)) for z in range(min(self.sensitivity, self.trials + 1)))
        end = Exact.of_rational(Fraction(lost, 1 << self.trials))
        return end, end

    def span(self, bits: float) -> Both:
        """Return the losses of the outcomes that are not rare."""
        points = self.points(math.ceil(bits))
        return points[0][0], points[-1][0]

    def factor_at_end(self) -> Exact:
        """Return C(n, s), the ratio at n."""
        return Exact.of_rational(fmpz.bin_uiui(self.trials, self.sensitivity))

    def points(self, bits: int) -> list[Point]:
        """Return the integers from s to n, apart from masses of 2^-bits, as P(|Z - n/2| > t) <= 2 e^(-2t^2/n)."""
        n, s = self.trials, self.sensitivity
        far = math.isqrt((bits + 1) * n // 2) + 1
        first, last = max(s, n // 2 - far), min(n, (n + 1) // 2 + far + s)
        with WorkingPrecision(ctx.prec + 2 * n.bit_length()):
            masses = [arb(fmpz.bin_uiui(n, max(0, first - s))) * arb(2) ** -n]
            for k in range(first - s, last):
                masses.append(masses[-1] * (n - k) / (k + 1))
            return [((p / q).log(), q, p) for q, p in zip(masses[s:], masses, strict=False)]


@dataclass(frozen=True)
class SkellamNoise(Noise):
    """The difference of two Poisson numbers of the mean v/2, P(z) = e^-v I_z(v), with s the sensitivity.

    The ratio I_(z-s)(v) / I_z(v) does not fall as z rises, since the law is log-concave.
    """

    variance: Exact | Enclosure
    sensitivity: int

    def points(self, bits: int) -> list[Point]:
        """Return the integers, apart from masses of about 2^-bits."""
        variance, s = self.variance.ball(), self.sensitivity
        far = float(bits) * math.log(2)
        last = math.ceil(math.sqrt(2 * far * float(variance.mid())) + far) + 1
        if max(last, s) > MAX_POINTS:
            raise TooLargeError(f"Skellam noise on more than {2 * MAX_POINTS} integers", place="variance")
        with WorkingPrecision(ctx.prec + last.bit_length()):
            masses = skellam_masses(variance, last + s)
        return [
            ((masses[abs(z - s)] / masses[abs(z)]).log(), masses[abs(z)], masses[abs(z - s)])
            for z in range(-last, last + s + 1)
        ]


def skellam_masses(v: arb, last: int) -> list[arb]:
    """Return the masses at 0, ..., last, downwards by I_(z-1) = I_(z+1) + (2 z/v) I_z, which only adds."""
    masses = [(-v).exp() * v.bessel_i(last), (-v).exp() * v.bessel_i(last - 1)]
    for z in range(last - 1, 0, -1):
        masses.append(masses[-2] + 2 * z / v * masses[-1])
    return masses[::-1]


@dataclass(frozen=True)
class ClonesNoise(Noise):
    """The pair of the stronger clones, with E = e^local_epsilon and n users.

    C is Binomial(n - 1, 2/(E + 1)), A is Binomial(C, 1/2), and D is 1 with probability E/(E + 1). P is the law of
    (A + D, C - A + 1 - D), Q that of (A + 1 - D, C - A + D). With a + b = c + 1 the binomial coefficients of a - 1 and
    of a out of c are as a to b. So the ratio at (a, b) is (E a + b) / (a + E b).
    """

    factor: Exact
    users: int

    def factor_at_end(self) -> Exact:
        """Return E, the ratio of b = 0."""
        return self.factor

    def points(self, bits: int) -> list[Point]:
        """Return the pairs (a, b) by rising loss, apart from masses of about 2^-bits."""
        n, E = self.users - 1, self.factor.ball()
        chance, far = 2 / (E + 1), float(bits) * math.log(2)
        mean = n * float(chance.mid())
        away = math.sqrt(2 * far * mean) + far  # by Bernstein's inequality, as a guess
        counts = range(max(0, math.floor(mean - away)), min(n, math.ceil(mean + away)) + 1)
        if len(counts) * (2 * math.sqrt(far * (counts[-1] + 1)) + 2) > MAX_PAIRS:
            raise TooLargeError(f"more than {MAX_PAIRS} pairs of answers", place="users", remedy="name fewer users")
        points = []
        for c in counts:
            whole = fmpz.bin_uiui(n, c) * chance**c * (1 - chance) ** (n - c) * arb(2) ** -c / (E + 1)
            reach = math.ceil(math.sqrt(far * (c + 1) / 2)) + 1
            for a in range(max(0, (c + 1) // 2 - reach), min(c + 1, (c + 2) // 2 + reach) + 1):
                b = c + 1 - a
                one = fmpz.bin_uiui(c, a - 1) if a else fmpz(0)
                other = fmpz.bin_uiui(c, a) if b else fmpz(0)
                p, q = whole * (E * one + other), whole * (one + E * other)
                points.append((((E * a + b) / (a + E * b)).log(), q, p))
        return sorted(points, key=lambda point: float(point[0].mid()))
