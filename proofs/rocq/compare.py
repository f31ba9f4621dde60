#!/usr/bin/env python3
"""Compare three checkers, the kernel, the second one and that of Rocq, on forgeries and random statements.

    python -m proofs.rocq.compare [COUNT] [SEED]     in an environment with dpexact; exit 1 if they differ

COUNT is the number of random statements about mechanisms, and likewise of linear programs, of the sufficiency order, of
maximal mechanisms, of a free t, of compositions, of refuted ones and of mutants of each group; half of it of greatest
mechanisms.
Digests are recomputed, so that everything is judged on other grounds. A delta of a composition that is within what the
three round is counted apart.

Differences on purpose are counted and named: the extracted checker accepts roots that are not independent (the
statement is true of the positive roots), does not look at the digest, and leaves what it does not handle or cannot
show: that is no agreement with anything. `known.py` has documents of which it is known what is left, and why.
"""

# ruff: noqa: S603, S311
from __future__ import annotations

import copy
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import gcd
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpexact import kernel, second
from proofs.rocq.known import VECTORS, digest, known
from proofs.rocq.random_statements import composition, free, greatest, maximal, mechanism, order, program, quotient

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FOREIGN: tuple[Any, ...] = (None, True, 0, 1, 1.0, "", "1", "-0", [], {}, [["1", 1, 0]], [["1", 0, 1]], 10**640, 2**70)
Path_ = tuple[str | int, ...]
Document = dict[str, Any]


def places(value: object, path: Path_ = ()) -> Iterator[Path_]:
    """The paths of all parts."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield from places(part, (*path, key))


def at(value: Any, path: Path_) -> Any:
    """The part at a path."""
    for key in path:
        value = value[key]
    return value


def foreign(rng: random.Random) -> Any:
    """A value of another kind, which a further change may change."""
    return copy.deepcopy(rng.choice(FOREIGN))


def nudged(value: Any, rng: random.Random) -> Any:
    """Another value in the place of one: an integer near it, a list or an object that differs a little."""
    step = rng.choice([-2, -1, 1, 2])
    if isinstance(value, str) and re.fullmatch("-?[0-9a-f]+", value):
        return f"{int(value, 16) * rng.choice([1, 1, 1, 2]) + step:x}"
    if isinstance(value, int) and not isinstance(value, bool):
        return value + step
    if isinstance(value, list) and value:
        k = rng.randrange(len(value))
        return rng.choice([value[:k] + value[k + 1 :], [*value[: k + 1], *value[k:]], value[::-1]])
    if isinstance(value, dict) and value:
        gone = rng.choice(sorted(value))
        return rng.choice([{key: item for key, item in value.items() if key != gone}, {**value, "note": "1"}])
    return foreign(rng)


def mutant(certificate: Document, rng: random.Random) -> Document:
    """One to three parts changed a little; mostly integers, seldom the structure."""
    new = copy.deepcopy(certificate)
    for _ in range(rng.randint(1, 3)):
        content = {"statement": new["statement"], "evidence": new["evidence"]}
        paths = [path for path in places(content) if len(path) > 1]
        leaves = [path for path in paths if not isinstance(at(content, path), dict | list) and "kind" not in path]
        path = rng.choice(leaves if leaves and rng.random() < 0.8 else paths or [("evidence",)])
        old = at(content, path)
        at(new, path[:-1])[path[-1]] = foreign(rng) if rng.random() < 0.05 else nudged(old, rng)
    return new


def dependent(generators: Any) -> bool:
    """Roots whose x^n - base is reducible, or whose bases share a prime: the kernel rejects them, Rocq need not."""
    try:
        roots = generators["roots"] if "roots" in generators else [[generators["base"], generators["degree"]]]
        found = [(int(a, 16), int(b, 16), n) for (a, b), n in roots]
    except (TypeError, ValueError, KeyError):
        return False
    if any(a <= 0 or b <= 0 for a, b, _ in found):
        return False
    powers = any(power(a, k) and power(b, k) for a, b, n in found for k in range(2, n + 1) if n % k == 0)
    return powers or any(gcd(a * b, c * d) > 1 for (a, b, _), (c, d, _) in combinations(found, 2))


def power(a: int, k: int) -> bool:
    """Return whether a >= 1 is the k-th power of an integer."""
    low, high = 1, 1 << (a.bit_length() // k + 1)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if middle**k < a else (low, middle)
    return bool(low**k == a)


def verdict(check: Callable[[str], object], rejected: type[Exception], text: str) -> str:
    """Return what a checker in Python says: accepted, or the check that failed."""
    try:
        check(text)
    except rejected as error:
        return str(getattr(error, "check", "rejected"))
    return "accepted"


def on_purpose(first: str, other: str, third: str, document: Document) -> str:
    """The reason why the checkers may say something else than one another, "" if there is none."""
    composed = str(document["statement"].get("kind")).startswith("composition")
    if (
        composed
        and {first, other} <= {"accepted", "bound", "groups"}
        and not third.startswith("left")
        and rounded(document)
    ):
        return "delta is within what the three round"
    if (first == "accepted") != (other == "accepted"):
        agreed = other if first == "size" else first
        verdicts = "accepted" if agreed == "accepted" else "rejected"
        return "size, which is no verdict" if "size" in (first, other) and third.startswith(verdicts) else ""
    if third.startswith("left"):
        reason = third.partition(": ")[2]
        return "" if reason.startswith("more ") else f"left: {reason} (kernel: {first})"
    if first == "generators" and dependent(document["statement"].get("generators")):
        return "roots that are not independent"
    return "the digest is not looked at" if first == "digest" else ""


def rounded(document: Document) -> bool:
    """Whether all three accept a composition with a delta that is a little larger, and none a smaller one.

    Of refuted ones the corners are changed a little too: with larger ones all three reject, with smaller ones all three
    say the same. A refuted one may also be accepted by all three with more bits: the masses of a group were too small.
    """
    statement, evidence = document["statement"], document["evidence"]
    if not all(isinstance(part, str) for part in statement["delta"]):
        return False
    kept = statement["kind"] == "composition"
    cells = sum(len(part["places"]) for part in evidence["cells"]) if kept else 0  # each of which is rounded
    step = Fraction(1, 2**12) + Fraction(64 + 4 * cells, 2 ** evidence["bits"])
    delta = Fraction(*(int(part, 16) for part in statement["delta"]))
    finer = copy.deepcopy(document)
    finer["evidence"]["bits"] += 64
    if not kept and all_say(finer) == {True}:
        return True
    verdicts = []
    for side in (1, -1):
        new = copy.deepcopy(document)
        moved = delta + side * step
        for law in evidence_of_laws(new):
            law["corner"] = quotient(
                Fraction(*(int(part, 16) for part in law["corner"])) * (1 + side * min(step, Fraction(1, 2)))
            )
            moved = delta * (1 + side * step) + side * step
        new["statement"]["delta"] = quotient(min(max(moved, Fraction(0)), Fraction(1)))
        said = all_say(new)
        if kept:
            verdicts.append(said == {side == 1} or not 0 < moved < 1)
        else:
            verdicts.append(said == {False} if side == 1 else len(said) == 1)
    return all(verdicts)


def all_say(document: Document) -> set[bool]:
    """Whether the three accept a document, with a new digest."""
    text = json.dumps({**document, "digest": digest(document)})
    three = [verdict(kernel.check, kernel.Rejected, text), verdict(second.check, second.Rejected, text)]
    return {one == "accepted" for one in [*three, asked([text.encode()])[0].split()[0]]}


def evidence_of_laws(document: Document) -> list[Document]:
    """Return what a refuted composition has for each law; nothing of another document."""
    return list(document["evidence"]["laws"]) if document["statement"]["kind"] == "composition-refuted" else []


def made(count: int, rng: random.Random) -> list[Document]:
    """All documents: committed ones, vectors, random ones, mutants of each."""
    committed = [json.loads(path.read_text()) for path in sorted((ROOT / "proofs" / "certificates").rglob("*.json"))]
    vectors = [json.loads(path.read_text()) for path in sorted((VECTORS / "accepted").glob("*.json"))]
    drawn = [[mechanism(rng) for _ in range(count)], [program(rng) for _ in range(count)]]
    drawn += [
        [order(rng) for _ in range(count)],
        [maximal(rng) for _ in range(count)],
        [free(rng) for _ in range(count)],
        [composition(rng) for _ in range(count)],
        [composition(rng, refuted=True) for _ in range(count)],
    ]
    drawn.append([greatest(rng) for _ in range(count // 2)])
    for document in (document for group in drawn for document in group):
        document["digest"] = digest(document)
    found = committed + vectors + [document for group in drawn for document in group]
    for group in (committed, vectors, *drawn):
        usable = [one for one in group if len(json.dumps(one)) < 5 * 10**4]
        for _ in range(count):
            forged = mutant(rng.choice(usable), rng)
            found.append({**forged, "digest": digest(forged)})
    return found


def asked(texts: list[bytes]) -> list[str]:
    """The lines of the extracted checker, with FILE in the place of the name."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{k:05}.json" for k in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.write_bytes(text)
        command = [HERE / "extraction" / "check", *paths]
        lines = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
        return [line.replace(str(path), "FILE") for path, line in zip(paths, lines, strict=True)]


def main() -> int:
    """Make them, ask all three, count."""
    count, seed = (int(x) for x in (*sys.argv[1:], *["200", "1"][len(sys.argv) - 1 :]))
    texts = [json.dumps(document) for document in made(count, random.Random(seed))]
    vectors = sorted((VECTORS / "rejected").glob("*.json"))
    texts += [text for path in vectors if (text := readable(path))]
    differ = expected([path for path in vectors if not readable(path)]) + command_line()
    tally = Counter[str]()
    for text, line in zip(texts, asked([text.encode() for text in texts]), strict=True):
        first = verdict(kernel.check, kernel.Rejected, text)
        other = verdict(second.check, second.Rejected, text)
        same = (first == "accepted") == (other == "accepted") == line.startswith("accepted")
        reason = "" if same and not line.startswith("left") else on_purpose(first, other, line, json.loads(text))
        same = same and not line.startswith("left")
        tally[f"on purpose: {reason}" if reason else f"kernel: {first}"] += 1
        if not same and not reason:
            differ += 1
            print(f"kernel: {first}, second: {other}, Rocq: {line}\n{text[:3000]}")
    for words, number in sorted(tally.items()):
        print(f"{number:6} {words}")
    print(f"{len(texts)} documents, {differ} on which the three differ")
    return 1 if differ else 0


def expected(unreadable: list[Path]) -> int:
    """Count the documents with another answer than the known one; anything but a JSON object in UTF-8 is rejected."""
    documents = known() + [(path.read_bytes(), "", "rejected") for path in unreadable]
    differ = 0
    for (data, says, begins), line in zip(documents, asked([data for data, _, _ in documents]), strict=True):
        found = [says, says]
        if says:
            text = data.decode()
            found = [verdict(kernel.check, kernel.Rejected, text), verdict(second.check, second.Rejected, text)]
        if found[0] != says or (found[1] == "accepted") != (says == "accepted") or not line.startswith(begins):
            differ += 1
            print(f"known: {says}, {begins}; kernel, second: {found}, Rocq: {line}\n{data[:1000]!r}")
    left = sum(begins.startswith("left") for _, _, begins in documents)
    print(f"{len(documents)} known documents, {left} of them left, {differ} with another answer")
    return differ


def command_line() -> int:
    """Count the calls that end with another status than the known one: 2 goes before 1 before 3 before 0."""
    found = {begins.split()[0]: data for data, _, begins in known()}
    calls = {"": 2, "none": 2, ".": 2, "accepted": 0, "left": 3, "rejected": 1, "accepted left": 3, "left accepted": 3}
    calls |= {"left rejected": 1, "rejected left accepted": 1, "none rejected left": 2, "rejected . accepted": 2}
    differ = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, data in found.items():
            (Path(folder) / name).write_bytes(data)
        for call, status in calls.items():
            command = [str(HERE / "extraction" / "check"), *call.split()]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
            said = [line.split()[0] for line in done.stdout.splitlines()]
            if (done.returncode, said) != (status, [one for one in call.split() if one in found]) or (
                bool(done.stderr) != (status == 2)
            ):
                differ += 1
                print(f"check {call}: {done}")
    return differ


def readable(path: Path) -> str:
    """The text of a rejected vector that is JSON in UTF-8, else "": of others there is nothing to compare."""
    try:
        text = path.read_text()
        return text if isinstance(json.loads(text), dict) else ""
    except (UnicodeDecodeError, ValueError):
        return ""


if __name__ == "__main__":
    sys.exit(main())
