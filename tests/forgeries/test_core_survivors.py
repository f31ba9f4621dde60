"""Rules of the core that other tests leave alone: each test notices a mutant of `core_mutants.py`."""

# mypy: disable-error-code="arg-type, unused-ignore"

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dpexact.papers.proving import (
    Combination,
    Exhaustive,
    Fact,
    Hypothesis,
    Manifest,
    Over,
    Proof,
    ProofError,
    Relation,
    at_least,
    constant,
    equal,
    greater,
    indeterminates,
)
from dpexact.papers.proving.core import suppose, take_over
from dpexact.papers.proving.positivity import has_sign, slacks_of
from dpexact.papers.proving.witness import satisfies

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.papers.proving.proof import ProofRun

E, k, X, j, Y, D, a, b, x, y, first = indeterminates("E k X j Y D a b x y first")

GIVEN: dict[str, Any] = {
    "E_range": at_least(E, 1),
    "k_range": at_least(k, 1),
    "x_range": greater(x),
    "y_range": greater(y),
}


def run(*steps: Callable[..., Any], **hypotheses: Any) -> ProofRun:
    """A proof of these steps, all conclusions, with what they cite."""
    proof = Proof("statement")
    cited = {name for step in steps for name in step.__code__.co_varnames[: step.__code__.co_argcount]}
    for name, formula in {**GIVEN, **hypotheses}.items():
        if name in cited:
            proof.define(name, formula)
    for step in steps:
        step.__doc__ = "A step."
        proof.conclusion(step)
    return proof.run()


def refused(*steps: Callable[..., Any], **hypotheses: Any) -> str:
    """The check that refuses such a proof, "" if it is accepted."""
    try:
        run(*steps, **hypotheses)
    except ProofError as error:
        return error.check
    return ""


class Text(str):
    """A text of its own class."""

    __slots__ = ()


def supposed(formula: Any, name: str = "said") -> Fact:
    return suppose(Hypothesis(name, "premise", "", formula))


def test_a_lemma_takes_its_hypotheses_along() -> None:
    fact = supposed(greater(x))
    with pytest.raises(ProofError, match="hidden hypothesis"):
        take_over("lemma", fact, (Hypothesis("other", "premise", "", greater(y)),))
    own = Hypothesis("own", "premise", "", greater(x))
    assert take_over("lemma", fact, (own,)).rests_on == {own}


def test_a_condition_is_not_dropped_by_a_fact_that_rests_on_it() -> None:
    """x + 1/x > 1/x says that x > 0 only where x is not 0."""

    def more(odd: Fact) -> Combination:
        return Combination(greater(x, -1), ((odd,), (1,)))

    (checked,) = run(more, odd=greater(x + 1 / x, 1 / x)).steps
    assert checked.fact.conditions == {x}


def test_what_a_dropped_condition_needs_is_kept() -> None:
    """x > 0 where y is not 0, and y > 0 where x is not 0: one condition stays."""

    def both(one: Fact, other: Fact) -> Combination:
        return Combination(greater(x + y, -1), ((one,), (other,), (1,)))

    (checked,) = run(both, one=greater(x + 1 / y, 1 / y), other=greater(y + 1 / x, 1 / x)).steps
    assert len(checked.fact.conditions) == 1


def test_conditions_of_what_is_cited_stay() -> None:
    def weak(odd: Fact) -> Combination:
        return Combination(at_least(2 * y, -1), ((odd, 2), (1,)))

    (checked,) = run(weak, odd=at_least(y + 1 / x, 1 / x)).steps
    assert checked.fact.conditions == {x}


def test_a_computation_that_changes_what_it_cites() -> None:
    def computed(E_range: Fact) -> Exhaustive:
        def lowers(n: int) -> bool:
            object.__setattr__(E_range.formula, "right", constant(100))
            return n == 0

        return Exhaustive("all", {"n": [0]}, lowers, (E_range,))

    assert refused(computed, E_range=at_least(E, 1)) == "fact"


def test_over_is_a_premise() -> None:
    kept: list[Fact] = []

    def keep(x_range: Fact) -> Combination:
        kept.append(x_range)
        return Combination(greater(x, -1), ((x_range,), (1,)))

    def quotient() -> Combination:
        return Combination(greater(1 / x), ((Over(kept[0]),),))

    assert refused(keep, quotient) == "hidden hypothesis"


@pytest.mark.parametrize(
    ("values", "said", "holds"),
    [
        ({"x": 0}, greater(x), False),
        ({"x": 1}, greater(x), True),
        ({"x": 1}, equal(x, 2), False),
    ],
)
def test_what_a_witness_meets(values: Any, said: Any, holds: bool) -> None:  # noqa: FBT001
    assert satisfies(values, (said,), ()) is holds


def test_a_quotient_by_what_may_be_0_has_no_sign() -> None:
    slacks, strict = slacks_of((at_least(x),)), slacks_of((greater(x),))
    assert not has_sign(1 / slacks.apply(x), slacks)
    assert has_sign(1 / strict.apply(x), strict)


def test_formulas_made_of_other_things() -> None:
    def bare(x_range: Fact) -> Manifest:
        return Manifest(Relation(3 * x, 0, ">= 0"), (x_range,))

    def sign(x_range: Fact) -> Manifest:
        return Manifest(Relation(x, constant(0), ">="), (x_range,))

    assert refused(bare) == "formula"
    assert refused(sign) == "formula"


def test_a_witness_meets_conditions_and_names_every_symbol() -> None:
    assert not satisfies({"x": 0}, (), (x,))
    assert satisfies({"x": 1}, (), (x,))
    assert not satisfies({"x": 1}, (greater(x), greater(y)), ())
    assert not satisfies({"x": 0}, (at_least(1 / x),), ())  # no value there
