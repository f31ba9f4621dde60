"""Test what a proved statement implies: every combination of small cases, against the truth of claims by brute force.

The mechanisms have two outputs, so P(S) - E Q(S) is largest at one of four events, which are tried one by one.
"""

from fractions import Fraction
from itertools import permutations, product
from math import inf
from typing import Any

import pytest
import sympy

from dpexact import Mechanism, NeighborGraph, ParameterError, UndecidedError, check, exact, free_exp_epsilon, verify
from dpexact.certificates.implication import KINDS, Asked, shortfall
from dpexact.errors import IncompatibleFieldsError
from dpexact.privacy.worst_case import worst_case
from dpexact.sufficiency import is_sufficient
from tests.each import each
from tests.refusals import refuses
from tests.vectors.certificates.build import mechanism, over, ratio

INPUTS = ("a", "b", "c")
ROWS = [("1/4", "3/4"), ("1/2", "1/2"), ("0", "1")]
MECHANISM = Mechanism.from_rows(INPUTS, "xy", ROWS)
RELATIONS: list[frozenset[tuple[str, str]]] = [
    frozenset(),
    frozenset({("a", "b")}),
    frozenset({("b", "a")}),
    frozenset({("a", "b"), ("b", "a")}),
    frozenset({("b", "c")}),
    frozenset(permutations(INPUTS, 2)),
]
FACTORS: list[Any] = [Fraction(1), Fraction(3, 2), Fraction(2), inf]
DELTAS = [Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1)]
CASES = list(product(FACTORS, DELTAS, RELATIONS))


def true(case: Any) -> bool:
    """Return whether the mechanism is private, event by event; infinity times 0 is 0."""
    factor, delta, pairs = case
    rows = {name: [Fraction(value) for value in row] for name, row in zip(INPUTS, ROWS, strict=True)}
    for i, j in pairs:
        for event in ((), (0,), (1,), (0, 1)):
            p, q = (sum((rows[k][o] for o in event), Fraction(0)) for k in (i, j))
            if not (q == 0 and p <= delta if factor == inf and q == 0 else factor == inf or p <= factor * q + delta):
                return False
    return True


def least(case: Any) -> Fraction:
    """The least delta for the factor and the pairs of a case, among the excesses of all events."""
    factor, _, pairs = case
    rows = {name: [Fraction(value) for value in row] for name, row in zip(INPUTS, ROWS, strict=True)}
    found = [Fraction(0)]
    for (i, j), event in product(pairs, ((0,), (1,), (0, 1))):
        p, q = (sum((rows[k][o] for o in event), Fraction(0)) for k in (i, j))
        found.append(p if factor == inf and q == 0 else Fraction(0) if factor == inf else p - factor * q)
    return max(found)


def statement(kind: str, case: Any) -> dict[str, Any]:
    """A statement about the mechanism, written by hand."""
    factor, delta, pairs = case
    places = [[INPUTS.index(i), INPUTS.index(j)] for i, j in sorted(pairs)]
    weights, E = over(4, [1, 3], [2, 2], [0, 4]), "infinity" if factor == inf else factor
    return mechanism(kind, weights, E, delta, outputs=["x", "y"], pairs=places)


def asked(kind: str | None, case: Any) -> Asked:
    factor, delta, pairs = case
    graph = NeighborGraph.from_edges(INPUTS, pairs, directed=True)
    return Asked(kind, factor if factor == inf else exact(factor), exact(delta), (MECHANISM, graph))


@pytest.mark.seldom
def test_every_small_case_of_private_and_of_its_negation() -> None:
    passed = dict.fromkeys(("private", "not-private", "tight-delta", "tight as private"), 0)
    for proved, wanted in product(CASES, repeat=2):
        (e0, d0, p0), (e, d, p) = proved, wanted
        if true(proved):
            found = shortfall(statement("private", proved), asked(None, wanted)) is None
            assert found == (e >= e0 and d >= d0 and p <= p0)
            assert true(wanted) or not found
            passed["private"] += found
        else:
            found = shortfall(statement("not-private", proved), asked("not-private", wanted)) is None
            assert found == (e <= e0 and d <= d0 and p >= p0)
            assert not (true(wanted) and found)
            passed["not-private"] += found
        if d0 == least(proved):
            tight = statement("tight-delta", proved)
            found = shortfall(tight, asked("tight-delta", wanted)) is None
            assert found == (proved == wanted)
            assert d == least(wanted) or not found
            passed["tight-delta"] += found
            found = shortfall(tight, asked(None, wanted)) is None
            assert found == (e >= e0 and d >= d0 and p <= p0)
            passed["tight as private"] += found
    assert all(count > 10 for count in passed.values()), passed


def test_what_is_not_asked_is_not_compared() -> None:
    case = (Fraction(2), Fraction(1, 4), RELATIONS[3])
    for kind in ("private", "tight-delta", "not-private"):
        found = statement(kind, case)
        assert shortfall(found, Asked()) is None
        assert shortfall(found, Asked(kind)) is None
        assert shortfall(found, Asked(exp_epsilon=exact(2))) is None
        assert shortfall(found, Asked(delta=exact("1/4"))) is None
    assert shortfall(statement("private", case), Asked(delta=exact("1/5"))) is not None
    assert shortfall(statement("tight-delta", case), Asked(delta=exact("1/3"))) is None
    assert shortfall(statement("tight-delta", case), Asked("tight-delta", delta=exact("1/3"))) is not None
    assert shortfall(statement("not-private", case), Asked(delta=exact("1/3"))) is not None


def test_kinds_are_not_mistaken_for_one_another() -> None:
    case = (Fraction(2), Fraction(1, 4), RELATIONS[3])
    counts = {("private", "private"), ("private", "tight-delta"), ("private", "private-for-all")}
    for wanted in KINDS:
        for have in ("private", "not-private", "tight-delta"):
            fits = wanted == have or (wanted, have) in counts
            assert (shortfall(statement(have, case), Asked(wanted)) is None) == fits
    program = {"kind": "linear-program-infeasible"}
    assert shortfall(program, Asked("private")) is not None
    assert shortfall(program, Asked("linear-program-infeasible")) is None
    assert shortfall(program, Asked()) is None
    assert shortfall(program, Asked(subject=(MECHANISM, NeighborGraph.path(INPUTS)))) is not None


def test_maximally_sufficient_is_private_and_else_itself_only() -> None:
    e, pairs = Fraction(2), RELATIONS[3]
    graph = NeighborGraph.from_edges(INPUTS, sorted(pairs), directed=True)
    for kind in ("maximally-sufficient", "not-maximally-sufficient"):
        found = statement(kind, (e, Fraction(0), pairs))
        for wanted, factor, fits in (
            ("private", 2, True),
            ("private", 3, True),
            ("private", "3/2", False),
            (None, 3, True),
            (kind, 2, True),
            (kind, 3, False),
            (kind, "3/2", False),
        ):
            assert (shortfall(found, Asked(wanted, exact(factor))) is None) == fits, (kind, wanted, factor)
        assert shortfall(found, Asked(kind, subject=(MECHANISM, graph))) is None
        with_delta = statement(kind, (e, Fraction(1, 4), pairs))
        for wanted, factor, delta, fits in (
            ("private", 2, "1/4", True),
            ("private", 3, "1/2", True),
            ("private", 2, "1/5", False),
            (kind, 2, "1/4", True),
            (kind, 2, "1/2", False),
            (kind, 2, 0, False),
        ):
            short = shortfall(with_delta, Asked(wanted, exact(factor), exact(delta)))
            assert (short is None) == fits, (kind, wanted, factor, delta)
        fewer = NeighborGraph.from_edges(INPUTS, sorted(pairs)[:-1], directed=True)
        assert shortfall(found, Asked(kind, subject=(MECHANISM, fewer))) is not None
        assert shortfall(found, Asked("private", subject=(MECHANISM, fewer))) is None
    order = {"kind": "post-processing"}
    assert shortfall(order, Asked()) is None
    assert shortfall(order, Asked("post-processing")) is None
    assert shortfall(order, Asked("not-post-processing")) is not None
    assert shortfall(order, Asked("private")) is not None


def test_the_mechanism_that_is_below_another_one() -> None:
    noisy = Mechanism.from_rows(INPUTS, "xy", [["1/2", "1/2"] for _ in INPUTS])
    graph = NeighborGraph.path(INPUTS)
    below, apart = is_sufficient(MECHANISM, for_=noisy), is_sufficient(noisy, for_=MECHANISM)
    for verdict, kind, own, other in (
        (below, "post-processing", noisy, MECHANISM),
        (apart, "not-post-processing", MECHANISM, noisy),
    ):
        statement = check(verdict.certificate())
        for relation in (graph, NeighborGraph.from_edges(INPUTS, [])):  # it has no part in the statement
            assert shortfall(statement, Asked(kind, subject=(own, relation))) is None
            said = shortfall(statement, Asked(kind, subject=(other, relation)))
            assert said is not None
            assert said.startswith("subject: the mechanism P")
        assert str(shortfall(statement, Asked(subject=(own, graph)))).startswith("kind")  # private is asked for


@each(
    ("kind", "question"),
    [
        ("post-processing", Asked(exp_epsilon=exact(2))),
        ("not-post-processing", Asked("not-post-processing", delta=exact(0))),
        ("linear-program-infeasible", Asked(exp_epsilon=exact(2))),
        ("linear-program-optimum", Asked(delta=exact(0))),
        ("linear-program-unbounded", Asked("linear-program-unbounded", exp_epsilon=inf)),
        ("greatest-mechanism", Asked("greatest-mechanism", subject=(MECHANISM, NeighborGraph.path(INPUTS)))),
        ("private", Asked("Private")),
    ],
)
def test_questions_that_mean_nothing_are_refused(kind: str, question: Asked) -> None:
    refuses(ParameterError, "", shortfall, {"kind": kind}, question)


def test_another_mechanism() -> None:
    case = (Fraction(2), Fraction(1), RELATIONS[3])
    graph = NeighborGraph.path(["a", "b"])
    for rows, names, fits in (
        (ROWS, INPUTS, True),
        ([ROWS[1], ROWS[0], ROWS[2]], ("b", "a", "c"), True),
        ([ROWS[1], ROWS[0], ROWS[2]], INPUTS, False),
        ([("1/4", "3/4"), ("1/2", "1/2"), ("1e-99", "1 - 1e-99")], INPUTS, False),
    ):
        other = Mechanism.from_rows(names, "xy", rows)
        assert (shortfall(statement("private", case), Asked(subject=(other, graph))) is None) == fits
    smaller = Mechanism.from_rows("ab", "xy", ROWS[:2])
    assert shortfall(statement("private", case), Asked(subject=(smaller, graph))) is not None


def test_a_pair_of_an_input_with_itself_says_nothing() -> None:
    case = (Fraction(2), Fraction(1, 4), frozenset({("a", "b"), ("a", "a")}))
    plain = (Fraction(2), Fraction(1, 4), frozenset({("a", "b")}))
    for kind in ("private", "not-private", "tight-delta"):
        assert shortfall(statement(kind, case), asked(kind, plain)) is None


E = free_exp_epsilon(1, 2)
RESPONSE = Mechanism.from_rows("ab", "xy", [["2/3", "1/3"], ["1/3", "2/3"]])
PAIR = NeighborGraph.path("ab")


def for_all(factor: Any, delta: Any) -> dict[str, Any]:
    """The checked statement for all t from 1 to 2 that randomized response is private for this E and delta."""
    from dpexact import check
    from dpexact.certificates.certificate import privacy_certificate

    pairs = list(PAIR.ordered_pairs())
    return check(privacy_certificate("private-for-all", RESPONSE, pairs, factor, delta))


def test_private_for_all_counts_where_some_t_gives_it() -> None:
    for factor, delta, wanted_factor, wanted_delta, fits in (
        (E, (2 - E) / 3, "3/2", "1/6", True),  # delta(3/2) = 1/6 and not less
        (E, (2 - E) / 3, "3/2", "1/7", False),
        (E, (2 - E) / 3, "1", "1/3", True),
        (E, (2 - E) / 3, "2", "0", True),
        (E, (2 - E) / 3, "21/10", "1/2", False),  # no t gives it
        (E, (2 - E) / 3, "sqrt(2)", "(2 - sqrt(2))/3", True),
        (E, (2 - E) / 3, "sqrt(2)", "(2 - sqrt(2))/3 - 1e-99", False),
        (E, (2 - E) / 3, "exp(1/2)", "1/8", True),  # (2 - 1.6487)/3 = 0.117...
        (E, (2 - E) / 3, "exp(1/2)", "1/9", False),
        (E, (2 - E) / 3, "exp(1)", "1", False),
        (E + 1, "1/3", None, "1/4", False),
        (E + 1, "1/3", "5/2", "1/3", True),
        (E + 1, "1/3", "3/2", "1/3", False),  # E runs from 2 to 3 only
        (E + 99, "0", "3/2", "1", False),
        (E + 99, "0", "100", "0", True),
        (E + 99, "0", inf, "0", False),
        (3 / E, (2 - E) / 3 * 0 + exact("1/3"), "3/2", "1/3", True),
        (3 / E, "1/3", "4", "1/3", False),
        (exact(2) + 0 * E, E / 9, "2", "1/9", True),
        (exact(2) + 0 * E, E / 9, "2", "1/10", False),
        (E**2 + 1, "1/3", "3", "1/3", True),  # t = sqrt(2), where delta is known
        (E**2 + 1, "1/3", "6", "1/3", False),
        (E**2 + 1, E / 3, "3", "2/3", True),  # whatever t is
        (E**2 + 1, E / 3, "3", "1/4", False),
    ):
        wanted = wanted_factor if wanted_factor in (None, inf) else exact(wanted_factor)
        found = for_all(factor, delta)
        for kind in (None, "private", "private-for-all"):
            question = Asked(kind, wanted, exact(wanted_delta), (RESPONSE, PAIR) if kind == "private" else None)
            assert (shortfall(found, question) is None) == fits, (factor, delta)
        if fits and isinstance(wanted_factor, str):
            assert verify(RESPONSE, PAIR, wanted_factor, wanted_delta).proved, (factor, delta)


def test_without_an_epsilon_private_for_all_by_its_name_is_asked_for_at_every_t() -> None:
    found = for_all(E, (2 - E) / 3)  # delta falls from 1/3 at t = 1 to 0 at t = 2
    assert shortfall(found, Asked(delta=exact("0"))) is None
    assert shortfall(found, Asked("private", delta=exact("0"))) is None
    assert shortfall(found, Asked("private-for-all", delta=exact("1/3"))) is None
    for delta in ("0", "1/3 - 1e-99"):
        said = shortfall(found, Asked("private-for-all", delta=exact(delta)))
        assert said == "delta: it is proved for a larger one at some t, but every t is asked for"


def test_a_t_that_is_not_known_exactly_is_not_comparable() -> None:
    found = for_all(E**2 + 1, E / 3)
    with pytest.raises(UndecidedError):
        shortfall(found, Asked(exp_epsilon=exact(3), delta=exact("1/2")))  # t = sqrt(2), delta = 0.47...
    refuses(IncompatibleFieldsError, "", shortfall, found, Asked(exp_epsilon=exact("exp(1)")))


def test_certificates_of_verdicts_answer_their_own_claim() -> None:
    graph = NeighborGraph.path(INPUTS)
    for factor, delta in (("2", "1/2"), ("exp(1)", "1/2"), ("sqrt(2)", "1/10")):
        verdict = verify(MECHANISM, graph, factor, delta)
        question = Asked(None if verdict.proved else "not-private", exact(factor), exact(delta), (MECHANISM, graph))
        assert shortfall(verdict.certificate().statement, question) is None
    worst = worst_case(MECHANISM, graph, "exp(1/2)")
    question = Asked("tight-delta", exact("exp(1/2)"), worst.delta, (MECHANISM, graph))
    assert shortfall(worst.certificate().statement, question) is None


POWERS = {  # expressions in t, as sums c t^i above and below
    "t + 10": ({1: 1, 0: 10}, {0: 1}),
    "10 - t": ({1: -1, 0: 10}, {0: 1}),
    "t**2 + 5": ({2: 1, 0: 5}, {0: 1}),
    "(t - 1)**2 + 1": ({2: 1, 1: -2, 0: 2}, {0: 1}),
    "30/(t + 5)": ({0: 30}, {1: 1, 0: 5}),
    "(2*t + 12)/(t + 4)": ({1: 2, 0: 12}, {1: 1, 0: 4}),
    "2": ({0: 2}, {0: 1}),
    "1/4": ({0: 1}, {0: 4}),
    "(t + 5)/20": ({1: 1, 0: 5}, {0: 20}),
    "1/(t + 9)": ({0: 1}, {1: 1, 0: 9}),
}
FACTOR_TEXTS, DELTA_TEXTS = list(POWERS)[:7], list(POWERS)[7:]
INTERVALS: list[tuple[int, int | None]] = [(-3, 2), (0, 0), (-3, -1), (-2, None), (1, 3)]


def sums(text: str) -> list[Any]:
    return [[[format(c, "x"), i, 0] for i, c in sorted(part.items())] for part in POWERS[text]]


def implied(text: str, delta_text: str, interval: tuple[int, int | None], factor: Fraction, delta: Fraction) -> bool:
    """By the real roots that SymPy finds of E(t) = factor, and the exact delta(t) at each."""
    t = sympy.Symbol("t", real=True)
    wanted = sympy.Rational(factor.numerator, factor.denominator)
    equation = sympy.numer(sympy.together(sympy.sympify(text, {"t": t}) - wanted))
    low, high = interval[0], sympy.oo if interval[1] is None else interval[1]
    bound = sympy.sympify(delta_text, {"t": t})
    allowed = sympy.Rational(delta.numerator, delta.denominator)
    if equation == 0:  # every t gives it; each delta here is monotone, so its least is at an end, or 0 at infinity
        ends = [bound.subs(t, low), sympy.limit(bound, t, high) if high == sympy.oo else bound.subs(t, high)]
        return bool(min(ends) <= allowed) if high != sympy.oo or "/(t" not in delta_text else bool(allowed > 0)
    if not equation.has(t):
        return False
    roots = [root for root in sympy.real_roots(sympy.Poly(equation, t)) if low <= root <= high]
    return any(bool(bound.subs(t, root) <= allowed) for root in roots)


@pytest.mark.seldom
def test_a_free_t_of_any_interval_against_real_roots() -> None:
    counts = {True: 0, False: 0, None: 0}
    wanted = [Fraction(text) for text in ("1", "2", "3", "5", "6", "9", "10", "12", "29/3", "200", "2001/1000")]
    for text, delta_text, interval in product(FACTOR_TEXTS, DELTA_TEXTS, INTERVALS):
        generators = {"lower": ratio(Fraction(interval[0])), "upper": None}
        if interval[1] is not None:
            generators["upper"] = ratio(Fraction(interval[1]))
        made = {
            "kind": "private-for-all",
            "generators": generators,
            "exp_epsilon": sums(text),
            "delta": sums(delta_text),
        }
        for factor, delta in product(wanted, (Fraction(1, 10), Fraction(1, 4), Fraction(3, 5))):
            try:
                found = shortfall(made, Asked(None, exact(factor), exact(delta))) is None
            except UndecidedError:
                counts[None] += 1
                continue
            assert found == implied(text, delta_text, interval, factor, delta), (text, delta_text, interval, factor)
            counts[found] += 1
    assert min(counts[True], counts[False]) > 100
    assert counts[None] < 150, counts
