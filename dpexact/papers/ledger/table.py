"""Ledgers as files: TOML to claims, every cell checked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields

from dpexact.audit.paper import Paper
from dpexact.certificates.source import PathText, described, fault, name_of
from dpexact.errors import ParameterError
from dpexact.numbers.typography import did_you_mean, excerpt
from dpexact.papers.ledger.claim import CORRECTED, NOTHING, SEVERITIES, UNCORRECTED, VERDICTS, Claim
from dpexact.papers.ledger.document import Row, read_document
from dpexact.papers.ledger.reference import KINDS, NAME, parse_reference

FORMAT = "dpexact-ledger/3"
PAPER = re.compile(r"[a-z][a-z0-9_]*")
COLUMNS = tuple(field.name for field in fields(Claim) if field.name != "paper")
OPTIONAL = ("glue", "objects", "corrected", "denies", "severity", "root", "ocr", "reading", "nothing_to_prove")
REQUIRED = tuple(column for column in COLUMNS if column not in OPTIONAL)
OBJECT = re.compile(r"\w+([.][\w']+)?")  # of Rocq: a definition, or a file of formulas
PLACE = re.compile(
    r"(Theorem|Lemma|Proposition|Corollary|Axiom|Definition|Example|Remark|Algorithm|Figure|Table|Section|Appendix|Footnote)"
    r" [A-Z0-9][A-Z0-9.-]*( proof| caption)?\b|Equation \([0-9]+(\.[0-9]+)?\)|Abstract|Title|References"
)


def load_ledgers(papers: Iterable[Paper], theory: str | None = None) -> tuple[Claim, ...]:
    """Return the claims of the papers that have a ledger, or of one of them.

    Raises: ParameterError for an unknown theory; DocumentError, also for a ledger of another paper.
    """
    ledgers = {paper.name: paper.ledger for paper in papers if paper.ledger is not None}
    if theory is not None and theory not in ledgers:
        message = f"--theory: expected one of {', '.join(ledgers) or 'none'}, got {excerpt(theory)!r}"
        message += did_you_mean(theory, ledgers)
        raise ParameterError(message)
    claims: list[Claim] = []
    for name, path in ledgers.items():
        if theory in (None, name):
            found = load_ledger(path)
            if found[0].paper != name:
                came = f"the paper {found[0].paper}"
                raise fault(str(path), "paper", name, came, "a ledger is that of the paper whose record names it")
            claims += found
    return tuple(claims)


def load_ledger(path: PathText) -> tuple[Claim, ...]:
    """Read a ledger.

    Raises: DocumentError, with the place in the file, for a column that is missing or unknown, an empty cell, a place
    or verdict that is not spelt as it should be, a reference of no known kind or that is named twice, a correction that
    is missing or out of place, glue where nothing is checked, a severity, root or reading that is none, and repeated
    ids.
    Reference: docs/ledger-format.md.
    """
    document = read_document(path, FORMAT, ("paper", "claim"))
    file, paper = name_of(path), document.cells["paper"]
    if not isinstance(paper, str) or not PAPER.fullmatch(paper):
        raise fault(file, "paper", "a name such as count_queries", described(paper), "name the paper")
    claims: dict[str, Claim] = {}
    rows = list(document.rows("claim"))
    for row in rows:
        claim = _claim(row, paper)
        if claim.id in claims:
            raise fault(file, row.at("id"), "ids that are unique", f"{claim.id!r} again", "rename one of the two")
        claims[claim.id] = claim
    for row, claim in zip(rows, claims.values(), strict=True):
        _check_root(row, claim, claims)
    return tuple(claims.values())


def _claim(row: Row, paper: str) -> Claim:
    row.require(REQUIRED, OPTIONAL)
    others = ("evidence", "glue", "objects", "denies", "ocr")
    texts = {column: row.text(column, blank=column == "corrected") for column in row.cells if column not in others}
    _check_words(row, texts)
    denies = "denies" in row.cells
    if denies and (row.cells["denies"] is not True or texts["verdict"] != "holds"):
        came = f"{described(row.cells['denies'])} for {texts['verdict']}"
        raise fault(row.file, row.at("denies"), "true, for a claim that holds", came, "leave it out elsewhere")
    _check_weight(row, texts)
    evidence = _references(row, "evidence")
    glue = _references(row, "glue") if "glue" in row.cells else ()
    objects = _objects(row, evidence) if "objects" in row.cells else ()
    ocr = "ocr" in row.cells
    claim = Claim(paper=paper, evidence=evidence, glue=glue, objects=objects, denies=denies, ocr=ocr, **texts)  # type: ignore[arg-type]
    _check_pieces(row, claim)
    return claim


def _check_words(row: Row, texts: dict[str, str]) -> None:
    if not NAME.fullmatch(texts["id"]):
        came = repr(excerpt(texts["id"]))
        raise fault(row.file, row.at("id"), "letters, digits and - . _", came, "name it so that evidence can name it")
    for column in ("where", "claim", "corrected", "reading"):
        if not texts.get(column, "").isprintable():
            came = ascii(excerpt(texts[column]))
            raise fault(row.file, row.at(column), "one line of text that prints", came, "remove what does not")
    for place in texts["where"].split("; "):
        if not PLACE.match(place):
            expected = 'places such as "Theorem 3", "Lemma 1 proof", "Equation (29)", "Figure 4 caption", "Section IV"'
            raise fault(row.file, row.at("where"), expected, repr(excerpt(place)), 'separate places by "; "')
    if texts["verdict"] not in VERDICTS:
        expected = f"one of {', '.join(VERDICTS)}"
        raise fault(row.file, row.at("verdict"), expected, repr(excerpt(texts["verdict"])), "correct the cell")
    if texts.get("nothing_to_prove", "definition") not in NOTHING:
        came = repr(excerpt(texts["nothing_to_prove"]))
        raise fault(row.file, row.at("nothing_to_prove"), f"one of {', '.join(NOTHING)}", came, "correct the cell")
    corrected = bool(texts.get("corrected"))
    if texts["verdict"] in (UNCORRECTED if corrected else CORRECTED):
        expected = f"a correction for {', '.join(CORRECTED)}, and none for {', '.join(UNCORRECTED)}"
        came = f"{'one' if corrected else 'none'} for {texts['verdict']}"
        raise fault(row.file, row.at("corrected"), expected, came, "write what should stand there, or nothing")


def _check_weight(row: Row, texts: dict[str, str]) -> None:
    """Check that severity, root, ocr and reading stand only where there is a fault."""
    sound = texts["verdict"] in UNCORRECTED
    for column in ("severity", "root", "ocr", "reading"):
        if column in row.cells and sound:
            came = f"one for {texts['verdict']}"
            raise fault(row.file, row.at(column), "none where nothing is wrong", came, "leave it out there")
    if texts.get("severity", SEVERITIES[0]) not in SEVERITIES:
        expected = f"one of {', '.join(SEVERITIES)}"
        raise fault(row.file, row.at("severity"), expected, repr(excerpt(texts["severity"])), "correct the cell")
    if row.cells.get("ocr", True) is not True:
        raise fault(row.file, row.at("ocr"), "true", described(row.cells["ocr"]), "leave it out elsewhere")
    if "ocr" in row.cells and "reading" in row.cells:
        remedy = "name the one for which the row is not counted"
        raise fault(row.file, row.at("reading"), "one of ocr, reading", "both", remedy)


def _check_root(row: Row, claim: Claim, claims: Mapping[str, Claim]) -> None:
    """Check that the root is another claim of the file, at fault by itself, and counted if this one is."""
    if not claim.root:
        return
    root = claims.get(claim.root)
    if root is None:
        came, remedy = repr(excerpt(claim.root)), "a root is a claim of the same paper"
        remedy += did_you_mean(claim.root, claims)
        raise fault(row.file, row.at("root"), "the id of a claim of this file", came, remedy)
    reasons = {
        "is this claim": root is claim,
        f"has the verdict {root.verdict}": root.verdict not in CORRECTED,
        f"has the root {root.root}": bool(root.root),
        "is not counted (ocr)": root.ocr and claim.faulty,
        "is not counted (reading)": bool(root.reading) and claim.faulty,
    }
    for reason, applies in reasons.items():
        if applies:
            came = f"{claim.root}, which {reason}"
            raise fault(row.file, row.at("root"), "another fault, without a root", came, "name the first cause")


def _references(row: Row, column: str) -> tuple[str, ...]:
    found = row.list(column)
    for index, ref in enumerate(found):
        if parse_reference(ref) is None:
            expected = f"{':..., '.join(KINDS)}:... with the name of one piece (proof:paper/name#conclusion)"
            place = f"{row.at(column)}[{index}]"
            raise fault(row.file, place, expected, repr(excerpt(ref)), "correct the reference")
    return found


def _objects(row: Row, evidence: tuple[str, ...]) -> tuple[str, ...]:
    found = row.list("objects")
    for index, name in enumerate(found):
        if not OBJECT.fullmatch(name) or name in found[:index]:
            expected, place = "names such as Definitions.private, each once", f"{row.at('objects')}[{index}]"
            raise fault(row.file, place, expected, repr(excerpt(name)), "correct or remove it")
    if not any(ref.startswith("rocq:") for ref in evidence):
        came = "objects without a theorem of Rocq"
        raise fault(row.file, row.at("objects"), "a row that cites a theorem", came, "leave them out there")
    return found


def _check_pieces(row: Row, claim: Claim) -> None:
    """Check that words are glue where something is checked and evidence where nothing is, and each is named once."""
    refs = [str(parse_reference(piece).within(claim.paper)) for piece in claim.pieces]  # type: ignore[union-attr]
    for index, ref in enumerate(refs):
        if ref in refs[:index]:
            raise fault(row.file, row.at("evidence"), "each piece once", f"{excerpt(ref)} again", "remove one")
    words = {piece.startswith("hand:") for piece in claim.evidence}
    if len(words) == 2 or (claim.glue and words == {True}):
        remedy = "in a row with evidence that is checked they are glue, in others evidence"
        raise fault(row.file, row.at("evidence"), "arguments in words apart", "hand: among others", remedy)
    if not all(piece.startswith("hand:") for piece in claim.glue):
        raise fault(row.file, row.at("glue"), "hand: references", "others", "name what is checked under evidence")
