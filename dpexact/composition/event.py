"""Events of dp_accounting and the history of an accountant of Opacus, as compositions of the laws that they name.

An event is `SelfComposedDpEvent(event=PoissonSampledDpEvent(sampling_probability=0.01, event=...), count=100)` and its
kin, with its fields as the parameters. A history is a list of (noise multiplier, sample rate, steps). The noise of both
is for the norm of one record that is added or removed. To replace it changes the sum by up to twice as much.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import reduce
from operator import mul

from dpexact.composition.dominating import POISSON, DominatingPair
from dpexact.composition.named import (
    LAWS,
    discrete_laplace,
    epsilon_delta,
    gaussian,
    gaussian_mixture,
    laplace,
    randomized_response,
)
from dpexact.errors import ParameterError
from dpexact.laws.parameters import integer
from dpexact.numbers.epsilon import probability
from dpexact.numbers.exact import Exact

MAX_RUNS = 10**12
REFUSED = {
    "SampledWithoutReplacementDpEvent": (
        "write without_replacement(gaussian(sigma, sensitivity=...), batch=..., examples=...) with the sensitivity of "
        "the sum if a record is replaced, since the event's noise multiplier is for the norm of one record"
    ),
    "SingleEpochTreeAggregationDpEvent": (
        "write gaussian(sigma)**depth with the number of nodes that one record is in, if it is replaced by zero"
    ),
}
NOISE = "gaussian", "laplace", "discrete_laplace"  # of which a Poisson sample has a law


def composed(events: Sequence[DominatingPair]) -> DominatingPair:
    """Return the composition of several, with equal ones counted together."""
    keys = [(str(pair), pair.relation) for pair in events]
    known, counts = dict(zip(keys, events, strict=True)), Counter(keys)
    return reduce(mul, (known[key] ** count for key, count in counts.items())) if counts else epsilon_delta(0) ** 0


def history(entries: Sequence[Sequence[Exact]]) -> DominatingPair:
    """Return the composition of the steps that an accountant of Opacus notes."""
    pairs = []
    for place, entry in enumerate(entries):
        if len(entry) != 3:
            expected = "(noise multiplier, sample rate, steps), as an accountant of Opacus notes them"
            raise ParameterError(f"{len(entry)} numbers", place=f"history[{place}]", expected=expected)
        sigma, rate, steps = entry
        pairs.append(
            gaussian(sigma, rate=rate).for_relation(POISSON) ** integer(f"history[{place}]", steps, 0, MAX_RUNS)
        )
    return composed(pairs)


def _response(noise_parameter: Exact, num_buckets: Exact) -> DominatingPair:
    """Return randomized response, which draws from all buckets with the noise parameter as its probability."""
    lie = probability(noise_parameter, "noise_parameter")
    return randomized_response(1 - lie + lie / num_buckets, categories=num_buckets)


def _sample(sampling_probability: Exact, event: DominatingPair) -> DominatingPair:
    """Return a law at a rate. Several runs on one sample differ from runs on several samples."""
    rate = probability(sampling_probability, "sampling_probability")
    laws = [(law, count) for law, count in event.laws or () if count]
    if not laws:
        return event
    (law, count), *others = laws
    parameters = dict(law.written())
    if others or count > 1 or law.name not in NOISE or parameters["rate"] != "1":
        raise ParameterError(repr(event), place="event", expected=f"a sample of one run of one of {', '.join(NOISE)}")
    return LAWS[law.name](**(parameters | {"rate": rate})).for_relation(POISSON)


EVENTS: dict[str, Callable[..., DominatingPair]] = {
    "NoOpDpEvent": lambda: composed([]),
    "NonPrivateDpEvent": lambda: epsilon_delta(0, delta=1),
    "GaussianDpEvent": lambda noise_multiplier: gaussian(sigma=noise_multiplier).for_relation(POISSON),
    "LaplaceDpEvent": lambda noise_multiplier: laplace(scale=noise_multiplier).for_relation(POISSON),
    "DiscreteLaplaceDpEvent": lambda noise_parameter, sensitivity: discrete_laplace(
        noise_parameter, sensitivity=sensitivity
    ).for_relation(POISSON),
    "RandomizedResponseDpEvent": _response,
    "MixtureOfGaussiansDpEvent": lambda standard_deviation, sensitivities, sampling_probs: gaussian_mixture(
        standard_deviation, sensitivities=sensitivities, weights=sampling_probs
    ),
    "PoissonSampledDpEvent": _sample,
    "SelfComposedDpEvent": lambda event, count: event ** integer("count", count, 0, MAX_RUNS),
    "ComposedDpEvent": composed,
}
