"""An audit as one HTML file without anything outside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.report.audit_page import audit_page
from dpexact.report.page_html import page_html

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dpexact.audit.auditor import Audit
    from dpexact.audit.quantity import Quantity


def audit_html(
    audit: Audit,
    version: str,
    quantities: Mapping[str, Quantity] | None = None,
    options: Sequence[str] = (),
) -> str:
    """The audit as a page; every text of a table is escaped. The rest as `audit_page`."""
    return page_html(audit_page(audit, quantities, options), version)
