"""How long a proved epsilon of DP-SGD takes, beside dp_accounting and prv_accountant; ratios, in one process.

Run it in an environment with both: `python benchmarks/bench_accounting.py`.
"""

from __future__ import annotations

import math
import sys
import time
from typing import TYPE_CHECKING

from dpexact.composition import gaussian

if TYPE_CHECKING:
    from collections.abc import Callable

CASES = [("4", "1/100", 10**4, "1.26"), ("1.1", "256/60000", 3516, "1"), ("4", "1/100", 10**6, "12.6")]


def timed(compute: Callable[[], tuple[float, float]]) -> tuple[float, tuple[float, float]]:
    """Return the seconds and the bounds."""
    start = time.perf_counter()
    found = compute()
    return time.perf_counter() - start, found


def proved(sigma: str, rate: str, steps: int, epsilon: str) -> tuple[float, float]:
    """Return our bounds of delta."""
    found = (gaussian(sigma, rate=rate) ** steps).delta(epsilon=epsilon)
    return float(found.lower), float(found.upper)  # type: ignore[union-attr]


def of_dp_accounting(sigma: str, rate: str, steps: int, epsilon: str) -> tuple[float, float]:
    """Return the pessimistic delta of dp_accounting at its default step, twice: it has no lower bound."""
    from dp_accounting import dp_event  # type: ignore[import-not-found, unused-ignore]
    from dp_accounting.pld import PLDAccountant  # type: ignore[import-not-found, unused-ignore]

    over, under = (float(part) for part in f"{rate}/1".split("/")[:2])
    accountant = PLDAccountant()
    event = dp_event.PoissonSampledDpEvent(over / under, dp_event.GaussianDpEvent(float(sigma)))
    accountant.compose(dp_event.SelfComposedDpEvent(event, steps))
    found = accountant.get_delta(float(epsilon))
    return found, found


def of_prv_accountant(sigma: str, rate: str, steps: int, epsilon: str) -> tuple[float, float]:
    """Return the bounds of prv_accountant with eps_error 0.01."""
    from prv_accountant import PoissonSubsampledGaussianMechanism, PRVAccountant  # type: ignore[import-not-found, unused-ignore]

    over, under = (float(part) for part in f"{rate}/1".split("/")[:2])
    mechanism = PoissonSubsampledGaussianMechanism(noise_multiplier=float(sigma), sampling_probability=over / under)
    accountant = PRVAccountant(prvs=[mechanism], max_self_compositions=[steps], eps_error=0.01, delta_error=1e-12)
    low, _, high = accountant.compute_delta(float(epsilon), [steps])
    return float(low), float(high)


def main() -> None:
    """Print one line for each case and accountant."""
    for case in CASES:
        ours, bounds = timed(lambda case=case: proved(*case))  # type: ignore[misc]
        sys.stdout.write(f"{case}: [{bounds[0]:.5g}, {bounds[1]:.5g}] in {ours:.2f} s\n")
        for name, other in (("dp_accounting", of_dp_accounting), ("prv_accountant", of_prv_accountant)):
            try:
                seconds, found = timed(lambda other=other, case=case: other(*case))  # type: ignore[misc]
            except Exception as error:  # noqa: BLE001 - whatever a library raises is its answer
                sys.stdout.write(f"  {name}: {type(error).__name__}: {error}\n")
                continue
            width = math.inf if found[1] == 0 else (found[1] - found[0]) / found[1]
            sys.stdout.write(
                f"  {name}: [{found[0]:.5g}, {found[1]:.5g}], width {width:.2g}, ours/theirs {ours / seconds:.2g}\n"
            )


if __name__ == "__main__":
    main()
