"""`dpexact reproduce`: the figures of a paper drawn again, with the data behind them."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from dpexact.cli.outcome import HOLDS
from dpexact.cli.progress import count_line, end_count_line, long_work
from dpexact.cli.values import Format, print_json, print_lines
from dpexact.documents.writing import write_text
from dpexact.errors import DocumentError, ParameterError

PAPERS = ("count_queries", "rainbow")


def run(paper: str, out: str, form: Format) -> int:
    """Write every figure as CSV, SVG and PNG into the directory, print the paths; the exit status.

    Raises: ParameterError for a paper without figures and without matplotlib; DocumentError for a directory that
    cannot be made.
    """
    if paper not in PAPERS:
        message = f"reproduce: expected one of {', '.join(PAPERS)}, got {paper!r}"
        raise ParameterError(message)
    if find_spec("matplotlib") is None:
        message = "reproduce: expected matplotlib, got none; install dpexact[plots]"
        raise ParameterError(message)
    directory = _directory(out)
    with long_work("computing and drawing the figures"):
        written = _rainbow(directory) if paper == "rainbow" else _count_queries(directory)
    end_count_line()
    if form is Format.json:
        print_json({"paper": paper, "files": [str(path) for path in written]})
    else:
        print_lines([str(path) for path in written])
    return HOLDS


def _count_queries(directory: Path) -> list[Path]:
    from dpexact.count_queries.drawing import draw, table
    from dpexact.count_queries.figures import figures

    written = []
    for number, figure in enumerate(figures()):
        count_line(number, 4, figure.name)
        data, *drawings = (directory / f"{figure.name}{suffix}" for suffix in (".csv", ".svg", ".png"))
        write_text(data, table(figure))
        for path in drawings:
            draw(figure, path)
        written += [data, *drawings]
    return written


def _rainbow(directory: Path) -> list[Path]:
    from dpexact.rainbow.drawing import draw_graph, draw_line
    from dpexact.rainbow.figures import example, figures, table

    written = []
    for number, figure in enumerate(figures()):
        count_line(number, 4, figure.name)
        data, *drawings = (directory / f"{figure.name}{suffix}" for suffix in (".csv", ".svg", ".png"))
        write_text(data, table(figure))
        for path in drawings:
            draw_line(figure, path)
        written += [data, *drawings]
    graph = [directory / f"rainbow-graph{suffix}" for suffix in (".svg", ".png")]
    for path in graph:
        draw_graph(*example(), path)
    return [*written, *graph]


def _directory(out: str) -> Path:
    directory = Path(out)
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"{out}: expected a directory that can be written, got: {error.strerror}; choose another --out"
        raise DocumentError(message, out) from None
    return directory
