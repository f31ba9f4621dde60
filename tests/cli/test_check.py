"""`dpexact check` with what is asked: on randomized response with truth 3/4, delta(E) = (3 - E)/4, E = 3 - 4 delta."""

import faulthandler
import json
import os
import signal as signals
import sys
from pathlib import Path
from types import ModuleType

import pytest

from dpexact import CertificateError, NeighborGraph, free_exp_epsilon, load_mechanism, save_mechanism, worst_case
from dpexact.certificates import certificate as certificates
from dpexact.certificates.certificate import checker_page
from dpexact.cli import check as command
from dpexact.composition import gaussian, randomized_response, skellam
from tests.beside import beside
from tests.commands import RESPONSE, complaint, data, document, ended, run
from tests.values import written

BESIDE = beside(__file__)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Certificates: private(E = 3, 0), not-private(E = 2, 1/5), and that 1/4 is the least delta for E = 2."""
    folder = tmp_path_factory.mktemp("certificates")
    names = ("private", "not-private", "tight-delta", "direction.json", "pairless.json")
    made = {name: str(folder / name) for name in names}
    for name, factor, delta in (("private", "3", "0"), ("not-private", "2", "1/5")):
        ended("verify", RESPONSE, "--exp-epsilon", factor, "--delta", delta, "--certificate", made[name])
    mechanism, relation = load_mechanism(RESPONSE)
    text = worst_case(mechanism, relation, 2).certificate().to_json()
    Path(made["tight-delta"]).write_text(text, encoding="utf-8")
    first, second = mechanism.inputs
    one_way = NeighborGraph.from_edges(mechanism.inputs, [(first, second)], directed=True)
    save_mechanism(made["direction.json"], mechanism, one_way)
    save_mechanism(made["pairless.json"], mechanism, NeighborGraph.from_edges(mechanism.inputs, []))
    return made


def status(*arguments: str) -> int:
    result = ended("check", *arguments)
    assert (result.stderr == "") == (result.exit_code == 0)
    assert (result.stdout == "") == (result.exit_code != 0)
    return result.exit_code


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options", "wanted"), BESIDE["what_is_asked"])
def test_what_is_asked(name: str, options: str, wanted: int, files: dict[str, str]) -> None:
    places = {"RESPONSE": RESPONSE, **{name: files[name] for name in ("direction.json", "pairless.json")}}
    assert status(files[name], *(places.get(word, word) for word in options.split())) == wanted


def test_the_answer_as_data(files: dict[str, str]) -> None:
    assert data("check", files["private"], "--delta", "0")["verdict"] == "proved"
    found = data("check", files["private"], "--exp-epsilon", "2", status=1)
    assert (found["rejected"]["check"], found["kind"]) == ("exp_epsilon", "private")
    assert "verdict" not in found


@pytest.mark.parametrize(
    ("text", "kind"),
    [('{"a": 1}', "CertificateError"), ("id,quantity,printed\n", "DocumentError"), ("x", "CertificateError")],
)
def test_no_certificate_is_an_error_in_json(tmp_path: Path, text: str, kind: str) -> None:
    path = written(tmp_path / "a", text)
    result = ended("check", str(path), "--format", "json")
    error = json.loads(result.stdout)["error"]
    assert (result.exit_code, error["kind"], error["place"]) == (2, kind, str(path))
    assert result.stderr == f"dpexact: {error['message']}\n"


def test_a_misspelt_key_is_named_without_what_it_holds(files: dict[str, str], tmp_path: Path) -> None:
    text = Path(files["private"]).read_text(encoding="utf-8")
    misspelt = written(tmp_path / "misspelt.json", text.replace('"evidence"', '"evidense"'))
    message = complaint("check", str(misspelt))
    assert "['evidence', 'evidense']" in message
    assert "rows" not in message


def test_too_little_memory_is_refused(files: dict[str, str]) -> None:
    assert "expected an integer >= 16, got '15'" in complaint("check", files["private"], "--megabytes", "15")


def fails(check: str) -> object:
    def raising(_content: object) -> None:
        raise CertificateError(f"{check}: as if", check=check)

    return raising


@pytest.mark.slow
@pytest.mark.parametrize(("check", "wanted"), [("size", 3), ("bound", 1), ("json", 2), ("format", 2), ("digest", 1)])
def test_how_a_rejection_ends(check: str, wanted: int, files: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "proved", fails(check))
    assert status(files["private"]) == wanted
    found = json.loads(ended("check", files["private"], "--format", "json").stdout)
    assert found.get("verdict") == ("not checked" if check == "size" else None)


@pytest.mark.slow
def test_numbers_that_are_not_comparable(tmp_path: Path) -> None:
    # For all t from 1 to 2: private for E = t^2 + 1 and delta = t/3. E = 3 is at t = sqrt(2), which is not looked for.
    t = free_exp_epsilon(1, 2)
    mechanism, relation = load_mechanism(RESPONSE)
    pairs = list(relation.ordered_pairs())
    file = tmp_path / "certificate.json"
    made = certificates.privacy_certificate("private-for-all", mechanism, pairs, t**2 + 1, t / 3)
    file.write_text(made.to_json(), encoding="utf-8")
    assert status(str(file), "--exp-epsilon", "3") == 0
    assert status(str(file), "--exp-epsilon", "3", "--delta", "1/2") == 3
    assert status(str(file), "--exp-epsilon", "3", "--delta", "1/4") == 1
    assert status(str(file), "--exp-epsilon", "exp(1)") == 3
    assert data("check", str(file), "--exp-epsilon", "exp(1)", status=3)["verdict"] == "not comparable"


@pytest.mark.parametrize(("signal", "wanted"), [("SIGXCPU", 3), ("SIGABRT", 3), ("SIGKILL", 3), ("SIGHUP", 70)])
def test_a_check_that_dies(signal: str, wanted: int, files: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Time and memory are no verdict; FLINT aborts where memory ends. Any other death is a mistake of ours."""

    def dying(_: object) -> None:
        faulthandler.disable()  # pytest's, which would print where it died
        os.kill(os.getpid(), getattr(signals, signal))

    monkeypatch.setattr(command, "proved", dying)
    result = ended("check", files["private"], "--format", "json")
    assert result.exit_code == wanted
    assert wanted != 3 or json.loads(result.stdout)["verdict"] == "not checked"


@pytest.mark.slow
def test_a_check_that_takes_long_or_much(files: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "proved", lambda _: [k for k in iter(int, 1)])  # noqa: C416 - it never ends
    assert "time: the check took more than 1 seconds" in complaint(
        "check", files["private"], "--seconds", "1", status=3
    )
    monkeypatch.setattr(command, "proved", lambda _: bytes(2**34))
    assert status(files["private"], "--megabytes", "300") == 3


def test_a_mistake_of_the_checker_is_no_verdict(files: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(command, "proved", broken)
    assert "ZeroDivisionError" in complaint("check", files["private"], status=70)


@pytest.mark.slow
def test_delta_for_all_t(tmp_path: Path) -> None:
    """delta(t) = 1 - 1/t is 0 at t = 1 only, and at most 1/2 for all t up to 2."""
    t = free_exp_epsilon(1, 2)
    mechanism, relation = load_mechanism(RESPONSE)
    file = tmp_path / "certificate.json"
    delta = 1 - 1 / t + (3 - t) / 4  # at t = 1: 1/2, at 2: 3/4
    made = certificates.privacy_certificate("private-for-all", mechanism, list(relation.ordered_pairs()), t, delta)
    file.write_text(made.to_json(), encoding="utf-8")
    for_all = (str(file), "--expect", "private-for-all", "--delta")
    assert [status(*for_all, delta) for delta in ("3/4", "7/10", "1/2", "1/3")] == [0, 1, 1, 1]
    assert [status(str(file), "--delta", delta) for delta in ("3/4", "1/2", "1/3")] == [0, 0, 1]  # for some t
    assert status(*for_all, "exp(-1)") == 3


@pytest.mark.slow
@pytest.mark.parametrize("number", [([["1", 10**11, 0]], "1"), ([["1", 0, 4095]], "1")])
def test_a_number_that_nobody_asks_for_need_not_be_held(number: tuple[object, str], tmp_path: Path) -> None:
    """E = e^(10^11) and E = 2^(4095/4096) are beyond dpexact's numbers, not beyond the kernel's."""
    generators = {"exponent": ["1", "1"], "base": ["2", "1"], "degree": 4096}
    weights = {"denominator": "2", "rows": [["1", "1"], ["1", "1"]]}
    statement = {"kind": "private", "generators": generators, "inputs": [0, 1], "outputs": [0, 1], "weights": weights}
    statement |= {"pairs": [[0, 1]], "exp_epsilon": [*number], "delta": ["0", "1"]}
    file = written(tmp_path / "certificate.json", certificates.Certificate(statement, {}).to_json())
    assert status(str(file)) == status(str(file), "--delta", "0") == 0
    run("check", str(file), "--second")
    assert status(str(file), "--exp-epsilon", "3") == 3


@pytest.mark.parametrize(("kind", "evidence"), [("private", {}), ("tight-delta", {"pair": [0, 0], "event": []})])
@pytest.mark.parametrize(("pairs", "ends"), [([[0, 0], [1, 1]], 3), ([[0, 0], [0, 1]], 0)])
def test_a_pair_of_an_input_with_itself_claims_nothing(
    kind: str, evidence: dict[str, object], pairs: list[list[int]], ends: int, tmp_path: Path
) -> None:
    """Both checkers prove it: P(S) <= P(S). Nobody is told that the two certain and different rows are private."""
    rows = [["1", "0"], ["0", "1"]] if ends else [["1", "0"], ["1", "0"]]
    generators = {"exponent": ["0", "1"], "base": ["1", "1"], "degree": 1}
    statement: dict[str, object] = {"kind": kind, "generators": generators}
    statement |= {"inputs": [0, 1], "outputs": [0, 1], "weights": {"denominator": "1", "rows": rows}, "pairs": pairs}
    statement |= {"exp_epsilon": ["1", "1"], "delta": ["0", "1"]}
    file = written(tmp_path / "certificate.json", certificates.Certificate(statement, evidence).to_json())
    assert certificates.check(file.read_text(encoding="utf-8"))["pairs"] == pairs
    for checker in ([], ["--second"]):
        assert status(str(file), "--expect", "private", "--epsilon", "0", "--delta", "0", *checker) == ends


def test_the_second_checker_is_asked(files: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    second = ModuleType("dpexact.second")
    monkeypatch.setitem(sys.modules, "dpexact.second", second)
    monkeypatch.setattr(command, "proved", fails("kernel"))
    second.check = certificates.check  # type: ignore[attr-defined]
    assert status(files["private"], "--second", "--exp-epsilon", "3") == 0
    assert status(files["private"], "--second", "--exp-epsilon", "2") == 1
    second.check = fails("bound")  # type: ignore[attr-defined]
    assert status(files["private"], "--second") == 1


def test_a_second_checker_that_is_not_there(files: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dpexact.second", None)
    assert status(files["private"], "--second") == 2


@pytest.mark.slow
def test_what_sharpen_writes_is_tied_to_the_document(tmp_path: Path) -> None:
    """P is the document that was sharpened; its relation has no part in the statement, and that is said."""
    noisy, made = document(tmp_path, [["exp(-1)", "1 - exp(-1)"], ["1/2", "1/2"]]), str(tmp_path / "below.json")
    run("sharpen", noisy, "--exp-epsilon", "3", "--certificate", made)
    assert "the mechanism P" in run("check", made, "--expect", "post-processing", "--against", noisy)
    assert status(made, "--expect", "post-processing", "--against", RESPONSE) == 1
    assert status(made, "--against", noisy) == 1  # private is asked for
    assert status(made, "--expect", "post-processing", "--delta", "0") == 2
    assert status(made, "--expect", "post-processing", "--exp-epsilon", "3") == 2


@pytest.mark.slow
def test_a_page_that_checks_it_in_a_browser(files: dict[str, str], tmp_path: Path) -> None:
    page, text = tmp_path / "page.html", Path(files["private"]).read_text(encoding="utf-8")
    assert status(files["private"], "--html", str(page)) == 0
    assert page.read_text(encoding="utf-8") == checker_page(text)
    page.unlink()
    assert status(files["private"], "--expect", "not-private", "--html", str(page)) == 1
    assert page.read_text(encoding="utf-8") == checker_page(text)
    page.unlink()
    assert status(RESPONSE, "--html", str(page)) == 2
    assert not page.exists()
    assert status(files["private"], "--html", files["private"]) == 2
    assert Path(files["private"]).read_text(encoding="utf-8") == text


@pytest.mark.slow
def test_a_page_that_cannot_check_its_certificate_is_a_record_or_is_not_written(tmp_path: Path) -> None:
    vectors = Path(__file__).parents[1] / "vectors" / "certificates"
    page, file = tmp_path / "page.html", str(vectors / "accepted" / "composition-two-runs.json")
    for option, checker in ([], "kernel"), (["--second"], "second checker"):
        assert status(file, "--html", str(page), *option) == 0
        text = page.read_text(encoding="utf-8")
        for words in (
            "epsilon = 1.09862, delta = 0.380000<",  # log(3), rounded up
            "2 runs of randomized response",
            f"was accepted by the {checker} of dpexact",
        ):
            assert words in text
        page.unlink()
    assert status(file, "--html", str(page), "--delta", "1/3") == 1
    assert status(str(vectors / "rejected" / "bound-composition.json"), "--html", str(page)) == 1
    refuted = written(tmp_path / "refuted.json", skellam(4).refutation(2, delta="1/100").to_json())
    said = complaint("check", str(refuted), "--html", str(page), status=3)
    assert "checks no certificate of the kind 'composition-refuted' with the law 'skellam'" in said
    assert not page.exists()
    for law in (gaussian(1), randomized_response("3/4")):
        refuted.write_text(law.refutation(2, delta="1/8").to_json(), encoding="utf-8")
        assert status(str(refuted), "--html", str(page)) == 0
        assert page.read_text(encoding="utf-8") == checker_page(refuted.read_text(encoding="utf-8"))
        page.unlink()
    assert status(str(vectors / "rejected" / "bound-delta-by-little.json"), "--html", str(page)) == 1
    assert page.exists()
