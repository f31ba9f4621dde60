"""How the parameters of each family are drawn, by arithmetic that rounds alike on every machine."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any

Parameters = dict[str, Any]  # a double, a list of doubles or a word
Draw = Callable[["Chance"], Parameters]

FAMILIES: dict[str, Draw] = {}


class Chance:
    """A seeded source of doubles, which uses no logarithm, so that the platform's library has no say."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)  # noqa: S311 - vectors are drawn again from their seed

    def log(self, low: float, high: float) -> float:
        """Return a double, its exponent of 2 uniform and its digits uniform below, in [low, high]."""
        first, last = math.frexp(low)[1], math.frexp(high)[1]
        while True:
            number = math.ldexp(self.random.uniform(0.5, 1), self.random.randint(first, last))
            if low <= number <= high:
                return number

    def between(self, low: float, high: float) -> float:
        """Return a double, uniform in [low, high]."""
        return self.random.uniform(low, high)

    def count(self, low: int, high: int) -> float:
        """Return an integer as a double, small ones more often."""
        return float(int(self.log(low, high + 0.99)))

    def word(self, *words: Any) -> Any:
        """Return one of the words."""
        return self.random.choice(words)

    def share(self) -> float:
        """Return a probability, near 0 or near 1 as often as in between."""
        near = self.log(2.0**-50, 0.5)
        return self.word(near, 1 - near, self.between(0, 1))

    def law(self, size: int, bits: int) -> list[float]:
        """Return so many probabilities, multiples of 2^-bits that sum to 1."""
        cuts = sorted(self.random.randrange(2**bits + 1) for _ in range(size - 1))
        return [(b - a) / 2**bits for a, b in zip([0, *cuts], [*cuts, 2**bits], strict=True)]

    def laws(self, most: int, bits: int) -> Parameters:
        """Return two laws of a few outcomes."""
        size = self.random.randint(2, most)
        return {"p": self.law(size, bits), "q": self.law(size, bits)}

    def past(self, shift: float, most: float) -> float:
        """Return an epsilon >= 0 that the loss of Gaussian noise exceeds beyond some standard deviations."""
        return max(0.0, shift * (shift / 2 + self.between(-shift / 2 if shift < 6 else -3, most)))


def drawn(name: str) -> Callable[[Draw], Draw]:
    """Enter a function under the name of its quantity."""

    def entered(draw: Draw) -> Draw:
        FAMILIES[name] = draw
        return draw

    return entered


@drawn("gaussian.delta")
def _gaussian_delta(chance: Chance) -> Parameters:
    sigma, sensitivity = chance.log(1e-3, 1e4), chance.log(1e-2, 1e2)
    epsilon = chance.word(chance.log(1e-8, 700), chance.past(sensitivity / sigma, 36))
    return {"sigma": sigma, "sensitivity": sensitivity, "epsilon": epsilon}


@drawn("gaussian.epsilon")
def _gaussian_epsilon(chance: Chance) -> Parameters:
    return {"sigma": chance.log(1e-1, 1e3), "sensitivity": chance.log(1e-1, 10), "delta": chance.log(1e-300, 0.9)}


@drawn("gaussian.sigma")
def _gaussian_sigma(chance: Chance) -> Parameters:
    return {"epsilon": chance.log(1e-6, 700), "delta": chance.log(1e-300, 0.9), "sensitivity": chance.log(1e-2, 1e2)}


@drawn("laplace.delta")
def _laplace_delta(chance: Chance) -> Parameters:
    loss = chance.log(1e-6, 600)
    scale = chance.log(1e-3, 1e3)
    given: Parameters = {"scale": scale, "sensitivity": loss * scale, "epsilon": loss * chance.between(0, 1)}
    if chance.word(True, False):
        given["rate"] = chance.share()
        given["epsilon"] *= chance.word(1.0, given["rate"])
        given |= chance.word({"relation": "remove"}, {"relation": "add"}, {})
    return given


@drawn("discrete_gaussian.delta")
def _discrete_gaussian_delta(chance: Chance) -> Parameters:
    sigma, sensitivity = chance.log(0.2, 60), chance.count(1, 20)
    return {"sigma": sigma, "sensitivity": sensitivity, "epsilon": chance.past(sensitivity / sigma, 20)}


@drawn("discrete_laplace.delta")
def _discrete_laplace_delta(chance: Chance) -> Parameters:
    decay, sensitivity = chance.log(1e-4, 30), chance.count(1, 60)
    return {"decay": decay, "sensitivity": sensitivity, "epsilon": decay * sensitivity * chance.between(0, 1)}


@drawn("zcdp.epsilon")
def _zcdp_epsilon(chance: Chance) -> Parameters:
    return {
        "rho": chance.log(1e-8, 500),
        "delta": chance.log(1e-300, 0.9),
        "conversion": chance.word("simple", "optimal"),
    }


@drawn("rdp.subsampled_gaussian")
def _renyi(chance: Chance) -> Parameters:
    order = chance.word(chance.count(2, 300), chance.count(2, 64), 1 + chance.log(1e-2, 40))
    return {"order": order, "rate": chance.log(1e-6, 1), "sigma": chance.log(0.3, 60)}


@drawn("rdp.subsampled_gaussian_epsilon")
def _renyi_epsilon(chance: Chance) -> Parameters:
    orders = sorted({chance.count(2, 128) for _ in range(4)} | set(chance.word([], [], [1 + chance.log(0.1, 10)])))
    return {
        "rate": chance.log(1e-5, 1),
        "sigma": chance.log(0.5, 30),
        "steps": chance.count(1, 100_000),
        "delta": chance.log(1e-18, 0.1),
        "orders": orders,
        "conversion": chance.word("mironov", "optimal"),
    }


@drawn("composition.basic_epsilon")
def _basic_epsilon(chance: Chance) -> Parameters:
    return {"epsilon": chance.log(1e-12, 100), "count": chance.count(1, 10**6)}


@drawn("composition.advanced_epsilon")
def _advanced_epsilon(chance: Chance) -> Parameters:
    return {"epsilon": chance.log(1e-10, 20), "count": chance.count(1, 10**6), "delta": chance.log(1e-300, 0.9)}


@drawn("composition.optimal_delta")
def _optimal_delta(chance: Chance) -> Parameters:
    epsilon, count = chance.log(1e-4, 8), chance.count(1, 120)
    return {
        "epsilon": epsilon,
        "delta": chance.word(0.0, chance.log(1e-20, 1e-2)),
        "count": count,
        "total_epsilon": epsilon * count * chance.between(0, 1),
    }


@drawn("composition.optimal_epsilon")
def _optimal_epsilon(chance: Chance) -> Parameters:
    delta, count = chance.word(0.0, chance.log(1e-20, 1e-4)), chance.count(1, 80)
    total = min(0.5, delta * count + chance.log(1e-20, 0.1))
    return {"epsilon": chance.log(1e-4, 8), "delta": delta, "count": count, "total_delta": total}


@drawn("composition.finite_delta")
def _finite_delta(chance: Chance) -> Parameters:
    return {**chance.laws(3, 12), "count": chance.count(1, 9), "epsilon": chance.log(1e-3, 5)}


@drawn("randomized_response.epsilon")
def _randomized_response(chance: Chance) -> Parameters:
    return {"truth": chance.share(), "categories": chance.count(2, 1000)}


@drawn("rappor.epsilon")
def _rappor(chance: Chance) -> Parameters:
    shares = {name: chance.share() for name in ("f", "p", "q")}
    return {**shares, "hashes": chance.count(1, 8)}


@drawn("dp_sgd.delta")
def _dp_sgd_delta(chance: Chance) -> Parameters:
    noise = chance.log(0.3, 30)
    rate, steps = chance.word((chance.log(1e-6, 0.99), 1.0), (1.0, chance.count(1, 1000)))
    shift = math.sqrt(steps) / noise
    return {
        "noise_multiplier": noise,
        "rate": rate,
        "steps": steps,
        "epsilon": chance.past(shift, 30) * (rate if shift < 1 else 1.0),
    }


@drawn("dp_sgd.epsilon")
def _dp_sgd_epsilon(chance: Chance) -> Parameters:
    return {
        "noise_multiplier": chance.log(0.3, 30),
        "rate": 1.0,
        "steps": chance.count(1, 10_000),
        "delta": chance.log(1e-30, 0.1),
    }


@drawn("privacy.delta")
def _privacy_delta(chance: Chance) -> Parameters:
    return {**chance.laws(5, chance.word(6, 20, 40)), "epsilon": chance.log(1e-9, 5)}


@drawn("privacy.epsilon")
def _privacy_epsilon(chance: Chance) -> Parameters:
    return {**chance.laws(5, chance.word(6, 20, 40)), "delta": chance.word(0.0, chance.log(1e-12, 0.5))}


@drawn("shuffled.delta")
def _shuffled_delta(chance: Chance) -> Parameters:
    local, users = chance.log(0.01, 9), chance.count(1, 400)
    return {"local_epsilon": local, "users": users, "epsilon": local * chance.word(chance.between(0, 1), 0.1, 0.01)}


@drawn("binomial.delta")
def _binomial_delta(chance: Chance) -> Parameters:
    trials, sensitivity = chance.count(1, 2000), chance.count(1, 6)
    shift = 2 * sensitivity / math.sqrt(trials)
    return {"trials": trials, "sensitivity": sensitivity, "epsilon": chance.past(shift, 12)}


@drawn("skellam.delta")
def _skellam_delta(chance: Chance) -> Parameters:
    variance, sensitivity = chance.log(0.01, 1000), chance.count(1, 6)
    return {
        "variance": variance,
        "sensitivity": sensitivity,
        "epsilon": min(3.0, chance.past(sensitivity / math.sqrt(variance), 10)),
    }


def _scored(chance: Chance) -> Parameters:
    scores = [chance.word(chance.between(-10, 10), float(chance.random.randint(0, 9))) for _ in range(2)]
    scores += [chance.between(-10, 10) for _ in range(chance.random.randint(0, 6))]
    return {
        "epsilon": chance.log(1e-4, 100),
        "sensitivity": chance.log(0.1, 10),
        "scores": scores,
        "index": float(chance.random.randrange(len(scores))),
    }


drawn("exponential_mechanism.probability")(_scored)
drawn("permute_and_flip.probability")(_scored)


@drawn("laplace.threshold")
def _laplace_threshold(chance: Chance) -> Parameters:
    scale = chance.log(1e-2, 1e3)
    return {"scale": scale, "threshold": 1 + scale * chance.word(chance.between(-40, 600), chance.between(-2, 4))}


@drawn("gaussian.threshold")
def _gaussian_threshold(chance: Chance) -> Parameters:
    sigma = chance.log(1e-2, 1e3)
    return {"sigma": sigma, "threshold": 1 + sigma * chance.word(chance.between(-9, 37), chance.between(-2, 4))}


def _at_integers(chance: Chance, reach: float) -> Parameters:
    threshold = 1 + chance.between(-reach / 8, reach)
    return {"threshold": chance.word(threshold, float(round(threshold))), "comparison": chance.word(">", ">=")}


@drawn("discrete_laplace.threshold")
def _discrete_laplace_threshold(chance: Chance) -> Parameters:
    decay = chance.log(0.02, 20)
    return {"decay": decay, **_at_integers(chance, max(3.0, chance.word(30, 600) / decay))}


@drawn("discrete_gaussian.threshold")
def _discrete_gaussian_threshold(chance: Chance) -> Parameters:
    sigma = chance.log(0.2, 40)
    return {"sigma": sigma, **_at_integers(chance, max(3.0, sigma * chance.word(5, 30)))}


@drawn("truncated_geometric.probability")
def _truncated_geometric(chance: Chance) -> Parameters:
    upper = chance.count(1, 200)
    output = chance.word(0.0, upper, float(chance.random.randint(0, int(upper))))
    return {
        "decay": chance.log(1e-6, 3),
        "upper": upper,
        "value": float(chance.random.randint(0, int(upper))),
        "output": output,
    }


@drawn("privacy.verdict")
def _verdict(chance: Chance) -> Parameters:
    """Draw two laws and a factor with few bits, so that the least delta is often a double."""
    return {**chance.laws(4, 10), "exp_epsilon": 1 + chance.random.randrange(48) / 16}
