"""scipy: tails and quantiles of laws that noise is drawn from, and the exact interval of a proportion."""

from __future__ import annotations

from collections.abc import Callable

from dpexact.crosscheck import truths
from dpexact.crosscheck.library import Library, Probe, Truth
from dpexact.numbers.exact import Exact

NOTHING_SAID = "no error bound is documented"
INTERVAL = "scipy.stats.binomtest, proportion_ci: Clopper and Pearson, exact"


def _tail(law: str, parameter: str, says: str, expression: str, again: str = "", *, logarithm: bool = False) -> Probe:
    """Make the probe of P(X > x), with a parameter after x or none, or of its logarithm."""
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


def _of_x(expression: str) -> object:
    def truth(x: Exact) -> Truth:
        return truths.formula(expression, x=x)

    return truth


def _function(name: str, call: str, expression: str, again: str, says: str, safe: str = "neither") -> Probe:
    package, function = call.split(":")
    kind = "delta" if name.endswith(".sf") else "value"
    lines = f"from {package} import {function.partition('.')[0]}\noutput = {function}({{x}})"
    return Probe(name, kind, says, lines, _of_x(expression), f"x = mpf({{x}})\ntruth = {again}", safe, NOTHING_SAID)  # type: ignore[arg-type]


def _binomial_tail(k: Exact, n: Exact, p: Exact) -> Truth:
    return truths.formula("sum(binomial(n, i)*p**i*(1 - p)**(n - i), i, k + 1, n)", k=k, n=n, p=p)


PROBES: tuple[Probe, ...] = (
    _function("ndtr", "scipy.special:ndtr", "Phi(x)", "ncdf(x)", "the standard normal distribution function"),
    _function("log_ndtr", "scipy.special:log_ndtr", "log(Phi(x))", "log(ncdf(x))", "its logarithm"),
    _function("erfc", "scipy.special:erfc", "erfc(x)", "erfc(x)", "the complementary error function"),
    _function("expm1", "scipy.special:expm1", "exp(x) - 1", "expm1(x)", "exp(x) - 1"),
    _function("log1p", "scipy.special:log1p", "log(1 + x)", "log1p(x)", "log(1 + x)"),
    _function("expit", "scipy.special:expit", "1/(1 + exp(-x))", "1/(1 + exp(-x))", "the logistic function"),
    _function("log_expit", "scipy.special:log_expit", "-log(1 + exp(-x))", "-log1p(exp(-x))", "its logarithm"),
    _function("logit", "scipy.special:logit", "log(x/(1 - x))", "log(x/(1 - x))", "the log-odds", "larger"),
    _function("norm.sf", "scipy.stats:norm.sf", "Phi(-x)", "ncdf(-x)", "P(Z > x), a delta in tail bounds", "larger"),
    _function("norm.logsf", "scipy.stats:norm.logsf", "log(Phi(-x))", "log(ncdf(-x))", "its logarithm", "larger"),
    _function("norm.cdf", "scipy.stats:norm.cdf", "Phi(x)", "ncdf(x)", "P(Z <= x)"),
    _function("laplace.sf", "scipy.stats:laplace.sf", "exp(-x)/2", "exp(-x)/2", "P(L > x), x >= 0", "larger"),
    Probe(
        "binom.sf",
        "delta",
        "P(X > k) of a binomial law, a delta in counting bounds",
        "from scipy.stats import binom\noutput = binom.sf({k}, {n}, {p})",
        _binomial_tail,
        "k, n, p = int({k}), int({n}), mpf({p})\n"
        "truth = fsum(binomial(n, i)*p**i*(1 - p)**(n - i) for i in range(k + 1, n + 1))",
        "larger",
        NOTHING_SAID,
    ),
    Probe(
        "gaussian-delta-by-cdf",
        "delta",
        "the least delta of Gaussian noise, as code writes it with norm.cdf",
        "from math import exp\nfrom scipy.stats import norm\nsigma, epsilon = {sigma}, {epsilon}\n"
        "output = norm.cdf(0.5/sigma - epsilon*sigma) - exp(epsilon)*norm.cdf(-0.5/sigma - epsilon*sigma)",
        truths.curve_delta,
        truths.CURVE_DELTA,
        "larger",
        "Balle and Wang (2018), Theorem 8, written in floats; the formula is the user's, not scipy's",
    ),
    Probe(
        "gaussian-delta-by-logcdf",
        "delta",
        "the least delta of Gaussian noise, as code writes it with norm.logcdf",
        "from math import exp, log1p\nfrom scipy.stats import norm\nsigma, epsilon = {sigma}, {epsilon}\n"
        "x = norm.logcdf(0.5/sigma - epsilon*sigma)\ny = epsilon + norm.logcdf(-0.5/sigma - epsilon*sigma)\n"
        "output = exp(x + log1p(-exp(y - x))) if y < x else 0.0",
        truths.curve_delta,
        truths.CURVE_DELTA,
        "larger",
        "Balle and Wang (2018), Theorem 8, written in floats; the formula is the user's, not scipy's",
    ),
)

PROBES += LAWS
LIBRARY = Library("scipy", "scipy", "scipy", "functions that code of differential privacy is made of", PROBES)
