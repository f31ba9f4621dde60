"""Leave out one side of each conjunction of the extracted checker at a time, and see which the documents notice.

    python -m proofs.rocq.conjunctions [COUNT]     in an environment with dpexact, after `make -C proofs/rocq/extraction`

One program is built in which each conjunction asks the environment whether it is to be whole; it judges the documents that
the reader lets pass. What no document notices is printed: a proof has to notice it, which `checker_mutants.py` finds out.
"""

# ruff: noqa: E501, S603, S311
from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from proofs.rocq.compare import HERE, made, readable
from proofs.rocq.known import VECTORS

LONG = 2000  # characters
MODELS = ["Checker", "Numbers", "ForAll", "Programs", "Greatest", "Sufficiency", "Certificates"]
ASK = """let without = match Sys.getenv_opt "WITHOUT" with Some text -> Scanf.sscanf text "%d %d" (fun k side -> (k, side)) | None -> (-1, 0)
let both k a b = if fst without <> k then a () && b () else if snd without = 0 then b () else a ()
"""


def argument(text: str, start: int) -> tuple[int, int]:
    """Where the next argument of an application begins and ends."""
    begin = end = re.compile(r"\s*").match(text, start).end()  # type: ignore[union-attr]
    if text[begin] != "(":
        return begin, re.compile(r"[\w.']+").match(text, begin).end()  # type: ignore[union-attr]
    depth = 0
    while depth or end == begin:
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
    return begin, end


def asking(text: str, found: list[tuple[str, str]], name: str) -> str:
    """A function whose conjunctions ask; the parts of each are added to what is found."""
    while (place := text.find("(&&)")) >= 0:
        a, b = argument(text, place + 4)
        c, d = argument(text, b)
        one, other = text[a:b], text[c:d]
        found += [(name, one), (name, other)]
        text = f"{text[:place]}both {len(found) // 2 - 1} (fun () -> {one}) (fun () -> {other}){text[d:]}"
    return text


def main() -> int:
    """Build it, ask without each side."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    names = {
        name
        for model in MODELS
        for name in re.findall(r"(?:Definition|Fixpoint) (\w+)", (HERE / "checker" / f"{model}.v").read_text())
    }
    found: list[tuple[str, str]] = []
    parts = re.split(r"\n(?=\(\*\* val )", (HERE / "extraction" / "checker.ml").read_text())
    for k, part in enumerate(parts):
        defined = re.match(r"\(\*\* val (\w+) :", part)
        if defined and re.sub(r"\d+$", "", defined[1]) in names:
            parts[k] = asking(part, found, defined[1])
    texts = [text for one in made(count, random.Random(1)) if len(text := json.dumps(one)) < LONG]
    texts += [text for path in sorted((VECTORS / "rejected").glob("*.json")) if (text := readable(path))]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name in ("big.ml", "check.ml", "checker.mli"):
            shutil.copy(HERE / "extraction" / name, folder)
        (folder / "checker.ml").write_text(ASK + "\n".join(parts))
        build = "ocamlfind ocamlopt -package zarith,unix -linkpkg -w -a big.ml checker.mli checker.ml check.ml -o check"
        subprocess.run(build.split(), cwd=folder, check=True)
        for k, text in enumerate(texts):
            (folder / f"{k:05}.json").write_text(text)
        paths = sorted(folder.glob("*.json"))

        def said(paths: list[Path], **side: str) -> list[str]:
            command, environment = [folder / "check", *paths], {**os.environ, **side}
            done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
            return done.stdout.splitlines()

        wanted = {path: line for path, line in zip(paths, said(paths), strict=True) if "accepted" in line}
        rest = list(wanted)
        unnoticed = 0
        for k, (where, part) in enumerate(found):
            if said(rest, WITHOUT=f"{k // 2} {k % 2}") == list(wanted.values()):
                unnoticed += 1
                print(f"unnoticed: {where}: {' '.join(part.split())}", flush=True)
    print(f"{len(found)} sides of conjunctions, {unnoticed} that {len(rest)} documents do not notice")
    return 0


if __name__ == "__main__":
    sys.exit(main())
