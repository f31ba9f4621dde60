"""The harness for executable proofs: statements, hypotheses, steps, and evidence that it checks itself.

docs/proofs.md says how to write a proof.
"""

from __future__ import annotations

from dpexact.proving.algebra import Cases, Combination, Identity, Manifest, Over
from dpexact.proving.expression import Expression, constant, indeterminates
from dpexact.proving.fact import Fact, Hypothesis
from dpexact.proving.failure import ProofError
from dpexact.proving.finite import Certified, Compared, Counterexample, Exhaustive
from dpexact.proving.formula import (
    Recursive,
    Relation,
    Sum,
    Words,
    at_least,
    equal,
    every,
    greater,
    least,
    power,
    recursive,
    term,
    terms,
    whole,
)
from dpexact.proving.induction import ClosedForm, Induction
from dpexact.proving.instance import Instance
from dpexact.proving.library import load_proof, proof_names
from dpexact.proving.optimum import Optimum
from dpexact.proving.proof import Proof, ProofRun
from dpexact.proving.sturm import OnInterval
from dpexact.proving.sums import SumOfPositives, Telescoping, summed

__all__ = [
    "Cases",
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
    "OnInterval",
    "Optimum",
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
    "indeterminates",
    "least",
    "load_proof",
    "power",
    "proof_names",
    "recursive",
    "summed",
    "term",
    "terms",
    "whole",
]
