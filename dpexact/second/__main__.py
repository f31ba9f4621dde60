"""`python -m dpexact.second [--seconds N] [--megabytes N] FILE...`: what the second checker says of each certificate.

Exit status 0 if all are proved, 1 if one is rejected, 2 if a file cannot be read or is not a certificate, 3 if one is
too large, or its check takes more time (60 s of the processor) or memory (1024 MB) than it may; of several, the first
of 2, 1, 3. 70 is a mistake of the program. The check runs in a child process, which the system ends: a signal cannot
interrupt Python in the greatest common divisor of two long integers. On Windows only the checker's meter ends.
"""

import os
import signal
import sys
import traceback
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

from dpexact.second import Rejected, check

LONGEST = 60  # characters of a number
BOUND = "P_i(S) <= E P_j(S) + delta"
GREATEST = {
    "greatest": "the mechanism of the certificate is at every input at least every other one",
    "none": "there are such mechanisms, but none is at every input at least every other one",
    "infeasible": "there is no such mechanism",
}
OTHERS = {
    "post-processing": "the mechanism is its source, followed by a random map",
    "not-post-processing": "the mechanism is not its source, followed by any random map",
    "linear-program-optimum": "the linear program has a least value, {value}",
    "linear-program-infeasible": "no x meets the rows of the linear program",
    "linear-program-unbounded": "the linear program has no lower bound",
}
PROVED, REJECTED, UNREADABLE, TOO_LARGE, FAILED = 0, 1, 2, 3, 70
BYTES = 2**26
NO_CERTIFICATE = ("json", "format")  # checks that fail for what is no certificate of this format at all
ENDS = ("SIGXCPU", "SIGKILL", "SIGSEGV", "SIGBUS")  # of time; of memory, of a stack


def sentence(statement: dict[str, Any]) -> str:
    """Write the claim, with the kind in front."""
    kind, generators = statement["kind"], statement["generators"]
    if kind in OTHERS:
        value = number(statement["value"], generators) if "value" in statement else ""
        text = OTHERS[kind].format(value=value)
    elif kind in ("composition", "composition-refuted"):
        text = _composition(statement)
    else:
        text = _mechanism(statement)
    meanings = "" if "lower" in generators else _meanings(text, generators)
    return f"{kind}: {text}{meanings}"


def _mechanism(statement: dict[str, Any]) -> str:
    kind, generators, pairs = statement["kind"], statement["generators"], statement["pairs"]
    infinite = statement["exp_epsilon"] == "infinity"
    few = {0: "of which there is none", 1: "of which there is one"}.get(len(pairs), f"of which there are {len(pairs)}")
    where = f"delta = {number(statement['delta'], generators)}"
    where = where if infinite else f"E = {number(statement['exp_epsilon'], generators)}, {where}"
    listed = f"ordered pair (i, j) of inputs that is listed, {few},"
    bound = "P_j(S) = 0 implies P_i(S) <= delta" if infinite else BOUND
    if kind == "not-private":
        broken = "P_j(S) = 0 and P_i(S) > delta" if infinite else BOUND.replace("<=", ">")
        return f"not private: {broken} for some event S and some {listed} where {where}"
    every = f"{bound} for every event S and every {listed} where {where}"
    if kind == "greatest-mechanism":
        return f"of the mechanisms with {every}, and with the rows that are fixed, {GREATEST[statement['answer']]}"
    if kind == "private-for-all":
        lower, upper = (generators[end] and number(generators[end], generators) for end in ("lower", "upper"))
        return f"{every}, for every real t from {lower} {f'to {upper}' if upper else 'on'}"
    more = {
        "tight-delta": "and for no smaller delta",
        "maximally-sufficient": "and it is maximally sufficient among these mechanisms",
        "not-maximally-sufficient": "and it is not maximally sufficient among these mechanisms",
    }
    return f"{every}, {more[kind]}" if kind in more else every


def _composition(statement: dict[str, Any]) -> str:
    generators = statement["generators"]
    runs = [f"{int(law['count'], 16)} of {law['law']}({_parameters(law, generators)})" for law in statement["laws"]]
    listed = "; ".join(runs[:12]) + (f"; and {len(runs) - 12} more" if len(runs) > 12 else "")
    bound = "P(S) <= E Q(S) + delta and Q(S) <= E P(S) + delta for every event S of all runs together"
    if statement["kind"] != "composition":
        bound = "P(S) > E Q(S) + delta or Q(S) > E P(S) + delta for some event S of all runs together"
    where = f"E = {number(statement['exp_epsilon'], generators)}, delta = {number(statement['delta'], generators)}"
    adaptive = "; each run may depend on all answers before, if it is dominated by its law whatever they were"
    more = adaptive if statement["kind"] == "composition" else ""
    return f"{bound}, where {where}; the runs: {listed or 'none'}{more}"


def _parameters(law: dict[str, Any], generators: dict[str, Any]) -> str:
    texts = []
    for key, value in law.items():
        if key in ("first", "second"):
            texts.append(f"{'p' if key == 'first' else 'q'} of {len(value)} outcomes")
        elif key in ("sensitivities", "weights"):
            texts.append(f"{key}=({', '.join(number(part, generators) for part in value[:12])})")
        elif key not in ("law", "count"):
            texts.append(f"{key}={number(value, generators)}")
    return ", ".join(texts)


def number(value: Any, generators: dict[str, Any]) -> str:
    """Write a quotient of sums: exactly if that is short."""
    written = [[[part]] if isinstance(part, str) else part for part in value]
    if sum(len(term[0]) for part in written for term in part) > 4 * LONGEST:
        return "a number too long to be written"
    letters = _letters(generators)
    if all(isinstance(part, str) for part in value):
        text = str(Fraction(int(value[0], 16), int(value[1], 16)))
    else:
        top, bottom = (_sum(part, letters) for part in value)
        text = top if bottom == "1" else f"({top})/{bottom}" if bottom.isdigit() else f"({top})/({bottom})"
    return text if len(text) <= LONGEST else "a number too long to be written"


def _sum(part: Any, letters: list[str]) -> str:
    if isinstance(part, str):
        return str(int(part, 16))
    terms = []
    for written, *powers in part:
        factors = [x if n == 1 else f"{x}^{n}" for x, n in zip(letters, powers, strict=True) if n]
        c = int(written, 16)
        terms.append("*".join(factors) if c == 1 and factors else "*".join([str(c), *factors]))
    return " + ".join(terms).replace("+ -", "- ")


def _letters(generators: dict[str, Any]) -> list[str]:
    count = len(generators.get("roots", [None]))
    return ["t", "u"] if count == 1 else ["t", *(f"u_{k}" for k in range(1, count + 1))]


def _meanings(text: str, generators: dict[str, Any]) -> str:
    """Say which numbers the letters are that occur."""
    words = set("".join(c if c.isalnum() or c == "_" else " " for c in text).split())
    roots = generators.get("roots") or [(generators.get("base", ["1", "1"]), generators.get("degree", 1))]
    values = [f"exp({number(generators['exponent'], generators)})"]
    values += [f"({number(base, generators)})^(1/{degree})" for base, degree in roots]
    known = [f"{x} = {value}" for x, value in zip(_letters(generators), values, strict=True) if x in words]
    return f"; {', '.join(known)}" if known else ""


def main(arguments: list[str]) -> int:
    """Check the files and print a line for each."""
    limits, rest = {"--seconds": 60, "--megabytes": 1024}, iter(arguments)
    names: list[str] = []
    for argument in rest:
        if argument in limits and (value := next(rest, "")).isdecimal() and value.isascii() and int(value[:9]):
            limits[argument] = int(value[:9])
        elif argument.startswith("-"):
            names = []
            break
        else:
            names.append(argument)
    if not names:
        print(__doc__, file=sys.stderr)
        return UNREADABLE
    limit("RLIMIT_AS", limits["--megabytes"] << 20)
    statuses = {status_of(name, limits["--seconds"]) for name in names}
    return next(status for status in (FAILED, UNREADABLE, REJECTED, TOO_LARGE, PROVED) if status in statuses)


def status_of(name: str, seconds: int) -> int:
    """Check one file and write the result."""
    try:
        with Path(name).open("rb") as stream:
            data = stream.read(BYTES + 1)
        text = data.decode() if len(data) <= BYTES else " " * len(data)
    except (OSError, ValueError, MemoryError) as error:
        reason = {"UnicodeDecodeError": "it is not UTF-8", "MemoryError": "out of memory"}.get(type(error).__name__)
        print(f"{name!a}: cannot be read: {reason or getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return UNREADABLE
    if not text.strip() and len(data) <= BYTES:
        print(f"{name!a}: cannot be read: it is empty", file=sys.stderr)
        return UNREADABLE
    status, words = within_limits(text, seconds)
    print(f"{name!a}: {words}", file=sys.stderr if status == FAILED else sys.stdout)
    return status


def judged(text: str) -> tuple[int, str]:
    """Return status and words."""
    try:
        return PROVED, f"proved: {sentence(check(text))}"
    except Rejected as error:
        size = error.check == "size"
        status = TOO_LARGE if size else UNREADABLE if error.check in NO_CERTIFICATE else REJECTED
        return status, f"{'not checked' if size else 'rejected'}: {error}"
    except MemoryError:
        return TOO_LARGE, "not checked: out of memory"
    except Exception:  # noqa: BLE001 - whatever it is, it is not a verdict, and the other files are checked
        return FAILED, f"the second checker failed\n{traceback.format_exc()}"


def within_limits(text: str, seconds: int) -> tuple[int, str]:
    """Return status and words, from a child process that the system ends after this many seconds of processor time."""
    if not hasattr(os, "fork"):
        return judged(text)
    sys.stdout.flush()  # so that the child has nothing of it to write
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        status = FAILED
        with suppress(BaseException):
            limit("RLIMIT_CPU", seconds)
            limit("RLIMIT_CORE", 0)
            status, words = judged(text)
            with open(theirs, "w", encoding="utf-8") as line:  # noqa: PTH123 - a descriptor
                line.write(words)
        os._exit(status)
    os.close(theirs)
    with open(ours, encoding="utf-8") as line:  # noqa: PTH123 - a descriptor
        words = line.read()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code >= 0:
        return (code, words) if words else (FAILED, "the child of the second checker failed")
    name = signal.Signals(-code).name
    late = f"it takes more than {seconds} seconds" if name == "SIGXCPU" else f"its process was ended by {name}"
    return TOO_LARGE if name in ENDS else FAILED, f"not checked: {late}"


def limit(name: str, most: int) -> None:
    """Let the system refuse this process more memory or time, if it can. A lower limit stays."""
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        kind = getattr(resource, name)
        soft, hard = resource.getrlimit(kind)
        known = [value for value in (soft, hard) if value != resource.RLIM_INFINITY]
        resource.setrlimit(kind, (min([most, *known]), hard))


def run() -> int:
    """Run the program. A crash or a closed output must not look like a verdict."""
    os.environ["SYMPY_GROUND_TYPES"] = "python"  # where FLINT is installed, SymPy would use it
    try:
        status = main(sys.argv[1:])
        sys.stdout.flush()
    except OSError as error:
        print(f"the output cannot be written: {error}", file=sys.stderr)
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - so that nothing is written at exit
        return UNREADABLE
    except Exception:  # noqa: BLE001 - whatever it is, it is not a verdict
        traceback.print_exc()
        return FAILED
    return status


if __name__ == "__main__":
    sys.exit(run())
