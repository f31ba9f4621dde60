"""Exploration: a program is run again for every path of its draws, likeliest first, until all mass is known.

Each run follows the splits that are decided, goes on with the likeliest part of every new one, and leaves the other
parts for later. The masses of all paths are products of exact counts. These masses, the mass that is not followed and
the mass that `restart` throws away sum to 1.
"""

import ctypes
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from math import fsum
from time import monotonic
from typing import Any, NoReturn

from flint import fmpq

from dpexact.errors import UnsupportedProgramError
from dpexact.numbers.typography import value_excerpt
from dpexact.programs.draw import Draw, concrete, unknown_of
from dpexact.programs.held import Walk, settings
from dpexact.programs.joint import Joint
from dpexact.programs.kinds import holds_nan, is_plain, tagged
from dpexact.programs.law import Law, Node, Outcome, add_mass, carried_by, settled
from dpexact.programs.loops import States
from dpexact.programs.patching import unaltered
from dpexact.programs.path import Again, Ending, Leave, Path, Split, Start, line_of_error, line_of_program, rounded
from dpexact.programs.replays import Found, Replays, filled, hides, kinds_of, normal
from dpexact.programs.source import Source

LONGEST = 10.0  # seconds of a path without a draw
INNER = 2**14  # the factor by which less mass may be left inside of a path
LEAST_CUTS = 1 << 14  # boxes, also of an exploration with fewer paths
LOOKS = 8  # at each box that was made
ENDLESS = 30000  # draws on paths, none of which has ended, and
ENDLESS_PATHS = 10  # so many paths at least, before a program counts as endless
_RAISE_IN = ctypes.pythonapi.PyThreadState_SetAsyncExc


class Queue:
    """The parts of splits that are left for later runs, likeliest first."""

    def __init__(self, start: Start) -> None:
        self.parts: list[tuple[float, int, Any, Split | None, Start]] = [(-1.0, 0, fmpq(1), None, start)]
        self._numbers = count(1)
        self._mass = self._summed = 1.0  # the latter when all was summed up

    def add(self, splits: Iterable[tuple[Any, Split]], start: Start) -> None:
        """Add parts of a split with their masses."""
        for mass, split in splits:
            about = rounded(mass)
            self._mass += about
            heappush(self.parts, (-about, next(self._numbers), mass, split, start))

    def pop(self) -> tuple[Any, Split | None, Start]:
        """Take out the likeliest part."""
        order, _, mass, split, start = heappop(self.parts)
        self._mass += order
        return mass, split, start

    def mass(self) -> float:
        """Return the mass that is left, rounded."""
        if self._mass < self._summed / 2**20:  # what is left of a difference is not its rounding
            self._mass = self._summed = -fsum(order for order, *_ in self.parts)
        return self._mass


@dataclass
class Exploration:
    """The paths of one call that draws from a source."""

    source: Source
    mass: Any  # that may be left. Mass lost in inner ones is counted on top, as no paths bring it back
    paths: int  # the most that are followed
    draws: int  # the most on a path
    known: dict[Hashable, Law] = field(default_factory=dict)  # laws of subprograms and of loops
    assumptions: set[str] = field(default_factory=set)
    inner: bool = False
    things: Sequence[Any] = ()  # the program and its arguments
    told: Callable[[int, float], None] | None = None  # is called with the number of known paths, and the mass left
    kept: Walk | None = None  # the things that the program reaches, if they may change. Else moments can be compared
    seen: Callable[[Sequence[tuple[bytes, Any]]], None] | None = None  # is called with the bytes of the paths

    def __post_init__(self) -> None:
        self.states = States(self.source, _BOUNDARY, self.things, on=self.kept is None)
        self.left = Queue(Start(self.states.nodes[0], [], 0))
        self._unfinished = 0.0  # rounded
        self.fingerprints: dict[Hashable, Hashable | None] = {}  # of calls of subprograms
        self._sizes: dict[tuple[int, ...], tuple[int, ...]] = {}  # each once
        self._outcomes: dict[Hashable, Outcome] = {}  # by their keys, without the values that are their own keys
        self._ways: dict[Hashable, Found] = {}
        self._found: list[Found] = []
        self.cuts = max(self.paths, LEAST_CUTS)  # of boxes that may still be made (`joint`)
        self.looks = LOOKS * self.cuts  # at boxes that were made before
        self.is_open = False  # whether boxes were given up, also inside
        self._cut_off = 0  # paths with too many draws, as long as none has ended
        self.has_ended = False
        self.doubt = ""  # the likely reason if the runs on plain numbers differ
        self._returned_at = ""  # the line at which a path came back to a state

    def leave_unfinished(self, node: Node, mass: Any) -> None:
        """Give up some mass."""
        node.unfinished += mass
        self._unfinished += rounded(mass)

    def visit(self, path: Path) -> Any:
        """Return the state of a path that is about to draw, or None. Ends the run if a path has been in that state."""
        seen, known = self.states.visit(path)
        if known is not None:
            merges = all(node is not known for node, _ in path.states.values())
            self._found.append(Found(tuple(path.sizes), path.last, None, path.node, known, merges))
            self._returned_at = "" if self.has_ended else line_of_program()
            path.leave(Ending.RETURNED)
        return seen

    def law(self, call: Callable[[], Any]) -> Law:
        """Return the law of the outcomes of a call. Raises UnsupportedProgramError."""
        paths, changed = 0, ""
        wanted = rounded(self.mass)  # for the unfinished mass before returns are summed up
        ended = False
        while not ended:
            while self._goes_on(paths, wanted):
                self._run(call, *self.left.pop())
                paths += 1
                if self.told is not None:
                    self.told(paths, self.left.mass() + self._unfinished)
                changed = changed if paths > 1 else self._changed()  # at the end it may be back as it was
            outcomes, unfinished, later = settled(self.states.nodes, self._left_by_node())
            left = later if self.inner else unfinished
            ended = left <= self.mass or not self._goes_on(paths, 0.0)
            wanted = wanted if ended else wanted * rounded(self.mass / left) / 2
        changed = changed or self._changed()
        if not (self.inner or outcomes or self.left.parts or any(node.unfinished for node in self.states.nodes)):
            message = (
                "the program never ends: whatever is drawn, the loop around this line comes back to an earlier state"
            )
            raise UnsupportedProgramError(message, place=self._returned_at, remedy="correct it")
        self._replay(call, changed)
        ends = [(self._outcomes.get(key) or Outcome("value", key), weight) for key, weight in outcomes.items()]
        is_open = self.is_open or bool(self.left.parts)
        return Law(ends, unfinished, paths, frozenset(self.assumptions), self._ways, is_open=is_open)

    def _replay(self, call: Callable[[], Any], changed: str) -> None:
        """Run the paths again on plain numbers. Raises UnsupportedProgramError, with the doubt if there is one."""
        replays = Replays(self.source, self.inner, self.things[0] if self.inner else object(), self.kept)
        with unaltered():
            try:
                replays.run(call, self._found, changed)
            except UnsupportedProgramError as error:
                raise (UnsupportedProgramError(self.doubt) if self.doubt else error) from None
            if self.seen is not None:
                self.seen([*replays.records(call, self._found)])
        self._found = []

    def _left_by_node(self) -> dict[Node, Any]:
        """Return the mass that is left for later runs, by the nodes from which these go on."""
        masses = defaultdict[Node, Any](fmpq)
        for *_, mass, _, start in self.left.parts:
            masses[start.node] += mass
        return masses

    def _goes_on(self, paths: int, wanted: float) -> bool:
        """Return whether a path is left to follow after so many, and more than the wanted mass."""
        if not self.left.parts or paths >= self.paths or self._seems_endless:
            return False
        return not wanted or self.left.mass() + (0 if self.inner else self._unfinished) > wanted

    def _changed(self) -> str:
        """Return the name of something that the runs of a program have changed, or of a cache."""
        return "" if self.inner or self.kept is None else self.kept.changed() or self.kept.cache

    @property
    def _seems_endless(self) -> bool:
        return not self.has_ended and self._cut_off >= max(ENDLESS_PATHS, ENDLESS / self.draws)

    @property
    def has_cut_much(self) -> bool:
        """Return whether half of the boxes that may be made, or looked at, are used up."""
        return 2 * min(self.cuts, self.looks // LOOKS) < max(self.paths, LEAST_CUTS)

    def _check_end(self, path: Path) -> None:
        """Refuse a program if none of its paths ends. Mass of inner runs is left unfinished."""
        self._cut_off += 1
        if self._seems_endless and not self.inner and self._cut_off < self.paths:
            message = (
                f"the {self._cut_off} likeliest paths made {self.draws} draws each and did not end: the loop "
                "around this line never ends, or hardly ever"
            )
            remedy = (
                "correct it, write what is rejected and drawn again as source.until(f), or follow longer paths with "
                f"draws= (paths={self._cut_off} gives what is known so far: nothing)"
            )
            if self.has_cut_much:
                message = (
                    f"the {self._cut_off} likeliest paths were given up here, before any ended: numbers made of "
                    f"several draws need more boxes than the limit of paths allows (paths={self.paths})"
                )
                more = max(self.paths, LEAST_CUTS)
                remedy = f"round one of the draws to few values first, or pass more than paths={more}"
            raise UnsupportedProgramError(message, place=path.message, remedy=remedy)

    def _run(self, call: Callable[[], Any], mass: Any, split: Split | None, start: Start) -> None:
        path, outer, around = Path(self, split, mass, start), self.source.path, sys.exception()
        self.source.path = path
        try:
            output = call()
            path.check()
            self._gives(path, output)
        except Leave:  # also while the output was taken apart
            if not path.ending:  # it ends a run around this one
                raise
        except UnsupportedProgramError as error:
            path.ending, path.message = Ending.UNSUPPORTED, str(error)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever the program raises is its outcome
            self._raises(path, error, around)
        finally:
            self.source.path = outer
            path.running = False
        if path.ending is Ending.UNSUPPORTED:
            raise UnsupportedProgramError(path.message)
        if path.ending is Ending.AGAIN:
            raise Again(path.owner)
        changed = self.kept.changed() if self.inner and self.kept is not None else ""
        if changed:
            self.source.refuse(
                f"a subprogram or the body of a loop changes something that outlives it ({changed}); it is explored "
                "once, and may only draw and return"
            )
        if path.ending is Ending.UNFINISHED:
            self.leave_unfinished(path.node, path.mass)
            self._check_end(path)
        if path.ending is Ending.RESTARTED:
            self._ends(path, Outcome(Ending.RESTARTED))

    def _raises(self, path: Path, error: BaseException, around: BaseException | None) -> None:
        """Add an exception, unless the run had ended before. Refuses an inner one that carries more than plain values.

        The program might read these, as another exception than the one that it handles around the call.
        """
        if path.ending:
            return
        if isinstance(error, MemoryError | RecursionError):
            reason = "depends on the machine and on the calls around the program"
            path.ending = Ending.UNSUPPORTED
            path.message = f"{line_of_error(error) or 'the program'}: {type(error).__name__} {reason}; use less at once"
            return
        if type(error) is TypeError and path.made and ("Draw" in str(error) or "loop of ufunc" in str(error)):
            reason = (
                f"code in C does not take a draw ({error}); hand it int(...) of the draw, and numpy no array with both"
            )
            self.doubt = f"{line_of_error(error) or 'the program'}: {reason} draws and numbers"
        with suppress(Leave):
            path.check_all_taken()
            alone = error is not around and error.__cause__ is None and error.__context__ in (None, around)
            arguments, *others = carried_by(error)
            values = [value for some in others for value in some.values()]
            if self.inner and not (alone and all(map(is_plain, (*arguments, *values)))):
                reason = "that carries draws or more than plain values" if alone else "that another one has caused"
                self.source.refuse(f"a subprogram or a loop gives an exception ({type(error).__name__}) {reason}")
            self._ends(path, Outcome.raised(error, inner=self.inner))

    def _ends(self, path: Path, outcome: Outcome) -> None:
        self._note(Found(path.sizes, path.last, self._add(path.node, outcome, path.mass), path.node))

    def _add(self, node: Node, outcome: Outcome, mass: Any) -> Hashable:
        """Add the mass of an outcome to a node, and return its key."""
        key = outcome.key()
        if key is not outcome.value:
            self._outcomes.setdefault(key, outcome)
        add_mass(node.outcomes, key, mass)
        return key

    def _note(self, way: Found) -> None:
        """Keep a path that has come to its end for the replays."""
        self.has_ended = True
        way.sizes = self._sizes.setdefault(tuple(way.sizes), tuple(way.sizes))
        self._found.append(way)
        if self.inner and way.drawn is None:
            self._ways.setdefault(way.key, way)

    def _gives(self, path: Path, output: Any) -> None:
        """Add the output of a path and, if it holds a draw, each of its possible values, without another run."""
        if not self.inner and hides(output):
            self._refuse_output(f"a {type(output).__name__} with more than it shows")
        kinds, output = kinds_of(output), normal(output, inner=self.inner)
        draws: list[Draw] = []
        filled(output, draws.append)
        if not self.inner and any(issubclass(draw.__class__, (float, complex)) for draw in draws):
            self._refuse_output("a double that has not been rounded")  # before its values are listed
        draws = [draw for draw in draws if unknown_of(draw).path is path]
        last = draws[-1] if draws else None
        if last is not None and (type(unknown_of(last)) is Joint or unknown_of(last).index in path.regions):
            last = None
        output = filled(output, lambda draw: draw if draw is last else concrete(draw))  # an outer one ends this run
        path.check_all_taken()
        if last is None:
            self._check_output(output, kinds)
            self._ends(path, Outcome("value", output))
            return
        unknown = unknown_of(last)
        index, before = unknown.index, unknown.possible.count

        def with_value(value: Any) -> Any:
            return normal(filled(output, lambda _: value), inner=self.inner)

        ends: list[int] = []
        way = Found(
            path.sizes,
            path.last,
            None,
            path.node,
            drawn=(lambda choices: tagged(with_value(unknown.chain.at(choices[index]))), index, ends),
        )
        with path:
            values = unknown.values()
        for value, part in values:
            ends.extend(part.ends())
            result = with_value(value)
            self._check_output(result, kinds)
            key = self._add(path.node, Outcome("value", result), path.mass * fmpq(part.count, before))
            if self.inner:
                split = Split(path.last, index, part)
                self._ways.setdefault(key, Found(tuple(path.sizes), split, key, path.node))
        self._note(way)

    def _check_output(self, output: Any, kinds: Hashable) -> None:
        if not (is_plain(output) and type(output).__hash__ if self.inner else _is_output(output)):
            self._refuse_output(value_excerpt(output))
        if not self.inner and kinds and self.source.kinds.setdefault(tagged(output), kinds) != kinds:
            message = f"{value_excerpt(output)} is an output as tuples of two types, which no matrix tells apart"
            raise UnsupportedProgramError(message, remedy="tell them apart, or join them, by label=")
        if self.inner and holds_nan(output):
            self.source.refuse(
                "a subprogram or a loop gives a NaN, which is in a tuple or set only if it is the same object"
            )

    def _refuse_output(self, came: str) -> NoReturn:
        if self.inner:
            self.source.refuse(
                f"a subprogram or a loop gives plain values (numbers, text, None, tuples of these), not {came}; of an "
                "array return int(...), float(...) or a tuple"
            )
        expected = "text, an integer, True or False, or a tuple of these"
        remedy = (
            "pass label= (--label on the command line), a function of the output that asks for an event "
            "(label=lambda x: x > 0.5) or rounds (label=round)"
        )
        raise UnsupportedProgramError(came, place="the program's output", expected=expected, remedy=remedy)

    def inner_law(self, things: Sequence[Any], call: Callable[[], Any], key: Hashable | None) -> Law:
        """Return the law of a call that draws inside of a run, such as a subprogram or the body of a loop.

        `things` are its function and arguments. The key is equal if these, and all that they can read, are the same. It
        is None if some of that may change.
        """
        constant, key = key is not None, (key, settings())
        path: Any = self.source.path
        law = self.known.get(key) if constant else None
        limits = self.mass if self.inner else self.mass / INNER, self.paths, self.draws
        while law is None:
            kept = None if constant else Walk(things, self.source.faces())
            inside = Exploration(self.source, *limits, self.known, inner=True, things=things, kept=kept)
            try:
                with path:
                    law = inside.law(call)
            except Again as again:
                if again.args[0] is not path:
                    path.leave(Ending.AGAIN, owner=again.args[0])
            except UnsupportedProgramError as error:
                path.leave(Ending.UNSUPPORTED, str(error))
        if constant:
            self.known[key] = law
        self.assumptions |= law.assumes
        self.is_open |= law.is_open
        return law


_BOUNDARY = Exploration._run.__code__  # noqa: SLF001 - the program is called from there


def _is_output(output: Any) -> bool:
    return all(map(_is_output, output)) if isinstance(output, tuple) else isinstance(output, str | int)


@contextmanager
def watch(source: Source) -> Iterator[None]:
    """End a run of a program that goes on for long without a draw."""
    stopped, watched = threading.Event(), threading.get_ident()

    def look() -> None:
        before, since = None, monotonic()
        while not stopped.wait(1.0):
            path = source.path
            now = None if path is None or path.waits else (path, path.made, path.last)
            if now is None or now != before:
                before, since = now, monotonic()
            elif path is not None and monotonic() - since > LONGEST:
                path.ending = Ending.UNSUPPORTED
                path.message = f"a path ran for more than {LONGEST:.0f} s without a draw"
                _RAISE_IN(ctypes.c_ulong(watched), ctypes.py_object(Leave))

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join()
