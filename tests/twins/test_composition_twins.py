"""Compositions with one fault; each is told from the right one, or refused by the kernel."""

import json

import pytest

from dpexact import CertificateError, Mechanism, NeighborGraph, check, exact
from dpexact.composition import Accountant, PrivacyLoss, optimal_composition_delta, privacy_loss
from tests.refusals import refuses
from tests.vectors.certificates.build import sealed

PATH = NeighborGraph.path(["a", "b"])
COIN = Mechanism.from_rows(["a", "b"], ["x", "y"], [["3/4", "1/4"], ["1/4", "3/4"]])
NEARLY = Mechanism.from_rows(["a", "b"], ["x", "y"], [["3/4", "1/4"], ["1/4 - 1/10**40", "3/4 + 1/10**40"]])
RIGHT = privacy_loss(["3/4", "1/4"], ["1/4", "3/4"])
WRONG: dict[str, PrivacyLoss] = {
    "one ratio is off by 1e-40": RIGHT**3 * privacy_loss(["3/4", "1/4"], ["1/4 - 1/10**40", "3/4 + 1/10**40"]),
    "one run is missing": RIGHT**3,
    "one run too many": RIGHT**5,
    "one pair is swapped into equality": RIGHT**3 * privacy_loss(["1/4", "3/4"], ["1/4", "3/4"]),
    "one run leaks with 1e-40": RIGHT**3 * privacy_loss(["1/10**40", "3/4 - 1/10**40", "1/4"], [0, "1/4", "3/4"]),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_loss_has_another_delta(name: str) -> None:
    assert [WRONG[name].delta(E) == (RIGHT**4).delta(E) for E in (2, 10, 80)] != [True] * 3


def test_correlated_runs_are_no_composition() -> None:
    """The same noise twice gives away no more than once: the product is not what was run."""
    assert RIGHT.delta(1) == exact("1/2")
    assert (RIGHT**3).delta(1) == exact("11/16")


def test_the_last_bit_of_the_enclosures() -> None:
    right, wrong = RIGHT**2000, RIGHT**1999 * WRONG["one ratio is off by 1e-40"]
    assert right.delta(3) != wrong.delta(3)


@pytest.mark.parametrize("twin", [COIN, NEARLY])
def test_a_certificate_with_the_delta_of_a_twin_is_rejected(twin: Mechanism) -> None:
    certificate = Accountant().compose(COIN, PATH, 3).certificate(2)
    other = Accountant().compose(COIN, PATH, 2).compose(twin, PATH, 2 if twin is COIN else 1).certificate(2)
    assert (check(certificate)["kind"], check(other)["kind"]) == ("tight-delta", "tight-delta")
    forged = json.loads(certificate.to_json())
    forged["statement"]["delta"] = json.loads(other.to_json())["statement"]["delta"]
    refuses(CertificateError, "delta", check, sealed(forged["statement"], forged["evidence"]))


def test_a_smaller_epsilon_i_is_not_enough() -> None:
    right = optimal_composition_delta([2, 3, 5], [0, "1/10", 0], 4)
    assert optimal_composition_delta([2, 3, "5 - 1/10**30"], [0, "1/10", 0], 4) < right
    assert optimal_composition_delta([2, 3, 5], [0, "1/10 - 1/10**30", 0], 4) < right
