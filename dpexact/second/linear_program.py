"""The three kinds of statements about a linear program."""

from dataclasses import dataclass
from typing import Any

from dpexact.second.document import array, increasing, labels, with_keys
from dpexact.second.fields import ZERO, Field, Quotient, Signs, Sum
from dpexact.second.meter import need
from dpexact.second.rows import Quotients

OPTIMUM, INFEASIBLE, UNBOUNDED = KINDS = (
    "linear-program-optimum",
    "linear-program-infeasible",
    "linear-program-unbounded",
)
KEYS = ("kind", "generators", "variables", "free", "objective", "rows")
EVIDENCE = {OPTIMUM: ("point", "dual"), INFEASIBLE: ("farkas",), UNBOUNDED: ("point", "ray")}
Entries = dict[int, Sum]
Vector = dict[int, Quotient]


@dataclass(frozen=True)
class Program:
    """A decoded statement: minimize the objective over the x that meet the rows."""

    kind: str
    field: Field
    signs: Signs
    variables: int
    free: list[int]
    objective: Entries
    denominator: Sum
    rows: list[tuple[str, Entries, Sum]]
    value: Quotient | None
    vectors: list[Vector]
    reader: Quotients

    def dot(self, entries: Entries, vector: Vector) -> Quotient:
        """Return the sum of the products."""
        return self.field.total(
            Quotient(self.field.times(c, vector[j].top), vector[j].bottom) for j, c in entries.items() if j in vector
        )

    def is_positive(self, x: Quotient) -> bool:
        """Return whether x > 0."""
        return self.signs.is_positive(x.top)

    def meets(self, relation: str, x: Quotient) -> bool:
        """Return whether x <= 0, x = 0 or x >= 0."""
        if relation == "=":
            return not x.top
        return not self.is_positive(x if relation == "<=" else self.field.negative(x))

    def times_rows(self, y: Vector) -> list[Quotient]:
        """Return yA, a number for each variable."""
        columns: list[list[Quotient]] = [[] for _ in range(self.variables)]
        for i, (_, entries, _) in enumerate(self.rows):
            if i in y:
                for j, c in entries.items():
                    columns[j].append(Quotient(self.field.times(c, y[i].top), y[i].bottom))
        return [self.field.total(column) for column in columns]

    def require_dual(self, y: Vector, objective: list[Quotient]) -> Quotient:
        """Check: the signs of y, and objective - yA >= 0 (= 0 for free variables), and return y.b."""
        for i, weight in y.items():
            relation = self.rows[i][0]
            right = relation == "=" or self.meets(relation, weight)
            need(right, "dual-sign", f"row {i}: the weight has the wrong sign")
        free = set(self.free)
        for j, (c, total) in enumerate(zip(objective, self.times_rows(y), strict=True)):
            slack = self.field.difference(c, total)
            need(self.meets("=" if j in free else ">=", slack), "dual-column", f"variable {j}: c - yA is negative")
        return self.dot({i: bound for i, (_, _, bound) in enumerate(self.rows)}, y)

    def require_point(self, x: Vector, check: str, *, homogeneous: bool = False) -> None:
        """Check: x meets the rows (with bounds 0 if homogeneous) and is >= 0 if it is not free."""
        for i, (relation, entries, bound) in enumerate(self.rows):
            slack = self.field.difference(self.dot(entries, x), ZERO if homogeneous else Quotient(bound, 1))
            need(self.meets(relation, slack), check, f"row {i} is not met")
        free = set(self.free)
        for j, entry in x.items():
            need(j in free or self.meets(">=", entry), check, f"variable {j} is negative")

    def value_at(self, x: Vector) -> Quotient:
        """Return c.x."""
        total = self.dot(self.objective, x)
        return Quotient(total.top, self.field.times(total.bottom, self.denominator))


def decoded(statement: dict[str, Any], evidence: Any, field: Field, signs: Signs) -> Program:
    """Return the program of a statement, with the vectors of the evidence."""
    kind = statement["kind"]
    with_keys(statement, *KEYS, *(["value"] if kind == OPTIMUM else []), where="statement")
    need(not field.is_free, "generators", f"{kind}: t is free")
    variables = labels(statement["variables"], "variables")
    free = increasing(statement["free"], variables, "free", "free")
    bottom, coefficients = with_keys(statement["objective"], "denominator", "coefficients", where="objective")
    denominator, objective = field.sum(bottom), entries_of(coefficients, field, variables)
    rows = [row_of(row, field, variables) for row in array(statement["rows"], "rows")]
    value = field.quotient(statement["value"]) if kind == OPTIMUM else None
    reader = Quotients(field)
    sides = {"dual": len(rows), "farkas": len(rows), "point": variables, "ray": variables}
    names = EVIDENCE[kind]
    parts = with_keys(evidence, *names, where="evidence")
    vectors = [vector_of(part, reader, sides[name]) for name, part in zip(names, parts, strict=True)]
    return Program(kind, field, signs, variables, free, objective, denominator, rows, value, vectors, reader)


def row_of(row: Any, field: Field, variables: int) -> tuple[str, Entries, Sum]:
    """Read relation, coefficients and bound."""
    relation, entries, bound = array(row, "a row", 3)
    need(type(relation) is str and relation in ("<=", "=", ">="), "relation", "a relation is <=, = or >=")
    return relation, entries_of(entries, field, variables), field.sum(bound)


def entries_of(written: Any, field: Field, end: int) -> Entries:
    """Read coefficients by position, positions increasing."""
    items = [array(item, "an entry", 2) for item in array(written, "entries")]
    places = increasing([place for place, _ in items], end, "position", "entries")
    return dict(zip(places, (field.sum(number) for _, number in items), strict=True))


def vector_of(written: Any, reader: Quotients, end: int) -> Vector:
    """Return a vector of the evidence."""
    has_common = type(written) is dict and "denominator" in written
    parts = with_keys(written, *(["denominator"] if has_common else []), "entries", where="a vector")
    items = [array(item, "an entry", 2) for item in array(parts[-1], "entries")]
    places = increasing([place for place, _ in items], end, "position", "entries")
    numbers = [number for _, number in items]
    if has_common:
        reader.common(parts[0])
    return dict(zip(places, reader.over(numbers, parts[0]) if has_common else reader.each(numbers), strict=True))


def require_true(program: Program) -> None:
    """Check the statement. Raises Rejected."""
    signs = program.signs
    bottoms = [program.denominator, *([program.value.bottom] if program.value else [])]
    need(all(signs.is_positive(x) for x in bottoms), "denominator", "a denominator is not positive")
    program.reader.require_positive(signs)
    objective = [Quotient(program.objective.get(j, 0), program.denominator) for j in range(program.variables)]
    if program.kind == INFEASIBLE:
        total = program.require_dual(program.vectors[0], [ZERO] * program.variables)
        need(program.is_positive(total), "farkas", "y.b is not positive")
        return
    point, other = program.vectors
    program.require_point(point, "primal")
    if program.kind == UNBOUNDED:
        program.require_point(other, "ray", homogeneous=True)
        need(program.is_positive(program.field.negative(program.value_at(other))), "ray", "c.d is not negative")
        return
    value = program.value or ZERO
    bound = program.require_dual(other, objective)
    for number in (program.value_at(point), bound):
        need(not program.field.difference(number, value).top, "value", "c.x and y.b are not both the value")
