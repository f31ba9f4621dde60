"""Replays: every path that was found is run again on plain numbers, at both ends of every interval and inside.

Another output, or another number of draws, means that the program has told a draw from a number, keeps something from
run to run, or has other randomness. Then nothing is said of it.
"""

from __future__ import annotations

import _random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from enum import Enum
from itertools import cycle, islice, product
from math import prod
from operator import attrgetter
from typing import Any, TypeAlias

from dpexact.errors import UnsupportedProgramError
from dpexact.numbers.typography import value_excerpt
from dpexact.programs.allowed import watched
from dpexact.programs.draw import Draw, concrete, is_draw
from dpexact.programs.drawn_bytes import DrawnBytes
from dpexact.programs.held import Walk
from dpexact.programs.kinds import is_of_numpy, tagged
from dpexact.programs.law import Law, Node, Outcome
from dpexact.programs.path import Ending, Leave, Plain, Split, ways_to
from dpexact.programs.possible import Possible, Region

Call: TypeAlias = Callable[[], Any]
Bits: TypeAlias = Callable[[int], int]  # of a number of so many bits

EXHAUSTIVE = 256  # replays of a path at most, if it has no more choices
ALL_WATCHED = 128  # paths of a function, each of which is watched, and of later ones a share
LEAST = 16  # replays in a row of an outermost exploration, also if it makes no draws
GROWN = 100  # replays in a row, if something that the program reaches has changed
MOST = 1000  # more of them, at other places, of all paths of one exploration together
ALL_REALLY = 64  # paths, each of which is run through subprograms and bodies of loops, and of later ones a share
ROUNDS = (2, 7)  # of a loop: a path that comes back to a state is also run with so many rounds,
ALL_ROUNDS = 128  # each of so many of them, and of later ones a share
SHARE = 8  # the share is one of eight of the next ones, one of n / 128 at place n, or of n / 4 if n draws are made,
PICKS, CORNERS = 16, 4  # boxes of a path on which several draws depend on each other, and corners of each
NEW = 4  # and so many of those that draw from the same sizes
UNWATCHED = nullcontext()
_DIFFERS = (
    "a path that was found {gave}; run again on plain numbers it {then}: the program sees what a draw is without "
    "asking (`is`, type(), a C extension; hand Decimal an int(...) of it), keeps something from run to run, has other "
    "randomness, or adds floats in another order without a draw among them (numpy's sum, mean and dot; sum from Python "
    "3.12 on: add them in a loop)"
)
_KEEPS = (
    "something is kept from run to run ({0}): a path that was found gave another output or made other draws when it "
    "was run again; empty it where the program begins, or leave it out"
)


@dataclass(slots=True)
class Found:
    """A path that has been found: its draws, its last split, the key of its result, and its last state."""

    sizes: Sequence[int]
    last: Split | None
    key: Hashable
    node: Node
    back_to: Node | None = None  # the state to which it has come back
    merges: bool = False  # whether that state is of another path
    # If a draw is in the output: the key by the choices, the index of the draw, and its ends where the output changes
    drawn: tuple[Callable[[Sequence[int]], Hashable], int, Sequence[int]] | None = None

    def whole(self, pick: int = 0) -> Whole:
        """Return the path with the possible values of its draws, in one of `PICKS` boxes of those in a region."""
        laws, possible, tied = {}, list(map(Possible.below, self.sizes)), len(self.sizes)
        for split in ways_to(self.last):
            if type(split.kept) is Region:
                tied = min(tied, *split.kept.of)
                box = split.kept.box(pick * len(split.kept) // PICKS)
                for index, side in zip(split.kept.of, box, strict=True):
                    possible[index] = side
            else:
                possible[split.of] = split.kept  # type: ignore[assignment]  # a Possible
            if split.law is not None:
                laws[split.of] = split.law
        return Whole(self.sizes, laws, possible, *(self.drawn or (lambda _: self.key, -1, ())), tied)

    def with_way_out(self, rounds: int = 1, pick: int = 0) -> Whole | None:
        """Return the path extended from its state up to an output, or None if no output follows.

        The part that leads back to the state is repeated `rounds` times.
        """
        node, whole = self.back_to, self.whole(pick)
        rest = None if node is None else node.way_out and node.way_out.with_way_out(pick=pick)
        if node is None or not rest:
            return whole if node is None else None
        return whole.on(node, rest, rounds, merges=self.merges)


@dataclass(slots=True)
class Whole:
    """A path with the possible values of its draws, and its result for each choice of them."""

    sizes: Sequence[int]
    laws: Mapping[int, Law]
    possible: list[Possible]
    expected: Callable[[Sequence[int]], Hashable]
    index: int = -1
    ends: Sequence[int] = ()
    tied: int = 1 << 30  # the first draw whose values depend on another one

    def on(self, node: Node, other: Whole, rounds: int, *, merges: bool) -> Whole | None:
        """Return a path that comes to a state, followed by another one from there, if both may be one.

        Up to the state, the other one is the same, unless it `merges` with it only there. Then no draw before is left.
        """
        first, whole = node.made, len(self.sizes)
        start = whole if merges else first
        length, made = whole - start, start + rounds * (whole - start)
        laws = {n + k * length: law for n, law in self.laws.items() for k in range(rounds if n >= start else 1)}
        if not merges and min(self.tied, other.tied) < first:
            return None
        laws |= {made + n - first: law for n, law in other.laws.items() if n >= first}
        before = [*self.possible] if merges else []
        for now, then, later in () if merges else zip(self.possible, node.possible, other.possible, strict=False):
            if then not in (now, later):
                return None
            before.append(later if now == then else now)
        gone = [some.first for some in other.possible[:first]] if merges else None
        return Whole(
            [*self.sizes[:start], *list(self.sizes[start:]) * rounds, *other.sizes[first:]],
            laws,
            [*before, *self.possible[start:] * rounds, *other.possible[first:]],
            lambda choices: other.expected([*(gone or choices[:first]), *choices[made:]]),
        )

    def inside(self, bits: Bits) -> tuple[int, ...]:
        """Return one choice that looks random."""
        return tuple([_inside(some, bits) for some in self.possible])

    def choices(self, bits: Bits, more: int) -> Iterator[tuple[int, ...]]:
        """Yield both ends of all intervals and one inside, or all choices if there are few.

        `more` are at other places: the least numbers, of which Python keeps a single copy that `is` sees, and others.
        """
        if prod([some.count for some in self.possible]) <= EXHAUSTIVE:
            yield from product(*([some.at(n) for n in range(some.count)] for some in self.possible))
            return
        yield from self.few_choices(bits)
        for n in range(1, more):
            yield tuple([some.at(n) if n < some.count else _inside(some, bits) for some in self.possible])
            yield self.inside(bits)

    def few_choices(self, bits: Bits) -> Iterator[tuple[int, ...]]:
        """Yield both ends of all intervals, one inside, and both ends of all values of a draw in the output.

        A function of a draw that rises or falls is then, between two ends, the one that was counted. The real one may
        differ from it, since numpy adds the numbers of an array in another order than those of an array with a draw.
        """
        first, last = ((*map(attrgetter(end), self.possible),) for end in ("first", "last"))
        yield first
        if first == last:
            return
        yield last
        yield self.inside(bits)
        for index, possible in enumerate(self.possible):
            if index != self.index and len(possible.ranges) == 1:
                continue
            jumps = possible.ends() if len(possible.ranges) > 1 else set()
            for end in sorted(jumps.union(self.ends if index == self.index else ())):
                inside = self.inside(bits)
                yield (*inside[:index], end, *inside[index + 1 :])

    def corner(self, bits: Bits) -> tuple[int, ...]:
        """Return one choice of the ends of all intervals."""
        return tuple([some.last if bits(1) else some.first for some in self.possible])

    def is_due(self, earlier: Counter[Any], of: Hashable, least: int) -> bool:
        """Return whether something is done with the next path of a kind, as with each of the `least` first."""
        shape = frozenset(self.sizes)
        place, same = earlier[of], earlier[of, shape]
        earlier[of] += 1
        earlier[of, shape] += 1
        return place < least or same < NEW or place % max(SHARE, place // 128, len(self.sizes) // 4) == 0


def find_ways_out(every: Sequence[Found]) -> None:
    """Note, for each state, a path that goes on from it to an output, or comes to a state that has one by then."""
    some = every
    while some:
        reached = [way for way in some if way.back_to is None or way.back_to.way_out]
        for way in reached:
            node: Node | None = way.node
            while node is not None and node.way_out is None:
                node.way_out, node = way, node.parent
        some = [way for way in some if way.back_to and not way.back_to.way_out] if reached else []


def some_bits() -> Bits:
    """Return a function that gives so many bits, as a number that looks random and is the same in every run."""
    return _random.Random(512).getrandbits


def _inside(some: Possible, bits: Bits) -> int:
    """Return one of some values that looks random."""
    return some.first if some.count == 1 else some.at(bits(some.count.bit_length() + 64) % some.count)


@dataclass
class Replays:
    """The runs on plain numbers of the paths of one exploration of a function."""

    source: Any
    inner: bool
    function: object
    kept: Walk | None
    _bits: Bits = field(default_factory=some_bits)
    _ways: dict[tuple[int, int], tuple[Law, list[Whole]]] = field(default_factory=dict)  # by law and outcome, kept

    def run(self, call: Call, every: Sequence[Found], changed: str) -> None:
        """Run every path that was found, in another order. Raises UnsupportedProgramError.

        If something that the program reaches has `changed`, each path is also run from the initial contents. At last,
        some run one after the other with nothing put back between them, so that a state grows. Their order looks
        random, so that a state that comes and goes meets other paths than before.
        """
        find_ways_out(every)
        order = sorted(every, key=lambda _: self._bits(32))
        more = min(EXHAUSTIVE, min(MOST, self.source.replays_left) // len(order)) if order else 0
        self.source.replays_left -= more * len(order)
        self._all(call, changed, order, more)
        least = 0 if self.inner else GROWN if changed else LEAST
        wholes = list(islice(filter(None, (way.with_way_out() for way in order)), least))
        for whole in sorted(islice(cycle(wholes), least), key=lambda _: self._bits(32)):
            self.one(call, whole, whole.inside(self._bits), really=True, changed=changed)

    def _all(self, call: Call, changed: str, order: Sequence[Found], more: int) -> None:
        """Run every path once, some also with more rounds of their loop."""
        done: Counter[Any] = Counter()
        for short in order:
            way = short.with_way_out()
            if way is None:
                continue
            through = way.is_due(done, "through", 1 if self.inner else ALL_REALLY)
            watching = way.is_due(self.source.watched, self.function, ALL_WATCHED)
            for k, choices in enumerate(way.choices(self._bits, more)):
                really = through and k % SHARE == 0
                self.one(call, way, choices, really=really, watching=watching and not really)
                watching = watching and really  # the calls behind laws are watched in runs of their own
                if changed and self.kept is not None:
                    self.kept.put_back()
                    self.one(call, way, choices, really=really, changed=changed)
            if watching:
                self.one(call, way, choices, watching=True)
            self._others(call, short)
            if short.back_to and not short.merges and way.is_due(done, "rounds", ALL_ROUNDS):
                for longer in filter(None, map(short.with_way_out, ROUNDS)):
                    for choices in longer.few_choices(self._bits):
                        self.one(call, longer, choices)

    def _others(self, call: Call, short: Found) -> None:
        """Run a path that leads through boxes on further values of them."""
        has_boxes = any(type(split.kept) is Region for split in ways_to(short.last))
        for other in filter(None, (short.with_way_out(pick=n) for n in range(1, PICKS if has_boxes else 1))):
            for choices in (other.inside(self._bits), *(other.corner(self._bits) for _ in range(CORNERS))):
                self.one(call, other, choices)

    def one(
        self,
        call: Call,
        way: Whole,
        choices: Sequence[int],
        *,
        inner: bool | None = None,
        really: bool = False,
        watching: bool = False,
        changed: str = "",
        read: bytearray | None = None,
    ) -> Any:
        """Run a path once, through the calls behind its laws if `really`, and return what it returns.

        The bytes of its draws are noted in `read`. Raises UnsupportedProgramError.
        """
        outer, inner = self.source.path, self.inner if inner is None else inner
        self.source.path = plain = Plain(way, choices, self._through if really else None)
        plain.read, result, key = read, None, None
        try:
            with watched(plain.refuse) if watching else UNWATCHED:
                result = call()
                plain.check()
                known = filled(result, concrete)  # draws of a run around it are known here
                key = tagged(normal(known, inner=inner))
        except (Exception, SystemExit, Leave) as error:  # noqa: BLE001 - whatever the program raises is its outcome
            if plain.ending is Ending.UNSUPPORTED:
                raise UnsupportedProgramError(plain.message) from None
            if plain.ending is not Ending.ASTRAY:
                key = (Outcome(plain.ending) if plain.ending else Outcome.raised(error, inner=inner)).key()
        finally:
            self.source.path = outer
        expected = way.expected(choices)
        if key == expected and plain.made == len(way.sizes):
            return result
        if changed:
            raise UnsupportedProgramError(_KEEPS.format(changed))
        then = f"gave {_shown(key)}" if key != expected and key is not None else "made other draws"
        gave = f"gave {_shown(expected)}" if expected is not None else "came back to a state"
        raise UnsupportedProgramError(_DIFFERS.format(gave=gave, then=then))

    def records(self, call: Call, every: Sequence[Found]) -> Iterator[tuple[bytes, Any]]:
        """Yield the bytes that each path reads at both ends and inside of every interval, with its output."""
        for whole in filter(None, (way.with_way_out() for way in every)):
            for choices in dict.fromkeys(whole.few_choices(some_bits())):
                key: Any = whole.expected(choices)
                if key == Outcome(Ending.RESTARTED).key():
                    continue
                read = bytearray()
                output = self.one(call, whole, choices, really=True, read=read)
                raised = type(key) is tuple and key[0] == "raised"
                yield bytes(read), ["raised", key[1].__name__] if raised else normal(output, inner=False)

    def _through(self, law: Law, outcome: Outcome, call: Call) -> Any:
        """Run the paths of an outcome of a law on plain numbers, as often as the law is used, to check the outcome.

        Return the value of the last one, which the program may tell from that of the law by its identity.
        """
        outer: Any = self.source.path
        if (id(law), id(outcome)) not in self._ways:
            ways = [way.whole() for way in (*law.rejected, law.ways[outcome.key()])]
            self._ways[id(law), id(outcome)] = law, ways
        try:
            with outer:
                for whole in self._ways[id(law), id(outcome)][1][0 if outer.read is None else -1 :]:
                    result = self.one(call, whole, whole.inside(self._bits), inner=True, really=True, read=outer.read)
        except UnsupportedProgramError as error:
            outer.leave(Ending.UNSUPPORTED, str(error))
        return result


def _shown(key: Any) -> str:
    """Return the outcome of a key as text. A value's key is a plain value, or begins with its type."""
    if type(key) is not tuple or isinstance(key[0], type):
        return value_excerpt(_untagged(key))
    return f"{key[1].__name__} (raised)" if key[0] == "raised" else key[0]


def _untagged(tag: Any) -> Any:
    """Return the value of a key that `tagged` has made, or one that looks like it."""
    if not isinstance(tag, tuple) or not isinstance(tag[0], type):
        return tag
    kind, *value = tag
    if issubclass(kind, tuple):
        return tuple(map(_untagged, value[0]))
    return value[0][0] if isinstance(value[0], tuple) else value[0]


def filled(output: Any, value: Callable[[Draw], Any]) -> Any:
    """Return the output with another value instead of every draw."""
    if is_draw(output):
        return value(output)
    if type(output) is tuple:
        return tuple(filled(part, value) for part in output)
    return output


def kinds_of(output: Any) -> Hashable:
    """Return the types of the tuples in an output, in its shape, which `normal` takes away."""
    return (type(output), *map(kinds_of, output)) if isinstance(output, tuple) else None


def hides(output: Any) -> bool:
    """Return whether an output has attributes of its own beside its number, text or parts, which no matrix shows."""
    if is_draw(output) or isinstance(output, Enum) or not isinstance(output, int | str | tuple):
        return False
    parts = output if isinstance(output, tuple) else ()
    own_order = isinstance(output, tuple) and type(output).__iter__ is not tuple.__iter__
    return own_order or object.__getstate__(output) is not None or any(map(hides, parts))


def normal(output: Any, *, inner: bool) -> Any:
    """Return the output with numpy's integers, truth values and texts as Python's, and with its draws unchanged.

    An inner result keeps its type, since the program can see it.
    """
    if is_draw(output) or type(output) is int or type(output) is str:
        return output
    if isinstance(output, tuple) and not (inner and type(output) is not tuple):
        return tuple(normal(part, inner=inner) for part in output)
    if inner:
        return bytes(output) if type(output) is DrawnBytes else output
    if is_of_numpy(output) and output.dtype.kind in "biuU":
        return output.item()
    return output
