"""The SymPy interface of gradual release: printed formulas typed again, SymPy's integrals, refusals."""

from fractions import Fraction

import pytest
import sympy as sp

from dpexact.errors import InexactInputError, NumberSyntaxError, ParameterError, UndecidedError
from dpexact.papers.gradual_release import (
    algorithm_branches,
    joint_density,
    markov_density,
    relax_kernel,
    tighten_kernel,
)
from tests.refusals import refuses

X, Y = sp.Symbol("x", real=True), sp.Symbol("y", real=True)
E1, E2 = sp.Symbol("e1", positive=True), sp.Symbol("e2", positive=True)


def same(one: sp.Expr, other: sp.Expr) -> bool:
    points = [{X: sp.Rational(1, 3), Y: 2}, {X: -1, Y: sp.Rational(1, 2)}, {X: -2, Y: -1}, {X: 1, Y: sp.Rational(1, 7)}]
    levels = [{E1: sp.Rational(1, 2), E2: 3}, {E1: 2, E2: sp.Rational(7, 3)}]
    return all(abs(sp.N((one - other).subs(level).subs(point), 30)) < 1e-20 for point in points for level in levels)


def test_symbols() -> None:
    assert joint_density(1, 2).symbols == (X, Y)
    assert markov_density([1, 2]).symbols == tuple(sp.Symbol(name, real=True) for name in ("v1", "v2"))
    assert algorithm_branches(1, 2)[3].symbols == (X, Y)


@pytest.mark.slow
@pytest.mark.parametrize("levels", [(E1, E2), ("e1", "e2")])
def test_printed_formulas(levels: tuple[object, object]) -> None:
    law = joint_density(*levels)
    assert same(law.atom, E1**2 / (2 * E2) * sp.exp(-E2 * sp.Abs(Y)))
    continuous = E1 * (E2**2 - E1**2) / (4 * E2) * sp.exp(-E1 * sp.Abs(X - Y) - E2 * sp.Abs(Y))
    assert same(law.density, continuous)
    up = relax_kernel(*levels)
    assert same(up.atom, E1 / E2 * sp.exp(-(E2 - E1) * sp.Abs(X)))
    assert same(up.density, continuous * 2 / E1 * sp.exp(E1 * sp.Abs(X)))
    down = tighten_kernel(*levels)
    assert same(down.atom, (E1 / E2) ** 2)
    assert same(down.density, (1 - (E1 / E2) ** 2) * E1 / 2 * sp.exp(-E1 * sp.Abs(X - Y)))


@pytest.mark.slow
@pytest.mark.parametrize("x", [sp.Rational(3, 2), sp.Integer(-1), sp.Integer(0)])
def test_algorithm_is_the_kernel(x: sp.Expr) -> None:
    branches = algorithm_branches(1, "5/2")
    kernel = relax_kernel(1, "5/2")
    assert sp.simplify(sum(branch.probability for branch in branches) - 1) == 0
    assert sp.simplify((branches[0].probability - kernel.atom).subs(X, x)) == 0
    for y in (sp.Rational(n, 3) for n in range(-7, 8)):
        if y != x:
            total = sum(branch.probability * branch.density for branch in branches)
            assert abs(sp.N((total - kernel.density).subs({X: x, Y: y}), 30)) < 1e-25
    whole = [sp.simplify(sp.integrate(branch.density.subs(X, x), (Y, -sp.oo, sp.oo))) for branch in branches]
    assert whole == [1, 1, 1 if x != 0 else 0, 1]


def test_markov_of_three_levels_is_the_quotient() -> None:
    levels = [sp.Rational(1, 2), 1, 3]
    law = markov_density(levels)
    v1, v2, v3 = law.symbols
    first, second = joint_density(*levels[:2]), joint_density(*levels[1:])
    middle = sp.Rational(1, 2) * sp.exp(-sp.Abs(v2))
    f, g = first.density.subs({X: v1, Y: v2}), second.density.subs({X: v2, Y: v3})
    point = {v1: sp.Rational(1, 3), v2: -1, v3: sp.Rational(2, 5)}
    assert abs(sp.N((law.density - f * g / middle).subs(point), 30)) < 1e-25
    assert len(law.parts) == 4
    diagonal = first.atom.subs(Y, v3) * second.atom.subs(Y, v3) / middle.subs(v2, v3)
    assert abs(sp.N((law.atom - diagonal).subs(v3, sp.Rational(-3, 4)), 30)) < 1e-25


def test_one_level_and_equal_levels() -> None:
    law = markov_density([2])
    assert sp.simplify(law.density - sp.exp(-2 * sp.Abs(law.symbols[0]))) == 0
    assert joint_density(2, 2).density == 0
    assert sp.simplify(joint_density(2, 2).atom - sp.exp(-2 * sp.Abs(Y))) == 0
    assert relax_kernel(2, 2).atom == 1 == tighten_kernel("log(2)", "ln(2)").atom
    assert [branch.probability for branch in algorithm_branches(2, 2)] == [1, 0, 0, 0]


def test_ways_to_write_a_level() -> None:
    for level in ("0.1", "1e-1", Fraction(1, 10), sp.Rational(1, 10), " 1/10 ", "(1+0)/10", "-1/-10"):
        assert tighten_kernel(level, 1).atom == sp.Rational(1, 100), level
    assert tighten_kernel("log(2)", "2*log(2)").atom == sp.Rational(1, 4)
    assert tighten_kernel("sqrt(2)", "pi").atom == 2 / sp.pi**2
    assert tighten_kernel("exp(1)", "e1**2 + 3").atom == sp.E**2 / (E1**2 + 3) ** 2


TOWERS = ("9**9**9", "2**(log(0)*0)", "((2**1000)**1000)**1000")
NO_TEXTS = (*TOWERS, "", "1/0", "1 +", "__import__('os')", "f(2)", "a.b", "1 if 1 else 2", "'1'", "True", "1" * 300)
NO_LEVELS = (
    ("exp(exp(exp(exp(9))))", 1),
    (0, 1),
    (-1, 1),
    (2, 1),
    (1, sp.oo),
    (sp.nan, 1),
    (sp.I, 2),
    (sp.Symbol("n", negative=True), 1),
)


def test_what_is_no_level() -> None:
    for level in (0.5, sp.Float(0.5), True, None, 1 + 0j, [1]):
        refuses(InexactInputError, "", joint_density, level, 2)
    for text in NO_TEXTS:
        refuses(NumberSyntaxError, "", joint_density, text, 2)
    for law in (joint_density, relax_kernel, tighten_kernel, algorithm_branches):
        for levels in NO_LEVELS:
            refuses((ParameterError, UndecidedError), "", law, *levels)
    refuses(ParameterError, "rename", joint_density, "x", "y")
    refuses(ParameterError, "rename", markov_density, ["v1", "v2"])
    for several in ([], "12", range(1, 20), [2, 1], [1, 2, 1]):
        refuses(ParameterError, "", markov_density, several)
