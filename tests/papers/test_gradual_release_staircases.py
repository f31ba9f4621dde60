"""Staircases whose ends are 1/q and r/q: the noise W, against the convolution of the two laws cell by cell."""

import runpy
from fractions import Fraction
from pathlib import Path

import mpmath
import pytest

PROOF = Path(__file__).resolve().parents[2] / "proofs" / "gradual_release" / "staircase_ratios.py"
ABSOLUTE, SQUARE = "absolute value", "square"
CELLS = 160  # of W and of the second law, on each side; what lies beyond is below 10^-8 in all cases here


def optimal_decay(c: Fraction, loss: str) -> mpmath.mpf:
    """By a root search: the b of the best stair for the mean-squared error, or for the expected absolute value."""
    end = mpmath.mpf(c.numerator) / c.denominator
    if loss == ABSOLUTE:
        return mpmath.findroot(lambda b: mpmath.sqrt(b) - end * (1 + mpmath.sqrt(b)), (0.001, 0.9), solver="anderson")
    return mpmath.findroot(
        lambda b: (2 * (end + b * (1 - end)) ** 3 - b * (1 + b)) / (b - 1), (1e-9, 0.99), solver="anderson"
    )


def law(q: int, n: int, b: mpmath.mpf, count: int) -> dict[int, mpmath.mpf]:
    """The masses of [k/q, (k + 1)/q) for -count <= k < count under the noise whose first stair ends at n/q."""
    side = [mpmath.mpf(1) if k < n else b ** ((k - n) // q + 1) for k in range(count)]
    total = 2 * (n + (q * b) / (1 - b))
    return {place: x / total for k, x in enumerate(side) for place in (k, -k - 1)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("q", "r", "loss", "verdict"),
    [(5, 2, ABSOLUTE, "released"), (5, 2, SQUARE, "released"), (8, 3, SQUARE, "released"), (9, 2, ABSOLUTE, "refuted")],
)
def test_the_second_noise_and_w_have_the_first_law(q: int, r: int, loss: str, verdict: str) -> None:
    names = runpy.run_path(str(PROOF))
    series = names["coefficients"](q, r, loss)[0]
    end = max(series)
    with mpmath.workdps(40):
        b1, b2 = (optimal_decay(Fraction(n, q), loss) for n in (r, 1))
        weights = {}
        for k in range(CELLS + 1):
            found = names["weight"](k, q, r, loss) if k <= end else names["last_weights"](k % q, q, r, loss)
            size = mpmath.mpf(found[0].value) / names["ONE"] if found[0] is not None else mpmath.mpf(0)
            weights[k] = weights[-k] = size * (b1 ** (k // q) if k > end else 1)
        total = sum(weights.values())
        assert (min(weights.values()) >= 0) == (verdict == "released")
        first, second = law(q, r, b1, 40), law(q, 1, b2, 2 * CELLS)
        for cell in range(-40, 40):
            made = sum(x * second[cell - k] for k, x in weights.items()) / total
            assert abs(made - first[cell]) < mpmath.mpf(10) ** -8, cell
