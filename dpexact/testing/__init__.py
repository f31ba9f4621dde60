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

__getattr__, __dir__, __all__ = public_names(__name__)
