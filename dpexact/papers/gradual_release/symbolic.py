"""The laws of gradual release as SymPy expressions, with the joint density, both kernels and Algorithm 1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from flint import fmpq_mpoly

from dpexact.errors import ParameterError, need
from dpexact.papers.gradual_release.laws import MAX_LEVELS, Law, Part, joint, laplace, markov, relaxing, tightening
from dpexact.papers.gradual_release.levels import Levels
from dpexact.papers.gradual_release.measure import ORIGIN, Blocks
from dpexact.papers.gradual_release.sympy_levels import levels_of


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
        terms = [_monomial(c, powers, values) for powers, c in factor.to_dict().items()]
        result *= sum(terms, sp.Integer(0)) ** int(exponent)
    return result


def _monomial(coefficient: Any, powers: tuple[int, ...], values: list[Any]) -> Any:
    import sympy as sp

    result = sp.Rational(int(coefficient.p), int(coefficient.q))
    for value, power in zip(values, powers, strict=True):
        result *= value ** int(power)
    return result
