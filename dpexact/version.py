"""The version of dpexact, which reports and certificates say."""

__version__ = "0.2.0"
