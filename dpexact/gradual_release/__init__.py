"""Gradual release: noise for several privacy levels, coupled so that the later answer loses nothing.

Reference: Koufogiannis, Han, Pappas, "Gradual Release of Sensitive Data under Differential Privacy".
"""

from __future__ import annotations

from dpexact.gradual_release.paper import PAPER

__all__ = ["PAPER"]
