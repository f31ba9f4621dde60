"""Test what version 2 adds: several roots and infinity, with forgeries of each; powers of any size."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from tests.forgeries import forged
from tests.forgeries.forged import NO_GENERATORS as PLAIN
from tests.forgeries.forged import NOTHING, Content, canonical, statement_of, verdict

TWO_ROOTS: dict[str, Any] = {"exponent": ["0", "1"], "roots": [[["2", "1"], 2], [["3", "1"], 2]]}
EXP = {"exponent": ["1", "1"], "base": ["1", "1"], "degree": 1}
HALF = {"denominator": "2", "rows": [["1", "1"]] * 2}
SIXTH = {"denominator": "6", "rows": [["3", "3"], ["2", "4"]]}  # (1/2, 1/2) and (1/3, 2/3)
ZEROS = {"denominator": "4", "rows": [["2", "2", "0"], ["2", "1", "1"]]}
U, V, UV = [["1", 0, 1, 0]], [["1", 0, 0, 1]], [["1", 0, 1, 1]]
FIRST = {"pair": [0, 1], "event": [0]}


def claim(kind: str, weights: Any, factor: Any, delta: Any, **changes: Any) -> Content:
    return statement_of(kind, weights, factor, delta, **{"generators": TWO_ROOTS, **changes})


def failed(statement: Any, evidence: Any = NOTHING, version: int = 2) -> str:
    return forged.failed(statement, evidence, version)


def test_the_claim_of_two_square_roots() -> None:
    """The greatest excess at E = sqrt(2) is 1/2 - sqrt(2)/3 = 0.0286..., of output 0; sqrt(3)/10 = 0.173..."""
    tenth = [V, "a"]
    assert failed(claim("private", SIXTH, [U, "1"], tenth)) == ""
    assert failed(claim("not-private", SIXTH, [U, "1"], tenth), FIRST) == "violation"
    least = [[["3", 0, 0, 0], ["-2", 0, 1, 0]], "6"]
    assert failed(claim("tight-delta", SIXTH, [U, "1"], least), FIRST) == ""
    assert failed(claim("tight-delta", SIXTH, [U, "1"], tenth), FIRST) == "attained"
    assert failed(claim("private", SIXTH, [U, "1"], [V, "3c"])) == ""  # sqrt(3)/60 = 0.02886...
    assert failed(claim("private", SIXTH, [U, "1"], [V, "3d"])) == "bound"  # sqrt(3)/61 = 0.02839...


def test_swapped_roots_are_another_statement() -> None:
    """At E = sqrt(3) delta = 0 holds; at E = sqrt(2) it does not: the same terms over swapped roots."""
    swapped = {"exponent": ["0", "1"], "roots": TWO_ROOTS["roots"][::-1]}
    assert failed(claim("private", SIXTH, [V, "1"], ["0", "1"])) == ""
    assert failed(claim("private", SIXTH, [V, "1"], ["0", "1"], generators=swapped)) == "bound"
    assert failed(claim("private", SIXTH, [U, "1"], ["0", "1"])) == "bound"
    assert failed(claim("private", SIXTH, [U, "1"], ["0", "1"], generators=swapped)) == ""


def test_zeros_in_products_of_roots() -> None:
    """P_0(0) = u v / 6, P_1(0) = u / 6: at E = v the difference is 0, at 10^-40 less it is not."""
    weights = {
        "denominator": "6",
        "rows": [[UV, [["6", 0, 0, 0], ["-1", 0, 1, 1]]], [U, [["6", 0, 0, 0], ["-1", 0, 1, 0]]]],
    }
    one_way = {"pairs": [[0, 1]]}
    assert failed(claim("tight-delta", weights, [V, "1"], ["0", "1"], **one_way), FIRST) == ""
    assert failed(claim("not-private", weights, [V, "1"], ["0", "1"], **one_way), FIRST) == "violation"
    n = 10**40
    below = [[[format(n - 1, "x"), 0, 0, 1]], format(n, "x")]
    assert failed(claim("private", weights, below, ["0", "1"], **one_way)) == "bound"
    assert failed(claim("not-private", weights, below, ["0", "1"], **one_way), FIRST) == ""
    square = {"denominator": [["1", 0, 1, 1]], "rows": [[[["1", 0, 1, 1]], "0"]] * 2}
    assert failed(claim("private", square, [UV, U], [U, UV])) == ""  # E = sqrt(3), delta = 1/sqrt(3)


@pytest.mark.parametrize(
    "roots",
    [
        *([[["2", "1"], 2], [["8", "1"], 2]], [[["2", "1"], 2], [["8", "1"], 5]]),  # sqrt(8) = 2 sqrt(2)
        [[["6", "1"], 2], [["a", "1"], 2]],
        [[["6", "1"], 2], [["a", "1"], 2], [["f", "1"], 2]],  # sqrt(6) sqrt(10) sqrt(15) = 30
        [[["2", "1"], 2], [["3", "2"], 2]],
        [[["3", "2"], 2], [["5", "2"], 2]],
        [[["3", "2"], 2], [["9", "2"], 3]],
        [[["2", "1"], 2], [["2", "1"], 3]],
        [[["2", "1"], 2], [["9", "1"], 2]],  # sqrt(9) = 3
        [[["2", "1"], 2], [["9", "1"], 4]],
        [[["4", "9"], 2], [["5", "1"], 2]],
        [[["2", "1"], 2], [["1b", "1"], 6]],
        [[["2", "1"], 2], [["1", "1"], 2]],
        [[["2", "1"], 2], [["1", "1"], 1]],
        [[["2", "1"], 1], [["3", "1"], 2]],
        [[["2", "1"], 0], [["3", "1"], 2]],
        [[["2", "1"], 2], [["2", "3"], 2]],
        [[["2", "1"], 2], [["6", "2"], 2]],
        [[["2", "1"], 2], [["0", "1"], 2]],
        [[["2", "1"], 2], [["-3", "1"], 3]],
        [[["2", "1"], 2]],
        [],
    ],
)
def test_roots_that_are_not_independent(roots: Any) -> None:
    generators = {"exponent": ["0", "1"], "roots": roots}
    assert failed(claim("private", HALF, ["2", "1"], ["0", "1"], generators=generators)) == "generators"


def test_roots_that_are_independent() -> None:
    for roots in (
        [[["4", "1"], 3], [["9", "1"], 5]],  # 2^(2/3), 3^(2/5)
        [[["4", "3"], 3], [["19", "7"], 9]],
        [[["2", "1"], 4096], [["3", "1"], 4099]],
        [[["2", "1"], 2], [["3", "1"], 2], [["5", "1"], 2], [["7", "1"], 2]],
    ):
        generators = {"exponent": ["1", "2"], "roots": roots}
        assert failed(claim("private", HALF, ["2", "1"], ["0", "1"], generators=generators)) == ""


def test_terms_have_a_power_for_each_root() -> None:
    for terms, expected in [
        ([["1", 0, 1]], "structure"),
        ([["1", 0, 1, 0, 0]], "structure"),
        ([["1", 0, 2, 0]], "number"),
        ([["1", 0, 0, 2]], "number"),
        ([["1", 1, 0, 0]], "number"),  # there is no t
        ([["1", 0, 1, 0], ["1", 0, 0, 1]], "number"),
        ([["1", 0, 0, 0]], "number"),
        ([["1", 0, 1, 0], ["1", 0, 1, 0]], "number"),
        ([["1", 0, 0, 1], ["1", 0, 1, 0]], ""),
    ]:
        assert failed(claim("private", HALF, [terms, "1"], ["0", "1"])) == expected


def test_versions() -> None:
    several = claim("private", HALF, ["2", "1"], ["0", "1"])
    infinite = claim("private", HALF, "infinity", ["0", "1"], generators=PLAIN)
    neither = claim("private", HALF, ["2", "1"], ["0", "1"], generators=PLAIN)
    for statement, first in ((several, "format"), (infinite, "format"), (neither, "")):
        assert failed(statement, version=1) == first
        assert failed(statement, version=2) == ""
        assert failed(statement, version=3) == "format"
    mixed = {"exponent": ["0", "1"], "base": ["2", "1"], "degree": 2, "roots": TWO_ROOTS["roots"]}
    assert failed(neither | {"generators": mixed}) == "structure"
    for word in ("Infinity", "oo", "inf", ["infinity", "1"], "7fffffff"):
        assert failed(neither | {"exp_epsilon": word}) in ("structure", "number")
    assert failed(neither | {"delta": "infinity"}) == "structure"
    for kind in ("private-for-all", "greatest-mechanism"):
        assert failed(infinite | {"kind": kind, "generators": {"lower": ["1", "1"], "upper": None}}) != ""
        assert (
            failed(infinite | {"kind": kind, "generators": {"lower": ["1", "1"], "upper": None}}, version=1) == "format"
        )


def infinite(kind: str, delta: Any, **changes: Any) -> Content:
    return claim(kind, ZEROS, "infinity", delta, generators=PLAIN, **changes)


def test_infinity() -> None:
    """Only output 2 has P_0 = 0, and P_1(2) = 1/4; P_1 is never 0."""
    seen = {"pair": [1, 0], "event": [2]}
    assert failed(infinite("private", ["1", "4"])) == ""
    assert failed(infinite("private", ["1", "3"])) == ""
    assert failed(infinite("private", ["3fffffff", "100000000"])) == "bound"
    assert failed(infinite("private", ["0", "1"], pairs=[[0, 1]])) == ""
    assert failed(infinite("private", ["0", "1"], pairs=[[1, 0]])) == "bound"
    assert failed(infinite("private", ["0", "1"], pairs=[[0, 0], [1, 1]])) == ""
    assert failed(infinite("tight-delta", ["1", "4"]), seen) == ""
    assert failed(infinite("tight-delta", ["1", "3"]), seen) == "attained"
    assert failed(infinite("tight-delta", ["1", "5"]), seen) == "bound"
    assert failed(infinite("not-private", ["1", "5"]), seen) == ""
    assert failed(infinite("not-private", ["1", "4"]), seen) == "violation"
    assert failed(infinite("tight-delta", ["0", "1"], pairs=[])) == ""


def test_infinity_times_a_positive_number_is_no_violation() -> None:
    for event in ([0], [1], [0, 2], [1, 2], [0, 1, 2]):
        forged = {"pair": [1, 0], "event": event}
        assert failed(infinite("not-private", ["1", "8"]), forged) == "violation"
        assert failed(infinite("tight-delta", ["1", "4"]), forged) == "attained"
    one = {"pair": [1, 0], "event": [1]}  # P_1(1) = 1/4 as well, but P_0(1) = 1/2
    assert failed(infinite("tight-delta", ["1", "4"]), one) == "attained"
    assert failed(infinite("not-private", ["0", "1"]), {"pair": [0, 1], "event": [0]}) == "violation"
    assert failed(infinite("tight-delta", ["0", "1"], pairs=[[0, 1]]), {"pair": [0, 1], "event": []}) == ""
    assert failed(infinite("tight-delta", ["0", "1"], pairs=[[0, 1]]), {"pair": [0, 1], "event": [2]}) == "attained"


def test_infinity_still_asks_for_distributions_and_delta() -> None:
    assert failed(infinite("private", ["5", "4"])) == "delta"
    assert failed(infinite("private", ["-1", "4"])) == "delta"
    assert failed(infinite("private", ["1", "0"])) == "delta"
    short = {"denominator": "5", "rows": ZEROS["rows"]}
    assert failed(claim("private", short, "infinity", ["1", "1"], generators=PLAIN)) == "row-sum"
    negative = {"denominator": "4", "rows": [["2", "3", "-1"], ["2", "1", "1"]]}
    assert failed(claim("private", negative, "infinity", ["1", "1"], generators=PLAIN)) == "entry-sign"


def test_infinity_and_a_tiny_weight() -> None:
    """P_0(0) = (u - 0x1.6a09...) / 4 is not 0, though an enclosure of 128 bits contains 0."""
    u = {"exponent": ["0", "1"], "base": ["2", "1"], "degree": 2}
    near = [["-16a09e667f3bcc908b2fb1366ea957d3e", 0, 0], ["100000000000000000000000000000000", 0, 1]]  # > 0, tiny
    scale = format(4 << 128, "x")
    rest = [["5" + "6a09e667f3bcc908b2fb1366ea957d3e", 0, 0], ["-100000000000000000000000000000000", 0, 1]]
    weights = {"denominator": scale, "rows": [[near, rest], [scale, "0"]]}
    statement = claim("private", weights, "infinity", ["0", "1"], generators=u, pairs=[[1, 0]])
    assert failed(statement) == ""
    assert failed(statement | {"kind": "tight-delta"}, {"pair": [1, 0], "event": [0]}) == "attained"
    assert failed(statement | {"kind": "not-private"}, {"pair": [1, 0], "event": [0]}) == "violation"


@pytest.mark.parametrize("n", [1, 2**40, 2**63, 2**64 - 1, 10**600])
def test_powers_that_differ_by_one(n: int) -> None:
    """t^n / t^(n + 1) = 1/e is a delta, t^(n + 1) / t^n = e is none; and as E it is the other way round."""
    low, high = [["1", n, 0]], [["1", n + 1, 0]]
    rest = {"generators": EXP}
    for version in (1, 2):
        assert failed(claim("private", HALF, [high, low], [low, high], **rest), version=version) == ""
    assert failed(claim("private", HALF, [low, high], [low, high], **rest)) == "exp-epsilon"
    assert failed(claim("private", HALF, [high, low], [high, low], **rest)) == "delta"
    assert failed(claim("tight-delta", HALF, [high, low], [low, high], pairs=[], **rest)) == "attained"


def test_integers_of_json_have_at_most_640_digits() -> None:
    statement = claim("private", HALF, ["2", "1"], ["0", "1"], generators=PLAIN)
    for label, expected in (
        (10**640 - 1, ""),
        (-(10**640) + 1, ""),
        (10**640, "json"),
        (-(10**640), "json"),
        (10**5000, "json"),
    ):
        assert failed_text(statement | {"inputs": ["a", 0]}, label) == expected
    assert failed(claim("private", HALF, [[["1", 10**640, 0]], "1"], ["0", "1"], generators=EXP)) == "json"


def failed_text(statement: Any, label: int) -> str:
    """Put an integer in the place of the label 0 without letting Python write it in decimal."""
    digits = str(label) if abs(label) < 10**4000 else "1" + "0" * 5000
    content = {"evidence": {}, "format": "dpexact-certificate/1", "statement": statement}
    text = canonical(content).replace('["a",0]', f'["a",{digits}]')
    digest = hashlib.sha256(text.encode()).hexdigest()
    return verdict(f'{text[:-1]},"digest":"{digest}"}}')


def test_a_negative_exponent_is_no_generator() -> None:
    for form in (PLAIN, TWO_ROOTS):
        negative = claim("private", HALF, ["2", "1"], ["0", "1"], generators=form | {"exponent": ["-1", "1"]})
        assert failed(negative) == "generators"


def test_an_event_lists_each_output_once() -> None:
    """Output 0 counted twice has the excess 2 (3/6 - 1.4 2/6) = 0.067 > 1/20; counted once 0.033 < 1/20."""
    statement = claim("not-private", SIXTH, ["7", "5"], ["1", "14"], generators=PLAIN)
    assert failed(statement, FIRST) == "violation"
    for event in ([0, 0], [1, 0]):
        assert failed(statement, {"pair": [0, 1], "event": event}) == "event"
