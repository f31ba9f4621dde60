"""Functions of several draws on boxes: against a list of all values of tiny doubles, and against closed forms."""

import math
import struct
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest

from dpexact import exact
from dpexact.programs import distribution_of
from dpexact.programs.boxes import Ranges
from dpexact.programs.draw import is_draw, library_function
from dpexact.programs.path import Path
from dpexact.programs.source import Source
from tests.explored import refused
from tests.naive_programs import law_of, naive_law


def knuth(s: Any) -> int:
    count, product = 0, 1.0
    while product > 0.4 and count < 3:
        count += 1
        product *= s.random()
    return count


def polar(s: Any) -> Any:
    u, v = 2 * s.random() - 1, 2 * s.random() - 1
    q = u * u + v * v
    return u * math.sqrt(-2 * math.log(q) / q) > 0.5 if 0 < q < 1 else None


def used_again(s: Any) -> Any:
    x, y = s.random(), s.random()
    return x * y > 0.25, x < 0.75, x - y > y, int(4 * y)


def two_pairs(s: Any) -> Any:
    x, y, z, w = (s.random() for _ in range(4))
    return x + y < 1, z * w < 0.5, x + z < 1


def square(s: Any) -> Any:
    x = s.random() * 2 - 1
    return x * x < 0.3, int(4 * x * (1 - x) + 0.1)


def raising(s: Any) -> Any:
    x, y = s.random(), s.random()
    return math.floor(1 / (int(x * 4) - int(y * 4) + (x - y) * 0))


def with_integers(s: Any) -> Any:
    n, m = s.below(1 << Source.double_bits), s.below(3 << Source.double_bits - 2)
    return (n * m) // 5000, n - m > 3, (n + 1) / (m + 1) > 0.75, m != 30 and (n + 7) // (m - 30) < 2


def turns(s: Any) -> Any:
    x, y = 7 * s.random() - 3, 7 * s.random()
    return math.cos(x) > 0.2, math.sin(x + y) < -0.2, math.cos(x * y) > 0.5, math.sin(y) > 0.99


def beside_a_quotient(s: Any) -> bool:
    x, y = s.random(), s.random()
    return bool(x + y < x / y)


def kinds(s: Any) -> Any:
    x, n = s.random(), s.below(1 << Source.double_bits)
    return (x + n).__class__.__name__, x * n > 50, n * Fraction(1, 99) < x, round((n - x) / 16), math.ceil((x + n) / 10)


PROGRAMS: dict[str, Callable[[Any], Any]] = {
    "sum": lambda s: round(s.random() + s.random()),
    "product": lambda s: s.random() * (s.random() - 0.5) < 0.1,
    "quotient": lambda s: int(s.random() / (s.random() + 0.25)),
    "quotient by a draw of both signs": lambda s: s.random() / (2 * s.random() - 0.9990234375) > -0.5,
    "equal": lambda s: s.random() - s.random() == 0.25,
    "square": square,
    "difference of exponentials": lambda s: round(s.expovariate(1.0) - s.expovariate(1.0)),
    "numpy": lambda s: int(np.sqrt(s.generator.random() * s.generator.random()) * 3),
    "absolute": lambda s: int(abs(s.random() - s.random()) * 3),
    "remainder": lambda s: int((s.random() + s.random()) % 0.75 * 4),
    "truth": lambda s: bool(s.random() - s.random()),
    "knuth": knuth,
    "polar": lambda s: str(polar(s)),
    "used again": used_again,
    "two pairs": two_pairs,
    "raising": raising,
    "integers": with_integers,
    "kinds": kinds,
    "turns": turns,
    "infinite": lambda s: s.random() * 1e308 * 2 - s.random() * 1e308 * 2 > 0,
    "too large": lambda s: s.below(1 << Source.double_bits) * 10**400 / (s.below(1 << Source.double_bits) + 1) > 1,
    "beside a quotient": beside_a_quotient,
    "zeros of shorter floats": lambda s: math.copysign(1, np.float32(0) * (s.random() - s.random())) < 0,
    "logarithm of a difference": lambda s: math.log(s.random() - s.random()) < -1,
}
FEW_BITS = {"polar": 5, "knuth": 5, "two pairs": 4}
REFUSED = {"too large": 100}  # at so few paths, since a quotient is the same nowhere then


@pytest.fixture
def nothing_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no draw be listed, however few values it has."""
    begin = Path.__init__

    def begun(self: Path, *given: Any) -> None:
        begin(self, *given)
        self.most = 12

    monkeypatch.setattr(Path, "__init__", begun)
    monkeypatch.setattr("dpexact.programs.draw.FEW", 4)


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.usefixtures("nothing_listed")
def test_all_masses_are_within_their_bounds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("double_bits", "float_bits"):
        monkeypatch.setattr(Source, kind, FEW_BITS.get(name, 6))
    expected = naive_law(PROGRAMS[name], bits=Source.double_bits, most=10**6)
    for paths, at_once in ((3, 512), (10, 512), (100, 128), (10**5, 128)):
        monkeypatch.setattr("dpexact.programs.joint.AT_ONCE", at_once)
        if paths <= REFUSED.get(name, 0):
            continue
        found = distribution_of(PROGRAMS[name], paths=paths)
        unfinished, known = Fraction(str(found.unfinished)), law_of(found)
        assert all(known.get(key, 0) <= mass <= known.get(key, 0) + unfinished for key, mass in expected.items()), paths
        assert sum(known.values()) + unfinished == 1
        assert paths < 10**5 or unfinished == 0


def exponential_law(k: int) -> Any:
    """P[round(X - Y) = k] of two exponential numbers: the difference has the law of Laplace."""
    half = mpmath.mpf(1) / 2
    return 1 - mpmath.exp(-half) if k == 0 else mpmath.exp(-abs(k)) * mpmath.sinh(half)


def normal_law(k: int) -> Any:
    return mpmath.ncdf(k + 0.5) - mpmath.ncdf(k - 0.5)


def gaussian(s: Any) -> Any:
    while True:
        u, v = 2 * s.random() - 1, 2 * s.random() - 1
        q = u * u + v * v
        if 0 < q < 1:
            return u * math.sqrt(-2 * math.log(q) / q)


def poissons(s: Any) -> int:
    total = 0
    for _ in range(2):
        total += int(s.generator.poisson(1.0))
    return total


def wide(s: Any) -> Any:
    n, m = s.getrandbits(64), s.getrandbits(64)
    return 2 * (n + m < 2**64) + (n > 2**63)


def poisson_law(k: int, rate: Any = 0.5) -> Any:
    return mpmath.exp(-rate) * rate**k / mpmath.factorial(k) if k >= 0 else 0


CLOSED: dict[str, tuple[Callable[[Any], Any], Callable[[int], Any], str]] = {  # with the mass that may be left
    "exponential": (lambda s: round(s.expovariate(1.0) - s.expovariate(1.0)), exponential_law, "2**-4"),
    "integers of 64 bits": (wide, lambda k: {0: 1, 1: 3, 2: 3, 3: 1}.get(k, 0) / mpmath.mpf(8), "2**-6"),
    "poisson": (lambda s: int(s.generator.poisson(0.5)), poisson_law, "2**-6"),
    "poisson in a loop": (poissons, lambda k: poisson_law(k, 2), "2**-1"),
    "polar": (lambda s: round(gaussian(s)), normal_law, "2**-1"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CLOSED)
def test_closed_forms_are_within_the_bounds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounding of doubles changes a probability by less than 2^-40."""
    program, law, mass = CLOSED[name]
    monkeypatch.setattr("dpexact.programs.joint.AT_ONCE", 512)
    found = distribution_of(program, mass=mass, paths=1 << 14 if "poisson" in name else 10**5)
    unfinished = mpmath.mpf(float(found.unfinished.as_fmpq()))
    assert found.unfinished <= exact(mass)
    for k in range(-4, 5):
        known = mpmath.mpf(float(found.probabilities[k].as_fmpq()) if k in found.probabilities else 0)
        assert known - 2**-40 <= law(k) <= known + unfinished + 2**-40, k


@pytest.mark.usefixtures("nothing_listed")
@pytest.mark.parametrize(
    "program",
    [
        lambda s: ((s.below(64) + s.below(64)) & 1) == 0,
        lambda s: s.below(64) ^ s.below(64),
        lambda s: math.hypot(s.random(), s.random()) < 1,
        lambda s: math.tan(s.random() + s.random()) < 1,
        lambda s: f"{s.random() + s.random():.1f}",
        lambda s: bool(np.float32(s.generator.random(dtype=np.float32)) * s.generator.random(dtype=np.float32) < 0.5),
        lambda s: s.random() // (s.random() + 0.25) > 2,
        lambda s: bool(np.floor_divide(s.below(64), s.below(64) + 1) > 3),
        lambda s: bool(np.add(s.below(64), s.below(64)) > 3),
        lambda s: bool(s.generator.random(1)[0] * s.below(64) > 3),
        lambda s: bool(s.generator.integers(0, 64) < s.generator.integers(0, 64)),
        lambda s: underflow_raises(s, np.exp),
        lambda s: underflow_raises(s, lambda x: np.exp(-1e9 * abs(x))),
        lambda s: underflow_raises(s, lambda x: x * np.float64(1e-305)),
        lambda s: underflow_raises(s, lambda x: np.multiply(x, s.random())),
    ],
)
def test_a_function_that_is_not_monotone_is_refused(program: Callable[[Any], Any]) -> None:
    refused(r"several draws|two draws|more than 12 values", program)


def zigzag(x: float) -> float:
    """Return a function that goes down at every other double."""
    return x - (struct.pack("d", x)[0] & 1) * 2.0**-48


def fallen(x: float) -> float:
    """Return a function that goes down once."""
    return x if x < 0.3 else x - 0.125


@pytest.mark.slow
@pytest.mark.usefixtures("nothing_listed")
@pytest.mark.parametrize(
    ("function", "of_sum"), [(zigzag, True), (zigzag, False), (fallen, False)], ids=["sum", "term", "once"]
)
def test_a_function_that_goes_down_is_not_taken_as_monotone(function: Any, of_sum: Any) -> None:
    def of(x: Any) -> Any:
        return library_function("log", function, x) if is_draw(x) else function(x)

    def program(s: Any) -> bool:
        x, y = s.random() * 0.25 + 0.125, s.random() * 0.25
        return bool(of(x + y) < 0.3 if of_sum else of(x) + y < 0.3)

    refused("should be monotone is not", program)


@pytest.mark.slow
@pytest.mark.usefixtures("nothing_listed")
def test_what_is_assumed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Source, "double_bits", 6)
    (said,) = distribution_of(lambda s: math.exp(s.random() + s.random()) < 2).assumptions
    assert said.startswith("exp of")


def underflow_raises(s: Any, function: Callable[[Any], Any]) -> bool:
    x = s.generator.random() - s.generator.random()
    with np.errstate(under="raise"):
        return bool(function(x) > 0.5)


def gumbel(s: Any) -> int:
    return int(np.argmax(-np.log(-np.log(s.generator.random(2))) + np.array([0.0, 1.0])))


@pytest.mark.slow
def test_the_greatest_of_two_gumbel_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one wins with probability 1 / (1 + e). A double that is 0 makes an array of a number and a draw."""
    monkeypatch.setattr("dpexact.programs.joint.AT_ONCE", 512)
    found = distribution_of(gumbel, mass="2**-7", paths=1 << 14)
    known, left = (float(value.as_fmpq()) for value in (found.probabilities[0], found.unfinished))
    assert known <= 1 / (1 + math.e) <= known + left < known + 2**-7


@pytest.mark.usefixtures("nothing_listed")
def test_a_wrong_range_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With two corners of four, a product of both signs is taken for one that rises or falls."""
    whole = Ranges.of
    monkeypatch.setattr(Ranges, "of", staticmethod(lambda some, found: whole(some[:: max(1, len(some) - 1)], found)))
    monkeypatch.setattr(Source, "double_bits", 6)

    def program(s: Any) -> Any:
        return (2 * s.random() - 1) * (2 * s.random() - 1) < 0.1

    refused("run again on plain numbers", program)
