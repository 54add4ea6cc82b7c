"""The wheel carries the built consoles, so that an installed Dicehouse needs no Node."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Consoles(BuildHookInterface[Any]):
    """Builds consoles/ before a wheel, also an editable one, or a source distribution is made."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - the hook's own form
        build = Path(self.root, "tools", "consoles.py")
        if subprocess.run((sys.executable, str(build)), check=False).returncode:
            raise SystemExit(f"{build} could not build the consoles; what it said is above.")
        # They are not in version control, and hatchling leaves such files out unless they are named.
        build_data["artifacts"].append("/src/dicehouse/web/static")
