"""Simulation on a GPU: the same rounds, counts and money as on the processor, from the same compiled tables.

`kernels.cu` and `positions.cu` are the source that a device runs, `chain` makes its tables of a plan, `device` finds
the GPUs and speaks to them, and `engine` plays on them. Needs the extra `gpu`.
"""
