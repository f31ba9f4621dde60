"""Quantities for everyone: numbers of differential privacy that belong to no paper of ours, and formulas.

`QUANTITIES` comes in by the entry point group `dpexact.quantities`, as those of other packages do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.audit.quantity import PrivacyDirection, Quantity
from dpexact.composition import optimal
from dpexact.errors import DPExactError, UndecidedError
from dpexact.laws import concentrated, discrete_gaussian, gaussian, laplace, responses
from dpexact.laws.parameters import value
from dpexact.numbers.formula import closed_text, formula_value, remark_on_roots
from dpexact.numbers.typography import excerpt
from dpexact.quantities import divergence
from dpexact.quantities.given import distribution, of_texts, orders, word

if TYPE_CHECKING:
    from dpexact.numbers.enclosure import Enclosure
    from dpexact.numbers.exact import Exact

__all__ = ["QUANTITIES"]

PROMISED: PrivacyDirection = "larger-is-safe"
BALLE_WANG = "Balle and Wang, Improving the Gaussian Mechanism for Differential Privacy (2018), Theorem 8"
DWORK_ROTH = "Dwork and Roth, The Algorithmic Foundations of Differential Privacy (2014)"
CANONNE = "Canonne, Kamath, Steinke, The Discrete Gaussian for Differential Privacy (2020)"
MIRONOV = "Mironov, Talwar, Zhang, Renyi Differential Privacy of the Sampled Gaussian Mechanism (2019), Section 3.3"
KAIROUZ = "Kairouz, Oh, Viswanath, The Composition Theorem for Differential Privacy (2015), Theorem 3.3"
ONE_PAIR = "neighbors differ by the sensitivity, no more"


def _formula(expression: str, **names: str) -> Exact | Enclosure:
    try:
        return formula_value(expression, names)
    except UndecidedError:
        raise
    except DPExactError as error:
        said = str(error)
        if error.position is not None and not said.startswith(tuple(f"{name}: " for name in names)):
            name = next((name for name, text in names.items() if text == error.text), "expression")
            error.args = (f"{name}: {said}", *error.args[1:])
        raise


def _remark(expression: str, **names: str) -> str:
    return remark_on_roots(expression, names)


def _classical_caution(epsilon: str, delta: str, sensitivity: str) -> str:
    """Why the classical sigma promises nothing; empty where its theorem holds: 0 < epsilon < 1."""
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


def _drawn_pair(p: str, q: str, **_: str) -> tuple[list[Exact], list[Exact]]:
    """The two distributions of a row, for the pictures of a report."""
    return divergence.pair(distribution("p", p), distribution("q", q))


QUANTITIES: tuple[Quantity, ...] = (
    Quantity(
        "formula",
        ("expression",),
        _formula,
        "neither",
        "docs/claim-table.md, Formulas",
        any_names=True,
        remark=_remark,
    ),
    Quantity(
        "privacy.delta",
        ("p", "q", "epsilon"),
        of_texts(divergence.delta, p=distribution, q=distribution),
        PROMISED,
        f"{DWORK_ROTH}, Definition 2.4",
        assumptions="this direction only: p(S) <= e^epsilon q(S) + delta",
        pair=_drawn_pair,
    ),
    Quantity(
        "privacy.epsilon",
        ("p", "q", "delta"),
        of_texts(divergence.epsilon, p=distribution, q=distribution),
        PROMISED,
        f"{DWORK_ROTH}, Definition 2.4",
        assumptions="this direction only: p(S) <= e^epsilon q(S) + delta",
        pair=_drawn_pair,
    ),
    Quantity(
        "randomized_response.epsilon",
        ("truth", "categories"),
        of_texts(responses.randomized_response_epsilon),
        PROMISED,
        f"{DWORK_ROTH}, Section 3.2",
        assumptions="the other answers are equally likely",
    ),
    Quantity(
        "rappor.epsilon",
        ("f", "p", "q", "hashes"),
        of_texts(responses.rappor_epsilon),
        PROMISED,
        "Erlingsson, Pihur, Korolova, RAPPOR (2014), Theorems 1 and 2",
        assumptions="one report; the Bloom filters of two values differ in at most 2h bits",
    ),
    Quantity(
        "laplace.delta",
        ("scale", "sensitivity", "epsilon"),
        of_texts(laplace.laplace_delta, relation=word),
        PROMISED,
        f"{DWORK_ROTH}, Theorem 3.6; Balle, Barthe, Gaboardi, Privacy Amplification by Subsampling (2018)",
        optional=("rate", "relation"),
        assumptions=f"one dimension; {ONE_PAIR}; Poisson sampling where a rate is given",
        profile_over="epsilon",
    ),
    Quantity(
        "gaussian.delta",
        ("sigma", "sensitivity", "epsilon"),
        of_texts(gaussian.gaussian_delta),
        PROMISED,
        BALLE_WANG,
        assumptions=ONE_PAIR,
        profile_over="epsilon",
    ),
    Quantity(
        "gaussian.epsilon",
        ("sigma", "sensitivity", "delta"),
        of_texts(gaussian.gaussian_epsilon),
        PROMISED,
        BALLE_WANG,
        assumptions=ONE_PAIR,
    ),
    Quantity(
        "gaussian.sigma",
        ("epsilon", "delta", "sensitivity"),
        of_texts(gaussian.gaussian_sigma),
        PROMISED,
        BALLE_WANG,
        assumptions=ONE_PAIR,
    ),
    Quantity(
        "gaussian.classical_sigma",
        ("epsilon", "delta", "sensitivity"),
        of_texts(gaussian.gaussian_classical_sigma),
        PROMISED,
        f"{DWORK_ROTH}, Theorem A.1",
        assumptions="a theorem for 0 < epsilon < 1 only",
        loose=True,
        caution=_classical_caution,
    ),
    Quantity(
        "discrete_laplace.delta",
        ("decay", "sensitivity", "epsilon"),
        of_texts(laplace.discrete_laplace_delta),
        PROMISED,
        "Ghosh, Roughgarden, Sundararajan, Universally Utility-Maximizing Privacy Mechanisms (2009)",
        assumptions=f"integer values; {ONE_PAIR}",
        profile_over="epsilon",
    ),
    Quantity(
        "discrete_gaussian.delta",
        ("sigma", "sensitivity", "epsilon"),
        of_texts(discrete_gaussian.discrete_gaussian_delta),
        PROMISED,
        f"{CANONNE}, Theorem 7",
        optional=("truncation",),
        assumptions=f"integer values; {ONE_PAIR}",
        profile_over="epsilon",
    ),
    Quantity(
        "zcdp.epsilon",
        ("rho", "delta", "conversion"),
        of_texts(concentrated.zcdp_epsilon, conversion=word),
        PROMISED,
        f"Bun and Steinke, Concentrated Differential Privacy (2016), Proposition 1.3; {CANONNE}, Proposition 12",
        assumptions="an upper bound for every rho-zCDP mechanism, not the least epsilon of each",
        loose=True,
    ),
    Quantity(
        "rdp.subsampled_gaussian",
        ("order", "rate", "sigma"),
        of_texts(concentrated.subsampled_gaussian),
        PROMISED,
        MIRONOV,
        assumptions="Poisson sampling, sensitivity 1, one record added or removed, an integer order",
    ),
    Quantity(
        "rdp.subsampled_gaussian_epsilon",
        ("rate", "sigma", "steps", "delta", "orders", "conversion"),
        of_texts(concentrated.subsampled_gaussian_epsilon, orders=orders, conversion=word),
        PROMISED,
        MIRONOV,
        assumptions="as rdp.subsampled_gaussian; the least over the integer orders given",
        loose=True,
    ),
    Quantity(
        "composition.basic_epsilon",
        ("epsilon", "count"),
        of_texts(optimal.basic_epsilon),
        PROMISED,
        f"{DWORK_ROTH}, Theorem 3.14",
        loose=True,
    ),
    Quantity(
        "composition.advanced_epsilon",
        ("epsilon", "count", "delta"),
        of_texts(optimal.advanced_epsilon),
        PROMISED,
        f"{DWORK_ROTH}, Theorem 3.20",
        assumptions="delta is that of the theorem, besides those of the mechanisms",
        loose=True,
    ),
    Quantity(
        "composition.optimal_delta",
        ("epsilon", "delta", "count", "total_epsilon"),
        of_texts(optimal.optimal_delta),
        PROMISED,
        KAIROUZ,
        assumptions="all mechanisms alike",
    ),
    Quantity(
        "composition.optimal_epsilon",
        ("epsilon", "delta", "count", "total_delta"),
        of_texts(optimal.optimal_epsilon),
        PROMISED,
        KAIROUZ,
        assumptions="all mechanisms alike",
    ),
)
