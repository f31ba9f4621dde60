"""Tables of other people's numbers in `claims/`: shipped, audited by default, and a corrupted row is noticed."""

import runpy
import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from dpexact import count_queries
from dpexact.audit import audit
from dpexact.audit.auditor import Audit, AuditRow
from dpexact.audit.judgement import judge
from dpexact.audit.paper import published_tables, registered
from dpexact.audit.printed import parse_printed
from dpexact.errors import ParameterError
from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact
from tests.audited_once import audit_cache

ROOT = Path(__file__).parents[2]
TABLES = published_tables()
COMMIT = 40  # hexadecimal digits of a commit
PLACES = (", line ", ", page ", "quoted in public notes", "stored excerpt")
QUANTITIES = registered()
COUNTS = ("a", "k", "n", "first", "low", "terms", "keys", "steps", "h")  # of formulas
BITS = 200


pytestmark = [pytest.mark.long, pytest.mark.xdist_group("tables")]


@pytest.fixture(scope="module")
def shipped() -> Audit:
    return audit(cache=audit_cache())


@pytest.fixture(scope="module")
def audited(shipped: Audit) -> Audit:
    names = {str(table) for table in TABLES}
    return Audit(tuple(entry for entry in shipped.entries if entry.table in names))


def test_they_are_audited_by_default(shipped: Audit, audited: Audit) -> None:
    rows = [entry["id"] for table in TABLES for entry in tomllib.loads(table.read_text(encoding="utf-8"))["claim"]]
    assert [row.claim.id for row in audited.rows] == rows
    assert len(shipped.rows) > len(audited.rows) >= 910
    assert shipped.as_expected
    assert not {row.table for row in audit(papers=[count_queries.PAPER]).rows} & {row.table for row in audited.rows}


def test_the_wheel_takes_them_where_they_are_looked_for() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
    assert build["targets"]["wheel"]["force-include"]["claims"] == "dpexact/project/claims"
    assert tuple(sorted((ROOT / "claims").glob("*.toml"))) == TABLES
    assert len(TABLES) >= 26


def test_every_row_has_a_source_and_the_verdict_of_a_second_route(audited: Audit) -> None:
    assert not audited.failed
    assert audited.as_expected
    for row in audited.rows:
        assert row.claim.expected is not None
        floats = row.claim.quantity.startswith("dp_sgd.") or row.claim.quantity == "composition.epsilon"
        route = "numpy" if floats else "mpmath"
        assert row.claim.expected_by.startswith(f"tests/second_routes/published, {route}: ")
        assert any(place in row.claim.source for place in PLACES), row.claim.id
    for table in TABLES:
        introduction = table.read_text(encoding="utf-8").partition("format =")[0]
        commits = [word for word in introduction.split() if len(word.strip(".,:")) == COMMIT]
        assert commits or "stored excerpt of the page" in introduction, table.name


def test_what_was_found(audited: Audit) -> None:
    """The rows that docs/findings.md speaks of."""
    found = {f"{Path(row.table).stem}/{row.claim.id}": row.judgement for row in audited.rows}
    assert {name for name, judgement in found.items() if judgement.verdict == "violated-bound"} == {
        *(f"opendp/integer-threshold-kept{end}" for end in ("", "-2", "-3", "-4", "-5", "-6", "-7")),
        "smartnoise/homogeneous-delta-promise",
        "smartnoise/homogeneous-epsilon-promise",
        "census_2020/persons-optimal-bound",
        *(f"census_2020/certificate-{row}" for row in ("units-rho-bound", "units-bound")),
        *(f"census_2020/certificate-{units}-fraction" for units in ("persons", "units")),
        *(
            f"dp_sniper/statdp-{run}-claimed-{mechanism}"
            for run in (1, 2)
            for mechanism in ("truncated-geometric", "sparse-vector1", "sparse-vector2", "sparse-vector4", "rappor")
        ),
        *(f"dp_sniper/statdp-{run}-claimed-one-time-rappor" for run in (1, 2)),
        "dp_sniper/statdp-2-verified-noisy-hist2",
        "dwork_roth/lifetime-theorem",
        "dwork_roth/lifetime-theorem-least",
        *(f"google_research_federated/auditing-{epsilon}-zcdp-bound" for epsilon in ("1", "1.5", "16")),
        "ietf_ppm_draft/one-aggregator-0.317-enough",
        "rappor/report-f-enough",
        *(f"tumult_core/zcdp-tight-1-{power}-optimal" for power in (1, 4)),
        "tensorflow_privacy/gaussian-exact-3",
        *(f"dp_sgd/bu-clt-{sigma}" for sigma in ("1.06", "0.638")),
        *(f"dp_sgd/opacus-{limit}" for limit in ("gdp", "noise-gdp", "issue-643-gdp")),
        "dp_sgd/dpsda-20",
        "deployments_registry/redistricting-persons-simple",
        "deployments_registry/redistricting-units-simple",
        "deployments_registry/recurve-paper-as-a-bound",
        "deployments_registry/urls-action-least",
        "deployments_registry/urls-action-most",
        "attribution_reporting/navigation-epsilon-of-rate",
        *(f"binomial_mechanism/draft-todo-{cell}" for cell in ("3-with-16", "1-with-61", "0.1-with-3786")),
        "binomial_mechanism/ipa-rule-2",
        *(f"cross_media_measurement/direct-{found}" for found in ("rho", "sigma")),
        "google_test_cases/votes-or-more",
    }
    assert found["census_2020/persons-optimal-exact-rho"].verdict == "correct"
    assert found["census_2020/persons-optimal-printed-rho"].verdict == "wrong"
    assert found["smartnoise/homogeneous-delta-code"].verdict == "correct"
    assert found["census_2020/certificate-units-rounded"].verdict == "correct"
    assert found["dwork_roth/lifetime-true"].verdict == "valid-bound"
    assert found["deep_learning_dp/moments-400"].verdict == "wrong"
    assert found["google_research_federated/gboard-spanish-spain"].verdict == "correct"


def counted_as(row: AuditRow) -> str:
    """A column of the page: a reading, a verdict, or the weight of one that is wrong or violated."""
    if row.claim.reading:
        return "reading"
    return str(row.judgement.weight) if row.refuted else row.judgement.verdict


def test_nothing_that_is_off_by_a_thousandth_stands_without_a_reason(audited: Audit) -> None:
    material = [row for row in audited.rows if row.judgement.weight == "material"]
    assert len(material) > 20
    for row in material:
        assert len(row.claim.reason.split()) > 5, row.claim.id


def test_readings_are_in_no_count(audited: Audit) -> None:
    counts = Counter(Path(row.table).stem for row in audited.rows if row.claim.reading)
    assert counts == {
        "census_2020": 7,
        "google_research_federated": 8,
        "ietf_ppm_draft": 7,
        "tumult_core": 2,
        "tensorflow_privacy": 1,
        "google_differential_privacy": 2,
        "deployments_registry": 18,
        "diffprivlib": 1,
        "dp_sgd": 14,
        "jax_privacy": 1,
        "attribution_reporting": 2,
        "binomial_mechanism": 4,
        "google_test_cases": 1,
    }
    assert not [row for row in audited.refuted if row.claim.reading]


def test_the_page_counts_what_the_audit_counts(audited: Audit) -> None:
    page = (ROOT / "docs/findings.md").read_text(encoding="utf-8")
    assert f"{len(audited.rows)} numbers" in page
    for table in TABLES:
        rows = [row for row in audited.rows if row.table == str(table)]
        counts = Counter(counted_as(row) for row in rows)
        columns = ("correct", "valid-bound", "material", "small", "last-digits", "reading")
        assert set(counts) <= set(columns)
        cells = [f"`{table.stem}`", len(rows), *(counts[column] for column in columns)]
        assert f"| {' | '.join(map(str, cells))} |" in page


def test_the_headlines_of_the_page_count_what_the_audit_counts(audited: Audit) -> None:
    page = " ".join((ROOT / "docs/findings.md").read_text(encoding="utf-8").split())
    counts = Counter(counted_as(row) for row in audited.rows)
    material = Counter(Path(row.table).stem for row in audited.rows if counted_as(row) == "material")
    small, last = counts["small"], counts["last-digits"]
    single = sum(material.values()) - material["dp_sniper"] - material["opendp"] - material["smartnoise"]
    words = {11: "eleven"}
    for said in (
        f"{counts['material']} of the {len(audited.rows)} are off by a thousandth or more",
        f"{material['dp_sniper']} come from one experiment, {material['opendp']} are one known fault of a library",
        f"{material['smartnoise']} another fault, and {words[single]} are single numbers",
        f"{small} are off by less, {last} only in the last digits.",
        f"thresholds ({material['opendp']} rows,",
        f"odometer ({material['smartnoise']} rows,",
        f"too large ({material['dp_sniper']} rows,",
        f"1/801 ({material['dwork_roth']} rows,",
        f"Single numbers ({single - material['dwork_roth'] - material['deployments_registry']} rows)",
        f"contradict themselves ({material['deployments_registry']} rows)",
        f"Small: less than 0.1 per cent ({small} rows)",
        f"Last digits: no fault ({last} rows)",
        f"Readings: in no count ({counts['reading']} rows)",
    ):
        assert said in page


def test_the_page_says_how_much_noise_is_for_nothing(audited: Audit) -> None:
    page = (ROOT / "docs/findings.md").read_text(encoding="utf-8").partition("## Noise for nothing")[2]
    above: dict[str, list[float]] = {}
    for row in audited.rows:
        names = row.claim.quantity, row.claim.id, row.claim.parameters.get("expression", "")
        chosen = names[0] == "gaussian.sigma" or "variance" in names[1] or names[2].startswith("root(Phi")
        if chosen and row.claim.meaning == "at-most" and not row.claim.reading:
            least = row.number.as_fraction() if isinstance(row.number, Exact) else row.number.lower  # type: ignore[union-attr]
            above.setdefault(Path(row.table).stem, []).append(float(Fraction(row.claim.printed) / least - 1))
    google = above["google_differential_privacy"] + above["google_test_cases"]
    assert (
        f"| {len(google)} | {min(google):.2%} to {max(google):.2%} |".replace("%", " %", 2).replace(" % to", " to")
        in page
    )
    *rest, largest = sorted(above["pipelinedp"])
    assert f"| {len(rest) + 1} | 0 to {max(rest):.2%}, once {largest:.1%} |".replace("%", " %") in page
    assert f"| {max(above['cross_media_measurement']):.0%} |".replace("%", " %") in page
    assert f"| {len(above['ietf_ppm_draft'])} | {max(above['ietf_ppm_draft']):.3%} |".replace("%", " %") in page


def test_the_page_on_dp_sgd_says_what_the_audit_says(audited: Audit) -> None:
    maker = runpy.run_path(str(ROOT / "dev/make_dp_sgd.py"))
    text = (ROOT / "dev/dp-sgd.md").read_text(encoding="utf-8")
    rows = [row for row in audited.rows if Path(row.table).stem == "dp_sgd"]
    assert maker["page"](text, rows) == text
    assert text.count("**too small** |  |  |") == sum(row.refuted for row in rows)
    assert f"\n{len(rows)} epsilons and deltas" in text


def shifted(text: str, units: int) -> str:
    """A printed text with its last digit moved."""
    plain = text.removesuffix("...")
    digits, mark, exponent = plain.lower().partition("e")
    whole, point, tail = digits.partition(".")
    moved = int(whole + tail) + units
    return f"{'-' if moved < 0 else ''}{_pointed(abs(moved), len(tail), point)}{mark}{exponent}"


def _pointed(number: int, places: int, point: str) -> str:
    padded = str(number).zfill(places + 1)
    return f"{padded[: len(padded) - places]}{point}{padded[len(padded) - places :]}"


def noticed(row: AuditRow, text: str) -> bool:
    """Return whether the audit says something else about another text."""
    assert row.number is not None
    direction = QUANTITIES[row.claim.quantity].privacy_direction
    again = judge(parse_printed(text), row.claim.meaning, row.number, direction)
    return (again.verdict, again.units_off) != (row.judgement.verdict, row.judgement.units_off)


def test_a_last_digit_that_is_moved_is_noticed(audited: Audit) -> None:
    """Every one but: a bound that is moved to its safe side is still a bound; a moved bound is one if it was loose."""
    missed: Counter[str] = Counter()
    for row in audited.rows:
        if "/" in row.claim.printed or row.number in (float("inf"), None):
            continue
        for units in (-1, 1):
            if not noticed(row, shifted(row.claim.printed, units)):
                missed[row.claim.meaning] += 1
                bound = {"at-most": -1, "at-least": 1}.get(row.claim.meaning)
                assert bound is not None, row.claim.id
                assert units == -bound or row.judgement.slack != "1", row.claim.id
    assert set(missed) <= {"at-most", "at-least"}


def changed(text: str) -> str | None:
    """A parameter that is larger by a thousandth; None for what is no number."""
    try:
        return str(Fraction(text) * Fraction(1001, 1000)) if Fraction(text) else None
    except ValueError:
        return f"({text})*1001/1000" if text.startswith(("log(", "sqrt(", "1/sqrt(")) else None


def test_a_wrong_parameter_is_noticed(audited: Audit) -> None:
    """In every seventh row that is right, each parameter that moves the number by a unit of its last digit or more."""
    tried = 0
    for row in audited.rows[::7]:
        printed = parse_printed(row.claim.printed)
        if row.judgement.verdict != "correct" or printed.unit is None or row.claim.quantity.startswith("rdp."):
            continue
        for name, text in row.claim.parameters.items():
            other = None if name in COUNTS else changed(text)
            if other is None:
                continue
            try:
                number = QUANTITIES[row.claim.quantity].compute(**{**row.claim.parameters, name: other})
            except ParameterError:
                continue  # an integer was expected: noticed
            moved = low_end(number) - low_end(row.number)
            if abs(moved) <= printed.unit:
                continue  # nothing is to be seen: a delta of 0, a factor of 0, few digits
            assert judge(printed, row.claim.meaning, number).verdict == "wrong", (row.claim.id, name)
            tried += 1
    assert tried > 50


def low_end(number: object) -> Fraction:
    assert isinstance(number, Exact | Enclosure)
    return number.enclosure(BITS)[0] if isinstance(number, Exact) else number.refine(BITS).lower
