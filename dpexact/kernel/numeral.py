"""Numbers of a certificate as people read them: exactly if that is short, else a decimal rounded to a stated side.

Every comparison behind a decimal is one of integers: t and the u are enclosed in brackets.
"""

from collections.abc import Mapping
from math import gcd
from typing import Any

from flint import fmpq, fmpz

from dpexact.kernel.bracket import ONE, Bracket, times
from dpexact.kernel.budget import Budget
from dpexact.kernel.field import FIRST, decode_field

Terms = list[tuple[int, list[int]]]  # coefficient, powers of t and the u

DIGITS = 12  # of a decimal
LONGEST = 60  # characters of a number that is written exactly
BRIEF = 12  # characters of a fraction that needs no decimal beside it
HUGE = 2**20  # hexadecimal digits of an integer that is not divided by common factors
NARROW = 64  # bits of a relative error at most
REFINED = 2**22  # bits of a bracket times the sum of the degrees of the roots, for a narrower one
UNPAID = 2**62  # units of work: the check has paid for its own
LAST = 2**14  # bits of a bracket, even of one that is not narrow
NOT_CHECKED = "a denominator is not positive: expected a statement that the kernel has checked"
RANGE = 2**12  # numbers beyond 2^RANGE or below 2^-RANGE are compared with powers of two


def numeral(name: str, value: Any, generators: Mapping[str, Any], side: str) -> str:
    """Say which number `name` is. A decimal that may replace it lies on the `side` "up" or "down", or on "both".

    Examples: E = 3, E = t (1.64872127071, rounded up), delta = 0.0123 (rounded down), delta is between 1e-9 and 2e-9.
    """
    exact = exactly(value, generators)
    if "lower" in generators and any(isinstance(part, list) for part in value):
        return (
            f"{name} = {exact}"
            if exact
            else f"{name} is a quotient of polynomials in t that are too long to be printed"
        )
    if exact and (exact.removeprefix("-").isdigit() or (len(exact) <= BRIEF and set(exact) <= set("-0123456789/"))):
        return f"{name} = {exact}"
    low, high, shift = enclosed(value, generators)
    below, above = rounded(low, shift, up=False), rounded(high, shift, up=True)
    if below == above:
        return f"{name} = {exact} = {above}" if exact else f"{name} = {above}"
    if side == "both":
        return f"{name} = {exact} (between {below} and {above})" if exact else f"{name} is between {below} and {above}"
    decimal = above if side == "up" else below
    return f"{name} = {exact} ({decimal}, rounded {side})" if exact else f"{name} = {decimal} (rounded {side})"


def fraction(value: Any, generators: Mapping[str, Any]) -> str:
    """Write a quotient, such as a fraction of the generators: as it is, or as a number between two decimals."""
    text = numeral("", value, generators, "both")
    return text.removeprefix(" = ") if text.startswith(" = ") else f"(a number that{text})"


def names(generators: Mapping[str, Any]) -> list[str]:
    """Name t and the u: "t", "u", or "t", "u_1", "u_2", ..."""
    count = len(generators.get("roots", [None]))
    return ["t", "u"] if count == 1 else ["t", *(f"u_{k}" for k in range(1, count + 1))]


def meanings(generators: Mapping[str, Any]) -> list[str]:
    """Define t and the u, if they are given numbers."""
    if "lower" in generators:
        return []
    roots = generators.get("roots") or [(generators.get("base", ["1", "1"]), generators.get("degree", 1))]
    bases = [(fraction(base, {}), degree) for base, degree in roots]
    values = [
        f"{base if base.isalnum() or base.startswith('(') else f'({base})'}^(1/{degree})" for base, degree in bases
    ]
    values = [f"exp({fraction(generators['exponent'], {}).removeprefix('(').removesuffix(')')})", *values]
    return [f"{name} = {text}" for name, text in zip(names(generators), values, strict=True)]


def exactly(value: Any, generators: Mapping[str, Any]) -> str | None:
    """Write a quotient of sums exactly, cancelled as far as coefficients show, or return None if it is too long."""
    if value[0] in (value[1], "0"):
        return "0" if value[0] == "0" else "1"
    if all(isinstance(part, str) for part in value):
        p, q = rational(value)
        return str(fmpq(p, q)) if p.bit_length() + q.bit_length() <= 3 * LONGEST else None
    written = [part if isinstance(part, list) else [[part]] for part in value]
    if sum(len(term[0]) + 4 * len(term) - 4 for part in written for term in part) > 2 * LONGEST:
        return None
    letters = names(generators)
    top, bottom = ([(int(c, 16), powers or [0] * len(letters)) for c, *powers in part] for part in written)
    above, below = (sum_text(part, letters) for part in cancelled(top, bottom))
    above = f"({above})" if " " in above and below != "1" else above
    below = f"({below})" if set(below) & set(" *") else below
    text = above if below == "1" else f"{above}/{below}"
    return text if len(text) <= LONGEST else None


def constant(value: Any) -> bool:
    """Return whether a quotient of sums in a free t is one number for every t: its two sums are proportional."""
    top, bottom = value
    if top == "0" or (isinstance(top, str) and isinstance(bottom, str)):
        return True
    if isinstance(top, str) or isinstance(bottom, str) or [term[1:] for term in top] != [term[1:] for term in bottom]:
        return False
    above, below = ([fmpz(int(term[0], 16)) for term in part] for part in (top, bottom))
    return all(c * below[0] == d * above[0] for c, d in zip(above, below, strict=True))


def cancelled(top: Terms, bottom: Terms) -> tuple[Terms, ...]:
    """Cancel integers, powers of letters, and sums that differ by an integer only."""
    c, d = (gcd(*(c for c, _ in part)) for part in (top, bottom))
    zeros = [0] * len(top[0][1])
    if [(x // c, powers) for x, powers in top] == [(x // d, powers) for x, powers in bottom]:
        top, bottom = [(c, zeros)], [(d, zeros)]
    least = [min(powers[k] for _, powers in top + bottom) for k in range(len(zeros))]
    shared = gcd(c, d)
    return tuple(
        [(x // shared, [p - q for p, q in zip(powers, least, strict=True)]) for x, powers in part]
        for part in (top, bottom)
    )


def sum_text(terms: Terms, letters: list[str]) -> str:
    """Write 7 - 2*t^3*u."""
    text = ""
    for c, powers in terms:
        factors = [x if n == 1 else f"{x}^{n}" for x, n in zip(letters, powers, strict=True) if n]
        size = [str(abs(c))] if abs(c) != 1 or not factors else []
        sign = ("-" if c < 0 else "") if not text else (" - " if c < 0 else " + ")
        text += sign + "*".join(size + factors)
    return text


def rational(value: Any) -> tuple[fmpz, fmpz]:
    """Decode a quotient of two integers, in lowest terms unless they are huge."""
    p, q = (fmpz(int(part, 16)) for part in value)
    if q <= 0:
        raise ValueError(NOT_CHECKED)
    common = p.gcd(q) if max(map(len, value)) <= HUGE else fmpz(1)
    return p // common, q // common


def enclosed(value: Any, generators: Mapping[str, Any]) -> tuple[fmpq, fmpq, int]:
    """Enclose a quotient of sums between low 2^shift and high 2^shift, the same number if it is a short fraction."""
    if all(isinstance(part, str) for part in value):
        (a, b, i), (c, d, j) = (times(Bracket(part, part, 0), ONE, RANGE) for part in rational(value))
        return least(a, c, d), -least(-b, c, d), i - j
    field, bits = decode_field(generators, Budget(UNPAID)), FIRST
    top, bottom = (field.polynomial(part) for part in value)
    while True:
        (a, b, i), (c, d, j) = field.enclosure(top, bits), field.enclosure(bottom, bits)
        if d <= 0:
            raise ValueError(NOT_CHECKED)
        narrow = c > 0 and (b - a) << NARROW < max(a, -b) and (d - c) << NARROW < c
        bits *= 2
        if narrow or (c > 0 and (bits > LAST or bits * sum(n for _, _, n in field.roots) > REFINED)):
            return least(a, c, d), -least(-b, c, d), i - j


def least(top: fmpz, bottom: fmpz, above: fmpz) -> fmpq:
    """Give the least value of top / x for 0 < bottom <= x <= above."""
    return fmpq(top, above if top > 0 else bottom)


def rounded(x: fmpq, shift: int, *, up: bool) -> str:
    """Write x 2^shift as a decimal of this many digits, or beyond all bounds as a power of two, rounded to one side."""
    if x <= 0:
        return "0" if x == 0 else "-" + rounded(-x, shift, up=not up)
    size = x.p.bit_length() - x.q.bit_length() + shift  # 2^(size - 1) < x 2^shift < 2^(size + 1)
    if abs(size) > RANGE:
        return f"2^{tower(size + 1 if up else size - 1, up=up)}"
    x *= fmpq(2) ** shift
    exponent = size * 30103 // 100000 - DIGITS
    while True:  # the least exponent at which not more digits are left
        scaled = x / fmpq(10) ** exponent
        digits = -(-scaled.p // scaled.q) if up else scaled.p // scaled.q
        if digits < 10**DIGITS:
            return decimal(str(digits), exponent)
        exponent += 1


def tower(n: int, *, up: bool) -> str:
    """Write an exponent. One of more than 64 bits is rounded to a power of two itself."""
    bits = abs(n).bit_length()
    if bits <= 64:
        return str(n)
    return f"(2^{bits if up else bits - 1})" if n > 0 else f"-(2^{bits - 1 if up else bits})"


def decimal(digits: str, exponent: int) -> str:
    """Write digits times 10^exponent."""
    point = len(digits) + exponent  # the value is 0.digits times 10^point
    digits = digits.rstrip("0")
    if -4 <= point <= 0:
        return f"0.{'0' * -point}{digits}"
    if 0 < point <= DIGITS + 3:
        whole, rest = digits[:point].ljust(point, "0"), digits[point:]
        return f"{whole}.{rest}" if rest else whole
    return f"{digits[0]}{'.' if digits[1:] else ''}{digits[1:]}e{point - 1}"
