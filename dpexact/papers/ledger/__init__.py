"""The ledger of every claim of the papers, with its verdict, its evidence and the correction if it fails."""

from __future__ import annotations

from dpexact.papers.ledger.claim import Claim
from dpexact.papers.ledger.ledger import Ledger, LedgerRow, examine
from dpexact.papers.ledger.table import load_ledger, load_ledgers

__all__ = ["Claim", "Ledger", "LedgerRow", "examine", "load_ledger", "load_ledgers"]
