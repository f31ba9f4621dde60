"""Mistakes in the parameters of a table: what came and what to do, in one line; every other row is judged."""

from pathlib import Path

import pytest

from dpexact.audit import AuditRow, audit
from dpexact.audit.sentences import apart_text, remarks
from dpexact.errors import DocumentError
from tests.audit_reports import audit_sarif
from tests.golden.run import ran
from tests.values import written

HEAD = "id,source,quantity,printed,meaning,parameters"
RIGHT = "right,s,formula,0.5,exact,expression = 1/2"
SGD = "noise_multiplier=0.9; delta=1e-5"


def rows_of(folder: Path, *rows: str) -> tuple[AuditRow, ...]:
    return audit([written(folder / "rows.csv", "\n".join([HEAD, *rows, RIGHT]) + "\n")]).entries


@pytest.mark.parametrize(
    ("quantity", "parameters", "said"),
    [
        ("gaussian.epsilon", "epsilon: 1", "name = text, got 'epsilon: 1'; write epsilon = 1, with the sign ="),
        ("gaussian.epsilon", "sigma=1; sensitivity: 1", "got 'sensitivity: 1'; write sensitivity = 1, with the sign ="),
        ("gaussian.epsilon", "1.5", "name = text, got '1.5'; write the name and = before the value"),
        ("gaussian.epsilon", "=1", "name = text, got '=1'; write a name before the ="),
        ("gaussian.epsilon", "sigma=1; sigma=2", "each name once, got 'sigma' again; remove one of the two"),
        ("gaussian.epsilon", "sigma=1; sensitivity=; delta=1e-5", "expected text, got the text ''; write its value"),
        (
            "gaussian.epsilon",
            "sigma=1 sensitivity=1 delta=1e-5",
            "without one; write sigma = 1; sensitivity=1; delta=1e-5",
        ),
        ("laplace.delta", "scale=1; sensitivity=1; epsilon=1, rate=1/2", "write epsilon = 1; rate=1/2"),
        ("dp_sgd.epsilon", f"{SGD}; rate=0.1", "either steps or epochs, got neither; give one of the two"),
        (
            "dp_sgd.epsilon",
            f"{SGD}; batch=1; examples=9; steps=1; epochs=1",
            "either steps or epochs, got both; give one of the two",
        ),
        (
            "dp_sgd.epsilon",
            f"{SGD}; rate=0.1; batch=1; examples=9; steps=1",
            "either rate, or batch and examples, got rate, batch, examples; give one of the two",
        ),
        ("dp_sgd.epsilon", f"{SGD}; rate=0.1; examples=9; steps=1", "batch and examples, got rate, examples; give one"),
        (
            "dp_sgd.epsilon",
            f"{SGD}; batch=1; steps=1",
            "either rate, or batch and examples, got batch; give one of the two",
        ),
    ],
)
def test_a_mistake_says_what_to_do(tmp_path: Path, quantity: str, parameters: str, said: str) -> None:
    wrong, right = rows_of(tmp_path, f'wrong,s,{quantity},4.38,rounded,"{parameters}"')
    assert isinstance(wrong.error, DocumentError)
    assert said in str(wrong.error)
    assert wrong.error.inside.startswith("line 2, column parameters")
    assert right.judgement.verdict == "correct"


def test_blanks_and_signs_inside_of_a_parameter_are_its_own(tmp_path: Path) -> None:
    law = "composition.delta,0.1,at-most,expression = gaussian(sigma = 40) * laplace(scale = 20); epsilon = 1"
    first, _ = rows_of(tmp_path, f"law,s,{law}")
    assert first.judgement.verdict == "valid-bound", first.error


def test_a_number_about_right_says_how_far_off_it_is(tmp_path: Path) -> None:
    # 0.9 - 0.833 = 0.067, that is 0.67 of the unit 0.1; log 2 = 0.6931..., so 0.00686 of it is left, rounded up
    rows = [f"{name},s,formula,{text},about,expression={expression}" for name, text, expression in (
        ("far", "0.9", "0.833"), ("near", "0.7", "log(2)"), ("equal", "1.5", "3/2"), ("unit", "0.9", "0.8"),
    )]  # fmt: skip
    far, near, equal, unit, _ = rows_of(tmp_path, *rows)
    assert [row.judgement.verdict for row in (far, near, equal, unit)] == ["correct"] * 4
    assert "at most 0.67 of a unit off" in remarks(far)
    assert "at most 0.069 of a unit off" in remarks(near)
    assert "unit off" not in remarks(equal)
    assert "at most 1" in remarks(unit)
    assert apart_text(far) == "at most 0.67 of a unit off"


def test_a_verdict_says_where_no_more_than_the_last_digits_are_wrong(tmp_path: Path) -> None:
    table = written(tmp_path / "rows.csv", f"{HEAD}\na,s,formula,0.333333333334,rounded,expression=1/3\n")
    result = ran("audit", str(table))
    assert (result.status, "wrong in the last digits" in result.out) == (1, True)
    log = audit_sarif(audit([table]), "0")
    assert ": wrong in the last digits" in log
    assert '"level": "note"' in log


@pytest.mark.slow
def test_quantities_are_found_by_their_parameters() -> None:
    for word in ("noise multiplier", "noise_multiplier", "noise"):
        found = ran("quantities", word)
        assert found.status == 0, found.complaint
        assert "\ndp_sgd.epsilon\n" in f"\n{found.out}", word
    assert ran("quantities", "noise").out.startswith("count_queries.noise_")


HALF = """
from dpexact import exact
from dpexact.audit import Quantity

def compute(x):
    if x == "3":
        raise KeyboardInterrupt
    return exact(x) / 2

QUANTITIES = [Quantity("mine.half", ("x",), compute, "neither", "here")]
"""


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("--all",), ("--only", "wrong"), ("--format", "markdown")])
@pytest.mark.parametrize("count", [1, 2])
def test_rows_that_an_interruption_left_out_take_one_line(tmp_path: Path, options: tuple[str, ...], count: int) -> None:
    own = written(tmp_path / "own.py", HALF)
    tables = [tmp_path / f"t{number}.csv" for number in range(count)]
    for table in tables:
        rows = [f"row{x},s,mine.half,{x}/2,exact,x = {x}" for x in range(1, 9)]
        table.write_text("\n".join([HEAD, *rows]) + "\n", encoding="utf-8")
    found = ran("audit", *map(str, tables), "--quantities", str(own), *options)
    assert found.status == 130
    assert "not computed" not in found.out
    assert "row4" not in found.out
    missing = 6 + 8 * (count - 1)
    assert f"{missing} of {8 * count} rows are not computed" in found.complaint
