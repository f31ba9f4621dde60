"""The programs that call the samplers of released libraries, whose promises `released_samplers.toml` has.

The exact discrete Laplace and Gaussian samplers of Canonne, Kamath and Steinke reject and begin again with nothing
kept, so the source does the rejection, by `until` for the geometric sampler and by `restart` for the Gaussian one.
Otherwise each number of rejections would be paths of its own. The shipped functions run as they are. The function that
draws a bit for their loops also tells the source of a rejection.
"""

import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module, resources
from random import Random
from typing import Any

from dpexact.crosscheck.samplers import Sampler
from dpexact.crosscheck.withheld import withheld_samplers
from dpexact.numbers.exact import Exact, exact
from dpexact.programs.changes import Changes
from dpexact.programs.patching import patched
from dpexact.programs.source import Source

PARTS = ("bernoulli", "bernoulli_exp1", "bernoulli_exp", "geometric_exp_slow", "geometric_exp_fast", "dlaplace")
TWO_HASHES = [{"1": 0, "2": 1, "3": 2}.__getitem__, {"1": 1, "2": 1, "3": 0}.__getitem__]  # instead of xxhash's
SIGNS = {"1": 0, "2": 1, "3": 1}.__getitem__
NAMED = {  # arguments that are not TOML
    "no permutation": None,
    "two hashes": TWO_HASHES,
    "hashes and signs": [(one, SIGNS) for one in TWO_HASHES],
}
Make = Callable[[], Callable[..., Any]]  # imports the library


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


def calling(
    shipped: str,
    made: Sequence[Any] = (),
    options: Mapping[str, Any] | None = None,
    method: str = "",
    generator: str = "",
    taking: str = "",
    constants: Mapping[str, Any] | None = None,
) -> Make:
    """Return the factory of a program that calls a function or a class of a library with the arguments of a run.

    A colon stands between its module and its name. A method is that of an object which is made anew for each run, from
    the arguments `made` and the options. The source is the argument `generator`, too, if that is named. The one called
    `taking` has those of the run as a list. Functions that numba compiles run as the Python that was compiled.
    """

    def made_now() -> Callable[..., Any]:
        module, _, name = shipped.partition(":")
        there = import_module(module)
        texts = {name: value.py_func for name, value in vars(there).items() if hasattr(value, "py_func")}
        first = [NAMED.get(part, part) if isinstance(part, str) else part for part in made]

        def program(source: Source, *args: Any) -> Any:
            more = {**(options or {}), **({generator: source} if generator else {})}
            if taking:
                more, args = {**more, taking: list(args)}, ()
            with patched(source), _replaced(there, **texts, **(constants or {})):
                if method:
                    return getattr(getattr(there, name)(*first, **more), method)(*args)
                return getattr(there, name)(*args, **more)

        return program

    return made_now


def _listed(output: Any) -> tuple[int, ...]:
    return tuple(int(item) for item in output)


def bits_and(output: Any) -> tuple[Any, ...]:
    """Return a report of bits with the integers beside them."""
    return (_listed(output[0]), *map(int, output[1:]))


def _pairs(output: Any) -> tuple[Any, ...]:
    return tuple((int(j), int(bit)) for j, bit in output)


def _pipeline_dp() -> Callable[..., Any]:
    """Make the program of PipelineDP's exponential mechanism."""
    mechanism: Any = import_module("pipeline_dp.dp_computations").ExponentialMechanism

    def program(source: Source, *utility: float) -> int:
        members = {"global_sensitivity": 1.0, "is_monotonic": False, "score": lambda _, k: utility[k]}
        score = type("Score", (mechanism.ScoringFunction,), members)()
        with patched(source):
            return int(mechanism(score).apply(1.0, [0, 1, 2]))

    return program


def _dwork() -> Callable[..., Any]:
    noisy = calling("dwork.mechanisms:geometric_noise")()
    return lambda source, value, epsilon: value + noisy(source, epsilon)


LABELS: Mapping[str, Callable[[Any], Any]] = {
    "bits and more": bits_and,
    "int": int,
    "list": _listed,
    "pairs": _pairs,
    "set": lambda output: tuple(sorted(_listed(output))),
    "texts": lambda output: tuple(map(str, output)),
    "type and pairs": lambda output: (type(output).__name__, _pairs(output)),
}
TUMULT_NOISE = {"subprograms": TUMULT.subprograms, "around": TUMULT.around}
PROGRAMS: Mapping[str, Mapping[str, Any]] = {  # of the samplers that are more than one call
    "GaussianDiscrete:epsilon=1,delta=1e-5": {"make": _discrete_gaussian},
    "RNGWrapper.randrange:6": {"make": _tumult_randrange},
    "_sample_dlaplace:scale=2": {"make": TUMULT.make("_sample_dlaplace"), **TUMULT_NOISE},
    "sample_dgauss:sigma_squared=1": {"make": TUMULT.make("sample_dgauss"), **TUMULT_NOISE},
    "ExponentialMechanism:eps=1": {"make": _pipeline_dp},
    "geometric_noise:epsilon=1": {"make": _dwork},
    "Random.choices:range(6)": {"make": lambda: lambda source, n: Random.choices(source, range(n))[0]},
    "Random._randbelow_with_getrandbits:6": {"make": lambda: vars(Random)["_randbelow_with_getrandbits"]},
}


def _law(table: Mapping[str, str], output: Any) -> Exact:
    return exact(table.get(str(output), "0"))


def _functions(names: Sequence[str]) -> list[Callable[..., Any]]:
    return [getattr(import_module(module), name) for module, _, name in (name.partition(":") for name in names)]


READERS: Mapping[str, Callable[[Any], Any]] = {
    "label": LABELS.__getitem__,
    "law": partial(partial, _law),
    "subprograms": partial(partial, _functions),
}


def _shipped() -> Iterator[Sampler]:
    """Yield the samplers of `released_samplers.toml`, each with its program."""
    text = resources.files("dpexact.crosscheck").joinpath("released_samplers.toml").read_text(encoding="utf-8")
    for row in tomllib.loads(text)["sampler"]:
        row["inputs"] = {name: tuple(arguments) for name, arguments in row["inputs"].items()}
        read = {key: reader(row[key]) for key, reader in READERS.items() if key in row}
        program = {"make": calling(**row.pop("call"))} if "call" in row else PROGRAMS[row["name"]]
        yield Sampler(**{**row, **read, **program})


SAMPLERS = tuple(_shipped())


def every_sampler() -> tuple[Sampler, ...]:
    """Return the samplers, in a checkout with the withheld ones."""
    return (*SAMPLERS, *withheld_samplers())
