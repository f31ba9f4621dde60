"""Laws of noise, each cut into pieces with the masses of both laws and bounds of their ratio."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import isqrt
from typing import Any, NamedTuple, cast

from dpexact.second.document import array, integer, position
from dpexact.second.fields import ONE, Field, Quotient
from dpexact.second.fields import fraction as fraction_of
from dpexact.second.interval import EXPONENT, Interval, Scale, between, finite_end, laplace, line_of_bell, mixed, normal
from dpexact.second.meter import need, within
from dpexact.second.signs import GivenSigns, Sum, shifted_down

HUGE = 2**14  # bits
PRECISION, CELLS, PARAMETER = 2**9, 2**17, 2**10
TRIALS, USERS = 2**20, 2**17
fraction = partial(fraction_of, check="law", limit=PARAMETER)  # read a parameter


class Piece(NamedTuple):
    """Masses under P and Q, and the ratio of the first to the second."""

    first: Interval
    second: Interval
    ratio: Interval

    def turned(self, scale: Scale) -> Piece:
        """Return the piece with the second law for the first."""
        return Piece(self.second, self.first, scale.over(scale.whole, self.ratio))


class Run(NamedTuple):
    """A law with the number of its runs, the list of the evidence for it, its rate, and all that is written of it."""

    times: int
    listed: list[Any]
    rate: Fraction
    content: dict[str, Any]


def line(run: Run, field: Field, scale: Scale) -> Iterator[Piece]:
    """Yield the parts of the line between edges, for Gaussian and Laplace noise of the width 1."""
    is_normal = run.content["law"] != "laplace"
    width, several = fraction(run.content["sigma" if is_normal else "scale"]), shifts(run.content)
    need(width > 0 and all(c >= 0 for _, c in several), "law", "a width is positive, a sensitivity is not negative")
    several = [(weight, c / width) for weight, c in several if weight > 0]
    edges = edges_of(run.content)
    below = partial(normal, whole=line_of_bell(scale), scale=scale) if is_normal else partial(laplace, scale=scale)
    centers = [Fraction(0), *(c for _, c in several)]
    field.meter.pay(sum(price(x - c, scale, is_normal=is_normal) for x in edges for c in centers))
    start, end = Interval(0, 0), scale.whole
    q = [start, *map(below, edges), end]
    p = [start, *(mixed(scale, ((w, below(x - c)) for w, c in several)) for x in edges), end]
    if is_normal:
        inner = (mixed(scale, ((w, scale.exp(c * x - c * c / 2)) for w, c in several)) for x in edges)
        ratios = [
            mixed(scale, ((w, Interval(scale.one, None)) for w, c in several if c == 0)),
            *inner,
            Interval(0, None),
        ]
    else:
        t = several[0][1]
        inner = (scale.exp(2 * min(max(x, Fraction(0)), t) - t) for x in edges)
        ratios = [scale.exp(-t), *inner, scale.exp(t)]
    for k in range(len(edges) + 1):
        yield Piece(between(p[k], p[k + 1]), between(q[k], q[k + 1]), Interval(ratios[k].low, ratios[k + 1].high))


def edges_of(content: dict[str, Any]) -> list[Fraction]:
    """Return the edges of cells, which increase."""
    bits = position(content["precision"], PRECISION, "edges", "precision")
    edges = [Fraction(short(x), 1 << bits) for x in array(content["edges"], "edges")]
    within(len(edges), CELLS, "cells of a law")
    need(all(x < y for x, y in pairwise(edges)), "edges", "the edges do not increase")
    return edges


def shifts(parameters: dict[str, Any]) -> list[tuple[Fraction, Fraction]]:
    """Return the weights and sensitivities of a mixture, one of the weight 1 for other noise."""
    if "sensitivity" in parameters:
        return [(Fraction(1), fraction(parameters["sensitivity"]))]
    weights, centers = ([fraction(x) for x in array(parameters[key], key)] for key in ("weights", "sensitivities"))
    need(len(weights) == len(centers) > 0, "law", "there are not as many weights as sensitivities")
    within(len(weights), 2**8, "sensitivities of a law")
    need(min(weights) >= 0 and sum(weights) == 1, "law", "weights are not probabilities")
    return list(zip(weights, centers, strict=True))


def price(x: Fraction, scale: Scale, *, is_normal: bool) -> int:
    """Return about the cost of the mass below x, in units of the meter: terms of a series times their length."""
    if is_normal:
        y = min(x * x // 2, scale.places)
        return (scale.places // 4 + 3 * y) * (10 + (scale.places + 2 * y) // 512)
    width = scale.places + 2 * min(EXPONENT, abs(x).__ceil__())
    return 2 * width * (1 + width // 1024)


def integers_of(run: Run) -> tuple[int, int, int]:
    """Return the sensitivity, and the least and the greatest integer, between which both centers are."""
    shift = fraction(run.content["sensitivity"])
    need(shift >= 0 and shift.denominator == 1, "law", "the sensitivity is no integer from 0")
    s, least, greatest = int(shift), short(run.content["least"]), short(run.content["greatest"])
    need(least <= 0 and s <= greatest, "edges", "the integers do not reach from 0 to the sensitivity")
    within(max(greatest, s - least), CELLS - 1, "integers of a law")
    return s, least, greatest


def discrete_gaussian(run: Run, field: Field, scale: Scale) -> Iterator[Piece]:
    """Yield the tail below the least integer, the integers, and the tail above the greatest.

    The weights w(z) = exp(-z^2/(2 sigma^2)) fall from 0 on, so those from n > 0 on sum to at most w(n) and the integral
    from n on, which is at most w(n) sigma sqrt(pi/2) < w(n) 4 sigma / 3.
    """
    sigma, (s, least, greatest) = fraction(run.content["sigma"]), integers_of(run)
    need(sigma > 0, "law", "sigma is not positive")
    end = max(greatest, s - least) + 1
    field.meter.pay(end * scale.places * 8)
    weights = [scale.exp(-Fraction(z * z) / (2 * sigma * sigma)) for z in range(end + 1)]
    beyond = (finite_end(weights.pop()) * (1 + 4 * sigma / 3)).__ceil__()

    def ratio(z: int) -> Interval:
        return scale.exp(Fraction(s * (2 * z - s)) / (2 * sigma * sigma))

    return symmetric(s, range(least, greatest + 1), 0, weights, beyond, ratio, scale)


def skellam(run: Run, field: Field, scale: Scale) -> Iterator[Piece]:
    """Yield the tail below the least integer, the integers, and the tail above the greatest.

    The weights are I_n(v)/I_0(v), v the variance, with I_(n-1) = I_(n+1) + (2n/v) I_n. Far out let I_N = 1 and
    I_(N+1) = x, which is from 0 to v/(2N + 2). Then each I_n is a + b x with a, b >= 0, and a quotient of two of them
    has its least and its greatest value at the ends of x. As the law is log-concave, neighbors have falling quotients.
    """
    variance, (s, least, greatest) = fraction(run.content["variance"]), integers_of(run)
    need(variance > 0, "law", "the variance is not positive")
    end = max(greatest, s - least) + 1
    last = 2 * end + 64
    field.meter.pay(last * scale.places * 8)
    runs = [below_from(last, variance, x, scale) for x in (Fraction(0), variance / (2 * last + 2))]

    def quotient(n: int, m: int) -> Interval:
        several = [scale.over(run[n], run[m]) for run in runs]
        return Interval(min(x.low for x in several), max(map(finite_end, several)))

    weights = [quotient(n, 0) for n in range(end + 1)]
    fall, outer = finite_end(quotient(end, end - 1)), finite_end(weights.pop())
    need(fall < scale.one, "size", "the weights do not fall where the integers end")
    beyond = -(-(outer << scale.places) // (scale.one - fall))
    return symmetric(s, range(least, greatest + 1), 0, weights, beyond, lambda z: quotient(abs(z - s), abs(z)), scale)


def below_from(last: int, variance: Fraction, x: Fraction, scale: Scale) -> list[Interval]:
    """Return I_0, ..., I_last where I_last is 1 and the next one is x, without much of a rounding error."""
    after, here = scale.of(x), scale.whole
    values = [here]
    for n in range(last, 0, -1):
        step = 2 * n / variance
        top, bottom = step.numerator, step.denominator
        low, high = here.low * top // bottom, -(-finite_end(here) * top // bottom)
        here, after = Interval(after.low + low, finite_end(after) + high), here
        values.append(here)
    return values[::-1]


def symmetric(
    s: int,
    integers: range,
    double: int,
    weights: list[Interval],
    beyond: int,
    ratio: Callable[[int], Interval],
    scale: Scale,
) -> Iterator[Piece]:
    """Yield the cells of a law around double/2, from its weights there and on, and the most that all others have.

    The integers below the first one of the evidence are a cell, and so are those above the last one.
    """
    half, least, greatest = (double + 1) // 2, integers.start, integers.stop - 1
    first, last = double - half - len(weights) + 1, half + len(weights) - 1

    def at(z: int) -> Interval:
        return weights[max(z - half, double - half - z)] if first <= z <= last else Interval(0, beyond)

    def among(low: int, high: int) -> Interval:
        known = [at(z) for z in range(max(low, first), min(high, last) + 1)]
        return Interval(sum(x.low for x in known), sum(map(finite_end, known)) + 2 * beyond)

    total = among(first, last)
    need(total.low > 0, "size", "the weights cannot be told from 0")

    def mass(low: int, high: int) -> Interval:
        return scale.over(among(low, high), total)

    yield Piece(mass(first, least - s - 1), mass(first, least - 1), Interval(0, ratio(least).high))
    for z in integers:
        yield Piece(scale.over(at(z - s), total), scale.over(at(z), total), ratio(z))
    yield Piece(mass(greatest + 1 - s, last), mass(greatest + 1, last), Interval(ratio(greatest).low, None))


def falling(steps: Iterable[Interval], scale: Scale) -> list[Interval]:
    """Return 1 and its products with more and more of the steps, until one is below 2^-places or there are no more."""
    products = [scale.whole]
    for step in steps:
        if finite_end(products[-1]) <= 1:
            break
        products.append(scale.times(products[-1], step))
    return products


def binomial(run: Run, field: Field, scale: Scale) -> Iterator[Piece]:
    """Yield the numbers of heads below the least of the evidence as one, each up to the greatest, and those above.

    Weights are those of the middle one times the quotients from there on. Those that are left are below 2^-places.
    """
    trials, shift = fraction(run.content["trials"]), fraction(run.content["sensitivity"])
    need(trials.denominator == shift.denominator == 1 and 1 <= shift <= trials, "law", "1 <= sensitivity <= trials")
    within(int(trials), TRIALS, "trials")
    n, s, least, greatest = int(trials), int(shift), short(run.content["least"]), short(run.content["greatest"])
    need(s <= least <= greatest <= n, "edges", "the integers do not lie between the sensitivity and the trials")
    field.meter.pay(isqrt(n * scale.places + scale.places**2) * scale.places // 4)
    half = (n + 1) // 2
    weights = falling((scale.of(Fraction(n - z, z + 1)) for z in range(half, n)), scale)
    rest = finite_end(weights[-1]) * (n - half - len(weights) + 1)  # of each side

    def ratio(z: int) -> Interval:
        several = (max(x - half, n - half - x) for x in (z - s, z))
        return scale.over(*(weights[k] if k < len(weights) else Interval(0, rest) for k in several))

    return symmetric(s, range(least, greatest + 1), n, weights, rest, ratio, scale)


def shuffled(run: Run, field: Field, scale: Scale) -> Iterator[Piece]:
    """Yield the outcomes by the share of ones among the answers that look like those of the user, and all others.

    Of m others, c give such an answer, each with the probability 2/(E + 1), and toss a fair coin for it. T is the
    probability of c and of a ones among them. The user adds a one with the probability E/(E + 1) under P, and with
    1/(E + 1) under Q.
    """
    factor, users = read_quotient(run.content["local_factor"], field), fraction(run.content["users"])
    need(field.is_positive(field.difference(factor, ONE)), "law", "the factor is not greater than 1")
    need(users.denominator == 1 and users >= 1, "law", "there is no user")
    within(int(users), USERS, "users")
    m, least, greatest, reach = (
        int(users) - 1,
        short(run.content["least"]),
        short(run.content["greatest"]),
        short(run.content["reach"]),
    )
    edges = edges_of(run.content)
    need(0 <= least <= greatest <= m and reach >= 1, "edges", "the numbers of answers do not lie among the users")
    need(all(0 <= x <= 1 for x in edges), "edges", "an edge is no share")
    precision = int(run.content["precision"])
    shares = [int(x * (1 << precision)) for x in edges]
    field.meter.pay((greatest - least + 1) * (min(reach, greatest) + 8) * (32 + scale.places // 8))
    field.meter.pay(greatest * (32 + scale.places // 8))
    e, whole = quotient_between(factor, field, scale), scale.whole
    lie = scale.over(whole, scale.plus(e, whole))
    chances = chances_of(m, e, scale)
    p, q = ([Interval(0, 0)] * (len(edges) + 1) for _ in range(2))  # sums of T before a one is added, and a zero
    middle = whole
    for c in range(greatest + 1):
        if c >= least:
            start, row = coins(c, reach, scale.times(middle, chances(c)))
            for ones, (one, zero) in enumerate(pairwise([Interval(0, 0), *row, Interval(0, 0)]), start):
                cell = bisect_right(shares, (ones << precision) // (c + 1))
                p[cell], q[cell] = scale.plus(p[cell], one), scale.plus(q[cell], zero)
        middle = scale.times(middle, scale.of(Fraction(c + 1, 2 * (c // 2 + 1))))
    truth = between(lie, whole)
    first, second = (
        [scale.plus(scale.times(truth, x), scale.times(lie, y)) for x, y in zip(*several, strict=True)]
        for several in ((p, q), (q, p))
    )
    ratios = [share_ratio(t, e, scale) for t in (Fraction(0), *edges, Fraction(1))]
    for k, masses in enumerate(zip(first, second, strict=True)):
        yield Piece(*masses, Interval(ratios[k].low, ratios[k + 1].high))
    rest = Interval(0, scale.one - min(sum(x.low for x in several) for several in (first, second)))
    yield Piece(rest, rest, Interval(ratios[0].low, ratios[-1].high))


def chances_of(m: int, e: Interval, scale: Scale) -> Callable[[int], Interval]:
    """Return the probabilities that c of m users answer like the one who is replaced, by their quotients."""
    odds = scale.over(Interval(2 * scale.one, 2 * scale.one), between(scale.whole, e))
    inverse = scale.over(scale.whole, odds)
    mode = min(m, (m + 1) * 2 * scale.one // (e.low + scale.one))
    above = falling((scale.times(scale.of(Fraction(m - c, c + 1)), odds) for c in range(mode, m)), scale)
    below = falling((scale.times(scale.of(Fraction(c, m - c + 1)), inverse) for c in range(mode, 0, -1)), scale)
    weights = [*below[:0:-1], *above]
    rest = (m + 1) * (finite_end(above[-1]) * (mode + len(above) <= m) + finite_end(below[-1]) * (mode >= len(below)))
    total = Interval(sum(x.low for x in weights), sum(map(finite_end, weights)) + rest)
    start = mode - len(below) + 1

    def chance(c: int) -> Interval:
        inside = start <= c < start + len(weights)
        return scale.over(weights[c - start] if inside else Interval(0, rest), total)

    return chance


def coins(c: int, reach: int, middle: Interval) -> tuple[int, list[Interval]]:
    """Return probabilities of numbers of ones among c coins that differ from the zeros by at most the reach."""
    row, last = [middle], min(c, (c + reach) // 2)
    for ones in range(c - c // 2, last):
        low, high = row[-1].low * (c - ones), finite_end(row[-1]) * (c - ones)
        row.append(Interval(low // (ones + 1), -(-high // (ones + 1))))
    return c - last, [*(row[:0:-1] if c % 2 == 0 else row[::-1]), *row]


def share_ratio(t: Fraction, e: Interval, scale: Scale) -> Interval:
    """Return (E t + 1 - t)/(t + E (1 - t)), the ratio of P to Q if the share of ones is t."""
    one, zero = scale.of(t), scale.of(1 - t)
    return scale.over(scale.plus(scale.times(e, one), zero), scale.plus(one, scale.times(e, zero)))


def discrete_laplace(run: Run, field: Field, scale: Scale) -> Iterator[Piece]:
    """Yield the integers up to 0 as one, each between 0 and s, and those from s on as one, for the base B.

    Q has B/(B + 1), (B - 1)/(B + 1) B^-z and B^(1 - s)/(B + 1). P has the reverse, and the ratio is B^(2z - s).
    """
    base, shift = read_quotient(run.content["base"], field), fraction(run.content["sensitivity"])
    need(field.is_positive(field.difference(base, ONE)), "law", "the base is not greater than 1")
    need(shift.denominator == 1 and shift >= 1, "law", "the sensitivity is no positive integer")
    s = int(shift)
    within(s, CELLS, "sensitivity")
    field.meter.pay(s * scale.places * 8)
    b = quotient_between(base, field, scale)
    above, under, powers = scale.plus(b, scale.whole), between(scale.whole, b), [scale.whole]
    for _ in range(s):
        powers.append(scale.times(powers[-1], b))
        within(powers[-1].low.bit_length() - scale.places, HUGE, "bits of a ratio")
    masses = [scale.over(b, above)]
    masses += [scale.over(scale.over(under, above), powers[z]) for z in range(1, s)]
    masses.append(scale.over(scale.over(b, above), powers[s]))
    for z in range(s + 1):
        n = 2 * z - s
        yield Piece(masses[s - z], masses[z], powers[n] if n >= 0 else scale.over(scale.whole, powers[-n]))


def response(run: Run, field: Field, scale: Scale) -> Iterator[Piece]:
    """Yield the outcomes of randomized response."""
    del field
    truth, count = fraction(run.content["truth"]), fraction(run.content["categories"])
    need(0 <= truth <= 1, "law", "the truth is told with a probability")
    need(count.denominator == 1 and count >= 2, "law", "there are at least two categories")
    lie = (1 - truth) / (count - 1)
    same = (count - 2) * lie
    for p, q in ((truth, lie), (lie, truth), (same, same)):
        yield Piece(scale.of(p), scale.of(q), scale.of(p / q) if q else Interval(0, None))


def finite(run: Run, field: Field, scale: Scale) -> Iterator[Piece]:
    """Yield the outcomes of two distributions."""
    laws = [[read_quotient(x, field) for x in array(run.content[key], key)] for key in ("first", "second")]
    need(len(laws[0]) == len(laws[1]) > 0, "law", "the two distributions have not as many outcomes")
    within(len(laws[0]), CELLS, "cells of a law")
    for law in laws:
        need(all(map(field.is_negative_nowhere, law)), "law", "a probability is negative")
        total = field.total(law)
        need(field.minus(total.top, total.bottom) == 0, "law", "probabilities do not sum to 1")
    for p, q in zip(*laws, strict=True):
        first, second = (quotient_between(x, field, scale) for x in (p, q))
        yield Piece(first, second, scale.over(first, second) if field.is_positive(q) else Interval(0, None))


def read_quotient(value: Any, field: Field) -> Quotient:
    """Return a quotient with a positive denominator."""
    quotient = field.quotient(value)
    need(field.signs.is_positive(quotient.bottom), "law", "a denominator is not positive")
    return quotient


def quotient_between(x: Quotient, field: Field, scale: Scale) -> Interval:
    """Return a quotient >= 0 with a positive denominator."""
    top, bottom = (sum_between(part, field, scale) for part in x)
    return scale.over(Interval(max(0, top.low), top.high), bottom)


def sum_between(x: Sum, field: Field, scale: Scale) -> Interval:
    """Return a sum >= 0. If it is positive, so is its lower end."""
    if not isinstance(x, dict):
        return scale.of(Fraction(x))
    low = high = 0
    more, is_bounded, signs = 64, True, cast("GivenSigns", field.signs)
    while low <= 0:
        low = high = 0
        for powers, c in x.items():
            field.meter.pay(64 + (scale.places + more) // 8)
            below, above, e = signs.monomial(powers, scale.places + more)
            if above.bit_length() + e > HUGE:  # only a lower bound is of use
                need(c > 0, "size", "a difference of huge numbers")
                below, above, e, is_bounded = 1, 1, HUGE - scale.places - more - 1, False
            ends = sorted((int(c) * below, int(c) * above))
            low, high = low + shifted_down(ends[0], e + scale.places), high - shifted_down(-ends[1], e + scale.places)
        more *= 2
        within(more, PARAMETER << 6, "bits of a difference")
    return Interval(low, high if is_bounded else None)


def short(value: Any) -> int:
    """Return an edge or a place."""
    number = integer(value)
    within(number.bit_length(), PARAMETER, "bits of an edge or a place")
    return number
