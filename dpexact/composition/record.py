"""The record of a composition for people who do not know this software: one page of HTML, with its certificate inside.

The page says the mechanism in words, its neighboring relation, its assumptions, epsilon rounded up and delta. It is
made of a certificate that the kernel has accepted. It hands on the page that checks the certificate in a browser.
"""

import hashlib
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import resources
from typing import Any

from dpexact.certificates.certificate import Certificate, check, checker_page, left_by_the_page
from dpexact.certificates.implication import number_reader
from dpexact.composition.dominating import ANY, NOTHING, POISSON, DominatingPair
from dpexact.composition.expression import parse_composition
from dpexact.composition.named import finite
from dpexact.composition.written import Family, Law
from dpexact.numbers.epsilon import epsilon_of, rational_epsilon
from dpexact.numbers.exact import Exact

DIGITS = 6
LONGEST = 200  # characters of a parameter
LISTED = Family(
    "a pair of listed probabilities",
    "the pair has to dominate the mechanism for the neighbors in question, which the certificate does not say",
)
OWN = "law", "count"
LISTS = {"first": "p", "second": "q", "sensitivities": "sensitivities", "weights": "weights"}


def record_html(pair: DominatingPair, certificate: Certificate, source: str, version: str) -> str:
    """Write the record. Raises CertificateError unless the kernel accepts the certificate."""
    check(certificate)
    return _page(pair, certificate, source, version, "kernel", pair.relation)


def record_of_certificate(certificate: Certificate, version: str, checker: str) -> str:
    """Write the record of a certificate alone, which this checker has accepted: "kernel" or "second checker"."""
    pair = stated_pair(certificate.statement)
    listed = any(law.name == "finite" for law, _ in pair.laws or ())
    relation = "listed" if listed and pair.relation == ANY else pair.relation
    return _page(pair, certificate, repr(pair) if pair.laws else "no run", version, checker, relation)


def stated_pair(statement: Mapping[str, Any]) -> DominatingPair:
    """Return the composition of a statement that a checker has accepted."""
    numbers, pair = number_reader(dict(statement["generators"])), replace(NOTHING, laws=())
    for written in statement["laws"]:
        values: dict[str, Any] = {
            LISTS.get(key, key): tuple(map(numbers, value)) if key in LISTS else numbers(value)
            for key, value in written.items()
            if key not in OWN
        }
        law = Law(written["law"], tuple(values.items()))
        listed = ((replace(law, family=LISTED), 1),)
        run = replace(finite(**values), laws=listed) if law.name == "finite" else parse_composition(str(law))
        pair = pair * run ** int(written["count"], 16)
    return pair


def premises(pair: DominatingPair) -> list[str]:
    """Return the conditions under which the laws of a composition dominate their mechanisms."""
    return [premise for premise in dict.fromkeys(law.family.premise for law, _ in pair.laws or ()) if premise]


def _page(pair: DominatingPair, certificate: Certificate, asked: str, version: str, checker: str, relation: str) -> str:
    from jinja2 import Environment, StrictUndefined

    source = resources.files("dpexact.composition").joinpath("record.html.jinja").read_text(encoding="utf-8")
    template = Environment(autoescape=True, undefined=StrictUndefined).from_string(source)
    text, laws = certificate.to_json(), pair.laws or ()
    epsilon, delta = stated_level(certificate.statement)
    left = left_by_the_page(text)
    return template.render(
        epsilon=epsilon,
        delta=delta,
        laws=[(law, count, list(_parameters(law))) for law, count in laws],
        asked=asked,
        relation=relation,
        is_sampled=any(law.relation == POISSON and dict(law.written()).get("rate") != "1" for law, _ in laws),
        premises=premises(pair),
        theorems=dict.fromkeys(f"{law.family.noun}: {law.family.theorem}" for law, _ in laws),
        version=version,
        checker=checker,
        left=left,
        page=_base64(checker_page(text)) if left is None else "",
        data=_base64(text),
        digest=hashlib.sha256(text.encode()).hexdigest(),
    )


def stated_level(statement: Mapping[str, Any]) -> tuple[str, str]:
    """Return epsilon and delta of a statement as decimals that are rounded up."""
    numbers = number_reader(dict(statement["generators"]))
    factor, delta = numbers(statement["exp_epsilon"]), numbers(statement["delta"])
    exact = rational_epsilon(factor)
    return _up(Exact.of_rational(epsilon_of(factor).refine(64).upper if exact is None else exact)), _up(delta)


def _base64(text: str) -> str:
    return b64encode(text.encode()).decode()


def _up(number: Exact) -> str:
    return str(number.decimal(DIGITS, "up"))


def _parameters(law: Law) -> Iterator[tuple[str, str]]:
    for key, text in law.written():
        value = dict(law.parameters).get(key)
        short = ""
        if isinstance(value, Exact) and "/" in text:
            number = value.decimal(DIGITS, "up")
            short = f" = {number}" if number == value.decimal(DIGITS, "down") else f" = {number} (rounded up)"
        yield key, (text if len(text) < LONGEST else f"{text[:LONGEST]} ...") + short
