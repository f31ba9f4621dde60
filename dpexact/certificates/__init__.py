"""Certificates: a statement and its evidence as data, in the format that `docs/certificate-format.md` defines."""
