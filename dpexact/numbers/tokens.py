"""The tokens of one text, taken from left to right. Every problem is an error that shows its place.

The grammars of `numbers.text` and of `formulas.grammar` are read from these; what differs is a `Language`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from dpexact.errors import NumberSyntaxError, TooLargeError
from dpexact.numbers.excerpt import excerpt

if TYPE_CHECKING:
    import re
    from collections.abc import Callable


@dataclass(frozen=True)
class Language:
    """What a text is called, its tokens (groups number, name, mark, bad), what it expects, its limits.

    `hint` is the end of a message, given what came and the whole text.
    """

    what: str
    pattern: re.Pattern[str]
    expected: str
    hint: Callable[[str, str], str]
    max_tokens: int
    max_depth: int


class Tokens:
    """Where a reader stands in a text. Raises: NumberSyntaxError with the place, TooLargeError."""

    def __init__(self, text: str, language: Language) -> None:
        self.text = text
        self.language = language
        self.place = 0
        self.depth = 0
        self.all: list[tuple[str, str, int]] = []
        for match in language.pattern.finditer(text):
            kind = match.lastgroup or ""
            if kind == "bad":
                self.fail(language.expected, match.group(), match.start())
            self.all.append((kind, match.group(), match.start()))
            if len(self.all) > language.max_tokens:
                limit = f"more than {language.max_tokens} numbers, names and operators"
                message = f"{language.what} {excerpt(text)!r}: {limit}"
                raise TooLargeError(message)
        self.all.append(("end", "the end", len(text)))

    def fail(self, expected: str, came: str, position: int) -> NoReturn:
        """Say where, what was expected and what came."""
        place = f"{self.language.what} {excerpt(self.text)!r}, character {position + 1}"
        message = f"{place}: expected {expected}, got {excerpt(came)!r}; {self.language.hint(came, self.text)}"
        raise NumberSyntaxError(message, self.text, position)

    def here(self) -> tuple[str, str, int]:
        """Kind, text and position of the token that comes next."""
        return self.all[self.place]

    def next(self) -> tuple[str, str, int]:
        """The same, and go on."""
        self.place += 1
        return self.all[self.place - 1]

    def take(self, *marks: str) -> str | None:
        """The next token if it is one of the marks, and go on; else None."""
        kind, text, _ = self.here()
        if kind == "mark" and text in marks:
            self.place += 1
            return text
        return None

    def need(self, mark: str) -> None:
        """Go on over this mark."""
        if self.take(mark) is None:
            self.fail(repr(mark), *self.here()[1:])

    def end(self) -> None:
        """Nothing may follow."""
        kind, text, position = self.here()
        if kind != "end":
            self.fail("an operator or the end", text, position)

    def deeper(self) -> None:
        """One level of nesting more."""
        self.depth += 1
        if self.depth > self.language.max_depth:
            limit = f"nested more than {self.language.max_depth} deep at character {self.here()[2] + 1}"
            message = f"{self.language.what} is {limit}; write it flatter"
            raise TooLargeError(message)

    def higher(self) -> None:
        """One level less."""
        self.depth -= 1
