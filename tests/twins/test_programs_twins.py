"""Samplers with a fault: verify refutes the matrix of each, and proves that of the sampler without it."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from dpexact import NeighborGraph, Refuted, verify
from dpexact.programs import mechanism_of
from tests.naive_programs import naive_law

INPUTS = range(4)


def sound(s: Any, i: int) -> Any:
    """Tell the truth with probability 1/2, else any of four: the ratio is 5."""
    return i if s.below(2) == 0 else s.below(4)


def biased_modulo(s: Any, i: int) -> Any:
    return i if s.below(2) == 0 else s.getrandbits(4) % 5 % 4


def too_often(s: Any, i: int) -> Any:
    return i if s.below(16) <= 8 else s.below(4)


def swapped(s: Any, i: int) -> Any:
    return s.below(4) if s.below(3) == 0 else i


def reused(s: Any, i: int) -> Any:
    k = s.below(8)
    return i if k < 4 else k % 4 if k < 7 else i


def never_three(s: Any, i: int) -> Any:
    return i if s.below(2) == 0 else s.below(3)


def verdict(program: Callable[..., Any]) -> Any:
    return verify(mechanism_of(program, INPUTS), NeighborGraph.complete(INPUTS), 5, 0)


def test_the_sound_one_is_proved() -> None:
    assert verdict(sound).proved is True


@pytest.mark.parametrize("program", [biased_modulo, too_often, swapped, reused, never_three])
def test_a_fault_is_refuted(program: Callable[..., Any]) -> None:
    """The counterexample is one that counting in the program's own terms confirms."""
    found = verdict(program)
    assert isinstance(found, Refuted)
    pair, event = found.counterexample.pair, set(found.counterexample.event)
    rates = [naive_rate(program, i, event) for i in pair]
    assert rates[0] > 5 * rates[1]


def naive_rate(program: Callable[..., Any], i: int, event: set[Any]) -> Fraction:
    law = naive_law(program, i)
    return sum((mass for (_, _, output), mass in law.items() if output in event), Fraction(0))
