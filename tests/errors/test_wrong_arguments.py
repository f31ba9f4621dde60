"""Every public callable with a dozen wrong things for each parameter: a refusal that names it, and no bare error.

The table below has one valid call of each; `test_every_public_callable_has_a_valid_call` finds what is missing.
"""

import inspect
import random
import re
import secrets
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from fractions import Fraction
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, find, settings

import dpexact
from dpexact import DPExactError, Mechanism, NeighborGraph, exact, free_exp_epsilon
from dpexact import axioms as ax
from dpexact import count_queries as cq
from dpexact import gradual_release as gr
from dpexact import linear_programs as lp
from dpexact import rainbow as rb
from dpexact.audit import Quantity, parse_printed
from dpexact.composition import Accountant, PrivacyLoss, finite, privacy_loss
from dpexact.mechanisms import families
from dpexact.testing import strategies

MODULES = (
    "dpexact",
    "dpexact.audit",
    "dpexact.testing",
    "dpexact.testing.strategies",
    "dpexact.composition",
    "dpexact.programs",
    "dpexact.papers.count_queries",
    "dpexact.papers.rainbow",
    "dpexact.papers.axioms",
    "dpexact.papers.gradual_release",
    "dpexact.linear_programs",
    "dpexact.mechanisms.families",
)
RESULTS = {  # what functions return: made by them, their fields are not read from a user
    "dpexact.composition.DominatingPair",
    *("dpexact.programs.Distribution", "dpexact.programs.PartialMechanism"),
    *("dpexact.Certificate", "dpexact.Enclosure", "dpexact.Exact", "dpexact.Mechanism", "dpexact.NeighborGraph"),
    *("dpexact.PrivacyProfile", "dpexact.Proved", "dpexact.Refuted", "dpexact.Undecided"),
    *(f"dpexact.audit.{name}" for name in ("Audit", "AuditRow", "Claim", "ClaimTable", "Judgement", "PrintedNumber")),
    "dpexact.composition.PrivacyLoss",
    *(
        f"dpexact.papers.count_queries.{name}"
        for name in ("CountQueryDesign", "DataDependentNoise", "EtaPiece", "PrivacyGap")
    ),
    "dpexact.papers.count_queries.DiscreteGaussian",
    *("dpexact.papers.rainbow.GreatestMechanism", "dpexact.papers.rainbow.PowerSum"),
    *("dpexact.papers.axioms.BrokenBranching", "dpexact.papers.axioms.BrokenSufficiency"),
    *("dpexact.papers.axioms.RawPredicate", "dpexact.papers.gradual_release.Release"),
    *(f"dpexact.linear_programs.{name}" for name in ("Infeasible", "LinearProgram", "Optimum", "Row", "Unbounded")),
}
INSIDE = {  # methods of the package's own: what they are given is what it made
    *("dpexact.composition.DominatingPair.require_relation", "dpexact.composition.PrivacyLoss.known_factor"),
    *(f"dpexact.Exact.{name}" for name in ("of_rational", "of_sums", "exp", "parts_over")),
    *(f"dpexact.composition.PrivacyLoss.{name}_rule" for name in ("delta", "epsilon", "exp_epsilon")),
    *("dpexact.programs.PartialMechanism.completion", "dpexact.programs.PartialMechanism.in_doubt"),
    *("dpexact.Enclosure.computed", "dpexact.Mechanism.total", "dpexact.papers.rainbow.RainbowGraph.checked_rainbow"),
    *("dpexact.papers.rainbow.RainbowGraph.require", "dpexact.audit.Audit.small"),
}

M = Mechanism.from_rows([0, 1], [0, 1], [["3/4", "1/4"], ["1/4", "3/4"]])
OTHER = Mechanism.from_rows(["a"], ["b"], [[1]])
P = NeighborGraph.complete(M.inputs)
LOSS = privacy_loss(["3/4", "1/4"], ["1/4", "3/4"])
DESIGN = cq.printed_design(2, "4/5", 1)
GAUSSIAN = cq.discrete_gaussian(1)
GRAPH = rb.RainbowGraph([(0, 1), (1, 2)], {0: ("r", "b"), 1: ("r", "b"), 2: ("b", "r")})
PREDICATE = ax.ApproxDPPredicate(2, 0)
PREDICATES: dict[str, Any] = {
    "ApproxDPPredicate": PREDICATE,
    "GaussianPredicate": ax.GaussianPredicate(1),
    "LaplacePredicate": ax.LaplacePredicate(2),
    "LinePredicate": ax.uniform_predicate("1/4"),
    "LogisticPredicate": ax.LogisticPredicate(2),
    "PiecewiseLinearPredicate": ax.PiecewiseLinearPredicate([(0, 0), (1, 1)]),
    "PiecewiseRationalPredicate": ax.PiecewiseRationalPredicate([(1, [0, 1], [1])]),
    "RawPredicate": ax.RawPredicate.of_pairs([(0, 0)]),
}
DEFINITION = ax.singletons(2, 0)
PROGRAM = lp.LinearProgram.from_rows(["x"], {"x": 1}, [({"x": 1}, ">=", 1)])
BOUNDARY = {("r", "b"): {"r": "1/2", "b": "1/2"}, ("b", "r"): {"r": "1/2", "b": "1/2"}}
FIXED = {0: {"r": "1/2", "b": "1/2"}}
COIN = {"p": ["3/4", "1/4"], "q": ["1/4", "3/4"]}
PRIVATE: dict[str, Any] = {"mechanism": M, "neighbors": P, "exp_epsilon": 3}
DESIGN_OF: dict[str, Any] = {"exp_epsilon": 2, "eta": "4/5", "D": 1}
LINE: dict[str, Any] = {"p": ["1/2", "1/2"], "exp_epsilon": 2, "delta": "1/4"}
DRAWING: dict[str, Any] = {"paths": 9, "draws": 9, "mass": 0, "label": None, "subprograms": ()}
LABELS: dict[str, Any] = {"inputs": [0, 1], "outputs": [0, 1]}
EPSILONS = {"eps1": "1", "eps2": "2"}
RATIOS = {"p1": "1/2", "p2": "1/4"}
SCORES: dict[str, Any] = {"scores": {0: {"x": 1, "y": 0}, 1: {"x": 0, "y": 1}}, "exp_epsilon": 4, "sensitivity": 1}

Call = tuple["Callable[..., object]", dict[str, Any]]


def drawn(strategy: Callable[..., Any]) -> Callable[..., object]:
    """The first draw from a strategy, which looks at its arguments only then."""

    @wraps(strategy)
    def draw(**given: object) -> object:
        once = settings(max_examples=1, database=None, phases=[Phase.generate])
        return find(strategy(**given), lambda _: True, settings=once)

    return draw


def of(module: Any, calls: dict[str, dict[str, Any]]) -> dict[str, Call]:
    return {f"{module.__name__}.{name}": (getattr(module, name), given) for name, given in calls.items()}


def methods(place: str, value: Any, calls: dict[str, dict[str, Any]]) -> dict[str, Call]:
    return {f"{place}.{name}": (getattr(value, name), given) for name, given in calls.items()}


STRATEGIES: dict[str, dict[str, Any]] = {
    "distributions": {"size": 2, "weight": 3},
    "mechanisms": {"inputs": 2, "outputs": 2},
    "near_ties": {"exp_epsilon": 2, "bits": 10},
    "ill_conditioned": {"low": 0, "high": 20, "near": (0, 1)},
}

VALID: dict[str, Call] = {
    **of(
        dpexact,
        {
            "check": {"certificate": dpexact.verify(M, P, 3, 0).certificate()},
            "compose": {"m1": M, "m2": M},
            "epsilon_of": {"E": 2},
            "exact": {"value": 2},
            "exact_of_float": {"x": 0.5},
            "exp_of_epsilon": {"text": "1"},
            "free_exp_epsilon": {"lower": 1, "upper": 2},
            "hockey_stick": {**COIN, "exp_epsilon": 2},
            "load_mechanism": {
                "source": {
                    "format": "dpexact-mechanism/1",
                    "inputs": [0],
                    "outputs": [0],
                    "rows": [[1]],
                    "neighbors": "all",
                },
                "csv_neighbors": None,
            },
            "mix": {"p": "1/2", "m1": M, "m2": M, "outputs": "common"},
            "privacy_profile": {"mechanism": M, "neighbors": P},
            "save_mechanism": {"path": "m.json", "mechanism": M, "neighbors": P},
            "tight_delta": PRIVATE,
            "tight_exp_epsilon": {"mechanism": M, "neighbors": P, "delta": 0},
            "tradeoff_curve": COIN,
            "verify": {**PRIVATE, "delta": 0},
            "worst_case": PRIVATE,
        },
    ),
    **methods("dpexact.Certificate", dpexact.Certificate, {"from_json": {"text": "{}"}}),
    **methods(
        "dpexact.Enclosure",
        dpexact.epsilon_of(2),
        {"of": {"value": 2}, "refine": {"bits": 80}, "decimal": {"digits": 5}, "compare": {"other": 2}},
    ),
    **methods(
        "dpexact.Exact",
        exact("exp(1)"),
        {"enclosure": {"bits": 64}, "decimal": {"digits": 5, "rounding": "up"}},
    ),
    **methods("dpexact.Exact", free_exp_epsilon(1, 3), {"substitute": {"value": 2}}),
    **methods(
        "dpexact.Mechanism",
        M,
        {
            "from_rows": {**LABELS, "rows": [[1, 0], [0, 1]]},
            "from_numerators": {**LABELS, "numerators": [[1, 1], [2, 0]], "denominator": 2},
            "from_floats": {**LABELS, "rows": [[0.5, 0.5], [1.0, 0.0]], "row_sums": "exact"},
            "input_place": {"label": 0},
            "output_place": {"label": 0},
            "probability": {"input": 0, "event": [0]},
            "postprocess": {"kernel": M},
        },
    ),
    **methods(
        "dpexact.NeighborGraph",
        NeighborGraph,
        {
            "path": {"inputs": [0, 1]},
            "complete": {"inputs": [0, 1]},
            "from_edges": {"inputs": [0, 1], "edges": [(0, 1)], "directed": False},
        },
    ),
    "dpexact.PrivacyProfile.__call__": (dpexact.privacy_profile(M, P), {"exp_epsilon": 2}),
    **of(
        import_module("dpexact.audit"),
        {
            "audit": {"tables": [], "progress": None, "papers": None, "quantities": (), "jobs": 1, "cache": None},
            "judge": {
                "printed": parse_printed("0.5"),
                "meaning": "rounded",
                "number": exact("1/2"),
                "privacy_direction": "neither",
            },
            "load_claim_table": {"path": "no such table.toml", "quantities": None},
            "parse_printed": {"text": "0.5"},
        },
    ),
    **of(
        import_module("dpexact.testing"),
        {
            "assert_brackets": {"lower": 0.0, "upper": 1.0, "true": "1/2"},
            "assert_close": {"claimed": 0.5, "true": "1/2", "rel": "1/10", "abs": "1/10", "ulps": 2},
            "assert_lower_bound": {"claimed": 0.5, "true": "1/2", "rel": "1/10", "abs": "1/10", "ulps": 2},
            "assert_upper_bound": {"claimed": 0.5, "true": "1/2", "rel": "1/10", "abs": "1/10", "ulps": 2},
            "assert_distribution": {
                **DRAWING,
                "program": lambda source: source.below(2),
                "expected": {0: "1/2", 1: "1/2"},
                "abs": 0,
            },
            "assert_private": {**PRIVATE, "exp_epsilon": 4, "delta": 0, "tolerance": "1/10"},
            "exact_reference": {"quantity": "zcdp.epsilon", "rho": "1", "delta": "1/10", "conversion": "simple"},
            "hockey_stick_of_floats": {"p": [0.5, 0.5], "q": [0.5, 0.5], "exp_epsilon": 2},
        },
    ),
    **{
        f"dpexact.testing.strategies.{name}": (drawn(getattr(strategies, name)), given)
        for name, given in STRATEGIES.items()
    },
    **of(
        import_module("dpexact.composition"),
        {
            "Accountant": {"relation": "worst pair"},
            "gaussian": {"sigma": 1, "sensitivity": 1, "rate": 1},
            "laplace": {"scale": 1, "sensitivity": 1, "rate": 1},
            "discrete_gaussian": {"sigma": 1, "sensitivity": 1, "rate": 1},
            "discrete_laplace": {"decay": 1, "sensitivity": 1, "rate": 1},
            "randomized_response": {"truth": "3/4", "categories": 2},
            "finite": COIN,
            "parse_composition": {"text": "gaussian(sigma=1)"},
            "optimal_composition_delta": {"exp_epsilons": [2], "deltas": [0], "total_exp_epsilon": 2},
            "privacy_loss": COIN,
            "gaussian_mixture": {"sigma": 1, "sensitivities": [0, 1], "weights": ["1/2", "1/2"]},
            "binomial": {"trials": 4, "sensitivity": 1},
            "skellam": {"variance": 1, "sensitivity": 1},
            "epsilon_delta": {"epsilon": 1, "delta": "1/10"},
            "pure": {"epsilon": 1},
            "gdp": {"mu": 1},
            "permute_and_flip": {"epsilon": 1},
            "exponential_mechanism": {"epsilon": 1},
            "dp_sgd": {"noise_multiplier": 1, "batch": 1, "examples": 10, "steps": 2, "epochs": None},
            "shuffled": {"local_epsilon": 1, "users": 4},
            "without_replacement": {"law": finite(**COIN), "batch": 1, "examples": 10},
            "truncated_laplace": {"scale": 1, "bound": 3, "sensitivity": 1},
            "least": {"expression": "binomial(?)", "epsilon": 1, "delta": "1/10", "step": 1},
        },
    ),
    **of(
        import_module("dpexact.programs"),
        {
            "distribution_of": {**DRAWING, "program": lambda source: source.below(2)},
            "mechanism_of": {**DRAWING, "program": lambda source, n: source.below(2) + n, "inputs": [0, 1]},
        },
    ),
    "dpexact.programs.patched": (
        lambda source: ExitStack().enter_context(dpexact.programs.patched(source)),
        {"source": random.Random(1)},
    ),
    "dpexact.composition.Accountant.compose": (
        lambda mechanism, neighbors, count: Accountant().compose(mechanism, neighbors, count),
        {"mechanism": M, "neighbors": P, "count": 2},
    ),
    **methods(
        "dpexact.composition.Accountant",
        Accountant().compose(M, P, 2),
        {
            "delta": {"exp_epsilon": 2},
            "exp_epsilon": {"delta": 0},
            "epsilon": {"delta": 0},
            "certificate": {"exp_epsilon": 2},
        },
    ),
    **methods(
        "dpexact.composition.DominatingPair",
        finite(**COIN),
        {
            "delta": {"exp_epsilon": 2},
            "exp_epsilon": {"delta": 0},
            "epsilon": {"delta": 0},
            "direction": {"exp_epsilon": 2},
            "certificate": {"exp_epsilon": 2},
            "refutation": {"exp_epsilon": 1, "delta": 0},
        },
    ),
    **methods(
        "dpexact.composition.PrivacyLoss",
        LOSS,
        {"delta": {"exp_epsilon": 2}, "exp_epsilon": {"delta": 0}, "epsilon": {"delta": 0}},
    ),
    **of(
        cq,
        {
            "crossover": {"k": 1, "exp_epsilon": 2},
            "delta_in_eta": {"exp_epsilon": 2, "D": 1, "first": 1, "last": 2, "events": "singletons"},
            "discrete_gaussian": {"parameter": 1},
            "linear_program": {**DESIGN_OF, "first": 1, "last": 2, "events": "singletons"},
            "lower_bound": {"k": 1, **DESIGN_OF},
            "optimal_design": {**DESIGN_OF, "events": "singletons"},
            "printed_design": DESIGN_OF,
            "privacy_gap": DESIGN_OF,
            "real_delta": DESIGN_OF,
            "two_point_noise": {"i1": -1, "i2": 2, "eta": "1/2"},
        },
    ),
    **methods(
        "dpexact.papers.count_queries.CountQueryDesign",
        DESIGN,
        {
            "mechanism": {"first": 1, "last": 3},
            "tight_delta": {"exp_epsilon": 2},
            "singleton_delta": {"exp_epsilon": 2},
        },
    ),
    **methods(
        "dpexact.papers.count_queries.DiscreteGaussian",
        GAUSSIAN,
        {
            "of_variance": {"variance": 1},
            "probability": {"z": 1},
            "tight_delta": {"exp_epsilon": 2},
            "equation_45": {"exp_epsilon": 2, "sigma_squared": 1},
        },
    ),
    **methods("dpexact.papers.count_queries.EtaPiece", cq.delta_in_eta(2, 1, 1, 2)[0], {"at": {"eta": exact("1/2")}}),
    **of(
        rb,
        {
            "RainbowGraph": {"edges": [(0, 1)], "rainbows": {0: ("r", "b"), 1: ("b", "r")}},
            "closed_distribution": {**LINE, "t": 2},
            "closed_form": {**LINE, "t": 2},
            "greatest_mechanism": {"graph": GRAPH, "fixed": FIXED, "exp_epsilon": 2, "delta": 0},
            "is_morphism": {"mapping": {0: 0, 1: 1, 2: 2}, "source": GRAPH, "target": GRAPH},
            "is_rainbow_preserving": {"mapping": {0: 0, 1: 1, 2: 2}, "source": GRAPH, "target": GRAPH},
            "iterate": {**LINE, "t": 2, "variant": "corrected"},
            "lexicographic_mechanism": {"graph": GRAPH, "fixed": FIXED, "exp_epsilon": 2, "delta": 0},
            "line_mechanism": {**LINE, "length": 2, "variant": "corrected"},
            "optimal_mechanism": {"graph": GRAPH, "boundary": BOUNDARY, "exp_epsilon": 2, "delta": 0},
            "phase_transitions": {**LINE, "variant": "corrected"},
            "pullback": {"mechanism": M, "mapping": {"x": 0, "y": 1}},
            "step": {**LINE, "variant": "corrected"},
        },
    ),
    **methods(
        "dpexact.papers.rainbow.RainbowGraph",
        GRAPH,
        {"boundary": {"rainbow": ("r", "b")}, "interior": {"rainbow": ("r", "b")}, "distance": {"vertex": 0}},
    ),
    **methods(
        "dpexact.papers.rainbow.PowerSum",
        rb.closed_distribution(["1/2", "1/2"], 2, "1/4", 1)[0],
        {
            "decimal": {"digits": 5, "rounding": "up"},
            "minus": {"other": rb.closed_distribution(["1/2", "1/2"], 2, "1/4", 1)[0]},
        },
    ),
    **of(
        ax,
        {
            "ApproxDPPredicate": {"exp_epsilon": 2, "delta": 0, "direction": "both"},
            "GaussianPredicate": {"shift": 1},
            "LaplacePredicate": {"exp_shift": 2},
            "LinePredicate": {"lines": [(2, 0)], "at_zero": None, "convex": True},
            "LogisticPredicate": {"exp_shift": 2},
            "PiecewiseLinearPredicate": {"knots": [(0, 0), (1, 1)], "at_zero": None},
            "PiecewiseRationalPredicate": {"pieces": [(1, [0, 1], [1])], "at_zero": None},
            "PrivacyDefinition": {
                "name": "mine",
                "holds": max,
                "keeps_transformation": None,
                "keeps_convexity": None,
            },
            "anonymous": {"k": 2},
            "branching": {"mechanism": M, "F": max},
            "break_branching": {"utility": ax.dobrushin, "inputs": 1, "outputs": 2, "denominator": 2},
            "break_convexity": {"definition": DEFINITION, "mechanisms": [M], "neighbors": P},
            "break_sufficiency": {"utility": ax.dobrushin, "inputs": 1, "outputs": 2, "denominator": 2},
            "break_transformation": {"definition": DEFINITION, "mechanisms": [M], "neighbors": P},
            "canonical": {"mechanism": M},
            "check_predicate": {"predicate": PREDICATE},
            "contraction": {"mechanism": M},
            "cosine": {},
            "decision_value": {"utility": {("a", 0): 1, ("a", 1): 0}, "inputs": (0, 1)},
            "determinant": {"mechanism": M},
            "discrimination": {"mechanism": M},
            "dobrushin": {"mechanism": M},
            "expected_loss": {
                "mechanism": M,
                "loss": {(o, i): 1 for o in (0, 1) for i in (0, 1)},
                "prior": {0: "1/2", 1: "1/2"},
            },
            "exponential_predicate": {"exp_shift": 2},
            "generic": {"predicate": PREDICATE, "name": "mine"},
            "is_equivalent": {"m1": M, "m2": M},
            "is_maximally_sufficient": PRIVATE,
            "is_sufficient": {"m2": M, "for_": M},
            "least_expected_loss": {
                "mechanism": M,
                "loss": {(o, i): 1 for o in (0, 1) for i in (0, 1)},
                "prior": {0: "1/2", 1: "1/2"},
            },
            "lorenz_volume": {"mechanism": M},
            "minimum": {},
            "probabilistic": {"exp_epsilon": 2, "delta": 0},
            "row_graphs": PRIVATE,
            "satisfies": {"mechanism": M, "neighbors": P, "predicate": PREDICATE},
            "second_moment": {"bound": 2},
            "sharpen": {**PRIVATE, "exp_epsilon": 4},
            "singletons": {"exp_epsilon": 2, "delta": 0},
            "split_output": {**PRIVATE, "exp_epsilon": 4, "output": 0},
            "strict": {"exp_epsilon": 2, "but_impossible": False},
            "symmetrised": {"predicate": PREDICATE},
            "uniform_predicate": {"shift": "1/2"},
            "volume_squared": {"mechanism": M},
        },
    ),
    **{
        place: call
        for name, predicate in PREDICATES.items()
        for place, call in methods(
            f"dpexact.papers.axioms.{name}",
            predicate,
            {
                "upper": {"a": "1/2"},
                "lower": {"a": "1/2"},
                "inverse": {"a" if name == "RawPredicate" else "b": "1/2"},
                "allows": {"a": exact("1/2"), "b": exact("1/2")},
            },
        ).items()
    },
    **methods(
        "dpexact.papers.axioms.RawPredicate",
        ax.RawPredicate,
        {"of_pairs": {"pairs": [(0, 0)]}, "of_function": {"function": max}},
    ),
    **of(
        gr,
        {
            "algorithm_branches": EPSILONS,
            "discrete_laplace_probability": {"k": 1, "p": "1/2"},
            "joint_density": EPSILONS,
            "joint_probability": {"x": 1, "y": 1, **RATIOS},
            "lossless_kernel": {"first": M, "second": M},
            "lossless_release": {"first": M, "second": M, "neighbors": P, "exp_epsilon": 9, "delta": 0},
            "markov_density": {"levels": ["1", "2"]},
            "multi_level_release": {"ratios": ["1/2", "1/4"], "size": 2},
            "relax_conditional": {"y": 1, "x": 1, **RATIOS},
            "relax_kernel": EPSILONS,
            "relax_privacy": {"x": 0.5, "eps1": 1, "eps2": 2, "rng": random.Random(1)},
            "release_probability": {"noises": [1, 1], "ratios": ["1/2", "1/4"]},
            "renormalized_geometric": {"p": "1/2", "size": 2},
            "sample_path": {"levels": [1, 2], "rng": random.Random(1)},
            "sample_release": {"count": 3, "ratios": ["1/2", "1/4"], "bits": secrets.randbits},
            "tighten_kernel": EPSILONS,
            "tighten_probability": {"k": 1, **RATIOS},
            "tighten_weight": RATIOS,
            "tightening_matrix": {**RATIOS, "size": 2},
            "range_restricted_geometric": {"p": "1/2", "size": 2},
        },
    ),
    **of(lp, {"solve": {"program": PROGRAM, "start": None}}),
    **methods(
        "dpexact.linear_programs.LinearProgram",
        lp.LinearProgram,
        {"from_rows": {"variables": ["x"], "objective": {"x": 1}, "rows": [({"x": 1}, ">=", 1)], "free": ()}},
    ),
    **of(
        families,
        {
            "exponential_mechanism": SCORES,
            "k_ary_randomized_response": {"exp_epsilon": 2, "k": 3},
            "permute_and_flip": SCORES,
            "randomized_response": {"truth": "3/4"},
            "range_restricted_geometric": {"p": "1/2", "size": 2},
            "rappor": {"f": "1/2", "size": 2},
            "subset_selection": {"exp_epsilon": 2, "k": 3, "d": 1},
        },
    ),
}
VALID["dpexact.audit.Quantity"] = (
    Quantity,
    {"name": "mine", "parameters": ("x",), "compute": exact, "privacy_direction": "neither", "reference": "none"},
)


def public_callables() -> dict[str, Any]:
    """The functions, classes and methods that the public modules export, by their place."""
    found: dict[str, Any] = {}
    for name in MODULES:
        module = import_module(name)
        for public in module.__all__:
            value, place = getattr(module, public), f"{name}.{public}"
            if inspect.isclass(value):
                if issubclass(value, BaseException):
                    continue
                found[place] = value
                for member, inside in vars(value).items():
                    function = getattr(inside, "__func__", inside)
                    if inspect.isfunction(function) and (not member.startswith("_") or member == "__call__"):
                        found[f"{place}.{member}"] = getattr(value, member)
            elif callable(value):
                found[place] = value
    return found


def parameters_of(function: Any) -> list[inspect.Parameter]:
    return [
        parameter
        for parameter in inspect.signature(function).parameters.values()
        if parameter.name not in ("self", "cls")
        and parameter.kind not in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL)
    ]


def test_every_public_callable_has_a_valid_call() -> None:
    asked = {place for place, value in public_callables().items() if parameters_of(value)}
    assert asked - RESULTS - INSIDE == {place for place, (_, given) in VALID.items() if given}


def test_epsilon_goes_with_every_exp_epsilon() -> None:
    for place, function in public_callables().items():
        if place not in RESULTS | INSIDE | LAWS_OF_EPSILON:
            names = [parameter.name for parameter in parameters_of(function)]
            assert ("exp_epsilon" in names) == ("epsilon" in names), place


LAWS_OF_EPSILON = {  # epsilon is a parameter of the law, as people write it, and no level that is asked for
    f"dpexact.composition.{name}" for name in ("epsilon_delta", "exponential_mechanism", "permute_and_flip", "pure")
}


NEEDED = ("eta", "D", "k", "d", "t", "first", "last", "length", "output", "sensitivity", "exp_epsilon")
NO_ANSWER = (  # they say so
    "dpexact.audit.load_claim_table",
    "dpexact.Certificate.from_json",
    "dpexact.papers.axioms.minimum",
    "dpexact.papers.axioms.PiecewiseRationalPredicate.inverse",
    *(f"dpexact.papers.axioms.RawPredicate.{name}" for name in ("upper", "lower", "inverse")),
)


class Unprintable:
    def __repr__(self) -> str:
        message = "no repr"
        raise ValueError(message)


WRONG: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "1.5": lambda: 1.5,
    "True": lambda: True,
    "x": lambda: "x",
    "empty text": lambda: "",
    "[]": list,
    "{}": dict,
    "object": object,
    "mechanism": lambda: OTHER,
    "graph": lambda: P,
    "class": lambda: int,
    "-1": lambda: -1,
    "-1/2": lambda: Fraction(-1, 2),
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "array": lambda: np.array([[0.5, 0.5], [0.5, 0.5]]),
    "array of none": lambda: np.array(1.5),
    "bytes": lambda: b"x",
    "[None]": lambda: [None],
    "[[]]": lambda: [[]],
    "{None: None}": lambda: {None: None},
    "unprintable": Unprintable,
    "complex": lambda: 1j,
    "set": lambda: {1.5},
    "huge": lambda: 10**5000,
    "free E": free_exp_epsilon,
}


def is_default(function: Any, name: str, what: str) -> bool:
    """None is right where it is what a parameter is if it is not given."""
    parameter = inspect.signature(function).parameters.get(name)
    return what == "None" and parameter is not None and parameter.default is None and name not in NEEDED


def fault_of(error: Exception, given: dict[str, Any], name: str, what: str) -> str | None:
    """Return what is wrong with a refusal; None for a good one."""
    if not isinstance(error, DPExactError):
        return f"bare {type(error).__name__}: {error}"
    if what in ("free E", "huge") or len(given) == 1 or getattr(error, "file", None):
        return None  # a number is one, and too much of it; there is nothing else to name; the file is named
    names = given if what in ("mechanism", "graph") else (name,)  # two of them may not fit each other
    if any(re.search(rf"\b({known}|{known.removesuffix('s')})\b", str(error)) for known in names):
        return None
    return f"unnamed {type(error).__name__}: {error}"


@pytest.mark.slow
@pytest.mark.parametrize("place", VALID)
def test_wrong_arguments_are_refused_by_name(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    function, given = VALID[place]
    faults = []
    for name in given:
        for what, value in WRONG.items():
            if is_default(function, name, what):
                continue
            if what == "unprintable" and place.startswith("dpexact.testing.strategies"):
                continue  # hypothesis itself writes what it is given
            try:
                function(**{**given, name: value()})
            except Exception as error:  # noqa: BLE001 - every kind is looked at
                if isinstance(error, AssertionError) and place.startswith("dpexact.testing"):
                    continue  # a number like any other, and not the right one
                found = fault_of(error, given, name, what)
                faults += [] if found is None else [f"{name} = {what}: {found}"]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("place", [place for place in VALID if place not in NO_ANSWER])
def test_the_valid_call_is_one(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    function, given = VALID[place]
    function(**given)


WRONG_TYPE: dict[str, Callable[[], object]] = {  # what the first users tried
    "mechanism": lambda: dpexact.privacy_profile([[1]], [[1]]),  # type: ignore[arg-type]
    "kernel": lambda: M.postprocess("x"),  # type: ignore[arg-type]
    "neighbors": lambda: dpexact.verify(M, [(0, 1)], 2, 0),  # type: ignore[arg-type]
    "epsilon": lambda: dpexact.verify(M, P, epsilon=1.0),
    "exp_epsilon": lambda: dpexact.verify(M, P),
}


@pytest.mark.parametrize("name", WRONG_TYPE)
def test_the_parameter_comes_first(name: str) -> None:
    with pytest.raises(DPExactError, match=rf"^{name}: expected"):
        WRONG_TYPE[name]()


CLASSES = {place: value for place, value in public_callables().items() if inspect.isclass(value)}
DOORS = {".".join(place.split(".")[-2:]) if "." in place else place for place in public_callables()} | {
    place.rpartition(".")[2] for place, value in public_callables().items() if inspect.isfunction(value)
}


def wrong_calls(kind: type) -> dict[str, Callable[[], object]]:
    """A class called with nothing, too much, an unknown name, a wrong thing at first and one for all it needs."""
    needed = [parameter for parameter in parameters_of(kind) if parameter.default is parameter.empty]
    calls: dict[str, Callable[[], object]] = {
        "nothing": kind,
        "too much": lambda: kind(*range(50)),
        "unknown": lambda: kind(unknown=1),
    }
    for what, value in WRONG.items():
        calls[what] = lambda value=value: kind(value())  # type: ignore[misc]
        calls[f"only {what}"] = lambda value=value: kind(*(value() for _ in needed))  # type: ignore[misc]
    return calls


def has_a_door(kind: type) -> bool:
    """Return whether users make it by other ways than its constructor: it has ways of its own, or private fields."""
    fields = [parameter.name for parameter in parameters_of(kind)]
    return any(isinstance(member, classmethod) for member in vars(kind).values()) or any(
        field.startswith("_") for field in fields
    )


def constructor_fault(place: str, error: Exception) -> str | None:
    """Return what is wrong with what a constructor says; None for a good answer, or for Python's where it is clear."""
    kind, said = CLASSES[place], str(error)
    if isinstance(error, DPExactError):
        named = place not in RESULTS or any(f"{door}(" in said for door in DOORS)
        return None if named else f"names no door: {said}"
    clear = isinstance(error, TypeError) and said.startswith(f"{kind.__name__}.__init__() ")
    return None if clear and not has_a_door(kind) else f"bare {type(error).__name__}: {said}"


@pytest.mark.parametrize("place", CLASSES)
def test_a_class_called_wrongly_says_how_it_is_made(place: str) -> None:
    """Python's own words will do for a result that is made by functions alone; what they let pass has a repr."""
    faults = []
    for what, call in wrong_calls(CLASSES[place]).items():
        try:
            made = call()
        except Exception as error:  # noqa: BLE001 - every kind is looked at
            found = constructor_fault(place, error)
            faults += [] if found is None else [f"{what}: {found}"]
            continue
        for show in (repr, lambda one: getattr(one, "_repr_html_", str)()):
            try:
                show(made)
            except (AttributeError, TypeError) as error:
                faults.append(f"{what}: made, and then bare {type(error).__name__}: {error}")
            except Exception:  # noqa: BLE001, S110 - what has no repr itself, or is too long for one
                pass
    assert not faults, "\n".join(faults)


NEARLY: dict[str, Callable[[], object]] = {  # the class with what one of its doors takes
    "Mechanism.from_rows(": lambda: Mechanism([0], [0], [[1]], None),  # type: ignore[arg-type]
    "NeighborGraph.complete(": lambda: NeighborGraph([0, 1]),  # type: ignore[arg-type]
    "NeighborGraph.from_edges(": lambda: NeighborGraph((0, 1), [(0, 1)]),  # type: ignore[arg-type]
    "Certificate.from_json(": lambda: dpexact.Certificate("{}", "{}"),  # type: ignore[arg-type]
    "exact(": lambda: dpexact.Exact("1/2"),  # type: ignore[call-arg]
    "Enclosure.of(": lambda: dpexact.Enclosure(2),  # type: ignore[arg-type]
    "a ball of python-flint": lambda: dpexact.Enclosure(lambda: 2),
    "privacy_loss(": lambda: PrivacyLoss([(1, 1)]),  # type: ignore[arg-type]
    "discrete_gaussian(": lambda: cq.DiscreteGaussian(1),  # type: ignore[arg-type]
    "RawPredicate.of_pairs(": lambda: ax.RawPredicate([(0, 0)]),  # type: ignore[arg-type]
    "RawPredicate.of_function(": lambda: ax.RawPredicate(max),  # type: ignore[arg-type]
    "LinearProgram.from_rows(": lambda: lp.LinearProgram(["x"], {"x": 1}, [({"x": 1}, ">=", 1)], ()),  # type: ignore[arg-type, dict-item]
    "a function of a mechanism": lambda: ax.PrivacyDefinition("mine", 3),  # type: ignore[arg-type]
    "verify(": lambda: dpexact.Proved(M),  # type: ignore[call-arg]
}


@pytest.mark.parametrize("door", NEARLY)
def test_what_a_door_takes_is_refused_by_the_class_and_the_door_is_named(door: str) -> None:
    with pytest.raises(DPExactError, match=re.escape(door)):
        NEARLY[door]()


def test_a_type_error_behind_a_constructor_is_not_taken_for_a_wrong_call() -> None:
    def broken() -> object:
        return len(3)  # type: ignore[arg-type]

    with pytest.raises(TypeError, match="no len"):
        dpexact.Enclosure(broken)


def test_numbers_in_a_line_are_read() -> None:
    assert ax.LinePredicate([("2", 0)], at_zero=0).upper("1/4") == exact("1/2")  # type: ignore[arg-type]
    assert ax.LinePredicate([("2", 0)], at_zero=0) == ax.LinePredicate(((exact(2), exact(0)),), exact(0))  # type: ignore[arg-type]


LAZY = ("dpexact", "dpexact.testing", "dpexact.papers")


@pytest.mark.parametrize("module", LAZY)
def test_a_misspelt_name_is_told_the_right_one(module: str) -> None:
    lazy = import_module(module)
    for name in lazy.__all__:
        if name.startswith("_"):
            continue
        with pytest.raises(AttributeError) as told:
            getattr(lazy, f"{name}s")
        said = f"module {module!r} has no attribute '{name}s'; dir({module}) has the public names"
        assert str(told.value) == f"{said}; did you mean {name!r}?"
    assert not hasattr(lazy, "nothing_like_it")
    assert not hasattr(lazy, "no.name")
    assert not hasattr(lazy, "")


def test_a_module_that_is_not_imported_is_named() -> None:
    told = subprocess.run(  # here everything is imported
        [sys.executable, "-c", "import dpexact; dpexact.testing.assert_close"],
        capture_output=True,
        text=True,
        check=False,
    ).stderr
    assert "'testing'; it is a module: import dpexact.testing" in told


def test_an_unknown_keyword_is_named_with_the_function() -> None:
    """In Python's own words, which name the function that was called and nothing behind it."""
    for place, (function, given) in VALID.items():
        kinds = {parameter.kind for parameter in inspect.signature(function).parameters.values()}
        if inspect.isclass(function) or inspect.Parameter.VAR_KEYWORD in kinds:
            continue
        name = place.rpartition(".")[2]
        with pytest.raises(TypeError, match=r"unexpected keyword argument 'unknown'$") as told:
            function(**given, unknown=1)
        name = "upper" if "RawPredicate" in place and name in ("lower", "inverse") else name  # they are one function
        assert re.match(rf"(\w+\.|accept\.<locals>\.)?({name}|<lambda>)\(\) got an un", str(told.value)), place
