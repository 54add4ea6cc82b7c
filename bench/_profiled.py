"""`dicehouse` under a profiler: python -m bench._profiled FILE serve ..."""

import cProfile
import sys

from dicehouse.cli import main

if __name__ == "__main__":
    file = sys.argv.pop(1)
    profile = cProfile.Profile()
    profile.enable()
    try:
        main()
    finally:
        profile.disable()
        profile.dump_stats(file)
