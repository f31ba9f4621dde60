"""The ledger of every claim of the papers, with its verdict, its evidence and the correction if it fails."""

from dpexact.papers.ledger.claim import Claim, load_ledger, load_ledgers
from dpexact.papers.ledger.ledger import Ledger, LedgerRow, examine

__all__ = ["Claim", "Ledger", "LedgerRow", "examine", "load_ledger", "load_ledgers"]
