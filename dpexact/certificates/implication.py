"""Compare the statement of a certificate with a mechanism and its neighboring relation, and with a wanted statement."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import inf
from typing import Any

from dpexact.errors import ParameterError, UndecidedError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.generators import Free
from dpexact.numbers.powers import LogSum
from dpexact.numbers.quotients import T
from dpexact.numbers.typography import counted

Pairs = set[tuple[int, int]]
PRIVATE, REFUTED, TIGHT, FOR_ALL = "private", "not-private", "tight-delta", "private-for-all"
GREATEST = "greatest-mechanism"
MAXIMAL = ("maximally-sufficient", "not-maximally-sufficient")  # both are about a mechanism that is private, too
ORDER = ("post-processing", "not-post-processing")
COMPOSITION, UNKEPT = "composition", "composition-refuted"
PROGRAMS = ("linear-program-optimum", "linear-program-infeasible", "linear-program-unbounded")
KINDS = (PRIVATE, REFUTED, TIGHT, FOR_ALL, GREATEST, *ORDER, *MAXIMAL, *PROGRAMS, COMPOSITION, UNKEPT)
COUNT_AS_PRIVATE = (PRIVATE, TIGHT, FOR_ALL, *MAXIMAL)


def proved_pairs(statement: Mapping[str, Any], mechanism: Mechanism) -> Pairs:
    """Return the ordered pairs of a statement, as places of inputs of the mechanism that it is about."""
    places = [mechanism.input_place(label_of_json(label)) for label in statement["inputs"]]
    return {(places[i], places[j]) for i, j in statement["pairs"]}


def relation_pairs(neighbors: NeighborGraph, mechanism: Mechanism) -> Pairs:
    """Return the ordered pairs of a relation, as places of inputs of the mechanism, which have hashes of their own."""
    places = {label: mechanism.input_place(label) for label in neighbors.inputs}
    return {(places[i], places[j]) for i, j in neighbors.ordered_pairs()}


def same_mechanism(statement: Mapping[str, Any], mechanism: Mechanism) -> bool:
    """Decide whether a proved statement is about this mechanism, whatever it says of it.

    The answer is exact.

    Raises IncompatibleFieldsError for probabilities whose equality is not decided.
    """
    if "weights" not in statement:  # about a linear program, or that there is no such mechanism
        return False
    inputs, outputs = (tuple(label_of_json(label) for label in statement[key]) for key in ("inputs", "outputs"))
    for labels, known in ((inputs, mechanism.inputs), (outputs, mechanism.outputs)):
        if len(labels) != len(known) or not set(known).issuperset(labels):  # the labels of a statement all differ
            return False
    columns = [mechanism.output_place(label) for label in outputs]
    rows = [mechanism.input_place(label) for label in inputs]
    return _same_weights(statement, mechanism, rows, columns)


def _same_weights(
    statement: Mapping[str, Any], mechanism: Mechanism, rows: Sequence[int], columns: Sequence[int]
) -> bool:
    weights, integers = statement["weights"], mechanism.numerators()
    common = weights.get("denominator")
    whole = isinstance(common, str) and all(isinstance(w, str) for row in weights["rows"] for w in row)
    if integers is not None and whole:
        numerators, denominator = integers
        scale = int(common, 16)
        return all(
            int(top, 16) * denominator == numerators[i][o] * scale
            for i, row in zip(rows, weights["rows"], strict=True)
            for o, top in zip(columns, row, strict=True)
        )
    number = number_reader(statement["generators"])
    values = mechanism.rows()
    return all(
        number([weight, common] if common is not None else weight) == values[i][o]
        for i, row in zip(rows, weights["rows"], strict=True)
        for o, weight in zip(columns, row, strict=True)
    )


def number_reader(generators: dict[str, Any]) -> Callable[[Sequence[Any]], Exact]:
    """Make the function that turns a quotient of a statement, over its generators, into a number."""
    power = _power_of(generators)

    def value(terms: str | list[list[Any]]) -> Exact:
        if isinstance(terms, str):
            return exact(int(terms, 16))
        return sum((int(c, 16) * power(*powers) for c, *powers in terms), exact(0))

    known: dict[str, Exact] = {}  # by what is written: rows repeat their weights

    def number(quotient: Sequence[Any]) -> Exact:
        written = str(quotient)
        if written not in known:
            known[written] = value(quotient[0]) / value(quotient[1])
        return known[written]

    return number


def _power_of(generators: dict[str, Any]) -> Callable[..., Exact]:
    """Make the function from (i, j_1, ...) to t^i u_1^j_1 ..., under one root, as those of a number share a field."""
    if "lower" in generators:
        upper = generators["upper"]
        t = Exact.of_sums(Free(fraction(generators["lower"]), None if upper is None else fraction(upper)), T)
        return lambda i, _: t**i
    exponent = fraction(generators["exponent"])
    roots = generators.get("roots", [[generators.get("base"), generators.get("degree")]])
    bases = [(fraction(base), degree) for base, degree in roots]

    @cache
    def power(i: int, *powers: int) -> Exact:
        logs = {base: Fraction(j, degree) for (base, degree), j in zip(bases, powers, strict=True) if j}
        return Exact.exp(LogSum(exponent * i, logs))

    return power


def fraction(parts: Sequence[str]) -> Fraction:
    """Read a fraction of the generators."""
    return Fraction(int(parts[0], 16), int(parts[1], 16))


def label_of_json(label: Label | list[Any]) -> Label:
    """Read a label as JSON holds it, with a tuple for an array."""
    return tuple(label_of_json(part) for part in label) if isinstance(label, list) else label


@dataclass(frozen=True)
class Asked:
    """A statement that another one has to imply.

    A field that is None is not asked. A subject asks for `kind` "private" if none is named.

    `exp_epsilon` may be `math.inf`. The subject is a mechanism with every pair of a relation.
    """

    kind: str | None = None
    exp_epsilon: Exact | float | None = None
    delta: Exact | None = None
    subject: tuple[Mechanism, NeighborGraph] | None = None

    @property
    def wanted(self) -> str | None:
        """The kind that is asked for, also if it is not named."""
        return PRIVATE if self.kind is None and self.subject is not None else self.kind


def check_options(kind: str | None, goal: Asked) -> None:
    """Refuse a question that means nothing for statements of this kind (None: any kind). Raises ParameterError."""
    if kind not in (None, *KINDS):
        raise ParameterError(repr(kind), place="--expect", expected=f"one of {', '.join(KINDS)}")
    options = {"--epsilon and --exp-epsilon": goal.exp_epsilon, "--delta": goal.delta, "--against": goal.subject}
    meaningless = (
        list(options) if kind in PROGRAMS else ["--against"] if kind in (GREATEST, COMPOSITION, UNKEPT) else []
    )
    if kind in ORDER:
        meaningless = ["--epsilon and --exp-epsilon", "--delta"]
    for option in meaningless:
        if options[option] is not None:
            what = "a mechanism" if kind in (COMPOSITION, UNKEPT) else "privacy"
            expected = f"a certificate about {what}"
            raise ParameterError(f"one of the kind {kind}", place=option, expected=expected, remedy="leave it out")


def shortfall(statement: Mapping[str, Any], goal: Asked) -> str | None:
    """Say why a statement that was proved does not imply the wanted one, or return None if it does.

    The answer is exact.
    Raises ParameterError for a question that means nothing for the kind. UndecidedError, IncompatibleFieldsError
    and TooLargeError if numbers are not compared.
    """
    have, wanted = statement["kind"], goal.wanted
    check_options(have if wanted is None else wanted, goal)
    if wanted is not None and have != wanted and not (wanted == PRIVATE and have in COUNT_AS_PRIVATE):
        return f"kind: it proves the kind {have}, but {wanted} is asked for"
    if have in PROGRAMS:
        return None
    if have in ORDER:
        other = goal.subject is not None and not same_mechanism(statement, goal.subject[0])
        reason = "subject: the mechanism P, which is or is not Q followed by a random map, is a different one"
        return reason if other else None
    reading = PRIVATE if wanted is None and have in COUNT_AS_PRIVATE else wanted or have
    about = _about_another(statement, goal, reading)
    if about is not None:
        return about
    return _no_point(statement, goal) if have == FOR_ALL else _no_bound(statement, goal, reading)


def _about_another(statement: Mapping[str, Any], goal: Asked, reading: str) -> str | None:
    if goal.subject is None:
        return None
    mechanism, neighbors = goal.subject
    if not same_mechanism(statement, mechanism):
        return "subject: it is about a different mechanism"
    proved = {(i, j) for i, j in proved_pairs(statement, mechanism) if i != j}
    wanted = relation_pairs(neighbors, mechanism)
    if reading == TIGHT and proved != wanted:
        return "subject: the least delta is that of a different neighboring relation"
    if reading in MAXIMAL and proved != wanted:
        return "subject: it is maximally sufficient, or not, for a different neighboring relation"
    if reading == REFUTED and not proved <= wanted:
        more = counted(len(proved - wanted), "ordered pair")
        return f"subject: the refuted relation has {more} outside of the one asked for"
    if reading in (PRIVATE, FOR_ALL) and not wanted <= proved:
        return f"subject: it leaves out {counted(len(wanted - proved), 'ordered pair')} of the relation asked for"
    return None


def _no_bound(statement: Mapping[str, Any], goal: Asked, reading: str) -> str | None:
    number = number_reader(statement["generators"])
    for name, wanted in (("exp_epsilon", goal.exp_epsilon), ("delta", goal.delta)):
        if wanted is None:  # what is not compared may be a number that dpexact does not hold
            continue
        proved = inf if statement[name] == "infinity" else number(statement[name])
        if reading in (PRIVATE, COMPOSITION) and not wanted >= proved:
            return f"{name}: the certificate proves it only for a larger number than the one asked for"
        if reading in (REFUTED, UNKEPT) and not wanted <= proved:
            return f"{name}: the certificate refutes it only for a smaller number than the one asked for"
        if reading in (TIGHT, GREATEST, *MAXIMAL) and wanted != proved:
            return f"{name}: the certificate is about a different number than the one asked for"
    return None


def _no_point(statement: Mapping[str, Any], goal: Asked) -> str | None:
    """Compare with a statement for all t. Some t must give the E asked for, with a delta of at most the wanted one.

    If the statement for all t is asked for by its name, and no E, delta must be at most that asked for at every t.
    """
    if goal.exp_epsilon is None and goal.delta is None:
        return None
    number = number_reader(statement["generators"])
    delta = number(statement["delta"])
    if goal.exp_epsilon is None:
        return _no_small_delta(delta, goal.delta, everywhere=goal.kind == FOR_ALL)
    factor, no_factor = number(statement["exp_epsilon"]), "exp_epsilon: no t of the interval gives the E asked for"
    if not isinstance(goal.exp_epsilon, Exact):  # infinity, the only float
        return no_factor
    if factor.is_rational():
        return _no_small_delta(delta, goal.delta) if factor == goal.exp_epsilon else no_factor
    point = _solution(factor, goal.exp_epsilon)
    if point is not None:
        lower, upper = (statement["generators"][end] for end in ("lower", "upper"))
        if not isinstance(point, Exact) or point < fraction(lower) or (upper is not None and point > fraction(upper)):
            return no_factor
        at_point = delta if delta.is_rational() else delta.substitute(point)
        return _no_small_delta(at_point, goal.delta)
    if 0 not in (factor - goal.exp_epsilon).signs():
        return no_factor
    signs = frozenset((1,)) if goal.delta is None else (goal.delta - delta).signs()
    if -1 in signs and len(signs) > 1:
        message = "the t that gives the E asked for is not a number that dpexact holds exactly"
        raise UndecidedError(message, place="delta")
    return _no_small_delta(delta, goal.delta)


def _no_small_delta(delta: Exact, wanted: Exact | None, *, everywhere: bool = False) -> str | None:
    """Return None if delta is at most the wanted one, for some t or for every one if it depends on t."""
    if wanted is None:
        return None
    signs = (wanted - delta).signs()
    if signs <= {0, 1} if everywhere else signs & {0, 1}:
        return None
    if signs & {0, 1}:
        return "delta: it is proved for a larger one at some t, but every t is asked for"
    return "delta: the certificate proves it only for a larger number than the one asked for"


def _solution(factor: Exact, value: Exact) -> Exact | float | None:
    """Return the t with E(t) = value, if E(t) = (a t + b) / (c t + d).

    Infinity if there is none, and None for other E(t).
    """
    _, num, den = factor.parts()
    if any(power[0] > 1 for power in (*num, *den)):
        return None
    a, b, c, d = (terms.get((power, 0), 0) for terms in (num, den) for power in (1, 0))
    below = a - value * c
    return inf if below == 0 else (value * d - b) / below
