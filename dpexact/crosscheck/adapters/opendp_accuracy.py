"""opendp: from a scale of noise to an accuracy at a significance level, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.crosscheck import tails
from dpexact.crosscheck.probe import Probe

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.crosscheck.probe import Truth
    from dpexact.numbers.exact import Exact

LAWS: dict[str, tuple[Callable[[Exact, Exact], Truth], str]] = {
    "laplacian": (tails.laplace, tails.LAPLACE),
    "gaussian": (tails.gaussian, tails.GAUSSIAN),
    "discrete_laplacian": (tails.discrete_laplace, tails.DISCRETE_LAPLACE),
    "discrete_gaussian": (tails.discrete_gaussian, tails.DISCRETE_GAUSSIAN),
}
ACCURACY_SAYS = "the chance that noise is at least as far off as the accuracy is at most alpha"
REFERENCE = "opendp.accuracy: (1 - alpha) 100 % confidence"


def _accuracy(law: str) -> Probe:
    tail, again = LAWS[law]
    name = f"{law}_scale_to_accuracy"
    return Probe(
        name,
        "delta",
        ACCURACY_SAYS,
        f"from opendp.accuracy import {name}\noutput = {name}({{scale}}, {{alpha}})",
        lambda output, scale: tail(scale, output),
        again.replace("{accuracy}", "{output}"),
        "larger",
        REFERENCE,
        claim="alpha",
    )


def _scale(law: str) -> Probe:
    tail, again = LAWS[law]
    name = f"accuracy_to_{law}_scale"
    return Probe(
        name,
        "delta",
        ACCURACY_SAYS,
        f"from opendp.accuracy import {name}\noutput = {name}({{accuracy}}, {{alpha}})",
        lambda accuracy, output: tail(output, accuracy),
        again.replace("{scale}", "{output}"),
        "larger",
        REFERENCE,
        claim="alpha",
    )


ACCURACY: tuple[Probe, ...] = tuple(make(law) for law in LAWS for make in (_accuracy, _scale))
