"""Solve linear systems with exact numbers.

The reduced echelon form of a rational matrix: its shape modulo a prime, its entries by one square system, checked.

FLINT's own way clears the denominators row by row, so that one entry with a large denominator makes its whole row
large, and the determinants on the way larger still. Here rows are scaled by the pivot columns only and each other
column by itself; Dixon's p-adic solver then needs as many digits as the answer has. The product is checked, so a shape
that holds modulo the prime only is noticed; then FLINT's own way is taken.

Linear systems with exact numbers: rational ones by one square system, others between adjacent equations.

Nearly all mechanisms with irrational probabilities are made of powers of one number, or have few different ones: then
adjacent equations differ in few places, and what is left stays short (Neville's elimination).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import gcd, lcm
from typing import Any

from flint import fmpq, fmpq_mat, nmod_mat

from dpexact.linear_programs import Infeasible, LinearProgram, Optimum, solve
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.exact import Exact
from dpexact.sufficiency.rays import Column

PRIME = (1 << 61) - 1
ZERO, ONE = Exact.of_rational(0), Exact.of_rational(1)
MARGIN = 1e-9
SCALES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 50, 100, 10**3, 10**4, 10**6, 10**9, 10**12, 10**18, 10**27)
ROUNDS = 500
BITS = 40  # of a rounded entry
FLOOR = 1e-4
POSITIVE = 1e-7
TRIED = 3  # columns of the target that are tried one by one, before all are taken together


def rational_echelon(rows: Sequence[Sequence[Any]]) -> tuple[Any, list[int]]:
    """Return R and its pivot columns, for rows of fmpq: R is in reduced echelon form and spans the same space.

    Guarantee: exact.
    """
    width = len(rows[0])
    shape = _shape(rows)
    if shape is not None:
        places, pivots = shape
        matrix = _solved(rows, places, pivots, width)
        if _is_echelon(matrix, pivots, width) and _spans(rows, pivots, matrix):
            return matrix, pivots
    matrix, rank = fmpq_mat([list(row) for row in rows]).rref()
    pivots = [next(j for j in range(width) if matrix[i, j]) for i in range(rank)]
    return fmpq_mat([[matrix[i, j] for j in range(width)] for i in range(rank)]), pivots


def _shape(rows: Sequence[Sequence[Any]]) -> tuple[list[int], list[int]] | None:
    """Return rows that are independent and pivot columns, modulo the prime; None where it says nothing."""
    if any(value.q % PRIME == 0 for row in rows for value in row):
        return None
    residues = [[int(value.p % PRIME) * pow(int(value.q % PRIME), -1, PRIME) % PRIME for value in row] for row in rows]
    pivots = _pivots(residues)
    places = _pivots(list(zip(*residues, strict=True)))
    return (places, pivots) if pivots else None


def _pivots(residues: Sequence[Sequence[int]]) -> list[int]:
    width = len(residues[0])
    matrix, rank = nmod_mat(len(residues), width, [value for row in residues for value in row], PRIME).rref()
    return [next(j for j in range(width) if int(matrix[i, j])) for i in range(rank)]


def _solved(rows: Sequence[Sequence[Any]], places: list[int], pivots: list[int], width: int) -> Any:
    """Return the R with R = 1 on the pivot columns and rows[places, pivots] R = rows[places]."""
    taken = set(pivots)
    rest = [j for j in range(width) if j not in taken]
    scaled = []
    for i in places:
        factor = _denominator(rows[i][j] for j in pivots)
        scaled.append([value * factor for value in rows[i]])
    matrix = fmpq_mat(len(pivots), width)
    for n, j in enumerate(pivots):
        matrix[n, j] = 1
    if not rest:
        return matrix
    below = [_denominator(row[j] for row in scaled) for j in rest]
    right = fmpq_mat([[row[j] * factor for j, factor in zip(rest, below, strict=True)] for row in scaled])
    square: Any = fmpq_mat([[row[j] for j in pivots] for row in scaled])
    found = square.solve(right, algorithm="dixon")
    for m, (j, factor) in enumerate(zip(rest, below, strict=True)):
        for n in range(len(pivots)):
            matrix[n, j] = found[n, m] / factor
    return matrix


def _denominator(values: Iterable[Any]) -> int:
    return lcm(*(int(value.q) for value in values))


def _is_echelon(matrix: Any, pivots: list[int], width: int) -> bool:
    return all(matrix[n, j] == 0 for n, pivot in enumerate(pivots) for j in range(min(pivot, width)))


def _spans(rows: Sequence[Sequence[Any]], pivots: list[int], matrix: Any) -> bool:
    """Return whether each row is a combination of those of R: the one that its entries in the pivot columns name."""
    return bool(fmpq_mat([[row[j] for j in pivots] for row in rows]) * matrix == fmpq_mat([list(row) for row in rows]))


@dataclass(frozen=True)
class Reduced:
    """Equations in reduced echelon form: row n begins at column pivots[n], with 1."""

    rows: list[list[Exact]]
    pivots: list[int]


def reduced(equations: Sequence[Sequence[Exact]]) -> Reduced:
    """Bring equations into reduced echelon form. Guarantee: exact."""
    width = len(equations[0])
    if all(value.ratio is not None for row in equations for value in row):
        matrix, pivots = rational_echelon([[value.ratio for value in row] for row in equations])
        return Reduced([[Exact.of_rational(matrix[i, j]) for j in range(width)] for i in range(len(pivots))], pivots)
    rows = _reduced_by_neighbors([_over_first(row) for row in equations])
    return Reduced(rows, [next(j for j, value in enumerate(row) if value) for row in rows])


def solution(equations: Sequence[Sequence[Exact]], values: Sequence[Exact]) -> list[Exact] | None:
    """Return one x with equations x = values, or None if there is none. Guarantee: exact."""
    width = len(equations[0])
    found = reduced([[*row, value] for row, value in zip(equations, values, strict=True)])
    if width in found.pivots:
        return None
    x = [ZERO] * width
    for row, place in zip(found.rows, found.pivots, strict=True):
        x[place] = row[width]
    return x


def _over_first(row: Sequence[Exact]) -> list[Exact]:
    """Return the equation divided by its first number that is not 0, so that a common factor of all disappears."""
    first = next((value for value in row if value), ONE)
    return [value / first if value else value for value in row]


def _reduced_by_neighbors(rows: list[list[Exact]]) -> list[list[Exact]]:
    """Eliminate downwards, then upwards."""
    done, pivots = 0, []
    for column in range(len(rows[0])):
        for i in range(len(rows) - 1, done, -1):
            if rows[i][column]:
                if rows[i - 1][column]:
                    rows[i] = _minus(rows[i], rows[i - 1], column)
                else:
                    rows[i - 1], rows[i] = rows[i], rows[i - 1]
        if done < len(rows) and rows[done][column]:
            pivots.append(column)
            done += 1
    rows = rows[:done]
    for n, column in reversed(list(enumerate(pivots))):
        for i in range(n):
            if rows[i][column]:
                rows[i] = _minus(rows[i], rows[i + 1] if rows[i + 1][column] else rows[n], column)
        if rows[n][column] != 1:
            rows[n] = [value / rows[n][column] if value else value for value in rows[n]]
    return rows


def _minus(row: list[Exact], other: list[Exact], column: int) -> list[Exact]:
    """Return the row minus a multiple of the other one, so that the column is 0."""
    factor = row[column] / other[column]
    left = [x - factor * y if y else x for x, y in zip(row, other, strict=True)]
    left[column] = ZERO
    return left


def tidy(rows: Sequence[Sequence[Exact]], source: Sequence[Column], target: Sequence[Column]) -> list[list[Exact]]:
    """Return a utility in small whole numbers that still shows what the given one shows; itself where none is found.

    Floating point says which are worth an exact look; nothing rests on it.

    Guarantee: exact.
    """
    about = _lead_in_floats(source, target)
    largest = max(abs(u) for us in rows for u in us if u)
    parts = [[u / largest if u else u for u in us] for us in rows]
    for scale in SCALES:
        rounded = [[round(scale * u) for u in us] for us in parts]
        shared = gcd(*(u for us in rounded for u in us))
        if shared and about(rounded):
            whole = [[Exact.of_rational(u // shared) for u in us] for us in rounded]
            if lead(whole, source, target) > 0:
                return whole
    return [list(us) for us in rows]


def lead(rows: Sequence[Sequence[Exact]], source: Sequence[Column], target: Sequence[Column]) -> Exact:
    """Return what the target scores more than the best use of the source. Guarantee: exact."""
    if all(value.ratio is not None for part in (rows, source, target) for line in part for value in line):
        prices, columns = (fmpq_mat([[value.ratio for value in line] for line in part]) for part in (rows, source))
        products = columns * prices.transpose()
        best = sum((max(products[k, r] for r in range(len(rows))) for k in range(len(source))), fmpq(0))
        own = sum(
            (
                u.ratio * p.ratio
                for us, column in zip(rows, target, strict=True)
                for u, p in zip(us, column, strict=True)
            ),
            fmpq(0),
        )
        return Exact.of_rational(own - best)
    own_score, best_score = scores(rows, source, target)
    return own_score - best_score


def scores(rows: Sequence[Sequence[Exact]], source: Sequence[Column], target: Sequence[Column]) -> tuple[Exact, Exact]:
    """Return what the target scores, and what the best use of the source does. Guarantee: exact."""
    own = exact_sum([ZERO, *(score(us, column) for us, column in zip(rows, target, strict=True) if any(us))])
    paying = [us for us in rows if any(us)]
    nothing = [ZERO] if len(paying) < len(rows) else []  # an action that earns nothing anywhere
    return own, exact_sum(max([*nothing, *(score(us, column) for us in paying)]) for column in source)


def _lead_in_floats(source: Sequence[Column], target: Sequence[Column]) -> Callable[[Sequence[Sequence[int]]], bool]:
    """Return whether a utility seems to show something, by more than the errors of floating point. Guarantee: none."""
    import numpy as np

    s, t = (np.array([[float(value) for value in column] for column in columns]) for columns in (source, target))

    def about(rows: Sequence[Sequence[int]]) -> bool:
        u = np.array([[float(value) for value in us] for us in rows])
        return bool((u * t).sum() - (s @ u.T).max(axis=1).sum() > MARGIN * np.abs(u).max())

    return about


def score(us: Sequence[Exact], column: Column) -> Exact:
    """Return what an action earns by a column, over all inputs."""
    return exact_sum([ZERO, *(u * p for u, p in zip(us, column, strict=True) if u and p)])


def interior_kernel(
    source: Sequence[Column], target: Sequence[Column], independent: Sequence[int]
) -> list[list[Exact]] | None:
    """Find the rows A_k(r) of a random map, or None; `independent` columns of the source span all.

    Guarantee: exact, for what is found.
    """
    if not all(value.ratio is not None for column in (*source, *target) for value in column):
        return None
    guess = _guess([[float(x) for x in column] for column in source], [[float(x) for x in column] for column in target])
    if guess is None:
        return None
    s, t = (fmpq_mat([[value.ratio for value in column] for column in columns]) for columns in (source, target))
    scale = 1 << BITS
    a = fmpq_mat([[fmpq(round(float(value) * scale), scale) for value in row] for row in guess])
    rest = t - a * s
    part = fmpq_mat([[s[k, i] for i in range(s.ncols())] for k in independent])
    matrix, rank = part.rref()
    inputs = [next(i for i in range(s.ncols()) if matrix[n, i]) for n in range(rank)]
    square = fmpq_mat([[part[n, i] for n in range(rank)] for i in inputs])  # transposed
    right = fmpq_mat([[rest[r, i] for r in range(t.nrows())] for i in inputs])
    correction = square.solve(right)
    for n, k in enumerate(independent):
        for r in range(t.nrows()):
            a[r, k] += correction[n, r]
    for k in range(s.nrows()):
        missing = (1 - sum((a[r, k] for r in range(t.nrows())), fmpq(0))) / t.nrows()
        for r in range(t.nrows()):
            a[r, k] += missing
    if a * s != t or any(value < 0 for value in a.entries()):
        return None
    return [[Exact.of_rational(a[r, k]) for r in range(t.nrows())] for k in range(s.nrows())]


def _guess(source: list[list[float]], target: list[list[float]]) -> Any:
    """Return a positive A with about the right products and sums, as an array, or None."""
    import numpy as np

    s, t = np.array(source), np.array(target)
    try:
        inverse = np.linalg.pinv(s)
    except np.linalg.LinAlgError:
        return None
    a = np.full((len(t), len(s)), 1 / len(t))
    for _ in range(ROUNDS):
        a -= (a @ s - t) @ inverse
        missing = 1 - a.sum(axis=0)
        a += (missing - (missing @ s) @ inverse) / len(t)
        if not np.isfinite(a).all():
            return None
        if a.min() > POSITIVE:
            return a
        a = np.maximum(a, FLOOR / len(t))
    return None


@dataclass(frozen=True)
class Kernel:
    """A_k(r): a distribution over the target's rays for each ray of the source."""

    rows: list[list[Exact]]


@dataclass(frozen=True)
class Utility:
    """u_i(r), rows[r][i]: a utility by which the target scores more than the source can."""

    rows: list[list[Exact]]


@dataclass(frozen=True)
class Unique:
    """The only A with the right products, whose entries may be negative."""

    rows: list[list[Exact]]


@dataclass(frozen=True)
class Dependent:
    """The columns of the source are dependent, these are independent and span all; linear algebra says no more."""

    independent: list[int]


@dataclass(frozen=True)
class Shared:
    """Column k of the source and r of the target are proportional: these shares of them are the same column."""

    k: int
    r: int
    of_source: Exact
    of_target: Exact


def search(source: Sequence[Column], target: Sequence[Column]) -> Kernel | Utility:
    """Find one of the two. What is the same column on both sides is taken away first.

    That is safe. Of a map A whatever else contributes to the shared part of t_r may change places with what A makes of
    the shared part of s_k, as both have the same column. And a utility for the rest is one for the whole, if each
    shared r earns what the best action for that column does: both scores grow by the same.

    Guarantee: exact.
    """
    shared = _shared(source, target)
    left = {part.k: 1 - part.of_source for part in shared}
    wanted = {part.r: 1 - part.of_target for part in shared}
    sources = [k for k in range(len(source)) if left.get(k, ONE)]
    targets = [r for r in range(len(target)) if wanted.get(r, ONE)]
    rows = [[ZERO] * len(target) for _ in source]
    for part in shared:
        rows[part.k][part.r] = part.of_source
    if not sources:
        return Kernel(rows)
    found = _found([_times(left, source, k) for k in sources], [_times(wanted, target, r) for r in targets])
    if isinstance(found, Kernel):
        for k, row in zip(sources, found.rows, strict=True):
            for r, value in zip(targets, row, strict=True):
                rows[k][r] += left.get(k, ONE) * value
        return Kernel(rows)
    prices = dict(zip(targets, found.rows, strict=True))
    best = {part.r: _best(found.rows, source[part.k]) for part in shared}
    return Utility([list(best[r] if r in best else prices[r]) for r in range(len(target))])


def _best(actions: Sequence[list[Exact]], column: Column) -> list[Exact]:
    """Return the action that earns most by a column."""
    return max(actions, key=lambda us: score(us, column))


def _shared(source: Sequence[Column], target: Sequence[Column]) -> list[Shared]:
    """Return the columns that are proportional; no two of the source are, and no two of the target."""
    known = {_direction(column): k for k, column in enumerate(source)}
    found = []
    for r, column in enumerate(target):
        k = known.get(_direction(column))
        if k is not None:
            place = next(i for i, entry in enumerate(column) if entry)
            ratio = column[place] / source[k][place]
            found.append(Shared(k, r, ratio, ONE) if ratio <= 1 else Shared(k, r, ONE, 1 / ratio))
    return found


def _direction(column: Column) -> Column:
    first = next(entry for entry in column if entry)
    return tuple(entry / first if entry else entry for entry in column)


def _times(shares: Mapping[int, Exact], columns: Sequence[Column], place: int) -> Column:
    """Return what is left of a column."""
    share = shares.get(place)
    return columns[place] if share is None else tuple(share * entry for entry in columns[place])


def _found(source: Sequence[Column], target: Sequence[Column]) -> Kernel | Utility:
    """Find one of the two, where no columns are shared."""
    found = by_elimination(source, target)
    if isinstance(found, Dependent):
        middle = interior_kernel(source, target, found.independent)
        return Kernel(middle) if middle is not None else _outside(source, target) or _by_program(source, target)
    if isinstance(found, Utility):
        return found
    for k, row in enumerate(found.rows):
        for r, value in enumerate(row):
            if value.sign() < 0:
                return _bet(source, len(target), r, [-ONE if place == k else ZERO for place in range(len(source))])
    return Kernel(found.rows)


def by_elimination(source: Sequence[Column], target: Sequence[Column]) -> Unique | Utility | Dependent:
    """Return what linear algebra alone says."""
    count = len(source)
    echelon = reduced([[*row] for row in zip(*source, *target, strict=True)])
    beyond = next((place - count for place in echelon.pivots if place >= count), None)
    if beyond is not None:  # a column that is not a combination of those of the source
        equations = [*source, target[beyond]]
        prices = solution(equations, [ZERO] * count + [ONE])
        rows = [[ZERO] * len(target[0]) for _ in target]
        rows[beyond] = prices or rows[beyond]
        return Utility(rows)
    if len(echelon.pivots) < count:
        return Dependent(echelon.pivots)
    return Unique([row[count:] for row in echelon.rows])


def _bet(source: Sequence[Column], actions: int, action: int, scores: list[Exact]) -> Utility:
    """Return the utility of one action that has these scores at the outputs of the source; all other actions earn 0."""
    rows = [[ZERO] * len(source[0]) for _ in range(actions)]
    rows[action] = solution(source, scores) or rows[action]
    return Utility(rows)


def _outside(source: Sequence[Column], target: Sequence[Column]) -> Utility | None:
    """Find a utility of one action, where a first column of the target is not a sum of multiples of the source's."""
    names = list(range(len(source)))
    for r, column in list(enumerate(target))[:TRIED]:
        rows: list[tuple[Mapping[Label, object], str, object]] = [
            ({k: source[k][i] for k in names}, "=", entry) for i, entry in enumerate(column)
        ]
        outcome = solve(LinearProgram.from_rows(names, {}, rows))
        if isinstance(outcome, Infeasible):
            prices = [[ZERO] * len(column) for _ in target]
            prices[r] = list(outcome.farkas)
            return Utility(prices)
    return None


def _by_program(source: Sequence[Column], target: Sequence[Column]) -> Kernel | Utility:
    """Return a linear program in the A_k(r), or the vector by which Farkas' lemma shows that it has no solution."""
    cells = [(k, r) for k in range(len(source)) for r in range(len(target))]
    rows: list[tuple[Mapping[Label, object], str, object]] = []
    for r, column in enumerate(target):
        rows += [({(k, r): source[k][i] for k in range(len(source))}, "=", entry) for i, entry in enumerate(column)]
    rows += [({(k, r): ONE for r in range(len(target))}, "=", ONE) for k in range(len(source))]
    outcome = solve(LinearProgram.from_rows(cells, {}, rows))
    if isinstance(outcome, Optimum):
        return Kernel([[outcome.point[k, r] for r in range(len(target))] for k in range(len(source))])
    inputs = len(target[0])
    farkas = outcome.farkas if isinstance(outcome, Infeasible) else ()
    return Utility([list(farkas[r * inputs : (r + 1) * inputs]) for r in range(len(target))])
