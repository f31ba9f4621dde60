"""`dpexact reproduce` draws the figures of a paper again, with the data behind them."""

from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from dpexact.audit.paper import Drawing
from dpexact.certificates.writing import made_folder, write_file
from dpexact.cli.answer import Answer, Views
from dpexact.cli.options import argument, text_option
from dpexact.cli.outcome import HOLDS, count_line, long_work
from dpexact.errors import ParameterError
from dpexact.numbers.typography import did_you_mean
from dpexact.papers.catalogue import papers
from dpexact.report.installation import install_command
from dpexact.report.pyplot import picture


def drawn_papers() -> dict[str, Callable[[], Iterable[Drawing]]]:
    """Return the figures of each paper that has some."""
    return {paper.name: paper.figures for paper in papers() if paper.figures is not None}


def run(
    paper: Annotated[str, argument("PAPER", "count_queries, axioms, rainbow or gradual_release.", drawn_papers)],
    out: Annotated[str, text_option("DIR", "The folder to write the figures to.")],
) -> Answer:
    """Draw the figures of a paper again, with their data.

    Needs matplotlib: the extra "plots".
    """
    known = drawn_papers()
    if paper not in known:
        came, expected = f"{paper!r}{did_you_mean(paper, known)}", f"one of {', '.join(known)}"
        raise ParameterError(came, place="reproduce", expected=expected)
    if find_spec("matplotlib") is None:
        raise ParameterError("none", place="reproduce", expected="matplotlib", remedy=install_command("plots"))
    directory = made_folder("--out", out)
    with long_work("computing and drawing the figures"):
        files = [str(path) for path in _written(known[paper](), directory)]
    return Answer(HOLDS, Views(lambda: "\n".join(files), lambda: {"paper": paper, "files": files}))


def _written(drawings: Iterable[Drawing], directory: Path) -> Iterator[Path]:
    for number, drawing in enumerate(drawings):
        count_line(number, None, drawing.name)
        if drawing.table is not None:
            path = directory / f"{drawing.name}.csv"
            write_file(path, drawing.table())
            yield path
        for suffix in (".svg", ".png"):
            path = directory / f"{drawing.name}{suffix}"
            write_file(path, picture(drawing.draw, suffix))
            yield path
