"""Mechanisms as exact matrices with labels, neighbor graphs, combinators and families."""
