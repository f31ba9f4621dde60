"""`dpexact reproduce`: the figures of a paper drawn again, with the data behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

from dpexact.audit.paper import Drawing
from dpexact.certificates.writing import write_bytes, write_text
from dpexact.cli.options import Format, print_json, print_lines
from dpexact.cli.outcome import HOLDS, count_line, long_work
from dpexact.errors import DocumentError, ParameterError
from dpexact.numbers.extra import install_command
from dpexact.numbers.typography import did_you_mean
from dpexact.papers.catalogue import papers
from dpexact.report.pyplot import picture


def run(paper: str, out: str, form: Format) -> int:
    """Write every figure as CSV, SVG and PNG into the directory, print the paths; return the exit status.

    Raises: ParameterError for a paper without figures and without matplotlib; DocumentError for a directory that
    cannot be made.
    """
    known = {found.name: found.figures for found in papers() if found.figures is not None}
    if paper not in known:
        raise ParameterError(
            f"{paper!r}{did_you_mean(paper, known)}", place="reproduce", expected=f"one of {', '.join(known)}"
        )
    if find_spec("matplotlib") is None:
        raise ParameterError("none", place="reproduce", expected="matplotlib", remedy=f"{install_command('plots')}")
    directory = _directory(out)
    with long_work("computing and drawing the figures"):
        written = list(_written(known[paper](), directory))
    if form is Format.json:
        print_json({"paper": paper, "files": [str(path) for path in written]})
    else:
        print_lines([str(path) for path in written])
    return HOLDS


def _written(drawings: Iterable[Drawing], directory: Path) -> Iterator[Path]:
    for number, drawing in enumerate(drawings):
        count_line(number, None, drawing.name)
        if drawing.table is not None:
            path = directory / f"{drawing.name}.csv"
            write_text(path, drawing.table())
            yield path
        for suffix in (".svg", ".png"):
            path = directory / f"{drawing.name}{suffix}"
            write_bytes(path, picture(drawing.draw, suffix))
            yield path


def _directory(out: str) -> Path:
    directory = Path(out)
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DocumentError(
            f"expected a directory that can be written, got: {error.strerror}", out, remedy="choose another --out"
        ) from None
    return directory
