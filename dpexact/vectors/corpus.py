"""The files of the corpus, each family with its tests, and the index with their digests.

The parameters of each family are drawn by arithmetic that rounds alike on every machine. A test enters a file only if
bounds of dpexact show the doubles around the number and the second route confirms them. A double is written in
hexadecimal and as a decimal, so that every language reads the same one.
"""

import json
import math
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial
from hashlib import sha256
from itertools import chain, product
from pathlib import Path
from random import Random
from typing import Any, Literal

from dpexact.audit.quantities import QUANTITIES
from dpexact.errors import DPExactError, TooLargeError, UndecidedError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.enclosure import Enclosure, narrowed
from dpexact.numbers.exact import Exact, exact
from dpexact.privacy.verdict import Proved, Undecided
from dpexact.privacy.verify import verify
from dpexact.vectors.by_mpmath import confirms, largest_excess

Parameters = dict[str, Any]  # a double, a list of doubles or a word
FORMAT = "dpexact-vectors/1"
VERSION = "1.0.0"
VERDICT = "privacy.verdict"
WORDS = ("relation", "conversion", "comparison")
LISTS = ("scores", "orders")
COUNT = 135  # drawn tests of a family
VERDICTS = 20  # drawn pairs of laws, each with claims at and on both sides of its least delta
TRIVIAL_EVERY = 20  # drawn tests of which one may be 0 or 1
EDGE = 1 - 2.0**-53
Test = tuple[list[str], Parameters]
AROUND_BITS = 128
MOST_BITS = 1 << 13
DIGITS = 25
Pair = tuple[float, float]
NAMED = {quantity.name: quantity for quantity in QUANTITIES}
TOLD: Any = tomllib.loads(Path(__file__).with_name("families.toml").read_text(encoding="utf-8"))


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
        parameters = {"epsilon": self.log(1e-4, 100), "sensitivity": self.log(0.1, 10), "scores": scores}
        return {**parameters, "index": float(self.random.randrange(size))}

    def passing(self, reach: float) -> Parameters:
        """Return a threshold, an integer as often as not, and a comparison."""
        threshold = 1 + self.between(-reach / 8, reach)
        return {"threshold": self.word(threshold, float(round(threshold))), "comparison": self.word(">", ">=")}


def _laplace(chance: Chance) -> Parameters:
    loss, scale = chance.log(1e-6, 600), chance.log(1e-3, 1e3)
    parameters: Parameters = {"scale": scale, "sensitivity": loss * scale, "epsilon": loss * chance.between(0, 1)}
    if chance.word(True, False):
        parameters["rate"] = chance.share()
        parameters["epsilon"] *= chance.word(1.0, parameters["rate"])
        parameters |= chance.word({"relation": "remove"}, {"relation": "add"}, {})
    return parameters


def _renyi_epsilon(chance: Chance) -> Parameters:
    orders = sorted({chance.count(2, 128) for _ in range(4)} | set(chance.word([], [], [1 + chance.log(0.1, 10)])))
    noise = {"rate": chance.log(1e-5, 1), "sigma": chance.log(0.5, 30), "steps": chance.count(1, 100_000)}
    return {**noise, "delta": chance.log(1e-18, 0.1), "orders": orders, "conversion": chance.word("mironov", "optimal")}


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


FAMILIES: dict[str, Callable[[Chance], Parameters]] = {
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


def written(
    target: Path, names: Sequence[str], count: int = COUNT, seed: int = 1, processes: int = 2
) -> dict[str, dict[str, Any]]:
    """Write the files of these families and the index of all files in the folder, and return its entries."""
    with ProcessPoolExecutor(processes) as pool:
        for files in pool.map(partial(files_of, count=count, seed=seed), names):
            for place, text in files.items():
                path = target / place
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="\n")
    listed = {
        name: {
            "file": f"{name}.json",
            "tests": len(json.loads((target / f"{name}.json").read_text(encoding="utf-8"))["tests"]),
            "sha256": sha256((target / f"{name}.json").read_bytes()).hexdigest(),
        }
        for name in FAMILIES
        if (target / f"{name}.json").is_file()
    }
    index = json.dumps({"version": VERSION, "families": listed}, indent=1) + "\n"
    (target / "index.json").write_text(index, encoding="utf-8", newline="\n")
    return listed


def files_of(name: str, count: int = COUNT, seed: int = 1) -> dict[str, str]:
    """Return the text of the file of a family by its name, and those of the certificates it refers to.

    Raises DPExactError if both routes disagree about a test.
    """
    told = TOLD["family"][name]
    certificates: dict[str, str] = {}
    chance = Chance(f"{seed}/{name}")
    if name == VERDICT:
        tests = list(_verdicts(chance, min(count, VERDICTS), certificates))
        known = {"quantity": name, "reference": "Dwork and Roth (2014), Definition 2.4", "safe": "neither"}
    else:
        quantity = NAMED[name]
        aimed = ((*test, _around(name, test[1])) for test in _aimed(told))
        tests = [_shown_number(name, *test) for test in chain(aimed, _drawn(name, count, chance))]
        safe = quantity.privacy_direction.removesuffix("-is-safe")
        known = {"quantity": name, "reference": quantity.reference, "safe": safe}
    flags = sorted({flag for test in tests for flag in test["flags"]} - {"drawn"})
    head = {
        "format": FORMAT,
        "family": name,
        **known,
        **({"kind": "verdict"} if name == VERDICT else {}),
        "definition": told["definition"],
        "relation": told["relation"],
        "notes": {flag: TOLD["flags"][flag] for flag in flags},
    }
    lines = [
        json.dumps({"id": f"{name}/{place:04}", **test}, separators=(",", ":")) for place, test in enumerate(tests, 1)
    ]
    start = json.dumps(head, indent=1).removesuffix("\n}")
    return {f"{name}.json": start + ',\n "tests": [\n' + ",\n".join(lines) + "\n ]\n}\n", **certificates}


def _aimed(told: Mapping[str, Any]) -> Iterator[Test]:
    """Yield the tests of each flag, one for each choice among the values that "|" separates."""
    for flag, values in told.items():
        if isinstance(values, dict):
            for chosen in product(*(text.split("|") for text in values.values())):
                yield [flag], {name: _read(name, text.strip()) for name, text in zip(values, chosen, strict=True)}


def _read(name: str, text: str) -> Any:
    if name in WORDS:
        return text
    return [float(part) for part in text.split(",")] if "," in text or name in LISTS else float(text)


def _drawn(name: str, count: int, chance: Chance) -> Iterator[tuple[list[str], Parameters, Pair]]:
    """Yield drawn tests with the doubles around their numbers, few of which are 0 or 1."""
    trivial = taken = 0
    is_probability = not name.endswith(("epsilon", "sigma", "gaussian"))
    while taken < count:
        parameters = FAMILIES[name](chance)
        try:
            lower, upper = _around(name, parameters)
        except (UndecidedError, TooLargeError):  # a number too near to 1 to be told from it, or out of reach
            continue
        if lower == 0 or (is_probability and lower >= EDGE):
            if trivial * TRIVIAL_EVERY > taken:
                continue
            trivial += 1
        taken += 1
        yield ["drawn"], parameters, (lower, upper)


def around(number: Exact | Enclosure | float) -> Pair:
    """Return the largest double up to a number and the least one from it on, the same double twice if it is one.

    Raises UndecidedError for an enclosure of which no bounds show that it is no double.
    """
    if isinstance(number, float):
        return number, number
    if isinstance(number, Exact) and number.is_rational():
        return _neighbors(number.as_fraction())
    lower, upper = narrowed(number, AROUND_BITS, MOST_BITS, _are_between_neighbors)
    if not _are_between_neighbors(lower, upper):
        came, expected = "bounds with a double between them", "the doubles around a number"
        raise UndecidedError(came, lower=lower, upper=upper, place="number", expected=expected)
    return _neighbors(lower)


def _are_between_neighbors(lower: Fraction, upper: Fraction) -> bool:
    """Return whether the interval is a point, or no double lies in it."""
    below, above = _neighbors(lower)
    return lower == upper or (_neighbors(upper) == (below, above) and below < lower and above > upper)


def _neighbors(number: Fraction) -> Pair:
    """Return the largest double up to a number and the least one from it on."""
    try:
        double = float(number)
    except OverflowError:
        double = math.inf if number > 0 else -math.inf
    below = double if double <= number else math.nextafter(double, -math.inf)
    return below, double if double >= number else math.nextafter(double, math.inf)


def parameter(double: float) -> dict[str, str]:
    """Return a double in hexadecimal as C99 writes it, and as the shortest decimal that is read as it."""
    return {"hex": hexadecimal(double), "decimal": repr(double)}


def bound(double: float, rounding: Literal["up", "down"]) -> dict[str, str]:
    """Return a double in hexadecimal and as a decimal of 25 digits, rounded "up" or "down"."""
    if math.isinf(double):
        return parameter(double)
    return {"hex": hexadecimal(double), "decimal": exact(Fraction(double)).decimal(DIGITS, rounding)}


def hexadecimal(double: float) -> str:
    """Return the double as `float.hex` writes it, without zeros at the end of its digits."""
    head, mark, exponent = double.hex().partition("p")
    return f"{head.rstrip('0').removesuffix('.')}{mark}{exponent}" if "." in head else double.hex()


def _around(name: str, parameters: Parameters) -> Pair:
    return around(NAMED[name].compute(**{key: _text(value) for key, value in parameters.items()}))


def _text(value: Any) -> str:
    """Return the exact text of a double, of each in a list, or a word as it is."""
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    return value if isinstance(value, str) else str(Fraction(value))


def _shown_number(name: str, flags: list[str], parameters: Parameters, doubles: Pair) -> dict[str, Any]:
    lower, upper = doubles
    if not confirms(name, parameters, lower, upper):
        raise _disagreement(name, f"{lower!r} and {upper!r} for {parameters}")
    entry = {"flags": flags, "parameters": _shown(parameters)}
    return {**entry, "lower": bound(lower, "down"), "upper": bound(upper, "up")}


def _shown(value: Any) -> Any:
    """Return parameters, a list, a double or a word as JSON has them."""
    match value:
        case dict():
            return {name: _shown(part) for name, part in value.items()}
        case list():
            return list(map(_shown, value))
        case str():
            return {"text": value}
    return parameter(value)


def _verdicts(chance: Chance, count: int, certificates: dict[str, str]) -> Iterator[dict[str, Any]]:
    """Yield claims at the least delta, or at the doubles around it, and one double further off on both sides."""
    drawn = ((["drawn"], FAMILIES[VERDICT](chance)) for _ in range(count))
    for flags, parameters in chain(_aimed(TOLD["family"][VERDICT]), drawn):
        p, q = (list(map(Fraction, parameters[name])) for name in "pq")
        E = Fraction(parameters["exp_epsilon"])
        mechanism = Mechanism.from_rows(["p", "q"], [*map(str, range(len(p)))], [p, q])
        least = max(largest_excess(p, q, E), largest_excess(q, p, E))
        below, above = around(exact(least))
        for delta in sorted({max(0.0, math.nextafter(below, 0)), below, above, min(1.0, math.nextafter(above, 2))}):
            verdict = verify(mechanism, NeighborGraph.complete(["p", "q"]), E, Fraction(delta))
            holds = least <= Fraction(delta)
            if isinstance(verdict, Proved) != holds or isinstance(verdict, Undecided):
                raise _disagreement(VERDICT, f"delta = {delta!r} and {parameters}")
            certificate = verdict.certificate()
            file = f"certificates/{len(certificates) + 1:04}.json"
            certificates[file] = certificate.to_json() + "\n"
            yield {
                "flags": flags,
                "parameters": _shown({**parameters, "delta": delta}),
                "result": "holds" if holds else "fails",
                "tie": least == Fraction(delta),
                "certificate": {"file": file, "digest": certificate.digest},
            }


def _disagreement(name: str, test: str) -> DPExactError:
    return DPExactError(test, place=name, expected="an answer that both routes give")
