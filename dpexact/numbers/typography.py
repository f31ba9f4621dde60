"""Numbers as they are set in print, such as 5 x 10^-7, 1e−5, 10⁻⁵ and 99.45%, and the words of hints and excerpts.

`ascii_signs` alone says which typographic signs are read as signs of arithmetic, also in the grammars of numbers and of
formulas.
"""

import re
import unicodedata
from collections.abc import Iterable
from fractions import Fraction

from flint import fmpq

from dpexact.errors import TooLargeError
from dpexact.errors.need import SHOWN, excerpt, value_excerpt

__all__ = ["SHOWN", "excerpt", "rational_excerpt", "rational_text", "value_excerpt"]
MAX_LENGTH = 200
MAX_EXPONENT = 10_000
SIGNS = str.maketrans(
    {"\N{MINUS SIGN}": "-", "\N{MULTIPLICATION SIGN}": "*", "\N{MIDDLE DOT}": "*", "\N{DOT OPERATOR}": "*"}
)
PRINTED_SIGNS = {**SIGNS, ord("\N{EN DASH}"): "-"}  # a range such as "1 to 2" only in a formula
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_RAISED = re.compile(r"10\s*([⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_POWER = r"10\s*\^\s*(?:\{\s*(?P<braced>[+-]?[0-9]+)\s*\}|(?P<bare>[+-]?[0-9]+))"
_DECIMAL = re.compile(
    rf"""(?P<sign>[+-]?)\s*
    (?:
        (?P<whole>[0-9]*)(?:\.(?P<tail>[0-9]*))?
        (?:[eE](?P<short>[+-]?[0-9]+) | \s*(?:[x*]|\\times|\\cdot)\s*{_POWER})?
      | {_POWER.replace("braced", "lone_braced").replace("bare", "lone_bare")}
    )
    \s*(?P<percent>\\?%)?
    """,
    re.VERBOSE,
)
NEAR = 0.72  # of the letters, as difflib counts, so one wrong letter of four, but "inf" is not "min", nor "eps" "exp"


def counted(count: int | str, noun: str) -> str:
    """Return the count and the noun, which takes an s unless the count is one."""
    return f"{count} {noun}" if str(count) == "1" else f"{count} {noun}s"


def rational_text(value: Fraction) -> str:
    """Return the text p or p/q, of any length (Python itself refuses beyond 4300 digits)."""
    text: str = fmpq(value.numerator, value.denominator).str()
    return text


def rational_excerpt(value: Fraction) -> str:
    """Return the text p or p/q, or its beginning."""
    return excerpt(rational_text(value))


def ascii_signs(text: str) -> str:
    """Return the text with ASCII for typographic signs of arithmetic. Every character keeps its place."""
    return text.translate(SIGNS)


def code_points(text: str) -> str:
    """Return the names of signs that may look like others, as " (U+2013 EN DASH)", or "" for ASCII."""
    foreign = list(dict.fromkeys(letter for letter in text if not letter.isascii()))
    named = [f"U+{ord(letter):04X} {unicodedata.name(letter, '')}".strip() for letter in foreign[:3]]
    return f" ({', '.join(named)})" if named else ""


def greek_name(letter: str) -> str | None:
    """Return the English name of a Greek letter, also of a slanted one of a PDF, and None for another letter."""
    name = unicodedata.name(unicodedata.normalize("NFKC", letter)[:1] or " ", "")
    match = re.fullmatch(r"GREEK SMALL LETTER (?:FINAL )?(\w+)", name)
    return None if match is None else match[1].lower().replace("lamda", "lambda")


def power_hint(text: str) -> str:
    """Return the remedy for the sign ^, which is not in the grammar, or "" if the text is without it."""
    ten = re.search(r"\b10\s*\^\s*\(?\s*([+-]?[0-9]{1,6})\b", text)
    if ten:
        return f"; write 1e{ten[1]} or 10**{ten[1]}"
    return "; write ** for powers" if "^" in text else ""


def printable(text: str) -> str:
    """Escape every character of a text that does not print, or that turns the direction of writing."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode("ascii") for sign in text)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the question that follows a misspelt word, or "" if no known word is near."""
    from difflib import get_close_matches

    known = list(known)
    spelt = "".join(greek_name(letter) or letter for letter in word[:SHOWN])
    near = [spelt] if spelt in known else get_close_matches(word[:SHOWN], list(known), n=1, cutoff=NEAR)
    return f"; did you mean {near[0]!r}?" if near else ""


def plain_signs(text: str) -> str:
    """Return the text without outer blanks and dollars, with ASCII for typographic signs, ^ for raised exponents."""
    plain = text.strip().strip("$").strip().translate(PRINTED_SIGNS)
    return _RAISED.sub(lambda match: f"10^{match[1].translate(SUPERSCRIPTS)}", plain)


def printed_decimal(plain: str) -> tuple[Fraction, Fraction] | None:
    """Return (value, unit of the last place) of a decimal in plain signs, and None for another text.

    The answer is exact. Raises TooLargeError for an exponent beyond 10000.
    """
    match = _DECIMAL.fullmatch(plain)
    if match is None:
        return None
    lone = match["lone_braced"] or match["lone_bare"]
    if not (lone or match["whole"] or match["tail"]):
        return None
    tail = match["tail"] or ""
    digits = 1 if lone else int((match["whole"] or "") + tail)
    exponent = int(lone or match["short"] or match["braced"] or match["bare"] or 0)
    if abs(exponent) > MAX_EXPONENT:
        expected = f"an exponent of at most {MAX_EXPONENT}"
        raise TooLargeError(f"{exponent}", place=repr(excerpt(plain)), expected=expected)
    unit = Fraction(10) ** (exponent - len(tail) - (2 if match["percent"] else 0))
    value = digits * unit
    return (-value if match["sign"] == "-" else value), unit


def number_of_print(text: str) -> Fraction | None:
    """Return the number of a text as it would be printed, and None for a text that is not one, or is cut off.

    The answer is exact. Raises TooLargeError.
    """
    if len(text) > MAX_LENGTH:
        return None
    value_and_unit = printed_decimal(plain_signs(text))
    return None if value_and_unit is None else value_and_unit[0]
