"""Eight threads at once: flint's precision is global to the process, and nobody may see another's."""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from time import sleep
from typing import Any

import pytest
from flint import arb, ctx

from dpexact import Mechanism, NeighborGraph, Proved, epsilon_of, exact, tight_delta, verify
from dpexact.numbers.balls import WorkingPrecision
from dpexact.numbers.enclosure import Enclosure

THREADS = 8


@pytest.fixture(autouse=True)
def hasty_switches() -> Iterator[None]:
    """Threads that take turns as often as Python lets them."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def in_threads(work: Callable[[int], Any]) -> list[Any]:
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(work, range(4 * THREADS)))


def test_the_precision_is_put_back() -> None:
    before = ctx.prec
    numbers = [exact(f"exp(1/{n}) - 12**(1/{n + 1})") for n in range(2, 6)]

    def work(k: int) -> list[int]:
        return [number.refine(64 + 97 * k).lower < 5 for number in map(Enclosure.of, numbers)]

    assert all(all(answers) for answers in in_threads(work))
    assert ctx.prec == before


def test_a_shared_enclosure_answers_every_thread() -> None:
    """log(2)^2 + log(3) log(5) to 64 ... 4096 bits: every thread gets bounds as narrow as it asked for."""
    shared = epsilon_of(2) * epsilon_of(2) + epsilon_of(3) * epsilon_of(5)
    narrow = shared.refine(5000)

    def work(k: int) -> bool:
        bits = 64 << k % 7
        fine = shared.refine(bits)
        return (fine.upper - fine.lower) * 2**bits <= 1 and fine.lower <= narrow.upper and narrow.lower <= fine.upper

    for _ in range(8):
        assert all(in_threads(work))


def test_the_precision_stays_what_it_is_while_a_ball_is_computed() -> None:
    """Two rules that give the other thread time to set its own precision between their steps."""
    seen: list[bool] = []

    def slow() -> Any:
        precision = ctx.prec
        for _ in range(5):
            sleep(0.002)
            seen.append(ctx.prec == precision)
        return arb(2).sqrt()

    in_threads(lambda k: Enclosure(slow, 100 * k))
    assert len(seen) >= 5 * 4 * THREADS
    assert all(seen)


def test_a_shared_enclosure_is_compared_in_every_thread() -> None:
    """With a number 2^-3000 away from log(2) + log(3): one needs the last precision that is tried."""
    shared = epsilon_of(2) + epsilon_of(3)
    close = exact(epsilon_of(6).refine(3000).upper) + exact(2) ** -3000

    def work(k: int) -> bool:
        return shared < close if k % 2 else shared.refine(10 * k).lower < close

    for _ in range(8):
        assert all(in_threads(work))


def test_verdicts_do_not_depend_on_what_other_threads_compute() -> None:
    rows = [["exp(1/3)/3", "1 - exp(1/3)/3"], ["1/3", "2/3"]]
    mechanism = Mechanism.from_rows([0, 1], [0, 1], rows)
    pairs = NeighborGraph.complete([0, 1])
    delta = tight_delta(mechanism, pairs, "exp(1/4)")

    def work(k: int) -> bool:
        if k % 2:
            return bool(exact("exp(7)").enclosure(3000 + k)[0] > 1096)
        return isinstance(verify(mechanism, pairs, "exp(1/4)", delta), Proved)

    assert all(in_threads(work))


@pytest.mark.parametrize("precision", [2, 10, 53, 5000])
def test_a_precision_that_the_user_set_changes_nothing(precision: int) -> None:
    before, expected = ctx.prec, exact("exp(1/7)").enclosure(200)
    try:
        ctx.prec = precision
        fresh = exact("exp(1/7)")
        assert fresh.enclosure(200) == expected
        assert epsilon_of(3) < exact("1.0986122886681098")
        assert (exact("sqrt(2)") - exact("1.41421356237309504880168872420969807")).sign() == 1
        mechanism = Mechanism.from_rows([0, 1], [0, 1], [["1/2", "1/2"], ["1/3", "2/3"]])
        assert tight_delta(mechanism, NeighborGraph.complete([0, 1]), "exp(1/3)") == exact("1/2 - exp(1/3)/3")
        assert ctx.prec == precision
    finally:
        ctx.prec = before


def test_the_precision_is_put_back_after_an_error() -> None:
    before = ctx.prec
    with pytest.raises(ZeroDivisionError), WorkingPrecision(300):
        1 // (ctx.prec - 300)
    assert ctx.prec == before
    with pytest.raises((ValueError, OverflowError)), WorkingPrecision(0):
        pass
    assert ctx.prec == before
    assert in_threads(lambda _: exact("exp(1)").enclosure(80)[0] > 2) == [True] * 4 * THREADS  # the lock is free again
