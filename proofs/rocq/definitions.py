#!/usr/bin/env python3
"""Compare the definitions of Definitions.v, extracted, with the functions of dpexact on random rational numbers.

    python proofs/rocq/definitions.py [COUNT] [SEED]     in an environment with dpexact; exit 1 if any value differs

The theorems are about the definitions of Rocq, the program is about those of Python: this is what links them, beside
Examples.v. COUNT is the number of calls of each definition. `make -C proofs/rocq/extraction evaluate` comes before.
"""

# ruff: noqa: S603
from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpexact import Mechanism, compose, hockey_stick, mix
from dpexact.errors import ParameterError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.papers.count_queries import crossover, lower_bound, optimal_design, printed_design, two_point_noise
from dpexact.papers.rainbow import RainbowGraph, closed_form, iterate, optimal_mechanism, step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from dpexact.papers.rainbow.transition import Variant

EVALUATE = Path(__file__).resolve().parent / "extraction" / "evaluate"
Rng = random.Random
VARIANTS: list[Variant] = ["corrected", "printed"]
Call = tuple[list[str], list[Fraction]]  # words of a line of evaluate, and the values of dpexact


def fractions(values: Iterable[Any]) -> list[Fraction]:
    """Exact numbers of dpexact, or whole numbers, as fractions."""
    return [Fraction(str(value)) for value in values]


def word(value: Any) -> str:
    """An argument as evaluate reads it."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, list | tuple):
        separator = ";" if value and isinstance(value[0], list | tuple) else ","
        return separator.join(map(word, value)) or "-"
    return str(value)


def law(rng: Rng, size: int) -> list[Fraction]:
    """A distribution over so many outcomes, zeros among its values."""
    total = rng.choice([4, 6, 10, 24])
    cuts = sorted(rng.randint(0, total) for _ in range(size - 1))
    return [Fraction(b - a, total) for a, b in zip([0, *cuts], [*cuts, total], strict=True)]


def factor(rng: Rng) -> Fraction:
    """An E >= 1."""
    return rng.choice([Fraction(1), Fraction(rng.randint(1, 4)), Fraction(rng.randint(6, 20), 6)])


def share(rng: Rng) -> Fraction:
    """A number strictly between 0 and 1, small ones among them."""
    low = rng.choice([2, 5, 9, 12, 40, 90])
    if low in {12, 90}:
        return Fraction(1, low)
    return Fraction(rng.randint(1, low - 1), low)


def loss(rng: Rng) -> Fraction:
    """A delta from 0 to 1."""
    return rng.choice([Fraction(0), Fraction(rng.randint(0, 8), 8), Fraction(rng.randint(0, 4), 40)])


def of_row(row: list[Fraction]) -> Mechanism:
    """A mechanism with one input."""
    return Mechanism.from_rows([0], range(len(row)), [row])


def in_order(order: list[int], row: list[Fraction]) -> list[Fraction]:
    """The values in the order of the colors."""
    return [row[color] for color in order]


def of_order(order: list[int], values: list[Fraction]) -> list[Fraction]:
    """The values by color again."""
    return [values[order.index(color)] for color in range(len(order))]


def steps(rng: Rng) -> Call:
    """One step of T, printed or corrected, in a random order."""
    size, e, d, variant = rng.randint(1, 3), factor(rng), loss(rng), rng.choice(VARIANTS)
    row, order = law(rng, size), rng.sample(range(size), size)
    found = fractions(step(in_order(order, row), e, d, variant))
    return ["step", variant, *map(word, (e, d, order, row))], of_order(order, found)


def lines(rng: Rng) -> Call:
    """Several steps: iterate, and for the corrected T the closed form as well."""
    size, e, d, variant = rng.randint(1, 3), factor(rng), loss(rng), rng.choice(VARIANTS)
    row, order, t = law(rng, size), rng.sample(range(size), size), rng.randint(0, 3)
    found = fractions(iterate(in_order(order, row), e, d, t, variant))
    if variant == "corrected" and fractions(closed_form(in_order(order, row), e, d, t)) != found:
        found = []
    return ["line", variant, *map(word, (e, d, order, row, t))], of_order(order, found) if found else []


def iterates(rng: Rng) -> Call:
    """One prefix sum after many steps, that of two colors."""
    e, d, variant, s, t = factor(rng), loss(rng), rng.choice(VARIANTS), share(rng), rng.randint(0, 12)
    return ["iterate", variant, *map(word, (e, d, s, t))], fractions(iterate([s, 1 - s], e, d, t, variant)[:1])


def prefixes(rng: Rng) -> Call:
    """Prefix sums, added up here."""
    size = rng.randint(1, 3)
    row, order = law(rng, size), rng.sample(range(size), size)
    return ["prefix", word(order), word(row)], [sum(in_order(order, row)[:k], Fraction(0)) for k in range(size + 1)]


def sticks(rng: Rng) -> Call:
    """The hockey-stick divergence."""
    size, e = rng.randint(1, 5), factor(rng)
    p, q = law(rng, size), law(rng, size)
    return ["hockey_stick", *map(word, (e, p, q))], fractions([hockey_stick(p, q, e)])


def probabilities(rng: Rng) -> Call:
    """The probability of an event."""
    size = rng.randint(1, 5)
    row, event = law(rng, size), [o for o in range(size) if rng.random() < 0.5]
    return ["prob", word(row), word(event)], fractions([of_row(row).probability(0, event)])


def posts(rng: Rng) -> Call:
    """Post-processing by a kernel."""
    size, width = rng.randint(1, 4), rng.randint(1, 4)
    row, kernel = law(rng, size), [law(rng, width) for _ in range(size)]
    after = of_row(row).postprocess(Mechanism.from_rows(range(size), range(width), kernel))
    return ["post", word(width), word(kernel), word(row)], fractions(after.rows()[0])


def mixtures(rng: Rng) -> Call:
    """A mixture of two."""
    width, weight = rng.randint(1, 4), share(rng)
    rows = [law(rng, width), law(rng, width)]
    mixed = mix(weight, of_row(rows[0]), of_row(rows[1]))
    return ["mixture", word(width), word([weight, 1 - weight]), word(rows)], fractions(mixed.rows()[0])


def products(rng: Rng) -> Call:
    """Independent composition."""
    p, q = law(rng, rng.randint(1, 3)), law(rng, rng.randint(1, 3))
    return ["product", word(p), word(q)], fractions(compose(of_row(p), of_row(q)).rows()[0])


def compositions(rng: Rng) -> Call:
    """Adaptive composition; dpexact has independent composition, so each row of the kernel is composed by itself."""
    size, width = rng.randint(1, 3), rng.randint(1, 3)
    row, kernel = law(rng, size), [law(rng, width) for _ in range(size)]
    found = [
        value
        for x, after in enumerate(kernel)
        for value in fractions(compose(of_row(row), of_row(after)).rows()[0])[x * width : (x + 1) * width]
    ]
    return ["compose", word(width), word(row), word(kernel)], found


def two_points(rng: Rng) -> Call:
    """The two-point noise of Proposition 1."""
    reach, eta = rng.randint(1, 4), share(rng)
    a, b = rng.randint(1, reach), rng.randint(1, reach)
    found = two_point_noise(-a, b, eta)
    return ["two_point", *map(word, (eta, reach, a, b))], fractions(found.get(z, 0) for z in range(-reach, reach + 1))


def two_point_mixtures(rng: Rng) -> Call:
    """(3) for a count, which may be less than D: rows of weights for a = 1, ..., A, added up here."""
    reach, count, eta = rng.randint(1, 4), rng.randint(1, 5), share(rng)
    pairs = [(a, b) for a in range(1, min(count, reach) + 1) for b in range(1, reach + 1)]
    weights = law(rng, len(pairs))
    points = range(-reach, reach + 1)
    rows = [fractions(two_point_noise(-a, b, eta).get(z, 0) for z in points) for a, b in pairs]
    columns = list(zip(*rows, strict=True))
    found = [sum((w * x for w, x in zip(weights, column, strict=True)), Fraction(0)) for column in columns]
    table = [weights[i : i + reach] for i in range(0, len(weights), reach)]
    return ["two_point_mixture", *map(word, (eta, reach, count, table))], found


def crossovers(rng: Rng) -> Call:
    """C_k."""
    e, k = factor(rng), rng.randint(1, 6)
    return ["crossover", word(e), word(k)], fractions([crossover(k, e)])


def deltas(rng: Rng) -> Call:
    """delta_k of (23) and (32)."""
    e, eta, reach = factor(rng), share(rng), rng.randint(1, 5)
    k = rng.randint(1, reach + 1)
    return ["delta", *map(word, (e, eta, reach, k))], fractions([lower_bound(k, e, eta, reach)])


def noises(rng: Rng) -> Call:
    """The noise of Definition 2 on -D-1..D+1, with the index of the printed design; it says k + 1 at a tie."""
    e, eta, reach = factor(rng), share(rng), rng.randint(1, 5)
    design = printed_design(e, eta, reach)
    found = fractions(design.noise.get(z, 0) for z in range(-reach - 1, reach + 2))
    return ["noise", *map(word, (e, eta, reach, design.k))], found


def counts(rng: Rng) -> Call:
    """A row of the mechanism of Definition 2 for the counts D..D+2."""
    e, eta, reach = factor(rng), share(rng), rng.randint(1, 4)
    last, n = reach + 2, rng.randint(reach, reach + 2)
    design = printed_design(e, eta, reach)
    mechanism = design.mechanism(reach, last)
    row = dict(zip(mechanism.outputs, fractions(mechanism.rows()[n - reach]), strict=True))
    found = [row.get(y, Fraction(0)) for y in range(last + reach + 1)]
    return ["count", *map(word, (e, eta, reach, last, design.k, n))], found


def noise_sums(rng: Rng) -> Call:
    """The sum and the mean of a law on -D..D, added up here (P3 says that the mean is 0)."""
    reach = rng.randint(1, 4)
    row = law(rng, 2 * reach + 1)
    mean = sum((z * p for z, p in zip(range(-reach, reach + 1), row, strict=True)), Fraction(0))
    return ["noise_sums", word(row), word(reach)], [sum(row, Fraction(0)), mean]


def optima(rng: Rng) -> Call:
    """B delta of the best design, the greatest of the candidates; the other candidates are of no design."""
    e, eta, reach, family = factor(rng), share(rng), rng.randint(1, 5), rng.choice(["singletons", "all"])
    best = Fraction(str(optimal_design(e, eta, reach, events="all" if family == "all" else "singletons").delta))
    return ["events" if family == "all" else "singletons", *map(word, (e, eta, reach))], [2 * best / (1 - eta)]


def neighbours(rng: Rng) -> Call:
    """Neighbouring counts."""
    first = rng.randint(0, 3)
    last = first + rng.randint(1, 3)
    pairs = set(NeighborGraph.path(range(first, last + 1)).ordered_pairs())
    found = [Fraction((a, b) in pairs) for a, b in product(range(last + 2), repeat=2)]
    return ["neighbours", word(first), word(last)], found


def graph(rng: Rng, most: int = 4) -> tuple[int, int, list[list[int]], list[list[int]], RainbowGraph]:
    """A random graph: vertices, colors, edges, rainbows."""
    size, colors = rng.randint(2, most), rng.randint(2, 3)
    known = [rng.sample(range(colors), colors) for _ in range(2)]
    orders = [rng.choice(known) for _ in range(size)]
    edges = [[i, j] for i in range(size) for j in range(i) if rng.random() < 0.4] or [[0, 1]]
    return size, colors, edges, orders, RainbowGraph(edges, dict(enumerate(map(tuple, orders))))


def distances(rng: Rng) -> Call:
    """Distances to the boundary; #|V| where no path leads there."""
    size, colors, edges, orders, made = graph(rng)
    found = [Fraction(made.distances.get(v, size)) for v in range(size)]
    return ["distance", *map(word, (size, colors, edges, orders))], found


def boundary_graphs(rng: Rng) -> Call:
    """The neighbours of the boundary graph (Definition 8)."""
    size, colors, edges, orders, made = graph(rng, 3)
    kept = [order for k, order in enumerate(orders) if order not in orders[k + 1 :]]  # undup keeps the last of each
    points = [(tuple(order), i) for order in kept for i in range(size)]
    bound = made.boundary_graph()
    found = [Fraction(x in bound.vertices and y in bound.adjacent[x]) for x, y in product(points, repeat=2)]
    return ["boundary_graph", *map(word, (size, colors, edges, orders))], found


def rainbow_mechanisms(rng: Rng) -> Call:
    """The mechanism of Theorems 2 and 3, for a valid boundary."""
    while True:
        size, colors, edges, orders, made = graph(rng)
        e, d, known = factor(rng), loss(rng), {tuple(order): law(rng, colors) for order in orders}
        boundary = {order: dict(enumerate(row)) for order, row in known.items()}
        try:
            mechanism = optimal_mechanism(made, boundary, e, d)
        except ParameterError:
            continue
        places = [mechanism.outputs.index(color) for color in range(colors)]
        found = [Fraction(str(mechanism.rows()[v][o])) for v in range(size) for o in places]
        rows = [known[tuple(order)] for order in orders]
        return ["rainbow", *map(word, (e, d, size, colors, edges, orders, rows))], found


SLOW: list[Callable[[Rng], Call]] = [lines, distances, boundary_graphs, rainbow_mechanisms]  # permutations and graphs
DEFINITIONS: list[Callable[[Rng], Call]] = [
    steps, iterates, prefixes, sticks, probabilities, posts, mixtures, products, compositions, two_points,
    two_point_mixtures, crossovers, deltas, noises, counts, noise_sums, optima, neighbours, *SLOW,
]  # fmt: skip


def calls(count: int, rng: Rng) -> Iterator[Call]:
    """So many calls of each definition, a fifth of them of the slow ones."""
    for draw in DEFINITIONS:
        for _ in range(count // 5 if draw in SLOW else count):
            yield draw(rng)


def main() -> int:
    """Ask both, compare."""
    count, seed = (int(x) for x in (*sys.argv[1:], *["40", "1"][len(sys.argv) - 1 :]))
    asked = list(calls(count, Rng(seed)))
    text = "".join(" ".join(words) + "\n" for words, _ in asked)
    out = subprocess.run([EVALUATE], input=text, capture_output=True, text=True, check=True, timeout=600).stdout
    differ = Counter[str]()
    for (words, expected), line in zip(asked, out.splitlines(), strict=True):
        found = [Fraction(value) for value in line.split()]
        if words[0] in {"singletons", "events"}:  # the candidates: their greatest one is B delta
            found = [max(found)]
        if found != expected:
            differ[words[0]] += 1
            if differ[words[0]] <= 3:
                print(f"{' '.join(words)}\n  Rocq: {line}\n  dpexact: {' '.join(map(word, expected))}")
    result = f"{differ.total()} on which Rocq and dpexact differ {dict(differ)}"
    print(f"{len(asked)} values of {len(DEFINITIONS)} definitions, {result}")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
