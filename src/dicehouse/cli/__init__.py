"""The command `dicehouse`: one module for each command, loaded when it is called."""

from dicehouse.cli.app import main

__all__ = ["main"]
