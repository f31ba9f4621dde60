"""The number of a formula, exact if dpexact can decide it, else enclosed, and whether its roots are the only ones.

Roots are counted by subdivision, with slopes. A piece of the interval is free of roots if a ball around the expression
excludes 0. It has at most one root if a ball around its slope excludes 0, and has it if the signs at its ends differ.
The other pieces are halved, up to a limit of pieces, and those that remain leave the question open. A second change of
sign between points whose signs are certain is refused in any case.
"""

from collections import deque
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from itertools import pairwise

from flint import arb, fmpq

from dpexact.errors import NumberSyntaxError, ParameterError, TooLargeError
from dpexact.numbers.balls import WorkingPrecision
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.evaluate import NotExactError, Work, exact_value
from dpexact.numbers.evaluate_balls import REFUSED, ball_of, ball_value, slope_of
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.grammar import Term, term_of_text
from dpexact.numbers.sign_change import not_one_change, shown_sign
from dpexact.numbers.typography import did_you_mean, excerpt, greek_name, number_of_print

Real = int | Fraction | Exact | Enclosure | Term  # a Term is closed, and keeps log(2) as it is
WORDS = {
    "e": "write exp(1), or exp(x) for e**x",
    **dict.fromkeys(("inf", "infinity", "oo"), "a formula has finite numbers only"),
}
MAX_PIECES = 1000
MAX_WORK = 1_000_000  # operations for one root
BITS = 128
SHARE = arb("0.4637")  # the cut of a piece, away from any root that people write
WRITERS_WORD = "that there is one root between the bounds of {} rests on the writer's word: it could not be shown"


def formula_value(expression: str, names: Mapping[str, str | Real] | None = None) -> Exact | Enclosure:
    """Return the value of an expression, with a number or a text (itself without names) for each name in it.

    The answer is exact if the value lies in a field that dpexact decides, otherwise an enclosure of any width.
    Raises NumberSyntaxError with the place, ParameterError for names that are missing or not in the expression and for
    undefined values of functions, DivisionByZeroError, TooLargeError past the limits of work, UndecidedError.
    Reference: docs/claim-table.md, "Formulas".

    >>> formula_value("1 - (1 - delta)**k", {"delta": "1e-3", "k": "2"})
    exact('1999/1000000')
    >>> formula_value("sqrt(2*log(1.25/delta))/epsilon", {"delta": "1e-5", "epsilon": "1/2"})
    Enclosure[9.68961052521, 9.68961052522]
    """
    term = closed_term(expression, names or {})
    value = value_of_term(term)
    unshown_roots(term)
    return value


def remark_on_roots(expression: str, names: Mapping[str, str | Real]) -> str:
    """Return a remark on the roots of an expression that rest on its writer's word, empty if there are none.

    Raises the errors of `formula_value`.
    """
    return "; ".join(unshown_roots(closed_term(expression, names)))


def closed_term(expression: str, names: Mapping[str, str | Real]) -> Term:
    """Return the tree of an expression with numbers and texts for its names. Raises the errors of `formula_value`."""
    term = term_of_text(expression)
    wanted = term.free_names()
    for name in sorted(wanted - set(names)):
        node = next(node for node in term.nodes() if node.kind == "name" and node.name == name)
        expected = "a parameter for each name in the expression"
        hint = _name_hint(name, set(names) - wanted)
        raise node.error(ParameterError, f"none for {excerpt(name)!r}", hint, expected=expected)
    for name in sorted(set(names) - wanted):
        hint = did_you_mean(name, tuple(wanted)).removeprefix("; ")
        expected = "only names that occur in the expression"
        raise ParameterError("one that does not", place=name, expected=expected, remedy=hint)
    return term.substituted(
        {name: closed_text(name, value) if isinstance(value, str) else tree_of(value) for name, value in names.items()}
    )


def _name_hint(name: str, unused: set[str]) -> str:
    """Return the remedy for a name without a parameter, a word of mathematics or a misspelt parameter."""
    if name in WORDS:
        return WORDS[name]
    spelt = {"".join(greek_name(letter) or letter for letter in other): other for other in unused}
    if name in spelt:
        return f"call the parameter {name} instead of {spelt[name]!r}"
    return did_you_mean(name, tuple(unused)).removeprefix("; ")


def closed_text(name: str, text: str) -> Term:
    """Return the tree of the text of a number, which may be printed as 10^{-5}, 1 x 10^-5 or 0.001%.

    Raises ParameterError that begins with the name.
    """
    try:
        term = term_of_text(text)
    except (NumberSyntaxError, TooLargeError) as error:
        printed = number_of_print(text)
        if printed is not None:
            return Term("numeral", value=fmpq(printed.numerator, printed.denominator), text=text)
        raise error.at(name) from None
    if term.free_names():
        raise ParameterError(repr(excerpt(text)), place=name, expected="a number without names")
    return term


def tree_of(number: Real) -> Term:
    """Return the tree of a number, without a text, or a tree unchanged."""
    if isinstance(number, Term):
        return number
    return Term("number", value=number if isinstance(number, Enclosure) else exact(number))


def value_of_term(term: Term) -> Exact | Enclosure:
    """Return the value of a closed term. Raises the errors of `formula_value`."""
    try:
        return exact_value(Exact, term, {}, Work())
    except (NotExactError, TooLargeError):
        return Enclosure(partial(ball_value, term))


def unshown_roots(term: Term) -> tuple[str, ...]:
    """Return a remark for each root in a closed term that could not be shown to be the only one.

    Raises ParameterError for a root with others between its bounds.
    """
    unshown: dict[str, None] = {}
    for root in (node for node in term.nodes() if node.kind == "root"):
        is_shown = False
        if not root.free_names():  # else it depends on the variable of a sum or of another root
            with WorkingPrecision(BITS):
                low, high = (ball_value(end) for end in root.below[1:])
                is_shown = low < high and _is_only_root(root, low.lower(), high.upper())
        if not is_shown:
            unshown[root.name] = None
    return tuple(map(WRITERS_WORD.format, unshown))


def _is_only_root(root: Term, low: arb, high: arb) -> bool:
    """Return whether there is certainly one root, by cutting the interval. Raises ParameterError for several."""
    expression, work = root.below[0], Work(MAX_WORK)

    def value(x: arb) -> arb:
        try:
            return ball_of(expression, {root.name: x}, work)
        except REFUSED:
            return arb("nan")

    def is_settled(low: arb, high: arb, signs: tuple[int, int]) -> bool:
        """Return whether a piece is free of roots, or has at most one, which the signs at its ends show."""
        piece = low.union(high)
        bounds, slope = slope_of(expression, (root.name, piece), {}, work)
        if bounds > 0 or bounds < 0:
            return True
        if slope > 0 or slope < 0:
            return 0 not in signs
        around = value(piece.mid()) + slope * (piece - piece.mid())
        return bool(around > 0 or around < 0)

    points = [(x, shown_sign(value(x))) for x in (low, high)]  # with the sign there, 0 if it does not show
    pieces, is_shown = deque([tuple(points)]), True
    for _ in range(MAX_PIECES):
        if not pieces:
            break
        (low, at_low), (high, at_high) = pieces.popleft()
        if is_settled(low, high, (at_low, at_high)):
            continue
        cut = _between(low, high)
        if low < cut < high:
            points.append((cut, shown_sign(value(cut))))
            pieces += [((low, at_low), points[-1]), (points[-1], (high, at_high))]
        else:
            is_shown = False
    known = sorted(((x, sign) for x, sign in points if sign), key=lambda point: point[0].fmpq())
    changes = [(x, y) for (x, sign), (y, other) in pairwise(known) if sign != other]
    if len(changes) > 1:
        places = " and ".join(f"one for {root.name} in {_shown(*ends)}" for ends in changes[:2])
        raise not_one_change(root, f"{len(changes)} or more, {places}")
    return is_shown and not pieces


def _between(low: arb, high: arb) -> arb:
    """Return a point between two others that is not a likely root.

    For ends that are far apart it is the geometric mean.
    """
    if high > 16 * low and low > 0:
        return (low * high).sqrt().mid()
    return (low + (high - low) * SHARE).mid()


def _shown(low: arb, high: arb) -> str:
    """Return an interval in decimals, rounded outwards."""
    lower, upper = (Exact.of_rational(end.fmpq()) for end in (low, high))
    return f"[{lower.decimal(8, 'down')}, {upper.decimal(8, 'up')}]"
