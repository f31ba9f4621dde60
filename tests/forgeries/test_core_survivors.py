"""Rules of the core that other tests leave alone: each test notices a mutant of `core_mutants.py`."""

# mypy: disable-error-code="arg-type, unused-ignore"

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dpexact.proving import (
    ClosedForm,
    Combination,
    Exhaustive,
    Fact,
    Hypothesis,
    Identity,
    Induction,
    Instance,
    Manifest,
    Over,
    Proof,
    ProofError,
    Relation,
    Sum,
    SumOfPositives,
    Telescoping,
    at_least,
    constant,
    equal,
    every,
    greater,
    indeterminates,
    power,
    recursive,
    term,
    terms,
    whole,
)
from dpexact.proving.core import suppose, take_over
from dpexact.proving.positivity import has_sign, slacks_of
from dpexact.proving.shifting import power_value
from dpexact.proving.witness import satisfies

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.proving.proof import ProofRun

E, k, X, j, Y, D, a, b, x, y, first = indeterminates("E k X j Y D a b x y first")

GIVEN: dict[str, Any] = {
    "E_range": at_least(E, 1),
    "k_whole": whole(k),
    "k_range": at_least(k, 1),
    "X_power": power(X, E, k),
    "j_whole": whole(j),
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


@pytest.mark.parametrize(
    "formula",
    [
        every(at_least(1 / j), j, 1, 5),
        every(at_least(j), j, 1, j),
        every(at_least(j), j, j - 1),
        recursive(a, k, 1, 0, a / (k - 1)),
        terms(a, b, k, 1, 1 / k),
    ],
)
def test_a_bound_index_in_a_denominator_or_in_its_own_bounds(formula: Any) -> None:
    with pytest.raises(ProofError, match="hypothesis"):
        supposed(formula)


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


def test_formulas_made_of_other_things() -> None:
    def total(k_whole: Fact, k_range: Fact, j_whole: Fact) -> Telescoping:
        return Telescoping(Sum(1 + 0 * j, Text("j"), constant(0), k - 1, k), j, (k_whole, k_range, j_whole))

    def base() -> Manifest:
        return Manifest(at_least(0), ())

    def all_k(base: Fact, k_whole: Fact, k_range: Fact) -> Induction:
        bare = Relation(3 * k, 3, ">= 0")  # type: ignore[arg-type]
        return Induction(bare, "k", 1, base, 1, 3, (k_whole, k_range))

    assert refused(total) == "formula"
    assert refused(base, all_k) == "evidence"  # an int has no names


def test_a_computation_that_changes_what_it_cites() -> None:
    def computed(E_range: Fact) -> Exhaustive:
        def lowers(n: int) -> bool:
            object.__setattr__(E_range.formula, "right", constant(100))
            return n == 0

        return Exhaustive("all", {"n": [0]}, lowers, (E_range,))

    assert refused(computed, E_range=at_least(E, 1)) == "fact"


def test_a_term_gets_no_value_together_with_its_index() -> None:
    def grows(k_whole: Fact, k_range: Fact, seq: Fact) -> ClosedForm:
        return ClosedForm(seq, k - 1, (k_whole, k_range))

    def other(grows: Fact, k_whole: Fact, k_range: Fact) -> Instance:
        return Instance(grows, {"a": constant(7), "k": k}, (k_whole, k_range))

    assert refused(grows, other, seq=recursive(a, k, 1, 0, a + 1)) == "substitution"


def test_powers_have_whole_exponents() -> None:
    given = (power(X, E, k),)
    assert power_value("E", 2 * k - 1, given) == X**2 / E
    for exponent in (k / 2, k**2, j + 0 * k, k / x):
        with pytest.raises(ProofError, match="substitution"):
            power_value("E", exponent, given)
    with pytest.raises(ProofError, match="substitution"):
        power_value("x", k, given)


def test_over_is_a_premise() -> None:
    kept: list[Fact] = []

    def keep(x_range: Fact) -> Combination:
        kept.append(x_range)
        return Combination(greater(x, -1), ((x_range,), (1,)))

    def quotient() -> Combination:
        return Combination(greater(1 / x), ((Over(kept[0]),),))

    assert refused(keep, quotient) == "hidden hypothesis"


def test_a_power_of_a_power_and_a_moving_first_term() -> None:
    def both(X_power: Fact, Y_power: Fact) -> Identity:
        return Identity(equal(X, X), (X_power, Y_power))

    assert refused(both, Y_power=power(Y, X, j)) == "definition"
    assert refused(both, Y_power=power(Y, E, j)) == ""

    def seq(X_power: Fact, moving: Fact) -> Identity:
        return Identity(equal(X, X), (X_power, moving))

    assert refused(seq, moving=terms(a, b, k, 1, X)) == "definition"
    assert refused(seq, moving=terms(a, b, X, 1, first)) == "definition"
    assert refused(seq, moving=terms(a, b, k, 1, first)) == ""


@pytest.mark.parametrize(
    ("values", "said", "holds"),
    [
        ({"x": 0}, greater(x), False),
        ({"x": 1}, greater(x), True),
        ({"x": 1}, equal(x, 2), False),
        ({"E": 2, "k": 3, "X": 8}, power(X, E, k), True),
        ({"E": 2, "k": 3, "X": 9}, power(X, E, k), False),
        ({"E": 0, "k": 0, "X": 1}, power(X, E, k), False),
        ({"E": 0, "k": 1, "X": 0}, power(X, E, k), False),
        ({"a": 1, "b": 2, "k": 1, "first": 1}, terms(a, b, k, 1, first), True),
        ({"a": 1, "b": 2, "k": 1, "first": 3}, terms(a, b, k, 1, first), False),
        ({"a": 1, "b": 2, "k": 0, "first": 1}, terms(a, b, k, 1, first), False),
        ({"a": 2, "k": 3}, recursive(a, k, 1, 0, a + 1), True),
        ({"a": 3, "k": 3}, recursive(a, k, 1, 0, a + 1), False),
    ],
)
def test_what_a_witness_meets(values: Any, said: Any, holds: bool) -> None:  # noqa: FBT001
    assert satisfies(values, (said,), ()) is holds


def test_a_witness_meets_conditions_integers_and_what_holds_everywhere() -> None:
    from fractions import Fraction

    assert not satisfies({"x": 0}, (), (x,))
    assert satisfies({"x": 1}, (), (x,))
    assert not satisfies({"k": Fraction(1, 2)}, (whole(k),), ())
    assert not satisfies({"x": 1}, (greater(x), greater(y)), ())
    seq = terms(a, b, k, 1, first)
    values: Any = {"a": 1, "b": 2, "k": 1, "first": 1}
    assert satisfies(values, (seq, term(a, 1, 1)), ())
    assert not satisfies(values, (seq, term(a, 1, 5)), ())
    assert satisfies(values, (seq, every(at_least(b, a), k, 1)), ())
    assert not satisfies(values, (seq, every(at_least(a, b), k, 1)), ())
    grows = (power(X, E, k), every(at_least(5, X), k, 1))
    assert not satisfies({"E": 2, "k": 1, "X": 2}, grows, ())


def test_every_place_is_a_whole_one_and_words_speak_of_any_symbol() -> None:
    def at_half(said: Fact, k_range: Fact) -> Instance:
        return Instance(said, {"j": k + constant(1) / 2}, (k_range,))

    assert refused(at_half, said=every(at_least(x, j), j, 1)) == "substitution"

    def bound(k_range: Fact, told: Fact) -> Manifest:
        return Manifest(at_least(k + 1), (k_range,))

    def moved(bound: Fact, k_range: Fact) -> Instance:
        return Instance(bound, {"k": k + 1}, (k_range,))

    from dpexact.proving import Words

    assert refused(bound, moved, told=Words("k is small")) == "substitution"


def test_an_integer_stays_one() -> None:
    def bound(k_whole: Fact, x_range: Fact) -> Manifest:
        return Manifest(greater(x + k**2), (k_whole, x_range))

    def positive(k_whole: Fact, x_range: Fact, k_range: Fact) -> Manifest:
        return Manifest(greater(x + k), (k_whole, x_range, k_range))

    def moved(positive: Fact, x_range: Fact) -> Instance:
        return Instance(positive, {"k": x + 1}, (x_range,))

    assert bound is not None
    assert refused(positive, moved) == "substitution"


def test_a_condition_for_other_values() -> None:
    """1/(x - 1) has no value for x = 1."""

    def quotient(low: Fact) -> Combination:
        return Combination(at_least(2 / (x - 1), -1), ((low, 2), (1,)))

    def moved(quotient: Fact, y_least: Fact) -> Instance:
        return Instance(quotient, {"x": y + 1}, (y_least,))

    assert refused(quotient, moved, low=at_least(1 / (x - 1)), y_least=at_least(y)) == "substitution"


def test_a_base_or_a_multiplier_of_the_wrong_sign() -> None:
    def base(said: str) -> Callable[..., Any]:
        def first_case() -> Any:
            return Manifest(at_least(1), ()) if said == ">=" else Manifest(greater(1), ())

        return first_case

    def all_k(first_case: Fact, k_whole: Fact, k_range: Fact) -> Induction:
        return Induction(greater(3 * k, 2), "k", 1, first_case, 1, 3, (k_whole, k_range))

    def still(first_case: Fact, k_whole: Fact, k_range: Fact, zero: Fact) -> Induction:
        return Induction(greater(1 + 0 * k), "k", 1, first_case, zero, zero, (k_whole, k_range))

    assert refused(base(">"), all_k) == ""
    assert refused(base(">="), all_k) == "step"

    def zero() -> Identity:
        return Identity(equal(0, 0))

    def all_zero(zero: Fact, k_whole: Fact, k_range: Fact) -> Induction:
        return Induction(at_least(0 * k), "k", 1, zero, 1, 0, (k_whole, k_range))

    assert still is not None
    assert refused(zero, all_zero) == "induction"
    for multiplier, remainder in ((-1, 6), (True, 3), (1, -3)):

        def turned(
            first_case: Fact, k_whole: Fact, k_range: Fact, m: Any = multiplier, r: Any = remainder
        ) -> Induction:
            return Induction(greater(3 * k, 2), "k", 1, first_case, m, r, (k_whole, k_range))

        proof = Proof("statement")
        proof.define("k_whole", whole(k))
        proof.define("k_range", at_least(k, 1))
        step = base(">")
        step.__doc__ = "Base."
        proof.conclusion(step)

        def last(first_case: Fact, k_whole: Fact, k_range: Fact) -> Induction:
            return turned(first_case, k_whole, k_range)

        last.__doc__ = "Last."
        proof.conclusion(last)
        with pytest.raises(ProofError, match="step"):
            proof.run()


def test_the_value_of_a_sum_does_not_mention_its_index() -> None:
    def total(k_whole: Fact, k_range: Fact, j_whole: Fact) -> Telescoping:
        return Telescoping(Sum(1 + 0 * j, "j", constant(0), k - 1, k + j - j), j, (k_whole, k_range, j_whole))

    def open_end(k_whole: Fact, k_range: Fact, j_whole: Fact, j_range: Fact) -> Telescoping:
        return Telescoping(Sum(1 + 0 * j, "j", constant(0), j, j + 1), j, (k_whole, k_range, j_whole, j_range))

    def sign(total: Fact, k_range: Fact) -> SumOfPositives:
        return SumOfPositives(total, (k_range,))

    assert refused(total, sign) == "repeated hypothesis" or refused(total) == ""
    assert refused(open_end, j_range=at_least(j)) == "sum"


def test_a_quotient_by_what_may_be_0_has_no_sign() -> None:
    slacks, strict = slacks_of((at_least(x),)), slacks_of((greater(x),))
    assert not has_sign(1 / slacks.apply(x), slacks)
    assert has_sign(1 / strict.apply(x), strict)


def test_other_values_need_the_definition_of_what_moves_with_them() -> None:
    """From 2^k >= 2k for k = 1, ..., D nothing follows about 2^k and 2 (k + 1)."""
    hypotheses = {"grows": every(at_least(X, 2 * k), k, 1, D), "end": at_least(D, k + 1)}

    def shown(X_power: Fact, E_range: Fact, k_range: Fact) -> Manifest:
        return Manifest(at_least(2 * X, 2), (X_power, E_range, k_range))

    def absurd(grows: Fact, k_whole: Fact, k_range: Fact, end: Fact) -> Instance:
        return Instance(grows, {"k": k + 1}, (k_whole, k_range, end))

    def honest(grows: Fact, k_whole: Fact, k_range: Fact, end: Fact, X_power: Fact) -> Instance:
        return Instance(grows, {"k": k + 1}, (k_whole, k_range, end, X_power))

    assert refused(shown, absurd, **hypotheses) == "definition"
    assert refused(shown, honest, **hypotheses) == ""


def test_the_first_term_of_a_sequence_does_not_move_alone() -> None:
    def grows(k_whole: Fact, k_range: Fact, seq: Fact) -> ClosedForm:
        return ClosedForm(seq, first + k - 1, (k_whole, k_range))

    def other(grows: Fact, k_whole: Fact, k_range: Fact) -> Instance:
        return Instance(grows, {"first": constant(7), "k": k}, (k_whole, k_range))

    assert refused(grows, seq=recursive(a, k, 1, first, a + 1)) == ""
    assert refused(grows, other, seq=recursive(a, k, 1, first, a + 1)) == "substitution"
