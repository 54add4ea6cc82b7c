"""The audit: every recorded wager settled again from the compiled tables, never through the code that ran the table.

Recorded wagers and results come in (`intake`), rounds are made ready (`rounds`), and an engine looks for every record
that the rules do not bear out: a kernel that Numba compiles (`search`), or one expression on DuckDB or Spark
(`backends`). An exact judge says of each such record what was paid and what was due (`judge`).
"""
