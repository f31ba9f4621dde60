"""PAPER: the record of the paper on axioms."""

from __future__ import annotations

from pathlib import Path

from dpexact.paper import Paper, project_folder

NAME = "axioms"
ROOM = Path(__file__).parent

PAPER = Paper(
    NAME,
    "An Axiomatic View of Statistical Privacy and Utility",
    ledger=ROOM / "ledger.toml",
    proofs=project_folder("proofs") / NAME,
    certificates=project_folder("proofs") / "certificates" / NAME,
)
