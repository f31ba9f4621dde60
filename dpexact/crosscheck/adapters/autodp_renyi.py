"""autodp: the Renyi divergences of its bank, of sampled mechanisms, and conversions from and to them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dpexact.crosscheck import deltas, renyi, sampled, truths
from dpexact.crosscheck.probe import Probe

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.crosscheck.probe import Kind

BANK = "autodp/rdp_bank.py, {}"
ZOO = "from autodp import mechanism_zoo as zoo, transformer_zoo as transformers\n"
CONVERTER = "from autodp import converter, rdp_bank\n"


def _renyi_bank(name: str, says: str, given: str, truth: Callable[..., object], again: str, order: str = "{order}") -> Probe:
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
    _renyi_bank("RDP_randresponse", "the Renyi divergence of randomized response", "p={p}", renyi.response, renyi.RESPONSE),
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
