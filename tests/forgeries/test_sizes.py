"""Test what is too large is refused, before it is computed or as the meter ends; an end by force is no verdict."""

import json
import random
import subprocess
import sys
from math import isqrt
from pathlib import Path
from typing import Any

import pytest

from dpexact import kernel, second
from dpexact.composition import parse_composition
from dpexact.kernel import budget, checker, document
from dpexact.kernel import noise_line as kernel_noise
from dpexact.kernel.field import Field
from dpexact.kernel.free import dense
from dpexact.second import meter
from dpexact.second import noise_laws as second_noise
from tests.forgeries.forged import verdict
from tests.refusals import refuses
from tests.vectors.certificates.build import NOTHING, T, free, given, mechanism, over, sealed

PLAIN, EXP, FREE, HALF = given(), given(1), free(1), over(2, [1, 1], [1, 1])
ALIKE = 2**61 - 1  # integers that it divides have the hash 0


def text(statement: Any, evidence: Any = NOTHING, version: int = 1) -> str:
    return json.dumps(sealed(statement, evidence, version))


def claim(weights: Any, factor: Any = ("2", "1"), generators: Any = PLAIN, kind: str = "private", **more: Any) -> str:
    inputs = list(range(len(weights["rows"])))
    rest = {"generators": generators, "inputs": inputs} | more
    return text(mechanism(kind, weights, [*factor], **{"delta": 1, **rest}), version=1 + ("roots" in generators))


def failed(module: Any, certificate: str) -> str:
    return verdict(certificate, module)


def delta(coefficients: list[int]) -> str:
    """A claim for every t >= 1 whose delta is a polynomial over the sum of its coefficients times t^n, twice."""
    terms = [[format(c, "x"), i, 0] for i, c in enumerate(coefficients) if c]
    bottom = [[format(2 * sum(map(abs, coefficients)), "x"), len(coefficients) - 1, 0]]
    return claim(HALF, (T, "1"), FREE, "private-for-all", delta=[terms, bottom], pairs=[])


def swinnerton_dyer(*primes: int) -> list[int]:
    """The polynomial of +-sqrt 2 +- sqrt 3 ...: it has factors of degree 1 and 2 modulo every prime, and none over Q.

    f(x + sqrt p) f(x - sqrt p) is computed with pairs (a, b) for a + b sqrt p.
    """
    found = [0, 1]
    for p in primes:
        whole: list[tuple[int, int]] = [(0, 0)]
        for c in reversed(found):  # Horner, at x + sqrt p
            moved = [(0, 0), *whole]
            scaled = [*((b * p, a) for a, b in whole), (0, 0)]
            whole = [(a + e, b + f) for (a, b), (e, f) in zip(moved, scaled, strict=True)]
            whole[0] = (whole[0][0] + c, whole[0][1])
        while whole[-1] == (0, 0):
            whole.pop()
        product = [0] * (2 * len(whole) - 1)
        for i, (a, b) in enumerate(whole):
            for j, (e, f) in enumerate(whole):
                product[i + j] += a * e - p * b * f
        found = product
    return found


def test_a_known_polynomial() -> None:
    """Factoring it took long; now nothing is factored, and it is decided as any other of its degree."""
    assert swinnerton_dyer(2, 3) == [1, 0, -10, 0, 1]
    for module in (kernel, second):
        assert failed(module, delta(swinnerton_dyer(2, 3, 5, 7))) == "delta"


CHECKED = """
import sys
from dpexact import kernel
try:
    kernel.check(sys.stdin.read())
except kernel.Rejected as error:
    print(error.check)
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("coefficients", "expected"),
    [
        ([3, 5, *[0] * 598, 1], {"", "delta"}),
        ([2**64 - 59, -(2**64) + 83, *[0] * 3998, 2**64 - 189], {"size"}),
        (swinnerton_dyer(2, 3, 5, 7, 11, 13, 17, 19), {"delta", "size"}),
    ],
    ids=["trinomial", "great-trinomial", "swinnerton-dyer"],
)
def test_hard_polynomials_come_to_an_end(coefficients: list[int], expected: set[str]) -> None:
    """In the library, which no child ends: the derivative of a trinomial, divided by a line, has a huge quotient."""
    command = [sys.executable, "-c", CHECKED]
    found = subprocess.run(command, input=delta(coefficients), capture_output=True, text=True, check=True, timeout=900)
    assert found.stdout.strip() in expected


def roots(count: int, degree: int) -> dict[str, Any]:
    primes = [n for n in range(2, 3000) if all(n % k for k in range(2, isqrt(n) + 1))][:count]
    return {"exponent": ["0", "1"], "roots": [[[format(p, "x"), "1"], degree] for p in primes]}


def sparse(terms: int, seed: int) -> list[Any]:
    return [["1", i, 0] for i in sorted(random.Random(seed).sample(range(1, 10**9), terms))]


def halved(numerator: list[Any]) -> list[Any]:
    """One half, as a quotient of long sums."""
    return [numerator, [["2", *powers] for _, *powers in numerator]]


def rooted(degree: int) -> dict[str, Any]:
    return PLAIN | {"base": ["2", "1"], "degree": degree}


def exponent(digits: int) -> dict[str, Any]:
    return EXP | {"exponent": ["1" + "0" * digits, "3"]}


def long_product(terms: int) -> str:
    top, bottom = halved(sparse(terms, 2))
    return claim({"denominator": bottom, "rows": [[top, top]] * 2}, (sparse(terms, 1), "1"), EXP)


@pytest.mark.long
@pytest.mark.parametrize(
    ("small", "large"),
    [
        (claim(HALF, generators=rooted(2**18)), claim(HALF, generators=rooted(10**600))),
        (claim(HALF, generators=exponent(4000)), claim(HALF, generators=exponent(40000))),
        (claim(HALF, generators=roots(256, 2)), claim(HALF, generators=roots(257, 2))),
        (claim(HALF, generators=roots(4, 2**16)), claim(HALF, generators=roots(5, 2**16))),
        (delta([1] * 20), delta([0] * 20 + [1] + [0] * 2**15 + [1])),
        (long_product(100), long_product(4000)),
    ],
    ids=["degree", "exponent", "roots", "degrees", "free", "product"],
)
def test_what_is_large_is_refused(small: str, large: str) -> None:
    for module in (kernel, second):
        assert failed(module, small) in ("", "delta")
        assert failed(module, large) == "size"


def test_a_text_that_is_too_long_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    certificate = claim(HALF, inputs=["\u00e9", "b"])
    written = json.dumps(json.loads(certificate), ensure_ascii=False)
    for limit, expected in ((len(written.encode()), ""), (len(written.encode()) - 1, "size"), (10, "size")):
        monkeypatch.setattr(document, "MAX_BYTES", limit)
        monkeypatch.setattr("dpexact.second.document.BYTES", limit)
        assert failed(kernel, written) == failed(second, written) == expected


@pytest.mark.long
@pytest.mark.parametrize(
    "labels",
    [[ALIKE * k for k in range(20_000)], [[-1 - (k >> b & 1) for b in range(14)] for k in range(2**14)]],
    ids=["integers", "arrays"],
)
def test_labels_with_one_hash(labels: list[Any]) -> None:
    """They took time that grows with the square; twice the same one is still found."""
    assert len(set(map(hash, map(str, labels)))) > 1
    weights = {"denominator": "1", "rows": [["1"]] * len(labels)}
    for module in (kernel, second):
        assert failed(module, claim(weights, inputs=labels, pairs=[])) == ""
        assert failed(module, claim(weights, inputs=[*labels[1:], labels[-1]], pairs=[])) == "label"


@pytest.mark.slow
def test_powers_with_one_hash() -> None:
    terms = [["1", ALIKE * k, 0] for k in range(1, 30_000)]
    for module in (kernel, second):
        assert failed(module, claim(HALF, (terms[:50], "1"), EXP)) == ""
        assert failed(module, claim(HALF, (terms, "1"), EXP)) == "size"


@pytest.mark.slow
def test_numerators_with_one_hash() -> None:
    """For a free t, pairs are compared by what their columns are."""
    row = [format(ALIKE * (k + 1), "x") for k in range(300)]
    weights = {"denominator": format(sum(int(x, 16) for x in row), "x"), "rows": [row, row[::-1]]}
    assert failed(kernel, claim(weights, (T, "1"), FREE, "private-for-all")) == ""


def test_every_kind_counts_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(__file__).parent.parent / "vectors" / "certificates" / "accepted"
    runs = parse_composition("randomized_response(truth=3/4)**3")
    kinds = {
        "composition": runs.certificate(epsilon=1).to_json(),
        "composition-refuted": runs.refutation(epsilon=1, delta="1/100").to_json(),
    }
    for path in sorted(folder.glob("*.json")):
        text = path.read_text(encoding="utf-8")
        kinds.setdefault(json.loads(text)["statement"]["kind"], text)
    assert set(kinds) == set(kernel.KINDS)
    for certificate in kinds.values():
        spent = budget.Budget()
        monkeypatch.setattr(checker, "Budget", lambda spent=spent: spent)
        assert failed(kernel, certificate) == ""
        assert spent.spent > 0
        monkeypatch.setattr(checker, "Budget", lambda spent=spent: budget.Budget(spent.spent - 1))
        assert failed(kernel, certificate) == "size"
    monkeypatch.setattr(meter.Meter.__init__, "__defaults__", (3,))
    for certificate in kinds.values():
        assert failed(second, certificate) == "size"


LONG = (3**10_000, 2**15_849)  # near each other, of 15,850 bits
ENDS = {"lower": [f"{x:x}" for x in LONG], "upper": [f"{LONG[0] + 2 * LONG[1]:x}", f"{LONG[1]:x}"]}
POINT = ENDS | {"upper": ENDS["lower"]}


def response(inputs: int, outputs: int, factor: Any) -> str:
    weights = {"denominator": f"{outputs:x}", "rows": [["1"] * outputs] * inputs}
    return claim(weights, factor, pairs=[[i, j] for i in range(inputs) for j in range(inputs)])


def witness(sums: int) -> str:
    """No greatest mechanism, by more multipliers than there are outputs: each partial sum is one term longer."""
    multipliers = [[["1", k, 0]] for k in range(1, sums + 1)]
    statement = json.loads(claim(HALF, generators=EXP, kind="greatest-mechanism", delta=["0", "1"]))["statement"]
    del statement["weights"]
    fixed = {"inputs": [], "weights": {"rows": []}}
    statement |= {"rainbows": [[0, 1]] * 2, "fixed": fixed, "order": "dominance", "answer": "none"}
    found = {"input": 0, "weights": HALF, "sums": multipliers, "maxima": []}
    return text(statement, {"witnesses": [found], "events": []})


def free_delta(generators: Any, degree: int) -> str:
    """A delta of t^degree - t^(degree - 1) + 1 over t^degree and more."""
    terms = [["1", 0, 0], ["-1", degree - 1, 0], ["1", degree, 0]]
    bottom = [["1", 0, 0], ["2", degree, 0]]
    return claim(HALF, (T, "1"), generators, "private-for-all", delta=[terms, bottom], pairs=[])


@pytest.mark.parametrize(
    ("short", "long"),
    [
        (response(9, 400, ["3", "1"]), response(9, 400, [f"{3 * 2**99_999:x}", f"{2**99_999:x}"])),
        (witness(10), witness(1500)),
    ],
    ids=["factor", "partial-sums"],
)
def test_the_kernel_counts_what_is_long(short: str, long: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Comparisons times a long E, and partial sums that are kept: they were not counted."""
    monkeypatch.setattr(checker, "Budget", lambda: budget.Budget(2**23))
    assert failed(kernel, short) != "size"
    assert failed(kernel, long) == "size"


def test_coefficients_that_are_0_are_counted() -> None:
    """For every t: 60,000 differences of one or two terms and degree 2^14 took more memory than there is."""
    work = budget.Budget(2**19)
    polynomial = Field(work, None).polynomial([["1", 2**14, 0]])
    assert dense(polynomial, work).degree() == 2**14
    refuses(kernel.Rejected, "size", dense, polynomial, work)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        (free_delta({"lower": ["3", "2"], "upper": ["3", "2"]}, 30), free_delta(POINT, 30)),
        (free_delta({"lower": ["3", "2"], "upper": ["7", "2"]}, 20), free_delta(ENDS, 20)),
        (
            claim(HALF, ([["-1", 0, 0], *(["1", 2**k, 0] for k in range(8))], "1"), EXP),
            claim(HALF, ([["-1", 0, 0], *(["1", 2**k, 0] for k in range(8))], "1"), exponent(2000)),
        ),
        (
            claim(HALF, ([["2", 0, 0], *(["1", 10**60 + k, 0] for k in range(15))], "1"), EXP),
            claim(HALF, ([["2", 0, 0], *(["1", 10**600 + k, 0] for k in range(15))], "1"), EXP),
        ),
    ],
    ids=["value", "interval", "exponent", "powers"],
)
def test_the_second_checker_counts_what_is_long(short: str, long: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Powers of long fractions, which were reduced; polynomials between long ends; a bracket of exp for each power."""
    monkeypatch.setattr(meter.Meter.__init__, "__defaults__", (2**22,))
    assert failed(second, short) != "size"
    assert failed(second, long) == "size"


ENDLESS = """
import sys
from math import gcd
from random import getrandbits
from dpexact.second import __main__ as program
program.check = lambda text: gcd(getrandbits(2**24), getrandbits(2**24))
sys.exit(program.main(sys.argv[1:]))
"""


@pytest.mark.slow
def test_what_no_signal_interrupts_is_ended(tmp_path: Path) -> None:
    """A greatest common divisor of two long integers is one step of Python's; its time grows with their square."""
    (tmp_path / "good").write_text(claim(HALF), encoding="utf-8")
    command = [sys.executable, "-c", ENDLESS, "--seconds", "1", str(tmp_path / "good")]
    found = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert (found.returncode, found.stderr) == (3, "")
    assert "not checked: it takes more than 1 seconds" in found.stdout


@pytest.mark.long
def test_words_that_take_long_are_ended_too(tmp_path: Path) -> None:
    """The least of v x for x >= 1 is v, whatever v is; its decimals were computed where nothing ended them."""
    value = [["1", 10**630 + k, 0] for k in range(300)]
    one = {"denominator": "1", "entries": [[0, "1"]]}
    dual = {"denominator": "1", "entries": [[0, value]]}
    statement = {
        "kind": "linear-program-optimum",
        "generators": exponent(4000),
        "variables": ["x"],
        "free": [],
        "objective": {"denominator": "1", "coefficients": [[0, value]]},
        "rows": [[">=", [[0, "1"]], "1"]],
        "value": [value, "1"],
    }
    (tmp_path / "tower").write_text(text(statement, {"point": one, "dual": dual}), encoding="utf-8")
    assert failed(kernel, text(statement, {"point": one, "dual": dual})) == ""
    for options in ([], ["--second"]):
        found = run("dpexact", "check", *options, "--seconds", 1, tmp_path / "tower")
        assert found.returncode == 3
        assert "not checked: time: the check took more than 1 seconds" in found.stderr


def long_one(inputs: int = 180, outputs: int = 600) -> str:
    """Some twenty million comparisons: seconds in the kernel, and within its meter."""
    rows = [["1"] * outputs] * inputs
    pairs = [[i, j] for i in range(inputs) for j in range(inputs)]
    return claim({"denominator": format(outputs, "x"), "rows": rows}, pairs=pairs)


def run(module: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", module, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.long
def test_a_check_that_is_ended_does_not_end_the_others(tmp_path: Path) -> None:
    texts = {"good": claim(HALF), "long": long_one(), "bad": claim(HALF, delta=["2", "1"]), "json": "{", "empty": " "}
    names = {name: tmp_path / name for name in texts}
    for name, content in texts.items():
        names[name].write_text(content, encoding="utf-8")
    found = run("dpexact.kernel", "--seconds", 1, names["good"], names["long"], names["good"])
    assert (found.returncode, found.stderr) == (3, "")
    assert [line.split(": ")[1] for line in found.stdout.splitlines() if line[0] != " "] == [
        "proved",
        "not checked",
        "proved",
    ]
    assert "long: not checked: time: the check took more than 1 seconds" in found.stdout
    for order in ([*names], [*names][::-1]):
        found = run("dpexact.kernel", "--seconds", 1, *(names[name] for name in order))
        assert found.returncode == 2
        assert [found.stdout.count(verdict) for verdict in (": proved", ": rejected", ": not checked")] == [1, 2, 1]
    assert run("dpexact.kernel", "--seconds", 1, names["long"], names["bad"]).returncode == 1
    second_one = run("dpexact.second", "--seconds", 1, names["good"], names["long"], names["good"], names["bad"])
    assert second_one.returncode == 1
    assert second_one.stdout.count(": proved") == 2


@pytest.mark.long
def test_memory_that_is_not_there_is_no_verdict(tmp_path: Path) -> None:
    """FLINT aborts, with words on the standard output; Python raises: neither is a verdict."""
    lists, products, sums = (tmp_path / name for name in ("lists", "products", "sums"))
    lists.write_text("[" + "[]," * 10**6 + "[]]", encoding="utf-8")
    products.write_text(long_product(2500), encoding="utf-8")
    sums.write_text(witness(40_000), encoding="utf-8")
    for path in (lists, products, sums):
        found = run("dpexact.kernel", "--megabytes", 60 if path == sums else 40, path)
        assert (found.returncode, found.stderr) == (3, "")
        assert found.stdout.startswith(f"{path}: not checked: ")


@pytest.mark.slow
@pytest.mark.parametrize("module", ["dpexact.kernel", "dpexact.second"])
@pytest.mark.parametrize(
    "option", [["--seconds"], ["--seconds", "0"], ["--seconds", "-1"], ["--megabytes", "x"], ["-x"]]
)
def test_options_that_mean_nothing(module: str, option: list[str], tmp_path: Path) -> None:
    (tmp_path / "good").write_text(claim(HALF), encoding="utf-8")
    found = run(module, *option, tmp_path / "good")
    assert (found.returncode, found.stdout) == (2, "")


def a_line(edges: int, places: int, first: int = 0, bits: int = 1000) -> str:
    """Gaussian noise, cut at so many edges of 2^-20 from one on, with places for so many cells."""
    one = ["1", "1"]
    law = {"law": "gaussian", "sigma": one, "sensitivity": one, "rate": one, "count": "1"}
    cells = {
        "precision": 20,
        "edges": [f"{(first << 20) + i:x}" for i in range(edges)],
        "places": [["0", "1"]] * places,
    }
    evidence = {"ratio": ["2", "1"], "bits": bits, "lowest": "-8", "highest": "8", "cells": [cells]}
    statement = {"kind": "composition", "generators": PLAIN, "laws": [law], "exp_epsilon": ["2", "1"], "delta": one}
    return text(statement, evidence)


def test_edges_without_places_are_not_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    """65,536 edges and one place: minutes of work that nobody had counted."""

    def never(*_: object) -> None:
        raise AssertionError

    for module in (kernel_noise, second_noise):
        monkeypatch.setattr(module, "normal", never)
    certificate = a_line(2**16, 1)
    assert failed(kernel, certificate) == failed(second, certificate) == "places"


@pytest.mark.slow
def test_edges_are_paid_for_before_they_are_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    """16,384 edges around 40, where the series of the normal law is longest. Masses of 0 bits are not free."""

    def never(*_: object) -> None:
        raise AssertionError

    for module in (kernel_noise, second_noise):
        monkeypatch.setattr(module, "normal", never)
    certificate = a_line(2**14, 2**14 + 1, 40)
    assert failed(kernel, certificate) == failed(second, certificate) == "size"
    spent: list[int] = []
    monkeypatch.setattr(budget.Budget, "spend", lambda _, units: spent.append(units))
    refuses(AssertionError, "", kernel.check, a_line(1000, 1001, bits=0))
    assert max(spent) >= 1000 * 2**12


def test_numbers_in_rejections_are_short() -> None:
    """A rejection once held a number of seven million digits."""
    folder = Path(__file__).parents[1] / "vectors" / "certificates" / "rejected"
    files = list(folder.glob("bound-*.json"))
    assert len(files) > 10
    for file in files:
        for module in (kernel, second):
            assert len(refuses(module.Rejected, "", module.check, file.read_text(encoding="utf-8"))) < 200
