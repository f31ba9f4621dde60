"""Proof files that an unlucky author writes: of something false or of nothing. Each is refused."""

from pathlib import Path

import pytest

from dpexact.audit.paper import Paper
from dpexact.papers.proving import ProofError, load_file
from tests.beside import beside

BESIDE = beside(__file__)

FILE = '''"""All is well."""

from __future__ import annotations

from fractions import Fraction

from dpexact.papers.proving import Certified, Compared, Counterexample, Exhaustive, Proof
{above}

proof = Proof(__doc__)


@proof.conclusion
def step():
    """It is so."""
    return {evidence}
'''
SMALL = 'Exhaustive("small", {"n": [1]}, lambda n: n < 2)'  # true, beside what stands above it


def every(predicate: str, domain: str = "[1, 2, 3]", where: str = "") -> str:
    """Return evidence that something holds for all n."""
    return f'Exhaustive("it is so", {{"n": {domain}}}, lambda n: {predicate}{where and f", where=lambda n: {where}"})'


def against(conclusion: str, n: str = "1", conditions: str = "n > 0") -> str:
    """Return evidence that something fails for one n."""
    return f'Counterexample("it is so", {{"n": {n}}}, lambda n: {conditions}, lambda n: {conclusion})'


def refused(folder: Path, evidence: str, above: str = "") -> str:
    """Return the check that refuses a proof file with this evidence, "" if it is accepted."""
    path = folder / "toy.py"
    path.write_text(FILE.format(evidence=evidence, above=above), encoding="utf-8")
    try:
        load_file(path).run()
    except ProofError as error:
        return error.check
    return ""


FLOATS = BESIDE["floats"]
LOW = "def low(n):\n    return n > 9\nBOTH = low(1), low(2)"
PAIRS = "((p, q) for p in range(3) for q in range(3))"
FALSE_BELOW = 'Exhaustive("p + q < n", {"n": [5, 4, 3, 2, 1]}, lambda n: all(p + q < n for p, q in '
HOLLOW = BESIDE["hollow"]


@pytest.mark.parametrize("forged", FLOATS.values(), ids=FLOATS)
def test_a_number_that_is_not_exact(forged: tuple[str, str], tmp_path: Path) -> None:
    assert refused(tmp_path, *forged) == "inexact"


@pytest.mark.parametrize("forged", HOLLOW.values(), ids=HOLLOW)
def test_evidence_that_shows_nothing(forged: tuple[str, str, str], tmp_path: Path) -> None:
    evidence, above, check = forged
    assert refused(tmp_path, evidence, above) == check


VERDICT = "from dpexact import Mechanism, NeighborGraph, verify\nM = Mechanism.from_rows([0], [0], [[1]])"
HONEST = BESIDE["honest"]


@pytest.mark.parametrize("honest", HONEST.values(), ids=HONEST)
def test_evidence_that_shows_something(honest: tuple[str, str], tmp_path: Path) -> None:
    assert refused(tmp_path, *honest) == ""


def test_the_package_of_the_paper_is_for_its_proofs_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And of it what it defines: `arb` stays what it is."""
    (tmp_path / "toypaper").mkdir()
    text = "from flint import arb\nfrom fractions import Fraction\n\ndef third(n):\n    return Fraction(n, 3)\n"
    (tmp_path / "toypaper" / "__init__.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    papers = [Paper("toypaper", "A toy", proofs=tmp_path)]

    def refusal(name: str, imported: str, evidence: str) -> str:
        text = FILE.format(evidence=evidence, above=f"from toypaper import {imported}")
        (tmp_path / "toy.py").write_text(text, encoding="utf-8")
        try:
            load_file(tmp_path / "toy.py", name, papers).run()
        except ProofError as error:
            return error.check
        return ""

    assert refusal("toypaper/toy", "third", every("third(n) * 3 == n")) == ""
    assert refusal("toypaper/toy", "arb", against("arb(n) / 3 * 3 == 1")) == "inexact"
    assert refusal("rainbow/toy", "third", every("third(n) * 3 == n")) == "inexact"
    assert refusal("", "third", every("third(n) * 3 == n")) == "inexact"


def test_all_is_told_that_is_never_reached(tmp_path: Path) -> None:
    path = tmp_path / "toy.py"
    evidence = every("(n < 9 or n > 99) and all(n > k + 9 for k in range(n, n))")
    path.write_text(FILE.format(evidence=evidence, above=""), encoding="utf-8")
    with pytest.raises(ProofError) as caught:
        load_file(path).run()
    assert str(caught.value) == (
        "hollow: line 16: an operand that is never evaluated: n > 99;"
        " line 16: elements of which there is none: n > k + 9"
    )


DECEIVING = BESIDE["deceiving"]


@pytest.mark.parametrize("accepted", DECEIVING.values(), ids=DECEIVING)
def test_what_a_reader_has_to_see(accepted: tuple[str, str], tmp_path: Path) -> None:
    assert refused(tmp_path, *accepted) == ""
