"""A whole house in one process on a virtual clock, with people, operators and faults that a seed decides.

The floor, its tables, the journal, the outbox and the leases are the product's own code, and so is the store, over a
disk that crashes, tears, fills, stalls and fails. Models of their own watch what it does. The same seed does the same,
byte for byte; what fails is made shorter until only a short story is left.

    python -m tools.house_simulation --seed 1 --hours 100
"""
