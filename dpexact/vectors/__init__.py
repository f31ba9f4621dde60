"""The corpus of exact test vectors for libraries in any language, drawn, aimed, and confirmed by a second route."""
