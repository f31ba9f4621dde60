"""The report of a pytest run about claims: JSON, or one HTML page."""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING

from dpexact import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    Claims = Sequence[dict[str, str]]


def claims_json(claims: Claims) -> str:
    """{"claims": [{"id", "test", "outcome", "message"}]}."""
    return json.dumps({"claims": list(claims)}, indent=2, ensure_ascii=False) + "\n"


def claims_html(claims: Claims) -> str:
    """The claims as a page; every text is escaped."""
    from jinja2 import Environment, StrictUndefined

    template = resources.files("dpexact.testing").joinpath("claims.html.jinja").read_text(encoding="utf-8")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    wrong = sum(claim["outcome"] not in ("passed", "skipped", "xfailed") for claim in claims)
    return environment.from_string(template).render(claims=claims, wrong=wrong, version=__version__)
