"""Whether an answer at one level can be followed by one at a weaker level without loss: exact linear programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from dpexact.errors import MechanismError, TooLargeError
from dpexact.linear_programs import Infeasible, LinearProgram, Optimum, solve
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.parameters import privacy_factor, probability

if TYPE_CHECKING:
    from dpexact.certificates.certificate import Certificate
    from dpexact.linear_programs import Outcome
    from dpexact.mechanisms.graph import NeighborGraph

MAX_VARIABLES = 20_000


@dataclass(frozen=True)
class Release:
    """`mechanism`, if there is one; else the program has no solution, and `certificate()` shows it.

    Guarantee: exact.
    """

    mechanism: Mechanism | None
    outcome: Outcome = field(repr=False)

    @property
    def exists(self) -> bool:
        """Whether there is one."""
        return self.mechanism is not None

    def certificate(self) -> Certificate:
        """Of the program: a point that is optimal for the objective 0, or Farkas' multipliers."""
        return self.outcome.certificate()

    def __bool__(self) -> bool:
        """Raises TypeError: ask .exists."""
        message = "the truth of a Release: ask .exists"
        raise TypeError(message)


def lossless_kernel(first: Mechanism, second: Mechanism) -> Release:
    """A kernel A with first = A after second, as a Mechanism from the outputs of `second` to those of `first`.

    Guarantee: exact.
    Raises: MechanismError for different inputs, TooLargeError for a program of more than 20000 variables.
    """
    firsts, seconds = _rows(first, second)
    names = {(b, a): f"{b},{a}" for b in range(len(second.outputs)) for a in range(len(first.outputs))}
    _bounded(len(names))
    rows: list[Any] = [
        ({names[b, a]: 1 for a in range(len(first.outputs))}, "=", 1) for b in range(len(second.outputs))
    ]
    rows += [
        ({names[b, a]: weight for b, weight in enumerate(seconds[i])}, "=", value)
        for i in range(len(firsts))
        for a, value in enumerate(firsts[i])
    ]
    outcome = solve(LinearProgram.from_rows(names.values(), {}, rows))
    if not isinstance(outcome, Optimum):
        return _nothing(outcome)
    entries = [[outcome.point[names[b, a]] for a in range(len(first.outputs))] for b in range(len(second.outputs))]
    return Release(Mechanism.from_rows(second.outputs, first.outputs, entries), outcome)


def lossless_release(
    first: Mechanism, second: Mechanism, neighbors: NeighborGraph, exp_epsilon: object, delta: object = 0
) -> Release:
    """An (E, delta)-private mechanism with outputs (a, b), whose a has the law of `first`, whose b that of `second`.

    This asks for less than a kernel: a may depend on the input beyond b.

    Guarantee: exact.
    Raises: MechanismError for different inputs, TooLargeError for a program of more than 20000 variables.
    Reference: (14)-(16) of the paper, with differential privacy for Lipschitz privacy.
    """
    firsts, seconds = _rows(first, second)
    ratio, slack = privacy_factor(exp_epsilon), probability(delta, "delta")
    inputs, pairs = first.inputs, [(a, b) for a in range(len(first.outputs)) for b in range(len(second.outputs))]
    _bounded(len(pairs) * (len(inputs) + (sum(1 for _ in neighbors.ordered_pairs()) if slack else 0)))
    names = {(i, a, b): f"{i},{a},{b}" for i in range(len(inputs)) for a, b in pairs}
    rows: list[Any] = []
    for i in range(len(inputs)):
        rows += [({names[i, a, b]: 1 for b in range(len(second.outputs))}, "=", v) for a, v in enumerate(firsts[i])]
        rows += [({names[i, a, b]: 1 for a in range(len(first.outputs))}, "=", v) for b, v in enumerate(seconds[i])]
    variables = list(names.values())
    for u, v in neighbors.ordered_pairs():
        i, j = first.input_place(u), first.input_place(v)
        if i == j:
            continue
        excess = {f"excess {i},{j},{a},{b}": 1 for a, b in pairs} if slack else {}
        variables += excess
        for (a, b), name in zip_longest(pairs, excess):
            over = {} if name is None else {name: -1}
            rows.append(({names[i, a, b]: 1, names[j, a, b]: -ratio, **over}, "<=", 0))
        rows += [(excess, "<=", slack)] if slack else []
    outcome = solve(LinearProgram.from_rows(variables, {}, rows))
    if not isinstance(outcome, Optimum):
        return _nothing(outcome)
    entries = [[outcome.point[names[i, a, b]] for a, b in pairs] for i in range(len(inputs))]
    outputs = [(first.outputs[a], second.outputs[b]) for a, b in pairs]
    return Release(Mechanism.from_rows(inputs, outputs, entries), outcome)


def _nothing(outcome: Outcome) -> Release:
    if not isinstance(outcome, Infeasible):  # the objective is 0
        message = "a program with the objective 0 is unbounded; please report this"
        raise MechanismError(message, "objective")
    return Release(None, outcome)


def _rows(first: Mechanism, second: Mechanism) -> tuple[list[Any], list[Any]]:
    if set(first.inputs) != set(second.inputs):
        message = f"lossless: expected two mechanisms on the same inputs, got {first.inputs} and {second.inputs}"
        raise MechanismError(message, "inputs")
    return list(first.rows()), [second.rows()[second.input_place(label)] for label in first.inputs]


def _bounded(variables: int) -> None:
    if variables > MAX_VARIABLES:
        message = f"lossless: a program of {variables} variables; the limit is {MAX_VARIABLES}"
        raise TooLargeError(message)
