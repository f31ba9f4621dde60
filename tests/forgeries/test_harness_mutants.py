"""Every check of a proof file is needed: with one of them left out, a forgery gets through or fails elsewhere."""

import ast
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from dpexact.papers.proving import allowed, evidence, marks, proof, source

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
sys.path.append(str(HERE))
files = pytest.importorskip("test_proof_files")


def forgeries() -> Iterator[tuple[str, str, str]]:
    """Each forgery, and the check that refuses it."""
    yield from ((*forged, "inexact") for forged in files.FLOATS.values())
    yield from files.HOLLOW.values()


def unseen(folder: Path) -> bool:
    """Return whether a forgery is not refused as it should be, or honest evidence is."""
    return any(files.refused(folder, text, above) != check for text, above, check in forgeries()) or any(
        files.refused(folder, *honest) for honest in files.HONEST.values()
    )


def cases(function: Any) -> int:
    return sum(isinstance(node, ast.match_case) for node in ast.walk(ast.parse(dedent(inspect.getsource(function)))))


def without_case(module: Any, function: Any, place: int) -> Any:
    """Return the function without one of the cases of its match."""
    tree = ast.parse(dedent(inspect.getsource(function)))
    (match,) = (node for node in ast.walk(tree) if isinstance(node, ast.Match))
    del match.cases[place]
    scope = dict(vars(module))
    exec(compile(tree, "mutant", "exec"), scope)  # noqa: S102
    return scope[function.__name__]


CASES = [
    (function.__name__, place)
    for function in (allowed._inexact, allowed._hollow, marks._only_ends, marks._asked, marks._skipped)
    for place in range(cases(function))
]
MARKS = [name for name in vars(marks._Marked) if name.startswith("visit_") and name != "visit_Module"]
CHECKS: list[tuple[Any, str, Any]] = [
    (proof, "require_allowed", lambda *_: None),
    (proof, "require_own", lambda *_: None),
    (proof, "read_once", lambda *_: False),
    (allowed, "_given", lambda *_: ()),
    (allowed, "FLOATS", allowed.FLOATS[1:]),
    (allowed, "FLOATS", allowed.FLOATS[:-1]),
    (allowed, "ROOMS", (*allowed.ROOMS, "crosscheck")),
    (evidence, "_require_used", lambda *_: None),
    (evidence, "_require_different", lambda *_: None),
    (source, "_nodes", lambda *_: []),
    (marks, "_free", lambda *_: set()),
    (marks._Marked, "visit", ast.NodeTransformer.visit),
    (marks, "_is_constant", lambda _: False),
    (marks, "LOOKING", {**marks.LOOKING, "__truth__": lambda value: value}),
    (marks, "LOOKING", {**marks.LOOKING, "__side__": lambda value: value}),
    (marks, "LOOKING", {**marks.LOOKING, "__exact__": lambda sign, a, b: a / b if sign == "/" else a**b}),
    (marks.Reached, "each", lambda self, mark, values: self.reached(mark, values)),
    (marks.Reached, "require", lambda *_: None),
    (marks._Marked, "_start", lambda *_: ()),
    (marks._Marked, "_guarded", lambda _, block: block),
    (marks._Marked, "_end", lambda *_: None),
]


def test_nothing_is_left_out(tmp_path: Path) -> None:
    assert not unseen(tmp_path)


@pytest.mark.parametrize(("name", "place"), CASES)
def test_a_case_that_is_left_out(name: str, place: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (module,) = (one for one in (allowed, marks) if hasattr(one, name))
    monkeypatch.setattr(module, name, without_case(module, getattr(module, name), place))
    assert unseen(tmp_path)


@pytest.mark.parametrize("name", MARKS)
def test_a_mark_that_is_left_out(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marks._Marked, name, ast.NodeTransformer.generic_visit)
    assert unseen(tmp_path)


@pytest.mark.parametrize(("module", "name", "instead"), CHECKS, ids=[name for _, name, _ in CHECKS])
def test_a_check_that_is_left_out(
    module: Any, name: str, instead: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, instead)
    assert unseen(tmp_path)


@pytest.mark.parametrize("name", sorted(allowed.INEXACT))
def test_a_method_that_is_left_out(name: str) -> None:
    assert any(f".{name}(" in forged[0] for forged in files.FLOATS.values())
