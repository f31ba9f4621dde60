"""The registered quantities by name: those of the papers that are handed in, those of installed packages, the caller's.

Installed packages, dpexact itself among them, name theirs in the entry point group `dpexact.quantities`.
"""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from dpexact import need
from dpexact.audit.paper import Paper, installed_papers
from dpexact.audit.quantity import Quantity
from dpexact.errors import ParameterError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Quantities = Mapping[str, Quantity]

GROUP = "dpexact.quantities"


def installed_quantities() -> tuple[Quantity, ...]:
    """The quantities that installed packages name in the entry point group. Raises: ParameterError."""
    found: list[Quantity] = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        found += checked(point.load(), f"entry point {GROUP}, {point.name} = {point.value}")
    return tuple(found)


def checked(quantities: object, place: str) -> tuple[Quantity, ...]:
    """A sequence of quantities. Raises: ParameterError that begins with the place."""
    listed = need.values(quantities, place, "a sequence of quantities")
    return tuple(need.instance(quantity, Quantity, f"{place}[{n}]") for n, quantity in enumerate(listed))


def checked_papers(papers: object) -> tuple[Paper, ...]:
    """A sequence of papers. Raises: ParameterError."""
    listed = need.values(papers, "papers", "a sequence of papers")
    return tuple(need.instance(paper, Paper, f"papers[{n}]") for n, paper in enumerate(listed))


def registered(papers: Iterable[Paper] | None = None, own: Iterable[Quantity] = ()) -> Quantities:
    """Every quantity by name; `papers` is by default what is installed.

    Raises: ParameterError where two have one name.
    """
    found: dict[str, Quantity] = {}
    chosen = installed_papers() if papers is None else papers
    of_papers = (quantity for paper in chosen for quantity in paper.quantities())
    for quantity in (*of_papers, *installed_quantities(), *own):
        if quantity.name in found:
            message = f"quantities: expected names that differ, got {quantity.name!r} twice; rename one of them"
            raise ParameterError(message)
        found[quantity.name] = quantity
    return found
