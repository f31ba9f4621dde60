"""A small folder of theorems of Rocq: sources, the programs that ask, and a `statements.json` that is about them."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

PROGRAMS = {"Makefile": b"all:\n", "check.py": b"", "depends.py": b"import re\n"}
EXTRACTION = {"extraction/Extract.v": b"x", "extraction/big.ml": b"yy", "extraction/check.ml": b""}


def digest(folder: Path, names: list[str]) -> str:
    """SHA-256 over names and contents, by a second route."""
    contents = [(folder / name).read_bytes() for name in names]
    joined = b"".join(f"{name} {len(one)}\n".encode() + one for name, one in zip(names, contents, strict=True))
    return sha256(joined).hexdigest()


def make_folder(folder: Path, sources: dict[str, bytes]) -> None:
    """Write these sources and what belongs to them."""
    for name, content in (sources | EXTRACTION | PROGRAMS).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    (folder / "_CoqProject").write_text("\n".join(["-Q . DPExact", *sources, ""]))
    (folder / "README.md").write_text("")


def install(folder: Path, **texts: str) -> None:
    """Write programs of the shell of these names and texts."""
    folder.mkdir()
    for name, text in texts.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)


def put_right(folder: Path, book: dict[str, Any]) -> None:
    """Write statements.json with the digests that the sources and the statements have now."""
    listed = [line for line in (folder / "_CoqProject").read_text().split("\n") if line.endswith(".v")]
    whole = {"definitions": book["definitions"], "theorems": book["theorems"]}
    text = json.dumps(whole, sort_keys=True, separators=(",", ":"))
    digests = {
        "digest": digest(folder, ["_CoqProject", *PROGRAMS, *listed, *EXTRACTION]),
        "statements": sha256(text.encode()).hexdigest(),
    }
    (folder / "statements.json").write_text(json.dumps(book | digests))
