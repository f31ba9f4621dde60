"""Long vectors of doubles: which entries of p - E q are positive, and the exact sums of p and of q there.

Doubles decide an entry only where a bound on their rounding error leaves no doubt; the sums are of integers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flint import fmpq, fmpz

if TYPE_CHECKING:
    from dpexact.numbers.exact import Exact

LEAST = 256  # entries for which this is worth it
MOST = 1 << 34  # entries of which sums of 27 bits fit in 64
ERROR = 2.0**-50  # of p - E q, relative to abs(p) + abs(E q): five roundings of 2^-53
UNDERFLOW = 2.0**-1000
SMALLEST = 2.0**-900  # of E
MANTISSA, LOW = 53, 26


def as_doubles(law: Any) -> Any:
    """A long one-dimensional numpy array of finite floats of at most 64 bits, as doubles; None for anything else."""
    if type(law).__module__ != "numpy" or type(law).__name__ != "ndarray" or law.ndim != 1:
        return None
    if law.dtype.kind != "f" or law.dtype.itemsize > 8 or not LEAST <= len(law) < MOST:
        return None
    import numpy as np

    doubles = law.astype(np.float64)
    return doubles if bool(np.isfinite(doubles).all()) else None


def decided(p: Any, q: Any, E: Exact) -> tuple[Any, Any] | None:
    """(where p - E q is positive for certain, where doubles do not tell); None for an E beyond what doubles can do."""
    import numpy as np

    try:
        factor = float(E)
    except OverflowError:
        return None
    if E != 0 and factor < SMALLEST:  # a double that is far from E
        return None
    with np.errstate(all="ignore"):
        product = factor * q
        difference = p - product
        doubt = ERROR * (np.abs(p) + np.abs(product)) + UNDERFLOW
        positive, negative = difference > doubt, difference < -doubt  # neither for NaN, and beside an infinite doubt
    return positive, ~(positive | negative)


def exact_sum_of_doubles(values: Any) -> fmpq:
    """The sum of finite doubles. Guarantee: exact: integers of 53 bits, added for each exponent apart."""
    import numpy as np

    values = values[values != 0]
    if not len(values):
        return fmpq(0)
    mantissas, exponents = np.frexp(values)
    integers = (mantissas * 2.0**MANTISSA).astype(np.int64)
    order = np.argsort(exponents, kind="stable")
    integers, exponents = integers[order], exponents[order]
    starts = np.flatnonzero(np.diff(exponents, prepend=exponents[0] - 1))
    high = np.add.reduceat(integers >> LOW, starts)
    low = np.add.reduceat(integers & ((1 << LOW) - 1), starts)
    least = int(exponents[0])
    total = fmpz(0)
    for top, bottom, exponent in zip(high.tolist(), low.tolist(), exponents[starts].tolist(), strict=True):
        total += ((fmpz(top) << LOW) + bottom) << (exponent - least)
    shift = least - MANTISSA
    return fmpq(total << shift) if shift >= 0 else fmpq(total, fmpz(1) << -shift)
