"""Numpy's geometric and binomial bit for bit, its global functions under `patched`, and rules that reach further."""

import math
import os
import random
import secrets
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from dpexact.programs import distribution_of, patched
from dpexact.programs.draw import is_draw, library_function
from dpexact.programs.path import Leave
from dpexact.programs.source import Source
from dpexact.programs.unknown import Unknown
from tests.explored import coin, is_refused, masses, refused
from tests.naive_programs import law_of, naive_law

WHOLE = 1 << 53


def untempered(word: int) -> int:
    """Return the number in a Mersenne Twister's state that is given out as this word."""
    word ^= word >> 18
    word ^= word << 15 & 0xEFC60000
    found = word
    for _ in range(5):
        found = word ^ (found << 7 & 0x9D2C5680)
    word = found
    for _ in range(3):
        found = word ^ found >> 11
    return found


def feed(bits: Any, doubles: list[int]) -> None:
    """Let a bit generator of numpy give the doubles k / 2^53 next."""
    words = [word for k in doubles for word in (k >> 26 << 5, (k & (1 << 26) - 1) << 6)]
    key = np.zeros(624, dtype=np.uint32)
    key[: len(words)] = [untempered(word) for word in words]
    bits.state = {"bit_generator": "MT19937", "state": {"key": key, "pos": 0}}


class Chosen(Source):
    """A source that gives chosen doubles, not draws."""

    def number(self, size: int, base: Callable[[int], Any], stride: Any = 0, above: int = 0) -> Any:
        """Return base(k) for the next k. Of one value less, 0 is the one that numpy rejects."""
        assert (size, stride, above) in ((WHOLE, 0, 0), (WHOLE - 1, 0, 0))
        k = LEFT.pop(0)
        while k == 0 and size < WHOLE:
            k = LEFT.pop(0)
        return base(k + size - WHOLE)

    def leave(self, ending: str) -> Any:
        """End the run."""
        raise Leave(ending)


LEFT: list[int] = []
CASES: dict[str, list[tuple[Any, ...]]] = {
    "geometric": [(p,) for p in (1 / 3, 0.34, 0.4, 0.5, 0.632, 0.7, 0.9, 0.99, 1.0)],
    "binomial": [
        *((1, 0.3), (1, 0.5), (1, 0.7), (10, 0.3), (100, 0.1), (1000, 0.03), (3, 0.01), (50, 0.5), (50, 0.6)),
        *((1, 1e-9), (20, 0.123), (5, 0.0), (5, 1.0), (0, 0.5), (60, 0.5), (300, 0.9)),
    ],
}


@pytest.fixture(params=[np.random.Generator, np.random.RandomState], ids=lambda kind: kind.__name__)
def kinds(request: pytest.FixtureRequest) -> tuple[Any, Any, Any]:
    """A bit generator of numpy, a class of numpy that draws from it, and its face over a source of chosen doubles."""
    source = Chosen()
    face = source.generator if request.param is np.random.Generator else source.random_state
    return np.random.MT19937(0), request.param, face


@pytest.mark.slow
def test_laws_of_geometric_and_binomial() -> None:
    half = masses(lambda s: int(s.generator.geometric(0.5)))
    assert [half[n] for n in (1, 2, 3)] == [Fraction(2**52 + 1, WHOLE), Fraction(1, 4), Fraction(1, 8)]  # 0 counts too
    coin_of_numpy = masses(lambda s: int(s.random_state.binomial(1, 0.25)))
    assert coin_of_numpy[1] == pytest.approx(0.25, abs=1e-15)
    three = masses(lambda s: int(s.generator.binomial(1, 0.5, size=3).sum()))
    assert [three[n] for n in range(4)] == pytest.approx([1 / 8, 3 / 8, 3 / 8, 1 / 8])
    steps = masses(lambda s: int(s.generator.geometric(31 / 32) - s.generator.geometric(31 / 32)))
    assert steps[1] == steps[-1] == pytest.approx(31 / 1056)  # (1 - p) p / (2 - p)
    assert distribution_of(lambda s: int(s.random_state.geometric(0.2)) > 3).assumptions[0].startswith("log1p of")
    count = distribution_of(lambda s: round(5 + s.generator.laplace(scale=2.0)))
    assert count.assumptions[0].startswith("log of")
    assert float(count.probabilities[5].as_fmpq()) == pytest.approx(1 - math.exp(-1 / 4), abs=1e-14)
    assert float(count.probabilities[7].as_fmpq()) == pytest.approx(math.exp(-1) * math.sinh(1 / 4), abs=1e-14)
    endless = distribution_of(lambda s: int(s.generator.geometric(0.7)))
    assert 0 < endless.unfinished < Fraction(1, 2**50)
    refused("not followed", lambda s: int(s.generator.geometric(0.2)))
    refused("not followed", lambda s: int(s.random_state.geometric(2.0**-54)))
    refused("not followed", lambda s: int(s.generator.binomial(100, 0.4)))
    refused("not followed", lambda s: int(s.generator.poisson(10.0)))
    refused("not followed", lambda s: s.generator.integers([2, 3]).sum())
    refused("not followed", lambda s: s.generator.multinomial([2, 3], [0.5, 0.5]).sum())
    refused("not followed", lambda s: s.generator.exponential() < 1)


def places(call: Callable[[int], Any], some: int) -> set[int]:
    """Return both sides of every step of a function of k that rises, and some places between."""
    found, parts = set(range(0, WHOLE, WHOLE // some)) | {WHOLE - 1 - (1 << n) for n in range(20)}, [(0, WHOLE - 1)]
    while parts:
        low, high = parts.pop()
        if high - low == 1:
            found |= {low, high}
        elif call(low) != call(high):
            middle = (low + high) // 2
            parts += [(low, middle), (middle, high)]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_it_is_numpys_number_for_every_double_beside_a_step(name: str, kinds: Any) -> None:
    """numpy's own code in C is fed with the doubles on both sides of each step; its second double is 1/2."""
    bits, kind, face = kinds
    real = kind(bits)

    def ours(k: int, *arguments: Any) -> Any:
        LEFT[:] = [k, WHOLE // 2]
        try:
            return getattr(face, name)(*arguments), 2 - len(LEFT)
        except Leave:
            return None

    for arguments in CASES[name]:
        for k in places(lambda k: ours(k, *arguments), 40):  # noqa: B023
            expected = ours(k, *arguments)
            if expected is None:  # numpy would search for ever
                assert name == "geometric"
                assert k > WHOLE - 10
                continue
            feed(bits, [k, WHOLE // 2])
            assert getattr(real, name)(*arguments) == expected[0], (arguments, k)
            if name == "binomial" and arguments[0] and 0 < arguments[1] < 1:
                assert bits.state["state"]["pos"] == 2 * expected[1]


@pytest.mark.slow
@pytest.mark.parametrize("p", [0.3, 0.1, 0.01])
def test_the_inversion_of_a_random_state(p: float) -> None:
    bits = np.random.MT19937(0)
    real, source = np.random.RandomState(bits), Chosen()
    for k in (0, 1, 2, WHOLE - 1, WHOLE - 2, *range(12345, WHOLE, WHOLE // 500)):
        feed(bits, [k])
        LEFT[:] = [k]
        assert source.random_state.geometric(p) == real.geometric(p)


@pytest.mark.parametrize("rate", [0.0, 1e-9, 0.3, 1.0, 2.5, 9.99])
def test_poisson_is_numpys_number(kinds: Any, rate: float) -> None:
    bits, kind, face = kinds
    some = random.Random(7)
    for k in (0, WHOLE - 1, math.floor(math.exp(-rate) * WHOLE), *(some.randrange(WHOLE) for _ in range(50))):
        doubles = [min(k, WHOLE - 1), *(some.randrange(WHOLE) for _ in range(60))]
        feed(bits, doubles)
        LEFT[:] = doubles
        assert face.poisson(rate) == kind(bits).poisson(rate)
        assert bits.state["state"]["pos"] == 2 * (61 - len(LEFT)), (k, rate)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [(), (0.0, 1.0), (1.5, 0.3), (-7.0, 1e3)])
def test_laplace_is_numpys_number(kinds: Any, arguments: tuple[float, ...]) -> None:
    """Both sides of 0 and of 1/2, where the code in C branches, and doubles between."""
    bits, kind, face = kinds
    real = kind(bits)
    middle = range(WHOLE // 2 - 20, WHOLE // 2 + 20)
    for k in (*range(20), *middle, *range(WHOLE - 20, WHOLE), *range(12345, WHOLE, WHOLE // 1000)):
        feed(bits, [k, WHOLE // 3])
        LEFT[:] = [k, WHOLE // 3]
        assert face.laplace(*arguments) == real.laplace(*arguments)
        assert bits.state["state"]["pos"] == 2 * (2 - len(LEFT)), k


OF_ROWS: list[tuple[Any, ...]] = [
    *(("laplace", [0, 1], [1.0, 2.0]), ("uniform", [0, 1], [[1.0, 2.0], [3, 4]]), ("poisson", [0.3, 2.0])),
    *(("binomial", [1, 5, 20], [0.3, 0.6, 0.01]), ("binomial", 1, [0.5, 0.25]), ("geometric", [0.5, 0.9])),
    *(("gumbel",), ("gumbel", 1.5, 0.3, 2), ("gumbel", [0, 1]), ("exponential",), ("exponential", [0.3, 2.0])),
    *(("multinomial", 3, [0.2, 0.3, 0.5]), ("multinomial", 2, [0.5, 0.2, 0.3], (2, 2)), ("multinomial", 2, [0, 1, 0])),
    ("multinomial", 3, [1 - 1e-13, 5e-13, 0.0]),  # the rest is rounded, so that the second share of it is 5
    *(("choice", 5, 3, False, [0.9, 0.05, 0.02, 0.02, 0.01]), ("choice", [7, 8, 9], (1, 2), False, [0.1, 0.1, 0.8])),
]


@pytest.mark.parametrize("row", OF_ROWS, ids=str)
def test_parameters_of_many_numbers_give_numpys_numbers(kinds: Any, row: tuple[Any, ...]) -> None:
    bits, kind, face = kinds
    name, *arguments = row
    if name == "exponential" and kind is np.random.Generator:
        pytest.skip("that of a Generator is a ziggurat")
    some = random.Random(5)
    for k in (0, 1, WHOLE // 2, WHOLE - 1, *(some.randrange(WHOLE) for _ in range(20))):
        doubles = [k, *(some.randrange(WHOLE) for _ in range(80))]
        feed(bits, doubles)
        LEFT[:] = doubles
        ours, theirs = getattr(face, name)(*arguments), getattr(kind(bits), name)(*arguments)
        assert (type(ours), np.shape(ours)) == (type(theirs), np.shape(theirs))
        assert np.array_equal(ours, theirs)
        # It draws in vain for a share of at least 1.
        assert bits.state["state"]["pos"] == 2 * (81 - len(LEFT)) or 1 in arguments[-1] or 5e-13 in arguments[-1]


@pytest.mark.slow
def test_laws_of_many_numbers() -> None:
    two = masses(lambda s: tuple(s.generator.binomial(1, [0.25, 0.5]).tolist()))
    assert two[1, 0] == pytest.approx(1 / 8)
    top = masses(lambda s: tuple(s.random_state.choice(3, 2, replace=False, p=[0.2, 0.3, 0.5]).tolist()))
    assert top[0, 1] == pytest.approx(0.2 * 0.3 / 0.8)
    counts = masses(lambda s: tuple(s.generator.multinomial(2, [0.2, 0.3, 0.5]).tolist()))
    assert counts[1, 0, 1] == pytest.approx(0.2)
    gumbel = masses(lambda s: bool(s.generator.gumbel(1, 2) < 2))
    assert gumbel[True] == pytest.approx(math.exp(-math.exp(-0.5)))
    assert masses(lambda s: bool(s.random_state.exponential(2.0) < 1))[True] == pytest.approx(1 - math.exp(-0.5))


def test_a_law_of_scipy_draws_from_the_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each keeps numpy's global generator, and is left as it was."""
    module, shared = ModuleType("scipy.stats"), np.random.mtrand._rand
    kept = SimpleNamespace(_random_state=shared)
    monkeypatch.setattr(module, "law", kept, raising=False)
    monkeypatch.setitem(sys.modules, "scipy.stats", module)

    def program(source: Any) -> Any:
        with patched(source):
            return kept._random_state.rand() < 0.25

    assert masses(program)[True] == Fraction(1, 4)
    assert kept._random_state is np.random.mtrand._rand is shared
    refused("write `with patched", lambda _: kept._random_state.rand() < 0.25)


THIRDS = dict.fromkeys(range(3), Fraction(1, 3))
QUARTER = coin(Fraction(1, 4))
PATCHED: dict[str, tuple[Callable[[], Any], dict[Any, Fraction]]] = {
    "random": (lambda: np.random.random() < 0.25, QUARTER),  # noqa: NPY002
    "rand": (lambda: np.random.rand() < 0.25, QUARTER),  # noqa: NPY002
    "sample": (lambda: np.random.sample() < 0.25, QUARTER),  # noqa: NPY002
    "randint": (lambda: int(np.random.randint(0, 3)), THIRDS),  # noqa: NPY002
    "choice": (lambda: int(np.random.choice([1, 2])), dict.fromkeys((1, 2), Fraction(1, 2))),  # noqa: NPY002
    "permutation": (lambda: int(np.random.permutation(3)[0]), THIRDS),  # noqa: NPY002
    "uniform": (lambda: np.random.uniform(0, 2) < 0.5, QUARTER),  # noqa: NPY002
    "default_rng": (lambda: int(np.random.default_rng().integers(3)), THIRDS),
    "default_rng(None)": (lambda: int(np.random.default_rng(None).integers(3)), THIRDS),
    "the shared one": (lambda: np.random.mtrand._rand.rand() < 0.25, QUARTER),
    "urandom": (lambda: os.urandom(2)[1] < 64, QUARTER),
    "token_bytes": (lambda: secrets.token_bytes(2)[1] < 64, QUARTER),
    "token_bytes()": (lambda: len(secrets.token_bytes()), {32: Fraction(1)}),
    "token_bytes by name": (lambda: len(secrets.token_bytes(nbytes=3)), {3: Fraction(1)}),
}


@pytest.mark.parametrize("name", PATCHED)
def test_global_generators_draw_from_the_source_if_patched(name: str) -> None:
    draw, expected = PATCHED[name]

    def program(source: Any) -> Any:
        with patched(source):
            return draw()

    assert masses(program) == expected
    if "token_bytes" not in name:
        refused("draw from", lambda _: draw())


def enumerated(function: Callable[[float], Any], count: int, step: float, begin: float) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for k in range(count):
        value = function(begin + k * step)
        found[value] = found.get(value, Fraction(0)) + Fraction(1, count)
    return found


FURTHER: dict[str, Callable[[Any], Any]] = {
    "round to digits": lambda x: str(round(x, 1)),
    "round to tens": lambda x: str(round(x * 100, -1)),
    "sign of": lambda x: math.copysign(1, x) > 0,
    "sign taken": lambda x: math.copysign(x, -2.0) < -0.3,
    "sign taken by numpy": lambda x: bool(np.copysign(x, 2.0) < 0.3),
    "sign of two of its functions": lambda x: math.copysign(3 * abs(x), x / 2) < -0.3,
    "sign by numpy": lambda x: (int(np.sign(x)), bool(np.signbit(x))),
    "cosh": lambda x: math.cosh(x) < 1.1,
    "place on the right": lambda x: int(np.searchsorted([-0.5, 0.0, 0.25, 0.25], x, side="right")),
    "place on the left": lambda x: int(np.searchsorted([-0.5, 0.0, 0.25, 0.25], x)),
    "place among integers": lambda x: int(np.searchsorted([-1, 0, 1], x)),
    "power of math": lambda x: math.pow(x + 1, 1.5) < 0.5,
    "its root": lambda x: math.sqrt(abs(x)) < 0.5,
    "float of a double": lambda x: float(x) < 0.3,
    "float of an integer": lambda x: round(float(math.floor(x * 2**60)) / 2**58),
    "float of a fraction": lambda x: float(math.floor(x * 2**60) * Fraction(1, 3)) < 2**57,
    "int of a double": lambda x: int(x * 512) < 100,
}


@pytest.mark.parametrize("name", FURTHER)
def test_rules_that_reach_further(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With few values each, too many for `paths`: the rule decides, and the law is that of a list."""
    function = FURTHER[name]
    monkeypatch.setattr(Source, "double_bits", 10)
    found = masses(lambda s: function(s.random() * 2 - 1), paths=30)
    assert found == enumerated(function, 1024, 2.0**-9, -1.0)


BYTES: dict[str, Callable[[bytes], Any]] = {
    "big": lambda given: int.from_bytes(given, "big") < 300,
    "by default": lambda given: int.from_bytes(given) >> 9,
    "little": lambda given: (int.from_bytes(given, byteorder="little") + 1) / 65537 < 0.3,
    "with a sign": lambda given: int.from_bytes(given, "big", signed=True) < -5,
    "little with a sign": lambda given: int.from_bytes(given, "little", signed=True) < -300,
    "bytes of it too": lambda given: (int.from_bytes(given, "big") < 300, given[0] < 9, len(given[:1]), given[1] & 1),
    "a byte that is known": lambda given: (int.from_bytes(given, "little") < 300, given[:1] < b"w", given[::-1][1]),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BYTES)
def test_bytes_that_are_one_integer_are_one_draw(name: str) -> None:
    """The bytes have 65,536 values, more than `paths`."""
    counts = Counter(BYTES[name](number.to_bytes(2, "big")) for number in range(1 << 16))
    expected = {output: Fraction(count, 1 << 16) for output, count in counts.items()}
    assert masses(lambda s: BYTES[name](s.randbytes(2)), paths=1000) == expected


@is_refused("two orders")
def test_bytes_in_two_orders_are_refused(s: Any) -> Any:
    drawn = s.randbytes(7)
    return int.from_bytes(drawn, "big") < int.from_bytes(drawn, "little")


TABLE = {float: "float", int: "int"}
NAMES: dict[str, Callable[[Any], Any]] = {
    "type": lambda x: type(x) is float and type(x * 2) is float is not type(x < 1),
    "a table of types": lambda x: TABLE[type(x)] + type(x).__name__ + float.__name__,
    "instances": lambda x: (isinstance(x, float), isinstance(x, float | None), isinstance(x, (int, None | float))),
    "subclasses": lambda _: (issubclass(np.float64, float), issubclass(bool, int), issubclass(float, float)),
    "numpy": lambda _: str(np.dtype(float)) + str(np.zeros(2, dtype=float).dtype) + str(np.arange(3).astype(float)),
    "its own methods": lambda _: (float.fromhex("0x1p-3") == 0.125, float("1e2") == 100.0, float.is_integer(2.0)),
    "other calls": lambda _: (int("12", 16), int.from_bytes(b"ab", "big"), int(2.5), bool(float("0"))),
    "derived": lambda _: (type(Derived(2)) is Derived, issubclass(Derived, float), isinstance(Derived(2), float)),
}


class Derived(float):
    """A program's own number."""


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_follows_draws_is_pythons_to_a_program(name: str) -> None:
    """Without the first line the name is Python's own; with it a draw has too many values for Python's own."""

    def program(s: Any) -> Any:
        class Inner(float):
            pass

        drawn = float(s.getrandbits(53))
        match drawn:
            case float(x):
                kind = f"float {x < 2.0**51}"
        return kind, type(Inner(2)) is Inner, NAMES[name](drawn)

    kinds = [("float True", Fraction(1, 4)), ("float False", Fraction(3, 4))]
    assert masses(program) == {(kind, True, NAMES[name](0.5)): mass for kind, mass in kinds}


def test_a_program_that_tells_a_replaced_name_is_refused() -> None:
    refused(
        "gave False; run again on plain numbers it gave True", lambda s: float(s.getrandbits(64)).__class__ is float
    )
    assert distribution_of(lambda s: float(s.below(9)).__class__ is float).probabilities[True] == 1  # as it was


def test_a_subprogram_is_explored_anew_where_bytes_become_one_number() -> None:
    """The first exploration of the subprogram drew them one by one."""

    def few(s: Any, whole: Any) -> Any:
        drawn = s.randbytes(2)
        return int.from_bytes(drawn, "big") < 300 if whole else drawn[0] < 64

    found = masses(lambda s: (few(s, 0), few(s, 1)), subprograms=[few], paths=1000)
    assert found[True, True] == Fraction(300, 4 << 16)


@pytest.mark.slow
def test_members_that_change_are_searched_anew() -> None:
    members = np.array([0.25, 0.5])

    def program(source: Any) -> Any:
        members[:] = 0.25, 0.5
        first = int(np.searchsorted(members, source.random()))
        members[:] = 0.75, 0.875
        return first, int(np.searchsorted(members, source.random()))

    found = distribution_of(program).probabilities
    assert float(found[0, 0]) == pytest.approx(3 / 16)
    members[:] = 0.5, 0.25
    refused("", lambda s: int(np.searchsorted(members, s.random())))


def used_again(s: Any) -> Any:
    x, y = s.random(), s.random()
    return x < y, x > 0.5, y * 2 <= x


def greatest_of_three(s: Any) -> int:
    every = [s.random() for _ in range(3)]
    return every.index(max(every))


def with_an_outer_one(s: Any) -> Any:
    x = s.random()
    return s.until(lambda r: x < r.random()) or x > 0.25


TWO_DRAWS: dict[str, Callable[[Any], Any]] = {
    "less": lambda s: s.random() < s.random(),
    "equal": lambda s: s.random() == 1 - s.random(),
    "rising and falling": lambda s: s.random() * 3 - 1 >= 0.5 - s.random(),
    "of other widths": lambda s: s.random() * 0.01 + 0.5 < s.random(),
    "used again": used_again,
    "the greatest of three": greatest_of_three,
    "an outer one": with_an_outer_one,
    "the greatest in a list": lambda s: int(np.argmax([s.random() * 2, 0.3, s.random()])),
    "an array of a list": lambda s: bool((np.array([s.random(), 0.25, s.generator.random()]) < 0.5).all()),
    "of two types": lambda s: s.getrandbits(6) <= 64 * s.generator.random(1)[0] - 0.5,
}


FEW_BITS = {"the greatest of three", "an outer one"}


@pytest.mark.slow
@pytest.mark.parametrize("name", TWO_DRAWS)
def test_two_draws_are_compared_up_to_their_border(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few paths give bounds. With more paths than values, one of the draws is listed."""
    for kind in ("double_bits", "float_bits"):
        monkeypatch.setattr(Source, kind, 4 if name in FEW_BITS else 6)
    expected = naive_law(TWO_DRAWS[name], bits=Source.double_bits)
    monkeypatch.setattr(Unknown, "has_few_values", lambda _: False)
    for paths in (3, 9, 27, 10**4):
        found = distribution_of(TWO_DRAWS[name], paths=paths)
        unfinished, known = Fraction(str(found.unfinished)), law_of(found)
        assert all(known.get(key, 0) <= mass <= known.get(key, 0) + unfinished for key, mass in expected.items())
        assert sum(known.values()) + unfinished == 1


@pytest.mark.slow
def test_the_winner_of_a_race_is_bounded() -> None:
    """One of two exponential numbers with rates 1 and 2 is the lesser one with probability 1/3."""
    found = distribution_of(lambda s: s.expovariate(1.0) < s.expovariate(2.0), mass="2**-5")
    assert abs(Fraction(str(found.probabilities[True])) - Fraction(1, 3)) < Fraction(str(found.unfinished)) < 2**-5
    assert found.assumptions


def falls(x: float) -> float:
    return x if x < 0.5 else x - 0.1


@is_refused("should be monotone is not", paths=50)
def test_a_step_down_where_a_draw_is_split_in_halves_is_refused(s: Any) -> Any:
    x = s.random()
    return (library_function("log", falls, x) if is_draw(x) else falls(x)) < s.random()


def test_a_draw_out_of_order_is_not_compared_in_halves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Source, "double_bits", 10)
    refused("cannot be taken apart", lambda s: s.random() < math.tan(9 * s.random()), paths=30)
