"""`dpexact program`: the exact matrix of a Python function that draws, and whether it is (epsilon, delta)-private."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpexact.certificates.mechanism_document import save_mechanism
from dpexact.certificates.python_file import user_module
from dpexact.certificates.writing import check_target, write_text
from dpexact.cli.options import (
    Format,
    Level,
    Neighbors,
    delta_option,
    exp_epsilon_option,
    label_text,
    number_option,
    print_json,
    print_text,
)
from dpexact.cli.outcome import UNDECIDED, complain, long_work
from dpexact.cli.verify import verdict_json, verdict_text, written
from dpexact.errors import DocumentError, IncompatibleFieldsError, ParameterError, TooLargeError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.partial import PartialMechanism
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.typography import counted, excerpt
from dpexact.privacy.verdict import Verdict
from dpexact.privacy.verify import verify, verify_and_measure
from dpexact.privacy.worst_case import tight_delta
from dpexact.programs.distribution import Explored, explored
from dpexact.report.decimals import number_json, number_text
from dpexact.report.program_page import program_html
from dpexact.version import __version__

MOST_INPUTS = 100_000
PREMISE = "the function depends on its input and its draws alone"


@dataclass(frozen=True)
class Asked:
    """A question about a program: FILE.py:FUNCTION, the inputs, and how far its paths are followed."""

    function: str
    inputs: str
    label: str | None = None
    intended: str | None = None
    subprograms: tuple[str, ...] = ()
    paths: int = 100_000
    mass: str = "0"


def run(
    asked: Asked,
    level: Level,
    delta: str,
    neighbors: Neighbors | None,
    certificate: str | None,
    out: str | None,
    html: str | None,
    form: Format,
) -> int:
    """Follow the program, decide, print, write what is wanted; return the exit status."""
    factor, allowed = exp_epsilon_option(level), delta_option(delta)
    labels = inputs_of(asked.inputs)
    file, _, name = asked.function.rpartition(":")
    used = [file]
    for option, target in (("--certificate", certificate), ("--out", out), ("--html", html)):
        if target is not None:
            check_target(option, target, used)
            used.append(target)
    with redirect_stdout(sys.stderr):  # what the file prints is no part of the answer
        program, functions = _functions(file, name, asked)
    relation = (NeighborGraph.path if neighbors is Neighbors.path else NeighborGraph.complete)(labels)
    with long_work(f"following the paths of {name} for {counted(len(labels), 'input')}"), _unheard():
        found = explored(
            program,
            labels,
            paths=asked.paths,
            mass=number_option("--mass", asked.mass, exact),
            label=functions.get(asked.label or ""),
            subprograms=[functions[one] for one in asked.subprograms],
        )
    found.check_some_output()
    verdict, tight = _decided(found, relation, factor, allowed)
    with redirect_stdout(sys.stderr):
        intended = None if asked.intended is None else _intended(functions[asked.intended], asked.intended, labels)
    if form is Format.json:
        print_json(_as_json(found, verdict, level.epsilon, tight))
    else:
        print_text("\n".join(_as_text(asked.function, found, verdict, level.epsilon, tight)))
    if html is not None:
        again = _again(asked, level, delta, neighbors, Path(html).name)
        write_text(html, program_html(asked.function, found, verdict, intended, again, __version__))
    if out is not None:
        if isinstance(found.mechanism, PartialMechanism):
            return complain(f"{out}: not written, since some mass of the matrix is unfinished", UNDECIDED)
        save_mechanism(out, found.mechanism, relation)
    return written(certificate, verdict, relation)


@contextmanager
def _unheard() -> Iterator[None]:
    """Throw away what a program prints: it is run hundreds of times."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        yield


def _again(asked: Asked, level: Level, delta: str, neighbors: Neighbors | None, html: str) -> str:
    """Return the command that gives the page again."""
    words = ["dpexact", "program", asked.function]
    options = (
        ("--inputs", asked.inputs, None),
        ("--epsilon", level.epsilon, None),
        ("--exp-epsilon", level.exp_epsilon, None),
        ("--delta", delta, "0"),
        ("--neighbors", neighbors and neighbors.value, None),
        ("--label", asked.label, None),
        ("--intended", asked.intended, None),
        *(("--subprogram", name, None) for name in asked.subprograms),
        ("--paths", str(asked.paths), str(Asked.paths)),
        ("--mass", asked.mass, Asked.mass),
        ("--html", html, None),
    )
    for option, value, default in options:
        if value not in (None, default):
            words += [option, str(value)]
    return shlex.join(words)


def inputs_of(text: str) -> list[int | str]:
    """Return the inputs: labels between commas, integers where they are written so, and a..b for a range.

    Raises: ParameterError.
    """
    found: list[int | str] = []
    for part in (part.strip() for part in text.split(",")):
        span = re.fullmatch(r"(-?\d{1,18})\.\.(-?\d{1,18})", part)
        if span:
            first, last = map(int, span.groups())
            if not 0 <= last - first < MOST_INPUTS:
                raise ParameterError(
                    f"{part}", place="--inputs", expected=f"a range a..b of at most {MOST_INPUTS} integers"
                )
            found += range(first, last + 1)
        elif not part:
            raise ParameterError(
                repr(excerpt(text)),
                place="--inputs",
                expected="labels between commas, such as 0,1,2 or 0..10 or no,yes",
            )
        elif re.fullmatch(r"[-+]?(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][-+]?\d+)?", part):
            raise ParameterError(
                f"{excerpt(part)}, which the function would get as text",
                place="--inputs",
                expected="integers or words",
                remedy="pass an integer, and make the number from it in the function",
            )
        else:
            found.append(int(part) if re.fullmatch(r"-?\d{1,600}", part) else part)
    return found


def _functions(file: str, name: str, asked: Asked) -> tuple[Callable[..., Any], Mapping[str, Callable[..., Any]]]:
    """Return the program, and the other functions of its file that are named."""
    if not file or not name.isidentifier():
        raise ParameterError(
            repr(asked.function),
            expected="FILE.py:FUNCTION",
            remedy="for example noise.py:sample; for a method, write a function that calls it",
        )
    sys.path.insert(0, str(Path(file).resolve().parent))  # what lies beside it can be imported, as when it is run
    module, _ = user_module(file, "dpexact_program", f"a function {name}")
    wanted = {one for one in (name, asked.label, asked.intended, *asked.subprograms) if one}
    found = {}
    for one in sorted(wanted):
        value = getattr(module, one, None)
        if not callable(value):
            known = ", ".join(sorted(key for key, value in vars(module).items() if callable(value) and key[0] != "_"))
            came = "none" if not hasattr(module, one) else f"something else ({type(value).__name__})"
            raise DocumentError(came, file, expected=f"a function {one}", remedy=f"it has {known or 'no function'}")
        found[one] = value
    return found[name], found


def _intended(function: Callable[[Any], Any], name: str, labels: list[int | str]) -> dict[Any, dict[Any, Exact]]:
    """Return the probabilities that are meant, for each input. Raises: ParameterError."""
    rows = {}
    for label in labels:
        given = function(label)
        if not hasattr(given, "items"):
            raise ParameterError(
                f"{type(given).__name__}", place=f"{name}({label!r})", expected="a mapping {output: probability}"
            )
        rows[label] = {output: exact_at(value, f"{name}({label!r})[{output!r}]") for output, value in given.items()}
    return rows


def _decided(
    found: Explored, relation: NeighborGraph, factor: Exact | float, delta: Exact
) -> tuple[Verdict, Exact | Enclosure | None]:
    if isinstance(found.mechanism, PartialMechanism):
        verdict = verify(found.mechanism, relation, factor, delta)
        try:
            return verdict, tight_delta(found.mechanism, relation, factor)
        except (IncompatibleFieldsError, TooLargeError):
            return verdict, None
    return verify_and_measure(found.mechanism, relation, factor, delta)


def _errors(found: Explored) -> dict[str, Exact]:
    """Return the largest probability of each exception."""
    worst: dict[str, Exact] = {}
    for one in found.distributions.values():
        for name, value in one.errors.items():
            worst[name] = max(value, worst.get(name, value))
    return worst


def _unfinished(found: Explored) -> Exact:
    return max(one.unfinished for one in found.distributions.values())


def _as_json(found: Explored, verdict: Verdict, said: str | None, tight: Exact | Enclosure | None) -> dict[str, Any]:
    return {
        **verdict_json(verdict, said, tight),
        "unfinished": number_json(_unfinished(found)),
        "errors": {name: number_json(value) for name, value in _errors(found).items()},
        "paths": sum(one.paths for one in found.distributions.values()),
        "premise": PREMISE,
        "assumptions": list(found.assumptions),
    }


def _as_text(
    function: str, found: Explored, verdict: Verdict, said: str | None, tight: Exact | Enclosure | None
) -> list[str]:
    first, *rest = verdict_text(verdict, said, tight)
    paths = sum(one.paths for one in found.distributions.values())
    lines = [first, f"  program      {label_text(function)[1:-1]}, {counted(paths, 'path')} followed", *rest]
    if _unfinished(found) > 0:
        lines.append(f"  unfinished   {number_text(_unfinished(found))} at most")
    for name, value in _errors(found).items():
        said = found.messages[name]
        lines.append(
            f"  raises       {name} with probability {number_text(value)} at most" + (f": {said}" if said else "")
        )
    lines.append(f"  premise      {PREMISE}")
    return lines + [f"  assumption   {text}" for text in found.assumptions]
