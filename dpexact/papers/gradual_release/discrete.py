"""Discrete noise of several ratios p = e^-epsilon coupled without loss, on the integers and on 0..size-1.

On the integers the noise is discrete Laplace, with exact samples from integers and random bits, without floats.
`bits(k)` gives k independent fair bits as an integer, as `random.Random(...).getrandbits` and `secrets.randbits` do.
A sampler takes rational ratios, and is exact if the bits are fair and independent. On 0..size-1 the mechanisms are
range-restricted geometric, and an exact matrix of every size tightens them.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

from dpexact.errors import ParameterError, TooLargeError, need
from dpexact.mechanisms.families import range_restricted_geometric
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.typography import value_excerpt

MAX_ENTRIES = 1 << 20
PAIR = ("p1", "p2")  # the names of two ratios
Bits = Callable[[int], int]


def discrete_laplace_probability(k: object, p: object) -> Exact:
    """Return P(V = k) = (1 - p)/(1 + p) p^|k|, the discrete Laplace law on the integers of ratio p = e^-epsilon.

    The answer is exact. Raises ParameterError unless 0 < p < 1 and k is an integer, TooLargeError for a large power.

    >>> discrete_laplace_probability(-2, "1/2")
    exact('1/12')
    """
    noise, ratio = need.integer(k, "k"), _ratio(p, "p")
    return (1 - ratio) / (1 + ratio) * ratio ** abs(noise)


def tighten_weight(p1: object, p2: object) -> Exact:
    """Return W = (p2/p1) ((1 - p1)/(1 - p2))^2, the weight of "V1 is V2" in the mixture (28) on integers, p1 >= p2.

    V1 = V2 + W with W independent of V2, whose law is w times the atom at 0 plus 1 - w times the discrete Laplace law
    of ratio p1. The weight w of the mixture is in (28) also the probability that V1 is V2. On the integers noise drawn
    anew can be 0 too, and that probability is larger,

        P(W = 0) = w + (1 - w)(1 - p1)/(1 + p1) = tighten_probability(0, p1, p2).

    For p1 = 1/2, p2 = 1/3 they are 3/8 and 7/12.

    The answer is exact. Raises ParameterError unless 0 < p2 <= p1 < 1.
    Reference: (28) of the paper, on the integers, and proofs/rocq/papers/gradual_release/GradualDiscrete.v.

    >>> tighten_weight("1/2", "1/3"), tighten_probability(0, "1/2", "1/3")
    (exact('3/8'), exact('7/12'))
    """
    first, second = ratios_of((p1, p2), PAIR)
    return second / first * ((1 - first) / (1 - second)) ** 2


def tighten_probability(k: object, p1: object, p2: object) -> Exact:
    """Return P(W = k) = P(V1 = y + k given V2 = y), whatever y is, the tightening kernel.

    The answer is exact. Raises the errors of `tighten_weight`.

    >>> tighten_probability(0, "1/2", "1/3"), tighten_probability(1, "1/2", "1/3")
    (exact('7/12'), exact('5/48'))
    """
    weight, noise = tighten_weight(p1, p2), need.integer(k, "k")
    anew = (1 - weight) * discrete_laplace_probability(noise, p1)
    return anew if noise else weight + anew


def joint_probability(x: object, y: object, p1: object, p2: object) -> Exact:
    """Return P(V1 = x, V2 = y), the noise of both answers, p1 >= p2.

    The answers (u + V1, u + V2) are private with E = 1/p2 for neighbors u, u + 1, and with no smaller E.

    The answer is exact. Raises the errors of `tighten_weight`.
    Reference: (20) of the paper, on the integers.

    >>> joint_probability(0, 0, "1/2", "1/3")
    exact('7/24')
    """
    return _release((need.integer(x, "x"), need.integer(y, "y")), ratios_of((p1, p2), PAIR))


def release_probability(noises: Sequence[object], ratios: Sequence[object]) -> Exact:
    """Return P(V_1 = noises[0], ..., V_m = noises[m - 1]), Markov both ways, for levels of ratios p_1 >= ... >= p_m.

    The answer is exact. Raises ParameterError unless 1 > p_1 >= ... >= p_m > 0, with one integer for each.
    Reference: (36) of the paper, on the integers.

    >>> release_probability((0, 0, 1), ("1/2", "1/3", "1/4"))
    exact('77/12960')
    """
    levels, listed = ratios_of(ratios), need.values(noises, "noises")
    if len(listed) != len(levels) or not levels:
        came = f"{len(listed)} for {len(levels)} ratios"
        raise ParameterError(came, place="noises", expected="one integer for each of the ratios")
    return _release([need.integer(noise, f"noises[{i}]") for i, noise in enumerate(listed)], levels)


def relax_conditional(y: object, x: object, p1: object, p2: object) -> Exact:
    """Return P(V2 = y given V1 = x), p1 >= p2. The noise of the second answer is drawn from it once the first is out.

    The answer is exact. Raises the errors of `tighten_weight`.
    Reference: (25) of the paper, on the integers.

    >>> relax_conditional(0, 1, "1/2", "1/3"), relax_conditional(0, 0, "1/2", "1/2")
    (exact('5/16'), exact('1'))
    """
    ratios = ratios_of((p1, p2), PAIR)
    noise = need.integer(x, "x")
    return _release((noise, need.integer(y, "y")), ratios) / discrete_laplace_probability(noise, ratios[0])


def _release(noises: Sequence[int], ratios: Sequence[Exact]) -> Exact:
    """Return the last noise, then the others from the last to the first, each from the next."""
    total = discrete_laplace_probability(noises[-1], ratios[-1])
    for (noise, following), levels in zip(pairwise(noises), pairwise(ratios), strict=True):
        total *= tighten_probability(noise - following, *levels)
    return total


def _ratio(value: object, name: str) -> Exact:
    ratio = exact_at(value, name)
    if not exact(0) < ratio < 1:
        raise ParameterError(repr(ratio), place=name, expected=f"a ratio 0 < {name} < 1 ({name} = e^-epsilon)")
    return ratio


def ratios_of(values: object, names: Sequence[str] = ()) -> tuple[Exact, ...]:
    """Read ratios that do not increase, p1 >= p2 >= ..., so that epsilon does not fall."""
    listed = need.values(values, "ratios")
    places = names or [f"ratios[{n}]" for n in range(len(listed))]
    ratios = tuple(map(_ratio, listed, places))
    for (first, second), (before, after) in zip(pairwise(ratios), pairwise(places), strict=True):
        if not first >= second:
            expected = f"{before} >= {after} (privacy is relaxed, so p = e^-epsilon falls)"
            raise ParameterError(f"{first!r} and {second!r}", place=f"{before}, {after}", expected=expected)
    return ratios


def tightening_matrix(p1: object, p2: object, size: int) -> Mechanism:
    """Make the A with G_p1 = A G_p2, p1 >= p2, as a Mechanism that takes the outputs of G_p2.

    A keeps its input k with the probability s_k and draws anew from G_p1 at k otherwise, where n = size - 1 and

        s_k = (p2/p1) ((1 - p1)/(1 - p2))^2    for 0 < k < n,
        s_k = (p2/p1) (1 - p1)/(1 - p2)        for k = 0 and k = n.

    `.column_stochastic()` is the matrix A, and range_restricted_geometric(p2, size).postprocess(A) the mechanism of p1.
    It is the only such matrix for p2 < 1, stochastic or not, as G_p2 is invertible. For p1 = p2 it is the identity.

    The answer is exact. Raises ParameterError unless 0 < p2 <= p1 <= 1, or for size outside 1..2000.
    Reference: proofs/rocq/papers/gradual_release/GradualFinite.v, and GradualMore.v for `only`, every size.

    >>> tightening_matrix("1/2", "1/3", 3).rows()[0]
    (exact('5/6'), exact('1/12'), exact('1/12'))
    """
    first, second = exact_at(p1, "p1"), exact_at(p2, "p2")
    if not 0 < second <= first <= 1:
        raise ParameterError(f"{first!r} and {second!r}", place="p1, p2", expected="0 < p2 <= p1 <= 1 (p = e^-epsilon)")
    target = range_restricted_geometric(first, size)
    if size == 1 or first == second:
        return Mechanism.from_rows(range(size), range(size), [[int(k == o) for o in range(size)] for k in range(size)])
    end = second / first * ((1 - first) / (1 - second))
    inner = end * ((1 - first) / (1 - second))
    stays = [end if k in {0, size - 1} else inner for k in range(size)]
    rows = [[(1 - stay) * entry for entry in row] for stay, row in zip(stays, target.rows(), strict=True)]
    for k, stay in enumerate(stays):
        rows[k][k] += stay
    return Mechanism.from_rows(range(size), range(size), rows)


def multi_level_release(ratios: Sequence[object], size: int) -> Mechanism:
    """Release all answers (y_1, ..., y_m) for ratios p_1 >= ... >= p_m as one mechanism, answer j by the law of G_pj.

    The last is drawn from G_pm, any other from the next by its tightening matrix. The tight E on the path is 1/p_m,
    as for y_m alone, and for the first j answers it is 1/p_j.

    The answer is exact.
    Raises ParameterError as `tightening_matrix`, or for no ratios, TooLargeError for more than 2^20 entries.

    >>> multi_level_release(("1/2", "1/3"), 3).probability(0, [(0, 0)])
    exact('5/8')
    """
    levels = [exact_at(ratio, f"ratios[{n}]") for n, ratio in enumerate(need.values(ratios, "ratios"))]
    if not levels:
        raise ParameterError("none", place="ratios", expected="at least one ratio")
    if not all(0 < second <= first <= 1 for first, second in pairwise([exact(1), *levels])):
        raise ParameterError(value_excerpt(levels), place="ratios", expected="1 >= p_1 >= ... >= p_m > 0")
    last = range_restricted_geometric(levels[-1], size)
    if size > 1 and (len(levels) >= MAX_ENTRIES.bit_length() or size ** (len(levels) + 1) > MAX_ENTRIES):
        raise TooLargeError(f"{len(levels)} levels of size {size}: more than 2^20 entries")
    answers: list[tuple[int, ...]] = [(y,) for y in range(size)]
    laws: list[dict[tuple[int, ...], Exact]] = [dict(zip(answers, row, strict=True)) for row in last.rows()]
    for j in range(len(levels) - 1, 0, -1):
        kernel = tightening_matrix(levels[j - 1], levels[j], size).rows()
        laws = [{(y, *rest): law[rest] * kernel[rest[0]][y] for rest in law for y in range(size)} for law in laws]
    outputs = sorted(laws[0])
    return Mechanism.from_rows(range(size), outputs, [[law[output] for output in outputs] for law in laws])


def renormalized_geometric(p: object, size: int) -> Mechanism:
    """Condition geometric noise on the sum being in 0..size-1 (truncated, renormalized), p^|i - o| over its total.

    No post-processing relates two of these of sizes 3 and more without loss: `docs/gradual_release.md`.

    The answer is exact. Raises the errors of `range_restricted_geometric`.

    >>> renormalized_geometric("1/2", 3).rows()[0]
    (exact('4/7'), exact('2/7'), exact('1/7'))
    """
    ratio = exact_at(p, "p")
    count = len(range_restricted_geometric(ratio, size).inputs)  # checks both
    weights = [[ratio ** abs(i - o) for o in range(count)] for i in range(count)]
    totals = [sum(row, exact(0)) for row in weights]
    rows = [[entry / total for entry in row] for row, total in zip(weights, totals, strict=True)]
    return Mechanism.from_rows(range(count), range(count), rows)


def bernoulli(numerator: int, denominator: int, bits: Bits) -> bool:
    """Draw true with probability numerator/denominator, by uniform integers until one is below the denominator.

    Raises ParameterError unless 0 <= numerator <= denominator and denominator >= 1.
    """
    if not 0 <= numerator <= denominator or denominator < 1:
        raise ParameterError(f"{numerator}/{denominator}", place="bernoulli", expected="0 <= numerator <= denominator")
    length = (denominator - 1).bit_length()
    while length:
        drawn = bits(length)
        if drawn < denominator:
            return drawn < numerator
    return bool(numerator)


def geometric(ratio: Fraction, bits: Bits) -> int:
    """Draw G >= 0 with P(G = k) = (1 - p) p^k, the number of true Bernoulli(p) in a row, p/(1 - p) on average."""
    count = 0
    while bernoulli(ratio.numerator, ratio.denominator, bits):
        count += 1
    return count


def discrete_laplace(ratio: Fraction, bits: Bits) -> int:
    """Draw V = G - G' for two independent geometric numbers, P(V = k) = (1 - p)/(1 + p) p^|k|."""
    return geometric(ratio, bits) - geometric(ratio, bits)


def tighten(noise: int, first: Fraction, second: Fraction, bits: Bits) -> int:
    """Draw V1 from V2 = noise for p1 = first >= p2 = second, the same with weight w, or with more noise of ratio p1."""
    weight = tighten_weight(first, second).as_fraction()
    stays = bernoulli(weight.numerator, weight.denominator, bits)
    return noise if stays else noise + discrete_laplace(first, bits)


def relax(noise: int, first: Fraction, second: Fraction, bits: Bits) -> int:
    """Draw V2 from V1 = noise, for p1 = first >= p2 = second, from the law `relax_conditional`.

    There are four cases, as in Algorithm 1 of the paper, for x = noise >= 0 (else mirrored).

        y = x        nothing drawn anew,
        y < 0        -y - 1 geometric of ratio p1 p2,
        0 <= y < x   y geometric of ratio p2/p1, conditioned on being below x,
        y >= x       y - x geometric of ratio p1 p2.
    """
    side, size = (-1, -noise) if noise < 0 else (1, noise)
    if first == second:
        return noise
    weight = tighten_weight(first, second).as_fraction()
    scale = (1 - second) / (1 + second)
    stays = weight * scale * second**size
    apart = (1 - weight) * scale * (1 - first) / (1 + first)
    product = first * second
    below = apart * first**size * product / (1 - product)
    inner = apart * (first**size - second**size) / (1 - second / first)
    above = apart * second**size / (1 - product)
    match _one_of((stays, below, inner, above), bits):
        case 0:
            return noise
        case 1:
            return -side * (1 + geometric(product, bits))
        case 3:
            return side * (size + geometric(product, bits))
    while (value := geometric(second / first, bits)) >= size:
        pass
    return side * value


def _one_of(weights: Sequence[Fraction], bits: Bits) -> int:
    """Return an index, with a probability in proportion to its weight. At least one weight is positive."""
    rest = sum(weights)
    for i, weight in enumerate(weights):
        share = weight / rest
        if bernoulli(share.numerator, share.denominator, bits):
            return i
        rest -= weight
    raise ParameterError("no weight is positive", place="_one_of")


def sample_release(count: int, ratios: Sequence[object], bits: Bits) -> tuple[int, ...]:
    """Draw (count + V_1, ..., count + V_m) for rational ratios p_1 >= ... >= p_m, by the law of `release_probability`.

    Raises ParameterError as `release_probability`, IrrationalError for a ratio that is not rational.

    >>> import random
    >>> len(sample_release(1000, ("9/10", "3/4", "1/2"), random.Random(1).getrandbits))
    3
    """
    number = need.integer(count, "count")
    need.function(bits, "bits", "a function from a number of bits to a random integer, such as secrets.randbits")
    levels = [ratio.as_fraction() for ratio in ratios_of(ratios)]
    noises = [discrete_laplace(levels[-1], bits)] if levels else []
    for j in range(len(levels) - 1, 0, -1):
        noises.append(tighten(noises[-1], levels[j - 1], levels[j], bits))
    return tuple(number + noise for noise in reversed(noises))
