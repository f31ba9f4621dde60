"""A Library: what has to be installed for its probes, and how."""

from __future__ import annotations

from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from importlib import metadata
from io import StringIO
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, simplefilter

from dpexact.numbers.excerpt import excerpt
from dpexact.numbers.extra import install_command

if TYPE_CHECKING:
    from dpexact.crosscheck.probe import Probe


@dataclass(frozen=True)
class Library:
    """A library by the name people give it; `distribution` is what pip installs, which has the version."""

    name: str
    distribution: str
    module: str
    about: str
    probes: tuple[Probe, ...]

    @property
    def install(self) -> str:
        """The command that installs it."""
        return install_command(self.distribution)

    def probe(self, name: str) -> Probe | None:
        """The probe of this name."""
        return next((probe for probe in self.probes if probe.name == name), None)

    def version(self) -> str | None:
        """The installed version; None where it is not installed."""
        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError:
            return None


@dataclass(frozen=True)
class Answer:
    """What a library answered: a number, and integers besides; or the error that it ended with."""

    output: float | None
    error: str = ""
    found: tuple[int, ...] = ()


def answer_of(lines: str, found: tuple[str, ...] = ()) -> Answer:
    """Run the lines of a probe; what they give to `output` and to the names of `found`.

    The lines are those of an adapter of this package, with numbers in their places; nothing of a user is executed.
    What the library prints and warns is dropped.
    """
    names: dict[str, Any] = {}
    try:
        with catch_warnings(), redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            simplefilter("ignore")
            exec(compile(lines, "<crosscheck>", "exec"), names)  # noqa: S102 - see above
            output = names["output"]
            number, integers = float(output), tuple(int(names[name]) for name in found)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a panic of Rust is no Exception; a crash is an answer as well
        return Answer(None, excerpt(f"{type(error).__name__}: {error}".splitlines()[0], 200))
    if isinstance(output, bool):
        return Answer(None, f"TypeError: expected a float, got {type(output).__name__}")
    return Answer(number, found=integers)
