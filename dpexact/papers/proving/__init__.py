"""Executable proofs by finite, exact evidence in Python. Symbolic proofs are theorems of Rocq (`proofs/rocq`).

dev/proofs.md says how to write a proof.
"""

from dpexact.papers.proving.evidence import Compared as Compared
from dpexact.papers.proving.evidence import Counterexample as Counterexample
from dpexact.papers.proving.evidence import Exhaustive as Exhaustive
from dpexact.papers.proving.evidence import ProofError as ProofError
from dpexact.papers.proving.proof import Proof as Proof
from dpexact.papers.proving.proof import ProofRun as ProofRun
from dpexact.papers.proving.proof import load_file as load_file
from dpexact.papers.proving.proof import load_proof as load_proof
from dpexact.papers.proving.proof import proof_names as proof_names
from dpexact.public_names import exported

__all__ = exported(globals())  # noqa: PLE0605
