"""The pages: reachable from the first, wrapped, linked; and the lessons do what they say."""

import doctest
import json
import os
import re
import runpy
import shlex
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from tests.values import written

ROOT = Path(__file__).parents[2]
DOCS, DEV = ROOT / "docs", ROOT / "dev"
MENU = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
LESSONS = sorted(page for page in DOCS.rglob("*.md") if "```console\n" in page.read_text(encoding="utf-8"))
DEV_PAGES = sorted(path.relative_to(ROOT).as_posix() for path in DEV.glob("*.md"))
FENCE = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def test_every_page_is_in_the_menu_once() -> None:
    named = re.findall(r"(\S+\.md)$", MENU.partition("\nnav:\n")[2], re.MULTILINE)
    assert sorted(named) == PAGES


def test_a_page_has_the_title_that_the_menu_has() -> None:
    titles = re.findall(r'^ +- "?(.+?)"?: (\S+\.md)$', MENU.partition("\nnav:\n")[2], re.MULTILINE)
    found = [(title, (DOCS / page).read_text(encoding="utf-8").partition("\n")[0]) for title, page in titles]
    assert [(title, head) for title, head in found if head not in (f"# {title}", "# dpexact")] == []
    assert len(titles) == len(PAGES) <= 36


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<p>k \\< D</p>", "a backslash"),
        ("<p>see docs/faults.md</p>", "a bare path: docs/faults.md"),
        ('<a href="none.html">here</a>', "a link that leads nowhere: none.html"),
        ('<img src="https://example.org/a.png">', "from elsewhere"),
        ('<p>fine</p><code>docs/faults.md \\</code><a href="page.html#x">here</a>', ""),
    ],
)
def test_the_program_that_checks_the_site_finds_each_fault(body: str, fault: str, tmp_path: Path) -> None:
    page = written(tmp_path / "page.html", f"<html><body>{body}</body></html>")
    found = runpy.run_path(str(DEV / "check_site.py"))["faults"](page)
    assert len(found) == bool(fault)
    assert not fault or found[0].startswith(fault)


def test_no_page_has_a_heading_twice() -> None:
    texts = {page: FENCE.sub("", (DOCS / page).read_text(encoding="utf-8")) for page in PAGES}
    headings = {page: re.findall(r"^#+ .+$", text, re.MULTILINE) for page, text in texts.items()}
    twice = {page: sorted({head for head in heads if heads.count(head) > 1}) for page, heads in headings.items()}
    assert {page: heads for page, heads in twice.items() if heads} == {}


def test_no_line_is_too_long() -> None:
    done = subprocess.run(
        [sys.executable, str(DEV / "wrap.py"), "--check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_no_line_of_a_sum_begins_a_list() -> None:
    """Lists have `-`; a line of a paragraph that begins with `+` would be an item to GitHub, and is not one here."""
    texts = {page: FENCE.sub("", (DOCS / page).read_text(encoding="utf-8")) for page in PAGES}
    found = {page: re.findall(r"^ {0,3}[+*] .*", text, re.MULTILINE) for page, text in texts.items()}
    assert {page: lines for page, lines in found.items() if lines} == {}


def test_a_line_that_is_too_long_is_named_and_wrapped(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    program = written(folder / "wrap.py", (DEV / "wrap.py").read_text(encoding="utf-8"))
    words = "a <= b * c" + " + 2/3" * 25
    kept = "| " + "cell " * 40 + "|\n\n```text\n" + "code " * 40 + "\n```\n\n    " + "indented " * 20 + "\n"
    page = written(folder / "page.md", f"# Title\n\n{words}\n\n- {words}\n- short\n\n{kept}")
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    checked = [sys.executable, str(program), "--check"]
    done = subprocess.run(checked, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.startswith("docs/page.md: lines [3, 5, 8")
    assert subprocess.run(checked[:2], check=False).returncode == 0
    assert subprocess.run(checked, check=False).returncode == 0
    text = page.read_text(encoding="utf-8")
    assert text.endswith(f"- short\n\n{kept}")
    paragraph, item = text.removeprefix("# Title\n\n").split("\n\n- ")
    assert " ".join(paragraph.split()) == " ".join(item.partition("\n- short")[0].split()) == words
    lines = [*paragraph.splitlines(), *item.partition("\n- short")[0].splitlines()]
    assert max(map(len, lines)) <= 120
    assert not any(line.lstrip().startswith("+ ") for line in lines)  # that would begin a list


def test_every_link_to_a_file_leads_there() -> None:
    """The site's builder knows the links between pages; this knows those of the two pages outside of it too."""
    for page in ("README.md", "CONTRIBUTING.md", *(f"docs/{name}" for name in PAGES)):
        text = FENCE.sub("", (ROOT / page).read_text(encoding="utf-8"))
        found = [link.partition("#")[0] for link in LINK.findall(re.sub(r"`[^`\n]*`", "", text)) if ":" not in link]
        assert [link for link in found if link and not ((ROOT / page).parent / link).exists()] == [], page


def test_every_link_of_the_pages_for_maintainers_leads_there() -> None:
    texts = {page: FENCE.sub("", (ROOT / page).read_text(encoding="utf-8")) for page in DEV_PAGES}
    found = {(page, link.partition("#")[0]) for page, text in texts.items() for link in LINK.findall(text)}
    assert {(page, link) for page, link in found if ":" not in link and not (DEV / link).exists()} == set()


def test_the_pictures_are_there_and_used() -> None:
    drawn = {path.name for path in (DOCS / "pictures").glob("*.svg")}
    names = ["mkdocs.yml", "README.md", *(f"docs/{name}" for name in PAGES), *DEV_PAGES]
    texts = "".join((ROOT / name).read_text(encoding="utf-8") for name in names)
    assert {name.rpartition("/")[2] for name in re.findall(r"pictures/[\w-]+\.svg", texts)} == drawn


def test_the_picture_of_the_event_says_what_a_hand_calculation_says() -> None:
    """Geometric noise of ratio 1/2 on 0, ..., 4, clamped: 1/3 (1/2)^|d| inside, 2/3 (1/2)^|d| at both ends."""
    p, q = ([Fraction(2 if o in (0, 4) else 1, 3 * 2 ** abs(i - o)) for o in range(5)] for i in (2, 3))
    excess = [a - Fraction(3, 2) * b for a, b in zip(p, q, strict=True) if a > Fraction(3, 2) * b]
    assert sum(p) == sum(q) == 1
    for name in ("event", "verdict"):
        texts = re.findall(r">([^<>]+)</text>", (DOCS / "pictures" / f"{name}.svg").read_text(encoding="utf-8"))
        assert [text for text in texts if re.fullmatch(r"1/\d\d", text)] == [str(one) for one in excess]
        assert {"the excess of S,", f"{sum(excess)} in all"} <= set(texts)


@pytest.mark.long
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_does_what_it_says(lesson: Path, tmp_path: Path) -> None:
    """Files with a title are written, commands are run in order, and print what stands below them (`...`: anything)."""
    commands = 0
    for kind, title, text in FENCE.findall(lesson.read_text(encoding="utf-8")):
        if title:
            (tmp_path / title).write_text(text, encoding="utf-8")
        if kind == "console":
            for command, _, expected in (part.partition("\n") for part in text.removeprefix("$ ").split("\n$ ")):
                commands += 1
                printed = answer(command, tmp_path)
                assert matches(expected, printed), f"$ {command}\nexpected:\n{expected}\ngot:\n{printed}"
    assert commands > 0


def answer(command: str, folder: Path) -> str:
    """Return what the command prints, but for what it says of its progress where a machine is slow.

    `dpexact` and `pytest` are run by this interpreter.
    """
    program, *rest = shlex.split(command)
    start = {"python": [], "dpexact": ["-m", "dpexact"], "pytest": ["-m", "pytest", "-p", "no:cacheprovider"]}[program]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    done = subprocess.run(
        [sys.executable, *start, *rest],
        cwd=folder,
        env=environment | {"PYTHONPATH": str(ROOT), "NO_COLOR": "1", "COLUMNS": "80"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stdout
    return re.sub(r"^dpexact: \w+ing( [\w. ]+)? \.\.\.\n", "", done.stdout, flags=re.MULTILINE)


def matches(expected: str, printed: str) -> bool:
    """Return whether the text is what is expected, with doctest's `...` and its leniency about white space."""
    return doctest.OutputChecker().check_output(
        expected.strip(), printed.strip(), doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    )


@pytest.mark.parametrize(("expected", "printed", "same"), [("a ... c", "a b c", True), ("a ... c", "a b d", False)])
def test_what_a_lesson_shows_may_differ(expected: str, printed: str, same: bool) -> None:  # noqa: FBT001 - a table
    assert matches(expected, printed) is same


def test_the_claims_of_the_gallery_are_refuted_by_hand() -> None:
    """A claim of `dpexact plot` on the page: some output exceeds E times its probability for the other input."""
    page = (DOCS / "gallery.md").read_text(encoding="utf-8")
    claims = re.findall(r"^    dpexact plot (\S+) --claim \"log\((\d+)\),0\"$", page, re.MULTILINE)
    assert len(claims) == page.count("dpexact plot ") == 2
    for file, factor in claims:
        rows = [[Fraction(p) for p in row] for row in json.loads((ROOT / file).read_text(encoding="utf-8"))["rows"]]
        assert {sum(row) for row in rows} == {1}
        assert any(p > int(factor) * q for p, q in zip(*rows, strict=True))
    names = re.findall(r"^    python docs/pictures/gallery.py (\S+)$", page, re.MULTILINE)
    script = (DOCS / "pictures" / "gallery.py").read_text(encoding="utf-8")
    assert names
    assert all(f'"{name}": draw_' in script and f"pictures/gallery-{name}.svg" in page for name in names)
