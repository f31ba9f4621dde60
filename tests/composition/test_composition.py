"""Exact composition, against every output of the composition one by one, and closed forms."""

import math
import pickle
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, cast

import pytest

from dpexact import DPExactError, Exact, TooLargeError, exact
from dpexact.composition import PrivacyLoss, finite, gaussian, optimal_composition_delta, privacy_loss
from dpexact.composition import masses as rows_of_masses
from dpexact.composition.factors import Pair, multiply
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.formula import formula_value
from dpexact.testing import exact_reference
from tests.beside import beside
from tests.each import each
from tests.oracle import MP
from tests.pairs import FACTORS, PAIRS, Rows, fractions, least_delta, least_factor, masses
from tests.refusals import refuses
from tests.values import of_type

BESIDE = beside(__file__)


def loss_of(rows: Rows) -> PrivacyLoss:
    return privacy_loss(rows[0], rows[1])


@pytest.mark.slow
@each("name", PAIRS)
@each("count", [0, 1, 2, 3])
def test_delta_against_every_outcome(name: str, count: int) -> None:
    loss = loss_of(PAIRS[name]) ** count
    assert loss.exact
    for factor in FACTORS:
        assert loss.delta(factor) == exact(least_delta([PAIRS[name]] * count, factor))
        back = least_delta([PAIRS[name][::-1]] * count, factor)
        assert loss.reversed().delta(factor) == exact(back)


@each("name", PAIRS)
@each("count", [0, 1, 2, 3])
def test_least_factor_against_every_outcome(name: str, count: int) -> None:
    loss, pairs = loss_of(PAIRS[name]) ** count, [PAIRS[name]] * count
    certain = sum((a for a, b in masses(pairs) if not b), Fraction(0))
    deltas = {Fraction(0), Fraction(1), Fraction(1, 10), certain, (1 + certain) / 2, least_delta(pairs, Fraction(2))}
    for delta in deltas:
        expected = least_factor(pairs, delta)
        assert loss.exp_epsilon(delta) == (expected if expected == math.inf else exact(expected))


def test_unlike_pairs_against_every_outcome() -> None:
    names = ["response", "4 and 8", "never leaks", "1, 2 and 1/2"]
    loss = math.prod((loss_of(PAIRS[name]) for name in names), start=PrivacyLoss(()))
    pairs = [PAIRS[name] for name in names]
    for factor in FACTORS:
        assert loss.delta(factor) == exact(least_delta(pairs, factor))
    assert loss.exp_epsilon("1/7") == exact(least_factor(pairs, Fraction(1, 7)))


def test_randomized_response_by_its_binomial_sum() -> None:
    # P(k noes of 60) = C(60, k) 3^k / 4^60 and Q = C(60, k) 3^(60-k) / 4^60, E = 3^15/2
    factor = Fraction(3**15, 2)
    terms = [math.comb(60, k) * (3**k - factor * 3 ** (60 - k)) for k in range(61)]
    expected = sum((max(Fraction(0), term) for term in terms), Fraction(0)) / 4**60
    loss = loss_of(PAIRS["response"]) ** 60
    assert loss.delta(factor) == exact(expected)
    assert loss.exp_epsilon(expected) == exact(factor)


@pytest.mark.parametrize("sign", [-1, 1])
def test_a_factor_next_to_a_ratio(sign: int) -> None:
    """Floats do not tell E from the ratio 3^k: the answer is exact all the same."""
    for k in range(1, 40):
        factor = 3**k + Fraction(sign, 10**40)
        terms = [math.comb(k, n) * (3**n - factor * 3 ** (k - n)) for n in range(k + 1)]
        expected = sum((max(Fraction(0), term) for term in terms), Fraction(0)) / 4**k
        assert (loss_of(PAIRS["response"]) ** k).delta(factor) == exact(expected)
        assert (expected > 0) == (sign < 0)


def test_a_transcendental_response_by_mpmath() -> None:
    yes, no = "exp(1)/(1 + exp(1))", "1/(1 + exp(1))"
    loss = privacy_loss([yes, no], [no, yes]) ** 20
    found = of_type(Exact, loss.delta("exp(7/2)"))
    p = MP.e / (1 + MP.e)
    terms = [
        MP.binomial(20, k) * (p**k * (1 - p) ** (20 - k) - MP.exp(MP.mpf(7) / 2) * p ** (20 - k) * (1 - p) ** k)
        for k in range(21)
    ]
    assert abs(MP.mpf(found.decimal(100)) - sum(max(MP.mpf(0), t) for t in terms)) < MP.mpf(10) ** -95
    assert (loss**2).exp_epsilon(0) == exact("exp(40)")


@pytest.mark.parametrize("factor", ["1/100", "1/3", "9/10", "exp(-1)", "3/2"])
def test_any_factor_by_the_positive_parts(factor: str) -> None:
    """For E < 1 too, in both directions, with outcomes of one side only, and for two runs."""
    p = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6), Fraction(0)]
    q = [Fraction(1, 4), Fraction(1, 4), Fraction(0), Fraction(1, 2)]
    for runs in (1, 2):
        first, second = ([math.prod(part) for part in product(side, repeat=runs)] for side in (p, q))
        E = MP.exp(-1) if "exp" in factor else MP.mpf(Fraction(factor).numerator) / Fraction(factor).denominator
        forth, back = (
            sum(max(MP.mpf(0), MP.mpf(a.numerator) / a.denominator - E * b.numerator / b.denominator) for a, b in pairs)
            for pairs in (list(zip(first, second, strict=True)), list(zip(second, first, strict=True)))
        )
        loss, pair = privacy_loss(p, q) ** runs, finite(p, q) ** runs
        found = (loss.delta(factor), loss.reversed().delta(factor), pair.delta(factor))
        for number, expected in zip(found, (forth, back, max(forth, back)), strict=True):
            assert isinstance(number, Exact)
            assert abs(MP.mpf(number.decimal(60)) - expected) < MP.mpf(10) ** -50
        assert pair.direction(factor) == ("remove" if forth > back else "add")


def test_an_epsilon_below_0_of_gaussian_noise() -> None:
    """Phi(1/2 - epsilon) - e^epsilon Phi(-1/2 - epsilon) is Balle and Wang's curve, for every real epsilon."""
    for epsilon in ("-1/2", "-3"):
        x = MP.mpf(Fraction(epsilon).numerator) / Fraction(epsilon).denominator
        truth = MP.ncdf(MP.mpf(1) / 2 - x) - MP.exp(x) * MP.ncdf(-MP.mpf(1) / 2 - x)
        found = of_type(Enclosure, gaussian(1).delta(epsilon=epsilon))
        assert float(found.lower) <= truth + 1e-12
        assert float(found.upper) >= truth - 1e-12


IRRATIONAL: dict[str, tuple[list[str], list[str]]] = BESIDE["irrational"]


@each("name", IRRATIONAL)
@each("count", [1, 2, 3])
def test_irrational_ratios_against_every_outcome(name: str, count: int) -> None:
    p, q = ([exact(entry) for entry in row] for row in IRRATIONAL[name])
    outcomes = list(product(*[list(zip(p, q, strict=True))] * count))
    one = exact(1)
    both = [(math.prod((a for a, _ in c), start=one), math.prod((b for _, b in c), start=one)) for c in outcomes]
    for factor in ("1", "sqrt(2)" if "sqrt" in name else "2", "11/5"):
        found = of_type(Exact, (privacy_loss(p, q) ** count).delta(factor))
        numbers = [(MP.mpf(a.decimal(120)), MP.mpf(b.decimal(120))) for a, b in both]
        E = MP.mpf(exact(factor).decimal(120))
        expected = sum(max(MP.mpf(0), a - E * b) for a, b in numbers)
        assert abs(MP.mpf(found.decimal(120)) - expected) < MP.mpf(10) ** -100


@pytest.mark.parametrize("name", PAIRS)
def test_without_a_lattice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many unlike ratios are multiplied one by one; here all are."""

    def refuse(*_: object) -> None:
        message = "no lattice"
        raise TooLargeError(message)

    monkeypatch.setattr("dpexact.composition.loss.Plan.of", refuse)
    loss, pairs = loss_of(PAIRS[name]) ** 3, [PAIRS[name]] * 3
    assert loss._plan is None
    for factor in FACTORS:
        assert loss.delta(factor) == exact(least_delta(pairs, factor))
    for delta in (Fraction(0), Fraction(1, 10), Fraction(2, 3), Fraction(1)):
        expected = least_factor(pairs, delta)
        assert loss.exp_epsilon(delta) == (expected if expected == math.inf else exact(expected))


def test_equal_losses_are_merged() -> None:
    loss = loss_of(PAIRS["response"]) ** 1000
    assert len(loss._expansion.common if isinstance(loss._expansion, Pair) else loss._expansion.points) == 1001
    assert loss.delta(1) == (loss_of(PAIRS["response"]) ** 999).delta(1)  # an even run adds nothing at E = 1


def test_one_as_the_limit_of_the_composition_bound() -> None:
    loss = loss_of(PAIRS["response"])
    for count in (1, 2, 5):
        assert (loss**count).exp_epsilon(0) == 3**count
        assert (loss**count).delta(3**count) == 0
        assert (loss**count).delta(exact(3**count) - exact("1/1000")) > 0


def test_infinite_epsilon_leaves_what_is_certain() -> None:
    assert (loss_of(PAIRS["half leaks"]) ** 3).delta(math.inf) == exact("7/8")
    assert (loss_of(PAIRS["half leaks"]) ** 3).exp_epsilon("3/4") == math.inf
    assert (loss_of(PAIRS["half leaks"]) ** 3).epsilon("3/4") == math.inf
    assert loss_of(PAIRS["disjoint"]).delta(math.inf) == 1
    assert loss_of(PAIRS["disjoint"]).exp_epsilon(1) == 1


def test_nothing_composed() -> None:
    assert (loss_of(PAIRS["half leaks"]) ** 0).delta(1) == 0
    assert PrivacyLoss(()).exp_epsilon(0) == 1
    assert PrivacyLoss(()).delta(math.inf) == 0


def subsets_delta(factors: Sequence[Fraction], deltas: Sequence[Fraction], total: Fraction) -> Fraction:
    """Murtagh and Vadhan, Theorem 1.5: the sum over the subsets S of max(0, E_S - E E_{not S}) / prod(1 + E_i)."""
    whole = Fraction(0)
    for chosen in product([False, True], repeat=len(factors)):
        inside = math.prod((E for E, c in zip(factors, chosen, strict=True) if c), start=Fraction(1))
        outside = math.prod((E for E, c in zip(factors, chosen, strict=True) if not c), start=Fraction(1))
        whole += max(Fraction(0), inside - total * outside)
    left = math.prod((1 - d for d in deltas), start=Fraction(1))
    return 1 - left * (1 - whole / math.prod((1 + E for E in factors), start=Fraction(1)))


@each(("factors", "deltas"), BESIDE["the_optimal_composition_by_subsets"])
def test_the_optimal_composition_by_subsets(factors: str, deltas: str) -> None:
    E, d = fractions(factors), fractions(deltas)
    for total in FACTORS:
        assert optimal_composition_delta(E, d, total) == exact(subsets_delta(E, d, total))


def test_the_optimal_composition_of_equals_by_its_formula() -> None:
    # Kairouz, Oh and Viswanath, Theorem 3.3: at E^(k - 2i) for k = 9 and i = 2
    k, i, E, d = 9, 2, Fraction(3, 2), Fraction(1, 50)
    inner = sum(math.comb(k, l) * (E ** (k - l) - E ** (k - 2 * i + l)) for l in range(i)) / (1 + E) ** k
    expected = 1 - (1 - d) ** k * (1 - inner)
    assert optimal_composition_delta([E] * k, [d] * k, E ** (k - 2 * i)) == exact(expected)


KAIROUZ = "1 - (1 - d)**k*(1 - sum(binomial(k, l)*max(0, E**(k - l) - T*E**l), l, 0, k)/(1 + E)**k)"


@pytest.mark.parametrize("count", [1, 3, 8])
def test_the_optimal_composition_as_the_tables_compute_it(count: int) -> None:
    for total in ("0", "1/2", "5/2"):
        given = {"epsilon": "1/2", "delta": "1/100", "count": str(count), "total_epsilon": total}
        found = optimal_composition_delta(["exp(1/2)"] * count, ["1/100"] * count, f"exp({total})")
        assert found == exact_reference("composition.optimal_delta", **given)
        assert found == formula_value(KAIROUZ, {"E": "exp(1/2)", "d": "1/100", "k": count, "T": f"exp({total})"})


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "E of 0": (lambda: loss_of(PAIRS["response"]).delta(0), "expected E = e\\^epsilon >= 1"),
    "E a float": (lambda: loss_of(PAIRS["response"]).delta(1.5), "1.5"),
    "E not a number": (lambda: loss_of(PAIRS["response"]).delta(math.nan), "nan"),
    "E minus infinity": (lambda: loss_of(PAIRS["response"]).delta(-math.inf), "inf"),
    "delta above 1": (lambda: loss_of(PAIRS["response"]).exp_epsilon("11/10"), "from 0 to 1"),
    "delta below 0": (lambda: loss_of(PAIRS["response"]).epsilon("-1/10"), "from 0 to 1"),
    "no distribution": (lambda: privacy_loss(["1/2", "1/3"], ["1/2", "1/2"]), "p: expected values that sum to 1"),
    "negative": (lambda: privacy_loss(["3/2", "-1/2"], ["1/2", "1/2"]), "p"),
    "unlike lengths": (lambda: privacy_loss(["1"], ["1/2", "1/2"]), "p and q|q"),
    "free E": (lambda: privacy_loss(["E/(1+E)", "1/(1+E)"], ["1/2", "1/2"]), "E"),
    "a count below 0": (lambda: loss_of(PAIRS["response"]) ** -1, "count: expected an integer >= 0, got -1"),
    "a count of True": (lambda: loss_of(PAIRS["response"]) ** True, "count: expected an integer, got True"),
    "a count of a half": (lambda: loss_of(PAIRS["response"]) ** 0.5, "count: expected an integer, got 0.5"),
    "unlike lists": (lambda: optimal_composition_delta([2], [], 1), "expected 1 numbers"),
    "an E_i below 1": (lambda: optimal_composition_delta([2, "1/2"], [0, 0], 1), r"exp_epsilons\[1\]"),
    "a delta_i above 1": (lambda: optimal_composition_delta([2, 2], [0, 2], 1), r"deltas\[1\]"),
}


@each("name", REFUSED)
def test_refusals(name: str) -> None:
    call, words = REFUSED[name]
    refuses(DPExactError, words, call)


def test_a_free_epsilon_is_refused() -> None:
    from dpexact import free_exp_epsilon

    E = free_exp_epsilon()
    refuses(DPExactError, "free E", privacy_loss, [E / (1 + E), 1 / (1 + E)], [1 / (1 + E), E / (1 + E)])
    refuses(DPExactError, "free E", loss_of(PAIRS["response"]).delta, E)
    for question in (loss_of(PAIRS["response"]).exp_epsilon, loss_of(PAIRS["response"]).epsilon):
        refuses(DPExactError, "free E", question, 1 / (1 + E))


def test_fields_that_do_not_fit() -> None:
    root2 = privacy_loss(["sqrt(2)/2", "1 - sqrt(2)/2"], ["1/2", "1/2"])
    root3 = privacy_loss(["sqrt(3)/2", "1 - sqrt(3)/2"], ["1/2", "1/2"])
    # no field holds both, so no mass is exact
    first, second = ([root / 2, 1 - root / 2] for root in (MP.sqrt(2), MP.sqrt(3)))
    for factor in (1, 2):
        expected = sum(max(MP.mpf(0), a * b - MP.mpf(factor) / 4) for a, b in product(first, second))
        both = of_type(Enclosure, (root2 * root3).delta(factor))
        fine = both.refine(60)
        assert MP.mpf(fine.lower.numerator) / fine.lower.denominator <= expected
        assert expected <= MP.mpf(fine.upper.numerator) / fine.upper.denominator
    assert not (root2 * root3).exact
    largest = of_type(Enclosure, (root2 * root3).exp_epsilon(0))
    assert Fraction("2.4494897") < largest.lower <= largest.upper < Fraction("2.4494898")  # sqrt(6)
    assert root2.delta("sqrt(3)") == 0  # its ratios are sqrt(2) and 2 - sqrt(2)
    found = of_type(Enclosure, root2.exp_epsilon("sqrt(3)/9"))  # (sqrt(2)/2 - sqrt(3)/9) / (1/2) = 1.0293133...
    assert Fraction("1.02931338") < found.lower <= found.upper < Fraction("1.02931339")


def test_what_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    refuses(TooLargeError, "", (loss_of(PAIRS["never leaks"]) ** 2**70).delta, 3)
    monkeypatch.setattr(rows_of_masses, "MAX_LENGTH", 1 << 12)
    refuses(TooLargeError, "losses, more than 4096", (loss_of(PAIRS["response"]) ** 10**6).epsilon, "1/10")


@pytest.mark.slow
def test_more_runs_than_a_line_has_places_for() -> None:
    """A run has the loss log 3 or -log 3, half of log 3 in the mean. One in ten is 1.28 deviations above all means."""
    found = (loss_of(PAIRS["response"]) ** 10**11).epsilon("1/10")
    expected = math.log(3) * (10**11 / 2 + 1.2815515655446004 * math.sqrt(10**11 * 3 / 4))
    assert isinstance(found, Enclosure)
    assert float(found.lower) - 10 <= expected <= float(found.upper) + 10
    assert found.upper - found.lower < found.upper / 2**15


@pytest.mark.slow
def test_many_unlike_ratios() -> None:
    """300 ratios: no lattice is looked for; one run is multiplied out, three are rounded to a grid."""
    import numpy as np

    n, total = np.arange(1, 301, dtype=np.int64), 300 * 301 // 2
    loss = privacy_loss([Fraction(int(k), total) for k in n], [Fraction(1, 300)] * 300)
    products, often = n, np.ones(300, dtype=np.int64)
    for count in (1, 2, 3):
        excess = np.maximum(2**count * products - 2 * 301**count, 0)  # of P - 2 Q, over (2 total)^count
        assert int(excess.max()) * int(often.max()) * excess.size < 2**63
        expected = Fraction(int((excess * often).sum()), (2 * total) ** count)
        if count == 1:
            assert loss.delta(2) == exact(expected)
        if count < 3:
            products, places = np.unique(np.multiply.outer(products, n), return_inverse=True)
            often = np.bincount(places.ravel(), weights=np.repeat(often, 300)).astype(np.int64)
    thrice = of_type(Enclosure, (loss**3).delta(2))
    assert not (loss**3).exact
    assert thrice.lower <= expected <= thrice.upper
    assert thrice.upper - thrice.lower < Fraction(1, 2**16)


def test_equal_products_are_merged_without_a_lattice() -> None:
    loss = privacy_loss(["1/3", "2/3"], ["1/2", "1/2"]) ** 2
    assert [ratio for ratio, _, _ in multiply(cast("Any", loss.factors)).common].count(exact("4/9")) == 1
    assert len(multiply(cast("Any", loss.factors)).common) == 3
    refuses(TooLargeError, "products", multiply, cast("Any", (loss**10).factors))


def test_losses_are_values() -> None:
    loss, other = loss_of(PAIRS["response"]), loss_of(PAIRS["4 and 8"])
    assert loss * other * loss == loss**2 * other
    assert (loss**2) ** 3 == loss**6
    assert loss**0 == PrivacyLoss(())
    assert hash(loss**2) == hash(loss * loss)
    for p, q in PAIRS.values():
        assert privacy_loss(q, p) == privacy_loss(p, q).reversed()
    assert pickle.loads(pickle.dumps(loss**2)).delta(2) == (loss**2).delta(2)  # noqa: S301
    with pytest.raises(TypeError):
        loss * 2
