"""The checker without installation, a page of HTML that was extracted from Rocq and checks certificates in a browser.

Guarantee: none. The page decides by itself, and names the assumptions. `proofs/rocq/extraction/web` makes it.
"""

from __future__ import annotations

import base64
from importlib import resources

SLOT = '<script type="text/plain" id="given">'


def checker_page(certificate: str | None = None) -> str:
    """Return the page as HTML. With the text of a certificate, the page holds it, and checks it when it is opened."""
    text = resources.files("dpexact.certificates").joinpath("checker.html").read_text(encoding="utf-8")
    if certificate is None:
        return text
    before, slot, after = text.partition(SLOT)
    return before + slot + base64.b64encode(certificate.encode()).decode("ascii") + after
