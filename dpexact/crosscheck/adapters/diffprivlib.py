"""diffprivlib: the scales of its continuous noise, the budget accountant, and the noise of LinearRegression."""

from __future__ import annotations

import math

from dpexact.crosscheck import deltas, truths
from dpexact.crosscheck.adapters.bingham import ACCEPTANCE, BINGHAM, acceptance
from dpexact.crosscheck.library import Library, Probe, Truth
from dpexact.numbers.exact import Exact, exact

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
    """Return the least delta of noise conditioned on the domain, for inputs at its edge and one sensitivity inside."""
    given = {"b": output, "s": sensitivity, "e": epsilon}
    edge = truths.part("1 - exp(-w/b)", w=width, b=output)
    inside = truths.part("2 - exp(-s/b) - exp(-(w - s)/b)", w=width, s=sensitivity, b=output)
    x = truths.part("min(s, max(0, (s - b*(e - log(inside/edge)))/2))", edge=edge, inside=inside, **given)
    text = "max(0, (1 - exp(-x/b))/edge - exp(e)*exp(-s/b)*(exp(x/b) - 1)/inside)"
    return truths.formula(text, x=x, edge=edge, inside=inside, **given)


CUT = """b, e, s, w = mpf({output}), mpf({epsilon}), mpf({sensitivity}), mpf({width})
edge, inside = 1 - exp(-w/b), 2 - exp(-s/b) - exp(-(w - s)/b)
x = min(s, max(mpf(0), (s - b*(e - log(inside/edge)))/2))  # where the laws cross
truth = max(mpf(0), (1 - exp(-x/b))/edge - exp(e)*exp(-s/b)*expm1(x/b)/inside)"""


def _squares(output: Exact, lower: Exact, upper: Exact) -> Truth:
    """Return the loss of Laplace noise on a sum of squares, one record changed."""
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


DRAWS = """class Draw:
    def random(self):
        return self.value
draw = Draw()
def count(happens):  # of the draws k/2**53, those from the first on for which it happens
    low, high = -1, 2**53
    while high - low > 1:
        middle = (low + high)//2
        draw.value = middle*2.0**-53
        low, high = (low, middle) if happens() else (middle, high)
    return 2**53 - high
"""
DRAWN = "exact law of the sampler: random.SystemRandom.random gives k 2**-53, all k below 2**53 equally likely"


def ratio(first: Exact, second: Exact) -> Truth:
    """Return the logarithm of the ratio of two counts of draws."""
    if first == 0 or second == 0:
        return exact(0) if first == second else math.inf
    return truths.formula("abs(log(second/first))", first=first, second=second)


RATIO = """a, b = {first}, {second}
truth = abs(log(mpf(b)/a)) if a and b else mpf(0) if a == b else inf"""
LAST = (
    "mechanism._rng = draw\n"
    "first, second = (2**53 - count(lambda: mechanism.randomise(value) != 'a') for value in ('a', 'b'))\n"
    "output = first/2**53"
)

SELECTION: tuple[Probe, ...] = (
    Probe(
        "ExponentialCategorical",
        "value",
        "the loss of the answer a, values a against b: a is far from all others, which are alike",
        "from diffprivlib.mechanisms import ExponentialCategorical\n"
        + DRAWS
        + "alike = [chr(98 + i) for i in range({alike})]\n"
        + "utility = [['a', value, 1.0] for value in alike]\n"
        + "utility += [[one, other, 0.0] for one in alike for other in alike if one < other]\n"
        + "mechanism = ExponentialCategorical(epsilon={epsilon}, utility_list=utility)\n"
        + LAST,
        ratio,
        RATIO,
        "larger",
        DRAWN,
        claim="epsilon",
        found=("first", "second"),
        delta=deltas.event,
        delta_again=deltas.EVENT,
    ),
    Probe(
        "ExponentialHierarchical",
        "value",
        "the loss of the answer a, values a against b: a stands alone, all others are of one branch",
        "from diffprivlib.mechanisms import ExponentialHierarchical\n"
        + DRAWS
        + "hierarchy = [['a'], [chr(98 + i) for i in range({alike})]]\n"
        + "mechanism = ExponentialHierarchical(epsilon={epsilon}, hierarchy=hierarchy)\n"
        + LAST,
        ratio,
        RATIO,
        "larger",
        DRAWN,
        claim="epsilon",
        found=("first", "second"),
        delta=deltas.event,
        delta_again=deltas.EVENT,
    ),
    Probe(
        "Geometric",
        "value",
        "the loss of the largest output that the value 1 has, values 0 against 1, sensitivity 1",
        "from diffprivlib.mechanisms import Geometric\n"
        + DRAWS
        + "mechanism = Geometric(epsilon={epsilon})\nmechanism._rng = draw\n"
        + "draw.value = 0.5 + 2.0**-53  # nearest to the logarithm's pole\ntop = mechanism.randomise(1)\n"
        + "def below(value):\n    return draw.value > 0.5 and mechanism.randomise(value) < top\n"
        + "first, second = (2**52 - 1 - count(lambda: below(value)) for value in (0, 1))\noutput = second/2**53",
        ratio,
        RATIO,
        "larger",
        DRAWN,
        claim="epsilon",
        found=("first", "second"),
        delta=deltas.event,
        delta_again=deltas.EVENT,
    ),
)


KENT = "Kent, Ganeiber, Mardia (2013), A new method to simulate the Bingham distribution, Section 2"


def _flips(flips: Exact) -> Truth:
    return math.inf if flips == 0 else truths.formula("log((2**53 - n)/n)", n=flips)


def _bounded_noise(output: Exact, epsilon: Exact, sensitivity: Exact) -> Truth:
    """Return the mass where only one of the two laws lies: Laplace of scale sensitivity/epsilon cut at the bound."""
    names = {"bound": output, "s": sensitivity, "e": epsilon}
    return truths.formula("(exp(e - bound*e/s) - exp(-bound*e/s))/(2*(1 - exp(-bound*e/s)))", **names)


def _bounded_domain(output: Exact, sensitivity: Exact, width: Exact) -> Truth:
    """Return the loss of Laplace noise conditioned on the domain, for inputs at its edge and one sensitivity inside."""
    text = "s/b + log((2 - exp(-s/b) - exp(-(w - s)/b))/(1 - exp(-w/b)))"
    return truths.formula(text, s=sensitivity, w=width, b=output)


BOUNDED_DOMAIN = """s, w, b = mpf({sensitivity}), mpf({width}), mpf({output})
truth = s/b + log((2 - exp(-s/b) - exp(-(w - s)/b))/(1 - exp(-w/b)))"""


def _calibrated(name: str, says: str) -> Probe:
    return Probe(
        name,
        "delta",
        says,
        f"from diffprivlib.mechanisms import {name}\n"
        f"output = {name}(epsilon={{epsilon}}, delta={{delta}}, sensitivity={{sensitivity}})._scale",
        truths.noise_delta,
        truths.NOISE_DELTA,
        "larger",
        MECHANISMS,
        claim="delta",
    )


PROBES: tuple[Probe, ...] = (
    _calibrated("Gaussian", "the noise that is calibrated to (epsilon, delta) has this delta"),
    _calibrated("GaussianAnalytic", "the noise that is calibrated to (epsilon, delta) has this delta"),
    Probe(
        "GaussianDiscrete",
        "delta",
        "the noise that is calibrated to (epsilon, delta) has this delta",
        "from diffprivlib.mechanisms import GaussianDiscrete\n"
        "output = GaussianDiscrete(epsilon={epsilon}, delta={delta}, sensitivity={sensitivity})._scale",
        truths.discrete_noise_delta,
        truths.DISCRETE_NOISE_DELTA,
        "larger",
        MECHANISMS,
        claim="delta",
    ),
    Probe(
        "LaplaceBoundedNoise",
        "delta",
        "the noise that is cut at the bound has this delta",
        "from diffprivlib.mechanisms import LaplaceBoundedNoise\n"
        "mechanism = LaplaceBoundedNoise(epsilon={epsilon}, delta={delta}, sensitivity={sensitivity})\n"
        "mechanism._laplace_sampler = lambda *draws: 0*draws[0]  # else it draws until a draw is within the bound\n"
        "mechanism.randomise(0.0)\noutput = mechanism._noise_bound",
        _bounded_noise,
        "e, a = mpf({epsilon}), mpf({output})*mpf({epsilon})/mpf({sensitivity})\n"
        "truth = (exp(e - a) - exp(-a))/(2*(1 - exp(-a)))",
        "larger",
        MECHANISMS,
        claim="delta",
    ),
    Probe(
        "LaplaceBoundedDomain",
        "value",
        "the noise that is calibrated to epsilon on a domain has this epsilon, for inputs at its edge",
        "from diffprivlib.mechanisms import LaplaceBoundedDomain\n"
        "mechanism = LaplaceBoundedDomain(epsilon={epsilon}, sensitivity={sensitivity}, lower=0.0, upper={width})\n"
        "output = mechanism._find_scale()",
        _bounded_domain,
        BOUNDED_DOMAIN,
        "larger",
        MECHANISMS,
        claim="epsilon",
    ),
    Probe(
        "LaplaceBoundedDomain.effective_epsilon",
        "value",
        "the effective epsilon, which the library's tests promise to be at most the epsilon that was asked for",
        "from diffprivlib.mechanisms import LaplaceBoundedDomain\n"
        "mechanism = LaplaceBoundedDomain(epsilon={epsilon}, sensitivity={sensitivity}, lower=0.0, upper={width})\n"
        "mechanism._scale = None\noutput = mechanism.effective_epsilon()",
        lambda epsilon: epsilon,
        "truth = mpf({epsilon})",
        "smaller",
        "diffprivlib, tests/mechanisms/test_LaplaceBoundedDomain.py, test_effective_epsilon",
        measures="epsilon asked for",
    ),
    Probe(
        "Binary",
        "value",
        "the epsilon of the law that the sampler draws from",
        "from diffprivlib.mechanisms import Binary\nmechanism = Binary(epsilon={epsilon}, value0='a', value1='b')\n"
        + DRAWS
        + "mechanism._rng = draw\nflips = count(lambda: mechanism.randomise('a') == 'b')\noutput = flips/2**53",
        _flips,
        "truth = inf if {flips} == 0 else log((2**53 - mpf({flips}))/{flips})",
        "larger",
        DRAWN,
        claim="epsilon",
        found=("flips",),
        delta=deltas.flipped,
        delta_again=deltas.FLIPPED,
    ),
    Probe(
        "Exponential",
        "value",
        "the loss of the less useful of two candidates, utilities (gap, 0) against (gap - 1, 1), sensitivity 1",
        "from diffprivlib.mechanisms import Exponential\n"
        + DRAWS
        + "def drawn(utility):\n    mechanism = Exponential(epsilon={epsilon}, sensitivity=1.0, utility=utility)\n"
        + "    mechanism._rng = draw\n    return count(lambda: mechanism.randomise() == 1)\n"
        + "first, second = drawn([{gap}, 0.0]), drawn([{gap} - 1, 1.0])\noutput = first/2**53",
        ratio,
        RATIO,
        "larger",
        DRAWN,
        claim="epsilon",
        found=("first", "second"),
        delta=deltas.event,
        delta_again=deltas.EVENT,
    ),
    Probe(
        "GeometricTruncated",
        "value",
        "the loss of the largest output on 0..upper, values 0 against 1, sensitivity 1",
        "from diffprivlib.mechanisms import GeometricTruncated\n"
        + DRAWS
        + "mechanism = GeometricTruncated(epsilon={epsilon}, lower=0, upper={upper})\nmechanism._rng = draw\n"
        + "def reaches(value):  # the draw of 1/2 has no logarithm\n"
        + "    return draw.value > 0.5 and mechanism.randomise(value) < {upper}\n"
        + "first, second = (2**52 - 1 - count(lambda: reaches(value)) for value in (0, 1))\noutput = first/2**53",
        ratio,
        RATIO,
        "larger",
        DRAWN,
        claim="epsilon",
        found=("first", "second"),
        delta=deltas.event,
        delta_again=deltas.EVENT,
    ),
    Probe(
        "BudgetAccountant",
        "epsilon",
        "an upper bound of the total epsilon of count epsilon-private mechanisms with a slack of delta",
        "from diffprivlib import BudgetAccountant\n"
        "output = BudgetAccountant().total(spent_budget=[({epsilon}, 0.0)]*{count}, slack={slack})[0]",
        lambda epsilon, count, slack: truths.kov_epsilon(epsilon, truths.ZERO, count, slack),
        truths.KOV_EPSILON.replace("{total_delta}", "{slack}").replace("{delta}", "0"),
        "larger",
        "diffprivlib.BudgetAccountant.total: Kairouz, Oh, Viswanath",
    ),
    Probe(
        "Bingham.acceptance",
        "value",
        "the probability with which the sampler accepts the last axis, for diag(gap, gap, 0, ...), to 9 digits",
        BINGHAM,
        acceptance,
        ACCEPTANCE,
        "neither",
        KENT,
    ),
)

PROBES += (*NOISE, *SELECTION)
LIBRARY = Library("diffprivlib", "diffprivlib", "diffprivlib", "calibrations and samplers", PROBES)
