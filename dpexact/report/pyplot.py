"""Figures by matplotlib (the extra `plots`), each the same file every time, which describes itself."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import fill
from typing import Any

from dpexact.errors import DPExactError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.report.installation import install_command
from dpexact.version import __version__

BLUE, RED, GREEN, ORANGE = "#2166ac", "#b2182b", "#1b7837", "#e08214"
PURPLE, GREY = "#762a83", "#555555"
DIGITS = 12  # of a number in a table
CAPTION_SIZE = 8.5  # points
LETTERS_PER_INCH = 15.5  # of a caption


def pyplot() -> Any:
    """Return the module `matplotlib.pyplot`, drawing to files. Raises DPExactError without matplotlib."""
    try:
        import matplotlib as mpl
    except ImportError as error:
        raise DPExactError(
            "none", place="drawing figures", expected="matplotlib", remedy=f"{install_command('plots')}"
        ) from error
    mpl.use("Agg")
    mpl.rcParams.update({"svg.hashsalt": "dpexact", "figure.constrained_layout.use": True, "savefig.dpi": 110})
    from matplotlib import pyplot as plt

    return plt


def save(drawing: Any, path: Path, source: str, seen: str, *, values: str = "exact values") -> None:
    """Write a figure and close it. Its caption has the `source`, the version, and in `seen` the thing to look at.

    All axes get a grid. Labeled curves get a legend, if neither their axes nor the figure have one. `values` are the
    numbers that it is drawn from. The suffix of the path, .svg or .png, says how. The file's metadata repeat the
    caption.
    """
    for axes in drawing.axes:
        axes.grid(visible=True, linewidth=0.3)
        if not drawing.legends and axes.get_legend() is None and axes.get_legend_handles_labels()[0]:
            axes.legend(fontsize="small")
    caption = f"{source}; drawn from {values} by dpexact {__version__}. {seen}"
    width = int(drawing.get_figwidth() * LETTERS_PER_INCH)
    drawing.supxlabel(fill(caption, width), fontsize=CAPTION_SIZE, x=0.012, horizontalalignment="left")
    words = {"Title": source, "Description": caption}
    drawing.savefig(path, metadata={"Date": None, **words} if path.suffix == ".svg" else words)
    pyplot().close(drawing)


@contextmanager
def drawn(path: Path, source: str, seen: str, *, values: str = "exact values", **canvas: Any) -> Iterator[Any]:
    """Give the axes of a new figure, and write the figure when they are drawn on.

    `canvas` are arguments of `pyplot.subplots`. The suffix of the path, .svg or .png, is the format. The caption has
    the source, the kind of values and a sentence on the things to be seen.

    Nothing is guaranteed, since the curves are drawn from floats. Raises DPExactError without matplotlib.
    """
    drawing, axes = pyplot().subplots(**canvas)
    yield axes
    save(drawing, path, source, seen, values=values)


def coordinate(value: Exact | Enclosure) -> float:
    """Return a float near the value."""
    return float(value.lower if isinstance(value, Enclosure) else value)


def picture(draw: Callable[[Path], None], suffix: str) -> bytes:
    """Return the file with this suffix that `draw` writes. Matplotlib would leave half of one if a disk is full."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"figure{suffix}"
        draw(path)
        return path.read_bytes()
