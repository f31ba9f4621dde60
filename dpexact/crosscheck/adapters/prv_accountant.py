"""prv_accountant: single rounds whose curves are known (Laplace, sampled Gaussian), and calibrated noise."""

from __future__ import annotations

from collections.abc import Callable

from dpexact.crosscheck import deltas, renyi, sampled, truths
from dpexact.crosscheck.library import Kind, Library, Probe, Safe, Truth
from dpexact.numbers.exact import Exact

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


RDP = "from prv_accountant.other_accountants import RDP\nfrom prv_accountant.privacy_random_variables import *\n"
EPSILON_BOUNDS = "prv_accountant/accountant.py, compute_epsilon: lower bound, estimate and upper bound for epsilon"
DELTA_BOUNDS = "prv_accountant/accountant.py, compute_delta: lower bound, estimate and upper bound for delta"


def _accountant(prv: str) -> str:
    return (
        f"{MODULE}accountant = PRVAccountant(prvs=[{prv}], max_self_compositions=[{{count}}],\n"
        "    eps_error={eps_error}, delta_error={delta_error})\n"
    )


def _gaussian_epsilon(sigma: Exact, count: Exact, delta: Exact) -> Truth:
    return truths.composed_curve_epsilon(sigma, delta, count)


def _gaussian_delta(sigma: Exact, count: Exact, epsilon: Exact) -> Truth:
    return truths.composed_curve_delta(sigma, epsilon, count)


def _pure_epsilon(epsilon: Exact, count: Exact, total_delta: Exact) -> Truth:
    return truths.kov_epsilon(epsilon, truths.ZERO, count, total_delta)


PURE_EPSILON = truths.KOV_EPSILON.replace("{delta}", "0")
BOUND = {"upper": (2, "larger"), "lower": (0, "smaller")}
PROBES: tuple[Probe, ...] = (
    *(
        Probe(
            f"GaussianMechanism.epsilon-{side}",
            "epsilon",
            f"a bound of the epsilon of count rounds of Gaussian noise at delta: {side}",
            _accountant("GaussianMechanism({sigma})")
            + f"output = accountant.compute_epsilon({{delta}}, [{{count}}])[{place}]",
            _gaussian_epsilon,
            truths.COMPOSED_CURVE_EPSILON,
            safe,  # type: ignore[arg-type]
            EPSILON_BOUNDS,
        )
        for side, (place, safe) in BOUND.items()
    ),
    *(
        Probe(
            f"GaussianMechanism.delta-{side}",
            "delta",
            f"a bound of the delta of count rounds of Gaussian noise at epsilon: {side}",
            _accountant("GaussianMechanism({sigma})")
            + f"output = accountant.compute_delta({{epsilon}}, [{{count}}])[{place}]",
            _gaussian_delta,
            truths.COMPOSED_CURVE_DELTA,
            safe,  # type: ignore[arg-type]
            DELTA_BOUNDS,
        )
        for side, (place, safe) in BOUND.items()
    ),
    *(
        Probe(
            f"ApproximateDPMechanism.epsilon-{side}",
            "epsilon",
            f"a bound of the total epsilon of count (epsilon, delta)-private mechanisms at a total delta: {side}",
            _accountant("ApproximateDPMechanism({epsilon}, {delta})")
            + f"output = accountant.compute_epsilon({{total_delta}}, [{{count}}])[{place}]",
            truths.kov_epsilon,
            truths.KOV_EPSILON,
            safe,  # type: ignore[arg-type]
            EPSILON_BOUNDS,
            delta=deltas.approximate,
            delta_again=deltas.APPROXIMATE,
        )
        for side, (place, safe) in BOUND.items()
    ),
    *(
        Probe(
            f"PureDPMechanism.epsilon-{side}",
            "epsilon",
            f"a bound of the total epsilon of count epsilon-private mechanisms at a total delta: {side}",
            _accountant("PureDPMechanism({epsilon})")
            + f"output = accountant.compute_epsilon({{total_delta}}, [{{count}}])[{place}]",
            _pure_epsilon,
            PURE_EPSILON,
            safe,  # type: ignore[arg-type]
            EPSILON_BOUNDS,
            delta=deltas.pure,
            delta_again=deltas.PURE,
        )
        for side, (place, safe) in BOUND.items()
    ),
    Probe(
        "PureDPMechanism.rdp",
        "value",
        "the Renyi divergence of an epsilon-private mechanism: that of its worst case, randomized response",
        "from prv_accountant.privacy_random_variables import PureDPMechanism\n"
        "output = PureDPMechanism({epsilon}).rdp({order})",
        renyi.pure,
        renyi.PURE,
        "larger",
        "prv_accountant/privacy_random_variables/abstract_privacy_random_variable.py, rdp",
    ),
    Probe(
        "RDP.PureDPMechanism",
        "epsilon",
        "an upper bound of the total epsilon of count epsilon-private mechanisms, through Renyi privacy",
        f"{RDP}output = RDP(prvs=[PureDPMechanism({{epsilon}})]).compute_epsilon({{total_delta}}, [{{count}}])[2]",
        lambda epsilon, count, total_delta: truths.kov_epsilon(epsilon, truths.ZERO, count, total_delta),
        PURE_EPSILON,
        "larger",
        "prv_accountant/other_accountants.py, RDP.compute_epsilon: bounds on epsilon",
        delta=deltas.pure,
        delta_again=deltas.PURE,
    ),
    Probe(
        "RDP.ApproximateDPMechanism",
        "epsilon",
        "an upper bound of the total epsilon of count (epsilon, delta)-private mechanisms, through Renyi privacy, "
        "whose rdp is documented as conditioned on a finite loss: the mass delta at infinity is left to the caller",
        f"{RDP}output = RDP(prvs=[ApproximateDPMechanism({{epsilon}}, {{delta}})])"
        ".compute_epsilon({total_delta}, [{count}])[2]",
        truths.kov_epsilon,
        truths.KOV_EPSILON,
        "larger",
        "prv_accountant/other_accountants.py, RDP.compute_epsilon: bounds on epsilon",
        delta=deltas.approximate,
        delta_again=deltas.APPROXIMATE,
    ),
    Probe(
        "RDP.LaplaceMechanism",
        "epsilon",
        "an upper bound of the epsilon of Laplace noise at delta, through Renyi privacy",
        f"{RDP}output = RDP(prvs=[LaplaceMechanism(1/{{scale}})]).compute_epsilon({{delta}}, [1])[2]",
        truths.laplace_epsilon,
        truths.LAPLACE_EPSILON,
        "larger",
        "prv_accountant/other_accountants.py, RDP.compute_epsilon: bounds on epsilon",
    ),
    Probe(
        "RDP.GaussianMechanism",
        "epsilon",
        "an upper bound of the epsilon of count rounds of Gaussian noise at delta, through Renyi privacy",
        f"{RDP}output = RDP(prvs=[GaussianMechanism({{sigma}})]).compute_epsilon({{delta}}, [{{count}}])[2]",
        truths.composed_curve_epsilon,
        truths.COMPOSED_CURVE_EPSILON,
        "larger",
        "prv_accountant/other_accountants.py, RDP.compute_epsilon: bounds on epsilon",
    ),
)

PROBES += SINGLE_ROUNDS
LIBRARY = Library(
    "prv_accountant", "prv-accountant", "prv_accountant", "bounds of composed privacy loss by Fourier transform", PROBES
)
