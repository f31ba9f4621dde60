"""Checks of the core that, as far as an argument says, let nothing false in if they are dropped: they are held anyway.

An argument can be wrong and the code around it can change; each of these is refused, and is true in one way or another.
"""

# mypy: disable-error-code="arg-type, unused-ignore"

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dpexact import exact
from dpexact.numbers.enclosure import Enclosure
from dpexact.proving import (
    Compared,
    Fact,
    Induction,
    Instance,
    Manifest,
    Proof,
    ProofError,
    Sum,
    Telescoping,
    at_least,
    constant,
    greater,
    indeterminates,
    power,
    recursive,
    term,
    terms,
    whole,
)
from dpexact.proving.witness import satisfies

if TYPE_CHECKING:
    from collections.abc import Callable

E, k, X, j, Y, a, b, c, first = indeterminates("E k X j Y a b c first")

GIVEN: dict[str, Any] = {
    "E_range": at_least(E, 1),
    "E_weak": at_least(E),
    "k_whole": whole(k),
    "k_range": at_least(k, 1),
    "j_whole": whole(j),
    "j_range": at_least(j, 1),
    "X_power": power(X, E, k),
    "Y_power": power(Y, E, j),
}


def refused(*steps: Callable[..., Any], declared: tuple[str, ...] = (), **hypotheses: Any) -> tuple[str, str]:
    """The check that refuses a proof of these steps, the last its conclusion, and why; "" if it is accepted."""
    proof = Proof("statement")
    cited = {name for step in steps for name in step.__code__.co_varnames[: step.__code__.co_argcount]}
    for name, formula in {**GIVEN, **hypotheses}.items():
        if name in cited or name in declared:
            proof.define(name, formula)
    for step in steps:
        step.__doc__ = "A step."
        (proof.conclusion if step is steps[-1] else proof.step)(step)
    try:
        proof.run()
    except ProofError as error:
        return error.check, error.message
    return "", ""


@pytest.mark.parametrize(("values", "check"), [({"k": k + 1}, ""), ({"k": k + 1, "E": E + 1}, "substitution")])
def test_a_base_gets_no_value_even_if_its_power_is_elsewhere(values: dict[str, Any], check: str) -> None:
    def bound(E_range: Fact, k_range: Fact, X_power: Fact) -> Manifest:
        return Manifest(greater(E + k, 1), (E_range, k_range, X_power))

    def other(bound: Fact, E_range: Fact, k_range: Fact, k_whole: Fact) -> Instance:
        return Instance(bound, values, (E_range, k_range, k_whole))

    assert refused(bound, other)[0] == check


@pytest.mark.parametrize("is_whole", [True, False])
def test_the_new_exponent_is_shown_to_be_whole(is_whole: bool) -> None:  # noqa: FBT001
    """That j has a power of its own would do; the rule asks for `whole(j)`."""

    def bound(E_range: Fact, k_range: Fact, X_power: Fact) -> Manifest:
        return Manifest(at_least(X, 1), (E_range, k_range, X_power))

    def with_whole(bound: Fact, E_range: Fact, j_range: Fact, Y_power: Fact, j_whole: Fact) -> Instance:
        return Instance(bound, {"k": j}, (E_range, j_range, Y_power, j_whole))

    def without(bound: Fact, E_range: Fact, j_range: Fact, Y_power: Fact) -> Instance:
        return Instance(bound, {"k": j}, (E_range, j_range, Y_power))

    assert refused(bound, with_whole if is_whole else without)[0] == ("" if is_whole else "substitution")


@pytest.mark.parametrize("value", [0, constant(1) / 2])
def test_an_exponent_that_occurs_nowhere_is_whole(value: Any) -> None:
    def bound(E_range: Fact, X_power: Fact) -> Manifest:
        return Manifest(greater(E), (E_range, X_power))

    def other(bound: Fact, E_range: Fact) -> Instance:
        return Instance(bound, {"k": value}, (E_range,))

    assert refused(bound, other)[0] == ("" if value == 0 else "substitution")


@pytest.mark.parametrize("place", [1, 0])
@pytest.mark.parametrize("sequence", [terms(a, b, k, 1, first), recursive(a, k, 1, first, a + 1)])
def test_a_place_before_the_first(sequence: Any, place: int) -> None:
    """Where no term occurs, too."""

    def bound(E_range: Fact, sequence: Fact) -> Manifest:
        return Manifest(greater(E), (E_range, sequence))

    def other(bound: Fact, E_range: Fact) -> Instance:
        return Instance(bound, {"k": place}, (E_range,))

    assert refused(bound, other, sequence=sequence)[0] == ("" if place == 1 else "substitution")


@pytest.mark.parametrize(("more", "check"), [(0, "idle hypothesis"), (Y, "definition")])
def test_an_antidifference_with_a_power_that_is_not_cited(more: Any, check: str) -> None:
    """For the rule Y would be a constant, which drops out of F(k) - F(0); it is E^j."""

    def total(k_whole: Fact, k_range: Fact, j_whole: Fact) -> Telescoping:
        return Telescoping(Sum(constant(1), "j", constant(0), k - 1, k), j + more, (k_whole, k_range, j_whole))

    assert refused(total, declared=("Y_power",))[0] == check


@pytest.mark.parametrize(("value", "check"), [(constant(2), ""), (k, "base")])
def test_a_base_of_an_induction_that_depends_on_the_index(value: Any, check: str) -> None:
    """a_1 is k by a citation of its own: the case 1 of a_k >= 0 would be k >= 0, about the k at which it ends."""

    def base(place: Fact, k_range: Fact) -> Manifest:
        return Manifest(at_least(value), (place, k_range))

    def all_k(base: Fact, k_whole: Fact, k_range: Fact, sequence: Fact, place: Fact) -> Induction:
        return Induction(at_least(a), "k", 1, base, 1, 1, (k_whole, k_range, sequence, place))

    said = {"sequence": recursive(a, k, 0, first, a + 1), "place": term(a, 1, value)}
    assert refused(base, all_k, **said)[0] == check


def test_a_power_of_what_may_be_0_is_not_taken_for_positive() -> None:
    """A power says that its base is not 0, and a base >= 0 is > 0 then; the rule does not go that far."""

    def strict(E_range: Fact, X_power: Fact) -> Manifest:
        return Manifest(greater(X), (E_range, X_power))

    def weak(E_weak: Fact, X_power: Fact) -> Manifest:
        return Manifest(greater(X), (E_weak, X_power))

    assert refused(strict) == ("", "")
    assert refused(weak)[0] == "positivity"


@pytest.mark.parametrize("relation", ["=", "!="])
def test_equality_of_enclosures_is_no_comparison(relation: str) -> None:
    """Single points that agree are equal, intervals that are apart are not; the rule does not ask."""
    one, other = (Enclosure.of(exact(n)) for n in ("1", "1" if relation == "=" else "2"))
    assert (one == other) is (relation == "=")

    def compared() -> Compared:
        return Compared(one, relation, other)

    assert refused(compared) == ("comparison", "equality of enclosures is not decided")


def test_a_witness_has_a_value_for_every_symbol() -> None:
    """The rule of a sequence is not asked for its first term, and c may be anything; it has to be something."""
    said = (recursive(a, k, 1, 2, a * c), whole(k))
    assert satisfies({"a": 2, "k": 1, "c": 5}, said, ())
    assert not satisfies({"a": 2, "k": 1}, said, ())
