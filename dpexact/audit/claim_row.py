"""One row of claims: a Claim read from its cells, each of which is checked, and written again as people write it."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields
from difflib import SequenceMatcher
from typing import cast

from dpexact.audit.claims_in_text import written_claim
from dpexact.audit.judgement import parse_tolerance
from dpexact.audit.paper import Quantities
from dpexact.audit.printed import MEANINGS, SAFE_SIDES, VERDICTS, Claim, parse_printed
from dpexact.audit.quantity import Quantity, misnamed
from dpexact.certificates.cell_table import CellTable, toml_text
from dpexact.certificates.source import MAX_SHOWN, described
from dpexact.errors import DPExactError
from dpexact.numbers.typography import did_you_mean, excerpt
from dpexact.report.row import Glossary

LEAST = 0.4  # of the letters, for a quantity to be listed
SPELLINGS = Glossary.of_room("dpexact.audit").said["spellings"]
MEANT = {word: meaning for meaning, words in SPELLINGS.items() for word in words.split(", ")}
COLUMNS = tuple(field.name for field in fields(Claim))
OPTIONAL = ("expected", "expected_by", "safe", "note", "tolerance", "reading", "reason", "establishes")
PAIRS = ("parameters", "establishes")  # the columns whose cells hold several texts with their names
REQUIRED = tuple(column for column in COLUMNS if column not in OPTIONAL)
MOST_NEAR = 8  # names in a message
NO_LAST_DIGIT = ("exact", "at-most", "at-least")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def near_quantities(name: str, known: Iterable[str]) -> list[str]:
    """Return the names that share words with this one or are spelt alike, the nearest first."""
    wanted = _words(name[:MAX_SHOWN])

    def rank(other: str) -> tuple[float, float]:
        words = _words(other)
        return len(wanted & words) / len(wanted | words or {""}), SequenceMatcher(None, name[:MAX_SHOWN], other).ratio()

    ranked = sorted(((rank(other), other) for other in known), key=lambda pair: (-pair[0][0], -pair[0][1], pair[1]))
    return [other for (shared, alike), other in ranked if shared or alike >= LEAST]


def _words(name: str) -> frozenset[str]:
    return frozenset(word for word in re.split(r"[^a-z0-9]+", name.lower()) if word)


def _pairs_of_text(row: CellTable, column: str, cell: str, sign: str) -> dict[str, object]:
    """Return the pairs of a cell such as "name = text; name = text"."""
    pairs: dict[str, object] = {}
    for part in filter(str.strip, cell.split(";")):
        name, equals, text = (piece.strip() for piece in part.partition(sign))
        if not name or not equals or name in pairs:
            raise row.fault(column, *_wrong_pair(part.strip(), sign, pairs))
        if len(pieces := _run_together(text, sign)) > 1:
            remedy = f"write {name} {sign} {excerpt('; '.join(pieces))}"
            came = f"{excerpt(part.strip())!r} without one"
            raise row.fault(column, "a ; between two pairs", came, remedy)
        pairs[name] = text
    return pairs


def _wrong_pair(part: str, sign: str, before: Collection[str]) -> tuple[str, str, str]:
    """Return the expectation of a pair, the text that came, and the remedy."""
    name, equals, _ = (piece.strip() for piece in part.partition(sign))
    other, number, rest = (piece.strip() for piece in part.partition({"=": ":", ":": "="}[sign]))
    joint = f" {sign} " if sign == "=" else f"{sign} "
    expected, came = f"name{joint}text", repr(excerpt(part))
    if name in before:
        return "each name once", f"{excerpt(name)!r} again", "remove one of the two"
    if equals:
        return expected, came, f"write a name before the {sign}"
    if number and other and rest:
        return expected, came, f"write {excerpt(f'{other}{joint}{rest}')}, with the sign {sign}"
    return expected, came, f"write the name and {sign} before the value"


def _run_together(text: str, sign: str) -> list[str]:
    """Return the parts of a text that are separated by commas, parameters also by blanks, a pair behind each."""
    pieces, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        behind, parts = text[place + 1 :][:MAX_SHOWN], letter == "," or (letter.isspace() and sign == "=")
        if parts and depth <= 0 and re.match(rf"\s*[^\W\d][\w-]*\s*{sign}", behind):
            pieces.append(text[start:place].strip().rstrip(","))
            start = place + 1
    return [piece for piece in [*pieces, text[start:].strip()] if piece]


def claim_of_cells(row: CellTable, quantities: Quantities) -> Claim:
    """Return the claim of a row. Raises DocumentError."""
    row.require(REQUIRED, OPTIONAL)
    named = [column for column in COLUMNS if column in row.cells and column not in (*PAIRS, "reading")]
    cells = {column: row.text(column, blank=column in OPTIONAL) for column in named}
    texts = {column: text for column, text in cells.items() if text}  # an empty cell of an optional column says nothing
    if texts["meaning"] not in MEANINGS:
        came, expected = texts["meaning"], f"one of {', '.join(MEANINGS)}"
        spelt = " ".join(re.split(r"[\s_-]+", came[:MAX_SHOWN].lower().strip(" .")))
        near = MEANT.get(spelt) or MEANT.get(came)
        question = f"; did you mean {near!r}?" if near else did_you_mean(spelt.replace(" ", "-"), MEANINGS)
        raise row.fault("meaning", expected, repr(excerpt(came)), f"correct it{question}")
    quantity = _quantity(row, texts["quantity"], quantities)
    if "expected" in texts:
        row.word("expected", VERDICTS)
        route = texts.get("expected_by", "")
        if re.match(r"\W*(dpexact\b|\Z)", route, re.IGNORECASE):
            came, remedy = repr(excerpt(route)) if route else "none", "say what that route is, or leave out expected"
            expected = "the second route that the recorded verdict comes from, which is not dpexact"
            raise row.fault("expected_by", expected, came, remedy)
    _check_printed(row, texts["printed"], texts["meaning"])
    if "safe" in texts:
        known, safe = quantity.privacy_direction, row.word("safe", SAFE_SIDES)
        if known not in ("neither", f"{safe}-is-safe"):
            expected = f"the side that {quantity.name} states, {known}"
            raise row.fault("safe", expected, repr(safe), "leave the cell empty, or correct it")
    try:
        parse_tolerance(texts.get("tolerance", ""))
    except DPExactError as error:
        raise row.fault("tolerance", error.expected, error.came, error.remedy) from None
    parameters, establishes = _parameters(row, quantity), _establishes(row)
    return Claim(parameters=parameters, reading=_reading(row), establishes=establishes, **texts)  # type: ignore[arg-type]


def _reading(row: CellTable) -> bool:
    """Return whether the row is about another reading, true or false, in TOML with or without quotes."""
    cell = row.cells.get("reading", False)
    known = {"true": True, "false": False, "": False}
    value = known.get(cell.strip()) if isinstance(cell, str) else cell
    if not isinstance(value, bool):
        raise row.fault("reading", "true or false", described(cell), "write one of the two, or leave it out")
    return value


def _establishes(row: CellTable) -> Mapping[str, str]:
    """Return the claims of a ledger that the row is evidence for, with their verdicts."""
    cell = row.cells.get("establishes", "")
    value = _pairs_of_text(row, "establishes", cell, ":") if isinstance(cell, str) else cell
    if not isinstance(value, Mapping):
        expected, remedy = "claims and verdicts", 'write "claim-id: verdict; claim-id: verdict", or a table'
        raise row.fault("establishes", expected, described(value), remedy)
    for name, text in value.items():
        if not isinstance(text, str) or not text.strip() or not name.strip():
            remedy = "write the verdict of the claim in quotes"
            raise row.fault(f"establishes.{name}", "a verdict", described(text), remedy)
    return cast("Mapping[str, str]", dict(value))


def _quantity(row: CellTable, name: str, quantities: Quantities) -> Quantity:
    """Return the quantity of a name. The message for an unknown one shows the nearest names only."""
    if name in quantities:
        return quantities[name]
    near = near_quantities(name, quantities)[:MOST_NEAR]
    like, came = "one like" if near else "a registered name, such as", repr(excerpt(name))
    expected = f"{like} {', '.join(near or [*quantities][:MOST_NEAR])}"
    question = did_you_mean(name, quantities).removeprefix("; ")
    question += " " if question else ""
    remedy = "correct it; docs/claim-table.md has the names, and --quantities FILE.py adds your own"
    raise row.fault("quantity", expected, came, f"{question}{remedy}")


def _check_printed(row: CellTable, printed: str, meaning: str) -> None:
    try:
        number = parse_printed(printed)
    except DPExactError as error:
        expected, came = error.expected or "a printed number", repr(excerpt(printed))
        raise row.fault("printed", expected, came, error.remedy or "correct it") from None
    if number.unit is None and meaning not in NO_LAST_DIGIT:
        came = f"the fraction {printed!r}"
        remedy = f"{meaning} speaks of the last digit; use {', '.join(NO_LAST_DIGIT)}"
        raise row.fault("printed", "a decimal", came, remedy)


def _wanted(quantity: Quantity) -> str:
    """Return the parameters of a quantity in words, the optional ones in brackets."""
    names = ", ".join((*quantity.parameters, *(f"[{name}]" for name in quantity.optional)))
    further = ", and the names in the expression" if quantity.any_names else ""
    return f"exactly the parameters {names} of {quantity.name}{further}"


def _parameters(row: CellTable, quantity: Quantity) -> Mapping[str, str]:
    cell = row.cells["parameters"]
    value = _pairs_of_text(row, "parameters", cell, "=") if isinstance(cell, str) else cell
    if not isinstance(value, Mapping):
        raise row.fault("parameters", _wanted(quantity), described(value), "write name = text for each")
    missing, unknown, question = misnamed(quantity, list(map(str, value)))
    if missing or unknown:
        came = f"the names {excerpt(', '.join(map(str, value)))}"
        remedy = f"write name = text for each{question}"
        raise row.fault(".".join(("parameters", *unknown[:1])), _wanted(quantity), came, remedy)
    for name, text in value.items():
        if not isinstance(text, str) or not text.strip():
            remedy = "write its value" if isinstance(text, str) else "put the value in quotes"
            raise row.fault(f"parameters.{name}", "text", described(text), remedy)
    return cast("Mapping[str, str]", dict(value))


def toml_row(claim: Claim) -> str:
    """Return the required columns of a claim as an entry of a claim table in TOML."""
    pairs = (
        f"{name if _BARE_KEY.fullmatch(name) else toml_text(name)} = {toml_text(text)}"
        for name, text in claim.parameters.items()
    )
    cells = {name: getattr(claim, name) for name in ("id", "source", "quantity", "printed", "meaning")}
    lines = [f"{name} = {toml_text(text)}" for name, text in cells.items()]
    lines.insert(3, f"parameters = {{ {', '.join(pairs)} }}" if claim.parameters else "parameters = {}")
    return "\n".join(["[[claim]]", *lines])


def comment_text(claim: Claim) -> str | None:
    """Return a claim as Markdown, the number and the comment behind it, or None for a text that no quotes can hold."""
    written = written_claim(claim.printed, claim.meaning, claim.quantity, claim.parameters)
    return None if written is None or "-->" in written else f"{claim.printed} <!-- {written} -->"
