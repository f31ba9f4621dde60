"""The record of a composition: what the page says is what the certificate inside it proves."""

import base64
import re
from fractions import Fraction

import pytest

from dpexact import Certificate, check
from dpexact.certificates.certificate import checker_page
from dpexact.composition import dp_sgd, gaussian, parse_composition, randomized_response, shuffled
from dpexact.composition.named import FAMILIES
from dpexact.composition.record import premises, record_html, record_of_certificate
from dpexact.errors import CertificateError
from tests.refusals import refuses


@pytest.mark.slow
def test_the_page_says_what_its_certificate_proves() -> None:
    pair = dp_sgd("1.1", batch=256, examples=60000, steps=3)
    page = record_html(pair, pair.certificate(delta="1e-5"), "dp_sgd(<asked>)", "1")
    found = re.search(r"epsilon = ([\d.]+), delta = ([\d.]+)", page)
    certificate, checking = (
        base64.b64decode(re.search(rf'data:{kind};base64,([^"]+)"', page)[1]).decode()  # type: ignore[index]
        for kind in ("application/json", "text/html")
    )
    assert found is not None
    assert checking == checker_page(certificate)
    statement = check(Certificate.from_json(certificate))
    epsilon = pair.epsilon("1e-5")
    assert epsilon.upper <= Fraction(found.group(1)) <= epsilon.upper * Fraction(101, 100)  # type: ignore[union-attr]
    assert Fraction(found.group(2)) == Fraction(1, 10**5)
    assert statement["laws"][0]["count"] == "3"
    for said in ("3 runs of Gaussian noise", "added or removed", "Poisson sample", "Proposition 30", "&lt;asked&gt;"):
        assert said in page
    assert "<script" not in page


def test_assumptions_are_those_of_the_laws() -> None:
    pair = gaussian("7/2", sensitivity="4/3") ** 2
    page = record_html(pair, pair.certificate(epsilon=1), "gaussian(7/2, sensitivity=4/3)**2", "1")
    assert "<td>7/2 = 3.50000</td>" in page
    assert "<td>4/3 = 1.33334 (rounded up)</td>" in page
    assert "Poisson" not in page.split("Why it holds")[0]
    assert "whatever two data sets are neighbors" in page


def test_the_condition_of_shuffled_reports_is_an_assumption() -> None:
    pair = shuffled(1, users=5)
    for page in (
        record_html(pair, made := pair.certificate(epsilon=1), "shuffled", "1"),
        record_of_certificate(made, "1", "kernel"),
    ):
        assert "R(x) &gt;= (R(x0) + R(x1))/(e^epsilon + 1)" in page.partition("What is assumed")[2].split("</ul>")[0]
    assert premises(gaussian(3) ** 2) == []
    assert len(premises(pair**2 * shuffled(2, users=9))) == 1
    assert "not who takes part" in premises(randomized_response("3/4") * gaussian(1, rate="1/2"))[0]


@pytest.mark.slow
def test_whole_batches_are_no_sample_and_are_for_one_record_more_or_less() -> None:
    pair = dp_sgd(3, batch=5, examples=5, steps=2)
    page = record_html(pair, pair.certificate(epsilon=1), "dp_sgd", "1")
    assert "if one record is added or removed" in page
    assert "sums of neighbors differ (clipping norm)" in page
    assert "Poisson sample:" not in page
    replaced = gaussian(3)
    page = record_html(replaced, replaced.certificate(epsilon=1), "gaussian(3)", "1")
    assert "sums of neighbors differ</td>" in page
    assert "clipping norm" not in page


def test_a_law_that_the_page_leaves_is_named() -> None:
    pair = shuffled(1, users=5)
    page = record_html(pair, pair.certificate(epsilon=1), "shuffled", "1")
    assert "checks none of the kind &#39;composition&#39; with the law &#39;shuffled&#39;." in page
    assert "text/html;base64" not in page


def test_no_page_without_a_certificate_that_holds() -> None:
    pair = gaussian(3) ** 2
    made = pair.certificate(epsilon=1)
    forged = Certificate({**made.statement, "delta": ["1", "fffffffff"]}, made.evidence)
    refuses(CertificateError, "", record_html, pair, forged, "gaussian(3)**2", "1")


def test_every_law_has_words_and_a_theorem() -> None:
    assert all(
        family.noun and family.theorem for name, family in FAMILIES.items() if name not in ("pure", "gdp", "dp_sgd")
    )
    assert shuffled(1, users=5).relation == "replace one record"
    assert parse_composition("gaussian(1)").relation == "any"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "dp_sgd(1.1, batch=256, examples=60000, steps=3)",
            ["3 runs of Gaussian", "added or removed", "Poisson"],
        ),
        ("shuffled(log(3), users=9)", ["shuffled reports", "one record is replaced", "local epsilon</td><td>log(3)"]),
        (
            "skellam(9)**2 * laplace(3)",
            ["2 runs of Skellam noise", "one run of Laplace", "whatever two data sets"],
        ),
        pytest.param(
            "gaussian_mixture(2, sensitivities=[0, 1], weights=[1/2, 1/2])",
            ["random sum", "added or removed"],
            marks=pytest.mark.slow,
        ),
        ("discrete_laplace(decay=1/2)", ["decay</td><td>1/2"]),
        ("epsilon_delta(1/2, delta=1/100)", ["listed probabilities", "The certificate does not say it"]),
        ("gaussian(2, rate=1/2) * pure(1)", ["added or removed", "listed probabilities"]),
        ("gaussian(2)**0", ["no run"]),
    ],
)
def test_a_certificate_alone_has_a_record(text: str, words: list[str]) -> None:
    certificate = Certificate.from_json(parse_composition(text).certificate(epsilon="1/2").to_json())
    page = record_of_certificate(certificate, "1", "kernel")
    assert "epsilon = 0.500000, " in page
    assert [part for part in words if part not in page] == []
    assert "the pair is the mechanism itself" not in page  # which the certificate does not know
