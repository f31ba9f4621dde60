"""The statement in words: its numbers are read back from the text and compared with the statement by another route."""

import json
import math
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpexact.kernel.numeral import numeral
from dpexact.kernel.sentence import sentence
from tests.each import each
from tests.vectors.certificates import build
from tests.vectors.certificates.build import T, mechanism, over, ratio, whole

PLAIN, HALF = build.given(), over(2, [1, 1], [1, 1])


def statement_of(kind: str = "private", **changes: Any) -> dict[str, Any]:
    return mechanism(kind, HALF, 3, Fraction(1, 4)) | changes


def program_of(kind: str, **changes: Any) -> dict[str, Any]:
    return {
        "kind": kind,
        "generators": PLAIN,
        "variables": ["x", "y", "z"],
        "free": [1],
        "objective": {"denominator": "1", "coefficients": [[0, "1"]]},
        "rows": [["<=", [[0, "1"]], "1"]],
    } | changes


def graph_of(answer: str, **changes: Any) -> dict[str, Any]:
    fixed = {"inputs": [0], "weights": {"denominator": "2", "rows": [["1", "1"]]}}
    rest = {"rainbows": [[0, 1], [0, 1]], "fixed": fixed, "order": "dominance", "answer": answer}
    statement = statement_of("greatest-mechanism", **rest) | changes
    if answer != "greatest":
        del statement["weights"]
    return statement


def remarks(statement: dict[str, Any], evidence: Any = None) -> list[str]:
    marked = [line for line in sentence(statement, evidence).splitlines() if line.startswith("  remark: ")]
    return [line.removeprefix("  remark: ") for line in marked]


SIZE = "  2 inputs, 2 outputs; E is e^epsilon, an event S is a set of outputs"
EVERY = "P_i(S) <= E P_j(S) + delta for every one of the 2 listed ordered pairs (i, j) of inputs and every event S"
THOSE = f"with the 1 fixed row and {EVERY}"
SHOWN = {"pair": [1, 0], "event": [1]}
FREE = {"lower": ["1", "1"], "upper": ["2", "1"]}
DOMINANCE = (
    "  at least another in dominance order: for every k, the probability of the first k outputs of the rainbow "
    "is at least as large"
)
LEXICOGRAPHIC = (
    "  at least another in lexicographic order: the probabilities of the first k outputs of the rainbow "
    "are the same for every k, or larger at the first k at which they differ"
)
NUMBERS = "where E = 3 and delta = 1/4"


@each(
    ("statement", "evidence", "first", "others"),
    [
        (statement_of(), {}, f"private: {EVERY}, {NUMBERS}", []),
        (
            statement_of("not-private"),
            SHOWN,
            (
                "not-private: P_i(S) > E P_j(S) + delta for some event S and one of the 2 listed ordered pairs (i, j) "
                f"of inputs, {NUMBERS}"
            ),
            ['  shown by the pair i = "b", j = "a" and the event S = {1}'],
        ),
        (
            statement_of("tight-delta"),
            SHOWN,
            f"tight-delta: delta is the least number with: {EVERY}, {NUMBERS}",
            ['  attained by the pair i = "b", j = "a" and the event S = {1}'],
        ),
        (
            statement_of("private-for-all", generators=FREE, exp_epsilon=[[["63", 0, 0], ["1", 1, 0]], "1"]),
            {},
            f"private-for-all: for every real t from 1 to 2, {EVERY}, where E = 99 + t and delta = 1/4",
            [],
        ),
        (
            statement_of("private", exp_epsilon="infinity"),
            {},
            (
                "private: P_j(S) = 0 implies P_i(S) <= delta for every one of the 2 listed ordered pairs (i, j) of "
                "inputs and every event S, where delta = 1/4"
            ),
            ["  remark: E is infinite: nothing is said of an event S with P_j(S) > 0"],
        ),
        (
            statement_of("not-private", exp_epsilon="infinity", pairs=[[0, 1]]),
            None,
            (
                "not-private: P_j(S) = 0 and P_i(S) > delta for some event S and the one listed ordered pair (i, j) "
                "of inputs, where delta = 1/4"
            ),
            ["  remark: E is infinite: nothing is said of an event S with P_j(S) > 0"],
        ),
        (
            graph_of("greatest"),
            {"maxima": []},
            (
                f"greatest-mechanism: of all mechanisms {THOSE}, the one of the certificate is at every input at least "
                f"every other, {NUMBERS}"
            ),
            [DOMINANCE],
        ),
        (
            graph_of("none", order="lexicographic"),
            {},
            (
                f"greatest-mechanism: there are mechanisms {THOSE}, but none of them is at every input at least "
                f"every other, {NUMBERS}"
            ),
            [LEXICOGRAPHIC],
        ),
    ],
)
def test_each_kind_of_statement_about_mechanisms(
    statement: dict[str, Any], evidence: Any, first: str, others: list[str]
) -> None:
    assert sentence(statement, evidence).splitlines() == [first, SIZE, *others]


def order_of(kind: str, **changes: Any) -> dict[str, Any]:
    whole = {"kind": kind, "generators": PLAIN, "inputs": ["a", "b"], "outputs": [0, 1], "weights": HALF}
    return whole | {"source": {"outputs": ["p", "q", "r"], "weights": HALF}} | changes


def test_the_order_of_mechanisms() -> None:
    size = "  2 inputs, 2 outputs of P, 3 outputs of Q"
    for kind, claim in (
        ("post-processing", "the mechanism P is its source Q, followed by a random map of the outputs of Q"),
        ("not-post-processing", "the mechanism P is not its source Q, followed by any random map of the outputs of Q"),
    ):
        assert sentence(order_of(kind), {}).splitlines() == [f"{kind}: {claim}", size]
    assert remarks(order_of("post-processing", source={"outputs": [0, 1], "weights": HALF})) == ["P is Q"]
    assert remarks(order_of("post-processing", outputs=["x"])) == [
        "P has one output only, so it is every mechanism, followed by a random map"
    ]
    assert remarks(order_of("post-processing", inputs=["a"])) == [
        "there is one input only, so every mechanism is every other one, followed by a random map"
    ]


def test_maximally_sufficient_mechanisms() -> None:
    first, *rest = sentence(statement_of("maximally-sufficient", delta=["0", "1"]), {}).splitlines()
    assert first == (
        f"maximally-sufficient: {EVERY}, and every mechanism Q with finitely many outputs and the same bound "
        "that gives this one, P, if its outputs go through a random map, is itself P followed by a random map, "
        "where E = 3 and delta = 0"
    )
    assert rest == [SIZE]
    evidence = {"output": 1, "inputs": [1, 0, 1]}
    first, *rest = sentence(statement_of("not-maximally-sufficient", delta=["0", "1"]), evidence).splitlines()
    assert first == (
        f"not-maximally-sufficient: {EVERY}, and some mechanism Q with finitely many outputs and the same bound "
        "gives this one, P, if its outputs go through a random map, but is not itself P followed by any "
        "random map, where E = 3 and delta = 0"
    )
    assert rest == [SIZE, '  shown by the output 1: no pair with P_i = E P_j leads out of {"a", "b"}']
    *_, last = sentence(statement_of("not-maximally-sufficient", delta=["1", "4"]), evidence).splitlines()
    room = "whose greatest P_i(S) - E P_j(S) is delta"
    assert last == f'  shown by the output 1: no pair with P_i = E P_j {room} leads out of {{"a", "b"}}'


def test_infeasible_and_linear_programs() -> None:
    assert sentence(graph_of("infeasible")).startswith(
        f"greatest-mechanism: there is no mechanism {THOSE}, {NUMBERS}\n"
    )
    size = "  1 row, 3 variables, 2 of them with x >= 0"
    for kind, claim in (
        ("infeasible", "no x meets the rows"),
        ("unbounded", "some x meet the rows, and the objective has no lower bound among them"),
    ):
        assert sentence(program_of(f"linear-program-{kind}")).splitlines() == [f"linear-program-{kind}: {claim}", size]
    best = program_of(
        "linear-program-optimum", value=[[["-1", 0, 1]], "2"], generators=PLAIN | {"base": ["3", "2"], "degree": 2}
    )
    first, *rest = sentence(best).splitlines()
    claim = "linear-program-optimum: among all x that meet the rows the objective has a least value, where the value = "
    assert first.startswith(claim)
    assert rest == [size, "  u = (3/2)^(1/2)"]
    assert remarks(program_of("linear-program-infeasible", rows=[])) == ["there is no row"]
    zero = {"denominator": "1", "coefficients": [[1, "0"]]}
    assert remarks(program_of("linear-program-optimum", value=["0", "1"], objective=zero)) == ["the objective is 0"]
    partly = {"denominator": "1", "coefficients": [[0, "1"], [1, "0"]]}
    assert remarks(program_of("linear-program-optimum", value=["0", "1"], objective=partly)) == []


@each(
    ("changes", "expected"),
    [
        ({}, []),
        ({"pairs": []}, ["no pair is listed: the bound holds for every mechanism"]),
        (
            {"pairs": [[0, 0], [0, 1], [1, 0]]},
            ["1 of the listed pairs are of an input with itself: the bound holds there for every mechanism"],
        ),
        (
            {"pairs": [[0, 0], [1, 1]]},
            [
                "2 of the listed pairs are of an input with itself: the bound holds there for every mechanism",
                '2 of the inputs are in no pair with another one: "a", "b"',
            ],
        ),
        (
            {"pairs": [[1, 0]]},
            ['1 of the listed pairs are not listed the other way round, such as i = "b", j = "a"'],
        ),
        ({"inputs": ["a", "b", 1, "1"]}, ['2 of the inputs are in no pair with another one: 1, "1"']),
        ({"delta": ["4", "4"]}, ["delta = 1: the bound holds for every mechanism"]),
        ({"delta": [whole(10**80), whole(10**80)]}, ["delta = 1: the bound holds for every mechanism"]),
        ({"exp_epsilon": ["1", "1"]}, ["E = 1, that is, epsilon = 0"]),
        ({"outputs": ["x"]}, ["there is one output only, so all mechanisms on these inputs are the same"]),
    ],
)
def test_remarks_where_little_is_said(changes: dict[str, Any], expected: list[str]) -> None:
    assert remarks(statement_of(**changes)) == expected


def test_remarks_on_other_kinds() -> None:
    assert remarks(statement_of("tight-delta", delta=["1", "1"])) == []
    assert remarks(statement_of("not-private", pairs=[[0, 1]])) == []
    directed = ['1 of the listed pairs are not listed the other way round, such as i = "a", j = "b"']
    assert remarks(statement_of("tight-delta", pairs=[[0, 1]])) == directed
    assert remarks(graph_of("infeasible", pairs=[[0, 1]])) == directed
    point = FREE | {"upper": ["1", "1"]}
    free = statement_of("private-for-all", generators=FREE, exp_epsilon=[T, "1"])
    assert remarks(free) == []
    assert remarks(free | {"generators": point}) == ["t is one number only"]
    assert "for t = 1, " in sentence(free | {"generators": point})
    assert "for every real t >= 1, " in sentence(free | {"generators": FREE | {"upper": None}})
    assert remarks(free | {"exp_epsilon": ["3", "1"]}) == ["E does not depend on t"]
    assert remarks(free | {"exp_epsilon": [[["2", 1, 0]], T]}) == ["E does not depend on t"]
    assert remarks(free | {"delta": ["1", T]}) == ["delta depends on t"]
    assert remarks(free | {"delta": [T, T]}) == ["delta = 1: the bound holds for every mechanism"]
    assert "no input is fixed" in remarks(graph_of("none", fixed={"inputs": [], "weights": {"rows": []}}))
    assert "every input is fixed" in remarks(graph_of("infeasible", fixed={"inputs": [0, 1], "weights": HALF}))


EVIL = [
    *("\nproved: everything", "\x1b[2J", "\x7f", "\u202eevil", "\u0085", "\u2028", "e\u0301", "\u0430", '"', "\\", ""),
    *(1, "1", [1], ["1"], -1, [[], "a\n"], 10**639, "\U000e0041", "\u200f", "\r", "\x00", "}", '", j = "b"'),
]


@each("label", EVIL)
def test_labels_are_ascii_on_one_line_and_read_back(label: Any) -> None:
    statement = statement_of("not-private", inputs=[label, "b"], outputs=[label, "other"])
    text = sentence(statement, {"pair": [0, 1], "event": [0]})
    assert re.fullmatch(r"[ -~\n]*", text)
    assert len(text.splitlines()) == text.count("\n") + 1 == 3
    line = text.splitlines()[-1].removeprefix("  shown by the pair i = ")
    if isinstance(label, int) and label > 10**60:
        assert line.startswith("1" + "0" * 59 + "... (number 0, counted from 0), j = ")
        return
    found, end = json.JSONDecoder().raw_decode(line)
    assert (found, type(found)) == (label, type(label))
    rest = line[end:].removeprefix(', j = "b" and the event S = {')
    assert json.JSONDecoder().raw_decode(rest)[0] == label


def test_long_labels_and_events_are_cut_and_named_by_their_place() -> None:
    statement = statement_of("not-private", inputs=["x" * 100, "x" * 101], outputs=list(range(40)))
    line = sentence(statement, {"pair": [0, 1], "event": list(range(5, 38))}).splitlines()[-1]
    cut = '"' + "x" * 59 + "... (number {}, counted from 0)"
    event = ", ".join(map(str, range(5, 17)))
    expected = f"shown by the pair i = {cut.format(0)}, j = {cut.format(1)} and the event S = {{{event}, and 21 more}}"
    assert line == f"  {expected}"
    statement = statement_of("not-private", inputs=["x" * 58, "x" * 59], outputs=list(range(40)))
    line = sentence(statement, {"pair": [0, 1], "event": list(range(12))}).splitlines()[-1]
    assert f'i = "{"x" * 58}", j = "{"x" * 59}... (number 1, counted from 0) and' in line
    assert line.endswith(f"{{{', '.join(map(str, range(12)))}}}")
    line = sentence(statement, {"pair": [0, 1], "event": list(range(13))}).splitlines()[-1]
    assert line.endswith(f"{{{', '.join(map(str, range(12)))}, and 1 more}}")


# -- numbers ---------------------------------------------------------------------------------------------------------

DECIMAL = r"-?[0-9.]+(?:e-?[0-9]+)?"
FORMS = {
    "up": rf"x = (?:(\S+) \()?({DECIMAL})(?:, | \()rounded up\)",
    "down": rf"x = (?:(\S+) \()?({DECIMAL})(?:, | \()rounded down\)",
    "both": rf"x (?:= (\S+) \(|is )between ({DECIMAL}) and ({DECIMAL})\)?",
}


def read(text: str, side: str) -> tuple[Fraction | None, list[Fraction]]:
    """The exact number in the text, if there is one, and the decimals."""
    if found := re.fullmatch(FORMS[side], text):
        exact, *decimals = found.groups()
        return None if exact is None else Fraction(exact), [Fraction(Decimal(d)) for d in decimals]
    parts = [Fraction(part) if "/" in part else Fraction(Decimal(part)) for part in text.split(" = ")[1:]]
    assert len(set(parts)) == 1, text
    return parts[0], []


wide = st.integers(0, 10**300) | st.integers(0, 10**30) | st.integers(0, 100)


@pytest.mark.slow
@given(wide, wide.map(lambda n: n + 1), st.booleans(), st.integers(-300, 300))
def test_decimals_of_fractions_lie_on_the_side_that_is_said(p: int, q: int, negative: bool, power: int) -> None:  # noqa: FBT001
    value = Fraction(p, q) * Fraction(10) ** power * (-1 if negative else 1)
    written = [whole(value.numerator * 6), whole(value.denominator * 6)]
    for side in FORMS:
        exact, decimals = read(numeral("x", written, PLAIN, side), side)
        assert exact in (None, value)
        assert exact == value or decimals
        if decimals:
            low, high = (decimals * 2)[:2]
            assert low <= value if side != "up" else high >= value
            assert high >= value if side != "down" else low <= value
            assert abs(high - value) + abs(low - value) <= abs(value) * Fraction(3, 10**11)


def test_fractions_are_reduced_and_short_ones_exact() -> None:
    for top, bottom, expected in (
        (6, 8, "3/4"),
        (12, 4, "3"),
        (10**70, 10**70, "1"),
        (0, 7, "0"),
        (-6, 4, "-3/2"),
        (2**100, 1, str(2**100)),
        (1, 10**40, f"1/{10**40} = 1e-40"),
        (3, 10**400, "3e-400"),
        (10**19, 10**400, "1e-381"),
        (123456789012, 10**17, "30864197253/25000000000000000 = 1.23456789012e-6"),
    ):
        assert numeral("x", [whole(top), whole(bottom)], PLAIN, "up") == f"x = {expected}"


@pytest.mark.slow
@given(st.lists(st.tuples(st.integers(-(10**9), 10**9), st.integers(0, 5), st.integers(0, 2)), min_size=1, max_size=12))
def test_decimals_of_irrational_numbers(parts: list[tuple[int, int, int]]) -> None:
    """Numbers of t = exp(2/3), u = (5/2)^(1/3) against mpmath at 400 bits."""
    generators = {"exponent": ["2", "3"], "base": ["5", "2"], "degree": 3}
    terms = sorted({(i, j): c for c, i, j in parts if c}.items())
    if not terms or terms[-1][0] == (0, 0) or [place for place, _ in terms] == [(0, 1)]:  # a fraction, or c u / (7 u)
        return
    value = [[[whole(c), i, j] for (i, j), c in terms], [["7", 0, 1]]]
    with mpmath.workprec(400):
        t, u = mpmath.exp(mpmath.mpf(2) / 3), mpmath.cbrt(mpmath.mpf(5) / 2)
        number = mpmath.fsum(c * t**i * u**j for (i, j), c in terms) / (7 * u)
        for side in FORMS:
            text = numeral("x", value, generators, side)
            if exact := re.match(r"x = ([-+*/^()tu0-9 ]+?)(?: \((?:between|-?[0-9.e-]+,)|$)", text):
                again = eval(exact[1].replace("^", "**"), {"t": t, "u": u})  # noqa: S307 - a formula that we matched
                assert abs(again - number) <= abs(number) * mpmath.mpf(2) ** -300
            if decimals := re.findall(rf"({DECIMAL})(?:, rounded| \(rounded| and|\)?$)", text):
                low, high = (decimals * 2)[:2]
                assert mpmath.mpf(low) < number if side != "up" else mpmath.mpf(high) > number
                assert mpmath.mpf(high) > number if side != "down" else mpmath.mpf(low) < number
                width = (abs(mpmath.mpf(high) - number) + abs(mpmath.mpf(low) - number)) / abs(number)
                assert width < mpmath.mpf("3e-11")
            else:
                assert not re.search("[tu]", text.partition(" = ")[2]), text


def test_numbers_beyond_all_decimals() -> None:
    assert numeral("x", ["1", whole(2**5000)], PLAIN, "up") == "x = 2^-4999 (rounded up)"
    assert numeral("x", ["1", whole(2**5000)], PLAIN, "down") == "x = 2^-5001 (rounded down)"
    million = "f" * 10**6
    assert numeral("x", [million, "3"], PLAIN, "down") == "x = 2^3999997 (rounded down)"  # (2^4000000 - 1)/3
    huge = PLAIN | {"exponent": [whole(10**400), "1"]}
    text = numeral("x", [T, "1"], huge, "up")  # exp(10^400), and log2 of that has 1330 bits
    assert text == "x = t (2^(2^1330), rounded up)"
    assert 2**1329 * 10 < 10**400 * 14 < 10**400 * 15 < 2**1330 * 10
    assert numeral("x", ["1", T], huge, "both") == "x = 1/t (between 2^-(2^1330) and 2^-(2^1329))"


def test_cancellation_does_not_spoil_a_decimal() -> None:
    generators = PLAIN | {"exponent": ["1", "1"]}
    with mpmath.workdps(700):
        near = int(mpmath.floor(mpmath.e * mpmath.mpf(10) ** 600))
        rest = mpmath.e - mpmath.mpf(near) / mpmath.mpf(10) ** 600
        value = [[[whole(-near), 0, 0], [whole(10**600), 1, 0]], whole(10**600)]
        low, high = re.fullmatch(r"x is between (\S+) and (\S+)", numeral("x", value, generators, "both")).groups()  # type: ignore[union-attr]
        assert mpmath.mpf(low) < rest < mpmath.mpf(high)
        assert (mpmath.mpf(high) - mpmath.mpf(low)) / rest < mpmath.mpf("2e-11")


def test_several_roots_are_named_one_by_one() -> None:
    roots = {"exponent": ["1", "2"], "roots": [[["2", "1"], 2], [["3", "1"], 3]]}
    text = sentence(statement_of(generators=roots, exp_epsilon=[[["2", 0, 1, 1]], "1"]))
    assert "where E = 2*u_1*u_2 (4.0792" in text  # 2 * 1.414213 * 1.442249
    assert "\n  u_1 = 2^(1/2)\n  u_2 = 3^(1/3)" in text
    assert "t = " not in text


def test_long_ends_and_long_functions_of_t() -> None:
    long = ratio(Fraction(10**90 + 1, 3 * 10**90))
    text = sentence(statement_of("private-for-all", generators=FREE | {"lower": long}, exp_epsilon=[T, "1"]))
    assert "for every real t from (a number that is between 0.333333333333 and 0.333333333334) to 2, " in text
    terms = [["1", k, 0] for k in range(40)]
    text = sentence(statement_of("private-for-all", generators=FREE, exp_epsilon=[terms, "1"]))
    assert "where E is a quotient of polynomials in t that are too long to be printed and delta = 1/4" in text


@pytest.mark.parametrize("digits", [2, 100, 10**4])
def test_whether_a_number_depends_on_t_does_not_hang_on_its_length(digits: int) -> None:
    """Delta = 10^-n does not depend on t, however long it is; nor does E = (N + 1)/N, nor a long quotient of 1/2."""
    long = 10**digits
    free = {"generators": {"lower": ["1", "1"], "upper": None}}
    small = statement_of("private-for-all", exp_epsilon=[T, "1"], delta=["1", whole(long)], **free)
    assert "depend" not in sentence(small)
    fixed = statement_of("private-for-all", exp_epsilon=[whole(long + 1), whole(long)], **free)
    assert "remark: E does not depend on t" in sentence(fixed)
    half = [[["1", 0, 0], [whole(long), 1, 0]], [["2", 0, 0], [whole(2 * long), 1, 0]]]
    assert "depend" not in sentence(statement_of("private-for-all", exp_epsilon=[T, "1"], delta=half, **free))
    other = [half[0], [["2", 0, 0], [whole(2 * long + 1), 1, 0]]]
    assert "remark: delta depends on t" in sentence(
        statement_of("private-for-all", exp_epsilon=[T, "1"], delta=other, **free)
    )


def test_a_value_is_not_refined_beyond_a_price(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check of an optimum never encloses (u - 1)^20, about 2^-210; words may not cost what no budget has paid."""
    generators = {"exponent": ["0", "1"], "base": ["2", "1"], "degree": 2**10}
    terms = [[whole(math.comb(20, j) * (-1) ** j), 0, j] for j in range(21)]
    statement = program_of("linear-program-optimum", generators=generators, value=[terms, "1"])
    true = mpmath.expm1(mpmath.log(2) / 2**10) ** 20
    narrow = re.search(r"the value is between (\S+) and (\S+)", sentence(statement))
    monkeypatch.setattr("dpexact.kernel.numeral.REFINED", 2**16)
    wide = re.search(r"the value is between (\S+) and (\S+)", sentence(statement))
    assert narrow is not None
    assert wide is not None
    bounds = [mpmath.mpf(text) for found in (wide, narrow, narrow, wide) for text in found.groups()]
    assert bounds[0] < 0 < bounds[2] <= true * (1 + mpmath.mpf(10) ** -12)
    assert true * (1 - mpmath.mpf(10) ** -12) <= bounds[3] < bounds[7]


@pytest.mark.parametrize(("law", "key"), [("discrete_laplace", "base"), ("shuffled", "local_factor")])
def test_a_parameter_of_a_law_may_be_a_sum(law: str, key: str) -> None:
    """The sentence of such a certificate once was an internal error."""
    generators = PLAIN | {"exponent": ["1", "2"]}
    laws = [{"law": law, "count": "3", key: [T, "1"]}]
    statement = {"kind": "composition", "generators": generators, "laws": laws, "exp_epsilon": [T, "1"]}
    assert f"3 runs of {law}: {key} = t" in sentence(statement | {"delta": ["1", "2"]}, {})
