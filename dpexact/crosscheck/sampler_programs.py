"""The programs that call the samplers of released libraries, whose promises `released_samplers.toml` has.

The exact discrete Laplace and Gaussian samplers of Canonne, Kamath and Steinke reject and begin again with nothing
kept, so the source does the rejection, by `until` for the geometric sampler and by `restart` for the Gaussian one.
Otherwise each number of rejections would be paths of its own. The shipped functions run as they are. The function that
draws a bit for their loops also tells the source of a rejection.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from importlib import import_module, resources
from typing import Any, cast

from dpexact.crosscheck.samplers import Law, Sampler
from dpexact.crosscheck.withheld import withheld_samplers
from dpexact.numbers.exact import Exact, exact
from dpexact.programs.patching import patched
from dpexact.programs.source import Source

PARTS = ("bernoulli", "bernoulli_exp1", "bernoulli_exp", "geometric_exp_slow", "geometric_exp_fast", "dlaplace")
HIERARCHY = [["a", "b"], ["c", "d"]]
CATEGORIES = [("a", "b", 1.0), ("a", "c", 2.0), ("b", "c", 2.0)]


class _RejectedError(Exception):
    """Ends a round of the geometric sampler, which `until` runs again."""


@dataclass
class RejectionSampler:
    """A module with the samplers. `part` gives the name of a function in it, `begun` sets the generator of a run."""

    load: Callable[[], Any]
    part: Callable[[str], str]
    begun: Callable[[Source], Any]
    takes_generator: bool

    def make(self, name: str) -> Callable[[], Callable[..., Any]]:
        """Return a factory for the program of a sampler, value + sampler(scale)."""

        def make() -> Callable[..., Any]:
            module = self.load()

            def program(source: Source, value: int, scale: Any) -> Any:
                self._source = source
                self.begun(source)
                drawn = getattr(module, self.part("bernoulli_exp"))
                setattr(module, self.part("bernoulli_exp"), self._rejecting(drawn))
                try:
                    noise = getattr(module, name)(scale, *([source] if self.takes_generator else []))
                finally:
                    setattr(module, self.part("bernoulli_exp"), drawn)
                return value + noise

            return program

        return make

    def subprograms(self) -> tuple[Callable[..., Any], ...]:
        """Return the functions of which each law counts as one draw."""
        module = self.load()
        return tuple(getattr(module, self.part(name)) for name in PARTS)

    def _rejecting(self, drawn: Callable[..., Any]) -> Callable[..., Any]:
        fast = self.part("geometric_exp_fast")

        def bernoulli_exp(*given: Any) -> Any:
            bit = drawn(*given)
            caller = sys._getframe(1).f_code.co_name  # noqa: SLF001
            if not bit and caller == fast:
                raise _RejectedError
            if not bit and caller == "sample_dgauss":
                self._source.restart()
            return bit

        return bernoulli_exp

    @contextmanager
    def around(self) -> Iterator[None]:
        """Put in the place of the geometric sampler one that runs it until no round is rejected."""
        module, name = self.load(), self.part("geometric_exp_fast")
        shipped = getattr(module, name)

        def fast(*given: Any) -> Any:
            def attempt(source: Source) -> Any:
                del source
                try:
                    return shipped(*given)
                except _RejectedError:
                    return None

            return self._source.until(attempt)

        fast.__name__ = name
        setattr(module, name, fast)
        try:
            yield
        finally:
            setattr(module, name, shipped)


def _tumult() -> Any:
    return import_module("tmlt.core.random.discrete_gaussian")


def _begun(source: Source) -> None:
    module: Any = import_module("tmlt.core.random.rng")
    module._core_privacy_prng = source.generator  # noqa: SLF001 - what prng() hands out


TUMULT = RejectionSampler(_tumult, lambda name: f"_sample_{name}", _begun, takes_generator=False)


@dataclass(frozen=True)
class Program:
    """The parts of a sampler that are functions, as `Sampler` has them."""

    make: Callable[[], Callable[..., Any]]
    label: Callable[[Any], Any] | None = None
    law: Law | None = None
    subprograms: Callable[[], Sequence[Callable[..., Any]]] = tuple
    around: Callable[[], AbstractContextManager[None]] = nullcontext


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


DIFFPRIVLIB_PROGRAMS = {
    "diffprivlib Binary:epsilon=1": Program(_diffprivlib("Binary", epsilon=1.0, value0="a", value1="b")),
    "diffprivlib Geometric:epsilon=1": Program(_diffprivlib("Geometric", epsilon=1.0)),
    "diffprivlib Geometric:epsilon=20": Program(_diffprivlib("Geometric", epsilon=20.0)),
    "diffprivlib GeometricTruncated:epsilon=1,lower=0,upper=5": Program(
        _diffprivlib("GeometricTruncated", epsilon=1.0, lower=0, upper=5)
    ),
    "diffprivlib GeometricFolded:epsilon=1,lower=0,upper=5": Program(
        _diffprivlib("GeometricFolded", epsilon=1.0, lower=0, upper=5)
    ),
    "diffprivlib Exponential:epsilon=1,sensitivity=1": Program(_selecting("Exponential", epsilon=1.0, sensitivity=1.0)),
    "diffprivlib PermuteAndFlip:epsilon=1,sensitivity=1": Program(
        _selecting("PermuteAndFlip", epsilon=1.0, sensitivity=1.0), subprograms=_bernoulli
    ),
    "diffprivlib ExponentialCategorical:epsilon=1": Program(
        _diffprivlib("ExponentialCategorical", epsilon=1.0, utility_list=CATEGORIES)
    ),
    "diffprivlib ExponentialHierarchical:epsilon=1": Program(
        _diffprivlib("ExponentialHierarchical", epsilon=1.0, hierarchy=HIERARCHY)
    ),
    "diffprivlib GaussianDiscrete:epsilon=1,delta=1e-5": Program(_discrete_gaussian, subprograms=_bernoulli),
    "diffprivlib bernoulli_neg_exp:gamma=1/2": Program(
        _bernoulli_neg_exp, law=lambda bit: exact("exp(-1/2)") if bit else 1 - exact("exp(-1/2)")
    ),
    "diffprivlib bernoulli_neg_exp:gamma=0": Program(_bernoulli_neg_exp, law=exact),
}


def _tumult_randrange() -> Callable[..., Any]:
    wrapper = import_module("tmlt.core.random.rng").RNGWrapper
    return lambda source, stop: wrapper(source.generator).randrange(stop)


TUMULT_PROGRAMS = {
    "tmlt.core RNGWrapper.randrange:6": Program(_tumult_randrange, law=lambda _: exact("1/6")),
    "tmlt.core _sample_dlaplace:scale=2": Program(
        TUMULT.make("_sample_dlaplace"), subprograms=TUMULT.subprograms, around=TUMULT.around
    ),
    "tmlt.core sample_dgauss:sigma_squared=1": Program(
        TUMULT.make("sample_dgauss"), subprograms=TUMULT.subprograms, around=TUMULT.around
    ),
}


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


TWO_HASHES = _hashed({"1": 0, "2": 1, "3": 2}, {"1": 1, "2": 1, "3": 0})


PURE_LDP_PROGRAMS = {
    "pure-ldp DEClient:epsilon=1,d=3": Program(client("direct_encoding.DEClient", 1.0, 3)),
    "pure-ldp UEClient:epsilon=1,d=3": Program(client("unary_encoding.UEClient", 1.0, 3), label=_listed),
    "pure-ldp UEClient:epsilon=1,d=3,use_oue": Program(
        client("unary_encoding.UEClient", 1.0, 3, use_oue=True), label=_listed
    ),
    "pure-ldp FastLHClient:epsilon=1,d=3,k=2,g=3": Program(client("local_hashing.FastLHClient", 1.0, 3, 2, g=3)),
    "pure-ldp HadamardMechClient:epsilon=1,d=4,t=2": Program(
        client("hadamard_mechanism.HadamardMechClient", 1.0, 4, 2), label=_pairs
    ),
    "pure-ldp HadamardMechClient:epsilon=1,d=4,t=2,object": Program(
        client("hadamard_mechanism.HadamardMechClient", 1.0, 4, 2), label=_typed_pairs
    ),
    "pure-ldp HadamardResponseClient:epsilon=1,d=3": Program(
        client("hadamard_response.HadamardResponseClient", 1.0, 3, None)
    ),
    "pure-ldp HadamardResponseClient:epsilon=2,d=4": Program(
        client("hadamard_response.HadamardResponseClient", 2.0, 4, [2, 0, 3, 1])
    ),
    "pure-ldp CMSClient:epsilon=1,m=3": Program(client("apple_cms.CMSClient", 1.0, TWO_HASHES, 3), label=bits_and),
    "pure-ldp CMSClient:epsilon=1,m=4,is_hadamard": Program(
        client("apple_cms.CMSClient", 1.0, TWO_HASHES, 4, is_hadamard=True), label=_listed
    ),
}


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


MULTI_FREQ_PROGRAMS = {
    "multi-freq-ldpy UE_Client:epsilon=1,k=3": Program(
        _function("multi_freq_ldpy.pure_frequency_oracles.UE", "UE_Client"), label=_listed
    ),
    "multi-freq-ldpy SS_Client:epsilon=1,k=6,set": Program(
        _function("multi_freq_ldpy.pure_frequency_oracles.SS", "SS_Client"),
        label=lambda output: tuple(sorted(_listed(output))),
    ),
    "multi-freq-ldpy SS_Client:epsilon=1,k=6": Program(
        _function("multi_freq_ldpy.pure_frequency_oracles.SS", "SS_Client"), label=_listed
    ),
    "multi-freq-ldpy dBitFlipPM_Client:eps_perm=1,k=3,b=3,d_bits=2": Program(
        _function("multi_freq_ldpy.long_freq_est.dBitFlipPM", "dBitFlipPM_Client"), label=_listed
    ),
}


TRASGO_PROGRAMS = {
    "trasgodp dp_randomized_response_kary_array:epsilon=1,same categories": Program(
        _function("trasgodp.categorical", "dp_randomized_response_kary_array"), label=_texts
    ),
    "trasgodp dp_randomized_response_kary_array:epsilon=1": Program(
        _function("trasgodp.categorical", "dp_randomized_response_kary_array"), label=_texts
    ),
    "trasgodp dp_randomized_response_binary_array:epsilon=1": Program(
        _function("trasgodp.categorical", "dp_randomized_response_binary_array"), label=_texts
    ),
    "trasgodp dp_exponential_array:epsilon=1,same categories": Program(
        _function("trasgodp.categorical", "dp_exponential_array"), label=_texts
    ),
}


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


SMALL_PROGRAMS = {
    "pipeline-dp ExponentialMechanism:eps=1": Program(_pipeline_dp),
    "dwork geometric_noise:epsilon=1": Program(_dwork("geometric_noise")),
}


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


PYTHON_PROGRAMS = {
    "python Random.choices:range(6)": Program(_choices, law=_uniform_on(6)),
    "python Random._randbelow_with_getrandbits:6": Program(
        _randbelow("_randbelow_with_getrandbits"), law=_uniform_on(6)
    ),
}


PROGRAMS = {
    **DIFFPRIVLIB_PROGRAMS,
    **TUMULT_PROGRAMS,
    **PURE_LDP_PROGRAMS,
    **MULTI_FREQ_PROGRAMS,
    **TRASGO_PROGRAMS,
    **SMALL_PROGRAMS,
    **PYTHON_PROGRAMS,
}


def _shipped() -> tuple[Sampler, ...]:
    """Return the samplers of `released_samplers.toml`, each with its program."""
    text = resources.files("dpexact.crosscheck").joinpath("released_samplers.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)["sampler"]
    for row in rows:
        row["inputs"] = {name: tuple(arguments) for name, arguments in row["inputs"].items()}
    return tuple(Sampler(**row, **vars(PROGRAMS[f"{row['library']} {row['name']}"])) for row in rows)


SAMPLERS = _shipped()


def every_sampler() -> tuple[Sampler, ...]:
    """Return the samplers, in a checkout with the withheld ones."""
    return (*SAMPLERS, *withheld_samplers())
