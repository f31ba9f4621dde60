"""Wrap the lines of Markdown at 120 columns: `python dev/wrap.py`, or `--check` to name the lines that are longer.

Only a paragraph or an item of a list in which a line is too long is wrapped anew. Tables, code, headings and comments
stay as they are. (mdformat was tried: it puts a backslash before every `<=`, and takes a line of a sum for a list.)
"""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).parent.parent
WIDTH = 120
MADE = {"docs/api.md", "proofs/rocq/README.md"}  # programs write these
LATER: set[str] = set()  # pages that are being edited elsewhere
ITEM = re.compile(r"( *)([-*+]|\d+\.) +(?=\S)")
WHOLE = re.compile(r" *(\||#|<!--|\[[^\]]+\]: |>)| {4,}(?![-*+] |\d+\. )")  # a line that stands by itself
MARK = re.compile(r"([-*+]|\d+[.)]|#+|>+|=+|\|)(?= |$)")  # what would begin something else at the beginning of a line
CODE = re.compile(r"`[^`]+`|\[[^\]`]*\]\([^)]*\)")


def pages() -> list[Path]:
    """Return the pages that are written by hand."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    return [ROOT / name for name in names if name not in MADE | LATER and (ROOT / name).is_file()]


def wrapped(text: str) -> str:
    """Return the text with every paragraph wrapped that has a line which is too long."""
    made: list[str] = []
    block: list[str] = []
    fence = comment = False

    def close() -> None:
        made.extend(_paragraph(block) if any(len(line) > WIDTH for line in block) else block)
        block.clear()

    for line in text.split("\n"):
        comment = comment or line.lstrip().startswith("<!--")
        starts_fence = line.lstrip().startswith("```")
        inside = bool(block)
        if fence or comment or starts_fence or not line.strip() or (WHOLE.match(line) and not _continues(block, line)):
            close()
            made.append(line)
        else:
            if inside and ITEM.match(line):
                close()
            block.append(line)
        fence ^= starts_fence
        comment = comment and "-->" not in line
    close()
    return "\n".join(made)


def _continues(block: list[str], line: str) -> bool:
    """Return whether the line is the next one of the item of a list whose text is indented as far."""
    item = ITEM.match(block[0]) if block else None
    return item is not None and line.startswith(" " * item.end()) and line[item.end()] not in "|#>"


def _paragraph(lines: list[str]) -> list[str]:
    """Return one paragraph, or one item, wrapped."""
    item = ITEM.match(lines[0])
    first = item.group(0) if item else lines[0][: len(lines[0]) - len(lines[0].lstrip())]
    text = " ".join([lines[0][len(first) :], *(line.strip() for line in lines[1:])])
    kept = CODE.sub(lambda found: found.group(0).replace(" ", "\0"), text)  # code and links are not taken apart
    kept = re.sub(rf" (?={MARK.pattern})", "\0", kept)
    filled = textwrap.wrap(
        kept, WIDTH, initial_indent=first, subsequent_indent=" " * len(first),
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    return [line.replace("\0", " ") for line in filled]


def too_long(text: str) -> list[int]:
    """Return the numbers of the lines that wrapping would change, or that are too long and cannot be wrapped."""
    new = wrapped(text)
    return [] if new == text else [n for n, line in enumerate(text.split("\n"), 1) if len(line) > WIDTH]


def main() -> int:
    """Wrap every page, or name the lines."""
    check, status = "--check" in sys.argv[1:], 0
    for page in pages():
        text = page.read_text(encoding="utf-8")
        if check and (lines := too_long(text)):
            print(f"{page.relative_to(ROOT)}: lines {lines} are too long; run python dev/wrap.py")
            status = 1
        elif not check and (new := wrapped(text)) != text:
            page.write_text(new, encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())
