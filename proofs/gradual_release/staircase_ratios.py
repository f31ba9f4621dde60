"""Staircase noise at every level: a release without loss needs stairs that end at 1/q and r/q, and some have one.

Koufogiannis et al., Section 5. Noise of sensitivity 1 with 0 < b < 1 and 0 < c < 1 has the density h on [0, c), h b^m
on [m - 1 + c, m + c) for m >= 1, and is even; w = c + b (1 - c). Its characteristic function is (1 - b)^2 F(s)/(w s N),
where F(s) is the imaginary part of e^(isc) (1 - b e^(-is)), that is sin(s c) + b sin(s (1 - c)), and N = |1 - b
e^(is)|^2. A release without loss has phi_1 = phi_2 m with a bounded m (`conjecture-staircase` in by_hand.toml, steps
(1) and (2)). Write psi_i(s) = c_i s + arg(1 - b_i e^(-is)), continuous and 0 at 0. F_i(s) = 0 if and only if psi_i(s)
is a multiple of pi. The derivative of psi_i is c_i plus the sum of b_i^k cos(k s) over k >= 1, that is c_i - 1/2 + (1 -
b_i^2)/(2 N_i).

**For b_2 < b_1, c_2 is a fraction p/q in lowest terms, and q c_1 is an integer r.** The factors 1/s cancel and N has
the period 2 pi. So at s + 2 pi n, for all integers n but one at most,

    |sin(psi_1(s) + 2 pi n c_1)| <= C |sin(psi_2(s) + 2 pi n c_2)|, where C depends on s only.

By continuity |sin(psi_1(s) + y)| <= C |sin(psi_2(s) + x)| for all (x, y) in the closure H of the multiples of 2 pi
(c_2, c_1) in the torus.

- c_2 irrational: every x occurs in H. At s = 0 and x = 0 every y is 0 or pi. So 2 y is a function of x, a
  homomorphism of the circle with a closed graph, which makes 2 y = j x with an integer j. At x = -psi_2(s) both sides
  are 0, so 2 psi_1(s) = j psi_2(s) up to multiples of 2 pi, and by continuity without them. By the derivatives 2 b_1
  = j b_2 and 2 b_1^2 = j b_2^2, which makes b_1 = b_2.
- c_2 = p/q: F_2 is 0 at pi q, where F_1 is sin(pi q c_1) times 1 - (-1)^q b_1. So sin(pi q c_1) = 0.

**For the best stairs p = 1.** They have c < 1/2, b/(1 + b) < c, and both c and b/(c (1 + b)) grow with b. For the
expected absolute value c = t/(1 + t), t^2 = b. For the mean-squared error 2 w^3 = b (1 + b). Here 2 (2 b/(1 + b))^3 < b
(1 + b) shows the second, and w < (1 + b)/2 the last: (1 + b) (2 + b) > 6 b, so w/(w - b) > 6 b/((2 + b) (1 - b)), which
is its derivative's sign. So psi_i increases, with the slope c_i - b_i/(1 + b_i) > 0 at pi, and p < r < q/2.

Let d be pi/q for an odd q and 2 pi/q for an even one, and psi_2(s_j) = j d for j = 0 to p. An integer n makes
psi_2(s_j) + 2 pi n p/q a multiple of pi. So psi_1(s_j) + 2 pi n r/q is one, and psi_1(s_j) = k_j d with an integer k_j
that is j r/p modulo q, or modulo q/2 for an even q. As s_p is pi or 2 pi, k_p = r. The steps k_(j+1) - k_j are
positive, equal modulo q or q/2, and below q/2, so all are one number k, and r = p k. If p >= 2, s_1 is below pi, and
arg(1 - b_1 e^(-is)) - k arg(1 - b_2 e^(-is)) is 0 at 0, s_1 and pi. Between them its derivative has two zeros, which
are roots x = cos(s) in (-1, 1) of

    (b_1 x - b_1^2) (1 - 2 b_2 x + b_2^2) - k (b_2 x - b_2^2) (1 - 2 b_1 x + b_1^2).

The factor of x^2 is 2 b_1 b_2 (k - 1) > 0, so this is positive at x = -1, which says b_2/(c_2 (1 + b_2)) > b_1/(c_1 (1
+ b_1)). But b/(c (1 + b)) grows with b. A second route is `other_fractions`, for q <= 16.

*The levels.* For the absolute value e^epsilon_2 = (q - 1)^2, so **no release exists if e^epsilon_2 < 16, or if its
square root is not an integer**. For the squares b is a root of a quadratic equation over the rationals (`quadratic`),
and **no release exists if e^epsilon_2 < (99 + 5 sqrt(433))/4, or if e^epsilon_2 or epsilon_2 is rational**. If b and c
are fractions, so are x = 2 w and y = 2 b + 1, with y^2 = x^3 + 1 and 1 < y < 3. By Euler's theorem of 1738 the only
fractions are x = -1, y = 0, and x = 0, y = 1 or -1, and x = 2, y = 3 or -3. If epsilon_2 is rational, b is
transcendental.

*The releases.* Let x = cos(s/q). Then F_i(s) = sin(s/q) G_i(x), where G_i = U_(q c_i - 1) + b_i U_(q - q c_i - 1) has
Chebyshev's U. For c_2 = 1/q, (q - 1) b_2 < 1: b_2 = 1/(q - 1)^2 for the absolute value, and for the squares b_2 is
below 1/(q - 1), since b = 1/(q - 1) has w = 2/q and 2 w^3 < b (1 + b). So G_2 is positive, and m(s) is the sum of W_k
cos(k s/q) over all integers k, which converges absolutely. If no W_k is negative, W is a law on the multiples of 1/q
and V_2 + W has the law of V_1. So **y_2 = u + V_2 and y_1 = y_2 + W are a release without loss** (`released`). If some
W_k is negative, no release exists (`not_released`). The m of a release is a limit of means of characteristic functions,
for all s along one subnet, and phi_1/phi_2 near 0. So it is positive definite, continuous at 0, therefore everywhere,
and equal to the sum above. By Bochner's theorem its coefficients are not negative.

*The numbers.* With U of degree q - 2, 1/G_2 is the sum of (-b_2 U)^n. N_2/N_1 is N_2/(1 - b_1^2) times the sum of
b_1^|j| cos(j s). So W_k is a positive number times the sum of b_1^|j| V_(k - q j), with V the coefficients of G_1
N_2/G_2. For an even q, V_k is 0 unless k - r is odd. The terms with n > TERMS have a norm below `rest` if the k-th
coefficient has the weight v^|k|, v^q >= 1/b_1. So they change W_k by at most rest b_1^(|k|/q). Beyond the last V_k that
is stored, the stored part of W_k is b_1^(k/q) times a number that depends on k modulo q only.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import gcd, isqrt

from dpexact.papers.proving import Exhaustive, Proof

BITS = 300  # of the numbers after the binary point
TERMS = 40
ABSOLUTE, SQUARE = LOSSES = ["absolute value", "square"]
ONE = 2**BITS
GRID = [Fraction(n, 64) for n in range(-63, 64)]

proof = Proof(__doc__)


@dataclass(frozen=True)
class Near:
    """A real number within `error` of `value`, both in units of 2^-BITS."""

    value: int
    error: int

    def __add__(self, other: Near) -> Near:
        return Near(self.value + other.value, self.error + other.error)

    def __mul__(self, other: Near) -> Near:
        slack = abs(self.value) * other.error + abs(other.value) * self.error + self.error * other.error
        return Near(self.value * other.value // ONE, slack // ONE + 2)

    def above(self) -> Fraction:
        """An upper bound."""
        return Fraction(self.value + self.error, ONE)

    def below(self) -> Fraction:
        """A lower bound."""
        return Fraction(self.value - self.error, ONE)


Series = dict[int, Near]  # of cos(k s/q), k from -n to n; even


def near(x: Fraction) -> Near:
    """Return the fraction, rounded down."""
    return Near(x.numerator * ONE // x.denominator, 1)


def decay(c: Fraction, loss: str) -> Near:
    """The b = e^-epsilon whose best stair ends at c: (c/(1 - c))^2, or the positive root of `quadratic`."""
    if loss == ABSOLUTE:
        return near((c / (1 - c)) ** 2)
    a, b = 2 * (1 - c) ** 3, 2 * (1 - c) ** 3 + 6 * c * (1 - c) ** 2 - 1
    discriminant = b**2 + 8 * a * c**3
    root = isqrt(discriminant.numerator * ONE**2 // discriminant.denominator)
    return Near(root, 1) * near(1 / (2 * a)) + near(-b / (2 * a))


def product(first: Series, second: Series) -> Series:
    """Return the coefficients of the product."""
    found: Series = {}
    for i, x in first.items():
        for j, y in second.items():
            found[i + j] = found.get(i + j, Near(0, 0)) + x * y
    return found


def chebyshev(n: int, factor: Near) -> Series:
    """Return the factor times U_n(cos t), the sum of cos(k t) over k = n, n - 2, ..., -n."""
    return {n - 2 * k: factor for k in range(n + 1)}


def norm(series: Series, v: Fraction) -> Fraction:
    """Return an upper bound of the sum of |coefficient| v^|k|; that of a product is at most the product of theirs."""
    return sum((max(x.above(), -x.below()) * v ** abs(k) for k, x in series.items()), Fraction(0))


@cache
def coefficients(q: int, r: int, loss: str) -> tuple[Series, Near, Near, Fraction]:
    """The V_k, b_1, 1/b_1 and the rest, for c_2 = 1/q and c_1 = r/q."""
    b1, b2 = decay(Fraction(r, q), loss), decay(Fraction(1, q), loss)
    inverse = Near(ONE**2 // b1.value, (b1.error + 1) * int(1 / b1.below() ** 2 + 1))
    v = next(Fraction(n, 64) for n in range(65, 256) if Fraction(n, 64) ** q * b1.below() >= 1)
    step = chebyshev(q - 2, near(Fraction(-1)) * b2)  # its norm is below 1, so (q - 1) b_2 is
    size = norm(step, v)
    top = product(
        chebyshev(r - 1, near(Fraction(1))), {0: near(Fraction(1)) + b2 * b2, q: step[q - 2], -q: step[q - 2]}
    )
    low = product(chebyshev(q - r - 1, b1), {0: near(Fraction(1)) + b2 * b2, q: step[q - 2], -q: step[q - 2]})
    for k, x in low.items():
        top[k] = top.get(k, Near(0, 0)) + x
    total = dict(top)  # Horner's scheme: top (1 + step (1 + step (...)))
    for _ in range(TERMS):
        total = product(step, total)
        for k, x in top.items():
            total[k] = total.get(k, Near(0, 0)) + x
    assert 0 < size < 1
    return total, b1, inverse, norm(top, v) * size ** (TERMS + 1) / (1 - size)


def powers(x: Near, count: int) -> list[Near]:
    """Return x^0, x^1, ..., x^count."""
    found = [near(Fraction(1))]
    for _ in range(count):
        found.append(found[-1] * x)
    return found


def weight(k: int, q: int, r: int, loss: str) -> tuple[Near | None, Fraction]:
    """W_k but for a positive factor, and the bound of the rest; None if no V_k is in it, and W_k = 0."""
    series, b1, _, rest = coefficients(q, r, loss)
    ratio = powers(b1, 2 * max(series) // q + 2)
    terms = [x * ratio[abs(k - place) // q] for place, x in series.items() if (k - place) % q == 0]
    return (sum(terms, Near(0, 0)) if terms else None), rest * ratio[k // q].above()


def last_weights(residue: int, q: int, r: int, loss: str) -> tuple[Near | None, Fraction]:
    """The same for all large k of a residue, divided by b_1^n, where k = n q + the residue."""
    series, b1, inverse, rest = coefficients(q, r, loss)
    up, down = powers(inverse, max(series) // q + 1), powers(b1, max(series) // q + 2)
    places = {k: (k - residue) // q for k in series if (k - residue) % q == 0}
    terms = [series[k] * (up[n] if n >= 0 else down[-n]) for k, n in places.items()]
    return (sum(terms, Near(0, 0)) if terms else None), rest


@proof.conclusion
def quadratic() -> Exhaustive:
    """2 w^3 - b (1 + b) is b - 1 times a quadratic polynomial in b, so the b of a fraction c has degree 1 or 2.

    Both sides are polynomials of degree at most 3 in b and in c, so four values of each decide.
    """

    def holds(b: Fraction, c: Fraction) -> bool:
        d = 1 - c
        left = 2 * (c + b * d) ** 3 - b * (1 + b)
        return left == (b - 1) * (2 * d**3 * b**2 + (2 * d**3 + 6 * c * d**2 - 1) * b - 2 * c**3)

    values = [Fraction(n) for n in range(4)]
    return Exhaustive("2 w^3 - b (1 + b) has the factor b - 1", {"b": values, "c": values}, holds)


@proof.conclusion
def released() -> Exhaustive:
    """c_2 = 1/q, c_1 = r/q, q = 5 to 8: no W_k is negative."""

    def below_a_half(q: int, r: int, loss: str) -> bool:
        return 2 * r < q and loss in LOSSES

    def holds(q: int, r: int, loss: str) -> bool:
        found = [weight(k, q, r, loss) for k in range(max(coefficients(q, r, loss)[0]) + 1)]
        found += [last_weights(residue, q, r, loss) for residue in range(q)]
        return all(x is None or x.below() > rest for x, rest in found)

    domain = {"q": range(5, 9), "r": range(2, 4), "loss": LOSSES}
    return Exhaustive("all W_k are at least 0", domain, holds, where=below_a_half)


@proof.conclusion
def not_released() -> Exhaustive:
    """c_1 = 2 c_2: W_3 is negative for c_2 = 1/9 and 1/11 (absolute value), and 1/13 and 1/15 (squares)."""

    def of_the_error(q: int, loss: str) -> bool:
        return (q > 12) == (loss == SQUARE)

    def holds(q: int, loss: str) -> bool:
        third, rest = weight(3, q, 2, loss)
        return third is not None and third.above() < -rest

    return Exhaustive("W_3 < 0", {"q": [9, 11, 13, 15], "loss": LOSSES}, holds, where=of_the_error)


def at(x: Fraction, n: int, q: int, b: Near) -> Near:
    """G at x, where c = n/q."""
    values = [near(Fraction(1)), near(2 * x)]
    for _ in range(q):
        values.append(near(2 * x) * values[-1] + near(Fraction(-1)) * values[-2])
    return values[n - 1] + b * values[q - n - 1]


def opposite(x: Near, y: Near) -> bool:
    """Whether one is shown to be positive and the other negative."""
    return x.below() > 0 > y.above() or y.below() > 0 > x.above()


def slope(n: int, q: int) -> Fraction:
    """A bound of the derivative of G on [-1, 1]: that of U_n is at most n (n + 1)(n + 2)/3."""
    return Fraction(sum(k * (k + 1) * (k + 2) for k in (n - 1, q - n - 1)), 3)


@proof.conclusion
def other_fractions() -> Exhaustive:
    """c_2 = p/q in lowest terms, p >= 2, c_1 = r/q: a zero of G_2 at which G_1 has none, for q <= 16."""

    def lowest(q: int, p: int, r: int, loss: str) -> bool:
        return gcd(p, q) == 1 and p < r and 2 * r < q and loss in LOSSES

    def holds(q: int, p: int, r: int, loss: str) -> bool:
        b1, b2 = decay(Fraction(r, q), loss), decay(Fraction(p, q), loss)
        signs = {x: at(x, p, q, b2) for x in GRID}
        for start, end in pairwise(GRID):
            if not opposite(signs[start], signs[end]):
                continue
            low, high = start, end
            for _ in range(40):
                middle = (low + high) / 2
                same = (at(middle, p, q, b2).value > 0) == (signs[start].value > 0)
                low, high = (middle, high) if same else (low, middle)
            first, slack = at(low, r, q, b1), slope(r, q) * (high - low)
            if opposite(at(low, p, q, b2), at(high, p, q, b2)) and max(first.below(), -first.above()) > slack:
                return True
        return False

    domain = {"q": range(7, 17), "p": range(2, 7), "r": range(3, 8), "loss": LOSSES}
    return Exhaustive("a zero of phi_2 alone", domain, holds, where=lowest)


proof.establishes({"conjecture-staircase-squares": "refuted"}, "quadratic")
proof.establishes({"conjecture-staircase": "refuted", "conjecture-staircase-squares": "refuted"}, "other_fractions")
proof.establishes({"conjecture-staircase": "refuted", "conjecture-staircase-squares": "refuted"}, "not_released")
