"""Sums of floats: numpy adds those of an array in pairs, and those of an array with a draw from left to right."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, cast

import numpy as np
import pytest

from dpexact.programs import bytecode, distribution_of, loops
from dpexact.programs.held import fingerprint
from dpexact.programs.possible import Possible
from dpexact.programs.replays import Whole, some_bits
from tests.explored import refused

BIG = 2.0**52


def data(x: int) -> list[float]:
    """Numbers whose sum in pairs, with a noise in front, keeps x, and whose sum from left to right does not."""
    return [BIG, -BIG, 0, 0, 0, 0, 0, 0.001 * x, 0, 0, 0, 0, 0, 0, 0]


def rounded(source: Any, x: int) -> int:
    return cast("int", round(np.concatenate([source.generator.random(1), data(x)]).sum()))


def compared(source: Any, x: int) -> bool:
    return bool(np.concatenate([source.generator.random(1), data(x)]).sum() > 0.5)


@pytest.mark.slow
@pytest.mark.parametrize("program", [rounded, compared])
def test_an_array_that_is_added_in_another_order_is_refused(program: Callable[[Any, int], Any]) -> None:
    assert program(Plain(0.4995), 1) == program(Plain(0.4999), 1)  # it runs on plain numbers
    refused("more than 100000 values here", program, 1)


class Plain:
    """A source of one plain number."""

    def __init__(self, u: float) -> None:
        self.generator = self
        self.u = u

    def random(self, size: int) -> Any:
        return np.full(size, self.u)


def added(u: Any) -> int:
    total = u
    for number in (0.25, 0.5, 0.125):
        total = total + number
    return cast("int", round(total))


def test_a_sum_in_a_loop_is_followed() -> None:
    low, high = 0, 2**53 - 1
    while high - low > 1:  # the first multiple of 2^-53 that gives 2
        middle = (low + high) // 2
        low, high = (middle, high) if added(middle / 2**53) == 1 else (low, middle)
    found = distribution_of(lambda source: added(source.random())).probabilities
    assert {output: value.as_fraction() for output, value in found.items()} == {
        1: Fraction(high, 2**53),
        2: 1 - Fraction(high, 2**53),
    }


def test_both_ends_of_every_range_are_run() -> None:
    found = Whole([8, 8], {}, [Possible((range(2), range(5, 8))), Possible((range(8),))], lambda _: None, 1, [3, 4])
    choices = list(found.few_choices(some_bits()))
    assert {first for first, _ in choices} >= {0, 1, 5, 7}
    assert {second for _, second in choices} >= {0, 3, 4, 7}


def rejecting(source: Any) -> Any:
    """A subprogram, a body of `until` and a loop."""
    while True:
        x = source.until(lambda r: r.below(3) or None)
        if x + source.below(2) == 2:
            return int(x)


@pytest.mark.slow
def test_on_a_python_whose_code_was_not_read_programs_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then no law is used again, and no state of a loop is taken as the same."""
    assert fingerprint((rejecting,)) is not None
    known = distribution_of(rejecting, paths=25)
    with monkeypatch.context() as patch:
        patch.setattr(bytecode, "READ", False)
        patch.setattr(loops, "STATES", False)
        bytecode.changes_nothing.cache_clear()
        bytecode.names_in.cache_clear()
        assert fingerprint((rejecting,)) is None
        found = distribution_of(rejecting, paths=25)
    bytecode.changes_nothing.cache_clear()
    bytecode.names_in.cache_clear()
    assert known.unfinished == 0 or not bytecode.STATES
    assert 0 < found.unfinished < Fraction(1, 8)
    for one in (known, found):
        for output in (1, 2):
            assert one.probabilities[output] <= Fraction(1, 2) <= one.probabilities[output] + one.unfinished
