"""Proof files that an unlucky author writes: of something false or of nothing. Each is refused."""

import subprocess
import sys
from pathlib import Path

import pytest

from dpexact.audit.paper import Paper
from dpexact.papers.proving import ProofError, load_file

FILE = '''"""All is well."""

from __future__ import annotations

from fractions import Fraction

from dpexact.papers.proving import Compared, Counterexample, Exhaustive, Proof
{above}

proof = Proof(__doc__)


@proof.conclusion
def step():
    """It is so."""
    return {evidence}
'''
SMALL = 'Exhaustive("small", {"n": [1]}, lambda n: n < 2)'  # true, beside what stands above it


def every(predicate: str, domain: str = "[1, 2, 3]", where: str = "") -> str:
    """Return evidence that something holds for all n."""
    return f'Exhaustive("it is so", {{"n": {domain}}}, lambda n: {predicate}{where and f", where=lambda n: {where}"})'


def against(conclusion: str, n: str = "1", conditions: str = "n > 0") -> str:
    """Return evidence that something fails for one n."""
    return f'Counterexample("it is so", {{"n": {n}}}, lambda n: {conditions}, lambda n: {conclusion})'


def refused(folder: Path, evidence: str, above: str = "") -> str:
    """Return the check that refuses a proof file with this evidence, "" if it is accepted."""
    path = folder / "toy.py"
    path.write_text(FILE.format(evidence=evidence, above=above), encoding="utf-8")
    try:
        load_file(path).run()
    except ProofError as error:
        return error.check
    return ""


TYPES = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from collections.abc import Iterator"
FLOATS = {  # evidence, what stands above it: inexact numbers, and texts of them
    "arb": (against("arb(n) / 3 + arb(n) / 6 >= arb(n) / 2"), "from flint import arb"),
    "arb of dpexact": (against("arb(n) / 3 * 3 == 1"), "from dpexact.numbers.enclosure import arb"),
    "arb through a room that is allowed": (
        against("arb(n) / 3 * 3 == 1"),
        "from dpexact.papers.axioms.predicate import arb",
    ),
    "ball": (against("exact(n).ball() / 3 * 3 == 1"), "from dpexact import exact"),
    "mpmath": (against("exp(log(10 * n)) == 10"), "from mpmath import exp, log"),
    "sympy.N": (against("N(sqrt(2 * n)) ** 2 == 2"), "from sympy import N, sqrt"),
    "sympy, not simplified": (
        against("(symbols('x') + n) ** 2 - symbols('x') ** 2 == 2 * symbols('x') + 1"),
        "from sympy import symbols",
    ),
    "to_sympy": (against("exact(n).to_sympy().evalf() == 1.5"), "from dpexact import exact"),
    "numpy": (every("np.array([n]) / 3 * 3 == n"), "import numpy as np"),
    "numpy.linalg": (against("int(det([[n, 2], [3, 4]])) == -2"), "from numpy.linalg import det"),
    "numpy.linalg as la": (against("int(la.det([[n, 2], [3, 4]])) == -2"), "import numpy.linalg as la"),
    "scipy": (every("binom(5, n) > 0"), "from scipy.special import binom"),
    "key=float": (against("max((Fraction(n, 3), Fraction(10**17 + 1, 3 * 10**17)), key=float) > Fraction(1, 3)"), ""),
    "sorted by float": (against("sorted([Fraction(10**17 + n, 10**17), Fraction(1)], key=float)[0] == 1"), ""),
    "percent": (every('"%.3f" % Fraction(n, 3) == "0.333"', "[1]"), ""),
    "percent by a name": (every('ROUNDED % Fraction(n, 3) == "0.333"', "[1]"), 'ROUNDED = "%.3f"'),
    "format of a field": (every('f"{Fraction(n, 3):.3f}" == "0.333"', "[1]"), ""),
    "format": (every('format(Fraction(n, 3), ".3f") == "0.333"', "[1]"), ""),
    "format of a text": (every('"{:.3f}".format(n) == "1.000"', "[1]"), ""),
    "format_map of a text": (every('"{n:.1f}".format_map({"n": n}) == "1.0"', "[1]"), ""),
    "percent in place": (
        every('rounded(Fraction(n, 3)) == "0.3"', "[1]"),
        'def rounded(x):\n    text = "%.1f"\n    text %= x\n    return text',
    ),
    "limit_denominator": (against("Fraction(n, 3).limit_denominator(2) == Fraction(n, 3)"), ""),
    "decimal": (every('exact(n).decimal(3) == (exact(n) + exact("1/100000")).decimal(3)'), "from dpexact import exact"),
    "f = float": (against("f(n) / 10 + f(n) / 5 == Fraction(3, 10)"), "f = float"),
    "m = math": (every("m.sqrt(n * n + 1) == n", "[10**9]"), "import math\nm = math"),
    "math.sqrt": (every("sqrt(n * n + 1) == n", "[10**9]"), "from math import sqrt"),
    "math.log": (against("round(log(n, 10)) < 3", "1000"), "from math import log"),
    "all of math": (every("sqrt(n) ** 2 != n", "[2]"), "from math import *"),
    "math as a name": (every("m.sqrt(n * n + 1) == n", "[10**9]"), "import math as m"),
    "__truediv__": (every("n.__truediv__(3) * 3 == n"), ""),
    "Fraction.__float__": (every("n.__float__() > 0", "[Fraction(1, 3)]"), ""),
    "eval": (every('eval("n / 3 * 3") == n'), ""),
    "exec": (SMALL, 'exec("x = 0.1")'),
    "getattr": (every('getattr(n, "__truediv__")(3) > 0'), ""),
    "__import__": (every('__import__("math").sqrt(n * n) == n'), ""),
    "open": (every('n < len(open("/dev/null").read()) + 4'), ""),
    "pow": (every("pow(n, -1) * n == 1"), ""),
    "operator": (every("truediv(n, 3) * 3 == n"), "from operator import truediv"),
    "operator, as a module": (every("operator.truediv(n, 3) * 3 == n"), "import operator"),
    "Decimal": (every("Decimal(n) / 3 * 3 != n"), "from decimal import Decimal"),
    "random": (every("random() < n"), "from random import random"),
    "statistics": (every("fmean([n, n]) == n"), "from statistics import fmean"),
    "a float": (every("n * 0.1 > 0"), ""),
    "a float that is rounded": (every("round(n * 0.1) == 0"), ""),
    "a complex number": (every("(n * 1j) ** 2 == -n * n"), ""),
    "a float as a default": ('Exhaustive("halves", {"n": [1]}, lambda n, half=0.5: half == Fraction(n, 2))', ""),
    "integers over integers": (every("(n + 1) / 1 == n / 1", "[2**53, 2**60]"), ""),
    "a quotient at the end of a chain": (every("0 < n >= (2**53 + 1) / 1", "[2**53]"), ""),
    "a quotient as a branch": (every("n >= ((2**53 + 1) / 1 if n > 0 else 0)", "[2**53]"), ""),
    "tenths": (against("n / 10 + n / 5 == 3 * n / 10"), ""),
    "a power below 0": (every("1 + 2**-n * 2**-60 == 1"), ""),
    "a root by a power": (against("(n ** Fraction(1, 2)) ** 2 == 2", "2"), ""),
    "an assignment that divides": (SMALL, "x = 3\nx /= 2"),
    "an assignment that takes a power": (SMALL, "x = 3\nx **= -1"),
    "map(float, ...)": (SMALL, 'x = list(map(float, ["0.1"]))'),
    "float within a function": (every("third(n) * 3 == n"), "def third(n):\n    return float(n) / 3"),
    "an import within a function": (
        every("root(n) > 0"),
        "def root(n):\n    from math import sqrt\n    return sqrt(n)",
    ),
    "the densities of a picture": (
        every("round(relaxing_density(n, n + 1, 0)[1]) == 1", "[10**17]"),
        "from dpexact.papers.gradual_release.figures import relaxing_density",
    ),
    "the densities of a picture within a function": (
        every("atom(n) == 1", "[10**17]"),
        (
            "def atom(n):\n    from dpexact.papers.gradual_release.figures import relaxing_density\n"
            "    return relaxing_density(n, n + 1, 0)[1]"
        ),
    ),
    "infinity minus infinity": (every("inf - inf != n"), "from math import inf"),
    "a quotient that only Python reads": (
        every("THIRD * n == 1", "[3]"),
        f"{TYPES}\nelse:\n    THIRD = 1 / 3",
    ),
    "a float of another room": (
        every("mantissa(n)[0] > 0"),
        "from dpexact.linear_programs.number import mantissa",
    ),
    "a sample": (
        every("relax(n, 1, 1, None) == n"),
        "from dpexact.papers.gradual_release import relax_privacy as relax",
    ),
    "a module of dpexact": (SMALL, "from dpexact.mechanisms import families"),
    "the crosschecks of dpexact": (SMALL, "from dpexact.crosscheck import record"),
    "a relative import": (SMALL, "from . import other"),
    "a file beside it": (SMALL, "from pathlib import Path"),
    "hash": (every("hash(n) == n"), ""),
}
LOW = "def low(n):\n    return n > 9\nBOTH = low(1), low(2)"
PAIRS = "((p, q) for p in range(3) for q in range(3))"
FALSE_BELOW = 'Exhaustive("p + q < n", {"n": [5, 4, 3, 2, 1]}, lambda n: all(p + q < n for p, q in '
HOLLOW = {  # evidence, what stands above it, the check that refuses it
    "an inner range that is empty": (every("all(n > 9 for k in range(n, n))"), "", "hollow"),
    "a filter that nothing meets": (every("all(k > 9 for k in range(n) if k < 0)"), "", "hollow"),
    "any of nothing": (against("any(n > k for k in range(n, n))"), "", "hollow"),
    "conditions of nothing": (against("n > 1", conditions="all(n > 9 for k in range(n, n))"), "", "hollow"),
    "all of a list that is empty": (every("all(found(n))"), "def found(n):\n    return [m > 9 for m in ()]", "hollow"),
    "all of what is passed": (every("all(map(bool, [None] * (n - n)))"), "", "hollow"),
    "a sum of nothing": (every("sum(k * n for k in range(0)) == 0"), "", "hollow"),
    "a dictionary of nothing": (every("{k: n for k in ()} == {}"), "", "hollow"),
    "a list of nothing": (every("[k * n for k in range(n) if k > n] == []"), "", "hollow"),
    "a set of nothing": (every("{k * n for k in range(n) if k > n} == set()"), "", "hollow"),
    "a loop over nothing": (
        every("is_small(n)"),
        "def is_small(n):\n    for k in range(n, n):\n        if n + k > 1:\n            return False\n    return True",
        "hollow",
    ),
    "a loop that never turns": (
        every("is_small(n)"),
        "def is_small(n):\n    while n > 9:\n        n = n - 1\n    return n < 9",
        "hollow",
    ),
    "a guard that is always taken": (
        every("is_large(n)"),
        "def is_large(n):\n    if n < 9:\n        return True\n    return n > 9",
        "hollow",
    ),
    "two guards": (
        every("is_large(n)"),
        "def is_large(n):\n    if n < 2:\n        return True\n    if n >= 2:\n        return True\n    return n > 9",
        "hollow",
    ),
    "two guards in one": (
        every("is_large(n)"),
        "def is_large(n):\n    if n < 2:\n        return True\n    elif n >= 2:\n        return True\n    return n > 9",
        "hollow",
    ),
    "a guard in a guard": (
        every("is_large(n)"),
        "def is_large(n):\n    if n < 9:\n        if n > 0:\n            return True\n    return n > 9",
        "hollow",
    ),
    "a loop that always answers": (
        every("is_large(n)"),
        "def is_large(n):\n    for k in range(n):\n        return True\n    return n > 9",
        "hollow",
    ),
    "a claim behind the answer": (
        every("is_large(n)"),
        "def is_large(n):\n    return True\n    return n > 9",
        "hollow",
    ),
    "a claim behind the next turn": (
        every("is_large(n)"),
        (
            "def is_large(n):\n    for k in range(n):\n        continue\n        if k < 9:\n            return False\n"
            "    return True"
        ),
        "hollow",
    ),
    "a guard around the claim": (
        every("is_large(n)"),
        "def is_large(n):\n    if n > 9:\n        return n > 99\n    return True",
        "hollow",
    ),
    "a guard in a loop": (
        every("is_large(n)"),
        (
            "def is_large(n):\n    for k in range(n):\n        if k < 9:\n            continue\n"
            "        if k < 99:\n            return False\n    return True"
        ),
        "hollow",
    ),
    "a premise by or": (every("n < 9 or n > 99"), "", "hollow"),
    "a premise by if": (every("n > 99 if n > 9 else True"), "", "hollow"),
    "a premise by and": (every("not (n > 9 and n < 99)"), "", "hollow"),
    "a premise by a chain": (every("not 9 < n < n + 1"), "", "hollow"),
    "an operand that is always enough": (every("bool(n) or n > 99"), "", "hollow"),
    "an error that is an answer": (
        every("is_large(n)"),
        "def is_large(n):\n    try:\n        return n // 0 > 9\n    except ZeroDivisionError:\n        return True",
        "hollow",
    ),
    "a function that nobody calls": (every("n < 9"), "def large(n):\n    return n > 9", "hollow"),
    "a function that is not called": (every("low and n < 9"), "def low(n):\n    return n > 9", "hollow"),
    "a function that is not called, of many": (every("all(low for k in range(n))"), LOW, "hollow"),
    "a function that is not called, denied": (against("not low"), LOW, "hollow"),
    "a function that is not called, as a premise": (every("n < 9", where="bool(low)"), LOW, "hollow"),
    "a function that is not called, as a filter": (every("all(k < n for k in range(n) if low)"), LOW, "hollow"),
    "a function that is not called, as a guard": (
        every("is_low(n)"),
        f"{LOW}\ndef is_low(n):\n    if low:\n        return n < 9\n    return False",
        "hollow",
    ),
    "a function that is not called, asserted": (
        every("checked(n)"),
        f"{LOW}\ndef checked(n):\n    assert low\n    return n > 0",
        "hollow",
    ),
    "a function that is not called, as a case": (every("n < 9 if low else n > 9"), LOW, "hollow"),
    "a function that is not called, in a loop": (
        every("is_low(n)"),
        f"{LOW}\ndef is_low(n):\n    while low:\n        return n < 9\n    return False",
        "hollow",
    ),
    "a method that is not called": (every("n.bit_length and n < 9"), "", "hollow"),
    "a lambda that nobody calls": (every("n < 9"), "large = lambda n: n > 9", "hollow"),
    "any error": (
        every("is_large(n)"),
        "def is_large(n):\n    try:\n        return n.size > 9\n    except Exception:\n        return True",
        "hollow",
    ),
    "an error without a name": (
        every("is_large(n)"),
        "def is_large(n):\n    try:\n        return n.size > 9\n    except:\n        return True",
        "hollow",
    ),
    "an error of dpexact each time": (
        every("is_large(n)"),
        (
            "from dpexact import NumberSyntaxError, exact\n"
            'def is_large(n):\n    try:\n        return exact(f"{n}?") > 9\n'
            "    except NumberSyntaxError:\n        return True"
        ),
        "hollow",
    ),
    "f(n) == f(n)": (every("n + 1 == n + 1"), "", "hollow"),
    "f(n) >= f(n)": (every("sum(k for k in range(n)) >= sum(k for k in range(n))"), "", "hollow"),
    "a chain that ends with itself": (every("0 < n * n == n * n"), "", "hollow"),
    "Compared with itself": ('Compared(sum(range(4)), "=", sum(range(4)))', "", "hollow"),
    "Compared with itself, by a name": (
        'Compared(HALF, "=", OTHER)',
        "HALF = Fraction(1, 2)\nOTHER = HALF",
        "comparison",
    ),
    "a premise that holds nowhere": (every("n < 0", where="n > 9"), "", "exhaustive"),
    "no case": (every("n < 0", "[]"), "", "exhaustive"),
    "an argument that nothing reads": (every("Fraction(1, 3) > 0", "range(1000)"), "", "predicate"),
    "an instance that nothing reads": (against("Fraction(1, 3) > 1", conditions="True"), "", "predicate"),
    "another argument that nothing reads": (
        'Counterexample("it is so", {"n": 1, "m": 2}, lambda n, m: n > 0, lambda n, m: n > 1)',
        "",
        "predicate",
    ),
    "one number as three cases": (every("n == 1", "[1, Fraction(1), True]"), "", "exhaustive"),
    "equal lists as two cases": (every("n[0] == 1", "[[1], [1]]"), "", "exhaustive"),
    "a generator": (f"{FALSE_BELOW}PAIRS))", f"PAIRS = {PAIRS}", "read once"),
    "a generator in a list": (f"{FALSE_BELOW}PAIRS[0]))", f"PAIRS = [{PAIRS}]", "read once"),
    "a generator in a dict": (f'{FALSE_BELOW}PAIRS["a"]))', f'PAIRS = {{"a": {PAIRS}}}', "read once"),
    "a generator in lists": (f"{FALSE_BELOW}PAIRS[0][0]))", f"PAIRS = [[{PAIRS}]]", "read once"),
    "a generator in a class": (f"{FALSE_BELOW}Held.pairs))", f"class Held:\n    pairs = {PAIRS}", "read once"),
    "a generator in an object": (
        f"{FALSE_BELOW}HELD.pairs))",
        f"class Held:\n    def __init__(self):\n        self.pairs = {PAIRS}\nHELD = Held()",
        "read once",
    ),
    "zip": (f"{FALSE_BELOW}PAIRS))", "PAIRS = zip(range(3), range(3), strict=True)", "read once"),
    "a pair that zip leaves out": (every("all(p == q for p, q in zip([n], [n, n + 9]))"), "", "hollow"),
    "product": (
        f"{FALSE_BELOW}PAIRS))",
        "from itertools import product\nPAIRS = product(range(3), range(3))",
        "read once",
    ),
    "product in a tuple": (
        f"{FALSE_BELOW}PAIRS[0]))",
        "from itertools import product\nPAIRS = (product(range(3), range(3)), 1)",
        "read once",
    ),
    "a function that yields": (f"{FALSE_BELOW}pairs()))", "def pairs():\n    yield (0, 0)", "hollow"),
    "a name of the file again": (every("n < LIMIT"), "LIMIT = 2\nLIMIT = 9", "name"),
    "a function again": (every("low(n)"), "def low(n):\n    return n < 2\n\n\ndef low(n):\n    return n < 9", "name"),
    "a name in a loop again": (every("n < LIMIT"), "LIMIT = 2\nfor LIMIT in (3, 9):\n    pass", "name"),
    "another number by a with": (SMALL, "with Fraction(1) as x:\n    pass", "hollow"),
    "a global that a predicate changes": (
        every("low(n)"),
        "LIMIT = 1\ndef low(n):\n    global LIMIT\n    LIMIT = n + 1\n    return n < LIMIT",
        "hollow",
    ),
}


@pytest.mark.parametrize("forged", FLOATS.values(), ids=FLOATS)
def test_a_number_that_is_not_exact(forged: tuple[str, str], tmp_path: Path) -> None:
    assert refused(tmp_path, *forged) == "inexact"


@pytest.mark.parametrize("forged", HOLLOW.values(), ids=HOLLOW)
def test_evidence_that_shows_nothing(forged: tuple[str, str, str], tmp_path: Path) -> None:
    evidence, above, check = forged
    assert refused(tmp_path, evidence, above) == check


VERDICT = "from dpexact import Mechanism, NeighborGraph, verify\nM = Mechanism.from_rows([0], [0], [[1]])"
HONEST = {  # what resembles the forgeries and shows something
    "an inner range": (every("all(k < n for k in range(n))"), ""),
    "a filter": (every("all(k > 0 for k in range(n) if k > 0)"), ""),
    "a range that is empty at first": (every("all(k < n for k in range(n - 1))"), ""),
    "all of a list": (every("all(found(n))"), "def found(n):\n    return [m < 9 for m in range(n)]"),
    "a premise by or": (every("n > 1 or n < 2"), ""),
    "a premise by where": (every("n > 1", where="n >= 2"), ""),
    "a chain": (every("0 < n < n + 1"), ""),
    "a guard": (every("low(n)"), "def low(n):\n    if n == 1:\n        return True\n    return 1 < n < 9"),
    "all pairs of zip": (every("all(p < q for p, q in zip([n, 1], [n + 9, 2], strict=True))"), ""),
    "an error behind a loop": (
        every("first(n) == 1"),
        "def first(n):\n    for k in (1, 2):\n        if k <= n:\n            return k\n    raise ValueError",
    ),
    "a guard that is never taken": (
        every("low(n)"),
        "def low(n):\n    if n > 9:\n        return False\n    return n < 9",
    ),
    "an assertion": (
        every("low(n)"),
        'def low(n):\n    if n > 9:\n        message = "large"\n        raise ValueError(message)\n    return n < 9',
    ),
    "a conclusion that fails at once": (against("n > 1 and n > Fraction(1, 2)"), ""),
    "a conclusion that fails at once, of a function": (
        'Counterexample("it is so", {"n": 1}, lambda n: n > 0, fails)',
        "def fails(n):\n    return n > 1 and all(n > k for k in range(3))",
    ),
    "a formula by cases at one case": (against("(n + 1 if n > 0 else n - 1) == 0"), ""),
    "an error that refutes": (
        against("is_read(n)"),
        (
            "from dpexact import NumberSyntaxError, exact\n"
            'def is_read(n):\n    try:\n        exact(f"{n}?")\n    except NumberSyntaxError:\n        return False\n'
            "    return True"
        ),
    ),
    "quotients of fractions": (every("Fraction(n) / 3 * 3 == n"), ""),
    "a function that is called": (every("low(n) and n < 9"), "def low(n):\n    return n < 9"),
    "a property": (
        every("VERDICT.proved and n < 9"),
        f"{VERDICT}\nVERDICT = verify(M, NeighborGraph.complete([0]), 1, 0)",
    ),
    "powers": (every("Fraction(2) ** -n * 2**n == 1"), ""),
    "whole roots": (every("isqrt(n * n + 1) == n", "[10**9]"), "from math import isqrt"),
    "binomials": (every("comb(n, 1) == n"), "from math import comb, factorial, gcd, inf, lcm, perm, prod"),
    "text without rounding": (every('f"{n}" == str(n)'), ""),
    "two ways to one number": ('Compared(sum(range(4)), "=", 3 * 4 // 2)', ""),
    "exact numbers": ('Compared(exact("exp(1)"), ">", exact("2.718"))', "from dpexact import exact"),
    "a list of pairs": (every("all(p + q < n + 5 for p, q in PAIRS)"), f"PAIRS = list({PAIRS})"),
    "a dataclass": (
        every("CASE.limit > n"),
        "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass Case:\n    limit: int\nCASE = Case(9)",
    ),
    "a table that grows": (every("n in TABLE"), "TABLE = [1]\nTABLE += [2, 3]"),
    "a mechanism": (
        'Compared(MECHANISM.rows()[0][0], "=", exact("1/2"))',
        'from dpexact import Mechanism, exact\nMECHANISM = Mechanism.from_rows([0], [0, 1], [["1/2", "1/2"]])',
    ),
    "types": (
        every("n > 0"),
        TYPES,
    ),
}


@pytest.mark.parametrize("honest", HONEST.values(), ids=HONEST)
def test_evidence_that_shows_something(honest: tuple[str, str], tmp_path: Path) -> None:
    assert refused(tmp_path, *honest) == ""


def test_the_package_of_the_paper_is_for_its_proofs_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And of it what it defines: `arb` stays what it is."""
    (tmp_path / "toypaper").mkdir()
    text = "from flint import arb\nfrom fractions import Fraction\n\ndef third(n):\n    return Fraction(n, 3)\n"
    (tmp_path / "toypaper" / "__init__.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    papers = [Paper("toypaper", "A toy", proofs=tmp_path)]

    def refusal(name: str, imported: str, evidence: str) -> str:
        text = FILE.format(evidence=evidence, above=f"from toypaper import {imported}")
        (tmp_path / "toy.py").write_text(text, encoding="utf-8")
        try:
            load_file(tmp_path / "toy.py", name, papers).run()
        except ProofError as error:
            return error.check
        return ""

    assert refusal("toypaper/toy", "third", every("third(n) * 3 == n")) == ""
    assert refusal("toypaper/toy", "arb", against("arb(n) / 3 * 3 == 1")) == "inexact"
    assert refusal("rainbow/toy", "third", every("third(n) * 3 == n")) == "inexact"
    assert refusal("", "third", every("third(n) * 3 == n")) == "inexact"


def test_all_is_told_that_is_never_reached(tmp_path: Path) -> None:
    path = tmp_path / "toy.py"
    evidence = every("(n < 9 or n > 99) and all(n > k + 9 for k in range(n, n))")
    path.write_text(FILE.format(evidence=evidence, above=""), encoding="utf-8")
    with pytest.raises(ProofError) as caught:
        load_file(path).run()
    assert str(caught.value) == (
        "hollow: line 16: an operand that is never evaluated: n > 99;"
        " line 16: elements of which there is none: n > k + 9"
    )


@pytest.mark.slow
def test_an_assertion_is_asked_by_an_interpreter_that_leaves_assertions_out(tmp_path: Path) -> None:
    path = tmp_path / "toy.py"
    above = "def low(n):\n    assert n == 2\n    return n < 9"
    path.write_text(FILE.format(evidence=every("low(n)", "[1]"), above=above), encoding="utf-8")
    command = [sys.executable, "-O", "-m", "dpexact", "prove", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "step: evidence: AssertionError" in done.stdout


DECEIVING = {  # what is not caught: dev/proofs.md says so, and that no file of a stranger is to be run
    "a domain that the predicate chose": (every("n > 9", "[n for n in range(99) if n > 9]"), ""),
    "a premise with the conclusion": (every("n > 9", "range(99)", where="n > 9"), ""),
    "a premise of one case": (every("n == 7", "range(99)", where="n == 7"), ""),
    "0 = 0": (every("n * 0 == 0"), ""),
    "conditions that always hold": (against("n > 1", conditions="n == n + 0"), ""),
    "a name for what is always so": (every("all([True, n < 9])"), ""),
}


@pytest.mark.parametrize("accepted", DECEIVING.values(), ids=DECEIVING)
def test_what_a_reader_has_to_see(accepted: tuple[str, str], tmp_path: Path) -> None:
    assert refused(tmp_path, *accepted) == ""
