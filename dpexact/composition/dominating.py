"""Dominating pairs of named laws of noise, also on samples, in both directions, with their products and privacy.

If the record is removed, the pair is (1 - rate) Q + rate P against Q, with P the law of the noise around the
sensitivity and Q its law around 0. If it is added, the pair is Q against the mixture. All runs of a product go one way.

Reference: these pairs dominate by Balle, Barthe and Gaboardi, "Privacy Amplification by Subsampling" (2018), and Zhu,
Dong and Wang, "Optimal Accounting of Differential Privacy via Characteristic Function" (2022), Proposition 30.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from inspect import signature
from typing import Any, Literal, ParamSpec

from flint import arb, fmpq

from dpexact.certificates.certificate import Certificate
from dpexact.composition.accountant import larger
from dpexact.composition.certified import certificate_for_delta, certificate_of
from dpexact.composition.factors import gathered
from dpexact.composition.loss import PrivacyLoss, numbered, privacy_loss
from dpexact.composition.rounded import GridRule
from dpexact.composition.sampled import Sampled
from dpexact.composition.written import Law, position_error
from dpexact.errors import IncompatibleFieldsError, NumberSyntaxError, ParameterError, TooLargeError, need
from dpexact.laws.noise import DiscreteGaussianNoise, DiscreteLaplaceNoise, GaussianNoise, LaplaceNoise, Noise
from dpexact.numbers.enclosure import START_BITS, Enclosure, within_one
from dpexact.numbers.epsilon import claimed_factor, exp_of_epsilon, one_factor, probability
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.generators import Free
from dpexact.numbers.precision import WorkingPrecision
from dpexact.numbers.typography import excerpt, value_excerpt
from dpexact.privacy.divergence import distributions

Size = Exact | Enclosure | float
Direction = Literal["remove", "add", "both", "undecided"]
P = ParamSpec("P")
COARSER = 2  # halvings of the step
MAX_SHIFT = 1 << 10  # of discrete Laplace noise, whose likelihood ratios are listed


@need.made_by("gaussian(sigma), laplace(scale) and their kin, or parse_composition(text)", remove=PrivacyLoss)
@dataclass(frozen=True, repr=False)
class DominatingPair:
    """Both directions of a composition of laws of noise, `.remove` and `.add`, each a PrivacyLoss.

    `a * b` composes two, `a ** k` takes one k times. `laws` are the laws by their names, as a certificate writes them.

    >>> runs = gaussian(sigma=4, rate="1/100") ** 10000
    >>> found = runs.delta(epsilon="1.26")
    >>> 3.5e-8 < float(found.lower) <= float(found.upper) < 3.8e-8, runs.direction(epsilon="1.26")
    (True, 'remove')
    """

    remove: PrivacyLoss
    add: PrivacyLoss
    laws: tuple[tuple[Law, int], ...] | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        """Write the composition with all names of its laws, so that `parse_composition` reads it again."""
        return self._written(str)

    def __repr__(self) -> str:
        """Write the composition as `str` does, with long lists of probabilities cut."""
        return self._written(repr)

    def _written(self, text: Callable[[Law], str]) -> str:
        if not self.laws:
            return f"DominatingPair(remove={self.remove!r}, add={self.add!r})"
        counted = gathered_laws(self.laws)
        return " * ".join(text(law) if count == 1 else f"{text(law)}**{count}" for law, count in counted)

    def __mul__(self, other: object) -> DominatingPair:
        """Compose both, independently."""
        if not isinstance(other, DominatingPair):
            return NotImplemented
        known = None if self.laws is None or other.laws is None else (*self.laws, *other.laws)
        return DominatingPair(self.remove * other.remove, self.add * other.add, known)

    def __pow__(self, count: object) -> DominatingPair:
        """Compose it with itself `count` times, independently (0 gives nothing away). Raises: ParameterError."""
        times = need.integer(count, "count", 0)
        remove, add = self.remove**times, self.add**times
        known = None if self.laws is None else tuple((law, times * once) for law, once in self.laws)
        return DominatingPair(remove, add, known)

    def delta(self, exp_epsilon: object = None, *, epsilon: object = None) -> Exact | Enclosure:
        """Return the least delta at E >= 1 or at math.inf, the larger one of both directions.

        Guarantee: exact, or an enclosure whose first bounds are at most 5 percent or 10^-30 apart.
        Raises: ParameterError, and TooLargeError and UndecidedError as `PrivacyLoss.delta`.
        """
        found: Exact | Enclosure = within_one(
            self._larger(lambda loss, step: loss.delta_rule(exp_epsilon, epsilon, step))
        )
        return found

    def exp_epsilon(self, delta: object) -> Size:
        """Return the least E >= 1 for a delta, or math.inf if there is none. Guarantee, Raises: as `epsilon`."""
        return self._larger(lambda loss, step: loss.exp_epsilon_rule(delta, step))

    def epsilon(self, delta: object) -> Enclosure | float:
        """Return the least epsilon >= 0 for a delta, or math.inf if there is none.

        Guarantee: an enclosure whose first bounds are at most 1 percent or 10^-6 apart.
        Raises: ParameterError, and TooLargeError and UndecidedError as `PrivacyLoss.epsilon`.
        """
        found: Enclosure | float = self._larger(lambda loss, step: loss.epsilon_rule(delta, step))  # type: ignore[assignment]
        return found

    def direction(self, exp_epsilon: object = None, *, epsilon: object = None, delta: object = None) -> Direction:
        """Return the direction with the larger delta at E, or the larger epsilon at a delta.

        It is "both" if they are the same by symmetry or equal, "undecided" if the first bounds do not tell them apart.
        Raises: ParameterError unless exactly one of the three is given, and as `delta` and `epsilon`.
        """
        if delta is None:
            factor = claimed_factor(one_factor(exp_epsilon, epsilon))
            return self._direction(lambda loss, step: loss.delta_rule(factor, None, step))
        if exp_epsilon is not None or epsilon is not None:
            raise ParameterError(
                "delta and another one", place="direction", expected="exactly one of exp_epsilon, epsilon and delta"
            )
        allowed = probability(delta, "delta")
        return self._direction(lambda loss, step: loss.epsilon_rule(allowed, step))

    def certificate(self, exp_epsilon: object = None, *, epsilon: object = None, delta: object = None) -> Certificate:
        """Return a certificate for the kernel that the composition keeps a delta at E for all events, both ways.

        At an E or an epsilon, the delta is at least the least one, and about 1 percent more. For a delta, the epsilon
        is the upper bound of the least one, rounded up to six digits (a little more if too little is proved there).
        `certificate.statement` says both.

        Reference: docs/certificate-format.md, "Compositions".
        Raises: ParameterError for an infinite E or irrational parameters, TooLargeError.
        """
        if self.laws is None:
            raise ParameterError(
                "expected laws by their names",
                place="certificate",
                remedy="make the pair with gaussian(sigma) and its kin",
            )
        runs = [(law, count) for law, count in gathered_laws(self.laws) if count and not law.gives_nothing]
        if delta is None:
            return certificate_of(runs, claimed_factor(one_factor(exp_epsilon, epsilon)))
        if exp_epsilon is not None or epsilon is not None:
            raise ParameterError(
                "delta and another one", place="certificate", expected="exactly one of exp_epsilon, epsilon and delta"
            )
        allowed = probability(delta, "delta")
        least = self.epsilon(allowed)
        if isinstance(least, float):
            raise ParameterError(
                f"no epsilon is enough for delta = {excerpt(str(allowed))}",
                place="certificate",
                remedy="give a larger delta",
            )
        return certificate_for_delta(runs, least.upper, allowed)

    @cached_property
    def _is_symmetric(self) -> bool:
        return dict(self.remove.factors) == dict(self.add.factors)

    def _larger(self, number: Callable[[PrivacyLoss, int | None], Size | GridRule]) -> Size:
        """Return the larger of two numbers, without refining a direction that is certainly smaller."""
        first = number(self.remove, None)
        if self._is_symmetric or (isinstance(first, float) and first == math.inf):
            return _size(first)
        second = number(self.add, _step(first))
        order = _order(first, second)
        if order is None:
            first = _size(first)
            order = _order(first, second)
        if order is None:
            found: Size = larger(first, _size(second))
            return found
        return _size(first if order >= 0 else second)

    def _direction(self, number: Callable[[PrivacyLoss, int | None], Size | GridRule]) -> Direction:
        if self._is_symmetric:
            return "both"
        first = number(self.remove, None)
        second = number(self.add, _step(first))
        order = _order(first, second)
        if order is None:
            order = _order(_size(first), _size(second))
        return "undecided" if order is None else "remove" if order > 0 else "add" if order < 0 else "both"


def gathered_laws(laws: tuple[tuple[Law, int], ...]) -> list[tuple[Law, int]]:
    """Count equal laws together."""
    counts: dict[Law, int] = {}
    for law, count in laws:
        counts[law] = counts.get(law, 0) + count
    return list(counts.items())


def _step(found: Size | GridRule) -> int | None:
    """Return a coarser first step than that of a rule, for a first look at the other direction."""
    return found.first - COARSER if isinstance(found, GridRule) else None


NOTHING = DominatingPair(PrivacyLoss(()), PrivacyLoss(()))  # is given away if P and Q are one law


def _by_name(law: Callable[P, DominatingPair]) -> Callable[P, DominatingPair]:
    """Allow only the first parameter without its name. Raises: ParameterError, with the ways to read the others."""
    known = tuple(signature(law).parameters)

    @wraps(law)
    def made(*given: P.args, **named: P.kwargs) -> DominatingPair:
        if len(given) > 1:
            parts = [*(("", _said(value)) for value in given), *((key, _said(value)) for key, value in named.items())]
            raise position_error(law.__name__, parts, known)
        return law(*given, **named)

    return made


def _said(value: object) -> str:
    """Write an argument as it may be typed again."""
    return value_excerpt(value)


def _size(found: Size | GridRule) -> Size:
    size: Size = numbered(found)
    return size


def _order(first: Size | GridRule, second: Size | GridRule) -> int | None:
    """Return -1, 0 or 1 if the known bounds show the order, else None."""
    if isinstance(first, float) or isinstance(second, float):
        return int(isinstance(first, float)) - int(isinstance(second, float))
    if isinstance(first, Exact) and isinstance(second, Exact):
        try:
            return int(first > second) - int(first < second)
        except IncompatibleFieldsError:
            return None
    (low, high), (other_low, other_high) = _bounds(first), _bounds(second)
    if low == other_high and high == other_low:  # balls of width 0, so that all four bounds are one number
        return 0
    if low > other_high:
        return 1
    return -1 if high < other_low else None


def _bounds(found: Exact | Enclosure | GridRule) -> tuple[Any, Any]:
    """Return balls around the known bounds."""
    if isinstance(found, GridRule):
        low, high = found.best
        return low, high
    sure = Enclosure.of(found)
    with WorkingPrecision(2 * START_BITS):
        low, high = (arb(fmpq(end.numerator, end.denominator)) for end in (sure.lower, sure.upper))
        return low, high


@_by_name
def gaussian(sigma: object, *, sensitivity: object = 1, rate: object = 1) -> DominatingPair:
    """Return Gaussian noise of the standard deviation sigma on a sum of this sensitivity, on a Poisson sample.

    Raises: ParameterError unless sigma > 0, sensitivity >= 0, 0 <= rate <= 1.

    >>> gaussian(1).delta(epsilon=1)
    Enclosure[0.126936737506, 0.126936737507]
    """
    width, shift = _positive("sigma", sigma), _nonnegative("sensitivity", sensitivity)
    return _sampled(GaussianNoise((shift / width) ** 2), shift, rate, "gaussian", sigma=width)


@_by_name
def laplace(scale: object, *, sensitivity: object = 1, rate: object = 1) -> DominatingPair:
    """Return Laplace noise of this scale on a number of this sensitivity, on a Poisson sample.

    Raises: ParameterError unless scale > 0, sensitivity >= 0, 0 <= rate <= 1.

    >>> laplace(1).delta(epsilon="1")
    exact('0')
    """
    width, shift = _positive("scale", scale), _nonnegative("sensitivity", sensitivity)
    return _sampled(LaplaceNoise(width, shift), shift, rate, "laplace", scale=width)


@_by_name
def discrete_gaussian(sigma: object, *, sensitivity: object = 1, rate: object = 1) -> DominatingPair:
    """Return noise proportional to e^(-z^2/(2 sigma^2)) on the integers, on a Poisson sample.

    Raises: ParameterError unless sigma > 0, sensitivity an integer >= 0, 0 <= rate <= 1.
    """
    width, shift = _positive("sigma", sigma), _integer("sensitivity", sensitivity)
    return _sampled(DiscreteGaussianNoise(width, shift), shift, rate, "discrete_gaussian", sigma=width)


def _exp_of(name: str, value: object) -> Exact:
    """Return e^value of a parameter that is written as an epsilon."""
    if not isinstance(value, str):
        return exp_of_epsilon(exact_at(value, name))
    try:
        return exp_of_epsilon(value)
    except NumberSyntaxError as error:
        raise error.at(name) from None


@_by_name
def discrete_laplace(decay: object, *, sensitivity: object = 1, rate: object = 1) -> DominatingPair:
    """Return noise proportional to e^(-decay abs(z)) on the integers, on a Poisson sample, with decay as an epsilon.

    Without sampling, or for sensitivity 1, it has few likelihood ratios and is as exact as a finite pair.

    Raises: TooLargeError, and ParameterError unless decay > 0, sensitivity an integer >= 0, 0 <= rate <= 1.

    >>> discrete_laplace("log(3)", rate="1/2").delta(1)
    exact('1/4')
    """
    base = _exp_of("decay", decay)
    if not base > 1:
        raise _refused("decay", "a number > 0", decay)
    whole = _integer("sensitivity", sensitivity)
    shift, r, part = int(whole.as_fraction()), 1 / base, _probability("rate", rate)
    if shift > MAX_SHIFT:
        raise TooLargeError(
            f"expected at most {MAX_SHIFT}, since each integer up to it has a likelihood ratio", place="sensitivity"
        )
    if shift > 1 and 0 < part < 1:
        return _sampled(DiscreteLaplaceNoise(base, whole), whole, rate, "discrete_laplace", base=base)
    end = 1 / (1 + r)
    first = [end * r**shift, *((1 - r) * end * r ** (shift - z) for z in range(1, shift)), end]
    second = first[::-1]
    pair = NOTHING
    if shift > 0 and part > 0:
        pair = finite([(1 - part) * b + part * a for a, b in zip(first, second, strict=True)], second)
    return _named(pair, "discrete_laplace", base=base, sensitivity=whole, rate=part)


@_by_name
def randomized_response(truth: object, *, categories: object = 2) -> DominatingPair:
    """Return k-ary randomized response that tells the truth with this probability, the others equally likely.

    Raises: ParameterError.

    >>> (randomized_response("3/4") ** 2).delta(3)
    exact('3/8')
    """
    said, count = _probability("truth", truth), int(_integer("categories", categories).as_fraction())
    if count < 2:
        raise _refused("categories", "an integer >= 2", categories)
    other = (1 - said) / (count - 1)
    rest = (count - 2) * other
    pair = finite([said, other, rest], [other, said, rest])
    return _named(pair, "randomized_response", truth=said, categories=exact(count))


def finite(p: Sequence[object], q: Sequence[object]) -> DominatingPair:
    """Return the pair of two distributions on the same outcomes, in both directions.

    Raises: ParameterError for anything that is not a distribution.
    """
    loss = privacy_loss(p, q)
    first, second = distributions(p, q)
    return _named(DominatingPair(loss, loss.reversed()), "finite", p=tuple(first), q=tuple(second))


def _named(pair: DominatingPair, name: str, **parameters: Exact | tuple[Exact, ...]) -> DominatingPair:
    return replace(pair, laws=((Law(name, tuple(parameters.items())), 1),))


def _sampled(noise: Noise, shift: Exact, rate: object, name: str, **parameters: Exact) -> DominatingPair:
    part = _probability("rate", rate)
    pair = NOTHING
    if shift > 0 and part > 0:
        law = Sampled(noise, part)
        other = law if part == 1 else law.reversed()  # the laws are symmetric
        pair = DominatingPair(PrivacyLoss(gathered([(law, 1)])), PrivacyLoss(gathered([(other, 1)])))
    return _named(pair, name, **parameters, sensitivity=shift, rate=part)


def _number(name: str, value: object) -> Exact:
    number = exact_at(value, name)
    if isinstance(number.field, Free):
        raise need.refusal(name, "a number", value)
    return number


def _positive(name: str, value: object) -> Exact:
    number = _number(name, value)
    if not number > 0:
        raise _refused(name, "a number > 0", number)
    return number


def _nonnegative(name: str, value: object) -> Exact:
    number = _number(name, value)
    if number < 0:
        raise _refused(name, "a number >= 0", number)
    return number


def _integer(name: str, value: object) -> Exact:
    number = _nonnegative(name, value)
    if not number.is_rational() or number.as_fraction().denominator != 1:
        raise _refused(name, "an integer >= 0", number)
    return number


def _probability(name: str, value: object) -> Exact:
    number = _nonnegative(name, value)
    if number > 1:
        raise _refused(name, "a number from 0 to 1", number)
    return number


def _refused(name: str, expected: str, number: object) -> ParameterError:
    return ParameterError(excerpt(str(number)), place=name, expected=f"{expected}")
