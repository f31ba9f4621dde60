"""Systematic search over documented ranges: where does a library claim less than the truth?

    python benchmarks/crosscheck_search.py LIBRARY [PROBE] > found.jsonl

One JSON line for each point of the grid below, with the judgement; a summary goes to the standard error. It is how the
cases of `dpexact/crosscheck/*.toml` were found; `benchmarks/crosscheck_record.py` writes those.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

from dpexact.crosscheck.crosschecker import checked
from dpexact.crosscheck.libraries import chosen_libraries
from dpexact.crosscheck.table import Case, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpexact.crosscheck.probe import Argument

Axes = dict[str, list["Argument"]]

EPSILONS: list[Argument] = [1e-6, 1e-3, 0.01, 0.1, 0.5, 1.0, 2.0, 4.0, 8.0, 12.0, 16.0, 20.0, 30.0]
DELTAS: list[Argument] = [1e-15, 1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-3, 0.1]
SIGMAS: list[Argument] = [1e-3, 0.01, 0.1, 0.3, 0.5, 1.0, 3.0, 10.0, 100.0, 1e4, 1e6]
PAIRS: list[tuple[Argument, Argument]] = [
    ((0.5, 0.5), (0.25, 0.75)),
    ((0.5, 0.25, 0.25), (0.25, 0.5, 0.25)),
    ((0.75, 0.25), (0.25, 0.75)),
    ((0.625, 0.375), (0.375, 0.625)),
    ((0.0009765625, 0.9990234375), (0.5, 0.5)),
]
GRIDS: dict[str, dict[str, Axes]] = {
    "diffprivlib": {
        "Gaussian": {"epsilon": [0.01, 0.1, 0.5, 1.0], "delta": [*DELTAS, 0.5, 1.0], "sensitivity": [1.0]},
        "GaussianAnalytic": {"epsilon": EPSILONS, "delta": DELTAS, "sensitivity": [1.0]},
        "GaussianDiscrete": {
            "epsilon": [0.1, 0.5, 1.0, 2.0, 5.0],
            "delta": [1e-12, 1e-9, 1e-6, 1e-5, 1e-3, 0.1],
            "sensitivity": [1, 2, 5, 20],
        },
        "LaplaceBoundedNoise": {
            "epsilon": [1e-12, 1e-9, 1e-6, 1e-4, 0.01, 0.1, 1.0, 3.0, 10.0],
            "delta": [1e-12, 1e-9, 1e-6, 0.001, 0.1, 0.4],
            "sensitivity": [1.0],
        },
        "LaplaceBoundedDomain": {
            "epsilon": [0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 20.0],
            "sensitivity": [1.0],
            "width": [1.0, 1.5, 2.0, 5.0, 10.0, 100.0],
        },
        "LaplaceBoundedDomain.effective_epsilon": {
            "epsilon": [0.1, 0.5, 1.0, 2.0, 5.0],
            "sensitivity": [1.0],
            "width": [1.0, 2.0, 10.0],
        },
        "Binary": {"epsilon": [0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 25.0, 30.0, 33.0, 35.0, 36.0, 36.5, 37.0, 40.0]},
        "Exponential": {
            "epsilon": [0.1, 0.5, 1.0, 2.0, 4.0],
            "gap": [2.0, 10.0, 20.0, 36.0, 40.0, 50.0, 60.0, 68.0, 70.0, 72.0, 73.0, 74.0, 75.0, 100.0, 140.0],
        },
        "GeometricTruncated": {
            "epsilon": [0.1, 0.5, 1.0, 2.0, 3.0],
            "upper": [2, 5, 10, 15, 18, 30, 34, 36, 37, 50, 70],
        },
        "BudgetAccountant": {
            "epsilon": [0.01, 0.1, 0.5, 1.0, 2.0],
            "count": [1, 2, 10, 50],
            "slack": [1e-12, 1e-9, 1e-6, 0.001, 0.1, 0.9],
        },
        "Bingham.acceptance": {"epsilon": [1.0], "dimension": [4, 10], "gap": [1.0, 10.0]},
        **{
            name: {
                "epsilon": [1e-6, 0.01, 0.1, 1.0, 5.0, 20.0],
                "delta": [0.0, 1e-17, 1e-12, 1e-6, 0.01, 0.5],
                "sensitivity": [1.0],
            }
            for name in ("Laplace", "LaplaceTruncated", "LaplaceFolded")
        },
        "LaplaceBoundedDomain.delta": {
            "epsilon": [0.1, 0.5, 1.0, 5.0],
            "delta": [1e-12, 1e-6, 0.01, 0.1],
            "sensitivity": [1.0],
            "width": [1.0, 2.0, 10.0],
        },
        "Uniform": {"delta": [1e-9, 1e-6, 0.001, 0.1, 0.3, 0.5], "sensitivity": [1.0, 3.0]},
        "Snapping.effective_epsilon": {"epsilon": [1e-15, 1e-9, 0.01, 0.1, 1.0, 10.0], "width": [1.0, 100.0, 1e9]},
        "Vector": {"epsilon": [0.1, 0.5, 1.0, 5.0], "sensitivity": [0.01, 0.25], "alpha": [10.0, 30.0, 100.0]},
        "BudgetAccountant.delta": {"delta": [0.0, 1e-17, 1e-9, 0.01, 0.3], "count": [1, 3, 50], "slack": [0.0, 1e-12, 0.1]},
        "BudgetAccountant.remaining": {
            "epsilon": [0.1, 1.0, 3.0],
            "count": [1, 2, 3, 7, 10, 50],
            "slack": [0.0, 1e-9, 1e-3],
        },
        "LinearRegression.squares": {
            "epsilon": [0.1, 1.0, 10.0],
            "lower": [-10, -1, 0, 1, 5],
            "upper": [10, 20, 100],
        },
        "LinearRegression.spent": {"epsilon": [0.1, 1.0, 10.0], "features": [1, 2, 3, 5], "lower": [-1], "upper": [1]},
        "ExponentialCategorical": {
            "epsilon": [1e-9, 1e-7, 1e-6, 1e-5, 2e-5, 1e-4, 0.01, 0.1, 1.0],
            "alike": [2, 5, 10, 20],
        },
        "ExponentialHierarchical": {
            "epsilon": [1e-9, 1e-7, 1e-6, 1e-5, 2e-5, 1e-4, 0.01, 0.1, 1.0],
            "alike": [2, 5, 10, 20],
        },
        "Geometric": {"epsilon": [0.01, 0.1, 0.5, 1.0, 2.0, 5.0, 20.0]},
    },
    "autodp": {
        "get_eps_ana_gaussian": {"sigma": SIGMAS, "delta": DELTAS},
        "ana_gaussian_calibrator": {"epsilon": EPSILONS, "delta": DELTAS},
        "eps_delta_calibrator": {
            "epsilon": [0.01, 0.1, 0.5, 1.0, 2.0, 4.0],
            "delta": [1e-9, 1e-6, 1e-5, 1e-3],
            "low": [0.1],
            "high": [100.0],
        },
        "get_eps_randresp_optimal": {"p": [0.51, 0.6, 0.75, 0.9, 0.999, 0.1], "delta": [0.0, 1e-9, 1e-5, 0.01, 0.2]},
        "subsample_epsdelta": {
            "epsilon": [1e-12, 1e-9, 1e-6, 1e-3, 0.1, 1.0, 5.0],
            "rate": [1e-6, 1e-3, 0.01, 0.1, 0.5],
        },
        "DP_acct": {
            "epsilon": [0.001, 0.01, 0.1, 0.5, 1.0],
            "delta": [0.0, 1e-12, 1e-9, 1e-6],
            "count": [1, 2, 10, 50],
            "total_delta": [1e-9, 1e-6, 1e-4, 0.01],
        },
        "LaplaceMechanism": {"scale": [0.2, 0.5, 1.0, 2.0, 10.0], "delta": [1e-9, 1e-6, 1e-3, 0.1]},
        "GaussianMechanism.rdp-only": {"sigma": [0.5, 1.0, 3.0, 10.0, 100.0], "delta": [1e-9, 1e-6, 1e-3, 0.1, 0.4]},
        "RDP_randresponse": {"p": [0.6, 0.75, 0.9, 0.99], "order": [1.5, 2.0, 8.0, 100.0, 1.000001]},
        "RDP_laplace": {"scale": [0.5, 1.0, 10.0, 1000.0], "order": [1.5, 2.0, 8.0, 100.0, 1.000001]},
        "get_eps_gaussian": {"sigma": [0.5, 1.0, 3.0, 10.0, 100.0], "delta": [1e-9, 1e-6, 1e-3, 0.1]},
        "get_eps_laplace": {"scale": [0.2, 0.5, 1.0, 2.0, 10.0], "delta": [1e-9, 1e-6, 1e-3, 0.1]},
        "get_eps_randresp": {"p": [0.51, 0.6, 0.75, 0.9, 0.999], "delta": [1e-9, 1e-5, 0.01]},
        "get_logdelta_ana_gaussian": {
            "sigma": [0.1, 0.5, 1.0, 3.0, 10.0, 100.0, 1e4],
            "epsilon": [0.0, 1e-3, 0.1, 1.0, 4.0, 16.0],
        },
        "GaussianMechanism.fdp": {"sigma": [0.5, 1.0, 3.0, 10.0], "delta": [1e-9, 1e-6, 1e-3, 0.1]},
        "RandresponseMechanism": {"p": [0.51, 0.6, 0.75, 0.9, 0.999], "delta": [0.0, 1e-9, 1e-5, 0.01, 0.2]},
        "PureDP_Mechanism": {"epsilon": [0.01, 0.1, 1.0, 5.0, 20.0], "total_delta": [0.0, 1e-9, 1e-5, 0.01]},
        "ExponentialMechanism": {"epsilon": [0.01, 0.1, 1.0, 5.0, 20.0], "delta": [0.0, 1e-9, 1e-5, 0.01]},
        "zCDP_Mechanism": {"rho": [1e-6, 0.01, 0.1, 0.5, 2.0, 10.0], "delta": [1e-12, 1e-9, 1e-6, 1e-3, 0.1]},
        "DiscreteGaussianMechanism.delta": {"sigma": [0.5, 1.0, 3.0], "epsilon": [0.0, 0.1, 1.0, 3.0, 6.0]},
        **{
            name: {
                "rate": [1e-3, 0.01, 0.1, 0.5],
                "sigma": [0.5, 1.0, 3.0],
                "delta": [1e-9, 1e-6, 1e-3],
            }
            for name in ("SubsampleGaussianMechanism", "NoisySGD_Mechanism", "AmplificationBySampling.gaussian")
        },
        **{
            name: {"sigma": [1.0, 3.0, 10.0], "count": [1, 10, 100], "delta": [1e-9, 1e-6, 1e-3]}
            for name in ("NoisyGD_Mechanism", "ComposedGaussianMechanism", "ComposeGaussian")
        },
        "ComposeAFA.GaussianMechanism.epsilon": {"sigma": [1.0, 3.0, 10.0], "count": [1, 10], "delta": [1e-5, 1e-3]},
        "ComposeAFA.GaussianMechanism.delta": {
            "sigma": [1.0, 3.0, 10.0],
            "count": [1, 10],
            "epsilon": [0.1, 1.0, 4.0, 8.0],
        },
        "ComposeAFA.RandresponseMechanism.epsilon": {"p": [0.6, 0.9], "count": [1, 10], "delta": [1e-5]},
        "generalized_eps_delta_calibrator": {
            "epsilon": [0.5, 1.0, 4.0],
            "delta": [1e-9, 1e-5],
            "count": [1, 10],
            "low": [0.1],
            "high": [100.0],
        },
        "privacy_calibrator.gaussian_mech": {"epsilon": [0.1, 1.0, 4.0], "delta": [1e-9, 1e-5, 0.1], "count": [1, 10]},
        "privacy_calibrator.classical_gaussian_mech": {
            "epsilon": [0.01, 0.1, 0.5, 1.0, 2.0],
            "delta": [*DELTAS, 0.5, 0.99],
        },
        "privacy_calibrator.ana_gaussian_mech": {"epsilon": EPSILONS, "delta": DELTAS},
        "privacy_calibrator.laplace_mech": {"epsilon": [0.1, 0.3, 1.0, 4.0], "delta": [0.0, 1e-9, 1e-5, 0.1, 0.5]},
        "privacy_calibrator.randresponse_mech": {"epsilon": [0.1, 0.3, 1.0, 4.0], "delta": [0.0, 1e-9, 1e-5, 0.1]},
        "subsample_epsdelta_inverse": {
            "epsilon": [1e-12, 1e-9, 1e-6, 1e-3, 0.1, 1.0, 5.0],
            "rate": [1e-6, 1e-3, 0.01, 0.1, 0.5],
        },
        "subsample_epsdelta_get_prob": {"epsilon": [0.1, 0.5]},
        "RDP_pureDP": {
            "epsilon": [1e-9, 1e-3, 0.1, 1.0, 5.0, 100.0],
            "order": [1.000001, 1.1, 2.0, 8.0, 100.0, 1e6],
        },
        "puredp_to_rdp": {
            "epsilon": [1e-9, 1e-3, 0.1, 1.0, 5.0, 100.0],
            "order": [1.000001, 1.1, 2.0, 8.0, 100.0, 1e6],
        },
        "RDP_subsampled_pureDP": {
            "epsilon": [1e-3, 0.1, 0.5, 1.0, 3.0, 5.0],
            "prob": [1e-3, 0.01, 0.1, 0.5, 0.9],
            "order": [1.5, 2.0, 2.5, 3.0, 8.0, 64.0],
        },
        "RDP_noisy_screen": {"logp": [-3.0, -1.0, -0.7, -0.1], "logq": [-2.9, -0.9, -0.6, -0.11]},
        "RDP_svt_laplace": {"scale": [0.5, 1.0, 2.0, 10.0], "count": [4, 5, 10, 100]},
        "pRDP_diag_gaussian": {
            "shift": [0.0, 1.0, 3.0],
            "first": [1.0, 2.0],
            "second": [1.0, 1.5, 3.0],
            "order": [1.1, 1.5, 2.0],
        },
        **{
            name: {"rate": [1e-3, 0.01, 0.1, 0.5], "sigma": [0.5, 1.0, 3.0], "order": [2, 3, 8, 32, 64]}
            for name in ("SubsampleGaussianMechanism.rdp", "AmplificationBySampling.gaussian.rdp")
        },
        "AmplificationBySampling.laplace.rdp": {
            "rate": [1e-3, 0.01, 0.1, 0.5],
            "scale": [0.5, 1.0, 10.0],
            "order": [2, 3, 8, 32, 64],
        },
        "puredp_to_approxdp": {"epsilon": [1e-3, 0.1, 1.0, 5.0], "total_delta": [1e-9, 1e-5, 0.01, 0.5]},
        "rdp_to_approxdp": {"sigma": [0.1, 0.5, 1.0, 3.0, 10.0, 100.0], "delta": [1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.4]},
        "rdp_to_delta": {"sigma": [0.1, 0.5, 1.0, 3.0, 10.0, 100.0], "epsilon": [0.0, 0.1, 1.0, 4.0]},
        "fDP_gaussian": {"sigma": [0.1, 0.5, 1.0, 3.0, 10.0], "rate": [1e-12, 1e-6, 0.01, 0.1, 0.5, 0.9, 0.999999]},
        "fDP_pure_DP": {"epsilon": [0.5, 1.0], "rate": [0.1]},
    },
    "opendp": {
        "laplace": {"scale": [0.1, 0.3, 1.0, 3.0, 7.0, 1e6], "d_in": [0.1, 1.0, 3.0, 1e-3]},
        "gaussian": {"scale": [0.1, 0.3, 1.0, 3.0, 7.0, 1e6], "d_in": [0.1, 1.0, 3.0, 1e-3]},
        "zCDP_to_approxDP": {
            "scale": [0.1, 0.5, 1.0, 3.0, 10.0, 100.0, 1e4],
            "d_in": [1.0],
            "delta": [1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.5],
        },
        "randomized_response_bool": {"prob": [0.5, 0.51, 0.6, 0.75, 0.9, 0.99, 0.999999, 1 - 2.0**-40, 1 - 2.0**-52]},
        "randomized_response": {"categories": [2, 3, 4, 10, 100], "prob": [0.5, 0.6, 0.75, 0.9, 0.999, 1 - 2.0**-45]},
        "randomized_response_bitvec": {"weight": [1, 2, 4, 8], "f": [0.1, 0.25, 0.5, 0.75, 0.9, 0.999, 1e-9]},
        "pureDP_to_zCDP": {"scale": [0.1, 0.3, 1.0, 3.0, 7.0], "d_in": [0.1, 1.0, 3.0]},
        "composition": {"scale": [0.3, 1.0, 3.0, 7.0], "d_in": [0.1, 1.0, 0.3], "count": [2, 3, 10, 50]},
        "geometric": {"scale": [0.1, 0.3, 1.0, 3.0, 7.0], "d_in": [1, 3, 10]},
        "population_amplification": {
            "scale": [0.001, 0.01, 0.1, 1.0],
            "size": [10, 100],
            "population": [100, 1000, 10**6],
        },
        "laplace.grid": {"scale": [0.3, 3.0], "d_in": [0.1, 1.0], "size": [10], "k": [-1074, -40, -10, -2]},
        "gaussian.composition": {"scale": [0.3, 1.0, 3.0, 7.0], "d_in": [0.1, 1.0, 0.3], "count": [2, 3, 10, 50]},
        "zCDP_to_approxDP.delta": {
            "scale": [0.1, 0.5, 1.0, 3.0, 10.0, 100.0],
            "d_in": [1.0],
            "epsilon": [1e-3, 0.1, 1.0, 4.0, 16.0],
        },
        **{
            name: {"scale": [0.1, 0.5, 1.0, 3.0, 10.0, 100.0], "d_in": [1.0], "delta": [1e-15, 1e-9, 1e-6, 1e-3, 0.1]}
            for name in ("fix_delta", "fixed_approxDP_to_approxDP")
        },
        "composition.delta": {"epsilon": [1.0], "delta": [1e-9, 1e-6, 0.1, 0.3], "count": [2, 3, 10]},
        "select_private_candidate": {"epsilon": [0.1, 0.3, 1.0, 3.7], "stop": [0.01, 0.1]},
        **{
            name: {"scale": [0.1, 0.3, 1.0, 3.0, 7.0], "d_in": [0.1, 1.0, 3.0]}
            for name in (
                "noisy_max",
                "noisy_max.monotonic",
                "noisy_max.zCDP",
                "noisy_max.zCDP.monotonic",
                "report_noisy_max_gumbel",
            )
        },
        **{
            name: {"scale": [0.3, 1.0, 3.0, 7.0], "d_in": [0.1, 1.0], "k": [1, 2, 3, 10]}
            for name in ("noisy_top_k", "noisy_top_k.zCDP")
        },
        **{
            name: {"scale": [0.3, 1.0, 3.0, 7.0], "d_in": [1, 3], "alpha": [0.1, 0.25, 0.3, 0.5, 0.9]}
            for name in ("private_quantile", "private_quantile.zCDP")
        },
        **{
            name: {
                "scale": [0.5, 1.0, 2.0, 5.0],
                "threshold": [3, 5, 10, 30, 100],
                "keys": [1, 2, 10],
                "largest": [1, 2],
            }
            for name in ("laplace_threshold", "gaussian_threshold")
        },
        **{
            f"{law}_scale_to_accuracy": {"scale": [0.1, 1.0, 3.0, 10.0], "alpha": [1e-9, 1e-3, 0.05, 0.3, 0.9]}
            for law in ("laplacian", "gaussian", "discrete_laplacian", "discrete_gaussian")
        },
        **{
            f"accuracy_to_{law}_scale": {"accuracy": [1.0, 2.5, 10.0, 30.0], "alpha": [1e-9, 1e-3, 0.05, 0.3, 0.9]}
            for law in ("laplacian", "gaussian", "discrete_laplacian", "discrete_gaussian")
        },
    },
    "prv_accountant": {
        **{
            f"GaussianMechanism.epsilon-{side}": {
                "sigma": [0.5, 1.0, 3.0, 10.0],
                "count": [1, 4, 100],
                "delta": [1e-9, 1e-7, 1e-5, 1e-3],
                "eps_error": [0.01],
                "delta_error": [1e-10, 1e-12],
            }
            for side in ("upper", "lower")
        },
        **{
            f"GaussianMechanism.delta-{side}": {
                "sigma": [0.5, 1.0, 3.0, 10.0],
                "count": [1, 4, 100],
                "epsilon": [0.1, 1.0, 4.0, 10.0, 20.0],
                "eps_error": [0.01],
                "delta_error": [1e-10, 1e-15],
            }
            for side in ("upper", "lower")
        },
        **{
            f"PureDPMechanism.epsilon-{side}": {
                "epsilon": [0.1, 0.5, 1.0, 1.5, 2.0],
                "count": [1, 2, 10, 50, 100],
                "total_delta": [1e-6, 1e-4, 0.01],
                "eps_error": [0.01],
                "delta_error": [1e-9],
            }
            for side in ("upper", "lower")
        },
        **{
            f"ApproximateDPMechanism.epsilon-{side}": {
                "epsilon": [0.1, 1.0],
                "delta": [1e-9, 1e-6, 1e-3],
                "count": [1, 10],
                "total_delta": [1e-6, 1e-4, 0.05],
                "eps_error": [0.01],
                "delta_error": [1e-9],
            }
            for side in ("upper", "lower")
        },
        **{
            f"LaplaceMechanism.epsilon-{side}": {
                "scale": [0.3, 1.0, 3.0],
                "delta": [1e-9, 1e-6, 1e-3, 0.1],
                "eps_error": [0.01],
                "delta_error": [1e-10],
            }
            for side in ("upper", "lower")
        },
        **{
            f"LaplaceMechanism.delta-{side}": {
                "scale": [0.3, 1.0, 3.0],
                "epsilon": [0.1, 0.3, 0.9, 3.0],
                "eps_error": [0.01],
                "delta_error": [1e-10],
            }
            for side in ("upper", "lower")
        },
        **{
            f"PoissonSubsampledGaussianMechanism.epsilon-{side}": {
                "rate": [1e-3, 0.01, 0.1, 0.5],
                "sigma": [0.5, 1.0, 4.0],
                "delta": [1e-18, 1e-15, 1e-9, 1e-6, 1e-3],
                "eps_error": [0.01],
                "delta_error": [1e-21, 1e-10],
            }
            for side in ("upper", "lower")
        },
        **{
            f"PoissonSubsampledGaussianMechanism.delta-{side}": {
                "rate": [1e-3, 0.01, 0.1, 0.5],
                "sigma": [0.5, 1.0, 4.0],
                "epsilon": [0.1, 0.5, 1.0, 4.0],
                "eps_error": [0.01],
                "delta_error": [1e-10],
            }
            for side in ("upper", "lower")
        },
        "LaplaceMechanism.rdp": {"scale": [0.1, 0.5, 1.0, 10.0, 1e3], "order": [1.1, 1.5, 2.0, 8.0, 63.0, 1000.0]},
        "PoissonSubsampledGaussianMechanism.rdp": {
            "rate": [1e-9, 0.001, 0.01, 0.1, 0.5],
            "sigma": [0.5, 1.0, 3.0],
            "order": [2, 3, 8, 32, 63],
        },
        "RDP.LaplaceMechanism": {"scale": [0.3, 1.0, 3.0, 10.0], "delta": [1e-9, 1e-6, 1e-3, 0.1]},
        "DPSGDAccountant": {
            "sigma": [0.5, 1.0, 4.0],
            "rate": [1e-3, 0.01, 0.1],
            "delta": [1e-9, 1e-5],
            "eps_error": [0.1],
            "delta_error": [1e-12],
        },
        "find_noise_multiplier": {
            "rate": [0.01, 0.1, 0.5],
            "epsilon": [0.5, 1.0, 2.0],
            "delta": [1e-5],
            "eps_error": [0.1, 0.5],
        },
        "PureDPMechanism.rdp": {"epsilon": [0.01, 0.1, 0.5, 1.0, 2.0, 5.0], "order": [1.1, 1.5, 2.0, 4.0, 8.0, 32.0]},
        "RDP.PureDPMechanism": {
            "epsilon": [0.1, 0.5, 1.0, 2.0, 4.0],
            "count": [1, 2, 10, 50],
            "total_delta": [1e-6, 1e-3, 0.01],
        },
        "RDP.ApproximateDPMechanism": {
            "epsilon": [0.1, 1.0],
            "delta": [1e-6, 1e-3],
            "count": [1, 10],
            "total_delta": [1e-9, 1e-6, 1e-5],
        },
        "RDP.GaussianMechanism": {
            "sigma": [0.5, 1.0, 3.0, 10.0, 100.0],
            "count": [1, 10],
            "delta": [1e-9, 1e-6, 1e-3, 0.1],
        },
    },
    "dp_accounting": {
        **{
            f"gaussian.{side}": {
                "sigma": [0.5, 1.0, 3.0, 10.0],
                "count": [1, 2, 10, 100],
                "epsilon": [0.1, 0.5, 1.0, 3.0, 6.0, 10.0],
            }
            for side in ("pessimistic", "optimistic")
        },
        **{
            f"laplace.{side}": {"scale": [0.3, 1.0, 3.0, 10.0], "epsilon": [0.05, 0.1, 0.3, 0.5, 1.0, 2.0]}
            for side in ("pessimistic", "optimistic")
        },
        **{
            f"discrete_laplace.{side}": {
                "decay": [0.1, 0.5, 1.0],
                "sensitivity": [1, 3],
                "epsilon": [0.05, 0.1, 0.3, 0.5, 1.0, 2.0],
            }
            for side in ("pessimistic", "optimistic")
        },
        **{
            f"discrete_gaussian.{side}": {
                "sigma": [0.5, 1.0, 3.0],
                "sensitivity": [1, 2],
                "epsilon": [0.1, 0.5, 1.0, 3.0, 6.0],
            }
            for side in ("pessimistic", "optimistic")
        },
        "get_epsilon_gaussian": {"sigma": [*SIGMAS, 1e8, 1e10], "delta": DELTAS},
        "get_sigma_gaussian": {"epsilon": EPSILONS, "delta": DELTAS},
        "get_smallest_gaussian_noise": {
            "epsilon": [0.1, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0],
            "delta": [1e-15, 1e-12, 1e-9, 1e-6, 1e-3],
            "count": [1, 10],
        },
        "get_smallest_laplace_noise": {"epsilon": [0.1, 0.5, 1.0, 2.0], "delta": [0.0, 1e-9, 1e-6, 1e-3, 0.1]},
        "advanced_composition": {
            "epsilon": [0.01, 0.1, 0.5, 1.0],
            "delta": [0.0, 1e-9, 1e-6],
            "count": [1, 2, 3, 10, 25, 50],
            "total_delta": [1e-9, 1e-6, 1e-4, 0.01, 0.3],
        },
        **{
            f"gaussian.epsilon.{side}": {
                "sigma": [1.0, 3.0],
                "count": [1, 100],
                "delta": [1e-15, 1e-12, 1e-9, 1e-6, 0.1],
            }
            for side in ("pessimistic", "optimistic")
        },
        **{
            f"gaussian.sampled.{side}": {
                "sigma": [0.5, 3.0],
                "rate": [1e-6, 1e-3, 0.01, 0.1],
                "epsilon": [0.1, 1.0],
            }
            for side in ("pessimistic", "optimistic")
        },
        **{
            f"mixture_gaussian.{side}": {
                "sigma": [1.0, 3.0],
                "weights": [(0.75, 0.125, 0.125), (0.25, 0.5, 0.25)],
                "epsilon": [0.1, 1.0, 3.0],
            }
            for side in ("pessimistic", "optimistic")
        },
        **{
            f"laplace.sampled.{side}": {
                "scale": [0.3, 1.0, 3.0],
                "rate": [1e-3, 0.1, 0.5],
                "epsilon": [0.01, 0.1, 1.0],
            }
            for side in ("pessimistic", "optimistic")
        },
        **{
            f"randomized_response.{side}": {
                "noise": [0.01, 0.1, 0.5, 0.9],
                "buckets": [2, 3, 10],
                "epsilon": [0.0, 0.1, 0.5, 1.0, 2.0, 4.0],
            }
            for side in ("pessimistic", "optimistic")
        },
        "privacy_parameters": {
            "epsilon": [0.1, 0.5, 1.0],
            "delta": [0.0, 1e-9, 1e-6],
            "count": [1, 2, 10],
            "total_epsilon": [0.05, 0.5, 1.0, 3.0],
        },
        "PLDAccountant": {"sigma": [1.0, 3.0, 10.0], "count": [1, 100], "delta": [1e-12, 1e-6]},
        "GaussianPrivacyLoss.delta": {"sigma": [0.1, 0.5, 1.0, 3.0, 10.0, 100.0], "epsilon": [0.0, 0.1, 1.0, 4.0, 16.0]},
        "LaplacePrivacyLoss.delta": {"scale": [0.1, 0.3, 1.0, 3.0, 10.0], "epsilon": [0.0, 0.05, 0.1, 0.5, 1.0, 4.0]},
        "DiscreteLaplacePrivacyLoss.delta": {
            "decay": [0.1, 0.5, 1.0],
            "sensitivity": [1, 3],
            "epsilon": [0.0, 0.1, 0.5, 1.0, 2.0],
        },
        "DiscreteGaussianPrivacyLoss.delta": {
            "sigma": [0.5, 1.0, 3.0],
            "sensitivity": [1, 2],
            "epsilon": [0.0, 0.1, 0.5, 1.0, 3.0, 6.0],
        },
        "get_smallest_discrete_laplace_noise": {
            "epsilon": [0.1, 0.5, 1.0, 2.0],
            "delta": [1e-9, 1e-6, 1e-3, 0.1],
            "sensitivity": [1, 2],
        },
        "get_smallest_subsampled_gaussian_noise": {
            "epsilon": [0.5, 2.0],
            "delta": [1e-9, 1e-3],
            "rate": [0.1],
        },
        "LaplacePrivacyLoss": {"epsilon": [0.01, 0.1, 0.5, 1.0, 2.0], "delta": [0.0, 1e-12, 1e-9, 1e-6, 1e-3, 0.1]},
        "GaussianPrivacyLoss": {"epsilon": [0.01, 0.1, 1.0, 4.0, 16.0], "delta": [1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 0.1]},
        "DiscreteLaplacePrivacyLoss": {
            "epsilon": [0.1, 0.5, 1.0],
            "delta": [0.0, 1e-9, 1e-6, 1e-3],
            "sensitivity": [1, 2],
        },
        "DiscreteGaussianPrivacyLoss": {
            "epsilon": [0.1, 0.5, 1.0, 4.0],
            "delta": [1e-9, 1e-6, 1e-3],
            "sensitivity": [1, 2],
        },
        **{
            f"calibrate_dp_mechanism.{accountant}": {"epsilon": [0.5, 4.0], "delta": [1e-9, 1e-3]}
            for accountant in ("pld", "rdp")
        },
        **{
            f"calibrate_dp_mechanism.{accountant}.sampled": {
                "rate": [0.1],
                "epsilon": [1.0, 4.0],
                "delta": [1e-6],
            }
            for accountant in ("pld", "rdp")
        },
        "get_smallest_epsilon_from_advanced_composition": {
            "total_epsilon": [0.5, 1.0, 3.0],
            "total_delta": [1e-9, 1e-6, 1e-3, 0.1],
            "count": [1, 2, 10, 50],
            "delta": [0.0, 1e-12],
        },
        "rdp.gaussian.delta": {
            "sigma": [0.1, 0.5, 1.0, 3.0, 10.0, 1e3, 1e6],
            "count": [1, 100],
            "epsilon": [0.0, 1e-6, 0.1, 1.0, 4.0],
        },
        "rdp.subsampled_gaussian.epsilon": {
            "rate": [1e-9, 1e-6, 1e-3, 0.01, 0.1, 0.5],
            "sigma": [0.5, 1.0, 3.0, 100.0],
            "delta": [1e-12, 1e-9, 1e-6, 1e-3],
        },
        "rdp.subsampled_gaussian.delta": {
            "rate": [1e-9, 1e-6, 1e-3, 0.01, 0.1, 0.5],
            "sigma": [0.5, 1.0, 3.0, 100.0],
            "epsilon": [1e-6, 0.1, 1.0, 3.0],
        },
        "rdp.sampled_without_replacement": {
            "size": [1000],
            "sample": [1, 10, 100, 500],
            "sigma": [0.5, 1.0, 3.0],
            "order": [2, 3, 8, 32],
        },
        "rdp.laplace": {
            "scale": [0.1, 0.5, 1.0, 10.0, 1e3, 1e6],
            "order": [1.0001, 1.01, 1.05, 1.0999, 1.1, 1.11, 1.5, 2.0, 8.0, 100.0, 1024.0],
        },
        "rdp.randomized_response": {
            "noise": [0.01, 0.1, 0.5, 0.9, 0.999],
            "buckets": [2, 3, 10, 1000],
            "order": [1.001, 1.1, 2.0, 8.0, 64.0, 1024.0],
        },
        "rdp.randomized_response.special": {
            "noise": [0.01, 0.1, 0.5, 0.9, 0.999],
            "buckets": [2, 3, 10, 1000],
            "order": [1.001, 1.1, 2.0, 8.0, 64.0, 1024.0],
        },
        "rdp.tree_aggregation": {
            "sigma": [0.3, 1.0, 3.0],
            "steps": [1, 2, 3, 4, 7, 8, 9, 100, 127, 128, 1000],
            "order": [1.5, 2, 32],
        },
        "rdp.zcdp": {"rho": [1e-6, 0.01, 0.1, 0.5, 2.0, 10.0], "delta": [1e-12, 1e-9, 1e-6, 1e-3, 0.1]},
        "rdp.gaussian": {"sigma": [0.5, 1.0, 3.0, 10.0, 100.0], "count": [1, 100], "delta": [1e-9, 1e-6, 1e-3, 0.1]},
        "rdp.subsampled_gaussian": {
            "rate": [0.001, 0.01, 0.1, 0.5],
            "sigma": [0.5, 1.0, 3.0],
            "order": [2, 3, 8, 32, 64],
        },
    },
    "scipy": {
        **{
            name: {
                "x": [
                    -38.0,
                    -37.5,
                    -20.0,
                    -10.0,
                    -8.3,
                    -5.0,
                    -3.0,
                    -2.0,
                    -1.0,
                    -0.5,
                    -0.1,
                    -1e-9,
                    1e-9,
                    0.3,
                    1.0,
                    5.0,
                    9.0,
                ]
            }
            for name in ("ndtr", "log_ndtr", "norm.cdf", "expm1", "expit", "log_expit")
        },
        **{
            name: {"x": [-5.0, -1.0, 1e-9, 0.1, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 10.0, 20.0, 26.0, 37.5]}
            for name in ("erfc", "norm.sf", "norm.logsf")
        },
        "laplace.sf": {"x": [0.0, 0.1, 1.0, 3.0, 10.0, 30.0, 100.0, 700.0]},
        "log1p": {"x": [-0.999, -0.5, -1e-9, 1e-16, 1e-9, 0.3, 1.0, 1e10]},
        "logit": {"x": [1e-9, 0.1, 0.3, 0.4999999, 0.5, 0.50000001, 0.6, 0.75, 0.9, 0.999, 1 - 2.0**-40]},
        "laplace.logsf": {"x": [0.0, 0.1, 1.0, 10.0, 100.0, 700.0, 800.0]},
        **{
            name: {"x": [0, 1, 3, 10, 30, 40, 60], "a": [0.1, 0.5, 1.0, 3.0]} for name in ("dlaplace.sf", "dlaplace.logsf")
        },
        **{name: {"x": [1, 3, 10, 50, 2000], "p": [1e-6, 0.1, 0.5, 0.9]} for name in ("geom.sf", "geom.logsf")},
        "logistic.sf": {"x": [0.0, 0.1, 1.0, 10.0, 40.0, 700.0]},
        "gumbel_r.sf": {"x": [0.0, 0.1, 1.0, 10.0, 40.0, 700.0]},
        "norm.isf": {"p": [1e-300, 1e-15, 1e-9, 1e-5, 0.01, 0.1, 0.3, 0.5, 0.9]},
        "laplace.isf": {"p": [1e-300, 1e-15, 1e-9, 1e-5, 0.01, 0.1, 0.3, 0.5]},
        "ndtri": {"p": [1e-300, 1e-15, 1e-9, 1e-5, 0.01, 0.1, 0.3, 0.5, 0.9]},
        **{
            name: {"k": [1, 5, 50, 99], "n": [100], "alpha": [0.025, 0.001, 1e-6]}
            for name in ("binomtest.low", "binomtest.high", "beta.ppf")
        },
        "binom.sf": {"k": [0, 5, 10, 50, 90], "n": [100], "p": [1e-6, 0.01, 0.1, 0.5, 0.9]},
        "gaussian-delta-by-cdf": {
            "sigma": [0.1, 0.5, 1.0, 3.0, 10.0, 100.0, 1e6],
            "epsilon": [1e-3, 0.1, 1.0, 4.0, 8.0, 16.0],
        },
        "gaussian-delta-by-logcdf": {
            "sigma": [0.1, 0.5, 1.0, 3.0, 10.0, 100.0, 1e6],
            "epsilon": [1e-3, 0.1, 1.0, 4.0, 8.0, 16.0],
        },
    },
}
EXTRA: dict[str, dict[str, list[dict[str, Argument]]]] = {
    "dp_accounting": {
        f"pair.{side}": [
            {"p": p, "q": q, "count": count, "epsilon": epsilon}
            for (a, b), count, epsilon in product(PAIRS, [1, 2, 5, 20], [0.1, 0.5, 1.0, 3.0])
            for p, q in ((a, b), (b, a))
        ]
        + [
            {"p": (0.625, 0.375), "q": (0.375, 0.625), "count": count, "epsilon": epsilon * count}
            for count, epsilon in product([100, 300], [0.25, 0.3125, 0.375, 0.4375, 0.5])
        ]
        for side in ("pessimistic", "optimistic")
    }
    | {
        f"gaussian.{side}": [
            {"sigma": sigma, "count": count, "epsilon": epsilon}
            for sigma, count, far in (
                (1.0, 100, [120.0, 140.0, 200.0]),
                (3.0, 100, [15.0, 25.0, 30.0]),
                (3.0, 1000, [60.0, 140.0]),
                (10.0, 1000, [20.0, 30.0]),
            )
            for epsilon in far
        ]
        for side in ("pessimistic", "optimistic")
    },
}


def points(library: str, probe: str) -> Iterator[dict[str, Argument]]:
    axes = GRIDS[library].get(probe)
    if axes is not None:
        for values in product(*axes.values()):
            yield dict(zip(axes, values, strict=True))
    yield from EXTRA.get(library, {}).get(probe, [])


def main(name: str, only: str | None = None) -> None:
    (library,) = chosen_libraries(name)
    table = Table(library.name, library.version() or "")
    for probe in library.probes:
        if only not in (None, probe.name):
            continue
        counts: Counter[str] = Counter()
        for place, arguments in enumerate(points(library.name, probe.name)):
            result = checked(library, table, Case(f"{probe.name}-{place}", probe.name, arguments))
            counts[f"{result.outcome} {result.side} {result.size}"] += 1
            print(json.dumps({**result.to_json(), "given": arguments, "seen": result.seen}), flush=True)
        print(f"{probe.name}: {dict(counts)}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
