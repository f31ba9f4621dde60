"""Writes the certificates of this folder and index.json: `python -m tests.vectors.certificates.make`.

No code of dpexact takes part. The check that rejects a certificate, and the truth of what is accepted, are set by hand.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

from tests.vectors.certificates import accepted, rejected

HERE = Path(__file__).parent
SEED = 8


def files() -> dict[str, str]:
    """Path within this folder to text."""
    found: dict[str, str] = {}
    index = {}
    for folder, module in (("accepted", accepted), ("rejected", rejected)):
        vectors = module.vectors(random.Random(SEED))
        found |= {f"{folder}/{name}.json": vector.text for name, vector in vectors.items()}
        index[folder] = {
            name: {"check": vector.check, "why": vector.why} if vector.check else {"why": vector.why}
            for name, vector in sorted(vectors.items())
        }
    return found | {"index.json": json.dumps(index, indent=2) + "\n"}


if __name__ == "__main__":
    for name, text in files().items():
        path = HERE / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
