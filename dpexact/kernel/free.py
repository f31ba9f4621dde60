"""Kind "private-for-all": P_i(S) <= E P_j(S) + delta for every t of an interval, weights, E and delta in Q(t).

"(n)" in a comment is line n of the proof in docs/certificate-format.md, section `private-for-all`.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from flint import fmpq, fmpq_poly, fmpz, fmpz_poly

from dpexact.kernel.budget import MAX_DEGREE, MAX_WORDS, Budget, require_size
from dpexact.kernel.claim import KEYS, Claim, Pair, decode_claim
from dpexact.kernel.document import Rejected, fields
from dpexact.kernel.field import Field, Polynomial, decode_rational

Chain = list[fmpz_poly]


@dataclass(frozen=True)
class Interval:
    """All t with lower <= t <= upper, or lower <= t if upper is None, with the meter of work on it."""

    lower: fmpq
    upper: fmpq | None
    budget: Budget


def check_private_for_all(statement: object, evidence: object, budget: Budget) -> None:
    """Decide every demand, and the excess of every event that is the worst one somewhere, for all t at once."""
    content = fields(statement, KEYS, "statement")
    interval, claim = decode_interval(content["generators"], budget), decode_claim(content, Field(budget, None))
    fields(evidence, set(), "evidence")
    for check, relation, value, what in claim.demands():
        if not holds(dense(value, budget), relation, interval):
            raise Rejected(check, f"{what} should be {relation} for every t of the interval but is not")
    for i, j in unlike(claim):
        differences = [dense(f, budget) for f in map(claim.difference, claim.rows[i], claim.rows[j])]
        for event in worst_events(differences, interval):  # (1)
            if not holds(-dense(claim.excess((i, j), event), budget), ">= 0", interval):  # (2)
                raise Rejected("bound", f"P_i(S) <= E P_j(S) + delta fails for a t, pair {i, j}, outputs {event[:20]}")


def decode_interval(generators: object, budget: Budget) -> Interval:
    """Decode {lower, upper}, the closed interval of t. It is unbounded if upper is null."""
    ends = fields(generators, {"lower", "upper"}, "generators")
    lower, upper = decode_rational(ends["lower"]), ends["upper"]
    upper = None if upper is None else decode_rational(upper)
    if upper is not None and upper < lower:
        raise Rejected("generators", "the interval of t is empty")
    return Interval(lower, upper, budget)


def dense(value: Polynomial, budget: Budget) -> fmpz_poly:
    """Convert a polynomial in t, which may have few terms and a great degree."""
    if isinstance(value, fmpz):
        return fmpz_poly([value])
    require_size(length := value.degrees()[0] + 1, MAX_DEGREE + 1, "coefficients of a polynomial in t")
    budget.spend(16 * int(length))  # also those that are 0
    terms = {int(i): c for (i,), c in value.to_dict().items()}
    return fmpz_poly([terms.get(i, fmpz(0)) for i in range(int(length))])


def unlike(claim: Claim) -> list[Pair]:
    """Choose one of the pairs (i, j) that have the same columns P_i(o), P_j(o), in whatever order (12)."""
    numbers: dict[str, int] = {}  # by text: Python has one hash for many integers
    rows = [[numbers.setdefault(f"{id(x)} {top}", len(numbers)) for top, x in row] for row in claim.rows]
    chosen: dict[bytes, Pair] = {}
    for i, j in claim.pairs:
        claim.field.budget.spend(16 * len(rows[i]))
        columns = sorted(a * len(numbers) + b for a, b in zip(rows[i], rows[j], strict=True))
        chosen.setdefault(array("Q", columns).tobytes(), (i, j))
    return list(chosen.values())


def worst_events(differences: list[fmpz_poly], interval: Interval) -> Iterator[list[int]]:
    """Yield {o : f_o(x) > 0} for a point x of each cell between the roots of the f_o, each event once (1)."""
    seen = set()
    for x in samples(chains_of(differences, interval), interval):
        event = bytes(value(f, x, interval) > 0 for f in differences)
        if event not in seen:
            seen.add(event)
            yield [o for o, positive in enumerate(event) if positive]


def holds(polynomial: fmpz_poly, relation: str, interval: Interval) -> bool:
    """Decide whether a polynomial is "= 0", ">= 0" or "> 0" for every t of the interval."""
    if relation == "= 0":
        return bool(polynomial.degree() < 0)  # (3)
    chains = chains_of([polynomial], interval)
    if relation == ">= 0":
        return all(value(polynomial, x, interval) >= 0 for x in samples(chains, interval))  # (4)
    end = beyond(chains, interval)
    roots = sum(changes(p, interval.lower, interval) - changes(p, end, interval) for p in chains)
    return roots == 0 and value(polynomial, interval.lower, interval) > 0  # (5)


def chains_of(polynomials: list[fmpz_poly], interval: Interval) -> list[Chain]:
    """Give the Sturm chains of pieces without common or repeated roots: every root is a root of one of them (6)."""
    pieces: list[fmpz_poly] = []
    rest = [f for f in {str(f): f for f in polynomials}.values() if f.degree() > 0]
    while rest:
        piece = rest.pop()
        for other in [piece.derivative(), *pieces]:
            common = gcd(piece, other, interval)
            if common.degree() > 0:
                parts = [piece, other] if other in pieces else [piece]
                pieces = [f for f in pieces if f is not other]
                rest += [f for f in (common, *(exactly(part, common) for part in parts)) if f.degree() > 0]
                break
        else:
            pieces.append(piece)
    return [sturm_chain(piece, interval) for piece in pieces]


def gcd(f: fmpz_poly, g: fmpz_poly, interval: Interval) -> fmpz_poly:
    """Find a common divisor. Nothing relies on its being the greatest one."""
    interval.budget.spend(64 + (len(f) + len(g)) * (8 + (f.height_bits() + g.height_bits()) // 8))
    return f.gcd(g)


def exactly(f: fmpz_poly, divisor: fmpz_poly) -> fmpz_poly:
    """Divide, and multiply again."""
    if (quotient := f // divisor) * divisor != f:
        raise Rejected("factors", "the factors of a polynomial do not multiply to it")
    return quotient


def sturm_chain(piece: fmpz_poly, interval: Interval) -> Chain:
    """List p, p' and the negated remainders, each scaled by a positive number. The last is a constant (7)."""
    chain = [piece, piece.derivative()]
    while chain[-1].degree() > 0:
        remainder = (-(fmpq_poly(chain[-2]) % counted(chain[-2], chain[-1], interval))).numer()
        if remainder.degree() < 0:
            raise Rejected("factors", "a factor has a repeated root")
        chain.append(remainder / remainder.content())
    return chain


def counted(f: fmpz_poly, g: fmpz_poly, interval: Interval) -> fmpq_poly:
    """Count the division of f by g, and give g: each of its steps multiplies f, which grows, by a coefficient of g."""
    steps, long, wide = len(f) - len(g) - 1, f.height_bits() // 64, g.height_bits() // 64 + 1
    require_size(len(f) * (grown := long + (steps + 2) * wide), MAX_WORDS, "words of a quotient")
    interval.budget.spend(64 + len(f) * (16 + 32 * (long + wide) + steps * grown * wide // 64))
    return fmpq_poly(g)


def changes(chain: Chain, x: fmpq, interval: Interval) -> int:
    """Count the changes of sign along the chain at x, zeros left out, which is V(x) (7)."""
    signs = [y > 0 for y in (value(p, x, interval) for p in chain) if y != 0]
    return sum(a != b for a, b in pairwise(signs))


def value(polynomial: fmpz_poly, x: fmpq, interval: Interval) -> fmpq:
    """Evaluate a polynomial at a rational number."""
    bits = polynomial.height_bits() + len(polynomial) * (x.p.bit_length() + x.q.bit_length())
    interval.budget.spend(32 + len(polynomial) * (4 + bits // 64))
    return polynomial(x)


def beyond(chains: list[Chain], interval: Interval) -> fmpq:
    """Give the upper end, or for an infinite interval a number in it that is beyond every root (8)."""
    if interval.upper is not None:
        return interval.upper
    bounds = [fmpq(max(abs(c) for c in chain[0].coeffs()), abs(chain[0].coeffs()[-1])) + 2 for chain in chains]
    return max([interval.lower + 1, *bounds])


def samples(chains: list[Chain], interval: Interval) -> Iterator[fmpq]:
    """Yield points, one at least for every cell between the roots and the ends of the interval."""
    a, b = interval.lower, beyond(chains, interval)
    pieces = [(a, b, [(p, changes(p, a, interval), changes(p, b, interval)) for p in chains])]
    while pieces:
        a, b, counts = pieces.pop()
        counts = [(p, at_a, at_b) for p, at_a, at_b in counts if at_a > at_b]  # those with roots in (a, b]
        roots = sum(at_a - at_b for _, at_a, at_b in counts)
        if roots == 0:
            yield b  # (9)
        elif roots == 1 and all(value(p[0], a, interval) != 0 for p in chains):
            yield from (a, b)  # (10)
        else:
            x = middle(a, b)  # (11)
            halves = [(p, at_a, changes(p, x, interval), at_b) for p, at_a, at_b in counts]
            pieces.append((a, x, [(p, at_a, at_x) for p, at_a, at_x, _ in halves]))
            pieces.append((x, b, [(p, at_x, at_b) for p, _, at_x, at_b in halves]))


def middle(a: fmpq, b: fmpq) -> fmpq:
    """Choose a number between a and b: a power of two if b is much larger than a, else the mean."""
    low, high = (x.p.bit_length() - x.q.bit_length() for x in (max(a, fmpq(1, 4)), b))  # a < 2^(low + 1)
    return fmpq(2) ** ((low + high) // 2) if b > 1 and high - low >= 4 else (a + b) / 2  # b > 2^(high - 1)
