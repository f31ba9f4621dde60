"""dpexact: decides, with re-checkable evidence, what is said about a differentially private mechanism."""

from __future__ import annotations

__version__ = "0.1.0"
