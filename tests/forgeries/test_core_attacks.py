"""Proofs of falsehoods that one check of the core keeps out; without that check each of them is accepted."""

# mypy: disable-error-code="arg-type, unused-ignore"

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from dpexact.proving import (
    ClosedForm,
    Exhaustive,
    Fact,
    Identity,
    Instance,
    Manifest,
    Proof,
    ProofError,
    Sum,
    SumOfPositives,
    Telescoping,
    at_least,
    constant,
    equal,
    greater,
    indeterminates,
    power,
    recursive,
    summed,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Callable

E, k, X, j, Y, a, x, y = indeterminates("E k X j Y a x y")

GIVEN: dict[str, Any] = {
    "E_range": at_least(E, 1),
    "k_whole": whole(k),
    "k_range": at_least(k, 1),
    "X_power": power(X, E, k),
    "j_whole": whole(j),
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


def test_a_sum_whose_ends_move_with_its_index() -> None:
    """The sum of j from -j to k - j would be >= 0, since j >= -j says j >= 0; -5 - 4 is not."""
    value = (k - j + 1) * (k - j) / 2 - j * (j + 1) / 2

    def total(k_whole: Fact, k_range: Fact, j_whole: Fact) -> Telescoping:
        return Telescoping(Sum(j, "j", -j, k - j, value), j * (j - 1) / 2, (k_whole, k_range, j_whole))

    def sign(total: Fact) -> SumOfPositives:
        return SumOfPositives(total, (), strict=False)

    at_five = value.substitute({"j": constant(5), "k": constant(1)})
    assert at_five == -9
    assert refused(total, sign) == "sum"


@pytest.mark.parametrize(("sign", "check"), [(-1, "sum"), (1, "")])
def test_an_antidifference_of_another_summand(sign: int, check: str) -> None:
    """The sum of 1 from 0 to k - 1 would be -k, and -k > 0."""

    def total(k_whole: Fact, k_range: Fact, j_whole: Fact) -> Telescoping:
        return Telescoping(Sum(constant(1), "j", constant(0), k - 1, sign * k), sign * j, (k_whole, k_range, j_whole))

    def positive(total: Fact, k_range: Fact) -> SumOfPositives:
        return SumOfPositives(total, (k_range,))

    assert refused(total, positive) == check


@pytest.mark.parametrize(("meaning", "check"), [(power(X, E, k), "definition"), (at_least(X, 1), "")])
def test_a_rule_that_moves_with_its_index(meaning: Any, check: str) -> None:
    """a_(k+1) = a_k + E^k, a_1 = 0 would give a_k = (k - 1) E^k: 16, not 6, for k = 3, E = 2."""

    def closed(k_whole: Fact, k_range: Fact, seq: Fact) -> ClosedForm:
        return ClosedForm(seq, X * (k - 1), (k_whole, k_range))

    def means(E_range: Fact, k_range: Fact, said: Fact) -> Manifest:
        return Manifest(at_least(X + E + k, 1), (E_range, k_range, said))

    assert refused(closed, means, said=meaning, seq=recursive(a, k, 1, 0, a + X)) == check


@pytest.mark.parametrize(("least", "check"), [(at_least(y), "substitution"), (greater(y), "")])
def test_the_new_values_have_to_keep_conditions(least: Any, check: str) -> None:
    """1 + 1/(x - 1) = x/(x - 1) where x is not 1; so x = y + 1 needs a y that is not 0."""

    def split(x_least: Fact) -> Identity:
        return Identity(equal(1 + 1 / (x - 1), x / (x - 1)), (x_least,))

    def moved(split: Fact, least: Fact) -> Instance:
        return Instance(split, {"x": y + 1}, (least,))

    assert refused(split, moved, least=least) == check


@pytest.mark.parametrize("cites_power", [False, True])
def test_a_bound_of_one_power_is_none_of_all_that_are_summed(cites_power: bool) -> None:  # noqa: FBT001
    """From E^j >= 5 for one j, the sum of E^j - 4 from j = 0 to k - 1 would be > 0; it is -3 for k = 1."""

    def total(k_whole: Fact, k_range: Fact, X_power: Fact, j_whole: Fact, Y_power: Fact) -> Telescoping:
        return summed(Y - 4, j, 0, k - 1, (k_whole, k_range, X_power, j_whole, Y_power))

    def positive(total: Fact, k_range: Fact, Y_least: Fact) -> SumOfPositives:
        return SumOfPositives(total, (k_range, Y_least))

    def told(total: Fact, k_range: Fact, Y_least: Fact, Y_power: Fact) -> SumOfPositives:
        return SumOfPositives(total, (k_range, Y_least, Y_power))

    hypotheses = {"Y_power": power(Y, E, j), "Y_least": at_least(Y, 5)}
    assert refused(total, **hypotheses) == ""
    assert refused(total, told if cites_power else positive, **hypotheses) == ("sum" if cites_power else "definition")


@pytest.mark.parametrize(
    ("start", "rule", "closed", "check"),
    [
        (constant(1) / 3, a / (1 - a), 1 / (4 - k), "denominator"),  # a_4 = 1, and no a_5; it would be -1
        (constant(1), (a + 1) * (k - 3) / (a - 3), k, "denominator"),  # a_3 = 3, and no a_4; a_5 would be 5
        (1 / x, a + 1 / x, k / x, ""),
    ],
)
def test_a_sequence_that_ends_has_no_closed_form(start: Any, rule: Any, closed: Any, check: str) -> None:
    def form(k_whole: Fact, k_range: Fact, seq: Fact) -> ClosedForm:
        return ClosedForm(seq, closed, (k_whole, k_range))

    assert refused(form, seq=recursive(a, k, 1, start, rule)) == check


class Short(list[int]):
    """A list that shows its first item only."""

    def __iter__(self) -> Any:
        return iter(self[:1])


def test_a_list_that_hides_its_items() -> None:
    """All of 0, 5 are below 2."""

    def low() -> Exhaustive:
        return Exhaustive("all are below 2", {"n": Short([0, 5])}, lambda n: n < 2)

    assert refused(low) == "exhaustive"
