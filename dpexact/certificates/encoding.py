"""Exact numbers in the notation of certificates: sums of c t^i u^j over generators that all numbers share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dpexact.errors import CertificateError, SignChangesError
from dpexact.numbers.exact import Exact
from dpexact.numbers.generators import RATIONALS, Free, T, U, join

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from dpexact.numbers.exact import Terms
    from dpexact.numbers.generators import Field


@dataclass(frozen=True)
class Encoder:
    """Writes numbers over one field, which contains the field of each of them."""

    field: Field

    @classmethod
    def of(cls, fields: Iterable[Field]) -> Encoder:
        """Find the smallest common field.

        Raises: IncompatibleFieldsError.
        """
        common: Field = RATIONALS
        for field in set(fields):
            common = join(common, field)[0]
        return cls(common)

    def generators(self) -> dict[str, Any]:
        """Write the generators as a certificate declares them."""
        if isinstance(self.field, Free):
            upper = self.field.upper
            return {"lower": _rational(self.field.lower), "upper": None if upper is None else _rational(upper)}
        exponent, base = _rational(self.field.exponent), _rational(self.field.base)
        return {"exponent": exponent, "base": base, "degree": self.field.degree}

    def quotient(self, value: Exact) -> list[Any]:
        """[numerator, denominator], the denominator positive."""
        num, den = value.parts_over(self.field)
        if _is_negative(self.field, den):
            num, den = _negated(num), _negated(den)
        return [sum_text(num), sum_text(den)]


def hexadecimal(value: int) -> str:
    """Write an integer as lower-case hexadecimal text."""
    return format(value, "x")


def _rational(value: Fraction) -> list[str]:
    return [hexadecimal(value.numerator), hexadecimal(value.denominator)]


def sum_text(terms: Terms) -> str | list[list[Any]]:
    """Write a sum: an integer as text, anything else as its terms."""
    if terms.keys() <= {(0, 0)}:
        return hexadecimal(terms.get((0, 0), 0))
    return [[hexadecimal(c), i, j] for (i, j), c in sorted(terms.items()) if c]


def _negated(terms: Terms) -> Terms:
    return {power: -c for power, c in terms.items()}


def _is_negative(field: Field, terms: Terms) -> bool:
    """Whether a denominator is negative; for a free E, on the whole interval."""
    if all(c > 0 for c in terms.values()):
        return False
    try:
        return Exact.of_sums(field, sum(c * T**i * U**j for (i, j), c in terms.items())).sign() < 0
    except SignChangesError as error:
        message = f"a denominator vanishes on the interval of E, so nothing can be certified there: {error}"
        raise CertificateError(message, check="denominator") from None
