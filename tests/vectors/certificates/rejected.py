"""Certificates with one fault each, named by it; the check that finds it follows from docs/certificate-format.md."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random
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
    POINTS,
    TEN,
    THREE_QUARTERS,
    T,
    U,
    Vector,
    canonical,
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
    response,
    runs,
    scenario,
    several,
    vector,
    whole,
)

Case = tuple[str, str, str]  # text, check, why

TINY = Fraction(1, 2**300)
EXP, ROOT, PAIR = given(1), given(0, 2, 2), several((2, 2), (3, 2))


def of(check: str, why: str, statement: Any, evidence: Any = None, version: int = 1) -> Case:
    return certificate(statement, evidence, version), check, why


def about_text() -> dict[str, Case]:
    good = certificate(mechanism())
    content = json.loads(good)
    twice = good.replace('"kind":"private"', '"kind":"private","kind":"private"')
    upper = canonical(content | {"digest": content["digest"].upper()})
    return {
        "json-cut-off": (good[:-1], "json", "the last brace is missing"),
        "json-empty": ("", "json", "no text"),
        "json-comma": (good[:-1] + ",}", "json", "a comma before the last brace"),
        "json-more": (good + "{}", "json", "a second value"),
        "json-key-twice": (twice, "json", "the key kind twice"),
        "json-key-twice-in-generators": (
            good.replace('"degree":1', '"degree":1,"degree":1'),
            "json",
            "the key degree twice",
        ),
        "json-float": (good.replace("[[0,1],", "[[0,1.0],"), "json", "1.0 is no integer"),
        "json-exponent": (good.replace('"degree":1', '"degree":1e0'), "json", "1e0 is no integer"),
        "json-nan": (good.replace('"degree":1', '"degree":NaN'), "json", "NaN"),
        "json-infinity": (good.replace('"degree":1', '"degree":Infinity'), "json", "Infinity"),
        "json-leading-zero": (good.replace('"degree":1', '"degree":01'), "json", "01 is no JSON"),
        "json-control-character": (good.replace('"a"', '"\u0001"'), "json", "a control character that is not escaped"),
        "json-byte-order-mark": ("\ufeff" + good, "json", "a byte order mark"),
        "json-half-surrogate": (good.replace('"a"', '"\\ud800"'), "json", "half of a surrogate pair has no UTF-8"),
        "json-long-integer": (good.replace('["a","b"]', f'["a",{10**640}]'), "json", "641 digits"),
        "json-long-power": (good.replace('"degree":1', f'"degree":{10**640}'), "json", "641 digits"),
        "format-array": ("[]", "format", "no object"),
        "format-no-digest": (canonical({k: v for k, v in content.items() if k != "digest"}), "format", "no digest"),
        "format-more": (canonical(content | {"note": "1"}), "format", "a fifth key"),
        "format-unknown": (certificate(mechanism(), None, 3), "format", "version 3"),
        "format-roots-in-1": of(
            "format",
            "several roots need version 2",
            mechanism(weights=response(U1_U2, "1"), E=[U1_U2, "1"], generators=PAIR),
        ),
        "format-infinity-in-1": of("format", "infinity needs version 2", mechanism(E="infinity")),
        "digest-wrong": (canonical(content | {"digest": "0" * 64}), "digest", "another digest"),
        "digest-upper-case": (upper, "digest", "upper case"),
        "digest-of-1-in-2": (
            canonical(content | {"format": "dpexact-certificate/2"}),
            "digest",
            "the digest covers the format",
        ),
        "digest-of-another-label": (good.replace('"a"', '"c"'), "digest", "the digest covers the labels"),
    }


def about_structure() -> dict[str, Case]:
    good = mechanism()
    without = {key: value for key, value in good.items() if key != "pairs"}
    both = {"pair": [0, 1], "event": [0]}
    same_denominator = {"rows": [[["3", "4"], ["1", "4"]], [["1", 4], ["3", "4"]]]}
    return {
        "structure-more": of("structure", "a key too many", good | {"note": "1"}),
        "structure-no-pairs": of("structure", "no key pairs", without),
        "structure-rows": of(
            "structure",
            "three rows for two inputs",
            mechanism(weights=over(4, [3, 1], [1, 3], [2, 2]), inputs=["a", "b"]),
        ),
        "structure-row": of(
            "structure",
            "a row of three for two outputs",
            mechanism(weights={"denominator": "4", "rows": [["3", "1"], ["1", "1", "2"]]}),
        ),
        "structure-quotient": of("structure", "a quotient of three", mechanism(E=["3", "1", "1"])),
        "structure-evidence": of("structure", "private has no evidence", good, both),
        "structure-no-event": of("structure", "no event", mechanism("not-private", E=2), {"pair": [0, 1]}),
        "structure-no-evidence": of(
            "structure", "not-private needs a pair and an event", mechanism("not-private", E=2), {}
        ),
        "structure-tight-without-witness": of(
            "structure", "there are pairs, so tight-delta needs a witness", mechanism("tight-delta"), {}
        ),
        "structure-number-for-text": of(
            "structure",
            "the denominator of an entry is the JSON integer 4; it is not the text of the others",
            mechanism(weights=same_denominator),
        ),
        "structure-term": of("structure", "a term of two", mechanism(E=[[["1", 1]], "1"], generators=EXP)),
        "structure-term-of-two-roots": of(
            "structure",
            "a term [c, i, j] where there are two roots",
            mechanism(E=[[["1", 0, 1]], "1"], generators=PAIR),
            None,
            2,
        ),
        "structure-generators": of("structure", "a key too many", mechanism(generators=given() | {"note": "1"})),
        "kind-unknown": of("kind", "no such kind", mechanism("public")),
        "kind-upper-case": of("kind", "no such kind", mechanism("Private")),
    }


def about_generators() -> dict[str, Case]:
    def private(generators: Any) -> dict[str, Any]:
        return mechanism(generators=generators)

    cases = {
        "not-in-lowest-terms": ({"exponent": ["2", "2"], "base": ["1", "1"], "degree": 1}, 1, "2/2"),
        "zero-not-in-lowest-terms": ({"exponent": ["0", "2"], "base": ["1", "1"], "degree": 1}, 1, "0/2"),
        "negative-denominator": ({"exponent": ["-1", "-1"], "base": ["1", "1"], "degree": 1}, 1, "-1/-1"),
        "zero-denominator": ({"exponent": ["1", "0"], "base": ["1", "1"], "degree": 1}, 1, "1/0"),
        "negative-exponent": (given(-1), 1, "t would be less than 1"),
        "square-of-degree-2": (given(0, 4, 2), 1, "x^2 - 4 has the root 2"),
        "cube-of-degree-6": (given(0, 8, 6), 1, "x^6 - 8 has the factor x^2 - 2"),
        "square-of-fraction": (given(0, Fraction(4, 9) + Fraction(65, 36), 2), 1, "9/4 is a square"),
        "fourth-power-of-degree-2": (given(0, 16, 2), 1, "16 is a square"),
        "base-1-degree-2": (given(0, 1, 2), 1, "u would be 1"),
        "base-below-1": (given(0, Fraction(1, 2), 2), 1, "the base is less than 1"),
        "negative-base": (given(0, -2, 2), 1, "the base is negative"),
        "base-without-degree": (given(0, 2, 1), 1, "degree 1 requires base 1"),
        "degree-0": (given(0, 2, 0), 1, "degree 0"),
        "one-root-in-an-array": (several((2, 2)), 2, "a single root has the other form"),
        "no-root-in-an-array": (several(), 2, "no root has the other form"),
        "dependent-roots": (
            several((2, 2), (2, 3)),
            2,
            "2 occurs in both bases: 2^(1/2) and 2^(1/3) are powers of 2^(1/6)",
        ),
        "dependent-below-the-line": (
            several((Fraction(3, 2), 2), (Fraction(5, 2), 2)),
            2,
            "2 divides both denominators",
        ),
        "dependent-across-the-line": (
            several((3, 2), (Fraction(5, 3), 2)),
            2,
            "3 is in a numerator and in a denominator",
        ),
        "dependent-third": (several((2, 2), (3, 2), (6, 2)), 2, "sqrt(2) sqrt(3) = sqrt(6)"),
        "square-among-roots": (several((2, 2), (9, 2)), 2, "9 is a square"),
        "degree-1-among-roots": (several((2, 2), (3, 1)), 2, "degree 1"),
    }
    found = {
        f"generators-{name}": of("generators", why, private(g), None, version)
        for name, (g, version, why) in cases.items()
    }
    lower = mechanism("private-for-all", generators=free(2, 1))
    found["generators-lower-above-upper"] = of("generators", "2 > 1", lower)
    found["generators-given-for-all"] = of(
        "generators", "private-for-all is about a free t", mechanism("private-for-all")
    )
    return found


def about_numbers() -> dict[str, Case]:
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
    found = {
        f"number-{name}": of("number", f"{text!a} is no integer of the format", mechanism(E=[text, "1"]))
        for name, text in faults.items()
    }
    sums = {
        "constant-as-terms": ([["3", 0, 0]], EXP, 1, "a sum without t is text"),
        "no-terms": ([], EXP, 1, "a sum without terms is text"),
        "terms-out-of-order": ([["1", 2, 0], ["1", 1, 0]], EXP, 1, "powers decrease"),
        "terms-twice": ([["1", 1, 0], ["1", 1, 0]], EXP, 1, "the same powers twice"),
        "coefficient-0": ([["3", 0, 0], ["0", 1, 0]], EXP, 1, "a coefficient 0"),
        "power-of-degree": ([["1", 0, 2]], ROOT, 1, "u^2 where the degree is 2"),
        "power-of-no-u": ([["1", 1, 1]], EXP, 1, "a power of u, but there is no u"),
        "power-of-no-t": ([["1", 1, 1]], ROOT, 1, "a power of t, but there is no t"),
        "negative-power": ([["1", -1, 0]], EXP, 1, "t^-1"),
        "roots-out-of-order": ([["1", 0, 1, 0], ["1", 0, 0, 1]], PAIR, 2, "(0, 1, 0) comes after (0, 0, 1)"),
        "power-of-second-degree": ([["1", 0, 0, 2]], PAIR, 2, "u_2^2 where the degree is 2"),
    }
    for name, (value, generators, version, why) in sums.items():
        found[f"number-{name}"] = of("number", why, mechanism(E=[value, "1"], generators=generators), None, version)
    return found


def about_places() -> dict[str, Case]:
    nested: Any = 7
    for _ in range(65):
        nested = [nested]
    bad_pairs = {
        "out-of-range": ([[0, 2]], "there is no input 2"),
        "negative": ([[0, -1]], "there is no input -1"),
        "twice": ([[0, 1], [1, 0], [0, 1]], "a pair twice"),
        "text": ([["0", 1]], "a position is an integer"),
    }
    found = {f"pairs-{name}": of("pairs", why, mechanism(pairs=pairs)) for name, (pairs, why) in bad_pairs.items()}
    bad_labels = {
        "twice": (["a", "a"], "the same label twice"),
        "array-twice": ([["a", 1], ["a", 1]], "the same array twice"),
        "null": (["a", None], "null is no label"),
        "object": (["a", {}], "an object is no label"),
        "deep": ([nested, 7], "65 arrays within one another"),
        "none": ([], "no input"),
    }
    found |= {f"label-{name}": of("label", why, mechanism(inputs=inputs)) for name, (inputs, why) in bad_labels.items()}
    false = mechanism("not-private", E=2, pairs=[[0, 1]])
    found |= {
        "witness-pair-reversed": of("witness-pair", "only (0, 1) is a pair", false, event(1, 0, 1)),
        "witness-pair-out-of-range": of("witness-pair", "there is no input 2", false, event(0, 2, 0)),
        "event-twice": of("event", "an output twice", false, event(0, 1, 0, 0)),
        "event-out-of-order": of("event", "positions decrease", false, event(0, 1, 1, 0)),
        "event-out-of-range": of("event", "there is no output 2", false, event(0, 1, 2)),
        "event-negative": of("event", "there is no output -2", false, event(0, 1, -2)),
    }
    return found


def about_distributions() -> dict[str, Case]:
    private = mechanism
    negative = {"rows": [[["-3", "-4"], ["1", "4"]], [["1", "4"], ["3", "4"]]]}
    below_0 = over(4, [5, -1], [1, 3])
    short = quotients([Fraction(3, 4) - TINY, "1/4"], ["1/4", "3/4"])
    same = over(2, [1, 1], [1, 1])
    delta = [[["6", 0, 0], ["-5", 1, 0], ["1", 2, 0]], [["24", 0, 0], ["1", 2, 0]]]
    one_minus_t = {"denominator": [["1", 0, 0], ["-1", 1, 0]], "rows": [["1", [["-1", 1, 0]]]] * 2}
    return {
        "denominator-0": of("denominator", "0/0", private(weights=over(0, [0, 0], [0, 0]))),
        "denominator-negative": of(
            "denominator", "-3/-4 is 3/4, but the denominator is negative", private(weights=negative)
        ),
        "denominator-negative-exp": of(
            "denominator", "1 - t < 0, although 1/(1-t) - t/(1-t) = 1", private(weights=one_minus_t, generators=EXP)
        ),
        "denominator-zero-at-a-point": of(
            "denominator",
            "t - 2 = 0 at t = 2",
            mechanism(
                "private-for-all",
                {"denominator": [["-2", 0, 0], ["1", 1, 0]], "rows": [["0", [["-2", 0, 0], ["1", 1, 0]]]] * 2},
                generators=free(2, 3),
            ),
        ),
        "entry-sign": of("entry-sign", "-1/4", private(weights=below_0)),
        "entry-sign-exp": of(
            "entry-sign",
            "t - 3 < 0 where t = e",
            private(
                weights=over(1, [[["-3", 0, 0], ["1", 1, 0]], [["4", 0, 0], ["-1", 1, 0]]], [0, 1]),
                delta=1,
                generators=EXP,
            ),
        ),
        "row-sum-by-little": of("row-sum", "1 - 2^-300", private(weights=short)),
        "row-sum-over": of("row-sum", "5/4", private(weights=over(4, [3, 2], [1, 3]))),
        "row-sum-close-number": of(
            "row-sum",
            "the rational part of a row and t differ from 1 by 10^-83",
            private(
                weights={"denominator": "1", "rows": [["1", "0"], ["0", "1"]]} | {"denominator": "1"}, generators=EXP
            )
            | {"weights": close_row()},
        ),
        "exp-epsilon-below-1": of("exp-epsilon", "E = 1/2", private(weights=same, E=Fraction(1, 2))),
        "exp-epsilon-below-1-by-little": of("exp-epsilon", "E = 1 - 2^-300", private(weights=same, E=1 - TINY)),
        "exp-epsilon-below-1-at-an-end": of(
            "exp-epsilon",
            "E = t, t from 1/2",
            mechanism("private-for-all", same, [T, "1"], generators=free(Fraction(1, 2))),
        ),
        "delta-negative": of("delta", "-2^-300", private(weights=same, delta=-TINY)),
        "delta-above-1": of("delta", "1 + 2^-300", private(delta=1 + TINY)),
        "delta-negative-between": of(
            "delta",
            "(t - 2)(t - 3) < 0 between 2 and 3",
            mechanism("private-for-all", same, [T, "1"], delta, generators=free(1)),
        ),
        "row-sum-infinity": of(
            "row-sum", "3/4, also where E is infinite", private(weights=over(4, [2, 1], [1, 3]), E="infinity"), None, 2
        ),
    }


def close_row() -> dict[str, Any]:
    """A row e/4 and 1 - a/4 where a is a rational number just above e."""
    a = ABOVE_E
    bottom = 4 * a.denominator
    row = [[[format(a.denominator, "x"), 1, 0]], format(bottom - a.numerator, "x")]
    return {"denominator": format(bottom, "x"), "rows": [row, row]}


def about_privacy() -> dict[str, Case]:
    away = {"pair": [0, 1], "event": [0, 1]}
    never: Any = {"weights": OVERLAP, "E": "infinity"}
    root: Any = {"generators": ROOT}
    return {
        "bound-E-by-little": of("bound", "3/4 > (3 - 2^-300)/4", mechanism(E=3 - TINY)),
        "bound-delta-by-little": of("bound", "3/4 - 2/4 > delta", mechanism(E=2, delta=Fraction(1, 4) - TINY)),
        "bound-exp-by-little": of(
            "bound", "the odds are an upper bound of e", mechanism(weights=odds(ABOVE_E), E=[T, "1"], generators=EXP)
        ),
        "bound-other-direction": of(
            "bound", "P_1(1) = 0", mechanism(weights=over(2, [1, 1], [2, 0]), E=2, pairs=[[0, 1]])
        ),
        "bound-two-outputs": of(
            "bound",
            "no single output exceeds delta = 1/8, two of them do",
            mechanism(weights=over(8, [2, 2, 4], [1, 1, 6]), E=1, delta=Fraction(1, 8)),
        ),
        "bound-root": of("bound", "3/2 > sqrt(2)", mechanism(weights=over(5, [3, 2], [2, 3]), E=[U, "1"], **root)),
        "bound-several-roots": of(
            "bound",
            "5/2 > sqrt(2) sqrt(3) = 2.449...",
            mechanism(weights=over(7, [5, 2], [2, 5]), E=[U1_U2, "1"], generators=PAIR),
            None,
            2,
        ),
        "bound-infinity": of(
            "bound", "1/2 > 1/4", mechanism(weights=OVERLAP, E="infinity", delta=Fraction(1, 4)), None, 2
        ),
        "bound-infinity-delta-0": of(
            "bound", "1 > 0 where the other point is never", mechanism(weights=POINTS, E="infinity"), None, 2
        ),
        "bound-free-at-the-lower-end": of(
            "bound",
            "odds 3 at t from 3 - 2^-300",
            mechanism("private-for-all", THREE_QUARTERS, [T, "1"], generators=free(3 - TINY)),
        ),
        "bound-free-inside": of(
            "bound",
            "odds 5/2 where t is 2, although 3 is enough",
            mechanism("private-for-all", over(7, [5, 2], [2, 5]), [T, "1"], generators=free(2, 3)),
        ),
        "bound-free-on-a-point": of(
            "bound", "odds 3 at t = 2", mechanism("private-for-all", THREE_QUARTERS, [T, "1"], generators=free(2, 2))
        ),
        "bound-free-to-infinity": of(
            "bound",
            "odds t^2 at E = t + 100 fail for large t only",
            mechanism(
                "private-for-all", response([["1", 2, 0]], "1"), [[["64", 0, 0], ["1", 1, 0]], "1"], generators=free(1)
            ),
        ),
        "violation-true": of(
            "violation", "3/4 - 3 * 1/4 = 0 is no violation of delta = 0", mechanism("not-private"), event(0, 1, 0)
        ),
        "violation-tie": of(
            "violation",
            "3/4 - 2 * 1/4 = 1/4 = delta",
            mechanism("not-private", E=2, delta=Fraction(1, 4)),
            event(0, 1, 0),
        ),
        "violation-other-event": of(
            "violation", "the event of all outputs: 1 - 2 < 0", mechanism("not-private", E=2), away
        ),
        "violation-empty-event": of("violation", "0 > 0 is false", mechanism("not-private", E=2), event(0, 1)),
        "violation-root-tie": of(
            "violation",
            "2/(2+u) - u u/(2+u) = 0",
            mechanism("not-private", response("2", U), [U, "1"], **root),
            event(0, 1, 0),
        ),
        "violation-infinity": of(
            "violation",
            "P_1 of the event is 1/2, not 0",
            mechanism("not-private", delta=0, **never),
            event(0, 1, 0, 1),
            2,
        ),
        "violation-infinity-tie": of(
            "violation",
            "1/2 is not greater than 1/2",
            mechanism("not-private", delta=Fraction(1, 2), **never),
            event(0, 1, 0),
            2,
        ),
        "attained-other-event": of(
            "attained", "8/10 - 2 * 3/10 = 2/10", mechanism("tight-delta", TEN, 2, Fraction(3, 10)), event(0, 1, 0)
        ),
        "attained-too-large": of(
            "attained", "3/10 is enough", mechanism("tight-delta", TEN, 2, Fraction(3, 10) + TINY), event(1, 0, 1)
        ),
        "attained-no-pairs": of(
            "attained", "without pairs the least delta is 0", mechanism("tight-delta", delta=Fraction(1, 2), pairs=[])
        ),
        "attained-infinity": of(
            "attained",
            "P_1 of the event is 1/2, not 0",
            mechanism("tight-delta", delta=Fraction(1, 2), **never),
            event(0, 1, 0, 1),
            2,
        ),
        "bound-tight-too-small": of(
            "bound",
            "3/10 is needed; 2/10 is attained by this event",
            mechanism("tight-delta", TEN, 2, Fraction(1, 5)),
            event(0, 1, 0),
        ),
    }


def about_programs() -> dict[str, Case]:
    point, zero = vector(3, {0: 2, 1: 1}), vector(1, {})
    right = program("optimum", {0: 1, 1: 2}, ROWS, [], value=["4", "3"])
    away = program("optimum", {0: 1, 1: 2}, ROWS, [], value=["5", "3"])
    simple = [("<=", {0: 1}, -1)]
    falling = program("unbounded", {0: -1, 1: 1}, [("<=", {0: 1, 1: -2}, 3)], [])
    proof = {"point": point, "dual": DUAL}
    return {
        "free-out-of-order": of(
            "free", "positions decrease", program("optimum", {0: 1, 1: 2}, ROWS, [1, 0], value=["4", "3"]), proof
        ),
        "free-out-of-range": of(
            "free", "there is no variable 2", program("optimum", {0: 1, 1: 2}, ROWS, [2], value=["4", "3"]), proof
        ),
        "relation-unknown": of(
            "relation", "<", program("infeasible", {}, [("<", {0: 1}, -1)], []), {"farkas": vector(1, {0: -1})}
        ),
        "position-out-of-range": of(
            "position",
            "there is no variable 2",
            program("infeasible", {}, [("<=", {2: 1}, -1)], []),
            {"farkas": vector(1, {0: -1})},
        ),
        "position-twice": of(
            "position",
            "variable 0 twice",
            right,
            proof | {"point": {"denominator": "3", "entries": [[0, "1"], [0, "1"], [1, "1"]]}},
        ),
        "denominator-of-a-vector": of(
            "denominator", "-2/-3, -1/-3", right, proof | {"point": vector(-3, {0: -2, 1: -1})}
        ),
        "primal-row": of("primal", "0 + 0 >= 1 is false", right, proof | {"point": zero}),
        "primal-sign": of(
            "primal",
            "y = -1/3 is negative",
            program("optimum", {0: 1}, [], [], value=["0", "1"]),
            {"point": vector(3, {1: -1}), "dual": zero},
        ),
        "dual-sign": of(
            "dual-sign", "a negative weight of a row >=", right, proof | {"dual": vector(6, {0: -9, 1: -1})}
        ),
        "dual-column": of("dual-column", "c - yA = (-1, ...) < 0", right, proof | {"dual": vector(1, {0: 2})}),
        "dual-column-free": of(
            "dual-column",
            "for a free variable c - yA has to be 0",
            program("optimum", {0: 1}, [(">=", {0: 1}, 0)], [0], value=["0", "1"]),
            {"point": zero, "dual": zero},
        ),
        "value-wrong": of("value", "4/3 is the value", away, proof),
        "value-of-point-only": of(
            "value",
            "the point has it, the dual has 0",
            program("optimum", {0: 1}, [(">=", {0: 1}, 1)], [], value=["1", "1"]),
            {"point": vector(1, {0: 1}), "dual": zero},
        ),
        "value-of-dual-only": of(
            "value",
            "the dual has it, the point has 2",
            program("optimum", {0: 1}, [(">=", {0: 1}, 1)], [], value=["1", "1"]),
            {"point": vector(1, {0: 2}), "dual": vector(1, {0: 1})},
        ),
        "farkas-zero": of("farkas", "y.b = 0", program("infeasible", {}, simple, []), {"farkas": zero}),
        "farkas-sign": of(
            "dual-sign",
            "a positive weight of a row <=",
            program("infeasible", {}, [("<=", {0: -1}, 1)], []),
            {"farkas": vector(1, {0: 1})},
        ),
        "farkas-feasible": of(
            "farkas",
            "x <= 1 is met by 0",
            program("infeasible", {}, [("<=", {0: 1}, 1)], []),
            {"farkas": vector(1, {0: -1})},
        ),
        "ray-not-falling": of(
            "ray", "along (2, 2) the objective stays", falling, {"point": zero, "ray": vector(1, {0: 2, 1: 2})}
        ),
        "ray-leaves": of("ray", "along (1, 0) the row is left", falling, {"point": zero, "ray": vector(1, {0: 1})}),
        "ray-negative": of(
            "ray",
            "a negative direction of a variable that is not free",
            program("unbounded", {0: 1}, [], []),
            {"point": zero, "ray": vector(1, {0: -1})},
        ),
        "primal-unbounded": of(
            "primal", "4 <= 3 is false", falling, {"point": vector(1, {0: 4}), "ray": vector(1, {0: 2, 1: 1})}
        ),
    }


def about_greatest() -> dict[str, Case]:
    top = {"sums": ["1"], "events": []}
    bounded = {"sums": ["2"], "events": [[0, [1], "1"]]}
    ends = {"inputs": [0, 1], "weights": over(1, [1, 0], [0, 1])}
    weights = over(4, [2, 2], [3, 1])
    fixed = scenario("greatest", fixed=FIXED, weights=weights)
    none = scenario("none", rainbows=RIVALS)
    three = scenario("greatest", outputs=[0, 1, 2], rainbows=[[0, 1, 2]] * 2, weights=over(1, [1, 0, 0], [1, 0, 0]))
    third = {"sums": ["1", "1"], "events": []}
    empty = [witness | {"sums": []} for witness in WITNESSES]
    return {
        "answer-unknown": of("answer", "maybe is no answer", scenario("maybe"), {"events": []}),
        "order-unknown": of("order", "no such order", fixed | {"order": "alphabetic"}, {"maxima": [bounded]}),
        "rainbow-twice": of(
            "rainbow", "an output twice", fixed | {"rainbows": [[0, 0], [0, 1]]}, {"maxima": [bounded]}
        ),
        "fixed-changed": of(
            "fixed",
            "the answer has another row at the fixed input",
            scenario("greatest", fixed={"inputs": [0], "weights": over(2, [2, 0])}, weights=weights),
            {"maxima": [bounded]},
        ),
        "fixed-changed-nothing-free": of(
            "fixed",
            "all inputs are fixed, so there is nothing else to show",
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
        "multiplier-negative-infeasible": of(
            "multiplier",
            "1/2 <= 2 * 1/2, times -1",
            scenario("infeasible", fixed={"inputs": [0, 1], "weights": over(2, [1, 1], [1, 1])}, pairs=[[0, 1]]),
            {"events": [[0, [0], "-1"]]},
        ),
        "structure-maxima": of(
            "structure", "one input is free, and has one maximum", fixed, {"maxima": [bounded, bounded]}
        ),
        "multiplier-0": of("multiplier", "mu_k = 0 bounds nothing", fixed, {"maxima": [{"sums": ["0"], "events": []}]}),
        "multiplier-negative-weight": of(
            "multiplier",
            "the inequality of an event times -1",
            fixed,
            {"maxima": [{"sums": ["2"], "events": [[0, [1], "-1"]]}]},
        ),
        "multiplier-before-in-dominance": of(
            "multiplier", "mu_1 is not 0", three, {"maxima": [top, third, top, third]}
        ),
        "maximum-not-shown": of(
            "maximum",
            "without events s_1 is bounded by 1 only, not by 3/4",
            fixed,
            {"maxima": [{"sums": ["2"], "events": []}]},
        ),
        "maximum-not-greatest": of(
            "maximum",
            "2/3 is less than 3/4",
            scenario("greatest", fixed=FIXED, weights=over(6, [3, 3], [4, 2])),
            {"maxima": [bounded]},
        ),
        "bound-of-the-answer": of(
            "bound",
            "P_0(1) = 1/2 > 2 * 1/8",
            scenario("greatest", fixed=FIXED, weights=over(8, [4, 4], [7, 1])),
            {"maxima": [bounded]},
        ),
        "contradiction-0": of(
            "contradiction", "the bound is 0: equality may hold", none, {"witnesses": WITNESSES, "events": []}
        ),
        "contradiction-one-witness": of(
            "contradiction", "one sum alone can be 1", none, {"witnesses": WITNESSES[:1], "events": CROSSED}
        ),
        "contradiction-no-sums": of(
            "contradiction", "nothing is claimed of the witnesses", none, {"witnesses": empty, "events": []}
        ),
        "contradiction-feasible": of(
            "contradiction",
            "1 <= 2 * 1/2 holds",
            scenario("infeasible", fixed={"inputs": [0, 1], "weights": over(2, [2, 0], [1, 1])}, pairs=[[0, 1]]),
            {"events": [[0, [0], "1"]]},
        ),
        "witness-none": of("witness", "no witness", none, {"witnesses": [], "events": CROSSED}),
        "witness-out-of-range": of(
            "witness", "there is no input 2", none, {"witnesses": [WITNESSES[0] | {"input": 2}], "events": CROSSED}
        ),
        "row-sum-fixed": of(
            "row-sum",
            "a fixed row sums to 3/2",
            scenario("infeasible", fixed={"inputs": [0], "weights": over(2, [1, 2])}),
            {"events": [[0, [0], "1"]]},
        ),
        "generators-free-graph": of(
            "generators",
            "t is free",
            scenario("infeasible", fixed=ends, generators=free(1)),
            {"events": [[0, [0], "1"]]},
        ),
    }


def about_order() -> dict[str, Case]:
    is_one, is_none = "post-processing", "not-post-processing"
    sure = {"utility": [["1", "0"], ["0", "1"]]}
    same = {"kernel": over(1, [1, 0], [0, 1])}
    return {
        "kernel-other": of("kernel", "3/4 is not 5/8", order(is_one, NOISY, THREE_QUARTERS), same),
        "kernel-swapped": of(
            "kernel", "P is Q read the other way", order(is_one, NOISY, NOISY), {"kernel": over(1, [0, 1], [1, 0])}
        ),
        "kernel-hair": of(
            "kernel",
            "10^-40 more in one place, less in another",
            order(is_one, NOISY, THREE_QUARTERS),
            {"kernel": over(4 * 10**40, [3 * 10**40 + 1, 10**40 - 1], [10**40, 3 * 10**40])},
        ),
        "entry-sign-kernel": of(
            "entry-sign",
            "THREE_QUARTERS is NOISY followed by no distribution",
            order(is_one, THREE_QUARTERS, NOISY),
            {"kernel": over(2, [3, -1], [-1, 3])},
        ),
        "row-sum-kernel": of(
            "row-sum", "a row of the map sums to 2", order(is_one, NOISY, NOISY), {"kernel": over(1, [1, 1], [0, 1])}
        ),
        "row-sum-source": of("row-sum", "a row of Q sums to 5/4", order(is_one, NOISY, over(4, [3, 2], [1, 3])), same),
        "denominator-kernel": of(
            "denominator",
            "the denominator of the map is -1",
            order(is_one, NOISY, NOISY),
            {"kernel": over(-1, [-1, 0], [0, -1])},
        ),
        "score-equal": of("score", "P is Q, and scores the same", order(is_none, NOISY, NOISY), sure),
        "score-less": of("score", "5/4 is not more than 3/2", order(is_none, NOISY, THREE_QUARTERS), sure),
        "score-0": of(
            "score",
            "0 is not more than 0",
            order(is_none, THREE_QUARTERS, NOISY),
            {"utility": [["0", "0"], ["0", "0"]]},
        ),
        "score-best-action": of(
            "score",
            "the best action at each output of Q counts, not the first",
            order(is_none, NOISY, POINTS),
            {"utility": [["0", "1"], ["1", "0"]]},
        ),
        "structure-more-order": of(
            "structure", "no kind of order has pairs", order(is_one, NOISY, NOISY, pairs=[]), same
        ),
        "structure-no-kernel": of("structure", "the evidence is missing", order(is_one, NOISY, NOISY), {}),
        "structure-kernel-rows": of(
            "structure", "Q has two outputs", order(is_one, NOISY, NOISY), {"kernel": over(1, [1, 0])}
        ),
        "structure-utility-row": of(
            "structure", "P has two outputs", order(is_none, THREE_QUARTERS, NOISY), {"utility": [["1"], ["0"]]}
        ),
        "structure-utility-inputs": of(
            "structure", "there are two inputs", order(is_none, THREE_QUARTERS, NOISY), {"utility": [["1", "0"]]}
        ),
        "generators-free-order": of("generators", "t is free", order(is_one, NOISY, NOISY, generators=free(1)), same),
        "label-source": of(
            "label",
            "two outputs of Q are the same",
            order(is_one, NOISY, NOISY) | {"source": {"outputs": ["p", "p"], "weights": NOISY}},
            same,
        ),
    }


def about_maximal() -> dict[str, Case]:
    is_one, is_none = "maximally-sufficient", "not-maximally-sufficient"
    first = {"output": 0, "inputs": [0]}
    three = over(1, [1], [1], [1])
    return {
        "connected-not": of("connected", "3/4 < 4 * 1/4", mechanism(is_one, THREE_QUARTERS, 4)),
        "connected-one-way": of("connected", "output 1 needs the pair (1, 0)", mechanism(is_one, pairs=[[0, 1]])),
        "connected-no-pairs": of(
            "connected", "both inputs, and no pair", mechanism(is_one, over(1, [1], [1]), pairs=[])
        ),
        "connected-hair": of("connected", "E is larger by 10^-90", mechanism(is_one, E=3 + TINY)),
        "connected-two-parts": of(
            "connected",
            "1 to 2 and 2 to 1 are tight, but nothing between the two pairs of inputs",
            mechanism(is_one, over(9, [3, 6], [6, 3], [3, 6], [6, 3]), 2, pairs=[[0, 1], [1, 0], [2, 3], [3, 2]]),
        ),
        "connected-self-pairs": of(
            "connected",
            "tight pairs (i, i) connect nothing",
            mechanism(is_one, over(1, [1], [1]), 1, pairs=[[0, 0], [1, 1]]),
        ),
        "part-self-pairs": of(
            "part",
            "(0, 1) is tight, whatever (0, 0) and (1, 1) are",
            mechanism(is_none, over(1, [1], [1]), 1, pairs=[[0, 0], [0, 1], [1, 1]]),
            first,
        ),
        "bound-maximal": of("bound", "3/4 > 2 * 1/4", mechanism(is_one, THREE_QUARTERS, 2)),
        "bound-not-maximal": of("bound", "3/4 > 2 * 1/4", mechanism(is_none, THREE_QUARTERS, 2), first),
        "delta-maximal": of("delta", "delta is not 0", mechanism(is_one, delta=Fraction(1, 4))),
        "delta-not-maximal": of(
            "delta", "delta is not 0", mechanism(is_none, THREE_QUARTERS, 4, Fraction(1, 4)), first
        ),
        "part-tight": of("part", "3/4 = 3 * 1/4", mechanism(is_none), first),
        "part-tight-inwards": of(
            "part",
            "3/4 = 3 * 1/4, for the pair (0, 1) that leads into the part",
            mechanism(is_none),
            first | {"inputs": [1]},
        ),
        "part-all": of("part", "both inputs", mechanism(is_none, THREE_QUARTERS, 4), first | {"inputs": [0, 1]}),
        "part-none": of("part", "no input", mechanism(is_none, THREE_QUARTERS, 4), first | {"inputs": []}),
        "part-never": of(
            "part",
            "input 1 does not have output 0, so the part has none of its inputs",
            mechanism(is_none, POINTS, pairs=[]),
            first | {"inputs": [1]},
        ),
        "part-of-the-tight-ones": of(
            "part",
            "the pair (0, 1) leads out",
            mechanism(is_none, over(3, [2, 1], [1, 2], [1, 2]), 2, pairs=[[0, 1], [1, 0], [1, 2], [2, 1]]),
            first,
        ),
        "part-out-of-range": of("part", "there is no input 3", mechanism(is_none, three, 2), first | {"inputs": [3]}),
        "event-out-of-range": of(
            "event", "there is no output 1", mechanism(is_none, three, 2), {"output": 1, "inputs": [0]}
        ),
        "structure-more-maximal": of("structure", "the evidence is empty", mechanism(is_one), first),
        "structure-infinity-maximal": of("structure", "E is a number", mechanism(is_one, E="infinity"), version=2),
        "generators-free-maximal": of("generators", "t is free", mechanism(is_one, generators=free(1))),
    }


def about_compositions() -> dict[str, Case]:
    good, one = lattice(3, -2, 2, TOSSED), composition("51/100", COIN)
    halves = lattice([T, "1"], -20, 20, HALVES)
    half = {"rate": ["1", "2"]}
    tossed_evenly = runs("randomized_response", 2**40, truth=Fraction(1, 2), categories=2)
    sampled = lattice(2, -1, 1, cells(-1, 0))
    integers = runs("discrete_gaussian", sigma=1, sensitivity=1, rate=1)
    pair = runs("finite", first=[["1", "2"]] * 2, second=[["1", "2"], ["1", "4"]])

    def law(why: str, one: Any) -> Case:
        more: dict[str, Any] = {
            "gaussian": {"precision": 0, "edges": []},
            "discrete_gaussian": {"least": "0", "greatest": "1"},
        }
        return of("law", why, composition(1, one), lattice(3, -2, 2, cells(0) | more.get(one["law"], {})))

    return {
        "law-unknown": law("no such law", runs("exponential", scale=1, rate=1)),
        "law-no-run": law("a count of 0", COIN | {"count": "0"}),
        "law-rate-above-1": law("the rate 3/2", NORMAL | {"rate": ["3", "2"]}),
        "law-rate-negative": law("the rate -1", NORMAL | {"rate": ["-1", "1"]}),
        "law-no-noise": law("sigma = 0", NORMAL | {"sigma": ["0", "1"]}),
        "law-negative-noise": law("sigma = -1", NORMAL | {"sigma": ["-1", "1"]}),
        "law-not-in-lowest-terms": law("2/2", NORMAL | {"sigma": ["2", "2"]}),
        "law-half-an-integer": law("a sensitivity of 1/2", integers | {"sensitivity": ["1", "2"]}),
        "law-base-1": law("all integers alike", GEOMETRIC | {"base": ["1", "1"]}),
        "law-truth-above-1": law("a probability of 5/4", COIN | {"truth": ["5", "4"]}),
        "law-one-answer": law("one category", COIN | {"categories": ["1", "1"]}),
        "law-sum": law("Q sums to 3/4", pair),
        "law-negative-probability": law("-1", pair | {"second": [["2", "1"], ["-1", "1"]]}),
        "law-no-outcome": law("nothing can happen", runs("finite", first=[], second=[])),
        "structure-more-of-a-law": of(
            "structure", "randomized response has no rate", composition(1, COIN | half), good
        ),
        "structure-cells": of("structure", "two laws, cells of one", composition(1, COIN, COIN), good),
        "structure-infinity-composition": of("structure", "E is a number", one | {"exp_epsilon": "infinity"}, good, 2),
        "generators-free-composition": of("generators", "t is free", one | {"generators": free(1)}, good),
        "places-too-few": of("places", "three outcomes", one, lattice(3, -2, 2, cells(0, -1))),
        "places-one": of("places", "from 0 to 0", one, lattice(3, -2, 2, cells(0, -1, 0, high=0))),
        "edges-that-fall": of(
            "edges",
            "1, then 0",
            composition(1, NORMAL),
            lattice(3, -2, 2, cells(-1, 0, 1, precision=0, edges=["1", "0"])),
        ),
        "edges-precision": of(
            "edges", "2^9", composition(1, NORMAL), lattice(3, -2, 2, cells(0, precision=2**9, edges=[]))
        ),
        "edges-below-the-sensitivity": of(
            "edges",
            "the integers end at 0, the second law has its middle at 1",
            composition(1, integers),
            lattice(3, -2, 2, cells(-1, 0, 1) | {"least": "0", "greatest": "0"}),
        ),
        "lattice-ratio-1": of("lattice", "G = 1", one, lattice(1, -2, 2, TOSSED)),
        "lattice-without-0": of("lattice", "from 1 on", one, lattice(3, 1, 2, TOSSED)),
        "lattice-up-to-below-0": of("lattice", "up to -1", one, lattice(3, -2, -1, TOSSED)),
        "lattice-bits": of("lattice", "2^10 + 1 bits", one, lattice(3, -2, 2, TOSSED, bits=2**10 + 1)),
        "denominator-of-a-lattice": of("denominator", "-3/-1", one, lattice(["-3", "-1"], -2, 2, TOSSED)),
        "denominator-composition": of("denominator", "1/0", one | {"delta": ["1", "0"]}, good),
        "exp-epsilon-composition": of("exp-epsilon", "1/2", composition(1, COIN, E=Fraction(1, 2)), good),
        "delta-composition-negative": of("delta", "-1", composition("-1", COIN), good),
        "delta-composition-above-1": of("delta", "3/2", composition("3/2", COIN), good),
        "bound-composition": of("bound", "1/2 is the least one", composition("49/100", COIN), good),
        "bound-more-runs": of(
            "bound",
            "3/4 for three runs, 1/2 for one and for two",
            composition("51/100", COIN | {"count": "3"}),
            lattice(3, -3, 3, TOSSED),
        ),
        "bound-more-truth": of(
            "bound",
            "8/10 - 2/10; the ratio 4 lies above the cell",
            composition("51/100", COIN | {"truth": ["4", "5"]}),
            good,
        ),
        "bound-masses-without-end": of(
            "bound",
            "masses of 0 bits, rounded up: their total of 2 is squared 40 times, to a number of 2^40 bits",
            composition("1/2", tossed_evenly, E=2),
            lattice(2, 0, 0, cells(0, 0, 0), bits=0),
        ),
        "bound-masses-of-8-bits": of(
            "bound",
            "a total of 1 + 3/256 grows to a number of millions of digits in 2^30 runs",
            composition("1/2", tossed_evenly | {"count": "40000000"}, E=2),
            lattice(2, -40, 40, cells(-3, -3, -3, high=6), bits=8),
        ),
        "bound-masses-in-many-laws": of(
            "bound",
            "the same with 16 laws in the place of runs",
            composition("1/2", *[tossed_evenly | {"count": "1000"}] * 16, E=2),
            lattice(2, 0, 0, *[cells(0, 0, 0)] * 16, bits=0),
        ),
        "bound-cut": of(
            "bound",
            "3/8 would be the least one, but the ratio 9 lies above the lattice",
            composition("38/100", COIN | {"count": "2"}, E=3),
            lattice(3, -1, 1, TOSSED),
        ),
        "bound-cut-below": of(
            "bound",
            "E = 1, and all ratios are moved up to 1 or more",
            composition("51/100", COIN | {"count": "2"}),
            lattice(3, 0, 2, TOSSED),
        ),
        "bound-places-below": of(
            "bound",
            "1/4 would be the least one, but the ratio 3 lies above the place of 1: 3/4 - 1/4 goes to infinity",
            composition("26/100", COIN, E=2),
            lattice(3, -2, 2, cells(-1, -2, -1)),
        ),
        "bound-of-the-other-direction": of(
            "bound",
            "P is nowhere above 2 Q, but Q is: 1/4 where P is 0",
            composition("1/5", runs("finite", first=[["1", "1"], ["0", "1"]], second=[["3", "4"], ["1", "4"]]), E=2),
            lattice(2, -1, 1, cells(0, -1)),
        ),
        "bound-geometric-not-sampled": of(
            "bound", "1/3, half of it at the rate 1/2", composition("17/100", GEOMETRIC), sampled
        ),
        "bound-geometric-sampled": of("bound", "1/6", composition("16/100", GEOMETRIC | half), sampled),
        "bound-gaussian": of("bound", "0.38292...", composition("382/1000", NORMAL, **ROOT_E), halves),
        "bound-gaussian-two-runs": of(
            "bound", "0.52049...", composition("52/100", NORMAL | {"count": "2"}, **ROOT_E), halves
        ),
        "bound-gaussian-without-edges": of(
            "bound",
            "nothing is known of the ratio",
            composition("99/100", NORMAL),
            lattice(3, 0, 9, cells(0, precision=0, edges=[])),
        ),
        "bound-least-ratio-of-a-sample": of(
            "bound",
            "0.0549...; at the rate 1/2 the ratios are above 1/2, not above 2",
            composition("1/20", NORMAL | half, E=2),
            lattice(2, -20, 20, cells(1, 2, precision=3, edges=["13"])),
        ),
        "bound-of-few-bits": of(
            "bound", "masses of whole numbers", composition("99/100", COIN), lattice(3, -2, 2, TOSSED, bits=0)
        ),
        "size-runs": of("size", "2^41 runs", composition(1, COIN | {"count": whole(2**41)}), good),
        "size-lattice": of("size", "2^21 places", one, lattice(3, 0, 2**21, TOSSED)),
        "size-ratio": of("size", "3^3000 has more than 2^12 bits", one, lattice(3, 0, 3000, TOSSED)),
    }


def about_lone_faults() -> dict[str, Case]:
    """Faults that no other check of the same statement notices."""
    flat = over(2, [1, 1], [1, 1])
    lone: Any = {"pairs": []}
    minus_t, one_minus_t = [["-1", 1, 0]], [["1", 0, 0], ["-1", 1, 0]]
    turning = over(1, [T, one_minus_t], [one_minus_t, T])
    is_free = "private-for-all"
    below = {"E = -1/-2": ["-1", "-2"], "E = 1/2": ["1", "2"]}
    equation = [("=", {0: 1}, 1), ("=", {1: 1}, 0)]
    pinned = program("optimum", {0: 1}, equation, [0, 1], value=["1", "1"])
    point, dual = vector(1, {0: 1}), vector(1, {0: 1})
    wrong = {"point": vector(-1, {0: -1}), "dual": vector(-1, {0: -1})}
    found = {
        f"exp-epsilon-{kind}-alone-{number}": of(
            "exp-epsilon", why, mechanism(full, flat, E, generators=generators, **lone)
        )
        for kind, full, generators in (("given", "private", given()), ("free", is_free, free(1)))
        for number, (why, E) in enumerate(below.items())
    }
    for kind, full, generators in (("given", "private", given()), ("free", is_free, free(1))):
        found |= {
            f"delta-{kind}-0-over-0": of(
                "delta", "0/0", mechanism(full, flat, 1, ["0", "0"], generators=generators, **lone)
            ),
            f"delta-{kind}-negative-alone": of(
                "delta", "-1/4", mechanism(full, flat, 1, ["-1", "4"], generators=generators, **lone)
            ),
            f"delta-{kind}-above-1-alone": of(
                "delta", "5/4", mechanism(full, flat, 1, ["5", "4"], generators=generators, **lone)
            ),
        }
    return found | {
        "entry-sign-free-alone": of(
            "entry-sign",
            "1 - t < 0 after 1; both rows are the same",
            mechanism(is_free, over(1, [T, one_minus_t], [T, one_minus_t]), 1, generators=free(0, 2)),
        ),
        "row-sum-free-alone": of(
            "row-sum", "(t + 1)/t", mechanism(is_free, over(T, [T, 1], [T, 1]), 1, generators=free(1))
        ),
        "bound-free-where-it-falls": of(
            "bound",
            "at t = 0 output 1 is sure of one input only; at t = 3/4 output 0 exceeds by 1/2",
            mechanism(is_free, turning, 1, Fraction(1, 2), generators=free(0, Fraction(3, 4)), pairs=[[0, 1]]),
        ),
        "bound-free-where-it-grows": of(
            "bound",
            "the same from 1/4 to 1",
            mechanism(is_free, turning, 1, Fraction(1, 2), generators=free(Fraction(1, 4), 1), pairs=[[0, 1]]),
        ),
        "denominator-free-negative": of(
            "denominator",
            "-t/-t",
            mechanism(is_free, {"rows": [[[minus_t, minus_t]]] * 2}, 1, generators=free(1), outputs=[0]),
        ),
        "event-twice-tight": of(
            "event", "1/4 twice is 1/2", mechanism("tight-delta", E=2, delta=Fraction(1, 2)), event(0, 1, 0, 0)
        ),
        "attained-infinity-possible": of(
            "attained",
            "1/2, but the event is possible",
            mechanism("tight-delta", flat, "infinity", Fraction(1, 2)),
            event(0, 1, 0),
            2,
        ),
        "denominator-of-a-free-point": of("denominator", "-1/-1", pinned, {"point": wrong["point"], "dual": dual}),
        "denominator-of-a-free-dual": of("denominator", "-1/-1", pinned, {"point": point, "dual": wrong["dual"]}),
        "denominator-of-a-value": of(
            "denominator", "-1/-1", pinned | {"value": ["-1", "-1"]}, {"point": point, "dual": dual}
        ),
        "denominator-of-an-objective": of(
            "denominator",
            "x/-1",
            pinned | {"objective": {"denominator": "-1", "coefficients": [[0, "-1"]]}},
            {"point": point, "dual": dual},
        ),
        "multiplier-negative-of-a-sum": of(
            "multiplier",
            "s_1 <= 1/2 and s_1 >= 1 would be a contradiction, but the first says s_1 >= 1/2",
            scenario("none", pairs=[]),
            {
                "witnesses": [
                    {"input": 0, "weights": flat, "sums": ["-1"], "maxima": []},
                    {"input": 0, "weights": over(1, [1, 0], [1, 0]), "sums": ["1"], "maxima": []},
                ],
                "events": [],
            },
        ),
        "row-sum-of-both": of(
            "row-sum",
            "P is Q, and no distribution",
            order("post-processing", over(4, [3, 2], [1, 3]), over(4, [3, 2], [1, 3])),
            {"kernel": over(1, [1, 0], [0, 1])},
        ),
        "row-sum-of-the-better": of(
            "row-sum",
            "2 > 1, but P sums to 2",
            order("not-post-processing", over(2, [2, 2], [2, 2]), flat),
            {"utility": [["1", "1"], ["0", "0"]]},
        ),
        "row-sum-of-the-worse": of(
            "row-sum",
            "1 > 1/2, but Q sums to 1/2",
            order("not-post-processing", flat, over(4, [1, 1], [1, 1])),
            {"utility": [["1", "1"], ["0", "0"]]},
        ),
    }


def about_size() -> dict[str, Case]:
    """Small documents that would cost too much: every checker whose budget is at most the kernel's gives up."""
    huge = given(0, 2, 10**12 + 39)
    return {
        "size-degree": of(
            "size", "the first enclosure of 2^(1/n), n = 10^12 + 39, has 10^14 bits", mechanism(generators=huge)
        ),
        "size-free-power": of(
            "size",
            "a polynomial of degree 10^9",
            mechanism("private-for-all", THREE_QUARTERS, [[["1", 10**9, 0]], "1"], generators=free(3)),
        ),
        "size-power-of-power": of(
            "size",
            "an exponent of 160000 bits",
            mechanism(generators={"exponent": ["1" + "0" * 40000, "1"], "base": ["1", "1"], "degree": 1}, E=[T, "1"]),
        ),
    }


def vectors(_: Random) -> dict[str, Vector]:
    """Name to vector."""
    groups = (
        about_text(),
        about_structure(),
        about_generators(),
        about_numbers(),
        about_places(),
        about_distributions(),
        about_privacy(),
        about_programs(),
        about_greatest(),
        about_order(),
        about_maximal(),
        about_compositions(),
        about_lone_faults(),
        about_size(),
    )
    return {name: Vector(*case) for group in groups for name, case in group.items()}
