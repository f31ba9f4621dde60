"""The budget: costs computed by hand, documents of the kinds that once exhausted time or memory, and their cost."""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

import mpmath
import pytest

from dpexact.kernel import BUDGET, Rejected, check, cost
from dpexact.kernel.document import Budget

PLAIN = {"exponent": ["0", "1"], "base": ["1", "1"], "degree": 1}
EXP = {"exponent": ["1", "1"], "base": ["1", "1"], "degree": 1}
T: Any = [["1", 1, 0]]


def text(statement: Any, evidence: Any = None) -> str:
    content = {"format": "dpexact-certificate/1", "statement": statement, "evidence": evidence or {}}
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    sealed = {**content, "digest": hashlib.sha256(canonical.encode()).hexdigest()}
    return json.dumps(sealed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def claim(weights: Any, factor: Any = ("2", "1"), generators: Any = PLAIN, kind: str = "private", **more: Any) -> Any:
    return {
        "kind": kind,
        "generators": generators,
        "inputs": list(range(len(weights["rows"]))),
        "outputs": list(range(len(weights["rows"][0]))),
        "weights": weights,
        "pairs": [[0, 1], [1, 0]],
        "exp_epsilon": [*factor],
        "delta": ["1", "1"],
    } | more


def reading(certificate: str) -> int:
    brackets = certificate.count("[") + certificate.count("{")
    return (16 if certificate.isascii() else 64) * len(certificate) + 64 * certificate.count(",") + 128 * brackets


def hexadecimal(value: int) -> str:
    return format(value, "x")


QUARTERS = {"denominator": "4", "rows": [["3", "1"], ["1", "3"]]}


def test_a_cost_computed_by_hand() -> None:
    """N = m = 2; A has 2 bits, X 3, Q 2 (E = 3, delta = 1); all sizes have one term, so W = 1 and mul = 16 + 32 = 48.

    add(2, A) = 2 (8 + 2) = 20, signs are 8; demands = 5 8 + 8 + 4 8 + 2 (20 + 8) = 136, worst = 2 (2 48 + 8) = 208,
    excess = 2 20 + 3 48 + 5 48 + 8 = 432; the fractions 0/1 and 1/1 cost 0 and 16.
    """
    for kind, evidence, expected in (
        ("private", {}, 136 + 2 * (208 + 432)),
        ("not-private", {"pair": [0, 1], "event": [0]}, 136 + 432),
        ("tight-delta", {"pair": [0, 1], "event": [0]}, 136 + 3 * (208 + 432)),
    ):
        certificate = text(claim(QUARTERS, ("3", "1"), kind=kind), evidence)
        assert cost(certificate) == reading(certificate) + 16 + expected
        assert cost(json.loads(certificate)) == cost(certificate)


def test_a_cost_with_t_computed_by_hand() -> None:
    """E = t: Q is (1, 1, 1), 2 Q (2, 3, 1), A (1, 2, 0), X (1, 3, 0), A * Q (1, 4, 1), G (2, 6, 1), V (1, 4, 0).

    sign(2 Q) = sign(G) = 16 + 32 2 (1 + 3) = 272, sign(A) = sign(X) = sign(2 V) = 8; demands = 5 272 + 8 + 4 8
    + 2 (20 + 8) = 1456. worst = 2 (2 48 + 272) = 736. V V Q is (1, 11, 1), V V Q Q (1, 13, 2), 3 of it (3, 15, 2),
    whose sign is 16 + 32 3 (1 + 5) = 592; excess = 2 20 + 3 48 + 5 48 + 592 = 1016. exp(128): e = 1, s = 11,
    16 (1 + 44) (2 + 1) = 2160.
    """
    certificate = text(claim(QUARTERS, (T, "1"), EXP))
    assert cost(certificate) == reading(certificate) + 16 + 16 + 2160 + 1456 + 2 * (736 + 1016)


def test_a_cost_with_a_root_computed_by_hand() -> None:
    """One root (3/2)^(1/2): 16 bl(6) = 48, 64 (1 + 2) 1 = 192, root(128) = 16 5 bl(5) = 240, as
    (2 130 + 3) div 64 + 1 = 5.

    E = u: (1, 1, 0, 1): sign(2 Q) = 16 + 32 2 (1 + 1 + 3 + 0) = 336, and 3 (V V Q Q) = (3, 15, 0, 2) has the sign
    16 + 32 3 (1 + 1 + 5 + 1) = 784; so demands = 5 336 + 8 + 32 + 56 = 1776, worst = 2 (96 + 336), and
    excess = 40 + 384 + 784.
    """
    root = {"exponent": ["0", "1"], "base": ["3", "2"], "degree": 2}
    certificate = text(claim(QUARTERS, ([["1", 0, 1]], "1"), root))
    assert cost(certificate) == reading(certificate) + 48 + 192 + 240 + 1776 + 2 * (864 + 1208)


def test_a_cost_for_a_free_t_computed_by_hand() -> None:
    """As with t = e, but 64 D_0 more for a sign: sign(2 Q) = 336, sign(G) = 336, sign of 3 (V V Q Q) = 720.

    demands = 5 336 + 8 + 4 8 + 2 (20 + 8) = 1776, worst = 2 (2 48 + 336) = 864, excess = 1144; the interval costs 16.
    The columns of (0, 1) are (3, 1), (1, 3) and those of (1, 0) are (1, 3), (3, 1): one of two pairs is unlike.
    """
    free = {"lower": ["1", "1"], "upper": None}
    for pairs, unlike in (([[0, 1], [1, 0]], 1), ([[0, 1]], 1), ([[0, 0], [0, 1]], 2), ([], 0)):
        certificate = text(claim(QUARTERS, (T, "1"), free, "private-for-all", pairs=pairs))
        expected = reading(certificate) + 16 + 1776 + 32 * 2 * len(pairs) + unlike * (864 + 1144)
        assert cost(certificate) == expected


def test_every_event_of_a_free_t_is_paid() -> None:
    """3 - t > 0 in the first cell of [1, oo), 1 - 3 t nowhere: events {0} and {}, each at the excess above, 1144."""
    free = {"lower": ["1", "1"], "upper": None}
    charges: list[int] = []

    class Recorded(Budget):
        def spend(self, steps: int) -> None:
            charges.append(steps)
            super().spend(steps)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dpexact.kernel.checker.Budget", Recorded)
        assert check(text(claim(QUARTERS, (T, "1"), free, "private-for-all", pairs=[[0, 1]])))
    assert charges.count(1144) == 2


def test_text_beyond_ascii_costs_four_times_as_much() -> None:
    plain = text(claim(QUARTERS, inputs=["a", "b"]))
    accented = text(claim(QUARTERS, inputs=["a", "\u00e9"]))
    assert cost(accented) - cost(plain) == 48 * len(plain)


def over(certificate: str) -> bool:
    """Whether the kernel rejects for size, at once: before the work, which nothing has been charged for yet."""
    with pytest.raises(Rejected) as caught:
        check(certificate)
    return caught.value.check == "size" and cost(certificate) > BUDGET


def denominators(count: int, bits: int, copies: int = 1) -> str:
    """Rows whose denominators all differ, two by two: x/(q n) and (q - x)/(q n)."""
    source = random.Random(count)
    row = []
    for _ in range(count // 2):
        q = source.getrandbits(bits) | 1 << bits - 1
        x = source.getrandbits(bits - 1)
        row += [[hexadecimal(x), hexadecimal(q * (count // 2))], [hexadecimal(q - x), hexadecimal(q * (count // 2))]]
    rows = [row, row[::-1]] * copies
    return text(claim({"rows": rows}, pairs=[[i, j] for i in range(len(rows)) for j in range(len(rows))]))


def products(count: int, power: int) -> str:
    """Denominators 1 + t^(power k): their product has up to 2^count terms."""
    row: list[Any] = []
    half = hexadecimal(count // 2)
    for k in range(1, count // 2 + 1):
        bottom = [[half, 0, 0], [half, power * k, 0]]
        row += [["1", bottom], [[["1", power * k, 0]], bottom]]
    return text(claim({"rows": [row, row[::-1]]}, (T, "1"), EXP))


def roots_of(degree: int, outputs: int) -> str:
    """Denominators with all powers of u, multiplied with one another."""
    source = random.Random(degree)
    row: list[Any] = []
    for _ in range(outputs // 2):
        tops = [[source.getrandbits(60) + 1 for _ in range(1, degree)] for _ in range(2)]
        bottom = [[hexadecimal((a + b) * (outputs // 2)), 0, j] for j, (a, b) in enumerate(zip(*tops, strict=True), 1)]
        row += [[[[hexadecimal(c), 0, j] for j, c in enumerate(top, 1)], bottom] for top in tops]
    generators = {"exponent": ["0", "1"], "base": ["3", "2"], "degree": degree}
    return text(claim({"rows": [row, row[::-1]]}, ([["1", 0, 1]], "1"), generators))


def one_power(power: int, kind: str = "private") -> str:
    """Weights 1/2 of a power of t; for a free t a dense polynomial would have that many coefficients."""
    generators = {"lower": ["1", "1"], "upper": None} if kind == "private-for-all" else EXP
    half = {"denominator": [["2", power, 0]], "rows": [[[["1", power, 0]]] * 2] * 2}
    return text(claim(half, generators=generators, kind=kind))


def all_pairs(inputs: int, outputs: int) -> str:
    rows = [[hexadecimal(1)] * outputs] * inputs
    pairs = [[i, j] for i in range(inputs) for j in range(inputs)]
    return text(claim({"denominator": hexadecimal(outputs), "rows": rows}, (T, "1"), EXP, pairs=pairs))


def generators(**changes: Any) -> str:
    return text(claim({"denominator": "2", "rows": [["1", "1"]] * 2}, generators=PLAIN | changes))


def program(size: int, bits: int) -> str:
    """A linear program and a point whose denominators all differ."""
    source = random.Random(size)
    number: Any = lambda: hexadecimal(source.getrandbits(bits) | 1 << bits - 1)  # noqa: E731
    rows = [["<=", [[j, number()] for j in range(size)], hexadecimal(1 << bits + 40)] for _ in range(size)]
    statement = {
        "kind": "linear-program-unbounded",
        "generators": PLAIN,
        "variables": list(range(size + 1)),
        "free": [],
        "objective": {"denominator": "1", "coefficients": [[size, "-1"]]},
        "rows": rows,
    }
    point = {"entries": [[j, ["1", number()]] for j in range(size)]}
    return text(statement, {"point": point, "ray": {"denominator": "1", "entries": [[size, "1"]]}})


@pytest.mark.parametrize(
    ("small", "large"),
    [
        (denominators(60, 64), denominators(400, 64, 60)),
        (products(12, 1), products(100, 1)),
        (products(4, 2**30), products(30, 2**30)),
        (roots_of(8, 4), roots_of(600, 8)),
        (one_power(2**40), one_power(10**600, "private-for-all")),
        (one_power(20, "private-for-all"), one_power(2**40, "private-for-all")),
        (all_pairs(10, 10), all_pairs(300, 60)),
        (generators(exponent=[hexadecimal(2**4000), "3"]), generators(exponent=[hexadecimal(2**300_000), "3"])),
        (generators(base=["2", "1"], degree=4096), generators(base=["2", "1"], degree=10**600)),
        (generators(base=[hexadecimal(2**5001), "1"], degree=2), generators(base=["3", "2"], degree=2**40)),
        (program(8, 64), program(40, 40_000)),
    ],
)
def test_what_is_large_is_refused_before_the_work(small: str, large: str) -> None:
    assert check(small)
    assert cost(small) < BUDGET // 20
    assert over(large)


def test_large_labels_and_many_of_them() -> None:
    many = [int("9" * 600) - k for k in range(400)]
    half = {"denominator": "1", "rows": [["1"]] * len(many)}
    certificate = text(claim(half, inputs=many, pairs=[]))
    assert check(certificate)
    assert cost(certificate) < 30 * len(certificate)
    with pytest.raises(Rejected, match=r"^json: a JSON integer has at most 640 digits"):
        check(text(claim(half, inputs=[10**640, *many[1:]], pairs=[])))


def test_reading_is_paid_before_it_is_done() -> None:
    for part in ('"', "[0],", "[],", '"ab",', "{},", "1000,", "\u00e9"):
        length = BUDGET // (16 * len(part) + 64 * part.count(",") + 128 * (part.count("[") + part.count("{")))
        length = length // 4 if part == "\u00e9" else length
        with pytest.raises(Rejected, match=r"^size: "):
            check(part * (length + 1))
        shorter = part * (length // 100)
        with pytest.raises(Rejected, match=r"^json: "):
            check(shorter)


def test_signs_that_need_more_bits_are_paid_as_they_come() -> None:
    """P_0(0) / P_1(0) is e to 400 digits, so 128 bits do not decide it; nothing is left for more of them."""
    with mpmath.workdps(500):
        q = 10**400
        p = int(mpmath.floor(mpmath.e * q))
    weights = {
        "denominator": hexadecimal(2 * p),
        "rows": [[hexadecimal(p)] * 2, [hexadecimal(q), hexadecimal(2 * p - q)]],
    }
    certificate = text(claim(weights, (T, "1"), EXP, delta=["0", "1"], pairs=[[0, 1]]))
    assert check(certificate)
    known = cost(certificate)
    spent: list[int] = []
    for extra, expected in ((0, "size"), (10**6, "")):
        with pytest.MonkeyPatch.context() as patch:
            budget = Budget(known + extra)
            patch.setattr("dpexact.kernel.checker.Budget", lambda budget=budget: budget)
            if expected:
                with pytest.raises(Rejected, match=rf"^{expected}: "):
                    check(certificate)
            else:
                assert check(certificate)
            spent.append(budget.spent)
    assert known < spent[1] < known + 10**6


def test_a_size_rejection_of_the_cost_function_does_not_exist() -> None:
    assert cost(products(100, 1)) > BUDGET
    with pytest.raises(Rejected, match=r"^json: "):
        cost("nonsense")
    with pytest.raises(Rejected, match=r"^kind: "):
        cost(text({"kind": "unheard of"}))


def test_close_numbers_of_free_t_stay_within_the_budget() -> None:
    """The roots of t^2 - 2 and of its square plus 10^-60 are close together; many such pairs once took long."""
    rows = []
    for k in range(2):
        tops = [[["3", 0, 0], ["1", 1, 0]], [["1", 0, 0], ["1", 1, 0]]]
        rows.append([*tops[:: 1 - 2 * k]])
    weights = {"denominator": [["4", 0, 0], ["2", 1, 0]], "rows": rows}
    certificate = text(claim(weights, (T, "1"), {"lower": ["1", "1"], "upper": None}, "private-for-all"))
    assert check(certificate)
    assert reading(certificate) < cost(certificate) < BUDGET // 1000
