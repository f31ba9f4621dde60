"""Near words: what may be meant by a cell of a claim table that is none of the words known there."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from dpexact.audit.printed_claim import MEANINGS
from dpexact.certificates.source import MAX_SHOWN
from dpexact.numbers.typography import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpexact.audit.printed_claim import Meaning

LEAST = 0.4  # of the letters, for a quantity to be listed
SAID: dict[Meaning, tuple[str, ...]] = {
    "at-most": (
        *("<=", "<", "=<", "\N{LESS-THAN OR EQUAL TO}", "\\leq", "\\le"),
        *("upper bound", "upper", "max", "maximum"),
    ),
    "at-least": (
        *(">=", ">", "=>", "\N{GREATER-THAN OR EQUAL TO}", "\\geq", "\\ge"),
        *("lower bound", "lower", "min", "minimum"),
    ),
    "about": (
        *("~", "~=", "\N{ALMOST EQUAL TO}", "\N{TILDE OPERATOR}", "\\approx", "\\sim", "approximately", "approximate"),
        *("approx", "ca", "circa", "around", "roughly", "nearly"),
    ),
    "exact": ("=", "==", "equal", "equals", "equal to"),
    "rounded": ("nearest", "rounded to nearest", "half up"),
    "rounded-up": ("up", "ceil", "ceiling"),
    "truncated": ("down", "rounded down", "floor", "cut", "cut off"),
}
MEANT = {word: meaning for meaning, words in SAID.items() for word in words}


def meaning_hint(word: str) -> str:
    """The question that follows a meaning in words or signs of its own; empty where nothing is near."""
    spelt = " ".join(re.split(r"[\s_-]+", word[:MAX_SHOWN].lower().strip(" .")))
    near = MEANT.get(spelt) or MEANT.get(word)
    return f"; did you mean {near!r}?" if near else did_you_mean(spelt.replace(" ", "-"), MEANINGS)


def near_quantities(name: str, known: Iterable[str]) -> list[str]:
    """The names that share words with this one, and those that are spelt alike; the nearest first."""
    wanted = _words(name[:MAX_SHOWN])

    def rank(other: str) -> tuple[float, float]:
        words = _words(other)
        return len(wanted & words) / len(wanted | words or {""}), SequenceMatcher(None, name[:MAX_SHOWN], other).ratio()

    ranked = sorted(((rank(other), other) for other in known), key=lambda pair: (-pair[0][0], -pair[0][1], pair[1]))
    return [other for (shared, alike), other in ranked if shared or alike >= LEAST]


def _words(name: str) -> frozenset[str]:
    return frozenset(word for word in re.split(r"[^a-z0-9]+", name.lower()) if word)
