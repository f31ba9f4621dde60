"""Readers of cited sources: the parameters of a printed literal, from the file that it stands in, by another route.

A reader sees the file, the cited line and the printed literal; never the parameters of the row. It returns readings:
for each place on that line where the literal may stand, the text of every parameter under the names that rows use.
"""

import ast
import math
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

Reading = dict[str, str]
Other = Callable[[str], str]

NUMERAL = re.compile(r"(?<![\w.])-?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?(?![\w+/=])")
LONGEST = 60
ROOMS = (
    *("laplace", "geometric", "noisy_hist", "report_noisy_max", "sparse_vector_technique", "rappor", "prefix_sum"),
    "parallel",
)  # files of mechanisms of DP-Sniper
NAMES = {"ln3": "log(3)", "LN_3": "log(3)", "kLogThree": "log(3)"}


@dataclass(frozen=True)
class Source:
    """A file at the cited commit, and how other files of its repository are read."""

    path: str
    text: str
    other: Other

    @cached_property
    def lines(self) -> list[str]:
        """The lines, the first at place 0."""
        return self.text.split("\n")

    @cached_property
    def pages(self) -> list[str]:
        """The pages of a PDF, the first at place 0."""
        return self.text.split("\f")


def plain(text: str) -> str:
    """A parameter as a formula that `expressions.value` reads."""
    found = re.sub(r"\b(?:math|std|np|sp|Math|jnp)(?:\.|::)", "", text.strip().strip("\"'`")).replace("Log(", "log(")
    for name, meaning in NAMES.items():
        found = re.sub(rf"\b{name}\b", meaning, found)
    return re.sub(r"(?<=\d)f64\b|\s+", "", found)


def is_number(text: str, printed: str) -> bool:
    """Return whether a text is the printed number."""
    with suppress(ValueError, ZeroDivisionError):
        return Fraction(plain(text).replace("_", "")) == Fraction(printed.removesuffix("..."))
    return False


def numbers(text: str) -> list[str]:
    """The numerals of a text, in their order; no longer than anyone writes (a notebook has pictures as text)."""
    return [found for found in NUMERAL.findall(text) if len(found) < LONGEST]


def python_cases(source: Source, line: int, printed: str) -> list[Reading]:
    """The cases of a decorated test that stand on the line: what each argument of the test is; lists beside lists."""
    found: list[Reading] = []
    for test in _tests(source.text):
        if not test.decorator_list[0].lineno <= line <= test.lineno:
            continue
        names = [argument.arg for argument in test.args.args if argument.arg != "self"]
        fixed = _assigned(source, test)
        for case in _cases(test):
            if case.lineno <= line <= (case.end_lineno or 0):
                cells = case.elts[len(case.elts) - len(names) :] if _is_named(case, names) else case.elts
                texts = {name: _segment(source, cell) for name, cell in zip(names, cells, strict=False)}
                lists = {n: c for n, c in zip(names, cells, strict=False) if isinstance(c, ast.List)}
                found += _expanded(source, fixed | texts, lists, line, printed)
    return found


@cache
def _tests(text: str) -> list[ast.FunctionDef]:
    tree = ast.parse(text)
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.decorator_list]


def _is_named(case: ast.Tuple, names: list[str]) -> bool:
    return len(case.elts) == len(names) + 1


def _cases(test: ast.FunctionDef) -> list[ast.Tuple]:
    nodes = (node for decorator in test.decorator_list for node in ast.walk(decorator))
    return [node for node in nodes if isinstance(node, ast.Tuple) and node.elts]


def _segment(source: Source, node: ast.expr) -> str:
    """The text of a node; its lines alone are looked at, since `get_source_segment` splits the whole file."""
    lines = source.lines[node.lineno - 1 : node.end_lineno]
    lines[-1] = lines[-1].encode()[: node.end_col_offset].decode()
    lines[0] = lines[0].encode()[node.col_offset :].decode()
    return "\n".join(lines)


def _assigned(source: Source, test: ast.FunctionDef) -> Reading:
    """The names that the body gives a value, and lists of them under `name[]`."""
    pairs = [
        (node.targets[0].id, _segment(source, node.value))
        for node in ast.walk(test)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ]
    return dict(pairs)


def _expanded(source: Source, texts: Reading, lists: dict[str, ast.List], line: int, printed: str) -> list[Reading]:
    """One reading of a case; of a case with a list of expected values, one for each place of the literal in it."""
    places = [
        place
        for cells in lists.values()
        for place, cell in enumerate(cells.elts)
        if cell.lineno == line and is_number(_segment(source, cell), printed)
    ]
    if not places:
        return [texts] if any(is_number(part, printed) for text in texts.values() for part in numbers(text)) else []
    found = []
    for place in places:
        chosen = {n: _segment(source, c.elts[place]) for n, c in lists.items() if place < len(c.elts)}
        if texts.get("orders", "").startswith("["):
            chosen["order"] = texts["orders"].strip("[]").split(",")[place]
        found.append(texts | chosen)
    return found


def renamed(reading: Reading, names: dict[str, str]) -> Reading:
    """The reading with the names that rows use, beside its own."""
    return reading | {ours: reading[theirs] for theirs, ours in names.items() if theirs in reading}


def accounting(source: Source, line: int, printed: str) -> list[Reading]:
    """dp_accounting's tests: arguments by name; the relation by its constant."""
    names = {
        "parameter": "scale",
        "standard_deviation": "sigma",
        "sampling_prob": "rate",
        "epsilon_values": "epsilon",
        "truncation_bound": "truncation",
        "noise_parameter": "p",
        "num_buckets": "k",
        "order": "a",
    }
    found = [renamed(reading, names) for reading in python_cases(source, line, printed)]
    for reading in found:
        reading["decay"] = reading.get("scale", "")
        reading["s"] = reading.get("sensitivity", "")
        reading["relation"] = {"ADD": "add", "REM": "remove"}.get(reading.get("adjacency_type", ""), "")
        if reading["relation"] == "" and reading.get("adjacency_type") == "REP" and "sensitivity" in reading:
            reading["sensitivity"] = reading["s"] = f"2*{reading['sensitivity']}"  # replaced: twice as far
    return found + _composed(source, line, printed)


def _composed(source: Source, line: int, printed: str) -> list[Reading]:
    """The exponential mechanism that is composed above, in the same test."""
    start = next(i for i in range(line - 1, 0, -1) if "def test" in source.lines[i])
    events = re.findall(
        r"compose\(dp_event\.ExponentialMechanismDpEvent\(([\d.]+)\)\)", "\n".join(source.lines[start:line])
    )
    whole = any(is_number(part, printed) for part in numbers(source.lines[line - 1]))
    return [{"epsilon": event} for event in events if whole]


def sgd(source: Source, line: int, printed: str) -> list[Reading]:
    """TensorFlow Privacy's tests: n examples, batches, epochs."""
    found = []
    for reading in python_cases(source, line, printed):
        derived = dict(reading)
        if {"n", "batch_size", "epochs"} <= set(reading):
            derived["rate"] = f"{reading['batch_size']}/{reading['n']}"
            derived["steps"] = f"{reading['epochs']}*{reading['n']}/{reading['batch_size']}"
        derived |= {"sigma": reading.get("noise_multiplier", reading.get("expected_noise", ""))}
        derived |= {"delta": reading.get("delta", reading.get("example_delta", ""))}
        found.append(derived | _example(reading))
    return found + _statement(source, line, printed)


def _example(reading: Reading) -> Reading:
    """An example of so many epochs, rounded up: with a rate or without one; microbatches halve the noise multiplier."""
    if "used_microbatching" not in reading:
        return {}
    sigma = f"({reading['noise_multiplier']}/{2 if reading['used_microbatching'] == 'True' else 1})"
    rate = reading["poisson_subsampling_probability"]
    if rate != "None":
        return {"sigma": sigma, "rate": rate, "steps": str(math.ceil(Fraction(reading["num_epochs"]) / Fraction(rate)))}
    rho = f"{math.ceil(Fraction(reading['num_epochs']))}/(2*{sigma}**2)"
    return {"rho": rho, "sigma": f"1/sqrt(2*({rho}))", "sensitivity": "1"}


def _statement(source: Source, line: int, printed: str) -> list[Reading]:
    """The statement around the line, in words: examples, batch, noise multiplier, epochs, delta."""
    text = " ".join(source.lines[max(0, line - 16) : line])
    told = re.findall(
        r"over (\d+) examples with (\d+) examples per iteration, noise multiplier ([\d.]+) for ([\d.]+) epochs"
        r" (with\w*) microbatching.*? at delta = (\S+)",
        text,
    )
    if (
        not told
        or "Poisson" not in source.lines[line - 1]
        or not is_number(numbers(source.lines[line - 1])[-1], printed)
    ):
        return []
    n, batch, sigma, epochs, halved, delta = told[-1]
    steps = math.ceil(Fraction(epochs) * Fraction(n) / Fraction(batch))
    sigma = f"{sigma}/{2 if halved == 'with' else 1}"
    return [{"rate": f"{batch}/{n}", "sigma": sigma, "steps": str(steps), "delta": delta}]


def tutorial(source: Source, line: int, printed: str) -> list[Reading]:
    """The table of the tutorial: noise multiplier, microbatches, epochs; 60000 examples, as its data set has."""
    cells = [cell.strip(" _") for cell in source.lines[line - 1].split("|")]
    if len(cells) < 7:
        return _script(source, line, printed)
    if not is_number(cells[6], printed):
        return []
    whole = f"{cells[5]}*60000//{cells[4]}"
    steps = str(int(cells[5]) * 60000 // int(cells[4]))
    delta = re.findall(r"delta=(\S+?);", source.text)
    return [{"sigma": cells[2], "rate": f"{cells[4]}/60000", "steps": steps, "steps said": whole, "delta": delta[0]}]


def _script(source: Source, line: int, printed: str) -> list[Reading]:
    """The output of the script, or the sentence about it: its defaults are those of the command that is shown."""
    flags = dict(re.findall(r"--(\w+)=(\S+)", next(text for text in source.lines if "--N=" in text)))
    epochs = re.findall(r"after (\d+) epochs", source.lines[line - 2]) or [flags["epochs"]]
    text = source.lines[line - 1].rstrip(".")
    if not any(is_number(part, printed) for part in numbers(text)):
        return []
    steps = int(epochs[0]) * int(flags["N"]) // int(flags["batch_size"])
    found = {"sigma": flags["noise_multiplier"], "delta": flags["delta"], "steps": str(steps)}
    return [found | {"rate": f"{flags['batch_size']}/{flags['N']}"}]


def autodp(source: Source, line: int, printed: str) -> list[Reading]:
    """A dictionary on the line."""
    case = ast.literal_eval(source.lines[line - 1].strip().rstrip(","))
    if not is_number(repr(case["tfp_rdp_value"]), printed):
        return []
    return [{"order": repr(case["order"]), "rate": repr(case["q"]), "sigma": repr(case["sigma"])}]


def handbook(source: Source, line: int, printed: str) -> list[Reading]:
    """A table: epsilon in its head, the prior belief in the first column."""
    head = next(text for text in source.lines if re.match(r"&\s*0\.01\s*&", text))
    epsilons = numbers(head)
    first, *cells = numbers(source.lines[line - 1])
    return [{"e": e, "q": first} for e, cell in zip(epsilons, cells, strict=True) if is_number(cell, printed)]


def go_struct(source: Source, line: int, printed: str) -> list[Reading]:
    """The literal of a struct around the line: by its keys, or by the fields that are declared before it."""
    text = source.lines[line - 1].strip()
    found: Reading = {}
    if text.startswith("{"):
        declared = next(i for i in range(line - 1, 0, -1) if "struct {" in source.lines[i])
        fields = [
            name.strip(" \t,")
            for declaration in source.lines[declared + 1 : line]
            if re.match(r"\s*[\w, ]+\s(?:int64|float64)\s*$", declaration)
            for name in re.sub(r"\s(?:int64|float64)\s*$", "", declaration).split(",")
        ]
        cells = text.partition("}")[0].strip("{").split(",")
        found = dict(zip(fields, (cell.strip() for cell in cells), strict=True))
    else:
        found = _keyed(source, line)
    if not any(is_number(part, printed) for part in [*found.values(), *numbers(text)]):
        return []
    return [_go_names(found)]


def _keyed(source: Source, line: int) -> Reading:
    """The keys of the struct around the line, those of a map inside of it left out; `n` is the key on the line."""
    found: Reading = {}
    entry = re.match(r"\s*(\d+):\s+\S+,", source.lines[line - 1])
    if entry:
        found["n"] = entry[1]
    start = line - 1
    while not re.fullmatch(r"\s*\{", source.lines[start]):
        start -= 1
    for text in source.lines[start + 1 :]:
        if re.fullmatch(r"\s*\},?", text) and not text.startswith("\t\t\t}"):
            break
        pair = re.match(r"\s*([a-zA-Z]\w*):\s+(.+?),\s*(?://.*)?$", text)
        if pair:
            found[pair[1]] = pair[2]
    return found


def _go_names(found: Reading) -> Reading:
    """The names of rows for the fields of Go's tests."""
    names = {"lInfSensitivity": "bound", "l0Sensitivity": "keys", "prob": "p", "lambda": "scale", "k": "threshold"}
    names |= {"minPower": "low", "numPowers": "terms"}
    reading = renamed({name: text for name, text in found.items() if name not in ("desc", "want", "name")}, names)
    if {"bound", "keys"} <= set(reading):
        reading["s"] = reading["sensitivity"] = f"({reading['bound']})*sqrt({reading['keys']})"
    if "thresholdDelta" in reading:
        reading["delta"] = reading["thresholdDelta"]
    if "epsilon" in found and "n" in found:
        keys = found.get("l0Sensitivity", "1")
        reading["epsilon"], reading["delta"] = f"({found['epsilon']})/{keys}", f"({found['delta']})/{keys}"
    return reading


def cc_calls(source: Source, line: int, printed: str) -> list[Reading]:
    """A call of DeltaTest or ThresholdTest on the line, or the setters of the test around it."""
    text = " ".join(source.lines[line - 1 : line + 2])
    call = re.search(r"(Delta|Threshold)Test\((.*?)\),", re.sub(r"log\((3\.0)\)", r"log[\1]", text))
    if call:
        cells = [cell.strip().replace("log[", "log(").replace("]", ")") for cell in call[2].split(",")]
        kind = "threshold" if call[1] == "Delta" else "delta"
        return [{"epsilon": cells[0], kind: cells[1], "keys": cells[2]}] if is_number(cells[3], printed) else []
    start = next(i for i in range(line - 1, 0, -1) if source.lines[i].startswith("TEST"))
    block = "".join(source.lines[start:line])
    setters = (("epsilon", "Epsilon"), ("delta", "Delta"), ("keys", "MaxPartitionsContributed"))
    given = {name: re.findall(rf"Set{setter}\(([^()]*)\)", block)[-1:] for name, setter in setters}
    found = {name: texts[0] for name, texts in given.items() if texts}
    kept = re.search(rf"ProbabilityOfKeep\((\d+)\),\s*{re.escape(printed)}", text)
    return [found | ({"n": kept[1]} if kept else {})] if printed in text else []


def java_quantile(source: Source, line: int, printed: str) -> list[Reading]:
    """The rank beside the literal, and the arguments of the call below it, with the constants of the class."""
    constants = dict(re.findall(r"static final \w+ (\w+) = ([^;{]+);", source.text))
    ranks = numbers(re.findall(r"RANKS = \{(.*?)\}", source.text)[0])
    call = re.search(r"computeQuantile\((.*?)\);", "\n".join(source.lines[line - 1 :]), re.DOTALL)
    assert call is not None
    arguments = [re.sub(r"/\*.*?\*/", "", cell).strip() for cell in call[1].split(",")]
    names = ("rank", "x", "keys", "bound", "epsilon", "delta")
    found = {name: constants.get(cell, cell) for name, cell in zip(names, arguments, strict=True)}
    for _ in range(2):  # a default is another constant
        found = {n: re.sub(r"\b[A-Z]\w+", lambda word: constants.get(word[0], word[0]), t) for n, t in found.items()}
    found["s"] = f"({found['bound']})*sqrt({found['keys']})"
    cells = numbers(source.lines[line - 1])
    return [found | {"p": rank} for rank, cell in zip(ranks, cells, strict=True) if is_number(cell, printed)]


def sniper(source: Source, line: int, printed: str) -> list[Reading]:
    """The mechanism that the line of a log names, with the arguments of its experiment."""
    name = re.findall(r'"ctx": \["(\w+)"\]', source.lines[line - 1])[0]
    if not any(is_number(part, printed) for part in numbers(source.lines[line - 1])):
        return []
    if "statdp" in source.path:
        text = source.other("statdpwrapper/experiments/mechanism_config.py")
        told = re.findall(rf'register\("{name}",.*?\{{(.*?)\}}\)', text, re.DOTALL)[0]
        given = dict(re.findall(r"'(\w+)': ([\d.]+)", told))
        size = re.findall(rf'register\("{name}",.*?\((\d+), \d+\)', text, re.DOTALL)[0]
        given = {"eps": given.pop("epsilon"), "size": size} | given
    else:
        given = _constructed(source, name)
    return [_sniper_names(name, given)]


def _constructed(source: Source, name: str) -> Reading:
    """The defaults of the class, and the arguments and the number of inputs of its experiment."""
    text = source.other("dpsniper/experiments/exp_default.py")
    room = next(room for room in ROOMS if f"class {name}(" in source.other(f"dpsniper/mechanisms/{room}.py"))
    body = source.other(f"dpsniper/mechanisms/{room}.py").partition(f"class {name}(")[2]
    signature = re.findall(r"def __init__\((.*?)\):", body, re.DOTALL)[0]
    given = dict(re.findall(r"(\w+)\s*(?::\s*\w+)?\s*=\s*([\d.]+)", signature))
    given |= dict(re.findall(r"(\w+)=([\d.]+)", re.findall(rf"\b{name}\((.*?)\)", text)[0]))
    before = text.partition(f" {name}(")[0] + text.partition(f"({name}(")[0]
    return given | {"size": re.findall(r"InputDomain\((\d+)", before)[-1]}


def _sniper_names(name: str, given: Reading) -> Reading:
    """The names of rows; how the sparse vector algorithms share epsilon is in the first lines of each."""
    found = renamed(given, {"eps": "e", "N": "c", "n_hashes": "hashes", "n_parallel": "n"})
    found.setdefault("n", given["size"])
    if name.startswith("SparseVector"):
        first = "4" if name.endswith("4") else "2"
        found["e1"], found["e2"] = f"{given['eps']}/{first}", f"{given['eps']} - {given['eps']}/{first}"
    if name == "OneTimeRappor":
        found |= {"p": "0", "q": "1"}
    if name == "TruncatedGeometricMechanism":
        found["k"] = str(math.ceil(math.log(2 / float(given["eps"]))))  # geometric.py, lines 12 and 26
    if name in ("ReportNoisyMax4", "SparseVectorTechnique5"):  # an event that one input never reaches
        near = f"1 - exp(-{given['eps']}/2)"  # one-sided noise below 1, or the noise of the threshold between -1 and 1
        inside = near if name.startswith("Sparse") else f"({near})**{given['size']}"
        found |= {"p": f"{inside}, 1 - ({inside})", "q": "0, 1", "delta": "0"}
    return found


def auditing(source: Source, line: int, printed: str) -> list[Reading]:
    """Two lists side by side: what the multipliers are for, and their squares."""
    epsilons = numbers(source.lines[line - 1].partition("at delta")[0])
    delta = source.lines[line - 1].partition("delta=")[2].strip()
    squares = numbers(source.lines[line])
    return [
        {"rho": f"1/(2*{square})", "sigma": f"sqrt({square})", "sensitivity": "1", "delta": delta}
        for epsilon, square in zip(epsilons, squares, strict=True)
        if is_number(epsilon, printed)
    ]


def gboard(source: Source, line: int, printed: str) -> list[Reading]:
    """The sentence around the line: rho, epsilon and delta."""
    sentence = " ".join(source.lines[line - 3 : line + 2])
    found = re.findall(r"\\rho=([\d.]+)\$\$ zCDP.*?epsilon=([\d.]+),\s*\\delta=10\^\{(-\d+)\}", sentence)
    return [
        {"rho": rho, "sigma": "1", "sensitivity": f"sqrt(2*{rho})", "delta": f"10**({power})"}
        for rho, epsilon, power in found
        if is_number(epsilon, printed)
    ]


def draft(source: Source, line: int, printed: str) -> list[Reading]:
    """A row of a table of the draft: two aggregators add noise, or (OAOC) one; or the clients do."""
    cells = [cell.strip() for cell in source.lines[line - 1].split("|")[1:-1]]
    base = {"epsilon": cells[0], "delta": cells[1]}
    if "EPSILON_0" in cells[3]:
        n, e = re.findall(r"n = (\d+), EPSILON_0 = ([\d.]+)", cells[3])[0]
        return [{"n": n, "e": e}] if is_number(cells[2], printed) else []
    both = [base | {"sensitivity": "sqrt(2)*sqrt(2)"}] if is_number(cells[2], printed) else []
    return both + ([base | {"sensitivity": "sqrt(2)"}] if is_number(cells[3], printed) else [])


def odometer(source: Source, line: int, printed: str) -> list[Reading]:
    """The test around the line: Privacy(epsilon, delta), how often it is spent, the totals; odometer.py's slack."""
    start = next(i for i in range(line - 1, 0, -1) if "def test" in source.lines[i])
    block = "\n".join(source.lines[start : line + 2])
    epsilon, delta = re.findall(r"Privacy\(epsilon=([\d.]+), delta ?= ?(.+?)\)\n", block)[0]
    count = re.findall(r"range\((\d+)\)", block)[0]
    share = re.findall(r"tol\s*=\s*(.+)", source.other("sql/snsql/sql/odometer.py"))
    slack = next((f"({delta})/2" for text in share if "/ 2" in text or "/2" in text or "0.5" in text), f"({delta})/2")
    theirs = numbers("\n".join(source.lines[line - 2 : line + 1]))
    found = {"e": epsilon, "epsilon": epsilon, "k": count, "count": count, "delta": delta, "slack": slack}
    totals = dict(re.findall(r"isclose\((eps|delt), ([\d.]+)\)", block))
    found |= {"total_epsilon": totals["eps"], "total_delta": totals["delt"]}
    proved = found | {"total_delta": f"1 - (1 - {slack})*(1 - {delta})**{count}"}  # as OdometerHeterogeneous has it
    return [found, proved] if any(is_number(n, printed) for n in theirs) else []


def opendp_threshold(source: Source, line: int, printed: str) -> list[Reading]:
    """The bound in the call of the map, and the threshold and the scale of the mechanism above it."""
    text, before = "\n".join(source.lines[line - 3 : line]), "\n".join(source.lines[max(0, line - 42) : line])
    called = re.findall(r"map\(&?\(?\(?\d+, ([-\d.]+), [-\d.]+\)", source.lines[line - 1])
    called = called or re.findall(r"sensitivity = \d+, ([\d.]+), [\d.]+", text) or ["1"]
    keyed = re.findall(r"scale=([\d.]+),[\s.]+threshold=(-?[\d.]+)", before)  # dots: the prompt of a continued line
    placed = re.findall(r"\n\s+([\d.]+)f64,\s+([\d.]+)(?:f64)?,\s+None", before)
    found = (keyed or placed)[-1:]
    if not found or not any(is_number(part, printed) for part in numbers(source.lines[line - 1])):
        return []
    return [{"bound": called[-1].rstrip("."), "scale": found[0][0], "threshold": found[0][1].lstrip("-")}]


def tumult_converter(source: Source, line: int, printed: str) -> list[Reading]:
    """A pair (rho, (epsilon, delta)), or the first number of a tuple for e."""
    text = source.lines[line - 1].strip()
    pair = re.match(r'\("?([\d.]+)"?, \("?([\d.]+)"?, sp\.exp\((-\d+)\)\)\)', text)
    if pair:
        return [{"rho": pair[1], "delta": f"exp({pair[3]})"}] if is_number(pair[2], printed) else []
    cells = numbers(text.replace('"', ""))
    return [{"e": cells[0]}] if is_number(cells[1], printed) else []


def tumult_quantile(source: Source, line: int, printed: str) -> list[Reading]:
    """A tuple: scale, probability, quantile."""
    cells = numbers(source.lines[line - 1])
    return [{"b": cells[0], "p": cells[1]}] if is_number(cells[2], printed) else []


def tumult_polylogarithmic(source: Source, line: int, printed: str) -> list[Reading]:
    """A pair: probability, place; the arguments of the call below it."""
    cells = numbers(source.lines[line - 1])
    given = dict(re.findall(r"(d|a|sigma)=Arb\.from_int\((\d+)\)", "\n".join(source.lines[line : line + 20])))
    return [given | {"y": cells[1].lstrip("-")}] if is_number(cells[0], printed) else []


def opacus_example(source: Source, line: int, printed: str) -> list[Reading]:
    """The command below a heading, or above an epoch's line: batches of MNIST's 60000, epochs, sigma; the delta."""
    said = source.lines[line - 1]
    if not any(is_number(part, printed) for part in numbers(said.replace("(", " ").replace(",", " "))):
        return []
    commands = [i for i, text in enumerate(source.lines) if "-b=240" in text and "--sigma" in text]
    above = max((i for i in commands if i < line), default=-1)
    below = min(i for i in [*commands, len(source.lines)] if i >= line - 1 or i == len(source.lines))
    command = source.lines[below if said.startswith("**") else above]
    flags = dict(re.findall(r"--?(\w+)[= ]([\d.]+)", command))
    epochs = (re.findall(r"Epoch: (\d+)", said) or [flags["n"]])[0]
    sigma = flags["sigma"] if flags["sigma"][0] != "." else f"0{flags['sigma']}"
    delta = f"1e{power[0]}" if (power := re.findall(r"10<sup>(-\d+)</sup>", said)) else "1e-05"
    return [{"sigma": sigma, "rate": f"{flags['b']}/60000", "steps": f"{epochs}*60000/{flags['b']}", "delta": delta}]


def opacus_script(source: Source, line: int, printed: str) -> list[Reading]:
    """The command of the docstring above the line."""
    text = " ".join(source.lines[line - 16 : line])
    flags = dict(re.findall(r"--([\w-]+)[= ]([\d.e-]+)", text))
    steps = re.findall(r"iterated over (\d+) steps", text)[0]
    found = {"sigma": flags["noise-multiplier"], "rate": flags["sample-rate"], "delta": flags["delta"], "steps": steps}
    return [found] if is_number(numbers(source.lines[line - 1])[-1], printed) else []


def opacus_distributed(source: Source, line: int, printed: str) -> list[Reading]:
    """An epoch's line of the notebook: batches of MNIST's 60000, the noise multiplier and the delta of its cells."""
    epoch, epsilon = re.findall(r"Epoch: (\d+) .*= ([\d.]+)\)", source.lines[line - 1])[0]
    batch = re.findall(r"BATCH_SIZE = (\d+)", source.text)[0]
    sigma = re.findall(r"noise_multiplier=([\d.]+)", source.text)[0]
    delta = re.findall(r"get_epsilon\(delta=([\d.e-]+)\)", source.text)[0]
    steps = f"({epoch} + 1)*60000/{batch}"
    found = {"sigma": sigma, "rate": f"{batch}/60000", "delta": delta, "steps": steps}
    return [found] if is_number(epsilon, printed) else []


def classification(source: Source, line: int, printed: str) -> list[Reading]:
    """The cells of the notebook, of MNIST's 60000 examples."""
    told = dict(re.findall(r'"(epochs|batch_size|noise_multiplier) = ([\d.]+)', source.text))
    delta = re.findall(r"delta=([\d.e-]+)\)", source.text)[0]
    steps = f"{told['epochs']}*60000/{told['batch_size']}"
    found = {"sigma": told["noise_multiplier"], "rate": f"{told['batch_size']}/60000", "steps": steps, "delta": delta}
    return [found] if is_number(re.findall(r"value of ([\d.]+)\.", source.lines[line - 1])[0], printed) else []


def total_amount_of_noise(source: Source, line: int, printed: str) -> list[Reading]:
    """The command below the line; the examples of the data set that its program names, and the program's delta."""
    epsilons = re.findall(r"epsilon=(\d+)", source.lines[line - 1])
    if not epsilons or epsilons[0] != printed:
        return []
    command = next(text for text in source.lines[line:] if text.startswith("python"))
    flags = dict(re.findall(r"--(\w+) ([\d.]+)", command))
    program = command.split()[1]
    delta = re.findall(r'"--delta",type=float,default=([\d.e-]+)', source.other(program))[0]
    size = {"cifar10.py": "50000", "imagenet.py": "1281167"}[program]
    return [
        {
            "sigma": flags["ref_noise"],
            "rate": f"{flags['batch_size']}/{size}",
            "steps": flags["ref_nb_steps"],
            "delta": delta,
        }
    ]


READERS: dict[str, Callable[[Source, int, str], list[Reading]]] = {
    "assets/diffpriv/dp-tablerisk.tex": handbook,
    "test/unit_test_dp_sgd_poisson_sampling_add_remove.py": autodp,
    "pld/privacy_loss_mechanism_test.py": accounting,
    "rdp/rdp_privacy_accountant_test.py": accounting,
    "go/noise/gaussian_noise_test.go": go_struct,
    "go/noise/laplace_noise_test.go": go_struct,
    "go/dpagg/select_partition_test.go": go_struct,
    "cc/algorithms/partition-selection_test.cc": cc_calls,
    "LaplaceNoiseQuantileTest.java": java_quantile,
    "GaussianNoiseQuantileTest.java": java_quantile,
    "_data.log": sniper,
    "run_synthetic.py": auditing,
    "mf_dpftrl_matrices/README.md": gboard,
    "draft-wang-ppm-differential-privacy.md": draft,
    "test_odometer.py": odometer,
    "thresholded-noise-mechanisms.rst": opendp_threshold,
    "laplace/test.rs": opendp_threshold,
    "gaussian/test.rs": opendp_threshold,
    "python/test/test_meas.py": opendp_threshold,
    "compute_dp_sgd_privacy_test.py": sgd,
    "compute_noise_from_budget_test.py": sgd,
    "tutorials/README.md": tutorial,
    "examples/mnist_README.md": opacus_example,
    "scripts/compute_dp_sgd_privacy.py": opacus_script,
    "ddp_tutorial.ipynb": opacus_distributed,
    "classification_privacy.ipynb": classification,
    "README.md": total_amount_of_noise,
    "test_converters.py": tumult_converter,
    "test_noise_mechanisms.py": tumult_quantile,
    "test_prdp.py": tumult_polylogarithmic,
    "analytics/differential_privacy_test.py": python_cases,
}
