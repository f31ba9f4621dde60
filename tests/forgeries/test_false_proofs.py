"""False or dishonest proofs, each rejected by the check that is named for its fault; the honest proof passes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Any

import pytest

from dpexact.proving import (
    Certified,
    ClosedForm,
    Combination,
    Compared,
    Counterexample,
    Exhaustive,
    Fact,
    Identity,
    Induction,
    Instance,
    Manifest,
    Over,
    Proof,
    ProofError,
    SumOfPositives,
    Telescoping,
    at_least,
    equal,
    every,
    greater,
    holds_on_interval,
    indeterminates,
    power,
    recursive,
    summed,
    term,
    terms,
    whole,
)
from dpexact.proving.formula import Sum, Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


E, k, X, j, Y, D, a, b, x = indeterminates("E k X j Y D a b x")

KNOWN: dict[str, Any] = {
    "E_range": at_least(E, 1),
    "k_whole": whole(k),
    "k_range": at_least(k, 1),
    "X_power": power(X, E, k),
    "j_whole": whole(j),
    "Y_power": power(Y, E, j),
}
S = (X - 1) / (E - 1)  # 1 + E + ... + E^(k-1)


def citing(evidence: Callable[..., Any], *names: str, name: str = "step") -> Callable[..., Any]:
    """A step that takes its facts by name, as if its parameters had these names."""
    parameters = [Parameter(cited, Parameter.KEYWORD_ONLY) for cited in names]
    evidence.__name__, evidence.__doc__ = name, "The step."
    evidence.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return evidence


def proof_of(evidence: Callable[..., Any], hypotheses: Mapping[str, Any] = KNOWN) -> Proof:
    """A proof of one step; of the hypotheses only those that it cites."""
    evidence.__doc__ = "The step."
    proof = Proof("statement")
    for name in signature(evidence).parameters:
        proof.define(name, hypotheses[name])
    proof.conclusion(evidence)
    return proof


def failed(proof: Proof) -> str:
    """The name of the check that rejects a proof, "" if it is accepted."""
    try:
        proof.run()
    except ProofError as error:
        return error.check
    return ""


def failed_step(evidence: Callable[..., Any], **hypotheses: Any) -> str:
    return failed(proof_of(evidence, {**KNOWN, **hypotheses}))


# -- identities ------------------------------------------------------------------------------------------------------


def test_identity_off_by_one_term() -> None:
    assert failed_step(lambda: Identity(equal(S.substitute({"X": E * X}), S + X))) == ""
    assert failed_step(lambda: Identity(equal(S.substitute({"X": E * X}), S + E * X))) == "identity"


def test_identity_that_holds_at_e_2_only() -> None:
    assert failed_step(lambda: Identity(equal(E * E, E + 2))) == "identity"


def test_identity_that_is_an_inequality() -> None:
    assert failed_step(lambda: Identity(at_least(E * E, 0))) == "identity"


def conditions(evidence: Any, **hypotheses: Any) -> set[str]:
    """The conditions of an accepted proof of one step."""
    return {str(part) for part in proof_of(evidence, {**KNOWN, **hypotheses}).run().steps[-1].fact.conditions}


def test_equation_with_a_denominator_that_may_vanish_keeps_its_condition() -> None:
    def cancel(bad: Fact) -> Identity:
        return Identity(equal(a, b + 0 * x), (bad,))

    def clear(bad: Fact, sign: Fact) -> Identity:
        return Identity(equal(a * x, b), (sign, bad))

    assert failed_step(clear, bad=equal(a, b / x), sign=at_least(x)) == "identity"
    assert failed_step(clear, bad=equal(a, b / x), sign=greater(x)) == ""
    assert conditions(clear, bad=equal(a, b / x), sign=greater(x)) == set()


# -- signs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("relation", "check"),
    [
        (greater(E * E + E, 1), ""),
        (at_least(E * E, 1), ""),
        (greater(E * E, 1), "positivity"),  # 0 at E = 1
        (at_least(1, E), "positivity"),
        (at_least((E - 2) * (E - 3)), "positivity"),  # negative on (2, 3)
        (greater(1 / (E - 1)), "positivity"),  # no value at E = 1
        (greater(E + k), "positivity"),  # nothing is given for k
        (greater(1 / (1 - E) ** 3, -1), "positivity"),
    ],
)
def test_manifest_sign(relation: Any, check: str) -> None:
    def sign(E_range: Fact) -> Manifest:
        return Manifest(relation, (E_range,))

    assert failed_step(sign) == check


def test_power_without_its_bounds() -> None:
    def sign(X_power: Fact, k_range: Fact) -> Manifest:
        return Manifest(at_least(X, 1), (X_power, k_range))

    def below(X_power: Fact, k_range: Fact, E_range: Fact) -> Manifest:
        return Manifest(at_least(X, 1), (X_power, k_range, E_range))

    def positive(X_power: Fact, k_range: Fact) -> Manifest:
        return Manifest(greater(X), (X_power, k_range))

    assert failed_step(sign) == failed_step(positive) == "positivity"
    assert failed_step(below) == ""
    assert failed_step(below, E_range=greater(E)) == "positivity"
    assert failed_step(below, k_range=at_least(k, -1)) == "positivity"


@pytest.mark.parametrize(
    ("relation", "holds"),
    [
        (greater(x**2 - 3 * x + 3), True),
        (greater(x**2 - 2), False),  # a root in the interval
        (greater(2 - x), False),  # a root at an end that belongs to it
        (at_least(2 - x), True),
        (at_least((x - 1) ** 3), True),
        (at_least(-((2 * x - 3) ** 2)), False),
        (greater((2 * x - 3) ** 2), False),  # a double root inside
        (at_least((2 * x - 3) ** 2), True),
        (greater(1 / (2 * x - 3) ** 2), False),  # a pole inside
        (greater(x - 3), False),  # no root, but negative
    ],
)
def test_sign_on_the_interval_from_1_to_2(relation: Any, holds: Any) -> None:
    assert holds_on_interval(relation, (at_least(x, 1), at_least(2, x))) is holds


@pytest.mark.parametrize(
    ("relation", "bound", "holds"),
    [
        (greater(x - 2), at_least(x, 1000), True),
        (greater(x - 2), at_least(-1000, x), False),
        (greater(2 - x), at_least(-1000, x), True),
        (greater(x - 2000), at_least(x, 1000), False),
        (at_least((x - 2000) ** 2 * (x - 1)), at_least(x, 1000), True),
        (at_least((x - 2000) ** 3), at_least(x, 1000), False),
    ],
)
def test_sign_far_from_the_roots(relation: Any, bound: Any, holds: Any) -> None:
    assert holds_on_interval(relation, (bound,)) is holds


def test_combination_with_a_wrong_sign_or_sum() -> None:
    def combined(products: Callable[[Fact, Fact], Any], relation: Any) -> str:
        return failed_step(
            lambda positive, bounded: Combination(relation, products(positive, bounded)),
            positive=greater(a),
            bounded=at_least(b),
        )

    assert combined(lambda p, q: ((p, q), (2, p)), greater(a * b + 2 * a)) == ""
    assert combined(lambda p, q: ((p, q), (2, p)), greater(a * b + 3 * a)) == "combination"
    assert combined(lambda p, q: ((p, q), (-2, p)), greater(a * b - 2 * a)) == "combination"
    assert combined(lambda p, q: ((p, q),), greater(a * b)) == "combination"
    assert combined(lambda p, q: ((p, Over(q)),), greater(a / b)) == "combination"
    assert combined(lambda p, q: ((p, q, x),), at_least(a * b * x)) == "combination"
    assert combined(lambda p, q: ((p, q), (2, p)), at_least(a * b + 2 * a + x)) == "combination"
    assert combined(lambda p, q: ((p, q),), equal(a * b)) == "combination"


def test_equations_multiplied_by_what_may_be_0_keep_the_condition() -> None:
    def cleared(factor: Any) -> Any:
        return lambda said: Combination(equal(a, b), ((said, factor),))

    assert failed_step(cleared(x), said=equal(a / x, b / x)) == ""
    assert conditions(cleared(x), said=equal(a / x, b / x)) == {"x"}
    assert failed_step(cleared(1 / x), said=equal(a * x, b * x)) == "combination"


# -- induction -------------------------------------------------------------------------------------------------------

BERNOULLI = at_least(X, 1 + k * (E - 1))  # E^k >= 1 + k (E - 1)
STEPS = {"remainder_sign": at_least(k * (E - 1) ** 2), "base": at_least(0 * E)}


def bernoulli(
    claim: Any = BERNOULLI, start: int = 1, base: Any = None, remainder: Any = None, leave_out: str = ""
) -> str:
    """E^(k+1) - 1 - (k+1)(E-1) = E (E^k - 1 - k (E-1)) + k (E-1)^2."""
    proof = Proof("Bernoulli's inequality")
    names = [name for name in ("E_range", "k_whole", "k_range", "X_power") if name != leave_out]
    for name in names:
        proof.define(name, KNOWN[name])

    @proof.step
    def first(E_range: Fact) -> Manifest:
        """The base."""
        return Manifest(at_least(0 * E) if base is None else base, (E_range,))

    @proof.step
    def growth(E_range: Fact) -> Manifest:
        """The multiplier."""
        return Manifest(at_least(E), (E_range,))

    @proof.step
    def rest(E_range: Fact, k_range: Fact) -> Manifest:
        """The remainder."""
        return Manifest(at_least(k * (E - 1) ** 2) if remainder is None else remainder, (E_range, k_range))

    def conclude(first: Fact, growth: Fact, rest: Fact, **given: Fact) -> Induction:
        return Induction(claim, "k", start, first, growth, rest, tuple(given.values()))

    proof.conclusion(citing(conclude, "first", "growth", "rest", *names[1:]))
    return failed(proof)


def test_induction() -> None:
    assert bernoulli() == ""


def test_induction_with_a_wrong_base() -> None:
    assert bernoulli(base=at_least(E)) == "base"  # a true fact, but not P(1)
    assert bernoulli(start=2) == "base"


def test_induction_with_a_wrong_step() -> None:
    assert bernoulli(remainder=at_least(k * (E - 1))) == "step"  # a true fact, but not the remainder
    assert bernoulli(claim=at_least(X, 1 + k * (E - 1) + (k - 1))) == "step"  # false from k = 2 on


def test_induction_that_shows_less_than_it_says() -> None:
    assert bernoulli(claim=greater(X, 1 + k * (E - 1))) == "step"


def test_induction_without_its_domain() -> None:
    assert bernoulli(leave_out="k_whole") == "induction"
    assert bernoulli(leave_out="X_power") == "base"  # X - 1 - k (E - 1) at k = 1, with X a number of its own


def test_induction_whose_step_holds_for_small_k_only() -> None:
    """3 - k >= 0 does not follow from k = 1 by a step that holds for k <= 2."""
    proof = Proof("3 >= k")
    for name in ("k_whole", "k_range"):
        proof.define(name, KNOWN[name])
    proof.define("small", at_least(2, k))

    @proof.step
    def first() -> Manifest:
        """3 - 1 >= 0."""
        return Manifest(at_least(2), ())

    @proof.step
    def rest(small: Fact) -> Manifest:
        """2 - k >= 0, with multiplier 0."""
        return Manifest(at_least(2 - k), (small,))

    @proof.conclusion
    def claim(first: Fact, rest: Fact, k_whole: Fact, k_range: Fact) -> Induction:
        """3 - k >= 0."""
        return Induction(at_least(3 - k), "k", 1, first, 0, rest, (k_whole, k_range))

    assert failed(proof) == "step"


def test_induction_whose_step_holds_for_large_k_only() -> None:
    """(k - 4)^2 - 8 is 1 for k = 1 and grows from k = 4 on; but for k = 5 it is -7."""
    proof = Proof("(k - 4)^2 >= 8 for k >= 5")
    proof.define("k_whole", whole(k))
    proof.define("large", at_least(k, 4))
    proof.define("larger", at_least(k, 5))

    @proof.step
    def first() -> Manifest:
        """1 >= 0."""
        return Manifest(at_least(1), ())

    @proof.step
    def rest(large: Fact) -> Manifest:
        """2 k - 7 >= 0."""
        return Manifest(at_least(2 * k - 7), (large,))

    @proof.conclusion
    def claim(first: Fact, rest: Fact, k_whole: Fact, larger: Fact) -> Induction:
        """(k - 4)^2 - 8 >= 0."""
        return Induction(at_least((k - 4) ** 2, 8), "k", 1, first, 1, rest, (k_whole, larger))

    assert failed(proof) == "step"


def test_induction_whose_step_rests_on_a_power_that_is_not_given() -> None:
    proof = Proof("k >= 1")
    for name in ("k_whole", "k_range", "X_power"):
        proof.define(name, KNOWN[name])

    @proof.step
    def rest(X_power: Fact) -> Manifest:
        """1 >= 0."""
        return Manifest(at_least(1), (X_power,))

    @proof.step
    def first() -> Manifest:
        """0 >= 0."""
        return Manifest(at_least(0), ())

    @proof.conclusion
    def claim(first: Fact, rest: Fact, k_whole: Fact, k_range: Fact) -> Induction:
        """k - 1 >= 0."""
        return Induction(at_least(k, 1), "k", 1, first, 1, rest, (k_whole, k_range))

    assert failed(proof) == "definition"


def test_closed_form_with_a_wrong_first_term_or_rule() -> None:
    def closed(form: Any) -> str:
        return failed_step(
            lambda geometric, k_whole, k_range, X_power: ClosedForm(geometric, form, (k_whole, k_range, X_power)),
            geometric=recursive(a, k, 1, 1, E * a + 1),
        )

    assert closed(S) == ""
    assert closed(S + 1) == "base"
    assert closed(k) == "step"
    assert closed(a) == "recursion"


# -- sums ------------------------------------------------------------------------------------------------------------


def test_sum_with_a_wrong_value_or_antidifference() -> None:
    def total(change: Callable[[Telescoping], Telescoping]) -> str:
        return failed_step(
            lambda k_whole, k_range, X_power, j_whole, Y_power: change(
                summed(Y, j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))
            )
        )

    def other_value(honest: Telescoping) -> Telescoping:
        said = honest.formula
        return Telescoping(
            Sum(said.summand, "j", said.lower, said.upper, said.value + 1), honest.antidifference, honest.given
        )

    def other_antidifference(honest: Telescoping) -> Telescoping:
        return Telescoping(honest.formula, honest.antidifference * E, honest.given)

    assert total(lambda honest: honest) == ""
    assert total(other_value) == "sum"
    assert total(other_antidifference) == "sum"


def test_sum_whose_upper_end_may_lie_below_the_lower() -> None:
    def backwards(k_whole: Fact, k_range: Fact, j_whole: Fact) -> Telescoping:
        return summed(j, j, 0, -k - 1, (k_whole, k_range, j_whole))

    assert failed_step(backwards) == "sum"


def test_sum_up_to_its_own_index_or_to_a_fraction() -> None:
    def sum_to(upper: Any, *names: str, **hypotheses: Any) -> str:
        evidence = citing(lambda **facts: summed(Y, j, 0, upper, tuple(facts.values())), *names)
        return failed_step(evidence, **hypotheses)

    assert sum_to(k, "k_whole", "k_range", "X_power", "j_whole", "Y_power") == ""
    assert sum_to(k, "k_range", "X_power", "j_whole", "Y_power") == "sum"
    assert sum_to(k, "k_whole", "k_range", "X_power", "Y_power") == "sum"
    assert sum_to(j, "j_whole", "Y_power", "j_range", j_range=at_least(j)) == "sum"


def test_sum_of_negative_powers() -> None:
    """1/Y = E^-j has a denominator that vanishes nowhere; 1/(Y - E) = 1/(E^j - E) has one that vanishes at j = 1."""

    def quotient(denominator: Any) -> str:
        value = (1 - 1 / X) / (1 - 1 / E)

        def total(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
            formula = Sum(1 / denominator, "j", 0 * k, k - 1, value)
            return Telescoping(formula, -1 / Y / (1 - 1 / E), (k_whole, k_range, X_power, j_whole, Y_power))

        return failed_step(total)

    assert quotient(Y) == ""
    assert quotient(Y - E) == "sum"


def test_sum_over_a_pole() -> None:
    """1/(j - 1) - 1/j telescopes as a rational function, but the terms for j = 0 and j = 1 do not exist."""
    summand = 1 / (j - 1) - 1 / j

    def poles(k_whole: Fact, k_range: Fact, j_whole: Fact) -> Telescoping:
        formula = Sum(summand, "j", 0 * k - 1, k + 1, -1 / (k + 1) - Fraction(1, 2))
        return Telescoping(formula, -1 / (j - 1), (k_whole, k_range, j_whole))

    assert failed_step(poles) == "sum"


def sum_sign(summand: Any, lower: Any, upper: Any, *, strict: bool = True, **hypotheses: Any) -> str:
    proof = Proof("a sum is positive")
    for name, formula in {**KNOWN, **hypotheses}.items():
        proof.define(name, formula)

    @proof.step
    def total(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
        """The sum."""
        return summed(summand, j, lower, upper, (k_whole, k_range, X_power, j_whole, Y_power))

    @proof.conclusion
    def sign(total: Fact, E_range: Fact, k_range: Fact, Y_power: Fact) -> SumOfPositives:
        """Its sign."""
        return SumOfPositives(total, (E_range, k_range, Y_power), strict)

    return failed(proof)


def test_sum_of_positives() -> None:
    assert sum_sign(Y, 0, k - 1) == ""
    assert sum_sign(Y * (k - j), 0, k - 1) == ""
    assert sum_sign(Y * (k - j), 0, k) == "positivity"  # the last term is 0
    assert sum_sign(Y * (k - j), 0, k, strict=False) == ""
    assert sum_sign(Y * (k - 1 - j), 0, k - 1) == "positivity"  # for k = 1 the sum is 0
    assert sum_sign(Y, 0, k - 2) == "sum"  # empty for k = 1
    assert sum_sign(-Y, 0, k - 1, strict=False) == "positivity"


def test_sum_of_positives_with_a_bound_of_the_index_from_elsewhere() -> None:
    def proof_with(bound: Any) -> str:
        proof = Proof("a sum is positive")
        for name, formula in {**KNOWN, "elsewhere": bound}.items():
            proof.define(name, formula)

        @proof.step
        def total(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
            """The sum."""
            return summed(j - 5, j, 0, k, (k_whole, k_range, X_power, j_whole, Y_power))

        @proof.conclusion
        def sign(total: Fact, E_range: Fact, elsewhere: Fact, k_range: Fact) -> SumOfPositives:
            """Its sign."""
            return SumOfPositives(total, (E_range, elsewhere, k_range))

        return failed(proof)

    assert proof_with(at_least(j, 9)) == "sum"


# -- sequences and other values --------------------------------------------------------------------------------------


def test_instance_that_leaves_the_domain() -> None:
    def moved(value: Any) -> str:
        proof = Proof("k - 1 >= 0 elsewhere")
        for name in ("k_whole", "k_range"):
            proof.define(name, KNOWN[name])

        @proof.step
        def bound(k_range: Fact, k_whole: Fact) -> Manifest:
            """k - 1 >= 0."""
            return Manifest(at_least(k - 1), (k_range, k_whole))

        @proof.conclusion
        def there(bound: Fact, k_range: Fact, k_whole: Fact) -> Instance:
            """The same for another value."""
            return Instance(bound, {"k": value}, (k_range, k_whole))

        return failed(proof)

    assert moved(k + 1) == ""
    assert moved(k - 1) == "substitution"
    assert moved(k * Fraction(3, 2)) == "substitution"


def test_instance_that_changes_the_base_of_a_power() -> None:
    proof = Proof("X >= 1 for another E")
    for name in ("E_range", "k_range", "X_power"):
        proof.define(name, KNOWN[name])

    @proof.step
    def bound(E_range: Fact, k_range: Fact, X_power: Fact) -> Manifest:
        """X >= 1."""
        return Manifest(at_least(X, 1), (E_range, k_range, X_power))

    @proof.conclusion
    def there(bound: Fact, E_range: Fact) -> Instance:
        """X >= 1 with E + 1 in place of E: X would have another meaning."""
        return Instance(bound, {"E": E + 1}, (E_range,))

    assert failed(proof) == "substitution"


def test_place_outside_the_range_of_an_inequality() -> None:
    def place(value: Any) -> str:
        return failed_step(
            lambda falling, sequence, k_whole, k_range, top: Instance(
                falling, {"k": value}, (sequence, k_whole, k_range, top)
            ),
            falling=every(at_least(a, b), k, 1, D - 1),
            sequence=terms(a, b, k, 1, x),
            top=at_least(D, k + 1),
        )

    assert place(k) == ""
    assert place(k + 1) == "substitution"  # k + 1 <= D - 1 is not given; and b has no name there


def test_place_that_need_not_be_an_integer() -> None:
    def taken_out(falling: Fact, k_range: Fact, top: Fact) -> Instance:
        return Instance(falling, {"k": k}, (k_range, top))

    said = {"falling": every(at_least(a, k), k, 1, D), "top": at_least(D, k)}
    assert failed_step(taken_out, **said) == "substitution"
    assert (
        failed_step(lambda falling, k_range, top, k_whole: Instance(falling, {"k": k}, (k_range, top, k_whole)), **said)
        == ""
    )


def test_instance_that_moves_the_place_of_a_known_term() -> None:
    """The term D of a sequence is 1; from this nothing follows for the term D + 1."""
    proof = Proof("a last term")
    proof.define("D_whole", whole(D))
    proof.define("last", term(a, D, 1))
    proof.define("D_range", at_least(D, 1))

    @proof.step
    def bound(last: Fact, D_range: Fact, D_whole: Fact) -> Manifest:
        """D >= 1."""
        return Manifest(at_least(D, 1), (last, D_range, D_whole))

    @proof.conclusion
    def there(bound: Fact, D_range: Fact, D_whole: Fact) -> Instance:
        """D + 1 >= 1."""
        return Instance(bound, {"D": D + 1}, (D_range, D_whole))

    assert failed(proof) == "substitution"


def test_instance_that_changes_an_inequality_about_another_sequence() -> None:
    """a_j >= X for every j, with X = E^k, says something else for k + 1."""

    def moved(limit: Any) -> str:
        proof = Proof("a >= limit for another k")
        for name in ("k_whole", "X_power", "j_whole"):
            proof.define(name, KNOWN[name])
        proof.define("bounded", every(at_least(a, limit), j, 1))
        proof.define("j_range", at_least(j, 1))

        @proof.step
        def bound(bounded: Fact, j_whole: Fact, j_range: Fact, k_whole: Fact, X_power: Fact) -> Instance:
            """a >= limit."""
            return Instance(bounded, {"j": j}, (j_whole, j_range, k_whole, X_power))

        @proof.conclusion
        def there(bound: Fact, k_whole: Fact, X_power: Fact) -> Instance:
            """The same for k + 1."""
            return Instance(bound, {"k": k + 1}, (k_whole, X_power))

        return failed(proof)

    assert moved(x) == ""
    assert moved(X) == "substitution"


# -- finite checks ---------------------------------------------------------------------------------------------------


def test_vacuous_finite_check() -> None:
    assert failed_step(lambda: Exhaustive("all", {"n": range(3)}, lambda n: n < 3)) == ""
    assert failed_step(lambda: Exhaustive("all", {"n": range(3, 3)}, lambda n: n > 9)) == "exhaustive"
    assert failed_step(lambda: Exhaustive("all", {}, lambda: True)) == "exhaustive"
    assert failed_step(lambda: Exhaustive("all", {"n": range(2), "m": ()}, lambda n, m: n > m)) == "exhaustive"


def test_finite_check_with_one_exception_or_a_truthy_answer() -> None:
    assert failed_step(lambda: Exhaustive("all", {"n": range(100)}, lambda n: n != 99)) == "exhaustive"
    assert failed_step(lambda: Exhaustive("all", {"n": range(3)}, lambda n: n + 1)) == "exhaustive"


def test_counterexample_that_is_none() -> None:
    def instance(n: int) -> str:
        return failed_step(
            lambda: Counterexample("odd n are prime", {"n": n}, lambda n: n % 2 == 1, lambda n: n in (3, 5, 7))
        )

    assert instance(9) == ""
    assert instance(7) == "counterexample"  # the statement holds there
    assert instance(8) == "counterexample"  # the statement says nothing there


def test_comparison_that_is_false_undecided_or_of_floats() -> None:
    from flint import arb

    from dpexact import Enclosure, exact

    half = Enclosure(lambda: arb(1) / 3 + arb(1) / 6)
    assert failed_step(lambda: Compared(exact("exp(1)"), ">", exact("2.718"))) == ""
    assert failed_step(lambda: Compared(exact("exp(1)"), ">", exact("2.719"))) == "comparison"
    assert failed_step(lambda: Compared(half, ">", exact("1/2"))) == "comparison"
    assert failed_step(lambda: Compared(1.5, ">", 1)) == "comparison"
    assert failed_step(lambda: Compared(exact(1), "!=", exact(2))) == ""
    assert failed_step(lambda: Compared(half, "=", exact("1/2"))) == "comparison"


def test_certificate_about_something_else() -> None:
    from dpexact import Mechanism, NeighborGraph, verify

    def response(truth: str, lie: str) -> Mechanism:
        return Mechanism.from_rows(["no", "yes"], ["no", "yes"], [[truth, lie], [lie, truth]])

    mechanism, other = response("3/4", "1/4"), response("4/5", "1/5")
    pairs = NeighborGraph.complete(mechanism.inputs)
    certificate = verify(mechanism, pairs, 3, 0).certificate()
    assert failed_step(lambda: Certified(certificate, "private", mechanism, pairs)) == ""
    assert failed_step(lambda: Certified(certificate, "private", other, pairs)) == "certificate"
    assert failed_step(lambda: Certified(certificate, "tight-delta", mechanism, pairs)) == "certificate"


# -- citations -------------------------------------------------------------------------------------------------------


def test_idle_hypothesis() -> None:
    proof = proof_of(lambda: Identity(equal(E + E, 2 * E)))
    assert failed(proof) == ""
    extended = Proof("statement")
    extended.assume("luck", "everything goes well")
    extended.conclusion(proof.steps["<lambda>"].evidence)
    assert failed(extended) == "idle hypothesis"


def test_undeclared_hypothesis() -> None:
    proof = Proof("E > 0")

    @proof.conclusion
    def sign(E_range: Fact) -> Manifest:
        """E > 0."""
        return Manifest(greater(E), (E_range,))

    assert failed(proof) == "hidden hypothesis"


def test_fact_made_by_the_step_itself() -> None:
    assert failed_step(lambda: Manifest(greater(E), (Fact(),))) == "fact"


def test_fact_of_another_proof() -> None:
    def positive(E_range: Fact) -> Manifest:
        return Manifest(greater(E), (E_range,))

    other = proof_of(positive).run().steps[-1].fact
    assert failed_step(lambda: Manifest(greater(E), (other,))) == "hidden hypothesis"


def test_fact_kept_from_another_step() -> None:
    kept: list[Fact] = []
    proof = Proof("E > 0")
    proof.define("E_range", at_least(E, 1))

    @proof.step
    def first(E_range: Fact) -> Manifest:
        """E >= 1."""
        kept.append(E_range)
        return Manifest(at_least(E, 1), (E_range,))

    @proof.conclusion
    def second(first: Fact) -> Combination:
        """E - 1 >= 0 twice."""
        return Combination(at_least(2 * E, 2), ((first,), (kept[0],)))

    assert failed(proof) == "hidden hypothesis"


def chain(*names_and_citations: tuple[str, str]) -> Proof:
    """A proof whose steps cite each other as given."""
    proof = Proof("statement")
    proof.define("E_range", at_least(E, 1))
    for name, cited in names_and_citations:
        below = 0 if name == "last" else 1
        rest = ((1,),) if name == "last" else ()

        def evidence(below: int = below, rest: Any = rest, **facts: Fact) -> Combination:
            return Combination(at_least(E, below), (tuple(facts.values()), *rest))

        step = citing(evidence, cited, name=name)
        (proof.conclusion if name == "last" else proof.step)(step)
    return proof


def test_citations_that_go_forward_or_in_a_circle() -> None:
    assert failed(chain(("first", "E_range"), ("last", "first"))) == ""
    assert failed(chain(("first", "second"), ("second", "E_range"), ("last", "first"))) == "later step"
    assert failed(chain(("first", "second"), ("second", "first"), ("last", "E_range"))) == "later step"
    assert failed(chain(("first", "first"), ("last", "E_range"))) == "later step"
    assert failed(chain(("last", "nowhere"))) == "hidden hypothesis"


def test_idle_step_and_idle_citation() -> None:
    assert failed(chain(("first", "E_range"), ("last", "E_range"))) == "idle step"
    assert failed_step(citing(lambda **_: Identity(equal(E, E)), "E_range")) == "idle citation"


def test_proof_without_a_conclusion() -> None:
    assert failed(chain(("first", "E_range"))) == "conclusion"


def test_two_definitions_of_one_indeterminate() -> None:
    def both(X_power: Fact, again: Fact, E_range: Fact, k_range: Fact) -> Manifest:
        return Manifest(at_least(X, 1), (X_power, again, E_range, k_range))

    assert failed_step(both, again=power(X, E, j)) == "contradiction"


def test_premise_and_its_opposite() -> None:
    def both(first: Fact, second: Fact) -> Combination:
        return Combination(at_least(0), ((first,), (second,)))

    assert failed_step(both, first=greater(a), second=at_least(-a)) == "witness"


def test_words_are_no_premise() -> None:
    def by_words(said: Fact) -> Combination:
        return Combination(greater(a), ((said,),))

    assert failed_step(by_words, said=Words("a > 0")) == "premise"


@dataclass(frozen=True)
class Trust:
    """Evidence of a kind of its own, which checks nothing."""

    formula: Any
    premises: tuple[Fact, ...] = ()

    def check(self) -> None:
        pass


class LooseIdentity(Identity):
    """An identity that is not checked."""

    def check(self) -> None:
        pass


def test_evidence_of_an_unknown_kind() -> None:
    assert failed_step(lambda: Trust(equal(E, k))) == "evidence"
    assert failed_step(lambda: LooseIdentity(equal(E, k))) == "evidence"
    assert failed_step(lambda: None) == "evidence"
    assert failed_step(lambda: True) == "evidence"
