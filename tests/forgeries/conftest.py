"""A second checker, written from docs/certificate-format.md alone: fractions, mpmath, SymPy, all 2^m events.

It shares no code with the kernel and none of its route, and it is far too slow for anything but small certificates.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import mpmath
import pytest
import sympy

if TYPE_CHECKING:
    from collections.abc import Callable

T = sympy.Symbol("t")
DIGITS = 400  # the numbers of these tests are below 10^100 and, unless zero, above 10^-100
TOP_KEYS = {"kind", "generators", "inputs", "outputs", "weights", "pairs", "exp_epsilon", "delta"}


class MalformedError(Exception):
    """What is not written as the format says."""


@dataclass(frozen=True)
class Numbers:
    """Fractions, mpmath numbers, or rational functions of a free t: how they are read and which sign they have."""

    t: Any
    u: Any
    degree: int
    has_t: bool
    sign: Callable[[Any, str], bool]

    def sum(self, value: Any) -> Any:
        if type(value) is str:
            return self.whole(integer(value))
        powers = [(place(i, 2**40 if self.has_t else 1), place(j, self.degree)) for _, i, j in triples(value)]
        need(powers != [(0, 0)] and powers and all(a < b for a, b in pairwise(powers)))
        coefficients = [integer(c) for c, _, _ in value]
        need(all(coefficients))
        return sum(self.whole(c) * self.t**i * self.u**j for c, (i, j) in zip(coefficients, powers, strict=True))

    def quotient(self, value: Any) -> tuple[Any, Any]:
        need(type(value) is list and len(value) == 2)
        return self.sum(value[0]), self.sum(value[1])

    def whole(self, value: int) -> Any:
        return (
            sympy.Integer(value)
            if isinstance(self.t, sympy.Symbol)
            else Fraction(1) * value
            if self.exact
            else mpmath.mpf(value)
        )

    @property
    def exact(self) -> bool:
        return not isinstance(self.t, mpmath.mpf) and not isinstance(self.u, mpmath.mpf)


def need(condition: object) -> None:
    if not condition:
        raise MalformedError


def integer(value: Any) -> int:
    need(type(value) is str and re.fullmatch("-?[0-9a-f]+", value))
    number = int(value, 16)
    need(format(number, "x") == value)
    return number


def place(value: Any, end: int) -> int:
    need(type(value) is int and 0 <= value < end)
    return int(value)


def triples(value: Any) -> list[Any]:
    need(type(value) is list and all(type(term) is list and len(term) == 3 for term in value))
    return list(value)


def obj(value: Any, *keys: str) -> list[Any]:
    need(type(value) is dict and set(value) == set(keys))
    return [value[key] for key in keys]


def rational(value: Any) -> Fraction:
    need(type(value) is list and len(value) == 2)
    p, q = (integer(part) for part in value)
    need(q > 0 and sympy.gcd(p, q) == 1)
    return Fraction(p, q)


def label_key(label: Any) -> str:
    if type(label) is list:
        for part in label:
            label_key(part)
    else:
        need(type(label) in (str, int))
    return json.dumps(label)


def labels(value: Any) -> int:
    need(type(value) is list and value)
    need(len({label_key(label) for label in value}) == len(value))
    return len(value)


def holds(value: Any, relation: str) -> bool:
    """For real numbers; with mpmath numbers, zero is what 400 digits do not tell from zero."""
    if isinstance(value, mpmath.mpf) and abs(value) < mpmath.mpf(10) ** -200:
        value = 0
    return bool({"=": value == 0, ">=": value >= 0, ">": value > 0}[relation])


def numbers_of(generators: Any) -> Numbers:
    if type(generators) is dict and "lower" in generators:
        lower, upper = obj(generators, "lower", "upper")
        low, high = rational(lower), None if upper is None else rational(upper)
        need(high is None or low <= high)
        return Numbers(T, sympy.Integer(1), 1, has_t=True, sign=lambda v, r: holds_on(v, r, low, high))
    exponent, base, degree = obj(generators, "exponent", "base", "degree")
    e, b, n = rational(exponent), rational(base), place(degree, 4097)
    need(e >= 0 and n >= 1 and (b > 1 if n > 1 else b == 1))
    if n > 1:
        x = sympy.Symbol("x")
        need(sympy.Poly(x**n - sympy.Rational(b.numerator, b.denominator), x).is_irreducible)
    t = mpmath.exp(mpmath.mpf(e.numerator) / e.denominator) if e else Fraction(1)
    u = mpmath.root(mpmath.mpf(b.numerator) / b.denominator, n) if n > 1 else Fraction(1)
    return Numbers(t, u, n, has_t=bool(e), sign=holds)


@lru_cache(maxsize=4096)
def holds_on(value: Any, relation: str, low: Fraction, high: Fraction | None) -> bool:
    """For rational functions of t whose denominator has been found positive: the sign on the whole interval."""
    top, bottom = sympy.fraction(sympy.cancel(value))
    polynomial = sympy.Poly(top * bottom, T)
    if relation == "=" or polynomial.is_zero:
        return bool(polynomial.is_zero) and relation != ">"
    left, right = sympy.Rational(low.numerator, low.denominator), None
    roots = sorted(set(polynomial.real_roots()))
    right = roots[-1] + 2 if high is None and roots else left + 2 if high is None else sympy.Rational(high)
    right = max(right, left + 2) if high is None else right
    inside = [root for root in roots if left <= root <= right]
    if relation == ">" and inside:
        return False
    cuts = [left, *inside, right]
    points = [sympy.Rational(str(sympy.N((a + b) / 2, 60))) for a, b in pairwise(cuts) if a < b]
    return all(polynomial.eval(point) >= 0 for point in [*points, left])


def accepts(document: Any) -> bool:
    """Whether the certificate is well-formed, its statement true and proved by its evidence."""
    with mpmath.workdps(DIGITS):
        try:
            form, statement, evidence, digest = obj(document, "format", "statement", "evidence", "digest")
            text = json.dumps(
                {"evidence": evidence, "format": form, "statement": statement},
                sort_keys=True,
                separators=(",", ":"),
                ensure_ascii=False,
            )
            need(form == "dpexact-certificate/1" and digest == hashlib.sha256(text.encode()).hexdigest())
            return is_true(statement, evidence)
        except MalformedError:
            return False


def is_true(statement: Any, evidence: Any) -> bool:
    obj(statement, *TOP_KEYS)
    kind = statement["kind"]
    need(kind in ("private", "not-private", "tight-delta", "private-for-all"))
    numbers = numbers_of(statement["generators"])
    need((kind == "private-for-all") == isinstance(numbers.t, sympy.Symbol))
    inputs, outputs = labels(statement["inputs"]), labels(statement["outputs"])
    rows = weights(statement["weights"], numbers, inputs, outputs)
    pairs = [pair_of(pair, inputs) for pair in need_list(statement["pairs"])]
    need(len(set(pairs)) == len(pairs))
    (e, f), (d, g) = (numbers.quotient(statement[key]) for key in ("exp_epsilon", "delta"))
    witness = witness_of(kind, evidence, pairs, inputs, outputs)
    sign = numbers.sign
    if not all(sign(bottom, ">") for bottom in [f, g] + [bottom for row in rows for _, bottom in row]):
        return False
    table, factor, delta = [[a / b for a, b in row] for row in rows], e / f, d / g
    if not (sign(factor - 1, ">=") and sign(delta, ">=") and sign(1 - delta, ">=")):
        return False
    if not all(sign(sum(row) - 1, "=") and all(sign(value, ">=") for value in row) for row in table):
        return False

    def excess(pair: tuple[int, int], event: tuple[int, ...]) -> Any:
        return sum(table[pair[0]][o] - factor * table[pair[1]][o] for o in event) - delta

    if kind == "not-private":
        return sign(excess(*witness), ">")
    events = [event for size in range(outputs + 1) for event in combinations(range(outputs), size)]
    if not all(sign(-excess(pair, event), ">=") for pair in pairs for event in events):
        return False
    return kind != "tight-delta" or sign(excess(*witness) if pairs else delta, "=")


def need_list(value: Any) -> list[Any]:
    need(type(value) is list)
    return list(value)


def pair_of(value: Any, inputs: int) -> tuple[int, int]:
    i, j = need_list(value) if type(value) is list and len(value) == 2 else (None, None)
    return place(i, inputs), place(j, inputs)


def weights(value: Any, numbers: Numbers, inputs: int, outputs: int) -> list[list[tuple[Any, Any]]]:
    need(type(value) is dict and set(value) in ({"rows"}, {"rows", "denominator"}))
    rows = need_list(value["rows"])
    need(len(rows) == inputs and all(len(need_list(row)) == outputs for row in rows))
    if "denominator" not in value:
        return [[numbers.quotient(entry) for entry in row] for row in rows]
    common = numbers.sum(value["denominator"])
    return [[(numbers.sum(entry), common) for entry in row] for row in rows]


def witness_of(kind: str, evidence: Any, pairs: list[tuple[int, int]], inputs: int, outputs: int) -> Any:
    if kind.startswith("private") or (kind == "tight-delta" and not pairs):
        return obj(evidence) or None
    pair, event = obj(evidence, "pair", "event")
    need(pair_of(pair, inputs) in pairs)
    places = [place(o, outputs) for o in need_list(event)]
    need(places == sorted(set(places)))
    return pair_of(pair, inputs), tuple(places)


@pytest.fixture(scope="session")
def stranger() -> Callable[[Any], bool]:
    """The second checker: certificate (decoded JSON) to accepted or not."""
    return accepts


def sealed(statement: Any, evidence: Any) -> dict[str, Any]:
    """A certificate with the right digest."""
    content = {"evidence": evidence, "format": "dpexact-certificate/1", "statement": statement}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return {**content, "digest": hashlib.sha256(text.encode()).hexdigest()}


@pytest.fixture(scope="session")
def seal() -> Callable[[Any, Any], dict[str, Any]]:
    """Statement and evidence to a certificate with the right digest."""
    return sealed


NO_GENERATORS = {"exponent": ["0", "1"], "base": ["1", "1"], "degree": 1}
BOTH = [[0, 1], [1, 0]]


def statement_of(kind: str, weights: Any, factor: Any, delta: Any, **changes: Any) -> dict[str, Any]:
    """A statement about inputs "a", "b", ... and outputs 0, 1, ..."""
    return {
        "kind": kind,
        "generators": NO_GENERATORS,
        "inputs": list("abcd"[: len(weights["rows"])]),
        "outputs": list(range(len(weights["rows"][0]))),
        "weights": weights,
        "pairs": BOTH,
        "exp_epsilon": factor,
        "delta": delta,
    } | changes


def genuine_certificates() -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """Statements and evidence that are true: every kind, every field, both ways of writing weights."""
    common = {"denominator": "8", "rows": [["4", "3", "1"], ["2", "4", "2"], ["1", "2", "5"]]}
    path = [[0, 1], [1, 0], [1, 2], [2, 1]]
    t, one_plus_t = [["1", 1, 0]], [["1", 0, 0], ["1", 1, 0]]
    u, one_plus_u = [["1", 0, 1]], [["1", 0, 0], ["1", 0, 1]]
    over_exp = {"rows": [[[t, one_plus_t], ["1", one_plus_t]], [["1", one_plus_t], [t, one_plus_t]]]}
    over_root = {"denominator": one_plus_u, "rows": [[u, "1"], ["1", u]]}
    mixed = {"denominator": "a", "rows": [["8", "2"], ["3", "7"]]}
    exp = {"exponent": ["1", "2"], "base": ["1", "1"], "degree": 1}
    root = {"exponent": ["0", "1"], "base": ["3", "2"], "degree": 2}
    both = {"exponent": ["1", "3"], "base": ["2", "1"], "degree": 3}
    free = {"lower": ["1", "1"], "upper": None}
    part = {"lower": ["1", "1"], "upper": ["3", "1"]}
    event, other = {"pair": [0, 1], "event": [0]}, {"pair": [1, 0], "event": [1]}
    return {
        "rational": (statement_of("private", common, ["2", "1"], ["1", "4"], pairs=path), {}),
        "rational-refuted": (statement_of("not-private", mixed, ["2", "1"], ["1", "6"]), event),
        "rational-tight": (statement_of("tight-delta", mixed, ["2", "1"], ["3", "a"]), other),
        "no-pairs": (statement_of("tight-delta", mixed, ["2", "1"], ["0", "1"], pairs=[]), {}),
        "exp": (statement_of("private", over_exp, [t, "1"], ["0", "1"], generators=exp), {}),
        "exp-tight": (statement_of("tight-delta", over_exp, [t, "1"], ["0", "1"], generators=exp), event),
        "root": (statement_of("tight-delta", over_root, [u, "1"], ["0", "1"], generators=root), event),
        "mixed": (
            statement_of(
                "tight-delta", mixed, [[["1", 1, 1]], "1"], [[["7", 0, 0], ["-2", 1, 1]], "a"], generators=both
            ),
            other,
        ),
        "free": (statement_of("private-for-all", over_exp, [t, "1"], ["0", "1"], generators=free), {}),
        "free-part": (statement_of("private-for-all", mixed, [t, "1"], ["1", "2"], generators=part), {}),
    }


@pytest.fixture(scope="session")
def genuine() -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """Name to (statement, evidence), all true."""
    return genuine_certificates()


@pytest.fixture(scope="session")
def make_statement() -> Callable[..., dict[str, Any]]:
    """A statement from its kind, weights, E, delta and other fields that differ from the usual ones."""
    return statement_of
