"""Check which well-known mechanisms are maximally sufficient, and what the others become (docs/sufficiency.md)."""

from itertools import pairwise
from pathlib import Path

from dpexact import Exact, Mechanism, NeighborGraph, check, compose, exact, mix, tight_exp_epsilon
from dpexact.mechanisms import families
from dpexact.sufficiency import is_maximally_sufficient, is_sufficient, sharpen
from dpexact.sufficiency.maximal import split_to_the_end
from tests.each import each

PAGE = (Path(__file__).parents[2] / "docs" / "sufficiency.md").read_text(encoding="utf-8")
SCORES = {i: {o: -abs(i - o) for o in range(3)} for i in range(3)}


def rounded_laplace(e: object, size: int) -> Mechanism:
    """i plus Laplace noise of scale 1/epsilon, rounded to an integer and moved into 0..size-1; with s = E^(-1/2).

    Below i - 1/2 lies s/2 of the mass, below i - 3/2 s^3/2, and so on.
    """
    s = 1 / exact(e) ** exact("1/2")

    def below(i: int, o: int) -> Exact:
        """P(output < o | i) for 0 < o < size."""
        return s ** (2 * (i - o) + 1) / 2 if o <= i else 1 - s ** (2 * (o - i) - 1) / 2

    rows = []
    for i in range(size):
        ends = [exact(0), *(below(i, o) for o in range(1, size)), exact(1)]
        rows.append([b - a for a, b in pairwise(ends)])
    return Mechanism.from_rows(range(size), range(size), rows)


RESPONSE = families.randomized_response("3/4")
CASES: dict[str, tuple[Mechanism, str, object]] = {
    "randomized response, truth 3/4": (RESPONSE, "all", 3),
    "the same at a larger E": (RESPONSE, "all", 4),
    "randomized response, 4 values": (families.k_ary_randomized_response(3, 4), "all", 3),
    "subset selection, 2 of 4": (families.subset_selection(3, 4, 2), "all", 3),
    "two answers of randomized response": (compose(RESPONSE, RESPONSE), "all", 9),
    "randomized response or, half the time, nothing": (
        mix("1/2", RESPONSE, Mechanism.from_rows(RESPONSE.inputs, ["-"], [[1]] * 2), outputs="disjoint"),
        "all",
        3,
    ),
    "truncated geometric, counts 0 to 4": (families.range_restricted_geometric("1/2", 5), "path", 2),
    "the same, all counts neighbors": (families.range_restricted_geometric("1/2", 5), "all", 16),
    "Laplace, rounded, counts 0 to 2": (rounded_laplace(4, 3), "path", 4),
    "exponential mechanism, score -abs(i - o)": (families.exponential_mechanism(SCORES, 4, 1), "path", 4),
    "the exponential mechanism at its tight E": (families.exponential_mechanism(SCORES, 4, 1), "path", exact("16/7")),
    "permute-and-flip, the same scores": (families.permute_and_flip(SCORES, 4, 1), "path", 4),
    "permute-and-flip at its tight E": (families.permute_and_flip(SCORES, 4, 1), "path", exact("16/5")),
    "RAPPOR, f = 1/2, 2 values": (families.rappor("1/2", 2), "all", 9),
    "RAPPOR, f = 1/2, 3 values": (families.rappor("1/2", 3), "all", 9),
    "RAPPOR, f = 1/2, 4 values": (families.rappor("1/2", 4), "all", 9),
}


def relation(mechanism: Mechanism, name: str) -> NeighborGraph:
    return (NeighborGraph.path if name == "path" else NeighborGraph.complete)(mechanism.inputs)


def line(name: str) -> str:
    mechanism, kind, e = CASES[name]
    found = sharpen(mechanism, relation(mechanism, kind), e)
    tight = tight_exp_epsilon(mechanism, relation(mechanism, kind))
    answer = "yes" if found.splits == 0 else "no"
    return f"| {name} | {kind} | {e} | {tight} | {len(mechanism.outputs)} | {answer} | {len(found.mechanism.outputs)} |"


@each("name", CASES)
def test_the_table_says_what_is_computed(name: str) -> None:
    assert line(name) in PAGE


@each("name", CASES)
def test_what_is_maximal_and_what_is_not_has_certificates(name: str) -> None:
    mechanism, kind, e = CASES[name]
    neighbors = relation(mechanism, kind)
    verdict = is_maximally_sufficient(mechanism, neighbors, e)
    assert check(verdict.certificate())["kind"] == ("" if verdict.proved else "not-") + "maximally-sufficient"
    found = sharpen(mechanism, neighbors, e)
    for certificate in found.certificates():
        check(certificate)
    assert is_sufficient(found.mechanism, for_=mechanism).proved
    assert is_sufficient(mechanism, for_=found.mechanism).proved == verdict.proved


def test_two_inputs_have_one_maximal_mechanism() -> None:
    """Randomized response with odds E, whatever is sharpened."""
    for name in ("the same at a larger E", "two answers of randomized response", "RAPPOR, f = 1/2, 2 values"):
        mechanism, kind, e = CASES[name]
        best = Mechanism.from_rows(
            mechanism.inputs, [0, 1], families.randomized_response(exact(e) / (exact(e) + 1)).rows()
        )
        found = sharpen(mechanism, relation(mechanism, kind), e).mechanism
        assert is_sufficient(found, for_=best).proved
        assert is_sufficient(best, for_=found).proved


def test_rappor_wastes_the_words_that_say_nothing() -> None:
    """The words 000 and 111 are as likely for each value; split as in Appendix E they become two-valued outputs."""
    mechanism, _, e = CASES["RAPPOR, f = 1/2, 3 values"]
    neighbors = NeighborGraph.complete(mechanism.inputs)
    constant = [
        o for o, column in zip(mechanism.outputs, mechanism.column_stochastic(), strict=True) if len(set(column)) == 1
    ]
    assert constant == [(0, 0, 0), (1, 1, 1)]
    ends = split_to_the_end(mechanism, neighbors, e).mechanism
    assert len(ends.outputs) == 6
    assert all(len(set(column)) == 2 for column in ends.column_stochastic())
