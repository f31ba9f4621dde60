"""Laws by their names against a second route, mpmath and sums over all outcomes. A wrong parameter is seen."""

import math
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import mpmath
import pytest

from dpexact import Enclosure, exact
from dpexact.composition import (
    DominatingPair,
    binomial,
    discrete_gaussian,
    dp_sgd,
    epsilon_delta,
    exponential_mechanism,
    finite,
    gaussian,
    gaussian_mixture,
    gdp,
    laplace,
    parse_composition,
    permute_and_flip,
    pure,
    shuffled,
    skellam,
    truncated_laplace,
    without_replacement,
)
from dpexact.composition.dominating import ANY, POISSON, REPLACE
from dpexact.composition.profile import hull, pair_of_profile
from dpexact.errors import ParameterError, TooLargeError, UndecidedError
from dpexact.numbers.exact import Exact
from tests.beside import beside
from tests.each import each
from tests.pairs import fractions, least_delta
from tests.refusals import refuses
from tests.values import of_type

BESIDE = beside(__file__)

Masses = dict[Any, tuple[mpmath.mpf, mpmath.mpf]]
DIGITS = 30


def bounds(found: Any) -> tuple[mpmath.mpf, mpmath.mpf]:
    low, high = found.enclosure(100) if isinstance(found, Exact) else (found.lower, found.upper)
    return mpmath.mpf(low.numerator) / low.denominator, mpmath.mpf(high.numerator) / high.denominator


def real(text: str) -> mpmath.mpf:
    number = Fraction(text)
    return mpmath.mpf(number.numerator) / number.denominator


def excess(masses: Masses, runs: int, factor: mpmath.mpf, *, added: bool = False) -> mpmath.mpf:
    """The sum of the positive parts over all outcomes of the runs."""
    total = mpmath.mpf(0)
    for several in product(masses.values(), repeat=runs):
        p, q = mpmath.fprod(a for a, _ in several), mpmath.fprod(b for _, b in several)
        total += max(mpmath.mpf(0), q - factor * p if added else p - factor * q)
    return total


def binomial_masses(trials: int, shift: int) -> Masses:
    def one(z: int) -> mpmath.mpf:
        return mpmath.mpf(math.comb(trials, z)) / 2**trials if 0 <= z <= trials else mpmath.mpf(0)

    return {z: (one(z - shift), one(z)) for z in range(trials + shift + 1)}


def skellam_masses(variance: int, shift: int) -> Masses:
    def one(z: int) -> mpmath.mpf:
        return mpmath.exp(-variance) * mpmath.besseli(abs(z), variance)

    return {z: (one(z - shift), one(z)) for z in range(-60, 61)}


def clones_masses(local_epsilon: int, users: int) -> Masses:
    factor = mpmath.exp(local_epsilon)
    chance = 2 / (factor + 1)
    found: dict[Any, list[Any]] = defaultdict(lambda: [mpmath.mpf(0), mpmath.mpf(0)])
    for c in range(users):
        some = mpmath.binomial(users - 1, c) * chance**c * (1 - chance) ** (users - 1 - c)
        for a in range(c + 1):
            mass = some * mpmath.binomial(c, a) / 2**c
            for d, share in ((1, factor / (factor + 1)), (0, 1 / (factor + 1))):
                found[a + d, c - a + 1 - d][0] += mass * share
                found[a + 1 - d, c - a + d][1] += mass * share
    return {key: (p, q) for key, (p, q) in found.items()}


POINTS: dict[str, tuple[Callable[[], DominatingPair], Callable[[], Masses], list[DominatingPair]]] = {
    "binomial": (
        lambda: binomial(12, sensitivity=2),
        lambda: binomial_masses(12, 2),
        [binomial(13, sensitivity=2), binomial(12, sensitivity=3)],
    ),
    "skellam": (
        lambda: skellam(5, sensitivity=2),
        lambda: skellam_masses(5, 2),
        [skellam(6, sensitivity=2), skellam(5, sensitivity=1)],
    ),
    "shuffled": (
        lambda: shuffled(1, users=12),
        lambda: clones_masses(1, 12),
        [shuffled("9/10", users=12), shuffled(1, users=13)],
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", POINTS)
def test_laws_of_points_against_all_outcomes(name: str) -> None:
    make, masses, twins = POINTS[name]
    with mpmath.workdps(DIGITS):
        known = masses()
        for runs, epsilon in ((1, "1/4"), (1, "0"), (2, "1/2")):
            true = excess(known, runs, mpmath.exp(real(epsilon)))
            low, high = bounds((make() ** runs).delta(epsilon=epsilon))
            assert low - mpmath.mpf(10) ** -25 <= true <= high + mpmath.mpf(10) ** -25
            assert high - low < true / 50
        true = excess(known, 1, mpmath.exp(real("1/4")))
        for twin in twins:
            low, high = bounds(twin.delta(epsilon="1/4"))
            assert not low <= true <= high


SEVERAL: dict[str, Any] = {"sensitivities": [0, 1, 3], "weights": ["1/2", "1/4", "1/4"]}


def mixture_delta(epsilon: str, *, added: bool) -> mpmath.mpf:
    """By the outcome at which the ratio is E, and by the normal distribution function."""
    factor = mpmath.exp(real(epsilon))
    several = [(mpmath.mpf(1) / 2, 0), (mpmath.mpf(1) / 4, 1), (mpmath.mpf(1) / 4, 3)]

    def ratio(x: Any) -> Any:
        return mpmath.fsum(w * mpmath.exp((c * x - mpmath.mpf(c) ** 2 / 2) / 4) for w, c in several)

    def below(x: Any) -> Any:
        return mpmath.fsum(w * mpmath.ncdf((x - c) / 2) for w, c in several)

    if added:
        x = mpmath.findroot(lambda x: ratio(x) - 1 / factor, -2)
        return mpmath.ncdf(x / 2) - factor * below(x)
    x = mpmath.findroot(lambda x: ratio(x) - factor, 2)
    return 1 - below(x) - factor * mpmath.ncdf(-x / 2)


@pytest.mark.parametrize("added", [False, True])
def test_a_mixture_of_normals(added: bool) -> None:  # noqa: FBT001
    law = gaussian_mixture(2, **SEVERAL)
    with mpmath.workdps(DIGITS):
        true = mixture_delta("1/2", added=added)
        low, high = bounds((law.add if added else law.remove).delta(epsilon="1/2"))
        assert low - mpmath.mpf(10) ** -25 <= true <= high + mpmath.mpf(10) ** -25
        for twin in (
            gaussian_mixture("21/10", **SEVERAL),
            gaussian_mixture(2, sensitivities=[0, 1, 2], weights=SEVERAL["weights"]),
            gaussian_mixture(2, sensitivities=[0, 1, 3], weights=["1/2", "1/8", "3/8"]),
        ):
            low, high = bounds((twin.add if added else twin.remove).delta(epsilon="1/2"))
            assert not low <= true <= high


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 7, 100])
def test_a_sample_of_gaussian_noise_is_a_mixture(count: int) -> None:
    one = gaussian(2, rate="1/10") ** count
    other = gaussian_mixture(2, sensitivities=[0, 1], weights=["9/10", "1/10"]) ** count
    for loss, mixed in ((one.remove, other.remove), (one.add, other.add)):
        (low, high), (least, most) = bounds(loss.delta(epsilon="1/2")), bounds(mixed.delta(epsilon="1/2"))
        assert max(low, least) <= min(high, most) + mpmath.mpf(10) ** -15


@pytest.mark.slow
def test_without_replacement_is_near_the_tight_delta_of_one_run() -> None:
    law = gaussian(4, sensitivity=2)
    sample = without_replacement(law, batch=100, examples=1000)
    for epsilon in ("0", "1/100", "1/10", "1/2", "1", "2"):
        factor = exact(f"exp({epsilon})")
        true = bounds(law.delta(1 + (factor - 1) * 10))[0] / 10
        low, high = bounds(sample.delta(factor))
        assert true <= high <= true * mpmath.mpf("1.01")
        assert low <= true <= low + mpmath.mpf(10) ** -15
    fewer = without_replacement(law, batch=99, examples=1000)
    assert bounds(sample.remove.delta(epsilon="1/10"))[0] > bounds(fewer.delta(epsilon="1/10"))[1]


@pytest.mark.slow
def test_a_rare_sample_of_large_noise_has_a_delta_below_every_float() -> None:
    """Farther out. At E = 1 it is a part of the total variation, 2 Phi(1/(2 sigma)) - 1."""
    found = without_replacement(gaussian(50), batch=1, examples=1000).delta(epsilon=0)
    true = (2 * mpmath.ncdf(mpmath.mpf(1) / 100) - 1) / 1000
    assert true <= bounds(found)[1] <= true * mpmath.mpf("1.01")


@pytest.mark.slow
def test_the_exponential_mechanism_is_no_less_than_each_response() -> None:
    """Two scores: the losses t and t - epsilon of any answer are those of one randomized response."""
    law = exponential_mechanism(1)
    with mpmath.workdps(DIGITS):
        a = mpmath.exp(-1)
        for epsilon in ("0", "1/3", "9/10"):
            factor = mpmath.exp(real(epsilon))
            found = bounds(law.delta(epsilon=epsilon))[1]
            several = []
            for place in range(1, 1000):
                u = mpmath.exp(mpmath.mpf(place) / 1000)
                q = (1 - u * a) / (u - u * a)
                several.append(max(mpmath.mpf(0), q * (u - factor)))
            assert max(several) <= found <= max(several) * mpmath.mpf("1.02") + mpmath.mpf(10) ** -9
    assert bounds(law.delta(epsilon=1))[1] < mpmath.mpf(10) ** -25
    many, none = (exponential_mechanism("1/10") ** 100).epsilon("1e-6"), (pure("1/10") ** 100).epsilon("1e-6")
    assert bounds(many)[1] < bounds(none)[0] * mpmath.mpf("0.6")


@pytest.mark.slow
def test_the_pair_of_a_hull_is_a_bound_from_above() -> None:
    """At delta 1/10 the curve (1 - sqrt(E/e))^2/(1 - 1/e) has its E below that of the pair, which refutes nothing."""
    law = exponential_mechanism(1)
    true = mpmath.log(mpmath.e * (1 - mpmath.sqrt((1 - 1 / mpmath.e) / 10)) ** 2)
    assert true < bounds(law.remove.epsilon("1/10"))[0]
    for pair in (law, law * gaussian(1) ** 0, without_replacement(law, batch=2, examples=2)):
        found = of_type(Enclosure, pair.epsilon("1/10"))
        low, high = bounds(found)
        assert low <= true <= high <= true * mpmath.mpf("1.01")
        assert (bounds(pair.delta(epsilon="1/2"))[0], bounds(pair.exp_epsilon("1/10"))[0]) == (0, 1)
        refuses(UndecidedError, "no violation is shown", pair.refutation, epsilon="0.421", delta="1/10")
    with pytest.raises(UndecidedError, match="no bound"):
        without_replacement(epsilon_delta(1, delta="1/10"), batch=1, examples=2).epsilon(0)
    # At 0 and b in front of two candidates one score falls and one rises by 1: permute-and-flip with epsilon = log(3)
    # gives less than 1/4 away at E = 2, 1 - 1/(2u) - u/3 with u = 3^(b/2) for the one in front.
    low, high = bounds(permute_and_flip("log(3)").delta(2))
    assert low < max(1 - 1 / (2 * u) - u / 3 for u in (1, mpmath.mpf("1.2247"), mpmath.sqrt(3))) < high
    assert not (law**0).is_bound
    assert gaussian(1).refutation(epsilon="1/2", delta="1/10").statement["kind"] == "composition-refuted"


@pytest.mark.parametrize("epsilon", ["0", "1/4", "2/5", "3/5"])
def test_truncated_laplace_against_the_integral(epsilon: str) -> None:
    with mpmath.workdps(DIGITS):
        whole = 4 * (1 - mpmath.exp(-3))
        factor = mpmath.exp(real(epsilon))

        def density(x: Any) -> Any:
            return mpmath.exp(-abs(x) / 2) / whole if abs(x) <= 6 else mpmath.mpf(0)

        ends = sorted({-6, -5, 0, (1 + 2 * real(epsilon)) / 2, 1, 6, 7})
        true = mpmath.mpf(0)
        for low, high in pairwise(ends):
            inner = (low + high) / 2
            if density(inner - 1) > factor * density(inner):
                true += mpmath.quad(lambda x: density(x - 1) - factor * density(x), [low, high])
        found = bounds(truncated_laplace(2, bound=6).delta(epsilon=epsilon))
        assert true - mpmath.mpf(10) ** -20 <= found[1] <= true * mpmath.mpf("1.01")
        assert abs(found[0] - true) < mpmath.mpf(10) ** -15
        for twin in (
            truncated_laplace("9/4", bound=6),
            truncated_laplace(2, bound=7),
            truncated_laplace(2, bound=6, sensitivity="9/10"),
        ):
            assert not true <= bounds(twin.delta(epsilon=epsilon))[1] <= true * mpmath.mpf("1.01")


def test_a_law_that_gives_all_away() -> None:
    """The bound from above is 1 at every E, so that the hull has one corner."""
    zero, one = Fraction(0), Fraction(1)
    assert pair_of_profile([(one, one)]) == ([zero, one], [one, zero])
    for factor in (1, 3, 10**9):
        delta = of_type(Enclosure, truncated_laplace("1/1000", bound=1).delta(factor))
        assert Fraction(999, 1000) < delta.lower <= delta.upper == 1


def test_two_runs_of_truncated_laplace_against_an_integral() -> None:
    """Over the first answer x, of the delta of the second run at E q(x)/p(x). P alone adds its mass."""
    t, b = mpmath.mpf(1) / 2, mpmath.mpf(3)
    whole = 2 * (1 - mpmath.exp(-b))

    def below(x: Any) -> Any:
        return (mpmath.exp(x) - mpmath.exp(-b)) / whole if x < 0 else 1 - (mpmath.exp(-x) - mpmath.exp(-b)) / whole

    alone = below(-b + t)

    def one(factor: Any) -> Any:
        if mpmath.log(factor) >= t:
            return alone
        if mpmath.log(factor) < -t:
            return 1 - factor * (1 - alone)
        start = (mpmath.log(factor) + t) / 2
        return 1 - below(start - t) - factor * (1 - below(start))

    with mpmath.workdps(20):
        for epsilon in ("1/10", "3/4"):
            factor, end = mpmath.exp(real(epsilon)), mpmath.exp(t)
            middle = mpmath.quad(
                lambda x: mpmath.exp(x - t) / whole * one(factor * mpmath.exp(t - 2 * x)),  # noqa: B023 - called at once
                sorted({mpmath.mpf(0), t, *(max(mpmath.mpf(0), min(t, (real(epsilon) + s) / 2)) for s in (0, 2 * t))}),
            )
            right, left = below(b - t) - below(mpmath.mpf(0)), below(-t) - below(-b)
            true = alone + middle + right * one(factor / end) + left * one(factor * end)
            low, high = bounds((truncated_laplace(2, bound=6) ** 2).delta(epsilon=epsilon))
            assert low <= true <= high
            assert high - low < true / 50


@pytest.mark.slow
@pytest.mark.parametrize("law", ["gaussian(2)", "gaussian(4)**3", "laplace(2)", "skellam(9)", "discrete_gaussian(3)"])
def test_noise_on_a_batch_is_no_less_than_on_a_poisson_sample(law: str) -> None:
    """If all records but one are alike, both are one mixture, and a batch gives away less than its law."""
    runs = without_replacement(parse_composition(law), batch=1, examples=4) ** 3
    low, high = bounds(runs.delta(epsilon="1/10"))
    assert 0 < low <= high < bounds((parse_composition(law) ** 3).delta(epsilon="1/10"))[0]
    if law == "gaussian(2)":
        least, most = bounds((gaussian(2, rate="1/4") ** 3).delta(epsilon="1/10"))
        assert least <= low <= most


def test_names_that_are_other_laws() -> None:
    assert (
        dp_sgd("11/10", batch=256, examples=60000, epochs=15).laws == (gaussian("11/10", rate="256/60000") ** 3516).laws
    )
    assert dp_sgd(4, batch=1, examples=100, steps=7).laws == (gaussian(4, rate="1/100") ** 7).laws
    assert gdp("1/3").laws == gaussian(3).laws
    assert pure("log(3)").delta(2) == exact("1/4")
    assert permute_and_flip("log(3)").remove.delta(2) == exact("1/4")
    assert epsilon_delta("log(3)", delta="1/10").delta(2) == exact("13/40")
    assert finite(["3/4", "1/4"], ["1/4", "3/4"], rate="1/2").remove.delta("6/5") == exact("1/5")


TEXTS = BESIDE["texts"]


@each("text", TEXTS)
def test_a_law_is_shown_with_all_its_names_and_read_again(text: str) -> None:
    pair = parse_composition(text)
    assert str(pair) == text
    assert parse_composition(str(pair)).laws == pair.laws
    assert all(law.family.theorem and law.relation for law, _ in pair.laws or ())


def test_sums_that_do_not_move_give_nothing_away() -> None:
    pair = parse_composition("MixtureOfGaussiansDpEvent(1.0, [0.0, 0.0], [0.5, 0.5])")
    assert (pair**9).delta(1) == 0
    assert pair.runs() == []


def test_laws_of_different_relations_do_not_compose() -> None:
    poisson, replaced = gaussian(1, rate="1/2"), shuffled(1, users=10)
    assert (poisson.relation, replaced.relation) == ("add or remove one record", "replace one record")
    assert gaussian(1).relation == laplace(1).relation == discrete_gaussian(1).relation == "any"
    assert (poisson * gaussian(1) ** 3).relation == "add or remove one record"
    assert (gaussian(1) * replaced).relation == "replace one record"
    with pytest.raises(ParameterError, match="laws of one neighboring relation"):
        poisson * replaced
    with pytest.raises(ParameterError, match="laws of one neighboring relation"):
        parse_composition("gaussian(1, rate=1/2) * shuffled(1, users=10)")
    refuses(ParameterError, "laws of one neighboring relation", without_replacement, poisson, batch=1, examples=2)


WRONG: dict[str, Callable[[], object]] = {
    "trials": lambda: binomial(0),
    "variance": lambda: skellam(0),
    "users": lambda: shuffled(1, users=0),
    "local_epsilon": lambda: shuffled(0, users=3),
    "weights": lambda: gaussian_mixture(1, sensitivities=[0, 1], weights=["1/2", "1/3"]),
    "sensitivities": lambda: gaussian_mixture(1, sensitivities=[], weights=[]),
    "batch": lambda: dp_sgd(1, batch=7, examples=6, steps=1),
    "epochs": lambda: dp_sgd(1, batch=1, examples=6),
    "epsilon": lambda: epsilon_delta(-1),
    "delta": lambda: epsilon_delta(1, delta=2),
    "sensitivity": lambda: truncated_laplace(1, bound=1, sensitivity=2),
}


@each("name", WRONG)
def test_a_wrong_parameter_is_refused_by_its_name(name: str) -> None:
    refuses(ParameterError, name, WRONG[name])


def test_too_many_are_refused() -> None:
    refuses(TooLargeError, "trials", binomial, 10**9)
    refuses(TooLargeError, "users", shuffled(1, users=10**7).delta, epsilon=1)


def test_an_epsilon_that_is_not_looked_for_is_said_to_be_too_large() -> None:
    """At sigma 10^-9 it is about sigma^-2/2 = 5 * 10^17."""
    refuses(TooLargeError, "an epsilon of more than 1048576", gaussian("1e-9", rate="1/1000").epsilon, "1e-5")
    assert bounds(gaussian("1/1000", rate="1/1000").epsilon("1e-5"))[0] > 500000 - 7


def test_probabilities_of_generators_are_read_once() -> None:
    p, q = ["1/2", "1/2"], ["1/4", "3/4"]
    assert finite(iter(p), iter(q)).delta(1) == exact("1/4")  # type: ignore[arg-type]


def test_a_hull_is_no_less_than_a_convex_profile() -> None:
    """The profile of a known pair, cut at its corners, is that of the pair again. What is above the hull is cut."""
    p, q = fractions("1/2 1/3 1/6"), fractions("1/4 1/4 1/2")
    known = finite(p, q).remove
    ratios = [Fraction(1, 3), Fraction(4, 3), Fraction(2)]
    points = [(factor, least_delta([(p, q)], factor)) for factor in ratios]
    again = finite(*pair_of_profile(points)).remove
    looser = finite(*pair_of_profile([*points[1:], (Fraction(5, 3), Fraction(1, 2))])).remove
    for factor in (Fraction(1), Fraction(7, 6), Fraction(4, 3), Fraction(3, 2), Fraction(2), Fraction(3)):
        assert again.delta(factor) == known.delta(factor) == exact(least_delta([(p, q)], factor))
        assert looser.delta(factor) >= known.delta(factor)
    assert hull([(Fraction(2), Fraction(1, 2)), (Fraction(3), Fraction(1, 2))])[-1] == (Fraction(2), Fraction(1, 2))


def test_a_law_of_one_relation_is_that_of_no_other() -> None:
    sampled, free = gaussian(1, rate="1/10"), gaussian(1)
    assert (sampled.relation, free.relation, free.for_relation(REPLACE).relation) == (POISSON, ANY, REPLACE)
    for law in (sampled, free):
        for relation in (ANY, "other"):
            refuses(ParameterError, "relation: expected", law.for_relation, relation)
    refuses(ParameterError, "compose laws of the same relation", sampled.for_relation, REPLACE)


def test_numbers_that_no_list_of_outcomes_reaches_are_refused_at_once() -> None:
    with pytest.raises(TooLargeError, match="losses past"):
        (discrete_gaussian(1, sensitivity="10**9") ** 2).delta(epsilon=1)
    with pytest.raises(TooLargeError, match="Skellam noise on more than"):
        skellam(1, sensitivity="10**9").delta(epsilon=1)
    with pytest.raises(ParameterError, match=r"^users: expected at most"):
        shuffled(1, users="10**5000")
