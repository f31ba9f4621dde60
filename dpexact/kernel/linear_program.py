"""Kinds about linear programs: "linear-program-optimum", "linear-program-infeasible", "linear-program-unbounded".

By weak duality: if x meets the rows and y is dual feasible, then c.x >= (y A).x >= y.b. So c.x = y.b proves that this
is the least value. y.b > 0 with c = 0 proves that no x meets the rows. c.d < 0 for a direction d proves no lower bound.
"""

from dataclasses import dataclass
from typing import Any

from flint import fmpz

from dpexact.kernel.budget import Budget
from dpexact.kernel.document import Rejected, array, fields, labels, position
from dpexact.kernel.field import Field, Polynomial, Quotient, decode_field

Entries = dict[int, Polynomial]
Vector = dict[int, Quotient]  # denominators are positive

PROGRAM = {"kind", "generators", "variables", "free", "objective", "rows"}
RELATIONS = {"<=": (-1, 0), "=": (0,), ">=": (0, 1)}  # the signs that left minus right may have


@dataclass(frozen=True)
class Program:
    """Minimize objective.x / scale over x with row.x (relation) bound for each row, x_j >= 0 unless j is free."""

    field: Field
    width: int
    free: set[int]
    objective: Entries
    scale: Polynomial
    rows: list[tuple[str, Entries]]
    bounds: Entries

    def applied(self, entries: Entries, vector: Vector) -> Quotient:
        """Multiply a row, or the objective, with a vector."""
        products = ((entry, *vector[k]) for k, entry in entries.items() if k in vector)
        return self.field.total((self.field.product(entry, top), bottom) for entry, top, bottom in products)

    def require_feasible(self, x: Vector, check: str, *, homogeneous: bool = False) -> None:
        """Require every row (with 0 in place of its bound if homogeneous) and x_j >= 0 unless j is free."""
        for i, (relation, entries) in enumerate(self.rows):
            top, bottom = self.applied(entries, x)
            left = top if homogeneous else top - self.field.product(self.bounds[i], bottom)
            self.field.require(check, left, RELATIONS[relation], f"row {i}, left side minus right side")
        for j, (top, _) in x.items():
            if j not in self.free:
                self.field.require(check, top, (0, 1), f"variable {j}")

    def require_dual(self, y: Vector, costs: Entries) -> None:
        """Require y_i <= 0 for "<=", >= 0 for ">=", and costs/scale - y A >= 0, = 0 for free variables."""
        columns: dict[int, list[Quotient]] = {j: [] for j in range(self.width)}
        for i, (top, bottom) in y.items():
            relation, entries = self.rows[i]
            self.field.require("dual-sign", top, (-1, 0, 1) if relation == "=" else RELATIONS[relation], f"dual {i}")
            for j, entry in entries.items():
                columns[j].append((self.field.product(entry, top), bottom))
        for j, parts in columns.items():
            top, bottom = self.field.total(parts)
            rest = self.field.product(costs.get(j, fmpz(0)), bottom) - self.field.product(top, self.scale)
            self.field.require("dual-column", rest, (0,) if j in self.free else (0, 1), f"reduced cost {j}")


def check_optimum(statement: object, evidence: object, budget: Budget) -> None:
    """Prove that the least value of the objective is the value of the statement, and that it is attained."""
    content = fields(statement, PROGRAM | {"value"}, "statement")
    program, vectors = _decode(content, budget), fields(evidence, {"point", "dual"}, "evidence")
    point = _vector(program, vectors["point"], program.width)
    dual = _vector(program, vectors["dual"], len(program.rows))
    v, w = program.field.quotient(content["value"])
    product = program.field.product
    program.field.require_denominators()
    program.require_feasible(point, "primal")
    program.require_dual(dual, program.objective)
    top, bottom = program.applied(program.objective, point)
    program.field.require(
        "value", product(top, w) - product(v, program.scale, bottom), (0,), "objective minus the value"
    )
    top, bottom = program.applied(program.bounds, dual)
    program.field.require("value", product(top, w) - product(v, bottom), (0,), "bound by the dual, minus the value")


def check_infeasible(statement: object, evidence: object, budget: Budget) -> None:
    """Prove that no x meets all rows."""
    program = _decode(fields(statement, PROGRAM, "statement"), budget)
    farkas = _vector(program, fields(evidence, {"farkas"}, "evidence")["farkas"], len(program.rows))
    program.field.require_denominators()
    program.require_dual(farkas, {})
    program.field.require("farkas", program.applied(program.bounds, farkas)[0], (1,), "the combination of the bounds")


def check_unbounded(statement: object, evidence: object, budget: Budget) -> None:
    """Prove that some x meets all rows, and that the objective takes arbitrarily small values among them."""
    program = _decode(fields(statement, PROGRAM, "statement"), budget)
    vectors = fields(evidence, {"point", "ray"}, "evidence")
    point, ray = (_vector(program, vectors[key], program.width) for key in ("point", "ray"))
    program.field.require_denominators()
    program.require_feasible(point, "primal")
    program.require_feasible(ray, "ray", homogeneous=True)
    program.field.require("ray", program.applied(program.objective, ray)[0], (-1,), "objective along the ray")


def _decode(content: dict[str, Any], budget: Budget) -> Program:
    field, width = decode_field(content["generators"], budget), labels(content["variables"], "variables")
    free = [position(j, width, "free") for j in array(content["free"], "free")]
    if free != sorted(set(free)):
        raise Rejected("free", "positions are listed in increasing order, each once")
    objective = fields(content["objective"], {"denominator", "coefficients"}, "objective")
    costs, scale = _entries(field, objective["coefficients"], width), field.denominator(objective["denominator"])
    program = Program(field, width, set(free), costs, scale, [], {})
    for i, row in enumerate(array(content["rows"], "rows")):
        relation, coefficients, bound = array(row, "row", 3)
        if not isinstance(relation, str) or relation not in RELATIONS:
            raise Rejected("relation", f"row {i}: expected one of {sorted(RELATIONS)} as the relation")
        program.rows.append((relation, _entries(field, coefficients, width)))
        program.bounds[i] = field.polynomial(bound)
    return program


def _entries(field: Field, value: object, end: int) -> Entries:
    return {k: field.polynomial(entry) for k, entry in _sparse(value, end)}


def _vector(program: Program, value: object, end: int) -> Vector:
    """Decode numbers over one common denominator, or each with its own."""
    if not (isinstance(value, dict) and "denominator" in value):
        entries = _sparse(fields(value, {"entries"}, "vector")["entries"], end)
        return {k: program.field.quotient(quotient) for k, quotient in entries}
    content = fields(value, {"denominator", "entries"}, "vector")
    denominator = program.field.denominator(content["denominator"])
    return {k: (program.field.polynomial(top), denominator) for k, top in _sparse(content["entries"], end)}


def _sparse(value: object, end: int) -> list[tuple[int, Any]]:
    """Decode [[position, entry], ...] with increasing positions. Every other entry is 0."""
    pairs = [array(pair, "entry", 2) for pair in array(value, "entries")]
    places = [position(k, end, "position") for k, _ in pairs]
    if places != sorted(set(places)):
        raise Rejected("position", "entries are listed in the order of their positions, each once")
    return [(k, entry) for k, (_, entry) in zip(places, pairs, strict=True)]
