"""`dpexact program`: the exact matrix of a Python function that draws, and whether it is (epsilon, delta)-private."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from dpexact.certificates.mechanism_document import save_mechanism
from dpexact.certificates.python_file import user_module
from dpexact.certificates.writing import check_target, write_text
from dpexact.cli.following import Following, candidates
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
from dpexact.cli.outcome import HOLDS, REFUTED, UNDECIDED, complain, gravest, long_work
from dpexact.cli.verify import verdict_json, verdict_text, written
from dpexact.errors import DocumentError, DPExactError, IncompatibleFieldsError, ParameterError, TooLargeError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.partial import PartialMechanism
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import excerpt
from dpexact.privacy.verdict import Undecided, Verdict
from dpexact.privacy.verify import verify, verify_and_measure
from dpexact.privacy.worst_case import tight_delta
from dpexact.programs.distribution import DRAWS, PATHS, Explored, explored
from dpexact.programs.meant import EXPECTED, OTHERS, Meant, gaps
from dpexact.programs.page import Promise, program_html
from dpexact.report.decimals import number_json, number_text
from dpexact.version import __version__
from dpexact.words import counted

MOST_INPUTS = 100_000
OPTIONS = {
    "paths": "--paths",
    "draws": "--draws",
    "mass": "--mass",
    "label": "--label",
    "subprograms": "--subprogram",
}
STATUS = {True: HOLDS, False: REFUTED, None: UNDECIDED}  # of whether all is as meant
PREMISE = "the function depends on its input and its draws alone"


@dataclass(frozen=True)
class Asked:
    """A question about a program: FILE.py:FUNCTION, the inputs, and how far its paths are followed."""

    function: str
    inputs: str
    label: str | None = None
    intended: str | None = None
    subprograms: tuple[str, ...] = ()
    paths: int = PATHS
    draws: int = DRAWS
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
        program, functions, others = _functions(file, name, asked)
    relation = (NeighborGraph.path if neighbors is Neighbors.path else NeighborGraph.complete)(labels)
    following = Following(candidates(others, {name, *functions}), len(labels))
    with long_work(f"following the paths of {name} for {counted(len(labels), 'input')}"), following, _unheard():
        found = _explored(
            program,
            labels,
            paths=asked.paths,
            draws=asked.draws,
            mass=number_option("--mass", asked.mass, exact),
            label=functions.get(asked.label or ""),
            subprograms=[functions[one] for one in asked.subprograms],
            told=following.told,
        )
    verdict, tight = _decided(found, relation, factor, allowed)
    meant = None
    if asked.intended is not None:
        with redirect_stdout(sys.stderr):
            meant = _compared(functions[asked.intended], asked.intended, found)
    if form is Format.json:
        print_json(_as_json(found, verdict, level.epsilon, tight, meant))
    else:
        print_text("\n".join(_as_text(asked, found, verdict, level.epsilon, tight, meant)))
    statuses = [HOLDS if meant is None else STATUS[meant.matches]]
    if html is not None:
        again = _again(asked, level, delta, neighbors, Path(html).name)
        asked_for = Promise(verdict, tight, level.epsilon, delta)
        write_text(html, program_html(asked.function, found, asked_for, meant, again, __version__))
    if out is not None:
        if isinstance(found.mechanism, PartialMechanism):
            why = f"{out}: not written, since some mass of the matrix is unfinished"
            statuses.append(complain(why, UNDECIDED))
        else:
            save_mechanism(out, found.mechanism, relation)
    return gravest(*statuses, written(certificate, verdict, relation))


def _explored(program: Callable[..., Any], labels: list[int | str], **options: Any) -> Explored:
    """Follow the program; what is refused names the options of the command. Raises: as `explored`."""
    try:
        found = explored(program, labels, **options)
        found.check_some_output()
    except DPExactError as error:
        for part in ("came", "expected", "remedy"):
            setattr(error, part, in_options(getattr(error, part)))
        raise
    return found


def in_options(text: str) -> str:
    """Return a message with the options of the command in place of the arguments of the function."""
    text = text.replace("label= (--label on the command line)", "label=")
    text = re.sub(r"\bpaths=(\d+)", r"--paths \1", text)
    names = "|".join(OPTIONS)
    return re.sub(rf"\b({names})=(?=[\s,;:)]|$)", lambda found: OPTIONS[found[1]], text)


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
        ("--draws", str(asked.draws), str(Asked.draws)),
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
    parts = [part.strip() for part in text.split(",")]
    for part in parts:
        span = re.fullmatch(r"(-?\d{1,18})\.\.(-?\d{1,18})", part)
        if span:
            first, last = map(int, span.groups())
            if not 0 <= last - first < MOST_INPUTS:
                raise ParameterError(
                    f"{part}", place="--inputs", expected=f"a range a..b of at most {MOST_INPUTS} integers"
                )
            found += range(first, last + 1)
            continue
        if not part:
            raise ParameterError(
                repr(excerpt(text)),
                place="--inputs",
                expected="labels between commas, such as 0,1,2 or 0..10 or no,yes",
            )
        if re.fullmatch(r"[-+]?(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][-+]?\d+)?", part):
            raise ParameterError(
                f"{excerpt(part)}, which the function would get as text",
                place="--inputs",
                expected="integers or words",
                remedy="pass an integer, and make the number from it in the function",
            )
        _refuse_other_lists(part, single=len(parts) == 1)
        found.append(int(part) if re.fullmatch(r"-?\d{1,600}", part) else part)
    return found


def _refuse_other_lists(part: str, *, single: bool) -> None:
    """Refuse integers that are written as a list or a range in another notation. Raises: ParameterError."""
    meant = ""
    if several := re.fullmatch(r"[\[({]?\s*(-?\d{1,18}(?:[\s;]+-?\d{1,18})+)\s*[\])}]?", part):
        meant = ",".join(re.split(r"[\s;]+", several[1]))
    elif span := re.fullmatch(r"(-?\d{1,18})\s*(?:-|:|\.{3,}|\.\.=|\N{EN DASH}|to)\s*(-?\d{1,18})", part):
        meant = f"{span[1]}..{span[2]}" if single else ""  # among others it may be a label
    if meant:
        raise ParameterError(
            repr(excerpt(part)),
            place="--inputs",
            expected="labels between commas or a range a..b",
            remedy=f"write {meant}",
        )


def _functions(
    file: str, name: str, asked: Asked
) -> tuple[Callable[..., Any], Mapping[str, Callable[..., Any]], Mapping[str, Any]]:
    """Return the program, the other functions of its file that are named, and all that the file defines."""
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
            defined = sorted(
                key for key, value in vars(module).items() if key[0] != "_" and is_defined_in(module, value)
            )
            came = f"something else ({type(value).__name__})" if hasattr(module, one) else "none of that name"
            remedy = f"it defines {', '.join(defined) or 'no function'}"
            raise DocumentError(came, file, expected=f"a function {one}", remedy=remedy)
        found[one] = value
    return found[name], found, vars(module)


def is_defined_in(module: ModuleType, value: object) -> bool:
    """Return whether a value is a function or a class of the file itself, and not one that it imports."""
    return callable(value) and getattr(value, "__module__", "") == module.__name__


def _compared(function: Callable[[Any], Any], name: str, found: Explored) -> Meant:
    """Compare the distribution of every input with the one that is meant. Raises: ParameterError."""
    rows = {}
    for label, one in found.distributions.items():
        try:
            rows[label] = gaps(one, function(label), f"{name}({label!r})")
        except DPExactError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever the user's function raises is a fault of the input
            raise ParameterError(
                f"{type(error).__name__}: {error}", place=f"{name}({label!r})", expected=f"{EXPECTED}"
            ) from None
    return Meant(rows)


def _decided(
    found: Explored, relation: NeighborGraph, factor: Exact | float, delta: Exact
) -> tuple[Verdict, Exact | Enclosure | None]:
    if isinstance(found.mechanism, PartialMechanism):
        verdict = verify(found.mechanism, relation, factor, delta)
        if isinstance(verdict, Undecided):
            verdict = replace(verdict, reason=in_options(verdict.reason))
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


def _as_json(
    found: Explored, verdict: Verdict, said: str | None, tight: Exact | Enclosure | None, meant: Meant | None
) -> dict[str, Any]:
    return {
        **verdict_json(verdict, said, tight),
        **({} if meant is None else {"intended": _meant_json(meant)}),
        "unfinished": number_json(_unfinished(found)),
        "errors": {name: number_json(value) for name, value in _errors(found).items()},
        "paths": sum(one.paths for one in found.distributions.values()),
        "premise": PREMISE,
        "assumptions": list(found.assumptions),
    }


def _ended(found: Explored, asked: Asked) -> str:
    """Say that no path is left to follow, if that is so: then more paths would not help."""
    wanted = exact(asked.mass)
    left = [one for one in found.distributions.values() if one.unfinished > wanted]
    if not left or asked.subprograms or any(one.paths >= asked.paths for one in left):
        return ""
    return f"; every path is followed, so it may never end, or ends after more than {asked.draws} draws (--draws)"


def _meant_json(meant: Meant) -> dict[str, Any]:
    """Return whether all is as meant (null if the unfinished mass decides), and the largest gap."""
    label, gap = meant.largest
    alike = meant.matches is True
    return {
        "matches": meant.matches,
        "input": None if alike else label,
        "output": None if alike or gap.output is OTHERS else gap.output,
        "gap": number_json(gap.least if meant.matches is False else gap.most),
    }


def _as_text(
    asked: Asked,
    found: Explored,
    verdict: Verdict,
    said: str | None,
    tight: Exact | Enclosure | None,
    meant: Meant | None,
) -> list[str]:
    first, *rest = verdict_text(verdict, said, tight)
    paths = sum(one.paths for one in found.distributions.values())
    lines = [first, *([] if meant is None else [f"as meant: {meant.said(label_text)}"])]
    lines += [f"  program      {label_text(asked.function)[1:-1]}, {counted(paths, 'path')} followed", *rest]
    if _unfinished(found) > 0:
        lines.append(f"  unfinished   {number_text(_unfinished(found))} at most{_ended(found, asked)}")
    for name, value in _errors(found).items():
        said = found.messages[name]
        lines.append(
            f"  raises       {name} with probability {number_text(value)} at most" + (f": {said}" if said else "")
        )
    lines.append(f"  premise      {PREMISE}")
    return lines + [f"  assumption   {text}" for text in found.assumptions]
