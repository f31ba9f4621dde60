"""Right functions, at which every test passes, and wrong ones, at which some test fails: python3 example.py."""

import math
import sys
from pathlib import Path

from reader import check

FOLDER = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]


def laplace(scale, sensitivity, epsilon, rate=None, relation=None):
    return None if rate is not None else max(0.0, -math.expm1((epsilon - sensitivity / scale) / 2))


def naive_laplace(scale, sensitivity, epsilon, rate=None, relation=None):
    return None if rate is not None else max(0.0, 1 - math.exp((epsilon - sensitivity / scale) / 2))


def classical_sigma(epsilon, delta, sensitivity):
    return None if min(epsilon, delta) == 0 else sensitivity * math.sqrt(2 * math.log(1.25 / delta)) / epsilon


def basic(epsilon, count):
    product = epsilon * count
    return product if product == 0 or math.isinf(product) else math.nextafter(product, math.inf)


def simple(rho, delta):
    return 0.0 if rho == 0 else math.inf if delta == 0 else rho + 2 * math.sqrt(rho * -math.log(delta))


def zcdp(rho, delta, conversion):
    if conversion == "simple" or rho == 0 or delta == 0:
        return simple(rho, delta)
    low, high = 0.0, math.sqrt(-math.log(delta) / rho)
    for _ in range(200):
        x = (low + high) / 2
        low, high = (low, x) if rho * x * x + math.log1p(x) + math.log(delta) > 0 else (x, high)
    return max(0.0, rho * (1 + x) - (math.log(delta) + math.log1p(x)) / x + math.log(x / (1 + x)))


def threshold(decay, threshold, comparison):
    first = math.floor(threshold) if comparison == ">" else math.ceil(threshold) - 1
    if first > 0:
        return math.exp(-decay * first) / (1 + math.exp(-decay))
    return 1 - math.exp(-decay * (1 - first)) / (1 + math.exp(-decay))


def one_way(p, q, exp_epsilon, delta):
    return sum(max(0.0, a - exp_epsilon * b) for a, b in zip(p, q)) <= delta


def both_ways(p, q, exp_epsilon, delta):
    return one_way(p, q, exp_epsilon, delta) and one_way(q, p, exp_epsilon, delta)


SAFE, NEAR = {"safe": "larger"}, {"rel": 1e-6}
CASES = [
    ("right", "laplace.delta", "expm1", laplace, {}),
    ("wrong", "laplace.delta", "1 - exp", naive_laplace, {}),
    ("wrong", "gaussian.sigma", "the classical formula", classical_sigma, {"rel": math.inf, **SAFE}),
    ("right", "composition.basic_epsilon", "rounded up", basic, SAFE),
    (
        "wrong",
        "composition.basic_epsilon",
        "rounded to nearest",
        lambda **given: math.prod(given.values()),
        {"safe": "larger"},
    ),
    ("right", "zcdp.epsilon", "both conversions", zcdp, NEAR),
    (
        "wrong",
        "zcdp.epsilon",
        "always the simple conversion",
        lambda conversion, **given: simple(**given),
        NEAR,
    ),
    ("wrong", "zcdp.epsilon", "1e9 for infinity", lambda **given: min(zcdp(**given), 1e9), NEAR),
    (
        "wrong",
        "zcdp.epsilon",
        "NaN for infinity",
        lambda **given: zcdp(**given) * (1 + 0 * zcdp(**given)),
        NEAR,
    ),
    ("right", "discrete_laplace.threshold", "> and >=", threshold, {}),
    (
        "wrong",
        "discrete_laplace.threshold",
        "> for >=",
        lambda comparison, **given: threshold(**given, comparison=">"),
        {},
    ),
    (
        "right",
        "privacy.verdict",
        "both directions",
        both_ways,
        {},
    ),
    ("wrong", "privacy.verdict", "one direction", one_way, {}),
]

bad = 0
for kind, family, name, function, options in CASES:
    failed, asked = check(FOLDER / f"{family}.json", function, show=0, **options)
    print(f"{kind} {family}, {name}: {failed} of {asked} failed")
    bad += (failed > 0) == (kind == "right")
sys.exit(bad > 0)
