"""The GPUs of this machine, through CuPy: finding them, compiling for them, and moving arrays.

CuPy was chosen over Numba's CUDA because its source is C, which the tests compile for the processor too, and because it
keeps what it compiled on disk: a later run starts without a compiler.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from dicehouse.simulate.reference import KEY_0, KEY_1, MULTIPLIER_0, MULTIPLIER_1

SOURCES: Final = tuple(Path(__file__).with_name(name) for name in ("kernels.cu", "positions.cu"))
ELSEWHERE: Final = "leave out --engine gpu to play on the processor"

Constants = dict[str, int | str]
Held = Any
"""An array on a device."""

GENERATOR: Final[Constants] = {
    "MULTIPLIER_0": f"{MULTIPLIER_0}U",
    "MULTIPLIER_1": f"{MULTIPLIER_1}U",
    "KEY_0": f"{KEY_0}U",
    "KEY_1": f"{KEY_1}U",
}

ON_A_GPU: Final = """
#define INLINE __device__ __forceinline__ static
#define KERNEL extern "C" __global__ __launch_bounds__(THREADS)
#define ALIGNED(bytes) __align__(bytes)
#define UNROLL _Pragma("unroll")
#define SHARED_MEMORY extern __shared__ __align__(16) unsigned int shared[]
/* A product of 64 bits in halves; the compiler would make two instructions of it where this is one. */
INLINE void multiply(unsigned int a, unsigned int b, unsigned int *high, unsigned int *low)
{
    asm("{ .reg .b64 product; mul.wide.u32 product, %2, %3; mov.b64 {%1, %0}, product; }"
        : "=r"(*high), "=r"(*low) : "r"(a), "r"(b));
}
/* Shared memory by its own short addresses, which the compiler would make anew for each access. */
typedef unsigned int Near;
INLINE Near near_to(const void *at) { return (Near)__cvta_generic_to_shared(at); }
INLINE void count_one(Near at) { asm volatile("red.shared.add.u32 [%0], 1;" : : "r"(at) : "memory"); }
INLINE unsigned int near_short(Near at)
{
    unsigned short found;
    asm("ld.shared.u16 %0, [%1];" : "=h"(found) : "r"(at));
    return found;
}
INLINE unsigned int near_byte(Near at)
{
    unsigned int found;
    asm("ld.shared.u8 %0, [%1];" : "=r"(found) : "r"(at));
    return found;
}
"""


class Given(NamedTuple):
    """What every kernel is given."""

    seed: int
    first: int
    number: int
    rules: Held
    table: Held
    amounts: Held
    counts: Held
    figures: Held


class Launch(NamedTuple):
    """Which kernel of which source, on how many threads, with how many bytes that a block shares."""

    kernel: str
    source: str
    threads: int
    shared: int


class Device(Protocol):
    """Something that runs kernels."""

    @property
    def name(self) -> str: ...

    @property
    def shared_bytes(self) -> int:
        """The most that a block of threads can share."""

    def hold(self, array: NDArray[Any]) -> Held:
        """A copy of an array on the device."""

    def fetch(self, held: Held) -> NDArray[Any]:
        """What an array on the device has come to; waits for what is being computed."""

    def ready(self, launch: Launch) -> int:
        """Compile, and say how many blocks of threads the device works on at once."""

    def start(self, launch: Launch, given: Given) -> None:
        """Begin, without waiting for the end."""

    def wait(self) -> None: ...


def source(constants: Constants) -> str:
    """The kernels with the constants that they are compiled for."""
    defined = "".join(f"#define {name} {value}\n" for name, value in (GENERATOR | constants).items())
    return defined + "".join(file.read_text(encoding="utf-8") for file in SOURCES)


def devices() -> list[Device]:
    """Every GPU of this machine."""
    try:
        cupy = import_module("cupy")
    except ImportError as error:
        raise ValueError(f"the GPU engine needs the gpu extra: pip install 'dicehouse[gpu]'; or {ELSEWHERE}") from error
    runtime = cupy.cuda.runtime
    try:
        count = runtime.getDeviceCount()
    except runtime.CUDARuntimeError as error:
        driver, built = runtime.driverGetVersion(), runtime.runtimeGetVersion()
        if 0 < driver < built and "InsufficientDriver" in str(error):
            raise ValueError(
                f"the GPU's driver speaks CUDA {_version(driver)} and CuPy needs {_version(built)}; update the driver,"
                f" install a CuPy for CUDA {driver // 1000}, or {ELSEWHERE}"
            ) from error
        raise ValueError(f"no GPU is ready: {error}; check nvidia-smi, or {ELSEWHERE}") from error
    if not count:
        raise ValueError(f"this machine shows no GPU; check CUDA_VISIBLE_DEVICES, or {ELSEWHERE}")
    return [CudaDevice(cupy, number) for number in range(count)]


def _version(number: int) -> str:
    return f"{number // 1000}.{number % 1000 // 10}"


class CudaDevice:
    """A GPU."""

    def __init__(self, cupy: Any, number: int) -> None:
        self.cupy, self.number = cupy, number
        properties = cupy.cuda.runtime.getDeviceProperties(number)
        self.name: Final = str(properties["name"].decode())
        self.shared_bytes: Final = int(properties["sharedMemPerBlockOptin"])
        self.processors: Final = int(properties["multiProcessorCount"])
        self.kernels: dict[Launch, Any] = {}

    @contextmanager
    def _used(self) -> Iterator[None]:
        """What CUDA refuses, such as a context where other programs have all memory, is one line for whoever plays."""
        try:
            with self.cupy.cuda.Device(self.number):
                yield
        except (RuntimeError, MemoryError) as error:
            raise ValueError(
                f"GPU {self.number} ({self.name}) stopped: {error}; end other programs on it, check nvidia-smi, or"
                f" {ELSEWHERE}"
            ) from error

    def hold(self, array: NDArray[Any]) -> Held:
        with self._used():
            free, _ = self.cupy.cuda.runtime.memGetInfo()
            if array.nbytes > free:
                raise ValueError(
                    f"GPU {self.number} ({self.name}): {array.nbytes / 1e6:,.0f} MB are needed and {free / 1e6:,.0f} MB"
                    f" are free; end other programs on it, or {ELSEWHERE}"
                )
            return self.cupy.asarray(array)

    def fetch(self, held: Held) -> NDArray[Any]:
        with self._used():
            found: NDArray[Any] = self.cupy.asnumpy(held)
            return found

    def ready(self, launch: Launch) -> int:
        with self._used():
            made = self.kernels.get(launch)
            if made is None:
                made = self.cupy.RawKernel(ON_A_GPU + launch.source, launch.kernel, options=("--std=c++17",))
                made.max_dynamic_shared_size_bytes = launch.shared
                self.kernels[launch] = made
            each = self.cupy.cuda.driver.occupancyMaxActiveBlocksPerMultiprocessor(
                made.kernel.ptr, launch.threads, launch.shared
            )
            return self.processors * max(1, int(each))

    def start(self, launch: Launch, given: Given) -> None:
        blocks = self.ready(launch)
        arguments = (np.uint64(given.seed), np.int64(given.first), np.int64(given.number), *given[3:])
        with self._used():
            self.kernels[launch]((blocks,), (launch.threads,), arguments, shared_mem=launch.shared)

    def wait(self) -> None:
        with self._used():
            self.cupy.cuda.get_current_stream().synchronize()
