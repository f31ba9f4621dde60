"""Random programs: the text of a Python function of a source, with draws, arithmetic, branches, loops and rejection."""

import math
from collections.abc import Callable
from fractions import Fraction
from random import Random
from types import CodeType
from typing import Any

import numpy as np

INTEGERS = """
0 1 2 3 -1 -2 -3 5 7 -7 8 16 255 100 -128 2**31 2**53+1 -2**62 2**63 10**20 2**1100
""".split()  # noqa: SIM905 - a list of words
FLOATS = """
0.0 -0.0 1.0 0.5 -0.5 0.1 0.3 -0.7 2.5 1e-300 5e-324 -5e-324 1e-308 1e308 1.7e308 -1e308 1e16 3.0 1/3 float('inf')
-float('inf') float('nan') 100.0 -3.0
""".split()  # noqa: SIM905 - a list of words
NUMPY = """
np.float64(0.3) np.float64(-0.0) np.float32(0.1) np.float32(-2.5) np.float32(1e30) np.int64(3) np.int64(-5)
np.int64(2**62) np.int8(3) np.int8(-100) np.uint8(200) np.uint64(7) np.float16(0.1) np.float16(300.0)
""".split()  # noqa: SIM905 - a list of words
FRACTIONS = ["Fraction(1,3)", "Fraction(-5,7)", "Fraction(3)", "Fraction(1,10**30)"]
BINARY = ("+ - * / // % " * 4 + "** << >> & | ^").split()
COMPARE = ["<", "<=", ">", ">=", "==", "!="]
FUNCTIONS = """
abs({}) -({}) math.floor({}) math.ceil({}) round({}) int({}) +({}) ~({}) math.trunc({}) math.sqrt({}) np.floor({})
np.abs({}) np.negative({}) np.sqrt({}) math.fabs({}) bool({}) math.isnan({}) np.sign({}) np.add({},1)
np.multiply(0.3,{}) np.subtract(5,{}) np.maximum({},1) float({})
""".split()  # noqa: SIM905 - a list of words
FEW = ["0", "1", "2", "3", "-1", "-2", "5", "0.5", "0.25", "-0.5", "0.1", "0.75", "1.0", "2.0"]


class Writer:
    """Writes one program; the numbers of the seeded generator choose it."""

    def __init__(self, some: Random, *, narrow: bool = False) -> None:
        self.some = some
        self.narrow = narrow  # only what few paths suffice for: no output by value
        self.lines: list[str] = []
        self.names: list[str] = []
        self.large = 0
        self.made = 0

    def pick(self, items: Any) -> Any:
        return items[self.some.randrange(len(items))]

    def draw(self) -> Any:
        roll = self.some.random()
        if roll < 0.45 and self.large < 1:
            self.large += 1
            return self.pick(["s.random()"] * 4 + ["s.generator.random()", "s.uniform(-1, 1)", "s.uniform(2.0, 0.5)"])
        if roll < 0.6 and self.large < 1:
            self.large += 1
            return self.pick(["s.getrandbits(8)", "s.randint(-100, 100)", "s.below(200)", "s.randrange(-50, 300, 7)"])
        if roll < 0.75:
            return self.pick(
                [
                    "s.generator.integers(-4, 5)",
                    "s.generator.integers(-128, 128, dtype=np.int8)",
                    "s.generator.integers(0, 9, dtype=np.uint8)",
                    "s.generator.integers(2**63 - 5, 2**63 - 1)",
                    "s.generator.random(dtype=np.float32)",
                    "np.float32(1) * s.generator.random(dtype=np.float32)",
                    "np.float64(3) * s.generator.random(dtype=np.float32)",
                ]
            )
        return self.pick(["s.bit()", "s.below(5)", "s.randint(-3, 3)", "s.getrandbits(3)", "s.choice((2, -1, 4))"])

    def constant(self) -> Any:
        roll = self.some.random()
        if roll < 0.35:
            return str(self.pick(FEW))
        if roll < 0.6:
            return str(self.pick(INTEGERS))
        if roll < 0.85:
            return str(self.pick(FLOATS))
        return str(self.pick(NUMPY if roll < 0.96 else FRACTIONS))

    def expression(self, depth: int) -> str:
        roll = self.some.random()
        if depth == 0 or roll < 0.15:
            return str(self.pick(self.names)) if self.names and self.some.random() < 0.8 else self.constant()
        if roll < 0.7:
            left, right = self.expression(depth - 1), self.constant()
            if self.some.random() < 0.25:
                right = self.expression(depth - 1)
            if self.some.random() < 0.4:
                left, right = right, left
            operator = self.pick(BINARY)
            if operator in ("**", "<<"):
                right = self.pick(["2", "3", "1", "0", "-1", "0.5", "5", right if operator == "**" else "4"])
                if operator == "**" and ("10**20" in left or "2**1100" in left or "2**1100" in right):
                    operator = "*"
                if operator == "**" and right not in ("2", "3", "1", "0", "-1", "0.5", "5"):
                    left, right = self.pick(["2", "0.5", "1.5", "2.0"]), f"max(-9, min(9, {right}))"
            return f"({left} {operator} {right})"
        return str(self.pick(FUNCTIONS)).format(self.expression(depth - 1))

    def condition(self) -> str:
        left = self.expression(2)
        right = self.expression(1) if self.some.random() < 0.3 else self.constant()
        text = f"{left} {self.pick(COMPARE)} {right}"
        return f"({text}) == ({self.expression(1)} < {self.constant()})" if self.some.random() < 0.1 else text

    def add(self, indent: int, text: str) -> None:
        self.lines.append("    " * indent + text)

    def assign(self, indent: int, text: str) -> None:
        self.made += 1
        name = f"v{self.made}"
        self.add(indent, f"{name} = {text}")
        self.names.append(name)

    def block(self, indent: int, depth: int, statements: int) -> None:
        for _ in range(statements):
            roll = self.some.random()
            if roll < 0.25 or not self.names:
                self.assign(indent, self.draw())
            elif roll < 0.55 or depth == 0:
                self.assign(indent, self.expression(2))
            elif roll < 0.8:
                kept, large = list(self.names), self.large
                self.add(indent, f"if {self.condition()}:")
                self.block(indent + 1, depth - 1, 1 + self.some.randrange(2))
                if self.some.random() < 0.3:
                    self.add(indent + 1, f"return {self.output()}")
                self.names, after = list(kept), self.large
                if self.some.random() < 0.6:
                    self.add(indent, "else:")
                    self.block(indent + 1, depth - 1, 1 + self.some.randrange(2))
                self.names, self.large = kept, max(after, self.large, large)
            elif roll < 0.88:
                self.loop(indent)
            elif roll < 0.94:
                self.add(indent, f"if {self.condition()}:")
                self.add(indent + 1, "s.restart()")
            else:
                self.until(indent)

    def loop(self, indent: int) -> None:
        self.made += 1
        name = f"v{self.made}"
        self.add(indent, f"{name} = {self.constant()}")
        self.names.append(name)
        self.add(indent, f"for _ in range({self.pick([2, 3])}):")
        self.add(indent + 1, f"{name} = {name} {self.pick(['+', '-', '*', '/', '//', '%'])} {self.expression(1)}")
        if self.some.random() < 0.5:
            self.add(indent + 1, f"if {name} {self.pick(COMPARE)} {self.constant()}:")
            self.add(indent + 2, "break")

    def until(self, indent: int) -> None:
        self.made += 1
        kept, large, self.names, self.large = self.names, self.large, list(self.names), 1
        self.add(indent, f"def body{self.made}(s):")
        number = self.made
        self.assign(indent + 1, self.pick(["s.below(6)", "s.bit()", "s.randint(-2, 2)", "s.generator.integers(0, 3)"]))
        self.add(indent + 1, f"if {self.condition()}:")
        self.add(indent + 2, "return None")
        self.add(indent + 1, f"return {self.pick(['v', '-v', 'v % 2', 'v * 0.5'])}".replace("v", self.names[-1]))
        self.names, self.large = kept, large
        self.assign(indent, f"s.until(body{number})")

    def output(self) -> str:
        name = self.pick(self.names)
        forms = [f"({self.condition()})", f"clip({self.expression(1)})", f"clip({name})"]
        if not self.narrow:
            forms += [f"repr({self.expression(1)})", f"({name} < 1, repr({name}))"] * 2
        return f"({self.pick(forms)}, {self.pick(forms)})" if self.some.random() < 0.3 else str(self.pick(forms))

    def text(self) -> str:
        self.block(1, 2, 2 + self.some.randrange(3))
        self.add(1, f"return {self.output()}")
        return "\n".join(["def program(s):", *self.lines])


STARTS = """
s.random() s.random() s.random() s.getrandbits(8) s.below(250) s.randint(-120,90) s.generator.random(dtype=np.float32)
np.float32(1)*s.generator.random(dtype=np.float32) np.float64(1)*s.random() s.uniform(-2,3)
s.generator.integers(-128,128,dtype=np.int8) s.generator.integers(0,256,dtype=np.uint8)
s.generator.integers(-2**63,-2**63+200) s.generator.integers(2**63-200,2**63) s.generator.integers(-90,120)
Fraction(1,3)*s.below(200) np.float16(1)*s.random()
""".split()  # noqa: SIM905 - a list of words
STEPS = """
x+{} x-{} {}-x {}+x x*{} {}*x x/{} {}/x x//{} x%{} -x abs(x) math.floor(x) math.ceil(x) round(x) x*x+0 x**2 x**3 x<<3
x>>2 x&12 x|9 x^5 ~x math.sqrt(x) np.sqrt(x) np.floor(x) np.negative(x) np.abs(x) np.rint(x) np.trunc(x)
np.multiply(x,{}) np.add({},x) np.divide({},x) np.divide(x,{}) np.floor_divide(x,{}) np.remainder(x,{}) math.fabs(x)
+x x&-8 {}//x {}%x np.subtract({},x) math.exp(x) math.log(x) np.log(x) np.exp(x) math.atan(x) math.tanh(x)
math.log1p(x) math.acos(x) {}**x x**{}
""".split()  # noqa: SIM905 - a list of words


def chain_text(some: Random) -> str:
    """Return the text of a program with one draw, a chain of operations with constants, and a comparison.

    Its constants fit the numbers that it has there, so that boundaries are met.
    """
    names: dict[str, Any] = {"math": math, "np": np, "Fraction": Fraction}
    start = STARTS[some.randrange(len(STARTS))]
    constants = [*INTEGERS, *FLOATS, *NUMPY, *FRACTIONS, *FEW, *FEW, *FEW]
    values = _starting(start)
    lines = [f"x = {start}"]
    for _ in range(1 + some.randrange(5)):
        for _attempt in range(6):
            step = STEPS[some.randrange(len(STEPS))]
            if "**" in step:
                if any(not isinstance(value, float) and abs(value) > 10**40 for value in values):
                    continue
                step = step.format(FEW[some.randrange(len(FEW))])
                if step.endswith("**x") and any(abs(value) > 300 for value in values):
                    continue
            if "{}" in step:
                step = step.format(
                    _near(some, values) if some.random() < 0.5 else constants[some.randrange(len(constants))]
                )
            after = [_value(step, names, value) for value in values]
            good = [value for value in after if value is not None]
            if len(set(map(repr, good))) > 3 and (len(good) == len(after) or some.random() < 0.2):
                values = good
                lines.append(f"x = {step}")
                break
    threshold = _near(some, values)
    compare = COMPARE[some.randrange(len(COMPARE))]
    lines.append(f"return {threshold} {compare} x" if some.random() < 0.2 else f"return x {compare} {threshold}")
    return "\n".join(["def program(s):", *("    " + line for line in lines)])


def _starting(start: str) -> list[Any]:
    found = []
    for k in range(256):
        names = {"np": np, "Fraction": Fraction, "s": _Fixed(k)}
        found.append(eval(start, names))  # noqa: S307 - the text is our own
    return found


class _Fixed:
    """A source that gives one place of its range."""

    def __init__(self, k: int) -> None:
        self.k, self.generator = k, self

    def random(self, dtype: Any = None) -> float:
        return (self.k % 64) / 64 if dtype else self.k / 256

    def getrandbits(self, _: int) -> int:
        return self.k

    def below(self, n: int) -> int:
        return self.k % n

    def randint(self, low: int, high: int) -> int:
        return low + self.k % (high - low + 1)

    def uniform(self, low: float, high: float) -> float:
        return low + (high - low) * (self.k / 256)

    def integers(self, low: int, high: int, dtype: Any = np.int64) -> Any:
        return dtype(low + self.k % (high - low))


def _value(step: str, names: dict[str, Any], x: Any) -> Any:
    try:
        value = eval(step, {**names, "x": x})  # noqa: S307 - the text is our own
    except Exception:  # noqa: BLE001 - it is left out
        return None
    if isinstance(value, complex) or (isinstance(value, int) and abs(value) > 2**3000):
        return None
    return value


def _near(some: Random, values: list[Any]) -> str:
    value = values[some.randrange(len(values))]
    if isinstance(value, float) and not isinstance(value, np.generic):
        return repr(value) if math.isfinite(value) else f"float('{value}')"
    if isinstance(value, np.floating):
        text = repr(float(value)) if np.isfinite(value) else f"float('{value}')"
        return f"np.{value.dtype}({text})" if some.random() < 0.5 else text
    if isinstance(value, np.integer):
        return f"np.{value.dtype}({int(value)})" if some.random() < 0.5 else str(int(value))
    return repr(value)


def clip(value: Any) -> Any:
    """Return a small integer for any number."""
    if math.isnan(value):
        return "nan"
    return int(max(-3, min(3, value)))


def program_of(text: str) -> Callable[[Any], Any]:
    """Return the function that the text defines."""
    names: dict[str, Any] = {"math": math, "np": np, "Fraction": Fraction, "clip": clip}
    code: CodeType = compile(text, "<a random program>", "exec")
    exec(code, names)  # noqa: S102 - the text is our own
    return names["program"]  # type: ignore[no-any-return]


def program_text(some: Random, *, narrow: bool = False) -> str:
    """Return the text of a program."""
    return Writer(some, narrow=narrow).text()


LOOPY = """
def once(s, a):
    k = a
    while k < 3 and s.below(k + 2):
        k += 1
    return k % 2

def helper(s, a):
    x, y = a, 0
    {helper}
    return (x + 2 * y) % 3

def program(s):
    x, y, z = 0, 1, 2
    {program}
    return {output}
"""
TESTS = (
    """
s.below(2)|s.below(3) < {a} % 3|once(s, {a} % 2)|s.bit() == {a} % 2|1 + once(s, {a} % 3) > 1
s.random() < .25 * ({a} % 4)
""".strip()
    .replace("\n", "|")
    .split("|")
)
STEPS_OF_LOOPS = (
    """
{a} + 1|{a} + s.below(2)|({a} + {b}) % 5|{a} * 2 % 7|s.below(3)|once(s, {a} % 2) + {b}|{b} - once(s, 1)
{a} + helper(s, {b} % 2)|helper(s, 1) * 2 - helper(s, {a} % 2)
""".strip()
    .replace("\n", "|")
    .split("|")
)
ITERABLES = ["range(2)", "range(3)", "(1, 0, 2)", "range({a} % 3)"]


def loopy_text(some: Random) -> str:
    """Return the text of a program with loops, handlers and calls, whose runs end."""

    def chosen(items: Any, names: list[str]) -> str:
        return str(items[some.randrange(len(items))]).format(a=some.choice(names), b=some.choice(names))

    def block(names: list[str], depth: int, tests: Any, steps: Any) -> list[str]:
        lines = []
        for _ in range(1 + some.randrange(2)):
            roll, new, changed = some.random() if depth else 1, f"i{depth}", some.choice(names[:2])
            inner = block([*names, new], depth - 1, tests, steps) if roll < 0.5 else []
            if roll < 0.3:
                lines += [f"for {new} in {chosen(ITERABLES, names)}:", *inner]
                if some.random() < 0.4:
                    way = some.choice(["break", "continue", f"return {changed}"])
                    lines += [f"    if {chosen(tests, names)}:", f"        {way}"]
            elif roll < 0.5:
                lines += [f"{new} = 0", f"while {new} < 3 and {chosen(tests, names)}:", f"    {new} += 1", *inner]
            elif roll < 0.65:
                lines += [f"if {chosen(tests, names)}:", *block(names, depth - 1, tests, steps)]
            elif roll < 0.75:
                lines += ["try:", *block(names, depth - 1, tests, steps), f"    if {chosen(tests, names)}:"]
                lines += ["        raise ValueError", "except ValueError:", f"    {changed} = 3 - {changed}"]
            else:
                lines.append(f"{changed} = ({chosen(steps, names)}) % 4")
        return ["    " + line for line in lines]

    parts = {
        "helper": block(["x", "y"], 1, TESTS, STEPS_OF_LOOPS[:7]),
        "program": block(["x", "y", "z"], 2, TESTS, STEPS_OF_LOOPS),
    }
    output = chosen(["(x % 7, y % 3)", "(x + y) % 5", "(z % 3, x % 2)", "x % 4"], ["x"])
    return LOOPY.format(output=output, **{name: "\n".join(lines).strip() for name, lines in parts.items()})
