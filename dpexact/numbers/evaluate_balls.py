"""Enclosures of formulas, by a ball around the value of each node, at the current flint working precision.

If a variable is bound to a series x + s, a node that depends on it is a series, too, the balls of its value and of its
slope. One at which no slope is known (a corner, a jump, another root) raises NotExactError then. Ends of sums,
arguments of binomial and whole exponents must be integers. They are evaluated exactly by `evaluate`.
"""

from collections.abc import Mapping
from functools import partial, reduce
from operator import add, mul
from typing import Any, TypeVar

from flint import arb, arb_series, ctx, fmpq, fmpz

from dpexact.errors import DivisionByZeroError, DPExactError, ParameterError, TooLargeError, UndecidedError
from dpexact.numbers.evaluate import Evaluation, NotExactError, Work, exact_value
from dpexact.numbers.exact import Exact
from dpexact.numbers.grammar import COMPARISONS, FORMULAS, Term
from dpexact.numbers.rounding import WHOLE, whole_ends
from dpexact.numbers.sign_change import Least, Piece, sign_change

Bindings = Mapping[str, int | arb | arb_series | Piece]  # an int for the variable of a sum, a ball for that of a root
Ball = TypeVar("Ball", arb, arb_series)
REFUSED = (DPExactError, ArithmeticError, ValueError)  # of flint: the inverse of a series that is 0
FAR = 4  # beyond it erfc of a ball is worse than that of its ends
MAX_BINOMIAL = 1 << 40
POLE_BITS = 1024  # where the expression has no finite bounds with more than this precision, there is taken to be a pole


def ball_value(term: Term) -> arb:
    """Return a ball around the value of a closed term, at the current precision.

    Raises ParameterError, TooLargeError.
    """
    return ball_of(term, {}, Work())


def slope_of(term: Term, at: tuple[str, arb], bound: Bindings, work: Work) -> tuple[arb, arb]:
    """Return balls around the value of a term and its slope in a variable, over a ball, valid if both are finite."""
    name, x = at
    try:
        series = _series_of(term, {**bound, name: arb_series([x, 1], 2)}, work)
    except REFUSED:
        return arb("nan"), arb("nan")
    return (series[0], series[1]) if isinstance(series, arb_series) else (series, arb(0))


def ball_of(term: Term, bound: Bindings, work: Work) -> arb:
    """Return a ball around the value of a term whose free names are bound, to no series that the term depends on.

    Raises NotExactError for such a series, and the errors of `ball_value`.
    """
    ball = _series_of(term, bound, work)
    if isinstance(ball, arb):
        return ball
    message = f"no slope of {term.name or term.kind}"
    raise NotExactError(message)


def _series_of(term: Term, bound: Bindings, work: Work) -> Any:
    """Return the same as `ball_of`, and a series for a term that depends on a variable with a series."""
    work.charge(1, term)
    match term.kind:
        case "numeral":
            return arb(term.value)
        case "number":
            return term.value.ball()
        case "name":
            numbers = bound[term.name]
            if isinstance(numbers, tuple):
                return numbers[0].union(numbers[1])
            return arb(numbers) if isinstance(numbers, int) else numbers
        case "pi":
            return arb.pi()
        case "neg":
            return -_series_of(term.below[0], bound, work)
        case "inverse":
            divisor = _series_of(term.below[0], bound, work)
            if isinstance(divisor, arb) and divisor.is_zero():
                raise term.below[0].error(DivisionByZeroError, "0", expected="a divisor that is not 0")
            return 1 / divisor
    if term.kind in OF_KINDS:
        return OF_KINDS[term.kind](term, bound, work)
    return reduce(add if term.kind == "+" else mul, (_series_of(part, bound, work) for part in term.below))


def _integers(bound: Bindings) -> dict[str, int]:
    return {name: value for name, value in bound.items() if isinstance(value, int)}


def _power(term: Term, bound: Bindings, work: Work) -> Any:
    base = _series_of(term.below[0], bound, work)
    exponent, power_ball = _exactly(term.below[1], bound, work), _series_of(term.below[1], bound, work)
    if exponent is None and isinstance(power_ball, arb) and power_ball.is_integer():
        exponent = Exact.of_rational(fmpq(power_ball.fmpz()))
    if exponent is not None and exponent.is_rational() and exponent.as_fraction().denominator == 1:
        power = int(exponent.as_fraction())
        if power < 0 and isinstance(base, arb) and base.is_zero():
            raise term.error(DivisionByZeroError, "a negative one", expected="an exponent >= 0 for the base 0")
        return base ** fmpz(power) if power >= 0 else 1 / base ** fmpz(-power)  # of a series 0, flint takes 0
    if arb_series in (type(base), type(power_ball)):
        return (base.log() * power_ball).exp()
    if base.is_zero() and power_ball > 0:
        return arb(0)
    if not base > 0 and power_ball > 0 and _is_never_negative(term.below[0], bound, work):
        return _up_from_zero((base.upper().log() * power_ball).exp())
    if exponent is None and power_ball.contains_integer() and not base > 0:
        return arb("nan")
    _positive(term, base, "a base > 0 below an exponent that is not an integer")
    return (base.log() * power_ball).exp()


def _positive(term: Term, ball: arb, expected: str) -> None:
    """Refuse a number that is certainly not positive, and leave an uncertain one to a higher precision."""
    if ball <= 0:
        raise term.error(ParameterError, f"about {ball.mid().str(5, radius=False)}", expected=expected)


def _call(term: Term, bound: Bindings, work: Work) -> Any:
    if term.name == "binomial":
        return _binomial(term, bound, work)
    if term.name in WHOLE:
        return _whole(term, bound, work)
    if term.name == "factorial":
        return _factorial(term, bound, work)
    balls = [_series_of(part, bound, work) for part in term.below]
    ball, value = balls[0], _value(balls[0])
    match term.name:
        case "exp" | "erf" | "gamma":
            return getattr(ball, term.name)()
        case "log":
            _positive(term, value, "the logarithm of a number > 0")
            return ball.log()
        case "sqrt":
            return _square_root(term, ball, bound, work) if isinstance(ball, arb) else ball.sqrt()
        case "Phi":
            return erfc_ball(-ball / arb(2).sqrt()) / 2
        case "erfc":
            return erfc_ball(ball)
        case "Phi_inverse":
            if value <= 0 or value >= 1:
                came, expected = value.mid().str(5, radius=False), "a number between 0 and 1 inside Phi_inverse"
                raise term.error(ParameterError, f"about {came}", expected=expected)
            quantile = -(2 * value).erfcinv() * arb(2).sqrt()
            if isinstance(ball, arb):
                return quantile
            return arb_series([quantile, ball[1] * (2 * arb.pi()).sqrt() * (quantile**2 / 2).exp()], 2)
        case "abs":
            return abs(ball) if isinstance(ball, arb) else _extreme("max", ball, -ball)
    return reduce(partial(_extreme, term.name), balls)


def _value(ball: Any) -> arb:
    """Return a ball itself, and the ball of the value of a series."""
    return ball if isinstance(ball, arb) else ball[0]


def erfc_ball(ball: Ball) -> Ball:
    """Enclose erfc, which falls. Far out, where flint is sharp only at points, use its values at the ball's ends."""
    if not (isinstance(ball, arb) and ball > FAR and ball.is_finite()):
        return ball.erfc()
    return ball.upper().erfc().union(ball.lower().erfc())


def _extreme(name: str, ball: Any, other: Any) -> Any:
    """Return the larger or the smaller one. Raises NotExactError for series if the balls do not show which it is."""
    if isinstance(ball, arb) and isinstance(other, arb):
        return ball.max(other) if name == "max" else ball.min(other)
    first, second = _value(ball), _value(other)
    if first > second or first < second:
        return ball if (first > second) == (name == "max") else other
    message = f"no slope of {name} where two may be equal"
    raise NotExactError(message)


def _square_root(term: Term, ball: arb, bound: Bindings, work: Work) -> arb:
    """Enclose a square root, also of max(0, ...), which is never negative although its ball may reach below 0."""
    if ball < 0:
        _positive(term, ball, "the square root of a number >= 0")
    inside = term.below[0]
    is_cut = inside.name == "max" and any(part.kind == "numeral" and part.value == 0 for part in inside.below)
    if not ball >= 0 and (is_cut or _is_never_negative(inside, bound, work)):
        return _up_from_zero(ball.upper().sqrt())
    return ball.sqrt()


def _up_from_zero(ball: arb) -> arb:
    """Return a ball from 0, exactly, to the upper end of a ball."""
    around = arb(0, ball.upper() / 2)
    return around + around.rad()


def _is_never_negative(term: Term, bound: Bindings, work: Work) -> bool:
    """Return whether a term is >= 0 on a piece, shown by its slope and its value at the end where it is least."""
    pieces = {name: piece for name, piece in bound.items() if isinstance(piece, tuple) and name in term.free_names()}
    if len(pieces) != 1:
        return False
    ((name, (low, high)),) = pieces.items()
    _, slope = slope_of(term, (name, low.union(high)), bound, work)
    end = low if slope >= 0 else high if slope <= 0 else None
    return end is not None and bool(ball_of(term, {**bound, name: end}, work) >= 0)


def _factorial(term: Term, bound: Bindings, work: Work) -> arb:
    n = _integer(term.below[0], bound, work, "argument of factorial")
    if n is None:
        return arb("nan")
    if n < 0:
        raise term.error(ParameterError, f"{n}", expected="an integer >= 0 as argument of factorial")
    if n > MAX_BINOMIAL:
        raise term.error(TooLargeError, "more", expected=f"an argument of factorial <= {MAX_BINOMIAL}")
    return (arb(n) + 1).gamma()


def _exactly(term: Term, bound: Bindings, work: Work) -> Exact | None:
    """Return the exact value of a term, or None if it has none, or depends on a number that is only enclosed."""
    try:
        return exact_value(Exact, term, _integers(bound), work)
    except NotExactError:
        return None


def _is_open(bound: Bindings) -> bool:
    """Return whether a variable stands for all the numbers of a ball, so that a ball may hold several answers."""
    return any(not isinstance(value, int) for value in bound.values())


def _whole(term: Term, bound: Bindings, work: Work) -> arb:
    """Return floor, ceil or round, or a ball that is not finite if an integer inside leaves it undecided."""
    value = _exactly(term, bound, work)
    if value is not None:
        return arb(int(value))
    ends = whole_ends(term.name, ball_of(term.below[0], bound, work))
    if ends is None or (ends[0] != ends[1] and not _is_open(bound)):
        return arb("nan")
    return arb(ends[0]).union(arb(ends[1]))


def _chosen(term: Term, bound: Bindings, work: Work) -> Any:
    """Return the value that a condition chooses, or a ball that is not finite if this precision does not decide it.

    If a variable stands for a ball, both branches may be chosen, and for a series, only one whose choice shows.
    """
    left, right, *branches = term.below
    signs = COMPARISONS[term.name]
    minus = Term("neg", (right,), place=right.place, text=right.text)
    difference = Term("+", (left, minus), place=left.place, text=left.text)
    exactly = _exactly(difference, bound, work)
    if exactly is not None:
        possible = {exactly.sign() in signs}
    else:
        balls = {name: value[0] if isinstance(value, arb_series) else value for name, value in bound.items()}
        ball = ball_of(difference, balls, work)
        is_possible = {-1: not ball >= 0, 0: ball.contains(0), 1: not ball <= 0}  # >= means that it is certain
        possible = {sign in signs for sign, is_so in is_possible.items() if is_so}
    if len(possible) == 1:
        return _series_of(branches[0 if possible.pop() else 1], bound, work)
    if any(isinstance(bound[name], arb_series) for name in term.free_names()):
        message = "no slope of if where both branches may be chosen"
        raise NotExactError(message)
    first, other = (ball_of(branch, bound, work) for branch in branches)
    return first.union(other) if _is_open(bound) else arb("nan")


def _ends(term: Term, bound: Bindings, work: Work) -> tuple[arb, arb] | None:
    """Return balls around the bounds of a root or of a least value, or None if this precision does not order them.

    Raises ParameterError.
    """
    low, high = (ball_of(end, bound, work) for end in term.below[1:])
    if low >= high:
        raise term.error(ParameterError, "low >= high", expected=f"low < high as the bounds of {term.name}")
    return (low, high) if low < high else None


def _root(term: Term, bound: Bindings, work: Work) -> arb:
    expression = term.below[0]
    for node in expression.nodes():
        if node.kind == "call" and node.name in WHOLE and term.name in node.free_names():
            came = f"{node.name} of its variable"
            raise node.error(ParameterError, came, expected="a continuous expression in root")
    ends = _ends(term, bound, work)
    if ends is None:
        return arb("nan")
    root = sign_change(term, lambda x: ball_of(expression, {**bound, term.name: x}, work), *ends)
    if root is not None:
        return _unless_pole(term, root, bound)
    for end in term.below[1:]:  # a bound at which the expression is exactly 0 shows no change of sign
        if _exactly(expression.substituted({term.name: end}), bound, work) == 0:
            expected = f"bounds of {term.name} at which the expression has opposite signs"
            raise term.error(ParameterError, "0 at one of them", "move it", expected=expected)
    return ends[0].union(ends[1]) if _is_open(bound) else arb("nan")  # 0 at an end, or too low a precision


def _least(term: Term, bound: Bindings, work: Work) -> arb:
    expression, ends = term.below[0], _ends(term, bound, work)
    if ends is None:
        return arb("nan")

    def value(x: arb | Piece) -> arb:
        return ball_of(expression, {**bound, term.name: x}, work)

    def slope(x: arb) -> arb:
        return slope_of(expression, (term.name, x), bound, work)[1]

    return _unless_pole(term, Least(value, slope, *ends).ball(), bound)


def _unless_pole(term: Term, ball: arb, bound: Bindings) -> arb:
    """Return the ball of a root or of a least value. Raises UndecidedError if no precision will make it finite."""
    if ctx.prec > POLE_BITS and not ball.is_finite() and not _is_open(bound):
        came = f"no finite bounds of the expression near its {term.name}, as at a pole or a jump"
        raise term.error(UndecidedError, came)
    return ball


def _integer(term: Term, bound: Bindings, work: Work, what: str) -> int | None:
    """Return the value of a term that must be an integer, or None if this precision does not show which.

    Raises ParameterError.
    """
    try:
        return Evaluation(Exact, FORMULAS, work).integer(term, _integers(bound), what)
    except NotExactError:  # floor, ceil or round of a number that is enclosed
        ball = ball_of(term, bound, work)
        if ball.is_integer():
            return int(ball.mid().fmpz())
        if ball.is_finite() and not ball.contains_integer():
            came = ball.mid().str(5, radius=False)
            raise term.error(ParameterError, f"about {came}", expected=f"an integer as {what}") from None
        return None


def _binomial(term: Term, bound: Bindings, work: Work) -> arb:
    n, k = (_integer(part, bound, work, "argument of binomial") for part in term.below)
    if n is None or k is None:
        return arb("nan")
    if n < 0:
        raise term.error(ParameterError, f"{n}", expected="n >= 0")
    if not 0 <= k <= n:
        return arb(0)
    if n > MAX_BINOMIAL:
        raise term.error(TooLargeError, "more", expected=f"n <= {MAX_BINOMIAL}")
    work.charge(min(k, n - k) // ctx.prec, term)
    return arb.bin_uiui(n, k)


def _sum(term: Term, bound: Bindings, work: Work) -> Any:
    key = id(term), ctx.prec
    if key in work.known:
        return work.known[key][1]
    low, high = (_integer(end, bound, work, f"an end of the sum over {term.name}") for end in term.below[1:])
    if low is None or high is None:
        return arb("nan")
    work.charge(max(0, high - low + 1), term)
    total: Any = arb(0)
    for k in range(low, high + 1):
        total += _series_of(term.below[0], {**bound, term.name: k}, work)
    if not term.free_names():
        work.known[key] = term, total
    return total


OF_KINDS = {"**": _power, "call": _call, "sum": _sum, "root": _root, "minimize": _least, "if": _chosen}
