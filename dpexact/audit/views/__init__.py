"""Views of an audit: its rows as `report.Row`s, the sentences on them, and what they are written as."""
