"""Executable proofs by finite, exact evidence in Python. Symbolic proofs are theorems of Rocq (`proofs/rocq`).

dev/proofs.md says how to write a proof.
"""

from dpexact.papers.proving.evidence import Certified, Compared, Counterexample, Exhaustive, ProofError
from dpexact.papers.proving.proof import Proof, ProofRun, load_file, load_proof, proof_names

__all__ = [
    "Certified",
    "Compared",
    "Counterexample",
    "Exhaustive",
    "Proof",
    "ProofError",
    "ProofRun",
    "load_file",
    "load_proof",
    "proof_names",
]
