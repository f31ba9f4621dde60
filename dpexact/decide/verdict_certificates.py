"""Certificates of verdicts and of tight deltas, built on demand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.certificates import certificate as certificates

if TYPE_CHECKING:
    from dpexact.certificates.certificate import Certificate
    from dpexact.decide.verdict import Refuted
    from dpexact.decide.worst_case import WorstCase
    from dpexact.privacy.privacy_claim import PrivacyClaim


def proved_certificate(claim: PrivacyClaim) -> Certificate:
    """Evidence that the claim is true: at its E, or for all E of its interval."""
    pairs = tuple(claim.neighbors.ordered_pairs())
    if claim.free_intervals:
        return certificates.private_for_all_certificate(claim.mechanism, pairs, claim.exp_epsilon, claim.delta)
    return certificates.private_certificate(claim.mechanism, pairs, claim.exp_epsilon, claim.delta)


def refuted_certificate(verdict: Refuted) -> Certificate:
    """Evidence that the claim is false: one pair and one event, at one concrete E."""
    claim = verdict.concrete
    example = verdict.counterexample
    pairs = tuple(claim.neighbors.ordered_pairs())
    return certificates.not_private_certificate(
        claim.mechanism, pairs, claim.exp_epsilon, claim.delta, example.pair, example.event
    )


def tight_certificate(worst: WorstCase) -> Certificate:
    """Evidence that the least valid delta is exactly `worst.delta`."""
    pairs = tuple(worst.neighbors.ordered_pairs())
    return certificates.tight_delta_certificate(
        worst.mechanism, pairs, worst.exp_epsilon, worst.delta, worst.pair, worst.event
    )
