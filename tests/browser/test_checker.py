"""The checker as a page: its verdicts and sentences are the kernel's, and nothing leaves it."""

import base64
import json
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpexact.certificates.certificate import checker_page
from dpexact.kernel.__main__ import NOT_CHECKED, PROVED, judged
from dpexact.kernel.document import digest
from tests.beside import beside
from tests.browser.chromium import Chromium
from tests.browser.test_pages import CONTRAST, brightness
from tests.vectors.certificates.build import mechanism, over

BESIDE = beside(__file__)

pytestmark = pytest.mark.xdist_group("browser")  # one Chromium for all

PATIENCE = 240  # seconds for an answer, on a machine that is busy
ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "vectors" / "certificates"
COMMITTED = sorted((ROOT / "proofs" / "certificates").rglob("*.json"))
SLOW = ("count_designs_infeasible",)  # 1130 rows of 1600 variables take a minute
# What the page does not check, and the kernel does: what may be newer than the page, and what is too large for it.
NEWER = {"format-unknown": "format", "kind-unknown": "kind", "kind-upper-case": "kind"}
TOO_LARGE = ("private-high-power", "private-exp-huge")
DROP = """((files) => {
    const transfer = new DataTransfer();
    for (const [name, text] of files) {
        transfer.items.add(new File([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))], name));
    }
    document.getElementById("drop").dispatchEvent(
        new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
})"""
ANSWERS = """[...document.querySelectorAll("article")].map((one) => [
    one.querySelector("h3").textContent, one.dataset.state || "", one.querySelector("pre, code")?.textContent || ""])"""


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("checker") / "checker.html"
    path.write_text(checker_page(), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def checker(chromium: Chromium, page: str) -> Chromium:
    chromium.open(page)
    return chromium


def dropped(checker: Chromium, files: dict[str, bytes], seconds: float = PATIENCE) -> dict[str, tuple[str, str]]:
    """Return what the page says of these files, after they were dropped on it: the state, and the words."""
    encoded = [[name, base64.b64encode(data).decode()] for name, data in files.items()]
    before = checker.evaluate('document.querySelectorAll("article").length')
    checker.evaluate(f"{DROP}({json.dumps(encoded)})")
    done = f'document.querySelectorAll("article[data-state]").length === {before + len(files)}'
    checker.wait_for(done, seconds)
    return {name: (state, said) for name, state, said in checker.evaluate(ANSWERS)[before:]}


def by_kernel(data: bytes) -> tuple[str, str]:
    """The same from the kernel: the state, and the sentence of what is proved."""
    try:
        found = judged(data.decode())
    except UnicodeDecodeError:
        return "rejected", ""
    status, words = found
    state = {PROVED: "accepted", NOT_CHECKED: "left"}.get(status, "rejected")
    return state, words.removeprefix("proved: ") if status == PROVED else words


def expected(files: dict[str, bytes], found: dict[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    """Return what the kernel says of each, unless the page leaves it. It may leave compositions."""
    wanted = {name: by_kernel(data) for name, data in files.items()}
    left = {name for name, data in files.items() if is_composition(data) and found[name][0] == "left"}
    return {name: found[name] if name in left else said for name, said in wanted.items()}


def is_composition(data: bytes) -> bool:
    return b'"kind":"composition"' in data


def statement(**changes: Any) -> dict[str, Any]:
    """One input, one output, no pairs, E = 1, delta = 0."""
    return mechanism("private", over(1, [1]), 1, inputs=[0], pairs=[]) | changes


def sealed(statement: dict[str, Any], evidence: Any = None) -> bytes:
    """The certificate of a statement, with its digest."""
    evidence = {} if evidence is None else evidence
    version = "dpexact-certificate/2" if "roots" in statement["generators"] else "dpexact-certificate/1"
    content = {"format": version, "statement": statement, "evidence": evidence}
    return json.dumps({**content, "digest": digest(statement, evidence, version)}).encode()


@pytest.mark.long
def test_the_committed_certificates(checker: Chromium) -> None:
    files = {path.stem: path.read_bytes() for path in COMMITTED if path.stem not in SLOW}
    assert len(files) > 50
    assert any(is_composition(data) for data in files.values())
    found = dropped(checker, files)
    assert found == expected(files, found)
    assert checker.complaints == []


@pytest.mark.seldom
def test_a_large_one_that_is_committed(checker: Chromium) -> None:
    files = {path.stem: path.read_bytes() for path in COMMITTED if path.stem in SLOW}
    assert dropped(checker, files, 600) == {name: by_kernel(data) for name, data in files.items()}


@pytest.mark.long
def test_the_vectors_that_are_accepted(checker: Chromium) -> None:
    files = {path.stem: path.read_bytes() for path in (VECTORS / "accepted").glob("*.json")}
    found = dropped(checker, files)
    assert {name: found[name][0] for name in TOO_LARGE} == dict.fromkeys(TOO_LARGE, "left")
    assert found["composition-gaussian"][0] == found["composition-laplace"][0] == "accepted"
    rest = {name: data for name, data in files.items() if name not in TOO_LARGE}
    assert {name: found[name] for name in rest} == expected(rest, found)


@pytest.mark.long
def test_the_forgeries(checker: Chromium) -> None:
    files = {path.stem: path.read_bytes() for path in (VECTORS / "rejected").glob("*.json")}
    assert len(files) > 200
    answers = dropped(checker, files)
    found = {name: state for name, (state, _) in answers.items()}
    said = {name: by_kernel(data) for name, data in files.items()}
    newer = {name: words.split()[1].rstrip(":") for name, (_, words) in said.items() if name in NEWER}
    assert newer == NEWER
    wanted = {name: "left" if name in NEWER else state for name, (state, _) in expected(files, answers).items()}
    assert found == wanted
    assert set(found.values()) == {"rejected", "left"}


def reading() -> dict[str, bytes]:
    """Texts at which readers of JSON part ways; each would be accepted but for the part in question, or with it."""
    plain = sealed(statement())
    number, text = sealed(statement(inputs=[0])), sealed(statement(inputs=["@"]))
    one, name = b'"inputs": [0]', b'"@"'
    assert one in number
    assert name in text
    whole = {"plain": plain, "a mark of the byte order": b"\xef\xbb\xbf" + plain, "twice": plain + plain}
    whole |= {"space": b" \t\r\n" + plain + b"\n", "form feed": b"\x0c" + plain, "nothing": b"", "null": b"null"}
    whole |= {"utf-16": plain.decode().encode("utf-16"), "a number": b"1", "html": b"<!DOCTYPE html>"}
    whole |= {"a picture": b"\x89PNG\r\n\x1a\n\x00"}
    whole |= {"open": plain[:-1], "a comma more": plain[:-1] + b",}", "twice a key": plain[:-1] + b', "evidence": {}}'}
    whole["twice a key, escaped"] = plain[:-1] + b', "evid\\u0065nce": {}}'
    whole["twice a key, within"] = plain.replace(b'"evidence": {}', b'"evidence": {"a": 1, "a": 1}')
    labels = ["0.0", "0e0", "-0", "-1", "00", "01", "+1", "1.", ".5", "1e400", "NaN", "Infinity", "-Infinity", "true"]
    labels += ["null", "9" * 640, "-" + "9" * 640, "9" * 641, "9007199254740993", "1_000", "0x10", "\u0661", "{}", "[]"]
    labels += ["[[]]", "[1,]"]
    labels += ["[" * depth + "]" * depth for depth in (64, 65, 200, 100000)]
    texts = rb"\ud83d\ude00 \ud83d \ude00 \ud83d\u0041 \u00E9 \u00g9 \x41 \/ \u0000".split(b" ")
    texts += [b"\x00", b"\x1f", b"\x7f", b"\n", b"\t", b"\xff", b"\xed\xa0\x80", b"\xc0\xaf"]
    texts += ["\u2028".encode(), "é😀".encode()]
    texts += [b"\\", b'"', b"</script>", b"__proto__", b"constructor"]
    whole |= {
        f"label {label[:20]} of {len(label)}": resealed(number, one, b'"inputs": [%s]' % label.encode())
        for label in labels
    }
    whole |= {f"text {one!r}": resealed(text, name, b'"%s"' % one) for one in texts}
    keys = [b'"__proto__": 1', b'"\\u0000": 1', b'"": 1']
    return whole | {f"key {key!r}": plain.replace(b'"evidence": {}', b'"evidence": {%s}' % key) for key in keys}


def resealed(data: bytes, old: bytes, new: bytes) -> bytes:
    """The text with another part, and its digest, if Python reads it at all."""
    changed = data.replace(old, new)
    try:
        found = json.loads(changed)
        right = digest(found["statement"], found["evidence"])
    except (ValueError, RecursionError):
        return changed
    return changed.replace(found["digest"].encode(), right.encode())


@pytest.mark.long
def test_json_is_read_as_the_kernel_reads_it(checker: Chromium) -> None:
    files = reading()
    answers = dropped(checker, files)
    found = {name: state for name, (state, _) in answers.items()}
    said = {name: by_kernel(data)[0] for name, data in files.items()}
    assert found == said
    assert 15 < sum(state == "accepted" for state in said.values()) < len(said) - 30


def drawn(rng: random.Random) -> dict[str, Any]:
    """A statement whose E >= 1 and delta are written in one of many ways: long, short, with t, with roots."""
    size = rng.choice([1, 2, 9, 40, 400, 5000])

    def integer() -> int:
        return rng.randrange(1, 1 << rng.randint(1, size))

    kind = rng.choice(["integers", "t", "u", "both", "roots"])
    if kind == "integers":
        p, q = integer(), integer()
        delta = sorted([integer(), integer()])
        ends = [f"{max(p, q):x}", f"{min(p, q):x}"]
        return statement(exp_epsilon=ends, delta=[f"{part:x}" for part in delta])
    exponent = Fraction(rng.randint(1, 30), rng.randint(1, 9)) if kind != "u" else Fraction(0)
    roots: list[Any] = [[[f"{prime:x}", "1"], rng.choice([2, 3, 7])] for prime in (2, 3, 5)]
    base, degree = (["1", "1"], 1) if kind == "t" else roots[1]
    generators: dict[str, Any] = {"exponent": [f"{exponent.numerator:x}", f"{exponent.denominator:x}"]}
    generators |= {"roots": roots} if kind == "roots" else {"base": base, "degree": degree}
    degrees = [n for _, n in roots] if kind == "roots" else [generators["degree"]]
    powers = {
        (rng.randint(0, 3) if exponent else 0, *(rng.randrange(n) for n in degrees)) for _ in range(rng.randint(1, 4))
    }
    powers -= {tuple([0] * (1 + len(degrees)))}
    if not powers:
        return statement()
    sign = rng.choice([1, -1])
    terms: list[Any] = [[f"{integer():x}", *power] for power in sorted(powers)]
    bound = sum(int(str(c), 16) for c, *_ in terms) << rng.choice([200, 300])
    whole = [
        [f"{bound:x}", *([0] * (1 + len(degrees)))],
        *([f"{sign * int(str(c), 16):x}", *power] for c, *power in terms),
    ]
    factor: Any = [terms, "1"] if rng.random() < 0.5 else [whole, f"{bound >> 9:x}"]
    small: Any = [terms, f"{bound:x}"] if rng.random() < 0.7 else [terms, whole if sign > 0 else f"{bound:x}"]
    return statement(generators=generators, exp_epsilon=factor, delta=small)


@pytest.mark.long
def test_numbers_in_sentences(checker: Chromium) -> None:
    rng = random.Random(22)
    files = {f"{k}": sealed(drawn(rng)) for k in range(120)}
    assert dropped(checker, files) == {name: by_kernel(data) for name, data in files.items()}


def test_whole_numbers(checker: Chromium) -> None:
    """Each function of z.js on integers of many sizes and both signs, against those of Python."""
    rng = random.Random(3)
    sizes = [0, 1, 2, 3, 4, 8, 30, 31, 32, 33, 63, 64, 65, 300]
    numbers = [sign * (rng.getrandbits(size) | 1 << size >> 1) for size in sizes for sign in (1, -1)]
    numbers += [sign * ((1 << size) + step) for size in (4, 31, 32, 64) for step in (-1, 0) for sign in (1, -1)]
    pairs: dict[str, Callable[[int, int], Any]] = {
        "z_add(a, b)": lambda a, b: a + b,
        "z_sub(a, b)": lambda a, b: a - b,
        "z_mul(a, b)": lambda a, b: a * b,
        "b && z_fdiv(a, b)": lambda a, b: b and a // b,
        "z_lt(a, b)": lambda a, b: int(a < b),
        "z_leq(a, b)": lambda a, b: int(a <= b),
        "z_equal(a, b)": lambda a, b: int(a == b),
    }
    single: dict[str, Callable[[int], Any]] = {
        "z_neg(a)": lambda a: -a,
        "z_sign(a)": lambda a: (a > 0) - (a < 0),
        "z_numbits(a)": lambda a: a.bit_length(),
        "z_shift_left(a, 5)": lambda a: a << 5,
        "z_shift_right(a, 5)": lambda a: a >> 5,
        "z_to_string(a)": str,
        "z_of_string_base(10, `${a}`)": str,
        "z_of_string_base(16, a.toString(16))": str,
        "tried(z_to_int, a)": lambda a: a if -(2**31) <= a < 2**31 else "refused",
    }
    wanted = {text: [str(of(a, b)) for a in numbers for b in numbers] for text, of in pairs.items()}
    wanted |= {text: [str(of(a)) for a in numbers] for text, of in single.items()}
    source = (ROOT / "proofs" / "rocq" / "extraction" / "web" / "z.js").read_text(encoding="utf-8")
    around = """const caml_failwith = () => { throw new Error(); }, caml_jsbytes_of_string = (x) => x;
        const caml_string_of_jsbytes = (x) => x;
        const tried = (f, a) => { try { return f(a) } catch { return "refused" } };"""
    listed = json.dumps([str(number) for number in numbers])
    values = [f"all.flatMap((a) => all.map((b) => {text}))" for text in pairs]
    values += [f"all.map((a) => {text})" for text in single]
    found = checker.evaluate(
        f"(() => {{ {around} {source}; const all = {listed}.map(BigInt);"
        f"return [{','.join(values)}].map((some) => some.join(' ')) }})()"
    )
    for text, said in zip(wanted, found, strict=True):
        assert said.split() == wanted[text], text


def test_nothing_leaves_the_page(checker: Chromium, page: str) -> None:
    dropped(checker, {"one": sealed(statement())})
    assert [request for request in checker.requests if not request.startswith("blob:")] == [page]
    assert checker.complaints == []
    checker.evaluate("fetch('http://127.0.0.1:9/').catch(() => 0)")
    asking = "fetch('http://127.0.0.1:9/').then(() => postMessage(1), () => postMessage(0))"
    worker = f"new Worker(URL.createObjectURL(new Blob([{json.dumps(asking)}])))"
    assert checker.evaluate(f"new Promise((done) => {{ {worker}.onmessage = ({{ data }}) => done(data) }})") == 0
    assert any("Content Security Policy" in complaint for complaint in checker.complaints)


def test_the_examples(checker: Chromium) -> None:
    checker.click("#good")
    checker.click("#forged")
    checker.wait_for('document.querySelectorAll("article[data-state]").length === 2', PATIENCE)
    (_, good, said), (_, forged, why) = checker.evaluate(ANSWERS)
    assert (good, forged, why) == ("accepted", "rejected", "not accepted: false")
    assert "where E = 3 and delta = 0" in said


def test_a_text_that_is_pasted(checker: Chromium) -> None:
    for text in (sealed(statement()).decode(), '"\\ud800"'):
        checker.evaluate(f"document.getElementById('text').value = {text if text[0] == chr(34) else json.dumps(text)}")
        checker.evaluate("document.getElementById('check').click()")
    checker.wait_for('document.querySelectorAll("article[data-state]").length === 2', PATIENCE)
    assert [state for _, state, _ in checker.evaluate(ANSWERS)] == ["accepted", "rejected"]


def test_what_is_too_large_is_not_checked(checker: Chromium) -> None:
    large = "new File([new Uint8Array(2 ** 24 + 1)], 'large')"
    drop = "new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })"
    checker.evaluate(
        "(() => { const transfer = new DataTransfer();"
        f"transfer.items.add({large}); document.body.dispatchEvent({drop}); }})()"
    )
    checker.wait_for('document.querySelectorAll("article[data-state]").length === 1', PATIENCE)
    assert checker.evaluate(ANSWERS) == [["large", "left", "it is larger than 16 MiB"]]


def test_a_check_that_is_stopped(checker: Chromium) -> None:
    data = next(path for path in COMMITTED if path.stem in SLOW).read_bytes()
    encoded = base64.b64encode(data).decode()
    checker.evaluate(
        f"{DROP}([['first', '{encoded}'], ['second', '{base64.b64encode(sealed(statement())).decode()}']])"
    )
    checker.wait_for("document.querySelector('article .going')?.textContent.includes('products computed')", PATIENCE)
    assert checker.evaluate("document.querySelectorAll('article')[1].textContent").endswith("Waiting for the others")
    checker.click("article button")
    checker.wait_for('document.querySelectorAll("article[data-state]").length === 2', PATIENCE)
    assert [answer[1:2] for answer in checker.evaluate(ANSWERS)] == [["left"], ["accepted"]]


def test_a_certificate_that_comes_with_the_page(chromium: Chromium, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    data = sealed(statement(inputs=["é</script><script>window.attacked = 1</script>"]))
    path.write_text(checker_page(data.decode()), encoding="utf-8")
    chromium.open(path.as_uri())
    chromium.wait_for('document.querySelectorAll("article[data-state]").length === 1', PATIENCE)
    assert [state for _, state, _ in chromium.evaluate(ANSWERS)] == ["accepted"]
    assert chromium.evaluate("window.attacked") is None


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_it_can_be_read(chromium: Chromium, page: str, scheme: str, width: int, tmp_path: Path) -> None:
    chromium.scheme(scheme)
    chromium.size(width, phone=width < 500)
    chromium.open(page)
    name = "a name without an end " + "x" * 200
    dropped(
        chromium,
        {
            name: sealed(statement()),
            "second": b"{}",
            "third": (VECTORS / "rejected" / "kind-unknown.json").read_bytes(),
        },
    )
    assert chromium.evaluate("document.documentElement.scrollWidth") <= width
    assert chromium.evaluate(CONTRAST) == []
    assert (brightness(chromium, tmp_path / "page.png") > 128) == (scheme == "light")


REFUTED = BESIDE["refuted"]


@pytest.mark.slow
def test_a_certificate_that_refutes_privacy_says_so_first(checker: Chromium) -> None:
    """Not a green "Accepted" over it; and a certificate that proves privacy has no such line."""
    files = {name: (VECTORS / "accepted" / f"{name}.json").read_bytes() for name in (*REFUTED, "private")}
    found = dropped(checker, files)
    verdicts = """[...document.querySelectorAll("article")].map((one) => [one.querySelector("h3").textContent,
        one.querySelector(".verdict").textContent, one.className, getComputedStyle(one.querySelector(".verdict")).color,
        one.querySelector(".verdict strong")?.textContent || ""])"""
    seen = {name: rest for name, *rest in checker.evaluate(verdicts)}
    for name, said in REFUTED.items():
        assert found[name] == by_kernel(files[name])
        assert seen[name][:2] == [said, "accepted refuted"]
        assert seen[name][2] != seen["private"][2]
        assert seen[name][3] == "not"
    assert seen["private"][:2] == ["\u2713 Accepted", "accepted"]
