"""Parts of certificates, written as docs/certificate-format.md says and without any code of dpexact."""

import hashlib
import json
from fractions import Fraction
from functools import partial
from typing import Any

BOTH = [[0, 1], [1, 0]]
NOTHING: dict[str, Any] = {}
Rows = dict[str, Any]  # by name: a text, or a statement, with its evidence and version if it has them
T, U = [["1", 1, 0]], [["1", 0, 1]]


def whole(value: int) -> str:
    return format(value, "x")


def ratio(value: Fraction | int | str) -> list[str]:
    number = Fraction(value)
    return [whole(number.numerator), whole(number.denominator)]


def given(exponent: Fraction | int | str = 0, base: Fraction | int | str = 1, degree: int = 1) -> dict[str, Any]:
    return {"exponent": ratio(exponent), "base": ratio(base), "degree": degree}


def several(*roots: tuple[Fraction | int | str, int], exponent: Fraction | int | str = 0) -> dict[str, Any]:
    return {"exponent": ratio(exponent), "roots": [[ratio(base), degree] for base, degree in roots]}


def free(lower: Fraction | int | str, upper: Fraction | int | str | None = None) -> dict[str, Any]:
    return {"lower": ratio(lower), "upper": None if upper is None else ratio(upper)}


def over(denominator: Any, *rows: list[Any]) -> dict[str, Any]:
    """Weights over one denominator; integers become text."""
    return {"denominator": written(denominator), "rows": [[written(entry) for entry in row] for row in rows]}


def quotients(*rows: list[Any]) -> dict[str, Any]:
    """Weights as quotients; a number becomes a quotient."""
    return {"rows": [[entry if isinstance(entry, list) else ratio(entry) for entry in row] for row in rows]}


def written(value: Any) -> Any:
    return whole(value) if isinstance(value, int) else value


def response(yes: Any, no: Any) -> dict[str, Any]:
    """Randomized response with the odds yes : no, as quotients over yes + no (two monomials or integers)."""
    return {"rows": [[[yes, total(yes, no)], [no, total(yes, no)]], [[no, total(yes, no)], [yes, total(yes, no)]]]}


def total(x: Any, y: Any) -> Any:
    """The sum of two sums with different powers."""
    if isinstance(x, str) and isinstance(y, str):
        return whole(int(x, 16) + int(y, 16))
    length = max(len(term) for each in (x, y) if not isinstance(each, str) for term in each)
    terms = [[each, *[0] * (length - 1)] if isinstance(each, str) else each[0] for each in (x, y)]
    return sorted(terms, key=lambda term: term[1:])


THREE_QUARTERS = over(4, [3, 1], [1, 3])
TEN = over(10, [8, 2], [3, 7])
POINTS = over(1, [1, 0], [0, 1])


def mechanism(
    kind: str = "private", weights: dict[str, Any] = THREE_QUARTERS, E: Any = 3, delta: Any = 0, **changes: Any
) -> dict[str, Any]:
    """A statement about one mechanism; E and delta are numbers or written quotients."""
    rows = weights["rows"]
    return {
        "kind": kind,
        "generators": given(),
        "inputs": list("abcdefgh"[: len(rows)]),
        "outputs": list(range(len(rows[0]))),
        "weights": weights,
        "pairs": BOTH,
        "exp_epsilon": E if isinstance(E, list | str) else ratio(E),
        "delta": delta if isinstance(delta, list | str) else ratio(delta),
    } | changes


private, tight, not_private = (partial(mechanism, kind) for kind in ("private", "tight-delta", "not-private"))


def for_all(weights: dict[str, Any], t: dict[str, Any], E: Any = None, delta: Any = 0, **changes: Any) -> Any:
    """A statement for all t of a range; E is t if no other is given."""
    return mechanism("private-for-all", weights, [T, "1"] if E is None else E, delta, generators=t, **changes)


def part(output: int, *inputs: int) -> dict[str, Any]:
    """The evidence that a mechanism is not maximally sufficient."""
    return {"output": output, "inputs": [*inputs]}


def event(i: int, j: int, *outputs: int) -> dict[str, Any]:
    return {"pair": [i, j], "event": list(outputs)}


def program(kind: str, objective: dict[int, Any], rows: list[Any], free: list[int], **more: Any) -> dict[str, Any]:
    """A linear program in x and y."""
    return {
        "kind": f"linear-program-{kind}",
        "generators": given(),
        "variables": ["x", "y"],
        "free": free,
        "objective": {"denominator": "1", "coefficients": entries(objective)},
        "rows": [[relation, entries(row), written(bound)] for relation, row, bound in rows],
    } | more


optimum, infeasible, unbounded = (partial(program, kind) for kind in ("optimum", "infeasible", "unbounded"))


def solved(point: Any, dual: Any) -> dict[str, Any]:
    return {"point": point, "dual": dual}


def entries(values: dict[int, Any]) -> list[Any]:
    return [[place, written(value)] for place, value in values.items()]


def vector(denominator: Any, values: dict[int, Any]) -> dict[str, Any]:
    return {"denominator": written(denominator), "entries": entries(values)}


def scenario(answer: str, *, order: str = "dominance", **changes: Any) -> dict[str, Any]:
    """A statement about greatest mechanisms of two inputs and two outputs, E = 2, delta = 0."""
    return {
        "kind": "greatest-mechanism",
        "generators": given(),
        "inputs": ["a", "b"],
        "outputs": [0, 1],
        "pairs": BOTH,
        "exp_epsilon": ["2", "1"],
        "delta": ["0", "1"],
        "rainbows": [[0, 1], [0, 1]],
        "fixed": {"inputs": [], "weights": {"rows": []}},
        "order": order,
        "answer": answer,
    } | changes


def order(kind: str, weights: dict[str, Any], source: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A statement that compares a mechanism with its source, whose outputs are p, q, ..."""
    return {
        "kind": kind,
        "generators": given(),
        "inputs": list("abcdefgh"[: len(weights["rows"])]),
        "outputs": list(range(len(weights["rows"][0]))),
        "weights": weights,
        "source": {"outputs": list("pqrstuvw"[: len(source["rows"][0])]), "weights": source},
    } | changes


def runs(law: str, count: int = 1, **parameters: Any) -> dict[str, Any]:
    """A law with its count; numbers become fractions."""
    written_ = {key: value if isinstance(value, list) else ratio(value) for key, value in parameters.items()}
    return {"law": law, "count": whole(count), **written_}


def composition(delta: Fraction | int | str, *laws: Any, E: Any = 1, **changes: Any) -> dict[str, Any]:
    """A statement about laws of noise."""
    return {
        "kind": "composition",
        "generators": given(),
        "laws": list(laws),
        "exp_epsilon": E if isinstance(E, list | str) else ratio(E),
        "delta": ratio(delta),
    } | changes


def lattice(G: Any, lowest: int, highest: int, *cells: Any, bits: int = 40) -> dict[str, Any]:
    """The evidence of a composition."""
    return {
        "ratio": G if isinstance(G, list | str) else ratio(G),
        "bits": bits,
        "lowest": whole(lowest),
        "highest": whole(highest),
        "cells": list(cells),
    }


def cells(*lows: int, high: int = 1, **more: Any) -> dict[str, Any]:
    """Cells between a place and the next one, or the one that is so many places higher."""
    return {"places": [[whole(low), whole(low + high)] for low in lows], **more}


def refuted(
    delta: Fraction | int | str, law: Any, *groups: tuple[int | None, int], G: int = 3, E: int = 1, **changes: Any
) -> Any:
    """A refuted composition of one law, whose groups are whole cells: a place, and the last cell."""
    statement = composition(delta, law, E=E, kind="composition-refuted")
    ends = [[None if place is None else whole(place), cell, whole(2**32)] for place, cell in groups]
    part = {"groups": changes.pop("groups", ends), "corner": ratio(changes.pop("corner", 1))} | changes.pop("cut", {})
    evidence = lattice(G, changes.pop("lowest", -9), changes.pop("highest", 9)) | {"direction": "remove"} | changes
    return statement, {key: evidence[key] for key in evidence if key != "cells"} | {"laws": [part]}


# Cells of two coins with the ratios 0, 1/2, 2 and infinity. Skellam noise of the variance 1 has the masses e^-1 I_z(1),
# 0.4658, 0.2079, 0.0499, 0.0082, 0.0010, ..., and two users the shares 0 and 1/2 to 1.
TWO_COINS = cells(-1, -1, 0, 0, least="1", greatest="2")
COUNTS = cells(-9, -4, -3, -3, -2, 1, 2, 2, 3, 3, least="-3", greatest="4")
SHARES: dict[str, Any] = {"places": [["-1", "0"], ["0", "1"], ["-1", "1"]], "precision": 1, "edges": ["1"]} | {
    "least": "0",
    "greatest": "1",
    "reach": "2",
}


def sealed(statement: Any, evidence: Any = NOTHING, version: int = 1) -> dict[str, Any]:
    """A certificate with the right digest."""
    content = {"evidence": evidence, "format": f"dpexact-certificate/{version}", "statement": statement}
    return {**content, "digest": hashlib.sha256(canonical(content).encode()).hexdigest()}


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def certificate(statement: Any, evidence: Any = None, version: int = 1) -> str:
    return canonical(sealed(statement, evidence or {}, version))


def texts(*groups: Rows) -> dict[str, str]:
    """Name to vector."""
    rows = {name: row for group in groups for name, row in group.items()}
    return {
        name: row if isinstance(row, str) else certificate(*(row if isinstance(row, tuple) else (row,)))
        for name, row in rows.items()
    }
