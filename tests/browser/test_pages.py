"""The pages of the reports in a real browser: filter, sort, keyboard, console, light and dark, phone, paper."""

import base64
import json
from fractions import Fraction
from io import BytesIO
from math import exp
from pathlib import Path
from typing import Any

import pytest

from dpexact.certificates.certificate import Certificate, check
from tests.browser.chromium import Chromium
from tests.browser.conftest import ATTACK, CLAIMS, ROWS

Pages = dict[str, Path]

pytestmark = pytest.mark.xdist_group("browser")  # one Chromium for all

NAMES = ("audit", "ledger", "claims", "crosscheck")
SHOWN = "[...document.querySelectorAll('tbody:not(.part)')].filter(row => !row.hidden)"
SHOWN_NAMES = f"{SHOWN}.map(row => row.querySelector('button.toggle').textContent)"
SHOWN_PARTS = "[...document.querySelectorAll('tbody.part')].filter(p => !p.hidden).map(p => p.innerText.trim())"
STATUS = "document.getElementById('shown').textContent"
VERDICTS = {
    "row-10": "wrong",
    "row-9": "correct",
    "big": "correct",
    "bound": "violated-bound",
    "loose": "valid-bound",
    "pair": "correct",
    "infinite": "violated-bound",
    "fraction": "wrong",
    "open": "undecided",
    "bad": "cannot be read or computed",
    ATTACK: "correct",
}
PARTS = {  # what is wrong by its weight; the others in the order of the tables
    "Cannot be read or computed (1 row)": ["bad"],
    "Not the recorded verdict (1 row)": ["row-10"],
    "Wrong by 0.1 % or more: the unsafe side first, and the farthest off (3 rows)": ["infinite", "bound", "fraction"],
    "Undecided (1 row)": ["open"],
    "What holds (5 rows)": ["row-9", "big", "loose", "pair", ATTACK],
}
ORDER = [name for names in PARTS.values() for name in names]
CONTRAST = """
(() => {
  const part = (n) => { n /= 255; return n <= 0.03928 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4; };
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const rgb = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const back = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const found = rgb(getComputedStyle(e).backgroundColor);
      if (found.length === 3 || found[3] > 0) return found;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !element.getClientRects().length || element.closest('script')) continue;
    const style = getComputedStyle(element);
    const color = element.closest('svg') ? style.fill : style.color;
    const [a, b] = [light(rgb(color)), light(back(element))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) found.push(`${element.tagName}.${element.getAttribute('class')} ${ratio.toFixed(2)}`);
  }
  return found;
})()
"""


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_console_is_silent_and_nothing_is_loaded(chromium: Chromium, pages: Pages, name: str, scheme: str) -> None:
    chromium.scheme(scheme)
    chromium.open(pages[name].as_uri())
    chromium.click("#open-all")
    for heading in range(chromium.evaluate("document.querySelectorAll('.sort').length")):
        chromium.click(f".sort[data-column='{heading}']")
    assert chromium.complaints == []
    assert chromium.requests == [pages[name].as_uri()]


@pytest.mark.parametrize("name", NAMES)
def test_text_of_a_table_is_shown_and_does_not_run(chromium: Chromium, pages: Pages, name: str) -> None:
    chromium.open(pages[name].as_uri())
    chromium.click("#open-all")
    assert chromium.evaluate("window.attacked") is None
    assert chromium.evaluate("document.querySelectorAll('img').length") == 0
    assert chromium.evaluate("document.scripts.length") == 1
    assert ATTACK in chromium.evaluate("document.querySelector('table').innerText.replaceAll('\\n', ' ')")
    assert chromium.complaints == []


def test_even_a_script_that_is_injected_does_not_run(chromium: Chromium, pages: Pages) -> None:
    chromium.open(pages["audit"].as_uri())
    chromium.evaluate(
        "(() => { const s = document.createElement('script'); s.textContent = 'window.attacked = 3';"
        "document.body.append(s); const i = new Image(); i.onerror = () => {}; i.src = 'http://127.0.0.1:9/x.png'; })()"
    )
    assert chromium.evaluate("window.attacked") is None
    assert any("Content Security Policy" in complaint for complaint in chromium.complaints)


def test_filters(chromium: Chromium, pages: Pages) -> None:
    chromium.open(pages["audit"].as_uri())
    assert chromium.evaluate(SHOWN_NAMES) == ORDER
    assert chromium.evaluate(STATUS) == "11 of 11 rows shown"
    chromium.click(".filter[data-verdict='wrong']")
    assert chromium.evaluate(SHOWN_NAMES) == ["row-10", "fraction"]
    assert chromium.evaluate("document.querySelector('.filter').getAttribute('aria-pressed')") == "true"
    chromium.click(".filter[data-verdict='undecided']")
    assert chromium.evaluate(SHOWN_NAMES) == ["row-10", "fraction", "open"]
    assert chromium.evaluate(STATUS) == "3 of 11 rows shown"
    chromium.evaluate(
        "(() => {const s = document.getElementById('group'); s.value = '1'; s.dispatchEvent(new Event('change'))})()"
    )
    assert chromium.evaluate(SHOWN_NAMES) == ["fraction", "open"]
    chromium.click("#reset")
    assert chromium.evaluate(SHOWN_NAMES) == ORDER


def test_parts(chromium: Chromium, pages: Pages) -> None:
    chromium.open(pages["audit"].as_uri())
    assert chromium.evaluate(SHOWN_PARTS) == list(PARTS)
    following = (
        "[...document.querySelectorAll('tbody.part')].map(p => p.nextElementSibling.querySelector('button').innerText)"
    )
    assert chromium.evaluate(following) == [names[0] for names in PARTS.values()]
    chromium.click(".filter[data-verdict='wrong']")
    assert chromium.evaluate(SHOWN_PARTS) == list(PARTS)[1:3]
    chromium.click(".sort[data-column='0']")
    assert chromium.evaluate(SHOWN_PARTS) == []  # sorted, the rows of different parts stand beside each other
    chromium.click("#reset")
    assert chromium.evaluate(SHOWN_PARTS) == list(PARTS)
    assert chromium.evaluate(following) == [names[0] for names in PARTS.values()]


@pytest.mark.parametrize("verdict", sorted(set(VERDICTS.values())))
def test_every_verdict_has_its_button_with_its_count(chromium: Chromium, pages: Pages, verdict: str) -> None:
    chromium.open(pages["audit"].as_uri())
    button = f".filter[data-verdict='{verdict}']"
    chromium.click(button)
    expected = [name for name in ORDER if VERDICTS[name] == verdict]
    assert chromium.evaluate(SHOWN_NAMES) == expected
    assert f" {len(expected)} {verdict}" in chromium.evaluate(
        f"document.querySelector({json.dumps(button)}).textContent"
    )
    assert chromium.evaluate(f"document.querySelector('.meanings').textContent.includes({json.dumps(verdict)})")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("one.csv", ["row-10", "row-9"]),
        ("BOUND", ["infinite", "bound", "loose"]),
        ("no such words", []),
        ("csv Table 1 row-9", ["row-9"]),
    ],
)
def test_find(chromium: Chromium, pages: Pages, typed: str, expected: list[str]) -> None:
    chromium.open(pages["audit"].as_uri())
    chromium.click("#find")
    for letter in typed:
        chromium.press(letter)
    assert chromium.evaluate("document.getElementById('find').value") == typed
    assert chromium.evaluate(SHOWN_NAMES) == expected
    assert chromium.evaluate("document.getElementById('none').hidden") == bool(expected)


PRINTED = {row[0]: Fraction(row[4]) for row in sorted(ROWS, key=lambda row: ORDER.index(row[0])) if row[0] != "bad"}
TRUE = {
    "row-10": 2 / 3,
    "row-9": 1 / 3e10,
    "big": exp(30),
    "bound": 0.127,
    "loose": 0.221,
    "pair": 0.5,
    "fraction": 1 / 3,
    ATTACK: -5,
}


def sorted_names(chromium: Chromium, column: int, clicks: int) -> list[str]:
    for _ in range(clicks):
        chromium.click(f".sort[data-column='{column}']")
    names: list[str] = chromium.evaluate(SHOWN_NAMES)
    return names


def test_sort_by_numbers(chromium: Chromium, pages: Pages) -> None:
    chromium.open(pages["audit"].as_uri())
    assert sorted_names(chromium, 1, 1) == [*sorted(PRINTED, key=PRINTED.__getitem__), "bad"]
    assert chromium.evaluate("document.querySelectorAll('thead th')[1].getAttribute('aria-sort')") == "ascending"
    assert sorted_names(chromium, 1, 1) == ["bad", *sorted(PRINTED, key=PRINTED.__getitem__, reverse=True)]
    assert chromium.evaluate("document.querySelectorAll('thead th')[1].getAttribute('aria-sort')") == "descending"
    assert sorted_names(chromium, 1, 1) == ORDER
    found = sorted_names(chromium, 2, 1)
    assert found[:9] == [*sorted(TRUE, key=TRUE.__getitem__), "infinite"]
    assert set(found[9:]) == {"open", "bad"}
    assert [
        chromium.evaluate(f"document.querySelectorAll('thead th')[{n}].getAttribute('aria-sort')") for n in (1, 2)
    ] == ["none", "ascending"]


def test_sort_by_names_and_verdicts(chromium: Chromium, pages: Pages) -> None:
    chromium.open(pages["audit"].as_uri())
    names = sorted_names(chromium, 0, 1)
    assert names.index("row-9") + 1 == names.index("row-10")
    verdicts = [VERDICTS[name] for name in sorted_names(chromium, 4, 1)]
    assert verdicts == sorted(
        verdicts,
        key=["wrong", "violated-bound", "cannot be read or computed", "undecided", "valid-bound", "correct"].index,
    )
    off = sorted_names(chromium, 3, 2)  # descending: what is open first, then the one that is 1 unit off
    assert off.index("row-10") < off.index("row-9")


def test_a_crosscheck(chromium: Chromium, pages: Pages) -> None:
    chromium.open(pages["crosscheck"].as_uri())
    assert sorted_names(chromium, 3, 1) == [ATTACK, "ndtr:x=-38", "ndtr:x=-5", "gone"]  # 0, 3, 1.5e15 ulps
    assert sorted_names(chromium, 1, 1) == ["ndtr:x=-38", "ndtr:x=-5", ATTACK, "gone"]  # texts after numbers
    chromium.click(".filter[data-verdict='unsafe']")
    assert chromium.evaluate(SHOWN_NAMES) == ["ndtr:x=-5"]
    assert chromium.evaluate("[...document.querySelectorAll('ul.attention a')].map(a => a.textContent)") == [
        "ndtr:x=-5",  # on the unsafe side, as recorded
        "ndtr:x=-38",
    ]


@pytest.mark.parametrize("key", ["Enter", " "])
def test_the_keyboard_is_enough(chromium: Chromium, pages: Pages, key: str) -> None:
    chromium.open(pages["audit"].as_uri())
    chromium.press("Tab")
    assert chromium.evaluate("document.activeElement.className") == "skip"
    assert chromium.evaluate("document.activeElement.getBoundingClientRect().left") >= 0
    seen = []
    for _ in range(60):
        chromium.press("Tab")
        seen.append(chromium.evaluate("document.activeElement.className || document.activeElement.id"))
        assert chromium.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none", seen[-1]
        if chromium.evaluate("document.activeElement.getAttribute('aria-controls')") == "more-1":
            break  # row 0 cannot be read, and is open from the start
    assert seen.index("filter bad") < seen.index("find") < seen.index("sort") < seen.index("toggle")
    more = "document.getElementById('more-1').hidden"
    assert chromium.evaluate(more)
    assert chromium.evaluate("document.activeElement.getAttribute('aria-expanded')") == "false"
    chromium.press(key)
    assert not chromium.evaluate(more)
    assert chromium.evaluate("document.activeElement.getAttribute('aria-expanded')") == "true"
    chromium.press("Tab")
    assert chromium.evaluate("document.activeElement.className") == "evidence"
    chromium.press("Tab", "shift")
    chromium.press(key)
    assert chromium.evaluate(more)
    assert chromium.evaluate("document.activeElement.getAttribute('aria-expanded')") == "false"
    while chromium.evaluate("document.activeElement.dataset.column") != "1":
        chromium.press("Tab", "shift")
    chromium.press(key)
    assert chromium.evaluate("document.querySelectorAll('thead th')[1].getAttribute('aria-sort')") == "ascending"


def test_what_to_look_at_first(chromium: Chromium, pages: Pages) -> None:
    chromium.open(pages["audit"].as_uri())
    links = chromium.evaluate("[...document.querySelectorAll('ul.attention a')].map(a => a.textContent)")
    assert links == ["bad", "row-10", "infinite", "bound", "open"]
    chromium.click(".filter[data-verdict='correct']")
    chromium.click("ul.attention li:nth-child(2) a")
    chromium.wait_for("!document.getElementById('more-1').hidden")
    assert chromium.evaluate("document.activeElement.textContent") == "row-10"


@pytest.mark.parametrize("name", NAMES)
def test_names_and_roles_for_a_screen_reader(chromium: Chromium, pages: Pages, name: str) -> None:
    chromium.open(pages[name].as_uri())
    chromium.click("#open-all")
    chromium.call("Accessibility.enable")
    nodes = [node for node in chromium.call("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
    roles: dict[str, list[dict[str, Any]]] = {}
    for node in nodes:
        roles.setdefault(node["role"]["value"], []).append(node)
    for role in ("button", "searchbox", "combobox", "image", "link", "table", "columnheader", "rowheader"):
        for node in roles.get(role, []):
            assert node["name"]["value"].strip(), role
    rows, parts = (
        chromium.evaluate(f"document.querySelectorAll('tbody{which}').length") for which in (":not(.part)", ".part")
    )
    assert len(roles["table"]) == 1
    assert len(roles["rowheader"]) == rows
    assert len(roles["row"]) == 1 + 2 * rows + parts
    assert {"main", "heading", "status", "banner", "contentinfo"} <= roles.keys()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(chromium: Chromium, pages: Pages, name: str, scheme: str) -> None:
    chromium.scheme(scheme)
    chromium.open(pages[name].as_uri())
    chromium.click("#open-all")
    assert chromium.evaluate(CONTRAST) == []


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [320, 390, 768, 840, 1280])
def test_nothing_sticks_out(chromium: Chromium, pages: Pages, name: str, width: int) -> None:
    chromium.size(width, phone=width < 500)
    chromium.open(pages[name].as_uri())
    chromium.click("#open-all")
    assert chromium.evaluate("document.documentElement.scrollWidth") <= width


def test_the_heading_of_a_part_starts_where_the_rows_do_on_a_telephone(chromium: Chromium, pages: Pages) -> None:
    chromium.size(390, phone=True)
    chromium.open(pages["audit"].as_uri())
    left = "document.querySelector('{}').getBoundingClientRect().left"
    assert chromium.evaluate(left.format("tbody.part h3")) == chromium.evaluate(left.format("h2"))


def brightness(chromium: Chromium, path: Path) -> float:
    from PIL import Image

    chromium.screenshot(path)
    found = Image.open(BytesIO(path.read_bytes())).convert("L").resize((1, 1)).getpixel((0, 0))
    assert isinstance(found, int)
    return found


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_light_dark_and_paper(chromium: Chromium, pages: Pages, name: str, tmp_path: Path) -> None:
    chromium.open(pages[name].as_uri())
    assert brightness(chromium, tmp_path / "light.png") > 200
    chromium.scheme("dark")
    assert brightness(chromium, tmp_path / "dark.png") < 80
    chromium.scheme("dark", "print")
    assert brightness(chromium, tmp_path / "print.png") > 200  # paper is white, whatever the screen is
    gone = "['.tools', '.verdicts', '.skip'].map(part => getComputedStyle(document.querySelector(part)).display)"
    assert chromium.evaluate(gone) == ["none"] * 3
    chromium.print(tmp_path / "page.pdf")
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF")


def rows_to_download(chromium: Chromium) -> list[dict[str, Any]]:
    links = chromium.evaluate("[...document.querySelectorAll('a[data-row]')].map(a => a.href)")
    return [json.loads(base64.b64decode(link.partition(",")[2])) for link in links]


def test_evidence_to_download(chromium: Chromium, pages: Pages) -> None:
    chromium.open(pages["audit"].as_uri())
    rows = rows_to_download(chromium)
    assert [row["id"] for row in rows] == ORDER
    assert {row["id"]: row.get("verdict", "cannot be read or computed") for row in rows} == VERDICTS
    certificates = chromium.evaluate(
        "[...document.querySelectorAll('a[download=\"certificate.json\"]')].map(a => a.href)"
    )
    assert len(certificates) == 1
    certificate = Certificate.from_json(base64.b64decode(certificates[0].partition(",")[2]).decode())
    statement = check(certificate)
    assert statement["kind"] == "tight-delta"
    assert statement["delta"] == ["1", "2"]  # at epsilon = 0: 3/4 - 1/4


def test_a_certificate_opens_in_the_checker(chromium: Chromium, pages: Pages) -> None:
    chromium.open(pages["audit"].as_uri())
    chromium.click("#open-all")
    chromium.wait_for("!document.querySelector('button.check').hidden")
    chromium.evaluate("window.open = (address) => { location.href = address; }")
    chromium.click("button.check")
    chromium.wait_for("document.querySelector('article')?.dataset.state", 240)
    assert chromium.evaluate("document.querySelector('article').dataset.state") == "accepted"
    said = chromium.evaluate("document.querySelector('article pre').textContent")
    assert said.startswith("tight-delta: ")
    assert "E = 1 and delta = 1/2" in said  # 3/4 - 1/4
    assert chromium.complaints == []
    assert [one for one in chromium.requests if not one.startswith("blob:")] == [pages["audit"].as_uri()]


def test_what_is_shown_can_be_downloaded(chromium: Chromium, pages: Pages, tmp_path: Path) -> None:
    chromium.open(pages["claims"].as_uri())
    chromium.call("Page.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    chromium.click(".filter[data-verdict='failed outside dpexact']")
    chromium.click("#download")
    file = tmp_path / "rows.json"
    for _ in range(500):
        if file.exists() and file.stat().st_size:  # its name is taken, empty, before the whole file takes its place
            break
        chromium.evaluate("new Promise(done => setTimeout(done, 20))")
    assert json.loads(file.read_text(encoding="utf-8")) == CLAIMS[:1]


def test_without_scripts_everything_is_there(chromium: Chromium, pages: Pages) -> None:
    chromium.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        chromium.open(pages["audit"].as_uri())
        text = chromium.call("DOM.getDocument", depth=0)["root"]
        assert text
        nodes = chromium.call("Accessibility.getFullAXTree")["nodes"]
    finally:
        chromium.call("Emulation.setScriptExecutionDisabled", value=False)
    shown = " ".join(node.get("name", {}).get("value", "") for node in nodes if not node["ignored"])
    for words in ("0.66666666666666666667", "to 20 digits, rounded", "no more privacy is promised", "Trade-off curve"):
        assert words in shown
