"""Assertions for people who test numeric privacy code, with exact references; and a pytest plugin.

The names are loaded when they are first used, since pytest loads the plugin in every run.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from dpexact import no_attribute

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
    "assert_brackets": "assertions",
    "assert_close": "assertions",
    "assert_distribution": "distribution",
    "assert_lower_bound": "assertions",
    "assert_upper_bound": "assertions",
    "assert_private": "private",
    "exact_reference": "reference",
    "hockey_stick_of_floats": "floats",
}

__all__ = [*sorted(_HOME_OF)]  # noqa: PLE0604 - the names are text, made from the table above


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise no_attribute("dpexact.testing", name, __all__)
    value = getattr(import_module(f"dpexact.testing.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
