"""docs/faults.md, computed again line by line: fractions and nothing of dpexact."""

import re
import tomllib
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import pytest

from tests.oracle import excesses

ROOT = Path(__file__).parent.parent.parent.parent
SECTION = re.compile(
    r"^## (\d+)\. .*?\n\n(\*\*.*?)\n\nBy hand: (.*?)\n\n```python\n.*?```\n\nLedger: (.*?)\n\n",
    re.MULTILINE | re.DOTALL,
)


def page() -> str:
    return (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")


def lines() -> dict[int, list[str]]:
    """Return the sections by their number: the place with the fault, the check, the rows of the ledger."""
    return {int(number): [" ".join(part.split()) for part in parts] for number, *parts in SECTION.findall(page())}


LINES = lines()


def exp_bounds(x: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of e^x for abs(x) <= 5: forty terms, and the rest is below twice the next one."""
    terms = [Fraction(1)]
    for n in range(1, 42):
        terms.append(terms[-1] * x / n)
    rest = 2 * abs(terms[-1])
    return sum(terms[:-1]) - rest, sum(terms[:-1]) + rest


def rainbow_step() -> None:
    E, delta, s = Fraction(2), Fraction(1, 4), Fraction(1, 2)
    printed = min(Fraction(1), min(E * s, 1 - (1 - s) / E) + delta)
    right = min(Fraction(1), E * s + delta, 1 - (1 - s - delta) / E)
    assert (printed, right) == (Fraction(1), Fraction(7, 8))
    p, image = (s, 1 - s), (right, 1 - right)
    assert max(excesses(p, (printed, 1 - printed), E)) == Fraction(1, 2) > delta
    assert max(*excesses(p, image, E), *excesses(image, p, E)) == delta
    for more in (Fraction(1, 100), Fraction(1, 10**6)):
        assert max(excesses(p, (right + more, 1 - right - more), E)) > delta


def noise(eta: Fraction, alphas: Sequence[Fraction]) -> dict[int, Fraction]:
    """Symmetric: eta at 0, and (1 - eta) alpha_i/2 at i and -i."""
    found = {0: eta}
    for i, alpha in enumerate(alphas, start=1):
        found[i] = found[-i] = (1 - eta) * alpha / 2
    assert sum(found.values()) == 1
    return found


def rows_of(z: dict[int, Fraction]) -> tuple[list[Fraction], list[Fraction]]:
    """The laws of n + Z and n + 1 + Z, over n - 2, ..., n + 3."""
    return [z.get(y, Fraction(0)) for y in range(-2, 4)], [z.get(y - 1, Fraction(0)) for y in range(-2, 4)]


def last_alphas(E: Fraction) -> tuple[Fraction, Fraction]:
    """Definition 2 for D = 2, k = D + 1: (S_2, S_1)/T_2 with S_2 = 1 + E, T_2 = 2 + E."""
    return (1 + E) / (2 + E), 1 / (2 + E)


def design() -> tuple[list[Fraction], list[Fraction]]:
    E, eta = Fraction(5), Fraction(1, 29)
    assert 2 * eta / (1 - eta) < (1 + E + E**2) / (2 + E)  # C < C_2, so k = 3
    z = noise(eta, last_alphas(E))
    assert [29 * z[i] for i in (-2, -1, 0, 1, 2)] == [2, 12, 1, 12, 2]
    return rows_of(z)


def theorem_3() -> None:
    p, q = design()
    delta = (1 - Fraction(1, 29)) / (2 * (2 + 5))  # 1/(B T_2)
    assert 29 * delta == 2
    assert 29 * max(a - 5 * b for a, b in zip(p, q, strict=True)) == 29 * (p[3] - 5 * q[3]) == 7 == 12 - 5 * 1


def remark_2() -> None:
    p, q = design()
    assert 29 * sum(p[o] - 5 * q[o] for o in (0, 1, 3)) == 29 * max(excesses(p, q, 5)) == 2 + 2 + 7 > 5 * 2


def theorem_2_1_3() -> None:
    half, grid = Fraction(1, 2), [Fraction(n, 12) for n in range(13)]

    def q(a: Fraction, b: Fraction) -> bool:
        return a == b or (a == half and b in (0, 1))

    assert all((q(a, b) and q(b, a)) == (a == b) for a, b in product(grid, repeat=2))
    assert (q(half, Fraction(0)), q(half, Fraction(1)), q(half, Fraction(1, 4))) == (True, True, False)


def theorem_3_3_2() -> None:
    rows = ((1, 0), (0, 1))
    neighbors: tuple[tuple[int, int], ...] = ()
    edges = [(i, j) for row in rows for i, j in neighbors if row[i] == 2 * row[j]]
    assert edges == []  # two inputs, so the row graphs are not connected
    laws = [(Fraction(n, 4), 1 - Fraction(n, 4)) for n in range(5)]
    for mechanism in product(laws, repeat=2):  # each is made of the identity
        made = tuple(tuple(sum(rows[o][i] * mechanism[o][a] for o in (0, 1)) for a in (0, 1)) for i in (0, 1))
        assert made == mechanism


def proposition_7() -> None:
    E, scores = Fraction(2), ((1, 0, 0), (0, 1, 1))
    assert all(abs(a - b) <= 1 for a, b in zip(*scores, strict=True))
    one, other = ([E**s for s in row] for row in scores)
    assert [one, other] == [[Fraction(2), Fraction(1), Fraction(1)], [Fraction(1), Fraction(2), Fraction(2)]]
    assert (one[0] / sum(one), other[0] / sum(other)) == (Fraction(1, 2), Fraction(1, 5))
    assert one[0] / sum(one) / (other[0] / sum(other)) == Fraction(5, 2) > E


def definition_2() -> None:
    E, eta = Fraction(2), Fraction(1, 4)
    assert last_alphas(E) == (Fraction(3, 4), Fraction(1, 4))
    assert 2 * eta / (1 - eta) < (1 + E + E**2) / (2 + E)
    assert max(excesses(*rows_of(noise(eta, last_alphas(E))), E)) == Fraction(3, 16)
    assert max(excesses(*rows_of(noise(eta, (Fraction(2, 3), Fraction(1, 3)))), E)) == Fraction(1, 8)


def stair_variance(b: Fraction, c: Fraction) -> Fraction:
    """By 400 stairs and no closed form: the density is h b^k on [k, k + c), h b^(k + 1) on [k + c, k + 1)."""
    mass, square = Fraction(0), Fraction(0)
    for k in range(400):
        for low, high, density in ((k, k + c, b**k), (k + c, k + 1, b ** (k + 1))):
            mass += density * (high - low)
            square += density * (high**3 - low**3) / 3
    return square / mass  # what is left out is below 10^-700


def staircase() -> None:
    b = Fraction(1, 100)
    fifth = stair_variance(b, Fraction(1, 5))
    assert abs(fifth - Fraction(263947, 6370650)) < Fraction(1, 10**600)
    assert Fraction(414, 10**4) < fifth < Fraction(415, 10**4)
    values = {c: stair_variance(b, Fraction(c, 10**4)) for c in (1000, 1600, 1631, 1632, 1633, 1700, 2000)}
    best = min(values, key=lambda c: values[c])
    assert best == 1632
    assert Fraction(402, 10**4) < values[best] < Fraction(403, 10**4)
    low, high = Fraction(46051, 10**4), Fraction(46052, 10**4)  # low < ln 100 < high
    assert exp_bounds(low)[1] < 100 < exp_bounds(high)[0]
    assert Fraction(943, 10**4) < 2 / high**2 < 2 / low**2 < Fraction(944, 10**4)
    for root in map(Fraction, ("1/2", "3/5", "3/4", "9/10", "99/100")):  # sqrt(b), the stair is root/(1 + root)
        c = root / (1 + root)  # sin(3 pi c) + b sin(3 pi (1 - c)) = (1 + b) sin(3 pi c), 0 where 3 c is an integer
        assert ((3 * c).denominator == 1) == (root == Fraction(1, 2))
        assert Fraction(1, 3) <= c < Fraction(1, 2)


def any_query() -> None:
    first, second = Fraction(3), Fraction(9, 2)
    answers = [frozenset(c) for size in (1, 2) for c in combinations(range(3), size)]
    alone = Fraction(3, 4) * 2 * first / (2 * first + 1), second / (second + 2)
    assert alone == (Fraction(9, 14), Fraction(9, 13))
    assert sum(alone) == Fraction(243, 182) > Fraction(261, 196) == 3 * Fraction(87, 196)
    prices = {1: (Fraction(4, 49), Fraction(-6, 49)), 2: (Fraction(1, 49), Fraction(-6, 49))}

    def reward(answer: frozenset[int], u: int) -> Fraction:
        return (u in answer) * (Fraction(1) if len(answer) == 1 else Fraction(3, 4))

    def rays(ratio: Fraction) -> list[tuple[Fraction, ...]]:
        return [ray for ray in product((Fraction(1), ratio), repeat=3) if len(set(ray)) == 2]

    for one in answers:
        price = [prices[len(one)][u not in one] for u in range(3)]
        assert all(sum(c * x for c, x in zip(price, ray, strict=True)) <= 0 for ray in rays(first))
        for other, ray in product(answers, rays(second)):
            gain = [(reward(one, u) + reward(other, u)) / 3 - price[u] - Fraction(87, 196) for u in range(3)]
            assert sum(c * x for c, x in zip(gain, ray, strict=True)) <= 0


def rappor() -> None:
    one, other = Fraction(1, 2), Fraction(1, 4)  # e^-epsilon of the two levels, epsilon_2 = 2 epsilon_1
    first, second = one / 2, other / 2  # P(V > 1)
    still = Fraction(1, 2) ** 2
    moved = 1 - Fraction(1, 2) * Fraction(2, 3)  # P(L > -t), t exponential of rate 2 a: 1 - E e^(-a t)/2
    both = second * (still + (1 - still) * moved)
    law = [both, second - both, first - both, 1 - first - second + both]  # 11, 01, 10, 00
    assert law == [Fraction(3, 32), Fraction(1, 32), Fraction(5, 32), Fraction(23, 32)]
    assert law[3] / law[0] == Fraction(23, 3) > 7 == (2 - other) / other
    assert Fraction(23, 3) < 16 == 1 / other**2


def empty_event() -> None:
    cosine_of_0 = exp_bounds(Fraction(0))[0]  # cos 0 = e^0 = 1
    assert cosine_of_0 not in {0, Fraction(0)}
    assert not any(Fraction(0) < E * 0 for E in (Fraction(1), Fraction(2), Fraction(10**9)))


def infinite() -> None:
    count = 60
    ratios = [Fraction(2, 3) + Fraction(1, 2**n) for n in range(1, count + 1)]
    assert len(set(ratios)) == count
    assert all(Fraction(2, 3) < ratio <= Fraction(7, 6) for ratio in ratios)
    left = 1 - sum(Fraction(1, 2**n) * ratio for n, ratio in enumerate(ratios, start=1))
    assert left == Fraction(2, 3) / 2**count + Fraction(1, 3) / 4**count  # tends to 0


def figure_8() -> None:
    prior, response = (
        (Fraction(3, 4), Fraction(1, 4)),
        ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3))),
    )
    mechanisms = response, ((Fraction(1), Fraction(1)), (Fraction(0), Fraction(0)))
    printed = [sum(prior[i] * m[1 - i][i] for i in (0, 1)) for m in mechanisms]
    best = [sum(min(prior[1 - a] * row[1 - a] for a in (0, 1)) for row in m) for m in mechanisms]
    traces = [sum(m[1 - i][i] for i in (0, 1)) for m in mechanisms]
    assert printed == [Fraction(1, 3), Fraction(1, 4)]
    assert best == [Fraction(1, 4)] * 2
    assert traces == [Fraction(2, 3), 1]


def equation_46() -> None:
    beta, gamma = Fraction(3, 4), Fraction(1, 4)
    assert 4 * beta * (1 - gamma) == Fraction(9, 4) > 1  # so -ln of it is negative
    assert 4 * gamma * (1 - beta) == 1 / Fraction(4)


def gaussian() -> None:
    parameter = Fraction(266, 1000)
    low, high = exp_bounds(-1 / (2 * parameter))
    assert Fraction(1526, 10**4) < low < high < Fraction(1527, 10**4) + Fraction(1, 10**4)
    variances = []
    for q in (low, high):
        mass = 1 + 2 * sum(q ** (n * n) for n in range(1, 12))
        variances.append(2 * sum(n * n * q ** (n * n) for n in range(1, 12)) / mass)
    assert Fraction(2369, 10**4) < min(variances) <= max(variances) < Fraction(2371, 10**4) < parameter


def proposition_4() -> None:
    pairs = {u: [(r, u ^ r) for r in (0, 1)] for u in (0, 1)}
    for part in (0, 1):
        assert sorted(pair[part] for pair in pairs[0]) == sorted(pair[part] for pair in pairs[1]) == [0, 1]
    assert not set(pairs[0]) & set(pairs[1])


def theorem_3_2_8() -> None:
    for s in (Fraction(1, 10**k) for k in range(1, 12)):
        x, y = 2 - s, 1 + s
        assert (2 * x - y) * (2 * y - x) == 9 * s * (1 - s)
        assert 9 * s * (1 - s) / s**2 == 9 / s - 9  # the square of the slope


def overlaps(rows: Sequence[Sequence[Fraction]]) -> list[Fraction]:
    assert all(sum(row[i] for row in rows) == 1 for i in range(3))
    return [sum((min(row[j], row[k]) for row in rows), Fraction(0)) for j, k in ((0, 1), (0, 2), (1, 2))]


def branching() -> None:
    h, o = Fraction(1, 2), Fraction(0)
    one, other = (h, h, o), (h, o, h)
    together = [x + y for x, y in zip(one, other, strict=True)]
    for beside, cost in ((((o, h, o), (o, o, h)), h), (((o, o, o), (o, h, h)), o)):
        before, after = overlaps([one, other, *beside]), overlaps([together, *beside])
        assert min(after) - min(before) == cost
    assert max(overlaps([one, other, (o, h, o), (o, o, h)])) < sum(min(x, x) for x in (h, h, o)) == 1


def equation_5_4() -> None:
    E, delta, s = Fraction(2), Fraction(1, 10), Fraction(1, 10)
    sums = [s]
    for _ in range(2):
        sums.append(min(Fraction(1), E * sums[-1] + delta, 1 - (1 - sums[-1] - delta) / E))
    assert sums == [Fraction(1, 10), Fraction(3, 10), Fraction(7, 10)]
    rho = delta / (E - 1)
    power = (1 / (E + 1) + rho) / (s + rho)
    assert power == Fraction(13, 6)
    assert 2**1 < power < 2**2  # 1 < x < 2: x + 1 rounds down to 2 and up to 3
    assert sums[2] > 1 / (E + 1)


def tails_and_splits() -> None:
    probability, ratio = Fraction(1, 2), Fraction(2)  # [t, oo) of exponential noise, t = ln 2
    right, left = min(Fraction(1), ratio * probability), 1 - (1 - probability) / ratio
    assert (right, left, min(right, left)) == (Fraction(1), Fraction(3, 4), Fraction(3, 4))
    rows: list[tuple[Fraction, ...]] = [(Fraction(1), Fraction(1), Fraction(1))]
    splits = 0
    while any(part_of(row) for row in rows):
        row = next(row for row in rows if part_of(row))
        rows.remove(row)
        rows += split(row)
        splits += 1
    assert splits == 3
    assert tuple(map(sum, zip(*rows, strict=True))) == (1, 1, 1)


def part_of(row: tuple[Fraction, ...]) -> int:
    """On a path of 3 inputs, E = 2: how many inputs the first part without a tight pair to the rest has; 0 if none."""
    return next((i + 1 for i in (0, 1) if 2 not in (row[i] / row[i + 1], row[i + 1] / row[i])), 0)


def split(row: tuple[Fraction, ...]) -> list[tuple[Fraction, ...]]:
    """Appendix E: (a 2/rho_1, a) and (b, b 2/rho_2) times the two parts; rho the quotients at the edge between."""
    k = part_of(row)
    up, down = 2 * row[k] / row[k - 1], 2 * row[k - 1] / row[k]  # 2/rho_1, 2/rho_2
    a = (down - 1) / (up * down - 1)
    b = 1 - a * up
    factors = ((a * up, a), (b, b * down))
    made = [tuple(x * (one if i < k else other) for i, x in enumerate(row)) for one, other in factors]
    assert all(x > 0 for new in made for x in new)
    assert tuple(map(sum, zip(*made, strict=True))) == row
    return made


CHECKS: dict[int, tuple[Callable[[], None], str]] = {  # and numbers that stand in the line and in the check
    1: (rainbow_step, "1/2 > 2 · 0 + 1/4; (7/8, 1/8)"),
    2: (theorem_3, "(2, 12, 1, 12, 2); 12 − 5 · 1 = 7"),
    3: (remark_2, "2 + 2 + 7 = 11 > 5 · 2"),
    4: (theorem_2_1_3, "(1/2, 0) and (1/2, 1) and not (1/2, 1/4)"),
    5: (proposition_7, "(2, 1, 1) and (1, 2, 2); 1/2 against 1/5; 5/2 > 2"),
    6: (staircase, "263947/6370650 = 0.0414...; 0.0402...; 0.0943...; 3 pi"),
    7: (any_query, "9/14 and 9/13; 243/182; 261/196; 87/196; 4/49; 1/49"),
    8: (rappor, "(3, 1, 5, 23)/32; 23/3 > 7; 23/3 < 16"),
    9: (infinite, "2^-n (2/3 + 2^-n); (2/3, 7/6]"),
    10: (figure_8, "loses 1/4 with M1 and with M2; 2/3 and 1"),
    11: (equation_46, "1/(−ln(9/4)); 1/ln 4"),
    12: (gaussian, "0.2660; 0.1526; 0.2370"),
    13: (proposition_4, "u xor r"),
    14: (theorem_3_3_2, "(1, 0) and (0, 1)"),
    15: (branching, "costs 1/2 beside (0, 1/2, 0), (0, 0, 1/2); costs 0 beside (0, 0, 0), (0, 1/2, 1/2)"),
    16: (tails_and_splits, "1 > 3/4; 3 splits"),
}
BESIDE = [  # below the table
    (definition_2, "(3/4, 1/4) needs δ = 3/16; (2/3, 1/3) needs 1/8"),
    (empty_event, "cos 0 = 1, not 0"),
    (theorem_3_2_8, "−3 √(s (1 − s)); (2 − s, 1 + s)"),
    (equation_5_4, "3/10, 7/10; 2^x = 13/6; 7/10 > 1/3"),
]


@pytest.mark.parametrize("number", CHECKS)
def test_a_line(number: int) -> None:
    check, parts = CHECKS[number]
    check()
    for part in parts.split("; "):
        assert part in LINES[number][1]


@pytest.mark.parametrize(("check", "parts"), BESIDE)
def test_a_line_below_the_table(check: Callable[[], None], parts: str) -> None:
    check()
    text = " ".join(page().partition("## Smaller faults")[2].split())
    for part in parts.split("; "):
        assert part in text


def test_every_line_is_checked_and_names_rows_of_the_ledger_that_are_faults() -> None:
    assert list(LINES) == list(CHECKS) == list(range(1, 17))
    for place, _, rows in LINES.values():
        paper = place.removeprefix("**").partition("**")[0].lower().replace(" ", "_")
        ledger = tomllib.loads((ROOT / "dpexact" / "papers" / paper / "ledger.toml").read_text(encoding="utf-8"))
        counted = [row for row in ledger["claim"] if not row.keys() & {"ocr", "reading"}]
        faults = {row["id"]: row for row in counted if "severity" in row}
        named = re.findall(r"`([^`]+)`", rows)
        assert named
        assert set(named) <= set(faults)
        assert "slip" not in {faults[name]["severity"] for name in named}
