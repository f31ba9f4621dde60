"""Formulas as text: a number by an expression, exact or enclosed, without executing code."""

from __future__ import annotations

from dpexact.formulas.formula import formula_value

__all__ = ["formula_value"]
