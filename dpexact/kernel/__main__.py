"""The kernel as a program: `python -m dpexact.kernel [--assert-alone] FILE...`, `-` for standard input.

Prints what each certificate proves and exits with 0; or with 1, naming the failed check, if one of them is rejected.
`--assert-alone` also exits with 1 if anything is loaded that the kernel must not depend on.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpexact.kernel import Rejected, check

if TYPE_CHECKING:
    from collections.abc import Mapping

FORBIDDEN = {"numpy", "sympy", "mpmath", "highspy", "scipy", "gmpy2", "typer", "rich", "jinja2", "hypothesis", "pytest"}

LONGEST = 60

CLAIMS = {
    "private": "P_i(S) <= E P_j(S) + delta for every pair (i, j) and event S",
    "not-private": "P_i(S) > E P_j(S) + delta for some pair (i, j) and event S",
    "tight-delta": "delta is the least number with P_i(S) <= E P_j(S) + delta for every pair (i, j) and event S",
    "private-for-all": "P_i(S) <= E P_j(S) + delta for every pair (i, j), event S and t of the interval",
    "linear-program-optimum": "the value is the least of the objective among all x that meet the rows, and is attained",
    "linear-program-infeasible": "no x meets the rows",
    "linear-program-unbounded": "some x meet the rows, and the objective takes arbitrarily small values among them",
    "greatest": "among all mechanisms with the fixed rows and P_i(S) <= E P_j(S) + delta for every pair (i, j) and "
    "event S, this one is at least every other at every input",
    "none": "there are mechanisms with the fixed rows and P_i(S) <= E P_j(S) + delta for every pair (i, j) and event "
    "S, but none is at least every other at every input",
    "infeasible": "no mechanism has the fixed rows and P_i(S) <= E P_j(S) + delta for every pair (i, j) and event S",
}


def main(arguments: list[str]) -> int:
    """Check the files; return the exit status."""
    if "--help" in arguments:
        sys.stdout.write((__doc__ or "") + "\n")
        return 0
    files = [argument for argument in arguments if argument != "--assert-alone"]
    if not files:
        sys.stderr.write((__doc__ or "") + "\n")
        return 2
    status = max(_report(file) for file in files)
    intruders = _intruders() if len(files) < len(arguments) else []
    if intruders:
        sys.stderr.write(f"the kernel is not alone: {', '.join(intruders)} loaded\n")
    return 1 if intruders else status


def _report(file: str) -> int:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        sys.stderr.write(f"{file}: cannot be read: {error}\n")
        return 2
    try:
        statement = check(text)
    except Rejected as error:
        sys.stdout.write(f"{file}: rejected: {error}\n")
        return 1
    sys.stdout.write(f"{file}: proved: {describe(statement)}\n")
    return 0


def claim(statement: Mapping[str, Any]) -> str:
    """Say what a statement claims, by its kind, or by its answer where the kind has several."""
    return f"{statement['kind']}: {CLAIMS[statement.get('answer', statement['kind'])]}"


def describe(statement: dict[str, Any]) -> str:
    """Say in a few lines what a statement claims; its full content is the certificate itself."""
    lines = [claim(statement)]
    lines += [f"  generators: {', '.join(f'{key} {_short(value)}' for key, value in statement['generators'].items())}"]
    lines += [f"  {key}: {_short(statement[key])}" for key in ("exp_epsilon", "delta", "value") if key in statement]
    lines += (
        [f"  order: {statement['order']}, fixed: {len(statement['fixed']['inputs'])}"] if "order" in statement else []
    )
    sizes = ("inputs", "outputs", "pairs", "variables", "rows")
    lines += [f"  {key}: {len(statement[key])}" for key in sizes if key in statement]
    return "\n".join(lines)


def _short(value: object) -> str:
    """Write a quotient or a part of the generators; a term c t^i u^j is written [c, i, j]."""
    match value:
        case str() if len(value) <= LONGEST:
            return str(int(value, 16))
        case str():
            return f"(a number of {len(value)} hexadecimal digits)"
        case [str() as top, str() as bottom]:
            return f"{_short(top)}/{_short(bottom)}"
        case list() if len(value) <= LONGEST:
            return f"[{', '.join(_short(part) for part in value)}]"
        case list():
            return f"(a number of {len(value)} terms)"
        case _:
            return str(value)


def _intruders() -> list[str]:
    names = set(sys.modules)
    own = {name for name in names if name.startswith("dpexact.") and not name.startswith("dpexact.kernel")}
    return sorted(own | (FORBIDDEN & {name.partition(".")[0] for name in names}))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
