"""Simulation: wagers and strategies played at the speed of the machine, beside their exact values.

Needs the extra `fast`. `proof` plays every wager of a rulebook; `positions.plan` and `run.play` a strategy as data;
`choosing.Menu` and `run.play_function` one that is a compiled function. `figures` tells what came of it.
"""
