"""Kinds "composition" and "composition-refuted": laws of noise, run many times, keep delta at E, or do not.

"(n)" in a comment is line n of the section "Compositions" in docs/certificate-format.md, "(rn)" that of "Refuted
compositions". A bound is for the removal of a record and its addition, a refutation for one of both.
"""

from collections.abc import Sequence

from flint import fmpq, fmpz

from dpexact.kernel.bracket import Bracket, inverse, power, times
from dpexact.kernel.budget import Budget, require_size
from dpexact.kernel.composition_grid import MAX_REACH, Bound, Grid
from dpexact.kernel.document import Rejected, array, fields, integer, position
from dpexact.kernel.field import Field, Quotient, decode_field
from dpexact.kernel.noise import GUARD, at_most, bracket, demand, enclosed, fixed, rational
from dpexact.kernel.noise_laws import Run, cells_of, decode_run, groups_of
from dpexact.kernel.numeral import rounded

KEYS = {"kind", "generators", "laws", "exp_epsilon", "delta"}
LATTICE = {"ratio", "bits", "lowest", "highest"}
MAX_BITS = 2**10  # of a mass
MAX_LAWS = 2**10


def check_composition(statement: object, evidence: object, budget: Budget) -> None:
    """Prove P(S) <= E Q(S) + delta for every event S, P and Q the laws of all runs, in both directions."""
    content, field, factor, (d, g) = _decoded(statement, budget)
    proved, bits = proved_delta(content["laws"], factor, evidence, field)
    if field.sign(field.product(d, fmpz(1) << bits) - field.product(g, proved)) < 0:  # (9)
        raise Rejected("bound", f"the cells prove no delta below {rounded(fmpq(proved), -bits, up=False)}")


def check_composition_refuted(statement: object, evidence: object, budget: Budget) -> None:
    """Prove P(S) > E Q(S) + delta for some event S, P and Q the laws of all runs or the other way round."""
    content, field, factor, (d, g) = _decoded(statement, budget)
    proved, bits = refuted_delta(content["laws"], factor, evidence, field)
    if field.sign(field.product(d, fmpz(1) << bits) - field.product(g, proved)) >= 0:  # (r7)
        raise Rejected("bound", f"the groups refute no delta above {rounded(fmpq(proved), -bits, up=True)}")


def _decoded(statement: object, budget: Budget) -> tuple[dict[str, object], Field, Quotient, Quotient]:
    """Decode a statement, with its E >= 1 and its delta from 0 to 1."""
    content = fields(statement, KEYS, "statement")
    field = decode_field(content["generators"], budget)
    (e, f), (d, g) = (field.quotient(content[key]) for key in ("exp_epsilon", "delta"))
    field.require_denominators()
    for check, value, what in (("exp-epsilon", e - f, "E - 1"), ("delta", d, "delta"), ("delta", g - d, "1 - delta")):
        field.require(check, value, (0, 1), what)
    return content, field, (e, f), (d, g)


def proved_delta(laws: object, factor: Quotient, evidence: object, field: Field) -> tuple[fmpz, int]:
    """Return the delta that the evidence proves at E >= 1, an integer over 2^bits, for the worse direction."""
    content = fields(evidence, {"cells", *LATTICE}, "evidence")
    grid = decode_grid(content, field)
    runs = [decode_run(law, part, "places", set()) for law, part in _laws(laws, content["cells"])]
    levels, last = _levels(grid, runs)
    several = [cells_of(run, field, grid.bits) for run in runs]
    known, delta = enclosed(field, factor, grid.bits + GUARD), fmpz(0)
    for turned in (False, True):
        bound = last.nothing()
        for run, grids, cells in zip(runs, levels, several, strict=True):
            chosen = [(piece.reversed(grid.bits), -j, -i) for piece, i, j in cells] if turned else cells
            run_bound = grids[0].split(chosen)
            bound = last.product(bound, run_bound.repeated(run.runs, grids))
        delta = max(delta, delta_of(last, bound, known))
    return delta, grid.bits


def refuted_delta(laws: object, factor: Quotient, evidence: object, field: Field) -> tuple[fmpz, int]:
    """Return a delta that is kept by no smaller one at E >= 1, an integer over 2^bits."""
    content = fields(evidence, {"direction", "laws", *LATTICE}, "evidence")
    grid, added = decode_grid(content, field, up=False), content["direction"] == "add"
    if content["direction"] not in ("remove", "add"):
        raise Rejected("direction", "expected remove or add")
    runs = [decode_run(law, part, "groups", {"corner"}) for law, part in _laws(laws, content["laws"])]
    levels, last = _levels(grid, runs)
    bound, width = last.nothing(), grid.bits + GUARD
    known = enclosed(field, factor, width)
    for run, grids in zip(runs, levels, strict=True):
        demand((written := rational(run.given["corner"])) > 0, "a corner above 0", "groups")
        corner = bracket(written, width)
        one = grids[0].placed(groups_of(run, field, grid.bits, added=added), corner)
        bound = last.product(bound, one.repeated(run.runs, grids))
        grid.budget.power([run.runs], width)
        known = times(known, inverse(power(corner, run.runs, width), width), width)
        require_size(abs(known.high.bit_length() + known.e), 2 * MAX_REACH, "bits of a corner")
    return delta_of(last, bound, known), grid.bits  # (r6)


def _levels(grid: Grid, runs: Sequence[Run]) -> tuple[list[list[Grid]], Grid]:
    """Return the lattice of one run of each law, with that after each squaring, and the last one of all."""
    several = []
    for run in runs:
        squarings, lattices = run.runs.bit_length(), [grid]
        for level in array(run.given["levels"], "levels", squarings) if "levels" in run.given else []:
            lattices.append(lattices[-1].coarser(*array(level, "level", 3)))
        several.append(lattices[1:] or lattices * squarings)
    demand(len({grids[-1].halvings for grids in several}) < 2, "laws that end at the same lattice", "lattice")
    last = several[0][-1] if several else grid
    return several, last.between(fmpz(grid.lowest), fmpz(grid.highest))


def delta_of(grid: Grid, bound: Bound, factor: Bracket) -> fmpz:
    """Return no less than the sum of mass times max(0, 1 - E G^-i), and the mass at infinity, over 2^bits.

    If masses are rounded down, return no more than that.
    """
    width, total = grid.bits + GUARD, fmpz(0)
    one, start = fmpz(1) << width, grid.ratio(bound.first)
    least, most = fixed(inverse(grid.base, width), width)
    grid.budget.spend(len(bound.masses) * (64 + grid.bits // 4))
    if grid.up:
        paid = at_most(factor, start, width, 2 * MAX_REACH)
    else:
        paid = fixed(times(factor, inverse(start, width), width), width).most
    for mass in bound.masses.coeffs():  # paid: at most E G^-i, or at least
        total += mass * (one - paid) if paid < one else 0
        paid = paid * least >> width if grid.up else -(-paid * most >> width)
    return bound.infinite + grid.shifted(total, width)


def _laws(laws: object, evidence: object) -> list[tuple[object, object]]:
    """Return each law with its part of the evidence."""
    listed = array(laws, "laws")
    require_size(len(listed), MAX_LAWS, "laws")
    return list(zip(listed, array(evidence, "evidence of laws", len(listed)), strict=True))


def decode_grid(content: dict[str, object], field: Field, *, up: bool = True) -> Grid:
    """Decode the lattice of the evidence, with masses that are rounded up, or down."""
    bits = position(content["bits"], MAX_BITS + 1, "lattice")
    top, bottom = ratio = field.quotient(content["ratio"])
    field.require("denominator", bottom, (1,), "denominator of G")
    field.require("lattice", top - bottom, (1,), "G - 1")
    grid = Grid(enclosed(field, ratio, bits + GUARD), bits, 0, 0, field.budget, up)
    return grid.between(integer(content["lowest"]), integer(content["highest"]))
