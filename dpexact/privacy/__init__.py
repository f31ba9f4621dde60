"""Claims of privacy as values, and the search that decides them; a verdict hands out its certificate."""
