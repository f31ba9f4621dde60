"""The least noise: decided at the value and at its neighbor, against a second route."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import pytest

from dpexact import check, exact
from dpexact.audit.quantities.accounting import composition_least
from dpexact.composition import least, parse_composition
from dpexact.composition.least import Hole, bisected
from dpexact.composition.named import FAMILIES, LAWS
from dpexact.errors import DPExactError, ParameterError, TooLargeError, UndecidedError
from dpexact.numbers.exact import Exact
from dpexact.second import check as second_check
from tests.beside import beside
from tests.each import each
from tests.refusals import refuses

BESIDE = beside(__file__)


def binomial_delta(trials: int, epsilon: mpmath.mpf) -> mpmath.mpf:
    """By the sum over all outcomes, for a sensitivity of 1."""
    factor, one = mpmath.exp(epsilon), mpmath.mpf(1) / 2**trials
    return mpmath.fsum(
        max(mpmath.mpf(0), math.comb(trials, z - 1) - factor * (math.comb(trials, z) if z <= trials else 0)) * one
        for z in range(1, trials + 2)
    )


def test_a_delta_that_some_number_of_coins_has_exactly() -> None:
    """At E = 2 two coins have 1/4 + max(0, 1/2 - 2/4) = 1/4 and one has 1/2; five have 1/32 + (5 - 2)/32, four 3/16."""
    for delta, value in (("1/4", 2), ("1/8", 5)):
        found = least("binomial(?)", exp_epsilon=2, delta=delta)
        assert (found.value, found.neighbor) == (Fraction(value), Fraction(value - 1))


@pytest.mark.parametrize(("epsilon", "delta"), [("1", "1/1000"), ("1/2", "1/100"), ("log(2)", "1/10")])
def test_the_least_number_of_coins(epsilon: str, delta: str) -> None:
    found = least("binomial(?)", epsilon=epsilon, delta=delta)
    assert found.neighbor == found.value - 1
    assert found.monotone
    assert not found.is_greatest
    with mpmath.workdps(30):
        level = (
            mpmath.log(2)
            if epsilon == "log(2)"
            else mpmath.mpf(Fraction(epsilon).numerator) / Fraction(epsilon).denominator
        )
        allowed = mpmath.mpf(Fraction(delta).numerator) / Fraction(delta).denominator
        assert binomial_delta(int(found.value), level) <= allowed < binomial_delta(int(found.value) - 1, level)


def test_one_gaussian_is_the_published_calibration() -> None:
    """Balle and Wang's analytic mechanism has sigma 3.730632 at epsilon 1 and delta 1e-5."""
    found = least("gaussian(sigma=?)", epsilon=1, delta="1e-5", step="1/1000")
    assert (found.value, found.neighbor) == (Fraction(3731, 1000), Fraction(3730, 1000))


def test_the_least_noise_multiplier_of_one_step_on_all_records() -> None:
    """It is Balle and Wang's mechanism."""
    found = least("dp_sgd(noise_multiplier=?, batch=1, examples=1, steps=1)", epsilon=1, delta="1e-5", step="1/10")
    assert (found.value, found.monotone) == (Fraction(38, 10), True)


@pytest.mark.slow
def test_both_certificates_are_checked_by_both() -> None:
    found = least("gaussian(sigma=?, rate=1/30)**100", epsilon="1/2", delta="1e-6", step="1/10")
    refuted = found.refutation()
    assert refuted is not None
    for certificate, kind in ((found.certificate(), "composition"), (refuted, "composition-refuted")):
        assert check(certificate)["kind"] == kind
        assert second_check(certificate.to_json())["kind"] == kind


@pytest.mark.slow
def test_the_greatest_number_of_runs() -> None:
    found = least("gaussian(sigma=4, rate=1/10)**?", epsilon="1/2", delta="1e-6")
    assert found.is_greatest
    assert found.neighbor == found.value + 1
    below, above = (parse_composition(f"gaussian(sigma=4, rate=1/10)**{n}") for n in (found.value, found.neighbor))
    assert below.epsilon("1e-6").lower <= Fraction(1, 2) <= above.epsilon("1e-6").upper  # type: ignore[union-attr]


@pytest.mark.slow
def test_more_discrete_noise_on_a_sample_may_give_more_away() -> None:
    """At 0.356 delta is 0.00313, at 0.374 it is 0.00438, both by a sum over all outcomes of the four runs."""
    for sigma, true in (("0.356", 0.00313), ("0.374", 0.00438)):
        weights = {z: math.exp(-z * z / (2 * float(sigma) ** 2)) for z in range(-4, 6)}
        whole, rate = math.fsum(weights.values()), 0.0422
        cells = [
            ((1 - rate) * weights[z] / whole + rate * weights.get(z - 1, 0.0) / whole, weights[z] / whole)
            for z in weights
        ]
        several = product(cells, repeat=4)
        total = math.fsum(
            max(0.0, math.prod(p for p, _ in runs) - math.exp(3.66) * math.prod(q for _, q in runs)) for runs in several
        )
        assert abs(total - true) < 0.00001
    claim = {"epsilon": "3.66", "delta": "0.0035"}
    assert not least("discrete_gaussian(sigma=?, rate=0.0422)**4", step="0.018", **claim).monotone
    larger = parse_composition("discrete_gaussian(sigma=0.374, rate=0.0422)**4").delta(epsilon="3.66")
    smaller = parse_composition("discrete_gaussian(sigma=0.356, rate=0.0422)**4").delta(epsilon="3.66")
    assert smaller.upper < Fraction(35, 10000) < larger.lower  # type: ignore[union-attr]


WRONG = BESIDE["wrong"]


@each("expression", WRONG)
def test_what_is_no_question_is_refused(expression: str) -> None:
    step = None if expression == "gaussian(sigma=?)" else "1/10"
    refuses(DPExactError, WRONG[expression], least, expression, epsilon=1, delta="1e-5", step=step)


def test_an_infinite_factor_is_refused_by_its_name() -> None:
    with pytest.raises(ParameterError, match=r"^exp_epsilon: expected a finite exp_epsilon"):
        least("binomial(?)", exp_epsilon=math.inf, delta=0)


# With a ratio that grows without end some event keeps its excess at each epsilon. One run of gaussian(1) has a delta
# above 0.38 at epsilon 0, so no second law mends it.
HOPELESS = {
    ("binomial(?)", "0", "0"): "no bound",
    ("gaussian(sigma=?, rate=1/2)**10", "7", "0"): "no bound",
    ("discrete_gaussian(sigma=?)", "7", "0"): "no bound",
    ("laplace(scale=?)", "0", "0"): "gives something away",
    ("gaussian(1) * gaussian(sigma=4)**?", "1/100", "1e-10"): "left without it",
    ("gaussian(1) * laplace(scale=?)", "1/100", "1e-10"): "left without it",
    ("epsilon_delta(1, delta=?)", "1/2", "1/10"): "left without it",
}


@each(("expression", "epsilon", "delta"), HOPELESS)
def test_no_value_holds(expression: str, epsilon: str, delta: str) -> None:
    with pytest.raises(ParameterError, match=HOPELESS[expression, epsilon, delta]):
        least(expression, epsilon=epsilon, delta=delta, step=1)


@pytest.mark.parametrize(
    ("expression", "step", "match"),
    [("binomial(?)", None, "first 1048576"), ("gdp(?)", 1, "smaller step"), ("gaussian(sigma=?)", 1, "of the step")],
)
def test_a_value_out_of_reach_is_refused(expression: str, step: int | None, match: str) -> None:
    """At epsilon 0 the delta of n coins is about sqrt(2/(pi n)), of Gaussian noise 1/(sigma sqrt(2 pi))."""
    refuses(TooLargeError, match, least, expression, epsilon=0, delta="1e-20", step=step)


@pytest.mark.slow
def test_the_ends_of_a_range() -> None:
    """Without sampling sigma 4 has delta 0.0066 at epsilon 1. Laplace noise of scale 3 has the largest loss 1/3."""
    found = least("gaussian(sigma=4, rate=?)", epsilon=1, delta="1e-2", step="1/100")
    assert found.value == 1
    assert found.neighbor is None
    found = least("laplace(?)", epsilon="1/3", delta=0, step="1/1000")
    assert (found.value, found.neighbor) == (Fraction(3), Fraction(2999, 1000))
    found = least("gaussian(sigma=?, rate=1/10)**20", epsilon=100000, delta="1e-5", step="1/10")
    assert (found.value, found.neighbor) == (Fraction(1, 10), None)
    found = least("gaussian(sigma=?) * pure(1)**0", epsilon=0, delta="0.3989", step="1/100")
    assert (found.value, found.neighbor) == (Fraction(96, 100), Fraction(95, 100))  # 2 Phi(1/(2 sigma)) - 1


@pytest.mark.slow
def test_a_neighbor_of_a_bound_is_not_refuted() -> None:
    """A law may give away less than the hull of its profile, also where that alone breaks the promise."""
    found = least("without_replacement(gaussian(?), batch=1, examples=2)", epsilon=1, delta="1/10", step="1/2")
    assert (found.neighbor, found.refutation(), found.composition.is_bound) == (None, None, True)
    found = least("exponential_mechanism(1)**?", epsilon="1/10", delta="1e-9")
    assert (found.value, found.neighbor, found.is_bound) == (Fraction(0), None, True)
    with pytest.raises(UndecidedError, match="may give away less"):
        composition_least("exponential_mechanism(1)**?", exact("exp(1/10)"), exact("1e-9"))
    with pytest.raises(UndecidedError, match="no sigma is enough"):
        least("exponential_mechanism(9) * gaussian(?)", epsilon=1, delta="1/10", step=1)


@pytest.mark.slow
def test_a_tie_at_the_largest_loss() -> None:
    """Laplace noise of scale 2 has the largest loss 1/2, so 4 runs keep epsilon 2 at delta 0, and 5 runs do not."""
    found = least("laplace(2)**?", epsilon=2, delta=0)
    assert (found.value, found.neighbor) == (Fraction(4), Fraction(5))
    assert least("shuffled(1/3, users=4)**?", epsilon=1, delta=0).value == 3
    assert least("laplace(?)**100000000", epsilon=10**4, delta=0, step=1000).value == 10**4


def test_the_place_of_the_question() -> None:
    assert (Hole.of("laplace(?)").law, Hole.of("laplace(?)").parameter) == ("laplace", "scale")
    assert Hole.of("gaussian(sigma=2, rate=?)").parameter == "rate"
    assert Hole.of("(gaussian(1) * laplace(2)) ** ?").parameter == "count"
    assert Hole.of("gaussian_mixture(?, sensitivities=[0, 1], weights=[1/2, 1/2])").parameter == "sigma"


@pytest.mark.parametrize("guess", [math.log, lambda _: math.inf, lambda ratio: -ratio])
def test_the_search_finds_the_first_for_any_guess(guess: Callable[[float], float]) -> None:
    for end in range(1, 70):
        for start in (1, 5, 60):
            found = bisected(lambda n: (n >= end, guess(n / end)), start, 64)  # noqa: B023
            assert found == (min(end, 65) - 1, min(end, 65))
    tried: list[int] = []

    def measured(n: int) -> tuple[bool, float]:
        tried.append(n)
        return n >= 123_456, math.log(n / 123_456)

    assert bisected(measured, 1, 1 << 40) == (123_455, 123_456)
    assert len(tried) < 12


def test_the_tables_name_parameters_of_laws() -> None:
    from inspect import signature

    for law, family in FAMILIES.items():
        assert {*family.less, *family.more, *family.unsure} <= set(signature(LAWS[law]).parameters)


@pytest.mark.slow
@pytest.mark.parametrize("law", sorted(law for law, family in FAMILIES.items() if family.less or family.more))
def test_what_is_said_to_be_monotone_is(law: str) -> None:
    """Along each parameter of the tables the bounds of delta never contradict the claim."""
    several: dict[str, dict[str, Any]] = {
        "gaussian": {"sigma": 2, "sensitivity": 1, "rate": "1/4"},
        "laplace": {"scale": 2, "sensitivity": 1, "rate": "1/4"},
        "gaussian_mixture": {"sigma": 2, "sensitivities": "[0, 1, 2]", "weights": "[1/2, 1/4, 1/4]"},
        "binomial": {"trials": 10},
        "skellam": {"variance": 3},
        "dp_sgd": {"noise_multiplier": 2, "batch": 10, "examples": 100, "steps": 3},
        "shuffled": {"local_epsilon": 1, "users": 10},
        "discrete_laplace": {"decay": "1/2", "sensitivity": 2, "rate": "1/4"},
        "discrete_gaussian": {"sigma": 1, "rate": "1/4"},
        "finite": {"p": "[3/4, 1/4]", "q": "[1/4, 3/4]", "rate": "1/4"},
        "epsilon_delta": {"epsilon": "1/2", "delta": "1/100"},
        "pure": {"epsilon": "1/2"},
        "permute_and_flip": {"epsilon": "1/2"},
        "gdp": {"mu": "1/2"},
    }
    given = several[law]
    for parameters, sign in ((FAMILIES[law].less, -1), (FAMILIES[law].more, 1)):
        for parameter in parameters:
            if parameter == "epochs":
                continue
            before = None
            for times in (1, 2, 3):
                changed = {**given, parameter: exact(given[parameter]) * times}
                text = ", ".join(f"{key}={value}" for key, value in changed.items())
                found = parse_composition(f"{law}({text})**2").delta(epsilon="1/10")
                low, high = found.enclosure(60) if isinstance(found, Exact) else (found.lower, found.upper)
                if before is not None:
                    assert high >= before[0] if sign > 0 else low <= before[1]
                before = low, high


def test_a_greatest_value_of_0_is_decided() -> None:
    """Two runs that give away 1/10 each have a delta of 19/100 at any epsilon."""
    with pytest.raises(ParameterError, match="not even 0 is"):
        least("epsilon_delta(epsilon=?, delta=1/10)**2", epsilon="1", delta="1/100", step=1)
