"""Mutants of the exploration of programs: small changes of its source, each of which the tests have to notice.

`python tests/forgeries/program_mutants.py [N ...]` runs all of them, or those with these numbers, and prints the fate
of each: "noticed", "UNNOTICED", or "equivalent" with the reason that is given here.
"""

# ruff: noqa: E501 - a change of one line is written on one line
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = (
    "tests/programs/test_possible.py",
    "tests/programs/test_cases.py",
    "tests/programs/test_methods.py",
    "tests/programs/test_loops.py",
    "tests/programs/test_outside.py",
    "tests/programs/test_neighbors.py",
    "tests/properties/test_programs_laws.py",
)


@dataclass(frozen=True)
class Mutant:
    """A change of one file of dpexact/programs; `equivalent` says why no program can tell."""

    file: str
    old: str
    new: str
    equivalent: str = ""


M = Mutant
MUTANTS = (
    M("draw", 'return _derived(draw, function, -1 if reflected and name == "sub" else 1)', "return _derived(draw, function, 1)",
      "the direction is 1 or -1 where it is used: only whether there is one counts"),
    M("draw", "return 0 if not -math.inf < value else 1", "return 1 if not -math.inf < value else 1"),
    M("draw", 'return 1 if number_kind(value) == "float" and math.copysign(1, value) < 0 else 2', "return 2", equivalent="a quotient by -0.0 and 0 goes from one infinity to the other once, and everything else is the same for both"),
    M("draw", 'SIGNED = ("truediv", "floordiv", "mod", "pow")', 'SIGNED = ("floordiv", "mod", "pow")'),
    M("draw", "    if any(raised):\n", "    if False:\n"),
    M("draw", 'return (type(value), "nan" if value != value else (value, math.copysign(1, value)))',
      'return (type(value), "nan" if value != value else value)'),
    M("draw", "if draw._direction:\n        try:", "if True:\n        try:"),
    M("draw", "else _derived(draw, function, 0)", "else _derived(draw, function, 1)"),
    M("draw", "    joint = Draw(path, first._index, _same(at, first, second), (), 0)", "    joint = Draw(path, first._index, _same(at, first, second), (), 1)", equivalent="what is listed is listed whatever the direction of what it is made of"),
    M("draw", "if first._path is second._path and first._index == second._index:", "if False:", equivalent="taken apart by value, one of the two makes the other known"),
    M("draw", "return function(other, value) if swapped else function(value, other)", "return function(value, other)"),
    M("draw", 'return (a + c * (pure(other) if name == "add" else -pure(other)), b, c)',
      'return (a + (pure(other) if name == "add" else -pure(other)), b, c)', equivalent="of the three numbers, residues use the step and the divisor only"),
    M("draw", "return (pure(other) - a, -b, 1) if c == 1 else None", "return (a - pure(other), -b, 1) if c == 1 else None", equivalent="the same, and the sign of the step is no matter"),
    M("draw", "return (a, b, c * pure(other))", "return (a, b, c + pure(other))"),
    M("draw", "period = c * modulus // gcd(b, c * modulus)", "period = modulus // gcd(b, modulus)"),
    M("draw", "modulus = 1 << mask.bit_length()", "modulus = 1 << max(mask.bit_length() - 1, 0)"),
    M("draw", "_split(draw, lambda x: -1 if x < other else 1 if x > other else 0 if x == other else 2)", "_split(draw, lambda x: bool(x <= other))"),
    M("draw", "exact_other = Fraction(float(rounded(other)))", "exact_other = Fraction(other)"),
    M("draw", '            if number_kind(result) == "exact" and (_raised', "            if False and (_raised"),
    M("draw", "    if not draw._direction or wraps:", "    if not draw._direction:"),
    M("draw", '        return function(_low(draw)) if name == "and" or _is_known(draw) else', "        return function(_low(draw)) if True else"),
    M("draw", "if _is_known(draw) or _low(draw) > 0:\n            return _derived(draw, function, 1)", "if True:\n            return _derived(draw, function, 1)", equivalent="a power is monotone on either side of 0, and which way is no matter"),
    M("draw", "    if _is_known(draw) or (draw._direction and key(_low(draw)) == key(_high(draw))):", "    if _is_known(draw) or key(_low(draw)) == key(_high(draw)):"),
    M("draw", "return bool(draw._direction) and type(low) is type(high) and tagged(low) == tagged(high)",
      "return type(low) is type(high) and tagged(low) == tagged(high)"),
    M("draw", "        _split(draw, sign_class)\n        _split(draw, lambda x: Fraction(float(rounded(x)))", "        _split(draw, lambda x: Fraction(float(rounded(x)))",
      "the quotient parts the signs, but for x = -0.0, whose remainder is that of 0.0"),
    M("draw", "    _split(self, sign_class)\n        return _monotone(self, operator.abs", "    return _monotone(self, operator.abs"),
    M("possible", "(count - n - 1) // own + 1", "(count - n) // own + 1"),
    M("possible", "(first + step * n, step * own,", "(first + step * n, step * own + step,"),
    M("possible", "kept.append((first + step * low, step, high - low))", "kept.append((first, step, high - low))"),
    M("possible", "return Possible(((first + step * begin, step, end - begin),))", "return Possible(((first + step * begin, step, end - begin + 1),))"),
    M("possible", "runs[-1] = (runs[-1][0], high + 1, at_low)", "runs[-1] = (runs[-1][0], high, at_low)"),
    M("possible", "return first + step * (place - self._ends[n] + count)", "return first + step * (place - self._ends[n] + count - 1)"),
    M("possible", "open_parts += [(high, high, at_high, at_high), (low, low, at_low, at_low)]",
      "open_parts += [(low, low, at_low, at_low), (high, high, at_high, at_high)]"),
    M("path", "self.mass *= law.weights[kept]\n            return kept", "return kept"),
    M("path", "            self.mass *= fmpq(self._taken(index, before).count, before)\n        else:", "            self._taken(index, before)\n        else:"),
    M("path", "self.exploration.begin_inner_again(self)", "pass"),
    M("path", "        self.exploration.leave_unfinished(self.node, self.mass * law.unfinished)\n", ""),
    M("path", "if split.index != index or split.before != before:", "if False:"),
    M("path", '        if not self.running:\n            self.exploration.refuse(\n                "a draw', '        if False:\n            self.exploration.refuse(\n                "a draw'),
    M("exploration", '            path.node.add(Outcome("value", given), path.mass * fmpq(count, before))', '            path.node.add(Outcome("value", given), path.mass)'),
    M("exploration", "        for other in draws[:-1]:\n            concrete(other)\n", "", "what follows takes them apart as well"),
    M("exploration", "[w / total for _, w in kept]", "[w for _, w in kept]"),
    M("exploration", "            self._replay(call)\n", "            pass\n"),
    M("exploration", "        if self.inner and not all(map(is_plain, carried)):", "        if False:"),
    M("exploration", "carried = (*self.value.args, *vars(self.value).values()) if self.inner else ()", "carried = ()"),
    M("exploration", "        if state_of(function, arguments) != before:", "        if False:"),
    M("exploration", "if path.ending == UNFINISHED:\n            self.leave_unfinished", "if False:\n            self.leave_unfinished"),
    M("exploration", "        with unaltered():\n", "        if True:\n"),
    M("numpy_faces", "return array.astype(real.dtype) if known else array", "return array"),
    M("numpy_faces", "first + width * source.number(", "width * source.number("),
    M("numpy_faces", "return bisect_right(cumulative, source.random())", "return bisect_left(cumulative, source.random())"),
    M("numpy_faces", "last + bool(endpoint)", "last"),
    M("numpy_faces", "x[:] = x[order] if isinstance(x, np.ndarray) else", "x[:] = x if isinstance(x, np.ndarray) else"),
    M("held", "        yield from (name, value)\n    yield from vars", "        pass\n    yield from vars"),
    M("held", "            yield from (name, function.__globals__[name])", "            pass"),
    M("source", "if size > len(left):", "if size >= len(left):"),
    M("draw", " or not _is_borne_out(draw, [run[0] for run in runs[1:]])", ""),
    M("draw", "max(0, n - WINDOW)", "max(0, n)"),
    M("draw", "sinh tanh erf sqrt", "sinh tanh cbrt erf sqrt"),
    M("draw", "    if borne_out:", "    if True:"),
    M("draw", "        if not _is_no_number(other):", "        if False:"),
    M("draw", "all(getattr(kind, name) is getattr(bases[0], name) for name in COMPARISON)", "True"),
    M("draw", "        if drawn and prod(", "        if False and prod("),
    M("neighbors", "return (type(thing), repr(thing))", "return type(thing)"),
    M("neighbors", "return bool(up.all())", "return True"),
    M("patching", "                if a is not None:", "                if False:"),
    M("patching", "if not known and generator not in self._made:", "if False:"),
    M("patching", "        if _has_own_methods(generator):", "        if False:"),
    M("patching", 'for name in ("getstate", "setstate", "__reduce__"):', "for name in ():", equivalent="the functions in C behind these are seen in the replays"),
    M("patching", "reads = len(values) < given or values[-1] is None", "reads = len(values) < given"),
    M("patching", 'for name in {"Lock", "RLock"} & set(made):', "for name in ():"),
    M("patching", "if self.running() is None or self._is_loaded(name, names, fromlist or (), level):", "if True:"),
    M("patching", "if module is random and self._seeded_before:", "if False:"),
    M("patching", '            path.refuse(f"open(', '            str(f"open('),
    M("outside", "        issubclass(kind, _random.Random)\n", "        False\n"),
    M("outside", "(issubclass(kind, date) and name in DATES)", "False"),
    M("outside", "(issubclass(kind, FILE) and", "(False and"),
    M("outside", "any(one.__module__ in CONNECTED for one in kind.__mro__)", "False"),
    M("outside", "pure = name not in OPENING if first in PURE else name in SOME.get(first, ())", "pure = True"),
    M("exploration", "if self.inner or made >= LEAST_REPLAYS:", "if True:"),
    M("exploration", "if not (self.inner or found or self._open or self._unfinished != 0):", "if False:"),
    M("exploration", "watching = first_time and self._is_watched()", "watching = False"),
    M("path", "in LIBRARIES if installed else", "in () if installed else"),
    M("path", 'if file.startswith(("<", OWN)):', 'if file.startswith("<"):'),
)  # fmt: skip


def fate(mutant: Mutant, folder: Path) -> str:
    """Return "noticed" or "UNNOTICED": the tests run in a copy of the project with the change."""
    place = folder / "dpexact" / "programs" / f"{mutant.file}.py"
    original = place.read_text(encoding="utf-8")
    if original.count(mutant.old) < 1:
        return f"GONE: {mutant.old!r} is not in {mutant.file}.py"
    text = original.replace(mutant.old, mutant.new, 1)
    place.write_text(text.replace("import bisect_right", "import bisect_left, bisect_right"), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider", *TESTS]
    environment = {**os.environ, "PYTHONPATH": str(folder)}  # a run takes seconds: no two mutants share bytecode
    try:
        ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=300, check=False)
    except subprocess.TimeoutExpired:
        return "noticed"
    finally:
        place.write_text(original, encoding="utf-8")
    return "noticed" if ended.returncode == 1 else "UNNOTICED" if ended.returncode == 0 else "BROKEN"


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
