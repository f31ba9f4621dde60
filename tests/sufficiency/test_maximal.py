"""Row graphs, maximal mechanisms, Appendix E and sharpening, against ranks, hand calculations and linear programs."""

import math
import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

import pytest

from dpexact import (
    Exact,
    Mechanism,
    NeighborGraph,
    ParameterError,
    Proved,
    Refuted,
    VerdictError,
    check,
    exact,
    free_exp_epsilon,
    tight_exp_epsilon,
    verify,
)
from dpexact.errors import CertificateError, TooLargeError
from dpexact.mechanisms.families import range_restricted_geometric
from dpexact.sufficiency import is_equivalent, is_maximally_sufficient, is_sufficient, row_graphs, sharpen, split_output
from dpexact.sufficiency.maximal import printed_split_output, split_to_the_end
from tests.forgeries.sufficiency_oracle import is_extreme
from tests.refusals import refuses
from tests.sufficiency.test_sufficiency import table

pytestmark = pytest.mark.slow
Columns = list[tuple[Fraction, ...]]


def relations(size: int) -> Iterator[NeighborGraph]:
    edges = list(combinations(range(size), 2))
    for count in range(len(edges) + 1):
        for chosen in combinations(edges, count):
            yield NeighborGraph.from_edges(range(size), chosen)


def randomly(source: random.Random, size: int) -> Mechanism:
    outputs = source.randint(1, 4)
    while True:
        rows = [
            [source.choice((0, 1, 1, 2, 2, 4) if size > 2 else (1, 2)) for _ in range(outputs)] for _ in range(size)
        ]
        if all(map(any, rows)):
            return Mechanism.from_rows(
                range(size), range(outputs), [[Fraction(x, sum(row)) for x in row] for row in rows]
            )


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_on_every_relation_the_verdict_is_that_of_ranks_and_what_it_shows_is_true(size: int) -> None:
    """Maximal: all columns extreme, by rank. Not: the split mechanism is private, sufficient, and not the reverse."""
    source = random.Random(size)
    counted = {Proved: 0, Refuted: 0}
    for relation in relations(size):
        for _ in range(8 if size < 4 else 2):
            mechanism = randomly(source, size)
            E = tight_exp_epsilon(mechanism, relation)
            if not isinstance(E, Exact):
                continue
            if source.random() < 0.2:
                E = E + 1
            verdict = is_maximally_sufficient(mechanism, relation, E)
            columns = [[value.as_fraction() for value in column] for column in mechanism.column_stochastic()]
            pairs = list(relation.ordered_pairs())
            assert verdict.proved == all(is_extreme(x, E.as_fraction(), pairs) for x in columns if any(x))
            counted[Proved if verdict.proved else Refuted] += 1
            if isinstance(verdict, Refuted):
                better = verdict.better
                assert verify(better, relation, E, 0).proved
                assert is_sufficient(better, for_=mechanism).proved
                assert not is_sufficient(mechanism, for_=better).proved
            sharp = sharpen(mechanism, relation, E)
            assert sharp.mechanism.postprocess(sharp.kernel) == mechanism
            assert is_maximally_sufficient(sharp.mechanism, relation, E).proved
            assert (sharp.splits == 0) == verdict.proved == is_sufficient(mechanism, for_=sharp.mechanism).proved
    assert min(counted.values()) > 0 or size == 1


def excess(columns: Columns, i: int, j: int, factor: Fraction) -> Fraction:
    return sum((max(Fraction(0), x[i] - factor * x[j]) for x in columns), Fraction(0))


def pairs_of(relation: NeighborGraph) -> list[tuple[int, int]]:
    return [(int(str(i)), int(str(j))) for i, j in relation.ordered_pairs()]


def with_delta(source: random.Random, size: int, relation: NeighborGraph) -> tuple[Columns, Fraction, Fraction]:
    """Columns of a random mechanism, E and delta. Half of the time delta is the largest excess, else a bit more."""
    mechanism, factor = randomly(source, size), Fraction(source.choice(["1", "3/2", "2", "3"]))
    columns = [tuple(value.as_fraction() for value in column) for column in mechanism.column_stochastic()]
    least = max((excess(columns, i, j, factor) for i, j in pairs_of(relation)), default=Fraction(0))
    return columns, factor, min(Fraction(1), least + source.choice([Fraction(0), Fraction(1, 12)]))


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_with_delta_the_verdict_is_that_of_ranks_and_what_it_shows_is_true(size: int) -> None:
    """The same with the pairs whose excess is delta. Sharpening ends within its bound, above and as private."""
    source = random.Random(10 + size)
    counted = {True: 0, False: 0}
    for relation in relations(size):
        for _ in range(6 if size < 4 else 1):
            columns, factor, delta = with_delta(source, size, relation)
            mechanism = Mechanism.from_rows(range(size), range(len(columns)), zip(*columns, strict=True))
            pairs = pairs_of(relation)
            exhausted = [(i, j) for i, j in pairs if excess(columns, i, j, factor) == delta]
            maximal = all(is_extreme(x, factor, exhausted) for x in columns if any(x))
            verdict = is_maximally_sufficient(mechanism, relation, factor, delta)
            assert verdict.proved == maximal, (columns, pairs, factor, delta)
            counted[maximal] += 1
            if isinstance(verdict, Refuted):
                better = verdict.better
                assert verify(better, relation, factor, delta).proved
                assert is_sufficient(better, for_=mechanism).proved
                assert not is_sufficient(mechanism, for_=better).proved
            sharp = sharpen(mechanism, relation, factor, delta)
            assert sharp.mechanism.postprocess(sharp.kernel) == mechanism
            assert verify(sharp.mechanism, relation, factor, delta).proved
            assert is_maximally_sufficient(sharp.mechanism, relation, factor, delta).proved
            assert (sharp.splits == 0) == maximal
            assert sharp.splits + len(columns) <= size * len(columns) + len(pairs)
    assert min(counted.values()) > 0 or size == 1


def says_more_if_split(columns: Columns, pairs: list[tuple[int, int]], factor: Fraction, delta: Fraction) -> bool:
    """Whether an output has a private split into two that are not proportional, by shares of a grid.

    The shares near 1/2 stand for a split that is as small as need be.
    """
    shares = [Fraction(1, 2) + Fraction(s, 400) for s in (-200, -100, -1, 0, 1, 100, 200)]
    for o, x in enumerate(columns):
        for parts in product(shares, repeat=len(x)):
            y = tuple(a * b for a, b in zip(parts, x, strict=True))
            z = tuple(a - b for a, b in zip(x, y, strict=True))
            if any(y[i] * z[j] != y[j] * z[i] for i, j in combinations(range(len(x)), 2)):
                split = [*columns[:o], y, z, *columns[o + 1 :]]
                if all(excess(split, i, j, factor) <= delta for i, j in pairs):
                    return True
    return False


@pytest.mark.long
def test_with_delta_all_splits_on_a_grid() -> None:
    source = random.Random(7)
    counted = {True: 0, False: 0}
    for relation in [*relations(3)] * 2:
        columns, factor, delta = with_delta(source, 3, relation)
        start = Mechanism.from_rows(range(3), range(len(columns)), zip(*columns, strict=True))
        for mechanism in (start, sharpen(start, relation, factor, delta).mechanism):
            exactly = [tuple(value.as_fraction() for value in column) for column in mechanism.column_stochastic()]
            found = says_more_if_split(exactly, pairs_of(relation), factor, delta)
            assert found != is_maximally_sufficient(mechanism, relation, factor, delta).proved, (exactly, delta)
            counted[found] += 1
    assert min(counted.values()) >= 10


def test_two_inputs_have_one_maximal_mechanism_with_delta() -> None:
    """The pair that dominates: delta, 2 (1 - delta)/3, (1 - delta)/3, 0 and its mirror, at E = 2."""
    path = NeighborGraph.path(range(2))
    dominating = table(4, (1, 2, 1, 0), (0, 1, 2, 1))
    for start in (table(1, (1,), (1,)), table(4, (3, 1), (1, 3)), table(8, (4, 2, 2), (1, 4, 3))):
        assert is_equivalent(sharpen(start, path, 2, "1/4").mechanism, dominating)
    assert is_maximally_sufficient(dominating, path, 2, "1/4").proved
    assert not is_maximally_sufficient(dominating, path, 2, "1/4 + 1e-60").proved
    assert not is_maximally_sufficient(dominating, path, "2 + 1e-60", "1/4").proved
    refuses(ParameterError, r"delta = 1/5, got P.* \+ delta", is_maximally_sufficient, dominating, path, 2, "1/5")


def test_split_output_with_delta_by_hand() -> None:
    """All of delta goes to one side: 1/4 0 | 3/4 1; and 3/4 : 1/4, tight at E = 3, with room of 1/4 for both pairs."""
    one, path = table(1, (1,), (1,)), NeighborGraph.path(range(2))
    assert split_output(one, path, 2, 0, "1/4").rows() == table(4, (1, 3), (0, 4)).rows()
    split = split_output(table(4, (3, 1), (1, 3)), path, 3, 0, "1/4")
    assert split.rows() == table(4, (1, 2, 1), (0, 1, 3)).rows()
    refuses(ParameterError, "connect", split_output, table(4, (1, 2, 1, 0), (0, 1, 2, 1)), path, 2, 1, "1/4")


def test_row_graphs_by_hand() -> None:
    """The truncated geometric mechanism on three inputs, E = 2: 4 1 1 | 2 2 2 | 1 1 4."""
    graphs = row_graphs(range_restricted_geometric("1/2", 3), NeighborGraph.path(range(3)), 2)
    assert graphs == {0: {(0, 1), (1, 2)}, 1: {(1, 0), (1, 2)}, 2: {(1, 0), (2, 1)}}
    complete = row_graphs(range_restricted_geometric("1/2", 3), NeighborGraph.complete(range(3)), 4)
    assert complete == {0: {(0, 2)}, 1: set(), 2: {(2, 0)}}
    never = row_graphs(table(2, (2, 0), (2, 0)), NeighborGraph.path(range(2)), 2)
    assert never == {0: set(), 1: {(0, 1), (1, 0)}}


def test_appendix_e_by_hand() -> None:
    """P = 1/2, 1/2 at E = 2: rho_1 = rho_2 = 1, a = b = 1/3, so (2/3, 1/3) / 2 and (1/3, 2/3) / 2."""
    half = table(2, (1, 1), (1, 1))
    split = split_output(half, NeighborGraph.path(range(2)), 2, 0)
    assert split.outputs == ((0, 1), (0, 2), 1)
    assert split.rows() == tuple(tuple(map(exact, row)) for row in (("1/3", "1/6", "1/2"), ("1/6", "1/3", "1/2")))
    assert printed_split_output(half, NeighborGraph.path(range(2)), 2, 0) == split


def appendix_e(x: tuple[Fraction, ...], first: set[int], pairs: list[tuple[int, int]], factor: Fraction) -> Columns:
    """(3), (4) and (5) by their formulas: E/rho_1, E/rho_2, a and b, then both columns."""
    up, down = (
        factor / max(x[s] / x[t] for s, t in pairs if (s in first) == way != (t in first)) for way in (True, False)
    )
    a, b = (down - 1) / (up * down - 1), (up - 1) / (up * down - 1)
    return [
        tuple(value * (inside if i in first else outside) for i, value in enumerate(x))
        for inside, outside in ((a * up, a), (b, b * down))
    ]


def test_appendix_e_by_its_formulas() -> None:
    source, counted = random.Random(5), 0
    for relation in (NeighborGraph.path(range(4)), NeighborGraph.complete(range(4))):
        pairs = pairs_of(relation)
        for _ in range(30):
            mechanism = randomly(source, 4)
            E = tight_exp_epsilon(mechanism, relation)
            if not isinstance(E, Exact) or E == 1:
                continue
            factor = E.as_fraction() + source.choice([0, 0, 1])
            for o, column in zip(mechanism.outputs, mechanism.column_stochastic(), strict=True):
                x = tuple(value.as_fraction() for value in column)
                if not any(x):
                    continue
                first = {0}
                for _ in x:
                    first |= {k for i, j in pairs if x[i] == factor * x[j] for k in (i, j) if {i, j} & first}
                if len(first) == len(x):
                    continue
                for split in (split_output, printed_split_output):
                    columns = split(mechanism, relation, factor, o).column_stochastic()
                    place = mechanism.output_place(o)
                    assert [*columns[place : place + 2]] == appendix_e(x, first, pairs, factor)
                counted += 1
    assert counted > 10


def test_where_appendix_e_has_nothing_to_say() -> None:
    apart, path = NeighborGraph.from_edges(range(2), []), NeighborGraph.path(range(2))
    one = table(1, (1,), (1,))
    refuses(ParameterError, "maximum of an empty set", printed_split_output, one, apart, 2, 0)
    assert split_output(one, apart, 2, 0).rows() == tuple(tuple(map(exact, row)) for row in ((1, 0), (0, 1)))
    maximal = table(3, (2, 1), (1, 2))
    for split in (split_output, printed_split_output):
        refuses(ParameterError, "connect", split, maximal, path, 2, 0)
    refuses(ParameterError, "connect", split_output, table(1, (1, 0), (1, 0)), path, 2, 1)  # never occurs
    refuses(ParameterError, "connect", printed_split_output, table(1, (1,)), NeighborGraph.path([0]), 2, 0)


@pytest.mark.parametrize("size", range(1, 8))
def test_the_number_of_splits_of_a_constant_output_on_a_path(size: int) -> None:
    """A path has one spanning tree; the constant output splits 2^(n-1) - 1 times into 2^(n-1) different row graphs."""
    constant = Mechanism.from_rows(range(size), ["x"], [[1]] * size)
    ends = split_to_the_end(constant, NeighborGraph.path(range(size)), 3)
    assert ends.splits == 2 ** (size - 1) - 1
    assert len(ends.mechanism.outputs) == 2 ** (size - 1)
    assert ends.mechanism.postprocess(ends.kernel) == constant
    sharp = sharpen(constant, NeighborGraph.path(range(size)), 3)
    assert len(sharp.mechanism.outputs) <= size


@pytest.mark.long
def test_splitting_to_the_end_is_refused_where_it_is_too_long() -> None:
    size = 17
    constant = Mechanism.from_rows(range(size), ["x"], [[1]] * size)
    path = NeighborGraph.path(range(size))
    refuses(TooLargeError, "", split_to_the_end, constant, path, 2)
    assert is_maximally_sufficient(sharpen(constant, path, 2).mechanism, path, 2).proved


def test_what_is_refused() -> None:
    response, path = table(4, (3, 1), (1, 3)), NeighborGraph.path(range(2))
    directed = NeighborGraph.from_edges(range(2), [(0, 1)], directed=True)
    both = NeighborGraph.from_edges(range(2), [(0, 1), (1, 0)], directed=True)
    for ask in (is_maximally_sufficient, sharpen, split_to_the_end):
        refuses(ParameterError, "private at E = 2", ask, response, path, 2)
        refuses(ParameterError, "symmetric", ask, response, directed, 3)
        refuses(ParameterError, "finite E", ask, response, path, math.inf)
        ask(response, both, 3)  # a symmetric relation, however it is written
    refuses(ParameterError, "finite E", row_graphs, response, path, math.inf)
    assert row_graphs(response, directed, 3) == {0: {(0, 1)}, 1: set()}


def test_certificates_of_both_answers() -> None:
    response, path = table(4, (3, 1), (1, 3)), NeighborGraph.path(range(2))
    proved, refuted = (is_maximally_sufficient(response, path, E) for E in (3, 4))
    assert check(proved.certificate())["kind"] == "maximally-sufficient"
    assert check(refuted.certificate())["kind"] == "not-maximally-sufficient"
    assert [check(part)["kind"] for part in sharpen(response, path, 4).certificates()] == [
        "post-processing",
        "maximally-sufficient",
    ]
    for verdict in (proved, refuted):
        refuses(VerdictError, "", bool, verdict)
    assert proved.require().proved
    refuses(VerdictError, "can be split", refuted.require)


@pytest.mark.parametrize("e", ["exp(1/2)", "sqrt(2)", "exp(1)*sqrt(3)"])
def test_tightness_in_every_field(e: str) -> None:
    E = exact(e)
    geometric, path = range_restricted_geometric(1 / E, 4), NeighborGraph.path(range(4))
    assert check(is_maximally_sufficient(geometric, path, E).certificate())["kind"] == "maximally-sufficient"
    weights = [1 / (1 + E), E / (1 + E)]
    pair = Mechanism.from_rows(
        range(2), range(4), [["1/4", *(w * 3 / 4 for w in weights), 0], [0, *(w * 3 / 4 for w in weights[::-1]), "1/4"]]
    )
    two = NeighborGraph.path(range(2))
    assert check(is_maximally_sufficient(pair, two, E, "1/4").certificate())["kind"] == "maximally-sufficient"
    assert (
        check(is_maximally_sufficient(pair, two, E, "1/4 + 1e-60").certificate())["kind"] == "not-maximally-sufficient"
    )
    found = [check(part)["kind"] for part in sharpen(table(1, (1,), (1,)), two, E, "1/4").certificates()]
    assert found == ["post-processing", "maximally-sufficient"]
    refuted = is_maximally_sufficient(geometric, path, E + exact("1e-60"))
    assert check(refuted.certificate())["kind"] == "not-maximally-sufficient"
    sharp = sharpen(range_restricted_geometric(1 / E, 3), NeighborGraph.path(range(3)), E * 2)
    assert [check(part)["kind"] for part in sharp.certificates()] == ["post-processing", "maximally-sufficient"]


def test_a_free_e() -> None:
    E = free_exp_epsilon()
    geometric, path = range_restricted_geometric(1 / E, 3), NeighborGraph.path(range(3))
    proved = is_maximally_sufficient(geometric, path, E)
    assert proved.proved
    refuses(CertificateError, "", proved.certificate)
    refuted = is_maximally_sufficient(geometric, path, 2 * E)
    assert check(refuted.certificate())["kind"] == "not-maximally-sufficient"
    assert verify(refuted.better, path, refuted.exp_epsilon, 0).proved


def test_sharpening_keeps_what_is_maximal() -> None:
    geometric, path = range_restricted_geometric("1/2", 4), NeighborGraph.path(range(4))
    sharp = sharpen(geometric, path, 2)
    assert sharp.mechanism == geometric
    assert sharp.kernel.rows() == tuple(tuple(exact(int(i == j)) for j in range(4)) for i in range(4))
    doubled = table(6, (2, 2, 1, 1), (1, 1, 2, 2))
    assert sharpen(doubled, NeighborGraph.path(range(2)), 2).mechanism.rows() == table(3, (2, 1), (1, 2)).rows()
