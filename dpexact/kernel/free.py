"""Kind "private-for-all": P_i(S) <= E P_j(S) + delta for every t of an interval, weights, E and delta in Q(t).

The worst event at t, {o : P_i(o) > E P_j(o)}, is the same on an open cell between roots of these differences; the
excess of each such event is checked on the whole interval, as that of every event must be <= 0 there. Sturm's theorem:
the number of distinct roots in (a, b] is the number of sign changes of the Sturm chain at a less that at b.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_poly, fmpz, fmpz_poly

from dpexact.kernel.budget import costs
from dpexact.kernel.claim import KEYS, decode_claim
from dpexact.kernel.document import Rejected, fields
from dpexact.kernel.field import decode_rational, free_field

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from dpexact.kernel.document import Budget
    from dpexact.kernel.field import Polynomial

MAX_DEGREE = 2**11  # of a polynomial
MAX_WORK = 2**24  # degree squared times bits of coefficients, of a polynomial that is factored
MAX_FACTOR_WORK = 2**19  # the same of an irreducible factor, which has a Sturm chain
MAX_SPLITS = 2**16  # of an interval, one within another

Interval = tuple[fmpq, fmpq | None]
Coefficients = tuple[fmpz, ...]


def check_private_for_all(statement: object, evidence: object, budget: Budget) -> Iterator[None]:
    """Decide every demand and every event for all t of the interval at once."""
    interval = _interval(fields(statement, KEYS, "statement")["generators"], budget)
    field = free_field(budget)
    claim = decode_claim(statement, field)
    fields(evidence, set(), "evidence")
    prices = costs(field, claim)
    budget.spend(prices.demands + len(claim.pairs) * (prices.worst + prices.excess))
    yield
    for check, relation, value, what in claim.demands():
        if not _holds(relation, _dense(value), interval):
            raise Rejected(check, f"{what} should be {relation} for every t of the interval but is not")
    for pair in claim.pairs:
        differences = [_dense(difference) for difference in claim.differences(pair)]
        points = _samples(_factors(differences), interval)
        for event in sorted({tuple(o for o, f in enumerate(differences) if f(x) > 0) for x in points}):
            if not _holds(">= 0", -_dense(claim.excess(pair, event)), interval):
                raise Rejected("bound", f"P_i(S) <= E P_j(S) + delta fails for a t, pair {pair}, outputs {event[:20]}")


def _interval(generators: object, budget: Budget) -> Interval:
    """Decode {lower, upper}, the closed interval of t; upper null says that it has no end."""
    ends = fields(generators, {"lower", "upper"}, "generators")
    lower, upper = decode_rational(ends["lower"], budget), ends["upper"]
    upper = None if upper is None else decode_rational(upper, budget)
    if upper is not None and upper < lower:
        raise Rejected("generators", "the interval of t is empty")
    return lower, upper


def _dense(value: Polynomial) -> fmpz_poly:
    """Convert a polynomial in t alone."""
    if isinstance(value, fmpz):
        return fmpz_poly([value])
    terms = {int(i): c for (i,), c in value.to_dict().items()}
    if max(terms, default=0) > MAX_DEGREE:
        raise Rejected("size", f"a polynomial of degree {max(terms)}, at most {MAX_DEGREE} is accepted")
    return fmpz_poly([terms.get(i, fmpz(0)) for i in range(max(terms, default=0) + 1)])


def _holds(relation: str, value: fmpz_poly, interval: Interval) -> bool:
    """Decide whether the relation holds for every t of the interval."""
    if value.degree() < 0 or relation == "= 0":
        return value.degree() < 0 and relation != "> 0"
    factors = _factors([value])
    vanishes = value(interval[0]) == 0 or _count(factors, interval[0], _end(factors, interval)) > 0
    return not (relation == "> 0" and vanishes) and all(value(x) >= 0 for x in _samples(factors, interval))


def _factors(polynomials: Iterable[fmpz_poly]) -> list[Coefficients]:
    """Collect the distinct irreducible factors: every root of the polynomials is a root of one."""
    found: dict[Coefficients, None] = {}
    for polynomial in (value for value in polynomials if value.degree() > 0):
        _limit(polynomial.coeffs(), MAX_WORK)
        content, factors = polynomial.factor()
        found |= {tuple(factor.coeffs()): None for factor, _ in factors}
        if prod((factor**power for factor, power in factors), start=fmpz_poly([content])) != polynomial:
            raise Rejected("factors", "the factors of a polynomial do not multiply to it")
    return list(found)


def _end(factors: list[Coefficients], interval: Interval) -> fmpq:
    """Give the upper end; for an infinite interval, a number beyond every root by Cauchy's bound."""
    lower, upper = interval
    bounds = [fmpq(max(abs(c) for c in cs), abs(cs[-1])) + 2 for cs in factors]
    return max([lower + 1, *bounds]) if upper is None else upper


def _samples(factors: list[Coefficients], interval: Interval) -> list[fmpq]:
    """Choose points, one at least in each open cell between roots and ends, or at an end of it that is no root."""
    found = []
    stack = [(interval[0], _end(factors, interval), 0)]
    while stack:
        a, b, depth = stack.pop()
        roots, middle = _count(factors, a, b), _middle(a, b)
        if roots == 0:
            found.append(b)  # the one cell (a, b)
        elif roots == 1 and all(_sturm_chain(cs)[0](a) != 0 for cs in factors):
            found += [a, b]  # a for the cell up to the root, b for the one beyond unless b is the root
        elif depth == MAX_SPLITS:
            raise Rejected("precision", "roots too close to be told apart")
        else:
            stack += [(a, middle, depth + 1), (middle, b, depth + 1)]
    return found


def _middle(a: fmpq, b: fmpq) -> fmpq:
    """Choose a number between a and b: a power of two if b is much larger than a, else the mean."""
    low, high = (x.p.bit_length() - x.q.bit_length() for x in (max(a, fmpq(1, 4)), b))  # a < 2^(low + 1)
    return fmpq(2) ** ((low + high) // 2) if b > 1 and high - low >= 4 else (a + b) / 2


def _count(factors: list[Coefficients], a: fmpq, b: fmpq) -> int:
    """Count the roots in (a, b], by Sturm's theorem for each factor."""
    return sum(_changes(cs, a) - _changes(cs, b) for cs in factors)


def _limit(cs: Iterable[fmpz], most: int) -> None:
    sizes = [abs(c).bit_length() for c in cs]
    if (len(sizes) - 1) ** 2 * max(sizes) > most:
        raise Rejected("size", f"degree {len(sizes) - 1} and {max(sizes)} bits: squared degree times bits over {most}")


def _changes(cs: Coefficients, x: fmpq) -> int:
    signs = [value > 0 for value in (p(x) for p in _sturm_chain(cs)) if value != 0]
    return sum(a != b for a, b in pairwise(signs))


@lru_cache(maxsize=1024)
def _sturm_chain(cs: Coefficients) -> list[fmpz_poly]:
    """List p, p' and the negated remainders, each scaled by a positive number."""
    _limit(cs, MAX_FACTOR_WORK)
    p = fmpz_poly(list(cs))
    chain = [p, p.derivative()]
    while chain[-1].degree() > 0:
        remainder = (-(fmpq_poly(chain[-2]) % fmpq_poly(chain[-1]))).numer()
        if remainder.degree() < 0:
            raise Rejected("factors", "a factor has a repeated root")
        chain.append(remainder / remainder.content())
    return chain
