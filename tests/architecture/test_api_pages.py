"""docs/api.md is what the docstrings say; dev/examples.md, which is run, has an example for each public name."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.beside import beside
from tests.each import each
from tests.second_routes.scripts import loaded

BESIDE = beside(__file__)

DOCS, DEV = (Path(__file__).parents[2] / name for name in ("docs", "dev"))
EXAMPLES = (DEV / "examples.md").read_text(encoding="utf-8")
FIXED = BESIDE["fixed"]
WHOLE = (
    *("dpexact", "dpexact.audit", "dpexact.composition", "dpexact.programs", "dpexact.testing"),
    "dpexact.testing.strategies",
)


@pytest.mark.slow
def test_the_page_is_what_the_docstrings_say() -> None:
    command = [sys.executable, str(DEV / "make_api.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"run python dev/make_api.py{done.stderr}"


@each("room", [*WHOLE, *FIXED])
def test_every_public_name_has_an_example(room: str) -> None:
    module = import_module(room)
    names = FIXED[room].split() if room in FIXED else loaded(DEV / "make_api.py").public_names(module)
    assert names
    lines = [line for line in EXAMPLES.splitlines() if line.startswith((">>> ", "... ")) and "import" not in line]
    used = set(re.findall(r"\w+", "\n".join(lines)))
    assert [name for name in names if name not in used] == []
    assert all(hasattr(module, name) for name in names)


@each("room", [*WHOLE, *FIXED])
def test_every_public_name_is_on_the_page_with_words(room: str) -> None:
    page = (DOCS / "api.md").read_text(encoding="utf-8")
    section = page.partition(f"\n## `{room}`\n")[2].partition("\n## ")[0]
    for name in loaded(DEV / "make_api.py").public_names(import_module(room)):
        found = re.search(rf"^### `{name}[(`][^\n]*\n\n(.+)", section, re.MULTILINE)
        assert found is not None, name
        assert len(found[1]) > 10, name


def test_no_address_of_memory_is_on_the_page() -> None:
    assert not re.search(r"0x[0-9a-f]{6}|<\w+ object", (DOCS / "api.md").read_text(encoding="utf-8"))
