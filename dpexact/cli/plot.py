"""`dpexact plot` draws the least delta of a mechanism over epsilon, with a claim on its side of the curve."""

import re
from pathlib import Path
from typing import Annotated

from dpexact.certificates.writing import check_target, write_file
from dpexact.cli.answer import Answer, Field
from dpexact.cli.mechanisms import label_text, nothing_fields, read_mechanism, size_field
from dpexact.cli.options import File, Relation, delta_option, epsilon_option, text_option
from dpexact.cli.outcome import HOLDS, UNDECIDED, complain, long_work
from dpexact.cli.verify import status_of_verdict, verdict_fields
from dpexact.errors import IncompatibleFieldsError, ParameterError, TooLargeError, UndecidedError
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import excerpt
from dpexact.privacy.picture import ClaimShown, curve, draw
from dpexact.privacy.verdict import Undecided, size_text
from dpexact.privacy.verify import verify_and_measure
from dpexact.report.pyplot import picture, pyplot

SUFFIXES = (".svg", ".png")


def run(
    file: File,
    claim: Annotated[str | None, text_option("EPSILON,DELTA", "A claim to judge and to show: 1,1e-5 ...")] = None,
    output: Annotated[str, text_option("OUT", "Where to draw it: a name that ends in .svg or .png.")] = "plot.svg",
    neighbors: Relation = None,
) -> Answer:
    """Draw the least delta over epsilon, and a claim on its side.

    Beside a claim that is refuted stands the event that shows it. The verdict and the exit status are those of verify.
    Needs matplotlib: the extra "plots".
    """
    texts, level = (None, None) if claim is None else claim_option(claim)
    suffix = Path(output).suffix.lower()
    if suffix not in SUFFIXES:
        expected = "a name that ends in .svg or .png, which says how to draw"
        raise ParameterError(excerpt(output), place="--output", expected=expected)
    check_target("--output", output, [file])
    pyplot()
    mechanism, relation = read_mechanism(file, neighbors)
    size = size_text(mechanism, relation)
    if texts is None or level is None:
        nothing = nothing_fields(relation)
        judged, status = None, UNDECIDED if nothing else HOLDS
        fields = [size_field(mechanism, relation), *nothing]
    else:
        with long_work(f"deciding about {size}"):
            verdict, tight = verify_and_measure(mechanism, relation, *level)
        judged, status = ClaimShown(verdict, tight, *texts), status_of_verdict(verdict)
        fields = verdict_fields(verdict, texts[0], tight)
        if isinstance(verdict, Undecided):
            undrawn = f"{output}: not drawn, an undecided claim is on no side"
            return Answer(lambda: complain(undrawn, status), fields)
    try:
        with long_work(f"drawing {size}"):
            points = curve(mechanism, relation, None if level is None else level[0])
            name = "the mechanism of the standard input" if file == "-" else Path(file).name
            source = f"The least delta of {excerpt(label_text(name)[1:-1])}, {size}"
            content = picture(lambda path: draw(path, mechanism, relation, points, judged, source), suffix)
    except (IncompatibleFieldsError, TooLargeError, UndecidedError) as error:
        return Answer(complain(f"undecided: {error}; {output} was not drawn", UNDECIDED))
    write_file(output, content)
    return Answer(status, [*fields, Field("picture", output, "picture", output)])


def claim_option(text: str) -> tuple[tuple[str, str], tuple[Exact | float, Exact]]:
    """Return epsilon and delta of a claim such as 1,1e-5, as written and as numbers (E and delta).

    Raises ParameterError.
    """
    epsilon, comma, delta = (part.strip() for part in text.rpartition(","))
    if re.fullmatch(r"[0-9]{1,3},[0-9]{3}", text.strip()):  # a delta of 000 or 001 is none that anyone writes
        came = f"{text.strip()}, which may be one number"
        remedy = "write it without a thousands separator and with a delta, such as 1000,0"
        raise ParameterError(came, place="--claim", expected="an epsilon and a delta", remedy=remedy)
    if not (comma and epsilon and delta):
        expected = "an epsilon and a delta with a comma between them"
        remedy = "for example --claim 1,1e-5, or --claim 'log(3),0' without a delta"
        raise ParameterError(excerpt(text) or "nothing", place="--claim", expected=expected, remedy=remedy)
    return (epsilon, delta), (epsilon_option(epsilon, "--claim, epsilon"), delta_option(delta, "--claim, delta"))
