"""Unknown: a function of one draw of a path, its values, and the splits of the path by which they are counted.

An Unknown is f(k) for k in a set of integers (`Possible`). f is the chain of operations that the program did, each in
the very arithmetic that runs. The counts are exact because f is monotone in k wherever that is used. A function that is
not known to be monotone is listed, value by value, if it has few values, and refused otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from dpexact.programs.kinds import Same, is_of_numpy, number_kind, tagged, underflow_is_seen
from dpexact.programs.neighbors import LISTED, Chain, has_order, in_order, is_borne_out, is_monotone
from dpexact.programs.path import Path
from dpexact.programs.possible import Possible, groups_of, runs_of
from dpexact.programs.rules import NO_STRIDE, Function, tried

# For the names of Python's operators and of similar functions:
WORDS = (
    {"add": "addition", "sub": "subtraction", "mul": "multiplication", "truediv": "division", "pow": "a power"}
    | {"floordiv": "floor division", "mod": "the remainder", "lshift": "a left shift", "rshift": "a right shift"}
    | {"and": "bitwise and", "or": "bitwise or", "xor": "bitwise exclusive or", "round": "round(x, digits)"}
)
NOT_MONOTONE = (
    "a function of the platform's mathematical library that should be monotone is not, so that nothing can be counted; "
    "compare the draw before it is applied"
)
FEWER = "compare it or round it to few values first, ask for an event by label=, or draw arrays by size="


class Unknown:
    """A function of draw `index` of a path, which may be a path around the one that goes on."""

    __slots__ = ("_ends", "chain", "index", "monotone", "path", "stride")

    def __init__(
        self, path: Path, index: int, chain: Chain, *, monotone: bool = True, stride: Fraction = NO_STRIDE
    ) -> None:
        self.path, self.index, self.chain, self.monotone, self.stride = path, index, chain, monotone, stride
        self._ends: tuple[Any, Any, Any] = (None, None, None)  # a set, and the values at its ends

    @property
    def possible(self) -> Possible:
        """Return the values that k may still have."""
        return self.path.possible_of(self.index)

    @property
    def ends(self) -> tuple[Any, Any]:
        """Return the values for the least and the greatest k."""
        now = self.path.possible_of(self.index)
        if self._ends[0] is not now:
            self._ends = (now, self.chain.at(now.first), self.chain.at(now.last))
        return self._ends[1:]

    @property
    def low(self) -> Any:
        """Return the value for the least k."""
        return self.ends[0]

    @property
    def kind(self) -> str:
        """Return the kind of the number, or "" if it differs at its ends."""
        first, last = self.ends
        return number_kind(first) if type(first) is type(last) else ""

    @property
    def is_known(self) -> bool:
        """Return whether the number has a single value."""
        if self.possible.count == 1:
            return True
        first, last = self.ends
        return self.monotone and type(first) is type(last) and tagged(first) == tagged(last)

    @property
    def is_ordered(self) -> bool:
        """Return whether the number is of one kind, and is monotone in k."""
        return self.monotone and bool(self.kind)

    def state(self, path: object) -> Hashable | None:
        """Return a key that is equal for two moments of a path if the number is known and the same, or may be the same.

        The key is None for a draw of another path.
        """
        if self.path is not path:
            return None
        if self.is_known:
            return tagged(self.low)
        region = self.path.regions.get(self.index)
        return "draw", self.index, self.possible, region and Same(region), self.chain

    def then(
        self, function: Function, ends: Any, *, monotone: bool = True, stride: Any = NO_STRIDE, assumed: bool = False
    ) -> Any:
        """Return the function of the number with these results at its ends: a number if it is known, else unknown."""
        chain = self.chain.then(function, assumed=assumed)
        made = Unknown(self.path, self.index, chain, monotone=monotone and self.monotone, stride=stride)
        made._ends = (self.possible, *ends)
        return ends[0] if made.is_known else made

    def results(self, function: Function) -> list[Any] | None:
        """Return the results of a function at both ends, or None if it raises there."""
        try:
            return [function(value) for value in self.ends]
        except Exception:  # noqa: BLE001 - whatever it raises, the program gets it
            return None

    def on(self, path: Path) -> Unknown:
        """Return the same function of the same draw on another path, with equal sets of values so far."""
        moved = Unknown(path, self.index, self.chain, monotone=self.monotone, stride=self.stride)
        moved._ends = self._ends
        return moved

    def split(self, key: Callable[[Any], Hashable], last: Function | None = None) -> None:
        """Split the path so that the key, which is monotone in the number, is the same for all possible values.

        If this is the last step of an operation, the function that it gives is the `last`.
        """
        if not (self.is_known or (self.monotone and len(set(map(key, self.ends))) == 1)):
            self.path.choose(self.index, lambda: self._parts(key), last and self.chain.then(last).at)

    def split_residues(self, modulus: int) -> bool:
        """Split the path by the remainder of the number if that is periodic in k, and return whether it was split."""
        if not self.stride:
            return False
        period, possible = abs(modulus / self.stride).numerator, self.possible
        if possible.own_periods(period) > self.path.most:
            return False
        if possible.own_periods(period) > 1:
            self.path.choose(self.index, lambda: possible.residues(period))
        return True

    def split_in_halves(self) -> None:
        """Split the path by the lower and the upper half of the values that k may still have."""
        possible, middle = self.possible, self.possible.count // 2

        def parts() -> list[Possible]:
            if not is_borne_out(self.chain, possible, [middle]):
                self.path.refuse(NOT_MONOTONE)
            return [possible.between(0, middle), possible.between(middle, possible.count)]

        self.path.choose(self.index, parts)

    def _parts(self, key: Callable[[Any], Hashable]) -> list[Possible]:
        """Return the sets on which the key of the number is the same. Ends the run if they are too many."""
        possible, most = self.possible, self.path.most
        chain = self.chain.then(key)
        if self.monotone:
            parts = _parts_known(chain, possible, most)
        elif possible.count <= most:
            parts = [possible.joined(runs) for runs in groups_of(chain.over(possible), possible.count).values()]
        elif possible.count <= LISTED and has_order(self.chain, possible):
            parts = self._parts_in_order(chain)
        else:
            self.path.refuse(f"a draw with more than {most} possible values would have to be listed (paths={most})")
        if parts is None:
            self.path.refuse(f"a draw has more than {most} values here (paths={most}); {FEWER}")
        return parts or self.path.refuse(NOT_MONOTONE)

    def _parts_in_order(self, chain: Chain) -> list[Possible] | None:
        """Return the sets on which a key is the same, of many values that have been put in their order.

        Returns None if they are too many.
        """
        possible, path = self.possible, self.path
        order, key_at = in_order(self.chain, possible), chain.over(possible)
        runs, parts = runs_of(lambda place: key_at(int(order[place])), possible.count, path.most), list[Possible]()
        for begin, end, _ in runs or ():
            inside = np.zeros(possible.count + 2, dtype=np.int8)
            inside[order[begin:end] + 1] = 1
            changes = np.flatnonzero(np.diff(inside)).tolist()  # a run of places begins, then ends, and so on
            if len(changes) > path.most:
                path.refuse(f"a function of a draw goes up and down more than {path.most} times (paths={path.most})")
            parts.append(possible.joined(zip(changes[::2], changes[1::2], strict=True)))
        return parts if runs else None

    def values(self) -> list[tuple[Any, Possible]]:
        """Return every value that the number can still have, with the set for which it has it."""
        return [(self.chain.at(part.first), part) for part in self._parts(tagged)]

    def has_few_values(self) -> bool:
        """Return whether the number is monotone in k, and has so few values that the path can be split by them."""
        chain = self.chain.then(tagged)
        return self.monotone and _parts_known(chain, self.possible, self.path.most) is not None

    def taken_apart(self) -> Any:
        """Return the number after a split by its values, which is the last step of an operation."""
        self.split(tagged, lambda x: x)
        return self.low

    def taken(self, function: Function, ends: Sequence[Any], name: str) -> Any:
        """Return a function of the library, listed or, if its values are too many to list, assumed monotone."""
        possible = self.possible
        if possible.count > LISTED:
            self.path.exploration.assumptions.add(name)
            return self.then(function, ends, assumed=True)
        with self.path.exploration.source.path:
            borne_out = is_monotone(self.chain.then(function), possible, ends[0] <= ends[1])
        return self.then(function, ends) if borne_out else self.listed(function, name, "is not monotone")

    def listed(self, function: Function, what: str, why: str = "is not known to be monotone") -> Any:
        """List a function of the number, without any known property, value by value, if it has few values."""
        if self.is_known:
            return function(self.low)
        path, possible = self.path, self.possible
        if possible.count > path.most:
            if possible.count <= LISTED and self.kind == "float" and not underflow_is_seen():
                with path.exploration.source.path:
                    ordered = has_order(self.chain.then(function), possible)
                if ordered:
                    return self.then(function, [function(value) for value in self.ends], monotone=False)
            if self.has_few_values():
                self.split(tagged, function)
                return function(self.low)
            path.refuse(
                f"{WORDS.get(what, what)} of a draw with {possible.count:.3g} possible values {why}, and these are too "
                f"many to list (paths={path.most}); {FEWER}"
            )
        raised = groups_of(self.chain.then(lambda x: tried(function, x)[1]).over(possible), possible.count)
        if len(raised) > 1:
            path.choose(self.index, lambda: [possible.joined(runs) for runs in raised.values()])
        ends = self.results(function)
        if ends is None:
            return function(self.low)
        made = self.then(function, ends, monotone=False)
        is_truth = isinstance(ends[0], bool) or (is_of_numpy(ends[0]) and ends[0].dtype.kind == "b")
        return made.taken_apart() if is_truth and isinstance(made, Unknown) else made  # a program may ask by `is`


@lru_cache(1 << 12)
def _parts_known(chain: Chain, possible: Possible, most: int) -> list[Possible] | None:
    """Return the sets on which a function is the same that is monotone by the rules, and that is looked up if known.

    There are none if a boundary shows that it is not monotone, though assumed so. Returns None if there are too many.
    """
    runs = runs_of(chain.over(possible), possible.count, most)
    if runs is None:
        return None
    borders = [begin for begin, _, _ in runs[1:]]
    if len({run[2] for run in runs}) < len(runs) or not is_borne_out(chain, possible, borders):
        return []
    return [possible.between(begin, end) for begin, end, _ in runs]
