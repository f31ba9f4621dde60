"""Mutants of the rules of the core: one condition of one rule is dropped or turned; the tests of the core notice it.

`python tests/forgeries/core_mutants.py [START]` runs them all, each with a copy of the package in front of the real
one, and prints those that no test notices.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOTICED_BY = (
    "tests/forgeries/test_core_attacks.py",
    "tests/forgeries/test_core_survivors.py",
    "tests/forgeries/test_core_equivalents.py",
    "tests/forgeries/test_attacks.py",
    "tests/forgeries/test_core.py",
    "tests/forgeries/test_false_proofs.py",
)

# Not among them, since another check does the same:
# - `_conditions`: one of `gone` and `needed`. With `needed` alone, what shows p != 0 rests on conditions that are kept
#   from then on or were dropped before; with `gone` alone, on conditions that are kept or dropped later, by facts that
#   do not rest on p. Either way no condition rests on itself.
# - the first of the two checks that facts are unchanged: between them only the core and predicates run, and what a
#   predicate runs after is no fact. The second sees what is changed and stays so.
# - that `premises` is a tuple: it is read once.
# At the end of the list are those that, by argument, let nothing false in (test_core_equivalents.py):
# - `compared`: = of enclosures. Their == is decided (two points, two intervals that are apart) or raises.
# - `satisfies`: that every symbol has a value. What has none raises where it is needed.
# (module of dpexact/papers/proving, text, what it becomes)
MUTANTS = [
    # core: hypotheses, lemmas, the entry
    ("core", "type(hypothesis) is not Hypothesis or", "False or"),
    ("core", "if type(formula) not in HYPOTHESES:", "if False:"),
    ("core", "if missing:", "if False:"),
    ("core", "for fact in cited.values():\n        require_unchanged(fact)\n    resting", "resting"),
    ("core", "_require_plain(shown.formula)\n", "\n"),
    ("core", "_require_premises(shown.uses, cited)\n", "\n"),
    ("core", "if any(type(product) is not tuple for", "if False and any(type(product) is not tuple for"),
    # core: ordered fields
    ("core", 'if formula.sign != "= 0":', "if False:"),
    ("core", 'if difference != 0:\n        raise ProofError(f"{formula}: the products', 'if False:\n        raise ProofError(f"{formula}: the products'),  # noqa: E501
    ("core", '"= 0": signs == ["= 0"] * len(signs)', '"= 0": True'),
    ("core", '"> 0": "> 0" in signs', '"> 0": True'),
    ("core", 'all(relation.sign == "> 0" for relation in relations)', "True"),
    ("core", 'if relation.sign != "> 0":\n                raise', "if False:\n                raise"),
    ("core", "(vanishes and factor.is_polynomial())", "factor.is_polynomial()"),
    ("core", "(vanishes and factor.is_polynomial())", "vanishes"),
    ("core", "if number < 0:", "if False:"),
    ("core", "strict and number > 0", "strict"),
    ("core", "factor.fact if type(factor) is asked.Over else factor for", "factor for"),
    # the conditions of core
    ("core", "if not fact.conditions & (gone | {polynomial})", "if not fact.conditions & gone"),
    ("core", "denominators(formula).union(*(fact.conditions for fact in cited))", "denominators(formula)"),
    ("core", 'if item.sign == "> 0"]', "]"),
    ("core", 'Relation(side, constant(0), "> 0"), known)', 'Relation(side, constant(0), ">= 0"), known)'),
    # core: plain formulas, premises
    ("core", "hasattr(evidence, part) and type(getattr(evidence, part)) is not tuple", "False"),
    ("core", 'formula.sign in ("= 0", "> 0", ">= 0")', "True"),
    ("core", "plain and type(formula.sign) is str and", "plain and"),
    ("core", "plain = all(type(part) is Expression for part in expressions(formula))", "plain = True"),
    ("core", 'or type(getattr(formula, "text", "")) is not str', ""),
    ("core", "any(premise is fact for fact in cited.values())", "True"),
    ("core", "if type(fact.formula) not in (Words, Finite) and not any", "if False and not any"),
    # fact
    ("fact", "if _entry(fact).written() != _BOOK[fact][1]:", "if False:"),
    ("fact", "type(fact) is not Fact or fact not in _BOOK", "type(fact) is not Fact"),
    # positivity
    ("positivity", "coefficient < 0 for _", "False for _"),
    ("positivity", "not set(polynomial.names) <= slacks.names or", ""),
    ("positivity", "return not strict or any(", "return True or any("),
    ("positivity", "_has_coefficients(below, slacks, strict=True)", "_has_coefficients(below, slacks, strict=False)"),
    ("positivity", "if below * above < 0:", "if False:"),
    ("positivity", "needed = slack in self.strict and not strict", "needed = False"),
    ("positivity", "self._is_higher(name, bound, strict=strict)", "True"),
    ("positivity", "if direction < 0 and name not in self.names:", "if direction < 0:"),
    ("positivity", "if direction < 0 and strict and name in", "if direction < 0 and name in"),
    ("positivity", "1 if leading > 0 else -1", "1"),
    ("positivity", "t = self._slack(strict=name in self.strict)", "t = self._slack(strict=True)"),
    # finite
    ("finite", "if not 0 < size <= MAX_CASES:", "if size > MAX_CASES:"),
    ("finite", "if request.predicate(**case) is not True:", "if not request.predicate(**case):"),
    ("finite", "if type(values) not in (list, tuple, range):", "if False:"),
    ("finite", "if request.conditions(**instance) is not True:", "if not request.conditions(**instance):"),
    ("finite", "if request.conclusion(**instance) is not False:", "if request.conclusion(**instance):"),
    ("finite", "if type(side) not in (int, Fraction, Exact, Enclosure):", "if False:"),
    ("finite", "if holds is not True:", "if False:"),
    ("finite", 'if statement["kind"] != request.kind:', "if False:"),
    ("finite", "if not is_about(certificate", "if False and not is_about(certificate"),
    ("finite", "(type(request.kind), type(request.mechanism), type(request.neighbors)) != (", "False and ("),
    ("finite", "if _written(values) != before:", "if False:"),
    ("finite", "if type(function) is not FunctionType:", "if False:"),
    ("finite", "function.__code__)", "function)"),
    ("finite", '_require_exact(values, f"the domain of {name}")', "pass"),
    ("finite", '_require_exact(tuple(instance.values()), "the instance")', "pass"),
    # witness
    ("witness", "and all(_value(polynomial, numbers) != 0 for polynomial in nonzero)", ""),
    ("witness", "and all(_holds(formula, numbers) for formula in known)", ""),
    ("witness", 'return {"= 0": gap == 0, "> 0": gap > 0, ">= 0": gap >= 0}[', 'return {"= 0": gap == 0, "> 0": gap >= 0, ">= 0": gap >= 0}['),  # noqa: E501
    ("witness", "if type(value) not in (int, Fraction):", "if False:"),
    # what would let in nothing false, by argument
    ("finite", 'if Enclosure in (type(left), type(right)) and relation in ("=", "!="):', "if False:"),
    ("witness", "names <= set(values)\n            and all", "all"),
]  # fmt: skip


def changed(module: str, old: str, new: str) -> str:
    """The text of a module with the change. Raises: ValueError if the text does not occur exactly once."""
    text = (ROOT / "dpexact" / "papers" / "proving" / f"{module}.py").read_text(encoding="utf-8")
    if text.count(old) != 1:
        message = f"{module}: {old!r} occurs {text.count(old)} times"
        raise ValueError(message)
    return text.replace(old, new)


def is_noticed(module: str, old: str, new: str) -> bool:
    """Whether the tests of the core fail with this change."""
    text = changed(module, old, new)
    with tempfile.TemporaryDirectory() as folder:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "dpexact", Path(folder) / "dpexact", ignore=ignored)
        (Path(folder) / "proofs").symlink_to(ROOT / "proofs")
        (Path(folder) / "dpexact" / "papers" / "proving" / f"{module}.py").write_text(text, encoding="utf-8")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n0",
            "-x",
            "-p",
            "no:cacheprovider",
            "-m",
            "",
            "-o",
            f"pythonpath={folder}",
            *NOTICED_BY,
        ]
        environment = {
            **os.environ,
            "PYTHONPATH": folder,
            "PYTHONDONTWRITEBYTECODE": "1",
            "HYPOTHESIS_PROFILE": "default",
        }
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False, timeout=600)
    return done.returncode == 1


if __name__ == "__main__":
    if is_noticed("core", "if missing:", "if bool(missing):"):
        sys.exit("the tests fail without a mutant")
    for number, mutant in list(enumerate(MUTANTS))[int(sys.argv[1]) if len(sys.argv) > 1 else 0 :]:
        if number % 3 == (int(sys.argv[2]) if len(sys.argv) > 2 else number % 3) and not is_noticed(*mutant):
            print(number, mutant, flush=True)  # noqa: T201
    print("done", flush=True)  # noqa: T201
