"""Time a proved epsilon of DP-SGD beside dp_accounting, prv_accountant and autodp; ratios, in one process.

Run it in an environment with them: `python benchmarks/bench_accounting.py`. What is not installed is left out.
"""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING

from dpexact.composition import gaussian, grid, sampled

if TYPE_CHECKING:
    from collections.abc import Callable

CASES = [
    ("4", "1/100", 10**4, "1e-5"),
    ("1.1", "256/60000", 3516, "1e-5"),
    ("0.8", "1/1000", 10**6, "1e-5"),
    ("20", "1/10", 10**5, "1e-5"),
    ("0.5", "1/10000", 10**5, "1e-5"),
    ("4", "1/100", 10**4, "1e-18"),
    ("4", "1/100", 10**6, "1e-5"),
    ("1/5", "1/1000", 5000, "1e-5"),
    ("1.1", "256/60000", 1, "1e-5"),
]
RUNS = 3
CACHED = [known for room in (grid, sampled) for known in vars(room).values() if hasattr(known, "cache_clear")]
Bounds = tuple[float, float]


def timed(compute: Callable[[], Bounds]) -> tuple[float, Bounds]:
    """Return the median of the processor seconds, and the bounds."""
    seconds = []
    for _ in range(RUNS):
        for cached in CACHED:
            cached.cache_clear()
        start = time.process_time()
        found = compute()
        seconds.append(time.process_time() - start)
    return sorted(seconds)[RUNS // 2], found


def proved(sigma: str, rate: str, steps: int, delta: str) -> Bounds:
    """Return our bounds of epsilon."""
    found = (gaussian(sigma, rate=rate) ** steps).epsilon(delta)
    return float(found.lower), float(found.upper)  # type: ignore[union-attr]


def of_dp_accounting(sigma: str, rate: str, steps: int, delta: str) -> Bounds:
    """Return the pessimistic epsilon of dp_accounting at its default step, twice: it has no lower bound."""
    from dp_accounting import dp_event  # type: ignore[import-not-found, unused-ignore]
    from dp_accounting.pld import PLDAccountant  # type: ignore[import-not-found, unused-ignore]

    event = dp_event.PoissonSampledDpEvent(float(Fraction(rate)), dp_event.GaussianDpEvent(float(Fraction(sigma))))
    found = PLDAccountant().compose(dp_event.SelfComposedDpEvent(event, steps)).get_epsilon(float(delta))
    return found, found


def of_prv_accountant(sigma: str, rate: str, steps: int, delta: str) -> Bounds:
    """Return the bounds of prv_accountant with an eps_error of 0.01 and a delta_error of delta/1000."""
    from prv_accountant import PoissonSubsampledGaussianMechanism, PRVAccountant  # type: ignore[import-not-found, unused-ignore]

    run = PoissonSubsampledGaussianMechanism(
        noise_multiplier=float(Fraction(sigma)), sampling_probability=float(Fraction(rate))
    )
    accountant = PRVAccountant(
        prvs=[run], max_self_compositions=[steps], eps_error=0.01, delta_error=float(delta) / 1000
    )
    low, _, high = accountant.compute_epsilon(float(delta), [steps])
    return float(low), float(high)


def of_autodp(sigma: str, rate: str, steps: int, delta: str) -> Bounds:
    """Return the epsilon of autodp by Renyi privacy, twice: it has no lower bound."""
    from autodp import mechanism_zoo, transformer_zoo  # type: ignore[import-not-found, unused-ignore]

    run = mechanism_zoo.GaussianMechanism(sigma=float(sigma))
    sampled = transformer_zoo.AmplificationBySampling(PoissonSampling=True)(
        run, float(Fraction(rate)), improved_bound_flag=True
    )
    found = float(transformer_zoo.Composition()([sampled], [steps]).get_approxDP(float(delta)))
    return found, found


OTHERS = {"dp_accounting": of_dp_accounting, "prv_accountant": of_prv_accountant, "autodp": of_autodp}


def main() -> None:
    """Print one line for each case and accountant; "above" is the upper bound over the proved lower one."""
    for compute in (proved, *OTHERS.values()):
        with suppress(Exception):  # what is not there is left out; modules are imported before anything is measured
            compute("4", "1/10", 10, "1e-3")
    for case in CASES:
        seconds, (low, high) = timed(lambda case=case: proved(*case))  # type: ignore[misc]
        sys.stdout.write(f"{case}: [{low:.6g}, {high:.6g}], above {high / low - 1:.2%}, in {seconds:.2f} s\n")
        for name, other in OTHERS.items():
            try:
                taken, found = timed(lambda other=other, case=case: other(*case))  # type: ignore[misc]
            except Exception as error:  # noqa: BLE001 - whatever a library raises is its answer
                sys.stdout.write(f"  {name}: {type(error).__name__}: {str(error)[:100]}\n")
                continue
            sys.stdout.write(
                f"  {name}: [{found[0]:.6g}, {found[1]:.6g}], above {found[1] / low - 1:.2%}, "
                f"in {taken:.2f} s, ours/theirs {seconds / taken:.2g}\n"
            )


if __name__ == "__main__":
    main()
