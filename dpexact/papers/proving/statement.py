"""Say a fact as a sentence, made from its formula, its hypotheses and its conditions, and from nothing else."""

from __future__ import annotations

import ast
import inspect
from textwrap import dedent
from typing import TYPE_CHECKING

from dpexact.papers.proving.formula import Finite, Relation, Words, mentioned

if TYPE_CHECKING:
    from dpexact.papers.proving.fact import Fact
    from dpexact.papers.proving.step import CheckedStep


def sentence(fact: Fact) -> str:
    """Return the theorem, such as "for all real E, x with E >= 1; E - 1 != 0: ..."."""
    if isinstance(fact.formula, Finite):
        where = f"; for {fact.formula.domain}" if fact.formula.domain else ""
        return f"computed: {fact.formula}{where}"
    said = [item.formula for item in sorted(fact.rests_on, key=lambda item: item.name)]
    names = mentioned(fact.formula).union(*map(mentioned, said), *(c.names for c in fact.conditions))
    limits = [str(formula) for formula in said if not isinstance(formula, Words)]
    limits += [f"{polynomial} != 0" for polynomial in sorted(map(str, fact.conditions))]
    quantifier = f"for all real {', '.join(sorted(names))}" if names else ""
    given = f" with {'; '.join(limits)}" if limits else ""
    words = [str(formula) for formula in said if isinstance(formula, Words)]
    beside = f" (in words: {'; '.join(words)})" if words else ""
    return f"{quantifier}{given}: {fact.formula}{beside}".removeprefix(": ")


def as_written(checked: CheckedStep) -> str:
    """Return the formula as the step writes it, such as "equal(a * (b + c), a * b)"; "" where it is built elsewhere.

    Both sides of an identity are one expression and print alike; this is the author's text, for the reader to compare.
    """
    if not isinstance(checked.fact.formula, Relation):
        return ""
    try:
        tree = ast.parse(dedent(inspect.getsource(checked.step.evidence.__code__)))
    except (OSError, SyntaxError, TypeError):
        return ""
    calls = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and isinstance(node.value, ast.Call)]
    found = [call.args[0] for call in calls if ast.unparse(call.func) == checked.kind and call.args]
    return ast.unparse(found[0]) if len(found) == 1 else ""


def class_of(fact: Fact) -> str:
    """How the statement is known: "formula" (the core's rules), "computed" (code that the reader judges)."""
    return "computed" if isinstance(fact.formula, Finite) else "formula"
