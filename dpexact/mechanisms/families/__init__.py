"""Well-known mechanisms as exact matrices, each with its tight E and the paper it comes from."""

from dpexact.mechanisms.families.geometric import range_restricted_geometric
from dpexact.mechanisms.families.local import (
    k_ary_randomized_response,
    randomized_response,
    rappor,
    subset_selection,
)
from dpexact.mechanisms.families.selection import exponential_mechanism, permute_and_flip

__all__ = [
    "exponential_mechanism",
    "k_ary_randomized_response",
    "permute_and_flip",
    "randomized_response",
    "range_restricted_geometric",
    "rappor",
    "subset_selection",
]
