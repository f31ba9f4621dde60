"""What is asserted about privacy, as values: divergences, profile and trade-off curve of two distributions."""
