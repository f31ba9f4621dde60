"""The regression test: the lines that the failure suggested, with the call in place of the number that it gave."""

from dpexact import exact
from dpexact.testing import assert_upper_bound
from noise import sigma_for


def test_sigma_at_epsilon_8() -> None:
    assert_upper_bound(sigma_for(8.0, 0.001), exact("0.4800137524801104452988083850857647978196"), rel=1e-08)
