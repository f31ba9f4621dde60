"""The rejection of a certificate, and the meter of work and sizes that ends a check."""

from fractions import Fraction

BUDGET = 2**29  # units, about half a minute
BYTES = 2**26
FRACTION = 2**14  # bits
ROOTS = 2**8
DEGREES = 2**18
FREE_DEGREE = 2**14
BITS = 2**17  # of a bracket
TERMS = 2**20  # of a product before it is collected
HASHED = 2**60  # greater integers may have one hash


class Rejected(Exception):  # noqa: N818 - the certificate is what is rejected; the checker is in order
    """`check` names the first check that failed, as docs/certificate-format.md has it."""

    def __init__(self, check: str, reason: str) -> None:
        super().__init__(f"rejected ({check}): {reason}")
        self.check = check


def need(condition: object, check: str, reason: str) -> None:
    """Go on if the condition holds. Raises Rejected."""
    if not condition:
        raise Rejected(check, reason)


class Meter:
    """The work that has been done, and that is done at most."""

    def __init__(self, limit: int = BUDGET) -> None:
        """Start with nothing done."""
        self.limit, self.spent = limit, 0

    def pay(self, units: int) -> None:
        """Count units before they are done. Raises Rejected ("size"), when the limit is passed."""
        self.spent += units
        within(self.spent, self.limit, "units of work of this checker")

    def pay_terms(self, count: int, greatest: int, words: int) -> None:
        """Count a dictionary of this many terms, or their square for powers that may have one hash."""
        within(count, TERMS, "terms of a product")
        self.pay(count * (16 + words) * (count if greatest >= HASHED else 1))


def within(value: int, limit: int, what: str) -> None:
    """Refuse a size beyond its limit. Raises Rejected ("size")."""
    need(value <= limit, "size", f"{what}: more than {limit}")


def words(x: int | Fraction) -> int:
    """Return the 64-bit words of a number."""
    return (x.numerator.bit_length() + x.denominator.bit_length()) // 64 + 1
