"""Test what the answers of verify and tight say beside the verdict: how much was read, which decimals are rounded."""

from pathlib import Path

import pytest

from dpexact import Mechanism, NeighborGraph, free_exp_epsilon, verify
from dpexact.cli.mechanisms import label_text
from tests.commands import RESPONSE, complaint, data, document, run

THREE = ",a,b\nx,1/2,1/2\ny,1/4,3/4\nz,0,1\n"


@pytest.mark.slow
def test_how_much_was_read() -> None:
    text = run("verify", "-", "--exp-epsilon", "2", status=1, feed=THREE)
    assert "  mechanism    3 inputs, 2 outputs, 6 ordered pairs (all inputs are neighbors)\n" in text
    found = data("tight", "-", "--exp-epsilon", "2", feed=THREE)
    assert found["mechanism"] == {"inputs": 3, "outputs": 2, "ordered_pairs": 6}


def test_the_neighbors_of_a_csv_matrix() -> None:
    # P(a) is 1/2, 1/4, 0: neighbors on the path differ by 1/4 at E = 1, the ends by 1/2.
    assert data("tight", "-", "--exp-epsilon", "1", feed=THREE)["tight_delta"]["exact"] == "1/2"
    found = data("tight", "-", "--exp-epsilon", "1", "--neighbors", "path", feed=THREE)
    assert (found["tight_delta"]["exact"], found["mechanism"]["ordered_pairs"]) == ("1/4", 4)
    assert "4 ordered pairs\n" in run(
        "verify", "-", "--exp-epsilon", "1", "--delta", "1/4", "--neighbors", "path", feed=THREE
    )


def test_a_json_document_says_its_neighbors_itself() -> None:
    said = complaint("verify", RESPONSE, "--exp-epsilon", "2", "--neighbors", "path")
    assert "a JSON document names its own neighbors" in said


@pytest.fixture
def fieldless(tmp_path: Path) -> str:
    """Rows with sqrt(2) and sqrt(3), which no field of dpexact holds together."""
    return document(tmp_path, [["sqrt(2)/2", "1-sqrt(2)/2"], ["1-sqrt(3)/2", "sqrt(3)/2"]], neighbors="path")


def test_an_undecided_claim(fieldless: str, tmp_path: Path) -> None:
    found = data("verify", fieldless, "--exp-epsilon", "7/6", status=3)
    assert (found["verdict"], found["tight_delta"], found["counterexample"]) == ("undecided", None, None)
    assert "common field" in found["reason"]
    target = tmp_path / "certificate.json"
    text = run("verify", fieldless, "--exp-epsilon", "7/6", "--certificate", str(target), status=3)
    assert text.startswith("undecided: ")
    assert "  tight delta  unknown\n" in text
    assert not target.exists()


def test_tight_numbers_that_are_undecided(fieldless: str) -> None:
    assert complaint("tight", fieldless, "--exp-epsilon", "7/6", status=3).startswith("dpexact: undecided: ")


@pytest.mark.slow
def test_epsilon_is_said_as_the_user_said_it() -> None:
    for option, line in (
        ("--epsilon=log(2)", "log(2) = 0.693147180559946 (rounded up)"),  # 0.69314718055994530...
        ("--exp-epsilon=2", "0.693147180559946 (rounded up)"),
        ("--epsilon=1", "1"),
        ("--epsilon=1/2", "1/2 = 0.5"),
        ("--epsilon=1/3", "1/3 = 0.333333333333334 (rounded up)"),
        ("--exp-epsilon=1", "0"),
    ):
        assert f"  epsilon      {line}\n" in run("verify", RESPONSE, option, "--delta", "1/2"), option
        found = data("verify", RESPONSE, option, "--delta", "1/2")["epsilon"]
        assert found["text"] == (option.partition("=")[2] if option.startswith("--epsilon") else None), option
        assert found["rounded"] == ("rounded" in line), option
        assert found["decimal"] == line.rpartition("= ")[2].removesuffix(" (rounded up)"), option


@pytest.mark.parametrize(("delta", "rounded"), [("1/4", False), ("1/3", True), ("sqrt(2)/4", True)])
def test_whether_a_decimal_is_rounded(delta: str, rounded: bool) -> None:  # noqa: FBT001 - a parameter of the test
    assert data("tight", RESPONSE, "--delta", delta)["delta"]["rounded"] == rounded


def test_a_checked_certificate_in_words(tmp_path: Path) -> None:
    file = str(tmp_path / "certificate.json")
    run("verify", RESPONSE, "--epsilon", "1/2", "--delta", "0.3", "--certificate", file, status=1)
    # exp(1/2) = 1.648721270700128146848...
    words = [
        (
            "not-private: P_i(S) > E P_j(S) + delta for some event S and one of the 2 listed ordered pairs (i, j) of "
            "inputs, where E = t (1.6487212707, rounded down) and delta = 3/10"
        ),
        "  2 inputs, 2 outputs; E is e^epsilon, an event S is a set of outputs",
        "  t = exp(1/2)",
        '  shown by the pair i = "no", j = "yes" and the event S = {"no"}',
    ]
    lines = run("check", file, "--against", RESPONSE, "--expect", "not-private").splitlines()
    assert lines == ["proved: " + words[0], *words[1:], f"about: {RESPONSE}"]
    assert data("check", file)["sentence"].splitlines() == words


def test_a_checked_certificate_for_all_e(tmp_path: Path) -> None:
    response = Mechanism.from_rows([0, 1], [0, 1], [["2/3", "1/3"], ["1/3", "2/3"]])
    verdict = verify(response, NeighborGraph.path([0, 1]), free_exp_epsilon(2, 5), 0)
    file = tmp_path / "certificate.json"
    file.write_text(verdict.require().certificate().to_json(), encoding="utf-8")
    lines = run("check", str(file)).splitlines()
    assert lines[0].startswith("proved: private-for-all: for every real t from 2 to 5, P_i(S) <= E P_j(S) + delta for ")
    assert lines[0].endswith(", where E = t and delta = 0")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("epsilon", "delta", "verdict", "shown"),
    [  # exp(1/3) = 1.39561242508608952862..., 1/7 = 0.142857142857142857..., log(3) = 1.09861228866810969139...
        ("1/3", "1/7", "refuted", ("1.39561242508608", "0.333333333333333", "0.142857142857142")),
        ("1/3", "5/7", "proved", ("1.39561242508609", "0.333333333333334", "0.714285714285715")),
        ("log(3)", "2/7", "proved", ("3", "1.09861228866811", "0.285714285714286")),
        ("log(3)/2", "1/7", "refuted", ("1.73205080756887", "0.549306144334054", "0.142857142857142")),
    ],
)
def test_decimals_keep_the_sentence_true(epsilon: str, delta: str, verdict: str, shown: tuple[str, ...]) -> None:
    arguments = ("verify", RESPONSE, "--epsilon", epsilon, "--delta", delta)
    status, side = (0, "up") if verdict == "proved" else (1, "down")
    found = data(*arguments, status=status)
    numbers = [found[key] for key in ("exp_epsilon", "epsilon", "delta")]
    assert (found["verdict"], tuple(number["decimal"] for number in numbers)) == (verdict, shown)
    assert {number["rounding"] for number in numbers} == {side}
    assert found["tight_delta"]["rounding"] == "up"
    lines = [line for line in run(*arguments, status=status).splitlines() if "(rounded" in line]
    assert all(f"(rounded {'up' if line.startswith('  tight') else side})" in line for line in lines)
    assert len(lines) >= 2
    # the claim with the printed decimals has the same verdict
    again = data("verify", RESPONSE, "--exp-epsilon", shown[0], "--delta", shown[2], status=status)
    assert again["verdict"] == verdict


def test_an_excess_is_at_least_what_is_printed() -> None:
    # P(no | no) - E P(no | yes) - delta = 3/4 - exp(1/3)/4 - 1/7 = 0.25823975087133...47490
    text = run("verify", RESPONSE, "--epsilon", "1/3", "--delta", "1/7", status=1)
    assert "= 0.258239750871334 (rounded down) = P_i(S)" in text


@pytest.mark.slow
def test_labels_that_could_forge_a_line_are_escaped(tmp_path: Path) -> None:
    labels = ["a\nproved: everything", "\u202etxet", "\x7f\x9b2J", "1", 1, "\U000e0001"]
    rows = [["1", "0"], ["0", "1"], *([["1/2", "1/2"]] * 4)]
    file = document(tmp_path, rows, inputs=labels, neighbors="path")
    for command in ("verify", "tight"):
        shown = run(command, file, "--epsilon", "1", status=int(command == "verify"))
        assert shown.replace("\n", "").isprintable()
        assert r'"a\nproved: everything"' in shown
        assert r'"\u202etxet"' in shown
    assert [label_text(label) for label in labels[2:]] == [r'"\u007f\u009b2J"', '"1"', "1", r'"\udb40\udc01"']


ALMOST = ",a,b\nx,1/2,1/2\ny,1,0\n"  # b is possible for x alone: P_x(b) = 1/2


@pytest.mark.parametrize("option", [("--epsilon", "inf"), ("--exp-epsilon", "Infinity")])
def test_infinity_is_an_epsilon(option: tuple[str, str], tmp_path: Path) -> None:
    assert data("tight", "-", *option, feed=ALMOST)["tight_delta"]["exact"] == "1/2"
    found = data("verify", "-", *option, "--delta", "0.49", status=1, feed=ALMOST)
    assert (found["exp_epsilon"]["exact"], found["epsilon"]["decimal"]) == ("inf", "inf")
    assert found["counterexample"] == {"from": "x", "to": "y", "event": ["b"], "excess": "1/100"}
    proof = str(tmp_path / "proof.json")
    text = run("verify", "-", *option, "--delta", "1/2", "--certificate", proof, feed=ALMOST)
    assert "  remark       infinity times 0 is 0" in text
    assert "delta = 1/2" in run("check", proof, "--expect", "private", *option)


def test_a_number_has_no_remark_about_infinity() -> None:
    assert "infinity" not in run("verify", "-", "--epsilon", "1", "--delta", "1/2", feed=ALMOST)
