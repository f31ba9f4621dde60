"""The optimal mechanism of a line, and of a rainbow graph with a homogeneous boundary (Theorems 2, 3 and 4, corrected).

Dataset d of a line answers with T applied d times to the boundary's distribution. These distributions are as large as
the line is long. They are bounded from below before the walk, and counted during it.
"""

from collections.abc import Mapping, Sequence

from flint import fmpz

from dpexact.errors import ParameterError, TooLargeError, need
from dpexact.errors.need import MISSING
from dpexact.mechanisms.labels import Label, label_of
from dpexact.mechanisms.mechanism import Mechanism, answering
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.typography import excerpt, value_excerpt
from dpexact.papers.rainbow.graph import Laws, Rainbow, RainbowGraph
from dpexact.papers.rainbow.transition import (
    MAX_IRRATIONAL_STEPS,
    Transition,
    Variant,
    first_hit,
    first_power,
    prefix_sums,
    transition,
    walk,
)
from dpexact.privacy.divergence import hockey_stick

Row = tuple[Exact, ...]
FINE = 16
MAX_BITS = 1 << 31  # of all distinct probabilities together
MAX_LENGTH = 10**6
SMALLER = (
    "closed_form gives the distribution at one distance, closed_distribution its signs and digits, "
    "and RainbowGraph.boundary_graph the distances of a graph"
)


def distribution(law: object, colors: Rainbow, place: str) -> dict[Label, Exact]:
    """Read {color: value} with every color once.

    Raises ParameterError for other colors, negative values and a sum other than 1, MechanismError for keys that are
    not labels, InexactInputError for floats.
    """
    if not isinstance(law, Mapping) or {label_of(color, place) for color in law} != set(colors):
        names = excerpt(", ".join(map(value_excerpt, colors)))
        raise ParameterError(value_excerpt(law), place=place, expected=f"a value for each of {names}")
    values = {color: exact_at(law[color], f"{place}[{value_excerpt(color)}]") for color in colors}
    try:
        prefix_sums(tuple(values.values()))
    except ParameterError as error:
        raise ParameterError(f"{error}", place=place) from None
    return values


def homogeneous_boundary(graph: RainbowGraph, boundary: object) -> dict[Rainbow, dict[Label, Exact]]:
    """Read {rainbow: {color: value}} with a distribution for each rainbow that has a boundary in the graph.

    A distribution for a rainbow without boundary is read, without effect.

    Raises ParameterError as `distribution`, for anything that is not a rainbow, and for a rainbow that is missing.
    """
    read = {}
    for order, law in need.mapping(boundary, "boundary", "{rainbow: {color: value}}").items():
        rainbow = graph.checked_rainbow(order, "boundary")
        read[rainbow] = distribution(law, graph.colors, f"boundary[{value_excerpt(rainbow)}]")
    for rainbow in dict.fromkeys(graph.rainbows.values()):
        if graph.boundary(rainbow) and rainbow not in read:
            came, expected = f"none for {value_excerpt(rainbow)}", "a distribution for each rainbow that has a boundary"
            raise ParameterError(came, place="boundary", expected=expected)
    return read


def require_close(p: Mapping[Label, Exact], q: Mapping[Label, Exact], rule: Transition, place: str) -> None:
    """Raise ParameterError, with an event, unless p and q are (epsilon, delta)-close (Definition 2)."""
    for first, second in ((p, q), (q, p)):
        excess = hockey_stick(tuple(first.values()), tuple(second.values()), rule.exp_epsilon)
        if excess > rule.delta:
            event = [color for color, value in first.items() if value > rule.exp_epsilon * second[color]]
            a, b = (excerpt(str(sum(law[color] for color in event))) for law in (first, second))
            came = (
                f"the event {value_excerpt(event)} with probabilities p = {a} and q = {b}: p - E q = "
                f"{excerpt(str(excess))} > delta = {excerpt(str(rule.delta))}"
            )
            expected, remedy = "(epsilon, delta)-close distributions", "no mechanism has this boundary"
            raise ParameterError(came, place=place, expected=expected, remedy=remedy)


def line_mechanism(
    p: Sequence[object],
    exp_epsilon: object = None,
    delta: object = 0,
    length: int = MISSING,
    variant: Variant = "corrected",
    *,
    epsilon: object = None,
) -> Mechanism:
    """Make the mechanism on datasets 0..length of a line with boundary 0, in which dataset d has the law T^d(p).

    Inputs: 0, 1, ..., length. Outputs: 1, ..., q in preference order. Neighbors are `NeighborGraph.path(inputs)`.
    With the corrected T it is (epsilon, delta)-DP and dominates every other such mechanism with M(0) = p.

    The answer is exact.
    Raises ParameterError as `iterate`, TooLargeError for more than 10^6 steps and as `optimal_mechanism`.
    Reference: rainbow paper, Definition 7 and Theorem 4.
    """
    sums, rule = prefix_sums(p), transition(one_factor(exp_epsilon, epsilon), delta, variant)
    end = need.integer(length, "length", 0)
    if end > MAX_LENGTH:
        expected, remedy = f"at most {MAX_LENGTH}", "closed_form gives one distribution"
        raise TooLargeError(value_excerpt(end), place="length", expected=expected, remedy=remedy)
    (rows,) = distributions([(sums, end)], rule, "length")
    line = Mechanism.from_rows(range(len(rows)), range(1, len(sums) + 1), rows)
    return answering(line, tuple(range(end + 1)), [min(distance, len(rows) - 1) for distance in range(end + 1)])


def distributions(lines: Sequence[tuple[Row, int]], rule: Transition, place: str) -> list[list[Row]]:
    """Return the distributions along each line, given by its prefix sums at distance 0 and its largest distance.

    A list ends with the distribution that holds for all larger distances as well.

    Raises TooLargeError.
    """
    if rule.variant == "corrected":  # twice: s_k is the sum of p_1, ..., p_k, and 1 - s_k that of the others
        needed = 2 * sum(max(least_bits(s, rule, end) for s in sums) for sums, end in lines)
        if needed > MAX_BITS:
            raise _too_large(place, max(end for _, end in lines))
    bits = 0
    along: list[list[Row]] = []
    for sums, end in lines:
        along.append([])
        for distance, row in enumerate(walk(sums, rule, end)):
            along[-1].append(row)
            rationals = [value.as_fmpq() for value in row if value.is_rational()]
            bits += sum(int(value.q.bit_length()) for value in rationals)
            if bits > MAX_BITS or (len(rationals) < len(row) and distance >= MAX_IRRATIONAL_STEPS):
                raise _too_large(place, distance)
    return along


def _too_large(place: str, distance: int) -> TooLargeError:
    irrational = f"irrational ones only at distances below {MAX_IRRATIONAL_STEPS}"
    expected = f"probabilities of at most {MAX_BITS} bits together, {irrational}"
    came = f"more up to distance {value_excerpt(distance)}"
    return TooLargeError(came, place=place, expected=expected, remedy=SMALLER)


def least_bits(s: Exact, rule: Transition, end: int) -> int:
    """Bound the bits of s^0, ..., s^end together from below, for the corrected T applied 0 to `end` times to s.

    Let E = a/b > 1 in lowest terms, rho and tau as in `closed_form`. Before tau, s^t + rho = (a/b)^t (s + rho). With
    the numerator u of s + rho, the denominator is at least b^t / u, and at least b^t / (u v) for s^t itself, with the
    denominator v of rho. After tau, 1 + rho - s^t = (b/a)^(t - tau) gap in the same way, until s^t = 1. The bound is 0
    for an irrational number and for E = 1, at which nothing grows. It stops counting past MAX_BITS.

    The answer is exact.
    """
    ratio = rule.exp_epsilon
    if not all(number.is_rational() for number in (s, ratio, rule.delta)) or ratio == 1:
        return 0
    rho = rule.drift
    if s + rho == 0 or s == 1:
        return 0
    tau = min(first_hit(s, rule), end)
    bits = _growth(ratio.as_fmpq().q, s + rho, rho, int(tau))
    if tau == end or bits > MAX_BITS:
        return bits
    gap = 1 + 2 * rho - ratio ** int(tau) * (s + rho)
    steps = min(end - tau, first_power(ratio, gap, rho) - 1)
    return bits + _growth(ratio.as_fmpq().p, gap, rho, int(steps))


def _growth(base: fmpz, factor: Exact, rho: Exact, steps: int) -> int:
    """Return a lower bound of the sum over t = 1..steps of log2(base^t / (u v)), terms below 0 counted as 0."""
    each = int((base**FINE).bit_length()) - 1  # in FINE-ths of a bit
    if each == 0:
        return 0
    lost = int(factor.as_fmpq().p.bit_length() + rho.as_fmpq().q.bit_length())
    growing = max(0, steps - FINE * lost // each - 1)
    return each * growing * (growing + 1) // (2 * FINE)


def optimal_mechanism(
    graph: RainbowGraph, boundary: Laws, exp_epsilon: object = None, delta: object = 0, *, epsilon: object = None
) -> Mechanism:
    """Find the greatest (epsilon, delta)-DP mechanism with one distribution at all boundary vertices of a rainbow.

    `boundary` is {rainbow: {color: value}}. Inputs of the mechanism are the vertices, outputs are `graph.colors`. A
    vertex with rainbow c at distance d from its boundary has the distribution T^d(m^c) in the order c, with the
    corrected T.

    Theorem 2 leaves the following unsaid. The boundary is valid if and only if m^c and m^c' are close whenever two
    vertices with rainbows c != c' are neighbors. Neighbors with one rainbow share one distribution or differ by one
    step of T. A vertex from which no path leads to its boundary (in a component with one rainbow) is bound by nothing.
    Its greatest distribution is the first color with probability 1, which T^d need not reach, since for delta = 0 every
    T^d(m^c) gives that color 0 if m^c does. The graph need not be connected, and not all rainbows need occur. "Optimal"
    means that it dominates every other mechanism. Then it is also the only one that no other dominates (Definition 3).

    The answer is exact.
    Raises ParameterError for a boundary that is incomplete, not a distribution, or not valid (with rainbows and
    event), TooLargeError past 2^31 bits of all probabilities, and for irrational ones at distances of 1000 and more,
    SignChangesError for a free E on which the branches of T depend.
    Reference: rainbow paper, Theorems 2, 3 and 4, and the end of Section 4.
    """
    need.instance(graph, RainbowGraph, "graph")
    rule = transition(one_factor(exp_epsilon, epsilon), delta)
    fixed = homogeneous_boundary(graph, boundary)
    for c, d in graph.crossing_rainbows():
        place = f"boundary of neighbors {value_excerpt(c)} and {value_excerpt(d)}"
        require_close(fixed[c], fixed[d], rule, place)
    rows, spans = _lines(graph, fixed, rule)
    places = []
    for vertex, rainbow in graph.rainbows.items():
        distance, (out_of_reach, last) = graph.distances.get(vertex), spans[rainbow]
        places.append(out_of_reach if distance is None else min(out_of_reach + 1 + distance, last))
    return answering(Mechanism.from_rows(range(len(rows)), graph.colors, rows), graph.vertices, places)


def _lines(
    graph: RainbowGraph, fixed: Mapping[Rainbow, Mapping[Label, Exact]], rule: Transition
) -> tuple[list[Row], dict[Rainbow, tuple[int, int]]]:
    """Return the different rows of the mechanism, and {rainbow: (place of its first row, of its last row)}.

    The first row of a rainbow is for the vertices from which no path leads to the boundary, the next ones are for the
    distances 0, 1, ..., and the last one holds for all larger distances as well. Raises TooLargeError.
    """
    ends = dict.fromkeys(graph.rainbows.values(), -1)  # the largest finite distance, -1 for one without boundary
    for vertex, distance in graph.distances.items():  # in ascending order
        ends[graph.rainbows[vertex]] = distance
    bounded = [rainbow for rainbow, end in ends.items() if end >= 0]
    starts = [(prefix_sums([fixed[rainbow][color] for color in rainbow]), ends[rainbow]) for rainbow in bounded]
    along = dict(zip(bounded, distributions(starts, rule, "graph"), strict=True))
    rows: list[Row] = []
    spans = {}
    for rainbow in ends:
        out_of_reach, greatest = len(rows), (exact(1), *[exact(0)] * (len(rainbow) - 1))
        laws = [dict(zip(rainbow, row, strict=True)) for row in (greatest, *along.get(rainbow, ()))]
        rows += [tuple(law[color] for color in graph.colors) for law in laws]
        spans[rainbow] = out_of_reach, len(rows) - 1
    return rows, spans
