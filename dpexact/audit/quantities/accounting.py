"""Quantities of sampled and composed laws of noise, by an expression or in the terms of DP-SGD.

Like the laws, these functions take numbers. `factor` and `composed` read the two texts that are not numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from dpexact.composition import DominatingPair, gaussian, least, parse_composition
from dpexact.errors import DPExactError, ParameterError
from dpexact.laws.parameters import Number, integer, refused, value
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.formula import Real, closed_text

MAX_STEPS = 10**12
POISSON = (
    "Poisson sampling is assumed: each example is in a step by itself, with probability rate; not a shuffled order"
)


def composition_delta(expression: DominatingPair, epsilon: Exact) -> Number:
    """Return the least delta at e^epsilon of a composition of laws of noise, the larger of both directions."""
    return expression.delta(epsilon)


def composition_epsilon(expression: DominatingPair, delta: Real) -> Number | float:
    """Return the least epsilon at a delta of a composition of laws of noise, the larger of both directions."""
    return expression.epsilon(_exact("delta", delta))


def composition_least(expression: str, epsilon: Exact, delta: Real, step: Real | None = None) -> Number:
    """Return the least multiple of the step with which a composition keeps delta at e^epsilon, or the greatest.

    The expression has one `?` in place of a number, and the rest is as in `dpexact.composition.least`.
    """
    multiple = None if step is None else _exact("step", step)
    return exact(least(expression, exp_epsilon=epsilon, delta=_exact("delta", delta), step=multiple).value)


def dp_sgd_epsilon(
    noise_multiplier: Real,
    delta: Real,
    rate: Real | None = None,
    batch: Real | None = None,
    examples: Real | None = None,
    steps: Real | None = None,
    epochs: Real | None = None,
) -> Number | float:
    """Return the least epsilon of DP-SGD, Gaussian noise on Poisson samples, one example added or removed."""
    return _dp_sgd(noise_multiplier, rate, batch, examples, steps, epochs).epsilon(_exact("delta", delta))


def dp_sgd_delta(
    noise_multiplier: Real,
    epsilon: Exact,
    rate: Real | None = None,
    batch: Real | None = None,
    examples: Real | None = None,
    steps: Real | None = None,
    epochs: Real | None = None,
) -> Number:
    """Return the least delta of DP-SGD at e^epsilon, Gaussian noise on Poisson samples, one example more or less."""
    return _dp_sgd(noise_multiplier, rate, batch, examples, steps, epochs).delta(epsilon)


def composition_remark(expression: str, **_: str) -> str:
    """Write the composition with all names of its laws, as it was read."""
    return f"read as {composed('expression', expression)!r}"


def dp_sgd_remark(**_: str) -> str:
    """Say on which assumption a number of DP-SGD rests."""
    return POISSON


def factor(name: str, text: str) -> Exact:
    """Read an epsilon >= 0 as e^epsilon. Raises DPExactError that begins with the name."""
    try:
        exp_epsilon = exp_of_epsilon(text)
    except DPExactError as error:
        raise error.at(name) from None
    if exp_epsilon < 1:
        raise refused(name, "a number >= 0", closed_text(name, text))
    return exp_epsilon


def composed(name: str, text: str) -> DominatingPair:
    """Read an expression of laws of noise. Raises DPExactError that begins with the name."""
    try:
        return parse_composition(text)
    except DPExactError as error:
        raise error.at(name) from None


def _dp_sgd(
    noise_multiplier: Real,
    rate: Real | None,
    batch: Real | None,
    examples: Real | None,
    steps: Real | None,
    epochs: Real | None,
) -> DominatingPair:
    """Return the runs, with rate = batch/examples and steps = ceil(epochs examples/batch) unless they are given."""
    share = _share(rate, batch, examples)
    number = _steps(steps, epochs, batch, share)
    return gaussian(_positive("noise_multiplier", noise_multiplier), rate=share) ** number


def _share(rate: Real | None, batch: Real | None, examples: Real | None) -> Exact:
    """Return the sampling rate, as it is given or as batch/examples."""
    if rate is not None and batch is None:
        return _exact("rate", rate, "a number in [0, 1]", lambda number: number >= 0 and number <= 1)
    if rate is None and batch is not None and examples is not None:
        share = _positive("batch", batch) / _positive("examples", examples)
        if share > 1:
            raise refused("batch", "at most as many as examples", batch)
        return share
    sizes = {"rate": rate, "batch": batch, "examples": examples}
    came = ", ".join(name for name, number in sizes.items() if number is not None) or "none of them"
    raise ParameterError(
        came, place="rate", expected="either rate, or batch and examples", remedy="give one of the two"
    )


def _steps(steps: Real | None, epochs: Real | None, batch: Real | None, share: Exact) -> int:
    """Return the number of steps, as it is given or as ceil(epochs/share), which needs a batch."""
    if steps is not None and epochs is None:
        return integer("steps", steps, 0, MAX_STEPS)
    if epochs is None or steps is not None:
        came = "neither" if steps is None else "both"
        raise ParameterError(came, place="steps", expected="either steps or epochs", remedy="give one of the two")
    if batch is None:
        came = "expected batch and examples beside it, which say how many steps an epoch has"
        raise ParameterError(came, place="epochs", remedy="give steps")
    taken = _positive("epochs", epochs) / share
    if not taken.is_rational() or taken > MAX_STEPS:
        raise refused("epochs", f"a rational number of epochs, of at most {MAX_STEPS} steps", epochs)
    return math.ceil(taken.as_fraction())


def _positive(name: str, number: Real) -> Exact:
    return _exact(name, number, "a number > 0", lambda number: number > 0)


def _exact(name: str, number: Real, expected: str = "", holds: Callable[[Number], bool] | None = None) -> Exact:
    """Return an exact number, in its range if there is one. Raises ParameterError."""
    known = value(name, number)
    if holds is not None and not holds(known):
        raise refused(name, expected, number)
    if not isinstance(known, Exact):
        raise refused(name, "an exact number, such as a decimal or a fraction", number)
    return known
