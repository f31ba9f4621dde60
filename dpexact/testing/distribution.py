"""assert_distribution: a program gives its outputs with exactly these probabilities; the assertion shows which not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dpexact.errors import ParameterError, need
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.typography import value_excerpt
from dpexact.programs.distribution import DRAWS, PATHS, Probabilities, distribution_of
from dpexact.testing.claimed import in_ulps, shown, tolerance, ulp
from dpexact.testing.findings import NOT_TRUE, UNDECIDED, failure, held

MAX_SHOWN = 10
ZERO = Exact.of_rational(0)


def assert_distribution(
    program: Callable[..., Any],
    expected: Mapping[Any, object],
    *args: Any,
    abs: object = 0,  # noqa: A002 - as of assert_close
    paths: int = PATHS,
    draws: int = DRAWS,
    mass: object = 0,
    label: Callable[[Any], Any] | None = None,
    subprograms: Sequence[Callable[..., Any]] = (),
) -> None:
    """Assert that program(source, *args) gives every output with its expected probability, and nothing else.

    `expected` is {output: value}; an exception that the program raises is the output ("raised", name). No
    probability may differ by more than `abs`, which is 0 unless it is given. The other options are those of
    `distribution_of`. Where mass is unfinished, an output fails if it cannot be right whatever is missing.

    Guarantee: exact. Raises: AssertionError with the outputs, both probabilities and the gap in ulps;
    UnsupportedProgramError; ParameterError where what is expected is no distribution, and where the program returns
    ("raised", name) itself, so that it could not be told from an exception.
    """
    __tracebackhide__ = True
    given = need.mapping(expected, "expected", "a mapping {output: probability}")
    values = {output: exact_at(value, f"expected[{output!r}]") for output, value in given.items()}
    total = sum(values.values(), ZERO)
    if total != 1 or any(value < 0 for value in values.values()):
        raise ParameterError(
            f"{value_excerpt(dict(given))}, sum {total}",
            place="expected",
            expected="probabilities that sum to 1 exactly",
        )
    allowed = tolerance(abs, "abs")
    found = distribution_of(program, *args, paths=paths, draws=draws, mass=mass, label=label, subprograms=subprograms)
    wanted = Probabilities(values.items())
    for name in {*found.errors, *(o[1] for o in wanted if isinstance(o, tuple) and o[:1] == ("raised",) and o[1:])}:
        if ("raised", name) in found.probabilities:
            raise ParameterError(
                f"it returns {('raised', name)!r}, which stands here for an exception of that name",
                place="program",
                remedy="let label= return something else for it",
            )
    given_by = Probabilities(
        [*found.probabilities.items(), *((("raised", name), value) for name, value in found.errors.items())]
    )
    outputs = list(Probabilities([(output, ZERO) for output in (*wanted, *given_by)]))
    wrong = [
        (output, given_by.get(output, ZERO), wanted.get(output, ZERO))
        for output in outputs
        if _is_wrong(given_by.get(output, ZERO), wanted.get(output, ZERO), found.unfinished, allowed)
    ]
    if wrong:
        raise failure("\n".join(_lines(wrong, found.unfinished)), NOT_TRUE)
    if any(
        _may_be_wrong(given_by.get(output, ZERO), wanted.get(output, ZERO), found.unfinished, allowed)
        for output in outputs
    ) or (found.unfinished > allowed):
        message = (
            f"assert_distribution: undecided: mass of {shown(found.unfinished)} is unfinished; follow more paths "
            "(paths=, mass=), name subprograms=, or allow for it by abs="
        )
        raise failure(message, UNDECIDED)
    held()


def _is_wrong(known: Exact, wanted: Exact, unfinished: Exact, allowed: Exact) -> bool:
    """Return whether no number from known to known + unfinished is within the tolerance."""
    return known - wanted > allowed or wanted - (known + unfinished) > allowed


def _may_be_wrong(known: Exact, wanted: Exact, unfinished: Exact, allowed: Exact) -> bool:
    """Return whether some number from known to known + unfinished is not within the tolerance."""
    return wanted - known > allowed or known + unfinished - wanted > allowed


def _lines(wrong: Sequence[tuple[Any, Exact, Exact]], unfinished: Exact) -> list[str]:
    worst = sorted(wrong, key=lambda row: _gap(row[1], row[2]), reverse=True)
    more = f", the {MAX_SHOWN} that are off most" if len(wrong) > MAX_SHOWN else ""
    plural = "outputs have" if len(wrong) > 1 else "output has"
    lines = [f"assert_distribution: {len(wrong)} {plural} another probability than expected{more}:"]
    for output, known, wanted in worst[:MAX_SHOWN]:
        line = f"  {value_excerpt(output)}: {shown(known)}, expected {shown(wanted)}"
        if wanted != 0:
            line += f": {in_ulps(known - wanted, ulp(wanted))} {'above' if known > wanted else 'below'}"
        lines.append(line)
    if unfinished > 0:
        lines.append(f"  mass of {shown(unfinished)} is unfinished, which cannot make up for it")
    return lines


def _gap(known: Exact, wanted: Exact) -> Exact:
    return known - wanted if known > wanted else wanted - known
