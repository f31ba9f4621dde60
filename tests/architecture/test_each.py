"""A grid of cases in one test notices and names each case that fails."""

from collections.abc import Iterator

import pytest

from tests.each import each
from tests.refusals import refuses


@pytest.fixture
def one() -> int:
    return 1


SEEN: list[tuple[int, int]] = []


@each("a", [1, 2])
@each("b, c", [(3, 4), (5, 6)])
def test_each_case_runs_with_fixtures(one: int, a: int, b: int, c: int) -> None:
    assert c - b == one
    SEEN.append((a, b))
    assert len(set(SEEN)) == len(SEEN)


@pytest.mark.parametrize("grid", [[], iter(())])
def test_an_empty_grid_is_refused(grid: Iterator[int] | list[int]) -> None:
    refuses(AssertionError, "without a case", each, "a", grid)


def test_a_case_with_a_mark_is_refused() -> None:
    for names, case in (("a", 1), ("a, b, c", (1, 2, 3))):
        refuses(AssertionError, "a mark of its own", each, names, [pytest.param(case, marks=pytest.mark.slow)])


def test_a_name_without_a_parameter_is_refused() -> None:
    refuses(AssertionError, "names are those of parameters", each("b", [1]), print)


def test_all_that_fail_are_named() -> None:
    """An assertion, an error, an expected error that does not come, and all cases run behind them."""
    seen = []

    @each("a, b", [(0, "x"), (1, "x"), (2, "x"), (3, "x")], ids=["zero", "one", "two", "three"])
    def test(a: int, b: str) -> None:
        seen.append(a)
        assert a, b
        if a == 1:
            raise ZeroDivisionError(b)
        if a == 2:
            with pytest.raises(ValueError):
                pass

    with pytest.raises(BaseExceptionGroup, match="3 of 4 cases fail: zero; one; two") as caught:
        test()
    assert seen == [0, 1, 2, 3]
    notes = [error.__notes__ for error in caught.value.exceptions]
    assert notes == [[f"in the case {title}"] for title in ("zero", "one", "two")]
