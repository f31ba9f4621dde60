"""Evidence of a proof, by enumerations, counterexamples or comparisons of decided numbers.

All of it is finite and exact. Words and the source of the computation are shown together, and the reader must judge
that they agree.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from operator import eq, ge, gt, le, lt, ne
from types import FunctionType
from typing import Any

from dpexact.errors import DPExactError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.numbers.generators import Free
from dpexact.numbers.typography import printable
from dpexact.papers.proving.source import brought, read_once, uses, written

MAX_CASES = 10_000_000
SHORT = 80
NUMBERS = (int, Fraction, Exact, Enclosure)  # for comparisons
PLAIN = (*NUMBERS, bool, str, type(None), range)  # the parts of a case, in containers and objects of dpexact
CONTAINERS = (tuple, list, set, frozenset)
RELATIONS = {"<": lt, "<=": le, ">": gt, ">=": ge, "=": eq, "!=": ne}


class ProofError(DPExactError, ValueError):
    """A proof that is not accepted, with the conclusion (`step`) and the name of the `check` that failed."""

    def __init__(self, message: str, check: str, step: str = "") -> None:
        super().__init__(f"{step}: {check}: {message}" if step else f"{check}: {message}")
        self.message = message
        self.check = check
        self.step = step

    def as_text(self, name: str) -> str:
        """Return the rejected proof of a name and the reason, whose further lines come behind a bar."""
        first, *more = str(self).splitlines() or [""]
        return "\n".join(map(printable, [f"REJECTED  {name}", f"  {first}", *(f"    | {line}" for line in more)]))

    def as_json(self, name: str) -> dict[str, object]:
        """Return the same as data."""
        return {"name": name, "verdict": "rejected", "step": self.step, "check": self.check, "message": str(self)}


@dataclass(frozen=True)
class Shown:
    """Accepted evidence with its result in words, the source of the computation, and the arguments."""

    text: str
    source: str = ""
    domain: str = ""

    @property
    def says(self) -> str:
        """Return the line that reports the check."""
        return f"computed: {self.text}" + (f"; for {self.domain}" if self.domain else "")


@dataclass(frozen=True)
class Exhaustive:
    """The predicate is True for each choice from the domain for which the premise `where` is.

    `domain` has a list, tuple or range for each argument. Predicate and premise take these arguments by keyword and
    return a bool. The premise must hold somewhere. All cases are run twice, the second time from the last to the first,
    so that a predicate that remembers earlier cases is noticed. The ledger, which runs all proofs, runs them once.
    """

    text: str
    domain: Mapping[str, Sequence[Any]]
    predicate: Callable[..., bool]
    where: Callable[..., bool] | None = None

    def shown(self, *, twice: bool = True) -> Shown:
        """Check it. Raises ProofError."""
        text, domain = _plain_text(self.text), _domain(self.domain)
        size = prod(map(len, domain.values()))
        if not 0 < size <= MAX_CASES:
            raise ProofError(f"expected a domain of 1 to {MAX_CASES} cases, got {size}", "exhaustive")
        source, before = source_of(self.predicate), _written(domain)
        _require_used(domain, self.predicate, self.where)
        met = self._met(text, domain)
        if twice and self._met(text, {name: values[::-1] for name, values in domain.items()}) != met:
            raise ProofError(f"{text}: the premise answers otherwise when it is asked again", "predicate")
        _require_same(before, domain)
        cases = f"{size} case{'s' * (size != 1)}"
        if self.where is not None:
            source = f"{source_of(self.where)}\n{source}"
            cases += f", the premise holds in {met}"
        if not met:
            raise ProofError(f"{text}: the premise holds in none of {size} cases, so nothing was checked", "exhaustive")
        listed = "; ".join(f"{name} in {_excerpt(values)}" for name, values in domain.items())
        return Shown(f"{text} ({cases})", source, listed)

    def _met(self, text: str, domain: Mapping[str, Sequence[Any]]) -> int:
        """Return the number of cases that meet the premise. Raises ProofError for one that fails the predicate."""
        met = 0
        for values in product(*domain.values()):
            case = dict(zip(domain, values, strict=True))
            if self.where is not None and not _answer(self.where, case, text):
                continue
            met += 1
            if not _answer(self.predicate, case, text):
                raise ProofError(f"{text}: not True for {_values_text(case)}", "exhaustive")
        return met


@dataclass(frozen=True)
class Counterexample:
    """An instance that meets every condition of a printed statement and makes its conclusion false."""

    text: str
    instance: Mapping[str, Any]
    conditions: Callable[..., bool]
    conclusion: Callable[..., bool]

    def shown(self) -> Shown:
        """Check it. Raises ProofError."""
        text = _plain_text(self.text)
        if type(self.instance) is not dict:
            raise ProofError("expected a dict that gives each argument a value", "counterexample")
        instance = dict(self.instance)
        _require_names(instance)
        require_exact(tuple(instance.values()), "the instance")
        values, before = _values_text(instance), _written(instance)
        source = f"{source_of(self.conditions)}\n{source_of(self.conclusion)}"
        _require_used(instance, self.conditions, self.conclusion)
        if not _answer(self.conditions, instance, text):
            raise ProofError(f"{text}: the instance does not meet the conditions", "counterexample")
        _require_same(before, instance)
        if _answer(self.conclusion, instance, text):
            raise ProofError(f"{text}: the conclusion is not False at the instance", "counterexample")
        _require_same(before, instance)
        return Shown(f"not: {text} ({values})", source, values)


@dataclass(frozen=True)
class Compared:
    """left < right, <=, =, !=, > or >=, for exact or enclosed numbers, with a free E on all of its range."""

    left: Any
    relation: str
    right: Any

    def shown(self) -> Shown:
        """Check it. Raises ProofError."""
        left, relation, right = self.left, self.relation, self.right
        for side in (left, right):
            if type(side) not in NUMBERS:
                raise ProofError(f"expected int, Fraction, Exact or Enclosure, got {type(side).__name__}", "comparison")
        if type(relation) is not str or relation not in RELATIONS:
            raise ProofError(f"expected one of {', '.join(RELATIONS)}, got {relation!r}", "comparison")
        if Enclosure in (type(left), type(right)) and relation in ("=", "!="):
            raise ProofError("equality of enclosures is not decided", "comparison")
        if left is right and type(left) is not int:  # small integers are one, and files are also compared by source
            raise ProofError("expected two numbers, got the same one twice", "comparison")
        text = f"{_excerpt(left)} {relation} {_excerpt(right)}{_range_of(left, right)}"
        try:
            holds = RELATIONS[relation](left, right)
        except DPExactError as error:
            raise ProofError(str(error), "comparison") from error
        if holds is not True:
            raise ProofError(f"{text} is false", "comparison")
        return Shown(text, f"{left} {relation} {right}")


KINDS: tuple[type, ...] = (Exhaustive, Counterexample, Compared)


def source_of(function: object) -> str:
    """Return the source of a predicate's own code, not of a function that it claims to wrap.

    Raises ProofError for anything that is not a function written in Python, or that has a float or a value that can
    be read only once.
    """
    if type(function) is not FunctionType:
        raise ProofError(f"expected a function with a source, got {type(function).__name__}", "predicate")
    for name, value in brought(function):
        if read_once(value):
            raise ProofError(f"{name} can be read once only; expected a list or a tuple", "predicate")
        if isinstance(value, float | complex):
            raise ProofError(f"{name} = {value} is a float", "inexact")
    return written(function) or f"{function.__name__} (its source is not at hand)"


def _require_used(arguments: Iterable[str], *functions: Callable[..., bool] | None) -> None:
    """Refuse an argument that no function reads, since its cases are all one case. Raises ProofError."""
    for name in arguments:
        if not any(type(function) is FunctionType and uses(function, name) for function in functions):
            raise ProofError(f"{name} is used by no predicate, so its values are no cases", "predicate")


def _answer(predicate: Callable[..., object], case: Mapping[str, object], text: str) -> bool:
    """Return the bool with which a predicate answers. Raises ProofError for any other answer."""
    answer = predicate(**case)
    if type(answer) is not bool:
        raise ProofError(
            f"{text}: expected True or False, got {_excerpt(answer)} for {_values_text(case)}", "predicate"
        )
    return answer


def _domain(domain: object) -> dict[str, Sequence[Any]]:
    """Return a copy of lists, tuples and ranges, since an iterator would be empty for the second case."""
    if type(domain) is not dict or not domain:
        raise ProofError("expected a dict that gives each argument a list, a tuple or a range", "exhaustive")
    _require_names(domain)
    for name, values in domain.items():
        if type(values) not in (list, tuple, range):
            raise ProofError(f"{name}: expected a list, a tuple or a range, got {type(values).__name__}", "exhaustive")
        if type(values) is not range:
            require_exact(values, f"the domain of {name}")
            _require_different(values, name)
    return {name: values if type(values) is range else tuple(values) for name, values in domain.items()}


def _require_names(arguments: Mapping[str, object]) -> None:
    """Refuse keys that cannot name an argument, such as a line of text. Raises ProofError."""
    for name in arguments:
        if type(name) is not str or not (name.isascii() and name.isidentifier()):
            raise ProofError(f"expected names of arguments, such as n, got {name!a}", "name")


def _require_different(values: Sequence[object], name: str) -> None:
    """Refuse a value that comes twice, in any type, since cases are counted. Raises ProofError."""
    try:
        different = len(set(values))
    except TypeError:  # lists and dicts have no hash
        different = len(set(map(repr, values)))
    if different < len(values):
        raise ProofError(f"{name}: expected different values, got one of them again", "exhaustive")


def require_exact(value: object, where: str) -> None:
    """Refuse all but exact numbers, texts, containers and objects of dpexact. Raises ProofError."""
    kind = type(value)
    if kind in CONTAINERS or (isinstance(value, tuple) and type(value).__iter__ is tuple.__iter__):
        for item in value:  # type: ignore[attr-defined]
            require_exact(item, where)
    elif _range_of(value):
        raise ProofError(f"{where}: a free E has no one value; expected Compared, or numbers for E", "inexact")
    elif kind is dict:
        require_exact((*value.keys(), *value.values()), where)  # type: ignore[attr-defined]
    elif kind not in PLAIN and kind.__module__.partition(".")[0] != "dpexact":
        allowed = "int, Fraction, Exact, Enclosure, text, containers of these or objects of dpexact"
        raise ProofError(f"{where}: expected {allowed}, got {_excerpt(value)} of type {kind.__name__}", "inexact")


def _written(values: Mapping[str, object]) -> str:
    """Return the arguments as text, so that a predicate that changes them is noticed."""
    return repr({name: value for name, value in values.items() if type(value) is not range})


def _require_same(before: str, values: Mapping[str, object]) -> None:
    if _written(values) != before:
        raise ProofError(f"a predicate changed its arguments, now {_excerpt(_written(values))}", "predicate")


def _range_of(*sides: object) -> str:
    """Return the range of E on which a comparison with a free E was decided, "" without one."""
    for side in sides:
        if isinstance(side, Exact) and isinstance(side.field, Free):
            end = "oo)" if side.field.upper is None else f"{side.field.upper}]"
            return f" for all E in [{side.field.lower}, {end}"
    return ""


def _plain_text(text: object) -> str:
    if type(text) is not str or not text.strip() or not text.isprintable():
        raise ProofError("expected one line of text that says what is checked", "text")
    return text


def _excerpt(value: object) -> str:
    """Return the beginning of a value as text, or as a literal if the text does not print."""
    text = repr(value) if isinstance(value, str) and not value.isprintable() else str(value)
    return text if len(text) <= SHORT else text[:SHORT] + "..."


def _values_text(values: Mapping[str, object]) -> str:
    return ", ".join(f"{name} = {_excerpt(value)}" for name, value in values.items())
