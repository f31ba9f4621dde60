"""Branching measures: the sum over the outputs of a function of their likelihoods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpexact.axioms.likelihoods import checked, likelihoods
from dpexact.errors import ParameterError
from dpexact.mechanisms.labels import label_of
from dpexact.mechanisms.summation import exact_sum
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.excerpt import value_excerpt

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dpexact.axioms.likelihoods import Likelihood
    from dpexact.mechanisms.labels import Label
    from dpexact.mechanisms.mechanism import Mechanism


def branching(mechanism: Mechanism, F: Callable[[Likelihood], object]) -> Exact | Enclosure:
    """The sum over the outputs o of F(P(o | .)); F gets a tuple of Exact in the order of the inputs.

    It is a branching measure if F is convex, continuous and homogeneous (F(c x) = c F(x), so F(0) = 0) on the vectors
    with entries >= 0; that is for the caller to know. `decision_value` makes such an F from a decision problem.

    Guarantee: exact; an Enclosure where F gives one.
    Raises: InexactInputError for a float from F, with the output.
    Reference: axioms paper, Definition 3.2.7.
    """
    values: list[Exact] = []
    enclosed: list[Enclosure] = []
    for output, row in zip(checked(mechanism).outputs, likelihoods(mechanism), strict=True):
        value = F(row)
        if isinstance(value, Enclosure):
            enclosed.append(value)
        else:
            values.append(exact_at(value, f"F at the output {value_excerpt(output)}"))
    total = exact_sum(values)
    return sum(enclosed, Enclosure.of(total)) if enclosed else total


def decision_value(utility: Mapping[Any, object], inputs: tuple[Label, ...]) -> Callable[[Likelihood], Exact]:
    """F(x) = max over the actions a of the sum over the inputs i of utility(a, i) x_i: convex and homogeneous.

    utility: {(action, input): value}, what the action is worth under the input (times the prior). The branching measure
    of this F is what the best use of the mechanism is worth in the decision problem. By Blackwell's theorem m2 is
    sufficient for m1 if and only if m1 is worth no more than m2 in every decision problem.

    Guarantee: exact. Raises: ParameterError.
    """
    actions: dict[Label, dict[Label, Exact]] = {}
    for (action, label), value in utility.items():
        place = f"utility[({value_excerpt(action)}, {value_excerpt(label)})]"
        actions.setdefault(label_of(action, "utility"), {})[label_of(label, "utility")] = exact_at(value, place)
    for action, given in actions.items():
        if set(given) != set(inputs):
            message = f"utility: expected a number for each of the inputs {value_excerpt(inputs)}, got others"
            raise ParameterError(f"{message} for the action {value_excerpt(action)}")
    if not actions:
        message = "utility: expected at least one action, got none"
        raise ParameterError(message)
    forms = [[given[label] for label in inputs] for given in actions.values()]

    def value_of(likelihood: Likelihood) -> Exact:
        return max(exact_sum(c * x for c, x in zip(form, likelihood, strict=True)) for form in forms)

    return value_of
