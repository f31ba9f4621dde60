"""`dpexact vectors` makes the corpus of exact test vectors again, byte for byte."""

from typing import Annotated

from dpexact.certificates.writing import made_folder
from dpexact.cli.answer import Answer, Views
from dpexact.cli.options import argument, integer_option, text_option
from dpexact.cli.outcome import HOLDS, long_work
from dpexact.errors import ParameterError
from dpexact.numbers.typography import counted, did_you_mean, excerpt
from dpexact.vectors import corpus
from dpexact.vectors.corpus import FAMILIES


def run(
    out: Annotated[str, argument("OUT", "The folder to write the files to.")],
    family: Annotated[
        list[str] | None, text_option("NAME", "Only this family; may be repeated.", lambda: FAMILIES)
    ] = None,
    count: Annotated[int, integer_option("N", "How many tests of each family are drawn.", 0)] = corpus.COUNT,
    seed: Annotated[int, integer_option("N", "The seed of the tests that are drawn.", 0)] = 1,
) -> Answer:
    """Make test vectors for libraries in any language.

    With the defaults these are the files of the folder vectors of the repository, byte for byte. The index has the
    digest of each file.
    """
    for name in family or ():
        if name not in FAMILIES:
            came = f"{excerpt(name)!r}{did_you_mean(name, FAMILIES)}"
            raise ParameterError(came, place="--family", expected="the name of a family")
    folder = made_folder("OUT", out)
    with long_work("drawing, proving and confirming the vectors"):
        listed = corpus.written(folder, family or list(FAMILIES), count, seed)
    lines = [f"{name}: {counted(entry['tests'], 'test')}" for name, entry in listed.items()]
    return Answer(HOLDS, Views(lambda: "\n".join(lines), lambda: {"version": corpus.VERSION, "families": listed}))
