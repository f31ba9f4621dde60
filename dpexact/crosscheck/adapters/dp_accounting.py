"""dp_accounting: privacy loss distributions; calibration and Renyi accounting are in modules of their own."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TYPE_CHECKING

from dpexact.crosscheck import sampled, truths
from dpexact.crosscheck.adapters.dp_accounting_calibration import CALIBRATION, PARAMETERS
from dpexact.crosscheck.adapters.dp_accounting_renyi import RENYI
from dpexact.crosscheck.library import Library
from dpexact.crosscheck.probe import Probe
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.exact import exact
from dpexact.privacy.divergence import hockey_stick

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from dpexact.crosscheck.probe import Kind, Truth
    from dpexact.numbers.exact import Exact

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


def _response(noise: Exact, buckets: Exact, epsilon: Exact) -> Truth:
    return truths.formula("max(0, 1 - p + p/k - exp(e)*p/k)", p=noise, k=buckets, e=epsilon)


def _estimated(
    name: str, what: str, lines: str, truth: Callable[..., object], again: str, kind: Kind = "delta"
) -> tuple[Probe, ...]:
    """The pessimistic and the optimistic estimate; `[flag]` stands for whether it is the first."""
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
