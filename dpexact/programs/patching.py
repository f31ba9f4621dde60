"""Change Python while a program is explored: its mathematical library, its generators, its clocks.

The functions of `math` hand a draw on to `library_function`. The functions of `random`, `secrets` and `numpy.random`,
`os.urandom` and `default_rng()` draw from the source if the program requests it (`patched`) and are refused elsewhere.
Clocks, seeds, the states of generators and numpy's own generators are refused everywhere. `type(x)` of a draw is the
type of the number. A module that has imported these names has them under another one, so every loaded module is
searched. The replays find names that are bound elsewhere (`outside`).
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
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, NamedTuple

from dpexact.errors import need
from dpexact.programs.allowed import FULL, OF_SYSTEM, OF_TIME, is_of_others
from dpexact.programs.draw import is_draw, library_function
from dpexact.programs.held import OF_CLASSES, generator_state
from dpexact.programs.outside import is_excused
from dpexact.programs.path import Path, Plain
from dpexact.programs.source import Source

CODE = (".py", ".pyc")
RESULTS = ("floor", "ceil", "trunc", "gcd", "lcm", "comb", "perm", "factorial", "prod", "fsum", "dist", "hypot")
CLOCKS = tuple(name for name, value in vars(time).items() if type(value) is type(time.time) and name not in OF_TIME)
STATES = ("getstate", "setstate")
GLOBAL_FUNCTIONS = tuple(name for name in random.__all__ if name.islower() and name not in STATES)
SECRETS = {"randbelow": "below", "randbits": "getrandbits", "choice": "choice", "token_bytes": "randbytes"}
TOKEN = 32  # bytes of a token, if it is not said
ASIDE = ("sys", "threading", "_random")  # the watching modules, and those that the source is made of
OF_STATES = ("seed", "get_state", "set_state", "get_bit_generator", "set_bit_generator")  # of numpy
REFUSED = "is not the source; draw from the source, or write `with patched(source):` around the call"
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
OF_GENERATORS = frozenset(dir(random.SystemRandom)) - {*OF_CLASSES, "gauss_next"}


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


class _Change(NamedTuple):
    """A name in a module or class, with its meaning before (None if it had none) and now."""

    names: Any
    name: str
    before: Any
    now: Any

    def make(self) -> None:
        if isinstance(self.names, dict):
            self.names[self.name] = self.now
        else:
            setattr(self.names, self.name, self.now)

    def undo(self) -> None:
        """Put back the meaning, but leave a value that the program has put there."""
        if not isinstance(self.names, dict):
            setattr(self.names, self.name, self.before) if self.before else delattr(self.names, self.name)
        elif self.names.get(self.name) is self.now:
            if self.before is None:
                del self.names[self.name]
            else:
                self.names[self.name] = self.before


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
        self._changes: list[_Change] = []
        self._mathematics: list[_Change] = []  # of `math` and `type`, which only unknown draws need
        self._of_mathematics = {
            id(getattr(math, name)): _mathematical(name) for name in dir(math) if _is_followed(name)
        }
        self._replaced = {id(original): function for original, function in self._others()}

    def running(self) -> Path | Plain | None:
        """Return the run that goes on, if one does, or None in threads that existed before."""
        return None if threading.get_ident() in self._foreign else self.owner.path

    def _others(self) -> Iterator[tuple[Any, Callable[..., Any]]]:
        """Yield functions of Python and numpy outside of mathematics, with their replacements."""
        for name in GLOBAL_FUNCTIONS:
            yield getattr(random, name), self._routed(name, name, random)
        for name, ours in SECRETS.items():
            yield getattr(secrets, name), self._routed(ours, name, secrets)
        for name in ("token_hex", "token_urlsafe"):
            yield getattr(secrets, name), self._refused(getattr(secrets, name), f"secrets.{name} is not followed")
        for name in CLOCKS:
            said = (
                f"time.{name} is a clock, and a program that reads it depends on more than its draws; "
                "pass the time in as an argument, or leave it out"
            )
            yield getattr(time, name), self._refused(getattr(time, name), said, given=FULL.get(name, inf))
        for name in STATES:
            yield getattr(random, name), self._refused(getattr(random, name), f"random.{name} {SEED}")
        yield importlib.import_module, self._import_module
        yield __import__, self._import
        yield _opened, self._open
        yield input, self._refused(input, f"input {OUTSIDE}")
        for name, value in vars(sys.modules[os.name]).items():  # posix, nt
            if name == "urandom":
                yield value, self._routed("randbytes", name, os)
            elif isinstance(value, BuiltinFunctionType) and name not in OF_SYSTEM:
                yield value, self._refused(value, f"os.{name} {REFUSED if name == 'getrandom' else OUTSIDE}")
        numpy = import_module("numpy.random")
        for name, value in vars(numpy).items():
            if name == "default_rng":
                yield value, self._unseeded(value)
            elif callable(value) and not isinstance(value, _type) and not name.startswith("__"):
                ours = "random_sample" if name in ("sample", "ranf") else name
                refused = name in OF_STATES or not hasattr(numpy.RandomState, ours)
                said = f"numpy.random.{name} {OF_NUMPY}"
                yield value, self._refused(value, said) if refused else self._routed(ours, name, numpy)

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
        made: Any = vars(import_module("numpy.random.bit_generator"))
        kinds = {BuiltinFunctionType, FunctionType, MethodType, _type(import_module("numpy.random").default_rng)}
        modules = [(name, vars(one)) for name, one in list(sys.modules.items()) if hasattr(one, "__dict__")]
        ours = [names for name, names in modules if not name.startswith("dpexact.") and name not in ASIDE]
        for names in {id(names): names for names in (*ours, *self._namespaces)}.values():
            for key, value in list(names.items()):
                if _type(value) in kinds:
                    self._change(names, key, self._replaced.get(id(value)), self._changes)
                    self._change(names, key, self._of_mathematics.get(id(value)), self._mathematics)
        programs = [names for name, names in modules if not is_of_others(name, names.get("__file__"))]
        for names in {id(names): names for names in (*programs, *self._namespaces)}.values():
            if "type" not in names:
                self._change(names, "type", _NumberType, self._mathematics)
        self._route_classes()
        for name in {"Lock", "RLock"} & set(made):  # each bit generator of numpy has one
            self._change(made, name, self._refused(made[name], f"numpy.random.BitGenerator {OF_NUMPY}"), self._changes)

    def _change(self, names: Any, name: str, now: Any, changes: list[_Change]) -> None:
        if now is not None:
            known = names if isinstance(names, dict) else vars(names)
            changes.append(_Change(names, name, known.get(name), now))
            changes[-1].make()

    def remove(self) -> None:
        """Undo the changes, but leave values that the program has put in their place."""
        for changes in (self._changes, self._mathematics):
            for change in reversed(changes):
                change.undo()
            changes.clear()

    @contextmanager
    def without_mathematics(self) -> Iterator[None]:
        """Put back the functions of `math` and `type` meanwhile, so that a program runs as it does outside."""
        self.with_mathematics = False
        for change in self._mathematics:
            change.undo()
        try:
            yield
        finally:
            self.with_mathematics = True
            for change in self._mathematics:
                change.make()

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
                for change in self._mathematics:
                    change.undo()
            self.owner.path = path

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

    def _routed(self, ours: str, name: str, module: Any) -> Callable[..., Any]:
        """Return a function that draws by a method of the source, or of its RandomState, if the program is patched."""
        original = getattr(module, name)

        def function(*given: Any, **named: Any) -> Any:
            path = self.running()
            if path is None or (module is os and is_excused(sys._getframe(1))):  # noqa: SLF001
                return original(*given, **named)
            source = self.source
            if source is None:
                path.refuse(f"{module.__name__}.{name} {REFUSED}")
            if module not in (secrets, os) and self._seeded_before:
                path.refuse(f"{self._seeded_before}: seed {SEED}")
            if module not in (random, secrets, os):
                return getattr(source.random_state, ours)(*given, **named)
            if name == "token_bytes":
                given, named = (next((n for n in (*given, *named.values()) if n is not None), TOKEN),), {}
            return getattr(source, ours)(*given, **named)

        function.__name__ = name
        return function

    def _unseeded(self, original: Callable[..., Any]) -> Callable[..., Any]:
        """Return `default_rng`, which without a seed is the source if the program is patched."""

        def function(seed: Any = None) -> Any:
            path = self.running()
            if path is None or is_excused(sys._getframe(1)):  # noqa: SLF001
                return original(seed)
            if self.source is None or seed is not None:
                path.refuse(f"numpy.random.default_rng {OF_NUMPY}")
            return self.source.generator

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
            if path is None:
                _seed(self, a, version)
                return
            if a is not None:
                path.refuse(f"{_type(self).__name__}: a seed {SEED}")
            if not _has_own_methods(self):
                patches._made.add(self)
            _random.Random.seed(self)
            self.gauss_next = None

        _seed = random.Random.seed
        made = {"sample": routed("sample", random.Random.sample, "sample"), "seed": seed}
        for name in (*STATES, "__reduce__"):
            made[name] = self._refused(getattr(random.Random, name), f"random.Random.{name} {SEED}")
        for name, method in made.items():
            self._change(random.Random, name, method, self._changes)
        for kind, base in ((random.Random, _random.Random), (random.SystemRandom, random.SystemRandom)):
            for name, owner in (("random", base), ("getrandbits", base), ("randbytes", kind), ("_randbelow", kind)):
                wanted = "below" if name == "_randbelow" else name
                self._change(kind, name, routed(name, getattr(owner, name), wanted), self._changes)


def _is_followed(name: str) -> bool:
    return not name.startswith("_") and callable(getattr(math, name)) and name not in RESULTS


def _mathematical(name: str) -> Callable[..., Any]:
    """Return a function of `math` that follows draws."""
    original = getattr(math, name)

    def function(*given: Any, **named: Any) -> Any:
        if not named and any(map(is_draw, given)):
            return library_function(name, original, *given)
        return original(*given, **named)

    function.__name__ = name
    return function


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
    with _installed.without_mathematics():
        yield


def state_of_global_generators() -> tuple[Any, ...]:
    """Return the states of the generators behind the functions of `random` and `numpy.random`."""
    numpy = sys.modules.get("numpy.random.mtrand")
    global_generator: Any = random._inst  # noqa: SLF001
    return (global_generator.getstate(), generator_state(numpy._rand) if numpy is not None else "")  # noqa: SLF001


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
