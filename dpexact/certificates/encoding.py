"""Encode exact numbers as the format of certificates has them, as generators and integer coefficients over them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import gcd, lcm
from typing import Any, Self

from dpexact.errors import CertificateError, IncompatibleFieldsError, SignChangesError, TooLargeError
from dpexact.numbers.exact import Exact
from dpexact.numbers.generators import RATIONALS, Field, Free, Generators, join, primitive_power, rational_gcd
from dpexact.numbers.quotients import Terms

MAX_DIGITS = 640  # of a power of t in a certificate, a JSON integer: any interpreter reads that many
LARGEST_POWER = 10**MAX_DIGITS - 1
MORE_BITS = 64  # the numbers over a field have powers of its own t, of less than this many bits

Powers = dict[tuple[int, ...], int]  # {(i, j_1, ..., j_r): c} stands for the sum of c t^i u_1^j_1 ... u_r^j_r


@dataclass(frozen=True)
class Roots:
    """t = exp(exponent), and u_k = bases[k]^(1/degrees[k]). The bases are pairwise coprime integers > 1, no powers."""

    exponent: Fraction
    bases: tuple[int, ...]
    degrees: tuple[int, ...]

    @classmethod
    def of(cls, fields: Iterable[Generators]) -> Self:
        """Return the generators of all the fields together.

        The numerators and denominators of the radicands are split by greatest common divisors into coprime factors,
        each factor is taken down to the integer that it is a power of, and each root of a field is then a product of
        powers of roots of these integers.
        """
        known = sorted(set(fields), key=lambda field: (field.base, field.degree))
        numbers = {part for field in known for part in (field.base.numerator, field.base.denominator)}
        bases, degrees = [], []
        for base in sorted(int(primitive_power(Fraction(part))[0]) for part in coprime_parts(numbers)):
            degree = lcm(*(Fraction(multiplicity(field.base, base), field.degree).denominator for field in known))
            if degree > 1:
                bases.append(base)
                degrees.append(degree)
        exponent = reduce(rational_gcd, (field.exponent for field in known), Fraction(0))
        return cls(exponent, tuple(bases), tuple(degrees))

    def parts(self, value: Exact) -> tuple[Powers, Powers]:
        """Return (num, den) with value num / den, sums over these generators, coefficients without a common factor."""
        field, *sums = value.parts()
        if not isinstance(field, Generators):
            raise IncompatibleFieldsError(f"one over {field}", expected="numbers without a free E")
        num, den = (dict(self._terms(field, terms)) for terms in sums)
        scale = lcm(*(c.denominator for terms in (num, den) for c in terms.values()))
        common = gcd(*(int(c * scale) for terms in (num, den) for c in terms.values())) or 1
        num, den = ({power: c * scale / common for power, c in terms.items()} for terms in (num, den))
        return {power: int(c) for power, c in num.items()}, {power: int(c) for power, c in den.items()}

    def _terms(self, field: Generators, terms: Terms) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        """Yield the terms c t^i u^j, written over these generators. Different monomials stay different."""
        step = int(field.exponent / self.exponent) if field.exponent else 0
        counts = [multiplicity(field.base, base) for base in self.bases]
        for (i, j), coefficient in terms.items():
            powers, factor = [i * step], Fraction(coefficient)
            for base, degree, count in zip(self.bases, self.degrees, counts, strict=True):
                turns, rest = divmod(count * j * degree // field.degree, degree)  # exact: degree is a multiple
                factor *= Fraction(base) ** turns
                powers.append(rest)
            yield tuple(powers), factor


def check_writable(fields: Iterable[Field]) -> None:
    """Refuse exponents so far apart that certificates cannot hold their ratio. Raises TooLargeError."""
    exponents = {field.exponent for field in fields if isinstance(field, Generators) and field.exponent}
    common = reduce(rational_gcd, exponents, Fraction(0))
    if exponents and max(exponents) >= common * (LARGEST_POWER >> MORE_BITS):
        raise TooLargeError(
            "the exponents of exp in these numbers are so far apart that a power of exp of their greatest "
            f"common divisor has about {MAX_DIGITS} digits or more, which no certificate holds",
            remedy="nothing is decided about them",
        )


def coprime_parts(numbers: Iterable[int]) -> list[int]:
    """Return pairwise coprime integers > 1 of which each of the numbers >= 1 is a product (with repetitions)."""
    parts: list[int] = []
    pending = list(numbers)
    while pending:
        number = pending.pop()
        clash = next((other for other in parts if gcd(number, other) > 1), None)
        if number > 1 and clash is None:
            parts.append(number)
        elif clash is not None and clash != number:
            parts.remove(clash)
            common = gcd(number, clash)
            pending += [common, number // common, clash // common]
    return parts


def multiplicity(number: Fraction, base: int) -> int:
    """Count how often a base > 1 divides the number, as a negative count if it divides the denominator."""
    count, (top, bottom) = 0, number.as_integer_ratio()
    while top % base == 0:
        top, count = top // base, count + 1
    while bottom % base == 0:
        bottom, count = bottom // base, count - 1
    return count


@dataclass(frozen=True)
class Encoder:
    """Writes numbers over generators whose field contains the field of each of them."""

    field: Field | Roots

    @classmethod
    def of(cls, fields: Iterable[Field]) -> Self:
        """Find the smallest field of dpexact's own that contains all, or else roots of coprime integers.

        Raises IncompatibleFieldsError for a free E beside numbers that are not over it.
        """
        known = sorted(set(fields), key=str)
        try:
            common: Field = RATIONALS
            for field in known:
                common = join(common, field)[0]
            if all(join(common, field)[0] == common for field in known):
                return cls(common)
        except (IncompatibleFieldsError, TooLargeError):
            if any(isinstance(field, Free) for field in known):
                raise
        return cls(Roots.of(field for field in known if isinstance(field, Generators)))

    def generators(self) -> dict[str, Any]:
        """Write the generators as a certificate declares them."""
        if isinstance(self.field, Free):
            upper = self.field.upper
            return {"lower": rational(self.field.lower), "upper": None if upper is None else rational(upper)}
        exponent = rational(self.field.exponent)
        if isinstance(self.field, Generators):
            return {"exponent": exponent, "base": rational(self.field.base), "degree": self.field.degree}
        roots = [([hexadecimal(base), "1"], n) for base, n in zip(self.field.bases, self.field.degrees, strict=True)]
        if len(roots) == 1:
            return {"exponent": exponent, "base": roots[0][0], "degree": roots[0][1]}
        return {"exponent": exponent, "roots": [list(root) for root in roots]}

    def parts(self, value: Exact) -> tuple[Powers, Powers]:
        """Return (num, den) with value num / den, two sums over the generators."""
        if isinstance(self.field, Roots):
            return self.field.parts(value)
        return value.parts_over(self.field)  # type: ignore[return-value]

    def quotient(self, value: Exact) -> list[Any]:
        """Write [numerator, denominator], the denominator positive."""
        num, den = self.parts(value)
        if _has_negative_denominator(value):
            num, den = ({power: -c for power, c in terms.items()} for terms in (num, den))
        return [sum_text(num), sum_text(den)]


def hexadecimal(value: int) -> str:
    """Write an integer as lower-case hexadecimal text."""
    return format(value, "x")


def rational(value: Fraction) -> list[str]:
    """Write a fraction."""
    return [hexadecimal(value.numerator), hexadecimal(value.denominator)]


def sum_text(terms: Powers) -> str | list[list[Any]]:
    """Write a sum, an integer as text, anything else as its terms. Raises TooLargeError."""
    if not any(map(any, terms)):
        return hexadecimal(next(iter(terms.values()), 0))
    if max(powers[0] for powers in terms) > LARGEST_POWER:
        raise TooLargeError(
            "the exponents of the numbers are so far apart that a power of exp of their greatest common "
            f"divisor has more than {MAX_DIGITS} digits, which the format does not hold",
            place="certificate",
        )
    return [[hexadecimal(c), *powers] for powers, c in sorted(terms.items()) if c]


def _has_negative_denominator(value: Exact) -> bool:
    """Return whether the denominator is negative, for a free E on the whole interval.

    It is written over other generators times a positive number, so its sign is that of the number's own denominator.
    """
    den = value.sums()[1]
    if all(c > 0 for c in den.coeffs()):
        return False
    try:
        return Exact.of_sums(value.field, den).sign() < 0
    except SignChangesError as error:
        message = f"a denominator vanishes on the interval of E, so nothing can be certified there: {error}"
        raise CertificateError(message, check="denominator") from None
