"""One adapter for each library: its probes."""
