"""Rejected: a certificate that this checker does not accept, and the check that failed."""

from __future__ import annotations


class Rejected(Exception):  # noqa: N818 - the certificate is what is rejected; the checker is in order
    """`check` names the first check that failed, as docs/certificate-format.md has it."""

    def __init__(self, check: str, reason: str) -> None:
        super().__init__(f"rejected ({check}): {reason}")
        self.check = check


def need(condition: object, check: str, reason: str) -> None:
    """Go on if the condition holds.

    Raises: Rejected.
    """
    if not condition:
        raise Rejected(check, reason)
