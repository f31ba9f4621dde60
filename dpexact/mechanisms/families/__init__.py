"""Well-known mechanisms as exact matrices, each with its tight E and the paper it comes from."""

from dpexact.mechanisms.families.geometric import range_restricted_geometric
from dpexact.mechanisms.families.randomized_response import k_ary_randomized_response, randomized_response
from dpexact.mechanisms.families.rappor import rappor
from dpexact.mechanisms.families.selection import exponential_mechanism, permute_and_flip
from dpexact.mechanisms.families.subset_selection import subset_selection

__all__ = [
    "exponential_mechanism",
    "k_ary_randomized_response",
    "permute_and_flip",
    "randomized_response",
    "range_restricted_geometric",
    "rappor",
    "subset_selection",
]
