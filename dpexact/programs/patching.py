"""Change Python while a program is explored: its mathematical library, its generators, its clocks.

The functions of `math` hand a draw on to `library_function`. All other functions are rows of a table, `_faces`. Those
of `random`, `secrets` and `numpy.random`, `os.urandom` and `default_rng()` draw from the source if the program requests
it (`patched`) and are refused elsewhere. Clocks, seeds, the states of generators and numpy's own generators are refused
everywhere. `type(x)` of a draw is the type of the number. `float` and `int` follow draws after a new start, if Python's
own would refuse one (`Source.wanted`). A module that has imported these names has them under another one, so every
loaded module is searched. The replays find names that are bound elsewhere (`allowed`).
"""

from __future__ import annotations

import _random
import ast
import builtins
import math
import os
import random
import secrets
import sys
import threading
import time
import warnings
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from importlib import import_module
from linecache import getlines
from math import inf
from operator import attrgetter
from pathlib import Path as File
from types import BuiltinFunctionType
from typing import Any, NamedTuple

from dpexact.errors import need
from dpexact.programs.allowed import FULL, is_excused, is_of_others, unseen
from dpexact.programs.arrays import OF_LISTS
from dpexact.programs.changes import Changes
from dpexact.programs.draw import as_number, is_draw, library_function
from dpexact.programs.drawn_bytes import DrawnBytes
from dpexact.programs.held import OF_CLASSES, generator_state
from dpexact.programs.kinds import is_ours
from dpexact.programs.path import Path, Plain
from dpexact.programs.seeds import line_of_seed
from dpexact.programs.source import Source

CODE = (".py", ".pyc")
RESULTS = ("floor", "ceil", "trunc", "gcd", "lcm", "comb", "perm", "factorial", "prod", "fsum", "dist", "hypot")
STATES = ("getstate", "setstate")
GLOBAL_FUNCTIONS = tuple(name for name in random.__all__ if name.islower() and name not in STATES)
SECRETS = {"randbelow": "_randbelow", "randbits": "getrandbits", "choice": "choice"}
METHODS = {"random": "random", "getrandbits": "getrandbits", "randbytes": "randbytes", "_randbelow": "_randbelow"}
SYSTEM = sys.modules[os.name]  # posix, nt
ASIDE = ("sys", "threading", "_random")  # the watching modules, and those that the source is made of
OF_NUMPY = {"default_rng": "_unseeded", "sample": "random_state.random_sample", "ranf": "random_state.random_sample"}
STATES_OF_NUMPY = ("seed", "get_state", "set_state", "get_bit_generator", "set_bit_generator")
DRAWN = "is not the source; draw from the source, or write `with patched(source):` around the call"
SEEDED = (
    "is a generator of numpy beside the source, and one with a seed draws the same in every run; draw from "
    "source.generator or source.random_state, or call np.random.default_rng() by its name under `patched`"
)
CLOCK = "is a clock, so that the program depends on more than its draws; pass the time in as an argument"
SEED = "fixes what a generator draws: a law with a fixed seed is no law; take it out, or draw from the source"
OWN_METHODS = "is a generator whose class has methods of its own, unlike the source; draw from the source"
OUTSIDE = (
    "reads or changes what is neither an argument nor a draw (a file, a process, the keyboard); read it before, and "
    "pass in as an argument what it gave"
)
EARLIER = (
    "was made before the program ran, so that it may have a seed; make it in the program without a seed, or draw from "
    "random.SystemRandom(), the functions of random, or the source"
)
_type = type
_import, _opened = __import__, open
_installed: _Patches | None = None
OF_GENERATORS = frozenset(dir(random.SystemRandom)) - {*OF_CLASSES, "gauss_next"}


class _Face(NamedTuple):
    """A function outside of mathematics: the attribute of the source that draws for it, and the reason of a refusal.

    Without `drawn` it is refused under `patched` too. With `full` arguments it is left alone.
    """

    module: Any
    name: str
    drawn: str = ""
    said: str = DRAWN
    full: float = inf


def _faces() -> Iterator[_Face]:
    yield from (_Face(random, name, name) for name in GLOBAL_FUNCTIONS)
    yield from (_Face(random, name, said=SEED) for name in STATES)
    yield from (_Face(random.Random, name, said=SEED) for name in (*STATES, "__reduce__"))
    yield _Face(random.Random, "sample", "sample")
    for kind in (random.Random, random.SystemRandom):
        yield from (_Face(kind, name, drawn) for name, drawn in METHODS.items())
    yield from (_Face(secrets, name, drawn) for name, drawn in SECRETS.items())
    yield from (_Face(secrets, name, said="is not followed") for name in ("token_hex", "token_urlsafe"))
    yield _Face(builtins, "input", said=OUTSIDE)
    yield _Face(SYSTEM, "urandom", "randbytes")
    for module, reason in ((time, CLOCK), (SYSTEM, OUTSIDE)):
        for name, value in vars(module).items():
            if isinstance(value, BuiltinFunctionType) and unseen(value) and name != "urandom":
                yield _Face(module, name, said=DRAWN if name == "getrandom" else reason, full=FULL.get(name, inf))
    yield from _faces_of_numpy(import_module("numpy.random"))


def _faces_of_numpy(numpy: Any) -> Iterator[_Face]:
    for name, value in vars(numpy).items():
        if callable(value) and not isinstance(value, _type) and not name.startswith("__"):
            followed = name not in STATES_OF_NUMPY and (name in OF_NUMPY or hasattr(numpy.RandomState, name))
            drawn = OF_NUMPY.get(name, f"random_state.{name}") if followed else ""
            yield _Face(numpy, name, drawn, DRAWN if followed and name != "default_rng" else SEEDED)


class _Followed(_type):
    """A replacement of `type`, `float` or `int` whose calls follow draws. All else is that of its base."""

    __base__: Any
    of: Any

    def __new__(cls, name: str, bases: tuple[Any, ...], names: dict[str, Any], **options: Any) -> Any:
        """Return a class that a program derives from it, as it derives from Python's own."""
        return _type(name, tuple(base.__base__ if _type(base) is cls else base for base in bases), names, **options)

    def __call__(self, *args: Any, **named: Any) -> Any:
        if len(args) == 1 and not named and (self is TYPE or is_draw(args[0])):
            return self.of(args[0])
        return self.__base__(*args, **named)

    def __instancecheck__(self, value: object) -> bool:
        return isinstance(value, self.__base__)

    def __subclasscheck__(self, value: type) -> bool:
        return issubclass(value, self.__base__)

    def __eq__(self, other: object) -> bool:
        return other is self or other is self.__base__

    def __hash__(self) -> int:
        return hash(self.__base__)

    def __getitem__(self, item: Any) -> Any:
        return self.__base__[item]

    @property
    def dtype(self) -> Any:
        """Return the type of numpy's arrays of such numbers."""
        return import_module("numpy").dtype(self.__base__)


def _kind(value: Any) -> Any:
    """Return the type of a value, of a draw that of its number, under the name that a program has for it."""
    kind = value.__class__ if is_ours(_type(value)) else _type(value)
    return kind if _installed is None else _installed.kinds.get(kind, kind)


def _from_bytes(*args: Any, **named: Any) -> Any:
    """Replace int.from_bytes."""
    if args and _type(args[0]) is DrawnBytes:
        return args[0].as_integer(*args[1:], **named)
    return int.from_bytes(*args, **named)


def _following(base: Any, of: Callable[[Any], Any], **own: Any) -> Any:
    names = {"__module__": __name__, "__qualname__": base.__name__.upper(), "of": staticmethod(of)}
    return _type.__new__(_Followed, base.__name__, (base,), names | own)


TYPE, FLOAT = _following(type, _kind), _following(float, lambda draw: as_number(draw, float))
INT = _following(int, lambda draw: as_number(draw, int), from_bytes=staticmethod(_from_bytes))


class _Patches:
    """The changes, made once for an exploration. The functions of `random` draw from `source`, if it is set."""

    def __init__(self, owner: Source, namespaces: Iterable[dict[str, Any]]) -> None:
        self.owner = owner
        self.source: Source | None = None
        self._namespaces = list(namespaces)  # of the programs, if no module has them
        self.kinds = {type: TYPE}
        self.shared = import_module("numpy.random.mtrand")._rand  # noqa: SLF001 - the generator of numpy's functions
        self._foreign = {thread.ident for thread in threading.enumerate()} - {threading.get_ident()}
        self._asked: set[str] = set()  # imports while a path ran
        self._made: weakref.WeakSet[random.Random] = weakref.WeakSet()  # while a path runs, without a seed
        self._changes, self.mathematics = Changes(), Changes()  # the latter of `math` and `type`, for unknown draws
        followed = {name: member for name, member in vars(math).items() if callable(member) and name not in RESULTS}
        self._of_mathematics = {id(member): _mathematical(name, member) for name, member in followed.items()}
        faces = [(face, getattr(face.module, face.name)) for face in _faces()]
        made = [(face, original, self._of(original, face)) for face, original in faces]
        self._methods = [(face, now) for face, _, now in made if isinstance(face.module, _type)]
        self._methods.append((_Face(random.Random, "seed"), self._seed(random.Random.seed)))
        bits: Any = import_module("numpy.random.bit_generator")
        for name in {"Lock", "RLock"} & set(vars(bits)):  # each bit generator of numpy has one
            refused = _Face(import_module("numpy.random"), "BitGenerator", said=SEEDED)
            self._methods.append((_Face(bits, name), self._of(getattr(bits, name), refused)))
        self._replaced = {id(old): now for face, old, now in made if not isinstance(face.module, _type)}
        self._replaced |= {id(original): partial(self._imported, original) for original in (import_module, _import)}
        self._replaced[id(_opened)] = self._open

    def running(self) -> Path | Plain | None:
        """Return the run that goes on, if one does, or None in threads that existed before."""
        return None if threading.get_ident() in self._foreign else self.owner.path

    def _of(self, original: Callable[..., Any], face: _Face) -> Callable[..., Any]:
        """Return a function, or a method of Python's generators, that draws or is refused while a path runs."""
        excusable, of_class = not face.drawn or face.module is SYSTEM, isinstance(face.module, _type)

        def function(*args: Any, **named: Any) -> Any:
            path, source = self.running(), self.source
            full = len(args) >= face.full and args[-1] is not None
            if path is None or full or (excusable and is_excused(sys._getframe(1))):  # noqa: SLF001
                return original(*args, **named)
            if not face.drawn or source is None:
                owner = os if face.module is SYSTEM else _type(args[0]) if of_class else face.module
                path.refuse(f"{owner.__name__}.{face.name} {face.said}")
            if of_class and _has_own_methods(args[0]):
                path.refuse(f"{_type(args[0]).__name__} {OWN_METHODS}")
            own = not of_class or isinstance(args[0], random.SystemRandom) or args[0] in self._made
            if not own and args[0] is not random._inst:  # noqa: SLF001 - the generator behind the functions of `random`
                path.refuse(f"a generator ({_type(args[0]).__name__}) {EARLIER}")
            if not of_class and face.module not in (secrets, SYSTEM) and self._seeded_before:
                path.refuse(f"{self._seeded_before}: seed {SEED}")
            return attrgetter(face.drawn)(source)(*args[of_class:], **named)

        function.__name__ = face.name
        return function

    @cached_property
    def _seeded_before(self) -> str:
        """Return the place at which a program's module calls `seed` when it is loaded, else ""."""
        for names in self._namespaces:
            file = str(names.get("__file__", ""))
            with suppress(SyntaxError):
                line = line_of_seed(ast.parse("".join(getlines(file))))
                if line:
                    return f"{File(file).name}, line {line}"
        return ""

    def install(self) -> None:
        """Make the changes."""
        self._replace_names()
        self.mathematics.there = True
        for face, now in self._methods:
            self._changes.make(face.module, face.name, now)
        self._changes.make(vars(sys.modules["numpy.random.mtrand"]), "_rand", sys.modules["numpy.random"])
        for law in vars(sys.modules["scipy.stats"]).values() if "scipy.stats" in sys.modules else ():
            if getattr(law, "_random_state", None) is self.shared:
                self._changes.make(vars(law), "_random_state", sys.modules["numpy.random"])

    def _replace_names(self) -> None:
        """Give the names of functions and types in all modules and programs their other meanings."""
        wanted = self._replaced.keys() | self._of_mathematics.keys()
        tables = ((self._changes, self._replaced), (self.mathematics, self._of_mathematics))
        modules = [(name, vars(module)) for name, module in list(sys.modules.items()) if hasattr(module, "__dict__")]
        ours = [names for name, names in modules if not name.startswith("dpexact.") and name not in ASIDE]
        for names in {id(names): names for names in (*ours, *self._namespaces)}.values():
            if wanted.isdisjoint(map(id, list(names.values()))):
                continue
            for key, value in list(names.items()):
                for changes, replaced in tables:
                    if id(value) in replaced:
                        changes.make(names, key, replaced[id(value)])
        programs = [names for name, names in modules if not is_of_others(name, names.get("__file__"))]
        for names in {id(names): names for names in (*programs, *self._namespaces)}.values():
            for kind, now in self.kinds.items():
                if kind.__name__ not in names:
                    self.mathematics.make(names, kind.__name__, now)
        for name, now in OF_LISTS.items():
            self.mathematics.make(vars(sys.modules["numpy"]), name, now)

    def remove(self) -> None:
        """Undo the changes, but leave values that the program has put in their place."""
        for changes in (self._changes, self.mathematics):
            changes.undo()
            changes.clear()

    def _imported(self, original: Callable[..., Any], name: str, *args: Any, **named: Any) -> Any:
        """Import a module. The first such import during a path runs as outside, and what it brought is searched."""
        path: Any = self.running()
        options = (value.get("__package__") if isinstance(value, dict) else value for value in (*args, *named.values()))
        key = repr((name, *options))
        if path is None or key in self._asked:
            return original(name, *args, **named)
        self._asked.add(key)
        self.owner.path, altered = None, self.mathematics.there
        self.remove()
        try:
            return original(name, *args, **named)
        finally:
            self.install()
            if not altered:
                self.mathematics.undo()
            self.owner.path = path

    def _open(self, file: Any, *args: Any, **named: Any) -> Any:
        path = self.running()
        if path is not None and not str(file).endswith(CODE) and not is_excused(sys._getframe(1)):  # noqa: SLF001
            path.refuse(f"open({file!r:.60}) {OUTSIDE}")
        return _opened(file, *args, **named)

    def _seed(self, original: Callable[..., Any]) -> Callable[..., None]:
        """Return the method `seed` of Python's generators, which refuses a seed while a path runs."""

        def seed(generator: Any, a: Any = None, version: int = 2) -> None:
            path = self.running()
            if path is None:
                original(generator, a, version)
                return
            if a is not None:
                path.refuse(f"{_type(generator).__name__}: a seed {SEED}")
            if not _has_own_methods(generator):
                self._made.add(generator)
            _random.Random.seed(generator)
            generator.gauss_next = None

        return seed


def _mathematical(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of `math` that follows draws."""

    def function(*args: Any, **named: Any) -> Any:
        if not named and any(map(is_draw, args)):
            return library_function(name, original, *args)
        return original(*args, **named)

    function.__name__ = name
    return function


def _has_own_methods(generator: random.Random) -> bool:
    """Return whether a generator, or its class, overrides anything that a generator of Python has."""
    kinds = [kind for kind in _type(generator).__mro__ if kind not in random.SystemRandom.__mro__]
    return any(not OF_GENERATORS.isdisjoint(vars(owner)) for owner in (generator, *kinds))


@contextmanager
def installed(owner: Source, namespaces: Iterable[dict[str, Any]]) -> Iterator[None]:
    """Make the necessary changes while programs are explored, once for all of them."""
    global _installed  # noqa: PLW0603 - Python itself is changed, so that there can be only one such change at a time
    if _installed is not None:
        previous, _installed.owner = _installed.owner, owner
        try:
            yield
        finally:
            _installed.owner = previous
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        patches = _Patches(owner, namespaces)
        patches.install()
        _installed = patches
        try:
            yield
        finally:
            _installed = None
            patches.remove()


def follow(wanted: Iterable[str]) -> None:
    """Replace those of `float` and `int` that are wanted too, in the modules of programs."""
    if _installed is not None:
        _installed.remove()
        _installed.kinds.update((now.__base__, now) for now in (FLOAT, INT) if now.__name__ in wanted)
        _installed.install()


@contextmanager
def unaltered() -> Iterator[None]:
    """Let a program run on plain numbers as it does outside, with Python's own `math` and `type`."""
    patches = _installed
    if patches is not None:
        patches.mathematics.undo()
    try:
        yield
    finally:
        if patches is not None:
            patches.mathematics.redo()


def state_of_global_generators() -> tuple[Any, ...]:
    """Return the states of the generators behind the functions of `random` and `numpy.random`."""
    global_generator: Any = random._inst  # noqa: SLF001
    return (global_generator.getstate(), "" if _installed is None else generator_state(_installed.shared))


@contextmanager
def patched(source: Any) -> Iterator[Any]:
    """Let the generators of Python and numpy without a seed draw from the source.

    These are `secrets`, the functions of `random` and `numpy.random`, `os.urandom`, and generators of Python and numpy
    that the program makes without a seed. This is for a program that does not take its generator as an argument. Seeds
    and states, and generators that were made before, are refused. If the generator is not a source (when the program
    runs for real), nothing is changed.
    """
    need.instance(source, random.Random, "source", "pass what the program was given")
    if _type(source) is not Source or _installed is None:
        yield source
        return
    previous, _installed.source = _installed.source, source
    try:
        yield source
    finally:
        _installed.source = previous
