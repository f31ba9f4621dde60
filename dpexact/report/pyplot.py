"""Matplotlib (the extra `plots`), set so that a figure is the same file every time."""

from __future__ import annotations

from typing import Any

from dpexact.errors import DPExactError


def pyplot() -> Any:
    """The module `matplotlib.pyplot`, drawing to files. Raises: DPExactError without matplotlib."""
    try:
        import matplotlib as mpl
    except ImportError as error:
        message = "drawing figures: expected matplotlib, got none; install dpexact[plots]"
        raise DPExactError(message) from error
    mpl.use("Agg")
    mpl.rcParams.update({"svg.hashsalt": "dpexact", "figure.constrained_layout.use": True, "savefig.dpi": 110})
    from matplotlib import pyplot as plt

    return plt
