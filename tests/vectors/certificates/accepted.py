"""Certificates that prove their statement; why each is true was found by hand."""

import json
from fractions import Fraction
from functools import partial
from math import factorial
from random import Random
from typing import Any

from tests.vectors.certificates.build import (
    BOTH,
    COUNTS,
    POINTS,
    SHARES,
    TEN,
    THREE_QUARTERS,
    TWO_COINS,
    Rows,
    T,
    U,
    cells,
    certificate,
    composition,
    event,
    for_all,
    free,
    given,
    infeasible,
    lattice,
    mechanism,
    not_private,
    optimum,
    order,
    over,
    part,
    private,
    quotients,
    ratio,
    refuted,
    response,
    runs,
    scenario,
    several,
    solved,
    texts,
    tight,
    unbounded,
    vector,
    whole,
)

# e lies between these two: the rest of the series after 1/60! is below 2/61!.
BELOW_E = sum((Fraction(1, factorial(k)) for k in range(61)), Fraction(0))
ABOVE_E = BELOW_E + Fraction(2, factorial(61))
OVERLAP = over(2, [1, 1, 0], [0, 1, 1])  # P_0(0) = 1/2 where P_1(0) = 0
U1_U2 = [["1", 0, 1, 1]]
DOMINATING = over(4, [1, 2, 1, 0], [0, 1, 2, 1])  # of all pairs of laws with E = 2, delta = 1/4
ONE_AND_T = [["1", 0, 0], ["1", 1, 0]]
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


def about_mechanisms() -> Rows:
    """Statements of three kinds over the rationals, exp, roots; infinity."""
    exp: Any = {"generators": given(1)}
    root: Any = {"generators": given(0, 2, 2)}
    both: Any = {"generators": given(Fraction(1, 3), 2, 3)}
    return {
        "private": private(),
        "private-version-2": (private(), None, 2),
        "private-no-pairs": private(E=1, pairs=[]),
        "private-self-pairs": private(E=1, pairs=[[0, 0], [1, 1]]),
        "private-one-output": private(over(1, [1], [1]), 1),
        "private-one-input": private(over(2, [1, 1]), 1, pairs=[[0, 0]]),
        "private-delta-1": private(POINTS, 1, 1),
        "private-E-1": private(over(3, [1, 2], [1, 2]), 1),
        "private-one-direction": private(over(2, [1, 1], [2, 0]), 2, pairs=[[1, 0]]),
        "private-unreduced": private(over(12, [9, 3], [3, 9]), ["9", "3"], ["0", "7"]),
        "private-quotients": private(quotients(["3/4", "1/4"], ["1/4", "3/4"])),
        "private-different-denominators": private(
            quotients(["1/2", "1/3", "1/6"], ["1/3", "1/2", "1/6"]), Fraction(3, 2)
        ),
        "private-exp": private(response(T, "1"), [T, "1"], **exp),
        "private-exp-above-by-little": private(odds(BELOW_E), [T, "1"], **exp),
        "private-exp-tiny": private(response(T, "1"), [T, "1"], generators=given(Fraction(1, 10**30))),
        "private-exp-huge": private(response(T, "1"), [T, "1"], generators=given(5000)),
        "private-high-power": private(THREE_QUARTERS, [[["1", 2**50, 0]], "1"], **exp),
        "private-root": private(response(U, "1"), [U, "1"], **root),
        "private-root-of-degree-100": private(
            response([["1", 0, 99]], "1"), [[["1", 0, 99]], "1"], generators=given(0, 2, 100)
        ),
        "private-root-of-a-fraction": private(response(U, "1"), [U, "1"], generators=given(0, Fraction(3, 2), 2)),
        "private-base-4-degree-3": private(response(U, "1"), [U, "1"], generators=given(0, 4, 3)),
        "private-reduced-product": private(response("2", U), [U, "1"], **root),
        "private-several-roots": (
            private(response(U1_U2, "1"), [U1_U2, "1"], generators=several((2, 2), (3, 2))),
            None,
            2,
        ),
        "private-several-reduced": (
            private(response([["2", 0, 0, 1]], [["1", 0, 1, 0]]), [U1_U2, "1"], generators=several((2, 2), (3, 2))),
            None,
            2,
        ),
        "private-several-with-t": (
            private(
                response([["1", 2, 1, 2]], "1"),
                [[["1", 2, 1, 2]], "1"],
                generators=several((Fraction(3, 2), 2), (5, 3), exponent=Fraction(1, 7)),
            ),
            None,
            2,
        ),
        "private-three-roots": (
            private(
                response([["1", 0, 1, 1, 1]], "1"),
                [[["1", 0, 1, 1, 1]], "1"],
                generators=several((2, 2), (3, 2), (5, 2)),
            ),
            None,
            2,
        ),
        "private-infinity": (private(OVERLAP, "infinity", Fraction(1, 2)), None, 2),
        "private-infinity-positive": (private(E="infinity"), None, 2),
        "tight-infinity": (tight(OVERLAP, "infinity", Fraction(1, 2)), event(0, 1, 0), 2),
        "tight-infinity-0": (tight(E="infinity"), event(0, 1), 2),
        "tight-infinity-other-event": (tight(POINTS, "infinity", 1), event(1, 0, 1), 2),
        "not-private-infinity": (not_private(OVERLAP, "infinity", Fraction(1, 4)), event(1, 0, 2), 2),
        "tight": (tight(TEN, 2, Fraction(3, 10)), event(1, 0, 1)),
        "tight-no-pairs": tight(pairs=[]),
        "tight-0": (tight(), event(0, 1, 0)),
        "tight-0-empty-event": (tight(), event(0, 1)),
        "tight-1": (tight(POINTS, 2, 1), event(0, 1, 0)),
        "tight-self-pair": (tight(E=1, pairs=[[0, 0]]), event(0, 0, 0, 1)),
        "tight-exp": (tight(response(T, "1"), [T, "1"], 0, **exp), event(1, 0, 1)),
        "tight-mixed": (tight(TEN, [[["1", 1, 1]], "1"], [[["7", 0, 0], ["-2", 1, 1]], "a"], **both), event(1, 0, 1)),
        "tight-root-of-root": (tight(response("2", U), [U, "1"], 0, **root), event(0, 1, 0)),
        "not-private": (not_private(E=2), event(0, 1, 0)),
        "not-private-by-little": (not_private(E=2, delta=Fraction(1, 4) - Fraction(1, 2**300)), event(0, 1, 0)),
        "not-private-exp-by-little": (not_private(odds(ABOVE_E), [T, "1"], **exp), event(0, 1, 0)),
        "not-private-more-outputs": (not_private(over(4, [2, 1, 1], [1, 1, 2]), 1), event(0, 1, 0, 1)),
    }


def about_free_t() -> Rows:
    """private-for-all."""
    touching = [[["4", 0, 0], ["-4", 1, 0], ["1", 2, 0]], [["4", 0, 0], ["1", 2, 0]]]
    same = over(2, [1, 1], [1, 1])
    E = [T, "1"]
    cases = {
        "free": (response(T, "1"), E, 0, free(1)),
        "free-up-to-3": (TEN, E, Fraction(1, 2), free(1, 3)),
        "free-from-a-tie": (THREE_QUARTERS, E, 0, free(3)),
        "free-on-a-point": (over(3, [2, 1], [1, 2]), E, 0, free(2, 2)),
        "free-delta-touches-0": (same, E, touching, free(1)),
        "free-delta-touches-0-at-the-end": (same, E, touching, free(2, 3)),
        "free-no-pairs": (POINTS, E, 0, free(1, 2)),
        "free-t-below-1": (same, [[["1", 0, 0], ["1", 2, 0]], "1"], 0, free(-1, 1)),
        "free-unused": (THREE_QUARTERS, 3, 0, free(1)),
        "free-shifted": (response([["1", 1, 0]], "63"), [[["63", 0, 0], ["1", 1, 0]], "1"], 0, free(1, 2)),
    }
    return {
        name: for_all(weights, generators, E=factor, delta=delta, **no_pairs(name))
        for name, (weights, factor, delta, generators) in cases.items()
    }


def about_programs() -> Rows:
    """Linear programs."""
    least = optimum({0: 1, 1: 2}, ROWS, [], value=["4", "3"])
    point = vector(3, {0: 2, 1: 1})
    quotient_point = {"entries": [[0, ["2", "3"]], [1, ["1", "3"]]]}
    root = optimum({0: 1}, [(">=", {0: 1}, U)], [], value=[U, "1"], generators=given(0, 2, 2))
    half = optimum({}, [(">=", {0: 1}, 1)], [], value=["1", "2"])
    half["objective"] = {"denominator": "2", "coefficients": [[0, "1"]]}
    pair = optimum({0: 1}, [(">=", {0: 1}, U1_U2)], [], value=[U1_U2, "1"], generators=several((2, 2), (3, 2)))
    return {
        "lp-optimum": (least, solved(point, DUAL)),
        "lp-optimum-quotients": (least, solved(quotient_point, DUAL)),
        "lp-optimum-free-variable": (
            optimum({0: 1}, [(">=", {0: 1}, -2)], [0], value=["-2", "1"]),
            solved(vector(1, {0: -2}), vector(1, {0: 1})),
        ),
        "lp-optimum-no-rows": (optimum({0: 1}, [], [], value=["0", "1"]), solved(vector(1, {}), vector(1, {}))),
        "lp-optimum-objective-over-2": (half, solved(vector(1, {0: 1}), vector(2, {0: 1}))),
        "lp-optimum-root": (root, solved(vector(1, {0: U}), vector(1, {0: 1}))),
        "lp-optimum-several-roots": (pair, solved(vector(1, {0: U1_U2}), vector(1, {0: 1})), 2),
        "lp-infeasible": (infeasible({}, [("<=", {0: 1}, -1)], []), {"farkas": vector(1, {0: -1})}),
        "lp-infeasible-equation": (infeasible({}, [("=", {}, 1)], []), {"farkas": {"entries": [[0, ["1", "2"]]]}}),
        "lp-unbounded": (
            unbounded({0: -1, 1: 1}, [("<=", {0: 1, 1: -2}, 3)], []),
            {"point": vector(1, {}), "ray": vector(1, {0: 2, 1: 1})},
        ),
        "lp-unbounded-free": (unbounded({1: 1}, [], [1]), {"point": vector(1, {}), "ray": vector(1, {1: -1})}),
    }


def about_greatest() -> Rows:
    """Greatest mechanisms."""
    top = {"sums": ["1"], "events": []}
    bounded = {"sums": ["2"], "events": [[0, [1], "1"]]}
    ends = {"inputs": [0, 1], "weights": over(1, [1, 0], [0, 1])}
    fixed = scenario("greatest", fixed=FIXED, weights=over(4, [2, 2], [3, 1]))
    return {
        "greatest": (scenario("greatest", weights=over(1, [1, 0], [1, 0])), {"maxima": [top, top]}),
        "greatest-fixed": (fixed, {"maxima": [bounded]}),
        "greatest-fixed-lexicographic": (fixed | {"order": "lexicographic"}, {"maxima": [bounded]}),
        "greatest-repeated-output": (fixed, {"maxima": [{"sums": ["2"], "events": [[0, [1, 1], "1"]]}]}),
        "greatest-one-output": (
            scenario("greatest", outputs=["x"], rainbows=[[0], [0]], weights=over(1, [1], [1])),
            {"maxima": []},
        ),
        "none": (scenario("none", rainbows=RIVALS), {"witnesses": WITNESSES, "events": CROSSED}),
        "none-lexicographic": (
            scenario("none", order="lexicographic", rainbows=RIVALS),
            {"witnesses": WITNESSES, "events": CROSSED},
        ),
        "infeasible": (scenario("infeasible", fixed=ends), {"events": [[0, [0], "1"]]}),
    }


def about_order() -> Rows:
    """A mechanism and its source."""
    is_one, is_none = (partial(order, kind) for kind in ("post-processing", "not-post-processing"))
    sure: Any = {"utility": [["1", "0"], ["0", "1"]]}
    odds_e = response(T, "1")
    return {
        "order": (is_one(NOISY, THREE_QUARTERS), {"kernel": THREE_QUARTERS}),
        "order-of-itself": (is_one(OVERLAP, OVERLAP), {"kernel": quotients([1, 0, 0], [0, 1, 0], [0, 0, 1])}),
        "order-one-output": (is_one(over(1, [1], [1]), TEN), {"kernel": over(7, [7], [7])}),
        "order-one-input": (is_one(over(3, [1, 2]), over(1, [1])), {"kernel": over(3, [1, 2])}),
        "order-never": (is_one(NOISY, over(4, [3, 0, 1], [1, 0, 3])), {"kernel": over(4, [3, 1], [0, 4], [1, 3])}),
        "order-quotients": (
            is_one(
                quotients([Fraction(5, 6), Fraction(1, 6)]), quotients([Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)])
            ),
            {"kernel": quotients([1, 0], [1, 0], [0, 1])},
        ),
        "order-one-denominator": (
            is_one(over(2, [1, 1], [0, 2]), OVERLAP),
            {"kernel": over(2, [2, 0], [0, 2], [0, 2])},
        ),
        "order-exp": (is_one(odds_e, POINTS, generators=given(1)), {"kernel": odds_e}),
        "order-root": (
            is_one(over([["1", 0, 0], ["1", 0, 1]], [U, 1], [1, U]), POINTS, generators=given(0, 2, 2)),
            {"kernel": response(U, "1")},
        ),
        "order-roots": (
            is_one(POINTS, POINTS, generators=several((2, 2), (3, 2))),
            {"kernel": over(U1_U2, [U1_U2, 0], [0, U1_U2])},
            2,
        ),
        "not-order": (is_none(THREE_QUARTERS, NOISY), sure),
        "not-order-negative": (is_none(THREE_QUARTERS, NOISY), {"utility": [["1", "0"], ["-1", "0"]]}),
        "not-order-hair": (
            is_none(over(10**40, [10**40, 0], [1, 10**40 - 1]), over(10**40, [10**40 - 1, 1], [1, 10**40 - 1])),
            sure,
        ),
        "not-order-exp": (is_none(odds_e, odds(Fraction(27182818284, 10**10)), generators=given(1)), sure),
        "not-order-quotients": (
            is_none(
                quotients([1, 0], [0, 1]), quotients([Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 3), Fraction(2, 3)])
            ),
            sure,
        ),
    }


def about_maximal() -> Rows:
    """Mechanisms that can, or cannot, be made to say more."""
    is_one, is_none = (partial(mechanism, kind) for kind in ("maximally-sufficient", "not-maximally-sufficient"))
    path: Any = {"pairs": [[0, 1], [1, 0], [1, 2], [2, 1]]}
    geometric = over(6, [4, 1, 1], [2, 2, 2], [1, 1, 4])
    return {
        "maximal": is_one(),
        "maximal-path": is_one(geometric, 2, **path),
        "maximal-complete": is_one(
            over(4, [2, 1, 1], [1, 2, 1], [1, 1, 2]), 2, pairs=[[i, j] for i in range(3) for j in range(3) if i != j]
        ),
        "maximal-exp": is_one(response(T, "1"), [T, "1"], generators=given(1)),
        "maximal-never": is_one(over(4, [3, 1, 0], [1, 3, 0])),
        "maximal-no-pairs": is_one(POINTS, pairs=[]),
        "maximal-constant": is_one(over(1, [1], [1]), 1),
        "maximal-self-pairs": is_one(over(1, [1], [1]), 1, pairs=[[0, 0], [0, 1], [1, 1]]),
        "maximal-proportional": is_one(over(8, [3, 3, 2], [1, 1, 6])),
        "maximal-delta": is_one(DOMINATING, 2, Fraction(1, 4)),
        "maximal-delta-1": is_one(POINTS, 2, 1),
        "maximal-delta-exp": is_one(
            over([["2", 0, 0], ["2", 1, 0]], [ONE_AND_T, T, 1, 0], [0, 1, T, ONE_AND_T]),
            [T, "1"],
            Fraction(1, 2),
            generators=given(1),
        ),
        "maximal-delta-path": is_one(
            over(4, [1, 2, 1, 0, 0], [0, 1, 2, 1, 0], [0, 0, 1, 2, 1]), 2, Fraction(1, 4), **path
        ),
        "not-maximal-delta": (is_none(THREE_QUARTERS, 2, Fraction(1, 4)), part(0, 0)),
        "not-maximal-delta-room": (is_none(THREE_QUARTERS, 3, Fraction(1, 4)), part(0, 0)),
        "not-maximal-delta-room-one-way": (is_none(over(5, [1, 2, 2], [0, 1, 4]), 2, Fraction(1, 5)), part(2, 1)),
        "not-maximal": (is_none(THREE_QUARTERS, 4), part(0, 0)),
        "not-maximal-middle": (is_none(over(1, [1], [1], [1]), 2, **path), part(0, 2, 0, 2)),
        "not-maximal-no-pairs": (is_none(over(2, [1, 1], [1, 1]), pairs=[]), part(1, 1)),
        "not-maximal-outside": (
            is_none(over(2, [1, 1], [1, 1], [0, 2], [0, 2]), pairs=[[2, 3], [3, 2]]),
            part(0, 0, 2),
        ),
        "not-maximal-one-way": (is_none(pairs=[[0, 1]]), part(1, 0)),
        "not-maximal-self-pairs": (is_none(over(4, [2, 2], [1, 3]), 1, pairs=[[0, 0], [1, 1]]), part(0, 0)),
        "not-maximal-exp": (is_none(odds(Fraction(27182818284, 10**10)), [T, "1"], generators=given(1)), part(0, 1)),
    }


def about_compositions() -> Rows:
    """Laws of noise on lattices that have their ratios, or E, on places, so that the delta is the least one."""
    three = runs("randomized_response", truth=Fraction(1, 2), categories=3)
    pair = runs(
        "finite", first=[ratio("1/2"), ratio("1/2"), ["0", "1"]], second=[ratio(x) for x in ("1/2", "1/4", "1/4")]
    )
    double_exponential = runs("laplace", scale=1, sensitivity=1, rate=1)
    integers = runs("discrete_gaussian", sigma=1, sensitivity=1, rate=1)
    reach = {"least": whole(-4), "greatest": whole(5)}
    coarse = lattice(5, -9, 9, cells(0, -1, 0))
    near, far = ([[0, whole(-9), whole(9)], [1, whole(-end), whole(end)]] for end in (1, 9))
    return {
        "composition": (composition("51/100", COIN), lattice(3, -1, 1, TOSSED)),
        "composition-two-runs": (composition("38/100", COIN | {"count": "2"}, E=3), lattice(3, -2, 2, TOSSED)),
        "composition-two-laws": (
            composition("51/100", COIN, GEOMETRIC | {"rate": ["0", "1"]}),
            lattice(3, -9, 9, TOSSED, cells(-1, -1)),
        ),
        "composition-cut": (composition("57/100", COIN | {"count": "2"}, E=3), lattice(3, -1, 1, TOSSED)),
        "composition-coarse": (composition("61/100", COIN), coarse),
        "composition-halved-between-places": (
            composition("38/100", COIN | {"count": "2"}, E=3),
            lattice(3, -1, 1, TOSSED | {"levels": near}),
        ),
        "composition-halved": (
            composition("59/100", COIN | {"count": "3"}, E=3),
            lattice(3, -9, 9, TOSSED | {"levels": far}),
        ),
        "composition-no-run": (composition(0, E=2), lattice(2, 0, 0)),
        "composition-nothing-proved": (composition(1, NORMAL), lattice(2, 0, 0, cells(0, precision=0, edges=[]))),
        "composition-three-answers": (composition("26/100", three), lattice(2, -1, 1, cells(0, -1, 0))),
        "composition-finite": (composition("26/100", pair, E=2), lattice(2, -1, 1, cells(0, 0, -1))),
        "composition-geometric": (composition("34/100", GEOMETRIC), lattice(2, -1, 1, cells(-1, 0))),
        "composition-geometric-sampled": (
            composition("17/100", GEOMETRIC | {"rate": ["1", "2"]}),
            lattice(2, -1, 1, cells(-1, 0)),
        ),
        "composition-gaussian": (composition("384/1000", NORMAL, **ROOT_E), lattice([T, "1"], -20, 20, HALVES)),
        "composition-gaussian-two-runs": (
            composition("6/10", NORMAL | {"count": "2"}, **ROOT_E),
            lattice([T, "1"], -20, 20, HALVES),
        ),
        "composition-laplace": (
            composition("394/1000", double_exponential, generators=given(1)),
            lattice([T, "1"], -1, 1, cells(-1, -1, 0, 0, precision=1, edges=["0", "1", "2"])),
        ),
        "composition-integers": (
            composition("399/1000", integers, **ROOT_E),
            lattice([T, "1"], -20, 20, cells(-10, *range(-9, 10, 2), 10) | reach),
        ),
        "composition-coins": (
            composition("51/100", runs("binomial", trials=2, sensitivity=1)),
            lattice(2, -9, 9, TWO_COINS),
        ),
        "composition-skellam": (
            composition("47/100", runs("skellam", variance=1, sensitivity=1)),
            lattice(2, -9, 9, COUNTS),
        ),
        "composition-shuffled": (
            composition("38/100", runs("shuffled", local_factor=3, users=2)),
            lattice(3, -9, 9, SHARES),
        ),
        "composition-shuffled-root": (
            composition("38/100", runs("shuffled", local_factor=[T, "1"], users=2), generators=given("1")),
            lattice([T, "1"], -9, 9, SHARES),
        ),
    }


def about_refuted_compositions() -> Rows:
    """Groups that are put at the ratios that they have, so that the delta is just below the least one."""
    pair = runs("finite", first=[["1", "2"]] * 2 + [["0", "1"]], second=[ratio(x) for x in ("1/2", "1/4", "1/4")])
    twice, half, at_half = COIN | {"count": "2"}, whole(2**31), {"precision": 1, "edges": ["1"]}
    halves = [["1", 0, half], ["1", 0, whole(2**32)], ["-2", 2, whole(2**32)]]
    levels = {"levels": [[0, "-9", "9"], [1, "-1", "1"]]}
    coins, both = runs("binomial", trials=2, sensitivity=1), {"least": "1", "greatest": "2"}
    double_exponential = runs("laplace", scale=1, sensitivity=1, rate=1)
    return {
        "refuted": refuted("49/100", COIN, (1, 0), (-2, 1), (None, 2)),
        "refuted-add": refuted("49/100", COIN, (None, 0), (1, 1), (-2, 2), direction="add"),
        "refuted-two-runs": refuted("37/100", twice, (1, 0), (-2, 1), (None, 2), E=3),
        "refuted-halved": refuted("37/100", twice, (1, 0), (-2, 2), E=3, lowest=-1, highest=1, cut=levels),
        "refuted-corner": refuted("49/100", COIN, (0, 0), (-3, 2), corner=3),
        "refuted-left-out": refuted("49/100", COIN, (1, 0), (None, 2)),
        "refuted-in-halves": refuted("49/100", COIN, groups=halves),
        "refuted-infinity": refuted("24/100", pair, (None, 0), (-1, 1), (0, 2), G=2, direction="add"),
        "refuted-coins": refuted("49/100", coins, (None, 0), (-1, 1), (1, 2), (None, 3), G=2, cut=both),
        "refuted-gaussian": refuted("34/100", NORMAL, (-2, 0), (1, 1), G=2, cut=at_half),
        "refuted-laplace": refuted("34/100", double_exponential, (-2, 0), (1, 1), G=2, cut=at_half),
    }


def about_labels() -> Rows:
    """Labels and texts."""
    nested: Any = 7
    for _ in range(64):
        nested = [nested]
    same = over(1, *[[1]] * 4)
    return {
        "labels-that-look-alike": private(same, 1, inputs=[1, "1", [1], ["1"]]),
        "labels-empty": private(inputs=["", []]),
        "labels-long-integer": private(inputs=[10**639, -(10**639)]),
        "labels-deep": private(inputs=[nested, 7]),
        "labels-unicode": private(inputs=["\u00e9", "e\u0301"], outputs=["\u202e\U0001f600", '\u0007\n"\\']),
    }


def vectors(source: Random) -> dict[str, str]:
    """Name to vector."""
    found = texts(
        *(about_mechanisms(), about_free_t(), about_programs(), about_greatest(), about_order(), about_maximal()),
        *(about_compositions(), about_refuted_compositions(), about_labels(), random_ones(source)),
    )
    found["text-spread"] = json.dumps(dict(reversed(json.loads(found["private"]).items())), indent=3)
    zero = certificate(private(inputs=[0, 1]))
    found["labels-minus-0"] = zero.replace('"inputs":[0,1]', '"inputs":[-0,1]')
    found["text-escaped"] = certificate(private(inputs=["a", "b"])).replace('"a"', '"\\u0061"')
    return found


def random_ones(source: Random) -> Rows:
    """Rows of random integers, E and delta from the largest excess of all events, by brute force."""
    found: Rows = {}
    for k in range(6):
        size = 3 + k % 2
        rows = [[source.randint(0, 9) for _ in range(size)] for _ in range(2)]
        rows = [[*row[:-1], 9 * size - sum(row[:-1])] for row in rows]
        E = Fraction(source.randint(2, 9), 2)
        delta, i, j, mask = max((excess(rows, i, j, E, mask), i, j, mask) for i, j in BOTH for mask in range(2**size))
        outputs = [o for o in range(size) if mask >> o & 1]
        statement = tight(over(9 * size, *rows), E, delta)
        found[f"random-tight-{k}"] = (statement, event(i, j, *outputs))
        found[f"random-private-{k}"] = statement | {"kind": "private"}
    return found


def excess(rows: list[list[int]], i: int, j: int, E: Fraction, mask: int) -> Fraction:
    """P_i(S) - E P_j(S)."""
    return sum((rows[i][o] - E * rows[j][o] for o in range(len(rows[0])) if mask >> o & 1), Fraction(0)) / sum(rows[0])


def no_pairs(name: str) -> Any:
    """An empty relation where the name says so."""
    return {"pairs": []} if "no-pairs" in name else {}
