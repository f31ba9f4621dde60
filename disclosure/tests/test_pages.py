"""The pages of this folder: their form, and that they say what is on record. `.ci/slow upstream` runs them."""

from __future__ import annotations

import ast
import json
import re
from typing import TYPE_CHECKING

import pytest

from disclosure import upstream
from disclosure.upstream import QUOTATION, Page, agree, faults, pages
from dpexact.crosscheck.library import chosen_libraries, shipped_table
from dpexact.crosscheck.samplers import recorded
from tests.each import each

if TYPE_CHECKING:
    from pathlib import Path

EVERY = chosen_libraries(None)  # in a checkout with what is withheld
LINE = "\n---\n\nBelow the line are notes of ours, which are not pasted.\n"
OWN = (
    "dpexact",
    "embargo",
    "rivate contact",
    "ready to send",
    "more libraries",
    "Status:",
    ".md)",
    "we have not",
    "We see no",
)
HEADINGS = [
    "Reproduction",
    "The true number",
    "What is promised",
    "Who is affected",
    "Patch",
    "Regression test",
    "Known threads",
    "What the author may answer",
]
PAGES = pages()
BY_HAND = [upstream.PAGES / name for name in ("dppack.md", "ipa.md")]  # not run by `.ci/slow`
ALL = [*PAGES, *(Page(path, path.read_text(encoding="utf-8")) for path in BY_HAND)]
COMPOSED = upstream.PAGES / "withheld" / "composed.json"
MORE = "".join(
    path.read_text(encoding="utf-8")
    for path in (upstream.PAGES / "withheld" / "pages.md", upstream.PAGES.parent / "dev" / "crosscheck-more.md")
)
TABLES = {library.name: shipped_table(library) for library in EVERY}


def notes(page: Page) -> str:
    """The notes below the line, without what wrapping does."""
    return " ".join(page.text.partition(LINE)[2].split())


def asked(page: Page) -> list[tuple[str, str]]:
    """The library and the case of each `--case` that the page names."""
    return re.findall(r"crosscheck(?: --samplers)? (\S+) --case (\S+?)`", notes(page))


@each("page", PAGES, ids=lambda page: page.path.stem)
def test_a_page_has_all_parts_and_a_short_public_reproduction(page: Page) -> None:
    found = re.findall(r"^## (.+)$", page.text, re.MULTILINE)
    assert [heading for heading in found if heading != "The loss"] == HEADINGS
    program = page.blocks("Reproduction")["python"]
    assert len([line for line in program.splitlines() if line.strip()]) <= 12
    tree = ast.parse(program)
    names = [node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    parts = [part for node in imports for part in (getattr(node, "module", "") or "").split(".")]
    parts += [part for node in imports for alias in node.names for part in alias.name.split(".")]
    private = [name for name in [*names, *parts] if name.startswith("_") and not name.endswith("__")]
    assert private == []
    assert "dpexact" not in parts
    assert all(
        "mpmath" in page.blocks(heading)["python"] for heading in found if heading in ("The true number", "The loss")
    )
    assert QUOTATION.findall(page.blocks("What is promised")["text"])
    assert "test_" in page.blocks("Regression test")["python"]


@each("page", PAGES, ids=lambda page: page.path.stem)
def test_a_page_names_a_case_that_is_on_record(page: Page) -> None:
    name, version = page.release
    if name == "smartnoise-sql":
        assert "dpexact audit smartnoise" in notes(page)
        return
    if name == "gdpnum":
        assert "benchmarks/crosscheck_composed.py" in notes(page)
        assert json.loads(COMPOSED.read_text(encoding="utf-8"))["version"] == version
        return
    if question := re.search(r'- Question: "(.+?)" of', notes(page)):
        row = next(line for line in MORE.splitlines() if f"| {name} | {question[1]} |" in line)
        assert row.endswith("| **too small** |")
        return
    assert asked(page)
    for library, case in asked(page):
        if library not in TABLES:
            result = recorded()[f"{library} {case}"]
            assert (result.version, result.verdict) == (version, "broken")
            assert "new" in notes(page)
            continue
        table = TABLES[library]
        assert table.version == version
        assert case in {row.id for row in table.cases}
        finding = table.finding(case.partition(":")[0])
        assert finding is not None
        assert (not finding.known) == ("Status: new" in notes(page))
        assert finding.known.rpartition("/")[2][:7] in page.text


def test_every_usable_finding_has_a_page() -> None:
    seen = {(library, case.partition(":")[0]) for page in PAGES for library, case in asked(page)}
    for name, table in TABLES.items():
        for finding in table.findings:
            assert not finding.usable or any((name, probe) in seen for probe in finding.probes), finding.says
    broken = {row for row, result in recorded().items() if result.verdict == "broken"}
    assert broken <= {f"{library} {case}" for page in PAGES for library, case in asked(page)}


@each("page", PAGES, ids=lambda page: page.path.stem)
def test_the_list_says_of_each_page_what_it_says(page: Page) -> None:
    rows = (page.path.parent / "README.md").read_text(encoding="utf-8")
    row = next(line for line in rows.splitlines() if line.startswith(f"| [{page.path.stem}]("))
    assert ("private contact first" in row) == ("**Private contact first**" in page.text)
    assert ("known" in row) == ("Status: known" in notes(page))


@each("page", ALL, ids=lambda page: page.path.stem)
def test_the_issue_stands_above_the_line_without_our_notes(page: Page) -> None:
    assert page.text.count(LINE) == 1
    issue, _, below = page.text.partition(LINE)
    assert [word for word in OWN if word in issue] == []
    assert re.findall(r"^## (.+)$", below, re.MULTILINE) == ["What the author may answer"]
    assert "- To be sent: " in below


def test_digits_count_unless_they_are_drawn() -> None:
    assert agree("step\n0.55\n", "0.55\n", drawn=False)
    assert not agree("0.56\n", "0.55\n", drawn=False)
    assert agree("mean 0.56\n", "mean 0.55\n", drawn=True)
    assert not agree("mean 0.60\n", "mean 0.55\n", drawn=True)
    assert not agree("median 0.55\n", "mean 0.55\n", drawn=True)


@pytest.mark.slow
def test_what_is_not_so_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page about a package made for this: right, and wrong in each of its parts."""
    package = tmp_path / "madeup"
    package.mkdir()
    (package / "__init__.py").write_text('"""Adds exactly."""\ndef add(a, b):\n    return a + b + 1\n', "utf-8")
    information = tmp_path / "madeup-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: madeup\nVersion: 1.0\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    right = """# madeup: 1 + 1 is 3
- Against: madeup 1.0
## Reproduction
```python
import madeup
print(madeup.add(1, 1))
```
```text
3
```
## The true number
```python
print(1 + 1)
```
```text
2
```
## What is promised
```text
madeup/__init__.py:1: Adds exactly.
```
## Patch
```diff
--- a/madeup/__init__.py
+++ b/madeup/__init__.py
@@ -3,1 +3,1 @@
-    return a + b + 1
+    return a + b
```
## Regression test
```python
import madeup
def test_add():
    assert madeup.add(1, 1) == 2
```
"""
    path = tmp_path / "1.md"
    assert faults(Page(path, right)) == []
    for old, new, said in [
        ("madeup 1.0", "madeup 1.1", "madeup 1.1 is asked, 1.0 is installed"),
        ("madeup 1.0", "other-one 1.0", "no release is installed"),
        ("\n3\n", "\n4\n", "Reproduction: prints"),
        ("\n2\n", "\n1\n", "The true number: prints"),
        ("print(1 + 1)", "raise SystemExit(3)", "The true number: ends with 3"),
        ("py:1:", "py:2:", "not on its line"),
        ("Adds exactly.\n", "Adds nearly.\n", "not on its line"),
        ("+    return a + b\n", "+    return a - b\n", "fails with the patch"),
        ("-    return a + b + 1", "-    return a + b + 2", "does not apply"),
        ("(1, 1) == 2", "(1, 1) == 3", "passes on the release"),
    ]:
        assert right.count(old) >= 1
        assert said in "; ".join(faults(Page(path, right.replace(old, new)))), new
    assert upstream.PROGRAMS[0] == HEADINGS[0]
