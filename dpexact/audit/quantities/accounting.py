"""Quantities of pairs of distributions, and of composed laws of noise, by an expression or in the terms of DP-SGD.

Those of a pair are for one direction, and enclosed if no field holds all numbers. Like the laws, these functions take
numbers. `factor` and `composed` read the two texts that are not numbers.
"""

import math
from collections.abc import Callable, Sequence

from flint import arb

from dpexact.composition import DominatingPair, gaussian, least, parse_composition
from dpexact.composition.loss import privacy_loss
from dpexact.errors import DPExactError, IncompatibleFieldsError, ParameterError, TooLargeError, UndecidedError
from dpexact.laws.parameters import (
    Number,
    formula,
    integer,
    least_epsilon,
    nonnegative,
    probability,
    real,
    refused,
    value,
)
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.formula import Real, closed_text
from dpexact.numbers.grammar import term_of_text
from dpexact.privacy.divergence import ratio_groups

MAX_STEPS = 10**12
FACTOR = term_of_text("exp(epsilon)")
Masses = list[Exact]


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
    result = least(expression, exp_epsilon=epsilon, delta=_exact("delta", delta), step=multiple)
    if result.is_bound:
        raise UndecidedError("a law may give away less than its pair")
    return exact(result.value)


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
    share = _share(rate, batch, examples)
    return _runs(noise_multiplier, share, _steps(steps, epochs, batch, share)).epsilon(_exact("delta", delta))


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
    share = _share(rate, batch, examples)
    return _runs(noise_multiplier, share, _steps(steps, epochs, batch, share)).delta(epsilon)


def composition_remark(expression: str, **_: str) -> str:
    """Write the composition with all names of its laws, as it was read, and the neighbors that it is for."""
    pair = composed("expression", expression)
    return f"read as {pair!r}; neighbors: {pair.relation}"


def dp_sgd_remark(**_: str) -> str:
    """Say on which assumption a number of DP-SGD rests."""
    return (
        "Poisson sampling is assumed: each example is in a step by itself, with probability rate; not a shuffled order"
    )


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


def _runs(noise_multiplier: Real, rate: Exact, steps: int) -> DominatingPair:
    return gaussian(_positive("noise_multiplier", noise_multiplier), rate=rate) ** steps


def _share(rate: Real | None, batch: Real | None, examples: Real | None) -> Exact:
    """Return the sampling rate, as it is given or as batch/examples."""
    if rate is not None and batch is None and examples is None:
        return _exact("rate", rate, "a number in [0, 1]", lambda number: number >= 0 and number <= 1)
    if rate is None and batch is not None and examples is not None:
        share = _positive("batch", batch) / _positive("examples", examples)
        if share > 1:
            raise refused("batch", "at most as many as examples", batch)
        return share
    sizes = {"rate": rate, "batch": batch, "examples": examples}
    came = ", ".join(name for name, number in sizes.items() if number is not None) or "none of them"
    expected = "either rate, or batch and examples"
    raise ParameterError(came, place="rate", expected=expected, remedy="give one of the two")


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


def pair_delta(p: Masses, q: Masses, epsilon: Real) -> Number:
    """Return the least delta with p(S) <= e^epsilon q(S) + delta for all events S, the sum of positive parts."""
    pair(p, q)
    E = formula(FACTOR, epsilon=real("epsilon", epsilon))
    if isinstance(E, Exact):
        try:
            parts = (a - E * b for a, b in zip(p, q, strict=True))
            return sum((part for part in parts if part > 0), exact(0))
        except (IncompatibleFieldsError, TooLargeError):
            pass
    return Enclosure.computed(_positive_parts, E, *p, *q)


def _positive_parts(E: arb, *numbers: arb) -> arb:
    half = len(numbers) // 2
    total = arb(0)
    for a, b in zip(numbers[:half], numbers[half:], strict=True):
        total += (a - E * b).max(arb(0))
    return total


def composed_delta(p: Masses, q: Masses, count: Real, epsilon: Real) -> Number:
    """Return the least delta of so many independent draws from both, in this direction only."""
    pair(p, q)
    E = formula(FACTOR, epsilon=nonnegative("epsilon", epsilon))
    return (privacy_loss(p, q) ** integer("count", count)).delta(E)


def pair_epsilon(p: Masses, q: Masses, delta: Real) -> Number | float:
    """Return the least epsilon >= 0 with p(S) <= e^epsilon q(S) + delta for all events S, maybe infinity."""
    pair(p, q)
    probability("delta", delta)
    return least_epsilon(least_exp_epsilon(ratio_groups(p, q), value("delta", delta)))


def pair(p: Masses, q: Masses) -> tuple[Masses, Masses]:
    """Read two distributions of equal length. Raises ParameterError."""
    if len(p) != len(q):
        raise ParameterError(f"{len(q)}", place="q", expected=f"{len(p)} numbers, as many as p has")
    return p, q


def least_exp_epsilon(groups: Sequence[tuple[Exact, Exact]], delta: Number) -> Number | float:
    """Return the least E >= 1, the largest (P(S) - delta)/Q(S) over the prefixes S in the order of falling p/q.

    An event of largest P(S) - E Q(S) is such a prefix, for every E. Every prefix with Q(S) = 0 must have P(S) <= delta.
    """
    slopes: list[tuple[Exact, Exact]] = []
    mass, other = exact(0), exact(0)
    for a, b in groups:
        mass, other = mass + a, other + b
        if other == 0 and not mass <= delta:
            return math.inf
        if other != 0:
            slopes.append((mass, other))
    if isinstance(delta, Exact):
        try:
            return max([exact(1), *((mass - delta) / other for mass, other in slopes)])
        except (IncompatibleFieldsError, TooLargeError):
            pass
    return Enclosure.computed(_steepest, delta, *(number for slope in slopes for number in slope))


def _steepest(delta: arb, *numbers: arb) -> arb:
    best = arb(1)
    for mass, other in zip(numbers[::2], numbers[1::2], strict=True):
        best = best.max((mass - delta) / other)
    return best
