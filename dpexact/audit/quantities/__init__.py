"""The registered quantities: each module of this folder has a tuple `QUANTITIES` of `Quantity`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpexact.audit.quantity import Quantity


@cache
def registered_quantities() -> Mapping[str, Quantity]:
    """Every registered quantity by name; two quantities of one name are a programming error and raise ValueError."""
    found: dict[str, Quantity] = {}
    for module in pkgutil.iter_modules(__path__):
        for quantity in importlib.import_module(f"{__name__}.{module.name}").QUANTITIES:
            if quantity.name in found:
                message = f"two quantities are registered as {quantity.name!r}: rename one of them"
                raise ValueError(message)
            found[quantity.name] = quantity
    return found
