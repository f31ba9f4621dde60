"""Commands with all that they print, their exit status, and the digests of the certificates that they write."""

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.golden.entry import Entry, digest
from tests.golden.run import ROOT, ran

GOOD = "tests/vectors/documents/good"
BAD = "tests/vectors/documents/bad"
DOCUMENTS = sorted(path.name for path in (ROOT / GOOD).iterdir())
COMMANDS = (
    "verify", "tight", "plot", "compose", "sharpen", "check", "audit", "quantities", "new", "ledger", "prove",
    "reproduce", "crosscheck",
)  # fmt: skip
LEVELS = ("--epsilon log(3)", "--epsilon 1 --delta 0.07", "--exp-epsilon 2", "--epsilon 0 --delta 1/2", "--epsilon inf")
WRITTEN = "OUT.json"


def helps() -> Iterator[Entry]:
    """Yield the help of the program and of each command."""
    yield from _entry("--help")
    for command in COMMANDS:
        yield from _entry(f"{command} --help")


def decisions() -> Iterator[Entry]:
    """Yield what `verify`, `tight`, `compose` and `sharpen` say of documents, edge ones among them."""
    for name in DOCUMENTS:
        file = f"{GOOD}/{name}"
        for level in LEVELS:
            yield from _entry(f"verify {file} {level} --format json --certificate {WRITTEN}", name)
        for level in ("--epsilon log(3)", "--exp-epsilon 2", "--epsilon inf", "--delta 0", "--delta 1/4", "--delta 1"):
            yield from _entry(f"tight {file} {level} --format json", name)
        for level in (f"--epsilon 1 --certificate {WRITTEN}", "--delta 1e-3"):
            yield from _entry(f"compose {file} --count 3 {level} --format json", name)
        yield from _entry(f"sharpen {file} --epsilon log(3) --format json --certificate {WRITTEN}", name)
    for neighbors in ("all", "path"):
        yield from _entry(f"verify {GOOD}/three-on-a-path.json --exp-epsilon 2 --neighbors {neighbors}", "neighbors")
    for count in (0, 1, 40):
        yield from _entry(
            f"compose {GOOD}/randomized-response.json --count {count} --epsilon 3 --format json", "counts"
        )


def texts() -> Iterator[Entry]:
    """Yield the same as text, for fewer documents; and refusals."""
    for name in ("randomized-response.json", "irrational-entries.json", "one-by-one.json", "zero-column.json"):
        file = f"{GOOD}/{name}"
        yield from _entry(f"verify {file} --epsilon 1 --delta 0.07")
        yield from _entry(f"verify {file} --epsilon log(3)")
        yield from _entry(f"tight {file} --epsilon 1")
        yield from _entry(f"tight {file} --delta 1/8")
        yield from _entry(f"compose {file} --count 2 --epsilon 1")
        yield from _entry(f"compose {file} --count 2 --delta 1/8")
        yield from _entry(f"sharpen {file} --epsilon log(3)")
    for name in sorted(path.name for path in (ROOT / BAD).iterdir()):
        yield from _entry(f"verify {BAD}/{name} --epsilon 1")
    for wrong in ("", "verify", "tight {}", "tight {} --epsilon x", "verify {} --epsilon 1 --delta 2", "nothing"):
        yield from _entry(wrong.format(f"{GOOD}/matrix.csv"))


def certificates() -> Iterator[Entry]:
    """Yield the committed certificates: their digests, and what both checkers say of each."""
    for path in sorted((ROOT / "proofs" / "certificates").rglob("*.json")):
        content = path.read_text(encoding="utf-8")
        name = path.relative_to(ROOT).as_posix()
        document = json.loads(content)
        said = ran("check", name, "--format", "json")
        digests = f"digest {document['digest'][:16]} file {digest(content)} check {said.status} {digest(said.out)}"
        yield Entry(f"{name}: {document['statement']['kind']} {digests}", said.out + said.complaint)


def _entry(command: str, table: str = "") -> Iterator[Entry]:
    """Yield a command with its output; refusals are told in full, whatever the table."""
    with TemporaryDirectory() as folder:
        written = Path(folder) / WRITTEN
        result = ran(*command.replace(WRITTEN, str(written)).split())
        is_json = result.out.startswith(("{", "["))
        out = json.dumps(json.loads(result.out), ensure_ascii=False) if is_json else result.out
        lines = [f"$ dpexact {command}", out, result.complaint]
        lines += [f"{path.name}: {digest(path.read_text(encoding='utf-8'))}" for path in sorted(Path(folder).iterdir())]
        text = "\n".join(line.rstrip("\n").replace(str(written), WRITTEN) for line in lines if line)
        yield Entry(f"{text}\n[{result.status}]", "", "" if result.complaint else table, f"with status {result.status}")
