"""Claims of privacy as values, and the search that decides them. A verdict hands out its certificate."""
