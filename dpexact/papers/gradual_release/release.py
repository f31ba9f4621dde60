"""Whether an answer at one level can be followed by one at a weaker level without loss, by exact linear programs.

A decision problem on three values, all neighbors, has best answers that cannot be released gradually without loss. The
answer is one value or a pair of values. The reward is 1 for the value itself, 3/4 for a pair that contains it, else 0.
Expectations are under the uniform prior. E-private mechanisms have at most max(E/(E + 2), 3/4 * 2 E/(2 E + 1)). The
best answer is a pair up to E = 4, `subset_selection(E, 3, 2)`, and then one value, `subset_selection(E, 3, 1)`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product, repeat
from typing import Any

from dpexact.certificates.certificate import Certificate
from dpexact.errors import MechanismError, TooLargeError, VerdictError, need
from dpexact.linear_programs import LinearProgram, Optimum, Outcome, solve
from dpexact.linear_programs.program import Linear, loss_rows
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.labels import Label
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.epsilon import one_factor, privacy_factor, probability
from dpexact.numbers.exact import Exact, exact
from dpexact.privacy.claim import check_neighbors

Row = tuple[Mapping[Label, object], str, object]
Laws = Sequence[Exact]
MAX_VARIABLES = 20_000
VALUES = range(3)
ANSWERS: tuple[tuple[int, ...], ...] = ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2))


@dataclass(frozen=True)
class Release:
    """A mechanism, if there is one. Otherwise `certificate()` shows that the program is infeasible.

    The answer is exact.
    """

    mechanism: Mechanism | None
    outcome: Outcome = field(repr=False)

    @property
    def exists(self) -> bool:
        """Return whether there is one."""
        return self.mechanism is not None

    def certificate(self) -> Certificate:
        """Certify a point that is optimal for the objective 0, or Farkas' multipliers."""
        return self.outcome.certificate()

    def __bool__(self) -> bool:
        """Raise VerdictError, since .exists is the question."""
        raise VerdictError("the truth of a Release: ask .exists")


def lossless_kernel(first: Mechanism, second: Mechanism) -> Release:
    """Find a kernel A with first = A after second, as a Mechanism from the outputs of `second` to those of `first`.

    The answer is exact. Raises MechanismError for different inputs, TooLargeError past 20000 variables of a program.
    """
    firsts, seconds = _rows(first, second)
    names = {(b, a): f"{b},{a}" for b in range(len(second.outputs)) for a in range(len(first.outputs))}
    _bounded(len(names))
    answers, givens = range(len(first.outputs)), range(len(second.outputs))
    rows: list[Row] = [({names[b, a]: 1 for a in answers}, "=", 1) for b in givens]
    for target, source in zip(firsts, seconds, strict=True):
        rows += [({names[b, a]: source[b] for b in givens}, "=", target[a]) for a in answers]
    places = [[names[b, a] for a in answers] for b in givens]
    return _release(names.values(), rows, places, (second.outputs, first.outputs))


def lossless_release(
    first: Mechanism,
    second: Mechanism,
    neighbors: NeighborGraph,
    exp_epsilon: object = None,
    delta: object = 0,
    *,
    epsilon: object = None,
) -> Release:
    """Make an (E, delta)-private mechanism with outputs (a, b), whose a has the law of `first`, b the law of `second`.

    This is weaker than a kernel, since a may depend on the input beyond b.

    The answer is exact. Raises MechanismError for different inputs, TooLargeError past 20000 variables of a program.
    Reference: (14)-(16) of the paper, with differential privacy for Lipschitz privacy.
    """
    firsts, seconds = _rows(first, second)
    check_neighbors(first, neighbors)
    ratio, slack = privacy_factor(one_factor(exp_epsilon, epsilon)), probability(delta, "delta")
    inputs, pairs = first.inputs, list(product(range(len(first.outputs)), range(len(second.outputs))))
    _bounded(len(pairs) * (len(inputs) + (sum(1 for _ in neighbors.ordered_pairs()) if slack else 0)))
    places = [[f"{i},{a},{b}" for a, b in pairs] for i in range(len(inputs))]
    rows: list[Row] = []
    for names, wanted in zip(places, zip(firsts, seconds, strict=True), strict=True):
        for side, law in enumerate(wanted):
            alike = [dict[Label, object]() for _ in law]
            for name, pair in zip(names, pairs, strict=True):
                alike[pair[side]][name] = 1
            rows += zip(alike, repeat("="), law)
    variables: list[Label] = [name for names in places for name in names]
    laws: list[list[Linear]] = [[({name: exact(1)}, exact(0)) for name in row] for row in places]
    for u, v in neighbors.ordered_pairs():
        i, j = first.input_place(u), first.input_place(v)
        excesses: list[Label] = [f"excess {i},{j},{a},{b}" for a, b in pairs] if slack else []
        variables += excesses
        rows += loss_rows(laws[i], laws[j], ratio, excesses or [None] * len(pairs))
        rows += [(dict.fromkeys(excesses, 1), "<=", slack)] if slack else []
    return _release(variables, rows, places, (inputs, [(first.outputs[a], second.outputs[b]) for a, b in pairs]))


def _release(
    variables: Iterable[Label], rows: list[Row], places: list[list[str]], labels: tuple[Sequence[Any], Sequence[Any]]
) -> Release:
    """Solve the program, whose objective is 0, and make the mechanism of the values of some variables."""
    outcome = solve(LinearProgram.from_rows(variables, {}, rows))
    if isinstance(outcome, Optimum):
        entries = [[outcome.point[name] for name in row] for row in places]
        return Release(Mechanism.from_rows(*labels, entries), outcome)
    return Release(None, outcome)  # infeasible, since the objective 0 is bounded


def _rows(first: Mechanism, second: Mechanism) -> tuple[list[Laws], list[Laws]]:
    """Return the rows of both mechanisms, in the order of the inputs of the first."""
    need.instance(first, Mechanism, "first", error=MechanismError)
    need.instance(second, Mechanism, "second", error=MechanismError)
    if set(first.inputs) != set(second.inputs):
        came, expected = f"{first.inputs} and {second.inputs}", "two mechanisms on the same inputs"
        raise MechanismError(came, place="first, second", expected=expected)
    return list(first.rows()), [second.rows()[second.input_place(label)] for label in first.inputs]


def _bounded(variables: int) -> None:
    if variables > MAX_VARIABLES:
        came, remedy = f"a program of {variables} variables", f"the limit is {MAX_VARIABLES}"
        raise TooLargeError(came, place="lossless", remedy=remedy)


def reward(value: int, answer: tuple[int, ...]) -> Exact:
    """Return 1 for the value, 3/4 for a pair with it, else 0."""
    if value not in answer:
        return exact(0)
    return exact(1) if len(answer) == 1 else exact("3/4")


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
