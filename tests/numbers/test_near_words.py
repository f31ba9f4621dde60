"""Messages about claim tables: the cause first, a caret under the place, no word that only looks near."""

from pathlib import Path

import pytest

from dpexact.audit import audit
from dpexact.audit.claim_table import load_claim_table
from dpexact.audit.formats import audit_markdown, audit_plain
from dpexact.audit.quantity import Quantity
from dpexact.errors import ParameterError
from dpexact.numbers.typography import did_you_mean
from dpexact.testing import exact_reference
from tests.beside import beside
from tests.values import written

BESIDE = beside(__file__)

HEADER = "id,source,quantity,parameters,printed,meaning"
SIGMA = "epsilon = 1; delta = 1e-5; sensitivity = 1"


def message_of(folder: Path, row: str) -> str:
    """Return what the audit says of one row that it refuses."""
    table = written(folder / "table.csv", f"{HEADER}\n{row}\n")
    (failed,) = audit([table]).failed
    return str(failed.error).removeprefix(f"{table}: ")


@pytest.mark.parametrize(
    ("word", "known", "near"),
    [
        ("inf", ["min", "max", "sqrt"], ""),
        ("eps", ["exp", "abs"], ""),
        ("delt", ["delta", "rho"], "delta"),
        ("simpel", ["simple", "optimal"], "simple"),
        ("\N{GREEK SMALL LETTER SIGMA}", ["sigma"], "sigma"),
    ],
)
def test_only_what_is_really_near_is_asked_for(word: str, known: list[str], near: str) -> None:
    assert did_you_mean(word, known) == (f"; did you mean {near!r}?" if near else "")


def test_a_quantity_of_the_same_words_is_listed_but_not_said_to_be_meant(tmp_path: Path) -> None:
    said = message_of(tmp_path, f"a,s,analytic_gaussian,{SIGMA},3.73,rounded")
    assert said.startswith("line 2, column quantity: expected one like gaussian.delta, gaussian.")
    assert "did you mean" not in said
    assert "did you mean 'gaussian.sigma'?" in message_of(tmp_path, f"a,s,gausian.sigma,{SIGMA},3.73,rounded")


@pytest.mark.parametrize(("word", "meaning"), BESIDE["meanings_in_other_words"])
def test_meanings_in_other_words(tmp_path: Path, word: str, meaning: str) -> None:
    said = message_of(tmp_path, f"a,s,gaussian.sigma,{SIGMA},3.73,{word}")
    assert said.endswith(f"got {word!r}; correct it; did you mean {meaning!r}?")
    assert "did you mean" not in message_of(tmp_path, f"a,s,gaussian.sigma,{SIGMA},3.73,purple")


def test_commas_between_parameters_are_told_from_commas_in_them(tmp_path: Path) -> None:
    said = message_of(tmp_path, f'a,s,gaussian.sigma,"{SIGMA.replace(";", ",")}",3.73,rounded')
    assert said == (
        "line 2, column parameters: expected a ; between two pairs, "
        "got 'epsilon = 1, delta = 1e-5, sensitivity = 1' without one; "
        "write epsilon = 1; delta = 1e-5; sensitivity = 1"
    )
    table = tmp_path / "table.csv"
    parameters = "p = 1/2, 1/2; q = 1/4, 3/4; epsilon = 0"
    table.write_text(f'{HEADER}\na,s,privacy.delta,"{parameters}",0.25,exact\n')
    assert audit([table]).as_expected
    table.write_text(f'{HEADER}\na,s,x,"expression = g(sigma=1, rate=1/4)**2; y = 1",0.25,exact\n')
    known = {"x": Quantity("x", ("expression", "y"), lambda **_: None, "neither", "")}  # type: ignore[arg-type]
    (claim,) = load_claim_table(table, known).claims
    assert claim.parameters == {"expression": "g(sigma=1, rate=1/4)**2", "y": "1"}


@pytest.mark.parametrize("quantity", ["gaussian.sigma", "gaussian.classical_sigma"])
def test_a_negative_epsilon_has_no_sigma(tmp_path: Path, quantity: str) -> None:
    with pytest.raises(ParameterError, match=r"^epsilon: expected a number >=? 0, got '-1'"):
        exact_reference(quantity, epsilon="-1", delta="1/2", sensitivity="1")
    said = message_of(tmp_path, f"a,s,{quantity},{SIGMA.replace('= 1;', '= -1;')},3.73,rounded")
    assert said.startswith("line 2, column parameters.epsilon: expected a number >")
    assert said.endswith(" 0, got '-1'; correct it")
    assert exact_reference("gaussian.delta", epsilon="-1", sigma="1", sensitivity="1") > 0


def test_sigma_at_its_ends() -> None:
    for delta, sensitivity, wanted in (("0", "1", float("inf")), ("0", "0", 0), ("1/2", "0", 0), ("1", "1", 0)):
        assert exact_reference("gaussian.sigma", epsilon="0", delta=delta, sensitivity=sensitivity) == wanted


def refusing(**_: str) -> None:
    """As a quantity that shows the place of a fault, with a caret below it."""
    shown = f"\n    {'1 + ' * 15}y{' + 1' * 15}\n    {' ' * 60}^"
    came = "'y' at character 61 of the formula"
    raise ParameterError(came, place="x", expected="a number", remedy="write it", note=shown)


def test_a_caret_stands_below_its_place_in_every_report(tmp_path: Path) -> None:
    table = written(tmp_path / "table.csv", f"{HEADER}\na,s,q,x = 1,1,exact\n")
    own = Quantity("q", ("x",), refusing, "neither", "")  # type: ignore[arg-type]
    found = audit([table], papers=(), quantities=[own])
    said = str(found.failed[0].error)
    assert said.startswith(f"{table}: line 2, column parameters.x: expected a number, got 'y' at character 61")
    for width in (None, 200, 80, 40):
        lines = audit_plain(found, width=width).split("\n")
        assert width is None or max(map(len, lines)) <= max(width, len(str(table)) + 10)
        (mark,) = (place for place, line in enumerate(lines) if line.strip() == "^")
        assert lines[mark - 1][lines[mark].index("^")] == "y"
    assert "^" not in audit_markdown(found)
    assert "got 'y' at character 61" in audit_markdown(found)


def test_a_message_with_other_lines_is_no_caret(tmp_path: Path) -> None:
    def forging(**_: str) -> None:
        message = "x: expected\n# forged: correct\n    1\n    ^"
        raise ParameterError(message)

    table = written(tmp_path / "table.csv", f"{HEADER}\na,s,q,x = 1,1,exact\n")
    found = audit([table], papers=(), quantities=[Quantity("q", ("x",), forging, "neither", "")])  # type: ignore[arg-type]
    assert "\\n# forged" in audit_plain(found)
    assert "\n# forged" not in audit_plain(found)
