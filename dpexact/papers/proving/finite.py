"""The rules of the core about computations: finite checks, counterexamples, decided comparisons, certificates.

What they show is said in words beside the source of what was computed: that the one is the other is for the reader.
"""

from __future__ import annotations

import inspect
from fractions import Fraction
from itertools import product
from textwrap import dedent
from types import FunctionType, MappingProxyType
from typing import TYPE_CHECKING, Any

from dpexact.certificates.certificate import Certificate, check
from dpexact.certificates.implication import is_about
from dpexact.errors import CertificateError, DPExactError
from dpexact.kernel.sentence import sentence
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.papers.proving import evidence as asked
from dpexact.papers.proving.failure import ProofError
from dpexact.papers.proving.formula import Finite

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MAX_CASES = 10_000_000
SHORT = 80
INEXACT = ("float", "complex", "float16", "float32", "float64", "longdouble", "complex64", "complex128", "mpf", "mpc")


def exhaustive(request: asked.Exhaustive) -> Finite:
    """Show that the predicate is True (the bool) for each element of the product of finite, non-empty domains."""
    domain, text = _domain(request.domain), _text_of(request.text)
    size = 1
    for values in domain.values():
        size *= len(values)
    if not 0 < size <= MAX_CASES:
        raise ProofError(f"expected a domain of 1 to {MAX_CASES} cases, got {size}", "exhaustive")
    source, listed, before = source_of(request.predicate), _listed(domain), _written(domain)
    for values in product(*domain.values()):
        case = dict(zip(domain, values, strict=True))
        if request.predicate(**case) is not True:
            raise ProofError(f"{text}: not True for {_shown(case)}", "exhaustive")
    _require_same(before, domain)
    return Finite(f"{text} ({size} cases)", source, listed)


def _listed(domain: Mapping[str, object]) -> str:
    return "; ".join(f"{name} in {_number(values)}" for name, values in domain.items())


def _written(values: Mapping[str, object]) -> str:
    """Return the arguments as text, so that a predicate that changes them is seen."""
    return repr({name: value for name, value in values.items() if type(value) is not range})


def _require_same(before: str, values: Mapping[str, object]) -> None:
    if _written(values) != before:
        raise ProofError(f"a predicate changed its arguments, now {_number(_written(values))}", "predicate")


def _domain(domain: object) -> dict[str, tuple[Any, ...]]:
    """Return a copy, of lists, tuples and ranges: other sequences could have another length than they say."""
    if type(domain) is not dict or not domain:
        raise ProofError("expected a dict that gives each argument a list, a tuple or a range", "exhaustive")
    for name, values in domain.items():
        if type(values) not in (list, tuple, range):
            message = f"{name}: expected a list, a tuple or a range, got {type(values).__name__}"
            raise ProofError(message, "exhaustive")
        if type(values) is not range:
            _require_exact(values, f"the domain of {name}")
    return {name: tuple(values) if len(values) <= MAX_CASES else values for name, values in domain.items()}


def counterexample(request: asked.Counterexample) -> Finite:
    """Not (conditions imply conclusion): at the instance the one is True and the other False (the bools)."""
    text = _text_of(request.text)
    if type(request.instance) is not dict:
        raise ProofError("expected a dict that gives each argument a value", "counterexample")
    instance = dict(request.instance)
    _require_exact(tuple(instance.values()), "the instance")
    shown, before = _shown(instance), _written(instance)
    source = f"{source_of(request.conditions)}\n{source_of(request.conclusion)}"
    if request.conditions(**instance) is not True:
        raise ProofError(f"{text}: the instance does not meet the conditions", "counterexample")
    _require_same(before, instance)
    if request.conclusion(**instance) is not False:
        raise ProofError(f"{text}: the conclusion is not False at the instance", "counterexample")
    _require_same(before, instance)
    return Finite(f"not: {text} ({shown})", source, shown)


def compared(request: asked.Compared) -> Finite:
    """Return a R b for int, Fraction, Exact and Enclosure, as their decided comparison says."""
    left, relation, right = request.left, request.relation, request.right
    for side in (left, right):
        if type(side) not in (int, Fraction, Exact, Enclosure):
            message = f"expected int, Fraction, Exact or Enclosure, got {type(side).__name__}"
            raise ProofError(message, "comparison")
    comparisons: dict[str, Callable[[], object]] = {
        "<": lambda: left < right,
        "<=": lambda: left <= right,
        ">": lambda: left > right,
        ">=": lambda: left >= right,
        "=": lambda: left == right,
        "!=": lambda: left != right,
    }
    if type(relation) is not str or relation not in comparisons:
        raise ProofError(f"expected one of {', '.join(comparisons)}, got {relation!r}", "comparison")
    if Enclosure in (type(left), type(right)) and relation in ("=", "!="):
        raise ProofError("equality of enclosures is not decided", "comparison")
    said = f"{_number(left)} {relation} {_number(right)}"
    try:
        holds = comparisons[relation]()
    except DPExactError as error:
        raise ProofError(str(error), "comparison") from error
    if holds is not True:
        raise ProofError(f"{said} is false", "comparison")
    return Finite(said, f"{left} {relation} {right}", "")


def certified(request: asked.Certified) -> Finite:
    """Return the statement of a certificate of this kind, about this mechanism, that the kernel accepts."""
    if type(request.certificate) is not Certificate:
        raise ProofError(f"expected a certificate, got {type(request.certificate).__name__}", "certificate")
    if (type(request.kind), type(request.mechanism), type(request.neighbors)) != (str, Mechanism, NeighborGraph):
        raise ProofError("expected the kind as text, a Mechanism and a NeighborGraph", "certificate")
    try:
        certificate = Certificate.from_json(request.certificate.to_json())  # of its own: read once, and plain
        statement = check(certificate)
    except CertificateError as error:
        raise ProofError(str(error), "certificate") from error
    if statement["kind"] != request.kind:
        raise ProofError(f"expected a certificate of {request.kind}, got {statement['kind']}", "certificate")
    if not is_about(certificate, request.mechanism, request.neighbors):
        raise ProofError("the certificate is about another mechanism or neighboring relation", "certificate")
    return Finite(sentence(dict(certificate.statement)), f"a certificate of {request.kind}", "")


def source_of(function: object) -> str:
    """Return the source of a predicate, as the reader will see it: of its own code, not of what it says that it wraps.

    Raises: ProofError for anything that is not a function written in Python.
    """
    if type(function) is not FunctionType:
        raise ProofError(f"expected a function with a source, got {type(function).__name__}", "predicate")
    try:
        return dedent(inspect.getsource(function.__code__)).strip()
    except (OSError, TypeError):
        return f"{function!r} (its source is not at hand)"


def _require_exact(values: object, where: str) -> None:
    """No float among the values, inside containers either. Raises: ProofError."""
    if isinstance(values, (tuple, list, set, frozenset)):
        for value in values:
            _require_exact(value, where)
    elif isinstance(values, dict):
        _require_exact((*values.keys(), *values.values()), where)
    elif any(kind.__name__ in INEXACT for kind in type(values).__mro__) or (
        getattr(getattr(values, "dtype", None), "kind", "") in "fcO" and hasattr(values, "dtype")
    ):
        raise ProofError(f"{where}: a float is not evidence, got {values!r}", "inexact")


def _text_of(text: object) -> str:
    if type(text) is not str or not text.strip():
        raise ProofError("expected a text that says what is checked", "text")
    return text


def _number(value: object) -> str:
    text = str(value)
    return text if len(text) <= SHORT else text[:SHORT] + "..."


def _shown(values: Mapping[str, object]) -> str:
    return ", ".join(f"{name} = {_number(value)}" for name, value in values.items())


RULES: MappingProxyType[type, Any] = MappingProxyType(
    {
        asked.Exhaustive: exhaustive,
        asked.Counterexample: counterexample,
        asked.Compared: compared,
        asked.Certified: certified,
    }
)
