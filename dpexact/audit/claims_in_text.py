"""Claims in text, the numbers of a Markdown or LaTeX document behind which a comment names their quantity.

`<!-- dpexact: QUANTITY name=text ... -->` in Markdown, `% dpexact: QUANTITY name=text ...` in LaTeX, judges the one
number before it on its line or, if the comment begins the line, on the line before. In a row of a table it is in the
same cell. A second number there is a fault, since either may be meant, and so is a number that is a parameter of the
same claim. Signs that only look like a number (a digit of a range, of an expression) are a fault too, and no other
number is taken instead.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from dpexact.audit.printed import SIGNS, parse_printed
from dpexact.certificates.source import BYTE_ORDER_MARK, fault
from dpexact.errors import DocumentError, DPExactError
from dpexact.numbers.exact import exact
from dpexact.numbers.typography import did_you_mean, excerpt

MARKDOWN = (".md", ".markdown", ".mdown", ".qmd", ".rmd")
LATEX = (".tex", ".ltx")
SHAPE = "dpexact: QUANTITY name=text ..."
EXPRESSION = "expression"  # the parameter that says how the number is computed, and may be that number
MEANING = "meaning"  # the one name in a comment that is no parameter
HIDDEN = "\0"  # stands for what a reader of the document does not see
JOINED = "\1"  # stands for signs between which a reader of the document sees no gap
BEHIND = "put the comment directly behind the number"
ALONE = f"begin a line before the claimed number, and {BEHIND}; in a table, inside its cell"
_CALLED = re.compile(r"\s*dpexact(?:\s*:|(?=\s+[\w.]+(?:\s+|\()\w+\s*=))", re.IGNORECASE)  # also without the colon
_ALIKE = re.compile(r"\s*([\w-]{5,10})\s*:\s*[\w.]+\s+\w+\s*=")
_MARKDOWN = re.compile(
    r"""
      (?P<comment><!--)
    | (?P<fence>^[ \t>]*(?:[-*+][ \t]+|[0-9]+[.)][ \t]+)*(?P<marks>`{3,}(?=[^`\n]*$)|~{3,}))
    | (?P<code>(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n).){1,1000}?(?<!`)(?P=ticks)(?!`))
    | (?P<target>(?<=\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:[ ]"[^"\n]*")?\))
    | (?P<raised></?su[bp]>)
    | (?P<struck></?(?:del|s|strike)>)
    | (?P<inline></?(?:a|b|big|code|em|font|i|ins|mark|small|span|strong|tt|u)(?:[ ][^<>\n]*)?>)
    | (?P<hidden></?[a-z][^<>\n]*>|\bhttps?://[^\s<>|]*|\[\^[^\]\n]{1,80}\]
        |!\[[^\]\n]*\](?=[(\[]))
    | (?P<entity>&\#?\w{1,20};)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
_VERBATIM = r"verbatim\*?|Verbatim\*?|lstlisting|minted|filecontents\*?"
_NOT_SHOWN = r"""label|(?:eq|page|auto|name|v)?[rR]ef|[cC]ref(?:range)?|[a-zA-Z]*cite[a-zA-Z]*|[vh]space|vskip|hskip
    |includegraphics|cline|cmidrule(?:\([a-z]+\))?|input|include|begin|end|setlength|setcounter|hypertarget|url
    |bibliography|usepackage|documentclass|color|multirow|multicolumn|scalebox|resizebox|[hv]?phantom|tnote"""
_LATEX = re.compile(
    rf"""
      (?P<comment>%[^\n]*)
    | (?P<verbatim>\\begin\{{(?P<kind>{_VERBATIM}|comment)\}})
    | (?P<verb>\\(?:verb|lstinline)\*?(?P<mark>[^\sa-zA-Z*{{\[])[^\n]*?(?P=mark))
    | (?P<hidden>\\(?:{_NOT_SHOWN})\*?(?:\[[^\]\n]*\])*\{{[^{{}}\n]*\}} | \\\\\*?(?:\[[^\]\n]*\])?
        | \\footnotemark(?:\[[^\]\n]*\])?)
    | (?P<escaped>\\.)
    """,
    re.VERBOSE,
)
_PAIR = re.compile(
    r"""(?P<name>[A-Za-z_]\w*)\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'][^\s]*))"""
)
_QUANTITY = re.compile(r"[^\s=]+(?!\s*=)(?=\s|$)")
_DIGIT = re.compile("[0-9⁰¹²³⁴⁵⁶⁷⁸⁹]")
_SOME_NUMBER = re.compile(r"\d[\d.,]*|[⁰¹²³⁴-⁹₀-₉¼-¾⅐-⅞]+")
_SIGN = "[-+\N{MINUS SIGN}]"
_POWER = rf"10\s*(?:\^\s*(?:\{{\s*{_SIGN}?\s*[0-9]+\s*\}}|{_SIGN}?[0-9]+)|[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
_TIMES = r"\s*(?:[x*×·⋅]|\\times|\\cdot)\s*"
_SPACED = "[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}]"
_GROUPED = rf"[0-9]{{1,3}}(?:(?:{_SPACED}[0-9]{{3}})+|(?:,[0-9]{{3}})+)(?![0-9])"
_NUMBER = re.compile(
    rf"""
    (?P<sign>{_SIGN})?(?:
        (?P<fraction>[0-9]+[ ]?/[ ]?[0-9]+)
      | (?P<power>{_POWER})
      | (?:(?P<grouped>{_GROUPED})|(?P<whole>[0-9]+))?(?P<tail>\.[0-9]+)?(?<=[0-9])
        (?P<scale>[eE]{_SIGN}?[0-9]+|{_TIMES}{_POWER})?(?P<cut>\.\.\.|\N{{HORIZONTAL ELLIPSIS}}|\\l?dots)?
    )
    (?P<percent>[\s$*_`}}]*%|\s+per[ ]?cent(?![^\W_]))?
    """,
    re.VERBOSE,
)
# What may stand around a number is listed; what is not listed may belong to it. Signs that open or close markup come
# first, then the text beyond them.
_OPENING = re.compile(
    r"""(?:[\s$({\["'`*_|&\u201c\u2018\u00ab]|~~|\{[lcr*|]+\}\{|\\(?:textcolor|colorbox|href)\{[^{}]*\}\{
    |\\[a-zA-Z]+\*?(?:\[[^\]]*\])?\{)*\Z""",
    re.VERBOSE,
)
_CLOSING = re.compile(r"""(?:[\s$)}\]"'`*_|&\u201d\u2019\u00bb]|~~)*""")
_INSIDE = re.compile(  # an exponent or index, or the argument of a command that makes another number of it
    r"""(?:[\^_]|\\(?:[tdc]?frac|nicefrac|sfrac|[td]?binom|sqrt|overline|bar|dot|sout|st|[bx]?cancel
    |footnote(?:text)?|(?:num|SI|qty)(?:range|list|product))(?:\[[^\]]*\])?\s*(?:\{[^{}]*\}\s*)?)\{[^{}]*\Z""",
    re.VERBOSE,
)
_PAIR_BEFORE = re.compile(r"[(\[{][^()\[\]{}]*[0-9]\.(?![0-9]{3},)[0-9]+,\Z")  # (5.22,1e-5), but not 1.234,56
_COMPARED = r"""\\(?:l(?:t|l|e(?:q|qslant)?)|g(?:t|g|e(?:q|qslant)?)|neq?|n[lg]eq|[lg]eqq|less(?:sim|approx)
    |gtr(?:sim|approx)|(?:prec|succ)(?:eq)?|cong|approx|sim(?:eq)?|equiv|to|in)(?![a-zA-Z])|[=<>~≤≥⩽⩾≈≃≠≪≫≲≳→∈—]"""
_SIGN_BEFORE = re.compile(rf"(?:{_COMPARED})\Z", re.VERBOSE)
_LETTER = r"[^\W\d_⁰¹²³⁴-⁹₀-₉¼-¾⅐-⅞]"
_TEXT_BEFORE = re.compile(rf"""(?:{_LETTER}{{2}}|\b[aAI]|[,;:.!?)\]}}%"'`*_$…»”’—])\Z""")
_FUNCTION = re.compile(
    r"""(?<![a-zA-Z])(?:log(?:_\{?\w{1,2}\}?|[0-9]{1,2})?|ln|lg|exp|sqrt|[lr](?:ceil|floor)|times|cdot|div|over|ast|star
    |bullet|choose|b?mod|pm|mp|(?:text)?minus|negative|half|twice|thrice|(?:roots?|half|halves|(?:third|quarter|fourth|fifth|sixth|eighth|tenth|hundredth)s?)\s+of
    |(?:1|one)\s+in|[0-9]\s+out\s+of|%\s+of|[0-9]\s+(?:plus|divided\s+by|to\s+the(?:\s+power(?:\s+of)?)?))\Z""",
    re.VERBOSE | re.IGNORECASE,
)
_TEXT_AFTER = re.compile(
    rf"""(?:[|&…]|[,;.:!?]+(?![^\s)}}\]"'`*_$|&”’»])|-{_LETTER}{{2}}|{_COMPARED}
    |\\(?:[hv]line|(?:mid|top|bottom)rule|q?quad|hfill|item|footnote|d?dag(?:ger)?|checkmark|xspace)(?![a-zA-Z]))""",
    re.VERBOSE,
)
_WORD_AFTER = re.compile(
    rf"""(?!(?:log|ln|lg|exp|sqrt|mod|over|choose)(?![a-zA-Z])){_LETTER}{{2}}|[aAI]\b|[(\["'`*“‘«]|[-–]\s+{_LETTER}{{2}}"""
)
_UNIT = re.compile(
    r"""[\s$*_`{}-]*(?:\\(?:text|mathrm)\{\s*)?(?:(?i:(?:hundred|thousand|million|billion|trillion)(?:s|ths?)?|tenths?|dozen
    |lakh|crore|[mb]n|pp[mb]|bps|basis\s+points?|pct|percentage|per(?:[\s-]*cent|\s+(?:mill?e?|hundred|thousand|million|billion))
    |parts\s+per|plus|minus|times|squared|cubed|factorial|and\s+a\s+(?:half|third|quarter))|[kM])(?![^\W_])
    |[\s$*_`{}]*\\(?:textperthousand|permil|percent)(?![a-zA-Z])""",
    re.VERBOSE,
)
_AT_MOST, _AT_LEAST = (
    r"(?:<=?|≤|⩽|\\l(?:t|e(?:q|qslant)?)(?![a-zA-Z]))",
    r"(?:>=?|≥|⩾|\\g(?:t|e(?:q|qslant)?)(?![a-zA-Z]))",
)
# The signs that may stand before a number are listed; those of `SIGNS` say what it means, and any other is refused.
_EQUAL = ("=", "==", ":=", "->", "-->", "→", "∈", r"\to", r"\in", r"\equiv")
_TO_BE_SAID = (  # with meaning=... only
    *("≲", "≳", "=<", "=>", r"\lesssim", r"\gtrsim", r"\lessapprox", r"\gtrapprox", r"\leqq", r"\geqq"),
    *(r"\prec", r"\succ", r"\preceq", r"\succeq", r"\cong"),
)
_UNEQUAL = r"""\\(?:(?:center)?not(?:in)?|n(?:eq?q?|[lg]eq\w*|less|gtr|prec\w*|succ\w*|sim\w*|cong|approx|equiv)
    |[lg]n(?:eq?q?|sim|approx)|[lg]vertneqq|l{2,3}|g{2,3})"""
_NAMED = "|".join(re.escape(sign) for sign in (*SIGNS, *_EQUAL, *_TO_BE_SAID) if sign.startswith("\\"))
_OF_COMMAND = rf"(?:{_NAMED}|{_UNEQUAL})(?![a-zA-Z])"
_RELATION = "=<>~\u2190-\u21ff\u2208-\u220d\u223c-\u228b\u22d0-\u22ed\u27f5-\u27ff\u2a66-\u2ac6"
_STROKE = "\u0300-\u036f\u20d0-\u20ff"  # what is printed over a sign
_SIGNS_WITH_IT = rf"[-+!?/\\:^#@¬{_STROKE}{_RELATION}]"
_OF_SIGNS = rf"(?<!{_SIGNS_WITH_IT})(?=[-+!?/\\:^#@¬{_STROKE}]*[{_RELATION}]){_SIGNS_WITH_IT}+"
_COMPARISON = rf"(?P<sign>{_OF_COMMAND}|{_OF_SIGNS})"
_WRAPPED = rf"(?!{_OF_COMMAND})\\[a-zA-Z]+\*?\{{"
_DIRECT = re.compile(rf"{_COMPARISON}(?:[\s$({{*_`]|{_WRAPPED})*\Z", re.VERBOSE)
_SEEN_BEFORE = re.compile(rf"{_COMPARISON}(?:[\s$(){{}}\[\]\"'*_`|&“”‘’«»]|~~|{_WRAPPED})*\Z", re.VERBOSE)
_RELATING = re.compile(  # what leaves a sign as it is
    r"""\\(?:mathrel|mathbin|mathord|mathop|math[a-z]{2}|text[a-z]{0,2}|boldsymbol|bm
    |boxed|[fmh]box|emph|underline|ensuremath)\s*\{\s*\Z""",
    re.VERBOSE,
)
_STRUCK_SIGN = re.compile(  # what makes another sign of the one behind it
    rf"(?:[!/?¬{_RELATION}{_STROKE}]|{_OF_COMMAND}|\\[a-zA-Z]+\*?\s*\{{)[\s{{]*\Z", re.VERBOSE
)
_SEEN_BEHIND = re.compile(rf"[\s$)}}\]*_`&]*{_COMPARISON}", re.VERBOSE)
_COMPARED_AFTER = re.compile(rf"[\s$)}}*_`]*(?:{_AT_MOST}|{_AT_LEAST})")
_FRACTION = r"\\(?:[tdc]?frac|nicefrac|sfrac)"
_TIES = [(re.compile(r"(?<=[0-9])~(?=[0-9]{3})"), "\N{THIN SPACE}"), (re.compile(r"~"), " ")]
_LATEX_NUMBERS = [
    (re.compile(r"\\textsuperscript\s*(?=\{)"), "^"),
    (re.compile(r"\\textsubscript\s*(?=\{)"), "_"),
    (re.compile(r"\\(?:SI|qty)\s*\{([^{}]*)\}\s*\{\s*\\percent\s*\}"), r"\1%"),
    (re.compile(r"\\(?:num|SI|qty)\s*(?:\[[^\]]*\])?\{([^{}]*)\}"), r"\1"),
    (re.compile(rf"(?<=[0-9])(?={_FRACTION}(?![a-zA-Z]))"), " "),
    (re.compile(rf"{_FRACTION}\s*\{{\s*([0-9]+)\s*\}}\s*\{{\s*([0-9]+)\s*\}}(?!\s*[0-9])"), r"\1/\2"),
    (re.compile(rf"{_FRACTION}\s*([0-9])\s*([0-9])(?!\s*[0-9])"), r"\1/\2"),
    (re.compile(r"\{\\(times|cdot)\}"), r"\\\1 "),
    (re.compile(r"\\%"), "%"),
    (re.compile(r"(?<=[0-9])\{,\}(?=[0-9])"), ","),
    (re.compile(r"(?<=[0-9])\\,(?=[0-9]{3})"), "\N{THIN SPACE}"),
    (re.compile(r"\\[,;:! ]"), " "),
    (re.compile(r"(\\(?!times|cdot)[a-zA-Z]+)(?=[0-9])"), r"\1 "),
    (re.compile(r"\\(?:left|right|bigl?|bigr|displaystyle)\b"), " "),
]
_ROW = re.compile(r"\s*(?:>\s*)*\|")
_CELL = re.compile(r"(?<!\\)[|&](?!\s*(?:=|\\[lg]eq?|\\approx))")  # the "&=" of aligned equations ends no cell
_NO_NUMBER = re.compile(  # a name with digits, an index, what is struck out, the number of an item
    rf"~~.*?~~|\A\s*(?:>\s*)*[0-9]{{1,3}}[.)]\s|{_LETTER}\w*(?:(?<=_)\{{[^{{}}]*\}})?|_\w+"
)
_CALL = re.compile(r"\s*(?:\S+\s+\S+\s+)?(?P<name>[^\W\d][\w.]*)\((?P<given>.*=.*)\)\s*", re.DOTALL)


@dataclass(frozen=True)
class TextClaim:
    """A claim of a text, with its id, FILE:LINE, its place in words, and its cells, or why they cannot be read."""

    line: int
    id: str
    place: str
    cells: Mapping[str, object]
    fault: DocumentError | None = None


@dataclass(frozen=True)
class _Comment:
    """A comment that begins with "dpexact:", with its place and the text behind that word."""

    start: int
    end: int
    content: str
    is_open: bool = False  # its end is missing
    misspelt: str = ""  # what stands in place of "dpexact"


def is_text_document(file: str) -> bool:
    """Tell by the end of its name whether a file is a text whose comments may hold claims."""
    return file.lower().endswith(MARKDOWN + LATEX)


def claims_of_text(file: str, text: str) -> list[TextClaim]:
    """Return the claims of a Markdown or LaTeX document, in their order, each with its fault if it has one."""
    plain = text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n").replace("\r", "\n")
    is_latex = file.lower().endswith(LATEX)
    shown, comments = _latex(plain) if is_latex else _markdown(plain)
    claims: list[TextClaim] = []
    line, counted_to, on_line = 1, 0, 0
    before: tuple[_Comment, str] | None = None  # the comment before this one, and the text that it judges
    for comment in comments:
        further = plain.count("\n", counted_to, comment.start)
        line, counted_to, on_line = line + further, comment.start, 1 if further else on_line + 1
        region = _region(shown, comment, before)
        before = (comment, region)
        name, place = f"{file}:{line}", f"line {line}"
        if on_line > 1:
            name, place = f"{name}#{on_line}", f"{place}, claim {on_line}"
        read = _Reader(file, place, is_latex=is_latex)
        cells, wrong = read.cells(comment, region)
        cells |= {"id": name, "source": place}
        claims.append(TextClaim(line, name, place, cells, wrong))
    return claims


def _region(shown: str, comment: _Comment, before: tuple[_Comment, str] | None) -> str:
    """Return the text in which the number of a comment stands, that of the comment before it if nothing is between."""
    past = 0 if before is None else before[0].end
    if before is not None and not _visible(shown[past : comment.start]) and shown.count("\n", past, comment.start) < 2:
        return before[1]
    start = max(past, shown.rfind("\n", 0, comment.start) + 1)
    here = shown[start : comment.start]
    if _visible(here) or start == past > 0 or start == 0:
        return here
    return shown[max(past, shown.rfind("\n", 0, start - 1) + 1) : start - 1]


def _visible(text: str) -> str:
    return text.replace(HIDDEN, " ").replace(JOINED, " ").strip()


def _hide(text: str) -> str:
    """Return as many hidden signs, on as many lines."""
    return re.sub(r"[^\n]", HIDDEN, text)


def _called(content: str) -> tuple[int, str] | None:
    """Return the start of the claim in a comment, and how its first word is misspelt, or None without a claim."""
    if (match := _CALLED.match(content)) is not None:
        return match.end(), ""
    alike = _ALIKE.match(content)
    if alike is None or not did_you_mean(alike[1].lower(), ["dpexact"]):
        return None
    return alike.end(1), alike[1]


def _markdown(text: str) -> tuple[str, list[_Comment]]:
    """Return the text as its reader sees it, sign below sign, and the comments that claim something."""
    shown: list[str] = []
    comments: list[_Comment] = []
    place = 0
    while (found := _MARKDOWN.search(text, place)) is not None:
        shown.append(text[place : found.start()])
        end, seen = found.end(), found[0]
        match found.lastgroup:
            case "comment":
                close = text.find("-->", found.end())
                end = len(text) if close < 0 else close + 3
                content = text[found.end() : end if close < 0 else close]
                if (called := _called(content)) is not None:
                    begun, misspelt = called
                    comments.append(_Comment(found.start(), end, content[begun:], close < 0, misspelt))
                elif close < 0:  # the rest of the text is none
                    end = found.end()
                seen = _hide(text[found.start() : end])
            case "fence":
                sign = found["marks"]
                closing = re.compile(rf"^[ \t>]*{sign[0]}{{{len(sign)},}}[ \t]*$", re.MULTILINE).search(text, end)
                end = len(text) if closing is None else closing.end()
                seen = text[found.start() : end]
            case "raised":
                opened = "_{" if seen.endswith(("b>", "B>")) else "^{"
                seen = ("}" if seen.startswith("</") else opened).ljust(len(seen), JOINED)
            case "struck":
                seen = "~~".ljust(len(seen), JOINED)
            case "inline":
                seen = JOINED * len(seen)
            case "target" | "hidden":
                seen = _hide(seen)
            case "entity":
                seen = html.unescape(seen).ljust(len(seen), JOINED)
            case _:
                pass
        shown.append(seen)
        place = end
    shown.append(text[place:])
    return "".join(shown), comments


def _latex(text: str) -> tuple[str, list[_Comment]]:
    """Return the text as its reader sees it, sign below sign, and the comments that claim something."""
    shown: list[str] = []
    comments: list[_Comment] = []
    place = 0
    while (found := _LATEX.search(text, place)) is not None:
        shown.append(text[place : found.start()])
        end, seen = found.end(), found[0]
        if found["comment"] is not None:
            content = seen.lstrip("%")
            if (called := _called(content)) is not None:
                begun, misspelt = called
                comments.append(_Comment(found.start(), end, content[begun:], misspelt=misspelt))
            seen = _hide(seen)
        elif found["verbatim"] is not None:
            close = text.find(f"\\end{{{found['kind']}}}", end)
            end = len(text) if close < 0 else close
            seen = text[found.start() : end]
            seen = _hide(seen) if found["kind"] == "comment" else seen
        elif seen.startswith("\\\\"):  # the end of a row ends its last cell
            seen = "&" + _hide(seen[1:])
        elif found["hidden"] is not None:
            seen = _hide(seen)
        shown.append(seen)
        place = end
    shown.append(text[place:])
    return "".join(shown), comments


@dataclass(frozen=True)
class _Reader:
    """Reads one claim of a file, which is at `place`."""

    file: str
    place: str
    is_latex: bool

    def cells(self, comment: _Comment, region: str) -> tuple[dict[str, object], DocumentError | None]:
        """Return the cells of a claim as far as they can be read, and its fault."""
        wrong = self._wrong_words(comment)
        if wrong is not None:
            return {}, wrong
        quantity, *pairs = self._words(comment.content)
        parameters = {name: text for name, text in pairs if name != MEANING}
        cells: dict[str, object] = {"quantity": quantity[1], "parameters": parameters}
        printed, meaning, wrong = self._printed(region, dict(pairs).get(MEANING))
        return {**cells, "printed": printed, MEANING: meaning}, wrong or self._given(printed, parameters)

    def _given(self, printed: str, parameters: Mapping[str, str]) -> DocumentError | None:
        """Return the fault of a number that is a parameter of the same claim, and not the claimed one."""
        name = parameter_with(printed, parameters)
        if name is None:
            return None
        came = f"{printed}, which is its {name}={excerpt(parameters[name])}"
        remedy = f"{ALONE}; if both are the same number, claim it in a table"
        return self._fault("a number that the claim is about", came, remedy)

    def _fault(self, expected: str, came: str, remedy: str) -> DocumentError:
        return fault(self.file, self.place, expected, came, remedy)

    @staticmethod
    def _words(content: str) -> Iterator[tuple[str, str]]:
        """Yield the quantity, under no name, and the names with their texts."""
        found = _QUANTITY.search(content)
        assert found is not None  # noqa: S101 - it was looked for before
        yield "", found[0]
        for pair in _PAIR.finditer(content, found.end()):
            text = next(text for text in (pair["double"], pair["single"], pair["bare"]) if text is not None)
            yield pair["name"], text

    def _wrong_words(self, comment: _Comment) -> DocumentError | None:
        """Return the fault of the words of a comment, whatever they mean."""
        content = comment.content
        if comment.is_open:
            return self._fault("a comment that ends with -->", "none", "close the comment")
        if comment.misspelt:
            return self._fault("dpexact:", f"{comment.misspelt!r}", "correct the spelling, or begin otherwise")
        blank = re.compile(r"\s*")
        found = _QUANTITY.match(content, blank.match(content).end())  # type: ignore[union-attr]
        if found is None:
            came = f"{excerpt(content.strip())!r}" if content.strip() else "nothing"
            return self._fault(
                f"{SHAPE}, the quantity first", came, _remedy_of_call(content) or "write its name behind the colon"
            )
        place, seen = blank.match(content, found.end()).end(), set[str]()  # type: ignore[union-attr]
        while place < len(content):
            pair = _PAIR.match(content, place)
            if pair is None:
                word = re.compile(r"\S+").match(content, place)[0]  # type: ignore[index]
                return self._fault("name=text", f"{excerpt(word)!r}", _remedy_of_call(content) or _remedy_of_word(word))
            if pair["name"] in seen:
                return self._fault("each name once", f"{pair['name']!r} twice", "remove one of the two")
            if pair["bare"] and pair["bare"].endswith((",", ";")):
                remedy = f"write {pair['name']}={excerpt(pair['bare'][:-1])} without the sign behind it"
                return self._fault("pairs that are separated by blanks", f"{excerpt(pair[0])!r}", remedy)
            seen.add(pair["name"])
            place = blank.match(content, pair.end()).end()  # type: ignore[union-attr]
        return None

    def _printed(self, region: str, meaning: str | None) -> tuple[str, str, DocumentError | None]:
        """Return the last number of a text as it is printed, its meaning, and its fault."""
        text = self._plain(region)
        digits = [found.end() for found in _DIGIT.finditer(text)]
        expected = "a number before the comment"
        if not digits:
            came = f"{excerpt(text.strip())!r}" if text.strip() else "nothing"
            return "", meaning or "", self._fault(f"{expected}, on its line", came, BEHIND)
        last = digits[-1]
        found = next((one for one in _NUMBER.finditer(text) if one.start() < last <= one.end()), None)
        if found is None or (why := _part_of_more(text, found, is_latex=self.is_latex)):
            came = f"{_around(text, last)!r}" + ("" if found is None else f", {why}")
            return "", meaning or "", self._fault(expected, came, f"write one number there, and {BEHIND}")
        if (second := _other_number(text, found, is_latex=self.is_latex)) is not None:
            came = f"{second!r} and {found[0]!r}"
            return "", meaning or "", self._fault("one number before the comment, on its line", came, ALONE)
        printed = found[0]
        if found["grouped"] is not None and (wrong := self._ambiguous(found)):
            return "", meaning or "", wrong
        if found["grouped"] is not None:
            printed = printed.replace(found["grouped"], re.sub(rf",|{_SPACED}", "", found["grouped"]))
        if found["percent"] is not None:
            printed = printed.removesuffix(found["percent"]) + "%"
        if meaning is None and _COMPARED_AFTER.match(text, found.end()):
            came = f"a sign of comparison behind {printed}"
            return "", "", self._fault("the meaning of the number", came, "add meaning=at-most or meaning=at-least")
        unstruck = re.sub("~~.*?~~", lambda struck: " " * len(struck[0]), text)
        if (other := _other_sign(unstruck, found)) is not None:
            came = f"a sign of comparison that says something else, {excerpt(other)!r}, beside {printed}"
            return "", meaning or "", self._fault("=, <=, >=, ~ or the like", came, "write what the number is")
        direct = _DIRECT.search(unstruck[: found.start()])
        sign = "" if direct is None else direct["sign"]
        if meaning is None and sign in _TO_BE_SAID:
            came = f"a sign of comparison before {printed} that has none"
            return "", "", self._fault("the meaning of the number", came, "add meaning=... or write another sign")
        # without a sign a decimal is rounded, a fraction exact
        return printed, meaning or SIGNS.get(sign, "exact" if found["fraction"] else "rounded"), None

    def _ambiguous(self, match: re.Match[str]) -> DocumentError | None:
        """Refuse 1,234, which is 1234 to some and 1.234 to others. 1,234,567 and 1,234.5 are read in one way only."""
        number = match["grouped"]
        if number.count(",") != 1 or match["tail"]:
            return None
        thin, separator = number.replace(",", "\\," if self.is_latex else "&thinsp;"), number.replace(",", "")
        remedy = f"write {separator} or {thin} (or {number.replace(',', '.')}, if that is meant)"
        return self._fault("a number that is read in one way", f"{number!r}", remedy)

    def _plain(self, region: str) -> str:
        """Return a text without the markup that can stand inside of a number."""
        text = region.replace(HIDDEN, " ")
        text = text if self.is_latex else re.sub(r"\\!(?=\s*\\?=)", "!", text)
        text = re.sub(rf"[{JOINED}\u00ad\u200b-\u200d\u2060\ufeff]", "", text)
        for pattern, by in [*(_TIES if self.is_latex else ()), *_LATEX_NUMBERS]:
            text = pattern.sub(by, text)
        if self.is_latex:
            return text
        text = re.sub(r"\\(?=[-*_~<>()\[\]#+.$])", "", re.sub(r"^[ \t]*(?:>(?!=)[ \t]?)+", "", text))
        return re.sub(r"(?<=\b10)\*\*(?=[-+]?[0-9])", "^", text)


def _other_number(text: str, match: re.Match[str], *, is_latex: bool) -> str | None:
    """Return a second number that may be meant, in the cell of a table with the comment, or on the line."""
    before, is_row = text[: match.start()], is_latex or _ROW.match(text) is not None
    if is_row and not _CELL.search(text, match.end()):
        before = before[max((cell.end() for cell in _CELL.finditer(before)), default=0) :]
    others = _SOME_NUMBER.findall(_NO_NUMBER.sub(" ", before))
    return others[-1].rstrip(".,") if others else None


def _other_sign(text: str, found: re.Match[str]) -> str | None:
    """Return a sign of comparison beside the number that is not listed, such as one of what it is not."""
    behind = _SEEN_BEHIND.match(text, found.end())
    if behind is not None and behind["sign"] not in (*SIGNS, *_EQUAL, *_TO_BE_SAID):
        return behind["sign"]
    seen = _SEEN_BEFORE.search(text[: found.start()])
    if seen is None:
        return None
    if seen["sign"] not in (*SIGNS, *_EQUAL, *_TO_BE_SAID):
        return seen["sign"]
    before = _RELATING.sub("", text[: seen.start()])
    struck = _STRUCK_SIGN.search(before)
    return None if struck is None else text[struck.start() : seen.end("sign")]


def parameter_with(printed: str, parameters: Mapping[str, str]) -> str | None:
    """Return the name of a parameter that is the printed number, but for an expression that computes it."""
    value = parse_printed(printed).value
    return next((name for name, text in parameters.items() if name != EXPRESSION and _is_value(text, value)), None)


def _is_value(text: str, value: Fraction) -> bool:
    try:
        return exact(text) == value
    except DPExactError:
        return False


def _part_of_more(text: str, match: re.Match[str], *, is_latex: bool) -> str:
    """Say why signs that look like a number are a part of something else, or return "" for a number."""
    before, after = text[: match.start()], text[match.end() :]
    if before.count("~~") % 2:
        return "which is struck out"
    if not _stands_apart(before, is_latex=is_latex) or (match["sign"] and re.search(r"[)\]}]\s*\Z", before)):
        return "where what stands before the number may belong to it"
    if not (match["percent"] or _ends(after)) or (after.startswith("!") and match["whole"] == match[0]):
        return "where what stands behind the number may belong to it"
    return ""


def _stands_apart(before: str, *, is_latex: bool) -> bool:
    """Tell whether the text before a number leaves it as it is."""
    place = _OPENING.search(before).start()  # type: ignore[union-attr]
    text, opening = before[:place], before[place:]
    if _INSIDE.search(before) or _FUNCTION.search(text):
        return False
    if not text or _SIGN_BEFORE.search(text) or re.search("[|&]|~~", opening) or _PAIR_BEFORE.search(before):
        return True
    is_bullet = not is_latex and re.fullmatch(r"\s*[-+]", text.rpartition("\n")[2]) is not None
    return bool(re.search(r"\s", opening)) and (is_bullet or _TEXT_BEFORE.search(text) is not None)


def _ends(after: str) -> bool:
    """Tell whether a number ends before this text."""
    closing = _CLOSING.match(after)[0]  # type: ignore[index]
    rest = after[len(closing) :]
    if _UNIT.match(after):
        return False
    if not rest or _TEXT_AFTER.match(rest) or ("$" in closing and rest.startswith("\\")):
        return True
    return re.search(r"\s", closing) is not None and _WORD_AFTER.match(rest) is not None


def _around(text: str, last: int) -> str:
    """Return the end of a text up to the word with its last digit."""
    start = max(text.rfind(" ", 0, max(last - 1, 0)) + 1, last - 40)
    start = max(text.rfind(" ", 0, max(start - 1, 0)) + 1, start - 12)
    end = next((place for place in range(last, len(text)) if text[place].isspace()), len(text))
    return excerpt(text[start : min(end, last + 20)].strip())


def _remedy_of_call(content: str) -> str:
    """Say how to write a claim that is written as a call, or return "" for another."""
    call = _CALL.fullmatch(content)
    if call is None:
        return ""
    given = re.sub(r"\s*=\s*", "=", re.sub(r",\s*(?=\w+\s*=)", " ", call["given"].strip()))
    return "write " + excerpt(f"{call['name']} {given}")


def _remedy_of_word(word: str) -> str:
    if word in ("at-most", "at-least", "rounded", "rounded-up", "truncated", "exact", "about"):
        return f"write {MEANING}={word}"
    if "=" in word:
        return "write name=text; a text with blanks stands in quotes, \" or '"
    return 'a text with blanks stands in quotes: name="a text"'
