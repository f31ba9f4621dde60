"""What is asserted about privacy, as values, and the search that decides it; a verdict hands out its certificate."""
