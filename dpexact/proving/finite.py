"""The rules of the core about computations: finite checks, counterexamples, decided comparisons, certificates.

What they show is said in words beside the source of what was computed: that the one is the other is for the reader.
"""

from __future__ import annotations

import inspect
from fractions import Fraction
from itertools import product
from textwrap import dedent
from typing import TYPE_CHECKING, Any

from dpexact.certificates.certificate import Certificate, check
from dpexact.certificates.subject import is_about
from dpexact.errors import CertificateError, DPExactError
from dpexact.kernel.sentence import sentence
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.proving import evidence as asked
from dpexact.proving.failure import ProofError
from dpexact.proving.formula import Finite

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MAX_CASES = 10_000_000
SHORT = 80
INEXACT = ("float", "complex", "float16", "float32", "float64", "longdouble", "complex64", "complex128", "mpf", "mpc")


def exhaustive(request: asked.Exhaustive) -> Finite:
    """The predicate is True (the bool) for each element of the product of finite, non-empty domains."""
    domain, text = _domain(request.domain), _text_of(request.text)
    size = 1
    for values in domain.values():
        size *= len(values)
    if not 0 < size <= MAX_CASES:
        raise ProofError(f"expected a domain of 1 to {MAX_CASES} cases, got {size}", "exhaustive")
    for values in product(*domain.values()):
        case = dict(zip(domain, values, strict=True))
        if request.predicate(**case) is not True:
            raise ProofError(f"{text}: not True for {_shown(case)}", "exhaustive")
    source = source_of(request.predicate)
    return Finite(f"{text} ({size} cases)", source, "; ".join(f"{k} in {_number(v)}" for k, v in domain.items()))


def _domain(domain: object) -> dict[str, tuple[Any, ...]]:
    """A copy, of lists, tuples and ranges: other sequences could have another length than they say."""
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
    if request.conditions(**instance) is not True:
        raise ProofError(f"{text}: the instance does not meet the conditions", "counterexample")
    if request.conclusion(**instance) is not False:
        raise ProofError(f"{text}: the conclusion is not False at the instance", "counterexample")
    source = f"{source_of(request.conditions)}\n{source_of(request.conclusion)}"
    return Finite(f"not: {text} ({_shown(instance)})", source, _shown(instance))


def compared(request: asked.Compared) -> Finite:
    """A R b for int, Fraction, Exact and Enclosure, as their decided comparison says."""
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
    """The statement of a certificate that the kernel accepts, of this kind, about this mechanism and relation."""
    if type(request.certificate) is not Certificate:
        raise ProofError(f"expected a certificate, got {type(request.certificate).__name__}", "certificate")
    try:
        statement = check(request.certificate)
    except CertificateError as error:
        raise ProofError(str(error), "certificate") from error
    if statement["kind"] != request.kind:
        raise ProofError(f"expected a certificate of {request.kind}, got {statement['kind']}", "certificate")
    if not is_about(request.certificate, request.mechanism, request.neighbors):
        raise ProofError("the certificate is about another mechanism or neighboring relation", "certificate")
    return Finite(sentence(dict(request.certificate.statement)), f"a certificate of {request.kind}", "")


def source_of(function: object) -> str:
    """The source of a predicate, as the reader will see it."""
    try:
        return dedent(inspect.getsource(function)).strip()  # type: ignore[arg-type]
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


RULES: dict[type, Any] = {
    asked.Exhaustive: exhaustive,
    asked.Counterexample: counterexample,
    asked.Compared: compared,
    asked.Certified: certified,
}
