"""The quantities that ship, against mpmath's quadrature, brute force over events, and sums by Python's fractions."""

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath
import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st

from dpexact import exact
from dpexact.audit import audit
from dpexact.audit.paper import registered
from dpexact.audit.quantities import QUANTITIES
from dpexact.audit.quantities.given import orders
from dpexact.errors import DPExactError, ParameterError, TooLargeError
from dpexact.laws.concentrated import TrapezoidalRule
from dpexact.numbers.balls import WorkingPrecision, rational_bounds
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from dpexact.numbers.formula import closed_text
from dpexact.numbers.grammar import Term
from tests.beside import beside
from tests.each import each
from tests.oracle import excesses, least_factor
from tests.pairs import least_delta
from tests.refusals import refuses
from tests.second_routes.published.laws import LAWS

BESIDE = beside(__file__)

COMPUTE: dict[str, Any] = {quantity.name: quantity.compute for quantity in QUANTITIES}
BITS = 120


def near(number: Any, reference: Any, digits: int = 25) -> bool:
    """Return whether the number agrees with a reference of many digits; as bounds, and they are narrow."""
    if isinstance(number, Exact):
        lower, upper = number.enclosure(BITS)
    else:
        assert isinstance(number, Enclosure)
        refined = number.refine(BITS)
        lower, upper = refined.lower, refined.upper
    assert upper - lower <= Fraction(1, 2 ** (BITS - 1))
    middle = (lower + upper) / 2
    with mpmath.workdps(60):
        value = mpmath.mpf(middle.numerator) / middle.denominator
        return bool(abs(value - reference) <= mpmath.mpf(10) ** -digits * (1 + abs(reference)))


def is_as_defined(name: str, given: dict[str, str], digits: int = 25) -> bool:
    """Return whether a quantity agrees with the integral, sum or search of the second route."""
    with mpmath.workdps(digits + 20):
        return near(COMPUTE[name](**given), LAWS[name](**given), digits)


def real(number: Any) -> Any:
    """Return a rational number at the working precision of mpmath."""
    return mpmath.mpf(Fraction(number).numerator) / Fraction(number).denominator


@st.composite
def laws(draw: st.DrawFn) -> tuple[list[Fraction], list[Fraction]]:
    size = draw(st.integers(1, 4))

    def law() -> list[Fraction]:
        weights = draw(st.lists(st.integers(0, 5), min_size=size, max_size=size).filter(any))
        return [Fraction(weight, sum(weights)) for weight in weights]

    return law(), law()


def text(numbers: list[Fraction]) -> str:
    return ", ".join(map(str, numbers))


@pytest.mark.slow
@given(laws(), st.sampled_from(["0", "1/2", "-1/3", "log(2)", "log(3)/2", "2"]))
def test_privacy_delta_is_the_largest_excess(pair: tuple[list[Fraction], list[Fraction]], epsilon: str) -> None:
    p, q = pair
    number = COMPUTE["privacy.delta"](p=text(p), q=text(q), epsilon=epsilon)
    with mpmath.workdps(60):
        known = {"log(2)": mpmath.log(2), "log(3)/2": mpmath.log(3) / 2}
        E = mpmath.exp(known[epsilon] if epsilon in known else real(epsilon))
        assert near(number, max(excesses(p, q, E)))


@pytest.mark.slow
@given(laws(), st.fractions(0, 1, max_denominator=12))
def test_privacy_epsilon_is_the_least(pair: tuple[list[Fraction], list[Fraction]], delta: Fraction) -> None:
    p, q = pair
    epsilon = COMPUTE["privacy.epsilon"](p=text(p), q=text(q), delta=str(delta))
    E = least_factor([p, q], [(0, 1)], delta)
    if math.inf == E:
        assert epsilon == math.inf
        return
    with mpmath.workdps(60):
        assert near(epsilon, mpmath.log(real(E)))


def test_a_direction_and_disjoint_supports() -> None:
    compute = COMPUTE["privacy.epsilon"]
    assert compute(p="1, 0", q="1/2, 1/2", delta="0").decimal(5) == "[0.69314, 0.69315]"
    assert compute(p="1/2, 1/2", q="1, 0", delta="0") == math.inf
    assert compute(p="1/2, 1/2", q="1, 0", delta="1/2") == exact(0)


@pytest.mark.slow
@given(st.integers(2, 9), st.fractions(0, 1, max_denominator=30))
def test_randomized_response(k: int, truth: Fraction) -> None:
    epsilon = COMPUTE["randomized_response.epsilon"](truth=str(truth), categories=str(k))
    if truth in (0, 1):
        assert epsilon == math.inf
        return
    other = (1 - truth) / (k - 1)
    with mpmath.workdps(60):
        assert near(epsilon, abs(mpmath.log(real(truth / other))))


@pytest.mark.slow
@given(
    st.fractions(0, 1, max_denominator=8), st.fractions(0, 1, max_denominator=8), st.fractions(0, 1, max_denominator=8)
)
def test_rappor_by_the_two_stages(f: Fraction, p: Fraction, q: Fraction) -> None:
    """One bit in two stages: kept, set or cleared with f, then reported with q or p."""
    kept = {1: 1 - f / 2, 0: f / 2}  # P(z = 1) given the bit
    said = {bit: kept[bit] * q + (1 - kept[bit]) * p for bit in (0, 1)}
    epsilon = COMPUTE["rappor.epsilon"](f=str(f), p=str(p), q=str(q), hashes="3")
    if said[0] == said[1]:
        assert epsilon == exact(0)
    elif {said[0], said[1]} & {Fraction(0), Fraction(1)}:
        assert epsilon == math.inf
    else:
        odds = said[1] * (1 - said[0]) / (said[0] * (1 - said[1]))
        with mpmath.workdps(60):
            assert near(epsilon, 3 * abs(mpmath.log(real(odds))))


@pytest.mark.slow
@pytest.mark.parametrize("epsilon", ["0", "1/4", "1/2", "1", "2", "-1/2", "-2"])
@pytest.mark.parametrize("rate", ["0", "1/10", "1/2", "1"])
@pytest.mark.parametrize("relation", ["remove", "add"])
def test_sampled_laplace_by_integrals(epsilon: str, rate: str, relation: str) -> None:
    sampled = {"rate": rate, "relation": relation}
    assert is_as_defined("laplace.delta", {"scale": "2", "sensitivity": "1", "epsilon": epsilon, **sampled}, 20)


@pytest.mark.slow
@pytest.mark.parametrize("epsilon", ["0", "1/4", "1/2", "1", "2", "-1/2", "-2"])
def test_laplace_by_integrals(epsilon: str) -> None:
    assert is_as_defined("laplace.delta", {"scale": "2", "sensitivity": "1", "epsilon": epsilon}, 20)


def test_laplace_without_a_relation_is_the_larger() -> None:
    given_names = {"scale": "1", "sensitivity": "1", "rate": "1/10"}
    for epsilon in ("1/20", "-1/20", "0"):
        both = [COMPUTE["laplace.delta"](**given_names, epsilon=epsilon, relation=r) for r in ("add", "remove")]
        number = COMPUTE["laplace.delta"](**given_names, epsilon=epsilon)
        middles = [(x.enclosure(100) if isinstance(x, Exact) else (x.refine(100).lower, 0))[0] for x in (*both, number)]
        assert abs(middles[2] - max(middles[:2])) <= Fraction(1, 2**99)
    assert COMPUTE["laplace.delta"](scale="1", sensitivity="0", epsilon="-1") == 1 - exact("exp(-1)")


@pytest.mark.slow
@pytest.mark.parametrize(("sigma", "epsilon"), [("1", "1"), ("2", "0"), ("1/2", "3"), ("3", "-1/2"), ("1", "8")])
def test_gaussian_delta_by_integrals(sigma: str, epsilon: str) -> None:
    assert is_as_defined("gaussian.delta", {"sigma": sigma, "sensitivity": "1", "epsilon": epsilon}, 20)


@pytest.mark.seldom
@pytest.mark.parametrize(("sigma", "delta"), [("1", "1e-5"), ("4", "1e-10"), ("1/3", "0.1"), ("10", "1e-300")])
def test_gaussian_inverses(sigma: str, delta: str) -> None:
    """Delta at the least epsilon is delta; the least sigma there is sigma."""
    epsilon = COMPUTE["gaussian.epsilon"](sigma=sigma, sensitivity="2", delta=delta).refine(1200)
    low, high = (
        COMPUTE["gaussian.delta"](sigma=sigma, sensitivity="2", epsilon=str(e)) for e in (epsilon.lower, epsilon.upper)
    )
    assert high <= exact(delta) <= low
    again = COMPUTE["gaussian.sigma"](epsilon=str(epsilon.lower), delta=delta, sensitivity="2").refine(60)
    assert abs(again.lower - Fraction(sigma)) < Fraction(1, 2**50)


@pytest.mark.slow
@pytest.mark.parametrize("sigma", ["1e-6", "1e-10", "1e-30"])
def test_gaussian_epsilon_of_hardly_any_noise(sigma: str) -> None:
    """With epsilon = m^2/2 + t m the tails are of t and m + t; the second times e^epsilon is a Mills ratio."""
    with mpmath.workdps(120):
        m, delta = 1 / mpmath.mpf(sigma), mpmath.mpf(10) ** -5

        def excess(t: Any) -> Any:
            x = m + t
            ratio = mpmath.nsum(lambda k: (-1) ** int(k) * mpmath.fac2(2 * k - 1) / x ** (2 * k), [0, 9]) / x
            return mpmath.ncdf(-t) - mpmath.npdf(t) * ratio - delta

        t = mpmath.findroot(excess, 4.2)
        found = COMPUTE["gaussian.epsilon"](sigma=sigma, sensitivity="1", delta="1e-5")
        assert near(found * exact(sigma) * exact(sigma), mpmath.mpf(1) / 2 + t / m, 30)


def test_gaussian_at_its_ends() -> None:
    epsilon, sigma = COMPUTE["gaussian.epsilon"], COMPUTE["gaussian.sigma"]
    assert epsilon(sigma="1", sensitivity="1", delta="0") == math.inf
    assert epsilon(sigma="1", sensitivity="1", delta="1") == exact(0)
    assert epsilon(sigma="1", sensitivity="0", delta="0") == exact(0)
    assert epsilon(sigma="1", sensitivity="1", delta="0.39") == exact(0)  # 2 Phi(1/2) - 1 = 0.3829...
    assert epsilon(sigma="1", sensitivity="1", delta="0.38") > 0
    assert sigma(epsilon="1", delta="0", sensitivity="1") == math.inf
    assert sigma(epsilon="1", delta="1", sensitivity="1") == exact(0)
    assert sigma(epsilon="1", delta="0", sensitivity="0") == exact(0)
    for delta in ("0.63", "0.64", "1"):  # 1 - 1/e = 0.632...
        with pytest.raises(ParameterError, match=r"^epsilon: expected a number >= 0, got '-1'"):
            sigma(epsilon="-1", delta=delta, sensitivity="1")


@pytest.mark.slow
@given(
    st.sampled_from(["1/2", "1/3", "4/5"]), st.integers(0, 5), st.sampled_from(["1", "6/5", "4", "1/2", "1/9", "20"])
)
def test_discrete_laplace_by_a_long_sum(ratio: str, k: int, E: str) -> None:
    r, factor, far = Fraction(ratio), Fraction(E), 400

    def law(z: int) -> Fraction:
        return (1 - r) / (1 + r) * r ** abs(z)

    parts = (law(z) - factor * law(z - k) for z in range(-far, far + 1))
    expected = sum((part for part in parts if part > 0), Fraction(0))
    number = COMPUTE["discrete_laplace.delta"](decay=f"-log({ratio})", sensitivity=str(k), epsilon=f"log({E})")
    assert isinstance(number, Exact)
    assert abs(number.as_fraction() - expected) <= 4 * (1 + factor) * r ** (far - 5)


@each(("sigma", "k"), [("1", 1), ("3", 2), ("1/2", 1), ("7", 15)])
@each("epsilon", ["0", "1/2", "3", "-1/4"])
@each("truncation", [None, 0, 4, 9, 40])
def test_discrete_gaussian_by_a_long_sum(sigma: str, k: int, epsilon: str, truncation: int | None) -> None:
    cut = {} if truncation is None else {"truncation": str(truncation)}
    assert is_as_defined("discrete_gaussian.delta", {"sigma": sigma, "sensitivity": str(k), "epsilon": epsilon, **cut})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rho", "delta"), [("2.56", "1e-10"), ("0.1", "1e-6"), ("1e-6", "1e-3"), ("5", "0.5"), ("100", "1e-300")]
)
def test_zcdp_by_minimising(rho: str, delta: str) -> None:
    for conversion in ("optimal", "simple"):
        assert is_as_defined("zcdp.epsilon", {"rho": rho, "delta": delta, "conversion": conversion}), conversion


def test_zcdp_at_its_ends() -> None:
    for conversion in ("simple", "optimal"):
        assert COMPUTE["zcdp.epsilon"](rho="0", delta="0", conversion=conversion) == exact(0)
        assert COMPUTE["zcdp.epsilon"](rho="1", delta="0", conversion=conversion) == math.inf
    assert COMPUTE["zcdp.epsilon"](rho="1", delta="1", conversion="simple") == exact(1)
    assert COMPUTE["zcdp.epsilon"](rho="1", delta="1", conversion="optimal") == exact(0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("order", "rate", "sigma"), [(2, "1/100", "1"), (5, "1/3", "2"), (3, "1", "1/2"), (4, "0", "1"), (32, "1/50", "4")]
)
def test_renyi_divergence_by_an_integral(order: int, rate: str, sigma: str) -> None:
    assert is_as_defined("rdp.subsampled_gaussian", {"order": str(order), "rate": rate, "sigma": sigma})


@pytest.mark.seldom
@pytest.mark.parametrize(
    ("order", "rate", "sigma"),
    [("1.1", "1/100", "1"), ("3/2", "1/100", "1.1"), ("10.9", "1/5", "1/2"), ("33/10", "1/1000", "4"),
     ("1+1e-9", "1/3", "2"), ("pi", "9/10", "1"), ("40.5", "1/50", "3"), ("2", "1/7", "1")],
)  # fmt: skip
def test_renyi_divergence_at_a_real_order_by_quadrature(order: str, rate: str, sigma: str) -> None:
    """Gauss and Legendre's rule on pieces, which is no trapezoidal one; about z = x/sigma."""
    with mpmath.workdps(40):
        r, s = real(rate), real(sigma)
        known = {"1+1e-9": 1 + mpmath.mpf(10) ** -9, "pi": mpmath.pi}
        a = known[order] if order in known else real(order)

        def excess(z: Any) -> Any:
            ratio = 1 - r + r * mpmath.exp(z / s - 1 / (2 * s * s))
            return mpmath.npdf(z) * mpmath.expm1(a * mpmath.log(ratio))  # less 1 in all, for orders near 1

        pieces = [mpmath.mpf(n) for n in range(-14, 16 + int(a / s))]
        divergence = mpmath.log1p(mpmath.quad(excess, pieces, method="gauss-legendre")) / (a - 1)
        assert near(COMPUTE["rdp.subsampled_gaussian"](order=order, rate=rate, sigma=sigma), divergence, 18)


@pytest.mark.parametrize(("order", "rate", "sigma"), [(2, "1/100", "1"), (7, "1/3", "1/2"), (30, "1/2", "5")])
def test_the_trapezoidal_rule_at_integer_orders_is_the_binomial_sum(order: int, rate: str, sigma: str) -> None:
    whole = COMPUTE["rdp.subsampled_gaussian"](order=str(order), rate=rate, sigma=sigma).refine(400)
    with WorkingPrecision(500):
        q, s, a = (arb(fmpq(Fraction(x).numerator, Fraction(x).denominator)) for x in (rate, sigma, str(order)))
        lower, upper = rational_bounds(TrapezoidalRule(q, s).divergence(a))
    assert lower <= whole.upper
    assert whole.lower <= upper
    assert upper - lower < whole.lower / 2**400


def test_renyi_divergence_at_the_ends_of_the_rate() -> None:
    assert COMPUTE["rdp.subsampled_gaussian"](order="3/2", rate="1", sigma="2") == exact("3/16")
    assert COMPUTE["rdp.subsampled_gaussian"](order="3/2", rate="0", sigma="2") == exact(0)


@each("order", ["1", "1/2", "0", "100001", "1e30", "1e-9999", "2 +"])
def test_orders_out_of_range(order: str) -> None:
    refuses(DPExactError, r"^order: ", COMPUTE["rdp.subsampled_gaussian"], order=order, rate="1/2", sigma="1")


@pytest.mark.parametrize("sigma", ["1e-30", "1e-500"])
def test_hardly_any_noise_at_orders_that_are_no_integers(sigma: str) -> None:
    refuses(TooLargeError, r"^sigma: ", COMPUTE["rdp.subsampled_gaussian"], order="3/2", rate="1/2", sigma=sigma)


def test_orders_with_a_step() -> None:
    """Opacus' defaults: tenths up to 10.9, then integers."""
    assert orders("orders", "1.1..10.9 step 0.1, 12..63") == [
        *(Fraction(10 + n, 10) for n in range(1, 100)), *range(12, 64)
    ]  # fmt: skip
    assert orders("orders", "5/2, 3/2..9/2") == [Fraction(3, 2), Fraction(5, 2), Fraction(7, 2), Fraction(9, 2)]


@each(("text", "message"), BESIDE["orders_that_cannot_be_read_say_which"])
def test_orders_that_cannot_be_read_say_which(text: str, message: str) -> None:
    refuses(DPExactError, message, orders, "orders", text)


def test_renyi_epsilon_is_the_least_over_the_orders() -> None:
    common = {"rate": "1/100", "sigma": "1", "steps": "100", "delta": "1e-5"}
    single = [
        COMPUTE["rdp.subsampled_gaussian_epsilon"](**common, orders=str(order), conversion="mironov").refine(80).lower
        for order in range(2, 20)
    ]
    both = COMPUTE["rdp.subsampled_gaussian_epsilon"](**common, orders="2, 3..19", conversion="mironov").refine(80)
    assert abs(both.lower - min(single)) < Fraction(1, 2**70)


@pytest.mark.seldom
def test_zcdp_of_a_huge_rho() -> None:
    """The best order is 1 + sqrt(ln(1/delta)/rho) but for smaller terms, and epsilon is rho but for its root."""
    epsilon = COMPUTE["zcdp.epsilon"](rho="1e300", delta="1e-10", conversion="optimal")
    assert exact("1e300") < epsilon < exact("1e300") + exact("1e152")


@pytest.mark.slow
def test_renyi_epsilon_of_hundreds_of_orders_and_little_noise() -> None:
    """The divergence is (a/2)/sigma^2 + ln(rate) a/(a-1) but for e^-9500, and rises in a: least where a is 2 to 20."""
    with mpmath.workdps(60):
        converted = min(
            (a * mpmath.log(mpmath.mpf(1) / 100) + mpmath.mpf(a * (a - 1)) * 5000 + mpmath.log(10**5)) / (a - 1)
            for a in range(2, 501)
        )
        common = {"rate": "1/100", "sigma": "1/100", "steps": "1", "delta": "1e-5", "conversion": "mironov"}
        assert near(COMPUTE["rdp.subsampled_gaussian_epsilon"](**common, orders="2..500"), converted, 25)


def test_orders_that_are_too_much_work() -> None:
    good = GOOD["rdp.subsampled_gaussian_epsilon"]
    with pytest.raises(TooLargeError, match=r"^orders.*2000000"):
        COMPUTE["rdp.subsampled_gaussian_epsilon"](**{**good, "orders": "99000..99900"})


@pytest.mark.slow
@given(
    st.integers(0, 5),
    st.sampled_from(["1", "2", "6/5"]),
    st.sampled_from(["0", "1/10", "1"]),
    st.sampled_from(["1", "3/2", "2", "8", "1/2"]),
)
def test_optimal_composition_over_all_outcomes(k: int, E: str, delta: str, total: str) -> None:
    """The dominating pair: four outcomes, k times, all 4^k of them."""
    e, d, T = Fraction(E), Fraction(delta), Fraction(total)
    p = (d, (1 - d) * e / (1 + e), (1 - d) / (1 + e), Fraction(0))
    names = {"epsilon": f"log({E})", "delta": delta, "count": str(k)}
    assert COMPUTE["composition.optimal_delta"](**names, total_epsilon=f"log({total})") == least_delta(
        [(p, p[::-1])] * k, T
    )


@pytest.mark.slow
@given(
    st.integers(1, 6),
    st.sampled_from(["1/5", "log(2)"]),
    st.sampled_from(["0", "1/1000"]),
    st.sampled_from(["0", "1/100", "1/2", "1"]),
)
def test_optimal_epsilon_inverts(k: int, epsilon: str, delta: str, total: str) -> None:
    names = {"epsilon": epsilon, "delta": delta, "count": str(k)}
    least = COMPUTE["composition.optimal_epsilon"](**names, total_delta=total)
    if isinstance(least, float):
        assert 1 - (1 - Fraction(delta)) ** k > Fraction(total)
        return
    bounds = least.enclosure(80) if isinstance(least, Exact) else (least.refine(80).lower, least.refine(80).upper)
    at_most = COMPUTE["composition.optimal_delta"](**names, total_epsilon=str(bounds[1]))
    assert at_most <= exact(total)
    if bounds[0] > 0 and Fraction(total) > 0:
        assert COMPUTE["composition.optimal_delta"](
            **names, total_epsilon=str(bounds[0] - Fraction(1, 2**60))
        ) >= exact(total)


@pytest.mark.slow
def test_many_mechanisms_are_enclosed() -> None:
    given = {"epsilon": "1/100", "delta": "1e-9", "count": "1000", "total_epsilon": "1"}
    assert is_as_defined("composition.optimal_delta", given)


def test_basic_and_advanced_composition() -> None:
    assert COMPUTE["composition.basic_epsilon"](epsilon="0.1", count="7") == exact("0.7")
    assert is_as_defined("composition.advanced_epsilon", {"epsilon": "0.1", "count": "10", "delta": "1e-6"})
    with mpmath.workdps(60):
        classical = mpmath.sqrt(2 * mpmath.log(mpmath.mpf("1.25e5"))) * 3 / mpmath.mpf("0.5")
        assert near(COMPUTE["gaussian.classical_sigma"](epsilon="0.5", delta="1e-5", sensitivity="3"), classical)
    assert COMPUTE["composition.advanced_epsilon"](epsilon="0.1", count="10", delta="0") == math.inf


GOOD = BESIDE["good"]  # fmt: skip
FREE = {"epsilon", "total_epsilon", "threshold", "scores"}  # may be negative where the curve is meant
NEVER_BELOW = (
    "composition.b", "composition.a", "composition.f", "gaussian.c", "sh", "bi", "sk", "exp", "per"
)  # fmt: skip
NEVER = "-3"  # out of range for every other parameter
WORDS = {"relation", "conversion", "orders", "p", "q"}


@each("name", sorted(GOOD))
def test_a_parameter_out_of_range_is_named(name: str) -> None:
    COMPUTE[name](**GOOD[name])
    for parameter in GOOD[name]:
        free = parameter in FREE and not (parameter == "epsilon" and name.startswith(NEVER_BELOW))
        bad = [] if free else [NEVER]
        for wrong in (*bad, "x", "1 +", "log(0)"):
            said = refuses(DPExactError, "", COMPUTE[name], **{**GOOD[name], parameter: wrong})
            assert said.startswith(parameter), (parameter, wrong, said)


def test_every_quantity_is_registered_and_tested() -> None:
    names = {quantity.name for quantity in QUANTITIES}
    assert names == {*GOOD, "formula", "dp_sgd.delta", "dp_sgd.epsilon"}  # those: test_composition_expression.py
    assert names <= set(registered(()))
    for quantity in QUANTITIES:
        assert quantity.reference
        if quantity.name in GOOD:
            assert set(GOOD[quantity.name]) == {*quantity.parameters, *quantity.optional}


@pytest.mark.parametrize("sensitivity", ["1e9999", "9" * 5000, "exp(exp(10))", "1e401"])
def test_gaussian_noise_at_ratios_beyond_measure(sensitivity: str) -> None:
    with pytest.raises(TooLargeError, match=r"^sensitivity: expected .* <= 1e400"):
        COMPUTE["gaussian.epsilon"](sigma="1", sensitivity=sensitivity, delta="1e-5")
    with pytest.raises(TooLargeError, match=r"^sensitivity: expected sensitivity/sigma <= 1e400"):
        COMPUTE["gaussian.epsilon"](sigma=f"1/({sensitivity})", sensitivity="1", delta="1e-5")
    for extreme in (sensitivity, f"1/({sensitivity})"):
        with pytest.raises(TooLargeError, match=r"^sensitivity: expected a number <= 1e400 and >= 1e-400"):
            COMPUTE["gaussian.sigma"](epsilon="1", sensitivity=extreme, delta="1e-5")


@pytest.mark.slow
def test_a_tiny_sigma_is_positive_and_narrow() -> None:
    one, tiny = (COMPUTE["gaussian.sigma"](epsilon="1", delta="1e-5", sensitivity=s) for s in ("1", "1e-200"))
    tiny = tiny.refine(1500)
    assert 0 < tiny.lower < tiny.upper < tiny.lower * (1 + Fraction(1, 10**30))
    assert one.lower <= tiny.upper * 10**200  # sigma is proportional to the sensitivity
    assert tiny.lower * 10**200 <= one.upper


@pytest.mark.parametrize("delta", ["1.2", "-1", "0"])
def test_the_delta_of_the_classical_sigma(delta: str) -> None:
    with pytest.raises(DPExactError, match=r"^delta: expected a number"):
        COMPUTE["gaussian.classical_sigma"](epsilon="1/2", delta=delta, sensitivity="1")


@each("text", ["", "1", "2..1", "2..", "2..5000", "2,,3", "2...3"])
def test_orders_that_are_none(text: str) -> None:
    with pytest.raises(DPExactError, match=r"^orders"):
        COMPUTE["rdp.subsampled_gaussian_epsilon"](**{**GOOD["rdp.subsampled_gaussian_epsilon"], "orders": text})


@pytest.mark.parametrize(
    ("p", "q"), [("1/2, 1/3", "1/2, 1/2"), ("1", "1/2, 1/2"), ("3/2, -1/2", "1/2, 1/2"), ("pi, 1 - pi", "1, 0")]
)
def test_laws_that_are_none(p: str, q: str) -> None:
    refuses(DPExactError, r"^[pq]", COMPUTE["privacy.delta"], p=p, q=q, epsilon="1")


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("dp_sgd.epsilon", {"noise_multiplier": "9/10", "delta": "1e-5", "rate": "1/7", "steps": "3"}),
        ("dp_sgd.delta", {"noise_multiplier": "9/10", "epsilon": "2", "batch": "1", "examples": "7", "epochs": "1/2"}),
        ("composition.epsilon", {"expression": "gaussian(3)", "delta": "1e-5"}),
    ],
)
def test_each_text_is_read_once(monkeypatch: pytest.MonkeyPatch, name: str, texts: dict[str, str]) -> None:
    seen: list[str] = []

    def counting(parameter: str, text: str) -> Term:
        seen.append(parameter)
        return closed_text(parameter, text)

    monkeypatch.setattr("dpexact.audit.quantities.given.closed_text", counting)
    monkeypatch.setattr("dpexact.audit.quantities.accounting.closed_text", counting)
    compute = next(quantity.compute for quantity in QUANTITIES if quantity.name == name)
    compute(**texts)
    assert sorted(seen) == sorted(set(texts) - {"epsilon", "expression"})  # these two have readers of their own


@pytest.mark.slow
def test_a_pair_that_is_a_bound_refutes_no_number_below_it(tmp_path: Path) -> None:
    """By (1 - sqrt(E/e))^2/(1 - 1/e) = 1/10 epsilon is 0.42084..., and the hull of that curve has 0.42158..."""
    text = 'dpexact: {} composition.epsilon(expression="exponential_mechanism(1)", delta=0.1)\n'
    claims = [f"{claim[:6]}\n{text.format(claim)}\n\n" for claim in ("0.4208 =", "0.4209 >=", "0.4216 >=")]
    least = 'composition.least(expression="exponential_mechanism(epsilon=1)*gaussian(?)", epsilon=2, delta=0.1, step=1)'
    (tmp_path / "a.md").write_text(f"{''.join(claims)}1.0\ndpexact: 1.0 = {least}\n", "utf-8")
    verdicts = [row.judgement.verdict for row in audit([tmp_path / "a.md"]).rows]
    assert verdicts == ["undecided", "undecided", "valid-bound", "undecided"]
