"""Laws of noise as cells, for "composition": masses of both laws, bounds of their ratio, two places of a lattice.

P is the law of the noise around the sensitivity, Q that around 0. "(n)" in a comment is line n of the section
"Compositions" in docs/certificate-format.md. A mass is enclosed by two integers over 2^bits, a ratio by a bracket.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt
from typing import Any, NamedTuple

from flint import fmpq, fmpz

from dpexact.kernel.bracket import ONE, Bracket, exponential, times
from dpexact.kernel.budget import require_size
from dpexact.kernel.document import Rejected, array, fields, integer, position
from dpexact.kernel.field import Field, Quotient

Ratio = Bracket | None  # None: 0 as a least ratio, infinity as a greatest one

GUARD = 64  # more bits of a bracket than of a mass
FEWEST = 16  # bits of a mass that are paid for: fewer cost no less
MAX_FRACTION = 2**10  # bits of a parameter
MAX_COUNT = 2**40  # runs of one law
MAX_EXPONENT = 2**12  # of exp
MAX_PRECISION = 2**9  # an edge is an integer over 2^precision
MAX_CELLS = 2**17  # of one law
MAX_RATIO = 2**14  # bits
MAX_TRIALS = 2**15
MAX_CENTERS = 2**8


class Mass(NamedTuple):
    """A mass between two integers over 2^bits."""

    least: fmpz
    most: fmpz


class Piece(NamedTuple):
    """Masses of P and of Q, and bounds of the ratio of P to Q."""

    first: Mass
    second: Mass
    least: Ratio
    greatest: Ratio


@dataclass(frozen=True)
class Cell:
    """Masses of the first and the second law, bounds of their ratio, and two places, low < high."""

    first: Mass
    second: Mass
    least: Ratio
    greatest: Ratio
    low: int
    high: int

    def reversed(self, bits: int) -> Cell:
        """Exchange the two laws."""
        least = None if self.greatest is None else inverse(self.greatest, bits + GUARD)
        greatest = None if self.least is None else inverse(self.least, bits + GUARD)
        return Cell(self.second, self.first, least, greatest, -self.high, -self.low)


class Run(NamedTuple):
    """A law as it is written, with its count, its rate, and the list of the evidence for it."""

    form: Form
    given: dict[str, Any]
    runs: int
    rate: fmpq
    listed: list[Any]


def decode_run(law: object, part: object, key: str, more: set[str]) -> Run:
    """Decode a law with its count, and the list of this key in its evidence."""
    name = law.get("law") if isinstance(law, dict) else None
    if not isinstance(name, str) or name not in LAWS:
        raise Rejected("law", f"expected one of the laws {sorted(LAWS)} but got {str(name)[:40]!r}")
    form = LAWS[name]
    content, cells = (
        fields(law, {"law", "count", *form.keys}, name),
        fields(part, {key, *more, *form.evidence}, "cells"),
    )
    count = integer(content["count"])
    require_size(count, MAX_COUNT, "runs of a law")
    rate = rational(content["rate"]) if "rate" in form.keys else fmpq(1)
    demand(count >= 1 and 0 <= rate <= 1, "a count of at least 1, and a rate from 0 to 1")
    listed = array(cells[key], key)
    require_size(len(listed), MAX_CELLS, "cells of a law")
    return Run(form, content | cells, int(count), rate, listed)


def pieces_of(run: Run, cells: int, field: Field, bits: int) -> list[Piece]:
    """Cut a law into so many cells, with the first law as noise around the sensitivity."""
    require_size(cells, MAX_CELLS, "cells of a law")
    if "edges" in run.form.evidence:  # before each of them is paid for
        _require_places(len(array(run.given["edges"], "edges")) + 1, cells)
    field.budget.spend(cells * max(bits, FEWEST) * (512 if "edges" in run.form.evidence else 128))
    pieces = list(run.form.cut(run.given, field, bits))
    _require_places(len(pieces), cells)
    return pieces


def decode_law(law: object, part: object, field: Field, bits: int) -> tuple[int, list[Cell]]:
    """Decode a law with its count, and cut it into the cells of the evidence."""
    run = decode_run(law, part, "places", set())
    places = [[int(_short(place)) for place in array(pair, "places", 2)] for pair in run.listed]
    if not all(i < j for i, j in places):
        raise Rejected("places", "the two places of a cell have to increase")
    pieces = pieces_of(run, len(places), field, bits)
    return run.runs, [_sampled(piece, run.rate, bits, *pair) for piece, pair in zip(pieces, places, strict=True)]


def _require_places(cells: int, places: int) -> None:
    if cells != places:
        raise Rejected("places", f"expected places for {cells} cells but got those for {places}")


def mixture(piece: Piece, rate: fmpq) -> Mass:
    """Take P with the probability of the rate, and Q else."""
    (a, b), (c, d), _, _ = piece
    p, rest, q = rate.p, rate.q - rate.p, rate.q
    return Mass((p * a + rest * c) // q, -(-(p * b + rest * d) // q))  # (1)


def _sampled(piece: Piece, rate: fmpq, bits: int, low: int, high: int) -> Cell:
    first, (_, _, least, greatest) = mixture(piece, rate), piece
    if least is not None:
        least = _mixed(least, rate, bits + GUARD)
    elif rate < 1:
        least = bracket(1 - rate, bits + GUARD)
    greatest = None if greatest is None else _mixed(greatest, rate, bits + GUARD)
    return Cell(first, piece.second, least, greatest, low, high)  # (2)


def _mixed(x: Bracket, rate: fmpq, bits: int) -> Bracket:
    """Enclose 1 - rate + rate x."""
    if rate == 1:
        return x
    require_size(abs(x[2]), MAX_RATIO, "bits of a likelihood ratio")
    low, high, e = (x[0] << x[2], x[1] << x[2], 0) if x[2] > 0 else x
    rest = rate.q - rate.p << -e
    mixed = (rate.p * low + rest) // rate.q, -(-(rate.p * high + rest) // rate.q), e
    return times(mixed, ONE, bits)


def _line(
    content: dict[str, Any],
    below: tuple[Callable[[fmpq], Mass], Callable[[fmpq], Mass]],
    ratio: Callable[[fmpq], Bracket],
    ends: tuple[Ratio, Ratio],
    bits: int,
) -> Iterator[Piece]:
    """Yield the cells between the edges, and those beyond the first and the last. The ratio does not fall."""
    precision = position(content["precision"], MAX_PRECISION, "edges")
    edges = [fmpq(_short(x), fmpz(1) << precision) for x in array(content["edges"], "edges")]
    require_size(len(edges), MAX_CELLS, "cells of a law")
    if any(a >= b for a, b in pairwise(edges)):
        raise Rejected("edges", "the edges have to increase")
    none, every = Mass(fmpz(0), fmpz(0)), Mass(fmpz(1) << bits, fmpz(1) << bits)
    ratios = [ends[0], *map(ratio, edges), ends[1]]
    first, second = ([none, *map(mass, edges), every] for mass in below)
    for k in range(len(edges) + 1):  # (3)
        yield Piece(_between(*first[k : k + 2]), _between(*second[k : k + 2]), *ratios[k : k + 2])


def _between(before: Mass, after: Mass) -> Mass:
    return Mass(max(fmpz(0), after.least - before.most), max(fmpz(0), after.most - before.least))


def _gaussian(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
    """Cut the normal law, in units of sigma: the ratio at x is exp(shift x - shift^2/2)."""
    del field
    shift, width = _shift(content, "sigma"), bits + GUARD
    below = (lambda x: normal(x - shift, bits)), (lambda x: normal(x, bits))
    return _line(content, below, lambda x: exp(shift * x - shift * shift / 2, width), (None, None), bits)


def _gaussian_mixture(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
    """Cut the normal law, in units of sigma. The ratio at x, the sum of w exp(c x - c^2/2), rises as c >= 0."""
    sigma, width = rational(content["sigma"]), bits + GUARD
    centers, weights = ([rational(x) for x in array(content[key], key)] for key in ("sensitivities", "weights"))
    demand(sigma > 0 and len(centers) == len(weights) > 0, "sigma > 0, and as many weights as sensitivities")
    require_size(len(centers), MAX_CENTERS, "sensitivities of a law")
    field.budget.spend(len(centers) * len(array(content["edges"], "edges")) * max(bits, FEWEST) * 512)
    demand(
        min(*centers, *weights) >= 0 and sum(weights, fmpq(0)) == 1, "sensitivities >= 0, weights >= 0 that sum to 1"
    )
    several = [(w, c / sigma) for w, c in zip(weights, centers, strict=True) if w > 0]

    def below(x: fmpq) -> Mass:
        parts = [(w, normal(x - c, bits)) for w, c in several]
        least = sum((w.p * low // w.q for w, (low, _) in parts), fmpz(0))
        return Mass(least, sum((-(-w.p * high // w.q) for w, (_, high) in parts), fmpz(0)))

    def ratio(x: fmpq) -> Bracket:
        parts = [times(exp(c * x - c * c / 2, width), bracket(w, width), width) for w, c in several]
        e = min(part[2] for part in parts)
        require_size(max(part[2] for part in parts) - e, MAX_RATIO, "bits of a likelihood ratio")
        low = sum((part[0] << part[2] - e for part in parts), fmpz(0))
        high = sum((part[1] << part[2] - e for part in parts), fmpz(0))
        return times((low, high, e), ONE, width)

    still = sum((w for w, c in several if c == 0), fmpq(0))
    return _line(
        content, (below, lambda x: normal(x, bits)), ratio, (bracket(still, width) if still else None, None), bits
    )


def _laplace(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
    """Cut the Laplace law, in units of its scale: the ratio at x is exp(abs(x) - abs(x - shift))."""
    del field
    shift, width = _shift(content, "scale"), bits + GUARD
    below = (lambda x: _exponentials(x - shift, bits)), (lambda x: _exponentials(x, bits))
    ends = exp(-shift, width), exp(shift, width)
    return _line(content, below, lambda x: exp(abs(x) - abs(x - shift), width), ends, bits)


def _shift(content: dict[str, Any], name: str) -> fmpq:
    width, shift = rational(content[name]), rational(content["sensitivity"])
    demand(width > 0 and shift >= 0, f"{name} > 0 and sensitivity >= 0")
    return shift / width


def normal(x: fmpq, bits: int) -> Mass:
    """Enclose the normal distribution function: 1/2 + (x + x^3/3 + x^5/(3 5) + ...) / (sqrt(2 pi) exp(x^2/2)).

    If x^2 >= 2 bits, 1 minus it is at most exp(-x^2/2) < 2^-bits.
    """
    one = fmpz(1) << bits
    if x < 0:
        low, high = normal(-x, bits)
        return Mass(one - high, one - low)
    square, width = x * x, bits + GUARD
    if square >= 2 * bits:
        return Mass(one - 1, one)
    least, most = (x.p << width) // x.q, -((-x.p << width) // x.q)
    low, high, n = least, most, 1
    while most > 1 or n < 2 * square:  # then each further term is at most half of the one before
        n += 2
        least, most = least * square.p // (n * square.q), -(-most * square.p // (n * square.q))
        low, high = low + least, high + most
    below, above, e = times(exp(square / 2, width), _root_of_two_pi(width), width)
    half = one >> 1
    return Mass(half + divided(low, above, bits - width - e), half - divided(-high - most, below, bits - width - e))


def _root_of_two_pi(width: int) -> Bracket:
    """Enclose sqrt(2 pi), pi = 16 arctan(1/5) - 4 arctan(1/239): roundings lose less than 32 in each term."""
    one, total, terms = fmpz(1) << 2 * width, fmpz(0), 0
    for factor, n in ((16, 5), (-4, 239)):
        part, k = one // n, 1
        while part:
            total += (factor if k % 4 == 1 else -factor) * (part // k)
            part, k, terms = part // (n * n), k + 2, terms + 1
    slack = 32 * (terms + 2)
    return fmpz(isqrt(int(2 * (total - slack)))), fmpz(isqrt(int(2 * (total + slack))) + 1), -width


def _exponentials(x: fmpq, bits: int) -> Mass:
    """Enclose the distribution function of Laplace noise: exp(x)/2 up to 0, and 1 - exp(-x)/2 from there on."""
    low, high = fixed(exp(-abs(x), bits + GUARD), bits - 1)
    one = fmpz(1) << bits
    return Mass(low, high) if x <= 0 else Mass(one - high, one - low)


def _discrete_gaussian(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
    """Yield the tail below the least integer of the evidence, each one up to the greatest, and the tail above.

    With w(z) = exp(-z^2/(2 sigma^2)) and y = (2n + 1)/(2 sigma^2): w(z + 1) <= w(z) e^-y for z >= n, so the sum from n
    on is at most w(n)/(1 - e^-y) <= w(n) (1 + 1/y).
    """
    sigma, shift = rational(content["sigma"]), rational(content["sensitivity"])
    demand(sigma > 0 and shift >= 0 and shift.q == 1, "sigma > 0 and an integer sensitivity >= 0")
    s, start, end = (int(x) for x in (shift.p, _short(content["least"]), _short(content["greatest"])))
    if not (start <= 0 and s <= end):
        raise Rejected("edges", "expected least <= 0 and sensitivity <= greatest")
    reach, width, double = max(s - start, end) + 1, bits + GUARD, 2 * sigma * sigma
    require_size(reach, MAX_CELLS, "integers of a law")
    field.budget.spend(reach * max(bits, FEWEST) * 32)
    weights = [fixed(exp(-fmpq(z * z) / double, width), width) for z in range(reach + 1)]
    last = weights[reach].most * (1 + double / (2 * reach + 1))
    tails = [-(-last.p // last.q)]
    for z in reversed(range(reach)):
        tails.append(tails[-1] + weights[z].most)
    tails.reverse()  # from each z on
    least = weights[0].least + 2 * sum((low for low, _ in weights[1:]), fmpz(0))
    greatest = weights[0].most + 2 * tails[1]

    def mass(z: int) -> Mass:
        low, high = weights[abs(z)]
        return Mass(divided(low, greatest, bits), -divided(-high, least, bits))

    def tail(z: int) -> Mass:
        return Mass(fmpz(0), -divided(-tails[z], least, bits))

    def ratio(z: int) -> Bracket:
        return exp(s * (2 * z - shift) / double, width)

    yield Piece(tail(1 + s - start), tail(1 - start), None, ratio(start))
    for z in range(start, end + 1):
        yield Piece(mass(z - s), mass(z), ratio(z), ratio(z))
    yield Piece(tail(end + 1 - s), tail(end + 1), ratio(end), None)


def _binomial(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
    """Yield the integers below the least of the evidence, each one up to the greatest, and those above.

    The ratio at z is C(n, z - s) / C(n, z), which rises: it is 0 below s, and infinite above n.
    """
    trials, shift = rational(content["trials"]), rational(content["sensitivity"])
    demand(trials.q == shift.q == 1 and 1 <= shift <= trials, "integers trials >= sensitivity >= 1")
    require_size(trials.p, MAX_TRIALS, "trials")
    n, s, start, end = (int(x) for x in (trials.p, shift.p, _short(content["least"]), _short(content["greatest"])))
    if not s <= start <= end <= n:
        raise Rejected("edges", "expected sensitivity <= least <= greatest <= trials")
    field.budget.spend(n * (n // 16 + 64))
    counts, width = [fmpz(1)], bits + GUARD
    for z in range(n):
        counts.append(counts[-1] * (n - z) // (z + 1))

    def mass(ways: list[fmpz]) -> Mass:
        whole = sum(ways, fmpz(0)) << bits
        return Mass(whole >> n, -(-whole >> n))

    def ratio(z: int) -> Bracket:
        top, bottom = (times((x, x, 0), ONE, width) for x in (counts[z - s], counts[z]))
        return times(top, inverse(bottom, width), width)

    yield Piece(mass(counts[: start - s]), mass(counts[:start]), None, ratio(start))
    for z in range(start, end + 1):
        yield Piece(mass([counts[z - s]]), mass([counts[z]]), ratio(z), ratio(z))
    yield Piece(mass(counts[end + 1 - s :]), mass(counts[end + 1 :]), ratio(end), None)


def _discrete_laplace(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
    """Yield the masses with r = 1/base: 1/(1 + r) for z <= 0, (r^z - r^(z+1))/(1 + r) for 0 < z < s, r^s/(1 + r)."""
    base, shift, width = quotient(field, content["base"]), rational(content["sensitivity"]), bits + GUARD
    demand(shift >= 1 and shift.q == 1, "an integer sensitivity >= 1")
    demand(field.sign(base[1]) > 0 and field.sign(base[0] - base[1]) > 0, "base > 1")
    require_size(shift.p, MAX_CELLS, "sensitivity")
    s, factor = int(shift.p), enclosed(field, base, width)
    field.budget.spend(s * max(bits, FEWEST) * 32)
    powers = [ONE]
    for _ in range(s + 1):
        powers.append(times(powers[-1], factor, width))
    inverses = [inverse(x, width) for x in powers]
    small = [fixed(x, width) for x in inverses]
    below, above = ((fmpz(1) << width) + x for x in small[1])
    masses = [Mass(divided(small[0].least, above, bits), -divided(-small[0].most, below, bits))]
    for (a, b), (c, d) in pairwise(small[1 : s + 1]):
        masses.append(Mass(max(fmpz(0), divided(a - d, above, bits)), -divided(c - b, below, bits)))
    masses.append(Mass(divided(small[s].least, above, bits), -divided(-small[s].most, below, bits)))
    for z in range(s + 1):
        ratio = powers[2 * z - s] if 2 * z >= s else inverses[s - 2 * z]
        yield Piece(masses[s - z], masses[z], ratio, ratio)


def _randomized_response(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
    """Yield the answers that are true for P, for Q, and the others."""
    del field
    truth, count = rational(content["truth"]), rational(content["categories"])
    demand(0 <= truth <= 1 and count >= 2 and count.q == 1, "truth from 0 to 1, and an integer categories >= 2")
    other = (1 - truth) / (count - 1)
    for p, q in ((truth, other), (other, truth), ((count - 2) * other,) * 2):
        first, second = (bracket(x, bits + GUARD) if x else None for x in (p, q))
        yield _piece(first, second, bits)


def _finite(content: dict[str, Any], field: Field, bits: int) -> Iterator[Piece]:
    """Yield the outcomes, whose probabilities are the quotients of the statement."""
    laws = [[quotient(field, x) for x in array(content[key], key)] for key in ("first", "second")]
    demand(len(laws[0]) == len(laws[1]) > 0, "as many probabilities of the second law as of the first")
    require_size(len(laws[0]), MAX_CELLS, "cells of a law")
    for law in laws:
        demand(all(field.sign(bottom) > 0 and field.sign(top) >= 0 for top, bottom in law), "probabilities >= 0")
        top, bottom = field.total(law)
        demand(field.sign(top - bottom) == 0, "probabilities that sum to 1")
    for pair in zip(*laws, strict=True):
        p, q = (enclosed(field, x, bits + GUARD) if field.sign(x[0]) else None for x in pair)
        yield _piece(p, q, bits)


def _piece(p: Bracket | None, q: Bracket | None, bits: int) -> Piece:
    """Return an outcome with these probabilities, of which None stands for 0."""
    width = bits + GUARD
    first, second = (Mass(fmpz(0), fmpz(0)) if x is None else fixed(x, bits) for x in (p, q))
    if p and q:
        ratio = times(p, inverse(q, width), width)
        return Piece(first, second, ratio, ratio)
    return Piece(first, second, None, None if p else ONE)


def rational(value: object) -> fmpq:
    """Decode a parameter: [numerator, denominator] in lowest terms, denominator positive."""
    p, q = (integer(part) for part in array(value, "law", 2))
    require_size(max(p.bit_length(), q.bit_length()), MAX_FRACTION, "bits of a parameter")
    demand(q > 0 and p.gcd(q) == 1, "fractions in lowest terms with a positive denominator")
    return fmpq(p, q)


def demand(condition: bool, expected: str) -> None:  # noqa: FBT001 - what is required
    """Require a condition of a law."""
    if not condition:
        raise Rejected("law", f"expected {expected}")


def _short(value: object) -> fmpz:
    number = integer(value)
    require_size(abs(number).bit_length(), MAX_FRACTION, "bits of an edge or a place")
    return number


def quotient(field: Field, value: object) -> Quotient:
    """Decode a quotient. The sign of its denominator is not decided yet."""
    top, bottom = array(value, "quotient", 2)
    return field.polynomial(top), field.polynomial(bottom)


def enclosed(field: Field, value: Quotient, bits: int) -> Bracket:
    """Enclose a quotient of two sums that are positive."""
    parts = []
    for part in value:
        digits, bounds = bits, field.enclosure(part, bits)
        while bounds[0] <= 0:
            digits *= 2
            bounds = field.enclosure(part, digits)
        parts.append(times(bounds, ONE, bits))
    return times(parts[0], inverse(parts[1], bits), bits)


def exp(x: fmpq, bits: int) -> Bracket:
    """Enclose e to the power of x."""
    require_size(-(-abs(x).p // x.q), MAX_EXPONENT, "absolute value of an exponent")
    if x == 0:
        return ONE
    power = exponential(abs(x).p, x.q, bits)
    return power if x > 0 else inverse(power, bits)


def bracket(x: fmpq, bits: int) -> Bracket:
    """Enclose a positive rational."""
    places = bits + max(0, x.q.bit_length() - x.p.bit_length())
    return divided(x.p, x.q, places), -divided(-x.p, x.q, places), -places


def inverse(x: Bracket, bits: int) -> Bracket:
    """Enclose 1/x, of about this many bits."""
    places = bits + x[1].bit_length()
    return divided(fmpz(1), x[1], places), -divided(fmpz(-1), x[0], places), -places - x[2]


def fixed(x: Bracket, bits: int) -> Mass:
    """Enclose x by integers over 2^bits."""
    one = fmpz(1)
    return Mass(divided(x[0], one, x[2] + bits), -divided(-x[1], one, x[2] + bits))


def divided(x: fmpz, divisor: fmpz, places: int) -> fmpz:
    """Return the largest integer that is at most x 2^places / divisor."""
    return (x << places if places >= 0 else x >> -places) // divisor


class Form(NamedTuple):
    """A law as the format writes it: its parameters, the keys of its evidence, and the function that cuts it."""

    keys: set[str]
    evidence: set[str]
    cut: Callable[[dict[str, Any], Field, int], Iterator[Piece]]


LAWS = {
    "gaussian": Form({"sigma", "sensitivity", "rate"}, {"precision", "edges"}, _gaussian),
    "gaussian_mixture": Form({"sigma", "sensitivities", "weights"}, {"precision", "edges"}, _gaussian_mixture),
    "binomial": Form({"trials", "sensitivity"}, {"least", "greatest"}, _binomial),
    "laplace": Form({"scale", "sensitivity", "rate"}, {"precision", "edges"}, _laplace),
    "discrete_gaussian": Form({"sigma", "sensitivity", "rate"}, {"least", "greatest"}, _discrete_gaussian),
    "discrete_laplace": Form({"base", "sensitivity", "rate"}, set(), _discrete_laplace),
    "randomized_response": Form({"truth", "categories"}, set(), _randomized_response),
    "finite": Form({"first", "second"}, set(), _finite),
}
