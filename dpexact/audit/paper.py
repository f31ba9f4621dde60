"""Papers with their parts, tables of published numbers, and the quantities that a row can name, as installed.

Packages, dpexact itself among them, name papers in the entry point group `dpexact.papers` and quantities in
`dpexact.quantities`. A user's own quantities are in a file. The tables are audited by default, and each can be named
wherever dpexact is installed.
"""

import csv
import io
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib import import_module, resources
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

from dpexact.audit.cache import files_read
from dpexact.audit.quantity import Quantity
from dpexact.certificates.source import PathText, name_of, user_module
from dpexact.errors import DocumentError, DPExactError, ParameterError, need
from dpexact.numbers.typography import did_you_mean, excerpt

GROUP = "dpexact.papers"
Quantities = Mapping[str, Quantity]
QUANTITY_GROUP = "dpexact.quantities"
NAME = "QUANTITIES"


@dataclass(frozen=True)
class Drawing:
    """A figure as files, its data as CSV (None if the picture is everything) and the picture.

    `draw` writes to a path whose suffix, .svg or .png, says how.
    """

    name: str
    table: Callable[[], str] | None
    draw: Callable[[Path], None]


def csv_text(header: Sequence[str], rows: Iterable[Iterable[str]]) -> str:
    """Return the table of a drawing as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows((header, *rows))
    return text.getvalue()


@dataclass(frozen=True)
class Paper:
    """A paper whose claims are examined, with its claim table, its ledger, its proofs and its certificates.

    References and options use the `name`, such as "count_queries". Proofs are "count_queries/remark_2" and its
    quantities begin with "count_queries.". A missing part is None. `quantities` and `figures` are called when they are
    needed, so that a record costs nothing.
    """

    name: str
    title: str
    quantities: Callable[[], Iterable[Quantity]] = tuple
    printed: Path | None = None
    ledger: Path | None = None
    proofs: Path | None = None
    certificates: Path | None = None
    figures: Callable[[], Iterable[Drawing]] | None = None

    @classmethod
    def of_room(cls, package: str, title: str) -> Self:
        """Make the paper of a package, with the name of the package and the parts that lie there by their usual names.

        It takes the files `printed.toml` and `ledger.toml`, the folders `proofs` and `certificates` (those of
        dpexact's own papers lie in the project's `proofs`), QUANTITIES of the module `quantities`, and `drawings()` of
        the module `figures`. Both modules are imported when they are needed.
        """
        name, room, ours = package.rpartition(".")[2], Path(str(resources.files(package))), project_folder("proofs")
        is_ours = package.startswith("dpexact.")
        paths = {
            "printed": room / "printed.toml",
            "ledger": room / "ledger.toml",
            "proofs": ours / name if is_ours else room / "proofs",
            "certificates": ours / "certificates" / name if is_ours else room / "certificates",
        }
        parts: dict[str, Any] = {part: path for part, path in paths.items() if path.exists()}
        if find_spec(f"{package}.quantities") is not None:
            parts["quantities"] = lambda: import_module(f"{package}.quantities").QUANTITIES
        if find_spec(f"{package}.figures") is not None:
            parts["figures"] = lambda: import_module(f"{package}.figures").drawings()
        return cls(name, title, **parts)


def project_folder(name: str) -> Path:
    """Return a folder of the project that is not in the package, which is package data in a wheel only."""
    package = Path(str(resources.files("dpexact")))
    shipped = package / "project" / name
    return shipped if shipped.is_dir() else package.parent / name


def installed_papers() -> tuple[Paper, ...]:
    """Return the papers that installed packages, this one among them, name in the entry point group `dpexact.papers`.

    Raises ParameterError for an entry point that is not a Paper, or whose name is taken.
    """
    papers: dict[str, Paper] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        paper, place = point.load(), f"entry point {GROUP}, {point.name} = {point.value}"
        if not isinstance(paper, Paper):
            came, remedy = type(paper).__name__, "name an object such as PAPER"
            raise ParameterError(came, place=place, expected="a Paper", remedy=remedy)
        if papers.setdefault(paper.name, paper) is not paper:
            raise ParameterError(f"{paper.name!r} again", place=place, expected="a new name", remedy="rename the paper")
    return tuple(papers.values())


def published_tables() -> tuple[Path, ...]:
    """Return the tables of other people's numbers, in the order of their names."""
    return tuple(sorted(project_folder("claims").glob("*.toml")))


def bundled_tables(papers: Iterable[Paper]) -> dict[str, Path]:
    """Return every bundled table by the name of its paper, or of its file in `claims/` without the suffix."""
    tables = {paper.name: paper.printed for paper in papers if paper.printed is not None}
    for path in published_tables():
        tables.setdefault(path.stem, path)
    return tables


def table_file(name: str, bundled: Mapping[str, Path]) -> str:
    """Find a table by its file, or by the name of a bundled one. A file of that name goes first.

    Raises DocumentError for a text that is neither a file nor a bundled table, but looks like the name of one.
    """
    path = Path(name)
    if name == "-" or (os.path.lexists(path) and not path.is_dir()):
        return name
    if name in bundled:
        return str(bundled[name])
    near = did_you_mean(path.stem, bundled)
    is_name = path.name == name and not path.suffix
    if path.is_dir() or not (is_name or near):
        return name  # the reader of tables says why it cannot be read
    expected, remedy = "a file or the name of a bundled table", f"dpexact audit --list has the names{near}"
    raise DocumentError(repr(excerpt(name)), name, place="TABLE", expected=expected, remedy=remedy)


def installed_quantities() -> tuple[Quantity, ...]:
    """Return the quantities that installed packages name in the entry point group. Raises ParameterError."""
    quantities: list[Quantity] = []
    for point in sorted(entry_points(group=QUANTITY_GROUP), key=lambda point: point.name):
        place = f"entry point {QUANTITY_GROUP}, {point.name} = {point.value}"
        quantities += checked(point.load(), place, Quantity, "quantities")
    return tuple(quantities)


def checked(values: object, place: str, kind: type[Any], many: str) -> tuple[Any, ...]:
    """Return the values of a sequence, all of one kind. Raises ParameterError that begins with the place."""
    listed = need.values(values, place, f"a sequence of {many}")
    return tuple(need.instance(value, kind, f"{place}[{n}]") for n, value in enumerate(listed))


def registered(papers: Iterable[Paper] | None = None, own: Iterable[Quantity] = ()) -> Quantities:
    """Return every quantity by name. `papers` are by default the installed ones.

    Raises ParameterError if two have one name.
    """
    named: dict[str, Quantity] = {}
    chosen = installed_papers() if papers is None else papers
    of_papers = (quantity for paper in chosen for quantity in paper.quantities())
    for quantity in (*of_papers, *installed_quantities(), *own):
        if quantity.name in named:
            came, remedy = f"{quantity.name!r} twice", "rename one of them"
            raise ParameterError(came, place="quantities", expected="distinct names", remedy=remedy)
        named[quantity.name] = quantity
    return named


def own_quantities(path: PathText) -> tuple[Quantity, ...]:
    """Return the quantities that a Python file calls QUANTITIES. Raises DocumentError that names the file."""
    name = name_of(path)
    with files_read() as files:
        module, source = user_module(path, "dpexact_own_quantities", NAME)
    if not hasattr(module, NAME):
        expected = f"a tuple {NAME} of dpexact.audit.Quantity"
        raise DocumentError("none", place=name, expected=expected, remedy="define it")
    try:
        quantities = checked(getattr(module, NAME), f"{name}: {NAME}", Quantity, "quantities")
        digest = sha256(b"".join([source, *(sha256(file.read_bytes()).digest() for file in sorted(files))])).hexdigest()
        return tuple(replace(quantity, digest=digest) for quantity in quantities)
    except DPExactError as error:
        raise DocumentError(error.came, place=error.place, expected=error.expected, remedy=error.remedy) from error
