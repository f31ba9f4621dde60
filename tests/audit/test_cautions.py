"""Test where a formula promises no privacy: no side is safe, and text, JSON, HTML and exact_reference say so."""

import json
import math
import warnings
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from dpexact import __version__
from dpexact.audit import audit
from dpexact.audit.auditor import Audit
from dpexact.audit.formats import audit_markdown, audit_plain, audit_summary
from dpexact.audit.page import audit_page
from dpexact.errors import NoPromiseWarning
from dpexact.testing import exact_reference
from tests.audit_reports import audit_html, audit_json

HEADER = "id,source,quantity,parameters,printed,meaning\n"


def audited(folder: Path, quantity: str, parameters: dict[str, str], printed: str, meaning: str = "at-most") -> Audit:
    cells = "; ".join(f"{name} = {text}" for name, text in parameters.items())
    table = folder / "t.csv"
    table.write_text(f"{HEADER}row,here,{quantity},{cells},{printed},{meaning}\n")
    return audit([table])


def gaussian_delta(sigma: float, epsilon: float) -> float:
    """Balle and Wang's curve for sensitivity 1, by erfc."""
    half, apart = 1 / (2 * sigma), epsilon * sigma
    return (math.erfc((apart - half) / math.sqrt(2)) - math.exp(epsilon) * math.erfc((apart + half) / math.sqrt(2))) / 2


@pytest.mark.parametrize(
    ("epsilon", "side"), [("8", "neither"), ("1", "neither"), ("997/1000", "safe"), ("1/2", "safe")]
)
def test_the_classical_sigma_is_a_bound_below_1_only(tmp_path: Path, epsilon: str, side: str) -> None:
    size = float(Fraction(epsilon))
    sigma = math.sqrt(2 * math.log(1.25 / 1e-3)) / size
    found = audited(
        tmp_path,
        "gaussian.classical_sigma",
        {"epsilon": epsilon, "delta": "1e-3", "sensitivity": "1"},
        f"{sigma + 1e-3:.3f}",
    )
    (row,) = audit_json(found)
    assert (row["verdict"], row["side"]) == ("valid-bound", side)
    texts = (json.dumps(row), audit_plain(found), audit_markdown(found), audit_html(found, __version__))
    assert all(("no privacy bound" in text) == (side == "neither") for text in (*texts, found._repr_html_()))
    assert audit_summary(found).endswith("; no privacy bound: row." if side == "neither" else "1 valid-bound.")
    (entry,) = audit_page(found).entries
    assert entry.attention == (side == "neither")
    assert ("gaussian.sigma(" in str(row.get("caution"))) == (side == "neither")
    if epsilon == "8":
        assert gaussian_delta(sigma, size) > 1e-3  # what is called a bound there would be none


@pytest.mark.parametrize("meaning", ["rounded", "at-least", "about"])
def test_no_meaning_has_a_side_outside_of_the_range(tmp_path: Path, meaning: str) -> None:
    parameters = {"epsilon": "8", "delta": "1e-3", "sensitivity": "1"}
    for printed in ("0.400", "0.472", "0.500"):
        (row,) = audited(tmp_path, "gaussian.classical_sigma", parameters, printed, meaning).rows
        assert row.judgement.side == "neither"
        assert row.caution


def test_a_reference_outside_of_the_range_warns() -> None:
    with pytest.warns(NoPromiseWarning, match="gaussian.classical_sigma: no privacy bound: .*0 < epsilon < 1"):
        exact_reference("gaussian.classical_sigma", epsilon=8, delta="1e-3", sensitivity=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        exact_reference("gaussian.classical_sigma", epsilon="997/1000", delta="1e-3", sensitivity=1)


def least_deltas(exp_epsilon: Fraction, eta: Fraction, reach: int) -> tuple[Fraction, Fraction]:
    """Of the printed design with k = D+1: over single outcomes and over all events, one by one."""
    top = [Fraction(1)]  # alpha_D, alpha_(D-1), ... up to the factor B delta~
    for _ in range(reach - 1):
        top.append(exp_epsilon * top[-1] + 1)
    alphas = [part / sum(top) for part in reversed(top)]
    side = [(1 - eta) / 2 * alpha for alpha in alphas]
    noise = [*reversed(side), eta, *side]
    one, two = [*noise, Fraction(0)], [Fraction(0), *noise]
    excess = [p - exp_epsilon * q for p, q in zip(one, two, strict=True)]
    events = (sum(some, Fraction(0)) for size in range(len(excess) + 1) for some in combinations(excess, size))
    return max(Fraction(0), *excess), max(events)


@pytest.mark.parametrize("eta", ["1/29", "1/5", "7/10"])
def test_the_printed_deltas_are_cautioned_where_events_exceed_them(tmp_path: Path, eta: str) -> None:
    E, reach = Fraction(5), 2
    single, whole = least_deltas(E, Fraction(eta), reach)
    if eta == "7/10":  # k <= D, where Theorem 3 and Remark 2 hold (proofs/count_queries)
        wrong_single = wrong_whole = False
    else:
        promised = (1 - Fraction(eta)) / (2 * (1 + (1 + E)))  # (1 - eta)/(2 T_D)
        wrong_single, wrong_whole = single > promised, whole > 5 * promised
    given = {"exp_epsilon": "5", "eta": eta, "D": "2"}
    for name, wrong in (("design_delta", wrong_single), ("union_delta", wrong_whole)):
        (row,) = audited(tmp_path, f"count_queries.{name}", given, "0.99").rows
        assert (bool(row.caution), row.judgement.side) == (wrong, "neither" if wrong else "safe")
    assert eta != "1/29" or (wrong_single and wrong_whole and single == Fraction(7, 29))


@pytest.mark.long
def test_no_side_of_the_threshold_is_safe(tmp_path: Path) -> None:
    """D = 6, eta = 1/1000: (2D+1) delta~ < 31/100 and the design keeps it from epsilon 0 on; not at E = 13/5."""
    given = {"delta": "0.31", "eta": "1/1000", "D": "6"}
    (row,) = audited(tmp_path, "count_queries.epsilon_threshold", given, "1").rows
    assert (row.judgement.verdict, row.judgement.side) == ("valid-bound", "neither")
    needed = [least_deltas(E, Fraction(1, 1000), 6)[1] for E in (Fraction(101, 100), Fraction(13, 5))]
    assert needed[0] < Fraction(31, 100) < needed[1]


@pytest.mark.parametrize(
    ("printed", "epsilon", "said"), [("0", "20", True), ("0.000", "20", True), ("0.001", "20", False)]
)
def test_a_delta_that_is_printed_as_0_is_told(tmp_path: Path, printed: str, epsilon: str, said: bool) -> None:  # noqa: FBT001
    """The delta of Laplace noise of scale 1/19 at epsilon 20 > 19 is 0; that of Gaussian noise never is."""
    found = audited(
        tmp_path, "gaussian.delta", {"sigma": "1", "sensitivity": "1", "epsilon": epsilon}, printed, "rounded"
    )
    texts = (audit_plain(found), audit_markdown(found), audit_html(found, __version__))
    assert all(("printed as 0" in text) == said for text in texts)
    zero = audited(tmp_path, "laplace.delta", {"scale": "1/19", "sensitivity": "1", "epsilon": "20"}, "0", "rounded")
    assert "printed as 0" not in audit_plain(zero)
    assert zero.rows[0].number == 0
