#!/usr/bin/env python3
"""Compare what the page of extraction/web says, as a native program, with the kernel: verdicts and sentences.

    python -m proofs.rocq.compare_page [COUNT] [SEED]     after `make -C proofs/rocq/extraction/web say`

Exit 1 if they differ. The documents are those of compare.py, COUNT of each kind. The page may leave what the kernel
decides, which is counted. Where it accepts, the kernel must say the same sentence; where it rejects, it must too.
"""

# ruff: noqa: S603, S311
from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from dpexact.kernel.__main__ import NOT_CHECKED, PROVED, judged
from proofs.rocq.compare import made, readable, rounded
from proofs.rocq.known import VECTORS

SAY = Path(__file__).resolve().parent / "extraction" / "web" / "say"
END = "\n.\n"


def said(texts: list[str]) -> list[tuple[str, str]]:
    """State and words of the page for each text."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{k:05}.json" for k in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text, encoding="utf-8")
        done = subprocess.run([SAY, *paths], capture_output=True, text=True, check=True)
    answers = [answer.partition("\n") for answer in done.stdout.removesuffix(END).split(END)]
    return [(state, words) for state, _, words in answers]


def by_kernel(text: str) -> tuple[str, str]:
    """The same of the kernel."""
    status, words = judged(text)
    return {PROVED: "accepted", NOT_CHECKED: "left"}.get(status, "rejected"), words.removeprefix("proved: ")


def about_masses(text: str, sentence: str) -> bool:
    """Whether the masses of a composition do not suffice."""
    return '"kind": "composition' in text and ("bound" in sentence or "groups" in sentence)


def main() -> int:
    """Make the documents, ask both, count."""
    count, seed = (int(x) for x in (*sys.argv[1:], *["200", "1"][len(sys.argv) - 1 :]))
    texts = [json.dumps(document) for document in made(count, random.Random(seed))]
    texts += [text for path in sorted((VECTORS / "rejected").glob("*.json")) if (text := readable(path))]
    tally, differ = Counter[str](), 0
    for text, (state, words) in zip(texts, said(texts), strict=True):
        wanted, sentence = by_kernel(text)
        tally[f"page: {state}, kernel: {wanted}"] += 1
        same = state == wanted and (state != "accepted" or words == sentence)
        if state != "left" and not same and not (about_masses(text, sentence) and rounded(json.loads(text))):
            differ += 1
            print(f"page: {state}, {words}\nkernel: {wanted}, {sentence}\n{text[:3000]}")
    for line, number in sorted(tally.items()):
        print(f"{number:6} {line}")
    print(f"{len(texts)} documents, {differ} on which the page and the kernel differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
