import sys
from tools.house_simulation.script import script_of
from tools.house_simulation.world import World
for seed in range(int(sys.argv[1]), int(sys.argv[2])):
    o = World(script_of(seed, float(sys.argv[3]) if len(sys.argv) > 3 else 2.0)).runs()
    print(seed, o.violation, o.trace[:12], f"{o.hours:.1f}h", o.commands, o.entries, o.faults, o.crashes, f"{o.seconds:.1f}s", flush=True)
