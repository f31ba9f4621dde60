"""Certificates that prove their statement; why each is true was found by hand."""

from __future__ import annotations

import json
from fractions import Fraction
from math import factorial
from random import Random
from typing import Any

from tests.vectors.certificates.build import (
    BOTH,
    POINTS,
    TEN,
    THREE_QUARTERS,
    T,
    U,
    Vector,
    cells,
    certificate,
    composition,
    event,
    free,
    given,
    lattice,
    mechanism,
    order,
    over,
    program,
    quotients,
    ratio,
    response,
    runs,
    scenario,
    several,
    vector,
    whole,
)

# e lies between these two: the rest of the series after 1/60! is below 2/61!.
BELOW_E = sum((Fraction(1, factorial(k)) for k in range(61)), Fraction(0))
ABOVE_E = BELOW_E + Fraction(2, factorial(61))
OVERLAP = over(2, [1, 1, 0], [0, 1, 1])  # P_0(0) = 1/2 where P_1(0) = 0
U1_U2 = [["1", 0, 1, 1]]
ROWS = [(">=", {0: 1, 1: 1}, 1), ("=", {0: 3, 1: -3}, 1), ("<=", {0: 1}, 5)]
DUAL = vector(6, {0: 9, 1: -1})
FIXED = {"inputs": [0], "weights": over(2, [1, 1])}
NOISY = over(8, [5, 3], [3, 5])  # THREE_QUARTERS, followed by itself
RIVALS = [[0, 1], [1, 0]]
WITNESSES = [
    {"input": 0, "weights": over(1, [1, 0], [1, 0]), "sums": ["3"], "maxima": []},
    {"input": 1, "weights": over(1, [0, 1], [0, 1]), "sums": ["3"], "maxima": []},
]
CROSSED = [[0, [0], "1"], [1, [1], "1"]]

COIN = runs("randomized_response", truth=Fraction(3, 4), categories=2)
TOSSED = cells(0, -1, 0)  # 3/4 : 1/4 and 1/4 : 3/4, at G = 3; no third answer
NORMAL = runs("gaussian", sigma=1, sensitivity=1, rate=1)
HALVES = cells(*range(-10, 10), precision=1, edges=[f"{k:x}" for k in range(-8, 11)])  # exp(x - 1/2) at x = k/2
GEOMETRIC = runs("discrete_laplace", base=2, sensitivity=1, rate=1)
ROOT_E: dict[str, Any] = {"generators": given(Fraction(1, 2))}


def odds(value: Fraction) -> dict[str, Any]:
    """Randomized response with rational odds."""
    a, b = value.numerator, value.denominator
    return over(a + b, [a, b], [b, a])


def about_mechanisms() -> dict[str, tuple[Any, Any, int, str]]:
    """Statements of three kinds over the rationals, exp, roots; infinity."""
    exp: Any = {"generators": given(1)}
    root: Any = {"generators": given(0, 2, 2)}
    both: Any = {"generators": given(Fraction(1, 3), 2, 3)}
    return {
        "private": (mechanism(), {}, 1, "3/4 = 3 * 1/4, and 1/4 <= 3 * 3/4"),
        "private-version-2": (mechanism(), {}, 2, "version 2 without what is new in it"),
        "private-no-pairs": (mechanism(E=1, pairs=[]), {}, 1, "no pair, nothing to show"),
        "private-self-pairs": (mechanism(E=1, pairs=[[0, 0], [1, 1]]), {}, 1, "P <= P"),
        "private-one-output": (mechanism(weights=over(1, [1], [1]), E=1), {}, 1, "both rows are the same point"),
        "private-one-input": (mechanism(weights=over(2, [1, 1]), E=1, pairs=[[0, 0]]), {}, 1, "P <= P"),
        "private-delta-1": (mechanism(weights=POINTS, E=1, delta=1), {}, 1, "no probability is greater than 1"),
        "private-E-1": (mechanism(weights=over(3, [1, 2], [1, 2]), E=1), {}, 1, "equal rows"),
        "private-one-direction": (
            mechanism(weights=over(2, [1, 1], [2, 0]), E=2, pairs=[[1, 0]]),
            {},
            1,
            "1 <= 2 * 1/2",
        ),
        "private-unreduced": (
            mechanism(weights=over(12, [9, 3], [3, 9]), E=["9", "3"], delta=["0", "7"]),
            {},
            1,
            "quotients need not be reduced",
        ),
        "private-quotients": (
            mechanism(weights=quotients(["3/4", "1/4"], ["1/4", "3/4"])),
            {},
            1,
            "another way to write the rows",
        ),
        "private-different-denominators": (
            mechanism(weights=quotients(["1/2", "1/3", "1/6"], ["1/3", "1/2", "1/6"]), E=Fraction(3, 2)),
            {},
            1,
            "1/2 = 3/2 * 1/3",
        ),
        "private-exp": (mechanism(weights=response(T, "1"), E=[T, "1"], **exp), {}, 1, "odds t = e at E = t"),
        "private-exp-above-by-little": (
            mechanism(weights=odds(BELOW_E), E=[T, "1"], **exp),
            {},
            1,
            "the odds are a lower bound of e, 10^-83 below it",
        ),
        "private-exp-tiny": (
            mechanism(weights=response(T, "1"), E=[T, "1"], generators=given(Fraction(1, 10**30))),
            {},
            1,
            "E = exp(10^-30) >= 1",
        ),
        "private-exp-huge": (
            mechanism(weights=response(T, "1"), E=[T, "1"], generators=given(5000)),
            {},
            1,
            "E = exp(5000)",
        ),
        "private-high-power": (
            mechanism(weights=THREE_QUARTERS, E=[[["1", 2**50, 0]], "1"], **exp),
            {},
            1,
            "E = e^(2^50) >= 3",
        ),
        "private-root": (mechanism(weights=response(U, "1"), E=[U, "1"], **root), {}, 1, "odds sqrt(2) at E = sqrt(2)"),
        "private-root-of-degree-100": (
            mechanism(weights=response([["1", 0, 99]], "1"), E=[[["1", 0, 99]], "1"], generators=given(0, 2, 100)),
            {},
            1,
            "odds 2^(99/100)",
        ),
        "private-root-of-a-fraction": (
            mechanism(weights=response(U, "1"), E=[U, "1"], generators=given(0, Fraction(3, 2), 2)),
            {},
            1,
            "odds sqrt(3/2)",
        ),
        "private-base-4-degree-3": (
            mechanism(weights=response(U, "1"), E=[U, "1"], generators=given(0, 4, 3)),
            {},
            1,
            "4 is a square, but 3 is odd: x^3 - 4 is irreducible",
        ),
        "private-reduced-product": (
            mechanism(weights=response("2", U), E=[U, "1"], **root),
            {},
            1,
            "odds 2/sqrt(2) = sqrt(2): u u = 2",
        ),
        "private-several-roots": (
            mechanism(weights=response(U1_U2, "1"), E=[U1_U2, "1"], generators=several((2, 2), (3, 2))),
            {},
            2,
            "odds sqrt(6)",
        ),
        "private-several-reduced": (
            mechanism(
                weights=response([["2", 0, 0, 1]], [["1", 0, 1, 0]]), E=[U1_U2, "1"], generators=several((2, 2), (3, 2))
            ),
            {},
            2,
            "odds 2 sqrt(3)/sqrt(2) = sqrt(6)",
        ),
        "private-several-with-t": (
            mechanism(
                weights=response([["1", 2, 1, 2]], "1"),
                E=[[["1", 2, 1, 2]], "1"],
                generators=several((Fraction(3, 2), 2), (5, 3), exponent=Fraction(1, 7)),
            ),
            {},
            2,
            "odds t^2 u_1 u_2^2",
        ),
        "private-three-roots": (
            mechanism(
                weights=response([["1", 0, 1, 1, 1]], "1"),
                E=[[["1", 0, 1, 1, 1]], "1"],
                generators=several((2, 2), (3, 2), (5, 2)),
            ),
            {},
            2,
            "odds sqrt(30)",
        ),
        "private-infinity": (
            mechanism(weights=OVERLAP, E="infinity", delta=Fraction(1, 2)),
            {},
            2,
            "P_0 of the outputs that P_1 never gives is 1/2",
        ),
        "private-infinity-positive": (mechanism(E="infinity"), {}, 2, "no probability is 0"),
        "tight-infinity": (
            mechanism("tight-delta", OVERLAP, "infinity", Fraction(1, 2)),
            event(0, 1, 0),
            2,
            "P_0(0) = 1/2, P_1(0) = 0",
        ),
        "tight-infinity-0": (
            mechanism("tight-delta", E="infinity"),
            event(0, 1),
            2,
            "no probability is 0: the empty event attains 0",
        ),
        "tight-infinity-other-event": (
            mechanism("tight-delta", POINTS, "infinity", 1),
            event(1, 0, 1),
            2,
            "disjoint points",
        ),
        "not-private-infinity": (
            mechanism("not-private", OVERLAP, "infinity", Fraction(1, 4)),
            event(1, 0, 2),
            2,
            "1/2 > 1/4 where P_0(2) = 0",
        ),
        "tight": (
            mechanism("tight-delta", TEN, 2, Fraction(3, 10)),
            event(1, 0, 1),
            1,
            "7/10 - 2 * 2/10 = 3/10; the other direction gives 2/10",
        ),
        "tight-no-pairs": (mechanism("tight-delta", pairs=[]), {}, 1, "without pairs the least delta is 0"),
        "tight-0": (mechanism("tight-delta"), event(0, 1, 0), 1, "3/4 - 3 * 1/4 = 0"),
        "tight-0-empty-event": (mechanism("tight-delta"), event(0, 1), 1, "the empty event attains 0"),
        "tight-1": (mechanism("tight-delta", POINTS, 2, 1), event(0, 1, 0), 1, "1 - 2 * 0 = 1"),
        "tight-self-pair": (mechanism("tight-delta", E=1, pairs=[[0, 0]]), event(0, 0, 0, 1), 1, "1 - 1 = 0"),
        "tight-exp": (
            mechanism("tight-delta", response(T, "1"), [T, "1"], 0, **exp),
            event(1, 0, 1),
            1,
            "t/(1+t) - t/(1+t) = 0",
        ),
        "tight-mixed": (
            mechanism("tight-delta", TEN, [[["1", 1, 1]], "1"], [[["7", 0, 0], ["-2", 1, 1]], "a"], **both),
            event(1, 0, 1),
            1,
            "(7 - 2 t u)/10 with t u = 1.758; 8 - 3 t u is less",
        ),
        "tight-root-of-root": (
            mechanism("tight-delta", response("2", U), [U, "1"], 0, **root),
            event(0, 1, 0),
            1,
            "2/(2+u) - u u/(2+u) = 0",
        ),
        "not-private": (mechanism("not-private", E=2), event(0, 1, 0), 1, "3/4 > 2 * 1/4"),
        "not-private-by-little": (
            mechanism("not-private", E=2, delta=Fraction(1, 4) - Fraction(1, 2**300)),
            event(0, 1, 0),
            1,
            "1/4 exceeds delta by 2^-300",
        ),
        "not-private-exp-by-little": (
            mechanism("not-private", odds(ABOVE_E), [T, "1"], **exp),
            event(0, 1, 0),
            1,
            "the odds are an upper bound of e",
        ),
        "not-private-more-outputs": (
            mechanism("not-private", over(4, [2, 1, 1], [1, 1, 2]), 1),
            event(0, 1, 0, 1),
            1,
            "3/4 > 2/4",
        ),
    }


def about_free_t() -> dict[str, tuple[Any, Any, int, str]]:
    """private-for-all."""
    touching = [[["4", 0, 0], ["-4", 1, 0], ["1", 2, 0]], [["4", 0, 0], ["1", 2, 0]]]
    same = over(2, [1, 1], [1, 1])
    E = [T, "1"]
    cases = {
        "free": (response(T, "1"), E, 0, free(1), "odds t at E = t"),
        "free-up-to-3": (TEN, E, Fraction(1, 2), free(1, 3), "8/10 - 3/10 = 7/10 - 2/10 = 1/2 at t = 1, less beyond"),
        "free-from-a-tie": (THREE_QUARTERS, E, 0, free(3), "t >= 3 is what odds 3 need"),
        "free-on-a-point": (over(3, [2, 1], [1, 2]), E, 0, free(2, 2), "odds 2 at t = 2"),
        "free-delta-touches-0": (
            same,
            E,
            touching,
            free(1),
            "delta = (t - 2)^2/(t^2 + 4) is 0 at t = 2 only, and at most 1",
        ),
        "free-delta-touches-0-at-the-end": (same, E, touching, free(2, 3), "the same, from 2 on"),
        "free-no-pairs": (POINTS, E, 0, free(1, 2), "no pair"),
        "free-t-below-1": (
            same,
            [[["1", 0, 0], ["1", 2, 0]], "1"],
            0,
            free(-1, 1),
            "E = 1 + t^2 >= 1 for negative t too",
        ),
        "free-unused": (THREE_QUARTERS, 3, 0, free(1), "nothing depends on t"),
        "free-shifted": (
            response([["1", 1, 0]], "63"),
            [[["63", 0, 0], ["1", 1, 0]], "1"],
            0,
            free(1, 2),
            "99/(t + 99) <= t, which is E times the other probability",
        ),
    }
    return {
        name: (
            mechanism(
                "private-for-all",
                weights,
                factor,
                delta,
                generators=generators,
                **no_pairs(name),
            ),
            {},
            1,
            why,
        )
        for name, (weights, factor, delta, generators, why) in cases.items()
    }


def about_programs() -> dict[str, tuple[Any, Any, int, str]]:
    """Linear programs."""
    optimum = program("optimum", {0: 1, 1: 2}, ROWS, [], value=["4", "3"])
    point = vector(3, {0: 2, 1: 1})
    quotient_point = {"entries": [[0, ["2", "3"]], [1, ["1", "3"]]]}
    root = program("optimum", {0: 1}, [(">=", {0: 1}, U)], [], value=[U, "1"], generators=given(0, 2, 2))
    half = program("optimum", {}, [(">=", {0: 1}, 1)], [], value=["1", "2"])
    half["objective"] = {"denominator": "2", "coefficients": [[0, "1"]]}
    pair = program(
        "optimum", {0: 1}, [(">=", {0: 1}, U1_U2)], [], value=[U1_U2, "1"], generators=several((2, 2), (3, 2))
    )
    return {
        "lp-optimum": (optimum, {"point": point, "dual": DUAL}, 1, "x = 2/3, y = 1/3, dual 3/2, -1/6"),
        "lp-optimum-quotients": (
            optimum,
            {"point": quotient_point, "dual": DUAL},
            1,
            "the same point, each entry a quotient",
        ),
        "lp-optimum-free-variable": (
            program("optimum", {0: 1}, [(">=", {0: 1}, -2)], [0], value=["-2", "1"]),
            {"point": vector(1, {0: -2}), "dual": vector(1, {0: 1})},
            1,
            "x is free and at least -2",
        ),
        "lp-optimum-no-rows": (
            program("optimum", {0: 1}, [], [], value=["0", "1"]),
            {"point": vector(1, {}), "dual": vector(1, {})},
            1,
            "x >= 0",
        ),
        "lp-optimum-objective-over-2": (half, {"point": vector(1, {0: 1}), "dual": vector(2, {0: 1})}, 1, "x/2 >= 1/2"),
        "lp-optimum-root": (root, {"point": vector(1, {0: U}), "dual": vector(1, {0: 1})}, 1, "x >= sqrt(2)"),
        "lp-optimum-several-roots": (
            pair,
            {"point": vector(1, {0: U1_U2}), "dual": vector(1, {0: 1})},
            2,
            "x >= sqrt(6)",
        ),
        "lp-infeasible": (
            program("infeasible", {}, [("<=", {0: 1}, -1)], []),
            {"farkas": vector(1, {0: -1})},
            1,
            "x <= -1 and x >= 0",
        ),
        "lp-infeasible-equation": (
            program("infeasible", {}, [("=", {}, 1)], []),
            {"farkas": {"entries": [[0, ["1", "2"]]]}},
            1,
            "0 = 1",
        ),
        "lp-unbounded": (
            program("unbounded", {0: -1, 1: 1}, [("<=", {0: 1, 1: -2}, 3)], []),
            {"point": vector(1, {}), "ray": vector(1, {0: 2, 1: 1})},
            1,
            "along (2, 1) the objective falls by 1",
        ),
        "lp-unbounded-free": (
            program("unbounded", {1: 1}, [], [1]),
            {"point": vector(1, {}), "ray": vector(1, {1: -1})},
            1,
            "y is free",
        ),
    }


def about_greatest() -> dict[str, tuple[Any, Any, int, str]]:
    """Greatest mechanisms."""
    top = {"sums": ["1"], "events": []}
    bounded = {"sums": ["2"], "events": [[0, [1], "1"]]}
    ends = {"inputs": [0, 1], "weights": over(1, [1, 0], [0, 1])}
    fixed = scenario("greatest", fixed=FIXED, weights=over(4, [2, 2], [3, 1]))
    return {
        "greatest": (
            scenario("greatest", weights=over(1, [1, 0], [1, 0])),
            {"maxima": [top, top]},
            1,
            "s_1 = 1 everywhere",
        ),
        "greatest-fixed": (fixed, {"maxima": [bounded]}, 1, "1/2 <= 2 P_1(1), so s_1 <= 3/4"),
        "greatest-fixed-lexicographic": (
            fixed | {"order": "lexicographic"},
            {"maxima": [bounded]},
            1,
            "with two outputs the orders agree",
        ),
        "greatest-repeated-output": (
            fixed,
            {"maxima": [{"sums": ["2"], "events": [[0, [1, 1], "1"]]}]},
            1,
            "an output that is listed twice counts once",
        ),
        "greatest-one-output": (
            scenario("greatest", outputs=["x"], rainbows=[[0], [0]], weights=over(1, [1], [1])),
            {"maxima": []},
            1,
            "one output: nothing to maximise",
        ),
        "none": (
            scenario("none", rainbows=RIVALS),
            {"witnesses": WITNESSES, "events": CROSSED},
            1,
            "P_0(0) = 1 and P_1(1) = 1 exclude each other: the bound is 2 + 2 - 6",
        ),
        "none-lexicographic": (
            scenario("none", order="lexicographic", rainbows=RIVALS),
            {"witnesses": WITNESSES, "events": CROSSED},
            1,
            "the same evidence: m = 1 needs no maxima",
        ),
        "infeasible": (scenario("infeasible", fixed=ends), {"events": [[0, [0], "1"]]}, 1, "1 > 2 * 0"),
    }


def about_order() -> dict[str, tuple[Any, Any, int, str]]:
    """A mechanism and its source."""
    is_one, is_none = "post-processing", "not-post-processing"
    sure: Any = {"utility": [["1", "0"], ["0", "1"]]}
    odds_e = response(T, "1")
    return {
        "order": (order(is_one, NOISY, THREE_QUARTERS), {"kernel": THREE_QUARTERS}, 1, "9/16 + 1/16 = 5/8"),
        "order-of-itself": (
            order(is_one, OVERLAP, OVERLAP),
            {"kernel": quotients([1, 0, 0], [0, 1, 0], [0, 0, 1])},
            1,
            "P = Q",
        ),
        "order-one-output": (
            order(is_one, over(1, [1], [1]), TEN),
            {"kernel": over(7, [7], [7])},
            1,
            "all to one output",
        ),
        "order-one-input": (order(is_one, over(3, [1, 2]), over(1, [1])), {"kernel": over(3, [1, 2])}, 1, "one input"),
        "order-never": (
            order(is_one, NOISY, over(4, [3, 0, 1], [1, 0, 3])),
            {"kernel": over(4, [3, 1], [0, 4], [1, 3])},
            1,
            "what an output that never occurs is mapped to does not matter",
        ),
        "order-quotients": (
            order(
                is_one,
                quotients([Fraction(5, 6), Fraction(1, 6)]),
                quotients([Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]),
            ),
            {"kernel": quotients([1, 0], [1, 0], [0, 1])},
            1,
            "1/2 + 1/3 = 5/6",
        ),
        "order-one-denominator": (
            order(is_one, over(2, [1, 1], [0, 2]), OVERLAP),
            {"kernel": over(2, [2, 0], [0, 2], [0, 2])},
            1,
            "three outputs and one denominator: f = 1",
        ),
        "order-exp": (
            order(is_one, odds_e, POINTS, generators=given(1)),
            {"kernel": odds_e},
            1,
            "the truth, followed by P",
        ),
        "order-root": (
            order(is_one, over([["1", 0, 0], ["1", 0, 1]], [U, 1], [1, U]), POINTS, generators=given(0, 2, 2)),
            {"kernel": response(U, "1")},
            1,
            "the same with the square root of 2",
        ),
        "order-roots": (
            order(is_one, POINTS, POINTS, generators=several((2, 2), (3, 2))),
            {"kernel": over(U1_U2, [U1_U2, 0], [0, U1_U2])},
            2,
            "sqrt(6)/sqrt(6)",
        ),
        "not-order": (order(is_none, THREE_QUARTERS, NOISY), sure, 1, "3/4 + 3/4 > 5/8 + 5/8"),
        "not-order-negative": (
            order(is_none, THREE_QUARTERS, NOISY),
            {"utility": [["1", "0"], ["-1", "0"]]},
            1,
            "3/4 - 1/4 > 5/8 - 3/8 + 0",
        ),
        "not-order-hair": (
            order(is_none, over(10**40, [10**40, 0], [1, 10**40 - 1]), over(10**40, [10**40 - 1, 1], [1, 10**40 - 1])),
            sure,
            1,
            "2 - 10^-40 > 2 - 2 10^-40",
        ),
        "not-order-exp": (
            order(is_none, odds_e, odds(Fraction(27182818284, 10**10)), generators=given(1)),
            sure,
            1,
            "e is greater than 2.7182818284",
        ),
        "not-order-quotients": (
            order(
                is_none,
                quotients([1, 0], [0, 1]),
                quotients([Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 3), Fraction(2, 3)]),
            ),
            sure,
            1,
            "2 > 1/2 + 2/3",
        ),
    }


def about_maximal() -> dict[str, tuple[Any, Any, int, str]]:
    """Mechanisms that can, or cannot, be made to say more."""
    is_one, is_none = "maximally-sufficient", "not-maximally-sufficient"
    path: Any = {"pairs": [[0, 1], [1, 0], [1, 2], [2, 1]]}
    geometric = over(6, [4, 1, 1], [2, 2, 2], [1, 1, 4])
    return {
        "maximal": (mechanism(is_one), {}, 1, "3/4 = 3 * 1/4, for both outputs"),
        "maximal-path": (mechanism(is_one, geometric, 2, **path), {}, 1, "the truncated geometric mechanism"),
        "maximal-complete": (
            mechanism(
                is_one,
                over(4, [2, 1, 1], [1, 2, 1], [1, 1, 2]),
                2,
                pairs=[[i, j] for i in range(3) for j in range(3) if i != j],
            ),
            {},
            1,
            "each output has its own input, at twice the probability of the others",
        ),
        "maximal-exp": (mechanism(is_one, response(T, "1"), [T, "1"], generators=given(1)), {}, 1, "odds e, E = e"),
        "maximal-never": (mechanism(is_one, over(4, [3, 1, 0], [1, 3, 0])), {}, 1, "the third output has no inputs"),
        "maximal-no-pairs": (mechanism(is_one, POINTS, pairs=[]), {}, 1, "each output has one input"),
        "maximal-constant": (mechanism(is_one, over(1, [1], [1]), 1), {}, 1, "E = 1: all bounds are tight"),
        "maximal-self-pairs": (
            mechanism(is_one, over(1, [1], [1]), 1, pairs=[[0, 0], [0, 1], [1, 1]]),
            {},
            1,
            "E = 1: (0, 1) is tight, and so are (0, 0) and (1, 1)",
        ),
        "maximal-proportional": (
            mechanism(is_one, over(8, [3, 3, 2], [1, 1, 6])),
            {},
            1,
            "two outputs that say the same",
        ),
        "not-maximal": (mechanism(is_none, THREE_QUARTERS, 4), {"output": 0, "inputs": [0]}, 1, "3/4 < 4 * 1/4"),
        "not-maximal-middle": (
            mechanism(is_none, over(1, [1], [1], [1]), 2, **path),
            {"output": 0, "inputs": [2, 0, 2]},
            1,
            "1 < 2; the part need not be connected, nor its list sorted",
        ),
        "not-maximal-no-pairs": (
            mechanism(is_none, over(2, [1, 1], [1, 1]), pairs=[]),
            {"output": 1, "inputs": [1]},
            1,
            "without pairs no bound is tight",
        ),
        "not-maximal-outside": (
            mechanism(is_none, over(2, [1, 1], [1, 1], [0, 2], [0, 2]), pairs=[[2, 3], [3, 2]]),
            {"output": 0, "inputs": [0, 2]},
            1,
            "the pair (2, 3) leads out of the part, but neither is an input of the output",
        ),
        "not-maximal-one-way": (
            mechanism(is_none, pairs=[[0, 1]]),
            {"output": 1, "inputs": [0]},
            1,
            "P_1(1) = 3 P_0(1), but the pair (1, 0) is not listed",
        ),
        "not-maximal-self-pairs": (
            mechanism(is_none, over(4, [2, 2], [1, 3]), 1, pairs=[[0, 0], [1, 1]]),
            {"output": 0, "inputs": [0]},
            1,
            "E = 1: a pair (i, i) is tight, and leads out of no part",
        ),
        "not-maximal-exp": (
            mechanism(is_none, odds(Fraction(27182818284, 10**10)), [T, "1"], generators=given(1)),
            {"output": 0, "inputs": [1]},
            1,
            "2.7182818284 is less than e",
        ),
    }


def about_compositions() -> dict[str, tuple[Any, Any, int, str]]:
    """Laws of noise on lattices that have their ratios, or E, on places, so that the delta is the least one."""
    three = runs("randomized_response", truth=Fraction(1, 2), categories=3)
    pair = runs(
        "finite", first=[ratio("1/2"), ratio("1/2"), ["0", "1"]], second=[ratio(x) for x in ("1/2", "1/4", "1/4")]
    )
    double_exponential = runs("laplace", scale=1, sensitivity=1, rate=1)
    integers = runs("discrete_gaussian", sigma=1, sensitivity=1, rate=1)
    reach = {"least": whole(-4), "greatest": whole(5)}
    coarse = lattice(5, -9, 9, cells(0, -1, 0))
    return {
        "composition": (composition("51/100", COIN), lattice(3, -1, 1, TOSSED), 1, "3/4 - 1/4 = 1/2"),
        "composition-two-runs": (
            composition("38/100", COIN | {"count": "2"}, E=3),
            lattice(3, -2, 2, TOSSED),
            1,
            "twice the same answer: 9/16 (1 - 3/9) = 3/8",
        ),
        "composition-two-laws": (
            composition("51/100", COIN, GEOMETRIC | {"rate": ["0", "1"]}),
            lattice(3, -9, 9, TOSSED, cells(-1, -1)),
            1,
            "a rate of 0 gives nothing away",
        ),
        "composition-cut": (
            composition("57/100", COIN | {"count": "2"}, E=3),
            lattice(3, -1, 1, TOSSED),
            1,
            "the ratio 9 lies above the lattice: all of 9/16",
        ),
        "composition-coarse": (
            composition("61/100", COIN),
            coarse,
            1,
            "(3/4 - 1/4)/(1 - 1/5) = 5/8 at the ratio 5: 1/2",
        ),
        "composition-no-run": (composition(0, E=2), lattice(2, 0, 0), 1, "nothing is run"),
        "composition-nothing-proved": (
            composition(1, NORMAL),
            lattice(2, 0, 0, cells(0, precision=0, edges=[])),
            1,
            "1",
        ),
        "composition-three-answers": (
            composition("26/100", three),
            lattice(2, -1, 1, cells(0, -1, 0)),
            1,
            "1/2 - 1/4; the ratios are 2, 1/2, 1",
        ),
        "composition-finite": (
            composition("26/100", pair, E=2),
            lattice(2, -1, 1, cells(0, 0, -1)),
            1,
            "the third outcome is Q's alone, the second is 2 : 1",
        ),
        "composition-geometric": (
            composition("34/100", GEOMETRIC),
            lattice(2, -1, 1, cells(-1, 0)),
            1,
            "2/3 - 1/3, ratios 1/2 and 2",
        ),
        "composition-geometric-sampled": (
            composition("17/100", GEOMETRIC | {"rate": ["1", "2"]}),
            lattice(2, -1, 1, cells(-1, 0)),
            1,
            "half of 1/3",
        ),
        "composition-gaussian": (
            composition("384/1000", NORMAL, **ROOT_E),
            lattice([T, "1"], -20, 20, HALVES),
            1,
            "2 Phi(1/2) - 1 = 0.38292..., and 1 - Phi(4) = 0.00003... beyond the edges",
        ),
        "composition-gaussian-two-runs": (
            composition("6/10", NORMAL | {"count": "2"}, **ROOT_E),
            lattice([T, "1"], -20, 20, HALVES),
            1,
            "2 Phi(1/sqrt(2)) - 1 = 0.52049..., and what the step of the lattice adds",
        ),
        "composition-laplace": (
            composition("394/1000", double_exponential, generators=given(1)),
            lattice([T, "1"], -1, 1, cells(-1, -1, 0, 0, precision=1, edges=["0", "1", "2"])),
            1,
            "1 - exp(-1/2) = 0.39346...; the ratio is exp(2x - 1) from 0 to 1",
        ),
        "composition-integers": (
            composition("399/1000", integers, **ROOT_E),
            lattice([T, "1"], -20, 20, cells(-10, *range(-9, 10, 2), 10) | reach),
            1,
            "1/(1 + 2 exp(-1/2) + 2 exp(-2) + ...) = 0.39894..., and less than 0.00001 beyond",
        ),
    }


def about_labels() -> dict[str, tuple[Any, Any, int, str]]:
    """Labels and texts."""
    nested: Any = 7
    for _ in range(64):
        nested = [nested]
    same = over(1, *[[1]] * 4)
    return {
        "labels-that-look-alike": (
            mechanism(weights=same, E=1, inputs=[1, "1", [1], ["1"]]),
            {},
            1,
            "four different labels",
        ),
        "labels-empty": (mechanism(inputs=["", []]), {}, 1, "empty text and an empty array are labels"),
        "labels-long-integer": (mechanism(inputs=[10**639, -(10**639)]), {}, 1, "640 digits"),
        "labels-deep": (mechanism(inputs=[nested, 7]), {}, 1, "64 arrays within one another"),
        "labels-unicode": (
            mechanism(inputs=["\u00e9", "e\u0301"], outputs=["\u202e\U0001f600", '\u0007\n"\\']),
            {},
            1,
            "not normalized: two different labels",
        ),
    }


def vectors(source: Random) -> dict[str, Vector]:
    """Name to vector."""
    groups = (
        about_mechanisms(),
        about_free_t(),
        about_programs(),
        about_greatest(),
        about_order(),
        about_maximal(),
        about_compositions(),
        about_labels(),
        random_ones(source),
    )
    found = {
        name: Vector(certificate(statement, evidence, version), "", why)
        for group in groups
        for name, (statement, evidence, version, why) in group.items()
    }
    content = json.loads(found["private"].text)
    spread = json.dumps(dict(reversed(content.items())), indent=3)
    found["text-spread"] = Vector(spread, "", "white space and the order of keys do not matter")
    zero = certificate(mechanism(inputs=[0, 1])).replace('"inputs":[0,1]', '"inputs":[-0,1]')
    found["labels-minus-0"] = Vector(zero, "", "-0 is the integer 0")
    escaped = certificate(mechanism(inputs=["a", "b"])).replace('"a"', '"\\u0061"')
    found["text-escaped"] = Vector(escaped, "", "\\u0061 is a")
    return found


def random_ones(source: Random) -> dict[str, tuple[Any, Any, int, str]]:
    """Rows of random integers, E and delta from the largest excess of all events, by brute force."""
    found = {}
    for k in range(6):
        size = 3 + k % 2
        rows = [[source.randint(0, 9) for _ in range(size)] for _ in range(2)]
        rows = [[*row[:-1], 9 * size - sum(row[:-1])] for row in rows]
        E = Fraction(source.randint(2, 9), 2)
        delta, i, j, mask = max((excess(rows, i, j, E, mask), i, j, mask) for i, j in BOTH for mask in range(2**size))
        outputs = [o for o in range(size) if mask >> o & 1]
        statement = mechanism("tight-delta", over(9 * size, *rows), E, delta)
        found[f"random-tight-{k}"] = (statement, event(i, j, *outputs), 1, "brute force over all events")
        found[f"random-private-{k}"] = (statement | {"kind": "private"}, {}, 1, "brute force over all events")
    return found


def excess(rows: list[list[int]], i: int, j: int, E: Fraction, mask: int) -> Fraction:
    """P_i(S) - E P_j(S)."""
    return sum((rows[i][o] - E * rows[j][o] for o in range(len(rows[0])) if mask >> o & 1), Fraction(0)) / sum(rows[0])


def no_pairs(name: str) -> Any:
    """An empty relation where the name says so."""
    return {"pairs": []} if "no-pairs" in name else {}
