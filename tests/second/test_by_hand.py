"""The ten documents of vectors/certificates-by-hand.md: both checkers come to the verdict that was worked out by hand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from dpexact.kernel import Rejected, check
from dpexact.second import Rejected as SecondRejected
from dpexact.second import check as second_check
from tests.forgeries.forged import sealed

PAGE = Path(__file__).parent.parent.parent / "vectors" / "certificates-by-hand.md"
EXAMPLE = re.compile(
    r"## (\d+)\. [^`]*```json\n(.*?)```.*?\*\*(?:Accepted\.\*\*|Rejected\*\* \(`([\w-]+)`\))", re.DOTALL
)
TEN = [(int(n), document, failed) for n, document, failed in EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))]


def test_there_are_ten() -> None:
    assert [n for n, _, _ in TEN] == list(range(1, 11))
    assert [n for n, _, failed in TEN if failed] == [2, 4, 5, 7, 8]


@pytest.mark.parametrize(("n", "document", "failed"), TEN)
def test_both_checkers_agree_with_the_page(n: int, document: str, failed: str) -> None:
    for checker, refusal in ((check, Rejected), (second_check, SecondRejected)):
        assert verdict(checker, refusal, document) == failed, n


def verdict(checker: Any, refusal: Any, document: str) -> str:
    try:
        checker(json.loads(document))
    except refusal as rejected:
        return str(rejected.check)
    return ""


def test_the_remarks_of_the_page() -> None:
    reduced, first = json.loads(TEN[3][1]), json.loads(TEN[5][1])
    reduced["statement"]["exp_epsilon"] = [[["1", 0, 1]], "1"]
    first["format"] = "dpexact-certificate/1"
    for document, failed in ((sealed(reduced), ""), (sealed(first), "format")):
        assert verdict(check, Rejected, json.dumps(document)) == failed
        assert verdict(second_check, SecondRejected, json.dumps(document)) == failed
