"""A Row, one claim and its result as every report tells it, whatever was claimed and whoever judged it.

An audit, a ledger, a crosscheck and a test run each make rows of their results. Text, Markdown, a page, JUnit and SARIF
are written once, over rows, and decide nothing.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import resources
from typing import Literal, Self

Tone = Literal["good", "bad", "open", "plain"]  # the color and the sign of a verdict
Level = Literal["none", "note", "warning", "error"]  # as SARIF has them: none for what is open


@dataclass(frozen=True)
class Verdict:
    """A word that rows are judged with, its tone, and its meaning for someone who reads it for the first time."""

    name: str
    tone: Tone
    meaning: str
    rule: str = ""  # what SARIF calls it, where not by its name


@dataclass(frozen=True)
class Glossary:
    """The texts of a kind of report, with question and answer in a paragraph each, and its verdicts in order.

    `words` has the meanings of words that a reader may not know, and `said` further tables of texts by their names.
    """

    asked: str
    answered: str
    verdicts: tuple[Verdict, ...]
    words: Mapping[str, str]
    said: Mapping[str, Mapping[str, str]]

    @classmethod
    def of_room(cls, package: str) -> Self:
        """Read the file `page.toml` of a package, in whose texts every white space is one blank."""
        content = tomllib.loads(resources.files(package).joinpath("page.toml").read_text(encoding="utf-8"))
        asked, answered = (" ".join(content.get(name, "").split()) for name in ("asked", "answered"))
        verdicts = tuple(Verdict(name, *texts) for name, texts in content["verdicts"].items())
        words = {word: " ".join(text.split()) for word, text in content["words"].items()}
        return cls(asked, answered, verdicts, words, content.get("said", {}))


@dataclass(frozen=True)
class Cell:
    """A cell of a column, with a text, a smaller one below it, and the sort key of the row (the text if None)."""

    text: str
    small: str = ""
    key: str | int | Fraction | None = None
    missing: bool = False  # sorts after all others


@dataclass(frozen=True)
class Detail:
    """A line that is shown when a row is opened."""

    term: str
    text: str
    code: bool = False


def present(details: Iterable[Detail]) -> tuple[Detail, ...]:
    """Return the lines that have a text."""
    return tuple(detail for detail in details if detail.text)


@dataclass(frozen=True)
class Attachment:
    """Evidence to download, with the name of the file, its JSON text and the text of the link."""

    file: str
    text: str
    title: str
    is_row: bool = False
    is_certificate: bool = False


@dataclass(frozen=True)
class Plot:
    """An SVG element, made by `dpexact.report.drawing`, and a sentence on the thing to be seen."""

    svg: str
    caption: str


@dataclass(frozen=True)
class Row:
    """One claim, with its name, its origin, its verdict, and whether that is as it should be.

    For every report, `name` is unique in its `group`. There is a cell for each further column. `error` says why a
    verdict is missing, and `caret` shows the place in a text, in two further lines. `notes` are further remarks,
    `recorded` is the verdict on record. `data` is the row as JSON.

    For text, `judged` is the verdict in words, if the word alone says too little.

    For a page, `origin` is the source of the claim, `title` the name on the page, if that is another one. `remark` is
    below the verdict. `attention` marks a row that a reader should look at first, with the text `look` (verdict and
    remark if it is empty). The details of an `opened` row are visible at once, but for the `folded` ones. `part` is the
    heading above the row and its neighbors of the same part.

    For programs, `subject` is the object of the claim, `said` a sentence with the claim and the truth. `fault` says why
    the row is not as it should be, `skipped` why it is not counted. At most one of `error`, `fault` and `skipped` is
    not empty. `level` is None for a row that nobody needs to see. The claim is in the `file`, on the `line` if known.
    """

    name: str
    origin: str
    group: str
    cells: tuple[Cell, ...]
    verdict: str
    remark: str = ""
    look: str = ""
    attention: bool = False
    opened: bool = False
    details: tuple[Detail, ...] = ()
    folded: tuple[Detail, ...] = ()
    plots: tuple[Plot, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    part: str = ""
    title: str = ""
    subject: str = ""
    said: str = ""
    notes: str = ""
    recorded: str = ""
    judged: str = ""
    error: str = ""
    caret: str = ""
    fault: str = ""
    skipped: str = ""
    level: Level | None = None
    file: str = ""
    line: int | None = None
    data: Mapping[str, object] | None = None

    @property
    def called(self) -> str:
        """Return the name of the row on a page."""
        return self.title or self.name
