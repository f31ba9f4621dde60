"""ProofError: a proof that is not accepted."""

from __future__ import annotations

from dpexact.errors import DPExactError


class ProofError(DPExactError, ValueError):
    """A proof that the harness rejects; `step` is where, `check` names the check that failed."""

    def __init__(self, message: str, check: str, step: str = "") -> None:
        super().__init__(f"{step}: {check}: {message}" if step else f"{check}: {message}")
        self.message = message
        self.check = check
        self.step = step
