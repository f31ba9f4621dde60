"""Exact numbers in the notation of certificates: sums of c t^i u_1^j_1 ... over generators that all numbers share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dpexact.certificates.generators import LARGEST_POWER, MAX_DIGITS, Roots, common_generators
from dpexact.errors import CertificateError, SignChangesError, TooLargeError
from dpexact.numbers.exact import Exact
from dpexact.numbers.field import Free, Generators

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from dpexact.certificates.generators import Powers
    from dpexact.numbers.field import Field


@dataclass(frozen=True)
class Encoder:
    """Writes numbers over generators whose field contains the field of each of them."""

    field: Field | Roots

    @classmethod
    def of(cls, fields: Iterable[Field]) -> Encoder:
        """Find the common generators. Raises: IncompatibleFieldsError for a free E beside other irrational numbers."""
        return cls(common_generators(fields))

    def generators(self) -> dict[str, Any]:
        """Write the generators as a certificate declares them."""
        if isinstance(self.field, Free):
            upper = self.field.upper
            return {"lower": _rational(self.field.lower), "upper": None if upper is None else _rational(upper)}
        exponent = _rational(self.field.exponent)
        if isinstance(self.field, Generators):
            return {"exponent": exponent, "base": _rational(self.field.base), "degree": self.field.degree}
        roots = [([hexadecimal(base), "1"], n) for base, n in zip(self.field.bases, self.field.degrees, strict=True)]
        if len(roots) == 1:
            return {"exponent": exponent, "base": roots[0][0], "degree": roots[0][1]}
        return {"exponent": exponent, "roots": [list(root) for root in roots]}

    def parts(self, value: Exact) -> tuple[Powers, Powers]:
        """(num, den): the value is num / den, two sums over the generators."""
        if isinstance(self.field, Roots):
            return self.field.parts(value)
        return value.parts_over(self.field)  # type: ignore[return-value]

    @property
    def unit(self) -> tuple[int, ...]:
        """The powers of the generators in a constant term."""
        return (0,) * (1 + len(self.field.bases)) if isinstance(self.field, Roots) else (0, 0)

    def quotient(self, value: Exact) -> list[Any]:
        """[numerator, denominator], the denominator positive."""
        num, den = self.parts(value)
        if _has_negative_denominator(value):
            num, den = _negated(num), _negated(den)
        return [sum_text(num), sum_text(den)]

    def factor(self, exp_epsilon: Exact | float) -> list[Any] | str:
        """E: a quotient, or "infinity"."""
        return self.quotient(exp_epsilon) if isinstance(exp_epsilon, Exact) else "infinity"


def hexadecimal(value: int) -> str:
    """Write an integer as lower-case hexadecimal text."""
    return format(value, "x")


def _rational(value: Fraction) -> list[str]:
    return [hexadecimal(value.numerator), hexadecimal(value.denominator)]


def sum_text(terms: Powers) -> str | list[list[Any]]:
    """Write a sum: an integer as text, anything else as its terms. Raises: TooLargeError."""
    if not any(map(any, terms)):
        return hexadecimal(next(iter(terms.values()), 0))
    if max(powers[0] for powers in terms) > LARGEST_POWER:
        message = (
            "certificate: the exponents of the numbers are so far apart that a power of exp of their greatest common "
            f"divisor has more than {MAX_DIGITS} digits, which the format does not hold"
        )
        raise TooLargeError(message)
    return [[hexadecimal(c), *powers] for powers, c in sorted(terms.items()) if c]


def _negated(terms: Powers) -> Powers:
    return {power: -c for power, c in terms.items()}


def _has_negative_denominator(value: Exact) -> bool:
    """Whether the denominator is negative; for a free E, on the whole interval.

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
