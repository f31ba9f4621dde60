"""The worst event of a refutation: what contributes most comes first, and how much that is."""

from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dpexact.certificates.mechanism_document import save_mechanism
from dpexact.cli.app import app
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact
from dpexact.privacy.verdict import Refuted
from dpexact.privacy.verify import verify
from dpexact.testing import assert_private
from tests.refusals import refuses
from tests.values import of_type

# By hand, at E = 2: a gives 1/20 - 2/20 < 0, b and c give 1/100, d gives 8/10 - 2/10 = 6/10, e nothing.
ROWS = [["1/20", "1/100", "1/100", "8/10", "13/100"], ["1/10", "0", "0", "1/10", "8/10"]]
MECHANISM = Mechanism.from_rows(["x", "y"], list("abcde"), ROWS)
PAIRS = NeighborGraph.from_edges(["x", "y"], [("x", "y")], directed=True)
TOTAL = Fraction(62, 100)


def test_outputs_are_ordered_by_contribution_and_ties_keep_their_order() -> None:
    """The numbers are sums of fractions, by hand."""
    verdict = of_type(Refuted, verify(MECHANISM, PAIRS, 2, 0))
    parts = verdict.counterexample.by_contribution(verdict.concrete)
    assert [output for output, _ in parts] == ["d", "b", "c"]
    for (_, value), true in zip(parts, (Fraction(6, 10), Fraction(1, 100), Fraction(1, 100)), strict=True):
        assert abs(value - true) < Fraction(1, 2**200)
    assert verdict.counterexample.event == ("b", "c", "d")  # as before, in the order of the mechanism
    excess = of_type(Exact, verdict.counterexample.excess)
    assert excess == TOTAL


def test_the_terminal_and_the_assertion_say_it(tmp_path: Path) -> None:
    """The output d alone gives 0.6 of 0.62."""
    file = str(tmp_path / "mechanism.json")
    save_mechanism(file, MECHANISM, PAIRS)
    text = CliRunner().invoke(app, ["verify", file, "--exp-epsilon", "2"]).stdout
    assert '  event S      {"d", "b", "c"}\n  mostly       of 0.6200, the output "d" alone gives 0.6000\n' in text
    said = refuses(AssertionError, "", assert_private, MECHANISM, PAIRS, exp_epsilon=2)
    assert "['d', 'b', 'c']\n" in said
    assert "of 0.6200, the output 'd' alone gives 0.6000\n" in said


def test_an_event_of_one_output_needs_no_more_words() -> None:
    """Randomized response: the event is the input itself."""
    single = Mechanism.from_rows([0, 1], [0, 1], [["3/4", "1/4"], ["1/4", "3/4"]])
    with pytest.raises(AssertionError) as error:
        assert_private(single, NeighborGraph.complete([0, 1]), exp_epsilon=2)
    assert "alone gives" not in str(error.value)


def test_no_factor_is_enough() -> None:
    """At E = infinity the parts are those of the outputs that y never gives."""
    verdict = of_type(Refuted, verify(MECHANISM, PAIRS, float("inf"), 0))
    parts = dict(verdict.counterexample.by_contribution(verdict.concrete))
    assert set(parts) == {"b", "c"}
    assert all(abs(value - Fraction(1, 100)) < Fraction(1, 2**200) for value in parts.values())


@pytest.mark.slow
def test_the_culprit_of_a_sampler_is_named(tmp_path: Path) -> None:
    """A two-sided geometric noise that gives 0 twice as often as it should: the page, too, names 0 first."""
    path, page = tmp_path / "noise.py", tmp_path / "page.html"
    path.write_text(
        "def count(source, x):\n    n = 0\n    while source.bit():\n        n += 1\n"
        "    return x - n if source.bit() else x + n\n",
        encoding="utf-8",
    )
    asked = ["program", f"{path}:count", "--inputs", "0,1", "--epsilon", "log(2)", "--delta", "1e-9", "--draws", "24"]
    result = CliRunner().invoke(app, [*asked, "--html", str(page)])
    assert result.exit_code == 1
    # P(0) is 1/2 for 0 and 1/8 for 1; -1, -2, ... have half as much for 1 as for 0, up to what is unfinished.
    assert "  event S      {0" in result.stdout
    assert "  mostly       of 0.2500, the output 0 alone gives 0.2500\n" in result.stdout
    text = page.read_text(encoding="utf-8")
    assert "At epsilon log(2) this needs delta 0.249; you claimed 1e-9." in text or "needs delta 0.25" in text
    assert "the output 0 alone gives 0.2500." in text
