"""A crosscheck as a Page: what libraries answer, the truth, how far off they are and on which side."""

from __future__ import annotations

import json
import shlex
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from dpexact.report.page import Attachment, Cell, Column, Detail, Entry, Page, Verdict, Word, page_html
from dpexact.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

VERDICTS = (
    Verdict("unsafe", "bad", "The library claims more privacy than there is, by more than the last digits."),
    Verdict("wrong", "bad", "The answer is off by more than the last digits, or no number; neither side is a promise."),
    Verdict("raises", "bad", "The library crashes on a question that it should answer."),
    Verdict("undecided", "open", "The truth is known only between two bounds, and they do not settle the question."),
    Verdict("safe", "open", "The library claims less privacy than there is: nobody is harmed."),
    Verdict("refused", "good", "The library refuses a question that has no answer it could give: it is right to."),
    Verdict("missing", "plain", "The library is not installed here, so it was not asked."),
    Verdict("agrees", "good", "The answer is off in its last digits, or holds but for a delta below 1e-12."),
    Verdict("equal", "good", "The answer is the true number."),
)
LOOK = ("unsafe", "wrong")  # what a reader should see first, where it is material
ASKED = (
    "What was asked: does a library that computes with floating point numbers claim what is true? Each row is one "
    "question to a library, within the range that it documents, and its answer."
)
ANSWERED = (
    "How it was answered: the answer is taken at its exact binary value and compared with the true number, which is "
    "computed by exact arithmetic (fractions, or bounds that provably enclose it). An opened row has lines to paste "
    "that show the same without dpexact."
)
WORDS = (
    Word("epsilon, delta", "How private a mechanism is; smaller is more private."),
    Word("ulp", "The distance between two neighbouring floating point numbers at the true value."),
    Word(
        "safe side, unsafe side",
        "An epsilon or delta that is claimed too large promises less privacy than there is; one that is claimed too "
        "small promises privacy that is not there.",
    ),
    Word("last digits, small, material", "Off by less than a billionth, by less than a thousandth, or by more."),
    Word(
        "as recorded",
        "A table that ships with dpexact has the answers that were seen before; one that is judged otherwise is "
        "marked. Other digits alone are not: they differ between processors.",
    ),
)


class Crosschecked(Protocol):
    """What a page shows of one question; `dpexact.crosscheck` says what the fields are."""

    @property
    def library(self) -> str: ...  # noqa: D102
    @property
    def id(self) -> str: ...  # noqa: D102
    @property
    def says(self) -> str: ...  # noqa: D102
    @property
    def arguments(self) -> tuple[tuple[str, str], ...]: ...  # noqa: D102
    @property
    def version(self) -> str: ...  # noqa: D102
    @property
    def output(self) -> str: ...  # noqa: D102
    @property
    def claimed(self) -> str: ...  # noqa: D102
    @property
    def truth(self) -> str: ...  # noqa: D102
    @property
    def difference(self) -> str: ...  # noqa: D102
    @property
    def ulps(self) -> str: ...  # noqa: D102
    @property
    def relative(self) -> str: ...  # noqa: D102
    @property
    def outcome(self) -> str: ...  # noqa: D102
    @property
    def side(self) -> str: ...  # noqa: D102
    @property
    def weight(self) -> str: ...  # noqa: D102
    @property
    def delta(self) -> str: ...  # noqa: D102
    @property
    def measures(self) -> str: ...  # noqa: D102
    @property
    def finding(self) -> str: ...  # noqa: D102
    @property
    def usable(self) -> bool | None: ...  # noqa: D102
    @property
    def range(self) -> str: ...  # noqa: D102
    @property
    def known(self) -> str: ...  # noqa: D102
    @property
    def recorded(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def as_recorded(self) -> bool | None: ...  # noqa: D102
    @property
    def error(self) -> str: ...  # noqa: D102
    @property
    def note(self) -> str: ...  # noqa: D102
    @property
    def reference(self) -> str: ...  # noqa: D102
    @property
    def reproduce(self) -> str: ...  # noqa: D102
    def to_json(self) -> dict[str, Any]: ...  # noqa: D102


def crosscheck_html(results: Sequence[Crosschecked], version: str) -> str:
    """The results as one HTML file; every text is escaped."""
    return page_html(crosscheck_page(results), version)


def crosscheck_page(results: Sequence[Crosschecked]) -> Page:
    """The results as a page."""
    libraries = list(dict.fromkeys(result.library for result in results))
    different = sum(result.as_recorded is False for result in results)
    material = [result for result in results if _is_material(result)]
    usable = sum(result.usable is not False for result in material)
    beyond = len(material) - usable
    bad = f"{usable or 'none'} materially wrong at usable inputs"
    bad += f", {beyond} at inputs beyond use" if beyond else ""
    asked = f"{counted(len(results), 'question')} to {', '.join(libraries) or 'no library'}"
    return Page(
        title="Libraries against exact computation",
        asked=(ASKED, ANSWERED),
        summary=f"{asked}; {bad}; {different or 'none'} judged otherwise than recorded.",
        name_title="question",
        group_title="Library",
        columns=(Column("claimed", numbers=True), Column("true value", numbers=True), Column("how far off")),
        verdicts=VERDICTS,
        entries=tuple(_entry(result) for result in results),
        words=WORDS,
        again=tuple(f"dpexact crosscheck {library}" for library in libraries),
    )


def _is_material(result: Crosschecked) -> bool:
    return result.outcome in LOOK and result.weight == "material"


def _entry(result: Crosschecked) -> Entry:
    side = f"{result.side} side" if result.side in ("safe", "unsafe") else ""
    off = counted(result.ulps, "ulp") if result.ulps else ""
    text = json.dumps(result.to_json(), indent=2) + "\n"
    return Entry(
        name=result.id,
        origin=" ".join(filter(None, (result.library, result.version))),
        group=result.library,
        cells=(
            _number(result.claimed or result.output),
            _number(result.truth),
            Cell(off, side, _key(result.ulps), missing=not off),
        ),
        verdict=result.outcome,
        remark="not as recorded" if result.as_recorded is False else "",
        attention=result.as_recorded is False or (_is_material(result) and result.usable is not False),
        details=tuple(detail for detail in _details(result) if detail.text),
        attachments=(Attachment("crosscheck.json", text, "this row as JSON", is_row=True),),
    )


def _number(text: str) -> Cell:
    return Cell(text, key=_key(text), missing=not text)


def _key(text: str) -> Fraction | None:
    """What a text sorts by, None for one that is no number."""
    try:
        return Fraction(text.rstrip("."))
    except (ValueError, ZeroDivisionError):
        return None


def _details(result: Crosschecked) -> Iterator[Detail]:
    yield Detail("what is claimed", result.says)
    yield Detail("for", ", ".join(f"{name} = {value}" for name, value in result.arguments), code=True)
    yield Detail("the answer", result.output, code=True)
    yield Detail("which claims", "" if result.claimed == result.output else result.claimed, code=True)
    yield Detail("the error", result.error, code=True)
    yield Detail("the true number" if result.measures == "true value" else result.measures, result.truth, code=True)
    yield Detail("delta needed at the epsilon that is claimed", result.delta, code=True)
    ulps = [counted(result.ulps, "ulp")] if result.ulps else []
    gap = ", ".join([*ulps, *([f"{result.relative} relative"] if result.relative else [])])
    yield Detail("claimed less true", f"{result.difference} ({gap})" if gap else result.difference)
    yield Detail("weight of the gap", "" if result.weight == "none" else result.weight)
    yield Detail("what is behind it", result.finding)
    yield Detail("where it bites", result.range + ("; no input in use" if result.usable is False else ""))
    yield Detail("reported", result.known or ("no report was found" if result.finding else ""))
    yield Detail("defined in", result.reference)
    yield Detail("recorded", "\n".join(result.recorded), code=True)
    yield Detail("note", result.note)
    yield Detail("to see it without dpexact", result.reproduce, code=True)
    yield Detail("to see it again", f"dpexact crosscheck {result.library} --case {shlex.quote(result.id)}", code=True)
