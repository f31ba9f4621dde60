"""A Claim, which a paper makes, with its verdict and its evidence, read from a ledger cell by cell.

A reference names a piece of evidence with its paper: proof:paper/name[#conclusion], audit:paper/row,
certificate:paper/name, rocq:File#name or hand:paper/id. A ledger may leave its own paper out of the names of rows,
certificates and arguments. Every fault of a document has its place.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Literal, get_args

from dpexact.audit.paper import Paper
from dpexact.certificates.cell_table import CellTable
from dpexact.certificates.source import PathText, described, fault, name_of, read_text
from dpexact.errors import ParameterError
from dpexact.numbers.typography import did_you_mean, excerpt
from dpexact.papers.proving.rocq import DEFINITION

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")  # of a claim, an argument, a certificate
KINDS = ("proof", "audit", "certificate", "rocq", "hand")
REFERENCE = re.compile(
    r"proof:[^\s#]+(?:#[^\s#]+)?|rocq:[^\s#]+#[^\s#]+|(?P<kind>audit|certificate|hand):(?P<name>[^\s#]+)"
)
Verdict = Literal["holds", "holds-if", "refuted", "misprint", "rounding", "not-checkable"]
Severity = Literal["central", "substantive", "minor", "slip"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
CORRECTED: tuple[Verdict, ...] = ("holds-if", "refuted", "misprint")  # these need a correction
# Reasons why a row in words has nothing to prove, with their verdicts. An attribution is of the words of others, an
# opinion may be an aim or a question, and absent is, for example, a drawing or an experiment without a name.
NOTHING: dict[str, tuple[Verdict, ...]] = {
    "definition": ("holds", "not-checkable"),
    "misprint": ("misprint",),
    "attribution": ("not-checkable",),
    "opinion": ("not-checkable",),
    "absent": ("not-checkable",),
}
SEVERITIES: tuple[Severity, ...] = get_args(Severity)  # the gravest first
UNCORRECTED: tuple[Verdict, ...] = ("holds", "not-checkable")  # nothing to correct (for rounding it is optional)
HOLDS, FAILS, BOTH = "holds-if, holds", "holds-if, fails", "holds-if, both"
ESTABLISHED: dict[str, Verdict] = {  # the claims of evidence, by their verdict
    **{verdict: verdict for verdict in VERDICTS if verdict != "holds-if"},
    **dict.fromkeys((HOLDS, FAILS, BOTH), "holds-if"),
}
MAX_BYTES = 1 << 24
PAGE = "dev/ledger-format.md has an example"
FORMAT = "dpexact-ledger/3"
PAPER = re.compile(r"[a-z][a-z0-9_]*")
OPTIONAL = ("glue", "objects", "about", "corrected", "denies", "severity", "root", "ocr", "reading", "nothing_to_prove")
SUBJECTS = {  # of theorems of Rocq: a form, in words
    "objects": (DEFINITION, "names such as Definitions.private"),
    "about": (re.compile(r"[ -~]+"), 'conclusions such as "(0 <= p)%R"'),
}
PLACE = re.compile(
    r"(Theorem|Lemma|Proposition|Corollary|Axiom|Definition|Example|Remark|Algorithm|Figure|Table|Section|Appendix|Footnote)"
    r" [A-Z0-9][A-Z0-9.-]*( proof| caption)?\b|Equation \([0-9]+(\.[0-9]+)?\)|Abstract|Title|References"
)
STATEMENT = re.compile(
    r"((?:Theorem|Lemma|Proposition|Corollary|Remark) [A-Z0-9][A-Z0-9.-]*)(?: \([A-Z]\))?(?:, (?:parts?|items?) .*)?"
)


def fingerprint(text: str) -> str:
    """Return eight hexadecimal digits of the SHA-256 of a text, to notice a change."""
    return sha256(text.encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Claim:
    """One row of a ledger.

    `where` has the places in the paper's own words, separated by "; ". `evidence` establishes the verdict, by
    references. `glue` has the arguments in words that hold pieces of it together.
    `objects` are the definitions in Rocq that the claim is about. Every theorem that it cites names one of them, or is
    a formula whose conclusion `about` quotes.
    `corrected` is the right text, or "". `denies` marks a claim that something fails or exists, so that a
    counterexample shows that it holds. `severity` is the weight of the fault, or "". `root` is the id of the claim
    whose fault is the cause of this one, or "". With `ocr` the text recognition may be to blame, so the fault is not
    counted. `reading` is the reading in which the row is judged, and the reason why the author may have meant another,
    so the fault is not counted, or "" for the plain reading. `nothing_to_prove` is the reason why a row in words has
    nothing to prove, one of NOTHING, or "".
    dev/ledger-format.md lists the needs of each verdict.
    """

    id: str
    paper: str
    where: str
    claim: str
    verdict: Verdict
    evidence: tuple[str, ...]
    glue: tuple[str, ...] = ()
    corrected: str = ""
    denies: bool = False
    severity: Severity | Literal[""] = ""
    root: str = ""
    ocr: bool = False
    reading: str = ""
    objects: tuple[str, ...] = ()
    nothing_to_prove: str = ""
    about: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The name of the claim among the claims of all papers."""
        return f"{self.paper}/{self.id}"

    @property
    def judged(self) -> str:
        """Return the row's line in the lock, with the fingerprint of its words, the verdict, and its class."""
        objects = "".join(f"\nabout {subject}" for subject in (*self.objects, *self.about))
        read = fingerprint(f"{self.where}\n{self.claim}\n{self.corrected}" + "\ndenies" * self.denies + objects)
        nothing = f", nothing to prove: {self.nothing_to_prove}" if self.nothing_to_prove else ""
        return f"{read} {self.verdict}, {self.checked}{nothing}"

    @property
    def checked(self) -> str:
        """The class of the row, "checked", "partly by hand" or "by hand"."""
        if self.by_hand:
            return "by hand"
        return "partly by hand" if self.glue else "checked"

    @property
    def faulty(self) -> bool:
        """Return whether it counts as a fault, which needs a correction and a sure text and reading."""
        return self.verdict in CORRECTED and not self.ocr and not self.reading

    @property
    def pieces(self) -> tuple[str, ...]:
        """All evidence and glue of the claim."""
        return (*self.evidence, *self.glue)

    @property
    def by_hand(self) -> bool:
        """Return whether all evidence is arguments in words."""
        return all(piece.startswith("hand:") for piece in self.evidence)


COLUMNS = tuple(field.name for field in fields(Claim) if field.name != "paper")
REQUIRED = tuple(column for column in COLUMNS if column not in OPTIONAL)


def false_statements(claims: Iterable[Claim]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the numbered statements of one paper that fail as printed, and those whose faults are all minor.

    Slips do not count, but a fault without a severity does.
    """
    faults: dict[str, set[str]] = {}
    for claim in claims:
        name = statement(claim)
        if claim.faulty and name is not None and claim.severity != "slip":
            faults.setdefault(name, set()).add(claim.severity)
    failing = tuple(name for name, severities in faults.items() if severities != {"minor"})
    return failing, tuple(name for name in faults if name not in failing)


def statement(claim: Claim) -> str | None:
    """Return the numbered statement that is the claim's first place, or None for a proof, equation or section."""
    name = STATEMENT.fullmatch(claim.where.partition("; ")[0])
    return None if name is None else name.group(1)


def read_document(path: PathText, form: str, keys: Collection[str]) -> CellTable:
    """Return the document in a TOML file whose key `format` is `form`, with exactly these further keys.

    Raises DocumentError for a file that cannot be read, is not TOML, of another format, or has other keys.
    """
    document = CellTable.parsed(name_of(path), read_text(path, max_bytes=MAX_BYTES), PAGE)
    version = document.cells.get("format")
    if version != form:
        remedy = "this version of dpexact reads only that format"
        raise document.fault("format", f'"{form}"', described(version), remedy)
    if document.cells.keys() != {"format", *keys}:
        came = f"the keys {excerpt(', '.join(document.cells))}"
        raise document.fault("", f"the keys format, {', '.join(keys)}", came, "add or remove what differs")
    return document


def load_ledgers(papers: Iterable[Paper], theory: str | None = None) -> tuple[Claim, ...]:
    """Return the claims of the papers that have a ledger, or of one of them.

    Raises ParameterError for an unknown theory, and DocumentError, also for a ledger of another paper.
    """
    ledgers = {paper.name: paper.ledger for paper in papers if paper.ledger is not None}
    if theory is not None and theory not in ledgers:
        came = f"{excerpt(theory)!r}{did_you_mean(theory, ledgers)}"
        raise ParameterError(came, place="--theory", expected=f"one of {', '.join(ledgers) or 'none'}")
    claims: list[Claim] = []
    for name, path in ledgers.items():
        if theory in (None, name):
            rows = load_ledger(path)
            if rows[0].paper != name:
                came = f"the paper {rows[0].paper}"
                raise fault(str(path), "paper", name, came, "a ledger is that of the paper whose record names it")
            claims += rows
    return tuple(claims)


def load_ledger(path: PathText) -> tuple[Claim, ...]:
    """Read a ledger.

    Raises DocumentError, with the place in the file, for a column that is missing or unknown, an empty cell, a place
    or verdict that is misspelled, a reference of an unknown kind or named twice, a correction that is missing or out of
    place, glue in a row without checked evidence, a bad severity, root or reading, and repeated ids.
    Reference: dev/ledger-format.md.
    """
    document = read_document(path, FORMAT, ("paper", "claim"))
    paper = document.cells["paper"]
    if not isinstance(paper, str) or not PAPER.fullmatch(paper):
        raise document.fault("paper", "a name such as count_queries", described(paper), "name the paper")
    claims: dict[str, Claim] = {}
    rows = list(document.rows("claim"))
    for row in rows:
        claim = _claim(row, paper)
        if claim.id in claims:
            raise row.fault("id", "ids that are unique", f"{claim.id!r} again", "rename one of the two")
        claims[claim.id] = claim
    for row, claim in zip(rows, claims.values(), strict=True):
        _check_root(row, claim, claims)
    return tuple(claims.values())


def _claim(row: CellTable, paper: str) -> Claim:
    row.require(REQUIRED, OPTIONAL)
    others = ("evidence", "glue", "objects", "about", "denies", "ocr")
    texts = {column: row.text(column, blank=column == "corrected") for column in row.cells if column not in others}
    _check_words(row, texts)
    denies = "denies" in row.cells
    if denies and (row.cells["denies"] is not True or texts["verdict"] != "holds"):
        came = f"{described(row.cells['denies'])} for {texts['verdict']}"
        raise row.fault("denies", "true, for a claim that holds", came, "leave it out elsewhere")
    _check_weight(row, texts)
    evidence, glue = (_references(row, column, paper) for column in ("evidence", "glue"))
    subjects = {column: _subjects(row, column, evidence) for column in SUBJECTS if column in row.cells}
    claim = Claim(paper=paper, evidence=evidence, glue=glue, denies=denies, ocr="ocr" in row.cells, **subjects, **texts)  # type: ignore[arg-type]
    _check_pieces(row, claim)
    return claim


def _check_words(row: CellTable, texts: dict[str, str]) -> None:
    if not NAME.fullmatch(texts["id"]):
        came = repr(excerpt(texts["id"]))
        raise row.fault("id", "letters, digits and - . _", came, "name it so that evidence can name it")
    for column in ("where", "claim", "corrected", "reading"):
        if not texts.get(column, "").isprintable():
            came = ascii(excerpt(texts[column]))
            raise row.fault(column, "one line of text that prints", came, "remove what does not")
    for place in texts["where"].split("; "):
        if not PLACE.match(place):
            expected = 'places such as "Theorem 3", "Lemma 1 proof", "Equation (29)", "Figure 4 caption", "Section IV"'
            raise row.fault("where", expected, repr(excerpt(place)), 'separate places by "; "')
    verdict = row.word("verdict", VERDICTS)
    if "nothing_to_prove" in texts:
        row.word("nothing_to_prove", NOTHING)
    corrected = bool(texts.get("corrected"))
    if verdict in (UNCORRECTED if corrected else CORRECTED):
        expected = f"a correction for {', '.join(CORRECTED)}, and none for {', '.join(UNCORRECTED)}"
        came = f"{'one' if corrected else 'none'} for {verdict}"
        raise row.fault("corrected", expected, came, "write what should stand there, or nothing")


def _check_weight(row: CellTable, texts: dict[str, str]) -> None:
    """Check that severity, root, ocr and reading belong to a fault."""
    for column in ("severity", "root", "ocr", "reading"):
        if column in row.cells and texts["verdict"] in UNCORRECTED:
            came = f"one for {texts['verdict']}"
            raise row.fault(column, "none where nothing is wrong", came, "leave it out there")
    if "severity" in texts:
        row.word("severity", SEVERITIES)
    if row.cells.get("ocr", True) is not True:
        raise row.fault("ocr", "true", described(row.cells["ocr"]), "leave it out elsewhere")
    if "ocr" in row.cells and "reading" in row.cells:
        raise row.fault("reading", "one of ocr, reading", "both", "name the one for which the row is not counted")


def _check_root(row: CellTable, claim: Claim, claims: Mapping[str, Claim]) -> None:
    """Check that the root is another claim of the file, at fault by itself, and counted if this one is."""
    if not claim.root:
        return
    root = claims.get(claim.root)
    if root is None:
        remedy = f"a root is a claim of the same paper{did_you_mean(claim.root, claims)}"
        raise row.fault("root", "the id of a claim of this file", repr(excerpt(claim.root)), remedy)
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
            raise row.fault("root", "another fault, without a root", came, "name the first cause")


def _references(row: CellTable, column: str, paper: str) -> tuple[str, ...]:
    """Return the references of a cell, each with its paper. Raises DocumentError."""
    references = []
    for index, text in enumerate(row.list(column, optional=True)):
        match = REFERENCE.fullmatch(text)
        if match is None:
            expected = f"{':..., '.join(KINDS)}:... with the name of one piece (proof:paper/name#conclusion)"
            raise row.fault(f"{column}[{index}]", expected, repr(excerpt(text)), "correct the reference")
        is_short = match["kind"] and "/" not in match["name"]
        references.append(f"{match['kind']}:{paper}/{match['name']}" if is_short else text)
    return tuple(references)


def _subjects(row: CellTable, column: str, evidence: tuple[str, ...]) -> tuple[str, ...]:
    """Return the definitions or conclusions that the theorems of a row are about. Raises DocumentError."""
    form, words = SUBJECTS[column]
    subjects = row.list(column)
    for index, subject in enumerate(subjects):
        if not form.fullmatch(subject) or subject in subjects[:index]:
            raise row.fault(f"{column}[{index}]", f"{words}, each once", repr(excerpt(subject)), "correct or remove it")
    if not any(reference.startswith("rocq:") for reference in evidence):
        came = f"{column} without a theorem of Rocq"
        raise row.fault(column, "a row that cites a theorem", came, "leave them out there")
    return subjects


def _check_pieces(row: CellTable, claim: Claim) -> None:
    """Check that words are glue beside checked evidence, and evidence without it, and that each piece is named once."""
    for index, reference in enumerate(claim.pieces):
        if reference in claim.pieces[:index]:
            raise row.fault("evidence", "each piece once", f"{excerpt(reference)} again", "remove one")
    words = {piece.startswith("hand:") for piece in claim.evidence}
    if len(words) == 2 or (claim.glue and words == {True}):
        remedy = "in a row with evidence that is checked they are glue, in others evidence"
        raise row.fault("evidence", "arguments in words apart", "hand: among others", remedy)
    if not all(piece.startswith("hand:") for piece in claim.glue):
        raise row.fault("glue", "hand: references", "others", "name what is checked under evidence")
