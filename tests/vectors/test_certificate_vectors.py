"""The certificate vectors: what both checkers and the schema say of each; the reasons were set by hand."""

import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from dpexact import kernel, second
from tests.vectors.certificates.make import files

HERE = Path(__file__).parent / "certificates"
COMMITTED = Path(__file__).parents[2] / "proofs" / "certificates"
INDEX: dict[str, dict[str, dict[str, str]]] = json.loads((HERE / "index.json").read_text(encoding="utf-8"))
EXPECTED = {
    (folder, name): entry.get("check", "") for folder, entries in INDEX.items() for name, entry in entries.items()
}
# The checks that a document can fail by itself.
BY_PAGE = """
json structure format digest kind generators label number pairs witness-pair event denominator entry-sign
row-sum exp-epsilon delta bound violation attained free relation position primal dual-sign dual-column value
farkas ray answer rainbow fixed order multiplier maximum witness contradiction kernel score connected part law
places edges lattice direction groups size
"""
# Two faults in one, in an order that the page does not fix: the kernel names the other one.
KERNEL_NAMES = {
    "generators-free-graph": "structure",
    "generators-given-for-all": "structure",
    "generators-free-order": "structure",
    "generators-free-maximal": "structure",
    "generators-free-composition": "structure",
}
# What a schema sees, by the kinds of faults; it also sees some of the others.
SCHEMA_SEES = ("format", "kind", "answer", "order", "relation", "structure-more", "structure-no", "structure-quotient")
BEYOND_SCHEMA = {"number-power", "number-terms", "number-roots", "number-constant"} | {
    "structure-levels",
    "structure-more-levels",
}


def failed(check: Callable[[str], object], error: type[Exception], text: str) -> str:
    """The failed check, "" if none does."""
    try:
        check(text)
    except error as rejected:
        return str(getattr(rejected, "check"))  # noqa: B009 - both checkers have a class Rejected of their own
    return ""


def text_of(folder: str, name: str) -> str:
    return (HERE / folder / f"{name}.json").read_bytes().decode()


@pytest.mark.slow
def test_the_second_checker_agrees() -> None:
    found = {where: failed(second.check, second.Rejected, text_of(*where)) for where in EXPECTED}
    assert {where: check for where, check in found.items() if check != EXPECTED[where]} == {}


@pytest.mark.slow
def test_what_is_proved_is_the_statement() -> None:
    for name in INDEX["accepted"]:
        text = text_of("accepted", name)
        assert second.check(text) == second.check(json.loads(text)) == json.loads(text)["statement"], name


def test_the_kernel_agrees() -> None:
    expected = {where: KERNEL_NAMES.get(where[1], check) for where, check in EXPECTED.items()}
    found = {where: failed(kernel.check, kernel.Rejected, text_of(*where)) for where in EXPECTED}
    assert {where: check for where, check in found.items() if check != expected[where]} == {}


def test_the_files_are_those_of_the_program() -> None:
    made = files()
    assert made.keys() == {f"{folder}/{name}.json" for folder, name in EXPECTED}
    found = {path.relative_to(HERE).as_posix(): path.read_bytes().decode() for path in HERE.glob("*/*.json")}
    assert found == made


def test_every_check_of_the_page_has_its_vector() -> None:
    assert {entry["check"] for entry in INDEX["rejected"].values()} == set(BY_PAGE.split())
    kinds = {json.loads(text_of("accepted", name))["statement"]["kind"] for name in INDEX["accepted"]}
    assert len(kinds) == 14
    assert all(entry["why"] for entries in INDEX.values() for entry in entries.values())


def schema() -> Any:
    text = resources.files("dpexact.certificates").joinpath("certificate.schema.json").read_text(encoding="utf-8")
    return jsonschema.Draft202012Validator(json.loads(text))


@pytest.mark.long
def test_the_schema_accepts_what_is_accepted() -> None:
    jsonschema.Draft202012Validator.check_schema(schema().schema)
    paths = [*(HERE / "accepted").glob("*.json"), *COMMITTED.rglob("*.json")]
    assert len(paths) > 100
    for path in paths:
        schema().validate(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.slow
def test_the_schema_rejects_what_is_not_written_as_the_page_says() -> None:
    validator = schema()
    seen = 0
    for name in INDEX["rejected"]:
        if name.startswith((*SCHEMA_SEES, "number")) and not name.startswith(tuple(BEYOND_SCHEMA)):
            assert not validator.is_valid(json.loads(text_of("rejected", name))), name
            seen += 1
    assert seen > 30
    for name in INDEX["rejected"]:
        if name.startswith(("bound", "violation", "attained", "digest-wrong", "row-sum", "delta", "maximum", "primal")):
            assert validator.is_valid(json.loads(text_of("rejected", name))), name
