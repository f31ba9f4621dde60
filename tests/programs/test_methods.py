"""The methods of the source, against CPython's own code run on every tuple of small draws, and numpy's laws."""

# ruff: noqa: PLC3002 - programs as short as they can be
import itertools
import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from dpexact.programs import distribution_of
from dpexact.programs.source import Source
from tests.explored import refused
from tests.naive_programs import Choices, law_of, naive_law

METHODS: dict[str, Callable[[Any], Any]] = {
    "randrange": lambda s: s.randrange(-7, 20, 3),
    "randrange down": lambda s: s.randrange(20, -3, -4),
    "randrange of nothing": lambda s: s.randrange(3, 3),
    "randint": lambda s: s.randint(-2, 4),
    "choice": lambda s: s.choice("abcab"),
    "choice of nothing": lambda s: s.choice([]),
    "choices": lambda s: "".join(s.choices("abc", k=2)),
    "choices with weights": lambda s: "".join(s.choices("abc", weights=[3, 1, 2.5], k=2)),
    "choices with sums": lambda s: "".join(s.choices("abc", cum_weights=[1, 1, 10])),
    "choices with no weight": lambda s: s.choices("abc", weights=[0, 0, 0]),
    "uniform": lambda s: s.uniform(-0.3, 0.9) < 0.1,
    "uniform of two": lambda s: repr(s.uniform(3, -1)),
    "triangular": lambda s: s.triangular(0, 4, 1) < 1.3,
    "shuffle": lambda s: (lambda x: (s.shuffle(x), "".join(x))[1])(list("abca")),
    "getrandbits": lambda s: s.getrandbits(4),
    "no bits": lambda s: s.getrandbits(0),
    "random": lambda s: repr(s.random()),
    "expovariate": lambda s: s.expovariate(2.0) < 0.4,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", METHODS)
def test_as_cpython_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Source, "double_bits", 6)
    program = METHODS[name]
    assert law_of(distribution_of(program)) == naive_law(program, bits=6)


class Bits(Random):
    """CPython's own integers, from listed bits; runs that reject too often are left out."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.drawn, self.most = Choices(), most

    def random(self) -> float:
        raise AssertionError

    def getrandbits(self, k: int) -> int:
        if len(self.drawn.chosen) >= self.most and self.drawn.place >= self.most:
            raise RecursionError
        return int(self.drawn.choose(2**k))


@pytest.mark.parametrize(
    ("program", "most"),
    [
        (lambda s: s.randrange(5), 4),
        (lambda s: s.randrange(3, 9), 4),
        (lambda s: "".join(s.sample("abc", 2)), 6),
        (lambda s: s.choice("abcdef"), 4),
    ],
)
def test_rejection_in_cpython_is_uniform(program: Callable[[Any], Any], most: int) -> None:
    """The real code's outputs in few draws are proportional to the law of the source, up to what is not finished."""
    bits, law, unfinished = Bits(most), defaultdict[Any, Fraction](Fraction), Fraction(0)
    while True:
        try:
            law[program(bits)] += Fraction(*bits.drawn.mass())
        except RecursionError:
            unfinished += Fraction(*bits.drawn.mass())
        if not bits.drawn.advance():
            break
    found = distribution_of(program)
    assert set(found.probabilities) == set(law)
    for output, mass in found.probabilities.items():
        assert law[output] <= Fraction(str(mass)) <= law[output] + unfinished


@pytest.mark.slow
def test_sample() -> None:
    for size, k in ((5, 2), (30, 2), (4, 4), (3, 0)):
        found = law_of(distribution_of(lambda s: str(s.sample(range(size), k))))  # noqa: B023
        expected = [str(list(places)) for places in itertools.permutations(range(size), k)]
        assert found == {("value", "str", text): Fraction(1, len(expected)) for text in expected}
    found = law_of(distribution_of(lambda s: "".join(s.sample("ab", 2, counts=[2, 1]))))
    assert {key[2]: mass for key, mass in found.items()} == {text: Fraction(1, 3) for text in ("aa", "ab", "ba")}
    for wrong in (lambda s: s.sample([1], 2), lambda s: s.sample([1], -1)):
        assert set(law_of(distribution_of(wrong))) == {("raised", "ValueError", None)}
    for wrong in (lambda s: s.sample({1, 2}, 1), lambda s: s.sample([1], 1.0)):
        assert set(law_of(distribution_of(wrong))) == {("raised", "TypeError", None)}


def law(program: Callable[[Any], Any]) -> dict[Any, Fraction]:
    return {key[2] if key[0] == "value" else key[:2]: mass for key, mass in law_of(distribution_of(program)).items()}


def face(name: str) -> Callable[[Any], Any]:
    return lambda s: getattr(s, name)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["generator", "random_state"])
def test_numpy_choice_by_weights(name: str) -> None:
    p = [0.1, 0.2, 0.0, 0.3, 0.4]
    sums = np.cumsum(p) / np.cumsum(p)[-1]
    starts = [0] + [math.ceil(Fraction(float(x)) * 2**53) for x in sums]
    expected = {n: Fraction(b - a, 2**53) for n, (a, b) in enumerate(itertools.pairwise(starts)) if a < b}
    assert law(lambda s: getattr(s, name).choice(5, p=p)) == expected
    assert bisect_right(list(sums), sums[1]) == 3, "numpy searches from the right"
    assert law(lambda s: getattr(s, name).choice(2, p=[0.5, 0.50001])) == {("raised", "ValueError"): 1}
    assert law(lambda s: getattr(s, name).choice(2, p=[1.5, -0.5])) == {("raised", "ValueError"): 1}
    assert law(lambda s: getattr(s, name).choice(3, p=[0.5, 0.5])) == {("raised", "ValueError"): 1}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["generator", "random_state"])
def test_numpy_choices_and_permutations(name: str) -> None:
    pairs = {(a, b): Fraction(1, 6) for a, b in itertools.permutations("abc", 2)}
    assert law(lambda s: tuple(map(str, getattr(s, name).choice(list("abc"), 2, replace=False)))).keys() != set()
    found = law(lambda s: "".join(getattr(s, name).choice(list("abc"), 2, replace=False)))
    assert found == {"".join(pair): mass for pair, mass in pairs.items()}
    assert len(law(lambda s: "".join(getattr(s, name).choice(list("abc"), 2)))) == 9
    whole = {str(list(order)): Fraction(1, 6) for order in itertools.permutations(range(3))}
    assert law(lambda s: str(getattr(s, name).permutation(3).tolist())) == whole
    rows = law(lambda s: str(getattr(s, name).permutation([[1, 2], [3, 4]]).tolist()))
    assert rows == {"[[1, 2], [3, 4]]": Fraction(1, 2), "[[3, 4], [1, 2]]": Fraction(1, 2)}

    def shuffled(s: Any) -> str:
        items = np.arange(6).reshape(3, 2)
        getattr(s, name).shuffle(items)
        return str(items[:, 0].tolist())

    assert set(law(shuffled).values()) == {Fraction(1, 6)}


@pytest.mark.slow
def test_numpy_integers() -> None:
    def types(program: Callable[[Any], Any]) -> dict[Any, Fraction]:
        return law(lambda s: (lambda x: f"{x.__class__.__name__} {x}")(program(s)))

    third = Fraction(1, 3)
    assert types(lambda s: s.generator.integers(3)) == {f"int64 {k}": third for k in range(3)}
    assert types(lambda s: s.generator.integers(3, dtype=int)) == {f"int {k}": third for k in range(3)}
    assert types(lambda s: s.generator.integers(-1, 1, endpoint=True)) == {f"int64 {k}": third for k in (-1, 0, 1)}
    assert types(lambda s: s.generator.integers(0, 1, dtype=bool)) == {"bool False": 1}
    assert types(lambda s: s.generator.integers(0, 2, dtype=bool))["bool True"] == Fraction(1, 2)
    assert types(lambda s: s.generator.integers(250, 256, dtype="uint8"))["uint8 255"] == Fraction(1, 6)
    assert law(lambda s: s.generator.integers(0, 300, dtype=np.int8)) == {("raised", "ValueError"): 1}
    assert law(lambda s: s.generator.integers(0, 3, dtype=float)) == {("raised", "TypeError"): 1}
    assert law(lambda s: s.generator.integers(3, 3)) == {("raised", "ValueError"): 1}
    assert types(lambda s: s.random_state.randint(1, 4)) == {f"int {k}": third for k in (1, 2, 3)}
    assert types(lambda s: s.random_state.randint(1, 4, size=1)[0]) == {f"int64 {k}": third for k in (1, 2, 3)}
    wraps = law(lambda s: bool((s.generator.integers(1, 4, size=2, dtype=int) * 2**62)[0] < 0))
    assert wraps[True] == 2 * third
    assert types(lambda s: s.generator.choice(3)) == {f"int {k}": third for k in range(3)}
    assert types(lambda s: s.generator.choice([5, 6, 7])) == {f"int64 {k}": third for k in (5, 6, 7)}


@pytest.mark.slow
def test_sums_of_arrays_are_as_numpy_makes_them() -> None:
    """Numpy adds int8 in int64."""
    found = law(lambda s: int(s.generator.integers(0, 100, size=2, dtype=np.int8).sum()) > 150)
    assert found[True] == Fraction(sum(a + b > 150 for a in range(100) for b in range(100)), 10**4)
    assert law(lambda s: int(s.generator.integers(0, 3, size=3).sum()))[6] == Fraction(1, 27)


@pytest.mark.slow
def test_bytes() -> None:
    assert law(lambda s: s.randbytes(1) == b"\x03")[True] == Fraction(1, 256)
    assert law(lambda s: s.randbytes(2)[1] < 3)[True] == Fraction(3, 256)
    assert law(lambda s: s.randbytes(1).hex() < "10")[True] == Fraction(1, 16)
    assert law(lambda s: s.generator.bytes(1) in {b"a", b"b"})[True] == Fraction(1, 128)
    assert law(lambda s: type([s.randbytes(2)][0]) is bytes) == {True: 1}
    refused("", lambda s: len(memoryview(s.randbytes(2))))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["generator", "random_state"])
def test_doubles_of_numpy(name: str) -> None:
    assert law(lambda s: bool(getattr(s, name).random() < 0.3))[True] == Fraction(
        math.ceil(Fraction(0.3) * 2**53), 2**53
    )
    both = law(lambda s: bool((getattr(s, name).uniform(0, 2, size=2) < 0.5).all()))
    assert both[True] == Fraction(1, 16)
    assert law(lambda s: getattr(s, name).uniform(0, math.inf)) == {("raised", "OverflowError"): 1}
    assert law(lambda s: bool(np.isinf(1 / getattr(s, name).random(1)[0])))[True] == Fraction(1, 2**53)


def test_single_precision() -> None:
    found = law(lambda s: bool(s.generator.random(dtype=np.float32) < 0.3))
    assert found[True] == Fraction(math.ceil(Fraction(0.3) * 2**24), 2**24)
