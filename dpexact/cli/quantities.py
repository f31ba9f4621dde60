"""`dpexact quantities` lists the quantities of claims, with their parameters and an example row."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated

from dpexact.audit.claim_row import comment_text, near_quantities, toml_row
from dpexact.audit.claim_table import read_claim_table
from dpexact.audit.paper import Paper, Quantities, bundled_tables, own_quantities, registered
from dpexact.audit.printed import RIGHT, Claim
from dpexact.audit.quantity import Quantity
from dpexact.cli.answer import Answer, Views
from dpexact.cli.options import OwnQuantities, argument
from dpexact.cli.outcome import HOLDS
from dpexact.errors import ParameterError
from dpexact.numbers.typography import excerpt
from dpexact.papers.catalogue import papers
from dpexact.report.text import INDENT, filled

MOST_NEAR = 5
EXAMPLES = Path(__file__).parent.parent / "audit" / "quantities" / "examples.toml"


def run(
    word: Annotated[
        str | None,
        argument(
            "WORD",
            "Only those with this word in the name or, where none has, in what is said of them; in full.",
            lambda: registered(papers()),
        ),
    ] = None,
    quantities: OwnQuantities = None,
) -> Answer:
    """List the quantities that a claim can name.

    With a word: parameters, safe side, source, and an example row to paste into a table or behind a number.
    """
    known = papers()
    every = registered(known, [quantity for file in quantities or () for quantity in own_quantities(file)])
    chosen = _chosen(word, every)

    def text() -> str:
        if word is None:
            widest = max(len(quantity.name) for quantity in chosen)
            lines = [f"{quantity.name.ljust(widest)}  {_parameters(quantity)}".rstrip() for quantity in chosen]
            last = "dpexact quantities WORD shows those with WORD in full, with an example row."
            return "\n".join([*lines, "", last])
        examples = example_claims(known, every)
        return "\n\n".join("\n".join(_lines(quantity, examples)) for quantity in chosen)

    def values() -> list[dict[str, object]]:
        examples = example_claims(known, every)
        return [_data(quantity, examples) for quantity in chosen]

    return Answer(HOLDS, Views(text, values))


def example_claims(papers: Iterable[Paper], quantities: Quantities) -> dict[str, Claim]:
    """Return a claim that is recorded as right for each quantity that has one, those of `examples.toml` first.

    One that a text can claim, too, is taken before the others.
    """
    examples: dict[str, Claim] = {}
    for path in (EXAMPLES, *bundled_tables(papers).values()):
        for claim in read_claim_table(path, quantities).claims:
            if claim.expected in RIGHT and not claim.reading:
                first = examples.setdefault(claim.quantity, claim)
                if comment_text(first) is None and comment_text(claim) is not None:
                    examples[claim.quantity] = claim
    return examples


def _chosen(word: str | None, quantities: Quantities) -> list[Quantity]:
    """Return the quantities of this very name, else those with the word in their name, then in that of a parameter.

    Without any of these they are those that speak of it.

    Raises ParameterError if there is none.
    """
    if word is None:
        return list(quantities.values())
    if word in quantities:
        return [quantities[word]]
    wanted = word.casefold()
    joined = "_".join(wanted.split())  # words of a parameter, apart by blanks or underscores
    known = list(quantities.values())
    matching = [quantity for quantity in known if wanted in quantity.name.casefold()]
    matching += [q for q in known if q not in matching and any(joined in name.casefold() for name in q.parameters)]
    for quantity in known if not matching else ():
        texts = (*quantity.parameters, *quantity.optional, quantity.reference, quantity.assumptions)
        matching += [quantity] if wanted in " ".join(texts).casefold() else []
    if wanted.strip() and matching:
        return matching
    near = near_quantities(word, quantities)[:MOST_NEAR]
    remedy = f"did you mean {', '.join(near)}?" if near else "dpexact quantities, without a word, lists all of them"
    raise ParameterError(repr(excerpt(word)), place="WORD", expected="a word of a quantity", remedy=f"{remedy}")


def _parameters(quantity: Quantity) -> str:
    names = [*quantity.parameters, *(f"[{name}]" for name in quantity.optional)]
    return ", ".join([*names, *(["and the names in it"] if quantity.any_names else [])])


def _lines(quantity: Quantity, examples: Mapping[str, Claim]) -> Iterator[str]:
    """Yield the facts of a quantity, its example last, ready to be pasted."""
    width = get_terminal_size().columns
    facts = {
        "parameters": _parameters(quantity) or "none",
        "safe side": quantity.privacy_direction.removesuffix("-is-safe"),
        "assumes": quantity.assumptions,
        "source": quantity.reference,
    }
    yield quantity.name
    for name, text in facts.items():
        if text:
            yield filled(f"{name}: {text}", width, first=INDENT, rest=INDENT * 2)
    claim = examples.get(quantity.name)
    if claim is None:
        yield f"{INDENT}no example: no bundled table has one"
        return
    yield from ("", "# in a claim table (TOML):", toml_row(claim))
    comment = comment_text(claim)
    if comment is not None:
        yield from ("", "# in a text (Markdown):", comment)


def _data(quantity: Quantity, examples: Mapping[str, Claim]) -> dict[str, object]:
    claim = examples.get(quantity.name)
    return {
        **{name: getattr(quantity, name) for name in ("name", "parameters", "optional", "any_names")},
        "safe": quantity.privacy_direction.removesuffix("-is-safe"),
        **{name: getattr(quantity, name) for name in ("assumptions", "reference")},
        "example": None if claim is None else {"toml": toml_row(claim), "markdown": comment_text(claim)},
    }
