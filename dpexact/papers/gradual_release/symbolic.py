"""The laws of gradual release as SymPy expressions, with the joint density, both kernels and Algorithm 1.

Their privacy levels are read as people write them, as SymPy expressions, whole numbers, fractions or text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from keyword import iskeyword
from typing import Any

from flint import fmpq_mpoly

from dpexact.errors import NumberSyntaxError, ParameterError, TooLargeError, UndecidedError, need
from dpexact.numbers.grammar import Term, term_of_text
from dpexact.papers.gradual_release.laws import MAX_LEVELS, Law, Part, joint, laplace, markov, relaxing, tightening
from dpexact.papers.gradual_release.measure import ORIGIN, Blocks, Levels

MAX_TEXT = 200
MAX_EXPONENT = 1000
FUNCTIONS = ("log", "ln", "exp", "sqrt")


def levels_of(values: list[object], taken: tuple[str, ...], names: Sequence[str] = ()) -> list[Any]:
    """Return the levels as SymPy expressions, real, positive and in order. If symbols leave this open, it is believed.

    `taken` are the names of the variables, which no level may bear, `names` those of the arguments.

    Raises: InexactInputError for floats, NumberSyntaxError, ParameterError for a level that is not positive and finite,
    levels out of order or a name that is taken, UndecidedError if SymPy cannot tell the sign of a number.
    """
    places = names or [f"levels[{n}]" for n in range(len(values))]
    levels = [level_of(value, place) for value, place in zip(values, places, strict=True)]
    for place, level in zip(places, levels, strict=True):
        clash = sorted({symbol.name for symbol in level.free_symbols} & set(taken))
        if clash:
            expected = f"names other than {', '.join(taken)}"
            raise ParameterError(f"{clash[0]}", place=place, expected=expected, remedy="rename it")
        _check(f"{place}: expected a positive real number", level, level.is_positive)
    for i in range(len(levels) - 1):
        gap = levels[i + 1] - levels[i]
        _check(f"{places[i]}, {places[i + 1]}: expected them in increasing order", gap, gap.is_nonnegative)
    return levels


def _check(expected: str, expression: Any, answer: bool | None) -> None:  # noqa: FBT001 - SymPy's three-valued answer
    if answer is False or expression.is_infinite or expression.is_real is False:
        raise ParameterError(f"{expected}, got {need.excerpt(_written(expression))}")
    if answer is None and expression.is_number:
        came = need.excerpt(_written(expression))
        raise UndecidedError(f"{expected}, got {came}, whose sign SymPy does not decide", remedy="write it more simply")


def _written(expression: Any) -> str:
    """Return the expression as text, or words for a number that Python does not write."""
    try:
        return str(expression)
    except ValueError:
        return "a number of too many digits"


def level_of(value: object, name: str = "a level") -> Any:
    """Read a level as a SymPy expression, unchecked. Raises: InexactInputError, NumberSyntaxError."""
    import sympy as sp

    if isinstance(value, str):
        return _of_text(value, name)
    if isinstance(value, Fraction):
        return sp.Rational(value.numerator, value.denominator)
    if isinstance(value, int) and not isinstance(value, bool):
        return sp.Integer(value)
    if isinstance(value, sp.Expr) and not value.has(sp.Float):
        return value
    expected = "an int, a Fraction, text or a SymPy expression without floats"
    raise need.number_type(value, name, f"{expected} ('1/10' or '0.1')")


def _of_text(text: str, name: str) -> Any:
    if len(text) > MAX_TEXT:
        raise NumberSyntaxError(f"{len(text)}", text[:MAX_TEXT], place=name, expected=f"at most {MAX_TEXT} characters")
    try:
        return _of_term(term_of_text(text))
    except (NumberSyntaxError, TooLargeError) as error:
        raise NumberSyntaxError(
            repr(text), text, place=name, expected="a number, a name or an expression such as 'log(2)/2'"
        ) from error


def _of_term(term: Term) -> Any:
    """Return a tree as a SymPy expression, with positive symbols for names. Raises: NumberSyntaxError."""
    import sympy as sp

    below = [_of_term(node) for node in term.below]
    match term.kind, below:
        case "numeral", _:
            return sp.Rational(int(term.value.p), int(term.value.q))
        case "pi", _:
            return sp.pi
        case "name", _ if not iskeyword(term.name):
            return sp.Symbol(term.name, positive=True)
        case "neg", [operand]:
            return -operand
        case "inverse", [operand] if operand != 0:
            return 1 / operand
        case "+", terms:
            return sum(terms, sp.Integer(0))
        case "*", factors:
            return sp.Mul(*factors)
        case "**", [base, exponent] if not exponent.is_number or abs(exponent) <= MAX_EXPONENT:
            return base**exponent
        case "call", [argument] if term.name in FUNCTIONS:
            return getattr(sp, term.name)(argument)
    expected = "numbers, names, + - * / ** with small exponents and no division by 0, log, ln, exp, sqrt and pi"
    raise term.error(NumberSyntaxError, term.name or term.kind, expected=expected)


@dataclass(frozen=True)
class SymbolicLaw:
    """A law with a part on the diagonal, in real symbols.

    `atom` is the part in which all variables are equal, the density of a joint law along the diagonal, or the weight of
    a kernel. `density` is the part in which all are different. `parts` has all parts. With more than two levels some
    variables may be equal and others different, as in {(("v1", "v2"), ("v3",)): the density for v1 = v2}.

    Guarantee: exact.
    """

    atom: Any
    density: Any
    symbols: tuple[Any, ...]
    parts: Mapping[Blocks, Any]


@dataclass(frozen=True)
class SymbolicBranch:
    """A case of Algorithm 1, its probability given x, and the density of y in it. `symbols` are x and y.

    sgn(0) is 1, so that the cases add up to (25) at x = 0, too. With sgn(0) = 0 they do not. The third case has
    probability 0 there, and its density is 0. The intervals share no ends, so that the sum over the cases is (25) at
    every y != x.
    """

    probability: Any
    density: Any
    symbols: tuple[Any, Any]


def joint_density(eps1: object, eps2: object) -> SymbolicLaw:
    """Return (20), the law of (V1, V2), x for V1 and y for V2, with eps1 <= eps2. The atom is a density in y.

    Raises: InexactInputError, NumberSyntaxError, ParameterError, UndecidedError as for all levels.

    >>> law = joint_density(1, 2)
    >>> law.atom, law.density
    (exp(-2*Abs(y))/4, 3*exp(-2*Abs(y))*exp(-Abs(x - y))/8)
    """
    return _pair(joint, eps1, eps2)


def relax_kernel(eps1: object, eps2: object) -> SymbolicLaw:
    """Return (25), the law of V2 = y given V1 = x, with eps1 <= eps2. The atom is the probability of y = x.

    Raises: as `joint_density`.

    >>> relax_kernel("e1", "e2").atom
    e1*exp(e1*Abs(x))*exp(-e2*Abs(x))/e2
    """
    return _pair(relaxing, eps1, eps2)


def tighten_kernel(eps1: object, eps2: object) -> SymbolicLaw:
    """Return (28), the law of V1 = x given V2 = y, with eps1 <= eps2. The atom is the probability of x = y.

    Raises: as `joint_density`.

    >>> tighten_kernel(1, 2).density
    3*exp(-Abs(x - y))/8
    """
    return _pair(tightening, eps1, eps2)


def markov_density(levels: Iterable[object]) -> SymbolicLaw:
    """Return (36), the law of (V1, ..., Vm), in v1, ..., vm. The atom, with all equal, is a density in vm.

    Raises: as `joint_density`, ParameterError for no levels, more than 8 or text instead of a sequence.

    >>> law = markov_density([1, 2, 3])
    >>> law.atom
    exp(-3*Abs(v3))/6
    >>> law.parts[(("v1", "v2"), ("v3",))]
    5*exp(-3*Abs(v3))*exp(-2*Abs(v2 - v3))/24
    """
    values = need.values(levels, "levels", f"a sequence of 1 to {MAX_LEVELS} levels")
    if not 1 <= len(values) <= MAX_LEVELS:
        raise ParameterError(f"{len(values)}", place="levels", expected=f"a sequence of 1 to {MAX_LEVELS} levels")
    names = tuple(f"v{i + 1}" for i in range(len(values)))
    return _symbolic(_markov(len(values)), levels_of(values, names), names)


def algorithm_branches(eps1: object, eps2: object) -> tuple[SymbolicBranch, ...]:
    """Return the four cases of Algorithm 1, in its order, with eps1 <= eps2.

    The density of the first is DiracDelta(y - x). With eps1 = eps2 the other three have probability 0, and the third
    has the density 0.

    Raises: as `joint_density`.

    >>> [branch.probability.subs(branch.symbols[0], 0) for branch in algorithm_branches(1, 2)]
    [1/2, 1/4, 0, 1/4]
    """
    import sympy as sp

    e1, e2 = levels_of([eps1, eps2], ("x", "y"), ("eps1", "eps2"))
    x, y = (sp.Symbol(name, real=True) for name in "xy")
    fall, gap, both = sp.exp(-(e2 - e1) * sp.Abs(x)), e2 - e1, e1 + e2
    below = sp.Or(sp.And(x >= 0, y <= 0), sp.And(x < 0, y >= 0))
    inside = sp.Or(sp.And(x > 0, y > 0, y <= x), sp.And(x < 0, y < 0, y >= x))
    beyond = sp.Or(sp.And(x >= 0, y > x), sp.And(x < 0, y < x))
    densities = (
        (both * sp.exp(-both * sp.Abs(y)), below),
        (gap * sp.exp(-gap * sp.Abs(y)) / (1 - fall) if gap != 0 else sp.Integer(0), inside),
        (both * sp.exp(-both * (sp.Abs(y) - sp.Abs(x))), beyond),
    )
    probabilities = (gap / (2 * e2), both / (2 * e2) * (1 - fall), gap / (2 * e2) * fall)
    others = (
        SymbolicBranch(probability, sp.Piecewise((density, where), (0, True)), (x, y))
        for probability, (density, where) in zip(probabilities, densities, strict=True)
    )
    return (SymbolicBranch(e1 / e2 * fall, sp.DiracDelta(y - x), (x, y)), *others)


def _pair(rule: Callable[[Levels, str, str], Law], eps1: object, eps2: object) -> SymbolicLaw:
    names = ("x", "y")
    return _symbolic(rule(Levels(("e1", "e2")), "e1", "e2"), levels_of([eps1, eps2], names, ("eps1", "eps2")), names)


@cache
def _markov(count: int) -> Law:
    levels = Levels(tuple(f"e{i + 1}" for i in range(count)))
    variables = tuple(f"v{i + 1}" for i in range(count))
    return markov(levels, variables) if count > 1 else laplace(levels, "e1", "v1")


def _symbolic(law: Law, values: list[Any], names: tuple[str, ...]) -> SymbolicLaw:
    import sympy as sp

    symbols = {name: sp.Symbol(name, real=True) for name in names}
    parts = {part.blocks: _part(part, values, {**symbols, ORIGIN: sp.Integer(0)}) for part in law.parts}
    together, apart = (names,), tuple((name,) for name in names)
    return SymbolicLaw(parts[together], parts[apart], tuple(symbols.values()), parts)


def _part(part: Part, values: list[Any], symbols: dict[str, Any]) -> Any:
    import sympy as sp

    result = _factored(part.coefficient.numerator, values) / _factored(part.coefficient.denominator, values)
    for rates, a, b in part.decays:
        rate = sum((c * value for c, value in zip(rates, values, strict=True)), sp.Integer(0))
        result *= sp.exp(-rate * sp.Abs(symbols[a] - symbols[b]))
    return result


def _factored(polynomial: fmpq_mpoly, values: list[Any]) -> Any:
    """Return a polynomial at the values, factor by factor."""
    import sympy as sp

    constant, factors = polynomial.factor()
    result = sp.Rational(int(constant.p), int(constant.q))
    for factor, exponent in factors:
        terms = (
            sp.Mul(sp.Rational(int(c.p), int(c.q)), *(v ** int(power) for v, power in zip(values, powers, strict=True)))
            for powers, c in factor.to_dict().items()
        )
        result *= sp.Add(*terms) ** int(exponent)
    return result
