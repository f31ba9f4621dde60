"""Claims in texts, each of which names the number that stands beside it.

`dpexact: NUMBER MEANING QUANTITY(name=value, ...)`, in a comment of any language or in plain text, is confirmed by the
number, as one of its own, outside of all claims on its lines, the line before or the line after. No other part of the
text is read. A number that is part of something (`number_in_text`) or that readers do not see is refused.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from dpexact.audit.number_in_text import END_OF_LINE, LEAD, PAD, REACH, THIN, stands_apart
from dpexact.audit.printed import MEANINGS, parse_printed
from dpexact.certificates.source import fault
from dpexact.errors import DocumentError, DPExactError
from dpexact.numbers.typography import did_you_mean, excerpt

SHAPE = "dpexact: NUMBER MEANING QUANTITY(name=value, ...)"
SIGNS: dict[str, str] = {"rounded": "=", "exact": "==", "at-most": ">=", "at-least": "<=", "about": "~"}
MEANT: dict[str, str] = {sign: meaning for meaning, sign in SIGNS.items()} | {word: word for word in MEANINGS}
PERCENT_COMMENTS = (".tex", ".ltx", ".sty", ".cls", ".bib", ".m", ".erl", ".hrl", ".ps")
TYPESET = (".tex", ".ltx")  # without its comments
LONGEST = 500  # characters of a line that tell whether it claims something

Span = tuple[int, int]
Wrong = tuple[str, str, str]  # the expectation, the text that came, the remedy

_MARK = re.compile(r"(?<!\w)dpexact[ \t]*:(?!:)[ \t]*", re.IGNORECASE)
# Bounds of all repetitions keep the search of a long line short.
_BLANKS = r"[ \t]{0,20}"
_OPERAND = r"""(?:[-+\u2212]?\.?[0-9][^\s"'=<>~]{0,60}|"[^"\r\n]{1,60}"|'[^'\r\n]{1,60}')"""
_SIGN = r"[^\w\s\"'().,:;+-]{1,4}"
_JUDGED = rf"{_OPERAND}{_BLANKS}(?:{_SIGN}|(?:{'|'.join(MEANINGS)})\b)"
_CLAIMED = re.compile(  # a number and a meaning, a number alone, a call with names, or the earlier syntax
    rf"""(?!{_JUDGED}{_BLANKS}[\w.]{{0,80}}\(?\.\.\.) (?:{_JUDGED}
    | ["']?[-+\u2212]?[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?["']?{_BLANKS}(?:\Z|--|\*/)
    | (?!NUMBER\b).*\w\({_BLANKS}\w+{_BLANKS}=(?!=) | [\w.]+{_BLANKS}[ \t]\w+{_BLANKS}=(?!=))""",
    re.VERBOSE,
)
_ALIKE = re.compile(
    rf"(?<!\w)(?P<word>[\w-]{{5,10}})(?P<colon>(?:(?<=dpexact)[ \t]+[\w-]{{1,12}})?{_BLANKS}[^\w\s.,]{{0,3}}{_BLANKS}"
    rf"(?:[\r\n]+[ \t]*[#/*%;>-]*{_BLANKS})?)(?={_JUDGED}{_BLANKS}[\w.]{{1,80}}\()"
)
_ESCAPED = re.compile(r"\\(?:u([0-9a-fA-F]{4})|[^\r\n])")
_FIELD = re.compile(r"""(?<!\\)"\w+"[ \t]*:[ \t]*-?[0-9][0-9.eE+-]*""")  # of a notebook, and no text in it
_NOTED = re.compile(rf'(?<={PAD} )",(\s*)"')  # between the lines of a cell
_NUMBER = re.compile(r""""([^"\r\n]*)"|'([^'\r\n]*)'|([^\s"'=<>~]+)""")
_MEANING = re.compile(r"[ \t]*([^\w\s\"'().,:;+-]+|[\w-]+)[ \t]*")
_QUANTITY = re.compile(r"([^\s()=,\"']+)[ \t]*\(")
_GAP = re.compile(rf"[ \t]*(?:(?:\r\n|\r|\n){LEAD})*")
_PARAMETER = re.compile(r"([^\W\d]\w*)[ \t]*=(?!=)[ \t]*")
_QUOTED = re.compile(r"""\\"([^"\r\n]*)\\"|"([^"\r\n]*)"|'([^'\r\n]*)'""")  # the first in a string of code
_CONTINUED = re.compile(
    r"[ \t]*(?:\*\*|[-+*/^\u2212\u00d7\u00b7\u22c5\u00f7])[ \t]*[-+\u2212($]*(?:\.?[0-9]|[\w.]+\()"
    r"|/\w|\([0-9]|[\u00b2\u00b3\u00b9]|[ \t]*[=<>~\u2248][ \t]*[-+\u2212]?\.?[0-9]|[ \t]*[x\u00d7\u00b7][ \t]*10\b"
    r"|[ \t]*(?:percent\b|\\?[%\u2030][ \t]*(?:--|\*/|[\r\n]|\Z))"
)
_ANOTHER = re.compile(rf"(?<![\w.]){_JUDGED}{_BLANKS}[\w.]{{1,80}}[ \t]*\(")
_EARLIER = re.compile(r"""([^\W\d][\w.]*)((?:[ \t]+\w+[ \t]*=[ \t]*(?:"[^"\r\n]*"|'[^'\r\n]*'|[^\s"']+))+)""")
_EARLIER_PAIR = re.compile(r"""(\w+)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)'|(\S+))""")

_HIDDEN = {  # from readers, in texts of each kind; of what is `set` the digits alone
    (".md", ".markdown", ".qmd", ".rmd", ".html", ".htm", ".ipynb"): re.compile(
        r"""(?s:(?<!`)(?:<!--.*?(?:-->|\Z)|<(?P<away>script|noscript|head|iframe|canvas|audio|video|object|datalist|noembed"""
        r"""|noframes|annotation|metadata|desc|rp)\b[^<>]*>.*?(?:</(?P=away)\b|\Z)|<\?.*?\?>|<!\[CDATA\[.*?\]\]>"""
        r"""|<![a-zA-Z][^<>]*>|\{#.*?#\}|\{\{/\*.*?\*/\}\}))"""
        r"""|(?m:^\ {0,3}\[[^\]^][^\]\n]*\]:[ \t]*\n?[ \t]*\S+(?:[ \t]*[ \t\n][ \t]*(?:\(.*\)|".*"|'.*'))?[ \t]*$)"""
        r"""|(?P<set><[a-zA-Z][\w-]*(?:\s+[a-zA-Z_:][\w.:-]*(?:\s*=\s*(?:\\?"[^"<>]*"|'[^'<>]*'|[^\s"'<>=`]+))?)+\s*/?>"""
        r"""|!\[[^\[\]\n]*(?=\]\()|\]\((?:[^()\s]|\([^()\s]*\))*(?:[ \t]+(?:\\?"[^"\n]*"|'[^'\n]*'))?\)"""
        r"""|\]\(<[^<>\n]*>|\]\[[^\[\]\n]*\]|\{\{[<%].*?[>%]\}\}|(?<=[)\]`])\{[^{}\n]*=[^{}\n]*\}"""
        r"""|(?m:\{[:.#][ a-zA-Z][^{}\n]*\}(?=[ \t]*$)|^[ \t>]*(?:`{3,}|~{3,})[^`\n]*$))"""
    ),
    TYPESET: re.compile(
        r"(?s:\\if(?:false|0)\b(?:\\if(?!f\b|thenelse)[a-zA-Z@]*(?:(?!\\fi\b).){0,2000}\\fi\b|(?!\\fi\b).)*(?:\\fi\b|\Z)"
        r"|\\begin\{(?P<away>comment|filecontents\*?)\}.*?(?:\\end\{(?P=away)\}|\Z)|\\end\{document\}.*)"
        r"|(?<!\\)(?:\\\\)*%[^\r\n]*(?:(?:\r\n|\r|\n)[ \t]*(?=[^ \t\r\n]))?"  # with the end of the line
        r"|(?P<set>\\(?:(?:set|addto)(?:counter|length)(?:\{[^{}]*\}|\\[a-zA-Z@]+)|definecolor\{[^{}]*\}\{[^{}]*\}"
        r"|renewcommand\*?\{?\\[a-z]+stretch\}?|begin\{(?:minipage|tikzpicture|[a-z]*axis|scope|adjustbox|sub(?:figure|table)"
        r"|tabularx?|array|longtable|(?:ps)?picture|multicols|columns?|figure|table|wrap(?:figure|table)\}\{\w*)\*?\}"
        r"|(?:multi(?:column|row)|[hv]space\*?|(?:scale|resize|raise|rotate)box|nocite|include(?:graphics|pdf)?|documentclass"
        r"|usepackage|PassOptionsToPackage|fontsize|linespread|url|href|bibitem|input|hyper(?:target|link|ref|setup)"
        r"|(?:text|page|f)?color(?:box)?|rule|typeout|message|special|pdfinfo|geometry|captionsetup|pgfplotsset|tikzset"
        r"|lstset|sisetup|pagestyle|write[0-9]*)(?![a-zA-Z]))(?:\[[^\[\]]*\])*(?:\{(?:[^{}]|\{[^{}]*\})*\})?)"
    ),
    (".rst",): re.compile(
        r"(?m:^(?P<set>(?P<in>[ \t]*)\.\.[ \t]+_.*)$"
        r"|^(?P<out>[ \t]*)\.\.(?![ \t]+(?:[\w.:+-]+::|\[|\|)|[^\s])(?:.*)$(?:\n(?:(?P=out)[ \t]+\S.*|[ \t]*)$)*)"
    ),
    (".adoc", ".asciidoc", ".typ"): re.compile(r"(?P<set>(?!))|(?m:^[ \t]*//.*$)"),
}
_GROUPED = re.compile(
    rf"[-+\u2212]?[0-9]{{1,3}}(?:(?:[{THIN}~]|\\,)[0-9]{{3}})+(?:\.[0-9]+)?"
    r"|[-+\u2212]?[0-9]{1,3}(?:(?:,[0-9]{3}){2,}(?:\.[0-9]+)?|,[0-9]{3}\.[0-9]+)"
)


@dataclass(frozen=True)
class TextClaim:
    """A claim of a text, from its mark to its end, with its cells, or the fault for which they cannot be read.

    Its id is FILE:LINE, and `place` says the line in words. `stated` is the place of the number in the claim, and
    `beside` has its places outside of the claims, each as (start, end) in the text. Of several, those on the lines of
    the claim come first.
    """

    start: int
    end: int
    cells: Mapping[str, object]
    stated: Span = (0, 0)
    wrong: Wrong | None = None
    line: int = 0
    id: str = ""
    place: str = ""
    beside: Sequence[Span] = ()
    on_line: int = 0  # how many of `beside` are on the lines of the claim
    fault: DocumentError | None = None


class _UnreadableError(Exception):
    """Carries the fault of a claim out of its reader, as a Wrong in its arguments."""


def claims_of_text(file: str, text: str) -> list[TextClaim]:
    """Return the claims of a text, in their order, each with its fault if it has one."""
    ends = [*(end.span() for end in END_OF_LINE.finditer(text)), (len(text), len(text))]
    pieces = list(_pieces(text, [end for end, _ in ends]))
    outside = _outside(text, pieces, file=file.lower())
    if file.lower().endswith(".ipynb"):
        outside = _FIELD.sub(lambda match: re.sub("[0-9]", PAD, match[0]), outside)
    if file.lower().endswith((".json", ".ipynb")):
        outside = _ESCAPED.sub(_unescaped, outside)
        outside = _NOTED.sub(lambda gap: f" {' ' if END_OF_LINE.search(gap[1]) else chr(10)}{gap[1]} ", outside)
    lines = [0, *(start for _, start in ends[:-1])]
    if len(lines) > 1 and lines[-1] == len(text):  # behind the end of the last line
        lines.pop()
    find = lru_cache(maxsize=None)(partial(_places, outside, (*lines, len(text))))
    claims: list[TextClaim] = []
    before, on_line = 0, 0
    for piece in pieces:
        line = bisect_right(lines, piece.start)
        before, on_line = line, on_line + 1 if line == before else 1
        name, place = f"{file}:{line}", f"line {line}"
        if on_line > 1:
            name, place = f"{name}#{on_line}", f"{place}, claim {on_line}"
        cells, wrong = {"id": name, "source": place, **piece.cells}, piece.wrong
        claim = replace(piece, line=line, id=name, place=place, cells=cells)
        if wrong is None:
            beside, own, missing = find(text[slice(*piece.stated)], line, bisect_right(lines, piece.end))
            claim = replace(claim, beside=beside, on_line=own)
            if not beside:
                with suppress(DPExactError):  # a text that is no number is refused later
                    parse_printed(str(piece.cells["printed"]))
                    wrong = missing
        claims.append(claim if wrong is None else replace(claim, fault=fault(file, place, *wrong)))
    return claims


def _places(outside: str, lines: Sequence[int], number: str, line: int, last: int) -> tuple[Sequence[Span], int, Wrong]:
    """Look for the number of a claim, as one of its own, on the lines of the claim, the line before and the line after.

    Return its places, those on the lines of the claim first, how many these are, and the fault if there are none.
    """
    first, final = max(line - 1, 1), min(last + 1, len(lines) - 1)
    window = re.compile(f"(?={re.escape(number)})").finditer(outside, lines[first - 1], lines[final])
    places = [(match.start(), match.start() + len(number)) for match in window]
    apart = [place for place in places if place[1] <= lines[final] and stands_apart(outside, *place)]
    own = [place for place in apart if lines[line - 1] <= place[0] < lines[last]]
    came = f"none: {excerpt(number)} does not stand on {f'lines {first} to' if final > first else 'line'} {final}"
    for start, end in places[:1]:  # the signs without a blank around it
        longer = re.search(rf"\S{{0,12}}{re.escape(number)}\S{{0,12}}", outside[max(start - 12, 0) : end + 12])
        came += f", but for a part of {excerpt(longer[0].replace(PAD, ''))!r}" if longer else ""
    expected = "the number of the claim, as one of its own, beside it"
    remedy = "write it there, outside of the claim, or correct the claim"
    return (*own, *sorted({*apart} - {*own})), len(own), (expected, came, remedy)


def _pieces(text: str, ends: Sequence[int]) -> Iterator[TextClaim]:
    """Yield the claims. A mark behind which nothing looks like a claim is a word like any other."""
    marks = [(mark.start(), mark.end(), "") for mark in _MARK.finditer(text)]
    for alike in _ALIKE.finditer(text):
        word = alike["word"].strip("-").lower()
        if alike["colon"].strip(" \t") != ":" if word == "dpexact" else did_you_mean(word, ["dpexact"]):
            marks.append((alike.start(), alike.end(), alike["word"]))
    past = 0
    for start, behind, misspelt in sorted(marks):
        end = ends[bisect_left(ends, behind)]
        if start < past or not (misspelt or _CLAIMED.match(text[behind : min(end, behind + LONGEST)])):
            continue
        cells: dict[str, object] = {}
        wrong = ("dpexact:", repr(misspelt), "correct it, or begin otherwise") if misspelt else None
        stated, past = (0, 0), end
        try:
            if not misspelt:
                stated, past = _read(text, behind, cells)
        except _UnreadableError as error:
            wrong = error.args
        yield TextClaim(start, past, cells, stated, wrong)


def _read(text: str, place: int, cells: dict[str, object]) -> tuple[Span, int]:
    """Fill the cells of a claim, and return the place of its number and that of its end."""
    number = _NUMBER.match(text, place)
    if number is None or number.lastindex is None or not re.search(r"\d", number[0]):
        raise _UnreadableError("a number first", _came(text, place), _remedy(_rest(text, place)))
    plain = number[number.lastindex].replace("10**", "10^")  # without signs between groups, if there is one reading
    cells["printed"] = re.sub(rf"\\,|[,~{THIN}]", "", plain) if _GROUPED.fullmatch(plain) else plain
    meaning = _MEANING.match(text, number.end())
    if meaning is None or meaning[1] not in MEANT:
        question = "" if meaning is None else did_you_mean(meaning[1], MEANINGS)
        remedy = "= is rounded, >= bounds the true number from above, <= from below" + question
        expected = f"{', '.join(SIGNS.values())} or one of the words {', '.join(MEANINGS)}"
        raise _UnreadableError(expected, _came(text, number.end()), remedy)
    cells["meaning"] = MEANT[meaning[1]]
    quantity = _QUANTITY.match(text, meaning.end())
    if quantity is None:
        raise _UnreadableError("QUANTITY(name=value, ...)", _came(text, meaning.end()), f"write {SHAPE}")
    cells["quantity"] = quantity[1]
    cells["parameters"], end = _arguments(text, quantity.end())
    rest = _MARK.split(_rest(text, end), maxsplit=1)[0]
    behind = re.match(rf"[ \t]*[,;]{_GAP.pattern}", text[end : end + LONGEST])
    if _ANOTHER.search(rest) or (behind and _ANOTHER.match(text, end + behind.end())):
        raise _UnreadableError("one claim behind each dpexact:", _came(text, end), "write dpexact: before each")
    return number.span(number.lastindex), end


def _arguments(text: str, place: int) -> tuple[dict[str, str], int]:
    """Return the name=value pairs up to the closing parenthesis, and the place behind it."""
    parameters: dict[str, str] = {}
    place = _behind_gap(text, place)
    while not text.startswith(")", place):
        name = _PARAMETER.match(text, place)
        if name is None:
            raise _UnreadableError("name=value or )", _came(text, place), f"write {SHAPE}")
        if name[1] in parameters:
            raise _UnreadableError("each name once", f"{name[1]!r} twice", "remove one of the two")
        parameters[name[1]], place = _value(text, name.end(), name[1])
        place = _behind_gap(text, place)
        if text.startswith(",", place):
            place = _behind_gap(text, place + 1)
        elif not text.startswith(")", place):
            remedy = f"put the value of {name[1]} in quotes, or write the comma"
            raise _UnreadableError("a comma or ) behind a value", _came(text, place), remedy)
    if _CONTINUED.match(text, place + 1):
        remedy = "use the quantity formula for a number that is computed from others"
        raise _UnreadableError("one quantity", _came(text, place + 1), remedy)
    return parameters, place + 1


def _behind_gap(text: str, place: int) -> int:
    """Return the place behind blanks, ends of lines, and the sign by which a comment goes on."""
    gap = _GAP.match(text, place)
    return place if gap is None else gap.end()


def _value(text: str, place: int, name: str) -> tuple[str, int]:
    """Return the value that begins here, and the place behind it. A list in brackets is the text between them."""
    quoted = _QUOTED.match(text, place)
    if quoted is not None and quoted.lastindex is not None:
        return quoted[quoted.lastindex], quoted.end()
    end, waiting = place, ""
    closing = {"(": ")", "[": "]", "{": "}"}
    while end < len(text) and text[end] not in "\r\n":
        sign = text[end]
        if waiting and (inner := _QUOTED.match(text, end)):
            end = inner.end()
            continue
        if sign in closing:
            waiting += closing[sign]
        elif waiting and sign == waiting[-1]:
            waiting = waiting[:-1]
        elif not waiting and (sign in ",)" or sign.isspace()):
            break
        end += 1
    value = text[place:end]
    if not value or waiting or re.match("[\"'\u201c\u201d\u2018\u2019]", value):
        remedy = f"write it, {name}=value; a text with blanks or commas stands in quotes, \" or '"
        raise _UnreadableError(f"the value of {name}, whole and on one line", _came(text, place), remedy)
    is_list = value.startswith("[") and value.endswith("]") and value.count("[") == 1
    return value[1:-1].strip() if is_list else value, end


def _rest(text: str, place: int) -> str:
    return END_OF_LINE.split(text[place : place + 5 * REACH], maxsplit=1)[0].strip()


def _came(text: str, place: int) -> str:
    """Return the rest of the line, for a message."""
    return repr(excerpt(rest)) if (rest := _rest(text, place)) else "nothing"


def _remedy(rest: str) -> str:
    """Return the claim as it is to be written, if it is one of the earlier syntax."""
    earlier = _EARLIER.match(rest)
    if earlier is None:
        return f"write {SHAPE}"
    pairs = {pair[1]: pair[pair.lastindex or 0] for pair in _EARLIER_PAIR.finditer(earlier[2])}
    sign = SIGNS.get(pairs.pop("meaning", "rounded"), "=")
    written = written_claim("NUMBER", sign, earlier[1], pairs)
    return f"write {excerpt(written or SHAPE, 200)}, with the number that stands beside it"


def written_claim(number: str, meaning: str, quantity: str, parameters: Mapping[str, str]) -> str | None:
    """Return a claim as people write it, or None if a text has both kinds of quotes or more than one line."""
    plain = re.fullmatch(r"""[^\s"'=<>~]+""", number)
    words = [number if plain else _in_quotes(number), SIGNS.get(meaning, meaning)]
    values = []
    for name, text in parameters.items():
        try:
            is_plain = text[:1] != "=" and _value(f"{text})", 0, name) == (text, len(text))
        except _UnreadableError:
            is_plain = False
        written = text if is_plain else _in_quotes(text)
        values.append(written and f"{name}={written}")
    if None in [*words, *values]:
        return None
    return f"dpexact: {words[0]} {words[1]} {quantity}({', '.join(map(str, values))})"


def _in_quotes(text: str) -> str | None:
    return next((f"{sign}{text}{sign}" for sign in "\"'" if sign not in text and not re.search("[\r\n]", text)), None)


def _outside(text: str, pieces: Sequence[TextClaim], *, file: str) -> str:
    """Return the text with blanks for all claims, for the comments that hold a claim alone, and for signs of comments.

    A percent sign that begins a comment is such a sign. In LaTeX the whole comment is, since readers do not see it.
    """
    parts, place, has_percent_comments = [], 0, file.endswith(PERCENT_COMMENTS)
    for piece in pieces:
        start, end = piece.start, piece.end
        opened = re.search(r"(?:<!--+|/\*+)[ \t]*\Z", text[max(place, start - REACH) : start])
        closed = re.match(r"[ \t]*(?:--+>|\*+/)", text[end : end + REACH])
        if opened and closed:
            start, end = start - len(opened[0]), end + len(closed[0])
        begins = r"(?<!\\)%+[ \t]*\Z" if has_percent_comments else r"(?m:^)[ \t]*%+[ \t]*\Z"
        if sign := re.search(begins, text[max(place, start - REACH) : start]):
            start -= len(sign[0])
        parts += [text[place:start], re.sub(r"[^\r\n]", " ", text[start:end])]
        place = end
    outside = "".join([*parts, text[place:]])
    for kinds, hidden in _HIDDEN.items():
        if file.endswith(kinds):
            return hidden.sub(lambda match: re.sub("[0-9]" if match["set"] else "(?s:.)", PAD, match[0]), outside)
    return re.sub(r"(?<!\\)%", " ", outside) if has_percent_comments else outside


def _unescaped(match: re.Match[str]) -> str:
    """Return the sign of an escape of JSON, with PAD in front for the rest of its length."""
    sign = chr(int(match[1], 16)) if match[1] else " " if match[0][1] in "bfnrt" else match[0][1]
    return (" " if END_OF_LINE.match(sign) else sign).rjust(len(match[0]), PAD)
