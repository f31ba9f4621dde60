"""Programs: a draw beside an array of numpy, and arrays of drawn integers."""

import numpy as np
import pytest

from dpexact.numbers.exact import exact
from dpexact.programs import distribution_of

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
