"""The documents of vectors/certificates-by-hand.md: both checkers come to the verdict that was worked out by hand."""

import json
import re
from pathlib import Path

import pytest

from dpexact import kernel, second
from tests.each import each
from tests.forgeries.forged import verdict
from tests.vectors.certificates.build import sealed

PAGE = Path(__file__).parent.parent.parent / "vectors" / "certificates-by-hand.md"
EXAMPLE = re.compile(
    r"## (\d+)\. [^`]*```json\n(.*?)```.*?\*\*(?:Accepted\.\*\*|Rejected\*\* \(`([\w-]+)`\))", re.DOTALL
)
TEN = [(int(n), document, fault) for n, document, fault in EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))]


def test_there_are_ten() -> None:
    assert [(n, bool(fault)) for n, _, fault in TEN] == [(n, n in (2, 4, 5, 7, 8)) for n in range(1, 11)]


@each("module", [kernel, second])
@each(("n", "document", "fault"), TEN)
def test_a_checker_agrees_with_the_page(n: int, document: str, fault: str, module: object) -> None:
    assert (n, verdict(document, module)) == (n, fault)


@pytest.mark.parametrize("module", [kernel, second])
def test_the_remarks_of_the_page(module: object) -> None:
    reduced, first = json.loads(TEN[3][1]), json.loads(TEN[5][1])
    reduced["statement"]["exp_epsilon"] = [[["1", 0, 1]], "1"]
    assert verdict(sealed(reduced["statement"], {}), module) == ""
    assert verdict(sealed(first["statement"], {}), module) == "format"
