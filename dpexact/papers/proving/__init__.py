"""The harness for executable proofs: statements, hypotheses, steps, and evidence that it checks itself.

docs/proofs.md says how to write a proof.
"""

from __future__ import annotations

from dpexact.papers.proving.evidence import (
    Certified,
    Combination,
    Compared,
    Counterexample,
    Exhaustive,
    Identity,
    Manifest,
    Over,
)
from dpexact.papers.proving.expression import Expression, constant, indeterminates
from dpexact.papers.proving.fact import Fact, Hypothesis
from dpexact.papers.proving.failure import ProofError
from dpexact.papers.proving.formula import (
    Relation,
    Words,
    at_least,
    equal,
    greater,
    mentioned,
    name_of,
)
from dpexact.papers.proving.library import load_file, load_proof, proof_names
from dpexact.papers.proving.proof import Proof, ProofRun
from dpexact.papers.proving.sturm import holds_on_interval

__all__ = [
    "Certified",
    "Combination",
    "Compared",
    "Counterexample",
    "Exhaustive",
    "Expression",
    "Fact",
    "Hypothesis",
    "Identity",
    "Manifest",
    "Over",
    "Proof",
    "ProofError",
    "ProofRun",
    "Relation",
    "Words",
    "at_least",
    "constant",
    "equal",
    "greater",
    "holds_on_interval",
    "indeterminates",
    "load_file",
    "load_proof",
    "mentioned",
    "name_of",
    "proof_names",
]
