"""Every integer t >= 0, every real E >= 1, 0 <= delta <= 1, 0 <= s <= 1: the closed form (5.5), corrected.

With rho = delta/(E - 1), b = (1 - delta)/(E + 1) and tau the first t with s^t >= b, for E > 1

    s^t = E^t (s + rho) - rho                              for t <= tau,
    s^t = min{1, 1 + rho - E^-(t - tau) (1 + rho - s^tau)}  for t >= tau,

and s^t = min{1, s + t delta} for E = 1. Up to b the branch E s + delta of M is the smaller one, and at most 1; from b
on the other one is, M(s) >= s, so that the sum does not come back, and M(1) = 1. (5.2) and (5.5) as printed have tau
one too large wherever s < b (and for some s >= b): E = 2, delta = 0, s = 1/10 gives 8/10 at t = 3, where T^3 gives
7/10.
"""

from __future__ import annotations

from fractions import Fraction

from dpexact.proving import (
    ClosedForm,
    Combination,
    Counterexample,
    Expression,
    Fact,
    Identity,
    Manifest,
    Proof,
    Recursive,
    at_least,
    equal,
    greater,
    indeterminates,
    power,
    whole,
)

E, d, s, u, v, w, j, Y = indeterminates("E d s u v w j Y")


def below(prefix: Expression) -> Expression:
    """The branch up to the breakpoint."""
    return E * prefix + d


def above(prefix: Expression) -> Expression:
    """The branch from the breakpoint on."""
    return 1 - (1 - prefix - d) / E


BREAK = (1 - d) / (E + 1)
RHO = d / (E - 1)

proof = Proof(__doc__)
proof.define("E_range", at_least(E, 1), "E = e^epsilon is a real number, at least 1")
proof.define("d_least", at_least(d, 0), "d = delta")
proof.define("d_most", at_least(1, d))
proof.define("s_most", at_least(1, s), "s is a prefix sum")
proof.define("j_whole", whole(j), "j counts the steps")
proof.define("j_range", at_least(j, 0))
proof.define("Y_power", power(Y, E, j), "Y = E^j")
proof.define("rising", Recursive("u", "j", 0, s, below(u)), "u_j: j steps on the first branch")
proof.define("falling", Recursive("v", "j", 0, s, above(v)), "v_j: j steps on the second branch")
proof.define("level", Recursive("w", "j", 0, s, w + d), "w_j: j steps for E = 1")
proof.suppose("s_before", at_least(BREAK, s), "s <= b")
proof.suppose("s_after", at_least(s, BREAK), "s >= b")


@proof.step
def slope(E_range: Fact) -> Manifest:
    """(E^2 - 1)/E >= 0."""
    return Manifest(at_least((E**2 - 1) / E), (E_range,))


@proof.step
def base(E_range: Fact) -> Manifest:
    """E > 0."""
    return Manifest(greater(E), (E_range,))


@proof.conclusion
def first_branch_is_smaller(s_before: Fact, slope: Fact) -> Combination:
    """For s <= b, E s + d <= 1 - (1 - s - d)/E."""
    return Combination(at_least(above(s), below(s)), ((slope, s_before),))


@proof.conclusion
def second_branch_is_smaller(s_after: Fact, slope: Fact) -> Combination:
    """For s >= b, 1 - (1 - s - d)/E <= E s + d."""
    return Combination(at_least(below(s), above(s)), ((slope, s_after),))


@proof.step
def value_at_the_break(E_range: Fact, d_most: Fact) -> Manifest:
    """E b + d <= 1."""
    return Manifest(at_least(1, below(BREAK)), (E_range, d_most))


@proof.conclusion
def first_branch_is_at_most_one(s_before: Fact, base: Fact, value_at_the_break: Fact) -> Combination:
    """For s <= b, E s + d <= 1."""
    return Combination(at_least(1, below(s)), ((value_at_the_break,), (base, s_before)))


@proof.conclusion
def never_back(E_range: Fact, d_least: Fact, s_most: Fact) -> Manifest:
    """1 - (1 - s - d)/E >= s."""
    return Manifest(at_least(above(s), s), (E_range, d_least, s_most))


@proof.conclusion
def first_branch(rising: Fact, j_whole: Fact, j_range: Fact, Y_power: Fact) -> ClosedForm:
    """u_j = E^j (s + rho) - rho."""
    return ClosedForm(rising, Y * (s + RHO) - RHO, (j_whole, j_range, Y_power))


@proof.conclusion
def second_branch(falling: Fact, j_whole: Fact, j_range: Fact, Y_power: Fact) -> ClosedForm:
    """v_j = 1 + rho - E^-j (1 + rho - s)."""
    return ClosedForm(falling, 1 + RHO - (1 + RHO - s) / Y, (j_whole, j_range, Y_power))


@proof.conclusion
def without_epsilon(level: Fact, j_whole: Fact, j_range: Fact) -> ClosedForm:
    """For E = 1, w_j = s + j d."""
    return ClosedForm(level, s + j * d, (j_whole, j_range))


@proof.conclusion
def mirror() -> Identity:
    """1 - v' + rho = (1 - v + rho)/E: the corrected branches mirror each other."""
    return Identity(equal(1 - above(v) + RHO, (1 - v + RHO) / E))


@proof.conclusion
def printed_form() -> Counterexample:
    """(5.1) and (5.2), E = 2, delta = 0, s = 1/10 at t = 3: tau = 3 and 8/10, but T^3 gives 7/10."""

    def whole_time(time: int) -> bool:
        return time >= 0

    def agrees(time: int) -> bool:
        start, value = Fraction(1, 10), Fraction(1, 10)
        tau = next(n for n in range(10) if Fraction(2) ** (n - 1) * start * 3 >= 1)  # ceil(-log2(3 s) + 1) = 3
        for _ in range(time):
            value = min(2 * value, 1 - (1 - value) / 2)
        turning: Fraction = 2**tau * start
        printed: Fraction = 2**time * start if time <= tau else 1 - Fraction(1, 2 ** (time - tau)) * (1 - turning)
        return value == printed

    return Counterexample("(5.2) gives the prefix sum of T^t", {"time": 3}, whole_time, agrees)


proof.establishes(
    {
        "abstract-closed-form": "holds-if, both",
        "section-5-1-branches": "holds",
        "tau-with-floors": "holds-if, holds",
        "equation-5-5": "refuted",
        "section-5-3-phases": "holds",
        "section-6-1-colors": "holds",
    }
)
proof.establishes(
    {
        "section-5-2-first": "holds-if, holds",
        "section-5-3-exponential": "holds-if, holds",
        "section-5-3-drift": "holds-if, holds",
    },
    "first_branch",
)
proof.establishes(
    {"section-5-3-exponential": "holds-if, holds", "section-5-3-drift": "holds-if, holds"}, "second_branch"
)
proof.establishes({"equation-5-3": "holds-if, holds", "section-5-3-drift": "holds-if, fails"}, "without_epsilon")
proof.establishes({"section-5-2-second": "refuted", "section-5-3-drift": "holds-if, holds"}, "mirror")
proof.establishes({"tau-with-ceilings": "refuted", "section-5-3-exponential": "holds-if, fails"}, "printed_form")
