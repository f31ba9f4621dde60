"""The audit: printed numbers of papers against exact or enclosed computation."""
