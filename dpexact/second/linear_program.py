"""The three kinds of statements about a linear program."""

from dataclasses import dataclass
from typing import Any

from dpexact.second.document import array, increasing, labels, with_keys
from dpexact.second.fields import ZERO, Field, Quotient
from dpexact.second.meter import need
from dpexact.second.signs import Sum

OPTIMUM, INFEASIBLE, UNBOUNDED = KINDS = (
    "linear-program-optimum",
    "linear-program-infeasible",
    "linear-program-unbounded",
)
KEYS = ("kind", "generators", "variables", "free", "objective", "rows")
EVIDENCE = {OPTIMUM: ("point", "dual"), INFEASIBLE: ("farkas",), UNBOUNDED: ("point", "ray")}
Vector = dict[int, Quotient]


def require_true(statement: dict[str, Any], evidence: Any, field: Field) -> None:
    """Check a statement. Raises Rejected."""
    kind = statement["kind"]
    with_keys(statement, *KEYS, *(["value"] if kind == OPTIMUM else []), where="statement")
    program = program_of(statement, field)
    value = field.quotient(statement["value"]) if kind == OPTIMUM else ZERO
    parts = with_keys(evidence, *EVIDENCE[kind], where="evidence")
    of_rows = [name in ("dual", "farkas") for name in EVIDENCE[kind]]
    ends = [len(program.rows) if of_row else program.variables for of_row in of_rows]
    vectors = [vector_of(part, field, end) for part, end in zip(parts, ends, strict=True)]
    field.require_denominators()
    if kind == INFEASIBLE:
        total = program.require_dual(vectors[0], {})
        need(field.is_positive(total), "farkas", "y.b is not positive")
        return
    point, other = vectors
    program.require_point(point, "primal")
    if kind == UNBOUNDED:
        program.require_point(other, "ray", homogeneous=True)
        slope = program.dot(program.objective, other)
        need(field.is_positive(field.negative(slope)), "ray", "c.d is not negative")
        return
    bound = program.require_dual(other, program.objective)
    for number in (program.dot(program.objective, point), bound):
        need(field.difference(number, value).top == 0, "value", "c.x and y.b are not both the value")


@dataclass(frozen=True)
class Program:
    """Minimize the objective over the x that meet the rows."""

    field: Field
    variables: int
    free: set[int]
    objective: Vector
    rows: list[tuple[str, Vector, Quotient]]

    def dot(self, x: Vector, y: Vector) -> Quotient:
        """Return the sum of the products."""
        return self.field.total(self.field.product(c, y[j]) for j, c in x.items() if j in y)

    def meets(self, relation: str, x: Quotient) -> bool:
        """Return whether x <= 0, x = 0 or x >= 0."""
        if relation == "=":
            return x.top == 0
        return not self.field.is_positive(x if relation == "<=" else self.field.negative(x))

    def require_dual(self, y: Vector, objective: Vector) -> Quotient:
        """Check: the signs of y, and objective - yA >= 0 (= 0 for free variables), and return y.b."""
        columns: list[list[Quotient]] = [[] for _ in range(self.variables)]
        for i, weight in y.items():
            relation, entries, _ = self.rows[i]
            right = relation == "=" or self.meets(relation, weight)
            need(right, "dual-sign", f"row {i}: the weight has the wrong sign")
            for j, c in entries.items():
                columns[j].append(self.field.product(c, weight))
        for j, column in enumerate(columns):
            slack = self.field.difference(objective.get(j, ZERO), self.field.total(column))
            need(self.meets("=" if j in self.free else ">=", slack), "dual-column", f"variable {j}: c - yA is negative")
        return self.dot({i: bound for i, (_, _, bound) in enumerate(self.rows)}, y)

    def require_point(self, x: Vector, check: str, *, homogeneous: bool = False) -> None:
        """Check: x meets the rows (with bounds 0 if homogeneous) and is >= 0 if it is not free."""
        for i, (relation, entries, bound) in enumerate(self.rows):
            slack = self.field.difference(self.dot(entries, x), ZERO if homogeneous else bound)
            need(self.meets(relation, slack), check, f"row {i} is not met")
        for j, entry in x.items():
            need(j in self.free or self.meets(">=", entry), check, f"variable {j} is negative")


def program_of(statement: dict[str, Any], field: Field) -> Program:
    """Return the program of a statement."""
    variables = labels(statement["variables"], "variables")
    free = increasing(statement["free"], variables, "free", "free")
    bottom, written = with_keys(statement["objective"], "denominator", "coefficients", where="objective")
    objective = over(field, entries_of(written, variables), field.denominator(bottom))
    rows = []
    for row in array(statement["rows"], "rows"):
        relation, entries, bound = array(row, "a row", 3)
        need(type(relation) is str and relation in ("<=", "=", ">="), "relation", "a relation is <=, = or >=")
        rows.append((relation, over(field, entries_of(entries, variables), 1), Quotient(field.sum(bound), 1)))
    return Program(field, variables, set(free), objective, rows)


def entries_of(written: Any, end: int) -> dict[int, Any]:
    """Return what is written at each position, positions increasing."""
    items = [array(item, "an entry", 2) for item in array(written, "entries")]
    places = increasing([place for place, _ in items], end, "position", "entries")
    return dict(zip(places, (number for _, number in items), strict=True))


def over(field: Field, entries: dict[int, Any], bottom: Sum) -> Vector:
    """Read numerators over one denominator."""
    return {j: Quotient(field.sum(top), bottom) for j, top in entries.items()}


def vector_of(written: Any, field: Field, end: int) -> Vector:
    """Return a vector of the evidence."""
    if type(written) is dict and "denominator" in written:
        bottom, entries = with_keys(written, "denominator", "entries", where="a vector")
        return over(field, entries_of(entries, end), field.denominator(bottom))
    (entries,) = with_keys(written, "entries", where="a vector")
    return {j: field.quotient(entry) for j, entry in entries_of(entries, end).items()}
