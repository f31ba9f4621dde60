"""How the parameters of each family are drawn, by arithmetic that rounds alike on every machine."""

import math
from collections.abc import Callable
from random import Random
from typing import Any

Parameters = dict[str, Any]  # a double, a list of doubles or a word
Draw = Callable[["Chance"], Parameters]


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
        return float(self.word(near, 1 - near, self.between(0, 1)))

    def delta(self) -> float:
        """Return a delta of any size, or of one that is in use, as often."""
        return float(self.word(self.log(1e-300, 0.9), self.log(1e-16, 0.1)))

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

    def scores(self) -> Parameters:
        """Return scores of two to eight candidates, and one of these."""
        scores = [self.word(self.between(-10, 10), float(self.random.randint(0, 9))) for _ in range(2)]
        scores += [self.between(-10, 10) for _ in range(self.random.randint(0, 6))]
        size = len(scores)
        given = {"epsilon": self.log(1e-4, 100), "sensitivity": self.log(0.1, 10), "scores": scores}
        return {**given, "index": float(self.random.randrange(size))}

    def passing(self, reach: float) -> Parameters:
        """Return a threshold, an integer as often as not, and a comparison."""
        threshold = 1 + self.between(-reach / 8, reach)
        return {"threshold": self.word(threshold, float(round(threshold))), "comparison": self.word(">", ">=")}


def _laplace(chance: Chance) -> Parameters:
    loss, scale = chance.log(1e-6, 600), chance.log(1e-3, 1e3)
    given: Parameters = {"scale": scale, "sensitivity": loss * scale, "epsilon": loss * chance.between(0, 1)}
    if chance.word(True, False):
        given["rate"] = chance.share()
        given["epsilon"] *= chance.word(1.0, given["rate"])
        given |= chance.word({"relation": "remove"}, {"relation": "add"}, {})
    return given


def _renyi_epsilon(chance: Chance) -> Parameters:
    orders = sorted({chance.count(2, 128) for _ in range(4)} | set(chance.word([], [], [1 + chance.log(0.1, 10)])))
    noise = {"rate": chance.log(1e-5, 1), "sigma": chance.log(0.5, 30), "steps": chance.count(1, 100_000)}
    return {
        **noise,
        "delta": chance.log(1e-18, 0.1),
        "orders": orders,
        "conversion": chance.word("mironov", "optimal"),
    }


def _optimal_delta(chance: Chance) -> Parameters:
    epsilon, count = chance.log(1e-4, 8), chance.count(1, 120)
    delta = chance.word(0.0, chance.log(1e-20, 1e-2))
    total = epsilon * count * chance.between(0, 1)
    return {"epsilon": epsilon, "delta": delta, "count": count, "total_epsilon": total}


def _optimal_epsilon(chance: Chance) -> Parameters:
    delta, count = chance.word(0.0, chance.log(1e-20, 1e-4)), chance.count(1, 80)
    total = min(0.5, delta * count + chance.log(1e-20, 0.1))
    return {"epsilon": chance.log(1e-4, 8), "delta": delta, "count": count, "total_delta": total}


def _dp_sgd_delta(chance: Chance) -> Parameters:
    noise = chance.log(0.3, 30)
    rate, steps = chance.word((chance.log(1e-6, 0.99), 1.0), (1.0, chance.count(1, 1000)))
    shift = math.sqrt(steps) / noise
    epsilon = chance.past(shift, 30) * (rate if shift < 1 else 1.0)
    return {"noise_multiplier": noise, "rate": rate, "steps": steps, "epsilon": epsilon}


def _truncated_geometric(chance: Chance) -> Parameters:
    upper = chance.count(1, 200)
    output = chance.word(0.0, upper, float(chance.random.randint(0, int(upper))))
    decay, value = chance.log(1e-9, 3), float(chance.random.randint(0, int(upper)))
    return {"decay": decay, "upper": upper, "value": value, "output": output}


FAMILIES: dict[str, Draw] = {
    "gaussian.delta": lambda c: {
        "sigma": (sigma := c.log(1e-3, 1e4)), "sensitivity": (s := c.log(1e-2, 1e2)),
        "epsilon": c.word(c.log(1e-8, 700), c.past(s / sigma, 36)),
    },
    "gaussian.epsilon": lambda c: {
        "sigma": c.log(1e-1, 1e3), "sensitivity": c.log(1e-1, 10), "delta": c.delta()
    },
    "gaussian.sigma": lambda c: {
        "epsilon": c.log(1e-6, 700), "delta": c.delta(), "sensitivity": c.log(1e-2, 1e2)
    },
    "laplace.delta": _laplace,
    "discrete_gaussian.delta": lambda c: {
        "sigma": (sigma := c.log(0.2, 60)), "sensitivity": (s := c.count(1, 20)), "epsilon": c.past(s / sigma, 20)
    },
    "discrete_laplace.delta": lambda c: {
        "decay": (decay := c.log(1e-4, 30)), "sensitivity": (s := c.count(1, 60)),
        "epsilon": decay * s * c.between(0, 1),
    },
    "zcdp.epsilon": lambda c: {
        "rho": c.log(1e-8, 500), "delta": c.delta(), "conversion": c.word("simple", "optimal")
    },
    "rdp.subsampled_gaussian": lambda c: {
        "order": c.word(c.count(2, 300), c.count(2, 64), 1 + c.log(1e-2, 40)), "rate": c.log(1e-6, 1),
        "sigma": c.log(0.3, 1e4),
    },
    "rdp.subsampled_gaussian_epsilon": _renyi_epsilon,
    "composition.basic_epsilon": lambda c: {"epsilon": c.log(1e-12, 100), "count": c.count(1, 10**6)},
    "composition.advanced_epsilon": lambda c: {
        "epsilon": c.log(1e-10, 20), "count": c.count(1, 10**6), "delta": c.delta()
    },
    "composition.optimal_delta": _optimal_delta,
    "composition.optimal_epsilon": _optimal_epsilon,
    "composition.finite_delta": lambda c: {**c.laws(3, 12), "count": c.count(1, 9), "epsilon": c.log(1e-3, 5)},
    "randomized_response.epsilon": lambda c: {"truth": c.share(), "categories": c.count(2, 1000)},
    "rappor.epsilon": lambda c: {"f": c.share(), "p": c.share(), "q": c.share(), "hashes": c.count(1, 8)},
    "dp_sgd.delta": _dp_sgd_delta,
    "dp_sgd.epsilon": lambda c: {
        "noise_multiplier": c.log(0.3, 30), "rate": 1.0, "steps": c.count(1, 10_000), "delta": c.log(1e-30, 0.1)
    },
    "privacy.delta": lambda c: {**c.laws(5, c.word(6, 20, 40)), "epsilon": c.log(1e-9, 5)},
    "privacy.epsilon": lambda c: {**c.laws(5, c.word(6, 20, 40)), "delta": c.word(0.0, c.log(1e-12, 0.5))},
    "shuffled.delta": lambda c: {
        "local_epsilon": (local := c.log(0.01, 9)), "users": c.count(1, 400),
        "epsilon": local * c.word(c.between(0, 1), 0.1, 0.01),
    },
    "binomial.delta": lambda c: {
        "trials": (n := c.count(1, 2000)), "sensitivity": (s := c.count(1, 6)),
        "epsilon": c.past(2 * s / math.sqrt(n), 12),
    },
    "skellam.delta": lambda c: {
        "variance": (v := c.log(0.01, 1000)), "sensitivity": (s := c.count(1, 6)),
        "epsilon": min(3.0, c.past(s / math.sqrt(v), 10)),
    },
    "exponential_mechanism.probability": Chance.scores,
    "permute_and_flip.probability": Chance.scores,
    "laplace.threshold": lambda c: {
        "scale": (scale := c.log(1e-2, 1e3)), "threshold": 1 + scale * c.word(c.between(-40, 600), c.between(-2, 4))
    },
    "gaussian.threshold": lambda c: {
        "sigma": (sigma := c.log(1e-2, 1e3)), "threshold": 1 + sigma * c.word(c.between(-9, 37), c.between(-2, 4))
    },
    "discrete_laplace.threshold": lambda c: {
        "decay": (decay := c.log(0.02, 20)), **c.passing(max(3.0, c.word(30, 600) / decay))
    },
    "discrete_gaussian.threshold": lambda c: {
        "sigma": (sigma := c.log(0.2, 40)), **c.passing(max(3.0, sigma * c.word(5, 30)))
    },
    "truncated_geometric.probability": _truncated_geometric,
    # few bits, so that the least delta is often a double:
    "privacy.verdict": lambda c: {**c.laws(4, 10), "exp_epsilon": 1 + c.random.randrange(48) / 16},
}  # fmt: skip
