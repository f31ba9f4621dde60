"""The audit compares printed numbers of papers with exact or enclosed computation."""

from dpexact.audit.auditor import Audit as Audit
from dpexact.audit.auditor import AuditInterrupted as AuditInterrupted
from dpexact.audit.auditor import AuditRow as AuditRow
from dpexact.audit.auditor import audit as audit
from dpexact.audit.claim_table import ClaimTable as ClaimTable
from dpexact.audit.claim_table import load_claim_table as load_claim_table
from dpexact.audit.judgement import Judgement as Judgement
from dpexact.audit.judgement import judge as judge
from dpexact.audit.printed import Claim as Claim
from dpexact.audit.printed import PrintedNumber as PrintedNumber
from dpexact.audit.printed import parse_printed as parse_printed
from dpexact.audit.quantity import Quantity as Quantity
from dpexact.public_names import exported

__all__ = exported(globals())  # noqa: PLE0605
