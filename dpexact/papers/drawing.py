"""Draw the figures of the papers by matplotlib (the extra `plots`), from floats near their values."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.report.pyplot import pyplot, save

BLUE, RED, GREEN, ORANGE = "#2166ac", "#b2182b", "#1b7837", "#e08214"
PURPLE, GREY = "#762a83", "#555555"
DIGITS = 12  # of a number in a table


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
