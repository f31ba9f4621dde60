"""The laws of V_a and V_b for levels a < b, each a sum of coefficients times exponentials of distances.

A `Law` is read as an exact measure (`Law.measure`) and as SymPy expressions (`symbolic`). The paper prints these laws
rightly. Its misprints are in steps of proofs (docs/gradual_release.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import chain, combinations, pairwise
from operator import mul

from dpexact.errors import ParameterError
from dpexact.papers.gradual_release.measure import (
    ORIGIN,
    Blocks,
    ConeSum,
    Form,
    Levels,
    Measure,
    Ratio,
    between,
    decay,
    exponential,
    plus,
)

MAX_LEVELS = 8


@dataclass(frozen=True)
class Part:
    """A coefficient times the product of e^(-rate |u - v|) over (rate, u, v). The variables of each block are equal."""

    blocks: Blocks
    coefficient: Ratio
    decays: tuple[tuple[Form, str, str], ...]

    def density(self) -> ConeSum:
        """Return the density in the last variable of each block."""
        levels = self.coefficient.levels
        ends = {v: block[-1] for block in self.blocks for v in block}
        constant = exponential(levels, dict.fromkeys((block[-1] for block in self.blocks), levels.zero))
        factors = (decay(levels, rate, ends.get(a, a), ends.get(b, b)) for rate, a, b in self.decays)
        return reduce(mul, factors, constant).times(self.coefficient)


@dataclass(frozen=True)
class Law:
    """A measure, or a kernel from the variables `given`, as the sum of its parts."""

    levels: Levels
    parts: tuple[Part, ...]

    def measure(self) -> Measure:
        """Return the same, as sums of exponentials on cones. Guarantee: exact."""
        return Measure.of(self.levels, ((part.blocks, part.density()) for part in self.parts))


def laplace(levels: Levels, a: str, x: str = "x") -> Law:
    """Make (17), the density (a/2) e^(-a |x|)."""
    return Law(levels, (Part(((x,),), levels[a] / 2, ((levels.form(a), x, ORIGIN),)),))


def joint(levels: Levels, a: str, b: str, x: str = "x", y: str = "y") -> Law:
    """Make (20), (V_a, V_b) for a < b, with the part on the diagonal.

    a^2/(2 b) e^(-b |y|) on x = y, and a (b^2 - a^2)/(4 b) e^(-a |x - y| - b |y|).
    """
    e1, e2, r1, r2 = levels[a], levels[b], levels.form(a), levels.form(b)
    on = Part(((x, y),), e1**2 / (e2 * 2), ((r2, y, ORIGIN),))
    off = Part(((x,), (y,)), e1 * (e2**2 - e1**2) / (e2 * 4), ((r1, x, y), (r2, y, ORIGIN)))
    return Law(levels, (on, off))


def relaxing(levels: Levels, a: str, b: str, x: str = "x", y: str = "y") -> Law:
    """Make (25), the law of V_b = y, given V_a = x."""
    e1, e2, r1, r2 = levels[a], levels[b], levels.form(a), levels.form(b)
    back = _minus(r1)
    on = Part(((x, y),), e1 / e2, ((r2, x, ORIGIN), (back, x, ORIGIN)))
    off = Part(((x,), (y,)), (e2**2 - e1**2) / (e2 * 2), ((r1, x, y), (r2, y, ORIGIN), (back, x, ORIGIN)))
    return Law(levels, (on, off))


def tightening(levels: Levels, a: str, b: str, x: str = "x", y: str = "y") -> Law:
    """Make (28), the law of V_a = x, given V_b = y, which depends on x - y only."""
    e1, e2 = levels[a], levels[b]
    on = Part(((x, y),), (e1 / e2) ** 2, ())
    off = Part(((x,), (y,)), (e2**2 - e1**2) * e1 / (e2**2 * 2), ((levels.form(a), x, y),))
    return Law(levels, (on, off))


def markov(levels: Levels, variables: tuple[str, ...]) -> Law:
    """Make (36), the law of (V_1, ..., V_m) at the levels in order, a part for each set of steps without a change.

    Raises: ParameterError past 8 levels, or if levels and variables are not as many.
    """
    names = levels.names
    if len(names) != len(variables) or len(names) > MAX_LEVELS:
        came = f"{len(variables)} variables and {len(names)} levels"
        expected = f"a variable for each of at most {MAX_LEVELS} levels"
        raise ParameterError(came, place="markov", expected=expected)
    steps = range(len(names) - 1)
    subsets = chain.from_iterable(combinations(steps, size) for size in reversed(range(len(names))))
    return Law(levels, tuple(_chain(levels, variables, still) for still in subsets))


def _chain(levels: Levels, variables: tuple[str, ...], still: tuple[int, ...]) -> Part:
    """Multiply l_1(v1) by the kernels (25), without a change in the steps `still`."""
    names = levels.names
    coefficient, decays = levels[names[0]] / 2, [(levels.form(names[0]), variables[0], ORIGIN)]
    blocks = [[variables[0]]]
    for i, (a, b) in enumerate(pairwise(names)):
        part = relaxing(levels, a, b, variables[i], variables[i + 1]).parts[0 if i in still else 1]
        coefficient = coefficient * part.coefficient
        decays.extend(part.decays)
        if i in still:
            blocks[-1].append(variables[i + 1])
        else:
            blocks.append([variables[i + 1]])
    ends = {v: block[-1] for block in blocks for v in block}
    return Part(tuple(map(tuple, blocks)), coefficient, _collected(decays, ends))


def _collected(decays: list[tuple[Form, str, str]], ends: dict[str, str]) -> tuple[tuple[Form, str, str], ...]:
    """Return the same product with one factor for each distance, those with rate 0 left out."""
    rates: dict[tuple[str, str], Form] = {}
    for rate, a, b in decays:
        pair = (ends.get(a, a), ends.get(b, b))
        rates[pair] = plus(rates[pair], rate) if pair in rates else rate
    return tuple((rate, a, b) for (a, b), rate in rates.items() if any(rate))


@dataclass(frozen=True)
class Branch:
    """A case of Algorithm 1, its probability (a function of |x|) and the density of z = sgn(x) y, for x > 0.

    The first case returns y = x, without a density.
    """

    probability: ConeSum
    weight: ConeSum | None


def branches(levels: Levels, a: str, b: str) -> tuple[Branch, ...]:
    """Return the four cases of Algorithm 1 for x > 0, each with its probability and probability times density of y.

    A weight is the printed unnormalised density, times the printed probability over the integral of that density.
    `weight` integrates to `probability`. Guarantee: exact.
    """
    e1, e2, r1, r2 = levels[a], levels[b], levels.form(a), levels.form(b)
    back, more = _minus(plus(r2, _minus(r1))), plus(r1, r2)  # -(e2 - e1), e1 + e2
    positive = between(levels, ORIGIN, "x")
    fall = exponential(levels, {"x": back}) * positive
    half, rest = (e2 - e1) / (e2 * 2), (e1 + e2) / (e2 * 2)
    down = exponential(levels, {"y": more}) * between(levels, "y", ORIGIN, "x")
    slow = exponential(levels, {"y": back}) * between(levels, ORIGIN, "y", "x")
    # e^(-(e2-e1) x) (e1+e2) e^((e1+e2)(x-y)) = (e1+e2) e^(2 e1 x - (e1+e2) y)
    up = exponential(levels, {"x": plus(r1, r1), "y": _minus(more)}) * between(levels, ORIGIN, "x", "y")
    return (
        Branch(fall.times(e1 / e2), None),
        Branch(positive.times(half), down.times(half * (e1 + e2))),
        Branch(positive.times(rest) + fall.times(-rest), slow.times(rest * (e2 - e1))),
        Branch(fall.times(half), up.times(half * (e1 + e2))),
    )


def _minus(form: Form) -> Form:
    return tuple(-r for r in form)
