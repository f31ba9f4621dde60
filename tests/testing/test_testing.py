"""The assertions for numeric code, against Python's fractions; the plugin, in a test run of its own."""

import json
import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpexact import Mechanism, NeighborGraph, epsilon_of, exact, hockey_stick
from dpexact.errors import InexactInputError, MechanismError, ParameterError
from dpexact.report.page import page_html
from dpexact.testing import (
    assert_brackets,
    assert_close,
    assert_lower_bound,
    assert_private,
    assert_upper_bound,
    exact_reference,
    findings,
    hockey_stick_of_floats,
)
from dpexact.testing.plugin import _check_report
from dpexact.testing.report import GLOSSARY, claims_page
from dpexact.testing.strategies import mechanisms, near_ties
from tests.pasted import pasted
from tests.refusals import refuses

pytestmark = pytest.mark.slow

LOG_2 = epsilon_of(2)
FLOATS = st.floats(-1e6, 1e6, allow_subnormal=True)
TOLERANCES: list[dict[str, Any]] = [{}, {"ulps": 1}, {"rel": 1e-3}, {"abs": 0.5}, {"abs": 1, "ulps": 3}, {"rel": "1/3"}]


def passes(function: Any, *args: object, **named: object) -> bool:
    try:
        function(*args, **named)
    except AssertionError:
        return False
    return True


def allowed(truth: Fraction, tolerances: dict[str, Any]) -> Fraction | None:
    """The loosest tolerance, by fractions; None where none is given."""
    found = []
    for name, value in tolerances.items():
        size = Fraction(value)
        unit = {"ulps": Fraction(math.ulp(float(truth))), "rel": abs(truth), "abs": Fraction(1)}[name]
        found.append(size * unit)
    return max(found, default=None)


@given(
    FLOATS, st.one_of(st.fractions(-10, 10, max_denominator=10**6), FLOATS.map(Fraction)), st.sampled_from(TOLERANCES)
)
def test_bounds_by_fractions(claimed: float, truth: Fraction, tolerances: dict[str, Any]) -> None:
    gap, most = Fraction(claimed) - truth, allowed(truth, tolerances)
    assert passes(assert_upper_bound, claimed, truth, **tolerances) == (gap >= 0 and (most is None or gap <= most))
    assert passes(assert_lower_bound, claimed, truth, **tolerances) == (gap <= 0 and (most is None or -gap <= most))
    if most is not None:
        assert passes(assert_close, claimed, truth, **tolerances) == (abs(gap) <= most)


@given(st.integers(-3, 3), st.integers(0, 3))
def test_one_ulp_is_one_step_of_doubles(steps: int, ulps: int) -> None:
    truth = 0.7
    claimed = truth + steps * math.ulp(truth)
    assert passes(assert_close, claimed, Fraction(truth), ulps=ulps) == (abs(steps) <= ulps)


def test_enclosures_as_truth() -> None:
    truth = epsilon_of(2)
    assert passes(assert_upper_bound, math.nextafter(0.6931471805599453, 1), truth, ulps=2)
    assert not passes(assert_upper_bound, 0.693147180559, truth)
    assert passes(assert_lower_bound, 0.693147180559, truth, rel=1e-10)
    assert passes(assert_close, 0.6931471805599453, truth, ulps=1)
    assert passes(assert_brackets, 0.69, 0.7, truth)
    refuses(AssertionError, "undecided", assert_upper_bound, exact(1), exact(1) + LOG_2 - epsilon_of(2))


@pytest.mark.parametrize("true", ["1/3", math.inf, epsilon_of(2)])
def test_nan_always_fails(true: Any) -> None:
    for check in (assert_upper_bound, assert_lower_bound):
        assert not passes(check, math.nan, true)
    assert not passes(assert_close, math.nan, true, abs=1e300)
    assert not passes(assert_brackets, math.nan, 1.0, "1/3")


def test_infinity() -> None:
    assert passes(assert_upper_bound, math.inf, "1/3")
    assert not passes(assert_upper_bound, math.inf, "1/3", rel=1e300)
    assert not passes(assert_upper_bound, -math.inf, "1/3")
    assert passes(assert_lower_bound, -math.inf, "1/3")
    assert not passes(assert_lower_bound, -math.inf, "1/3", abs=1)
    assert not passes(assert_upper_bound, 1e308, math.inf)
    assert passes(assert_upper_bound, math.inf, math.inf, rel=0)
    assert passes(assert_lower_bound, 1e308, math.inf)
    assert not passes(assert_lower_bound, 1e308, math.inf, rel=1)
    assert passes(assert_close, math.inf, math.inf, ulps=1)
    assert not passes(assert_close, 1.0, math.inf, ulps=1)
    assert not passes(assert_close, math.inf, "1/3", ulps=1)


def test_arguments_that_mean_nothing() -> None:
    refuses(ParameterError, "expected a tolerance", assert_close, 0.5, "1/2")
    refuses(InexactInputError, "", assert_upper_bound, 0.5, 0.5)
    refuses(InexactInputError, "claimed", assert_upper_bound, True, "1/2")
    for bad in (math.nan, math.inf, -1.0):
        refuses(InexactInputError, "rel", assert_upper_bound, 0.7, "1/2", rel=bad)


def test_numpy_floats_are_meant() -> None:
    numpy = pytest.importorskip("numpy")
    assert passes(assert_upper_bound, numpy.float64(0.1), "1/10")
    single = numpy.float32(0.3)
    assert passes(assert_upper_bound, single, "3/10") == (Fraction(float(single)) >= Fraction(3, 10))


def test_the_message_says_side_gap_and_what_to_paste() -> None:
    with pytest.raises(AssertionError) as caught:
        assert_upper_bound(0.3, exact_reference("privacy.delta", p="1/2, 1/2", q="1/8, 7/8", epsilon="0"))
    text = str(caught.value)
    assert "below the truth" in text
    assert "ulps" in text
    pasted(caught.value)


@given(mechanisms(), st.fractions(1, 6, max_denominator=8), st.fractions(0, 1, max_denominator=8))
def test_private_by_all_pairs(mechanism: Mechanism, E: Fraction, delta: Fraction) -> None:
    neighbors = NeighborGraph.complete(mechanism.inputs)
    rows = mechanism.rows()
    least = max((hockey_stick(p, q, E) for p in rows for q in rows), default=exact(0))
    assert passes(assert_private, mechanism, neighbors, exp_epsilon=E, delta=delta) == (
        least <= delta and len(rows) > 1
    )


def test_private_says_where() -> None:
    mechanism = Mechanism.from_rows("ab", ["no", "yes"], [["3/4", "1/4"], ["1/4", "3/4"]])
    with pytest.raises(AssertionError) as caught:
        assert_private(mechanism, NeighborGraph.complete("ab"), epsilon="log(2)")
    text = str(caught.value)
    assert "('a', 'b')" in text
    assert "['no']" in text
    assert "3/4" in text
    pasted(caught.value)
    assert_private(mechanism, NeighborGraph.complete("ab"), epsilon="log(3)")
    refuses(ParameterError, "exactly one", assert_private, mechanism, NeighborGraph.complete("ab"))
    with pytest.raises(ParameterError, match="got both"):
        assert_private(mechanism, NeighborGraph.complete("ab"), epsilon="1", exp_epsilon=3)
    refuses(InexactInputError, "", assert_private, mechanism, NeighborGraph.complete("ab"), epsilon=1.0)


@given(near_ties("exp(1/2)"))
def test_near_ties_are_decided(pair: tuple[list[Any], list[Any]]) -> None:
    p, q = pair
    sign = (p[0] - exact("exp(1/2)") * q[0]).sign()
    mechanism = Mechanism.from_rows("pq", "xy", [p, q])
    private = passes(
        assert_private, mechanism, NeighborGraph.from_edges("pq", [("p", "q")], directed=True), epsilon="1/2"
    )
    assert private == (sign <= 0)


@given(st.lists(st.tuples(st.floats(-2, 2), st.floats(-2, 2)), max_size=6), st.fractions(0, 5, max_denominator=9))
def test_hockey_stick_of_floats_by_fractions(pairs: list[tuple[float, float]], E: Fraction) -> None:
    p, q = [a for a, _ in pairs], [b for _, b in pairs]
    expected = sum((max(Fraction(0), Fraction(a) - E * Fraction(b)) for a, b in pairs), Fraction(0))
    assert hockey_stick_of_floats(p, q, E) == exact(expected)


def test_hockey_stick_of_floats_at_a_transcendental_and_at_ties() -> None:
    assert hockey_stick_of_floats([0.5, 0.25], [0.25, 0.25], "exp(1/2)") == exact("1/2 - exp(1/2)/4")
    assert hockey_stick_of_floats([0.5], [0.25], 2) == exact(0)
    assert hockey_stick_of_floats([], [], 2) == exact(0)
    assert hockey_stick_of_floats([5e-324, 1e308], [0.0, 0.0], 1) == exact(Fraction(5e-324) + Fraction(1e308))


@pytest.mark.parametrize(
    ("p", "q", "error"),
    [
        ([0.5], [], ParameterError),
        ([math.nan], [0.5], InexactInputError),
        ([0.5], [math.inf], InexactInputError),
        (["a"], [0.5], InexactInputError),
    ],
)
def test_float_vectors_that_are_none(p: Any, q: Any, error: type[Exception]) -> None:
    refuses(error, r"^[pq]", hockey_stick_of_floats, p, q, 1)
    refuses(ParameterError, "exp_epsilon", hockey_stick_of_floats, [0.5], [0.5], -1)


@given(st.lists(st.lists(st.floats(0, 1), min_size=3, max_size=3).filter(lambda row: sum(row) > 0.01), min_size=1))
def test_normalized_rows(weights: list[list[float]]) -> None:
    rows = [[weight / sum(row) for weight in row] for row in weights]
    mechanism = Mechanism.from_floats(range(len(rows)), "xyz", rows, row_sums="normalize")
    for row, found in zip(rows, mechanism.rows(), strict=True):
        total = sum(map(Fraction, row))
        assert [exact(Fraction(value) / total) for value in row] == list(found)


def test_references() -> None:
    assert exact_reference("randomized_response.epsilon", truth=exact("exp(1)/(1 + exp(1))"), categories=2) == exact(1)
    assert exact_reference("privacy.delta", p=["3/4", Fraction(1, 4)], q=[exact("1/4"), "3/4"], epsilon=0) == exact(
        "1/2"
    )
    assert exact_reference("formula", expression="a + 1", a=2) == exact(3)
    assert exact_reference("privacy.epsilon", p="1, 0", q="0, 1", delta=0) == math.inf
    assert exact_reference("count_queries.crossover", k="1", exp_epsilon="2") is not None
    refuses(InexactInputError, "", exact_reference, "privacy.delta", p=[0.5, 0.5], q="1/2, 1/2", epsilon=0)
    refuses(ParameterError, r"did you mean 'laplace\.delta'", exact_reference, "laplace.dleta")
    with pytest.raises(ParameterError, match=r"^scale: expected the parameters"):
        exact_reference("laplace.delta", sensitivity=1, epsilon=1)
    with pytest.raises(ParameterError, match=r"did you mean 'scale'"):
        exact_reference("laplace.delta", scala=1, sensitivity=1, epsilon=1)


SUITE = """
import pytest
from dpexact.testing import assert_upper_bound

@pytest.mark.dp_claim("right <b>")
def test_right():
    assert_upper_bound(0.5, "1/3")

@pytest.mark.dp_claim("wrong")
@pytest.mark.parametrize("value", [0.25, 0.75])
def test_wrong(value):
    assert_upper_bound(value, "1/3")

@pytest.mark.dp_claim("skipped")
def test_skipped():
    pytest.skip("not here")

@pytest.fixture
def broken():
    raise RuntimeError("no data")

@pytest.mark.dp_claim("broken")
def test_broken(broken):
    pass

def test_no_claim():
    pass
"""


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_suite.py").write_text(SUITE, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--strict-markers", *options]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", check=False)


def test_an_enclosure_is_no_float_and_says_what_to_write() -> None:
    number = epsilon_of(2)
    for attempt in (lambda: float(number), lambda: f"{number:.5f}"):
        refuses(InexactInputError, r"\.decimal\(15\).*\.lower or \.upper", attempt)
    assert f"{number}" == str(number) == "Enclosure[0.693147180559, 0.693147180560]"


def test_rows_in_a_list_are_no_mechanism() -> None:
    rows: Any = [["3/4", "1/4"], ["1/4", "3/4"]]
    with pytest.raises(MechanismError, match=r"Mechanism\.from_rows.*Mechanism\.from_floats"):
        assert_private(rows, NeighborGraph.complete([0, 1]), epsilon="2")


def test_float_rows_off_by_an_ulp() -> None:
    rows = [[0.1, 0.2, 0.7000000000000001]]
    with pytest.raises(
        MechanismError, match=r'off by 8\.32667e-17; pass row_sums="normalize" .* row_sums="report"'
    ) as error:
        Mechanism.from_floats([0], [0, 1, 2], rows)
    assert error.value.place == "rows[0]"
    assert sum(Mechanism.from_floats([0], [0, 1, 2], rows, "normalize").rows()[0]) == 1
    assert "row_sums" not in refuses(MechanismError, "", Mechanism.from_floats, [0], [0, 1], [[-0.5, 1.5]])


def test_strategies_without_hypothesis() -> None:
    lines = "import sys\nsys.modules['hypothesis'] = None\nimport dpexact.testing.strategies\n"
    done = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].startswith("ImportError: dpexact.testing.strategies needs hypothesis")
    assert "pip install hypothesis" in done.stderr


def test_the_plugin_reports_claims(tmp_path: Path) -> None:
    done = run(tmp_path, "--dp-report", "claims.json")
    assert done.returncode == 1, done.stdout
    claims = json.loads((tmp_path / "claims.json").read_text(encoding="utf-8"))["claims"]
    assert [(claim["id"], claim["outcome"]) for claim in claims] == [
        ("right <b>", "passed"),
        ("wrong", "failed"),
        ("wrong", "passed"),
        ("skipped", "skipped"),
        ("broken", "error"),
    ]
    assert "is not an upper bound" in claims[1]["message"]
    assert claims[1]["test"] == "test_suite.py::test_wrong[0.25]"
    assert "not here" in claims[3]["message"]
    page = page_html(claims_page(claims), "9.9")
    assert "right &lt;b&gt;" in page
    assert "4 claims in 5 tests, 3 checked: 1 not true, 2 true. Not settled: 1 error, 1 skipped." in page


@pytest.mark.long
def test_what_could_not_be_collected_and_half_a_character(tmp_path: Path) -> None:
    for place in "ab":
        (tmp_path / f"test_{place}.py").write_text("import nowhere_at_all\n", encoding="utf-8")
    (tmp_path / "test_half.py").write_text(
        "import pytest\n@pytest.mark.dp_claim('half')\ndef test_half(): pytest.fail(chr(0xdc80) + ' of \\u00e9')\n",
        encoding="utf-8",
    )
    done = run(tmp_path, "--continue-on-collection-errors", "--dp-report", "claims.json")
    assert done.returncode == 1, done.stderr
    report = json.loads((tmp_path / "claims.json").read_text(encoding="utf-8"))
    assert report["not_collected"] == ["test_a.py", "test_b.py"]
    assert "\udc80 of \u00e9" in next(claim["message"] for claim in report["claims"] if claim["id"] == "half")
    run(tmp_path, "--dp-report", "claims.html")  # nothing is run
    page = (tmp_path / "claims.html").read_text(encoding="utf-8")
    assert "5 claims in 6 tests, 0 checked. Not settled: 6 not run. 2 modules" in page
    assert "2 modules could not be collected, whose claims are not here: test_a.py, test_b.py." in page
    run(tmp_path, "--continue-on-collection-errors", "--dp-report", "claims.html")
    assert "udc80 of" in (tmp_path / "claims.html").read_text(encoding="utf-8")


def test_the_plugin_refuses_targets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content, said in (
        ("missing/claims.json", "", "no directory 'missing'"),
        ("claims.txt", "", "expected a file that ends with .json, .html, .htm"),
        ("test_b.py", SUITE, "expected a file that ends with .json, .html, .htm"),
        ("page.html", "<html>mine</html>", "expected a new file or a report of dpexact"),
        ("data.json", '{"claims": 1}', "expected a new file or a report of dpexact"),
    ):
        if content:
            Path(name).write_text(content, encoding="utf-8")
        refuses(pytest.UsageError, said, _check_report, name)
        assert not content or Path(name).read_text(encoding="utf-8") == content
        Path(name).unlink(missing_ok=True)
    assert run(tmp_path, "--dp-report", "claims.txt").returncode == 4
    for name in ("claims.json", "claims.htm"):  # a report of an earlier run is replaced
        assert run(tmp_path, "--dp-report", name).returncode == 1
        _check_report(name)


def test_a_report_that_cannot_be_written_has_a_status_of_its_own(tmp_path: Path) -> None:
    done = run(tmp_path, "--dp-report", "/dev/full")
    assert done.returncode == 74
    assert "--dp-report: /dev/full: the answer could not be written" in done.stderr
    assert "Traceback" not in done.stderr + done.stdout
    (tmp_path / "test_bad.py").write_text(
        "import pytest\n@pytest.mark.dp_claim\ndef test_bad(): pass\n", encoding="utf-8"
    )
    done = run(tmp_path)
    assert done.returncode == 4
    assert "expected dp_claim(id) with one text" in done.stderr


def test_a_page_has_a_meaning_for_every_finding() -> None:
    named = {text for name, text in vars(findings).items() if name.isupper() and isinstance(text, str)}
    assert named == {verdict.name for verdict in GLOSSARY.verdicts}
