"""The definitions under each theorem of Rocq: named, compared, said with the theorems that they touch; without Rocq."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from dpexact.audit.paper import project_folder
from proofs.rocq import check, depends
from tests.refusals import refuses

FOLDER = project_folder("proofs") / "rocq"
BOOK: dict[str, Any] = json.loads((FOLDER / "statements.json").read_text(encoding="utf-8"))
THEOREMS: dict[str, dict[str, str]] = BOOK["theorems"]


def theorem(kind: str, *names: str) -> dict[str, str]:
    return {"kind": kind, "definitions": ", ".join(names)}


SMALL = {
    "Events.attained": theorem("theorem", "Definitions.prob", "Definitions.hockey_stick"),
    "Events.other": theorem("theorem", "Definitions.prob"),
    "Examples.prob_event": theorem("example", "Definitions.prob", "Examples.law"),
    "Events.plain": theorem("theorem"),
}
OLD = {"Definitions.prob": "1", "Definitions.hockey_stick": "2", "Definitions.gone": "3"}


def test_each_name_in_a_statement_is_listed_under_it() -> None:
    files = "|".join(depends.places())
    for name, one in THEOREMS.items():
        printed = set(re.findall(rf"(?<![\w.'])((?:{files})\.[A-Za-z_][\w']*)", one["statement"]))
        types = {"Definitions.Le", "Definitions.Eq", "Definitions.Ge", "Definitions.Program"}  # constructors
        plain = {use for use in printed if use.partition(".")[0] in check.DEFINED} - types
        fields = dict.fromkeys(("free", "objective", "sign", "row", "bound"), "Definitions.program")
        fields["integrates"] = "DefinitionsLaws.integral"
        plain = {fields.get(use.partition(".")[2], use) for use in plain}
        assert plain <= set(check.uses(one)), name


def test_each_definition_has_its_digest() -> None:
    under = {use for one in THEOREMS.values() for use in check.uses(one)}
    assert under <= set(BOOK["definitions"])
    digests = [*BOOK["definitions"].values(), *(one["whole"] for one in THEOREMS.values())]
    assert all(re.fullmatch(rf"[0-9a-f]{{{depends.DIGITS}}}", digest) for digest in digests)
    without_implicit_arguments = "Definitions.tight_delta (Definitions.neighbours D N) E d "
    assert without_implicit_arguments in THEOREMS["CountOptimal.definition_2_optimal"]["statement"]
    assert "Definitions.prob" in check.uses(THEOREMS["RainbowBoundary.theorem_3"])  # by greatest, feasible, private
    assert "Definitions.noise" not in check.uses(THEOREMS["RainbowBoundary.theorem_3"])


def test_what_theorems_say_is_defined_where_a_reader_looks() -> None:
    under = {use for one in THEOREMS.values() if one["kind"] == "theorem" for use in check.uses(one)}
    elsewhere = {use.partition(".")[0] for use in under} - set(check.DEFINED)
    assert elsewhere <= set(check.EXCEPTIONS)


@pytest.mark.parametrize(
    ("name", "digest", "said"),
    [
        ("prob", "9", "changed; under 2 theorems and 1 examples: Events.attained, Events.other"),
        ("hockey_stick", "9", "changed; under 1 theorems and 0 examples: Events.attained"),
        ("gone", None, "is gone; under 0 theorems and 0 examples: "),
        ("more", "4", "is new; under 0 theorems and 0 examples: "),
    ],
)
def test_a_changed_definition_is_named_with_its_theorems(name: str, digest: str | None, said: str) -> None:
    new = {key: value for key, value in {**OLD, f"Definitions.{name}": digest}.items() if value is not None}
    assert check.touched(OLD, new, SMALL) == [f"Definitions.{name} {said}"]
    assert check.touched(OLD, OLD, SMALL) == []


def book(**changed: object) -> dict[str, Any]:
    return {"rocq": "8", "digest": "d", "statements": "s", "theorems": SMALL, "definitions": OLD} | changed


def test_a_proof_that_changed_touches_nothing_and_a_changed_statement_is_named() -> None:
    (first, second) = check.differences(book(), book(digest="e"))
    assert first == "the sources changed, but no statement and no definition under one: a proof, a comment, a lemma"
    assert second.startswith("statements.json: digest is d, now e")
    assert check.differences(book(), book()) == []
    new = SMALL | {"Events.other": theorem("theorem")}
    assert check.differences(book(), book(theorems=new)) == ["Events.other: statements.json and Rocq differ"]


def definitions(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, **known: depends.Definition) -> depends.Definitions:
    monkeypatch.setattr(depends, "HERE", tmp_path)
    (tmp_path / "_CoqProject").write_text("-Q . DPExact\nDefinitions.v\nchecker/Checker.v\n")
    (tmp_path / "Definitions.glob").write_text("rec 1:2 <> program\nproj 3:4 <> free\nconstr 5:6 <> Program\n")
    (tmp_path / "checker").mkdir()
    (tmp_path / "checker/Checker.glob").write_text("def 1:2 <> accept\n")
    found = depends.Definitions(["Definitions", "Checker"])
    found.known |= {name.replace("__", "."): one for name, one in known.items()}
    return found


def test_a_source_that_changed_after_it_was_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its theorems would be looked for in wrong places; its compiled file goes, however young, and make starts anew."""
    source, compiled, told = (tmp_path / f"Checker.{end}" for end in ("v", "vo", "glob"))
    for module in ("check.depends", "check"):
        monkeypatch.setattr(f"proofs.rocq.{module}.HERE", tmp_path)
    (tmp_path / "_CoqProject").write_text("-Q . DPExact\nChecker.v\n")
    source.write_bytes(b"Theorem one : True.\n")
    told.write_text("DIGEST 51e0c40e66fb06fb6cda4de4b04a8e28\nFDPExact.Checker\nprf 8:10 <> one\n")
    made = []

    def make(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        made.append(compiled.exists())
        compiled.touch()
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr("proofs.rocq.check.subprocess.run", make)
    compiled.touch()
    assert (check.compiled(["Checker"]), made) == (True, [True])
    source.write_bytes(b"(* first *) Theorem one : True.\n")
    assert (check.compiled(["Checker"]), made) == (False, [True, False])  # this make left the old list of theorems
    assert "changed after it was compiled: Checker" in capsys.readouterr().out


def test_names_of_ours(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = definitions(monkeypatch, tmp_path)
    printed = "forall x : T, @Definitions.prob R x = @DPExact.checker.Checker.accept (Sort T) (Definitions.free x)"
    assert found.named(printed) == {"Definitions.prob", "Checker.accept", "Definitions.program"}
    assert found.named("MyDefinitions.prob Definitions x.Definitions.y") == frozenset()
    refuses(ValueError, "a module inside a file", found.named, "Definitions.U.prob")


def test_faults(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plain, lemma = depends.Definition("b", frozenset(), lemma=False), depends.Definition("b", frozenset(), lemma=True)
    found = definitions(
        monkeypatch, tmp_path, Definitions__prob=plain, Checker__accept=plain, Rainbow__top=plain, Rainbow__proof=lemma
    )
    monkeypatch.setattr(check, "EXCEPTIONS", {"Checker": "a reason", "Numbers": "no need"})
    answers = {"A.b": theorem("theorem", "Definitions.prob", "Checker.accept", "Rainbow.top", "Rainbow.proof")}
    answers["Examples.c"] = theorem("example", "Rainbow.top")
    assert check.faults(answers, {"Examples.c": frozenset({"Rainbow.top"})}, found) == [
        "Definitions.prob is under a theorem, and no example names it",
        f"Rainbow.top is under a theorem and not in {', '.join(check.DEFINED)}",
        "Numbers needs no exception",
    ]
    assert check.faults({"A.b": theorem("example", "Rainbow.top")}, {}, found) == [
        "Checker needs no exception",
        "Numbers needs no exception",
    ]


def test_under_goes_all_the_way(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    one = depends.Definition("b", frozenset({"Definitions.two"}), lemma=False)
    two = depends.Definition("b", frozenset({"Definitions.three"}), lemma=False)
    three = depends.Definition("b", frozenset(), lemma=False)
    found = definitions(monkeypatch, tmp_path, Examples__one=one, Definitions__two=two, Definitions__three=three)
    assert found.under(["Examples.one"]) == ["Definitions.three", "Definitions.two", "Examples.one"]
    assert found.under(["Examples.one"], through=r"Examples\.") == ["Definitions.two", "Examples.one"]
