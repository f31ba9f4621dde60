"""A decision problem on three values, all neighbors, whose best answers cannot be released gradually without loss.

The answer is one value or a pair of values. The reward is 1 for the value itself, 3/4 for a pair that contains it,
else 0. Expectations are under the uniform prior. E-private mechanisms have at most
max(E/(E + 2), 3/4 * 2 E/(2 E + 1)). The best answer is a pair up to E = 4, from there on one value.
"""

from __future__ import annotations

from dpexact.linear_programs import LinearProgram
from dpexact.mechanisms.families import subset_selection
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact, exact
from dpexact.papers.gradual_release.release import Row

VALUES = range(3)
ANSWERS: tuple[tuple[int, ...], ...] = ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2))


def reward(value: int, answer: tuple[int, ...]) -> Exact:
    """Return 1 for the value, 3/4 for a pair with it, else 0."""
    if value not in answer:
        return exact(0)
    return exact(1) if len(answer) == 1 else exact("3/4")


def best_pair(exp_epsilon: object) -> Mechanism:
    """Return the best E-private answer for E <= 4, subset selection of two values."""
    return subset_selection(exp_epsilon, 3, 2)


def best_value(exp_epsilon: object) -> Mechanism:
    """Return the best E-private answer for E >= 4, randomized response."""
    return subset_selection(exp_epsilon, 3, 1)


def best_reward(exp_epsilon: object) -> Exact:
    """Return max(E/(E + 2), 3 E/(4 E + 2)), the largest expected reward of an E-private answer."""
    E = exact(exp_epsilon)
    value, pair = E / (E + 2), 3 * E / (4 * E + 2)
    return max(value, pair)


def reward_program(exp_epsilon: object) -> LinearProgram:
    """Make the program of minus the expected reward of an E-private answer, whose least value is -best_reward(E)."""
    E = exact(exp_epsilon)
    names = {(v, a): f"{v},{a}" for v in VALUES for a in range(len(ANSWERS))}
    rows: list[Row] = [({names[v, a]: 1 for a in range(len(ANSWERS))}, "=", 1) for v in VALUES]
    rows += [({names[v, a]: 1, names[u, a]: -E}, "<=", 0) for v in VALUES for u in VALUES if u != v for a in range(6)]
    objective: dict[Label, object] = {names[v, a]: -reward(v, ANSWERS[a]) / 3 for v, a in names}
    return LinearProgram.from_rows(names.values(), objective, rows)


def rewards_together(first: object, second: object) -> LinearProgram:
    """Find two answers, the first E1-private, both together E2-private, each with the best reward of its level."""
    E1, E2 = exact(first), exact(second)
    size = range(len(ANSWERS))
    names = {(v, a, b): f"{v},{a},{b}" for v in VALUES for a in size for b in size}
    rows: list[Row] = [({names[v, a, b]: 1 for a in size for b in size}, "=", 1) for v in VALUES]
    for v, u in [(v, u) for v in VALUES for u in VALUES if u != v]:
        rows += [({names[v, a, b]: 1, names[u, a, b]: -E2}, "<=", 0) for a in size for b in size]
        rows += [({**{names[v, a, b]: 1 for b in size}, **{names[u, a, b]: -E1 for b in size}}, "<=", 0) for a in size]
    rows.append(({names[v, a, b]: reward(v, ANSWERS[a]) for v, a, b in names}, ">=", 3 * best_reward(E1)))
    rows.append(({names[v, a, b]: reward(v, ANSWERS[b]) for v, a, b in names}, ">=", 3 * best_reward(E2)))
    return LinearProgram.from_rows(names.values(), {}, rows)
