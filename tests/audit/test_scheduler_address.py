"""`--scheduler` and extras: what is not there, or is no scheduler, is told at once and in one line."""

import json
import shlex
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dpexact.cli import audit as command
from dpexact.cli.audit import audit_with
from dpexact.errors import ParameterError
from dpexact.report import installation


def refused(address: str) -> str:
    with pytest.raises(ParameterError, match=r"^--scheduler: expected the address of a Dask scheduler") as caught:
        audit_with([], (), (), scheduler=address)
    return str(caught.value)


@contextmanager
def listening(answer: Callable[[socket.socket], None]) -> Iterator[str]:
    """The address of a server that is no scheduler."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        kept = []

        def serve() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                kept.append(connection)
                answer(connection)

        threading.Thread(target=serve, daemon=True).start()
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"
        server.shutdown(socket.SHUT_RDWR)
        for connection in kept:
            connection.close()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@pytest.mark.slow
def test_nothing_is_waited_for_where_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")

    def client(*_: object, **__: object) -> None:
        pytest.fail("a client waits for its time to pass")

    monkeypatch.setattr(distributed, "Client", client)
    for address in (f"tcp://127.0.0.1:{free_port()}", f"127.0.0.1:{free_port()}", f"tcp://[::1]:{free_port()}"):
        said = refused(address)
        assert address in said
        assert "; start one with `dask scheduler`" in said


@pytest.mark.slow
def test_an_address_that_is_none_is_refused_in_one_line() -> None:
    for address in (
        *("", "localhost", "foo://x:1", "inproc://a", "tcp://", "tcp://127.0.0.1:99999", "tcp://127.0.0.1:-1", "::"),
        *("tcp://127.0.0.1:x", "tcp://" + "a" * 300 + ":1", "\x00:1", "$(reboot):1", "file:///etc/passwd", "x\ny:1"),
    ):
        pytest.importorskip("distributed")
        assert "\n" not in refused(address), address


@pytest.mark.slow
@pytest.mark.parametrize(
    "answer",
    [
        lambda connection: connection.close(),
        lambda connection: connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n"),
        lambda connection: connection.sendall(b"\xff" * 64),
        lambda _: None,
    ],
    ids=["closes", "speaks HTTP", "sends noise", "is silent"],
)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_server_that_is_no_scheduler(
    answer: Callable[[socket.socket], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(command, "WAIT", 1)
    with listening(answer) as address:
        assert address in refused(address)


@pytest.mark.parametrize(
    ("origin", "wanted"),
    [
        ({}, "pip install '{root}[plots]'"),
        ({"dir_info": {}, "url": "file:///some/where"}, "pip install '/some/where[plots]'"),
        ({"dir_info": {"editable": True}, "url": "file:///a%20b/c"}, "pip install -e '/a b/c[plots]'"),
        (
            {"vcs_info": {"vcs": "git"}, "url": "https://example.org/x.git"},
            "pip install 'dpexact[plots] @ git+https://example.org/x.git'",
        ),
        ({"archive_info": {}, "url": "file:///d.whl"}, "pip install 'dpexact[plots] @ file:///d.whl'"),
        (None, "pip install '{root}[plots]'"),
        ([], "pip install '{root}[plots]'"),
    ],
)
def test_an_extra_is_installed_as_dpexact_was(
    origin: object, wanted: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class Distribution:
        def read_text(self, _: str) -> str | None:
            return None if origin is None else json.dumps(origin)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(installation, "distribution", lambda _: Distribution())
    said = installation.install_command("plots")
    assert said == wanted.format(root=installation.ROOT)
    assert shlex.split(said)[-1].startswith(("/", "dpexact[plots] @"))  # one word of a shell, zsh among them


def test_in_a_checkout_and_from_an_index(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(installation, "_origin", dict)
    monkeypatch.chdir(installation.ROOT)
    assert installation.install_command("plots") == "pip install '.[plots]'"
    monkeypatch.setattr(installation, "ROOT", tmp_path)
    assert installation.install_command("plots") == "pip install 'dpexact[plots]'"
