"""Right implementations in doubles, as a library might have them, which `power.py` breaks."""

import math
from collections.abc import Callable
from typing import Any

Doubles = list[float]


def laplace(scale: float, sensitivity: float, epsilon: float, rate: float = 1.0, relation: str = "") -> float:
    loss = sensitivity / scale
    if rate == 1.0:
        return max(0.0, -math.expm1((epsilon - loss) / 2))
    if rate == 0.0:
        return 0.0
    odds = (math.expm1(epsilon) + rate) / rate
    remove = 0.0 if math.log(odds) >= loss else -rate * math.expm1((math.log(odds) - loss) / 2)
    left = rate - math.expm1(epsilon) * (1 - rate)
    if left <= 0:
        add = 0.0
    else:
        turn = epsilon + math.log(rate) - math.log(left)
        add = 0.0 if turn >= loss else -left * math.expm1((turn - loss) / 2)
    if relation == "remove":
        return remove
    if relation == "add":
        return add
    return max(remove, add)


def discrete_laplace(decay: float, sensitivity: float, epsilon: float) -> float:
    best = 0.0
    last = int((sensitivity - epsilon / decay) / 2)
    for cut in range(max(last - 2, 0), min(last + 3, int(sensitivity))):
        inside = 1 + math.exp(-decay) - math.exp(-decay * (cut + 1)) - math.exp(epsilon - decay * (sensitivity - cut))
        best = max(best, inside / (1 + math.exp(-decay)))
    return best


def zcdp(rho: float, delta: float, conversion: str) -> float:
    if rho == 0 or delta == 0:
        return 0.0 if rho == 0 else math.inf
    if conversion == "simple":
        return rho + 2 * math.sqrt(rho * math.log(1 / delta))
    low, high = 0.0, math.sqrt(-math.log(delta) / rho)
    for _ in range(200):
        x = (low + high) / 2
        low, high = (low, x) if rho * x * x + math.log1p(x) + math.log(delta) > 0 else (x, high)
    return max(0.0, rho * (1 + x) - (math.log(delta) + math.log1p(x)) / x + math.log(x / (1 + x)))


def renyi(order: float, rate: float, sigma: float) -> float | None:
    if order != int(order):
        return None
    n = int(order)
    if rate in {0.0, 1.0}:
        return n * rate / (2 * sigma**2)
    logs = [math.log(math.comb(n, k)) + k * math.log(rate) + (n - k) * math.log1p(-rate) for k in range(n + 1)]
    grown = [(k * k - k) / (2 * sigma**2) for k in range(n + 1)]
    most = max(a + b for a, b in zip(logs, grown, strict=True))
    if most < 600:
        small = [math.exp(a) * math.expm1(b) for a, b in zip(logs, grown, strict=True) if b < 1]
        large = [math.exp(a + b) - math.exp(a) for a, b in zip(logs, grown, strict=True) if b >= 1]
        return math.log1p(math.fsum(small + large)) / (n - 1)
    return (most + math.log(math.fsum(math.exp(a + b - most) for a, b in zip(logs, grown, strict=True)))) / (n - 1)


def basic(epsilon: float, count: float) -> float:
    product = epsilon * count
    return product if product in {0.0, math.inf} else math.nextafter(product, math.inf)


def advanced(epsilon: float, count: float, delta: float) -> float:
    if epsilon == 0:
        return 0.0
    return epsilon * math.sqrt(2 * count * -math.log(delta)) + count * epsilon * math.expm1(epsilon)


def optimal(epsilon: float, delta: float, count: float, total_epsilon: float) -> float:
    n = int(count)
    log_total = n * (epsilon + math.log1p(math.exp(-epsilon)))
    hidden = math.fsum(
        -math.comb(n, l) * math.exp((n - l) * epsilon - log_total) * math.expm1(total_epsilon - (n - 2 * l) * epsilon)
        for l in range(n + 1)
        if (n - 2 * l) * epsilon > total_epsilon
    )
    given_away = -math.expm1(n * math.log1p(-delta))
    return given_away + (1 - given_away) * hidden


def randomized_response(truth: float, categories: float) -> float:
    if truth in {0.0, 1.0}:
        return math.inf
    lie = (1 - truth) / (categories - 1)
    return abs(math.log1p((truth - lie) / lie) if abs(truth - lie) < lie / 2 else math.log(truth / lie))


def privacy_delta(p: Doubles, q: Doubles, epsilon: float) -> float:
    return math.fsum(max(0.0, (a - b) - b * math.expm1(epsilon)) if b else a for a, b in zip(p, q, strict=True))


def verdict(p: Doubles, q: Doubles, exp_epsilon: float, delta: float) -> bool:
    forth = math.fsum(max(0.0, a - exp_epsilon * b) for a, b in zip(p, q, strict=True))
    back = math.fsum(max(0.0, b - exp_epsilon * a) for a, b in zip(p, q, strict=True))
    return forth <= delta and back <= delta


def binomial(trials: float, sensitivity: float, epsilon: float) -> float:
    n, shift = int(trials), int(sensitivity)
    parts = []
    for z in range(n + 1):
        other = math.comb(n, z - shift) / 2**n if z >= shift else 0.0
        mass = math.comb(n, z) / 2**n
        if mass == 0.0 or (other > 0 and epsilon >= math.log(mass / other)):
            continue
        parts.append(mass - math.exp(epsilon) * other)
    return math.fsum(parts)


def exponential(epsilon: float, sensitivity: float, scores: Doubles, index: float) -> float:
    weights = [math.exp(epsilon * (score - max(scores)) / (2 * sensitivity)) for score in scores]
    return weights[int(index)] / math.fsum(weights)


def permute_and_flip(epsilon: float, sensitivity: float, scores: Doubles, index: float) -> float:
    weights = [math.exp(epsilon * (score - max(scores)) / (2 * sensitivity)) for score in scores]
    own = weights.pop(int(index))
    nodes = 64
    total = 0.0
    for node in range(1, nodes + 1):  # Chebyshev's nodes, with Fejer's weights
        angle = (2 * node - 1) * math.pi / (2 * nodes)
        weight = 1 - 2 * math.fsum(math.cos(2 * k * angle) / (4 * k * k - 1) for k in range(1, nodes // 2 + 1))
        u = (1 - math.cos(angle)) / 2
        total += weight / nodes * math.prod(1 - w * u for w in weights)
    return own * total


def laplace_threshold(scale: float, threshold: float) -> float:
    if threshold >= 1:
        return math.exp((1 - threshold) / scale) / 2
    return 1 - math.exp((threshold - 1) / scale) / 2


def gaussian_threshold(sigma: float, threshold: float) -> float:
    return math.erfc((threshold - 1) / (sigma * math.sqrt(2))) / 2


def discrete_laplace_threshold(decay: float, threshold: float, comparison: str) -> float:
    first = math.floor(threshold) if comparison == ">" else math.ceil(threshold) - 1
    if first > 0:
        return math.exp(-decay * first) / (1 + math.exp(-decay))
    return 1 - math.exp(-decay * (1 - first)) / (1 + math.exp(-decay))


def discrete_gaussian_threshold(sigma: float, threshold: float, comparison: str) -> float:
    first = math.floor(threshold) if comparison == ">" else math.ceil(threshold) - 1
    reach = int(40 * sigma) + 2
    masses = {z: math.exp(-(z**2) / (2 * sigma**2)) for z in range(-reach, reach + 1)}
    return math.fsum(mass for z, mass in masses.items() if z >= first) / math.fsum(masses.values())


def truncated_geometric(decay: float, upper: float, value: float, output: float) -> float:
    tail = math.exp(-decay * abs(output - value)) / (1 + math.exp(-decay))
    return tail if output in {0.0, upper} else -math.expm1(-decay) * tail


REFERENCES: dict[str, Callable[..., Any]] = {
    "laplace.delta": laplace,
    "discrete_laplace.delta": discrete_laplace,
    "zcdp.epsilon": zcdp,
    "rdp.subsampled_gaussian": renyi,
    "composition.basic_epsilon": basic,
    "composition.advanced_epsilon": advanced,
    "composition.optimal_delta": optimal,
    "randomized_response.epsilon": randomized_response,
    "privacy.delta": privacy_delta,
    "privacy.verdict": verdict,
    "binomial.delta": binomial,
    "exponential_mechanism.probability": exponential,
    "permute_and_flip.probability": permute_and_flip,
    "laplace.threshold": laplace_threshold,
    "gaussian.threshold": gaussian_threshold,
    "discrete_laplace.threshold": discrete_laplace_threshold,
    "discrete_gaussian.threshold": discrete_gaussian_threshold,
    "truncated_geometric.probability": truncated_geometric,
}
