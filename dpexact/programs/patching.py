"""Change Python while a program is explored: its mathematical library, its generators, its clocks.

The functions of `math` hand a draw on to `library_function`; the functions of `random` and `secrets` draw from the
source where the program says so (`patched`) and are refused elsewhere, as are the clocks, `os.urandom` and numpy's
global generator; `type(x)` of a draw is the type of the number. Whatever has imported these names has them under
another one, so every module that is loaded is looked through; what is bound elsewhere sees a draw as it is, and ends
in an error of its own.
"""

from __future__ import annotations

import _random
import gc
import math
import os
import random
import secrets
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from dpexact.errors import need
from dpexact.programs.draw import is_draw, library_function
from dpexact.programs.held import generator_state, is_of_others
from dpexact.programs.path import _ASIDE
from dpexact.programs.source import Source

RESULTS = ("floor", "ceil", "trunc", "gcd", "lcm", "comb", "perm", "factorial", "prod", "fsum", "dist", "hypot")
CLOCKS = ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time")
GLOBAL_FUNCTIONS = (
    *("random", "getrandbits", "randbytes", "randrange", "randint", "choice", "choices", "shuffle", "sample"),
    *("uniform", "triangular", "betavariate", "expovariate", "gammavariate", "gauss", "lognormvariate"),
    *("normalvariate", "vonmisesvariate", "paretovariate", "weibullvariate", "seed"),
)
SECRETS = ("randbelow", "randbits", "choice", "token_bytes", "token_hex", "token_urlsafe")
ASIDE = ("sys", "threading", "_random")  # what watches, and what the source itself is made of
REFUSED = "is not the source; draw from the source, or write `with patched(source):` around the call"

_type = type
_installed: _Patches | None = None


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
    """Stands for `type`: of a draw, the type of the number that it stands for."""

    def __class_getitem__(cls, item: Any) -> Any:
        return _type[item]  # type: ignore[misc]


class _Patches:
    """The changes, made once for an exploration; `source` is what the functions of `random` draw from, if anything."""

    def __init__(self, owner: Source) -> None:
        self.owner = owner
        self.source: Source | None = None
        self._undone: list[tuple[dict[str, Any], str, Any]] = []
        self._mathematics: list[tuple[dict[str, Any], str, Any, Any]] = []  # where, name, original, what stands there
        self._added: list[dict[str, Any]] = []
        self._classes: list[tuple[type, str, Any]] = []

    def install(self, namespaces: Iterable[dict[str, Any]]) -> None:
        """Make the changes; the namespaces are those of the programs, where no module has them."""
        replaced = {id(getattr(math, name)): self._mathematical(name) for name in dir(math) if self._is_followed(name)}
        mathematical = set(replaced)
        for module, names in ((random, GLOBAL_FUNCTIONS), (secrets, SECRETS)):
            for name in names:
                replaced[id(getattr(module, name))] = self._routed(module, name)
        for name in CLOCKS:
            replaced[id(getattr(time, name))] = self._refused(
                getattr(time, name),
                f"time.{name} is a clock, and a program that reads it depends on more than its draws; "
                "pass the time in as an argument, or leave it out",
            )
        replaced[id(os.urandom)] = self._refused(os.urandom, f"os.urandom {REFUSED}", everywhere=True)
        if "numpy.random" in sys.modules:
            module = sys.modules["numpy.random"]
            for name in dir(module):
                value = getattr(module, name)
                if getattr(value, "__self__", None) is getattr(sys.modules["numpy.random.mtrand"], "_rand", 0):
                    replaced[id(value)] = self._refused(value, f"numpy.random.{name} {REFUSED}", everywhere=True)
        modules = [
            vars(module)
            for name, module in list(sys.modules.items())
            if not name.startswith("dpexact.") and name not in ASIDE and hasattr(module, "__dict__")
        ]
        for contents in {id(names): names for names in (*modules, *namespaces)}.values():
            for key, value in list(contents.items()):
                if id(value) in replaced and not isinstance(value, _type):
                    if id(value) in mathematical:
                        self._mathematics.append((contents, key, value, replaced[id(value)]))
                    else:
                        self._undone.append((contents, key, value))
                    contents[key] = replaced[id(value)]
        for contents in self._programs(namespaces):
            if "type" not in contents:
                self._added.append(contents)
                contents["type"] = _NumberType
        self._route_classes()

    @staticmethod
    def _programs(namespaces: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the names of all modules that are neither ours nor Python's own, and the given ones."""
        modules = [(name, module) for name, module in list(sys.modules.items()) if hasattr(module, "__dict__")]
        found = [vars(module) for name, module in modules if not is_of_others(name, getattr(module, "__file__", None))]
        return list({id(names): names for names in (*found, *namespaces)}.values())

    def remove(self) -> None:
        """Undo the changes."""
        for contents, name, value in reversed(self._undone):
            contents[name] = value
        self.leave_mathematics()
        for kind, name, value in reversed(self._classes):
            if value is None:
                delattr(kind, name)
            else:
                setattr(kind, name, value)

    def leave_mathematics(self) -> None:
        """Put back the functions of `math` and `type`, which only draws that are not known need."""
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

    @staticmethod
    def _is_followed(name: str) -> bool:
        return not name.startswith("_") and callable(getattr(math, name)) and name not in RESULTS

    def _mathematical(self, name: str) -> Callable[..., Any]:
        original = getattr(math, name)

        def function(*given: Any, **named: Any) -> Any:
            if given and is_draw(given[0]) and not named:
                return library_function(name, original, *given)
            return original(*given, **named)

        function.__name__ = name
        return function

    def _routed(self, module: Any, name: str) -> Callable[..., Any]:
        original = getattr(module, name)

        def function(*given: Any, **named: Any) -> Any:
            source = self.source
            if source is None:
                if self.owner.path is None:
                    return original(*given, **named)
                self.owner.path.refuse(f"{module.__name__}.{name} {REFUSED}")
            if name == "randbelow":
                return source.below(*given)
            if name == "randbits":
                return source.getrandbits(*given)
            if name == "token_bytes":
                return source.randbytes(*(given or (32,)))
            if name.startswith("token"):
                source._run().refuse(f"secrets.{name} is not followed")  # noqa: SLF001
            return getattr(source, name)(*given, **named)

        function.__name__ = name
        return function

    def _refused(self, original: Callable[..., Any], said: str, *, everywhere: bool = False) -> Callable[..., Any]:
        def function(*given: Any, **named: Any) -> Any:
            code = sys._getframe(1).f_code  # noqa: SLF001
            aside = code.co_filename.startswith(_ASIDE) and "site-packages" not in code.co_filename
            aside = aside or any(getattr(one, "__code__", None) is code for one in gc.callbacks)  # not the program's
            if self.owner.path is not None and (everywhere or not aside):
                self.owner.path.refuse(said)
            return original(*given, **named)

        return function

    def _route_classes(self) -> None:
        """Let existing generators of Python draw from the source, where the program is patched."""
        patches = self

        def randbelow(self: Any, n: int) -> Any:
            return _randbelow(self, n) if patches.source is None else patches.source.below(n)

        def sample(self: Any, *given: Any, **named: Any) -> Any:
            return _sample(self, *given, **named) if patches.source is None else patches.source.sample(*given, **named)

        def method(kind: type, name: str, original: Callable[..., Any]) -> Callable[..., Any]:
            def routed(self: Any, *given: Any) -> Any:
                if patches.source is not None:
                    return getattr(patches.source, name)(*given)
                if patches.owner.path is not None:
                    patches.owner.path.refuse(f"{kind.__name__}.{name} {REFUSED}")
                return original(self, *given)

            return routed

        _randbelow, _sample = random.Random._randbelow, random.Random.sample  # type: ignore[attr-defined]  # noqa: SLF001
        self._set(random.Random, "_randbelow", randbelow)
        self._set(random.Random, "sample", sample)
        for name in ("random", "getrandbits"):
            self._set(random.Random, name, method(random.Random, name, getattr(_random.Random, name)))
            self._set(random.SystemRandom, name, method(random.SystemRandom, name, getattr(random.SystemRandom, name)))
        for kind in (random.Random, random.SystemRandom):
            self._set(kind, "randbytes", method(kind, "randbytes", kind.randbytes))

    def _set(self, kind: type, name: str, value: Any) -> None:
        self._classes.append((kind, name, vars(kind).get(name)))
        setattr(kind, name, value)


@contextmanager
def installed(owner: Source, namespaces: Iterable[dict[str, Any]]) -> Iterator[None]:
    """Change what has to be changed while programs are explored, once for all of them."""
    global _installed  # noqa: PLW0603 - Python itself is changed: there can be one such change at a time
    if _installed is not None:
        previous, _installed.owner = _installed.owner, owner
        try:
            yield
        finally:
            _installed.owner = previous
        return
    patches = _Patches(owner)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        patches.install(namespaces)
        _installed = patches
        try:
            yield
        finally:
            _installed = None
            patches.remove()


@contextmanager
def unaltered() -> Iterator[None]:
    """Let a program run on plain numbers as it does outside: with Python's own `math` and `type`."""
    if _installed is None:
        yield
        return
    _installed.leave_mathematics()
    try:
        yield
    finally:
        _installed.enter_mathematics()


def state_of_global_generators() -> tuple[Any, ...]:
    """Return the states of the generators behind the functions of `random` and `numpy.random`."""
    numpy = sys.modules.get("numpy.random.mtrand")
    global_generator: Any = random._inst  # noqa: SLF001
    return (global_generator.getstate(), generator_state(numpy._rand) if numpy is not None else "")  # noqa: SLF001


@contextmanager
def patched(source: Any) -> Iterator[Any]:
    """Let `secrets`, the functions of `random` and existing generators of Python draw from the source.

    For a program that does not take its generator as an argument; numpy's generators are passed in. With a generator
    that is no source (when the program runs for real) nothing is changed.
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
