"""Assertions for people who test numeric privacy code, with exact references, and a pytest plugin.

The names are loaded when they are first used, since pytest loads the plugin in every run.
"""

from typing import TYPE_CHECKING

from dpexact.public_names import public_names

if TYPE_CHECKING:
    from dpexact.testing.assertions import assert_brackets as assert_brackets
    from dpexact.testing.assertions import assert_close as assert_close
    from dpexact.testing.assertions import assert_lower_bound as assert_lower_bound
    from dpexact.testing.assertions import assert_upper_bound as assert_upper_bound
    from dpexact.testing.distribution import assert_distribution as assert_distribution
    from dpexact.testing.floats import hockey_stick_of_floats as hockey_stick_of_floats
    from dpexact.testing.private import assert_private as assert_private
    from dpexact.testing.reference import exact_reference as exact_reference

_HOME_OF = {
    "assert_brackets": "dpexact.testing.assertions",
    "assert_close": "dpexact.testing.assertions",
    "assert_distribution": "dpexact.testing.distribution",
    "assert_lower_bound": "dpexact.testing.assertions",
    "assert_private": "dpexact.testing.private",
    "assert_upper_bound": "dpexact.testing.assertions",
    "exact_reference": "dpexact.testing.reference",
    "hockey_stick_of_floats": "dpexact.testing.floats",
}

__all__ = [*sorted(_HOME_OF)]  # noqa: PLE0604 - the names are text, made from the table above
__getattr__, __dir__ = public_names(__name__, _HOME_OF)
