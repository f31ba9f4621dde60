"""Mechanisms as exact matrices with labels, neighbour graphs, combinators and families; definitions only."""
