"""A number in a text: whether it stands apart there, by the signs and words on either side.

The signs that may stand beside it are listed. Beside any other sign it is part of something. Words that scale it are
listed too, also over the end of a line. So are the marks of text that readers do not see.
"""

import re
from functools import lru_cache
from html import unescape
from itertools import chain
from unicodedata import category, normalize

PAD = "\0"  # says nothing
REACH = 200  # characters beside a number that may belong to it
FAR = 2000  # characters before a number in which text that nobody reads may begin
NEAR = 80  # signs before a number that are searched for one that makes it a part
END_OF_LINE = re.compile(r"\r\n|\r|\n")
LEAD = r"[ \t]*(?:#+|//[/!]*|%+|\*+(?!/)|;+|--+(?!>)|>+)?[ \t]*"
THIN = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}"
_FOREIGN = "\1"  # may stand on neither side of a number
_SIGNS = {  # beyond ASCII, by the one sign that stands for them below
    **dict.fromkeys("\u066a\u2030\u2031\u0609\u060a", "%"),
    **dict.fromkeys("\u00d7\u2217\u2715\u2716\u2a2f", "\u00d7"),
    **dict.fromkeys("\u00b7\u22c5\u2219\u2022\u2027", "\u00b7"),
    **dict.fromkeys("\u2212\u02d7\u2796", "-"),
    **dict.fromkeys("\u2018\u2019\u02d9\u066c", "'"),
    **dict.fromkeys("\u00b1\u2213", "\u00b1"),
    **dict.fromkeys("\u00b0\u2032\u066b\u2795\u2308\u2309\u230a\u230b\u23e8", _FOREIGN),
    **dict.fromkeys("\u2014\u2190\u2191\u2192\u2193\u2194\u21a6\u21d0\u21d1\u21d2\u21d3\u21d4", "|"),
    **dict.fromkeys("\u2208\u2227\u2228\u223c\u2243\u2245\u2248\u2260\u226a\u226b\u2272\u2273\u2a7d\u2a7e", "\u2248"),
    **dict.fromkeys("\u2264\u2265\u2266\u2267", "\u2248"),
}
_KINDS = {"Zs": "\u2009", "Ps": "(", "Pe": ")", "Pi": '"', "Pf": '"', "Pd": "-", "Po": ";", "So": "|", "Sc": "$"}
_PLAIN = [  # signs of LaTeX and HTML
    (re.compile(signs), plain)
    for signs, plain in (
        (rf"{PAD}|<wbr ?/?>|\\(?:left|right|[bB]igg?[lr]?)(?![a-z])", ""),
        (r"(?i:<sup\b[^<>]{0,60}>)|\\(?:sp(?![a-z])|textsuperscript)", "^"),
        (r"(?i:<sub\b[^<>]{0,60}>)|\\textsubscript", "_^{"),
        (r"(?i:</?m(?:(?:su[bp])+|frac|sqrt|root|over|under(?:over)?|phantom|enclose)\b[^<>]*>)", _FOREIGN),
        (r"(?i:</?m(?:[ino]|ark|row|space|style|text)\b[^<>]*>)", "_"),
        (r"(?i:</?(?:[abiu]|abbr|big|code|em|font|ins|kbd|s(?:amp|mall|pan|trong|u[bp])|tt|var)\b[^<>]*>)", "_"),
        (r"\$?\^\{?(?:\\(?:ast|star|d?dag(?:ger)?)(?![a-z])|[*;])+[}_]?\$?", ""),  # a raised star or dagger
        (r"</?[a-zA-Z][^<>]*>|\\\\", "|"),
        (r"(?<=\])\([^()\s]{0,90}\)|\[\^[^\[\]]{1,20}\]", ""),  # targets of links, and notes
        (r"<-(?=[ \t])|\\(?:[lg]eq?|[lg]t|approx|sim|to|in)(?![a-z])", "\u2248"),
        (r"\\(?:percent(?![a-z])|%|(?:text)?per(?:(?:ten)?thousand|mil(?:le)?)(?![a-z]))", "%"),
        (r"\\(?:times|ast)(?![a-z])|\\\*|[X\u0425\u0445](?=[ \t]*10)", "\u00d7"),
        (r"\\(?:c(?:enter)?dot|bullet|star)(?![a-z])", "\u00b7\u00b7"),  # a single one may be the mark of an item
        (r"\\(?:textminus|textendash|o?minus|l?not|neg)(?![a-z])(?:\{\})?", "-"),
        (r"\\(?:pm|mp)(?![a-z])(?:\{\})?", "\u00b1"),
        (r"\\l?dots(?![a-z])", "..."),
        (r"\\(?:[a-z]{0,4}frac(?:\{[^{}]*\}(?=\{))?|sqrt(?:\[[^\]]{0,9}\])?)(?![a-z])", _FOREIGN),
        (r"\\(?:div|over|overline|bar|dot|surd|[lr](?:floor|ceil)|[bp]?mod|choose|[dt]?binom)(?![a-z])", _FOREIGN),
        (r"\\(?:num|SI|qty)\[[^\]]{0,60}\]", _FOREIGN),
        (r"\\(?:(?:text)?color(?:\[\w*\])?|colorbox)\{[^{}]*\}|\\(?:[mfh]box|boxed|u(?:nder)?line|hl)(?=\{)", ""),
        (r"\\(?:num|si|SI|qty|unit|emph|bm|boldsymbol|ensuremath|(?:math|text)[a-z]{0,4})\{", "{"),
        (r"\\(?:bf|rm|it|tt|sf|em|(?:bf|md)series|(?:it|sl)shape|(?:sf|tt)family|displaystyle)(?![a-z]) ?", "_"),
        (r"\\(?:[,;:!/ ]|(?:(?:thin|med|en)?space|relax)(?![a-z])|hspace\*?\{[^{}]{0,9}\})", "\u2009"),
        (r"\\(?:kern|[hm]skip)[ \t]*[0-9.]+[ \t]*[a-z]{2}|\{[,\u2009]?\}", "\u2009"),
        (r"\{\$?([\u00d7\u00b7-]+)\$?\}", r"\1"),
        (r"\\([(){}\[\]$])", r"\1"),
    )
]
_SUFFIX = re.compile(r"\A(?:_?[fiu](?:8|16|32|64|128|size)|[fF]|[dD](?![-+][0-9])|[uU]?[lL]{1,2})(?![\w.])")  # in code
_BULLET = re.compile(r"\A[ \t#/*>;%!-]*[-+*\u00b7\u2022][ \t]+(?=[\\<*_`$({\[\"']|\Z)")
_B, _OPEN, _CLOSE = r"[ \t\u2009~]", r"(?:[*`$(\[\"']|_(?!\{)|(?<!_)\{)", r"[*_`$)}\]\"']"
_FUNCTION = r"(?:sqrt|cbrt|square|exp(?:2|m1)?|lg|ln|log(?:2|10|1p)?|(?:a|arc)?(?:sin|cos|tan)h?)"
_BEFORE = re.compile(  # what may stand in front: the beginning, a border, a relation, a word and a blank, a call
    rf"""(?: \A | [=<>\u2248|&;!?,@}}] | (?<![0-9]): | (?:[^\W\d_]|[)\]}}]){_B}*\*(?!\*) | //+ | /\*+{_B}
    | [\w.:)\]%#\u00b7][*_`$"']*{_B} | (?:[^\W\d_]\w*(?<!_)|[)\]}}])[*`$]*[({{\["'] )(?:{_B}|{_OPEN})*\Z""",
    re.VERBOSE,
)
_MADE_PART = re.compile(  # by a factor, a function or a sign in words in front
    rf"""(?: [0-9]\.?\}}?[_$]*{_B}*(?:[x*\u00d7]|\u00b7+)[ \t\u2009{{$(]* | [0-9][\u2009~'] | ~~ | [ \t]\*\*[ \t(]+
    | (?:\b(?:minus|negative) | (?<![^\W_]){_FUNCTION}\}}?(?:[_^]\{{?[0-9e]{{1,2}}\}}?)*)(?:(?<=\}})|{_B}|{_OPEN})+
    | \b(?:pow|power)\([^()]{{0,30}} | (?<![^\W_])(?:floor|ceil|round|int|erfc?|expit|logit)\({_B}* | [0-9]{_B}+:{_B}*
    | (?<![^\W\d_])(?:\\?pi|\u03c0)[_$}}]*{_B}*\u00b7*(?:{_B}|{_OPEN})* | \(10[\^*][^()]{{0,9}}\)\$?(?:{_B}|{_OPEN})*
    | \x01[{{}}\w.$ ]{{0,30}} | \([0-9.]+\)\( | (?:<<|>>){_B}*
    | (?:\b(?:half|twice|double|triple|thrice|times) | (?:%|\b(?:percent|square|cube|root|log(?:arithm)?|reciprocal
      |inverse|half|quarter|(?:thi|four|fif|six|eigh|ten|hundred|thousand|million)(?:rd|th)s?))[ ]of)[ ]{_OPEN}*
    | (?:(?<![\w/.])[0-9]{{1,3}}/[0-9]{{1,3}} | \u2044[0-9]+)[_$}}]*{_B}+ )\Z""",
    re.VERBOSE,
)
_AFTER = re.compile(  # what may stand behind: the end, a border, a relation, a mark, or a blank and a word or a number
    rf"""(?! ['\u2009~{{][0-9] | ~~ | \)?\*\*-?\( | [$)}}]*{_B}*\*{_B}*[0-9] | \s*\.[a-z]\w*\( ){_CLOSE}*(?:
      \Z | [\n|=<>\u2248&;?,\[{{] | !(?!\$) | [.:](?![0-9.]) | \((?![0-9]) | /> | -+> | {_B}*//+(?!\s*[0-9])
    | \u00b1 | (?<=[*`$)}}\]"'])[^\W\d] | \\[a-zA-Z]
    | {_B}*[-+*/\u00b7]+(?:(?:\s|~|{_OPEN})*[^\W\d_] | (?:{_B}|{_OPEN})*\\[a-zA-Z])
    | {_B}+(?: [^\W\d] | [0-9]+(?!/?[0-9]) | \Z | [\n|=<>\u2248&;!?,:"'`$(){{}}\[\]_#@\u00b1] | \\[a-zA-Z]
      | \*+(?!\s|[*0-9]) | \*+[0-9.]+\*+(?!\w) | -+[->] | \.(?!{_B}*[0-9]) | /\*+ | \+/?- | \u00b7{_B}) )""",
    re.VERBOSE,
)
_SCALED = re.compile(  # what scales a number, also from the next line
    rf"""{_CLOSE}*(?:
      [\s\u2009~-]*(?:{_OPEN}*[\s~]*(?:in[ ])?[%\u00d7] | \^
      | [({{\[]?\s*\\?(?i:(?:in[ ]|of[ ]a[ ])?p(?:e|ou)?r[ -]?cento?|percentage|pct|o/oo|pp[mb]|permyriad
      |(?:per|po[ur]+)[ -]?mil(?:le)?|por[ ]ciento|procent|prozent|promille|hundred|dozens?|squared|cubed|mrd|mio|tsd
      |(?:(?:ten|hundred)th|(?:(?:(?:parts[ ])?per|in[ ]an?|in[ ]one)[ ])?(?:hundred|thousand|[a-z]+r?illion)(?:th)?)s?
      |[bm]l?n|bps?|pp|o/o|basis[ ]points|lakhs?|crores?|mil+[ij]?(?:o|ard)(?!\w*air)\w*|tausend(?:stel)?
      |kilo|mega|giga|milli|micro|nano|raised[ ]to|to[ ]the[ ](?:\w+[ ])?power|and[ ]a[ ]half|times[ ](?:ten|pi)
      |(?:times|plus|minus|less|mod(?:ulo)?|div|choose|per(?=[ ]10)|out[ ]of|(?:divid|multipli)ed[ ]by)[ ][0-9.]+)\b
      | p[.][ ]?[pc][.] | \{{?[kKMGBT\u03bc](?![\w-]|\s*[=:<>]) | [\u4e07\u4ebf\u5343\u5104\u5146\u842c]
      | \u0442\u044b\u0441|\u043c\u043b[\u043d\u0440])
    | (?:[\s\u2009~]*{_OPEN}*(?:times\b|\u00b7+)|{_B}*{_OPEN}*x){_B}*\n?[(${{]*10(?![0-9]) | \n{_B}*x{_B}*[${{]*10[\^*-]
    | {_B}*x{_B}*[0-9] | {_B}+(?:[0-9]+(?:\^|\*\*[({{0-9-]) | 10(?:\*|[^\W0-9]) | \*\*{_B} | :{_B}*[0-9])
    | {_B}*(?:[({{\[]{_B}*[x*\u00b7]*{_B}*10[\^*] | \([0-9]+\){_B}*[x*\u00d7\u00b7e] | <<|>> | [*/\u00b7]+{_B}*\x01)
    | {_B}*\\(?:(?:text|line|column|page|paper)(?:width|height)|baselineskip|[hv]size)
    | [ ]as[ ][iu][0-9s] | [\s|]*\u00b7\u00b7{_B}*{_OPEN}*[0-9]
    | [\s|&]+{_OPEN}*(?:%|(?:percent|thousand|[mb]illion)\b|\u00d7{_B}*{_OPEN}*[0-9])
    | [ \t\u2009{{_]*\\?[eE]{{1,2}}[\s}}{{\u2009]*[-+]*[\s}}]*[0-9]
    | {_B}*(?:[*\u00b7/]+{_B}*)?(?:\w+\.)?\{{?\\?(?:(?:pi|\u03c0)(?!\w)
      | (?:{_FUNCTION}|e\}}?\^|e\*\*)[ \t\u2009_${{}}(]*[-+]?[0-9]) )""",
    re.VERBOSE,
)
_SHARING = re.compile(  # a deviation, the end of a range, or numbers in the same parentheses, up to a scale for both
    rf"""(?:{_CLOSE}|{_B})*(?: (?:\u00b1|\+/?-|-+|to\b|(?P<pair>and\b)){_B}*{_OPEN}*[-+]?\.?[0-9][0-9.]*
      | [(\[]?(?:[-+\u00b1,;.0-9$\u2009~ ]|to|and)+[)\]] )""",
    re.VERBOSE,
)
_OPERATOR = re.compile(r"[)]*[ \t]*(?P<sign>\\?)(?:\r\n|\r|\n)[ \t]*(?:\*\*?|[-+/])(?=[ \t]*[0-9.(])")
_COMES_FROM = re.compile(  # the line before
    rf"""(?:[\w)\]}}$%]{_B}*(?:\u00d7|\u00b7+) | [0-9]{_B}*x | [\w)\]}}$%=\u2248][ \t]+(?:\*\*?|[-+/])
    | \b(?:minus|negative))[ \t]*\\?(?:\r\n|\r|\n)[ \t#/*%;>$(]*\Z""",
    re.VERBOSE,
)
_STRUCK = re.compile(  # for nobody to read
    r"(?<!`)(?:<!--(?:(?!-->)[^\0])*\Z"
    r"|<s\b[^<>]*>(?:(?!</s|\n[ \t]*\n)[^\0])*\Z)"
    r"|\\color\{white\}(?:[^{}]|\{[^{}]*\})*(?:\{[^{}]*)?\Z"
    r"|\\(?:sout|xout|st|strike|[bx]?cancel(?:to\{[^{}]*\})?|[hv]?phantom|DIFdel\w*|del(?:eted)?"
    r"|textcolor\{white\}|label|index|cite[a-z]*|(?:page|eq|auto|[cC])?ref|todo|comment|ignore|hide)"
    r"\{(?:[^{}]|\{[^{}]*\})*(?:\{[^{}]*)?\Z"
)

_ELEMENT = re.compile(r"(?<!`)<(?!(?:br|col|hr|img|input|link|meta)\b)(\w+)\b([^<>]*)>", re.IGNORECASE)
_ASIDE = re.compile(
    r"""(?:del|strike|style|template)\b|[^<>]*[\s"'](?:hidden|popover|d-none|invisible|sr-only|visually-hidden)\b""",
    re.IGNORECASE,
)
_STYLE = re.compile(r"""\sstyle\s*=\s*\\?(?:"([^"]*)|'([^']*)|([^\s"']+))""", re.IGNORECASE)
_SHOWN = re.compile(  # declarations of a style, without digits, that leave a text as readers see it
    r"(?:background|border|font-(?:weight|style|family|variant)|text-align|vertical-align|white-space|(?:min-)?width|height"
    r"|padding|float)(?:-\w+)*\s*:.*|display\s*:(?!\s*none).*|margin(?:-\w+)?\s*:[^-]*"
    r"|font-size\s*:\s*(?:x+-)?(?:small|medium|large)(?:er)?"
    r"|color\s*:\s*(?!\w*white|snow|ivory|transparent|#(?:[ef]{3,8}|[a-f]{6})\b)[#\w]+",
    re.IGNORECASE,
)


def stands_apart(text: str, start: int, end: int) -> bool:
    """Tell whether the signs on either side leave a number of a text as it is, and readers see it."""
    number, above = text[start:end], text[max(start - REACH, 0) : start].replace(PAD, "")
    below = text[end : end + REACH].replace(PAD, "")
    if _goes_on(above, below) or _is_struck(text[max(start - FAR, 0) : start].replace(PAD, ""), below):
        return False
    *earlier, own = END_OF_LINE.split(above)
    if earlier and not own.strip(" \t#/*%;>") and earlier[-1].rstrip().endswith(("(", "[", "{")):
        own = earlier[-1].rstrip()
    joined = _plain(re.sub(rf"[ \t]*(?<!\\)\\?(?:\r\n|\r|\n){LEAD.replace('|%+', '')}", "\n", below, count=1))
    before, after = _plain(_BULLET.sub("", own, count=1)), _SUFFIX.sub("", joined, count=1)
    return not (_is_part(before, number, after) or _is_in_group(before, number, after))


def _goes_on(above: str, below: str) -> bool:
    """Tell whether a formula goes on from the line before, or on the next one."""
    operator = _OPERATOR.match(below)
    known = above + (operator[0] if operator else "")
    is_operand = operator and (operator["sign"] or known.count("(") > known.count(")"))
    return bool(is_operand or _COMES_FROM.search(_plain(above)))


def _is_struck(above: str, below: str) -> bool:
    paragraph = re.split(r"\n[ \t]*\n", above)[-1]
    is_struck = _STRUCK.search(above) or len(re.findall("(?<!~)~~(?!~)", paragraph)) % 2
    is_struck = is_struck or any(_hides(element, above) for element in _ELEMENT.finditer(above))
    return bool(is_struck or (re.search(r"(?<![\w\\~}])~\Z", above) and re.match("~(?![~\\\\])", below)))


def _hides(element: re.Match[str], above: str) -> bool:
    """Tell whether an element that is not closed may hide its text, by a style that does more than color or align."""
    name, attributes = element.groups()
    styles = (style[style.lastindex or 0].split(";") for style in _STYLE.finditer(attributes))
    is_shown = all(map(_SHOWN.fullmatch, filter(None, map(str.strip, chain.from_iterable(styles)))))
    may_hide = not is_shown or _ASIDE.match(name + attributes)
    return bool(may_hide and not re.search(rf"</{name}\b", above[element.end() :], re.IGNORECASE))


def _is_part(before: str, number: str, after: str) -> bool:
    """Tell whether a sign or a word on its own line, or a word behind it, makes a number part of something."""
    if number[0] in "+-\N{MINUS SIGN}" and re.search(r"[\w)\]}!%]\s*[$'*]{0,2}\s*\Z", before):
        return True
    if ("/" in number or number[:3] in ("10^", "10*")) and re.search(r"[0-9]\}?[$\s\u2009(]+\Z", before):
        return True
    near = re.sub(r"\\(?!ln|lo?g|exp)[a-zA-Z]+\Z", " ", before)[-NEAR:]
    shared = _SHARING.match(after)
    end = shared.end() if shared and (not shared["pair"] or re.search(r"\bbetween[\s$*]+\Z", before)) else 0
    is_scaled = _SCALED.match(after) or _SCALED.match(after, end)
    if not (_BEFORE.search(near) and _AFTER.match(after)) or _MADE_PART.search(near) or is_scaled:
        return True
    return bool(re.search(r"(?<![\w)\]>])\(\Z", before) and re.match(r"\)\s*\.[a-z]\w*\(", after))


def _is_in_group(before: str, number: str, after: str) -> bool:
    """Tell whether a comma, or blanks between groups of three digits as in 12 345, may join a number to others."""
    is_end = before.endswith(",") and _is_one_number(before[:-1], number + after)
    is_begun = after.startswith(",") and _is_one_number(before + number, after[1:])
    has_group = re.fullmatch(r"[-+\u2212]?[0-9]{1,3}", number) and re.match(r"(?: [0-9]{3})+(?!\w)", after)
    is_group = re.match(r"[0-9]{3}(?![0-9])", number) and re.search(r"(?<![\w.,])[0-9]{1,3}(?: [0-9]{3})* \Z", before)
    return bool(is_end or is_begun or has_group or is_group)


def _plain(around: str) -> str:
    """Return the signs around a number, with one sign for all that mean the same."""
    around = re.sub(r"&#?\w{2,8};", lambda entity: unescape(entity[0]), around)
    around = re.sub(r"[^\x00-\x7f]", lambda sign: _in_ascii(sign[0]), around)
    for signs, plain in _PLAIN:
        around = signs.sub(plain, around)
    return around


@lru_cache(maxsize=1000)
def _in_ascii(sign: str) -> str:
    """Return the signs that stand for one beyond ASCII: the one listed, the same letter, or one of its kind."""
    kind, plain = category(sign), normalize("NFKC", sign)
    if kind == "No":
        return f"^{plain}"
    if kind != "Zs" and (plain.isascii() or sign.isalnum()):
        return plain
    return _SIGNS.get(plain) or _KINDS.get(kind, _FOREIGN)


def _is_one_number(left: str, right: str) -> bool:
    """Tell whether a comma may join two texts to one number, by groups of three digits or as a decimal sign."""
    is_begun = re.search(r"(?:\.[0-9]{3}|(?<![0-9.])[0-9]+)\Z", left)
    return bool(is_begun and re.match(r"[0-9]+(?!\w|\.[0-9]|[\^/\\])|[0-9]{3}(?![0-9])", right))
