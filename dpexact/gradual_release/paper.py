"""PAPER: the record of the paper on gradual release."""

from __future__ import annotations

from pathlib import Path

from dpexact.paper import Paper, project_folder

NAME = "gradual_release"
ROOM = Path(__file__).parent

PAPER = Paper(
    NAME,
    "Gradual Release of Sensitive Data under Differential Privacy",
    ledger=ROOM / "ledger.toml",
    proofs=project_folder("proofs") / NAME,
    certificates=project_folder("proofs") / "certificates" / NAME,
)
