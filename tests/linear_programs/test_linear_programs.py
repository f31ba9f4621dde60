"""Exact linear programs against z3, on random programs, and on programs infeasible by a hair."""

import random
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest
import z3

from dpexact import check, exact
from dpexact.errors import DPExactError
from dpexact.linear_programs import Infeasible, LinearProgram, Optimum, Unbounded, solve
from tests.each import each
from tests.refusals import refuses
from tests.values import of_type


def random_program(seed: int) -> tuple[list[Any], dict[Any, Any], list[int]]:
    """(rows, objective, free) with small integers: degenerate, infeasible and unbounded ones are frequent."""
    generator = random.Random(seed)
    width = generator.randint(1, 4)
    rows = [
        (
            {j: generator.randint(-3, 3) for j in range(width)},
            generator.choice(["<=", ">=", "="]),
            Fraction(generator.randint(-4, 4), generator.randint(1, 3)),
        )
        for _ in range(generator.randint(1, 5))
    ]
    return (
        rows,
        {j: generator.randint(-3, 3) for j in range(width)},
        [j for j in range(width) if generator.random() < 0.3],
    )


def by_z3(rows: list[Any], objective: dict[Any, Any], free: list[int]) -> Fraction | str:
    optimizer = z3.Optimize()
    x = {j: z3.Real(f"x{j}") for j in objective}
    for j in objective:
        if j not in free:
            optimizer.add(x[j] >= 0)
    for coefficients, relation, bound in rows:
        left, right = z3.Sum([c * x[j] for j, c in coefficients.items()]), z3.Q(bound.numerator, bound.denominator)
        optimizer.add({"<=": left <= right, ">=": left >= right, "=": left == right}[relation])
    goal = optimizer.minimize(z3.Sum([c * x[j] for j, c in objective.items()]))
    if optimizer.check() != z3.sat:
        return "infeasible"
    value = str(optimizer.lower(goal))
    return "unbounded" if "oo" in value else Fraction(value)


@pytest.mark.parametrize("seed", range(120))
def test_random_programs_agree_with_z3(seed: int) -> None:
    rows, objective, free = random_program(seed)
    labels = list(objective)
    outcome = solve(LinearProgram.from_rows(labels, objective, rows, free))
    expected = by_z3(rows, objective, free)
    if expected == "infeasible":
        assert isinstance(outcome, Infeasible)
    elif expected == "unbounded":
        assert isinstance(outcome, Unbounded)
    else:
        assert isinstance(outcome, Optimum)
        assert outcome.value == expected
    assert check(outcome.certificate())["kind"].startswith("linear-program-")


@each("digits", [9, 12, 16, 20, 40, 80])
def test_infeasible_by_a_hair(digits: int) -> None:
    gap = Fraction(1, 10**digits)
    rows: list[Any] = [({"x": 1, "y": 1}, "<=", 1), ({"x": 1, "y": 1}, ">=", 1 + gap)]
    assert isinstance(solve(LinearProgram.from_rows(["x", "y"], {"x": 1}, rows)), Infeasible)
    touching = [rows[0], (rows[1][0], ">=", 1)]
    assert of_type(Optimum, solve(LinearProgram.from_rows(["x", "y"], {"x": 1}, touching))).value == 0


def test_numbers_of_a_field() -> None:
    """Minimise x subject to e x >= 1 and x >= 1/3: 1/e = 0.367... is the larger bound."""
    e = exact("exp(1)")
    outcome = solve(LinearProgram.from_rows(["x"], {"x": 1}, [({"x": e}, ">=", 1), ({"x": 1}, ">=", "1/3")]))
    assert isinstance(outcome, Optimum)
    assert outcome.value == 1 / e
    assert check(outcome.certificate())["kind"] == "linear-program-optimum"


def test_the_basis_of_a_larger_program_is_no_start() -> None:
    larger = solve(LinearProgram.from_rows(range(5), dict.fromkeys(range(5), 1), [({i: 1}, ">=", 1) for i in range(5)]))
    assert isinstance(larger, Optimum)
    small = LinearProgram.from_rows(["x", "y"], {"x": 1, "y": 1}, [({"x": 2, "y": "1/3"}, ">=", 1)])
    assert of_type(Optimum, solve(small, larger.basis)).value == Fraction(1, 2)


@each(
    ("arguments", "message"),
    [
        ((["x"], {"x": 1}, [5]), "rows\\[0\\]: expected \\(coefficients by label, relation, bound\\), got 5"),
        ((["x"], {"x": 1}, [({"x": 1}, "<=")]), "coefficients by label"),
        ((["x"], {"x": 1}, [([1], "<=", 1)]), "rows\\[0\\]: expected {variable: number}"),
        ((["x"], {"x": 1}, [({"x": 1}, "<", 1)]), "relation"),
        ((["x"], 5, []), "objective: expected {variable: number}"),
        ((["x"], {"x": 1}, None), "rows: expected a list"),
        ((["x"], {}, [], 5), "free: expected a list"),
        ((["x"], {"y": 1}, []), "got 'y'"),
        (([1, 2], {True: 1}, []), "label"),
        (([1, 2], {1.0: 1}, []), "label"),
    ],
)
def test_programs_that_are_none(arguments: tuple[Any, ...], message: str) -> None:
    refuses(DPExactError, message, LinearProgram.from_rows, *arguments)


@pytest.mark.slow
def test_the_solver_of_float_bases_prints_nothing() -> None:
    """In a process of its own, since its banner is printed once; whoever reads JSON from stdout would trip over it."""
    pytest.importorskip("highspy")
    program = "from dpexact.linear_programs.floats import quiet_solver; quiet_solver().run()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")
