"""dp_accounting: privacy loss distributions, the Gaussian mechanism, composition, Renyi accounting."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TYPE_CHECKING

from dpexact.crosscheck import truths
from dpexact.crosscheck.library import Library
from dpexact.crosscheck.probe import Probe
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.exact import exact
from dpexact.privacy.hockey_stick import hockey_stick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpexact.crosscheck.probe import Truth
    from dpexact.numbers.exact import Exact

PLD = "from dp_accounting.pld import privacy_loss_distribution as pld\n"
SIDES = {"pessimistic": ("True", "larger"), "optimistic": ("False", "smaller")}
ESTIMATE = "dp_accounting/pld/privacy_loss_distribution.py, pessimistic_estimate: an upper (else a lower) estimate"
NOISE = "dp_accounting/gaussian_mechanism.py: exact calibration and accounting for the Gaussian mechanism"
SMALLEST = "dp_accounting/pld/accountant.py: smallest noise for which the mechanism satisfies desired privacy"
PARAMETERS = "from dp_accounting.pld.common import DifferentialPrivacyParameters\n"


def pair_delta(p: Sequence[Exact], q: Sequence[Exact], count: Exact, epsilon: Exact) -> Truth:
    """The least delta of p against q, count independent rounds of both: outcomes by how often each came."""
    rounds = int(count.as_fraction())
    first, second = [], []
    for chosen in combinations_with_replacement(range(len(p)), rounds):
        times = [chosen.count(outcome) for outcome in range(len(p))]
        ways = factorial(rounds) // prod(factorial(number) for number in times)
        first.append(prod((a**n for a, n in zip(p, times, strict=True)), start=exact(ways)))
        second.append(prod((b**n for b, n in zip(q, times, strict=True)), start=exact(ways)))
    return hockey_stick(first, second, exp_of_epsilon(str(epsilon)))


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


def _pair(side: str) -> Probe:
    flag, safe = SIDES[side]
    return Probe(
        f"pair.{side}",
        "delta",
        f"a {side} estimate of the least delta of p against q, composed count times",
        PLD
        + "from math import log\np, q = {p}, {q}\nlaw = lambda x: dict((i, log(v)) for i, v in enumerate(x) if v)\n"
        + f"loss = pld.from_two_probability_mass_functions(law(q), law(p), pessimistic_estimate={flag})\n"
        + "output = loss.self_compose({count}).get_delta_for_epsilon({epsilon})",
        pair_delta,
        PAIR_DELTA,
        safe,  # type: ignore[arg-type]
        ESTIMATE,
    )


def _gaussian(side: str) -> Probe:
    flag, safe = SIDES[side]
    return Probe(
        f"gaussian.{side}",
        "delta",
        f"a {side} estimate of the least delta of Gaussian noise of sensitivity 1, composed count times",
        PLD
        + f"loss = pld.from_gaussian_mechanism({{sigma}}, pessimistic_estimate={flag}, use_connect_dots={flag})\n"
        + "output = loss.self_compose({count}).get_delta_for_epsilon({epsilon})",
        truths.composed_curve_delta,
        truths.COMPOSED_CURVE_DELTA,
        safe,  # type: ignore[arg-type]
        ESTIMATE,
    )


def _laplace(side: str) -> Probe:
    flag, safe = SIDES[side]
    return Probe(
        f"laplace.{side}",
        "delta",
        f"a {side} estimate of the least delta of Laplace noise of sensitivity 1",
        PLD
        + f"loss = pld.from_laplace_mechanism({{scale}}, pessimistic_estimate={flag}, use_connect_dots={flag})\n"
        + "output = loss.get_delta_for_epsilon({epsilon})",
        truths.laplace_curve,
        truths.LAPLACE_CURVE,
        safe,  # type: ignore[arg-type]
        ESTIMATE,
    )


def _discrete_laplace(side: str) -> Probe:
    flag, safe = SIDES[side]
    return Probe(
        f"discrete_laplace.{side}",
        "delta",
        f"a {side} estimate of the least delta of discrete Laplace noise",
        PLD
        + "loss = pld.from_discrete_laplace_mechanism({decay}, sensitivity={sensitivity}, "
        + f"pessimistic_estimate={flag}, use_connect_dots={flag})\noutput = loss.get_delta_for_epsilon({{epsilon}})",
        truths.discrete_laplace_curve,
        truths.DISCRETE_LAPLACE_CURVE,
        safe,  # type: ignore[arg-type]
        ESTIMATE,
    )


def _discrete_gaussian(side: str) -> Probe:
    flag, safe = SIDES[side]
    return Probe(
        f"discrete_gaussian.{side}",
        "delta",
        f"a {side} estimate of the least delta of discrete Gaussian noise",
        PLD
        + "loss = pld.from_discrete_gaussian_mechanism({sigma}, sensitivity={sensitivity}, "
        + f"pessimistic_estimate={flag}, use_connect_dots={flag})\noutput = loss.get_delta_for_epsilon({{epsilon}})",
        truths.discrete_curve_delta,
        truths.DISCRETE_CURVE_DELTA,
        safe,  # type: ignore[arg-type]
        ESTIMATE,
    )


PROBES: tuple[Probe, ...] = (
    *(make(side) for make in (_pair, _gaussian, _laplace, _discrete_laplace, _discrete_gaussian) for side in SIDES),
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
        "the noise that is calibrated to (epsilon, delta) has this delta",
        "from dp_accounting.gaussian_mechanism import get_sigma_gaussian\n"
        "output = get_sigma_gaussian({epsilon}, {delta})",
        truths.calibrated_delta,
        truths.CURVE_DELTA.replace("{sigma}", "{output}"),
        "larger",
        NOISE,
        claim="delta",
    ),
    Probe(
        "get_smallest_gaussian_noise",
        "delta",
        "the noise that is calibrated to (epsilon, delta) for count rounds has this delta",
        PARAMETERS
        + "from dp_accounting.pld.accountant import get_smallest_gaussian_noise\n"
        + "output = get_smallest_gaussian_noise(DifferentialPrivacyParameters({epsilon}, {delta}), {count})",
        truths.composed_calibrated_delta,
        truths.COMPOSED_CURVE_DELTA.replace("{sigma}", "{output}"),
        "larger",
        SMALLEST,
        claim="delta",
    ),
    Probe(
        "get_smallest_laplace_noise",
        "delta",
        "the noise that is calibrated to (epsilon, delta) has this delta",
        PARAMETERS
        + "from dp_accounting.pld.accountant import get_smallest_laplace_noise\n"
        + "output = get_smallest_laplace_noise(DifferentialPrivacyParameters({epsilon}, {delta}))",
        truths.laplace_calibrated_delta,
        truths.LAPLACE_CURVE.replace("{scale}", "{output}"),
        "larger",
        SMALLEST,
        claim="delta",
    ),
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
        "rdp.gaussian",
        "epsilon",
        "an upper bound of the epsilon of count rounds of Gaussian noise at delta, through Renyi privacy",
        "from dp_accounting import GaussianDpEvent\nfrom dp_accounting.rdp import RdpAccountant\n"
        "accountant = RdpAccountant().compose(GaussianDpEvent({sigma}), {count})\n"
        "output = accountant.get_epsilon({delta})",
        truths.composed_curve_epsilon,
        truths.COMPOSED_CURVE_EPSILON,
        "larger",
        "dp_accounting/rdp/rdp_privacy_accountant.py",
    ),
    Probe(
        "rdp.subsampled_gaussian",
        "value",
        "the Renyi divergence of the Poisson-subsampled Gaussian mechanism",
        "from dp_accounting import GaussianDpEvent, PoissonSampledDpEvent\n"
        "from dp_accounting.rdp import RdpAccountant\n"
        "event = PoissonSampledDpEvent({rate}, GaussianDpEvent({sigma}))\n"
        "output = RdpAccountant(orders=[{order}]).compose(event)._rdp[0]",
        truths.renyi_subsampled,
        truths.RENYI_SUBSAMPLED,
        "larger",
        "dp_accounting/rdp/rdp_privacy_accountant.py; Mironov, Talwar, Zhang (2019)",
    ),
)

LIBRARY = Library(
    "dp_accounting", "dp-accounting", "dp_accounting", "privacy loss distributions, calibration, composition", PROBES
)
