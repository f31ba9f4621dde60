"""assert_distribution: a program gives its outputs with exactly these probabilities, or the assertion shows others."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dpexact.errors import need
from dpexact.numbers.exact import Exact
from dpexact.numbers.floats import ulp
from dpexact.numbers.typography import counted, value_excerpt
from dpexact.programs.distribution import DRAWS, PATHS, distribution_of
from dpexact.programs.meant import BITS, EXPECTED, OTHERS, Gap, gaps
from dpexact.testing.compared import number_text, tolerance, ulps_number
from dpexact.testing.findings import NOT_TRUE, UNDECIDED, failure, held

MAX_SHOWN = 10


def assert_distribution(
    program: Callable[..., Any],
    expected: Mapping[Any, object] | Callable[[Any], object],
    *args: Any,
    abs: object = 0,  # noqa: A002 - as of assert_close
    paths: int = PATHS,
    draws: int = DRAWS,
    mass: object = 0,
    label: Callable[[Any], Any] | None = None,
    subprograms: Sequence[Callable[..., Any]] = (),
) -> None:
    """Assert that program(source, *args) gives every output with its expected probability, and nothing else.

    `expected` is {output: value}, or a function from an output to its value, for programs that give ever more outputs.
    Values may be enclosures, and those of a mapping may sum to less than 1. Then all other outputs together have the
    rest, or less. An exception that the program raises is the output ("raised", name), expected only if a mapping names
    it. No probability may differ by more than `abs`, 0 by default. The other options are those of `distribution_of`. If
    mass is unfinished, an output fails if it cannot be right wherever the missing mass lies.

    The answer is exact. Raises AssertionError with the outputs, both probabilities and the gap in ulps, also if the
    unfinished mass, or outputs of a function that were not seen, leave it undecided, and UnsupportedProgramError.
    It raises ParameterError for values below 0 or that sum to more than 1, and if the program returns ("raised", name)
    itself, so that it could not be told from an exception.
    """
    __tracebackhide__ = True
    if not isinstance(expected, Mapping):
        need.function(expected, "expected", EXPECTED)
    allowed = tolerance(abs, "abs")
    law = distribution_of(program, *args, paths=paths, draws=draws, mass=mass, label=label, subprograms=subprograms)
    rows = gaps(law, expected)
    wrong = [row for row in rows if row.least > allowed]
    if wrong:
        raise failure(_not_true(wrong, law.unfinished), NOT_TRUE)
    if any(row.most > allowed for row in rows):
        raise failure(f"assert_distribution: undecided: {_undecided(rows, law.unfinished, allowed)}", UNDECIDED)
    held()


def _undecided(rows: Sequence[Gap], unfinished: Exact, allowed: Exact) -> str:
    """Return the reason, which is unfinished mass or outputs of a function that the program did not give."""
    if unfinished > allowed or all(row.most - unfinished <= allowed for row in rows):
        remedy = "follow more paths (paths=, mass=), name subprograms=, or allow for it by abs="
        return f"mass of {number_text(unfinished)} is unfinished; {remedy}"
    worst = max(rows, key=lambda row: row.most.enclosure(BITS)[0])
    if worst.output is OTHERS:
        return (
            f"the values that are expected of the outputs seen leave {number_text(worst.meant)} of 1, "
            "which may be one output that the program lacks; give a mapping, or a smaller abs="
        )
    return (
        f"{value_excerpt(worst.output)} is off by {number_text(worst.least)} to {number_text(worst.most)}; "
        "follow more paths (paths=, mass=), or expect an exact value"
    )


def _not_true(wrong: Sequence[Gap], unfinished: Exact) -> str:
    """Return the outputs that are off most, one on a line."""
    more = f", the {MAX_SHOWN} that are off most" if len(wrong) > MAX_SHOWN else ""
    plural = "outputs have" if len(wrong) > 1 else "output has"
    lines = [f"assert_distribution: {len(wrong)} {plural} another probability than expected{more}:"]
    lines += map(_line, wrong[:MAX_SHOWN])
    if unfinished > 0:
        lines.append(f"  mass of {number_text(unfinished)} is unfinished, which cannot make up for it")
    return "\n".join(lines)


def _line(row: Gap) -> str:
    name, most = (repr(OTHERS), "at most ") if row.output is OTHERS else (value_excerpt(row.output), "")
    line = f"  {name}: {number_text(row.known)}, expected {most}{number_text(row.meant)}"
    if not isinstance(row.meant, Exact) or row.meant == 0:
        return line
    side = "above" if row.known > row.meant else "below"
    ulps = ulps_number(row.known - row.meant, ulp(row.meant))
    return f"{line}: {counted(ulps.decimal(3), 'ulp')} {side}"
