"""scipy: tails and quantiles of laws that noise is drawn from, and the exact interval of a proportion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.crosscheck import truths
from dpexact.crosscheck.probe import Probe

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.crosscheck.probe import Truth
    from dpexact.numbers.exact import Exact

NOTHING_SAID = "no error bound is documented"
INTERVAL = "scipy.stats.binomtest, proportion_ci: Clopper and Pearson, exact"


def _tail(law: str, parameter: str, says: str, expression: str, again: str = "", *, logarithm: bool = False) -> Probe:
    """P(X > x), with a parameter after x or none, or its logarithm."""
    text = f"log({expression})" if logarithm else expression
    name = f"{law}.{'logsf' if logarithm else 'sf'}"
    given = "{x}, {parameter}" if parameter else "{x}"
    called = given.replace("parameter", parameter)
    names = f"x = mpf({{x}})\n{parameter} = mpf({{{parameter}}})\n" if parameter else "x = mpf({x})\n"

    def truth(**values: Exact) -> Truth:
        return truths.formula(text, **values)

    mpmath = f"{names}truth = {(f'log({again})' if logarithm else again) if again else text}"
    lines = f"from scipy.stats import {law}\noutput = {law}.{name.rpartition('.')[2]}({called})"
    said = f"{'the logarithm of ' if logarithm else ''}P(X > x) of {says}"
    return Probe(name, "value" if logarithm else "delta", said, lines, truth, mpmath, "larger", NOTHING_SAID)


def _quantile(name: str, call: str, says: str, truth: Callable[..., object], again: str, safe: str = "larger") -> Probe:
    package, function = call.split(":")
    lines = f"from {package} import {function.partition('.')[0]}\noutput = {function}({{p}})"
    return Probe(name, "delta", says, lines, truth, again, safe, NOTHING_SAID, claim="p")  # type: ignore[arg-type]


def _reached(output: Exact, k: Exact, n: Exact) -> Truth:
    return truths.formula("sum(binomial(n, i)*p**i*(1 - p)**(n - i), i, k, n)", k=k, n=n, p=output)


def _not_passed(output: Exact, k: Exact, n: Exact) -> Truth:
    return truths.formula("sum(binomial(n, i)*p**i*(1 - p)**(n - i), i, 0, k)", k=k, n=n, p=output)


REACHED = """k, n, p = {k}, {n}, mpf({output})
truth = fsum(binomial(n, i)*p**i*(1 - p)**(n - i) for i in range(k, n + 1))"""
NOT_PASSED = REACHED.replace("range(k, n + 1)", "range(k + 1)")
INSIDE = "binomtest({k}, {n}).proportion_ci(1 - 2*{alpha}, 'exact')"
DISCRETE = "exp(-a*(x + 1))/(1 + exp(-a))"

LAWS: tuple[Probe, ...] = (
    _tail("laplace", "", "a Laplace law, x >= 0", "exp(-x)/2", logarithm=True),
    _tail("dlaplace", "a", "a discrete Laplace law", DISCRETE),
    _tail("dlaplace", "a", "a discrete Laplace law", DISCRETE, logarithm=True),
    _tail("geom", "p", "a geometric law", "(1 - p)**x"),
    _tail("geom", "p", "a geometric law", "(1 - p)**x", logarithm=True),
    _tail("logistic", "", "a logistic law", "1/(1 + exp(x))"),
    _tail("gumbel_r", "", "a Gumbel law", "1 - exp(-exp(-x))", "-expm1(-exp(-x))"),
    _quantile(
        "norm.isf",
        "scipy.stats:norm.isf",
        "a normal variable passes the bound that is found with probability p",
        lambda output: truths.formula("Phi(-x)", x=output),
        "truth = ncdf(-mpf({output}))",
    ),
    _quantile(
        "laplace.isf",
        "scipy.stats:laplace.isf",
        "a Laplace variable passes the bound that is found with probability p",
        lambda output: truths.formula("exp(-x)/2", x=output),
        "truth = exp(-mpf({output}))/2",
    ),
    _quantile(
        "ndtri",
        "scipy.special:ndtri",
        "the normal distribution function has the value p where it is found",
        lambda output: truths.formula("Phi(x)", x=output),
        "truth = ncdf(mpf({output}))",
        "neither",
    ),
    Probe(
        "binomtest.low",
        "delta",
        "at the lower end of the exact interval, so many successes have probability alpha",
        f"from scipy.stats import binomtest\noutput = {INSIDE}.low",
        _reached,
        REACHED,
        "larger",
        INTERVAL,
        claim="alpha",
    ),
    Probe(
        "binomtest.high",
        "delta",
        "at the upper end of the exact interval, so few successes have probability alpha",
        f"from scipy.stats import binomtest\noutput = {INSIDE}.high",
        _not_passed,
        NOT_PASSED,
        "larger",
        INTERVAL,
        claim="alpha",
    ),
    Probe(
        "beta.ppf",
        "delta",
        "at the lower end by the beta law, so many successes have probability alpha",
        "from scipy.stats import beta\noutput = beta.ppf({alpha}, {k}, {n} - {k} + 1)",
        _reached,
        REACHED,
        "larger",
        NOTHING_SAID,
        claim="alpha",
    ),
)
