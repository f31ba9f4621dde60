"""`dpexact compose`, on randomized response with truth 3/4, whose numbers are known by hand.

Two runs: the answers yes yes, mixed, no no have 9/16, 6/16, 1/16 against 1/16, 6/16, 9/16. So at 1 <= E <= 9 the least
delta is (9 - E)/16, and the least E at delta < 1/2 is 9 - 16 delta.
"""

from functools import partial
from pathlib import Path

import pytest

from dpexact import check
from tests import commands
from tests.commands import RESPONSE, complaint, document

run, data = partial(commands.run, "compose"), partial(commands.data, "compose")


def test_the_least_delta() -> None:
    found = data(RESPONSE, "--count", "2", "--exp-epsilon", "3")
    assert found["tight_delta"] == {"exact": "3/8", "decimal": "0.375", "rounding": "up", "rounded": False}
    assert found["count"] == 2
    assert found["exp_epsilon"]["exact"] == "3"
    assert found["mechanism"] == {"inputs": 2, "outputs": 2, "ordered_pairs": 2}
    lines = run(RESPONSE, "--count", "2", "--exp-epsilon", "3").splitlines()
    assert lines[0] == "tight delta      3/8 = 0.375"
    assert lines[2:4] == ["  count          2", "  E              3"]


def test_a_decimal_is_rounded_up() -> None:
    found = data(RESPONSE, "--count", "2", "--epsilon", "1/2")  # (9 - exp(1/2))/16 = 0.45945492058124170...
    assert found["tight_delta"]["decimal"] == "0.459454920581242"
    assert (found["tight_delta"]["rounding"], found["tight_delta"]["rounded"]) == ("up", True)
    assert found["epsilon"]["text"] == "1/2"


def test_the_least_epsilon() -> None:
    found = data(RESPONSE, "--count", "2", "--delta", "1/10")
    assert found["tight_exp_epsilon"]["exact"] == "37/5"
    assert found["tight_epsilon"]["decimal"] == "2.00148000021013"  # log 7.4 = 2.0014800002101243
    text = run(RESPONSE, "--count", "2", "--delta", "1/10").splitlines()
    assert text[:2] == ["tight E          37/5 = 7.4", "tight epsilon    2.00148000021013 (rounded up)"]


def test_one_run_is_tight_and_no_run_gives_nothing_away() -> None:
    tight = commands.data("tight", RESPONSE, "--exp-epsilon", "2")
    assert data(RESPONSE, "--count", "1", "--exp-epsilon", "2")["tight_delta"] == tight["tight_delta"]
    assert data(RESPONSE, "--count", "0", "--exp-epsilon", "1")["tight_delta"]["exact"] == "0"
    assert data(RESPONSE, "--count", "0", "--delta", "0")["tight_exp_epsilon"]["exact"] == "1"


def test_no_run_of_a_law_has_one_number_and_no_bounds() -> None:
    assert run("gaussian(sigma=1)**0", "--delta", "1e-5").splitlines()[:2] == [
        "epsilon          0",
        "E                1.00000",
    ]


def test_infinite_epsilon() -> None:
    leak = ",x,y\na,1/2,1/2\nb,0,1\n"
    assert data("-", "--count", "3", "--epsilon", "inf", feed=leak)["tight_delta"]["exact"] == "7/8"
    assert data("-", "--count", "3", "--delta", "3/4", feed=leak)["tight_exp_epsilon"]["exact"] == "inf"
    assert "no E is enough" in run("-", "--count", "3", "--delta", "3/4", feed=leak)


def test_a_relation_given_by_hand() -> None:
    three = ",x,y\na,3/4,1/4\nb,1/2,1/2\nc,1/4,3/4\n"
    for relation, factor in (("all", "9"), ("path", "4")):
        found = data("-", "--count", "2", "--delta", "0", "--neighbors", relation, feed=three)
        assert found["tight_exp_epsilon"]["exact"] == factor


@pytest.mark.seldom
def test_bounds_where_the_exact_number_is_too_large() -> None:
    found = data(RESPONSE, "--count", "100000", "--delta", "0.01")
    assert found["tight_exp_epsilon"] is None
    # by the normal law: log 3 (100000/2 + 2.326 sqrt(100000) sqrt(3)/2) = 55630.4, within a step of 2 log 3
    assert found["tight_epsilon"] == {"lower": "55628.8318148615", "upper": "55628.8318148616"}
    text = run(RESPONSE, "--count", "100000", "--delta", "0.01")
    assert text.startswith("tight epsilon    between 55628.8318148615 and 55628.8318148616\n")


def test_the_certificate(tmp_path: Path) -> None:
    target = tmp_path / "two.json"
    run(RESPONSE, "--count", "2", "--exp-epsilon", "3", "--certificate", str(target))
    found = check(target.read_text(encoding="utf-8"))
    assert (found["kind"], found["delta"]) == ("tight-delta", ["3", "8"])
    assert len(found["outputs"]) == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--count", "2"], "exactly one of --epsilon, --exp-epsilon and --delta"),
        (["--count", "2", "--epsilon", "1", "--delta", "0"], "exactly one of"),
        (["--count", "2", "--epsilon", "1", "--exp-epsilon", "2"], "exactly one of"),
        (["--count", "2", "--exp-epsilon", "0"], "expected E = e^epsilon > 0"),
        (["--count", "2", "--delta", "2"], "from 0 to 1"),
        (["--count", "-1", "--epsilon", "1"], "expected an integer >= 0, got '-1'"),
        (["--count", "2.5", "--epsilon", "1"], "expected an integer >= 0, got '2.5'"),
        (["--epsilon", "1"], "--count"),
        (["--count", "2", "--delta", "0", "--certificate", "x.json"], "--certificate"),
        (["--count", "2", "--epsilon", "1", "--certificate", RESPONSE], "--certificate"),
        (["--count", "2", "--epsilon", "1", "--certificate", "-"], "--certificate"),
        (["--count", "0", "--epsilon", "1", "--certificate", "nowhere.json"], "at least once"),
    ],
)
def test_bad_usage(arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert words in complaint("compose", RESPONSE, *arguments)
    assert list(tmp_path.iterdir()) == []


UNLIKE = ",w,x,y,z\na,1/2,1/3,1/12,1/12\nb,1/5,1/7,2/5,9/35\n"


@pytest.mark.parametrize(
    ("arguments", "feed"),
    [
        (["--count", "2000000000000", "--epsilon", "1"], UNLIKE),
        (["--count", "2000000000000", "--delta", "1/10"], UNLIKE),
        (["--count", "15", "--epsilon", "1", "--certificate", "large.json"], ",x,y\na,3/4,1/4\nb,1/4,3/4\n"),
    ],
)
def test_what_is_undecided(arguments: list[str], feed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "undecided: " in complaint("compose", "-", *arguments, status=3, feed=feed)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.seldom
def test_a_composition_on_a_grid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four unrelated ratios 300 times: both bounds of what 4545100 terms sum to, 0.0326805602... in floats."""
    monkeypatch.setattr("dpexact.composition.rounded.MAX_WORK", 1 << 23)
    rows = [["1/2", "1/3", "1/12", "1/12"], ["1/5", "1/7", "2/5", "9/35"]]
    file = document(tmp_path, rows, neighbors=[[0, 1]], directed=True)
    found = data(file, "--count", "300", "--epsilon", "180")["tight_delta"]
    assert 0.032679 < float(found["lower"]) < 0.0326805603
    assert 0.0326805601 < float(found["upper"]) < 0.0326806
    text = run(file, "--count", "300", "--delta", "1/100").splitlines()
    assert text[0].startswith("tight E          between 9.8")
    assert text[1].startswith("tight epsilon    between 186.49")


def test_an_expression_that_is_too_long_for_the_name_of_a_file() -> None:
    long, short = " * ".join(["gaussian(sigma=6)"] * 36), "gaussian(sigma=6)**36"
    assert len(long) > 255
    assert data(long, "--epsilon", "1")["delta"] == data(short, "--epsilon", "1")["delta"]


def test_a_least_number_by_a_bound_is_only_shown() -> None:
    """Three runs with epsilon = 1/3 keep epsilon = 1. That the next number fails is known of pure(?) alone."""
    question = "--epsilon", "1", "--delta", "0", "--step", "1/6"
    exact, bound = (commands.run("least", f"{law}(?)**3", *question) for law in ("pure", "permute_and_flip"))
    assert "greatest value   1/3" in exact
    assert "refuted        1/2" in exact
    assert "greatest shown   1/3" in bound
    assert "refuted        none: the pair of a law is a bound" in bound
