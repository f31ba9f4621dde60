"""dp_accounting: noise that is calibrated to a target, and compositions inverted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from math import factorial, prod

from dpexact.crosscheck import renyi, sampled, truths
from dpexact.crosscheck.library import Kind, Library, Probe, Truth
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.exact import Exact, exact
from dpexact.privacy.divergence import hockey_stick

NOISE = "dp_accounting/gaussian_mechanism.py: exact calibration and accounting for the Gaussian mechanism"
SMALLEST = "dp_accounting/pld/accountant.py: smallest noise for which the mechanism satisfies desired privacy"
CALIBRATED = "dp_accounting/mechanism_calibration.py: a value of the parameter subject to the privacy constraint"
GUARANTEE = "dp_accounting/pld/privacy_loss_mechanism.py, from_privacy_guarantee"
PARAMETERS = "from dp_accounting.pld.common import DifferentialPrivacyParameters\n"
SAYS = "the noise that is calibrated to (epsilon, delta) has this delta"
START = (
    "import dp_accounting as dp\nfrom dp_accounting.pld import PLDAccountant\n"
    "from dp_accounting.rdp import RdpAccountant\n"
)


def _smallest(name: str, more: str, says: str, truth: Callable[..., object], again: str) -> Probe:
    lines = (
        f"{PARAMETERS}from dp_accounting.pld.accountant import {name}\n"
        f"output = {name}(DifferentialPrivacyParameters({{epsilon}}, {{delta}}){more})"
    )
    return Probe(name, "delta", says, lines, truth, again, "larger", SMALLEST, claim="delta")  # type: ignore[arg-type]


def _guaranteed(law: str, attribute: str, truth: Callable[..., object], again: str, sensitivity: str = "") -> Probe:
    lines = (
        f"{PARAMETERS}from dp_accounting.pld.privacy_loss_mechanism import {law}PrivacyLoss\n"
        f"target = DifferentialPrivacyParameters({{epsilon}}, {{delta}})\n"
        f"output = {law}PrivacyLoss.from_privacy_guarantee(target{sensitivity}).{attribute}"
    )
    return Probe(f"{law}PrivacyLoss", "delta", SAYS, lines, truth, again, "larger", GUARANTEE, claim="delta")  # type: ignore[arg-type]


def _calibrated(accountant: str) -> tuple[Probe, ...]:
    name = f"calibrate_dp_mechanism.{accountant.removesuffix('Accountant').lower()}"
    return (
        Probe(
            name,
            "epsilon",
            "the Gaussian noise that is calibrated to (epsilon, delta) has this epsilon at delta",
            f"{START}output = dp.calibrate_dp_mechanism({accountant}, dp.GaussianDpEvent, {{epsilon}}, {{delta}})",
            truths.noise_epsilon,
            truths.NOISE_EPSILON,
            "larger",
            CALIBRATED,
            claim="epsilon",
        ),
        Probe(
            f"{name}.sampled",
            "epsilon",
            "the noise that is calibrated to (epsilon, delta), on a sample of the data, has this epsilon at delta",
            f"{START}make = lambda noise: dp.PoissonSampledDpEvent({{rate}}, dp.GaussianDpEvent(noise))\n"
            f"output = dp.calibrate_dp_mechanism({accountant}, make, {{epsilon}}, {{delta}},\n"
            "    dp.LowerEndpointAndGuess(0.3, 1.0))",
            sampled.calibrated_gaussian_epsilon,
            sampled.CALIBRATED_GAUSSIAN_EPSILON,
            "larger",
            CALIBRATED,
            claim="epsilon",
        ),
    )


CALIBRATION: tuple[Probe, ...] = (
    Probe(
        "get_epsilon_gaussian",
        "epsilon",
        "the epsilon of Gaussian noise of sensitivity 1 at delta",
        "from dp_accounting.gaussian_mechanism import get_epsilon_gaussian\n"
        "output = get_epsilon_gaussian({sigma}, {delta})",
        truths.curve_epsilon,
        truths.CURVE_EPSILON,
        "larger",
        NOISE,
    ),
    Probe(
        "get_sigma_gaussian",
        "delta",
        SAYS,
        "from dp_accounting.gaussian_mechanism import get_sigma_gaussian\n"
        "output = get_sigma_gaussian({epsilon}, {delta})",
        truths.calibrated_delta,
        truths.CURVE_DELTA.replace("{sigma}", "{output}"),
        "larger",
        NOISE,
        claim="delta",
    ),
    _smallest(
        "get_smallest_gaussian_noise",
        ", {count}",
        "the noise that is calibrated to (epsilon, delta) for count rounds has this delta",
        truths.composed_calibrated_delta,
        truths.COMPOSED_CURVE_DELTA.replace("{sigma}", "{output}"),
    ),
    _smallest(
        "get_smallest_laplace_noise",
        "",
        SAYS,
        truths.laplace_calibrated_delta,
        truths.LAPLACE_CURVE.replace("{scale}", "{output}"),
    ),
    _smallest(
        "get_smallest_discrete_laplace_noise",
        ", sensitivity={sensitivity}",
        SAYS,
        truths.calibrated_discrete_laplace,
        truths.DISCRETE_LAPLACE_CURVE.replace("{decay}", "{output}"),
    ),
    _smallest(
        "get_smallest_subsampled_gaussian_noise",
        ", sampling_prob={rate}",
        "the noise that is calibrated to (epsilon, delta), on a sample of the data, has this delta",
        sampled.calibrated_gaussian,
        sampled.CALIBRATED_GAUSSIAN,
    ),
    _guaranteed(
        "Laplace", "parameter", truths.laplace_calibrated_delta, truths.LAPLACE_CURVE.replace("{scale}", "{output}")
    ),
    _guaranteed(
        "Gaussian",
        "standard_deviation",
        truths.calibrated_delta,
        truths.CURVE_DELTA.replace("{sigma}", "{output}"),
    ),
    _guaranteed(
        "DiscreteLaplace",
        "parameter",
        truths.calibrated_discrete_laplace,
        truths.DISCRETE_LAPLACE_CURVE.replace("{decay}", "{output}"),
        ", sensitivity={sensitivity}",
    ),
    _guaranteed(
        "DiscreteGaussian",
        "_sigma",
        truths.discrete_noise_delta,
        truths.DISCRETE_NOISE_DELTA,
        ", sensitivity={sensitivity}",
    ),
    _calibrated("PLDAccountant")[0],  # on samples it takes minutes
    *_calibrated("RdpAccountant"),
    Probe(
        "advanced_composition",
        "epsilon",
        "a total epsilon of count (epsilon, delta)-private mechanisms at a total delta",
        PARAMETERS
        + "from dp_accounting.pld.accountant import advanced_composition\n"
        + "total = advanced_composition(DifferentialPrivacyParameters({epsilon}, {delta}), {count}, {total_delta})\n"
        + "output = float('inf') if total is None else total",
        truths.kov_epsilon,
        truths.KOV_EPSILON,
        "larger",
        "dp_accounting/pld/accountant.py, advanced_composition: Kairouz, Oh, Viswanath, Theorem 3.3",
    ),
    Probe(
        "get_smallest_epsilon_from_advanced_composition",
        "epsilon",
        "count mechanisms of the epsilon that is found for a total have this total epsilon",
        PARAMETERS
        + "from dp_accounting.pld.accountant import get_smallest_epsilon_from_advanced_composition as smallest\n"
        + "output = smallest(DifferentialPrivacyParameters({total_epsilon}, {total_delta}), {count}, {delta})",
        truths.split_epsilon,
        truths.KOV_EPSILON.replace("{epsilon}", "{output}"),
        "larger",
        "dp_accounting/pld/accountant.py: after the queries it remains private with the given parameters",
        claim="total_epsilon",
    ),
)


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
    """Return an event at one order, or at the orders that it takes by itself where an epsilon or a delta is asked."""
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


PLD = "from dp_accounting.pld import privacy_loss_distribution as pld\n"
SIDES = {"pessimistic": ("True", "larger"), "optimistic": ("False", "smaller")}
ESTIMATE = (
    "dp_accounting/pld/privacy_loss_distribution.py, pessimistic_estimate: the rounding 'gives an upper estimate to "
    "the real value'; of False nothing is promised, and that it gives a lower one is this table's reading"
)
EXACT = "dp_accounting/pld/privacy_loss_mechanism.py, get_delta_for_epsilon: the hockey-stick divergence"
DELTA = "output = loss.get_delta_for_epsilon({epsilon})"
COMPOSED = "output = loss.self_compose({count}).get_delta_for_epsilon({epsilon})"


def pair_delta(p: Sequence[Exact], q: Sequence[Exact], count: Exact, epsilon: Exact) -> Truth:
    """Return the least delta of p against q, count independent rounds of both: outcomes by how often each came."""
    rounds = int(count.as_fraction())
    first, second = [], []
    for chosen in combinations_with_replacement(range(len(p)), rounds):
        times = [chosen.count(outcome) for outcome in range(len(p))]
        ways = factorial(rounds) // prod(factorial(number) for number in times)
        first.append(prod((a**n for a, n in zip(p, times, strict=True)), start=exact(ways)))
        second.append(prod((b**n for b, n in zip(q, times, strict=True)), start=exact(ways)))
    return hockey_stick(first, second, exp_of_epsilon(epsilon))


PAIR_DELTA = """p, q, e = list(map(mpf, {p})), list(map(mpf, {q})), mpf({epsilon})
ways = dict([((0,)*len(p), 1)])  # how many sequences of outcomes have these counts
for _ in range({count}):
    longer = dict()
    for counts, number in ways.items():
        for i in range(len(p)):
            key = counts[:i] + (counts[i] + 1,) + counts[i + 1:]
            longer[key] = longer.get(key, 0) + number
    ways = longer
mass = lambda law, counts: fprod(x**n for x, n in zip(law, counts))
truth = fsum(max(mpf(0), n*(mass(p, c) - exp(e)*mass(q, c))) for c, n in ways.items())"""


def _response(noise: Exact, buckets: Exact, epsilon: Exact) -> Truth:
    return truths.formula("max(0, 1 - p + p/k - exp(e)*p/k)", p=noise, k=buckets, e=epsilon)


def _estimated(
    name: str, what: str, lines: str, truth: Callable[..., object], again: str, kind: Kind = "delta"
) -> tuple[Probe, ...]:
    """Return the pessimistic and the optimistic estimate; `[flag]` stands for whether it is the first."""
    return tuple(
        Probe(
            f"{name}.{side}",
            kind,
            f"a {side} estimate of the least {kind} of {what}",
            PLD
            + lines.replace("[flag]", flag).replace("[dots]", f"pessimistic_estimate={flag}, use_connect_dots={flag}"),
            truth,  # type: ignore[arg-type]
            again,
            safe,  # type: ignore[arg-type]
            ESTIMATE,
        )
        for side, (flag, safe) in SIDES.items()
    )


def _hockey_stick(law: str, given: str, truth: Callable[..., object], again: str) -> Probe:
    lines = (
        f"from dp_accounting.pld.privacy_loss_mechanism import {law}PrivacyLoss\n"
        f"output = {law}PrivacyLoss({given}).get_delta_for_epsilon({{epsilon}})"
    )
    says = "the least delta of the noise, by the law of its privacy loss"
    return Probe(f"{law}PrivacyLoss.delta", "delta", says, lines, truth, again, "larger", EXACT)  # type: ignore[arg-type]


PROBES: tuple[Probe, ...] = (
    *_estimated(
        "pair",
        "p against q, composed count times",
        "from math import log\np, q = {p}, {q}\nlaw = lambda x: dict((i, log(v)) for i, v in enumerate(x) if v)\n"
        "loss = pld.from_two_probability_mass_functions(law(q), law(p), pessimistic_estimate=[flag])\n" + COMPOSED,
        pair_delta,
        PAIR_DELTA,
    ),
    *_estimated(
        "gaussian",
        "Gaussian noise of sensitivity 1, composed count times",
        "loss = pld.from_gaussian_mechanism({sigma}, [dots])\n" + COMPOSED,
        truths.composed_curve_delta,
        truths.COMPOSED_CURVE_DELTA,
    ),
    *_estimated(
        "gaussian.epsilon",
        "Gaussian noise of sensitivity 1, composed count times",
        "loss = pld.from_gaussian_mechanism({sigma}, [dots])\n"
        "output = (loss.self_compose({count}) if {count} > 1 else loss).get_epsilon_for_delta({delta})",
        truths.composed_curve_epsilon,
        truths.COMPOSED_CURVE_EPSILON,
        "epsilon",
    ),
    *_estimated(
        "gaussian.sampled",
        "Gaussian noise of sensitivity 1 on a sample of the data",
        "loss = pld.from_gaussian_mechanism({sigma}, sampling_prob={rate}, [dots])\n" + DELTA,
        sampled.gaussian,
        sampled.GAUSSIAN,
    ),
    *_estimated(
        "mixture_gaussian",
        "Gaussian noise whose sensitivity is 0, 1 or 2 at random",
        "loss = pld.from_mixture_gaussian_mechanism({sigma}, [0.0, 1.0, 2.0], {weights},\n"
        "    value_discretization_interval=1e-3, [dots])\n" + DELTA,
        sampled.mixture,
        sampled.MIXTURE,
    ),
    *_estimated(
        "laplace",
        "Laplace noise of sensitivity 1",
        "loss = pld.from_laplace_mechanism({scale}, [dots])\n" + DELTA,
        truths.laplace_curve,
        truths.LAPLACE_CURVE,
    ),
    *_estimated(
        "laplace.sampled",
        "Laplace noise of sensitivity 1 on a sample of the data",
        "loss = pld.from_laplace_mechanism({scale}, sampling_prob={rate}, [dots])\n" + DELTA,
        sampled.laplace,
        sampled.LAPLACE,
    ),
    *_estimated(
        "discrete_laplace",
        "discrete Laplace noise",
        "loss = pld.from_discrete_laplace_mechanism({decay}, sensitivity={sensitivity}, [dots])\n" + DELTA,
        truths.discrete_laplace_curve,
        truths.DISCRETE_LAPLACE_CURVE,
    ),
    *_estimated(
        "discrete_gaussian",
        "discrete Gaussian noise",
        "loss = pld.from_discrete_gaussian_mechanism({sigma}, sensitivity={sensitivity}, [dots])\n" + DELTA,
        truths.discrete_curve_delta,
        truths.DISCRETE_CURVE_DELTA,
    ),
    *_estimated(
        "randomized_response",
        "k-ary randomized response",
        "loss = pld.from_randomized_response({noise}, {buckets}, pessimistic_estimate=[flag])\n" + DELTA,
        _response,
        "p, k = mpf({noise}), {buckets}\ntruth = max(mpf(0), 1 - p + p/k - exp(mpf({epsilon}))*p/k)",
    ),
    Probe(
        "privacy_parameters",
        "delta",
        "a pessimistic estimate of the delta of count mechanisms that are each (epsilon, delta)-private",
        PLD
        + PARAMETERS
        + "loss = pld.from_privacy_parameters(DifferentialPrivacyParameters({epsilon}, {delta}))\n"
        + "output = loss.self_compose({count}).get_delta_for_epsilon({total_epsilon})",
        truths.kov_delta,
        truths.KOV_DELTA,
        "larger",
        ESTIMATE,
    ),
    Probe(
        "PLDAccountant",
        "epsilon",
        "an upper bound of the epsilon of count rounds of Gaussian noise at delta",
        "import dp_accounting as dp\nfrom dp_accounting.pld import PLDAccountant\n"
        "output = PLDAccountant().compose(dp.GaussianDpEvent({sigma}), {count}).get_epsilon({delta})",
        truths.composed_curve_epsilon,
        truths.COMPOSED_CURVE_EPSILON,
        "larger",
        "dp_accounting/pld/pld_privacy_accountant.py",
    ),
    _hockey_stick("Gaussian", "{sigma}", truths.curve_delta, truths.CURVE_DELTA),
    _hockey_stick("Laplace", "{scale}", truths.laplace_curve, truths.LAPLACE_CURVE),
    _hockey_stick(
        "DiscreteLaplace",
        "{decay}, sensitivity={sensitivity}",
        truths.discrete_laplace_curve,
        truths.DISCRETE_LAPLACE_CURVE,
    ),
    _hockey_stick(
        "DiscreteGaussian",
        "{sigma}, sensitivity={sensitivity}",
        truths.discrete_curve_delta,
        truths.DISCRETE_CURVE_DELTA,
    ),
    *CALIBRATION,
    *RENYI,
)

LIBRARY = Library(
    "dp_accounting", "dp-accounting", "dp_accounting", "privacy loss distributions, calibration, composition", PROBES
)
