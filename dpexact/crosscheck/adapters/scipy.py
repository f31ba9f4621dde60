"""scipy: the functions that code of differential privacy is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.crosscheck import truths
from dpexact.crosscheck.adapters.scipy_laws import LAWS, NOTHING_SAID
from dpexact.crosscheck.library import Library
from dpexact.crosscheck.probe import Probe

if TYPE_CHECKING:
    from dpexact.crosscheck.probe import Truth
    from dpexact.numbers.exact import Exact


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
