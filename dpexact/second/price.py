"""The cost of a certificate in steps, by the formula of docs/certificate-format.md, and the budget of this checker."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt, prod
from typing import TYPE_CHECKING, NamedTuple

from dpexact.second.rejected import Rejected

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpexact.second.fields import Field
    from dpexact.second.numbers import Root, Sum

BUDGET = 2**29


class Budget:
    """What has been spent, and what may be spent (None: anything)."""

    def __init__(self, limit: int | None) -> None:
        """Nothing is spent yet."""
        self.limit, self.spent = limit, 0

    def pay(self, steps: int) -> None:
        """Spend so many steps.

        Raises: Rejected ("size"), when the limit is passed.
        """
        self.spent += steps
        if self.limit is not None and self.spent > self.limit:
            raise Rejected("size", f"over the budget of this checker, {self.limit} steps")


def reading(text: str) -> int:
    """The cost of reading."""
    characters = (16 if text.isascii() else 64) * len(text)
    return characters + 64 * text.count(",") + 128 * (text.count("[") + text.count("{"))


def generators(field: Field) -> int:
    """The cost of the generators."""
    ends = [x for x in (field.exponent, field.lower, field.upper) if x is not None]
    bases = [root.base for root in field.roots] or ([] if field.is_free else [Fraction(1)])
    steps = sum(16 * bits_of(x) for x in (*ends, *bases))
    steps += sum(64 * (len(field.roots) + root.degree.bit_length()) * words(root) for root in field.roots)
    return steps + enclosures(field.exponent or Fraction(0), field.roots, 128)


def enclosures(exponent: Fraction, roots: tuple[Root, ...], bits: int) -> int:
    """exp(bits), if there is a t, and root_k(bits) for each root."""
    steps = sum(root_enclosure(root, bits) for root in roots)
    if exponent:
        e = bits_of(exponent)
        steps += 16 * (e + 4 * isqrt(bits + e)) * ((bits + e) // 64 + 1)
    return steps


def bits_of(x: Fraction) -> int:
    """bl(|p| q)."""
    return (abs(x.numerator) * x.denominator).bit_length()


def root_enclosure(root: Root, bits: int) -> int:
    """root_k(bits)."""
    size = (root.degree * (bits + 2) + bits_of(root.base)) // 64 + 1
    return 16 * size * size.bit_length()


def words(root: Root) -> int:
    """w_k."""
    return bits_of(root.base) // 64 + 1


class Size(NamedTuple):
    """The size of a sum: terms, bits of a coefficient, the greatest powers of t and of each u."""

    terms: int
    bits: int
    powers: tuple[int, ...]

    @property
    def words(self) -> int:
        """W."""
        return (self.bits + sum(d.bit_length() + 8 for d in self.powers)) // 64 + 1


def size_of(sums: Iterable[Sum], field: Field) -> Size:
    """The size of several sums."""
    terms, bits = 1, 0
    powers = [0] * (1 + len(field.roots))
    for x in sums:
        if isinstance(x, dict):
            terms = max(terms, len(x))
            bits = max(bits, *(int(c).bit_length() for c in x.values()))
            powers = [max(d, *(key[k] for key in x)) for k, d in enumerate(powers)]
        else:
            bits = max(bits, int(x).bit_length())
    return Size(terms, bits, tuple(powers))


def times(x: Size, y: Size) -> Size:
    """Y * Z."""
    powers = tuple(a + b for a, b in zip(x.powers, y.powers, strict=True))
    bits = x.bits + y.bits + min(x.terms, y.terms).bit_length()
    return Size(min(x.terms * y.terms, prod(d + 1 for d in powers)), bits, powers)


def several(n: int, x: Size) -> Size:
    """N Y."""
    return Size(min(n * x.terms, prod(d + 1 for d in x.powers)), x.bits + n.bit_length(), x.powers)


def mul(x: Size, y: Size) -> int:
    """The price of a product."""
    return 16 + 16 * x.terms * y.terms * (x.words + y.words)


def add(n: int, x: Size) -> int:
    """The price of n additions."""
    return n * (8 + x.terms * x.words * n.bit_length())


def tree(d: int, top: Size, bottom: Size) -> tuple[int, Size, Size]:
    """The price of adding d quotients two by two, and what Y and Z end as."""
    steps = 0
    while d > 1:
        d = (d + 1) // 2
        steps += d * (2 * mul(top, bottom) + mul(bottom, bottom))
        top, bottom = several(2, times(top, bottom)), times(bottom, bottom)
    return steps, top, bottom


def sign(x: Size, field: Field) -> int:
    """The price of a sign."""
    if not any(x.powers):
        return 8
    roots = sum(d // root.degree * words(root) for d, root in zip(x.powers[1:], field.roots, strict=False))
    dense = 64 * x.powers[0] if field.is_free else 0
    return dense + 16 + 32 * x.terms * (x.words + sum(2 * d.bit_length() + 1 for d in x.powers) + roots)


class Weights(NamedTuple):
    """The sizes of the numbers of one or several mechanisms."""

    numerators: Size
    denominators: Size
    in_a_row: int
    altogether: int
    inputs: int
    outputs: int


def both(x: Size, y: Size) -> Size:
    """Y maximum Z."""
    return Size(max(x.terms, y.terms), max(x.bits, y.bits), tuple(map(max, x.powers, y.powers)))


def mechanism(w: Weights, q: Size, field: Field) -> tuple[int, int, int]:
    """(demands, worst, excess)."""
    a, x, n, m, c = w.numerators, w.denominators, w.inputs, w.outputs, w.altogether
    steps, top, bottom = tree(w.in_a_row, several(m, a), x)
    v = both(top, bottom)
    g = several(2, times(a, q) if c <= 1 else times(times(a, x), q))
    demands = 5 * sign(several(2, q), field) + c * sign(x, field) + n * m * sign(a, field)
    demands += n * (add(m, a) + steps + sign(several(2, v), field))
    each = 2 * mul(a, q) if c <= 1 else 2 * mul(a, x) + 2 * mul(times(a, x), q)
    worst = m * (each + sign(g, field))
    vv = times(v, v)
    vvq = times(vv, q)
    excess = 2 * add(m, a) + 2 * steps + 3 * mul(v, v) + 5 * mul(vvq, q) + sign(several(3, times(vvq, q)), field)
    return demands, worst, excess


class Pairs(NamedTuple):
    """How many pairs there are, and of them unlike ones, and of outputs."""

    listed: int
    unlike: int
    outputs: int


def of_mechanism(kind: str, pairs: Pairs, parts: tuple[int, int, int]) -> int:
    """The cost of a statement about one mechanism, besides reading and generators."""
    demands, worst, excess = parts
    if kind == "private-for-all":
        return demands + 32 * pairs.listed * pairs.outputs + pairs.unlike * (worst + excess)
    if kind == "not-private":
        return demands + excess
    return demands + (pairs.listed + (kind == "tight-delta")) * (worst + excess)


class Program(NamedTuple):
    """The shape of a linear program and the vectors of its evidence."""

    rows: int
    variables: int
    vectors: int
    distinct: int
    entries: int
    longest: int
    listed: int


def linear_program(p: Program, q: Size, y: Size, x: Size, field: Field) -> int:
    """The cost of a linear program, besides reading and generators."""
    h, side = max(p.longest, p.rows), p.rows + p.variables + 2
    qy = times(q, y)
    steps, top, bottom = tree(min(p.distinct, h), several(h, qy), x)
    v = both(top, bottom)
    vq = times(v, q)
    count = side + p.listed
    products = p.vectors * (p.entries * mul(q, y) + add(p.entries, qy) + side * steps)
    return products + p.vectors * count * (3 * mul(v, q) + 3 * mul(vq, q) + sign(several(2, times(vq, q)), field))


class Bound(NamedTuple):
    """The length of a list of events with its multipliers, and the size of their numbers."""

    length: int
    multipliers: Size


def bound(b: Bound, w: Weights, q: Size, field: Field) -> int:
    """Bound."""
    length, m, nm = b.length, b.multipliers, w.inputs * w.outputs
    a, aq, xq = w.numerators, both(w.numerators, q), both(w.denominators, q)
    mq = times(m, q)
    s = several(length, mq)
    c = times(s, aq)
    steps, top, bottom = tree(w.altogether + 2, several(length + nm, c), xq)
    first = length * (sign(m, field) + 4 * mul(m, q) + 2 * mul(mq, aq)) + add(length, mq)
    second = nm * (mul(s, a) + sign(several(2, s), field)) + add(length + nm, c)
    return first + second + steps + sign(both(top, bottom), field)


def greatest(mechanisms: int, pairs: int, w: Weights, q: Size, bounds: list[Bound], field: Field) -> int:
    """The cost of a greatest mechanism, besides reading and generators."""
    demands, worst, excess = mechanism(w, q, field)
    ax = times(w.numerators, w.denominators)
    same = w.inputs * w.outputs * (2 * mul(w.numerators, w.denominators) + sign(several(2, ax), field))
    return (mechanisms + 1) * (demands + pairs * (worst + excess) + same) + sum(bound(b, w, q, field) for b in bounds)


def product(shape: tuple[int, int, int], a: Size, x: Size, c: int, field: Field) -> int:
    """The cost of a post-processing, besides reading, generators and demands."""
    n, m, s = shape
    f, aa, xx = min(s, c * c), times(a, a), times(x, x)
    steps, top, bottom = tree(f, several(s, aa), xx)
    v, w = both(top, bottom), both(a, x)
    each = s * mul(a, a) + add(s, aa) + f * mul(x, x) + steps
    return n * m * (each + 2 * mul(v, w) + sign(several(2, times(v, w)), field))


def scores(shape: tuple[int, int, int], u: Size, a: Size, x: Size, c: int, field: Field) -> int:
    """The cost of a refuted post-processing, besides reading, generators and demands."""
    n, m, s = shape
    ua = times(u, a)
    steps, top, bottom = tree(min(n, c), several(n, ua), x)
    v = both(top, bottom)
    each = n * mul(u, a) + add(n, ua) + steps + 2 * mul(v, v) + sign(several(2, times(v, v)), field)
    last, top, bottom = tree(c + s, several(n * m + s, v), v)
    rest = n * m * mul(u, a) + add(n * m + s, v) + last + sign(both(top, bottom), field)
    return s * m * each + rest
