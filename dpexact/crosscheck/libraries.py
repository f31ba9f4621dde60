"""The libraries that crosscheck asks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dpexact.crosscheck.library import Library
from dpexact.crosscheck.withheld import withheld_table
from dpexact.errors import ParameterError
from dpexact.numbers.typography import did_you_mean

LIBRARIES: tuple[Library, ...] = (
    Library("dp_accounting", "dp-accounting", "dp_accounting", "privacy loss distributions, calibration, composition"),
    Library("opendp", "opendp", "opendp", "privacy maps"),
    Library("diffprivlib", "diffprivlib", "diffprivlib", "calibrations and samplers"),
    Library("autodp", "autodp", "autodp", "mechanisms, conversions, calibrations, composition"),
    Library(
        "prv_accountant", "prv-accountant", "prv_accountant", "bounds of composed privacy loss by Fourier transform"
    ),
    Library("scipy", "scipy", "scipy", "functions that code of differential privacy is made of"),
)


def with_withheld(libraries: Iterable[Library]) -> tuple[Library, ...]:
    """Return the libraries, in a checkout with the withheld cases."""
    return tuple(replace(library, withheld=withheld_table(library.name)) for library in libraries)


def chosen_libraries(name: str | None) -> tuple[Library, ...]:
    """Return all libraries, or the one of this name ("-" and "_" are the same). Raises: ParameterError.

    In a checkout they have the withheld cases.
    """
    if name is None:
        return with_withheld(LIBRARIES)
    found = tuple(library for library in LIBRARIES if library.name == name.replace("-", "_"))
    if not found:
        known = [library.name for library in LIBRARIES]
        raise ParameterError(
            f"{name!r}{did_you_mean(name, known)}", place="LIBRARY", expected=f"one of {', '.join(known)}"
        )
    return with_withheld(found)
