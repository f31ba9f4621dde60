"""The registered quantities by name: those of the papers that are handed in, and those of the caller."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.errors import ParameterError
from dpexact.paper import installed_papers

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from dpexact.audit.quantity import Quantity
    from dpexact.paper import Paper

    Quantities = Mapping[str, Quantity]


def registered(papers: Iterable[Paper] | None = None, own: Iterable[Quantity] = ()) -> Quantities:
    """Every quantity by name; `papers` is by default what is installed.

    Raises: ParameterError where two have one name.
    """
    found: dict[str, Quantity] = {}
    chosen = installed_papers() if papers is None else papers
    for quantity in (*(quantity for paper in chosen for quantity in paper.quantities()), *own):
        if quantity.name in found:
            message = f"quantities: expected names that differ, got {quantity.name!r} twice; rename one of them"
            raise ParameterError(message)
        found[quantity.name] = quantity
    return found
