"""One run of a program: a path, its draws, the values that each may still have, and the splits on its way."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from math import prod
from traceback import walk_stack, walk_tb
from types import CodeType, FrameType
from typing import Any, NamedTuple, NoReturn, final

from flint import arb, fmpq

from dpexact.programs.allowed import is_of_library
from dpexact.programs.kinds import is_plain
from dpexact.programs.possible import Possible, Region
from dpexact.programs.rules import Function, tried

ANEW = object()  # the result of an operation that is done again
OPEN = object()  # the result on a region on which it is not the same everywhere, as far as is known
MOST_BOXES = 1 << 16  # of a region that is made of two
OUTERMOST: set[CodeType] = set()  # the functions of dpexact that begin an exploration: the program ends there


class Ending(StrEnum):
    """The reason for which a run ends before the program does."""

    UNFINISHED = "unfinished"  # it makes too many draws
    RESTARTED = "restarted"  # the program throws it away
    RETURNED = "returned"  # it is back in a state
    UNSUPPORTED = "unsupported"  # the program does something that is not followed
    AGAIN = "again"  # a path around it was split
    ASTRAY = "astray"  # it makes other draws than the path that it repeats


class Leave(BaseException):
    """Ends the run of a program, for the reason in its `ending`."""


class Again(BaseException):
    """Ends an exploration inside of a path, its argument, that was split, so that it begins anew."""


@dataclass(slots=True, eq=False)
class Split:
    """A choice on the way of a path: of the values that draw `of` may have, it has one of `kept`.

    `kept` may be a region of several draws. `law` is the law of the draw, if it is an outcome of something that draws
    itself. `said` is the result that holds on all of a region, or OPEN, and `result` that of the operation, if the
    split is its last step.
    """

    parent: Split | None
    of: int
    kept: Possible | Region
    law: Any = None  # a Law
    said: Any = None
    result: Any = ANEW


def ways_to(last: Split | None) -> list[Split]:
    """Return all splits up to one, in their order."""
    splits = []
    while last is not None:
        splits.append(last)
        last = last.parent
    return splits[::-1]


class Start(NamedTuple):
    """The start of a path: the first `length` entries of a log, and the node of its last state.

    A log has, in their order, the draws of a run, its splits, and the results of its operations on draws. More entries
    are of another path.
    """

    node: Any  # a Node
    log: list[Made | Split | Result]
    length: int


class Made(NamedTuple):
    """A draw in a log: the number of its values, and the state before it, if it has been seen (`loops`)."""

    size: int
    state: Any


class Result(NamedTuple):
    """An operation on a draw, in a log, after its splits. Without a plain result (`ANEW`) it is done again."""

    of: int
    value: Any


def rounded(mass: Any) -> float:
    """Return a mass as a float, which decides which path is next, or when masses are compared, and nothing else."""
    return float(arb(mass))


def line_of_program() -> str:
    """Return the file and line of the innermost call of the program outside Python's own library."""
    inside = takewhile(lambda step: step[0].f_code not in OUTERMOST, walk_stack(sys._getframe(1)))  # noqa: SLF001
    return next(_lines(inside), "the program")


def line_of_error(error: BaseException) -> str:
    """Return the file and line of the program that raised an exception, or "" if it is not known."""
    return ["", *_lines(walk_tb(error.__traceback__))][-1]


def _lines(steps: Iterable[tuple[FrameType, int]]) -> Iterator[str]:
    """Yield the file and line of each step of a stack that is of the program."""
    for frame, line in steps:
        if not is_of_library(frame.f_code.co_filename):
            yield f"{frame.f_code.co_filename.rpartition(os.sep)[2]}, line {line}"


class Run:
    """A run of a program, which ends early for the reason in `ending`, with a message or the owner of a split draw.

    In a `with`, it waits: the time of counting is not that of the run that goes on.
    """

    ending: Ending | None = None
    message = ""
    owner: Path | None = None
    last: Split | None = None  # that was taken
    through: Callable[[Any, Any, Callable[[], Any]], Any] | None = None
    read: bytearray | None = None  # the bytes that a SystemRandom would have read, if they are noted

    def __init__(self) -> None:
        self.made = self.place = 0  # draws, and entries of the log
        self.waits = False  # while it counts, or an inner run goes on, which takes no time of its own

    def __enter__(self) -> None:
        self.waits = True

    def __exit__(self, *_: object) -> None:
        self.waits = False

    def check(self) -> None:
        """End the run again if a program has caught the exception that ends it."""
        if self.ending:
            raise Leave

    def leave(self, ending: Ending, message: str = "", owner: Path | None = None) -> NoReturn:
        """End the run."""
        self.ending, self.message, self.owner = ending, message, owner
        raise Leave

    def refuse(self, message: str) -> NoReturn:
        """End the run, and the exploration, with an error that names the line of the program."""
        self.leave(Ending.UNSUPPORTED, f"{line_of_program()}: {message}")


class Path(Run):
    """A run on unknown draws: it follows the log of an earlier run up to a split, and chooses the next ones."""

    def __init__(self, exploration: Any, last: Split | None, mass: Any, start: Start) -> None:
        super().__init__()
        self.exploration = exploration
        self.most, self.most_draws = exploration.paths, exploration.draws
        self.sizes: list[int] = []
        self.possible: list[Possible] = []
        self.regions: dict[int, Region] = {}  # by the draws in it, whose values depend on each other
        self.mass = mass  # after the splits of the log
        self.node: Any = exploration.states.nodes[0]
        self.states: dict[Any, tuple[Any, Any]] = {}  # states of the path so far, with the call that is kept alive
        self.tried: set[Any] = set()  # places at which a state was looked for
        self.log = start.log[: start.length] + ([last] if last else [])
        self.running = True

    def new_draw(self, size: int) -> int:
        """Return the index of a new draw of `size` equally likely values."""
        made = self.made
        if self.ending or not self.running:
            self.check()
        if made >= self.most_draws:
            self.leave(Ending.UNFINISHED, line_of_program())
        if self.place < len(self.log):
            entry = self.log[self.place]
            if type(entry) is not Made or entry.size != size:
                self.go_astray()
            if entry.state is not None:
                self.exploration.states.visit_again(self, entry.state)
        else:
            self.log.append(Made(size, self.exploration.visit(self) if self.exploration.states.on else None))
        self.place += 1
        self.sizes.append(size)
        self.possible.append(Possible.below(size))
        self.made = made + 1
        return made

    def decided_law(self) -> Any:
        """Return the law whose outcome an earlier run has chosen here, after the splits that led to it."""
        while self.place < len(self.log):
            entry = self.log[self.place]
            if type(entry) is not Split:
                chosen = self.log[self.place + 1] if self.place + 1 < len(self.log) else None
                return chosen.law if type(chosen) is Split and chosen.of == self.made else None
            self._take(entry.of)
        return None

    def outcome(self, law: Any) -> Any:
        """Return the outcome of a law with which the path goes on. The unfinished part of the law ends here."""
        index = self.new_draw(len(law.outcomes))

        def made() -> list[tuple[Any, Split]]:
            self.exploration.leave_unfinished(self.node, self.mass * law.unfinished)
            parts, parent, weights = self.possible[index], self.last, enumerate(weight for _, weight in law.outcomes)
            return [(weight, Split(parent, index, parts.between(n, n + 1), law)) for n, weight in weights]

        self._split(index, made)
        return law.outcomes[self.possible[index].first][0]

    def choose(self, index: int, parts: Callable[[], Sequence[Possible]], result: Function | None = None) -> None:
        """Split the path by parts of the possible values of a draw, and go on with the likeliest.

        `result` gives that of an operation of which this is the last step, for any value of a part.
        """

        def made() -> list[tuple[Any, Split]]:
            parent, region = self.last, self.regions.get(index)
            before = (region or self.possible[index]).count
            kept: Sequence[Any] = parts()
            results = [ANEW for _ in kept]
            if region is not None:
                kept = [some for part in kept if len(some := region.within(index, part))]
            elif result is not None:
                tries = (tried(result, part.first) for part in kept)  # one may raise
                results = [ANEW if error or not is_plain(value) else value for value, error in tries]
            return [
                (fmpq(part.count, before), Split(parent, index, part, result=value))
                for part, value in zip(kept, results, strict=False)
            ]

        self._split(index, made)

    def choose_boxes(self, of: Sequence[int], parts: Callable[[Region], Iterable[tuple[Any, Region]]]) -> Any:
        """Split the path by parts of the values that some draws may have together, and return the result on one part.

        Mass for which there is no part is left unfinished.
        """

        def made() -> list[tuple[Any, Split]]:
            before, region = self._together(of)
            kept, left = [], fmpq(1)
            for value, part in parts(region):
                split = Split(self.last, of[0], part if len(part.of) > 1 else part.as_set(), said=value)
                kept.append((fmpq(part.count, before), split))
                left -= kept[-1][0]
            if left != 0:
                self.exploration.is_open = True
                self.exploration.leave_unfinished(self.node, self.mass * left)
            return kept

        self._split(of[0], made)
        return self.last.said  # type: ignore[union-attr]  # the split that was taken

    def refuse(self, message: str) -> NoReturn:
        """End the innermost run, whose draws these need not be. So all runs around it end."""
        Run.refuse(self.exploration.source.path, message)

    def _split(self, index: int, made: Callable[[], list[tuple[Any, Split]]]) -> None:
        """Take the next split of the log or, at its end, the likeliest of those that are made with their shares.

        The runs inside begin anew. They go on if nothing was split off, since they would come to the same split again
        and again. Without a split, all mass is unfinished already.
        """
        self.check()
        mass = self.mass
        if self.place < len(self.log):
            self._take(index)
        else:
            with self.exploration.source.path:
                splits = [(mass * share, split) for share, split in made()]
            if not splits:
                self.mass = fmpq(0)
                self.leave(Ending.UNFINISHED, line_of_program())
            likeliest = max(range(len(splits)), key=lambda n: rounded(splits[n][0]))
            self.mass, split = splits.pop(likeliest)
            self.exploration.left.add(splits, Start(self.node, self.log, len(self.log)))
            self.log.append(split)
            self._take(split.of)
        inner: Any = self.exploration.source.path
        if inner is not self and self.mass != mass:
            inner.leave(Ending.AGAIN, owner=self)

    def _together(self, of: Sequence[int]) -> tuple[int, Region]:
        """Return the number of values that some draws may have together, and the boxes of these, or the largest."""
        every = {id(self.regions.get(n, n)): self.regions.get(n) or Region.whole((n,), (self.possible[n],)) for n in of}
        made, *others = sorted(every.values(), key=len, reverse=True)
        before = prod(region.count for region in every.values())
        for other in others:
            made = made.times(other, MOST_BOXES)
        return before, made

    def point_of(self, draws: Iterable[int]) -> dict[int, int]:
        """Return values that some draws may have together."""
        sides: dict[int, Possible] = {n: self.possible[n] for n in draws}
        for region in (self.regions[n] for n in draws if n in self.regions):
            sides |= zip(region.of, region.box(0), strict=True)
        return {n: side.first for n, side in sides.items()}

    def result_before(self, index: int) -> Any:
        """Return the result that the next operation on a draw has in the log, after its splits, or ANEW."""
        log, place = self.log, self.place
        if self.ending or not self.running:
            self.check()
        while type(entry := log[place]) is Split:
            place += 1
            if place == len(log):
                if entry.result is ANEW or entry.of != index or self.exploration.source.path is not self:
                    return ANEW
                log.append(Result(index, entry.result))
        if type(entry) is not Result or entry.of != index:
            self.go_astray()
        if entry.value is not ANEW:
            while self.place < place:
                self._take(log[self.place].of)  # type: ignore[union-attr]  # of a Split
            self.place += 1
        return entry.value

    def note_result(self, index: int, value: Any) -> None:
        """Note the result of an operation for later runs."""
        if self.exploration.source.path is self:
            if self.place == len(self.log):
                self.log.append(Result(index, value))
            self.place += 1

    def _take(self, index: int) -> None:
        """Take the next split of the log, of a draw that has been made."""
        split = self.log[self.place]
        if type(split) is not Split or split.of != index:
            self.go_astray()
        kept = split.kept
        self.place += 1
        self.last = split
        if type(kept) is Possible:
            self.possible[index] = kept
            return
        for n, possible in zip(kept.of, kept.hull, strict=True):  # type: ignore[union-attr]  # a Region
            self.regions[n], self.possible[n] = kept, possible  # type: ignore[assignment]

    def check_all_taken(self) -> None:
        """Refuse a run that has ended before it came to the split that led to it."""
        if self.place < len(self.log):
            self.go_astray()

    def go_astray(self) -> NoReturn:
        """Refuse a run that does not make the draws and splits of an earlier one."""
        self.refuse(
            "two runs with the same draws went different ways: something is kept from run to run, or read from "
            "outside (a global, a cache, the time, another generator)"
        )

    def possible_of(self, index: int) -> Possible:
        """Return the values that a draw may still have on this path."""
        if self.ending or not self.running:
            self.check()
        return self.possible[index]

    def check(self) -> None:
        """End the run again if a program has caught the exception that ends it. Refuse a draw of an earlier run."""
        if not self.running:
            self.exploration.source.refuse(
                "a draw of an earlier run is used: something is kept from run to run (a global, a cache, an attribute)"
            )
        super().check()


@final
class Plain(Run):
    """A run on plain numbers: the draws are those of a path that has been found.

    `through`, if any, also runs the call that has a law, whenever an outcome of the law is taken.
    """

    def __init__(
        self, way: Any, choices: Sequence[int], through: Callable[[Any, Any, Callable[[], Any]], Any] | None
    ) -> None:
        super().__init__()
        self.sizes, self.laws, self.choices, self.through = way.sizes, way.laws, choices, through

    def new_draw(self, size: int) -> int:
        """Return the value that the next draw has on the path."""
        made = self.made
        if made >= len(self.sizes) or self.sizes[made] != size:
            self.made = len(self.sizes) + 1
            self.leave(Ending.ASTRAY)
        self.made = made + 1
        return self.choices[made]

    def decided_law(self) -> Any:
        """Return the law that gives the path an outcome there."""
        return self.laws.get(self.made)

    def outcome(self, law: Any) -> Any:
        """Return the outcome that the path has there."""
        return law.outcomes[self.new_draw(len(law.outcomes))][0]
