"""Random statements near the edge of what is true, with evidence, for compare.py; digests are added there.

Nothing here has to be right: a statement that is false, or evidence that shows nothing, is as good as a true one.
"""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import pairwise
from math import ceil, comb, erfc, exp, floor, inf, isfinite, log, prod, sqrt
from typing import Any

from dpexact.papers.rainbow import RainbowGraph, greatest_mechanism, lexicographic_mechanism

KINDS = ["private", "not-private", "tight-delta"]
Rng = random.Random
Term = tuple[tuple[int, ...], int]  # powers of t and the roots, coefficient
Sum = dict[tuple[int, ...], int]


class Generators:
    """t and roots as the format writes them, and their values as floats, which choose events only."""

    def __init__(self, rng: Rng) -> None:
        self.exponent = rng.choice([(0, 1), (1, 1), (1, 3), (5, 4)])
        bases = rng.choice([[], [], [], [(2, 1, 2)], [(3, 2, 3)], [(2, 1, 2), (5, 3, 3)]] * 3 + [[(4, 1, 2)]])
        self.roots = bases if self.exponent[0] or bases else []
        values = [exp(self.exponent[0] / self.exponent[1]), *((a / b) ** (1 / n) for a, b, n in self.roots)]
        self.values = values if self.roots else [*values, 1.0]

    def content(self) -> dict[str, Any]:
        """The key "generators"."""
        exponent, roots = [f"{k:x}" for k in self.exponent], [([f"{a:x}", f"{b:x}"], n) for a, b, n in self.roots]
        if len(roots) > 1:
            return {"exponent": exponent, "roots": [[*root] for root in roots]}
        base, degree = roots[0] if roots else (["1", "1"], 1)
        return {"exponent": exponent, "base": base, "degree": degree}

    def value(self, terms: dict[tuple[int, ...], int]) -> float:
        """A float near the value of a sum."""
        values = (c * prod(x**k for x, k in zip(self.values, powers, strict=True)) for powers, c in terms.items())
        return float(sum(values))

    def monomial(self, rng: Rng) -> tuple[int, ...]:
        """A power of t and of each root, 0 where there is none."""
        powers = [rng.randint(0, 2) if self.exponent[0] else 0]
        return (*powers, *(rng.randint(0, n - 1) for _, _, n in self.roots), *([] if self.roots else [0]))


def written(terms: dict[tuple[int, ...], int]) -> object:
    """A sum as the format writes it."""
    left = {powers: c for powers, c in terms.items() if c}
    if all(not any(powers) for powers in left):
        return f"{sum(left.values()):x}"
    return [[f"{c:x}", *powers] for powers, c in sorted(left.items())]


def plus(*parts: tuple[int, dict[tuple[int, ...], int]]) -> dict[tuple[int, ...], int]:
    """An integer combination of sums."""
    result: dict[tuple[int, ...], int] = {}
    for factor, terms in parts:
        for powers, c in terms.items():
            result[powers] = result.get(powers, 0) + factor * c
    return result


def quotient(value: Fraction) -> list[str]:
    """A rational number as the format writes it."""
    return [f"{value.numerator:x}", f"{value.denominator:x}"]


def sealed(statement: dict[str, Any], evidence: dict[str, Any]) -> dict[str, Any]:
    """A certificate without its digest."""
    new = statement.get("exp_epsilon") == "infinity" or "roots" in statement["generators"]
    return {"format": f"dpexact-certificate/{2 if new else 1}", "statement": statement, "evidence": evidence}


def mechanism(rng: Rng) -> dict[str, Any]:
    """Rows over 8; E is a monomial of t and roots, and more, or infinity; delta is at, above or below an excess."""
    outputs, inputs, gens = rng.randint(1, 4), rng.randint(1, 3), Generators(rng)
    rows = []
    for _ in range(inputs):
        cuts = sorted(rng.randint(0, 8) for _ in range(outputs - 1))
        rows.append([b - a for a, b in zip([0, *cuts], [*cuts, 8], strict=True)])
    if rng.random() < 0.1 and outputs > 1:  # perhaps below 0, with the right sum
        rows[0][0], rows[0][1] = rows[0][0] - 3, rows[0][1] + 3
    pairs = [[i, j] for i in range(inputs) for j in range(inputs) if rng.random() < 0.7]
    one, below = (0,) * len(gens.values), rng.choice([1, 1, 2])
    factor = plus((rng.randint(0, 2), {one: 1}), (1, {gens.monomial(rng): 1}))
    infinite, e = rng.random() < 0.2, gens.value(factor) / below
    events = []
    for i, j in pairs:
        best = [o for o in range(outputs) if (rows[j][o] == 0 if infinite else rows[i][o] > e * rows[j][o])]
        total = [sum(rows[k][o] for o in best) for k in (i, j)]
        events.append((total[0] - (0 if infinite else e * total[1]), [i, j], best, total))
    _, pair, event, (a, b) = max(events, default=(0.0, [0, 0], [], [0, 0]))
    step = rng.choice([0, 0, 0, 1, -1])
    delta = plus((8 * below * a + step, {one: 1}), (0 if infinite else -8 * b, factor))  # over 64 below
    if rng.random() < 0.2:
        event = [o for o in range(outputs) if rng.random() < 0.5]
    kind = rng.choice(KINDS)
    statement = {
        "kind": kind, "generators": gens.content(), "inputs": list(range(inputs)), "outputs": list(range(outputs)),
        "pairs": pairs, "exp_epsilon": "infinity" if infinite else [written(factor), f"{below:x}"],
        "delta": [written(delta), f"{64 * below:x}"],
        "weights": {"denominator": "8", "rows": [[f"{x:x}" for x in row] for row in rows]},
    }  # fmt: skip
    return sealed(statement, {} if kind == "private" or not pairs else {"pair": pair, "event": event})


def program(rng: Rng) -> dict[str, Any]:
    """A linear program with a point and a dual that fit, mostly; or with a Farkas vector; or with a ray."""
    n, m = rng.randint(1, 4), rng.randint(1, 4)
    signs = [rng.choice(["<=", "=", ">="]) for _ in range(m)]
    free = [j for j in range(n) if rng.random() < 0.3]
    a = [[rng.randint(-3, 3) for _ in range(n)] for _ in range(m)]
    x = [Fraction(rng.randint(-4 if j in free else 0, 4), rng.randint(1, 3)) for j in range(n)]
    y = [Fraction({"<=": -1, ">=": 1, "=": rng.choice([1, -1])}[s] * rng.randint(0, 3), 2) for s in signs]
    ax = [sum((k * z for k, z in zip(row, x, strict=True)), Fraction(0)) for row in a]
    slack = [0 if v else {"<=": 1, "=": 0, ">=": -1}[s] * rng.randint(0, 2) for v, s in zip(y, signs, strict=True)]
    ya = [sum((y[i] * a[i][j] for i in range(m)), Fraction(0)) for j in range(n)]
    kind = rng.choice(["optimum", "infeasible", "unbounded"])
    bounds: list[Fraction | int]
    if kind == "infeasible":
        bounds = [6 * (v > 0) - 6 * (v < 0) for v in y]
        a = [[0 if y[i] * a[i][j] > 0 or j in free else a[i][j] for j in range(n)] for i in range(m)]
        costs = [Fraction(rng.randint(-2, 2)) for _ in range(n)]
    else:
        bounds = [6 * (b + s) for b, s in zip(ax, slack, strict=True)]
        extra = [0 if j in free or x[j] else rng.randint(0, 2) for j in range(n)]
        costs = [c + e for c, e in zip(ya, extra, strict=True)]
    if rng.random() < 0.2:
        bounds[rng.randrange(m)] += rng.choice([-1, 1])

    def entries(vector: list[Any]) -> list[Any]:
        return [[j, f"{int(v):x}"] for j, v in enumerate(vector) if v]

    def vector(values: list[Fraction]) -> dict[str, Any]:
        if rng.random() < 0.5:
            return {"denominator": "6", "entries": entries([6 * v for v in values])}
        return {"entries": [[j, quotient(v)] for j, v in enumerate(values) if v]}

    rows = [[s, entries([6 * k for k in row]), f"{int(b):x}"] for s, row, b in zip(signs, a, bounds, strict=True)]
    statement = {
        "kind": f"linear-program-{kind}", "generators": {"exponent": ["0", "1"], "base": ["1", "1"], "degree": 1},
        "variables": list(range(n)), "free": free, "rows": rows,
        "objective": {"denominator": "2", "coefficients": entries([2 * c for c in costs])},
    }  # fmt: skip
    if kind == "infeasible":
        return sealed(statement, {"farkas": vector(y)})
    if kind == "unbounded":
        direction = [Fraction(rng.randint(-2 if j in free else 0, 2)) for j in range(n)]
        for row in rows:  # those that the direction leaves
            value = sum(int(k, 16) * direction[j] for j, k in row[1])
            row[0] = "<=" if value < 0 else ">=" if value > 0 else row[0]
        return sealed(statement, {"point": vector(x), "ray": vector(direction)})
    statement["value"] = quotient(sum((c * z for c, z in zip(costs, x, strict=True)), Fraction(0)))
    return sealed(statement, {"point": vector(x), "dual": vector(y)})


def greatest(rng: Rng) -> dict[str, Any]:
    """State which mechanism on a small random graph is greatest, as dpexact answers; seldom with a row exchanged."""
    size, colors = rng.randint(2, 4), rng.randint(2, 3)
    edges = {(i, i + 1) for i in range(size - 1)} | ({(0, size - 1)} if rng.random() < 0.3 else set())
    rainbows = {v: tuple(rng.sample(range(colors), colors)) for v in range(size)}
    fixed: dict[Any, dict[Any, object]] = {}
    for v in rng.sample(range(size), rng.randint(0, 2)):
        cuts = sorted(rng.randint(0, 6) for _ in range(colors - 1))
        fixed[v] = {o: Fraction(b - a, 6) for o, (a, b) in enumerate(zip([0, *cuts], [*cuts, 6], strict=True))}
    search = rng.choice([greatest_mechanism, lexicographic_mechanism])
    e, delta = rng.choice([1, 2, "3/2", "sqrt(2)", "exp(1/2)"]), rng.choice([0, "1/8"])
    document = json.loads(search(RainbowGraph(sorted(edges), rainbows), fixed, e, delta).certificate().to_json())
    statement = document["statement"]
    if "weights" in statement and fixed and rng.random() < 0.5:  # another row at a fixed input, perhaps private still
        rows = statement["weights"]["rows"]
        rows[rng.choice(statement["fixed"]["inputs"])] = rng.choice(rows)
    return {key: document[key] for key in ("format", "statement", "evidence")}


def distribution(rng: Rng, size: int, total: int = 4) -> list[int]:
    """Numerators >= 0 with a total, many of them 0."""
    cuts = sorted(rng.choice([0, total, rng.randint(0, total)]) for _ in range(size - 1))
    return [b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)]


def order(rng: Rng) -> dict[str, Any]:
    """A source Q, a random map over 1 + g for a monomial g, and what follows; or a utility for the reverse of that."""
    gens = Generators(rng)
    one, g = (0,) * len(gens.values), gens.monomial(rng)
    inputs, outputs, between = rng.randint(1, 3), rng.randint(1, 3), rng.randint(1, 3)
    source = [distribution(rng, between) for _ in range(inputs)]
    bottom = plus((1, {one: 1}), (1, {g: 1}))
    moves = [(rng.randrange(outputs), rng.randrange(outputs)) for _ in range(between)]  # 1 goes there, and g
    kernel = [[plus(*((1, {x: 1}) for x, to in zip((one, g), move, strict=True) if to == o)) for o in range(outputs)]
              for move in moves]  # fmt: skip
    first = [[plus(*zip(row, column, strict=True)) for column in zip(*kernel, strict=True)] for row in source]
    if rng.random() < 0.2:
        first[0] = rng.choice(first)
    if rng.random() < 0.1:  # no distribution
        rng.choice(rng.choice([first, kernel]))[0] = {one: rng.choice([-1, 1, 3])}
    p: dict[str, Any] = {
        "denominator": written(plus((4, bottom))),
        "rows": [[written(x) for x in row] for row in first],
    }
    q: dict[str, Any] = {"denominator": "4", "rows": [[f"{x:x}" for x in row] for row in source]}
    if rng.random() < 0.3:  # entry by entry
        p = {"rows": [[[x, p["denominator"]] for x in row] for row in p["rows"]]}
    content = gens.content()
    if rng.random() < 0.5:
        lower, upper, widths = q, p, (outputs, between)
        evidence: dict[str, Any] = {"kernel": {
            "denominator": written(bottom), "rows": [[written(x) for x in row] for row in kernel]}}  # fmt: skip
        kind = "post-processing"
    else:  # is the source more than what follows it?
        lower, upper, widths = p, q, (between, outputs)
        evidence = {"utility": [
            [f"{rng.choice([row[o], rng.randint(-2, 2)]):x}" for o in range(between)] for row in source]}  # fmt: skip
        kind = "not-post-processing"
    statement = {
        "kind": kind, "generators": content, "inputs": list(range(inputs)), "outputs": list(range(widths[0])),
        "weights": upper, "source": {"outputs": list(range(widths[1])), "weights": lower},
    }  # fmt: skip
    return sealed(statement, evidence)


def maximal(rng: Rng) -> dict[str, Any]:
    """Randomized response with odds e, outputs merged, split, or added that tell the input; E is e, seldom more."""
    gens = Generators(rng)
    one, k = (0,) * len(gens.values), rng.randint(1, 3)
    e = plus((rng.choice([0, 1]), {one: 1}), (1, {gens.monomial(rng): 1}))
    columns = [[plus((2, e if i == o else {one: 1})) for i in range(k)] for o in range(k)]
    if k > 1 and rng.random() < 0.4:  # two outputs become one
        columns[:2] = [[plus((1, x), (1, y)) for x, y in zip(*columns[:2], strict=True)]]
    if rng.random() < 0.3:  # one becomes two
        half = [plus(*((c // 2, {powers: 1}) for powers, c in x.items())) for x in columns[0]]
        columns[:1] = [half, half]
    denominator = plus((2, e), (2 * (k - 1), {one: 1}))
    told = rng.random() < 0.4  # the input is told with probability 1/4, which exhausts delta = 1/4
    if told:
        columns = [[plus((3, x)) for x in column] for column in columns]
        columns += [[denominator if i == o else {} for i in range(k)] for o in range(k)]
        denominator = plus((4, denominator))
    inputs = [rng.randrange(k) for _ in range(rng.randint(1, 4))] if rng.random() < 0.5 else list(range(k))
    rows = [[column[i] for column in columns] + [{}] for i in inputs]
    n = len(inputs)
    pairs = [[i, j] for i in range(n) for j in range(n) if rng.random() < 0.6]
    factor = plus((1, e), (rng.choice([0, 0, 0, 0, 1, -1]), {one: 1}))
    o, value = rng.randrange(len(columns) + 1), gens.value(factor)
    name = list(range(n))
    for i, j in pairs:  # the pieces that tight pairs connect
        if abs(gens.value(rows[i][o]) - value * gens.value(rows[j][o])) < 2.0**-30:
            name = [name[i] if x == name[j] else x for x in name]
    part = [i for i in range(n) if name[i] == name[0]]
    if rng.random() < 0.2:
        part = [i for i in range(n) if rng.random() < 0.5]
    kind = rng.choice(["maximally-sufficient", "not-maximally-sufficient"])
    if len(part) == n and rng.random() < 0.7:
        kind = "maximally-sufficient"
    statement = {
        "kind": kind, "generators": gens.content(), "inputs": list(range(n)), "outputs": list(range(len(columns) + 1)),
        "pairs": pairs, "exp_epsilon": [written(factor), "1"], "delta": [rng.choice(["01"[told]] * 9 + ["1"]), "4"],
        "weights": {"denominator": written(denominator), "rows": [[written(x) for x in row] for row in rows]},
    }  # fmt: skip
    return sealed(statement, {} if kind == "maximally-sufficient" else {"output": o, "inputs": part})


def free(rng: Rng) -> dict[str, Any]:
    """Randomized response with odds 1 + p(t), E = 1 + p(t) and a little more or less, for every t of an interval."""
    k, root = rng.randint(1, 3), Fraction(rng.randint(-2, 8), rng.randint(1, 3))
    one: Sum = {(0, 0): 1}
    a, b = root.numerator, root.denominator
    square: Sum = {(0, 0): a * a, (1, 0): -2 * a * b, (2, 0): b * b}  # 0 at the root only
    line: Sum = {(0, 0): -a, (1, 0): b}
    powers: list[Sum] = [{(1, 0): 1}, {(2, 0): 1}, square, {(1, 0): 1, (3, 0): 2}]
    p = rng.choice(powers)
    odds = plus((1, one), (1, p))
    factor = plus((1, odds), (rng.choice([0, 0, 1, -1]), rng.choice([square, line, one])))
    rows = [[written(odds if i == o else one) for o in range(k)] for i in range(k)]
    denominator = written(plus((1, odds), (k - 1, one)))
    delta = rng.choice([["0", "1"], ["0", "1"], ["1", "4"], [written(square), written(plus((1, one), (1, square)))]])
    ends = sorted(Fraction(rng.randint(-3, 12), rng.randint(1, 4)) for _ in range(2))
    if rng.random() < 0.3:
        ends[0] = root
    weights: dict[str, Any] = {"denominator": denominator, "rows": rows}
    if rng.random() < 0.3:
        weights = {"rows": [[[x, denominator] for x in row] for row in rows]}
    statement = {
        "kind": "private-for-all", "inputs": list(range(k)), "outputs": list(range(k)),
        "generators": {"lower": quotient(ends[0]), "upper": rng.choice([None, quotient(ends[1])])},
        "pairs": [[i, j] for i in range(k) for j in range(k) if rng.random() < 0.7],
        "exp_epsilon": [written(factor), "1"], "delta": delta, "weights": weights,
    }  # fmt: skip
    return sealed(statement, {})


def composition(rng: Rng, *, refuted: bool = False) -> dict[str, Any]:
    """Runs of two or fewer laws on a lattice of few places; delta is a little more or less than floats say."""
    many = rng.choice([0, 1, 1, 1, 2, 2])
    drawn = [
        (heads if rng.random() < 0.2 else noise)(rng) if rng.random() < 0.5 else (*composed_law(rng), None)
        for _ in range(many)
    ]
    laws, pairs = [law for law, _, _ in drawn], [pair for _, pair, _ in drawn]
    ratio, bits = Fraction(rng.randint(9, 40), 8), rng.choice([8, 16, 30, 40, 60])
    reach, power = rng.choice([20, 60] if refuted else [3, 20, 60]), rng.choice([0, 0, 1])
    depth = rng.choice([-1, -1, 0, 1, 2, 3])  # halvings of the lattice, -1 if there are no levels
    ratio = ratio if depth < 1 and not refuted else Fraction(rng.randint(33, 48 if refuted else 80), 32)
    cuts = [levels(int(law["count"], 16), depth, reach, rng) if depth >= 0 else {} for law in laws]
    steps = [float(ratio) ** (2 ** cut["levels"][0][0] if cut else 1) for cut in cuts]
    e, side = Fraction(rng.randint(4, 12), 4), rng.randrange(2)
    factor = exp(Fraction(1, 2)) ** power * e
    deltas = [0.0, 0.0]
    for k in (0, 1):
        runs = [(1.0, 1.0)]
        for law, pair in zip(laws, pairs, strict=True):
            for _ in range(int(law["count"], 16)):
                runs = [(x * u, y * v) for x, y in runs for u, v in (one[:: 1 - 2 * k] for one in pair)]
        deltas[k] = sum(max(0.0, x - factor * y) for x, y in runs)
    exact, near = (
        (deltas[side], [1.01, 0.95, 0.8, 0.6, 0.4]) if refuted else (max(deltas), [0.9, 1.0, 1.01, 1.1, 1.3, 2.0, 3.0])
    )
    delta = Fraction(exact * rng.choice(near)).limit_denominator(10**6)
    statement = {
        "kind": "composition-refuted" if refuted else "composition", "laws": laws,
        "generators": {"exponent": ["1", "2"], "base": ["1", "1"], "degree": 1},
        "exp_epsilon": [[[f"{e.numerator:x}", 1, 0]] if power else f"{e.numerator:x}", f"{e.denominator:x}"],
        "delta": quotient(min(delta, Fraction(1))),
    }  # fmt: skip
    evidence = {"ratio": quotient(ratio), "bits": bits, "lowest": f"{-reach:x}", "highest": f"{reach:x}"}
    if refuted:
        turned = [[(q, p) for p, q in reversed(pair)] if side else pair for pair in pairs]
        lines = [line[0] if line else {} for _, _, line in drawn]
        parts = [
            {**groups(pair, step, bits, rng, on_the_line=bool(line)), **line, **cut}
            for pair, line, step, cut in zip(turned, lines, steps, cuts, strict=True)
        ]
        return sealed(statement, evidence | {"laws": parts, "direction": ["remove", "add"][side]})
    parts = []
    for (_, pair, line), step, cut in zip(drawn, steps, cuts, strict=True):
        if line:
            parts.append({"places": [span(u, v, step, rng) for u, v in line[1]], **line[0], **cut})
        else:
            parts.append({"places": [places(p, q, step, rng) for p, q in pair], **cut})
    return sealed(statement, evidence | {"cells": parts})


def groups(pair: list[tuple[float, float]], step: float, bits: int, rng: Rng, *, on_the_line: bool) -> dict[str, Any]:
    """Each cell, or a part of it, as a group at a place a little below its ratio, seldom above; two cells seldom.

    A cell of noise on the line has two masses that are rounded; the group of a small one has no place.
    """
    corner = rng.choice([Fraction(1), Fraction(1), Fraction(rng.randint(3, 12), 8)])
    found: list[list[Any]] = []
    p, q, unit = 0.0, 0.0, 2.0 ** (2 - bits) if on_the_line else 0.0
    for k, (first, second) in enumerate(pair):
        shares = [2**31, 2**32] if rng.random() < 0.2 else [2**32]
        for share in shares:
            p, q = p + first / len(shares), q + second / len(shares)
            if rng.random() < 0.05 and k + 1 < len(pair):
                continue  # it goes into the next group
            slack = 2.0 ** -rng.choice([1, 1, 2, bits // 2])
            place = (
                None
                if not q or 0 < p <= unit
                else floor(log((p - unit) / (q + unit) / float(corner)) / log(step) - slack)
                if p
                else rng.choice([None] * 9 + [-3])
            )
            place = place + 1 if place is not None and rng.random() < 0.06 / len(pair) else place
            found.append([None if place is None else f"{place:x}", k, f"{share:x}"])
            p = q = 0.0
    return {"corner": quotient(corner), "groups": found}


def levels(count: int, depth: int, reach: int, rng: Rng) -> dict[str, list[Any]]:
    """A level for 1, 2, 4, ... runs, with so many halvings in all, seldom one more."""
    halvings = [0] * count.bit_length()
    for _ in range(depth + (rng.random() < 0.02)):
        halvings[rng.randrange(len(halvings))] += 1
    return {
        "levels": [[k, f"{-rng.choice([reach, reach, 4]):x}", f"{rng.choice([reach, reach, 4]):x}"] for k in halvings]
    }


def composed_law(rng: Rng) -> tuple[dict[str, Any], list[tuple[float, float]]]:
    """A law with a count, and floats near the probabilities of its outcomes."""
    count, kind = f"{rng.choice([1, 2, 3, 3, 4, 5]):x}", rng.random()
    if kind < 0.3:
        s, rate = rng.randint(1, 3), Fraction(rng.choice([8, 8, 4, 1]), 8)
        base, r = rng.choice([([[["1", 1, 0]], "1"], exp(-0.5)), (["3", "2"], 2 / 3)])
        tops = [1.0, *(r**z - r ** (z + 1) for z in range(1, s)), r**s]
        q = [x / (1 + r) for x in tops]
        p = [float(rate) * x + float(1 - rate) * y for x, y in zip(q[::-1], q, strict=True)]
        law = {"law": "discrete_laplace", "count": count, "base": base, "sensitivity": [f"{s:x}", "1"]}
        return law | {"rate": quotient(rate)}, list(zip(p, q, strict=True))
    if kind < 0.65:
        truth, k = Fraction(rng.randint(0, 8), 8), rng.randint(2, 4)
        other = (1 - truth) / (k - 1)
        law = {"law": "randomized_response", "count": count, "truth": quotient(truth), "categories": [f"{k:x}", "1"]}
        return law, [(float(p), float(q)) for p, q in ((truth, other), (other, truth), ((k - 2) * other,) * 2)]
    first, second = (distribution(rng, 3, 8) for _ in range(2))
    law = {"law": "finite", "count": count, "first": [[f"{x:x}", "8"] for x in first]}
    law["second"] = [[f"{x:x}", "8"] for x in second]
    return law, [(x / 8, y / 8) for x, y in zip(first, second, strict=True)]


Line = tuple[
    dict[str, Any], list[tuple[float, float]]
]  # what cuts it into cells, and the ratios at the ends of each cell


def noise(rng: Rng) -> tuple[dict[str, Any], list[tuple[float, float]], Line | None]:
    """Gaussian or Laplace noise, with floats near the masses of its cells, which are many if it runs once."""
    t, rate, kind = Fraction(rng.choice([1, 2, 3, 4, 6]), 4), Fraction(rng.choice([8, 8, 4, 1]), 8), rng.random()
    scale, fine = Fraction(rng.choice([1, 2, 3]), 2), rng.random() < 0.7
    count = 1 if fine else rng.choice([1, 2, 2])
    law: dict[str, Any] = {"count": f"{count:x}", "sensitivity": quotient(t * scale), "rate": quotient(rate)}
    law |= {"law": "gaussian", "sigma": quotient(scale)} if kind < 0.6 else {"law": "laplace", "scale": quotient(scale)}
    step, shift = Fraction(1, 4) if fine else Fraction(1), float(t)
    edges = [step * k for k in range(floor(-4 / step), floor(6 / step)) if rng.random() < 0.95]

    def below(x: float) -> float:
        if kind < 0.6:
            return erfc(-x / sqrt(2)) / 2
        return exp(x) / 2 if x < 0 else 1 - exp(-x) / 2

    def ratio(x: float) -> float:
        return exp(shift * x - shift * shift / 2 if kind < 0.6 else abs(x) - abs(x - shift))

    r = float(rate)
    first, second = ([0.0, *(below(float(x) - move) for x in edges), 1.0] for move in (shift, 0.0))
    ends = (0.0, inf) if kind < 0.6 else (exp(-shift), exp(shift))
    ratios = [1 - r + r * x for x in (ends[0], *(ratio(float(x)) for x in edges), ends[1])]
    q = [y - x for x, y in pairwise(second)]
    p = [r * (y - x) + (1 - r) * other for (x, y), other in zip(pairwise(first), q, strict=True)]
    written = {"precision": 2, "edges": [f"{int(4 * x):x}" for x in edges]}
    return law, list(zip(p, q, strict=True)), (written, list(pairwise(ratios)))


def heads(rng: Rng) -> tuple[dict[str, Any], list[tuple[float, float]], Line | None]:
    """Binomial noise, with floats near the masses of its cells."""
    s, n = rng.choice([1, 1, 2, 3]), rng.choice([3, 4, 6, 12, 30])
    law = {
        "law": "binomial",
        "count": f"{rng.choice([1, 1, 2, 3]):x}",
        "trials": [f"{n:x}", "1"],
        "sensitivity": [f"{s:x}", "1"],
    }
    # One end is that of the law: with two others the kernel bounds the rest by a series, and others add it up.
    ends = [(s, n), (s, s), (s, max(s, 2 * n // 3)), (max(s, n // 3), n), (n, n)]
    least, greatest = rng.choice(ends)
    masses = [(comb(n, x - s) / 2**n if x >= s else 0.0, comb(n, x) / 2**n) for x in range(n + s + 1)]
    middle = masses[least : greatest + 1]
    tails = [(sum(p for p, _ in part), sum(q for _, q in part)) for part in (masses[:least], masses[greatest + 1 :])]
    ratios = [p / q for p, q in middle]
    spans = [(0.0, ratios[0]), *((x, x) for x in ratios), (ratios[-1], inf)]
    return law, [tails[0], *middle, tails[1]], ({"least": f"{least:x}", "greatest": f"{greatest:x}"}, spans)


def span(least: float, greatest: float, ratio: float, rng: Rng) -> list[str]:
    """Two places of the lattice around the ratios of a cell, seldom others."""
    j = ceil(log(greatest) / log(ratio)) if isfinite(greatest) else 1
    i = min(floor(log(least) / log(ratio)), j - 1) if least > 0 else j - 1
    return [f"{k + rng.choice([-1, 1]) * (rng.random() < 0.002):x}" for k in (i, j)]


def places(p: float, q: float, ratio: float, rng: Rng) -> list[str]:
    """The two places of the lattice around the ratio of an outcome, seldom others."""
    i = floor(log(p / q) / log(ratio) + 2.0**-30) if p and q else 0
    i += rng.choice([0] * 12 + [-1, 1])
    return [f"{i:x}", f"{i + rng.choice([1] * 8 + [2, 3]):x}"]
