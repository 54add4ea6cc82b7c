"""The durable log: every command with what came of it and the money it moved, in a chain that proves itself."""
