"""`dpexact sharpen` finds a maximally sufficient mechanism, with the one of a document as a post-processing."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from dpexact.certificates import save_mechanism
from dpexact.certificates.mechanism_document import document_of
from dpexact.certificates.writing import write_file
from dpexact.cli import options
from dpexact.cli.answer import Answer, Field, heading, number_field
from dpexact.cli.mechanisms import label_text, nothing_fields, read_mechanism
from dpexact.cli.outcome import HOLDS, UNDECIDED, long_work
from dpexact.privacy.verdict import size_text
from dpexact.sufficiency import sharpen
from dpexact.sufficiency.maximal import Sharpened

MOST = 12  # outputs that are listed in text


def run(
    file: options.File,
    epsilon: options.Epsilon = None,
    exp_epsilon: options.ExpEpsilon = None,
    delta: options.Delta = "0",
    out: Annotated[str | None, options.text_option("OUT", "Write the mechanism that is found.")] = None,
    certificate: Annotated[
        str | None, options.text_option("OUT", "Write both certificates: to OUT, and to OUT-maximal beside it.")
    ] = None,
    neighbors: options.Relation = None,
) -> Answer:
    """Find a mechanism that is as private and says more.

    It is maximally sufficient, and the mechanism of the document, which has to be (epsilon, delta)-private, is a
    post-processing of it.
    """
    factor, allowed = options.exp_epsilon_option(epsilon, exp_epsilon), options.delta_option(delta)
    targets = []
    if certificate is not None:
        path = Path(certificate)
        targets = [certificate, str(path.with_name(f"{path.stem}-maximal{path.suffix}"))]
    options.check_targets([*(("--certificate", target) for target in targets), ("--out", out or None)], [file])
    mechanism, relation = read_mechanism(file, neighbors)
    with long_work(f"sharpening {size_text(mechanism, relation)}"):
        sharpened = sharpen(mechanism, relation, factor, allowed)
    written = []
    if out is not None:
        save_mechanism(out, sharpened.mechanism, relation)
        written.append(f"{out}: the mechanism")
    if targets:
        with long_work("building the certificates"):
            texts = [built.to_json() for built in sharpened.certificates()]
        for target, text in zip(targets, texts, strict=True):
            write_file(target, text)
        written += [f"{targets[0]}: that the original is its post-processing", f"{targets[1]}: that it is maximal"]
    lines = [Field(label="written", text=line) for line in written]
    fields = [*nothing_fields(relation), *_fields(sharpened), *lines]
    return Answer(UNDECIDED if relation.is_empty else HOLDS, fields)


def _fields(sharpened: Sharpened) -> list[Field]:
    maximal = sharpened.splits == 0
    first = (
        "maximal: no private mechanism says more at this E, so only outputs with proportional probabilities are merged"
        if maximal
        else "sharpened: the mechanism below is private at this E, gives the original by a random map, and says more"
    )
    mechanism, kernel = sharpened.mechanism, sharpened.kernel
    matrix = {
        "inputs": list(kernel.inputs),
        "outputs": list(kernel.outputs),
        "rows": [[str(value) for value in row] for row in kernel.rows()],
    }
    return [
        heading(first, "already_maximal", maximal),
        number_field("exp_epsilon", "E", sharpened.exp_epsilon),
        number_field("delta", "delta", sharpened.delta),
        Field("splits", sharpened.splits, "original", size_text(sharpened.original, sharpened.neighbors)),
        Field("mechanism", document_of(mechanism, sharpened.neighbors), "outputs", str(len(mechanism.outputs))),
        Field("kernel", matrix),
        *_listed("P(output)", mechanism.outputs, mechanism.column_stochastic()),
        *_listed("goes to", kernel.inputs, kernel.rows(), kernel.outputs),
    ]


def _listed(
    title: str, labels: Sequence[object], rows: Sequence[Sequence[object]], names: Sequence[object] = ()
) -> list[Field]:
    """Return a line for each output, with its probability at each input, or with its image under the random map."""
    lines = []
    for label, row in list(zip(labels, rows, strict=True))[:MOST]:
        parts = [str(value) for value in row]
        if names:
            parts = [f"{label_text(name)}: {part}" for name, part in zip(names, parts, strict=True) if part != "0"]
        text = f"{label_text(label)}: {', '.join(parts[:MOST])}{', ...' if len(parts) > MOST else ''}"
        lines.append(Field(label=title, text=text))
    if len(labels) > MOST:
        text = f"... {len(labels)} outputs in all; --out or --format json has them"
        lines.append(Field(label=" ", text=text))
    return lines
