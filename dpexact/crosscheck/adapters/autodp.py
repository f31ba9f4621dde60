"""autodp: noise that is calibrated to a target, and sampling inverted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dpexact.crosscheck import deltas, renyi, sampled, truths
from dpexact.crosscheck.library import Kind, Library, Probe, Truth
from dpexact.numbers.exact import Exact

FIRST = "import autodp.rdp_acct  # the two import each other; this one has to come first\n"
SAYS = "the noise that is calibrated to (epsilon, delta) has this delta"
GAUSSIAN = truths.calibrated_delta, truths.CURVE_DELTA.replace("{sigma}", "{output}")


def _response(output: Exact, epsilon: Exact) -> Truth:
    """Return the least delta of randomized response that tells the truth with probability `output`."""
    return truths.formula("max(0, p - exp(e)*(1 - p))", p=output, e=epsilon)


def _unsampled(output: Exact, rate: Exact) -> Truth:
    return truths.formula("log(1 + rate*(exp(epsilon) - 1))", epsilon=output, rate=rate)


def _calibrated(name: str, field: str, truth: Callable[..., object], again: str, more: str = "") -> Probe:
    lines = f"from autodp.privacy_calibrator import {name}\noutput = {name}({{epsilon}}, {{delta}}{more})['{field}']"
    return Probe(
        f"privacy_calibrator.{name}",
        "delta",
        SAYS,
        FIRST + lines,
        truth,  # type: ignore[arg-type]
        again,
        "larger",
        f"autodp/privacy_calibrator.py, {name}",
        claim="delta",
    )


CALIBRATION: tuple[Probe, ...] = (
    Probe(
        "ana_gaussian_calibrator",
        "delta",
        SAYS,
        "from autodp.calibrator_zoo import ana_gaussian_calibrator\n"
        "from autodp.mechanism_zoo import ExactGaussianMechanism\n"
        "mechanism = ana_gaussian_calibrator()(ExactGaussianMechanism, {epsilon}, {delta})\n"
        "output = mechanism.params['sigma']",
        *GAUSSIAN,
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
        "generalized_eps_delta_calibrator",
        "delta",
        "the noise that is calibrated to (epsilon, delta) for count rounds has this delta",
        "from autodp.calibrator_zoo import generalized_eps_delta_calibrator\n"
        "from autodp.mechanism_zoo import ComposedGaussianMechanism\n"
        "given = dict(sigma=None, coeff={count})\n"
        "mechanism = generalized_eps_delta_calibrator()(ComposedGaussianMechanism, {epsilon}, {delta},\n"
        "    [{low}, {high}], params=given, para_name='sigma', name='Gaussian')\n"
        "output = mechanism.params['sigma']",
        truths.composed_calibrated_delta,
        truths.COMPOSED_CURVE_DELTA.replace("{sigma}", "{output}"),
        "larger",
        "autodp/calibrator_zoo.py, generalized_eps_delta_calibrator",
        claim="delta",
    ),
    _calibrated(
        "gaussian_mech",
        "sigma",
        truths.composed_calibrated_delta,
        truths.COMPOSED_CURVE_DELTA.replace("{sigma}", "{output}"),
        ", k={count}",
    ),
    _calibrated("classical_gaussian_mech", "sigma", *GAUSSIAN),
    _calibrated("ana_gaussian_mech", "sigma", *GAUSSIAN),
    _calibrated(
        "laplace_mech", "b", truths.laplace_calibrated_delta, truths.LAPLACE_CURVE.replace("{scale}", "{output}")
    ),
    _calibrated(
        "randresponse_mech",
        "p",
        _response,
        "p, e = mpf({output}), mpf({epsilon})\ntruth = max(mpf(0), p - exp(e)*(1 - p))",
    ),
    Probe(
        "subsample_epsdelta_inverse",
        "epsilon",
        "a mechanism of the epsilon that is found has the target epsilon on a sample of the data",
        FIRST + "from autodp.privacy_calibrator import subsample_epsdelta_inverse\n"
        "output = subsample_epsdelta_inverse({epsilon}, 0.0, {rate})[0]",
        _unsampled,
        "truth = log1p(mpf({rate})*expm1(mpf({output})))",
        "larger",
        "autodp/privacy_calibrator.py, subsample_epsdelta_inverse",
        claim="epsilon",
    ),
    Probe(
        "subsample_epsdelta_get_prob",
        "epsilon",
        "a mechanism of epsilon 1 on a sample of the rate that is found has the target epsilon",
        FIRST + "from autodp.privacy_calibrator import subsample_epsdelta_get_prob\n"
        "output = subsample_epsdelta_get_prob({epsilon}, 1e-6, 1.0, 1e-6)",
        lambda output: truths.formula("log(1 + rate*(exp(1) - 1))", rate=output),
        "truth = log1p(mpf({output})*expm1(mpf(1)))",
        "larger",
        "autodp/privacy_calibrator.py, subsample_epsdelta_get_prob",
        claim="epsilon",
    ),
)


BANK = "autodp/rdp_bank.py, {}"
ZOO = "from autodp import mechanism_zoo as zoo, transformer_zoo as transformers\n"
CONVERTER = "from autodp import converter, rdp_bank\n"


def _renyi_bank(
    name: str, says: str, given: str, truth: Callable[..., object], again: str, order: str = "{order}"
) -> Probe:
    lines = f"from math import inf\nfrom autodp.rdp_bank import {name}\noutput = {name}(dict({given}), {order})"
    return Probe(name, "value", says, lines, truth, again, "larger", BANK.format(name))  # type: ignore[arg-type]


def _other(
    name: str,
    kind: Kind,
    says: str,
    lines: str,
    truth: Callable[..., object],
    again: str,
    source: str,
    safe: str = "larger",
) -> Probe:
    return Probe(name, kind, says, lines, truth, again, safe, f"autodp/{source}")  # type: ignore[arg-type]


RENYI: tuple[Probe, ...] = (
    _renyi_bank(
        "RDP_randresponse", "the Renyi divergence of randomized response", "p={p}", renyi.response, renyi.RESPONSE
    ),
    _renyi_bank("RDP_laplace", "the Renyi divergence of Laplace noise", "b={scale}", renyi.laplace, renyi.LAPLACE),
    _renyi_bank(
        "RDP_pureDP", "the Renyi divergence of an epsilon-private mechanism", "eps={epsilon}", renyi.pure, renyi.PURE
    ),
    _renyi_bank(
        "RDP_subsampled_pureDP",
        "the Renyi divergence of an epsilon-private mechanism on a sample, against that of randomized response",
        "eps={epsilon}, prob={prob}",
        sampled.renyi_response,
        sampled.RENYI_RESPONSE,
    ),
    replace(
        _renyi_bank(
            "RDP_noisy_screen",
            "the Renyi divergence of order infinity of a noisy screening",
            "logp={logp}, logq={logq}",
            renyi.screening,
            renyi.SCREENING,
            "inf",
        ),
        delta=deltas.screening,
        delta_again=deltas.SCREENING,
    ),
    _other(
        "pRDP_diag_gaussian",
        "value",
        "the Renyi divergence of two normal laws",
        "import numpy as np\nfrom autodp.rdp_bank import pRDP_diag_gaussian\n"
        "given = dict(mu1=np.array([0.0]), mu2=np.array([{shift}]), sigma1=np.array([{first}]), "
        "sigma2=np.array([{second}]))\noutput = pRDP_diag_gaussian(given, {order})",
        renyi.gaussians,
        renyi.GAUSSIANS,
        "rdp_bank.py, pRDP_diag_gaussian",
    ),
    _other(
        "SubsampleGaussianMechanism.rdp",
        "value",
        "the Renyi divergence of the Poisson-subsampled Gaussian mechanism",
        f"{ZOO}mechanism = zoo.SubsampleGaussianMechanism(dict(prob={{rate}}, sigma={{sigma}}, coeff=1))\n"
        "output = mechanism.get_RDP({order})",
        truths.renyi_subsampled,
        truths.RENYI_SUBSAMPLED,
        "mechanism_zoo.py, SubsampleGaussianMechanism",
    ),
    _other(
        "AmplificationBySampling.gaussian.rdp",
        "value",
        "the Renyi divergence of Gaussian noise on a sample, by the bound for any mechanism",
        f"{ZOO}mechanism = transformers.AmplificationBySampling()(zoo.GaussianMechanism({{sigma}}), {{rate}})\n"
        "output = mechanism.get_RDP({order})",
        truths.renyi_subsampled,
        truths.RENYI_SUBSAMPLED,
        "transformer_zoo.py, AmplificationBySampling",
    ),
    _other(
        "AmplificationBySampling.laplace.rdp",
        "value",
        "the Renyi divergence of Laplace noise on a sample",
        f"{ZOO}mechanism = transformers.AmplificationBySampling()(zoo.LaplaceMechanism({{scale}}), {{rate}})\n"
        "output = mechanism.get_RDP({order})",
        sampled.renyi_laplace,
        sampled.RENYI_LAPLACE,
        "transformer_zoo.py, AmplificationBySampling",
    ),
    _other(
        "puredp_to_rdp",
        "value",
        "the Renyi divergence of an epsilon-private mechanism",
        f"{CONVERTER}output = converter.puredp_to_rdp({{epsilon}})({{order}})",
        renyi.pure,
        renyi.PURE,
        "converter.py, puredp_to_rdp",
    ),
    _other(
        "puredp_to_approxdp",
        "epsilon",
        "the epsilon at delta of an epsilon-private mechanism",
        f"{CONVERTER}output = converter.puredp_to_approxdp({{epsilon}})({{total_delta}})",
        lambda epsilon, total_delta: truths.kov_epsilon(epsilon, truths.ZERO, truths.ONE, total_delta),
        truths.KOV_EPSILON.replace("{delta}", "0").replace("{count}", "1"),
        "converter.py, puredp_to_approxdp",
    ),
    _other(
        "rdp_to_approxdp",
        "epsilon",
        "the epsilon at delta of Gaussian noise, from its Renyi divergence",
        f"{CONVERTER}output = converter.rdp_to_approxdp("
        "lambda order: rdp_bank.RDP_gaussian(dict(sigma={sigma}), order))({delta})",
        truths.curve_epsilon,
        truths.CURVE_EPSILON,
        "converter.py, rdp_to_approxdp",
    ),
    _other(
        "rdp_to_delta",
        "delta",
        "the delta at epsilon of Gaussian noise, from its Renyi divergence",
        f"{CONVERTER}output = converter.rdp_to_delta("
        "lambda order: rdp_bank.RDP_gaussian(dict(sigma={sigma}), order))({epsilon})",
        truths.curve_delta,
        truths.CURVE_DELTA,
        "converter.py, rdp_to_delta",
    ),
    _other(
        "fDP_gaussian",
        "delta",
        "the least false negative rate at a false positive rate, of Gaussian noise",
        "from autodp.fdp_bank import fDP_gaussian\noutput = fDP_gaussian(dict(sigma={sigma}), {rate})",
        lambda sigma, rate: truths.formula(
            "Phi(root(Phi(x) - 1 + rate, x, -40, 40) - 1/sigma)", sigma=sigma, rate=rate
        ),
        truths.ROOT + "x = -root(lambda x: ncdf(-x) - mpf({rate}), mpf(-40), mpf(40))\n"
        "truth = ncdf(-x - 1/mpf({sigma}))",
        "fdp_bank.py, fDP_gaussian: evaluation of the tradeoff function",
        "smaller",
    ),
    _other(
        "fDP_pure_DP",
        "delta",
        "the least false negative rate at a false positive rate, of an epsilon-private mechanism",
        "from autodp.fdp_bank import fDP_pure_DP\noutput = fDP_pure_DP(dict(eps={epsilon}), {rate})",
        lambda epsilon, rate: truths.formula("max(0, 1 - exp(e)*r, exp(-e)*(1 - r))", e=epsilon, r=rate),
        "e, r = mpf({epsilon}), mpf({rate})\ntruth = max(mpf(0), 1 - exp(e)*r, exp(-e)*(1 - r))",
        "fdp_bank.py, fDP_pure_DP",
        "smaller",
    ),
)


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
    """Return the analytical Fourier accountant, of count rounds of a mechanism without its other descriptions."""
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
        lambda p, count, delta: truths.kov_epsilon(truths.log_odds(p), truths.ZERO, count, delta),
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
