"""The audit compares printed numbers of papers with exact or enclosed computation."""

from dpexact.audit.auditor import Audit, AuditInterrupted, AuditRow, audit
from dpexact.audit.claim_table import ClaimTable, load_claim_table
from dpexact.audit.judgement import Judgement, judge
from dpexact.audit.printed import Claim, PrintedNumber, parse_printed
from dpexact.audit.quantity import Quantity

__all__ = [
    "Audit",
    "AuditInterrupted",
    "AuditRow",
    "Claim",
    "ClaimTable",
    "Judgement",
    "PrintedNumber",
    "Quantity",
    "audit",
    "judge",
    "load_claim_table",
    "parse_printed",
]
