"""One run of a program: a path, its draws, the values that each may still have, and the splits on its way."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from time import monotonic
from types import CodeType
from typing import Any, NoReturn, TypeAlias

from flint import fmpq

from dpexact.programs.allowed import is_of_library
from dpexact.programs.possible import Possible

Draw: TypeAlias = Any
Exploration: TypeAlias = Any
Found: TypeAlias = Any
Law: TypeAlias = Any
UNFINISHED, RESTARTED, RETURNED = "unfinished", "restarted", "returned"
UNSUPPORTED, AGAIN, ASTRAY = "unsupported", "again", "astray"
OUTERMOST: set[CodeType] = set()  # the functions of dpexact that begin an exploration: the program ends there


class Leave(BaseException):
    """Ends the run of a program, for the reason in `path.ending`."""


class Unsupported(Leave):
    """The program does something that is not followed."""


class Again(BaseException):
    """Ends an inner run after a split of an outer path, so that it begins anew."""

    def __init__(self, owner: Path | None) -> None:
        super().__init__()
        self.owner = owner


@dataclass(frozen=True, slots=True)
class Split:
    """A choice on the way of a path: of the `before` values that draw `index` may have, it has one of `kept`.

    `law` is the law of the draw, if it is an outcome of something that draws itself.
    """

    parent: Split | None
    index: int
    before: int
    kept: Possible
    law: Law | None = None


def line_of_program() -> str:
    """Return the file and line of the innermost call of the program outside Python's own library."""
    frame = sys._getframe(1)  # noqa: SLF001 - no public function walks the stack of a running call
    while frame is not None and frame.f_code not in OUTERMOST:
        if not is_of_library(frame.f_code.co_filename):
            return f"{frame.f_code.co_filename.rpartition(os.sep)[2]}, line {frame.f_lineno}"
        frame = frame.f_back  # type: ignore[assignment]
    return "the program"


def line_of_error(error: BaseException) -> str:
    """Return the file and line of the program that raised an exception, or "" if it is not known."""
    traceback, found = error.__traceback__, ""
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if not is_of_library(file):
            found = f"{file.rpartition(os.sep)[2]}, line {traceback.tb_lineno}"
        traceback = traceback.tb_next
    return found


class Run:
    """A run of a program, which ends for the reason in `ending`."""

    def __init__(self) -> None:
        self.ending = self.message = ""
        self.owner: Path | None = None  # of the draw whose split ended this run
        self.since = monotonic()

    def check(self) -> None:
        """End the run again if a program has caught the exception that ends it."""
        if self.ending:
            raise Unsupported if self.ending == UNSUPPORTED else Leave

    def leave(self, ending: str) -> NoReturn:
        """End the run."""
        self.ending = ending
        raise Leave

    def refuse(self, message: str) -> NoReturn:
        """End the run, and the exploration, with an error that names the line of the program."""
        self.ending, self.message = UNSUPPORTED, f"{line_of_program()}: {message}"
        raise Unsupported


class Path(Run):
    """A run on unknown draws: it takes the splits that are already decided, and chooses the next ones."""

    def __init__(self, exploration: Exploration, last: Split | None, mass: Any) -> None:
        super().__init__()
        self.exploration = exploration
        self.most = exploration.limits.paths
        self.decided: list[Split] = []
        while last is not None:
            self.decided.append(last)
            last = last.parent
        self.decided.reverse()
        self.place = 0
        self.sizes: list[int] = []
        self.possible: list[Possible] = []
        self.mass = mass  # after the splits that are decided
        self.node: Any = exploration.nodes[0]
        self.states: dict[Any, tuple[Any, Any]] = {}  # states of the path so far, with the call that is kept alive
        self.running = True

    def _new_draw(self, size: int) -> int:
        self.check()
        if len(self.sizes) >= self.exploration.limits.draws:
            self._leave_unfinished()
        if self.exploration.has_states:
            self.exploration.visit(self)
        self.sizes.append(size)
        self.possible.append(Possible.below(size))
        self.since = monotonic()
        return len(self.sizes) - 1

    def draw(self, size: int, base: Callable[[int], Any], make: Callable[[Path, int], Draw]) -> Any:
        """Return a new draw of `size` equally likely values."""
        if size == 1:
            self.check()
            return base(0)
        return make(self, self._new_draw(size))

    def decided_law(self) -> Law | None:
        """Return the law whose outcome an earlier run has chosen here, after the splits that led to it."""
        index = len(self.sizes)
        while self.place < len(self.decided):
            split = self.decided[self.place]
            if split.law is not None and split.index == index:
                return split.law
            if split.index >= index:
                self._went_astray()
            self._take(split.index, self.possible[split.index].count)
        return None

    def outcome(self, law: Law) -> int:
        """Return the outcome of a law with which the path goes on. The unfinished part of the law ends here."""
        size = len(law.weights)
        index = self._new_draw(size)
        if self.place < len(self.decided):
            return self._take(index, size)
        self.exploration.leave_unfinished(self.node, self.mass * law.unfinished)
        if not size:
            self.mass = fmpq(0)
            self._leave_unfinished()
        parts, parent = self.possible[index], self._last
        self._go_on(
            [
                (self.mass * weight, Split(parent, index, size, parts.between(n, n + 1), law))
                for n, weight in enumerate(law.weights)
            ]
        )
        return self.possible[index].first

    def choose(self, draw: Draw, parts: Callable[[], Sequence[Possible]]) -> None:
        """Split the path by parts of the possible values of a draw, and go on with the likeliest."""
        self.check()
        index = draw.index_of_draw
        if self.place < len(self.decided):
            self._take(index, self.possible[index].count)
        else:
            with self.counting():
                before, mass, parent = self.possible[index].count, self.mass, self._last
                self._go_on([(mass * fmpq(part.count, before), Split(parent, index, before, part)) for part in parts()])
        self.since = monotonic()
        self.exploration.begin_inner_again(self)

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Exclude the time that counting takes from the time of the run that goes on."""
        run: Any = self.exploration.source.path
        run.since = inf
        try:
            yield
        finally:
            run.since = monotonic()

    @property
    def last_taken(self) -> Split | None:
        """Return the last split on the way."""
        return self.decided[self.place - 1] if self.place else None

    @property
    def _last(self) -> Split | None:
        return self.decided[-1] if self.decided else None

    def _take(self, index: int, before: int) -> int:
        """Take the next split that is decided, and return the least value that is left."""
        split = self.decided[self.place]
        if split.index != index or split.before != before:
            self._went_astray()
        self.place += 1
        self.possible[index] = split.kept
        return split.kept.first

    def check_all_taken(self) -> None:
        """Refuse a run that has ended without making the splits that led to it."""
        if self.place < len(self.decided):
            self._went_astray()

    def _went_astray(self) -> NoReturn:
        self.refuse(
            "two runs with the same draws went different ways: something is kept from run to run, or read from "
            "outside (a global, a cache, the time, another generator)"
        )

    def _go_on(self, splits: list[tuple[Any, Split]]) -> None:
        likeliest = max(range(len(splits)), key=lambda n: splits[n][0])
        mass, split = splits.pop(likeliest)
        self.exploration.postpone(splits, self.node)
        self.decided.append(split)
        self.place += 1
        self.possible[split.index] = split.kept
        self.mass = mass

    def possible_of(self, index: int) -> Possible:
        """Return the values that a draw may still have on this path. Ends the run if the draw is of an earlier run."""
        if not self.running:
            self.exploration.refuse(
                "a draw of an earlier run is used: something is kept from run to run (a global, a cache, an attribute)"
            )
        if self.ending:
            self.check()
        return self.possible[index]

    def check(self) -> None:
        """End the run again if a program has caught the exception that ends it, or if it has ended."""
        super().check()
        if not self.running:
            self.exploration.refuse("a source is used after its run has ended")

    def _leave_unfinished(self) -> NoReturn:
        self.message = line_of_program()
        self.leave(UNFINISHED)

    def assume(self, name: str) -> None:
        """Note that a function of the mathematical library is assumed monotone."""
        self.exploration.assumptions.add(name)


class Plain(Run):
    """A run on plain numbers: the draws are those of a path that has been found.

    `through`, if any, also runs the call that has a law, whenever an outcome of the law is taken.
    """

    def __init__(
        self, found: Found, choices: Sequence[int], through: Callable[[Law, Any, Callable[[], Any]], None] | None
    ) -> None:
        super().__init__()
        self.sizes, self.laws, self.choices, self.through = found.sizes, found.laws, choices, through
        self.made = 0

    def _next(self, size: int) -> int:
        self.since = monotonic()
        if self.made >= len(self.sizes) or self.sizes[self.made] != size:
            self.made = len(self.sizes) + 1
            self.leave(ASTRAY)
        self.made += 1
        return self.choices[self.made - 1]

    def draw(self, size: int, base: Callable[[int], Any], make: object) -> Any:
        """Return the number that the path has there."""
        del make
        return base(0 if size == 1 else self._next(size))

    def decided_law(self) -> Law | None:
        """Return the law that gives the path an outcome there."""
        return self.laws.get(self.made)

    def outcome(self, law: Law) -> int:
        """Return the outcome that the path has there."""
        return self._next(len(law.weights))
