"""The harness for executable proofs: statements, hypotheses, steps, and evidence that it checks itself.

docs/proofs.md says how to write a proof.
"""

from __future__ import annotations

from dpexact.proving.evidence import (
    Certified,
    ClosedForm,
    Combination,
    Compared,
    Counterexample,
    Exhaustive,
    Identity,
    Induction,
    Instance,
    Manifest,
    Over,
    SumOfPositives,
    Telescoping,
    summed,
)
from dpexact.proving.expression import Expression, constant, indeterminates
from dpexact.proving.fact import Fact, Hypothesis
from dpexact.proving.failure import ProofError
from dpexact.proving.formula import (
    Recursive,
    Relation,
    Sum,
    Words,
    at_least,
    equal,
    every,
    greater,
    mentioned,
    name_of,
    power,
    recursive,
    term,
    terms,
    whole,
)
from dpexact.proving.library import load_file, load_proof, proof_names
from dpexact.proving.proof import Proof, ProofRun
from dpexact.proving.sturm import holds_on_interval

__all__ = [
    "Certified",
    "ClosedForm",
    "Combination",
    "Compared",
    "Counterexample",
    "Exhaustive",
    "Expression",
    "Fact",
    "Hypothesis",
    "Identity",
    "Induction",
    "Instance",
    "Manifest",
    "Over",
    "Proof",
    "ProofError",
    "ProofRun",
    "Recursive",
    "Relation",
    "Sum",
    "SumOfPositives",
    "Telescoping",
    "Words",
    "at_least",
    "constant",
    "equal",
    "every",
    "greater",
    "holds_on_interval",
    "indeterminates",
    "load_file",
    "load_proof",
    "mentioned",
    "name_of",
    "power",
    "proof_names",
    "recursive",
    "summed",
    "term",
    "terms",
    "whole",
]
