"""diffprivlib: calibrations, and the exact laws that its samplers imply.

A sampler that draws k 2^-53, k uniform, has an exact law: how many of the 2^53 draws give each answer. It is found by
bisection with a source of randomness that answers what it is told.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from dpexact.crosscheck import deltas, truths
from dpexact.crosscheck.adapters.bingham import ACCEPTANCE, BINGHAM, acceptance
from dpexact.crosscheck.adapters.diffprivlib_noise import MECHANISMS, NOISE
from dpexact.crosscheck.adapters.diffprivlib_selection import DRAWN, DRAWS, RATIO, SELECTION, ratio
from dpexact.crosscheck.library import Library
from dpexact.crosscheck.probe import Probe

if TYPE_CHECKING:
    from dpexact.crosscheck.probe import Truth
    from dpexact.numbers.exact import Exact

KENT = "Kent, Ganeiber, Mardia (2013), A new method to simulate the Bingham distribution, Section 2"


def _flips(flips: Exact) -> Truth:
    return math.inf if flips == 0 else truths.formula("log((2**53 - n)/n)", n=flips)


def _bounded_noise(output: Exact, epsilon: Exact, sensitivity: Exact) -> Truth:
    """The mass where only one of the two laws lies: Laplace of scale sensitivity/epsilon cut at the bound."""
    names = {"bound": output, "s": sensitivity, "e": epsilon}
    return truths.formula("(exp(e - bound*e/s) - exp(-bound*e/s))/(2*(1 - exp(-bound*e/s)))", **names)


def _bounded_domain(output: Exact, sensitivity: Exact, width: Exact) -> Truth:
    """The loss of Laplace noise conditioned on the domain, for the inputs at its edge and one sensitivity inside."""
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
