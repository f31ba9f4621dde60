"""Ask accountants for the epsilon of composed Gaussian and Laplace noise on samples, beside proved bounds of it.

    pip install dp-accounting prv-accountant autodp fourier-accountant
    pip install --no-deps opacus opt_einsum
    python benchmarks/crosscheck_composed.py > benchmarks/crosscheck_composed.json

Opacus' accountants are loaded without the rest of it, which would need torch. What is not installed is left out. An
answer is a number, or the error that it ended with. dev/dp-sgd.md has the table, and what each accountant promises.
"""

from __future__ import annotations

import json
import sys
import types
import warnings
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module, metadata
from importlib.util import find_spec
from io import StringIO
from typing import TYPE_CHECKING, Any

from dpexact.composition import parse_composition
from dpexact.numbers.exact import exact

if TYPE_CHECKING:
    from collections.abc import Callable

Case = tuple[str, float, float, int, float]  # law, rate, sigma or scale, steps, delta

CASES: tuple[Case, ...] = (
    ("gaussian", 0.01, 1.0, 1, 1e-5),
    ("gaussian", 0.01, 1.0, 1, 1e-9),
    ("gaussian", 0.01, 1.0, 10, 1e-5),
    ("gaussian", 0.01, 1.0, 100, 1e-5),
    ("gaussian", 0.01, 1.0, 1000, 1e-5),
    ("gaussian", 0.01, 1.0, 100, 1e-9),
    ("gaussian", 0.01, 0.5, 100, 1e-5),
    ("gaussian", 0.1, 2.0, 100, 1e-5),
    ("gaussian", 0.1, 1.0, 100, 1e-5),
    ("gaussian", 0.001, 0.6, 1000, 1e-6),
    ("gaussian", 0.02, 0.8, 500, 1e-7),
    ("gaussian", 0.04, 1.5, 2249, 1e-5),
    ("gaussian", 0.01, 4.0, 10000, 1e-5),
    ("gaussian", 256 / 60000, 1.1, 14062, 1e-5),
    ("gaussian", 0.328, 9.4, 2000, 1e-9),
    ("gaussian", 1.0, 10.0, 100, 1e-5),
    ("laplace", 1.0, 10.0, 100, 1e-6),
    ("laplace", 1.0, 2.0, 20, 1e-5),
    ("laplace", 0.1, 1.0, 50, 1e-6),
    ("laplace", 0.01, 0.5, 1000, 1e-5),
)
DISTRIBUTIONS = ("dp-accounting", "prv-accountant", "autodp", "fourier-accountant", "opacus", "numpy")
DIGITS = 6
SHOWN = 60


def dp_accounting_event(law: str, rate: float, width: float) -> Any:
    dp = import_module("dp_accounting")
    event = dp.GaussianDpEvent(width) if law == "gaussian" else dp.LaplaceDpEvent(width)
    return event if rate == 1 else dp.PoissonSampledDpEvent(rate, event)


def dp_accounting_pld(law: str, rate: float, width: float, steps: int, delta: float) -> float:
    accountant = import_module("dp_accounting.pld").PLDAccountant()
    return float(accountant.compose(dp_accounting_event(law, rate, width), steps).get_epsilon(delta))


def dp_accounting_rdp(law: str, rate: float, width: float, steps: int, delta: float) -> float:
    accountant = import_module("dp_accounting.rdp").RdpAccountant()
    return float(accountant.compose(dp_accounting_event(law, rate, width), steps).get_epsilon(delta))


def prv_upper(law: str, rate: float, width: float, steps: int, delta: float) -> float | None:
    prv = import_module("prv_accountant")
    laws = import_module("prv_accountant.privacy_random_variables")
    if law == "laplace" and rate != 1:
        return None
    made = laws.PoissonSubsampledGaussianMechanism(sampling_probability=rate, noise_multiplier=width)
    loss = made if law == "gaussian" else laws.LaplaceMechanism(1 / width)
    accountant = prv.PRVAccountant(prvs=[loss], max_self_compositions=[steps], eps_error=0.01, delta_error=delta / 1000)
    return float(accountant.compute_epsilon(delta, [steps])[2])


def autodp_mechanism(law: str, rate: float, width: float) -> Any:
    zoo, transformers = import_module("autodp.mechanism_zoo"), import_module("autodp.transformer_zoo")
    mechanism = zoo.GaussianMechanism(sigma=width) if law == "gaussian" else zoo.LaplaceMechanism(b=width)
    if rate == 1:
        return mechanism
    sampled = transformers.AmplificationBySampling(PoissonSampling=True)
    return sampled(mechanism, rate, improved_bound_flag=law == "gaussian")


def autodp_rdp(law: str, rate: float, width: float, steps: int, delta: float) -> float:
    composed = import_module("autodp.transformer_zoo").Composition()([autodp_mechanism(law, rate, width)], [steps])
    return float(composed.get_approxDP(delta))


def fourier(law: str, rate: float, width: float, steps: int, delta: float) -> float | None:
    if law != "gaussian" or rate == 1:
        return None
    found = import_module("fourier_accountant").get_epsilon_R(target_delta=delta, sigma=width, q=rate, ncomp=steps)
    return float(found)


def without_torch() -> None:
    """Put empty packages in the places of those of Opacus that import torch."""
    spec = find_spec("opacus")
    for name in ("opacus", "opacus.accountants"):
        package = types.ModuleType(name)
        package.__path__ = [f"{spec.submodule_search_locations[0]}{name.removeprefix('opacus').replace('.', '/')}"]  # type: ignore[union-attr, index]
        sys.modules[name] = package
    base = types.ModuleType("opacus.accountants.accountant")
    base.IAccountant = type("IAccountant", (), {"__init__": lambda self: setattr(self, "history", [])})  # type: ignore[attr-defined]
    sys.modules[base.__name__] = base


def opacus(name: str) -> Callable[..., float | None]:
    """An accountant of Opacus."""

    def asked(law: str, rate: float, width: float, steps: int, delta: float) -> float | None:
        if law != "gaussian":
            return None
        module, kind = name.split(".")
        accountant = getattr(import_module(f"opacus.accountants.{module}"), kind)()
        accountant.history = [(width, rate, steps)]
        return float(accountant.get_epsilon(delta=delta))

    return asked


ACCOUNTANTS: dict[str, Callable[..., float | None]] = {
    "dp_accounting losses": dp_accounting_pld,
    "dp_accounting Renyi": dp_accounting_rdp,
    "prv_accountant upper": prv_upper,
    "autodp Renyi": autodp_rdp,
    "fourier-accountant": fourier,
    "Opacus PRV": opacus("prv.PRVAccountant"),
    "Opacus Renyi": opacus("rdp.RDPAccountant"),
    "Opacus GDP (warns)": opacus("gdp.GaussianAccountant"),
}


def expression(law: str, rate: float, width: float, steps: int) -> str:
    """The composition of dpexact at the binary values of the floats."""
    name = "sigma" if law == "gaussian" else "scale"
    sampled = "" if rate == 1 else f", rate={_fraction(rate)}"
    return f"{law}({name}={_fraction(width)}{sampled})**{steps}"


def _fraction(number: float) -> str:
    over, under = number.as_integer_ratio()
    return f"{over}/{under}" if under != 1 else str(over)


def answer(asked: Callable[..., float | None], case: Case) -> float | str | None:
    """Return what an accountant says."""
    try:
        with warnings.catch_warnings(), redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            warnings.simplefilter("ignore")
            return asked(*case)
    except ModuleNotFoundError:
        return None
    except Exception as error:  # noqa: BLE001 - an error is an answer
        return f"{type(error).__name__}: {error}".splitlines()[0][:SHOWN]


def shown(case: Case) -> str:
    """The case in few words."""
    law, rate, width, steps, delta = case
    sampled = "" if rate == 1 else f", rate={rate:.4g}"
    return f"{law}({width:g}{sampled})**{steps}, delta={delta:g}"


def main() -> None:
    """Ask every case of every accountant; the record goes to the standard output."""
    if find_spec("opacus"):
        without_torch()
    cases = []
    for case in CASES:
        law, rate, width, steps, delta = case
        bounds = parse_composition(expression(law, rate, width, steps)).epsilon(exact(_fraction(delta)))
        low, high = (exact(end).decimal(DIGITS, way) for end, way in ((bounds.lower, "down"), (bounds.upper, "up")))  # type: ignore[union-attr, arg-type]
        answers = {name: found for name, asked in ACCOUNTANTS.items() if (found := answer(asked, case)) is not None}
        cases.append({"case": shown(case), "lower": low, "upper": high, "answers": answers})
        print(cases[-1], file=sys.stderr, flush=True)
    versions = {name: metadata.version(name) for name in DISTRIBUTIONS}
    record = {"versions": versions, "accountants": list(ACCOUNTANTS), "cases": cases}
    print(json.dumps(record, indent=1))


if __name__ == "__main__":
    main()
