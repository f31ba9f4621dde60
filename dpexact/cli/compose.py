"""`dpexact compose`: the least delta, or the least E and epsilon, of a mechanism that runs several times."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpexact.certificates import load_mechanism
from dpexact.certificates.writing import check_target, write_text
from dpexact.cli.options import (
    Format,
    Level,
    Neighbors,
    delta_option,
    exp_epsilon_option,
    nothing_claimed,
    print_json,
    print_text,
    require_one_side,
    size_json,
    size_text,
)
from dpexact.cli.outcome import HOLDS, UNDECIDED, complain, long_work
from dpexact.composition import Accountant
from dpexact.errors import IncompatibleFieldsError, ParameterError, TooLargeError, UndecidedError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import exact
from dpexact.report.decimals import DIGITS, epsilon_json, epsilon_text, number_json, number_text

if TYPE_CHECKING:
    from dpexact.numbers.exact import Exact

NO_FACTOR = "  no E is enough: some event has probability above delta for one input and 0 for its neighbor"


def run(
    file: str,
    count: int,
    level: Level,
    delta: str | None,
    certificate: str | None,
    form: Format,
    neighbors: Neighbors | None = None,
) -> int:
    """Compute and print; return the exit status. Raises: ParameterError unless one of the three options is given."""
    require_one_side(level, delta)
    if certificate is not None and delta is not None:
        message = (
            "--certificate: expected an epsilon, since a certificate states the tight delta at one, got --delta; "
            "give --epsilon or --exp-epsilon"
        )
        raise ParameterError(message)
    factor = exp_epsilon_option(level) if delta is None else None
    allowed = None if delta is None else delta_option(delta)
    if certificate is not None:
        check_target("--certificate", certificate, [file])
    with long_work(f"reading {file}"):
        mechanism, relation = load_mechanism(file, neighbors)
    nothing = nothing_claimed(relation)
    given: dict[str, Any] = {"mechanism": size_json(mechanism, relation), "count": count}
    given.update({} if nothing is None else {"reason": nothing})
    lines = [f"  mechanism      {size_text(mechanism, relation)}", f"  count          {count}"]
    try:
        with long_work(f"composing {size_text(mechanism, relation)}"):
            accountant = Accountant().compose(mechanism, relation, count)
            if allowed is None:
                given, lines = _delta(accountant, factor, level.epsilon, given, lines)
            else:
                given, lines = _epsilon(accountant, allowed, given, lines)
        lines = lines if nothing is None else [nothing, *lines]
        if certificate is not None and nothing is None:
            with long_work("building the certificate"):
                text = accountant.certificate(factor).to_json()
            write_text(certificate, text)
    except (IncompatibleFieldsError, TooLargeError, UndecidedError) as error:
        return complain(f"undecided: {error}", UNDECIDED)
    print_json(given) if form is Format.json else print_text("\n".join(lines))
    if certificate is not None and nothing is not None:
        return complain(f"{certificate}: not written, nothing was claimed", UNDECIDED)
    return HOLDS if nothing is None else UNDECIDED


def _delta(
    accountant: Accountant, factor: Any, said: str | None, given: dict[str, Any], lines: list[str]
) -> tuple[dict[str, Any], list[str]]:
    found = accountant.delta(factor)
    levels = {"exp_epsilon": number_json(factor), "epsilon": epsilon_json(factor, said)}
    text = [f"  E              {number_text(factor)}", f"  epsilon        {epsilon_text(factor, said)}"]
    return {**given, **levels, "tight_delta": _number_json(found, 0, 1)}, [
        f"tight delta      {_number_text(found, 0, 1)}",
        *lines,
        *text,
    ]


def _epsilon(
    accountant: Accountant, allowed: Exact, given: dict[str, Any], lines: list[str]
) -> tuple[dict[str, Any], list[str]]:
    """Return the least epsilon, and E where it is no larger than can be written out."""
    try:
        found = accountant.exp_epsilon(allowed)
    except TooLargeError:
        found = None
    rounded = None if found is None or isinstance(found, Enclosure) else found
    epsilon = accountant.epsilon(allowed) if rounded is None else rounded
    given = {
        **given,
        "delta": number_json(allowed),
        "tight_exp_epsilon": None if found is None else _number_json(found, 1),
    }
    given["tight_epsilon"] = _number_json(epsilon, 0) if rounded is None else epsilon_json(rounded)
    text = _number_text(epsilon, 0) if rounded is None else epsilon_text(rounded)
    first = [] if found is None else [f"tight E          {_number_text(found, 1)}"]
    last = [NO_FACTOR] if isinstance(found, float) else []
    return given, [*first, f"tight epsilon    {text}", *lines, f"  delta          {number_text(allowed)}", *last]


def _number_json(number: Exact | Enclosure | float, least: int, most: int | None = None) -> dict[str, Any]:
    """Write a number as `number_json` does; an enclosure as both bounds, rounded outwards but kept in its range."""
    if not isinstance(number, Enclosure):
        return number_json(number)
    lower, upper = _bounds(number, least, most)
    return {"lower": lower, "upper": upper}


def _number_text(number: Exact | Enclosure | float, least: int, most: int | None = None) -> str:
    if not isinstance(number, Enclosure):
        return number_text(number)
    lower, upper = _bounds(number, least, most)
    return f"between {lower} and {upper}"


def _bounds(number: Enclosure, least: int, most: int | None) -> tuple[str, str]:
    """Return decimals of both bounds: a delta is at least 0 and at most 1, an E at least 1, an epsilon at least 0."""
    lower, upper = _narrowed(number)
    upper = upper if most is None else min(upper, Fraction(most))
    return exact(max(lower, Fraction(least))).decimal(DIGITS, "down"), exact(upper).decimal(DIGITS, "up")


def _narrowed(number: Enclosure) -> tuple[Fraction, Fraction]:
    bits = 64
    while bits < 4096 and not (number.upper - number.lower) * 10**DIGITS <= abs(number.lower):
        bits *= 2
        try:
            number = number.refine(bits)
        except TooLargeError as error:
            if error.lower is None:
                raise
            return error.lower, error.upper
    return number.lower, number.upper
