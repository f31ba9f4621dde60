"""Shared test settings: one fixed hypothesis profile, so that every run tries the same examples; `slow` tries more."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

for name, examples in (("fixed", 60), ("slow", 300)):
    settings.register_profile(
        name,
        derandomize=True,
        deadline=None,
        max_examples=examples,
        suppress_health_check=[HealthCheck.too_slow],
        print_blob=False,
    )
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))
