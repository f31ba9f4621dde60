"""Elementary functions as on a processor that there is not: each result is moved by an ulp up, down or not at all.

`disturb(seed)` replaces those of math, numpy and scipy.special before a library is imported. Which way a result moves
is a function of the argument and the seed, so that a function stays one; what every library has exactly (exp(0) = 1,
log(1) = 0, infinities) stays. Sums, products, roots and Fourier transforms are left alone.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.special

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = ("exp", "expm1", "log", "log1p", "log2", "log10", "sinh", "cosh", "tanh", "erf", "erfc", "lgamma", "power")
SPECIAL = ("erf", "erfc", "erfinv", "erfcinv", "erfcx", "ndtr", "log_ndtr", "ndtri", "gammaln", "logsumexp", "expit")
EXACT = (0.0, 1.0, -1.0)
STEPS = np.array([0, 1, -1, 0, 1, -1, 1, -1])


def disturb(seed: int) -> None:
    """Disturb the elementary functions of this process."""
    for module, names in ((math, NAMES), (np, NAMES), (scipy.special, SPECIAL)):
        for name in names:
            function = getattr(module, name, None)
            if function is not None:
                setattr(module, name, disturbed(function, seed))


def disturbed(function: Callable[..., Any], seed: int) -> Callable[..., Any]:
    """A function whose finite doubles are an ulp off, as the bits of the result say."""

    def moved(*arguments: Any, **options: Any) -> Any:
        result = function(*arguments, **options)
        doubles = isinstance(result, float) or getattr(result, "dtype", None) == np.float64
        if not doubles or "out" in options:
            return result
        values = np.atleast_1d(np.asarray(result, dtype=np.float64))
        bits = values.view(np.uint64)
        place = ((bits * np.uint64(2862933555777941757 + 2 * seed)) >> np.uint64(61)).astype(np.int64)
        kept = np.isin(values, EXACT) | ~np.isfinite(values)
        toward = np.where(STEPS[place] > 0, np.inf, -np.inf)
        found = np.where(kept | (STEPS[place] == 0), values, np.nextafter(values, toward)).reshape(np.shape(result))
        return float(found) if type(result) is float else found[()]

    return moved
