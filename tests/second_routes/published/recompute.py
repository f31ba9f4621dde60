"""Second route for the tables in claims/: every row again, without dpexact.

Usage: python -m tests.second_routes.published.recompute [TABLE ...], in the folder of the project.

Prints, for each row, the number that is meant to 30 digits and the verdict; exits with 1 when a verdict differs from
the recorded one. Only the standard library and mpmath are used: `laws` has the quantities from their definitions,
`expressions` has formulas by Python's parser. The formulas of sampled Gaussian noise are integrated as well. Composed
Gaussian noise on samples is integrated by numpy, in doubles (`sampled_gaussian`): its numbers have some 7 digits.
"""

import sys
from pathlib import Path
from typing import Any

from mpmath import mpf

from tests.second_routes.printed import check
from tests.second_routes.published.laws import LAWS, gaussian_delta
from tests.second_routes.published.sampled_gaussian import number as of_dp_sgd

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


if __name__ == "__main__":
    sys.exit(check([Path(argument) for argument in sys.argv[1:]] or TABLES, number))
