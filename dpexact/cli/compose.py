"""`dpexact compose` prints the least delta, or the least E and epsilon, of a mechanism that runs several times."""

import os
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any

from flint import arb

from dpexact.certificates.implication import number_reader
from dpexact.certificates.writing import write_file
from dpexact.cli import options
from dpexact.cli.answer import Answer, Field, epsilon_field, level_fields, number_field, undecided
from dpexact.cli.mechanisms import NO_FACTOR, nothing_fields, read_mechanism, size_field
from dpexact.cli.outcome import HOLDS, UNDECIDED, complain, long_work
from dpexact.composition import Accountant, parse_composition
from dpexact.composition.loss import LARGEST_EPSILON
from dpexact.composition.record import premises, record_html
from dpexact.errors import IncompatibleFieldsError, ParameterError, TooLargeError, UndecidedError
from dpexact.numbers.enclosure import Enclosure, narrowed
from dpexact.numbers.epsilon import rational_epsilon
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import excerpt
from dpexact.privacy.verdict import size_text
from dpexact.report.decimals import DIGITS
from dpexact.version import __version__

Number = Exact | Enclosure | tuple[Fraction, Fraction] | float  # bounds are a number too
SHOWN = 6  # digits of bounds that are far apart
COLUMN = 17
LABELS = {"exp_epsilon": "E", "tight_exp_epsilon": "tight E"}
RELATIONS = {"any": "any: the bound holds for every neighboring relation that the sensitivity is for"}
DIRECTIONS = {
    "remove": "remove: what the noise gives away of a record that is removed is more",
    "add": "add: what the noise gives away of a record that is added is more",
    "both": "both: adding and removing a record give away the same",
    "undecided": "undecided: the bounds do not tell whether adding or removing a record gives away more",
}


def run(
    file: Annotated[
        str,
        options.argument(
            "FILE|EXPRESSION",
            "Mechanism document (JSON or CSV; - is the standard input), or laws of noise: gaussian(sigma=1)**10.",
        ),
    ],
    count: Annotated[
        int | None, options.integer_option("K", "How many times it runs; for a file it is needed.", least=0)
    ] = None,
    epsilon: options.Epsilon = None,
    exp_epsilon: options.ExpEpsilon = None,
    delta: options.DeltaOfEpsilon = None,
    certificate: Annotated[
        str | None, options.text_option("OUT", "Write a certificate: of the tight delta, or of a bound.")
    ] = None,
    neighbors: options.Relation = None,
    html: Annotated[
        str | None, options.text_option("OUT", "Write the record of laws of noise for an officer, as one HTML file.")
    ] = None,
) -> Answer:
    """Print the least delta, or epsilon, of K independent runs.

    All runs see the same data, each with noise of its own. A text that names no file is an expression with laws of
    noise, products and powers, such as "gaussian(sigma=1.1, rate=256/60000)**3516 * laplace(scale=20)". Decimals are
    rounded up if they say so. If the exact number is not at hand, both bounds are printed. An epsilon may be below 0.
    """
    factor, allowed = options.one_side(epsilon, exp_epsilon, delta, any_factor=True)
    if file != "-" and not os.path.lexists(file) and ("(" in file or "*" in file):  # as laws of noise have
        times = 1 if count is None else count
        return _expression_answer(file, times, factor, allowed, epsilon, certificate, html)
    if html is not None:
        came, expected = "a mechanism document", "an expression with laws of noise"
        raise ParameterError(came, place="--html", expected=expected, remedy="leave --html")
    times = _file_count(file, count, certificate, delta)
    options.check_targets([("--certificate", certificate)], [file])
    mechanism, relation = read_mechanism(file, neighbors)
    nothing = nothing_fields(relation)
    try:
        with long_work(f"composing {size_text(mechanism, relation)}", counts_seconds=True):
            accountant = Accountant().compose(mechanism, relation, times)
            fields = [size_field(mechanism, relation), Field("count", times, "count", str(times)), *nothing]
            if factor is not None:
                fields += level_fields(factor, epsilon)
                fields.append(_bounds_field("tight_delta", _close(accountant.delta(factor)), 0, 1))
            elif allowed is not None:
                fields += [number_field("delta", "delta", allowed), *_epsilon_fields(accountant, allowed)]
        if certificate is not None and not nothing:
            with long_work("building the certificate"):
                text = accountant.certificate(factor).to_json()
            write_file(certificate, text)
    except (IncompatibleFieldsError, TooLargeError, UndecidedError) as error:
        return undecided(str(error))
    if certificate is not None and nothing:
        unwritten = f"{certificate}: not written, nothing was claimed"
        return Answer(lambda: complain(unwritten, UNDECIDED), fields, COLUMN)
    return Answer(UNDECIDED if nothing else HOLDS, fields, COLUMN)


def _file_count(file: str, count: int | None, certificate: str | None, delta: str | None) -> int:
    """Return how many times the mechanism of a file runs.

    Raises ParameterError for a certificate without an epsilon, for no file, and for no count.
    """
    if certificate is not None and delta is not None:
        expected = "an epsilon, since the certificate of a mechanism states the tight delta at one"
        remedy = "ask without --certificate first, then give --epsilon with the epsilon of the answer"
        raise ParameterError("--delta", place="--certificate", expected=expected, remedy=remedy)
    if count is None and file != "-" and not os.path.lexists(file):
        came = f"{excerpt(file)!r}, which names no file"
        remedy = 'an expression names laws with their parameters, such as "gaussian(sigma=1)"; the quantities '
        remedy += "of claim tables are listed by: dpexact quantities"
        raise ParameterError(came, place="FILE", expected="a file or an expression", remedy=remedy)
    if count is None:
        expected, remedy = "how many times the mechanism of a file runs", "give --count K (a certificate is read by: "
        raise ParameterError("none", place="--count", expected=expected, remedy=f"{remedy}dpexact check)")
    return count


def _expression_answer(
    text: str,
    count: int,
    factor: Exact | float | None,
    allowed: Exact | None,
    written_epsilon: str | None,
    certificate: str | None,
    html: str | None,
) -> Answer:
    options.check_targets([("--certificate", certificate), ("--html", html)])
    runs = parse_composition(text) ** count
    numbers: dict[str, Any]
    try:
        with long_work("composing", counts_seconds=True):
            if allowed is None:
                numbers = {"delta": runs.delta(factor)}
                direction, most = runs.direction(factor), 1
            else:
                epsilon = runs.epsilon(allowed)
                numbers = {"epsilon": epsilon, "exp_epsilon": _factor_of(epsilon)}
                direction, most = runs.direction(delta=allowed), None
        if certificate is not None or html is not None:
            with long_work("building the certificate"):
                built = runs.certificate(factor, delta=allowed)
                written = text if count == 1 else f"({text})**{count}"
                page = "" if html is None else record_html(runs, built, written, __version__)
            if certificate is not None:
                write_file(certificate, built.to_json())
            if html is not None:
                write_file(html, page)
            numbers |= _certified(built.statement, factor)
    except (IncompatibleFieldsError, UndecidedError) as error:
        return undecided(str(error))
    except TooLargeError as error:
        if error.lower is None:
            return undecided(str(error))
        lower, upper = exact(error.lower).decimal(SHOWN, "down"), exact(error.upper).decimal(SHOWN, "up")
        return undecided(f"{error}; it is between {lower} and {upper}")
    known = {name: number for name, number in numbers.items() if number is not None}
    fields = [
        *(_bounds_field(name, number, 1 if name == "exp_epsilon" else 0, most) for name, number in known.items()),
        Field("direction", direction, "direction", DIRECTIONS[direction]),
        Field("relation", runs.relation, "relation", RELATIONS.get(runs.relation, runs.relation)),
        *(Field("assumption", text, "assumption", text) for text in premises(runs)),
        Field("expression", str(runs), "expression", repr(runs)),
        Field("count", sum(n for _, n in runs.laws or ())),
    ]
    if factor is not None:
        level, logarithm = level_fields(factor, written_epsilon)
        fields += [replace(level, key="at"), replace(logarithm, key=None)]
    elif allowed is not None:
        fields.append(number_field("at", "delta", allowed))
    return Answer(HOLDS, fields, COLUMN)


def _certified(statement: Mapping[str, Any], factor: Exact | float | None) -> dict[str, Any]:
    """Return the numbers that only the certificate states: delta for a given E, and otherwise epsilon and delta.

    For an E < 1 it states a delta at 1/E, from which one at E follows.
    """
    numbers = number_reader(dict(statement["generators"]))
    delta = numbers(statement["delta"])
    if factor is None:
        return {
            "certified_epsilon": exact(rational_epsilon(numbers(statement["exp_epsilon"]))),
            "certified_delta": delta,
        }
    below = isinstance(factor, Exact) and factor < 1
    return {"certified_delta": 1 - factor + factor * delta if below else delta}


def _factor_of(epsilon: Enclosure | float) -> tuple[Fraction, Fraction] | float | None:
    """Return E = e^epsilon at the bounds of epsilon, not narrower, or None if it is too large to be written."""
    if isinstance(epsilon, float):
        return epsilon
    if epsilon.upper > LARGEST_EPSILON:
        return None
    low, high = (Enclosure.computed(arb.exp, exact(end)) for end in (epsilon.lower, epsilon.upper))
    return low.lower, high.upper


def _bounds_field(name: str, number: Number, least: int, most: int | None = None) -> Field:
    """Write bounds, rounded outwards, to the digits in which they agree and some more. The decimal is the upper one."""
    label = LABELS.get(name, name.replace("_", " "))
    if isinstance(number, Enclosure):
        number = number.lower, number.upper
    if not isinstance(number, tuple):
        return number_field(name, label, number, heading=True)
    lower, upper = max(number[0], Fraction(least)), number[1]
    upper = upper if most is None else min(upper, Fraction(most))
    digits = SHOWN
    if upper > lower > 0:
        digits = min(DIGITS, max(SHOWN, 4 + int(upper / (upper - lower)).bit_length() * 3 // 10))
    below, above = exact(lower).decimal(digits, "down"), exact(upper).decimal(digits, "up")
    bounds = {"lower": below, "upper": above, "decimal": above, "rounding": "up"}
    text = above if lower == upper and below == above else f"between {below} and {above}"
    return Field(name, bounds, label, text, heading=True)


def _epsilon_fields(accountant: Accountant, allowed: Exact) -> list[Field]:
    """Return the least epsilon, and E unless it is too large to be written out."""
    try:
        factor = _close(accountant.exp_epsilon(allowed))
    except TooLargeError:
        factor = None
    first = Field("tight_exp_epsilon") if factor is None else _bounds_field("tight_exp_epsilon", factor, 1)
    if factor is None or isinstance(factor, tuple | Enclosure):
        return [first, _bounds_field("tight_epsilon", _close(accountant.epsilon(allowed)), 0)]
    last = [] if isinstance(factor, Exact) else [Field(text=NO_FACTOR)]
    return [first, epsilon_field("tight_epsilon", "tight epsilon", factor, heading=True), *last]


def _close(number: Number) -> Number:
    """Return bounds of an enclosure that agree to all digits that are shown, as far as 4096 bits give them."""
    if not isinstance(number, Enclosure):
        return number
    return narrowed(number, 128, 4096, lambda low, high: (high - low) * 10**DIGITS <= abs(low))
