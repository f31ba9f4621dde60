"""True numbers: a law or a formula of exact arguments, and beside it the same again in mpmath.

A float stands for its binary value. The lines of mpmath are a second route without a line of dpexact, and the tests
compare the two. `truths.toml` names the numbers that several questions share. Those that are laws of dpexact, or that
distinguish cases so that a formula does not give them, are functions here, which take exact numbers by name.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import resources
from inspect import Parameter, signature
from itertools import combinations_with_replacement
from typing import Any, TypeAlias

from flint import arb

from dpexact.composition.optimal import optimal_delta, optimal_epsilon
from dpexact.laws.concentrated import subsampled_gaussian, zcdp_epsilon
from dpexact.laws.counts import discrete_gaussian_delta
from dpexact.laws.discrete_gaussian import discrete_gaussian_tail
from dpexact.laws.gaussian import gaussian_delta, gaussian_epsilon
from dpexact.laws.laplace import discrete_laplace_delta, laplace_delta
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.epsilon import exp_of_epsilon
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.formula import Real, closed_term, formula_value, value_of_term
from dpexact.numbers.grammar import term_of_text
from dpexact.privacy.divergence import hockey_stick

Truth: TypeAlias = Exact | Enclosure | float
PLACE = re.compile(r"\{([a-z_0-9]+)\}")
Compute = Callable[..., Truth]


def rounds_delta(p: Sequence[Exact], q: Sequence[Exact], count: Exact, epsilon: Exact) -> Truth:
    """Return the least delta of p against q for count independent rounds, with outcomes counted in any order."""
    rounds = int(count.as_fraction())
    first, second = [], []
    for outcomes in combinations_with_replacement(range(len(p)), rounds):
        times = [outcomes.count(outcome) for outcome in range(len(p))]
        ways = math.factorial(rounds) // math.prod(math.factorial(number) for number in times)
        first.append(math.prod((a**n for a, n in zip(p, times, strict=True)), start=exact(ways)))
        second.append(math.prod((b**n for b, n in zip(q, times, strict=True)), start=exact(ways)))
    return hockey_stick(first, second, exp_of_epsilon(epsilon))


def sampled_gaussian_delta(rate: Exact, sigma: Exact, epsilon: Exact) -> Truth:
    """Return the least delta of Gaussian noise of sensitivity 1 on a Poisson sample, for the removal of a record.

    With the sampled mechanism's (1 - q) Q + q P against Q, the least delta at epsilon is q times that of P against Q at
    log(1 + (e^epsilon - 1)/q) (Balle, Barthe, Gaboardi 2018, Theorem 2). Adding a record needs no more from epsilon = 0
    on.
    """
    inner = closed_term("log(1 + (exp(epsilon) - 1)/rate)", {"rate": rate, "epsilon": epsilon})
    return rate * gaussian_delta(sigma, 1, inner)


def sampled_gaussian_epsilon(rate: Exact, sigma: Exact, delta: Exact) -> Truth:
    """Return the least epsilon at delta of Gaussian noise of sensitivity 1 on a Poisson sample, by the same theorem."""
    if delta >= rate:
        return exact(0)
    whole = gaussian_epsilon(sigma, 1, delta / rate)
    if isinstance(whole, float):
        return whole
    return formula_value("log(1 + rate*(exp(whole) - 1))", {"rate": rate, "whole": whole})


def sampled_laplace_delta(rate: Exact, scale: Exact, epsilon: Exact) -> Truth:
    """Return the least delta of Laplace noise of sensitivity 1 on a Poisson sample, for the removal of a record."""
    return laplace_delta(scale, 1, epsilon, rate, "remove")


def mixture_delta(sigma: Exact, weights: tuple[Exact, ...], epsilon: Exact) -> Truth:
    """Return the least delta of Gaussian noise with sensitivity 0, 1 or 2 at random, with these weights."""
    names = dict(zip("uvw", weights, strict=True)) | {"sigma": sigma, "epsilon": epsilon}
    ratio = "u + v*exp((2*t - 1)/(2*sigma**2)) + w*exp((2*t - 2)/sigma**2) - exp(epsilon)"
    t = closed_term(f"root({ratio}, t, 1/2, 1 + sigma**2*(epsilon - log(w))/2)", names)
    text = "(u - exp(epsilon))*Phi(-t/sigma) + v*Phi((1 - t)/sigma) + w*Phi((2 - t)/sigma)"
    return formula_value(text, {"t": t, **names})


def discrete_gaussian_reach(scale: Exact, accuracy: Exact) -> Truth:
    """Return P(|noise| >= accuracy) of discrete Gaussian noise, for an accuracy above 0."""
    return exact(2) * discrete_gaussian_tail(scale, math.ceil(accuracy.as_fraction()))


def gaussian_release(scale: Exact, threshold: Exact, largest: Exact, keys: Exact) -> Truth:
    """Return the probability that value + noise reaches the threshold for some key of another data set."""
    tail = discrete_gaussian_tail(scale, math.ceil((threshold - largest).as_fraction()))
    count = int(keys.as_fraction())
    signs = {i: (-1) ** (i + 1) * math.comb(count, i) for i in range(1, count + 1)}  # by inclusion and exclusion
    return Enclosure.computed(lambda ball: sum((ball**i * sign for i, sign in signs.items()), arb(0)), tail)


def draws_loss(first: Exact, second: Exact) -> Truth:
    """Return the logarithm of the ratio of two counts of draws."""
    if first == 0 or second == 0:
        return exact(0) if first == second else math.inf
    return formula_value("abs(log(second/first))", {"first": first, "second": second})


def flips_loss(flips: Exact) -> Truth:
    """Return the loss of a bit that this many of 2^53 draws flip."""
    return math.inf if flips == 0 else formula_value("log((2**53 - n)/n)", {"n": flips})


def squares_loss(output: Exact, lower: Exact, upper: Exact) -> Truth:
    """Return the loss of Laplace noise of the scale `output` on a sum of squares, one record changed."""
    return math.inf if output == 0 else (upper * upper - lower * lower) / output


COMPUTED: Mapping[str, Callable[..., Truth]] = {
    "gaussian.delta": gaussian_delta,
    "gaussian.epsilon": gaussian_epsilon,
    "laplace.delta": laplace_delta,
    "discrete_laplace.delta": discrete_laplace_delta,
    "discrete_gaussian.delta": discrete_gaussian_delta,
    "composition.optimal_delta": optimal_delta,
    "composition.optimal_epsilon": optimal_epsilon,
    "zcdp.epsilon": partial(zcdp_epsilon, conversion="optimal"),
    "rdp.subsampled_gaussian": subsampled_gaussian,
    "rounds.delta": rounds_delta,
    "sampled_gaussian.delta": sampled_gaussian_delta,
    "sampled_gaussian.epsilon": sampled_gaussian_epsilon,
    "sampled_laplace.delta": sampled_laplace_delta,
    "mixture.delta": mixture_delta,
    "discrete_gaussian.reach": discrete_gaussian_reach,
    "gaussian.release": gaussian_release,
    "draws.loss": draws_loss,
    "flips.loss": flips_loss,
    "squares.loss": squares_loss,
}


@dataclass(frozen=True)
class TrueNumber:
    """A number that is computed of the arguments that it `takes`, by name. `again` has a place `{name}` for each."""

    compute: Compute
    takes: frozenset[str]
    again: str

    def renamed(self, names: Mapping[str, str], again: str) -> TrueNumber:
        """Return the number with formulas of other names for some arguments.

        The lines of mpmath follow if each of the formulas is a name or an integer. Otherwise `again` gives them.
        """

        def place(match: re.Match[str]) -> str:
            text = names.get(match[1], match[1])
            return text if text.isdigit() else f"{{{text}}}"

        formulas = {name: names.get(name, name) for name in self.takes}
        value = partial(_of_formulas, self.compute, formulas)
        return TrueNumber(value, _free(formulas.values()), again or PLACE.sub(place, self.again))


def _of_formulas(law: Compute, formulas: Mapping[str, str], **values: Any) -> Truth:
    """Return a law of other arguments, which takes the exact number of a formula, or its tree if it has none."""
    arguments = {name: values.get(text) for name, text in formulas.items()}
    for name, text in formulas.items():
        if text not in values:
            term = closed_term(text, _needed(text, values))
            number = value_of_term(term)
            arguments[name] = number if isinstance(number, Exact) else term
    return law(**arguments)


def _of_parts(formula: str, parts: Mapping[str, str], **values: Real) -> Truth:
    """Return the value of a formula with names. Each of the parts stands for a name in it and in the parts below."""
    names = dict(values)
    for name, text in parts.items():
        names[name] = closed_term(text, _needed(text, names))
    return formula_value(formula, _needed(formula, names))


def _needed(text: str, names: Mapping[str, Any]) -> dict[str, Any]:
    return {name: names[name] for name in _free([text])}


def _free(texts: Iterable[str]) -> frozenset[str]:
    return frozenset().union(*(term_of_text(text).free_names() for text in texts))


def of_formula(row: Mapping[str, Any]) -> TrueNumber:
    """Return a formula with its parts, and its lines of mpmath after the pieces of code that these use."""
    formula, parts = row["formula"], row.get("parts", {})
    takes = _free([formula, *parts.values()]) - set(parts)
    return TrueNumber(partial(_of_parts, formula, parts), takes, _again(row))


def of_law(law: Compute) -> TrueNumber:
    """Return the number of a law, which takes the parameters without a default."""
    parameters = signature(law).parameters
    return TrueNumber(law, frozenset(name for name in parameters if parameters[name].default is Parameter.empty), "")


def of_renaming(law: TrueNumber, row: Mapping[str, Any]) -> TrueNumber:
    """Return a law with the `names` of a row for its arguments, and with its `again` if these are formulas."""
    return law.renamed(row.get("names", {}), _again(row))


def _again(row: Mapping[str, Any]) -> str:
    code: dict[str, str] = _shared()["code"]
    return "".join(code[name] for name in row.get("uses", ())) + str(row.get("again", "")).strip()


@cache
def _shared() -> dict[str, Any]:
    return tomllib.loads(resources.files("dpexact.crosscheck").joinpath("truths.toml").read_text(encoding="utf-8"))


@cache
def shared_truths() -> Mapping[str, TrueNumber]:
    """Return the numbers of `truths.toml` by name, each of which may rename one above it."""
    laws = {name: of_law(law) for name, law in COMPUTED.items()}
    truths: dict[str, TrueNumber] = {}
    for row in _shared()["truth"]:
        name = row["name"]
        if "formula" in row:
            truths[name] = of_formula(row)
        else:
            truths[name] = of_renaming((laws | truths)[row.get("of", name)], row)
    return truths
