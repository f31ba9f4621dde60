"""Ask gdpnum what benchmarks/crosscheck_composed.py asks other accountants; composed.json has its answers.

pip install gdpnum==0.1.2 dp-accounting
PYTHONPATH=benchmarks python disclosure/withheld/gdpnum.py
"""

from __future__ import annotations

from importlib import import_module

import crosscheck_composed  # type: ignore[import-not-found]


def gdpnum_curve(law: str, rate: float, width: float, steps: int, delta: float) -> float | None:
    """The epsilon at delta of the mu of Gaussian privacy that is found."""
    if law != "gaussian":
        return None
    mu, _ = import_module("gdpnum").dpsgd.get_mu_and_regret_for_dpsgd(width, rate, steps)
    return float(import_module("dp_accounting.gaussian_mechanism").get_epsilon_gaussian(1 / mu, delta))


if __name__ == "__main__":
    for case in crosscheck_composed.CASES:
        print(case, gdpnum_curve(*case))
