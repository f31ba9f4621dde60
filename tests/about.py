"""Whether an accepted certificate is about a mechanism and a relation, by the parts that compare them."""

from dpexact.certificates.certificate import Certificate
from dpexact.certificates.implication import proved_pairs, relation_pairs, same_mechanism
from dpexact.mechanisms.graph import NeighborGraph
from dpexact.mechanisms.mechanism import Mechanism


def is_about(certificate: Certificate, mechanism: Mechanism, neighbors: NeighborGraph) -> bool:
    """Compare labels, probabilities and ordered pairs, in whatever order they are listed."""
    statement = certificate.statement
    return same_mechanism(statement, mechanism) and proved_pairs(statement, mechanism) == relation_pairs(
        neighbors, mechanism
    )
