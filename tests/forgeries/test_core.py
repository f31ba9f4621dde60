"""Attempts to make the core accept a falsehood: each is refused, by the check that is named."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from dpexact.numbers.exact import exact
from dpexact.papers.proving import (
    Combination,
    Compared,
    Counterexample,
    Exhaustive,
    Expression,
    Fact,
    Identity,
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
from dpexact.papers.proving.formula import Finite
from dpexact.papers.proving.library import require_plain

if TYPE_CHECKING:
    from collections.abc import Callable

E, k, X, j, Y, D, a, b, x, y, z, first = indeterminates("E k X j Y D a b x y z first")

GIVEN: dict[str, Any] = {
    "E_range": at_least(E, 1),
    "E_more": greater(E, 1),
    "k_range": at_least(k, 1),
    "j_range": at_least(j, 0),
    "x_range": greater(x),
    "y_range": greater(y),
}


def run(steps: list[Callable[..., Any]], **hypotheses: Any) -> dict[str, Fact]:
    """The facts of a proof with these steps, the last a conclusion, and of GIVEN the hypotheses that they cite."""
    proof = Proof("statement")
    cited = {name for step in steps for name in step.__code__.co_varnames[: step.__code__.co_argcount]}
    for name, formula in {**GIVEN, **hypotheses}.items():
        if name in cited:
            proof.define(name, formula)
    for step in steps:
        step.__doc__ = "A step."
        (proof.conclusion if step is steps[-1] or step.__name__ not in cited else proof.step)(step)
    return {checked.step.name: checked.fact for checked in proof.run().steps}


def refused(*steps: Callable[..., Any], **hypotheses: Any) -> str:
    """The check that refuses a proof, "" if it is accepted."""
    try:
        run(list(steps), **hypotheses)
    except ProofError as error:
        return error.check
    return ""


def test_a_condition_remains_where_a_denominator_vanishes() -> None:
    """At E = 1 nothing is said about 1/(E - 1)."""

    def one(E_range: Fact) -> Manifest:
        return Manifest(at_least((E**2 - 1) / (E - 1) + 1 / (E - 1) - 1 / (E - 1) + E, 2), (E_range,))

    def cancelled() -> Identity:
        return Identity(equal(x / (E - 1), (2 * x) / (2 * E - 2)))

    facts = run([cancelled])
    assert facts["cancelled"].conditions == frozenset((E - 1,))
    assert run([one])["one"].conditions == frozenset()  # the quotients have cancelled: a polynomial statement


def test_conditions_and_hypotheses_exclude_each_other() -> None:
    """From E = 1, 1/(E - 1) has any value: no witness."""

    def quotient(odd: Fact) -> Combination:
        return Combination(greater(1 / (E - 1)), ((odd,),))

    assert refused(quotient, odd=greater(1 / (E - 1))) == "repeated hypothesis"

    def other(odd: Fact, E_is: Fact) -> Combination:
        return Combination(greater(2 / (E - 1), E - 1), ((odd, 2), (E_is, constant(-1))))

    assert refused(other, odd=greater(1 / (E - 1)), E_is=equal(E, 1)) == "witness"


def test_a_condition_is_not_dropped_by_a_fact_that_rests_on_it() -> None:
    """1/x > 0 says x != 0 only where it says anything."""

    def double(odd: Fact) -> Combination:
        return Combination(greater(2 / x + 1), ((odd, 2), (1,)))

    assert run([double], odd=greater(1 / x))["double"].conditions == frozenset((x,))


def test_two_facts_do_not_drop_the_conditions_of_each_other() -> None:
    """x/y > 0 and y/x > 0 speak of x, y != 0 only: for y != 0 the first shows x != 0, but one condition is left."""

    def both(one: Fact, other: Fact) -> Combination:
        return Combination(greater(x / y + y / x), ((one,), (other,)))

    assert run([both], one=greater(x / y), other=greater(y / x))["both"].conditions in ({x}, {y})


def test_a_weak_inequality_shows_nothing_to_be_different_from_0() -> None:
    def divided(said: Fact, weak: Fact) -> Combination:
        return Combination(at_least(y / (x - 1) + x - 1), ((said,), (weak,)))

    said = at_least(y / (x - 1))
    assert run([divided], said=said, weak=at_least(x, 1))["divided"].conditions == frozenset((x - 1,))
    assert run([divided], said=said, weak=greater(x, 1))["divided"].conditions == frozenset()


def test_over_needs_a_fact_that_is_positive() -> None:
    def quotient(x_least: Fact) -> Combination:
        return Combination(at_least(1 / x), ((Over(x_least),),))

    assert refused(quotient, x_least=at_least(x)) == "combination"


@pytest.mark.slow
def test_hypotheses_contradict_each_other_three_at_a_time() -> None:
    cycle = {"one": greater(x, y + 1), "two": greater(y, z), "three": greater(z, x)}

    def zero(one: Fact, two: Fact, three: Fact) -> Combination:
        return Combination(greater(0, 1), ((one,), (two,), (three,)))

    assert refused(zero, **cycle) == "witness"


@pytest.mark.parametrize(
    ("left", "relation", "right"),
    [
        ("10", "<", "9"),
        (0.1, "<", 1),
        (Fraction(1), "<", 2.0),
        ([1], "<", [2]),
        (True, "<", 2),
        (1, "~", 2),
        (1, "<", None),
        (exact(1), ">", exact(2)),
    ],
)
def test_only_exact_numbers_are_compared(left: Any, relation: str, right: Any) -> None:
    assert refused(lambda: Compared(left, relation, right)) != ""  # the name of a lambda is no problem
    assert refused(lambda: Compared(1, "<", Fraction(3, 2))) == ""


def test_floats_of_other_libraries_are_not_compared() -> None:
    numpy, mpmath = pytest.importorskip("numpy"), pytest.importorskip("mpmath")
    assert refused(lambda: Compared(numpy.float64(1), "<", 2)) == "comparison"
    assert refused(lambda: Compared(numpy.int64(1), "<", 2)) == "comparison"
    assert refused(lambda: Compared(mpmath.mpf(1), "<", 2)) == "comparison"


def test_an_object_with_an_order_of_its_own() -> None:
    class Small(int):
        def __lt__(self, other: object) -> bool:
            return True

    assert refused(lambda: Compared(Small(10), "<", 9)) == "comparison"


def test_a_domain_that_is_longer_than_it_is() -> None:
    class Long(list):  # type: ignore[type-arg]
        def __len__(self) -> int:
            return 5

    assert refused(lambda: Exhaustive("all are 0", {"n": Long()}, lambda n: n == 0)) == "exhaustive"
    assert refused(lambda: Exhaustive("all are 0", {"n": []}, lambda n: n == 0)) == "exhaustive"
    assert refused(lambda: Exhaustive("all are 0", {}, lambda: True)) == "exhaustive"
    assert refused(lambda: Exhaustive("all are 0", {"n": range(2)}, lambda n: n == 0)) == "exhaustive"
    assert refused(lambda: Exhaustive("all are small", {"n": range(2)}, lambda n: n < 2)) == ""


def test_truthy_is_not_true() -> None:
    assert refused(lambda: Exhaustive("all", {"n": [1]}, lambda n: n)) == "exhaustive"
    assert refused(lambda: Counterexample("no", {"n": 1}, lambda n: n, lambda n: n > 1)) == "counterexample"
    assert refused(lambda: Counterexample("no", {"n": 1}, lambda n: n == 1, lambda n: n - 1)) == "counterexample"


def test_floats_inside_containers() -> None:
    assert refused(lambda: Exhaustive("all", {"n": [(1, [0.5])]}, lambda n: n is not None)) == "inexact"
    inside = {"n": {1: {0.5}}}
    assert refused(lambda: Counterexample("no", inside, lambda n: n is not None, lambda n: n is None)) == "inexact"


def test_a_fact_is_made_by_the_core_alone() -> None:
    with pytest.raises(ProofError):
        Fact()
    with pytest.raises(ProofError):

        class Own(Fact):
            pass

    with pytest.raises(TypeError):

        class Lying(Expression):
            pass

    forged: Any = object.__new__(Fact)
    assert refused(lambda: Combination(greater(0), ((forged,),))) == "fact"


def test_a_fact_does_not_change() -> None:
    def positive(E_range: Fact) -> Manifest:
        with pytest.raises(AttributeError):
            E_range.formula = at_least(E, 100)  # type: ignore[misc]
        with pytest.raises(AttributeError):
            object.__setattr__(E_range, "formula", at_least(E, 100))
        return Manifest(greater(E), (E_range,))

    assert refused(positive) == ""


def test_a_formula_that_is_changed_behind_its_back() -> None:
    def start(E_range: Fact) -> Manifest:
        object.__setattr__(E_range.formula, "right", constant(100))
        return Manifest(greater(E, 50), (E_range,))

    assert refused(start, E_range=at_least(E, 1)) == "fact"


def test_an_expression_does_not_change() -> None:
    with pytest.raises(AttributeError):
        E.names = ("k",)


def test_a_relation_of_an_own_class() -> None:
    class Odd(Relation):
        @property
        def expression(self) -> Expression:
            return constant(1)

    assert refused(lambda: Manifest(Odd(constant(0), constant(0), "> 0"), ())) == "formula"
    assert refused(lambda: Manifest(Relation(constant(0), constant(1), "> 1"), ())) == "formula"  # type: ignore[arg-type]


def test_evidence_of_an_own_class() -> None:
    class Easy(Manifest):
        def check(self) -> None:
            """Accept."""

    assert refused(lambda: Easy(greater(0, 1), ())) == "evidence"
    easy = Manifest(greater(0, 1), ())
    easy.__dict__["check"] = lambda: None
    assert refused(lambda: easy) == "positivity"


def test_a_proof_of_an_own_class() -> None:
    with pytest.raises(ProofError):

        class Own(Proof):
            pass

    with pytest.raises(AttributeError):
        Proof("statement").run = None  # type: ignore[method-assign, assignment]


@pytest.mark.parametrize("number", [0.5, -1, Fraction(-1, 2), True, "1", constant(-1), x])
def test_a_number_that_is_no_number_in_a_product(number: Any) -> None:
    assert refused_product(number) == "combination"


@pytest.mark.parametrize("number", [-1, Fraction(-3, 2), constant(-2)])
def test_a_negative_weight_turns_an_inequality(number: Any) -> None:
    def turned(x_range: Fact) -> Combination:
        return Combination(greater(number * x), ((x_range, number),))

    assert refused(turned) == "combination"


@pytest.mark.parametrize("relation", [greater(2 * x + y), equal(2 * x + y)])
def test_weak_inequalities_show_no_more_than_weak_ones(relation: Relation) -> None:
    def sums(x_least: Fact, y_least: Fact) -> Combination:
        return Combination(relation, ((x_least, 2), (y_least,)))

    def zeros(x_zero: Fact, y_zero: Fact) -> Combination:
        return Combination(relation, ((x_zero, 2), (y_zero, 1)))

    weak = {"x_least": at_least(x), "y_least": at_least(y)}
    assert refused(sums, **weak) == "combination"
    exact_ = {"x_zero": equal(x), "y_zero": equal(y)}
    assert refused(zeros, **exact_) == ("" if relation.sign == "= 0" else "combination")


@pytest.mark.parametrize("factor", [0, Fraction(0)])
def test_a_product_with_0_is_not_positive(factor: Any) -> None:
    def nothing(x_range: Fact, y_least: Fact) -> Combination:
        return Combination(greater(2 * y), ((x_range, factor), (y_least, 2)))

    assert refused(nothing, y_least=at_least(y)) == "combination"


def refused_product(number: Any) -> str:
    rest = 2 - number if type(number) in (int, Fraction) else 3 if number == constant(-1) else 2

    def scaled(x_range: Fact, y_range: Fact) -> Combination:
        products = ((x_range, number), (x_range, rest), (y_range,))  # 2 x + y, if the number is one
        return Combination(greater(2 * x + y), products)

    return refused(scaled)


def test_a_conclusion_says_more_than_a_hypothesis() -> None:
    def again(x_range: Fact) -> Combination:
        return Combination(greater(3 * x), ((x_range, 3),))

    assert refused(again) == "repeated hypothesis"


def test_a_witness_is_exact_and_fits() -> None:
    proof = Proof("statement")
    proof.define("x_range", greater(x))
    proof.witness(x=0.5)  # type: ignore[arg-type]

    @proof.conclusion
    def double(x_range: Fact) -> Combination:
        """More than -1."""
        return Combination(greater(x, -1), ((x_range,), (1,)))

    with pytest.raises(ProofError, match="witness"):
        proof.run()


@pytest.mark.parametrize(
    "line",
    [
        "from dpexact.papers.proving.fact import _mint",
        "import dpexact.papers.proving.core",
        "import sys",
        "from gc import get_objects",
        "import importlib",
        "Fact.formula = 1",
        "proof._x",
        "x.__class__",
        "getattr(x, 'y')",
        "exec('1')",
        "from inspect import currentframe",
        "del proof.steps",
    ],
)
def test_a_file_that_reaches_behind_the_harness(line: str) -> None:
    with pytest.raises(ProofError):
        require_plain(line, "proof")


def test_a_hypothesis_is_no_computation() -> None:
    def used(bad: Fact) -> Exhaustive:
        return Exhaustive("all", {"n": range(2)}, lambda n: n < 2)

    assert refused(used, bad=Finite("computed", "", "")) == "hypothesis"
