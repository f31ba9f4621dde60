"""Find a random map that takes one list of columns to another, or a utility that shows there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dpexact.linear_programs import Infeasible, LinearProgram, Optimum, solve
from dpexact.mechanisms.labels import Label
from dpexact.numbers.exact import Exact
from dpexact.sufficiency.echelon import ONE, ZERO, reduced, solution
from dpexact.sufficiency.interior import interior_kernel
from dpexact.sufficiency.rays import Column, direction
from dpexact.sufficiency.utilities import score

TRIED = 3  # columns of the target that are tried one by one, before all are taken together


@dataclass(frozen=True)
class Kernel:
    """A_k(r), a distribution over the target's rays for each ray of the source."""

    rows: list[list[Exact]]


@dataclass(frozen=True)
class Utility:
    """u_i(r), rows[r][i], a utility by which the target scores more than the source can."""

    rows: list[list[Exact]]


@dataclass(frozen=True)
class Unique:
    """The only A with the right products, whose entries may be negative."""

    rows: list[list[Exact]]


@dataclass(frozen=True)
class Dependent:
    """The columns of the source are dependent, these are independent and span all. Linear algebra says no more."""

    independent: list[int]


@dataclass(frozen=True)
class Shared:
    """Column k of the source and r of the target are proportional, and these shares of them are the same column."""

    k: int
    r: int
    of_source: Exact
    of_target: Exact


def search(source: Sequence[Column], target: Sequence[Column]) -> Kernel | Utility:
    """Find one of the two. A column that both sides share is taken away first.

    That is safe. In a map A, all other contributions to the shared part of t_r may change places with the image of the
    shared part of s_k, as both have the same column. A utility for the rest is one for the whole, if each shared r
    earns as much as the best action for that column, since both scores grow by the same.

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
    answer = _found([_times(left, source, k) for k in sources], [_times(wanted, target, r) for r in targets])
    if isinstance(answer, Kernel):
        for k, row in zip(sources, answer.rows, strict=True):
            for r, value in zip(targets, row, strict=True):
                rows[k][r] += left.get(k, ONE) * value
        return Kernel(rows)
    prices = dict(zip(targets, answer.rows, strict=True))
    best = {part.r: _best(answer.rows, source[part.k]) for part in shared}
    return Utility([list(best[r] if r in best else prices[r]) for r in range(len(target))])


def _best(actions: Sequence[list[Exact]], column: Column) -> list[Exact]:
    """Return the action that earns most by a column."""
    return max(actions, key=lambda us: score(us, column))


def _shared(source: Sequence[Column], target: Sequence[Column]) -> list[Shared]:
    """Return the columns that are proportional, of which each side has at most one in a direction."""
    known = {direction(column): k for k, column in enumerate(source)}
    shared = []
    for r, column in enumerate(target):
        k = known.get(direction(column))
        if k is not None:
            place = next(i for i, entry in enumerate(column) if entry)
            ratio = column[place] / source[k][place]
            shared.append(Shared(k, r, ratio, ONE) if ratio <= 1 else Shared(k, r, ONE, 1 / ratio))
    return shared


def _times(shares: Mapping[int, Exact], columns: Sequence[Column], place: int) -> Column:
    """Return the rest of a column."""
    share = shares.get(place)
    return columns[place] if share is None else tuple(share * entry for entry in columns[place])


def _found(source: Sequence[Column], target: Sequence[Column]) -> Kernel | Utility:
    """Find one of the two for columns of which none is shared."""
    algebra = by_elimination(source, target)
    if isinstance(algebra, Dependent):
        middle = interior_kernel(source, target, algebra.independent)
        return Kernel(middle) if middle is not None else _outside(source, target) or _by_program(source, target)
    if isinstance(algebra, Utility):
        return algebra
    for k, row in enumerate(algebra.rows):
        for r, value in enumerate(row):
            if value.sign() < 0:
                return _bet(source, len(target), r, [-ONE if place == k else ZERO for place in range(len(source))])
    return Kernel(algebra.rows)


def by_elimination(source: Sequence[Column], target: Sequence[Column]) -> Unique | Utility | Dependent:
    """Decide by linear algebra alone, if the columns of the source are independent."""
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
    """Return the utility of one action that has these scores at the outputs of the source. All other actions earn 0."""
    rows = [[ZERO] * len(source[0]) for _ in range(actions)]
    rows[action] = solution(source, scores) or rows[action]
    return Utility(rows)


def _outside(source: Sequence[Column], target: Sequence[Column]) -> Utility | None:
    """Find a utility of one action, if a first column of the target is not a sum of multiples of the source's."""
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
    """Find the A_k(r) by a linear program, or the vector by which Farkas' lemma refutes its rows."""
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
