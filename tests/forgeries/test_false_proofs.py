"""False or dishonest proofs, each rejected by the check that is named for its fault; the honest proof passes."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Any

import pytest

from dpexact.papers.proving import (
    Certified,
    Combination,
    Compared,
    Counterexample,
    Exhaustive,
    Fact,
    Identity,
    Manifest,
    Over,
    Proof,
    ProofError,
    at_least,
    equal,
    greater,
    holds_on_interval,
    indeterminates,
)
from dpexact.papers.proving.formula import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


E, k, X, j, Y, D, a, b, x = indeterminates("E k X j Y D a b x")

KNOWN: dict[str, Any] = {
    "E_range": at_least(E, 1),
    "k_range": at_least(k, 1),
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


# -- sums ------------------------------------------------------------------------------------------------------------


# -- sequences and other values --------------------------------------------------------------------------------------


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
