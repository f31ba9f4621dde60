"""Reports: results as text, JSON, HTML and JUnit XML; nothing is computed here but decimals."""
