"""Sameness: one fingerprint of all that some things reach, by a list of the values that are allowed.

A law that was found once (of a subprogram, of the body of `until`) is used again, and a state of a loop has come again,
only if the fingerprints are equal. Allowed are values that never change (numbers, texts and bytes of the exact types of
Python and numpy, None, Fraction, and tuples of these), the source, the listed parts of Python's own library and numpy,
and functions and classes of the program that write nothing that outlives a call and reach nothing else. Values count by
type and value (1, True and 1.0 are three, -0.0 is not 0.0, a NaN is like no other), and the fingerprint records which
of them are one object. Nothing else has a fingerprint.

For a value that is not allowed, a `Walk` has its visible part, so that a change is noticed and can be put back.
"""

import array
import builtins
import copy
import gc
import json
import operator
import random
import sys
import warnings
from collections import OrderedDict, deque
from collections.abc import Callable, Container, Hashable, Iterable, Sequence
from contextlib import suppress
from functools import _lru_cache_wrapper, partial
from itertools import chain
from types import (
    BuiltinFunctionType,
    CellType,
    FunctionType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
    SimpleNamespace,
)
from typing import Any

import numpy as np

from dpexact.programs.allowed import is_aside, is_function_of_numpy, is_harmless, is_of_python
from dpexact.programs.bytecode import NUMBER_TYPES, attributes_in, changes_nothing, names_in
from dpexact.programs.changes import MISSING, meaning, put
from dpexact.programs.draw import is_draw, unknown_of
from dpexact.programs.kinds import OF_PROGRAMS, PLAIN, Same, is_array, is_plain_of_numpy, tagged

Named = tuple[str, Any]

MOST = 2000
OBJECTS = b"objects"  # an array of these has no numbers
CONTAINERS = (dict, list, deque, set, bytearray, array.array)
TRANSPARENT = (*CONTAINERS[:4], frozenset, partial, staticmethod, classmethod, property)  # they hold nothing hidden
OF_CLASSES = (
    *("__dict__", "__weakref__", "__doc__", "__module__", "__annotations__", "__firstlineno__"),
    "__static_attributes__",
)


class Walk:
    """All that some things reach, each once, as a key, and whether everything is allowed.

    The key has a part for every value, in an order that the values alone decide. The part says which value it is, and
    how many held values follow. A value that has come before is named by its number.
    """

    def __init__(
        self,
        things: Sequence[Any],
        sources: Sequence[Any] = (),
        path: object = None,
        *,
        restoring: bool = False,
        fixed: Container[int] = (),
    ) -> None:
        self._begun = tuple(things), sources
        self.key: list[Hashable] = []
        self.labels: list[str] = []  # a name for each part of the key
        self.exact = True
        self._draws = False  # whether a SystemRandom is among them, which keeps nothing but a number of `gauss`
        self.open = False  # whether a draw that is not known is among them
        self.undo: list[Callable[[], None]] = []
        self._meanings: list[tuple[Any, str, Any]] = []  # of names, by their owners
        self.generators: list[tuple[str, Any, Hashable]] = []  # with their names and states
        self.cache = ""  # the name of a cache that functools keeps, or of an iterator, whose place is not seen
        self.functions: dict[int, FunctionType] = {}  # of the program, told by their parts
        self._fixed = fixed  # the identities of functions that only the same function equals
        self._restoring = restoring
        self._sources = {id(value): type(value) for value in sources}
        self._path = path
        self._number: dict[int, int] = {}
        self._values: list[Any] = []
        self._attributes: set[str] = set()
        self._modules: list[tuple[ModuleType, set[str]]] = []  # with the attributes that have been visited
        self._left: list[Named] = []
        self._later: list[Named] = []  # the attributes of instances of Python's library, which may reach much
        self.add(things)

    def add(self, things: Sequence[Any]) -> None:
        """Walk on to some more things."""
        self._left.extend([("", value) for value in reversed(things)])
        self._go_on()
        while (self._modules and self._look_at_attributes()) or self._later:
            self._left, self._later = self._left or self._later, self._later if self._left else []
            self._go_on()
        self.exact = self.exact and not (self._draws and "gauss" in self._attributes)

    def _go_on(self) -> None:
        number, values, key, left = self._number, self._values, self.key, self._left
        while left:
            label, value = left.pop()
            before = number.setdefault(id(value), len(values))
            self.labels.append(label)
            if before < len(values):
                key.append(("again", before))
                continue
            if before >= MOST:
                self.exact = False
                left.clear()
                return
            values.append(value)
            if type(value) in PLAIN:
                key.append(tagged(value) if value == value else Same(value))  # noqa: PLR0124 - NaN, told by `in`
            elif type(value) is tuple:
                key.append(("tuple", len(value)))
                left.extend([(label, part) for part in reversed(value)])
            else:
                held = list(self._other(label, value))
                key[-1] = (key[-1], len(held))
                left.extend(held[::-1])

    def _other(self, label: str, value: Any) -> Iterable[Named]:
        """Add the part of the key that identifies a value, and return the values that it holds."""
        if id(value) in self._sources:
            self.key.append(("source", self._sources[id(value)]))
        elif is_draw(value):
            self.key.append(unknown_of(value).state(self._path) if self._path is not None else None)
            if self.key[-1] is None:
                self.exact, self.key[-1] = False, Same(value)
            self.open = self.open or not (self.exact and unknown_of(value).is_known)
        elif is_plain_of_numpy(value):
            self.key.append(tagged(value) if value == value else Same(value))  # noqa: PLR0124 - NaN
        elif type(value) is random.SystemRandom and [*vars(value).items()] == [("gauss_next", None)]:
            self._draws = True
            self.key.append(Same(value))
        elif type(value) is FunctionType:
            return self._function(label, value)
        elif type(value) is MethodType:
            self.key.append("method")
            owner = value.__self__  # `==` of methods tells equal owners apart
            self.exact = self.exact and (id(owner) in self._sources or type(owner) is random.SystemRandom)
            return ((label, value.__self__), (label, value.__func__))
        elif isinstance(value, ModuleType | type) or type(value) is BuiltinFunctionType or is_function_of_numpy(value):
            return self._of_library(label, value)
        else:
            self.exact = False
            self.key.append(Same(value))
            return self._changing(label, value)
        return ()

    def _look_at_attributes(self) -> bool:
        """Go on with an attribute of a module that some function names, and return whether there is one."""
        for module, done in self._modules:
            for name in sorted(self._attributes & vars(module).keys() - done):
                done.add(name)
                self.key.append(("attribute", name, self._number[id(module)]))
                self.labels.append(name)
                self._left.append((name, vars(module)[name]))
                self._keep(vars(module), (name,))
                return True
        return False

    def _keep(self, owner: Any, names: Iterable[str]) -> None:
        """Note the meanings of names, to give them back. Functions and types are ours to change."""
        self._meanings += [(owner, name, meaning(owner, name)) for name in names] if self._restoring else []

    def _function(self, label: str, value: FunctionType) -> Iterable[Named]:
        self.key.append(Same(value))
        if is_aside(value):
            self._add_attributes(value)
            self.exact = self.exact and is_harmless(value)
            return vars(value).items() if "subprogram" in vars(value) else ()  # distribution.py replaces a function
        if id(value) in self._fixed:
            return ()
        self.functions[id(value)] = value
        code, there = value.__code__, value.__globals__
        names = names_in(code)
        self._attributes |= attributes_in(code)
        self.exact = self.exact and changes_nothing(code) and getattr(value, "__builtins__", None) is vars(builtins)
        options, cells = value.__kwdefaults__ or {}, full_cells(value)
        known = {name: there[name] for name in names if name in there}
        self.exact = self.exact and all(isinstance(known.get(name, int), type) for name in NUMBER_TYPES)
        of_python = {name: getattr(builtins, name) for name in names if name not in there and hasattr(builtins, name)}
        self.key[-1] = (Same(code), *map(tuple, (options, known, of_python, cells, vars(value))))
        self._keep(there, names)
        for cell in cells.values():
            self._keep(cell, ("cell_contents",))
        inner = [(name, cell.cell_contents) for name, cell in cells.items()]
        named = chain.from_iterable(some.items() for some in (options, vars(value), known, of_python))
        return [*inner, *((label, default) for default in value.__defaults__ or ()), *named]

    def _of_library(self, label: str, value: Any) -> Iterable[Named]:
        """Look at a module, a type or a function in C, from Python's own library, numpy or the program."""
        self.key.append(Same(value))
        if isinstance(value, ModuleType | type):
            harmless = is_aside(value) and is_harmless(value)
            if isinstance(value, type):
                return self._add_attributes(value) if harmless else self._class(label, value)
            is_open = type(value) is ModuleType and not is_aside(value) and "__getattr__" not in vars(value)
            self.exact = self.exact and (harmless or is_open)
            if harmless or not is_aside(value):
                self._modules.append((value, set()))
        elif type(value) is BuiltinFunctionType and isinstance(value.__self__, ModuleType | type(None)):
            self.exact = self.exact and is_harmless(value)
        elif type(value) is BuiltinFunctionType:  # a method, of a list perhaps
            self.exact = False
            return ((label, value.__self__),)
        return self._add_attributes(value)

    def _add_attributes(self, value: Any) -> tuple[()]:
        """Add the attributes that a program may have given to a type, a function or a module of a library."""
        if not isinstance(value, ModuleType) and (not isinstance(value, type) or value.__flags__ & OF_PROGRAMS):
            names = getattr(value, "__dict__", {}).keys() - {*OF_CLASSES, "_abc_impl"}
            held = {name: vars(value)[name] for name in sorted(names)}
            self.key[-1] = (self.key[-1], *held, *map(Same, held.values()))
            kinds = set(map(type, held.values()))
            self.exact = self.exact and not any(kind in CONTAINERS or _is_of_program(kind) for kind in kinds)
        return ()

    def _class(self, label: str, value: type) -> Iterable[Named]:
        self.exact = self.exact and not is_aside(value) and type(value) is type
        if not _is_of_program(value):
            return ()
        held = {name: part for name, part in vars(value).items() if name not in OF_CLASSES}
        self._keep(value, [name for name in held if not name.startswith("__")])
        self.key[-1] = (Same(value), tuple(held))
        return [*((label, base) for base in value.__bases__ if base is not object), *held.items()]

    def _changing(self, label: str, value: Any) -> Iterable[Named]:
        """Return the visible contents of a value that is not allowed, and note how to put them back."""
        if isinstance(value, _lru_cache_wrapper):
            self.cache = label or value.__name__
            self.undo.append(value.cache_clear)
            return ((label, value.__wrapped__),)
        if hasattr(type(value), "__next__") and not _is_of_program(type(value)):
            self.cache = label or type(value).__name__
        content, state = _content(value), _generator_state(value)
        if content is not None:
            self.key[-1] = (self.key[-1], content)
        if state is not None:
            self.generators.append((label, value, state))
        if self._restoring and (isinstance(value, CONTAINERS) or is_array(value)):
            self.undo.append(_putting_back(value))
        attributes = []
        if _is_of_program(type(value)):
            self._keep(value, _members(type(value)))
            with suppress(AttributeError):  # without its own `__getattribute__`, which may notice it
                attributes = [object.__getattribute__(value, "__dict__")]
        elif not isinstance(value, TRANSPARENT) and content != OBJECTS:
            if is_of_python(type(value)) and hasattr(value, "__dict__"):
                self._later.append((label, value.__dict__))
            return ()
        parts, names = _parts(value), dict.__len__(value) if isinstance(value, dict) else 0
        others = [part for part in parts[:names] if type(part) is not str] + parts[names:]  # the texts are its content
        return [(label, part) for part in (*attributes, *others)]

    def drawn(self) -> str:
        """Return the names of the generators that are reached and have moved on."""
        moved = [name for name, value, state in self.generators if _generator_state(value) != state]
        return ", ".join(name or "one that it holds" for name in moved)

    def changed(self) -> str:
        """Return a name of something that has changed, or "" if nothing has."""
        now = Walk(*self._begun)
        for old, new, label in zip(self.key, now.key, now.labels, strict=False):
            if old != new:
                return label or "an argument"
        return "" if len(self.key) == len(now.key) else "an attribute"

    def put_back(self) -> None:
        """Give everything the contents that it had."""
        for owner, name, value in self._meanings:
            now = meaning(owner, name)
            if now is not value and not _is_fixed(now if value is MISSING else value):
                put(owner, name, value)
        for undo in self.undo:
            undo()


def _is_of_program(kind: type) -> bool:
    return kind is SimpleNamespace or (bool(kind.__flags__ & OF_PROGRAMS) and not is_aside(kind))


def _members(kind: type) -> list[str]:
    """Return the names of the slots of a class."""
    slotted = [vars(base) for base in kind.__mro__ if "__slots__" in vars(base)]
    return [name for some in slotted for name, part in some.items() if type(part) is MemberDescriptorType]


def full_cells(function: FunctionType) -> dict[str, CellType]:
    """Return the cells of a function that are not empty."""
    full = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        with suppress(ValueError):  # of an empty cell
            cell.cell_contents  # noqa: B018 - it raises
            full[name] = cell
    return full


def _is_fixed(value: Any) -> bool:
    """Return whether a value is of a kind that a library defines: a function, a type, a module or a descriptor."""
    kinds = (ModuleType, type, FunctionType, BuiltinFunctionType, property, staticmethod, classmethod)
    return isinstance(value, kinds) or (not isinstance(value, partial) and hasattr(type(value), "__get__"))


def _content(value: Any) -> Hashable | None:
    """Return the numbers of an array as bytes, or the texts among the names in a dict, in their places."""
    if isinstance(value, dict):
        return tuple(name if type(name) is str else None for name in _parts(value)[: dict.__len__(value)])
    if isinstance(value, bytearray):
        return bytes(value)
    if isinstance(value, array.array):
        return value.tobytes()
    if is_array(value):
        return OBJECTS if value.dtype.hasobject else value.tobytes()
    return None


def _parts(value: Any) -> list[Any]:
    """Return the values that one holds. The collector sees no names in a dict, and nothing in some of instances."""
    if not isinstance(value, dict):
        return gc.get_referents(value)
    kind: Any = OrderedDict if isinstance(value, OrderedDict) else dict  # of which no program has other methods
    return [*kind.keys(value), *kind.values(value), *(() if type(value) is dict else gc.get_referents(value))]


def _putting_back(value: Any) -> Callable[[], None]:
    """Return a function that gives a container back its present contents, if they have changed."""
    if is_array(value):
        numbers = value.copy()
        return lambda: value.__setitem__(..., numbers) if value.flags.writeable else None
    if not isinstance(value, dict | set | deque):
        return partial(value.__setitem__, slice(None), value[:])
    whole, parts = copy.copy(value), _parts(value)

    def refill() -> None:
        now = _parts(value)
        if len(now) != len(parts) or not all(map(operator.is_, now, parts)):
            value.clear()
            (value.extend if isinstance(value, deque) else value.update)(whole)

    return refill


def _generator_state(value: Any) -> Hashable | None:
    """Return the state of a generator of Python or numpy that is not the source."""
    if isinstance(value, random.Random):
        return None if isinstance(value, random.SystemRandom) else random.Random.getstate(value)
    return generator_state(value) if type(value).__module__.startswith("numpy.random") else None


def generator_state(value: Any) -> str:
    """Return the state of a generator of numpy as text, which changes with every number drawn from it."""
    for owner in (value, getattr(value, "bit_generator", None), getattr(value, "_bit_generator", None)):
        state = getattr(owner, "state", None)
        if isinstance(state, dict):
            return json.dumps(state, default=np.ndarray.tolist)
    return ""


def settings() -> Hashable:
    """Return the settings of Python and numpy that a program may change for a while, such as by `np.errstate`."""
    of_numpy = (*np.geterr().values(), Same(np.geterrcall()), repr(np.get_printoptions()))
    return (sys.getrecursionlimit(), sys.get_int_max_str_digits(), tuple(warnings.filters), of_numpy)


def fingerprint(things: Sequence[Any], sources: Sequence[Any] = ()) -> Hashable | None:
    """Return a key of all that some things reach, or None if some of it is not allowed.

    If two keys are equal, every function does the same with both. The source and its faces are `sources`. No draw
    is allowed.
    """
    walk = Walk(things, sources)
    return tuple(walk.key) if walk.exact else None
