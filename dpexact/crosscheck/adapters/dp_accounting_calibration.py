"""dp_accounting: noise that is calibrated to a target, and compositions inverted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.crosscheck import sampled, truths
from dpexact.crosscheck.probe import Probe

if TYPE_CHECKING:
    from collections.abc import Callable

NOISE = "dp_accounting/gaussian_mechanism.py: exact calibration and accounting for the Gaussian mechanism"
SMALLEST = "dp_accounting/pld/accountant.py: smallest noise for which the mechanism satisfies desired privacy"
CALIBRATED = "dp_accounting/mechanism_calibration.py: a value of the parameter subject to the privacy constraint"
GUARANTEE = "dp_accounting/pld/privacy_loss_mechanism.py, from_privacy_guarantee"
PARAMETERS = "from dp_accounting.pld.common import DifferentialPrivacyParameters\n"
SAYS = "the noise that is calibrated to (epsilon, delta) has this delta"
START = (
    "import dp_accounting as dp\nfrom dp_accounting.pld import PLDAccountant\n"
    "from dp_accounting.rdp import RdpAccountant\n"
)


def _smallest(name: str, more: str, says: str, truth: Callable[..., object], again: str) -> Probe:
    lines = (
        f"{PARAMETERS}from dp_accounting.pld.accountant import {name}\n"
        f"output = {name}(DifferentialPrivacyParameters({{epsilon}}, {{delta}}){more})"
    )
    return Probe(name, "delta", says, lines, truth, again, "larger", SMALLEST, claim="delta")  # type: ignore[arg-type]


def _guaranteed(law: str, attribute: str, truth: Callable[..., object], again: str, sensitivity: str = "") -> Probe:
    lines = (
        f"{PARAMETERS}from dp_accounting.pld.privacy_loss_mechanism import {law}PrivacyLoss\n"
        f"target = DifferentialPrivacyParameters({{epsilon}}, {{delta}})\n"
        f"output = {law}PrivacyLoss.from_privacy_guarantee(target{sensitivity}).{attribute}"
    )
    return Probe(f"{law}PrivacyLoss", "delta", SAYS, lines, truth, again, "larger", GUARANTEE, claim="delta")  # type: ignore[arg-type]


def _calibrated(accountant: str) -> tuple[Probe, ...]:
    name = f"calibrate_dp_mechanism.{accountant.removesuffix('Accountant').lower()}"
    return (
        Probe(
            name,
            "epsilon",
            "the Gaussian noise that is calibrated to (epsilon, delta) has this epsilon at delta",
            f"{START}output = dp.calibrate_dp_mechanism({accountant}, dp.GaussianDpEvent, {{epsilon}}, {{delta}})",
            truths.noise_epsilon,
            truths.NOISE_EPSILON,
            "larger",
            CALIBRATED,
            claim="epsilon",
        ),
        Probe(
            f"{name}.sampled",
            "epsilon",
            "the noise that is calibrated to (epsilon, delta), on a sample of the data, has this epsilon at delta",
            f"{START}make = lambda noise: dp.PoissonSampledDpEvent({{rate}}, dp.GaussianDpEvent(noise))\n"
            f"output = dp.calibrate_dp_mechanism({accountant}, make, {{epsilon}}, {{delta}},\n"
            "    dp.LowerEndpointAndGuess(0.3, 1.0))",
            sampled.calibrated_gaussian_epsilon,
            sampled.CALIBRATED_GAUSSIAN_EPSILON,
            "larger",
            CALIBRATED,
            claim="epsilon",
        ),
    )


CALIBRATION: tuple[Probe, ...] = (
    Probe(
        "get_epsilon_gaussian",
        "epsilon",
        "the epsilon of Gaussian noise of sensitivity 1 at delta",
        "from dp_accounting.gaussian_mechanism import get_epsilon_gaussian\n"
        "output = get_epsilon_gaussian({sigma}, {delta})",
        truths.curve_epsilon,
        truths.CURVE_EPSILON,
        "larger",
        NOISE,
    ),
    Probe(
        "get_sigma_gaussian",
        "delta",
        SAYS,
        "from dp_accounting.gaussian_mechanism import get_sigma_gaussian\n"
        "output = get_sigma_gaussian({epsilon}, {delta})",
        truths.calibrated_delta,
        truths.CURVE_DELTA.replace("{sigma}", "{output}"),
        "larger",
        NOISE,
        claim="delta",
    ),
    _smallest(
        "get_smallest_gaussian_noise",
        ", {count}",
        "the noise that is calibrated to (epsilon, delta) for count rounds has this delta",
        truths.composed_calibrated_delta,
        truths.COMPOSED_CURVE_DELTA.replace("{sigma}", "{output}"),
    ),
    _smallest(
        "get_smallest_laplace_noise",
        "",
        SAYS,
        truths.laplace_calibrated_delta,
        truths.LAPLACE_CURVE.replace("{scale}", "{output}"),
    ),
    _smallest(
        "get_smallest_discrete_laplace_noise",
        ", sensitivity={sensitivity}",
        SAYS,
        truths.calibrated_discrete_laplace,
        truths.DISCRETE_LAPLACE_CURVE.replace("{decay}", "{output}"),
    ),
    _smallest(
        "get_smallest_subsampled_gaussian_noise",
        ", sampling_prob={rate}",
        "the noise that is calibrated to (epsilon, delta), on a sample of the data, has this delta",
        sampled.calibrated_gaussian,
        sampled.CALIBRATED_GAUSSIAN,
    ),
    _guaranteed(
        "Laplace", "parameter", truths.laplace_calibrated_delta, truths.LAPLACE_CURVE.replace("{scale}", "{output}")
    ),
    _guaranteed(
        "Gaussian",
        "standard_deviation",
        truths.calibrated_delta,
        truths.CURVE_DELTA.replace("{sigma}", "{output}"),
    ),
    _guaranteed(
        "DiscreteLaplace",
        "parameter",
        truths.calibrated_discrete_laplace,
        truths.DISCRETE_LAPLACE_CURVE.replace("{decay}", "{output}"),
        ", sensitivity={sensitivity}",
    ),
    _guaranteed(
        "DiscreteGaussian",
        "_sigma",
        truths.discrete_noise_delta,
        truths.DISCRETE_NOISE_DELTA,
        ", sensitivity={sensitivity}",
    ),
    _calibrated("PLDAccountant")[0],  # on samples it takes minutes
    *_calibrated("RdpAccountant"),
    Probe(
        "advanced_composition",
        "epsilon",
        "a total epsilon of count (epsilon, delta)-private mechanisms at a total delta",
        PARAMETERS
        + "from dp_accounting.pld.accountant import advanced_composition\n"
        + "total = advanced_composition(DifferentialPrivacyParameters({epsilon}, {delta}), {count}, {total_delta})\n"
        + "output = float('inf') if total is None else total",
        truths.kov_epsilon,
        truths.KOV_EPSILON,
        "larger",
        "dp_accounting/pld/accountant.py, advanced_composition: Kairouz, Oh, Viswanath, Theorem 3.3",
    ),
    Probe(
        "get_smallest_epsilon_from_advanced_composition",
        "epsilon",
        "count mechanisms of the epsilon that is found for a total have this total epsilon",
        PARAMETERS
        + "from dp_accounting.pld.accountant import get_smallest_epsilon_from_advanced_composition as smallest\n"
        + "output = smallest(DifferentialPrivacyParameters({total_epsilon}, {total_delta}), {count}, {delta})",
        truths.split_epsilon,
        truths.KOV_EPSILON.replace("{epsilon}", "{output}"),
        "larger",
        "dp_accounting/pld/accountant.py: after the queries it remains private with the given parameters",
        claim="total_epsilon",
    ),
)
