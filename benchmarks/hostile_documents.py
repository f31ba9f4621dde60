"""Documents of at most 2 MB that are meant to cost a checker much: what each of the programs makes of them.

    python -m benchmarks.hostile_documents [--list] [--programs kernel,second,check,check-second] [NAME...]

Prints a Markdown table: seconds of the processor (the program with its children), seconds on the wall, and the most
memory of one process. The documents are the same at every run. The last line counts what broke the promise of
docs/certificate-format.md: an exit status other than 0, 1 and 3, more than 64 s of the processor (60, a start and an
end), or more than 1152 MB.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from itertools import permutations
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

PROGRAMS = {
    "kernel": ("dpexact.kernel",),
    "second": ("dpexact.second",),
    "check": ("dpexact", "check"),
    "check-second": ("dpexact", "check", "--second"),
}
SECONDS, MEGABYTES = 64, 1152
PLAIN = {"exponent": ["0", "1"], "base": ["1", "1"], "degree": 1}
EXP = PLAIN | {"exponent": ["1", "1"]}
FREE = {"lower": ["1", "1"], "upper": None}
T: Any = [["1", 1, 0]]
E: Any = [T, "1"]
HALF: Any = {"denominator": "2", "rows": [["1", "1"]] * 2}
ALIKE = 2**61 - 1  # integers that it divides have the hash 0


def sealed(statement: Any, evidence: Any = None, version: int = 1) -> str:
    content = {"format": f"dpexact-certificate/{version}", "statement": statement, "evidence": evidence or {}}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f'{{"digest":"{hashlib.sha256(text.encode()).hexdigest()}",{text[1:]}'


def claim(weights: Any, kind: str = "private", evidence: Any = None, **more: Any) -> str:
    statement = {
        "kind": kind,
        "generators": PLAIN,
        "inputs": [*range(len(weights["rows"]))],
        "outputs": [*range(len(weights["rows"][0]))],
        "weights": weights,
        "pairs": [],
        "exp_epsilon": ["2", "1"],
        "delta": ["1", "1"],
    } | more
    version = 2 if "roots" in statement["generators"] or statement["exp_epsilon"] == "infinity" else 1
    return sealed(statement, evidence, version)


def number(bits: int, seed: int = 0) -> int:
    """Some odd integer of so many bits."""
    return random.Random(f"{bits} {seed}").getrandbits(bits) | 1 | 1 << bits - 1


def alike(inputs: int, outputs: int) -> Any:
    return {"denominator": f"{outputs:x}", "rows": [["1"] * outputs] * inputs}


def every_pair(inputs: int) -> list[list[int]]:
    return [[i, j] for i in range(inputs) for j in range(inputs)]


def shares(count: int, bits: int, seed: int) -> list[list[str]]:
    """Numbers 1/(2 d) with unrelated d of so many bits, twice as many, and what is missing to 1 is their complement."""
    bottoms = [number(bits, 1000 * seed + k) for k in range(count)]
    own = [[["1", f"{d * 2 * count:x}"], [f"{2 * d - 1:x}", f"{d * 2 * count:x}"]] for d in bottoms]
    return [entry for pair in own for entry in pair]


def powers(count: int, digits: int) -> list[Any]:
    """A sum with positive coefficients and great powers of t."""
    source = random.Random(digits)
    return [["1", i, 0] for i in sorted({source.randrange(10 ** (digits - 1), 10**digits) for _ in range(count)})]


# What is read before anything is decided.


def many_labels() -> str:
    return claim({"denominator": "1", "rows": [["1"]] * 60_000}, inputs=[ALIKE * k for k in range(60_000)])


def nested_labels() -> str:
    nest = [f"{'[' * 63}{k}{']' * 63}" for k in range(12_000)]
    return claim({"denominator": "1", "rows": [["1"]] * len(nest)}, inputs=[json.loads(label) for label in nest])


def one_label() -> str:
    return claim(HALF, inputs=["\u00e9" * 900_000, "b"], pairs=[[0, 1]])


def deep_label() -> str:
    return claim(HALF, inputs=["a", "b"]).replace('"a"', "[" * 900_000 + "]" * 900_000)


def brackets_only() -> str:
    return "[" * 2_000_000


def lists_only() -> str:
    return "[" + "[]," * 650_000 + "[]]"


def many_keys() -> str:
    return sealed({f"{k:x}": {} for k in range(180_000)})


def keys_within() -> str:
    return claim({str(k): [] for k in range(150_000)} | {"rows": HALF["rows"]})


def long_integers() -> str:
    return claim(alike(2900, 1), inputs=[10**639 + k for k in range(2900)])


# Statements about one mechanism.


def bound_of_every_pair() -> str:
    return claim(alike(250, 1100), exp_epsilon=E, generators=EXP, pairs=every_pair(250))


def bound_of_every_pair_rational() -> str:
    return claim(alike(250, 1100), pairs=every_pair(250))


def bound_of_every_pair_infinite() -> str:
    return claim(alike(250, 1100), exp_epsilon="infinity", pairs=every_pair(250))


def every_pair_is_a_tie() -> str:
    return claim(alike(250, 1000), exp_epsilon=["1", "1"], delta=["0", "1"], pairs=every_pair(250))


def long_factor() -> str:
    """A comparison of small weights that multiplies with an E of two million bits."""
    q = number(2**21)
    return claim(alike(100, 1000), exp_epsilon=[f"{3 * q + 1:x}", f"{q:x}"], pairs=every_pair(100))


def long_weights() -> str:
    """Few entries of a hundred thousand bits, many pairs."""
    rows = [[f"{a:x}", f"{2**13_000 - a:x}"] for a in (number(12_999, k) for k in range(150))]
    return claim({"denominator": f"{2**13_000:x}", "rows": rows}, exp_epsilon=E, generators=EXP, pairs=every_pair(150))


def one_long_weight() -> str:
    a = number(2_599_000)
    rows = [[f"{a:x}", f"{2**2_600_000 - a:x}"]]
    return claim({"denominator": f"1{'0' * 650_000}", "rows": rows}, exp_epsilon=E, generators=EXP, pairs=[[0, 0]])


def unlike_denominators() -> str:
    return claim({"rows": [shares(100, 200, i) for i in range(50)]}, pairs=[[i, 49 - i] for i in range(50)])


def long_denominators() -> str:
    return claim({"rows": [shares(150, 2000, i) for i in range(2)]}, exp_epsilon=E, generators=EXP, pairs=[[0, 1]])


def tight_delta_of_unlike_denominators() -> str:
    evidence = {"pair": [0, 1], "event": [*range(0, 200, 2)]}
    weights = {"rows": [shares(100, 1500, i) for i in range(4)]}
    return claim(weights, "tight-delta", evidence, generators=EXP, exp_epsilon=E, pairs=every_pair(4))


def long_event() -> str:
    source = random.Random(2)
    rows = [[source.getrandbits(12) for _ in range(80_000)] for _ in range(2)]
    whole = 1 + max(map(sum, rows))
    written = [[f"{c:x}" for c in (*row, whole - sum(row))] for row in rows]
    evidence = {"pair": [0, 1], "event": [*range(80_000)]}
    weights = {"denominator": f"{whole:x}", "rows": written}
    return claim(weights, "not-private", evidence, generators=EXP, exp_epsilon=E, pairs=[[0, 1]], delta=["0", "1"])


# The letters t and u.


def long_product() -> str:
    top = powers(580, 600)
    bottom = [["2", i, 0] for _, i, _ in top]
    factor = [powers(300, 599), "1"]
    return claim({"denominator": bottom, "rows": [[top, top]] * 2}, generators=EXP, exp_epsilon=factor, pairs=[[0, 1]])


def product_of_denominators() -> str:
    """A row over 64 unlike sums: their product has more and more terms."""
    source = random.Random(5)
    bottoms = [[["1", i, 0] for i in sorted(source.sample(range(1, 10**6), 40))] for _ in range(64)]
    row = [["1", bottom] for bottom in bottoms]
    return claim({"rows": [row] * 2}, generators=EXP, exp_epsilon=E, pairs=[[0, 1]])


def tower_of_powers() -> str:
    """The check needs no bracket; a narrow one of E is needed for the words alone."""
    e = [["2", 0, 0], *powers(2600, 640)]
    exponent = [f"{number(2**14 - 1):x}", "1"]
    return claim(HALF, generators=EXP | {"exponent": exponent}, exp_epsilon=[e, "1"])


def powers_of_every_length() -> str:
    """Brackets of a great exp, each with some more bits than the last."""
    e = [["-1", 0, 0], *(["1", 2**k, 0] for k in range(1900))]
    exponent = [f"{number(2**14 - 1):x}", "1"]
    return claim(HALF, generators=EXP | {"exponent": exponent}, exp_epsilon=[e, "1"])


def near_zero() -> str:
    terms = [[f"{(-1) ** (63 - k) * comb(63, k):x}", k, 0] for k in range(64)]
    factor = [[["1", 0, 0], *terms[1:]], "1"]
    return claim(HALF, generators=EXP | {"exponent": ["1", f"{2**4095:x}"]}, exp_epsilon=factor)


def powers_of_one_hash() -> str:
    return claim(HALF, generators=EXP, exp_epsilon=[[["1", ALIKE * k, 0] for k in range(1, 50_000)], "1"])


def primes(count: int) -> list[int]:
    return [n for n in range(2, 20 * count) if all(n % k for k in range(2, int(n**0.5) + 1))][:count]


def many_roots() -> str:
    """256 roots of bases of 7000 bits, and a product that reduces all of them."""
    bases = [p ** (7000 // p.bit_length() // 2 * 2 + 1) for p in primes(240)]
    generators = {"exponent": ["0", "1"], "roots": [[[f"{b:x}", "1"], 2] for b in bases]}
    one = [*(["1", 0, *(int(j == k) for j in range(240))] for k in reversed(range(240)))]
    bottom = [["2", *term[1:]] for term in one]
    weights = {"denominator": bottom, "rows": [[one, one]] * 2}
    return claim(weights, generators=generators, exp_epsilon=[one, "1"], pairs=[[0, 1]])


def great_degree() -> str:
    """A root of degree 2^18 and many of its powers."""
    terms = [["-1", 0, 0], *(["1" if j % 2 else "-1", 0, j] for j in range(1, 2**18, 3))]
    return claim(HALF, generators=PLAIN | {"base": ["2", "1"], "degree": 2**18}, exp_epsilon=[terms, "1"])


def roots_of_great_degree() -> str:
    degree = 2**10
    generators = {"exponent": ["1", "3"], "roots": [[[f"{p:x}", "1"], degree] for p in primes(256)]}
    source = random.Random(7)
    places = sorted({(source.randrange(50), *(source.randrange(degree) for _ in range(256))) for _ in range(1500)})
    terms = [["1" if k % 2 else "-1", *place] for k, place in enumerate(places)]
    return claim(HALF, generators=generators, exp_epsilon=[terms, "1"])


# For every t.


def for_all(delta: Any = ("1", "1"), weights: Any = HALF, **more: Any) -> str:
    statement = {"generators": FREE, "exp_epsilon": E, "delta": [*delta]} | more
    return claim(weights, "private-for-all", **statement)


def polynomial(coefficients: list[int]) -> Any:
    """A delta, the polynomial over twice the sum of its coefficients times t^n."""
    terms = [[f"{c:x}", i, 0] for i, c in enumerate(coefficients) if c]
    return [terms, [[f"{2 * sum(map(abs, coefficients)):x}", len(coefficients) - 1, 0]]]


def times(f: list[int], g: list[int]) -> list[int]:
    found = [0] * (len(f) + len(g) - 1)
    for i, a in enumerate(f):
        for j, b in enumerate(g):
            found[i + j] += a * b
    return found


def value_at_a_long_end() -> str:
    """Powers of a fraction of 2^14 bits, as sums of fractions."""
    end = [f"{number(2**14):x}", f"{number(2**14 - 1):x}"]
    return for_all(([["1", 8000, 0], ["1", 8001, 0]], [["4", 8001, 0]]), generators={"lower": end, "upper": end})


def composed_with_long_ends() -> str:
    p, q = number(2**14), number(2**14 - 3)
    generators = {"lower": [f"{p:x}", f"{q:x}"], "upper": [f"{p + 2 * q:x}", f"{q:x}"]}
    return for_all(polynomial([3, -5, *[1] * 700]), generators=generators)


def square_of_long_coefficients() -> str:
    f, g = ([number(22_000, 100 * n + k) * (-1) ** k for k in range(40)] for n in range(2))
    return for_all(polynomial(times(times(f, f), g)))


def square_of_great_degree() -> str:
    f, g = ([number(3000, 500 * n + k) * (-1) ** k for k in range(100)] for n in range(2))
    return for_all(polynomial(times(times(f, f), g)))


def trinomial() -> str:
    return for_all(polynomial([2**64 - 59, -(2**64) + 83, *[0] * 2000, 2**64 - 189]))


def great_trinomial() -> str:
    return for_all(polynomial([2**64 - 59, -(2**64) + 83, *[0] * 16000, 2**64 - 189]))


def linear_polynomials() -> str:
    entries = [[[f"{-k - 1:x}", 0, 0], [f"{k + 2:x}", 1, 0]] for k in range(3000)]
    whole = [[f"{-sum(k + 1 for k in range(3000)):x}", 0, 0], [f"{sum(k + 2 for k in range(3000)):x}", 1, 0]]
    rows = [entries[k:] + entries[:k] for k in (0, 1, 7)]
    return for_all(weights={"denominator": whole, "rows": rows}, pairs=[[0, 1], [1, 2], [2, 0]])


def sparse_of_great_degree() -> str:
    """Integers as weights and E = t^16384: every difference has 16,385 coefficients."""
    rows = [[f"{k + 1 + i:x}" for k in range(6000)] for i in range(2)]
    rows = [[*row, f"{10**9 - sum(int(x, 16) for x in row):x}"] for row in rows]
    weights = {"denominator": f"{10**9:x}", "rows": rows}
    return for_all(weights=weights, pairs=[[0, 1]], exp_epsilon=[[["1", 2**14, 0]], "1"])


def many_sparse_of_great_degree() -> str:
    """The same with so many that their coefficients take more memory than there is."""
    rows = [[f"{k + 1 + i:x}" for k in range(60_000)] for i in range(2)]
    rows = [[*row, f"{10**12 - sum(int(x, 16) for x in row):x}"] for row in rows]
    weights = {"denominator": f"{10**12:x}", "rows": rows}
    return for_all(weights=weights, pairs=[[0, 1]], exp_epsilon=[[["1", 2**14, 0]], "1"])


# Linear programs.


def program(kind: str, evidence: Any, rows: Any, variables: int, **more: Any) -> str:
    statement = {
        "kind": f"linear-program-{kind}",
        "generators": PLAIN,
        "variables": [*range(variables)],
        "free": [],
        "objective": {"denominator": "1", "coefficients": [[j, "1"] for j in range(variables)]},
        "rows": rows,
    } | more
    return sealed(statement, evidence)


def optimum() -> str:
    """Least sum of the x, where each is at least 1 in many ways."""
    n = 380
    rows = [[">=", [[j, "1"] for j in range(n)], f"{n:x}"]] * n
    ones = {"denominator": "1", "entries": [[j, "1"] for j in range(n)]}
    dual = {"denominator": f"{n:x}", "entries": [[i, "1"] for i in range(n)]}
    return program("optimum", {"point": ones, "dual": dual}, rows, n, value=[f"{n:x}", "1"])


def infeasible_over_unlike_denominators() -> str:
    n, m = 60, 80
    rows = [["<=", [[j, "1"] for j in range(n)], "-1"]] * m
    farkas = {"entries": [[i, ["-1", f"{number(4000, i):x}"]] for i in range(m)]}
    return program("infeasible", {"farkas": farkas}, rows, n)


def unbounded_with_long_sums() -> str:
    n, m = 60, 60
    wide = [["1", 1, 0], *([f"{k + 1:x}", 7 * k + 2, 0] for k in range(20))]
    rows = [[">=", [[j, wide] for j in range(n)], "0"]] * m
    vectors = {"entries": [[j, [wide, [["1", j + 1, 0], ["3", j + 9, 0]]]] for j in range(n)]}
    objective = {"denominator": "1", "coefficients": [[j, "-1"] for j in range(n)]}
    evidence = {"point": vectors, "ray": vectors}
    return program("unbounded", evidence, rows, n, objective=objective, generators=EXP)


# Greatest mechanisms, the sufficiency order, maximally sufficient mechanisms.


def scenario(evidence: Any, answer: str, inputs: int, outputs: int, **more: Any) -> str:
    statement = {
        "kind": "greatest-mechanism",
        "generators": PLAIN,
        "inputs": [*range(inputs)],
        "outputs": [*range(outputs)],
        "pairs": [[0, 1], [1, 0]],
        "exp_epsilon": ["2", "1"],
        "delta": ["0", "1"],
        "rainbows": [[*range(outputs)]] * inputs,
        "fixed": {"inputs": [], "weights": {"rows": []}},
        "order": "dominance",
        "answer": answer,
    } | more
    return sealed(statement, evidence)


def infeasible_by_many_events() -> str:
    events = [[k % 2, [*range(30)], f"{k + 1:x}"] for k in range(18_000)]
    return scenario({"events": events}, "infeasible", 2, 30)


def many_sums_of_a_witness() -> str:
    """More multipliers than outputs, each with its own power of t: their partial sums."""
    sums = [[["1", k, 0]] for k in range(1, 90_001)]
    witness = {"input": 0, "weights": HALF, "sums": sums, "maxima": []}
    return scenario({"witnesses": [witness], "events": []}, "none", 2, 2, generators=EXP)


def greatest_with_many_maxima() -> str:
    n, m = 40, 60
    maxima = [{"sums": [*["1"] * k], "events": [[0, [0], "1"]] * 4} for _ in range(n) for k in range(1, m)]
    more = {"order": "lexicographic", "weights": alike(n, m), "pairs": every_pair(n)}
    return scenario({"maxima": maxima}, "greatest", n, m, **more)


def order(kind: str, evidence: Any, first: Any, source: Any, **more: Any) -> str:
    statement = {
        "kind": kind,
        "generators": PLAIN,
        "inputs": [*range(len(first["rows"]))],
        "outputs": [*range(len(first["rows"][0]))],
        "weights": first,
        "source": {"outputs": [*range(len(source["rows"][0]))], "weights": source},
    }
    return sealed(statement | more, evidence)


def post_processing() -> str:
    return order("post-processing", {"kernel": alike(330, 330)}, alike(330, 330), alike(330, 330))


def post_processing_over_unlike_denominators() -> str:
    rows, kernel = [{"rows": [shares(12, 400, 20 * s + i) for i in range(24)]} for s in range(2)]
    return order("post-processing", {"kernel": kernel}, rows, rows)


def not_post_processing() -> str:
    utility = [["1"] * 350 for _ in range(350)]
    return order("not-post-processing", {"utility": utility}, alike(350, 350), alike(350, 350))


def not_post_processing_with_long_sums() -> str:
    n = 40
    utility = [[[["1", i + j, 0], ["-1", i + 2 * j + 50, 0]] for j in range(1, n + 1)] for i in range(n)]
    rows = {"rows": [shares(n // 2, 200, i) for i in range(n)]}
    return order("not-post-processing", {"utility": utility}, rows, rows, generators=EXP)


def maximal() -> str:
    pairs = [[*pair] for pair in permutations(range(100), 2)]
    more = {"exp_epsilon": ["1", "1"], "delta": ["0", "1"], "pairs": pairs}
    return claim(alike(100, 760), "maximally-sufficient", **more)


def not_maximal() -> str:
    n = 420
    evidence = {"output": 0, "inputs": [*range(n // 2)]}
    more = {"exp_epsilon": ["2", "1"], "delta": ["0", "1"], "pairs": every_pair(n)}
    return claim(alike(n, 60), "not-maximally-sufficient", evidence, **more)


# Compositions.


def composition(laws: list[Any], cells: list[Any], bits: int, places: int, step: int = 2**20) -> str:
    statement = {
        "kind": "composition",
        "generators": PLAIN,
        "laws": laws,
        "exp_epsilon": ["2", "1"],
        "delta": ["1", "1"],
    }
    ends = {"lowest": f"{-places:x}", "highest": f"{places:x}", "ratio": [f"{step + 1:x}", f"{step:x}"]}
    return sealed(statement, {"bits": bits, "cells": cells} | ends)


def composition_on_a_full_lattice() -> str:
    """2^40 runs, 2^20 places, masses of 2^10 bits."""
    response = {"law": "randomized_response", "count": f"{2**40 - 1:x}", "truth": ["3", "4"], "categories": ["2", "1"]}
    places = [["64c00", "64c01"], ["-64c01", "-64c00"], ["0", "1"]]
    return composition([response], [{"places": places}], 2**10, 2**19 - 1)


def composition_of_many_laws() -> str:
    response = {"law": "randomized_response", "count": f"{2**40 - 1:x}", "truth": ["3", "4"], "categories": ["2", "1"]}
    places = [["4650", "4651"], ["-4651", "-4650"], ["0", "1"]]
    return composition([response] * 2**10, [{"places": places}] * 2**10, 2**8, 2**15, 2**14)


def composition_of_many_edges() -> str:
    """The normal distribution function at 12,000 points of 500 digits."""
    one = {"law": "gaussian", "count": "1", "sigma": ["1", "1"], "sensitivity": ["1", "1"], "rate": ["1", "3"]}
    count = 12_000
    edges = [f"{(k - count // 2) * 2**498 + number(480, k):x}" for k in range(count)]
    places = [[f"{k - count // 2:x}", f"{k - count // 2 + 1:x}"] for k in range(count + 1)]
    return composition([one], [{"places": places, "edges": edges, "precision": 511}], 2**10, 2**14, 2**10)


def composition_of_integers() -> str:
    """Discrete Gaussian noise on 100,000 integers."""
    one = {
        "law": "discrete_gaussian",
        "count": "1",
        "sigma": ["2710", "1"],
        "sensitivity": ["1", "1"],
        "rate": ["1", "1"],
    }
    end = 50_000
    places = [[f"{k:x}", f"{k + 1:x}"] for k in range(2 * end + 3)]
    return composition([one], [{"places": places, "least": f"{-end:x}", "greatest": f"{end:x}"}], 2**9, 2**18)


def composition_of_long_masses() -> str:
    """The longest product that is not refused for its memory."""
    response = {"law": "randomized_response", "count": f"{2**36:x}", "truth": ["3", "4"], "categories": ["2", "1"]}
    places = [["8c9f", "8ca0"], ["-8ca0", "-8c9f"], ["0", "1"]]
    return composition([response], [{"places": places}], 900, 2**17, 2**15)


def composition_whose_masses_grow(bits: int, runs: int, place: list[str], end: int) -> str:
    """Every mass is rounded up, so that the total is squared with each squaring: integers without end."""
    response = {"law": "randomized_response", "count": f"{runs:x}", "truth": ["1", "2"], "categories": ["2", "1"]}
    return composition([response], [{"places": [place] * 3}], bits, end, 1)


def composition_of_masses_without_bits() -> str:
    return composition_whose_masses_grow(0, 2**40, ["0", "1"], 0)


def composition_of_masses_of_eight_bits() -> str:
    return composition_whose_masses_grow(8, 2**30, ["-3", "3"], 40)


DOCUMENTS: tuple[Callable[[], str], ...] = (
    many_labels,
    nested_labels,
    one_label,
    deep_label,
    brackets_only,
    lists_only,
    many_keys,
    keys_within,
    long_integers,
    bound_of_every_pair,
    bound_of_every_pair_rational,
    bound_of_every_pair_infinite,
    every_pair_is_a_tie,
    long_factor,
    long_weights,
    one_long_weight,
    unlike_denominators,
    long_denominators,
    tight_delta_of_unlike_denominators,
    long_event,
    long_product,
    product_of_denominators,
    tower_of_powers,
    powers_of_every_length,
    near_zero,
    powers_of_one_hash,
    many_roots,
    great_degree,
    roots_of_great_degree,
    value_at_a_long_end,
    composed_with_long_ends,
    square_of_long_coefficients,
    square_of_great_degree,
    trinomial,
    great_trinomial,
    linear_polynomials,
    sparse_of_great_degree,
    many_sparse_of_great_degree,
    optimum,
    infeasible_over_unlike_denominators,
    unbounded_with_long_sums,
    infeasible_by_many_events,
    many_sums_of_a_witness,
    greatest_with_many_maxima,
    post_processing,
    post_processing_over_unlike_denominators,
    not_post_processing,
    not_post_processing_with_long_sums,
    maximal,
    not_maximal,
    composition_on_a_full_lattice,
    composition_of_long_masses,
    composition_of_masses_without_bits,
    composition_of_masses_of_eight_bits,
    composition_of_many_laws,
    composition_of_many_edges,
    composition_of_integers,
)


def written(document: Callable[[], str], file: Path) -> None:
    file.write_text(document(), encoding="utf-8")


def run(file: Path, words: tuple[str, ...]) -> tuple[int, float, float, int, str]:
    """Status, seconds of the processor and on the wall, megabytes, the first line."""
    start = time.perf_counter()
    command = [sys.executable, "-m", *words, str(file)]
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT)  # noqa: S603
        _, code, used = os.wait4(process.pid, 0)  # of the program and of the children that it has waited for
        process.returncode = os.waitstatus_to_exitcode(code)
        said.seek(0)
        line = said.readline().decode(errors="replace").strip().partition(f"{file.name}")[2].lstrip("': ")
    seconds = used.ru_utime + used.ru_stime
    return process.returncode, seconds, time.perf_counter() - start, used.ru_maxrss // 1024, line


def main(arguments: list[str]) -> int:
    """Print a row for each document and program, and how many broke the promise."""
    programs = [*PROGRAMS][:2]
    if arguments[:1] == ["--programs"]:
        programs, arguments = arguments[1].split(","), arguments[2:]
    known = {document.__name__.replace("_", "-"): document for document in DOCUMENTS}
    if arguments == ["--list"]:
        print("\n".join(known))
        return 0
    print("| document | kB | program | status | seconds | on the wall | MB | verdict |\n" + "| --- " * 8 + "|")
    broken = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments or known:
            file = Path(folder) / f"{name}.json"
            writer = multiprocessing.get_context("fork").Process(target=written, args=(known[name], file))
            writer.start()  # in another process: what this one takes would count as that of the programs
            writer.join()
            for called in programs:
                status, seconds, wall, megabytes, line = run(file, PROGRAMS[called])
                broken += status not in (0, 1, 2, 3) or seconds > SECONDS or megabytes > MEGABYTES
                size = file.stat().st_size // 1000
                row = (name, size, called, status, f"{seconds:.1f}", f"{wall:.0f}", megabytes, line[:60])
                print("|", " | ".join(map(str, row)), "|", flush=True)
    print(f"\n{broken} broke the promise")
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
