"""A true number is a law or a formula of exact arguments, and beside it the same again in mpmath.

A float stands for its binary value. The lines of mpmath are a second route without a line of dpexact, and the tests
compare the two. `truths.toml` names the numbers that several questions share.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from inspect import Parameter, signature
from typing import Any

from dpexact.certificates.source import described, fault
from dpexact.crosscheck.computed import COMPUTED, Truth
from dpexact.numbers.exact import Exact
from dpexact.numbers.formula import Real, closed_term, formula_value, value_of_term
from dpexact.numbers.grammar import term_of_text
from dpexact.numbers.typography import did_you_mean

FILE = "truths.toml"
PLACE = re.compile(r"\{([a-z_0-9]+)\}")
PLAIN = re.compile(r"[a-z_]\w*|\d+")  # a name or an integer, which both routes write alike
FORMULA = ("formula", "parts", "uses", "again")  # the keys of a formula, and of its lines of mpmath
Compute = Callable[..., Truth]


@dataclass(frozen=True)
class TrueNumber:
    """A number that is computed of the arguments that it `takes`, by name. `again` has a place `{name}` for each."""

    compute: Compute
    takes: frozenset[str]
    again: str

    def renamed(self, names: Mapping[str, str], again: str) -> TrueNumber:
        """Return the number with formulas of other names for some arguments.

        The lines of mpmath follow if each of the formulas is a name or an integer. Otherwise `again` gives them.
        """

        def place(found: re.Match[str]) -> str:
            text = names.get(found[1], found[1])
            return text if text.isdigit() else f"{{{text}}}"

        formulas = {name: names.get(name, name) for name in self.takes}
        takes = frozenset().union(*(term_of_text(text).free_names() for text in formulas.values()))
        return TrueNumber(_Renamed(self.compute, formulas), takes, again or PLACE.sub(place, self.again))


@dataclass(frozen=True)
class _Renamed:
    """A law of other arguments, which takes the exact number of a formula, or its tree if it has none."""

    law: Compute
    formulas: Mapping[str, str]

    def __call__(self, **given: Any) -> Truth:
        return self.law(**{name: self._argument(text, given) for name, text in self.formulas.items()})

    def _argument(self, text: str, given: Mapping[str, Any]) -> Any:
        if text in given:
            return given[text]
        term = closed_term(text, {name: given[name] for name in term_of_text(text).free_names()})
        number = value_of_term(term)
        return number if isinstance(number, Exact) else term


@dataclass(frozen=True)
class _Formula:
    """A formula with names. Each of `parts` stands for a name in it and in the parts below."""

    text: str
    parts: Mapping[str, str]

    def __call__(self, **given: Real) -> Truth:
        names = dict(given)
        for name, text in self.parts.items():
            names[name] = closed_term(text, {free: names[free] for free in term_of_text(text).free_names()})
        return formula_value(self.text, {free: names[free] for free in term_of_text(self.text).free_names()})

    def takes(self) -> frozenset[str]:
        """Return the free names that no part stands for."""
        names = frozenset().union(*(term_of_text(text).free_names() for text in (self.text, *self.parts.values())))
        return names - set(self.parts)


def read_formula(row: Mapping[str, Any], place: str, file: str) -> TrueNumber:
    """Read a formula, its parts, and its lines of mpmath after the pieces of code that these use.

    Raises DocumentError.
    """
    code = _shared()["code"]
    parts, uses = row.get("parts", {}), row.get("uses", [])
    if not isinstance(parts, dict) or not all(isinstance(text, str) for text in parts.values()):
        raise fault(file, f"{place}.parts", "a table of formulas", described(parts), "write one")
    if not isinstance(uses, list) or not set(map(str, uses)) <= set(code):
        raise fault(file, f"{place}.uses", f"a list of {', '.join(code)}", described(uses), "correct the list")
    formula = _Formula(text_in(row, "formula", place, file), parts)
    return TrueNumber(formula, formula.takes(), _again(row, place, file))


def read_renaming(row: Mapping[str, Any], of: str, place: str, file: str, laws: Mapping[str, TrueNumber]) -> TrueNumber:
    """Read a law by its name under the key `of`, with `names` for its arguments and `again` if these are formulas.

    Raises DocumentError.
    """
    name, names = text_in(row, of, place, file), row.get("names", {})
    if name not in laws:
        raise fault(file, f"{place}.{of}", "the name of a truth", f"{name!r}{did_you_mean(name, laws)}", "correct it")
    law = laws[name]
    if not isinstance(names, dict) or not all(isinstance(text, str) for text in names.values()):
        raise fault(file, f"{place}.names", "a table of texts", described(names), "write one")
    if not set(names) <= law.takes:
        came, expected = ", ".join(sorted(set(names) - law.takes)), ", ".join(sorted(law.takes))
        raise fault(file, f"{place}.names", f"arguments of {name}: {expected}", came, "correct them")
    again = _again(row, place, file) if "again" in row else ""
    if not again and not (law.again and all(map(PLAIN.fullmatch, names.values()))):
        raise fault(file, place, "names and integers, or `again`", described(names), "write the lines of mpmath")
    return law.renamed(names, again)


def text_in(row: Mapping[str, Any], key: str, place: str, file: str) -> str:
    """Return a text of a row, without the line break at its end. Raises DocumentError."""
    text = row.get(key)
    if not isinstance(text, str) or not text:
        raise fault(file, f"{place}.{key}", "text", described(text), "write one")
    return text.removesuffix("\n")


def _again(row: Mapping[str, Any], place: str, file: str) -> str:
    return "".join(_shared()["code"][name] for name in row.get("uses", [])) + text_in(row, "again", place, file)


def of_law(law: Compute, again: str) -> TrueNumber:
    """Return the number of a law, which takes the parameters without a default."""
    parameters = signature(law).parameters
    return TrueNumber(law, frozenset(name for name in parameters if parameters[name].default is Parameter.empty), again)


@cache
def _shared() -> dict[str, Any]:
    return tomllib.loads(resources.files("dpexact.crosscheck").joinpath(FILE).read_text(encoding="utf-8"))


@cache
def shared_truths() -> Mapping[str, TrueNumber]:
    """Return the numbers of `truths.toml` by name, each of which may rename one above it. Raises DocumentError."""
    laws = {name: of_law(law, "") for name, law in COMPUTED.items()}
    truths: dict[str, TrueNumber] = {}
    for number, row in enumerate(_shared()["truth"]):
        place = f"truth[{number}]"
        name = text_in(row, "name", place, FILE)
        kind = ("of", "names", "uses", "again") if "of" in row else FORMULA
        if not {"name", "says", *kind} >= set(row) or name in truths:
            expected = f"a name of its own and the keys name, says, {', '.join(kind)}"
            raise fault(FILE, place, expected, ", ".join(row), "correct it")
        if "of" in row:
            truths[name] = read_renaming(row, "of", place, FILE, laws | truths)
        elif "formula" in row:
            truths[name] = read_formula(row, place, FILE)
        else:
            truths[name] = replace(laws[name], again=_again(row, place, FILE))
    return truths
