"""The samplers of released libraries, each with the program that calls it and the promise of its library."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any, cast

from dpexact.crosscheck.adapters.rejection_samplers import TUMULT
from dpexact.crosscheck.samplers import UNFINISHED, Law, Sampler
from dpexact.crosscheck.withheld import withheld_samplers
from dpexact.numbers.exact import Exact, exact
from dpexact.programs.patching import patched
from dpexact.programs.source import Source

LESS_FINISHED = "1/2199023255552"  # 2^-41
DIFFPRIVLIB = "diffprivlib/mechanisms/"


def same(*inputs: Any) -> dict[Any, tuple[Any, ...]]:
    """Map each input to itself as the argument."""
    return {value: (value,) for value in inputs}


def _diffprivlib(kind: str, **options: Any) -> Callable[[], Callable[..., Any]]:
    """Return a factory for a program that randomises its argument by a mechanism of diffprivlib."""

    def make() -> Callable[..., Any]:
        mechanism = getattr(import_module("diffprivlib.mechanisms"), kind)

        def program(source: Source, value: Any) -> Any:
            return mechanism(**options, random_state=source).randomise(value)

        return program

    return make


def _selecting(kind: str, **options: Any) -> Callable[[], Callable[..., Any]]:
    """Return a factory for a program that selects by the utilities that are its arguments."""

    def make() -> Callable[..., Any]:
        mechanism = getattr(import_module("diffprivlib.mechanisms"), kind)

        def program(source: Source, *utility: float) -> Any:
            return mechanism(**options, utility=list(utility), random_state=source).randomise()

        return program

    return make


def _bernoulli() -> tuple[Callable[..., Any], ...]:
    return (import_module("diffprivlib.mechanisms.base").bernoulli_neg_exp,)


def _bernoulli_neg_exp() -> Callable[..., Any]:
    base = import_module("diffprivlib.mechanisms.base")
    return lambda source, gamma: base.bernoulli_neg_exp(gamma, source)


def _discrete_gaussian() -> Callable[..., Any]:
    """Make the program of GaussianDiscrete, whose rejections begin the run anew."""
    base: Any = import_module("diffprivlib.mechanisms.base")
    gaussian: Any = import_module("diffprivlib.mechanisms.gaussian")
    mechanism = gaussian.GaussianDiscrete(epsilon=1.0, delta=1e-5)  # once: the search for its scale is long
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

DIFFPRIVLIB_SAMPLERS = (
    Sampler(
        "Binary:epsilon=1",
        "diffprivlib",
        "randomized response on two labels",
        _diffprivlib("Binary", epsilon=1.0, value0="a", value1="b"),
        same("a", "b"),
        DIFFPRIVLIB + "binary.py:39: " + _EPSILON,
        "1",
    ),
    Sampler(
        "Geometric:epsilon=1",
        "diffprivlib",
        "two-sided geometric noise",
        _diffprivlib("Geometric", epsilon=1.0),
        same(0, 1),
        DIFFPRIVLIB + "geometric.py:39: " + _EPSILON,
        "1",
    ),
    Sampler(
        "Geometric:epsilon=20",
        "diffprivlib",
        "two-sided geometric noise",
        _diffprivlib("Geometric", epsilon=20.0),
        same(0, 1),
        DIFFPRIVLIB + "geometric.py:39: " + _EPSILON,
        "20",
    ),
    Sampler(
        "GeometricTruncated:epsilon=1,lower=0,upper=5",
        "diffprivlib",
        "two-sided geometric noise, truncated",
        _diffprivlib("GeometricTruncated", epsilon=1.0, lower=0, upper=5),
        same(*range(6)),
        DIFFPRIVLIB + "geometric.py:124: " + _EPSILON,
        "1",
        neighbors="path",
    ),
    Sampler(
        "GeometricFolded:epsilon=1,lower=0,upper=5",
        "diffprivlib",
        "two-sided geometric noise, folded",
        _diffprivlib("GeometricFolded", epsilon=1.0, lower=0, upper=5),
        same(*range(6)),
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
        DIFFPRIVLIB + "exponential.py:43: " + _EPSILON,
        "1",
    ),
    Sampler(
        "PermuteAndFlip:epsilon=1,sensitivity=1",
        "diffprivlib",
        "permute and flip on three candidates; utilities that differ by at most 1",
        _selecting("PermuteAndFlip", epsilon=1.0, sensitivity=1.0),
        UTILITIES,
        DIFFPRIVLIB + "exponential.py:207: " + _EPSILON,
        "1",
        subprograms=_bernoulli,
        mass=UNFINISHED,
    ),
    Sampler(
        "ExponentialCategorical:epsilon=1",
        "diffprivlib",
        "the exponential mechanism on three labels",
        _diffprivlib("ExponentialCategorical", epsilon=1.0, utility_list=CATEGORIES),
        same("a", "b", "c"),
        DIFFPRIVLIB + "exponential.py:295: " + _EPSILON,
        "1",
    ),
    Sampler(
        "ExponentialHierarchical:epsilon=1",
        "diffprivlib",
        "the exponential mechanism on a tree of four leaves",
        _diffprivlib("ExponentialHierarchical", epsilon=1.0, hierarchy=HIERARCHY),
        same("a", "b", "c", "d"),
        DIFFPRIVLIB + "exponential.py:481: " + _EPSILON,
        "1",
    ),
    Sampler(
        "GaussianDiscrete:epsilon=1,delta=1e-5",
        "diffprivlib",
        "discrete Gaussian noise",
        _discrete_gaussian,
        same(0, 1),
        DIFFPRIVLIB + "gaussian.py:220: " + _EPSILON,
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
        law=exact,
        mass=UNFINISHED,
    ),
)


def _tumult_randrange() -> Callable[..., Any]:
    wrapper = import_module("tmlt.core.random.rng").RNGWrapper
    return lambda source, stop: wrapper(source.generator).randrange(stop)


REJECTIONS = "a rejected round begins anew (the loops keep nothing)"
TUMULT_SAMPLERS = (
    Sampler(
        "RNGWrapper.randrange:6",
        "tmlt.core",
        "an integer below 6",
        _tumult_randrange,
        {"6": (6,)},
        "tmlt/core/random/rng.py:61: Returns a random integer between 0 (inclusive) and ``stop`` (exclusive).",
        law=lambda output: exact("1/6"),  # noqa: ARG005
    ),
    Sampler(
        "_sample_dlaplace:scale=2",
        "tmlt.core",
        "two-sided geometric noise, for the loss 1/2",
        TUMULT.make("_sample_dlaplace"),
        {0: (0, 2), 1: (1, 2)},
        "tmlt/core/random/discrete_gaussian.py:117: Returns a sample from a discrete Laplace distribution.",
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
        "tmlt/core/random/discrete_gaussian.py:157: Returns a sample from a discrete Gaussian distribution.",
        "1",
        "0.1413513394056219080995417",
        subprograms=TUMULT.subprograms,
        mass=LESS_FINISHED,
        long=True,
        around=TUMULT.around,
        setting=REJECTIONS,
    ),
)


@contextmanager
def numpy_global(source: Source) -> Iterator[None]:
    """Let the functions of `numpy.random` draw from the source, for libraries that call these."""
    import numpy as np

    if not isinstance(source, Source):  # a generator: the program runs for real
        yield
        return
    face = source.random_state
    names = ("random", "random_sample", "rand", "randint", "uniform", "choice", "permutation", "shuffle")
    held = {name: getattr(np.random, name) for name in names}
    try:
        for name in names:
            setattr(np.random, name, getattr(face, name))
        yield
    finally:
        for name, value in held.items():
            setattr(np.random, name, value)


def client(path: str, *given: Any, call: str = "privatise", **options: Any) -> Callable[[], Callable[..., Any]]:
    """Return a factory for a program that calls a client of pure_ldp, made anew for each run."""

    def make() -> Callable[..., Any]:
        module, _, kind = path.rpartition(".")
        client = getattr(import_module(f"pure_ldp.frequency_oracles.{module}"), kind)

        def program(source: Source, value: Any) -> Any:
            with patched(source), numpy_global(source):
                return getattr(client(*given, **options), call)(value)

        return program

    return make


def _hashed(*tables: Mapping[str, int]) -> list[Callable[[str], int]]:
    """Return hash functions that look a text up, instead of xxhash's."""
    return [table.__getitem__ for table in tables]


def _listed(output: Any) -> tuple[int, ...]:
    return tuple(int(item) for item in output)


def bits_and(output: Any) -> tuple[Any, ...]:
    """Return a report of bits with the integers beside them."""
    return (_listed(output[0]), *map(int, output[1:]))


def _pairs(output: Any) -> tuple[Any, ...]:
    return tuple((int(j), int(bit)) for j, bit in output)


def _typed_pairs(output: Any) -> tuple[Any, ...]:
    return (type(output).__name__, _pairs(output))


PURE_LDP = "pure_ldp/frequency_oracles/"
ITEMS = same(1, 2, 3)
TWO_HASHES = _hashed({"1": 0, "2": 1, "3": 2}, {"1": 1, "2": 1, "3": 0})
FIXED_HASHES = "hash functions that are fixed, one with and one without a collision"
PURE_LDP_SAMPLERS = (
    Sampler(
        "DEClient:epsilon=1,d=3",
        "pure-ldp",
        "k-ary randomized response (direct encoding)",
        client("direct_encoding.DEClient", 1.0, 3),
        ITEMS,
        "pure_ldp-1.2.0.dist-info/METADATA:4: Summary: Simple pure LDP frequency oracle implementations",
        "1",
    ),
    Sampler(
        "UEClient:epsilon=1,d=3",
        "pure-ldp",
        "unary encoding, symmetric",
        client("unary_encoding.UEClient", 1.0, 3),
        ITEMS,
        PURE_LDP + "unary_encoding/ue_client.py:16: epsilon: float - privacy budget",
        "1",
        label=_listed,
    ),
    Sampler(
        "UEClient:epsilon=1,d=3,use_oue",
        "pure-ldp",
        "unary encoding, optimised",
        client("unary_encoding.UEClient", 1.0, 3, use_oue=True),
        ITEMS,
        PURE_LDP + "unary_encoding/ue_client.py:16: epsilon: float - privacy budget",
        "1",
        label=_listed,
    ),
    Sampler(
        "FastLHClient:epsilon=1,d=3,k=2,g=3",
        "pure-ldp",
        "local hashing with a choice of two hash functions",
        client("local_hashing.FastLHClient", 1.0, 3, 2, g=3),
        ITEMS,
        PURE_LDP + "local_hashing/lh_client.py:17: epsilon: float - The privacy budget",
        "1",
    ),
    Sampler(
        "HadamardMechClient:epsilon=1,d=4,t=2",
        "pure-ldp",
        "the Hadamard mechanism with two coefficients; the values that are sent",
        client("hadamard_mechanism.HadamardMechClient", 1.0, 4, 2),
        ITEMS,
        "pure_ldp-1.2.0.dist-info/METADATA:4: Summary: Simple pure LDP frequency oracle implementations",
        "1",
        label=_pairs,
    ),
    Sampler(
        "HadamardMechClient:epsilon=1,d=4,t=2,object",
        "pure-ldp",
        "the Hadamard mechanism with two coefficients; the values with the kind of object that is returned",
        client("hadamard_mechanism.HadamardMechClient", 1.0, 4, 2),
        ITEMS,
        "pure_ldp-1.2.0.dist-info/METADATA:4: Summary: Simple pure LDP frequency oracle implementations",
        "1",
        label=_typed_pairs,
        reading=True,
        finding="The values are private up to the grid. But true coefficients come back as a list and false ones as a "
        "zip object: who sees the object itself, in place of what is read from it, knows which.",
        defence="what is sent is what is in it, and that is private; the kind of object does not outlive sending",
        head="https://github.com/Samuel-Maddock/pure-LDP at f4dbcd2 (2023-09-07)",
    ),
    Sampler(
        "HadamardResponseClient:epsilon=1,d=3",
        "pure-ldp",
        "Hadamard response, high privacy",
        client("hadamard_response.HadamardResponseClient", 1.0, 3, None),
        ITEMS,
        PURE_LDP + "hadamard_response/hr_client.py:10: epsilon: privacy budget",
        "1",
    ),
    Sampler(
        "HadamardResponseClient:epsilon=2,d=4",
        "pure-ldp",
        "Hadamard response, low privacy",
        client("hadamard_response.HadamardResponseClient", 2.0, 4, [2, 0, 3, 1]),
        ITEMS,
        PURE_LDP + "hadamard_response/hr_client.py:10: epsilon: privacy budget",
        "2",
        setting="the permutation of the server is fixed",
    ),
    Sampler(
        "CMSClient:epsilon=1,m=3",
        "pure-ldp",
        "count mean sketch",
        client("apple_cms.CMSClient", 1.0, TWO_HASHES, 3),
        ITEMS,
        PURE_LDP + "apple_cms/cms_client.py:13: epsilon (float): Privacy Budget Epsilon",
        "1",
        label=bits_and,
        setting=FIXED_HASHES,
    ),
    Sampler(
        "CMSClient:epsilon=1,m=4,is_hadamard",
        "pure-ldp",
        "Hadamard count mean sketch",
        client("apple_cms.CMSClient", 1.0, TWO_HASHES, 4, is_hadamard=True),
        ITEMS,
        PURE_LDP + "apple_cms/cms_client.py:13: epsilon (float): Privacy Budget Epsilon",
        "1",
        label=_listed,
        setting=FIXED_HASHES,
    ),
)


def _function(module: str, name: str) -> Callable[[], Callable[..., Any]]:
    """Return a factory for a program that calls a function (its Python text if numba compiles it)."""

    def make() -> Callable[..., Any]:
        shipped = getattr(import_module(module), name)
        function = getattr(shipped, "py_func", shipped)

        def program(source: Source, *given: Any) -> Any:
            with patched(source), numpy_global(source):
                return function(*given)

        return program

    return make


def _texts(output: Any) -> tuple[str, ...]:
    return tuple(str(item) for item in output)


NOT_COMPILED = "Python runs the text that numba compiles"
MULTI_FREQ = "multi_freq_ldpy/pure_frequency_oracles/"
MULTI_FREQ_SAMPLERS = (
    Sampler(
        "UE_Client:epsilon=1,k=3",
        "multi-freq-ldpy",
        "unary encoding, optimised",
        _function("multi_freq_ldpy.pure_frequency_oracles.UE", "UE_Client"),
        {value: (value, 3, 1.0) for value in range(3)},
        MULTI_FREQ + "UE.py:17: :param epsilon: privacy guarantee;",
        "1",
        label=_listed,
        setting=NOT_COMPILED,
    ),
    Sampler(
        "SS_Client:epsilon=1,k=6,set",
        "multi-freq-ldpy",
        "subset selection of two among six; the set",
        _function("multi_freq_ldpy.pure_frequency_oracles.SS", "SS_Client"),
        {value: (value, 6, 1.0) for value in range(3)},
        MULTI_FREQ + "SS.py:17: :param epsilon: privacy guarantee;",
        "1",
        label=lambda output: tuple(sorted(_listed(output))),
        setting=NOT_COMPILED,
    ),
    Sampler(
        "SS_Client:epsilon=1,k=6",
        "multi-freq-ldpy",
        "subset selection of two among six; the array as it is returned",
        _function("multi_freq_ldpy.pure_frequency_oracles.SS", "SS_Client"),
        {value: (value, 6, 1.0) for value in range(3)},
        MULTI_FREQ + "SS.py:17: :param epsilon: privacy guarantee;",
        "1",
        label=_listed,
        setting=NOT_COMPILED,
        reading=True,
        finding="As the set that the docstring speaks of it is private up to the grid (row above). In the array that "
        "is returned a true value that is in the subset stands first. Run was the Python text that numba compiles.",
        defence='the docstring says "set of sub_k sanitized values"; as a set it is private. But an array is returned, '
        "and the same author's later ldp-toolbox shuffles it",
    ),
    Sampler(
        "dBitFlipPM_Client:eps_perm=1,k=3,b=3,d_bits=2",
        "multi-freq-ldpy",
        "two bits of a histogram of three buckets, flipped",
        _function("multi_freq_ldpy.long_freq_est.dBitFlipPM", "dBitFlipPM_Client"),
        {value: (value, 3, 3, 2, 1.0) for value in range(3)},
        "multi_freq_ldpy/long_freq_est/dBitFlipPM.py:16: :param eps_perm: upper bound of privacy guarantee;",
        "1",
        label=_listed,
        setting=NOT_COMPILED,
    ),
)

CATEGORIES_OF_DATA = (
    "The categories are those that occur in the data, and there is no argument for others: one who is alone in a "
    "category shows it by being there, since a category without anybody cannot come out"
)
PUBLIC_CATEGORIES = "the categories are meant to be public, and those of a large sample are the same without one person"
TRASGO = "trasgodp/categorical/"
TRASGO_SAMPLERS = (
    Sampler(
        "dp_randomized_response_kary_array:epsilon=1,same categories",
        "trasgodp",
        "k-ary randomized response on four answers; the neighbors have the same categories",
        _function("trasgodp.categorical", "dp_randomized_response_kary_array"),
        {"a a b c": (["a", "a", "b", "c"], 1.0), "a b b c": (["a", "b", "b", "c"], 1.0)},
        TRASGO + "_randomized_response.py:209: :param epsilon: privacy budget.",
        "1",
        label=_texts,
    ),
    Sampler(
        "dp_randomized_response_kary_array:epsilon=1",
        "trasgodp",
        "k-ary randomized response on four answers; the last one is alone in a category",
        _function("trasgodp.categorical", "dp_randomized_response_kary_array"),
        {"a b c d": (["a", "b", "c", "d"], 1.0), "a b c c": (["a", "b", "c", "c"], 1.0)},
        TRASGO + "_randomized_response.py:209: :param epsilon: privacy budget.",
        "1",
        label=_texts,
        reading=True,
        finding="Where both data sets have the same categories it is kept exactly (row above). "
        + CATEGORIES_OF_DATA
        + ".",
        defence=PUBLIC_CATEGORIES,
    ),
    Sampler(
        "dp_randomized_response_binary_array:epsilon=1",
        "trasgodp",
        "randomized response on two answers; the second is alone with it",
        _function("trasgodp.categorical", "dp_randomized_response_binary_array"),
        {"a b": (["a", "b"], 1.0), "a a": (["a", "a"], 1.0)},
        TRASGO + "_randomized_response.py:103: :param epsilon: privacy budget.",
        "1",
        label=_texts,
        reading=True,
        finding=CATEGORIES_OF_DATA + "; here the neighbor has one category only, which the function refuses "
        "(ValueError), so that the refusal shows it. `positive_label` has to occur in the data.",
        defence=PUBLIC_CATEGORIES,
    ),
    Sampler(
        "dp_exponential_array:epsilon=1,same categories",
        "trasgodp",
        "the exponential mechanism on four answers; the neighbors have the same categories",
        _function("trasgodp.categorical", "dp_exponential_array"),
        {"a a b c": (["a", "a", "b", "c"], 1.0), "a b b c": (["a", "b", "b", "c"], 1.0)},
        TRASGO + "_exponential.py:82: :param epsilon: privacy budget.",
        "1",
        label=_texts,
    ),
)


def _dwork(name: str, module: str = "dwork.mechanisms") -> Callable[[], Callable[..., Any]]:
    def make() -> Callable[..., Any]:
        noise = getattr(import_module(module), name)

        def program(source: Source, value: int, epsilon: float) -> Any:
            with patched(source):
                return value + noise(epsilon)

        return program

    return make


def _pipeline_dp() -> Callable[..., Any]:
    """Make the program of PipelineDP's exponential mechanism, for which numpy's `default_rng` hands out the source."""
    import numpy as np

    mechanism: Any = import_module("pipeline_dp.dp_computations").ExponentialMechanism

    class Score(mechanism.ScoringFunction):  # type: ignore[misc]
        global_sensitivity = 1.0
        is_monotonic = False

        def __init__(self, utility: tuple[float, ...]) -> None:
            self._utility = utility

        def score(self, k: int) -> float:
            return self._utility[k]

    def program(source: Source, *utility: float) -> int:
        if not isinstance(source, Source):  # a generator: the program runs for real
            return int(mechanism(Score(utility)).apply(1.0, [0, 1, 2]))
        held: Any = np.random.default_rng
        np.random.default_rng = cast("Any", lambda: source.generator)
        try:
            return int(mechanism(Score(utility)).apply(1.0, [0, 1, 2]))
        finally:
            np.random.default_rng = held

    return program


SMALL_SAMPLERS = (
    Sampler(
        "ExponentialMechanism:eps=1",
        "pipeline-dp",
        "the exponential mechanism on three candidates; utilities that differ by at most 1",
        _pipeline_dp,
        UTILITIES,
        "pipeline_dp/dp_computations.py:749: differentially private way.",
        "1",
        setting="numpy's `default_rng` hands out the source",
    ),
    Sampler(
        "geometric_noise:epsilon=1",
        "dwork",
        "two-sided geometric noise, added to a count",
        _dwork("geometric_noise"),
        {0: (0, 1.0), 1: (1, 1.0)},
        "dwork-0.0.13.dist-info/METADATA:4: Summary: A Python toolkit for differentially private data science & "
        "analytics",
        "1",
    ),
)


def _choices() -> Callable[..., Any]:
    import random

    return lambda source, n: random.Random.choices(source, range(n))[0]


def _randbelow(name: str) -> Callable[[], Callable[..., Any]]:
    def make() -> Callable[..., Any]:
        import random

        return getattr(random.Random, name)  # type: ignore[no-any-return]

    return make


def _uniform_on(n: int) -> Law:
    def law(output: Any) -> Exact:
        del output
        return exact(f"1/{n}")

    return law


PYTHON_SAMPLERS = (
    Sampler(
        "Random.choices:range(6)",
        "python",
        "one of six members",
        _choices,
        {"6": (6,)},
        "random.py:481: Return a k sized list of population elements chosen with replacement.",
        law=_uniform_on(6),
    ),
    Sampler(
        "Random._randbelow_with_getrandbits:6",
        "python",
        "an integer below 6: what randrange, randint, choice, shuffle and sample, and all of secrets, draw",
        _randbelow("_randbelow_with_getrandbits"),
        {"6": (6,)},
        "random.py:236: Return a random int in the range [0,n).  Defined for n > 0.",
        law=_uniform_on(6),
        mass=UNFINISHED,
    ),
)

SAMPLERS: tuple[Sampler, ...] = (
    *DIFFPRIVLIB_SAMPLERS,
    *TUMULT_SAMPLERS,
    *PURE_LDP_SAMPLERS,
    *MULTI_FREQ_SAMPLERS,
    *TRASGO_SAMPLERS,
    *SMALL_SAMPLERS,
    *PYTHON_SAMPLERS,
)


def every_sampler() -> tuple[Sampler, ...]:
    """Return the samplers, in a checkout with the withheld ones."""
    return (*SAMPLERS, *withheld_samplers())
