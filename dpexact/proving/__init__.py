"""The harness for executable proofs: statements, hypotheses, steps, and evidence that it checks itself.

docs/proofs.md says how to write a proof.
"""

from __future__ import annotations

from dpexact.proving.evidence import (
    Certified,
    Combination,
    Compared,
    Counterexample,
    Exhaustive,
    Identity,
    Manifest,
    Over,
)
from dpexact.proving.expression import Expression, constant, indeterminates
from dpexact.proving.fact import Fact, Hypothesis
from dpexact.proving.failure import ProofError
from dpexact.proving.formula import (
    Relation,
    Words,
    at_least,
    equal,
    greater,
    mentioned,
    name_of,
)
from dpexact.proving.library import load_file, load_proof, proof_names
from dpexact.proving.proof import Proof, ProofRun
from dpexact.proving.sturm import holds_on_interval

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
