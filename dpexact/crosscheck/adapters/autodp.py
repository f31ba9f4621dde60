"""autodp: conversions, calibrations and composition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.crosscheck import truths
from dpexact.crosscheck.library import Library
from dpexact.crosscheck.probe import Probe

if TYPE_CHECKING:
    from dpexact.crosscheck.probe import Truth
    from dpexact.numbers.exact import Exact


def _randomized_response(p: Exact, delta: Exact) -> Truth:
    return truths.formula("max(0, log((max(p, 1 - p) - delta)/min(p, 1 - p)))", p=p, delta=delta)


def _amplified(epsilon: Exact, rate: Exact) -> Truth:
    return truths.formula("log(1 + rate*(exp(epsilon) - 1))", epsilon=epsilon, rate=rate)


def _renyi_randomized_response(p: Exact, order: Exact) -> Truth:
    return truths.formula("log(p**a*(1 - p)**(1 - a) + (1 - p)**a*p**(1 - a))/(a - 1)", p=p, a=order)


def _renyi_laplace(b: Exact, order: Exact) -> Truth:
    text = "log(a/(2*a - 1)*exp((a - 1)/b) + (a - 1)/(2*a - 1)*exp(-a/b))/(a - 1)"
    return truths.formula(text, b=b, a=order)


PROBES: tuple[Probe, ...] = (
    Probe(
        "get_eps_ana_gaussian",
        "epsilon",
        "the epsilon of Gaussian noise of sensitivity 1 at delta",
        "from autodp.dp_bank import get_eps_ana_gaussian\noutput = get_eps_ana_gaussian({sigma}, {delta})",
        truths.curve_epsilon,
        truths.CURVE_EPSILON,
        "larger",
        "autodp/dp_bank.py, get_eps_ana_gaussian: calculates the epsilon given sigma and delta",
    ),
    Probe(
        "ana_gaussian_calibrator",
        "delta",
        "the noise that is calibrated to (epsilon, delta) has this delta",
        "from autodp.calibrator_zoo import ana_gaussian_calibrator\n"
        "from autodp.mechanism_zoo import ExactGaussianMechanism\n"
        "mechanism = ana_gaussian_calibrator()(ExactGaussianMechanism, {epsilon}, {delta})\n"
        "output = mechanism.params['sigma']",
        truths.calibrated_delta,
        truths.CURVE_DELTA.replace("{sigma}", "{output}"),
        "larger",
        "autodp/calibrator_zoo.py, ana_gaussian_calibrator: noise needed to achieve (epsilon, delta)-DP",
        claim="delta",
    ),
    Probe(
        "eps_delta_calibrator",
        "epsilon",
        "the noise that is calibrated to (epsilon, delta) has this epsilon at delta",
        "from autodp.calibrator_zoo import eps_delta_calibrator\n"
        "from autodp.mechanism_zoo import ExactGaussianMechanism\n"
        "mechanism = eps_delta_calibrator()(ExactGaussianMechanism, {epsilon}, {delta}, [{low}, {high}])\n"
        "output = mechanism.params['sigma']",
        truths.noise_epsilon,
        truths.NOISE_EPSILON,
        "larger",
        "autodp/calibrator_zoo.py: choose parameters of a mechanism to achieve a pre-defined privacy guarantee",
        claim="epsilon",
    ),
    Probe(
        "get_eps_randresp_optimal",
        "epsilon",
        "the epsilon of randomized response that tells the truth with probability p, at delta",
        "from autodp.dp_bank import get_eps_randresp_optimal\noutput = get_eps_randresp_optimal({p}, {delta})",
        _randomized_response,
        "p, d = mpf({p}), mpf({delta})\ntruth = max(mpf(0), log((max(p, 1 - p) - d)/min(p, 1 - p)))",
        "larger",
        "autodp/dp_bank.py, get_eps_randresp_optimal",
    ),
    Probe(
        "subsample_epsdelta",
        "epsilon",
        "the epsilon of a mechanism on a sample of the data",
        "from autodp.utils import subsample_epsdelta\noutput = subsample_epsdelta({epsilon}, 0.0, {rate})[0]",
        _amplified,
        "truth = log1p(mpf({rate})*expm1(mpf({epsilon})))",
        "larger",
        "autodp/utils.py, subsample_epsdelta; Li, Qardaji, Su (2012), Theorem 1",
    ),
    Probe(
        "DP_acct",
        "epsilon",
        "an upper bound of the total epsilon of count (epsilon, delta)-private mechanisms at a total delta",
        "from autodp.dp_acct import DP_acct\naccountant = DP_acct()\nfor _ in range({count}):\n"
        "    accountant.update_DPlosses({epsilon}, {delta})\noutput = accountant.get_eps({total_delta})",
        truths.kov_epsilon,
        truths.KOV_EPSILON,
        "larger",
        "autodp/dp_acct.py: the classical DP accountant by Kairouz, Oh, Viswanath",
    ),
    Probe(
        "LaplaceMechanism",
        "epsilon",
        "an upper bound of the epsilon of Laplace noise of scale b at delta",
        "from autodp.mechanism_zoo import LaplaceMechanism\noutput = LaplaceMechanism({scale}).get_approxDP({delta})",
        truths.laplace_epsilon,
        truths.LAPLACE_EPSILON,
        "larger",
        "autodp/mechanism_zoo.py, LaplaceMechanism; autodp_core.py, get_approxDP",
    ),
    Probe(
        "GaussianMechanism.rdp-only",
        "epsilon",
        "an upper bound of the epsilon of Gaussian noise at delta, through Renyi privacy",
        "from autodp.mechanism_zoo import GaussianMechanism\n"
        "output = GaussianMechanism({sigma}, approxDP_off=True).get_approxDP({delta})",
        truths.curve_epsilon,
        truths.CURVE_EPSILON,
        "larger",
        "autodp/mechanism_zoo.py, GaussianMechanism; converter.py",
    ),
    Probe(
        "RDP_randresponse",
        "value",
        "the Renyi divergence of randomized response",
        "from autodp.rdp_bank import RDP_randresponse\noutput = RDP_randresponse(dict(p={p}), {order})",
        _renyi_randomized_response,
        "p, a = mpf({p}), mpf({order})\ntruth = log(p**a*(1 - p)**(1 - a) + (1 - p)**a*p**(1 - a))/(a - 1)",
        "larger",
        "autodp/rdp_bank.py, RDP_randresponse",
    ),
    Probe(
        "RDP_laplace",
        "value",
        "the Renyi divergence of Laplace noise of scale b",
        "from autodp.rdp_bank import RDP_laplace\noutput = RDP_laplace(dict(b={b}), {order})",
        _renyi_laplace,
        "b, a = mpf({b}), mpf({order})\ntruth = log(a/(2*a - 1)*exp((a - 1)/b) + (a - 1)/(2*a - 1)*exp(-a/b))/(a - 1)",
        "larger",
        "autodp/rdp_bank.py, RDP_laplace",
    ),
)

LIBRARY = Library("autodp", "autodp", "autodp", "conversions, calibrations, composition", PROBES)
