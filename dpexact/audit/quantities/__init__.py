"""Quantities for everyone, numbers of differential privacy that belong to no paper of ours, and formulas.

`QUANTITIES` comes in by the entry point group `dpexact.quantities`, as those of other packages do.
"""

from typing import Any

from dpexact.audit.quantities import accounting
from dpexact.audit.quantities.given import Law, Reader, distribution, of_texts, orders, terms, word
from dpexact.audit.quantity import PrivacyDirection, Quantity, quantity_of
from dpexact.composition import optimal
from dpexact.errors import DPExactError, UndecidedError
from dpexact.laws import choices, concentrated, counts, discrete_gaussian, gaussian, laplace, thresholds
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
FELDMAN = "Feldman, McMillan, Talwar, Stronger Privacy Amplification by Shuffling (2022), Theorem 3.1"
KOROLOVA = "Korolova and others, Releasing Search Queries and Clicks Privately (2009), Lemma 2"
PERMUTE = "McKenna and Sheldon, Permute-and-Flip (2020), Algorithm 1"
BOTH = "one record added or removed, the larger of both"
ONE_DIRECTION = "this direction only: p(S) <= e^epsilon q(S) + delta"
RUNS = "the neighbors that the laws are for, as the row says; the larger of both directions; independent noise"
SAMPLED = f"{BOTH}; Poisson sampling; sensitivity 1 in units of the clipping norm"
COUNT_OF_ONE = "a key that one person brings once; docs/vectors.md"
ONE_PAIR = "neighbors differ by the sensitivity, no more"
READERS: dict[str, Reader] = {  # of the parameters that are no numbers, by name
    "orders": orders,
    "scores": terms,
    "expression": accounting.composed,
    **dict.fromkeys(("relation", "conversion", "comparison"), word),
}
PAIR: dict[str, Reader] = {"p": distribution, "q": distribution}


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


def _drawn_pair(p: str, q: str, **_: str) -> tuple[list[Exact], list[Exact]]:
    """Return the two distributions of a row, for the pictures of a report."""
    return accounting.pair(distribution("p", p), distribution("q", q))


def _promise(
    name: str, law: Law, reference: str, assumptions: str = "", readers: dict[str, Reader] | None = None, **more: Any
) -> Quantity:
    """Return the quantity of a law, which promises privacy."""
    texts = of_texts(law, **READERS | (readers or {}))
    return quantity_of(texts, name, PROMISED, reference, assumptions=assumptions, **more)


QUANTITIES: tuple[Quantity, ...] = (
    quantity_of(_formula, "formula", "neither", "docs/claim-table.md, Formulas", remark=_remark),
    *(
        _promise(name, law, f"{DWORK_ROTH}, Definition 2.4", ONE_DIRECTION, readers=PAIR, pair=_drawn_pair)
        for name, law in (("privacy.delta", accounting.pair_delta), ("privacy.epsilon", accounting.pair_epsilon))
    ),
    _promise(
        "randomized_response.epsilon",
        choices.randomized_response_epsilon,
        f"{DWORK_ROTH}, Section 3.2",
        "the other answers are equally likely",
    ),
    _promise(
        "rappor.epsilon",
        choices.rappor_epsilon,
        "Erlingsson, Pihur, Korolova, RAPPOR (2014), Theorems 1 and 2",
        "one report; the Bloom filters of two values differ in at most 2h bits",
    ),
    _promise(
        "laplace.delta",
        laplace.laplace_delta,
        f"{DWORK_ROTH}, Theorem 3.6; Balle, Barthe, Gaboardi, Privacy Amplification by Subsampling (2018)",
        f"one dimension; {ONE_PAIR}; Poisson sampling where a rate is given",
        profile_over="epsilon",
    ),
    _promise("gaussian.delta", gaussian.gaussian_delta, BALLE_WANG, ONE_PAIR, profile_over="epsilon"),
    _promise("gaussian.epsilon", gaussian.gaussian_epsilon, BALLE_WANG, ONE_PAIR),
    _promise("gaussian.sigma", gaussian.gaussian_sigma, BALLE_WANG, ONE_PAIR),
    _promise(
        "gaussian.classical_sigma",
        gaussian.gaussian_classical_sigma,
        f"{DWORK_ROTH}, Theorem A.1",
        "a theorem for 0 < epsilon < 1 only",
        loose=True,
        caution=_classical_caution,
    ),
    _promise(
        "discrete_laplace.delta",
        laplace.discrete_laplace_delta,
        "Ghosh, Roughgarden, Sundararajan, Universally Utility-Maximizing Privacy Mechanisms (2009)",
        f"integer values; {ONE_PAIR}",
        profile_over="epsilon",
    ),
    _promise(
        "discrete_gaussian.delta",
        discrete_gaussian.discrete_gaussian_delta,
        f"{CANONNE}, Theorem 7",
        f"integer values; {ONE_PAIR}",
        profile_over="epsilon",
    ),
    _promise(
        "zcdp.epsilon",
        concentrated.zcdp_epsilon,
        f"Bun and Steinke, Concentrated Differential Privacy (2016), Proposition 1.3; {CANONNE}, Proposition 12",
        "an upper bound for every rho-zCDP mechanism, not the least epsilon of each",
        loose=True,
    ),
    _promise(
        "rdp.subsampled_gaussian",
        concentrated.subsampled_gaussian,
        MIRONOV,
        "Poisson sampling, sensitivity 1, one record added or removed",
    ),
    _promise(
        "rdp.subsampled_gaussian_epsilon",
        concentrated.subsampled_gaussian_epsilon,
        MIRONOV,
        "as rdp.subsampled_gaussian; the least over the orders given",
        loose=True,
    ),
    _promise("composition.basic_epsilon", optimal.basic_epsilon, f"{DWORK_ROTH}, Theorem 3.14", loose=True),
    _promise(
        "composition.advanced_epsilon",
        optimal.advanced_epsilon,
        f"{DWORK_ROTH}, Theorem 3.20",
        "delta is that of the theorem, besides those of the mechanisms",
        loose=True,
    ),
    _promise(
        "composition.delta",
        accounting.composition_delta,
        CONNECT,
        RUNS,
        readers={"epsilon": accounting.factor},
        remark=accounting.composition_remark,
    ),
    _promise(
        "composition.epsilon", accounting.composition_epsilon, CONNECT, RUNS, remark=accounting.composition_remark
    ),
    quantity_of(
        of_texts(accounting.composition_least, expression=word, epsilon=accounting.factor),
        "composition.least",
        "neither",
        CONNECT,
        assumptions=f"{RUNS}; the greatest multiple of the step for a count, a rate and the like",
    ),
    _promise(
        "dp_sgd.delta",
        accounting.dp_sgd_delta,
        ABADI,
        SAMPLED,
        readers={"epsilon": accounting.factor},
        remark=accounting.dp_sgd_remark,
    ),
    _promise("dp_sgd.epsilon", accounting.dp_sgd_epsilon, ABADI, SAMPLED, remark=accounting.dp_sgd_remark),
    _promise("composition.finite_delta", accounting.composed_delta, KAIROUZ, ONE_DIRECTION, readers=PAIR),
    _promise("shuffled.delta", counts.shuffled_delta, FELDMAN, "the pair of the stronger clones; one user changed"),
    _promise("binomial.delta", counts.binomial_delta, f"{DWORK_ROTH}, Definition 2.4", f"fair coins; {ONE_PAIR}"),
    _promise("skellam.delta", counts.skellam_delta, f"{DWORK_ROTH}, Definition 2.4", f"integer values; {ONE_PAIR}"),
    _promise("laplace.threshold", thresholds.laplace_threshold, KOROLOVA, COUNT_OF_ONE),
    _promise("gaussian.threshold", thresholds.gaussian_threshold, KOROLOVA, COUNT_OF_ONE),
    _promise("discrete_laplace.threshold", thresholds.discrete_laplace_threshold, KOROLOVA, COUNT_OF_ONE),
    _promise("discrete_gaussian.threshold", thresholds.discrete_gaussian_threshold, KOROLOVA, COUNT_OF_ONE),
    quantity_of(
        of_texts(thresholds.truncated_geometric_probability),
        "truncated_geometric.probability",
        "neither",
        "Ghosh, Roughgarden, Sundararajan, Universally Utility-Maximizing Privacy Mechanisms (2009)",
    ),
    *(
        quantity_of(of_texts(law, scores=terms), name, "neither", reference, assumptions="the index counts from 0")
        for name, law, reference in (
            ("exponential_mechanism.probability", choices.exponential_probability, f"{DWORK_ROTH}, Section 3.4"),
            ("permute_and_flip.probability", choices.permute_and_flip_probability, PERMUTE),
        )
    ),
    _promise("composition.optimal_delta", optimal.optimal_delta, KAIROUZ, "all mechanisms alike"),
    _promise("composition.optimal_epsilon", optimal.optimal_epsilon, KAIROUZ, "all mechanisms alike"),
)
