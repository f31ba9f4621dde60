"""autodp: noise that is calibrated to a target, and sampling inverted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.crosscheck import truths
from dpexact.crosscheck.probe import Probe

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.crosscheck.probe import Truth
    from dpexact.numbers.exact import Exact

FIRST = "import autodp.rdp_acct  # the two import each other; this one has to come first\n"
SAYS = "the noise that is calibrated to (epsilon, delta) has this delta"
GAUSSIAN = truths.calibrated_delta, truths.CURVE_DELTA.replace("{sigma}", "{output}")


def _response(output: Exact, epsilon: Exact) -> Truth:
    """The least delta of randomized response that tells the truth with probability `output`."""
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
