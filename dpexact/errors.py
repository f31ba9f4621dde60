"""The errors of dpexact: one tree under `DPExactError`, each with its data, from which `str` makes the sentence.

The sentence says the place, the expectation, the value that came, and the remedy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self


class DPExactError(Exception):
    """Anything dpexact refuses; `except DPExactError` catches every deliberate refusal and no bug.

    `place` is an argument, a file with its path inside, or empty. `expected`, `came` and `remedy` are texts, empty if
    there is none. Without `expected`, `came` is the sentence. `text` and `position` say where in the text of a number
    or a formula the fault is, and `note` has the lines that show it with a caret.
    """

    place: str = ""
    expected: str = ""
    remedy: str = ""
    note: str = ""
    text: str = ""
    position: int | None = None

    def __init__(self, came: str = "", **parts: Any) -> None:
        super().__init__(came)
        self.came = came
        vars(self).update(parts)

    def __str__(self) -> str:
        place = f"{self.place}: " if self.place else ""
        cause = f"expected {self.expected}, got {self.came}" if self.expected else self.came
        remedy = f"; {self.remedy}" if self.remedy else ""
        return f"{place}{cause}{remedy}{self.note}"

    def at(self, place: str) -> Self:
        """Return the same error one level out, in front of its own place."""
        outer = type(self).__new__(type(self), *self.args)  # not copy(): Dask has a say in how errors are copied
        vars(outer).update(vars(self), place=f"{place}: {self.place}" if self.place else place)
        return outer


class InexactInputError(DPExactError, TypeError):
    """A float (or bool, or another type that is not an exact number) where an exact number is needed."""


class NumberSyntaxError(DPExactError, ValueError):
    """Text that is not a number of the grammar; `text` and `position` say where."""

    def __init__(self, came: str, text: str = "", position: int | None = None, **parts: Any) -> None:
        super().__init__(came, text=text, position=position, **parts)


class TooLargeError(DPExactError, ValueError):
    """Input or result past a stated size; raised before the memory is spent.

    Where a number is known between bounds, but no narrower ones are within reach, `lower` and `upper` are those bounds.
    """

    lower: Any = None
    upper: Any = None

    def __init__(self, came: str, lower: Any = None, upper: Any = None, **parts: Any) -> None:
        super().__init__(came, lower=lower, upper=upper, **parts)


class IncompatibleFieldsError(DPExactError, ValueError):
    """Two numbers that have no common field in which dpexact decides every comparison."""


class IrrationalError(DPExactError, ValueError):
    """A rational was asked of a number that is irrational (or free)."""


class ParameterError(DPExactError, ValueError):
    """A parameter outside its range: E < 1, delta outside [0, 1], eta outside (0, 1) and the like."""


class DivisionByZeroError(DPExactError, ZeroDivisionError):
    """Division by a number that is exactly zero."""


class UndecidedError(DPExactError):
    """A comparison that the bounds known so far do not settle; `lower` and `upper` are those bounds."""

    lower: Any = None
    upper: Any = None

    def __init__(self, came: str, lower: Any = None, upper: Any = None, **parts: Any) -> None:
        super().__init__(came, lower=lower, upper=upper, **parts)


class SignChangesError(DPExactError):
    """A sign question about a free E whose answer is not the same for all E.

    `intervals` isolates the places where the sign changes (or vanishes): each is refinable.
    """

    intervals: tuple[Any, ...] = ()

    def __init__(self, came: str, intervals: Sequence[Any] = (), **parts: Any) -> None:
        super().__init__(came, intervals=tuple(intervals), **parts)


class MechanismError(DPExactError, ValueError):
    """A matrix that is not a mechanism, or labels that do not fit; `place` says which entry or row."""


class DocumentError(DPExactError, ValueError):
    """A document (mechanism, claim table, certificate file) that cannot be read.

    `file` is its name, and `inside` the path inside it; `place` has both.
    """

    file: str = ""
    inside: str = ""

    def __init__(self, came: str = "", file: str = "", inside: str = "", **parts: Any) -> None:
        place = ": ".join(filter(None, (file, inside)))
        super().__init__(came, **({"file": file, "inside": inside, "place": place} | parts))


class UnfinishedRowError(DocumentError):
    """A row that an audit had not reached when it was interrupted."""


class OutputError(DocumentError):
    """A file that could not be written because its device failed or is full; no fault of the name that was given."""


class CertificateError(DPExactError, ValueError):
    """A certificate that the kernel rejects; `check` names the failed check."""

    check: str = ""

    def __init__(self, came: str, check: str = "", **parts: Any) -> None:
        super().__init__(came, check=check, **parts)


class UnsupportedProgramError(DPExactError):
    """A program does something that cannot be followed exactly; the message names its line and what to do."""


class VerdictError(DPExactError, TypeError):
    """A verdict was asked for its truth value, or required to be proved when it is not."""


class NoPromiseWarning(UserWarning):
    """A formula was asked where it promises no privacy: outside of the range in which its theorem is proven."""


class RowSumWarning(UserWarning):
    """Rows of floats are normalized although rounding does not explain that their sums are not 1."""
