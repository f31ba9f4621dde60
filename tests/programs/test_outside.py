"""Seeds, clocks, files and other generators: each is refused by its line, whatever name a program has for it."""

import _random
import concurrent.futures
import copy
import datetime as dt
import functools
import gc
import importlib
import io
import itertools
import linecache
import logging
import os
import pickle
import random
import re
import resource
import secrets
import socket
import subprocess
import sys
import threading
import time
import tokenize
import traceback
import types
import uuid
import warnings
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from time import localtime, monotonic
from typing import Any

import numpy as np
import pytest
from numpy.random import PCG64, default_rng

from dpexact.errors import UnsupportedProgramError
from dpexact.programs import distribution_of, patched
from dpexact.programs.replays import Replays
from tests.explored import has_law, refused
from tests.refusals import refuses

R = random.Random(5)
DRAW = random.Random(5).random
CHOICE = random.Random(5).choice
OF_C = _random.Random(5).random
SYSTEM = random.SystemRandom()
RNG = np.random.default_rng(3)
STATE = np.random.RandomState(3)
BITS = np.random.PCG64(7)
HELD = {"rng": np.random.default_rng(3)}
MADE_BY_HAND: Any = random.Random.__new__
OLD_SEED = random.Random.seed
MAKE = default_rng
NOISE = Path("/dev/urandom").open("rb", buffering=0)  # noqa: SIM115 - what a program might hold
NEXT = NOISE.read
CALLED_THREADING: dict[str, Any] = {"__name__": "threading"}
exec("import time\ndef now(): return time.time()", CALLED_THREADING)  # noqa: S102
SOCKET, OTHER_END = socket.socketpair()
OTHER_END.send(b"a" * 100)


class Biased(random.Random):
    def getrandbits(self, k: int) -> int:  # noqa: ARG002
        return 0


class Seeded(random.Random):
    def __init__(self, x: int) -> None:
        """Leave the seed to `__new__`, in C."""


class Again(random.Random):
    def seed(self, *_: Any, **__: Any) -> None:
        super().seed(5)


class Mixed:
    def random(self) -> float:
        return 0.5


class Both(Mixed, random.Random):
    pass


def with_method() -> float:
    r = random.Random()
    r.getrandbits = lambda k: 0  # type: ignore[method-assign]  # noqa: ARG005
    return r.sample(range(3), 1)[0]


def by_state() -> bool:
    state = random.getstate()
    x = random.randrange(4)
    random.setstate(state)
    return x == random.randrange(4)


def of_instance(change: Callable[[random.Random], Any]) -> float:
    r = random.Random()
    change(r)
    return r.random()


SEEDS: dict[str, Any] = {
    "Random(42)": lambda: random.Random(42).random(),
    "Random by a text": lambda: random.Random("x").random(),
    "Random by a named seed": lambda: random.Random(x=42).random(),
    "the function seed": lambda: random.seed(5),
    "the method seed": lambda: of_instance(lambda r: r.seed(5)),
    "seed bound before": lambda: of_instance(lambda r: OLD_SEED(r, 5)),
    "seed in C": lambda: of_instance(lambda r: _random.Random.seed(r, 5)),
    "seed of the base": lambda: of_instance(lambda r: super(random.Random, r).seed(5)),
    "seed by a name that is made": lambda: of_instance(lambda r: getattr(r, "se" + "ed")(5)),
    "init again": lambda: of_instance(lambda r: r.__init__(5)),  # type: ignore[misc]
    "the hidden instance": lambda: (getattr(random, "_inst").seed(5), random.random()),  # noqa: B009
    "new without init": lambda: MADE_BY_HAND(random.Random, 5).random(),
    "getstate and setstate": by_state,
    "getstate of an instance": lambda: of_instance(lambda r: r.getstate()),
    "setstate of an instance": lambda: of_instance(lambda r: r.setstate(R.getstate())),
    "setstate in C": lambda: of_instance(lambda r: _random.Random.setstate(r, _random.Random(5).getstate())),
    "copy": lambda: copy.copy(random.Random()).random(),
    "deepcopy": lambda: copy.deepcopy(random.Random()).random(),
    "pickle": lambda: pickle.loads(pickle.dumps(random.Random())).random(),  # noqa: S301
    "a subclass with getrandbits": lambda: Biased().sample(range(3), 1)[0],
    "a subclass, shuffled": lambda: Biased().getrandbits(3) or Biased().random(),
    "a subclass with init": lambda: Seeded(5).random(),
    "a subclass with seed": lambda: Again().random(),
    "a mixed subclass": lambda: Both().getrandbits(3),
    "a method of an instance": with_method,
    "an instance made before": lambda: R.random(),  # noqa: PLW0108
    "a method bound before": lambda: DRAW(),  # noqa: PLW0108
    "a method in Python bound before": lambda: CHOICE([1, 2]),
    "a generator in C": lambda: OF_C(),  # noqa: PLW0108
    "a new generator in C": lambda: _random.Random(5).random(),
    "default_rng(7)": lambda: np.random.default_rng(7).random(),
    "default_rng by another name": lambda: default_rng(7).random(),
    "default_rng as a default": lambda make=default_rng: make(7).random(),
    "default_rng in a list": lambda: functools.partial(MAKE, 7)().random(),
    "RandomState(7)": lambda: np.random.RandomState(7).rand(),
    "numpy's seed": lambda: np.random.seed(7),  # noqa: NPY002
    "numpy's set_state": lambda: np.random.set_state(STATE.get_state()),  # noqa: NPY002
    "SeedSequence(7)": lambda: np.random.PCG64(np.random.SeedSequence(7)).random_raw(),
    "PCG64(7)": lambda: np.random.Generator(PCG64(7)).random(),
    "Philox(7)": lambda: np.random.Philox(7).random_raw(),
    "MT19937(7)": lambda: np.random.MT19937(7).random_raw(),
    "a generator of numpy by name": lambda: RNG.random(),  # noqa: PLW0108
    "a RandomState by name": lambda: STATE.rand(),  # noqa: PLW0108
    "a bit generator by name": lambda: np.random.Generator(BITS).random(),
    "a generator of numpy in a dict": lambda: HELD["rng"].random(),  # noqa: PLW0108
    "a copy of a generator of numpy": lambda: copy.deepcopy(HELD["rng"]).random(),
    "a method of numpy's class": lambda: np.random.Generator.random(RNG),
    "a pickled generator of numpy": lambda: pickle.loads(pickle.dumps(RNG)).random(),  # noqa: S301
    "spawned": lambda: HELD["rng"].spawn(1)[0].random(),  # noqa: PLW0108
}


@pytest.mark.parametrize("name", SEEDS)
def test_a_seed_or_a_generator_with_one_is_refused(name: str) -> None:
    def program(source: Any) -> int:
        with patched(source):
            SEEDS[name]()
        return int(source.bit())

    said = refuses(UnsupportedProgramError, "", distribution_of, program)
    if name in ("a generator of numpy by name", "a RandomState by name", "a bit generator by name"):
        assert re.search(r"from another generator than the source \((RNG|STATE|BITS)\)", said)
    assert said.startswith("test_outside.py, line ")
    assert "draw from" in said


@has_law({(a, b, c): Fraction(1, 8) for a in (0, 1) for b in (0, 1) for c in (0, 1)})
def test_generators_without_a_seed_draw_from_the_source(source: Any) -> Any:
    with patched(source):
        made = random.Random()
        made.seed()
        return (made.randrange(2), random.Random(None).sample(range(2), 1)[0], SYSTEM.randrange(2))


def test_a_subclass_that_overrides_nothing_draws_from_the_source() -> None:
    class Plain(random.Random):
        """A name for a generator."""

        def dice(self) -> int:
            return self.randint(1, 6)

    def program(source: Any) -> Any:
        with patched(source):
            return Plain().dice()

    assert dict(distribution_of(program).probabilities) == dict.fromkeys(range(1, 7), Fraction(1, 6))


def by_default(now: Any = time.time_ns) -> Any:
    return now()


class Clock:
    now = staticmethod(time.time)

    def __init__(self) -> None:
        self.clock = time.perf_counter

    @property
    def since(self) -> float:
        return self.clock()


def read(name: str) -> int:
    with open(name, "rb") as file:  # noqa: PTH123
        return file.read(1)[0]


def lowest(number: float) -> int:
    return int(number) & 1


READS: dict[str, Any] = {
    "localtime": lambda: time.localtime().tm_sec & 1,
    "localtime(None)": lambda: time.localtime(None).tm_sec & 1,
    "localtime by another name": lambda: localtime().tm_sec & 1,
    "gmtime": lambda: time.gmtime().tm_sec & 1,
    "ctime": lambda: len(time.ctime()),
    "asctime": lambda: len(time.asctime()),
    "strftime": lambda: time.strftime("%S") > "3",
    "clock_gettime": lambda: lowest(time.clock_gettime(time.CLOCK_REALTIME)),
    "clock_gettime_ns": lambda: time.clock_gettime_ns(time.CLOCK_REALTIME) & 1,
    "thread_time": lambda: lowest(time.thread_time()),
    "process_time_ns": lambda: time.process_time_ns() & 1,
    "monotonic as a default": lambda now=monotonic: lowest(now()),
    "a clock in a list": lambda held=[time.time_ns]: held[0]() & 1,
    "a clock as a key": lambda f=sorted: f([1], key=lambda _: time.time())[0],
    "a clock of a class": lambda: lowest(Clock.now()),
    "a clock of an object": lambda: lowest(Clock().since),
    "a clock of sys.modules": lambda: sys.modules["time"].time() > 0,
    "a clock in a thread": lambda f=lambda now=time.time_ns: now(): (
        concurrent.futures.ThreadPoolExecutor(1).submit(f).result()
    ),
    "a clock of a text that is called like a module": lambda: CALLED_THREADING["now"]() > 0,
    "a clock that is evaluated": lambda: eval("__import__('time').time()"),  # noqa: S307
    "memory": lambda: resource.getrusage(0).ru_maxrss & 1,
    "the collector": lambda: gc.get_count()[0] & 1,
    "a file without open": lambda: io.FileIO("/dev/urandom").read(1),
    "a map of a file": lambda: np.memmap("/dev/zero", shape=(1,))[0],
    "now": lambda: dt.datetime.now().microsecond & 1,  # noqa: DTZ005
    "utcnow": lambda: dt.datetime.utcnow().microsecond & 1,  # noqa: DTZ003
    "today": lambda: dt.date.today().day & 1,  # noqa: DTZ011
    "now of a subclass": lambda: type("D", (dt.datetime,), {}).now().second & 1,  # type: ignore[attr-defined]
    "os.urandom": lambda: os.urandom(1)[0] & 1,
    "os.getrandom": lambda: os.getrandom(1)[0] & 1,
    "os.getrandom as a default": lambda f=os.getrandom: f(1)[0] & 1,
    "a device": lambda: read("/dev/urandom") & 1,
    "a device by pathlib": lambda: Path("/dev/urandom").open("rb", buffering=0).read(1),  # noqa: SIM115
    "a device by numpy": lambda: np.fromfile("/dev/urandom", np.uint8, 1),
    "a device, by os.open": lambda: os.read(os.open("/dev/urandom", os.O_RDONLY), 1),
    "a device that is open": lambda: NEXT(1)[0] & 1,
    "a number of the kernel": lambda: read("/proc/sys/kernel/random/uuid") & 1,
    "a file": lambda: read(__file__[:-3] + ".toml"),
    "uuid1": lambda: uuid.uuid1().int & 1,
    "uuid4": lambda: uuid.uuid4().int & 1,
    "input": lambda: len(input()),
    "subprocess": lambda: len(subprocess.run(["true"], check=False).args),
    "os.system": lambda: os.system("true"),  # noqa: S605
    "os.times": lambda: lowest(os.times().elapsed),
    "os.getpid": lambda: os.getpid() & 1,
    "load": lambda: lowest(os.getloadavg()[0]),
    "a socket": lambda: SOCKET.recv(1),
    "a folder": lambda: len(os.listdir("/")),  # noqa: PTH208
    "secrets": lambda: secrets.randbelow(2),
    "SystemRandom": lambda: SYSTEM.getrandbits(1),
    "a record of a log": lambda: lowest(logging.LogRecord("a", 1, "b", 1, "c", (), None).created),
    "a record of a log that is made": lambda: lowest(logging.makeLogRecord({}).created),
    "a file by linecache": lambda: len(linecache.getlines("/proc/uptime")),
    "a file by tokenize": lambda: len(tokenize.open("/proc/uptime").read()),  # noqa: SIM115
    "references": lambda: sys.getrefcount(HELD) & 1,
    "references by a name bound before": lambda f=sys.getrefcount: f(HELD) & 1,
    "memory blocks": lambda: sys.getallocatedblocks() & 1,
    "the number of a thread": lambda: threading.get_native_id() & 1,
    "formatdate": lambda: importlib.import_module("email.utils").formatdate(),
}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of files that a refusal leaves open
@pytest.mark.parametrize("name", READS)
def test_what_is_neither_an_argument_nor_a_draw_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With no draw at all, and whatever it reads: each program here could be taken as one that always gives 1."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("a\n" * 100))

    def program(source: Any) -> int:
        READS[name]()
        return 1

    said = refuses(UnsupportedProgramError, r"^test_outside.py, line \d+: ", distribution_of, program)
    assert "argument" in said or "draw from" in said


@has_law({(1, "01", 1, 2): Fraction(1, 2), (2, "02", 1, 2): Fraction(1, 2)})
def test_what_reads_no_clock_is_followed(source: Any) -> Any:
    day = time.gmtime(86400 * source.below(2).__index__())
    moment = dt.datetime.fromtimestamp(0, dt.UTC)
    time.sleep(0)
    return (day.tm_mday, time.strftime("%d", day), moment.day, len(io.BytesIO(b"ab").read()))


@has_law({n: Fraction(1, 3) for n in range(3)})
def test_what_reads_for_a_message_is_no_matter_of_the_program(source: Any) -> Any:
    """A line of source for a traceback, and the lock of a thread; a log below its level makes no record."""
    linecache.clearcache()
    with warnings.catch_warnings(record=True):
        warnings.warn("seen", stacklevel=1)
    traceback.format_stack()
    logging.getLogger("dpexact.of_a_test").debug("not seen")
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()
    return source.below(3)


def test_a_coin_that_is_seen_by_no_net_is_noticed_by_the_replays() -> None:
    """Only `map` calls it, and it was bound before: 16 replays of a path without draws differ with 1 - 2^-16."""
    coins = iter(functools.partial(next, itertools.cycle([0, 1])), None)
    refused(r"found gave [01]; run again on plain numbers it gave [01]", lambda _: next(coins))


@pytest.mark.slow
def test_a_clock_on_one_path_of_four_thousand_is_noticed_by_the_draw_beside_it() -> None:
    def program(source: Any, now: Any = time.time) -> Any:
        number = 0
        for _ in range(12):
            number = 2 * number + source.bit()
        return source.below(3) + int(now() < 0) if number == 4000 else number

    refused(r"time\.time reads more than arguments and draws", program)


def test_every_exploration_is_replayed_sixteen_times(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: Counter[str] = Counter()
    replay = Replays.one

    def counted(self: Replays, *given: Any, **named: Any) -> None:
        runs["run"] += 1
        replay(self, *given, **named)

    monkeypatch.setattr(Replays, "one", counted)
    distribution_of(lambda _: 1)
    assert runs["run"] >= 16


def test_a_module_that_is_first_imported_by_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its import reads a clock and a file, and draws: that is no matter of the path. What it does later is."""
    text = "import random, time, os, uuid\nfrom time import time as now\nSTART = now()\nopen(__file__).close()\n"
    text += "random.Random(5).random()\nos.urandom(1)\nuuid.uuid4()\n"
    text += "def value():\n    return 1\ndef clock():\n    return now()\n"
    for name in ("lazy_module_of_a_path", "second_lazy_module", "third_lazy_module"):
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)

    def program(source: Any) -> Any:
        import lazy_module_of_a_path as lazy  # type: ignore[import-not-found]

        return int(lazy.value() + source.bit())

    assert dict(distribution_of(program).probabilities) == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert sys.modules["lazy_module_of_a_path"].now is time.time

    def by_function(source: Any) -> Any:
        return int(importlib.import_module("second_lazy_module").value() + source.bit())

    assert distribution_of(by_function).probabilities[2] == Fraction(1, 2)

    def reading(source: Any) -> Any:
        import third_lazy_module as lazy  # type: ignore[import-not-found]

        return int(lazy.clock() > 0) + source.bit()

    refused(r"third_lazy_module.py, line 11: time.time is a clock", reading)


@has_law({n: Fraction(1, 3) for n in range(3)})
def test_a_module_that_is_missing_is_looked_for_as_ever(source: Any) -> Any:
    try:
        import no_such_module  # type: ignore[import-not-found]  # noqa: F401
    except ImportError:
        return source.below(3)
    return 7


SEEDED = {  # the line of the call, or 0 if it is not made when the module is loaded
    "random.seed(42)": 3,
    "if True:\n    random.seed(42)": 4,
    "def fixed(n):\n    if n:\n        random.seed(n)\nfixed(42)": 5,
    "def first():\n    second()\ndef second():\n    random.seed(42)\nfirst()": 6,
    "class Fixed:\n    def __init__(self):\n        random.seed(42)\nFixed()": 5,
    "class Fixed:\n    def go(self):\n        random.seed(42)\nFixed().go()": 5,
    "import some_helpers\nsome_helpers.seed_everything(42)": 4,
    "from random import seed as fixed\nfixed(42)": 4,
    "fixed = random.seed\nfixed(42)": 3,
    "import random as r\nfixed = r.seed\nfixed(42)": 4,
    "def other(x=random.seed(42)):\n    pass": 3,
    "def other(*, x=random.seed(42)):\n    pass": 3,
    "def mark(f):\n    random.seed(42)\n    return f\n@mark\ndef other():\n    pass": 4,
    "(lambda: random.seed(42))()": 3,
    "list(map(random.seed, [42]))": 3,
    "seed = 42": 0,
    "print(seed := 42)": 0,
    "from random import seed\ndef fixed():\n    seed(42)": 0,
    "def mark(f):\n    return f\n@mark\ndef fixed():\n    random.seed(42)": 0,
    "def fixed():\n    random.seed(42)": 0,
    "class Fixed:\n    def seed(self):\n        random.seed(42)\nFixed()": 0,
    "if __name__ == '__main__':\n    random.seed(42)": 0,
    "def made_of_seed(n):\n    return n\nn = made_of_seed(42)": 0,
}


@pytest.mark.parametrize("seed", SEEDED)
def test_a_seed_that_is_set_when_the_program_is_loaded(
    seed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"import random\nfrom dpexact.programs import patched\n{seed}\n"
    text += "def program(*of):\n    with patched(of[-1]):\n        return random.randrange(3)\n"
    name, last = f"loaded_{len(seed)}_{SEEDED[seed]}", text.count("\n")
    (tmp_path / f"{name}.py").write_text(text)
    (tmp_path / "some_helpers.py").write_text("import random\ndef seed_everything(n):\n    random.seed(n)\n")
    monkeypatch.syspath_prepend(tmp_path)
    program = importlib.import_module(name).program
    random.seed()
    for one in (program, types.MethodType(program, 0), functools.partial(program)):
        if SEEDED[seed]:
            refused(rf"line {last}: {name}.py, line {SEEDED[seed]}: seed", one)
        else:
            assert distribution_of(one).probabilities[2] == Fraction(1, 3)


def test_everything_is_as_it_was_afterwards() -> None:
    def held() -> tuple[Any, ...]:
        functions = (random.Random.seed, random.Random.__reduce__, time.time, np.random.default_rng)
        return (*functions, RNG, sys.getprofile())

    before = held()
    distribution_of(lambda s: s.bit())
    assert held() == before
    assert np.random.default_rng(7).integers(10) == np.random.Generator(np.random.PCG64(7)).integers(10)
    assert random.Random(3).random() == random.Random(3).random()
    assert copy.copy(R).random() == R.random()
