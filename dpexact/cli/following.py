"""Show how many paths `dpexact program` knows and, after a while, the options that would make them fewer.

A thread looks at the stack of the program ten times a second. It reads no value of the program but its type, since a
draw that is asked for its value would split the path.
"""

import sys
import threading
from collections import Counter
from collections.abc import Collection, Mapping
from itertools import islice
from time import monotonic
from traceback import walk_stack
from types import CodeType, FrameType, FunctionType
from typing import Any, Self

from dpexact.cli.outcome import count_line, say
from dpexact.numbers.typography import counted
from dpexact.programs.kinds import is_plain

INTERVAL = 0.1
COUNT_AFTER, HINT_AFTER = 3.0, 10.0  # seconds
SHARE = 0.3  # of the time, from which on a function is worth a word
OWN = "dpexact.programs"  # where a source, its faces and its draws are defined


def candidates(module: Mapping[str, Any], others: Collection[str]) -> dict[CodeType, str]:
    """Return the functions of a file that --subprogram could name, by their code, without `others`, already named."""
    return {
        value.__code__: name
        for name, value in module.items()
        if isinstance(value, FunctionType) and value.__module__ == module.get("__name__") and name not in others
    }


class Following:
    """Shows how the paths of a program are followed, from a thread beside the one that makes it."""

    def __init__(self, functions: Mapping[CodeType, str], total: int) -> None:
        self._functions, self._total = functions, total
        self._before = self._paths = self._inputs = 0
        self._left: float | None = None
        self._time: Counter[str] = Counter()
        self._samples = 0
        self._watched = threading.get_ident()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def told(self, paths: int, left: float) -> None:
        """Take note of how many paths of an input are known, and of the mass that is left of it."""
        if paths == 1:
            self._inputs += 1
            self._before += self._paths
        self._paths, self._left = paths, left

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._thread.join()

    def _watch(self) -> None:
        started, hinted, count = monotonic(), False, COUNT_AFTER - 1
        while not self._stopped.wait(INTERVAL):
            stack = walk_stack(sys._current_frames()[self._watched])  # noqa: SLF001 - there is no public way to it
            inside = (some for some, _ in stack if some.f_code in self._functions and _qualifies(some))
            self._time.update(self._functions[some.f_code] for some in islice(inside, 1))
            self._samples += 1
            passed = monotonic() - started
            if passed >= HINT_AFTER and not hinted:
                say(f"dpexact: {self.state()}. {self.hint()}\n")
                hinted = True
            if passed >= count + 1:
                count_line(self._before + self._paths - 1, None, self.state())
                count = passed

    def state(self) -> str:
        """Say how many paths are known, and how much mass is left of the input that is followed."""
        if self._left is None:
            return "no path is known yet"
        where = f" of input {self._inputs} of {self._total}" if self._total > 1 else ""
        return f"{counted(self._before + self._paths, 'path')} known, mass of {self._left:.3g} left{where}"

    def hint(self) -> str:
        """Name the function in which the time is spent, and the options that would be quicker."""
        name, most = next(iter(self._time.most_common(1)), ("", 0))
        if most < SHARE * max(1, self._samples):
            return "--mass TEXT stops when no more than that is left, --paths N after so many paths."
        return (
            f"{100 * most // self._samples} % of the time is spent in {name}: if it only draws and returns, "
            f"--subprogram {name} explores it once for each of its arguments and counts it as one draw. "
            "--mass TEXT stops when no more than that is left."
        )


def _qualifies(frame: FrameType) -> bool:
    """Return whether a function is called with plain values beside the source, as `--subprogram` wants it."""
    code, values = frame.f_code, frame.f_locals
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    some = [values[name] for name in names if name in values]
    return all(is_plain(value) or str(type(value).__module__).startswith(OWN) for value in some)
