"""Saving a mechanism: the document reads back as equal values, or nothing is written."""

from __future__ import annotations

import json
import os
from itertools import pairwise
from typing import TYPE_CHECKING

from dpexact import need
from dpexact.documents.fault import described, fault
from dpexact.documents.mechanism_document import FORMAT, mechanism_of_mapping
from dpexact.documents.source import MAX_BYTES, name_of
from dpexact.documents.strict_json import parse_json
from dpexact.documents.writing import write_text
from dpexact.errors import DocumentError, DPExactError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from dpexact.numbers.field import Free

if TYPE_CHECKING:
    from dpexact.documents.source import PathText
    from dpexact.mechanisms.labels import Label

    Pair = tuple[Label, Label]


def save_mechanism(path: PathText, mechanism: Mechanism, neighbors: NeighborGraph) -> None:
    """Write a mechanism document that `load_mechanism` reads back as an equal mechanism and an equal relation.

    What is written is read back, before there is a file, and compared.

    Raises: DocumentError for what no document can hold (a free E, rows with defects, a relation on other inputs,
    pairs of an input with itself, labels and entries that are too long) and when the file cannot be written; nothing
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
    write_text(path, text)


def _check_content(file: str, mechanism: Mechanism, neighbors: NeighborGraph) -> None:
    """Refuse what a document has no words for."""
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


def document_of(mechanism: Mechanism, neighbors: NeighborGraph) -> dict[str, object]:
    """The mechanism document as data."""
    rows = [[str(number) for number in row] for row in mechanism.rows()]
    labels = {"inputs": list(mechanism.inputs), "outputs": list(mechanism.outputs)}
    return {"format": FORMAT, **labels, "rows": rows, **_relation(mechanism.inputs, neighbors)}


def _text(mechanism: Mechanism, neighbors: NeighborGraph) -> str:
    """The document, a line for each row."""
    parts = {"format": FORMAT, "inputs": list(mechanism.inputs), "outputs": list(mechanism.outputs)}
    lines = [f"  {_json(key)}: {_json(part)}" for key, part in parts.items()]
    rows = ",\n".join("    " + _json([str(number) for number in row]) for row in mechanism.rows())
    lines.append(f'  "rows": [\n{rows}\n  ]')
    lines.extend(f"  {_json(key)}: {_json(part)}" for key, part in _relation(mechanism.inputs, neighbors).items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _relation(inputs: tuple[Label, ...], neighbors: NeighborGraph) -> dict[str, object]:
    """The keys of a document on these inputs that say the relation, whatever inputs it was made on."""
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
    """Require that the text reads back as equal values."""
    remedy = "nothing was written"
    if len(text) > MAX_BYTES or len(text.encode()) > MAX_BYTES:
        raise fault(file, "", f"a document of at most {MAX_BYTES} bytes", "a larger one", remedy)
    try:
        document = parse_json(text, file)
        again, relation = mechanism_of_mapping(file, document)  # type: ignore[arg-type]
        if again == mechanism and relation == neighbors:
            return
    except DPExactError as error:
        reason = str(error).removeprefix(f"{file}: ")
        message = f"{file}: expected what a mechanism document can hold; read back, it would be refused: {reason}"
        raise DocumentError(f"{message}; {remedy}", file, getattr(error, "place", "")) from None
    raise fault(file, "", "a document that reads back as equal values", "one that does not", remedy)
