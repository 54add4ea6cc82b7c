"""Finding GPUs: with CuPy or a GPU missing, or a driver too old, one line says so and where to go on."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from dicehouse.simulate.gpu.device import CudaDevice, devices
from tests.commands import dicehouse

SIMULATE = ("simulate", "star-craps", "--engine", "gpu")
ON = "leave out --engine gpu to play on the processor"


class CudaError(RuntimeError):
    """As CuPy raises it."""


def cupy(count: int | str, driver: int = 13000, context: str = "") -> Any:
    """A CuPy, as far as finding a device goes: so many GPUs, or this error; and the error of whoever uses one."""

    def counted() -> int:
        if isinstance(count, str):
            raise CudaError(count)
        return count

    runtime = SimpleNamespace(
        CUDARuntimeError=CudaError,
        getDeviceCount=counted,
        driverGetVersion=lambda: driver,
        runtimeGetVersion=lambda: 13020,
        getDeviceProperties=lambda _: {
            "name": b"NVIDIA H200",
            "sharedMemPerBlockOptin": 232_448,
            "multiProcessorCount": 132,
        },
        memGetInfo=lambda: (2_000_000, 8_000_000),
    )

    @contextmanager
    def device(_: int) -> Iterator[None]:
        if context:
            raise CudaError(context)
        yield

    return SimpleNamespace(cuda=SimpleNamespace(runtime=runtime, Device=device))


@pytest.mark.parametrize(
    "installed, message",
    [
        (None, f"the GPU engine needs the gpu extra: pip install 'dicehouse[gpu]'; or {ON}"),
        (cupy(0), f"this machine shows no GPU; check CUDA_VISIBLE_DEVICES, or {ON}"),
        (
            cupy("cudaErrorNoDevice: no CUDA-capable device is detected"),
            "no GPU is ready: cudaErrorNoDevice: no CUDA-capable device is detected; check nvidia-smi, or " + ON,
        ),
        (
            cupy("cudaErrorInsufficientDriver: CUDA driver version is insufficient", driver=0),
            "no GPU is ready: cudaErrorInsufficientDriver: CUDA driver version is insufficient; check nvidia-smi, or "
            + ON,
        ),
        (
            cupy("cudaErrorInsufficientDriver: CUDA driver version is insufficient", driver=12040),
            "the GPU's driver speaks CUDA 12.4 and CuPy needs 13.2; update the driver, install a CuPy for CUDA 12, or "
            + ON,
        ),
    ],
    ids=["no CuPy", "none is visible", "no device", "no driver", "an old driver"],
)
def test_where_there_is_no_gpu_one_line_says_why(installed: Any, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", installed)
    assert dicehouse(*SIMULATE).mistake == message


def test_every_gpu_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", cupy(2))
    assert [device.name for device in devices()] == ["NVIDIA H200", "NVIDIA H200"]
    assert devices()[0].shared_bytes == 232_448


def test_too_little_memory_is_told_with_both_amounts() -> None:
    device = CudaDevice(cupy(1), 0)
    message = f"GPU 0 (NVIDIA H200): 8 MB are needed and 2 MB are free; end other programs on it, or {ON}"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        device.hold(np.zeros(2**20, np.int64))


def test_what_cuda_refuses_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", cupy(1, context="cudaErrorMemoryAllocation: out of memory"))
    assert dicehouse(*SIMULATE).mistake == (
        "GPU 0 (NVIDIA H200) stopped: cudaErrorMemoryAllocation: out of memory; end other programs on it, check"
        f" nvidia-smi, or {ON}"
    )


def test_threads_are_the_processors() -> None:
    said = dicehouse(*SIMULATE, "--threads", "2").mistake
    assert said == "--threads goes with the processor; leave it out with --engine gpu"
