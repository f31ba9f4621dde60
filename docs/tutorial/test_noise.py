"""The noise is enough, and hardly more than enough: both against the exact answer."""

import pytest
from dpexact import exact_of_float
from dpexact.testing import assert_upper_bound, exact_reference
from noise import sigma_for


@pytest.mark.dp_claim("sigma-is-enough")
@pytest.mark.parametrize("epsilon", [0.5, 1.0, 8.0])
@pytest.mark.parametrize("delta", [1e-3, 1e-9])
def test_sigma_is_enough(epsilon: float, delta: float) -> None:
    truth = exact_reference(
        "gaussian.sigma", epsilon=exact_of_float(epsilon), delta=exact_of_float(delta), sensitivity=1
    )
    assert_upper_bound(sigma_for(epsilon, delta), truth, rel=1e-8)
