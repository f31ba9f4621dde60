"""The papers whose claims are examined, a room each, beside the ledger and the proofs that examine them.

`papers()` has the list; only the front ends ask for it, and pass papers down to the engines, which know none.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from dpexact import no_attribute

if TYPE_CHECKING:
    from dpexact.papers.catalogue import OURS as OURS
    from dpexact.papers.catalogue import papers as papers

__all__ = ["OURS", "papers"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise no_attribute("dpexact.papers", name, __all__)
    return getattr(import_module("dpexact.papers.catalogue"), name)  # the papers import this package
