"""Certificates and the documents that dpexact reads and writes. No other lower room touches a file.

A certificate is a statement and its evidence as data, in the format that `docs/certificate-format.md` defines.
"""

from dpexact.certificates.mechanism_document import load_mechanism, save_mechanism

__all__ = ["load_mechanism", "save_mechanism"]
