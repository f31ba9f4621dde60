"""The record of a composition for people who do not know this software: one page of HTML, with its certificate inside.

The page says the mechanism in words, its neighboring relation, its assumptions, epsilon rounded up and delta. It is
made of a certificate that the kernel has accepted. It hands on the page that checks the certificate in a browser.
"""

import hashlib
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from html import escape
from string import Template
from typing import Any

from dpexact.certificates.certificate import Certificate, check, checker_page, left_by_the_page
from dpexact.certificates.implication import number_reader
from dpexact.composition.dominating import ANY, NOTHING, POISSON, REPLACE, DominatingPair
from dpexact.composition.expression import parse_composition
from dpexact.composition.named import finite
from dpexact.composition.written import Family, Law
from dpexact.numbers.epsilon import epsilon_of, rational_epsilon
from dpexact.numbers.exact import Exact

DIGITS = 6
WORDS = {
    "sigma": "standard deviation of the noise",
    "rate": "probability that a record is in a batch",
    "sensitivity": "most that one record changes the sum (clipping norm)",
}
RELATIONS = {
    ANY: "Any: the bound holds for whatever two data sets are neighbors, as long as the sensitivity is kept.",
    POISSON: "Two data sets are neighbors if one record is added or removed.",
    REPLACE: "Two data sets of the same size are neighbors if one record is replaced.",
}
NOT_SAID = "The certificate does not say it. It lists the probabilities of a pair."
LISTED = Family(
    "a pair of listed probabilities",
    "the pair has to dominate the mechanism for the neighbors in question, which the certificate does not say",
)
OWN = "law", "count"
LISTS = {"first": "p", "second": "q", "sensitivities": "sensitivities", "weights": "weights"}
ALWAYS = (
    "The noise has exactly the law that is named; rounding in floating point is not covered.",
    "The sensitivity is as stated, whatever the data: contributions are clipped to it.",
    "Runs may depend on earlier answers (Zhu, Dong and Wang 2022, Theorem 10), but their parameters are fixed.",
    "Only the answers of these runs are released, and the random numbers stay secret.",
)
SAMPLES = (
    "Every batch is a Poisson sample: each record is in it with the stated probability, independently of all others."
)
PAGE = Template("""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Privacy record</title>
<style>body{font:16px/1.5 sans-serif;max-width:46em;margin:2em auto;padding:0 1em}
table{border-collapse:collapse}td{padding:.2em 1em .2em 0;vertical-align:top}code{overflow-wrap:anywhere}
.claim{font-size:1.4em;font-weight:bold}</style></head><body>
<h1>Privacy record</h1>
<p class="claim">epsilon = $epsilon, delta = $delta</p>
<p>Whoever sees the answers of all runs learns about one record at most what these two numbers allow. Epsilon is rounded
up. The numbers are proved, not estimated.</p>
<h2>The mechanism</h2>$laws<p>As asked: <code>$asked</code></p>
<h2>Who is protected</h2><p>$relation</p>
<h2>What is assumed</h2><ul>$assumptions</ul>
<h2>Why it holds</h2><ul>$theorems</ul>
<h2>How to check it</h2>
<p>The certificate inside this page was accepted by the $checker of dpexact $version when the page was written.</p>
<p>$again</p>
<p>Or save the certificate and run</p>
<pre>dpexact check certificate.json
dpexact check certificate.json --second</pre>
<p><a download="certificate.json" href="data:application/json;base64,$data">Save the certificate</a></p>
<p>SHA-256 of the certificate: <code>$digest</code></p>
</body></html>
""")
AGAIN = (
    '<a download="check.html" href="data:text/html;base64,{}">Save the page that checks it</a>. It checks the '
    "certificate when a browser opens it, with a program that is itself proved, without installation and network."
)


def record_html(pair: DominatingPair, certificate: Certificate, asked: str, version: str) -> str:
    """Write the record. Raises CertificateError unless the kernel accepts the certificate."""
    check(certificate)
    return _page(pair, certificate, asked, version, "kernel", RELATIONS[pair.relation])


def record_of_certificate(certificate: Certificate, version: str, checker: str) -> str:
    """Write the record of a certificate alone, which this checker has accepted: "kernel" or "second checker"."""
    pair = stated_pair(certificate.statement)
    listed = any(law.name == "finite" for law, _ in pair.laws or ())
    relation = NOT_SAID if listed and pair.relation == ANY else RELATIONS[pair.relation]
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
        one = replace(finite(**values), laws=listed) if law.name == "finite" else parse_composition(str(law))
        pair = pair * one ** int(written["count"], 16)
    return pair


def premises(pair: DominatingPair) -> list[str]:
    """Return the conditions under which the laws of a composition dominate their mechanisms."""
    return [said for said in dict.fromkeys(law.family.premise for law, _ in pair.laws or ()) if said]


def _page(pair: DominatingPair, certificate: Certificate, asked: str, version: str, checker: str, relation: str) -> str:
    text, laws = certificate.to_json(), list(pair.laws or ())
    epsilon, delta = stated_level(certificate.statement)
    left = left_by_the_page(text)
    checks = AGAIN.format(_base64(checker_page(text))) if left is None else ""
    return PAGE.substitute(
        epsilon=escape(epsilon),
        delta=escape(delta),
        laws="".join(_table(law, count) for law, count in laws),
        asked=escape(asked),
        relation=escape(relation),
        assumptions=_items([*([SAMPLES] if pair.relation == POISSON else []), *premises(pair), *ALWAYS]),
        theorems=_items(dict.fromkeys(f"{law.family.noun}: {law.family.theorem}." for law, _ in laws)),
        version=escape(version),
        checker=checker,
        again=checks or escape(f"The page that checks certificates in a browser checks none {left}."),
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


def _items(lines: Iterable[str]) -> str:
    return "".join(f"<li>{escape(line)}</li>" for line in lines)


def _table(law: Law, count: int) -> str:
    runs = "one run" if count == 1 else f"{count} runs"
    rows = "".join(f"<tr><td>{escape(name)}</td><td>{escape(value)}</td></tr>" for name, value in _parameters(law))
    return f"<p>{runs} of {escape(law.family.noun)}</p><table>{rows}</table>"


def _parameters(law: Law) -> Iterator[tuple[str, str]]:
    for key, text in law.written():
        value = dict(law.parameters).get(key)
        short = ""
        if isinstance(value, Exact) and "/" in text:
            number = value.decimal(DIGITS, "up")
            short = f" = {number}" if number == value.decimal(DIGITS, "down") else f" = {number} (rounded up)"
        yield WORDS.get(key, key.replace("_", " ")), (text if len(text) < 200 else f"{text[:200]} ...") + short
