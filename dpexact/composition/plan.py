"""The plan of the evidence for a composition. Floats guess the lattice and the cells, the kernel decides."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product
from typing import Any

from flint import arb, fmpq

from dpexact.certificates.encoding import hexadecimal, rational
from dpexact.composition.grid import POWERS, orders_of, outline
from dpexact.composition.written import Law
from dpexact.errors import TooLargeError
from dpexact.kernel.composition import MAX_BITS
from dpexact.kernel.noise_laws import LAWS
from dpexact.laws.noise import Point
from dpexact.numbers.balls import START_BITS, WorkingPrecision

LOSS = 0.005  # the share of delta that the step of the lattice costs, about
FEWEST, FEWEST_ATOMS = 16, 1 << 10  # runs for which the lattice is fine enough. A single mass shows its step more
PLACES = 1 << 18  # of the lattice, about
TAIL = 12  # bits by which an integer without a cell has less mass than what is left out
SMALL = 20  # bits by which the omitted mass is smaller than delta
REACH = 2500.0  # greatest loss of a lattice
WIDE = 1 / 256  # the share of the loss of the whole lattice that one wide cell costs
HALVED = 1 << 7  # runs from which on the lattice is halved between them
FIRST = 0.4  # the share of the loss that the first lattice costs, then
SHARE = 0.3  # the share of what is left of the loss that one halving costs at most
PARTS, TRIED = 64, 4096  # of N, and how many of them are tried
LARGE = math.log(1 / 32)  # of masses that are to lie near places
POINTS = 500
LEAST_DELTA = 400  # bits. A smaller delta is not told from this one


@dataclass(frozen=True)
class Plan:
    """Sufficient lattices with the cells of laws, guessed from the moments of the loss."""

    laws: tuple[tuple[Law, int], ...]
    epsilon: float
    finer: int = 1
    more: float = 0.0
    side: int = 0  # 1 if a record is removed in a refutation, -1 if it is added

    @cached_property
    def runs(self) -> int:
        """Return the number of all runs."""
        return sum(count for _, count in self.laws)

    @cached_property
    def logs(self) -> list[Any]:
        """The losses of each law, first roughly and then as far out as they matter, with the masses."""
        return [logs_of(law, 60 + math.log(max(1, self.runs))) for law, _ in self.laws]

    @cached_property
    def counts(self) -> list[float]:
        """The numbers of runs."""
        return [float(count) for _, count in self.laws]

    @cached_property
    def orders(self) -> Any:
        """The orders at which moments are taken."""
        return orders_of((x[0], math.e ** x[1], count) for x, count in zip(self.logs, self.counts, strict=True))

    @cached_property
    def moments(self) -> list[dict[tuple[bool, int], Any]]:
        """The logarithms of the means of e^(a loss), and of e^(-a loss), for one run of each law and its orders a."""
        ways = list(product((False, True), (1, -1)))
        return [
            {(added, sign): log_moments(x, sign * self.orders, added=added) for added, sign in ways} for x in self.logs
        ]

    def cumulants(self, counts: Sequence[float], way: tuple[bool, int]) -> Any:
        """Return those of so many runs of each law."""
        return sum((n * moments[way] for n, moments in zip(counts, self.moments, strict=True)), 0 * self.orders)

    @cached_property
    def sharp(self) -> tuple[float, float]:
        """About -log(delta), and how fast it rises in epsilon."""
        several = (self.cumulants(self.counts, (added, 1)) - self.orders * self.epsilon for added in (False, True))
        logarithm, order = max(min(zip(map(float, x), map(float, self.orders), strict=True)) for x in several)
        return min(max(0.0, -logarithm), LEAST_DELTA * math.log(2)), max(order, float(self.orders[POWERS.index(0)]))

    @cached_property
    def far(self) -> float:
        """Return the number for which masses below e^-far are left out."""
        return self.sharp[0] + SMALL * math.log(2) + math.log(max(1, self.runs)) + self.more

    def window(self, counts: Sequence[float], copies: float) -> tuple[float, float]:
        """Return the range of the losses of so many runs of each law, of which there are copies.

        Mass that is moved up to the lowest place must come up to epsilon again, which is e^(order low) times rarer. In
        a refutation mass below is left out, which another run may lift to infinity.
        """
        sources = [law.source for law, _ in self.laws if self.side and law.source is not None]
        lifts = any(source.certain > 0 or source.reversed().certain > 0 for source in sources)
        order = 0.0 if lifts else self.sharp[1]
        low = high = 1e-3
        rare = SMALL * math.log(2) + math.log(copies)
        for added in (False, True):
            up, down = (self.cumulants(counts, (added, sign)) for sign in (1, -1))
            high = max(high, float(min((up + rare + self.sharp[0] + self.more) / self.orders)))
            low = max(low, float(min((down.clip(0) + rare + 8 * math.log(2)) / (self.orders + order))))
        _require_reach(low + high)
        return -low, high + 1e-3

    @cached_property
    def widest(self) -> float:
        """The greatest logarithm of G."""
        ends, copies = (self.counts, 1) if self.runs < HALVED else ([1.0] * len(self.laws), self.runs)
        low, high = self.window(ends, copies)  # of one run, if it has most places
        fewest = FEWEST if all(law.name in ("gaussian", "discrete_gaussian") for law, _ in self.laws) else FEWEST_ATOMS
        loss = LOSS * (FIRST if self.runs >= HALVED else 1)
        width = math.sqrt(12 * loss / max(fewest, self.runs)) / self.sharp[1]
        return min(0.5, max(width, self.finer * (high - low) / PLACES)) / self.finer

    @cached_property
    def step(self) -> Fraction:
        """N, with G = 1 + 1/N, in parts that let the largest masses lie near places of the last lattice."""
        import numpy as np

        least = math.ceil(PARTS / self.widest)
        several = np.arange(least, least + least // 4, max(1, least // (4 * TRIED)))
        far: Any = 0.0 * several
        for (loss, *masses), count in zip(self.logs, self.counts, strict=True):
            large = masses[self.side < 0] > LARGE
            mass, atoms = masses[self.side < 0][large], loss[large]
            if self.side and atoms.size:  # rounded down from the largest one on
                atoms = self.side * (atoms - atoms[mass.argmax()])
            places = np.outer(atoms, 2.0**-self.last / np.log1p(PARTS / several))
            above = places - np.floor(places - 2.0**-30)
            far += count * math.e**mass @ (above if self.side else abs((above - 0.5) % 1 - 0.5))
        return Fraction(int(several[far.argmin()]), PARTS)

    def width(self, level: int) -> float:
        """Return the logarithm of the ratio of a lattice, after so many halvings."""
        return float(math.log1p(1 / self.step) * 2**level)

    @cached_property
    def last(self) -> int:
        """The halvings after all runs, as many as the law with most runs allows."""
        return sum(self._halvings(max(count for _, count in self.laws), math.inf)) if self.laws else 0

    def _halvings(self, count: int, most: float) -> list[int]:
        """Return the number of halvings before the first run of a law, and after each squaring, at most so many."""
        unit = (self.widest * self.sharp[1]) ** 2 / 4
        left, done, halvings = (self.runs >= HALVED) * LOSS * (1 - FIRST) / self.finer**2, 0, []
        for squarings in range(count.bit_length()):
            before = done
            while done < most and (cost := unit * (count >> squarings) * 4**done) <= SHARE * left:
                left, done = left - cost, done + 1
            halvings.append(done - before)
        halvings[-1] += max(0, int(most) - done) if most < math.inf else 0
        return halvings

    def levels(self, place: int, corner: float = 0.0) -> list[list[Any]]:
        """Return the levels of the law at this place, each with its halvings and its ends, from a corner on."""
        count, done, levels = self.laws[place][1], 0, []
        for squarings, halvings in enumerate(self._halvings(count, self.last)):
            done += halvings
            runs = max(1 << squarings, count % (2 << squarings))
            counts = [float(runs) if k == place else 0.0 for k in range(len(self.laws))]
            levels.append([halvings, *self.ends(self.window(counts, self.runs / runs), done, runs * corner)])
        return levels

    def ends(self, window: tuple[float, float], level: int, corner: float = 0.0) -> tuple[str, str]:
        """Return the places around a range of losses, from a corner on."""
        low, high = ((loss - corner) / self.width(level) for loss in window)
        return hexadecimal(min(0, math.floor(low))), hexadecimal(max(0, math.floor(high) + 1))

    @cached_property
    def bits(self) -> int:
        """The bits of a mass, so many that rounding loses less than delta."""
        low, high = self.window(self.counts, 1)
        needed = self.sharp[0] / math.log(2) + SMALL + 12
        needed += math.log2(max(1, self.runs)) + math.log2((high - low) / self.width(0) + 2) + math.log2(self.step + 1)
        return min(MAX_BITS, math.ceil(needed + min(64.0, high / math.log(2))))

    def evidence(self) -> dict[str, Any]:
        """Return the evidence."""
        parts = [cells.evidence() for cells in self.cells]
        if self.last:
            parts = [part | {"levels": self.levels(place)} for place, part in enumerate(parts)]
        return self.lattice() | {"cells": parts}

    @property
    def cells(self) -> list[Cells]:
        """The cells of one run of each law."""
        return [Cells(self, law, self._halvings(count, self.last)[0]) for law, count in self.laws]

    def lattice(self, corner: float = 0.0) -> dict[str, Any]:
        """Return the keys of the lattice, from a corner on."""
        lowest, highest = self.ends(self.window(self.counts, 1), self.last, corner)
        return {"ratio": rational((self.step + 1) / self.step), "bits": self.bits, "lowest": lowest, "highest": highest}


@dataclass(frozen=True)
class Cells:
    """The cells of a law at places of a lattice after so many halvings."""

    plan: Plan
    law: Law
    level: int

    def place(self, loss: float) -> int:
        """Return the place at a loss or below it."""
        return math.floor(loss / self.plan.width(self.level))

    def ratio(self, place: int) -> Any:
        """Return a ball around the ratio at a place."""
        return arb(fmpq(*((1 + 1 / self.plan.step).as_integer_ratio()))) ** (place << self.level)

    def evidence(self) -> dict[str, Any]:
        """Return the cells of one run, by the keys that a checker asks for."""
        keys = LAWS[self.law.name].evidence
        if "reach" in keys:
            return self._shuffled()
        if "edges" in keys:
            return self._line()
        if "least" in keys:
            points, s = self._points(), int(self.law.number("sensitivity"))
            start = (int(self.law.number("trials")) if self.law.name == "binomial" else 0) + s - len(points) + 1 >> 1
            places = [self.place(float(loss.mid())) for loss, _, _ in points]
            ends = [self._start(places[0]), *places, places[-1]]
            written_ends = _written(zip(ends, [i + 1 for i in (places[0], *places, places[-1])], strict=True))
            window = {"least": hexadecimal(start), "greatest": hexadecimal(start + len(points) - 1)}
            return window | {"places": written_ends}
        return {"places": _written((self.place(x), self.place(x) + 1) for x in self.law.losses())}

    def _start(self, place: int) -> int:
        """Return the place of the least loss, if there is one below this place."""
        least = -self.law.source.reversed().largest()
        return min(place, self.place(float(least.mid()))) if least.is_finite() else place

    def _points(self) -> list[Point]:
        """Return the integers that matter, with losses at the rate, as many on both sides of the middle."""
        law = self.law
        bits = math.ceil(self.plan.far / math.log(2)) + TAIL
        with WorkingPrecision(START_BITS):
            points = law.source.noise.points(bits)
            tiny, fewest = arb(2) ** -bits, int(law.number("sensitivity")) + 2
            while len(points) > fewest and all(x < tiny for end in (0, -1) for x in points[end][1:]):
                points = points[1:-1]
            return [(law.source.loss(loss), q, p) for loss, q, p in points]

    def _shuffled(self) -> dict[str, Any]:
        """Cut the shares at places of the lattice, for the numbers of answers that matter."""
        m, far = int(self.law.number("users")) - 1, self.plan.far
        with WorkingPrecision(self.plan.bits + 64):
            factor = self.law.source.noise.factor.ball()
            first, last = (self.place(sign * float(factor.log().mid())) for sign in (-1, 1))
            cells = self._edges(first, first, last, lambda x: [(r * factor - 1) / ((factor - 1) * (r + 1)) for r in x])
            mean = m * 2 / (float(factor.mid()) + 1)
        away = math.sqrt(2 * far * mean) + far
        least, greatest = max(0, math.floor(mean - away)), min(m, math.ceil(mean + away))
        reach = math.ceil(math.sqrt(2 * greatest * far)) + 2
        cells["places"].append([cells["places"][0][0], cells["places"][-1][1]])
        return cells | {
            key: hexadecimal(x) for key, x in zip(("least", "greatest", "reach"), (least, greatest, reach), strict=True)
        }

    def _line(self) -> dict[str, Any]:
        """Cut the line at places of the lattice, with wider cells in regions of little mass."""
        source = self.law.source
        ends = source.noise.span(self.plan.far / math.log(2))
        low, high = (float(source.loss(end).mid()) for end in ends)
        _require_reach(high - low)
        first, last = self.place(low), self.place(high)
        with WorkingPrecision(  # 1 - rate + rate e^loss may be close to 0
            self.plan.bits + 64 + 2 * max(0, math.ceil(-float(ends[0].mid())))
        ):
            return self._edges(
                self._start(first), first, last, lambda x: source.noise.places(source.plain([y.log().mid() for y in x]))
            )

    def _edges(self, start: int, first: int, last: int, edges_of: Callable[[list[Any]], list[Any]]) -> dict[str, Any]:
        """Return the cells with their edges, which are outcomes with the ratios at places of the lattice."""
        precision, cuts = min(511, self.plan.bits), list(self._cuts(first + 1, max(first + 1, last)))
        scale, ratios = arb(2) ** precision, [self.ratio(place) for place in cuts]
        edges = [(edge * scale).mid().floor().fmpz() for edge in edges_of(ratios)]
        places = _written(pairwise([start, *cuts, cuts[-1] + 1]))
        return {"precision": precision, "edges": [hexadecimal(int(edge)) for edge in edges], "places": places}

    def _cuts(self, first: int, last: int) -> Iterator[int]:
        """Yield the ends of cells. A cell of n steps with a mass m loses about m n^2 e^(order loss)."""
        order, logs = self.plan.sharp[1], logs_of(self.law, self.plan.far)
        tilts = (logs[1] + logs[0] * order, False), (logs[2] - logs[0] * order, True)
        weights = (
            math.e ** (x - log_moments(logs, self.plan.orders[:1] * 0 + order, added=y)).clip(max=0) for x, y in tilts
        )
        width = self.plan.width(self.level)
        known, sums = (logs[0] // width).tolist(), [0.0, *sum(weights).cumsum().tolist()]
        place, size, most = first, 1, max(1, int(1 / (order * width)))
        yield place
        while place < last:
            size = min(2 * size, most, last - place)
            while size > 1:
                near, far = (sums[bisect_left(known, end)] for end in (place - size, place + 2 * size))
                if size**2 * (far - near) <= WIDE:
                    break
                size //= 2
            place += size
            yield place


def logs_of(law: Law, far: float) -> Any:
    """Return about the losses of a record that is removed, increasing, and the logarithms of both masses, if they have.

    They go down to e^-far.
    """
    import numpy as np

    with WorkingPrecision(START_BITS):
        points = outline(law.source, math.ceil(far / math.log(2)), POINTS)
    logs = [(loss, math.log(p), math.log(q)) for loss, p, q in points if p > 0 and q > 0]
    return np.array(sorted(logs)).reshape(-1, 3).T


def _require_reach(losses: float) -> None:
    if losses > REACH:
        expected = f"losses in a range of at most {REACH:.0f}"
        raise TooLargeError(f"{losses:.0f}", place="certificate", expected=expected, remedy="add more noise")


def log_moments(logs: Any, orders: Any, *, added: bool) -> Any:
    """Return the logarithms of the means of e^(order loss) of one run."""
    import numpy as np

    exponents = logs[2] - np.outer(orders, logs[0]) if added else logs[1] + np.outer(orders, logs[0])
    return np.logaddexp.reduce(exponents, axis=1) if exponents.size else 0 * orders


def _written(places: Any) -> list[list[str]]:
    return [[hexadecimal(i), hexadecimal(j)] for i, j in places]
