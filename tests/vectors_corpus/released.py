"""The released libraries of others over the corpus, those that are installed.

    python tests/vectors_corpus/released.py

Prints a line for each function: how many tests it was asked, at how many the answer is off by more than 1e-9 of the
number, how many of these were drawn, are on the unsafe side, are off by more than a thousandth, and the worst. dpexact
decides nothing here; the bounds are those of the files. A library that is not installed is named.
"""

import json
import math
import signal
import sys
import warnings
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parents[2] / "vectors"
sys.path.append(str(VECTORS / "readers" / "python"))
reader: Any = import_module("reader")

LAST_DIGITS, MATERIAL = 1e-9, 1e-3
SECONDS = 5.0  # for one answer
LARGEST, FEW = 2**31, 20  # of an integer, and of what takes long
Answer = float | None  # None where the function has no such parameter
Law = Callable[..., Answer]


def _pld(name: str) -> Law:
    """Return the delta of a privacy loss of dp_accounting, the larger of both directions unless a relation is given."""
    module: Any = import_module("dp_accounting.pld.privacy_loss_mechanism")

    def delta(epsilon: float, relation: str = "", rate: float = 1.0, **given: float) -> Answer:
        if rate == 0:
            return None
        sides = {"remove": module.AdjacencyType.REMOVE, "add": module.AdjacencyType.ADD}
        numbers = [int(value) if key == "sensitivity" and "Discrete" in name else value for key, value in given.items()]
        chosen = [side for word, side in sides.items() if relation in {word, ""}]
        losses = [getattr(module, name)(*numbers, sampling_prob=rate, adjacency_type=side) for side in chosen]
        return max(float(loss.get_delta_for_epsilon(epsilon)) for loss in losses)

    return delta


def _dp_accounting() -> dict[str, tuple[str, Law]]:
    pld: Any = import_module("dp_accounting.pld")
    rdp: Any = import_module("dp_accounting.rdp.rdp_privacy_accountant")

    def least_sigma(epsilon: float, delta: float, sensitivity: float) -> Answer:
        asked = pld.common.DifferentialPrivacyParameters(epsilon, delta)
        return float(pld.accountant.get_smallest_gaussian_noise(asked, 1, sensitivity))

    def renyi(order: float, rate: float, sigma: float) -> Answer:
        return float(rdp._compute_rdp_poisson_subsampled_gaussian(rate, sigma, [order])[0])

    def optimal(epsilon: float, delta: float, count: float, total_delta: float) -> Answer:
        each = pld.common.DifferentialPrivacyParameters(epsilon, delta)
        found = pld.accountant.advanced_composition(each, int(count), total_delta)
        return math.inf if found is None else float(found)

    return {
        "GaussianPrivacyLoss": ("gaussian.delta", _pld("GaussianPrivacyLoss")),
        "LaplacePrivacyLoss": ("laplace.delta", _pld("LaplacePrivacyLoss")),
        "DiscreteGaussianPrivacyLoss": ("discrete_gaussian.delta", _pld("DiscreteGaussianPrivacyLoss")),
        "DiscreteLaplacePrivacyLoss": ("discrete_laplace.delta", _pld("DiscreteLaplacePrivacyLoss")),
        "get_smallest_gaussian_noise": ("gaussian.sigma", least_sigma),
        "RDP, Poisson-sampled Gaussian": ("rdp.subsampled_gaussian", renyi),
        "advanced_composition": ("composition.optimal_epsilon", optimal),
    }


def _opendp() -> dict[str, tuple[str, Law]]:
    dp: Any = import_module("opendp.prelude")
    dp.enable_features("contrib", "idealized-numerics", "honest-but-curious")

    def zcdp(rho: float, delta: float, conversion: str) -> Answer:
        if conversion == "simple" or delta == 0:
            return None
        space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
        noisy = dp.m.make_gaussian(*space, scale=1.0)
        return float(dp.c.make_zCDP_to_approxDP(noisy).map(math.sqrt(2 * rho)).epsilon(delta)) if rho else None

    def response(truth: float, categories: float) -> Answer:
        if not 1 / categories <= truth < 1:
            return None
        return float(dp.m.make_randomized_response([*map(str, range(int(categories)))], truth).map(1))

    def kept(decay: float, threshold: float, comparison: str) -> Answer:
        if comparison == ">" or not (threshold.is_integer() and 1 <= threshold < LARGEST):
            return None
        counts = dp.map_domain(dp.atom_domain(T=str), dp.atom_domain(T=int))
        space = counts, dp.l01inf_distance(dp.absolute_distance(T=int))
        return float(dp.m.make_laplace_threshold(*space, 1 / decay, int(threshold)).map((1, 1, 1))[1])

    return {
        "make_laplace_threshold": ("discrete_laplace.threshold", kept),
        "make_zCDP_to_approxDP": ("zcdp.epsilon", zcdp),
        "make_randomized_response": ("randomized_response.epsilon", response),
    }


def _diffprivlib() -> dict[str, tuple[str, Law]]:
    mechanisms: Any = import_module("diffprivlib.mechanisms")

    def analytic(epsilon: float, delta: float, sensitivity: float) -> Answer:
        return float(mechanisms.GaussianAnalytic(epsilon=epsilon, delta=delta, sensitivity=sensitivity)._scale)

    return {"GaussianAnalytic": ("gaussian.sigma", analytic)}


def _autodp() -> dict[str, tuple[str, Law]]:
    zoo: Any = import_module("autodp.mechanism_zoo")
    calibrator: Any = import_module("autodp.calibrator_zoo")
    composition: Any = import_module("autodp.transformer_zoo")

    def epsilon(sigma: float, sensitivity: float, delta: float) -> Answer:
        return float(zoo.ExactGaussianMechanism(sigma / sensitivity).get_approxDP(delta)) if delta else None

    def calibrated(epsilon: float, delta: float, sensitivity: float) -> Answer:
        made = calibrator.ana_gaussian_calibrator()(zoo.ExactGaussianMechanism, epsilon, delta, name="noise")
        return float(made.params["sigma"]) * sensitivity

    def composed(sigma: float, sensitivity: float, delta: float) -> Answer:
        mechanism = zoo.GaussianMechanism(sigma=sigma / sensitivity, phi_off=False)
        with redirect_stdout(StringIO()):  # it prints the steps of its search
            return float(composition.ComposeAFA()([mechanism], [1]).get_approxDP(delta)) if delta else None

    def screened(p: list[float], q: list[float], delta: float) -> Answer:
        if len(p) > 2:
            return None
        return float(zoo.NoisyScreenMechanism({"logp": math.log(p[0]), "logq": math.log(q[0])}).get_approxDP(delta))

    return {
        "NoisyScreenMechanism": ("privacy.epsilon", screened),
        "ExactGaussianMechanism": ("gaussian.epsilon", epsilon),
        "ana_gaussian_calibrator": ("gaussian.sigma", calibrated),
        "ComposeAFA": ("gaussian.epsilon", composed),
    }


def _prv_accountant() -> dict[str, tuple[str, Law]]:
    prv: Any = import_module("prv_accountant")

    def upper(epsilon: float, delta: float, count: float, total_delta: float) -> Answer:
        if delta or not total_delta or not 0 < epsilon < FEW or count > FEW:
            return None
        errors = {"eps_error": 0.1, "delta_error": total_delta / 1000}
        made = prv.PRVAccountant(prvs=[prv.PureDPMechanism(epsilon)], max_self_compositions=[int(count)], **errors)
        return float(made.compute_epsilon(total_delta, [int(count)])[2])

    return {"PureDPMechanism, upper bound": ("composition.optimal_epsilon", upper)}


LIBRARIES: dict[str, Callable[[], dict[str, tuple[str, Law]]]] = {
    "dp-accounting": _dp_accounting,
    "opendp": _opendp,
    "diffprivlib": _diffprivlib,
    "autodp": _autodp,
    "prv-accountant": _prv_accountant,
}


def _number(value: Any) -> Any:
    return [reader.number(part) for part in value] if isinstance(value, list) else reader.number(value)


def line(name: str, family: str, law: Law, total: Counter[str]) -> str:
    """Return the line of one function about a family, and add it to the total."""
    told = json.loads((VECTORS / f"{family}.json").read_text(encoding="utf-8"))
    asked = refused = off = drawn = unsafe = material = 0
    worst, at = 0.0, ""
    for test in told["tests"]:
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        try:
            got = law(**{key: _number(value) for key, value in test["parameters"].items()})
        except (Exception, KeyboardInterrupt):  # noqa: BLE001 - any refusal of another library, or no answer in time
            refused += 1
            continue
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        if got is None:
            continue
        asked += 1
        lower, upper = reader.number(test["lower"]), reader.number(test["upper"])
        near = min(max(got, lower), upper)
        gap = 0.0 if got == near else abs(got - near) / abs(near) if near and math.isfinite(got) else math.inf
        off += gap > LAST_DIGITS
        drawn += gap > LAST_DIGITS and "drawn" in test["flags"]
        unsafe += gap > LAST_DIGITS and got < lower
        material += gap > MATERIAL
        if gap > worst:
            worst, at = gap, test["id"]
    total.update(functions=1, answers=asked, off=off, unsafe=unsafe, material=material)
    return f"| {name} | `{family}` | {asked} | {refused} | {off} | {drawn} | {unsafe} | {material} | {worst:.1e} {at} |"


def main() -> int:
    """Ask every library that is installed."""
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    print("| function | family | asked | refused | off | drawn | unsafe | by 1e-3 or more | worst |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    total: Counter[str] = Counter()
    for library, functions in LIBRARIES.items():
        if find_spec(library.replace("-", "_")) is None:
            print(f"| {library} | not installed | | | | | | | |")
            continue
        for name, (family, law) in functions().items():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                print(line(f"{library} {version(library)} {name}", family, law, total), flush=True)
    print(", ".join(f"{count} {name}" for name, count in total.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
