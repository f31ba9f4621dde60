"""Cases that are withheld: counted where they are not at hand, asked where they are."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from dpexact.cli.app import app
from dpexact.crosscheck import withheld
from dpexact.crosscheck.crosschecker import Crosscheck
from dpexact.crosscheck.library import LIBRARIES, Library, chosen_libraries, shipped_table
from dpexact.crosscheck.page import crosscheck_page, crosscheck_text
from dpexact.crosscheck.sampler_programs import SAMPLERS, every_sampler
from dpexact.crosscheck.samplers import recorded, withheld_count
from dpexact.report.page import page_html

ADAPTERS = '''"""Made up."""
TRUTHS = {"same": lambda x: x}
SAMPLERS = ()
'''
TABLE = (
    'format = "dpexact-crosscheck/1"\nlibrary = "scipy"\n'
    '[[case]]\nid = "one"\nprobe = "held"\narguments = { x = 1.0 }\n'
    '[[probe]]\nname = "held"\nkind = "value"\nsays = "x"\nlines = "output = {x}"\n'
    'truth = "same"\nagain = "truth = {x}"\nsafe = "neither"\nreference = "none"\n'
)


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is in a wheel."""
    monkeypatch.setattr(withheld, "FOLDER", Path("nowhere"))
    monkeypatch.setattr(Library, "version", lambda self: None)  # noqa: ARG005


@pytest.mark.usefixtures("published")
def test_what_is_published_says_how_many_are_withheld() -> None:
    assert chosen_libraries(None) == LIBRARIES
    assert every_sampler() == SAMPLERS
    assert set(recorded()) == {sampler.id for sampler in SAMPLERS}
    (opendp,) = chosen_libraries("opendp")
    count = shipped_table(opendp).withheld
    assert count > 0
    line = withheld.withheld_line("opendp", count)
    assert line in " ".join(CliRunner().invoke(app, ["crosscheck", "opendp"]).stdout.split())
    assert "withheld" not in CliRunner().invoke(app, ["crosscheck", "scipy"]).stdout
    shown = Crosscheck((), (line,))
    assert line in crosscheck_text(shown)
    assert line in page_html(crosscheck_page(shown), "1")
    assert withheld_count() > 0


def test_what_is_at_hand_is_asked_and_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "adapters.py").write_text(ADAPTERS, encoding="utf-8")
    (tmp_path / "scipy.toml").write_text(TABLE, encoding="utf-8")
    monkeypatch.setattr(withheld, "FOLDER", tmp_path)
    (scipy,) = chosen_libraries("scipy")
    (before,) = (library for library in LIBRARIES if library.name == "scipy")
    assert [probe.name for probe in scipy.probes] == [*(probe.name for probe in before.probes), "held"]
    table = shipped_table(scipy)
    assert table.cases[-1].id == "one"
    assert table.cases[:-1] == shipped_table(before).cases
    assert table.withheld == shipped_table(before).withheld - 1
