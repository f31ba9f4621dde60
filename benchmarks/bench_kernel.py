"""The kernel's check of two rows of 10^6 outputs at E = exp(7), beside reading and writing the same text as JSON."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from dpexact.kernel import check
from dpexact.kernel.document import digest

OUTPUTS = 10**6


@pytest.fixture(scope="module")
def text() -> str:
    """A certificate of the kind "private" with a common denominator of about 50 bits."""
    source = random.Random(1)
    rows = [[source.getrandbits(30) + 1 for _ in range(OUTPUTS - 1)] for _ in range(2)]
    whole = max(map(sum, rows)) + 1
    statement: dict[str, Any] = {
        "kind": "private",
        "generators": {"exponent": ["7", "1"], "base": ["1", "1"], "degree": 1},
        "inputs": ["a", "b"],
        "outputs": list(range(OUTPUTS)),
        "weights": {
            "denominator": format(whole, "x"),
            "rows": [[format(value, "x") for value in (*row, whole - sum(row))] for row in rows],
        },
        "pairs": [[0, 1], [1, 0]],
        "exp_epsilon": [[["1", 1, 0]], "1"],
        "delta": ["1", "2"],
    }
    content = {"format": "dpexact-certificate/1", "statement": statement, "evidence": {}}
    return json.dumps({**content, "digest": digest(statement, {})})


@pytest.mark.benchmark(group="a certificate of two rows of 10^6")
@pytest.mark.parametrize("work", [lambda text: json.dumps(json.loads(text)), check], ids=["JSON", "check"])
def test_check_beside_reading(benchmark: Any, text: str, work: Any) -> None:
    """The factor of `check` over JSON is what to look at."""
    benchmark.pedantic(work, args=(text,), rounds=3)
