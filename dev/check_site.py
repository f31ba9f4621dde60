"""Check the site as it was built, `python dev/check_site.py site`: links, words, and nothing from elsewhere.

`zensical build --strict` knows links between pages in Markdown. This looks at the text that a reader sees. No backslash
and no bare path of a page stands outside of code, every local link leads to a file, and no page loads anything from
elsewhere.
"""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

SILENT = {"code", "pre", "script", "style", "svg"}
BARE = re.compile(r"(?<![\w/])[\w./-]+\.md\b")
ALLOWED = {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"}  # files of repositories, not pages
REPORTS = {"checker.html", "ledger.html"}  # pages of their own, with their own tests


class Reader(HTMLParser):
    """The words of a page outside of code, its local links, and the addresses that it loads."""

    def __init__(self) -> None:
        """Start with an empty page."""
        super().__init__()
        self.silent = 0
        self.words: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note links and addresses, and the beginning of code."""
        self.silent += tag in SILENT
        given = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.append(given.get("href", ""))
        elif tag == "link" and given.get("rel") not in {"canonical", "prev", "next"}:
            self.loaded.append(given.get("href", ""))
        elif "src" in given:
            self.loaded.append(given["src"])

    def handle_endtag(self, tag: str) -> None:
        """Note the end of code."""
        self.silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        """Note words outside of code."""
        if not self.silent:
            self.words.append(data)


def faults(page: Path) -> list[str]:
    """Return the faults of one page, each in a line."""
    reader = Reader()
    reader.feed(page.read_text(encoding="utf-8"))
    text = " ".join(reader.words)
    found = [f"a backslash: {text[max(0, at.start() - 20) : at.end() + 20]}" for at in re.finditer(r"\\", text)]
    found += [f"a bare path: {path}" for path in BARE.findall(text) if path not in ALLOWED]
    found += [f"from elsewhere: {address}" for address in reader.loaded if urlsplit(address).netloc]
    for link in (*reader.links, *reader.loaded):
        parts = urlsplit(link)
        local = not (parts.scheme or parts.netloc) and parts.path
        if local and not (page.parent / unquote(parts.path)).exists():
            found.append(f"a link that leads nowhere: {link}")
    return found


def main(folder: Path) -> int:
    """Print the faults of all pages."""
    pages = sorted(page for page in folder.rglob("*.html") if page.name not in REPORTS | {"404.html"})
    found = [f"{page.relative_to(folder)}: {fault}" for page in pages for fault in faults(page)]
    print("\n".join(found) or f"{len(pages)} pages: no fault")
    return 1 if found or not pages else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
