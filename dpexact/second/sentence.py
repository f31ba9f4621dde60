"""The claim of a checked certificate in one sentence. A number too long to be written is described as such."""

from fractions import Fraction
from typing import Any

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


def sentence(statement: dict[str, Any]) -> str:
    """Write the claim, with the kind in front."""
    kind, generators = statement["kind"], statement["generators"]
    if kind in OTHERS:
        value = number(statement["value"], generators) if "value" in statement else ""
        said = OTHERS[kind].format(value=value)
    elif kind in ("composition", "composition-refuted"):
        said = _composition(statement)
    else:
        said = _mechanism(statement)
    meanings = "" if "lower" in generators else _meanings(said, generators)
    return f"{kind}: {said}{meanings}"


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
    shown = "; ".join(runs[:12]) + (f"; and {len(runs) - 12} more" if len(runs) > 12 else "")
    bound = "P(S) <= E Q(S) + delta and Q(S) <= E P(S) + delta for every event S of all runs together"
    if statement["kind"] != "composition":
        bound = "P(S) > E Q(S) + delta or Q(S) > E P(S) + delta for some event S of all runs together"
    where = f"E = {number(statement['exp_epsilon'], generators)}, delta = {number(statement['delta'], generators)}"
    adaptive = "; each run may depend on all answers before, if it is dominated by its law whatever they were"
    more = adaptive if statement["kind"] == "composition" else ""
    return f"{bound}, where {where}; the runs: {shown or 'none'}{more}"


def _parameters(law: dict[str, Any], generators: dict[str, Any]) -> str:
    found = []
    for key, value in law.items():
        if key in ("first", "second"):
            found.append(f"{'p' if key == 'first' else 'q'} of {len(value)} outcomes")
        elif key in ("sensitivities", "weights"):
            found.append(f"{key}=({', '.join(number(part, generators) for part in value[:12])})")
        elif key not in ("law", "count"):
            found.append(f"{key}={number(value, generators)}")
    return ", ".join(found)


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


def _meanings(said: str, generators: dict[str, Any]) -> str:
    """Say which numbers the letters are that occur."""
    words = set("".join(c if c.isalnum() or c == "_" else " " for c in said).split())
    roots = generators.get("roots") or [(generators.get("base", ["1", "1"]), generators.get("degree", 1))]
    values = [f"exp({number(generators['exponent'], generators)})"]
    values += [f"({number(base, generators)})^(1/{degree})" for base, degree in roots]
    known = [f"{x} = {value}" for x, value in zip(_letters(generators), values, strict=True) if x in words]
    return f"; {', '.join(known)}" if known else ""
