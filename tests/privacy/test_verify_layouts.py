"""The array layouts (64-bit words, 32-bit limbs), the float filter at near ties, and the entry-by-entry path.

Matrices past 4096 entries leave the layout of Python integers. The expected values are plain integer and Fraction
computations; near ties come from the continued fraction of exp(1/2), whose convergents lie below and above in turn.
"""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, pairwise

import pytest

from dpexact import Mechanism, NeighborGraph, Refuted, exact, tight_delta, tight_exp_epsilon, verify, worst_case
from dpexact.mechanisms import rows
from dpexact.mechanisms.families import range_restricted_geometric
from tests.each import each
from tests.oracle import MP, REALS, agrees, least_delta
from tests.samples import SAMPLES, all_pairs, complete, sample
from tests.values import of_type

PAIR = NeighborGraph.complete([0, 1])


def two_rows(a: Sequence[int], b: Sequence[int]) -> Mechanism:
    """Two rows of weights over one denominator, each filled up in a last column of its own."""
    total = sum(a) + sum(b)
    rows = [[*a, total - sum(a), 0], [*b, 0, total - sum(b)]]
    return Mechanism.from_numerators([0, 1], range(len(a) + 2), rows, total)


def layout(m: Mechanism) -> str:
    """Return which layout a mechanism has."""
    stored = m.stored_integers()
    if stored is None:
        return "entries"
    return "ints" if stored.ints is not None else "words" if stored.words is not None else "limbs"


def weights(bits: int, columns: int, seed: int) -> tuple[list[int], list[int]]:
    """Two random rows; zeros, equal weights and exact ratios 3/2 are frequent."""
    source = random.Random(seed)
    a, b = [], []
    for _ in range(columns):
        first = 3 * source.getrandbits(bits)
        second = source.choice((2 * first // 3, first, 0, 3 * source.getrandbits(bits)))
        a.append(source.choice((first, first, 0)))
        b.append(second)
    return a, b


def plain_delta(a: Sequence[int], b: Sequence[int], ratio: Fraction) -> Fraction:
    """The divergence of `two_rows(a, b)` in its first direction, as a plain sum; row 0 has its last column alone."""
    total = sum(a) + sum(b)
    n, m = ratio.numerator, ratio.denominator
    inner = sum(x * m - y * n for x, y in zip(a, b, strict=True) if x * m > y * n)
    return Fraction(inner + (total - sum(a)) * m, total * m)


CASES = {"words": 40, "words, ratio too wide for a word": 43, "limbs": 200, "limbs beyond float": 1100}


@pytest.mark.slow
@pytest.mark.parametrize("columns", [2100, 20000])
@pytest.mark.parametrize("ratio", ["1", "3/2", "1000001/1000000", "7"])
@pytest.mark.parametrize("case", CASES)
def test_rational_e_on_large_matrices(case: str, ratio: str, columns: int) -> None:
    if columns == 20000 and case.startswith("limbs"):
        columns = 17000
    a, b = weights(CASES[case], columns, seed=columns)
    m, e = two_rows(a, b), Fraction(ratio)
    assert layout(m) == case[:5]
    expected = max(plain_delta(a, b, e), plain_delta(b, a, e))
    assert tight_delta(m, PAIR, ratio) == expected
    assert verify(m, PAIR, ratio, expected).proved
    below = expected - Fraction(1, 10**60)
    verdict = of_type(Refuted, verify(m, PAIR, ratio, below))
    rows = ([*a, sum(b), 0], [*b, 0, sum(a)])
    i, j = (int(str(label)) for label in verdict.counterexample.pair)
    first, second = (
        Fraction(sum(rows[k][int(str(o))] for o in verdict.counterexample.event), sum(a) + sum(b)) for k in (i, j)
    )
    assert verdict.counterexample.excess == first - e * second - below > 0


@pytest.mark.parametrize(("case", "bits"), [("words", 40), ("limbs", 90)])
@pytest.mark.parametrize("e", ["sqrt(2)", "2**(1/2) + 5"])
def test_quadratic_e_on_large_matrices(case: str, bits: int, e: str) -> None:
    # a > (s + sqrt 2) b for a - s b > 0 is the integer comparison (a - s b)^2 > 2 b^2.
    shift = 5 if "5" in e else 0
    a, b = weights(bits, 2100, seed=7)
    m = two_rows(a, b)
    assert layout(m) == case
    chosen = [o for o in range(2100) if a[o] > shift * b[o] and (a[o] - shift * b[o]) ** 2 > 2 * b[o] ** 2]
    total = sum(a) + sum(b)
    forward = NeighborGraph.from_edges([0, 1], [(0, 1)], directed=True)
    worst = worst_case(m, forward, e)
    assert worst.event == (*chosen, 2100)
    expected = (sum(a[o] for o in chosen) + sum(b)) - exact(e) * sum(b[o] for o in chosen)
    assert worst.delta == expected / total


def convergents() -> Iterator[tuple[int, int]]:
    """The convergents of exp(1/2) = [1; 1, 1, 1, 5, 1, 1, 9, 1, 1, 13, ...] (Euler), alternately below and above it."""

    def terms() -> Iterator[int]:
        yield 1
        n = 1
        while True:
            yield from (n, 1, 1)
            n += 4

    (h, k), (h1, k1) = (1, 0), (0, 1)
    for term in terms():
        (h, k), (h1, k1) = (term * h + h1, term * k + k1), (h, k)
        yield h, k


@pytest.mark.parametrize(("case", "count", "copies"), [("words", 27, 77), ("limbs", 160, 14)])
def test_near_ties_of_exp_one_half(case: str, count: int, copies: int) -> None:
    pairs = list(islice(convergents(), count))
    columns = [(n, *pair) for n, pair in enumerate(pairs)] * copies
    random.Random(3).shuffle(columns)
    a, b = [column[1] for column in columns], [column[2] for column in columns]
    m = two_rows(a, b)
    assert layout(m) == case
    above = [place for place, column in enumerate(columns) if column[0] % 2]
    wrong = [
        p for p, (_, x, y) in enumerate(columns) if (float(x) > 1.6487212707001282 * float(y)) != (p in set(above))
    ]
    assert wrong  # plain floats do get some of these signs wrong
    forward = NeighborGraph.from_edges([0, 1], [(0, 1)], directed=True)
    worst = worst_case(m, forward, "exp(1/2)")
    assert worst.event == (*above, len(columns))
    excess = (sum(a[p] for p in above) + sum(b)) - exact("exp(1/2)") * sum(b[p] for p in above)
    assert worst.delta == excess / (sum(a) + sum(b))
    assert verify(m, forward, "exp(1/2)", worst.delta).proved
    assert not verify(m, forward, "exp(1/2)", worst.delta - exact("1e-60")).proved


def test_near_ties_between_pairs() -> None:
    # Row 0 diverges from row n by (base + h - exp(1/2) k) / total for one convergent h/k from above: the differences
    # 1/k are lost in floats beside base = 2^60 + 100, and the largest is that of the first convergent.
    pairs = [pair for n, pair in enumerate(islice(convergents(), 40)) if n % 2][5:15]
    random.Random(5).shuffle(pairs)
    size, base, total = len(pairs), (1 << 60) + 100, 1 << 61
    wide = 400
    first = [h for h, _ in pairs] + [0] * (wide - size) + [base, total - base - sum(h for h, _ in pairs)]
    rows = [first]
    for n, (_, k) in enumerate(pairs):
        row = [k if o == n else h for o, (h, _) in enumerate(pairs)] + [0] * (wide - size + 1)
        rows.append([*row, total - sum(row)])
    m = Mechanism.from_numerators(range(size + 1), range(wide + 2), rows, total)
    assert layout(m) == "words"
    star = NeighborGraph.from_edges(m.inputs, [(0, n) for n in range(1, size + 1)], directed=True)
    worst = worst_case(m, star, "exp(1/2)")
    h, k = min(pairs)
    assert worst.pair == (0, 1 + pairs.index((h, k)))
    assert worst.delta == (base + h - exact("exp(1/2)") * k) / total


def split(mass: int, columns: int, source: random.Random) -> list[int]:
    """Split a mass at random among columns."""
    cuts = sorted(source.randrange(mass + 1) for _ in range(columns - 1))
    return [end - start for start, end in pairwise([0, *cuts, mass])]


@each(("bits", "seed"), [(61, 2), (61, 8), (200, 20)])
@each("e", ["3/2", "exp(1/2)"])
def test_near_ties_between_runs(bits: int, seed: int, e: str) -> None:
    # Row 0 has the last outcome only, so row n diverges from it by its mass on all others: 2^(bits - 1) and a few units
    # more, less than the sum of floats is off. With these seeds the largest has not the largest sum of floats.
    source = random.Random(seed)
    total, size, more = 1 << bits, 12, [3, 1, 7, 5, 9, 2, 11, 8, 4, 10, 6]
    rows = [[0] * 1000 + [total]]
    rows += [[*split(total // 2 + m, 1000, source), total // 2 - m] for m in more]
    m = Mechanism.from_numerators(range(size), range(1001), rows, total)
    assert layout(m) == ("words" if bits == 61 else "limbs")
    star = NeighborGraph.from_edges(m.inputs, [(n, 0) for n in range(1, size)], directed=True)
    largest = Fraction(total // 2 + 11, total)
    worst = worst_case(m, star, e)
    assert worst.pair == (1 + more.index(11), 0)
    assert worst.delta == largest
    assert verify(m, star, e, largest).proved
    assert not verify(m, star, e, largest - Fraction(1, total)).proved  # the pair with 11, and no other


@each("e", ["6/5", "exp(1/2)", "inf"])
@each("order", [[3, 1, 5], [5, 1, 3], [1, 5, 3], [5, 3, 1]])
@each("bits", [0, 200])
def test_neighbors_in_any_order(bits: int, order: list[int], e: str) -> None:
    # Row 0 is uniform on 600 outcomes, row 1 on half of them, and all others equal row 0.
    rows = [[1 << bits] * 600 for _ in range(8)]
    rows[1] = [2 << bits] * 300 + [0] * 300
    m = Mechanism.from_numerators(range(8), range(600), rows, 600 << bits)
    assert layout(m) == ("limbs" if bits else "words")
    star = NeighborGraph.from_edges(m.inputs, [(0, n) for n in order], directed=True)
    factor = float(e) if e == "inf" else exact(e)
    assert tight_delta(m, star, factor) == Fraction(1, 2)
    assert worst_case(m, star, factor).pair == (0, 1)
    assert of_type(Refuted, verify(m, star, factor, "1/4")).counterexample.pair == (0, 1)
    assert tight_exp_epsilon(m, star, "1/2") == 1
    assert tight_exp_epsilon(m, star, "1/4") == float("inf")


@pytest.mark.parametrize("power", [800, 1000])
def test_e_beyond_the_range_of_floats(power: int) -> None:
    # a = E b, E b + 1 and E b - 1 for E = 2^power: only the second counts.
    source = random.Random(power)
    b = [source.getrandbits(30) + 1 for _ in range(2100)]
    off = [source.choice((-1, 0, 1)) for _ in b]
    a = [(y << power) + d for y, d in zip(b, off, strict=True)]
    forward = NeighborGraph.from_edges([0, 1], [(0, 1)], directed=True)
    m = two_rows(a, b)
    worst = worst_case(m, forward, 2**power)
    assert worst.event == (*(o for o, d in enumerate(off) if d > 0), 2100)
    assert worst.delta == Fraction(off.count(1) + sum(b), sum(a) + sum(b))


def test_exp_800_on_large_matrices() -> None:
    high = MP.clone()
    high.dps = 800
    floor = int(high.floor(high.exp(800)))
    source = random.Random(800)
    b = [source.getrandbits(20) + 1 for _ in range(2100)]
    exceed = [source.choice((False, True)) for _ in b]
    # floor(E b) < E b < floor(E b) + 1, since E b is irrational.
    a = [int(high.floor(high.exp(800) * y)) + up for y, up in zip(b, exceed, strict=True)]
    assert floor == int(high.floor(high.exp(800) * 1))
    forward = NeighborGraph.from_edges([0, 1], [(0, 1)], directed=True)
    worst = worst_case(two_rows(a, b), forward, "exp(800)")
    assert worst.event == (*(o for o, up in enumerate(exceed) if up), 2100)
    assert 0 < worst.delta - Fraction(sum(b), sum(a) + sum(b)) < Fraction(len(b), sum(a) + sum(b))


@pytest.mark.long
@pytest.mark.parametrize("bits", [20, 100])
@pytest.mark.parametrize("e", ["3/2", "sqrt(2)", "exp(1/2)"])
def test_all_pairs_of_many_rows(bits: int, e: str) -> None:
    source = random.Random(bits)
    rows = [[source.getrandbits(bits) for _ in range(110)] for _ in range(40)]
    total = max(sum(row) for row in rows)
    rows = [[*row, total - sum(row)] for row in rows]
    m = Mechanism.from_numerators(range(40), range(111), rows, total)
    number = REALS.get(e, MP.mpf(3) / 2)
    values = {}
    for i, p in enumerate(rows):
        for j, q in enumerate(rows):
            if i != j:
                places = [o for o in range(111) if p[o] > number * q[o]]
                first, second = sum(p[o] for o in places), sum(q[o] for o in places)
                values[i, j] = (first - number * second, first, second)
    pair = max(values, key=lambda key: values[key][0])
    worst = worst_case(m, NeighborGraph.complete(range(40)), e)
    assert worst.pair == pair
    assert worst.delta == (values[pair][1] - exact(e) * values[pair][2]) / total


def test_geometric_where_every_comparison_is_a_tie() -> None:
    # For an E' below 1/p: P_i(o) - E' P_{i+1}(o) = (1 - E' p) P_i(o) for o <= i, and these P_i(o) sum to 1/(1 + p).
    m = range_restricted_geometric("5/6", 70)
    path = NeighborGraph.path(m.inputs)
    assert layout(m) == "limbs"
    assert tight_delta(m, path, "6/5") == 0
    assert verify(m, path, "6/5", 0).proved
    below = Fraction(6, 5) - Fraction(1, 10**30)
    assert tight_delta(m, path, below) == (1 - below * Fraction(5, 6)) / Fraction(11, 6)
    assert not verify(m, path, below, 0).proved
    assert tight_exp_epsilon(m, path) == Fraction(6, 5)


def test_tight_exp_epsilon_on_words_and_limbs() -> None:
    for bits in (30, 150):
        source = random.Random(bits)
        a, b = ([source.getrandbits(bits) + 1 for _ in range(2200)] for _ in range(2))
        b[-1] += sum(a) - sum(b) if sum(a) > sum(b) else 0
        a[-1] += sum(b) - sum(a) if sum(b) > sum(a) else 0
        m = Mechanism.from_numerators([0, 1], range(2200), [a, b], sum(a))
        expected = max(max(Fraction(x, y), Fraction(y, x)) for x, y in zip(a, b, strict=True))
        assert tight_exp_epsilon(m, PAIR) == expected
        middle = tight_exp_epsilon(m, PAIR, "1/4")
        assert tight_delta(m, PAIR, middle) == Fraction(1, 4)


@pytest.mark.parametrize("factor", ["1", "3/2", "2", "sqrt(2)", "exp(1/2)"])
@pytest.mark.parametrize("name", SAMPLES)
def test_samples_in_every_layout(name: str, factor: str, monkeypatch: pytest.MonkeyPatch) -> None:
    number = REALS.get(factor) or Fraction(factor)
    expected = least_delta(SAMPLES[name], all_pairs(name), number)
    seen = set()
    for small, word_bits, common_bits in ((0, 62, 1 << 28), (0, 0, 1 << 28), (0, 0, 0)):
        monkeypatch.setattr(rows, "SMALL", small)
        monkeypatch.setattr(rows, "WORD_BITS", word_bits)
        monkeypatch.setattr(rows, "MAX_COMMON_BITS", common_bits)
        m = sample(name)
        seen.add(layout(m))
        delta = tight_delta(m, complete(name), factor)
        assert agrees(delta, expected)
        assert verify(m, complete(name), factor, delta).proved
        if delta > Fraction(1, 10**60):
            assert not verify(m, complete(name), factor, delta - exact("1e-60")).proved
            assert not verify(m, complete(name), factor, delta / 2).proved
    assert {"limbs", "entries"} <= seen


@pytest.mark.parametrize("order", [[0, 1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1, 0], [2, 4, 0, 1], [4, 2], [3]])
@pytest.mark.parametrize("kept", ["ints", "words", "limbs", "entries"])
def test_equal_rows_of_a_complete_relation(kept: str, order: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "SMALL", 4096 if kept == "ints" else 0)
    monkeypatch.setattr(rows, "WORD_BITS", 0 if kept == "limbs" else 62)
    monkeypatch.setattr(rows, "MAX_COMMON_BITS", 0 if kept == "entries" else 1 << 28)
    kinds = [[Fraction(1, 10), Fraction(9, 10)], [Fraction(1, 2), Fraction(1, 2)], [Fraction(9, 10), Fraction(1, 10)]]
    matrix = [kinds[k] for k in (0, 0, 1, 0, 1, 2, 2)]
    m, e = Mechanism.from_rows(range(7), range(2), matrix), Fraction(2)
    assert layout(m) == kept
    pairs = [(i, j) for i in order for j in order if i != j]
    graph = NeighborGraph.complete(order)
    expected = max((least_delta(matrix, [pair], e) for pair in pairs), default=Fraction(0))
    first = next((pair for pair in pairs if least_delta(matrix, [pair], e) == expected), None)
    found = worst_case(m, graph, e)
    assert (found.delta, found.pair) == (expected, first)
    bad = verify(m, graph, e, expected - Fraction(1, 10**60)) if expected else None
    assert verify(m, graph, e, expected).proved
    if bad is not None:
        assert isinstance(bad, Refuted)
        i, j = map(m.input_place, bad.counterexample.pair)
        assert least_delta(matrix, [(i, j)], e) == expected


def tree_sum(values: Sequence[Fraction]) -> Fraction:
    """The sum, halves first: running sums of many unlike denominators take minutes."""
    if len(values) < 2:
        return values[0] if values else Fraction(0)
    half = len(values) // 2
    return tree_sum(values[:half]) + tree_sum(values[half:])


@pytest.fixture(scope="module")
def unlike() -> tuple[list[list[Fraction]], Mechanism]:
    """Two rows of 1500 entries with 64-bit denominators that have nothing in common, and a last one that fills up."""
    source = random.Random(64)
    rows = []
    for _ in range(2):
        row = [Fraction(source.getrandbits(52), source.getrandbits(64) | 1 << 63) for _ in range(1500)]
        rows.append([*row, 1 - tree_sum(row)])
    m = Mechanism.from_rows([0, 1], range(1501), rows)
    assert layout(m) == "entries"
    return rows, m


@pytest.mark.slow
def test_entries_without_a_common_denominator_at_a_rational_e(unlike: tuple[list[list[Fraction]], Mechanism]) -> None:
    rows, m = unlike
    e, n = Fraction(6, 5), range(1501)
    best = max(
        tree_sum([p[o] for o in n if p[o] > e * q[o]]) - e * tree_sum([q[o] for o in n if p[o] > e * q[o]])
        for p, q in (rows, rows[::-1])
    )
    assert tight_delta(m, PAIR, e) == best
    assert verify(m, PAIR, e, best).proved
    for step in (Fraction(1, 10**70), Fraction(1, 10**20)):  # below and above the 192 bits of the fixed point
        assert not verify(m, PAIR, e, best - step).proved
        assert verify(m, PAIR, e, best + step).proved


@pytest.mark.slow
@pytest.mark.parametrize("e", ["exp(1/5)", "sqrt(2)", "exp(800)"])
def test_entries_without_a_common_denominator_at_an_irrational_e(
    e: str, unlike: tuple[list[list[Fraction]], Mechanism]
) -> None:
    rows, m = unlike
    real = {"exp(1/5)": MP.exp(MP.mpf(1) / 5), "sqrt(2)": MP.sqrt(2), "exp(800)": MP.exp(800)}[e]
    numbers = [[MP.mpf(a.numerator) / a.denominator for a in row] for row in rows]
    best = max(
        sum((x - real * y for x, y in zip(p, q, strict=True) if x > real * y), MP.mpf(0))
        for p, q in (numbers, numbers[::-1])
    )
    near = Fraction(int(best * 10**100), 10**100)
    for step in (Fraction(1, 10**90), Fraction(1, 10**20)):
        assert verify(m, PAIR, e, near + step).proved
        if near > step:
            assert not verify(m, PAIR, e, near - step).proved
    assert (near == 0) == (e == "exp(800)")


def test_the_convergents_do_alternate() -> None:
    values = [Fraction(h, k) for h, k in islice(convergents(), 30)]
    assert values[:5] == [1, 2, Fraction(3, 2), Fraction(5, 3), Fraction(28, 17)]
    assert all((x - y) * (y - z) < 0 for (x, y), (_, z) in pairwise(pairwise(values)))
    assert all((MP.mpf(v.numerator) / v.denominator < REALS["exp(1/2)"]) == (n % 2 == 0) for n, v in enumerate(values))
