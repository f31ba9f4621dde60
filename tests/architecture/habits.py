"""Count habits of language per 100 lines of English, in docstrings and on pages.

Only prose is counted: code, doctests, tables, indented lines and text in backticks are left out. The patterns are
rough: a count is a sign, not a verdict.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

HABITS = {
    "what": r"(?<![?A-Z])\b[Ww]hat (?!(?:is|are|does|do|if|was|to)\b[^.]*\?)\w+",
    "where": r"(?:^|[ (])[Ww]here (?:a|an|the|it|there|no|this|they|one|two|that|some|all|nothing|neither|both|its|only"
    r"|data|who)\b",
    "is-no": r"\b(?:is|are|was|were|be|as|in|by|has|have|gives?|makes?|needs?|says?) no(?: |\n)(?!longer|more|less)\w+",
    "semicolon": r";",
    "colon": r":(?= )",
}


def prose(text: str) -> str:
    """Return the English of a page or a docstring, in which other lines become empty and text in backticks an X."""
    lines, fence = [], ""
    for line in text.split("\n"):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
            lines.append("")
        elif fence or line.startswith(("    ", "\t", "|", ">>>", "... ")):
            lines.append("")
        else:
            lines.append(re.sub(r"`[^`]*`", "X", line))
    return "\n".join(lines)


def docstrings(file: Path) -> Iterator[str]:
    """Yield every docstring of a module."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


def english(files: Iterable[Path]) -> str:
    """Return the English of modules and pages."""
    pieces: list[str] = []
    for file in files:
        pieces += docstrings(file) if file.suffix == ".py" else [file.read_text(encoding="utf-8")]
    return "\n".join(map(prose, pieces))


def rates(files: Iterable[Path]) -> dict[str, float]:
    """Return each habit per 100 lines of English in these files."""
    text = english(files)
    lines = sum(bool(line.strip()) for line in text.split("\n"))
    return {name: 100 * len(re.findall(pattern, text)) / max(lines, 1) for name, pattern in HABITS.items()}


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        found = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        print(path, *(f"{name} {rate:.1f}" for name, rate in rates(found).items()))  # noqa: T201
