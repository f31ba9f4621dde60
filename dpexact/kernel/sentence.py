"""Write the claim of a checked certificate: one canonical sentence for each kind, in ASCII, that says no more.

Where a decimal stands for a longer number, the sentence is true with the decimal in its place: E and delta are rounded
up in a bound that holds, down in one that is refuted, and elsewhere the number is said to lie between two decimals.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from dpexact.kernel.numeral import constant, exactly, fraction, meanings, names, numeral

Content = Mapping[str, Any]

LABEL = 60  # characters of a label
LISTED = 12  # labels of an event or of a remark
LISTS = {"first": "P", "second": "Q", "sensitivities": "sensitivities", "weights": "weights"}  # parameters of laws
SIDES = {"private": "up", "private-for-all": "up", "composition": "up"} | dict.fromkeys(
    ("not-private", "composition-refuted"), "down"
)  # else both
BOUND = "P_i(S) <= E P_j(S) + delta"
ORDERS = {
    "dominance": "at least another in dominance order: for every k, the probability of the first k outputs of the "
    "rainbow is at least as large",
    "lexicographic": "at least another in lexicographic order: the probabilities of the first k outputs of the rainbow "
    "are the same for every k, or larger at the first k at which they differ",
}
MAXIMAL = {
    "maximally-sufficient": "every mechanism Q with finitely many outputs and the same bound that gives this one, P, "
    "if its outputs go through a random map, is itself P followed by a random map",
    "not-maximally-sufficient": "some mechanism Q with finitely many outputs and the same bound gives this one, P, if "
    "its outputs go through a random map, but is not itself P followed by any random map",
}


def sentence(statement: Content, evidence: Content | None = None) -> str:
    """Write the claim of a checked certificate, and with the evidence also which pair and event show it.

    The first line is the claim, further ones start with two spaces. A label is JSON in ASCII, so it can neither begin
    nor end a line, and 1 and "1" differ.

    Raises:
        ValueError: a denominator is not positive, so the statement has not been checked.

    """
    about = next((key for key in ("variables", "source", "laws") if key in statement), "pairs")
    claim, remarked = {
        "variables": (_program, _remarks_on_program),
        "source": (_order, _remarks_on_order),
        "laws": (_composition, _remarks_on_composition),
        "pairs": (_mechanism, _remarks),
    }[about]
    lines = [*claim(statement)]
    if evidence is not None and "pair" in evidence:
        lines.append(_witness(statement, evidence))
    if evidence is not None and statement["kind"] == "not-maximally-sufficient":
        lines.append(_part(statement, evidence))
    remarks = remarked(statement)
    return "\n  ".join([f"{statement['kind']}: {lines[0]}", *lines[1:], *(f"remark: {text}" for text in remarks)])


def _mechanism(statement: Content) -> Iterator[str]:
    """Yield the claim about a mechanism or a graph, its size, and the meaning of its letters and words."""
    generators, side = statement["generators"], SIDES.get(statement["kind"], "both")
    numbers = [numeral("E", statement["exp_epsilon"], generators, side)] if not _infinite(statement) else []
    where = " and ".join([*numbers, numeral("delta", statement["delta"], generators, side)])
    yield f"{_greatest(statement) if 'answer' in statement else _private(statement)}, where {where}"
    size = f"{_count(statement['inputs'], 'input')}, {_count(statement['outputs'], 'output')}"
    yield f"{size}; E is e^epsilon, an event S is a set of outputs"
    yield from _meanings(where, generators)
    if "order" in statement:
        yield ORDERS[statement["order"]]


def _private(statement: Content) -> str:
    """Write the claim about a mechanism."""
    bound, finite = BOUND, not _infinite(statement)
    if not finite:
        bound = "P_j(S) = 0 implies P_i(S) <= delta"
    every = f"{bound} for {_pairs(statement)} and every event S"
    if statement["kind"] == "not-private":
        broken = "P_i(S) > E P_j(S) + delta" if finite else "P_j(S) = 0 and P_i(S) > delta"
        return f"{broken} for some event S and {_pairs(statement, 'one')}"
    if statement["kind"] in MAXIMAL:
        return f"{every}, and {MAXIMAL[statement['kind']]}"
    if statement["kind"] == "private-for-all":
        return f"for {_interval(statement['generators'])}, {every}"
    return f"delta is the least number with: {every}" if statement["kind"] == "tight-delta" else every


def _order(statement: Content) -> Iterator[str]:
    """Yield the claim about a mechanism and its source, and their sizes."""
    yield {
        "post-processing": "the mechanism P is its source Q, followed by a random map of the outputs of Q",
        "not-post-processing": "the mechanism P is not its source Q, followed by any random map of the outputs of Q",
    }[statement["kind"]]
    sizes = [_count(labels, "output") for labels in (statement["outputs"], statement["source"]["outputs"])]
    yield f"{_count(statement['inputs'], 'input')}, {sizes[0]} of P, {sizes[1]} of Q"


def _composition(statement: Content) -> Iterator[str]:
    """Yield the claim about a composition, its laws, and the meaning of its letters."""
    generators, laws, side = statement["generators"], statement["laws"], SIDES[statement["kind"]]
    where = " and ".join(
        numeral(name, statement[key], generators, side) for name, key in (("E", "exp_epsilon"), ("delta", "delta"))
    )
    kept = "P(S) <= E Q(S) + delta and Q(S) <= E P(S) + delta for every event S"
    broken = "P(S) > E Q(S) + delta or Q(S) > E P(S) + delta for some event S"
    claim = kept if statement["kind"] == "composition" else broken
    yield f"{claim}, with P and Q the two laws of all runs together, where {where}"
    yield from (_law(law, generators) for law in laws[:LISTED])
    if len(laws) > LISTED:
        yield f"and {len(laws) - LISTED} more laws"
    if any("rate" in law for law in laws):
        yield "with the probability of the rate one run of P is noise around the sensitivity, else around 0, as Q is"
    if statement["kind"] == "composition" and laws:
        yield "a run may depend on the answers of all runs before, if its law here dominates it whatever came before"
    yield from _meanings(where, generators)


def _law(law: Content, generators: Content) -> str:
    """Say how often which law runs."""
    count = str(int(law["count"], 16)) if len(law["count"]) <= LABEL else "many"
    parameters = []
    for key in sorted(law.keys() - {"law", "count"}):
        if key in LISTS:
            listed = [fraction(value, generators) for value in law[key][:LISTED]]
            more = [f"and {len(law[key]) - LISTED} more"] if len(law[key]) > LISTED else []
            parameters.append(f"{LISTS[key]} = ({', '.join(listed + more)})")
        else:
            parameters.append(f"{key} = {fraction(law[key], generators)}")
    return f"{count} run{'' if count == '1' else 's'} of {law['law']}: {', '.join(parameters)}"


def _remarks_on_composition(statement: Content) -> Iterator[str]:
    """Yield reasons why a statement about a composition says little."""
    if exactly(statement["exp_epsilon"], statement["generators"]) == "1":
        yield "E = 1, that is, epsilon = 0"
    if exactly(statement["delta"], statement["generators"]) == "1":
        yield "delta = 1: the bound holds for all laws"
    if not statement["laws"]:
        yield "there is no run"
    elif any(law.get(key, ["1"])[0] == "0" for law in statement["laws"] for key in ("rate", "sensitivity")):
        yield "in some of the runs P and Q are the same law, since the rate or the sensitivity is 0"


def _greatest(statement: Content) -> str:
    """Write the claim about the mechanisms on a graph."""
    fixed = _count(statement["fixed"]["inputs"], "fixed row")
    those = f"with the {fixed} and {BOUND} for {_pairs(statement)} and every event S"
    return {
        "greatest": f"of all mechanisms {those}, the one of the certificate is at every input at least every other",
        "none": f"there are mechanisms {those}, but none of them is at every input at least every other",
        "infeasible": f"there is no mechanism {those}",
    }[statement["answer"]]


def _interval(generators: Content) -> str:
    """Say which t are meant."""
    lower, upper = (generators[end] and fraction(generators[end], {}) for end in ("lower", "upper"))
    if upper is None:
        return f"every real t >= {lower}"
    return f"t = {lower}" if generators["lower"] == generators["upper"] else f"every real t from {lower} to {upper}"


def _program(statement: Content) -> Iterator[str]:
    """Yield the claim about a linear program, its size, and the meaning of its letters."""
    value = numeral("the value", statement["value"], statement["generators"], "both") if "value" in statement else ""
    yield {
        "linear-program-optimum": f"among all x that meet the rows the objective has a least value, where {value}",
        "linear-program-infeasible": "no x meets the rows",
        "linear-program-unbounded": "some x meet the rows, and the objective has no lower bound among them",
    }[statement["kind"]]
    size = f"{_count(statement['rows'], 'row')}, {_count(statement['variables'], 'variable')}"
    yield f"{size}, {len(statement['variables']) - len(statement['free'])} of them with x >= 0"
    yield from _meanings(value, statement["generators"])


def _meanings(text: str, generators: Content) -> Iterator[str]:
    """Yield the meaning of t and the u in the text."""
    used = set(re.findall(r"\b(?:t|u(?:_\d+)?)\b", text))
    yield from (meaning for name, meaning in zip(names(generators), meanings(generators), strict=False) if name in used)


def _witness(statement: Content, evidence: Content) -> str:
    """Name the pair and the event of the evidence."""
    i, j = (_label(statement["inputs"], k) for k in evidence["pair"])
    event = _listed(statement["outputs"], evidence["event"])
    verb = "shown" if statement["kind"] == "not-private" else "attained"
    return f"{verb} by the pair i = {i}, j = {j} and the event S = {{{event}}}"


def _part(statement: Content, evidence: Content) -> str:
    """Name the output and the inputs of the evidence."""
    output, part = _label(statement["outputs"], evidence["output"]), sorted(set(evidence["inputs"]))
    exhausted = "" if statement["delta"][0] == "0" else " whose greatest P_i(S) - E P_j(S) is delta"
    out = f"no pair with P_i = E P_j{exhausted} leads out of {{{_listed(statement['inputs'], part)}}}"
    return f"shown by the output {output}: {out}"


def _remarks_on_order(statement: Content) -> Iterator[str]:
    """Yield reasons why a statement about a mechanism and its source say little."""
    if len(statement["inputs"]) == 1:
        yield "there is one input only, so every mechanism is every other one, followed by a random map"
    elif len(statement["outputs"]) == 1:
        yield "P has one output only, so it is every mechanism, followed by a random map"
    if (
        statement["outputs"] == statement["source"]["outputs"]
        and statement["weights"] == statement["source"]["weights"]
    ):
        yield "P is Q"


def _remarks(statement: Content) -> Iterator[str]:
    """Yield reasons why a statement about mechanisms says little."""
    kind, generators = statement["kind"], statement["generators"]
    one = {
        key: exactly(statement[key], generators) == "1"
        for key in ("exp_epsilon", "delta")
        if not _infinite(statement, key)
    }
    if "lower" in generators:
        yield from _remarks_on_interval(statement)
    if _infinite(statement):
        yield "E is infinite: nothing is said of an event S with P_j(S) > 0"
    elif one["exp_epsilon"]:
        yield "E = 1, that is, epsilon = 0"
    if one["delta"] and kind != "tight-delta":
        yield "delta = 1: the bound holds for every mechanism"
    if len(statement["outputs"]) == 1:
        yield "there is one output only, so all mechanisms on these inputs are the same"
    if "fixed" in statement and len(statement["fixed"]["inputs"]) in (0, len(statement["inputs"])):
        yield f"{'every' if statement['fixed']['inputs'] else 'no'} input is fixed"
    if kind != "not-private":
        yield from _remarks_on_pairs(statement)


def _remarks_on_pairs(statement: Content) -> Iterator[str]:
    """Yield which pairs are missing, one-sided, or of an input with itself."""
    inputs = statement["inputs"]
    pairs = {(i, j) for i, j in statement["pairs"] if i != j}
    same = len(statement["pairs"]) - len(pairs)
    if not statement["pairs"]:
        yield "no pair is listed: the bound holds for every mechanism"
    if same:
        yield f"{same} of the listed pairs are of an input with itself: the bound holds there for every mechanism"
    paired = {k for pair in pairs for k in pair}
    alone = [k for k in range(len(inputs)) if k not in paired]
    if statement["pairs"] and alone:
        yield f"{len(alone)} of the inputs are in no pair with another one: {_listed(inputs, alone)}"
    single = sorted((i, j) for i, j in pairs if (j, i) not in pairs)
    if single:
        i, j = (_label(inputs, k) for k in single[0])
        yield f"{len(single)} of the listed pairs are not listed the other way round, such as i = {i}, j = {j}"


def _remarks_on_interval(statement: Content) -> Iterator[str]:
    """Yield the numbers that depend on t, other than expected."""
    generators = statement["generators"]
    if generators["lower"] == generators["upper"]:
        yield "t is one number only"
    if constant(statement["exp_epsilon"]):
        yield "E does not depend on t"
    if not constant(statement["delta"]):
        yield "delta depends on t"


def _remarks_on_program(statement: Content) -> Iterator[str]:
    """Yield reasons why a statement about a linear program says little."""
    if not statement["rows"]:
        yield "there is no row"
    if all(entry == "0" for _, entry in statement["objective"]["coefficients"]):
        yield "the objective is 0"


def _infinite(statement: Content, key: str = "exp_epsilon") -> bool:
    return bool(statement[key] == "infinity")


def _pairs(statement: Content, quantity: str = "every one") -> str:
    """Say which pairs are meant."""
    count = len(statement["pairs"])
    if count == 0:
        return "every listed ordered pair (i, j) of inputs, of which there is none,"
    return (
        f"{quantity} of the {count} listed ordered pairs (i, j) of inputs"
        if count > 1
        else "the one listed ordered pair (i, j) of inputs"
    )


def _count(items: list[Any], noun: str) -> str:
    return f"{len(items)} {noun}{'' if len(items) == 1 else 's'}"


def _listed(labels: list[Any], places: list[int]) -> str:
    more = [f"and {len(places) - LISTED} more"] if len(places) > LISTED else []
    return ", ".join([*(_label(labels, k) for k in places[:LISTED]), *more])


def _label(labels: list[Any], place: int) -> str:
    """Write a label as JSON in ASCII. A long one is cut, and its place given."""
    text = json.dumps(labels[place])
    return text if len(text) <= LABEL else f"{text[:LABEL]}... (number {place}, counted from 0)"
