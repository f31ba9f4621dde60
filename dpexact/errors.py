"""The errors of dpexact: one tree under `DPExactError`, each with its data.

Wording of every message: where it happened, what was expected, what came, what to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class DPExactError(Exception):
    """Anything dpexact refuses; `except DPExactError` catches every deliberate refusal and no bug.

    `text` and `position` say where in the text of a number or a formula the fault is, if it is in one. The first line
    of a message about a formula is the cause; two more lines show the place with a caret.
    """

    text: str = ""
    position: int | None = None


class InexactInputError(DPExactError, TypeError):
    """A float (or bool, or another type that is not an exact number) where an exact number is needed."""


class NumberSyntaxError(DPExactError, ValueError):
    """Text that is not a number of the grammar; `text` and `position` say where."""

    def __init__(self, message: str, text: str = "", position: int | None = None) -> None:
        super().__init__(message)
        self.text = text
        self.position = position


class TooLargeError(DPExactError, ValueError):
    """Input or result past a stated size; raised before the memory is spent.

    Where a number is known between bounds, but no narrower ones are within reach, `lower` and `upper` are those bounds.
    """

    def __init__(self, message: str, lower: Any = None, upper: Any = None) -> None:
        super().__init__(message)
        self.lower = lower
        self.upper = upper


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

    def __init__(self, message: str, lower: Any = None, upper: Any = None) -> None:
        super().__init__(message)
        self.lower = lower
        self.upper = upper


class SignChangesError(DPExactError):
    """A sign question about a free E whose answer is not the same for all E.

    `intervals` isolates the places where the sign changes (or vanishes): each is refinable.
    """

    def __init__(self, message: str, intervals: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.intervals = tuple(intervals)


class MechanismError(DPExactError, ValueError):
    """A matrix that is not a mechanism, or labels that do not fit; `place` says which entry or row."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(message)
        self.place = place


class DocumentError(DPExactError, ValueError):
    """A document (mechanism, claim table, certificate file) that cannot be read; `place` is the path inside it.

    `expected`, `came` and `remedy` are the parts of the message, where it has them.
    """

    def __init__(
        self, message: str, file: str = "", place: str = "", *, expected: str = "", came: str = "", remedy: str = ""
    ) -> None:
        super().__init__(message)
        self.file = file
        self.place = place
        self.expected = expected
        self.came = came
        self.remedy = remedy


class UnfinishedRowError(DocumentError):
    """A row that an audit had not reached when it was interrupted."""


class OutputError(DocumentError):
    """A file that could not be written because its device failed or is full; no fault of the name that was given."""


class CertificateError(DPExactError, ValueError):
    """A certificate that the kernel rejects; `check` names the failed check."""

    def __init__(self, message: str, check: str = "") -> None:
        super().__init__(message)
        self.check = check


class UnsupportedProgramError(DPExactError):
    """A program does something that cannot be followed exactly; the message names its line and what to do."""


class VerdictError(DPExactError, TypeError):
    """A verdict was asked for its truth value, or required to be proved when it is not."""


class NoPromiseWarning(UserWarning):
    """A formula was asked where it promises no privacy: outside of the range in which its theorem is proven."""


class RowSumWarning(UserWarning):
    """Rows of floats are normalized although rounding does not explain that their sums are not 1."""
