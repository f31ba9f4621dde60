"""`dpexact new` begins a claim table, a paper or a test file, which pass as they stand."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from enum import StrEnum
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from tempfile import mkdtemp
from typing import Annotated

import typer

from dpexact.certificates.writing import check_target, write_text
from dpexact.cli.answer import Answer, Views
from dpexact.cli.options import completion, word_parser
from dpexact.cli.outcome import HOLDS
from dpexact.errors import DocumentError, ParameterError
from dpexact.numbers.typography import excerpt
from dpexact.papers.catalogue import papers

TABLE = """\
# One row for each printed number. To audit the table:  dpexact audit {file}
# `dpexact quantities WORD` shows what a row can name; docs/claim-table.md says what each column holds.
format = "dpexact-claim-table/1"

[[claim]]
id = "noise"
source = "page 3" # where the number is printed
quantity = "gaussian.sigma"
parameters = {{ epsilon = "1", delta = "1e-5", sensitivity = "1" }}
printed = "3.74" # exactly as printed
meaning = "at-most" # or rounded, truncated, rounded-up, at-least, exact, about

[[claim]]
id = "steps"
source = "page 4"
quantity = "formula" # an expression of your own
parameters = {{ expression = "ceil(epochs * n / batch)", epochs = "15", n = "60000", batch = "256" }}
printed = "3516"
meaning = "exact"
"""

TESTS = '''\
"""Test what {name} claims against exact references. To run it:  pytest {file}"""

import math

import pytest

from dpexact import Mechanism, NeighborGraph
from dpexact.testing import assert_close, assert_private, assert_upper_bound, exact_reference


def laplace_delta(epsilon: float, scale: float) -> float:
    """Stands for a function of yours, in floats."""
    return max(0.0, -math.expm1((epsilon - 1 / scale) / 2))


@pytest.mark.dp_claim("{name}-laplace-delta")
@pytest.mark.parametrize("epsilon", ["0.0625", "0.25"])
def test_delta(epsilon: str) -> None:
    truth = exact_reference("laplace.delta", scale="2", sensitivity="1", epsilon=epsilon)
    assert_close(laplace_delta(float(epsilon), 2.0), truth, ulps=8)


@pytest.mark.dp_claim("{name}-noise-is-enough")
def test_sigma_is_enough() -> None:
    truth = exact_reference("gaussian.sigma", epsilon="1", delta="1e-5", sensitivity="1")
    assert_upper_bound(3.74, truth, rel="0.01")  # enough noise, and at most one per cent too much


@pytest.mark.dp_claim("{name}-randomized-response")
def test_private() -> None:
    response = Mechanism.from_rows(["no", "yes"], ["no", "yes"], [["3/4", "1/4"], ["1/4", "3/4"]])
    assert_private(response, NeighborGraph.complete(response.inputs), epsilon="log(3)")
'''

PAPER = {
    "pyproject.toml": """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "0.1"
dependencies = ["dpexact"]

[project.entry-points."dpexact.papers"]
{name} = "{name}:PAPER"
""",
    "{name}/__init__.py": '''\
"""The claims of the paper, and whether they are true."""

from dpexact.audit.paper import Paper

PAPER = Paper.of_room(__name__, "The title of the paper")
''',
    "{name}/quantities.py": '''\
"""The numbers that the paper prints: a function for each, of the texts of a row."""

from dpexact import Exact, exact
from dpexact.audit.quantity import QuantityList

QUANTITIES = QuantityList("{name}", "Author, Title (year)")


@QUANTITIES.add("equation (1)")
def odds(truth: str) -> Exact:
    """Return p / (1 - p)."""
    return exact(truth) / (1 - exact(truth))
''',
    "{name}/printed.toml": """\
format = "dpexact-claim-table/1"

[[claim]]
id = "odds-of-three-quarters"
source = "Section 1"
quantity = "{name}.odds"
parameters = {{ truth = "3/4" }}
printed = "3.0"
meaning = "rounded"
expected = "correct"
expected_by = "by hand: (3/4)/(1/4) = 3" # a second route; never dpexact itself
""",
    "test_{name}.py": '''\
"""Every printed number has the verdict on record. To run it:  python -m pytest  (in this folder)"""

from dpexact.audit import audit
from {name} import PAPER


def test_the_printed_numbers() -> None:
    assert audit(papers=[PAPER]).as_expected
''',
    "README.md": """\
# {name}

    python -m pytest          # the printed numbers have the verdicts on record
    pip install -e .          # from then on dpexact knows the paper:
    dpexact audit {name}
    dpexact quantities {name}

Write a function for each printed number into {name}/quantities.py, and a row for each into {name}/printed.toml.
CONTRIBUTING.md of dpexact ("A new paper") has the next steps: proofs, a ledger of claims, figures.
""",
}


class Kind(StrEnum):
    """The scaffolds that `dpexact new` writes."""

    table = "table"
    paper = "paper"
    tests = "tests"


def run(
    kind: Annotated[
        Kind,
        typer.Argument(
            parser=word_parser(Kind),
            metavar="KIND",
            autocompletion=completion(lambda: Kind),
            help="A claim table, a package for a paper, or a test file.",
        ),
    ],
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is called; nothing that exists is replaced.")],
) -> Answer:
    """Begin a claim table, a paper or a test file.

    The files pass as they stand. Write your own numbers over those that are there.
    """
    match kind:
        case Kind.table:
            file = _table_name(name)
            _write_file(file, TABLE.format(file=file))
            content, command = "two rows, which hold", f"dpexact audit {file}"
        case Kind.tests:
            stem = _identifier(Path(name).name.removesuffix(".py").removeprefix("test_"), "test_NAME.py")
            file = str(Path(name).with_name(f"test_{stem}.py"))
            _write_file(file, TESTS.format(file=file, name=stem))
            content, command = "four tests, which pass", f"pytest {file} --dp-report claims.html"
        case Kind.paper:
            file = _identifier(name, "a package")
            _refuse_known(file)
            _write_folder(file, {path.format(name=name): text.format(name=name) for path, text in PAPER.items()})
            content, command = "a package with one printed number, which is right", f"cd {name} && python -m pytest"
    views = Views(lambda: f"{file}: {content}\nnext: {command}", lambda: {"written": file, "next": command})
    return Answer(HOLDS, views)


def _table_name(name: str) -> str:
    """Return the name with its suffix. Raises: ParameterError for another suffix, and for none but a suffix."""
    suffix = Path(name).suffix
    if suffix.lower() not in ("", ".toml") or not Path(name).stem.strip():
        raise ParameterError(
            repr(excerpt(name)),
            place="NAME",
            expected="the name of a table, such as numbers or numbers.toml",
            remedy="rename it",
        )
    return name if suffix else f"{name}.toml"


def _refuse_known(name: str) -> None:
    """Refuse a package that would hide another one, or that dpexact knows as a paper. Raises: ParameterError."""
    if find_spec(name) is not None or name in {paper.name for paper in papers()}:
        raise ParameterError(
            repr(name),
            place="NAME",
            expected="a name that no installed module and no paper has",
            remedy="choose another one",
        )


def _identifier(name: str, what: str) -> str:
    """Return the name, if Python takes it. Raises: ParameterError."""
    if not re.fullmatch(r"[a-z_][a-z0-9_]*", name, re.IGNORECASE) or iskeyword(name):
        remedy = "use letters, digits and _, and begin with a letter"
        raise ParameterError(
            repr(excerpt(name)), place="NAME", expected=f"a name that Python takes for {what}", remedy=f"{remedy}"
        )
    return name


def _refuse_existing(path: str) -> None:
    if os.path.lexists(path):
        raise DocumentError(
            f"{excerpt(path)!r}, which is there already",
            path,
            place="NAME",
            expected="a new file",
            remedy="choose another name",
        )


def _write_file(path: str, text: str) -> None:
    _refuse_existing(path)
    check_target("NAME", path)
    write_text(path, text)


def _write_folder(path: str, files: Mapping[str, str]) -> None:
    """Write all the files beside the folder first, so that it has all of them or does not exist."""
    _refuse_existing(path)
    check_target("NAME", path)
    beside = Path(mkdtemp(prefix=f".{path}-", dir="."))
    try:
        for file, text in files.items():
            (beside / file).parent.mkdir(exist_ok=True)
            (beside / file).write_text(text, encoding="utf-8", newline="\n")
        beside.chmod(0o777 & ~_umask())
        beside.rename(path)
    except OSError as error:
        raise DocumentError(
            f"expected a folder that can be written, got: {error.strerror}", path, remedy="check the directory"
        ) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
