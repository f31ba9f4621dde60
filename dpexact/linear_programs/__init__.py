"""Exact linear programming, for programs over the rationals or a field of exact numbers, solved with certificates."""

from dpexact.linear_programs.outcome import Infeasible, Optimum, Outcome, Unbounded, solve
from dpexact.linear_programs.program import LinearProgram, Row

__all__ = ["Infeasible", "LinearProgram", "Optimum", "Outcome", "Row", "Unbounded", "solve"]
