"""Run what the pages here say of released libraries: reproductions, truths, quotations, patches and their tests.

    python disclosure/upstream.py [--write] [NUMBER ...]

Each page is read from its headings. Its programs must print what is recorded (`--write` records it), its quotations
must stand in the installed files, and its regression test must fail on the release and pass on a copy with the patch.
Needs the releases that the pages name, and mpmath, but not dpexact; `.ci/slow upstream` installs them.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

PAGES = Path(__file__).resolve().parent
PROGRAMS = ("Reproduction", "The true number", "The loss")
DRAWN = "Every draw is new"  # then numbers are compared up to what draws differ by
BY_DRAWS = 0.04
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"-?\d+\.\d+")
QUOTATION = re.compile(r"^(\S+?):(\d+): (.+)$", re.MULTILINE)
RUN_TESTS = "\nfor _name, _test in list(globals().items()):\n    if _name.startswith('test_'):\n        _test()\n"


@dataclass(frozen=True)
class Page:
    """A page of this folder, cut at its headings."""

    path: Path
    text: str

    @property
    def release(self) -> tuple[str, str]:
        """The distribution and the version that the page is about."""
        found = re.search(r"^- Against: (\S+) (\S+)$", self.text, re.MULTILINE)
        if found is None:
            raise ValueError(f"{self.path.name} has no line '- Against: DISTRIBUTION VERSION'")
        return found[1], found[2]

    def section(self, heading: str) -> str:
        """The text under a heading; empty if there is none."""
        found = re.search(rf"^## {heading}$(.*?)(?=^## |\Z)", self.text, re.MULTILINE | re.DOTALL)
        return found[1] if found else ""

    def blocks(self, heading: str) -> dict[str, str]:
        """The fenced blocks under a heading, the first of each language."""
        return dict(reversed(BLOCK.findall(self.section(heading))))


def pages() -> list[Page]:
    """All pages, in the order of their numbers."""
    paths = sorted((path for path in PAGES.glob("*.md") if path.stem.isdigit()), key=lambda path: int(path.stem))
    return [Page(path, path.read_text(encoding="utf-8")) for path in paths]


def printed(program: str, place: str | None = None) -> tuple[int, str]:
    """The exit status of a program and what it prints, run by itself, with a folder to import from first."""
    environment = os.environ | {"PYTHONWARNINGS": "ignore"} | ({"PYTHONPATH": place} if place else {})
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-c", program], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
    return done.returncode, done.stdout if done.returncode == 0 else done.stdout + done.stderr


def agree(said: str, recorded: str, *, drawn: bool) -> bool:
    """Return whether the last lines printed are those recorded; numbers that are drawn may differ a little."""
    last = said.splitlines()[-len(recorded.splitlines()) :]
    if not drawn:
        return last == recorded.splitlines()
    text = "\n".join(last)
    pairs = list(zip(NUMBER.findall(text), NUMBER.findall(recorded), strict=False))
    same_words = NUMBER.sub("#", text) == NUMBER.sub("#", recorded.rstrip("\n"))
    return same_words and all(abs(float(one) - float(other)) <= BY_DRAWS for one, other in pairs)


def faults(page: Page, *, write: bool = False) -> list[str]:
    """Return what on the page is not so."""
    name, version = page.release
    try:
        there = metadata.version(name)
    except metadata.PackageNotFoundError:
        there = "no release"
    if there != version:
        return [f"{name} {version} is asked, {there} is installed"]
    found = [
        fault for heading in PROGRAMS if page.section(heading) for fault in _of_program(page, heading, write=write)
    ]
    quotations = QUOTATION.findall(page.blocks("What is promised")["text"])
    found += [] if quotations else ["no quotation"]
    found += [
        f"not on its line: {file}:{line}" for file, line, words in quotations if not _quoted(name, file, line, words)
    ]
    return found + _of_patch(page)


def _of_program(page: Page, heading: str, *, write: bool) -> list[str]:
    blocks = page.blocks(heading)
    status, said = printed(blocks["python"])
    if status != 0:
        return [f"{heading}: ends with {status}: {_last(said)}"]
    if write:
        kept = "\n".join(line for line in said.splitlines() if not line.startswith("Binary search"))
        text = page.path.read_text(encoding="utf-8")
        old = f"```python\n{blocks['python']}```\n\n```text\n{blocks['text']}```"
        page.path.write_text(
            text.replace(old, f"```python\n{blocks['python']}```\n\n```text\n{kept}\n```"), encoding="utf-8"
        )
        return []
    drawn = DRAWN in page.section(heading)
    return [] if agree(said, blocks["text"], drawn=drawn) else [f"{heading}: prints {said!r}"]


def _last(said: str) -> str:
    return (said.strip().splitlines() or ["nothing printed"])[-1]


def _quoted(name: str, file: str, line: str, words: str) -> bool:
    path = Path(str(metadata.distribution(name).locate_file(file)))
    lines = path.read_text(encoding="utf-8").split("\n")[int(line) - 1 :][:3]
    return " ".join(words.split()) in " ".join(" ".join(lines).split()) and words.split(maxsplit=1)[0] in lines[0]


def _of_patch(page: Page) -> list[str]:
    """The regression test fails on the release, and passes on a copy with the patch."""
    test = page.blocks("Regression test")["python"] + RUN_TESTS
    patch = page.blocks("Patch").get("diff")
    found = ["the regression test passes on the release"] if printed(test)[0] == 0 else []
    if patch is None:  # a compiled library
        return found
    with tempfile.TemporaryDirectory() as folder:
        for top in sorted(set(re.findall(r"^--- a/(\w+)/", patch, re.MULTILINE))):
            shutil.copytree(Path(str(metadata.distribution(page.release[0]).locate_file(top))), Path(folder) / top)
        done = subprocess.run(  # noqa: S603
            ["patch", "-p1", "--silent", "-d", folder],  # noqa: S607
            input=patch,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            return [*found, f"the patch does not apply: {done.stdout}"]
        status, said = printed(test, folder)
    return found + ([] if status == 0 else [f"the regression test fails with the patch: {_last(said)}"])


def main() -> int:
    """Run the pages of these numbers, all by default; 1 if anything is not so."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="record what the programs print")
    parser.add_argument("numbers", nargs="*", metavar="NUMBER")
    asked = parser.parse_args()
    status, chosen = 0, [page for page in pages() if not asked.numbers or page.path.stem in asked.numbers]
    for page in chosen:
        found = faults(page, write=asked.write)
        print(page.path.stem, *page.release, "as recorded" if not found else "; ".join(found), flush=True)
        status |= bool(found)
    print(f"{len(chosen)} pages, {'all as recorded' if not status else 'not all as recorded'}")
    return status


if __name__ == "__main__":
    sys.exit(main())
