"""Induction about sequences of which only inequalities are known: the type-I bound, from its inequalities to its end.

The argument is not that of proofs/count_queries/lemma_1, which adds the inequalities up with weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from dpexact.proving import (
    Combination,
    Fact,
    Hypothesis,
    Induction,
    Instance,
    Manifest,
    Proof,
    ProofError,
    at_least,
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
from dpexact.proving.core import identity, suppose
from dpexact.proving.formula import Relation
from dpexact.proving.positivity import is_manifest
from dpexact.proving.shifting import shifted

if TYPE_CHECKING:
    from dpexact.proving import Expression

E, k, X, C, d, D, a, b, first, s, W = indeterminates("E k X C d D a b first s W")
S = (X - 1) / (E - 1)  # sum_{j=0}^{k-1} E^j
P = (k * X - S) / (E - 1)  # sum_{j=0}^{k-1} (j + 1) E^j
TERMS = at_least(X * a + d * S, C)
SUMS = at_least(X * s + d * P, C * S)


def type_1_bound(*, upper: Any = D - 1, start: int = 1, claim: Relation = SUMS) -> Proof:
    """C S_k - d P_k <= E^k (alpha_1 + ... + alpha_k) for k = 1, ..., D: Lemma 1, with d = B delta*."""
    proof = Proof("the type-I bound")
    proof.define("E_range", at_least(E, 1))
    proof.define("k_whole", whole(k))
    proof.define("k_range", at_least(k, 1))
    proof.define("k_top", at_least(D, k))
    proof.define("k_inside", at_least(D, k + 1))
    proof.define("X_power", power(X, E, k))
    proof.define("alphas", terms(a, b, k, 1, first))
    proof.define("sums", recursive(s, k, 1, first, s + b))
    proof.suppose("inequality_21", every(at_least(E * b + d, a), k, 1, upper))
    proof.suppose("inequality_22", at_least(E * first + d, C))

    @proof.step
    def inside(inequality_21: Fact, k_whole: Fact, k_range: Fact, k_inside: Fact) -> Instance:
        """(21) for k."""
        return Instance(inequality_21, {"k": k}, (k_whole, k_range, k_inside))

    @proof.step
    def power_positive(E_range: Fact, k_range: Fact, X_power: Fact) -> Manifest:
        """E^k > 0."""
        return Manifest(greater(X), (E_range, k_range, X_power))

    @proof.step
    def growth(inside: Fact, power_positive: Fact) -> Combination:
        """What the claim about terms gains from k to k + 1."""
        return Combination(at_least(X * (E * b + d - a)), ((power_positive, inside),))

    @proof.step
    def all_terms(
        inequality_22: Fact, growth: Fact, k_whole: Fact, k_range: Fact, k_top: Fact, X_power: Fact, alphas: Fact
    ) -> Induction:
        """E^k alpha_k + d S_k >= C for k = 1, ..., D."""
        given = (k_whole, k_range, k_top, X_power, alphas)
        return Induction(TERMS, "k", start, inequality_22, 1, growth, given)

    @proof.step
    def next_term(
        all_terms: Fact, k_whole: Fact, k_range: Fact, k_inside: Fact, X_power: Fact, alphas: Fact
    ) -> Instance:
        """The same for k + 1 <= D."""
        return Instance(all_terms, {"k": k + 1}, (k_whole, k_range, k_inside, X_power, alphas))

    @proof.step
    def base_power_positive(E_range: Fact) -> Manifest:
        """E > 0."""
        return Manifest(greater(E), (E_range,))

    @proof.conclusion
    def all_sums(
        inequality_22: Fact, base_power_positive: Fact, next_term: Fact, sums: Fact, alphas: Fact, X_power: Fact,
        k_whole: Fact, k_range: Fact, k_top: Fact,
    ) -> Induction:  # fmt: skip
        """E^k s_k + d P_k >= C S_k for k = 1, ..., D."""
        given = (k_whole, k_range, k_top, X_power, alphas, sums)
        return Induction(claim, "k", 1, inequality_22, base_power_positive, next_term, given)

    return proof


def failed(proof: Proof) -> str:
    try:
        proof.run()
    except ProofError as error:
        return error.check
    return ""


def test_the_type_1_bound_from_its_inequalities() -> None:
    run = type_1_bound().run()
    (conclusion,) = run.conclusions
    assert conclusion.fact.formula == SUMS
    resting = {item.name for item in conclusion.fact.rests_on}
    assert "k_inside" not in resting  # k + 1 <= D is needed for the step only
    assert {"k_top", "inequality_21", "inequality_22"} <= resting


def test_an_inequality_too_few() -> None:
    assert failed(type_1_bound(upper=D - 2)) == "substitution"


def test_an_inequality_more_is_not_needed_but_does_no_harm() -> None:
    assert failed(type_1_bound(upper=D)) == ""
    assert failed(type_1_bound(upper=None)) == ""


def test_a_claim_that_is_too_strong() -> None:
    assert failed(type_1_bound(claim=at_least(X * s + d * P, C * S + k - 1))) == "step"
    assert failed(type_1_bound(claim=at_least(X * s + d * P, C * S + 1))) == "base"
    assert failed(type_1_bound(start=2)) == "substitution"  # nothing is known of the second term


def test_a_premise_about_one_term_is_no_premise_about_all() -> None:
    """From a_k >= a_(k+1) at one k one may not conclude a_1 >= a_k."""

    def decreasing(premise: Any) -> str:
        proof = Proof("first >= a")
        proof.define("k_whole", whole(k))
        proof.define("k_range", at_least(k, 1))
        proof.define("alphas", terms(a, b, k, 1, first))
        proof.suppose("falls", premise)

        @proof.step
        def base() -> Manifest:
            """first - first >= 0."""
            return Manifest(at_least(first, first), ())

        @proof.step
        def fall(falls: Fact, k_whole: Fact, k_range: Fact) -> Any:
            """a >= b."""
            if isinstance(falls.formula, Relation):
                return Combination(at_least(a, b), ((falls,),), (k_whole, k_range))
            return Instance(falls, {"k": k}, (k_whole, k_range))

        @proof.conclusion
        def claim(base: Fact, fall: Fact, k_whole: Fact, k_range: Fact, alphas: Fact) -> Induction:
            """first >= a."""
            return Induction(at_least(first, a), "k", 1, base, 1, fall, (k_whole, k_range, alphas))

        return failed(proof)

    assert decreasing(every(at_least(a, b), k, 1)) == ""
    assert decreasing(at_least(a, b)) == "step"


# -- what stands in place of powers and terms --------------------------------------------------------------------------


def fact(formula: Any) -> Fact:
    return suppose(Hypothesis(str(formula), "premise", "", formula))


GIVEN = (
    power(X, E, k),
    power(W, E, D),
    terms(a, b, k, 1, first),
    recursive(s, k, 1, first, s + b),
    term(s, D, 1),
)


@dataclass(frozen=True)
class Shift:
    expression: Expression
    value: Expression | int
    expected: Expression | int


@pytest.mark.parametrize(
    "shift",
    [
        Shift(X, k + 1, E * X),
        Shift(X, k - 2, X / E**2),
        Shift(X, 3, E**3),
        Shift(X, D - k, W / X),
        Shift(X, 2 * k + D + 1, X**2 * W * E),
        Shift(k * X + a, k + 1, (k + 1) * E * X + b),
        Shift(s, k + 1, s + b),
        Shift(s, 1, first),
        Shift(s, D, 1),
        Shift(a + b, k, a + b),
        Shift(C, 7, C),
    ],
)
def test_other_places(shift: Shift) -> None:
    assert shifted(shift.expression, {"k": shift.value}, GIVEN) == shift.expected


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (b, k + 1),  # the term after the next has no name
        (a, D),  # nothing is said about it
        (s, k - 1),
        (X, k * k),
        (X, k * Fraction(1, 2)),
        (X, d),  # E^d has no name
    ],
)
def test_places_about_which_nothing_is_said(expression: Expression, value: Expression) -> None:
    with pytest.raises(ProofError) as caught:
        shifted(expression, {"k": value}, GIVEN)
    assert caught.value.check == "substitution"


def test_a_power_is_not_replaced_by_itself() -> None:
    for values in ({"k": k + 1, "X": X}, {"E": E + 1}):
        with pytest.raises(ProofError):
            shifted(X, values, GIVEN)


# -- bounds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("relation", "given", "expected"),
    [
        (greater(D, 0), [at_least(k, 1), at_least(D, k)], True),
        (greater(D, 0), [at_least(D, k), at_least(k, 1)], True),
        (at_least(D, 2), [at_least(k, 1), at_least(D, k)], False),
        (at_least(D, 2), [at_least(k, 1), greater(D, k)], False),  # D may be 3/2 as far as this says
        (at_least(k, 3), [at_least(k, 1), at_least(k, 3)], True),  # the higher bound is used
        (at_least(k, 3), [at_least(k, 3), at_least(k, 1)], True),
        (greater(k, 1), [at_least(k, 1), greater(k, 1)], True),
        (greater(k, 1), [greater(k, 1), at_least(k, 1)], True),  # and a strict one is kept
        (greater(d * (1 - d)), [greater(d), greater(1, d)], True),
        (greater(d * (1 - d)), [greater(1, d), greater(d)], True),
        (greater(d * (1 - d)), [at_least(d), greater(1, d)], False),  # 0 at d = 0
        (at_least(d * (1 - d)), [at_least(d), greater(1, d)], True),
        (greater(2 - d), [at_least(1, d)], True),
        (greater(d), [at_least(1, d)], False),
        (greater(C - d), [greater(C, 2 * d), greater(d)], True),
        (greater(k + D), [at_least(k, 1), equal(D, 2 * k)], True),
        (greater(1 / (D - k)), [at_least(k, 1), greater(D, k)], True),
        (greater(1 / (D - k)), [at_least(k, 1), at_least(D, k)], False),
        (greater(1, d), [at_least(1, d)], False),
        (greater(C), [], False),
    ],
)
def test_manifest_signs(relation: Relation, given: list[Relation], expected: bool) -> None:  # noqa: FBT001
    assert is_manifest(relation, given) == expected


def test_a_slack_is_not_an_indeterminate_of_the_user() -> None:
    (slack,) = indeterminates("s_0")
    assert not is_manifest(at_least(E + slack, 1), [at_least(E, 1)])


def test_identity_with_equations() -> None:
    identity(equal(a * a, b), (fact(equal(a, 3)), fact(equal(b, 9))))
    with pytest.raises(ProofError):
        identity(equal(a * a, b), (fact(equal(a, 3)), fact(equal(b, 8))))


def test_a_bound_that_the_conclusion_needs_is_not_dropped() -> None:
    """D >= k, got from D >= k + 1, must not be used to drop D >= k + 1 from what the conclusion rests on."""
    proof = Proof("D >= k for every k?")
    proof.define("k_whole", whole(k))
    proof.define("k_range", at_least(k, 1))
    proof.define("D_range", at_least(D, 1))
    proof.define("k_inside", at_least(D, k + 1))

    @proof.step
    def base(D_range: Fact) -> Manifest:
        """D >= 1."""
        return Manifest(at_least(D, 1), (D_range,))

    @proof.step
    def top(k_inside: Fact) -> Manifest:
        """D >= k, for k < D."""
        return Manifest(at_least(D, k), (k_inside,))

    @proof.step
    def step(k_inside: Fact) -> Manifest:
        """D >= k + 1, for k < D."""
        return Manifest(at_least(D, k + 1), (k_inside,))

    @proof.conclusion
    def claim(base: Fact, step: Fact, k_whole: Fact, k_range: Fact, top: Fact) -> Induction:
        """D >= k."""
        return Induction(at_least(D, k), "k", 1, base, 0, step, (k_whole, k_range, top))

    (conclusion,) = proof.run().conclusions
    assert "k_inside" in {item.name for item in conclusion.fact.rests_on}
