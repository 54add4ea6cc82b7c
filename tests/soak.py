"""Whether this run is a soak, `make soak`: longer than anyone wants to wait for, and with many more examples."""

import os

SOAK = os.environ.get("HYPOTHESIS_PROFILE") == "soak"
