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
    "tests/forgeries/test_core_inductions.py",
    "tests/forgeries/test_core_survivors.py",
    "tests/forgeries/test_core_equivalents.py",
    "tests/forgeries/test_attacks.py",
    "tests/forgeries/test_core.py",
    "tests/forgeries/test_false_proofs.py",
    "tests/unit/test_proving_sequences.py",
)

# Not among them, since another check does the same:
# - `_conditions`: one of `gone` and `needed`. With `needed` alone, what shows p != 0 rests on conditions that are kept
#   from then on or were dropped before; with `gone` alone, on conditions that are kept or dropped later, by facts that
#   do not rest on p. Either way no condition rests on itself.
# - the first of the two checks that facts are unchanged: between them only the core and predicates run, and what a
#   predicate runs after is no fact. The second sees what is changed and stays so.
# - that `premises` is a tuple: it is read once.
# At the end of the list are those that, by argument, let nothing false in (test_core_equivalents.py):
# - `instance`, bases: the hypotheses that mention E are shown for its new value, the new E among them, if k has one.
# - `slacks_of`: a base >= 0 instead of > 0. A power says that its base is not 0, so E >= 0 gives X = E^k > 0.
# - `_holds`, Power: that the new exponent is whole. Where X occurs, `power_value` takes integer combinations of 1 and
#   of exponents that powers say to be integers; where it does not, E != 0 and X != 0 are all that was taken from the
#   power, and the fact still rests on the power at the old k.
# - `_holds`, Terms and Recursive: index >= start; `closed_form`: index >= start. One of them is enough: where a term
#   occurs, its place is k + 1, `start` or one of which a Term speaks; where it does not, what a rule took about k from
#   its range came from relations, which are shown anew. In `closed_form` the sequence itself says index >= start, and
#   that the index is whole (`Whole`).
# - `telescoping`: the definitions of F. The summand has no uncited power of j (`_sum_names`), so for F such a symbol is
#   a constant, and F(u + 1) - F(l) is the sum for each constant.
# - `induction`: that the base does not depend on k. It is P with a number for k, in all places at once; a k that comes
#   in by a Term (a_1 = k) is the one at which the induction ends, and the step does not rest on that Term (`_keeps`).
# - `compared`: = of enclosures. Their == is decided (two points, two intervals that are apart) or raises.
# - `satisfies`: that every symbol has a value. What has none raises where it is needed; where it is not (the rule of a
#   sequence at its first place), any value would do.
# (module of dpexact/proving, text, what it becomes)
MUTANTS = [
    # core: hypotheses, lemmas, the entry
    ("core", "type(hypothesis) is not Hypothesis or", "False or"),
    ("core", "if type(formula) not in HYPOTHESES:", "if False:"),
    ("core", "bound is not None and any(bound in factor.names", "False and any(bound in factor.names"),
    ("core", "isinstance(formula, Every) and bound in", "False and bound in"),
    ("core", "if missing:", "if False:"),
    ("core", "if formula not in there and defined(formula) & names:", "if False:"),
    ("core", "(fact.formula, *there) if isinstance", "there if isinstance"),
    ("core", "for fact in cited.values():\n        require_unchanged(fact)\n    resting", "resting"),
    ("core", "_require_plain(shown.formula)\n", "\n"),
    ("core", "_require_premises(shown.uses, cited)\n", "\n"),
    ("core", "_require_consistent(resting)\n", "\n"),
    ("core", "hasattr(evidence, part) and type(getattr(evidence, part)) is not kind", "False"),
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
    # core: plain formulas, premises, consistency
    ("core", 'inner.sign in ("= 0", "> 0", ">= 0")', "True"),
    ("core", "all(type(name) is str for name in names)", "True"),
    ("core", "if not plain or any(type(part) is not Expression", "if any(type(part) is not Expression"),
    ("core", "any(premise is fact for fact in cited.values())", "True"),
    ("core", "if type(fact.formula) not in (Words, Finite) and not any", "if False and not any"),
    ("core", "if twice:", "if False:"),
    ("core", "if {base, exponent} & fixed:", "if False:"),
    ("core", "if index in fixed or set(", "if False and set("),
    ("core", "if index in fixed | bases:", "if False:"),
    # fact
    ("fact", "if _entry(fact).written() != _BOOK[fact][1]:", "if False:"),
    ("fact", "type(fact) is not Fact or fact not in _BOOK", "type(fact) is not Fact"),
    # positivity
    ("positivity", "coefficient < 0 for _", "False for _"),
    ("positivity", "not set(polynomial.names) <= slacks.names or", ""),
    ("positivity", "return not strict or any(", "return True or any("),
    ("positivity", "_has_coefficients(below, slacks, strict=True)", "_has_coefficients(below, slacks, strict=False)"),
    ("positivity", "if below * above < 0:", "if False:"),
    ("positivity", "has_sign(base - 1, slacks) and has_sign(exponent, slacks)", "has_sign(base - 1, slacks)"),
    ("positivity", "has_sign(base - 1, slacks) and has_sign(exponent, slacks)", "has_sign(exponent, slacks)"),
    ("positivity", "needed = slack in self.strict and not strict", "needed = False"),
    ("positivity", "self._is_higher(name, bound, strict=strict)", "True"),
    ("positivity", "if direction < 0 and name not in self.names:", "if direction < 0:"),
    ("positivity", "if direction < 0 and strict and name in", "if direction < 0 and name in"),
    ("positivity", "1 if leading > 0 else -1", "1"),
    ("positivity", "t = self._slack(strict=name in self.strict)", "t = self._slack(strict=True)"),
    # sequences: other values
    ("sequences", "set(values) & (bound | bases)", "set(values) & bases"),
    ("sequences", "require_definitions(moved, names, known, declared)", "pass"),
    ("sequences", "if not within or not is_whole(place, given):", "if not within:"),
    ("sequences", "if not within or not is_whole(place, given):", "if not is_whole(place, given):"),
    ("sequences", "if not _holds(hypothesis.formula, values", "if False and not _holds(hypothesis.formula, values"),
    ("sequences", "if set(polynomial.names) & changed and", "if False and"),
    ("sequences", "return False  # words may speak of any symbol", "return True"),
    ("sequences", "return name in values and is_whole(values[name], given)", "return name in values"),
    ("sequences", "whole and not others & changed and is_manifest", "whole and is_manifest"),
    # sums in sequences
    ("sequences", "if bound & {*lower.names, *upper.names, *total.value.names}:", "if False:"),
    ("sequences", "if any(set(factor.names) & bound and", "if False and any(set(factor.names) & bound and"),
    ("sequences", "if Whole(j) not in given or not all", "if not all"),
    ("sequences", "not all(is_whole(end, given) for end in (lower, upper))", "False"),
    ("sequences", "if not is_manifest(at_least(upper, lower - 1), given):", "if False:"),
    ("sequences", "if step != total.summand:", "if False:"),
    ("sequences", "if found != total.value:", "if False:"),
    ("sequences", "require_definitions((total.index,), total.summand.names, given, declared)", "pass"),
    ("sequences", "if any(item.index == total.index for item in sequences):", "if False:"),
    ("sequences", "if isinstance(formula, Relation) and mentioned(formula) & bound:", "if False:"),
    ("sequences", 'and item.formula.sign == "= 0" and total.index in', "and False and total.index in"),
    ("sequences", "if request.strict is not False and not is_manifest", "if False and not is_manifest"),
    # sequences: recursion, induction
    ("sequences", "require_definitions((rule.index,), {*closed", "(lambda *_: None)((rule.index,), {*closed"),
    ("sequences", "_require_fixed(denominators(formula) | denominators(rule), rule.index, (*given, rule))", "pass"),
    ("sequences", "if first != rule.first:", "if False:"),
    ("sequences", "if following != rule.rule.substitute", "if False and following != rule.rule.substitute"),
    ("sequences", 'sign == "= 0" or "= 0" in (m.sign, base.sign, r.sign)', "False"),
    ("sequences", "require_definitions((request.index,), names | mentioned(formula), given, declared)", "pass"),
    ("sequences", "if base.expression != shifted(", "if False and base.expression != shifted("),
    ("sequences", "!= m.expression * expression + r.expression:", "!= m.expression * expression + r.expression and False:"),  # noqa: E501
    ("sequences", 'base.sign != "> 0" or "> 0" not in (m.sign, r.sign)', 'base.sign != "> 0"'),
    ("sequences", 'base.sign != "> 0" or "> 0" not in (m.sign, r.sign)', '"> 0" not in (m.sign, r.sign)'),
    ("sequences", "if Whole(request.index) not in given or", "if"),
    ("sequences", "or not is_manifest(at_least(k, start), given):", "or False:"),
    ("sequences", "_require_fixed(conditions, request.index, given)", "pass"),
    ("sequences", "_require_before(item, k, start, given)\n    kept", "pass\n    kept"),
    ("sequences", "return not mentioned(formula) & names or formula in given", "return True"),
    ("sequences", "frozenset(bounds - kept)", "frozenset(bounds)"),
    ("sequences", "falling < 0 or not is_manifest(before, given)", "falling < 0"),
    ("sequences", "falling is None or falling < 0", "falling is None"),
    ("sequences", "mentioned(relation) & names != {str(k)}", "False"),
    ("sequences", "part < 0:\n", "False:\n"),
    ("sequences", "if depends and missing:", "if False:"),
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
    ("witness", "and all(model.value(polynomial) != 0 for polynomial in conditions)", ""),
    ("witness", "and all(model.holds(formula) for formula in known)", ""),
    ("witness", "return self.values[name].denominator == 1", "return True"),
    ("witness", "== self.values[name]\n            case Terms", "is not None\n            case Terms"),
    ("witness", "return all(self.term(formula, at) == value for at, value in ends)", "return True"),
    ("witness", "fits and self.term(formula, int(place)) == self.values[name]", "fits"),
    ("witness", "return self.term(sequence, self.integer(place)) == self.value(value)", "return True"),
    ("witness", 'return {"= 0": gap == 0, "> 0": gap > 0, ">= 0": gap >= 0}[', 'return {"= 0": gap == 0, "> 0": gap >= 0, ">= 0": gap >= 0}['),  # noqa: E501
    ("witness", "if number == 0 or", "if"),
    ("witness", "if names & {index, *grows}:", "if False:"),
    ("witness", "return self.every(formula)", "return True"),
    ("witness", "if type(value) not in (int, Fraction):", "if False:"),
    # shifting
    ("shifting", "if definition.name in values or definition.base in values:", "if False:"),
    ("shifting", "if exponent.denominator != 1:", "if False:"),
    ("shifting", "case [(name, 1)] if name in names:", "case [(name, _)] if name in names:"),
    ("shifting", "return value.denominator == 1 and set(", "return set("),
    ("shifting", "and set(value.names) <= {formula.name for formula in formulas(given, Whole)}", ""),
    ("shifting", "if following in expression.names:", "if False:"),
    ("shifting", "if power.base == base}", "}"),
    # what would let in nothing false, by argument
    ("sequences", "set(values) & (bound | bases)", "set(values) & bound"),
    ("positivity", "elif has_sign(base, slacks, strict=True):", "elif has_sign(base, slacks):"),
    ("sequences", "return index in values and is_whole(values[index], given)", "return index in values"),
    ("sequences", "and not others & changed and is_manifest(at_least(values[index], start), given)", "and not others & changed"),  # noqa: E501
    ("sequences", "require_definitions((j,), f.names, given, declared)", "pass"),
    ("sequences", "if set(base.expression.names) & about(request.index, given):", "if False:"),
    ("finite", 'if Enclosure in (type(left), type(right)) and relation in ("=", "!="):', "if False:"),
    ("witness", "names <= set(values)\n            and all", "all"),
]  # fmt: skip


def changed(module: str, old: str, new: str) -> str:
    """The text of a module with the change. Raises: ValueError if the text does not occur exactly once."""
    text = (ROOT / "dpexact" / "proving" / f"{module}.py").read_text(encoding="utf-8")
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
        (Path(folder) / "dpexact" / "proving" / f"{module}.py").write_text(text, encoding="utf-8")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "-p",
            "no:cacheprovider",
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
