"""Signs on an interval for a free t: polynomials with known roots, so that the answer is known without the kernel."""

import itertools
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq, fmpz_poly
from hypothesis import given
from hypothesis import strategies as st

from dpexact.kernel import Rejected
from dpexact.kernel.budget import Budget
from dpexact.kernel.claim import Claim
from dpexact.kernel.field import Field
from dpexact.kernel.free import Interval, chains_of, exactly, holds, samples, sturm_chain, unlike, worst_events
from tests.refusals import refuses

Roots = list[tuple[Fraction, int]]
places = st.fractions(-1, 4, max_denominator=3)
known = st.lists(st.tuples(places, st.integers(1, 3)), max_size=3, unique_by=lambda root: root[0])
ends = st.tuples(places, places | st.none()).filter(lambda ab: ab[1] is None or ab[0] <= ab[1])


def made(sign: int, roots: Roots, *, square: bool) -> fmpz_poly:
    """A polynomial with these roots and multiplicities, times t^2 + t + 1 > 0 if asked for."""
    polynomial = fmpz_poly([sign]) * (fmpz_poly([1, 1, 1]) if square else 1)
    for root, multiplicity in roots:
        polynomial *= fmpz_poly([-root.numerator, root.denominator]) ** multiplicity
    return polynomial


def interval_of(lower: Fraction, upper: Fraction | None, budget: Budget | None = None) -> Interval:
    end = None if upper is None else fmpq(upper.numerator, upper.denominator)
    return Interval(fmpq(lower.numerator, lower.denominator), end, budget or Budget())


def probes(places: list[Fraction], lower: Fraction, upper: Fraction | None) -> list[Fraction]:
    """The ends, the places between them, and the middles between neighbors of these."""
    last = upper if upper is not None else max([lower, *places]) + 1
    marks = sorted({lower, last, *(r for r in places if lower < r < last)})
    return sorted({*marks, *((a + b) / 2 for a, b in itertools.pairwise(marks))})


def sign_at(sign: int, roots: Roots, x: Fraction) -> int:
    for root, multiplicity in roots:
        sign *= ((x > root) - (x < root)) ** multiplicity
    return sign


@pytest.mark.slow
@given(st.sampled_from([1, -1, 6]), known, st.booleans(), ends)
def test_signs_on_an_interval(sign: int, roots: Roots, square: bool, ab: Any) -> None:  # noqa: FBT001
    polynomial, interval = made(sign, roots, square=square), interval_of(*ab)
    signs = [sign_at(sign, roots, x) for x in probes([root for root, _ in roots], *ab)]
    assert holds(polynomial, ">= 0", interval) == all(s >= 0 for s in signs)
    assert holds(polynomial, "> 0", interval) == all(s > 0 for s in signs)
    assert not holds(polynomial, "= 0", interval)


@pytest.mark.parametrize("relation", ["= 0", ">= 0", "> 0"])
def test_constants(relation: str) -> None:
    for ab in ((Fraction(1), Fraction(1)), (Fraction(1), Fraction(2)), (Fraction(1), None)):
        assert holds(fmpz_poly([0]), relation, interval_of(*ab)) == (relation != "> 0")
        assert holds(fmpz_poly([3]), relation, interval_of(*ab)) == (relation != "= 0")
        assert not holds(fmpz_poly([-3]), relation, interval_of(*ab))


@pytest.mark.slow
@given(st.lists(known, min_size=1, max_size=3), ends)
def test_every_cell_has_a_sample_and_every_worst_event_is_found(all_roots: list[Roots], ab: Any) -> None:
    places = [root for roots in all_roots for root, _ in roots]
    polynomials, interval = [made(1, roots, square=True) for roots in all_roots], interval_of(*ab)
    lower, upper = ab
    points = [Fraction(int(x.p), int(x.q)) for x in samples(chains_of(polynomials, interval), interval)]
    assert all(x >= lower and (upper is None or x <= upper) for x in points)
    walls = probes(places, lower, upper)[::2]
    for a, b in itertools.pairwise(walls):
        endless = upper is None and b == walls[-1]
        assert any(a < x < b or (x in (a, b) and x not in places) or (endless and x > a) for x in points)
    inside = [x for x in probes(places, lower, upper) if x not in places or lower == upper]
    expected = {tuple(o for o, r in enumerate(all_roots) if sign_at(1, r, x) > 0) for x in inside}
    found = [tuple(event) for event in worst_events(polynomials, interval)]
    assert len(set(found)) == len(found)
    assert expected <= set(found)


def test_the_events_of_a_half_line_reach_beyond_the_last_root() -> None:
    far = [(Fraction(10**6), 1)]
    assert [0] in list(worst_events([made(1, far, square=False)], interval_of(Fraction(1), None)))
    tiny = fmpz_poly([-(10**9), 0, 1])  # its greatest coefficient is the constant one
    assert [0] in list(worst_events([tiny], interval_of(Fraction(1), None)))
    assert not holds(-tiny, ">= 0", interval_of(Fraction(1), None))


def test_a_chain_computed_by_hand() -> None:
    """t^3 - 3 t + 1 = (t / 3) (3 t^2 - 3) - (2 t - 1), and 3 t^2 - 3 is -9/4 at 1/2."""
    chain = sturm_chain(fmpz_poly([1, -3, 0, 1]), interval_of(Fraction(1), None))
    assert chain == [fmpz_poly([1, -3, 0, 1]), fmpz_poly([-3, 0, 3]), fmpz_poly([-1, 2]), fmpz_poly([1])]


def test_a_chain_needs_a_factor_without_repeated_roots() -> None:
    with pytest.raises(Rejected, match=r"^factors: a factor has a repeated root"):
        sturm_chain(fmpz_poly([-1, 1]) ** 2, interval_of(Fraction(1), None))


def test_factors_that_do_not_multiply_to_the_polynomial() -> None:
    with pytest.raises(Rejected, match=r"^factors: the factors of a polynomial do not multiply to it"):
        exactly(fmpz_poly([-3, 0, 1]), fmpz_poly([-2, 1]))


def test_work_is_counted_before_it_is_done() -> None:
    """Whatever is done costs something, and with one unit less it is refused."""
    polynomial = fmpz_poly([0] * 7 + [-2, 0, 1])
    one = interval_of(Fraction(1), Fraction(2))
    work: list[Callable[[Interval], object]] = [
        lambda interval: chains_of([polynomial], interval),
        lambda interval: sturm_chain(fmpz_poly([-2, 0, 1]), interval),
        lambda interval: holds(fmpz_poly([1]), ">= 0", interval),
    ]
    for act in work:
        whole = Budget()
        act(Interval(one.lower, one.upper, whole))
        assert whole.spent > 0
        act(Interval(one.lower, one.upper, Budget(whole.spent)))
        refuses(Rejected, r"^size: ", act, Interval(one.lower, one.upper, Budget(whole.spent - 1)))


def table(rows: list[list[tuple[Any, int]]]) -> list[list[tuple[Any, Any]]]:
    """Rows of quotients: a number (or a coefficient of t, as text) over one of a few denominators."""
    field = Field(Budget(), None)
    bottoms = [field.polynomial(x) for x in ("1", "2", [["1", 1, 0]])]
    return [[(field.polynomial([[top, 1, 0]] if top > "4" else top), bottoms[k]) for top, k in row] for row in rows]


cells = st.tuples(st.sampled_from("12345678"), st.integers(0, 2))


@pytest.mark.slow
@given(st.integers(1, 3).flatmap(lambda m: st.lists(st.lists(cells, min_size=m, max_size=m), min_size=2, max_size=4)))
def test_pairs_are_unlike_unless_their_columns_are_the_same(rows: list[list[tuple[str, int]]]) -> None:
    pairs = [(i, j) for i in range(len(rows)) for j in range(len(rows))]
    columns = {(i, j): sorted(zip(rows[i], rows[j], strict=True)) for i, j in pairs}
    chosen = unlike(Claim(Field(Budget(), None), table(rows), pairs, None, (None, None)))  # type: ignore[arg-type]
    listed = [columns[i, j] for i, j in chosen]
    assert len(chosen) == len({str(c) for c in columns.values()}) == len({str(c) for c in listed})
