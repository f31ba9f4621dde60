"""Quantities for everyone: numbers of differential privacy that belong to no paper of ours, and formulas.

`QUANTITIES` comes in by the entry point group `dpexact.quantities`, as those of other packages do.
"""

from __future__ import annotations

from dpexact.audit.quantities import accounting, divergence
from dpexact.audit.quantities.given import distribution, of_texts, orders, word
from dpexact.audit.quantity import PrivacyDirection, Quantity, quantity_of
from dpexact.composition import optimal
from dpexact.errors import DPExactError, UndecidedError
from dpexact.laws import concentrated, discrete_gaussian, gaussian, laplace, responses
from dpexact.laws.parameters import value
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.numbers.formula import closed_text, formula_value, remark_on_roots
from dpexact.numbers.typography import excerpt

__all__ = ["QUANTITIES"]

PROMISED: PrivacyDirection = "larger-is-safe"
BALLE_WANG = "Balle and Wang, Improving the Gaussian Mechanism for Differential Privacy (2018), Theorem 8"
DWORK_ROTH = "Dwork and Roth, The Algorithmic Foundations of Differential Privacy (2014)"
CANONNE = "Canonne, Kamath, Steinke, The Discrete Gaussian for Differential Privacy (2020)"
MIRONOV = "Mironov, Talwar, Zhang, Renyi Differential Privacy of the Sampled Gaussian Mechanism (2019), Section 3.3"
KAIROUZ = "Kairouz, Oh, Viswanath, The Composition Theorem for Differential Privacy (2015), Theorem 3.3"
CONNECT = "Doroshenko, Ghazi, Kamath, Kumar, Manurangsi, Connect the Dots (2022); docs/accounting.md"
ABADI = "Abadi and others, Deep Learning with Differential Privacy (2016), Algorithm 1; docs/accounting.md"
BOTH = "one record added or removed, the larger of both"
ONE_PAIR = "neighbors differ by the sensitivity, no more"


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


def _classical_caution(epsilon: str, delta: str, sensitivity: str) -> str:
    """Say why the classical sigma promises nothing; empty where its theorem holds: 0 < epsilon < 1."""
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
    """Return the two distributions of a row, for the pictures of a report."""
    return divergence.pair(distribution("p", p), distribution("q", q))


QUANTITIES: tuple[Quantity, ...] = (
    quantity_of(_formula, "formula", "neither", "docs/claim-table.md, Formulas", remark=_remark),
    quantity_of(
        of_texts(divergence.delta, p=distribution, q=distribution),
        "privacy.delta",
        PROMISED,
        f"{DWORK_ROTH}, Definition 2.4",
        assumptions="this direction only: p(S) <= e^epsilon q(S) + delta",
        pair=_drawn_pair,
    ),
    quantity_of(
        of_texts(divergence.epsilon, p=distribution, q=distribution),
        "privacy.epsilon",
        PROMISED,
        f"{DWORK_ROTH}, Definition 2.4",
        assumptions="this direction only: p(S) <= e^epsilon q(S) + delta",
        pair=_drawn_pair,
    ),
    quantity_of(
        of_texts(responses.randomized_response_epsilon),
        "randomized_response.epsilon",
        PROMISED,
        f"{DWORK_ROTH}, Section 3.2",
        assumptions="the other answers are equally likely",
    ),
    quantity_of(
        of_texts(responses.rappor_epsilon),
        "rappor.epsilon",
        PROMISED,
        "Erlingsson, Pihur, Korolova, RAPPOR (2014), Theorems 1 and 2",
        assumptions="one report; the Bloom filters of two values differ in at most 2h bits",
    ),
    quantity_of(
        of_texts(laplace.laplace_delta, relation=word),
        "laplace.delta",
        PROMISED,
        f"{DWORK_ROTH}, Theorem 3.6; Balle, Barthe, Gaboardi, Privacy Amplification by Subsampling (2018)",
        assumptions=f"one dimension; {ONE_PAIR}; Poisson sampling where a rate is given",
        profile_over="epsilon",
    ),
    quantity_of(
        of_texts(gaussian.gaussian_delta),
        "gaussian.delta",
        PROMISED,
        BALLE_WANG,
        assumptions=ONE_PAIR,
        profile_over="epsilon",
    ),
    quantity_of(of_texts(gaussian.gaussian_epsilon), "gaussian.epsilon", PROMISED, BALLE_WANG, assumptions=ONE_PAIR),
    quantity_of(of_texts(gaussian.gaussian_sigma), "gaussian.sigma", PROMISED, BALLE_WANG, assumptions=ONE_PAIR),
    quantity_of(
        of_texts(gaussian.gaussian_classical_sigma),
        "gaussian.classical_sigma",
        PROMISED,
        f"{DWORK_ROTH}, Theorem A.1",
        assumptions="a theorem for 0 < epsilon < 1 only",
        loose=True,
        caution=_classical_caution,
    ),
    quantity_of(
        of_texts(laplace.discrete_laplace_delta),
        "discrete_laplace.delta",
        PROMISED,
        "Ghosh, Roughgarden, Sundararajan, Universally Utility-Maximizing Privacy Mechanisms (2009)",
        assumptions=f"integer values; {ONE_PAIR}",
        profile_over="epsilon",
    ),
    quantity_of(
        of_texts(discrete_gaussian.discrete_gaussian_delta),
        "discrete_gaussian.delta",
        PROMISED,
        f"{CANONNE}, Theorem 7",
        assumptions=f"integer values; {ONE_PAIR}",
        profile_over="epsilon",
    ),
    quantity_of(
        of_texts(concentrated.zcdp_epsilon, conversion=word),
        "zcdp.epsilon",
        PROMISED,
        f"Bun and Steinke, Concentrated Differential Privacy (2016), Proposition 1.3; {CANONNE}, Proposition 12",
        assumptions="an upper bound for every rho-zCDP mechanism, not the least epsilon of each",
        loose=True,
    ),
    quantity_of(
        of_texts(concentrated.subsampled_gaussian),
        "rdp.subsampled_gaussian",
        PROMISED,
        MIRONOV,
        assumptions="Poisson sampling, sensitivity 1, one record added or removed",
    ),
    quantity_of(
        of_texts(concentrated.subsampled_gaussian_epsilon, orders=orders, conversion=word),
        "rdp.subsampled_gaussian_epsilon",
        PROMISED,
        MIRONOV,
        assumptions="as rdp.subsampled_gaussian; the least over the orders given",
        loose=True,
    ),
    quantity_of(
        of_texts(optimal.basic_epsilon),
        "composition.basic_epsilon",
        PROMISED,
        f"{DWORK_ROTH}, Theorem 3.14",
        loose=True,
    ),
    quantity_of(
        of_texts(optimal.advanced_epsilon),
        "composition.advanced_epsilon",
        PROMISED,
        f"{DWORK_ROTH}, Theorem 3.20",
        assumptions="delta is that of the theorem, besides those of the mechanisms",
        loose=True,
    ),
    quantity_of(
        of_texts(accounting.composition_delta, expression=accounting.composed, epsilon=accounting.factor),
        "composition.delta",
        PROMISED,
        CONNECT,
        assumptions=f"{BOTH}; independent noise",
        remark=accounting.composition_remark,
    ),
    quantity_of(
        of_texts(accounting.composition_epsilon, expression=accounting.composed),
        "composition.epsilon",
        PROMISED,
        CONNECT,
        assumptions=f"{BOTH}; independent noise",
        remark=accounting.composition_remark,
    ),
    quantity_of(
        of_texts(accounting.dp_sgd_delta, epsilon=accounting.factor),
        "dp_sgd.delta",
        PROMISED,
        ABADI,
        assumptions=f"{BOTH}; Poisson sampling; sensitivity 1 in units of the clipping norm",
        remark=accounting.dp_sgd_remark,
    ),
    quantity_of(
        of_texts(accounting.dp_sgd_epsilon),
        "dp_sgd.epsilon",
        PROMISED,
        ABADI,
        assumptions=f"{BOTH}; Poisson sampling; sensitivity 1 in units of the clipping norm",
        remark=accounting.dp_sgd_remark,
    ),
    quantity_of(
        of_texts(optimal.optimal_delta),
        "composition.optimal_delta",
        PROMISED,
        KAIROUZ,
        assumptions="all mechanisms alike",
    ),
    quantity_of(
        of_texts(optimal.optimal_epsilon),
        "composition.optimal_epsilon",
        PROMISED,
        KAIROUZ,
        assumptions="all mechanisms alike",
    ),
)
