"""opendp: privacy maps, which its documentation says round conservatively."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dpexact.crosscheck import truths
from dpexact.crosscheck.adapters.opendp_accuracy import ACCURACY
from dpexact.crosscheck.adapters.opendp_eigenvector import EIGENVECTORS
from dpexact.crosscheck.adapters.opendp_selection import SELECTION
from dpexact.crosscheck.adapters.opendp_threshold import THRESHOLD
from dpexact.crosscheck.library import Library
from dpexact.crosscheck.probe import Probe

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.crosscheck.probe import Truth
    from dpexact.numbers.exact import Exact

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

PROBES += (*SELECTION, *THRESHOLD, *EIGENVECTORS, *ACCURACY)
LIBRARY = Library("opendp", "opendp", "opendp", "privacy maps", PROBES)
