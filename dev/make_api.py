"""Write docs/api.md from the docstrings: `python dev/make_api.py`, or `--check` to compare with the page as it is."""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import types

PAGE = Path(__file__).parent.parent / "docs" / "api.md"
EXAMPLES = Path(__file__).parent / "examples.md"
HEAD = """# Python API

Every public name, module by module, with examples. `python dev/make_api.py` makes this page from the docstrings and
from `dev/examples.md`, and tests run the examples. Exit statuses, options and files are on the page of the
[command line](command-line.md).
"""
SECTIONS = {  # of the examples of a module, if they are not under its name
    "dpexact": ("Numbers", "Mechanisms and privacy", "Verdicts and certificates", "Errors"),
    "dpexact.audit": ("Audit",),
    "dpexact.programs": ("Programs",),
}
MODULES = {
    "dpexact": "Numbers, mechanisms, privacy, verdicts and certificates",
    "dpexact.audit": "Printed numbers against exact computation",
    "dpexact.testing": "Assertions for numeric code",
    "dpexact.testing.strategies": "Strategies for hypothesis",
    "dpexact.composition": "Exact composition",
    "dpexact.programs": "The exact matrix of the code that runs",
    "dpexact.papers.count_queries": "Noise on integer counts",
    "dpexact.papers.rainbow": "Rainbow graphs",
    "dpexact.papers.axioms": "Axioms of privacy and utility",
    "dpexact.papers.gradual_release": "Gradual release",
}
NAMED = re.compile(r"`?docs/([\w-]+)\.md`?")  # a page that a docstring names
MOVED = {"audit": "reports"}
LEFT_OUT = {"PAPER", "__version__"}
EXAMPLE = re.compile(r"\n*^>>> .*", re.MULTILINE | re.DOTALL)  # a docstring ends with its examples


def public_names(module: types.ModuleType) -> list[str]:
    """Return the names that a module exports; of one that says nothing, the functions that are defined in it."""
    exported = getattr(module, "__all__", None)
    if exported is None:
        exported = [
            name
            for name, value in vars(module).items()
            if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
        ]
    return sorted((name for name in exported if name not in LEFT_OUT), key=str.lower)


def examples() -> dict[str, str]:
    """Return the examples by their headings."""
    _, *sections = EXAMPLES.read_text(encoding="utf-8").split("\n## ")
    return {head: body.strip() + "\n" for head, _, body in (section.partition("\n") for section in sections)}


def page() -> str:
    """Write the whole page."""
    parts, shown = [HEAD], examples()
    for name, title in MODULES.items():
        module = import_module(name)
        parts.append(f"## `{name}`\n\n{title}.\n")
        parts += [
            f"### {heading}: examples\n\n{shown[heading]}"
            for heading in SECTIONS.get(name, (name,))
            if heading in shown
        ]
        parts += [_entry(public, getattr(module, public)) for public in public_names(module)]
    return "\n".join(parts)


def _entry(name: str, value: Any) -> str:
    if inspect.isclass(value):
        shown = _of_class(name, value)
    elif callable(value):
        shown = [f"### `{name}{_signature(value)}`", _text(value)]
    else:
        shown = [f"### `{name}`", _union(value)]
    return "\n\n".join(filter(None, shown)) + "\n"


def _union(value: Any) -> str:
    return f"One of {', '.join(f'`{kind.__name__}`' for kind in value.__args__)}." if hasattr(value, "__args__") else ""


def _of_class(name: str, kind: type) -> list[str]:
    fields = [field.name for field in dataclasses.fields(kind)] if dataclasses.is_dataclass(kind) else ["_"]
    made = "" if any(field.startswith("_") for field in fields) else _signature(kind)
    shown = [f"### `{name}{made}`", _text(kind)]
    own = [part for part in kind.__mro__ if part is kind or part.__name__.startswith("_")]
    for member, value in {name: value for part in reversed(own) for name, value in vars(part).items()}.items():
        if member.startswith("_"):
            continue
        plain = getattr(value, "__func__", value)
        if isinstance(value, property) or type(value).__name__ == "cached_property":
            shown.append(f"- `.{member}`: {_first_line(value)}")
        elif callable(plain):
            owner = f"{name}." if isinstance(value, classmethod | staticmethod) else "."
            shown.append(f"- `{owner}{member}{_signature(plain, method=True)}`: {_first_line(plain)}")
    lists = [part for part in shown if part.startswith("- ")]
    return [*(part for part in shown if not part.startswith("- ")), "\n".join(lists)]


def _signature(function: Any, *, method: bool = False) -> str:
    """Write the parameters with their defaults; types are in the source, and in the text."""
    parameters = list(inspect.signature(function).parameters.values())
    if method and parameters and parameters[0].name in ("self", "cls"):
        parameters = parameters[1:]
    bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in parameters]
    return str(inspect.Signature(bare))


def _first_line(value: Any) -> str:
    return (inspect.getdoc(getattr(value, "func", value)) or "").partition("\n\n")[0].replace("\n", " ")


def _text(value: Any) -> str:
    """Return the docstring without its examples; indented lines of mathematics stay as they are."""
    text = EXAMPLE.sub("", inspect.getdoc(value) or "")
    marked = re.sub(r"\n*^(The answer is|Raises|Reference:)(?= )", r"\n\n*\1*", text, flags=re.MULTILINE)
    return NAMED.sub(_link, marked.replace("__", r"\_\_").strip())


def _link(named: re.Match[str]) -> str:
    """Return the title of a page with a link, in place of its path."""
    page = PAGE.parent / f"{MOVED.get(named[1], named[1])}.md"
    return f"[{page.read_text(encoding='utf-8').partition(chr(10))[0].removeprefix('# ')}]({page.name})"


def main() -> int:
    """Write the page, or compare it."""
    made = page()
    if "--check" in sys.argv[1:]:
        return 0 if PAGE.read_text(encoding="utf-8") == made else 1
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
