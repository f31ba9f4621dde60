"""Proofs of falsehoods that one check of the core keeps out; without that check each of them is accepted."""

# mypy: disable-error-code="arg-type, unused-ignore"

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dpexact.papers.proving import (
    Exhaustive,
    Fact,
    Manifest,
    Proof,
    ProofError,
    at_least,
    greater,
    indeterminates,
)

if TYPE_CHECKING:
    from collections.abc import Callable

E, k, X, j, Y, a, x, y = indeterminates("E k X j Y a x y")

GIVEN: dict[str, Any] = {
    "E_range": at_least(E, 1),
    "k_range": at_least(k, 1),
    "x_least": at_least(x),
    "x_most": at_least(1, x),
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


@pytest.mark.parametrize(("most", "check"), [(at_least(1, x), "positivity"), (greater(1, x), "repeated hypothesis")])
def test_an_end_that_is_reached(most: Any, check: str) -> None:
    """0 <= x <= 1 would give x < 1; from x < 1 it is shown, and refused as a repetition only."""

    def below(x_least: Fact, x_most: Fact) -> Manifest:
        return Manifest(greater(1, x), (x_least, x_most))

    assert refused(below, x_most=most) == check


class Short(list[int]):
    """A list that shows its first item only."""

    def __iter__(self) -> Any:
        return iter(self[:1])


def test_a_list_that_hides_its_items() -> None:
    """All of 0, 5 are below 2."""

    def low() -> Exhaustive:
        return Exhaustive("all are below 2", {"n": Short([0, 5])}, lambda n: n < 2)

    assert refused(low) == "exhaustive"
