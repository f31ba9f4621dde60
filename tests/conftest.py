"""Shared test settings: one fixed hypothesis profile, so that every run tries the same examples."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "fixed",
    derandomize=True,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=False,
)
settings.load_profile("fixed")
