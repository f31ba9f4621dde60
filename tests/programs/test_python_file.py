"""run_file: what runs is the text that was read."""

import inspect
import os
import sys
from pathlib import Path

from dpexact.certificates.source import run_file
from tests.refusals import refuses


def test_a_file_of_the_same_length_and_time_is_another_file(tmp_path: Path) -> None:
    """Bytecode of the first would pass for that of the second, by the rules of Python's import."""
    file = tmp_path / "one.py"
    values, quoted = [], []
    for sign in "+-":
        file.write_text(f"def value():\n    return 1 {sign} 2\n", encoding="utf-8")
        os.utime(file, (10**9, 10**9))
        module = run_file(file, "one_of_the_tests", file.read_bytes())
        values.append(module.value())
        quoted.append(inspect.getsource(module.value))
    assert values == [3, -1]
    assert quoted == ["def value():\n    return 1 + 2\n", "def value():\n    return 1 - 2\n"]


def test_lines_are_those_of_python(tmp_path: Path) -> None:
    """A form feed or a separator of paragraphs ends no line, so nothing else can be quoted in a function's place."""
    file = tmp_path / "two.py"
    file.write_bytes(b'A = "\x0c\xe2\x80\xa8"\r\ndef value():\r\n    return A\r\n')
    module = run_file(file, "two_of_the_tests", file.read_bytes())
    assert inspect.getsource(module.value) == "def value():\n    return A\n"
    refuses(SyntaxError, "", run_file, file, "two_of_the_tests", b"def")
    assert "two_of_the_tests" not in sys.modules
