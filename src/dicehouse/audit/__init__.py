"""The audit: every recorded wager settled again from the compiled tables, never through the code that ran the table.

Recorded wagers and results come in (`intake`), rounds are made ready (`rounds`), one of three engines looks for every
record that the rules do not bear out (`fast`, or one expression on DuckDB or Spark), and an exact judge says of each
what was paid and what was due (`judge`).
"""
