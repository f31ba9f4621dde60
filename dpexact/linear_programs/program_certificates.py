"""Certificates of outcomes: the whole program as the statement, the vectors that prove the outcome as the evidence."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, Any, cast

from flint import fmpz

from dpexact.certificates.certificate import Certificate, label_json, within_budget
from dpexact.certificates.encoding import Encoder, hexadecimal, sum_text
from dpexact.linear_programs.clearing import cleared
from dpexact.linear_programs.number import exact_number
from dpexact.numbers.exact import Exact

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dpexact.certificates.generators import Powers
    from dpexact.linear_programs.number import Number
    from dpexact.linear_programs.outcome import Infeasible, Optimum, Unbounded
    from dpexact.linear_programs.program import LinearProgram

WIDE = 1 << 12  # bits of a common denominator beyond which every number has its own


def optimum_certificate(optimum: Optimum) -> Certificate:
    """Certify that the least value is what it is, by the point and the dual vector."""
    program = optimum.program
    encoder = _encoder(program)
    statement, factors = _statement("linear-program-optimum", program, encoder)
    statement["value"] = encoder.quotient(optimum.value)
    point = _vector(encoder, [optimum.point[label] for label in program.variables])
    return within_budget(Certificate(statement, {"point": point, "dual": _dual(encoder, optimum.dual, factors)}))


def infeasible_certificate(outcome: Infeasible) -> Certificate:
    """Certify that no point meets all rows, by the Farkas vector."""
    encoder = _encoder(outcome.program)
    statement, factors = _statement("linear-program-infeasible", outcome.program, encoder)
    return within_budget(Certificate(statement, {"farkas": _dual(encoder, outcome.farkas, factors)}))


def unbounded_certificate(outcome: Unbounded) -> Certificate:
    """Certify that the objective has no least value, by a point and a ray."""
    program = outcome.program
    encoder = _encoder(program)
    statement, _ = _statement("linear-program-unbounded", program, encoder)
    point, ray = ([vector[label] for label in program.variables] for vector in (outcome.point, outcome.ray))
    return within_budget(Certificate(statement, {"point": _vector(encoder, point), "ray": _vector(encoder, ray)}))


def _encoder(program: LinearProgram) -> Encoder:
    numbers = [*program.objective.values(), *(row.bound for row in program.rows)]
    numbers += [value for row in program.rows for value in row.coefficients.values()]
    return Encoder.of({value.field for value in numbers if isinstance(value, Exact)})


def _statement(kind: str, program: LinearProgram, encoder: Encoder) -> tuple[dict[str, Any], list[Number]]:
    """The program as a statement, and the positive numbers by which its rows are multiplied there."""
    scale, objective = cleared_sums(encoder, program.objective.values())
    rows, factors = [], []
    for row in program.rows:
        factor, (*coefficients, bound) = cleared_sums(encoder, [*row.coefficients.values(), row.bound])
        rows.append([row.relation, _sparse(row.coefficients, coefficients), bound])
        factors.append(factor)
    statement = {
        "kind": kind,
        "generators": encoder.generators(),
        "variables": [label_json(label) for label in program.variables],
        "free": sorted(program.free),
        "objective": {"denominator": _whole(encoder, scale), "coefficients": _sparse(program.objective, objective)},
        "rows": rows,
    }
    return statement, factors


def _dual(encoder: Encoder, dual: Sequence[Exact], factors: Sequence[Number]) -> dict[str, Any]:
    """The vector for the rows as the statement writes them."""
    return _vector(encoder, [y / exact_number(factor) for y, factor in zip(dual, factors, strict=True)])


def _vector(encoder: Encoder, values: Iterable[Exact]) -> dict[str, Any]:
    """The numbers over one denominator, or each over its own where that would be a large rational number."""
    entries = {k: value for k, value in enumerate(values) if value}
    factor, sums = cleared_sums(encoder, entries.values())
    if isinstance(factor, fmpz) and factor.bit_length() > WIDE:
        return {"entries": _sparse(entries, [encoder.quotient(value) for value in entries.values()])}
    return {"denominator": _whole(encoder, factor), "entries": _sparse(entries, sums)}


def cleared_sums(encoder: Encoder, values: Iterable[Number]) -> tuple[Number, list[Any]]:
    """A positive number, and the products of the values with it as the certificate writes them."""
    factor, products = cleared(values)
    if not isinstance(factor, Exact):
        return factor, [hexadecimal(int(cast("Any", product))) for product in products]
    parts, unit = [encoder.parts(exact_number(product)) for product in products], encoder.unit
    rest = lcm(*(below[unit] for _, below in parts))  # not 1 where a root is written over another one
    return factor * rest, [sum_text(_times(above, rest // below[unit])) for above, below in parts]


def _whole(encoder: Encoder, factor: Number) -> Any:
    """A factor that `cleared_sums` gave: an integer, or a sum in t alone, which is written alike over every field."""
    return sum_text(encoder.parts(exact_number(factor))[0])


def _times(terms: Powers, factor: int) -> Powers:
    return {power: c * factor for power, c in terms.items()}


def _sparse(places: Iterable[int], entries: Iterable[Any]) -> list[list[Any]]:
    return sorted(([k, entry] for k, entry in zip(places, entries, strict=True)), key=lambda pair: pair[0])
