"""Numbers as polynomials in t = exp(exponent) and roots u_k = (a_k/b_k)^(1/n_k), and their signs."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, TypeVar

from flint import fmpq, fmpz, fmpz_mpoly, fmpz_mpoly_ctx

from dpexact.kernel.bracket import ONE, Bracket, combine, exponential, moved, power, root, times
from dpexact.kernel.budget import MAX_DEGREES, MAX_FRACTION, MAX_ROOTS, Budget, require_bracket, require_size, words
from dpexact.kernel.document import Rejected, array, fields, integer, position

FIRST = 128  # bits of the first brackets
NEAR = 2**12  # places that a number is moved up
REMEMBERED = 2**12  # monomials whose brackets are kept
Polynomial = fmpz | fmpz_mpoly
Quotient = tuple[Polynomial, Polynomial]
Root = tuple[fmpz, fmpz, int]  # a, b, n
Item = TypeVar("Item")
ZERO: Quotient = (fmpz(0), fmpz(1))


@dataclass(frozen=True)
class Field:
    """The meaning of t and u_k. The exponent is 0 without a t, None if t is free, and then without signs here."""

    budget: Budget
    exponent: fmpq | None
    roots: tuple[Root, ...] = ()
    known: dict[Any, Any] = field(default_factory=dict)  # brackets, by bits and powers
    denominators: dict[str, tuple[str, Polynomial]] = field(default_factory=dict)  # by text, with the check of the sign

    def polynomial(self, value: object) -> Polynomial:
        """Decode an integer, or an array of terms [coefficient, powers of t and of the roots] in increasing order."""
        if isinstance(value, str):
            return integer(value)
        terms: list[tuple[tuple[int, ...], fmpz]] = []
        ends = [1 if self.exponent == 0 else None, *([n for _, _, n in self.roots] or [1])]
        previous: tuple[int, ...] = (-1,)
        for term in array(value, "number"):
            coefficient, *rest = array(term, "term of a number", 1 + len(ends))
            powers = tuple(position(i, end, "number") for i, end in zip(rest, ends, strict=True))
            if coefficient == "0" or powers <= previous:
                raise Rejected("number", "terms must be non-zero and increase in their powers")
            terms.append((powers[: 1 + len(self.roots)], integer(coefficient)))
            previous = powers
        if previous <= (0,) * len(ends):
            raise Rejected("number", "an integer is written as hexadecimal text, not as terms")
        self.budget.gather(len(terms), previous[0])
        ring = fmpz_mpoly_ctx.get(tuple(f"x{k}" for k in range(1 + len(self.roots))), "lex")
        return ring.from_dict(dict(terms))

    def quotient(self, value: object, check: str = "denominator") -> Quotient:
        """Decode a quotient. The sign of its denominator is not decided yet."""
        top, bottom = array(value, "quotient", 2)
        return self.polynomial(top), self.denominator(bottom, check)

    def denominator(self, value: object, check: str = "denominator") -> Polynomial:
        """Decode a denominator, which has to be positive. Those written alike are one object."""
        if (key := repr(value)) not in self.denominators:
            self.denominators[key] = check, self.polynomial(value)
        return self.denominators[key][1]

    def product(self, *values: Polynomial) -> Polynomial:
        """Multiply. The cost of a product, in time and memory, is counted before."""
        result, *rest = values
        for value in rest:
            self.budget.multiply(result, value)
            result = result * value
        return result

    def total(self, quotients: Iterable[Quotient]) -> Quotient:
        """Add quotients: numerators over one denominator first, then the quotients that are left."""
        groups: dict[int, tuple[Polynomial, list[Polynomial]]] = {}
        for top, bottom in quotients:
            groups.setdefault(id(bottom), (bottom, []))[1].append(top)
        sums = [(_tree(tops, lambda a, b: a + b, fmpz(0)), bottom) for bottom, tops in groups.values()]
        return _tree(sums, self._sum, ZERO)

    def _sum(self, p: Quotient, q: Quotient) -> Quotient:
        return self.product(p[0], q[1]) + self.product(q[0], p[1]), self.product(p[1], q[1])

    def sign(self, value: Polynomial) -> int:
        """Decide the sign of the real number: by brackets of doubled precision, zero by its coefficients."""
        if isinstance(value, fmpz):
            return (value > 0) - (value < 0)
        signs = {1 if c > 0 else -1 for c in value.coeffs()}
        if len(signs) < 2:
            return sum(signs)
        bits = FIRST
        while True:
            low, high, _ = self.enclosure(value, bits)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
            if bits == FIRST and self._vanishes(value):
                return 0
            bits *= 2

    def require(self, check: str, value: Polynomial, allowed: tuple[int, ...], what: str) -> None:
        """Require a sign."""
        if (sign := self.sign(value)) not in allowed:
            raise Rejected(check, f"{what}: expected a sign in {allowed} but it is {sign}")

    def require_denominators(self) -> None:
        """Require that all denominators that have been decoded are positive."""
        for written, (check, value) in self.denominators.items():
            self.require(check, value, (1,), f"denominator {written[:40]}")

    def enclosure(self, value: Polynomial, bits: int) -> Bracket:
        """Enclose the real number between low 2^e and high 2^e, not necessarily positive: (low, high, e)."""
        if isinstance(value, fmpz):
            return Bracket(value, value, 0)
        self.budget.enclose(value, bits)
        terms = ((c, self._monomial(powers, bits)) for powers, c in value.terms())
        return combine(terms, bits + len(value).bit_length())

    def enclosures(self, *values: Polynomial) -> list[tuple[fmpz, fmpz]]:
        """Enclose several numbers between integers times one common power of two."""
        brackets = [self.enclosure(value, FIRST) for value in values]
        last = max(min(e for *_, e in brackets), max(e for *_, e in brackets) - NEAR)
        return [moved(low, high, e - last) for low, high, e in brackets]

    def _monomial(self, powers: tuple[int, ...], bits: int) -> Bracket:
        """Enclose t^i u_1^j_1 ..., and remember the first ones."""
        key = str((bits, powers))  # as text: Python has one hash for many integers
        if key in self.known:
            return self.known[key]  # type: ignore[no-any-return]
        self.budget.power(powers, bits)
        result = ONE
        for x, i in zip(self._brackets(bits), powers, strict=True):
            result = times(result, power(x, int(i), bits), bits) if i else result
        if len(self.known) < REMEMBERED:
            self.known[key] = result
        return result

    def _brackets(self, bits: int) -> list[Bracket]:
        """Enclose t and the roots."""
        if bits not in self.known:
            require_bracket(bits, sum(n for _, _, n in self.roots))
            t = exponential(self.exponent.p, self.exponent.q, bits) if self.exponent else ONE
            roots = [root(a, b, n, bits) for a, b, n in self.roots]
            if None in roots:
                raise Rejected("generators", "an integer root is not confirmed by its power")
            self.known[bits] = [t, *roots]
        return self.known[bits]  # type: ignore[no-any-return]

    def _vanishes(self, value: fmpz_mpoly) -> bool:
        """Replace u^n by a/b, all times a common number: zero only if no coefficient is left."""
        left: dict[tuple[int, ...], fmpz] = {}
        self.budget.gather(len(value), value.degrees()[0])
        most = [int(d) // n for d, (_, _, n) in zip(value.degrees()[1:], self.roots, strict=True)]
        self.budget.spend(
            len(value) * (64 + 8 * sum(k * words(a * b) for k, (a, b, _) in zip(most, self.roots, strict=True)))
        )
        for (i, *js), c in value.terms():
            key = (int(i), *(int(j) % n for j, (_, _, n) in zip(js, self.roots, strict=True)))
            for j, (a, b, n), all_of_them in zip(js, self.roots, most, strict=True):
                c *= a ** (int(j) // n) * b ** (all_of_them - int(j) // n)  # noqa: PLW2901
            left[key] = left.get(key, fmpz(0)) + c
        return not any(left.values())


def _tree(items: list[Item], join: Callable[[Item, Item], Item], empty: Item) -> Item:
    """Join two and two, then the results likewise, so that sizes stay balanced."""
    while len(items) > 1:
        rest = items[len(items) & ~1 :]
        items = [*map(join, items[::2], items[1::2]), *rest]
    return items[0] if items else empty


def decode_field(value: object, budget: Budget) -> Field:
    """Decode the generators."""
    several = isinstance(value, dict) and "roots" in value
    parts = fields(value, {"exponent", "roots"} if several else {"exponent", "base", "degree"}, "generators")
    roots = array(parts["roots"], "roots") if several else [[parts["base"], parts["degree"]]]
    listed = [array(root, "root", 2) for root in roots]
    require_size(len(listed), MAX_ROOTS, "roots")
    exponent = decode_rational(parts["exponent"])
    roots = [(decode_rational(base), position(n, None, "generators")) for base, n in listed]
    if not several and roots == [(1, 1)]:
        roots = []
    if exponent < 0 or (several and len(roots) < 2) or not all(base > 1 and n > 1 for base, n in roots):
        raise Rejected(
            "generators", "expected exponent >= 0 and base > 1, degree > 1 (or both 1), at least two `roots`"
        )
    triples = tuple((base.p, base.q, n) for base, n in roots)
    _require_independent(triples)
    return Field(budget, exponent, triples)


def _require_independent(roots: tuple[Root, ...]) -> None:
    """Require that each x^n - a/b is irreducible, and that no prime is in two of the bases."""
    require_size(sum(n for _, _, n in roots), MAX_DEGREES, "sum of the degrees of the roots")
    for a, b, n in roots:
        for k in range(2, a.bit_length() + 1):  # an integer a > 1 is no other power
            if n % k == 0 and all(part.root(k) ** k == part for part in (a, b)):
                raise Rejected("generators", f"x^{n} - base is reducible: the base is a {k}-th power")
    for (a, b, _), (c, d, _) in combinations(roots, 2):
        if (a * b).gcd(c * d) != 1:
            raise Rejected("generators", "the bases of two roots have a prime in common")


def decode_rational(value: object, check: str = "generators", limit: int = MAX_FRACTION) -> fmpq:
    """Decode [numerator, denominator] in lowest terms, denominator positive."""
    p, q = (integer(part) for part in array(value, check, 2))
    require_size(max(p.bit_length(), q.bit_length()), limit, f"bits of a fraction of the {check}")
    if q <= 0 or p.gcd(q) != 1:
        raise Rejected(check, "expected a fraction in lowest terms with a positive denominator")
    return fmpq(p, q)
