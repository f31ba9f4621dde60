"""Writes the certificates of this folder: `python -m tests.vectors.certificates.make`.

No code of dpexact takes part. The check that rejects a certificate, and why, stand in index.json, written by hand.
"""

import random
from pathlib import Path

from tests.vectors.certificates import accepted, rejected

HERE = Path(__file__).parent
SEED = 8


def files() -> dict[str, str]:
    """Path within this folder to text."""
    folders = {"accepted": accepted.vectors(random.Random(SEED)), "rejected": rejected.vectors()}
    return {f"{folder}/{name}.json": text for folder, texts in folders.items() for name, text in texts.items()}


if __name__ == "__main__":
    for name, text in files().items():
        (HERE / name).write_bytes(text.encode())
