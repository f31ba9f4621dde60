"""The sufficiency order: which mechanism is another one followed by a random map, and which cannot be made to say more.

Reference: Kifer and Lin, "An Axiomatic View of Statistical Privacy and Utility", Sections 3.1 and 3.3, Appendix E.
"""

from dpexact.sufficiency.maximal import is_maximally_sufficient, sharpen, split_output
from dpexact.sufficiency.order import is_sufficient
from dpexact.sufficiency.rays import canonical, is_equivalent
from dpexact.sufficiency.row_graphs import row_graphs

__all__ = [
    "canonical",
    "is_equivalent",
    "is_maximally_sufficient",
    "is_sufficient",
    "row_graphs",
    "sharpen",
    "split_output",
]
