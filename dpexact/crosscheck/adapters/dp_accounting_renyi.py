"""dp_accounting: Renyi accounting of each event that it knows, and the conversions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.crosscheck import renyi, sampled, truths
from dpexact.crosscheck.probe import Probe

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.crosscheck.probe import Kind

RENYI_START = "import dp_accounting as dp\nfrom dp_accounting.rdp import RdpAccountant\n"
REPLACE_ONE = "dp.NeighboringRelation.REPLACE_ONE"
REPLACE_SPECIAL = "dp.NeighboringRelation.REPLACE_SPECIAL"
SOURCE = "dp_accounting/rdp/rdp_privacy_accountant.py"
SAMPLED = "dp.PoissonSampledDpEvent({rate}, dp.GaussianDpEvent({sigma}))"


def _rdp(
    name: str,
    says: str,
    event: str,
    truth: Callable[..., object],
    again: str,
    relation: str = "",
    kind: Kind = "value",
    asks: str = "_rdp[0]",
    source: str = SOURCE,
) -> Probe:
    """An event at one order, or at the orders that it takes by itself where an epsilon or a delta is asked."""
    given = ["orders=[{order}]"] if kind == "value" else []
    given += [relation] if relation else []
    made = f"RdpAccountant({', '.join(given)})"
    lines = f"{RENYI_START}event = {event}\noutput = {made}.compose(event, {{count}}).{asks}"
    if kind == "value":
        lines = lines.replace(", {count}", "")
    return Probe(f"rdp.{name}", kind, says, lines, truth, again, "larger", source)  # type: ignore[arg-type]


RENYI: tuple[Probe, ...] = (
    _rdp(
        "gaussian",
        "an upper bound of the epsilon of count rounds of Gaussian noise at delta, through Renyi privacy",
        "dp.GaussianDpEvent({sigma})",
        truths.composed_curve_epsilon,
        truths.COMPOSED_CURVE_EPSILON,
        kind="epsilon",
        asks="get_epsilon({delta})",
    ),
    _rdp(
        "gaussian.delta",
        "an upper bound of the delta of count rounds of Gaussian noise at epsilon, through Renyi privacy",
        "dp.GaussianDpEvent({sigma})",
        truths.composed_curve_delta,
        truths.COMPOSED_CURVE_DELTA,
        kind="delta",
        asks="get_delta({epsilon})",
    ),
    _rdp(
        "subsampled_gaussian",
        "the Renyi divergence of the Poisson-subsampled Gaussian mechanism",
        SAMPLED,
        truths.renyi_subsampled,
        truths.RENYI_SUBSAMPLED,
        source=f"{SOURCE}; Mironov, Talwar, Zhang (2019)",
    ),
    Probe(
        "rdp.subsampled_gaussian.epsilon",
        "epsilon",
        "an upper bound of the epsilon of one round of sampled Gaussian noise at delta, through Renyi privacy",
        f"{RENYI_START}output = RdpAccountant().compose({SAMPLED}).get_epsilon({{delta}})",
        sampled.gaussian_epsilon,
        sampled.GAUSSIAN_EPSILON,
        "larger",
        SOURCE,
    ),
    Probe(
        "rdp.subsampled_gaussian.delta",
        "delta",
        "an upper bound of the delta of one round of sampled Gaussian noise at epsilon, through Renyi privacy",
        f"{RENYI_START}output = RdpAccountant().compose({SAMPLED}).get_delta({{epsilon}})",
        sampled.gaussian,
        sampled.GAUSSIAN,
        "larger",
        SOURCE,
    ),
    _rdp(
        "sampled_without_replacement",
        "the Renyi divergence of Gaussian noise on a sample of fixed size, against that of one pair of data sets",
        "dp.SampledWithoutReplacementDpEvent({size}, {sample}, dp.GaussianDpEvent({sigma}))",
        lambda size, sample, sigma, order: truths.renyi_subsampled(order, sample / size, sigma),
        truths.RENYI_SUBSAMPLED.replace("mpf({rate})", "mpf({sample})/{size}"),
        relation=f"neighboring_relation={REPLACE_ONE}",
        source=f"{SOURCE}; Wang, Balle, Kasiviswanathan (2018), Theorem 27",
    ),
    _rdp(
        "laplace",
        "the Renyi divergence of Laplace noise",
        "dp.LaplaceDpEvent({scale})",
        renyi.laplace,
        renyi.LAPLACE,
    ),
    _rdp(
        "randomized_response",
        "the Renyi divergence of k-ary randomized response, one record replaced",
        "dp.RandomizedResponseDpEvent({noise}, {buckets})",
        renyi.buckets,
        renyi.BUCKETS,
        relation=f"neighboring_relation={REPLACE_ONE}",
    ),
    _rdp(
        "randomized_response.special",
        "the Renyi divergence of k-ary randomized response against the uniform answer",
        "dp.RandomizedResponseDpEvent({noise}, {buckets})",
        renyi.uniform_buckets,
        renyi.UNIFORM_BUCKETS,
        relation=f"neighboring_relation={REPLACE_SPECIAL}",
    ),
    _rdp(
        "tree_aggregation",
        "the Renyi divergence of tree aggregation over the steps of one epoch",
        "dp.SingleEpochTreeAggregationDpEvent({sigma}, {steps})",
        renyi.tree,
        renyi.TREE,
        relation=f"neighboring_relation={REPLACE_SPECIAL}",
        source=f"{SOURCE}; Kairouz et al. (2021), Appendix D",
    ),
    Probe(
        "rdp.zcdp",
        "epsilon",
        "an upper bound of the epsilon at delta that rho-zCDP gives",
        f"{RENYI_START}output = RdpAccountant().compose(dp.ZCDpEvent({{rho}})).get_epsilon({{delta}})",
        truths.zcdp,
        truths.ZCDP,
        "larger",
        f"{SOURCE}; Canonne, Kamath, Steinke (2020), Proposition 12, the least over real orders",
    ),
)
