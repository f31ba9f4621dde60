"""Ways into the core that keep to the documented API: objects that change, lie about themselves or hide premises."""

# mypy: disable-error-code="arg-type, unused-ignore"

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

import pytest

from dpexact.audit.paper import Paper
from dpexact.errors import ParameterError
from dpexact.papers.proving import (
    Certified,
    Combination,
    Counterexample,
    Exhaustive,
    Fact,
    Hypothesis,
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
from dpexact.papers.proving import library as shelf
from dpexact.papers.proving.finite import RULES as FINITE
from dpexact.papers.proving.formula import Words
from dpexact.papers.proving.library import require_plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

E, k, X, j, Y, D, a, b, x, y, first = indeterminates("E k X j Y D a b x y first")

GIVEN: dict[str, Any] = {
    "E_range": at_least(E, 1),
    "k_range": at_least(k, 1),
    "x_range": greater(x),
    "y_range": greater(y),
}


def refused(*steps: Callable[..., Any], **hypotheses: Any) -> str:
    """The check that refuses a proof of these steps, all conclusions, with what they cite; "" if it is accepted."""
    proof = Proof("statement")
    cited = {name for step in steps for name in step.__code__.co_varnames[: step.__code__.co_argcount]}
    for name, formula in {**GIVEN, **hypotheses}.items():
        if name in cited:
            proof.define(name, formula)
    for step in steps:
        step.__doc__ = "A step."
        proof.conclusion(step)
    try:
        proof.run()
    except ProofError as error:
        return error.check
    return ""


# -- containers, texts and classes of one's own ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "evidence",
    [
        lambda kept: Manifest(greater(x), (fact for fact in kept)),
        lambda kept: Manifest(greater(x), kept),
        lambda kept: Manifest(greater(x), iter(kept)),
        lambda kept: Identity(equal(x, x), iter(kept)),
        lambda kept: Combination(greater(x), ((fact for fact in kept),)),
        lambda kept: Combination(greater(x), iter([tuple(kept)])),
        lambda kept: Combination(greater(x), (tuple(kept),), iter(kept)),
        lambda kept: Manifest(greater(x), tuple(kept)),
        lambda kept: Combination(greater(x), (tuple(kept),)),
        lambda kept: Combination(greater(1 / x), ((Over(kept[0]),),)),
        lambda kept: Exhaustive("all", {"n": range(2)}, lambda n: n < 2, iter(kept)),
    ],
)
def test_a_premise_that_is_not_cited(evidence: Any) -> None:
    """A premise that could be read only once was seen by the rule and not by the check of citations: x > 0."""
    kept: list[Fact] = []

    def keep(x_range: Fact) -> Combination:
        kept.append(x_range)
        return Combination(greater(x, -1), ((x_range,), (1,)))

    def free() -> Any:
        return evidence(kept)

    assert refused(keep, free) in ("evidence", "hidden hypothesis")
    assert refused(keep) == ""


def test_a_tuple_that_says_something_else_each_time() -> None:
    class Other(tuple[Any, ...]):
        __slots__ = ()

        def __iter__(self) -> Any:
            return iter(())

    def hidden(x_range: Fact) -> Manifest:
        return Manifest(greater(x), Other((x_range,)))

    assert refused(hidden) == "evidence"


def test_a_hypothesis_of_an_own_class() -> None:
    """Its formula was x > 0 when it was used and x > -100 when it was printed."""

    class Moody(Hypothesis):
        def __init__(self, formulas: Iterable[Any]) -> None:
            object.__setattr__(self, "said", iter(formulas))

        name, kind, text = "moody", "premise", "moody"  # type: ignore[assignment]

        @property
        def formula(self) -> Any:  # type: ignore[override]
            return next(self.said, greater(x, -100))  # type: ignore[attr-defined]

        def __hash__(self) -> int:
            return 1

    proof = Proof("statement")
    proof.hypotheses["moody"] = Moody([greater(x)] * 3)

    @proof.conclusion
    def sign(moody: Fact) -> Combination:
        """Positive."""
        return Combination(greater(2 * x), ((moody, 2),))

    with pytest.raises(ProofError, match="hypothesis"):
        proof.run()


class Liar(str):
    """A text that equals nothing."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return False

    def __hash__(self) -> int:
        return hash(str(self))


def test_letters_that_look_alike() -> None:
    with pytest.raises(ParameterError):
        indeterminates("\N{CYRILLIC CAPITAL LETTER IE} E")


# -- computations ------------------------------------------------------------------------------------------------------


def is_zero(n: int) -> bool:
    return n == 0


def test_a_predicate_that_wraps_another_shows_its_own_source() -> None:
    @wraps(is_zero)
    def always(n: int) -> bool:
        return True

    proof = Proof("statement")

    @proof.conclusion
    def all_zero() -> Exhaustive:
        """All are 0."""
        return Exhaustive("all", {"n": range(3)}, always)

    assert "return True" in proof.run().steps[0].fact.formula.source  # type: ignore[union-attr]


def test_a_predicate_without_a_source() -> None:
    class Always:
        def __call__(self, n: int) -> bool:  # noqa: ARG002
            return True

    assert refused(lambda: Exhaustive("all", {"n": range(3)}, Always())) == "predicate"
    assert refused(lambda: Exhaustive("all", {"x": [True]}, bool)) == "predicate"
    assert refused(lambda: Counterexample("all", {"n": 1}, Always(), lambda n: n == 0)) == "predicate"
    assert refused(lambda: Counterexample("all", {"n": 1}, lambda n: n == 1, Always())) == "predicate"


def test_predicates_that_change_their_arguments() -> None:
    """The conditions hold at one instance and the conclusion fails at another."""

    def meets(n: list[int]) -> bool:
        n.append(1)
        return len(n) == 1

    def fails(n: list[int]) -> bool:
        n.append(1)
        return False

    assert refused(lambda: Counterexample("short", {"n": []}, meets, lambda n: len(n) == 0)) == "predicate"
    assert refused(lambda: Counterexample("short", {"n": []}, lambda n: n == [], fails)) == "predicate"
    assert refused(lambda: Exhaustive("short", {"n": [[], []]}, lambda n: n.append(1) is None)) == "predicate"


def test_a_predicate_that_runs_its_own_proof() -> None:
    proof = Proof("statement")

    @proof.conclusion
    def itself() -> Exhaustive:
        """It holds, since it holds."""
        return Exhaustive("all", {"n": [1]}, lambda n: n == 1 and proof.run() is not None)

    with pytest.raises(ProofError):
        proof.run()


# -- lemmas ------------------------------------------------------------------------------------------------------------

HEAD = '''"""A statement."""
from dpexact.papers.proving import (
    Combination, Instance, Sum, SumOfPositives, Proof, Telescoping,
    at_least, constant, equal, every, indeterminates, power, whole,
)
E, k, Y, j, D, a, b, first = indeterminates("E k Y j D a b first")
proof = Proof(__doc__)
proof.define("k_whole", whole(k))
proof.define("k_range", at_least(k, 1))
'''
CONSTANT = '''
proof.suppose("grows", every(at_least(Y, 2 * k), k, 1, D))
proof.define("k_end", at_least(D, k + 1))
@proof.conclusion
def later(grows, k_whole, k_range, k_end):
    """Y >= 2 (k + 1), for a number Y."""
    return Instance(grows, {"k": k + 1}, (k_whole, k_range, k_end))
'''
SUMMED = '''
proof.define("j_whole", whole(j))
@proof.conclusion
def total(k_whole, k_range, j_whole):
    """The sum of Y - 1/2 over j, for a number Y."""
    f = Y - constant(1) / 2
    return Telescoping(Sum(f, "j", constant(0), k - 1, k * f), j * f, (k_whole, k_range, j_whole))
'''


def taken_over(lemma: str, text: str, folder: Path) -> str:
    """The check that refuses a proof which takes `there/lemma` over, "" if it is accepted."""
    (folder / "lemma.py").write_text(HEAD + lemma, encoding="utf-8")
    (folder / "use.py").write_text(HEAD + text, encoding="utf-8")
    papers = [Paper("there", "There", proofs=folder)]
    shelf.load_proof("there/lemma", papers).run()
    try:
        shelf.load_proof("there/use", papers).run()
    except ProofError as error:
        return error.check
    return ""


# -- formulas ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("left", [greater(0), greater(9, 10), at_least(0, 1), equal(0, 1), equal(x, x + 1)])
def test_nothing_shows_a_falsehood(left: Any) -> None:
    def sign(E_range: Fact, x_range: Fact) -> Manifest:
        return Manifest(left, (E_range, x_range))

    assert refused(sign) in ("positivity", "identity")
    assert refused(lambda: Combination(left, ())) == "combination"
    assert refused(lambda: Combination(left, ((0,),))) == "combination"
    assert refused(lambda: Combination(left, ((),))) == "combination"
    assert refused(lambda: Identity(left)) == "identity"


def test_the_rules_do_not_change() -> None:
    for rules in (FINITE,):
        with pytest.raises(TypeError):
            rules[int] = lambda request: request  # type: ignore[index]


@pytest.mark.parametrize(
    "line",
    [
        "import os, sys",
        "import math, gc",
        "import dpexact",
        "import dpexact.papers.proving",
        "import pytest",
        "import operator",
        "from . import core",
        "from pathlib import Path",
        "from dpexact import proving",
        "from dpexact.papers.proving import core",
        "from dpexact.papers.proving import finite",
        "from dpexact.papers.proving.fact import _mint",
        "from dpexact.numbers.exact import _value",
        "from typing import get_type_hints\nget_type_hints(f)",
        "(y for y in []).gi_frame",
        "x.f_back.f_locals",
        "match proof:\n    case object(__dict__=inner):\n        inner.clear()",
        "open('core.py', 'w')",
        "proof.statement += 'x'",
        "for proof.statement in 'ab':\n    pass",
        "with x as proof.statement:\n    pass",
        "breakpoint()",
    ],
)
def test_more_ways_behind_the_harness(line: str) -> None:
    with pytest.raises(ProofError):
        require_plain(line, "proof")


@pytest.mark.parametrize(
    "line",
    [
        "import math",
        "from itertools import product, chain",
        "from collections.abc import Sequence",
        "from inspect import Parameter",
        "from dpexact import exact",
        "from dpexact.papers.proving import Proof",
        "from dpexact.papers.rainbow import RainbowGraph",
    ],
)
def test_what_a_proof_may_import(line: str) -> None:
    require_plain(line, "proof")


def test_a_certificate_whose_statement_changes() -> None:
    from dpexact import Mechanism, NeighborGraph, verify
    from dpexact.certificates.certificate import Certificate

    mechanism = Mechanism.from_rows(["no", "yes"], ["no", "yes"], [["3/4", "1/4"], ["1/4", "3/4"]])
    pairs = NeighborGraph.complete(mechanism.inputs)
    honest = verify(mechanism, pairs, 3, 0).certificate()
    statement = dict(honest.statement)
    certificate = Certificate(statement, honest.evidence)

    class Kind:
        def __ne__(self, other: object) -> bool:
            statement["delta"] = ["1", "2"]
            return False

        __hash__ = None  # type: ignore[assignment]

    class Anything:
        pass

    def about(kind: Any = "private", mechanism: Any = mechanism, neighbors: Any = pairs) -> str:
        return refused(lambda: Certified(certificate, kind, mechanism, neighbors))

    assert about() == ""
    assert about(kind=Kind()) == about(mechanism=Anything()) == about(neighbors=Anything()) == "certificate"


def test_witnesses_that_do_not_fit_and_hypotheses_too_large_for_one() -> None:
    proof = Proof("statement")
    proof.define("low", greater(x, y))
    proof.define("high", greater(y, x))
    proof.witness(x=1, y=0)

    @proof.conclusion
    def absurd(low: Fact, high: Fact) -> Combination:
        """0 > 0."""
        return Combination(greater(0), ((low,), (high,)))

    with pytest.raises(ProofError, match="witness"):
        proof.run()

    def used(huge: Fact, x_range: Fact) -> Combination:
        return Combination(greater(x, -1), ((x_range,), (1,)), (huge,))

    assert refused(used, huge=greater((x**3000) ** 3000, -1)) == "witness"


def test_texts_that_compare_as_they_like() -> None:
    def used(said: Fact) -> Combination:
        return Combination(at_least(x, -1), ((said,), (1,)))

    assert refused(used, said=Relation(x, constant(0), ">= 0")) == ""
    assert refused(used, said=Relation(x, constant(0), Liar("> 0"))) == "formula"
    assert refused(used, said=Words(Liar("x >= 0"))) == "hypothesis"
