"""The composed pair without a lattice: every product of ratios with its masses, equal ones merged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpexact.errors import TooLargeError
from dpexact.mechanisms.summation import exact_sum
from dpexact.numbers.exact import Exact

if TYPE_CHECKING:
    from dpexact.composition.factors import Factors

MAX_PRODUCTS = 1 << 18  # of masses, in all
MAX_FACTORS = 1 << 10
TOO_MANY = f"composition: more than {MAX_PRODUCTS} products of likelihood ratios of no common lattice"
PRIME = 2**61 - 1


@dataclass(frozen=True)
class DirectExpansion:
    """(ratio, mass of the first, mass of the second) of the points where neither is 0."""

    atoms: tuple[tuple[Exact, Exact, Exact], ...]

    def above(self, factor: Exact) -> list[int]:
        """The places of the atoms whose ratio is larger than E. Guarantee: exact."""
        return [place for place, (ratio, _, _) in enumerate(self.atoms) if ratio > factor]

    def totals(self, places: list[int]) -> tuple[Exact, Exact]:
        """The mass of both distributions at these places. Guarantee: exact."""
        return tuple(exact_sum(self.atoms[place][side] for place in places) for side in (1, 2))  # type: ignore[return-value]


def multiply(factors: Factors) -> DirectExpansion:
    """The composed pair.

    Guarantee: exact. Raises: TooLargeError for more than 2^10 pairs, or after at most 2^18 products.
    """
    if sum(count for _, count in factors) > MAX_FACTORS:
        message = f"composition: more than {MAX_FACTORS} pairs with likelihood ratios of no common lattice"
        raise TooLargeError(message)
    _check_size(factors)
    one, spent = Exact.of_rational(1), 0
    atoms: dict[Exact, tuple[Exact, Exact]] = {one: (one, one)}
    for pair, count in factors:
        for _ in range(count):
            spent += len(atoms) * len(pair.common)
            if spent > MAX_PRODUCTS:
                raise TooLargeError(TOO_MANY)
            atoms = _times(atoms, pair.common)
    return DirectExpansion(tuple((ratio, a, b) for ratio, (a, b) in atoms.items()))


def _check_size(factors: Factors) -> None:
    """Refuse early, where ratios are rational: as many residues modulo a prime are as many products, or more."""
    if not all(ratio.is_rational() for pair, _ in factors for ratio, _, _ in pair.common):
        return
    residues, spent = {1}, 0
    for pair, count in factors:
        fractions = [ratio.as_fraction() for ratio, _, _ in pair.common]
        if any(f.denominator % PRIME == 0 for f in fractions):
            return
        others = [f.numerator * pow(f.denominator, -1, PRIME) % PRIME for f in fractions]
        for _ in range(count):
            spent += len(residues) * len(others)
            if spent > MAX_PRODUCTS:
                raise TooLargeError(TOO_MANY)
            residues = {known * other % PRIME for known in residues for other in others}


def _times(
    atoms: dict[Exact, tuple[Exact, Exact]], common: tuple[tuple[Exact, Exact, Exact], ...]
) -> dict[Exact, tuple[Exact, Exact]]:
    found: dict[Exact, tuple[Exact, Exact]] = {}
    for ratio, (a, b) in atoms.items():
        for other, c, d in common:
            key = ratio * other
            mass, mass2 = found.get(key, (Exact.of_rational(0), Exact.of_rational(0)))
            found[key] = mass + a * c, mass2 + b * d
    return found
