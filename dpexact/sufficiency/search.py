"""Find a random map that takes one list of columns to another, or a utility that shows there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import gcd
from typing import TYPE_CHECKING, Any

from flint import fmpq, fmpq_mat

from dpexact.linear_programs import Infeasible, LinearProgram, Optimum, solve
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.rows import exact_sum
from dpexact.numbers.exact import Exact
from dpexact.sufficiency.echelon import ONE, ZERO, rational_echelon, reduced, solution
from dpexact.sufficiency.rays import Column, direction

if TYPE_CHECKING:
    from numpy.typing import NDArray

TRIED = 3  # columns of the target that are tried one by one, before all are taken together
ROUNDS = 500
BITS = 40  # of a rounded entry
FLOOR = 1e-4
POSITIVE = 1e-7
MARGIN = 1e-9
SCALES = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 50, 100, 10**3, 10**4, 10**6, 10**9, 10**12, 10**18, 10**27)


@dataclass(frozen=True)
class Kernel:
    """A_k(r), a distribution over the target's rays for each ray of the source. It may be negative by elimination."""

    rows: list[list[Exact]]


@dataclass(frozen=True)
class Utility:
    """u_i(r), rows[r][i], a utility by which the target scores more than the source can."""

    rows: list[list[Exact]]


def search(source: Sequence[Column], target: Sequence[Column]) -> Kernel | Utility:
    """Find one of the two. The part of a column that both sides share is taken away first.

    That is safe. In a map A, all other contributions to the shared part of t_r may change places with the image of the
    shared part of s_k, as both have the same column. A utility for the rest is one for the whole, if each shared r
    earns as much as the best action for that column, since both scores grow by the same.

    The answer is exact.
    """
    known = {direction(column): k for k, column in enumerate(source)}  # each side has one column in a direction at most
    shared = {r: known[way] for r, way in enumerate(map(direction, target)) if way in known}
    left, wanted = [ONE] * len(source), [ONE] * len(target)
    rows = [[ZERO] * len(target) for _ in source]
    for r, k in shared.items():
        ratio = next(t / s for s, t in zip(source[k], target[r], strict=True) if s)
        rows[k][r] = min(ratio, ONE)
        left[k], wanted[r] = ONE - rows[k][r], ONE - rows[k][r] / ratio
    sources, targets = ([n for n, share in enumerate(shares) if share] for shares in (left, wanted))
    if not sources:
        return Kernel(rows)
    answer = _found([_times(left[k], source[k]) for k in sources], [_times(wanted[r], target[r]) for r in targets])
    if isinstance(answer, Kernel):
        for k, row in zip(sources, answer.rows, strict=True):
            for r, value in zip(targets, row, strict=True):
                rows[k][r] += left[k] * value
        return Kernel(rows)
    prices = dict(zip(targets, answer.rows, strict=True))
    prices |= {r: max(answer.rows, key=partial(score, column=source[k])) for r, k in shared.items()}
    return Utility([list(prices[r]) for r in range(len(target))])


def _times(share: Exact, column: Column) -> Column:
    return column if share == 1 else tuple(share * entry for entry in column)


def _found(source: Sequence[Column], target: Sequence[Column]) -> Kernel | Utility:
    """Find one of the two for columns of which none is shared."""
    answer = by_elimination(source, target)
    if isinstance(answer, list):
        return interior_kernel(source, target, answer) or _outside(source, target) or _by_program(source, target)
    if isinstance(answer, Kernel):
        for k, row in enumerate(answer.rows):
            for r, value in enumerate(row):
                if value.sign() < 0:
                    return _bet(source, len(target), r, [-ONE if place == k else ZERO for place in range(len(source))])
    return answer


def by_elimination(source: Sequence[Column], target: Sequence[Column]) -> Kernel | Utility | list[int]:
    """Return the only A with the right products, or a utility, or columns of the source that are independent.

    In the last case these span all, the others depend on them, and linear algebra says no more.
    """
    count = len(source)
    rows, pivots = reduced([[*row] for row in zip(*source, *target, strict=True)], count)
    beyond = next((place - count for place in pivots if place >= count), None)
    if beyond is not None:  # a column that is not a combination of those of the source
        return _bet([*source, target[beyond]], len(target), beyond, [ZERO] * count + [ONE])
    return pivots if len(pivots) < count else Kernel([row[count:] for row in rows])


def _bet(columns: Sequence[Column], actions: int, action: int, scores: list[Exact]) -> Utility:
    """Return the utility of one action that has these scores at independent columns. All other actions earn 0."""
    rows = [[ZERO] * len(columns[0]) for _ in range(actions)]
    rows[action] = solution(columns, scores)
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


def interior_kernel(source: Sequence[Column], target: Sequence[Column], independent: Sequence[int]) -> Kernel | None:
    """Find a random map, or None. The `independent` columns of the source span all.

    A positive guess is rounded to multiples of 2^-40 and corrected twice. The independent columns take over the part of
    the target that the products miss. Then each row k is brought to the sum 1 by the same number in all its entries.
    That leaves the products, since both lists of columns have the same sum, so that the source times these numbers is
    0. The result is checked, as a correction may be larger than the guess.

    The answer is exact, if one is found.
    """
    if not all(value.ratio is not None for column in (*source, *target) for value in column):
        return None
    guess = _guess(*([[float(value) for value in column] for column in columns] for columns in (source, target)))
    if guess is None:
        return None
    sources, targets = (fmpq_mat([[value.as_fmpq() for value in line] for line in part]) for part in (source, target))
    scale = 1 << BITS
    kernel = fmpq_mat([[fmpq(round(float(value) * scale), scale) for value in row] for row in guess])
    _correct(kernel, sources, targets, independent)
    if kernel * sources != targets or any(value < 0 for value in kernel.entries()):
        return None
    return Kernel([[Exact.of_rational(value) for value in row] for row in kernel.transpose().tolist()])


def _correct(kernel: fmpq_mat, sources: fmpq_mat, targets: fmpq_mat, independent: Sequence[int]) -> None:
    """Correct the products of a kernel, and then its sums."""
    actions = range(targets.nrows())
    missing = targets - kernel * sources
    equations = [
        [*(sources[k, i] for k in independent), *(missing[r, i] for r in actions)] for i in range(sources.ncols())
    ]
    correction, _ = rational_echelon(equations, len(independent))
    for n, k in enumerate(independent):
        for r in actions:
            kernel[r, k] += correction[n, len(independent) + r]
    for k in range(kernel.ncols()):
        rest = (1 - sum((kernel[r, k] for r in actions), fmpq(0))) / len(actions)
        for r in actions:
            kernel[r, k] += rest


def _guess(source: list[list[float]], target: list[list[float]]) -> NDArray[Any] | None:
    """Return a positive A with about the right products and sums, or None.

    The three conditions are met in turn, by the nearest A with the right products, then the sums, then positive
    entries (alternating projections).
    """
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


def tidy(rows: Sequence[Sequence[Exact]], source: Sequence[Column], target: Sequence[Column]) -> list[list[Exact]]:
    """Return a utility in small whole numbers by which the target still leads, or the given one if none is found.

    Floating point says which are worth an exact look, by more than its errors. Nothing rests on it.

    The answer is exact.
    """
    import numpy as np

    s, t = (np.array([list(map(float, column)) for column in columns]) for columns in (source, target))
    largest = max(map(abs, chain(*rows)))
    parts = [[u / largest if u else u for u in us] for us in rows]
    for scale in SCALES:
        rounded = [[round(scale * u) for u in us] for us in parts]
        about = np.array([list(map(float, us)) for us in rounded])
        if (about * t).sum() - (s @ about.T).max(axis=1).sum() > MARGIN * np.abs(about).max():
            shared = gcd(*chain(*rounded))
            whole = [[Exact.of_rational(u // shared) for u in us] for us in rounded]
            own, best = scores(whole, source, target)
            if own > best:
                return whole
    return [list(us) for us in rows]


def scores(rows: Sequence[Sequence[Exact]], source: Sequence[Column], target: Sequence[Column]) -> tuple[Exact, Exact]:
    """Return the scores of the target, and of the best use of the source. The answer is exact."""
    own = exact_sum([ZERO, *(score(us, column) for us, column in zip(rows, target, strict=True) if any(us))])
    paying = [us for us in rows if any(us)]
    nothing = [ZERO] if len(paying) < len(rows) else []  # an action that earns nothing anywhere
    return own, exact_sum(max([*nothing, *(score(us, column) for us in paying)]) for column in source)


def score(us: Sequence[Exact], column: Column) -> Exact:
    """Return the earnings of an action by a column, over all inputs."""
    return exact_sum([ZERO, *(u * p for u, p in zip(us, column, strict=True) if u and p)])
