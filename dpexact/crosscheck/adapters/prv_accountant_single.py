"""prv_accountant: single rounds whose curves are known (Laplace, sampled Gaussian), and calibrated noise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.crosscheck import renyi, sampled, truths
from dpexact.crosscheck.probe import Probe

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.crosscheck.probe import Kind, Safe

MODULE = "from prv_accountant import PRVAccountant\nfrom prv_accountant.privacy_random_variables import *\n"
SINGLE = (
    f"{MODULE}accountant = PRVAccountant(prvs=[[prv]], max_self_compositions=[1],\n"
    "    eps_error={eps_error}, delta_error={delta_error})\n"
)
SINGLE_BOUND: dict[str, tuple[int, Safe]] = {"upper": (2, "larger"), "lower": (0, "smaller")}
SAMPLED = "PoissonSubsampledGaussianMechanism(sampling_probability={rate}, noise_multiplier={sigma})"
LAPLACE = "LaplaceMechanism(1/{scale})"
FOUND = "prv_accountant/accountant.py, compute_{}: lower bound, estimate and upper bound"


def _bounds(name: str, prv: str, kind: Kind, asked: str, truth: Callable[..., object], again: str) -> tuple[Probe, ...]:
    return tuple(
        Probe(
            f"{name}.{kind}-{side}",
            kind,
            f"a bound of the {kind} of one round: {side}",
            SINGLE.replace("[prv]", prv) + f"output = accountant.compute_{kind}({{{asked}}}, [1])[{place}]",
            truth,  # type: ignore[arg-type]
            again,
            safe,
            FOUND.format(kind),
        )
        for side, (place, safe) in SINGLE_BOUND.items()
    )


def _rdp(name: str, says: str, prv: str, truth: Callable[..., object], again: str) -> Probe:
    lines = f"from prv_accountant.privacy_random_variables import *\noutput = {prv}.rdp({{order}})"
    return Probe(f"{name}.rdp", "value", says, lines, truth, again, "larger", "prv_accountant, rdp")  # type: ignore[arg-type]


SINGLE_ROUNDS: tuple[Probe, ...] = (
    *_bounds("LaplaceMechanism", LAPLACE, "epsilon", "delta", truths.laplace_epsilon, truths.LAPLACE_EPSILON),
    *_bounds("LaplaceMechanism", LAPLACE, "delta", "epsilon", truths.laplace_curve, truths.LAPLACE_CURVE),
    *_bounds(
        "PoissonSubsampledGaussianMechanism",
        SAMPLED,
        "epsilon",
        "delta",
        sampled.gaussian_epsilon,
        sampled.GAUSSIAN_EPSILON,
    ),
    *_bounds("PoissonSubsampledGaussianMechanism", SAMPLED, "delta", "epsilon", sampled.gaussian, sampled.GAUSSIAN),
    _rdp("LaplaceMechanism", "the Renyi divergence of Laplace noise", LAPLACE, renyi.laplace, renyi.LAPLACE),
    _rdp(
        "PoissonSubsampledGaussianMechanism",
        "the Renyi divergence of the Poisson-subsampled Gaussian mechanism",
        SAMPLED,
        truths.renyi_subsampled,
        truths.RENYI_SUBSAMPLED,
    ),
    Probe(
        "DPSGDAccountant",
        "epsilon",
        "an upper bound of the epsilon of one step at delta",
        "from prv_accountant.dpsgd import DPSGDAccountant\n"
        "accountant = DPSGDAccountant({sigma}, {rate}, 1, eps_error={eps_error}, delta_error={delta_error})\n"
        "output = accountant.compute_epsilon({delta}, 1)[2]",
        sampled.gaussian_epsilon,
        sampled.GAUSSIAN_EPSILON,
        "larger",
        "prv_accountant/dpsgd.py, DPSGDAccountant.compute_epsilon",
    ),
    Probe(
        "find_noise_multiplier",
        "epsilon",
        "the noise that is found for a target epsilon of one step has this epsilon at delta",
        "from prv_accountant.dpsgd import find_noise_multiplier\n"
        "output = float(find_noise_multiplier({rate}, 1, {epsilon}, {delta}, eps_error={eps_error}))",
        sampled.calibrated_gaussian_epsilon,
        sampled.CALIBRATED_GAUSSIAN_EPSILON,
        "larger",
        "prv_accountant/dpsgd.py, find_noise_multiplier: satisfies a given target epsilon, up to eps_error",
        claim="epsilon",
    ),
)
