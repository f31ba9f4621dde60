"""The checker as a page: the committed file is the one of its sources, as far as that shows without Rocq."""

import base64
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from dpexact.certificates.certificate import LAWS_OF_THE_PAGE, SLOT, checker_page
from dpexact.kernel.noise_laws import LAWS
from dpexact.report.page import page_html
from dpexact.report.row import Attachment, Cell
from proofs.rocq.extraction.web import make
from tests.report.test_page import entry, page

COMMITTED = checker_page()


class Reader(HTMLParser):
    """The texts of scripts and styles, with their attributes, and every address."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[tuple[str, dict[str, str | None], str]] = []
        self.addresses: list[str] = []
        self.open: tuple[str, dict[str, str | None]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "action")]
        self.open = (tag, dict(attrs)) if tag in ("script", "style") else None

    def handle_data(self, data: str) -> None:
        if self.open:
            self.parts.append((*self.open, data))
            self.open = None


def read() -> Reader:
    reader = Reader()
    reader.feed(COMMITTED)
    return reader


def test_the_page_around_the_checker_is_that_of_its_sources() -> None:
    checker = make.checker_of(COMMITTED)
    assert len(checker) > 10**5
    assert make.page(checker) == COMMITTED  # else: make -C proofs/rocq/extraction/web


def test_it_loads_nothing_and_may_connect_to_nothing() -> None:
    (policy,) = re.findall('http-equiv="Content-Security-Policy" content="([^"]*)"', COMMITTED)
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules.keys() == {"default-src", "style-src", "script-src", "worker-src", "base-uri", "form-action"}
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert rules["worker-src"] == "blob:"
    assert "unsafe" not in policy
    reader = read()
    assert reader.addresses == []
    run = [(tag, text) for tag, attributes, text in reader.parts if attributes.get("type") != "text/plain"]
    assert {f"{tag}-src": make.source(text) for tag, text in run} == {
        key: rules[key] for key in ("style-src", "script-src")
    }


def test_a_certificate_in_it() -> None:
    text = 'é</script>"'
    with_it = checker_page(text)
    (packed,) = re.findall(f"{re.escape(SLOT)}([A-Za-z0-9+/=]*)</script>", with_it)
    assert base64.b64decode(packed).decode() == text
    assert with_it.replace(packed, "") == COMMITTED


@pytest.mark.parametrize("certificate", [True, False])
def test_a_report_holds_the_checker_if_it_holds_a_certificate(certificate: bool) -> None:  # noqa: FBT001 - a table
    row = replace(entry("a", Cell("b")), attachments=(Attachment("c.json", "{}", "d", is_certificate=certificate),))
    text = page_html(page(row), "9.9", checker_page)
    assert (
        ("worker-src blob:" in text) == ('<template id="checker">' in text) == ("check it here" in text) == certificate
    )


def test_the_laws_of_the_page_are_those_that_the_extracted_checker_reads() -> None:
    (decoder,) = re.findall(
        r"let decode_law(.*?)\nlet ", (make.HERE.parent / "check.ml").read_text(encoding="utf-8"), re.DOTALL
    )
    read = set(re.findall(r'Some \(Text "(\w+)"\) ->', decoder))
    (left,) = re.findall(r"Some \(Text \((.*?) as name", decoder)
    assert {*LAWS_OF_THE_PAGE} == read
    assert {*re.findall(r"\w+", left)} == LAWS.keys() - read
