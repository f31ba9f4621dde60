"""The samplers of released libraries: how each is made and called, and what its library says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpexact.crosscheck.adapters.rejection_samplers import TUMULT
from dpexact.crosscheck.samplers import UNFINISHED, Sampler, numpy_global
from dpexact.numbers.exact import Exact, exact
from dpexact.programs.patching import patched

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dpexact.crosscheck.samplers import Law
    from dpexact.programs.source import Source

Program = "Callable[..., Any]"
LESS_FINISHED = "1/2199023255552"  # 2^-41
DIFFPRIVLIB = "diffprivlib/mechanisms/"


def _same(*inputs: Any) -> dict[Any, tuple[Any, ...]]:
    """Return inputs that are their own argument."""
    return {value: (value,) for value in inputs}


def _diffprivlib(kind: str, **options: Any) -> Callable[[], Callable[..., Any]]:
    """Return what makes a program that randomises its argument by a mechanism of diffprivlib."""

    def make() -> Callable[..., Any]:
        from diffprivlib import mechanisms

        mechanism = getattr(mechanisms, kind)

        def program(source: Source, value: Any) -> Any:
            return mechanism(**options, random_state=source).randomise(value)

        return program

    return make


def _selecting(kind: str, **options: Any) -> Callable[[], Callable[..., Any]]:
    """Return what makes a program that selects by the utilities that are its arguments."""

    def make() -> Callable[..., Any]:
        from diffprivlib import mechanisms

        mechanism = getattr(mechanisms, kind)

        def program(source: Source, *utility: float) -> Any:
            return mechanism(**options, utility=list(utility), random_state=source).randomise()

        return program

    return make


def _bernoulli() -> tuple[Callable[..., Any], ...]:
    from diffprivlib.mechanisms.base import bernoulli_neg_exp

    return (bernoulli_neg_exp,)


def _bernoulli_neg_exp() -> Callable[..., Any]:
    from diffprivlib.mechanisms import base

    return lambda source, gamma: base.bernoulli_neg_exp(gamma, source)


def _discrete_gaussian() -> Callable[..., Any]:
    """Make the program of GaussianDiscrete, whose rejections begin the run anew."""
    from diffprivlib.mechanisms import GaussianDiscrete, base, gaussian

    mechanism = GaussianDiscrete(epsilon=1.0, delta=1e-5)  # once: the search for its scale is long
    tau = 1 / (1 + mechanism._scale // 1)  # noqa: SLF001

    def program(source: Source, value: int) -> Any:
        mechanism._rng, shipped = source, base.bernoulli_neg_exp  # noqa: SLF001

        def accepting(gamma: float, rng: Any) -> Any:
            bit = shipped(gamma, rng)
            if gamma != tau and not bit:
                source.restart()  # the loop begins again, with nothing kept
            return bit

        held, gaussian.bernoulli_neg_exp = gaussian.bernoulli_neg_exp, accepting
        try:
            return mechanism.randomise(value)
        finally:
            gaussian.bernoulli_neg_exp = held

    return program


HIERARCHY = [["a", "b"], ["c", "d"]]
CATEGORIES = [("a", "b", 1.0), ("a", "c", 2.0), ("b", "c", 2.0)]
UTILITIES = {"0, 1, 2": (0.0, 1.0, 2.0), "1, 0, 2": (1.0, 0.0, 2.0), "1, 1, 1": (1.0, 1.0, 1.0)}

_EPSILON = "Privacy parameter :math:`\\epsilon` for the mechanism."
ANSWER_OF_DOUBLES = (
    "the mechanism starts from a double by design; below epsilon = 12 the delta is of the order of its grid"
)

DIFFPRIVLIB_SAMPLERS = (
    Sampler(
        "Binary:epsilon=1",
        "diffprivlib",
        "randomized response on two labels",
        _diffprivlib("Binary", epsilon=1.0, value0="a", value1="b"),
        _same("a", "b"),
        DIFFPRIVLIB + "binary.py:39: " + _EPSILON,
        "1",
    ),
    Sampler(
        "Geometric:epsilon=1",
        "diffprivlib",
        "two-sided geometric noise",
        _diffprivlib("Geometric", epsilon=1.0),
        _same(0, 1),
        DIFFPRIVLIB + "geometric.py:37: " + _EPSILON,
        "1",
    ),
    Sampler(
        "Geometric:epsilon=20",
        "diffprivlib",
        "two-sided geometric noise",
        _diffprivlib("Geometric", epsilon=20.0),
        _same(0, 1),
        DIFFPRIVLIB + "geometric.py:37: " + _EPSILON,
        "20",
        finding="All noise comes from one double, so that an event of probability 2e-9 cannot occur for the neighbor.",
        defence=ANSWER_OF_DOUBLES,
    ),
    Sampler(
        "GeometricTruncated:epsilon=1,lower=0,upper=5",
        "diffprivlib",
        "two-sided geometric noise, truncated",
        _diffprivlib("GeometricTruncated", epsilon=1.0, lower=0, upper=5),
        _same(*range(6)),
        DIFFPRIVLIB + "geometric.py:121: " + _EPSILON,
        "1",
        neighbors="path",
    ),
    Sampler(
        "GeometricFolded:epsilon=1,lower=0,upper=5",
        "diffprivlib",
        "two-sided geometric noise, folded",
        _diffprivlib("GeometricFolded", epsilon=1.0, lower=0, upper=5),
        _same(*range(6)),
        DIFFPRIVLIB + "geometric.py:184: " + _EPSILON,
        "1",
        neighbors="path",
    ),
    Sampler(
        "Exponential:epsilon=1,sensitivity=1",
        "diffprivlib",
        "the exponential mechanism on three candidates; utilities that differ by at most 1",
        _selecting("Exponential", epsilon=1.0, sensitivity=1.0),
        UTILITIES,
        DIFFPRIVLIB + "exponential.py:44: " + _EPSILON,
        "1",
    ),
    Sampler(
        "PermuteAndFlip:epsilon=1,sensitivity=1",
        "diffprivlib",
        "permute and flip on three candidates; utilities that differ by at most 1",
        _selecting("PermuteAndFlip", epsilon=1.0, sensitivity=1.0),
        UTILITIES,
        DIFFPRIVLIB + "exponential.py:208: " + _EPSILON,
        "1",
        subprograms=_bernoulli,
        mass=UNFINISHED,
    ),
    Sampler(
        "ExponentialCategorical:epsilon=1",
        "diffprivlib",
        "the exponential mechanism on three labels",
        _diffprivlib("ExponentialCategorical", epsilon=1.0, utility_list=CATEGORIES),
        _same("a", "b", "c"),
        DIFFPRIVLIB + "exponential.py:322: " + _EPSILON,
        "1",
    ),
    Sampler(
        "ExponentialHierarchical:epsilon=1",
        "diffprivlib",
        "the exponential mechanism on a tree of four leaves",
        _diffprivlib("ExponentialHierarchical", epsilon=1.0, hierarchy=HIERARCHY),
        _same("a", "b", "c", "d"),
        DIFFPRIVLIB + "exponential.py:524: " + _EPSILON,
        "1",
    ),
    Sampler(
        "GaussianDiscrete:epsilon=1,delta=1e-5",
        "diffprivlib",
        "discrete Gaussian noise",
        _discrete_gaussian,
        _same(0, 1),
        DIFFPRIVLIB + "gaussian.py:224: " + _EPSILON,
        "1",
        "1e-5",
        subprograms=_bernoulli,
        mass=LESS_FINISHED,
        long=True,
        setting="a rejected candidate begins the run anew (the loop keeps nothing)",
    ),
    Sampler(
        "bernoulli_neg_exp:gamma=1/2",
        "diffprivlib",
        "a bit that is 1 with probability exp(-gamma)",
        _bernoulli_neg_exp,
        {"1/2": (0.5,)},
        DIFFPRIVLIB + "base.py:235: Sample from Bernoulli(exp(-gamma)).",
        law=lambda bit: exact("exp(-1/2)") if bit else 1 - exact("exp(-1/2)"),
        mass=UNFINISHED,
    ),
    Sampler(
        "bernoulli_neg_exp:gamma=0",
        "diffprivlib",
        "a bit that is 1 with probability exp(-gamma)",
        _bernoulli_neg_exp,
        {"0": (0.0,)},
        DIFFPRIVLIB + "base.py:235: Sample from Bernoulli(exp(-gamma)).",
        law=lambda bit: exact(bit),
        mass=UNFINISHED,
    ),
)


def _tumult_randrange() -> Callable[..., Any]:
    from tmlt.core.random.rng import RNGWrapper

    return lambda source, stop: RNGWrapper(source.generator).randrange(stop)


REJECTIONS = "a rejected round begins anew (the loops keep nothing)"
TUMULT_SAMPLERS = (
    Sampler(
        "RNGWrapper.randrange:6",
        "tmlt.core",
        "an integer below 6",
        _tumult_randrange,
        {"6": (6,)},
        "tmlt/core/random/rng.py:60: Returns a random integer between 0 (inclusive) and ``stop`` (exclusive).",
        law=lambda output: exact("1/6"),  # noqa: ARG005
    ),
    Sampler(
        "_sample_dlaplace:scale=2",
        "tmlt.core",
        "two-sided geometric noise, for the loss 1/2",
        TUMULT.make("_sample_dlaplace"),
        {0: (0, 2), 1: (1, 2)},
        "tmlt/core/random/discrete_gaussian.py:132: Returns a sample from a discrete Laplace distribution.",
        "1/2",
        subprograms=TUMULT.subprograms,
        mass=LESS_FINISHED,
        long=True,
        around=TUMULT.around,
        setting=REJECTIONS,
    ),
    Sampler(
        "sample_dgauss:sigma_squared=1",
        "tmlt.core",
        "discrete Gaussian noise; delta is that of the ideal law at epsilon = 1, rounded up",
        TUMULT.make("sample_dgauss"),
        {0: (0, 1), 1: (1, 1)},
        "tmlt/core/random/discrete_gaussian.py:183: Returns a sample from a discrete Gaussian distribution.",
        "1",
        "0.1413513394056219080995417",
        subprograms=TUMULT.subprograms,
        mass=LESS_FINISHED,
        long=True,
        around=TUMULT.around,
        setting=REJECTIONS,
    ),
)
