"""Simulation on a GPU: the same rounds, counts and money as on the processor, from the same compiled tables.

`kernels.cu` is the source that the device runs, `chain` makes its tables of a plan, `device` finds and speaks to the
GPUs, and `engine` plays on them. Needs the extra `gpu`.
"""
