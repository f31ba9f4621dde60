"""The loss of a sampler of private eigenvectors that divides where the method multiplies; the standard library alone.

`docs/crosscheck.md` has it by mpmath, in polar coordinates of the two leading axes, from the density worked out. Here
it is the product of what the programs draw from and of the probability with which they accept, for diagonal matrices,
and the integral over the sphere is Simpson's rule in two angles.
"""

from __future__ import annotations

import math
from functools import cache

STEPS = 200  # of each angle; twice as many change the losses below by less than 0.0002


@cache
def root(eigenvalues: tuple[float, ...]) -> float:
    """Return the b with sum 1/(b + 2 eigenvalue) = 1, by halving."""
    low, high = 0.0, float(len(eigenvalues))
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(1 / (middle + 2 * each) for each in eigenvalues) > 1 else (low, middle)
    return high


def density(first: float, second: float, eigenvalues: tuple[float, ...], sign: int) -> float:
    """Return the unnormalized density at an x with these two squares, the rest spread over equal eigenvalues.

    `sign` -1 divides by the power of x'Wx when it accepts, as the programs do; 1 multiplies, as the method does.
    """
    d, b = len(eigenvalues), root(eigenvalues)
    squares = (first, second, 1 - first - second)
    form = sum(square * value for square, value in zip(squares, eigenvalues[:3], strict=True))
    power: float = (1 + 2 * form / b) ** (d / 2)  # (x'Wx)^(d/2), W = 1 + 2 A/b
    proposed, accepted = 1 / power, math.exp(-form) * power**sign
    return proposed * accepted


def integral(eigenvalues: tuple[float, ...], sign: int) -> float:
    """Return the integral over the sphere, up to a constant that the dimension alone gives.

    x1 = sin s, x2 = cos s sin t, and the rest has the square (cos s cos t)^2 and d - 2 coordinates.
    """
    d, width = len(eigenvalues), math.pi / 2 / STEPS
    weights = [1 if k in (0, STEPS) else 4 if k % 2 else 2 for k in range(STEPS + 1)]
    total = 0.0
    for j, outer in enumerate(weights):
        s = j * width
        for k, inner in enumerate(weights):
            t = k * width
            measure = math.cos(s) ** (d - 2) * math.cos(t) ** (d - 3)
            first, second = math.sin(s) ** 2, (math.cos(s) * math.sin(t)) ** 2
            total += outer * inner * measure * density(first, second, eigenvalues, sign)
    return total * (width / 3) ** 2


def loss(epsilon: float, d: int, g: float, sign: int = -1, *, replaced: bool = False) -> float:
    """Return the loss at the second axis, of diag(g, g, 0, ...) against diag(g + 1, g, 0, ...).

    With `replaced` it is that against diag(g + 1, g - 1, 0, ...), as a record of one axis became one of the other.
    """
    quarter = epsilon / 4
    before = (0.0, 0.0, *[quarter * g] * (d - 2))
    after = (0.0, quarter * (2 if replaced else 1), *[quarter * (g + 1)] * (d - 2))
    at_before = density(0.0, 1.0, before, sign) / integral(before, sign)
    at_after = density(0.0, 1.0, after, sign) / integral(after, sign)
    return math.log(at_before / at_after)
