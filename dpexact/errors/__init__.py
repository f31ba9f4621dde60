"""The errors of dpexact, one tree under `DPExactError`, each with the data from which `str` makes the sentence.

The sentence says the place, the expectation, the value that came, and the remedy.
"""

from typing import Any, Self


class DPExactError(Exception):
    """Anything dpexact refuses, so that `except DPExactError` catches every deliberate refusal and no bug.

    `place` is an argument, a file with its path inside, or empty. `expected`, `came` and `remedy` are texts, empty if
    there is none. Without `expected`, `came` is the sentence. `text` and `position` say where in the text of a number
    or a formula the fault is, `spot` says so in words, and `note` has the lines that show it with a caret.
    """

    place: str = ""
    expected: str = ""
    remedy: str = ""
    spot: str = ""
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
        spot = f", {self.spot}" if self.spot else ""
        remedy = f"; {self.remedy}" if self.remedy else ""
        return f"{place}{cause}{spot}{remedy}{self.note}"

    def at(self, place: str) -> Self:
        """Return the same error one level out, in front of its own place."""
        return self.changed(place=f"{place}: {self.place}" if self.place else place)

    def changed(self, **parts: Any) -> Self:
        """Return the same error with other parts."""
        outer = type(self).__new__(type(self), *self.args)  # not copy(): Dask has a say in how errors are copied
        vars(outer).update(vars(self), **parts)
        return outer


class InexactInputError(DPExactError, TypeError):
    """A float (or bool, or another type that is not an exact number) in the place of an exact number."""


class NumberSyntaxError(DPExactError, ValueError):
    """Text that is not a number of the grammar, with the fault at `position` of `text`."""


class TooLargeError(DPExactError, ValueError):
    """Input or result past a stated size, raised before the memory is spent.

    If a number is known between bounds, but narrower bounds are out of reach, `lower` and `upper` are these bounds.
    """

    lower: Any = None
    upper: Any = None


class IncompatibleFieldsError(DPExactError, ValueError):
    """Two numbers without a common field in which dpexact decides every comparison."""


class IrrationalError(DPExactError, ValueError):
    """A number that is irrational (or free) and was needed as a rational."""


class ParameterError(DPExactError, ValueError):
    """A parameter outside its range, such as E < 1, delta outside [0, 1] or eta outside (0, 1)."""


class DivisionByZeroError(DPExactError, ZeroDivisionError):
    """Division by a number that is exactly zero."""


class UndecidedError(DPExactError):
    """A comparison that the bounds known so far, `lower` and `upper`, do not settle."""

    lower: Any = None
    upper: Any = None


class SignChangesError(DPExactError):
    """A sign question about a free E whose answer is not the same for all E.

    `intervals` isolates the places at which the sign changes or vanishes. Each interval can be refined.
    """

    intervals: tuple[Any, ...] = ()


class MechanismError(DPExactError, ValueError):
    """A matrix that is not a mechanism, or labels that do not fit, with the entry or row as `place`."""


class DocumentError(DPExactError, ValueError):
    """A document (mechanism, claim table, certificate file) that cannot be read.

    `file` is its name, and `inside` the path inside it. `place` has both.
    """

    file: str = ""
    inside: str = ""

    def __init__(self, came: str = "", file: str = "", inside: str = "", **parts: Any) -> None:
        place = ": ".join(filter(None, (file, inside)))
        super().__init__(came, **({"file": file, "inside": inside, "place": place} | parts))


class UnfinishedRowError(DocumentError):
    """A row that an audit had not reached when it was interrupted."""


class OutputError(DocumentError):
    """A file that could not be written because its device failed or is full. The given name is not at fault."""


class CertificateError(DPExactError, ValueError):
    """A certificate that the kernel rejects, with the name of the failed check as `check`."""

    check: str = ""


class UnsupportedProgramError(DPExactError):
    """A step of a program that cannot be followed exactly. The message names its line and the remedy."""


class VerdictError(DPExactError, TypeError):
    """A verdict was asked for its truth value, or required to be proved when it is not."""


class NoPromiseWarning(UserWarning):
    """A formula was evaluated outside of the range in which its theorem is proven, so it promises no privacy."""


class RowSumWarning(UserWarning):
    """Rows of floats are normalized although rounding does not explain that their sums are not 1."""
