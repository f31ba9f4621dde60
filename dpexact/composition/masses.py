"""Masses on a grid of losses corner + i width, as integers over 2^bits that are rounded down.

The functions give their products and sums, and at an E = e^eps the sum of mass times phi(loss), with
phi(x) = max(0, 1 - e^(eps - x)).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq, fmpz, fmpz_poly

from dpexact.errors import TooLargeError

MAX_LENGTH = 1 << 22  # of one row
MAX_BITS = 1 << 30  # of all its masses
CHUNK = 1 << 10
PIECES = 32  # of masses, of which those at the ends may be lost
SPARE_BITS = 16  # of a field, beyond those of a product
GUARD = 16  # bits of the parts of split masses, beyond the bits of the masses
ZERO, ONE = fmpq(0), fmpq(1)


@dataclass(frozen=True)
class Row:
    """Numbers >= 0 in one integer, each in a field of `size` bytes, so that FLINT works on all of them at once."""

    number: fmpz
    size: int

    @classmethod
    def of(cls, masses: Iterable[Any], bits: int) -> Row:
        """Return a row whose fields hold the products of masses over 2^bits that sum to about 1."""
        size, whole = (2 * bits + SPARE_BITS) // 8, [int(number) for number in masses]
        _require_room(sum(whole), size)
        fields = b"".join([number.to_bytes(size, "little") for number in whole])
        return cls(_number(fields), size)

    def __len__(self) -> int:
        """Return the number of fields, up to the last number > 0."""
        return (self.number.bit_length() + 8 * self.size - 1) // (8 * self.size)

    def numbers(self) -> list[fmpz]:
        """Return the numbers."""
        return [_number(field) for field in self._fields()]

    def _fields(self) -> list[bytes]:
        size, fields = self.size, int(self.number).to_bytes(self.size * len(self), "little")
        return [fields[n : n + size] for n in range(0, len(fields), size)]

    def total(self) -> fmpz:
        """Return the sum, for which each field has room: 2^(its bits) is 1 modulo 2^(its bits) - 1."""
        return self.number % ((fmpz(1) << 8 * self.size) - 1)

    def truncated(self, count: int) -> Row:
        """Return the first numbers."""
        return Row(self.number & ((fmpz(1) << 8 * self.size * count) - 1), self.size)

    def shifted(self, count: int) -> Row:
        """Return the numbers so many fields later, or earlier without the first ones."""
        bits = 8 * self.size * count
        return Row(self.number << bits if bits >= 0 else self.number >> -bits, self.size)

    def times(self, other: Row, bits: int) -> Row:
        """Return the numbers of the product as polynomials over 2^bits, each rounded down."""
        _require_room(self.total() * other.total(), self.size)
        return Row(_rounded_down(self.number * other.number, bits, 8 * self.size), self.size)

    def halves(self) -> tuple[Row, Row]:
        """Return every second number from the first and from the second one on, in fields of twice the size."""
        bits = 8 * self.size
        fields = _mask(bits, 2 * bits, self.number.bit_length())
        return Row(self.number & fields, 2 * self.size), Row(self.number >> bits & fields, 2 * self.size)

    def part(self, share: Any, bits: int) -> Row:
        """Return the shares over 2^bits of the numbers, each rounded down."""
        return Row(_rounded_down(self.number * share, bits, 8 * self.size), self.size)

    def closed(self) -> Row:
        """Return the numbers in fields of half the size."""
        size = self.size // 2
        return Row(_number(b"".join([field[:size] for field in self._fields()])), size)


def _number(fields: bytes) -> fmpz:
    return fmpz(int.from_bytes(fields, "little"))


def _require_room(total: Any, size: int) -> None:
    """Raise ArithmeticError unless the sum of a row fits into each of its fields, with a bit to spare."""
    if total >> 8 * size - 1:
        message = "composition: masses that sum to more than a field holds"
        raise ArithmeticError(message)


def _mask(width: int, apart: int, length: int) -> fmpz:
    """Return a number of at least this length with a run of `width` ones every so many bits."""
    made = (fmpz(1) << width) - 1
    for doubling in range((length // apart).bit_length()):
        made |= made << (apart << doubling)
    return made


def _rounded_down(number: fmpz, bits: int, apart: int) -> fmpz:
    """Return the fields over 2^bits. The bits below are cleared, so that they do not reach the field before."""
    return (number >> bits) & _mask(apart - bits, apart, number.bit_length())


@dataclass(frozen=True)
class Masses:
    """Masses over 2^bits at the points i = low, low + 1, ... of a grid of losses corner + i width, both rational.

    If the part u of a loss was moved up to make them, `moved` is at least the mean of 4 u (1 - u).
    """

    low: int
    row: Row
    corner: Any = ZERO
    width: Any = ONE
    moved: Any = 1

    @classmethod
    def of_cells(
        cls, cells: Mapping[int, Any], bits: int, corner: Any = ZERO, width: Any = ONE, moved: Any = 1
    ) -> Masses:
        """Make the masses from those of some places, with 0 at all others. Raises TooLargeError."""
        low, high = min(cells, default=0), max(cells, default=-1)
        if high - low >= MAX_LENGTH:
            raise TooLargeError(f"a grid of {high - low + 1} losses, more than {MAX_LENGTH}", place="composition")
        return cls(low, Row.of((cells.get(n, 0) for n in range(low, high + 1)), bits), corner, width, moved)

    def times(self, other: Masses, bits: int, cut: int = 0) -> Masses:
        """Return the independent sum, rounded down, without masses at both ends that sum to at most `cut` each."""
        length, most = len(self.row) + len(other.row), min(MAX_LENGTH, MAX_BITS // max(1, bits))
        if length > most:
            raise TooLargeError(f"a grid of {length} losses, more than {most}", place="composition")
        row = self.row.times(other.row, bits)
        size, end = -(-len(row) // PIECES), len(row)
        first = last = 0
        while (first + 1) * size < end and row.truncated((first + 1) * size).total() <= cut:
            first += 1
        while (first + last + 1) * size < end and row.shifted((last + 1) * size - end).total() <= cut:
            last += 1
        row = row.truncated(end - last * size).shifted(-first * size) if first or last else row
        return Masses(self.low + other.low + first * size, row, self.corner + other.corner, self.width)

    def plus(self, other: Masses, times: int = 1) -> Masses:
        """Return the sum at each point of their one grid, with some times the masses of the other."""
        low = min(self.low, other.low)
        mine, more = (part.row.shifted(part.low - low) for part in (self, other))
        _require_room(mine.total() + times * more.total(), mine.size)
        row, moved = Row(mine.number + times * more.number, mine.size), self.moved + times * other.moved
        return Masses(low, row, self.corner, self.width, moved)

    def halved(self, bits: int) -> Masses:
        """Keep every second point of the grid, split those between to both sides and lose the rounded parts."""
        fine, odd = bits + GUARD, self.low & 1
        upper = down(1 / (1 + (-arb(self.width)).exp()), fine)
        lower = down(1 / (1 + arb(self.width).exp()), fine)
        even, between = self.row.halves()[:: -1 if odd else 1]
        up, stay = between.part(upper, fine), between.part(lower, fine)
        number = even.shifted(odd).number + stay.number + up.shifted(1).number
        share = 1 - even.total() * arb(2) ** -bits
        return Masses(self.low >> 1, Row(number, even.size).closed(), self.corner, 2 * self.width, share)


def split(atoms: Iterable[tuple[Any, Any]], width: Any, corner: Any, bits: int) -> Masses:
    """Return the masses of (mass, loss) on the grid, each rounded down, and how much of them is moved.

    A loss that cannot be told from a grid point g, |x| <= d for their difference x, stays there except the part
    (1 - e^-d) / (1 - e^-h). For d > h none does. The true split gives at least as much to g. For x >= 0 the part
    (1 - e^-x) / (1 - e^-h) goes up. For x = -y < 0 the part 1 - (1 - e^-(h - y)) / (1 - e^-h) goes down, which is
    e^(y - h) (1 - e^-y) / (1 - e^-h) and at most (1 - e^-y) / (1 - e^-h), as y <= h.
    """
    step, start = arb(width), arb(corner)
    whole = -(-step).expm1()
    cells: dict[int, Any] = {}
    moved = arb(0)
    for mass, beside in atoms:
        loss = beside - start
        place = int((loss / step).mid().floor().unique_fmpz())  # the one below, if that is certain
        beyond = loss - arb(place * width)
        if beyond >= 0 and beyond <= step:
            up = mass * (-(-beyond).expm1() / whole)
            moved += moved_of(up, mass)
            cells[place + 1] = cells.get(place + 1, 0) + down(up, bits)
            cells[place] = cells.get(place, 0) + down(mass - up, bits)
            continue
        place = place + 1 if beyond > step / 2 else place
        distance = arb(abs(loss - arb(place * width)).upper())
        part = mass * (-(-distance).expm1() / whole)
        moved += (4 * part).min(mass)
        cells[place] = cells.get(place, 0) + down(mass - part, bits)
    return Masses.of_cells(cells, bits, corner, width, moved)


def moved_of(up: Any, mass: Any) -> Any:
    """Return a ball above 4 u (1 - u) times a mass, if the part u of it goes up in the mean (u (1 - u) is concave)."""
    return min(mass, 4 * up * (1 - up / mass))


def down(ball: Any, bits: int) -> Any:
    """Return the largest integer n with n 2^-bits certainly at most the number, which is >= 0."""
    mantissa, exponent = ball.lower().man_exp()
    if mantissa <= 0:
        return fmpz(0)
    shift = int(exponent) + bits
    return mantissa << shift if shift >= 0 else mantissa >> -shift


def product(parts: Iterable[Masses], bits: int, width: Any) -> Masses:
    """Return the product, the two shortest first."""
    several = list(parts)
    while len(several) > 1:
        several.sort(key=lambda part: -len(part.row))
        several.append(several.pop().times(several.pop(), bits))
    return several[0] if several else Masses.of_cells({0: 1 << bits}, bits, ZERO, width)


class Sums:
    """Sums of masses, from a loss upwards and near a loss, at the current flint working precision."""

    def __init__(self, masses: Masses, bits: int) -> None:
        """Sum masses from each chunk on, of P and of Q, which is P e^-(loss), relative to the chunk's start."""
        self.masses, self.unit = masses, arb(2) ** -bits
        self.width, self.corner = arb(masses.width), arb(masses.corner)
        self.values, self.ratio = masses.row.numbers(), (-self.width).exp()
        self.chunks = [fmpz_poly(self.values[n : n + CHUNK]) for n in range(0, len(self.values), CHUNK)]
        self.first, self.second = [fmpz(0)], [arb(0)]
        leap = self.ratio**CHUNK
        for chunk in reversed(self.chunks):
            self.first.append(self.first[-1] + chunk(1))
            self.second.append(self.second[-1] * leap + chunk(self.ratio))
        self.first.reverse()
        self.second.reverse()

    def loss(self, place: int) -> Any:
        """Return a ball around the loss of the mass at a place, counted from the lowest."""
        return self.corner + (self.masses.low + place) * self.width

    def middle(self, epsilon: Any) -> int | None:
        """Return a place m from the lowest, with all from m + 2 certainly above epsilon and all before m below."""
        place = (epsilon - self.corner) / self.width - self.masses.low
        if not place.is_finite() or place.rad() > 0.25:
            return None
        below = int(place.mid().floor().unique_fmpz())
        return max(-2, min(below, len(self.values)))

    def excess(self, epsilon: Any) -> Any | None:
        """Return the sum of mass times phi, or None if epsilon is too wide."""
        middle = self.middle(epsilon)
        if middle is None:
            return None
        start = max(0, middle + 2)
        first, second = self._from(start)
        total = first - (epsilon - self.loss(start)).exp() * second
        for place in (middle, middle + 1):
            if 0 <= place < len(self.values):
                part = 1 - (epsilon - self.loss(place)).exp()
                total += self.values[place] * part.nonnegative_part()
        return total * self.unit

    def outside(self, epsilon: Any, low: int, high: int, sharp: Any, precision: int) -> Any:
        """Return at least the sum of mass times e^(-sharp |loss - epsilon|) of the places up to `low` and from `high`.

        Places further out than the precision reaches have the largest such factor.
        """
        values, base = self.values, (-sharp * self.width).exp()
        reach = 1 + int(precision / -float(base.log()) * math.log(2))
        after, before = max(0, high), min(len(values), low + 1)
        total = 2 * base ** (reach - 1)
        if after < len(values):
            part = fmpz_poly(values[after : after + reach])(base) * self.unit
            total += part * (sharp * (epsilon - self.loss(after))).exp()
        if before > 0:
            part = fmpz_poly(list(reversed(values[max(0, before - reach) : before])))(base) * self.unit
            total += part * (sharp * (self.loss(before - 1) - epsilon)).exp()
        return total

    def _from(self, start: int) -> tuple[Any, Any]:
        """Return (P, Q e^(loss of start)) of the points from `start` >= 0 on, times 2^bits."""
        number, within = divmod(start, CHUNK)
        if number >= len(self.chunks):
            return fmpz(0), arb(0)
        part = self.chunks[number].right_shift(within)
        rest = self.ratio ** (CHUNK - within) * self.second[number + 1]
        return part(1) + self.first[number + 1], part(self.ratio) + rest
