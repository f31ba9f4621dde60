"""Loops that come back to a state: the law is that of the paths followed one by one, as far as these go.

The second route is the exploration with states switched off: what it knows of an output is at most its probability, and
that is at most what it knows and what it leaves unfinished. The probabilities beside the programs are by hand.
"""

import itertools
import math
import numbers
import os
import random
import secrets
import typing
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from random import Random
from types import FunctionType, MethodType
from typing import Any

import numpy as np
import pytest
from flint import fmpq, fmpq_mat

from dpexact import exact
from dpexact.programs import distribution as doors
from dpexact.programs import distribution_of, loops, patched
from dpexact.programs import source as inside
from dpexact.programs.bytecode import STATES, changes_nothing
from dpexact.programs.held import fingerprint
from dpexact.programs.law import Node, add_mass, settled
from dpexact.programs.source import Source
from tests.explored import has_law, masses, refused
from tests.naive_programs import TooManyError, law_of, naive_law
from tests.random_programs import loopy_text, program_of

pytestmark = pytest.mark.skipif(not STATES, reason="states of loops are told on CPython 3.11 only")


def rejection(source: Any) -> Any:
    while True:
        u = source.below(8)
        if u < 5:
            return u


def rounds(source: Any) -> int:
    n = 0
    while source.below(3):
        n += 1
    return min(n, 4)


def parity(source: Any) -> int:
    p = 0
    while True:
        if source.below(3) == 0:
            return p
        p = 1 - p


def late(source: Any) -> Any:
    """A number drawn before the loop stays a draw in it."""
    first = source.below(4)
    while source.below(3):
        pass
    return first


def split_inside(source: Any) -> Any:
    first = source.below(4)
    while True:
        if source.below(5) == 0:
            return first
        if first < 2 and source.bit():
            return 9


def one_or_two(source: Any) -> int:
    return 2 if source.bit() else 1


def nested(source: Any) -> Any:
    while True:
        x = one_or_two(source) + 1
        if x == 3 and source.below(3) == 0:
            return x
        if x == 2 and source.below(5) == 0:
            return x


def waiting(source: Any) -> Any:
    """The loop is in a call on which something waits."""
    return 10 * source.below(2) + rejection(source) + 0


def inner_loop(source: Any) -> Any:
    total = 0
    while True:
        while source.below(4) == 0:
            pass
        total += 1
        if source.bit():
            return min(total, 3)


def doubles(source: Any) -> Any:
    while True:
        u = source.random()
        if u < 0.25:
            return 1
        if u > 0.5:
            return 2


def by_method(source: Any) -> Any:
    while True:
        x = source.randrange(7)
        if x:
            return int(x)


def raising(source: Any) -> int:
    while True:
        x = source.below(4)
        if x == 3:
            message = "three"
            raise ValueError(message)
        if x == 2:
            return 2


def begun_anew(source: Any) -> int:
    while True:
        x = source.below(4)
        if x == 3:
            source.restart()
        if x == 2:
            return 2
        if x == 1:
            return 1


def generator(source: Any) -> int:
    def bits() -> Iterator[int]:
        while True:
            yield source.bit()

    n = 0
    for bit in bits():
        if bit:
            return min(n, 3)
        n += 1  # noqa: SIM113 - a generator of our own is the point
    return 0


def by_map(source: Any) -> int:
    return sum(map(lambda _: source.below(2), [1, 1, 2]))  # noqa: C417 - a call through C is the point


def sorted_by(source: Any) -> tuple[int, ...]:
    return tuple(sorted([1, 1, 2], key=lambda _: source.below(2)))


def caught(source: Any) -> int:
    n = 0
    while True:
        try:
            if source.below(3) == 0:
                return min(n, 3)
            message = "again"
            raise ValueError(message)  # noqa: TRY301 - a handler inside of the loop is the point
        except ValueError:
            n += 1


def counted(source: Any) -> int:
    for n in itertools.count():
        if source.bit():
            return min(n, 3)
    return 0


def nonlocal_count(source: Any) -> int:
    n = 0

    def once() -> Any:
        nonlocal n
        n += 1
        return source.below(3)

    while once():
        pass
    return min(n, 4)


def mutable(source: Any) -> int:
    seen: list[int] = []
    while source.below(3):
        seen.append(1)
    return min(len(seen), 3)


LOG: list[int] = []


def note() -> None:
    LOG.append(1)


def forget() -> None:
    LOG.clear()


def length() -> int:
    return len(LOG)


def hidden(source: Any) -> int:
    """The list is named by other functions only."""
    forget()
    while source.below(3):
        note()
    return min(length(), 3)


def attribute(source: Any) -> Any:
    attribute.n = 0  # type: ignore[attr-defined]
    while source.below(3):
        attribute.n += 1  # type: ignore[attr-defined]
    return min(attribute.n, 3)  # type: ignore[attr-defined]


class Counter:
    """An object that changes."""

    def __init__(self) -> None:
        self.n = 0

    def more(self) -> None:
        """Count."""
        self.n += 1


def with_object(source: Any) -> int:
    counter = Counter()
    while source.below(3):
        counter.more()
    return min(counter.n, 3)


def derived(source: Any) -> Any:
    """A function of a draw is alive in the loop, and changes."""
    x = source.below(3)
    while source.below(3):
        x = x + 1
    return min(6, x)


def below_three(source: Any, note: Any) -> None:
    while source.below(3):
        note()


def noting(log: list[int]) -> Any:
    return lambda: log.append(1)


def fifths(n: int) -> int:
    """A hidden state shows only some rounds later, so that no single run on plain numbers notices it."""
    return min(n // 5, 3)


def by_method_of_a_list(source: Any) -> int:
    log = [0] * 100
    below_three(source, log.pop)
    return fifths(100 - len(log))


def by_closure(source: Any) -> int:
    log: list[int] = []
    below_three(source, noting(log))
    return fifths(len(log))


def is_small(x: Any) -> Any:
    return lambda: x < 2


def zero_or_small(source: Any, small: Any) -> int:
    while True:
        if source.below(5) == 0:
            return 0
        if small():
            return 9


def draw_in_closure(source: Any) -> int:
    """The possible values of an outer draw are narrowed inside the loop."""
    return zero_or_small(source, is_small(source.below(4)))


def holding(value: int) -> Any:
    return lambda: value


def new_functions(source: Any) -> int:
    """A function takes the place in memory of one before it."""
    f = holding(0)
    while source.below(3):
        f = holding(f() + 1)
    return fifths(f())


def own_class(source: Any) -> int:
    class Own:
        n = 0

    while source.below(3):
        setattr(Own, "n", Own.n + 1)  # noqa: B010 - the function is the point
    return fifths(Own.n)


def set_attribute(source: Any) -> int:
    setattr(set_attribute, "n", 0)  # noqa: B010 - the function is the point
    while source.below(3):
        setattr(set_attribute, "n", set_attribute.n + 1)  # type: ignore[attr-defined]  # noqa: B010
    return fifths(set_attribute.n)  # type: ignore[attr-defined]


COUNT = 0


def set_global(source: Any) -> int:
    globals()["COUNT"] = 0
    while source.below(3):
        globals()["COUNT"] = COUNT + 1
    return fifths(COUNT)


def read_by_locals(source: Any) -> int:
    n = 0
    while source.below(3):
        n = locals()["n"] + 1
    return fifths(locals()["n"])


def environment(source: Any) -> int:
    os.environ["DPEXACT_TEST"] = "0"
    while source.below(3):
        os.environ["DPEXACT_TEST"] = str(int(os.environ["DPEXACT_TEST"]) + 1)
    return fifths(int(os.environ["DPEXACT_TEST"]))


def identity(source: Any) -> int:
    """Equal values that are told apart."""
    a, b, c, d = "ab", "".join("ab"), "".join("ab"), "".join("ab")
    p = a
    while source.below(3):
        p = b if p is a else c if p is b else d if p is c else a
    return int(p is d)


def draw(source: Any) -> Any:
    return enumerate(iter(source.bit, 2))


def numbered(source: Any) -> int:
    """The loop is inside of another one, and driven by an iterator in C that a call with a known name has made."""
    while True:
        for n, bit in draw(source):
            if bit:
                return fifths(n)


def many_at_once(source: Any) -> int:
    """A function of ours is between two of its draws."""
    while True:
        a, b, _ = source.sample(range(3), 3)
        if a < b:
            return int(9 * a + b)


def by_bytes(source: Any) -> int:
    while True:
        first, second = source.randbytes(2)
        if first < 100:
            return int(second < 7)


PROGRAMS = (
    *(by_method_of_a_list, by_closure, draw_in_closure, new_functions, own_class, set_attribute, set_global),
    *(read_by_locals, environment, identity, numbered, many_at_once, by_bytes),
    *(rejection, rounds, parity, late, split_inside, nested, waiting, inner_loop, doubles, by_method, raising),
    *(begun_anew, generator, by_map, sorted_by, caught, counted, nonlocal_count, mutable, hidden, attribute),
    *(with_object, derived),
)


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_it_is_the_law_of_the_paths(program: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    found = distribution_of(program, draws=40, paths=1000)
    with monkeypatch.context() as off:
        off.setattr(doors, "fingerprint", lambda *_: None)
        off.setattr(inside, "fingerprint", lambda *_: None)
        off.setattr(loops, "STATES", False)
        plain = distribution_of(program, draws=24, paths=1000)
    outputs = {*found.probabilities, *plain.probabilities}
    assert sum(found.probabilities.values(), exact(0)) + sum(found.errors.values(), exact(0)) + found.unfinished == 1
    for output in outputs:
        p, q = (one.probabilities.get(output, exact(0)) for one in (found, plain))
        assert q <= p + found.unfinished, output
        assert p <= q + plain.unfinished, output
    assert plain.unfinished < exact("1/10")
    for name in {*found.errors, *plain.errors}:
        p, q = (one.errors.get(name, exact(0)) for one in (found, plain))
        assert q <= p <= q + plain.unfinished


@pytest.mark.parametrize(
    ("program", "law"),
    [
        (rejection, {n: Fraction(1, 5) for n in range(5)}),
        (parity, {0: Fraction(3, 5), 1: Fraction(2, 5)}),
        (late, {n: Fraction(1, 4) for n in range(4)}),
        (
            split_inside,
            {2: Fraction(1, 4), 3: Fraction(1, 4), 0: Fraction(1, 12), 1: Fraction(1, 12), 9: Fraction(1, 3)},
        ),
        (nested, {3: Fraction(5, 8), 2: Fraction(3, 8)}),
        (waiting, {10 * a + b: Fraction(1, 10) for a in range(2) for b in range(5)}),
        (doubles, {1: Fraction(2**51, 2**51 + 2**52 - 1), 2: Fraction(2**52 - 1, 2**51 + 2**52 - 1)}),
        (by_method, {n: Fraction(1, 6) for n in range(1, 7)}),
        (begun_anew, {1: Fraction(1, 2), 2: Fraction(1, 2)}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_it_is_exact_without_a_path_for_every_round(program: Any, law: dict[int, Fraction]) -> None:
    found = distribution_of(program)
    assert dict(found.probabilities) == law
    assert found.unfinished == 0
    assert found.paths < 30


@pytest.mark.slow
def test_an_exception_leaves_a_loop_too() -> None:
    found = distribution_of(raising)
    assert [found.probabilities[2], found.errors["ValueError"]] == [Fraction(1, 2)] * 2


def test_a_loop_without_a_way_out_is_unfinished() -> None:
    def forever(source: Any) -> int:
        if source.bit():
            return 1
        while True:
            source.bit()

    found = distribution_of(forever)
    assert [found.probabilities[1], found.unfinished] == [Fraction(1, 2)] * 2


def test_mass_is_what_is_left_after_returns_are_summed_up() -> None:
    """Nine of ten rounds are thrown away, so that what is left of a round counts ten times."""

    def program(source: Any) -> Any:
        while True:
            if source.below(10):
                continue
            n = 0
            while source.bit():
                n += 1
            return n

    found = distribution_of(program, mass="2**-12")
    assert found.unfinished <= exact("2**-12")
    assert found.probabilities[0] == Fraction(1, 2)


def test_a_draw_that_a_function_holds_is_part_of_a_state() -> None:
    """Of 0 and 1: 1/5 and then small; of 2 and 3: always 0 in the end."""
    found = distribution_of(draw_in_closure, draws=40)
    assert dict(found.probabilities) == {9: Fraction(2, 5), 0: Fraction(3, 5)}


def test_a_function_of_plain_values_is_part_of_a_state() -> None:
    def program(source: Any) -> int:
        return zero_or_small(source, is_small(5))

    assert distribution_of(program).probabilities[0] == 1


FIFTHS = {n: Fraction(1, 5) for n in range(5)}


@has_law(FIFTHS)
def test_a_face_has_states(source: Any) -> int:
    rng = source.generator
    while True:
        x = rng.integers(0, 8)
        if x < 5:
            return int(x)


def rolled() -> int:
    while True:
        x = secrets.randbelow(8)
        if x < 5:
            return x


def rolled_by_numpy() -> int:
    x = np.random.randint(0, 8)  # noqa: NPY002
    while x > 4:
        x = np.random.randint(0, 8)  # noqa: NPY002
    return int(x)


@pytest.mark.parametrize("roll", [rolled, rolled_by_numpy])
def test_a_library_that_is_patched_has_states(roll: Any) -> None:
    def program(source: Any) -> Any:
        with patched(source):
            return roll()

    assert masses(program) == FIFTHS


def test_a_state_that_is_wrongly_taken_as_the_same_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a list not seen to change, the run on plain numbers behind the return would differ."""
    monkeypatch.setattr(doors, "fingerprint", lambda *_: ())
    refused("run again on plain numbers", hidden)


def bernoulli(p: Fraction, rng: Any) -> int:
    return 1 if rng.randrange(p.denominator) < p.numerator else 0


def bernoulli_exp(x: Fraction, rng: Any) -> int:
    k = 1
    while bernoulli(x / k, rng):
        k += 1
    return k % 2


def geometric_exp(rng: Any) -> int:
    k = 0
    while bernoulli_exp(Fraction(1), rng):
        k += 1
    return k


def discrete_laplace(scale: int, rng: Any) -> Any:
    while True:
        u = rng.randrange(scale)
        if not bernoulli_exp(Fraction(u, scale), rng):
            continue
        size = geometric_exp(rng) * scale + u
        sign = bernoulli(Fraction(1, 2), rng)
        if sign and size == 0:
            continue
        return -size if sign else size


def discrete_gaussian(rng: Any, variance: int, scale: int) -> Any:
    while True:
        y = discrete_laplace(scale, rng)
        bias = (abs(y) - Fraction(variance, scale)) ** 2 / (2 * variance)
        if bias <= 1:
            if bernoulli_exp(bias, rng):
                return y
        elif all(bernoulli_exp(part, rng) for part in (Fraction(1),) * int(bias)) and bernoulli_exp(
            bias - int(bias), rng
        ):
            return y


@pytest.mark.long
def test_a_discrete_gaussian_of_samplers_is_known_but_for_2_to_the_minus_40() -> None:
    parts: list[Any] = [bernoulli, bernoulli_exp, geometric_exp, discrete_laplace]
    found = distribution_of(discrete_gaussian, 4, 3, mass="2**-40", subprograms=parts)
    assert found.unfinished <= exact("2**-40")
    from mpmath import exp, mp, mpf  # a second route to its law

    mp.dps = 30
    total = sum(exp(-mpf(k * k) / 8) for k in range(-60, 61))
    for k in range(-8, 9):
        true = exp(-mpf(k * k) / 8) / total
        assert abs(mpf(str(found.probabilities[k].decimal(25))) - true) <= mpf(2) ** -40


@has_law({n: Fraction(1, 2 ** min(n + 1, 3)) for n in range(4)})
def test_what_random_does_inside_of_a_loop(source: random.Random) -> Any:
    """Shuffling keeps a list, which is no state; the law is found path by path."""
    n = 0
    while n < 3:
        items = [1, 2]
        source.shuffle(items)
        if items == [1, 2]:
            return n
        n += 1
    return n


def test_what_is_left_in_a_loop_counts_for_each_of_its_rounds() -> None:
    """Half of each round comes back, 3/8 is an output, and 1/8 is left: of the whole, 3/4 and 1/4."""

    def program(s: Any) -> bool:
        while True:
            x = s.below(8)
            if x >= 4:
                return bool(x == 7)

    found = distribution_of(program, paths=2)
    assert dict(found.probabilities) == {False: Fraction(3, 4)}
    assert found.unfinished == Fraction(1, 4)


def coins_of_doubles(source: Any) -> int:
    count = 0
    for _ in range(30):
        count += source.random() < 0.25
    return count


def ruin(source: Any) -> int:
    money = 3
    while 0 < money < 7:
        money += 1 if source.below(3) else -1
    return money


def from_system(rng: Any = random.SystemRandom()) -> int:  # noqa: B008 - as in a public sampler
    return geometric_exp(rng)


def cks_laplace(source: Any) -> Any:
    """As it stands, with a value that waits and the end of `with` on the stack."""
    with patched(source):
        return from_system() - from_system()


@pytest.mark.slow
def test_paths_that_come_to_one_state_are_one_path() -> None:
    found = distribution_of(coins_of_doubles)
    expected = {n: Fraction(math.comb(30, n) * 3 ** (30 - n), 4**30) for n in range(31)}
    assert {n: Fraction(str(mass)) for n, mass in found.probabilities.items()} == expected
    assert found.paths == 30 * 31 // 2 + 1
    risk = Fraction(2 ** (7 - 3) - 1, 2**7 - 1)  # of the gambler, with odds of 2 to 1
    assert dict(distribution_of(ruin).probabilities) == {0: risk, 7: 1 - risk}
    parts: list[Any] = [bernoulli_exp, geometric_exp]
    known = distribution_of(cks_laplace, mass="2**-6")
    other = distribution_of(lambda s: geometric_exp(s) - geometric_exp(s), mass="2**-12", subprograms=parts)
    assert known.unfinished < exact("2**-6")
    for n in range(-5, 6):
        assert abs(known.probabilities[n] - other.probabilities[n]) < exact("2**-6")
    assert known.paths < 200


def one_of_two(source: Any, n: int) -> int:
    k = 0
    while k < n and source.below(3):
        k += 1
    return k % 2


def other_callers(source: Any) -> int:
    return one_of_two(source, 2) + 0 if source.bit() else one_of_two(source, 2) + 5


def other_iterators(source: Any) -> int:
    n = 0
    for x in (1, 2) if source.bit() else (1, 3):
        n = 3 * n + x * one_of_two(source, 2)
    return n


def own_iterator(source: Any) -> int:
    places, n = iter((1, 2, 3, 4)), 0
    for place in places:
        n += place * source.bit() + (next(places, 0) if one_of_two(source, 1) else 0)
    return n


def own_generator(source: Any) -> int:
    def bits() -> Iterator[int]:
        n = 0
        while n < 4:
            n += 1
            yield n * one_of_two(source, 1)

    return sum(bits())


def other_places_in_c(source: Any) -> tuple[int, ...]:
    return tuple(sorted((1, 2, 3), key=lambda _: one_of_two(source, 2)))


def changed_by_a_call(source: Any, log: list[int]) -> int:
    n = 0
    while n < 3:
        n += 1
        if source.bit():
            log.append(n)
    del log
    return one_of_two(source, 2)


def changed_behind_a_loop(source: Any) -> tuple[int, int]:
    log: list[int] = []
    for _ in range(1):
        n = changed_by_a_call(source, log)
    return n, len(log)


def in_a_handler(source: Any) -> int:
    n = 0
    for _ in range(3):
        try:
            raise ValueError(source.below(2) + 0)  # noqa: TRY301 - a handler is the point
        except ValueError as error:
            n += one_of_two(source, 2) * error.args[0]
    return n


def rejecting(source: Any, least: int) -> Any:
    x = source.below(4)
    return None if x < least else x


def with_until(source: Any) -> int:
    n = 0
    for least in range(3):
        n += one_of_two(source, 2) + source.until(rejecting, least)
    return n


def zeros(source: Any) -> str:
    x: Any = 0.0
    for _ in range(3):
        x = -x if source.bit() else x if source.bit() else abs(x)
    return str(x)


def alive_draw(source: Any) -> tuple[int, Any]:
    x, n = source.below(4), 0
    for _ in range(3):
        n += one_of_two(source, 2)
    return n, x


def read_by_a_handler(source: Any) -> int:
    """A local that was written before the draw is read by a handler behind it alone."""
    for _ in (1, 2):
        last = 1 if source.below(2) else 0
        number = source.below(3)
        try:
            if number == 0:
                raise ValueError  # noqa: TRY301 - a handler is the point
        except ValueError:
            return last
    return -1


def argument_that_is_drawn(source: Any) -> int:
    n = 0
    for _ in (1, 2):
        n += 1 if source.below(2 + int(source.below(2))) == 0 else 0
    return n


def which_local_is_bound(source: Any) -> str:
    """Both paths come to the loop with a single local, of one value."""
    if source.bit():
        first = 1
    else:
        second = 1
    for _ in (1, 2):
        source.below(2)
    try:
        return f"first is {first}"
    except UnboundLocalError:
        return f"second is {second}"


def named(source: Any) -> Any:
    for _ in (1, 2):
        source.below(2)
    return NUMBER  # type: ignore[name-defined]  # noqa: F821 - of the module that is given


ONE, TWO = (FunctionType(named.__code__, {"NUMBER": n}) for n in (1, 2))


def other_globals(source: Any) -> Any:
    function = ONE if source.bit() else TWO
    return function(source)


def second_of(places: Any, n: int) -> Any:
    return places[1] + n


def other_steps(source: Any) -> Any:
    """A range waits on the stack, of which the step alone differs."""
    return second_of(range(0, 4, 2) if source.bit() else range(0, 4, 3), one_of_two(source, 2))


TWINS = (
    *(which_local_is_bound, other_globals, other_steps),
    *(other_callers, other_iterators, own_iterator, own_generator, other_places_in_c, changed_behind_a_loop),
    *(read_by_a_handler, argument_that_is_drawn),
    *(in_a_handler, pytest.param(with_until, marks=pytest.mark.slow), zeros, alive_draw),
)


@pytest.mark.parametrize("program", TWINS, ids=lambda program: program.__name__)
def test_other_states_are_not_one(program: Any) -> None:
    found = distribution_of(program)
    assert law_of(found) == naive_law(program)
    assert found.unfinished == 0


@pytest.mark.slow
def test_random_loops_have_their_law(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Source, "double_bits", 2)
    paths = 0
    for n in range(60):
        program = program_of(loopy_text(Random(n)))
        with suppress(TooManyError):
            expected = naive_law(program, bits=2, most=3000)
            found = distribution_of(program)
            assert law_of(found) == expected, n
            assert found.unfinished == 0
            paths += found.paths
    assert paths > 200


def test_the_law_of_a_graph_of_states() -> None:
    """The second route: linear equations for the number of visits of each state."""
    some = Random(1)
    for _ in range(30):
        count = some.randrange(2, 9)
        nodes = [Node(None, fmpq(1))]
        for n in range(1, count):
            parent = nodes[some.randrange(n)]
            nodes.append(Node(parent, parent.mass * fmpq(1, some.randrange(2, 9))))
            parent.leads[nodes[-1]] = nodes[-1].mass
        later = {}
        for node in nodes:
            left = node.mass - sum(node.leads.values(), fmpq(0))
            parts = [some.randrange(4) for _ in range(count + 3)]
            whole = (left / sum(parts)) if left > 0 and sum(parts) else None
            if whole is None:
                break
            for target, part in zip(nodes, parts, strict=False):
                node.leads[target] = node.leads.get(target, fmpq(0)) + whole * part
            for n, part in enumerate(parts[count : count + 2]):
                add_mass(node.outcomes, n, whole * part)
            later[node] = whole * parts[-1]
        else:
            flows = [[node.leads.get(target, fmpq(0)) / node.mass for node in nodes] for target in nodes]
            matrix = fmpq_mat([[fmpq(i == j) - p for j, p in enumerate(row)] for i, row in enumerate(flows)])
            if matrix.det() == 0:
                continue  # some mass never leaves
            visits = matrix.solve(fmpq_mat(count, 1, [1, *[0] * (count - 1)]))
            law: dict[Any, Any] = dict.fromkeys((0, 1, "later"), fmpq(0))
            for n, node in enumerate(nodes):
                for key, mass in (*node.outcomes.items(), ("later", later[node])):
                    law[key] += visits[n, 0] * mass / node.mass
            found, unfinished, left = settled(nodes, later)
            assert found | {"later": left} == law
            assert unfinished == left


def test_a_generator_of_the_system_keeps_nothing_but_a_number_of_gauss() -> None:
    rng = random.SystemRandom()
    assert fingerprint((lambda: rng.random() < 1,)) is not None
    assert fingerprint((lambda: rng.gauss(0, 1),)) is None
    rng.gauss(0, 1)
    assert fingerprint((lambda: rng.random() < 1,)) is None
    changed = random.SystemRandom()
    changed.random = lambda: 0.5  # type: ignore[method-assign]
    assert fingerprint((lambda: changed.random() < 1,)) is None


FLIPS = """
def flips(source):
    heads = 0
    for _ in range(3):
        heads += source.random() < SHARE
    return heads
"""


def flips_below(share: float) -> Any:
    names: dict[str, Any] = {"SHARE": share}
    exec(compile(FLIPS, f"below {share}", "exec"), names)  # noqa: S102 - the text is our own
    return names["flips"]


RARE, OFTEN = flips_below(0.625), flips_below(0.75)


def test_equal_code_of_two_modules_is_not_one_state() -> None:
    """Copies of a file with another constant: their code is equal, though not the same."""

    def program(source: Any) -> int:
        flips = OFTEN if source.bit() else RARE
        return int(flips(source))

    found = distribution_of(program).probabilities
    shares = (Fraction(5, 8), Fraction(3, 4))
    assert found[3] == exact(sum(share**3 for share in shares) / 2)
    assert found[0] == exact(sum((1 - share) ** 3 for share in shares) / 2)


CALM = np.seterr


def test_settings_of_numpy_under_another_name_are_no_part_of_a_state() -> None:
    """One number of 64 is so small that it raises under one of the settings."""

    def program(source: Any) -> str:
        CALM(under="raise" if source.bit() else "ignore")
        heads = 0
        for _ in range(2):
            heads += source.bit()
        small = np.float64(2.0**-1000) * (1e-30 if source.below(64) == 5 else 1.0)
        CALM(under="ignore")
        return f"{heads} {small > 0}"

    before = np.geterr()
    try:
        assert law_of(distribution_of(program))["raised", "FloatingPointError", None] == Fraction(1, 128)
    finally:
        CALM(**before)


def kind_of(some: Any, rare: Any) -> str:
    return ("range" if isinstance(some, range) else "tuple") if rare else "any"


def test_a_tuple_that_looks_like_a_range_is_another_state() -> None:
    """It waits on the stack at a draw."""

    def program(source: Any) -> str:
        is_range, found = source.bit(), ""
        for _ in range(1):
            found = kind_of(range(3) if is_range else ("range", 0, 3, 1), source.below(1000) == 5)
            is_range = 0
        return found

    assert law_of(distribution_of(program)) == naive_law(program)


NANS = tuple(float("nan") for _ in range(30))
FUNCTIONS = tuple(holding(0) for _ in range(30))
METHODS = tuple(MethodType(holding, int("9" * 30)) for _ in range(30))
TEXTS = tuple("".join("ab") for _ in range(30))
INTEGERS = (np.int8, np.int16, np.int32, np.int64)
FRACTIONS = tuple(Fraction(a(1), b(3)) for a in INTEGERS for b in INTEGERS)  # type: ignore[call-overload]
LAMBDAS = tuple(eval("\n" * n + "lambda: 0") for n in range(30))  # noqa: S307 - a line of its own each


def place_of_text(text: str) -> int:
    for n in range(30):
        if text is (TEXTS[n] or None):
            return n
    return 29


def place_of_fraction(x: Any) -> int:
    for n in range(16):
        if [type(k) for k in (x.numerator, x.denominator)] == [INTEGERS[n // 4], INTEGERS[n % 4]]:
            return n
    return 15


def equal_nans(source: Any) -> int:
    x = NANS[0]
    while source.below(3):
        x = NANS[NANS.index(x) + 1]
    return NANS.index(x) // 12


def equal_functions(source: Any) -> int:
    x = FUNCTIONS[0]
    while source.below(3):
        x = FUNCTIONS[FUNCTIONS.index(x) + 1]
    return FUNCTIONS.index(x) // 12


def equal_methods(source: Any) -> int:
    x = METHODS[0]
    while source.below(3):
        x = METHODS[METHODS.index(x) + 1]
    return METHODS.index(x) // 12


def equal_texts(source: Any) -> int:
    x = TEXTS[0]
    while source.below(3):
        x = TEXTS[place_of_text(x) + 1]
    return place_of_text(x) // 12


def equal_fractions(source: Any) -> int:
    """They consist of integers of other types."""
    x = FRACTIONS[0]
    while source.below(3):
        x = FRACTIONS[min(place_of_fraction(x) + 1, 15)]
    return place_of_fraction(x) // 12


def kept_by_typing(source: Any) -> int:
    typing.clear_overloads()
    while source.below(3):
        typing.overload(LAMBDAS[len(typing.get_overloads(LAMBDAS[0]))])
    return len(typing.get_overloads(LAMBDAS[0])) // 12


def registered(kinds: tuple[type, ...]) -> int:
    n = 0
    while issubclass(kinds[n], numbers.Number):
        n += 1
    return n


def kept_by_a_class(source: Any) -> int:
    kinds = tuple(type("Own", (), {}) for _ in range(30))
    while source.below(3):
        numbers.Number.register(kinds[registered(kinds)])
    return registered(kinds) // 12


KEEPING = (equal_nans, equal_functions, equal_methods, equal_texts, equal_fractions, kept_by_typing, kept_by_a_class)


@pytest.mark.slow
@pytest.mark.parametrize("program", KEEPING, ids=lambda program: program.__name__)
def test_equal_values_that_are_told_apart_are_other_states(program: Any) -> None:
    """The number of rounds shows from 12 on, and no run on plain numbers behind a return has so many."""
    assert distribution_of(program, draws=16).probabilities[0] == exact(1 - Fraction(2, 3) ** 12)


def test_a_pattern_that_reads_an_attribute_may_change_what_it_finds() -> None:
    def program(source: Any) -> None:
        match source:
            case random.SystemRandom(__dict__=names):
                names["n"] = 1

    def of_types(x: Any) -> int:
        match x:
            case int():
                return 1
        return 0

    assert not changes_nothing(program.__code__)
    assert changes_nothing(of_types.__code__)


def from_places(source: Any, places: Any) -> int:
    while True:
        for place in places:
            if source.below(2000) < 3:
                return int(place)
        places = (1, 2, 3)


def test_an_iterator_that_a_caller_holds_is_another_state() -> None:
    """1 of 1000 runs looks at the places that are left, of which there are some in the first round only."""

    def program(source: Any) -> tuple[int, int]:
        places = iter((1, 2, 3))
        place = from_places(source, places)
        return place, -1 if source.below(1000) else len(tuple(places))

    found = distribution_of(program).probabilities
    p = Fraction(3, 2000)
    assert found[1, 2] == exact(p / 1000)
    assert found[1, 0] == exact(p * (1 - p) ** 3 / (1 - (1 - p) ** 3) / 1000)


def other_function(source: Any, function: Any) -> Any:
    while True:
        if source.below(2000) < 3:
            return function
        function = holding(0)


def test_a_function_that_a_caller_holds_is_another_state() -> None:
    """The caller is in a handler, so that its own state is not seen. 1 of 1000 runs looks at the function."""

    def program(source: Any) -> int:
        function = holding(0)
        try:
            raise ValueError  # noqa: TRY301 - a handler is the point
        except ValueError:
            is_first = other_function(source, function) == function
        return 2 if source.below(1000) else int(is_first)

    assert distribution_of(program, draws=5).probabilities[1] == Fraction(3, 2000 * 1000)


def a_bit(source: Any) -> Any:
    return source.below(2)


def a_larger_bit(source: Any) -> Any:
    return source.below(2) + 2


@has_law({n: Fraction(1, 16) for n in range(16)}, subprograms=[a_bit, a_larger_bit])
def test_two_subprograms_at_one_place_are_two_states(source: Any) -> int:
    total = 0
    for _ in range(2):
        total = 4 * total + (a_bit if source.bit() else a_larger_bit)(source)
    return total


def test_a_function_that_each_run_makes_leaves_the_states_of_earlier_runs() -> None:
    def program(source: Any) -> bool:
        def drawn(n: int) -> Any:
            return source.below(n)

        number = source.random()
        while True:
            first = drawn(4)
            second = drawn(3) + first
            if drawn(3) and second == 5:
                return bool(number < 0.5)
            if second == 4 and drawn(2):
                return bool(number < 0.25)

    found = distribution_of(program)
    assert found.unfinished == 0
    assert found.paths < 30
    five, four = Fraction(1, 12) * Fraction(2, 3), Fraction(2, 12) / 2
    assert found.probabilities[True] == (five / 2 + four / 4) / (five + four)
