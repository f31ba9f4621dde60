"""The claim table of a paper by its second route: the number of each row, and the verdict that follows from it."""

import sys
import tomllib
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath

PAPERS = Path(__file__).resolve().parents[2] / "dpexact" / "papers"
DIGITS = 60  # to which a root is known; it lies no nearer to a border than 10^-30
EQUAL = Fraction(1, 10**30)


def rows(paper: str) -> list[dict[str, Any]]:
    """The rows of the table of a paper."""
    return list(tomllib.loads((PAPERS / paper / "printed.toml").read_text(encoding="utf-8"))["claim"])


def verdict(value: Any, printed: str, meaning: str) -> str:
    """The verdict of a row."""
    shown = Fraction(printed.replace("10^{", "1e").replace("}", ""))
    unit = Fraction(1, 10 ** len(printed.partition(".")[2]))
    near = value if isinstance(value, Fraction) else Fraction(mpmath.nstr(value, DIGITS - 10))
    match meaning:
        case "at-most" | "at-least":
            return "valid-bound" if (near <= shown if meaning == "at-most" else near >= shown) else "violated-bound"
        case "exact":
            fits = near == shown if near is value else abs(near - shown) < EQUAL
        case "rounded":
            fits = abs(near - shown) <= unit / 2
        case "truncated":
            fits = 0 <= near - shown < unit
        case _:
            message = f"these tables have no rule for the meaning {meaning!r}"
            raise ValueError(message)
    return "correct" if fits else "wrong"


def main(paper: str, routes: Mapping[str, Callable[..., Any]]) -> int:
    """Print every row; 0 if every verdict is the recorded one."""
    differing = 0
    for row in rows(paper):
        value = routes[row["quantity"]](**row["parameters"])
        found = verdict(value, row["printed"], row["meaning"])
        differing += found != row["expected"]
        sys.stdout.write(f"{row['id']}: {value} {found}\n")
    return int(differing > 0)
