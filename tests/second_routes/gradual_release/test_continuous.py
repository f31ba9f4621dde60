"""Second and third route for the continuous theory: SymPy's integrals (a, b = a + d free), mpmath's quadrature.

The formulas are typed from the paper; nothing of dpexact is used but the expressions that are compared with them.
"""

import mpmath
import pytest
import sympy as sp

from dpexact.papers.gradual_release import joint_density, markov_density, relax_kernel, tighten_kernel

a, d, t = sp.symbols("a d t", positive=True)
b = a + d
x, y = sp.Symbol("x", real=True), sp.Symbol("y", real=True)
ATOM = a**2 / (2 * b)  # times e^(-b |y|), on the diagonal
REST = a * (b**2 - a**2) / (4 * b)  # times e^(-a |x - y| - b |y|)


def line(low: sp.Expr, high: sp.Expr, exponent: sp.Expr, weight: object = 1) -> sp.Expr:
    """The integral of weight e^exponent over y."""
    return sp.integrate(sp.sympify(weight) * sp.exp(sp.expand(exponent)), (y, low, high))


def is_zero(expression: sp.Expr) -> bool:
    return bool(sp.simplify(sp.expand(sp.powsimp(sp.expand(expression)))) == 0)


def test_first_marginal() -> None:
    pieces = (
        line(-sp.oo, 0, -a * (t - y) + b * y) + line(0, t, -a * (t - y) - b * y) + line(t, sp.oo, -a * (y - t) - b * y)
    )
    assert is_zero(ATOM * sp.exp(-b * t) + REST * pieces - a / 2 * sp.exp(-a * t))


def test_equation_21_as_printed_is_not_it() -> None:
    last = a * (b - a) / (4 * b) * sp.exp(-(a + b) * t)  # without e^(a t)
    lines = (
        ATOM * sp.exp(-b * t)
        + a * (b - a) / (4 * b) * sp.exp(-a * t)
        - a * (a + b) / (4 * b) * sp.exp(-a * t) * (sp.exp(-(b - a) * t) - 1)
    )
    assert not is_zero(lines + last - a / 2 * sp.exp(-a * t))
    assert is_zero(lines + last * sp.exp(a * t) - a / 2 * sp.exp(-a * t))


def test_second_marginal() -> None:
    distance = 2 * line(0, sp.oo, -a * y)
    assert is_zero(ATOM + REST * distance - b / 2)


def test_covariance() -> None:
    square = 2 * line(0, sp.oo, -b * y, y**2)  # of e^(-b |y|) y^2; V_1 = y + symmetric noise
    assert is_zero((ATOM + REST * 2 / a) * square - 2 / b**2)


def test_semigroup_by_quadrature() -> None:
    low, middle, high = mpmath.mpf(1) / 2, mpmath.mpf(1), mpmath.mpf(3)

    def off(p: mpmath.mpf, q: mpmath.mpf, u: mpmath.mpf, v: mpmath.mpf) -> mpmath.mpf:
        return p * (q**2 - p**2) / (4 * q) * mpmath.exp(-p * abs(u - v) - q * abs(v))

    def on(p: mpmath.mpf, q: mpmath.mpf, v: mpmath.mpf) -> mpmath.mpf:
        return p**2 / (2 * q) * mpmath.exp(-q * abs(v))

    def law(v: mpmath.mpf) -> mpmath.mpf:
        return middle / 2 * mpmath.exp(-middle * abs(v))

    for u, w in ((0.3, -1.1), (-0.4, -0.9), (1.2, 0.5)):
        ends = [-mpmath.inf, *sorted((u, 0.0, w)), mpmath.inf]
        inner = mpmath.quad(lambda v, u=u, w=w: off(low, middle, u, v) * off(middle, high, v, w) / law(v), ends)
        edges = on(low, middle, u) * off(middle, high, u, w) / law(u) + off(low, middle, u, w) * on(
            middle, high, w
        ) / law(w)
        assert abs(inner + edges - off(low, high, u, w)) < 1e-12


@pytest.mark.long
@pytest.mark.parametrize("given", [sp.Rational(3, 2), sp.Rational(-1, 3), sp.Integer(0)])
def test_kernels_have_mass_1_by_quadrature(given: sp.Expr) -> None:
    up, down = relax_kernel("1/2", 3), tighten_kernel("1/2", 3)
    for kernel, fixed, moving in ((up, x, y), (down, y, x)):
        density = sp.lambdify(moving, kernel.density.subs(fixed, given), "mpmath")
        ends = [-mpmath.inf, *sorted({0.0, float(given)}), mpmath.inf]
        atom = mpmath.mpf(str(sp.N(sp.sympify(kernel.atom).subs(fixed, given), 20)))
        assert abs(mpmath.quad(density, ends) + atom - 1) < 1e-12


def test_the_expressions_are_those_of_the_paper() -> None:
    levels = {sp.Symbol("e1", positive=True): a, sp.Symbol("e2", positive=True): b}
    law = joint_density("e1", "e2")
    assert is_zero(law.atom.subs(levels) - ATOM * sp.exp(-b * sp.Abs(y)))
    ratio = law.density.subs(levels) / (REST * sp.exp(-a * sp.Abs(x - y) - b * sp.Abs(y)))
    assert sp.simplify(ratio) == 1


def test_markov_density_has_mass_1_by_quadrature() -> None:
    law = markov_density([1, 2, 3])
    total = mpmath.mpf(0)
    for blocks, part in law.parts.items():
        names = [sp.Symbol(block[-1], real=True) for block in blocks]
        function = sp.lambdify(names, part, "math")
        step, size = 0.08, 6.0
        grid = [(i + 0.5) * step - size for i in range(round(2 * size / step))]
        if len(names) == 1:
            total += sum(function(u) for u in grid) * step
        elif len(names) == 2:
            total += sum(function(u, v) for u in grid for v in grid) * step**2
        else:
            total += sum(function(u, v, w) for u in grid for v in grid for w in grid) * step**3
    assert abs(total - 1) < 0.01
