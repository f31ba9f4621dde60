"""`dpexact program` finds the exact matrix of a Python function that draws, and decides whether it is private."""

import json
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import replace
from inspect import signature
from pathlib import Path
from typing import Annotated, Any

from dpexact.certificates.mechanism_document import save_mechanism
from dpexact.certificates.source import user_module
from dpexact.certificates.writing import write_file
from dpexact.cli import options
from dpexact.cli.answer import Answer, Field, heading, number_field
from dpexact.cli.following import Following, candidates
from dpexact.cli.mechanisms import label_text
from dpexact.cli.outcome import HOLDS, REFUTED, UNDECIDED, complain, gravest, long_work
from dpexact.cli.verify import verdict_fields, written
from dpexact.errors import DocumentError, DPExactError, IncompatibleFieldsError, ParameterError, TooLargeError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.partial import PartialMechanism
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import counted, excerpt
from dpexact.privacy.verdict import Undecided, Verdict
from dpexact.privacy.verify import verify, verify_and_measure
from dpexact.privacy.worst_case import tight_delta
from dpexact.programs.distribution import DRAWS, PATHS, Explored, explored
from dpexact.programs.meant import EXPECTED, OTHERS, Meant, gaps
from dpexact.programs.page import Promise, program_html
from dpexact.programs.transcript import transcript as transcript_of
from dpexact.report.decimals import number_json, number_text
from dpexact.version import __version__

MOST_INPUTS = 100_000
OPTIONS = {**{name: f"--{name}" for name in ("paths", "draws", "mass", "label")}, "subprograms": "--subprogram"}
STATUS = {True: HOLDS, False: REFUTED, None: UNDECIDED}  # of whether all is as meant
DECIDING = ("epsilon", "exp_epsilon", "delta", "neighbors", "intended", "certificate", "out", "html")  # no transcript
PREMISE = "the function depends on its input and its draws alone"


def run(
    function: Annotated[
        str, options.argument("FILE.py:FUNCTION", "A Python function of a generator and of the input.")
    ],
    inputs: Annotated[str, options.text_option("LABELS", "The inputs: 0,1,2 or 0..10 or no,yes, each an argument.")],
    epsilon: options.Epsilon = None,
    exp_epsilon: options.ExpEpsilon = None,
    delta: options.Delta = "0",
    neighbors: Annotated[
        str | None, options.word_option(options.NEIGHBORS, "Which inputs are neighbors; all if not given.")
    ] = None,
    label: Annotated[
        str | None, options.text_option("NAME", "A function of the file that rounds an output or asks for an event.")
    ] = None,
    intended: Annotated[
        str | None,
        options.text_option(
            "NAME",
            "A function of the file: from an input to the probabilities that are meant. Status 1 if one differs.",
        ),
    ] = None,
    subprogram: Annotated[
        list[str] | None, options.text_option("NAME", "A function of the file that only draws. Repeatable.")
    ] = None,
    paths: Annotated[int, options.integer_option("N", "Follow N paths at most.", least=1)] = PATHS,
    draws: Annotated[int, options.integer_option("N", "Follow N draws of a path at most.", least=1)] = DRAWS,
    mass: Annotated[str, options.text_option("TEXT", "Stop when no more than this mass is left.")] = "0",
    certificate: options.Certificate = None,
    out: Annotated[str | None, options.text_option("OUT", "Write the matrix as a mechanism document.")] = None,
    html: options.Html = None,
    transcript: Annotated[
        str | None, options.text_option("OUT", "Write the bytes and the output of each path, and decide nothing.")
    ] = None,
) -> Answer:
    """Decide about a program by its exact matrix.

    The file is run, so it has to be trusted. Every path of its draws is followed, rounding of its arithmetic included.
    """
    usual = {name: parameter.default for name, parameter in signature(run).parameters.items()}
    arguments = {name: value for name, value in locals().items() if name in usual and value not in (None, usual[name])}
    if transcript is None:
        factor, allowed = options.exp_epsilon_option(epsilon, exp_epsilon), options.delta_option(delta)
    elif beside := [f"--{name.replace('_', '-')}" for name in DECIDING if name in arguments]:
        remedy = f"a transcript decides nothing; run the command again with {beside[0]} and without --transcript"
        place, expected = beside[0], "a command that decides"
        raise ParameterError("--transcript beside it", place=place, expected=expected, remedy=remedy)
    labels = inputs_of(inputs)
    file, _, name = function.rpartition(":")
    options.check_targets(
        [("--certificate", certificate), ("--out", out), ("--html", html), ("--transcript", transcript)], [file]
    )
    named = [name, *(other for other in (label, intended, *(subprogram or ())) if other)]
    with redirect_stdout(sys.stderr):  # what the file prints is no part of the answer
        functions, others = _functions(file, function, named)
    program = functions[name]
    relation = (NeighborGraph.path if neighbors == "path" else NeighborGraph.complete)(labels)
    limits: dict[str, Any] = {
        "paths": paths,
        "draws": draws,
        "mass": options.number_option("--mass", mass, exact),
        "label": functions.get(label or ""),
        "subprograms": [functions[name] for name in subprogram or ()],
    }
    if transcript is not None:
        with long_work(f"writing the paths of {name}"), _as_a_command():
            record = transcript_of(function, program, labels, **limits)
        write_file(transcript, json.dumps(record))
        count = sum(map(len, record["inputs"].values()))
        return Answer(HOLDS, [Field("transcript", transcript, text=f"{counted(count, 'run')} in {transcript}")])
    following = Following(candidates(others, {name, *functions}), len(labels))
    work = long_work(f"following the paths of {name} for {counted(len(labels), 'input')}")
    with work, following, _as_a_command():
        matrix = explored(program, labels, told=following.told, **limits)
        matrix.check_some_output()
    verdict, tight = _decided(matrix, relation, factor, allowed)
    meant = None if intended is None else _compared(functions[intended], intended, matrix)

    def ended() -> int:
        statuses = [HOLDS if meant is None else STATUS[meant.matches]]
        if html is not None:
            again = _again({**arguments, "html": Path(html).name})
            promise = Promise(verdict, tight, epsilon, delta)
            write_file(html, program_html(function, matrix, promise, meant, again, __version__))
        if out is not None and isinstance(matrix.mechanism, Mechanism):
            save_mechanism(out, matrix.mechanism, relation)
        elif out is not None:
            statuses.append(complain(f"{out}: not written, since some mass of the matrix is unfinished", UNDECIDED))
        return gravest(*statuses, written(certificate, verdict, relation))

    never = f"; every path is followed, so it may never end, or ends after more than {draws} draws (--draws)"
    never = never if matrix.never_ends(exact(mass)) else ""
    return Answer(ended, _fields(function, matrix, verdict_fields(verdict, epsilon, tight), meant, never))


@contextmanager
def _as_a_command() -> Iterator[None]:
    """Let refusals name the options, and throw away the prints of a program, since it is run hundreds of times."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        try:
            yield
        except DPExactError as error:
            for part in ("came", "expected", "remedy"):
                setattr(error, part, in_options(getattr(error, part)))
            raise


def in_options(text: str) -> str:
    """Return a message with the options of the command in place of the arguments of the function."""
    text = text.replace("label= (--label on the command line)", "label=")
    text = re.sub(r"\bpaths=(\d+)", r"--paths \1", text)
    names = "|".join(OPTIONS)
    return re.sub(rf"\b({names})=(?=[\s,;:)]|$)", lambda match: OPTIONS[match[1]], text)


def _again(arguments: Mapping[str, Any]) -> str:
    """Return the command that gives the page again, with the options that are not as by default."""
    words = ["dpexact", "program"]
    for name, value in arguments.items():
        for text in () if name in ("certificate", "out") else value if isinstance(value, list) else [value]:
            words += [str(text)] if name == "function" else [f"--{name.replace('_', '-')}", str(text)]
    return shlex.join(words)


def inputs_of(text: str) -> list[int | str]:
    """Return the inputs, which are labels between commas, with integers as such, and a..b for a range.

    Raises ParameterError.
    """
    labels: list[int | str] = []
    parts = [part.strip() for part in text.split(",")]
    for part in parts:
        if span := re.fullmatch(r"(-?\d{1,18})\.\.(-?\d{1,18})", part):
            first, last = map(int, span.groups())
            if not 0 <= last - first < MOST_INPUTS:
                expected = f"a range a..b of at most {MOST_INPUTS} integers"
                raise ParameterError(part, place="--inputs", expected=expected)
            labels += range(first, last + 1)
            continue
        if not part:
            expected = "labels between commas, such as 0,1,2 or 0..10 or no,yes"
            raise ParameterError(repr(excerpt(text)), place="--inputs", expected=expected)
        if re.fullmatch(r"[-+]?(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][-+]?\d+)?", part):
            came = f"{excerpt(part)}, which the function would get as text"
            remedy = "pass an integer, and make the number from it in the function"
            raise ParameterError(came, place="--inputs", expected="integers or words", remedy=remedy)
        _refuse_other_lists(part, single=len(parts) == 1)
        labels.append(int(part) if re.fullmatch(r"-?\d{1,600}", part) else part)
    return labels


def _refuse_other_lists(part: str, *, single: bool) -> None:
    """Refuse integers that are written as a list or a range in another notation. Raises ParameterError."""
    meant = ""
    if several := re.fullmatch(r"[\[({]?\s*(-?\d{1,18}(?:[\s;]+-?\d{1,18})+)\s*[\])}]?", part):
        meant = ",".join(re.split(r"[\s;]+", several[1]))
    elif span := re.fullmatch(r"(-?\d{1,18})\s*(?:-|:|\.{3,}|\.\.=|\N{EN DASH}|to)\s*(-?\d{1,18})", part):
        meant = f"{span[1]}..{span[2]}" if single else ""  # among others it may be a label
    if meant:
        came, expected = repr(excerpt(part)), "labels between commas or a range a..b"
        raise ParameterError(came, place="--inputs", expected=expected, remedy=f"write {meant}")


def _functions(
    file: str, function: str, named: Sequence[str]
) -> tuple[Mapping[str, Callable[..., Any]], Mapping[str, Any]]:
    """Return the functions of a file that are named, of which the program is the first, and all that it defines."""
    if not file or not named[0].isidentifier():
        remedy = "for example noise.py:sample; for a method, write a function that calls it"
        raise ParameterError(repr(function), expected="FILE.py:FUNCTION", remedy=remedy)
    sys.path.insert(0, str(Path(file).resolve().parent))  # what lies beside it can be imported, as when it is run
    module, _ = user_module(file, "dpexact_program", f"a function {named[0]}")
    functions = {}
    for name in sorted(set(named)):
        value = getattr(module, name, None)
        if not callable(value):
            callables = ((key, value) for key, value in vars(module).items() if key[0] != "_" and callable(value))
            defined = sorted(key for key, value in callables if getattr(value, "__module__", "") == module.__name__)
            came = f"something else ({type(value).__name__})" if hasattr(module, name) else "none of that name"
            remedy = f"it defines {', '.join(defined) or 'no function'}"
            raise DocumentError(came, file, expected=f"a function {name}", remedy=remedy)
        functions[name] = value
    return functions, vars(module)


def _compared(function: Callable[[Any], Any], name: str, matrix: Explored) -> Meant:
    """Compare the distribution of every input with the law that is meant. Raises ParameterError."""
    rows = {}
    for label, law in matrix.distributions.items():
        try:
            with redirect_stdout(sys.stderr):
                rows[label] = gaps(law, function(label), f"{name}({label!r})")
        except DPExactError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever the user's function raises is a fault of the input
            came = f"{type(error).__name__}: {error}"
            raise ParameterError(came, place=f"{name}({label!r})", expected=f"{EXPECTED}") from None
    return Meant(rows)


def _decided(
    matrix: Explored, relation: NeighborGraph, factor: Exact | float, delta: Exact
) -> tuple[Verdict, Exact | Enclosure | None]:
    if isinstance(matrix.mechanism, PartialMechanism):
        verdict = verify(matrix.mechanism, relation, factor, delta)
        if isinstance(verdict, Undecided):
            verdict = replace(verdict, reason=in_options(verdict.reason))
        try:
            return verdict, tight_delta(matrix.mechanism, relation, factor)
        except (IncompatibleFieldsError, TooLargeError):
            return verdict, None
    return verify_and_measure(matrix.mechanism, relation, factor, delta)


def _fields(function: str, matrix: Explored, verdict: Sequence[Field], meant: Meant | None, never: str) -> list[Field]:
    laws = matrix.distributions.values()
    paths, unfinished = sum(law.paths for law in laws), max(law.unfinished for law in laws)
    program = f"{label_text(function)[1:-1]}, {counted(paths, 'path')} followed"
    names = dict.fromkeys(name for law in laws for name in law.errors)
    errors = {name: max(law.errors[name] for law in laws if name in law.errors) for name in names}
    intended = []
    if meant is not None:
        (label, gap), alike = meant.largest, meant.matches is True
        value = {
            "matches": meant.matches,  # null if the unfinished mass decides
            "input": None if alike else label,
            "output": None if alike or gap.output is OTHERS else gap.output,
            "gap": number_json(gap.least if meant.matches is False else gap.most),
        }
        intended = [heading(f"as meant: {meant.said(label_text)}", "intended", value)]
    raised = [
        f"{name} with probability {number_text(value)} at most{matrix.messages[name] and f': {matrix.messages[name]}'}"
        for name, value in errors.items()
    ]
    return [
        verdict[0],
        Field(label="program", text=program),
        *verdict[1:],
        *intended,
        replace(
            number_field("unfinished", "unfinished", unfinished),
            text=f"{number_text(unfinished)} at most{never}" if unfinished > 0 else None,
        ),
        Field("errors", {name: number_json(value) for name, value in errors.items()}),
        *(Field(label="raises", text=text) for text in raised),
        Field("paths", paths),
        Field("premise", PREMISE, "premise", PREMISE),
        Field("assumptions", list(matrix.assumptions)),
        *(Field(label="assumption", text=text) for text in matrix.assumptions),
    ]
