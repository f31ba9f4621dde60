"""Run reference samplers that are only in public repositories, outside of the gate.

    python benchmarks/crosscheck_reference_samplers.py NAME=GIT-DIRECTORY ...

NAME is one of discretegauss (IBM/discrete-gaussian-differential-privacy), draft
(wangshan/draft-wang-ppm-differential-privacy) and rappor (google/rappor). The file is read from the commit on record,
its digest compared, and it runs as it is; what Python 2 has and Python 3 has not is given to it by name. What is
printed stands in docs/samplers.md.
"""

from __future__ import annotations

import subprocess
import sys
import types
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from dpexact.crosscheck.sampler_programs import RejectionSampler
from dpexact.crosscheck.samplers import Sampler, result_of, said
from dpexact.programs import patched
from dpexact.programs.distribution import explored

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpexact.programs import Source

LESS_FINISHED = "1/2199023255552"  # 2^-41
COMMITS = {
    "discretegauss": (
        "cb190d2a990a78eff6e21159203bc888e095f01b",
        "discretegauss.py",
        "6a19497ab5d77c6910a2b85b7fcf19ba6f83226910388e84ac3ecd23090b6c04",
    ),
    "draft": (
        "146ec397ff64cb6b6cd3fdd233ab2f7098c35800",
        "poc/mechanism/symmetric_rappor.py",
        "7b039bf3b8ff4afea1bc21ca61a1ac58abf77a8150fbe2ab4464630fd3c3a92a",
    ),
    "rappor": (
        "a13fa964edb7c576366c83f40ff58d7c8c1db759",
        "client/python/rappor.py",
        "976ffc354777c74de18410c1c1e7fbfc42550866740614491b144f332a25e196",
    ),
}


def loaded(name: str, directory: str, **names: Any) -> Any:
    """Return the file of a repository as a module."""
    commit, path, digest = COMMITS[name]
    command = ["git", f"--git-dir={directory}", "show", f"{commit}:{path}"]
    text = subprocess.run(command, capture_output=True, check=True).stdout  # noqa: S603 - git, of a directory that is given
    found = sha256(text).hexdigest()
    if found != digest:
        sys.exit(f"{path} at {commit}: expected the digest {digest}, got {found}")
    module = types.ModuleType(f"reference_{name}")
    vars(module).update(names)
    sys.modules[module.__name__] = module
    exec(compile(text, path, "exec"), vars(module))  # noqa: S102 - the file whose digest is on record
    return module


def discretegauss(directory: str) -> Iterator[Sampler]:
    module = loaded("discretegauss", directory)
    shape = RejectionSampler(lambda: module, lambda part: f"sample_{part}", lambda _: None, takes_generator=True)
    given: dict[str, Any] = {"subprograms": shape.subprograms, "mass": LESS_FINISHED, "around": shape.around}
    yield Sampler(
        "sample_dlaplace:scale=2",
        "discretegauss",
        "",
        shape.make("sample_dlaplace"),
        {0: (0, 2), 1: (1, 2)},
        "",
        "1/2",
        **given,
    )
    yield Sampler(
        "sample_dgauss:sigma2=1",
        "discretegauss",
        "",
        shape.make("sample_dgauss"),
        {0: (0, 1), 1: (1, 1)},
        "",
        "1",
        "0.1413513394056219080995417",
        **given,
    )


def draft(directory: str) -> Iterator[Sampler]:
    class DpMechanism:
        DataType = DebiasedDataType = list

    base = types.ModuleType("mechanism")
    base.DpMechanism = DpMechanism  # type: ignore[attr-defined]
    sys.modules["mechanism"] = base
    module = loaded("draft", directory)

    def program(source: Source, *bits: int) -> Any:
        with patched(source):
            return tuple(module.SymmetricRappor(1.0).add_noise(list(bits)))

    yield Sampler(
        "SymmetricRappor:eps0=1, one bit of three differs",
        "draft",
        "",
        lambda: program,
        {"0 0 1": (0, 0, 1), "0 1 1": (0, 1, 1)},
        "",
        "1",
    )


def rappor(directory: str) -> Iterator[Sampler]:
    module = loaded("rappor", directory, xrange=range)
    params = module.Params()
    params.num_bloombits = 2

    def program(source: Source, prr: int) -> Any:
        class Generator:
            random = staticmethod(source.random)

        module.SystemRandom = Generator
        drawn = module.SecureIrrRand(params)
        return (drawn.p_gen() & ~prr) | (drawn.q_gen() & prr)

    yield Sampler(
        "SecureIrrRand:p=1/2,q=3/4, one bit of two differs; epsilon is log(2)",
        "rappor",
        "",
        lambda: program,
        {0: (0,), 1: (1,)},
        "",
        "log(2)",
    )


def main(arguments: list[str]) -> None:
    for argument in arguments:
        name, _, directory = argument.partition("=")
        for sampler in {"discretegauss": discretegauss, "draft": draft, "rappor": rappor}[name](directory):
            program = sampler.make()
            with sampler.around():
                given: dict[str, Any] = {
                    "label": None,
                    "subprograms": tuple(sampler.subprograms()),
                    "mass": sampler.mass,
                }
                found = explored(program, dict(sampler.inputs), **given)
                result = result_of(sampler, COMMITS[name][0][:12], found)
            print(f"{sampler.id}: {said(sampler, result)}; {result.outputs} outputs", flush=True)


main(sys.argv[1:])
