"""The second checker: its brackets hold their numbers, what it loads, its budget, its program."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import factorial
from pathlib import Path

import pytest

from dpexact import second
from dpexact.second import __main__ as program
from dpexact.second.__main__ import number, sentence
from dpexact.second.interval import Interval, Scale
from dpexact.second.signs import Bracket, exponential, power, root
from tests.each import each
from tests.refusals import refuses
from tests.vectors.certificates.build import T, certificate, given, mechanism

VECTORS = Path(__file__).parents[1] / "vectors" / "certificates"
GOOD = certificate(mechanism())
FALSE = certificate(mechanism(E=2))
LARGE = certificate(mechanism(generators=given(0, 2, 10**12 + 39)))


def ends(bracket: Bracket) -> tuple[Fraction, Fraction]:
    scale = Fraction(2) ** bracket.exponent
    return bracket.low * scale, bracket.high * scale


@pytest.mark.parametrize(
    "x", [Fraction(1), Fraction(1, 3), Fraction(7, 2), Fraction(40), Fraction(1, 10**9), Fraction(1, 2**300)]
)
@pytest.mark.parametrize("bits", [64, 128, 1000])
def test_the_bracket_of_exp_holds_it(x: Fraction, bits: int) -> None:
    terms, below = 600, Fraction(1)  # beyond them the series is below twice its next term
    for k in range(terms - 1, 0, -1):
        below = 1 + x * below / k
    above = below + 2 * x**terms / factorial(terms)
    low, high = ends(exponential(x, bits))
    assert low <= below
    assert above <= high
    assert high - low <= low / 2**bits


@each("base", [Fraction(2), Fraction(3, 2), Fraction(10**40 + 1, 10**40)])
@each("degree", [2, 3, 100])
def test_the_bracket_of_a_root_holds_it(base: Fraction, degree: int) -> None:
    low, high = ends(root(base, degree, 200))
    assert low**degree <= base <= high**degree
    assert high - low <= low / 2**190


def test_the_bracket_of_a_power_holds_it() -> None:
    x = Bracket(2**70 + 1, 2**70 + 2, -70)
    low, high = ends(power(x, 1001, 90))
    assert low <= ends(x)[0] ** 1001
    assert ends(x)[1] ** 1001 <= high


@pytest.mark.slow
def test_it_loads_nothing_of_the_kernel() -> None:
    code = "import sys, dpexact.second as s; s.check(open(sys.argv[1]).read()); print(*sys.modules)"
    path = Path(__file__).parents[1] / "vectors" / "certificates" / "accepted" / "free-up-to-3.json"
    run = subprocess.run([sys.executable, "-c", code, path], check=True, capture_output=True, text=True)
    loaded = set(run.stdout.split())
    own = {name for name in loaded if name.startswith("dpexact.")} - {"dpexact.public_names", "dpexact.version"}
    assert all(name.startswith("dpexact.second") for name in own)


def test_importing_it_loads_neither_sympy_nor_mpmath() -> None:
    code = "import sys, dpexact.second; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert not {name.split(".")[0] for name in run.stdout.split()} & {"sympy", "mpmath"}


def test_threads_do_not_disturb_each_other() -> None:
    text = certificate(mechanism(E=[T, "1"], delta=1, generators=given(Fraction(1, 10**60))))
    with ThreadPoolExecutor(8) as pool:
        assert len(list(pool.map(second.check, [text] * 32))) == 32


def test_data_is_checked_like_text() -> None:
    refuses(second.Rejected, "json", second.check, {"format": 1.5})
    refuses(second.Rejected, "json", second.check, {"format": {1, 2}})


def test_precision_is_paid_for() -> None:
    close = certificate(mechanism(E=[T, "1"], delta=1, generators=given(Fraction(1, 2**40000))))
    with pytest.raises(second.Rejected) as caught:
        second.check(close)
    assert caught.value.check == "size"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("texts", "status"),
    [([GOOD], 0), ([GOOD, FALSE], 1), ([LARGE], 3), ([LARGE, FALSE], 1), ([FALSE, None], 2), ([b"\xff"], 2), ([], 2)],
)
def test_exit_statuses(texts: list[str | bytes | None], status: int, tmp_path: Path) -> None:
    names = []
    for k, text in enumerate(texts):
        names.append(tmp_path / f"{k}.json")
        if text is not None:
            names[-1].write_bytes(text if isinstance(text, bytes) else text.encode())
    run = subprocess.run([sys.executable, "-m", "dpexact.second", *names], check=False, capture_output=True, text=True)
    assert run.returncode == status
    assert "Traceback" not in run.stderr
    assert run.stdout.count("proved: private") == texts.count(GOOD)


def test_a_full_disk_is_no_verdict(tmp_path: Path) -> None:
    path = tmp_path / "good.json"
    path.write_text(GOOD, encoding="utf-8")
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        run = subprocess.run(
            [sys.executable, "-m", "dpexact.second", path], check=False, stdout=full, stderr=subprocess.PIPE
        )
    assert run.returncode == 2


SENTENCES = {
    "composition-two-runs": "E = 3, delta = 19/50; the runs: 2 of randomized_response(categories=2, truth=3/4)",
    "composition-gaussian": "gaussian(rate=1, sensitivity=1, sigma=1)",
    "composition-no-run": "the runs: none",
}


@pytest.mark.parametrize("name", SENTENCES)
def test_it_says_what_a_composition_is_about(name: str) -> None:
    status, said = program.judged((VECTORS / "accepted" / f"{name}.json").read_text(encoding="utf-8"))
    assert status == 0
    assert said.startswith("proved: composition: P(S) <= E Q(S) + delta")
    assert SENTENCES[name] in said


def test_it_says_how_many_pairs_a_statement_has() -> None:
    """A statement about no pair is true of every mechanism, and one pair is one direction only."""
    said = {0: "of which there is none,", 1: "of which there is one,", 2: "of which there are 2,"}
    found = set()
    for file in sorted((VECTORS / "accepted").glob("*.json")):
        statement = json.loads(file.read_text(encoding="utf-8"))["statement"]
        words = sentence(statement)
        assert words.isascii()
        assert words.isprintable()
        assert words.startswith(f"{statement['kind']}: ")
        assert len(words) < 1500
        if len(statement.get("pairs", "many")) in said:
            found.add(len(statement["pairs"]))
            assert said[len(statement["pairs"])] in words
            assert ("P_i(S) > " in words) == (statement["kind"] == "not-private")
    assert found >= {1, 2}


def test_it_writes_numbers_exactly_or_says_that_they_are_long() -> None:
    given = {"exponent": ["1", "2"], "base": ["3", "1"], "degree": 2}
    assert number(["-a", "4"], given) == "-5/2"
    assert number([[["-3", 0, 0], ["1", 1, 2]], "2"], given) == "(-3 + t*u^2)/2"
    assert number([[["1", 0, 0], ["-2", 0, 1]], [["1", 1, 0]]], given) == "(1 - 2*u)/(t)"
    assert number(["f" * 300, "1"], given) == "a number too long to be written"


def test_a_ratio_is_too_large_if_its_upper_end_is() -> None:
    """The lower end of a ratio very near to 1 stays 1, however often it is squared, and the upper one does not."""
    scale, ratio = Scale(64), Interval(2**64, 2**64 + 1)
    for _ in range(74):
        ratio = scale.power(ratio, 2, 2**12)
    assert ratio.low == 2**64
    refuses(second.Rejected, "bits of a ratio", scale.power, ratio, 2**4, 2**12)  # exp(2^14)
