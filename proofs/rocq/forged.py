#!/usr/bin/env python3
"""Compositions whose least delta is computed here, outcome by outcome, against the extracted checker.

    python -m proofs.rocq.forged [COUNT] [SEED]     in an environment with dpexact; exit 1 if it accepts a false one

COUNT is the number of statements of each kind, each with the evidence that was drawn and with forged evidence, at a
delta that is true by much, true by little, false by little, or far from true. The truth is a sum of positive parts over
all outcomes of all runs in fractions, with nothing of a lattice. Of noise on the line there is one law at most: a run,
or several of Gaussian noise without a rate, which are one run of less noise. There each part is that of a half line, to
60 digits.
"""

# ruff: noqa: S311
from __future__ import annotations

import copy
import json
import random
import sys
from collections import Counter
from fractions import Fraction
from math import comb
from typing import Any

from mpmath import exp, inf, log, mp, mpf, ncdf, sqrt

from proofs.rocq.compare import asked, at, nudged, places
from proofs.rocq.known import digest
from proofs.rocq.random_statements import composition, quotient

Pairs = Counter[tuple[Fraction, Fraction]]
LINES = {"gaussian", "laplace"}
STEPS = [Fraction(0), Fraction(1, 2**50), Fraction(1, 2**12), Fraction(1, 50), Fraction(1, 8)]


def number(written: Any) -> Fraction:
    """A quotient without t. Raises TypeError for one with t."""
    top, bottom = (int(part, 16) for part in written)
    return Fraction(top, bottom)


def pairs(law: dict[str, Any]) -> list[tuple[Fraction, Fraction]]:
    """The two probabilities of each outcome."""
    if law["law"] == "finite":
        return [(number(p), number(q)) for p, q in zip(law["first"], law["second"], strict=True)]
    if law["law"] == "randomized_response":
        truth, k = number(law["truth"]), number(law["categories"])
        other = (1 - truth) / (k - 1)
        return [(truth, other), (other, truth), ((k - 2) * other, (k - 2) * other)]
    if law["law"] == "binomial":
        n, s = int(number(law["trials"])), int(number(law["sensitivity"]))
        heads = [Fraction(comb(n, x), 2**n) for x in range(n + 1)]
        return list(zip([Fraction(0)] * s + heads, heads + [Fraction(0)] * s, strict=True))
    r, s, rate = 1 / number(law["base"]), int(number(law["sensitivity"])), number(law["rate"])
    q = [1 / (1 + r), *((r**z - r ** (z + 1)) / (1 + r) for z in range(1, s)), r**s / (1 + r)]
    return [(rate * x + (1 - rate) * y, y) for x, y in zip(reversed(q), q, strict=True)]


def excess(law: dict[str, Any], e: mpf, *, turned: bool) -> mpf:
    """The greatest P(S) - E Q(S) of noise on the line, or of Q and P, E > 0: S is a half line, as the ratio rises."""
    rate, count = (mpf(x.numerator) / x.denominator for x in (number(law["rate"]), Fraction(int(law["count"], 16))))
    normal = law["law"] == "gaussian"
    t = number(law["sensitivity"]) / number(law["sigma" if normal else "scale"])
    t = mpf(t.numerator) / t.denominator * sqrt(count)
    if count > 1 and (rate < 1 or not normal):
        raise TypeError

    def above(x: mpf) -> mpf:
        if normal:
            return ncdf(-x)
        return 1 - exp(x) / 2 if x < 0 else exp(-x) / 2

    if t == 0 or rate == 0:
        return max(mpf(0), 1 - e)
    ratio = ((1 / e if turned else e) - 1 + rate) / rate  # of noise around t to that around 0, where the excess is 0
    if normal:
        cut = -inf if ratio <= 0 else log(ratio) / t + t / 2
    else:
        cut = -inf if ratio <= exp(-t) else inf if ratio >= exp(t) else (log(ratio) + t) / 2
    q = above(cut)
    p = (1 - rate) * q + rate * above(cut - t)
    return (1 - q) - e * (1 - p) if turned else p - e * q


def least(statement: dict[str, Any], *, turned: bool) -> Fraction:
    """The least delta at E, for P against Q, or for Q against P."""
    found: Pairs = Counter({(Fraction(1), Fraction(1)): 1})
    lines = [law for law in statement["laws"] if law["law"] in LINES]
    if len(lines) > 1:
        raise TypeError
    for law in statement["laws"]:
        if law in lines:
            continue
        for _ in range(int(law["count"], 16)):
            new: Pairs = Counter()
            for (x, y), many in found.items():
                for p, q in pairs(law):
                    new[x * p, y * q] += many
            found = new
    e = number(statement["exp_epsilon"])
    ends = [((y, x) if turned else (x, y), many) for (x, y), many in found.items()]
    if lines:
        parts = [
            many * mpf(x.numerator) / x.denominator * excess(lines[0], mpf(k.numerator) / k.denominator, turned=turned)
            if (k := e * y / x if x else Fraction(0))
            else many * mpf(x.numerator) / x.denominator
            for (x, y), many in ends
        ]
        total = sum(parts, mpf(0))
        return Fraction(int(total * 2**180), 2**180)
    return sum((max(Fraction(0), x - e * y) * many for (x, y), many in ends), Fraction(0))


def forged(document: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """One to three numbers of the evidence changed a little."""
    new = copy.deepcopy(document)
    for _ in range(rng.randint(1, 3)):
        paths = [
            path for path in places(new["evidence"]) if path and not isinstance(at(new["evidence"], path), dict | list)
        ]
        path = rng.choice(paths)
        at(new["evidence"], path[:-1])[path[-1]] = nudged(at(new["evidence"], path), rng)
    return new


def main() -> int:
    """Make them, compute what is true, ask."""
    mp.dps = 60
    count, seed = (int(x) for x in (*sys.argv[1:], *["200", "1"][len(sys.argv) - 1 :]))
    rng, found = random.Random(seed), list[tuple[str, bool, str]]()
    for refuted in (False, True):
        drawn = 0
        while drawn < count:
            document = composition(rng, refuted=refuted)
            statement = document["statement"]
            try:
                sides = [least(statement, turned=turned) for turned in (False, True)]
            except (TypeError, ValueError):
                continue  # with t
            drawn += 1
            steps = STEPS[any(law["law"] in LINES for law in statement["laws"]) :]  # where the truth is exact, 0 too
            for one in (document, *(forged(document, rng) for _ in range(3))):
                step = rng.choice([1, -1]) * rng.choice(steps)
                delta = min(
                    max(
                        (sides[document["evidence"]["direction"] == "add"] if refuted else max(sides)) + step,
                        Fraction(0),
                    ),
                    Fraction(1),
                )
                new = {**one, "statement": {**statement, "delta": quotient(delta)}}
                true = max(sides) > delta if refuted else max(sides) <= delta
                found.append((json.dumps({**new, "digest": digest(new)}), true, statement["kind"]))
    tally, wrong = Counter[str](), 0
    for (text, true, kind), line in zip(found, asked([text.encode() for text, _, _ in found]), strict=True):
        said = line.split()[0]
        tally[f"{kind}: {'true' if true else 'false'}, {said}"] += 1
        if said == "accepted" and not true:
            wrong += 1
            print(f"accepted, and false: {text[:2000]}")
    for words, number_ in sorted(tally.items()):
        print(f"{number_:6} {words}")
    print(f"{len(found)} documents, {wrong} that are false and accepted")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
