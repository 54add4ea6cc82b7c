"""Dicehouse: casino dice tables from one definition of the rules, to run, to prove and to audit."""

__version__ = "0.1.0"
