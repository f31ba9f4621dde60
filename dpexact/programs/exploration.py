"""Exploration: a program is run again for every path of its draws, likeliest first, until all mass is known.

Each run follows the splits that are decided, goes on with the likeliest part of every new one, and leaves the other
parts for later. The masses of all paths are products of exact counts. These masses, the mass that is not followed and
the mass that `restart` throws away sum to 1.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from heapq import heappop, heappush
from itertools import count as counting
from itertools import product
from math import inf, prod
from time import monotonic
from typing import Any, NoReturn, Self

from flint import fmpq

from dpexact.errors import UnsupportedProgramError
from dpexact.numbers.typography import value_excerpt
from dpexact.programs.draw import (
    Draw,
    DrawnBytes,
    at,
    concrete,
    counted_values,
    draw_index,
    is_draw,
    is_of,
    is_of_numpy,
    tagged,
)
from dpexact.programs.held import Kept, fingerprint, is_plain
from dpexact.programs.loops import STATES, states_here
from dpexact.programs.outside import watched
from dpexact.programs.patching import unaltered
from dpexact.programs.path import (
    AGAIN,
    ASTRAY,
    RESTARTED,
    RETURNED,
    UNFINISHED,
    UNSUPPORTED,
    Again,
    Leave,
    Path,
    Plain,
    Split,
    Unsupported,
    line_of_program,
)
from dpexact.programs.possible import Possible
from dpexact.programs.source import Source

LONGEST = 10.0  # seconds of a path without a draw
EXHAUSTIVE = 256  # replays of a path at most, if it has no more choices
ENDLESS = 30000  # draws on paths, none of which has ended, and
ENDLESS_PATHS = 10  # so many paths at least, before a program counts as endless
ALL_WATCHED, THEN_WATCHED = 128, 8  # each of so many paths of a function is watched, then one of eight
LEAST_REPLAYS = 16  # of an outermost exploration, also if it makes no draws
REPLAYS = 1000  # more of them, at other places, of all paths of one exploration together
REALLY = 8  # one of so many paths, and one of so many replays of it, is run through subprograms and bodies of loops
ALL_REALLY = 64  # paths, each of which is run through these
ROUNDS = (2, 7)  # of a loop: a path that comes back to a state is also run with so many rounds
_DIFFERS = (
    "a path that was found {gave}; run again on plain numbers it {then}: the program sees what a draw is without "
    "asking (`is`, type(), a C extension; hand Decimal an int(...) of it), keeps something from run to run, has other "
    "randomness, or adds floats in another order without a draw among them (numpy's sum, mean and dot; sum from Python "
    "3.12 on: add them in a loop)"
)
_KEEPS = (
    "something is kept from run to run ({0}): a path that was found, run again from what was there before the first "
    "run, gave another output or made other draws; empty it where the program begins, or leave it out"
)
_RAISE_IN = ctypes.pythonapi.PyThreadState_SetAsyncExc


@dataclass(frozen=True)
class Limits:
    """The limits of an exploration: the number of paths, of draws on a path, and the mass that may be left.

    In an exploration inside of a path, mass `inner` may be left, since many such draws add up to the rest of the whole.
    Mass lost further inside is counted on top, since no more paths would bring it back.
    """

    paths: int
    draws: int
    mass: Any
    inner: Any


@dataclass(frozen=True)
class Outcome:
    """The end of a run: a value, an exception ("raised") or a restart of the whole program ("restarted")."""

    kind: str
    value: Any = None
    inner: bool = False  # whether the program can see the values that an exception carries

    def give(self, source: Source) -> Any:
        """Go on with this outcome in the program that draws it."""
        if self.kind == "raised":
            raise self.value.with_traceback(None)
        if self.kind == RESTARTED:
            source.leave(RESTARTED)
        return self.value

    def key(self) -> Hashable:
        """Return a key that is equal for outcomes that nobody can tell apart."""
        if self.kind != "raised":
            return (self.kind, tagged(self.value))
        carried = (*self.value.args, *vars(self.value).values()) if self.inner else ()
        return (self.kind, type(self.value), tagged(carried))


@dataclass
class Law:
    """The distribution of the outcomes of a program, whose weights and unfinished mass sum to 1.

    `ways` has, for the key of each outcome, a path that gives it, so that a replay can run it. `rejected` has such
    paths of the outcomes after which a loop runs again.
    """

    outcomes: list[Outcome]
    weights: list[Any]
    unfinished: Any
    paths: int = 0
    assumes: frozenset[str] = frozenset()  # functions that were assumed monotone
    ways: dict[Hashable, Way] = field(default_factory=dict)
    rejected: tuple[Way, ...] = ()

    def without(self, rejected: Callable[[Outcome], bool]) -> Law:
        """Return the law of a loop that runs again as long as the outcome is rejected.

        With masses p_i of the outcomes that are kept, r rejected and u unfinished, the loop gives outcome i with
        probability (p_i + a_i) / (1 - r - b), for unknown a_i, b >= 0 that sum to u. This is at least p_i / (1 - r), so
        that u / (1 - r) of the whole is not known.
        """
        kept = [(outcome, w) for outcome, w in zip(self.outcomes, self.weights, strict=True) if not rejected(outcome)]
        total = fmpq(1) - sum((w for o, w in zip(self.outcomes, self.weights, strict=True) if rejected(o)), fmpq(0))
        if total == 0:
            raise UnsupportedProgramError("the program rejects always: no run of it ends")
        again = tuple(self.ways[o.key()] for o in self.outcomes if rejected(o) and o.key() in self.ways)
        outcomes, weights = [o for o, _ in kept], [w / total for _, w in kept]
        return replace(self, outcomes=outcomes, weights=weights, unfinished=self.unfinished / total, rejected=again)


@dataclass(eq=False)
class Node:
    """A state of the program on its way (`loops`), with the results found from it before it came up again.

    `mass` is the mass of the path that led to it, `made` the number of draws made before. `returned` has the mass that
    came back to it or to a state before it.
    """

    parent: Node | None
    mass: Any
    made: int = 0
    split: Split | None = None  # the last one on the way to it
    possible: Sequence[Possible] = ()  # the possible values of the draws before it
    outcomes: dict[Hashable, tuple[Outcome, Any]] = field(default_factory=dict)
    unfinished: Any = field(default_factory=fmpq)  # 0
    returned: dict[Node, Any] = field(default_factory=dict)
    way_out: Found | None = None  # a path that goes on from it to an output

    def add(self, outcome: Outcome, mass: Any) -> Hashable:
        """Add the mass of an outcome, and return its key."""
        key = outcome.key()
        _add(self.outcomes, key, outcome, mass)
        return key


def _add(outcomes: dict[Hashable, tuple[Outcome, Any]], key: Hashable, outcome: Outcome, mass: Any) -> None:
    known = outcomes.get(key)
    outcomes[key] = (outcome, mass) if known is None else (known[0], known[1] + mass)


def settled(nodes: Sequence[Node]) -> tuple[dict[Hashable, tuple[Outcome, Any]], Any]:
    """Return the outcomes of the first node, and the unfinished mass, with all returns summed up.

    Of the mass m at a state, r comes back. All else is 1 + r/m + (r/m)^2 + ... = m / (m - r) times as likely. Mass that
    never leaves a state is unfinished. States are settled from the last to the first, since each was found after the
    state that led to it.
    """
    outcomes = {node: dict(node.outcomes) for node in nodes}
    unfinished = {node: node.unfinished for node in nodes}
    returned = {node: dict(node.returned) for node in nodes}
    for node in reversed(nodes):
        back = returned[node].pop(node, fmpq(0))
        if back == node.mass:
            unfinished[node] += back
        elif back != 0:
            more = node.mass / (node.mass - back)
            outcomes[node] = {key: (outcome, mass * more) for key, (outcome, mass) in outcomes[node].items()}
            unfinished[node] *= more
            returned[node] = {target: mass * more for target, mass in returned[node].items()}
        if node.parent is None:
            break
        small, large = outcomes[node], outcomes[node.parent]
        if len(small) > len(large):
            small, large = large, small
        for key, (outcome, mass) in small.items():
            _add(large, key, outcome, mass)
        outcomes[node.parent] = large
        unfinished[node.parent] += unfinished[node]
        for target, mass in returned[node].items():
            returned[node.parent][target] = returned[node.parent].get(target, fmpq(0)) + mass
        del outcomes[node]
    return outcomes[nodes[0]], unfinished[nodes[0]]


@dataclass
class Found:
    """A path that has been found, with the possible values of its draws, and its result for each choice of them."""

    sizes: list[int]
    laws: dict[int, Law]
    possible: list[Possible]
    expected: Callable[[Sequence[int]], Hashable]
    back_to: Node | None = None  # the state to which it has returned
    index: int = -1  # of a draw that is in the output
    ends: Sequence[int] = ()  # of that draw, at which the output changes

    def with_way_out(self, rounds: int = 1) -> Found | None:
        """Return the path extended from its state up to an output, or None if no output follows.

        The part that leads back to the state is repeated `rounds` times.
        """
        node = self.back_to
        if node is None:
            return self
        other = node.way_out
        if other is None:
            return None
        first, length = node.made, len(self.sizes) - node.made
        made = first + rounds * length
        laws = {n + k * length: law for n, law in self.laws.items() for k in range(rounds if n >= first else 1)}
        laws |= {made + n - first: law for n, law in other.laws.items() if n >= first}
        before = []
        for now, then, later in zip(self.possible[:first], node.possible, other.possible[:first], strict=True):
            if then not in (now, later):
                return None
            before.append(later if now == then else now)
        return Found(
            [*self.sizes[:first], *self.sizes[first:] * rounds, *other.sizes[first:]],
            laws,
            [*before, *self.possible[first:] * rounds, *other.possible[first:]],
            lambda choices: other.expected([*choices[:first], *choices[made:]]),
        )

    def choices(self, some: Iterator[int], more: int) -> Iterator[tuple[int, ...]]:
        """Yield both ends of all intervals and one inside, or all choices if there are few.

        `more` are at other places: the least numbers, of which Python keeps a single copy that `is` sees, and others.
        """
        if prod(possible.count for possible in self.possible) <= EXHAUSTIVE:
            every = ([p.at(n) for n in range(p.count)] for p in self.possible)
            yield from product(*every)
            return
        yield from self.few_choices(some)
        for n in range(1, more):
            yield tuple(p.at(n if n < p.count else next(some) % p.count) for p in self.possible)
            yield tuple(p.at(next(some) % p.count) for p in self.possible)

    def few_choices(self, some: Iterator[int]) -> Iterator[tuple[int, ...]]:
        """Yield both ends of all intervals, one inside, and both ends of all values of a draw in the output.

        A function of a draw that rises or falls is then, between two ends, the one that was counted. The real one may
        differ from it, since numpy adds the numbers of an array in another order than those of an array with a draw.
        """
        yield tuple(p.first for p in self.possible)
        yield tuple(p.last for p in self.possible)
        yield tuple(p.at(next(some) % p.count) for p in self.possible)
        for index, possible in enumerate(self.possible):
            ends = {
                *(_ends_of(possible) if len(possible.pieces) > 1 else ()),
                *(self.ends if index == self.index else ()),
            }
            for end in sorted(ends):
                yield tuple(end if n == index else p.at(next(some) % p.count) for n, p in enumerate(self.possible))


@dataclass(frozen=True)
class Way:
    """A path that gives an outcome, with draw `index` of it, if any, in `part`."""

    found: Found
    index: int = -1
    part: Possible | None = None

    def choices(self, some: Iterator[int]) -> tuple[int, ...]:
        """Return some choices of the draws with which the path gives the outcome."""
        possible = list(self.found.possible)
        if self.part is not None:
            possible[self.index] = self.part
        return tuple(p.at(next(some) % p.count) for p in possible)


def _ends_of(possible: Possible) -> Iterator[int]:
    """Yield both ends of each piece."""
    for first, step, count in possible.pieces:
        yield first
        yield first + step * (count - 1)


def some_numbers() -> Iterator[int]:
    """Yield integers of 512 bits that look random and are the same in every run."""
    for n in counting():
        yield int.from_bytes(blake2b(n.to_bytes(8, "big")).digest(), "big")


@dataclass
class Exploration:
    """The paths of one call that draws from a source."""

    source: Source
    limits: Limits
    known: dict[Hashable, Law] = field(default_factory=dict)  # laws of subprograms and of loops
    assumptions: set[str] = field(default_factory=set)
    inner: bool = False
    function: object = field(default_factory=object)  # the function explored inside, else a new object
    has_states: bool = False  # whether two moments of the program can be compared
    told: Callable[[int, Any], None] | None = None  # is called with the number of known paths and the mass that is left
    kept: Kept | None = None  # the things that the program reaches, if they may change

    def __post_init__(self) -> None:
        self._ways: dict[Hashable, Way] = {}
        self._some = some_numbers()
        self._open: list[tuple[Any, int, Split | None, Node]] = []
        self._open_mass = self._unfinished = fmpq(0)
        self._number = 0
        self._found: list[Found] = []
        self._cut_off = 0  # paths with too many draws, as long as none has ended
        self._has_ended = False
        self._returned_at = ""  # the line at which a path came back to a state
        self.nodes = [Node(None, fmpq(1))]
        self._node_at: dict[tuple[int, int], Node] = {}  # by the last split and the number of draws

    def postpone(self, splits: Sequence[tuple[Any, Split]], node: Node) -> None:
        """Keep parts of a split for later runs."""
        for mass, split in splits:
            self._number += 1
            heappush(self._open, (-mass, self._number, split, node))
            self._open_mass += mass

    def leave_unfinished(self, node: Node, mass: Any) -> None:
        """Give up some mass."""
        node.unfinished += mass
        self._unfinished += mass

    def visit(self, path: Path) -> None:
        """Note the state of a path that is about to draw. Ends the run if it has been in that state."""
        states = states_here(_BOUNDARY, self.source.faces(), path)
        if not states:
            return
        place = (id(path.last_taken), len(path.sizes))
        node = self._node_at.get(place)
        if node is None:
            known = next((found for key, frame in states if (found := path.states.get((key, id(frame))))), None)
            if known is not None:
                path.node.returned[known[0]] = path.node.returned.get(known[0], fmpq(0)) + path.mass
                self._found.append(
                    Found(list(path.sizes), _laws(path), path.possible, lambda choices: None, back_to=known[0])  # noqa: ARG005
                )
                path.message = line_of_program()
                path.leave(RETURNED)
            node = Node(path.node, path.mass, len(path.sizes), path.last_taken, list(path.possible))
            self.nodes.append(node)
            self._node_at[place] = node
        path.node = node
        for key, frame in states:
            path.states.setdefault((key, id(frame)), (node, frame))

    def begin_inner_again(self, path: Path) -> None:
        """Restart the runs inside of a path, since the possible values of a draw of the path have changed."""
        inner: Any = self.source.path
        if inner is not path:
            inner.ending, inner.owner = AGAIN, path
            raise Again(path)

    def assume(self, name: str) -> None:
        """Note that a function of the mathematical library is assumed monotone."""
        self.assumptions.add(name)

    def refuse(self, message: str) -> NoReturn:
        """End the run that goes on now, and the exploration, with an error."""
        path = self.source.path
        if path is None:
            raise UnsupportedProgramError(message)
        path.refuse(message)

    def law(self, call: Callable[[], Any]) -> Law:
        """Return the law of the outcomes of a call. Raises: UnsupportedProgramError."""
        self._open, self._open_mass, paths = [(fmpq(-1), 0, None, self.nodes[0])], fmpq(1), 0
        changed = ""
        wanted = self.limits.mass  # for the unfinished mass before returns are summed up
        while True:
            while self._open and paths < self.limits.paths and self._open_mass + self._lost > wanted:
                mass, _, split, _ = heappop(self._open)
                self._open_mass += mass
                self._run(call, split)
                paths += 1
                if self.told is not None:
                    self.told(paths, self._open_mass + self._unfinished)
                changed = changed if paths > 1 else self._changed()  # at the end it may be back as it was
                if self._seems_endless:
                    break
            found, unfinished = self._settled()
            left = unfinished - settled(self.nodes)[1] if self.inner else unfinished
            if left <= self.limits.mass or not self._open or paths >= self.limits.paths or self._seems_endless:
                break
            wanted = wanted * self.limits.mass / left / 2
        changed = changed or self._changed()
        if not (self.inner or found or self._open or self._unfinished != 0):
            raise UnsupportedProgramError(
                (
                    "the program never ends: whatever is drawn, the loop around this line comes back to a state in "
                    "which it has been"
                ),
                place=f"{self._returned_at}",
                remedy="correct it",
            )
        with unaltered():
            self._replay(call, changed)
        outcomes = list(found.values())
        given, weights = [outcome for outcome, _ in outcomes], [mass for _, mass in outcomes]
        return Law(given, weights, unfinished, paths, frozenset(self.assumptions), self._ways)

    def _changed(self) -> str:
        """Return the name of something that the runs of a program have changed, or of a cache."""
        return "" if self.inner or self.kept is None else self.kept.changed() or self.kept.cache

    @property
    def _seems_endless(self) -> bool:
        return not self._has_ended and self._cut_off >= max(ENDLESS_PATHS, ENDLESS / self.limits.draws)

    def _check_end(self, path: Path) -> None:
        """Refuse a program if none of its paths ends. Mass of inner runs is left unfinished."""
        self._cut_off += 1
        if self._seems_endless and not self.inner and self._cut_off < self.limits.paths:
            raise UnsupportedProgramError(
                (
                    f"the {self._cut_off} likeliest paths made {self.limits.draws} draws each and did not end: the "
                    "loop around this line never ends, or hardly ever"
                ),
                place=f"{path.message}",
                remedy=(
                    "correct it, write what is rejected and drawn again as source.until(f), or follow longer paths "
                    f"with draws= (paths={self._cut_off} gives what is known so far: nothing)"
                ),
            )

    @property
    def _lost(self) -> Any:
        """Return the mass that counts as left, in addition to the open paths."""
        return 0 if self.inner else self._unfinished

    def _settled(self) -> tuple[dict[Hashable, tuple[Outcome, Any]], Any]:
        for mass, _, _, node in self._open:
            node.unfinished -= mass
        try:
            return settled(self.nodes)
        finally:
            for mass, _, _, node in self._open:
                node.unfinished += mass

    def _run(self, call: Callable[[], Any], split: Split | None) -> None:
        path, outer = Path(self, split), self.source.path
        self.source.path = path
        try:
            try:
                output = call()
                path.check()
            except Leave:
                pass
            except Again:
                raise
            except UnsupportedProgramError as error:
                path.ending, path.message = UNSUPPORTED, str(error)
            except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the program raises is its outcome
                if not path.ending:
                    path.check_all_taken()
                    self._check_error(error)
                    self._ends(path, Outcome("raised", error, self.inner))
            else:
                self._gives(path, output)
        except Leave:  # while the output was taken apart
            pass
        finally:
            self._leave_to(outer)
            path.running = False
        if path.ending == UNSUPPORTED:
            raise UnsupportedProgramError(path.message)
        if path.ending == AGAIN:
            raise Again(path.owner)
        changed = self.kept.changed() if self.inner and self.kept is not None else ""
        if changed:
            self.refuse(
                f"a subprogram or the body of a loop changes something that outlives it ({changed}); it is explored "
                "once, and may only draw and return"
            )
        if path.ending == UNFINISHED:
            self.leave_unfinished(path.node, path.mass)
            self._check_end(path)
        if path.ending == RETURNED:
            self._returned_at = path.message
        if path.ending == RESTARTED:
            self._ends(path, Outcome(RESTARTED))

    def _leave_to(self, outer: Path | Plain | None) -> None:
        self.source.path = outer
        if outer is not None:
            outer.since = inf  # until it goes on (`inner_law`): the time spent here does not count

    def _ends(self, path: Path, outcome: Outcome) -> None:
        key = path.node.add(outcome, path.mass)
        found = Found(path.sizes, _laws(path), path.possible, lambda choices: key)  # noqa: ARG005
        self._ways.setdefault(key, Way(found))
        self._note(path, found)

    def _note(self, path: Path, found: Found) -> None:
        """Keep a path that has come to its end for the replays, even if it returns to a state on its way."""
        self._has_ended = True
        self._found.append(found)
        for node, _ in path.states.values():
            node.way_out = node.way_out or found

    def _gives(self, path: Path, output: Any) -> None:
        """Add the output of a path and, if it holds a draw, each of its possible values, without another run."""
        output = self._normal(output)
        draws = _draws_in(output)
        if not self.inner:
            self._check_draws(draws)
        for other in draws:
            if not is_of(other, path):  # it is taken apart there, and this run begins anew
                concrete(other)
        draws = [draw for draw in draws if is_of(draw, path)]
        for other in draws[:-1]:
            concrete(other)
        last = draws[-1] if draws else None
        output = _filled(output, lambda draw: draw if draw is last else concrete(draw))
        path.check_all_taken()
        if last is None:
            self._check_output(output)
            self._ends(path, Outcome("value", output))
            return
        index = draw_index(last)
        before = path.possible[index].count

        def expected(choices: Sequence[int]) -> Hashable:
            value = at(last, choices[index])
            return Outcome("value", self._normal(_filled(output, lambda _: value))).key()

        ends: list[int] = []
        found = Found(path.sizes, _laws(path), path.possible, expected, index=index, ends=ends)
        for value, count, part in counted_values(last, ends):
            given = self._normal(_filled(output, _always(value)))
            self._check_output(given)
            key = path.node.add(Outcome("value", given), path.mass * fmpq(count, before))
            if self.inner:
                self._ways.setdefault(key, Way(found, index, part))
        self._note(path, found)

    def _normal(self, output: Any) -> Any:
        return _normal(output, inner=self.inner)

    def _check_draws(self, draws: Sequence[Draw]) -> None:
        """Refuse a draw of a double as an output before its values are listed."""
        if any(issubclass(draw.__class__, (float, complex)) for draw in draws):
            self._refuse_output("a double that has not been rounded")

    def _check_output(self, output: Any) -> None:
        if not (is_plain(output) and type(output).__hash__ if self.inner else _is_output(output)):
            self._refuse_output(value_excerpt(output))

    def _check_error(self, error: BaseException) -> None:
        """Refuse an inner exception that carries more than plain values, since the program might read them."""
        carried = (*error.args, *vars(error).values())
        if self.inner and not all(map(is_plain, carried)):
            self.refuse(f"an exception ({type(error).__name__}) that carries draws or more than plain values")

    def _refuse_output(self, said: str) -> NoReturn:
        if self.inner:
            self.refuse(
                f"a subprogram or a loop gives plain values (numbers, text, None, tuples of these), not {said}; of an "
                "array return int(...), float(...) or a tuple"
            )
        raise UnsupportedProgramError(
            said,
            place="the program's output",
            expected="text, an integer, True or False, or a tuple of these",
            remedy=(
                "pass label= (--label on the command line), a function of the output that asks for an event "
                "(label=lambda x: x > 0.5) or rounds (label=round)"
            ),
        )

    def _replay(self, call: Callable[[], Any], changed: str) -> None:
        """Run every path that was found on plain numbers, in another order. Raises: UnsupportedProgramError.

        If something that the program reaches has `changed`, each path is also run from the initial contents.
        """
        order = sorted(range(len(self._found)), key=lambda _: next(self._some))
        allowed = min(REPLAYS, self.source.replays_left)
        more = min(EXHAUSTIVE, allowed // len(order)) if order else 0
        self.source.replays_left -= more * len(order)
        made = self._replay_all(call, changed, order, more, first=True)
        while made and not self.inner and made < LEAST_REPLAYS:
            made += self._replay_all(call, changed, order, more)
        self._found = []

    def _replay_all(
        self, call: Callable[[], Any], changed: str, order: Sequence[int], more: int, *, first: bool = False
    ) -> int:
        """Run every path once on plain numbers, also with more rounds if `first`, and return the number of runs."""
        made = 0
        for place, n in enumerate(order):
            through = place % REALLY == 0 or (place < ALL_REALLY and not self.inner)
            found = self._found[n].with_way_out()
            if found is None:
                continue
            watching = first and self._is_watched()
            for k, choices in enumerate(found.choices(self._some, more)):
                really = through and k % REALLY == 0
                self._replay_one(call, found, choices, really=really, watching=watching)
                watching, made = False, made + 1
                if changed and self.kept is not None:
                    self.kept.put_back()
                    self._replay_one(call, found, choices, really=really, changed=changed)
            for rounds in ROUNDS if first and self._found[n].back_to is not None else ():
                longer = self._found[n].with_way_out(rounds)
                if longer is not None:
                    for choices in longer.few_choices(self._some):
                        self._replay_one(call, longer, choices)
        return made

    def _is_watched(self) -> bool:
        """Return whether the functions in C are checked (`watched`), which takes time, on the next path."""
        before = self.source.watched[self.function]
        self.source.watched[self.function] += 1
        return before < ALL_WATCHED or before % THEN_WATCHED == 0

    def _replay_one(
        self,
        call: Callable[[], Any],
        found: Found,
        choices: Sequence[int],
        *,
        really: bool = False,
        watching: bool = False,
        changed: str = "",
    ) -> None:
        outer = self.source.path
        self.source.path = plain = Plain(found.sizes, found.laws, choices, self._run_through if really else None)
        try:
            key = (self._watched if watching else self._replayed)(call, plain, inner=self.inner)
        finally:
            self._leave_to(outer)
        self._check_replay(key, found, plain, changed)

    @staticmethod
    def _check_replay(key: Hashable, found: Found, plain: Plain, changed: str = "") -> None:
        expected = found.expected(plain.choices)
        if key == expected and plain.made == len(found.sizes):
            return
        if changed:
            raise UnsupportedProgramError(_KEEPS.format(changed))
        then = f"gave {_shown(key)}" if key != expected and key else "made other draws"
        gave = f"gave {_shown(expected)}" if expected else "came back to a state"
        raise UnsupportedProgramError(_DIFFERS.format(gave=gave, then=then))

    def _run_through(self, law: Law, outcome: Outcome, call: Callable[[], Any]) -> None:
        """Run the paths of an outcome of a law on plain numbers, as often as the law is used, to check the outcome."""
        outer: Any = self.source.path
        for way in (*law.rejected, law.ways[outcome.key()]):
            choices = way.choices(self._some)
            self.source.path = plain = Plain(way.found.sizes, way.found.laws, choices, self._run_through)
            try:
                self._check_replay(self._replayed(call, plain, inner=True), way.found, plain)
            except UnsupportedProgramError as error:
                outer.ending, outer.message = UNSUPPORTED, str(error)
                raise Unsupported from None
            finally:
                self._leave_to(outer)

    def _watched(self, call: Callable[[], Any], plain: Plain, *, inner: bool) -> Any:
        with watched(plain.refuse):
            return self._replayed(call, plain, inner=inner)

    def _replayed(self, call: Callable[[], Any], plain: Plain, *, inner: bool) -> Any:
        """Return the key of the outcome of a run on plain numbers, or None if it makes other draws."""
        try:
            output = call()
            plain.check()
        except Leave:
            if plain.ending == UNSUPPORTED:
                raise UnsupportedProgramError(plain.message) from None
            return None if plain.ending == ASTRAY else Outcome(plain.ending).key()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the program raises is its outcome
            if plain.ending == UNSUPPORTED:
                raise UnsupportedProgramError(plain.message) from None
            return Outcome(plain.ending).key() if plain.ending else Outcome("raised", error, inner).key()
        known = _filled(output, concrete)  # draws of a run around it are known here
        return Outcome("value", _normal(known, inner=inner)).key()

    def inner_law(
        self, function: Callable[..., Any], call: Callable[[], Any], arguments: Sequence[Any], key: Hashable | None
    ) -> Law:
        """Return the law of something that draws inside of a run, such as a subprogram or the body of a loop.

        The key is equal if the function, and all that it can read, is the same.
        """
        if key is not None and key in self.known:
            self.assumptions |= self.known[key].assumes
            return self.known[key]
        path: Any = self.source.path
        try:
            law = self._explored_inside(path, function, call, arguments)
        finally:
            path.since = monotonic()
        self.assumptions |= law.assumes
        if key is not None:
            self.known[key] = law
        return law

    def _explored_inside(
        self, path: Any, function: Callable[..., Any], call: Callable[[], Any], arguments: Sequence[Any]
    ) -> Law:
        things, sources = (function, *arguments), self.source.faces()
        constant = fingerprint(things, sources) is not None
        limits = replace(self.limits, mass=self.limits.inner)
        while True:
            inner = Exploration(
                self.source,
                limits,
                self.known,
                inner=True,
                function=function,
                has_states=constant and STATES,
                kept=None if constant else Kept(things, sources),
            )
            try:
                law = inner.law(call)
            except Again as again:
                self.source.path = path
                if again.owner is not path:
                    raise
                continue
            except UnsupportedProgramError as error:
                path.ending, path.message = UNSUPPORTED, str(error)
                raise Unsupported from None
            return law


_BOUNDARY = Exploration._run.__code__  # noqa: SLF001 - the program is called from there


def _shown(key: Any) -> str:
    """Return the outcome of a key as text."""
    if key[0] == "value":
        return value_excerpt(_untagged(key[1]))
    return f"{key[1].__name__} (raised)" if key[0] == "raised" else key[0]


def _untagged(tag: Any) -> Any:
    """Return the value of a key that `tagged` has made, or one that looks like it."""
    if not isinstance(tag, tuple) or not isinstance(tag[0], type):
        return tag
    kind, *value = tag
    if issubclass(kind, tuple):
        return tuple(map(_untagged, value[0]))
    return value[0][0] if isinstance(value[0], tuple) else value[0]


def _laws(path: Path) -> dict[int, Law]:
    return {split.index: split.law for split in path.decided if split.law}


def _always(value: Any) -> Callable[[Draw], Any]:
    return lambda _: value


def _draws_in(output: Any) -> list[Draw]:
    if is_draw(output):
        return [output]
    if type(output) is tuple:
        return [draw for part in output for draw in _draws_in(part)]
    return []


def _filled(output: Any, value: Callable[[Draw], Any]) -> Any:
    """Return the output with another value instead of every draw."""
    if is_draw(output):
        return value(output)
    if type(output) is tuple:
        return tuple(_filled(part, value) for part in output)
    return output


def _normal(output: Any, *, inner: bool) -> Any:
    """Return the output with numpy's integers, truth values and texts as Python's, and with its draws unchanged.

    An inner result keeps its type, since the program can see it.
    """
    if is_draw(output) or type(output) is int or type(output) is str:
        return output
    if isinstance(output, tuple) and not (inner and type(output) is not tuple):
        return tuple(_normal(part, inner=inner) for part in output)
    if inner:
        return bytes(output) if type(output) is DrawnBytes else output
    if is_of_numpy(output) and output.dtype.kind in "biuU":
        return output.item()
    return output


def _is_output(output: Any) -> bool:
    if isinstance(output, tuple):
        return all(map(_is_output, output))
    return isinstance(output, str | int)


class Watch:
    """Ends a run of a program that goes on for long without a draw."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._stopped = threading.Event()
        self._watched = threading.get_ident()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._stopped.wait(1.0):
            path = self._source.path
            if path is not None and monotonic() - path.since > LONGEST:
                path.ending, path.message = UNSUPPORTED, f"a path ran for more than {LONGEST:.0f} s without a draw"
                _RAISE_IN(ctypes.c_ulong(self._watched), ctypes.py_object(Leave))
