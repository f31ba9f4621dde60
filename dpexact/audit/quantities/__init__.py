"""Quantities for everyone, numbers of differential privacy that belong to no paper of ours, and formulas.

`quantities.toml` lists them. `QUANTITIES` comes in by the entry point group `dpexact.quantities`, as those of other
packages do.
"""

import tomllib
from collections.abc import Iterator
from importlib import resources

from dpexact.audit.quantities import accounting
from dpexact.audit.quantities.given import distribution, of_texts, orders, terms, word
from dpexact.audit.quantity import Quantity, quantity_of
from dpexact.composition import optimal
from dpexact.errors import DPExactError, UndecidedError
from dpexact.laws import choices, concentrated, counts, discrete_gaussian, gaussian, laplace, thresholds
from dpexact.laws.parameters import value
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.numbers.formula import closed_text, formula_value, remark_on_roots
from dpexact.numbers.typography import excerpt

__all__ = ["QUANTITIES"]

ROOMS = (accounting, choices, concentrated, counts, discrete_gaussian, gaussian, laplace, optimal, thresholds)
MODULES = {module.__name__.rpartition(".")[2]: module for module in ROOMS}
READERS = {
    reader.__name__: reader for reader in (accounting.composed, accounting.factor, distribution, orders, terms, word)
}


def _formula(expression: str, **names: str) -> Exact | Enclosure:
    try:
        return formula_value(expression, names)
    except UndecidedError:
        raise
    except DPExactError as error:
        if error.position is None or error.place in names:
            raise
        raise error.at(next((name for name, text in names.items() if text == error.text), "expression")) from None


def _remark(expression: str, **names: str) -> str:
    return remark_on_roots(expression, names)


def classical_caution(epsilon: str, delta: str, sensitivity: str) -> str:
    """Say why the classical sigma promises nothing, or return "" if its theorem holds (0 < epsilon < 1)."""
    try:
        proven = value("epsilon", closed_text("epsilon", epsilon)) < 1
    except UndecidedError:
        proven = False
    if proven:
        return ""
    return (
        f"no privacy bound: this formula is a theorem for 0 < epsilon < 1 only, not for epsilon = {excerpt(epsilon)}; "
        f"ask gaussian.sigma(epsilon = {excerpt(epsilon)}, delta = {excerpt(delta)}, sensitivity = "
        f"{excerpt(sensitivity)}) for the noise that is enough"
    )


def drawn_pair(p: str, q: str, **_: str) -> tuple[list[Exact], list[Exact]]:
    """Return the two distributions of a row, for the pictures of a report."""
    return accounting.pair(distribution("p", p), distribution("q", q))


CALLED = {
    law.__name__: law
    for law in (drawn_pair, classical_caution, accounting.composition_remark, accounting.dp_sgd_remark)
}


def _shipped() -> Iterator[Quantity]:
    """Yield the quantities of `quantities.toml`, which promise privacy unless they say otherwise."""
    content = tomllib.loads(resources.files(__name__).joinpath("quantities.toml").read_text(encoding="utf-8"))
    for row in content["quantity"]:
        module, _, law = row.pop("law").partition(".")
        readers = {parameter: READERS[reader] for parameter, reader in row.pop("read", {}).items()}
        texts = {key: row[key].format(**content["said"]) for key in ("reference", "assumptions") if key in row}
        called = {key: CALLED[row[key]] for key in ("pair", "caution", "remark") if key in row}
        compute = of_texts(getattr(MODULES[module], law), **readers)
        yield quantity_of(compute, **{"direction": "larger-is-safe", **row, **texts, **called})


QUANTITIES: tuple[Quantity, ...] = (
    quantity_of(_formula, "formula", "neither", "docs/claim-table.md, Formulas", remark=_remark),
    *_shipped(),
)
