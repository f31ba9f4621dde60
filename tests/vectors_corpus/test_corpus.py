"""The committed corpus: its schema, its digests, its doubles, its certificates, and that it is made again alike."""

import ast
import json
import math
from collections import Counter
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from dpexact.audit.quantities import QUANTITIES
from dpexact.certificates.certificate import check
from dpexact.vectors import by_mpmath, corpus
from dpexact.vectors.corpus import FAMILIES, Chance, bound
from tests.each import each

FOLDER = Path(__file__).parents[2] / "vectors"
INDEX = json.loads((FOLDER / "index.json").read_text(encoding="utf-8"))
MEGABYTE = 10**6


@cache
def family(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def double(value: dict[str, str]) -> float:
    return float.fromhex(value["hex"])


def parameters(test: dict[str, Any]) -> dict[str, Any]:
    return {
        name: [double(part) for part in value] if isinstance(value, list) else value.get("text") or double(value)
        for name, value in test["parameters"].items()
    }


def test_there_are_enough_of_them_and_they_are_small() -> None:
    assert len(INDEX["families"]) >= 25
    total = sum(entry["tests"] for entry in INDEX["families"].values())
    assert total >= 5000
    page = (FOLDER.parent / "docs" / "vectors.md").read_text(encoding="utf-8")
    assert f"has {total} tests in {len(INDEX['families'])} families" in page
    assert sum(path.stat().st_size for path in FOLDER.rglob("*.json")) <= 4 * MEGABYTE
    assert set(INDEX["families"]) == set(FAMILIES)
    quantities = {quantity.name for quantity in QUANTITIES}
    assert set(FAMILIES) <= quantities | {corpus.VERDICT}


def test_the_index_has_the_digest_of_each_file() -> None:
    assert INDEX["version"] == corpus.VERSION
    for entry in INDEX["families"].values():
        assert sha256((FOLDER / entry["file"]).read_bytes()).hexdigest() == entry["sha256"]


@pytest.mark.parametrize("step", [pytest.param(1, marks=pytest.mark.slow), 20])
def test_families_keep_the_schema(step: int) -> None:
    schema = jsonschema.Draft202012Validator(json.loads((FOLDER / "schema.json").read_text(encoding="utf-8")))
    for name in FAMILIES:
        wrong = schema.iter_errors(family(name) | {"tests": family(name)["tests"][::step]})
        assert not [(name, error.json_path, error.message) for error in wrong]


@each("name", FAMILIES)
def test_the_tests_of_a_family_are_counted_and_their_flags_explained(name: str) -> None:
    tests = family(name)["tests"]
    assert len({test["id"] for test in tests}) == len(tests) == INDEX["families"][name]["tests"]
    flags = {flag for test in tests for flag in test["flags"]}
    assert flags == {*family(name)["notes"], "drawn"}


@each("name", [name for name in FAMILIES if name != corpus.VERDICT])
def test_bounds_are_neighboring_doubles_and_decimals_are_read_as_them(name: str) -> None:
    spread: Counter[bool] = Counter()
    for test in family(name)["tests"]:
        lower, upper = double(test["lower"]), double(test["upper"])
        assert upper in {lower, math.nextafter(lower, math.inf)}
        assert [float(test["lower"]["decimal"]), float(test["upper"]["decimal"])] == [lower, upper]
        for value in test["parameters"].values():
            for part in value if isinstance(value, list) else [value]:
                assert "text" in part or float(part["decimal"]) == double(part)
        spread[lower == 0 or lower >= 1 - 2**-53] += "drawn" in test["flags"]
    if not name.endswith(("epsilon", "sigma", "gaussian")):
        assert spread[True] <= 0.06 * spread.total()


def test_infinity_is_written_as_every_reader_knows_it() -> None:
    assert bound(math.inf, "up") == {"hex": "inf", "decimal": "inf"}
    assert bound(0.5, "down") == {"hex": "0x1p-1", "decimal": "0.5000000000000000000000000"}


def test_the_second_route_imports_nothing_of_ours() -> None:
    tree = ast.parse(Path(by_mpmath.__file__).read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported <= {
        "__future__",
        "collections",
        "collections.abc",
        "fractions",
        "itertools",
        "math",
        "mpmath",
        "operator",
        "typing",
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in FAMILIES if name != corpus.VERDICT])
def test_the_second_route_confirms_the_bounds_and_no_others(name: str) -> None:
    """Bounds moved by one double are not confirmed, so that the confirmation can fail."""
    tests = family(name)["tests"][::37]
    for test in tests:
        given, lower, upper = parameters(test), double(test["lower"]), double(test["upper"])
        assert by_mpmath.confirms(name, given, lower, upper)
        if lower < upper:
            up, down = math.nextafter(upper, math.inf), math.nextafter(lower, -math.inf)
            assert math.isinf(upper) or not by_mpmath.confirms(name, given, upper, up)
            assert lower == 0 or not by_mpmath.confirms(name, given, down, lower)


def test_a_number_below_the_least_double_is_confirmed() -> None:
    given = {"sigma": 1e9, "sensitivity": 1.0, "epsilon": 1e-6}
    assert by_mpmath.confirms("gaussian.delta", given, 0.0, 5e-324)
    assert not by_mpmath.confirms("gaussian.delta", given, 5e-324, 1e-323)


def test_infinity_is_confirmed_only_where_the_number_is_infinite() -> None:
    given = {"truth": 1.0, "categories": 2.0}
    assert by_mpmath.confirms("randomized_response.epsilon", given, math.inf, math.inf)
    assert not by_mpmath.confirms("randomized_response.epsilon", {**given, "truth": 0.75}, math.inf, math.inf)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["composition.basic_epsilon", "gaussian.threshold", "privacy.delta", corpus.VERDICT])
def test_a_family_is_made_again_byte_for_byte(name: str) -> None:
    for place, text in corpus.files_of(name).items():
        assert (FOLDER / place).read_bytes() == text.encode()


def test_a_drawn_double_is_the_same_everywhere() -> None:
    """The values are those of the first machine: a change of the source of chance would change the corpus."""
    chance = Chance("1/example")
    assert [chance.log(1e-3, 1e3).hex(), chance.count(1, 100), chance.share().hex()] == [
        "0x1.558d2b7db921bp+9", 1.0, "0x1.f17c5c489c590p-45",
    ]  # fmt: skip


def test_verdicts_have_certificates_that_say_the_same() -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    for test in family(corpus.VERDICT)["tests"]:
        text = (FOLDER / test["certificate"]["file"]).read_text(encoding="utf-8")
        facts = check(text)
        assert json.loads(text)["digest"] == test["certificate"]["digest"]
        assert facts["kind"] == {"holds": "private", "fails": "not-private"}[test["result"]]
        seen[test["result"], test["tie"]] += 1
    assert seen["holds", True] > 10
    assert seen["fails", False] > 10
    assert seen["fails", True] == 0
