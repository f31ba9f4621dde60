"""Functions of balls, and of series with a value and a slope, at the current flint working precision."""

from typing import Any, TypeVar

from flint import arb, arb_series

from dpexact.numbers.evaluate import NotExactError

FAR = 4  # beyond it erfc of a ball is worse than that of its ends
Ball = TypeVar("Ball", arb, arb_series)


def value_of(ball: Any) -> arb:
    """Return a ball itself, and the ball of the value of a series."""
    return ball if isinstance(ball, arb) else ball[0]


def erfc_ball(ball: Ball) -> Ball:
    """Enclose erfc, which falls. Far out, where flint is sharp only at points, use its values at the ball's ends."""
    if not (isinstance(ball, arb) and ball > FAR and ball.is_finite()):
        return ball.erfc()
    return ball.upper().erfc().union(ball.lower().erfc())


def normal_quantile(ball: Any) -> Any:
    """Enclose the inverse of Phi between 0 and 1."""
    quantile = -(2 * value_of(ball)).erfcinv() * arb(2).sqrt()
    if isinstance(ball, arb):
        return quantile
    return arb_series([quantile, ball[1] * (2 * arb.pi()).sqrt() * (quantile**2 / 2).exp()], 2)


def extreme(name: str, ball: Any, other: Any) -> Any:
    """Return the larger or the smaller one. Raises NotExactError for series if the balls do not show which it is."""
    if isinstance(ball, arb) and isinstance(other, arb):
        return ball.max(other) if name == "max" else ball.min(other)
    first, second = value_of(ball), value_of(other)
    if first > second or first < second:
        return ball if (first > second) == (name == "max") else other
    message = f"no slope of {name} where two may be equal"
    raise NotExactError(message)
