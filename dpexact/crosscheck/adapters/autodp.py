"""autodp: mechanisms and their composition; calibration and Renyi divergences are in modules of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dpexact.crosscheck import deltas, sampled, truths
from dpexact.crosscheck.adapters.autodp_calibration import CALIBRATION
from dpexact.crosscheck.adapters.autodp_renyi import RENYI, ZOO
from dpexact.crosscheck.library import Library
from dpexact.crosscheck.probe import Probe
from dpexact.quantities.composition import optimal_epsilon

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.crosscheck.probe import Kind, Truth
    from dpexact.numbers.exact import Exact

RATE = "prob={rate}, sigma={sigma}, coeff=1"


def _randomized_response(p: Exact, delta: Exact) -> Truth:
    return truths.formula("max(0, log((max(p, 1 - p) - delta)/min(p, 1 - p)))", p=p, delta=delta)


RESPONSE = "p, d = mpf({p}), mpf({delta})\ntruth = max(mpf(0), log((max(p, 1 - p) - d)/min(p, 1 - p)))"


def _amplified(epsilon: Exact, rate: Exact) -> Truth:
    return truths.formula("log(1 + rate*(exp(epsilon) - 1))", epsilon=epsilon, rate=rate)


def _one_round(epsilon: Exact, total_delta: Exact) -> Truth:
    return truths.kov_epsilon(epsilon, truths.ZERO, truths.ONE, total_delta)


ONE_ROUND = truths.KOV_EPSILON.replace("{delta}", "0").replace("{count}", "1")


def _bank(name: str, says: str, given: str, truth: Callable[..., object], again: str) -> Probe:
    lines = f"from autodp.dp_bank import {name}\noutput = {name}({given})"
    return Probe(name, "epsilon", says, lines, truth, again, "larger", f"autodp/dp_bank.py, {name}")  # type: ignore[arg-type]


def _mechanism(
    name: str,
    says: str,
    made: str,
    truth: Callable[..., object],
    again: str,
    asks: str = "get_approxDP({delta})",
    kind: Kind = "epsilon",
) -> Probe:
    lines = f"{ZOO}mechanism = {made}\noutput = float(mechanism.{asks})"
    return Probe(name, kind, says, lines, truth, again, "larger", "autodp/mechanism_zoo.py; transformer_zoo.py")  # type: ignore[arg-type]


NEEDED = {
    "GaussianMechanism": (deltas.gaussian, deltas.GAUSSIAN),
    "RandresponseMechanism": (deltas.response, deltas.RESPONSE),
}


def _fourier(law: str, says: str, truth: Callable[..., object], again: str, asks: str, kind: Kind) -> Probe:
    """The analytical Fourier accountant, of count rounds of a mechanism without its other descriptions."""
    made = f"transformers.ComposeAFA()([zoo.{law}, RDP_off=True, phi_off=False)], [{{count}}])"
    name = law.partition("(")[0]
    probe = _mechanism(f"ComposeAFA.{name}.{kind}", says, made, truth, again, asks, kind)
    if kind != "epsilon":
        return probe
    delta, delta_again = NEEDED[name]
    return replace(probe, delta=delta, delta_again=delta_again)


EPSILON = "the epsilon of the mechanism at delta"
ROUNDS = "the {} of count rounds, by the characteristic function of the loss"
PROBES: tuple[Probe, ...] = (
    _bank(
        "get_eps_ana_gaussian",
        "the epsilon of Gaussian noise of sensitivity 1 at delta",
        "{sigma}, {delta}",
        truths.curve_epsilon,
        truths.CURVE_EPSILON,
    ),
    _bank(
        "get_eps_gaussian",
        "the same, through Renyi privacy",
        "{sigma}, {delta}",
        truths.curve_epsilon,
        truths.CURVE_EPSILON,
    ),
    _bank(
        "get_eps_laplace",
        "the epsilon of Laplace noise at delta, through Renyi privacy",
        "{scale}, {delta}",
        truths.laplace_epsilon,
        truths.LAPLACE_EPSILON,
    ),
    _bank(
        "get_eps_randresp",
        "the epsilon of randomized response at delta, through Renyi privacy",
        "{p}, {delta}",
        _randomized_response,
        RESPONSE,
    ),
    _bank(
        "get_eps_randresp_optimal",
        "the epsilon of randomized response that tells the truth with probability p, at delta",
        "{p}, {delta}",
        _randomized_response,
        RESPONSE,
    ),
    Probe(
        "get_logdelta_ana_gaussian",
        "value",
        "the logarithm of the least delta of Gaussian noise",
        "from autodp.dp_bank import get_logdelta_ana_gaussian\noutput = get_logdelta_ana_gaussian({sigma}, {epsilon})",
        lambda sigma, epsilon: truths.formula(
            "log(Phi(1/(2*s) - e*s) - exp(e)*Phi(-1/(2*s) - e*s))", s=sigma, e=epsilon
        ),
        truths.GAUSSIAN_CURVE + "truth = log(curve({sigma}, {epsilon}))",
        "larger",
        "autodp/dp_bank.py, get_logdelta_ana_gaussian",
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
    _mechanism(
        "LaplaceMechanism", EPSILON, "zoo.LaplaceMechanism({scale})", truths.laplace_epsilon, truths.LAPLACE_EPSILON
    ),
    _mechanism(
        "GaussianMechanism.rdp-only",
        "an upper bound of the epsilon of Gaussian noise at delta, through Renyi privacy",
        "zoo.GaussianMechanism({sigma}, approxDP_off=True)",
        truths.curve_epsilon,
        truths.CURVE_EPSILON,
    ),
    _mechanism(
        "GaussianMechanism.fdp",
        "the epsilon of Gaussian noise at delta, from its trade-off function",
        "zoo.GaussianMechanism({sigma}, RDP_off=True, approxDP_off=True, fdp_off=False)",
        truths.curve_epsilon,
        truths.CURVE_EPSILON,
    ),
    _mechanism("RandresponseMechanism", EPSILON, "zoo.RandresponseMechanism({p})", _randomized_response, RESPONSE),
    _mechanism(
        "PureDP_Mechanism",
        EPSILON,
        "zoo.PureDP_Mechanism({epsilon})",
        _one_round,
        ONE_ROUND,
        "get_approxDP({total_delta})",
    ),
    _mechanism(
        "ExponentialMechanism",
        "the epsilon at delta of the worst mechanism whose losses have a range of epsilon",
        "zoo.ExponentialMechanism({epsilon})",
        lambda epsilon, delta: truths.formula("max(0, e + 2*log(1 - sqrt(d*(1 - exp(-e)))))", e=epsilon, d=delta),
        "e, d = mpf({epsilon}), mpf({delta})\ntruth = max(mpf(0), e + 2*log(1 - sqrt(d*(1 - exp(-e)))))",
    ),
    _mechanism("zCDP_Mechanism", EPSILON, "zoo.zCDP_Mechanism({rho})", truths.zcdp, truths.ZCDP),
    _mechanism(
        "DiscreteGaussianMechanism.delta",
        "the delta of discrete Gaussian noise at epsilon, through concentrated privacy",
        "zoo.DiscreteGaussianMechanism({sigma})",
        lambda sigma, epsilon: truths.discrete_curve_delta(sigma, truths.ONE, epsilon),
        truths.DISCRETE_CURVE_DELTA.replace("{sensitivity}", "1"),
        "get_approx_delta({epsilon})",
        "delta",
    ),
    _mechanism(
        "SubsampleGaussianMechanism",
        "the epsilon of one round of Gaussian noise on a sample at delta, through Renyi privacy",
        f"zoo.SubsampleGaussianMechanism(dict({RATE}))",
        sampled.gaussian_epsilon,
        sampled.GAUSSIAN_EPSILON,
    ),
    _mechanism(
        "NoisySGD_Mechanism",
        "the epsilon of one step of noisy stochastic gradient descent at delta",
        "zoo.NoisySGD_Mechanism({rate}, {sigma}, 1)",
        sampled.gaussian_epsilon,
        sampled.GAUSSIAN_EPSILON,
    ),
    _mechanism(
        "NoisyGD_Mechanism",
        "the epsilon of count steps of noisy gradient descent at delta",
        "zoo.NoisyGD_Mechanism(__import__('numpy').full({count}, {sigma}))",
        truths.composed_curve_epsilon,
        truths.COMPOSED_CURVE_EPSILON,
    ),
    _mechanism(
        "ComposedGaussianMechanism",
        "the epsilon of count rounds of Gaussian noise at delta, through Renyi privacy",
        "zoo.ComposedGaussianMechanism(dict(sigma={sigma}, coeff={count}))",
        truths.composed_curve_epsilon,
        truths.COMPOSED_CURVE_EPSILON,
    ),
    _mechanism(
        "ComposeGaussian",
        "the epsilon of count rounds of Gaussian noise at delta",
        "transformers.ComposeGaussian()([zoo.ExactGaussianMechanism({sigma})], [{count}])",
        truths.composed_curve_epsilon,
        truths.COMPOSED_CURVE_EPSILON,
    ),
    _mechanism(
        "AmplificationBySampling.gaussian",
        "the epsilon of Gaussian noise on a sample at delta",
        "transformers.AmplificationBySampling()(zoo.ExactGaussianMechanism({sigma}), {rate})",
        sampled.gaussian_epsilon,
        sampled.GAUSSIAN_EPSILON,
    ),
    _fourier(
        "GaussianMechanism({sigma}, approxDP_off=True",
        ROUNDS.format("epsilon"),
        truths.composed_curve_epsilon,
        truths.COMPOSED_CURVE_EPSILON,
        "get_approxDP({delta})",
        "epsilon",
    ),
    _fourier(
        "GaussianMechanism({sigma}, approxDP_off=True",
        ROUNDS.format("delta"),
        truths.composed_curve_delta,
        truths.COMPOSED_CURVE_DELTA,
        "get_approx_delta({epsilon})",
        "delta",
    ),
    _fourier(
        "RandresponseMechanism({p}",
        ROUNDS.format("epsilon"),
        lambda p, count, delta: optimal_epsilon(f"log(({p})/(1 - ({p})))", "0", str(count), str(delta)),
        truths.KOV_EPSILON.replace("{epsilon}", "log(mpf({p})/(1 - mpf({p})))")
        .replace("{delta}", "0")
        .replace("{total_delta}", "{delta}"),
        "get_approxDP({delta})",
        "epsilon",
    ),
    *CALIBRATION,
    *RENYI,
)

LIBRARY = Library("autodp", "autodp", "autodp", "mechanisms, conversions, calibrations, composition", PROBES)
