"""Sums of exponentials on cones, against mpmath quadrature and by hand; what they refuse."""

from itertools import permutations

import mpmath
import pytest

from dpexact.errors import DivisionByZeroError, ParameterError, TooLargeError, UndecidedError
from dpexact.papers.gradual_release.laws import Law, Part, branches, joint, laplace, markov, relaxing, tightening
from dpexact.papers.gradual_release.measure import ConeSum, Levels, between, decay, exponential
from tests.each import each
from tests.refusals import refuses

LEVELS = Levels(("a", "b"))
A, B = LEVELS.form("a"), LEVELS.form("b")
VALUES = {"a": mpmath.mpf(2) / 3, "b": mpmath.mpf(7) / 5}


def at(function: ConeSum, **point: float) -> mpmath.mpf:
    """The value at a point without ties, at a = 2/3, b = 7/5, term by term."""
    order = tuple(sorted((*function.variables, "0"), key=lambda v: point.get(v, 0)))
    known = function.levels.names
    result = mpmath.mpf(0)
    for rates, c in function.cells.get(order, {}).items():
        parts = []
        for polynomial in (c.numerator, c.denominator):
            terms = polynomial.to_dict().items()
            parts.append(sum(mpmath.mpf(int(q.p)) / int(q.q) * power(p, known) for p, q in terms))
        exponent = sum(
            sum(r * VALUES[name] for r, name in zip(rate, known, strict=True)) * point[v]
            for rate, v in zip(rates, function.variables, strict=True)
        )
        result += parts[0] / parts[1] * mpmath.exp(exponent)
    return result


def power(exponents: tuple[int, ...], names: tuple[str, ...]) -> mpmath.mpf:
    return mpmath.fprod(VALUES[name] ** int(e) for name, e in zip(names, exponents, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize(("x", "z"), [(0.7, -0.4), (-1.3, 0.2), (0.3, 1.1), (-0.2, -0.9)])
def test_integral_is_that_of_quadrature(x: float, z: float) -> None:
    product = decay(LEVELS, A, "x", "y") * decay(LEVELS, B, "y", "0") * decay(LEVELS, B, "y", "z")

    def integrand(y: float) -> mpmath.mpf:
        a, b = VALUES["a"], VALUES["b"]
        return mpmath.exp(-a * abs(x - y) - b * abs(y) - b * abs(y - z))

    ends = [-mpmath.inf, *sorted([x, 0.0, z]), mpmath.inf]
    assert abs(at(product.integral("y"), x=x, z=z) - mpmath.quad(integrand, ends)) < 1e-12


def test_integrals_by_hand() -> None:
    assert decay(LEVELS, A, "x", "0").integral("x").value() == LEVELS.ratio(2) / LEVELS["a"]
    # the integral of e^(-b y) for y from x > 0 to infinity is e^(-b x)/b
    inside = exponential(LEVELS, {"y": tuple(-r for r in B)}) * between(LEVELS, "0", "x", "y")
    expected = exponential(LEVELS, {"x": tuple(-r for r in B)}) * between(LEVELS, "0", "x")
    assert inside.integral("y") == expected.times(LEVELS.ratio(1) / LEVELS["b"])


def test_equality_does_not_depend_on_the_order_of_the_variables() -> None:
    one = decay(LEVELS, A, "x", "y")
    assert one == one.on(("y", "x"))
    assert one != one.on(("y", "x")).times(LEVELS.ratio(2))
    assert one != decay(LEVELS, B, "x", "y")
    assert one != decay(LEVELS, A, "x", "0")


def test_what_has_no_integral_or_value_here() -> None:
    against = tuple(-r for r in A)
    with pytest.raises(UndecidedError, match="rates that are not 0"):
        (decay(LEVELS, A, "x", "y") * decay(LEVELS, against, "y", "0")).integral("y")
    refuses(ParameterError, "decays", decay(LEVELS, against, "x", "0").integral, "x")
    refuses(TooLargeError, "", exponential, LEVELS, dict.fromkeys("uvwxyz", A))
    refuses(ParameterError, "no variables", decay(LEVELS, A, "x", "0").value)
    refuses(ParameterError, "a variable for each", markov, LEVELS, ("x", "y", "z"))


def test_a_sign_that_the_order_leaves_open() -> None:
    other = Levels(("a", "b", "c"))
    a, b, c = (other.form(name) for name in "abc")
    rate = tuple(p + r - 2 * q for p, q, r in zip(a, b, c, strict=True))
    refuses(UndecidedError, "coefficients of one sign", decay(other, rate, "x", "0").integral, "x")
    assert other.sign(other.polynomial(tuple(r - p for p, r in zip(a, c, strict=True)))) == 1
    assert other.sign(other.polynomial(tuple(p - r for p, r in zip(a, c, strict=True)))) == -1


def test_ratios() -> None:
    a, b = LEVELS["a"], LEVELS["b"]
    assert (b**2 - a**2) / (b - a) == a + b
    assert hash((b**2 - a**2) / (b - a)) == hash(a + b)
    assert (a / b).derivative("b") == -a / b**2
    assert ((b - a) / b).at(b=a) == 0
    assert ((b - a) / b).sign == 1
    assert a != 1
    with pytest.raises(DivisionByZeroError):
        a / (b - b)
    refuses(DivisionByZeroError, "", (a / (b - a)).at, b=a)
    refuses(ParameterError, "all different", Levels, ("a", "a"))
    refuses(ParameterError, "expected one of", LEVELS.form, "c")
    assert Levels(("a", "b")).ratio(1) == LEVELS.ratio(1)
    assert Levels(("a", "b", "c")).ratio(1) != LEVELS.ratio(1)


def test_jumps_are_found() -> None:
    step = between(LEVELS, "0", "x")
    assert list(step.jumps()) == [(("0", "x"), ("x", "0"))]
    assert not list(decay(LEVELS, A, "x", "y").jumps())


def wrong_laws() -> list[Law]:
    """(20) with one mistake each: coefficients, rates, the point of a distance."""
    on, off = joint(LEVELS, "a", "b").parts
    e1, e2 = LEVELS["a"], LEVELS["b"]
    parts = [
        (Part(on.blocks, e1**2 / e2, on.decays), off),
        (Part(on.blocks, on.coefficient, ((A, "y", "0"),)), off),
        (on, Part(off.blocks, off.coefficient * 2, off.decays)),
        (on, Part(off.blocks, e1 * (e2 - e1) ** 2 / (e2 * 4), off.decays)),
        (on, Part(off.blocks, off.coefficient, ((B, "x", "y"), (A, "y", "0")))),
        (on, Part(off.blocks, off.coefficient, ((A, "x", "y"), (B, "x", "0")))),
        (on,),
        (off,),
    ]
    return [Law(LEVELS, part) for part in parts]


@each("law", wrong_laws())
def test_a_wrong_joint_law_is_noticed(law: Law) -> None:
    measure = law.measure()
    marginals = (laplace(LEVELS, "a", "x").measure(), laplace(LEVELS, "b", "y").measure())
    assert (measure.marginal("y"), measure.marginal("x")) != marginals
    right = joint(LEVELS, "a", "b").measure()
    assert (right.marginal("y"), right.marginal("x")) == marginals


def test_the_law_at_points_is_the_printed_formula() -> None:
    a, b = VALUES["a"], VALUES["b"]
    density = joint(LEVELS, "a", "b").measure().parts[(("x",), ("y",))]
    for x, y in permutations((-1.2, -0.3, 0.4, 1.7), 2):
        printed = a * (b**2 - a**2) / (4 * b) * mpmath.exp(-a * abs(x - y) - b * abs(y))
        assert abs(at(density, x=x, y=y) - printed) < 1e-12


def test_slopes_of_a_law_that_is_not_private_at_its_level() -> None:
    # with e^(-b |x|) in place of e^(-b |y|) and b |x - y|: slopes b; independent noise: slopes a + b
    first, second = laplace(LEVELS, "a", "x").parts[0], laplace(LEVELS, "b", "y").parts[0]
    pair = Part((("x",), ("y",)), first.coefficient * second.coefficient, first.decays + second.decays)
    assert Law(LEVELS, (pair,)).measure().slopes() == {(1, 1), (-1, -1), (1, -1), (-1, 1)}


def test_other_kernels_and_negative_parts_are_noticed() -> None:
    assert relaxing(LEVELS, "a", "b").measure() != tightening(LEVELS, "a", "b").measure()
    on, off = joint(LEVELS, "a", "b").parts
    assert not Law(LEVELS, (on, Part(off.blocks, -off.coefficient, off.decays))).measure().is_positive()


def test_branch_probabilities_at_points() -> None:
    a, b, x = VALUES["a"], VALUES["b"], 0.8
    fall = mpmath.exp(-(b - a) * x)
    printed = (a / b * fall, (b - a) / (2 * b), (a + b) / (2 * b) * (1 - fall), (b - a) / (2 * b) * fall)
    for branch, expected in zip(branches(LEVELS, "a", "b"), printed, strict=True):
        assert abs(at(branch.probability, x=x) - expected) < 1e-12
