"""Test what a first user is told: of a table without header, a relation without a pair, a wrong file, epsilon for E."""

import json
import math
import re
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dpexact import (
    DocumentError,
    Exact,
    InexactInputError,
    Mechanism,
    NeighborGraph,
    ParameterError,
    Proved,
    Refuted,
    VerdictError,
    axioms,
    check,
    exact,
    exp_of_epsilon,
    hockey_stick,
    load_mechanism,
    tight_delta,
    verify,
)
from dpexact.certificates.source import kind_of
from dpexact.cli.app import app
from dpexact.composition import Accountant
from dpexact.testing import assert_private
from tests.beside import beside
from tests.each import each
from tests.pairs import PAIRS, least_delta
from tests.refusals import refuses

BESIDE = beside(__file__)

COIN = Mechanism.from_rows(["no", "yes"], ["no", "yes"], [["3/4", "1/4"], ["1/4", "3/4"]])
PATH = NeighborGraph.path(COIN.inputs)
ALONE = (NeighborGraph.complete(["no"]), NeighborGraph.from_edges(COIN.inputs, []), NeighborGraph.path(["yes"]))
DOCUMENT = {
    "format": "dpexact-mechanism/1",
    "inputs": ["no", "yes"],
    "outputs": ["no", "yes"],
    "rows": [["3/4", "1/4"], ["1/4", "3/4"]],
    "neighbors": "all",
}


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


HEADERLESS = {
    "one pair is left": ("0.5,0.7,0.3\n0.5,0.2,0.8\n", "line 1, column 1"),
    "no pair is left": ("0.25,0.75\n0.5,0.5\n", "line 1, column 1"),
    "fractions": ("1/2,1/2\n1/3,2/3\n", "line 1, column 1"),
    "integers": ("1,0\n0,1\n", "line 1, column 1"),
    "a certain row": ("a,1,0\nb,1/4,3/4\nc,1/4,3/4\n", "line 1, column 2"),  # without it b and c are alike
    "labels, but no header": ("a,0.7,0.3\nb,0.2,0.8\nc,0,1\n", "line 1, column 2"),
    "an integer among them": ("a,1,0.0\nb,0,1\n", "line 1, column 3"),
    "exponents": (",1e-3,x\na,0,1\n", "line 1, column 2"),
    "functions": (",x,exp(-1)\na,0,1\n", "line 1, column 3"),
    "percent": (",50 %,x\na,0,1\n", "line 1, column 2"),
    "decimal comma": (',"0,5",x\na,0,1\n', "line 1, column 2"),
    "blanks and a sign": (", +.5 ,x\na,0,1\n", "line 1, column 2"),
    "byte order mark": ("\N{ZERO WIDTH NO-BREAK SPACE}0.5,0.5\n0.5,0.5\n", "line 1, column 1"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HEADERLESS)
def test_a_row_of_probabilities_is_no_header(name: str, tmp_path: Path) -> None:
    text, place = HEADERLESS[name]
    file = written(tmp_path, "m.csv", text)
    with pytest.raises(DocumentError, match="reads like a row of probabilities") as caught:
        load_mechanism(file)
    assert caught.value.inside == place
    assert run("verify", file, "--epsilon", "9").exit_code == 2


HEADERS = BESIDE["headers"]


@pytest.mark.parametrize("header", HEADERS)
def test_names_and_integers_are_a_header(header: str, tmp_path: Path) -> None:
    mechanism, _ = load_mechanism(written(tmp_path, "m.csv", f"{header}\na,1/2,1/2\nb,1/2,1/2\n"))
    assert len(mechanism.outputs) == 2


def test_a_predicate_that_is_asked_of_no_pair_says_so() -> None:
    """As `verify` does; with a pair the reason is what was shown."""
    nobody = NeighborGraph.from_edges(COIN.inputs, [])
    for predicate in (axioms.ApproxDPPredicate(3, 0), axioms.ApproxDPPredicate(1, 0)):
        verdict = axioms.satisfies(COIN, nobody, predicate)
        assert isinstance(verdict, Proved)
        assert repr(verdict).startswith("<Proved, but nothing was claimed: the relation has no pair of neighbors")
        assert verdict.vacuous
        refuses(VerdictError, "nothing was claimed", verdict.require)
    verdict = axioms.satisfies(COIN, PATH, axioms.ApproxDPPredicate(3, 0))
    assert isinstance(verdict, Proved)
    assert repr(verdict).startswith("<Proved: every event and pair")
    assert not verdict.vacuous
    assert verdict.require() is verdict


@pytest.mark.parametrize("graph", ALONE)
def test_without_a_pair_nothing_is_claimed(graph: NeighborGraph) -> None:
    verdict = verify(COIN, graph, epsilon=1)
    assert isinstance(verdict, Proved)  # a statement about every pair of none is true
    assert verdict.vacuous
    assert "nothing was claimed" in repr(verdict)
    assert "nothing was claimed" in verdict._repr_html_()
    refuses(VerdictError, "nothing was claimed", verdict.require)
    refuses(AssertionError, "nothing was claimed", assert_private, COIN, graph, epsilon=1)
    assert check(verdict.certificate())["pairs"] == []
    assert tight_delta(COIN, graph, epsilon=0) == 0
    assert not verify(COIN, PATH, epsilon="log(3)").require().vacuous


ONE_INPUT = ",a,b\nx,1/2,1/2\n"
NO_PAIRS = json.dumps({**DOCUMENT, "neighbors": []})


@pytest.mark.slow
@pytest.mark.parametrize("command", BESIDE["the_command_line_says_that_nothing_was_claimed_command"])
@pytest.mark.parametrize(("name", "text"), [("one.csv", ONE_INPUT), ("none.json", NO_PAIRS)])
def test_the_command_line_says_that_nothing_was_claimed(
    command: tuple[str, ...], name: str, text: str, tmp_path: Path
) -> None:
    file = written(tmp_path, name, text)
    result = run(command[0], file, *command[1:])
    assert result.exit_code == 3
    assert result.stdout.startswith("nothing was claimed: the relation has no pair of neighbors")
    said = run(command[0], file, *command[1:], "--format", "json")
    assert said.exit_code == 3
    assert json.loads(said.stdout)["reason"] == result.stdout.splitlines()[0]
    if command[0] == "verify":
        assert json.loads(said.stdout)["verdict"] == "undecided"
        assert json.loads(said.stdout)["tight_delta"]["exact"] == "0"
    if command[0] in ("verify", "compose") and "--delta" not in command:
        target = tmp_path / "c.json"
        assert run(command[0], file, *command[1:], "--certificate", str(target)).exit_code == 3
        assert not target.exists()


CLAIMS = "id,source,quantity,parameters,printed,meaning\na,me,formula,expression = 1+1,2,exact\n"
TOML = '[[claim]]\nid = "a"\n'
KINDS = {
    "m.json": (json.dumps(DOCUMENT), "mechanism"),
    "m.csv": (",a,b\nx,1/2,1/2\ny,1/2,1/2\n", "mechanism"),
    "c.json": (verify(COIN, PATH, 3, 0).certificate().to_json(), "certificate"),
    "t.csv": (CLAIMS, "claim table"),
    "t.toml": (TOML, "claim table"),
}
COMMANDS = {
    "mechanism": ("verify", "--epsilon", "1"),
    "certificate": ("check",),
    "claim table": ("audit",),
}


@pytest.mark.slow
@pytest.mark.parametrize("file", KINDS)
@pytest.mark.parametrize("wanted", COMMANDS)
def test_a_wrong_document_is_shown_the_right_door(file: str, wanted: str, tmp_path: Path) -> None:
    text, kind = KINDS[file]
    assert kind_of(text) == kind
    if kind == wanted:
        return
    command, *options = COMMANDS[wanted]
    result = run(command, written(tmp_path, file, text), *options)
    assert result.exit_code == (
        3 if wanted == "claim table" and file.endswith(".json") else 2
    )  # a text that claims nothing
    assert f"is for dpexact {COMMANDS[kind][0]}" in result.stderr


@each("text", ["", "{", "[]", "{}", "a", '"', "a,b\nc,d\n", "x = 1", '{"format": 3}', "[" * 10**5])
def test_what_is_no_document_is_of_no_kind(text: str) -> None:
    assert kind_of(text) is None


@pytest.mark.slow
def test_a_composed_delta_is_at_most_1(tmp_path: Path) -> None:
    file = written(tmp_path, "m.json", json.dumps(DOCUMENT))
    found = json.loads(run("compose", file, "--count", "100000", "--epsilon", "1", "--format", "json").stdout)
    lower, upper = (exact(found["tight_delta"][side]) for side in ("lower", "upper"))
    assert 0 < lower < 1 == upper


def test_a_composed_certificate_has_flat_labels() -> None:
    """Four runs: the event and delta by brute force over the sixteen outputs."""
    certificate = Accountant().compose(COIN, PATH, 4).certificate(epsilon="log(2)")
    statement = check(certificate)
    assert [tuple(label) for label in statement["outputs"]] == list(product(COIN.outputs, repeat=4))
    delta = least_delta([PAIRS["response"]] * 4, Fraction(2))
    assert Accountant().compose(COIN, PATH, 4).delta(epsilon="log(2)") == delta
    single = Accountant().compose(COIN, PATH, 1).certificate(2)
    assert check(single)["outputs"] == ["no", "yes"]


EPSILONS: list[tuple[object, Exact | float]] = [
    ("1", exp_of_epsilon("1")),
    (1, exp_of_epsilon("1")),
    (exact("1/2"), exp_of_epsilon("1/2")),
    (Fraction(1, 3), exp_of_epsilon("1/3")),
    ("log(3)", exact(3)),
    (0, exact(1)),
    ("inf", math.inf),
    (" Infinity ", math.inf),
    (math.inf, math.inf),
]


@each(("epsilon", "factor"), EPSILONS)
def test_epsilon_is_the_logarithm_of_e(epsilon: object, factor: Exact | float) -> None:
    assert tight_delta(COIN, PATH, epsilon=epsilon) == tight_delta(COIN, PATH, factor)
    assert verify(COIN, PATH, None, "1/2", epsilon=epsilon).claim.exp_epsilon == factor
    assert Accountant().compose(COIN, PATH).delta(epsilon=epsilon) == tight_delta(COIN, PATH, factor)


@each("epsilon", [1.0, 0.5, True, "x", "", None, -1, "-1/2", exact("sqrt(2)"), [1], "nan"])
def test_what_is_no_epsilon_is_refused_by_its_name(epsilon: Any) -> None:
    refuses((ParameterError, InexactInputError, ValueError), "epsilon", tight_delta, COIN, PATH, epsilon=epsilon)
    refuses(ParameterError, "exactly one of exp_epsilon, which is E", tight_delta, COIN, PATH, 2, epsilon="1")


def test_epsilon_may_be_negative_where_e_may_be_below_1() -> None:
    assert hockey_stick([1, 0], [1, 0], epsilon="-log(2)") == exact("1/2")


def test_a_refutation_says_what_was_asked_and_the_counterexample_first() -> None:
    verdict = verify(COIN, PATH, 2)
    assert isinstance(verdict, Refuted)
    said = repr(verdict)
    assert said.startswith("<Refuted: S = ('no',) has P(S | 'no') = 3/4 and P(S | 'yes') = 1/4")
    assert "= 1/4 > 0; E = 2, epsilon in [0.693147, 0.693148], delta = 0" in said
    refuses(VerdictError, r"refuted at E = 2, epsilon in \[0.693147, 0.693148\], delta = 0: S", verdict.require)
    assert "E = exp(1) (about 2.71828), epsilon = 1" in repr(verify(COIN, PATH, epsilon=1))
    assert "E = infinity, epsilon = infinity" in repr(verify(COIN, PATH, epsilon="inf"))
    with pytest.raises(AssertionError, match=re.escape("E = 2, epsilon in [0.693147, 0.693148], delta = 0")):
        assert_private(COIN, PATH, exp_epsilon=2)


def test_a_mechanism_shows_its_probabilities() -> None:
    assert eval(repr(COIN)) == COIN  # noqa: S307 - the call that makes it
    large = Mechanism.from_numerators(range(300), range(300), [[1] * 300] * 300, 300)
    assert len(repr(large)) < 1000
    assert "'1/300', ...]" in repr(large)
    assert repr(large).endswith("# 300 inputs, 300 outputs")
    floats = Mechanism.from_floats(["a"], ["x", "y"], [[0.1, 0.8]], row_sums="report")
    assert "do not sum to 1" in repr(floats)


def test_a_certificate_of_no_pair_is_no_yes(tmp_path: Path) -> None:
    """Its proof is true, and claims nothing: no CI line may take it for a promise."""
    single = Mechanism.from_rows(["a"], ["x", "y"], [["1/3", "2/3"]])
    file = tmp_path / "certificate.json"
    file.write_text(verify(single, NeighborGraph.complete(["a"]), epsilon=1).certificate().to_json(), encoding="utf-8")
    for asked in ([], ["--epsilon", "1", "--delta", "0"]):
        result = CliRunner().invoke(app, ["check", str(file), *asked])
        assert result.exit_code == 3
        assert "nothing was claimed" in result.stderr
        assert result.stdout == ""
