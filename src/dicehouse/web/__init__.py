"""The house over HTTP and WebSocket: sessions and roles, commands in, views out, and the pages of the consoles."""
