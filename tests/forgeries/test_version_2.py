"""Test what version 2 adds: several roots and infinity, with forgeries of each; powers of any size."""

from typing import Any

import pytest

from tests.each import each
from tests.forgeries import forged
from tests.forgeries.forged import Content
from tests.vectors.certificates.build import NOTHING, given, mechanism, over, several

TWO_ROOTS, EXP = several((2, 2), (3, 2)), given(1)
HALF, SIXTH = over(2, [1, 1], [1, 1]), over(6, [3, 3], [2, 4])  # SIXTH: (1/2, 1/2) and (1/3, 2/3)
U, V, UV = [["1", 0, 1, 0]], [["1", 0, 0, 1]], [["1", 0, 1, 1]]
FIRST = {"pair": [0, 1], "event": [0]}


def claim(kind: str, weights: Any, factor: Any, delta: Any = 0, **changes: Any) -> Content:
    return mechanism(kind, weights, factor, delta, **{"generators": TWO_ROOTS, **changes})


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


def test_zeros_in_products_of_roots() -> None:
    """P_0(0) = u v / 6, P_1(0) = u / 6: at E = v the difference is 0, at 10^-40 less it is not."""
    weights = over(6, [UV, [["6", 0, 0, 0], ["-1", 0, 1, 1]]], [U, [["6", 0, 0, 0], ["-1", 0, 1, 0]]])
    one_way = {"pairs": [[0, 1]]}
    assert failed(claim("tight-delta", weights, [V, "1"], ["0", "1"], **one_way), FIRST) == ""
    assert failed(claim("not-private", weights, [V, "1"], ["0", "1"], **one_way), FIRST) == "violation"
    n = 10**40
    below = [[[format(n - 1, "x"), 0, 0, 1]], format(n, "x")]
    assert failed(claim("private", weights, below, ["0", "1"], **one_way)) == "bound"
    assert failed(claim("not-private", weights, below, ["0", "1"], **one_way), FIRST) == ""
    square = {"denominator": [["1", 0, 1, 1]], "rows": [[[["1", 0, 1, 1]], "0"]] * 2}
    assert failed(claim("private", square, [UV, U], [U, UV])) == ""  # E = sqrt(3), delta = 1/sqrt(3)


@each(
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
