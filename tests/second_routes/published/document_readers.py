"""Readers of configurations, certificates, notebooks and papers: what a row needs, from the text around its number.

As in `source_readers`, a reader sees the document, the line or page and the printed number; never the row.
"""

import re
from collections.abc import Callable
from fractions import Fraction

from tests.second_routes.published.source_readers import Reading, Source, is_number, numbers

Reader = Callable[[Source, int, str], list[Reading]]
BOTTOM_UP = ("Block", "Block_Group", "Tract", "County", "State", "US")


def around(source: Source, line: int, before: int, after: int = 0) -> str:
    """The lines around one."""
    return "\n".join(source.lines[max(0, line - 1 - before) : line + after])


def block(source: Source, line: int, begins: str) -> str:
    """The function around a line: from the line before it that begins so to the next one that does."""
    start = next(i for i in range(line - 1, -1, -1) if re.match(begins, source.lines[i]))
    rest = (i for i in range(line, len(source.lines)) if re.match(begins, source.lines[i]))
    return "\n".join(source.lines[start : next(rest, len(source.lines))])


def prose(source: Source, page: int) -> str:
    """A page in one line, with words that are parted made whole."""
    return re.sub(r"(?<=[a-z])-\n(?=[a-z])", "", source.pages[page - 1]).replace("\n", " ")


def census_shares(source: Source, line: int, printed: str) -> list[Reading]:
    """A line of shares that sum to 1, or the scale of the noise: rho is 1/scale^2 (budget.py, line 98)."""
    return _shares(source.lines[line - 1], printed)


def _shares(text: str, printed: str) -> list[Reading]:
    key, _, told = text.partition("=")
    cells = [cell.strip() for cell in told.split(",")]
    if key.strip() == "global_scale":
        return [{"rho": f"1/({cells[0]})**2"}] if Fraction(cells[0]) == Fraction(printed) else []
    return [
        {"expression": f"1 - ({' + '.join(cells[:at] + cells[at + 1 :])})"}
        for at, cell in enumerate(cells)
        if Fraction(cell) == Fraction(printed)
    ]


def certificate(source: Source, line: int, printed: str) -> list[Reading]:
    """A certificate of the Census Bureau: its totals, its shares, its epsilons of attributes and of blocks."""
    page = source.pages[line - 1]
    shares = re.findall(r"^geolevel_budget_prop = .+$", page, re.MULTILINE)
    if shares:
        return _shares(shares[0], printed)
    scale = re.findall(r"^global_scale = (\S+)$", source.text, re.MULTILINE)[0]
    delta = re.findall(r"^approx_dp_delta = (\S+)$", source.text, re.MULTILINE)[0]
    total, near, rho, rounded = re.findall(
        r"implied ε = (\S+) \(≈ (\S+)\).*ρ = (\S+) \(≈ (\S+)\)", source.text, re.DOTALL
    )[0]
    if "Formal privacy framework" in page:
        if printed in (rho, rounded):
            return [{"scale": scale}]
        sides = {"sigma": "1", "sensitivity": f"sqrt(2)/({scale})"}, {"sigma": f"1/sqrt(2*{rho})", "sensitivity": "1"}
        ways = [{"rho": rho, "delta": delta} | one for one in sides] + [{"rho": rounded, "delta": delta}]
        return ways if printed in (total, near) else []
    found = re.findall(rf"^(\S+) {re.escape(printed)}$", page, re.MULTILINE)
    return [
        {"rho": str(Fraction(rho) * _part(source.text.replace("\f", "\n"), name)), "delta": delta} for name in found
    ]


def _part(text: str, name: str) -> Fraction:
    """The part of rho that is about a block within a level, or about an attribute: see budget.py, lines 242 to 287."""
    told = dict(re.findall(r"^(US|State|County|Tract|Block_Group|Block) (\d+/\d+)$", text, re.MULTILINE))
    share = {level: Fraction(part) for level, part in told.items()}
    if name.startswith("Block-within-"):
        within = BOTTOM_UP.index(name.removeprefix("Block-within-"))
        return sum((share[level] for level in BOTTOM_UP[:within]), Fraction())
    head = re.findall(
        r"query PLB allocations:.*?^((?:\w+ )*Block)$(.*?)^detailed( .*?)$", text, re.DOTALL | re.MULTILINE
    )
    levels, queries, last = head[0]
    table = {
        query: cells.split() for query, cells in re.findall(r"^([a-z*_ ]+?) ((?:\d|NaN).*)$", queries, re.MULTILINE)
    }
    table["detailed"] = last.split()
    also = {"hhgq": ("hhinstlevels",)}.get(name, ())  # a coarser view of the same attribute
    counted = [query for query in table if query == "detailed" or name in query.split(" * ") or query in also]
    parts = {level: [Fraction(table[query][at]) for query in counted] for at, level in enumerate(levels.split())}
    return sum((share[level] * sum(cells) for level, cells in parts.items()), Fraction())


def abadi(source: Source, line: int, printed: str) -> list[Reading]:
    """The paragraph with the number: T steps or E epochs; q is L/N or given."""
    page = prose(source, line)
    if printed not in page:
        return []
    rate = re.findall(r"L = ([\d.]+)N|q = ([\d.]+)", page)[0]
    q = "".join(rate)
    sigma = re.findall(r"σ = (\d+)", page)[0]
    power = re.findall(r"δ = 10−(\d)", page)[0]
    told = re.findall(r"T = (\d+), we have", page)
    epochs = re.findall(r"E = (\d+), the values are ([\d.]+) and ([\d.]+)", page)
    steps = told or [f"{e}/{q}" for e, *values in epochs if printed in values]
    return [{"rate": q, "sigma": sigma, "steps": count, "delta": f"1e-{power}"} for count in steps]


def dwork_roth(source: Source, line: int, printed: str) -> list[Reading]:
    """Bob's 10,000 databases; the names of the Census; boosting; the constants of the Gaussian mechanism."""
    page = re.sub(r"(\d), (\d{3})", r"\1\2", prose(source, line))
    if "Example 3.7" in page:
        count = re.findall(r"member of k = (\d+)", page)[0]
        power = re.findall(r"taking δ′ = e−(\d+)", page)[0]
        most = re.findall(r"suffices to have ε0 ≤ (1/\d+)", page)[0]
        found = {"k": count, "count": count, "d": f"exp(-{power})", "delta": f"exp(-{power})", "e": most}
        theorem = found | {"epsilon": most, "total_delta": f"exp(-{power})"}
        return [theorem, theorem | {"delta": "0"}] if printed in ("1", most.removeprefix("1/")) else []
    names = re.findall(r"ln\((\d+)/(\.\d+)\) ≈ (\d+\.\d+)", page)
    if names:
        return [{"n": n, "beta": beta} for n, beta, log in names if log == printed]
    if "def= F" in page:  # the fraction has lost its lines in the text: = 10 (over) 1 + 9 (over) e^2
        ten, one, nine, two = re.findall(r"= (\d+) (\d) \+ (\d) e(\d) def= F", page)[0]
        ratio = f"{ten}/({one} + {nine}/exp({two}))"
        ratios = dict(re.findall(r"(ln F|F) ≈ ([\d.]+?)\.?(?= |,)", page))
        return [
            {"expression": form} for name, form in (("F", ratio), ("ln F", f"log({ratio})")) if ratios[name] == printed
        ]
    bound = re.findall(r"\((2/π)\)e(\d)/(\d) < ([\d.]+),", page)
    if bound:
        _, top, bottom, most = bound[0]
        square = f"(2/pi)*exp({top}/{bottom})"
        inside = re.findall(r"c2 > 2 ln\(([\d.]+)/δ\)", page)
        return [{"expression": square}] * (most == printed) + [{"expression": f"sqrt({square})"}] * (printed in inside)
    return []


def rappor_paper(source: Source, line: int, printed: str) -> list[Reading]:
    """The sentence with the number: q, p, f; the hash functions in the sentence before it; the two coins."""
    page = prose(source, line)
    coins = re.findall(r"([\d.]+)/\(1 − ([\d.]+)\) *\) *= ln\((\d)\)", page)
    found: list[Reading] = [{"truth": top} for top, bottom, e in coins if top == bottom and e == printed]
    basic = re.findall(r"q = ([\d.]+) and p = ([\d.]+) providing ε = ln\((\d)\)", page)
    found += [{"q": q, "p": p} for q, p, e in basic if e == printed]
    told = re.findall(
        r"with (\d) hash func.{1,90}?ε1 = ([\d.]+) with q = ([\d.]+), p = ([\d.]+), and f = ([\d.]+)\.", page
    )
    return found + [{"hashes": h, "q": q, "p": p, "f": f} for h, e, q, p, f in told if e == printed]


def rappor_report(source: Source, line: int, printed: str) -> list[Reading]:
    """f and h in one sentence."""
    page = prose(source, line)
    return [{"h": h} for f, h in re.findall(r"f = ([\d.]+), h = (\d)", page) if f == printed]


def near_abuah(source: Source, line: int, printed: str) -> list[Reading]:
    """Return what is plugged in, above the formula; k in the paragraph about the example."""
    text = around(source, line, 40)
    told = re.findall(r"Plugging in \$\\\\epsilon = (\d+)\$.*?\\\\delta' = 10\^\{(-\d+)\}\$", text)
    count = re.findall(r"\$k = (\d+)\$", text)
    if not told or not any(is_number(part, printed) for part in numbers(source.lines[line - 1])):
        return []
    return [{"epsilon": told[-1][0], "count": count[-1], "delta": f"10**({told[-1][1]})"}]


def jax_configuration(source: Source, line: int, printed: str) -> list[Reading]:
    """Updates, batch, noise and delta by their keys; the examples of the split that is named, from the data set's."""
    if not is_number(source.lines[line - 1].partition("=")[2].partition(",")[0], printed):
        return []
    keys = {"steps": "num_updates", "sigma": "std_relative", "delta": "target_delta"}
    found = {name: re.findall(rf"\b{key}=([\d.e-]+)", source.text)[0] for name, key in keys.items()}
    batch = re.findall(r"batch_size=dict\(\s+init_value=(\d+)", source.text)[0]
    name, split = re.findall(r"get_dataset\(\s+name='(\w+)',\s+train_split='(\w+)'", source.text)[0]
    sets = source.other("jax_privacy/src/training/image_classification/data/data_info.py")
    size = re.findall(rf"'{split}': Split\(\s+num_samples=([\d_]+)", sets.partition(f"    '{name}': {{")[2])[0]
    return [found | {"rate": f"{batch}/{size.replace('_', '')}"}]


def opacus(source: Source, line: int, printed: str) -> list[Reading]:
    """The test around the line; int(a / b) and a // b are steps; the limit theorem's mu as a sensitivity."""
    text = block(source, line, r"    def test")
    if not any(is_number(part, printed) for part in [*numbers(source.lines[line - 1]), *numbers(text)]):
        return []
    given = dict(re.findall(r"(\w+) = ([\d.e-]+)$", text, re.MULTILINE))
    given |= dict(re.findall(r"\b(delta)=([\d.e-]+)", text))
    calls = re.findall(r"assertAlmostEqual\(noise_multiplier, ([\d.]+)", text)
    sigma, rate = [*calls, given.get("noise_multiplier", "")][0], given["sample_rate"]
    whole = re.findall(r"steps = int\((\d+) (//?) ([\d.]+)\)", text)
    over, how, under = whole[0] if whole else (given.get("epochs", ""), "/", rate)
    divided = int(float(over) // float(under)) if how == "//" and over else Fraction(over or 0) / Fraction(under)
    steps = given.get("steps") or str(divided)
    limit = {"sigma": "1", "sensitivity": f"{rate}*sqrt({steps}*(exp(1/{sigma}**2) - 1))"}
    base = {"delta": given["delta"]}
    return [base | limit, base | {"sigma": sigma, "steps": steps, "rate": rate}]


def psilence(source: Source, line: int, printed: str) -> list[Reading]:
    """The call whose value the line compares; alpha and what else is not given have defaults in R."""
    name = re.findall(r"expect_equal\((\w+), (\d+)\)", source.lines[line - 1])
    text = around(source, line, 6)
    if not name or name[0][1] != printed:
        return []
    function, inside = re.findall(rf"{name[0][0]} <- round\((\w+)\((.*)\)\)", text)[-1]
    signature = re.findall(rf"^{function} <- function\((.*)\)", source.other("R/utilities-histogram.R"), re.MULTILINE)[
        0
    ]
    power = re.compile(r"(\d+)\^(-\d+)")
    given = dict(re.findall(r"(\w+) ?= ?([^,')]+)(?:,|$)", signature)) | dict(re.findall(r"(\w+)=([^,']+)", inside))
    given = {key: power.sub(r"\1**(\2)", told.strip()) for key, told in given.items()}
    return [given | {"s": given["sensitivity"], "e": given.get("epsilon", "")}]


def histogram_delta(source: Source, line: int, printed: str) -> list[Reading]:
    """The formula in the comment beside a delta."""
    told = re.findall(r"delta = ([\d.]+);\s+// (?:= )?([-+*/()\d^ ]+)$", source.lines[line - 1])
    return [{"expression": form.replace("^", "**")} for delta, form in told if is_number(delta, printed)]


def tumult_docstring(source: Source, line: int, printed: str) -> list[Reading]:
    """The arguments of the measurement above, in the same docstring."""
    text = around(source, line, 60)
    found = {name: re.findall(rf"\b{name}=(\d+),", text)[-1:] for name in ("threshold", "alpha")}
    if not is_number(source.lines[line - 1], printed) or not all(found.values()):
        return []
    return [{"tau": found["threshold"][0], "alpha": found["alpha"][0]}]


def randomized_response_guide(source: Source, line: int, printed: str) -> list[Reading]:
    """The probability in the call above, and the categories in the list before it."""
    text = around(source, line, 18)
    prob = re.findall(r"make_randomized_response\(\s+\.\.\.\s+categories, prob=([\d.]+)", text)
    lists = re.findall(r"categories = \[(.*?)\]", text)
    if not prob or not lists or printed not in source.lines[line - 1]:
        return []
    return [{"truth": prob[-1], "categories": str(len(lists[-1].split(",")))}]


def spread_guide(source: Source, line: int, printed: str) -> list[Reading]:
    """The spread sensitivity above the number, and the mechanism `m_lap` of the guide."""
    spread = re.findall(r"sensitivity_spread = (\d+), [\d.]+, ([\d.]+)", around(source, line, 6))
    made = re.findall(
        r"m_lap = dp\.m\.make_laplace_threshold\((.*?)\n\s+\.\.\. \)", "\n".join(source.lines[:line]), re.DOTALL
    )
    if not spread or not made or not any(is_number(part, printed) for part in numbers(source.lines[line - 1])):
        return []
    scale, threshold = (re.findall(rf"{name}=([\d.]+)", made[-1])[0] for name in ("scale", "threshold"))
    return [
        {"keys": spread[0][0], "bound": spread[0][1], "scale": scale, "threshold": threshold.rstrip("0").rstrip(".")}
    ]


def gaussian_map(source: Source, line: int, printed: str) -> list[Reading]:
    """The bound of the call; scale and threshold of the mechanism that the test hands to the inner function."""
    called = re.findall(r"map\(&\(\d+, [\d.]+, ([\d.]+)\)\)\?, \([\d.]+, (\S+?)\)\);", source.lines[line - 1])
    made = re.findall(r"\n\s+([\d.]+)f64,\n\s+([\d.]+)(?:f64)?,\n\s+None", block(source, line, r"fn "))
    if not called or not made or not is_number(called[0][1], printed):
        return []
    return [{"bound": called[0][0].rstrip("."), "scale": scale, "threshold": threshold} for scale, threshold in made]


def core_test(source: Source, line: int, printed: str) -> list[Reading]:
    """A call of erfc and what it is compared with."""
    told = re.findall(r"erfc\(([\d.]+)\) == ([\d.]+)", source.lines[line - 1])
    return [{"expression": f"erfc({at})"} for at, value in told if is_number(value, printed)]


def context_test(source: Source, line: int, printed: str) -> list[Reading]:
    """The loss of the context above, split evenly."""
    told = re.findall(r"loss_of\(epsilon=([\d.]+)\),\s+split_evenly_over=(\d+)", around(source, line, 8))
    if not told or not any(is_number(part, printed) for part in numbers(source.lines[line - 1])):
        return []
    return [{"epsilon": f"{told[-1][0]}/{told[-1][1]}"}]


def filter_test(source: Source, line: int, printed: str) -> list[Reading]:
    """As many responses as were asked before the line."""
    text = block(source, line, r"fn ").partition(printed)[0]
    if not any(is_number(part, printed) for part in numbers(source.lines[line - 1])):
        return []
    asked = re.findall(r"make_randomized_response_bool\(([\d.]+), false\)", text)
    return [{"expression": " + ".join(f"log({p}/(1 - {p}))" for p in asked)}]


def padding(source: Source, line: int, printed: str) -> list[Reading]:
    """The calls of find_smallest_n(1, epsilon, delta), which says where noise is cut off."""
    found = re.findall(r"find_smallest_n\(1, ([\d.]+), ([\de.-]+)\), (\d+)\)", source.lines[line - 1])
    return [{"epsilon": e, "delta": d, "r": f"exp(-{e})"} for e, d, least in found if least == printed]


READERS: dict[str, Reader] = {
    "oprf_padding/insecure.rs": padding,
    "pl94/person_default.ini": census_shares,
    "pl94/person_US.ini": census_shares,
    "dhc/person_US.ini": census_shares,
    "dhc/person_PR.ini": census_shares,
    ".certificate.pdf": certificate,
    "deep learning with differential privacy.pdf": abadi,
    "privacybook.pdf": dwork_roth,
    "papers/RAPPOR.pdf": rappor_paper,
    "rappor.pdf": rappor_report,
    "notebooks/ch6.ipynb": near_abuah,
    "_eps1.py": jax_configuration,
    "_eps8.py": jax_configuration,
    "_eps1_finetune.py": jax_configuration,
    "opacus/tests/accountants_test.py": opacus,
    "tests/testthat/test-histogram.R": psilence,
    "dp_open_domain_histogram_test.cc": histogram_delta,
    "spark_measurements.py": tumult_docstring,
    "measurements/randomized-response.rst": randomized_response_guide,
    "measurements/thresholded-noise-mechanisms.rst": spread_guide,
    "noise_threshold/distribution/gaussian/test.rs": gaussian_map,
    "python/test/test_core.py": core_test,
    "test/context/test_context.py": context_test,
    "combinators/privacy_filter/test.rs": filter_test,
}
