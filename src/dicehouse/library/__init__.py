"""The library for notebooks and scripts: a table to play on, odds, sessions, simulations and audits as frames.

Whoever writes `import dicehouse as dh` has it all: the package hands its public names on. Amounts that come in are
dollars, as whole numbers or texts such as "2.50"; amounts in frames are whole cents. What the rules forbid raises a
`RefusedError` that carries the refusal.
"""
