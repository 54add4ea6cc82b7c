"""A device that is this machine's processor: the kernels compiled as C, with real threads in each block.

Blocks run one after the other and the threads of a block side by side, with their barriers and atomic additions, so
that what the threads of a GPU share is shared here too.
"""

import ctypes
import hashlib
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

from numpy.typing import NDArray

from dicehouse.simulate.gpu.device import Given, Held, Launch

COMPILER: Final = shutil.which("cc") or shutil.which("gcc")
BLOCKS, THREADS = 3, 4

ON_A_PROCESSOR: Final = """
#include <pthread.h>
#include <stdlib.h>
#define INLINE static inline
#define KERNEL
#define ALIGNED(bytes) __attribute__((aligned(bytes)))
#define UNROLL
#define SHARED_MEMORY
#define atomicAdd(at, value) __atomic_fetch_add(at, value, __ATOMIC_RELAXED)
#define __syncthreads() pthread_barrier_wait(&barrier)
typedef struct { unsigned x; } Index;
static _Thread_local Index threadIdx, blockIdx;
static Index blockDim, gridDim;
static unsigned *shared;
static pthread_barrier_t barrier;
INLINE void multiply(unsigned a, unsigned b, unsigned *high, unsigned *low)
{
    unsigned long long product = (unsigned long long)a * b;
    *high = product >> 32;
    *low = (unsigned)product;
}
typedef const char *Near;
INLINE Near near_to(const void *at) { return at; }
INLINE void count_one(Near at) { atomicAdd((unsigned *)at, 1U); }
INLINE unsigned near_short(Near at) { return *(const unsigned short *)at; }
INLINE unsigned near_byte(Near at) { return *(const unsigned char *)at; }
"""

LAUNCH: Final = """
typedef struct { void **given; unsigned block, thread; } Place;
static void *run(void *at)
{
    Place *place = at;
    void **it = place->given;
    blockIdx.x = place->block;
    threadIdx.x = place->thread;
    KERNEL_NAME(*(u64 *)it[0], *(i64 *)it[1], *(i64 *)it[2], it[3], it[4], it[5], it[6], it[7]);
    return 0;
}
void launch(unsigned blocks, unsigned threads, unsigned long bytes, void **given)
{
    gridDim.x = blocks;
    blockDim.x = threads;
    for (unsigned block = 0; block < blocks; block++) {
        pthread_t running[threads];
        Place places[threads];
        shared = aligned_alloc(16, (bytes + 31) / 16 * 16);
        pthread_barrier_init(&barrier, 0, threads);
        for (unsigned i = 0; i < threads; i++) {
            places[i] = (Place){given, block, i};
            pthread_create(&running[i], 0, run, &places[i]);
        }
        for (unsigned i = 0; i < threads; i++)
            pthread_join(running[i], 0);
        pthread_barrier_destroy(&barrier);
        free(shared);
    }
}
"""


class HostDevice:
    """The processor of this machine."""

    name: Final = "a processor"

    def __init__(self, folder: Path, shared_bytes: int = 232_448) -> None:
        self.folder, self.shared_bytes = folder, shared_bytes
        self.made: dict[Launch, Any] = {}

    def hold(self, array: NDArray[Any]) -> Held:
        return array.copy()

    def fetch(self, held: Held) -> NDArray[Any]:
        found: NDArray[Any] = held.copy()
        return found

    def ready(self, launch: Launch) -> int:
        if launch not in self.made:
            assert COMPILER is not None
            text = ON_A_PROCESSOR + launch.source + LAUNCH.replace("KERNEL_NAME", launch.kernel)
            stem = self.folder / f"{launch.kernel}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"
            stem.with_suffix(".c").write_text(text, encoding="utf-8")
            flags = ("-std=gnu11", "-O1", "-shared", "-fPIC", "-pthread", "-Wall", "-Werror", "-Wno-unused-function")
            traps = ("-fsanitize=alignment,bounds", "-fsanitize-undefined-trap-on-error")  # as a GPU does
            library = stem.with_suffix(".so")
            subprocess.run([COMPILER, *flags, *traps, "-o", str(library), str(stem.with_suffix(".c"))], check=True)
            self.made[launch] = ctypes.CDLL(str(library)).launch
        return BLOCKS

    def start(self, launch: Launch, given: Given) -> None:
        self.ready(launch)
        numbers = [ctypes.c_uint64(given.seed), ctypes.c_int64(given.first), ctypes.c_int64(given.number)]
        pointers = [ctypes.cast(ctypes.byref(it), ctypes.c_void_p) for it in numbers]
        pointers += [ctypes.c_void_p(it.ctypes.data) for it in given[3:]]
        arguments = (ctypes.c_void_p * len(pointers))(*pointers)
        self.made[launch](BLOCKS, THREADS, ctypes.c_ulong(launch.shared), arguments)

    def wait(self) -> None:
        """Everything is done when `start` returns."""
