"""The gate of what is published: it finds a word however it is written and packed, and lets go only what was told."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import runpy
import subprocess
import tarfile
import zipfile
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from dpexact.crosscheck.library import chosen_libraries, read_table
from dpexact.crosscheck.withheld import withheld_samplers
from tests.each import each

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = Path(__file__).parents[1]
GATE: Any = runpy.run_path(str(FOLDER / "embargo.py"))
ROWS = GATE["findings"]()
TODAY = date(2026, 11, 24)
HEAD = '[[finding]]\nid = "1"\ncontact = "a@example.org"\nwords = ["Secret_sampler"]\n'
NEVER = HEAD + 'sent = ""\nacknowledged = ""\npublic_after = ""\n'
TOLD = HEAD + 'sent = "2026-06-01"\nacknowledged = ""\npublic_after = "2026-09-01"\n'


@pytest.fixture
def gate(tmp_path: Path) -> Callable[..., int]:
    """Return the exit status for a file with this content."""

    def run(data: bytes | str, table: str = NEVER, name: str = "page.html") -> int:
        folder = tmp_path / "built"
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        (folder / name).write_bytes(data.encode() if isinstance(data, str) else data)
        (tmp_path / "embargo.toml").write_text(table, encoding="utf-8")
        return int(GATE["main"]([str(folder)], TODAY, tmp_path / "embargo.toml"))

    return run


def zipped(data: bytes, name: str = "a.toml", method: int = zipfile.ZIP_DEFLATED) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", method) as archive:
        archive.writestr(name, data)
    return held.getvalue()


def tarred(data: bytes, name: str = "a.toml") -> bytes:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as archive:
        member = tarfile.TarInfo(name)
        member.size = len(data)
        archive.addfile(member, io.BytesIO(data))
    return held.getvalue()


WRITTEN = [
    "Secret_sampler",
    "the SECRET_SAMPLER of it",
    "secret_\nsampler",
    "secret\n    # _sampler",
    "secret\\_sampler",
    "`secret`\\_**sampler**",
    "secret-sampler",
    "<code>secret</code>_<b>sampler</b>",
    "sec<wbr>ret_sampler",
    "secret&#95;sampler",
    "&#115;ecret_sampler",
    "&amp;#115;ecret_sampler",
    "secret%5Fsampler",
    "%73ecret_sampler",
    json.dumps({"text": "secret_\n\tsampler"}),
    "\\u0073ecret_sampler",
    "\\x73ecret_sampler",
    "\\texttt{sec\\-ret\\_sampler}",
    "sec\u00adret_\u200bsampler",
    "ｓｅｃｒｅｔ_sampler",
    '"secret_" "sampler"',
]


@pytest.mark.parametrize("text", WRITTEN)
def test_a_planted_word_is_found_however_it_is_written(gate: Callable[..., int], text: str) -> None:
    assert gate(f"before {text} after") == 1
    assert gate(f"before {text} after", TOLD) == 0


@pytest.mark.parametrize("text", ["", "a secret of the sampler", "secretsample", "nothing at all"])
def test_other_words_are_let_go(gate: Callable[..., int], text: str) -> None:
    assert gate(text) == 0


PACKED: list[Callable[[bytes], bytes]] = [
    zipped,
    lambda data: zipped(data, method=zipfile.ZIP_LZMA),
    lambda data: gzip.compress(tarred(data)),
    lambda data: bz2.compress(tarred(data)),
    lzma.compress,
    gzip.compress,
    tarred,
    lambda data: gzip.compress(tarred(zipped(gzip.compress(data)))),
    lambda data: data.decode().encode("utf-16"),
]


@pytest.mark.parametrize("pack", PACKED)
def test_a_planted_word_is_found_however_it_is_packed(gate: Callable[..., int], pack: Callable[[bytes], bytes]) -> None:
    assert gate(pack(b"x = 'secret_sampler'"), name="dpexact-1.whl") == 1
    assert gate(pack(b"x = 'secret_sample'"), name="dpexact-1.whl") == 0


def test_two_files_of_an_archive_are_not_one_text(gate: Callable[..., int]) -> None:
    assert gate(gzip.compress(tarred(b"the last word is secret", "a.txt")[:1024] + tarred(b"", "sampler.txt"))) == 0


def test_the_name_of_a_file_counts(gate: Callable[..., int]) -> None:
    assert gate("", name="secret_sampler.html") == 1
    assert gate(zipped(b"", "dpexact/secret_sampler.py")) == 1
    assert gate(gzip.compress(tarred(b"", "dpexact/secret_sampler.py"))) == 1


@pytest.mark.parametrize(
    ("sent", "after", "contact", "status"),
    [
        ("2026-06-01", "2026-11-24", "a@example.org", 0),
        ("2026-06-01", "2026-11-25", "a@example.org", 1),
        ("2026-06-01", "", "a@example.org", 1),
        ("", "2026-09-01", "a@example.org", 1),  # never sent
        ("2026-12-01", "2026-09-01", "a@example.org", 1),  # sent tomorrow
        ("", "2026-09-01", "none: no address", 0),
        ("", "2026-11-25", "none: no address", 1),
        ("", "", "none: no address", 1),
        ("", "2026-09-01", "none known", 1),
    ],
)
def test_the_dates_decide(gate: Callable[..., int], sent: str, after: str, contact: str, status: int) -> None:
    table = NEVER.replace('sent = ""', f'sent = "{sent}"').replace('public_after = ""', f'public_after = "{after}"')
    assert gate("secret_sampler", table.replace("a@example.org", contact)) == status


@pytest.mark.parametrize(
    "table",
    [
        "",
        "x = [\n",
        NEVER + 'more = ""\n',
        NEVER.replace('sent = ""\n', ""),
        NEVER.replace('sent = ""', 'sent = "yesterday"'),
        NEVER.replace('sent = ""', "sent = 2026-06-01"),
        NEVER.replace('["Secret_sampler"]', "[]"),
        NEVER.replace('["Secret_sampler"]', '["a_b"]'),
        NEVER.replace('["Secret_sampler"]', '["-----"]'),
        NEVER.replace('["Secret_sampler"]', '"Secret_sampler"'),
        NEVER.replace('"a@example.org"', '""'),
        NEVER + NEVER,
        "version = 1\n" + NEVER,
    ],
)
def test_a_table_that_cannot_be_read_lets_nothing_go(gate: Callable[..., int], table: str) -> None:
    assert gate("nothing", table) == 2


def test_what_cannot_be_read_is_let_go_by_nobody(gate: Callable[..., int], tmp_path: Path) -> None:
    assert gate(zipped(b"nothing")[:40], name="a.whl") == 2
    assert gate(gzip.compress(b"nothing" * 99)[:-9], name="a.gz") == 2
    deep = b"nothing"
    for _ in range(12):
        deep = gzip.compress(deep)
    assert gate(deep) == 2
    (tmp_path / "empty").mkdir()
    for arguments in ([], ["--help"], [str(tmp_path / "missing")], [str(tmp_path / "empty")]):
        assert GATE["main"](arguments, TODAY) == 2


# -- the table of this folder -------------------------------------------------------------------------------------


def hits(text: str, row: Any) -> bool:
    held = GATE["plain"](text)
    return any(GATE["plain"](word) in held for word in row.words)


def test_every_page_that_asks_for_private_contact_has_a_row_and_no_other() -> None:
    private = {p.stem for p in FOLDER.glob("*.md") if "**Private contact first**" in p.read_text(encoding="utf-8")}
    assert private == {row.id for row in ROWS}
    assert len(private) == 11


def test_a_page_names_the_contact_of_its_row() -> None:
    for row in ROWS:
        page = (FOLDER / f"{row.id}.md").read_text(encoding="utf-8")
        address = row.contact.partition(" ")[0].rstrip(",")
        assert (address in page) or row.contact.startswith("none:"), row.id


@each("row", ROWS, ids=lambda row: row.id)
def test_a_page_and_its_title_are_given_away_by_the_words(row: Any) -> None:
    page = (FOLDER / f"{row.id}.md").read_text(encoding="utf-8")
    assert hits(page.splitlines()[0], row)


def test_what_is_withheld_is_given_away_by_the_words() -> None:
    for name in ("opendp", "diffprivlib"):
        (library,) = chosen_libraries(name)
        assert library.withheld is not None
        table = read_table(library.withheld)
        for said in (*(case.id for case in table.cases), *(finding.says for finding in table.findings)):
            assert any(hits(said, row) for row in ROWS) or "rejection sampler" in said
    for sampler in withheld_samplers():
        assert any(hits(sampler.id, row) for row in ROWS), sampler.id
    pages = (FOLDER / "withheld" / "pages.md").read_text(encoding="utf-8")
    rows = [line for line in pages.splitlines() if line.startswith("| ") and "---" not in line]
    assert len(rows) >= 19
    assert [line for line in rows if not any(hits(line, row) for row in ROWS)] == []


def test_the_tables_say_how_many_are_withheld() -> None:
    for name, count in (("opendp", 2), ("diffprivlib", 1)):
        (library,) = chosen_libraries(name)
        assert library.withheld is not None
        assert len(read_table(library.withheld).cases) == count
        assert read_table(library.table).withheld == count


@pytest.mark.slow
def test_what_is_published_of_the_sources_is_clean() -> None:
    """The gate runs on what is built; this says the same earlier."""
    said = subprocess.run(
        ["git", "ls-files", "-z"], cwd=FOLDER.parent, capture_output=True, text=True, check=True
    ).stdout
    kept = ("dpexact/", "docs/", "claims/", "proofs/", "paper/")
    names = [n for n in said.split("\0") if n.startswith(kept) or n in ("README.md", "CHANGELOG.md", "SECURITY.md")]
    paths = [FOLDER.parent / name for name in names]
    assert len(paths) > 500
    assert GATE["faults"]([path for path in paths if path.is_file()], ROWS, TODAY) == []
