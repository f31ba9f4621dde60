"""Functions of the mathematical library that are not monotone, and what a draw is compared with."""

import math
import operator
from collections.abc import Callable
from decimal import Decimal
from enum import Enum, IntEnum
from fractions import Fraction
from functools import cache
from types import CodeType
from typing import Any

import numpy as np
import pytest

from dpexact.programs import distribution_of, neighbors
from dpexact.programs.allowed import FOLDERS, OWN, is_of_library
from dpexact.programs.bytecode import STATES
from dpexact.programs.path import line_of_program
from dpexact.programs.possible import Possible
from tests.explored import is_refused, refused


@cache
def single() -> Any:
    """All values of random(dtype=float32)."""
    return np.arange(1 << 24).astype(np.float32) * np.float32(2.0**-24)


def count(found: Any, output: Any) -> Fraction:
    return Fraction(str(found.probabilities[output])) * 2**24


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "bound"), [("log", -0.34652543), ("log", -0.35), ("exp", 1.5), ("cbrt", 0.7), ("log1p", 0.3), ("sin", 0.5)]
)
def test_a_function_of_singles_is_counted_over_all_of_them(name: str, bound: float) -> None:
    """numpy's log goes down 400 times between neighbors, and cbrt 1,650 times: the count is that of a list."""
    function, limit = getattr(np, name), np.float32(bound)

    def program(source: Any) -> Any:
        x = source.generator.random(1, dtype=np.float32)[0]
        return "0" if x == 0 else bool(function(x) >= limit)

    found = distribution_of(program)
    assert count(found, True) == int((function(single()[1:]) >= limit).sum())
    assert found.assumptions == ()


@pytest.mark.parametrize("power", [0.5, 2.0, -1.0, 0.3])
def test_powers_are_those_of_single_numbers(power: float) -> None:
    """numpy takes the square root of an array, which differs from Python's power in one of a thousand numbers."""

    def powers(operation: Callable[[Any, Any], Any]) -> Any:
        return lambda x: operation(x, power)

    chain = neighbors.Chain(lambda k: (k + 1) / 99991, powers(operator.pow))
    values = neighbors._values(chain, Possible.below(99990))
    assert values.tolist() == [((k + 1) / 99991) ** power for k in range(99990)]


@pytest.mark.slow
def test_arithmetic_on_a_function_that_is_not_monotone() -> None:
    three, one, limit = np.float32(3), np.float32(1), np.float32(2.5)

    def program(source: Any) -> Any:
        x = source.generator.random(1, dtype=np.float32)[0]
        if x == 0:
            return "0"
        y = -np.log(x) * three + one
        return "equal" if y == limit else "more" if y > limit else "less"

    found = distribution_of(program)
    y = -np.log(single()[1:]) * three + one
    assert count(found, "more") == int((y > limit).sum())
    assert count(found, "equal") == int((y == limit).sum())


def test_a_draw_with_few_values_assumes_nothing() -> None:
    found = distribution_of(lambda s: math.floor(math.log(s.below(1000) + 1)))
    assert found.assumptions == ()
    assert found.probabilities[6] == Fraction(sum(math.floor(math.log(k + 1)) == 6 for k in range(1000)), 1000)


@pytest.mark.slow
@pytest.mark.parametrize(
    "program",
    [
        lambda s: math.cbrt(s.random() + 0.5) >= 0.9,
        lambda s: bool(np.cbrt(s.random() + 0.5) >= 0.9),
        lambda s: math.cbrt(s.random()) ** 3 < 0.5,
    ],
)
def test_cbrt_is_not_taken_as_monotone(program: Callable[[Any], Any]) -> None:
    refused(r"cbrt of a draw .* is not known to be monotone", program, paths=100)


def bent(place: float, at: float) -> Callable[[float], float]:
    """Return a function that goes up, but for a step down near a place."""
    return lambda x: x - 3 * 2.0**-53 if place <= x < place + at else x


@pytest.mark.slow
def test_the_neighbors_of_each_boundary_are_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step down 1,000 doubles from the boundary is seen, one that is farther off than 4,096 is not."""
    step = 2.0**-53
    for distance, seen in ((-1000, True), (1000, True), (4000, True), (-5000, False), (5000, False)):
        monkeypatch.setattr(math, "erf", bent(0.75 + distance * step, step))

        def program(source: Any) -> bool:
            return math.erf(source.random()) >= 0.75

        if seen:
            refused(r"neighbors.py, line \d+: a function of the platform's", program)
        else:
            found = distribution_of(program)
            assert found.probabilities[True] == Fraction(1, 4)
            assert "as computed at 4,096 neighbors on either side of every boundary" in found.assumptions[0]


@pytest.mark.slow
def test_each_boundary_of_many_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(math, "erf", bent(0.625 - 2.0**-44, 2.0**-53))  # 512 doubles before 5/8
    refused("monotone", lambda s: math.floor(8 * math.erf(s.random())))
    assert len(distribution_of(lambda s: math.floor(4 * math.erf(s.random()))).probabilities) == 4


def test_a_power_is_computed_at_its_neighbors(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    known = neighbors.is_monotone

    def noted(chain: neighbors.Chain, some: Possible, way: bool) -> bool:  # noqa: FBT001
        asked.append(some.count)
        return known(chain, some, way)

    monkeypatch.setattr(neighbors, "is_monotone", noted)
    found = distribution_of(lambda s: (s.random() + 1) ** 1.5 < 2)
    assert 8192 in asked
    k = round(math.ldexp(2 ** (2 / 3) - 1, 53))
    near = [n for n in range(k - 50, k + 50) if (n * 2.0**-53 + 1) ** 1.5 < 2]
    assert found.probabilities[True] == Fraction(near[-1] + 1, 2**53)


def test_numbers_in_a_function_tell_its_cache_entries_apart() -> None:
    def times(c: float) -> Callable[[Any], Any]:
        return lambda x: x * c

    some = Possible.below(100)
    assert neighbors.is_monotone(neighbors.Chain(float, times(2.0)), some, True)
    assert not neighbors.is_monotone(neighbors.Chain(float, times(-2.0)), some, True)
    assert neighbors.Chain(float, times(0.0)) != neighbors.Chain(float, times(-0.0))
    assert neighbors.Chain(float, times(1)) != neighbors.Chain(float, times(1.0))
    assert neighbors.Chain(float, times(3.0)) == neighbors.Chain(float, times(3.0))


NAN = float("nan")


class Color(IntEnum):
    RED = 3


class Hidden(int):
    def __repr__(self) -> str:
        return "a number"


def test_numbers_that_look_alike_are_two() -> None:
    found = distribution_of(lambda s: tuple(s.below(10**6) == Hidden(n) for n in (300, 777777)))
    assert found.probabilities[False, True] == Fraction(999999, 10**12)


class Name(Enum):
    RED = 3


class Equal:
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Odd(int):
    def __eq__(self, other: object) -> bool:
        return not int.__eq__(self, other)

    __hash__ = int.__hash__


class Strange(float):
    def __lt__(self, other: float) -> bool:
        return not float.__lt__(self, other)


class Less(Fraction):
    pass


REFUSED: dict[str, Callable[[Any], Any]] = {
    "a complex": lambda s: s.below(10**6) == 123456 + 0j,
    "a complex, the other way": lambda s: s.below(10**6) == 123456 + 0j,
    "a complex of numpy": lambda s: s.below(10**6) == np.complex128(5),
    "unequal to a complex": lambda s: s.below(10**6) != 5 + 0j,
    "in a list": lambda s: s.below(10**6) in [1 + 0j],  # noqa: FURB171
    "in a tuple": lambda s: s.random() in ("a", 0.5 + 0j),
    "index": lambda s: [0j, 1 + 0j].index(s.below(2)),
    "count": lambda s: (5 + 0j,).count(s.below(10**6)),
    "remove": lambda s: [7, 5 + 0j].remove(s.below(10**6)),
    "a class with __eq__": lambda s: s.below(10**6) == Equal(),
    "a subclass of int with __eq__": lambda s: s.below(10**6) == Odd(5),
    "a subclass of float with __lt__": lambda s: s.random() > Strange(0.5),
    "a subclass of Fraction": lambda s: s.below(10**6) == Less(5),
    "less than a complex of numpy": lambda s: s.random() < np.complex64(1),
    "a dictionary's values": lambda s: s.below(10**6) in {1: 5 + 0j}.values(),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_comparison_with_an_unknown_type_is_refused(name: str) -> None:
    refused(r"compared with \w+, a type that is not followed; make an int", REFUSED[name])


FOLLOWED: dict[str, tuple[Callable[[Any], Any], Fraction]] = {
    "text": (lambda s: s.below(10) == "a", Fraction(0)),
    "None": (lambda s: s.below(10) != None, Fraction(1)),  # noqa: E711
    "bytes": (lambda s: s.below(10) in [b"3", "x", None, (), [], {}], Fraction(0)),
    "an object": (lambda s: s.below(10) == object(), Fraction(0)),
    "an Enum": (lambda s: s.below(10) == Name.RED, Fraction(0)),
    "an IntEnum": (lambda s: s.below(10) == Color.RED, Fraction(1, 10)),
    "more than an IntEnum": (lambda s: s.below(10) > Color.RED, Fraction(6, 10)),
    "in a list of an IntEnum": (lambda s: s.below(10) in [Color.RED, "x"], Fraction(1, 10)),
    "a Decimal": (lambda s: s.below(10) < Decimal("2.5"), Fraction(3, 10)),
    "a longdouble": (lambda s: s.below(10) < np.longdouble(2.5), Fraction(3, 10)),
    "a text of numpy": (lambda s: s.below(10) == np.str_("3"), Fraction(0)),
    "NaN": (lambda s: s.below(10) == NAN, Fraction(0)),
    "not NaN": (lambda s: s.random() != NAN, Fraction(1)),
    "a Fraction": (lambda s: s.below(10) == Fraction(9, 3), Fraction(1, 10)),
    "an array": (lambda s: bool((s.below(10) == np.array([3, 4])).any()), Fraction(2, 10)),
    "a type": (lambda s: s.below(10) == int, Fraction(0)),  # noqa: E721
}


@pytest.mark.parametrize("name", FOLLOWED)
def test_what_is_known_to_be_no_number_is_unequal(name: str) -> None:
    program, true = FOLLOWED[name]
    assert distribution_of(program).probabilities.get(True, 0) == true


OF_STATES = pytest.mark.skipif(not STATES, reason="states of loops are told on CPython 3.11 only")
FILES = {
    "lib/python3.11/site-packages/numpy/_core/fromnumeric.py": True,
    "lib/python3.11/site-packages/scipy/stats/_discrete_distns.py": True,
    "lib/python3/dist-packages/numpy/random/a.py": True,
    "lib/python3.11/site-packages/dwork/mechanisms.py": False,
    "lib/python3.11/site-packages/numpyro/a.py": False,
    f"{FOLDERS[0]}random.py": True,
    f"{FOLDERS[0]}site-packages/dwork/mechanisms.py": False,
    f"{FOLDERS[0]}site-packages/numpy/a.py": True,
    f"{OWN}path.py": True,
    "somebody/numpy/mine.py": False,
    "mine.py": False,
    "<string>": True,
}


@pytest.mark.parametrize("file", FILES)
def test_whose_line_is_named(file: str) -> None:
    assert is_of_library(file) == FILES[file]


def called_from(files: list[str], line: Callable[[], str]) -> str:
    """Return what `line` says below calls from these files, the first outermost."""
    names: dict[str, Any] = {"inner": line}
    for file in reversed(files):
        code = compile("def outer(): return inner()", file, "exec")
        assert isinstance(code, CodeType)
        made = {"inner": names["inner"]}
        exec(code, made)  # noqa: S102
        names["inner"] = made["outer"]
    said: str = names["inner"]()
    return said


def test_the_line_of_the_user_is_named_in_every_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a wheel: dpexact, numpy and the program's package lie in site-packages."""
    site = "lib/python3.11/site-packages/"
    monkeypatch.setattr("dpexact.programs.allowed.OWN", f"{site}dpexact/programs/")
    inside = [f"{site}numpy/_core/fromnumeric.py", f"{site}dpexact/programs/draw.py", f"{site}dpexact/programs/path.py"]
    assert called_from(["folder/mine.py", *inside], line_of_program) == "mine.py, line 1"
    assert called_from(["folder/mine.py", f"{site}dwork/noise.py", *inside], line_of_program) == "noise.py, line 1"


@pytest.mark.slow
def test_numpy_is_not_named_for_the_program() -> None:
    refused(r"^test_neighbors.py, line ", lambda s: int(np.digitize(s.generator.random(), [0.2, 0.5])))


@OF_STATES
def test_a_loop_without_an_end_that_comes_back_to_a_state_is_named() -> None:
    def program(source: Any) -> None:
        while True:
            source.bit()

    said = refused("", program)
    line = program.__code__.co_firstlineno + 2
    assert said.startswith(f"test_neighbors.py, line {line}: the program never ends")


def test_bytes_as_one_integer_are_refused_at_once() -> None:
    refused(r"7 bytes are looked at as one value.*getrandbits\(8 \* n\)", lambda s: s.randbytes(7) > b"5", paths=1000)
    assert distribution_of(lambda s: int.from_bytes(s.randbytes(1), "big") > 5).probabilities[False] == Fraction(6, 256)


def test_an_array_in_a_loop_is_refused_with_a_remedy() -> None:
    refused(r"not array\(0\); of an array return int\(...\)", lambda s: int(s.until(lambda r: np.array(r.below(2)))))


@pytest.mark.slow
def test_the_last_argument_is_named() -> None:
    refused(r"atan2 \(by its last argument\) of a draw", lambda s: math.atan2(1, s.random() - 0.5) > 0)
    assert distribution_of(lambda s: math.copysign(1, s.below(5) - 2) > 0).probabilities[True] == Fraction(3, 5)
    assert distribution_of(lambda s: round(math.log(8, s.below(3) + 2), 3) == 3).probabilities[True] == Fraction(1, 3)


def identical(k: int, three: int) -> tuple[bool, int]:
    return k is three, three


def test_what_differs_is_shown() -> None:
    refused(r"was found gave \(False, 3\); run again .* it gave \(True, 3\)", lambda s: identical(s.below(1000), 3))


@pytest.mark.slow
@is_refused("a draw has more than 100000 values here")
def test_a_stride_ends_where_integers_are_rounded(s: Any) -> int:
    """Above 2^53 rint gives even numbers only, so that their remainders are not those of the draw."""
    return int(math.floor(np.rint(s.below(2**54 + 9) + 1)) % 3)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("value", "event"),
    [
        (lambda n: math.fmod((2**11 - n) / 256.0, 1.0), lambda y: math.copysign(1, y) < 0),
        (lambda n: np.fmod((n - 2**11) * 9.5e304, 3.0), lambda y: bool(y > 1)),
    ],
    ids=["zeros of both signs", "NaN"],
)
def test_values_without_an_order_are_not_sorted(value: Any, event: Any) -> None:
    """0.0 would come before -0.0, or a NaN after all numbers."""
    refused(
        r"^test_neighbors.py, line \d+: fmod .*of a draw with .* is not known",
        lambda s: event(value(s.below(2**12))),
        paths=1000,
    )
