"""Documents of which it is known what the extracted checker says: what it cannot show, and rules seldom met."""

from __future__ import annotations

import copy
import hashlib
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from proofs.rocq.random_statements import quotient, sealed

VECTORS = Path(__file__).resolve().parents[2] / "tests" / "vectors" / "certificates"
Known = tuple[bytes, str, str]  # the text, what the kernel says, how the line of the extracted checker begins
GIVEN = {"exponent": ["0", "1"], "base": ["1", "1"], "degree": 1}
ODD = ["é€\U0001f600", "\ud7ff\ue000\uffff\U0010ffff"]
BROKEN = [
    b"\xff", b"\x80", b"\xc3", b"\xc0\xaf", b"\xc1\xbf", b"\xc3A", b"\xe2\x82", b"\xe0\x9f\xbf",
    b"\xe2A\x82", b"\xe2\x82A", b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xf0\x9f\x98", b"\xf0\x8f\xbf\xbf",
    b"\xf0\x9f\x98A", b"\xf0\x9fA\x80", b"\xf1A\x80\x80", b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80",
]  # fmt: skip


def digest(certificate: dict[str, Any]) -> str:
    """SHA-256 of the canonical JSON of format, statement and evidence."""
    content = {key: certificate[key] for key in ("format", "statement", "evidence")}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def statement(kind: str, **changes: Any) -> dict[str, Any]:
    """One input, one output, no pairs, E = 1, delta = 0."""
    return {
        "kind": kind, "generators": GIVEN, "inputs": [0], "outputs": [0],
        "weights": {"denominator": "1", "rows": [["1"]]}, "pairs": [], "exp_epsilon": ["1", "1"], "delta": ["0", "1"],
    } | changes  # fmt: skip


def free(factor: Any, lower: int, upper: int | None, **changes: Any) -> dict[str, Any]:
    """The same for every t of an interval, with this E."""
    ends = {"lower": quotient(Fraction(lower)), "upper": upper if upper is None else quotient(Fraction(upper))}
    return statement("private-for-all", generators=ends, exp_epsilon=factor, **changes)


def root(base: int, degree: int, factor: Any) -> dict[str, Any]:
    """The same, with a root."""
    return statement("private", generators=GIVEN | {"base": [f"{base:x}", "1"], "degree": degree}, exp_epsilon=factor)


def touching(r: Fraction) -> dict[str, Any]:
    """A row r t/(r^2 + t^2), which is 1/2 at t = r only: private with E = t and delta = 1/2."""
    a, b = r.numerator, r.denominator
    bottom = [[f"{a * a:x}", 0, 0], [f"{b * b:x}", 2, 0]]
    top, rest = [[f"{a * b:x}", 1, 0]], [bottom[0], [f"{-a * b:x}", 1, 0], bottom[1]]
    weights = {"rows": [[[top, bottom], [rest, bottom]], [["0", "1"], ["1", "1"]]]}
    two = {"inputs": [0, 1], "outputs": [0, 1], "pairs": [[0, 1], [1, 0]], "weights": weights, "delta": ["1", "2"]}
    return free([[["1", 1, 0]], "1"], 1, None, **two)


def unknown() -> list[tuple[dict[str, Any], str, str]]:
    """True statements, and false ones of which it does not see it, that are left: with what the kernel says."""
    open_ = "not accepted: neither shown nor refuted by"
    cuts, bits, p = f"{open_} 60 cuts", f"{open_} 4096 bits", 1 << 200
    long = GIVEN | {"exponent": [f"{2**16384 + 1:x}", f"{2**16384:x}"]}
    near = [[f"{5 * p:x}", 0, 0], [f"{-4 * p:x}", 2, 0], [f"{p:x}", 4, 0]]  # p (1 + (t^2 - 2)^2)
    above, below = ([[f"{5 * p + step:x}", 0, 0], *near[1:]] for step in (1, -1))
    return [
        (free([[["5", 0, 0], ["-4", 2, 0], ["1", 4, 0]], "1"], 0, 3), "accepted", cuts),
        (touching(Fraction(12345678, 10**7)), "accepted", cuts),
        (free([above, f"{p:x}"], 1, 3), "accepted", cuts),
        (free([below, f"{p:x}"], 1, 3), "exp-epsilon", cuts),
        (root(4**5000 + 1, 2, [[["1", 0, 1]], f"{2**5000:x}"]), "accepted", bits),
        (root(4**5000 - 1, 2, [[["1", 0, 1]], f"{2**5000:x}"]), "exp-epsilon", bits),
        (root(2, 4097, ["1", "1"]), "accepted", "a degree of a root beyond 4096"),
        (statement("private", generators=long), "size", "a fraction of the generators with more than 2^14 bits"),
    ]


def strict() -> list[tuple[dict[str, Any], str, str]]:
    """Rules of the structure: evidence that has to be empty, and no denominator where nothing is fixed."""
    good = json.loads((VECTORS / "accepted" / "greatest-one-output.json").read_text())
    del good["digest"]
    over = copy.deepcopy(good)
    over["statement"]["fixed"]["weights"] = {"denominator": "1", "rows": []}
    always, tight, structure = free(["1", "1"], 1, 2), statement("tight-delta"), "rejected FILE: structure"
    return [
        (sealed(always, {}), "accepted", "accepted"),
        (sealed(always, {"note": "1"}), "structure", structure),
        ({**sealed(always, {}), "evidence": []}, "structure", structure),
        (sealed(tight, {}), "accepted", "accepted"),
        (sealed(tight, {"pair": [0, 0], "event": []}), "structure", structure),
        (good, "accepted", "accepted"),
        (over, "fixed", "rejected FILE: fixed"),
    ]


def refuted() -> list[tuple[dict[str, Any], str, str]]:
    """False statements that are rejected, not left: at a cut, at both ends, far away; and where all signs are known."""
    said = "rejected FILE: not accepted: false"
    dip = [["1f3", 0, 0], ["-190", 1, 0], ["64", 2, 0]]  # 100 (1 + (t - 2)^2 - 1/100)
    return [
        (free([dip, "64"], 1, 3), "exp-epsilon", f"{said} at t = "),
        (free([[["3", 0, 0], ["-1", 1, 0]], "1"], 1, 3), "exp-epsilon", f"{said} at t = 3/1"),
        (free([[["1", 1, 0]], "1"], 0, 3), "exp-epsilon", f"{said} at t = 0/1"),
        (free([[["186a1", 0, 0], ["-1", 1, 0]], "1"], 1, None), "exp-epsilon", f"{said} at t = "),
        (root(2, 2, [[["-1", 0, 0], ["1", 0, 1]], "1"]), "exp-epsilon", said),
        (statement("private", exp_epsilon=["1", "2"]), "exp-epsilon", said),
    ]


def composed() -> list[tuple[dict[str, Any], str, str]]:
    """Compositions: of laws that it knows, with a delta too small in one direction, and of other laws."""
    two, gaussian, laplace, skellam, coins = (
        json.loads((VECTORS / "accepted" / f"composition-{name}.json").read_text())
        for name in ("two-laws", "gaussian", "laplace", "skellam", "coins")
    )
    many, aside = copy.deepcopy(coins), copy.deepcopy(coins)
    many["statement"]["laws"][0]["trials"] = ["4001", "1"]
    aside["evidence"]["cells"][0]["least"] = "0"
    small, removed, wide, crossed = (copy.deepcopy(one) for one in (two, gaussian, gaussian, laplace))
    small["statement"]["delta"] = ["1", "2"]
    wide["statement"]["laws"][0]["sensitivity"] = ["2", "1"]
    crossed["evidence"]["cells"][0]["edges"].reverse()
    far = copy.deepcopy(laplace)
    far["statement"]["laws"][0]["sensitivity"] = ["1001", "1"]
    removed["statement"] |= {"kind": "composition-refuted", "delta": ["3", "8"]}  # of 0.38292 = 2 Phi(1/2) - 1
    deep = copy.deepcopy(gaussian)  # G is 1 + 2^-1000, so for the bracket its lower end is 1, and the upper one more
    deep["statement"]["laws"][0]["count"] = "2"
    deep["evidence"] = {"ratio": [f"{2**1000 + 1:x}", f"{2**1000:x}"], "bits": 0, "lowest": "0", "highest": "0"}
    deep["evidence"]["cells"] = [
        {"precision": 0, "edges": [], "places": [["0", "1"]], "levels": [[63, "0", "0"], [63, "0", "0"]]}
    ]
    halves = {"precision": 1, "edges": ["1"], "groups": [[None, 0, f"{2**32:x}"], ["1", 1, f"{2**32:x}"]]}
    kept = {"direction": "remove", "laws": [halves | {"corner": ["1b", "14"]}]}  # 27/20 G^1 of Phi(1/2)/Phi(-1/2)
    removed["evidence"] = {key: removed["evidence"][key] for key in ("ratio", "bits", "lowest", "highest")} | kept
    added, false, at_0 = (copy.deepcopy(removed) for _ in range(3))
    added["evidence"]["direction"] = "add"
    false["statement"]["delta"] = ["2", "5"]
    at_0["evidence"]["laws"][0]["edges"] = ["0"]
    return [
        (two, "accepted", "accepted FILE: composition"),
        (small, "bound", "rejected FILE: not accepted: the cells do not prove it"),
        (gaussian, "accepted", "accepted FILE: composition"),
        (wide, "bound", "rejected FILE: not accepted: the cells do not prove it"),
        (laplace, "accepted", "accepted FILE: composition"),
        (crossed, "edges", "rejected FILE: edges: edges that increase"),
        (far, "size", "left FILE: an exponent beyond 2^12"),
        (deep, "size", "left FILE: a ratio of the lattice beyond 2^4096"),
        (skellam, "accepted", "left FILE: the law skellam is not among those that it knows"),
        (coins, "accepted", "accepted FILE: composition"),
        (many, "bound", "left FILE: more than 2^14 trials"),
        (aside, "edges", "rejected FILE: edges: sensitivity <= least <= greatest <= trials"),
        (removed, "accepted", "accepted FILE: composition-refuted"),
        (added, "accepted", "accepted FILE: composition-refuted"),
        (false, "bound", "rejected FILE: not accepted: the groups do not refute it"),
        (at_0, "groups", "rejected FILE: not accepted: the groups do not refute it"),
    ]


def known() -> list[Known]:
    """All of them, with the right digest but for those that are no text."""
    found = [(text(sealed(one, {})), kernel, f"left FILE: {reason}") for one, kernel, reason in unknown()]
    false = [(sealed(one, {}), kernel, line) for one, kernel, line in refuted()]
    found += [(text(one), kernel, line) for one, kernel, line in strict() + false + composed()]
    found.append((text(sealed(statement("private", outputs=ODD[:1], inputs=ODD[1:]), {})), "accepted", "accepted"))
    plain = text(sealed(statement("private", inputs=["@"]), {}))
    return found + [(plain.replace(b"@", bad), "", "rejected FILE: json: not UTF-8") for bad in BROKEN]


def text(document: dict[str, Any]) -> bytes:
    """A document as bytes, with its digest."""
    return json.dumps({**document, "digest": digest(document)}, ensure_ascii=False).encode()
