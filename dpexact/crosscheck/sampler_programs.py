"""The programs that call the samplers of released libraries, whose promises `released_samplers.toml` has.

The exact discrete Laplace and Gaussian samplers of Canonne, Kamath and Steinke reject and begin again with nothing
kept, so the source does the rejection, by `until` for the geometric sampler and by `restart` for the Gaussian one.
Otherwise each number of rejections would be paths of its own. The shipped functions run as they are. The function that
draws a bit for their loops also tells the source of a rejection.
"""

import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from importlib import import_module, resources
from random import Random
from typing import Any

from dpexact.crosscheck.samplers import Law, Sampler
from dpexact.crosscheck.withheld import withheld_samplers
from dpexact.numbers.exact import exact
from dpexact.programs.changes import Changes
from dpexact.programs.patching import patched
from dpexact.programs.source import Source

PARTS = ("bernoulli", "bernoulli_exp1", "bernoulli_exp", "geometric_exp_slow", "geometric_exp_fast", "dlaplace")
UNARY, HADAMARD = "unary_encoding.UEClient", "hadamard_mechanism.HadamardMechClient"
ORACLES = "multi_freq_ldpy.pure_frequency_oracles."
RESPONSE = "hadamard_response.HadamardResponseClient"
FLIP = exact("exp(-1/2)")
SIXTH = dict.fromkeys(range(6), exact("1/6")).__getitem__
TREE = [["a", "b"], ["c", "d"]]
BETWEEN = {"lower": 0, "upper": 5}
Make = Callable[[], Callable[..., Any]]  # imports the library
TWO_HASHES = [{"1": 0, "2": 1, "3": 2}.__getitem__, {"1": 1, "2": 1, "3": 0}.__getitem__]  # instead of xxhash's
SIGNS = {"1": 0, "2": 1, "3": 1}.__getitem__
FEW_SEEDS = 3  # instead of 2^63 - 1: with each, the hash is another one
WEIGHTED = [("a", "b", 1.0), ("a", "c", 2.0), ("b", "c", 2.0)]


@contextmanager
def _replaced(owner: Any, **values: Any) -> Iterator[None]:
    """Give attributes of a module other values for a while."""
    with Changes() as changes:
        for name, value in values.items():
            changes.make(owner, name, value)
        yield


class _RejectedError(Exception):
    """Ends a round of the geometric sampler, which `until` runs again."""


@dataclass
class RejectionSampler:
    """A module with the samplers. `part` gives the name of a function in it, `begun` sets the generator of a run."""

    load: Callable[[], Any]
    part: Callable[[str], str]
    begun: Callable[[Source], Any]
    takes_generator: bool

    def make(self, name: str) -> Make:
        """Return a factory for the program of a sampler, value + sampler(scale)."""
        return lambda: partial(self._added, self.load(), name)

    def _added(self, module: Any, name: str, source: Source, value: int, scale: Any) -> Any:
        self._source, part = source, self.part("bernoulli_exp")
        self.begun(source)
        with _replaced(module, **{part: self._rejecting(getattr(module, part))}):
            return value + getattr(module, name)(scale, *([source] if self.takes_generator else []))

    def subprograms(self) -> tuple[Callable[..., Any], ...]:
        """Return the functions of which each law counts as one draw."""
        module = self.load()
        return tuple(getattr(module, self.part(name)) for name in PARTS)

    def _rejecting(self, drawn: Callable[..., Any]) -> Callable[..., Any]:
        fast = self.part("geometric_exp_fast")

        def bernoulli_exp(*args: Any) -> Any:
            bit = drawn(*args)
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

        def fast(*args: Any) -> Any:
            def attempt(source: Source) -> Any:
                del source
                try:
                    return shipped(*args)
                except _RejectedError:
                    return None

            return self._source.until(attempt)

        fast.__name__ = name
        with _replaced(module, **{name: fast}):
            yield


def _begun(source: Source) -> None:
    module: Any = import_module("tmlt.core.random.rng")
    module._core_privacy_prng = source.generator  # noqa: SLF001 - what prng() hands out


TUMULT = RejectionSampler(
    lambda: import_module("tmlt.core.random.discrete_gaussian"), "_sample_{}".format, _begun, takes_generator=False
)


@dataclass(frozen=True)
class Program:
    """The parts of a sampler that are functions, as `Sampler` has them."""

    make: Make
    label: Callable[[Any], Any] | None = None
    law: Law | None = None
    subprograms: Callable[[], Sequence[Callable[..., Any]]] = tuple
    around: Callable[[], AbstractContextManager[None]] = nullcontext


def _later(make: Callable[..., Callable[..., Any]]) -> Callable[..., Make]:
    """Let a program be made, and its library be imported, only when the factory is called."""
    return partial(partial, make)


@_later
def _noisy(kind: str, **options: Any) -> Callable[..., Any]:
    """Make a program that randomises its argument by a mechanism of diffprivlib."""
    mechanism = getattr(import_module("diffprivlib.mechanisms"), kind)
    return lambda source, value: mechanism(**options, random_state=source).randomise(value)


@_later
def _selecting(kind: str, **options: Any) -> Callable[..., Any]:
    """Make a program that selects by the utilities that are its arguments."""
    mechanism = getattr(import_module("diffprivlib.mechanisms"), kind)
    return lambda source, *utility: mechanism(**options, utility=list(utility), random_state=source).randomise()


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

        with _replaced(gaussian, bernoulli_neg_exp=accepting):
            return mechanism.randomise(value)

    return program


def _tumult_randrange() -> Callable[..., Any]:
    rng = import_module("tmlt.core.random.rng")
    return lambda source, stop: rng.RNGWrapper(source.generator).randrange(stop)


def _tumult_noise(name: str) -> Program:
    return Program(TUMULT.make(name), subprograms=TUMULT.subprograms, around=TUMULT.around)


@contextmanager
def _as_text(module: Any, **constants: Any) -> Iterator[None]:
    """Let the functions that numba compiles run as the Python that was compiled, with other constants of a module."""
    texts = {name: value.py_func for name, value in vars(module).items() if hasattr(value, "py_func")}
    with _replaced(module, **texts, **constants):
        yield


@_later
def _calling(module: str, call: Callable[..., Any], **constants: Any) -> Callable[..., Any]:
    """Make a program that hands its arguments to a call with the module in front."""
    there = import_module(module)

    def program(source: Source, *args: Any) -> Any:
        with patched(source), _as_text(there, **constants):
            return call(there, *args)

    return program


def client(path: str, *args: Any, **options: Any) -> Make:
    """Return the factory of a program that calls a client of pure_ldp, made anew for each run."""
    module, _, kind = path.rpartition(".")
    return _calling(
        f"pure_ldp.frequency_oracles.{module}",
        lambda there, value: getattr(there, kind)(*args, **options).privatise(value),
    )


def _listed(output: Any) -> tuple[int, ...]:
    return tuple(int(item) for item in output)


def bits_and(output: Any) -> tuple[Any, ...]:
    """Return a report of bits with the integers beside them."""
    return (_listed(output[0]), *map(int, output[1:]))


def _pairs(output: Any) -> tuple[Any, ...]:
    return tuple((int(j), int(bit)) for j, bit in output)


def _function(module: str, name: str, label: Callable[[Any], Any] | None = _listed, **constants: Any) -> Program:
    return Program(_calling(module, lambda there, *args: getattr(there, name)(*args), **constants), label=label)


_trasgo = partial(_function, "trasgodp.categorical", label=lambda output: tuple(map(str, output)))


def _toolbox(module: str, name: str, *args: Any, label: Callable[[Any], Any] = _listed, **constants: Any) -> Program:
    made = _calling(
        f"ldp_toolbox.protocols.frequency.{module}",
        lambda there, value: getattr(there, name)(*args).obfuscate(value),
        **constants,
    )
    return Program(made, label=label)


def _pipeline_dp() -> Callable[..., Any]:
    """Make the program of PipelineDP's exponential mechanism."""
    mechanism: Any = import_module("pipeline_dp.dp_computations").ExponentialMechanism

    def program(source: Source, *utility: float) -> int:
        members = {"global_sensitivity": 1.0, "is_monotonic": False, "score": lambda _, k: utility[k]}
        score = type("Score", (mechanism.ScoringFunction,), members)()
        with patched(source):
            return int(mechanism(score).apply(1.0, [0, 1, 2]))

    return program


PROGRAMS: dict[str, dict[str, Program]] = {  # by library and name
    "diffprivlib": {
        "Binary:epsilon=1": Program(_noisy("Binary", epsilon=1.0, value0="a", value1="b")),
        "Geometric:epsilon=1": Program(_noisy("Geometric", epsilon=1.0)),
        "Geometric:epsilon=20": Program(_noisy("Geometric", epsilon=20.0)),
        "GeometricTruncated:epsilon=1,lower=0,upper=5": Program(_noisy("GeometricTruncated", epsilon=1.0, **BETWEEN)),
        "GeometricFolded:epsilon=1,lower=0,upper=5": Program(_noisy("GeometricFolded", epsilon=1.0, **BETWEEN)),
        "Exponential:epsilon=1,sensitivity=1": Program(_selecting("Exponential", epsilon=1.0, sensitivity=1.0)),
        "PermuteAndFlip:epsilon=1,sensitivity=1": Program(
            _selecting("PermuteAndFlip", epsilon=1.0, sensitivity=1.0), subprograms=_bernoulli
        ),
        "ExponentialCategorical:epsilon=1": Program(
            _noisy("ExponentialCategorical", epsilon=1.0, utility_list=WEIGHTED)
        ),
        "ExponentialHierarchical:epsilon=1": Program(_noisy("ExponentialHierarchical", epsilon=1.0, hierarchy=TREE)),
        "GaussianDiscrete:epsilon=1,delta=1e-5": Program(_discrete_gaussian, subprograms=_bernoulli),
        "bernoulli_neg_exp:gamma=1/2": Program(_bernoulli_neg_exp, law=lambda bit: FLIP if bit else 1 - FLIP),
        "bernoulli_neg_exp:gamma=0": Program(_bernoulli_neg_exp, law=exact),
    },
    "tmlt.core": {
        "RNGWrapper.randrange:6": Program(_tumult_randrange, law=SIXTH),
        "_sample_dlaplace:scale=2": _tumult_noise("_sample_dlaplace"),
        "sample_dgauss:sigma_squared=1": _tumult_noise("sample_dgauss"),
    },
    "pure-ldp": {
        "DEClient:epsilon=1,d=3": Program(client("direct_encoding.DEClient", 1.0, 3)),
        "UEClient:epsilon=1,d=3": Program(client(UNARY, 1.0, 3), label=_listed),
        "UEClient:epsilon=1,d=3,use_oue": Program(client(UNARY, 1.0, 3, use_oue=True), label=_listed),
        "FastLHClient:epsilon=1,d=3,k=2,g=3": Program(client("local_hashing.FastLHClient", 1.0, 3, 2, g=3)),
        "HadamardMechClient:epsilon=1,d=4,t=2": Program(client(HADAMARD, 1.0, 4, 2), label=_pairs),
        "HadamardMechClient:epsilon=1,d=4,t=2,object": Program(
            client(HADAMARD, 1.0, 4, 2), label=lambda output: (type(output).__name__, _pairs(output))
        ),
        "HadamardResponseClient:epsilon=1,d=3": Program(client(RESPONSE, 1.0, 3, None)),
        "HadamardResponseClient:epsilon=2,d=4": Program(client(RESPONSE, 2.0, 4, [2, 0, 3, 1])),
        "CMSClient:epsilon=1,m=3": Program(client("apple_cms.CMSClient", 1.0, TWO_HASHES, 3), label=bits_and),
        "CMSClient:epsilon=1,m=4,is_hadamard": Program(
            client("apple_cms.CMSClient", 1.0, TWO_HASHES, 4, is_hadamard=True), label=_listed
        ),
        "PCSClient:epsilon=1,l=2,w=3": Program(
            client("priv_count_sketch.PCSClient", 1.0, 2, 3, [(one, SIGNS) for one in TWO_HASHES]), label=bits_and
        ),
    },
    "multi-freq-ldpy": {
        "UE_Client:epsilon=1,k=3": _function(ORACLES + "UE", "UE_Client"),
        "SS_Client:epsilon=1,k=6,set": _function(
            ORACLES + "SS", "SS_Client", lambda output: tuple(sorted(_listed(output)))
        ),
        "SS_Client:epsilon=1,k=6": _function(ORACLES + "SS", "SS_Client"),
        "dBitFlipPM_Client:eps_perm=1,k=3,b=3,d_bits=2": _function(
            "multi_freq_ldpy.long_freq_est.dBitFlipPM", "dBitFlipPM_Client"
        ),
        "GRR_Client:epsilon=1,k=3": _function(ORACLES + "GRR", "GRR_Client", int),
        "LH_Client:epsilon=1,k=3": _function(ORACLES + "LH", "LH_Client", maxsize=FEW_SEEDS),
    },
    "ldp-toolbox": {
        "GeneralizedRandomizedResponse:k=3,epsilon=1": _toolbox(
            "grr", "GeneralizedRandomizedResponse", 3, 1.0, label=int
        ),
        "LocalHashing:k=3,epsilon=1": _toolbox("lh", "LocalHashing", 3, 1.0, maxsize=FEW_SEEDS),
        "SubsetSelection:k=6,epsilon=1": _toolbox("ss", "SubsetSelection", 6, 1.0),
        "UnaryEncoding:k=3,epsilon=1": _toolbox("ue", "UnaryEncoding", 3, 1.0),
        "UnaryEncoding:k=3,epsilon=1,optimal=False": _toolbox("ue", "UnaryEncoding", 3, 1.0, False),
    },
    "trasgodp": {
        "dp_randomized_response_kary_array:epsilon=1,same categories": _trasgo("dp_randomized_response_kary_array"),
        "dp_randomized_response_kary_array:epsilon=1": _trasgo("dp_randomized_response_kary_array"),
        "dp_randomized_response_binary_array:epsilon=1": _trasgo("dp_randomized_response_binary_array"),
        "dp_exponential_array:epsilon=1,same categories": _trasgo("dp_exponential_array"),
    },
    "pipeline-dp": {"ExponentialMechanism:eps=1": Program(_pipeline_dp)},
    "dwork": {
        "geometric_noise:epsilon=1": Program(
            _calling("dwork.mechanisms", lambda there, value, epsilon: value + there.geometric_noise(epsilon))
        )
    },
    "python": {
        "Random.choices:range(6)": Program(lambda: lambda source, n: Random.choices(source, range(n))[0], law=SIXTH),
        "Random._randbelow_with_getrandbits:6": Program(lambda: vars(Random)["_randbelow_with_getrandbits"], law=SIXTH),
    },
}


def _shipped() -> tuple[Sampler, ...]:
    """Return the samplers of `released_samplers.toml`, each with its program."""
    text = resources.files("dpexact.crosscheck").joinpath("released_samplers.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)["sampler"]
    for row in rows:
        row["inputs"] = {name: tuple(arguments) for name, arguments in row["inputs"].items()}
    return tuple(Sampler(**row, **vars(PROGRAMS[row["library"]][row["name"]])) for row in rows)


SAMPLERS = _shipped()


def every_sampler() -> tuple[Sampler, ...]:
    """Return the samplers, in a checkout with the withheld ones."""
    return (*SAMPLERS, *withheld_samplers())
