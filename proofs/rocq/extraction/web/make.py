#!/usr/bin/env python3
"""Put the checker, the page around it, its style and its script into one file of HTML.

    python3 make.py PAGE [CHECKER]     after `make`; CHECKER is checker.js unless it is named

The policy in its head allows its own style and script, by their digests, and a worker made from its own text; nothing
else, so no connection either.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
MARK = "// ---- messages\n"


def page(checker: str) -> str:
    """The page, around a checker."""
    style, script = (read(name) for name in ("page.css", "page.js"))
    script = script.replace("{{forged}}", forged(script))
    parts = {
        "policy": policy(style, script),
        "style": style,
        "script": script,
        "worker": checker.rstrip("\n") + "\n" + MARK + read("messages.js"),
    }
    if any(re.search("</script|<!--", parts[name], re.IGNORECASE) for name in ("worker", "script")):
        message = "a script that would end early in HTML"
        raise ValueError(message)
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], read("page.html"))


def checker_of(text: str) -> str:
    """The checker in a page."""
    found = re.search(r'<script type="text/plain" id="worker">(.*?)</script>', text, re.DOTALL)
    return found[1].partition(MARK)[0] if found else ""


def read(name: str) -> str:
    """A file beside this one."""
    return (HERE / name).read_text(encoding="utf-8")


def policy(style: str, script: str) -> str:
    """Return what the page may do."""
    allowed = (f"style-src {source(style)}", f"script-src {source(script)}", "worker-src blob:")
    return "; ".join(("default-src 'none'", *allowed, "base-uri 'none'", "form-action 'none'"))


def source(text: str) -> str:
    """A style or a script as a policy names it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def forged(script: str) -> str:
    """The right digest of the forged example, which is the other one of the script with E = 2."""
    found = re.search(r"const GOOD = (\{.*?\n  \});", script, re.DOTALL)
    if found is None:
        message = "no example in the script"
        raise ValueError(message)
    example = json.loads(re.sub(r",(\s*[}\]])", r"\1", re.sub(r"(\w+):", r'"\1":', found[1])))
    example["statement"]["exp_epsilon"] = ["2", "1"]
    del example["digest"]
    return hashlib.sha256(json.dumps(example, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


if __name__ == "__main__":
    made_of = Path(sys.argv[2]) if len(sys.argv) > 2 else HERE / "checker.js"
    Path(sys.argv[1]).write_text(page(made_of.read_text(encoding="utf-8")), encoding="utf-8")
