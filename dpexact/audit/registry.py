"""The quantities that a row can name, from packages and from a file of the user's own.

Installed packages, dpexact itself among them, name theirs in the entry point group `dpexact.quantities`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from importlib.metadata import entry_points

from dpexact.audit.paper import Paper, installed_papers
from dpexact.audit.quantity import Quantity
from dpexact.certificates.source import PathText, name_of, user_module
from dpexact.errors import DocumentError, DPExactError, ParameterError, need

Quantities = Mapping[str, Quantity]
GROUP = "dpexact.quantities"
NAME = "QUANTITIES"


def installed_quantities() -> tuple[Quantity, ...]:
    """Return the quantities that installed packages name in the entry point group. Raises: ParameterError."""
    quantities: list[Quantity] = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        quantities += checked(point.load(), f"entry point {GROUP}, {point.name} = {point.value}")
    return tuple(quantities)


def checked(quantities: object, place: str) -> tuple[Quantity, ...]:
    """Return the quantities of a sequence. Raises: ParameterError that begins with the place."""
    listed = need.values(quantities, place, "a sequence of quantities")
    return tuple(need.instance(quantity, Quantity, f"{place}[{n}]") for n, quantity in enumerate(listed))


def checked_papers(papers: object) -> tuple[Paper, ...]:
    """Return the papers of a sequence. Raises: ParameterError."""
    listed = need.values(papers, "papers", "a sequence of papers")
    return tuple(need.instance(paper, Paper, f"papers[{n}]") for n, paper in enumerate(listed))


def registered(papers: Iterable[Paper] | None = None, own: Iterable[Quantity] = ()) -> Quantities:
    """Return every quantity by name. `papers` are by default the installed ones.

    Raises: ParameterError if two have one name.
    """
    named: dict[str, Quantity] = {}
    chosen = installed_papers() if papers is None else papers
    of_papers = (quantity for paper in chosen for quantity in paper.quantities())
    for quantity in (*of_papers, *installed_quantities(), *own):
        if quantity.name in named:
            raise ParameterError(
                f"{quantity.name!r} twice", place="quantities", expected="distinct names", remedy="rename one of them"
            )
        named[quantity.name] = quantity
    return named


def own_quantities(path: PathText) -> tuple[Quantity, ...]:
    """Return the quantities that a Python file calls QUANTITIES. Raises: DocumentError that names the file."""
    name = name_of(path)
    module, source = user_module(path, "dpexact_own_quantities", NAME)
    if not hasattr(module, NAME):
        raise DocumentError(
            "none", place=name, expected=f"a tuple {NAME} of dpexact.audit.Quantity", remedy="define it"
        )
    try:
        quantities = checked(getattr(module, NAME), f"{name}: {NAME}")
        return tuple(replace(quantity, digest=sha256(source).hexdigest()) for quantity in quantities)
    except DPExactError as error:
        raise DocumentError(error.came, place=error.place, expected=error.expected, remedy=error.remedy) from error
