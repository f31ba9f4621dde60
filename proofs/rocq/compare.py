#!/usr/bin/env python3
"""Compare the extracted checker with the Python kernel on mutated certificates and on random statements.

    python proofs/rocq/compare.py [COUNT] [SEED]     in an environment with dpexact; exit 1 if they differ

Every mutant changes the decoded certificate and recomputes the digest, so that it is judged on mathematical grounds.
Only the kinds whose soundness is proved are compared.
"""

# ruff: noqa: S603, S311
from __future__ import annotations

import copy
import hashlib
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

from dpexact.kernel import Rejected, check

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
KINDS = ["private", "not-private", "tight-delta"]
PROGRAMS = ["linear-program-optimum", "linear-program-infeasible", "linear-program-unbounded"]
FOLDERS = ["proofs/certificates", "tests/vectors/certificates/accepted"]  # linear programs are in the second one


def digest(certificate: dict[str, Any]) -> str:
    """SHA-256 of the canonical JSON of format, statement and evidence."""
    content = {key: certificate[key] for key in ("format", "statement", "evidence")}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


Path_ = tuple[str | int, ...]


def integers(value: object, path: Path_ = ()) -> list[Path_]:
    """The places of all integers of the content: hexadecimal text below weights, E, delta; positions in evidence."""
    if isinstance(value, dict):
        kept = {
            key: item
            for key, item in value.items()
            if key not in {"inputs", "outputs", "kind", "generators", "variables"}
        }
        return [p for key, item in kept.items() for p in integers(item, (*path, key))]
    if isinstance(value, list):
        return [p for k, item in enumerate(value) for p in integers(item, (*path, k))]
    return [path] if isinstance(value, int) or re.fullmatch("-?[0-9a-f]+", str(value)) else []


def at(value: Any, path: Path_) -> Any:
    """The item at a path."""
    for key in path:
        value = value[key]
    return value


def mutant(certificate: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """One to three integers changed a little; sometimes another kind, another event, or fewer pairs."""
    new = copy.deepcopy(certificate)
    for _ in range(rng.randint(1, 3)):
        places = integers({"statement": new["statement"], "evidence": new["evidence"]})
        path = rng.choice(places)
        old, parent = at(new, path), at(new, path[:-1])
        step = rng.choice([-2, -1, 1, 2])
        parent[path[-1]] = old + step if isinstance(old, int) else f"{int(old, 16) * rng.choice([1, 1, 2]) + step:x}"
    return new


def quotient(value: Fraction) -> list[str]:
    """A rational number as the format writes it."""
    return [f"{value.numerator:x}", f"{value.denominator:x}"]


def hockey_stick(one: list[int], other: list[int], factor: Fraction) -> Fraction:
    """The sum of the positive parts of P - E Q, both over 8."""
    parts = [Fraction(a, 8) - factor * Fraction(b, 8) for a, b in zip(one, other, strict=True)]
    return sum((part for part in parts if part > 0), Fraction(0))


def random_certificate(rng: random.Random) -> dict[str, Any]:
    """A statement about random rational rows, near the edge of what is true."""
    outputs, inputs = rng.randint(1, 4), rng.randint(1, 3)
    rows = []
    for _ in range(inputs):
        cuts = sorted(rng.randint(0, 8) for _ in range(outputs - 1))
        rows.append([b - a for a, b in zip([0, *cuts], [*cuts, 8], strict=True)])
    pairs = [[i, j] for i in range(inputs) for j in range(inputs) if rng.random() < 0.7]
    factor = Fraction(rng.choice([1, 2, 3, 5]), rng.choice([1, 1, 2]))
    excess = [(hockey_stick(rows[i], rows[j], factor), i, j) for i, j in pairs]
    best = max(excess, default=(Fraction(0), 0, 0))
    delta = best[0] + Fraction(rng.choice([0, 0, 1, -1]), 8)
    kind = rng.choice(KINDS)
    event = [o for o in range(outputs) if rng.random() < 0.5 or rows[best[1]][o] > factor * rows[best[2]][o]]
    evidence = {} if kind == "private" or not pairs else {"pair": list(best[1:]), "event": event}
    statement = {
        "kind": kind, "generators": {"exponent": ["0", "1"], "base": ["1", "1"], "degree": 1},
        "inputs": list(range(inputs)), "outputs": list(range(outputs)), "pairs": pairs,
        "exp_epsilon": quotient(factor), "delta": quotient(delta),
        "weights": {"denominator": "8", "rows": [[f"{x:x}" for x in row] for row in rows]},
    }  # fmt: skip
    return {"format": "dpexact-certificate/1", "statement": statement, "evidence": evidence}


def main() -> int:
    """Make them, ask both, count."""
    count, seed = (int(x) for x in (*sys.argv[1:], *["400", "1"][len(sys.argv) - 1 :]))
    rng = random.Random(seed)
    first, second = ([json.loads(f.read_text()) for f in sorted((ROOT / name).rglob("*.json"))] for name in FOLDERS)
    known = [c for c in first if c["statement"]["kind"] in KINDS]
    programs = [c for c in second if c["statement"]["kind"] in PROGRAMS]
    made = [*known, *programs]
    made += [mutant(rng.choice(which), rng) for which in (known, programs) for _ in range(count)]
    made += [random_certificate(rng) for _ in range(count)]
    differ, tally = 0, Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for k, certificate in enumerate(made):
            certificate["digest"] = digest(certificate)
            paths.append(Path(folder) / f"{k:05}.json")
            paths[-1].write_text(json.dumps(certificate))
        command = [HERE / "extraction" / "check", *paths]
        out = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        for path, line in zip(paths, out.splitlines(), strict=True):
            try:
                check(path.read_text())
                kernel = "accepted"
            except Rejected as rejected:
                kernel = f"rejected ({rejected.check})"
            mine = line.split()[0]
            tally[kernel] += 1
            if mine != kernel.split()[0]:
                differ += 1
                print(f"kernel: {kernel}, Rocq: {line}\n{path.read_text()}")
    for kernel, number in sorted(tally.items()):
        print(f"{number:6} {kernel}")
    print(f"{len(made)} certificates, {differ} on which the two differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
