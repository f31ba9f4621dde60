"""The cache of an audit: numbers, never a verdict; stale and damaged entries are computed again, and it is said."""

import json
import os
import py_compile
import random
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from dpexact import exact
from dpexact.audit import Audit, Quantity, audit, cache
from dpexact.audit.cache import FILE, files_read
from dpexact.audit.formats import audit_plain
from dpexact.audit.paper import own_quantities
from dpexact.errors import DocumentError
from tests.audit_reports import audit_json
from tests.commands import ended
from tests.refusals import refuses

pytestmark = pytest.mark.slow

HEAD = "id,source,quantity,parameters,printed,meaning\n"
OWN = """
from pathlib import Path
from dpexact import exact
from dpexact.audit import Quantity


def compute(x):
    with (Path(__file__).parent / "log").open("a") as log:
        log.write(x + "\\n")
    return exact(x) / 2


QUANTITIES = (Quantity("mine.half", ("x",), compute, "neither", "here"),)
"""
SHIPPED = HEAD + "".join(
    f"{row}\n"
    for row in (
        "third,s,formula,expression = 1/3,0.33,rounded",
        "field,s,laplace.delta,scale = 2; sensitivity = 1; epsilon = 0.1,0.2,at-most",
        "wrong,s,formula,expression = pi,3.2,rounded",
        "tiny,s,gaussian.delta,sigma = 1; sensitivity = 1; epsilon = 20,2.7e-86,rounded",
        "infinite,s,randomized_response.epsilon,truth = 1; categories = 2,9,at-most",
        "negative,s,formula,expression = -exp(pi * 100),-2.7e136,rounded",
        "zero,s,formula,expression = 0,0.0,exact",
    )
)


class Folder:
    """A table, an own quantity that counts its calls, and a cache."""

    def __init__(self, path: Path) -> None:
        self.path = path
        (path / "mine.py").write_text(OWN, encoding="utf-8")
        self.write(["a,s,mine.half,x = 3,1.5,exact", "b,s,mine.half,x = 4,2,exact"])

    def write(self, rows: list[str]) -> None:
        (self.path / "t.csv").write_text(HEAD + "\n".join(rows), encoding="utf-8")

    def run(self) -> tuple[Audit, list[str]]:
        """The audit, and for which parameters the quantity was computed."""
        log = self.path / "log"
        log.unlink(missing_ok=True)
        quantities = own_quantities(self.path / "mine.py")
        result = audit([self.path / "t.csv"], quantities=quantities, cache=self.path / "kept")
        return result, log.read_text().split() if log.exists() else []

    def change(self, statement: str) -> None:
        with sqlite3.connect(self.path / "kept" / FILE) as connection:
            assert connection.execute(statement).rowcount > 0
        connection.close()


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def verdicts(result: Audit) -> list[str]:
    return [row.judgement.verdict for row in result.rows]


def test_a_second_run_computes_nothing(folder: Folder) -> None:
    first, computed = folder.run()
    assert (verdicts(first), computed) == (["correct", "correct"], ["3", "4"])
    assert first.notes == ("0 of 2 true numbers come from the cache",)
    second, computed = folder.run()
    assert (verdicts(second), computed) == (["correct", "correct"], [])
    assert second.notes == ("2 of 2 true numbers come from the cache",)
    assert audit_json(second) == audit_json(first)


def test_what_is_printed_is_judged_anew(folder: Folder) -> None:
    folder.run()
    folder.write(["a,s,mine.half,x = 3,1.6,exact", "b,s,mine.half,x = 4,2.1,at-most", "c,s,mine.half,x = 5,2.5,exact"])
    result, computed = folder.run()
    assert (verdicts(result), computed) == (["wrong", "valid-bound", "correct"], ["5"])


def test_a_changed_quantity_is_computed_anew(folder: Folder) -> None:
    folder.run()
    (folder.path / "mine.py").write_text(OWN.replace("/ 2", "/ 3"), encoding="utf-8")
    result, computed = folder.run()
    assert (verdicts(result), computed) == (["wrong", "wrong"], ["3", "4"])


@pytest.mark.parametrize("has_source", [True, False])
def test_a_changed_module_that_a_quantity_imports_counts(
    folder: Folder,
    monkeypatch: pytest.MonkeyPatch,
    has_source: bool,  # noqa: FBT001 - a parameter of a test
) -> None:
    monkeypatch.syspath_prepend(str(folder.path))
    helper = folder.path / "helper_of_the_cache_test.py"
    own = OWN.replace("from pathlib", "from helper_of_the_cache_test import HALF\nfrom pathlib").replace(
        "/ 2", "/ HALF"
    )
    (folder.path / "mine.py").write_text(own, encoding="utf-8")
    for half, said in (("2", ["correct"] * 2), ("3", ["wrong"] * 2)):
        helper.write_text(f"HALF = {half}\n", encoding="utf-8")
        shutil.rmtree(folder.path / "__pycache__", ignore_errors=True)
        if not has_source:
            py_compile.compile(str(helper), cfile=str(helper.with_suffix(".pyc")))
            helper.unlink()
        sys.modules.pop(helper.stem, None)
        result, computed = folder.run()
        assert (verdicts(result), computed) == (said, ["3", "4"])
    sys.modules.pop(helper.stem, None)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_module_that_is_imported_late_is_in_no_key(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    """The numbers that rest on it are not kept, whatever process loads it, and the audit says why."""
    monkeypatch.syspath_prepend(str(folder.path))
    helper = folder.path / f"late_helper_of_the_cache_test_{jobs}.py"
    own = OWN.replace("/ 2", f"/ __import__('{helper.stem}').HALF")
    (folder.path / "mine.py").write_text(own, encoding="utf-8")
    for half, said in (("2", ["correct"] * 2), ("3", ["wrong"] * 2)):
        helper.write_text(f"HALF = {half}\n", encoding="utf-8")
        shutil.rmtree(folder.path / "__pycache__", ignore_errors=True)
        sys.modules.pop(helper.stem, None)
        quantities = own_quantities(folder.path / "mine.py")
        result = audit([folder.path / "t.csv"], quantities=quantities, cache=folder.path / "kept", jobs=jobs)
        assert verdicts(result) == said
        assert result.notes[0] == "0 of 2 true numbers come from the cache"
        assert result.notes[1].endswith(f"reads {helper.stem} as it computes; load it at the head of the file")
    sys.modules.pop(helper.stem, None)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_that_is_read_late_is_in_no_key(folder: Folder, jobs: int) -> None:
    own = OWN.replace("/ 2", "/ int((Path(__file__).parent / 'half').read_text())")
    (folder.path / "mine.py").write_text(own, encoding="utf-8")
    half = folder.path / "half"
    for text, said in (("2", ["correct"] * 2), ("3", ["wrong"] * 2)):
        half.write_text(text, encoding="utf-8")
        quantities = own_quantities(folder.path / "mine.py")
        result = audit([folder.path / "t.csv"], quantities=quantities, cache=folder.path / "kept", jobs=jobs)
        assert verdicts(result) == said
        assert result.notes[0] == "0 of 2 true numbers come from the cache"
        assert result.notes[1].endswith(f"reads {half.resolve()} as it computes; load it at the head of the file")


@pytest.mark.parametrize("late", [True, False])
def test_a_database_is_a_file_too(folder: Folder, *, late: bool) -> None:
    read = "__import__('sqlite3').connect(ADDRESS).execute('SELECT x FROM half').fetchone()[0]"
    uri = "f'file:{Path(__file__).parent}/ha%6Cf?mode=ro', uri=True"
    half = read.replace("ADDRESS", uri if late else "Path(__file__).parent / 'half'")
    own = OWN.replace("/ 2", f"/ {half if late else 'HALF'}")
    own = own if late else own.replace("def ", f"HALF = {half}\n\n\ndef ")
    (folder.path / "mine.py").write_text(own, encoding="utf-8")
    for number, said in ((2, "correct"), (3, "wrong")):
        (folder.path / "half").unlink(missing_ok=True)
        with sqlite3.connect(folder.path / "half") as database:
            database.execute(f"CREATE TABLE half AS SELECT {number} AS x")
        database.close()
        assert verdicts(folder.run()[0]) == [said] * 2


def test_a_file_that_is_read_as_the_quantities_are_loaded_is_in_the_key(folder: Folder) -> None:
    own = OWN.replace("/ 2", "/ HALF").replace(
        "def ", "HALF = int((Path(__file__).parent / 'half').read_text())\n\n\ndef "
    )
    (folder.path / "mine.py").write_text(own, encoding="utf-8")
    for half, said, kept in (("2", "correct", 0), ("2", "correct", 2), ("3", "wrong", 0)):
        (folder.path / "half").write_text(half, encoding="utf-8")
        result, _ = folder.run()
        assert (verdicts(result), result.notes[0][:1]) == ([said] * 2, str(kept))


def test_a_late_module_of_a_package_has_its_version_in_the_key(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    packages = folder.path / "dist-packages"
    packages.mkdir()
    (packages / "late_package_of_the_cache_test.py").write_text("HALF = 2\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(packages))
    own = OWN.replace("/ 2", "/ __import__('late_package_of_the_cache_test').HALF")
    (folder.path / "mine.py").write_text(own, encoding="utf-8")
    assert folder.run()[0].notes == ("0 of 2 true numbers come from the cache",)
    sys.modules.pop("late_package_of_the_cache_test", None)


def test_quantities_of_the_same_parameters_have_numbers_of_their_own(folder: Folder) -> None:
    more = 'QUANTITIES += (Quantity("mine.third", ("x",), lambda x: exact(x) / 3, "neither", "here"),)'
    (folder.path / "mine.py").write_text(f"{OWN}{more}\n", encoding="utf-8")
    folder.write(["a,s,mine.half,x = 3,1.5,exact", "b,s,mine.third,x = 3,1,exact"])
    for _ in range(2):
        assert verdicts(folder.run()[0]) == ["correct", "correct"]


def test_an_enclosure_is_not_computed_again_either(folder: Folder) -> None:
    """Not for the judgement, and not for the reports: they ask for 60 digits at most."""
    own = OWN.replace("exact(x) / 2", "epsilon_of(exact(x))").replace("import exact", "import epsilon_of, exact")
    (folder.path / "mine.py").write_text(own, encoding="utf-8")
    printed = "0.6931471805599453094172321214581765680755001343602552541206"
    folder.write([f"a,s,mine.half,x = 2,{printed},about", "b,s,mine.half,x = 1 + 1e-80,1e-80,about"])
    reports = []
    for expected in (["2", "1", "+", "1e-80"], []):
        result, computed = folder.run()
        assert (verdicts(result), computed) == (["correct", "correct"], expected)
        log = folder.path / "log"
        log.unlink(missing_ok=True)
        reports.append((audit_json(result), audit_plain(result), result._repr_html_()))
        assert not log.exists()
    assert reports[0] == reports[1]


@pytest.mark.seldom
def test_bounds_that_cost_much_are_not_computed_again_either(folder: Folder) -> None:
    """They are as wide as they were, so that reports are the same, and refined where a new row asks for more."""
    own = OWN.replace("from dpexact import exact", "from dpexact.composition import parse_composition").replace(
        "exact(x) / 2", 'parse_composition(f"gaussian(sigma={x}, rate=0.01)**1000").delta(epsilon="0.25")'
    )
    (folder.path / "mine.py").write_text(own, encoding="utf-8")
    folder.write(["a,s,mine.half,x = 4,0.000027,at-most", "b,s,mine.half,x = 4,0.0000268,rounded"])
    reports = []
    for expected in (["4", "4"], []):
        result, computed = folder.run()
        assert computed == expected
        assert verdicts(result) == ["valid-bound", "correct"]
        log = folder.path / "log"
        log.unlink(missing_ok=True)
        reports.append((audit_json(result), audit_plain(result)))
        assert not log.exists()
    assert reports[0] == reports[1]
    folder.write(["c,s,mine.half,x = 4,0.0000268,truncated"])
    assert folder.run()[1] == []
    folder.write(["d,s,mine.half,x = 4,0.0000268313,truncated"])
    result, computed = folder.run()
    assert (verdicts(result), computed) == (["undecided"], ["4"])  # the narrowest bounds leave it open


def test_a_wheel_and_a_checkout_are_the_same_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wheel carries the proofs in a folder of the package; every other source counts."""
    digests = []
    files = (("a.py", "1"), ("project/proofs/p.py", "2"), ("room/b.py", "3"), ("room/b.py", "4"), ("room/c.toml", "5"))
    for name, content in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
        monkeypatch.setattr(cache, "PACKAGE", tmp_path)
        digests.append(cache.package_digest.__wrapped__())
    assert digests[0] == digests[1]
    assert len(set(digests)) == 4


def test_another_version_is_another_key(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.run()
    monkeypatch.setattr(cache, "package_digest", lambda: "another")
    assert folder.run()[1] == ["3", "4"]


@pytest.mark.parametrize(
    "statement",
    [
        """UPDATE numbers SET number = replace(number, '3/2', '5/2')""",
        """UPDATE numbers SET number = '', checksum = ''""",
        """UPDATE numbers SET number = NULL WHERE number LIKE '%3/2%'""",
        """UPDATE numbers SET checksum = (SELECT checksum FROM numbers WHERE number NOT LIKE '%3/2%'), number =
           (SELECT number FROM numbers WHERE number NOT LIKE '%3/2%') WHERE number LIKE '%3/2%'""",
    ],
)
def test_damaged_entries_are_computed_again_and_counted(folder: Folder, statement: str) -> None:
    folder.run()
    folder.change(statement)
    result, computed = folder.run()
    assert verdicts(result) == ["correct", "correct"]
    assert "3" in computed
    assert any("damaged" in note for note in result.notes)
    result, computed = folder.run()
    assert (computed, [note for note in result.notes if "damaged" in note]) == ([], [])


def test_a_file_that_is_no_cache(folder: Folder) -> None:
    (folder.path / "kept").mkdir()
    (folder.path / "kept" / FILE).write_text("no database " * 1000, encoding="utf-8")
    refuses(DocumentError, "expected a cache", folder.run)


def test_folders_that_are_refused(folder: Folder) -> None:
    kept = folder.path / "kept"
    kept.mkdir()
    kept.chmod(0o777)
    refuses(DocumentError, "kept: expected a folder that is yours alone to write to, got one that every", folder.run)
    kept.rmdir()
    kept.write_text("a file", encoding="utf-8")
    refuses(DocumentError, "expected a folder for the cache", folder.run)


def test_quantities_of_an_argument_are_never_kept(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(HEAD + "a,s,mine.half,x = 3,1.5,exact", encoding="utf-8")
    for divisor, verdict in ((2, "correct"), (3, "wrong")):
        mine = Quantity("mine.half", ("x",), lambda x, divisor=divisor: exact(x) / divisor, "neither", "here")
        assert verdicts(audit([tmp_path / "t.csv"], quantities=[mine], cache=tmp_path / "kept")) == [verdict]
    assert replace(mine, digest="a").digest == "a"


def test_shipped_quantities_come_back_as_they_were(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text(SHIPPED, encoding="utf-8")
    asked = ("audit", str(table), "--format", "json", "--cache", str(tmp_path / "c"))
    first, second = (ended(*asked) for _ in range(2))
    assert "0 of 7 true numbers" in first.stderr
    assert "7 of 7 true numbers" in second.stderr
    assert (first.exit_code, second.exit_code) == (1, 1)
    assert json.loads(second.stdout) == json.loads(first.stdout) == json.loads(json.dumps(audit_json(audit([table]))))


def test_what_fails_or_stays_open_is_not_kept(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    rows = "a,s,formula,expression = 1/(pi - pi),3,rounded\nb,s,gaussian.delta,sigma=-1;sensitivity=1;epsilon=1,3,about"
    table.write_text(HEAD + rows, encoding="utf-8")
    for _ in range(2):
        result = audit([table], cache=tmp_path / "kept")
        assert verdicts(result) == ["undecided"]
        assert len(result.failed) == 1
        assert result.notes == ("0 of 2 true numbers come from the cache",)


RIGHT = "CREATE TABLE numbers (key TEXT PRIMARY KEY, number TEXT, checksum TEXT) WITHOUT ROWID"


def forge(folder: Folder, record: str) -> None:
    """Give every entry this record, with the checksum that belongs to it."""
    with sqlite3.connect(folder.path / "kept" / FILE) as connection:
        for (key,) in connection.execute("SELECT key FROM numbers").fetchall():
            change = "UPDATE numbers SET number = ?, checksum = ? WHERE key = ?"
            connection.execute(change, (record, cache._checksum(key, record), key))
    connection.close()


@pytest.mark.long
@pytest.mark.parametrize(
    "record",
    [
        *("[]", "{}", "null", "7", '{"exact": "__import__(1)"}', '{"exact": "1/0"}', '{"exact": "9**9**9**9"}'),
        *('{"exact": "nan"}', '{"infinite": 1}', '{"lower": "1/0", "upper": "1/0", "bits": 320}'),
        *('{"lower": "1/1", "upper": "2/1", "bits": 320}', '{"lower": "2/1", "upper": "1/1", "bits": 320}'),
        '{"lower": "1/1", "upper": "1/1", "bits": 10}',
        '{"lower": "2/1", "upper": "1/1", "asked": {"start": 8, "balls": [], "said": []}}',
        *('{"lower": "1/1", "upper": "2/1", "asked": []}', '{"lower": "1/1", "upper": "2/1", "asked": {"start": 8}}'),
        '{"lower": "1/1", "upper": "2/1", "asked": {"start": 8, "balls": [[72, 1, 0, "1", "0"]], "said": []}}',
        '{"lower": "1/1", "upper": "2/1", "asked": {"start": 8, "balls": [[72, "1", "0"]], "said": []}}',
        '{"lower": "1/1", "upper": "2/1", "asked": {"start": 8, "balls": [["72", "1", "0", "1", "0"]], "said": []}}',
        *('{"lower": 1, "upper": 1, "bits": 320}', '{"lower": "1/1/1", "upper": "1/1", "bits": 320}'),
        *('{"lower": "1/1", "upper": "1/1", "bits": "320"}', "[" * 100_000, '{"exact": "' + "(" * 9999 + '"}'),
        *("\x80\x04\x95cos\nsystem\n", '{"py/object": "os.system"}', '{"exact": "1e999999999"}'),
    ],
    ids=str,
)
def test_records_that_are_none_are_computed_again_though_their_checksum_is_right(folder: Folder, record: str) -> None:
    """Nothing is unpickled and nothing is executed; the worst that a forged entry can do is to be a number."""
    folder.run()
    forge(folder, record)
    result, computed = folder.run()
    assert (verdicts(result), computed) == (["correct", "correct"], ["3", "4"])
    assert result.notes[1:] == ("2 entries of the cache are damaged and were computed again",)


@pytest.mark.long
@pytest.mark.parametrize("keep", [0, 1, 100, 512, 4096, 6000, 8191])
def test_a_truncated_file_never_changes_a_verdict(folder: Folder, keep: int) -> None:
    folder.run()
    path = folder.path / "kept" / FILE
    path.write_bytes(path.read_bytes()[:keep])
    try:
        result, computed = folder.run()
    except DocumentError as error:
        assert "expected a cache in" in str(error)  # noqa: PT017 - one of two right answers
        assert "remove that file" in str(error)  # noqa: PT017
    else:
        assert verdicts(result) == ["correct", "correct"]
        assert computed == ["3", "4"] or keep > 4096  # a page that is there is checked by the checksums in it
        # what is cut to nothing, or in the middle of its last page, SQLite takes for a database without entries
        assert keep in (0, 1, 6000) or any("could not be used" in note or "damaged" in note for note in result.notes)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
def test_bytes_that_are_changed_never_change_a_verdict(folder: Folder, seed: int) -> None:
    folder.run()
    path, rng = folder.path / "kept" / FILE, random.Random(seed)
    content = bytearray(path.read_bytes())
    for _ in range(1 + 20 * (seed % 2)):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    path.write_bytes(content)
    try:
        result, _ = folder.run()
    except DocumentError as error:
        assert "expected a cache in" in str(error)  # noqa: PT017 - one of two right answers
    else:
        assert verdicts(result) == ["correct", "correct"]


@pytest.mark.parametrize(
    "script",
    [
        "CREATE VIEW numbers AS WITH RECURSIVE n(key) AS (SELECT '1' UNION ALL SELECT key FROM n) SELECT * FROM n",
        RIGHT + "; CREATE TRIGGER t AFTER INSERT ON numbers BEGIN UPDATE numbers SET number = 'x'; END",  # noqa: S608 - no query of a user
        RIGHT + "; CREATE TABLE more (key)",
        "CREATE TABLE numbers (key, number, checksum, more)",
        "CREATE TABLE moz_places (url)",
    ],
)
def test_a_database_of_another_shape_is_refused_and_stays_as_it_is(folder: Folder, script: str) -> None:
    (folder.path / "kept").mkdir(mode=0o700)
    path = folder.path / "kept" / FILE
    with sqlite3.connect(path) as connection:
        connection.executescript(script)
    connection.close()
    before = path.read_bytes()
    refuses(DocumentError, f"expected a cache in {FILE}, got a database of something else; remove", folder.run)
    assert path.read_bytes() == before


def test_links_and_files_of_others_are_refused(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    other = folder.path / "other.sqlite3"
    other.touch()
    (folder.path / "kept").mkdir(mode=0o700)
    (folder.path / "kept" / FILE).symlink_to(other)
    refuses(DocumentError, f"kept: expected a file of your own in {FILE}, got a link; name another", folder.run)
    assert other.read_bytes() == b""
    (folder.path / "kept" / FILE).unlink()
    (folder.path / "kept" / FILE).mkdir()
    refuses(DocumentError, "expected a cache in", folder.run)
    (folder.path / "kept" / FILE).rmdir()
    folder.run()
    monkeypatch.setattr(os, "geteuid", lambda: (folder.path / "kept").stat().st_uid + 5)
    monkeypatch.setattr(cache, "SUPERUSER", -1)  # the tests may run as it
    refuses(DocumentError, "yours alone to write to, got one that belongs to another user, with the number", folder.run)


def test_on_windows_permissions_say_nothing(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    """There every folder seems to be open to everyone, and there is no number of a user."""
    (folder.path / "kept").mkdir()
    (folder.path / "kept").chmod(0o777)
    monkeypatch.setattr(cache, "POSIX", False)
    monkeypatch.delattr(os, "geteuid")
    assert folder.run()[1] == ["3", "4"]
    assert folder.run()[1] == []


@pytest.mark.long
def test_two_audits_at_once_share_a_cache(folder: Folder) -> None:
    rows = "".join(f"r{k},s,formula,expression = exp({k}),1,about\n" for k in range(40))
    (folder.path / "t.csv").write_text(HEAD + rows, encoding="utf-8")
    command = [sys.executable, "-m", "dpexact", "audit", str(folder.path / "t.csv"), "--format", "json"]
    alone = subprocess.run(command, capture_output=True, text=True, check=False)
    started = [
        subprocess.Popen(
            [*command, "--cache", str(folder.path / "kept")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    for running in started:
        out, err = running.communicate(timeout=300)
        assert (out, running.returncode) == (alone.stdout, alone.returncode)
        assert "could not be used" not in err
        assert "damaged" not in err


def test_a_cache_that_cannot_be_written_is_said(folder: Folder) -> None:
    folder.run()
    connection = sqlite3.connect(folder.path / "kept" / FILE)
    connection.execute("BEGIN EXCLUSIVE")  # as a folder that is read-only: nobody else can write
    open_ = cache.open_cache
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(cache, "WAIT", 0.1)
            refuses(DocumentError, "got database is locked", open_, folder.path / "kept", "any")
    finally:
        connection.close()
    kept = open_(folder.path / "kept", "any")
    kept.connection.execute("PRAGMA query_only = ON")
    kept.waiting.append(("key", "text", "sum"))
    kept.close()
    assert [*kept.remarks(1)][1:] == ["the cache could not be used: attempt to write a readonly database"]


def test_a_file_that_is_written_is_not_read(tmp_path: Path) -> None:
    """A compiled module is written by `os.open`, and stays for a moment under the name of its writer."""
    with files_read() as files:
        for name, flags in (("new", os.O_WRONLY | os.O_CREAT), ("both", os.O_RDWR | os.O_CREAT)):
            os.close(os.open(tmp_path / name, flags))
        for name, mode in (("written", "w"), ("added", "a"), ("made", "x"), ("changed", "w+")):
            (tmp_path / name).open(mode, encoding="utf-8").close()
        assert not (tmp_path / "new").read_bytes()
    assert {path.name for path in files} == {"new"}
