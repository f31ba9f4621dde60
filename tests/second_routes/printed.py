"""The claim tables by a second route: the verdict that follows from a number, for every row of a table."""

import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any

import mpmath
from mpmath.libmp import to_rational

PAPERS = Path(__file__).resolve().parents[2] / "dpexact" / "papers"
DIGITS = 75
MARGIN = Fraction(1, 10**35)  # relative: an inexact number that is nearer to a border counts as on it
HALF = Fraction(1, 2)


def rows(table: Path) -> list[dict[str, Any]]:
    """The rows of a table."""
    return list(tomllib.loads(table.read_text(encoding="utf-8"))["claim"])


def of_paper(paper: str) -> Path:
    """The table of a paper."""
    return PAPERS / paper / "printed.toml"


def read(text: str) -> tuple[Fraction, Fraction]:
    """The value of a printed text and its unit in the last place; a fraction has none, and 1 stands for it."""
    plain = text.removesuffix("...").replace(r" \times 10^{", "e").replace("10^{", "1e").removesuffix("}").lower()
    digits, _, power = plain.partition("e")
    return Fraction(plain), Fraction(10) ** (int(power or 0) - len(digits.partition(".")[2]))


def rational(value: Any, border: Fraction, unit: Fraction) -> Any:
    """The number, or the border that it lies on: the printed value or a multiple of half a unit."""
    if isinstance(value, Fraction) or mpmath.isinf(value):
        return value if isinstance(value, Fraction) else float(value)
    found = Fraction(*(int(part) for part in to_rational(value._mpf_)))
    for place in (border, round(2 * found / unit) * unit / 2):
        if abs(found - place) <= MARGIN * max(abs(found), abs(place)):
            return place
    return found


def verdict(value: Any, printed: str, meaning: str) -> str:
    """correct, wrong, valid-bound or violated-bound, by the sets of docs/claim-table.md."""
    shown, unit = read(printed)
    v = rational(value, shown, unit)
    match meaning:
        case "at-most" | "at-least":
            return "valid-bound" if (v <= shown if meaning == "at-most" else v >= shown) else "violated-bound"
        case "exact":
            fits = v == shown
        case "about":
            fits = abs(v - shown) <= unit
        case "rounded":
            fits = shown / unit in {round(v / unit), int(v / unit + (HALF if v > 0 else -HALF))}
        case "truncated":
            fits = shown / unit == int(v / unit)
        case "rounded-up":
            fits = shown / unit == ceil(v / unit)
        case _:
            message = f"no rule for the meaning {meaning!r}"
            raise ValueError(message)
    return "correct" if fits else "wrong"


def check(tables: Iterable[Path], number: Callable[[dict[str, Any]], Any]) -> int:
    """Print every row; 0 if every verdict is the recorded one."""
    differing = 0
    with mpmath.workdps(DIGITS):
        for table in tables:
            for row in rows(table):
                value = number(row)
                found = verdict(value, row["printed"], row["meaning"])
                differs = found != row.get("expected", found)
                differing += differs
                shown = value if isinstance(value, Fraction) else mpmath.nstr(value, 30, min_fixed=-4, max_fixed=30)
                mark = f"  RECORDED AS {row['expected']}" if differs else ""
                sys.stdout.write(f"{table.stem}/{row['id']}: {shown} -> {found}{mark}\n")
    return int(differing > 0)


def main(paper: str, routes: Mapping[str, Callable[..., Any]]) -> int:
    """The same for the table of a paper, by the routes of its quantities."""
    return check([of_paper(paper)], lambda row: routes[row["quantity"]](**row["parameters"]))
