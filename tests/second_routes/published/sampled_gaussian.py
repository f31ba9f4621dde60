"""Second route for composed Gaussian noise on Poisson samples: an integral along a line in the complex plane.

With L the privacy loss of one step and K(z) = log E[e^(zL)] under the first distribution, delta(eps) of n steps is the
integral of e^(n K(z) - z eps) / (z (z + 1)) / (2 pi i) along Re z = c, for any c > 0: Alghamdi, Asoodeh, Calmon, Gomez,
Kosut, Sankar and Wei, "The Saddle-Point Accountant for Differential Privacy" (2022). c is where the integrand is least
on the real line. K is a sum over x, which for such integrands is exact to the digits of a double.

It is computed in doubles, and nothing is proved. It shares no method with dpexact, which rounds losses to a grid and
multiplies polynomials, nor with the libraries that do so by Fourier transforms.
"""

import ast
import math
from collections.abc import Callable
from typing import Any

import numpy as np

Step = tuple[float, float, int]  # rate, noise multiplier, how often

POINTS = 1200  # of x, in a step
REACH = 11.0  # standard deviations
CHUNK = 400
NEXT_TO_NOTHING = 1e-300
LARGEST = 700.0  # what a double has an exponential of
DECAY = 45.0  # the integrand is left out where its logarithm is lower than at its start by this


class Moments:
    """K(z) of a run, in one direction."""

    def __init__(self, steps: list[Step], *, added: bool) -> None:
        self.steps, self.added = steps, added

    def __call__(self, z: Any) -> Any:
        """n K(z), at many z."""
        return sum(count * self._log(rate, sigma, np.atleast_1d(z)) for rate, sigma, count in self.steps)

    def _log(self, rate: float, sigma: float, z: Any) -> Any:
        power = -z if self.added else z + 1  # of the ratio, under the noise around 0
        far = max(0.0, float(np.max(power.real)))
        low, high = -REACH * sigma - (1 if self.added else 0), far + REACH * sigma + 1
        count = max(POINTS, math.ceil((high - low) / sigma * 60))
        x = np.linspace(low, high, count)
        base = np.log((x[1] - x[0]) / (sigma * math.sqrt(2 * math.pi))) - x**2 / (2 * sigma**2)
        shift = (2 * x - 1) / (2 * sigma**2)
        ratio = shift if rate == 1 else np.logaddexp(math.log1p(-rate), math.log(rate) + shift)
        exponents = base[None, :] + np.outer(power, ratio)
        largest = np.max(exponents.real, axis=1)
        sums = np.exp(exponents - largest[:, None]).sum(axis=1)
        return largest + np.log(np.where(sums == 0, NEXT_TO_NOTHING, sums))


def _line(moments: Moments, c: float) -> tuple[Any, Any]:
    """Places t along the line, and the logarithm of the integrand without eps."""
    width = c / 20
    second = float((moments(c + width) - 2 * moments(c) + moments(c - width))[0].real) / width**2
    step = min(0.2 / math.sqrt(second + 1 / c**2), c / 8)
    start = float(moments(c)[0].real) - math.log(c * (c + 1))
    places, logs, k = [], [], 0
    while True:
        t = step * np.arange(k, k + CHUNK)
        z = c + 1j * t
        values = moments(z) - np.log(z * (z + 1))
        places.append(t)
        logs.append(values)
        k += CHUNK
        if values.real.max() < start - DECAY or k > 200 * CHUNK:
            break
    return np.concatenate(places), np.concatenate(logs)


def _delta(line: tuple[Any, Any], c: float, epsilon: float) -> float:
    t, logs = line
    values = np.exp(logs - (c + 1j * t) * epsilon).real
    return float((values.sum() - values[0] / 2) * (t[1] - t[0]) / math.pi)


def _least(function: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function with one least value has it, by golden sections of the logarithm."""
    a, b, part = math.log(low), math.log(high), (math.sqrt(5) - 1) / 2
    for _ in range(60):
        first, second = b - part * (b - a), a + part * (b - a)
        if function(math.exp(first)) < function(math.exp(second)):
            b = second
        else:
            a = first
    return math.exp((a + b) / 2)


def delta(steps: list[Step], epsilon: float) -> float:
    """The larger of both directions."""
    found = []
    for added in (False, True):
        moments = Moments(steps, added=added)

        def size(c: float, moments: Moments = moments) -> float:
            return float(moments(c)[0].real) - c * epsilon - math.log(c * (c + 1))

        c = _least(size, 1e-2, 1e3)
        found.append(_delta(_line(moments, c), c, epsilon))
    return max(found)


def epsilon(steps: list[Step], delta: float) -> float:
    """The larger of both directions: first a bound on it, at the c that makes the bound least, then bisection."""
    found = []
    for added in (False, True):
        moments = Moments(steps, added=added)

        def bound(c: float, moments: Moments = moments) -> float:
            return (float(moments(c)[0].real) - math.log(delta) - math.log(c * (c + 1))) / c

        c = _least(bound, 1e-2, 1e3)
        line = _line(moments, c)
        low, high = max(0.0, (float(line[1].real.max()) - LARGEST) / c), bound(c) + 1
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if _delta(line, c, middle) > delta else (low, middle)
        found.append(high)
    return max(found)


def number(row: dict[str, Any]) -> float:
    """The number that a row of `claims/dp_sgd.toml` means."""
    given = row["parameters"]
    if row["quantity"] == "composition.epsilon":
        return epsilon(_factors(given["expression"]), _value(given["delta"]))
    rate = _value(given["rate"]) if "rate" in given else _value(given["batch"]) / _value(given["examples"])
    if "steps" in given:
        count = int(given["steps"])
    else:
        count = math.ceil(_value(given["epochs"]) * _value(given["examples"]) / _value(given["batch"]))
    steps = [(rate, _value(given["noise_multiplier"]), count)]
    if row["quantity"] == "dp_sgd.epsilon":
        return epsilon(steps, _value(given["delta"]))
    return delta(steps, _value(given["epsilon"]))


def _value(text: str) -> float:
    """A numeral, a product or a quotient of numerals, sqrt of one."""
    return float(eval(compile(ast.parse(text, mode="eval"), text, "eval"), {"__builtins__": {}, "sqrt": math.sqrt}))  # noqa: S307


def _factors(expression: str) -> list[Step]:
    """A product of powers of gaussian(sigma=S, rate=Q)**N."""
    found = []
    for part in expression.split(" * "):
        inside, _, count = part.removeprefix("gaussian(").partition(")**")
        given = dict(item.strip().split("=") for item in inside.split(","))
        found.append((_value(given["rate"]), _value(given["sigma"]), int(count)))
    return found
