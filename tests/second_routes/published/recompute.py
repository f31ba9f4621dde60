"""Second route for the tables in claims/: every row again, without dpexact.

Usage: python -m tests.second_routes.published.recompute [TABLE ...], in the folder of the project.

Prints, for each row, the number that is meant to 30 digits and the verdict; exits with 1 when a verdict differs from
the recorded one. Only the standard library and mpmath are used: `laws` has the quantities from their definitions,
`expressions` has formulas by Python's parser. The formulas of sampled Gaussian noise are integrated as well. Composed
Gaussian noise on samples is integrated by numpy, in doubles (`sampled_gaussian`): its numbers have some 7 digits.
"""

import re
import sys
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

from mpmath import floor, isinf, mp, mpf, nstr

from tests.second_routes.published.expressions import real
from tests.second_routes.published.laws import LAWS, gaussian_delta
from tests.second_routes.published.sampled_gaussian import number as of_dp_sgd

DIGITS = 75
MARGIN = mpf(10) ** -55  # relative to the number: nearer to a border than this, it counts as on it
TABLES = sorted((Path(__file__).parents[3] / "claims").glob("*.toml"))


def number(row: dict[str, Any]) -> Any:
    """The number that a row means."""
    given = row["parameters"]
    if in_floats(row):
        return mpf(of_dp_sgd(row))
    if row["id"].startswith("sampled-gaussian-") and {"rate", "sigma", "s"} <= set(given):
        relation = "remove" if given["expression"].startswith("rate*(") else "add"
        return gaussian_delta(given["sigma"], given["s"], given["epsilon"], given["rate"], relation)
    return LAWS[row["quantity"]](**given)


def in_floats(row: dict[str, Any]) -> bool:
    """Return whether a row is computed in doubles: composed noise on samples."""
    return row["quantity"] in ("dp_sgd.epsilon", "dp_sgd.delta", "composition.epsilon")


def printed(text: str) -> tuple[Fraction, Fraction | None]:
    """The value of a printed text and its unit in the last place."""
    plain = text.removesuffix("...")
    if "/" in plain:
        return Fraction(plain), None
    digits, _, exponent = plain.lower().partition("e")
    places = len(digits.partition(".")[2])
    return Fraction(plain), Fraction(10) ** (int(exponent or 0) - places)


def verdict(found: Any, text: str, meaning: str) -> str:
    """Return what a number makes of a printed text."""
    d, unit = printed(text)
    if meaning in ("at-most", "at-least"):
        below = compare(found, d)
        return "valid-bound" if below * (1 if meaning == "at-most" else -1) <= 0 else "violated-bound"
    if meaning == "exact":
        return "correct" if compare(found, d) == 0 else "wrong"
    assert unit is not None
    units = found / real(unit)
    nearest = mp.nint(units) if abs(units - mp.nint(units)) < MARGIN * max(1, abs(units)) else units
    match meaning:
        case "rounded":
            away = floor(abs(nearest) + mpf(1) / 2) * mp.sign(nearest)  # half up, away from zero
            right = {away, mp.nint(nearest)}
        case "truncated":
            right = {floor(nearest) if nearest >= 0 else -floor(-nearest)}
        case _:
            right = {mp.ceil(nearest)}
    return "correct" if real(d / unit) in right else "wrong"


def compare(found: Any, other: Fraction) -> int:
    """-1, 0 or 1; 0 within the margin."""
    if isinf(found):
        return 1
    difference = found - real(other)
    if abs(difference) <= MARGIN * max(abs(found), real(abs(other))):
        return 0
    return 1 if difference > 0 else -1


def rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a table."""
    return list(tomllib.loads(path.read_text(encoding="utf-8"))["claim"])


def main(paths: list[Path]) -> int:
    """Print every row; the exit status."""
    differing = 0
    mp.dps = DIGITS
    for path in paths:
        for row in rows(path):
            found = number(row)
            answer = verdict(found, row["printed"], row["meaning"])
            differs = answer != row.get("expected", answer)
            differing += differs
            digits = re.sub(r"^\+", "", nstr(found, 30, min_fixed=-4, max_fixed=30))
            print(f"{path.stem}/{row['id']}: {digits} -> {answer}{'  RECORDED ' + row['expected'] if differs else ''}")
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main([Path(argument) for argument in sys.argv[1:]] or TABLES))
