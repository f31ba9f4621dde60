"""Lists and arrays in an assertion: the claimed numbers, each with its true one, and which of them fails worst."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpexact.errors import ParameterError
from dpexact.numbers.arrays import plain_array
from dpexact.numbers.enclosure import Enclosure, at_hand, narrowed
from dpexact.numbers.exact import Exact
from dpexact.numbers.typography import counted, value_excerpt
from dpexact.testing.claimed import LAST_BITS, ulps_of
from dpexact.testing.compared import Comparison, Found
from dpexact.testing.failed import gap_of, told
from dpexact.testing.findings import NOT_TRUE, TOO_LOOSE, UNDECIDED
from dpexact.testing.floats import refuse_other_labels

Place = tuple[int, ...]
BITS = 64  # where it is only asked which of several failures is the worst
FAR = Fraction(2) ** 1000
GRAVEST = (NOT_TRUE, UNDECIDED, TOO_LOOSE)


def parts_of(value: Any, place: str) -> Sequence[Any] | None:
    """Return the elements of a list, a tuple, an array of numpy, a tensor or a series; None for anything else."""
    value = plain_array(value, place)
    if isinstance(value, (list, tuple)):
        return value
    shape = getattr(value, "shape", None)
    if isinstance(value, (Enclosure, Exact, Mapping, AbstractSet)) or not isinstance(shape, tuple) or not shape:
        return None
    if hasattr(value, "iloc") and len(shape) > 1:
        value = value.to_numpy()  # the elements of a table are the names of its columns
    return list(value)


def element(place: Place) -> str:
    """Return an index as it is written: [2], or [0, 3]."""
    return f"[{', '.join(map(str, place))}]" if place else ""


def pairs_of(claimed: Any, true: Any, name: str = "claimed") -> list[tuple[Place, Any, Any]]:
    """Return (index, claimed number, true number) of vectors of one shape.

    Raises: ParameterError for other shapes, series of different indexes, and where there is no number.
    """
    found = list(_pairs(claimed, true, name, ()))
    if not found:
        raise ParameterError(
            "none", place=name, expected="at least one number", remedy="an assertion about nothing would always hold"
        )
    return found


def _pairs(claimed: Any, true: Any, name: str, place: Place) -> Iterator[tuple[Place, Any, Any]]:
    mine = parts_of(claimed, f"{name}{element(place)}")
    if mine is None:
        yield place, claimed, true
        return
    refuse_other_labels(claimed, true, (f"{name}{element(place)}", f"true{element(place)}"))
    others = parts_of(true, f"true{element(place)}")
    if others is None or len(others) != len(mine):
        came = value_excerpt(true) if others is None else counted(len(others), "element")
        hint = f", [t] * {len(mine)} where all are the same" if others is None else ""
        raise ParameterError(
            came,
            place=f"true{element(place)}",
            expected=f"{counted(len(mine), 'element')}, as many as {name}{element(place)} has",
            remedy=f"give a true number for each of {name}{hint}",
        )
    for n, (one, other) in enumerate(zip(mine, others, strict=True)):
        yield from _pairs(one, other, name, (*place, n))


@dataclass(frozen=True)
class Failure:
    """An element of which an assertion does not hold."""

    place: Place
    claimed: object
    asked: Comparison
    found: Found

    def weight(self) -> tuple[bool, float]:
        """Return how bad it is: NaN and infinities first, then how many times the tolerance it is off.

        Without a tolerance, how many ulps. In floats and bounds: it only says which failure is told in full.
        """
        number, truth = self.asked.number, self.asked.truth
        if isinstance(number, float) or isinstance(truth, float):
            return True, 0.0
        true = _near(truth)
        costly = isinstance(truth, Enclosure) and truth.is_costly
        gap, unit = abs(_near(number) - true), ulps_of(truth, self.asked.form, refines=not costly)[1]
        scales = {"abs": Fraction(1), "rel": abs(true), "ulps": unit}
        scale = max((_near(size) * scales[name] for name, size in self.asked.tolerances.items()), default=Fraction(0))
        ratio = gap / (scale or unit)
        return False, float(ratio) if ratio < FAR else math.inf


def _near(number: Exact | Enclosure) -> Fraction:
    """Return a rational number near to it: itself, or one of about as many digits as a double."""
    if isinstance(number, Exact) and number.is_rational():
        return number.as_fraction()
    if isinstance(number, Enclosure) and number.is_costly:
        return sum(at_hand(number), Fraction(0)) / 2
    lower, upper = narrowed(number, BITS, LAST_BITS, lambda low, high: (high - low) * 2**BITS <= abs(low))
    return (lower + upper) / 2


def worst_told(name: str, failures: Sequence[Failure], count: int, given: dict[str, object]) -> tuple[str, str]:
    """Say which elements fail, the first one shortly and the worst in full; return that and the gravest finding."""
    gravest = next(finding for finding in GRAVEST if any(one.found.finding == finding for one in failures))
    first = failures[0]
    worst = max((one for one in failures if one.found.finding == gravest), key=Failure.weight)
    fails = f"{name}: {len(failures)} of {counted(count, 'element')}"
    told_worst = told(name, worst.claimed, worst.asked, worst.found, given)
    if len(failures) == 1:
        return f"{fails} fails, at {element(worst.place)}\n{told_worst}", gravest
    lines = [
        f"{fails} fail, the first at {element(first.place)}, the worst at {element(worst.place)}",
        f"The first: {value_excerpt(first.claimed)}, gap {gap_of(first.asked)}",
        "The worst:",
        told_worst,
    ]
    return "\n".join(lines), gravest
