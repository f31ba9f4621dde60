"""solve: the exact outcome of a linear program."""

from __future__ import annotations

from typing import assert_never

from dpexact.errors import need
from dpexact.linear_programs.floats import guess_basis
from dpexact.linear_programs.number import Scaled, exact_number
from dpexact.linear_programs.outcome import Infeasible, Optimum, Outcome, Unbounded
from dpexact.linear_programs.program import Basis, LinearProgram, StandardForm, standard_form
from dpexact.linear_programs.simplex import Endless, Impossible, Optimal, simplex
from dpexact.mechanisms.labels import Label
from dpexact.numbers.exact import Exact, exact


def solve(program: LinearProgram, start: Basis | None = None) -> Outcome:
    """Find the optimum of a program, or show that it lacks a feasible point or a lower bound.

    HiGHS proposes a basis in floating point (or `start` does, the `.basis` of the optimum of a similar program). Its
    system is solved exactly and its signs are decided. If they are wrong the exact simplex method goes on from
    there. Without HiGHS (the extra `lp`) it starts with the slack variables, which takes longer.

    Guarantee: exact.
    Raises: TooLargeError for a program over a field whose solution would pass 2^25 bits.

    >>> from dpexact.linear_programs import LinearProgram
    >>> program = LinearProgram.from_rows(["x", "y"], {"x": 1, "y": 1}, [({"x": 2, "y": "1/3"}, ">=", 1)])
    >>> solve(program)
    Optimum(value=exact('1/2'))
    """
    need.instance(program, LinearProgram, "program", "LinearProgram.from_rows makes one")
    if start is not None:
        need.instance(start, Basis, "start")
    form = standard_form(program)
    return _outcome(program, form, _end(form, start))


def _end(form: StandardForm, start: Basis | None) -> Optimal | Impossible | Endless:
    if start is not None and start.fits(form):
        try:
            return simplex(form, start)
        except ZeroDivisionError:  # the basis of another program may be none of this one
            pass
    guess = guess_basis(form)
    try:
        return simplex(form, guess.basis, guess.blocked)
    except ZeroDivisionError:  # floats took a singular matrix for a regular one
        return simplex(form, Basis())


def _outcome(program: LinearProgram, form: StandardForm, end: Optimal | Impossible | Endless) -> Outcome:
    match end:
        case Optimal(basis, values, multipliers):
            point = _point(program, values)
            value = sum((exact_number(cost) * point[program.variables[j]] for j, cost in form.costs.items()), exact(0))
            return Optimum(program, value, point, _dual(form, multipliers), basis)
        case Impossible(multipliers):
            return Infeasible(program, _dual(form, multipliers))
        case Endless(values, direction):
            return Unbounded(program, _point(program, values), _point(program, direction))
        case _:
            assert_never(end)


def _point(program: LinearProgram, values: Scaled) -> dict[Label, Exact]:
    return {label: values.exact(j) for j, label in enumerate(program.variables)}


def _dual(form: StandardForm, multipliers: Scaled) -> tuple[Exact, ...]:
    return tuple(exact_number(factor) * multipliers.exact(i) for i, factor in enumerate(form.factors))
