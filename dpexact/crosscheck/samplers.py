"""The exact law of a sampler as its library ships it, judged by the promise of the library, as text and on record.

A sampler counts only if the library's own function runs, unmodified, on a source instead of its generator. Its verdict
is "kept" if the promise holds exactly, "bounded" if it may fail by at most 2^-40, the mass of paths that were not
followed, "grid" if it fails by at most GRID, which uniform doubles with 53 bits lead to, and "broken" if it fails by
more. docs/samplers.md is made from the record, `samplers.toml`.
"""

import platform
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import resources
from typing import Any, cast

from dpexact.crosscheck.withheld import withheld_table
from dpexact.errors import ParameterError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.typography import did_you_mean, excerpt
from dpexact.privacy.worst_case import tight_delta
from dpexact.programs.distribution import Explored, explored, outcomes_of
from dpexact.report.installation import installed_version
from dpexact.report.row import Glossary
from dpexact.report.text import filled, markdown_table

GRID = Fraction(1, 2**45)  # 256 steps of a double below 1
BOUND = Fraction(1, 2**40)  # of what may be unfinished
DIGITS = 4
MOST_OUTPUTS = 6  # of an event, in a line
FOUND = ("broken", "reading")  # a finding is told of these
VERDICTS = ("kept", "bounded", "grid", *FOUND, "undecided", "raises", "missing")
Law = Callable[[Any], Exact]
MEANS = Glossary.of_room("dpexact.crosscheck").said["samplers"]


@dataclass(frozen=True)
class Sampler:
    """A sampler as its library ships it.

    `make` imports the library and returns a program of a source and the arguments of `inputs`, which calls the shipped
    function. The promise is (epsilon, delta)-privacy for the neighbors ("all" pairs of inputs, or a "path" in their
    order), or a `law` of an output, for the one input there is. `promise` quotes it as "file:line: words". `finding`
    is the fault if it is broken, `defence` the answer that its author could give, `known` a thread about it, `head` the
    commit of the repository that was compared, as in `table.Finding`. With `reading` the promise is broken only under a
    reading that the library need not share, which is not counted as a fault. `around` sets more during a run, which
    `setting` describes. A run with `long` takes more than some seconds.
    """

    name: str
    library: str
    says: str
    make: Callable[[], Callable[..., Any]]
    inputs: Mapping[Any, tuple[Any, ...]]
    promise: str
    epsilon: str = ""
    delta: str = "0"
    neighbors: str = "all"
    law: Law | None = None
    label: Callable[[Any], Any] | None = None
    subprograms: Callable[[], Sequence[Callable[..., Any]]] = tuple
    mass: str = "0"
    around: Callable[[], AbstractContextManager[None]] = nullcontext
    long: bool = False
    setting: str = ""
    reading: bool = False
    finding: str = ""
    defence: str = ""
    known: str = ""
    head: str = ""

    @property
    def id(self) -> str:
        """Return the name with its library."""
        return f"{self.library} {self.name}"

    def version(self) -> str | None:
        """Return the installed version of the library, or None without one."""
        return platform.python_version() if self.library == "python" else installed_version(self.library)


@dataclass(frozen=True)
class SamplerResult:
    """The findings about a sampler, with numbers as decimals to a few digits, to compare them with the record.

    `delta` is the least delta at the promised epsilon, or for a law the total variation distance from it, and bounds
    are "lower..upper". `event` shows it for a `pair` of inputs with its probabilities `first` and `second`.
    """

    id: str
    version: str
    outputs: int
    raises: tuple[str, ...]
    unfinished: str
    delta: str
    verdict: str
    pair: tuple[str, ...] = ()
    event: str = ""
    first: str = ""
    second: str = ""
    assumes: tuple[str, ...] = ()
    error: str = field(default="", compare=False)


def judged(sampler: Sampler) -> SamplerResult:
    """Run a sampler on a source, and judge its promise.

    The answer is exact, and bounds that hold whatever unfinished mass does.
    """
    version = sampler.version()
    if version is None:
        return SamplerResult(sampler.id, "", 0, (), "", "", "missing", error=f"pip install {sampler.library}")
    program = sampler.make()
    with sampler.around():
        subprograms = tuple(sampler.subprograms())
        options: dict[str, Any] = {"label": sampler.label, "subprograms": subprograms, "mass": sampler.mass}
        return result_of(sampler, version, explored(program, dict(sampler.inputs), **options))


def result_of(sampler: Sampler, version: str, matrix: Explored) -> SamplerResult:
    """Judge the promise of a sampler by its distributions."""
    laws = matrix.distributions.values()
    lower, upper, verdict, evidence = (_private if sampler.law is None else _intended)(sampler, matrix)
    return SamplerResult(
        sampler.id,
        version,
        len({output for law in laws for output in outcomes_of(law)}),
        tuple(sorted({error for law in laws for error in law.errors})),
        _decimal(max(law.unfinished for law in laws)),
        _between(lower, upper),
        verdict if any(law.probabilities for law in laws) else "raises",
        assumes=tuple(sorted({text.partition(" ")[0] for text in matrix.assumptions})),  # functions of the platform
        **evidence,
    )


def _private(sampler: Sampler, matrix: Explored) -> tuple[Exact, Exact, str, dict[str, Any]]:
    """Return bounds of the least delta, the verdict, and the event that shows it."""
    graph = (NeighborGraph.complete if sampler.neighbors == "all" else NeighborGraph.path)(list(sampler.inputs))
    pairs = list(graph.ordered_pairs())
    promised, factor = exact(sampler.delta), exact(f"exp({sampler.epsilon})")
    least = tight_delta(matrix.mechanism, graph, epsilon=sampler.epsilon)
    lower, upper = (least, least) if isinstance(least, Exact) else (exact(least.lower), exact(least.upper))
    rows = {i: outcomes_of(law) for i, law in matrix.distributions.items()}
    events = {(i, j): tuple(o for o, p in rows[i].items() if p > factor * rows[j].get(o, 0)) for i, j in pairs}
    masses = {(i, j): (_mass(rows[i], event), _mass(rows[j], event)) for (i, j), event in events.items()}
    pair = max(pairs, key=lambda pair: masses[pair][0] - factor * masses[pair][1])
    verdict = _verdict(lower - promised, upper - promised, factor, reading=sampler.reading)
    first, second = map(_decimal, masses[pair])
    evidence = {"event": _listed(events[pair], rows[pair[0]]), "first": first, "second": second}
    return lower, upper, verdict, {"pair": tuple(map(str, pair)), **evidence}


def _intended(sampler: Sampler, matrix: Explored) -> tuple[Exact, Exact, str, dict[str, Any]]:
    """Return bounds of the distance from the law that is meant, the verdict, and the outputs that come too often."""
    (law,), intended = matrix.distributions.values(), cast("Law", sampler.law)
    gaps = {output: probability - intended(output) for output, probability in law.probabilities.items()}
    event = tuple(output for output, gap in gaps.items() if gap > 0)
    lower = sum((*(gaps[output] for output in event), *law.errors.values()), exact(0))
    upper = lower + law.unfinished
    return lower, upper, _verdict(lower, upper, exact(1)), {"event": _listed(event, gaps)}


def _mass(row: Mapping[Any, Exact], event: Iterable[Any]) -> Exact:
    return sum((row.get(o, exact(0)) for o in event), exact(0))


def _verdict(lower: Exact, upper: Exact, factor: Exact, *, reading: bool = False) -> str:
    """Return the verdict on a promise that is exceeded by at least `lower` and at most `upper`.

    A step of the grid in the second row counts E times.
    """
    grid = factor * exact(GRID)
    if upper <= 0:
        return "kept"
    if lower > grid:
        return "reading" if reading else "broken"
    if lower > 0 and upper <= 2 * grid:
        return "grid"
    return "bounded" if upper <= exact(BOUND) else "undecided"


def _listed(event: Sequence[Any], weights: Mapping[Any, Exact]) -> str:
    """Return the outputs of an event, the likeliest first, and how many more there are."""
    likeliest = sorted(event, key=lambda o: (weights.get(o, exact(0)), str(o)), reverse=True)
    more = f" and {len(event) - MOST_OUTPUTS} more" if len(event) > MOST_OUTPUTS else ""
    return ", ".join(excerpt(str(o), 60) for o in likeliest[:MOST_OUTPUTS]) + more


def _decimal(value: Exact) -> str:
    return "0" if value == 0 else value.decimal(DIGITS)


def _between(lower: Exact, upper: Exact) -> str:
    low, high = _decimal(lower), _decimal(upper)
    return low if low == high else f"{low}..{high}"


def chosen_samplers(samplers: Sequence[Sampler], library: str | None) -> tuple[Sampler, ...]:
    """Return all samplers, or those of a library ("-", "_" and "." are the same). Raises ParameterError."""
    if library is None:
        return tuple(samplers)

    def plain(name: str) -> str:
        return name.lower().replace("_", "-").replace(".", "-")

    chosen = tuple(sampler for sampler in samplers if plain(sampler.library) == plain(library))
    if not chosen:
        known = sorted({sampler.library for sampler in samplers})
        came = f"{library!r}{did_you_mean(library, known)}"
        raise ParameterError(came, place="LIBRARY", expected=f"one of {', '.join(known)}")
    return chosen


def recorded() -> dict[str, SamplerResult]:
    """Return the results on record, by their ids, with the withheld ones if they are at hand."""
    rows = [row for content in _record() for row in content["sampler"]]
    lists = ("raises", "pair", "assumes")
    return {row["id"]: SamplerResult(**row | {key: tuple(row.get(key, ())) for key in lists}) for row in rows}


def withheld_count() -> int:
    """Return how many samplers are left out, which only a checkout has."""
    published, *more = _record()
    return int(published.get("withheld", 0)) - sum(len(content["sampler"]) for content in more)


def _record() -> list[dict[str, Any]]:
    """Return the record as it is published, and the withheld one if it is at hand."""
    texts = [resources.files("dpexact.crosscheck").joinpath("samplers.toml").read_text(encoding="utf-8")]
    path = withheld_table("samplers")
    texts += [] if path is None else [path.read_text(encoding="utf-8")]
    return [tomllib.loads(text) for text in texts]


def as_recorded(result: SamplerResult, row: SamplerResult | None) -> bool:
    """Decide whether a result is as on record, with the digits only if a promise is broken."""
    if row is None or result.verdict != row.verdict or result.pair != row.pair:
        return False
    return result.verdict not in FOUND or result.delta == row.delta


def samplers_text(pairs: Iterable[tuple[Sampler, SamplerResult]], width: int = 80) -> str:
    """Write a paragraph for each sampler."""
    lines = []
    for sampler, result in pairs:
        lines.append(filled(f"{sampler.id}: {said(sampler, result)}", width, rest="    "))
        if result.verdict in FOUND:
            known = f"known, {sampler.known}" if sampler.known else "no report found"
            behind = f"Finding: {sampler.finding} Promised: {sampler.promise.rstrip('.')}. Its author may answer: "
            behind += f"{sampler.defence} ({known}). As of {as_of(sampler, result)}."
            lines.append(filled(behind, width, first="    ", rest="    "))
    return "\n".join(lines)


def as_of(sampler: Sampler, result: SamplerResult) -> str:
    """Return the release that was run, and the commit of the repository that was compared."""
    return "; ".join(filter(None, (f"release {result.version}", sampler.head)))


def said(sampler: Sampler, result: SamplerResult) -> str:
    """Say a result in a sentence."""
    if result.verdict == "missing":
        return f"not installed; {result.error}"
    if sampler.law is not None:
        sentence = f"{result.delta} from the law that is meant, in total variation"
    else:
        beyond = "" if sampler.delta == "0" else f", promised {sampler.delta}"
        sentence = f"least delta {result.delta} at epsilon {sampler.epsilon}{beyond}"
    if result.verdict in ("grid", *FOUND) and result.pair:
        (first, other), event = result.pair, f"{{{result.event}}}"
        sentence += f"; {event} has {result.first} for {first} and {result.second} for {other}"
    rest = "" if result.unfinished == "0" else f"; {result.unfinished} of the mass is not known"
    assumed = f"; {', '.join(result.assumes)} of the platform taken as monotone" if result.assumes else ""
    setting = f"; for this run {sampler.setting}" if sampler.setting else ""
    return f"{MEANS[result.verdict]}: {sentence}{rest}{assumed}{setting}"


def samplers_markdown(pairs: Iterable[tuple[Sampler, SamplerResult]]) -> str:
    """Write the table of docs/samplers.md."""
    header = ("library", "sampler", "promise", "outputs", "unknown mass", "least delta", "verdict", "pair and event")
    rows = []
    for sampler, result in pairs:
        promise = "its law" if sampler.law is not None else f"epsilon {sampler.epsilon}"
        promise += "" if sampler.delta == "0" else f", delta {sampler.delta[:9]}"
        text = ""
        if result.verdict in ("grid", *FOUND) and result.pair:
            text = f"{result.pair[0]} against {result.pair[1]}: {result.event}: {result.first} against {result.second}"
        assumed = f" (by {', '.join(result.assumes)})" if result.assumes else ""
        library = f"{sampler.library} {result.version}"
        cells = (library, sampler.name, promise, str(result.outputs), result.unfinished, result.delta)
        rows.append((*cells, result.verdict + assumed, text))
    return "\n".join(markdown_table(header, rows))
