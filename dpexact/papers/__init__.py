"""The papers whose claims are examined, a room each, beside the ledger and the proofs that examine them.

`papers()` has the list. Only the front ends use it, and pass papers down to the engines, which know none.
"""

from typing import TYPE_CHECKING

from dpexact.public_names import public_names

if TYPE_CHECKING:
    from dpexact.papers.catalogue import OURS as OURS
    from dpexact.papers.catalogue import papers as papers

__getattr__, __dir__, __all__ = public_names(__name__)
