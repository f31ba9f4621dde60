"""Programs: a draw beside an array of numpy, and arrays of drawn integers."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpexact.numbers.exact import exact
from dpexact.programs import distribution_of, numpy_faces
from tests.explored import refused

CUMULATIVE = np.array([0.25, 0.5, 1.0])


@pytest.mark.parametrize("face", ["", "generator", "random_state"])
def test_a_draw_is_compared_with_each_item_of_an_array(face: str) -> None:
    def program(source):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        u = (getattr(source, face) if face else source).random()
        below = u < CUMULATIVE
        return (below.dtype.kind, bool(np.any(below)), int(np.argmax(below)))

    found = distribution_of(program)
    assert {output: found.probabilities[output] for output in found.probabilities} == {
        ("b", True, 0): exact("1/4"),
        ("b", True, 1): exact("1/4"),
        ("b", True, 2): exact("1/2"),
    }


def test_the_array_may_stand_first_and_be_combined() -> None:
    def program(source):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return tuple(bool(x) for x in np.array([1.0, 2.0]) * source.random() >= 1.0)

    found = distribution_of(program)
    assert {output: found.probabilities[output] for output in found.probabilities} == {
        (False, False): exact("1/2"),
        (False, True): exact("1/2"),
    }


@pytest.mark.parametrize("name", ["randint", "integers"])
def test_a_small_array_of_drawn_integers_is_an_index(name: str) -> None:
    names = np.array(["a", "b", "c"])

    def program(source):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        face = source.random_state if name == "randint" else source.generator
        places = getattr(face, name)(0, 3, size=2)
        return (str(places.dtype), *map(str, names[places]))

    found = distribution_of(program)
    assert len(found.probabilities) == 9
    assert found.probabilities[("int64", "c", "a")] == exact("1/9")


SHORT = np.array([400])
HALF = np.vectorize(lambda x: x < 0.5 and type(x) is float, otypes=[bool])
BELOW, SHARE = 0.089408, Fraction(15000174, 2**24)  # of all k / 2^24, for products in double precision


def drawn(s: Any, end: int, dtype: Any = np.int64, size: int = 1) -> Any:
    return s.generator.integers(0, end, size=size, dtype=dtype)


def put_in(s: Any) -> bool:
    a = drawn(s, 500, size=2)
    a[0] = a[1] / 5
    return bool(a[0] == 50 and a[1] % 5 == 3)


def added_in_place(s: Any) -> bool:
    a = drawn(s, 500, size=2)
    try:
        a += 0.5
    except TypeError:
        return bool(a[0] == 3)
    return False


def singles(s: Any) -> Any:
    return s.generator.random(1, dtype=np.float32)


def peak(x: Any, end: Any, unit: int = 1) -> Any:
    """Return whether a number is next to the middle: the product is largest there, and may wrap around."""
    return (x * (end - x)) * 4 == end**2 - 4 * unit


TYPES: dict[str, tuple[Callable[[Any], Any], Fraction]] = {
    "beside an array of another type": (lambda s: peak(drawn(s, 400, np.int16), SHORT)[0], Fraction(2, 400)),
    "joined with it": (lambda s: peak(np.concatenate([drawn(s, 400, np.int16), SHORT])[0], 400), Fraction(2, 400)),
    "Python's integers": (lambda s: peak(drawn(s, 400).tolist()[0] * 10**9, 4 * 10**11, 10**18), Fraction(2, 400)),
    "an item": (lambda s: peak(drawn(s, 400).item() * 10**9, 4 * 10**11, 10**18), Fraction(2, 400)),
    "converted as it is put in": (put_in, Fraction(1, 500)),
    "not converted in place": (added_in_place, Fraction(1, 500)),
    "of single precision beside a double": (lambda s: (singles(s) * np.float64(0.1))[0] < BELOW, SHARE),
    "of single precision beside a list": (lambda s: (singles(s) * [0.1])[0] < BELOW, SHARE),
    "broadcast": (lambda s: np.broadcast_arrays(s.generator.random(2)[:, None], SHORT)[0][1, 0] < 0.25, Fraction(1, 4)),
    "given by its name": (lambda s: np.max(a=s.generator.random(1)) < 0.75, Fraction(3, 4)),
    "a bound by its name": (lambda s: np.clip(0.75, a_min=0.0, a_max=s.generator.random(2))[1] < 0.25, Fraction(1, 4)),
    "called one by one": (lambda s: HALF(s.generator.random(2)).all(), Fraction(1, 4)),
    "a sum of truth values": (lambda s: drawn(s, 2, bool, 4)[:2].sum() == 2, Fraction(1, 4)),
    "a sum of short ones": (lambda s: s.generator.integers(112, 128, 2, np.int8).sum() == 254, Fraction(1, 16**2)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", TYPES)
def test_the_numbers_of_an_array_keep_their_type(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numpy_faces, "FEW_BITS", 3)  # so that no array of them is known
    program, expected = TYPES[name]
    assert distribution_of(lambda s: bool(program(s))).probabilities.get(True, 0) == exact(expected)


@pytest.mark.parametrize(
    ("use", "message"),
    [
        (lambda a: np.asarray(a)[0] < 3, "a draw has more than 100 values"),
        (lambda a: (a * 0.5).sum(initial=0.3) < 3, "a draw has more than 100 values"),
        (lambda a: a.flat[0] < 3, "flat of an array of draws is not followed"),
        (lambda a: np.put(a, [0], [3]), "put of an array of draws is not followed"),
        (lambda a: np.add.at(a, [0], 3), "numpy.add.at into an array of draws is not followed"),
    ],
    ids=["plain", "initial", "flat", "put", "at"],
)
def test_an_array_of_draws_is_no_array_of_objects(use: Any, message: str) -> None:
    refused(message, lambda s: bool(use(drawn(s, 5000))), paths=100)


def test_an_order_of_equal_numbers_is_named_as_the_reason() -> None:
    def ordered(source: Any, **options: Any) -> int:
        return int(np.argsort(np.floor(source.generator.random(6) * 2), **options)[0])

    refused(r"argsort orders equal numbers .* pass kind='stable'", ordered)
    law = distribution_of(lambda source: ordered(source, kind="stable")).probabilities
    assert law == {n: Fraction(1, 2 ** (n + 1)) for n in range(1, 6)} | {0: Fraction(1, 2) + Fraction(1, 2**6)}


@pytest.mark.slow
def test_an_array_that_takes_no_draw_is_named() -> None:
    def put_in(source: Any) -> bool:
        numbers = np.zeros(2)
        numbers[0] = source.random()
        return bool(numbers[0] < 0.25)

    refused(r"out\[i\] = x of an array of numpy", put_in)
    law = distribution_of(lambda source: bool(np.array([source.random(), 0.0])[0] < 0.25)).probabilities
    assert law[True] == Fraction(1, 4)
