"""`dpexact quantities`: what is listed, what a word finds, and that every example can be pasted and is right."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpexact.audit.auditor import audit
from dpexact.audit.claim_row import comment_text, toml_row
from dpexact.audit.claim_table import read_claim_table
from dpexact.audit.paper import registered
from dpexact.audit.printed import Claim
from dpexact.papers.catalogue import papers
from tests.golden.run import ran

OWN = """\
from dpexact.audit import Quantity
from dpexact import exact
QUANTITIES = (Quantity("mine.twice", ("x",), lambda x: 2 * exact(x), "neither", "made up"),)
"""


def listed(*words: str) -> Any:
    found = ran("quantities", *words, "--format", "json")
    assert found.status == 0, found.complaint
    return json.loads(found.out)


@pytest.mark.slow
def test_every_quantity_has_an_example() -> None:
    found = listed()
    assert [one["name"] for one in found] == list(registered(papers()))
    assert [one["name"] for one in found if one["example"]["markdown"] is None] == []


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "suffix"), [("toml", "toml"), ("markdown", "md")])
def test_every_example_can_be_pasted_and_is_right(tmp_path: Path, kind: str, suffix: str) -> None:
    found = [one for one in listed() if one["example"][kind] is not None]
    path = tmp_path / f"examples.{suffix}"
    path.write_text("\n\n".join(one["example"][kind] for one in found), encoding="utf-8")
    result = audit([path])
    assert [row.claim.quantity for row in result.entries] == [one["name"] for one in found]
    assert result.as_expected, [str(row.error) or row.id for row in result.entries if not row.as_expected]


@pytest.mark.slow
def test_what_a_word_finds() -> None:
    def names(word: str) -> list[str]:
        return [one["name"] for one in listed(word)]

    assert names("gaussian.delta") == ["gaussian.delta"]  # this very name, not also discrete_gaussian.delta
    assert names("RAPPOR") == ["rappor.epsilon"]
    assert names("clipping norm") == ["dp_sgd.delta", "dp_sgd.epsilon"]  # in the assumptions
    (one,) = listed("laplace.delta")[:1]
    assert one["parameters"] == ["scale", "sensitivity", "epsilon"]
    assert one["optional"] == ["rate", "relation"]
    assert one["safe"] == "larger"


@pytest.mark.slow
def test_the_text() -> None:
    everything, one = ran("quantities").out, ran("quantities", "gaussian.sigma").out
    assert len(everything.splitlines()) == len(registered(papers())) + 2
    assert "[truncation]" in everything
    assert 'parameters = { epsilon = "1", delta = "1e-5", sensitivity = "1" }\nprinted = "3.731"' in one
    assert "3.731 <!-- dpexact: 3.731 = gaussian.sigma(epsilon=1, delta=1e-5, sensitivity=1) -->" in one


@pytest.mark.parametrize(
    ("word", "said"), [("gausian.delta", "did you mean gaussian.delta"), ("", "lists all"), (" ", "lists all")]
)
def test_a_word_that_finds_nothing(word: str, said: str) -> None:
    found = ran("quantities", word)
    assert (found.status, found.out) == (2, "")
    assert f"WORD: expected a word of a quantity, got {word!r}" in found.complaint
    assert said in found.complaint


@pytest.mark.slow
def test_quantities_of_ones_own_have_no_example(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(OWN)
    (one,) = listed("mine", "--quantities", str(path))
    assert (one["name"], one["example"]) == ("mine.twice", None)
    assert "no example" in ran("quantities", "mine", "--quantities", str(path)).out


@pytest.mark.slow
@given(st.text(max_size=12).filter(str.strip), st.text(max_size=12).filter(str.strip))
def test_a_written_row_is_read_back(tmp_path_factory: pytest.TempPathFactory, identity: str, text: str) -> None:
    claim = Claim(identity.strip(), "x", "formula", {"expression": "a", "a": text}, "1", "rounded")
    path = tmp_path_factory.mktemp("rows") / "a.toml"
    path.write_text(toml_row(claim), encoding="utf-8", newline="")
    assert read_claim_table(path).claims == (claim,)


@pytest.mark.slow
@given(st.text(alphabet="ab \"'=-,;\t", min_size=1, max_size=8).filter(str.strip))
def test_a_written_comment_is_read_back(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    written = comment_text(Claim("i", "x", "formula", {"expression": "a", "a": text}, "1", "at-most"))
    if written is None:
        assert {"'", '"'} <= set(text) or "-->" in text
        return
    path = tmp_path_factory.mktemp("texts") / "a.md"
    path.write_text(written, encoding="utf-8")
    (claim,) = read_claim_table(path).claims
    assert (claim.parameters["a"], claim.printed, claim.meaning) == (text, "1", "at-most")
