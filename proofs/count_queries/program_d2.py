"""D = 2, every N >= 3, every real E >= 1, C > 0: the optimum of (9) has B delta >= seven explicit functions.

Sadeghi, Asoodeh, Calmon (2020), Proposition 2, leave an explicit expression for delta* on n in [1 : N] to
Fourier-Motzkin elimination of the alphas. For D = 1 the noise is forced, and B delta* = max(1, C - E). For D = 2 and
N >= 3

    B delta* = max((1 - E C)/2, (4 - E C)/(3E + 4), (2E + 1)/(2(E^2 + E + 1)),
                   ((2E^2 + 1) C - 2E^2 (E - 1))/(4E^2 + E + 1), ((2E + 3) C - 2E^2)/(5E + 3),
                   (2E + 1)((2E - 1) C - 2E (E - 2))/(19E^2 + 3E - 1), C - E).

Here it is proved that B delta* is at least each of them, by dual solutions of the program on n = 1, 2, 3: each weight
is the coefficient of a product below. That the largest is attained is proved in program_d2_attained.

u, v, w are B p_1(-1), B p_1(1), B p_1(2); p, q, r, s are B p_2(-2), B p_2(-1), B p_2(1), B p_2(2); x = B delta, B =
2/(1 - eta), C = B eta.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.papers.proving import (
    Combination,
    Fact,
    Manifest,
    Over,
    Proof,
    at_least,
    equal,
    greater,
    indeterminates,
)

E, C, u, v, w, p, q, r, s, x = indeterminates("E C u v w p q r s x")

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("p_range", at_least(p), "probabilities are not negative")
proof.define("s_range", at_least(s), "probabilities are not negative")
proof.define("total_1", equal(u + v + w - 2), "p_1 has the total 1 - eta beside 0")
proof.define("mean_1", equal(v + 2 * w - u), "p_1 has the mean 0")
proof.define("total_2", equal(p + q + r + s - 2), "p_2 has the total 1 - eta beside 0")
proof.define("mean_2", equal(2 * s + r - q - 2 * p), "p_2 has the mean 0")
proof.define("y0_at_1", at_least(E * p + x, u), "y = 0, n = 1 against n = 2")
proof.define("y1_at_1", at_least(E * q + x, C), "y = 1, n = 1 against n = 2")
proof.define("y2_at_1", at_least(E * C + x, v), "y = 2, n = 1 against n = 2")
proof.define("y1_at_2", at_least(E * C + x, q), "y = 1, n = 2 against n = 1")
proof.define("y2_at_2", at_least(E * v + x, C), "y = 2, n = 2 against n = 1")
proof.define("y3_at_2", at_least(E * w + x, r), "y = 3, n = 2 against n = 1")
proof.define("y4_at_2", at_least(x, s), "y = 4, n = 2 against n = 1")
proof.define("y0_at_2", at_least(x, p), "y = 0, n = 2 against n = 3")
proof.define("y3_at_2_up", at_least(E * C + x, r), "y = 3, n = 2 against n = 3")
proof.define("y3_at_3", at_least(E * r + x, C), "y = 3, n = 3 against n = 2")

SCALE_2 = 3 * E + 4
SCALE_3 = 2 * (E**2 + E + 1)
SCALE_4 = 4 * E**2 + E + 1
SCALE_5 = 5 * E + 3
SCALE_6 = 19 * E**2 + 3 * E - 1
proof.witness(
    C=-1,
    E=2,
    p=2,
    q=-1,
    r=-1,
    s=2,
    u=2,
    v=-2,
    w=2,
    x=3,
)


@proof.step
def base(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.step
def odd(E_range: Fact) -> Manifest:
    """4E^2 - 1 > 0."""
    return Manifest(greater(4 * E**2 - 1), (E_range,))


@proof.step
def square(E_range: Fact) -> Manifest:
    """E^2 + 2 > 0."""
    return Manifest(greater(E**2 + 2), (E_range,))


@proof.step
def scale_2(E_range: Fact) -> Manifest:
    """The second denominator is positive."""
    return Manifest(greater(SCALE_2), (E_range,))


@proof.step
def scale_3(E_range: Fact) -> Manifest:
    """The third denominator is positive."""
    return Manifest(greater(SCALE_3), (E_range,))


@proof.step
def scale_4(E_range: Fact) -> Manifest:
    """The fourth denominator is positive."""
    return Manifest(greater(SCALE_4), (E_range,))


@proof.step
def scale_5(E_range: Fact) -> Manifest:
    """The fifth denominator is positive."""
    return Manifest(greater(SCALE_5), (E_range,))


@proof.step
def scale_6(E_range: Fact) -> Manifest:
    """The sixth denominator is positive."""
    return Manifest(greater(SCALE_6), (E_range,))


@proof.conclusion
def first(y1_at_2: Fact, y4_at_2: Fact, y0_at_2: Fact, y3_at_2_up: Fact, total_2: Fact) -> Combination:
    """B delta >= (1 - E C)/2."""
    quarter = Fraction(1, 4)
    products = [(row, quarter) for row in (y1_at_2, y4_at_2, y0_at_2, y3_at_2_up, total_2)]
    return Combination(at_least(x, (1 - E * C) / 2), tuple(products))


@proof.conclusion
def second(
    y0_at_1: Fact, y2_at_1: Fact, y0_at_2: Fact, total_1: Fact, mean_1: Fact, base: Fact, scale_2: Fact
) -> Combination:
    """B delta >= (4 - E C)/(3E + 4)."""
    over = Over(scale_2)
    products = (
        (y0_at_1, 3, over),
        (y2_at_1, over),
        (y0_at_2, 3, base, over),
        (total_1, E**0 * 2, over),
        (mean_1, -(E**0), over),
    )
    return Combination(at_least(x, (4 - E * C) / SCALE_2), products)


@proof.conclusion
def third(
    y0_at_1: Fact,
    y3_at_2: Fact,
    y4_at_2: Fact,
    y0_at_2: Fact,
    total_1: Fact,
    mean_1: Fact,
    total_2: Fact,
    mean_2: Fact,
    base: Fact,
    odd: Fact,
    scale_3: Fact,
) -> Combination:
    """B delta >= (2E + 1)/(2(E^2 + E + 1))."""
    over, half = Over(scale_3), Fraction(1, 2)
    products = (
        (y0_at_1, 2, base, over),
        (y3_at_2, over),
        (y4_at_2, 3 * half, over),
        (y0_at_2, half, odd, over),
        (total_1, E, over),
        (mean_1, -E, over),
        (total_2, E**0 / 2, over),
        (mean_2, E**0 / 2, over),
    )
    return Combination(at_least(x, (2 * E + 1) / SCALE_3), products)


@proof.conclusion
def fourth(
    y0_at_1: Fact,
    y1_at_1: Fact,
    y3_at_2: Fact,
    y3_at_3: Fact,
    total_1: Fact,
    mean_1: Fact,
    total_2: Fact,
    mean_2: Fact,
    base: Fact,
    square: Fact,
    scale_4: Fact,
) -> Combination:
    """B delta >= ((2E^2 + 1) C - 2E^2 (E - 1))/(4E^2 + E + 1)."""
    over, half = Over(scale_4), Fraction(1, 2)
    products = (
        (y0_at_1, 2, base, base, over),
        (y1_at_1, 3 * half, base, base, over),
        (y3_at_2, base, over),
        (y3_at_3, half, square, over),
        (total_1, E**2, over),
        (mean_1, -(E**2), over),
        (total_2, -(E**3), over),
        (mean_2, E**3 / 2, over),
    )
    return Combination(at_least(x, ((2 * E**2 + 1) * C - 2 * E**2 * (E - 1)) / SCALE_4), products)


@proof.conclusion
def fifth(
    y2_at_2: Fact, y3_at_2: Fact, y3_at_3: Fact, total_1: Fact, mean_1: Fact, base: Fact, scale_5: Fact
) -> Combination:
    """B delta >= ((2E + 3) C - 2E^2)/(5E + 3)."""
    over = Over(scale_5)
    products = (
        (y2_at_2, 2, base, over),
        (y3_at_2, 3, base, over),
        (y3_at_3, 3, over),
        (total_1, -(E**2), over),
        (mean_1, -(E**2), over),
    )
    return Combination(at_least(x, ((2 * E + 3) * C - 2 * E**2) / SCALE_5), products)


@proof.conclusion
def sixth(
    y0_at_1: Fact,
    y2_at_2: Fact,
    y3_at_2: Fact,
    y4_at_2: Fact,
    total_1: Fact,
    mean_1: Fact,
    total_2: Fact,
    mean_2: Fact,
    base: Fact,
    odd: Fact,
    scale_6: Fact,
) -> Combination:
    """B delta >= (2E + 1)((2E - 1) C - 2E (E - 2))/(19E^2 + 3E - 1)."""
    over = Over(scale_6)
    products = (
        (y0_at_1, 3, base, over),
        (y2_at_2, odd, over),
        (y3_at_2, 6, base, base, over),
        (y4_at_2, 9, base, base, over),
        (total_1, -2 * E * (E**2 - 1), over),
        (mean_1, -E * (2 * E**2 + 1), over),
        (total_2, 3 * E**2, over),
        (mean_2, 3 * E**2, over),
    )
    return Combination(at_least(x, (2 * E + 1) * ((2 * E - 1) * C - 2 * E * (E - 2)) / SCALE_6), products)


@proof.conclusion
def seventh(y1_at_1: Fact, y3_at_3: Fact, total_2: Fact, p_range: Fact, s_range: Fact, base: Fact) -> Combination:
    """B delta >= C - E."""
    half = Fraction(1, 2)
    products = (
        (y1_at_1, half),
        (y3_at_3, half),
        (p_range, half, base),
        (s_range, half, base),
        (total_2, -E / 2),
    )
    return Combination(at_least(x, C - E), products)


proof.establishes({"fourier-motzkin": "holds", "theorem-3-program-all": "refuted"})
