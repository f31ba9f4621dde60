"""diffprivlib: the scales of its continuous noise, the budget accountant, and the noise of LinearRegression."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from dpexact.crosscheck import deltas, truths
from dpexact.crosscheck.probe import Probe

if TYPE_CHECKING:
    from dpexact.crosscheck.probe import Truth
    from dpexact.numbers.exact import Exact

MECHANISMS = "diffprivlib.mechanisms, documented range"
VECTOR = "Chaudhuri, Monteleoni, Sarwate (2011), Theorem 9: the density's loss and that of the Jacobian"
REGRESSION = """import numpy as np
from diffprivlib import mechanisms
from diffprivlib.models import LinearRegression, linear_regression
made = []
class Seen:
    def __init__(self, **given):
        super().__init__(**given)
        made.append(self)
for name in ('Laplace', 'LaplaceFolded'):
    setattr(linear_regression, name, type(name, (Seen, getattr(mechanisms, name)), dict()))
low, high = float({lower}), float({upper})
"""
SQUARES = """bounds = dict(bounds_X=(low, high), bounds_y=(low, high))
model = LinearRegression(epsilon={epsilon}, fit_intercept=False, **bounds)
model.fit(np.array([[low], [high]]), np.array([low, high]))
output = float(made[2].sensitivity)/made[2].epsilon  # the scale for the sum of the squares of the feature"""
SPENT = """from diffprivlib.mechanisms.base import DPMechanism
plain = DPMechanism.__init__
def seen(self, *, epsilon, delta, random_state=None):
    plain(self, epsilon=epsilon, delta=delta, random_state=random_state)
    made.append(self)
DPMechanism.__init__ = seen
linear_regression.Laplace, linear_regression.LaplaceFolded = mechanisms.Laplace, mechanisms.LaplaceFolded
try:
    model = LinearRegression(epsilon={epsilon}, bounds_X=(low, high), bounds_y=(low, high))
    rows = np.array([[low]*{features}, [high]*{features}])
    model.fit(rows, np.array([low, high]))
finally:
    DPMechanism.__init__ = plain
output = float(np.sum([mechanism.epsilon for mechanism in made]))"""


def _laplace(output: Exact, sensitivity: Exact, epsilon: Exact) -> Truth:
    return truths.laplace_curve(output / sensitivity, epsilon)


LAPLACE = "truth = max(mpf(0), 1 - exp((mpf({epsilon}) - mpf({sensitivity})/mpf({output}))/2))"


def _cut(output: Exact, epsilon: Exact, sensitivity: Exact, width: Exact) -> Truth:
    """The least delta of noise conditioned on the domain, for inputs at its edge and one sensitivity inside."""
    at_edge, inside = "(1 - exp(-w/b))", "(2 - exp(-s/b) - exp(-(w - s)/b))"
    x = f"min(s, max(0, (s - b*(e - log({inside}/{at_edge})))/2))"
    text = f"(1 - exp(-{x}/b))/{at_edge} - exp(e)*exp(-s/b)*(exp({x}/b) - 1)/{inside}"
    return truths.formula(f"max(0, {text})", b=output, e=epsilon, s=sensitivity, w=width)


CUT = """b, e, s, w = mpf({output}), mpf({epsilon}), mpf({sensitivity}), mpf({width})
edge, inside = 1 - exp(-w/b), 2 - exp(-s/b) - exp(-(w - s)/b)
x = min(s, max(mpf(0), (s - b*(e - log(inside/edge)))/2))  # where the laws cross
truth = max(mpf(0), (1 - exp(-x/b))/edge - exp(e)*exp(-s/b)*expm1(x/b)/inside)"""


def _squares(output: Exact, lower: Exact, upper: Exact) -> Truth:
    """The loss of Laplace noise on a sum of squares, one record changed."""
    return math.inf if output == 0 else (upper * upper - lower * lower) / output


def _vector(output: Exact, sensitivity: Exact, alpha: Exact) -> Truth:
    return truths.formula("2/output + 2*log(1 + c/alpha)", output=output, c=sensitivity, alpha=alpha)


def _scale(name: str, bounds: str = "") -> Probe:
    return Probe(
        name,
        "delta",
        "the noise that is calibrated to (epsilon, delta) has this delta",
        f"from diffprivlib.mechanisms import {name}\n"
        f"mechanism = {name}(epsilon={{epsilon}}, delta={{delta}}, sensitivity={{sensitivity}}{bounds})\n"
        "mechanism._laplace_sampler = lambda *draws: -1.0\noutput = mechanism.randomise(0.0)",
        _laplace,
        LAPLACE,
        "larger",
        MECHANISMS,
        claim="delta",
    )


NOISE: tuple[Probe, ...] = (
    _scale("Laplace"),
    _scale("LaplaceTruncated", ", lower=-1e300, upper=1e300"),
    _scale("LaplaceFolded", ", lower=-1e300, upper=1e300"),
    Probe(
        "LaplaceBoundedDomain.delta",
        "delta",
        "the noise that is calibrated to (epsilon, delta) on a domain has this delta, for inputs at its edge",
        "from diffprivlib.mechanisms import LaplaceBoundedDomain\n"
        "mechanism = LaplaceBoundedDomain(epsilon={epsilon}, delta={delta}, sensitivity={sensitivity},\n"
        "    lower=0.0, upper={width})\noutput = mechanism._find_scale()",
        _cut,
        CUT,
        "larger",
        MECHANISMS,
        claim="delta",
    ),
    Probe(
        "Uniform",
        "delta",
        "the noise that is calibrated to delta (epsilon = 0) has this delta",
        "from diffprivlib.mechanisms import Uniform\n"
        "class One:\n    def random(self):\n        return 1.0\n"
        "mechanism = Uniform(delta={delta}, sensitivity={sensitivity})\nmechanism._rng = One()\n"
        "output = mechanism.randomise(0.0)  # the largest noise",
        lambda output, sensitivity: truths.formula("s/(2*b)", s=sensitivity, b=output),
        "truth = mpf({sensitivity})/(2*mpf({output}))",
        "larger",
        MECHANISMS,
        claim="delta",
    ),
    Probe(
        "Snapping.effective_epsilon",
        "value",
        "the epsilon of snapped Laplace noise of scale 1/effective_epsilon on [0, width], sensitivity 1",
        "from diffprivlib.mechanisms import Snapping\n"
        "output = Snapping(epsilon={epsilon}, sensitivity=1.0, lower=0.0, upper={width}).effective_epsilon()",
        lambda output, width: truths.formula("e*(1 + 12*w/2*2**(-53)) + 2*2**(-53)", e=output, w=width),
        "truth = mpf({output})*(1 + 6*mpf({width})*mpf(2)**-53) + 2*mpf(2)**-53",
        "larger",
        "Mironov (2012), Theorem 1",
        claim="epsilon",
    ),
    Probe(
        "Vector",
        "value",
        "the epsilon that the theorem gives for objective perturbation, no regularization added, data sensitivity 1",
        "from diffprivlib.mechanisms import Vector\nimport numpy as np\nscales = []\n"
        "class Source:\n    def standard_normal(self, shape):\n        return np.ones(shape)\n"
        "    def gamma(self, shape, scale, size):\n        scales.append(scale)\n        return np.ones(size)\n"
        "mechanism = Vector(epsilon={epsilon}, function_sensitivity={sensitivity}, dimension=2, alpha={alpha})\n"
        "mechanism._rng = Source()\nmechanism.randomise(lambda x: 0.0)\noutput = scales[0]",
        _vector,
        "truth = 2/mpf({output}) + 2*log(1 + mpf({sensitivity})/mpf({alpha}))",
        "larger",
        VECTOR,
        claim="epsilon",
    ),
    Probe(
        "BudgetAccountant.delta",
        "delta",
        "the total delta of count mechanisms that are each (epsilon, delta)-private, with a slack",
        "from diffprivlib import BudgetAccountant\n"
        "output = BudgetAccountant().total(spent_budget=[(0.1, {delta})]*{count}, slack={slack})[1]",
        lambda delta, count, slack: truths.formula("1 - (1 - s)*(1 - d)**k", d=delta, k=count, s=slack),
        "truth = 1 - (1 - mpf({slack}))*(1 - mpf({delta}))**{count}",
        "larger",
        "diffprivlib.BudgetAccountant.total: Kairouz, Oh, Viswanath",
    ),
    Probe(
        "BudgetAccountant.remaining",
        "epsilon",
        "count queries at the epsilon that remains have this total epsilon, with a slack",
        "from diffprivlib import BudgetAccountant\n"
        "accountant = BudgetAccountant(epsilon={epsilon}, delta={slack}, slack={slack})\n"
        "output = accountant.remaining({count})[0]",
        lambda output, count, slack: truths.kov_epsilon(output, truths.ZERO, count, slack),
        truths.KOV_EPSILON.replace("{total_delta}", "{slack}").replace("{delta}", "0").replace("{epsilon}", "{output}"),
        "larger",
        "diffprivlib.BudgetAccountant.remaining: will match the budget ceiling, assuming no floating point errors",
        claim="epsilon",
    ),
    Probe(
        "LinearRegression.squares",
        "value",
        "the loss of the noisy sum of squares of the feature alone, one record changed from lower to upper",
        REGRESSION + SQUARES,
        _squares,
        "truth = (mpf({upper})**2 - mpf({lower})**2)/mpf({output}) if {output} else inf",
        "larger",
        "diffprivlib/models/linear_regression.py, line 144: the lower bound twice; reported as "
        "https://github.com/IBM/differential-privacy-library/issues/105",
        claim="epsilon",
        delta=deltas.squares,
        delta_again=deltas.SQUARES,
    ),
    Probe(
        "LinearRegression.spent",
        "value",
        "the sum of the epsilons that fitting with an intercept spends on the same records (a sum of budgets, which "
        "bounds the loss and is not the loss itself), against the epsilon that was given",
        REGRESSION + SPENT,
        lambda output: output,
        "truth = mpf({output})",
        "larger",
        "basic composition; reported as https://github.com/IBM/differential-privacy-library/issues/104",
        claim="epsilon",
        measures="spent",
    ),
)
