"""Numbers and tables in HTML for notebooks, in which every text is escaped and cut."""

from collections.abc import Sequence
from html import escape

from dpexact.numbers.enclosure import Enclosure
from dpexact.numbers.exact import Exact, exact
from dpexact.numbers.generators import Free
from dpexact.numbers.typography import excerpt, printable

MAX_ROWS = 50
MAX_COLUMNS = 20
MAX_TEXT = 200
DIGITS = 10


def html_table(caption: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table with the first cell of each row as its heading. `header` may be empty."""
    columns = max([len(header), *map(len, rows)])
    more = [f"{len(rows) - MAX_ROWS} more rows"] if len(rows) > MAX_ROWS else []
    more += [f"{columns - MAX_COLUMNS} more columns"] if columns > MAX_COLUMNS else []
    text = f"{caption} (and {', '.join(more)})" if more else caption
    lines = ["<table>", f"<caption>{_text(text)}</caption>"]
    if header:
        lines.append(f"<thead><tr>{_cells(header, 'th', 'col')}</tr></thead>")
    lines.append("<tbody>")
    lines += [f"<tr>{_cells(row[:1], 'th', 'row')}{_cells(row[1:], 'td', '', 1)}</tr>" for row in rows[:MAX_ROWS]]
    return "\n".join([*lines, "</tbody>", "</table>"])


def shown(number: Exact | Enclosure | float) -> str:
    """Return the text of a number for a cell, exact, with a decimal if the text is long or not a decimal itself."""
    if isinstance(number, float):
        return "infinity"
    text = str(number) if isinstance(number, Exact) else ""
    if isinstance(number, Exact) and isinstance(number.field, Free):
        return text
    if not isinstance(number, Exact) and number.is_costly:
        return str(number).removeprefix("Enclosure")
    decimal = number.decimal(DIGITS)
    if not text:
        return decimal
    if exact(decimal) != number:
        return f"{excerpt(text)} ≈ {decimal}"
    short = decimal.rstrip("0").rstrip(".") if "." in decimal and "e" not in decimal else decimal
    return text if text == short else f"{excerpt(text)} = {short}"


def _cells(texts: Sequence[str], tag: str, scope: str, before: int = 0) -> str:
    kind = f'{tag} scope="{scope}"' if scope else tag
    return "".join(f"<{kind}>{_text(text)}</{tag}>" for text in texts[: MAX_COLUMNS - before])


def _text(text: str) -> str:
    """Return a text escaped, with the signs that turn the direction of writing as code points."""
    return escape(printable(excerpt(text, MAX_TEXT)), quote=True)
