"""Library: a package of other people's, the calls of it that are known, and how one is run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from importlib import metadata
from io import StringIO
from typing import Any, Literal, TypeAlias
from warnings import catch_warnings, simplefilter

from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.numbers.extra import install_command
from dpexact.numbers.typography import excerpt

Truth: TypeAlias = Exact | Enclosure | float


Safe = Literal["larger", "smaller", "neither"]
Kind = Literal["delta", "epsilon", "value"]  # of a claim: a probability, a least epsilon from 0 on, any other number
Argument: TypeAlias = "float | int | str | tuple[float, ...]"


@dataclass(frozen=True)
class Probe:
    """One kind of question to a library.

    `lines` is Python with a place `{name}` for each argument; it gives the library's number to the name `output`. The
    claim is that number or, where `claim` names an argument, that argument: a calibration to delta = 1e-6 claims 1e-6
    for the noise that it returns. `truth` is called with the exact values of the arguments (a float at its binary
    value) and, where it takes one, of `output`; `again` says the same in mpmath, for people without dpexact, and gives
    it to the name `truth`. `safe` says on which side of the truth a claim keeps its promise. `delta`, where it is
    given, is called like `truth` and takes the exact value of the claim as `claimed`: the delta that is needed at the
    epsilon that is claimed; `delta_again` is an expression in mpmath that follows the lines of `again`.
    """

    name: str
    kind: Kind
    says: str
    lines: str
    truth: Callable[..., Truth]
    again: str
    safe: Safe
    reference: str
    claim: str = ""
    found: tuple[str, ...] = ()  # integers that the lines give to these names besides; the truth takes them
    delta: Callable[..., Truth] | None = None
    delta_again: str = ""
    measures: str = "true value"  # what the truth is called where it is shown

    def asked(self, arguments: Mapping[str, Argument]) -> str:
        """Return the lines with the arguments in their places."""
        return self.lines.format(**{name: _written(value) for name, value in arguments.items()})

    def repeated(self, arguments: Mapping[str, Argument]) -> str:
        """Return the lines of mpmath with the arguments in their places, and the names of what the library answered."""
        return self._filled(self.again, arguments)

    def delta_repeated(self, arguments: Mapping[str, Argument]) -> str:
        """Return the expression of mpmath for the delta at what is claimed; empty without one."""
        return self._filled(self.delta_again, arguments)

    def _filled(self, text: str, arguments: Mapping[str, Argument]) -> str:
        names = {name: name for name in ("output", *self.found)}
        return text.format(**names, **{name: _written(value) for name, value in arguments.items()})


def _written(value: Argument) -> str:
    return f"[{', '.join(map(repr, value))}]" if isinstance(value, tuple) else repr(value)


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
        """Return the probe of this name."""
        return next((probe for probe in self.probes if probe.name == name), None)

    def version(self) -> str | None:
        """Return the installed version; None where it is not installed."""
        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError:
            return None


@dataclass(frozen=True)
class Answer:
    """The answer of a library: a number, and integers besides; or the error that it ended with."""

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
    except BaseException as error:  # noqa: BLE001 - a panic of Rust is not an Exception; a crash is an answer as well
        return Answer(None, excerpt(f"{type(error).__name__}: {error}".splitlines()[0], 200))
    if isinstance(output, bool):
        return Answer(None, f"TypeError: expected a float, got {type(output).__name__}")
    return Answer(number, found=integers)
