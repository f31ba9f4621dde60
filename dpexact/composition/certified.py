"""Certificates that a composition of laws of noise keeps delta at E, by the cells of a lattice.

Floats guess the lattice and the cells. The kernel's functions compute the delta that the cells prove.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

from flint import arb, fmpq

from dpexact.certificates.certificate import Certificate, within_limits
from dpexact.certificates.encoding import Encoder, hexadecimal
from dpexact.composition.sampled import Sampled, outline
from dpexact.composition.written import FACTORS, Law
from dpexact.errors import ParameterError, TooLargeError
from dpexact.kernel.budget import Budget, Rejected
from dpexact.kernel.composition import MAX_BITS, proved_delta
from dpexact.kernel.field import decode_field
from dpexact.kernel.noise import quotient
from dpexact.kernel.noise_laws import LAWS
from dpexact.laws.noise import Point
from dpexact.numbers.balls import START_BITS, WorkingPrecision
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import excerpt, value_excerpt

LOSS = 0.005  # the share of delta that the step of the lattice costs, about
FEWEST, FEWEST_ATOMS = 16, 1 << 10  # runs for which the lattice is fine enough. A single mass shows its step more
PLACES = 1 << 18  # of the lattice, about
TAIL = 12  # bits by which an integer without a cell has less mass than what is left out
SMALL = 20  # bits by which the omitted mass is smaller than delta
ROOM = Fraction(1, 1 << 12)  # of delta, for a checker that rounds in another way
REACH = 2500.0  # greatest loss of a lattice
WIDE = 1 / 256  # the share of the loss of the whole lattice that one wide cell costs
DIGITS = 6  # of the delta that is certified
STEPS = (Fraction(0), *(Fraction(1, 1 << n) for n in (10, 8, 7, 6, 3)))  # shares of an epsilon beyond it
SMALLEST = Fraction(1, 1 << 6)  # epsilon of which a share is taken
FINER = (1, 4, 16)  # times as many places for a delta that is nearly the least one
POINTS = 500
LEAST_DELTA = 400  # bits. A smaller delta is not told from this one
POWERS = range(-24, 29)
INTEGERS = "discrete_gaussian", "binomial", "skellam"  # laws with a cell for each integer


GREATEST = 10**300  # E. All likelihood ratios of a lattice are smaller


def certificate_of(laws: Sequence[tuple[Law, int]], factor: Exact | float, finer: int = 1) -> Certificate:
    """Certify that the laws, run so many times, keep a delta at E, with so many times as many places.

    Raises ParameterError for an infinite E or irrational parameters, TooLargeError.
    """
    statement, plan = stated("composition", laws, factor)
    plan = replace(plan, finer=finer)
    evidence = plan.evidence()
    try:
        field = decode_field(statement["generators"], Budget())
        known = quotient(field, statement["exp_epsilon"])
        found, bits = proved_delta(statement["laws"], known, evidence, field)
    except Rejected as error:
        raise TooLargeError(f"this composition is too much for a checker: {error}", place="certificate") from None
    delta = _short(min(Fraction(int(found), 1 << bits) * (1 + ROOM), Fraction(1)))
    return Certificate(statement | {"delta": [hexadecimal(delta.numerator), hexadecimal(delta.denominator)]}, evidence)


def stated(kind: str, laws: Sequence[tuple[Law, int]], factor: Exact | float) -> tuple[dict[str, Any], Plan]:
    """Return a statement with a delta of 1, and the plan of its evidence. Raises the errors of `certificate_of`."""
    if not isinstance(factor, Exact):
        raise ParameterError("infinity", place="certificate", expected="a finite E")
    laws = [(law.form or law, count) for law, count in laws]
    for law, _ in laws:
        if law.name not in LAWS:
            raise ParameterError(
                law.name, place="certificate", expected=f"laws that a checker knows: {', '.join(LAWS)}"
            )
    fields = {value.field for law, _ in laws for _, value in law.parameters if isinstance(value, Exact)}
    fields |= {x.field for law, _ in laws for _, value in law.parameters if isinstance(value, tuple) for x in value}
    encoder = Encoder.of({factor.field} | fields)
    if factor >= GREATEST:
        raise TooLargeError(
            f"expected E below {GREATEST}, as the lattice of a checker reaches",
            place="certificate",
            remedy="name a smaller E",
        )
    statement = {
        "kind": kind,
        "generators": encoder.generators(),
        "laws": [{"law": law.name, "count": hexadecimal(count), **_parameters(law, encoder)} for law, count in laws],
        "exp_epsilon": encoder.quotient(factor),
        "delta": ["1", "1"],
    }
    within_limits(Certificate(statement, {}))
    return statement, Plan(tuple(laws), math.log(float(factor)))


def certificate_at(laws: Sequence[tuple[Law, int]], factor: Exact | float, allowed: Exact) -> Certificate:
    """Certify that the laws keep this delta at E, with more places if the lattice is too coarse for it.

    Raises the errors of `certificate_of`, and TooLargeError if it is not proved by masses that are rounded up.
    """
    for finer in FINER:
        made = certificate_of(laws, factor, finer)
        if Fraction(*(int(part, 16) for part in made.statement["delta"])) <= allowed:
            break
    else:
        raise TooLargeError("this delta is not proved by masses that are rounded up", place="certificate")
    return _with_delta(made, allowed)


def _with_delta(made: Certificate, delta: Exact) -> Certificate:
    """State a larger delta, if it is rational."""
    if not delta.is_rational():
        return made
    number = delta.as_fraction()
    stated_delta = [hexadecimal(number.numerator), hexadecimal(number.denominator)]
    return Certificate({**made.statement, "delta": stated_delta}, made.evidence)


def certificate_for_delta(laws: Sequence[tuple[Law, int]], least: Fraction, allowed: Exact) -> Certificate:
    """Certify that the laws keep a delta, at the sufficient epsilon `least` rounded up to six digits.

    If the delta that a certificate proves there is larger than this one, the epsilon is a little larger.

    Raises the errors of `certificate_of`, and TooLargeError if no epsilon near it is proved to be enough.
    """
    for more in STEPS if allowed > 0 else STEPS[:1]:
        text = Exact.of_rational(least + more * max(least, SMALLEST)).decimal(DIGITS, "up")
        made = certificate_of(laws, exp_of_epsilon(text))
        found = Fraction(*(int(part, 16) for part in made.statement["delta"]))
        if found <= allowed:
            return _with_delta(made, allowed)
    raise TooLargeError(
        (
            f"no epsilon up to {text} is proved to be enough for delta = {excerpt(str(allowed))} by masses "
            "that are rounded up"
        ),
        place="certificate",
        remedy="give a larger delta, or an epsilon",
    )


def _parameters(law: Law, encoder: Encoder) -> dict[str, Any]:
    """Write the parameters. All are rational except the base and the probabilities of finite laws."""
    found: dict[str, Any] = {}
    for key, value in law.parameters:
        if key in ("p", "q"):
            found[{"p": "first", "q": "second"}[key]] = [encoder.quotient(x) for x in value]
        elif key in FACTORS:
            found[key] = encoder.quotient(value)
        else:
            found[key] = [_rational(key, x) for x in value] if isinstance(value, tuple) else _rational(key, value)
    return found


def _rational(key: str, value: Exact) -> list[str]:
    if not value.is_rational():
        raise ParameterError(
            value_excerpt(value), place="certificate", expected=f"a rational {key}", remedy="round it to the safe side"
        )
    number = value.as_fraction()
    return [hexadecimal(number.numerator), hexadecimal(number.denominator)]


def _short(delta: Fraction) -> Fraction:
    """Return the next decimal of few digits that is no less."""
    if delta == 0:
        return delta
    places = DIGITS - math.floor(math.log10(delta)) if delta > Fraction(1, 10**300) else DIGITS + 300
    scale = 10 ** max(0, places)
    return Fraction(-(-delta.numerator * scale // delta.denominator), scale)


@dataclass(frozen=True)
class Plan:
    """A sufficient lattice with its cells, guessed from the moments of the loss."""

    laws: tuple[tuple[Law, int], ...]
    epsilon: float
    finer: int = 1
    more: float = 0.0

    @cached_property
    def runs(self) -> int:
        """Return the number of all runs."""
        return sum(count for _, count in self.laws)

    @cached_property
    def profiles(self) -> list[tuple[list[tuple[float, float, float]], int]]:
        """The losses of each law, first roughly and then as far out as they matter."""
        return [(profile(law, 60 + math.log(max(1, self.runs))), count) for law, count in self.laws]

    def cumulant(self, order: float, *, added: bool) -> float:
        """Return the logarithm of the mean of e^(order loss)."""
        return sum(count * _log_moment(points, order, added=added) for points, count in self.profiles)

    @cached_property
    def orders(self) -> list[float]:
        """The orders at which moments are taken."""
        mean = variance = 0.0
        for points, count in self.profiles:
            finite = [(loss, p) for loss, p, q in points if p and q]
            middle = sum(loss * p for loss, p in finite)
            mean, variance = mean + count * middle, variance + count * sum(p * (x - middle) ** 2 for x, p in finite)
        return [2.0 ** (power / 4) / min(1.0, max(math.sqrt(variance), abs(mean) / 1024, 1e-30)) for power in POWERS]

    @cached_property
    def sharp(self) -> tuple[float, float]:
        """About -log(delta), and how fast it rises in epsilon."""
        found = []
        for added in (False, True):
            values = [(self.cumulant(a, added=added) - a * self.epsilon, a) for a in self.orders]
            found.append(min(values))
        logarithm, order = max(found)
        return min(max(0.0, -logarithm), LEAST_DELTA * math.log(2)), max(order, self.orders[POWERS.index(0)])

    @cached_property
    def far(self) -> float:
        """Return the number for which masses below e^-far are left out."""
        return self.sharp[0] + SMALL * math.log(2) + math.log(max(1, self.runs)) + self.more

    @cached_property
    def window(self) -> tuple[float, float]:
        """The range of the losses of all runs, except the omitted mass.

        Mass that is moved up to the lowest place must come up to epsilon again, which is e^(order low) times rarer.
        """
        low = high = 1e-3
        small = (SMALL + 8) * math.log(2)
        for added in (False, True):
            high = max(high, min((self.cumulant(a, added=added) + self.far) / a for a in self.orders))
            down = ((max(0.0, self.cumulant(-a, added=added)) + small, a + self.sharp[1]) for a in self.orders)
            low = max(low, min(x / a for x, a in down))
        _require_reach(low + high)
        return -low, high + 1e-3

    @cached_property
    def step(self) -> int:
        """N, with G = 1 + 1/N."""
        low, high = self.window
        smooth = all(law.name in ("gaussian", "discrete_gaussian") for law, _ in self.laws)
        width = math.sqrt(12 * LOSS / max(FEWEST if smooth else FEWEST_ATOMS, self.runs)) / self.sharp[1]
        return math.ceil(self.finer / min(0.5, max(width, self.finer * (high - low) / PLACES)))

    @property
    def width(self) -> float:
        """The logarithm of G."""
        return math.log1p(1 / self.step)

    def place(self, loss: float) -> int:
        """Return the place at a loss or below it."""
        return math.floor(loss / self.width)

    @cached_property
    def bits(self) -> int:
        """The bits of a mass, so many that rounding loses less than delta."""
        low, high = self.window
        needed = self.sharp[0] / math.log(2) + SMALL + 12
        needed += math.log2(max(1, self.runs)) + math.log2((high - low) / self.width + 2) + math.log2(self.step + 1)
        return min(MAX_BITS, math.ceil(needed + min(64.0, high / math.log(2))))

    def evidence(self) -> dict[str, Any]:
        """Return the evidence."""
        low, high = self.window
        return {
            "ratio": [hexadecimal(self.step + 1), hexadecimal(self.step)],
            "bits": self.bits,
            "lowest": hexadecimal(self.place(low)),
            "highest": hexadecimal(self.place(high) + 1),
            "cells": [self.cells(law) for law, _ in self.laws],
        }

    def cells(self, law: Law) -> dict[str, Any]:
        """Return the cells of one law."""
        if law.name in ("gaussian", "gaussian_mixture", "laplace"):
            return self._line(law)
        if law.name == "shuffled":
            return self._shuffled(law)
        if law.name in INTEGERS:
            points, s = self._points(law), int(law.number("sensitivity"))
            start = (int(law.number("trials")) if law.name == "binomial" else 0) + s - len(points) + 1 >> 1
            places = [self.place(float(loss.mid())) for loss, _, _ in points]
            inner = [(i, i + 1) for i in places]
            ends = [(self._start(law, places[0]), places[0] + 1), *inner, inner[-1]]
            return {
                "least": hexadecimal(start),
                "greatest": hexadecimal(start + len(points) - 1),
                "places": _written(ends),
            }
        atoms = (math.log(p) - math.log(q) if p and q else 0.0 for p, q in law.atoms())
        return {"places": _written((self.place(x), self.place(x) + 1) for x in map(law.sampled, atoms))}

    def _start(self, law: Law, place: int) -> int:
        """Return the place of the least ratio, 1 - rate, or this place if the rate is 1."""
        rate = law.number("rate")
        return min(place, self.place(math.log1p(-rate))) if rate < 1 else place

    def _points(self, law: Law) -> list[Point]:
        """Return the integers that matter, with losses at the rate, as many on both sides of the middle."""
        bits = math.ceil(self.far / math.log(2)) + TAIL
        with WorkingPrecision(START_BITS):
            points = law.source.noise.points(bits)
            tiny, fewest = arb(2) ** -bits, int(law.number("sensitivity")) + 2
            while len(points) > fewest and all(x < tiny for end in (0, -1) for x in points[end][1:]):
                points = points[1:-1]
            return [(law.source.loss(loss), q, p) for loss, q, p in points]

    def _shuffled(self, law: Law) -> dict[str, Any]:
        """Cut the shares at places of the lattice, for the numbers of answers that matter."""
        precision, m = min(511, self.bits), int(law.number("users")) - 1
        with WorkingPrecision(precision + 64):
            factor = law.source.noise.factor.ball()
            first, last = (self.place(sign * float(factor.log().mid())) for sign in (-1, 1))
            cuts = list(self._cuts(law, first + 1, max(first + 1, last)))
            ratios = [arb(fmpq(self.step + 1, self.step)) ** i for i in cuts]
            shares = [(r * factor - 1) / ((factor - 1) * (r + 1)) for r in ratios]
            edges = [int((x * arb(2) ** precision).mid().floor().fmpz()) for x in shares]
            mean = m * 2 / (float(factor.mid()) + 1)
        away = math.sqrt(2 * self.far * mean) + self.far
        least, greatest = max(0, math.floor(mean - away)), min(m, math.ceil(mean + away))
        return {
            "precision": precision,
            "edges": [hexadecimal(edge) for edge in edges],
            "least": hexadecimal(least),
            "greatest": hexadecimal(greatest),
            "reach": hexadecimal(math.ceil(math.sqrt(2 * greatest * self.far)) + 2),
            "places": _written([*pairwise([first, *cuts, cuts[-1] + 1]), (first, cuts[-1] + 1)]),
        }

    def _line(self, law: Law) -> dict[str, Any]:
        """Cut the line at places of the lattice, with wider cells in regions of little mass."""
        precision = min(511, self.bits)
        if law.name == "gaussian_mixture":
            return self._mixture(law, precision)
        shift = law.shift
        if shift * law.number("rate") == 0:  # all ratios are 1
            far = math.ceil(self.far) << precision
            places = _written([(self._start(law, -1), 0), (0, 1), (1, 2)])
            return {"precision": precision, "edges": [hexadecimal(-far), hexadecimal(far)], "places": places}
        if law.name == "gaussian":
            reach = math.sqrt(2 * self.far)
            ends = shift * -reach - shift**2 / 2, shift * reach + shift**2 / 2
        else:
            ends = -shift, shift
        _require_reach(law.sampled(ends[1]) - law.sampled(ends[0]))
        first, last = (self.place(law.sampled(end)) for end in ends)
        start = self._start(law, first) if law.name == "gaussian" else first
        cuts = list(self._cuts(law, first + 1, max(first + 1, last)))
        with WorkingPrecision(precision + 64 + 2 * math.ceil(-ends[0])):  # 1 - rate + rate e^loss may be close to 0
            edges = [_edge(law, i, self.step, precision) for i in cuts]
        ends_of_cells = [start, *cuts, cuts[-1] + 1]
        return {
            "precision": precision,
            "edges": [hexadecimal(edge) for edge in edges],
            "places": _written(pairwise(ends_of_cells)),
        }

    def _mixture(self, law: Law, precision: int) -> dict[str, Any]:
        noise = law.source.noise
        with WorkingPrecision(precision + 64):
            far = math.sqrt(2 * self.far)
            ends = [float(noise.loss(arb(x)).mid()) for x in (-far, far + float(max(noise.centers)))]
            _require_reach(ends[1] - ends[0])
            least = float(noise.least().mid()) if noise.least().is_finite() else ends[0]
            start, first, last = (self.place(x) for x in (min(least, ends[0]), ends[0], ends[1]))
            cuts = list(self._cuts(law, max(first, start) + 1, max(first + 1, last)))
            ratio = arb(fmpq(self.step + 1, self.step)).log()
            edges = [int((noise.place((ratio * i).mid()) * arb(2) ** precision).mid().floor().fmpz()) for i in cuts]
        places = _written(pairwise([start, *cuts, cuts[-1] + 1]))
        return {"precision": precision, "edges": [hexadecimal(edge) for edge in edges], "places": places}

    def _cuts(self, law: Law, first: int, last: int) -> Iterator[int]:
        """Yield the ends of cells. A cell of n steps with a mass m loses about m n^2 e^(order loss)."""
        order = self.sharp[1]
        points = profile(law, self.far)
        scales = [_log_moment(points, order, added=added) for added in (False, True)]
        weights: dict[int, float] = {}
        for loss, p, q in points:
            if p and q:
                both = (math.log(p) + order * loss - scales[0], math.log(q) - order * loss - scales[1])
                place = self.place(loss)
                weights[place] = weights.get(place, 0.0) + sum(math.exp(min(0.0, x)) for x in both)
        sums, total = [0.0], 0.0
        known = sorted(weights)
        for place in known:
            total += weights[place]
            sums.append(total)
        place, size, most = first, 1, max(1, int(1 / (order * self.width)))
        yield place
        while place < last:
            size = min(2 * size, most, last - place)
            while size > 1 and size**2 * _between(known, sums, place - size, place + 2 * size) > WIDE:
                size //= 2
            place += size
            yield place


def profile(law: Law, far: float) -> list[tuple[float, float, float]]:
    """Return about (loss, mass of the first, mass of the second) for a record that is removed, down to e^-far."""
    source = law.source
    if isinstance(source, Sampled):
        with WorkingPrecision(START_BITS):
            return outline(source, math.ceil(far / math.log(2)), POINTS)
    if source is None:  # P and Q are one law
        return [(0.0, 1.0, 1.0)]
    several = [(float(a), float(b)) for a, b in source.groups]
    return [(math.log(a / b) if a and b else math.inf if a else -math.inf, a, b) for a, b in several]


def _require_reach(losses: float) -> None:
    if losses > REACH:
        raise TooLargeError(
            f"{losses:.0f}",
            place="certificate",
            expected=f"losses in a range of at most {REACH:.0f}",
            remedy="add more noise",
        )


def _between(known: list[int], sums: list[float], low: int, high: int) -> float:
    return sums[bisect_left(known, high)] - sums[bisect_left(known, low)]


def _log_moment(points: list[tuple[float, float, float]], order: float, *, added: bool) -> float:
    """Return the logarithm of the mean of e^(order loss) of one run."""
    logs = [
        (math.log(q) - order * loss) if added else (math.log(p) + order * loss)
        for loss, p, q in points
        if p > 0 and q > 0
    ]
    top = max(logs, default=0.0)
    return top + math.log(sum(math.exp(x - top) for x in logs)) if logs else 0.0


def _edge(law: Law, place: int, step: int, precision: int) -> int:
    """Return the outcome at which the likelihood ratio is G^place, over 2^precision."""
    values = {key: value.ball() for key, value in law.parameters if isinstance(value, Exact)}
    rate, shift, width = values["rate"], values["sensitivity"], values["scale" if law.name == "laplace" else "sigma"]
    t = shift / width
    ratio = arb(fmpq(step + 1, step)) ** place
    loss = (1 + (ratio - 1) / rate).log()
    x = loss / t + t / 2 if law.name == "gaussian" else (loss + t) / 2
    return int((x * arb(2) ** precision).mid().floor().fmpz())


def _written(places: Any) -> list[list[str]]:
    return [[hexadecimal(i), hexadecimal(j)] for i, j in places]
