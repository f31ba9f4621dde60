"""A Proof is a statement in words and the conclusions checked for it, loaded from the library of a paper's proofs."""

import ast
import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from dpexact.audit.paper import Paper
from dpexact.certificates.source import run_file
from dpexact.errors import DocumentError, ParameterError
from dpexact.numbers.typography import excerpt, printable
from dpexact.papers.proving.allowed import require_allowed, require_own
from dpexact.papers.proving.evidence import KINDS, Exhaustive, ProofError, Shown
from dpexact.papers.proving.marks import Reached, marked
from dpexact.papers.proving.source import read_once

FEW = 20  # names that are all listed
LONGEST = 200  # characters of a name that are compared


@dataclass(frozen=True)
class Conclusion:
    """A checked conclusion with its name and words, the function that returns the evidence, and the result."""

    name: str
    text: str
    evidence: Callable[[], Any]
    kind: str
    shown: Shown


@dataclass(frozen=True)
class ProofRun:
    """An accepted proof, with its statement in words and its conclusions in order."""

    statement: str
    conclusions: tuple[Conclusion, ...]

    def as_text(self, name: str) -> str:
        """Return the proof, conclusion by conclusion, and then its arguments in words.

        Texts of the author come behind a bar, so that none passes for a line of the output.
        """
        lines = [f"proved    {name}"]
        for conclusion in self.conclusions:
            says, *more = conclusion.shown.says.splitlines()  # a mechanism is written on several lines
            lines += [f"  checked: {conclusion.name} ({conclusion.kind})", f"    {says}"]
            lines += [f"      | {line}" for line in (*more, *conclusion.shown.source.splitlines())]
        lines += ["  argued in words:", *(f"    | {line}".rstrip() for line in self.statement.strip().splitlines())]
        lines += [f"    {conclusion.name}: {conclusion.text.splitlines()[0]}" for conclusion in self.conclusions]
        return "\n".join(map(printable, lines))

    def as_json(self, name: str) -> dict[str, object]:
        """Return the same as data."""
        checked = [
            {
                "conclusion": conclusion.name,
                "class": "computed",
                "says": conclusion.shown.says,
                "text": conclusion.text,
                "evidence": conclusion.kind,
                "source": conclusion.shown.source,
                "domain": conclusion.shown.domain,
            }
            for conclusion in self.conclusions
        ]
        statement = self.statement.strip()
        return {"name": name, "verdict": "proved", "checked": checked, "argued": statement, "statement": statement}


@dataclass(slots=True)
class Proof:
    """A proof under construction, to which `@proof.conclusion` adds a function that returns evidence.

    The function gives its name to the conclusion, and its docstring states the conclusion in words.
    """

    statement: str
    functions: dict[str, Callable[[], Any]] = field(default_factory=dict)
    claims: dict[str, dict[str, str]] = field(default_factory=dict)
    reached: Reached | None = None  # the places of a file that must be reached

    def conclusion(self, evidence: Callable[[], Any]) -> Callable[[], Any]:
        """Add a conclusion (a decorator). Raises ProofError for a name that is taken, or one without a docstring."""
        name = evidence.__name__
        if name in self.functions or not (name.isascii() and name.isidentifier()):
            raise ProofError(f"expected a new name, such as equation_3, got {name!r}", "name")
        if inspect.signature(evidence).parameters:
            raise ProofError("expected a function without parameters", "name", name)
        if not all(line.isprintable() for line in (inspect.getdoc(evidence) or "").splitlines() or ["\n"]):
            raise ProofError("expected a docstring that says what is shown", "text", name)
        self.functions[name] = evidence
        return evidence

    def establishes(self, claims: dict[str, str], *conclusions: str) -> None:
        """Name the claims of the ledger, with their verdicts, for which conclusions are evidence.

        Without conclusions the proof as a whole is the evidence. This is the second book of the ledger
        (dev/ledger-format.md). `{"lemma-1": "holds"}` is an example, and "paper/claim" a claim of another paper.

        Raises ProofError for a name that is not a conclusion above or was used before, or claims that are not texts.
        """
        for name in conclusions or ("",):
            if name and name not in self.functions:
                raise ProofError("expected a conclusion that stands above", "establishes", name)
            if name in self.claims:
                raise ProofError("expected each conclusion once", "establishes", name or "the proof as a whole")
            if not claims or not all(isinstance(text, str) and text for pair in claims.items() for text in pair):
                raise ProofError('expected claims and verdicts, such as {"lemma-1": "holds"}', "establishes", name)
            self.claims[name] = dict(claims)

    def run(self, *, twice: bool = True) -> ProofRun:
        """Check all conclusions, enumerations once forwards and, with `twice`, once backwards.

        Raises ProofError for the first one whose evidence fails, or for places of the file never reached.
        """
        if not self.functions:
            raise ProofError("expected at least one conclusion", "conclusion")
        conclusions = tuple(_checked(name, function, twice=twice) for name, function in self.functions.items())
        if self.reached is not None:
            self.reached.require()
        return ProofRun(self.statement, conclusions)


def _checked(name: str, function: Callable[[], Any], *, twice: bool) -> Conclusion:
    try:
        evidence = function()
        if type(evidence) not in KINDS:
            kinds = ", ".join(kind.__name__ for kind in KINDS)
            raise ProofError(f"expected one of {kinds}, got {type(evidence).__name__}", "evidence")  # noqa: TRY301
        result = evidence.shown(twice=twice) if type(evidence) is Exhaustive else evidence.shown()
    except ProofError as error:
        raise ProofError(error.message, error.check, name) from error
    except Exception as error:  # a conclusion is code of a proof, and its mistakes are the proof's
        raise ProofError(f"{type(error).__name__}: {error}", "evidence", name) from error
    return Conclusion(name, inspect.getdoc(function) or "", function, type(evidence).__name__, result)


def proof_names(papers: Iterable[Paper]) -> tuple[str, ...]:
    """Return the names of the proofs of these papers, such as "count_queries/remark_2", in order."""
    folders = ((paper.name, paper.proofs) for paper in papers if paper.proofs is not None)
    return tuple(sorted(f"{name}/{path.stem}" for name, folder in folders for path in folder.glob("*.py")))


def load_proof(name: str, papers: Iterable[Paper]) -> Proof:
    """Load the proof of a name such as "count_queries/remark_2", the object `proof` of that file of the paper.

    Raises ParameterError for an unknown name, ProofError for a file without a proof or with a mistake in it.
    """
    known = tuple(papers)
    names = proof_names(known)
    if name not in names:
        raise ParameterError(f"expected {_nearest(name, names)}", place="proof", remedy=f"got {excerpt(name)!r}")
    theory, _, stem = name.rpartition("/")
    folder = next(paper.proofs for paper in known if paper.name == theory and paper.proofs is not None)
    return load_file(folder / f"{stem}.py", name, known)


def _nearest(name: str, names: Sequence[str]) -> str:
    """Return all names of proofs if they are few, or those near a wrong one."""
    if len(names) <= FEW:
        return f"one of {', '.join(names) or 'none'}"
    papers = list(dict.fromkeys(known.partition("/")[0] for known in names))
    near = [known for known in names if known.endswith(f"/{name}")] or get_close_matches(name[:LONGEST], names)
    paper = get_close_matches(name[:LONGEST], papers, n=1)
    place = f"the paper {paper[0]}" if paper else f"a paper ({', '.join(papers)})"
    return f"a proof such as {', '.join(near or names[:1])}, {place}, or the file of a proof"


def load_file(path: Path, name: str = "", papers: Iterable[Paper] = ()) -> Proof:
    """Return the object `proof` of the file at this path, which may use the package of its own paper among `papers`.

    Raises DocumentError for a file that cannot be read, ProofError for one without a proof or with a mistake in it.
    """
    name = name or str(path)
    try:
        source = path.read_bytes()
        text = source.decode()
    except (OSError, UnicodeDecodeError) as error:
        raise DocumentError(str(error), str(path), expected="the file of a proof") from error
    try:
        tree = ast.parse(text, name)
    except (SyntaxError, ValueError) as error:
        raise ProofError(f"expected Python, got {error}", "file", name) from error
    theory = name.partition("/")[0]
    own = theory if theory in {paper.name for paper in papers} else ""
    require_allowed(tree, name, path.stem, own)
    changed, reached = marked(tree)
    try:
        module = run_file(path, "dpexact_proof_" + name.replace("/", "_"), source, changed, **reached.names)
    except ProofError:
        raise
    except Exception as error:
        raise ProofError(f"{type(error).__name__}: {error}", "file", name) from error
    require_own(tree, name, own)
    for variable, value in vars(module).items():
        if read_once(value):
            raise ProofError(f"{variable} can be read once only; expected a list or a tuple", "read once", name)
    proof = getattr(module, "proof", None)
    if type(proof) is not Proof:
        raise ProofError("expected an object `proof` of the class Proof", "file", name)
    if not (module.__doc__ or "").strip() or proof.statement != module.__doc__:
        raise ProofError("expected a docstring, the statement, and proof = Proof(__doc__)", "statement", name)
    proof.reached = reached
    return proof
