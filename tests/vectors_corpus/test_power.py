"""What the drawn vectors notice: at least 97 of 100 mistakes in right implementations."""

from collections import Counter

import pytest

from tests.vectors_corpus import power


def test_there_are_a_hundred_mistakes_of_all_kinds() -> None:
    assert len(power.MUTANTS) == len(set(power.MUTANTS)) == 100
    kinds = Counter(kind for _, kind, _, _ in power.MUTANTS)
    assert set(kinds) == {"constant", "side", "rounding", "cancellation", "direction", "off by one", "parameter"}
    assert min(kinds.values()) >= 4


@pytest.mark.slow
def test_drawn_vectors_notice_them() -> None:
    assert len(list(power.unnoticed())) <= len(power.MUTANTS) - power.LEAST_NOTICED
