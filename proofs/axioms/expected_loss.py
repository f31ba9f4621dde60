"""At the priors and losses of each step: negative expected loss and Axiom 3.1.4.

Kifer and Lin, Example 3.2.1. If the outputs are taken as answers, negative expected loss respects post-processing only
if the loss does not depend on the answer. Let j and j' be outputs, k an input; u, v the (weighted) losses of j and j'
under k, s and t those summed over the other inputs. The mechanisms "j under k, else j'" and "j' under k, else j" are
made of each other by exchanging j and j', so are "always j" and "always j'". An axiom that holds in both directions
makes u + t = v + s and u + s = v + t, and so u = v (one_loss and other_loss in rocq/AxiomsSteps.v). Then the
loss is the same for all answers and every mechanism has the same expected loss (constant_loss).

Trace(L^T M) has no prior: it is the number of inputs times the expected loss under the uniform prior, or the expected
loss under any positive prior for L(j, k)/prior(k) (trace_is_loss in
rocq/AxiomsCorollaries.v).
"""

from __future__ import annotations

from fractions import Fraction

from dpexact import Exact, Mechanism
from dpexact.errors import MechanismError
from dpexact.papers.axioms import break_sufficiency, expected_loss, least_expected_loss
from dpexact.papers.proving import (
    Counterexample,
    Exhaustive,
    Proof,
)

GRID = [Fraction(n, 2) for n in range(-2, 3)]

proof = Proof(__doc__)


@proof.conclusion
def other_priors() -> Counterexample:
    """For the prior of Section 3 it is not: of the mechanisms of Figure 8 each is better in one of the two senses."""
    m1, m2 = ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3))), ((1, 0), (1, 0))

    def loss(rows: tuple[tuple[Fraction, ...], ...], prior: Fraction) -> Fraction:
        return prior * rows[0][1] + (1 - prior) * rows[1][0]

    def is_worse(one: tuple[tuple[Fraction, ...], ...], other: tuple[tuple[Fraction, ...], ...]) -> bool:
        return loss(one, Fraction(3, 4)) > loss(other, Fraction(3, 4))

    def has_the_greater_trace(one: tuple[tuple[Fraction, ...], ...], other: tuple[tuple[Fraction, ...], ...]) -> bool:
        return one[0][1] + one[1][0] > other[0][1] + other[1][0]

    text = "minimising the expected loss is maximising -Trace(L^T M)"
    return Counterexample(text, {"one": m1, "other": m2}, is_worse, has_the_greater_trace)


@proof.conclusion
def loss_that_ignores_the_answer() -> Counterexample:
    """Two inputs, two outputs, the loss 1 for input 0 and 0 for input 1: no post-processing raises the utility."""

    def breaks(first: int, second: int) -> bool:
        loss = {(answer, value): (first, second)[value] for answer in (0, 1) for value in (0, 1)}

        def utility(mechanism: Mechanism) -> Exact:
            if len(mechanism.outputs) != 2:
                raise MechanismError("there is no loss for other outputs")
            return -expected_loss(mechanism, loss, {0: Fraction(1, 2), 1: Fraction(1, 2)})

        return break_sufficiency(utility, 2, 2, 1) is not None

    text = "some post-processing raises the negative expected loss"
    return Counterexample(text, {"first": 1, "second": 0}, lambda first, second: first != second, breaks)


@proof.conclusion
def by_search() -> Exhaustive:
    """Two inputs, two outputs, losses of a grid: the search finds a violation unless the loss ignores the answer."""

    def breaks(first: Fraction, second: Fraction, third: Fraction, fourth: Fraction) -> bool:
        loss = {(0, 0): first, (1, 0): second, (0, 1): third, (1, 1): fourth}
        uniform = {0: Fraction(1, 2), 1: Fraction(1, 2)}

        def utility(mechanism: Mechanism) -> Exact:
            if len(mechanism.outputs) != 2:
                raise MechanismError("there is no loss for other outputs")
            return -expected_loss(mechanism, loss, uniform)

        found = break_sufficiency(utility, 2, 2, 1)
        ignores_the_answer = (first, third) == (second, fourth)
        return (found is None) is ignores_the_answer

    small = GRID[1:4]
    return Exhaustive(
        "post-processing breaks it unless the loss ignores the answer",
        {"first": small, "second": small, "third": small, "fourth": small},
        breaks,
    )


@proof.conclusion
def with_the_best_answer() -> Exhaustive:
    """The negative of the least expected loss is not broken by the search: it is a branching measure."""

    def respects(prior: Fraction, third: Fraction, fourth: Fraction) -> bool:
        loss = {("j", 0): 0, ("j'", 0): 1, ("j", 1): third, ("j'", 1): fourth}
        weights = {0: prior, 1: 1 - prior}
        return break_sufficiency(lambda m: -least_expected_loss(m, loss, weights), 2, 3, 2) is None

    priors = [Fraction(n, 4) for n in (0, 1, 3)]
    text = "post-processing does not decrease the least expected loss"
    return Exhaustive(text, {"prior": priors, "third": GRID[1:4], "fourth": GRID[::2]}, respects)


@proof.conclusion
def both_signs() -> Counterexample:
    """The positive sign ("negative expected utility", literally) breaks the axiom too: answer wrongly on purpose."""
    truth = Mechanism.from_rows(range(2), range(2), [[1, 0], [0, 1]])
    exchange = Mechanism.from_rows(range(2), range(2), [[0, 1], [1, 0]])
    loss = {(o, i): int(o != i) for o in range(2) for i in range(2)}
    uniform = {0: Fraction(1, 2), 1: Fraction(1, 2)}

    def is_post_processed(one: Mechanism, other: Mechanism) -> bool:
        return one.postprocess(exchange) == other

    def respects(one: Mechanism, other: Mechanism) -> bool:
        return expected_loss(one, loss, uniform) >= expected_loss(other, loss, uniform)

    instance = {"one": truth, "other": truth.postprocess(exchange)}
    return Counterexample("expected loss as a utility respects post-processing", instance, is_post_processed, respects)


proof.establishes({"example-3-2-1-trace": "holds-if, fails"}, "other_priors")
proof.establishes({"example-3-2-1-axiom": "holds-if, both"}, "by_search")
proof.establishes({"section-3-poor-choice": "holds-if, fails", "section-3-any-task": "holds"}, "with_the_best_answer")
proof.establishes({"example-3-2-1-sign": "misprint"}, "both_signs")
proof.establishes({"example-3-2-1-axiom": "holds-if, fails"}, "loss_that_ignores_the_answer")
