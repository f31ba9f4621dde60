"""All real 0 < a < b: the law (20) of (V_a, V_b), its marginals, kernels, correlation, limits, and its privacy.

Koufogiannis et al., "Gradual Release of Sensitive Data under Differential Privacy", Theorem 10 and Section 3.1. The
laws are sums of c e^(linear) on the cones of the orders of 0, x, y, with rational functions of a and b for c
(`dpexact.papers.gradual_release.laws`); each step is an identity of such sums, so it holds for all 0 < a < b at once.

Privacy: the density of (u + V_a, u + V_b), with respect to Lebesgue measure on the plane and on its diagonal, is
positive, continuous along every line in the direction (1, 1), and on each cone the derivative of its logarithm is b or
-b. So |ln p(u) - ln p(u')| <= b |u - u'|, with equality where the line stays in one cone, and integration over an
event keeps P(S) <= e^(b |u - u'|) P'(S).
"""

from __future__ import annotations

from typing import Any

from dpexact.papers.gradual_release.laws import joint, laplace, relaxing, tightening
from dpexact.papers.gradual_release.measure import ConeSum, Levels, Measure, Ratio, between, decay, exponential
from dpexact.papers.proving import Counterexample, Exhaustive, Proof

LEVELS = Levels(("a", "b"), ("s", "t"))
ON, OFF = (("x", "y"),), (("x",), ("y",))
CASES = {"levels": [LEVELS]}

proof = Proof(__doc__)


def minus(form: tuple[int, ...]) -> tuple[int, ...]:
    """The form with the other sign."""
    return tuple(-c for c in form)


def moment(law: Measure, *names: str) -> Ratio:
    """The derivative at 0 of E e^(s x + t y) in these names: E x for s, E x y for s and t, and so on."""
    variables = sorted({v for blocks in law.parts for block in blocks for v in block})
    rates = {v: LEVELS.form({"x": "s", "y": "t"}[v]) for v in variables}
    transform = law.tilted(rates).total()
    for name in names:
        transform = transform.derivative(name)
    return transform.at(s=0, t=0)


def limit(ratio: Ratio) -> Ratio | None:
    """The limit for b -> infinity: of the quotient of the parts of highest degree in b; None where it is infinite."""
    parts = []
    for polynomial in (ratio.numerator, ratio.denominator):
        terms = polynomial.to_dict()
        degree = max((powers[1] for powers in terms), default=-1)
        top = {(p[0], 0, *p[2:]): c for p, c in terms.items() if p[1] == degree}
        parts.append((degree, LEVELS.context.from_dict(top)))
    (up, top_part), (down, bottom_part) = parts
    if up > down:
        return None
    return LEVELS.ratio(top_part, bottom_part) if up == down else LEVELS.ratio(0)


@proof.conclusion
def first_marginal() -> Exhaustive:
    """(21): V_a has the density (a/2) e^(-a |x|)."""

    def holds(levels: Levels) -> bool:
        return joint(levels, "a", "b").measure().marginal("y") == laplace(levels, "a", "x").measure()

    return Exhaustive("the integral of (20) over y is Laplace with parameter a", CASES, holds)


@proof.conclusion
def second_marginal() -> Exhaustive:
    """(22): V_b has the density (b/2) e^(-b |y|), and the mass is 1."""

    def holds(levels: Levels) -> bool:
        law = joint(levels, "a", "b").measure()
        return law.marginal("x") == laplace(levels, "b", "y").measure() and law.total() == 1

    return Exhaustive("the integral of (20) over x is Laplace with parameter b", CASES, holds)


@proof.conclusion
def positive_and_continuous() -> Exhaustive:
    """Both parts are positive and continuous."""

    def holds(levels: Levels) -> bool:
        law = joint(levels, "a", "b").measure()
        return law.is_positive() and law.is_continuous() and set(law.parts) == {ON, OFF}

    return Exhaustive("the two parts of (20) are positive and continuous", CASES, holds)


@proof.conclusion
def private() -> Exhaustive:
    """(16), (24): along (1, 1) the logarithm of both parts has the derivatives b and -b, no others; V_a has a, -a."""

    def holds(levels: Levels) -> bool:
        b, a = levels.form("b"), levels.form("a")
        law, first = joint(levels, "a", "b").measure(), laplace(levels, "a").measure()
        each = all(len(terms) == 1 for density in law.parts.values() for terms in density.cells.values())
        return each and law.slopes() == {b, minus(b)} and first.slopes() == {a, minus(a)}

    return Exhaustive("the log density of (20) along the diagonal has slopes b and -b only", CASES, holds)


@proof.conclusion
def equation_24() -> Exhaustive:
    """d/du p(x - u, y - u) = b sgn(y - u) p: minus the derivative along (1, 1)."""

    def holds(levels: Levels) -> bool:
        law = joint(levels, "a", "b").measure()

        def signed(density: ConeSum) -> ConeSum:
            up = density.where(lambda order: order.index("0") < order.index("y"))
            down = density.where(lambda order: order.index("y") < order.index("0"))
            return up.times(-levels["b"]) + down.times(levels["b"])

        return all(d.derivative(*d.variables) == signed(d) for d in law.parts.values())

    return Exhaustive("the derivative of each part of (20) along (1, 1) is -b sgn(y) times it", CASES, holds)


@proof.conclusion
def relaxing_kernel() -> Exhaustive:
    """(25) times the law of V_a is (20), and its mass is 1 for every x."""

    def holds(levels: Levels) -> bool:
        kernel, one = relaxing(levels, "a", "b").measure(), exponential(levels, {"x": (0, 0, 0, 0)})
        law = joint(levels, "a", "b").measure()
        mass = kernel.marginal("y").parts[(("x",),)]
        return kernel * laplace(levels, "a", "x").measure() == law and mass == one

    return Exhaustive("(25) is the law of V_b given V_a", CASES, holds)


@proof.conclusion
def tightening_kernel() -> Exhaustive:
    """(28) times the law of V_b is (20), and its mass is 1 for every y."""

    def holds(levels: Levels) -> bool:
        kernel, one = tightening(levels, "a", "b").measure(), exponential(levels, {"y": (0, 0, 0, 0)})
        law = joint(levels, "a", "b").measure()
        mass = kernel.marginal("x").parts[(("y",),)]
        return kernel * laplace(levels, "b", "y").measure() == law and mass == one

    return Exhaustive("(28) is the law of V_a given V_b", CASES, holds)


@proof.conclusion
def independent_increment() -> Exhaustive:
    """E e^(s (V_a - V_b) + t V_b) is the product of the two transforms: V_a - V_b is independent of V_b."""

    def holds(levels: Levels) -> bool:
        law, s, t = joint(levels, "a", "b").measure(), levels.form("s"), levels.form("t")
        back = tuple(q - p for p, q in zip(s, t, strict=True))
        both = law.tilted({"x": s, "y": back}).total()
        return both == both.at(t=0) * both.at(s=0)

    return Exhaustive("the transform of (V_a - V_b, V_b) is a product", CASES, holds)


@proof.conclusion
def dependent_forward_increment() -> Exhaustive:
    """V_b - V_a is not independent of V_a: the covariance is 2/b^2 - 2/a^2, not 0."""

    def holds(levels: Levels) -> bool:
        law = joint(levels, "a", "b").measure()
        covariance = moment(law, "s", "t") - moment(law, "s", "s")
        a, b = levels["a"], levels["b"]
        return covariance == (a**2 - b**2) * 2 / (a**2 * b**2) and covariance.sign == -1

    return Exhaustive("V_b - V_a and V_a have the covariance 2/b^2 - 2/a^2 < 0", CASES, holds)


@proof.conclusion
def correlation() -> Exhaustive:
    """Means 0, variances 2/a^2 and 2/b^2, covariance 2/b^2: the correlation is (2/b^2)/(2/(a b)) = a/b."""

    def holds(levels: Levels) -> bool:
        law, a, b = joint(levels, "a", "b").measure(), levels["a"], levels["b"]
        means = moment(law, "s") == 0 == moment(law, "t")
        squares = (moment(law, "s", "s"), moment(law, "t", "t"), moment(law, "s", "t"))
        two = levels.ratio(2)
        deviations = two / (a * b)  # the root of (2/a^2)(2/b^2)
        right = squares == (two / a**2, two / b**2, two / b**2) and deviations**2 == squares[0] * squares[1]
        return means and right and squares[2] / deviations == a / b

    return Exhaustive("Pearson's correlation of V_a and V_b is a/b", CASES, holds)


@proof.conclusion
def equal_levels() -> Exhaustive:
    """(20), (25), (28) at b = a: no second part, and the first one is the law of V_a on the diagonal; (26)."""

    def holds(levels: Levels) -> bool:
        a = levels["a"]
        weights = ((joint, a / 2), (relaxing, a / a), (tightening, a / a))
        parts = [(law(levels, "a", "b").parts, weight) for law, weight in weights]
        return all(on.coefficient.at(b=a) == weight and off.coefficient.at(b=a) == 0 for (on, off), weight in parts)

    return Exhaustive("at b = a the parts off the diagonal vanish, the kernels' atom is 1", CASES, holds)


@proof.conclusion
def limit_infinity() -> Exhaustive:
    """(27): for each x, E(e^(-s |V_b|) given V_a = x) tends to 1 as b grows, for small s > 0.

    It is a sum of exponentials of x with rates (for x > 0) that are 0 or -(b - a) - s; the coefficient of the first
    tends to 1, that of the others to 0. So |V_b| tends to 0 in law, given x.
    """

    def holds(levels: Levels) -> bool:
        kernel = relaxing(levels, "a", "b").measure()
        damping = decay(levels, levels.form("s"), "y", "0")
        damped = Measure.of(levels, ((blocks, density * damping) for blocks, density in kernel.parts.items()))
        terms = damped.marginal("y").parts[(("x",),)].cells[("0", "x")]
        limits = {rates[0]: limit(c) for rates, c in terms.items()}
        return limits == {(0, 0, 0, 0): levels.ratio(1), (1, -1, -1, 0): levels.ratio(0)}

    return Exhaustive("given V_a = x > 0 the Laplace transform of |V_b| tends to 1 as b grows", CASES, holds)


@proof.conclusion
def lazy() -> Exhaustive:
    """P(V_a = V_b) = (a/b)^2, which is 1 at b = a."""

    def holds(levels: Levels) -> bool:
        still = joint(levels, "a", "b").measure().parts[ON].integral("y").value()
        return still == (levels["a"] / levels["b"]) ** 2 and still.at(b=levels["a"]) == 1

    return Exhaustive("the probability of no change is (a/b)^2", CASES, holds)


@proof.conclusion
def equation_21_without_its_factor() -> Counterexample:
    """In the first case the last line of (21) as printed is not (a/2) e^(-a x)."""

    def equal(levels: Levels) -> bool:
        expected = laplace(levels, "a").measure().parts[(("x",),)].where(lambda order: order == ("0", "x"))
        return line_of_21(levels, {}) == expected

    text = "(21) as printed, its last bracket without the factor e^(e1 x), is the density of the first answer"
    return Counterexample(text, {"levels": LEVELS}, lambda levels: levels == LEVELS, equal)


@proof.conclusion
def equation_21_as_printed() -> Exhaustive:
    """The last bracket of (21) stands without its factor e^(e1 x): as printed the sum is not (a/2) e^(-a x), for x > 0.

    With the factor it is.
    """

    def holds(levels: Levels) -> bool:
        right, printed = line_of_21(levels, {"x": levels.form("a")}), line_of_21(levels, {})
        expected = laplace(levels, "a").measure().parts[(("x",),)].where(lambda order: order == ("0", "x"))
        return right == expected and printed != expected

    return Exhaustive("(21) needs the factor e^(e1 x) in its last bracket", CASES, holds)


def line_of_21(levels: Levels, factor: dict[str, tuple[int, ...]]) -> ConeSum:
    """The third line of (21), its last bracket times e^(factor), for x > 0."""
    a, b = levels["a"], levels["b"]
    form_a, form_b = levels.form("a"), levels.form("b")

    def power(*forms: Any) -> ConeSum:
        rate = tuple(map(sum, zip(*forms, strict=True)))
        return exponential(levels, {"x": rate}) * between(levels, "0", "x")

    extra = list(factor.values())
    first = power(minus(form_b)).times(a**2 / (b * 2))
    below = power(minus(form_a)).times(a * (b - a) / (b * 4))
    inside = power(minus(form_a), form_a, minus(form_b)) + power(minus(form_a)).times(levels.ratio(-1))
    beyond = power(minus(form_a), minus(form_b), *extra).times(a * (b - a) / (b * 4))
    return first + below + inside.times(-(a * (a + b)) / (b * 4)) + beyond


@proof.conclusion
def laplace_moments() -> Exhaustive:
    """The Laplace law of parameter a: mass 1, mean 0, E V^2 = 2/a^2, continuous, slopes a and -a."""

    def holds(levels: Levels) -> bool:
        law, a = laplace(levels, "a").measure(), levels["a"]
        moments = (moment(law), moment(law, "s"), moment(law, "s", "s"))
        return moments == (levels.ratio(1), levels.ratio(0), levels.ratio(2) / a**2) and law.is_continuous()

    return Exhaustive("Laplace noise with parameter a has mean 0 and variance 2/a^2", CASES, holds)


@proof.conclusion
def laplace_is_exponential() -> Exhaustive:
    """The weights e^(-a |u - y|) at u = 0 have the total 2/a, and divided by it they are the Laplace density.

    At another u both are moved by u, so the total is the same; -|u - y| is 1-Lipschitz in u.
    """

    def holds(levels: Levels) -> bool:
        weights = Measure.of(levels, [((("x",),), decay(levels, levels.form("a"), "x", "0"))])
        total, a = weights.total(), levels["a"]
        divided = weights.parts[(("x",),)].times(levels.ratio(1) / total)
        return total == levels.ratio(2) / a and divided == laplace(levels, "a").measure().parts[(("x",),)]

    return Exhaustive("e^(-a |x|) over its total 2/a is the Laplace density", CASES, holds)


proof.establishes({"laplace-is-exponential": "holds"}, "laplace_is_exponential")
proof.establishes(
    {
        "equations-14-15": "holds",
        "theorem-10-marginals": "holds",
        "equation-21-result": "holds",
        "tightening-exact": "holds",
        "theorem-11": "holds",
        "theorem-10-proof-items": "holds",
    },
    "first_marginal",
)
proof.establishes(
    {
        "abstract-no-loss": "holds",
        "equations-14-15": "holds",
        "theorem-10-marginals": "holds",
        "equation-22": "holds",
        "figure-3-caption": "holds",
        "theorem-11": "holds",
        "scenarios-indistinguishable": "holds",
        "abstract-differential": "holds-if, holds",
        "theorem-10-proof-items": "holds",
    },
    "second_marginal",
)
proof.establishes(
    {
        "abstract-no-loss": "holds",
        "theorem-10-private": "holds",
        "equation-23": "holds",
        "equation-24-logarithm": "holds-if, holds",
        "theorem-11-proof": "holds-if, holds",
    },
    "positive_and_continuous",
)
proof.establishes(
    {
        "abstract-no-loss": "holds",
        "proposition-4-upper-bound": "holds-if, holds",
        "correlation-helps": "holds",
        "definition-8-private": "holds-if, holds",
        "theorem-10-private": "holds",
        "equation-24": "holds",
        "figure-3-caption": "holds",
        "tightening-impossible": "holds",
        "tightening-exact": "holds",
        "theorem-11": "holds",
        "theorem-11-proof": "holds-if, holds",
        "rappor-relaxation": "holds-if, holds",
        "equation-41": "holds-if, holds",
        "abstract-differential": "holds-if, holds",
        "theorem-10-proof-items": "holds",
        "rappor-each-time": "holds-if, holds",
    },
    "private",
)
proof.establishes(
    {"equation-24": "holds", "equation-24-logarithm": "holds-if, holds", "equation-39-identities": "holds-if, holds"},
    "equation_24",
)
proof.establishes({"equation-25": "holds", "figure-3-caption": "holds"}, "relaxing_kernel")
proof.establishes(
    {
        "process-lazy": "holds",
        "theorem-1b-private": "holds",
        "equation-28": "holds",
        "tightening-independent": "holds",
        "figure-7": "holds",
    },
    "tightening_kernel",
)
proof.establishes(
    {
        "theorem-1b-private": "holds",
        "figure-1-ends": "holds",
        "equation-13": "holds-if, holds",
        "tightening-independent": "holds",
    },
    "independent_increment",
)
proof.establishes({"equation-29": "misprint"}, "dependent_forward_increment")
proof.establishes({"correlation": "holds"}, "correlation")
proof.establishes({"theorem-10-equal": "holds"}, "equal_levels")
proof.establishes({"equation-27": "holds", "infinite-budget": "holds"}, "limit_infinity")
proof.establishes(
    {
        "abstract-lazy-markov": "holds",
        "process-lazy": "holds",
        "process-lazy-limit": "holds-if, holds",
        "process-finite": "holds-if, fails",
        "figure-1-ends": "holds",
    },
    "lazy",
)
proof.establishes({"equation-21": "misprint"}, "equation_21_as_printed")
proof.establishes(
    {
        "mechanism-1": "holds",
        "optimal-mechanism": "holds-if, holds",
        "theorem-1b-optimal": "holds",
        "theorem-9": "holds",
        "equations-17-18": "holds",
        "equations-30-31": "holds",
        "density-notation": "holds-if, holds",
        "whole-space": "holds-if, holds",
        "theorem-1a-adjacency": "holds-if, holds",
        "close-friends": "holds-if, holds",
        "composition-accuracy": "holds",
        "small-step": "holds-if, holds",
        "second-more-accurate": "holds-if, holds",
    },
    "laplace_moments",
)
proof.establishes({"equation-21": "misprint"}, "equation_21_without_its_factor")
