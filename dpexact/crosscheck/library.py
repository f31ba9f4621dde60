"""A library is a package of other people, with probes that ask it questions, and these are the libraries."""

from __future__ import annotations

from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from io import StringIO
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

from dpexact.crosscheck.probes import Probe, read_probes
from dpexact.crosscheck.withheld import withheld_table
from dpexact.errors import ParameterError
from dpexact.numbers.typography import did_you_mean, excerpt
from dpexact.report.installation import install_command


@dataclass(frozen=True)
class Library:
    """A library by the name that people give it. pip installs its `distribution`, which has the version.

    `withheld` is the table of the cases that are not published yet, if it is at hand.
    """

    name: str
    distribution: str
    module: str
    about: str
    withheld: Path | None = None

    @property
    def table(self) -> Traversable:
        """The table that ships for it."""
        return resources.files("dpexact.crosscheck").joinpath(f"{self.name}.toml")

    @cached_property
    def probes(self) -> tuple[Probe, ...]:
        """The probes of its table, and in a checkout those that only withheld cases ask. Raises DocumentError."""
        tables = (self.table,) if self.withheld is None else (self.table, self.withheld)
        return tuple(probe for path in tables for probe in read_probes(path.read_text(encoding="utf-8"), path.name))

    @property
    def install(self) -> str:
        """The command that installs it."""
        return install_command(self.distribution)

    def probe(self, name: str) -> Probe | None:
        """Return the probe of this name."""
        return next((probe for probe in self.probes if probe.name == name), None)

    def version(self) -> str | None:
        """Return the installed version, or None without one."""
        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError:
            return None


LIBRARIES: tuple[Library, ...] = (
    Library("dp_accounting", "dp-accounting", "dp_accounting", "privacy loss distributions, calibration, composition"),
    Library("opendp", "opendp", "opendp", "privacy maps"),
    Library("diffprivlib", "diffprivlib", "diffprivlib", "calibrations and samplers"),
    Library("autodp", "autodp", "autodp", "mechanisms, conversions, calibrations, composition"),
    Library(
        "prv_accountant", "prv-accountant", "prv_accountant", "bounds of composed privacy loss by Fourier transform"
    ),
    Library("scipy", "scipy", "scipy", "functions that code of differential privacy is made of"),
)


@dataclass(frozen=True)
class Answer:
    """The answer of a library, which is a number with integers beside it, or the error that it ended with."""

    output: float | None
    error: str = ""
    found: tuple[int, ...] = ()


def answer_of(lines: str, found: tuple[str, ...] = ()) -> Answer:
    """Run the lines of a probe, and return the values of `output` and of the names `found`.

    The lines come from a table of this package, with numbers in their places. Nothing of a user is executed. Output and
    warnings of the library are dropped.
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
    except BaseException as error:  # noqa: BLE001 - a panic of Rust is not an Exception; a crash is an answer as well
        return Answer(None, excerpt(f"{type(error).__name__}: {error}".splitlines()[0], 200))
    if isinstance(output, bool):
        return Answer(None, f"TypeError: expected a float, got {type(output).__name__}")
    return Answer(number, found=integers)


def chosen_libraries(name: str | None) -> tuple[Library, ...]:
    """Return all libraries, or the one of this name ("-" and "_" are the same). Raises ParameterError.

    In a checkout they have the withheld cases.
    """
    named = tuple(library for library in LIBRARIES if name is None or library.name == name.replace("-", "_"))
    if name is not None and not named:
        known = [library.name for library in LIBRARIES]
        came = f"{name!r}{did_you_mean(name, known)}"
        raise ParameterError(came, place="LIBRARY", expected=f"one of {', '.join(known)}")
    return tuple(replace(library, withheld=withheld_table(library.name)) for library in named)
