"""Certificates with one fault each, named by it; the check that finds it follows from docs/certificate-format.md."""

import json
from fractions import Fraction
from functools import partial
from typing import Any

from tests.vectors.certificates.accepted import (
    ABOVE_E,
    COIN,
    CROSSED,
    DUAL,
    FIXED,
    GEOMETRIC,
    HALVES,
    NOISY,
    NORMAL,
    OVERLAP,
    RIVALS,
    ROOT_E,
    ROWS,
    TOSSED,
    U1_U2,
    WITNESSES,
    odds,
)
from tests.vectors.certificates.build import (
    COUNTS,
    POINTS,
    SHARES,
    TEN,
    THREE_QUARTERS,
    TWO_COINS,
    Rows,
    T,
    U,
    canonical,
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

TINY = Fraction(1, 2**300)
EXP, ROOT, PAIR = given(1), given(0, 2, 2), several((2, 2), (3, 2))


def about_text() -> Rows:
    good = certificate(private())
    content = json.loads(good)
    twice = good.replace('"kind":"private"', '"kind":"private","kind":"private"')
    upper = canonical(content | {"digest": content["digest"].upper()})
    return {
        "json-cut-off": good[:-1],
        "json-empty": "",
        "json-comma": good[:-1] + ",}",
        "json-more": good + "{}",
        "json-key-twice": twice,
        "json-key-twice-in-generators": good.replace('"degree":1', '"degree":1,"degree":1'),
        "json-float": good.replace("[[0,1],", "[[0,1.0],"),
        "json-exponent": good.replace('"degree":1', '"degree":1e0'),
        "json-nan": good.replace('"degree":1', '"degree":NaN'),
        "json-infinity": good.replace('"degree":1', '"degree":Infinity'),
        "json-leading-zero": good.replace('"degree":1', '"degree":01'),
        "json-control-character": good.replace('"a"', '"\u0001"'),
        "json-byte-order-mark": "\ufeff" + good,
        "json-half-surrogate": good.replace('"a"', '"\\ud800"'),
        "json-long-integer": good.replace('["a","b"]', f'["a",{10**640}]'),
        "json-long-power": good.replace('"degree":1', f'"degree":{10**640}'),
        "format-array": "[]",
        "format-no-digest": canonical({k: v for k, v in content.items() if k != "digest"}),
        "format-more": canonical(content | {"note": "1"}),
        "format-unknown": (private(), None, 3),
        "format-roots-in-1": private(response(U1_U2, "1"), [U1_U2, "1"], generators=PAIR),
        "format-infinity-in-1": private(E="infinity"),
        "digest-wrong": canonical(content | {"digest": "0" * 64}),
        "digest-upper-case": upper,
        "digest-of-1-in-2": canonical(content | {"format": "dpexact-certificate/2"}),
        "digest-of-another-label": good.replace('"a"', '"c"'),
    }


def about_structure() -> Rows:
    good = private()
    without = {key: value for key, value in good.items() if key != "pairs"}
    both = {"pair": [0, 1], "event": [0]}
    same_denominator = {"rows": [[["3", "4"], ["1", "4"]], [["1", 4], ["3", "4"]]]}
    return {
        "structure-more": good | {"note": "1"},
        "structure-no-pairs": without,
        "structure-rows": private(over(4, [3, 1], [1, 3], [2, 2]), inputs=["a", "b"]),
        "structure-row": private({"denominator": "4", "rows": [["3", "1"], ["1", "1", "2"]]}),
        "structure-quotient": private(E=["3", "1", "1"]),
        "structure-evidence": (good, both),
        "structure-no-event": (not_private(E=2), {"pair": [0, 1]}),
        "structure-no-evidence": (not_private(E=2), {}),
        "structure-tight-without-witness": (tight(), {}),
        "structure-number-for-text": private(same_denominator),
        "structure-term": private(E=[[["1", 1]], "1"], generators=EXP),
        "structure-term-of-two-roots": (private(E=[[["1", 0, 1]], "1"], generators=PAIR), None, 2),
        "structure-generators": private(generators=given() | {"note": "1"}),
        "structure-no-generators": {key: value for key, value in good.items() if key != "generators"},
        "structure-pairs": private(pairs=""),
        "structure-evidence-free": (for_all(THREE_QUARTERS, free(3)), both),
        "kind-unknown": mechanism("public"),
        "kind-upper-case": mechanism("Private"),
    }


def about_generators() -> Rows:
    cases = {
        "not-in-lowest-terms": ({"exponent": ["2", "2"], "base": ["1", "1"], "degree": 1}, 1),
        "zero-not-in-lowest-terms": ({"exponent": ["0", "2"], "base": ["1", "1"], "degree": 1}, 1),
        "negative-denominator": ({"exponent": ["-1", "-1"], "base": ["1", "1"], "degree": 1}, 1),
        "zero-denominator": ({"exponent": ["1", "0"], "base": ["1", "1"], "degree": 1}, 1),
        "negative-exponent": (given(-1), 1),
        "square-of-degree-2": (given(0, 4, 2), 1),
        "cube-of-degree-6": (given(0, 8, 6), 1),
        "square-of-fraction": (given(0, Fraction(4, 9) + Fraction(65, 36), 2), 1),
        "fourth-power-of-degree-2": (given(0, 16, 2), 1),
        "base-1-degree-2": (given(0, 1, 2), 1),
        "base-below-1": (given(0, Fraction(1, 2), 2), 1),
        "negative-base": (given(0, -2, 2), 1),
        "base-without-degree": (given(0, 2, 1), 1),
        "degree-0": (given(0, 2, 0), 1),
        "one-root-in-an-array": (several((2, 2)), 2),
        "no-root-in-an-array": (several(), 2),
        "dependent-roots": (several((2, 2), (2, 3)), 2),
        "dependent-below-the-line": (several((Fraction(3, 2), 2), (Fraction(5, 2), 2)), 2),
        "dependent-across-the-line": (several((3, 2), (Fraction(5, 3), 2)), 2),
        "dependent-third": (several((2, 2), (3, 2), (6, 2)), 2),
        "square-among-roots": (several((2, 2), (9, 2)), 2),
        "degree-1-among-roots": (several((2, 2), (3, 1)), 2),
    }
    found: Rows = {f"generators-{name}": (private(generators=g), None, version) for name, (g, version) in cases.items()}
    found["generators-lower-above-upper"] = mechanism("private-for-all", generators=free(2, 1))
    found["generators-given-for-all"] = mechanism("private-for-all")
    return found


def about_numbers() -> Rows:
    faults = {
        "prefix": "0x3",
        "upper-case": "A",
        "leading-zero": "03",
        "minus-zero": "-0",
        "plus": "+3",
        "empty": "",
        "space-before": " 3",
        "space-after": "3 ",
        "line-after": "3\n",
        "underscore": "1_0",
        "other-digit": "\u0663",
        "two-signs": "--3",
        "point": "3.0",
        "letter": "g",
    }
    found: Rows = {f"number-{name}": private(E=[text, "1"]) for name, text in faults.items()}
    sums = {
        "constant-as-terms": ([["3", 0, 0]], EXP, 1),
        "no-terms": ([], EXP, 1),
        "terms-out-of-order": ([["1", 2, 0], ["1", 1, 0]], EXP, 1),
        "terms-twice": ([["1", 1, 0], ["1", 1, 0]], EXP, 1),
        "coefficient-0": ([["3", 0, 0], ["0", 1, 0]], EXP, 1),
        "power-of-degree": ([["1", 0, 2]], ROOT, 1),
        "power-of-no-u": ([["1", 1, 1]], EXP, 1),
        "power-of-no-t": ([["1", 1, 1]], ROOT, 1),
        "negative-power": ([["1", -1, 0]], EXP, 1),
        "roots-out-of-order": ([["1", 0, 1, 0], ["1", 0, 0, 1]], PAIR, 2),
        "power-of-second-degree": ([["1", 0, 0, 2]], PAIR, 2),
    }
    for name, (value, generators, version) in sums.items():
        found[f"number-{name}"] = (private(E=[value, "1"], generators=generators), None, version)
    return found


def about_places() -> Rows:
    nested: Any = 7
    for _ in range(65):
        nested = [nested]
    bad_pairs = {"out-of-range": [[0, 2]], "negative": [[0, -1]], "twice": [[0, 1], [1, 0], [0, 1]], "text": [["0", 1]]}
    found: Rows = {f"pairs-{name}": private(pairs=pairs) for name, pairs in bad_pairs.items()}
    bad_labels = {
        "twice": ["a", "a"],
        "array-twice": [["a", 1], ["a", 1]],
        "null": ["a", None],
        "object": ["a", {}],
        "deep": [nested, 7],
        "none": [],
    }
    found |= {f"label-{name}": private(inputs=inputs) for name, inputs in bad_labels.items()}
    false = not_private(E=2, pairs=[[0, 1]])
    found |= {
        "witness-pair-reversed": (false, event(1, 0, 1)),
        "witness-pair-out-of-range": (false, event(0, 2, 0)),
        "event-twice": (false, event(0, 1, 0, 0)),
        "event-out-of-order": (false, event(0, 1, 1, 0)),
        "event-out-of-range": (false, event(0, 1, 2)),
        "event-negative": (false, event(0, 1, -2)),
    }
    return found


def about_distributions() -> Rows:
    negative = {"rows": [[["-3", "-4"], ["1", "4"]], [["1", "4"], ["3", "4"]]]}
    below_0 = over(4, [5, -1], [1, 3])
    short = quotients([Fraction(3, 4) - TINY, "1/4"], ["1/4", "3/4"])
    same = over(2, [1, 1], [1, 1])
    delta = [[["6", 0, 0], ["-5", 1, 0], ["1", 2, 0]], [["24", 0, 0], ["1", 2, 0]]]
    one_minus_t = {"denominator": [["1", 0, 0], ["-1", 1, 0]], "rows": [["1", [["-1", 1, 0]]]] * 2}
    return {
        "denominator-0": private(over(0, [0, 0], [0, 0])),
        "denominator-negative": private(negative),
        "denominator-negative-exp": private(one_minus_t, generators=EXP),
        "denominator-zero-at-a-point": for_all(
            {"denominator": [["-2", 0, 0], ["1", 1, 0]], "rows": [["0", [["-2", 0, 0], ["1", 1, 0]]]] * 2},
            free(2, 3),
            E=3,
        ),
        "entry-sign": private(below_0),
        "entry-sign-exp": private(
            weights=over(1, [[["-3", 0, 0], ["1", 1, 0]], [["4", 0, 0], ["-1", 1, 0]]], [0, 1]), delta=1, generators=EXP
        ),
        "row-sum-by-little": private(short),
        "row-sum-over": private(over(4, [3, 2], [1, 3])),
        "row-sum-close-number": private(
            weights={"denominator": "1", "rows": [["1", "0"], ["0", "1"]]} | {"denominator": "1"}, generators=EXP
        )
        | {"weights": close_row()},
        "exp-epsilon-below-1": private(same, E=Fraction(1, 2)),
        "exp-epsilon-below-1-by-little": private(same, E=1 - TINY),
        "exp-epsilon-below-1-at-an-end": for_all(same, free(Fraction(1, 2))),
        "delta-negative": private(same, delta=-TINY),
        "delta-above-1": private(delta=1 + TINY),
        "delta-negative-between": for_all(same, free(1), delta=delta),
        "row-sum-infinity": (private(over(4, [2, 1], [1, 3]), E="infinity"), None, 2),
    }


def close_row() -> dict[str, Any]:
    """A row e/4 and 1 - a/4 where a is a rational number just above e."""
    a = ABOVE_E
    bottom = 4 * a.denominator
    row = [[[format(a.denominator, "x"), 1, 0]], format(bottom - a.numerator, "x")]
    return {"denominator": format(bottom, "x"), "rows": [row, row]}


def about_privacy() -> Rows:
    away = {"pair": [0, 1], "event": [0, 1]}
    never: Any = {"weights": OVERLAP, "E": "infinity"}
    root: Any = {"generators": ROOT}
    return {
        "bound-E-by-little": private(E=3 - TINY),
        "bound-delta-by-little": private(E=2, delta=Fraction(1, 4) - TINY),
        "bound-exp-by-little": private(odds(ABOVE_E), [T, "1"], generators=EXP),
        "bound-other-direction": private(over(2, [1, 1], [2, 0]), 2, pairs=[[0, 1]]),
        "bound-two-outputs": private(over(8, [2, 2, 4], [1, 1, 6]), 1, Fraction(1, 8)),
        "bound-root": private(over(5, [3, 2], [2, 3]), [U, "1"], **root),
        "bound-several-roots": (private(over(7, [5, 2], [2, 5]), [U1_U2, "1"], generators=PAIR), None, 2),
        "bound-infinity": (private(OVERLAP, "infinity", Fraction(1, 4)), None, 2),
        "bound-infinity-delta-0": (private(POINTS, "infinity"), None, 2),
        "bound-free-at-the-lower-end": for_all(THREE_QUARTERS, free(3 - TINY)),
        "bound-free-inside": for_all(over(7, [5, 2], [2, 5]), free(2, 3)),
        "bound-free-on-a-point": for_all(THREE_QUARTERS, free(2, 2)),
        "bound-free-to-infinity": for_all(response([["1", 2, 0]], "1"), free(1), E=[[["64", 0, 0], ["1", 1, 0]], "1"]),
        "violation-true": (not_private(), event(0, 1, 0)),
        "violation-tie": (not_private(E=2, delta=Fraction(1, 4)), event(0, 1, 0)),
        "violation-other-event": (not_private(E=2), away),
        "violation-empty-event": (not_private(E=2), event(0, 1)),
        "violation-root-tie": (not_private(response("2", U), [U, "1"], **root), event(0, 1, 0)),
        "violation-infinity": (not_private(delta=0, **never), event(0, 1, 0, 1), 2),
        "violation-infinity-tie": (not_private(delta=Fraction(1, 2), **never), event(0, 1, 0), 2),
        "attained-other-event": (tight(TEN, 2, Fraction(3, 10)), event(0, 1, 0)),
        "attained-too-large": (tight(TEN, 2, Fraction(3, 10) + TINY), event(1, 0, 1)),
        "attained-no-pairs": tight(delta=Fraction(1, 2), pairs=[]),
        "attained-infinity": (tight(delta=Fraction(1, 2), **never), event(0, 1, 0, 1), 2),
        "bound-tight-too-small": (tight(TEN, 2, Fraction(1, 5)), event(0, 1, 0)),
    }


def about_programs() -> Rows:
    point, zero = vector(3, {0: 2, 1: 1}), vector(1, {})
    right = optimum({0: 1, 1: 2}, ROWS, [], value=["4", "3"])
    away = optimum({0: 1, 1: 2}, ROWS, [], value=["5", "3"])
    simple = [("<=", {0: 1}, -1)]
    falling = unbounded({0: -1, 1: 1}, [("<=", {0: 1, 1: -2}, 3)], [])
    proof = solved(point, DUAL)
    return {
        "free-out-of-order": (optimum({0: 1, 1: 2}, ROWS, [1, 0], value=["4", "3"]), proof),
        "free-out-of-range": (optimum({0: 1, 1: 2}, ROWS, [2], value=["4", "3"]), proof),
        "relation-unknown": (infeasible({}, [("<", {0: 1}, -1)], []), {"farkas": vector(1, {0: -1})}),
        "position-out-of-range": (infeasible({}, [("<=", {2: 1}, -1)], []), {"farkas": vector(1, {0: -1})}),
        "position-twice": (right, proof | {"point": {"denominator": "3", "entries": [[0, "1"], [0, "1"], [1, "1"]]}}),
        "denominator-of-a-vector": (right, proof | {"point": vector(-3, {0: -2, 1: -1})}),
        "primal-row": (right, proof | {"point": zero}),
        "primal-sign": (optimum({0: 1}, [], [], value=["0", "1"]), solved(vector(3, {1: -1}), zero)),
        "dual-sign": (right, proof | {"dual": vector(6, {0: -9, 1: -1})}),
        "dual-column": (right, proof | {"dual": vector(1, {0: 2})}),
        "dual-column-free": (optimum({0: 1}, [(">=", {0: 1}, 0)], [0], value=["0", "1"]), solved(zero, zero)),
        "value-wrong": (away, proof),
        "value-of-point-only": (
            optimum({0: 1}, [(">=", {0: 1}, 1)], [], value=["1", "1"]),
            solved(vector(1, {0: 1}), zero),
        ),
        "value-of-dual-only": (
            optimum({0: 1}, [(">=", {0: 1}, 1)], [], value=["1", "1"]),
            solved(vector(1, {0: 2}), vector(1, {0: 1})),
        ),
        "denominator-of-farkas": (infeasible({}, [("<=", {0: 1}, -1)], []), {"farkas": vector(-1, {0: -1})}),
        "denominator-of-a-ray": (unbounded({0: -1}, [], []), {"point": zero, "ray": vector(-1, {0: 1})}),
        "structure-more-program": (
            infeasible({}, [("<=", {0: 1}, -1)], [], note="1"),
            {"farkas": vector(1, {0: -1})},
        ),
        "farkas-zero": (infeasible({}, simple, []), {"farkas": zero}),
        "farkas-sign": (infeasible({}, [("<=", {0: -1}, 1)], []), {"farkas": vector(1, {0: 1})}),
        "farkas-feasible": (infeasible({}, [("<=", {0: 1}, 1)], []), {"farkas": vector(1, {0: -1})}),
        "ray-not-falling": (falling, {"point": zero, "ray": vector(1, {0: 2, 1: 2})}),
        "ray-leaves": (falling, {"point": zero, "ray": vector(1, {0: 1})}),
        "ray-negative": (unbounded({0: 1}, [], []), {"point": zero, "ray": vector(1, {0: -1})}),
        "primal-unbounded": (falling, {"point": vector(1, {0: 4}), "ray": vector(1, {0: 2, 1: 1})}),
    }


def about_greatest() -> Rows:
    top = {"sums": ["1"], "events": []}
    bounded = {"sums": ["2"], "events": [[0, [1], "1"]]}
    ends = {"inputs": [0, 1], "weights": over(1, [1, 0], [0, 1])}
    weights = over(4, [2, 2], [3, 1])
    fixed = scenario("greatest", fixed=FIXED, weights=weights)
    none = scenario("none", rainbows=RIVALS)
    three = scenario("greatest", outputs=[0, 1, 2], rainbows=[[0, 1, 2]] * 2, weights=over(1, [1, 0, 0], [1, 0, 0]))
    third = {"sums": ["1", "1"], "events": []}
    empty = [witness | {"sums": []} for witness in WITNESSES]
    lesser = {"input": 0, "weights": over(2, [1, 1], [1, 1]), "sums": ["0", "0"], "maxima": [top]}
    return {
        "answer-unknown": (scenario("maybe"), {"events": []}),
        "order-unknown": (fixed | {"order": "alphabetic"}, {"maxima": [bounded]}),
        "rainbow-twice": (fixed | {"rainbows": [[0, 0], [0, 1]]}, {"maxima": [bounded]}),
        "fixed-changed": (
            scenario("greatest", fixed={"inputs": [0], "weights": over(2, [2, 0])}, weights=weights),
            {"maxima": [bounded]},
        ),
        "fixed-changed-nothing-free": (
            scenario(
                "greatest",
                inputs=["a"],
                pairs=[],
                rainbows=[[0, 1]],
                fixed={"inputs": [0], "weights": over(2, [2, 0])},
                weights=over(2, [1, 1]),
            ),
            {"maxima": []},
        ),
        "multiplier-negative-infeasible": (
            scenario("infeasible", fixed={"inputs": [0, 1], "weights": over(2, [1, 1], [1, 1])}, pairs=[[0, 1]]),
            {"events": [[0, [0], "-1"]]},
        ),
        "structure-maxima": (fixed, {"maxima": [bounded, bounded]}),
        "multiplier-0": (fixed, {"maxima": [{"sums": ["0"], "events": []}]}),
        "multiplier-negative-weight": (fixed, {"maxima": [{"sums": ["2"], "events": [[0, [1], "-1"]]}]}),
        "multiplier-before-in-dominance": (three, {"maxima": [top, third, top, third]}),
        "maximum-not-shown": (fixed, {"maxima": [{"sums": ["2"], "events": []}]}),
        "maximum-not-greatest": (
            scenario("greatest", fixed=FIXED, weights=over(6, [3, 3], [4, 2])),
            {"maxima": [bounded]},
        ),
        "bound-of-the-answer": (
            scenario("greatest", fixed=FIXED, weights=over(8, [4, 4], [7, 1])),
            {"maxima": [bounded]},
        ),
        "contradiction-0": (none, {"witnesses": WITNESSES, "events": []}),
        "contradiction-one-witness": (none, {"witnesses": WITNESSES[:1], "events": CROSSED}),
        "contradiction-no-sums": (none, {"witnesses": empty, "events": []}),
        "contradiction-feasible": (
            scenario("infeasible", fixed={"inputs": [0, 1], "weights": over(2, [2, 0], [1, 1])}, pairs=[[0, 1]]),
            {"events": [[0, [0], "1"]]},
        ),
        "row-sum-of-the-mechanism": (
            scenario("greatest", fixed=FIXED, weights=over(4, [2, 2], [3, 2])),
            {"maxima": [bounded]},
        ),
        "row-sum-of-a-witness": (
            none,
            {"witnesses": [WITNESSES[0] | {"weights": over(2, [2, 1], [2, 1])}, WITNESSES[1]], "events": CROSSED},
        ),
        "bound-of-a-witness": (
            none,
            {"witnesses": [WITNESSES[0] | {"weights": POINTS}, WITNESSES[1]], "events": CROSSED},
        ),
        "maximum-of-a-witness": (
            none | {"order": "lexicographic"},
            {"witnesses": [*WITNESSES, lesser], "events": CROSSED},
        ),
        "exp-epsilon-greatest": (
            scenario("infeasible", fixed=ends, exp_epsilon=["1", "2"]),
            {"events": [[0, [0], "1"]]},
        ),
        "denominator-greatest": (
            scenario("infeasible", fixed={"inputs": [0, 1], "weights": over(-1, [-1, 0], [0, -1])}),
            {"events": [[0, [0], "1"]]},
        ),
        "fixed-nothing-over-1": (
            none | {"fixed": {"inputs": [], "weights": {"denominator": "1", "rows": []}}},
            {"witnesses": WITNESSES, "events": CROSSED},
        ),
        "fixed-not-in-order": (
            scenario("infeasible", fixed={"inputs": [1, 0], "weights": POINTS}),
            {"events": [[0, [1], "1"]]},
        ),
        "structure-more-greatest": (scenario("infeasible", fixed=ends, note="1"), {"events": [[0, [0], "1"]]}),
        "witness-none": (none, {"witnesses": [], "events": CROSSED}),
        "witness-out-of-range": (none, {"witnesses": [WITNESSES[0] | {"input": 2}], "events": CROSSED}),
        "row-sum-fixed": (
            scenario("infeasible", fixed={"inputs": [0], "weights": over(2, [1, 2])}),
            {"events": [[0, [0], "1"]]},
        ),
        "generators-free-graph": (scenario("infeasible", fixed=ends, generators=free(1)), {"events": [[0, [0], "1"]]}),
    }


def about_order() -> Rows:
    is_one, is_none = (partial(order, kind) for kind in ("post-processing", "not-post-processing"))
    sure = {"utility": [["1", "0"], ["0", "1"]]}
    same = {"kernel": over(1, [1, 0], [0, 1])}
    return {
        "kernel-other": (is_one(NOISY, THREE_QUARTERS), same),
        "kernel-swapped": (is_one(NOISY, NOISY), {"kernel": over(1, [0, 1], [1, 0])}),
        "kernel-hair": (
            is_one(NOISY, THREE_QUARTERS),
            {"kernel": over(4 * 10**40, [3 * 10**40 + 1, 10**40 - 1], [10**40, 3 * 10**40])},
        ),
        "entry-sign-kernel": (is_one(THREE_QUARTERS, NOISY), {"kernel": over(2, [3, -1], [-1, 3])}),
        "row-sum-kernel": (is_one(NOISY, NOISY), {"kernel": over(1, [1, 1], [0, 1])}),
        "row-sum-source": (is_one(NOISY, over(4, [3, 2], [1, 3])), same),
        "denominator-kernel": (is_one(NOISY, NOISY), {"kernel": over(-1, [-1, 0], [0, -1])}),
        "score-equal": (is_none(NOISY, NOISY), sure),
        "score-less": (is_none(NOISY, THREE_QUARTERS), sure),
        "score-0": (is_none(THREE_QUARTERS, NOISY), {"utility": [["0", "0"], ["0", "0"]]}),
        "score-best-action": (is_none(NOISY, POINTS), {"utility": [["0", "1"], ["1", "0"]]}),
        "structure-more-order": (is_one(NOISY, NOISY, pairs=[]), same),
        "structure-no-kernel": (is_one(NOISY, NOISY), {}),
        "structure-kernel-rows": (is_one(NOISY, NOISY), {"kernel": over(1, [1, 0])}),
        "structure-utility-row": (is_none(THREE_QUARTERS, NOISY), {"utility": [["1"], ["0"]]}),
        "structure-utility-inputs": (is_none(THREE_QUARTERS, NOISY), {"utility": [["1", "0"]]}),
        "generators-free-order": (is_one(NOISY, NOISY, generators=free(1)), same),
        "label-source": (is_one(NOISY, NOISY) | {"source": {"outputs": ["p", "p"], "weights": NOISY}}, same),
    }


def about_maximal() -> Rows:
    is_one, is_none = (partial(mechanism, kind) for kind in ("maximally-sufficient", "not-maximally-sufficient"))
    first = part(0, 0)
    three = over(1, [1], [1], [1])
    dominating = over(4, [1, 2, 1, 0], [0, 1, 2, 1])
    return {
        "connected-not": is_one(THREE_QUARTERS, 4),
        "connected-one-way": is_one(pairs=[[0, 1]]),
        "connected-no-pairs": is_one(over(1, [1], [1]), pairs=[]),
        "connected-hair": is_one(E=3 + TINY),
        "connected-two-parts": is_one(
            over(9, [3, 6], [6, 3], [3, 6], [6, 3]), 2, pairs=[[0, 1], [1, 0], [2, 3], [3, 2]]
        ),
        "connected-self-pairs": is_one(over(1, [1], [1]), 1, pairs=[[0, 0], [1, 1]]),
        "part-self-pairs": (is_none(over(1, [1], [1]), 1, pairs=[[0, 0], [0, 1], [1, 1]]), first),
        "bound-maximal": is_one(THREE_QUARTERS, 2),
        "bound-not-maximal": (is_none(THREE_QUARTERS, 2), first),
        "delta-maximal": is_one(POINTS, delta=Fraction(5, 4), pairs=[]),
        "delta-not-maximal": (is_none(THREE_QUARTERS, 4, -TINY), first),
        "connected-room": is_one(dominating, 2, Fraction(1, 4) + TINY),
        "connected-room-one-way": is_one(over(5, [1, 2, 2], [0, 1, 4]), 2, Fraction(1, 5)),
        "connected-exhausted-only": is_one(THREE_QUARTERS, 2, Fraction(1, 4)),
        "bound-maximal-delta": is_one(dominating, 2, Fraction(1, 4) - TINY),
        "bound-not-maximal-delta": (is_none(dominating, 2, Fraction(1, 5)), first),
        "part-exhausted": (is_none(dominating, 2, Fraction(1, 4)), part(1, 0)),
        "part-one-input": (is_none(dominating, 2, Fraction(1, 4)), first),
        "part-tight": (is_none(), first),
        "part-tight-inwards": (is_none(), first | {"inputs": [1]}),
        "part-all": (is_none(THREE_QUARTERS, 4), first | {"inputs": [0, 1]}),
        "part-none": (is_none(THREE_QUARTERS, 4), first | {"inputs": []}),
        "part-never": (is_none(POINTS, pairs=[]), first | {"inputs": [1]}),
        "part-of-the-tight-ones": (
            is_none(over(3, [2, 1], [1, 2], [1, 2]), 2, pairs=[[0, 1], [1, 0], [1, 2], [2, 1]]),
            first,
        ),
        "part-out-of-range": (is_none(three, 2), first | {"inputs": [3]}),
        "event-out-of-range": (is_none(three, 2), part(1, 0)),
        "structure-more-maximal": (is_one(), first),
        "structure-infinity-maximal": (is_one(E="infinity"), None, 2),
        "generators-free-maximal": is_one(generators=free(1)),
    }


def about_compositions() -> Rows:
    good, one = lattice(3, -2, 2, TOSSED), composition("51/100", COIN)
    halves = lattice([T, "1"], -20, 20, HALVES)
    half = {"rate": ["1", "2"]}
    tossed_evenly = runs("randomized_response", 2**40, truth=Fraction(1, 2), categories=2)
    sampled = lattice(2, -1, 1, cells(-1, 0))
    integers = runs("discrete_gaussian", sigma=1, sensitivity=1, rate=1)
    skellam = runs("skellam", variance=1, sensitivity=1)
    clones = runs("shuffled", local_factor=3, users=2)
    pair = runs("finite", first=[["1", "2"]] * 2, second=[["1", "2"], ["1", "4"]])
    mixture = runs("gaussian_mixture", sigma=1, sensitivities=[["0", "1"], ["1", "1"]], weights=[["1", "2"]] * 2)

    def halved(delta: str, *several: tuple[int, int, int], count: int = 3) -> Any:
        levels = [[halvings, whole(low), whole(high)] for halvings, low, high in several]
        law = COIN | {"count": whole(count)}
        return (composition(delta, law, E=3), lattice(3, -9, 9, TOSSED | {"levels": levels}))

    def law(one: Any) -> Any:
        more: dict[str, Any] = {
            "gaussian": {"precision": 0, "edges": []},
            "gaussian_mixture": {"precision": 0, "edges": []},
            "laplace": {"precision": 0, "edges": []},
            "discrete_gaussian": {"least": "0", "greatest": "1"},
            "skellam": {"least": "0", "greatest": "1"},
            "binomial": {"least": "1", "greatest": "1"},
            "shuffled": SHARES,
        }
        return (composition(1, one), lattice(3, -2, 2, cells(0) | more.get(one["law"], {})))

    return {
        "law-unknown": law(runs("exponential", scale=1, rate=1)),
        "law-no-run": law(COIN | {"count": "0"}),
        "law-rate-above-1": law(NORMAL | {"rate": ["3", "2"]}),
        "law-rate-negative": law(NORMAL | {"rate": ["-1", "1"]}),
        "law-no-noise": law(NORMAL | {"sigma": ["0", "1"]}),
        "law-negative-noise": law(NORMAL | {"sigma": ["-1", "1"]}),
        "law-not-in-lowest-terms": law(NORMAL | {"sigma": ["2", "2"]}),
        "law-half-an-integer": law(integers | {"sensitivity": ["1", "2"]}),
        "law-base-1": law(GEOMETRIC | {"base": ["1", "1"]}),
        "law-truth-above-1": law(COIN | {"truth": ["5", "4"]}),
        "law-one-answer": law(COIN | {"categories": ["1", "1"]}),
        "law-sum": law(pair),
        "law-negative-probability": law(pair | {"second": [["2", "1"], ["-1", "1"]]}),
        "law-no-outcome": law(runs("finite", first=[], second=[])),
        "law-fewer-outcomes": law(runs("finite", first=[["1", "2"]] * 2, second=[["1", "1"]])),
        "law-negative-denominator": law(pair | {"first": [["3", "2"], ["1", "-2"]], "second": [["1", "2"]] * 2}),
        "law-noise-of-negative-sensitivity": law(NORMAL | {"sensitivity": ["-1", "1"]}),
        "law-laplace-of-negative-scale": law(runs("laplace", scale=-1, sensitivity=1, rate=1)),
        "law-laplace-of-negative-sensitivity": law(runs("laplace", scale=1, sensitivity=-1, rate=1)),
        "law-integers-of-negative-noise": law(integers | {"sigma": ["-1", "1"]}),
        "law-weights-above-1": law(mixture | {"weights": [["1", "2"], ["3", "4"]]}),
        "law-negative-weight": law(mixture | {"weights": [["3", "2"], ["-1", "2"]]}),
        "law-fewer-weights": law(mixture | {"weights": [["1", "1"]]}),
        "law-base-without-sensitivity": law(GEOMETRIC | {"sensitivity": ["0", "1"]}),
        "structure-more-of-a-law": (composition(1, COIN | half), good),
        "structure-cells": (composition(1, COIN, COIN), good),
        "structure-infinity-composition": (one | {"exp_epsilon": "infinity"}, good, 2),
        "generators-free-composition": (one | {"generators": free(1)}, good),
        "places-too-few": (one, lattice(3, -2, 2, cells(0, -1))),
        "places-one": (one, lattice(3, -2, 2, cells(0, -1, 0, high=0))),
        "edges-that-fall": (composition(1, NORMAL), lattice(3, -2, 2, cells(-1, 0, 1, precision=0, edges=["1", "0"]))),
        "edges-precision": (composition(1, NORMAL), lattice(3, -2, 2, cells(0, precision=2**9, edges=[]))),
        "edges-below-the-sensitivity": (
            composition(1, integers),
            lattice(3, -2, 2, cells(-1, 0, 1) | {"least": "0", "greatest": "0"}),
        ),
        "law-no-variance": law(skellam | {"variance": ["0", "1"]}),
        "law-no-user": law(clones | {"users": ["0", "1"]}),
        "law-local-factor-1": law(clones | {"local_factor": ["1", "1"]}),
        "law-no-coin": law(runs("binomial", trials=0, sensitivity=1)),
        "law-negative-sensitivity": law(skellam | {"sensitivity": ["-1", "1"]}),
        "edges-of-coins-below-the-sensitivity": (
            composition(1, runs("binomial", trials=2, sensitivity=1)),
            lattice(2, -9, 9, cells(-1, -1, -1, 0, 0) | {"least": "0", "greatest": "2"}),
        ),
        "edges-above-0": (composition(1, skellam), lattice(2, -9, 9, COUNTS | {"least": "1"})),
        "edges-more-answers-than-users": (composition(1, clones), lattice(3, -9, 9, SHARES | {"greatest": "2"})),
        "edges-a-share-above-1": (composition(1, clones), lattice(3, -9, 9, SHARES | {"edges": ["3"]})),
        "places-without-the-rest": (
            composition(1, clones),
            lattice(3, -9, 9, SHARES | {"places": SHARES["places"][:2]}),
        ),
        "bound-less-variance": (composition("47/100", skellam | {"variance": ["1", "2"]}), lattice(2, -9, 9, COUNTS)),
        "bound-skellam-further-apart": (
            composition("47/100", skellam | {"sensitivity": ["2", "1"]}),
            lattice(2, -9, 9, COUNTS),
        ),
        "bound-fewer-coins": (
            composition("499/1000", runs("binomial", trials=2, sensitivity=1)),
            lattice(2, -9, 9, TWO_COINS),
        ),
        "bound-local-factor": (composition("38/100", clones | {"local_factor": ["4", "1"]}), lattice(4, -9, 9, SHARES)),
        "bound-shuffled": (composition("37/100", clones), lattice(3, -9, 9, SHARES)),
        "bound-shuffled-out-of-reach": (composition("38/100", clones), lattice(3, -9, 9, SHARES | {"greatest": "0"})),
        "lattice-ratio-1": (one, lattice(1, -2, 2, TOSSED)),
        "lattice-without-0": (one, lattice(3, 1, 2, TOSSED)),
        "lattice-up-to-below-0": (one, lattice(3, -2, -1, TOSSED)),
        "lattice-bits": (one, lattice(3, -2, 2, TOSSED, bits=2**10 + 1)),
        "denominator-of-a-lattice": (one, lattice(["-3", "-1"], -2, 2, TOSSED)),
        "denominator-composition": (one | {"delta": ["1", "0"]}, good),
        "exp-epsilon-composition": (composition(1, COIN, E=Fraction(1, 2)), good),
        "delta-composition-negative": (composition("-1", COIN), good),
        "delta-composition-above-1": (composition("3/2", COIN), good),
        "bound-composition": (composition("49/100", COIN), good),
        "bound-more-runs": (composition("51/100", COIN | {"count": "3"}), lattice(3, -3, 3, TOSSED)),
        "bound-more-truth": (composition("51/100", COIN | {"truth": ["4", "5"]}), good),
        "bound-masses-without-end": (composition("1/2", tossed_evenly, E=2), lattice(2, 0, 0, cells(0, 0, 0), bits=0)),
        "bound-masses-of-8-bits": (
            composition("1/2", tossed_evenly | {"count": "40000000"}, E=2),
            lattice(2, -40, 40, cells(-3, -3, -3, high=6), bits=8),
        ),
        "bound-masses-in-many-laws": (
            composition("1/2", *[tossed_evenly | {"count": "1000"}] * 16, E=2),
            lattice(2, 0, 0, *[cells(0, 0, 0)] * 16, bits=0),
        ),
        "bound-cut": (composition("38/100", COIN | {"count": "2"}, E=3), lattice(3, -1, 1, TOSSED)),
        "bound-cut-below": (composition("51/100", COIN | {"count": "2"}), lattice(3, 0, 2, TOSSED)),
        "bound-places-below": (composition("26/100", COIN, E=2), lattice(3, -2, 2, cells(-1, -2, -1))),
        "bound-of-the-other-direction": (
            composition("1/5", runs("finite", first=[["1", "1"], ["0", "1"]], second=[["3", "4"], ["1", "4"]]), E=2),
            lattice(2, -1, 1, cells(0, -1)),
        ),
        "bound-geometric-not-sampled": (composition("17/100", GEOMETRIC), sampled),
        "bound-geometric-sampled": (composition("16/100", GEOMETRIC | half), sampled),
        "bound-gaussian": (composition("382/1000", NORMAL, **ROOT_E), halves),
        "bound-gaussian-two-runs": (composition("52/100", NORMAL | {"count": "2"}, **ROOT_E), halves),
        "bound-gaussian-without-edges": (
            composition("99/100", NORMAL),
            lattice(3, 0, 9, cells(0, precision=0, edges=[])),
        ),
        "bound-least-ratio-of-a-sample": (
            composition("1/20", NORMAL | half, E=2),
            lattice(2, -20, 20, cells(1, 2, precision=3, edges=["13"])),
        ),
        "bound-of-few-bits": (composition("99/100", COIN), lattice(3, -2, 2, TOSSED, bits=0)),
        "bound-halved": halved("58/100", (0, -9, 9), (1, -9, 9)),
        "bound-level-near": halved("59/100", (0, -9, 9), (1, -1, 1)),
        "bound-halved-between-places": halved("37/100", (0, -1, 1), (1, -1, 1), count=2),
        "bound-halved-more-runs": halved("58/100", (0, -9, 9), (1, -9, 9), (0, -9, 9), count=4),
        "bound-level-cut": halved("59/100", (0, -9, 9), (1, -9, 0)),
        "bound-level-cut-below": halved("59/100", (0, -9, 9), (1, 0, 9)),
        "bound-halved-before-the-cells": halved("59/100", (1, -9, 9), (0, -9, 9)),
        "structure-levels": halved("1", (0, -9, 9)),
        "structure-more-levels": halved("1", (0, -9, 9), (0, -9, 9), (0, -9, 9)),
        "lattice-halvings": halved("1", (64, 0, 0), (0, 0, 0)),
        "lattice-level-without-0": halved("1", (0, 1, 9), (1, -9, 9)),
        "lattice-of-each-law": (
            composition(1, COIN, COIN),
            lattice(3, -9, 9, TOSSED, TOSSED | {"levels": [[1, whole(-9), whole(9)]]}),
        ),
        "size-level": halved("1", (0, -9, 9), (0, 0, 2**21)),
        "size-of-a-halved-ratio": halved("1", (0, 0, 0), (63, 0, 0)),
        "size-runs": (composition(1, COIN | {"count": whole(2**41)}), good),
        "size-lattice": (one, lattice(3, 0, 2**21, TOSSED)),
        "size-ratio": (one, lattice(3, 0, 3000, TOSSED)),
    }


def about_refuted_compositions() -> Rows:
    whole_cell, at_half = whole(2**32), {"precision": 1, "edges": ["1"]}

    def coin(*groups: tuple[int | None, int], delta: str = "49/100", **changes: Any) -> Any:
        return refuted(delta, COIN, *(groups or ((1, 0), (-2, 1), (None, 2))), **changes)

    return {
        "bound-refuted": coin(delta="1/2"),
        "bound-refuted-runs": coin(E=3),
        "bound-refuted-cut": coin(highest=0),
        "bound-refuted-left-out": coin((None, 0), (-2, 2)),
        "bound-refuted-low-place": coin((0, 0), (-2, 2)),
        "bound-refuted-gaussian": refuted("35/100", NORMAL, (-2, 0), (1, 1), G=2, cut=at_half),
        "bound-refuted-zeros": coin(groups=[[None, 2, whole_cell]]),
        "groups-too-high": coin((2, 0), (-2, 2)),
        "groups-of-the-rest-too-high": coin((1, 0), (0, 2)),
        "groups-corner": coin((0, 0), (-3, 2), corner="31/10"),
        "groups-corner-0": coin(corner=0),
        "bound-refuted-direction": coin((1, 0), (-2, 2), direction="add"),
        "groups-that-fall": coin((-2, 1), (1, 0), (None, 2)),
        "places-too-few-groups": coin((1, 0), (-2, 1)),
        "places-beyond-the-cells": coin((1, 0), (-2, 3)),
        "groups-more-than-a-cell": coin(groups=[["1", 0, whole(2**32 + 1)], ["-2", 2, whole_cell]]),
        "direction-both": coin(direction="both"),
        "structure-more-places": coin(cut={"places": []}),
    }


def about_lone_faults() -> Rows:
    """Faults that no other check of the same statement notices."""
    flat = over(2, [1, 1], [1, 1])
    lone: Any = {"pairs": []}
    minus_t, one_minus_t = [["-1", 1, 0]], [["1", 0, 0], ["-1", 1, 0]]
    turning = over(1, [T, one_minus_t], [one_minus_t, T])
    is_free = "private-for-all"
    below = {"E = -1/-2": ["-1", "-2"], "E = 1/2": ["1", "2"]}
    equation = [("=", {0: 1}, 1), ("=", {1: 1}, 0)]
    pinned = optimum({0: 1}, equation, [0, 1], value=["1", "1"])
    point, dual = vector(1, {0: 1}), vector(1, {0: 1})
    wrong = solved(vector(-1, {0: -1}), vector(-1, {0: -1}))
    found = {
        f"exp-epsilon-{kind}-alone-{number}": mechanism(full, flat, E, generators=generators, **lone)
        for kind, full, generators in (("given", "private", given()), ("free", is_free, free(1)))
        for number, (why, E) in enumerate(below.items())
    }
    for kind, full, generators in (("given", "private", given()), ("free", is_free, free(1))):
        found |= {
            f"delta-{kind}-0-over-0": mechanism(full, flat, 1, ["0", "0"], generators=generators, **lone),
            f"delta-{kind}-negative-alone": mechanism(full, flat, 1, ["-1", "4"], generators=generators, **lone),
            f"delta-{kind}-above-1-alone": mechanism(full, flat, 1, ["5", "4"], generators=generators, **lone),
        }
    return found | {
        "entry-sign-free-alone": for_all(over(1, [T, one_minus_t], [T, one_minus_t]), free(0, 2), E=1),
        "row-sum-free-alone": for_all(over(T, [T, 1], [T, 1]), free(1), E=1),
        "bound-free-where-it-falls": for_all(
            turning, free(0, Fraction(3, 4)), E=1, delta=Fraction(1, 2), pairs=[[0, 1]]
        ),
        "bound-free-where-it-grows": for_all(
            turning, free(Fraction(1, 4), 1), E=1, delta=Fraction(1, 2), pairs=[[0, 1]]
        ),
        "denominator-free-negative": for_all({"rows": [[[minus_t, minus_t]]] * 2}, free(1), E=1, outputs=[0]),
        "event-twice-tight": (tight(E=2, delta=Fraction(1, 2)), event(0, 1, 0, 0)),
        "attained-infinity-possible": (tight(flat, "infinity", Fraction(1, 2)), event(0, 1, 0), 2),
        "denominator-of-a-free-point": (pinned, {"point": wrong["point"], "dual": dual}),
        "denominator-of-a-free-dual": (pinned, {"point": point, "dual": wrong["dual"]}),
        "denominator-of-a-value": (pinned | {"value": ["-1", "-1"]}, solved(point, dual)),
        "denominator-of-an-objective": (
            pinned | {"objective": {"denominator": "-1", "coefficients": [[0, "-1"]]}},
            solved(point, dual),
        ),
        "multiplier-negative-of-a-sum": (
            scenario("none", pairs=[]),
            {
                "witnesses": [
                    {"input": 0, "weights": flat, "sums": ["-1"], "maxima": []},
                    {"input": 0, "weights": over(1, [1, 0], [1, 0]), "sums": ["1"], "maxima": []},
                ],
                "events": [],
            },
        ),
        "row-sum-not-private": (not_private(over(4, [3, 2], [1, 3]), 2), event(0, 1, 0)),
        "row-sum-tight": (tight(over(4, [3, 2], [1, 3]), 2, Fraction(1, 4)), event(0, 1, 0)),
        "row-sum-of-both": (
            order("post-processing", over(4, [3, 2], [1, 3]), over(4, [3, 2], [1, 3])),
            {"kernel": over(1, [1, 0], [0, 1])},
        ),
        "row-sum-of-the-better": (
            order("not-post-processing", over(2, [2, 2], [2, 2]), flat),
            {"utility": [["1", "1"], ["0", "0"]]},
        ),
        "row-sum-of-the-worse": (
            order("not-post-processing", flat, over(4, [1, 1], [1, 1])),
            {"utility": [["1", "1"], ["0", "0"]]},
        ),
    }


def about_size() -> Rows:
    """Small documents that would cost too much: every checker whose budget is at most the kernel's gives up."""
    huge = given(0, 2, 10**12 + 39)
    return {
        "size-degree": private(generators=huge),
        "size-free-power": for_all(THREE_QUARTERS, free(3), E=[[["1", 10**9, 0]], "1"]),
        "size-power-of-power": private(
            generators={"exponent": ["1" + "0" * 40000, "1"], "base": ["1", "1"], "degree": 1}, E=[T, "1"]
        ),
    }


def vectors() -> dict[str, str]:
    """Name to vector."""
    return texts(
        *(about_text(), about_structure(), about_generators(), about_numbers(), about_places(), about_distributions()),
        *(about_privacy(), about_programs(), about_greatest(), about_order(), about_maximal(), about_compositions()),
        *(about_refuted_compositions(), about_lone_faults(), about_size()),
    )
