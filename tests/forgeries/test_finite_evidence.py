"""Finite evidence that says something false, or nothing: each is refused, or printed for what it is."""

# mypy: disable-error-code="arg-type, unused-ignore"

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import partial, wraps
from itertools import count
from typing import Any, NamedTuple

import numpy as np
import pytest
from flint import acb, arb, fmpq, nmod

from dpexact import Enclosure, Mechanism, exact, free_exp_epsilon
from dpexact.papers.proving import Compared, Counterexample, Exhaustive, Proof, ProofError
from tests.each import each
from tests.refusals import refuses


def ran(evidence: Callable[[], Any]) -> Any:
    """The run of a proof of one conclusion."""
    proof = Proof("A statement.")

    def step() -> Any:
        """It is so."""
        return evidence()

    proof.conclusion(step)
    return proof.run()


def refused(evidence: Callable[[], Any]) -> str:
    """The check that refuses a proof of one conclusion, "" if it is accepted."""
    try:
        ran(evidence)
    except ProofError as error:
        return error.check
    return ""


def said(evidence: Callable[[], Any]) -> str:
    """Return what is printed of an accepted proof of one conclusion."""
    return str(ran(evidence).as_text("toy"))


def for_all(domain: Any, predicate: Any, where: Any = None, text: Any = "all") -> str:
    return refused(lambda: Exhaustive(text, domain, predicate, where))


def at(
    instance: Any, conditions: Any = lambda **rest: bool(rest), conclusion: Any = lambda **_: False, text: Any = "all"
) -> str:
    return refused(lambda: Counterexample(text, instance, conditions, conclusion))


def compared(left: Any, relation: Any, right: Any) -> str:
    return refused(lambda: Compared(left, relation, right))


# -- floats and other inexact numbers, as values -----------------------------------------------------------------------


class Natural(int):
    """An integer of a class of its own, which may answer as it likes."""


class Quotient(Fraction):
    """The same for fractions."""


class Word(str):
    """The same for texts."""

    __slots__ = ()


class Several(list[Any]):
    """The same for lists."""


class Hidden(tuple[Any, ...]):
    """A tuple that shows nothing of what is in it."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        return iter(())


class Point(NamedTuple):
    """Two numbers."""

    x: Any
    y: Any


class Plain:
    """An object with the usual repr, whatever is in it."""

    def __init__(self) -> None:
        self.left = [1]


INEXACT = {
    "float": 0.5,
    "complex": 1j,
    "decimal": Decimal("0.1"),
    "ball": arb(1) / 3,
    "complex ball": acb(-1),
    "modulo": nmod(3, 7),
    "rational of flint": fmpq(1, 2),
    "integer of 64 bits": np.int64(2**63 - 1),
    "array": np.array([1]),
    "own integer": Natural(1),
    "own fraction": Quotient(1),
    "own text": Word("a"),
    "own list": Several([1]),
    "own tuple": Hidden([0.5]),
    "own object": Plain(),
    "iterator": iter(range(10)),
    "function": len,
    "free E": free_exp_epsilon(2, 3),
}


@each("value", INEXACT.values(), ids=INEXACT)
def test_what_is_no_exact_number_is_in_no_domain_and_no_instance(value: Any) -> None:
    for held in (value, [value], (1, (value,)), {"a": value}, Point(1, value), [[1], [value]]):
        assert for_all({"n": [held]}, lambda n: n is not None) == "inexact"
        assert at({"n": held}) == "inexact"


def test_exact_numbers_and_what_holds_them() -> None:
    mechanism = Mechanism.from_rows([0], [0, 1], [["1/2", "1/2"]])
    for held in (1, Fraction(1, 2), exact("exp(1)"), True, None, "a", range(2), Point(1, "x"), {"a": {1}}, mechanism):
        assert for_all({"n": [held]}, lambda n: n is not Plain) == ""
        assert at({"n": held}) == ""


@each("value", [0.5, True, Decimal(1), arb(1), acb(1), nmod(1, 7), np.int64(1), Natural(1), Quotient(1)])
def test_what_is_no_exact_number_is_not_compared(value: Any) -> None:
    assert compared(value, ">", -1) == compared(10, ">", value) == "comparison"


def test_a_float_within_an_enclosure_is_in_the_source_that_is_read() -> None:
    """A ball is computed by code: nothing says that it contains the number that was meant."""
    assert compared(Enclosure(lambda: arb(0.1)), ">", Fraction(1, 10)) == ""  # "dev/proofs.md" says so
    assert compared(Enclosure(lambda: arb(1) / 10), ">", Fraction(1, 10)) == "comparison"  # undecided


# -- what can be read once ---------------------------------------------------------------------------------------------


def test_a_generator_around_the_predicate() -> None:
    numbers = (q for q in range(3))

    def below(n: int) -> bool:
        return all(q < n for q in numbers)

    def below_default(n: int, numbers: Any = iter(range(3))) -> bool:  # noqa: B008
        return all(q < n for q in numbers)

    def below_keyword(n: int, *, numbers: Any = iter(range(3))) -> bool:  # noqa: B008
        return all(q < n for q in numbers)

    for predicate in (below, below_default, below_keyword):
        assert for_all({"n": [3, 2, 1]}, predicate) == "predicate"
        assert for_all({"n": [3, 2, 1]}, lambda n: n > 0, predicate) == "predicate"
        assert at({"n": 1}, predicate) == at({"n": 1}, conclusion=predicate) == "predicate"


def test_a_float_around_the_predicate() -> None:
    third = 1 / 3

    def large(n: int) -> bool:
        return n > third

    def large_default(n: int, third: float = 0.5) -> bool:
        return n > third

    assert for_all({"n": [1]}, large) == for_all({"n": [1]}, large_default) == "inexact"


@each("values", [iter([1]), {1}, {1: 2}, "ab", (n for n in [1]), count(), Several([1]), None])
def test_a_domain_that_is_no_list(values: Any) -> None:
    assert for_all({"n": values}, lambda n: n is not None) == "exhaustive"


# -- predicates that remember, that change, that hide ------------------------------------------------------------------


def test_predicates_that_change_their_arguments() -> None:
    def meets(n: list[int]) -> bool:
        n.append(1)
        return len(n) == 1

    def fails(n: list[int]) -> bool:
        n.append(1)
        return False

    def undoes(n: list[int]) -> bool:
        return n.pop() == 0

    assert at({"n": []}, meets, lambda n: len(n) == 0) == "predicate"
    assert at({"n": []}, meets, undoes) == "predicate"
    assert at({"n": []}, lambda n: n == [], fails) == "predicate"
    assert for_all({"n": [[], [0]]}, lambda n: n.append(1) is None) == "predicate"


def test_a_predicate_with_a_memory() -> None:
    """True the first time that it is asked; in the other order it would have been False."""
    seen: list[int] = []

    def new(n: int) -> bool:
        seen.append(n)
        return seen.count(n) == 1

    def never_back(n: int) -> bool:
        seen.append(n)
        return seen[-2:] != [3, 2]

    assert for_all({"n": [1, 2]}, new) == "exhaustive"
    seen.clear()
    assert for_all({"n": [1, 2, 3]}, never_back) == "exhaustive"
    seen.clear()
    assert for_all({"n": [1, 2]}, lambda n: n > 0, new) == "predicate"


@each("answer", [1, 2, "yes", [0], None, np.bool_(True), exact(1), Exhaustive])
def test_an_answer_that_is_no_bool(answer: Any) -> None:
    assert for_all({"n": [1]}, lambda n: n and answer) == "predicate"
    assert for_all({"n": [1]}, lambda n: n > 0, lambda n: n and answer) == "predicate"
    assert at({"n": 1}, lambda n: n and answer) == at({"n": 1}, conclusion=lambda n: n and answer) == "predicate"


def test_a_predicate_whose_source_nobody_sees() -> None:
    class Always:
        def __call__(self, n: int) -> bool:  # noqa: ARG002
            return True

    for predicate in (Always(), partial(lambda n: n > 0), bool, np.isfinite, "lambda n: True", None):
        assert for_all({"n": [1]}, predicate) == "predicate"
        assert at({"n": 1}, predicate) == at({"n": 1}, conclusion=predicate) == "predicate"
    assert for_all({"n": [1]}, lambda n: n > 0, Always()) == "predicate"


def test_the_source_is_that_of_the_function_that_runs() -> None:
    def is_zero(n: int) -> bool:
        return n == 0

    @wraps(is_zero)
    def always(n: int) -> bool:
        return n < 10

    text = said(lambda: Exhaustive("all", {"n": range(3)}, always))
    assert "return n < 10" in text
    assert "return n == 0" not in text
    scope: dict[str, Any] = {}
    exec("def unseen(n): return True", scope)  # noqa: S102
    assert "      | unseen (its source is not at hand)" in said(lambda: Exhaustive("all", {"n": [1]}, scope["unseen"]))


def test_a_lambda_is_quoted_to_its_end() -> None:
    """`inspect` ends it with its first line, and "0 > 0" was quoted as "lambda n: n > 0"."""
    # fmt: off
    text = said(lambda: Exhaustive(
        "0 > 0",
        {"n": [0]},
        lambda n: n > 0
        or n == 0,
        where=lambda n:
            n < 1,
    ))
    # fmt: on
    quoted = [line.strip() for line in text.splitlines() if line.startswith("      | ")]
    assert quoted == ["| where=lambda n:", "|     n < 1,", "| lambda n: n > 0", "| or n == 0,"]


def test_a_predicate_that_runs_its_own_proof() -> None:
    proof = Proof("statement")

    @proof.conclusion
    def itself() -> Exhaustive:
        """It holds, since it holds."""
        return Exhaustive("all", {"n": [1]}, lambda n: n == 1 and proof.run() is not None)

    refuses(ProofError, "", proof.run)


# -- nothing checked ---------------------------------------------------------------------------------------------------


def test_nothing_to_check() -> None:
    assert for_all({"n": range(3)}, lambda n: n < 3) == ""
    assert for_all({"n": range(3, 3)}, lambda n: n > 9) == "exhaustive"
    assert for_all({}, lambda: True) == "exhaustive"
    assert for_all({"n": range(2), "m": ()}, lambda n, m: n > m) == "exhaustive"
    assert for_all([("n", range(2))], lambda n: n < 9) == "exhaustive"
    for values in (range(0), range(10**7 + 1)):
        with pytest.raises(ProofError, match=f"expected a domain of 1 to 10000000 cases, got {len(values)}"):
            ran(lambda values=values: Exhaustive("all", {"n": values}, lambda n: n < 0))  # type: ignore[misc]


def test_a_premise_that_holds_nowhere() -> None:
    """Odd n are 0 over 0, 2, ..., 98."""
    odd: dict[str, Any] = {"predicate": lambda n: n == 0, "where": lambda n: n % 2 == 1}
    assert for_all({"n": range(0, 100, 2)}, **odd) == "exhaustive"
    assert for_all({"n": range(100)}, **odd) == "exhaustive"
    text = said(lambda: Exhaustive("odd n", {"n": range(100)}, lambda n: n > 0, lambda n: n % 2 == 1))
    assert "odd n (100 cases, the premise holds in 50); for n in range(0, 100)" in text
    assert "lambda n: n % 2 == 1" in text


def test_a_counterexample_that_is_none() -> None:
    def instance(n: int) -> str:
        return at({"n": n}, lambda n: n % 2 == 1, lambda n: n in (3, 5, 7))

    assert instance(9) == ""
    assert instance(7) == "counterexample"  # the statement holds there
    assert instance(8) == "counterexample"  # the statement says nothing there
    assert at([("n", 9)]) == "counterexample"


def test_a_comparison_that_is_false_or_undecided() -> None:
    half = Enclosure(lambda: arb(1) / 3 + arb(1) / 6)
    true = [(1, "<", 2), (2, "<=", 2), (3, ">", 2), (2, ">=", 2), (2, "=", Fraction(4, 2)), (exact(1), "!=", exact(2))]
    false = [(2, "<", 2), (3, "<=", 2), (2, ">", 2), (1, ">=", 2), (2, "=", 3), (exact(2), "!=", exact("4/2"))]
    assert [compared(*one) for one in true] == [""] * 6
    assert [compared(*one) for one in false] == ["comparison"] * 6
    assert compared(exact("exp(1)"), ">", exact("2.718")) == ""
    assert compared(exact("exp(1)"), ">", exact("2.719")) == "comparison"
    assert compared(half, ">", exact("1/2")) == compared(half, "<=", exact("1/2")) == "comparison"
    assert compared(half, "=", exact("1/2")) == compared(half, "!=", exact(3)) == "comparison"
    assert compared(1, "is", 1) == compared(1, Word("="), 1) == compared(1, None, 1) == "comparison"


def test_a_free_e_is_printed_with_its_range() -> None:
    """E >= 2 was printed of E in [2, 3]."""
    assert "computed: E >= 2 for all E in [2, 3]\n" in said(lambda: Compared(free_exp_epsilon(2, 3), ">=", 2))
    assert "computed: 25 <= E**2 for all E in [5, oo)\n" in said(lambda: Compared(25, "<=", free_exp_epsilon(5) ** 2))
    assert compared(free_exp_epsilon(2, 3), ">=", 3) == "comparison"


# -- texts that forge a line, evidence of other classes ----------------------------------------------------------------

FORGED = "all\n  checked: main (Compared)\n    computed: P = NP"


@each("text", [FORGED, "all\rnothing", "\x1b[2K", "", " ", None, Word("all"), b"all"])
def test_a_text_of_several_lines_or_none(text: Any) -> None:
    assert for_all({"n": [1]}, lambda n: n == 1, text=text) == "text"
    assert at({"n": 1}, text=text) == "text"


def test_no_value_passes_for_a_line() -> None:
    made = [
        lambda: Counterexample("all", {"n": FORGED}, lambda n: n != "", lambda n: n == ""),
        lambda: Exhaustive("all", {"n": [FORGED]}, lambda n: n != ""),
    ]
    for evidence in made:
        lines = said(evidence).splitlines()
        assert [line for line in lines if line.startswith("  checked:")] == [lines[1]]
        assert len([line for line in lines if line.startswith("    computed:")]) == 1


@each("name", [FORGED, "n\x1b[1Gproved", "n = 1, m", "", "\N{CYRILLIC SMALL LETTER ES}", 1])
def test_a_name_of_an_argument_that_is_none(name: Any) -> None:
    assert for_all({name: [1]}, lambda **rest: bool(rest)) == at({name: 1}) == "name"


def test_no_sign_that_moves_the_cursor_is_printed() -> None:
    """Of a docstring, a source and an error: a terminal would write over what stands there."""
    proof = Proof("A statement.\n\x1b[1Gproved    main")

    @proof.conclusion
    def step() -> Compared:
        """It is so."""
        return Compared(1, "<", 2)

    printed = proof.run().as_text("toy") + ProofError("\x1b[1Gproved    main", "evidence").as_text("toy")
    assert printed.count(r"\x1b[1Gproved    main") == 2
    assert printed.replace("\n", "").isprintable()


@pytest.mark.parametrize("case", [{"n": [f"\nproved    toy\n{FORGED}"]}, {f"n\nproved    toy\n{FORGED}": [1]}])
def test_no_value_of_a_rejected_proof_passes_for_a_line(case: dict[str, list[Any]]) -> None:
    with pytest.raises(ProofError) as caught:
        Exhaustive("all", case, lambda **_: False).shown()
    lines = caught.value.as_text("toy").splitlines()
    assert lines[0] == "REJECTED  toy"
    assert not [line for line in lines if line.startswith(("proved", "  checked:", "    computed:"))]


@pytest.mark.parametrize(
    "name", ["step\n  checked: main (Compared)", "a step", "", "P=NP", "\N{CYRILLIC SMALL LETTER ES}tep"]
)
def test_a_name_of_a_conclusion_that_is_none(name: str) -> None:
    def step() -> None:
        """It is so."""

    step.__name__ = name
    with pytest.raises(ProofError) as caught:
        Proof("A statement.").conclusion(step)
    assert caught.value.check == "name"


@pytest.mark.parametrize("doc", [None, "", "  ", "\x1b[2K", "So.\x07"])
def test_a_docstring_of_a_conclusion_that_says_nothing(doc: str | None) -> None:
    def step() -> None:
        pass

    step.__doc__ = doc
    with pytest.raises(ProofError) as caught:
        Proof("A statement.").conclusion(step)
    assert caught.value.check == "text"


class Loose(Compared):
    """A comparison that compares nothing."""

    def shown(self) -> Any:
        return None


class Trust:
    """Evidence of a kind of its own."""

    def shown(self) -> Any:
        return None


@each("evidence", [Loose(1, "=", 2), Trust(), None, True, Compared, "1 = 1", ()])
def test_evidence_of_an_unknown_kind(evidence: Any) -> None:
    assert refused(lambda: evidence) == "evidence"


def test_a_conclusion_that_fails_or_takes_an_argument() -> None:
    def of_one(n: int) -> int:
        """It is so."""
        return n

    assert refused(lambda: Exhaustive("all", {"n": [0]}, lambda n: 1 // n > 0)) == "evidence"
    assert refused(lambda: Exhaustive("all", {"n": [0]}, lambda n, m: n < m)) == "evidence"
    refuses(ProofError, "without parameters", Proof("A statement.").conclusion, of_one)


def test_a_proof_without_a_conclusion() -> None:
    refuses(ProofError, "at least one conclusion", Proof("A statement.").run)
