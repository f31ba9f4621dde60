"""The laws of V_a and V_b for levels a < b, each a sum of coefficients times exponentials of distances.

A `Law` is read as an exact measure (`Law.measure`) and as SymPy expressions, with the joint density, both kernels and
Algorithm 1, whose levels are read as people write them, as SymPy expressions, whole numbers, fractions or text. The
paper prints these laws rightly. Its misprints are in steps of proofs (docs/gradual_release.md).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from keyword import iskeyword
from operator import mul
from typing import Any

from flint import fmpq_mpoly

from dpexact.errors import InexactInputError, NumberSyntaxError, ParameterError, TooLargeError, UndecidedError, need
from dpexact.numbers.grammar import Term, term_of_text
from dpexact.numbers.typography import value_excerpt
from dpexact.papers.gradual_release.measure import (
    ORIGIN,
    Blocks,
    ConeSum,
    Form,
    Levels,
    Measure,
    Ratio,
    added,
    between,
    decay,
    exponential,
    plus,
)

MAX_LEVELS = 8
MAX_TEXT = 200
MAX_EXPONENT = 1000
MAX_BITS = 1 << 20  # of a power of a rational number
FUNCTIONS = ("log", "ln", "exp", "sqrt")


@dataclass(frozen=True)
class Part:
    """A coefficient times the product of e^(-rate |u - v|) over (rate, u, v). The variables of each block are equal."""

    blocks: Blocks
    coefficient: Ratio
    decays: tuple[tuple[Form, str, str], ...]

    def density(self) -> ConeSum:
        """Return the density in the last variable of each block."""
        levels = self.coefficient.levels
        ends = {v: block[-1] for block in self.blocks for v in block}
        constant = exponential(levels, dict.fromkeys((block[-1] for block in self.blocks), levels.zero))
        factors = (decay(levels, rate, ends.get(a, a), ends.get(b, b)) for rate, a, b in self.decays)
        return reduce(mul, factors, constant).times(self.coefficient)


@dataclass(frozen=True)
class Law:
    """A measure, or a kernel from the variables `given`, as the sum of its parts."""

    levels: Levels
    parts: tuple[Part, ...]

    def measure(self) -> Measure:
        """Return the same, as sums of exponentials on cones. The answer is exact."""
        return Measure.of(self.levels, ((part.blocks, part.density()) for part in self.parts))


def laplace(levels: Levels, a: str, x: str = "x") -> Law:
    """Make (17), the density (a/2) e^(-a |x|)."""
    return Law(levels, (Part(((x,),), levels[a] / 2, ((levels.form(a), x, ORIGIN),)),))


def joint(levels: Levels, a: str, b: str, x: str = "x", y: str = "y") -> Law:
    """Make (20), (V_a, V_b) for a < b, with the part on the diagonal.

    a^2/(2 b) e^(-b |y|) on x = y, and a (b^2 - a^2)/(4 b) e^(-a |x - y| - b |y|).
    """
    e1, e2, r1, r2 = levels[a], levels[b], levels.form(a), levels.form(b)
    on = Part(((x, y),), e1**2 / (e2 * 2), ((r2, y, ORIGIN),))
    off = Part(((x,), (y,)), e1 * (e2**2 - e1**2) / (e2 * 4), ((r1, x, y), (r2, y, ORIGIN)))
    return Law(levels, (on, off))


def relaxing(levels: Levels, a: str, b: str, x: str = "x", y: str = "y") -> Law:
    """Make (25), the law of V_b = y, given V_a = x."""
    e1, e2, r1, r2 = levels[a], levels[b], levels.form(a), levels.form(b)
    back = _minus(r1)
    on = Part(((x, y),), e1 / e2, ((r2, x, ORIGIN), (back, x, ORIGIN)))
    off = Part(((x,), (y,)), (e2**2 - e1**2) / (e2 * 2), ((r1, x, y), (r2, y, ORIGIN), (back, x, ORIGIN)))
    return Law(levels, (on, off))


def tightening(levels: Levels, a: str, b: str, x: str = "x", y: str = "y") -> Law:
    """Make (28), the law of V_a = x, given V_b = y, which depends on x - y only."""
    e1, e2 = levels[a], levels[b]
    on = Part(((x, y),), (e1 / e2) ** 2, ())
    off = Part(((x,), (y,)), (e2**2 - e1**2) * e1 / (e2**2 * 2), ((levels.form(a), x, y),))
    return Law(levels, (on, off))


def markov(levels: Levels, variables: tuple[str, ...]) -> Law:
    """Make (36), the law of (V_1, ..., V_m) at the levels in order, a part for each set of steps without a change.

    Raises ParameterError past 8 levels, or if levels and variables are not as many.
    """
    names = levels.names
    if len(names) != len(variables) or len(names) > MAX_LEVELS:
        came = f"{len(variables)} variables and {len(names)} levels"
        expected = f"a variable for each of at most {MAX_LEVELS} levels"
        raise ParameterError(came, place="markov", expected=expected)
    parts = laplace(levels, names[0], variables[0]).parts
    for (a, b), (x, y) in zip(pairwise(names), pairwise(variables), strict=True):
        on, off = relaxing(levels, a, b, x, y).parts
        parts = (
            *(_product((*part.blocks[:-1], (*part.blocks[-1], y)), part, on) for part in parts),
            *(_product((*part.blocks, (y,)), part, off) for part in parts),
        )
    return Law(levels, parts)


def _product(blocks: Blocks, part: Part, kernel: Part) -> Part:
    """Return a part times a part of a kernel, with one rate for each distance between the last variables of blocks."""
    ends = {v: block[-1] for block in blocks for v in block}
    decays = (*part.decays, *kernel.decays)
    rates = added((((ends.get(u, u), ends.get(v, v)), rate) for rate, u, v in decays), plus)
    collected = tuple((rate, u, v) for (u, v), rate in rates.items() if any(rate))
    return Part(blocks, part.coefficient * kernel.coefficient, collected)


@dataclass(frozen=True)
class Branch:
    """A case of Algorithm 1, its probability (a function of |x|) and the density of z = sgn(x) y, for x > 0.

    The first case returns y = x, without a density.
    """

    probability: ConeSum
    weight: ConeSum | None


def branches(levels: Levels, a: str, b: str) -> tuple[Branch, ...]:
    """Return the four cases of Algorithm 1 for x > 0, each with its probability and probability times density of y.

    A weight is the printed unnormalised density, times the printed probability over the integral of that density.
    `weight` integrates to `probability`. The answer is exact.
    """
    e1, e2, r1, r2 = levels[a], levels[b], levels.form(a), levels.form(b)
    back, more = _minus(plus(r2, _minus(r1))), plus(r1, r2)  # -(e2 - e1), e1 + e2
    positive = between(levels, ORIGIN, "x")
    fall = exponential(levels, {"x": back}) * positive
    half, rest = (e2 - e1) / (e2 * 2), (e1 + e2) / (e2 * 2)
    down = exponential(levels, {"y": more}) * between(levels, "y", ORIGIN, "x")
    slow = exponential(levels, {"y": back}) * between(levels, ORIGIN, "y", "x")
    # e^(-(e2-e1) x) (e1+e2) e^((e1+e2)(x-y)) = (e1+e2) e^(2 e1 x - (e1+e2) y)
    up = exponential(levels, {"x": plus(r1, r1), "y": _minus(more)}) * between(levels, ORIGIN, "x", "y")
    return (
        Branch(fall.times(e1 / e2), None),
        Branch(positive.times(half), down.times(half * (e1 + e2))),
        Branch(positive.times(rest) + fall.times(-rest), slow.times(rest * (e2 - e1))),
        Branch(fall.times(half), up.times(half * (e1 + e2))),
    )


def _minus(form: Form) -> Form:
    return tuple(-r for r in form)


def levels_of(values: list[object], taken: tuple[str, ...], names: Sequence[str] = ()) -> list[Any]:
    """Return the levels as SymPy expressions, real, positive and in order. If symbols leave this open, it is believed.

    `taken` are the names of the variables, which no level may bear, `names` those of the arguments.

    Raises InexactInputError for floats, NumberSyntaxError, ParameterError for a level that is not positive and finite,
    levels out of order or a name that is taken, UndecidedError if SymPy cannot tell the sign of a number.
    """
    places = names or [f"levels[{n}]" for n in range(len(values))]
    try:
        levels = [level_of(value, place) for value, place in zip(values, places, strict=True)]
        for place, level in zip(places, levels, strict=True):
            clash = sorted({symbol.name for symbol in level.free_symbols} & set(taken))
            if clash:
                expected = f"names other than {', '.join(taken)}"
                raise ParameterError(f"{clash[0]}", place=place, expected=expected, remedy="rename it")
            _check(f"{place}: expected a positive real number", level, level.is_positive)
        for both, (low, high) in zip(pairwise(places), pairwise(levels), strict=True):
            gap = high - low
            _check(f"{', '.join(both)}: expected them in increasing order", gap, gap.is_nonnegative)
    except OverflowError:
        raise UndecidedError("a number past the reach of SymPy", place=", ".join(places)) from None
    return levels


def _check(expected: str, expression: Any, answer: bool | None) -> None:  # noqa: FBT001 - SymPy's three-valued answer
    if answer is False or expression.is_infinite or expression.is_real is False:
        raise ParameterError(f"{expected}, got {value_excerpt(expression)}")
    if answer is None and expression.is_number:
        came = value_excerpt(expression)
        raise UndecidedError(f"{expected}, got {came}, whose sign SymPy does not decide", remedy="write it more simply")


def level_of(value: object, name: str = "a level") -> Any:
    """Read a level as a SymPy expression, unchecked. Raises InexactInputError, NumberSyntaxError."""
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
    raise need.refusal(name, f"{expected} ('1/10' or '0.1')", value, error=InexactInputError)


def _of_text(text: str, name: str) -> Any:
    if len(text) > MAX_TEXT:
        expected = f"at most {MAX_TEXT} characters"
        raise NumberSyntaxError(f"{len(text)}", text=text[:MAX_TEXT], place=name, expected=expected)
    try:
        return _of_term(term_of_text(text))
    except (NumberSyntaxError, TooLargeError) as error:
        expected = "a number, a name or an expression such as 'log(2)/2'"
        raise NumberSyntaxError(repr(text), text=text, place=name, expected=expected) from error


def _of_term(term: Term) -> Any:
    """Return a tree as a SymPy expression, with positive symbols for names. Raises NumberSyntaxError."""
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
        case "**", [base, exponent] if _is_small(base, exponent):
            return base**exponent
        case "call", [argument] if term.name in FUNCTIONS:
            return getattr(sp, term.name)(argument)
    expected = "numbers, names, + - * / ** with small exponents and no division by 0, log, ln, exp, sqrt and pi"
    raise term.error(NumberSyntaxError, term.name or term.kind, expected=expected)


def _is_small(base: Any, exponent: Any) -> bool:
    """Return whether a power is written out in little time."""
    if not exponent.is_number:
        return True
    bits = base.p.bit_length() + base.q.bit_length() if base.is_Rational else 1
    return bool(exponent.is_real and abs(exponent) <= MAX_EXPONENT and bits * abs(exponent) <= MAX_BITS)


@dataclass(frozen=True)
class SymbolicLaw:
    """A law with a part on the diagonal, in real symbols.

    `atom` is the part in which all variables are equal, the density of a joint law along the diagonal, or the weight of
    a kernel. `density` is the part in which all are different. `parts` has all parts. With more than two levels some
    variables may be equal and others different, as in {(("v1", "v2"), ("v3",)): the density for v1 = v2}.

    The answer is exact.
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

    Raises InexactInputError, NumberSyntaxError, ParameterError, UndecidedError as for all levels.

    >>> law = joint_density(1, 2)
    >>> law.atom, law.density
    (exp(-2*Abs(y))/4, 3*exp(-2*Abs(y))*exp(-Abs(x - y))/8)
    """
    return _pair(joint, eps1, eps2)


def relax_kernel(eps1: object, eps2: object) -> SymbolicLaw:
    """Return (25), the law of V2 = y given V1 = x, with eps1 <= eps2. The atom is the probability of y = x.

    Raises the errors of `joint_density`.

    >>> relax_kernel("e1", "e2").atom
    e1*exp(e1*Abs(x))*exp(-e2*Abs(x))/e2
    """
    return _pair(relaxing, eps1, eps2)


def tighten_kernel(eps1: object, eps2: object) -> SymbolicLaw:
    """Return (28), the law of V1 = x given V2 = y, with eps1 <= eps2. The atom is the probability of x = y.

    Raises the errors of `joint_density`.

    >>> tighten_kernel(1, 2).density
    3*exp(-Abs(x - y))/8
    """
    return _pair(tightening, eps1, eps2)


def markov_density(levels: Iterable[object]) -> SymbolicLaw:
    """Return (36), the law of (V1, ..., Vm), in v1, ..., vm. The atom, with all equal, is a density in vm.

    Raises the errors of `joint_density`, ParameterError for no levels, more than 8 or text instead of a sequence.

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
    law = markov(Levels(tuple(f"e{i + 1}" for i in range(len(values)))), names)
    return _symbolic(law, levels_of(values, names), names)


def algorithm_branches(eps1: object, eps2: object) -> tuple[SymbolicBranch, ...]:
    """Return the four cases of Algorithm 1, in its order, with eps1 <= eps2.

    The density of the first is DiracDelta(y - x). With eps1 = eps2 the other three have probability 0, and the third
    has the density 0.

    Raises the errors of `joint_density`.

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


def _symbolic(law: Law, values: list[Any], names: tuple[str, ...]) -> SymbolicLaw:
    import sympy as sp

    levels = dict(zip(law.levels.names, values, strict=True))
    symbols = {name: sp.Symbol(name, real=True) for name in names}
    places = {**symbols, ORIGIN: sp.Integer(0)}

    def density(part: Part) -> Any:
        top, bottom = map(_factored, (part.coefficient.numerator, part.coefficient.denominator))
        product = sp.sympify(f"{top}/({bottom})", locals=levels)
        for rates, a, b in part.decays:
            rate = sum((c * value for c, value in zip(rates, values, strict=True)), sp.Integer(0))
            product *= sp.exp(-rate * sp.Abs(places[a] - places[b]))
        return product

    parts = {part.blocks: density(part) for part in law.parts}
    together, apart = (names,), tuple((name,) for name in names)
    return SymbolicLaw(parts[together], parts[apart], tuple(symbols.values()), parts)


def _factored(polynomial: fmpq_mpoly) -> str:
    """Return the text of a polynomial, factor by factor."""
    constant, factors = polynomial.factor()
    return "*".join((f"({constant})", *(f"({factor})**{n}" for factor, n in factors))).replace("^", "**")
