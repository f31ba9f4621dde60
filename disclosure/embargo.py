"""Fail while something built would publish a finding that its maintainers have not had the time to answer.

    python disclosure/embargo.py ARTEFACT ...

An artefact is a file (a wheel, an sdist, a page) or a folder (a site, a tree to publish). Archives and compressed files
are opened, also inside of others. A finding of embargo.toml may be published from the day `public_after` on if its
letter was sent, or if there is nobody to send one to. Before, none of its words may occur: they are compared without
case, spaces, punctuation, and marks of HTML, Markdown and TeX, so that no line break or escape hides one.

Exit status: 0 if nothing is found, 1 if a word is, 2 if an artefact or embargo.toml cannot be read.
"""

from __future__ import annotations

import bz2
import gzip
import html
import io
import lzma
import re
import sys
import tarfile
import tomllib
import unicodedata
import zipfile
import zlib
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TABLE = Path(__file__).with_name("embargo.toml")
KEYS = ("id", "contact", "words", "sent", "acknowledged", "public_after")
DATES = KEYS[3:]
NOBODY = "none:"  # how a contact begins where there is none
SHORTEST = 5  # letters and digits of a word
DEEPEST = 8  # archives inside of archives
TAG = re.compile(r"<[^<>]*>")
CONTROL = re.compile(r"\\[nrtfv0]|\\u00[01][0-9a-f]", re.IGNORECASE)  # white space as JSON and Python write it
COMMAND = re.compile(r"\\[a-zA-Z]+\{|\\-")  # \texttt{, and where TeX may break a word
CODE = re.compile(r"\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})")
PADDING = re.compile("\0\0+")
PLAIN = re.compile(r"[\W_]+")
BROKEN = (OSError, EOFError, ValueError, zipfile.BadZipFile, tarfile.TarError, lzma.LZMAError, zlib.error, RuntimeError)


class EmbargoError(Exception):
    """embargo.toml or an artefact cannot be read."""


@dataclass(frozen=True)
class Finding:
    """One row of embargo.toml."""

    id: str
    contact: str
    words: tuple[str, ...]
    sent: date | None
    acknowledged: date | None
    public_after: date | None

    def is_public(self, today: date) -> bool:
        """Decide whether it may be published."""
        told = self.contact.startswith(NOBODY) or (self.sent is not None and self.sent <= today)
        return told and self.public_after is not None and self.public_after <= today


def findings(path: Path = TABLE) -> list[Finding]:
    """Read embargo.toml. Raises: EmbargoError."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise EmbargoError(f"{path.name}: {error}") from None
    rows = content.get("finding")
    if set(content) != {"finding"} or not isinstance(rows, list) or not rows:
        raise EmbargoError(f"{path.name}: expected tables [[finding]] and nothing else")
    found = [_finding(row, f"{path.name}, finding[{place}]") for place, row in enumerate(rows)]
    if len({row.id for row in found}) != len(found):
        raise EmbargoError(f"{path.name}: expected ids that differ")
    return found


def _finding(row: Any, place: str) -> Finding:
    if not isinstance(row, dict) or set(row) != set(KEYS):
        raise EmbargoError(f"{place}: expected the keys {', '.join(KEYS)}")
    if not all(isinstance(row[key], str) for key in ("id", "contact", *DATES)) or not row["id"] or not row["contact"]:
        raise EmbargoError(f"{place}: expected texts, and an id and a contact")
    words = row["words"]
    if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
        raise EmbargoError(f"{place}.words: expected a list of texts")
    for word in words:
        if len(plain(word)) < SHORTEST:
            raise EmbargoError(f"{place}.words: expected {SHORTEST} letters or digits, got {word!r}")
    try:
        days = [date.fromisoformat(row[key]) if row[key] else None for key in DATES]
    except ValueError as error:
        raise EmbargoError(f"{place}: expected a day as 2026-01-31 or an empty text: {error}") from None
    return Finding(row["id"], row["contact"], tuple(words), *days)


def plain(text: str) -> str:
    """Return the letters and digits of a text, small."""
    return PLAIN.sub("", unicodedata.normalize("NFKC", text).casefold())


def readings(data: bytes) -> Iterator[str]:
    """Yield the plain texts that bytes may be read as."""
    texts = PADDING.split(data.decode("utf-8", "ignore"))  # what a tar has on both sides is not one text
    if b"\0" in data:
        texts += [data.decode(code, "ignore") for code in ("utf-16-le", "utf-16-be")]
        texts.append(data[1:].decode("utf-16-le", "ignore"))
    for text in texts:
        yield plain(text)
        decoded = CODE.sub(lambda found: chr(int(found[1] or found[2], 16)), text)
        decoded = html.unescape(unquote(html.unescape(decoded)))
        spaced = CONTROL.sub(" ", COMMAND.sub("", decoded))
        yield plain(spaced)
        yield plain(TAG.sub("", spaced))


def members(name: str, data: bytes, depth: int = 0) -> Iterator[tuple[str, bytes]]:
    """Yield a file and, if it is an archive or compressed, what it holds. Raises: EmbargoError."""
    yield name, data
    try:
        held = list(_held(data))
    except BROKEN as error:
        raise EmbargoError(f"{name}: cannot be opened ({error})") from None
    if held and depth == DEEPEST:
        raise EmbargoError(f"{name}: more than {DEEPEST} archives inside of each other")
    for inner, content in held:
        yield from members(f"{name}: {inner}" if inner else name, content, depth + 1)


def _held(data: bytes) -> Iterator[tuple[str, bytes]]:
    if data.startswith(b"PK\3\4"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for info in archive.infolist():
                yield info.filename, archive.read(info)
                yield f"{info.filename} (comment)", info.comment
    elif data.startswith(b"\x1f\x8b"):
        yield "", gzip.decompress(data)
    elif data.startswith(b"BZh"):
        yield "", bz2.decompress(data)
    elif data.startswith(b"\xfd7zXZ"):
        yield "", lzma.decompress(data)
    elif data[257:262] == b"ustar":
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for member in archive:
                content = archive.extractfile(member) if member.isfile() else None
                yield f"{member.name} {member.linkname}", b"" if content is None else content.read()


def files(artefact: Path) -> Iterator[tuple[str, bytes]]:
    """Yield each file of an artefact with what it holds. Raises: EmbargoError."""
    paths = sorted(path for path in artefact.rglob("*") if path.is_file()) if artefact.is_dir() else [artefact]
    if not paths:
        raise EmbargoError(f"{artefact}: expected files, got an empty folder")
    for path in paths:
        try:
            data = path.read_bytes()
        except OSError as error:
            raise EmbargoError(f"{path}: {error}") from None
        yield from members(str(path.relative_to(artefact.parent)), data)


def faults(artefacts: Sequence[Path], rows: Sequence[Finding], today: date) -> list[str]:
    """Return the files that would publish a finding too early. Raises: EmbargoError."""
    held = [(row, [plain(word) for word in row.words]) for row in rows if not row.is_public(today)]
    found = []
    for artefact in artefacts:
        for name, data in files(artefact):
            texts = {plain(name), *readings(data)}
            for row, words in held:
                for word, wanted in zip(row.words, words, strict=True):
                    if any(wanted in text for text in texts):
                        found.append(f"{name}: {word!r} of finding {row.id} ({state(row)})")
    return found


def state(row: Finding) -> str:
    """Say why a finding may not be published."""
    if row.public_after is not None and (row.sent is not None or row.contact.startswith(NOBODY)):
        return f"not before {row.public_after}"
    return "never sent" if row.sent is None else f"sent on {row.sent}, no day fixed"


def main(arguments: Sequence[str], today: date | None = None, table: Path = TABLE) -> int:
    """Check the artefacts of these names; the exit status."""
    if not arguments or any(name.startswith("-") for name in arguments):
        print(__doc__)
        return 2
    try:
        found = faults([Path(name) for name in arguments], findings(table), today or datetime.now(tz=UTC).date())
    except EmbargoError as error:
        print(error)
        return 2
    print("\n".join(found) if found else f"no words of a finding under embargo in {', '.join(arguments)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
