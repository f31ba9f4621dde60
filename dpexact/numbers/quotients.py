"""Quotients num / den of sums over generators, brought to one field, combined, and brought to normal form.

In normal form num and den have integer coefficients and no common factor that shows as polynomials, the leading
coefficient of den is positive, u has a degree below that of its root, and the generators are the smallest over which
num and den can be written. The form is unique if den is free of u (and its degree in t stays below a limit).
Otherwise equal numbers may have several forms, and equality is decided by cross-multiplication.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import gcd, prod

from flint import Ordering, fmpq_poly, fmpz, fmpz_mpoly, fmpz_mpoly_ctx

from dpexact.errors import TooLargeError
from dpexact.numbers.generators import (
    AS_IT_IS,
    RATIONALS,
    Field,
    Free,
    Generators,
    Rewriting,
    join,
    normal_root,
    rational_bits,
    refuse_bits,
)

CONTEXT = fmpz_mpoly_ctx.get(("t", "u"), Ordering.lex)
T, U = CONTEXT.gens()
ONE = CONTEXT.constant(1)


MAX_DEGREE = 1 << 40  # of t, as a bound of exponents and not of memory, since sums are sparse
MAX_LOG = 1_000_000  # of exp(r): numbers beyond exp(10^6) have hundreds of thousands of digits
MAX_PRODUCT_WORDS = 1 << 22  # of a product of two sums (32 MB)
MAX_PRODUCT_WORK = 1 << 30  # machine words multiplied for it
CHEAP_PRODUCT = 1 << 12  # products of fewer terms are not measured
MAX_GCD_DEGREE = 4096  # beyond this, sparse quotients are kept uncancelled

Quotient = tuple[fmpz_mpoly, fmpz_mpoly]  # (num, den), polynomials in t and u over the integers
Terms = dict[tuple[int, int], int]  # {(i, j): c} stands for the sum of c t^i u^j


def check_sum_power(polynomial: fmpz_mpoly, power: int, root: tuple[int, int] | None = None) -> None:
    """Refuse polynomial ** power if it would be too large, by its possible terms and their bits.

    `root` is (degree, bits) of the root u. Powers of u are reduced below the degree, and each reduction may add the
    bits to a coefficient.
    """
    t_degree, u_degree = (int(degree) for degree in polynomial.degrees())
    root_degree, root_bits = root if root is not None and u_degree > 0 else (u_degree * power + 1, 0)
    terms = len(polynomial)
    if terms == 1 and not root_bits and abs(polynomial.leading_coefficient()) == 1:
        return
    longest = int((sum(abs(c) for c in polynomial.coeffs()) - 1).bit_length()) + root_bits
    grid = (t_degree * power + 1) * min(u_degree * power + 1, root_degree)
    count = grid if terms > power.bit_length() + 2 else min(grid, (power + 1) ** (terms - 1))
    refuse_bits(count * (longest * power + 64))


def _times(first: fmpz_mpoly, second: fmpz_mpoly) -> fmpz_mpoly:
    """Return the product of two sums, unless it would take too long."""
    pairs = len(first) * len(second)
    if pairs <= CHEAP_PRODUCT:
        return first * second
    words = sum(max(int(c.bit_length()) for c in p.coeffs()) // 64 + 1 for p in (first, second))
    grid = prod(int(d) + int(d2) + 1 for d, d2 in zip(first.degrees(), second.degrees(), strict=True))
    if min(pairs, grid) * words > MAX_PRODUCT_WORDS or pairs * words > MAX_PRODUCT_WORK:
        raise TooLargeError(
            f"a product of sums of {len(first)} and {len(second)} terms, with coefficients of up to "
            f"{64 * words} bits, is refused: it would take too long"
        )
    return first * second


def sum_of(terms: Mapping[tuple[int, int], int | fmpz]) -> fmpz_mpoly:
    """Return the polynomial of {(i, j): c}."""
    return CONTEXT.from_dict(terms)  # type: ignore[arg-type]


def terms_of(polynomial: fmpz_mpoly) -> Terms:
    """Return {(i, j): c} of a polynomial."""
    return {(int(i), int(j)): int(c) for (i, j), c in polynomial.terms()}


def lift(field: Field, quotient: Quotient, field2: Field, quotient2: Quotient) -> tuple[Field, Quotient, Quotient]:
    """Return both quotients over the smallest common field. Raises IncompatibleFieldsError, TooLargeError."""
    if field is field2 or field2 is RATIONALS:
        return field, quotient, quotient2
    if field is RATIONALS:
        return field2, quotient, quotient2
    common, mine, theirs = join(field, field2)
    return common, rewritten(common, quotient, mine), rewritten(common, quotient2, theirs)


def rewritten(field: Field, quotient: Quotient, rewriting: Rewriting) -> Quotient:
    """Return the quotient with t and u replaced by their values over `field`."""
    if rewriting == AS_IT_IS:
        return quotient
    if rewriting.scale == 1:
        strides = [rewriting.t, rewriting.u]
        return _reduced(field, (quotient[0].inflate(strides), quotient[1].inflate(strides)))
    top, bottom = rewriting.scale.numerator, rewriting.scale.denominator
    highest = max(int(polynomial.degrees()[1]) for polynomial in quotient)
    num, den = (
        sum_of(
            {
                (int(i) * rewriting.t, int(j) * rewriting.u): c
                * fmpz(top) ** int(j)
                * fmpz(bottom) ** (highest - int(j))
                for (i, j), c in polynomial.terms()
            }
        )
        for polynomial in quotient
    )
    return _reduced(field, (num, den))


def _reduced(field: Field, quotient: Quotient) -> Quotient:
    """Return the quotient with u^degree replaced by base, so that u has degree < `degree` in num and den."""
    if isinstance(field, Free) or field.degree == 1:
        return quotient
    (num, scale), (den, scale2) = (_reduce_root(field, polynomial) for polynomial in quotient)
    return (num, den) if scale == scale2 else (num * scale2, den * scale)


def _reduce_root(field: Generators, polynomial: fmpz_mpoly) -> tuple[fmpz_mpoly, fmpz]:
    """Return (p, s) with polynomial = p / s, where u has degree < `degree` in p and s is a positive integer."""
    highest = int(polynomial.degrees()[1]) // field.degree
    if highest <= 0:
        return polynomial, fmpz(1)
    top, bottom = fmpz(field.base.numerator), fmpz(field.base.denominator)
    terms: dict[tuple[int, int], int | fmpz] = {}
    for (i, j), coefficient in polynomial.terms():
        turns, rest = divmod(int(j), field.degree)
        key = (int(i), rest)
        terms[key] = terms.get(key, 0) + coefficient * top**turns * bottom ** (highest - turns)
    return sum_of(terms), bottom**highest


def is_zero(field: Field, polynomial: fmpz_mpoly) -> bool:
    """Return whether a sum is zero as a number."""
    return bool(_reduced(field, (polynomial, ONE))[0].is_zero())


def added(first: Quotient, second: Quotient) -> Quotient:
    """Return a/b + c/d."""
    (a, b), (c, d) = first, second
    return (a + c, b) if b == d else (_times(a, d) + _times(c, b), _times(b, d))


def subtracted(first: Quotient, second: Quotient) -> Quotient:
    """Return a/b - c/d."""
    (a, b), (c, d) = first, second
    return (a - c, b) if b == d else (_times(a, d) - _times(c, b), _times(b, d))


def multiplied(first: Quotient, second: Quotient) -> Quotient:
    """Return a/b * c/d."""
    return _times(first[0], second[0]), _times(first[1], second[1])


def divided(first: Quotient, second: Quotient) -> Quotient:
    """Return a/b / (c/d), c not zero."""
    return _times(first[0], second[1]), _times(first[1], second[0])


def raised(field: Field, quotient: Quotient, power: int) -> Quotient:
    """Return (num / den) ** power for power >= 1. Raises TooLargeError before the size is spent."""
    root = None
    if isinstance(field, Generators) and field.degree > 1:
        root = field.degree, rational_bits(field.base)
    for polynomial in quotient:
        check_sum_power(polynomial, power, root)
    if root is None:
        return quotient[0] ** power, quotient[1] ** power
    result = (ONE, ONE)
    for bit in f"{power:b}":
        result = _reduced(field, multiplied(result, result))
        if bit == "1":
            result = _reduced(field, multiplied(result, quotient))
    return result


def normal_form(field: Field, quotient: Quotient) -> tuple[Field, Quotient]:
    """Return the same number, whose den is not zero, in normal form (see the head of this module).

    Raises TooLargeError for exponents that are too far apart.
    """
    num, den = _reduced(field, quotient)
    if num.is_zero():
        return RATIONALS, (num, ONE)
    if isinstance(field, Generators) and field.degree > 1 and den.degrees()[0] == 0 and den.degrees()[1] > 0:
        num, den = _with_rational_denominator(field, num, den)
    num, den = _constant_ratio(*_cancelled(num, den))
    field, (num, den) = _smallest(field, (num, den))
    degree = int(max(num.degrees()[0], den.degrees()[0]))
    if degree > MAX_DEGREE:  # too many steps of t for balls, or an exp of a huge number
        message = f"an exponent over {field} exceeds {MAX_DEGREE} times the generator"
        raise TooLargeError(message, remedy="the exponents are too far apart")
    if isinstance(field, Generators) and field.exponent.numerator * degree > MAX_LOG * field.exponent.denominator:
        raise TooLargeError(f"a number as large as exp({MAX_LOG}) or as small as its reciprocal is refused")
    return field, (num, den)


def _cancelled(num: fmpz_mpoly, den: fmpz_mpoly) -> Quotient:
    """Cancel common factors, and make the leading coefficient of den positive."""
    if den.is_constant() or max(num.degrees()[0], den.degrees()[0]) <= MAX_GCD_DEGREE:
        common = num.gcd(den)
    else:
        common = T ** min(int(i) for p in (num, den) for i, _ in p.monoms())
    if den.leading_coefficient() < 0:
        common = -common
    return (num, den) if common.is_one() else (num / common, den / common)


def _constant_ratio(num: fmpz_mpoly, den: fmpz_mpoly) -> Quotient:
    """Return the quotient as a constant if it is one although no common factor was cancelled, else unchanged."""
    if den.is_constant() or len(num) != len(den):
        return num, den
    top, bottom = num.leading_coefficient(), den.leading_coefficient()
    if num * bottom == den * top:
        return _cancelled(CONTEXT.constant(top), CONTEXT.constant(bottom))
    return num, den


def _with_rational_denominator(field: Generators, num: fmpz_mpoly, den: fmpz_mpoly) -> Quotient:
    """Return the same number with an integer below, by inverting den, a sum in u alone, modulo u^degree - base."""
    dense = [fmpz(0)] * field.degree
    for (_, j), coefficient in den.terms():
        dense[int(j)] = coefficient
    modulus = fmpq_poly([-field.base.numerator] + [0] * (field.degree - 1) + [field.base.denominator])
    common, inverse, _ = fmpq_poly(dense).xgcd(modulus)
    inverse /= common[0]
    above = sum_of({(0, j): int(c) for j, c in enumerate(inverse.numer().coeffs()) if c})
    return _reduced(field, (_times(num, above), CONTEXT.constant(inverse.denom())))


def _smallest(field: Field, quotient: Quotient) -> tuple[Field, Quotient]:
    """Return the quotient over the smallest generators, with common divisors of the exponents taken out."""
    if isinstance(field, Free):
        return field, quotient
    t, u = 0, field.degree
    for polynomial in quotient:
        if polynomial.is_constant():
            continue
        stride, shift = polynomial.deflation_index()
        t, u = gcd(t, int(stride[0]), int(shift[0])), gcd(u, int(stride[1]), int(shift[1]))
        if t == 1 and u == 1:
            return field, quotient
    smaller, rewriting = _coarser(field, t, u)
    strides = [t or 1, u]
    return smaller, rewritten(smaller, (quotient[0].deflate(strides), quotient[1].deflate(strides)), rewriting)


@lru_cache(maxsize=4096)
def _coarser(field: Generators, t: int, u: int) -> tuple[Generators, Rewriting]:
    """Return the generators t^`t` (absent for 0), u^`u` in normal form, and how these powers are written over them."""
    degree = field.degree // u
    if degree == 1:
        return Generators(field.exponent * t), AS_IT_IS
    scale, base, power = normal_root(field.base, Fraction(1, degree))
    return Generators(field.exponent * t, base, degree), Rewriting(1, power.numerator, scale)
