"""Programs written by hand, as maintainers write them, against naive enumeration over a generator of 8 bits."""

import functools
import math
import operator
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from dpexact.programs import distribution_of, replays
from dpexact.programs.source import Source
from tests.naive_programs import law_of, naive_law

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(autouse=True, scope="module")
def few_bits() -> Iterator[None]:
    """Let doubles have 8 bits, and leave replays out, so that the rules alone have to be right."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Source, "double_bits", 8)
        patch.setattr(replays, "EXHAUSTIVE", 0)
        patch.setattr(replays, "MOST", 0)
        yield


def geometric_by_inversion(s: Any) -> int:
    u = s.random()
    return math.floor(math.log(1 - u) / math.log(0.7)) if u < 0.99 else -1


def geometric_by_scaling(s: Any) -> int:
    u, k = s.random(), 0
    while u < 0.75 and k < 6:
        u, k = u / 0.75, k + 1
    return k


def alias(s: Any) -> int:
    u = s.random() * 3
    i = int(u)
    return i if u - i < [0.3, 1.0, 0.6][i] else 1


def shuffled_wrongly(s: Any) -> tuple[int, ...]:
    items = [0, 1, 2]
    for i in range(3):
        j = s.below(3)
        items[i], items[j] = items[j], items[i]
    return tuple(items)


def shuffled_by_doubles(s: Any) -> tuple[int, ...]:
    items = [0, 1, 2]
    for i in (2, 1):
        j = int(s.random() * (i + 1))
        items[i], items[j] = items[j], items[i]
    return tuple(items)


def one_draw_three_times(s: Any) -> tuple[bool, ...]:
    u = s.random()
    return u > 0.3, 1 - u > 0.3, abs(u - 0.5) < 0.2, (u * 2) % 1 < 0.3


def gray_code(s: Any) -> int:
    x = s.getrandbits(8)
    return int(((x ^ (x >> 1)) & 0xFF).bit_count())


def lowest_bit(s: Any) -> int:
    x = s.getrandbits(8)
    return int((x & -x).bit_length())


def multiplied_hash(s: Any) -> tuple[int, int]:
    x = s.below(256)
    return (x * 0x9E3779B1 & 0xFFFFFFFF) >> 29, (x * x) % 8


def eight_bits_that_wrap(s: Any) -> tuple[bool, ...]:
    x = s.generator.integers(-128, 128, dtype=np.int8)
    return bool(abs(x) < 0), bool(-x == x), bool(x * np.int8(2) > 100)


def sixty_four_bits_that_wrap(s: Any) -> tuple[bool, ...]:
    x = s.generator.integers(0, 200)
    y = x * np.int64(2**62)
    return bool(y > 0), bool(y + x == x)


def unsigned_that_wrap(s: Any) -> tuple[bool, ...]:
    x = s.generator.integers(0, 200, dtype=np.uint64)
    return bool(x - np.uint64(100) > np.uint64(1000)), bool(x - np.uint64(50) < np.uint64(20))


def restarted_within_until(s: Any) -> tuple[int, int]:
    def attempt(s: Any) -> int | None:
        x = s.below(4)
        if x == 3:
            s.restart()
        return x or None

    return (1, s.until(attempt)) if s.bit() else (0, s.below(3))


def until_within_until(s: Any) -> Any:
    u = s.random()

    def inner(s: Any) -> int | None:
        x = s.below(5)
        return x if x < 3 else None

    def outer(s: Any) -> int | None:
        return s.until(inner) * s.below(2) + (1 if u < 0.3 else 0) or None

    return s.until(outer)


def mantissa(s: Any) -> tuple[int, int, bool]:
    u = s.random()
    return math.frexp(u)[1], int(math.ldexp(u, 3)), math.modf(u * 3)[0] < 0.2


def signs_and_infinities(s: Any) -> tuple[str, bool, bool]:
    u = s.random()
    y = (u - 0.5) * math.inf
    return str((u - 0.5) * 0.0), y != y, y > 0  # noqa: PLR0124 - NaN


def remainders(s: Any) -> tuple[bool, bool, int]:
    u, x = s.random(), s.below(20) - 10
    return (u * -10) % 3 < 1, math.fmod(u * -10, 3) < -1, x % -3


def partial(s: Any) -> int:
    return int(functools.partial(operator.mul, 3)(s.below(4)) % 5)


def caught(s: Any) -> int | str:
    u = s.random()
    try:
        return int(1 / (u - 0.5)) % 3
    except ZeroDivisionError:
        return "at 1/2"


PROGRAMS = [
    *(geometric_by_inversion, geometric_by_scaling, alias, shuffled_wrongly, shuffled_by_doubles),
    *(one_draw_three_times, gray_code, lowest_bit, multiplied_hash, eight_bits_that_wrap, sixty_four_bits_that_wrap),
    *(unsigned_that_wrap, restarted_within_until, until_within_until, mantissa, signs_and_infinities, remainders),
    *(partial, caught),
]


@pytest.mark.seldom
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_its_law_is_that_of_all_runs(program: Any) -> None:
    found = distribution_of(program, paths=6000)
    assert found.unfinished == 0
    assert law_of(found) == naive_law(program, most=66000)
