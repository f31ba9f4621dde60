"""Limits of section "Sizes" of the format, and a meter of work. No verdict rests on them."""

from collections.abc import Iterable

from flint import fmpz, fmpz_mpoly

BUDGET = 2**30  # units of work for one certificate, of some 50 ns each
MAX_BYTES = 2**26  # of the text
MAX_FRACTION = 2**14  # bits of the numerator, or the denominator, of a fraction of the generators
MAX_ROOTS = 2**8
MAX_DEGREES = 2**18  # of all roots together
MAX_BITS = 2**18  # of a bracket
MAX_POWER = 2**26  # bits of a bracket times the degrees of all roots together
MAX_DEGREE = 2**14  # of a polynomial in a free t
MAX_WORDS = 2**24  # of a product before its terms are collected: 128 MB
HASHED = 2**60  # Python's hash tells integers below it apart


class Rejected(Exception):  # noqa: N818 - rejecting a certificate is an outcome, not a fault of the program
    """A certificate that is not accepted: `check` names the check that failed, the text says where and why."""

    def __init__(self, check: str, message: str) -> None:
        super().__init__(f"{check}: {message}")
        self.check = check


class Budget:
    """A meter of work: products, signs, divisions and values are counted before they are computed."""

    def __init__(self, limit: int = BUDGET) -> None:
        self.limit = limit
        self.spent = 0

    def spend(self, units: int) -> None:
        """Count units, and reject more than the limit in all."""
        self.spent += units
        if self.spent > self.limit:
            raise Rejected("size", f"the work is more than this checker does for one certificate: {self.limit} units")

    def multiply(self, a: fmpz | fmpz_mpoly, b: fmpz | fmpz_mpoly) -> None:
        """Count a product, with its memory."""
        (n, v), (m, w) = shape(a), shape(b)
        require_size(n * m * (v + w), MAX_WORDS, "words of a product")
        self.spend(64 + 4 * n * m * (v + w))

    def enclose(self, value: fmpz_mpoly, bits: int) -> None:
        """Count the sum of the brackets of the terms."""
        n, w = shape(value)
        self.spend(n * (64 + 4 * w + bits // 16))

    def masses(self, count: int, bits: int) -> None:
        """Count so many masses, of which one of few bits costs no less than one of 16."""
        self.spend(count * max(bits, 16))

    def power(self, powers: Iterable[int], bits: int) -> None:
        """Count the bracket of a monomial."""
        self.spend(sum(int(i).bit_length() + 1 for i in powers) * (40 + bits // 8))

    def compare(self, count: int, factor: Iterable[fmpz | fmpz_mpoly]) -> None:
        """Count this many comparisons of integers, each times the parts of E, which may be long."""
        self.spend(count * (24 + sum(words(x) for x in factor if isinstance(x, fmpz)) // 4))

    def gather(self, count: int, greatest: fmpz | int) -> None:
        """Count a dictionary of this many powers: its time grows with the square if they may have one hash."""
        self.spend(16 * count * (count if greatest >= HASHED else 1))


def require_size(value: fmpz | int, limit: int, what: str) -> None:
    """Require that something is not too large."""
    if value > limit:
        raise Rejected("size", f"{what}: expected at most {limit}")


def require_bracket(bits: int, degrees: int) -> None:
    """Require that brackets of t and the roots, of this many bits, are not too large."""
    require_size(bits, MAX_BITS, "bits of a bracket")
    require_size(bits * degrees, MAX_POWER, "bits of a bracket times the degrees of the roots")


def words(value: fmpz) -> int:
    """Count the 64-bit words of an integer."""
    return int(value.bit_length()) // 64 + 1


def shape(value: fmpz | fmpz_mpoly) -> tuple[int, int]:
    """Count the terms of a sum, and the words of its longest coefficient with its powers."""
    if isinstance(value, fmpz):
        return 1, words(value)
    powers = value.degrees()
    return len(value), max(map(words, value.coeffs()), default=1) + len(powers) * max(
        map(int, powers)
    ).bit_length() // 64
