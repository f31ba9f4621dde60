"""Results of a crosscheck as text, as rows for the reports, and as a page of HTML."""

import shlex
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from dpexact.crosscheck.crosschecker import Crosscheck
from dpexact.crosscheck.result import CrosscheckResult, is_material, written
from dpexact.numbers.typography import counted
from dpexact.report.page import Column, Page
from dpexact.report.row import Cell, Detail, Glossary, Level, Row, present
from dpexact.report.text import INDENT, TextView, cell, filled

COLUMNS = ("case", "claimed", "true value", "how far off")
WEIGHTS = ("last-digits", "small", "material")
GLOSSARY = Glossary.of_room("dpexact.crosscheck")


def verdict(result: CrosscheckResult) -> str:
    """Return the outcome in a few words."""
    match result.outcome:
        case "missing":
            return "not installed"
        case "undecided":
            return f"undecided{f': {result.error}' if result.error else ''}"
        case "refused":
            return f"refused, rightly: {result.error}"
        case "raises":
            return f"raises {result.error}"
        case "equal":
            return "equal to the truth"
        case "agrees":
            side = "" if result.side == "neither" else f", on the {result.side} side"
            if result.delta is not None and result.side == "unsafe":
                return f"agrees but for a delta of {_digits(result.shown.delta)}"
            return f"agrees but for the last digits{side}: off by {counted(result.shown.ulps, 'ulp')}"
        case "wrong":
            return f"wrong by {_far(result)}"
        case _:
            return f"on the {result.side} side by {_far(result)}"


def _far(result: CrosscheckResult) -> str:
    if result.relative is None or isinstance(result.relative, float):
        return "more than any factor" if isinstance(result.truth, float) else result.shown.difference or "no number"
    if result.weight == "material":
        return f"{result.shown.relative} of the truth"
    return f"{result.shown.difference[1:]}, which is small"


def _digits(number: str) -> str:
    """Return a decimal to three digits, and any other text as it is."""
    try:
        return f"{Decimal(number):.3g}"
    except ArithmeticError:  # two bounds, or nothing
        return number


def crosscheck_text(crosscheck: Crosscheck, width: int = 80, *, lines: bool = False) -> str:
    """Write one paragraph for each case, with the lines to paste if `lines`, and a summary at the end.

    No line is longer than the width, but those to paste, which are left as they are.
    """
    parts = []
    for result in crosscheck.results:
        if result.outcome == "missing":
            continue
        head = f"{result.library} {result.id}: {verdict(result)}"
        head += f" NOT AS RECORDED ({'; '.join(result.case.seen) or 'nothing'})" if result.as_recorded is False else ""
        head += f" {result.taken_back.capitalize()}." if result.taken_back else ""
        below = (_claim(result), _behind(result), result.case.note if lines else "")
        parts.append(filled(head, width, rest=INDENT))
        parts += (filled(text, width, first=INDENT, rest=INDENT) for text in below if text)
        parts += ["", result.reproduce, ""] if lines else []
    end = [*([] if lines else [""]), filled(summary(crosscheck), width)]
    return "\n".join([*_remarks(crosscheck, width), *parts, *end])


def _behind(result: CrosscheckResult) -> str:
    """Explain a material gap or a crash by the finding, the promise, the range of inputs, and the report of it."""
    finding = result.finding
    if finding is None:
        return ""
    use = "" if finding.usable else "; no input that anyone would use"
    known = f"known, {finding.known}" if finding.known else "no report found"
    promise = "; ".join(finding.promise).rstrip(".")
    of = f"release {result.recorded_version}; {finding.head}"
    return f"Finding: {finding.says} Promised: {promise}. Range: {finding.range}{use} ({known}). As of {of}."


def _remarks(crosscheck: Crosscheck, width: int) -> list[str]:
    """Say which libraries are missing, and which are not of the version that is on record."""
    missing = Counter(result.error for result in crosscheck.results if result.outcome == "missing")
    remarks = [f"{error} ({counted(count, 'case')})" for error, count in missing.items()]
    remarks += dict.fromkeys(
        f"{result.library} {result.version} is installed; the record is of {result.recorded_version}"
        for result in crosscheck.results
        if result.version not in ("", result.recorded_version)
    )
    remarks += crosscheck.withheld
    return [*(filled(line, width, rest=INDENT) for line in remarks), *([""] if remarks else [])]


def _claim(result: CrosscheckResult) -> str:
    """Say the claim, and beside it the truth and the difference."""
    if result.claimed is None:
        return result.probe.says
    truth, difference = result.shown.truth or "unknown", result.shown.difference or "unknown"
    delta = f", delta at the claimed epsilon {_digits(result.shown.delta)}" if result.delta is not None else ""
    numbers = f"claims {result.claimed!r}, {result.probe.measures} {truth}, difference {difference}{delta}"
    return f"{result.probe.says}: {numbers}"


def summary(crosscheck: Crosscheck) -> str:
    """Summarize the results in three sentences, the material ones first, then all by class, then the record."""
    counts = Counter(result.outcome for result in crosscheck.results)
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())) or "none"
    weights: Counter[str] = Counter(result.weight for result in crosscheck.unsafe)
    less = ", ".join(f"{weights[name]} {name}" for name in WEIGHTS if weights[name])
    outcomes += f"; {len(crosscheck.unsafe)} on the unsafe side ({less})" if less else ""
    material = f"{counted(len(crosscheck.results), 'case')}: {_material(crosscheck)}"
    return f"{material}. In all {outcomes}. {_compared(crosscheck)}"


def _material(crosscheck: Crosscheck) -> str:
    """Count the results that are materially wrong. A new gap lacks a finding."""
    usable = [result for result in crosscheck.material if result.usable is not False]
    findings = len({(result.library, result.finding.says) for result in usable if result.finding})
    beyond = len(crosscheck.material) - len(usable)
    text = f"{len(usable) or 'none'} materially wrong at usable inputs"
    text += f" ({counted(findings, 'finding')})" if usable else ""
    return text + (f", {beyond} at inputs beyond use" if beyond else "")


def _compared(crosscheck: Crosscheck) -> str:
    """Compare with the record, in one sentence."""
    different = [f"{result.library} {result.id}" for result in crosscheck.different]
    if different:
        back = [f"{result.library} {result.id}: {result.taken_back}" for result in crosscheck.taken_back]
        better = f" Better than recorded: {'; '.join(back)}." if back else ""
        return f"Not as recorded: {', '.join(different)}.{better}"
    if all(result.as_recorded is None for result in crosscheck.results):
        return "Nothing could be compared."
    other = len(crosscheck.other_digits)
    digits = f"; {counted(other, 'answer')} in other digits, as another processor gives them" if other else ""
    return f"Everything compared is judged as recorded{digits}."


def crosscheck_markdown(crosscheck: Crosscheck) -> str:
    """Return the summary, and a table for each library, one row for each case."""
    rows = map(crosscheck_row, crosscheck.results)
    return "\n".join([cell(summary(crosscheck)), *TextView(COLUMNS, GLOSSARY.verdicts).markdown(rows)])


def crosscheck_page(crosscheck: Crosscheck) -> Page:
    """Return the results as a page."""
    libraries = list(dict.fromkeys(result.library for result in crosscheck.results))
    different, back = len(crosscheck.different), len(crosscheck.taken_back)
    heading = f"{counted(len(crosscheck.results), 'question')} to {', '.join(libraries) or 'no library'}"
    return Page(
        title="Libraries against exact computation",
        asked=(GLOSSARY.asked, GLOSSARY.answered, *(f"{line}." for line in crosscheck.withheld)),
        summary=f"{heading}; {_material(crosscheck)}; {different or 'none'} judged otherwise than recorded"
        + (f", of which {back} no longer show the finding on record." if back else "."),
        name_title="question",
        group_title="Library",
        columns=(Column("claimed", numbers=True), Column("true value", numbers=True), Column("how far off")),
        verdicts=GLOSSARY.verdicts,
        entries=tuple(map(crosscheck_row, crosscheck.results)),
        words=GLOSSARY.words,
        again=tuple(f"dpexact crosscheck {library}" for library in libraries),
    )


def crosscheck_row(result: CrosscheckResult) -> Row:
    """Return a result as every report tells it."""
    side = f"{result.side} side" if result.side in ("safe", "unsafe") else ""
    off = counted(result.shown.ulps, "ulp") if result.ulps is not None else ""
    recorded = " or ".join(result.case.seen) or "nothing"
    delta = f"delta at the claimed epsilon {_digits(result.shown.delta)}" if result.delta is not None else ""
    fault = "; ".join(filter(None, (f"expected {recorded}, got {result.seen}", result.taken_back)))
    return Row(
        name=result.id,
        origin=" ".join(filter(None, (result.library, result.version))),
        group=result.library,
        cells=(
            _number(written(result.output if result.claimed is None else result.claimed)),
            _number(result.shown.truth),
            Cell(off, side, _key(result.shown.ulps), missing=not off),
        ),
        verdict=result.outcome,
        remark=result.taken_back or ("not as recorded" if result.as_recorded is False else ""),
        attention=result.as_recorded is False or (is_material(result) and result.usable is not False),
        details=present(_details(result)),
        subject=result.probe.name,
        said=_claim(result),
        notes="; ".join(filter(None, (verdict(result), delta, result.taken_back, _behind(result)))),
        recorded="; ".join(result.case.seen),
        fault=fault if result.as_recorded is False else "",
        skipped=result.error if result.outcome == "missing" else "",
        level=_level(result),
        data=result.to_json(),
    )


def _level(result: CrosscheckResult) -> Level | None:
    """Return an error for a result that is not as recorded, a note for a gap or a crash that is."""
    if result.as_recorded is False:
        return "error"
    if result.outcome in ("missing", "undecided"):
        return "none"
    return "note" if result.outcome in ("unsafe", "wrong", "raises", "safe") else None


def _number(text: str) -> Cell:
    return Cell(text, key=_key(text), missing=not text)


def _key(text: str) -> Fraction | None:
    """Return the sort key of a text, None for one that is not a number."""
    try:
        return Fraction(text.rstrip("."))
    except (ValueError, ZeroDivisionError):
        return None


def _details(result: CrosscheckResult) -> Iterator[Detail]:
    probe, texts, finding = result.probe, result.shown, result.finding
    yield Detail("what is claimed", probe.says)
    yield Detail("for", ", ".join(f"{name} = {value}" for name, value in result.case.arguments.items()), code=True)
    output, claimed = written(result.output), written(result.claimed)
    yield Detail("the answer", output, code=True)
    yield Detail("which claims", "" if claimed == output else claimed, code=True)
    yield Detail("the error", result.error, code=True)
    yield Detail("the true number" if probe.measures == "true value" else probe.measures, texts.truth, code=True)
    yield Detail("delta needed at the epsilon that is claimed", texts.delta, code=True)
    gap = f" ({counted(texts.ulps, 'ulp')}, {texts.relative} relative)" if texts.difference else ""
    yield Detail("claimed less true", texts.difference + gap)
    yield Detail("weight of the gap", "" if result.weight == "none" else result.weight)
    yield Detail("better than recorded", result.taken_back)
    if finding is not None:
        yield Detail("what is behind it", finding.says)
        yield Detail("where it bites", finding.range + ("" if finding.usable else "; no input in use"))
        yield Detail("reported", finding.known or "no report was found")
        yield Detail("as of", f"release {result.recorded_version}; {finding.head}")
    yield Detail("defined in", probe.reference)
    yield Detail("recorded", "\n".join(result.case.seen), code=True)
    yield Detail("note", result.case.note)
    yield Detail("to see it without dpexact", result.reproduce, code=True)
    yield Detail("to see it again", f"dpexact crosscheck {result.library} --case {shlex.quote(result.id)}", code=True)
