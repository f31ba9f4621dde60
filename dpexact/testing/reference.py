"""exact_reference: a quantity of the registry, for tests."""

from warnings import warn

from dpexact.audit.paper import registered
from dpexact.audit.quantity import misnamed
from dpexact.errors import NoPromiseWarning, ParameterError, need
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact_at
from dpexact.numbers.typography import did_you_mean, excerpt
from dpexact.papers.catalogue import papers


def exact_reference(quantity: str, **parameters: object) -> Exact | Enclosure | float:
    """Return the value of a registered quantity, or infinity if no number is large enough.

    Parameters are texts or exact values, and sequences of these if the quantity takes a list. If the quantity
    promises no privacy at these parameters (a theorem outside of its range), a `NoPromiseWarning` says so.

    The answer is exact, or an enclosure of any width, as the quantity says.
    Raises InexactInputError for a float, ParameterError for an unknown quantity, or parameters that are not its own.
    Reference: docs/claim-table.md, Quantities.

    >>> exact_reference("laplace.delta", scale=1, sensitivity=1, epsilon="1/2")
    exact('(exp(1/4) - 1)/exp(1/4)')
    """
    need.text(quantity, "quantity", "the name of a registered quantity")
    known = registered(papers())
    if quantity not in known:
        hint = did_you_mean(str(quantity), known)
        raise ParameterError(f"{excerpt(str(quantity))!r}{hint}", place="quantity", expected="a registered name")
    entry = known[quantity]
    missing, unknown, hint = misnamed(entry, parameters)
    if missing or unknown:
        names = ", ".join((*entry.parameters, *(f"[{name}]" for name in entry.optional)))
        expected, came = f"the parameters {names} of {quantity}", f"{', '.join(parameters)}{hint}"
        raise ParameterError(came, place=(unknown or missing)[0], expected=expected)
    texts = {name: _text(name, value) for name, value in parameters.items()}
    number = entry.compute(**texts)
    if entry.caution and (caution := entry.caution(**texts)):
        warn(f"{quantity}: {caution}", NoPromiseWarning, stacklevel=2)
    return number


def _text(name: str, value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple):
        return ", ".join(_text(f"{name}[{place}]", part) for place, part in enumerate(value))
    return str(exact_at(value, name))
