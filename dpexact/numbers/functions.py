"""Functions of balls, and of series with a value and a slope, at the current flint working precision."""

from flint import arb, arb_series, fmpz

from dpexact.numbers.evaluate import NotExactError
from dpexact.numbers.exact import Exact

FAR = 4  # beyond it erfc of a ball is worse than that of its ends


def erfc_ball(ball: arb) -> arb:
    """Enclose erfc, which falls. Far out, where flint is sharp only at points, use its values at the ball's ends."""
    if not (ball > FAR and ball.is_finite()):
        return ball.erfc()
    return ball.upper().erfc().union(ball.lower().erfc())


def normal_quantile(ball: arb) -> arb:
    """Enclose the inverse of Phi between 0 and 1."""
    return -(2 * ball).erfcinv() * arb(2).sqrt()


def series_of_power(base: arb_series, exponent: arb_series, known: Exact | None) -> arb_series:
    """Return the series of a power. Below 0 a base has one only if the exponent is known and an integer."""
    if known is not None and known.is_rational() and known.as_fraction().denominator == 1:
        return base ** fmpz(int(known))
    return (base.log() * exponent).exp()


def series_of_call(function: str, below: list[arb_series]) -> arb_series:
    """Return the series of a function at those of its arguments. Raises NotExactError."""
    match function:
        case "exp" | "log" | "sqrt" | "erfc" | "erf" | "gamma":
            applied: arb_series = getattr(below[0], function)()
            return applied
        case "Phi":
            return (below[0] / -arb(2).sqrt()).erfc() / 2
        case "abs" if below[0][0] > 0 or below[0][0] < 0:
            return below[0] if below[0][0] > 0 else -below[0]
        case "min" | "max":
            return _extreme_series(below, function)
        case "Phi_inverse":
            quantile = normal_quantile(below[0][0])
            return arb_series([quantile, below[0][1] * (2 * arb.pi()).sqrt() * (quantile**2 / 2).exp()], 2)
    message = f"no slope of {function}"
    raise NotExactError(message)


def _extreme_series(series: list[arb_series], which: str) -> arb_series:
    """Return the largest or the least, if the balls show which it is. Raises NotExactError."""
    best = series[0]
    for other in series[1:]:
        if other[0] > best[0] or other[0] < best[0]:
            best = other if (other[0] > best[0]) == (which == "max") else best
        else:
            message = f"no slope of {which} where two may be equal"
            raise NotExactError(message)
    return best
