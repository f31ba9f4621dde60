"""`dpexact least` prints the least noise, or the greatest number of runs, for which a composition keeps delta."""

from typing import Annotated

from dpexact.certificates.writing import write_file
from dpexact.cli.answer import Answer, Field, level_fields, number_field, undecided
from dpexact.cli.options import (
    Epsilon,
    ExpEpsilon,
    argument,
    check_targets,
    delta_option,
    exp_epsilon_option,
    text_option,
)
from dpexact.cli.outcome import HOLDS, long_work
from dpexact.composition import least
from dpexact.errors import IncompatibleFieldsError, TooLargeError, UndecidedError
from dpexact.numbers.exact import exact
from dpexact.report.decimals import Side, number_text

COLUMN = 17
SIDES: dict[bool, tuple[Side, Side]] = {True: ("down", "up"), False: ("up", "down")}  # of the value and its neighbor
MONOTONE = {
    True: "proved",
    False: "not shown to be monotone: every smaller multiple of the step fails, a larger one may",
}


def run(
    expression: Annotated[str, argument("EXPRESSION", 'Laws of noise with one ?, such as "binomial(?)".')],
    delta: Annotated[str, text_option("TEXT", "delta, taken exactly as written.")],
    epsilon: Epsilon = None,
    exp_epsilon: ExpEpsilon = None,
    step: Annotated[str | None, text_option("TEXT", "Look at its multiples; 1 for integers.")] = None,
    certificate: Annotated[
        str | None, text_option("OUT", "Write the certificate, and OUT-refuted with that of the neighbor.")
    ] = None,
) -> Answer:
    """Print the least noise, or the most runs, that keeps delta.

    The expression has one ? in place of a number. The claim is decided there and at the neighbor, a step away.
    """
    factor, allowed = exp_epsilon_option(epsilon, exp_epsilon), delta_option(delta)
    check_targets([("--certificate", certificate)])
    try:
        with long_work("searching", counts_seconds=True):
            result = least(expression, exp_epsilon=factor, delta=allowed, step=step)
        if certificate is not None:
            with long_work("building the certificates"):
                made, refuted = result.certificate(), result.refutation()
            write_file(certificate, made.to_json())
            if refuted is not None:
                write_file(f"{certificate}-refuted", refuted.to_json())
    except (IncompatibleFieldsError, TooLargeError, UndecidedError) as error:
        return undecided(str(error))
    runs, value, neighbor = result.composition, str(result.value), result.neighbor
    name = f"{'greatest' if result.is_greatest else 'least'} {'shown' if result.is_bound else 'value'}"
    side, other = SIDES[result.is_greatest]
    refuted_at = None if neighbor is None else {"value": str(neighbor)}
    none = "none: the pair of a law is a bound" if result.is_bound else "there is no neighbor"
    refuted_text = none if neighbor is None else number_text(exact(neighbor), other)
    fields = [
        Field("value", value, name, number_text(exact(result.value), side), heading=True),
        Field("proved", {"value": value, "expression": str(runs)}),
        Field("refuted", refuted_at, "refuted", refuted_text),
        Field("monotone", result.monotone, "monotone", MONOTONE[result.monotone]),
        Field("relation", runs.relation, "relation", runs.relation),
        *level_fields(factor, epsilon),
        number_field("delta", "delta", allowed),
    ]
    return Answer(HOLDS, fields, COLUMN)
