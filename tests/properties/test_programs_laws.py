"""The exploration of random programs, against naive enumeration over generators of few bits.

Replays are left out, so that the rules alone have to be right; a refusal that says that a run differed is a fault too.
"""

# ruff: noqa: PT017 - a refusal is fine but for what it says
import os
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpexact.programs import UnsupportedProgramError, distribution_of, replays
from dpexact.programs.source import Source
from tests.naive_programs import AlwaysRejectsError, TooManyError, law_of, naive_law
from tests.random_programs import chain_text, program_of, program_text

pytestmark = pytest.mark.filterwarnings("ignore")

SLOW = "DPEXACT_SLOW" in os.environ
FAULTS = ("run again on plain", "should be monotone", "different ways")
BITS, FLOAT_BITS, MOST = 8, 6, 1200


@pytest.fixture(autouse=True, scope="module")
def few_bits() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Source, "double_bits", BITS)
        patch.setattr(Source, "float_bits", FLOAT_BITS)
        patch.setattr(replays, "EXHAUSTIVE", 0)
        patch.setattr(replays, "MOST", 0)
        yield


def fate(text: str, paths: int, bits: int = BITS) -> str:
    """Return what became of a program: "exact", "refused", "partial" or "left out" where it cannot be enumerated."""
    program = program_of(text)
    try:
        expected = naive_law(program, bits=bits, float_bits=FLOAT_BITS, most=max(MOST, 2**bits + 1))
    except (TooManyError, ZeroDivisionError, AlwaysRejectsError):
        return "left out"
    try:
        found = distribution_of(program, paths=paths)
    except UnsupportedProgramError as error:
        assert not any(fault in str(error) for fault in FAULTS), f"{text}\n{error}"
        return "refused"
    law, unfinished = law_of(found), Fraction(str(found.unfinished))
    if not unfinished:
        assert law == expected, text
        return "exact"
    assert sum(law.values()) + unfinished == 1, text
    assert all(law.get(key, 0) <= mass <= law.get(key, 0) + unfinished for key, mass in expected.items()), text
    assert set(law) <= set(expected), text
    return "partial"


def fates(texts: list[str], paths: int, bits: int = BITS) -> dict[str, int]:
    found: dict[str, int] = {}
    for text in texts:
        ended = fate(text, paths, bits)
        found[ended] = found.get(ended, 0) + 1
    return found


@pytest.mark.seldom
@pytest.mark.parametrize("part", range(12 if SLOW else 3))
def test_chains_with_few_paths(part: int) -> None:
    found = fates([chain_text(Random(n)) for n in range(100 * part, 100 * part + 100)], 12)
    assert found["exact"] > 35
    assert found.get("left out", 0) < 10


def test_chains_over_twelve_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Source, "double_bits", 12)
    texts = [chain_text(Random(n)) for n in range(9000, 9000 + (1000 if SLOW else 30))]
    assert fates([text for text in texts if "s.random()" in text], 12, 12)["exact"] > 2


@pytest.mark.seldom
@pytest.mark.parametrize("part", range(20 if SLOW else 2))
def test_programs_by_value(part: int) -> None:
    assert fates([program_text(Random(n)) for n in range(40 * part, 40 * part + 40)], 20000)["exact"] > 20


@pytest.mark.parametrize("part", range(20 if SLOW else 2))
def test_programs_with_few_paths(part: int) -> None:
    found = fates([program_text(Random(n), narrow=True) for n in range(40 * part, 40 * part + 40)], 12)
    assert found["exact"] > 10


@given(st.integers(10**6, 10**9))
def test_any_chain(seed: int) -> None:
    fate(chain_text(Random(seed)), 12)


@given(st.integers(10**6, 10**9), st.booleans())
def test_any_program(seed: int, narrow: Any) -> None:
    fate(program_text(Random(seed), narrow=narrow), 12 if narrow else 20000)
