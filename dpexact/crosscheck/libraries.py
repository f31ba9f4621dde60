"""The libraries that there are adapters for."""

from __future__ import annotations

from dpexact.crosscheck.adapters import autodp, diffprivlib, dp_accounting, opendp, prv_accountant, scipy
from dpexact.crosscheck.library import Library
from dpexact.errors import ParameterError
from dpexact.numbers.typography import did_you_mean

LIBRARIES: tuple[Library, ...] = (
    dp_accounting.LIBRARY,
    opendp.LIBRARY,
    diffprivlib.LIBRARY,
    autodp.LIBRARY,
    prv_accountant.LIBRARY,
    scipy.LIBRARY,
)


def chosen_libraries(name: str | None) -> tuple[Library, ...]:
    """Return all libraries, or the one of this name ("-" and "_" are the same). Raises: ParameterError."""
    if name is None:
        return LIBRARIES
    found = tuple(library for library in LIBRARIES if library.name == name.replace("-", "_"))
    if not found:
        known = [library.name for library in LIBRARIES]
        raise ParameterError(
            f"{name!r}{did_you_mean(name, known)}", place="LIBRARY", expected=f"one of {', '.join(known)}"
        )
    return found
