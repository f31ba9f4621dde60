"""Record what docs/pictures/make.py draws about composed noise, so that it needs no other accountant, and no hour.

`python benchmarks/accounting_curves.py`, in an environment with dp_accounting, prv_accountant and autodp, writes
docs/pictures/accounting.toml: what each says of one mechanism. Each answer has a process and a time limit of its own;
what fails is left out. `python benchmarks/accounting_curves.py ours` writes docs/pictures/accounting_ours.toml: proved
profiles, and what proved bounds cost.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
TARGET, OURS = FOLDER / "accounting.toml", FOLDER / "accounting_ours.toml"
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


def cost(sigma: str, rate: str, steps: int, bits: int = 0) -> float:
    """Return the processor seconds of epsilon at delta, or of a delta narrowed by some bits more than at first."""
    script = (
        "import time\nfrom dpexact.composition import gaussian\n"
        f"runs = gaussian('{sigma}', rate='{rate}') ** {steps}\nstart = time.process_time()\n"
        + (f"runs.remove.delta(epsilon='1.26').refine({bits})\n" if bits else f"runs.epsilon('{DELTA}')\n")
        + "print(time.process_time() - start)"
    )
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=LIMIT, check=True)  # noqa: S603 - this very script
    return round(float(found.stdout), 3)


def record_ours() -> None:
    """Write the profile of one mechanism, and what bounds cost."""
    from dpexact import exact
    from dpexact.composition import gaussian

    runs, profile = gaussian(SIGMA, rate=RATE) ** 10**5, []
    for epsilon in [*(Fraction(n, 20) for n in range(40)), *(Fraction(n, 5) for n in range(10, 31))]:
        found = runs.delta(epsilon=epsilon)
        bounds = exact(found.lower).decimal(6, "down"), exact(found.upper).decimal(6, "up")  # type: ignore[union-attr]
        profile.append([float(epsilon), max(0.0, float(bounds[0])), float(bounds[1])])
    costs = {
        "steps": [[10**n, cost("4", "1/100", 10**n)] for n in range(2, 8)],
        "sigma": [[float(Fraction(s)), cost(s, "1/100", 10**4)] for s in ("1/2", "1", "2", "4", "8", "16", "32")],
        "rate": [[float(Fraction(q)), cost("4", q, 10**4)] for q in ("1/10000", "1/1000", "1/100", "1/10", "1/2")],
        "width": [[float(f"{2.0**-bits / 3.65e-8:.3g}"), cost("4", "1/100", 10**4, bits)] for bits in range(29, 41, 2)],
    }
    lines = ["# Recorded by benchmarks/accounting_curves.py ours", "# epsilon, and delta between two bounds"]
    lines += ["[profile]", f"sigma = {SIGMA}", f'rate = "{RATE}"', "steps = 100000", f"bounds = {profile}"]
    lines += ["", "# the number that varies, and processor seconds", "[cost]"]
    lines += [f"{name} = {measured}" for name, measured in costs.items()]
    OURS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Record all curves; or ours; or, with a name and steps, print one answer."""
    if sys.argv[1:] == ["ours"]:
        record_ours()
        return
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
