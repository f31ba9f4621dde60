"""load_mechanism and save_mechanism: mechanisms as documents, in JSON or CSV, without rounding."""

import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from flint import fmpq

from dpexact.certificates.cell_table import MAX_CELL, check_commas, parse_csv_table, too_long
from dpexact.certificates.source import (
    CERTIFICATE,
    CLAIM_TABLE,
    DOORS,
    MAX_BYTES,
    MECHANISM,
    PathText,
    Refused,
    described,
    fault,
    name_of,
    other_kind,
    parse_json,
    read_text,
)
from dpexact.certificates.writing import write_file
from dpexact.errors import DocumentError, DPExactError, need
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.labels import MAX_DEPTH, MAX_DIGITS, PAST_INTEGERS, Label, too_alike
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.generators import Free
from dpexact.numbers.text import plain_rational
from dpexact.numbers.typography import counted, did_you_mean, excerpt, power_hint

Pair = tuple[Label, Label]
FORMAT = "dpexact-mechanism/1"
REQUIRED = ("format", "inputs", "outputs", "rows", "neighbors")
OPTIONAL = ("directed",)
_ROW_PLACE = re.compile(r"rows\[(?P<row>[0-9]+)\](?:\[(?P<column>[0-9]+)\])?")
MAX_NUMBER = 200  # characters of a cell of a header that is read as a number
INTEGER = re.compile(r"[+-]?[0-9]+")
MARK = re.compile(r"[./(]|[0-9][eE][+-]?[0-9]|\*\*")
PERCENT = re.compile(r"[+-]?[0-9]*[.,]?[0-9]+ ?%|[+-]?[0-9]+,[0-9]+")  # and a decimal comma: no numbers of the grammar
EXPECTED = "a label: text, an integer, or an array of labels"


def load_mechanism(
    source: PathText | Mapping[str, object], csv_neighbors: str | None = None
) -> tuple[Mechanism, NeighborGraph]:
    """Read a mechanism document from a path, "-" for the standard input, or the document itself as a mapping.

    A file is read as CSV if its name ends in .csv, or if it does not end in .json and does not begin with "{".
    A CSV matrix has a header row of outputs, a first column of inputs, labels that are all text, and says nothing of
    neighbors: all its inputs are taken as neighbors of one another, the strongest claim, unless `csv_neighbors` is
    "path". A document that says its neighbors itself is refused with `csv_neighbors`.

    The answer is exact.
    Raises DocumentError, with the place in the document.
    """
    if csv_neighbors is not None:
        need.one_of(csv_neighbors, ("all", "path"), "csv_neighbors")
    if isinstance(source, Mapping):
        _refuse_neighbors("<mapping>", csv_neighbors)
        return mechanism_of_mapping("<mapping>", source)
    file, text = name_of(source, "source"), read_text(source)
    if file.lower().endswith(".toml"):
        raise fault(file, "", "a mechanism, in JSON or CSV", "TOML", DOORS[CLAIM_TABLE])
    begun = text[:1000].lstrip("\N{ZERO WIDTH NO-BREAK SPACE} \t\r\n")
    if file.lower().endswith(".csv") or not (file.lower().endswith(".json") or begun.startswith(("{", "["))):
        wrong = other_kind(file, text, MECHANISM)
        if wrong is not None:
            raise wrong
        return _from_csv(file, text, csv_neighbors)
    _refuse_neighbors(file, csv_neighbors)
    document = parse_json(text, file)
    del text
    if not isinstance(document, dict):
        raise fault(file, "", "a JSON object", described(document), f'write {{"format": "{FORMAT}", ...}}')
    return mechanism_of_mapping(file, document)


def _refuse_neighbors(file: str, csv_neighbors: str | None) -> None:
    if csv_neighbors is not None:
        remedy = "a JSON document names its own neighbors"
        raise fault(file, "", "a CSV matrix, since the neighbors were given separately", "another document", remedy)


def _from_csv(file: str, text: str, csv_neighbors: str | None) -> tuple[Mechanism, NeighborGraph]:
    """Return the mechanism of a CSV matrix. A place is the line of the file on which a record ends, and the column."""
    records = parse_csv_table(file, text)
    check_commas(file, records)
    if len(records) < 2 or len(records[0][1]) < 2:
        raise fault(file, "line 1", "a header row of outputs and a row for each input", "fewer", "write the matrix")
    (header_line, header), *body = records
    _check_header(file, header_line, header)
    for line, record in records:
        if any(len(cell) > MAX_CELL for cell in record):
            raise too_long(file, line)
    for line, record in body:
        if len(record) != len(header):
            expected = f"{counted(len(header), 'cell')}, as in the header"
            raise fault(file, f"line {line}", expected, f"{len(record)}", "write one entry for each output")
    names = [(name.strip(), f"line {header_line}, column {column}") for column, name in enumerate(header[1:], start=2)]
    outputs = _distinct(file, names)  # stripped, as blanks around entries say nothing
    inputs = _distinct(file, ((record[0].strip(), f"line {line}, column 1") for line, record in body))
    rows = [read_row(file, record[1:], partial(_csv_place, line)) for line, record in body]

    def place_of(place: str) -> str:
        cell = _ROW_PLACE.fullmatch(place)
        if cell is None:
            return place
        line, _ = body[int(cell["row"])]
        return _csv_place(line, int(cell["column"])) if cell["column"] else f"line {line}"

    return _made(file, inputs, outputs, rows, (csv_neighbors or "all", False), place_of)


def _check_header(file: str, line: int, header: list[str]) -> None:
    """Raise DocumentError for a header that reads like a row of probabilities. Integers are labels.

    The two names 0 and 1 may be such a row too, unless the corner is empty or "input".
    """
    corner, *names = (text.strip() for text in header)
    is_certain = sorted(names) == ["0", "1"] and corner.lower() not in ("", "input", "inputs")
    for column, cell in enumerate((corner, *names), start=1):
        if _is_entry(cell) or (column == 1 and INTEGER.fullmatch(cell)) or (column == 2 and is_certain):
            row = "a header row: a corner cell, which is not read, and a name for each output"
            expected = row if column == 1 else "the name of an output (a word or an integer)"
            remedy = (
                "this reads like a row of probabilities: if the file has no header, write one in front "
                '(",output,output" and so on, with an empty corner), and the name of its input in front of each row'
            )
            raise fault(file, f"line {line}, column {column}", expected, f"the number {excerpt(cell)}", remedy)


def _is_entry(cell: str) -> bool:
    """Tell whether a cell of a header is written as entries are, with a point, a fraction, an exponent, a function.

    Integers, dates and ranges (2021-01-01, 10-19) are labels.
    """
    if PERCENT.fullmatch(cell):
        return True
    if len(cell) > MAX_NUMBER or not MARK.search(cell):
        return False
    try:
        exact(cell)
    except DPExactError:
        return False
    return True


def _distinct(file: str, placed: Iterable[tuple[Label, str]]) -> tuple[Label, ...]:
    """Return labels, each with its place. Raises DocumentError for one that comes again."""
    seen: dict[Label, str] = {}
    for label, place in placed:
        if label in seen:
            came = f"{described(label)} again (first at {seen[label]})"
            raise fault(file, place, "distinct labels", came, "rename one of the two")
        seen[label] = place
    return tuple(seen)


def mechanism_of_mapping(file: str, document: Mapping[str, object]) -> tuple[Mechanism, NeighborGraph]:
    """Return the mechanism and the relation of a document that has been read. Raises DocumentError."""
    _check_keys(file, document)
    inputs = read_labels(file, "inputs", document["inputs"])
    outputs = read_labels(file, "outputs", document["outputs"])
    rows = _rows(file, document["rows"], len(inputs), len(outputs))
    return _made(file, inputs, outputs, rows, (document["neighbors"], document.get("directed", False)))


def _made(
    file: str,
    inputs: Sequence[Label],
    outputs: Sequence[Label],
    rows: Sequence[list[fmpq | Exact]],
    relation: tuple[object, object],
    place_of: Callable[[str], str] = str,
) -> tuple[Mechanism, NeighborGraph]:
    """Make both. A refusal becomes an error of the file, with the place in the file instead of its own."""
    try:
        mechanism = Mechanism.from_rows(inputs, outputs, rows)
        return mechanism, _neighbors(file, mechanism.inputs, *relation)
    except DocumentError:
        raise
    except DPExactError as error:
        parts = {"expected": error.expected, "remedy": error.remedy, "spot": error.spot, "note": error.note}
        raise DocumentError(error.came, file, place_of(error.place), **parts) from None


def read_row(file: str, items: Sequence[object], place: Callable[[int], str]) -> list[fmpq | Exact]:
    """Return the numbers of one row, without rounding. `place(j)` names entry j in messages.

    The answer is exact.
    Raises DocumentError for a float, a boolean and anything else that is not a number.
    """
    row: list[fmpq | Exact] = []
    for index, item in enumerate(items):
        plain = plain_rational(item) if isinstance(item, str) else fmpq(item) if type(item) is int else None
        row.append(_any_number(file, place(index), item) if plain is None else plain)
    return row


def _any_number(file: str, place: str, item: object) -> Exact:
    expected = "a number as text or an integer"
    if isinstance(item, bool) or not isinstance(item, str | int):
        text = item.text if isinstance(item, Refused) else ""
        remedy = f'write it in quotes: "{text}"' if text else 'write "1/4" or "0.25" in quotes'
        raise fault(file, place, expected, described(item), remedy)
    try:
        return exact(item)
    except DPExactError as error:
        came = f"{excerpt(str(item))!r} ({error}{power_hint(str(item))})"
        raise fault(file, place, expected, came, "correct the entry") from None


def _csv_place(line: int, column: int) -> str:
    return f"line {line}, column {column + 2}"


def _check_keys(file: str, document: Mapping[str, object]) -> None:
    if "format" in document and document["format"] != FORMAT:
        is_certificate = str(document["format"]).startswith("dpexact-certificate/")
        reads = "this version of dpexact reads only that format"
        remedy = DOORS[CERTIFICATE] if is_certificate else reads
        raise fault(file, "format", f'"{FORMAT}"', described(document["format"]), remedy)
    known = (*REQUIRED, *OPTIONAL)
    for key in document:
        if key not in known:
            remedy = f"remove it or correct its spelling{did_you_mean(str(key), known)}"
            expected, came = f"only the keys {', '.join(known)}", f"the key {excerpt(str(key))!r}"
            raise fault(file, str(key), expected, came, remedy)
    for key in REQUIRED:
        if key not in document:
            remedy = f"a document has {', '.join(REQUIRED)}"
            remedy = f'write "format": "{FORMAT}"; {remedy}' if key == "format" else remedy
            raise fault(file, "", f"the key {key!r}", "none", remedy)


def _rows(file: str, value: object, inputs: int, outputs: int) -> list[list[fmpq | Exact]]:
    rows = as_list(value)
    if rows is None or len(rows) != inputs:
        came = described(value)
        expected = f"a list of {counted(inputs, 'row')}, one for each input"
        raise fault(file, "rows", expected, came, "write one row for each input")
    numbers = []
    for index, row in enumerate(rows):
        entries = as_list(row)
        if entries is None or len(entries) != outputs:
            expected = f"a list of {outputs} entries, one for each output"
            raise fault(file, f"rows[{index}]", expected, described(row), "write one entry per output, zeros included")
        numbers.append(read_row(file, entries, partial("rows[{}][{}]".format, index)))
    return numbers


def _neighbors(file: str, inputs: Sequence[Label], value: object, directed: object) -> NeighborGraph:
    if not isinstance(directed, bool):
        raise fault(file, "directed", "true or false", described(directed), "write it without quotes")
    edges = as_list(value)
    if edges is None and value not in ("all", "path"):
        expected = '"all", "path" or a list of edges'
        raise fault(file, "neighbors", expected, described(value), 'write "all" if in doubt: it is the strongest claim')
    if edges is None:
        if directed:
            expected = f"an undirected relation with neighbors {value!r}"
            raise fault(file, "directed", expected, "true", "list the directed edges under neighbors")
        return NeighborGraph.complete(inputs) if value == "all" else NeighborGraph.path(inputs)
    known = set(inputs)
    pairs = [_edge(file, f"neighbors[{index}]", edge, known) for index, edge in enumerate(edges)]
    return NeighborGraph.from_edges(inputs, pairs, directed=directed)


def _edge(file: str, place: str, value: object, known: Collection[Label]) -> tuple[Label, Label]:
    ends = as_list(value)
    if ends is None or len(ends) != 2:
        raise fault(file, place, "an edge [label, label]", described(value), "write the two neighboring inputs")
    first, second = (read_label(file, f"{place}[{index}]", end) for index, end in enumerate(ends))
    for index, label in enumerate((first, second)):
        if label not in known:
            hint = ' (1 and "1" are different labels)' if any(str(label) == str(other) for other in known) else ""
            came = described(ends[index]) + hint
            raise fault(file, f"{place}[{index}]", "one of the inputs", came, "use a label listed under inputs")
    if first == second:
        came = f"an edge from {described(first)} to itself"
        raise fault(file, place, "two different inputs", came, "remove the edge: it says nothing")
    return first, second


def save_mechanism(path: PathText, mechanism: Mechanism, neighbors: NeighborGraph) -> None:
    """Write a mechanism document that `load_mechanism` reads back as an equal mechanism and an equal relation.

    The text is read back and compared, before there is a file.

    Raises DocumentError for values that no document can hold (a free E, rows with defects, a relation on other inputs,
    pairs of an input with itself, labels and entries that are too long) and when the file cannot be written. Nothing
    half-written is left behind.
    """
    file = name_of(path)
    if os.fspath(path) == "-":
        raise fault(file, "", "a file to write", '"-", which is read as the standard input', "name a file")
    need.instance(mechanism, Mechanism, f"{file}: mechanism", "pass the mechanism and its relation", DocumentError)
    need.instance(neighbors, NeighborGraph, f"{file}: neighbors", "pass the mechanism and its relation", DocumentError)
    _check_content(file, mechanism, neighbors)
    text = _text(mechanism, neighbors)
    _check_reading(file, text, mechanism, neighbors)
    write_file(path, text)


def _check_content(file: str, mechanism: Mechanism, neighbors: NeighborGraph) -> None:
    if mechanism.defects:
        remedy = "round the rows to distributions first"
        raise fault(file, "rows", "rows that sum to 1 exactly", "a float matrix with defects", remedy)
    if any(isinstance(field, Free) for field in mechanism.fields):
        raise fault(file, "rows", "numbers", "a free E in the probabilities", "put a number in for E first")
    known = set(mechanism.inputs)
    for label in neighbors.inputs:
        if label not in known:
            came = f"a relation that speaks of {described(label)}"
            raise fault(file, "neighbors", "a relation on inputs of the mechanism", came, "make it on its inputs")
    for first, second in neighbors.edges or ():
        if first not in known or second not in known or first == second:
            came = f"the pair {described(first)}, {described(second)}"
            raise fault(file, "neighbors", "pairs of two different inputs", came, "leave it out")


def document_of(mechanism: Mechanism, neighbors: NeighborGraph) -> dict[str, Any]:
    """Return the mechanism document as data."""
    rows = [[str(number) for number in row] for row in mechanism.rows()]
    labels = {"inputs": list(mechanism.inputs), "outputs": list(mechanism.outputs)}
    return {"format": FORMAT, **labels, "rows": rows, **_relation(mechanism.inputs, neighbors)}


def _text(mechanism: Mechanism, neighbors: NeighborGraph) -> str:
    """Return the document, a line for each row."""
    write = partial(json.dumps, ensure_ascii=False)
    document = document_of(mechanism, neighbors)
    rows = ",\n".join(f"    {write(row)}" for row in document["rows"])
    parts = (f'  "{key}": ' + (f"[\n{rows}\n  ]" if key == "rows" else write(part)) for key, part in document.items())
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _relation(inputs: tuple[Label, ...], neighbors: NeighborGraph) -> dict[str, object]:
    """Return the keys of a document on these inputs that state the relation, whatever inputs it was made on."""
    if neighbors.edges is None and len(neighbors.inputs) == len(inputs):
        return {"neighbors": "all"}
    present = set(neighbors.ordered_pairs())
    index = {label: position for position, label in enumerate(inputs)}
    pairs = sorted(present, key=lambda pair: (index[pair[0]], index[pair[1]]))
    if any((second, first) not in present for first, second in pairs):
        return {"neighbors": [list(pair) for pair in pairs], "directed": True}
    edges = [pair for pair in pairs if index[pair[0]] < index[pair[1]]]
    if edges and edges == list(pairwise(inputs)):
        return {"neighbors": "path"}
    if edges and len(pairs) == len(inputs) * (len(inputs) - 1):
        return {"neighbors": "all"}
    return {"neighbors": [list(pair) for pair in edges]}


def _check_reading(file: str, text: str, mechanism: Mechanism, neighbors: NeighborGraph) -> None:
    remedy = "nothing was written"
    if len(text) > MAX_BYTES or len(text.encode()) > MAX_BYTES:
        raise fault(file, "", f"a document of at most {MAX_BYTES} bytes", "a larger one", remedy)
    try:
        document = parse_json(text, file)
        again, relation = mechanism_of_mapping(file, document)  # type: ignore[arg-type]
        if again == mechanism and relation == neighbors:
            return
    except DPExactError as error:
        came = f"one that would be refused when read back ({error})"
        raise DocumentError(came, file, expected="a document that can be read", remedy=remedy) from None
    raise fault(file, "", "a document that reads back as equal values", "one that does not", remedy)


def read_labels(file: str, key: str, value: object) -> tuple[Label, ...]:
    """Return the labels under a key of a document, at least one, all distinct. 1 is not "1". Raises DocumentError."""
    items = as_list(value)
    if items is None:
        raise fault(file, key, "a list of labels", described(value), "list the labels, one for each row or column")
    if not items:
        raise fault(file, key, "at least one label", "an empty list", f"name the {key}")
    labels = [read_label(file, f"{key}[{index}]", item) for index, item in enumerate(items)]
    if too_alike(labels):
        raise fault(file, key, "labels with different hashes", "many with the same hash", "write them as text")
    return _distinct(file, ((label, f"{key}[{index}]") for index, label in enumerate(labels)))


def read_label(file: str, place: str, value: object, depth: int = 0) -> Label:
    """Read a label. Raises DocumentError for a bool, float, null, object, long integer or text that is not Unicode."""
    if isinstance(value, str):
        if not value.isascii() and any("\ud800" <= sign <= "\udfff" for sign in value):
            raise fault(file, place, EXPECTED, "text with a lone surrogate", "write whole characters")
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        if abs(value) >= PAST_INTEGERS:
            expected = f"an integer label of at most {MAX_DIGITS} digits"
            raise fault(file, place, expected, "a longer one", "write it as text")
        return value
    parts = as_list(value)
    if not parts:
        raise fault(file, place, EXPECTED, described(value), 'write it as text, for example "yes"')
    if depth >= MAX_DEPTH:
        raise fault(file, place, f"labels nested at most {MAX_DEPTH} deep", "deeper nesting", "use plain labels")
    return tuple(read_label(file, f"{place}[{index}]", part, depth + 1) for index, part in enumerate(parts))


def as_list(value: object) -> Sequence[object] | None:
    """Return the value as a sequence if it is a list or a tuple, otherwise None."""
    return value if isinstance(value, list | tuple) else None
