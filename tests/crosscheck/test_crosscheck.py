"""crosscheck without the libraries: fake ones that are safe, unsafe, wrong, missing or broken; tables; mutations."""

import json
import math
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from flint import arb, ctx
from typer.testing import CliRunner

from dpexact.cli.app import app
from dpexact.crosscheck import Crosscheck, crosschecker
from dpexact.crosscheck.crosschecker import checked, crosscheck
from dpexact.crosscheck.library import Answer, Case, Library, Table, answer_of, chosen_libraries, shipped_table
from dpexact.crosscheck.page import crosscheck_markdown, crosscheck_page, crosscheck_text, summary
from dpexact.crosscheck.result import CrosscheckResult, judge
from dpexact.crosscheck.truths import TrueNumber
from dpexact.errors import ParameterError, TooLargeError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import exact
from dpexact.numbers.formula import formula_value
from dpexact.report.installation import install_command
from tests.refusals import refuses
from tests.values import present

Programs = Callable[..., None]


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Programs:
    """Install a module of a library that answers what the test wants, with a version."""

    def install(**modules: dict[str, Any]) -> None:
        for name, names in modules.items():
            parts = name.split("__")
            for end in range(1, len(parts) + 1):
                path = ".".join(parts[:end])
                if path not in sys.modules or end == len(parts):
                    module = ModuleType(path)
                    module.__path__ = []
                    monkeypatch.setitem(sys.modules, path, module)
            vars(sys.modules[".".join(parts)]).update(names)
        monkeypatch.setattr(Library, "version", lambda self: "9.9")  # noqa: ARG005

    return install


def ask(library: str, probe: str, *seen: str, **arguments: Any) -> CrosscheckResult:
    (chosen,) = chosen_libraries(library)
    return checked(chosen, Table(library, "9.9"), Case("a case", probe, arguments, seen))


def analytic(scale: float) -> dict[str, Any]:
    class GaussianAnalytic:
        def __init__(self, **_: float) -> None:
            self._scale = scale

    return {"GaussianAnalytic": GaussianAnalytic}


def test_a_calibration_with_enough_noise_is_safe_and_with_too_little_unsafe(fake: Programs) -> None:
    given = {"epsilon": 1.0, "delta": 1e-5, "sensitivity": 1.0}
    fake(diffprivlib__mechanisms=analytic(3.8))  # Balle and Wang: 3.730... is needed
    safe = ask("diffprivlib", "GaussianAnalytic", **given)
    assert (safe.outcome, safe.side, safe.weight) == ("safe", "safe", "material")
    fake(diffprivlib__mechanisms=analytic(3.7))
    unsafe = ask("diffprivlib", "GaussianAnalytic", **given)
    assert (unsafe.outcome, unsafe.side, unsafe.weight) == ("unsafe", "unsafe", "material")
    assert unsafe.shown.difference.startswith("-")
    assert float(unsafe.shown.truth) > 1e-5


@pytest.mark.slow
@pytest.mark.parametrize(("library", "modules", "probe", "given"), [
    ("dp_accounting", {"dp_accounting__gaussian_mechanism": "get_epsilon_gaussian"}, "get_epsilon_gaussian",
     {"sigma": 1.0, "delta": 1e-5}),
    ("autodp", {"autodp__dp_bank": "get_eps_ana_gaussian"}, "get_eps_ana_gaussian", {"sigma": 1.0, "delta": 1e-5}),
])  # fmt: skip
def test_an_epsilon_above_the_truth_is_safe_and_below_unsafe(
    fake: Programs, library: str, modules: dict[str, str], probe: str, given: dict[str, float]
) -> None:
    truth = float(ask_truth(library, probe, given))
    for claim, outcome in ((truth * 1.01, "safe"), (truth * 0.99, "unsafe")):
        fake(**{module: {name: lambda *_, claim=claim: claim} for module, name in modules.items()})
        result = ask(library, probe, **given)
        assert (result.outcome, result.weight) == (outcome, "material")


def ask_truth(library: str, probe: str, given: dict[str, float]) -> Fraction:
    """The least epsilon at which Gaussian noise has this delta, by mpmath."""
    (chosen,) = chosen_libraries(library)
    names: dict[str, Any] = {}
    found = present(chosen.probe(probe))
    exec("from mpmath import *\nmp.dps = 40\n" + found.filled(found.truth.again, given), names)  # noqa: S102 - lines of an adapter
    return Fraction(str(names["truth"]))


def test_a_function_value_has_no_safe_side(fake: Programs) -> None:
    fake(scipy__special={"expit": lambda x: 1 / (1 + math.exp(-x))})
    assert ask("scipy", "expit", x=1.0).outcome in ("equal", "agrees")
    fake(scipy__special={"expit": lambda x: 0.75})  # noqa: ARG005
    result = ask("scipy", "expit", x=1.0)
    assert (result.outcome, result.side) == ("wrong", "neither")


def test_a_bound_that_is_too_low_is_unsafe(fake: Programs) -> None:
    class PureDPMechanism:
        def __init__(self, epsilon: float) -> None:
            self.epsilon = epsilon

        def rdp(self, order: float) -> float:
            return (order - 1) * self.epsilon / order

    fake(prv_accountant__privacy_random_variables={"PureDPMechanism": PureDPMechanism})
    assert ask("prv_accountant", "PureDPMechanism.rdp", epsilon=1.0, order=2.0).outcome == "unsafe"


def test_a_privacy_map_is_read_through_the_library_s_own_names(fake: Programs) -> None:
    class Measurement:
        def map(self, d_in: float) -> float:
            return d_in / 3.0 * (1 + 2**-52)

    class Constructors:
        def make_laplace(self, *_: object, scale: float) -> Measurement:
            assert scale == 3.0
            return Measurement()

    nothing = lambda *_, **__: None  # noqa: E731
    names = {"enable_features": nothing, "atom_domain": nothing, "absolute_distance": nothing, "m": Constructors()}
    fake(opendp__prelude=names)
    result = ask("opendp", "laplace", scale=3.0, d_in=1.0)
    assert (result.outcome, result.side, result.weight) == ("agrees", "safe", "last-digits")


class Panic(BaseException):
    """A panic of Rust, as it looks from Python."""


@pytest.mark.parametrize(
    ("answer", "name"),
    [(ValueError("no root"), "ValueError"), (SystemExit(3), "SystemExit"), (Panic("index"), "Panic")],
)
def test_a_crash_is_an_answer(fake: Programs, answer: BaseException, name: str) -> None:
    def crash(*_: float) -> float:
        raise answer

    fake(autodp__dp_bank={"get_eps_ana_gaussian": crash})
    result = ask("autodp", "get_eps_ana_gaussian", f"raises {name}: raises", sigma=1.0, delta=1e-5)
    assert (result.outcome, result.as_recorded) == ("raises", True)
    assert result.error.startswith(name)
    assert ask("autodp", "get_eps_ana_gaussian", "1.0: safe", sigma=1.0, delta=1e-5).as_recorded is False


def test_an_interruption_is_not_taken_for_an_answer(fake: Programs) -> None:
    def interrupted(*_: float) -> float:
        raise KeyboardInterrupt

    fake(autodp__dp_bank={"get_eps_ana_gaussian": interrupted})
    with pytest.raises(KeyboardInterrupt):
        ask("autodp", "get_eps_ana_gaussian", sigma=1.0, delta=1e-5)


@pytest.mark.parametrize("value", ["'1.0x'", "None", "True", "[1.0, 2.0]"])
def test_an_answer_that_is_no_number_is_an_error(value: str) -> None:
    assert answer_of(f"output = {value}").output is None


def test_what_a_library_prints_is_dropped(capsys: pytest.CaptureFixture[str]) -> None:
    lines = "import sys, warnings\nprint('x')\nsys.stderr.write('y')\nwarnings.warn('z')\noutput = 1.5"
    assert answer_of(lines) == Answer(1.5)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(("scale", "outcome"), [(math.inf, "undecided"), (0.0, "undecided")])
def test_a_scale_without_a_truth_is_undecided(fake: Programs, scale: float, outcome: str) -> None:
    fake(diffprivlib__mechanisms=analytic(scale))
    result = ask("diffprivlib", "GaussianAnalytic", epsilon=1.0, delta=1e-5, sensitivity=1.0)
    assert result.outcome == outcome
    assert result.error


def test_no_number_is_wrong_even_where_the_claim_is_an_argument(fake: Programs) -> None:
    fake(diffprivlib__mechanisms=analytic(math.nan))
    result = ask("diffprivlib", "GaussianAnalytic", epsilon=1.0, delta=1e-5, sensitivity=1.0)
    assert (result.outcome, result.side) == ("wrong", "unsafe")


def test_an_epsilon_that_holds_but_for_a_tiny_delta_agrees() -> None:
    for delta, outcome in (("1e-12", "agrees"), ("1.1e-12", "unsafe")):
        judgement = judge(1.0, math.inf, "larger", delta=exact(delta))
        assert (judgement.outcome, judgement.side) == (outcome, "unsafe")
        assert judgement.delta == exact(delta)
    assert judge(1.0, exact(2), "larger", delta=formula_value("exp(-28)")).outcome == "agrees"
    assert judge(1.0, exact(2), "larger", delta=formula_value("exp(-27)")).outcome == "unsafe"
    assert judge(1.0, exact(2), "larger", delta=math.inf).outcome == "unsafe"
    assert judge(3.0, exact(2), "larger", delta=exact(0)).outcome == "safe"


def test_a_right_refusal_is_told_from_a_crash(fake: Programs) -> None:
    def refuse(*_: float) -> float:
        raise ValueError("only epsilon up to 1")

    fake(autodp__dp_bank={"get_eps_ana_gaussian": refuse})
    (library,) = chosen_libraries("autodp")
    given = {"sigma": 1.0, "delta": 1e-5}
    for words, outcome in (("up to 1", "refused"), ("up to 2", "raises"), ("", "raises")):
        case = Case("a", "get_eps_ana_gaussian", given, (f"raises ValueError: {outcome}",), refuses=words)
        result = checked(library, Table("autodp", "9.9"), case)
        assert (result.outcome, result.as_recorded) == (outcome, True)
        other = "raises" if outcome == "refused" else "refused"
        case = replace(case, seen=(f"raises ValueError: {other}",))
        assert checked(library, Table("autodp", "9.9"), case).as_recorded is False


def test_other_digits_are_a_remark_and_another_judgement_is_not_as_recorded(fake: Programs) -> None:
    fake(scipy__special={"expit": lambda x: 0.74})  # noqa: ARG005
    for seen, as_recorded in (("0.75: wrong, material", True), ("0.74: wrong, small", False), ("0.74: agrees", False)):
        result = ask("scipy", "expit", seen, x=1.0)
        assert (result.as_recorded, result.same_digits) == (as_recorded, False)


def test_a_truth_whose_digits_cannot_be_had_is_undecided(fake: Programs) -> None:
    """Its side is decided with few bits, and an error of its digits is no crash of a page."""

    def coarse() -> arb:
        if ctx.prec > 200:
            raise TooLargeError("more bits", place="here", expected="at most 200 bits")
        return arb(2).log()

    (library,) = chosen_libraries("scipy")
    probe = present(library.probe("ndtr"))
    truth = TrueNumber(lambda x: Enclosure(coarse) + 0 * x, frozenset({"x"}), "truth = log(2)")
    vars(library)["probes"] = (replace(probe, truth=truth),)
    fake(scipy__special={"ndtr": lambda x: x})
    result = checked(library, Table("scipy", "9.9"), Case("a case", "ndtr", {"x": 1.0}))
    assert (result.outcome, result.truth) == ("undecided", None)
    assert "200 bits" in result.error
    assert "undecided" in crosscheck_text(Crosscheck((result,)))


# -- judgements ---------------------------------------------------------------------------------------------------


def test_one_third_and_its_neighbors() -> None:
    third = exact("1/3")
    near = judge(1 / 3, third, "larger")  # the nearest double is below
    assert (near.outcome, near.side, near.weight) == ("agrees", "unsafe", "last-digits")
    assert judge(math.nextafter(1 / 3, 1), third, "larger").side == "safe"
    assert judge(1 / 3, third, "smaller").side == "safe"
    assert judge(0.25, exact("1/4"), "larger").outcome == "equal"


JUDGED: tuple[tuple[Any, ...], ...] = (  # the claim, the truth, the safe side, the kind, the weight or the outcome
    (1 - 2**-30, "1", "larger", "value", "last-digits"),
    (1 - 2**-29, "1", "larger", "value", "small"),
    (1 - 2**-10, "1", "larger", "value", "small"),
    (1 - 2**-9, "1", "larger", "value", "material"),
    (1 + 2**-9, "1", "neither", "value", "wrong"),
    (1e-320 + 16 * 5e-324, "1e-320", "smaller", "value", "last-digits"),  # a denormal, whose last digit is a large part
    (1e-320 + 18 * 5e-324, "1e-320", "smaller", "value", "material"),
    (1e-15, "1e-14", "larger", "delta", "last-digits"),  # off by almost nothing
    (1e-15, "1e-14", "larger", "epsilon", "last-digits"),
    (1e-15, "1e-14", "larger", "value", "material"),
    (1e-9, "1e-8", "larger", "delta", "material"),
    (-0.06, "0", "larger", "epsilon", "undecided"),  # not accused, since the truth is known from 0 on
    (-0.06, "1", "larger", "epsilon", "unsafe"),
    (-0.06, "0", "larger", "value", "unsafe"),
)


def test_weights_and_outcomes() -> None:
    for claim, truth, safe, kind, expected in JUDGED:
        judgement = judge(claim, exact(truth), safe, kind)
        assert expected in (judgement.weight, judgement.outcome), (claim, truth, safe, kind)


def test_zero_infinity_and_no_number() -> None:
    assert judge(0.0, exact(0), "larger").outcome == "equal"
    assert judge(-1e-17, exact(0), "larger").outcome == "unsafe"
    below = judge(1.0, math.inf, "larger")
    assert (below.outcome, below.difference, below.shown.difference) == ("unsafe", -math.inf, "-infinity")
    above = judge(math.inf, exact(1), "larger")
    assert (above.difference, above.relative, above.shown.relative) == (math.inf, math.inf, "infinite")
    assert judge(math.inf, math.inf, "larger").outcome == "equal"
    assert judge(math.inf, exact(1), "larger").outcome == "safe"
    assert judge(-math.inf, exact(1), "larger").outcome == "unsafe"
    nan = judge(math.nan, exact(1), "larger")
    assert (nan.outcome, nan.side) == ("wrong", "unsafe")


def test_an_enclosure_may_be_equal_and_a_tiny_truth_keeps_its_digits() -> None:
    assert judge(0.0, formula_value("log(2*pi) - log(2) - log(pi)"), "larger").outcome == "undecided"
    judgement = judge(1e-300, formula_value("exp(-700)"), "larger")
    assert judgement.shown.truth.startswith("9.85967654375977")
    assert judgement.outcome == "safe"


# -- the command --------------------------------------------------------------------------------------------------


@pytest.fixture
def one_case(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Every shipped table is that of one case, with this on record."""

    def install(seen: str) -> None:
        case = Case("one", "ndtr", {"x": 1.0}, (seen,))
        monkeypatch.setattr(crosschecker, "shipped_table", lambda library: Table(library.name, "1", cases=(case,)))

    return install


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["crosscheck", *arguments])
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.slow
def test_a_library_that_is_missing_is_named_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Library, "version", lambda self: None)  # noqa: ARG005
    status, out, _ = run("prv-accountant")
    assert status == 3
    assert f"prv_accountant is not installed; {install_command('prv-accountant')}" in out
    assert "Nothing could be compared" in " ".join(out.split())
    status, out, _ = run("--format", "json")
    assert status == 3
    assert {row["outcome"] for row in json.loads(out)} == {"missing"}
    assert all(row["as_recorded"] is None for row in json.loads(out))


@pytest.mark.slow
def test_what_is_on_record_ends_with_0_and_what_is_not_with_1(fake: Programs, one_case: Callable[[str], None]) -> None:
    fake(scipy__special={"ndtr": lambda x: 0.8413447460685429})  # noqa: ARG005
    one_case("0.8413447460685429: agrees")
    assert run("scipy")[0] == 0
    one_case("0.841344746068543: agrees")  # another processor
    status, out, _ = run("scipy")
    assert status == 0
    assert "1 answer in other digits" in " ".join(out.split())
    one_case("0.85: wrong, material")
    status, out, _ = run("scipy")
    assert status == 1
    assert "NOT AS RECORDED" in out
    assert "scipy 9.9 is installed; the record is of 1" in out
    assert run("scipy", "--only", "different", "--format", "json")[0] == 1


@pytest.mark.parametrize("arguments", [("tensorflow",), ("scipi",), ("scipy", "--case", "nothing"), ("--only", "all")])
def test_bad_usage_ends_with_2(arguments: tuple[str, ...]) -> None:
    status, _, error = run(*arguments)
    assert status == 2
    assert "expected" in error


def test_names_are_guessed() -> None:
    refuses(ParameterError, "did you mean 'scipy'", chosen_libraries, "scipi")
    with pytest.raises(ParameterError, match="did you mean"):
        crosscheck(chosen_libraries("scipy"), shipped_table(chosen_libraries("scipy")[0]).cases[0].id + "0")
    said = refuses(ParameterError, "", crosscheck, chosen_libraries("diffprivlib"), "nonsense")
    known = [case.id for case in shipped_table(chosen_libraries("diffprivlib")[0]).cases]
    nearest = said.partition("the nearest are ")[2]
    assert sum(f"{name}, " in f"{nearest}, " for name in known) == 3


def test_one_case_is_shown_with_lines_to_paste(fake: Programs, one_case: Callable[[str], None]) -> None:
    fake(scipy__special={"ndtr": lambda x: 0.5})  # noqa: ARG005
    one_case("0.5: wrong, material")
    status, out, _ = run("scipy", "--case", "one")
    assert status == 0
    assert "\nfrom scipy.special import ndtr\n" in out  # not indented: it can be pasted
    assert "dpexact" not in out
    assert "0.84134474606854294859" in out
    status, out, _ = run("scipy", "--format", "markdown")
    assert out.count("\n") == 7
    assert "wrong by" in out


def test_the_report_is_written_and_escapes(fake: Programs, one_case: Callable[[str], None], tmp_path: Path) -> None:
    fake(scipy__special={"ndtr": lambda x: 0.5})  # noqa: ARG005
    one_case("0.5: wrong <script>, material")
    target = tmp_path / "report.html"
    assert run("scipy", "--html", str(target))[0] == 1
    page = target.read_text(encoding="utf-8")
    assert "0.84134474606854294859" in page
    assert "&lt;script&gt;" in page
    junit, sarif = tmp_path / "report.xml", tmp_path / "report.sarif"
    assert run("scipy", "--junit", str(junit), "--sarif", str(sarif))[0] == 1
    assert 'failures="1"' in junit.read_text(encoding="utf-8")
    assert json.loads(sarif.read_text(encoding="utf-8"))["runs"][0]["results"][0]["level"] == "error"
    status, _, error = run("scipy", "--html", str(tmp_path))
    assert status == 2
    assert "a directory" in error


def test_a_material_gap_that_is_new_counts_as_usable(fake: Programs) -> None:
    fake(scipy__special={"ndtr": lambda x: 0.5})  # noqa: ARG005
    new = Crosscheck((ask("scipy", "ndtr", "0.4: safe", x=1.0),))  # of which no finding is on record
    said = "1 materially wrong at usable inputs"
    assert said in summary(new)
    assert said in crosscheck_page(new).summary


@pytest.mark.parametrize("width", [60, 80, 140])
def test_text_fits_the_terminal(fake: Programs, width: int) -> None:
    fake(scipy__special={"ndtr": lambda x: 0.5})  # noqa: ARG005
    result = ask("scipy", "ndtr", "0.4: safe", x=1.0)
    text = crosscheck_text(Crosscheck((result, replace(result, outcome="unsafe", side="unsafe"))), width)
    assert max(map(len, text.splitlines())) <= width
    assert "Not as recorded: scipy a case, scipy a case" in " ".join(text.split())
    name = f"Mechanism.epsilon-upper:{','.join(f'parameter{i}=0.{i}' for i in range(9))}"
    missing = replace(result, outcome="missing", error="prv_accountant is not installed; pip install " + "'x' " * 30)
    text = crosscheck_text(Crosscheck((replace(result, case=replace(result.case, id=name)), missing)), width)
    assert max(map(len, text.splitlines())) <= width
    assert name in "".join(text.split())


def test_markdown_has_a_row_for_each_case_and_escapes() -> None:
    (library,) = chosen_libraries("scipy")
    result = checked(replace(library, distribution="no-such-thing"), Table("scipy", "1"), Case("a", "ndtr", {"x": 1.0}))
    result = replace(result, outcome="raises", error="E: a|b")
    _, _, heading, _, *table = crosscheck_markdown(Crosscheck((result, result))).splitlines()
    assert heading == "## scipy"
    assert [line.count(" | ") for line in table] == [5] * 4
    assert table[-1].endswith("raises E: a\\|b |")
