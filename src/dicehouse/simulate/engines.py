"""The engine that is asked for, or one line that says which extra it needs; nothing heavy is imported before that."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dicehouse.simulate.engine import Engine


def engine_called(name: str, threads: int = 0) -> "Engine":
    """The processor of this machine, on so many threads or on as many as it has, or its GPUs."""
    if name == "processor":
        import_module("dicehouse.simulate.compiled")  # it says which extra is missing
        from dicehouse.simulate.run import Processor

        return Processor(threads)
    if name != "gpu":
        raise ValueError(f"{name!r} is no engine; there are processor and gpu")
    try:
        from dicehouse.simulate.gpu.device import devices
        from dicehouse.simulate.gpu.engine import Gpu
    except ImportError:
        raise ValueError("the GPU engine needs the gpu extra: pip install 'dicehouse[gpu]'") from None

    return Gpu(devices())
