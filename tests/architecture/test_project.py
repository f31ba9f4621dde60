"""Test what holds of the project as a whole: README commands, one version, light imports, no path of a machine."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import dpexact

ROOT = Path(__file__).parents[2]
HEAVY = {"numpy", "sympy", "mpmath", "typer", "rich", "jinja2", "highspy", "ssl", "socket", "email", "http"}
TEXT = {".py", ".md", ".toml", ".json", ".csv", ".sh", ""}


def loaded(code: str) -> set[str]:
    program = f"import sys\n{code}\nprint(' '.join(sorted(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    return {name.split(".")[0] for name in run.stdout.split()}


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert not loaded("import dpexact") & {"flint", *HEAVY}


def test_a_small_decision_loads_flint_only() -> None:
    code = "from dpexact import *; m = Mechanism.from_rows([0, 1], [0, 1], [[1, 0], [0, 1]]); "
    code += "verify(m, NeighborGraph.path([0, 1]), 'exp(1)', 1)"
    modules = loaded(code)
    assert "flint" in modules
    assert not modules & HEAVY


def test_every_public_name_is_there() -> None:
    for name in dpexact.__all__:
        assert getattr(dpexact, name) is not None
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = dpexact.no_such_name


def test_the_readme_holds_the_two_commands_that_the_gate_runs() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^python3 -m venv .*$", readme, re.MULTILINE)
    assert [command.rsplit("/", 1)[1] for command in commands] == ["dpexact audit census_2020", "pytest"]


def test_the_version_stands_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in project["project"]["dynamic"]
    version = (ROOT / "dpexact" / "version.py").read_text(encoding="utf-8")
    assert f'\n__version__ = "{dpexact.__version__}"\n' in version


LAZY = {
    "dpexact/__main__.py",
    "dpexact/cli/check.py",  # the second checker in its own process
    "dpexact/second/__init__.py",
    "dpexact/testing/plugin.py",  # pytest loads it in every run
}  # a start-up must be quick


@pytest.mark.slow
def test_only_the_front_imports_dpexact_inside_functions() -> None:
    """An import inside a function hides a circle from its reader; the linter forbids circles, this test hiding."""
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "dpexact").rglob("*.py")
        for outer in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(outer, ast.FunctionDef)
        for inner in ast.walk(outer)
        if _imports_dpexact(inner)
    } - {"dpexact/public_names.py"}  # for the message of an error
    assert found <= LAZY


def _imports_dpexact(node: ast.AST) -> bool:
    match node:
        case (
            ast.ImportFrom(module=str(name))
            | ast.Call(func=ast.Name(id="import_module"), args=[ast.Constant(value=str(name)), *_])
        ):
            return name.split(".")[0] == "dpexact"
        case _:
            return False


def test_no_file_names_a_path_of_a_machine() -> None:
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    marks = ["/" + name + "/" for name in ("work", "root", "home", "Users")]
    found = [
        name
        for name in files
        if (path := ROOT / name).suffix in TEXT and path.exists()
        if any(mark in path.read_text(encoding="utf-8", errors="replace") for mark in marks)
    ]
    assert not found


def test_the_files_that_a_page_names_are_there() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "tests" / "README.md", *(ROOT / "docs").glob("*.md")]
    named = {
        (page.name, path)
        for page in pages
        for path in re.findall(
            r"`((?:dpexact|docs|tests|proofs|benchmarks)/[\w./-]+)`", page.read_text(encoding="utf-8")
        )
        if "NAME" not in path
    }
    assert len(named) > 20
    assert not {(page, path) for page, path in named if not (ROOT / path).exists()}
