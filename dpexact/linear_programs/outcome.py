"""solve: the exact outcome of a linear program, with the vectors that prove it and a certificate.

The outcome is Optimum, Infeasible or Unbounded. A certificate has the whole program as its statement, and the vectors
as its evidence.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import lcm
from typing import Any, cast

from flint import fmpz

from dpexact.certificates.certificate import Certificate, label_json, within_limits
from dpexact.certificates.encoding import Encoder, hexadecimal, sum_text
from dpexact.errors import need
from dpexact.linear_programs.floats import guess_basis
from dpexact.linear_programs.number import Number, Scaled, cleared, exact_number
from dpexact.linear_programs.program import Basis, LinearProgram, StandardForm, standard_form
from dpexact.linear_programs.simplex import Endless, Impossible, Optimal, simplex
from dpexact.mechanisms.labels import Label
from dpexact.numbers.exact import Exact, exact

WIDE = 1 << 12  # bits of a common denominator beyond which every number has its own


@dataclass(frozen=True)
class Optimum:
    """The least value, a point {variable: value} that attains it, and the dual vector, one number for each row.

    For every feasible x, objective(x) >= dual . bounds = value. The dual is <= 0 for rows "<=" and >= 0 for rows ">=",
    and the costs minus the sum of dual[i] row[i] are >= 0, and 0 for free variables.

    The answer is exact.
    """

    program: LinearProgram = field(repr=False)
    value: Exact
    point: Mapping[Label, Exact] = field(repr=False)
    dual: tuple[Exact, ...] = field(repr=False)
    basis: Basis = field(repr=False)

    def certificate(self) -> Certificate:
        """Return a certificate that the optimum of the whole program is this value, built on demand."""
        encoder, statement, factors = _statement("linear-program-optimum", self.program)
        statement["value"] = encoder.quotient(self.value)
        point = _vector(encoder, [self.point[label] for label in self.program.variables])
        return within_limits(Certificate(statement, {"point": point, "dual": _dual(encoder, self.dual, factors)}))


@dataclass(frozen=True)
class Infeasible:
    """No point meets the rows, as `farkas` combines them to 0 <= a negative number.

    With the signs of a dual vector, the sum of farkas[i] row[i] is <= 0 for every variable, and 0 for free ones, while
    farkas . bounds > 0.

    The answer is exact.
    Reference: Farkas' lemma.
    """

    program: LinearProgram = field(repr=False)
    farkas: tuple[Exact, ...]

    def certificate(self) -> Certificate:
        """Return a certificate that every point misses some row, built on demand."""
        encoder, statement, factors = _statement("linear-program-infeasible", self.program)
        return within_limits(Certificate(statement, {"farkas": _dual(encoder, self.farkas, factors)}))


@dataclass(frozen=True)
class Unbounded:
    """point + s ray is feasible for every s >= 0, and the objective falls along the ray. The answer is exact."""

    program: LinearProgram = field(repr=False)
    point: Mapping[Label, Exact]
    ray: Mapping[Label, Exact]

    def certificate(self) -> Certificate:
        """Return a certificate that the objective takes arbitrarily small values, built on demand."""
        encoder, statement, _ = _statement("linear-program-unbounded", self.program)
        point, ray = ([vector[label] for label in self.program.variables] for vector in (self.point, self.ray))
        return within_limits(Certificate(statement, {"point": _vector(encoder, point), "ray": _vector(encoder, ray)}))


Outcome = Optimum | Infeasible | Unbounded


def _statement(kind: str, program: LinearProgram) -> tuple[Encoder, dict[str, Any], list[Number]]:
    """Return the encoder, the program as a statement, and the positive numbers by which its rows are multiplied."""
    numbers = [*program.objective.values(), *(row.bound for row in program.rows)]
    numbers += [value for row in program.rows for value in row.coefficients.values()]
    encoder = Encoder.of({value.field for value in numbers if isinstance(value, Exact)})
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
    return encoder, statement, factors


def _dual(encoder: Encoder, dual: Sequence[Exact], factors: Sequence[Number]) -> dict[str, Any]:
    """Return the vector for the rows as the statement writes them."""
    return _vector(encoder, [y / exact_number(factor) for y, factor in zip(dual, factors, strict=True)])


def _vector(encoder: Encoder, values: Iterable[Exact]) -> dict[str, Any]:
    """Return the numbers over one denominator, or each over its own if that would be a large rational number."""
    entries = {k: value for k, value in enumerate(values) if value}
    factor, sums = cleared_sums(encoder, entries.values())
    if isinstance(factor, fmpz) and factor.bit_length() > WIDE:
        return {"entries": _sparse(entries, [encoder.quotient(value) for value in entries.values()])}
    return {"denominator": _whole(encoder, factor), "entries": _sparse(entries, sums)}


def cleared_sums(encoder: Encoder, values: Iterable[Number]) -> tuple[Number, list[Any]]:
    """Return a positive number, and the products of the values with it as the certificate writes them."""
    factor, products = cleared(values)
    if not isinstance(factor, Exact):
        return factor, [hexadecimal(int(cast("Any", product))) for product in products]
    parts = [encoder.parts(exact_number(product)) for product in products]  # each below is an integer
    rest = lcm(*(c for _, below in parts for c in below.values()))  # not 1 where a root is written over another one
    shares = ((above, rest // sum(below.values())) for above, below in parts)
    return factor * rest, [sum_text({power: c * share for power, c in above.items()}) for above, share in shares]


def _whole(encoder: Encoder, factor: Number) -> Any:
    """Write a factor that `cleared_sums` gave, an integer, or a sum in t alone, alike over every field."""
    return sum_text(encoder.parts(exact_number(factor))[0])


def _sparse(places: Iterable[int], entries: Iterable[Any]) -> list[list[Any]]:
    return sorted(([k, entry] for k, entry in zip(places, entries, strict=True)), key=lambda pair: pair[0])


def solve(program: LinearProgram, start: Basis | None = None) -> Outcome:
    """Find the optimum of a program, or show that it lacks a feasible point or a lower bound.

    HiGHS proposes a basis in floating point (or `start` does, the `.basis` of the optimum of a similar program). Its
    system is solved exactly and its signs are decided. If they are wrong the exact simplex method goes on from
    there. Without HiGHS (the extra `lp`) it starts with the slack variables, which takes longer.

    The answer is exact.
    Raises TooLargeError for a program over a field whose solution would pass 2^25 bits.

    >>> from dpexact.linear_programs import LinearProgram
    >>> program = LinearProgram.from_rows(["x", "y"], {"x": 1, "y": 1}, [({"x": 2, "y": "1/3"}, ">=", 1)])
    >>> solve(program)
    Optimum(value=exact('1/2'))
    """
    need.instance(program, LinearProgram, "program", "LinearProgram.from_rows makes one")
    if start is not None:
        need.instance(start, Basis, "start")
    form = standard_form(program)
    match _end(form, start):
        case Optimal(basis, values, multipliers):
            point = _point(program, values)
            value = sum((exact_number(cost) * point[program.variables[j]] for j, cost in form.costs.items()), exact(0))
            return Optimum(program, value, point, _multiplied(form, multipliers), basis)
        case Impossible(multipliers):
            return Infeasible(program, _multiplied(form, multipliers))
        case Endless(values, direction):
            return Unbounded(program, _point(program, values), _point(program, direction))


def _end(form: StandardForm, start: Basis | None) -> Optimal | Impossible | Endless:
    if start is not None and start.fits(form):
        with suppress(ZeroDivisionError):  # the basis of another program may be none of this one
            return simplex(form, start)
    try:
        return simplex(form, *guess_basis(form))
    except ZeroDivisionError:  # floats took a singular matrix for a regular one
        return simplex(form, Basis())


def _point(program: LinearProgram, values: Scaled) -> dict[Label, Exact]:
    return {label: values.exact(j) for j, label in enumerate(program.variables)}


def _multiplied(form: StandardForm, multipliers: Scaled) -> tuple[Exact, ...]:
    return tuple(exact_number(factor) * multipliers.exact(i) for i, factor in enumerate(form.factors))
