"""`dpexact new` begins a claim table, a paper or a test file, which pass as they stand."""

import os
import re
import shutil
from collections.abc import Mapping
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from shlex import quote
from tempfile import mkdtemp
from typing import Annotated, Literal, get_args

from dpexact.certificates.writing import check_target, write_file
from dpexact.cli.answer import Answer, Views
from dpexact.cli.options import argument
from dpexact.cli.outcome import HOLDS
from dpexact.errors import DocumentError, ParameterError
from dpexact.numbers.typography import excerpt
from dpexact.papers.catalogue import papers

Kind = Literal["table", "paper", "tests"]
TEMPLATES = Path(__file__).with_name("templates")
PAPER = {  # the files of a paper, and their templates
    "pyproject.toml": "pyproject.toml",
    "{name}/__init__.py": "init.py",
    "{name}/quantities.py": "quantities.py",
    "{name}/printed.toml": "printed.toml",
    "test_{name}.py": "test.py",
    "README.md": "README.md",
}


def run(
    kind: Annotated[
        Kind, argument("KIND", "A claim table, a package for a paper, or a test file.", words=get_args(Kind))
    ],
    name: Annotated[str, argument("NAME", "What it is called; nothing that exists is replaced.")],
) -> Answer:
    """Begin a claim table, a paper or a test file.

    The files pass as they stand. Write your own numbers over those that are there.
    """
    match kind:
        case "table":
            file = _table_name(name)
            _check_new(file)
            write_file(file, _filled("table.toml", file=file))
            content, command = "two rows, which hold", f"dpexact audit {quote(file)}"
        case "tests":
            stem = _identifier(Path(name).name.removesuffix(".py").removeprefix("test_"), "test_NAME.py")
            file = str(Path(name).with_name(f"test_{stem}.py"))
            _check_new(file)
            write_file(file, _filled("tests.py", file=file, name=stem))
            content, command = "four tests, which pass", f"pytest {quote(file)} --dp-report claims.html"
        case "paper":
            file = _identifier(name, "a package")
            if find_spec(file) is not None or file in {paper.name for paper in papers()}:  # which it would hide
                expected = "a name that no installed module and no paper has"
                raise ParameterError(repr(file), place="NAME", expected=expected, remedy="choose another one")
            _write_folder(
                file, {path.format(name=name): _filled(f"paper/{of}", name=name) for path, of in PAPER.items()}
            )
            content, command = "a package with one printed number, which is right", f"cd {name} && python -m pytest"
    views = Views(lambda: f"{file}: {content}\nnext: {command}", lambda: {"written": file, "next": command})
    return Answer(HOLDS, views)


def _filled(template: str, **names: str) -> str:
    """Return the text of a template with the names in it."""
    return (TEMPLATES / f"{template}.txt").read_text(encoding="utf-8").format(**names)


def _table_name(name: str) -> str:
    """Return the name with its suffix. Raises ParameterError for another suffix, and for none but a suffix."""
    suffix = Path(name).suffix
    if suffix.lower() not in ("", ".toml") or not Path(name).stem.strip():
        expected = "the name of a table, such as numbers or numbers.toml"
        raise ParameterError(repr(excerpt(name)), place="NAME", expected=expected, remedy="rename it")
    return name if suffix else f"{name}.toml"


def _identifier(name: str, what: str) -> str:
    """Return the name, if Python takes it. Raises ParameterError."""
    if not re.fullmatch(r"[a-z_][a-z0-9_]*", name, re.IGNORECASE) or iskeyword(name):
        expected = f"a name that Python takes for {what}"
        remedy = "use letters, digits and _, begin with a letter, and choose no word of Python"
        raise ParameterError(repr(excerpt(name)), place="NAME", expected=expected, remedy=remedy)
    return name


def _check_new(path: str) -> None:
    if os.path.lexists(path):
        came, remedy = f"{excerpt(path)!r}, which is there already", "choose another name"
        raise DocumentError(came, path, place="NAME", expected="a new file", remedy=remedy)
    check_target("NAME", path)


def _write_folder(path: str, files: Mapping[str, str]) -> None:
    """Write all the files beside the folder first, so that it has all of them or does not exist."""
    _check_new(path)
    beside = Path(mkdtemp(prefix=f".{path}-", dir="."))
    try:
        for file, text in files.items():
            (beside / file).parent.mkdir(exist_ok=True)
            (beside / file).write_text(text, encoding="utf-8", newline="\n")
        mask = os.umask(0)
        os.umask(mask)
        beside.chmod(0o777 & ~mask)
        beside.rename(path)
    except OSError as error:
        came = f"expected a folder that can be written, got: {error.strerror}"
        raise DocumentError(came, path, remedy="check the directory") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
