"""Each hard case of the exploration, by name: full doubles against integers counted by bisection of one's own."""

# ruff: noqa: ARG005, PLC3002, TRY300 - programs as short as they can be
import functools
import json
import math
import os
import random
import secrets
import threading
import time
from collections import namedtuple
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from dpexact.programs import UnsupportedProgramError, distribution_of, mechanism_of, patched
from dpexact.programs.distribution import explored
from tests.explored import coin, has_law, is_refused, masses, refused
from tests.naive_programs import law_of, naive_law
from tests.refusals import refuses

WHOLE = 1 << 53
FINITE = Fraction(2**1024 - 2**970, 2**1100)
ROUNDED = Fraction(sum(2 * k // 3 % 4 == 0 for k in range(6)) * 4 * 10**6 + 1, 24 * 10**6 + 1)


def changes(value: Callable[[float], Any], low: int, high: int) -> Iterator[int]:
    """Yield the least k of every run of equal values of value(k / 2^53), which must be monotone from low to high."""
    if value(low / WHOLE) == value(high / WHOLE):
        return
    if high - low == 1:
        yield high
        return
    middle = (low + high) // 2
    yield from changes(value, low, middle)
    yield from changes(value, middle, high)


def counted(value: Callable[[float], Any]) -> dict[Any, Fraction]:
    """Count a monotone function of all doubles k / 2^53."""
    starts = [0, *changes(value, 0, WHOLE - 1), WHOLE]
    law: dict[Any, Fraction] = {}
    for first, end in pairwise(starts):
        key = value(first / WHOLE)
        law[key] = law.get(key, Fraction(0)) + Fraction(end - first, WHOLE)
    return law


MONOTONE: dict[str, Callable[[float], Any]] = {
    "times a negative constant": lambda u: u * -0.3 < -0.1,
    "minus from a constant": lambda u: 0.7 - u <= 0.1,
    "divided by a negative constant": lambda u: u / -3.0 >= -0.25,
    "a constant over it": lambda u: 0.1 / (u + 0.5) > 0.11,
    "rounding that is coarse": lambda u: u * 0.1 + 1e15 < 1e15 + 0.1,
    "many roundings": lambda u: math.floor(((u * 7.1 - 0.3) / 1.7 + 0.1) * 3.3),
    "round half to even": lambda u: round(u * 4),
    "floor division": lambda u: int(u * 10 // 0.3),
    "the square root": lambda u: math.sqrt(u + 0.1) < 0.7,
    "overflow to infinity": lambda u: (u + 0.5) * 1.7e308 * 1.1 == math.inf,
    "subnormals": lambda u: u * 1.5e-323 > 5e-324,
    "underflow to zero": lambda u: u * 5e-324 == 0,
    "to single precision": lambda u: bool(np.float32(0.1) * u < np.float32(0.03)),
    "the ceiling of a negative number": lambda u: math.ceil(u * -5 + 1.5),
    "an exact fraction": lambda u: u <= Fraction(1, 3),
    "equality with one double": lambda u: (u > 0.3) + (u >= 0.3),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", MONOTONE)
def test_full_doubles(name: str) -> None:
    value = MONOTONE[name]
    assert masses(lambda s: value(s.random())) == counted(value)


def test_quotient_by_a_draw_that_changes_sign() -> None:
    law = masses(lambda s: 0.1 / (s.random() - 0.5) > 1)
    x = next(changes(lambda u: 0.1 / (u - 0.5) <= 1, WHOLE // 2 + 1, WHOLE - 1))
    assert law[True] == Fraction(x - WHOLE // 2 - 1, WHOLE)
    assert law["raised", "ZeroDivisionError"] == Fraction(1, WHOLE)


@pytest.mark.slow
def test_int64_that_wraps() -> None:
    """By value where they are few, refused where they are many; by a function of numpy of Python's integers too."""
    program = lambda s: bool(s.generator.integers(2**63 - 8, 2**63 - 1) + 3 < 0)  # noqa: E731
    assert masses(program)[True] == Fraction(2, 7)
    refused("", lambda s: bool(s.generator.integers(0, 2**63 - 1) + 3 < 0))
    refused("", lambda s: bool(np.add(s.getrandbits(64), 1) < 0))
    refused("", lambda s: bool(np.negative(s.generator.integers(-(2**63), 5)) < 0))
    refused("", lambda s: bool(np.multiply(s.getrandbits(62), 5) < 0))
    assert masses(lambda s: bool(np.add(s.getrandbits(63), 0) < 2**62))[True] == Fraction(1, 2)


Pair = namedtuple("Pair", "a b")  # noqa: PYI024
LAWS: dict[str, tuple[Callable[[Any], Any], dict[Any, Fraction]]] = {
    "minus zero": (lambda s: math.copysign(1, s.below(3) * -1.0) < 0, {True: Fraction(1)}),
    "the zeros": (lambda s: repr((s.below(3) - 1) * 0.0), {"-0.0": Fraction(1, 3), "0.0": Fraction(2, 3)}),
    "minus a quotient": (lambda s: repr(-(s.below(2) / 1.0)), {"-0.0": Fraction(1, 2), "-1.0": Fraction(1, 2)}),
    "signs of small products": (
        lambda s: repr(((s.random() - 0.5) * 5e-324) * 0.1),
        {"-0.0": Fraction(1, 2), "0.0": Fraction(1, 2)},
    ),
    "NaN where zero meets infinity": (lambda s: math.isnan(s.random() * math.inf), coin(Fraction(1, WHOLE))),
    "infinities": (lambda s: (s.random() - 0.25) * math.inf > 0, coin(Fraction(3 * WHOLE // 4 - 1, WHOLE))),
    "the sixth bit of 64": (lambda s: (s.getrandbits(64) >> 5) & 1, {n: Fraction(1, 2) for n in range(2)}),
    "a remainder of a quotient": (lambda s: (s.below(36 * 10**6) // 3) % 4, {n: Fraction(1, 4) for n in range(4)}),
    "a remainder of a rounded quotient": (lambda s: (s.below(24 * 10**6 + 1) * 2 // 3) % 4 == 0, coin(ROUNDED)),
    "a function by the names of its arguments": (
        lambda s: math.isclose(1.0, 1.0 + s.below(2), rel_tol=0.1),
        coin(Fraction(1, 2)),
    ),
    "the same draw twice by value": (
        lambda s: (lambda k: k * (99 - k) > 2000)(s.below(100)),
        coin(Fraction(sum(k * (99 - k) > 2000 for k in range(100)), 100)),
    ),
    "a named tuple": (
        lambda s: Pair(s.below(2), s.below(3)),
        {(a, b): Fraction(1, 6) for a in range(2) for b in range(3)},
    ),
    "minus infinity is taken apart before it is rounded": (
        lambda s: int(s.below(4) * -1e308),
        {("raised", "OverflowError"): Fraction(1, 2), 0: Fraction(1, 4), int(-1e308): Fraction(1, 4)},
    ),
    # The least integer that rounds to 2^1024 is 2^1024 - 2^970: a tie, which goes to the even one.
    "integers that are too large for a double": (
        lambda s: s.getrandbits(1100) * 1.0 >= 0,
        {True: FINITE, ("raised", "OverflowError"): 1 - FINITE},
    ),
    "uniform of a generator": (lambda s: bool(s.generator.uniform(1.0, 3.0) < 1.5), coin(Fraction(1, 4))),
    "uniform of a random state": (lambda s: bool(s.random_state.uniform(1.0, 3.0) < 1.5), coin(Fraction(1, 4))),
    "an outer draw that a loop gives back": (
        lambda s: (lambda x: s.until(lambda _: x))(s.below(3)),
        {n: Fraction(1, 3) for n in range(3)},
    ),
    "an outer draw in a tuple": (
        lambda s: (lambda _, x: s.until(lambda t: (x, t.below(2))))(s.below(5), s.below(3)),
        {(a, b): Fraction(1, 6) for a in range(3) for b in range(2)},
    ),
    "an outer draw in a sum": (
        lambda s: (lambda x: s.until(lambda t: x + t.below(2) if t.bit() else None))(s.below(3)),
        {0: Fraction(1, 6), 1: Fraction(1, 3), 2: Fraction(1, 3), 3: Fraction(1, 6)},
    ),
}


@pytest.mark.parametrize("name", LAWS)
def test_its_law_is_known(name: str) -> None:
    program, law = LAWS[name]
    assert masses(program) == law


@pytest.mark.slow
def test_remainder_by_a_constant_that_numpy_rounds() -> None:
    """0.1 is not float32(0.1), and 1/3 not its double: the remainder starts anew where the rounded one divides."""
    cases: tuple[tuple[Any, Any], ...] = ((0.1, np.float32(1)), (Fraction(1, 3), 1))
    for constant, one in cases:
        law = masses(lambda s: bool((one * (s.below(4000) / 64)) % constant < 0.01), paths=9000)  # noqa: B023
        assert law[True] == Fraction(sum(bool((one * (k / 64)) % constant < 0.01) for k in range(4000)), 4000)
    law = masses(lambda s: (2**53 + s.below(8)) % 0.75 < 0.3)
    assert law[True] == Fraction(sum((2**53 + k) % 0.75 < 0.3 for k in range(8)), 8)


@pytest.mark.parametrize(
    "program",
    [
        lambda s: (lambda u: u - u == 0)(s.random()),
        lambda s: s.getrandbits(64) + s.getrandbits(64),
        lambda s: (lambda k: k ^ (k >> 1))(s.getrandbits(64)) < 5,
        lambda s: math.tan(s.random()) < 0.5,
        lambda s: (s.gauss(0, 1) > 0, s.gauss(0, 1) > 0),
        lambda s: Fraction(s.random()) < 1,
        lambda s: hash(s.random()) % 2,
        lambda s: json.dumps([s.random()])[1] == "0",
        lambda s: f"{s.random():.1f}",
        lambda s: math.fsum([s.random(), 1.0]) < 1.5,
        lambda s: s.random(),
        lambda s: [1],
        lambda s: None,
        lambda s: (lambda k, three: k is three)(s.below(1000), 3),
        lambda s: json.dumps(s.below(1000)) == "3",
        lambda s: int.__add__(s.below(10), 1),
    ],
)
def test_what_cannot_be_counted_is_refused(program: Callable[..., Any]) -> None:
    refused("", program, paths=1000)


def test_integers_of_256_bits() -> None:
    def program(s: Any) -> Any:
        k = s.getrandbits(256)
        return "low" if k < 2**254 + 1 else ("middle" if 3 * k + 5 <= 2**256 else k >> 254)

    law = masses(program)
    middle = (2**256 - 5) // 3 - 2**254
    assert law["low"] == Fraction(2**254 + 1, 2**256)
    assert law["middle"] == Fraction(middle, 2**256)
    assert law[1] == Fraction(2**254 - 1 - middle, 2**256)
    assert law[2] == law[3] == Fraction(1, 4)
    assert masses(lambda s: s.getrandbits(256) % 6)[5] == Fraction(2**256 // 6, 2**256)


COUNTER = [0]
STATE = {"n": 0}
SIZE = 2
GENERATOR = np.random.default_rng(5)
OLD = random.Random(5)
OLD_RANDOM = random.random
KEPT: list[Any] = []


@functools.cache
def cached(s: Any) -> Any:
    return s.below(3) > 0


def counting(s: Any) -> bool:
    COUNTER[0] += 1
    return bool(s.bit()) and COUNTER[0] % 2 == 0


def default(s: Any, seen: list[int] = []) -> Any:  # noqa: B006 - the fault that is tried
    seen.append(1)
    return len(seen) + s.bit()


def keeping(s: Any) -> bool:
    KEPT.append(s.below(10))
    return bool(KEPT[0] < 5)


def slow(s: Any) -> int:
    deadline = time.monotonic.__self__ if False else 0
    while True:
        deadline += 1


LEAKS: dict[str, Callable[..., Any]] = {
    "a counter": counting,
    "a cache": cached,
    "a default argument": default,
    "a draw of an earlier run": keeping,
    "time": lambda s: time.time() > 0 and s.bit(),
    "perf_counter": lambda s: time.perf_counter() > 0 and s.bit(),
    "os.urandom": lambda s: os.urandom(1)[0] < 256 and s.bit(),
    "random": lambda s: random.random() < 2 and s.bit(),
    "random by another name": lambda s: OLD_RANDOM() < 2 and s.bit(),
    "a bound method as a default": lambda s, r=random.random: r() < 2 and s.bit(),
    "another Random": lambda s: OLD.random() < 2 and s.bit(),
    "a new Random": lambda s: random.Random().random() < 2 and s.bit(),
    "a new SystemRandom": lambda s: random.SystemRandom().random() < 2 and s.bit(),
    "numpy's global": lambda s: np.random.rand() < 2 and s.bit(),  # noqa: NPY002
    "numpy's global as a default": lambda s, r=np.random.rand: r() < 2 and s.bit(),
    "a generator of numpy": lambda s: GENERATOR.random() < 2 and s.bit(),
    "a new generator of numpy": lambda s: np.random.default_rng().random() < 2 and s.bit(),
    "the bits of the face": lambda s: s.generator.bit_generator.random_raw() >= 0 and s.bit(),
    "a copy of the face": lambda s: __import__("copy").deepcopy(s.generator).random() < 2 and s.bit(),
    "a method whose law is not known": lambda s: s.generator.normal() < 2 and s.bit(),
    "always restarting": lambda s: s.restart(),
    "always rejecting": lambda s: s.until(lambda _: None),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LEAKS)
def test_state_and_other_randomness_are_refused(name: str) -> None:
    KEPT.clear()
    refused("", LEAKS[name])


@pytest.mark.seldom
def test_a_path_without_end_is_refused() -> None:
    refused("10 s without a draw", slow)


@has_law({"fine": Fraction(1)})
def test_a_program_that_catches_everything_catches_no_restart(s: Any) -> str:
    try:
        if s.bit():
            s.restart()
        return "fine"
    except:  # noqa: E722
        return "caught"


@is_refused("line")
def test_a_program_that_catches_everything_catches_no_refusal(s: Any) -> str:
    try:
        return str(s.getrandbits(64) ^ s.getrandbits(64) < 1)
    except BaseException:  # noqa: BLE001
        return "caught"


@pytest.mark.slow
def test_a_program_that_catches_everything_catches_no_limit() -> None:
    def limited(s: Any) -> str:
        seen: list[int] = []
        try:
            while s.bit():
                seen.append(1)
        except BaseException as error:
            raise ValueError from error
        return "end"

    found = distribution_of(limited, draws=5)
    assert Fraction(str(found.unfinished)) == Fraction(1, 32)
    assert not found.errors


@pytest.mark.parametrize("value", [lambda x: 5 % x, lambda x: 1 // (x - 3) == 0, lambda x: (1, 2, 3)[x - 6]])
def test_a_value_of_few_at_which_an_operation_raises(value: Any) -> None:
    """The draw has more values than may be listed, and its quotient has fewer."""

    def program(s: Any) -> Any:
        return value(s.below(200) // 20)

    expected = naive_law(program)
    assert law_of(distribution_of(program, paths=40)) == expected
    assert any(key[0] == "raised" for key in expected)


def test_true_and_one_are_two_outputs() -> None:
    found = distribution_of(lambda s: True if s.below(3) else 1)
    assert [(type(o).__name__, str(p)) for o, p in found.probabilities.items()] == [("bool", "2/3"), ("int", "1/3")]


@pytest.mark.slow
def test_named_tuples_of_two_types_are_not_one_output() -> None:
    """Who sees Hit or Miss knows the input, though both are (0,) to a matrix."""
    Hit, Miss = namedtuple("Hit", "n"), namedtuple("Miss", "n")  # noqa: PYI024

    def told(s: Any, hit: int) -> Any:
        return (Hit if hit else Miss)(s.below(2))

    for inner in (lambda s, hit: ("a", told(s, hit)), lambda s, hit: told(s, hit) if hit else (s.below(2),), told):
        refuses(UnsupportedProgramError, "tuples of two types", mechanism_of, inner, [0, 1])
    refused("tuples of two types", lambda s: told(s, s.below(2)))
    assert masses(told, 0, label=tuple) == masses(told, 1, label=tuple)
    law = masses(lambda s: Hit(s.below(2)) if s.bit() else Miss("b"))
    assert law == {(0,): Fraction(1, 4), (1,): Fraction(1, 4), ("b",): Fraction(1, 2)}


def body_by_size(s: Any) -> Any:
    return s.below(SIZE + 1) or None


def keyword_body(n: int) -> Callable[[Any], Any]:
    def body(s: Any, *, size: int = n) -> Any:
        return s.below(size) or None

    return body


def sized(s: Any, n: int) -> Any:
    global SIZE  # noqa: PLW0603
    SIZE = n
    return s.until(body_by_size)


def test_loops_see_what_they_read() -> None:
    """The law of a body is not used again where a global, a default or a type is another one."""
    matrix: Any = mechanism_of(sized, [2, 3])
    assert [[str(matrix.probability(n, [k] if n + 1 > k else [])) for k in (1, 2, 3)] for n in (2, 3)] == [
        ["1/2", "1/2", "0"],
        ["1/3", "1/3", "1/3"],
    ]
    law = masses(lambda s: (s.until(keyword_body(3)), s.until(keyword_body(4))))
    assert set(law.values()) == {Fraction(1, 6)}
    assert len(law) == 6
    law = masses(lambda s: bool(s.until(lambda r: r.generator.integers(1, 3)) * 2**62 < 0))
    assert law[True] == Fraction(1, 2)


@is_refused("outlives")
def test_loops_that_change_what_outlives_them_are_refused(s: Any) -> int:
    tries = 0

    def body(r: Any) -> Any:
        nonlocal tries
        tries += 1
        return r.bit() or None

    if s.until(body) and s.bit():
        s.restart()
    return tries


@has_law(coin(Fraction(1, 4) * Fraction(6, 7) + Fraction(3, 4) * Fraction(2, 3)))
def test_a_loop_with_draws_of_the_run_in_its_closure(s: Any) -> bool:
    u = s.random()
    return bool(s.until(lambda r: True if r.below(4) < 2 + (u < 0.25) else (None if r.bit() else False)))


@has_law({(0, 0): Fraction(3, 5), (1, 1): Fraction(1, 5), (1, 2): Fraction(1, 5)})
def test_restart_inside_a_loop_begins_the_whole_run(s: Any) -> Any:
    def body(s: Any) -> Any:
        k = s.below(4)
        if k == 3:
            s.restart()
        return k or None

    first = s.bit()
    return (first, s.until(body) if first else 0)


class StopError(Exception):
    pass


def drawn(s: Any, n: int = 2, *, more: int = 0) -> int:
    return int(s.below(n)) + more


def raising(s: Any) -> int:
    k = int(s.below(3))
    if k:
        raise StopError(k)
    return 0


def recursive(s: Any, n: int) -> int:
    return 0 if n == 0 else int(s.bit()) + recursive(s, n - 1)


def three(s: Any) -> int:
    return int(s.below(3))


def again(s: Any) -> int:
    x = three(s)
    return x + 5 if x else 10 + again(s)


def sums(s: Any) -> tuple[Any, ...]:
    """A subprogram is called with draws, which are taken apart before their law is asked."""
    x = s.below(3)
    first, second = drawn(s, x + 1), drawn(s, n=s.below(2) + 1)
    return bool(x < 1), first, second, bool(s.below(3) < first + second)


class Sampler:
    def draw(self, s: Any) -> int:
        return int(s.below(3))

    @staticmethod
    def static(s: Any) -> int:
        return int(s.below(3))


@pytest.mark.slow
def test_subprograms() -> None:
    law = masses(lambda s: (drawn(s), drawn(s, 3), drawn(s, n=2, more=5)), subprograms=(drawn,))
    assert law == {(a, b, c): Fraction(1, 12) for a in range(2) for b in range(3) for c in (5, 6)}
    law = masses(lambda s: recursive(s, 4), subprograms=(recursive,))
    assert law == {k: Fraction(math.comb(4, k), 16) for k in range(5)}
    law = dict(distribution_of(again, subprograms=(again, three), draws=12).probabilities)
    assert [law[n] for n in (6, 7, 16, 17)] == [Fraction(1, 3), Fraction(1, 3), Fraction(1, 9), Fraction(1, 9)]
    assert law_of(distribution_of(sums, subprograms=(drawn,))) == naive_law(sums)
    assert masses(lambda s: Sampler.static(s) + Sampler.static(s), subprograms=(Sampler.static,))[4] == Fraction(1, 9)
    refused("", lambda s: Sampler().draw(s), subprograms=(Sampler.draw,))


@has_law({k: Fraction(1, 3) for k in range(3)}, subprograms=(raising,))
def test_an_exception_of_a_subprogram_keeps_what_it_carries(s: Any) -> int:
    try:
        return raising(s)
    except StopError as error:
        return int(error.args[0])


@has_law({n: Fraction(3 - abs(n - 2), 9) for n in range(5)})
def test_a_generator_draws(s: Any) -> int:
    def numbers() -> Iterator[int]:
        while True:
            yield s.below(3)

    drawn = numbers()
    return int(next(drawn)) + int(next(drawn))


@has_law({0: Fraction(1, 2), 1: Fraction(1, 2)})
def test_a_thread_draws(s: Any) -> int:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(int(s.bit())))
    thread.start()
    thread.join()
    return found[0]


@has_law({(a, b, c): Fraction(1, 12) for a in range(3) for b in range(2) for c in range(2)})
def test_patched(s: Any) -> Any:
    with patched(s):
        return (secrets.randbelow(3), random.randrange(2), random.Random().randrange(2))


@has_law({-1: Fraction(1, 2), **{n: Fraction(1, 8) for n in range(3, 7)}})
def test_a_draw_minus_a_function_of_it_that_has_become_known(s: Any) -> Any:
    x = s.below(8)
    half = x // 4
    return x - half if half == 1 else -1


@has_law({0: Fraction(11, 18), 1: Fraction(5, 18), 2: Fraction(1, 9)})
def test_a_loop_that_compares_with_an_outer_draw(s: Any) -> Any:
    x = s.below(3) + 1

    def less(t: Any) -> Any:
        y = t.below(5)
        return y if y < x else None

    return s.until(less)


RUNS = [0]


def other_every_time(s: Any) -> bool:
    RUNS[0] += 1
    return bool(s.below(3 + RUNS[0] % 2) == 0)


def test_what_goes_wrong_between_runs_is_said() -> None:
    refused("two runs with the same draws went different ways", other_every_time)
    refused("a draw of an earlier run is used", keeping)


@pytest.mark.parametrize("second", ["another draw", "a draw of another size", "operations in another order", "nothing"])
def test_a_run_that_leaves_the_log_of_the_one_before_it(second: str) -> None:
    """The second run, which is to go on from the split of the first, x < 500, does something else before."""
    runs = []

    def program(s: Any) -> Any:
        runs.append(second)
        now = second if len(runs) > 1 else "as first"
        x, y = s.below(1000), s.below(2000 if now == "a draw of another size" else 1000)
        if now == "nothing":
            return False
        if second == "another draw":
            return (y if now == second else x) < 500
        one, _ = [draw + 1 for draw in ((y, x) if now == "operations in another order" else (x, y))]
        return one < 501

    refused("two runs with the same draws went different ways", program)


def throws(s: Any) -> None:
    raise ValueError(s.below(3))


def catches(s: Any) -> Any:
    try:
        throws(s)
    except ValueError as error:
        return error.args[0]


def test_an_exception_of_a_subprogram_that_carries_a_draw_is_refused() -> None:
    refused("an exception", catches, subprograms=[throws])
    assert masses(catches) == {n: Fraction(1, 3) for n in range(3)}


def caused(s: Any) -> None:
    raise ValueError from (KeyError() if s.bit() else IndexError())


def on_the_way(s: Any) -> None:
    try:
        raise KeyError if s.bit() else IndexError
    except LookupError:
        raise ValueError  # noqa: B904 - the point


def handled(s: Any) -> None:
    s.bit()
    raise  # noqa: PLE0704 - the one that the program handles


@pytest.mark.parametrize("raises", [caused, on_the_way])
def test_an_exception_of_a_subprogram_that_another_one_caused_is_refused(raises: Any) -> None:
    name = raises.__name__

    def program(s: Any) -> str:
        try:
            globals()[name](s)
        except ValueError as error:
            return type(error.__cause__ or error.__context__).__name__
        return ""

    assert masses(program) == {"KeyError": Fraction(1, 2), "IndexError": Fraction(1, 2)}
    refused("that another one has caused", program, subprograms=[raises])


@is_refused("that another one has caused", subprograms=[handled])
def test_an_exception_that_the_program_handles_is_not_of_a_subprogram(s: Any) -> str:
    try:
        int("")
    except ValueError:
        handled(s)
    return ""


@has_law(
    {"0": Fraction(1, 3)} | {f"{name} {k}": Fraction(1, 6) for name in ("KeyError", "IndexError") for k in (1, 2)},
    subprograms=(raising,),
)
def test_an_exception_of_a_subprogram_is_raised_beside_the_one_that_is_handled(s: Any) -> str:
    try:
        raise KeyError if s.bit() else IndexError
    except LookupError:
        try:
            return str(raising(s))
        except StopError as error:
            return f"{type(error.__context__).__name__} {error.args[0]}"


def heads(s: Any) -> int:
    n = 0
    while s.bit():
        n += 1
    return n


def test_what_a_subprogram_leaves_is_left_of_the_whole() -> None:
    found = distribution_of(lambda s: min(heads(s), 3), subprograms=[heads], draws=20)
    assert found.unfinished == Fraction(1, 2**20)
    assert found.probabilities[3] == Fraction(1, 8) - Fraction(1, 2**20)


LOGARITHM = (math.log,)


def test_a_program_that_looks_at_what_was_changed_in_python_is_refused() -> None:
    refused("run again on plain numbers", lambda s: s.bit() + 2 * (math.log is LOGARITHM[0]))


def by_logarithm(s: Any) -> bool:
    return bool(math.log(s.random() + 1) < 0.5)


def with_logarithm(s: Any, n: int) -> bool:
    return by_logarithm(s) == bool(n)


def test_what_a_law_assumes_is_said_each_time_that_it_is_used() -> None:
    found = explored(with_logarithm, [0, 1], subprograms=[by_logarithm]).distributions
    assert [len(one.assumptions) for one in found.values()] == [1, 1]
