"""Change Python while a program is explored: its mathematical library, its generators, its clocks.

The functions of `math` hand a draw on to `library_function`. The functions of `random` and `secrets` draw from the
source if the program requests it (`patched`) and are refused elsewhere. Clocks, seeds, the states of generators,
`os.urandom` and numpy's own generators are refused everywhere. `type(x)` of a draw is the type of the number. A module
that has imported these names has them under another one, so every loaded module is searched. The replays find names
that are bound elsewhere (`outside`).
"""

from __future__ import annotations

import _random
import ast
import importlib
import math
import os
import random
import secrets
import sys
import threading
import time
import warnings
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from importlib import import_module
from importlib.util import resolve_name
from linecache import getlines
from math import inf
from pathlib import Path as File
from time import monotonic
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from dpexact.errors import need
from dpexact.programs.draw import is_draw, library_function
from dpexact.programs.held import generator_state, is_of_others
from dpexact.programs.outside import CODE, FULL, OF_SYSTEM, PURE_OF_TIME, is_excused
from dpexact.programs.path import Path, Plain
from dpexact.programs.source import Source

RESULTS = ("floor", "ceil", "trunc", "gcd", "lcm", "comb", "perm", "factorial", "prod", "fsum", "dist", "hypot")
CLOCKS = tuple(
    name for name, value in vars(time).items() if type(value) is type(time.time) and name not in PURE_OF_TIME
)
GLOBAL_FUNCTIONS = (
    *("random", "getrandbits", "randbytes", "randrange", "randint", "choice", "choices", "shuffle", "sample"),
    *("uniform", "triangular", "betavariate", "expovariate", "gammavariate", "gauss", "lognormvariate"),
    *("normalvariate", "vonmisesvariate", "paretovariate", "weibullvariate", "seed"),
)
SECRETS = ("randbelow", "randbits", "choice", "token_bytes", "token_hex", "token_urlsafe")
ASIDE = ("sys", "threading", "_random")  # the watching modules, and those that the source is made of
RANDOM = ("urandom", "getrandom")
NO_SOURCE = "is not the source; draw from the source"
REFUSED = f"{NO_SOURCE}, or write `with patched(source):` around the call"
OF_NUMPY = (
    "is a generator of numpy beside the source, and one with a seed draws the same in every run; draw from "
    "source.generator or source.random_state, which stand for a generator without a seed"
)
SEED = "fixes what a generator draws: a law with a fixed seed is no law; take it out, or draw from the source"
OWN_METHODS = (
    "is a generator whose class has methods of its own, so that what it draws is not what the source would; draw from "
    "the source"
)
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
OF_GENERATORS = frozenset(dir(random.SystemRandom)) - {"__dict__", "__doc__", "__module__", "__weakref__", "gauss_next"}


class _TypeOfNumbers(_type):
    def __call__(self, *given: Any, **named: Any) -> Any:
        if self is _NumberType and len(given) == 1 and not named:
            return given[0].__class__ if is_draw(given[0]) else _type(given[0])
        if self is _NumberType:
            return _type(*given, **named)
        return super().__call__(*given, **named)

    def __instancecheck__(self, value: object) -> bool:
        return isinstance(value, _type) if self is _NumberType else super().__instancecheck__(value)

    def __subclasscheck__(self, value: type) -> bool:
        return issubclass(value, _type) if self is _NumberType else super().__subclasscheck__(value)


class _NumberType(_type, metaclass=_TypeOfNumbers):
    """A replacement of `type` that gives, for a draw, the type of its number."""

    def __class_getitem__(cls, item: Any) -> Any:
        return _type[item]  # type: ignore[misc]


class _Patches:
    """The changes, made once for an exploration. The functions of `random` draw from `source`, if it is set."""

    def __init__(self, owner: Source, namespaces: Iterable[dict[str, Any]]) -> None:
        self.owner = owner
        self.source: Source | None = None
        self.with_mathematics = True
        self._namespaces = list(namespaces)  # of the programs, if no module has them
        self._foreign = {thread.ident for thread in threading.enumerate()} - {threading.get_ident()}
        self._missing: set[tuple[str, ...]] = set()  # modules imported, or not found, while a path ran
        self._made: weakref.WeakSet[random.Random] = weakref.WeakSet()  # while a path runs, without a seed
        self._undone: list[tuple[dict[str, Any], str, Any, Any]] = []  # namespace, name, original, replacement
        self._mathematics: list[tuple[dict[str, Any], str, Any, Any]] = []
        self._added: list[dict[str, Any]] = []
        self._classes: list[tuple[type, str, Any]] = []
        self._replaced = {id(getattr(math, name)): self._mathematical(name) for name in dir(math) if _is_followed(name)}
        self._mathematical_ids = set(self._replaced)
        self._replaced |= {id(original): function for original, function in self._others()}

    def running(self) -> Path | Plain | None:
        """Return the run that goes on, if one does, or None in threads that existed before."""
        return None if threading.get_ident() in self._foreign else self.owner.path

    def _others(self) -> Iterator[tuple[Any, Callable[..., Any]]]:
        """Yield functions of Python and numpy outside of mathematics, with their replacements."""
        for module, names in ((random, GLOBAL_FUNCTIONS), (secrets, SECRETS)):
            for name in names:
                yield getattr(module, name), self._routed(module, name)
        for name in CLOCKS:
            said = (
                f"time.{name} is a clock, and a program that reads it depends on more than its draws; "
                "pass the time in as an argument, or leave it out"
            )
            yield getattr(time, name), self._refused(getattr(time, name), said, given=FULL.get(name, inf))
        for name in ("getstate", "setstate"):
            yield getattr(random, name), self._refused(getattr(random, name), f"random.{name} {SEED}")
        yield importlib.import_module, self._import_module
        yield __import__, self._import
        yield _opened, self._open
        yield input, self._refused(input, f"input {OUTSIDE}")
        system = sys.modules[os.name]  # posix, nt
        for name, value in vars(system).items():
            if isinstance(value, BuiltinFunctionType) and name not in OF_SYSTEM:
                yield value, self._refused(value, f"os.{name} {NO_SOURCE if name in RANDOM else OUTSIDE}")
        for name, value in vars(import_module("numpy.random")).items():
            if callable(value) and not isinstance(value, _type) and not name.startswith("__"):
                yield value, self._refused(value, f"numpy.random.{name} {OF_NUMPY}")

    @cached_property
    def _seeded_before(self) -> str:
        """Return the place at which a program's module calls `seed` when loaded, as a statement of its own, else ""."""
        for names in self._namespaces:
            file = str(names.get("__file__", ""))
            with suppress(SyntaxError):
                for step in ast.parse("".join(getlines(file))).body:
                    call = step.value if isinstance(step, ast.Expr) else None
                    called = call.func if isinstance(call, ast.Call) else None
                    if "seed" in (getattr(called, "attr", ""), getattr(called, "id", "")):
                        return f"{File(file).name}, line {step.lineno}"
        return ""

    def install(self) -> None:
        """Make the changes."""
        numpy: Any = import_module("numpy.random")
        kinds = {BuiltinFunctionType, FunctionType, MethodType, _type(numpy.default_rng)}
        modules = [
            vars(module)
            for name, module in list(sys.modules.items())
            if not name.startswith("dpexact.") and name not in ASIDE and hasattr(module, "__dict__")
        ]
        for contents in {id(names): names for names in (*modules, *self._namespaces)}.values():
            for key, value in list(contents.items()):
                if _type(value) in kinds and id(value) in self._replaced:
                    put = self._replaced[id(value)]
                    kept = self._mathematics if id(value) in self._mathematical_ids else self._undone
                    kept.append((contents, key, value, put))
                    contents[key] = put
        for contents in self._programs():
            if "type" not in contents:
                self._added.append(contents)
                contents["type"] = _NumberType
        self._route_classes()
        made = vars(numpy.bit_generator)
        for name in {"Lock", "RLock"} & set(made):  # each bit generator of numpy has one
            put = self._refused(made[name], f"numpy.random.BitGenerator {OF_NUMPY}")
            self._undone.append((made, name, made[name], put))
            made[name] = put

    def _programs(self) -> list[dict[str, Any]]:
        """Return the names of all modules that are neither ours nor Python's own, and the given ones."""
        modules = [(name, module) for name, module in list(sys.modules.items()) if hasattr(module, "__dict__")]
        found = [vars(module) for name, module in modules if not is_of_others(name, getattr(module, "__file__", None))]
        return list({id(names): names for names in (*found, *self._namespaces)}.values())

    def remove(self) -> None:
        """Undo the changes, but leave values that the program has put in their place."""
        for contents, name, value, put in reversed(self._undone):
            if contents.get(name) is put:
                contents[name] = value
        self.leave_mathematics()
        for kind, name, value in reversed(self._classes):
            if value is None:
                delattr(kind, name)
            else:
                setattr(kind, name, value)
        for changes in (self._undone, self._mathematics, self._added, self._classes):
            changes.clear()

    def leave_mathematics(self) -> None:
        """Put back the functions of `math` and `type`, which only unknown draws need."""
        for contents, name, original, _ in self._mathematics:
            contents[name] = original
        for contents in self._added:
            contents.pop("type", None)

    def enter_mathematics(self) -> None:
        """Let the functions of `math` and `type` take draws."""
        for contents, name, _, function in self._mathematics:
            contents[name] = function
        for contents in self._added:
            contents["type"] = _NumberType

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Let an import finish as it would outside, and search the modules that it has brought."""
        path: Any = self.owner.path
        self.owner.path = None
        self.remove()
        try:
            yield
        finally:
            self.install()
            if not self.with_mathematics:
                self.leave_mathematics()
            self.owner.path = path
            path.since = monotonic()

    def _import_module(self, name: str, package: str | None = None) -> Any:
        if self.running() is None or name in sys.modules:
            return import_module(name, package)
        with self.aside():
            return import_module(name, package)

    def _import(
        self, name: str, names: Any = None, local: Any = None, fromlist: Sequence[str] | None = (), level: int = 0
    ) -> Any:
        """Replace `__import__`, so that the first import of a module during a path runs as it would outside."""
        if self.running() is None or self._is_loaded(name, names, fromlist or (), level):
            return _import(name, names, local, fromlist, level)
        with self.aside():
            return _import(name, names, local, fromlist, level)

    def _is_loaded(self, name: str, names: Any, fromlist: Sequence[str], level: int) -> bool:
        """Return whether a module has been imported, or was looked for already."""
        try:
            found = resolve_name("." * level + name, names["__package__"]) if level else name
        except (ImportError, KeyError, TypeError):  # the import itself raises it again
            return True
        if (found, *fromlist) in self._missing:
            return True
        module = sys.modules.get(found)
        if module is None or not all(part == "*" or hasattr(module, part) for part in fromlist):
            self._missing.add((found, *fromlist))
            return False
        return True

    def _open(self, file: Any, *given: Any, **named: Any) -> Any:
        """Replace `open`."""
        path = self.running()
        if path is not None and not str(file).endswith(CODE) and not is_excused(sys._getframe(1)):  # noqa: SLF001
            path.refuse(f"open({file!r:.60}) {OUTSIDE}")
        return _opened(file, *given, **named)

    def _mathematical(self, name: str) -> Callable[..., Any]:
        original = getattr(math, name)

        def function(*given: Any, **named: Any) -> Any:
            if given and not named:
                if is_draw(given[0]):
                    return library_function(name, original, *given)
                if is_draw(given[-1]):
                    by_last = f"{name} (by its last argument)"
                    return library_function(by_last, lambda last: original(*given[:-1], last), given[-1])
            return original(*given, **named)

        function.__name__ = name
        return function

    def _routed(self, module: Any, name: str) -> Callable[..., Any]:
        original = getattr(module, name)

        def function(*given: Any, **named: Any) -> Any:
            path = self.running()
            if path is None:
                return original(*given, **named)
            source = self.source
            if source is None:
                path.refuse(f"{module.__name__}.{name} {REFUSED}")
            if module is random and self._seeded_before:
                path.refuse(f"{self._seeded_before}: seed {SEED}")
            if name == "randbelow":
                return source.below(*given)
            if name == "randbits":
                return source.getrandbits(*given)
            if name == "token_bytes":
                return source.randbytes(*(given or (32,)))
            if name.startswith("token"):
                path.refuse(f"secrets.{name} is not followed")
            return getattr(source, name)(*given, **named)

        function.__name__ = name
        return function

    def _refused(self, original: Callable[..., Any], said: str, *, given: float = inf) -> Callable[..., Any]:
        """Return a function that refuses another while a path runs, unless it is given so many arguments."""

        def function(*values: Any, **named: Any) -> Any:
            path = self.running()
            reads = len(values) < given or values[-1] is None
            if path is not None and reads and not is_excused(sys._getframe(1)):  # noqa: SLF001
                path.refuse(said)
            return original(*values, **named)

        return function

    def _draws_for(self, generator: random.Random, name: str) -> Source | None:
        """Return the source for a generator of Python, or None for itself, outside of a path. Refuses a seeded one."""
        path = self.running()
        if path is None:
            return None
        kind, source = _type(generator), self.source
        if source is None:
            path.refuse(f"{kind.__name__}.{name} {REFUSED}")
        if _has_own_methods(generator):
            path.refuse(f"{kind.__name__} {OWN_METHODS}")
        known = isinstance(generator, random.SystemRandom) or generator is random._inst  # noqa: SLF001
        if not known and generator not in self._made:
            path.refuse(f"a generator ({kind.__name__}) {EARLIER}")
        return source

    def _route_classes(self) -> None:
        """Let generators of Python draw from the source if the program is patched, and refuse their seeds."""
        patches = self

        def routed(name: str, original: Callable[..., Any], wanted: str) -> Callable[..., Any]:
            def method(self: Any, *given: Any, **named: Any) -> Any:
                source = patches._draws_for(self, name)
                return original(self, *given, **named) if source is None else getattr(source, wanted)(*given, **named)

            return method

        def seed(self: Any, a: Any = None, version: int = 2) -> None:
            path = patches.running()
            if path is not None:
                if a is not None:
                    path.refuse(f"{_type(self).__name__}: a seed {SEED}")
                if not _has_own_methods(self):
                    patches._made.add(self)
                _random.Random.seed(self)
                self.gauss_next = None
                return
            _seed(self, a, version)

        _seed = random.Random.seed
        self._set(random.Random, "sample", routed("sample", random.Random.sample, "sample"))
        for kind, base in ((random.Random, _random.Random), (random.SystemRandom, random.SystemRandom)):
            for name in ("random", "getrandbits"):
                self._set(kind, name, routed(name, getattr(base, name), name))
            self._set(kind, "randbytes", routed("randbytes", kind.randbytes, "randbytes"))
            self._set(kind, "_randbelow", routed("_randbelow", kind._randbelow, "below"))  # type: ignore[attr-defined]  # noqa: SLF001
        self._set(random.Random, "seed", seed)
        for name in ("getstate", "setstate", "__reduce__"):
            original = getattr(random.Random, name)
            self._set(random.Random, name, self._refused(original, f"random.Random.{name} {SEED}"))

    def _set(self, kind: type, name: str, value: Any) -> None:
        self._classes.append((kind, name, vars(kind).get(name)))
        setattr(kind, name, value)


def _is_followed(name: str) -> bool:
    return not name.startswith("_") and callable(getattr(math, name)) and name not in RESULTS


def _has_own_methods(generator: random.Random) -> bool:
    """Return whether a generator, or its class, overrides anything that a generator of Python has."""
    kinds = [kind for kind in _type(generator).__mro__ if kind not in random.SystemRandom.__mro__]
    return any(not OF_GENERATORS.isdisjoint(vars(one)) for one in (generator, *kinds))


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


@contextmanager
def unaltered() -> Iterator[None]:
    """Let a program run on plain numbers as it does outside, with Python's own `math` and `type`."""
    if _installed is None:
        yield
        return
    _installed.with_mathematics = False
    _installed.leave_mathematics()
    try:
        yield
    finally:
        _installed.with_mathematics = True
        _installed.enter_mathematics()


def state_of_global_generators() -> tuple[Any, ...]:
    """Return the states of the generators behind the functions of `random` and `numpy.random`."""
    numpy = sys.modules.get("numpy.random.mtrand")
    global_generator: Any = random._inst  # noqa: SLF001
    return (global_generator.getstate(), generator_state(numpy._rand) if numpy is not None else "")  # noqa: SLF001


@contextmanager
def patched(source: Any) -> Iterator[Any]:
    """Let `secrets`, the functions of `random` and generators of Python without a seed draw from the source.

    This is for a program that does not take its generator as an argument. numpy's generators are passed in. Seeds and
    states, and instances of `random.Random` that were made before, are refused. If the generator is not a source (when
    the program runs for real), nothing is changed.
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
