"""What a certificate states, in words and with numbers that people read; the data stays in the certificate."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from dpexact.certificates.subject import number_reader
from dpexact.kernel.__main__ import claim, describe
from dpexact.numbers.exact import Exact
from dpexact.numbers.excerpt import excerpt
from dpexact.numbers.generators import Free
from dpexact.report.decimals import epsilon_text, number_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dpexact.certificates.certificate import Certificate


def witness_text(certificate: Certificate) -> list[str]:
    """Lines for the pair and the event of an accepted certificate that has one pair with one event; else none."""
    statement, evidence = certificate.statement, certificate.evidence
    if statement["kind"] != "not-private":
        return []
    i, j = (excerpt(str(statement["inputs"][place])) for place in evidence["pair"])
    event = ", ".join(str(statement["outputs"][place]) for place in evidence["event"])
    return [f"  pair         from {i} to {j}", f"  event        {excerpt(event)}"]


def statement_text(statement: Mapping[str, Any]) -> str:
    """The claim of a statement about a mechanism, how large the mechanism is, E, epsilon and delta.

    A statement that is not about a mechanism is described as the kernel describes it.
    """
    if "exp_epsilon" not in statement:
        return describe(dict(statement))
    number = number_reader(statement["generators"])
    delta = number(statement["delta"])
    factor = math.inf if statement["exp_epsilon"] == "infinity" else number(statement["exp_epsilon"])
    inputs, outputs, pairs = (len(statement[key]) for key in ("inputs", "outputs", "pairs"))
    subject = "mechanism" if "weights" in statement else "graph    "
    lines = [
        claim(statement),
        f"  {subject}    {inputs} inputs, {outputs} outputs, {pairs} ordered pairs",
    ]
    if "order" in statement:
        lines.append(f"  order        {statement['order']}, {len(statement['fixed']['inputs'])} of the inputs fixed")
    lines += [f"  E            {_number(factor)}"]
    free = isinstance(factor, Exact) and isinstance(factor.field, Free)
    lines += [] if free else [f"  epsilon      {epsilon_text(factor)}"]
    lines += [f"  delta        {_number(delta)}"]
    if isinstance(factor, Exact) and isinstance(factor.field, Free):
        upper = "infinity" if factor.field.upper is None else str(factor.field.upper)
        lines.append(f"  for all E    from {factor.field.lower} to {upper}")
    return "\n".join(lines)


def _number(number: Exact | float) -> str:
    return str(number) if isinstance(number, Exact) and isinstance(number.field, Free) else number_text(number)
