"""Reading and writing the documents of dpexact; no other lower room touches a file."""

from __future__ import annotations

from dpexact.documents.mechanism_document import load_mechanism
from dpexact.documents.mechanism_saving import save_mechanism

__all__ = ["load_mechanism", "save_mechanism"]
