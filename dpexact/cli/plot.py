"""`dpexact plot`: the least delta of a mechanism over epsilon, with a claim on its side of the curve, as a picture."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from dpexact.certificates import load_mechanism
from dpexact.certificates.writing import check_target, write_bytes
from dpexact.cli.options import (
    Format,
    Neighbors,
    delta_option,
    epsilon_option,
    label_text,
    nothing_claimed,
    print_json,
    print_text,
    size_json,
    size_text,
)
from dpexact.cli.outcome import HOLDS, UNDECIDED, complain, long_work
from dpexact.cli.verify import status_of_verdict, verdict_json, verdict_text
from dpexact.errors import IncompatibleFieldsError, ParameterError, TooLargeError, UndecidedError
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import excerpt
from dpexact.privacy.picture import ClaimShown, curve, draw
from dpexact.privacy.verdict import Undecided
from dpexact.privacy.verify import verify_and_measure
from dpexact.report.pyplot import picture, pyplot

SUFFIXES = (".svg", ".png")


def run(file: str, claim: str | None, output: str, form: Format, neighbors: Neighbors | None = None) -> int:
    """Decide, draw, print; return the exit status, which is the verdict's.

    Raises: ParameterError for a claim that is none, a name with another suffix; DPExactError without matplotlib.
    """
    said, asked = (None, None) if claim is None else claim_option(claim)
    suffix = Path(output).suffix.lower()
    if suffix not in SUFFIXES:
        raise ParameterError(
            excerpt(output), place="--output", expected="a name that ends in .svg or .png, which says how to draw"
        )
    check_target("--output", output, [file])
    pyplot()
    with long_work(f"reading {file}"):
        mechanism, relation = load_mechanism(file, neighbors)
    shown, size, status = None, size_text(mechanism, relation), HOLDS
    lines = [f"  mechanism    {size}"]
    found: dict[str, Any] = {"mechanism": size_json(mechanism, relation)}
    if said is not None and asked is not None:
        with long_work(f"deciding about {size}"):
            verdict, tight = verify_and_measure(mechanism, relation, *asked)
        lines, found = verdict_text(verdict, said[0], tight), verdict_json(verdict, said[0], tight)
        shown, status = ClaimShown(verdict, tight, *said), status_of_verdict(verdict)
        if isinstance(verdict, Undecided):
            print_json(found) if form is Format.json else print_text("\n".join(lines))
            return complain(f"{output}: not drawn, an undecided claim is on no side", status)
    try:
        with long_work(f"drawing {size}"):
            drawn = curve(mechanism, relation, None if asked is None else asked[0])
            name = "the mechanism of the standard input" if file == "-" else Path(file).name
            source = f"The least delta of {excerpt(label_text(name)[1:-1])}, {size}"
            content = picture(lambda path: draw(path, mechanism, relation, drawn, shown, source), suffix)
    except (IncompatibleFieldsError, TooLargeError, UndecidedError) as error:
        return complain(f"undecided: {error}; {output} was not drawn", UNDECIDED)
    write_bytes(output, content)
    nothing = nothing_claimed(relation)
    if asked is None and nothing is not None:
        lines, found, status = [nothing, *lines], {**found, "reason": nothing}, UNDECIDED
    if form is Format.json:
        print_json({**found, "picture": output})
    else:
        print_text("\n".join([*lines, f"  picture      {output}"]))
    return status


def claim_option(text: str) -> tuple[tuple[str, str], tuple[Exact | float, Exact]]:
    """Return epsilon and delta of a claim such as 1,1e-5: as written, and as numbers (E and delta).

    Raises: ParameterError.
    """
    epsilon, comma, delta = (part.strip() for part in text.rpartition(","))
    if re.fullmatch(r"[0-9]{1,3},[0-9]{3}", text.strip()):  # a delta of 000 or 001 is none that anyone writes
        raise ParameterError(
            f"{text.strip()}, which may be one number",
            place="--claim",
            expected="an epsilon and a delta",
            remedy="write it without a thousands separator and with a delta, such as 1000,0",
        )
    if not (comma and epsilon and delta):
        raise ParameterError(
            f"{excerpt(text) or 'nothing'}",
            place="--claim",
            expected="an epsilon and a delta with a comma between them",
            remedy="for example --claim 1,1e-5, or --claim 'log(3),0' without a delta",
        )
    return (epsilon, delta), (epsilon_option(epsilon, "--claim, epsilon"), delta_option(delta, "--claim, delta"))
