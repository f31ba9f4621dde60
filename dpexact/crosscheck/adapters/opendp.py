"""opendp: from a scale of noise to an accuracy at a significance level, and back."""

from __future__ import annotations

import re
from collections.abc import Callable

from dpexact.crosscheck import tails, truths
from dpexact.crosscheck.adapters.bingham import ACCEPTANCE, acceptance
from dpexact.crosscheck.library import Library, Probe, Truth
from dpexact.numbers.exact import Exact

LAWS: dict[str, tuple[Callable[[Exact, Exact], Truth], str]] = {
    "laplacian": (tails.laplace, tails.LAPLACE),
    "gaussian": (tails.gaussian, tails.GAUSSIAN),
    "discrete_laplacian": (tails.discrete_laplace, tails.DISCRETE_LAPLACE),
    "discrete_gaussian": (tails.discrete_gaussian, tails.DISCRETE_GAUSSIAN),
}
ACCURACY_SAYS = "the chance that noise is at least as far off as the accuracy is at most alpha"
REFERENCE = "opendp.accuracy: (1 - alpha) 100 % confidence"


def _accuracy(law: str) -> Probe:
    tail, again = LAWS[law]
    name = f"{law}_scale_to_accuracy"
    return Probe(
        name,
        "delta",
        ACCURACY_SAYS,
        f"from opendp.accuracy import {name}\noutput = {name}({{scale}}, {{alpha}})",
        lambda output, scale: tail(scale, output),
        again.replace("{accuracy}", "{output}"),
        "larger",
        REFERENCE,
        claim="alpha",
    )


def _scale(law: str) -> Probe:
    tail, again = LAWS[law]
    name = f"accuracy_to_{law}_scale"
    return Probe(
        name,
        "delta",
        ACCURACY_SAYS,
        f"from opendp.accuracy import {name}\noutput = {name}({{accuracy}}, {{alpha}})",
        lambda accuracy, output: tail(output, accuracy),
        again.replace("{scale}", "{output}"),
        "larger",
        REFERENCE,
        claim="alpha",
    )


ACCURACY: tuple[Probe, ...] = tuple(make(law) for law in LAWS for make in (_accuracy, _scale))


EIGENVECTOR = """import numpy as np
import opendp.prelude as dp
from opendp.extras.numpy import _sscp_domain
from opendp.extras.sklearn import _make_eigenvector as module
dp.enable_features('contrib', 'honest-but-curious', 'idealized-numerics')
seen = []
class Chance(float):
    def __lt__(self, probability):  # with which the sampler accepts
        seen.append(float(probability))
        return True
class Source:
    def multivariate_normal(self, mean, cov):  # always the last axis
        return np.eye(len(mean))[-1]
    def random(self):
        return Chance(0.5)
plain = module.get_np_csprng
module.get_np_csprng = Source  # the package randomgen is not needed
try:
    space = _sscp_domain(num_features={dimension}, norm=1.0, p=2), dp.symmetric_distance()
    release = module.make_private_eigenvector(*space, {epsilon})
finally:
    module.get_np_csprng = plain
release(np.diag([{gap}, {gap}] + [0.0]*({dimension} - 2)))
output = float('%.9g' % seen[0])"""

EIGENVECTORS: tuple[Probe, ...] = (
    Probe(
        "private_eigenvector.acceptance",
        "value",
        "the probability with which the sampler accepts the last axis, for sums of squares diag(gap, gap, 0, ...) of "
        "rows of norm 1, to 9 digits",
        EIGENVECTOR,
        acceptance,
        ACCEPTANCE,
        "neither",
        "opendp/extras/sklearn/_make_eigenvector: criteria of Kent, Ganeiber, Mardia, 3.4 and 3.6",
    ),
)


KEYS = """import opendp.prelude as dp
dp.enable_features('contrib', 'honest-but-curious')
counts = dp.map_domain(dp.atom_domain(T=str), dp.atom_domain(T=int))
"""
LAPLACE = (
    KEYS
    + "space = counts, dp.l01inf_distance(dp.absolute_distance(T=int))\n"
    + "release = dp.m.make_laplace_threshold(*space, {scale}, {threshold})\n"
    + "output = release.map(({keys}, {keys}*{largest}, {largest}))[1]"
)
GAUSSIAN = LAPLACE.replace("l01inf", "l02inf").replace("laplace", "gaussian")
THRESHOLD_SAYS = (
    "the delta of releasing keys whose noisy count reaches the threshold: that some key of the other data is released"
)
FOUND = "make_{}_threshold: d_out is an upper bound; reported as https://github.com/opendp/opendp/issues/2922"

THRESHOLD: tuple[Probe, ...] = (
    Probe(
        "laplace_threshold",
        "delta",
        THRESHOLD_SAYS,
        LAPLACE,
        tails.released_laplace,
        tails.RELEASED_LAPLACE,
        "larger",
        FOUND.format("laplace"),
    ),
    Probe(
        "gaussian_threshold",
        "delta",
        THRESHOLD_SAYS,
        GAUSSIAN,
        tails.released_gaussian,
        tails.RELEASED_GAUSSIAN,
        "larger",
        FOUND.format("gaussian"),
    ),
)


PRELUDE = "import opendp.prelude as dp\ndp.enable_features('contrib', 'honest-but-curious')\n"
FLOATS = PRELUDE + "space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)\n"
MAPS = "OpenDP's privacy maps: d_out is an upper bound"


def _map(name: str, lines: str, expression: str, again: str, says: str, safe: str = "larger") -> Probe:
    names = set(re.findall(r"\w+", expression))  # what the answer depends on

    def truth(**given: Exact) -> Truth:
        return truths.formula(expression, **{key: value for key, value in given.items() if key in names})

    return Probe(name, "value", says, lines, truth, again, safe, MAPS)  # type: ignore[arg-type]


def _zcdp(scale: Exact, d_in: Exact, delta: Exact) -> Truth:
    return truths.zcdp((d_in / scale) ** 2 / 2, delta)


def _noise(kind: str) -> str:
    return FLOATS + f"measurement = dp.m.make_{kind}(*space, scale={{scale}})\n"


_OF_GAUSSIAN: Callable[..., Truth] = _zcdp
PROBES: tuple[Probe, ...] = (
    _map(
        "laplace",
        _noise("laplace") + "output = measurement.map({d_in})",
        "d_in/scale",
        "truth = mpf({d_in})/mpf({scale})",
        "the epsilon of Laplace noise",
    ),
    _map(
        "gaussian",
        _noise("gaussian") + "output = measurement.map({d_in})",
        "(d_in/scale)**2/2",
        "truth = (mpf({d_in})/mpf({scale}))**2/2",
        "the rho (zCDP) of Gaussian noise",
    ),
    Probe(
        "zCDP_to_approxDP",
        "epsilon",
        "the epsilon at delta that zCDP of Gaussian noise gives",
        _noise("gaussian") + "output = dp.c.make_zCDP_to_approxDP(measurement).map({d_in}).epsilon({delta})",
        _OF_GAUSSIAN,
        truths.ZCDP.replace("mpf({rho})", "(mpf({d_in})/mpf({scale}))**2/2"),
        "larger",
        "Canonne, Kamath, Steinke (2020), Proposition 12, the least over real orders; a larger answer is a bound too",
    ),
    _map(
        "randomized_response_bool",
        PRELUDE + "output = dp.m.make_randomized_response_bool({prob}).map(1)",
        "log(prob/(1 - prob))",
        "truth = log(mpf({prob})/(1 - mpf({prob})))",
        "the epsilon of randomized response",
    ),
    _map(
        "randomized_response",
        PRELUDE + "output = dp.m.make_randomized_response(list(range({categories})), {prob}).map(1)",
        "log(prob*(categories - 1)/(1 - prob))",
        "truth = log(mpf({prob})*({categories} - 1)/(1 - mpf({prob})))",
        "the epsilon of randomized response with several categories",
    ),
    _map(
        "randomized_response_bitvec",
        PRELUDE
        + "space = dp.bitvector_domain(max_weight={weight}), dp.discrete_distance()\n"
        + "output = dp.m.make_randomized_response_bitvec(*space, f={f}).map(1)",
        "2*weight*log((2 - f)/f)",
        "truth = 2*{weight}*log((2 - mpf({f}))/mpf({f}))",
        "the epsilon of RAPPOR's permanent response",
    ),
    _map(
        "pureDP_to_zCDP",
        _noise("laplace") + "output = dp.c.make_pureDP_to_zCDP(measurement).map({d_in})",
        "(d_in/scale)**2/2",
        "truth = (mpf({d_in})/mpf({scale}))**2/2",
        "the rho that epsilon gives",
    ),
    _map(
        "composition",
        _noise("laplace") + "output = dp.c.make_composition([measurement]*{count}).map({d_in})",
        "count*d_in/scale",
        "truth = {count}*mpf({d_in})/mpf({scale})",
        "the epsilon of several Laplace mechanisms",
    ),
    _map(
        "geometric",
        PRELUDE
        + "space = dp.atom_domain(T=int), dp.absolute_distance(T=int)\n"
        + "output = dp.m.make_geometric(*space, scale={scale}).map({d_in})",
        "d_in/scale",
        "truth = mpf({d_in})/mpf({scale})",
        "the epsilon of discrete Laplace noise",
    ),
    _map(
        "population_amplification",
        PRELUDE
        + "numbers = dp.atom_domain(bounds=(0.0, 1.0), nan=False)\n"
        + "space = dp.vector_domain(numbers, size={size}), dp.symmetric_distance()\n"
        + "measurement = space >> dp.t.then_mean() >> dp.m.then_laplace({scale})\n"
        + "amplified = dp.c.make_population_amplification(measurement, population_size={population})\n"
        + "output = amplified.map(2)",
        "log(1 + size/population*(exp(1/(size*scale)) - 1))",
        "truth = log1p(mpf({size})/{population}*expm1(1/({size}*mpf({scale}))))",
        "the epsilon of a mean on a sample of a larger population",
    ),
    _map(
        "laplace.grid",
        PRELUDE
        + "space = dp.vector_domain(dp.atom_domain(T=float, nan=False), size={size}), dp.l1_distance(T=float)\n"
        + "output = dp.m.make_laplace(*space, scale={scale}, k={k}).map({d_in})",
        "d_in/scale",
        "truth = mpf({d_in})/mpf({scale})",
        "the epsilon of Laplace noise on a grid of 2^k, against that of data on the grid",
    ),
    _map(
        "gaussian.composition",
        _noise("gaussian") + "output = dp.c.make_composition([measurement]*{count}).map({d_in})",
        "count*(d_in/scale)**2/2",
        "truth = {count}*(mpf({d_in})/mpf({scale}))**2/2",
        "the rho (zCDP) of several Gaussian mechanisms",
    ),
    Probe(
        "zCDP_to_approxDP.delta",
        "delta",
        "the delta at epsilon that zCDP of Gaussian noise gives, against that of the noise",
        _noise("gaussian") + "output = dp.c.make_zCDP_to_approxDP(measurement).map({d_in}).delta({epsilon})",
        lambda scale, d_in, epsilon: truths.curve_delta(scale / d_in, epsilon),
        truths.CURVE_DELTA.replace("{sigma}", "mpf({scale})/mpf({d_in})"),
        "larger",
        MAPS,
    ),
    Probe(
        "fix_delta",
        "epsilon",
        "the epsilon that fixing delta leaves of the zCDP of Gaussian noise",
        _noise("gaussian")
        + "measurement = dp.c.make_fix_delta(dp.c.make_zCDP_to_approxDP(measurement), {delta})\n"
        + "output = measurement.map({d_in})[0]",
        _OF_GAUSSIAN,
        truths.ZCDP.replace("mpf({rho})", "(mpf({d_in})/mpf({scale}))**2/2"),
        "larger",
        MAPS,
    ),
    Probe(
        "fixed_approxDP_to_approxDP",
        "epsilon",
        "the same, cast to a privacy profile and asked at that delta",
        _noise("gaussian")
        + "measurement = dp.c.make_fix_delta(dp.c.make_zCDP_to_approxDP(measurement), {delta})\n"
        + "output = dp.c.make_fixed_approxDP_to_approxDP(measurement).map({d_in}).epsilon({delta})",
        _OF_GAUSSIAN,
        truths.ZCDP.replace("mpf({rho})", "(mpf({d_in})/mpf({scale}))**2/2"),
        "larger",
        MAPS,
    ),
    _map(
        "composition.delta",
        FLOATS
        + "measurement = dp.m.make_canonical_noise(*space, 1.0, ({epsilon}, {delta}))\n"
        + "output = dp.c.make_composition([measurement]*{count}).map(1.0)[1]",
        "count*delta",
        "truth = {count}*mpf({delta})",
        "the delta of several (epsilon, delta)-private mechanisms",
    ),
    _map(
        "select_private_candidate",
        FLOATS
        + "def of(d_in):\n    return d_in*{epsilon}\n"
        + "scored = dp.m.make_user_measurement(*space, dp.max_divergence(), lambda x: (1.0, 'a'), of,\n"
        + "    TO=(float, 'ExtrinsicObject'))\n"
        + "output = dp.c.make_select_private_candidate(scored, {stop}, 0.5).map(1.0)",
        "2*epsilon",
        "truth = 2*mpf({epsilon})",
        "the epsilon of private selection from private candidates: twice that of one",
    ),
)

SCORES = (
    PRELUDE + "space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.linf_distance(T=float{monotonic})\n"
)
NUMBERS = PRELUDE + "space = dp.vector_domain(dp.atom_domain(T=int)), dp.symmetric_distance()\n"
PURE, CONCENTRATED = "dp.max_divergence()", "dp.zero_concentrated_divergence()"
SELECTION_MAPS = "OpenDP's privacy maps: d_out is an upper bound; McKenna and Sheldon (2020)"


def _selection(name: str, says: str, lines: str, expression: str) -> Probe:
    """Return a map whose truth is one expression of the arguments, the same in mpmath."""

    def truth(**given: Exact) -> Truth:
        return truths.formula(expression, **given)

    call = "truth = (lambda scale, d_in, k=1, alpha=0: {})({})"
    given = [place for place in ("scale", "d_in", "k", "alpha") if f"{{{place}}}" in lines]
    again = call.format(expression, ", ".join(f"{place}=mpf({{{place}}})" for place in given))
    return Probe(name, "value", says, lines, truth, again, "larger", SELECTION_MAPS)


def _largest(measure: str, monotonic: str = "") -> str:
    lines = SCORES.replace("{monotonic}", monotonic)
    return lines + f"output = dp.m.make_noisy_max(*space, {measure}, {{scale}}).map({{d_in}})"


def _several(measure: str) -> str:
    lines = SCORES.replace("{monotonic}", "")
    return lines + f"output = dp.m.make_noisy_top_k(*space, {measure}, k={{k}}, scale={{scale}}).map({{d_in}})"


def _quantile(measure: str) -> str:
    return (
        NUMBERS
        + f"output = dp.m.make_private_quantile(*space, {measure}, [0, 1, 2], {{alpha}}, {{scale}}).map({{d_in}})"
    )


SIDE: Callable[[str], str] = "max(alpha, 1 - alpha)*{}".format
SELECTION: tuple[Probe, ...] = (
    _selection("noisy_max", "the epsilon of report noisy max", _largest(PURE), "2*d_in/scale"),
    _selection(
        "noisy_max.monotonic", "the same for monotonic scores", _largest(PURE, ", monotonic=True"), "d_in/scale"
    ),
    _selection(
        "noisy_max.zCDP",
        "the rho of report noisy max: its range is bounded",
        _largest(CONCENTRATED),
        "(2*d_in/scale)**2/8",
    ),
    _selection(
        "noisy_max.zCDP.monotonic",
        "the same for monotonic scores",
        _largest(CONCENTRATED, ", monotonic=True"),
        "(d_in/scale)**2/8",
    ),
    _selection(
        "report_noisy_max_gumbel",
        "the epsilon of the exponential mechanism by Gumbel noise",
        SCORES.replace("{monotonic}", "") + "output = dp.m.make_report_noisy_max_gumbel(*space, {scale}).map({d_in})",
        "2*d_in/scale",
    ),
    _selection("noisy_top_k", "the epsilon of the k largest, one after the other", _several(PURE), "k*(2*d_in/scale)"),
    _selection("noisy_top_k.zCDP", "the rho of the same", _several(CONCENTRATED), "k*(2*d_in/scale)**2/8"),
    _selection("private_quantile", "the epsilon of a quantile by its scores", _quantile(PURE), SIDE("2*d_in/scale")),
    _selection(
        "private_quantile.zCDP",
        "the rho of the same",
        _quantile(CONCENTRATED),
        "(max(alpha, 1 - alpha)*2*d_in/scale)**2/8",
    ),
)

PROBES += (*SELECTION, *THRESHOLD, *EIGENVECTORS, *ACCURACY)
LIBRARY = Library("opendp", "opendp", "opendp", "privacy maps", PROBES)
