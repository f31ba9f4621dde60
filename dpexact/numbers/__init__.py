"""Ordered fields in which every comparison is decided: rationals, roots of rationals, exp of rationals, a free E."""
