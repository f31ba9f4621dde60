"""Numbers as polynomials in t = exp(exponent) and u = base^(1/degree) with integer coefficients, and their signs."""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb, ctx, fmpq, fmpz, fmpz_mpoly, fmpz_mpoly_ctx

from dpexact.kernel.document import Rejected, array, fields, integer, position

MAX_POWER = 2**40  # of t, in a certificate
MAX_DEGREE = 2**12  # of u over Q
MAX_GENERATOR_BITS = 2**12  # of the integers in the generators
MAX_WORK = 2**28  # term products times bits, of a product of polynomials
PRECISIONS = [2**k for k in range(6, 23)]  # bits of a ball; after the last one the sign is given up

Polynomial = fmpz | fmpz_mpoly
Quotient = tuple[Polynomial, Polynomial]
_RING = fmpz_mpoly_ctx.get(("t", "u"), "lex")


@dataclass(frozen=True)
class Field:
    """The meaning of t and u; exponent 0 says that there is no t, degree 1 (and base 1) that there is no u."""

    exponent: fmpq
    base: fmpq
    degree: int

    def polynomial(self, value: object) -> Polynomial:
        """Decode an integer, or an array of terms [coefficient, power of t, power of u] in increasing order."""
        if isinstance(value, str):
            return integer(value)
        terms: dict[tuple[int, ...], int | fmpz] = {}
        previous = (-1, -1)
        for term in array(value, "number"):
            coefficient, i, j = array(term, "term of a number", 3)
            powers = position(i, MAX_POWER if self.exponent else 1, "number"), position(j, self.degree, "number")
            if coefficient == "0" or powers <= previous:
                raise Rejected("number", "terms must be non-zero and increase in (power of t, power of u)")
            terms[powers], previous = integer(coefficient), powers
        if previous <= (0, 0):
            raise Rejected("number", "an integer is written as hexadecimal text, not as terms")
        return _RING.from_dict(terms)

    def sign(self, value: Polynomial) -> int:
        """Decide the sign of the real number: zero by its coefficients, else by balls of doubled precision."""
        if isinstance(value, fmpz):
            return (value > 0) - (value < 0)
        terms = self._reduced(value)
        signs = {1 if c > 0 else -1 for c in terms.values()}
        if len(signs) < 2:
            return sum(signs)
        for bits in PRECISIONS:
            with ctx.workprec(bits):
                u = arb(self.base).root(self.degree)
                ball = sum((arb(c) * arb(self.exponent * i).exp() * u**j for (i, j), c in terms.items()), arb(0))
                if ball > 0 or ball < 0:
                    return 1 if ball > 0 else -1
        raise Rejected("precision", f"the sign of a number is not decided within {PRECISIONS[-1]} bits")

    def _reduced(self, value: fmpz_mpoly) -> dict[tuple[int, int], fmpz | fmpq]:
        """Replace u^degree by base: the number is zero only if no coefficient is left."""
        terms: dict[tuple[int, int], fmpz | fmpq] = {}
        for (i, j), c in value.terms():
            powers = int(i), int(j) % self.degree
            terms[powers] = (c if j < self.degree else c * self.base ** (int(j) // self.degree)) + terms.get(powers, 0)
        return {powers: c for powers, c in terms.items() if c != 0}


def product(a: Polynomial, b: Polynomial, *others: Polynomial) -> Polynomial:
    """Multiply, unless the numbers of terms, times each other and times the bits of coefficients, are too much."""
    if isinstance(a, fmpz_mpoly) and isinstance(b, fmpz_mpoly):
        bits = 64 + sum(max((abs(c).bit_length() for c in x.coeffs()), default=0) for x in (a, b))
        if len(a) * len(b) * bits > MAX_WORK:
            raise Rejected("size", f"a product of {len(a)} and {len(b)} terms with {bits} bits, over {MAX_WORK}")
    return product(a * b, *others) if others else a * b


def decode_field(value: object) -> Field:
    """Decode the generators {exponent, base, degree}; x^degree - base has to be irreducible."""
    parts = fields(value, {"exponent", "base", "degree"}, "generators")
    exponent, base = decode_rational(parts["exponent"]), decode_rational(parts["base"])
    degree = position(parts["degree"], MAX_DEGREE + 1, "generators")
    if exponent < 0 or degree < 1 or (base <= 1 if degree > 1 else base != 1):
        raise Rejected("generators", "expected exponent >= 0 and either base > 1, degree > 1 or both 1")
    for k in range(2, degree + 1):
        if degree % k == 0 and all(part.root(k) ** k == part for part in (base.p, base.q)):
            raise Rejected("generators", f"x^{degree} - base is reducible: the base is a {k}-th power")
    return Field(exponent, base, degree)


def decode_rational(value: object) -> fmpq:
    """Decode [numerator, denominator] in lowest terms, denominator positive."""
    p, q = (integer(part) for part in array(value, "generators", 2))
    if q <= 0 or p.gcd(q) != 1 or max(abs(p), q).bit_length() > MAX_GENERATOR_BITS:
        raise Rejected("generators", f"expected a fraction in lowest terms of at most {MAX_GENERATOR_BITS} bits")
    return fmpq(p, q)
