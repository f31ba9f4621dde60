"""Quantities of laws of noise that are sampled and composed: of expressions, and of DP-SGD by its own words."""

from __future__ import annotations

import math

from dpexact.composition import DominatingPair, gaussian, parse_composition
from dpexact.errors import DPExactError, ParameterError
from dpexact.laws.parameters import Number, integer, positive, probability, refused, value
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.formula import closed_text

MAX_STEPS = 10**12
POISSON = (
    "Poisson sampling is assumed: each example is in a step by itself, with probability rate; not a shuffled order"
)


def composition_delta(expression: str, epsilon: str) -> Number:
    """Return the least delta at an epsilon of a composition of laws of noise, the larger of both directions."""
    return _delta(_parsed(expression), epsilon)


def composition_epsilon(expression: str, delta: str) -> Number | float:
    """Return the least epsilon at a delta of a composition of laws of noise, the larger of both directions."""
    return _parsed(expression).epsilon(_exact("delta", delta))


def dp_sgd_epsilon(
    noise_multiplier: str,
    delta: str,
    rate: str | None = None,
    batch: str | None = None,
    examples: str | None = None,
    steps: str | None = None,
    epochs: str | None = None,
) -> Number | float:
    """Return the least epsilon of DP-SGD: Gaussian noise on Poisson samples, one example added or removed."""
    return _dp_sgd(noise_multiplier, rate, batch, examples, steps, epochs).epsilon(_exact("delta", delta))


def dp_sgd_delta(
    noise_multiplier: str,
    epsilon: str,
    rate: str | None = None,
    batch: str | None = None,
    examples: str | None = None,
    steps: str | None = None,
    epochs: str | None = None,
) -> Number:
    """Return the least delta of DP-SGD: Gaussian noise on Poisson samples, one example added or removed."""
    return _delta(_dp_sgd(noise_multiplier, rate, batch, examples, steps, epochs), epsilon)


def composition_remark(expression: str, **_: str) -> str:
    """Write the composition with all names of its laws, as it was read."""
    return f"read as {_parsed(expression)!r}"


def dp_sgd_remark(**_: str) -> str:
    """Say what a number of DP-SGD rests on."""
    return POISSON


def _delta(runs: DominatingPair, epsilon: str) -> Number:
    try:
        factor = exp_of_epsilon(epsilon)
    except DPExactError as error:
        raise error.at("epsilon") from None
    if factor < 1:
        raise refused("epsilon", "a number >= 0", closed_text("epsilon", epsilon))
    return runs.delta(factor)


def _parsed(expression: str) -> DominatingPair:
    try:
        return parse_composition(expression)
    except DPExactError as error:
        raise error.at("expression") from None


def _dp_sgd(
    noise_multiplier: str,
    rate: str | None,
    batch: str | None,
    examples: str | None,
    steps: str | None,
    epochs: str | None,
) -> DominatingPair:
    """Return the runs: rate = batch/examples and steps = ceil(epochs examples/batch), unless they are given."""
    if (rate is None) == (batch is None or examples is None) or (rate is not None and batch is not None):
        came = ", ".join(
            key for key, text in (("rate", rate), ("batch", batch), ("examples", examples)) if text is not None
        )
        raise ParameterError(
            f"{came or 'none of them'}",
            place="rate",
            expected="either rate, or batch and examples",
            remedy="give one of the two",
        )
    if (steps is None) == (epochs is None):
        came = "neither" if steps is None else "both"
        raise ParameterError(came, place="steps", expected="either steps or epochs", remedy="give one of the two")
    if epochs is not None and batch is None:
        raise ParameterError(
            "expected batch and examples beside it, which say how many steps an epoch has",
            place="epochs",
            remedy="give steps",
        )
    sigma = _positive("noise_multiplier", noise_multiplier)
    if rate is not None:
        probability("rate", closed_text("rate", rate))
        share = _exact("rate", rate)
    else:
        share = _positive("batch", str(batch)) / _positive("examples", str(examples))
        if share > 1:
            raise refused("batch", "at most as many as examples", closed_text("batch", str(batch)))
    if steps is not None:
        return gaussian(sigma, rate=share) ** integer("steps", closed_text("steps", steps), 0, MAX_STEPS)
    taken = _positive("epochs", str(epochs)) / share
    if not taken.is_rational() or taken > MAX_STEPS:
        raise refused(
            "epochs", f"a rational number of epochs, of at most {MAX_STEPS} steps", closed_text("epochs", str(epochs))
        )
    return gaussian(sigma, rate=share) ** math.ceil(taken.as_fraction())


def _positive(name: str, text: str) -> Exact:
    tree = closed_text(name, text)
    positive(name, tree)
    return _exact(name, text)


def _exact(name: str, text: str) -> Exact:
    """Read a number that is exact."""
    tree = closed_text(name, text)
    number = value(name, tree)
    if not isinstance(number, Exact):
        raise refused(name, "an exact number, such as a decimal or a fraction", tree)
    return exact(number)
