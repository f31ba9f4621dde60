"""Writing documents: what is written reads back as the same values, and nothing half-written is left behind."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from dpexact.certificates import load_mechanism, save_mechanism
from dpexact.certificates.writing import write_file
from dpexact.errors import DocumentError
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism
from tests.refusals import refuses


@pytest.mark.parametrize(
    ("relation", "written"),
    [
        (NeighborGraph.complete, '"neighbors": "all"'),
        (NeighborGraph.path, '"neighbors": "path"'),
        (lambda inputs: NeighborGraph.from_edges(inputs, [(0, 2)]), '"neighbors": [[0, 2]]'),
        (lambda inputs: NeighborGraph.from_edges(inputs, [(2, 0)], directed=True), '"directed": true'),
        (lambda inputs: NeighborGraph.from_edges(inputs, []), '"neighbors": []'),
    ],
)
def test_relations_are_written_as_what_they_are(
    relation: Callable[[list[int]], NeighborGraph], written: str, tmp_path: Path
) -> None:
    mechanism = Mechanism.from_rows([0, 1, 2], ["x"], [[1], [1], [1]])
    target = tmp_path / "mechanism.json"
    save_mechanism(target, mechanism, relation([0, 1, 2]))
    assert written in target.read_text(encoding="utf-8")
    assert set(load_mechanism(target)[1].ordered_pairs()) == set(relation([0, 1, 2]).ordered_pairs())


def test_a_failed_write_leaves_the_old_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "file.txt"
    write_file(target, "old")

    def fail(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    refuses(DocumentError, r"file\.txt: .*No space left", write_file, target, "new")
    assert target.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_permissions_and_links_survive(tmp_path: Path) -> None:
    target, link = tmp_path / "file.txt", tmp_path / "link.txt"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    write_file(link, "new")
    assert link.is_symlink()
    assert (target.read_text(encoding="utf-8"), target.stat().st_mode & 0o777) == ("new", 0o640)


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_file(os.devnull, "nothing")
    assert Path(os.devnull).is_char_device()


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    for target in (tmp_path, tmp_path / "none" / "file.txt"):
        refuses(DocumentError, "expected a file that can be written", write_file, target, "text")
