"""diffprivlib: the exact laws of its samplers of categories, and of unbounded geometric noise."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from dpexact.crosscheck import deltas, truths
from dpexact.crosscheck.probe import Probe
from dpexact.numbers.exact import exact

if TYPE_CHECKING:
    from dpexact.crosscheck.probe import Truth
    from dpexact.numbers.exact import Exact

DRAWS = """class Draw:
    def random(self):
        return self.value
draw = Draw()
def count(happens):  # of the draws k/2**53, those from the first on for which it happens
    low, high = -1, 2**53
    while high - low > 1:
        middle = (low + high)//2
        draw.value = middle*2.0**-53
        low, high = (low, middle) if happens() else (middle, high)
    return 2**53 - high
"""
DRAWN = "exact law of the sampler: random.SystemRandom.random gives k 2**-53, all k below 2**53 equally likely"


def ratio(first: Exact, second: Exact) -> Truth:
    """Log of the ratio of two counts of draws."""
    if first == 0 or second == 0:
        return exact(0) if first == second else math.inf
    return truths.formula("abs(log(second/first))", first=first, second=second)


RATIO = """a, b = {first}, {second}
truth = abs(log(mpf(b)/a)) if a and b else mpf(0) if a == b else inf"""
LAST = (
    "mechanism._rng = draw\n"
    "first, second = (2**53 - count(lambda: mechanism.randomise(value) != 'a') for value in ('a', 'b'))\n"
    "output = first/2**53"
)

SELECTION: tuple[Probe, ...] = (
    Probe(
        "ExponentialCategorical",
        "value",
        "the loss of the answer a, values a against b: a is far from all others, which are alike",
        "from diffprivlib.mechanisms import ExponentialCategorical\n"
        + DRAWS
        + "alike = [chr(98 + i) for i in range({alike})]\n"
        + "utility = [['a', value, 1.0] for value in alike]\n"
        + "utility += [[one, other, 0.0] for one in alike for other in alike if one < other]\n"
        + "mechanism = ExponentialCategorical(epsilon={epsilon}, utility_list=utility)\n"
        + LAST,
        ratio,
        RATIO,
        "larger",
        DRAWN,
        claim="epsilon",
        found=("first", "second"),
        delta=deltas.event,
        delta_again=deltas.EVENT,
    ),
    Probe(
        "ExponentialHierarchical",
        "value",
        "the loss of the answer a, values a against b: a stands alone, all others are of one branch",
        "from diffprivlib.mechanisms import ExponentialHierarchical\n"
        + DRAWS
        + "hierarchy = [['a'], [chr(98 + i) for i in range({alike})]]\n"
        + "mechanism = ExponentialHierarchical(epsilon={epsilon}, hierarchy=hierarchy)\n"
        + LAST,
        ratio,
        RATIO,
        "larger",
        DRAWN,
        claim="epsilon",
        found=("first", "second"),
        delta=deltas.event,
        delta_again=deltas.EVENT,
    ),
    Probe(
        "Geometric",
        "value",
        "the loss of the largest output that the value 1 has, values 0 against 1, sensitivity 1",
        "from diffprivlib.mechanisms import Geometric\n"
        + DRAWS
        + "mechanism = Geometric(epsilon={epsilon})\nmechanism._rng = draw\n"
        + "draw.value = 0.5 + 2.0**-53  # nearest to the logarithm's pole\ntop = mechanism.randomise(1)\n"
        + "def below(value):\n    return draw.value > 0.5 and mechanism.randomise(value) < top\n"
        + "first, second = (2**52 - 1 - count(lambda: below(value)) for value in (0, 1))\noutput = second/2**53",
        ratio,
        RATIO,
        "larger",
        DRAWN,
        claim="epsilon",
        found=("first", "second"),
        delta=deltas.event,
        delta_again=deltas.EVENT,
    ),
)
