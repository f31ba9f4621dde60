"""opendp: noisy maximum, the largest k, quantiles and canonical noise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpexact.crosscheck import truths
from dpexact.crosscheck.probe import Probe

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpexact.crosscheck.probe import Truth
    from dpexact.numbers.exact import Exact


SCORES = (
    PRELUDE + "space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.linf_distance(T=float{monotonic})\n"
)
NUMBERS = PRELUDE + "space = dp.vector_domain(dp.atom_domain(T=int)), dp.symmetric_distance()\n"
PURE, CONCENTRATED = "dp.max_divergence()", "dp.zero_concentrated_divergence()"
SELECTION_MAPS = "OpenDP's privacy maps: d_out is an upper bound; McKenna and Sheldon (2020)"


def _selection(name: str, says: str, lines: str, expression: str) -> Probe:
    """A map whose truth is one expression of the arguments, the same in mpmath."""

    def truth(**given: Exact) -> Truth:
        return truths.formula(expression, **given)

    call = "truth = (lambda scale, d_in, k=1, alpha=0: {})({})"
    given = [place for place in ("scale", "d_in", "k", "alpha") if f"{{{place}}}" in lines]
    again = call.format(expression, ", ".join(f"{place}=mpf({{{place}}})" for place in given))
    return Probe(name, "value", says, lines, truth, again, "larger", SELECTION_MAPS)


def _largest(measure: str, monotonic: str = "") -> str:
    lines = SCORES.replace("{monotonic}", monotonic)
    return lines + f"output = dp.m.make_noisy_max(*space, {measure}, {{scale}}).map({{d_in}})"


def _several(measure: str) -> str:
    lines = SCORES.replace("{monotonic}", "")
    return lines + f"output = dp.m.make_noisy_top_k(*space, {measure}, k={{k}}, scale={{scale}}).map({{d_in}})"


def _quantile(measure: str) -> str:
    return (
        NUMBERS
        + f"output = dp.m.make_private_quantile(*space, {measure}, [0, 1, 2], {{alpha}}, {{scale}}).map({{d_in}})"
    )


SIDE: Callable[[str], str] = "max(alpha, 1 - alpha)*{}".format
SELECTION: tuple[Probe, ...] = (
    _selection("noisy_max", "the epsilon of report noisy max", _largest(PURE), "2*d_in/scale"),
    _selection(
        "noisy_max.monotonic", "the same for monotonic scores", _largest(PURE, ", monotonic=True"), "d_in/scale"
    ),
    _selection(
        "noisy_max.zCDP",
        "the rho of report noisy max: its range is bounded",
        _largest(CONCENTRATED),
        "(2*d_in/scale)**2/8",
    ),
    _selection(
        "noisy_max.zCDP.monotonic",
        "the same for monotonic scores",
        _largest(CONCENTRATED, ", monotonic=True"),
        "(d_in/scale)**2/8",
    ),
    _selection(
        "report_noisy_max_gumbel",
        "the epsilon of the exponential mechanism by Gumbel noise",
        SCORES.replace("{monotonic}", "") + "output = dp.m.make_report_noisy_max_gumbel(*space, {scale}).map({d_in})",
        "2*d_in/scale",
    ),
    _selection("noisy_top_k", "the epsilon of the k largest, one after the other", _several(PURE), "k*(2*d_in/scale)"),
    _selection("noisy_top_k.zCDP", "the rho of the same", _several(CONCENTRATED), "k*(2*d_in/scale)**2/8"),
    _selection("private_quantile", "the epsilon of a quantile by its scores", _quantile(PURE), SIDE("2*d_in/scale")),
    _selection(
        "private_quantile.zCDP",
        "the rho of the same",
        _quantile(CONCENTRATED),
        "(max(alpha, 1 - alpha)*2*d_in/scale)**2/8",
    ),
)
