"""Record what accountants answer, from which docs/pictures/make.py draws: docs/pictures/accounting.toml.

Run it in an environment with dp_accounting, prv_accountant and autodp: `python benchmarks/accounting_curves.py`. Each
answer has a process and a time limit of its own; what fails is left out.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path

TARGET = Path(__file__).parents[1] / "docs" / "pictures" / "accounting.toml"
SIGMA, RATE, DELTA = 4, "1/100", "1e-5"
STEPS = [round(10 ** (2 + n / 4)) for n in range(17)]
LIMIT = 400  # seconds
LIBRARIES = {"dp_accounting": "dp-accounting", "prv_accountant": "prv-accountant", "autodp": "autodp"}


def dp_accounting_pld(steps: int) -> list[float]:
    """Return the epsilon of dp_accounting's accountant of privacy loss distributions, pessimistic, at its defaults."""
    from dp_accounting import dp_event  # type: ignore[import-not-found, unused-ignore]
    from dp_accounting.pld import PLDAccountant  # type: ignore[import-not-found, unused-ignore]

    event = dp_event.PoissonSampledDpEvent(float(Fraction(RATE)), dp_event.GaussianDpEvent(SIGMA))
    return [float(PLDAccountant().compose(dp_event.SelfComposedDpEvent(event, steps)).get_epsilon(float(DELTA)))]


def dp_accounting_rdp(steps: int) -> list[float]:
    """Return the epsilon of dp_accounting's Renyi accountant at its default orders."""
    from dp_accounting import dp_event  # type: ignore[import-not-found, unused-ignore]
    from dp_accounting.rdp import RdpAccountant  # type: ignore[import-not-found, unused-ignore]

    event = dp_event.PoissonSampledDpEvent(float(Fraction(RATE)), dp_event.GaussianDpEvent(SIGMA))
    return [float(RdpAccountant().compose(dp_event.SelfComposedDpEvent(event, steps)).get_epsilon(float(DELTA)))]


def prv_accountant(steps: int) -> list[float]:
    """Return the bounds of prv_accountant with eps_error 0.1 and delta_error 1e-10, as its README has them."""
    from prv_accountant import PoissonSubsampledGaussianMechanism, PRVAccountant  # type: ignore[import-not-found, unused-ignore]

    run = PoissonSubsampledGaussianMechanism(noise_multiplier=SIGMA, sampling_probability=float(Fraction(RATE)))
    accountant = PRVAccountant(prvs=[run], max_self_compositions=[steps], eps_error=0.1, delta_error=1e-10)
    low, _, high = accountant.compute_epsilon(float(DELTA), [steps])
    return [float(low), float(high)]


def autodp(steps: int) -> list[float]:
    """Return the epsilon of autodp by Renyi privacy."""
    from autodp import mechanism_zoo, transformer_zoo  # type: ignore[import-not-found, unused-ignore]

    run = mechanism_zoo.GaussianMechanism(sigma=SIGMA)
    sampled = transformer_zoo.AmplificationBySampling(PoissonSampling=True)(
        run, float(Fraction(RATE)), improved_bound_flag=True
    )
    return [float(transformer_zoo.Composition()([sampled], [steps]).get_approxDP(float(DELTA)))]


def dpexact(steps: int) -> list[float]:
    """Return both proved bounds, each rounded outwards."""
    from dpexact import exact
    from dpexact.composition import gaussian

    found = (gaussian(SIGMA, rate=RATE) ** steps).epsilon(DELTA)
    return [float(exact(found.lower).decimal(8, "down")), float(exact(found.upper).decimal(8, "up"))]  # type: ignore[union-attr]


CURVES = (dpexact, dp_accounting_pld, dp_accounting_rdp, prv_accountant, autodp)


def answered(name: str, steps: int) -> tuple[list[float], float] | None:
    """Return an answer and its seconds, from a process of its own; None where there is none."""
    try:
        found = subprocess.run(  # noqa: S603 - this very script
            [sys.executable, __file__, name, str(steps)], capture_output=True, text=True, timeout=LIMIT, check=True
        )
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError) as error:
        sys.stderr.write(f"{name}, {steps} steps: {type(error).__name__}\n")
        return None
    values, seconds = json.loads(found.stdout.splitlines()[-1])
    return values, seconds


def main() -> None:
    """Record all curves; or, with a name and steps, print one answer."""
    if len(sys.argv) == 3:
        start = time.perf_counter()
        values = {curve.__name__: curve for curve in CURVES}[sys.argv[1]](int(sys.argv[2]))
        sys.stdout.write(json.dumps([values, time.perf_counter() - start]) + "\n")
        return
    lines = [
        "# Recorded by benchmarks/accounting_curves.py",
        f"sigma = {SIGMA}",
        f'rate = "{RATE}"',
        f'delta = "{DELTA}"',
        "",
        "[versions]",
    ]
    lines += [f'{name} = "{version(package)}"' for name, package in LIBRARIES.items()]
    for curve in CURVES:
        known = [(steps, found) for steps in STEPS if (found := answered(curve.__name__, steps)) is not None]
        lines += ["", f"[{curve.__name__}]", f"steps = {[steps for steps, _ in known]}"]
        lines += [f"epsilon = {[values for _, (values, _) in known]}"]
        lines += [f"seconds = {[round(seconds, 2) for _, (_, seconds) in known]}"]
        TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
