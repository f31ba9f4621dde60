"""The optimal mechanism of a line, and of a rainbow graph with a homogeneous boundary (Theorems 2, 3 and 4, corrected).

Dataset d of a line answers with T applied d times to the boundary's distribution. These distributions are as large as
the line is long, so their bits are counted.
"""

from collections.abc import Mapping, Sequence
from itertools import chain

from dpexact.errors import ParameterError, TooLargeError, need
from dpexact.errors.need import MISSING
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.labels import Label, label_of
from dpexact.mechanisms.mechanism import Mechanism, answering
from dpexact.numbers.epsilon import one_factor
from dpexact.numbers.exact import Exact, exact, exact_at
from dpexact.numbers.typography import excerpt, value_excerpt
from dpexact.papers.rainbow.graph import Laws, Rainbow, RainbowGraph
from dpexact.papers.rainbow.transition import MAX_IRRATIONAL_STEPS, Transition, Variant, prefix_sums, transition, walk
from dpexact.privacy.verdict import Refuted
from dpexact.privacy.verify import verify

Row = tuple[Exact, ...]
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
    prefix_sums(tuple(values.values()), place)
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
    for rainbow in chain.from_iterable(graph.crossing_rainbows()):
        if rainbow not in read:
            came, expected = f"none for {value_excerpt(rainbow)}", "a distribution for each rainbow that has a boundary"
            raise ParameterError(came, place="boundary", expected=expected)
    return read


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
    bits = 0
    along: list[list[Row]] = []
    for sums, end in lines:
        along.append([])
        for distance, row in enumerate(walk(sums, rule, end)):
            along[-1].append(row)
            rationals = [value.as_fmpq() for value in row if value.is_rational()]
            bits += sum(int(value.q.bit_length()) for value in rationals)
            if bits > MAX_BITS or (len(rationals) < len(row) and distance >= MAX_IRRATIONAL_STEPS):
                irrational = f"irrational ones only at distances below {MAX_IRRATIONAL_STEPS}"
                expected = f"probabilities of at most {MAX_BITS} bits together, {irrational}"
                raise TooLargeError(f"more up to distance {distance}", place=place, expected=expected, remedy=SMALLER)
    return along


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
    event), VerdictError if that is undecided, TooLargeError past 2^31 bits of all probabilities, and for irrational
    ones at distances of 1000 and more, SignChangesError for a free E on which the branches of T depend.
    Reference: rainbow paper, Theorems 2, 3 and 4, and the end of Section 4.
    """
    need.instance(graph, RainbowGraph, "graph")
    rule = transition(one_factor(exp_epsilon, epsilon), delta)
    fixed = homogeneous_boundary(graph, boundary)
    if crossings := graph.crossing_rainbows():
        at_boundary = Mechanism.from_rows(fixed, graph.colors, [tuple(law.values()) for law in fixed.values()])
        verdict = verify(at_boundary, NeighborGraph.from_edges(fixed, crossings), rule.exp_epsilon, rule.delta)
        if isinstance(verdict, Refuted):
            expected, remedy = "(epsilon, delta)-close distributions of neighbors", "no mechanism has this boundary"
            raise ParameterError(verdict.sentence, place="boundary", expected=expected, remedy=remedy)
        verdict.require()
    ends = {graph.rainbows[vertex]: distance for vertex, distance in graph.distances.items()}  # the last is the largest
    lines = [(prefix_sums([fixed[rainbow][color] for color in rainbow]), end) for rainbow, end in ends.items()]
    along = dict(zip(ends, distributions(lines, rule, "graph"), strict=True))
    rows: list[Row] = []
    first: dict[Rainbow, int] = {}  # the place of its row for vertices from which no path leads to the boundary
    for rainbow in dict.fromkeys(graph.rainbows.values()):
        first[rainbow] = len(rows)
        for row in ((exact(1), *[exact(0)] * (len(rainbow) - 1)), *along.get(rainbow, ())):
            law = dict(zip(rainbow, row, strict=True))
            rows.append(tuple(law[color] for color in graph.colors))
    places = [
        first[rainbow] + (1 + min(graph.distances[vertex], len(along[rainbow]) - 1) if vertex in graph.distances else 0)
        for vertex, rainbow in graph.rainbows.items()
    ]
    return answering(Mechanism.from_rows(range(len(rows)), graph.colors, rows), graph.vertices, places)
