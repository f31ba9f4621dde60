"""A CSV matrix, with a header row of outputs, a first column of inputs, entries as text."""

import csv
import io
import re
import threading
from dataclasses import dataclass

from dpexact.certificates.source import BYTE_ORDER_MARK, fault
from dpexact.errors import DocumentError, DPExactError
from dpexact.numbers.exact import exact
from dpexact.numbers.typography import counted, excerpt

MAX_CELL = 131072  # characters
MAX_NUMBER = 200  # characters of a cell of a header that is read as a number
INTEGER = re.compile(r"[+-]?[0-9]+")
MARK = re.compile(r"[./(]|[0-9][eE][+-]?[0-9]|\*\*")
PERCENT = re.compile(r"[+-]?[0-9]*[.,]?[0-9]+ ?%|[+-]?[0-9]+,[0-9]+")  # and a decimal comma: no numbers of the grammar
_READING = threading.Lock()  # the limit of the csv module is one for the whole process


@dataclass(frozen=True)
class CsvMatrix:
    """The cells of a CSV matrix as text. `lines[i]` is the line of the file that row i ends on."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]


def parse_csv_table(file: str, text: str) -> list[tuple[int, list[str]]]:
    """Return the records of a CSV text with their line numbers, without empty lines and byte order mark.

    Cells are of any length here. Their readers refuse those of more than MAX_CELL characters.

    Raises DocumentError for a quote that is not closed and the like.
    """
    reader = csv.reader(io.StringIO(text.removeprefix(BYTE_ORDER_MARK), newline=""), strict=True)
    records = []
    _READING.acquire()
    allowed = csv.field_size_limit(len(text) + 1)
    try:
        for record in reader:
            if record:
                records.append((reader.line_num, record))  # noqa: PERF401 - the line number moves with the reader
    except csv.Error as error:
        place = f"line {reader.line_num}"
        raise fault(file, place, "comma-separated values", f"a syntax error ({error})", "check the quotes") from None
    finally:
        csv.field_size_limit(allowed)
        _READING.release()
    return records


def check_commas(file: str, records: list[tuple[int, list[str]]]) -> None:
    """Raise DocumentError for a header whose cells are separated by something else."""
    for sign, name in ((";", "semicolons"), ("\t", "tabs"), ("|", "bars")):
        if records and len(records[0][1]) == 1 and sign in records[0][1][0]:
            remedy = "write commas instead, and decimals with a point"
            raise fault(file, f"line {records[0][0]}", "cells separated by commas", name, remedy)


def too_long(file: str, line: int) -> DocumentError:
    """Return the error for a record with a cell that is too long."""
    return fault(file, f"line {line}", f"cells of at most {MAX_CELL} characters", "a longer one", "shorten it")


def parse_csv_matrix(file: str, text: str) -> CsvMatrix:
    """Return the matrix of a CSV text.

    Raises DocumentError for ragged rows, repeated labels and a matrix without cells.
    """
    records = parse_csv_table(file, text)
    check_commas(file, records)
    if len(records) < 2 or len(records[0][1]) < 2:
        raise fault(file, "line 1", "a header row of outputs and a row for each input", "fewer", "write the matrix")
    (header_line, header), body = records[0], records[1:]
    _check_header(file, header_line, header)
    for line, record in records:
        if any(len(cell) > MAX_CELL for cell in record):
            raise too_long(file, line)
    for line, record in body:
        if len(record) != len(header):
            expected = f"{counted(len(header), 'cell')}, as in the header"
            raise fault(file, f"line {line}", expected, f"{len(record)}", "write one entry for each output")
    places = [(label, f"line {header_line}, column {column}") for column, label in enumerate(header[1:], start=2)]
    outputs = _labels(file, places)
    inputs = _labels(file, [(record[0], f"line {line}, column 1") for line, record in body])
    rows = tuple(tuple(record[1:]) for _, record in body)
    return CsvMatrix(inputs, outputs, rows, tuple(line for line, _ in body))


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


def _labels(file: str, places: list[tuple[str, str]]) -> tuple[str, ...]:
    seen: dict[str, str] = {}
    for text, place in places:
        label = text.strip()  # as blanks around entries say nothing
        if label in seen:
            came = f"{excerpt(label)!r} again (first at {seen[label]})"
            raise fault(file, place, "distinct labels", came, "rename one of the two")
        seen[label] = place
    return tuple(seen)
