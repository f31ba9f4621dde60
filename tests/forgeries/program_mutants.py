"""Mutants of the exploration of programs: small changes of its source, each of which the tests have to notice.

`python tests/forgeries/program_mutants.py [N ...]` runs all of them, or those with these numbers, and prints the fate
of each: "noticed", "UNNOTICED", or "equivalent" with the reason that is given here.
"""

# ruff: noqa: E501 - a change of one line is written on one line
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from resource import RLIMIT_AS, setrlimit

ROOT = Path(__file__).parents[2]
MEMORY = 5 << 30  # bytes, more than the tests need, since a mutant may list what is refused
LONGEST = 3600  # seconds of the tests, of which those without a mutant take minutes
TESTS = (
    "tests/programs/test_possible.py",
    "tests/programs/test_rules.py",
    "tests/programs/test_cases.py",
    "tests/programs/test_methods.py",
    "tests/programs/test_loops.py",
    "tests/programs/test_endings.py",
    "tests/programs/test_outside.py",
    "tests/programs/test_neighbors.py",
    "tests/programs/test_reach.py",
    "tests/programs/test_joint.py",
    "tests/programs/test_transcripts.py",
    "tests/programs/test_sameness.py",
    "tests/programs/test_attacks.py",
    "tests/properties/test_programs_laws.py",
)
SOON = {  # the tests that are likely to notice a mutant of a file, which run first
    **dict.fromkeys(("kinds", "held", "bytecode", "replays", "distribution"), ("sameness", "attacks")),
    **dict.fromkeys(("rules", "draw", "unknown"), ("test_rules", "cases", "neighbors", "attacks")),
    **dict.fromkeys(("path", "loops", "law", "exploration"), ("cases", "loops", "sameness", "attacks")),
    "possible": ("possible", "test_rules"),
    **dict.fromkeys(("patching", "allowed"), ("outside", "reach")),
    **dict.fromkeys(("numpy_faces", "source"), ("reach", "methods", "attacks")),
    "transcript": ("transcripts",),
    "neighbors": ("neighbors",),
    "arrays": ("attacks",),
}


@dataclass(frozen=True)
class Mutant:
    """A change of one file of dpexact/programs; `equivalent` says why no program can tell."""

    file: str
    old: str
    new: str
    equivalent: str = ""


M = Mutant
MUTANTS = (
    M("kinds", "return (kind, (value, math.copysign(1, value)))", "return (kind, value)"),
    M("kinds", 'return (kind, value.tobytes() if is_of_numpy(value) else struct.pack("d", value))', "return (kind, 0)"),
    M("kinds", " and all(getattr(kind, name) is getattr(base, name) for name in COMPARISON)", ""),
    M("rules", "return 0 if not -math.inf < value else 1", "return 1 if not -math.inf < value else 1"),
    M("rules", 'return 1 if number_kind(value) == "float" and math.copysign(1, value) < 0 else 2', "return 2", equivalent="a quotient by -0.0 and 0 goes from one infinity to the other once, and everything else is the same for both"),
    M("rules", 'SIGNED = ("truediv", "floordiv", "mod", "pow")', 'SIGNED = ("floordiv", "mod", "pow")'),
    M("rules", "return int(value >= -1) + int(value > -1) + int(value >= 1) + int(value > 1)", "return 0"),
    M("rules", "(stride[0], stride[1] * pure(c)) if pure(c) > 0", "(stride[0], stride[1] + pure(c)) if pure(c) > 0"),
    M("rules", "(stride[0] * pure(c), 1) if stride[1] == 1", "(stride[0], 1) if stride[1] == 1"),
    M("rules", "kept = Rule.stride if stride is None or isinstance(c, Fraction) else stride", "kept = Rule.stride if stride is None else stride", equivalent="a fraction times a stride is asked for its remainder by no rule of integers"),
    M("rules", "residues=1 << mask.bit_length()", "residues=1 << max(mask.bit_length() - 1, 0)"),
    M("rules", "residues=abs(pure(c)), otherwise=between", "residues=abs(pure(c)) + 1, otherwise=between"),
    M("rules", "or -mask & (-mask - 1)", ""),
    M("rules", "_integers(c, operator.pow, None, sign_class)", "_integers(c, operator.pow, None)"),
    M("rules", '("truediv", True): lambda *_: Rule((sign_class,)),', '("truediv", True): lambda *_: Rule(),'),
    M("rules", '("truediv", True): lambda c: _integers(c, operator.truediv, None, sign_class, reflected=True),', '("truediv", True): lambda c: _integers(c, operator.truediv, None, reflected=True),'),
    M("rules", '("floordiv", True): lambda c: _integers(c, operator.floordiv, None, sign_class, reflected=True),', '("floordiv", True): lambda c: _integers(c, operator.floordiv, None, reflected=True),'),
    M("rules", "exact_c = Fraction(float(kind(c)))", "exact_c = Fraction(c)"),
    M("rules", "return Rule((sign_class, quotient), trust)", "return Rule((quotient,), trust)", "the quotient parts the signs, but for x = -0.0, whose remainder is that of 0.0"),
    M("rules", "domain=lambda x: x > 0)", "domain=lambda x: True)", equivalent="below 0 a power rises or falls too, or is complex, which is not followed"),
    M("rules", "if c > 0 else None,", "if c else None,"),
    M("rules", "SIDES = Rule((sign_class,), Trust.CONSTANT)", "SIDES = Rule((), Trust.CONSTANT)"),
    M("rules", '"absolute": Rule((sign_class,), exact', '"absolute": Rule((), exact'),
    M("rules", "return SIDES if place else Rule((sign_class,))", "return SIDES if place else Rule()"),
    M("rules", "return _LIBRARY if other > 1 else None", "return _LIBRARY"),
    M("rules", "if not number_kind(other) or not math.isfinite(other):", "if not number_kind(other):", equivalent="of a NaN each result is a NaN, and a base that is infinite gives -0.0 and 0.0 as the rule says"),
    M("draw", "        unknown.split(sign_class)  # on each side of 0 a quotient", "        # on each side of 0 a quotient"),
    M("draw", "    if doubt:\n", "    if False:\n"),
    M("draw", "        if ends is None or unknown.is_known:\n", "        if unknown.is_known:\n"),
    M("draw", "return ends[0] if tagged(ends[0]) == tagged(ends[1]) else unknown.listed(function, name)", "return ends[0]"),
    M("draw", 'integers = number_kind(ends[0]) == "exact" == unknown.kind', "integers = True"),
    M("rules", "            return WRAPS\n", '            return ""\n'),
    M("draw", "    if within or not unknown.split_residues(rule.residues):", "    if not unknown.split_residues(rule.residues):", equivalent="a class of remainders is right wherever there is one"),
    M("unknown", "period = c * modulus // gcd(b, c * modulus)", "period = modulus // gcd(b, modulus)"),
    M("unknown", "        if self.monotone:\n            parts", "        if True:\n            parts"),
    M("unknown", "        made = self.then(function, ends, monotone=False)", "        made = self.then(function, ends)"),
    M("unknown", "Chain(lambda k: (first(k), second(k))), monotone=False)", "Chain(lambda k: (first(k), second(k))))", equivalent="what is listed is listed whatever is known of what it is made of"),
    M("draw", "if path is other.path and one.index == other.index:", "if False:", equivalent="taken apart by value, one of the two makes the other known"),
    M("draw", "unknown.split(lambda x: side_of(x, other))", "unknown.split(lambda x: bool(x <= other))"),
    M("unknown", "(self.monotone and len(set(map(key, self.ends))) == 1)", "len(set(map(key, self.ends))) == 1"),
    M("unknown", "return self.monotone and type(first) is type(last) and tagged", "return type(first) is type(last) and tagged"),
    M("unknown", "return not assumed or all(is_monotone(taken, some, rising) for some in around)", "return True"),
    M("unknown", "len({run[2] for run in runs}) < len(runs) or not", "not", equivalent="the neighbors of the boundaries show it first"),
    M("unknown", "max(0, n - WINDOW)", "max(0, n)"),
    M("unknown", "if borne_out else", "if True else"),
    M("draw", "if numeric is None and type(other) is not DrawnBytes:", "if False:"),
    M("draw", "        if drawn and prod(", "        if False and prod("),
    M("neighbors", "return (type(thing), repr(thing))", "return type(thing)"),
    M("neighbors", "return bool(up.all())", "return True"),
    M("possible", "(some[-1] - some[0]) // some.step + 1", "(some[-1] - some[0]) // some.step"),
    M("possible", "one[n::own]", "one[n :: own + 1]"),
    M("possible", "starts = (0, *self._ends)", "starts = (0, *(end - 1 for end in self._ends))"),
    M("possible", ": max(end - n, 0)]", ": max(end - n + 1, 0)]"),
    M("possible", "runs[-1] = (runs[-1][0], high + 1, at_low)", "runs[-1] = (runs[-1][0], high, at_low)"),
    M("possible", "return self.ranges[n][place - self._ends[n]]", "return self.ranges[n][place - self._ends[n] - 1]"),
    M("possible", "open_parts += [(high, high, at_high, at_high), (low, low, at_low, at_low)]", "open_parts += [(low, low, at_low, at_low), (high, high, at_high, at_high)]"),
    M("path", "        if inner is not self:", "        if False:"),
    M("path", "        self.exploration.leave_unfinished(self.node, self.mass * law.unfinished)\n", ""),
    M("path", "if type(split) is not Split or split.of != index:", "if False:"),
    M("path", "if type(entry) is not Made or entry.size != size:", "if type(entry) is not Made:"),
    M("path", "if type(entry) is not Result or entry.of != index:", "if type(entry) is not Result:"),
    M("path", "            while self.place < place:\n", "            while False:\n"),
    M("path", "        if self.exploration.source.path is self:\n", "        if True:\n"),
    M("path", "start.log[: start.length] +", "start.log[:] +"),
    M("path", "Start(self.node, self.log, len(self.log))", "Start(self.exploration.states.nodes[0], self.log, len(self.log))"),
    M("draw", "            path.note_result(index, ANEW)\n            raise\n", "            raise\n"),
    M("draw", "        result = result.on(path)\n", "        pass\n"),
    M("loops", "            path.states[number, id(frame)] = (path.node, frame)\n", "            pass\n"),
    M("loops", "            path.node.leads[known] = path.node.leads.get(known, fmpq(0)) + path.mass\n", ""),
    M("distribution", "        if not running and (law :=", "        if (law :="),
    M("distribution", "or not steady:", "or False:"),
    M("distribution", "tuple(sorted(options)), kinds, tagged(held))", "tuple(sorted(options)), tagged(held))"),
    M("distribution", "    drawn.__defaults__, drawn.__kwdefaults__ = looks", "    pass"),
    M("path", '        if not self.running:\n            self.exploration.refuse(\n                "a draw', '        if False:\n            self.exploration.refuse(\n                "a draw'),
    M("exploration", "        return -mass, split, start\n", "        return fmpq(1), split, start\n"),
    M("exploration", "path.mass * fmpq(part.count, before))", "path.mass)"),
    M("exploration", "if self.inner and not all(map(is_plain, (*error.args, *vars(error).values()))):", "if False:"),
    M("exploration", "                Replays(self.source, self.inner, self.function, self.kept).run(call, self._found, changed)\n", "                pass\n"),
    M("exploration", "changed = self.kept.changed() if self.inner and", "changed = self.kept.changed() if False and"),
    M("exploration", "if path.ending is Ending.UNFINISHED:\n            self.leave_unfinished", "if False:\n            self.leave_unfinished"),
    M("exploration", "        with unaltered():\n", "        if True:\n"),
    M("exploration", "if not (self.inner or outcomes or self.left.parts or self._unfinished != 0):", "if False:"),
    M("law", "[(outcome, weight / total)", "[(outcome, weight)"),
    M("law", "carried = (*self.carried[0], *self.carried[1].values()) if self.inner else ()", "carried = ()"),
    M("replays", "GROWN if changed else LEAST", "GROWN if changed else 0"),
    M("replays", "or same < NEW", ""),
    M("replays", "watching = found.is_due(self.source.watched, self.function, ALL_WATCHED)", "watching = False"),
    M("numpy_faces", "return array.astype(real.dtype) if known else array", "return array"),
    M("numpy_faces", "first + width * _double(", "width * _double("),
    M("numpy_faces", "bisect_right(cumulative, source.random())", "bisect_left(cumulative, source.random())"),
    M("numpy_faces", "int(end) + bool(endpoint) - int(first)", "int(end) - int(first)"),
    M("numpy_faces", "x[:] = x[order] if isinstance(x, np.ndarray) else", "x[:] = x if isinstance(x, np.ndarray) else"),
    M("numpy_faces", "kind(bisect_left(sums, x) + 1)", "kind(bisect_right(sums, x) + 1)"),
    M("numpy_faces", "math.log(rest) if legacy else math.log1p(-least)", "math.log1p(-least)"),
    M("numpy_faces", "            u -= mass\n", ""),
    M("numpy_faces", "while u > mass and number <= bound:", "while u > mass and number < bound:"),
    M("numpy_faces", "        if u > sums[-1]:", "        if False:"),
    M("numpy_faces", "lambda x: 2.0 - x - x if upper else x + x", "lambda x: x + x"),
    M("numpy_faces", "lambda k: (k + 1) * 2.0", "lambda k: k * 2.0"),
    M("held", "*((label, default) for default in value.__defaults__ or ()), ", ""),
    M("held", "vars(value), known, of_python) for", "vars(value), of_python) for"),
    M("bytecode", "step.opname not in CHANGING\n", "True\n"),
    M("bytecode", "    if not READ or any", "    if any"),
    M("source", "if size > len(left):", "if size >= len(left):"),
    M("patching", "            if a is not None:", "            if False:"),
    M("patching", "if not known and generator not in self._made:", "if False:"),
    M("patching", "        if _has_own_methods(generator):", "        if False:"),
    M("patching", 'for name in (*STATES, "__reduce__"))', "for name in ())", equivalent="the functions in C behind these are seen in the replays"),
    M("patching", "full = len(given) >= face.full and given[-1] is not None", "full = len(given) >= face.full"),
    M("patching", 'for name in {"Lock", "RLock"} & set(vars(bits)):', "for name in ():"),
    M("patching", "if path is None or asked in self._asked:", "if True:"),
    M("patching", "elif face.module not in (secrets, SYSTEM) and self._seeded_before:", "elif False:"),
    M("source", "        self.seed(seed)\n", ""),
    M("patching", "followed = name not in STATES_OF_NUMPY and (", "followed = ("),
    M("patching", '            path.refuse(f"open(', '            str(f"open('),
    M("allowed", "        issubclass(kind, _random.Random)\n", "        False\n"),
    M("allowed", "(issubclass(kind, date) and name in DATES)", "False"),
    M("allowed", "(issubclass(kind, FILE) and", "(False and"),
    M("allowed", "any(one.__module__ in CONNECTED for one in kind.__mro__)", "False"),
    M("allowed", "pure = name not in READING if first in PURE else name in SOME.get(first, ())", "pure = True"),
    M("allowed", "in LIBRARIES if installed else", "in () if installed else"),
    M("allowed", 'if file.startswith(("<", OWN)):', 'if file.startswith("<"):'),
    M("draw", "        if not self._unknown.is_ordered:  # its numbers", "        if False:  # its numbers"),
    M("draw", "or not ordered:\n", "or False:\n"),
    M("draw", "and underflow_is_seen():", "and False:"),
    M("unknown", "return made.taken_apart() if is_truth and isinstance(made, Unknown) else made", "return made"),
    M("neighbors", "and not any(part is operator.pow for part in inside)", ""),
    M("exploration", "constant, key = key is not None, (key, settings())", "constant = key is not None"),
    M("law", "vars(made).update(self.carried[1])", "pass"),
    M("replays", "sorted(islice(cycle(wholes), least), key=lambda _: next(self._some))", "islice(cycle(wholes), least)"),
    M("replays", "whole.inside(self._some), really=True, changed=changed)", "whole.inside(self._some), changed=changed)"),
    M("arrays", '        _check_size("searchsorted", given[1])\n', ""),
    M("source", "        concrete(n).bit_length()", "        #"),
    M("draw", "for y in second.ends}) > 1:", "for y in second.ends}) > 2:"),
    M("draw", "COMPARISON and one.is_ordered and other.is_ordered:", "COMPARISON and one.is_ordered:"),
    M("draw", "key = side_of if function in (operator.eq, operator.ne) else function", "key = function"),
    M("unknown", "possible.between(middle, possible.count)]", "possible.between(middle + 1, possible.count)]"),
    M("unknown", "if not _is_borne_out(self.chain, possible, self.assumed, [middle]):", "if False:"),
    M("exploration", 'path.made and ("Draw" in str(error) or "loop of ufunc" in str(error)):', "False:"),
    M("transcript", "(number << (8 * size - k))", "number"),
    M("transcript", "            if found.sizes[index] > 1:\n", "            if True:\n", equivalent="draws of one value are not made"),
)  # fmt: skip


def fate(mutant: Mutant, folder: Path) -> str:
    """Return "noticed" or "UNNOTICED": the tests run in a copy of the project with the change."""
    place = folder / "dpexact" / "programs" / f"{mutant.file}.py"
    original = place.read_text(encoding="utf-8")
    if original.count(mutant.old) < 1:
        return f"GONE: {mutant.old!r} is not in {mutant.file}.py"
    text = original.replace(mutant.old, mutant.new, 1)
    place.write_text(text.replace("import bisect_right", "import bisect_left, bisect_right"), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONPATH": str(folder)}  # a run takes seconds: no two mutants share bytecode
    soon = [test for test in TESTS if any(name in test for name in SOON[mutant.file])]
    status = 0
    try:
        for tests in (soon, [test for test in TESTS if test not in soon]):
            run = partial(subprocess.run, [*command, *tests], cwd=folder, env=environment, capture_output=True)
            run = partial(run, preexec_fn=partial(setrlimit, RLIMIT_AS, (MEMORY, MEMORY)))
            status = status or run(timeout=LONGEST, check=False).returncode
    except subprocess.TimeoutExpired:
        return "SLOW: no test failed in time"
    finally:
        place.write_text(original, encoding="utf-8")
    return "noticed" if status == 1 else "UNNOTICED" if status == 0 else "BROKEN"


def main(numbers: list[int]) -> int:
    """Print the fate of every mutant; the status is 1 if one went unnoticed."""
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("dpexact", "tests"):
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", folder)
        for n in numbers or range(len(MUTANTS)):
            mutant = MUTANTS[n]
            found = "equivalent" if mutant.equivalent else fate(mutant, folder)
            wrong += found not in ("noticed", "equivalent")
            print(n, found, mutant.file, mutant.old.strip().splitlines()[0][:80], mutant.equivalent, flush=True)  # noqa: T201
    print(f"{len(numbers or MUTANTS)} mutants, {wrong} unnoticed")  # noqa: T201
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main([int(n) for n in sys.argv[1:]]))
