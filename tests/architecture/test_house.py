"""The house: one thought per file, English that is read once, and a size that only falls."""

import ast
import re
from pathlib import Path

import pytest

from tests.architecture.habits import rates

ROOT = Path(__file__).parent.parent.parent
PACKAGE = sorted((ROOT / "dpexact").rglob("*.py"))
PAGES = [
    ROOT / "README.md",
    *(page for page in sorted((ROOT / "docs").rglob("*.md")) if page.name not in ("api.md", "ledger.md")),
]
# Ceilings fall only: whoever comes below one writes the new number here.
DOCSTRINGS = {"what": 0.2, "where": 0.2, "is-no": 0.2, "semicolon": 0.4, "colon": 7.0}
DOCS = {"what": 0.5, "where": 0.5, "is-no": 0.3, "semicolon": 2.0, "colon": 19.3}
PARTICIPLES = {"found": 1, "one": 27, "given": 0, "said": 0, "shown": 1, "asked": 2}  # they say when, not what
LINES, MODULES = 53_270, 282


@pytest.mark.slow
def test_the_english_of_docstrings() -> None:
    assert {name: rate for name, rate in rates(PACKAGE).items() if rate > DOCSTRINGS[name]} == {}


def test_the_english_of_pages() -> None:
    assert {name: rate for name, rate in rates(PAGES).items() if rate > DOCS[name]} == {}


def test_every_block_of_code_ends() -> None:
    """A fence of four signs is not closed by three: the rest of the page would be code."""
    open_fences = {}
    for page in PAGES:
        opened = ""
        for fence in re.findall(r"^ *(`{3,})", page.read_text(encoding="utf-8"), re.MULTILINE):
            opened = fence if not opened else "" if len(fence) >= len(opened) else opened
        open_fences[page.relative_to(ROOT).as_posix()] = opened
    assert {name: fence for name, fence in open_fences.items() if fence} == {}


def test_the_package_does_not_grow() -> None:
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in PACKAGE) <= LINES
    assert len(PACKAGE) <= MODULES


def test_a_room_has_its_folder_of_tests() -> None:
    rooms = {file.parent.name for file in PACKAGE if file.parent.parent == ROOT / "dpexact" and "__init__" in file.name}
    folders = {file.parent.name for file in (ROOT / "tests").glob("*/**/test_*.py")}
    named = set(re.findall(r"`(\w+)/`", (ROOT / "tests" / "README.md").read_text(encoding="utf-8")))
    assert rooms > {"kernel", "privacy"}
    assert rooms - folders == set()
    assert {file.parent.name for file in (ROOT / "tests").glob("*/test_*.py")} - rooms - named == set()


def names_of(node: ast.AST, context: type[ast.expr_context]) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, context)}


def bound_in(function: ast.AST) -> set[str]:
    """The names of the parameters and variables of a function and of those inside of it."""
    return names_of(function, ast.Store) | {part.arg for part in ast.walk(function) if isinstance(part, ast.arg)}


@pytest.mark.slow
def test_values_have_nouns_for_names() -> None:
    """`found` says when a value arose, and not what it is. `one` may be the number 1."""
    counts = dict.fromkeys(PARTICIPLES, 0)
    for file in PACKAGE:
        for part in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
                for name in counts.keys() & bound_in(part):
                    counts[name] += 1
    assert {name: count for name, count in counts.items() if count > PARTICIPLES[name]} == {}


def late_constants(tree: ast.Module) -> list[str]:
    """Constants after the first function or class that need nothing which is defined there."""
    defined: set[str] = set()
    late = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            defined.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and defined:
            names = names_of(node, ast.Store)
            if names_of(node, ast.Load) & defined or "__all__" in names:
                defined |= names
            else:
                late += sorted(names)
        else:
            defined |= names_of(node, ast.Store) if defined else set()
    return late


@pytest.mark.slow
def test_a_module_is_one_thought() -> None:
    late = {
        file.relative_to(ROOT).as_posix(): late_constants(ast.parse(file.read_text(encoding="utf-8")))
        for file in PACKAGE
    }
    assert {module: names for module, names in late.items() if names} == {}


def ahead(tree: ast.Module) -> set[str]:
    """Names in annotations of functions and fields that stand above, or within, the class of that name."""
    last = {node.name: node.end_lineno or 0 for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    annotated = [(node.annotation, node.lineno) for node in ast.walk(tree) if isinstance(node, ast.arg | ast.AnnAssign)]
    annotated += [(node.returns, node.lineno) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    used = {
        (part.id, line) for tree, line in annotated if tree for part in ast.walk(tree) if isinstance(part, ast.Name)
    }
    return {name for name, line in used if line <= last.get(name, 0)}


@pytest.mark.slow
def test_annotations_are_deferred_only_if_they_look_ahead() -> None:
    needless = []
    for file in (*PACKAGE, *sorted((ROOT / "tests").rglob("*.py"))):
        text = file.read_text(encoding="utf-8")
        tree = ast.parse(text if "from __future__" in text and "import TYPE_CHECKING" not in text else "")
        deferred = any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body)
        needless += [file.relative_to(ROOT).as_posix()] if deferred and not ahead(tree) else []
    assert needless == []
