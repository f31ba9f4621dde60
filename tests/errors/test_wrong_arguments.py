"""Every public callable with a dozen wrong things for each parameter: a refusal that names it, and no bare error.

A valid call of each has the usual value of every parameter (`USUAL`, `GIVEN`); a name without one stops the tests.
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
from dpexact import linear_programs as lp
from dpexact import rainbow as rb
from dpexact.audit import parse_printed
from dpexact.composition import Accountant, PrivacyLoss, finite, privacy_loss
from dpexact.testing import strategies
from tests.beside import beside
from tests.each import each
from tests.refusals import refuses

BESIDE = beside(__file__)

MODULES = BESIDE["modules"]
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
SUM = rb.closed_distribution(["1/2", "1/2"], 2, "1/4", 1)[0]
COIN = {"p": ["3/4", "1/4"], "q": ["1/4", "3/4"]}

Call = tuple["Callable[..., object]", dict[str, Any]]


def drawn(strategy: Callable[..., Any]) -> Callable[..., object]:
    """The first draw from a strategy, which looks at its arguments only then."""

    @wraps(strategy)
    def draw(**given: object) -> object:
        once = settings(max_examples=1, database=None, phases=[Phase.generate])
        return find(strategy(**given), lambda _: True, settings=once)

    return draw


MAKERS: dict[str, Any] = {  # whose methods are called
    "Enclosure": dpexact.epsilon_of(2),
    "Exact": exact("exp(1)"),
    "Mechanism": M,
    "PrivacyProfile": dpexact.privacy_profile(M, P),
    "composition.Accountant": Accountant().compose(M, P, 2),
    "composition.DominatingPair": finite(**COIN),
    "composition.PrivacyLoss": LOSS,
    "count_queries.CountQueryDesign": DESIGN,
    "count_queries.DiscreteGaussian": GAUSSIAN,
    "count_queries.EtaPiece": cq.delta_in_eta(2, 1, 1, 2)[0],
    "rainbow.RainbowGraph": GRAPH,
    "rainbow.PowerSum": SUM,
    **{f"axioms.{name}": predicate for name, predicate in PREDICATES.items()},
}
FUNCTIONS: dict[str, Callable[..., object]] = {  # called in another way
    "Exact.substitute": free_exp_epsilon(1, 3).substitute,
    "programs.patched": lambda source: ExitStack().enter_context(dpexact.programs.patched(source)),
    "composition.Accountant.compose": lambda mechanism, neighbors, count: Accountant().compose(
        mechanism, neighbors, count
    ),
    **{f"testing.strategies.{name}": drawn(getattr(strategies, name)) for name in strategies.__all__},
}
# A valid argument for each name of a parameter, where GIVEN has no other; of two that exclude each other, one is `...`.
USUAL: dict[str, Any] = {
    **dict.fromkeys(("delta", "input", "label", "low", "mass", "output", "vertex"), 0),
    **dict.fromkeys(("D", "batch", "d", "decay", "epsilon", "first", "jobs", "k", "local_epsilon", "lower", "mu"), 1),
    **dict.fromkeys(("noise_multiplier", "parameter", "rate", "scale", "sensitivity", "shift", "sigma"), 1),
    **dict.fromkeys(("sigma_squared", "step", "variance", "x", "y", "z"), 1),
    **dict.fromkeys(("E", "bound", "categories", "count", "denominator", "exp_epsilon", "exp_shift", "i2"), 2),
    **dict.fromkeys(("last", "length", "size", "steps", "t", "total_exp_epsilon", "ulps", "upper", "value"), 2),
    **dict.fromkeys(("paths", "draws"), 9),
    **dict.fromkeys(("a", "b", "f", "p1", "true"), "1/2"),
    **dict.fromkeys(("rel", "abs", "tolerance"), "1/10"),
    **dict.fromkeys(("at_zero", "cache", "csv_neighbors", "epochs", "keeps_convexity", "keeps_transformation"), None),
    **dict.fromkeys(("papers", "progress", "start"), None),
    **dict.fromkeys(("m1", "m2", "mechanism", "kernel", "for_"), M),
    **dict.fromkeys(("holds", "function", "F"), max),
    "bits": 80, "digits": 5, "examples": 10, "high": 20, "i1": -1, "trials": 4, "users": 4, "weight": 3, "other": 2,
    "claimed": 0.5, "eta": "4/5", "p2": "1/4", "truth": "3/4", "eps1": "1", "eps2": "2", "text": "1", **COIN,
    "name": "mine", "reference": "none", "path": "m.json", "relation": "worst pair", "expression": "binomial(?)",
    "events": "singletons", "variant": "corrected", "direction": "both", "privacy_direction": "neither",
    "meaning": "rounded", "row_sums": "exact", "rounding": "up", "directed": False, "but_impossible": False,
    "convex": True, "printed": parse_printed("0.5"), "number": exact("1/2"), "law": finite(**COIN),
    "certificate": dpexact.verify(M, P, 3, 0).certificate(), "neighbors": P, "mechanisms": [M], "program": PROGRAM,
    "predicate": PREDICATE, "definition": DEFINITION, "utility": ax.dobrushin, "rng": random.Random(1),
    "graph": GRAPH, "source": GRAPH, "target": GRAPH, "mapping": {0: 0, 1: 1, 2: 2}, "fixed": FIXED,
    "boundary": BOUNDARY, "rainbow": ("r", "b"), "rainbows": {0: ("r", "b"), 1: ("b", "r")}, "edges": [(0, 1)],
    "inputs": [0, 1], "outputs": [0, 1], "rows": [[1, 0], [0, 1]], "numerators": [[1, 1], [2, 0]], "event": [0],
    "knots": [(0, 0), (1, 1)], "lines": [(2, 0)], "pieces": [(1, [0, 1], [1])], "pairs": [(0, 0)], "near": (0, 1),
    "levels": ["1", "2"], "noises": [1, 1], "ratios": ["1/2", "1/4"], "weights": ["1/2", "1/2"], "deltas": [0],
    "sensitivities": [0, 1], "exp_epsilons": [2], "tables": [], "quantities": (), "subprograms": (), "free": (),
    "expected": {0: "1/2", 1: "1/2"}, "prior": {0: "1/2", 1: "1/2"},
    "scores": {0: {"x": 1, "y": 0}, 1: {"x": 0, "y": 1}},
    "loss": {(o, i): 1 for o in (0, 1) for i in (0, 1)}, "variables": ["x"], "objective": {"x": 1},
}  # fmt: skip
DOCUMENT = {"format": "dpexact-mechanism/1", "inputs": [0], "outputs": [0], "rows": [[1]], "neighbors": "all"}
REST = ("any_names", "assumptions", "caution", "digest", "loose", "optional", "pair", "profile_over", "remark")
ON_A_LINE = ("closed_distribution", "closed_form", "iterate", "line_mechanism", "phase_transitions", "step")
GEOMETRIC = ("discrete_laplace_probability", "range_restricted_geometric", "renormalized_geometric")
WHOLE: dict[str, Any] = {"inputs": 1, "outputs": 2}
GIVEN: dict[str, dict[str, Any]] = {
    "exact_of_float": {"x": 0.5},
    "load_mechanism": {"source": DOCUMENT},
    "mix": {"p": "1/2", "outputs": "common"},
    "verify": {"exp_epsilon": 3},
    "Certificate.from_json": {"text": "{}"},
    "Mechanism.from_floats": {"rows": [[0.5, 0.5], [1.0, 0.0]]},
    "NeighborGraph.from_edges": {"inputs": [0, 1]},
    "audit.judge": {"tolerance": ...},
    "composition.DominatingPair.for_relation": {"relation": "replace one record"},
    "audit.load_claim_table": {"path": "no such table.toml", "quantities": None},
    "audit.parse_printed": {"text": "0.5"},
    "audit.Quantity": {"parameters": ("x",), "compute": exact, **dict.fromkeys(REST, ...)},
    "testing.assert_brackets": {"lower": 0.0, "upper": 1.0},
    "testing.assert_distribution": {"program": lambda source: source.below(2), "label": None, "abs": 0},
    "testing.assert_private": {"exp_epsilon": 4},
    "testing.exact_reference": {"quantity": "zcdp.epsilon", "rho": "1", "delta": "1/10", "conversion": "simple"},
    "testing.hockey_stick_of_floats": {"p": [0.5, 0.5], "q": [0.5, 0.5]},
    "testing.strategies.mechanisms": {"inputs": 2, "outputs": 2},
    "composition.parse_composition": {"text": "gaussian(sigma=1)"},
    "composition.epsilon_delta": {"delta": "1/10"},
    "composition.truncated_laplace": {"bound": 3},
    "composition.least": {"epsilon": 1, "exp_epsilon": ..., "delta": "1/10"},
    "composition.DominatingPair.direction": {"delta": ...},
    "composition.DominatingPair.certificate": {"delta": ...},
    "composition.DominatingPair.refutation": {"exp_epsilon": 1},
    "programs.distribution_of": {"program": lambda source: source.below(2), "label": None},
    "programs.mechanism_of": {"program": lambda source, n: source.below(2) + n, "label": None},
    "programs.patched": {"source": random.Random(1)},
    "count_queries.two_point_noise": {"eta": "1/2"},
    "count_queries.EtaPiece.at": {"eta": exact("1/2")},
    **{f"rainbow.{name}": {"p": ["1/2", "1/2"], "delta": "1/4"} for name in ON_A_LINE},
    "rainbow.pullback": {"mapping": {"x": 0, "y": 1}},
    "rainbow.PowerSum.minus": {"other": SUM},
    "axioms.anonymous": {"k": 2},
    **{f"axioms.break_{law}": WHOLE for law in ("branching", "sufficiency")},
    "axioms.decision_value": {"utility": {("a", 0): 1, ("a", 1): 0}, "inputs": (0, 1)},
    **{f"axioms.{name}": {"exp_epsilon": 4} for name in ("sharpen", "split_output")},
    "axioms.is_maximally_sufficient": {"exp_epsilon": 3},
    "axioms.uniform_predicate": {"shift": "1/2"},
    **{f"axioms.{name}.allows": {"a": exact("1/2"), "b": exact("1/2")} for name in PREDICATES},
    **{f"gradual_release.{name}": {"p": "1/2"} for name in GEOMETRIC},
    "gradual_release.lossless_kernel": {"first": M, "second": M},
    "gradual_release.lossless_release": {"first": M, "second": M, "exp_epsilon": 9},
    "gradual_release.relax_privacy": {"x": 0.5, "eps1": 1, "eps2": 2},
    "gradual_release.sample_path": {"levels": [1, 2]},
    "gradual_release.sample_release": {"count": 3, "bits": secrets.randbits},
    "linear_programs.LinearProgram.from_rows": {"rows": [({"x": 1}, ">=", 1)]},
    "mechanisms.families.range_restricted_geometric": {"p": "1/2"},
    **{f"mechanisms.families.{name}": {"k": 3} for name in ("k_ary_randomized_response", "subset_selection")},
    **{f"mechanisms.families.{name}": {"exp_epsilon": 4} for name in ("exponential_mechanism", "permute_and_flip")},
}


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


def valid_call(place: str, function: Any) -> Call:
    """A public callable with a valid argument for each parameter; of epsilon and exp_epsilon the latter."""
    short = place.removeprefix("dpexact.").removeprefix("papers.")
    owner, _, name = short.rpartition(".")
    function = FUNCTIONS.get(short) or (getattr(MAKERS[owner], name) if owner in MAKERS else function)
    known = [parameter.name for parameter in parameters_of(function)]
    usual = {name: USUAL.get(name) for name in known if not (name == "epsilon" and "exp_epsilon" in known)}
    given = {**usual, **GIVEN.get(short, {})}
    assert USUAL.keys() | GIVEN.get(short, {}) >= given.keys(), f"{place}: no valid argument for {[*given]} is known"
    return function, {name: value for name, value in given.items() if value is not ...}


VALID: dict[str, Call] = {
    place: valid_call(place, function)
    for place, function in public_callables().items()
    if place not in RESULTS | INSIDE and parameters_of(function)
}


def test_epsilon_goes_with_every_exp_epsilon() -> None:
    for place, function in public_callables().items():
        if place not in RESULTS | INSIDE | LAWS_OF_EPSILON:
            names = [parameter.name for parameter in parameters_of(function)]
            assert ("exp_epsilon" in names) == ("epsilon" in names), place


LAWS_OF_EPSILON = {  # epsilon is a parameter of the law, as people write it, and no level that is asked for
    f"dpexact.composition.{name}" for name in ("epsilon_delta", "exponential_mechanism", "permute_and_flip", "pure")
}


NEEDED = ("eta", "D", "k", "d", "t", "first", "last", "length", "output", "sensitivity", "exp_epsilon")
NAMED = ("rows", "edges", "input", "free_exp_epsilon", "relax_privacy", "m1", "every run")  # may begin a refusal, too
MOST_SAID = 500  # characters of a refusal of a huge integer, which Python itself cannot write
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
    "-huge": lambda: -(10**5000),
    "entries that are huge": lambda: [[-(10**5000), 0], [1, 0]],
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
    if "huge" in what and len(str(error)) > MOST_SAID:
        return f"{len(str(error))} characters in {type(error).__name__}"
    if what == "free E" or "huge" in what or len(given) == 1 or getattr(error, "file", None):
        return None  # a number is one, and too much of it; there is nothing else to name; the file is named
    names = given if what in ("mechanism", "graph") else (name,)  # two of them may not fit each other
    begun = re.match(rf"(?:[\w. ]+: )?(?:{'|'.join([*given, *NAMED])})\b", str(error))
    if begun and any(re.search(rf"\b({known}|{known.removesuffix('s')})\b", str(error)) for known in names):
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


@each("place", CLASSES)
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


@each("door", NEARLY)
def test_what_a_door_takes_is_refused_by_the_class_and_the_door_is_named(door: str) -> None:
    refuses(DPExactError, re.escape(door), NEARLY[door])


def test_a_type_error_behind_a_constructor_is_not_taken_for_a_wrong_call() -> None:
    def broken() -> object:
        return len(3)  # type: ignore[arg-type]

    refuses(TypeError, "no len", dpexact.Enclosure, broken)


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
        said = refuses(TypeError, r"unexpected keyword argument 'unknown'$", function, **given, unknown=1)
        name = "upper" if "RawPredicate" in place and name in ("lower", "inverse") else name  # they are one function
        assert re.match(rf"(\w+\.|accept\.<locals>\.)?({name}|<lambda>)\(\) got an un", said), place
