"""diffprivlib's Bingham mechanism: the law of its sampler, and the loss of one direction.

For a symmetric V the mechanism means the density exp(-x'Ax) on the unit sphere, A = epsilon (v I - V)/(4 sensitivity)
with v the largest eigenvalue. It draws x from the angular central Gaussian law, of density (x'Wx)^(-d/2) with
W = I + 2A/b, and accepts it with probability exp(-x'Ax)/(M (x'Wx)^(d/2)); Kent, Ganeiban and Mardia accept with
exp(-x'Ax) (x'Wx)^(d/2)/M. So what it draws has the density exp(-x'Ax) (x'Wx)^(-d). M does not depend on x.

For V = diag(g, g, 0, ..., 0) and V + e1 e1', even d, the integral over the sphere is one over u = 1 - x1^2 - x2^2, of
density (d/2 - 1) u^(d/2 - 2), and over the angle of (x1, x2), of a convex function of its squared sine: over a part
of the circle its mean is at least its value at the mean of that (Jensen). So the loss is bounded from below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flint import acb, arb

from dpexact.errors import ParameterError
from dpexact.formulas.formula import formula_value
from dpexact.numbers.balls import rational_bounds
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.precision import WorkingPrecision

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.crosscheck.probe import Truth

BITS = 80
GOOD = arb(2) ** -30  # the relative width that the integrals are asked for
DIGITS = 6
CELLS = 24

BINGHAM = """import numpy as np
from diffprivlib.mechanisms import Bingham
seen = []
class Chance(float):
    def __le__(self, probability):  # with which the sampler accepts
        seen.append(float(probability))
        return True
class Source:
    def multivariate_normal(self, mean, covariance, size):  # always the last axis
        return np.tile(np.eye(len(mean))[-1], (size, 1))
    def random(self):
        return Chance(0.5)
mechanism = Bingham(epsilon={epsilon}, sensitivity=1.0)
mechanism._rng = Source()
mechanism.randomise(np.diag([{gap}, {gap}] + [0.0]*({dimension} - 2)))
output = float('%.9g' % seen[0])"""
ACCEPTANCE = """d, lam = {dimension}, mpf({epsilon})*mpf({gap})/4
b = findroot(lambda b: 2/b + (d - 2)/(b + 2*lam) - 1, (mpf(1), mpf(d)), solver='anderson')
truth = exp(-lam)*(1 + 2*lam/b)**(mpf(d)/2)*exp((d - b)/2)*(b/d)**(mpf(d)/2)"""
LOSS = """mp.dps = 15
d, a, lam = {dimension}, mpf({epsilon})/4, mpf({epsilon})*mpf({gap})/4
rest, power = lam + a, mpf(d)/2 - 2
b = findroot(lambda b: 2/b + (d - 2)/(b + 2*lam) - 1, (mpf(1), mpf(d)), solver='anderson')
c = findroot(lambda c: 1/c + 1/(c + 2*a) + (d - 2)/(c + 2*rest) - 1, (mpf(1), mpf(d)), solver='anderson')
cuts = [mpf(0)] + [mpf(2)**k for k in range(-12, 1)]
before = 2*pi*quad(lambda u: u**power*exp(-lam*u)*(1 + 2*lam*u/b)**-d, cuts)
def after(u, t):
    q = a*(1 - u)*sin(t)**2 + rest*u
    return u**power*exp(-q)*(1 + 2*q/c)**-d
after = 4*quad(after, cuts, [0, pi/2], maxdegree=4)
truth = a + d*log(1 + 2*a/c) + log(after/before)"""


def acceptance(epsilon: Exact, dimension: Exact, gap: Exact) -> Truth:
    """The probability with which a Bingham sampler accepts the last axis, for V = diag(gap, gap, 0, ..., 0)."""
    root = "root(1 - 2/b - (d - 2)/(b + 2*lam), b, 1, d)"
    expression = f"exp(-lam)*(1 + 2*lam/{root})**(d/2)*exp((d - {root})/2)*({root}/d)**(d/2)"
    return formula_value(
        expression.replace("lam", "(e*g/4)"), {"e": f"({epsilon})", "g": f"({gap})", "d": f"({dimension})"}
    )


def bingham_loss(epsilon: Exact, dimension: Exact, gap: Exact) -> Truth:
    """Log of the density at e2 for V over that for V + e1 e1', rounded down to DIGITS digits.

    Guarantee: a lower bound of what every epsilon has to be.
    Raises: ParameterError for an odd dimension or one below 4.
    """
    d = int(dimension.as_fraction())
    if d < 4 or d % 2:
        message = f"dimension: expected an even number from 4 on, got {d}"
        raise ParameterError(message)
    lam, a = epsilon * gap / 4, epsilon / 4
    names = {"l": f"({lam})", "a": f"({a})", "d": str(d)}
    first = formula_value("root(1 - 2/b - (d - 2)/(b + 2*l), b, 1, d)", {"l": names["l"], "d": names["d"]})
    second = formula_value("root(1 - 1/b - 1/(b + 2*a) - (d - 2)/(b + 2*(l + a)), b, 1, d)", names)
    with WorkingPrecision(BITS):
        more, rest = a.ball(), (lam + a).ball()
        before = _integral(d, first.ball(), [(arb(0), lam.ball())])
        after = _integral(d, second.ball(), [(more * mean, rest - more * mean) for mean in _means()])
        loss = more + d * (1 + 2 * more / second.ball()).log() + (after / before).log()
        lower, _ = rational_bounds(loss)
    return exact(exact(lower).decimal(DIGITS, "down"))


def _integral(d: int, b: Any, losses: Sequence[tuple[Any, Any]]) -> Any:
    """The integral over u of the density, averaged over x'Ax = at + slope u."""

    def density(u: Any, _: bool) -> Any:  # noqa: FBT001 - flint calls it so
        values = [at + slope * u for at, slope in losses]
        parts = [(-q).exp() * (1 + 2 * q / b) ** (-d) for q in values]
        return u ** (d // 2 - 2) * sum(parts, acb(0)) / len(parts)

    return acb.integral(density, acb(0), acb(1), rel_tol=GOOD, abs_tol=arb(0)).real


def _means() -> list[Any]:
    """The means of sin^2 over CELLS equal parts of a quarter of the circle."""
    size = arb.pi() / (2 * CELLS)
    ends = [(2 * size * j).sin() for j in range(CELLS + 1)]
    return [arb(1) / 2 - (ends[j + 1] - ends[j]) / (4 * size) for j in range(CELLS)]
