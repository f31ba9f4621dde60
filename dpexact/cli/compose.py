"""`dpexact compose`: the least delta, or the least E and epsilon, of a mechanism that runs several times."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any, cast

from dpexact.certificates import load_mechanism
from dpexact.certificates.implication import number_reader
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
from dpexact.composition import Accountant, parse_composition
from dpexact.composition.loss import exponential
from dpexact.composition.rounded import LARGEST_EPSILON
from dpexact.errors import IncompatibleFieldsError, ParameterError, TooLargeError, UndecidedError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.report.decimals import DIGITS, epsilon_json, epsilon_text, number_json, number_text

SHOWN = 6  # digits of bounds that are far apart
LABELS = {"exp_epsilon": "E", "certified_delta": "certified delta"}
DIRECTIONS = {
    "remove": "remove: what the noise gives away of a record that is removed is more",
    "add": "add: what the noise gives away of a record that is added is more",
    "both": "both: adding and removing a record give away the same",
    "undecided": "undecided: the bounds do not tell whether adding or removing a record gives away more",
}
NO_FACTOR = "  no E is enough: some event has probability above delta for one input and 0 for its neighbor"


def run(
    file: str,
    count: int | None,
    level: Level,
    delta: str | None,
    certificate: str | None,
    form: Format,
    neighbors: Neighbors | None = None,
) -> int:
    """Compute and print; return the exit status. Raises: ParameterError unless one of the three options is given."""
    require_one_side(level, delta)
    if certificate is not None and delta is not None:
        raise ParameterError(
            "--delta",
            place="--certificate",
            expected="an epsilon, since a certificate states the tight delta at one",
            remedy="give --epsilon or --exp-epsilon",
        )
    factor = exp_epsilon_option(level) if delta is None else None
    allowed = None if delta is None else delta_option(delta)
    if is_expression(file):
        return run_expression(file, 1 if count is None else count, factor, allowed, level.epsilon, certificate, form)
    if count is None:
        raise ParameterError(
            "none",
            place="--count",
            expected="how many times the mechanism of a file runs",
            remedy="give --count K (a certificate is read by: dpexact check)",
        )
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


def is_expression(text: str) -> bool:
    """Return whether a text names no file, and has a parenthesis or two factors, as laws of noise do."""
    return text != "-" and not Path(text).exists() and ("(" in text or "*" in text)


def run_expression(
    text: str,
    count: int,
    factor: Exact | float | None,
    allowed: Exact | None,
    said: str | None,
    certificate: str | None,
    form: Format,
) -> int:
    """Compute and print what a composition of laws of noise keeps; return the exit status."""
    if certificate is not None:
        check_target("--certificate", certificate, [])
    runs = parse_composition(text) ** count
    given: dict[str, Any]
    try:
        with long_work("composing"):
            if allowed is None:
                found: Any = {"delta": runs.delta(factor)}
                direction, most = runs.direction(factor), 1
                given = {"exp_epsilon": number_json(cast("Exact | float", factor))}
                if certificate is not None:
                    with long_work("building the certificate"):
                        made = runs.certificate(factor)
                    write_text(certificate, made.to_json())
                    found["certified_delta"] = number_reader(made.statement["generators"])(made.statement["delta"])
            else:
                epsilon = runs.epsilon(allowed)
                found = {"epsilon": epsilon, "exp_epsilon": _factor_of(epsilon)}
                direction, most = runs.direction(delta=allowed), None
    except (IncompatibleFieldsError, UndecidedError) as error:
        return complain(f"undecided: {error}", UNDECIDED)
    except TooLargeError as error:
        bounds = "" if error.lower is None else f"; it is between {_shown(error)}"
        return complain(f"undecided: {error}{bounds}", UNDECIDED)
    least = {"delta": 0, "certified_delta": 0, "epsilon": 0, "exp_epsilon": 1}
    answers = {name: _bounds_json(number, least[name], most) for name, number in found.items() if number is not None}
    if form is Format.json:
        given = {**answers, "direction": direction, "expression": text, "count": count}
        given["at"] = number_json(cast("Exact | float", allowed if factor is None else factor))
        print_json(given)
        return HOLDS
    lines = [f"{LABELS.get(name, name):<16} {_bounds_text(answer)}" for name, answer in answers.items()]
    lines += [f"  direction      {DIRECTIONS[direction]}", f"  expression     {text}"]
    lines += [f"  count          {count}"] if count > 1 else []
    if factor is None:
        lines.append(f"  delta          {number_text(cast('Exact', allowed))}")
    else:
        lines.append(f"  E              {number_text(factor)}")
        lines.append(f"  epsilon        {epsilon_text(factor, said)}")
    print_text("\n".join(lines))
    return HOLDS


def _shown(error: TooLargeError) -> str:
    return f"{exact(error.lower).decimal(SHOWN, 'down')} and {exact(error.upper).decimal(SHOWN, 'up')}"


def _factor_of(epsilon: Enclosure | float) -> tuple[Fraction, Fraction] | float | None:
    """Return E = e^epsilon at the bounds that epsilon has, no narrower; None where it is too large to be written."""
    if isinstance(epsilon, float):
        return epsilon
    if epsilon.upper > LARGEST_EPSILON:
        return None
    low, high = (Enclosure.computed(exponential, exact(end)) for end in (epsilon.lower, epsilon.upper))
    return low.lower, high.upper


def _bounds_json(
    number: Exact | Enclosure | tuple[Fraction, Fraction] | float, least: int, most: int | None
) -> dict[str, Any]:
    """Write bounds, rounded outwards, to the digits in which they agree and some more; the decimal is the upper one."""
    if isinstance(number, Enclosure):
        number = number.lower, number.upper
    if not isinstance(number, tuple):
        return number_json(number)
    lower, upper = max(number[0], Fraction(least)), number[1]
    upper = upper if most is None else min(upper, Fraction(most))
    digits = SHOWN
    if upper > lower > 0:
        digits = min(DIGITS, max(SHOWN, 4 + int(upper / (upper - lower)).bit_length() * 3 // 10))
    above = exact(upper).decimal(digits, "up")
    return {"lower": exact(lower).decimal(digits, "down"), "upper": above, "decimal": above, "rounding": "up"}


def _bounds_text(answer: dict[str, Any]) -> str:
    if "exact" in answer:
        return answer["exact"] if answer["exact"] == answer["decimal"] else f"{answer['exact']} = {answer['decimal']}"
    return f"between {answer['lower']} and {answer['upper']}"


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
