"""Inductions to a falsehood that one check of the core keeps out; without that check each of them is accepted."""

# mypy: disable-error-code="arg-type, unused-ignore"

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dpexact.proving import (
    Combination,
    Fact,
    Induction,
    Instance,
    Manifest,
    Proof,
    ProofError,
    at_least,
    every,
    greater,
    indeterminates,
    power,
    recursive,
    terms,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Callable

E, k, X, j, a, b, y, first = indeterminates("E k X j a b y first")

GIVEN: dict[str, Any] = {
    "E_range": at_least(E, 1),
    "k_whole": whole(k),
    "k_range": at_least(k, 1),
    "X_power": power(X, E, k),
}


def refused(*steps: Callable[..., Any], **hypotheses: Any) -> str:
    """The check that refuses a proof of these steps, the last its conclusion; "" if it is accepted."""
    proof = Proof("statement")
    cited = {name for step in steps for name in step.__code__.co_varnames[: step.__code__.co_argcount]}
    for name, formula in {**GIVEN, **hypotheses}.items():
        if name in cited:
            proof.define(name, formula)
    for step in steps:
        step.__doc__ = "A step."
        (proof.conclusion if step is steps[-1] else proof.step)(step)
    try:
        proof.run()
    except ProofError as error:
        return error.check
    return ""


def one() -> Manifest:
    return Manifest(greater(1), ())


def zero() -> Manifest:
    return Manifest(at_least(0), ())


@pytest.mark.parametrize(("slope", "check"), [(-2, "step"), (2, "")])
def test_a_remainder_below_0(slope: int, check: str) -> None:
    """3 - 2 k >= 0 for k = 1, and not for k = 2."""

    def all_k(one: Fact, k_whole: Fact, k_range: Fact) -> Induction:
        return Induction(at_least(1 + slope * (k - 1)), "k", 1, one, 1, slope, (k_whole, k_range))

    assert refused(one, all_k) == check


@pytest.mark.parametrize(("said", "check"), [(at_least(y), "step"), (greater(y), "")])
def test_a_multiplier_that_may_be_0(said: Any, check: str) -> None:
    """a_1 = 1, a_(k+1) = y a_k is 0 from k = 2 on for y = 0."""

    def all_k(one: Fact, factor: Fact, k_whole: Fact, k_range: Fact, seq: Fact) -> Induction:
        return Induction(greater(a), "k", 1, one, factor, 0, (k_whole, k_range, seq))

    assert refused(one, all_k, factor=said, seq=recursive(a, k, 1, 1, y * a)) == check


def test_an_induction_says_nothing_before_its_start() -> None:
    """3 k > 2 is false for k = 0."""

    def all_k(one: Fact, k_whole: Fact) -> Induction:
        return Induction(greater(3 * k, 2), "k", 1, one, 1, 3, (k_whole,))

    assert refused(one, all_k) == "induction"


@pytest.mark.parametrize(("inverse", "check"), [(True, "denominator"), (False, "")])
def test_an_induction_that_leaps_over_a_pole(inverse: bool, check: str) -> None:  # noqa: FBT001
    """1, 0, -1, -1, ...: 1/b >= 1/a wherever both have a value, and 1/a_3 < 0."""
    here, there, start = (1 / a, 1 / b, 1 / first) if inverse else (a, b, first)

    def base(first_range: Fact) -> Manifest:
        return Manifest(at_least(start), (first_range,))

    def grows(premise: Fact, k_whole: Fact, k_range: Fact, seq: Fact) -> Instance:
        return Instance(premise, {"k": k}, (k_whole, k_range, seq))

    def rest(grows: Fact) -> Combination:
        return Combination(at_least(there - here), ((grows,),))

    def all_k(base: Fact, rest: Fact, k_whole: Fact, k_range: Fact, seq: Fact) -> Induction:
        return Induction(at_least(here), "k", 1, base, 1, rest, (k_whole, k_range, seq))

    hypotheses = {
        "seq": terms(a, b, k, 1, first),
        "first_range": greater(first),
        "premise": every(at_least(there, here), k, 1),
    }
    assert refused(base, grows, rest, all_k, **hypotheses) == check


def test_a_power_that_is_whole_now_was_perhaps_not_before() -> None:
    """(j - 1)(j - 2) >= 0 for integers j; for E^2 = 2 the power E^1 is none, and a_2 = (E - 1)(E - 2) < 0."""
    square = (X - 1) * (X - 2)

    def rest(premise: Fact, X_whole: Fact, X_power: Fact, E_range: Fact, k_range: Fact) -> Instance:
        return Instance(premise, {"j": X}, (X_whole, X_power, E_range, k_range))

    def all_k(zero: Fact, rest: Fact, k_whole: Fact, k_range: Fact, seq: Fact, X_power: Fact) -> Induction:
        return Induction(at_least(a), "k", 1, zero, 1, rest, (k_whole, k_range, seq, X_power))

    hypotheses = {
        "premise": every(at_least((j - 1) * (j - 2)), j, 1),
        "X_whole": whole(X),
        "seq": recursive(a, k, 1, 0, a + square),
    }
    assert refused(zero, rest, all_k, **hypotheses) == "step"


def test_what_a_power_is_at_least_now() -> None:
    """E^2 >= 2 for E = -2, but E < 1: a_1 = 0, a_(k+1) = a_k + E^k - k gives a_2 = -3."""

    def rest(X_least: Fact) -> Combination:
        return Combination(at_least(2 * X - 2 * k), ((X_least, 2),))

    def all_k(
        zero: Fact, rest: Fact, k_whole: Fact, k_range: Fact, seq: Fact, X_power: Fact, X_least: Fact
    ) -> Induction:
        return Induction(at_least(a), "k", 1, zero, 1, rest, (k_whole, k_range, seq, X_power, X_least))

    hypotheses = {"X_least": at_least(X, k), "seq": recursive(a, k, 1, 0, a + 2 * X - 2 * k)}
    assert refused(zero, rest, all_k, **hypotheses) == "step"
