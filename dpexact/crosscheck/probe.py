"""A Probe: lines that ask a library for one number, and the exact computation of what the number is said to be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dpexact.numbers.enclosure import Enclosure
    from dpexact.numbers.exact import Exact

    Truth: TypeAlias = Exact | Enclosure | float  # the float is infinity

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
        """The lines with the arguments in their places."""
        return self.lines.format(**{name: _written(value) for name, value in arguments.items()})

    def repeated(self, arguments: Mapping[str, Argument]) -> str:
        """The lines of mpmath with the arguments in their places, and the names of what the library answered."""
        return self._filled(self.again, arguments)

    def delta_repeated(self, arguments: Mapping[str, Argument]) -> str:
        """The expression of mpmath for the delta at what is claimed; empty without one."""
        return self._filled(self.delta_again, arguments)

    def _filled(self, text: str, arguments: Mapping[str, Argument]) -> str:
        names = {name: name for name in ("output", *self.found)}
        return text.format(**names, **{name: _written(value) for name, value in arguments.items()})


def _written(value: Argument) -> str:
    return f"[{', '.join(map(repr, value))}]" if isinstance(value, tuple) else repr(value)
