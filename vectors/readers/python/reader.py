"""Runs a family of vectors against a function of yours. Needs Python 3 and nothing else."""

import json
from pathlib import Path

LEAST = 1e-323  # two steps of the smallest doubles, which no relative error allows


def number(value):
    """Read a double, a list of doubles, or a word."""
    if isinstance(value, list):
        return [number(part) for part in value]
    return value["text"] if "text" in value else float.fromhex(value["hex"])


def fault(test, got, rel, safe):
    """Say why an answer is wrong, or return "". `safe` is "larger" or "smaller" if you promise that side, else ""."""
    if "result" in test:
        return "" if got == (test["result"] == "holds") else f"it {test['result']}"
    lower, upper = number(test["lower"]), number(test["upper"])
    if (safe == "larger" and got < upper) or (safe == "smaller" and got > lower):
        return f"on the unsafe side of {test['upper' if safe == 'larger' else 'lower']['decimal']}"
    near = min(max(got, lower), upper)
    if got == near or (abs(near) < float("inf") and not abs(got - near) > rel * abs(near) + LEAST):
        return ""
    return f"not within {rel} of [{test['lower']['decimal']}, {test['upper']['decimal']}]"


def check(path, function, rel=1e-9, safe="", show=3):
    """Ask function(**parameters), which returns None to skip a test. Return how many failed and how many were asked."""
    family = json.loads(Path(path).read_text(encoding="utf-8"))
    failed = asked = 0
    for test in family["tests"]:
        given = {name: number(value) for name, value in test["parameters"].items()}
        try:
            got = function(**given)
        except ArithmeticError as error:  # an overflow is an answer too, and a wrong one
            got = float("nan")
            print(f"  {test['id']}: {error}") if failed < show else None
        if got is None:
            continue
        asked += 1
        why = fault(test, got, rel, safe)
        failed += bool(why)
        if why and failed <= show:
            print(f"  {test['id']} ({', '.join(test['flags'])}) {given}: got {got!r}, {why}")
            for flag in test["flags"]:
                if flag in family["notes"]:
                    print(f"    {flag}: {family['notes'][flag]['description']}")
    return failed, asked
