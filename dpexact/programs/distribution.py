"""distribution_of and mechanism_of: the exact distribution of a program's output, for one input or for all."""

import platform
import sys
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from inspect import isasyncgenfunction, iscoroutinefunction, isgeneratorfunction, signature, unwrap
from math import lcm
from pathlib import Path as File
from types import FunctionType
from typing import Any

import numpy as np
from flint import fmpq

from dpexact.errors import MechanismError, ParameterError, UnsupportedProgramError, need
from dpexact.mechanisms.labels import labels_of
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.mechanisms.partial import PartialMechanism
from dpexact.mechanisms.rows import MAX_COMMON_BITS
from dpexact.numbers.epsilon import probability
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import counted, value_excerpt
from dpexact.programs.changes import Changes
from dpexact.programs.draw import Draw, concrete, is_draw
from dpexact.programs.exploration import Exploration, watch
from dpexact.programs.held import Walk, fingerprint, full_cells
from dpexact.programs.kinds import PLAIN, Same, is_plain, tagged
from dpexact.programs.law import Law
from dpexact.programs.neighbors import BESIDE, GRID, WINDOW, forget
from dpexact.programs.patching import follow, installed, state_of_global_generators
from dpexact.programs.path import OUTERMOST, Ending, Leave, line_of_error
from dpexact.programs.source import Source

PATHS, DRAWS = 10**5, 300
MESSAGE = 200  # letters of an exception's message that are shown
OTHER_GENERATOR = (
    "{where}the program draws from another generator than the source ({which}); it may have a seed, and a law with a "
    "fixed seed is no law: draw from the source, source.generator or source.random_state"
)
BY_NAME = "nobody sees more of an exception than its name: not its message, and not its line"
NO_ATTRIBUTE = (
    "a source has no {0}: it stands for a random.SystemRandom; for numpy's generators, pass on source.generator or "
    "source.random_state"
)


class ByOutput(Mapping[Any, Any]):
    """A mapping from outputs in which True and 1 are two outputs."""

    def __init__(self, items: Iterable[tuple[Any, Any]]) -> None:
        self._items = {tagged(output): (output, value) for output, value in items}

    def __getitem__(self, output: Any) -> Any:
        return self._items[tagged(output)][1]

    def __iter__(self) -> Iterator[Any]:
        return (output for output, _ in self._items.values())

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        """Show the first items."""
        return "{" + need.excerpt(", ".join(f"{output!r}: {self[output]}" for output in self)) + "}"


class Probabilities(ByOutput):
    """A mapping from outputs to their probabilities, which are made from fmpq when they are looked at."""

    def __getitem__(self, output: Any) -> Exact:
        return Exact.of_rational(super().__getitem__(output))

    def weights(self) -> list[tuple[Any, Any]]:
        """Return the outputs with their probabilities as fmpq."""
        return list(self._items.values())


def is_error(output: Any) -> bool:
    """Return whether an output is ("raised", name), which stands for an exception of that name."""
    return isinstance(output, tuple) and len(output) == 2 and output[0] == "raised"


@need.made_by("dpexact.programs.distribution_of(program, *args)", probabilities=Mapping, errors=Mapping)
@dataclass(frozen=True)
class Distribution:
    """The law of a program's outputs: `probabilities`, `errors` and `unfinished` sum to 1.

    `probabilities` is {output: Exact}, `errors` {name of the raised exception: Exact}, `unfinished` the mass of the
    paths that were not followed, `paths` the number of followed ones, and `assumptions` the premises other than exact
    counting. The program is also assumed to be a function of its arguments and its draws.

    The answer is exact.
    """

    probabilities: Probabilities
    errors: Mapping[str, Exact]
    unfinished: Exact
    paths: int
    assumptions: tuple[str, ...] = field(default=())
    _messages: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)  # of each first exception
    _is_open: bool = field(default=False, repr=False, compare=False)  # whether more paths would leave less unfinished


def outcomes_of(law: Distribution) -> Mapping[Any, Exact]:
    """Return the probabilities of all outputs and exceptions, an exception as the output ("raised", name)."""
    return ByOutput((*law.probabilities.items(), *((("raised", name), value) for name, value in law.errors.items())))


def distribution_of(
    program: Callable[..., Any],
    *args: Any,
    paths: int = PATHS,
    draws: int = DRAWS,
    mass: object = 0,
    label: Callable[[Any], Any] | None = None,
    subprograms: Sequence[Callable[..., Any]] = (),
) -> Distribution:
    """Return the exact distribution of the output of program(source, *args), rounding of its arithmetic included.

    The program runs again and again on a `Source` instead of a random number generator, likeliest paths first, until
    every path is known, `paths` paths are known, or the mass left is at most `mass`. `label` is a function of the
    finished output. It is needed if the output is not text, an integer, True or False, or a tuple of these. Each of
    `subprograms`, functions that only draw and return, is explored once for each argument, and its law counts as one
    draw.

    The answer is exact. Raises UnsupportedProgramError if the program does something that cannot be followed, and
    ParameterError if it cannot be called with these arguments.
    """
    return _distributions(program, {"": args}, None, None, paths, draws, mass, label, subprograms)[""]


def _distributions(
    program: Callable[..., Any],
    inputs: Mapping[Any, tuple[Any, ...]],
    told: Callable[[int, float], None] | None,
    seen: dict[Any, Sequence[tuple[bytes, Any]]] | None,
    paths: Any = PATHS,
    draws: Any = DRAWS,
    mass: object = 0,
    label: Any = None,
    subprograms: Any = (),
) -> dict[Any, Distribution]:
    """Return the distribution for each input. If a refusal requests that a name follows draws, it is explored anew."""
    limits = probability(mass, "mass").as_fmpq(), need.integer(paths, "paths", 1), need.integer(draws, "draws", 1)
    source = Source()
    known: dict[Any, Law] = {}
    inner = [need.function(f, "subprograms") for f in need.values(subprograms, "subprograms", "a list of functions")]

    def explore(name: Any) -> Distribution:
        args = inputs[name]
        _check_call(program, args, label)
        things = (program, label, *args)
        kept = Walk(things, restoring=True) if fingerprint(things) is None else None
        keep = None if seen is None else partial(seen.__setitem__, name)
        exploration = Exploration(source, *limits, known, things=things, told=told, kept=kept, seen=keep)

        def call() -> Any:
            output = program(source, *args)
            return output if label is None else label(output)

        before = state_of_global_generators()
        try:
            law = exploration.law(call)
            of_global = "a global one of random or numpy" if state_of_global_generators() != before else ""
            drawn = kept.drawn() if kept is not None else ""
            if of_global or drawn:
                code = getattr(program, "__code__", None)
                where = f"{File(code.co_filename).name}, line {code.co_firstlineno}: " if code else ""
                raise UnsupportedProgramError(OTHER_GENERATOR.format(where=where, which=drawn or of_global))
        finally:
            if kept is not None and (kept.cache or kept.changed()):
                kept.put_back()
        law = law.without(lambda outcome: outcome.kind == Ending.RESTARTED)
        del exploration  # it holds as much memory again
        return _distribution(law)

    OUTERMOST.add(explore.__code__)
    plain = (unwrap(getattr(function, "func", function)) for function in (program, *inner))  # of a functools.partial
    namespaces = [function.__globals__ for function in plain if hasattr(function, "__globals__")]
    laws: dict[Any, Distribution] = {}
    with installed(source, namespaces), watch(source), _replaced(inner, program, source):
        try:
            for name in inputs:
                while name not in laws:
                    wanted = len(source.wanted)
                    try:
                        laws[name] = explore(name)
                    except UnsupportedProgramError:
                        if len(source.wanted) == wanted:
                            raise
                        known.clear()
                        follow(source.wanted)
        finally:
            forget()
    return laws


def _check_call(program: object, args: Sequence[Any], label: object) -> None:
    """Refuse a program that cannot be called with a source and these arguments, or whose output is still to run."""
    if not callable(program):
        raise need.refusal("program", "a function of a source", program)
    if label is not None and not callable(label):
        raise need.refusal("label", "a function of an output", label)
    name = getattr(program, "__qualname__", type(program).__name__)
    try:
        shape = signature(program)
    except (TypeError, ValueError):  # unknown to Python
        return
    try:
        shape.bind(None, *args)
    except TypeError as error:
        raise ParameterError(
            f"{name}{shape}: {error}",
            place="program",
            expected=f"a function of a source and {counted(len(args), 'argument')}",
            remedy="the source comes first, then what is given; fix anything else in a function around it",
        ) from None
    kind = "async " * (iscoroutinefunction(program) or isasyncgenfunction(program))
    if label is None and (kind or isgeneratorfunction(program)):
        raise ParameterError(
            f"the {kind or 'generator '}function {name}",
            place="program",
            expected="a function that returns its output",
            remedy="write a function around it that runs it and returns what it gives",
        )


def _message(error: BaseException) -> str:
    """Return the message of an exception that the program raised, and its line."""
    try:
        message = "" if any(map(is_draw, error.args)) else need.excerpt(str(error), MESSAGE)
    except (Exception, Leave):  # noqa: BLE001 - the program writes it, and it may hold a draw
        message = ""
    if isinstance(error, AttributeError) and isinstance(error.obj, Source):
        message = NO_ATTRIBUTE.format(error.name)
    line = line_of_error(error)
    return " ".join(part for part in (message, f"({line})" if line else "") if part)


def _distribution(law: Law) -> Distribution:
    errors: dict[str, Any] = {}
    messages: dict[str, str] = {}
    for outcome, weight in law.outcomes:
        if outcome.kind == "raised":
            name = type(outcome.value).__name__
            errors[name] = errors.get(name, fmpq(0)) + weight
            messages.setdefault(name, _message(outcome.value))
    return Distribution(
        Probabilities((outcome.value, weight) for outcome, weight in law.outcomes if outcome.kind == "value"),
        {name: Exact.of_rational(weight) for name, weight in errors.items()},
        Exact.of_rational(law.unfinished),
        law.paths,
        (*map(_assumed, sorted(law.assumes)), *([BY_NAME] if errors else [])),
        messages,
        law.is_open,
    )


def _assumed(name: str) -> str:
    python = f"{platform.python_implementation()} {platform.python_version()}, numpy {np.__version__}"
    library = " ".join(part for part in platform.libc_ver() if part) or "its library"
    return (
        f"{name} of the platform's mathematical library is monotone where the mathematical function is, as computed at "
        f"{WINDOW:,} neighbors on either side of every boundary that was found, or of several draws in one number at "
        f"{BESIDE} neighbors, and on a grid of {GRID:,} places if it is of one of them ({python}, "
        f"{library} on {platform.system()} {platform.machine()})"
    )


@contextmanager
def _replaced(inner: Sequence[Callable[..., Any]], program: Callable[..., Any], source: Source) -> Iterator[None]:
    """Replace every subprogram, under each name it has, by a function that draws from its law."""
    replaced = {id(function): _as_one_draw(function, source) for function in inner}
    try:
        with Changes() as changes:
            for owner in _owners(inner):
                for name, value in list(vars(owner).items()):
                    plain = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
                    if id(plain) in replaced:
                        made: Any = replaced[id(plain)]
                        changes.make(owner, name, type(value)(made) if plain is not value else made)
            for function in Walk((program, *inner)).functions.values() if inner else ():
                for cell in full_cells(function).values():
                    changes.make(cell, "cell_contents", replaced.get(id(cell.cell_contents)))
            yield
    finally:
        for changed in replaced.values():
            vars(changed).pop("subprogram")


def _owners(inner: Sequence[Callable[..., Any]]) -> Iterator[Any]:
    """Yield the modules that hold a function by name, and the classes in which the functions are defined."""
    held, modules = frozenset(map(id, inner)), [*sys.modules.values()] if inner else []
    yield from [some for some in modules if not held.isdisjoint(map(id, [*getattr(some, "__dict__", {}).values()]))]
    for function in inner:
        owner: Any = sys.modules.get(getattr(function, "__module__", ""))
        for part in getattr(function, "__qualname__", "").split(".")[:-1]:
            owner = getattr(owner, part, None)
        if isinstance(owner, type):
            yield owner


def _as_one_draw(function: Callable[..., Any], source: Source) -> Callable[..., Any]:
    running: list[Any] = []
    prints: dict[Hashable, Hashable] = {}
    looks = tuple(getattr(function, name, None) for name in ("__defaults__", "__kwdefaults__"))

    def drawn(*args: Any, **named: Any) -> Any:
        path = source.path
        if path is None:
            return function(*args, **named)
        if drawn.__defaults__ is not looks[0] or drawn.__kwdefaults__ is not looks[1]:
            path.refuse(f"the defaults of {function.__name__} change; leave it out of subprograms=")
        arguments = tuple(map(concrete, args)) if Draw in map(type, args) else args
        options = {name: concrete(value) for name, value in named.items()} if named else named
        law = None if running or path.through is not None else path.decided_law()
        if law is not None:
            return source.outcome(law)
        faces = {id(face): type(face) for face in source.faces()}
        reads = (*arguments, *[options[name] for name in sorted(options)])
        kinds = tuple([faces.get(id(value)) for value in reads])
        held = tuple([value for value, kind in zip(reads, kinds, strict=True) if kind is None])
        if not is_plain(held):
            path.refuse(
                f"the subprogram {function.__name__} is called with {value_excerpt(held)}: expected plain values "
                "(numbers, text, None, tuples of these) beside the source; leave it out of subprograms="
            )
        key = ("subprogram", id(function), len(arguments), tuple(sorted(options)), kinds, tagged(held))
        if key in running:
            return function(*args, **named)
        running.append(key)
        try:

            def read() -> Any:  # nothing that the function reaches changes if the program is constant
                exploration = source.path.exploration  # type: ignore[union-attr]  # of a Path
                steady = exploration.kept is None and all(type(x) in PLAIN and x == x for x in held)  # noqa: PLR0124 - NaN
                mark = exploration.fingerprints.get(key) if steady else None
                if mark is None:
                    walked = fingerprint((function, *reads), source.faces())
                    mark = walked and Same(prints.setdefault(walked, walked))  # a long key is hashed once
                    exploration.fingerprints[key] = mark
                return None if mark is None else (key, mark)

            return source.known_law((function, *reads), lambda: function(*arguments, **options), read)
        finally:
            running.remove(key)

    drawn.__name__ = function.__name__
    drawn.__defaults__, drawn.__kwdefaults__ = looks  # the program may look at them
    if type(function) is FunctionType:
        drawn.__dict__ = vars(function)  # attributes of one are those of the other
    vars(drawn)["subprogram"] = function  # reached through it (`held`)
    return drawn


def mechanism_of(
    program: Callable[..., Any],
    inputs: Any,
    *,
    paths: int = PATHS,
    draws: int = DRAWS,
    mass: object = 0,
    label: Callable[[Any], Any] | None = None,
    subprograms: Sequence[Callable[..., Any]] = (),
) -> Mechanism | PartialMechanism:
    """Return the matrix of a program: row i is the distribution of program(source, i), or of its tuple of arguments.

    `inputs` are labels, or {label: tuple of arguments}. An exception is the output ("raised", name). True and False are
    the outputs "True" and "False". The result is a Mechanism if all mass is known, else a PartialMechanism. For the
    latter, verify, tight_delta and assert_private give answers that hold whatever is missing.

    A Mechanism does not list its premises. The `assumptions` of `distribution_of`, for each input, do.

    The answer is exact. Raises UnsupportedProgramError, also if every run for every input ends in an exception,
    ParameterError if the program cannot be called on an input, MechanismError if inputs or outputs are not labels.
    """
    exploration = explored(program, inputs, paths=paths, draws=draws, mass=mass, label=label, subprograms=subprograms)
    exploration.check_some_output()
    return exploration.mechanism


@dataclass(frozen=True)
class Explored:
    """The distribution of a program for each input, the mechanism that they make, and all their premises."""

    distributions: Mapping[Any, Distribution]
    mechanism: Mechanism | PartialMechanism
    assumptions: tuple[str, ...]

    @property
    def messages(self) -> Mapping[str, str]:
        """Return, for each exception, the message and the line of its first occurrence."""
        last_first = reversed([*self.distributions.values()])
        return {name: message for law in last_first for name, message in law._messages.items()}  # noqa: SLF001 - our own

    def never_ends(self, mass: Exact) -> bool:
        """Return whether more mass than this is unfinished for some inputs, and more paths would not help them."""
        unfinished = [law for law in self.distributions.values() if law.unfinished > mass]
        return bool(unfinished) and not any(law._is_open for law in unfinished)  # noqa: SLF001 - our own

    def check_some_output(self) -> None:
        """Refuse a program that never returns: its matrix would keep any promise. Raises UnsupportedProgramError."""
        every = self.distributions.values()
        if any(law.probabilities or law.unfinished != 0 for law in every):
            return
        raised = "; ".join(f"{name}: {text}".rstrip(": ") for name, text in self.messages.items())
        message = f"every run of the program ends in an exception, so that it would keep any promise: {raised}"
        raise UnsupportedProgramError(message, remedy="correct the program or its inputs")


def explored(
    program: Callable[..., Any],
    inputs: Any,
    *,
    told: Callable[[int, float], None] | None = None,
    seen: dict[Any, Sequence[tuple[bytes, Any]]] | None = None,
    **options: Any,
) -> Explored:
    """Return the distributions of a program for all inputs, and its matrix, with the options of `mechanism_of`.

    After each path of an input, `told` is called with the number of paths and the mass that is left, rounded. `seen`
    gets the bytes that the paths of each input read, with their outputs.
    """
    names = labels_of(inputs, "inputs")
    arguments = {name: inputs[name] if isinstance(inputs, Mapping) else (name,) for name in names}
    for name in names:
        if not isinstance(arguments[name], tuple):
            raise need.refusal(f"inputs[{name!r}]", "a tuple of arguments", arguments[name])
    laws = _distributions(program, arguments, told, seen, **options)
    raised = {error for law in laws.values() for error in law.errors}
    labels: dict[Any, Any] = {}
    known = {name: _labelled(law, raised, labels) for name, law in laws.items()}
    assumptions = tuple(dict.fromkeys(text for law in laws.values() for text in law.assumptions))
    if all(law.unfinished == 0 for law in laws.values()):
        outputs = list(dict.fromkeys(output for row in known.values() for output in row))
        return Explored(laws, _mechanism(names, outputs, list(known.values())), assumptions)
    rows = {name: {output: Exact.of_rational(weight) for output, weight in row.items()} for name, row in known.items()}
    unfinished = {name: law.unfinished for name, law in laws.items()}
    return Explored(laws, PartialMechanism(names, rows, unfinished, assumptions), assumptions)


def _labelled(distribution: Distribution, raised: Container[str], labels: dict[Any, Any]) -> dict[Any, Any]:
    """Return {label: fmpq} of the outputs and errors. `raised` are the errors for any input, `labels` all outputs."""
    weights: dict[Any, Any] = {}
    for output, weight in distribution.probabilities.weights():
        name = _as_label(output)
        if tagged(other := labels.setdefault(name, output)) != tagged(output):
            message = f"{output!r} and {other!r} would have the same label"
            raise MechanismError(message, place="outputs", remedy="tell them apart by label=")
        if isinstance(name, tuple) and name[:1] == ("raised",) and len(name) == 2 and name[1] in raised:
            raise MechanismError(f"{name!r} is the label of an error", place="outputs", remedy="change it by label=")
        weights[name] = weight
    for error, value in distribution.errors.items():
        weights["raised", error] = value.as_fmpq()
    return weights


def _as_label(output: Any) -> Any:
    if isinstance(output, tuple):
        return tuple(map(_as_label, output))
    return str(output) if isinstance(output, bool) else output


def _mechanism(names: Sequence[Any], outputs: Sequence[Any], known: Sequence[dict[Any, Any]]) -> Mechanism:
    common = lcm(*{int(weight.q) for row in known for weight in row.values()})
    if common.bit_length() * len(names) * len(outputs) > MAX_COMMON_BITS:
        rows = [[Exact.of_rational(row.get(o, fmpq(0))) for o in outputs] for row in known]
        return Mechanism.from_rows(names, outputs, rows)
    numerators = [[int(row[o].p) * (common // int(row[o].q)) if o in row else 0 for o in outputs] for row in known]
    return Mechanism.from_numerators(names, outputs, numerators, common)
