"""Reports, which show rows and numbers as text, JSON, HTML and JUnit XML, and compute nothing but decimals."""
