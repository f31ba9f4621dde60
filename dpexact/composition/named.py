"""Laws by their names: the pair that dominates, its neighboring relation and the theorem by which it does.

If the record is removed, the pair is (1 - rate) Q + rate P against Q, with P the law of the noise around the
sensitivity and Q its law around 0. If it is added, the pair is Q against the mixture. All runs of a product go one way.
A pair that dominates each step, whatever came before, dominates adaptive steps: Zhu, Dong and Wang, "Optimal Accounting
of Differential Privacy via Characteristic Function" (2022), Theorem 10.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial, wraps
from inspect import signature
from typing import Any, ParamSpec

from flint import arb, fmpq

from dpexact.composition.dominating import ANY, NOTHING, POISSON, REPLACE, DominatingPair
from dpexact.composition.factors import ONE
from dpexact.composition.loss import PrivacyLoss, privacy_loss
from dpexact.composition.optimal import dominating_pair
from dpexact.composition.profile import Curve, corners_of, pair_of_profile
from dpexact.composition.sampled import Sampled
from dpexact.composition.written import Family, Law, position_error
from dpexact.errors import NumberSyntaxError, ParameterError, TooLargeError, need
from dpexact.laws.noise import (
    BinomialNoise,
    ClonesNoise,
    DiscreteGaussianNoise,
    DiscreteLaplaceNoise,
    LaplaceNoise,
    Noise,
    NormalNoise,
    SkellamNoise,
    geometric_masses,
)
from dpexact.laws.parameters import KINDS
from dpexact.numbers.balls import WorkingPrecision, rational_bounds
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.generators import Free
from dpexact.numbers.typography import excerpt, value_excerpt
from dpexact.privacy.divergence import distributions

MOST_PEOPLE = 1 << 62
P = ParamSpec("P")
MAX_SHIFT = 1 << 10  # of discrete Laplace noise, whose likelihood ratios are listed
MAX_TRIALS = 1 << 20
CURVE_BITS = 200

POISSON_SAMPLES = "Zhu, Dong and Wang (2022), Proposition 30: a Poisson sample of a pair that dominates"
ITSELF = "the pair is the mechanism itself"
GUARANTEE = "Kairouz, Oh and Viswanath (2015), Theorem 3.3"
SHIFTED = "shifted noise with a monotone ratio: Zhu, Dong and Wang (2022), on noise that is added"
LAWS: dict[str, Callable[..., DominatingPair]] = {}
FAMILIES: dict[str, Family] = {}


def _law(
    noun: str = "", theorem: str = "", /, **known: Any
) -> Callable[[Callable[P, DominatingPair]], Callable[P, DominatingPair]]:
    """Describe a law of this name. Only `finite` takes more than the first parameter without its name.

    More noise is less noise with more noise added to it, or more users are fewer users with another one. A smaller
    rate mixes with the pair that gives nothing away. A smaller sensitivity is more noise. Fewer runs forget answers.
    """

    def named(law: Callable[P, DominatingPair]) -> Callable[P, DominatingPair]:
        names = tuple(signature(law).parameters)

        @wraps(law)
        def made(*args: P.args, **others: P.kwargs) -> DominatingPair:
            if len(args) > 1 and law.__name__ != "finite":
                parts = [
                    *(("", value_excerpt(value)) for value in args),
                    *((key, value_excerpt(value)) for key, value in others.items()),
                ]
                raise position_error(law.__name__, parts, names)
            return law(*args, **others)

        LAWS[law.__name__], FAMILIES[law.__name__] = made, Family(noun, theorem, **known)
        return made

    return named


@_law("Gaussian noise", POISSON_SAMPLES, less=("sigma",), more=("rate", "sensitivity"))
def gaussian(sigma: object, *, sensitivity: object = 1, rate: object = 1) -> DominatingPair:
    """Return Gaussian noise of the standard deviation sigma on a sum of this sensitivity, on a Poisson sample.

    Raises ParameterError unless sigma > 0, sensitivity >= 0, 0 <= rate <= 1.

    >>> gaussian(1).delta(epsilon=1)
    Enclosure[0.126936737506, 0.126936737507]
    """
    width, shift = _positive("sigma", sigma), _nonnegative("sensitivity", sensitivity)
    return _shifted(NormalNoise(((shift / width) ** 2,)), "gaussian", shift, _probability("rate", rate), sigma=width)


@_law("Laplace noise", POISSON_SAMPLES, less=("scale",), more=("rate", "sensitivity"))
def laplace(scale: object, *, sensitivity: object = 1, rate: object = 1) -> DominatingPair:
    """Return Laplace noise of this scale on a number of this sensitivity, on a Poisson sample.

    Raises ParameterError unless scale > 0, sensitivity >= 0, 0 <= rate <= 1.

    >>> laplace(1).delta(epsilon="1")
    exact('0')
    """
    width, shift = _positive("scale", scale), _nonnegative("sensitivity", sensitivity)
    return _shifted(LaplaceNoise(width, shift), "laplace", shift, _probability("rate", rate), scale=width)


@_law("discrete Gaussian noise", POISSON_SAMPLES, more=("rate",), unsure=("sigma",))
def discrete_gaussian(sigma: object, *, sensitivity: object = 1, rate: object = 1) -> DominatingPair:
    """Return noise proportional to e^(-z^2/(2 sigma^2)) on the integers, on a Poisson sample.

    Raises ParameterError unless sigma > 0, sensitivity an integer >= 0, 0 <= rate <= 1.
    """
    width, shift = _positive("sigma", sigma), _integer("sensitivity", sensitivity)
    noise = DiscreteGaussianNoise(width, shift)
    return _shifted(noise, "discrete_gaussian", shift, _probability("rate", rate), sigma=width)


def _exp_of(name: str, value: object, kind: str = "positive") -> Exact:
    """Return e^value of a parameter that is written as an epsilon."""
    try:
        factor = exp_of_epsilon(value if isinstance(value, str) else exact_at(value, name))
    except NumberSyntaxError as error:
        raise error.at(name) from None
    if factor < 1 or (kind == "positive" and factor == 1):
        raise _refused(name, KINDS[kind][0], value)
    return factor


@_law("discrete Laplace noise", POISSON_SAMPLES, more=("decay", "rate"))
def discrete_laplace(decay: object, *, sensitivity: object = 1, rate: object = 1) -> DominatingPair:
    """Return noise proportional to e^(-decay abs(z)) on the integers, on a Poisson sample, with decay as an epsilon.

    Without sampling, or for sensitivity 1, it has few likelihood ratios and is as exact as a finite pair.

    Raises TooLargeError, and ParameterError unless decay > 0, sensitivity an integer >= 0, 0 <= rate <= 1.

    >>> discrete_laplace("log(3)", rate="1/2").delta(1)
    exact('1/4')
    """
    base, shift, part = _exp_of("decay", decay), _integer("sensitivity", sensitivity), _probability("rate", rate)
    if shift > MAX_SHIFT:
        message = f"expected at most {MAX_SHIFT}, since each integer up to it has a likelihood ratio"
        raise TooLargeError(message, place="sensitivity")
    if shift > 1 and 0 < part < 1:
        return _shifted(DiscreteLaplaceNoise(base, shift), "discrete_laplace", shift, part, base=base)
    pair = NOTHING
    if shift > 0 and part > 0:
        masses = geometric_masses(1 / base, shift)
        pair = finite(masses[::-1], masses, rate=part)
    return _named(pair, "discrete_laplace", base=base, sensitivity=shift, rate=part)


@_law(
    "randomized response",
    ITSELF,
    premise="A person who is removed answers like another one: randomized response hides values, not who takes part.",
)
def randomized_response(truth: object, *, categories: object = 2) -> DominatingPair:
    """Return k-ary randomized response that tells the truth with this probability, the others equally likely.

    It hides which value a person has, and not whether they answer.

    Raises ParameterError.

    >>> (randomized_response("3/4") ** 2).delta(3)
    exact('3/8')
    """
    true, count = _probability("truth", truth), _integer("categories", categories, 2)
    other = (1 - true) / (count - 1)
    rest = (count - 2) * other
    pair = finite([true, other, rest], [other, true, rest])
    return _named(pair, "randomized_response", truth=true, categories=count)


@_law("a mechanism with listed probabilities", ITSELF, more=("rate",))
def finite(p: Sequence[object], q: Sequence[object], *, rate: object = 1) -> DominatingPair:
    """Return the pair of two distributions on the same outcomes, in both directions, on a Poisson sample.

    Raises ParameterError for anything that is not a distribution, or unless 0 <= rate <= 1.
    """
    first, second = distributions(p, q)
    privacy_loss(first, second)
    part = _probability("rate", rate)
    mixed = [(1 - part) * b + part * a for a, b in zip(first, second, strict=True)]
    sampled = {} if part == 1 else {"rate": part}
    return _listed("finite", mixed, second, ANY, p=tuple(first), q=tuple(second), **sampled)


def _listed(
    name: str,
    p: Sequence[object],
    q: Sequence[object],
    relation: str,
    instance: DominatingPair | None = None,
    /,
    **parameters: Any,
) -> DominatingPair:
    """Return a pair that is written as `finite` in a certificate, a bound if it comes with an instance."""
    loss = privacy_loss(p, q)
    first, second = (tuple(map(exact, side)) for side in (p, q))
    listed = tuple(zip(first, second, strict=True))
    form = Law("finite", (("p", first), ("q", second)), source=loss.factors[0][0], listed=listed)
    return _named(DominatingPair(loss, instance=instance), name, relation, form, **parameters)


@_law(
    "Gaussian noise on a random sum",
    "Choquette-Choo, Ganesh, Steinke and Thakurta (2024), Section 4, on mixtures of Gaussians",
    less=("sigma",),
)
def gaussian_mixture(sigma: object, *, sensitivities: Sequence[object], weights: Sequence[object]) -> DominatingPair:
    """Return the sum of w_i N(c_i, sigma^2) against N(0, sigma^2), with the c_i the sensitivities, w_i the weights.

    It is the pair of matrix mechanisms with sampling, and of group privacy under Poisson sampling.

    Raises ParameterError unless sigma > 0, sensitivities >= 0, weights >= 0 that sum to 1.
    """
    width = _positive("sigma", sigma)
    centers = [
        _nonnegative(f"sensitivities[{n}]", x) for n, x in enumerate(need.values(sensitivities, "sensitivities"))
    ]
    parts = [_probability(f"weights[{n}]", x) for n, x in enumerate(need.values(weights, "weights"))]
    if not centers:
        raise ParameterError("none", place="sensitivities", expected="at least one number")
    if len(centers) != len(parts):
        expected = f"{len(centers)} numbers, one for each sensitivity"
        raise ParameterError(f"{len(parts)}", place="weights", expected=expected)
    if sum(parts, exact(0)) != 1:
        raise _refused("weights", "numbers that sum to 1", sum(parts, exact(0)))
    known = [(w, (c / width) ** 2) for w, c in zip(parts, centers, strict=True) if w > 0]
    noise = NormalNoise(tuple(square for _, square in known), tuple(w for w, _ in known))
    parameters = {"sigma": width, "sensitivities": tuple(centers), "weights": tuple(parts)}
    moves = any(square > 0 for square in noise.squares)
    return _named(_noise(noise if moves else None), "gaussian_mixture", POISSON, **parameters)


@_law("binomial noise", SHIFTED, less=("trials",))
def binomial(trials: object, *, sensitivity: object = 1) -> DominatingPair:
    """Return noise Binomial(trials, 1/2) on a count of this sensitivity.

    Raises TooLargeError, and ParameterError unless trials and sensitivity are integers, trials >= 1, sensitivity >= 0.
    """
    count, shift = _integer("trials", trials, 1), _integer("sensitivity", sensitivity)
    if count > MAX_TRIALS:
        raise TooLargeError(f"{value_excerpt(exact(count))}", place="trials", expected=f"at most {MAX_TRIALS}")
    parameters = {"trials": count, "sensitivity": shift}
    if shift > count:
        return _listed("binomial", [1, 0], [0, 1], ANY, **parameters)
    noise = BinomialNoise(count, shift)
    return _named(_noise(noise if shift > 0 else None), "binomial", **parameters)


@_law("Skellam noise", SHIFTED, less=("variance",))
def skellam(variance: object, *, sensitivity: object = 1) -> DominatingPair:
    """Return the difference of two Poisson numbers of the mean variance/2 as noise on a count of this sensitivity.

    Raises TooLargeError, and ParameterError unless variance > 0, sensitivity an integer >= 0.
    """
    width, shift = _positive("variance", variance), _integer("sensitivity", sensitivity)
    noise = SkellamNoise(width, shift) if shift > 0 else None
    return _named(_noise(noise), "skellam", variance=width, sensitivity=shift)


@_law("any mechanism with this guarantee", GUARANTEE, more=("epsilon", "delta"))
def epsilon_delta(epsilon: object, *, delta: object = 0) -> DominatingPair:
    """Return the pair that dominates every mechanism that is (epsilon, delta)-private.

    Raises ParameterError unless epsilon >= 0, 0 <= delta <= 1.

    >>> (epsilon_delta("log(2)") * epsilon_delta("log(3)")).delta(2)
    exact('1/3')
    """
    factor, slack = _exp_of("epsilon", epsilon, "nonnegative"), _probability("delta", delta)
    return _listed("epsilon_delta", *dominating_pair(factor, slack), ANY, factor=factor, delta=slack)


@_law(more=("epsilon",))
def pure(epsilon: object) -> DominatingPair:
    """Return the pair that dominates every mechanism that is epsilon-private. Raises ParameterError."""
    return epsilon_delta(epsilon)


@_law("permute-and-flip", f"McKenna and Sheldon (2020), by {GUARANTEE}", more=("epsilon",))
def permute_and_flip(epsilon: object) -> DominatingPair:
    """Return the pair that dominates permute-and-flip with this epsilon, which is pure. Raises ParameterError."""
    factor = _exp_of("epsilon", epsilon, "nonnegative")
    return _listed("permute_and_flip", *dominating_pair(factor, exact(0)), ANY, NOTHING, factor=factor)


@_law(more=("mu",))
def gdp(mu: object) -> DominatingPair:
    """Return the pair of mu-Gaussian differential privacy, Gaussian noise with sigma 1/mu. Raises ParameterError."""
    return gaussian(1 / _positive("mu", mu))


@_law(less=("noise_multiplier",), more=("steps", "epochs"))
def dp_sgd(
    noise_multiplier: object, *, batch: object, examples: object, epochs: object = None, steps: object = None
) -> DominatingPair:
    """Return the steps of DP-SGD on Poisson samples: the rate is batch/examples, the steps ceil(epochs examples/batch).

    Raises ParameterError unless 1 <= batch <= examples and exactly one of epochs and steps is given.
    """
    size, whole = _positive("batch", batch), _positive("examples", examples)
    if size < 1 or size > whole:
        raise _refused("batch", "a number from 1 to the examples", size)
    if (epochs is None) == (steps is None):
        expected = "epochs or steps, one of them"
        raise ParameterError("both" if steps is not None else "none", place="epochs", expected=expected)
    if steps is not None:
        count = _integer("steps", steps)
    else:
        count = math.ceil((_nonnegative("epochs", epochs) * whole / size).as_fraction())
    step = gaussian(_positive("noise_multiplier", noise_multiplier), rate=size / whole)
    return step.for_relation(POISSON) ** count


@_law(
    "shuffled reports of local randomizers",
    "Feldman, McMillan and Talwar (2022), on the stronger clones, if R >= (R0 + R1)/(e^epsilon + 1)",
    less=("users",),
    more=("local_epsilon",),
    premise="Local randomizers have R(x) >= (R(x0) + R(x1))/(e^epsilon + 1) at each report, as k-ary response does.",
)
def shuffled(local_epsilon: object, *, users: object) -> DominatingPair:
    """Return the pair of the stronger clones: reports of this many users, shuffled, of whom one is replaced.

    It holds for randomizers with R(x) >= (R(x0) + R(x1))/(e^local_epsilon + 1) at every report, for all inputs x and
    both inputs of the replaced user, as of k-ary randomized response. The authors' erratum says that their proof fails
    for other local randomizers.

    Raises TooLargeError, and ParameterError unless local_epsilon > 0, users an integer >= 1.
    """
    factor, count = _exp_of("local_epsilon", local_epsilon), _integer("users", users, 1, MOST_PEOPLE)
    return _named(_noise(ClonesNoise(factor, count)), "shuffled", REPLACE, local_factor=factor, users=count)


@_law("a law on a batch of a fixed size", "Balle, Barthe and Gaboardi (2018), Theorem 9, by the hull of its profile")
def without_replacement(law: DominatingPair, *, batch: object, examples: object) -> DominatingPair:
    """Return a law on a sample of a fixed size without replacement, if one record is replaced.

    Its sensitivity is that of the sum of the sample if a record is replaced. The delta of one run is rate
    delta(1 + (E - 1)/rate) of the law, rate = batch/examples, the same in both directions. If all records but one are
    alike, it matters only whether this one is in the sample. So noise gives away as much as on a Poisson sample.

    Raises ParameterError unless 1 <= batch <= examples are integers and the law is for any relation or this one.
    """
    need.instance(law, DominatingPair, "law")
    size, whole = _integer("batch", batch), _integer("examples", examples, 0, MOST_PEOPLE)
    if size < 1 or size > whole:
        raise _refused("batch", "an integer from 1 to the examples", exact(size))
    law.require_relation(REPLACE)
    rate = Fraction(size, whole)

    def curve(factor: Fraction) -> Fraction:
        delta = law.delta(exact(1 + (factor - 1) / rate))
        return rate * Enclosure.of(delta).upper

    instance = NOTHING
    match law.remove.factors:
        case ((Sampled() as run, 1),) if run.rate == 1 and not isinstance(run.noise, ClonesNoise):
            instance = _noise(run.noise, exact(rate))
    return _curved("without_replacement", curve, REPLACE, instance, law=law, batch=size, examples=whole)


@_law(
    "the exponential mechanism",
    "Dong, Durfee and Rogers (2020), Section 4 on bounded range, by the hull of its profile",
)
def exponential_mechanism(epsilon: object) -> DominatingPair:
    """Return a pair that dominates the exponential mechanism with this epsilon, whose losses have a range of epsilon.

    Its delta at E is the largest over all randomized responses with the losses t and t - epsilon, (1 -
    sqrt(E e^-epsilon))^2 / (1 - e^-epsilon), at t with e^t = sqrt(E e^epsilon).

    Raises ParameterError unless epsilon > 0.
    """
    factor = _exp_of("epsilon", epsilon)

    def ball(E: arb) -> arb:
        a = 1 / factor.ball()
        return (1 - (E * a).min(arb(1)).sqrt()) ** 2 / (1 - a)

    return _curved("exponential_mechanism", partial(_upper, ball), ANY, NOTHING, factor=factor)


@_law("truncated Laplace noise", "shifted noise with a monotone ratio, by the hull of its profile")
def truncated_laplace(scale: object, *, bound: object, sensitivity: object = 1) -> DominatingPair:
    """Return Laplace noise of this scale, conditional on at most `bound` in absolute value.

    Raises ParameterError unless scale > 0, 0 < sensitivity <= bound.
    """
    width, end, shift = _positive("scale", scale), _positive("bound", bound), _positive("sensitivity", sensitivity)
    if shift > end:
        raise _refused("sensitivity", "a number <= the bound", shift)

    noise = LaplaceNoise(width, shift, end)

    def ball(E: arb) -> arb:
        (_, more, less), (q, p), (_, line) = noise.points(0)[0], noise.above(E.log()), noise.above(arb.neg_inf())
        parts = 1 - more - less - line, p - E * q, more - E * less  # beyond the bound, between the ends, from t on
        return sum((part.max(arb(0)) for part in parts), arb(0))

    instance = _noise(noise if all((x / width).is_rational() for x in (end, shift)) else None)
    parameters = {"scale": width, "bound": end, "sensitivity": shift}
    return _curved("truncated_laplace", partial(_upper, ball), ANY, instance, **parameters)


def _upper(ball: Callable[[arb], arb], factor: Fraction) -> Fraction:
    with WorkingPrecision(CURVE_BITS):
        return max(Fraction(0), rational_bounds(ball(arb(fmpq(factor.numerator, factor.denominator))).upper())[1])


def _curved(name: str, curve: Curve, relation: str, instance: DominatingPair, /, **parameters: Any) -> DominatingPair:
    """Return the pair of the hull of a curve that is the same in both directions."""
    p, q = pair_of_profile(corners_of(curve))
    return _listed(name, p, q, relation, instance, **parameters)


def _noise(noise: Noise | None, rate: Exact = ONE) -> DominatingPair:
    """Return the pair of noise on a Poisson sample, or one that gives nothing away if there is none."""
    if noise is None or rate == 0:
        return NOTHING
    return DominatingPair(PrivacyLoss(((Sampled(noise, rate), 1),)))


def _named(
    pair: DominatingPair, name: str, relation: str = ANY, form: Law | None = None, /, **parameters: Any
) -> DominatingPair:
    """Return a pair with a law of this name, for this relation, or the one that a Poisson sample makes."""
    if parameters.get("rate", 1) not in (0, 1):
        relation = POISSON
    source = pair.remove.factors[0][0] if pair.remove.factors else None
    listed = form.listed if form else pair.laws[0][0].listed if pair.laws else ()
    known = {key: exact(value) if isinstance(value, int) else value for key, value in parameters.items()}
    law = Law(name, tuple(known.items()), relation, FAMILIES[name], form, source, listed)
    return replace(pair, laws=((law, 1),))


def _shifted(noise: Noise, name: str, shift: Exact | int, rate: Exact, **parameters: Exact) -> DominatingPair:
    """Return a law of noise on a number of this sensitivity, on a Poisson sample."""
    known = {**parameters, "sensitivity": shift, "rate": rate}
    return _named(_noise(noise if shift > 0 else None, rate), name, ANY, **known)


def _checked(kind: str, name: str, value: object) -> Exact:
    number = exact_at(value, name)
    if isinstance(number.field, Free):
        raise need.refusal(name, "a number", value)
    expected, holds = KINDS[kind]
    if not holds(number):
        raise _refused(name, expected, number)
    return number


_positive, _nonnegative, _probability = (partial(_checked, kind) for kind in ("positive", "nonnegative", "probability"))


def _integer(name: str, value: object, least: int = 0, most: int | None = None) -> int:
    number = _checked("real", name, value)
    if not number.is_rational() or number.as_fraction().denominator != 1 or number < least:
        raise _refused(name, f"an integer >= {least}", number)
    if most is not None and number > most:
        raise _refused(name, f"at most {most}", number)
    return int(number.as_fraction())


def _refused(name: str, expected: str, number: object) -> ParameterError:
    return ParameterError(excerpt(str(number)), place=name, expected=expected)
