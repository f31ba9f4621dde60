"""Audits in several processes, with dying workers, interrupted: the same rows always, none lost."""

import json
import linecache
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from dpexact import Enclosure, Exact, UnfinishedRowError, exact
from dpexact.audit import Audit, AuditInterrupted, Quantity, audit, workers
from dpexact.audit.paper import own_quantities
from dpexact.audit.workers import packed, received, work
from dpexact.cli import audit as command
from dpexact.errors import DPExactError, ParameterError
from dpexact.papers.catalogue import papers
from tests.audit_reports import audit_json, unreadable
from tests.refusals import refuses
from tests.values import written

pytestmark = pytest.mark.slow

HEAD = "id,source,quantity,parameters,printed,meaning\n"
MIXED = HEAD + "".join(
    f"{row}\n"
    for row in (
        "third,s,formula,expression = 1/3,0.33,rounded",
        "wrong,s,formula,expression = 2/3,0.66,rounded",
        "pi,s,formula,expression = pi,3.1415927,rounded",
        "tiny,s,gaussian.delta,sigma = 1; sensitivity = 1; epsilon = 20,2.7e-86,rounded",
        "large,s,formula,expression = exp(pi * 100),2.7e136,rounded",
        "root,s,laplace.delta,scale = 2; sensitivity = 1; epsilon = 0.1,0.2,at-most",
        "infinite,s,randomized_response.epsilon,truth = 1; categories = 2,9,at-most",
        "cautioned,s,gaussian.classical_sigma,epsilon = 1; delta = 1e-5; sensitivity = 1,4.84,rounded",
        '"remarked","s","formula","expression = root((x - 1)**3, x, 0, 2.5)",0.9,at-least',
        "refused,s,gaussian.delta,sigma = -1; sensitivity = 1; epsilon = 1,0.1,rounded",
        "unknown,s,gaussian.dleta,sigma = 1,0.1,rounded",
        "hidden,s,formula,expression = 1/(pi - pi),0.1,rounded",
        *(f"n{k},s,composition.basic_epsilon,epsilon = {k}; count = 3,{3 * k},exact" for k in range(1, 60)),
    )
)
DEADLY = """
import os, signal, time
from pathlib import Path
from dpexact import exact
from dpexact.audit import Quantity

HERE = Path(__file__).parent


def compute(x):
    with (HERE / "log").open("a") as log:
        log.write(x + "\\n")
    if x == "7":
        os.kill(os.getpid(), signal.SIGKILL)
    if x == "8":
        os._exit(0)
    if x == "9" and not (HERE / "was-killed").exists():
        (HERE / "was-killed").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if x == "11":
        raise SystemExit(0)
    while x == "13" and not (HERE / "go-on").exists():
        (HERE / "waiting").touch()
        time.sleep(0.02)
    return exact(x) / 2


QUANTITIES = (Quantity("mine.half", ("x",), compute, "neither", "here"),)
"""
NUMBERS = range(1, 41)
LISTENING = """
import signal, sys
from dpexact.__main__ import main

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell lets what it starts in the background ignore it
if __name__ == "__main__":
    sys.exit(main())
"""


@pytest.fixture
def deadly(tmp_path: Path) -> Path:
    return written(tmp_path / "mine.py", DEADLY)


def halves(path: Path, numbers: Any = NUMBERS) -> Path:
    rows = "".join(f"row{x},s,mine.half,x = {x},{x / 2},exact\n" for x in numbers)
    path.write_text(HEAD + rows, encoding="utf-8")
    return path


def told(result: Audit) -> str:
    return json.dumps(audit_json(result), indent=1)


@pytest.mark.long
def test_processes_change_nothing(tmp_path: Path) -> None:
    table = written(tmp_path / "mixed.csv", MIXED)
    one = audit([table])
    assert [row.claim.id for row in one.rows if row.judgement.verdict == "wrong"] == ["wrong"]
    assert [row.id for row in one.failed] == ["refused", "unknown"]
    assert {row.claim.id for row in one.rows if row.judgement.verdict == "undecided"} == {"hidden"}
    assert {row.claim.id for row in one.rows if row.caution} == {"cautioned"}
    assert {row.claim.id for row in one.rows if row.remark} == {"remarked"}
    assert len(one.entries) == len(MIXED.splitlines()) - 1
    seen: list[tuple[int, int, str]] = []
    two = audit([table], lambda *place: seen.append(place), jobs=2)
    assert told(two) == told(one)
    assert [done for done, _, _ in seen] == list(range(len(one.entries) - 1))  # all that can be read
    assert {name for _, _, name in seen} == {row.claim.id for row in one.rows} | {"refused"}


def assert_halves(result: Audit, fatal: set[str]) -> None:
    assert {str(row.id) for row in result.failed} == fatal
    assert len(result.entries) == len(NUMBERS)
    for x, row in zip(NUMBERS, result.entries, strict=True):
        if row.error is not None:
            assert row.id == f"row{x}"
        else:
            assert (row.claim.id, row.judgement.verdict) == (f"row{x}", "correct")
            assert row.number == exact(x) / 2


@pytest.mark.long
def test_a_row_that_kills_its_worker_is_reported_and_no_other_is_lost(tmp_path: Path, deadly: Path) -> None:
    (tmp_path / "go-on").touch()
    result = audit([halves(tmp_path / "t.csv")], quantities=own_quantities(deadly), jobs=2)
    assert_halves(result, {"row7", "row8", "row11"})
    messages = {row.id: str(row.error) for row in result.failed}
    assert "ended, twice" in messages["row7"]
    assert "ended, twice" in messages["row8"]
    assert "SystemExit" in messages["row11"]
    assert "t.csv: line 8, column parameters" in messages["row7"]
    assert (tmp_path / "log").read_text().split().count("9") == 2  # killed once, computed the second time


@pytest.mark.long
def test_dask_computes_the_same(tmp_path: Path, deadly: Path) -> None:
    """A cluster of two processes, one of which dies of a row; through the program, and a client in Python."""
    program = tmp_path / "on_dask.py"
    program.write_text(
        f"""
import subprocess, sys
from distributed import Client, LocalCluster
import dask
from dpexact import exact
from dpexact.audit import Quantity, audit
from dpexact.audit.paper import own_quantities
from dpexact.errors import ParameterError

if __name__ == "__main__":
    dask.config.set({{"distributed.scheduler.allowed-failures": 1}})
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        command = [sys.executable, "-m", "dpexact", "audit", {str(tmp_path / "mixed.csv")!r}, "--format", "json"]
        done = subprocess.run([*command, "--scheduler", cluster.scheduler_address], stdout=subprocess.PIPE)
        open({str(tmp_path / "dask.json")!r}, "wb").write(done.stdout)
        with Client(cluster) as client:
            result = audit([{str(tmp_path / "t.csv")!r}], quantities=own_quantities({str(deadly)!r}), jobs=client)
            two = exact(2)
            mine = Quantity("mine.half", ("x",), lambda x: exact(x) / two, "neither", "here")
            print(audit([{str(tmp_path / "t.csv")!r}], quantities=[mine], jobs=client).as_expected)
            held = Quantity("mine.half", ("x",), lambda x: exact(x) / 2 if cluster else None, "neither", "here")
            try:
                audit([{str(tmp_path / "t.csv")!r}], quantities=[held], jobs=client)
            except ParameterError as error:
                print(error.remedy)
    print(sorted(row.id for row in result.failed), len(result.rows), result.rows[9].number)
""",
        encoding="utf-8",
    )
    (tmp_path / "go-on").touch()
    halves(tmp_path / "t.csv", [x for x in NUMBERS if x != 8])
    (tmp_path / "mixed.csv").write_text(MIXED, encoding="utf-8")
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout == "True\nuse jobs=1\n['row11', 'row7'] 37 13/2\n", done.stderr
    rows = json.loads((tmp_path / "dask.json").read_text())
    for row in rows:
        row.pop("table")
    here = audit_json(audit([tmp_path / "mixed.csv"], papers=papers()))
    for expected in here:
        expected.pop("table")
    assert rows == json.loads(json.dumps(here))


@pytest.mark.long
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_audit_leaves_a_report_that_a_second_run_completes(
    tmp_path: Path, deadly: Path, jobs: str
) -> None:
    numbers = [x for x in NUMBERS if x not in (7, 8, 9, 11)]
    table = halves(tmp_path / "t.csv", numbers)
    options = ["--quantities", str(deadly), "--format", "json", "--cache", str(tmp_path / "kept"), "--jobs", jobs]
    options += ["--junit", str(tmp_path / "report.xml"), "--html", str(tmp_path / "report.html")]
    options += ["--sarif", str(tmp_path / "report.sarif")]
    command = [sys.executable, "-c", LISTENING, "audit", str(table), *options]
    pipes: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, start_new_session=True, **pipes) as running:
        deadline = time.monotonic() + 120
        log = tmp_path / "log"
        most = len(numbers) - (0 if jobs == "1" else 20)  # the rows that other workers may do meanwhile
        while not (tmp_path / "waiting").exists() or (jobs == "2" and len(log.read_text().split()) < most):
            assert time.monotonic() < deadline
            assert running.poll() is None
            time.sleep(0.02)
        time.sleep(0.3)
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does: the workers get it too
        out, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    assert "Traceback" not in err
    rows = json.loads(out)
    assert [row["id"] for row in rows] == [f"row{x}" for x in numbers]
    missing = {row["id"] for row in rows if "error" in row}
    assert "row13" in missing
    assert len(missing) < len(rows)
    assert all("not computed" in row["error"] for row in rows if "error" in row)
    assert re.search(rf"interrupted: {len(missing)} of {len(rows)} rows (is|are) not computed", err)
    assert (tmp_path / "report.xml").read_text(encoding="utf-8").count("<testcase") == len(rows)
    assert "row13" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert len(json.loads((tmp_path / "report.sarif").read_text(encoding="utf-8"))["runs"]) == 1
    (tmp_path / "go-on").touch()
    log.unlink()
    second = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert second.returncode == 0, second.stderr
    assert {f"row{x}" for x in log.read_text().split()} == missing
    assert f"{len(rows) - len(missing)} of {len(rows)} true numbers come from the cache" in second.stderr
    plain = audit([table], quantities=own_quantities(deadly))
    assert json.loads(second.stdout) == json.loads(json.dumps(audit_json(plain)))


def test_an_interruption_has_the_rows_so_far(tmp_path: Path) -> None:
    def compute(x: str) -> Exact:
        if x == "3":
            raise KeyboardInterrupt
        return exact(x) / 2

    mine = Quantity("mine.half", ("x",), compute, "neither", "here")
    with pytest.raises(AuditInterrupted) as caught:
        audit([halves(tmp_path / "t.csv", range(1, 6))], quantities=[mine])
    result = caught.value.audit
    assert [row.claim.id for row in result.rows] == ["row1", "row2"]
    assert [row.id for row in result.unfinished] == [row.id for row in result.failed] == ["row3", "row4", "row5"]
    assert not result.as_expected
    assert all(isinstance(row.error, UnfinishedRowError) for row in result.unfinished)


@pytest.mark.parametrize("jobs", [0, -2, "2", 1.0, True, None])
def test_numbers_of_jobs_that_are_none(tmp_path: Path, jobs: Any) -> None:
    refuses(ParameterError, r"^jobs: expected an integer", audit, [tmp_path / "t.csv"], jobs=jobs)


def test_a_quantity_that_cannot_be_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "open").open("w") as stream:
        mine = Quantity("mine.half", ("x",), lambda x: exact(x) / 2 if stream else exact(0), "neither", "here")
        assert audit([halves(tmp_path / "t.csv")], quantities=[mine], jobs=2).as_expected or workers.METHOD == "spawn"
        monkeypatch.setattr(workers, "METHOD", "spawn")
        with pytest.raises(ParameterError, match=r"can be sent to other processes.*; use jobs=1"):
            audit([halves(tmp_path / "t.csv")], quantities=[mine], jobs=2)


@pytest.mark.long
def test_spawned_processes_compute_the_same(tmp_path: Path, deadly: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without fork, as on Windows: the file of own quantities goes along."""
    monkeypatch.setattr(workers, "METHOD", "spawn")
    (tmp_path / "go-on").touch()
    result = audit([halves(tmp_path / "t.csv")], quantities=own_quantities(deadly), jobs=2)
    assert_halves(result, {"row7", "row8", "row11"})


HELPER = "def times(x): return x * {}\n"
USER = """
from dpexact import exact
from dpexact.audit import Quantity
from {helper} import times

QUANTITIES = (Quantity("mine.half", ("x",), lambda x: times(exact(x)) / 2, "neither", "here"),)


def compute(x):
    return times(exact(x)) / 2


QUANTITIES += (Quantity("mine.other", ("x",), compute, "neither", "here"),)
"""
RECEIVER = """
import sys
import dpexact.audit.row
from dpexact.audit.workers import received
for path in sys.argv[1:]:
    quantities = received(open(path, "rb").read())
    print(*(quantity.compute(x="3") for quantity in quantities.values()))
"""


def test_modules_of_the_user_are_sent_as_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has none of the files computes with the texts that were loaded here, and with new ones later."""
    monkeypatch.syspath_prepend(tmp_path)
    for factor in (1, 5):
        (tmp_path / "sent_helper.py").write_text(HELPER.format(factor), encoding="utf-8")
        (tmp_path / "own.py").write_text(USER.format(helper="sent_helper"), encoding="utf-8")
        linecache.checkcache()
        sys.modules.pop("sent_helper", None)
        (*_, quantity) = own_quantities(tmp_path / "own.py")
        (tmp_path / f"{factor}.pickle").write_bytes(packed({"mine.other": quantity}, pickle.dumps))
    for file in ("sent_helper.py", "own.py"):
        (tmp_path / file).unlink()
    command = [sys.executable, "-c", RECEIVER, str(tmp_path / "1.pickle"), str(tmp_path / "5.pickle")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
    assert done.stdout == "3/2\n15/2\n", done.stderr


def test_installed_packages_are_not_sent() -> None:
    """Loading numpy again would break a worker; here it may lie beside the virtual environment."""
    assert "numpy" in sys.modules
    assert not {"numpy", "pytest", "dpexact"} & {name.partition(".")[0] for name in workers.own_sources()}


def test_a_program_without_a_file_and_without_a_guard(tmp_path: Path) -> None:
    """As in a notebook: functions and lambdas of `__main__`, and nothing that a worker could run again."""
    table = written(tmp_path / "t.csv", f"{HEAD}a,s,mine.half,x = 3,1.5,exact\nb,s,mine.other,x = 3,9,exact\n")
    program = f"""
from dpexact import exact
from dpexact.audit import Quantity, audit

def compute(x):
    return exact(x) / 2

three = exact(3)
own = [Quantity("mine.half", ("x",), compute, "neither", "here")]
own += [Quantity("mine.other", ("x",), lambda x: exact(x) * three, "neither", "here")]
print(audit([{str(table)!r}], quantities=own, jobs=2).as_expected)
"""
    done = subprocess.run([sys.executable, "-"], input=program, capture_output=True, text=True, check=False)
    assert done.stdout == "True\n", done.stderr


class OddError(ParameterError):
    """An error that cannot be made again from its parts."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first + second)
        self.lock = threading.Lock()


def test_an_error_that_cannot_be_sent_takes_no_row_with_it(tmp_path: Path) -> None:
    def compute(x: str) -> Exact:
        if x == "3":
            raise OddError("a", "b")
        return exact(x) / 2

    mine = Quantity("mine.half", ("x",), compute, "neither", "here")
    result = audit([halves(tmp_path / "t.csv")], quantities=[mine], jobs=2)
    assert_halves(result, {"row3"})


def test_slow_quantities_go_out_first(tmp_path: Path) -> None:
    def compute(x: str) -> Exact:
        with (tmp_path / "log").open("a") as log:
            log.write(f"{x}\n")
        time.sleep(0.03 if x > "7" else 0)
        return exact(x) / 2

    own = [Quantity(name, ("x",), compute, "neither", "here") for name in ("mine.quick", "mine.slow")]
    rows = [("mine.quick", x) for x in range(100, 160)] + [("mine.slow", x) for x in range(800, 806)]
    table = written(tmp_path / "t.csv", HEAD + "".join(f"r{x},s,{name},x = {x},{x / 2},exact\n" for name, x in rows))
    assert audit([table], quantities=own, jobs=2).as_expected
    log = (tmp_path / "log").read_text().split()
    assert len(log) == len(rows)
    assert max(log.index(str(x)) for x in range(800, 806)) < len(rows) / 2


@pytest.mark.long
def test_workers_end_with_a_process_that_is_killed(tmp_path: Path, deadly: Path) -> None:
    table = halves(tmp_path / "t.csv", [13])
    command = [sys.executable, "-m", "dpexact", "audit", str(table), "--quantities", str(deadly), "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as running:
        deadline = time.monotonic() + 60
        while not (tmp_path / "waiting").exists():
            assert time.monotonic() < deadline
            time.sleep(0.02)
        running.kill()
        assert running.communicate(timeout=60)  # the pipe is closed once no worker holds it


def test_a_quantity_of_an_argument_is_sent(tmp_path: Path) -> None:
    two = exact(2)  # a closure over a value
    mine = Quantity("mine.half", ("x",), lambda x: exact(x) / two, "neither", "here")
    assert audit([halves(tmp_path / "t.csv")], quantities=[mine], jobs=2).as_expected


def test_another_dpexact_computes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(workers, "package_digest", lambda: "of another version")
        sent = packed({}, pickle.dumps)
    refuses(DPExactError, "expected the same dpexact", received, sent)
    outcome, _, _ = work(unreadable("t.csv", "a", DPExactError("b")), sent)
    assert "expected the same dpexact" in str(outcome["error"])


@pytest.mark.parametrize("number", [0.5, float("nan"), -float("inf"), 1, "1/2", None])
def test_a_quantity_that_returns_no_exact_number(tmp_path: Path, number: Any) -> None:
    mine = Quantity("mine.half", ("x",), lambda x: number, "neither", "here")  # noqa: ARG005 - its parameter
    (row,) = audit([halves(tmp_path / "t.csv", [1])], quantities=[mine]).failed
    assert "expected an Exact, an Enclosure or math.inf" in str(row.error)


def test_the_number_of_a_row_is_refined_past_what_reports_ask_for(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text(
        HEAD + "pi,s,formula,expression = pi,3.14,rounded\nhuge,s,formula,expression = pi**999,1e496,about"
    )
    for row, power in zip(audit([table]).rows, (1, 999), strict=True):
        assert isinstance(row.number, Enclosure)
        for bits in (100, 300, 330, 5000):
            fine = row.number.refine(bits)
            assert 0 <= fine.upper - fine.lower <= exact(2) ** -bits
            assert fine.lower < pi_to(power)[1]
            assert fine.upper > pi_to(power)[0]
        copy = pickle.loads(pickle.dumps(row.number))  # noqa: S301 - its own
        assert (copy.lower, copy.upper) == (row.number.lower, row.number.upper)


def pi_to(power: int) -> tuple[Exact, Exact]:
    """Machin's formula on integers: pi = 16 arctan(1/5) - 4 arctan(1/239), and bounds of its power."""
    one = 1 << 8000

    def arctan(n: int) -> int:
        total, term, k = 0, one // n, 1
        while term:
            total += term // k if k % 4 == 1 else -(term // k)
            term //= n * n
            k += 2
        return total

    value = 16 * arctan(5) - 4 * arctan(239)
    slack = 1 << 100
    lower, upper = exact(value - slack) / one, exact(value + slack) / one
    return lower**power, upper**power


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ParameterError, match=r"expected Dask, got none; pip install .*cluster"):
        command.audit_with([], papers(), [], scheduler="tcp://127.0.0.1:9")
