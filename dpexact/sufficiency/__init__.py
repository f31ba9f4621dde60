"""The sufficiency order: which mechanism is another one followed by a random map, and which cannot be made to say more.

Reference: Kifer and Lin, "An Axiomatic View of Statistical Privacy and Utility", Sections 3.1 and 3.3, Appendix E.
"""

from dpexact.public_names import exported
from dpexact.sufficiency.maximal import is_maximally_sufficient as is_maximally_sufficient
from dpexact.sufficiency.maximal import sharpen as sharpen
from dpexact.sufficiency.maximal import split_output as split_output
from dpexact.sufficiency.order import is_sufficient as is_sufficient
from dpexact.sufficiency.rays import canonical as canonical
from dpexact.sufficiency.rays import is_equivalent as is_equivalent
from dpexact.sufficiency.row_graphs import row_graphs as row_graphs

__all__ = exported(globals())  # noqa: PLE0605
