"""Views of an audit, as rows of a report, sentences, text, pages and data."""
